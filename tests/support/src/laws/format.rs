//! Formatting changes nothing that is said, does nothing twice, and makes nothing wrong that was right.

use ishi_check::check::{Severities, Severity, check};
use ishi_record::format::{Case, LineEnding, Options, format};
use ishi_record::record::meaning;
use ishi_record::syntax::{Following, Reader};
use ishi_text::apply;

use super::{Choices, Input, blocks};

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    hold_for(&text, &options(&mut choices));
}

/// Asserts the law for a text and options.
pub fn hold_for(text: &str, options: &Options) {
    let edits = format(text, options);
    let mut at = 0;
    for edit in &edits {
        assert!(edit.span.start >= at && edit.span.of(text) != edit.text, "{edit:?} of {text:?}");
        at = edit.span.end;
    }
    let once = apply(text, &edits);
    assert_eq!(said(&once), said(text), "{text:?} became {once:?}");
    assert_eq!(blocks(&once), blocks(text), "a comment of {text:?}");
    let twice = apply(&once, &format(&once, options));
    assert_eq!(twice, once, "{text:?} is formatted again");
    assert!(!is_valid(text) || is_valid(&once), "{text:?} was valid, and {once:?} is not");
}

/// Returns the meaning of each event of a text.
pub fn said(text: &str) -> Vec<String> {
    Reader::new(text, Following::NOTHING).map(|source| meaning(&source)).collect()
}

/// There are no errors and no warnings.
pub fn is_valid(text: &str) -> bool {
    check(text, &Severities::default()).iter().all(|found| found.severity < Severity::Warning)
}

fn options(choices: &mut Choices<'_>) -> Options {
    const CASES: [Case; 4] = [Case::Upper, Case::Lower, Case::Title, Case::Preserve];
    Options {
        keyword_case: *choices.of(&CASES),
        location_case: *choices.of(&CASES),
        indent: *choices.of(&[2, 0, 1, 3, 4, 8, 16]),
        line_ending: *choices.of(&[LineEnding::Preserve, LineEnding::Crlf, LineEnding::Lf]),
        wrap: if choices.once_in(2) { 8 + choices.below(100) as u16 } else { 0 },
    }
}
