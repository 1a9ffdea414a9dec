//! The policy of `ishi check`: which problems are printed, and which exit code they lead to.

use std::cmp::Reverse;

use clap::ValueEnum;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::CheckArguments;
use crate::Exit;
use crate::tally::Tally;
use ishi_check::check::{Diagnostic, Severity};
use ishi_config::{Check, SHOWN};

/// Severities besides errors that make the check fail.
#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Deny {
    /// Warnings.
    Warnings,
}

/// Reads a severity that can be the least one that is printed.
pub(super) fn shown() -> impl TypedValueParser<Value = Severity> {
    PossibleValuesParser::new(SHOWN.map(Severity::name)).try_map(|name| name.parse::<Severity>())
}

/// Puts what the command line says in place of what settings say.
pub(super) fn adjust(check: &mut Check, arguments: &CheckArguments) {
    check.show = arguments.show.unwrap_or(check.show);
    arguments.rules.adjust(check);
}

/// Returns those of a text's diagnostics that are printed, and how many more there would be: formats for people have
/// the most severe ones.
pub(super) fn printed(
    mut diagnostics: Vec<Diagnostic>,
    least: Severity,
    arguments: &CheckArguments,
) -> (Vec<Diagnostic>, usize) {
    diagnostics.retain(|diagnostic| diagnostic.severity >= least);
    let total = diagnostics.len();
    if arguments.format.is_for_people() && (1..total).contains(&arguments.max_diagnostics) {
        diagnostics.sort_by_key(|diagnostic| Reverse(diagnostic.severity));
        diagnostics.truncate(arguments.max_diagnostics);
        diagnostics.sort_by_key(Diagnostic::order);
    }
    let more = total - diagnostics.len();
    (diagnostics, more)
}

/// Returns the exit code for what was found in files that could all be read.
pub(super) fn exit(tally: &Tally, arguments: &CheckArguments) -> Exit {
    let denies_warnings = matches!(arguments.deny, Some(Deny::Warnings));
    let is_refused = tally.count(Severity::Error) > 0 || denies_warnings && tally.count(Severity::Warning) > 0;
    if is_refused && !arguments.exit_zero { Exit::Problems } else { Exit::Clean }
}
