//! Circles between the files of the sources, and of the extensions for editors: which file uses which, by the paths in
//! them.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::{Component, Path, PathBuf};

use regex::Regex;

use crate::root;

/// The path of a module from the root of the crate: `["text", "edit"]`.
type Module = Vec<String>;

/// One source.
#[derive(Default)]
struct Source {
    file: PathBuf,
    /// Its code without comments and tests.
    code: String,
    /// The re-exports of the module: the path by each name.
    exports: BTreeMap<String, Module>,
    /// All other paths in it that begin at a module.
    uses: Vec<Module>,
}

/// All sources, by their modules.
type Sources = BTreeMap<Module, Source>;

/// The texts of the files in a folder and those below it that have this extension, by their paths from the folder.
pub(crate) fn files(root: &Path, extension: &str) -> BTreeMap<PathBuf, String> {
    let mut found = BTreeMap::new();
    let mut folders = vec![root.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            if path.is_dir() && path.file_name().is_none_or(|name| name != "node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                let file = path.strip_prefix(root).expect("a path below the root").to_path_buf();
                found.insert(file, std::fs::read_to_string(&path).expect("a source"));
            }
        }
    }
    found
}

fn read(src: &Path) -> Sources {
    let mut sources = Sources::new();
    for (file, text) in files(src, "rs") {
        let mut module: Module =
            file.with_extension("").iter().map(|part| part.to_str().expect("UTF-8").into()).collect();
        if module.last().is_some_and(|last| last == "mod" || last == "lib") {
            module.pop();
        }
        let lines = text.lines().take_while(|line| *line != "#[cfg(test)]");
        let code = lines.filter(|line| !line.trim_start().starts_with("//")).collect::<Vec<_>>().join("\n");
        sources.insert(module, Source { file, code, ..Source::default() });
    }
    sources
}

/// The paths in a tree of `use`, each with the name under which it is known: `a::{b, c as d}` is `a::b` and `a::c`.
fn expand(tree: &str, before: &[String], found: &mut Vec<(String, Module)>) {
    let tree = tree.trim();
    if let Some((start, inner)) = tree.split_once('{') {
        let mut path = before.to_vec();
        path.extend(start.split("::").map(str::trim).filter(|part| !part.is_empty()).map(str::to_owned));
        let inner = inner.trim_end().strip_suffix('}').expect("a tree ends with }");
        let (mut depth, mut from) = (0, 0);
        for (at, character) in inner.char_indices().chain([(inner.len(), ',')]) {
            match character {
                '{' => depth += 1,
                '}' => depth -= 1,
                ',' if depth == 0 => {
                    if !inner[from..at].trim().is_empty() {
                        expand(&inner[from..at], &path, found);
                    }
                    from = at + 1;
                }
                _ => {}
            }
        }
        return;
    }
    let (path, name) =
        tree.split_once(" as ").map_or((tree, None), |(path, name)| (path, Some(name.trim().to_owned())));
    let mut path: Module = before.iter().cloned().chain(path.split("::").map(|part| part.trim().to_owned())).collect();
    if path.last().is_some_and(|last| last == "self") {
        path.pop();
    }
    let name = name.or_else(|| path.last().cloned()).unwrap_or_default();
    found.push((name, path));
}

/// The path from the root for one that is written in `module`; none where it leads to another crate.
fn absolute(path: &[String], module: &[String], names: &BTreeMap<String, Module>, sources: &Sources) -> Option<Module> {
    let (first, rest) = path.split_first()?;
    let base = match first.as_str() {
        "crate" => Vec::new(),
        "self" => module.to_vec(),
        "super" => {
            let outer = module[..module.len().checked_sub(1)?].to_vec();
            if rest.first().is_some_and(|next| next == "super") {
                return absolute(rest, &outer, names, sources);
            }
            outer
        }
        name => match names.get(name) {
            Some(path) => path.clone(),
            None => {
                let child = [module, &[name.to_owned()]].concat();
                sources.contains_key(&child).then_some(child)?
            }
        },
    };
    Some([&base, rest].concat())
}

