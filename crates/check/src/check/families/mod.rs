//! The rules of the checker, one file for each family of the catalogue.
//!
//! The rulesets of Go, such as the Japanese and the Chinese, are in [`ishi_rules`]; here a rule is one that reports
//! a diagnostic.

pub(super) mod bare;
mod blocks;
pub(super) mod board_rules;
mod claims;
pub(super) mod copies;
mod fields;
pub(super) mod foreign;
mod legality;
pub(super) mod numbers;
mod order;
mod prisoners;
mod references;
pub(super) mod replay;
pub(super) mod suppression;
pub(super) mod text;

use crate::check::sink::Sink;
use ishi_record::record::Reading;
use ishi_record::syntax::Source;

/// Applies the rules that need no board.
pub(super) fn check_lines(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    foreign::check(source, sink);
    text::check(source, sink);
    fields::check(source, reading, sink);
    blocks::check(source, reading, sink);
    order::check(source, reading, sink);
    numbers::check(source, reading, sink);
}

/// Applies the rules about the event as a whole, and the remarks that suppress other rules, after all other rules.
pub(super) fn check_event(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    claims::check(source, reading, sink);
    legality::check(source, reading, sink);
    suppression::apply(source, reading, sink);
}
