//! The borders of the crates: what is public is for another crate. Cargo holds the rest.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use regex::Regex;

use crate::circles::files;
use crate::root;

/// Crates that are for others, too: what they offer need not be used here.
const OFFERED: [&str; 3] = ["board", "rules", "sgf"];

/// Where the sources are that may use a crate: the program, other crates, tests, and packages outside of the workspace.
const USERS: [&str; 7] = ["src", "crates", "tests", "benches", "fuzz", "python", "editors/web/worker"];

/// Types are left out: those that a public function returns are public without being named anywhere.
#[test]
fn what_no_other_crate_names_is_not_public() {
    let root = root();
    let word = Regex::new(r"[A-Za-z_]\w*").expect("a pattern");
    let item = Regex::new(r"(?m)^\s*pub (?:const |async )*(?:fn|const|static) (\w+)").expect("a pattern");
    let mut texts: BTreeMap<PathBuf, String> = BTreeMap::new();
    for user in USERS {
        let sources = files(&root.join(user), "rs").into_iter();
        texts.extend(sources.map(|(file, text)| (Path::new(user).join(file), text)));
    }
    let words: BTreeMap<&Path, BTreeSet<&str>> = texts
        .iter()
        .map(|(file, text)| (file.as_path(), word.find_iter(text).map(|word| word.as_str()).collect()))
        .collect();
    let mut unused = Vec::new();
    let mut public = 0;
    for (file, text) in &texts {
        let Some(name) = crate_of(file).filter(|name| !OFFERED.contains(name)) else { continue };
        let sources = Path::new("crates").join(name).join("src");
        let code = text.split("#[cfg(test)]").next().expect("a part");
        for item in item.captures_iter(code) {
            public += 1;
            let named = words.iter().any(|(user, words)| !user.starts_with(&sources) && words.contains(&item[1]));
            if !named {
                unused.push(format!("{}: {}", file.display(), &item[1]));
            }
        }
    }
    assert!(public > 100, "only {public} public items were seen");
    assert!(unused.is_empty(), "no other crate uses these, write `pub(crate)`:\n{}", unused.join("\n"));
}

/// The name of the crate in whose `src` the file is, if it is in one: `text` of `crates/text/src/edit.rs`.
fn crate_of(file: &Path) -> Option<&str> {
    let mut parts = file.iter().map(|part| part.to_str().expect("UTF-8"));
    (parts.next() == Some("crates")).then_some(())?;
    let name = parts.next()?;
    (parts.next() == Some("src")).then_some(name)
}