/// The file that a path leads to; none for a module as such.
fn target<'s>(path: &[String], sources: &'s Sources) -> Option<&'s Source> {
    let inner = (0..=path.len()).rev().find(|&length| sources.contains_key(&path[..length]))?;
    let source = &sources[&path[..inner]];
    let (name, rest) = path[inner..].split_first()?;
    match source.exports.get(name) {
        Some(exported) => target(&[exported, rest].concat(), sources).or(Some(source)),
        None => Some(source),
    }
}

/// Finds the paths in all sources.
fn link(sources: &mut Sources) {
    let statement = Regex::new(r"(?m)^\s*(pub(?:\([^)]*\))?\s+)?use\s+([^;]+);").expect("a regexp");
    let inline = Regex::new(r"[A-Za-z_]\w*(?:::[A-Za-z_]\w*)+").expect("a regexp");
    let modules: Vec<Module> = sources.keys().cloned().collect();
    for module in modules {
        let code = sources[&module].code.clone();
        let (mut exports, mut names, mut uses) = (BTreeMap::new(), BTreeMap::new(), Vec::new());
        for found in statement.captures_iter(&code) {
            let mut trees = Vec::new();
            expand(&found[2], &[], &mut trees);
            for (name, path) in trees {
                let Some(path) = absolute(&path, &module, &BTreeMap::new(), sources) else { continue };
                if found.get(1).is_some() {
                    exports.insert(name, path);
                } else if sources.contains_key(&path) {
                    names.insert(name, path);
                } else {
                    uses.push(path);
                }
            }
        }
        let body = statement.replace_all(&code, "");
        for found in inline.find_iter(&body) {
            let path: Module = found.as_str().split("::").map(str::to_owned).collect();
            uses.extend(absolute(&path, &module, &names, sources));
        }
        let source = sources.get_mut(&module).expect("it is there");
        (source.exports, source.uses) = (exports, uses);
    }
}

/// The shortest way from a file back to itself, if there is one.
fn circle<'f>(start: &'f Path, uses: &BTreeMap<&'f Path, BTreeSet<&'f Path>>) -> Option<Vec<&'f Path>> {
    let mut from: BTreeMap<&Path, &Path> = BTreeMap::new();
    let mut next = VecDeque::from([start]);
    while let Some(file) = next.pop_front() {
        for &used in &uses[file] {
            if used == start {
                let mut way = vec![start, file];
                while let Some(&before) = from.get(way[way.len() - 1]) {
                    way.push(before);
                }
                way.reverse();
                return Some(way);
            }
            if !from.contains_key(used) {
                from.insert(used, file);
                next.push_back(used);
            }
        }
    }
    None
}

/// Returns whether one file is the other, or the `mod.rs` or `lib.rs` of a folder around it: what is defined there is
/// for all in the folder.
fn is_above(file: &Path, other: &Path) -> bool {
    let is_of_folder = file.file_name().is_some_and(|name| name == "mod.rs" || name == "lib.rs");
    file == other || is_of_folder && other.starts_with(file.with_file_name(""))
}

/// Fails where files use each other in a circle.
fn assert_no_circles(uses: &BTreeMap<&Path, BTreeSet<&Path>>) {
    let mut circles = BTreeSet::new();
    for file in uses.keys() {
        let Some(mut way) = circle(file, uses) else { continue };
        // The same circle is found from each of its files.
        way.pop();
        let first = (0..way.len()).min_by_key(|&at| way[at]).unwrap_or_default();
        way.rotate_left(first);
        way.push(way[0]);
        circles.insert(way.iter().map(|file| file.display().to_string()).collect::<Vec<_>>().join(" -> "));
    }
    assert!(
        circles.is_empty(),
        "files use each other in a circle:\n{}",
        circles.into_iter().collect::<Vec<_>>().join("\n")
    );
}

#[test]
fn no_file_uses_one_that_uses_it() {
    let root = root();
    let crates =
        std::fs::read_dir(root.join("crates")).expect("the crates").map(|entry| entry.expect("an entry").path());
    for folder in crates.map(|folder| folder.join("src")).chain([root.join("src/cli")]) {
        assert_no_circles_in(&folder);
    }
}

