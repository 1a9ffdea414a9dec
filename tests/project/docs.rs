//! The words of the project: those that `docs/glossary.md` excludes, and what the pages say about the code.

use std::path::{Path, PathBuf};

use regex::Regex;

use crate::root;

/// Words that are not used, each with what to write instead.
const WORDS: &[(&str, &str)] = &[
    (r"(?i)\bbehind\b", "after"),
    (r"(?:^|[^e]|[^r]e) (?:is|are) no (?:[a-kn-z]|l[^o]|m[^o])", "is not a …"),
    (r"\bgrave(?:r|st|ly)?\b", "severe, severity"),
    (r"\bmend(?:s|ed|ing)?\b", "fix"),
    (r"\bdear\b|\bdear_", "lazy, expensive"),
    (r"\btame\b|_tame_", "normalize"),
    (r"(?i)\b(?:bearable|hopeless|patiently)\b", "a word for what it does"),
    (r"\bredeem|\bTicket\b", "resolve, ResolveData"),
    (r"\b(?:Abilities|Ahead|Chosen)\b", "ClientCapabilities, Lookahead, ActionData"),
    (r"\bMOST_[A-Z]|\bWORTH_SHARING\b", "MAX_…, …_THRESHOLD"),
    (r"\b(?:[Tt]ells?|[Tt]old|[Tt]elling)\b", "say, report, return, show"),
    (r"\b[Ll]ook(?:s|ed|ing)? at\b", "read, visit, examine"),
    (r"\bspeaks? of\b|\bspoken of\b", "refers to"),
    (r"(?i)\bnobody [a-z]|\bwhoever\b", "name who it is, or use the passive"),
    (r"(?i)\bcolour", "color, as in the settings"),
    (r"\bin sight\b", "in view"),
    (r"\b(?:goes|go) on to mean\b", "still refers to"),
    (r"(?:^|[^.\w])(?:floors?|doors?|rooms)\b", "layer, entry point, module"),
];

/// The lists of these words, and texts by others.
const EXCEPTIONS: &[&str] = &["docs/glossary.md", "tests/project/docs.rs", "tests/fixtures/sarif-2.1.0.schema.json"];

/// The extensions of texts. Scripts have none.
const EXTENSIONS: &[&str] =
    &["rs", "md", "lua", "vim", "txt", "ts", "mjs", "css", "json", "toml", "sh", "el", "py", "pyi"];

fn is_text(path: &Path) -> bool {
    match path.extension() {
        Some(extension) => EXTENSIONS.contains(&extension.to_str().unwrap_or_default()),
        None => std::fs::read(path).is_ok_and(|bytes| bytes.starts_with(b"#!")),
    }
}

fn texts(path: &Path, found: &mut Vec<PathBuf>) {
    if path.is_dir() {
        if path.file_name().is_some_and(|name| name == "node_modules") {
            return;
        }
        for entry in std::fs::read_dir(path).expect("a folder") {
            texts(&entry.expect("an entry").path(), found);
        }
    } else if is_text(path) && path.file_name().is_some_and(|name| name != "package-lock.json") {
        found.push(path.to_owned());
    }
}

