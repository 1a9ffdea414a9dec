//! The text of a record as games in SGF.

use super::Loss;
use super::built::{Sgf, SgfBuilder};
use super::event::EventWriter;
use super::step_lines::{StepLines, has_plain_lines};
use crate::record::read;
use crate::syntax::{Reader, Source};
use crate::text::Span;

/// Converts the text of a record.
///
/// ```
/// use ishi::convert;
///
/// let games = convert::to_sgf("EVENT Final\nB 1 Q16\n  VAR\n  B 1 D4\n  ENDVAR\nW 2 D4\n");
/// assert_eq!(games.text, "(;FF[4]GM[1]CA[UTF-8]AP[ishi:1]GN[Final]\n(;B[pd];W[dp])\n(;B[dp]))\n");
/// ```
pub fn to_sgf(text: &str) -> Sgf {
    let out = build(text, SgfBuilder::default());
    let unused = out.unused_parts();
    // A node has to keep the number of a part that no event goes on with. That shows only at the end, and is rare.
    let out = if unused.is_empty() { out } else { build(text, SgfBuilder::without_parts(unused)) };
    out.finish()
}

fn build(text: &str, mut out: SgfBuilder) -> SgfBuilder {
    let mut at = 0;
    for source in Reader::of_file(text) {
        if source.lines.iter().any(|line| !source.str(line.span).trim().is_empty()) {
            add_event(&mut out, &source, at);
        }
        at += source.text.len();
    }
    out
}

/// Adds the game of an event that begins at `at`. Where the event can't be rebuilt from the nodes of its game, the game
/// keeps its text.
fn add_event(out: &mut SgfBuilder, source: &Source<'_>, at: usize) {
    let reading = read(source);
    let event = &reading.event;
    let (before, game) = (out.checkpoint(), out.games());
    let is_plain = reading.misfits.is_empty() && source.faults.is_empty() && has_plain_lines(source);
    if is_plain
        && let Ok(lines) = StepLines::of(&source.lines)
        && EventWriter::new(out, source, event, at, Some(lines)).write().is_ok()
    {
        return;
    }
    // Not all that makes an event irregular can be found out before.
    out.roll_back(&before);
    let _ = EventWriter::new(out, source, event, at, None).write();
    let lines: Vec<&str> = source.lines.iter().map(|line| source.str(line.span)).collect();
    out.keep_event(game, &lines.join("\n"));
    let why = "its lines are kept in a property of their own, and other programs see only what could be read";
    out.losses.push(Loss { span: Span::empty(at), what: format!("event {}", game + 1), why });
}
