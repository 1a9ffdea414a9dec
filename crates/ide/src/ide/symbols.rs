//! `textDocument/documentSymbol`: the outline of events, moves, variations and diagrams.

use std::num::NonZeroU32;
use std::ops::Range;

use super::board::{MAX_TITLE, players, title_of_diagram};
use super::boardless::why_no_board;
use crate::document::{EventView, Snapshot};
use ishi_board::Color;
use ishi_record::record::{Datum, DatumKind, Event, Move, MoveId, MoveTarget, Owner, SequenceId, Step};
use ishi_record::replay::{Visit, Walk};
use ishi_record::syntax::{Keyword, LineKind, Source};
use ishi_text::{Span, clipped};

/// The largest depth of listed variations. Each variation is two levels of the outline, which has at most 60, and each
/// level is two levels of JSON. Many programs read at most 128 levels of JSON, and deeper nesting could exhaust their
/// stacks.
const DEEPEST: usize = 29;

/// How many entries the outline for an editor should have at most. Without a limit, a file of thousands of games would
/// cost the editor and the server a hundred times its own size.
pub const MAX_SYMBOLS: usize = 20_000;

/// The kind of an entry of the outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// A game, problem, joseki, …
    Event,
    /// A move.
    Move,
    /// A variation.
    Variation,
    /// A diagram.
    Diagram,
    /// The setup stones of an event.
    Setup,
}

/// An entry of the outline.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its name; never empty.
    pub name: String,
    /// The detail after the name: the first words of the comment, the players of an event, how many stones or moves.
    pub words: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// The effect of a move; `None` for other entries.
    pub play: Option<Play>,
    /// The span of the whole item, with what belongs to it.
    pub span: Span,
    /// The part to select on a jump; lies within `span`.
    pub selection: Span,
    /// The entries in it.
    pub children: Vec<Symbol>,
}

/// A move, and its effect on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its number; `None` if the line does not say.
    pub number: Option<u32>,
    /// The player who makes the move.
    pub color: Color,
    /// The point, or a pass.
    pub place: MoveTarget,
    /// How many of the opponent's stones it captures.
    pub captured: usize,
    /// How many own stones it captures, because they have no liberty.
    pub died: usize,
    /// Whether it takes a ko; see [`Walk::ko`].
    pub ko: bool,
    /// Whether it leaves an adjacent group of the opponent with a single liberty.
    pub atari: bool,
}

impl Play {
    fn new(played: &Move) -> Self {
        let number = played.number.map(NonZeroU32::get);
        Self { number, color: played.color, place: played.place, captured: 0, died: 0, ko: false, atari: false }
    }

    /// Notes the effect of the last move of the walk.
    fn note(&mut self, walk: &Walk<'_>) {
        self.captured = walk.played().map_or(0, |played| played.captured.len());
        self.died = walk.played().map_or(0, |played| played.self_captured.len());
        self.ko = walk.ko().is_some();
        self.atari = !walk.in_atari().is_empty();
    }

    /// Its effect on the board, in signs and words: `×2, atari`. A pass has no effect; its name shows the pass.
    pub fn effect(&self) -> String {
        let captured = (self.captured > 0).then(|| format!("×{}", self.captured));
        let died = (self.died > 0).then(|| format!("dies ×{}", self.died));
        let words = [self.ko.then_some("ko"), self.atari.then_some("atari")];
        let effects: Vec<String> =
            captured.into_iter().chain(died).chain(words.into_iter().flatten().map(str::to_owned)).collect();
        effects.join(", ")
    }
}

impl Symbol {
    /// The text beside the name: the effect of a move, and the first words of its comment.
    pub fn detail(&self) -> String {
        let effect = self.play.map_or_else(String::new, |play| play.effect());
        match (&*effect, &*self.words) {
            ("", words) => words.to_owned(),
            (_, "") => effect,
            (_, words) => format!("{effect} – {words}"),
        }
    }
}

/// The steps that an outline lists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Detail {
    /// All of them.
    Everything,
    /// Diagrams, and the moves that have a comment or variations.
    Notable,
    /// None: only the events.
    Events,
}

/// The outline (`textDocument/documentSymbol`): events, and in them the setup, moves and diagrams with the variations
/// after them. If there are more than `most` entries, moves without a detail are left out first, then all entries
/// except events, and then the last events.
pub fn symbols(snapshot: &Snapshot, most: usize) -> Vec<Symbol> {
    let detail = detail(snapshot, most);
    snapshot.events().filter(|view| !view.event().is_empty()).take(most).map(|view| event(view, detail)).collect()
}

