//! The error type of commands.

use std::fmt;

use super::files::Failure;
use ishi_check::check;
use ishi_config::{ConfigError, InvalidSetting};

/// The reason why a command failed, as a message for the user. It has no variants, because no command decides anything
/// by the reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Error(String);

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<String> for Error {
    fn from(reason: String) -> Self {
        Self(reason)
    }
}

impl From<&str> for Error {
    fn from(reason: &str) -> Self {
        Self(reason.to_owned())
    }
}

impl From<Failure> for Error {
    fn from(failure: Failure) -> Self {
        Self(failure.to_string())
    }
}

impl From<check::Error> for Error {
    fn from(reason: check::Error) -> Self {
        Self(reason.to_string())
    }
}

impl From<ConfigError> for Error {
    fn from(reason: ConfigError) -> Self {
        Self(reason.to_string())
    }
}

impl From<InvalidSetting> for Error {
    fn from(reason: InvalidSetting) -> Self {
        Self(reason.to_string())
    }
}

#[cfg(feature = "png")]
impl From<ishi_render::DrawError> for Error {
    fn from(reason: ishi_render::DrawError) -> Self {
        Self(reason.to_string())
    }
}
