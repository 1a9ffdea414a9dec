//! Tests of completion.

mod keywords;
mod moves;
mod references;
mod setup;
mod values;

use expect_test::Expect;
use ishi_ide::ide::{BoardStyle, Completion, completion};
use ishi_text::{Edit, apply};

use crate::ide::fixture::{cursor, snapshot};

fn complete(fixture: &str) -> (String, usize, Vec<Completion>) {
    let (text, offset) = cursor(fixture);
    let found = completion(&snapshot(&text), offset, None, &|_| Vec::new());
    (text, offset, found)
}

fn proposals(fixture: &str) -> (String, Vec<Completion>) {
    let (text, _, found) = complete(fixture);
    (text, found)
}

/// The labels, in order.
fn check(fixture: &str, expected: &Expect) {
    let labels: Vec<String> = proposals(fixture).1.into_iter().map(|one| one.label).collect();
    expected.assert_eq(&labels.join(" "));
}

/// The first proposals, a line `text | detail` for each, with `*` for the one that is chosen beforehand.
fn check_first(fixture: &str, count: usize, expected: &Expect) {
    let line = |one: Completion| {
        let chosen = if one.preselect { "*" } else { "" };
        let label = if one.label == one.plain { String::new() } else { format!("{} -> ", one.label) };
        format!("{chosen}{label}{} | {}\n", one.plain, one.detail)
    };
    let list = proposals(fixture).1;
    expected.assert_eq(&list.into_iter().take(count).map(line).collect::<String>());
}

/// The record after one of the proposals, first with its tab stops and then as a client without snippets has it.
fn check_insertion(fixture: &str, label: &str, expected: &Expect) {
    let (text, list) = proposals(fixture);
    let found = list.into_iter().find(|one| one.label == label).expect("the proposal");
    let insert = |new: &str| apply(&text, &[Edit::replace(found.replace, new)]);
    let with_stops = found.snippet.as_deref().map(insert);
    let plain = insert(&found.plain);
    expected.assert_eq(&with_stops.into_iter().chain([plain]).collect::<Vec<_>>().join("\n--\n"));
}

/// The documentation of one of the proposals, with its board as text.
fn check_documentation(fixture: &str, label: &str, expected: &Expect) {
    let (text, offset, found) = complete(fixture);
    let one = found.into_iter().find(|one| one.label == label).expect("the proposal");
    let documentation = one.documentation(&snapshot(&text), offset).expect("there is something to say");
    expected.assert_eq(&documentation.plain(BoardStyle::Text));
}
