//! `ishi join`: joins many files into one.

use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use clap::Args;

use super::archive::unread_message;
use super::content::FileContent;
use super::files::{Failure, NewFile, refuse_compressed};
use super::filter::{FilterArguments, Filters};
use super::job::{Collected, Detected, Formats, Inputs, Job, is_import};
use super::output::{counted, note, print_error, printable, printable_name, warn};
use super::{Error, Exit, Output, progress};
use ishi_archive::collection::{JoinFault, Joiner, cut};
use ishi_archive::{GameFile, Unread, games_in};
use ishi_disk as disk;
use ishi_ide::document::MAX_BYTES;
use ishi_record::syntax::{Foreign, SGF_EXTENSION};
use ishi_text::line_ends;

/// Write the games of many files into one file: records into a record, SGF into an SGF file.
///
/// Nothing is lost: the games are in the order of the files, those of a folder sorted by name, and keep their bytes if
/// the files have one encoding. Games in GIB, NGF and UGF, the formats of Go servers, become SGF.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct JoinArguments {
    #[command(flatten)]
    inputs: Inputs,

    #[command(flatten)]
    filters: FilterArguments,

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
  ishi join games/ --player Shusaku -o s.sgf  all games of a player
  ishi join b.ishi a.ishi -o all.ishi         the events of two records, in this order
  ishi join 'games/**/*.sgf' -o all.sgf       without the records in the folder

Records and SGF are not mixed: `ishi convert` makes records of SGF, and SGF of records. A file that would change the
games of another one, because its last block or game is not closed, is refused, and nothing is written.

A filter selects games, and the others are left out, with those that can't be read.

Exit codes: 0 done; 1 with a filter, some games can't be read; 2 wrong usage, or a file can't be read, joined or \
written.";

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
    let filters = arguments.filters.load()?;
    let Added { joiner, texts, files, detected, has_unread } = read_all(&jobs, &filters, inputs.quiet)?;
    if joiner.is_empty() {
        return Err("there is no game to write".into());
    }
    if let Some(target) = target {
        refuse_name(target, joiner.is_sgf())?;
    }
    let encoding = inputs.settings.encoding_at(target.unwrap_or(Path::new("stdout")))?;
    let place_in = |text: usize, line: usize| place(texts[text].0, texts[text].1 + line);
    let joined = joiner.finish(encoding).map_err(|JoinFault { file, line, reason }| match line {
        0 => texts[file].0.source.failure(&reason).to_string(),
        line => format!("{}: {reason}", place_in(file, line)),
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
        let place = place_in(remark.file, remark.line);
        warn(&format!("{place}: this REMARK is now before an EVENT line, and belongs to that event"));
    }
    if !inputs.quiet {
        detected.report();
        if joined.is_recoded {
            note("The file is in UTF-8, because the files have or name different encodings.");
        }
        if target.is_some() {
            note(&format!("{} of {} joined", counted(joined.games, "game"), counted(files, "file")));
        }
    }
    Ok(if has_unread { Exit::Problems } else { Exit::Clean })
}

/// Returns the name of a file and a line of it, for messages.
fn place(job: &Job, line: usize) -> String {
    format!("{}:{line}", printable_name(&job.source.name()))
}

/// Fails if the output has the name of another format.
pub(super) fn refuse_name(target: &Path, is_sgf: bool) -> Result<(), Error> {
    refuse_compressed(target)?;
    let is_named_sgf = disk::has_extension(target, SGF_EXTENSION);
    let reason = match is_sgf {
        true if disk::has_record_extension(target) => "this is the name of a record, and the games are in SGF",
        false if is_named_sgf => "this is the name of an SGF file, and the games are records",
        _ if is_import(target) => "this is the name of a format that is only read",
        _ => return Ok(()),
    };
    Err(Failure::new(target, &reason).into())
}

/// The files that were joined.
struct Added<'j> {
    joiner: Joiner,
    /// For each text of the joiner, its file and the number of lines before it.
    texts: Vec<(&'j Job, usize)>,
    /// The number of files that have a game.
    files: usize,
    /// The encodings that were detected.
    detected: Detected,
    /// Whether there is a game that can't be read, so that it is not known whether it is selected.
    has_unread: bool,
}

