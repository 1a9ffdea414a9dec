use crate::document::Snapshot;
use crate::syntax::{Keyword, Source};
use crate::text::Span;

/// What is shown for the thing under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub span: Span,
    /// For clients that show Markdown.
    pub markdown: String,
    /// For those that do not.
    pub plain: String,
}

/// What there is to say about the place `offset` (`textDocument/hover`): the keyword under the cursor.
pub fn hover(snapshot: &Snapshot, offset: usize) -> Option<Hover> {
    let event = snapshot.event_at(offset);
    let text = event.text();
    let source = Source::of_event(&text, event.is_last());
    let line = source.lines.get(source.line_at(offset.checked_sub(event.start())?))?;
    let span = line.word.shifted(event.start());
    let is_on_word = span.start as usize <= offset && offset <= span.end as usize && !span.is_empty();
    let keyword = line.keyword().filter(|_| is_on_word)?;
    Some(Hover { span, markdown: describe(keyword), plain: describe_plainly(keyword) })
}

/// What a keyword means, in Markdown.
pub(super) fn describe(keyword: Keyword) -> String {
    let info = keyword.info();
    let (syntax, help, example, section) = (info.syntax, info.help, info.example, info.section);
    format!("```ishi\n{syntax}\n```\n{help}\n\nExample: `{example}`\n\n*Standard, section {section}*")
}

fn describe_plainly(keyword: Keyword) -> String {
    let info = keyword.info();
    format!("{}\n{}\nExample: {}\nStandard, section {}", info.syntax, info.help, info.example, info.section)
}
