//! `ishi join`: joins many files into one.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::content::FileContent;
use super::files::{Failure, NewFile};
use super::job::{Collected, Detected, Formats, Inputs, Job, is_import};
use super::output::{counted, note, printable, printable_name, warn};
use super::{Error, Exit, Output, progress};
use crate::archive::GameFile;
use crate::archive::collection::{JoinFault, Joiner};
use crate::disk;
use crate::document::MAX_BYTES;
use crate::syntax::{Foreign, SGF_EXTENSION};
use crate::text::line_ends;

/// Write the games of many files into one file: records into a record, SGF into an SGF file.
///
/// Nothing is lost: the games are in the order of the files, those of a folder sorted by name, and keep their bytes if
/// the files have one encoding. Games in GIB, NGF and UGF, the formats of Go servers, become SGF.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct JoinArguments {
    #[command(flatten)]
    inputs: Inputs,

    /// The file to write, which appears only when it is complete; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Replace a file that exists
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  ishi join games/ -o all.sgf                 all games of a folder
  ishi join b.ishi a.ishi -o all.ishi         the events of two records, in this order
  ishi join 'games/**/*.sgf' -o all.sgf       without the records in the folder

Records and SGF are not mixed: `ishi convert` makes records of SGF, and SGF of records. A file that would change the
games of another one, because its last block or game is not closed, is refused, and nothing is written.

Exit codes: 0 done; 2 wrong usage, or a file can't be read, joined or written.";

pub(super) fn run(arguments: &JoinArguments, output: &mut Output) -> Exit {
    Exit::of(join(arguments, output))
}

fn join(arguments: &JoinArguments, output: &mut Output) -> Result<Exit, Error> {
    let JoinArguments { inputs, force, .. } = arguments;
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let collected = Job::collect(inputs, |path| Formats::ALL.take(path), |_| {})?;
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if inputs.show(&jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    if !failures.is_empty() {
        return Err("nothing was written, because not all files can be read".into());
    }
    if let Some(target) = target {
        Job::expect_none_at(target, &jobs)?;
    }
    let (joiner, added, detected) = read_all(&jobs, inputs.quiet)?;
    if joiner.is_empty() {
        return Err("there is no game to write".into());
    }
    if let Some(target) = target {
        refuse_name(target, joiner.is_sgf())?;
    }
    let encoding = inputs.settings.encoding_at(target.unwrap_or(Path::new("stdout")))?;
    let joined = joiner.finish(encoding).map_err(|JoinFault { file, line, reason }| match line {
        0 => added[file].source.failure(&reason).to_string(),
        line => format!("{}: {reason}", place(added[file], line)),
    })?;
    match target {
        None => output.raw(&joined.bytes),
        Some(path) => {
            let mut file = NewFile::create(path, *force)?;
            file.write(&joined.bytes)?;
            file.finish()?;
        }
    }
    for remark in &joined.moved_remarks {
        let place = place(added[remark.file], remark.line);
        warn(&format!("{place}: this REMARK is now before an EVENT line, and belongs to that event"));
    }
    if !inputs.quiet {
        detected.report();
        if joined.is_recoded {
            note("The file is in UTF-8, because the files have or name different encodings.");
        }
        if target.is_some() {
            note(&format!("{} of {} joined", counted(joined.games, "game"), counted(added.len(), "file")));
        }
    }
    Ok(Exit::Clean)
}

/// Returns the name of a file and a line of it, for messages.
fn place(job: &Job, line: usize) -> String {
    format!("{}:{line}", printable_name(&job.source.name()))
}

/// Fails if the output has the name of another format.
pub(super) fn refuse_name(target: &Path, is_sgf: bool) -> Result<(), Error> {
    let is_named_sgf = disk::has_extension(target, SGF_EXTENSION);
    let reason = match is_sgf {
        true if disk::has_record_extension(target) => "this is the name of a record, and the games are in SGF",
        false if is_named_sgf => "this is the name of an SGF file, and the games are records",
        _ if is_import(target) => "this is the name of a format that is only read",
        _ => return Ok(()),
    };
    Err(Failure::new(target, &reason).into())
}

/// Reads all files. Returns the joiner with their games, the files that have games, and the encodings that were
/// detected.
fn read_all(jobs: &[Job], is_quiet: bool) -> Result<(Joiner, Vec<&Job>, Detected), Error> {
    let (mut joiner, mut added, mut detected) = (Joiner::default(), Vec::new(), Detected::default());
    let mut rest = jobs.iter();
    let mut failure = None;
    let mut add = |job, bytes: Result<Vec<u8>, Failure>| -> Result<(), Error> {
        let bytes = bytes?;
        if joiner.len() + bytes.len() > MAX_BYTES {
            return Err(format!("together the files are longer than {MAX_BYTES} bytes, and a file can't be").into());
        }
        let content = Job::guarded(job, |job| FileContent::read_as_named(job, &bytes))?;
        detected.add(content.detected(job));
        let file = content.0;
        refuse_foreign(job, &file)?;
        if joiner.add(&file).map_err(|reason| job.source.failure(&reason))? {
            added.push(job);
            report_losses(job, &file);
        } else {
            warn(&format!("{}: there is no game in it", printable_name(&job.source.name())));
        }
        Ok(())
    };
    progress::in_order(
        jobs,
        is_quiet,
        |job| job.source.read(),
        |bytes| match rest.next().map_or(Ok(()), |job| add(job, bytes)) {
            Ok(()) => ControlFlow::Continue(()),
            Err(error) => {
                failure = Some(error);
                ControlFlow::Break(())
            }
        },
    );
    match failure {
        Some(error) => Err(error),
        None => Ok((joiner, added, detected)),
    }
}

/// Fails if a file that is read as a record has only text of another kind, such as SGF with the name of a record.
fn refuse_foreign(job: &Job, file: &GameFile<'_>) -> Result<(), Error> {
    let GameFile::Record(decoded) = file else { return Ok(()) };
    match Foreign::of(&decoded.text).filter(|foreign| foreign.end >= decoded.text.len()) {
        Some(foreign) => {
            let reason = format!("this is {}, not a record in the Ishi format", foreign.kind.name());
            Err(job.source.failure(&reason).into())
        }
        None => Ok(()),
    }
}

/// Reports what SGF can't express of a game in another format.
fn report_losses(job: &Job, file: &GameFile<'_>) {
    let GameFile::Import(game, decoded) = file else { return };
    for loss in game.losses_and_faults() {
        let line = line_ends(&decoded.text[..loss.span.start as usize]).count() + 1;
        note(&format!("{}: {}: {}", place(job, line), printable(&loss.what), loss.why));
    }
}