fn detail(snapshot: &Snapshot, most: usize) -> Detail {
    if snapshot.events().len() > most {
        return Detail::Events;
    }
    let fits = |count: fn(&Event) -> usize| snapshot.events().map(|view| count(view.event())).sum::<usize>() <= most;
    if fits(|event| event.moves.len() + event.sequences.len() + event.diagrams.len()) {
        return Detail::Everything;
    }
    let notable = |event: &Event| {
        let comments = event.data.iter().filter(|datum| datum.kind == DatumKind::Comment).count();
        // A variation, and the move that it replaces.
        comments + 2 * (event.sequences.len() - 1) + event.diagrams.len()
    };
    if fits(notable) { Detail::Notable } else { Detail::Events }
}

fn event(view: EventView<'_>, detail: Detail) -> Symbol {
    let text = view.text();
    let source = view.source(&text);
    let plays = plays(view.event(), detail);
    let outline = OutlineBuilder { source: &source, event: view.event(), base: view.start(), detail, plays };
    let symbol = outline.event();
    match why_no_board(view) {
        Some(reason) if symbol.words.is_empty() => Symbol { words: reason, ..symbol },
        Some(reason) => Symbol { words: format!("{}. {reason}", symbol.words), ..symbol },
        None => symbol,
    }
}

/// The moves of an event with their effects. Effects of moves that are not listed are not computed.
fn plays(event: &Event, detail: Detail) -> Vec<Play> {
    let mut plays: Vec<Play> = event.moves.iter().map(Play::new).collect();
    let mut is_listed = vec![detail == Detail::Everything; plays.len()];
    if detail == Detail::Notable {
        let commented = event.data.iter().filter(|datum| datum.kind == DatumKind::Comment).map(|datum| datum.owner);
        let varied = event.sequences.iter().filter_map(|sequence| sequence.replaces).map(Owner::Move);
        for owner in commented.chain(varied) {
            if let Owner::Move(MoveId(index)) = owner {
                is_listed[index as usize] = true;
            }
        }
    }
    let mut walk = Walk::new(event);
    let mut left = is_listed.iter().filter(|&&is_listed| is_listed).count();
    while left > 0
        && let Some(stop) = walk.next()
    {
        if let Visit::Move(MoveId(index)) = stop
            && is_listed[index as usize]
        {
            plays[index as usize].note(&walk);
            left -= 1;
        }
    }
    plays
}

struct OutlineBuilder<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    base: usize,
    detail: Detail,
    /// The moves with their effects.
    plays: Vec<Play>,
}

impl OutlineBuilder<'_, '_> {
    fn event(&self) -> Symbol {
        let players = players(self.event);
        let (name, words) = match (&*self.event.title, players.is_empty()) {
            ("", true) => ("Event".to_owned(), players),
            ("", false) => (players, String::new()),
            (title, _) => (clipped(title, MAX_TITLE).into_owned(), players),
        };
        let end = self.event.filled_lines;
        let mut children = Vec::new();
        if self.detail != Detail::Events {
            children.extend(self.setup());
            children.extend(self.steps(SequenceId(0), end, 0));
            // A variation on no move is an error, but is still shown.
            let detached = (1..self.event.sequences.len() as u32).map(SequenceId);
            let detached = detached.filter(|&id| self.event.sequence(id).replaces.is_none());
            children.extend(detached.map(|id| self.variation(id, end, 0)));
            children.sort_by_cached_key(|child| child.span);
        }
        let selection = self.selection(self.event.definition.unwrap_or(0));
        Symbol { words, selection, children, ..self.symbol(SymbolKind::Event, name, 0..end) }
    }

    /// An entry for some lines, which selects the first line.
    fn symbol(&self, kind: SymbolKind, name: String, lines: Range<u32>) -> Symbol {
        let first = self.source.lines[lines.start as usize];
        let last = self.source.lines[lines.end.max(lines.start + 1) as usize - 1];
        Symbol {
            name,
            words: String::new(),
            kind,
            play: None,
            span: first.span.to(last.span).shifted(self.base),
            selection: self.selection(lines.start),
            children: Vec::new(),
        }
    }

    /// A line without its indentation.
    fn selection(&self, line: u32) -> Span {
        let line = self.source.lines[line as usize];
        Span { start: line.word.start, end: line.span.end }.shifted(self.base)
    }

