//! The features of code blocks in Markdown: those of the document that a block contains, at the places that this has in
//! the text, and those of the options of a block.

use ropey::Rope;

use super::{Completion, CompletionKind, Hover, Used, hover_unless, sgf};
use crate::document::{Fence, FenceOption, NotePlace, Notes};
use ishi_text::Span;

/// Returns the proposals at `offset`; see [`super::completion()`].
pub(super) fn completion(notes: &Notes, offset: usize, typed: Option<char>, used: Used<'_>) -> Vec<Completion> {
    let (fence, mut proposals, is_quoted) = match notes.place(offset) {
        Some(NotePlace::Record(fence, record, inner)) => {
            let proposals = super::completion(record, inner, typed, used);
            (fence, proposals, is_quoted(notes, fence, record.text(), inner))
        }
        Some(NotePlace::Games(fence, games, inner)) => {
            let proposals = sgf::completion(games, inner, typed);
            (fence, proposals, is_quoted(notes, fence, games.text(), inner))
        }
        Some(NotePlace::Info(info)) => return options(notes, info, offset),
        None => return Vec::new(),
    };
    // An editor inserts the lines of a proposal without the signs of a quote.
    proposals.retain(|proposal| !is_quoted || !proposal.plain.contains('\n'));
    for proposal in &mut proposals {
        let replace = proposal.replace;
        proposal.replace = if replace.is_empty() { Span::empty(offset) } else { fence.to_text(replace) };
    }
    proposals
}

/// Returns whether signs of a quote stand before a line of a code block.
fn is_quoted(notes: &Notes, fence: &Fence, content: &Rope, offset: usize) -> bool {
    let text = notes.text();
    let start = fence.place(content.line_to_byte(content.byte_to_line(offset)));
    let line = text.line_to_byte(text.byte_to_line(start));
    text.byte_slice(line..start).chars().any(|c| !c.is_whitespace())
}

/// Returns the options that begin with the word at `offset`, and that the code block does not have.
fn options(notes: &Notes, info: Span, offset: usize) -> Vec<Completion> {
    let (word, words) = word_at(notes, info, offset);
    // The first word is the notation.
    if words.is_empty() || word.start == info.start {
        return Vec::new();
    }
    let typed = notes.text().byte_slice(word.start as usize..offset).to_string();
    let typed = typed.trim_start_matches('.');
    let is_new = |option: &&FenceOption| words.iter().all(|word| name_of(word) != option.name);
    let proposals = notes.reader().0.options().iter().filter(is_new).filter(|option| option.name.starts_with(typed));
    let dots = notes.text().byte_slice(word.range()).chars().take_while(|&c| c == '.').count();
    let proposal = |option: &FenceOption| {
        let label = if option.example.is_empty() { option.name.to_owned() } else { format!("{}=", option.name) };
        let replace = Span::new(word.start as usize + dots, word.end as usize);
        Completion::new(CompletionKind::Keyword, label, replace).with_detail(option.effect)
    };
    proposals.map(proposal).collect()
}

/// Returns the word of an opening fence at `offset`, which may be empty, and the other words.
fn word_at(notes: &Notes, info: Span, offset: usize) -> (Span, Vec<String>) {
    let text = notes.text().byte_slice(info.range()).to_string();
    let is_between = |c: char| c.is_whitespace() || matches!(c, '{' | '}' | ',');
    let mut at_cursor = Span::empty(offset);
    let mut others = Vec::new();
    let mut start = info.start as usize;
    for word in text.split(is_between) {
        let span = Span::new(start, start + word.len());
        start += word.len() + text[start - info.start as usize + word.len()..].chars().next().map_or(0, char::len_utf8);
        if (span.start as usize..=span.end as usize).contains(&offset) {
            at_cursor = span;
        } else if !word.is_empty() {
            others.push(word.to_owned());
        }
    }
    (at_cursor, others)
}

/// Returns the name of the option that a word sets.
fn name_of(word: &str) -> &str {
    let word = word.strip_prefix('.').unwrap_or(word);
    word.split_once('=').map_or(word, |(name, _)| name)
}

/// Returns the hover at `offset`.
pub(super) fn hover(notes: &Notes, offset: usize, stop: &(dyn Fn() -> bool + Sync)) -> Option<Hover> {
    let (fence, mut hover) = match notes.place(offset)? {
        NotePlace::Record(fence, record, offset) => (fence, hover_unless(record, offset, stop)?),
        NotePlace::Games(fence, games, offset) => (fence, sgf::hover(games, offset, stop)?),
        NotePlace::Info(info) => return hover_of_option(notes, info, offset),
    };
    hover.span = fence.to_text(hover.span);
    Some(hover)
}

/// Returns the hover of the option at `offset`.
fn hover_of_option(notes: &Notes, info: Span, offset: usize) -> Option<Hover> {
    let (word, _) = word_at(notes, info, offset);
    let text = notes.text().byte_slice(word.range()).to_string();
    let option = notes.reader().0.options().iter().find(|option| option.name == name_of(&text))?;
    let example = match option.example {
        "" => option.name.to_owned(),
        example => format!("{}={example}", option.name),
    };
    Some(Hover::of_fact(word, example, format!("{}.", option.effect)))
}

/// Returns the documentation of a proposal for `offset`.
pub(super) fn documentation(notes: &Notes, completion: &Completion, offset: usize) -> Option<Hover> {
    match notes.place(offset)? {
        NotePlace::Record(_, record, offset) => completion.documentation(record, offset),
        NotePlace::Games(..) | NotePlace::Info(_) => None,
    }
}
