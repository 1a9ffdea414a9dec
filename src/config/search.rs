use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::{Config, ConfigError};

/// The name of the settings file.
pub const FILE_NAME: &str = "ishi.toml";

/// The longest settings file that is read, in bytes. All settings together take a few thousand, and the file comes with a folder
/// that somebody else may have made.
const MAX_BYTES: u64 = 1 << 20;

/// The nearest `ishi.toml` upwards from the folder of `path`, with its settings.
///
/// Links are not resolved on the way: the folders are those of the path as it is written.
///
/// # Errors
/// An `ishi.toml` that can't be read or says something that is no setting; the search does not go past it.
pub fn nearest(path: &Path) -> Result<Option<(PathBuf, Config)>, ConfigError> {
    let Some(file) = find(path) else { return Ok(None) };
    let config = read(&file)?;
    Ok(Some((file, config)))
}

/// The nearest `ishi.toml` upwards from the folder of `path`, as [`nearest`] finds it.
pub fn find(path: &Path) -> Option<PathBuf> {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    absolute.ancestors().skip(1).map(|folder| folder.join(FILE_NAME)).find(|file| file.is_file())
}

/// The settings in the file `path`.
///
/// # Errors
/// A file that can't be read or says something that is no setting.
pub fn read(path: &Path) -> Result<Config, ConfigError> {
    Config::from_toml(&text(path)?).map_err(|error| error.in_file(path.to_path_buf()))
}

/// The text of the file `path`, for [`Config::from_toml`].
///
/// # Errors
/// A file that can't be read, or is longer than a mebibyte.
pub fn text(path: &Path) -> Result<String, ConfigError> {
    let read = || {
        let mut text = String::new();
        File::open(path)?.take(MAX_BYTES + 1).read_to_string(&mut text)?;
        if text.len() as u64 > MAX_BYTES {
            return Err(io::Error::other(format!("the file is longer than {MAX_BYTES} bytes")));
        }
        Ok(text)
    };
    read().map_err(|error| {
        let message = format!("the settings can't be read: {error}");
        ConfigError { path: Some(path.to_path_buf()), place: None, span: None, message }
    })
}
