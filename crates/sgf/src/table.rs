//! The properties that `FF[1]` to `FF[4]` define for any game and for Go.

use std::borrow::Cow;
use std::ops::RangeInclusive;

/// A property that SGF defines.
#[derive(Debug, PartialEq, Eq)]
pub struct PropertyDefinition {
    /// Its name.
    pub name: &'static str,
    /// Its meaning, in a few words.
    pub what: &'static str,
    /// The nodes in which it may stand.
    pub role: Role,
    /// The form of each of its values.
    pub form: ValueForm,
    /// How many values it may have.
    pub count: ValueCount,
    /// The versions of SGF that define it.
    pub formats: RangeInclusive<u8>,
}

/// The nodes in which a property may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// The first node of a game only.
    Root,
    /// Facts about the game, once on each path.
    GameInfo,
    /// Nodes without a move.
    Setup,
    /// Nodes without setup.
    Move,
    /// Any node.
    Any,
}

/// The form of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueForm {
    /// No value: the brackets are empty.
    Empty,
    /// An integer between two bounds.
    Number(i64, i64),
    /// A decimal number.
    Real,
    /// `1`, or `2` for emphasis.
    Double,
    /// `B` or `W`.
    Color,
    /// Text in one line.
    SimpleText,
    /// Text that may have several lines.
    Text,
    /// A point, or nothing for a pass.
    Move,
    /// A point, or two corners of a rectangle.
    Points,
    /// Two points.
    Line,
    /// A point and text.
    Label,
    /// Nothing, or flags and a title.
    Figure,
    /// The name of a program and its version.
    Program,
    /// The size of a board: one number, or columns and rows.
    Size,
    /// The name of a charset.
    Charset,
    /// The result of a game.
    Result,
    /// Dates of a game.
    Date,
}

/// How many values a property may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueCount {
    /// Exactly one.
    One,
    /// One or more.
    List,
    /// Any number; an empty value for none.
    ListOrNothing,
}

/// The name of a property without lower-case letters, which are ignored in `FF[1]` to `FF[3]`: `White` is `W`.
#[inline]
pub fn name(id: &str) -> Cow<'_, str> {
    if id.bytes().any(|byte| byte.is_ascii_lowercase()) {
        id.chars().filter(|character| !character.is_ascii_lowercase()).collect::<String>().into()
    } else {
        id.into()
    }
}

/// The definition of the property with this name, from which lower-case letters are removed; see [`name`].
pub fn definition(name: &str) -> Option<&'static PropertyDefinition> {
    let at = *BY_LETTERS.get(letters(name.as_bytes())?)?;
    DEFINITIONS.get(usize::from(at))
}

/// The length of a table with an entry for each name of one or two capital letters. Each property of each node is
/// looked up.
const LETTERS: usize = 27 * 26;

/// The place of a name.
const fn letters(name: &[u8]) -> Option<usize> {
    match *name {
        [first @ b'A'..=b'Z'] => Some((first - b'A') as usize * 27),
        [first @ b'A'..=b'Z', second @ b'A'..=b'Z'] => {
            Some((first - b'A') as usize * 27 + 1 + (second - b'A') as usize)
        }
        _ => None,
    }
}

/// The index of the definition of each name; an index out of range if there is no definition.
static BY_LETTERS: [u8; LETTERS] = {
    let mut places = [u8::MAX; LETTERS];
    let mut index = 0;
    while index < DEFINITIONS.len() {
        if let Some(place) = letters(DEFINITIONS[index].name.as_bytes()) {
            places[place] = index as u8;
        }
        index += 1;
    }
    places
};

/// All properties that SGF defines for Go, in the order of their names.
pub fn definitions() -> &'static [PropertyDefinition] {
    DEFINITIONS
}

/// Whether a name is a long name of `FF[1]` to `FF[3]`, such as `White`. Any other name with lower-case letters may be
/// a short name and the beginning of a value whose bracket is missing.
pub fn is_long_name(id: &str) -> bool {
    LONG_NAMES.binary_search(&id).is_ok()
}

