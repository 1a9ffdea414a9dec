//! `ishi split`: writes each game of a file into a file of its own.

use std::borrow::Cow;
use std::fmt::Write;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::archive::unread_message;
use super::content::FileContent;
use super::files::{CompleteFile, Failure, NewFile};
use super::job::{Job, Settings};
use super::output::{counted, note, print_error, printable, printable_name};
use super::{Error, Exit, Output, progress};
use ishi_archive::collection::{CutGame, FileNames, NamePattern, PLACEHOLDERS, cut};
use ishi_archive::{GameFile, Unread, pieces};
use ishi_disk as disk;
use ishi_record::syntax::{EXTENSIONS, SGF_EXTENSION};
use ishi_work::parallel;

/// Write each game of a file into a file of its own: the events of a record, the games of an SGF file.
///
/// Nothing is lost. A game keeps its bytes, with the text after it. Text before the first game belongs to the first
/// one. A game that can't be read is written, too. `ishi join` makes one file of the files again.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct SplitArguments {
    /// The record or SGF file; `-` is standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// The folder to write to, which need not exist
    #[arg(short, long, value_name = "DIR")]
    output: PathBuf,

    /// The names of the files, without the extension
    #[arg(long, value_name = "PATTERN", default_value = "{number}_{date}_{black}-{white}")]
    #[arg(long_help = long_help())]
    name: NamePattern,

    /// List the files that would be written, and write nothing
    #[arg(long)]
    dry_run: bool,

    /// Replace files that exist
    #[arg(long)]
    force: bool,

    /// Print only problems and errors
    #[arg(short, long)]
    quiet: bool,

    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  ishi split tournament.sgf -o games              games/1_1846-09-11_Gennan-Shusaku.sgf, …
  ishi split all.ishi -o games --name '{date} {title}'
  ishi split all.sgf -o games --dry-run           list the names of the files

The files appear when all of them are complete. Equal names get a number.

Exit codes: 0 done; 1 some games can't be read, and were written as they are; 2 wrong usage, or a file can't be read or
written.";

fn long_help() -> String {
    let mut help = "The names of the files, without the extension, with these placeholders for the headers of each \
                    game; a header that is missing is `unknown`:"
        .to_owned();
    for (name, meaning) in PLACEHOLDERS {
        let _ = write!(help, "\n- {{{name}}}: {meaning}");
    }
    help
}

/// The number of games that are read at once.
const BATCH: usize = 512;

/// A game with the name of its file.
struct NamedGame<'c> {
    name: String,
    bytes: Cow<'c, [u8]>,
    is_recoded: bool,
    /// The message about a game that can't be read.
    problem: Option<String>,
}

pub(super) fn run(arguments: &SplitArguments, output: &mut Output) -> Exit {
    Exit::of(split(arguments, output))
}

fn split(arguments: &SplitArguments, output: &mut Output) -> Result<Exit, Error> {
    let SplitArguments { output: folder, force, quiet, .. } = arguments;
    let job = Job::single(&arguments.file, &arguments.settings)?;
    let bytes = job.source.read()?;
    let content = job.guarded(|job| FileContent::read(job, &bytes))?;
    let detected = content.detected(&job);
    let file = content.file;
    let extension = match &file {
        GameFile::Sgf(_) => SGF_EXTENSION,
        GameFile::Record(_) => {
            let extension = EXTENSIONS.iter().find(|extension| disk::has_extension(job.source.path(), extension));
            extension.unwrap_or(&EXTENSIONS[0])
        }
        GameFile::Import(..) => return Err(job.source.failure(&"this format has one game in a file").into()),
    };
    let encoding = arguments.settings.encoding_at(&folder.join("game"))?;
    let digits = pieces(file.text()).count().to_string().len();
    let games = named(cut(&file, encoding), &job, digits, extension, &arguments.name);
    if games.is_empty() {
        return Err(job.source.failure(&"there is no game in it").into());
    }
    for problem in games.iter().filter_map(|game| game.problem.as_ref()) {
        print_error(problem);
    }
    let exit = if games.iter().any(|game| game.problem.is_some()) { Exit::Problems } else { Exit::Clean };
    if arguments.dry_run {
        for game in &games {
            let path = folder.join(&game.name);
            output.raw(format!("{}\n", printable_name(&path.to_string_lossy())).as_bytes());
        }
        return Ok(exit);
    }
    refuse_existing(&games, folder, *force, job.source.path())?;
    write(&games, folder, *force, *quiet)?;
    if !quiet {
        detected.report();
        let recoded = games.iter().filter(|game| game.is_recoded).count();
        if recoded > 0 {
            let (games, are) = (counted(recoded, "game"), if recoded == 1 { "is" } else { "are" });
            note(&format!("{games} {are} written in UTF-8, because alone the bytes would be read as another text"));
        }
        note(&format!("{} written to {}", counted(games.len(), "game"), printable(&folder.to_string_lossy())));
    }
    Ok(exit)
}

