//! What is wrong with the games in code blocks.

use ishi_check::check::{self, Diagnostic, Severities};
use ishi_convert::import;
use ishi_text::Span;

use super::fence::{Fence, Language, fences};

/// Checks the content of all code blocks that have a game or a position. The diagnostics have their places in the text
/// in Markdown, and no fixes: a block may stand in a list or a quote, whose signs a fix does not know.
pub fn check(markdown: &str, severities: &Severities) -> Vec<Diagnostic> {
    fences(markdown).iter().flat_map(|fence| check_fence(markdown, fence, severities)).collect()
}

fn check_fence(markdown: &str, fence: &Fence, severities: &Severities) -> Vec<Diagnostic> {
    if fence.options(markdown).is_ok_and(|options| options.source.is_some()) {
        return Vec::new();
    }
    let content = fence.content(markdown);
    let mut diagnostics = match fence.language {
        Language::Ishi => check::check(&content, severities),
        Language::Sgf => check::check_sgf(&content, None, severities),
        Language::Goban => match import::read(&content) {
            Some(game) => check::check_import(&game, severities),
            None => Vec::new(),
        },
    };
    let place = |span: Span| {
        let start = fence.place(span.start as usize);
        // A place that ends with a line does not begin the next.
        let end = if span.is_empty() { start } else { fence.place(span.end as usize - 1) + 1 };
        Span::new(start, end)
    };
    for diagnostic in &mut diagnostics {
        diagnostic.span = place(diagnostic.span);
        diagnostic.fixes.clear();
        for related in &mut diagnostic.related {
            related.span = place(related.span);
        }
    }
    diagnostics
}
