//! The identity of an assist, with which an editor resolves the chosen assist.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::{AssistRow, rows};

/// A change of a record that an editor offers at a place: one row of the table of assists. The documentation, and an
/// editor's `data`, use the name of the row.
#[derive(Clone, Copy, Serialize, Deserialize)]
#[serde(try_from = "String", into = "&'static str")]
pub struct AssistId(&'static AssistRow);

impl AssistId {
    /// Returns the ids of all rows, in the order of the menu.
    pub fn all() -> impl Iterator<Item = Self> {
        rows().map(Self)
    }

    pub(super) const fn of(row: &'static AssistRow) -> Self {
        Self(row)
    }

    pub(super) fn row(self) -> &'static AssistRow {
        self.0
    }

    /// Returns the name that the documentation and an editor's `data` use.
    pub fn name(self) -> &'static str {
        self.0.name
    }
}

impl PartialEq for AssistId {
    fn eq(&self, other: &Self) -> bool {
        self.name() == other.name()
    }
}

impl Eq for AssistId {}

impl fmt::Debug for AssistId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl fmt::Display for AssistId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<AssistId> for &'static str {
    fn from(id: AssistId) -> Self {
        id.name()
    }
}

impl FromStr for AssistId {
    type Err = UnknownAssist;

    fn from_str(name: &str) -> Result<Self, UnknownAssist> {
        Self::all().find(|id| id.name() == name).ok_or_else(|| UnknownAssist(name.to_owned()))
    }
}

impl TryFrom<String> for AssistId {
    type Error = UnknownAssist;

    fn try_from(name: String) -> Result<Self, UnknownAssist> {
        name.parse()
    }
}

/// The error for the name of an unknown assist.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownAssist(String);

impl fmt::Display for UnknownAssist {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown change `{}`", self.0)
    }
}

impl std::error::Error for UnknownAssist {}
