//! The catalogue: one row for each rule, in the file of its family. `ishi explain`, the page in `docs/`, the links in
//! editors and the settings are all made from it.

mod blocks;
mod fields;
mod import;
mod numbers;
mod order;
mod references;
mod replay;
mod sgf;
mod suppression;
mod text;

use std::fmt;
use std::str::FromStr;

use super::Severity;

/// Where the text of the Standard can be read; sections are given in each row.
pub const STANDARD_URL: &str = "https://hwiegman.home.xs4all.nl/fileformats/I/ishi/ishispec.html";

/// A group of rules that belong together, in the order of the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Characters and line ends.
    Text,
    /// What one line says.
    Fields,
    /// COM, USER and VAR and their ends.
    Blocks,
    /// What may stand where in an event.
    Order,
    /// The numbers of moves.
    Numbers,
    /// What `#n` and locations refer to.
    References,
    /// What the stones on the board show.
    Replay,
    /// Silencing rules in the record itself.
    Suppression,
    /// Games in SGF: their form and their properties.
    Sgf,
    /// Games in the formats of Go servers.
    Import,
}

impl Family {
    /// All of them, in order.
    pub const ALL: [Self; 10] = [
        Self::Text,
        Self::Fields,
        Self::Blocks,
        Self::Order,
        Self::Numbers,
        Self::References,
        Self::Replay,
        Self::Suppression,
        Self::Sgf,
        Self::Import,
    ];

    /// The heading of the family.
    pub fn title(self) -> &'static str {
        match self {
            Self::Text => "Text",
            Self::Fields => "Lines and fields",
            Self::Blocks => "Blocks",
            Self::Order => "Order",
            Self::Numbers => "Move numbers",
            Self::References => "References",
            Self::Replay => "Replay",
            Self::Suppression => "Suppression",
            Self::Sgf => "SGF",
            Self::Import => "GIB, NGF and UGF",
        }
    }
}

