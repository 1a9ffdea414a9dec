//! The charset of a file in SGF, and the charset that CA names.

use std::fmt::Write;

use super::nodes::lost_bracket;
use super::value::{self, Size};
use crate::check::families::text::LOST_BYTES;
use crate::check::{Code, Diagnostic, Fix, Severity, Sink};
use ishi_sgf::{self as sgf, Charset, CharsetDoubt, Collection, NodeId};
use ishi_text::{Edit, Span};

/// A value of CA.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CharsetLabel {
    text: String,
    /// The span of the value.
    value: Span,
    /// The end of the value, if its bracket is missing.
    lost_end: Option<usize>,
    /// The span of the property.
    property: Span,
}

impl CharsetLabel {
    /// The span of the value, or of the property if the value is empty.
    fn span(&self) -> Span {
        if self.value.is_empty() { self.property } else { self.value }
    }
}

/// Returns the charsets that the games name in CA.
pub(super) fn labels(games: &Collection<'_>) -> Vec<CharsetLabel> {
    let of_game = |&root: &NodeId| {
        let property = games.property(root, "CA")?;
        let (&value, text) = (property.value_spans().first()?, property.raw_values().next()?);
        let lost_end =
            sgf::definition("CA").and_then(|definition| value::lost_end(definition, text, Size::parse("19")?));
        let lost_end = lost_end.map(|end| value.start as usize + end);
        Some(CharsetLabel { text: text.trim().to_owned(), value, lost_end, property: property.span() })
    };
    games.games().iter().filter_map(of_game).collect()
}

/// Reports that characters of a text were lost, the first at `at`.
pub(super) fn report_lost(at: usize, sink: &mut Sink<'_>) {
    sink.report(Code::SgfCharset, Span::new(at, at + '\u{fffd}'.len_utf8()), |diagnostic| {
        diagnostic.message = LOST_BYTES.into();
    });
}

/// Reports the bytes that are not valid in the charset of the file, and that the file keeps: the first place, `at`, and
/// how many there are.
pub(super) fn report_damage(at: usize, count: usize, sink: &mut Sink<'_>) {
    sink.report(Code::SgfCharset, Span::new(at, at + '\u{fffd}'.len_utf8()), |diagnostic| {
        let others = match count {
            0 | 1 => String::new(),
            2 => ", as in one other place".to_owned(),
            _ => format!(", as in {} other places", count - 1),
        };
        diagnostic.message = format!(
            "damaged text: bytes here are not valid in the charset of the file{others}; write the character again; \
             until then the bytes stay as they are"
        );
    });
}

/// Reports that the file, which names no charset, was read in one that is only likely. `at` is its first game.
pub(super) fn report_unnamed(at: Span, guess: Charset, sink: &mut Sink<'_>) {
    report_info(sink, at, |diagnostic| {
        diagnostic.message =
            format!("without CA the charset is a guess: the file was read as {guess}; name the charset in CA");
    });
}

/// Reports a piece of information, unless the settings have another severity.
fn report_info(sink: &mut Sink<'_>, span: Span, fill: impl FnOnce(&mut Diagnostic)) {
    let severity = sink.severities.chosen(Code::SgfCharset).unwrap_or(Severity::Info);
    sink.report_as(Code::SgfCharset, severity, span, fill);
}

/// Checks the labels of a text, each with the offset of its spans.
pub(super) fn check<'l>(
    labels: impl Iterator<Item = (usize, &'l CharsetLabel)>,
    doubt: Option<CharsetDoubt>,
    sink: &mut Sink<'_>,
) {
    // What is only a guess is not written.
    let actual = match doubt {
        Some(CharsetDoubt::Misnamed { actual, is_certain: true }) => Some(actual),
        _ => None,
    };
    let mut first: Option<&CharsetLabel> = None;
    for (at, label) in labels {
        let (span, text) = (label.span().shifted(at), &*label.text);
        match (doubt, &first) {
            (_, None) if is_unknown(text) => sink.report(Code::SgfCharset, span, |diagnostic| {
                if let Some(end) = label.lost_end {
                    diagnostic.message =
                        format!("`]` is missing after `{}`", text.split('[').next().unwrap_or_default());
                    diagnostic.fixes.push(lost_bracket(at + end));
                    return;
                }
                diagnostic.message = format!("unknown charset `{text}`");
                if let Some(CharsetDoubt::Misnamed { actual, .. }) = doubt {
                    let _ = write!(diagnostic.message, "; the file was read as {actual}");
                }
                if !is_label(text) {
                    return;
                }
                match (actual, Charset::registered_name(text)) {
                    (Some(actual), _) => diagnostic.fixes.push(naming(label, at, &actual.to_string())),
                    // The name of a charset that is not known may still say to a reader what the file is in.
                    _ if doubt.is_some() => {}
                    (None, Some(meant)) => diagnostic.fixes.push(naming(label, at, meant)),
                    (None, None) => {
                        let edits = vec![Edit::delete(label.property.shifted(at))];
                        diagnostic.fixes.push(Fix::removal("CA", edits));
                    }
                }
            }),
            (Some(CharsetDoubt::Misnamed { actual, is_certain }), None) => {
                sink.report(Code::SgfCharset, span, |diagnostic| {
                    let read = format!("the file is not valid in `{text}` and was read as {actual}");
                    if is_certain {
                        diagnostic.message = read;
                        diagnostic.fixes.push(naming(label, at, &actual.to_string()));
                    } else {
                        diagnostic.message = format!("{read}, which is only a guess; name the right charset");
                    }
                });
            }
            (Some(CharsetDoubt::Unlikely { likelier }), None) => report_info(sink, span, |diagnostic| {
                diagnostic.message =
                    format!("the file was read as `{text}`, but looks like {likelier}; name that if it is right");
            }),
            (_, Some(first)) if !first.text.eq_ignore_ascii_case(text) => {
                sink.report(Code::SgfCharset, span, |diagnostic| {
                    diagnostic.message = format!(
                        "the first game names `{}`; a file is read in one charset, that of its first game",
                        first.text
                    );
                });
            }
            _ => {}
        }
        first.get_or_insert(label);
    }
}

fn is_unknown(label: &str) -> bool {
    let is_utf16 = label.to_ascii_lowercase().starts_with("utf-16");
    !is_utf16 && Charset::named(label).is_none()
}

/// Whether a text may be the name of a charset, without further text.
fn is_label(text: &str) -> bool {
    text.len() <= 40 && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b" -_.:".contains(&byte))
}

/// Returns the fix that writes the registered name of a charset into CA.
fn naming(label: &CharsetLabel, at: usize, charset: &str) -> Fix {
    let name = Charset::registered_name(charset).unwrap_or(charset);
    Fix::suggested(format!("name {name}"), vec![Edit::replace(label.value.shifted(at), name)])
}

/// The charset that a text names.
pub(super) fn label(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("CA[")?;
    rest.split_once(']').map(|(label, _)| label)
}
