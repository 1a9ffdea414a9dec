//! Rules for the syntax of a text in SGF.

use std::cell::LazyCell;

use super::value::{self, Size};
use crate::check::{Code, Diagnostic, Fix, FixKind, Sink};
use ishi_record::syntax::Foreign;
use ishi_sgf::{self as sgf, Collection, NodeId, Property, SgfFault, SgfFaultKind, TokenKind, Tokens, ValueForm};
use ishi_text::{Edit, Span};

/// How many characters of text outside of games are underlined.
const UNDERLINED: usize = 40;

/// Checks the syntax of a part of a text. `rests` are the rests of its texts, and `ends_text` says whether the text
/// ends with this part.
pub(super) fn check(games: &Collection<'_>, rests: &[RestOfText], ends_text: bool, sink: &mut Sink<'_>) {
    let text = games.text();
    if games.games().is_empty() {
        let kind = Foreign::of(text).map(|foreign| foreign.kind.name());
        let start = text.len() - text.trim_start().len();
        sink.report(
            Code::SgfNoGame,
            beginning(text, Span::new(start, text.trim_end().len().max(start))),
            |diagnostic| {
                diagnostic.message = match kind {
                    Some(name) => format!("this is {name}; a game in SGF begins with `(;`"),
                    None => "there is no game in this file; a game in SGF begins with `(;`".into(),
                };
            },
        );
        return;
    }
    let is_cut = ends_text
        && games
            .faults()
            .iter()
            .any(|fault| fault.kind == SgfFaultKind::UnclosedGame && fault.span.end as usize == text.len());
    let mut is_value_cut = false;
    let brackets = LazyCell::new(|| Brackets::of(text));
    let mut rests = rests.iter().peekable();
    for (index, fault) in games.faults().iter().enumerate() {
        while rests.next_if(|rest| rest.first + rest.count <= index).is_some() {}
        if let Some(rest) = rests.peek().filter(|rest| rest.first <= index) {
            if rest.first == index {
                sink.report(Code::SgfStrayText, beginning(text, rest.span), |diagnostic| {
                    diagnostic.message = "this may belong to an earlier text, in which a `]` has no backslash".into();
                });
            }
            continue;
        }
        let is_last = is_cut && text[fault.span.end as usize..].trim().is_empty();
        is_value_cut |= fault.kind == SgfFaultKind::UnclosedValue;
        // A file that is cut off is one mistake.
        let is_symptom = match fault.kind {
            SgfFaultKind::NoValue => is_last,
            SgfFaultKind::UnclosedGame => is_last && is_value_cut,
            _ => false,
        };
        if !is_symptom {
            report((games, ends_text), *fault, &brackets, sink);
        }
    }
}

/// The rest of a text whose value may have ended too early: words and a `]` outside of values, after a text with a `[`
/// that has no `]`.
pub(super) struct RestOfText {
    /// The index of its first fault.
    first: usize,
    /// The number of its faults.
    count: usize,
    /// The span of the words, in the text of the games.
    span: Span,
    /// The end of the text before them.
    text_end: u32,
}

impl RestOfText {
    /// Finds those of a part of a text, in order.
    pub(super) fn all(games: &Collection<'_>) -> Vec<Self> {
        let text = games.text();
        let is_word = |fault: &SgfFault| matches!(fault.kind, SgfFaultKind::NoValue | SgfFaultKind::StrayText);
        let is_joined = |one: &SgfFault, other: &SgfFault| {
            let is_next = is_word(one) && is_word(other) && one.span.end <= other.span.start;
            is_next && Span { start: one.span.end, end: other.span.start }.of(text).trim().is_empty()
        };
        let texts = LazyCell::new(|| open_texts(games));
        let mut first = 0;
        let runs = games.faults().chunk_by(is_joined).filter_map(|run| {
            first += run.len();
            let span = Span { start: run.first()?.span.start, end: run.last()?.span.end };
            if !is_word(&run[0]) || !span.of(text).contains(']') {
                return None;
            }
            let text_end = *texts[..texts.partition_point(|&end| end <= span.start)].last()?;
            let (node, stray_node) = (games.node_at(text_end as usize)?, games.node_at(span.start as usize)?);
            let is_near = games.root_of(node) == games.root_of(stray_node) && stray_node.0 - node.0 <= NEAR;
            is_near.then(|| Self { first: first - run.len(), count: run.len(), span, text_end })
        });
        runs.collect()
    }
}

/// How many nodes after a text the rest of it is looked for.
const NEAR: u32 = 16;

