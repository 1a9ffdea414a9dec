//! Diagnostics.

use std::sync::LazyLock;

use tower_lsp::lsp_types as lsp;
use tower_lsp::lsp_types::Url;

use super::{Converter, SOURCE};
use ishi_check::check::{self, Code, STANDARD_URL, Severity};
use ishi_text::bounded;

/// The address of the Standard, parsed once, because a report may have a thousand diagnostics.
static STANDARD: LazyLock<Option<Url>> = LazyLock::new(|| Url::parse(STANDARD_URL).ok());

/// The code of [`unreadable`]. It is not a code of the checker, because no text was checked.
const UNREADABLE: &str = "unreadable-file";

/// Returns the diagnostic of a file that can't be read, at its beginning.
pub(crate) fn unreadable(reason: &str) -> lsp::Diagnostic {
    lsp::Diagnostic {
        severity: Some(lsp::DiagnosticSeverity::WARNING),
        code: Some(lsp::NumberOrString::String(UNREADABLE.to_owned())),
        source: Some(SOURCE.to_owned()),
        message: bounded(format!("this file can't be read, so it was not checked: {reason}")),
        ..lsp::Diagnostic::default()
    }
}

impl Converter<'_> {
    /// Converts diagnostics. If more were omitted, a last diagnostic says how many.
    pub(crate) fn diagnostics(&self, diagnostics: &[check::Diagnostic], more: usize) -> Vec<lsp::Diagnostic> {
        let mut converted: Vec<_> = diagnostics.iter().filter_map(|diagnostic| self.diagnostic(diagnostic)).collect();
        // What follows a lone CR is counted with the diagnostic of that.
        if more > 0 && self.lone_cr.is_none() {
            let problems = if more == 1 { "problem follows" } else { "problems follow" };
            converted.push(lsp::Diagnostic {
                range: converted.last().map(|last| last.range).unwrap_or_default(),
                severity: Some(lsp::DiagnosticSeverity::INFORMATION),
                source: Some(SOURCE.to_owned()),
                message: format!("{more} more {problems} that are not shown; `ishi check` lists them all"),
                ..lsp::Diagnostic::default()
            });
        }
        converted
    }

    /// A diagnostic; `None` for a place that has no position.
    pub(crate) fn diagnostic(&self, diagnostic: &check::Diagnostic) -> Option<lsp::Diagnostic> {
        let range = self.range(diagnostic.span)?;
        let related = diagnostic.related.iter().filter_map(|related| {
            let location = self.location(related.span, &Url::parse(&self.view.uri).ok()?)?;
            Some(lsp::DiagnosticRelatedInformation { location, message: related.message.clone() })
        });
        let related: Vec<_> = related.collect();
        let unnecessary = matches!(diagnostic.code, Code::IgnoredData | Code::UnusedSuppression);
        Some(lsp::Diagnostic {
            range,
            severity: Some(match diagnostic.severity {
                Severity::Error => lsp::DiagnosticSeverity::ERROR,
                Severity::Warning => lsp::DiagnosticSeverity::WARNING,
                Severity::Info => lsp::DiagnosticSeverity::INFORMATION,
                Severity::Hint | Severity::Off => lsp::DiagnosticSeverity::HINT,
            }),
            code: Some(lsp::NumberOrString::String(diagnostic.code.name().to_owned())),
            code_description: STANDARD.clone().map(|href| lsp::CodeDescription { href }),
            source: Some(SOURCE.to_owned()),
            message: diagnostic.message.clone(),
            related_information: (!related.is_empty()).then_some(related),
            tags: unnecessary.then(|| vec![lsp::DiagnosticTag::UNNECESSARY]),
            data: None,
        })
    }
}
