use std::ops::Range;

use crate::document::{EventView, Snapshot};
use crate::record::{Datum, DatumKind, DiagramId, Event, MoveId, Owner, Place, Region, SequenceId, Step};
use crate::syntax::{Keyword, LineKind, Source};
use crate::text::Span;

/// How deep variations are listed. An editor could not show more, and nesting is what a text could use to
/// exhaust a client's stack.
const DEEPEST: usize = 40;

/// How many entries an outline has at most, if leaving out moves can make it so. A file of thousands of games would
/// otherwise cost its client, and us, a hundred times its own size.
const MOST: usize = 20_000;

/// What an entry of the outline is.
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
    /// What is said beside the name.
    pub detail: String,
    /// What it is.
    pub kind: SymbolKind,
    /// All of it.
    pub span: Span,
    /// The part to select on a jump; lies within `span`.
    pub selection: Span,
    /// What lies in it.
    pub children: Vec<Symbol>,
}

/// Which steps an outline lists.
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
/// behind them. Where these are too many, first the moves are left out of which nothing is said, and then all.
pub fn symbols(snapshot: &Snapshot) -> Vec<Symbol> {
    let detail = detail(snapshot);
    snapshot.events().filter(|view| !view.event().is_empty()).map(|view| event(view, detail)).collect()
}

fn detail(snapshot: &Snapshot) -> Detail {
    let fits = |count: fn(&Event) -> usize| snapshot.events().map(|view| count(view.event())).sum::<usize>() <= MOST;
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
    let source = Source::of_event(&text, view.is_last());
    let outline = Outline { source: &source, event: view.event(), base: view.start(), detail };
    outline.event()
}

struct Outline<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    base: usize,
    detail: Detail,
}

impl Outline<'_, '_> {
    fn event(&self) -> Symbol {
        let players = [Keyword::Black, Keyword::White].map(|keyword| self.event.header(keyword).unwrap_or_default());
        let players = match players {
            ["", ""] => String::new(),
            players => players.map(|name| if name.is_empty() { "?" } else { name }).join(" – "),
        };
        let (name, detail) = match (&*self.event.title, players.is_empty()) {
            ("", true) => ("Event".to_owned(), players),
            ("", false) => (players, String::new()),
            (title, _) => (title.to_owned(), players),
        };
        let end = self.event.filled_lines;
        let mut children = Vec::new();
        if self.detail != Detail::Events {
            children.extend(self.setup());
            children.extend(self.steps(SequenceId(0), end, 0));
            // A variation on no move is in error, and is shown all the same.
            let orphans = (1..self.event.sequences.len() as u32).map(SequenceId);
            let orphans = orphans.filter(|&id| self.event.sequence(id).replaces.is_none());
            children.extend(orphans.map(|id| self.variation(id, end, 0)));
            children.sort_by_key(|child| child.span);
        }
        let selection = self.selection(self.event.definition.unwrap_or(0));
        Symbol { detail, selection, children, ..self.symbol(SymbolKind::Event, name, 0..end) }
    }

    /// An entry for some lines, of which the first is the one to select.
    fn symbol(&self, kind: SymbolKind, name: String, lines: Range<u32>) -> Symbol {
        let first = self.source.lines[lines.start as usize];
        let last = self.source.lines[lines.end.max(lines.start + 1) as usize - 1];
        Symbol {
            name,
            detail: String::new(),
            kind,
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

    /// The setup of the event as a whole, which is one step on however many lines.
    fn setup(&self) -> Option<Symbol> {
        let setups = self.event.data.iter().filter_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) if datum.owner == Owner::Event => Some((datum.line..datum.end, stones.len())),
            _ => None,
        });
        let (lines, stones) = setups.reduce(|(all, sum), (line, stones)| (all.start..line.end, sum + stones))?;
        let detail = format!("{stones} {}", if stones == 1 { "stone" } else { "stones" });
        Some(Symbol { detail, ..self.symbol(SymbolKind::Setup, "Setup".into(), lines) })
    }

    /// The moves and diagrams of a sequence that ends before the line `end`. Each holds the variations that begin
    /// in its lines, so behind a diagram they are the diagram's, whatever move they replace.
    fn steps(&self, id: SequenceId, end: u32, depth: usize) -> Vec<Symbol> {
        let steps = &self.event.sequence(id).steps;
        let line_of = |step: &Step| match step {
            Step::Move(id) => self.event.r#move(*id).line,
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
            let (name, owner, kind) = match *step {
                Step::Move(id) => (self.name_of_move(id), Owner::Move(id), SymbolKind::Move),
                Step::Diagram(id) => (self.name_of_diagram(id), Owner::Diagram(id), SymbolKind::Diagram),
            };
            let detail = self.comment(owner, &lines);
            if self.detail == Detail::Notable && kind == SymbolKind::Move && detail.is_empty() && children.is_empty() {
                continue;
            }
            symbols.push(Symbol { detail, children, ..self.symbol(kind, name, lines) });
        }
        symbols
    }

    /// The end of an item that begins at `line` and has to end before `end`: blank lines and the remarks of what
    /// follows do not belong to it.
    fn last_filled(&self, line: u32, end: u32) -> u32 {
        let lines = &self.source.lines[line as usize..end.max(line + 1) as usize];
        let belongs = |kind: LineKind| !matches!(kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
        line + 1 + lines.iter().rposition(|line| belongs(line.kind)).unwrap_or(0) as u32
    }

    fn name_of_move(&self, id: MoveId) -> String {
        let found = self.event.r#move(id);
        let number = found.number.map_or("?".to_owned(), |number| number.to_string());
        let place = match found.place {
            Place::Point(point) => point.to_string(),
            Place::Pass => "pass".to_owned(),
            Place::Unknown => "?".to_owned(),
        };
        format!("{} {number} {place}", found.color.letter())
    }

    fn name_of_diagram(&self, id: DiagramId) -> String {
        match self.event.diagram(id).region {
            Region::Board => "Diagram".to_owned(),
            Region::Square(size) => format!("Diagram {size}"),
            Region::Corners(from, to) => format!("Diagram {from} {to}"),
        }
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
        shortened([title].into_iter().chain(texts).find(|text| !text.is_empty()).unwrap_or_default())
    }

    /// A variation, which ends with its ENDVAR or else before the line `limit`.
    fn variation(&self, id: SequenceId, limit: u32, depth: usize) -> Symbol {
        let sequence = self.event.sequence(id);
        let line = sequence.line.unwrap_or(0);
        let name = match &*sequence.marker {
            "" => "Variation".to_owned(),
            marker => format!("Variation {marker}"),
        };
        let moves = sequence.steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        let detail = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
        let children = self.steps(id, sequence.end.unwrap_or(limit), depth);
        let lines = line..sequence.end.map_or(limit, |end| end + 1);
        Symbol { detail, children, ..self.symbol(SymbolKind::Variation, name, lines) }
    }
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
