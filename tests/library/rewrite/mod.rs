//! Changes of records: what they do to small ones, and what they keep of any.

mod bare;
mod broken;
mod commands;
mod copies;
mod events;
mod headers;
mod kept;
mod labels;
mod laws;
mod numbers;
mod passes;
mod prisoners;
mod setup;
mod symmetry;
mod variations;
mod wrap;

use expect_test::Expect;
use ishi_check::rewrite::{Error, Original};
use ishi_text::{Edit, apply};

/// A record in which `$0` marks the line that a change is about, and what becomes of it.
fn check(fixture: &str, change: impl Fn(&Original<'_>, u32) -> Result<Vec<Edit>, Error>, expected: &Expect) {
    let at = fixture.find("$0").expect("a cursor");
    let line = fixture[..at].matches('\n').count() as u32;
    let text = fixture.replacen("$0", "", 1);
    let original = Original::read(&text, true);
    let new = match change(&original, line) {
        Ok(edits) => apply(&text, &edits),
        Err(refusal) => format!("refused: {refusal}"),
    };
    // Rust drops carriage returns from a literal, so they are made visible.
    expected.assert_eq(&new.replace('\r', "␍"));
}
