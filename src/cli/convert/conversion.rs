//! The conversion of one text, from each format.

use std::ops::Range;
use std::path::Path;

use super::ConvertArguments;
use super::format::RecordFormat;
use crate::Error;
use crate::files::{Failure, Input};
use crate::job::Job;
use crate::output::counted;
use ishi_archive::NO_GAME;
use ishi_convert::convert::{self, Loss};
use ishi_convert::import::Import;
use ishi_record::syntax::Reader;
use ishi_sgf as sgf;
use ishi_text::{Damage, Decoded, Span};

/// The text of a file, what is not in the other format as it was, each with its place in the text, and what is to be
/// written.
pub(super) type Conversion = (String, Vec<(usize, Loss)>, Vec<u8>);

/// Fails where a base is named for something else than a record.
pub(super) fn no_base(source: &Input, arguments: &ConvertArguments) -> Result<(), Failure> {
    match arguments.base {
        Some(_) => Err(source.failure(&"`--base` is for a record that becomes SGF")),
        None => Ok(()),
    }
}

pub(super) fn of_sgf(source: &Input, bytes: &[u8], arguments: &ConvertArguments) -> Result<Conversion, Failure> {
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

pub(super) fn of_ishi(job: &Job, bytes: &[u8], event: Option<u32>, base: Option<&Path>) -> Result<Conversion, Failure> {
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
pub(super) fn of_import(
    decoded: &Decoded<'_>,
    game: &Import,
    to: RecordFormat,
    event: Option<u32>,
) -> Result<Conversion, Error> {
    let text = &decoded.text;
    if event.is_some_and(|event| event > 1) {
        return Err(no_game(event.unwrap_or_default(), 1));
    }
    let (losses, content) = match to {
        RecordFormat::Ishi => game.to_ishi().map(|record| (record.losses, record.text)),
        RecordFormat::Sgf => game.has_game.then(|| (game.losses_and_faults(), game.sgf.clone())),
    }
    .ok_or(NO_GAME)?;
    let damage = damage(&decoded.damaged, 0..text.len());
    Ok((text.to_string(), damage.into_iter().chain(located(losses, 0)).collect(), content.into_bytes()))
}

/// The loss of the bytes in a part of a text that are not valid in the encoding of their file, with its place.
fn damage(damaged: &[Damage], part: Range<usize>) -> Option<(usize, Loss)> {
    let offsets: Vec<usize> = damaged.iter().map(|one| one.text).filter(|at| part.contains(at)).collect();
    let &first = offsets.first()?;
    let bytes = counted(offsets.len(), "byte");
    let what = format!("{bytes} that {} not valid in the encoding", if offsets.len() == 1 { "is" } else { "are" });
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
