//! `ishi convert`: SGF as Ishi, Ishi as SGF, and games in the formats of Go servers as either.

mod conversion;
mod destination;
mod format;
mod report;

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use self::conversion::{no_base, of_import, of_ishi, of_sgf};
use self::destination::{Destination, inner, printable_path, targets};
use self::format::RecordFormat;
use self::report::{LossLine, Report};
use super::content::FileContent;
use super::files::{Failure, Input};
use super::job::{Collected, Inputs, Job, is_import};
use super::output::{counted, note, printable, printable_name};
use super::{Error, Exit, Output, progress};
use ishi_archive::GameFile;
use ishi_disk as disk;
use ishi_record::syntax::SGF_EXTENSION;
use ishi_text::line_ends;

/// Convert games in SGF to records, and records to SGF.
///
/// Nothing is lost: content that the other format can't express is kept, and comes back in the reverse conversion.
/// Content that other programs will not show is reported. Games in GIB, NGF and UGF, the formats of Go servers, become
/// records or SGF.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ConvertArguments {
    #[command(flatten)]
    inputs: Inputs,

    /// Where to write: a file, or a folder for several files; `-`, the default for one file, is standard output
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,

    /// The format of the input; by default it follows from the content of the file
    #[arg(long, value_name = "FORMAT")]
    from: Option<RecordFormat>,

    /// The format to write; by default it follows from the name of the output; otherwise records become SGF, and all
    /// other formats become records
    #[arg(long, value_name = "FORMAT")]
    to: Option<RecordFormat>,

    /// Change this SGF file only where the record differs; all other bytes stay. A record with lines that SGF can't
    /// express is refused. With a folder, the file of each record is the one with the same path in it
    #[arg(long, value_name = "FILE|DIR", conflicts_with = "event")]
    base: Option<PathBuf>,

    /// Convert only this event or game, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    event: Option<u32>,

    /// Exit with 1 if anything differs in the other format
    #[arg(long)]
    strict: bool,

    /// Also write a report to a file, one JSON object a line: all that differs, and files that can't be read or written
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,

    /// Replace files that exist
    #[arg(long)]
    force: bool,
}

const EXAMPLES: &str = "\
Examples:
  ishi convert game.sgf                      print the game as a record
  ishi convert game.sgf -o game.ishi         write it to a file
  ishi convert game.ishi -o game.sgf         and back
  ishi convert games/ --to ishi -o records/  every SGF file below games/
  ishi convert - --to sgf < game.ishi        from standard input
  ishi convert game.gib -o game.sgf          a game of Tygem as SGF
  ishi convert game.ishi --base game.sgf -o game.sgf --force
                                             change an SGF file only where the record differs
  ishi convert records/ --base games/ -o games/ --force
                                             change all SGF files of a folder so

Exit codes: 0 done; 1 with --strict, something differs in the other format; 2 wrong usage, unreadable files, or
files without a game.";

pub(super) fn run(arguments: &ConvertArguments, output: &mut Output) -> Exit {
    Exit::of(run_all(arguments, output))
}

