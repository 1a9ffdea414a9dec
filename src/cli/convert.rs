//! `ishi convert`: SGF as Ishi, Ishi as SGF, and games in the formats of Go servers as either.

use std::collections::HashMap;
use std::ops::{ControlFlow, Range};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::content::FileContent;
use super::files::{self, Failure, Input};
use super::job::{Collected, Inputs, Job, is_import};
use super::output::{counted, json_line, note, printable, printable_name};
use super::{Error, Exit, Output, progress};
use ishi::archive::{GameFile, NO_GAME};
use ishi::convert::{self, Loss};
use ishi::disk;
use ishi::import::Import;
use ishi::sgf;
use ishi::syntax::{EXTENSIONS, Reader, SGF_EXTENSION};
use ishi::text::{Damage, Decoded, Span, line_ends};

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

/// A format of game records.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum RecordFormat {
    /// The Standard Format
    Ishi,
    /// The Smart Game Format
    Sgf,
}

impl RecordFormat {
    /// The format that a file's extension names, if any.
    fn by_name(path: &Path) -> Option<Self> {
        if disk::has_extension(path, SGF_EXTENSION) {
            Some(Self::Sgf)
        } else {
            disk::has_record_extension(path).then_some(Self::Ishi)
        }
    }

    fn other(self) -> Self {
        match self {
            Self::Ishi => Self::Sgf,
            Self::Sgf => Self::Ishi,
        }
    }

    fn extension(self) -> &'static str {
        match self {
            Self::Ishi => EXTENSIONS[0],
            Self::Sgf => SGF_EXTENSION,
        }
    }
}

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
    if let Some(Report(report)) = report {
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

/// The file of `--report`.
struct Report(Output);

impl Report {
    fn create(path: &Path) -> Result<Self, Error> {
        Output::file(path).map(Self)
    }

    fn line(&mut self, line: &impl Serialize) {
        self.0.raw(json_line(line).as_bytes());
    }

    /// A file that was not converted, as `check --format jsonl` has it.
    fn failure(&mut self, failure: &Failure) {
        self.line(&serde_json::json!({"file": failure.name, "error": failure.reason}));
    }
}

/// The destination of a job's output.
#[derive(Clone, Debug)]
enum Destination {
    Stdout,
    /// This file.
    File(PathBuf),
    /// The file in a folder, with the path from there and the extension of the format.
    Below(PathBuf, PathBuf),
}

impl Destination {
    /// Writes a text in a format, and returns the bytes for standard output.
    fn write(&self, format: RecordFormat, content: Vec<u8>, force: bool) -> Result<Vec<u8>, Failure> {
        match self {
            Self::Stdout => return Ok(content),
            Self::File(path) => files::create(path, &content, force)?,
            Self::Below(folder, inner) => {
                files::create_below(folder, &inner.with_extension(format.extension()), &content, force)?;
            }
        }
        Ok(Vec::new())
    }
}

/// The destination of each job. Two jobs with the same destination are an error.
fn targets(arguments: &ConvertArguments, jobs: &[Job]) -> Result<Vec<Destination>, Error> {
    let output = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let is_single = jobs.len() == 1 && !arguments.inputs.has_folder();
    let Some(output) = output else {
        return match jobs {
            [_] => Ok(vec![Destination::Stdout]),
            _ if arguments.output.is_some() => Err("`-o -` is for one file; name a folder for several".into()),
            [] => Ok(Vec::new()),
            _ => Err("name a folder for several files with `-o`".into()),
        };
    };
    let is_folder = output.is_dir() || output.to_string_lossy().ends_with(std::path::MAIN_SEPARATOR);
    if is_single && !is_folder {
        files::refuse_compressed(output)?;
        return Ok(vec![Destination::File(output.to_path_buf())]);
    }
    let is_file = output.exists() && !output.is_dir();
    // A name that is not there yet is that of a file if it ends as those do.
    if is_file || !is_folder && (RecordFormat::by_name(output).is_some() || is_import(output)) {
        let name = printable_path(output);
        let end = std::path::MAIN_SEPARATOR;
        return Err(format!(
            "{name}: several files, or those of a folder, need a folder; one of this name is `{name}{end}`"
        )
        .into());
    }
    let mut seen: HashMap<PathBuf, &Path> = HashMap::new();
    let mut targets = Vec::new();
    for job in jobs {
        let path = job.source.path();
        let inner = inner(&job.source, arguments);
        if let Some(other) = seen.insert(inner.with_extension(""), path) {
            let (one, other) = (printable_path(other), printable_path(path));
            return Err(format!("{one} and {other} would be written to the same file").into());
        }
        targets.push(Destination::Below(output.to_path_buf(), inner.to_path_buf()));
    }
    Ok(targets)
}

/// The path of a job's file below the folder in which it was found.
fn inner<'j>(source: &'j Input, arguments: &ConvertArguments) -> &'j Path {
    match source {
        Input::Stdin(None) => Path::new("stdin"),
        _ => arguments.inputs.inner(source.path()),
    }
}

