//! Printing of the report, file by file, and of the summary.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::CheckArguments;
use crate::Output;
use crate::files::Input;
use crate::output::{DiffReader, Look, counted, note, printable_name};
use crate::report::{Report, ReportFormat};
use crate::tally::Tally;
use ishi_check::check::{Code, Diagnostic};

/// Who reads a report, and where.
#[derive(Clone, Copy)]
pub(super) struct Medium {
    pub(super) reader: DiffReader,
    pub(super) look: Look,
}

/// How many diagnostics are rendered at once.
const AT_ONCE: usize = 10_000;

/// The report on one text.
#[derive(Default)]
pub(super) struct TextReport {
    rendered: String,
    /// A text and its diagnostics that are rendered only when they are printed, because the report would take much
    /// memory.
    later: Option<(Input, String, Vec<Diagnostic>)>,
}

impl TextReport {
    /// The report on a text, of which `more` problems are not to be printed.
    pub(super) fn new(
        source: &Input,
        text: &str,
        diagnostics: Vec<Diagnostic>,
        more: usize,
        format: ReportFormat,
        look: Look,
    ) -> Self {
        if diagnostics.len() > AT_ONCE {
            let later = Some((source.clone(), text.to_owned(), diagnostics));
            return Self { rendered: String::new(), later };
        }
        if diagnostics.is_empty() {
            return Self::default();
        }
        let mut rendered = Report::new(source, text, look).render(format, &diagnostics);
        if more > 0 {
            let more = counted(more, "more problem");
            let _ = writeln!(rendered, "{}: {more}; `--max-diagnostics 0` shows all", printable_name(&source.name()));
        }
        Self { rendered, later: None }
    }
}

/// The summary, in a sentence or two.
pub(super) fn summary(
    tally: &Tally,
    fixed: &BTreeMap<Code, usize>,
    files: usize,
    arguments: &CheckArguments,
) -> String {
    let mut sentences = Vec::new();
    if !fixed.is_empty() {
        let done = if arguments.fixing.diff { "Would fix" } else { "Fixed" };
        let rules: Vec<String> = fixed.iter().map(|(code, count)| format!("{count} × {code}")).collect();
        sentences.push(format!("{done} {}: {}.", counted(fixed.values().sum(), "problem"), rules.join(", ")));
    }
    let none = if fixed.is_empty() { "No problems found" } else { "No problems left" };
    let with_problems = match tally.files() {
        some if some == files => counted(files, "file"),
        some => format!("{} ({files} checked)", counted(some, "file")),
    };
    sentences.push(match (tally.by_severity(), fixed.is_empty() || arguments.fixing.diff) {
        (problems, _) if problems.is_empty() => format!("{none} in {}.", counted(files, "file")),
        (problems, true) => format!("Found {problems} in {with_problems}."),
        (problems, false) => format!("Left {problems} in {with_problems}."),
    });
    sentences.push(tally.hidden());
    if !arguments.fixing.diff {
        sentences.push(tally.fixable());
    }
    sentences.retain(|sentence| !sentence.is_empty());
    sentences.join(" ")
}

/// Writes the report, file by file.
pub(super) struct Printer {
    format: ReportFormat,
    /// There is nothing to print but what each text gives by itself.
    silent: bool,
    /// Standard output has the fixed text, so the report goes to standard error.
    aside: bool,
    begun: bool,
}

impl Printer {
    /// Returns the printer for a run. With `aside` the report goes to standard error.
    pub(super) fn new(arguments: &CheckArguments, aside: bool) -> Self {
        Self { format: arguments.format, silent: arguments.is_silent(), aside, begun: false }
    }

    /// The look of the report where it is printed.
    pub(super) fn look(&self, output: &Output) -> Look {
        // Standard error decides for itself whether it has colors.
        let look = output.look();
        Look { is_styled: self.aside || look.is_styled, ..look }
    }

    /// Whether a diagnostic was printed.
    pub(super) fn has_diagnostics(&self) -> bool {
        self.begun
    }

    pub(super) fn print(&self, output: &mut Output, text: &str) {
        match (self.silent || text.is_empty(), self.aside, self.format.is_for_people()) {
            (true, _, _) => {}
            (false, true, _) => note(text.trim_end_matches('\n')),
            (false, false, true) => output.styled(text),
            (false, false, false) => output.raw(text.as_bytes()),
        }
    }

    pub(super) fn print_file(&mut self, output: &mut Output, TextReport { rendered, later }: TextReport) {
        self.print_piece(output, &rendered);
        if let Some((source, text, diagnostics)) = later {
            let report = Report::new(&source, &text, self.look(output));
            for diagnostics in diagnostics.chunks(AT_ONCE) {
                if output.is_closed() {
                    break;
                }
                self.print_piece(output, &report.render(self.format, diagnostics));
            }
        }
    }

    fn print_piece(&mut self, output: &mut Output, piece: &str) {
        if !piece.is_empty() {
            if self.begun {
                self.print(output, self.format.between());
            }
            self.begun = true;
            self.print(output, piece);
        }
    }
}
