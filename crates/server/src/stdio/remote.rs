//! Whether a folder is on another machine, where reading many files takes long.

use std::path::Path;

/// Whether a folder is in a network file system, as far as the system says so.
#[cfg(target_os = "linux")]
pub(super) fn is_remote(folder: &Path) -> bool {
    /// The numbers of AFS, CIFS, Coda, NCP, NFS, SMB and SMB2 in `statfs(2)`.
    const REMOTE: [u32; 7] = [0x5346_414F, 0xFF53_4D42, 0x7375_7245, 0x564C, 0x6969, 0x517B, 0xFE53_4D42];
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "the numbers have 32 bits")]
    rustix::fs::statfs(folder).is_ok_and(|of| REMOTE.contains(&(of.f_type as u32)))
}

/// Whether a folder is in a network file system, as far as its path says so: `\\server\share`.
#[cfg(not(target_os = "linux"))]
pub(super) fn is_remote(folder: &Path) -> bool {
    use std::path::{Component, Prefix};

    let is_share = |prefix: Prefix<'_>| matches!(prefix, Prefix::UNC(..) | Prefix::VerbatimUNC(..));
    matches!(folder.components().next(), Some(Component::Prefix(prefix)) if is_share(prefix.kind()))
}
