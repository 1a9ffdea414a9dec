use std::num::NonZeroU32;

use super::hover;
use crate::board::Color;
use crate::document::Snapshot;
use crate::record::{self, Event};
use crate::syntax::{Block, Group, Keyword, Line, LineKind, Source};
use crate::text::Span;

/// What a completion stands for, which decides its icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CompletionKind {
    /// A keyword alone.
    Keyword,
    /// A block or a line with places to fill in.
    Snippet,
}

/// One proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// What the list shows.
    pub label: String,
    /// The icon.
    pub kind: CompletionKind,
    /// The syntax, shown beside the label.
    pub detail: String,
    /// What it means, in Markdown.
    pub documentation: String,
    /// What it replaces.
    pub replace: Span,
    /// The text to insert, for a client without snippets.
    pub plain: String,
    /// The same with tab stops in LSP's snippet syntax, where it has any. Lines end with `\n`.
    pub snippet: Option<String>,
}

/// The proposals at `offset`, the fittest first (`textDocument/completion`): the keywords that fit the place.
pub fn completion(snapshot: &Snapshot, offset: usize) -> Vec<Completion> {
    let view = snapshot.event_at(offset);
    let text = view.text();
    let offset = offset.saturating_sub(view.start()).min(text.len());
    let line_start = text[..offset].rfind(['\n', '\r']).map_or(0, |end| end + 1);
    let prefix = text[line_start..offset].trim_start_matches([' ', '\t']);
    if !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        // A keyword stands only at the start of its line.
        return Vec::new();
    }
    // The line under the cursor is half typed, so what fits there is decided by what stands above it.
    let whole = Source::of_event(&text, view.is_last());
    let line = whole.lines.iter().rev().find(|line| line.span.start as usize <= line_start);
    let block = match line.map(|line| line.kind) {
        Some(LineKind::Text(block)) if line.is_some_and(|line| line_start < line.end as usize) => Some(block),
        _ => unclosed_above(&text[..line_start]),
    };
    let replace = Span::new(offset - prefix.len(), offset).shifted(view.start());
    let is_lower = !prefix.is_empty() && prefix.bytes().all(|byte| !byte.is_ascii_uppercase());
    let above = Source::of_event(&text[..line_start], true);
    let reading = record::read(&above);
    let situation = Situation::below(&above, &reading.event);
    let fitting = match block {
        Some(block) => vec![block.closer()],
        None => fitting(&situation, &reading.event),
    };
    fitting.into_iter().map(|keyword| proposal(keyword, situation.next_move().0, replace, is_lower)).collect()
}

/// The block that is open at the end of `above`, where everything behind it is still to be written.
fn unclosed_above(above: &str) -> Option<Block> {
    let source = Source::of_event(above, true);
    match source.lines.last()?.kind {
        LineKind::Text(block) => Some(block),
        LineKind::Data(Keyword::Com) => Some(Block::Com),
        LineKind::Data(Keyword::User) => Some(Block::User),
        _ => None,
    }
}

/// A sequence that is open where a line is to be written, and its current move: number and colour.
type Level = Option<(u32, Color)>;

/// Where in the structure of an event a line is to be written.
struct Situation {
    /// The main line and the variations that are open, the innermost last.
    open: Vec<Level>,
    in_tree: bool,
    in_diagram: bool,
}

impl Situation {
    fn below(above: &Source<'_>, event: &Event) -> Self {
        let mut situation = Self { open: vec![None], in_tree: false, in_diagram: false };
        let mut moves = event.moves.iter();
        for keyword in above.lines.iter().filter_map(Line::keyword) {
            match keyword {
                Keyword::B | Keyword::W => {
                    let current = moves.next().map(|found| (found.number.map_or(0, NonZeroU32::get), found.color));
                    if let Some(level) = situation.open.last_mut() {
                        *level = current;
                    }
                }
                Keyword::Diagram => {}
                Keyword::Var => situation.open.push(None),
                Keyword::Endvar if situation.open.len() > 1 => {
                    situation.open.pop();
                }
                _ => continue,
            }
            situation.in_diagram = keyword == Keyword::Diagram;
            situation.in_tree = true;
        }
        situation
    }

