//! The text of a record as games in SGF.

use std::collections::HashSet;

use super::Loss;
use super::built::{PartStart, Sgf, SgfBuilder};
use super::data::EventData;
use super::event::EventWriter;
use super::parts::{BuiltEvent, Differences, differences};
use super::step_lines::{StepLines, has_plain_lines};
use super::whole::{WholeEvent, filled_events, tidied};
use crate::record::{Datum, Event, Misfit, Owner, SequenceId, Step, read};
use crate::syntax::Source;
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
    convert(text, true)
}

/// Converts the record of games that were edited in SGF: in which order the lines of a node stand does not count, and
/// moves may be locations alone.
pub fn to_sgf_in_any_order(text: &str) -> Sgf {
    let games = convert(text, false);
    if games.whole.is_empty() {
        return games;
    }
    let Some(tidy) = tidied(text).map(|text| convert(&text, false)) else { return games };
    // Lines are named where they are in the text.
    if tidy.whole.is_empty() { tidy } else { games }
}

fn convert(text: &str, has_order: bool) -> Sgf {
    let mut kept_numbers = HashSet::new();
    let mut kept_events = HashSet::new();
    let mut were_lost = false;
    loop {
        let (out, events) = build(text, SgfBuilder::new(kept_numbers.clone(), has_order), &kept_events);
        // A node has to keep the number of a part that no event goes on with. That shows only at the end, and is rare.
        let unused = out.unused_parts();
        if !unused.is_empty() {
            kept_numbers.extend(unused);
            continue;
        }
        // Which long names a game has shows only at the end, too.
        let misnamed = out.misnamed();
        let is_misnamed = |event: &BuiltEvent<'_>| !event.is_part && misnamed.contains(&event.game);
        let misnamed = events.iter().enumerate().filter(|(_, event)| is_misnamed(event)).map(|(index, _)| index);
        let count = kept_events.len();
        kept_events.extend(misnamed);
        if kept_events.len() > count {
            continue;
        }
        let parts = out.taken_parts();
        let divided: HashSet<usize> = parts.iter().map(|part| part.game).collect();
        if divided.is_empty() {
            return out.finish();
        }
        let Differences { games, losses } = differences(&out, &divided, &events);
        // If games depend on each other after all, none of them is divided.
        let is_lost = |part: &&PartStart| games.contains(&part.game) || were_lost && !games.is_empty();
        let lost: Vec<u32> = parts.iter().filter(is_lost).map(|part| part.number).collect();
        if lost.is_empty() {
            let mut sgf = out.finish();
            sgf.losses.extend(losses);
            sgf.losses.sort_by_cached_key(|loss| loss.span);
            return sgf;
        }
        kept_numbers.extend(lost);
        were_lost = true;
    }
}

/// Builds the games of all events; of those at the places `kept`, games keep the text.
fn build<'t>(text: &'t str, mut out: SgfBuilder, kept: &HashSet<usize>) -> (SgfBuilder, Vec<BuiltEvent<'t>>) {
    let mut events = Vec::new();
    for (index, (source, at)) in filled_events(text).enumerate() {
        let (taken, known) = (out.taken_parts().len(), out.known_parts());
        add_event(&mut out, &source, at, kept.contains(&index));
        let is_part = out.taken_parts().len() > taken;
        let may_be_divided = is_part || out.known_parts() > known;
        events.push(BuiltEvent { game: out.game(), is_part, source: may_be_divided.then_some((source, at)) });
    }
    (out, events)
}

/// Adds the game of an event that begins at `at`. Where the event can't be rebuilt from the nodes of its game, or
/// `is_kept`, the game keeps its text.
fn add_event(out: &mut SgfBuilder, source: &Source<'_>, at: usize, is_kept: bool) {
    let reading = read(source);
    let event = &reading.event;
    let (before, game) = (out.checkpoint(), out.games());
    let mut data = EventData::of(source, event);
    let is_plain = !is_kept
        && reading.misfits.iter().all(|misfit| matches!(misfit, Misfit::Dangling(_)))
        && source.faults.is_empty()
        && has_plain_variations(event)
        && has_plain_lines(source);
    if is_plain
        && let Ok(lines) = StepLines::of(&source.lines)
        && EventWriter::new(out, &mut data, at, Some(lines)).write().is_ok()
    {
        return;
    }
    // Not all that makes an event irregular can be found out before.
    out.roll_back(&before);
    let _ = EventWriter::new(out, &mut data, at, None).write();
    let lines: Vec<&str> = source.lines.iter().map(|line| source.str(line.span)).collect();
    out.keep_event(game, &lines.join("\n"));
    let whole = WholeEvent::new(source, &reading, at);
    let why = "its lines are kept in a property of their own, and other programs see only what could be read";
    out.losses.push(Loss { span: Span::empty(whole.span.start as usize), what: format!("event {}", game + 1), why });
    out.whole.push(whole);
}

/// Whether nothing is said of a variation before its first move, and no variation begins with a move that has
/// variations itself: in SGF they would be variations of the same move.
fn has_plain_variations(event: &Event) -> bool {
    let is_of_variation = |datum: &Datum| matches!(datum.owner, Owner::Variation(_));
    let mut variations = (1..event.sequences.len() as u32).map(SequenceId);
    let is_varied = |id| match event.steps(id).first() {
        Some(&Step::Move(first)) => event.variations(first).next().is_some(),
        _ => false,
    };
    !event.data.iter().any(is_of_variation) && !variations.any(is_varied)
}
