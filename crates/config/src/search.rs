//! Settings files on disk.

use std::fs::File;
use std::io;
use std::path::Path;

use super::{Config, ConfigError, FILE_NAME, SettingsSearch};
use ishi_disk as disk;

/// The longest settings file that is read, in bytes. All settings together take a few thousand, and the file comes with
/// a folder that may come from somebody else.
const MAX_BYTES: usize = 64 << 10;

/// Looks for an `ishi.toml` upwards from the folder of `path`.
///
/// Links are not resolved on the way: the folders are those of the path as it is written.
pub fn find(path: &Path) -> SettingsSearch {
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_path_buf());
    let mut search = SettingsSearch::default();
    for file in absolute.ancestors().skip(1).map(|folder| folder.join(FILE_NAME)) {
        match file.symlink_metadata() {
            Ok(of) if of.is_file() => {
                search.file = Some(file);
                break;
            }
            Ok(_) => search.skipped.push(file),
            Err(_) => {}
        }
    }
    search
}

/// The settings in the file `path`, which [`find`] has found.
///
/// # Errors
/// A file that can't be read or has an invalid setting.
pub fn read(path: &Path) -> Result<Config, ConfigError> {
    let config = Config::from_toml(&text(path)?).map_err(|error| error.in_file(path.to_path_buf()))?;
    Ok(config.of_file(path))
}

/// The settings in the file `path`, which the user has named: it may be anything that can be read.
///
/// # Errors
/// As for [`read`], but links and devices are allowed.
pub fn read_named(path: &Path) -> Result<Config, ConfigError> {
    let bytes = File::open(path).and_then(|file| disk::read_from(file, MAX_BYTES));
    let config = Config::from_toml(&decoded(path, bytes)?).map_err(|error| error.in_file(path.to_path_buf()))?;
    Ok(config.of_file(path))
}

/// The text of the file `path`, for [`Config::from_toml`]. A link is not followed.
///
/// # Errors
/// A file that can't be read, is not a regular file, is longer than 64 KiB or not UTF-8.
pub fn text(path: &Path) -> Result<String, ConfigError> {
    decoded(path, disk::read_regular(path, MAX_BYTES))
}

fn decoded(path: &Path, bytes: io::Result<Vec<u8>>) -> Result<String, ConfigError> {
    let text = bytes.and_then(|bytes| String::from_utf8(bytes).map_err(|_| io::Error::other("not UTF-8")));
    text.map_err(|error| {
        let message = format!("the settings can't be read: {error}");
        ConfigError { path: Some(path.to_path_buf()), place: None, span: None, message }
    })
}
