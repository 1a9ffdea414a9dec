//! The charset of a file in SGF, and what CA says of it.

use crate::check::{Code, Fix, Sink};
use crate::sgf::{Charset, Collection, Property};
use crate::text::{Edit, Span};

pub(super) fn check(games: &Collection<'_>, actual: Option<Charset>, sink: &mut Sink<'_>) {
    let text = games.text();
    if let Some(at) = text.find('\u{fffd}') {
        // These bytes were lost when the text was decoded.
        sink.report(Code::SgfCharset, Span::new(at, at + '\u{fffd}'.len_utf8()), |diagnostic| {
            diagnostic.message = "this text was decoded in a wrong charset and has lost bytes; open the file in the \
                                  charset in which it was written, and do not save it as it is"
                .into();
        });
        return;
    }
    let mut first: Option<(Span, String)> = None;
    for &root in games.games() {
        let Some(property) = games.property(root, "CA") else { continue };
        let (Some(&span), Some(value)) = (property.value_spans().first(), property.raw_values().next()) else {
            continue;
        };
        let label = value.trim();
        let span = if span.is_empty() { property.span() } else { span };
        match (actual, &first) {
            (_, None) if is_unknown(label) => sink.report(Code::SgfCharset, span, |diagnostic| {
                diagnostic.message = format!("unknown charset `{label}`");
                let known = label.replace('_', "-");
                diagnostic.fixes.push(match actual {
                    Some(actual) => naming(&property, actual),
                    None if !is_unknown(&known) => {
                        Fix::suggested(format!("name {known}"), vec![Edit::replace(span, known)])
                    }
                    None => Fix::removal("CA", vec![Edit::delete(property.span())]),
                });
            }),
            (Some(actual), None) => sink.report(Code::SgfCharset, span, |diagnostic| {
                diagnostic.message = format!("the file is not valid in `{label}` and was read as {actual}");
                diagnostic.fixes.push(naming(&property, actual));
            }),
            (_, Some((_, other))) if !other.eq_ignore_ascii_case(label) => {
                sink.report(Code::SgfCharset, span, |diagnostic| {
                    diagnostic.message = format!(
                        "the first game names `{other}`; a file is read in one charset, that of its first game"
                    );
                });
            }
            _ => {}
        }
        first.get_or_insert_with(|| (span, label.to_owned()));
    }
}

fn is_unknown(label: &str) -> bool {
    let is_utf16 = label.to_ascii_lowercase().starts_with("utf-16");
    !is_utf16 && Charset::named(label).is_none()
}

fn naming(property: &Property<'_>, actual: Charset) -> Fix {
    let span = property.value_spans().first().copied().unwrap_or_default();
    Fix::suggested(format!("name {actual}"), vec![Edit::replace(span, actual.to_string())])
}

/// The charset that a text names.
pub(super) fn label(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("CA[")?;
    rest.split_once(']').map(|(label, _)| label)
}
