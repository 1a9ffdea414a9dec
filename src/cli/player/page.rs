//! The page of a game, from the template and the script that `scripts/web player` builds.

use ishi_ide::ide::PlayerGame;
use ishi_text::escape_html;

/// The script of the element `<ishi-player>`.
pub(super) const SCRIPT: &str = include_str!("ishi-player.js");

/// The page without its game, title and script. Its policy allows only this script and its own style.
const PAGE: &str = include_str!("page.html");

/// The title of a page whose game has neither a title nor players.
const UNTITLED: &str = "Game";

/// Returns the page of a game, whose moves are guessed if `guess` says so.
pub(super) fn html(game: &PlayerGame, guess: bool) -> String {
    let title = escape_html(if game.title().is_empty() { UNTITLED } else { game.title() });
    let attributes = if guess { " guess" } else { "" };
    let json = game.json();
    let parts = [("title", title.as_str()), ("attributes", attributes), ("game", json.as_str()), ("script", SCRIPT)];
    let mut page = String::with_capacity(PAGE.len() + json.len() + SCRIPT.len() + 2 * title.len());
    let mut rest = PAGE;
    // What is put in may look like a marker.
    while let Some((before, after)) = rest.split_once("<!--") {
        let (name, after) = after.split_once("-->").unwrap_or((after, ""));
        page += before;
        page += parts.iter().find(|(part, _)| *part == name).map_or("", |(_, content)| content);
        rest = after;
    }
    page + rest
}

#[cfg(test)]
mod tests {
    use super::{PAGE, SCRIPT};

    #[test]
    fn the_script_ends_where_its_element_ends() {
        let script = SCRIPT.to_ascii_lowercase();
        assert!(["</script", "<script", "<!--"].iter().all(|end| !script.contains(end)));
        assert!(["title", "attributes", "game", "script"].iter().all(|part| PAGE.contains(&format!("<!--{part}-->"))));
    }
}