/// The two directions of the conversion would otherwise be read only together.
#[test]
fn neither_direction_of_the_conversion_uses_the_other() {
    let mut sources = read(&root().join("crates/convert/src"));
    link(&mut sources);
    let directions = ["convert/to_record", "convert/to_sgf"];
    for (own, other) in [(directions[0], directions[1]), (directions[1], directions[0])] {
        let mut found = 0;
        for source in sources.values().filter(|source| source.file.starts_with(own)) {
            found += 1;
            let used = source.uses.iter().filter_map(|path| target(path, &sources));
            let wrong: Vec<_> = used.map(|used| &used.file).filter(|file| file.starts_with(other)).collect();
            assert!(wrong.is_empty(), "{} uses {wrong:?}", source.file.display());
        }
        assert!(found > 2, "only {found} files are in {own}");
    }
}

/// Fails if files of a crate use each other in a circle; `src` is the folder of its sources.
fn assert_no_circles_in(src: &Path) {
    let mut sources = read(src);
    link(&mut sources);
    let uses: BTreeMap<&Path, BTreeSet<&Path>> = sources
        .values()
        .map(|source| {
            let used = source.uses.iter().filter_map(|path| target(path, &sources)).map(|used| used.file.as_path());
            (source.file.as_path(), used.filter(|used| !is_above(used, &source.file)).collect())
        })
        .collect();
    if let Some(used) = uses.get(Path::new("server/dispatch.rs")) {
        assert!(used.contains(Path::new("server/session/connection.rs")), "a path is found");
    }
    assert_no_circles(&uses);
}

/// A path without `.` and `..`.
fn resolved(path: &Path) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.components() {
        match part {
            Component::ParentDir => {
                resolved.pop();
            }
            Component::CurDir => {}
            part => resolved.push(part),
        }
    }
    resolved
}

/// Which of some files names which, by the names in its text that `import` captures; `paths` are the files that such a
/// name may mean where the first file names it.
fn imports<'f>(
    files: &'f BTreeMap<PathBuf, String>,
    import: &str,
    paths: impl Fn(&Path, &str) -> Vec<PathBuf>,
) -> BTreeMap<&'f Path, BTreeSet<&'f Path>> {
    let import = Regex::new(import).expect("a regexp");
    let imported = |file: &Path, text: &str| {
        let named = import.captures_iter(text).flat_map(|found| paths(file, &found[1]));
        named.filter_map(|path| Some(files.get_key_value(&path)?.0.as_path())).collect()
    };
    files.iter().map(|(file, text)| (file.as_path(), imported(file, text))).collect()
}

/// Imports of types count, too: who reads one of the files has to read the others.
#[test]
fn no_typescript_file_imports_one_that_imports_it() {
    let files = files(&root().join("editors"), "ts");
    let import = r"(?:\bfrom|\bimport)\s*\(?\s*'(\.{1,2}/[^']+)'";
    let uses = imports(&files, import, |file, name| vec![resolved(&file.with_file_name(name))]);
    assert!(
        uses[Path::new("web/src/lists.ts")].contains(Path::new("web/src/language/problems.ts")),
        "an import is found"
    );
    assert_no_circles(&uses);
}

#[test]
fn no_lua_module_requires_one_that_requires_it() {
    let files = files(&root().join("editors/neovim/lua"), "lua");
    let uses = imports(&files, r"\brequire\(?\s*'([\w.]+)'", |_, name| {
        let path = name.replace('.', "/");
        vec![format!("{path}.lua").into(), format!("{path}/init.lua").into()]
    });
    assert!(uses[Path::new("ishi/init.lua")].contains(Path::new("ishi/server.lua")), "a module is found");
    assert_no_circles(&uses);
}

#[test]
fn no_emacs_lisp_file_requires_one_that_requires_it() {
    let files = files(&root().join("editors/emacs"), "el");
    // A commentary shows how a user requires the package.
    let uses = imports(&files, r"(?m)^\(require '([\w-]+)", |_, name| vec![format!("{name}.el").into()]);
    assert!(uses[Path::new("ishi-mode.el")].contains(Path::new("ishi-board.el")), "a file is found");
    assert_no_circles(&uses);
}
