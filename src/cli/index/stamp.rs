//! Facts about a file by which the index notices that it has changed.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

use crate::archive::index::checksum;

/// A file that was changed this short a time ago may change again without another time of its change.
const RECENT: Duration = Duration::from_secs(2);

/// Returns the stamp of a file: a number that changes with its length and the time of its change. 0 if that is not
/// known, or if the file may change without another stamp.
pub(in crate::cli) fn stamp(path: &Path) -> u64 {
    let known = || {
        let file = fs::metadata(path).ok()?;
        let modified = file.modified().ok()?;
        #[expect(clippy::disallowed_methods, reason = "whether a file is still changing is a matter of the clock")]
        let age = SystemTime::now().duration_since(modified).ok()?;
        let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
        let bytes = [file.len().to_le_bytes(), (since.as_nanos() as u64).to_le_bytes(), changed(&file)].concat();
        (age > RECENT).then(|| checksum(&bytes, 2).max(1))
    };
    known().unwrap_or(0)
}

/// When the file or its properties were changed; programs can't set this time.
#[cfg(unix)]
fn changed(file: &Metadata) -> [u8; 8] {
    use std::os::unix::fs::MetadataExt;

    (file.ctime() ^ file.ctime_nsec() << 34).to_le_bytes()
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> [u8; 8] {
    [0; 8]
}
