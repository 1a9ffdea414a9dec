//! Diagnostics of the options of code blocks in Markdown.

use super::{Code, Diagnostic, Severities};
use crate::check::sink::Sink;
use ishi_text::Span;

/// Returns the diagnostic of an option that can't be read, unless its rule is off.
pub fn fence_option(span: Span, message: String, severities: &Severities) -> Option<Diagnostic> {
    let mut sink = Sink::new(severities, 1);
    sink.report(Code::InvalidOption, span, |diagnostic| diagnostic.message = message);
    sink.findings.diagnostics.pop()
}