fn printable_path(path: &Path) -> String {
    printable(&path.to_string_lossy()).into_owned()
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

/// A loss as it is reported.
#[derive(Serialize)]
struct LossLine {
    file: String,
    line: usize,
    what: String,
    why: &'static str,
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

/// The text of a file, what is not in the other format as it was, each with its place in the text, and what is to be
/// written.
type Conversion = (String, Vec<(usize, Loss)>, Vec<u8>);

/// Fails where a base is named for something else than a record.
fn no_base(source: &Input, arguments: &ConvertArguments) -> Result<(), Failure> {
    match arguments.base {
        Some(_) => Err(source.failure(&"`--base` is for a record that becomes SGF")),
        None => Ok(()),
    }
}

fn of_sgf(source: &Input, bytes: &[u8], arguments: &ConvertArguments) -> Result<Conversion, Failure> {
    no_base(source, arguments)?;
    let file = sgf::SgfFile::read(bytes);
    let text = file.text();
    let (record, offset) = to_ishi(text, &file, arguments.event).map_err(|reason| source.failure(&reason))?;
    if record.readable == 0 {
        let games = sgf::parse(text);
        let why = games.games().first().map(|&root| convert::board_size(&games, root));
        return Err(match why {
            Some(Err(why)) => source.failure(&format_args!("{NO_GAME}: {why}")),
            _ => source.failure(&format_args!("{NO_GAME}: a game in SGF begins with `(;`")),
        });
    }
    let damage = damage(file.damaged(), 0..text.len());
    let losses = damage.into_iter().chain(located(record.losses, offset)).collect();
    Ok((text.to_owned(), losses, record.text.into_bytes()))
}

fn of_ishi(job: &Job, bytes: &[u8], event: Option<u32>, base: Option<&Path>) -> Result<Conversion, Failure> {
    let source = &job.source;
    let decoded = job.decode(bytes)?;
    let (text, offset) = event_of(&decoded.text, event).map_err(|reason| source.failure(&reason))?;
    let base = base.map(|base| Input::named(base).read()).transpose()?;
    let base = base.as_deref().map(sgf::SgfFile::read);
    let games = if base.is_some() { convert::to_sgf_in_any_order(text) } else { convert::to_sgf(text) };
    if games.readable == 0 {
        return Err(source.failure(&"no event in it could be read"));
    }
    if let Some(refusal) = base.as_ref().and_then(|base| games.refusal(text, base)) {
        return Err(source.failure(&refusal));
    }
    let content = match &base {
        Some(base) => games.encode_over(base),
        None => games.encode(),
    };
    let content = content.map_err(|character| {
        let charset = games.charset_or_utf8();
        source.failure(&format_args!("{charset}, in which the game was, has no `{character}`; nothing was written"))
    })?;
    let replaced = |bytes: &[u8]| memchr::memmem::find_iter(bytes, "\u{fffd}").count();
    let is_in_base = base.as_ref().is_some_and(|base| replaced(base.bytes()) >= replaced(&content));
    let damage = damage(&decoded.damaged, offset..offset + text.len()).filter(|_| !is_in_base);
    let losses = damage.into_iter().chain(located(games.losses, offset)).collect();
    Ok((decoded.text.into_owned(), losses, content))
}

/// Converts a game in the format of a Go server, and lists what is lost.
fn of_import(decoded: &Decoded<'_>, game: &Import, to: RecordFormat, event: Option<u32>) -> Result<Conversion, Error> {
    let text = &decoded.text;
    if event.is_some_and(|event| event > 1) {
        return Err(no_game(event.unwrap_or_default(), 1));
    }
    let record = game.to_ishi().ok_or(NO_GAME)?;
    let (losses, content) = match to {
        RecordFormat::Ishi => (record.losses, record.text),
        RecordFormat::Sgf => (game.losses_and_faults(), game.sgf.clone()),
    };
    let damage = damage(&decoded.damaged, 0..text.len());
    Ok((text.to_string(), damage.into_iter().chain(located(losses, 0)).collect(), content.into_bytes()))
}

/// The loss of the bytes in a part of a text that are not valid in the encoding of their file, with its place.
fn damage(damaged: &[Damage], part: Range<usize>) -> Option<(usize, Loss)> {
    let own: Vec<usize> = damaged.iter().map(|one| one.text).filter(|at| part.contains(at)).collect();
    let &first = own.first()?;
    let bytes = counted(own.len(), "byte");
    let what = format!("{bytes} that {} not valid in the encoding", if own.len() == 1 { "is" } else { "are" });
    Some((first, Loss { span: Span::empty(first), what, why: "the new file has U+FFFD in this place" }))
}

/// Moves the places of losses from a part of the text to the whole text.
fn located(losses: Vec<Loss>, offset: usize) -> Vec<(usize, Loss)> {
    losses.into_iter().map(|loss| (loss.span.start as usize + offset, loss)).collect()
}

/// The record of all games or of one, and where that begins.
fn to_ishi(text: &str, file: &sgf::SgfFile<'_>, event: Option<u32>) -> Result<(convert::Ishi, usize), Error> {
    let games = sgf::parse(text);
    let Some(event) = event else { return Ok((convert::to_ishi(&games, Some(file.charset())), 0)) };
    let start = |index: usize| games.games().get(index).map(|&root| games.span(root).start as usize);
    let index = event as usize - 1;
    let Some(begin) = start(index) else {
        return Err(no_game(event, games.games().len()));
    };
    let mut game = String::new();
    sgf::print_game(&games, games.games()[index], &mut game);
    let mut record = convert::to_ishi(&sgf::parse(&game), Some(file.charset()));
    // Printed, the game has other places: all that is known is where it begins.
    record.losses.iter_mut().for_each(|loss| loss.span = Span::empty(0));
    Ok((record, begin))
}

fn no_game(wanted: u32, count: usize) -> Error {
    format!("there is no game {wanted}: it has {}", counted(count, "game")).into()
}

/// The text of all events or of one, and where that begins.
fn event_of(text: &str, event: Option<u32>) -> Result<(&str, usize), Error> {
    let Some(event) = event else { return Ok((text, 0)) };
    let (mut at, mut count) = (0, 0);
    for source in Reader::of_file(text) {
        count += 1;
        if count == event {
            return Ok((source.text, at));
        }
        at += source.text.len();
    }
    Err(format!("there is no event {event}: it has {}", counted(count as usize, "event")).into())
}