impl<'j> Added<'j> {
    /// Adds the games of a file that are selected.
    fn add(&mut self, job: &'j Job, bytes: &[u8], selection: &Selection) -> Result<(), Error> {
        for message in &selection.unread {
            print_error(message);
            self.has_unread = true;
        }
        if selection.games.as_ref().is_some_and(Vec::is_empty) {
            return Ok(());
        }
        let content = Job::guarded(job, |job| FileContent::read(job, bytes))?;
        self.detected.add(content.detected(job));
        let file = &content.file;
        refuse_foreign(job, file)?;
        let has_game = match &selection.games {
            None => self.add_text(job, 0, file, bytes.len())?,
            Some(wanted) => {
                let games = cut(file, job.config.files.encoding.0).enumerate();
                for (index, game) in games.filter(|(index, _)| wanted.binary_search(index).is_ok()) {
                    // The text before the first game belongs to that game.
                    let lines = if index == 0 { 0 } else { game.piece.line - 1 };
                    let part = Job::guarded(job, |job| content.read_part(job, &game.bytes))?;
                    self.add_text(job, lines, &part, game.bytes.len())?;
                }
                true
            }
        };
        self.files += usize::from(has_game);
        if has_game {
            report_losses(job, file);
        } else {
            warn(&format!("{}: there is no game in it", printable_name(&job.source.name())));
        }
        Ok(())
    }

    /// Adds a text of a file after this number of lines. Returns false if it has no game.
    fn add_text(&mut self, job: &'j Job, lines: usize, file: &GameFile<'_>, length: usize) -> Result<bool, Error> {
        if self.joiner.len() + length > MAX_BYTES {
            return Err(format!("together the games are longer than {MAX_BYTES} bytes, and a file can't be").into());
        }
        let has_game = self.joiner.add(file).map_err(|reason| job.source.failure(&reason))?;
        if has_game {
            self.texts.push((job, lines));
        }
        Ok(has_game)
    }
}

/// Reads all files, and joins the games that are selected.
fn read_all<'j>(jobs: &'j [Job], filters: &Filters<'_>, is_quiet: bool) -> Result<Added<'j>, Error> {
    let mut added = Added {
        joiner: Joiner::default(),
        texts: Vec::new(),
        files: 0,
        detected: Detected::default(),
        has_unread: false,
    };
    let mut rest = jobs.iter();
    let mut failure = None;
    progress::in_order(
        jobs,
        is_quiet,
        |job| -> Result<_, Failure> {
            let bytes = job.source.read()?;
            let selection = Selection::of(job, &bytes, filters)?;
            Ok((bytes, selection))
        },
        |read| {
            let add = |job| read.map_err(Error::from).and_then(|(bytes, selection)| added.add(job, &bytes, &selection));
            match rest.next().map_or(Ok(()), add) {
                Ok(()) => ControlFlow::Continue(()),
                Err(error) => {
                    failure = Some(error);
                    ControlFlow::Break(())
                }
            }
        },
    );
    failure.map_or(Ok(added), Err)
}

/// The games of a file that are selected by their headers.
#[derive(Default)]
struct Selection {
    /// The indices of the games, sorted; `None` for the whole file.
    games: Option<Vec<usize>>,
    /// The messages about the games that can't be read.
    unread: Vec<String>,
}

impl Selection {
    fn of(job: &Job, bytes: &[u8], filters: &Filters<'_>) -> Result<Self, Failure> {
        if filters.select_all() {
            return Ok(Self::default());
        }
        job.guarded(|job| {
            let content = FileContent::read(job, bytes)?;
            let (mut games, mut unread, mut count) = (Vec::new(), Vec::new(), 0);
            for (index, piece) in games_in(content.file.text()).enumerate() {
                count += 1;
                piece.read(|game| match game {
                    Ok(game) if filters.select(&game.info, || game.move_count()) => games.push(index),
                    // Headers need no board.
                    Err(Unread { info: Some(info), .. }) if filters.select(&info, || 0) => games.push(index),
                    Ok(_) | Err(Unread { info: Some(_), .. }) => {}
                    Err(Unread { reason, info: None }) => {
                        unread.push(unread_message(&job.source.name(), piece.event, piece.line, &reason));
                    }
                });
            }
            // A whole file keeps its text even where its games are not read as a file of their own would be.
            let is_whole = count > 0 && games.len() == count;
            Ok(Self { games: (!is_whole).then_some(games), unread })
        })
    }
}

/// Fails if a file that is read as a record has only text of another kind, such as a program in the Go language.
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