    fn in_variation(&self) -> bool {
        self.open.len() > 1
    }

    fn current_move(&self) -> Level {
        self.open.last().copied().flatten()
    }

    /// The number and colour of the next move: those that follow the current one, or in a variation that has no
    /// move yet those of the move that it replaces.
    fn next_move(&self) -> (u32, Color) {
        match (self.current_move(), self.open.iter().rev().nth(1).copied().flatten()) {
            (Some((number, color)), _) => (number.saturating_add(1), color.opponent()),
            (None, Some((replaced, color))) => (replaced.max(1), color),
            (None, None) => (1, Color::Black),
        }
    }
}

/// The keywords that can stand in a situation, the most likely first.
fn fitting(situation: &Situation, event: &Event) -> Vec<Keyword> {
    let Situation { in_tree, in_diagram, .. } = *situation;
    let moves = match situation.next_move().1 {
        Color::Black => [Keyword::B, Keyword::W],
        Color::White => [Keyword::W, Keyword::B],
    };
    let mut list = Vec::new();
    if situation.in_variation() {
        list.push(Keyword::Endvar);
    }
    if !in_tree && event.definition.is_none() && event.headers.is_empty() {
        list.push(Keyword::Event);
    }
    if in_tree {
        list.extend(moves);
    }
    if in_diagram || !in_tree {
        list.push(Keyword::Setup);
    }
    if in_diagram {
        list.push(Keyword::Hide);
    }
    if situation.current_move().is_some() && !in_diagram {
        list.extend([Keyword::Var, Keyword::Prisoner]);
    }
    list.extend([Keyword::Com, Keyword::Mark, Keyword::Unmark, Keyword::Diagram]);
    if !in_tree {
        list.push(Keyword::Boardsize);
        let headers = Keyword::ALL.iter().copied().filter(|keyword| keyword.is_header());
        let (given, new): (Vec<_>, Vec<_>) =
            headers.partition(|&keyword| event.headers.iter().any(|header| header.keyword == keyword));
        list.extend(new);
        list.extend(moves);
        list.extend(given);
    }
    list.extend([Keyword::Remark, Keyword::User]);
    if !list.contains(&Keyword::Event) && !situation.in_variation() {
        list.push(Keyword::Event);
    }
    list
}

fn proposal(keyword: Keyword, number: u32, replace: Span, is_lower: bool) -> Completion {
    let case = |name: &str| if is_lower { name.to_ascii_lowercase() } else { name.to_owned() };
    let name = case(keyword.name());
    let block = |closer: Keyword, title: &str| {
        let closer = case(closer.name());
        (format!("{name}\n\n{closer}\n"), Some(format!("{name}{title}\n$0\n{closer}")))
    };
    let (plain, snippet) = match keyword {
        Keyword::Com => block(Keyword::Endcom, "${1: title}"),
        Keyword::User => block(Keyword::Enduser, "${1: data}"),
        Keyword::Var => block(Keyword::Endvar, ""),
        Keyword::B | Keyword::W => (format!("{name} {number} "), Some(format!("{name} ${{1:{number}}} $0"))),
        Keyword::Setup => (format!("{name} "), Some(format!("{name} ${{1|B,W|}} $0"))),
        Keyword::Endcom | Keyword::Enduser | Keyword::Endvar => (name.clone(), None),
        _ => (format!("{name} "), None),
    };
    let kind = match keyword.info().group {
        Group::Block if snippet.is_some() => CompletionKind::Snippet,
        _ => CompletionKind::Keyword,
    };
    Completion {
        label: name,
        kind,
        detail: keyword.info().syntax.to_owned(),
        documentation: hover::describe(keyword),
        replace,
        plain,
        snippet,
    }
}
