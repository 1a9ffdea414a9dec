//! `ishi show`: the board at any place of a record.

#[cfg(feature = "png")]
mod animation;
mod arguments;
mod diagrams;
mod format;
mod style;

use std::path::Path;

pub(super) use self::arguments::ShowArguments;
use self::format::PictureFormat;
use super::files::{self, Failure};
use super::job::Job;
use super::output::{note, print_error, printable_name};
use super::record::{ReadRecord, Unplayable};
use super::{Error, Exit, Output};
use ishi_ide::ide::has_board;
use ishi_record::record::read;
use ishi_record::syntax::{Reader, Source};

pub(super) fn run(arguments: &ShowArguments, output: &mut Output) -> Exit {
    let job = match Job::single(&arguments.file, &arguments.settings) {
        Ok(job) => job,
        Err(message) => {
            print_error(&message);
            return Exit::Failed;
        }
    };
    match draw(&job, arguments, output) {
        Ok(exit) => exit,
        Err(failure) => {
            failure.report();
            Exit::Failed
        }
    }
}

fn draw(job: &Job, arguments: &ShowArguments, output: &mut Output) -> Result<Exit, Failure> {
    let target = arguments.output.as_deref().filter(|path| *path != Path::new("-"));
    let format = match (arguments.format, target) {
        (Some(format), _) => format,
        (None, Some(target)) => PictureFormat::by_name(target)?,
        (None, None) if arguments.diagrams.is_some() => PictureFormat::Svg,
        (None, None) => PictureFormat::Text,
    };
    let file = &job.source;
    let is_terminal = || target.is_none() && std::io::IsTerminal::is_terminal(&std::io::stdout());
    if arguments.ascii && format != PictureFormat::Text {
        return Err(file.failure(&"`--ascii` is for text, not for pictures"));
    }
    if !format.is_animation() && (arguments.from.is_some() || arguments.delay.is_some()) {
        return Err(file.failure(&"`--from` and `--delay` are for animations: `--format gif` or `apng`"));
    }
    #[cfg(feature = "png")]
    if arguments.outline_text && format != PictureFormat::Svg {
        return Err(file.failure(&"`--outline-text` is for SVG; in other pictures letters are never text"));
    }
    #[cfg(feature = "png")]
    if !arguments.font.is_empty() && !format.is_binary() && !arguments.outline_text {
        return Err(file.failure(&"`--font` is for PNG, PDF, animations, and SVG with `--outline-text`"));
    }
    if format.is_binary() && arguments.diagrams.is_none() && is_terminal() {
        let reason = format!("{} can't be shown in a terminal; write it to a file with `-o`", format.name());
        return Err(file.failure(&reason));
    }
    let record = ReadRecord::read(job)?;
    let events: Vec<Source<'_>> = Reader::of_file(&record.text).collect();
    if let Some(folder) = &arguments.diagrams {
        return diagrams::draw(job, &events, arguments, (folder, format), output);
    }
    let unplayable = |event: &Source<'_>| {
        let Unplayable { line, why } = record.unplayable_event(&events, event)?;
        let file = format!("{}:{line}", file.name());
        Some(format!("{}: no board to show: {why}; `ishi check` checks the form of the game", printable_name(&file)))
    };
    if !events.iter().any(|source| has_board(&read(source).event)) {
        if let Some(why) = events.first().and_then(unplayable) {
            note(&why);
            return Ok(Exit::Problems);
        }
        note(&format!(
            "{}: no board to show: the file has no move, SETUP, MARK or DIAGRAM",
            printable_name(&file.name())
        ));
        return Ok(Exit::Problems);
    }
    let failure = |reason: Error| file.failure(&reason);
    let (source, line) =
        arguments.place.event(&events, |line, column| record.line_of(line, column)).map_err(failure)?;
    if let Some(why) = unplayable(source) {
        note(&why);
        return Ok(Exit::Problems);
    }
    let event = read(source).event;
    let owner = match line {
        Some(line) => event.owner_at(line),
        None => arguments.place.owner(&event, arguments.style.last_number()).map_err(failure)?,
    };
    let mut encoder = arguments.encoder()?;
    let bytes = match format {
        #[cfg(feature = "png")]
        PictureFormat::Gif | PictureFormat::Apng => {
            animation::draw(&event, source, owner, arguments, format, &mut encoder)
        }
        _ => arguments.drawn(&event, source, owner, format, &mut encoder),
    };
    let bytes = bytes.map_err(failure)?;
    match target {
        Some(path) => files::write(path, &bytes, arguments.force)?,
        None => output.raw(&bytes),
    }
    Ok(Exit::Clean)
}
