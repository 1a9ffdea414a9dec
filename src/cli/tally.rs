//! How many problems were found, and how many of them can be fixed.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::output::{counted, listed};
use super::report::style;
use ishi_check::check::{Code, Diagnostic, FixKind, Severity};

/// How many of what was found.
#[derive(Default)]
pub(super) struct Tally {
    by_rule: BTreeMap<(Severity, Code), usize>,
    /// The number of diagnostics below the severity that is shown.
    hidden: BTreeMap<Severity, usize>,
    /// The files in which something was found that is shown.
    files: usize,
    safe: usize,
    suggested: usize,
}

impl Tally {
    /// The tally of one file. Diagnostics below `show` are only counted as hidden.
    pub(super) fn of(diagnostics: &[Diagnostic], show: Severity) -> Self {
        let mut tally = Self::default();
        for diagnostic in diagnostics {
            if diagnostic.severity < show {
                *tally.hidden.entry(diagnostic.severity).or_default() += 1;
                continue;
            }
            tally.files = 1;
            *tally.by_rule.entry((diagnostic.severity, diagnostic.code)).or_default() += 1;
            match diagnostic.fix_kind() {
                Some(FixKind::Auto) => tally.safe += 1,
                Some(FixKind::Suggested) => tally.suggested += 1,
                Some(FixKind::Correction | FixKind::Manual | FixKind::Removal) | None => {}
            }
        }
        tally
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (&rule, count) in &other.by_rule {
            *self.by_rule.entry(rule).or_default() += count;
        }
        for (&severity, count) in &other.hidden {
            *self.hidden.entry(severity).or_default() += count;
        }
        self.files += other.files;
        self.safe += other.safe;
        self.suggested += other.suggested;
    }

    /// How many there are of a severity, shown or not.
    pub(super) fn count(&self, severity: Severity) -> usize {
        self.shown(severity) + self.hidden.get(&severity).unwrap_or(&0)
    }

    fn shown(&self, severity: Severity) -> usize {
        self.by_rule.iter().filter(|((of, _), _)| *of == severity).map(|(_, count)| count).sum()
    }

    /// In how many files something was found that is shown.
    pub(super) fn files(&self) -> usize {
        self.files
    }

    /// `2 errors and 1 hint` of what is shown; nothing where that is nothing.
    pub(super) fn by_severity(&self) -> String {
        counts(|severity| self.shown(severity))
    }

    /// A sentence with the number of diagnostics that are not shown, and how to show them; empty if all are.
    pub(super) fn hidden(&self) -> String {
        let Some((least, _)) = self.hidden.first_key_value() else { return String::new() };
        let counts = counts(|severity| *self.hidden.get(&severity).unwrap_or(&0));
        format!("Not shown: {counts} (`--show {least}`).")
    }

    /// How many can be fixed, and how; empty if none can.
    pub(super) fn fixable(&self) -> String {
        match (self.safe, self.suggested) {
            (0, 0) => String::new(),
            (safe, 0) => format!("{safe} can be fixed with `--fix`."),
            (0, suggested) => format!("{suggested} can be fixed with `--fix --unsafe-fixes`."),
            (safe, suggested) => {
                format!("{safe} can be fixed with `--fix`, {suggested} more with `--fix --unsafe-fixes`.")
            }
        }
    }

    /// A line for each rule that was broken, the most frequent first.
    pub(super) fn table(&self) -> String {
        let mut rows: Vec<_> = self.by_rule.iter().map(|(&(severity, code), &count)| (count, severity, code)).collect();
        rows.sort_by_key(|&(count, severity, code)| (std::cmp::Reverse((count, severity)), code));
        let width = |len: fn(&(usize, Severity, Code)) -> usize| rows.iter().map(len).max().unwrap_or(0);
        let (count_width, code_width) =
            (width(|(count, ..)| count.to_string().len()), width(|(.., code)| code.name().len()));
        let mut out = String::new();
        for (count, severity, code) in &rows {
            let style = style(*severity);
            let _ = writeln!(
                out,
                "{count:>count_width$}  {style}{:<7}{style:#}  {:<code_width$}  {}",
                severity.name(),
                code.name(),
                code.row().what
            );
        }
        out
    }
}

/// `2 errors and 1 hint`
fn counts(count: impl Fn(Severity) -> usize) -> String {
    let parts: Vec<String> = Severity::ALL
        .into_iter()
        .filter_map(|severity| match (count(severity), severity) {
            (0, _) => None,
            (count, Severity::Info) => Some(format!("{count} for information")),
            (count, _) => Some(counted(count, severity.name())),
        })
        .collect();
    listed(&parts)
}
