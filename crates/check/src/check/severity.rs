//! How severe a diagnostic is.

use std::fmt;
use std::str::FromStr;

use super::Error;

/// The severity of a diagnostic. `Off` is a setting: no diagnostic has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Severity {
    /// Not reported.
    Off,
    /// Something a reader may want to know; editors show it faintly.
    Hint,
    /// Worth knowing, and probably right.
    Info,
    /// Probably wrong.
    Warning,
    /// Against the Standard.
    Error,
}

impl Severity {
    /// All severities, the most severe first.
    pub const ALL: [Self; 5] = [Self::Error, Self::Warning, Self::Info, Self::Hint, Self::Off];

    /// Its name in `ishi.toml`, on the command line and in every output format.
    pub fn name(self) -> &'static str {
        match self {
            Self::Off => "off",
            Self::Hint => "hint",
            Self::Info => "info",
            Self::Warning => "warning",
            Self::Error => "error",
        }
    }
}

impl fmt::Display for Severity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Severity {
    type Err = Error;

    fn from_str(name: &str) -> Result<Self, Error> {
        Self::ALL
            .into_iter()
            .find(|severity| severity.name() == name)
            .ok_or_else(|| Error(format!("unknown severity `{name}`: use error, warning, info, hint or off")))
    }
}
