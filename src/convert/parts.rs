//! The events with which a game goes on from a position: what they say before their moves follows from the node.

use std::collections::HashSet;

use super::Loss;
use super::block::without_blocks;
use super::built::SgfBuilder;
use super::step_lines::StepLines;
use super::to_ishi::to_ishi;
use super::whole::filled_events;
use crate::record::meaning;
use crate::sgf;
use crate::syntax::{Following, Keyword, Line, Reader, Source};
use crate::text::Span;

/// The game that an event became, and the event itself where the game may be divided.
pub(super) struct BuiltEvent<'t> {
    /// The game in SGF to which it belongs.
    pub(super) game: usize,
    /// Whether the game goes on with it.
    pub(super) is_part: bool,
    /// The event and where it begins, if its game may have several.
    pub(super) source: Option<(Source<'t>, usize)>,
}

/// How a record would be different if it came back from SGF.
pub(super) struct Differences {
    /// The games of which lines would be lost.
    pub(super) games: HashSet<usize>,
    /// The events that say another position than the node from which they go on.
    pub(super) losses: Vec<Loss>,
}

/// Finds the differences of a record in which these games go on from positions.
pub(super) fn differences(out: &SgfBuilder, divided: &HashSet<usize>, events: &[BuiltEvent<'_>]) -> Differences {
    let sgf = out.text_of(|game| divided.contains(&game));
    let back = to_ishi(&sgf::parse(&sgf), out.charset).text;
    let mut back = filled_events(&back);
    // The events of a game come back one after the other.
    let parted = events.windows(2).filter(|pair| pair[1].is_part && pair[0].game != pair[1].game);
    let mut found = Differences { games: parted.map(|pair| pair[1].game).collect(), losses: Vec::new() };
    for (index, event) in events.iter().enumerate().filter(|(_, event)| divided.contains(&event.game)) {
        let Some((source, at)) = &event.source else { continue };
        let other = back.next().map(|(other, _)| ComparedText::of(&other, event.is_part));
        let own = ComparedText::of(source, event.is_part);
        if other.as_ref().is_none_or(|other| own.rest != other.rest) {
            found.games.insert(event.game);
        } else if other.is_some_and(|other| own.position != other.position) {
            let why = "its title and its stones are those of the node from which the game goes on";
            found.losses.push(Loss { span: Span::empty(*at), what: format!("event {}", index + 1), why });
        }
    }
    found
}

/// The text of an event without the blocks that stand for properties in SGF.
struct ComparedText {
    /// The lines that follow from the node with which the event goes on.
    position: String,
    rest: String,
}

impl ComparedText {
    fn of(source: &Source<'_>, is_part: bool) -> Self {
        let head = StepLines::of(&source.lines).map_or(0, |steps| steps.head().len());
        let head = if is_part { head } else { 0 };
        let text = |lines: &mut dyn Iterator<Item = &Line>| {
            let lines: Vec<&str> = lines.map(|line| source.str(line.span)).collect();
            let lines = without_blocks(&lines.join("\n")).0;
            Reader::new(&lines, Following::NOTHING).map(|source| meaning(&source)).collect::<String>()
        };
        let (head, tree) = source.lines.split_at(head);
        let is_header = |line: &&Line| matches!(line.keyword(), Some(Keyword::Event | Keyword::Setup));
        Self { position: text(&mut head.iter().filter(is_header)), rest: text(&mut tree.iter()) }
    }
}