    /// The setup of the event as a whole, which is one step even on several lines.
    fn setup(&self) -> Option<Symbol> {
        let setups = self.event.data.iter().filter_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) if datum.owner == Owner::Event => Some((datum.line..datum.end, stones.len())),
            _ => None,
        });
        let (lines, stones) = setups.reduce(|(run, sum), (line, stones)| (run.start..line.end, sum + stones))?;
        let words = format!("{stones} {}", if stones == 1 { "stone" } else { "stones" });
        Some(Symbol { words, ..self.symbol(SymbolKind::Setup, "Setup".into(), lines) })
    }

    /// The moves and diagrams of a sequence that ends before the line `end`. Each contains the variations that begin in
    /// its lines. So variations after a diagram belong to the diagram, whatever move they replace.
    fn steps(&self, id: SequenceId, end: u32, depth: usize) -> Vec<Symbol> {
        let steps = self.event.steps(id);
        let line_of = |step: &Step| match step {
            Step::Move(id) => self.event[*id].line,
            Step::Diagram(id) => self.event.diagram(*id).line,
        };
        let ends = steps.iter().skip(1).map(line_of).chain([end]);
        let mut symbols = Vec::with_capacity(steps.len());
        let mut variations = None;
        for (step, end) in steps.iter().zip(ends) {
            if let Step::Move(id) = *step {
                variations = Some(self.event.variations(id).peekable());
            }
            let lines = line_of(step)..self.last_filled(line_of(step), end);
            let mut children = Vec::new();
            if depth < DEEPEST
                && let Some(variations) = &mut variations
            {
                let starts_here = |id: SequenceId| self.event.sequence(id).line.filter(|line| lines.contains(line));
                while let Some(variation) = variations.next_if(|&id| starts_here(id).is_some()) {
                    // One without ENDVAR goes on as far as it can.
                    let limit = variations.peek().and_then(|&next| starts_here(next)).unwrap_or(lines.end);
                    children.push(self.variation(variation, limit, depth + 1));
                }
            }
            let (name, owner, play) = match *step {
                Step::Move(id) => (self.event[id].to_string(), Owner::Move(id), Some(self.plays[id.0 as usize])),
                Step::Diagram(id) => (title_of_diagram(self.event, id), Owner::Diagram(id), None),
            };
            let kind = if play.is_some() { SymbolKind::Move } else { SymbolKind::Diagram };
            let words = self.comment(owner, &lines);
            if self.detail == Detail::Notable && kind == SymbolKind::Move && words.is_empty() && children.is_empty() {
                continue;
            }
            symbols.push(Symbol { words, play, children, ..self.symbol(kind, name, lines) });
        }
        symbols
    }

    /// The end of an item that begins at `line` and has to end before `end`, without blank lines and the remarks of the
    /// next item.
    fn last_filled(&self, line: u32, end: u32) -> u32 {
        let lines = &self.source.lines[line as usize..end.max(line + 1) as usize];
        let belongs = |kind: LineKind| !matches!(kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
        line + 1 + lines.iter().rposition(|line| belongs(line.kind)).unwrap_or(0) as u32
    }

    /// The title of the first comment on a move or diagram, or else its first words.
    fn comment(&self, owner: Owner, lines: &Range<u32>) -> String {
        let first = self.event.data.partition_point(|datum| datum.line < lines.start);
        let mut data = self.event.data[first..].iter().take_while(|datum| datum.line < lines.end);
        let is_comment = |datum: &&Datum| datum.owner == owner && datum.kind == DatumKind::Comment;
        let Some(comment) = data.find(is_comment) else { return String::new() };
        let lines = &self.source.lines[comment.line as usize..comment.end as usize];
        let title = self.source.free_text(&lines[0]).trim();
        let text = lines.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
        let texts = text.map(|line| self.source.str(line.span).trim());
        // A title of nothing but markers says which points the comment is about, and not what it says.
        let is_title = |text: &&str| text.split_whitespace().any(|word| sign(word).is_none());
        let words = [title].into_iter().chain(texts).find(is_title).unwrap_or(title);
        shortened(&with_signs(words))
    }

    /// A variation, which ends with its ENDVAR or else before the line `limit`.
    fn variation(&self, id: SequenceId, limit: u32, depth: usize) -> Symbol {
        let sequence = self.event.sequence(id);
        let line = sequence.line.unwrap_or(0);
        let name = match &*sequence.marker {
            "" => "Variation".to_owned(),
            marker => format!("Variation {}", clipped(marker, MAX_TITLE)),
        };
        let moves = self.event.steps(id).iter().filter(|step| matches!(step, Step::Move(_))).count();
        let words = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
        let children = self.steps(id, sequence.end.unwrap_or(limit), depth);
        let lines = line..sequence.end.map_or(limit, |end| end + 1);
        Symbol { words, children, ..self.symbol(SymbolKind::Variation, name, lines) }
    }
}

/// How a special marker is shown.
fn sign(word: &str) -> Option<&'static str> {
    Some(match word {
        r"\c" | r"\C" => "√",
        r"\d" | r"\D" => "◊",
        r"\s" | r"\S" => "□",
        r"\t" | r"\T" => "▲",
        _ => return None,
    })
}

/// A text with its special markers as they are shown.
fn with_signs(text: &str) -> String {
    text.split(' ').map(|word| sign(word).unwrap_or(word)).collect::<Vec<_>>().join(" ")
}

/// The first words of a text, as many as fit beside a name.
fn shortened(text: &str) -> String {
    const WIDTH: usize = 50;
    if text.chars().count() <= WIDTH {
        return text.to_owned();
    }
    let cut: String = text.chars().take(WIDTH).collect();
    let words = cut.rfind(' ').map_or(cut.as_str(), |space| &cut[..space]);
    format!("{words} …")
}