/// The long names of properties in files.
#[rustfmt::skip]
static LONG_NAMES: &[&str] = &[
    "ANnotation", "AddBlack", "AddEmpty", "AddWhite", "BadMove", "Black", "BlackLeft", "BlackRank", "BlackSpecies",
    "BlackTeam", "CHeckmark", "CiRcle", "CoPyright", "Comment", "DOubtful", "DaTe", "EVent", "EXpected", "FiGure",
    "FileFormat", "GaMe", "GameComment", "GameName", "GoodBlack", "GoodWhite", "GoodforBlack", "GoodforWhite",
    "HAndicap", "HOtspot", "InTeresting", "KoMi", "LaBel", "Letter", "Letters", "MArk", "Mark", "Marks", "MoveNumber",
    "Name", "OVerhead", "OpeNing", "PLayer", "PlaCe", "PlayerBlack", "PlayerWhite", "REsult", "ROund", "RUles",
    "ReGion", "SOurce", "SeCure", "SeLected", "SiZe", "TEsuji", "TRiangle", "TerritoryBlack", "TerritoryWhite", "TiMe",
    "USer", "UnClear", "Value", "VieW", "White", "WhiteLeft", "WhiteRank", "WhiteSpecies", "WhiteTeam",
];

use Role::{Any, GameInfo, Root, Setup};
use ValueCount::{List, ListOrNothing, One};
use ValueForm::{
    Charset, Color, Date, Double, Empty, Figure, Label, Line, Number, Points, Program, Real, Result, SimpleText, Size,
    Text,
};

const MOST: i64 = i64::MAX;

const fn row(
    name: &'static str,
    role: Role,
    form: ValueForm,
    count: ValueCount,
    formats: RangeInclusive<u8>,
    what: &'static str,
) -> PropertyDefinition {
    PropertyDefinition { name, what, role, form, count, formats }
}