#[test]
fn words_that_are_not_used_are_not_used() {
    let mut files = Vec::new();
    for path in [
        "src",
        "crates",
        "docs",
        "editors",
        "python",
        "tests",
        "benches",
        "fuzz/targets",
        "fuzz/Cargo.toml",
        "packaging",
        "scripts",
        ".ci",
        "README.md",
        "CONTRIBUTING.md",
        "SECURITY.md",
        "CHANGELOG.md",
        "Cargo.toml",
        "book.toml",
        "clippy.toml",
        "deny.toml",
        "rust-toolchain.toml",
        "rustfmt.toml",
        "stylua.toml",
        "typos.toml",
    ] {
        texts(&root().join(path), &mut files);
    }
    let words: Vec<(Regex, &str)> =
        WORDS.iter().map(|(word, instead)| (Regex::new(word).expect("a regular expression"), *instead)).collect();
    let mut found = Vec::new();
    for path in files {
        let name = path.strip_prefix(root()).expect("a path of the project");
        if EXCEPTIONS.iter().any(|exception| name.starts_with(exception)) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a text");
        for (number, line) in text.lines().enumerate() {
            for (word, instead) in &words {
                if let Some(word) = word.find(line) {
                    let word = word.as_str().trim();
                    found.push(format!("{}:{}: `{word}`: write {instead}", name.display(), number + 1));
                }
            }
        }
    }
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_source_file_says_what_it_is_for() {
    let mut files = Vec::new();
    texts(&root().join("src"), &mut files);
    texts(&root().join("crates"), &mut files);
    let is_silent = |path: &PathBuf| !std::fs::read_to_string(path).expect("a text").starts_with("//! ");
    let silent: Vec<&PathBuf> =
        files.iter().filter(|path| path.extension().is_some_and(|end| end == "rs") && is_silent(path)).collect();
    assert!(silent.is_empty(), "these have no `//!` at the top: {silent:#?}");
}

#[test]
fn the_types_in_the_glossary_exist() {
    let page = std::fs::read_to_string(root().join("docs/glossary.md")).expect("the page");
    let name = Regex::new(r"`(\w+)::([A-Z]\w+)`").expect("a regular expression");
    let names: Vec<(&str, &str)> = name.captures_iter(&page).map(|found| found.extract::<2>().1.into()).collect();
    assert!(!names.is_empty());
    for (module, name) in names {
        let mut files = Vec::new();
        // A crate, a module of one, or a part of the command line.
        texts(&root().join("crates").join(module), &mut files);
        texts(&root().join("src").join(module), &mut files);
        for entry in std::fs::read_dir(root().join("crates")).expect("the crates") {
            texts(&entry.expect("an entry").path().join("src").join(module), &mut files);
        }
        let declaration =
            Regex::new(&format!(r"pub(?:\([^)]*\))? (?:struct|enum|trait) {name}\b")).expect("a regular expression");
        let has_it = |path: &PathBuf| declaration.is_match(&std::fs::read_to_string(path).expect("a text"));
        assert!(files.iter().any(has_it), "docs/glossary.md: there is no {module}::{name}");
    }
}

#[test]
fn links_between_pages_lead_somewhere() {
    let mut pages = Vec::new();
    for path in ["docs", "README.md", "CONTRIBUTING.md", "SECURITY.md", "editors"] {
        texts(&root().join(path), &mut pages);
    }
    let link = Regex::new(r"\]\(([\w./-]+)(?:#[^)]*)?\)").expect("a regular expression");
    for page in pages.iter().filter(|page| page.extension().is_some_and(|end| end == "md")) {
        let text = std::fs::read_to_string(page).expect("a page");
        for target in link.captures_iter(&text).map(|found| found.get(1).expect("a group").as_str()) {
            let path = page.parent().expect("a folder").join(target);
            assert!(path.exists(), "{}: there is no {target}", page.display());
        }
    }
}

/// Each guarantee is followed by the tests that hold it: the file, then the functions in it.
#[test]
fn each_guarantee_names_tests_that_exist() {
    let page = std::fs::read_to_string(root().join("SECURITY.md")).expect("the page");
    let (_, guarantees) = page.split_once("\n## Guarantees\n").expect("the section");
    let (guarantees, _) = guarantees.split_once("\n## ").expect("the section after it");
    let quoted = Regex::new(r"`([^`]+)`").expect("a regular expression");
    let guarantees: Vec<&str> = guarantees.split("\n- ").skip(1).collect();
    assert!(guarantees.len() > 5, "{guarantees:?}");
    for guarantee in guarantees {
        let (_, tests) = guarantee.rsplit_once(" (`").or_else(|| guarantee.rsplit_once("\n  (`")).expect("tests");
        let tests = format!("`{tests}");
        let (mut file, mut count) = (None, 0);
        for name in quoted.captures_iter(&tests).map(|found| found.get(1).expect("a name").as_str().to_owned()) {
            if name.starts_with("tests/") {
                file = std::fs::read_to_string(root().join(&name)).ok();
                assert!(file.is_some(), "{name} does not exist");
                continue;
            }
            let is_there = file.as_ref().is_some_and(|text| text.contains(&format!("fn {name}(")));
            assert!(is_there, "there is no test {name} for: {guarantee}");
            count += 1;
        }
        assert!(count > 0, "no test is named for: {guarantee}");
    }
}
