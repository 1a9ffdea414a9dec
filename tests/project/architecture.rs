//! The layers inside a crate: a module uses only those below it, and only the entry points touch the world. Cargo sees
//! to the order of the crates.

use std::path::{Path, PathBuf};

use crate::root;

/// The modules of each crate that has several, each of which may use those before it.
const LAYERS: &[(&str, &[&str])] = &[
    ("record", &["syntax", "record", "replay", "scoring", "format"]),
    ("convert", &["convert", "import"]),
    ("check", &["rewrite", "check"]),
    ("ide", &["document", "ide"]),
];

/// Paths that the core must not name: it does no I/O and reads no clock and no environment.
const WORLD: &[&str] =
    &["std::fs", "std::env", "std::net", "std::process", "std::thread", "std::time", "tokio", "tower_lsp"];

/// The paths of `WORLD` that the server may name in any transport: in a browser, Rust has neither threads nor a clock.
const WORLD_OF_SERVER: &[&str] = &["std::time::Duration", "tokio::sync", "tower_lsp"];

/// Files that may name all of `WORLD`: those of the program, of the server's transport, and of requests that only tests
/// send.
const ENTRY_POINTS: &[&str] = &[
    "src",
    "crates/disk/src",
    "crates/config/src/search.rs",
    "crates/rpc/src/frames.rs",
    "crates/server/src/stdio",
    "crates/server/src/handlers/fault.rs",
];

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
    let root = root().join("crates");
    let mut wrong = Vec::new();
    for (name, modules) in LAYERS {
        for (index, module) in modules.iter().enumerate() {
            let files = sources(&root.join(name).join("src").join(module));
            assert!(!files.is_empty(), "{module} is gone");
            for (path, above) in
                files.iter().flat_map(|path| modules[index + 1..].iter().map(move |above| (path, above)))
            {
                let inner = path.strip_prefix(&root).expect("a path below crates").display().to_string();
                if code_of(&format!("crates/{inner}")).contains(&format!("crate::{above}")) {
                    wrong.push(format!("{inner} uses {above}, which is above {module}"));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// The code of a file below the root of the project, without its comments.
fn code_of(path: &str) -> String {
    let path = root().join(path);
    let text = std::fs::read_to_string(&path).expect("a source");
    text.lines().filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n")
}

/// Only the entry points touch the world, and `work` starts threads. An example is a program.
#[test]
fn only_entry_points_touch_the_world() {
    let root = root();
    let mut wrong = Vec::new();
    for path in sources(&root.join("crates")) {
        let inner = path.strip_prefix(root).expect("a path below the root").display().to_string().replace('\\', "/");
        let is_example = inner.split('/').nth(2) == Some("examples");
        if is_example || ENTRY_POINTS.iter().any(|entry| Path::new(&inner).starts_with(entry)) {
            continue;
        }
        let code = code_of(&inner);
        let mut code = code[..code.find("#[cfg(test)]").unwrap_or(code.len())].to_owned();
        let may = match inner.split('/').nth(1) {
            Some("rpc" | "server") => WORLD_OF_SERVER,
            Some("work") => &["std::thread"],
            _ => &[],
        };
        code = may.iter().fold(code, |code, known| code.replace(known, ""));
        let found = WORLD.iter().filter(|world| code.contains(**world));
        wrong.extend(found.map(|world| format!("{inner} uses {world}, and only the entry points do")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn only_an_engine_and_a_browser_are_other_processes() {
    let root = root();
    let name = regex::Regex::new(r"\b(?:Command::new|process::Command|tokio::process|(?:std|tokio)::net)\b")
        .expect("a regexp");
    let mut found = Vec::new();
    for path in ["src", "crates"].iter().flat_map(|folder| sources(&root.join(folder))) {
        let inner = path.strip_prefix(root).expect("a path below the root").display().to_string().replace('\\', "/");
        if name.is_match(&code_of(&inner)) {
            found.push(inner);
        }
    }
    found.sort();
    // A preview starts a browser, and listens.
    assert_eq!(found, ["src/cli/engine.rs", "src/cli/preview/browser.rs", "src/cli/preview/serve.rs"]);
    assert!(code_of("src/cli/engine.rs").contains("Command::new(program)"), "without a shell");
    let listens = code_of("src/cli/preview/serve.rs");
    assert!(listens.contains("TcpListener::bind((Ipv4Addr::LOCALHOST, 0))") && listens.matches("bind(").count() == 1);
}

#[test]
fn the_extension_starts_the_program_and_its_board_loads_nothing() {
    let folder = root().join("editors/vscode/src");
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
fn the_layers_name_each_module_of_a_crate_that_has_several() {
    let root = root().join("crates");
    for (name, modules) in LAYERS {
        let folder = std::fs::read_dir(root.join(name).join("src")).expect("the sources of a crate");
        let mut found: Vec<String> = folder
            .map(|entry| entry.expect("an entry").path().file_stem().expect("a name").display().to_string())
            .filter(|module| module != "lib")
            .collect();
        found.sort();
        let mut listed = modules.to_vec();
        listed.sort_unstable();
        assert_eq!(found, listed, "{name}");
    }
}

/// A binary of tests is linked for each crate that has some in its sources, and only for those.
#[test]
fn a_crate_is_tested_by_itself_if_it_has_tests() {
    let crates = std::fs::read_dir(root().join("crates")).expect("the crates");
    for folder in crates.map(|entry| entry.expect("an entry").path()) {
        let manifest = std::fs::read_to_string(folder.join("Cargo.toml")).expect("a manifest");
        let manifest: toml::Table = manifest.parse().expect("TOML");
        let is_tested = manifest.get("lib").and_then(|lib| lib.get("test")).and_then(toml::Value::as_bool);
        let has_tests = sources(&folder.join("src")).iter().any(|path| {
            let text = std::fs::read_to_string(path).expect("a source");
            text.contains("#[cfg(test)]") || text.contains("#[cfg(all(test")
        });
        assert_eq!(is_tested.unwrap_or(true), has_tests, "{}", folder.display());
    }
}

/// Rustfmt leaves comments and strings as they are. Strings in tests may be long, for some can't be broken.
#[test]
fn no_line_is_longer_than_120_columns() {
    let root = root();
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
    let root = root().join("tests");
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
    let manifest = std::fs::read_to_string(root().join("Cargo.toml")).expect("Cargo.toml");
    let manifest: toml::Table = manifest.parse().expect("TOML");
    let release = &manifest["profile"]["release"];
    assert_eq!(release["strip"].as_str(), Some("symbols"));
    assert_eq!(release.get("debug"), None);
}