/// What a tool can do about a diagnostic of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// Nothing: only the author knows.
    None,
    /// An editor offers this as a quick fix; it removes something, so it is never applied automatically.
    Manual(&'static str),
    /// An editor offers this as a quick fix, and `ishi check --fix --unsafe-fixes` does it.
    Suggested(&'static str),
    /// `ishi check --fix` does this, and editors offer it.
    Auto(&'static str),
}

/// One rule.
#[derive(Debug)]
pub struct Row {
    /// The stable name.
    pub name: &'static str,
    /// The group it belongs to.
    pub family: Family,
    /// Its default severity.
    pub severity: Severity,
    /// What it reports, in one line.
    pub what: &'static str,
    /// Why that is a problem, and how to think about it.
    pub why: &'static str,
    /// Where the rule comes from.
    pub source: &'static str,
    /// What can be done about it.
    pub remedy: Remedy,
    /// A record that has the problem.
    pub before: &'static str,
    /// The same record without it.
    pub after: &'static str,
}

impl Row {
    /// The sections of the Standard on which the rule rests, such as `5.4`; none for a rule with another source.
    pub fn sections(&self) -> impl Iterator<Item = &'static str> {
        let sections = self.source.strip_prefix("Standard ").unwrap_or_default();
        // The keywords of a section stand in brackets after it.
        let numbers = sections.split(", ").filter_map(|part| part.split(' ').next());
        numbers.filter(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    }
}

macro_rules! codes {
    ($($variant:ident,)*) => {
        /// The stable name of a rule. Codes are added over time, and never renamed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Code { $(#[doc = concat!("See [`Row::what`]: `", stringify!($variant), "`.")] $variant,)* }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];
            /// How many there are.
            pub const COUNT: usize = Self::ALL.len();
        }
    };
}

codes! {
    // Text
    InvalidCharacter,
    NotARecord,
    LineEnding,
    MixedLineEndings,
    NotText,
    // Fields
    UnknownKeyword,
    BareLocation,
    MissingData,
    MissingColor,
    InvalidMoveNumber,
    InvalidLocation,
    OffBoard,
    UnexpectedData,
    IgnoredData,
    InvalidBoardSize,
    InvalidRegion,
    InvalidMark,
    UnreadableHeader,
    // Blocks
    UnclosedCom,
    UnmatchedEndcom,
    NestedCom,
    UnclosedUser,
    UnmatchedEnduser,
    NestedUser,
    UnclosedVar,
    UnmatchedEndvar,
    MisplacedVar,
    EmptyVariation,
    // Order
    MisplacedHeader,
    MisplacedSetup,
    MisplacedBoardSize,
    MisplacedHide,
    MisplacedPrisoner,
    DataAfterVariation,
    DanglingRemark,
    RemarkInsideSetup,
    DataInsideSetup,
    RepeatedHeader,
    // Numbers
    DuplicateMove,
    OutOfSequence,
    MissingMove,
    VariationNumber,
    SameColorTwice,
    // References
    UnknownMove,
    NoStone,
    IdleUnmark,
    // Replay
    OccupiedPoint,
    SetupConflict,
    SetupNoLiberty,
    SelfCapture,
    Ko,
    RepeatedPosition,
    WrongPrisoners,
    MissingPrisoners,
    PlayAfterEnd,
    HandicapMismatch,
    ResultMismatch,
    UnusualKomi,
    HandicapPoints,
    WrongFirstPlayer,
    UnequalMoves,
    PassStones,
    // Suppression
    UnusedSuppression,
    UnknownSuppression,
    // Sgf
    SgfNoGame,
    SgfTextOutside,
    SgfStrayText,
    SgfZeroByte,
    SgfUnclosedGame,
    SgfUnclosedValue,
    SgfEmptyVariation,
    SgfMissingSemicolon,
    SgfNodeAfterVariation,
    SgfNoValue,
    SgfNoProperty,
    SgfLowercase,
    SgfUnknownProperty,
    SgfOtherFormat,
    SgfMixedFormats,
    SgfDuplicateProperty,
    SgfSurplusValue,
    SgfEmptyValue,
    SgfInvalidValue,
    SgfInvalidInfo,
    SgfMisplacedRoot,
    SgfRepeatedInfo,
    SgfEmptyNode,
    SgfTwoMoves,
    SgfSetupWithMove,
    SgfMoveInRoot,
    SgfContradiction,
    SgfNoMove,
    SgfRepeatedPoint,
    SgfCharset,
    SgfNotGo,
    SgfBoardSize,
    // Import
    UnreadableLine,
}

/// The rows of a family, in the order of their codes.
macro_rules! rows {
    ($($variant:ident = $row:expr;)*) => {
        pub(super) const ROWS: &[(Code, Row)] = &[$((Code::$variant, $row),)*];
    };
}
use rows;

/// The rows of all families, in the order of [`Code::ALL`]: one that is missing or elsewhere does not compile.
static ROWS: [&Row; Code::COUNT] = {
    const FAMILIES: [&[(Code, Row)]; Family::ALL.len()] = [
        text::ROWS,
        fields::ROWS,
        blocks::ROWS,
        order::ROWS,
        numbers::ROWS,
        references::ROWS,
        replay::ROWS,
        suppression::ROWS,
        sgf::ROWS,
        import::ROWS,
    ];
    let mut rows = [&FAMILIES[0][0].1; Code::COUNT];
    let (mut code, mut family) = (0, 0);
    while family < FAMILIES.len() {
        let mut index = 0;
        while index < FAMILIES[family].len() {
            let (own, row) = &FAMILIES[family][index];
            assert!(*own as usize == code, "a row stands where its code does not");
            rows[code] = row;
            (code, index) = (code + 1, index + 1);
        }
        family += 1;
    }
    assert!(code == Code::COUNT, "a code has no row");
    rows
};

impl Code {
    /// The row of this code.
    pub fn row(self) -> &'static Row {
        ROWS[self as usize]
    }

    /// Its stable name.
    pub fn name(self) -> &'static str {
        self.row().name
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Code {
    type Err = super::Error;

    /// The code of a name, in any case; the error names a code that is near.
    fn from_str(name: &str) -> Result<Self, super::Error> {
        Self::of(name).ok_or_else(|| {
            super::Error(match Self::nearest(name) {
                Some(nearest) => format!("unknown code `{name}`: did you mean `{nearest}`?"),
                None => format!("unknown code `{name}`: `ishi explain` lists all codes"),
            })
        })
    }
}

impl Code {
    /// The code of a name, in any case.
    pub fn of(name: &str) -> Option<Self> {
        Self::ALL.iter().copied().find(|code| code.name().eq_ignore_ascii_case(name))
    }

    /// The code whose name looks most like `name`, if one does: at most a third of its letters are different, or it is
    /// shortened.
    pub fn nearest(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let distance = |code: Self| strsim::damerau_levenshtein(&lower, code.name());
        let near = Self::ALL.iter().map(|&code| (distance(code), code));
        let near = near.filter(|(distance, code)| distance * 3 <= code.name().len().max(lower.len()));
        near.min_by_key(|&(distance, _)| distance).map(|(_, code)| code).or_else(|| Self::shortened(&lower))
    }

    /// The shortest code whose words begin with those of `name`, in order, as those of `duplicate-move` do with
    /// `dupl-move`.
    fn shortened(name: &str) -> Option<Self> {
        let is_meant = |code: &Self| {
            let mut words = code.name().split('-');
            name.split('-').all(|short| words.any(|word| word.starts_with(short)))
        };
        let meant = Self::ALL.iter().copied().filter(|_| name.len() >= 3).filter(is_meant);
        meant.min_by_key(|code| code.name().len())
    }

    /// Whether the rule is not reported any more. Its name is still known.
    pub fn is_retired(self) -> bool {
        self == Self::NestedUser
    }
}
