//! One text: it is checked, and fixed if an option asks for that.

use std::collections::BTreeMap;

use super::printing::{Medium, TextReport};
use super::{CheckArguments, policy};
use crate::cli::content::FileContent;
use crate::cli::files::Failure;
use crate::cli::job::{Detected, Job};
use crate::cli::tally::Tally;
use ishi::check::{Code, Diagnostic, Fixed};

/// The result of checking one text.
pub(super) struct Examined {
    pub(super) report: TextReport,
    pub(super) tally: Tally,
    pub(super) fixed: BTreeMap<Code, usize>,
    pub(super) detected: Detected,
    /// Bytes for standard output besides the report: a diff, or standard input after its fixes.
    pub(super) text: Vec<u8>,
}

/// Checks one text, and fixes it if an option asks for that.
pub(super) fn examine(job: &Job, arguments: &CheckArguments, medium: Medium) -> Result<Examined, Failure> {
    let source = &job.source;
    let is_written = arguments.fixing.fix && !arguments.fixing.diff;
    let (bytes, target) = if is_written { source.read_to_replace()? } else { (source.read()?, None) };
    let content = FileContent::read(job, &bytes)?;
    let detected = content.detected(job);
    let show = &job.config.check.show;
    let severities = &*job.config.check.severities_in(Some(source.settings_path()));
    let report = |text: &str, diagnostics: Vec<Diagnostic>| {
        let tally = Tally::of(&diagnostics, *show);
        if arguments.is_silent() {
            return (TextReport::default(), tally);
        }
        let (diagnostics, more) = policy::printed(diagnostics, *show, arguments);
        (TextReport::new(source, text, diagnostics, more, arguments.format, medium.width), tally)
    };
    if !arguments.fixing.fix && !arguments.fixing.diff {
        let (report, tally) = report(content.file.as_str(), content.check(severities));
        return Ok(Examined { report, tally, fixed: BTreeMap::new(), detected, text: Vec::new() });
    }

    let fixed = content.fix(severities, arguments.fixing.unsafe_fixes);
    let Fixed { text, edits, applied, remaining } = fixed.map_err(|reason| source.failure(&reason))?;
    if arguments.fixing.diff {
        // Nothing is written, so what counts is what is wrong with the file as it is.
        let (report, tally) = report(content.file.as_str(), content.check(severities));
        let diff = content.diff(source, &edits, medium.reader)?;
        return Ok(Examined { report, tally, fixed: applied, detected, text: diff });
    }
    let encoded = content.encode(source, &edits)?;
    let mut filtered = Vec::new();
    if source.is_stdin() {
        filtered = encoded;
    } else if encoded != bytes {
        source.replace(target.as_ref(), &encoded)?;
    }
    let (report, tally) = report(&text, remaining);
    Ok(Examined { report, tally, fixed: applied, detected, text: filtered })
}
