//! Rules of ignore files, such as `.gitignore`, about the files and folders that a walk leaves out.

use std::collections::VecDeque;
use std::io;
use std::path::{Path, PathBuf};

use ignore::Match;
use ignore::gitignore::{Gitignore, GitignoreBuilder};

use super::Unreadable;
use super::regular::read_regular;

/// The paths of the ignore files of a folder. A rule of one of the first overrides all of those after it.
pub const NAMES: [&str; 3] = [".ignore", ".gitignore", ".git/info/exclude"];

/// The longest ignore file that is read, in bytes, and the most of all those that apply to one folder: each rule
/// becomes an automaton of many times its length.
const MAX_BYTES: usize = 256 << 10;

/// The rules of the ignore files that apply to a folder: its own, those of the folders above it in the walk, and above
/// the walk those up to the root of the git repository, if there is one.
///
/// The user's own configuration of git is not read, so that all users of a folder find the same files.
#[derive(Debug)]
pub(super) struct Ignored {
    /// The folder in which the walk begins, with all links resolved. The rules are rooted there.
    base: PathBuf,
    /// From the outermost folder, the rules by [`NAMES`].
    folders: Vec<[Rules; NAMES.len()]>,
    /// How many of these are above the walk.
    above: usize,
}

/// The rules of one file.
#[derive(Debug)]
struct Rules {
    rules: Gitignore,
    /// How long the file is.
    bytes: usize,
}

impl Ignored {
    /// The rules above a walk that begins in `folder`. Files that can't be used are added to `skipped`.
    pub(super) fn above(folder: &Path, skipped: &mut VecDeque<Unreadable>) -> Self {
        // Where the folder can't be read the walk says so.
        let base = folder.canonicalize().unwrap_or_else(|_| folder.to_path_buf());
        let is_root = |folder: &Path| folder.join(".git").symlink_metadata().is_ok();
        let root = base.ancestors().position(is_root).unwrap_or(0);
        let mut outer: Vec<PathBuf> = base.ancestors().take(root + 1).skip(1).map(Path::to_path_buf).collect();
        outer.reverse();
        let mut ignored = Self { base, folders: Vec::new(), above: 0 };
        for folder in &outer {
            ignored.add(folder, folder, skipped);
        }
        ignored.above = outer.len();
        ignored
    }

    /// Removes the rules of folders that the walk has left before an entry at this depth.
    pub(super) fn leave(&mut self, depth: usize) {
        self.folders.truncate(self.above + depth);
    }

    /// Adds the rules of a folder that is `inner` in the walk, and has the path `shown` for the user.
    pub(super) fn enter(&mut self, inner: &Path, shown: &Path, skipped: &mut VecDeque<Unreadable>) {
        self.add(&self.base.join(inner), shown, skipped);
    }

    fn add(&mut self, folder: &Path, shown: &Path, skipped: &mut VecDeque<Unreadable>) {
        let mut room = MAX_BYTES.saturating_sub(self.folders.iter().flatten().map(|rules| rules.bytes).sum());
        let rules = NAMES.map(|name| {
            let rules = read(folder, name, room).unwrap_or_else(|error| {
                let path = Some(shown.join(name));
                skipped.push_back(Unreadable { path, reason: error.to_string(), is_ignore_file: true });
                Rules::none()
            });
            room -= rules.bytes;
            rules
        });
        self.folders.push(rules);
    }

    /// Whether the entry that is `inner` in the walk is left out.
    pub(super) fn contains(&self, inner: &Path, is_folder: bool) -> bool {
        let path = self.base.join(inner);
        let matches = (0..NAMES.len()).flat_map(|kind| self.folders.iter().rev().map(move |folder| &folder[kind]));
        let decided = matches.map(|rules| rules.rules.matched(&path, is_folder)).find(|matched| !matched.is_none());
        matches!(decided, Some(Match::Ignore(_)))
    }
}

impl Rules {
    fn none() -> Self {
        Self { rules: Gitignore::empty(), bytes: 0 }
    }
}

/// The rules of the ignore file `name` in `folder`; `None` if there is no such file.
fn read(folder: &Path, name: &str, most: usize) -> io::Result<Rules> {
    let path = folder.join(name);
    // A folder on the way must not be a link either.
    let mut outer: Vec<&Path> = path.ancestors().skip(1).take_while(|outer| *outer != folder).collect();
    outer.reverse();
    if outer.iter().any(|outer| !outer.symlink_metadata().is_ok_and(|of| of.is_dir())) {
        return Ok(Rules::none());
    }
    let bytes = match read_regular(&path, most) {
        Ok(bytes) => bytes,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Rules::none()),
        Err(error) => return Err(error),
    };
    let text = String::from_utf8_lossy(&bytes);
    let mut rules = GitignoreBuilder::new(folder);
    for line in text.strip_prefix('\u{feff}').unwrap_or(&text).lines() {
        // A line that is not a valid pattern names nothing, as for git.
        let _ = rules.add_line(None, line);
    }
    let rules = rules.build().map_err(|_| io::Error::other("its patterns take too much memory"))?;
    Ok(Rules { rules, bytes: bytes.len() })
}
