//! Marks a chain of the final position as dead, or as alive, for counting.
//!
//! ```text
//! W 8 PASS            W 8 PASS
//!               →     USER ishi
//!                     dead D4
//!                     ENDUSER
//! ```

use super::site::AssistSite;
use super::{AssistKind, AssistRow, tried};
use ishi_board::Point;
use ishi_check::rewrite::{self, Original};
use ishi_record::scoring::Game;

pub(super) static ROWS: &[AssistRow] = &[tried(
    "toggle-dead",
    AssistKind::Rewrite,
    |site| {
        let point = point(site)?;
        let text = site.cursor.view.text();
        let verb = if rewrite::is_dead(&Original::of_event(&text, site.cursor.view.is_last()), point)? {
            "alive"
        } else {
            "dead"
        };
        Some(format!("Mark the group at {point} as {verb}"))
    },
    |site, original| match point(site) {
        Some(point) => rewrite::toggle_dead(original, point),
        None => Err(rewrite::Error("there is no location here".into())),
    },
)];

/// The location under the cursor, in a game that ends with two passes.
fn point(site: &AssistSite<'_>) -> Option<Point> {
    site.cursor.field()?.place()?.filter(|_| Game::ends_with_passes(site.cursor.event))
}
