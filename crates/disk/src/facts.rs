//! Facts about a file by which a change of its content is noticed.

use std::fs::{self, Metadata};
use std::path::Path;
use std::time::{Duration, SystemTime};

/// A file that was changed this short a time ago may change again without another time of its change.
const RECENT: Duration = Duration::from_secs(2);

/// Returns facts about a file that differ after a change of its content: its length, and the times when its content and
/// its properties were changed. None if they are not known, or if the file may change without them.
pub fn facts(path: &Path) -> Option<[u8; 24]> {
    let file = fs::metadata(path).ok()?;
    let modified = file.modified().ok()?;
    #[expect(clippy::disallowed_methods, reason = "whether a file is still changing is a matter of the clock")]
    let age = SystemTime::now().duration_since(modified).ok()?;
    if age <= RECENT {
        return None;
    }
    let since = modified.duration_since(SystemTime::UNIX_EPOCH).ok()?;
    let numbers = [file.len(), since.as_nanos() as u64, changed(&file)];
    let mut bytes = [0; 24];
    for (place, number) in bytes.as_chunks_mut::<8>().0.iter_mut().zip(numbers) {
        *place = number.to_le_bytes();
    }
    Some(bytes)
}

/// When the file or its properties were changed; programs can't set this time.
#[cfg(unix)]
fn changed(file: &Metadata) -> u64 {
    use std::os::unix::fs::MetadataExt;

    (file.ctime() ^ file.ctime_nsec() << 34).cast_unsigned()
}

#[cfg(not(unix))]
fn changed(_: &Metadata) -> u64 {
    0
}
