//! The events in which a game continues from a position. They are determined before any event is written.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::builder::SgfBuilder;
use super::data::EventData;
use super::event_copy::filled_events;
use super::step_lines::{StepLines, is_head_of_part};
use crate::convert::Loss;
use crate::convert::block::{SgfBlock, without_blocks};
use crate::convert::content::{NodePlace, has_stones};
use crate::convert::node::{NodeLines, merge};
use ishi_board::BoardSize;
use ishi_record::record::{DiagramId, Owner, meaning, read};
use ishi_record::syntax::{Following, Keyword, Line, Reader, Source};
use ishi_sgf::{self as sgf, Charset, Collection};
use ishi_text::Span;

/// A diagram with stones from which a game continues in another event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct PartStart {
    /// The index of its event among the filled ones.
    pub(super) event: usize,
    pub(super) diagram: DiagramId,
}

/// Consecutive events of a record that may belong to one game: each has a line that may number a part. Any other event
/// is a run of its own.
pub(super) struct Run<'t> {
    /// The index of the first one among the filled events.
    first: usize,
    /// The events, and where each begins in the text.
    events: Vec<(Source<'t>, usize)>,
}

impl<'t> Run<'t> {
    /// The events, with their indices among the filled ones.
    pub(super) fn events(&self) -> impl Iterator<Item = (usize, &(Source<'t>, usize))> {
        (self.first..).zip(&self.events)
    }
}

/// Divides the filled events of a text into runs. The events of a game come back from SGF one after the other, so it
/// never has events of two runs.
pub(super) fn runs(text: &str) -> impl Iterator<Item = Run<'_>> {
    let mut rest = filled_events(text).peekable();
    let mut first = 0;
    std::iter::from_fn(move || {
        let mut events = vec![rest.next()?];
        if may_have_parts(events[0].0.text) {
            events.extend(std::iter::from_fn(|| rest.next_if(|(source, _)| may_have_parts(source.text))));
        }
        let run = Run { first, events };
        first += run.events.len();
        Some(run)
    })
}

/// The events of a record in which games continue.
#[derive(Default)]
pub(super) struct PartLinks {
    /// The start of each such event.
    starts: BTreeMap<usize, PartStart>,
    /// For each event of a game with several events, the first event of the game.
    firsts: BTreeMap<usize, usize>,
}

impl PartLinks {
    /// Finds the links in a run: an event continues from an earlier diagram with the same number and board size. If
    /// there are several such diagrams, the first is used; if several events have the same number, the first event
    /// continues.
    pub(super) fn of(run: &Run<'_>) -> Self {
        let mut links = Self::default();
        if run.events.len() == 1 {
            return links;
        }
        let mut open: HashMap<u32, (PartStart, BoardSize)> = HashMap::new();
        for (event, (source, _)) in run.events() {
            let reading = read(source);
            let size = reading.event.board_size;
            let mut data = EventData::of(source, &reading.event);
            if let Some(lines) = StepLines::plain(source, &reading)
                && let Some(number) = part_of_head(&mut data, &lines)
                && open.get(&number).is_some_and(|(_, size_before)| *size_before == size)
                && let Some((start, _)) = open.remove(&number)
            {
                links.add(start, event);
            }
            for diagram in (0..reading.event.diagrams.len() as u32).map(DiagramId) {
                if let Some(number) = part_of_diagram(&mut data, diagram, size) {
                    open.entry(number).or_insert((PartStart { event, diagram }, size));
                }
            }
        }
        links
    }

    fn add(&mut self, start: PartStart, event: usize) {
        let first = *self.firsts.entry(start.event).or_insert(start.event);
        self.firsts.insert(event, first);
        self.starts.insert(event, start);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.starts.is_empty()
    }

    /// The diagram from which an event continues; `None` if the event begins a game.
    pub(super) fn start_of(&self, event: usize) -> Option<PartStart> {
        self.starts.get(&event).copied()
    }

    /// The first event of the game of an event; `None` if the game has no other events.
    pub(super) fn first_of(&self, event: usize) -> Option<usize> {
        self.firsts.get(&event).copied()
    }

    /// For each event the diagrams from which other events continue.
    pub(super) fn diagrams(&self) -> HashMap<usize, Vec<DiagramId>> {
        let mut diagrams: HashMap<usize, Vec<DiagramId>> = HashMap::new();
        for start in self.starts.values() {
            diagrams.entry(start.event).or_default().push(start.diagram);
        }
        diagrams
    }

