use crate::document::{EventView, Snapshot};
use crate::record::{DatumKind, Event, MoveId, Owner, Place, Region, SequenceId, Step};
use crate::syntax::{Keyword, LineKind, Source};
use crate::text::Span;

/// How deep variations are listed. An editor could not show more, and nesting is what a text could use to
/// exhaust a client's stack.
const DEEPEST: usize = 40;

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

/// The outline (`textDocument/documentSymbol`): events, and in them the setup, moves, variations under the move
/// that they replace, and diagrams.
pub fn symbols(snapshot: &Snapshot) -> Vec<Symbol> {
    snapshot.events().filter(|view| !view.event().is_empty()).map(event).collect()
}

fn event(view: EventView<'_>) -> Symbol {
    let text = view.text();
    let source = Source::of_event(&text, view.is_last());
    let outline = Outline { source: &source, event: view.event(), base: view.start() };
    outline.event()
}

struct Outline<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    base: usize,
}

impl Outline<'_, '_> {
    fn event(&self) -> Symbol {
        let players = [Keyword::Black, Keyword::White].map(|keyword| self.event.header(keyword).unwrap_or_default());
        let players = match players {
            ["", ""] => String::new(),
            [black, white] => format!("{black} – {white}"),
        };
        let (name, detail) = match (&*self.event.title, players.is_empty()) {
            ("", true) => ("Event".to_owned(), players),
            ("", false) => (players, String::new()),
            (title, _) => (title.to_owned(), players),
        };
        let first = self.event.definition.unwrap_or(0);
        let mut children: Vec<Symbol> = self.setup(Owner::Event).into_iter().collect();
        children.extend(self.steps(SequenceId(0), 0));
        // A variation on no move is in error, and is shown all the same.
        let orphans = (1..self.event.sequences.len() as u32).map(SequenceId);
        children
            .extend(orphans.filter(|&id| self.event.sequence(id).replaces.is_none()).map(|id| self.variation(id, 0)));
        children.sort_by_key(|child| child.span);
        self.symbol(name, detail, SymbolKind::Event, (0, first, self.event.filled_lines), children)
    }

    /// An entry from one line to another, and the line to select in between.
    fn symbol(
        &self,
        name: String,
        detail: String,
        kind: SymbolKind,
        lines: (u32, u32, u32),
        children: Vec<Symbol>,
    ) -> Symbol {
        let (from, select, to) = lines;
        let line = |index: u32| &self.source.lines[(index as usize).min(self.source.lines.len() - 1)];
        let start = line(from).span.start as usize;
        let end = line(to.max(from + 1) - 1).span.end as usize;
        let selection = line(select);
        let selection = Span { start: selection.word.start, end: selection.span.end };
        Symbol {
            name,
            detail,
            kind,
            span: Span::new(start, end).to(selection).shifted(self.base),
            selection: selection.shifted(self.base),
            children,
        }
    }

    fn setup(&self, owner: Owner) -> Option<Symbol> {
        let mut setups = self.event.data.iter().filter_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) if datum.owner == owner => Some((datum.line, stones.len())),
            _ => None,
        });
        let (first, stones) = setups.next()?;
        let (last, stones) = setups.fold((first, stones), |(_, sum), (line, count)| (line, sum + count));
        let detail = format!("{stones} {}", if stones == 1 { "stone" } else { "stones" });
        Some(self.symbol("Setup".into(), detail, SymbolKind::Setup, (first, first, last + 1), Vec::new()))
    }

    fn steps(&self, id: SequenceId, depth: usize) -> Vec<Symbol> {
        let sequence = self.event.sequence(id);
        let line_of = |step: &Step| match step {
            Step::Move(id) => self.event.r#move(*id).line,
            Step::Diagram(id) => self.event.diagram(*id).line,
        };
        let end = sequence.end.unwrap_or(self.event.filled_lines);
        let ends = sequence.steps.iter().skip(1).map(line_of).chain([end]);
        sequence
            .steps
            .iter()
            .zip(ends)
            .map(|(step, end)| {
                let line = line_of(step);
                let lines = (line, line, self.last_filled(line, end));
                match *step {
                    Step::Move(id) => self.r#move(id, lines, depth),
                    Step::Diagram(id) => {
                        let region = match self.event.diagram(id).region {
                            Region::Board => String::new(),
                            Region::Square(size) => size.to_string(),
                            Region::Corners(from, to) => format!("{from} {to}"),
                        };
                        self.symbol("Diagram".into(), region, SymbolKind::Diagram, lines, Vec::new())
                    }
                }
            })
            .collect()
    }

    /// The end of an item that begins at `line` and has to end before `end`: blank lines and the remarks of what
    /// follows do not belong to it.
    fn last_filled(&self, line: u32, end: u32) -> u32 {
        let lines = &self.source.lines[line as usize..end.max(line + 1) as usize];
        let belongs = |kind: LineKind| !matches!(kind, LineKind::Blank | LineKind::Data(Keyword::Remark));
        line + 1 + lines.iter().rposition(|line| belongs(line.kind)).unwrap_or(0) as u32
    }

    fn r#move(&self, id: MoveId, lines: (u32, u32, u32), depth: usize) -> Symbol {
        let found = self.event.r#move(id);
        let number = found.number.map_or("?".to_owned(), |number| number.to_string());
        let place = match found.place {
            Place::Point(point) => point.to_string(),
            Place::Pass => "pass".to_owned(),
            Place::Unknown => "?".to_owned(),
        };
        let name = format!("{} {number} {place}", found.color.letter());
        let variations: Vec<Symbol> = if depth < DEEPEST {
            self.event.variations(id).map(|variation| self.variation(variation, depth + 1)).collect()
        } else {
            Vec::new()
        };
        self.symbol(name, self.comment(lines.0, lines.2), SymbolKind::Move, lines, variations)
    }

    /// The title of the first comment directly on an item, or the comment's first line.
    fn comment(&self, line: u32, end: u32) -> String {
        let first = self.event.data.partition_point(|datum| datum.line < line);
        let comment = self.event.data[first..]
            .iter()
            .take_while(|datum| datum.line < end)
            .find(|datum| datum.kind == DatumKind::Comment);
        let Some(comment) = comment else { return String::new() };
        let on_other_step = self.source.lines[line as usize + 1..comment.line as usize]
            .iter()
            .any(|line| line.keyword() == Some(Keyword::Var));
        if on_other_step {
            return String::new();
        }
        let title = self.source.free_text(&self.source.lines[comment.line as usize]).trim();
        let text = self.source.lines[comment.line as usize + 1..comment.end as usize]
            .iter()
            .filter(|line| matches!(line.kind, LineKind::Text(_)))
            .map(|line| self.source.str(line.span).trim());
        let words = [title].into_iter().chain(text).find(|text| !text.is_empty()).unwrap_or_default();
        shortened(words)
    }

    fn variation(&self, id: SequenceId, depth: usize) -> Symbol {
        let sequence = self.event.sequence(id);
        let line = sequence.line.unwrap_or(0);
        let end = sequence.end.map_or(self.event.filled_lines, |end| end + 1);
        let name = match &*sequence.marker {
            "" => "Variation".to_owned(),
            marker => format!("Variation {marker}"),
        };
        let moves = sequence.steps.iter().filter(|step| matches!(step, Step::Move(_))).count();
        let detail = format!("{moves} {}", if moves == 1 { "move" } else { "moves" });
        self.symbol(name, detail, SymbolKind::Variation, (line, line, end), self.steps(id, depth))
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
