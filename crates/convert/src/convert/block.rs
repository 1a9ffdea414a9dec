//! The `USER sgf` block of a node: its position in the tree, and its properties that no other line expresses.

use std::collections::BTreeMap;
use std::fmt::Write;

use super::content::label_without_line;
use super::header;
use super::names::LongNames;
use super::property::{self, Prop};
use super::text_block::text_lines;
use ishi_board::Point;
use ishi_record::record::{Datum, DatumKind, Event, Owner};
use ishi_record::syntax::{Delimiter, Keyword, Line, Source};
use ishi_sgf::{self as sgf, Collection};

/// The word after USER on the first line of a block with properties in SGF.
pub(super) const NAME: &str = "sgf";

/// Whether an event has such a block, because it was converted from SGF.
pub fn is_from_sgf(source: &Source<'_>) -> bool {
    source.lines.iter().any(|line| begins_block(source, line))
}

/// The lines of an event on which such blocks begin, in order.
pub fn sgf_block_lines(source: &Source<'_>) -> Vec<u32> {
    let lines = (0..).zip(&source.lines);
    lines.filter(|(_, line)| begins_block(source, line)).map(|(number, _)| number).collect()
}

/// Whether such a block begins with a line.
pub(super) fn begins_block(source: &Source<'_>, line: &Line) -> bool {
    line.keyword() == Some(Keyword::User) && source.free_text(line).trim_end() == NAME
}

/// The `USER sgf` blocks of an event, a move or a diagram.
pub(super) fn sgf_blocks<'s>(
    source: &'s Source<'_>,
    event: &'s Event,
    owner: Owner,
) -> impl Iterator<Item = &'s Datum> {
    event.data_of(owner).filter(|datum| {
        let line = source.lines.get(datum.line as usize);
        datum.kind == DatumKind::User && line.is_some_and(|line| begins_block(source, line))
    })
}

/// The content of a `USER sgf` block.
pub(super) fn block_of(source: &Source<'_>, datum: &Datum) -> SgfBlock {
    let mut block = SgfBlock::default();
    for line in text_lines(source, datum) {
        block.read(line);
    }
    block
}

/// The lines of the moves that are played as they are, because a block has `KO[]` for them.
pub fn forced_moves(source: &Source<'_>) -> Vec<u32> {
    let line = |number: u32| &source.lines[number as usize];
    let is_move = |number: &u32| matches!(line(*number).keyword(), Some(Keyword::B | Keyword::W));
    let forced = sgf_block_lines(source).into_iter().filter_map(|block| {
        let mut content = source.lines[block as usize + 1..].iter();
        let mut content = content.by_ref().take_while(|line| line.keyword() != Some(Keyword::Enduser));
        let has_ko = content.any(|line| Prop::of_line(source.str(line.span).trim()).is_some_and(|one| one.is("KO")));
        has_ko.then(|| (0..block).rev().find(is_move)).flatten()
    });
    forced.collect()
}

/// The first value of a property that only such blocks of an event have, in the last node that has it.
pub fn kept_value(source: &Source<'_>, event: &Event, name: &str) -> Option<String> {
    kept_properties(source, event)
        .filter(|property| property.is(name))
        .last()
        .map(|property| property.first().to_owned())
}

/// The labels of something that only its block has, because a label of a record is one or two characters of ASCII. SGF
/// allows any text, such as `①` or `甲`. On a point with two of them, the first one.
pub fn kept_labels(source: &Source<'_>, event: &Event, owner: Owner) -> BTreeMap<Point, String> {
    let size = event.board_size.get();
    let listed = sgf_blocks(source, event, owner).flat_map(|block| block_of(source, block).listed);
    let mut labels = BTreeMap::new();
    for listed in listed {
        let Some(property) = listed.whole().filter(|property| property.is("LB")) else { continue };
        for (point, label) in property.values.iter().filter_map(|value| label_without_line(value, size)) {
            labels.entry(point).or_insert_with(|| label.to_owned());
        }
    }
    labels
}

/// The properties of an event that only such blocks have.
pub(super) fn kept_properties<'s>(source: &'s Source<'_>, event: &'s Event) -> impl Iterator<Item = Prop<'s>> {
    let blocks = sgf_blocks(source, event, Owner::Event);
    let lines = blocks.flat_map(|block| &source.lines[block.line as usize..block.end as usize]);
    lines.filter_map(|line| Prop::of_line(source.str(line.span).trim()))
}

/// The value of a property of a root as one line, as in a header.
pub fn root_value(games: &Collection<'_>, name: &str) -> Option<String> {
    let root = *games.games().first()?;
    let property = Prop::of(&games.property(root, name)?);
    Some(header::on_one_line(property.first()))
}

/// The content of the block of a node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct SgfBlock {
    /// How many nodes the parent is above the node that would be the parent by default.
    pub(super) up: u32,
    /// Whether the move belongs to the node before it.
    pub(super) is_joined: bool,
    /// Whether the node, a diagram with stones, comes before its siblings.
    pub(super) is_first: bool,
    /// Whether another node begins here.
    pub(super) is_next: bool,
    /// The number of the part of the game that continues from the node.
    pub(super) part: Option<u32>,
    /// The charset of the file.
    pub(super) charset: Option<String>,
    /// The long names of properties of the game.
    pub(super) names: LongNames,
    /// The SGF text of a game that a record can't express.
    pub(super) game: Option<String>,
    /// The properties in order.
    pub(super) listed: Vec<Listed>,
}

