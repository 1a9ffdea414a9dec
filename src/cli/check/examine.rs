//! One text: it is checked, and fixed if an option asks for that.

use std::collections::BTreeMap;
use std::path::Path;

use super::printing::{Medium, TextReport};
use super::{CheckArguments, policy};
use crate::content::FileContent;
use crate::files::Failure;
use crate::job::{Detected, Job};
use crate::tally::Tally;
use ishi_check::check::{Code, Diagnostic, Fixed};
use ishi_disk as disk;
use ishi_markdown as markdown;

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
    if is_markdown(source.path()) {
        return examine_fences(job, &bytes, arguments, medium);
    }
    let content = FileContent::read(job, &bytes)?;
    let detected = content.detected(job);
    let severities = &*job.config.check.severities_in(Some(source.settings_path()));
    let report = |text: &str, diagnostics: Vec<Diagnostic>| report(job, text, diagnostics, arguments, medium);
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

/// The report of one text, and the counts of its problems.
fn report(
    job: &Job,
    text: &str,
    diagnostics: Vec<Diagnostic>,
    arguments: &CheckArguments,
    medium: Medium,
) -> (TextReport, Tally) {
    let show = job.config.check.show;
    let tally = Tally::of(&diagnostics, show);
    if arguments.is_silent() {
        return (TextReport::default(), tally);
    }
    let (diagnostics, more) = policy::printed(diagnostics, show, arguments);
    (TextReport::new(&job.source, text, diagnostics, more, arguments.format, medium.look), tally)
}

/// Whether a file is a text in Markdown, which may have games in its code blocks.
fn is_markdown(path: &Path) -> bool {
    markdown::EXTENSIONS.iter().any(|extension| disk::has_extension(path, extension))
}

/// Checks the games in the code blocks of a text in Markdown.
fn examine_fences(job: &Job, bytes: &[u8], arguments: &CheckArguments, medium: Medium) -> Result<Examined, Failure> {
    if arguments.fixing.fix || arguments.fixing.diff {
        return Err(job.source.failure(&"code blocks in Markdown are only checked; fix them in an editor"));
    }
    let decoded = job.decode(bytes)?;
    let severities = &*job.config.check.severities_in(Some(job.source.settings_path()));
    let diagnostics = markdown::check(&decoded.text, severities);
    let (report, tally) = report(job, &decoded.text, diagnostics, arguments, medium);
    let detected = Detected::of(&decoded, job);
    Ok(Examined { report, tally, fixed: BTreeMap::new(), detected, text: Vec::new() })
}