/// The ends of all texts that have a `[` without its `]`.
fn open_texts(games: &Collection<'_>) -> Vec<u32> {
    let nodes = (0..games.len() as u32).map(NodeId);
    let properties = nodes.flat_map(|node| games.properties(node)).filter(|property| {
        let form = sgf::definition(&property.name()).map(|definition| definition.form);
        matches!(form, Some(ValueForm::Text | ValueForm::SimpleText))
    });
    let spans = properties.flat_map(|property| property.value_spans());
    spans.filter(|span| span.of(games.text()).contains('[')).map(|span| span.end).collect()
}

/// Forbids tools to apply fixes in what may belong to a text; a user can choose them.
pub(super) fn protect_texts(rests: &[RestOfText], diagnostics: &mut [Diagnostic]) {
    if rests.is_empty() {
        return;
    }
    let is_inside = |edit: &Edit| {
        let rest = rests.get(rests.partition_point(|rest| rest.span.end < edit.span.start));
        rest.is_some_and(|rest| rest.text_end <= edit.span.start)
    };
    let fixes = diagnostics.iter_mut().flat_map(|diagnostic| &mut diagnostic.fixes);
    for fix in fixes.filter(|fix| fix.is_applicable() && fix.edits.iter().any(is_inside)) {
        fix.kind = FixKind::Manual;
    }
}

/// The places of the `]` without a backslash in a span.
fn unescaped(text: &str, span: Span) -> impl Iterator<Item = usize> {
    sgf::unescaped_brackets(span.of(text)).map(move |at| span.start as usize + at)
}

/// The edits that escape each `]` in an unclosed value and insert `closing` after it.
fn close_value(text: &str, value: Span, closing: &str) -> Vec<Edit> {
    let brackets = unescaped(text, value).map(|at| Edit::insert(at, "\\"));
    // A backslash at the end would escape the bracket.
    let is_escape = value.of(text).bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 1;
    let escape = if is_escape { "\\" } else { "" };
    brackets.chain([Edit::insert(value.end as usize, format!("{escape}{closing}"))]).collect()
}

/// Whether the property at `at` follows a text whose `]` is missing.
pub(super) fn is_after_missing_bracket(games: &Collection<'_>, at: u32) -> bool {
    let faults = games.faults();
    let last = faults[..faults.partition_point(|fault| fault.span.start < at)].last();
    let missing = last.filter(|fault| fault.kind == SgfFaultKind::MissingBracket && fault.span.end <= at);
    missing.is_some_and(|fault| Span { start: fault.span.end, end: at }.of(games.text()).trim().is_empty())
}

/// The place of a move that follows a text whose `]` is missing at `end`, if its node has a move before the text.
fn second_move(games: &Collection<'_>, end: u32) -> Option<usize> {
    let is_move = |property: &Property<'_>| property.is("B") || property.is("W");
    let mut moves = games.properties(games.node_at(end as usize)?).filter(is_move);
    let (first, second) = (moves.next()?, moves.next()?);
    let at = second.id_span().start;
    (first.span().end <= end && is_after_missing_bracket(games, at)).then_some(at as usize)
}

