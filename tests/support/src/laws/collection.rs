//! A file of any bytes is cut into games without losing a byte, each of which is the same game alone, and the files of
//! the games are joined to the same file.

use ishi_archive::collection::{CutGame, Joiner, cut};
use ishi_archive::{ArchiveText, GameFile, NamedFormat, pieces};
use ishi_record::record::meaning;
use ishi_record::syntax::{Foreign, Reader};

use super::text_of;

pub fn hold(data: &[u8]) {
    for bytes in [data, text_of(data).as_bytes()] {
        for format in [NamedFormat::Record, NamedFormat::Sgf] {
            hold_in(format, bytes);
        }
    }
}

/// The law for a file in a format.
fn hold_in(format: NamedFormat, bytes: &[u8]) {
    let Ok(file) = GameFile::read_as_named(format, bytes, None) else { return };
    let games: Vec<CutGame<'_>> = cut(&file, None).collect();
    let is_recoded = games.iter().any(|game| game.is_recoded);
    if games.is_empty() {
        let is_space = |one: char| one.is_whitespace() || one == '\u{feff}';
        return assert!(text(&file).trim_matches(is_space).is_empty(), "a file with text has no games");
    }
    let all: Vec<u8> = games.iter().flat_map(|game| game.bytes.iter().copied()).collect();
    assert!(is_recoded || all == bytes, "the files of the games do not have all bytes");

    let alone: Vec<GameFile<'_>> =
        games.iter().map(|game| GameFile::read_as_named(format, &game.bytes, None).expect("a text")).collect();
    let mut joiner = Joiner::default();
    for game in &alone {
        joiner.add(game).unwrap_or_else(|why| panic!("{game:?} is not joined: {why}"));
    }
    let texts: Vec<&str> = alone.iter().map(text).collect();
    // The bytes of a file in an unknown encoding may be another text when they are read alone.
    if is_recoded || texts.concat() != text(&file) {
        return;
    }
    for game in &alone {
        assert_eq!(pieces(game.text()).count(), 1, "{game:?} is not one game");
    }
    let whole = match joiner.finish(None) {
        Ok(whole) => whole,
        // Whether a record follows text of another kind depends on the share of its moves, of which the first game
        // alone may have too few. Then the files are refused, and nothing is lost.
        Err(_) if format == NamedFormat::Record && end_of_foreign(texts[0]) != end_of_foreign(text(&file)) => return,
        Err(fault) => panic!("{texts:?} are not joined: {fault:?}"),
    };
    let joined = GameFile::read_as_named(format, &whole.bytes, None).expect("a text");
    match format {
        NamedFormat::Record => {
            assert_eq!(text(&joined), text(&file));
            let whole: Vec<String> = Reader::of_file(text(&file)).map(|source| meaning(&source)).collect();
            let parts = texts.iter().flat_map(|text| Reader::of_file(text)).map(|source| meaning(&source));
            assert_eq!(parts.collect::<Vec<_>>(), whole, "a game is another one alone");
        }
        // One game may name a charset in which the others are not.
        _ if whole.is_recoded => assert_eq!(pieces(joined.text()).count(), pieces(file.text()).count()),
        _ => assert_eq!(games_of(joined.text()), games_of(file.text())),
    }
}

fn end_of_foreign(text: &str) -> Option<usize> {
    Foreign::of(text).map(|foreign| foreign.end)
}

fn text<'f>(file: &'f GameFile<'_>) -> &'f str {
    match file {
        GameFile::Record(decoded) | GameFile::Import(_, decoded) => &decoded.text,
        GameFile::Sgf(file) => file.text(),
    }
}

/// The games as data, or why they can't be read.
fn games_of(text: ArchiveText<'_>) -> Vec<String> {
    let described = |piece: ishi_archive::Piece<'_>| {
        piece.read(|game| match game {
            Ok(game) => format!(
                "{:?} {:?}",
                game.info,
                game.parts().iter().map(|part| meaning(&part.source)).collect::<Vec<_>>()
            ),
            Err(why) => format!("{why:?}"),
        })
    };
    pieces(text).map(described).collect()
}
