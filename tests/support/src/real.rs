//! Real games and positions with verdicts, which can't be shipped: they are in the folder that `ISHI_CORPUS` names.
//!
//! A test that needs them says that it is skipped where the variable is not set. Where it is, each part has to be
//! there.
#![allow(dead_code, clippy::disallowed_methods, reason = "each test uses some of it, and it reads real files")]

use std::io::Write as _;
use std::path::{Path, PathBuf};

/// A kind of files in the folder.
#[derive(Clone, Copy, Debug)]
pub enum Part {
    /// Records in Ishi, in the folder itself.
    Records,
    /// Games in SGF, in `sgf` and the folders in it.
    Games,
    /// The tests of GNU Go, in `gnugo-tst`, which name games in `sgf`.
    GnuGo,
    /// Positions with verdicts under the Logical Japanese Rules, in `ljrg`.
    Ljrg,
}

impl Part {
    /// The name of its folder, the extension of its files or nothing for any, and how many of them there are at least.
    const fn description(self) -> (&'static str, &'static str, usize) {
        match self {
            Self::Records => ("", "", 1),
            Self::Games => ("sgf", "sgf", 800),
            Self::GnuGo => ("gnugo-tst", "tst", 6),
            Self::Ljrg => ("ljrg", "json", 1),
        }
    }

    /// Its folder, which need not be there; `None` without a corpus.
    pub fn folder(self) -> Option<PathBuf> {
        std::env::var_os("ISHI_CORPUS").map(|corpus| Path::new(&corpus).join(self.description().0))
    }

    /// Its files, in order. `None` without a corpus, which is reported.
    ///
    /// # Panics
    ///
    /// If there is a corpus in which files of this part are missing.
    pub fn files(self) -> Option<Vec<PathBuf>> {
        let (name, ending, least) = self.description();
        let Some(folder) = self.folder() else {
            let test = std::thread::current().name().unwrap_or_default().to_owned();
            say(&format!("skipped: {test}, because ISHI_CORPUS names no folder of real games"));
            return None;
        };
        let mut found = Vec::new();
        collect(&folder, ending, !name.is_empty(), &mut found);
        found.sort();
        assert!(
            found.len() >= least,
            "ISHI_CORPUS is set, but {} has {} of at least {least} files {ending}",
            folder.display(),
            found.len()
        );
        Some(found)
    }
}

fn collect(folder: &Path, ending: &str, is_deep: bool, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten() {
        let path = entry.expect("an entry of the folder that ISHI_CORPUS names").path();
        if path.is_dir() {
            if is_deep {
                collect(&path, ending, is_deep, found);
            }
        } else if ending.is_empty() || path.extension().is_some_and(|extension| extension == ending) {
            found.push(path);
        }
    }
}

/// The texts of the records; none without a corpus.
pub fn records() -> Vec<String> {
    let bytes = |path: PathBuf| std::fs::read(path).expect("a record");
    let paths = Part::Records.files().unwrap_or_default();
    paths.into_iter().map(|path| String::from_utf8_lossy(&bytes(path)).into_owned()).collect()
}

/// Prints a line that is seen although the test passes, unlike what the macros print.
pub fn say(what: &str) {
    let _ = writeln!(std::io::stderr(), "{what}");
}
