//! The catalogue of rules, from which `ishi explain`, the pages in `docs/`, the links in editors and the settings are
//! made.

mod rules;

use std::fmt;
use std::str::FromStr;

use super::Severity;

pub use rules::Code;

/// The address of the text of the Standard. Each row names its sections.
pub const STANDARD_URL: &str = "https://hwiegman.home.xs4all.nl/fileformats/I/ishi/ishispec.html";

/// A group of rules that belong together, in the order of the documentation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Characters and line ends.
    Text,
    /// The fields of one line.
    Fields,
    /// COM, USER and VAR and their ends.
    Blocks,
    /// The order of lines in an event.
    Order,
    /// The numbers of moves.
    Numbers,
    /// References to moves and stones: `#n` and locations.
    References,
    /// Contradictions with the board.
    Replay,
    /// Remarks that suppress rules.
    Suppression,
    /// Games in SGF: syntax and properties.
    Sgf,
    /// Games in the formats of Go servers.
    Import,
    /// Code blocks with games in Markdown.
    Markdown,
}

impl Family {
    /// All of them, in order.
    pub const ALL: [Self; 11] = [
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
        Self::Markdown,
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
            Self::Markdown => "Code blocks in Markdown",
        }
    }
}

/// The fix that a tool can offer for a diagnostic of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Remedy {
    /// No fix: only the author knows what was meant.
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
    /// The name in settings and reports, which never changes.
    pub name: &'static str,
    /// The group it belongs to.
    pub family: Family,
    /// Its default severity.
    pub severity: Severity,
    /// The problem that it reports, in one line.
    pub what: &'static str,
    /// An explanation of why this is a problem.
    pub why: &'static str,
    /// The source of the rule.
    pub source: &'static str,
    /// Whether the rule has a fix, and how sure it is.
    pub remedy: Remedy,
    /// A record that has the problem.
    pub before: &'static str,
    /// The same record without the problem.
    pub after: &'static str,
}

impl Row {
    /// The sections of the Standard on which the rule is based, such as `5.4`; empty for a rule with another source.
    pub fn sections(&self) -> impl Iterator<Item = &'static str> {
        let sections = self.source.strip_prefix("Standard ").unwrap_or_default();
        // The keywords of a section stand in brackets after it.
        let numbers = sections.split(", ").filter_map(|part| part.split(' ').next());
        numbers.filter(|number| number.starts_with(|first: char| first.is_ascii_digit()))
    }
}

impl Code {
    /// The row of this code.
    pub fn row(self) -> &'static Row {
        &rules::ROWS[self as usize]
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

    /// Returns the code with this name, in any case. The error suggests a similar code.
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

    /// The code whose name is most similar to `name`, if any: at most a third of the letters differ, or `name` is an
    /// abbreviation.
    pub fn nearest(name: &str) -> Option<Self> {
        let lower = name.to_ascii_lowercase();
        let distance = |code: Self| strsim::damerau_levenshtein(&lower, code.name());
        let near = Self::ALL.iter().map(|&code| (distance(code), code));
        let near = near.filter(|(distance, code)| distance * 3 <= code.name().len().max(lower.len()));
        near.min_by_key(|&(distance, _)| distance).map(|(_, code)| code).or_else(|| Self::shortened(&lower))
    }

    /// The shortest code that `name` abbreviates word by word, as `dupl-move` abbreviates `duplicate-move`.
    fn shortened(name: &str) -> Option<Self> {
        let is_meant = |code: &Self| {
            let mut words = code.name().split('-');
            name.split('-').all(|short| words.any(|word| word.starts_with(short)))
        };
        let meant = Self::ALL.iter().copied().filter(|_| name.len() >= 3).filter(is_meant);
        meant.min_by_key(|code| code.name().len())
    }

    /// Whether the rule reports nothing any more. Its name is still valid.
    pub fn is_retired(self) -> bool {
        self == Self::NestedUser
    }
}
