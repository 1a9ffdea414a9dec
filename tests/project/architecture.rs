//! The layers: a module uses only those below it, and only the entry points touch the world.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// The modules of `src` that each of them may use, and does use. A module that is not listed here does not exist. What
/// is in a crate of its own any module may use, and Cargo sees to the order of the crates.
const MAY_USE: &[(&str, &[&str])] = &[
    ("position", &[]),
    ("syntax", &[]),
    ("disk", &["syntax"]),
    ("record", &["syntax"]),
    ("replay", &["syntax", "record"]),
    ("scoring", &["syntax", "record", "replay"]),
    ("convert", &["syntax", "record", "replay"]),
    ("import", &["syntax", "convert"]),
    ("render", &[]),
    ("rewrite", &["syntax", "record", "replay", "scoring"]),
    ("check", &["position", "syntax", "record", "replay", "scoring", "convert", "import", "rewrite"]),
    ("archive", &["syntax", "record", "replay", "convert", "import", "rewrite", "check"]),
    ("format", &["syntax"]),
    ("document", &["position", "syntax", "record", "convert", "check"]),
    (
        "ide",
        &[
            "position", "syntax", "record", "replay", "scoring", "convert", "render", "rewrite", "check", "format",
            "document",
        ],
    ),
    ("config", &["disk", "check", "format", "ide"]),
    ("server", &["position", "syntax", "disk", "record", "render", "check", "archive", "config", "document", "ide"]),
    (
        "cli",
        &[
            "position", "syntax", "disk", "record", "replay", "scoring", "convert", "import", "render", "check",
            "archive", "format", "config", "document", "ide", "server",
        ],
    ),
];

/// Paths that the core must not name: it does no I/O and reads no clock and no environment.
const WORLD: &[&str] =
    &["std::fs", "std::env", "std::net", "std::process", "std::thread", "std::time", "tokio", "tower_lsp"];

/// The paths of `WORLD` that the server may name in any transport: in a browser, Rust has neither threads nor a clock.
const WORLD_OF_SERVER: &[&str] = &["std::time::Duration", "tokio::sync", "tower_lsp"];

/// Files that may name all of `WORLD`: built only with `cli` or `stdio`, but for requests that only tests send.
const ENTRY_POINTS: &[&str] = &["server/stdio", "server/handlers/fault.rs", "cli", "disk", "config/search.rs"];

fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            found.push(path);
        }
    }
    found
}