    /// Makes each event of the games with these first events a game of its own.
    pub(super) fn divide(&mut self, firsts: &HashSet<usize>) {
        self.starts.retain(|event, _| !firsts.contains(&self.firsts[event]));
        self.firsts.retain(|_, first| !firsts.contains(first));
    }
}

/// Whether a text may have a line of a block that numbers a part. Few texts have one.
fn may_have_parts(text: &str) -> bool {
    let is_line_end = |at: usize| matches!(text.as_bytes()[at], b'\n' | b'\r');
    memchr::memmem::find_iter(text.as_bytes(), b"part ").any(|at| at > 0 && is_line_end(at - 1))
}

/// The number of the part that an event continues, if its lines before the moves have no other content.
fn part_of_head(data: &mut EventData<'_, '_>, lines: &StepLines<'_>) -> Option<u32> {
    let SgfBlock { part, game, .. } = *data.of_nodes(Owner::Event).0.block?;
    part.filter(|_| game.is_none() && is_head_of_part(data.source(), lines.head()))
}

/// The number of the part that continues from a diagram, if the diagram has stones.
fn part_of_diagram(data: &mut EventData<'_, '_>, diagram: DiagramId, size: BoardSize) -> Option<u32> {
    let (items, block) = data.of_nodes(Owner::Diagram(diagram)).0.into_parts();
    let part = block.as_ref()?.part?;
    let place = NodePlace::first(size.get());
    let (properties, _) = merge(items, block.as_deref(), NodeLines::Diagram, place);
    let mut properties = properties.iter();
    properties.any(|property| has_stones(&property.name(), property.values.iter())).then_some(part)
}

/// An event, already written, of a game that may have several.
pub(super) struct LinkedEvent<'t> {
    /// Its index among the filled events.
    pub(super) index: usize,
    /// The first event of the game.
    pub(super) first: usize,
    /// The game in SGF that the event became, or that it continues.
    pub(super) game: usize,
    /// Whether nodes express the whole event.
    pub(super) is_regular: bool,
    pub(super) source: &'t Source<'t>,
    /// Where it begins in the text.
    pub(super) at: usize,
}

/// Converts games, which were read from a file in this charset, to the text of a record.
pub(super) type ConvertBack = fn(&Collection<'_>, Option<Charset>) -> String;

/// Finds the games whose lines would be lost if the record were converted back from SGF, by their first events. Adds to
/// `losses` the events of other games whose position differs from the node from which they continue.
///
/// Each game is converted separately, so this does not depend on other games.
pub(super) fn lost_games(
    out: &SgfBuilder,
    events: &[LinkedEvent<'_>],
    back: ConvertBack,
    losses: &mut Vec<Loss>,
) -> HashSet<usize> {
    let mut games: BTreeMap<usize, Vec<&LinkedEvent<'_>>> = BTreeMap::new();
    for event in events {
        games.entry(event.first).or_default().push(event);
    }
    let mut lost = HashSet::new();
    for (first, events) in games {
        match losses_of_game(out, &events, back) {
            Some(of_game) => losses.extend(of_game),
            None => {
                lost.insert(first);
            }
        }
    }
    lost
}

/// The events of a game whose positions differ from their nodes; `None` if lines of the game would be lost.
fn losses_of_game(out: &SgfBuilder, events: &[&LinkedEvent<'_>], back: ConvertBack) -> Option<Vec<Loss>> {
    let game = events.first()?.game;
    let is_of_game = |event: &&LinkedEvent<'_>| event.is_regular && event.game == game;
    // The events of a game come back one after the other.
    let is_in_row = events.windows(2).all(|pair| pair[0].index + 1 == pair[1].index);
    if !events.iter().all(is_of_game) || !is_in_row || out.is_misnamed(game) {
        return None;
    }
    let record = back(&sgf::parse(&out.text_of(game)), out.charset);
    let mut back = filled_events(&record);
    let mut losses = Vec::new();
    for event in events {
        let is_part = event.index != event.first;
        let (converted, _) = back.next()?;
        let (original, converted) = (ComparedText::of(event.source, is_part), ComparedText::of(&converted, is_part));
        if original.rest != converted.rest {
            return None;
        }
        if original.position != converted.position {
            let why = "its title and its stones are those of the node from which the game goes on";
            losses.push(Loss { span: Span::empty(event.at), what: format!("event {}", event.index + 1), why });
        }
    }
    back.next().is_none().then_some(losses)
}

/// The text of an event without the blocks that stand for properties in SGF.
struct ComparedText {
    /// The lines that follow from the node that the event continues.
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
