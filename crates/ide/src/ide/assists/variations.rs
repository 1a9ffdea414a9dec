//! Changes of the tree of moves.
//!
//! ```text
//! W 2 D4            W 2 D16
//!   VAR       →       VAR
//!   W 2 D16           W 2 D4
//!   ENDVAR            ENDVAR
//! ```

use super::{AssistKind, AssistRow, removal, row};
use ishi_check::rewrite::{self};
use ishi_record::record::Step;

pub(super) static ROWS: &[AssistRow] = &[
    row(
        "promote",
        AssistKind::Rewrite,
        |site| {
            let first = site.cursor.event.steps(site.variation_id()?).first();
            matches!(first, Some(Step::Move(_)))
                .then(|| format!("Make {} the main line", site.variation().unwrap_or_default()))
        },
        |site, original| rewrite::promote(original, site.line()),
    ),
    row(
        "demote",
        AssistKind::Rewrite,
        |site| {
            let (id, variation) = site.move_with_variation()?;
            let name = site.name_of_variation(variation);
            Some(format!("Make {} a variation, and continue with {name}", site.name_of(id)))
        },
        |site, original| rewrite::demote(original, site.line()),
    ),
    row(
        "variation-up",
        AssistKind::Move,
        |site| {
            let (previous, _) = site.siblings()?;
            Some(format!("Move {} before {}", site.variation()?, site.name_of_variation(previous?)))
        },
        |site, original| rewrite::move_up(original, site.line()),
    ),
    row(
        "variation-down",
        AssistKind::Move,
        |site| {
            let (_, next) = site.siblings()?;
            Some(format!("Move {} after {}", site.variation()?, site.name_of_variation(next?)))
        },
        |site, original| rewrite::move_down(original, site.line()),
    ),
    removal(
        "delete-variation",
        AssistKind::Rewrite,
        |site| Some(format!("Delete {}", site.variation()?)),
        |site, original| rewrite::delete(original, site.line()),
    ),
    row(
        "turn-rest",
        AssistKind::Rewrite,
        |site| {
            let id = site.own_move()?;
            let steps = site.cursor.event.steps(site.cursor.event[id].sequence);
            let is_last = steps.last() == Some(&Step::Move(id));
            (!is_last).then(|| format!("Turn the moves after {} into a variation", site.name_of(id)))
        },
        |site, original| rewrite::turn_rest(original, site.line()),
    ),
];
