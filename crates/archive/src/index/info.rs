//! The headers of a game as bytes. Texts are kept once for all games of a segment.

use std::collections::HashMap;

use super::Damaged;
use super::bytes::{Reader, Writer};
use crate::GameInfo;
use ishi_board::BoardSize;
use ishi_record::record::{Player, Rank, RankKind};
use ishi_record::syntax::Keyword;

const KINDS: [RankKind; 3] = [RankKind::Kyu, RankKind::Dan, RankKind::Professional];

/// The texts of a segment, each with its number, in the order of their first use.
#[derive(Debug, Default)]
pub(super) struct Texts {
    numbers: HashMap<String, u32>,
    pub(super) texts: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: &str) -> u64 {
        if let Some(&number) = self.numbers.get(text) {
            return u64::from(number);
        }
        let number = self.texts.len() as u32;
        self.numbers.insert(text.to_owned(), number);
        self.texts.push(text.to_owned());
        u64::from(number)
    }
}

/// Writes the headers of a game.
pub(super) fn write(info: &GameInfo, texts: &mut Texts) -> Vec<u8> {
    let mut bytes = Writer::default();
    bytes.0.push(info.size.get());
    bytes.number(info.title.as_ref().map_or(0, |title| texts.number(title) + 1));
    bytes.number(info.texts.len() as u64);
    for (keyword, text) in &info.texts {
        let code = Keyword::ALL.iter().position(|one| one == keyword).unwrap_or_default();
        bytes.0.push(code as u8);
        bytes.number(texts.number(text));
    }
    bytes.number(info.others.len() as u64);
    for (name, text) in &info.others {
        bytes.number(texts.number(name));
        bytes.number(texts.number(text));
    }
    for player in &info.players {
        bytes.number(player.as_ref().map_or(0, |player| texts.number(&player.name) + 1));
        let rank = player.as_ref().and_then(|player| player.rank);
        bytes.0.push(rank.map_or(0, |rank| rank.kind as u8 + 1));
        bytes.0.push(rank.map_or(0, |rank| rank.number));
    }
    bytes.number(info.handicap.map_or(0, |handicap| u64::from(handicap) + 1));
    bytes.0
}

/// Reads the headers of a game. `text` returns the text with a number.
pub(super) fn read<'t>(bytes: &[u8], text: impl Fn(usize) -> Result<&'t str, Damaged>) -> Result<GameInfo, Damaged> {
    let mut reader = Reader(bytes);
    let size = BoardSize::new(u32::from(reader.u8()?)).ok_or(Damaged)?;
    let optional = |reader: &mut Reader<'_>| match reader.size()?.checked_sub(1) {
        Some(number) => text(number).map(|text| Some(text.to_owned())),
        None => Ok(None),
    };
    let title = optional(&mut reader)?;
    let mut texts = Vec::new();
    for _ in 0..reader.size()? {
        let keyword = *Keyword::ALL.get(usize::from(reader.u8()?)).ok_or(Damaged)?;
        texts.push((keyword, text(reader.size()?)?.to_owned()));
    }
    let mut others = Vec::new();
    for _ in 0..reader.size()? {
        others.push((text(reader.size()?)?.to_owned(), text(reader.size()?)?.to_owned()));
    }
    let mut player = || {
        let name = optional(&mut reader)?;
        let (kind, number) = (reader.u8()?, reader.u8()?);
        let kind = usize::from(kind).checked_sub(1).and_then(|kind| KINDS.get(kind));
        let rank = kind.map(|&kind| Rank { kind, number });
        Ok(name.map(|name| Player { name, rank }))
    };
    let players = [player()?, player()?];
    let handicap = reader.number()?.checked_sub(1).map(|handicap| handicap as u32);
    Ok(GameInfo::of_texts(title, texts, others, players, handicap, size))
}
