//! What is wrong with the games in code blocks.

use ishi_check::check::{self, Diagnostic, Severities};
use ishi_convert::import;
use ishi_ide::document::{Fence, FenceReading, Language, OptionFault};

use super::drawing::draw;
use super::fence::fences;
use super::options::{Options, Place, place_span};

/// Checks the options and the content of all code blocks that have a game or a position. The diagnostics have their
/// places in the text in Markdown, and no fixes: a block may stand in a list or a quote, whose signs a fix does not
/// know.
pub fn check(markdown: &str, severities: &Severities) -> Vec<Diagnostic> {
    fences(markdown).iter().flat_map(|fence| check_fence(markdown, fence, severities)).collect()
}

fn check_fence(markdown: &str, fence: &Fence, severities: &Severities) -> Vec<Diagnostic> {
    let content = fence.content(markdown);
    let FenceReading { fault, has_source } = examine(fence.language, fence.info.of(markdown), &content);
    let fault = fault.and_then(|OptionFault { span, message }| check::fence_option(span, message, severities));
    let mut diagnostics = match fence.language {
        _ if has_source => Vec::new(),
        Language::Ishi => check::check(&content, severities),
        Language::Sgf => check::check_sgf(&content, None, severities),
        Language::Goban => match import::read_diagram(&content) {
            Some(game) => check::check_import(&game, severities),
            None => Vec::new(),
        },
    };
    for diagnostic in &mut diagnostics {
        fence.place_diagnostic(diagnostic);
    }
    fault.map(|fault| fault.shifted(fence.info.start as usize)).into_iter().chain(diagnostics).collect()
}

/// Reads the words after the opening fence of a code block with some content.
pub(super) fn examine(language: Language, info: &str, content: &str) -> FenceReading {
    let options = match Options::read(info) {
        Ok(options) => options,
        Err(fault) => return FenceReading { fault: Some(fault), has_source: false },
    };
    let has_source = options.source.is_some();
    let names_place = options.place != Place::default() || options.numbers.is_some();
    let reason = if names_place && !has_source {
        language.record(content).ok().and_then(|record| draw(&record, &options).err())
    } else {
        None
    };
    let fault = reason.map(|message| OptionFault { span: place_span(info), message });
    FenceReading { fault, has_source }
}
