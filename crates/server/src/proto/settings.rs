//! Mistakes in an `ishi.toml`.

use ropey::Rope;
use tower_lsp::lsp_types as lsp;

use ishi_config::ConfigError;
use ishi_position::{ColumnUnit, position_at};

/// The code of such a diagnostic. It is not a code of the checker, because the diagnostic is not about a record.
const CODE: &str = "config";

/// A mistake in an `ishi.toml` with this text.
pub(crate) fn config_error(error: &ConfigError, text: &str, unit: ColumnUnit) -> lsp::Diagnostic {
    let rope = Rope::from_str(text);
    let position = |byte: usize| {
        let place = position_at(&rope, byte, unit);
        lsp::Position::new(place.line, place.column)
    };
    let range = error.span.clone().map_or_else(lsp::Range::default, |span| {
        // What is missing at the end of a line is an empty range, which would be invisible.
        let line = text.get(..span.start).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let start = if span.is_empty() { line } else { span.start };
        lsp::Range::new(position(start), position(span.end))
    });
    lsp::Diagnostic {
        range,
        severity: Some(lsp::DiagnosticSeverity::ERROR),
        code: Some(lsp::NumberOrString::String(CODE.to_owned())),
        source: Some(super::SOURCE.to_owned()),
        message: error.message.clone(),
        ..lsp::Diagnostic::default()
    }
}
