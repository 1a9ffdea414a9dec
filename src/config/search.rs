use std::io;
use std::path::{Path, PathBuf};

use super::{Config, ConfigError};

/// The name of the settings file.
pub const FILE_NAME: &str = "ishi.toml";

/// The nearest `ishi.toml` upwards from the folder of `path`, with its settings.
///
/// Links are not resolved on the way: the folders are those of the path as it is written.
///
/// # Errors
/// An `ishi.toml` that can't be read or says something that is no setting; the search does not go past it.
pub fn nearest(path: &Path) -> Result<Option<(PathBuf, Config)>, ConfigError> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    for folder in absolute.ancestors().skip(1) {
        let file = folder.join(FILE_NAME);
        if file.is_file() {
            let config = read(&file)?;
            return Ok(Some((file, config)));
        }
    }
    Ok(None)
}

/// The settings in the file `path`.
///
/// # Errors
/// A file that can't be read or says something that is no setting.
pub fn read(path: &Path) -> Result<Config, ConfigError> {
    let text = text(path).map_err(|error| {
        let message = format!("the settings can't be read: {error}");
        ConfigError { path: Some(path.to_path_buf()), place: None, message }
    })?;
    Config::from_toml(&text).map_err(|error| error.in_file(path.to_path_buf()))
}

#[expect(clippy::disallowed_methods, reason = "settings are read here, once for both doors")]
fn text(path: &Path) -> io::Result<String> {
    std::fs::read_to_string(path)
}