#[rustfmt::skip]
static DEFINITIONS: &[PropertyDefinition] = &[
    row("AB", Setup, Points, List, 1..=4, "add black stones"),
    row("AE", Setup, Points, List, 1..=4, "clear points"),
    row("AN", GameInfo, SimpleText, One, 3..=4, "annotator"),
    row("AP", Root, Program, One, 4..=4, "the program that wrote the file, and its version"),
    row("AR", Any, Line, List, 4..=4, "arrows"),
    row("AW", Setup, Points, List, 1..=4, "add white stones"),
    row("B", Role::Move, ValueForm::Move, One, 1..=4, "a move of Black; empty for a pass"),
    row("BL", Role::Move, Real, One, 1..=4, "time left for Black, in seconds"),
    row("BM", Role::Move, Double, One, 1..=4, "bad move"),
    row("BR", GameInfo, SimpleText, One, 1..=4, "rank of Black"),
    row("BS", GameInfo, Number(0, MOST), One, 1..=3, "kind of player of Black: 0 human, or else a program"),
    row("BT", GameInfo, SimpleText, One, 3..=4, "team of Black"),
    row("C", Any, Text, One, 1..=4, "comment"),
    row("CA", Root, Charset, One, 4..=4, "charset of the file"),
    row("CH", Any, Double, One, 1..=3, "check mark"),
    row("CP", GameInfo, SimpleText, One, 3..=4, "copyright"),
    row("CR", Any, Points, List, 3..=4, "circles"),
    row("DD", Any, Points, ListOrNothing, 4..=4, "dimmed points"),
    row("DM", Any, Double, One, 3..=4, "the position is even"),
    row("DO", Role::Move, Empty, One, 3..=4, "doubtful move"),
    row("DT", GameInfo, Date, One, 1..=4, "date: 1846-09-11,14,15"),
    row("EL", Any, Number(-MOST, MOST), One, 1..=2, "evaluation by a computer"),
    row("EV", GameInfo, SimpleText, One, 1..=4, "event, such as a tournament"),
    row("EX", Any, ValueForm::Move, One, 1..=2, "expected next move"),
    row("FF", Root, Number(1, 4), One, 1..=4, "version of SGF"),
    row("FG", Any, Figure, One, 1..=4, "begins a figure for print"),
    row("GB", Any, Double, One, 1..=4, "good for Black"),
    row("GC", GameInfo, Text, One, 1..=4, "comment on the game"),
    row("GM", Root, Number(1, 40), One, 1..=4, "kind of game: 1 is Go"),
    row("GN", GameInfo, SimpleText, One, 1..=4, "name of the game"),
    row("GW", Any, Double, One, 1..=4, "good for White"),
    row("HA", GameInfo, Number(0, 361), One, 1..=4, "number of handicap stones"),
    row("HO", Any, Double, One, 3..=4, "hotspot: a node of interest"),
    row("ID", GameInfo, SimpleText, One, 3..=3, "identifier of the game"),
    row("IT", Role::Move, Empty, One, 3..=4, "interesting move"),
    row("KI", GameInfo, Number(-MOST, MOST), One, 1..=3, "komi in half points"),
    row("KM", GameInfo, Real, One, 1..=4, "komi"),
    row("KO", Role::Move, Empty, One, 3..=4, "plays the move even if it is illegal"),
    row("L", Any, Points, List, 1..=2, "letters on points"),
    row("LB", Any, Label, List, 3..=4, "labels on points"),
    row("LN", Any, Line, List, 4..=4, "lines"),
    row("LT", GameInfo, Empty, One, 3..=3, "time limits are enforced"),
    row("M", Any, Points, List, 1..=2, "marked points"),
    row("MA", Any, Points, List, 3..=4, "crosses"),
    row("MN", Role::Move, Number(0, MOST), One, 3..=4, "number of the move"),
    row("N", Any, SimpleText, One, 1..=4, "name of the node"),
    row("OB", Role::Move, Number(0, MOST), One, 3..=4, "moves left for Black in this byo-yomi"),
    row("OM", GameInfo, Number(0, MOST), One, 3..=3, "moves in a period of overtime"),
    row("ON", GameInfo, SimpleText, One, 3..=4, "opening"),
    row("OP", GameInfo, Real, One, 3..=3, "length of a period of overtime"),
    row("OT", GameInfo, SimpleText, One, 4..=4, "overtime"),
    row("OV", GameInfo, Real, One, 3..=3, "overhead of the operator for each move"),
    row("OW", Role::Move, Number(0, MOST), One, 3..=4, "moves left for White in this byo-yomi"),
    row("PB", GameInfo, SimpleText, One, 1..=4, "name of Black"),
    row("PC", GameInfo, SimpleText, One, 1..=4, "place of the game"),
    row("PL", Setup, Color, One, 1..=4, "who plays next"),
    row("PM", Any, Number(0, 2), One, 4..=4, "how numbers of moves are printed"),
    row("PW", GameInfo, SimpleText, One, 1..=4, "name of White"),
    row("RE", GameInfo, Result, One, 1..=4, "result: B+R, W+3.5, 0, Void or ?"),
    row("RG", Any, Points, List, 1..=3, "region of the board"),
    row("RO", GameInfo, SimpleText, One, 1..=4, "round"),
    row("RU", GameInfo, SimpleText, One, 3..=4, "rules"),
    row("SC", Any, Points, List, 1..=3, "secure stones"),
    row("SE", Any, Points, List, 3..=3, "moves tried by a program"),
    row("SI", Any, Double, One, 3..=3, "sigma mark"),
    row("SL", Any, Points, List, 1..=4, "selected points"),
    row("SO", GameInfo, SimpleText, One, 1..=4, "source of the record"),
    row("SQ", Any, Points, List, 4..=4, "squares"),
    row("ST", Root, Number(0, 3), One, 4..=4, "how variations are shown"),
    row("SZ", Root, Size, One, 1..=4, "size of the board"),
    row("TB", Any, Points, ListOrNothing, 1..=4, "territory of Black"),
    row("TC", Any, Number(-MOST, MOST), One, 3..=3, "territory counted"),
    row("TE", Role::Move, Double, One, 1..=4, "good move (tesuji)"),
    row("TM", GameInfo, Real, One, 1..=4, "time for each player, in seconds"),
    row("TR", Any, Points, List, 3..=4, "triangles"),
    row("TW", Any, Points, ListOrNothing, 1..=4, "territory of White"),
    row("UC", Any, Double, One, 3..=4, "the position is unclear"),
    row("US", GameInfo, SimpleText, One, 1..=4, "who wrote the record"),
    row("V", Any, Real, One, 1..=4, "value of the position: points for Black"),
    row("VW", Any, Points, ListOrNothing, 1..=4, "the part of the board to show"),
    row("W", Role::Move, ValueForm::Move, One, 1..=4, "a move of White; empty for a pass"),
    row("WL", Role::Move, Real, One, 1..=4, "time left for White, in seconds"),
    row("WR", GameInfo, SimpleText, One, 1..=4, "rank of White"),
    row("WS", GameInfo, Number(0, MOST), One, 1..=3, "kind of player of White: 0 human, or else a program"),
    row("WT", GameInfo, SimpleText, One, 3..=4, "team of White"),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_in_order() {
        assert!(DEFINITIONS.is_sorted_by(|one, other| one.name < other.name));
        assert!(DEFINITIONS.iter().all(|entry| definition(entry.name) == Some(entry)));
        assert_eq!(definition("KM").map(|definition| definition.what), Some("komi"));
        assert_eq!(definition("X"), None);
        assert!(LONG_NAMES.is_sorted());
        assert!(LONG_NAMES.iter().all(|long| definition(&name(long)).is_some()));
    }
}