/// Converts all files. Returns an error for wrong usage or settings, before the first file is written.
fn run_all(arguments: &ConvertArguments, output: &mut Output) -> Result<Exit, Error> {
    let with_base = arguments.base.as_ref().map(|_| RecordFormat::Ishi);
    let wanted_format = arguments.from.or(arguments.to.map(RecordFormat::other)).or(with_base);
    let is_wanted = |path: &Path| {
        let is_sgf = disk::has_extension(path, SGF_EXTENSION);
        let is_other = arguments.from.is_none() && with_base.is_none() && is_import(path);
        let is_wanted = |format| wanted_format.is_none_or(|wanted| wanted == format);
        is_other || is_wanted(RecordFormat::Sgf) && is_sgf || is_wanted(RecordFormat::Ishi) && disk::is_record(path)
    };
    let collected = Job::collect(&arguments.inputs, is_wanted, |_| {})?;
    collected.report();
    let Collected { jobs, failures, .. } = collected;
    if arguments.inputs.show(&jobs, output) {
        return Ok(if failures.is_empty() { Exit::Clean } else { Exit::Failed });
    }
    if arguments.base.as_deref().is_some_and(|base| !base.is_dir()) && jobs.len() > 1 {
        return Err("`--base` is a file, which is for one record; for several it is a folder".into());
    }
    let targets = targets(arguments, &jobs)?;
    let mut report = arguments.report.as_deref().map(Report::create).transpose()?;
    if let Some(report) = &mut report {
        for failure in &failures {
            report.failure(failure);
        }
    }
    let work: Vec<(&Job, &Destination)> = jobs.iter().zip(&targets).collect();
    let (mut failed, mut lost, mut done) = (failures.len(), 0, 0);
    progress::in_order(
        &work,
        arguments.inputs.quiet,
        |(job, target)| job.guarded(|job| convert(job, target, arguments)),
        |outcome| {
            match outcome {
                Ok(Converted { name, printed, losses, missing_base }) => {
                    done += 1;
                    if let Some(base) = missing_base.filter(|_| !arguments.inputs.quiet) {
                        let (name, base) = (printable_name(&name), printable_path(&base));
                        note(&format!("{name}: there is no {base} to change, so a new file was written"));
                    }
                    lost += losses.len();
                    output.raw(&printed);
                    for loss in &losses {
                        let LossLine { line, what, why, .. } = loss;
                        note(&format!("{}:{line}: {}: {why}", printable_name(&name), printable(what)));
                        if let Some(report) = &mut report {
                            report.line(loss);
                        }
                    }
                }
                Err(failure) => {
                    failure.report();
                    if let Some(report) = &mut report {
                        report.failure(&failure);
                    }
                    failed += 1;
                }
            }
            if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    if let Some(report) = report {
        report.close()?;
    }
    if !arguments.inputs.quiet && !targets.iter().any(|target| matches!(target, Destination::Stdout)) {
        note(&format!("{} converted", counted(done, "file")));
    }
    Ok(match (failed, lost) {
        (1.., _) => Exit::Failed,
        (0, 1..) if arguments.strict => Exit::Problems,
        _ => Exit::Clean,
    })
}

/// The result of converting one text.
struct Converted {
    name: String,
    /// The bytes for standard output.
    printed: Vec<u8>,
    losses: Vec<LossLine>,
    /// The file of the folder of `--base` that would be changed if it were there.
    missing_base: Option<PathBuf>,
}

fn convert(job: &Job, target: &Destination, arguments: &ConvertArguments) -> Result<Converted, Failure> {
    let source = &job.source;
    let bytes = source.read()?;
    let by_target = match target {
        Destination::File(path) => RecordFormat::by_name(path),
        _ => None,
    };
    let wanted = arguments.to.or(by_target);
    let content = arguments.from.is_none().then(|| FileContent::read_to_convert(job, &bytes)).transpose()?;
    let content = content.map(|content| content.file);
    let mut missing_base = None;
    let (to, (text, losses, content)) = if let Some(GameFile::Import(game, decoded)) = content {
        no_base(source, arguments)?;
        let to = wanted.unwrap_or(RecordFormat::Ishi);
        let done = of_import(&decoded, &game, to, arguments.event);
        (to, done.map_err(|reason| source.failure(&reason))?)
    } else {
        let by_content = || match content {
            Some(GameFile::Sgf(_)) => RecordFormat::Sgf,
            _ => RecordFormat::Ishi,
        };
        let (from, to) = formats(job, arguments.from.unwrap_or_else(by_content), wanted)?;
        let done = match from {
            RecordFormat::Sgf => of_sgf(source, &bytes, arguments)?,
            RecordFormat::Ishi => {
                let mut base = base(source, arguments);
                missing_base = base.take_if(|base| arguments.base.as_ref() != Some(base) && is_missing(base));
                of_ishi(job, &bytes, arguments.event, base.as_deref())?
            }
        };
        (to, done)
    };
    let name = source.name().into_owned();
    let starts: Vec<usize> = line_ends(&text).map(|(at, end)| at + end.len()).collect();
    let line = |at: usize| starts.partition_point(|&start| start <= at) + 1;
    let losses = losses.into_iter().map(|(at, loss)| LossLine {
        file: name.clone(),
        line: line(at),
        what: loss.what,
        why: loss.why,
    });
    let losses = losses.collect();
    let printed = target.write(to, content, arguments.force)?;
    Ok(Converted { name, printed, losses, missing_base })
}

/// The SGF file that a record changes: that of `--base`, or the one with the same path in its folder.
fn base(source: &Input, arguments: &ConvertArguments) -> Option<PathBuf> {
    let base = arguments.base.as_deref()?;
    let inner = || base.join(inner(source, arguments)).with_extension(SGF_EXTENSION);
    Some(if base.is_dir() { inner() } else { base.to_path_buf() })
}

/// Whether no file has this path.
fn is_missing(path: &Path) -> bool {
    path.symlink_metadata().is_err_and(|error| error.kind() == std::io::ErrorKind::NotFound)
}

/// The format of the input, and the wanted format of the output.
fn formats(
    job: &Job,
    from: RecordFormat,
    wanted: Option<RecordFormat>,
) -> Result<(RecordFormat, RecordFormat), Failure> {
    let to = wanted.unwrap_or(from.other());
    if from == to {
        let format = if to == RecordFormat::Sgf { "SGF" } else { "Ishi" };
        return Err(job.source.failure(&format_args!("it is in {format} already")));
    }
    Ok((from, to))
}
