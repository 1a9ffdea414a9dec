//! `ishi dupes --merge`: makes one record of two copies of a game.

use std::path::{Path, PathBuf};

use clap::Args;

use crate::archive::Archive;
use crate::content::FileContent;
use crate::files::{Input, NewFile};
use crate::job::{Detected, Job, Settings};
use crate::join::refuse_name;
use crate::output::{counted, note, printable, printable_name};
use crate::{Error, Exit, Output};
use ishi_archive::duplicates::{Contradiction, KeptAs, MergeFault, MergedGames, merge};
use ishi_archive::{Piece, games_in};
use ishi_board::Symmetry;
use ishi_text as text;

/// The options that merge two copies of a game.
#[derive(Debug, Args)]
#[command(next_help_heading = "Merging")]
pub(super) struct MergeArguments {
    /// Write one record of two copies of a game instead: A, with the comments, marks, variations and headers that only
    /// B has
    #[arg(long, num_args = 2, value_names = ["A", "B"])]
    #[arg(conflicts_with_all = [
        "paths", "exclude", "show_files", "show_settings", "stdin_filename", "index", "format", "FilterArguments",
    ])]
    merge: Option<Vec<PathBuf>>,

    /// Which game of A and which of B, counted from 1, if there are several
    #[arg(long, value_name = "N,N", value_delimiter = ',', num_args = 1, requires = "merge")]
    #[arg(value_parser = clap::value_parser!(u32).range(1..))]
    event: Vec<u32>,

    /// The file to write, which appears only when it is complete; `-`, the default, is standard output
    #[arg(short, long, value_name = "FILE", requires = "merge")]
    output: Option<PathBuf>,

    /// Replace a file that exists
    #[arg(long, requires = "output")]
    force: bool,
}

impl MergeArguments {
    /// The files to merge, if any are.
    pub(super) fn files(&self) -> Option<[&Path; 2]> {
        let [first, second] = self.merge.as_deref()? else { return None };
        Some([first, second])
    }

    /// Merges two files.
    pub(super) fn run(&self, files: [&Path; 2], archive: &Archive, output: &mut Output) -> Result<Exit, Error> {
        let events = match self.event[..] {
            [] => [None; 2],
            [both] => [Some(both); 2],
            [first, second] => [Some(first), Some(second)],
            _ => return Err("`--event` has two numbers: that of the game of A, and that of the game of B".into()),
        };
        let target = self.output.as_deref().filter(|path| *path != Path::new("-"));
        if let Some(target) = target {
            refuse_name(target, false)?;
        }
        if files.iter().all(|file| Input::named(file).is_stdin()) {
            return Err("`-` can be given once: standard input is read once".into());
        }
        let jobs = [archive.single(files[0])?, archive.single(files[1])?];
        let bytes = [jobs[0].source.read()?, jobs[1].source.read()?];
        let read = |index: usize| FileContent::read(&jobs[index], &bytes[index]);
        let contents = [read(0)?, read(1)?];
        let of_file = |index: usize| piece(&jobs[index], &contents[index], events[index]);
        let games = [of_file(0)?, of_file(1)?];
        let names = [0, 1].map(|index| printable_name(&jobs[index].source.name()).into_owned());
        let merged = jobs[1].guarded(|_| Ok(merge(&games[0], &games[1])))?;
        let merged = merged.map_err(|MergeFault { copy, error }| match copy {
            Some(copy) => format!("{}: {error}", names[copy]),
            None => format!("{} and {} can't be merged: {error}", names[0], names[1]),
        })?;
        self.write(target, &merged.text, archive.settings(), output)?;
        if !archive.is_quiet() {
            let mut detected = Detected::default();
            contents.iter().zip(&jobs).for_each(|(content, job)| detected.add(content.detected(job)));
            detected.report();
        }
        report(&merged, &names);
        if target.is_some() && !archive.is_quiet() {
            note(&format!("{} and {} merged", names[0], names[1]));
        }
        Ok(Exit::Clean)
    }

    fn write(
        &self,
        target: Option<&Path>,
        record: &str,
        settings: &Settings,
        output: &mut Output,
    ) -> Result<(), Error> {
        let Some(target) = target else {
            output.raw(record.as_bytes());
            return Ok(());
        };
        let encoding = settings.encoding_at(target)?;
        if !text::decode(record.as_bytes(), encoding).is_ok_and(|decoded| decoded.text == record) {
            let name = printable_name(&target.to_string_lossy()).into_owned();
            return Err(format!("{name}: the record is in UTF-8, and the settings say that those here are not").into());
        }
        let mut file = NewFile::create(target, self.force)?;
        file.write(record.as_bytes())?;
        Ok(file.finish()?)
    }
}

/// The game of a file that is merged.
fn piece<'c>(job: &Job, content: &'c FileContent<'_>, event: Option<u32>) -> Result<Piece<'c>, Error> {
    let mut games: Vec<Piece<'_>> = games_in(content.file.text()).collect();
    let count = games.len();
    let index = match event {
        Some(event) => event as usize - 1,
        None if count > 1 => {
            let reason = format!("it has {}; name one for each file, such as `--event 1,2`", counted(count, "game"));
            return Err(job.source.failure(&reason).into());
        }
        None => 0,
    };
    if index >= count {
        let reason = format!("there is no game {}: it has {}", index + 1, counted(count, "game"));
        return Err(job.source.failure(&reason).into());
    }
    Ok(games.swap_remove(index))
}

/// Reports how the second game was turned, and what contradicts the first.
fn report(merged: &MergedGames, [first, second]: &[String; 2]) {
    let MergedGames { orientation, contradictions, .. } = merged;
    let mut turns = Vec::new();
    if orientation.symmetry != Symmetry::Identity {
        turns.push(orientation.symmetry.name());
    }
    if orientation.swapped {
        turns.push("colors exchanged");
    }
    if !turns.is_empty() {
        note(&format!("{second} was turned: {}; the locations in its comments were not", turns.join(", ")));
    }
    for Contradiction { subject, texts, kept_as } in contradictions {
        let [one, other] = texts.each_ref().map(|text| printable(text));
        let kept = match kept_as {
            KeptAs::Remark => "a remark",
            KeptAs::Variation => "a variation",
        };
        note(&format!("{subject}: {one} in {first}, and {other} in {second}, which is kept as {kept}"));
    }
}
