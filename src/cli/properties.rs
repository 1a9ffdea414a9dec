//! Properties of a file that the file in its place is given: owner, group, permissions, and extended attributes, which
//! include the access control lists of Linux.

use std::fs::File;
use std::io;
use std::os::unix::fs::{MetadataExt, fchown};

/// Gives a new file the properties of an old one. Returns those that it could not be given, as phrases such as
/// `the owner`.
///
/// # Errors
/// Permissions that can't be set.
pub(super) fn copy(old: &File, new: &File) -> io::Result<Vec<String>> {
    let (from, to) = (old.metadata()?, new.metadata()?);
    let mut lost = Vec::new();
    // Overwriting the file in its place would keep them, and could leave half of a text.
    if from.nlink() > 1 {
        lost.push("its hard links".to_owned());
    }
    // Only the superuser may give a file to another user.
    if from.uid() != to.uid() && fchown(new, Some(from.uid()), None).is_err() {
        lost.push("the owner".to_owned());
    }
    if from.gid() != to.gid() && fchown(new, None, Some(from.gid())).is_err() {
        lost.push("the group".to_owned());
    }
    new.set_permissions(from.permissions())?;
    // An access control list is the last word on the permissions.
    lost.extend(attributes::copy(old, new).into_iter().map(|name| format!("the attribute {name}")));
    Ok(lost)
}

/// Extended attributes, where there is one way to use them.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "macos"))]
mod attributes {
    use std::fs::File;

    use rustix::fs::{XattrFlags, fgetxattr, flistxattr, fsetxattr};
    use rustix::io::Errno;

    /// Copies the attributes of a file to another one, and returns the names of those that can't be copied.
    pub(super) fn copy(old: &File, new: &File) -> Vec<String> {
        // A file system without attributes has none to lose.
        let names = read(|buffer| flistxattr(old, buffer)).unwrap_or_default();
        let names = names.split(|&byte| byte == 0).filter(|name| !name.is_empty());
        let is_lost = |name: &&[u8]| {
            let value = |file: &File| read(|buffer| fgetxattr(file, *name, buffer));
            match value(old) {
                Ok(wanted) if value(new).as_ref() == Ok(&wanted) => false,
                Ok(wanted) => fsetxattr(new, *name, &wanted, XattrFlags::empty()).is_err(),
                Err(_) => true,
            }
        };
        names.filter(is_lost).map(|name| String::from_utf8_lossy(name).into_owned()).collect()
    }

    /// Reads a value whose length is not known.
    fn read(get: impl Fn(&mut [u8]) -> Result<usize, Errno>) -> Result<Vec<u8>, Errno> {
        /// More than a file system keeps in an attribute.
        const MAX_BYTES: usize = 16 << 20;
        let mut value = vec![0; 1 << 10];
        loop {
            match get(&mut value) {
                Ok(length) => {
                    value.truncate(length);
                    return Ok(value);
                }
                Err(Errno::RANGE) if value.len() < MAX_BYTES => value.resize(2 * value.len(), 0),
                Err(error) => return Err(error),
            }
        }
    }
}

#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "macos")))]
mod attributes {
    use std::fs::File;

    /// Copies nothing: the file may have attributes here, and how to read them is not known.
    pub(super) fn copy(_: &File, _: &File) -> Vec<String> {
        Vec::new()
    }
}

#[cfg(all(test, any(target_os = "linux", target_os = "macos")))]
mod tests {
    use std::fs::Permissions;
    use std::os::unix::fs::PermissionsExt;

    use rustix::fs::{XattrFlags, fgetxattr, fsetxattr};

    use super::*;

    #[test]
    fn permissions_and_attributes_are_copied() {
        let [old, new] = [tempfile::tempfile().unwrap(), tempfile::tempfile().unwrap()];
        old.set_permissions(Permissions::from_mode(0o640)).unwrap();
        // The folder for temporary files may be without attributes.
        let wanted = [b'x'; 2000];
        let has_attributes = fsetxattr(&old, "user.ishi", &wanted, XattrFlags::empty()).is_ok();
        assert_eq!(copy(&old, &new).unwrap(), Vec::<String>::new());
        assert_eq!(new.metadata().unwrap().permissions().mode() & 0o777, 0o640);
        let mut value = [0; 3000];
        let read = fgetxattr(&new, "user.ishi", &mut value).ok();
        assert_eq!(read.map(|length| &value[..length]), has_attributes.then_some(&wanted[..]));
    }
}
