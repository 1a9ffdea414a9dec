//! The text of a record as games in SGF.

mod builder;
mod data;
mod encode;
mod event;
mod event_copy;
mod kept_game;
mod line_nodes;
mod parts;
mod step_lines;

use std::collections::HashMap;

use self::builder::{GamePosition, SgfBuilder};
use self::data::EventData;
use self::event::{EventNodes, EventParts, EventWriter};
use self::event_copy::tidied;
use self::kept_game::Unapplied;
use self::parts::{ConvertBack, LinkedEvent, PartLinks, PartStart, Run, lost_games, runs};
use self::step_lines::StepLines;
use super::Loss;
use super::boardless::KeptGame;
use ishi_record::record::{Event, read};
use ishi_record::syntax::Source;
use ishi_text::Span;

pub use self::builder::Sgf;
pub use self::event_copy::CopiedEvent;
pub(super) use self::line_nodes::line_nodes;

/// Converts the text of a record; `back` converts games to a record.
pub(super) fn convert(text: &str, back: ConvertBack) -> Sgf {
    in_order(text, true, back)
}

/// Converts the text of a record in which the order of the lines of a node does not matter.
pub(super) fn convert_in_any_order(text: &str, back: ConvertBack) -> Sgf {
    let games = in_order(text, false, back);
    if games.copied.is_empty() {
        return games;
    }
    let Some(tidy) = tidied(text).map(|text| in_order(&text, false, back)) else { return games };
    // Lines are named where they are in the text.
    if tidy.copied.is_empty() { tidy } else { games }
}

fn in_order(text: &str, has_order: bool, back: ConvertBack) -> Sgf {
    // DOS ended a file with Ctrl-Z, which does not belong to its last event. At the end of a line with other text it
    // may be a part of that text.
    let is_whole_line = |before: &&str| before.is_empty() || before.ends_with(['\n', '\r']);
    let text = text.strip_suffix(DOS_END_OF_FILE).filter(is_whole_line).unwrap_or(text);
    let mut out = SgfBuilder::new(has_order);
    for run in runs(text) {
        add_run(&mut out, &run, back);
    }
    out.finish()
}

/// Ctrl-Z.
const DOS_END_OF_FILE: char = '\u{1a}';

/// Adds the games of the events of a run.
fn add_run(out: &mut SgfBuilder, run: &Run<'_>, back: ConvertBack) {
    let before = out.checkpoint();
    let mut links = PartLinks::of(run);
    let events = add_events(out, run, &links);
    if links.is_empty() {
        return;
    }
    let mut losses = Vec::new();
    let lost = lost_games(out, &events, back, &mut losses);
    if !lost.is_empty() {
        // Whether a game of several events comes back depends on everything that was written of it, so this alone is
        // known only afterwards. Building again once is enough: a game depends on its own events and their links alone,
        // so the other games are as before, and those without links are never compared.
        links.divide(&lost);
        out.roll_back(&before);
        add_events(out, run, &links);
    }
    out.add_losses(&before, losses);
}

/// Adds the games of the events of a run. Returns the events of games that may have several events.
fn add_events<'r>(out: &mut SgfBuilder, run: &'r Run<'_>, links: &PartLinks) -> Vec<LinkedEvent<'r>> {
    let mut events = Vec::new();
    let mut diagrams = links.diagrams();
    let mut positions = HashMap::new();
    for (index, (source, at)) in run.events() {
        let from = links.start_of(index).and_then(|start| positions.get(&start).copied());
        let parts = EventParts { from, starts: diagrams.remove(&index).unwrap_or_default() };
        let first = links.first_of(index);
        let nodes = add_event(out, source, *at, &parts, first.is_some());
        let Some(first) = first else { continue };
        let (game, is_regular) = (out.game(), nodes.is_some());
        for &diagram in &parts.starts {
            let node = nodes.as_ref().and_then(|nodes| nodes.of_diagram(diagram));
            positions.extend(node.map(|node| (PartStart { event: index, diagram }, GamePosition { game, node })));
        }
        events.push(LinkedEvent { index, first, game, is_regular, source, at: *at });
    }
    events
}

/// Adds the game of an event that begins at `at`, and returns its nodes. If the event can't be rebuilt from the nodes
/// of its game, the game keeps the text of the event, and no nodes are returned. `is_linked` says whether the game may
/// have other events.
fn add_event(
    out: &mut SgfBuilder,
    source: &Source<'_>,
    at: usize,
    parts: &EventParts,
    is_linked: bool,
) -> Option<EventNodes> {
    let reading = read(source);
    if parts.from.is_none()
        && let Some(kept) = KeptGame::of(source, &reading.event)
    {
        add_kept_game(out, source, &reading.event, at, &kept);
        return None;
    }
    let (before, game) = (out.checkpoint(), out.games());
    let mut data = EventData::of(source, &reading.event);
    if let Some(lines) = StepLines::plain(source, &reading)
        && let Ok(nodes) = EventWriter::new(out, &mut data, at, Some(lines), parts).write()
        && (is_linked || !out.is_misnamed(out.game()))
    {
        return Some(nodes);
    }
    // Not all that makes an event irregular can be found out before.
    out.roll_back(&before);
    let _ = EventWriter::new(out, &mut data, at, None, &EventParts::default()).write();
    let lines: Vec<&str> = source.lines.iter().map(|line| source.str(line.span)).collect();
    out.keep_event(game, &lines.join("\n"));
    let whole = CopiedEvent::new(source, &reading, at);
    let why = "its lines are kept in a property of their own, and other programs see only what could be read";
    out.losses.push(Loss { span: Span::empty(whole.span.start as usize), what: format!("event {}", game + 1), why });
    out.copied.push(whole);
    None
}

/// Adds the game that an event keeps, with the headers of the event. Reports the other lines, which the game has no
/// place for.
fn add_kept_game(out: &mut SgfBuilder, source: &Source<'_>, event: &Event, at: usize, kept: &KeptGame) {
    out.add_raw_game(kept.with_headers(event).unwrap_or_else(|| kept.text.clone()));
    if let Some(charset) = kept.charset {
        out.charset.get_or_insert(charset);
    }
    for Unapplied { line, why } in kept.unapplied(source, event) {
        let span = source.lines[line as usize].span;
        let what = source.str(span).trim().to_owned();
        let loss = Loss { span: span.shifted(at), what, why };
        out.losses.push(loss.clone());
        out.unapplied.push(loss);
    }
}