/// Returns the games with the names of their files. Batches of games are read on all cores.
fn named<'c>(
    mut games: impl Iterator<Item = CutGame<'c>>,
    job: &Job,
    digits: usize,
    extension: &str,
    pattern: &NamePattern,
) -> Vec<NamedGame<'c>> {
    let name = |CutGame { piece, .. }: &CutGame<'_>| {
        let unread = |reason| (pattern.name(piece.event, digits, None), Some(reason));
        let read = job.guarded(|_| {
            Ok(piece.read(|game| match game {
                Ok(game) => (pattern.name(piece.event, digits, Some(&game.info)), None),
                Err(Unread { reason, .. }) => unread(reason),
            }))
        });
        let (name, reason) = read.unwrap_or_else(|failure| unread(failure.reason));
        (name, reason.map(|reason| unread_message(&job.source.name(), piece.event, piece.line, &reason)))
    };
    let (mut named_games, mut names) = (Vec::new(), FileNames::default());
    loop {
        let batch: Vec<CutGame<'c>> = games.by_ref().take(BATCH).collect();
        if batch.is_empty() {
            return named_games;
        }
        let named = parallel::map(&batch, name).into_iter().zip(batch);
        named_games.extend(named.map(|((name, problem), CutGame { bytes, is_recoded, .. })| {
            let name = names.unique(&name, extension);
            NamedGame { name, bytes, is_recoded, problem }
        }));
    }
}

/// Fails if an existing file would be replaced without `--force`, or is the file that is read. Called before any file
/// is written.
fn refuse_existing(games: &[NamedGame<'_>], folder: &Path, force: bool, source: &Path) -> Result<(), Error> {
    let source = source.canonicalize().ok();
    let paths = games.iter().map(|game| folder.join(&game.name));
    let existing: Vec<PathBuf> = paths.filter(|path| path.symlink_metadata().is_ok()).collect();
    let Some(first) = existing.first() else { return Ok(()) };
    let name = |path: &Path| printable(&path.to_string_lossy()).into_owned();
    if let Some(path) = existing.iter().find(|path| source.is_some() && path.canonicalize().ok() == source) {
        return Err(format!("{}: it is the file that is read; name another folder", name(path)).into());
    }
    if force {
        return Ok(());
    }
    let others = match existing.len() - 1 {
        0 => return Err(format!("{}: it exists; `--force` replaces it", name(first)).into()),
        1 => "so does another file".to_owned(),
        count => format!("so do {count} other files"),
    };
    Err(format!("{}: it exists, and {others}; `--force` replaces them", name(first)).into())
}

/// Writes all files, which get their final names when all of them are complete.
fn write(games: &[NamedGame<'_>], folder: &Path, force: bool, is_quiet: bool) -> Result<(), Error> {
    let (mut complete, mut failure) = (Vec::with_capacity(games.len()), None);
    let write = |game: &NamedGame<'_>| -> Result<CompleteFile, Failure> {
        let mut file = NewFile::create_below(folder, Path::new(&game.name), force)?;
        file.write(&game.bytes)?;
        file.complete()
    };
    progress::in_order(games, is_quiet, write, |written| match written {
        Ok(file) => {
            complete.push(file);
            ControlFlow::Continue(())
        }
        Err(error) => {
            failure = Some(error);
            ControlFlow::Break(())
        }
    });
    match failure {
        Some(failure) => Err(failure.into()),
        None => Ok(complete.into_iter().try_for_each(CompleteFile::name)?),
    }
}