/// A property in a block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Listed {
    /// The name of a property that another line expresses.
    Bare(String),
    /// A property with its values.
    Whole(Prop<'static>),
}

impl Listed {
    /// The property with its values.
    pub(super) fn whole(&self) -> Option<&Prop<'static>> {
        match self {
            Self::Bare(_) => None,
            Self::Whole(property) => Some(property),
        }
    }
}

impl SgfBlock {
    /// The lines between USER and ENDUSER.
    pub(super) fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        let mut add = |is_there: bool, line: &dyn Fn() -> String| {
            if is_there {
                lines.push(line());
            }
        };
        add(self.is_next, &|| ";".to_owned());
        add(self.is_joined, &|| "join".to_owned());
        add(self.is_first, &|| "first".to_owned());
        add(self.up > 0, &|| format!("up {}", self.up));
        add(self.part.is_some(), &|| format!("part {}", self.part.unwrap_or_default()));
        add(self.charset.is_some(), &|| format!("charset {}", self.charset.as_deref().unwrap_or_default()));
        add(!self.names.is_empty(), &|| format!("names {}", self.names.line()));
        if let Some(game) = &self.game {
            let mut line = "game ".to_owned();
            property::write_line_value(game, &mut line);
            lines.push(line);
        }
        let mut is_after_bare = false;
        for listed in &self.listed {
            match listed {
                Listed::Bare(name) => match lines.last_mut().filter(|_| is_after_bare) {
                    Some(line) => {
                        let _ = write!(line, " {name}");
                    }
                    None => lines.push(name.clone()),
                },
                Listed::Whole(property) => {
                    let mut line = String::new();
                    property.write_line(&mut line);
                    lines.push(line);
                }
            }
            is_after_bare = matches!(listed, Listed::Bare(_));
        }
        lines
    }

    /// Reads one of the lines; false for a line of another kind.
    pub(super) fn read(&mut self, line: &str) -> bool {
        if let Some(property) = Prop::of_line(line) {
            self.listed.push(Listed::Whole(property));
            return true;
        }
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let number = rest.parse().ok();
        match (word, number) {
            (";", _) => self.is_next = true,
            ("join", _) => self.is_joined = true,
            ("first", _) => self.is_first = true,
            ("up", Some(number)) => self.up = number,
            ("part", Some(_)) => self.part = number,
            ("charset", _) => self.charset = Some(rest.to_owned()),
            ("names", _) => match LongNames::parse(rest) {
                Some(names) => self.names = names,
                None => return false,
            },
            ("game", _) => match property::line_values(rest).as_deref() {
                Some([game]) => self.game = Some(game.clone()),
                _ => return false,
            },
            _ => {
                let is_name = |name: &str| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_uppercase());
                if !line.split(' ').all(is_name) {
                    return false;
                }
                self.listed.extend(line.split(' ').map(|name| Listed::Bare(name.to_owned())));
            }
        }
        true
    }

    /// Whether the block describes the file: its charset or its long names.
    pub(super) fn describes_file(&self) -> bool {
        self.charset.is_some() || !self.names.is_empty()
    }

    /// Whether the block lists all properties of its node, and not only those that no other line expresses.
    pub(super) fn is_whole(&self) -> bool {
        self.listed.iter().any(|listed| matches!(listed, Listed::Bare(_)))
    }
}

/// Whether the `USER sgf` blocks of two texts are equal, apart from properties.
pub(super) fn have_same_blocks(one: &str, other: &str) -> bool {
    let blocks = |text: &str| -> Option<Vec<SgfBlock>> {
        let mut blocks = Vec::new();
        let mut is_inside = false;
        for line in text.split('\n') {
            match delimiter(line, is_inside) {
                None if is_inside => {
                    let is_read = blocks.last_mut().is_some_and(|block: &mut SgfBlock| block.read(line));
                    is_read.then_some(())?;
                }
                None => {}
                Some(delimiter) => {
                    is_inside = delimiter == Delimiter::Open;
                    blocks.extend(is_inside.then(SgfBlock::default));
                }
            }
        }
        let is_known = |listed: &Listed| match listed {
            Listed::Bare(name) => sgf::definition(name).is_some(),
            Listed::Whole(_) => true,
        };
        for block in &mut blocks {
            block.listed.drain(..).all(|listed| is_known(&listed)).then_some(())?;
        }
        Some(blocks)
    };
    blocks(one).is_some_and(|expected| blocks(other) == Some(expected))
}

/// The first or last line of a `USER sgf` block.
fn delimiter(line: &str, is_inside: bool) -> Option<Delimiter> {
    let line = line.trim();
    if is_inside {
        line.eq_ignore_ascii_case("ENDUSER").then_some(Delimiter::Close)
    } else {
        (line.split_once(' ') == Some(("USER", NAME))).then_some(Delimiter::Open)
    }
}

/// A text without its `USER sgf` blocks, and the lines inside these blocks.
pub(super) fn without_blocks(text: &str) -> (String, Vec<&str>) {
    let mut is_inside = false;
    let (mut kept, mut inside) = (Vec::new(), Vec::new());
    for line in text.split('\n') {
        match delimiter(line, is_inside) {
            Some(delimiter) => is_inside = delimiter == Delimiter::Open,
            None if is_inside => inside.push(line.trim_end_matches('\r')),
            None => kept.push(line),
        }
    }
    (kept.join("\n"), inside)
}