fn report<F: FnOnce() -> Brackets>(
    (games, ends_text): (&Collection<'_>, bool),
    SgfFault { kind, span }: SgfFault,
    brackets: &LazyCell<Brackets, F>,
    sink: &mut Sink<'_>,
) {
    let text = games.text();
    let at = span.start as usize;
    let shown = beginning(text, span);
    match kind {
        SgfFaultKind::NoGame => {}
        SgfFaultKind::TextOutsideGames => {
            let trimmed = trimmed(text, span);
            let is_close = trimmed.of(text).bytes().all(|byte| byte == b')' || byte.is_ascii_whitespace());
            sink.report(Code::SgfTextOutside, beginning(text, trimmed), |diagnostic| {
                diagnostic.message = if is_close {
                    "surplus `)`: the game has ended before it".into()
                } else {
                    "text outside of the games, which other programs ignore".into()
                };
                let rest = &text[trimmed.end as usize..span.end as usize];
                let end = span.end as usize - rest.trim_start().len();
                let removed = Span::new(trimmed.start as usize, end);
                diagnostic.fixes.push(Fix::removal("the text", vec![Edit::delete(removed)]));
            });
        }
        SgfFaultKind::MissingOpen => sink.report(Code::SgfTextOutside, span, |diagnostic| {
            diagnostic.message = "`(` is missing before the first node: other programs do not find the game".into();
            diagnostic.fixes.push(certain("insert `(`", vec![Edit::insert(at, "(")]));
        }),
        SgfFaultKind::StrayText => sink.report(Code::SgfStrayText, shown, |diagnostic| {
            diagnostic.message = format!("`{}` is not part of a property", shown.of(text));
            diagnostic.fixes.push(Fix::removal("the text", vec![Edit::delete(span)]));
        }),
        SgfFaultKind::UnclosedGame => {
            let missing = brackets.depth(at);
            let is_end = ends_text && at == text.len();
            let end = text[..at].trim_end().len();
            let last = text[..end].char_indices().next_back().map_or(0, |(last, _)| last);
            sink.report(Code::SgfUnclosedGame, Span::new(last, end), |diagnostic| {
                let what = if missing == 1 { "`)` is missing".into() } else { format!("{missing} `)` are missing") };
                let place = if is_end { "the file ends" } else { "the next game begins" };
                diagnostic.message = format!("{what}: {place} before this game does");
                let edit = Edit::insert(end, ")".repeat(missing));
                diagnostic.fixes.push(certain("close the game", vec![edit]));
            });
        }
        SgfFaultKind::UnescapedBracket => {
            let places: Vec<usize> = unescaped(text, Span::new(at + 1, span.end as usize - 1)).collect();
            let first = places.first().copied().unwrap_or(at);
            sink.report(Code::SgfUnescapedBracket, Span::new(first, first + 1), |diagnostic| {
                diagnostic.message = match places.len() {
                    1 => "`]` in a text needs a backslash: write `\\]`".into(),
                    count => format!("`]` in a text needs a backslash, here {count} times: write `\\]`"),
                };
                let title = if places.len() == 1 { "escape the bracket" } else { "escape the brackets" };
                let edits = places.iter().map(|&at| Edit::insert(at, "\\")).collect();
                diagnostic.fixes.push(Fix::suggested(title, edits));
            });
        }
        SgfFaultKind::MissingBracket => {
            sink.report(Code::SgfUnclosedValue, Span::new(at, at + 1), |diagnostic| {
                diagnostic.message = "`]` is missing: a property begins the next line".into();
                let mut edits = close_value(text, Span::new(at + 1, span.end as usize), "]");
                edits.extend(second_move(games, span.end).map(|at| Edit::insert(at, ";")));
                diagnostic.fixes.push(Fix::suggested("close the value", edits));
            });
        }
        SgfFaultKind::UnclosedValue => report_unclosed(text, at, ends_text.then(|| brackets.depth(at)), sink),
        SgfFaultKind::EmptyVariation => sink.report(Code::SgfEmptyVariation, span, |diagnostic| {
            diagnostic.message = "this variation has no node".into();
            let start = text[..at].trim_end().len();
            if text[..start].ends_with('(') {
                let edit = Edit::delete(Span::new(start - 1, span.end as usize));
                diagnostic.fixes.push(Fix::removal("the variation", vec![edit]));
            }
        }),
        SgfFaultKind::MissingSemicolon => sink.report(Code::SgfMissingSemicolon, span, |diagnostic| {
            diagnostic.message = "`;` is missing before the first property of a node".into();
            diagnostic.fixes.push(certain("insert `;`", vec![Edit::insert(at, ";")]));
        }),
        SgfFaultKind::NodeAfterVariation => sink.report(Code::SgfNodeAfterVariation, span, |diagnostic| {
            diagnostic.message = "a node after a variation, read as another variation".into();
            if let Some(end) = brackets.end_of_variation(at) {
                let edits = vec![Edit::insert(at, "("), Edit::insert(end, ")")];
                diagnostic.fixes.push(Fix::suggested("make it a variation", edits));
            }
        }),
        SgfFaultKind::NoValue => sink.report(Code::SgfNoValue, span, |diagnostic| {
            diagnostic.message = format!("property `{}` has no value", shown.of(text));
            diagnostic.fixes.extend(lost_start(text, span));
            diagnostic.fixes.push(Fix::removal("the property", vec![Edit::delete(span)]));
        }),
        SgfFaultKind::NoProperty => sink.report(Code::SgfNoProperty, shown, |diagnostic| {
            diagnostic.message = "this value has no property".into();
            diagnostic.fixes.push(Fix::removal("the value", vec![Edit::delete(span)]));
        }),
    }
}

/// Reports the value at `at`, in which the text ends. `depth` is the number of variations that are open there; `None`
/// if another game follows, where the game has a fix of its own.
fn report_unclosed(text: &str, at: usize, depth: Option<usize>, sink: &mut Sink<'_>) {
    let end = text.trim_end().len().max(at + 1);
    let (what, title) = match depth {
        Some(_) => ("the file ends in this value", "close the value and the game"),
        None => ("the next game begins in this value", "close the value"),
    };
    sink.report(Code::SgfUnclosedValue, Span::new(at, at + 1), |diagnostic| {
        diagnostic.message = format!("`]` is missing: {what}");
        let brackets = format!("]{}", ")".repeat(depth.unwrap_or_default()));
        diagnostic.fixes.push(Fix::suggested(title, close_value(text, Span::new(at + 1, end), &brackets)));
    });
}

/// Returns the fix of a value whose first bracket is missing, so that the name at `id` includes the beginning of the
/// value: `Bpd]`. `None` if the text up to the next bracket is not a value of that property.
pub(super) fn lost_start(text: &str, id: Span) -> Option<Fix> {
    let start = id.start as usize;
    // Words after the first are in the middle of the value.
    let before = text[..start].trim_end();
    if !before.ends_with([';', '(', ')', ']']) {
        return None;
    }
    let letters = text[start..].bytes().take_while(u8::is_ascii_uppercase).count();
    let name = (1..=letters.min(2)).rev().map(|length| &text[start..start + length]).find_map(sgf::definition)?;
    let value = start + name.name.len();
    let end = value + text[value..].find(['[', ']', ';', '(', ')', '\\']).filter(|&length| length > 0)?;
    let largest = Size { columns: 52, rows: 52 };
    let is_value =
        text[end..].starts_with(']') && value::check(name.name, name.form, &text[value..end], largest).is_none();
    is_value.then(|| Fix::suggested("insert `[`", vec![Edit::insert(value, "[")]))
}

fn certain(title: &str, edits: Vec<Edit>) -> Fix {
    Fix { title: title.into(), kind: FixKind::Auto, edits }
}

/// Reports NULs at these places.
pub(super) fn zero_bytes(places: impl Iterator<Item = usize>, sink: &mut Sink<'_>) {
    let places: Vec<usize> = places.collect();
    let Some(&at) = places.first() else { return };
    let run = places.iter().zip(at..).take_while(|(place, next)| *place == next).count();
    sink.report(Code::SgfZeroByte, Span::new(at, at + run), |diagnostic| {
        diagnostic.message = "a NUL, at which other programs end the text".into();
        let zeros = places.iter().map(|&at| Edit::delete(Span::new(at, at + 1)));
        diagnostic.fixes.push(Fix::removal("every NUL", zeros.collect()));
    });
}

/// The first characters of a span, in its first line.
fn beginning(text: &str, span: Span) -> Span {
    let part = span.of(text);
    let line = part.find(['\n', '\r']).unwrap_or(part.len());
    let end = part.char_indices().nth(UNDERLINED).map_or(part.len(), |(end, _)| end);
    Span::new(span.start as usize, span.start as usize + line.min(end))
}

fn trimmed(text: &str, span: Span) -> Span {
    let is_space = |character: char| character.is_whitespace() || character == '\u{feff}';
    let part = span.of(text);
    let start = part.len() - part.trim_start_matches(is_space).len();
    let end = part.trim_end_matches(is_space).len();
    if start >= end {
        // It is nothing but white space that is not ASCII.
        return span;
    }
    Span::new(span.start as usize + start, span.start as usize + end)
}

/// The brackets of a text.
struct Brackets {
    /// The position of each bracket, in order.
    places: Vec<u32>,
    /// The number of open `(` after each bracket.
    depths: Vec<u32>,
    /// The end of the variation that is open after each bracket.
    ends: Vec<Option<u32>>,
}

impl Brackets {
    fn of(text: &str) -> Self {
        let is_bracket = |kind| matches!(kind, TokenKind::Open { .. } | TokenKind::Close);
        let tokens: Vec<_> = Tokens::new(text).filter(|token| is_bracket(token.kind)).collect();
        let places = tokens.iter().map(|token| token.span.start).collect();
        let mut depth: u32 = 0;
        let depths = tokens.iter().map(|token| {
            depth = match token.kind {
                TokenKind::Open { game: true } => 1,
                TokenKind::Close => depth.saturating_sub(1),
                _ => depth + 1,
            };
            depth
        });
        let depths = depths.collect();
        let mut closing = Vec::new();
        let mut ends = vec![None; tokens.len()];
        for (token, end) in tokens.iter().zip(&mut ends).rev() {
            *end = closing.last().copied();
            match token.kind {
                TokenKind::Open { game: true } => closing.clear(),
                TokenKind::Close => closing.push(token.span.start),
                _ => drop(closing.pop()),
            }
        }
        Self { places, depths, ends }
    }

    /// The last bracket before a place.
    fn before(&self, at: usize) -> Option<usize> {
        self.places.partition_point(|&place| (place as usize) < at).checked_sub(1)
    }

    /// The number of open `(` at a place.
    fn depth(&self, at: usize) -> usize {
        self.before(at).map_or(0, |bracket| self.depths[bracket] as usize)
    }

    /// The end of the variation that contains a place.
    fn end_of_variation(&self, at: usize) -> Option<usize> {
        self.ends[self.before(at)?].map(|end| end as usize)
    }
}
