//! What a user can set, in `ishi.toml` and under `ishi.*` in an editor: the same keys in both.

use crate::check::Severities;
use crate::format;

/// All settings.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Config {
    /// `[check]`: severities by code.
    pub check: Severities,
    /// `[format]`: how canonical text looks.
    pub format: format::Options,
}