#[test]
fn no_module_uses_one_above_it() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let layers: BTreeMap<_, _> = MAY_USE.iter().copied().collect();
    let name = regex::Regex::new(r"\bcrate::(?:\{[^}]*\}|([a-z_]+))").expect("a regexp");
    let word = regex::Regex::new(r"[a-z_]+").expect("a regexp");
    let (mut wrong, mut uses) = (Vec::new(), BTreeSet::new());
    for path in sources(&src) {
        let inner = path.strip_prefix(&src).expect("a path below src");
        let module = inner.iter().next().and_then(|module| module.to_str()).unwrap_or_default();
        if inner.iter().count() == 1 {
            continue;
        }
        let Some(allowed) = layers.get(module) else {
            wrong.push(format!("{module} has no place in the layers"));
            continue;
        };
        let text = std::fs::read_to_string(&path).expect("a source");
        let code: String =
            text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        for found in name.captures_iter(&code) {
            let used: Vec<&str> = match found.get(1) {
                Some(one) => vec![one.as_str()],
                None => {
                    word.find_iter(&found[0]).map(|one| one.as_str()).filter(|one| layers.contains_key(one)).collect()
                }
            };
            for used in used.into_iter().filter(|used| layers.contains_key(used) && *used != module) {
                uses.insert((module.to_owned(), used.to_owned()));
                if !allowed.contains(&used) {
                    wrong.push(format!("{} uses {used}, which is not below {module}", inner.display()));
                }
            }
        }
        if !ENTRY_POINTS.iter().any(|entry| inner.starts_with(entry)) {
            let mut code = code[..code.find("#[cfg(test)]").unwrap_or(code.len())].to_owned();
            if module == "server" {
                code = WORLD_OF_SERVER.iter().fold(code, |code, known| code.replace(known, ""));
            }
            for world in WORLD.iter().filter(|world| code.contains(**world)) {
                wrong.push(format!("{} uses {world}, and only the entry points do", inner.display()));
            }
        }
    }
    for (module, allowed) in MAY_USE {
        for used in *allowed {
            if !uses.contains(&((*module).to_owned(), (*used).to_owned())) {
                wrong.push(format!("{module} does not use {used}, so it need not be allowed to"));
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The code of a file below the root of the project, without its comments.
fn code_of(path: &str) -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    let text = std::fs::read_to_string(&path).expect("a source");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Only `work` starts threads, and no other crate touches the world.
#[test]
fn no_crate_touches_the_world() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates");
    let mut wrong = Vec::new();
    for path in sources(&root) {
        let inner = path.strip_prefix(&root).expect("a path below crates");
        let code = code_of(&format!("crates/{}", inner.display()));
        let code = &code[..code.find("#[cfg(test)]").unwrap_or(code.len())];
        let is_world =
            |world: &&&str| code.contains(**world) && !(**world == "std::thread" && inner.starts_with("work"));
        wrong.extend(WORLD.iter().filter(is_world).map(|world| format!("{} uses {world}", inner.display())));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_an_engine_is_another_process() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let name = regex::Regex::new(r"\b(?:Command::new|process::Command|tokio::process|(?:std|tokio)::net)\b")
        .expect("a regexp");
    let mut found = Vec::new();
    for path in ["src", "crates"].iter().flat_map(|folder| sources(&root.join(folder))) {
        let inner = path.strip_prefix(root).expect("a path below the root").display().to_string().replace('\\', "/");
        if name.is_match(&code_of(&inner)) {
            found.push(inner);
        }
    }
    assert_eq!(found, ["src/cli/engine.rs"]);
    assert!(code_of("src/cli/engine.rs").contains("Command::new(program)"), "without a shell");
}

#[test]
fn the_extension_starts_the_program_and_its_board_loads_nothing() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("editors/vscode/src");
    let mut starting = Vec::new();
    let mut folders = vec![folder.clone()];
    while let Some(next) = folders.pop() {
        for entry in std::fs::read_dir(next).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if std::fs::read_to_string(&path).is_ok_and(|text| text.contains("child_process")) {
                starting.push(path.strip_prefix(&folder).expect("a path below it").display().to_string());
            }
        }
    }
    starting.sort();
    assert_eq!(starting, ["desktop/engine.ts", "desktop/program.ts"]);
    // The first runs the server, and the second `ishi --version`.
    assert!(code_of("editors/vscode/src/desktop/engine.ts").contains("spawn(path, ['lsp', ...library()]"));
    assert!(code_of("editors/vscode/src/page.ts").contains("default-src 'none'; img-src data:;"));
}

#[test]
fn the_layers_list_only_modules_that_exist_and_in_their_order() {
    for (index, (module, below)) in MAY_USE.iter().enumerate() {
        assert!(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(module).is_dir(), "{module} is gone");
        for used in *below {
            assert!(MAY_USE[..index].iter().any(|(lower, _)| lower == used), "{used} is not below {module}");
        }
    }
}

/// Rustfmt leaves comments and strings as they are. Strings in tests may be long, for some can't be broken.
#[test]
fn no_line_is_longer_than_120_columns() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut long = Vec::new();
    for folder in ["src", "crates", "tests", "benches", "fuzz/targets", "python/src"] {
        for path in sources(&root.join(folder)) {
            let text = std::fs::read_to_string(&path).expect("a source");
            for (index, line) in text.lines().enumerate().filter(|(_, line)| line.chars().count() > 120) {
                if ["src", "crates"].contains(&folder) || line.trim_start().starts_with("//") {
                    long.push(format!("{}:{}", path.strip_prefix(root).expect("a path below").display(), index + 1));
                }
            }
        }
    }
    assert!(long.is_empty(), "break these lines:\n{}", long.join("\n"));
}

/// `scripts/test corpus` finds the tests that read real games by this part of their names.
#[test]
fn the_name_of_a_test_that_reads_real_games_says_so() {
    let uses =
        regex::Regex::new(r"\b(?:Part::\w|real::records|(?:corpus|real_games|valid_games)\()").expect("a regexp");
    let name = regex::Regex::new(r"\bfn (\w+)\(").expect("a regexp");
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let (mut found, mut wrong) = (0, Vec::new());
    for path in ["library", "program"].iter().flat_map(|folder| sources(&root.join(folder))) {
        let text = std::fs::read_to_string(&path).expect("a source");
        // What follows the test up to the next one may be a function that others use.
        for test in text.split("#[test]").skip(1).map(|test| test.split("\n}\n").next().unwrap_or_default()) {
            if uses.is_match(test) {
                found += 1;
                let name = &name.captures(test).expect("a function")[1];
                if !name.contains("real_") {
                    wrong.push(format!("{}: {name}", path.display()));
                }
            }
        }
    }
    assert!(found > 10, "only {found} tests that read real games were found");
    assert!(wrong.is_empty(), "these tests read real games, and their names have no `real_`:\n{}", wrong.join("\n"));
}

/// A released program has no names for debuggers, which would be most of it.
#[test]
fn the_release_program_is_stripped() {
    let manifest =
        std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml")).expect("Cargo.toml");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let release = &manifest["profile"]["release"];
    assert_eq!(release["strip"].as_str(), Some("symbols"));
    assert_eq!(release.get("debug"), None);
}
