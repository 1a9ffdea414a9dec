//! Compares copies with their source: the keywords in the grammars, and the settings in the
//! manifest of the VS Code extension and in the docs.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use ishi_record::syntax::{Keyword, KeywordGroup};
use ishi_sgf::{Role, ValueForm, definitions};
use regex::Regex;
use serde_json::Value;

fn read(path: &str) -> String {
    std::fs::read_to_string(ishi_test_support::root().join(path)).expect(path)
}

fn json(path: &str) -> Value {
    serde_json::from_str(&read(path)).expect(path)
}

/// The class of a keyword for an editor that colors it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Kind {
    Event,
    Header,
    Black,
    White,
    Remark,
    Data,
}

fn kind(keyword: Keyword) -> Kind {
    match keyword.info().group {
        KeywordGroup::Event => Kind::Event,
        KeywordGroup::Header => Kind::Header,
        KeywordGroup::Move if keyword == Keyword::B => Kind::Black,
        KeywordGroup::Move => Kind::White,
        KeywordGroup::Remark => Kind::Remark,
        KeywordGroup::Board | KeywordGroup::Reference | KeywordGroup::Block => Kind::Data,
    }
}

fn keywords() -> BTreeMap<String, Kind> {
    Keyword::ALL.iter().map(|&keyword| (keyword.name().to_owned(), kind(keyword))).collect()
}

/// The words that a rule of the grammar of VS Code takes at the start of a line, with the scopes that it gives them.
fn words_of_rule(rule: &Value, found: &mut BTreeMap<String, Kind>) {
    let word = Regex::new(r"^[A-Z]+(?:\|[A-Z]+)*$").unwrap();
    let group = Regex::new(r"\((?P<words>[A-Z|]+)\)").unwrap();
    for (pattern, captures) in [("match", "captures"), ("begin", "beginCaptures"), ("end", "endCaptures")] {
        let Some(pattern) = rule[pattern].as_str().filter(|pattern| pattern.starts_with(r"(?i)^\s*(")) else {
            continue;
        };
        // Groups are numbered from the left; those after the first that is not a word are fields.
        let start = pattern.find(r"(?=\s|$)").expect("a keyword is followed by a blank or the end of the line");
        for (index, words) in group.captures_iter(&pattern[..start]).enumerate() {
            let scope = rule[captures][(index + 1).to_string()]["name"].as_str().expect("a scope for each keyword");
            let kind = match scope {
                "keyword.control.event.ishi" => Kind::Event,
                "keyword.other.header.ishi" => Kind::Header,
                "keyword.control.move.black.ishi" => Kind::Black,
                "support.type.move.white.ishi" => Kind::White,
                "punctuation.definition.comment.remark.ishi" => Kind::Remark,
                scope if scope.starts_with("keyword.other.") => Kind::Data,
                other => panic!("{other} is not a scope of a keyword"),
            };
            assert!(word.is_match(&words["words"]));
            for name in words["words"].split('|') {
                assert!(*found.entry(name.to_owned()).or_insert(kind) == kind, "{name} has two colors");
            }
        }
    }
}

#[test]
fn the_textmate_grammar_has_the_keywords_of_the_table() {
    let grammar = json("syntaxes/ishi.tmLanguage.json");
    let mut found = BTreeMap::new();
    for rule in grammar["repository"].as_object().expect("rules").values() {
        words_of_rule(rule, &mut found);
    }
    assert_eq!(found, keywords());
}

#[test]
fn every_rule_of_the_textmate_grammars_is_used() {
    let include = Regex::new(r##""include": "#([a-z-]+)""##).unwrap();
    for path in ["syntaxes/ishi.tmLanguage.json", "syntaxes/sgf.tmLanguage.json"] {
        let text = read(path);
        let used: BTreeSet<&str> = include.captures_iter(&text).map(|found| found.get(1).unwrap().as_str()).collect();
        let grammar = json(path);
        let rules: BTreeSet<&str> = grammar["repository"].as_object().unwrap().keys().map(String::as_str).collect();
        assert_eq!(used, rules, "{path}");
    }
}

#[test]
fn the_sgf_grammar_has_the_properties_of_the_table() {
    let grammar = json("syntaxes/sgf.tmLanguage.json");
    let order = grammar["patterns"].as_array().unwrap().iter();
    let includes = order.filter_map(|rule| rule["include"].as_str()?.strip_prefix('#'));
    let rules: Vec<(&str, Regex)> = includes
        .filter_map(|name| Some((name, grammar["repository"][name]["begin"].as_str()?.strip_suffix("(?![A-Za-z])")?)))
        .map(|(name, pattern)| (name, Regex::new(&format!("^{pattern}$")).unwrap()))
        .collect();
    for known in definitions() {
        let expected = match (known.name, known.form, known.role) {
            ("B", ..) => "black",
            ("W", ..) => "white",
            ("N" | "GN", ..) => "name",
            (_, ValueForm::Points | ValueForm::Line | ValueForm::Move, _) => "points-property",
            (_, ValueForm::Label, _) => "label",
            (_, ValueForm::Text, _) => "commentary",
            (.., Role::Root | Role::GameInfo) => "header",
            _ => "other",
        };
        let found = rules.iter().find(|(_, names)| names.is_match(known.name)).map(|(rule, _)| *rule);
        assert_eq!(found, Some(expected), "{}", known.name);
    }
}

#[test]
fn the_vim_grammar_has_the_keywords_of_the_table() {
    let vim = read("editors/neovim/syntax/ishi.vim");
    let list = |name: &str| {
        let start = vim.find(&format!("let s:{name} = [")).expect(name);
        vim[start..].split("\n\n").next().unwrap_or_default().to_owned()
    };
    let name = Regex::new("'([A-Z]+)'").unwrap();
    let mut found = BTreeMap::new();
    for (list, kind) in [(list("event_keywords"), Kind::Event), (list("header_keywords"), Kind::Header)] {
        for word in name.captures_iter(&list) {
            found.insert(word[1].to_owned(), kind);
        }
    }
    let row = Regex::new(r"\['([A-Z]+)', *'(ishi[A-Za-z]+)'").unwrap();
    for word in row.captures_iter(&list("data_keywords")) {
        let kind = match &word[2] {
            "ishiBlack" => Kind::Black,
            "ishiWhite" => Kind::White,
            "ishiRemark" => Kind::Remark,
            _ => Kind::Data,
        };
        found.insert(word[1].to_owned(), kind);
    }
    assert_eq!(found, keywords());
}

/// The keywords in a part of a file, with what they are.
fn found_in(text: &str, start: &str, end: &str, kind: Kind, found: &mut BTreeMap<String, Kind>) {
    let start = text.find(start).expect(start);
    let part = &text[start..][..text[start..].find(end).expect(end)];
    for word in Regex::new(r"\b[A-Z]{3,}\b").unwrap().find_iter(part) {
        found.insert(word.as_str().to_owned(), kind);
    }
}

/// Returns the keywords of the table, without those that only the rules for moves and remarks name.
fn without_moves() -> BTreeMap<String, Kind> {
    let is_listed = |kind: &Kind| !matches!(kind, Kind::Black | Kind::White | Kind::Remark);
    let events = |kind| if kind == Kind::Event { Kind::Data } else { kind };
    keywords().into_iter().filter(|(_, kind)| is_listed(kind)).map(|(word, kind)| (word, events(kind))).collect()
}

#[test]
fn the_emacs_mode_has_the_keywords_of_the_table() {
    let mode = read("editors/emacs/ishi-mode.el");
    let mut found = BTreeMap::new();
    found_in(&mode, "defconst ishi-data-keywords", ")\n", Kind::Data, &mut found);
    found_in(&mode, "defconst ishi-header-keywords", ")\n", Kind::Header, &mut found);
    assert_eq!(found, without_moves());
}

#[test]
fn the_kakoune_highlighter_has_the_keywords_of_the_table() {
    let kak = read("editors/kakoune/ishi.kak");
    let mut found = BTreeMap::new();
    found_in(&kak, "(BOARDSIZE", ")", Kind::Data, &mut found);
    found_in(&kak, "(ANALYSIS", ")", Kind::Header, &mut found);
    assert_eq!(found, without_moves());
}

/// Returns a copy of a setting without the Markdown that only VS Code has.
fn without_markdown(rule: &Value) -> Value {
    let Some(keys) = rule.as_object() else { return rule.clone() };
    let plain = keys.iter().filter(|(name, _)| !name.starts_with("markdown"));
    plain.map(|(name, value)| (name.clone(), without_markdown(value))).collect()
}

/// The name of a key in VS Code, which makes titles of such names: `keywordCase` for `keyword-case`.
fn camel_case(key: &str) -> String {
    let mut words = key.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |name, word| name + &word[..1].to_uppercase() + &word[1..])
}

/// The settings of VS Code that are those of `ishi.toml`: `check` as one object, and each other key by itself, except
/// those of the command line.
#[test]
fn the_extension_offers_the_settings_of_the_schema() {
    let mut expected = BTreeMap::new();
    for (section, rule) in ishi_config::schema()["properties"].as_object().expect("sections") {
        if section == "check" {
            let mut rule = rule.clone();
            rule["properties"].as_object_mut().expect("keys").remove("show").expect("a key of the command line");
            expected.insert("ishi.check".to_owned(), rule);
        } else {
            for (key, rule) in rule["properties"].as_object().expect("keys") {
                expected.insert(format!("ishi.{section}.{}", camel_case(key)), rule.clone());
            }
        }
    }
    expected.remove("ishi.format.lineEnding").expect("a key of the command line");
    let manifest = json("editors/vscode/package.json");
    let offered = manifest["contributes"]["configuration"].as_array().expect("pages of settings");
    let mut found = BTreeMap::new();
    for (key, rule) in offered.iter().flat_map(|page| page["properties"].as_object().expect("settings")) {
        let Some(wanted) = expected.get(key) else { continue };
        // What only VS Code knows may stand beside what the schema says.
        let rule = without_markdown(rule);
        let same: Value = wanted.as_object().unwrap().keys().map(|name| (name.clone(), rule[name].clone())).collect();
        found.insert(key.clone(), same);
    }
    assert_eq!(found, expected, "run `scripts/generate`");
}

/// The extension sends the sections of the settings by their names.
#[test]
fn the_extension_sends_all_sections() {
    let source = read("editors/vscode/src/settings.ts");
    let list = source.split_once("const SECTIONS = [").and_then(|(_, rest)| rest.split_once(']')).expect("a list").0;
    let mut sent: Vec<&str> = list.split('\'').skip(1).step_by(2).collect();
    sent.sort_unstable();
    assert_eq!(sent, ishi_config::sections());
}

/// An editor that colors by the tree-sitter grammar, but knows some captures by other names.
struct QueryDialect {
    editor: &'static str,
    folder: &'static str,
    queries: &'static [&'static str],
    /// Replacements in the queries of the grammar, in order.
    replacements: &'static [(&'static str, &'static str)],
}

/// Text objects, folds and indents are not here: each editor has its own kinds of them.
const QUERY_DIALECTS: [QueryDialect; 3] = [
    QueryDialect {
        editor: "Neovim",
        folder: "editors/neovim/queries/ishi",
        queries: &["highlights", "injections", "locals"],
        replacements: &[
            ("@markup.heading", "@markup.heading @spell"),
            ("(text) @string", "(text) @string @spell"),
            ("(remark) @comment", "(remark) @comment @spell"),
            ("(text) @keyword.directive", "(text) @keyword.directive @nospell"),
            ("(comment_text) @string", "(comment_text) @string @spell"),
            ("(user_text) @attribute", "(user_text) @attribute @nospell"),
            ("@string.escape", "@string.special"),
            ("@error", "@comment.error"),
            // Neovim reads combined text as a whole and at once, which stops it where a record is large.
            ("\n  (#set! injection.combined)", ""),
        ],
    },
    QueryDialect {
        editor: "Helix",
        folder: "editors/helix/queries/ishi",
        queries: &["highlights", "injections", "locals"],
        replacements: &[
            ("@property", "@variable.other.member"),
            ("(remark) @comment", "(remark) @comment.line"),
            ("@number", "@constant.numeric.integer"),
            ("@character", "@constant.character"),
            ("@string.escape", "@constant.character.escape"),
        ],
    },
    QueryDialect {
        editor: "Zed",
        folder: "editors/zed/languages/ishi",
        queries: &["highlights", "injections"],
        replacements: &[
            ("@keyword.directive", "@keyword"),
            ("@markup.heading", "@title"),
            ("@constant.builtin", "@constant"),
            ("@character", "@string.special"),
            ("@error", "@hint"),
        ],
    },
];

/// The queries of editors are those of the grammar, with the names of the editor.
#[test]
fn the_queries_of_editors_are_those_of_the_grammar() {
    for QueryDialect { editor, folder, queries, replacements } in QUERY_DIALECTS {
        let mut unused: BTreeSet<&str> = replacements.iter().map(|&(from, _)| from).collect();
        for name in queries {
            let source = format!("syntaxes/tree-sitter-ishi/queries/{name}.scm");
            let mut text = read(&source).replace("the names that most editors know", &format!("the names of {editor}"));
            for (from, to) in replacements {
                // `@string` is not the beginning of `@string.escape`.
                let pattern = Regex::new(&format!(r"{}([^\w.])", regex::escape(from))).unwrap();
                if pattern.is_match(&text) {
                    unused.remove(from);
                }
                text = pattern.replace_all(&text, format!("{to}$1")).into_owned();
            }
            let note = format!("; Written from {source} by `scripts/generate`.\n");
            expect_test::expect_file![ishi_test_support::root().join(folder).join(format!("{name}.scm"))]
                .assert_eq(&(note + &text));
        }
        assert!(unused.is_empty(), "{editor}: the queries of the grammar have no {unused:?}");
    }
}

/// `docs/settings.md` has a table for each section.
#[test]
fn the_docs_list_the_settings_of_the_schema() {
    let mut text = "# Settings\n\nThe keys of `ishi.toml`, and of `ishi.*` in an editor. `scripts/generate` writes \
                    this page from `ishi schema`. In VS Code a key such as `keyword-case` is named `keywordCase`.\n"
        .to_owned();
    let word = |value: &Value| format!("`{value}`").replace('"', "");
    for (name, section) in ishi_config::schema()["properties"].as_object().expect("sections") {
        let _ = write!(text, "\n## `[{name}]`\n\n{}\n\n", section["description"].as_str().expect("a description"));
        if name == "check" {
            text += "Each code in [diagnostics.md](diagnostics.md) is a key: `error`, `warning`, `info`, `hint` or \
                     `off`. The other keys are:\n\n";
        }
        text += "| key | values | default | meaning |\n|---|---|---|---|\n";
        for (key, rule) in section["properties"].as_object().expect("keys") {
            if name == "check" && key.parse::<ishi_check::check::Code>().is_ok() {
                continue;
            }
            let values = match (rule["enum"].as_array(), rule["type"].as_str()) {
                (Some(names), _) => names.iter().map(word).collect::<Vec<_>>().join(", "),
                (None, Some("integer")) => format!("{} to {}", rule["minimum"], rule["maximum"]),
                (None, Some("boolean")) => "`true`, `false`".to_owned(),
                (None, Some("object")) => "lists of codes by pattern".to_owned(),
                (None, _) if rule["items"]["enum"].is_array() => "a list of codes".to_owned(),
                (None, _) => "a list of patterns".to_owned(),
            };
            let meaning = rule["description"].as_str().expect("a description");
            let _ = writeln!(text, "| `{key}` | {values} | {} | {meaning} |", word(&rule["default"]));
        }
    }
    expect_test::expect_file!["../../docs/settings.md"].assert_eq(&text);
}

#[test]
fn the_extensions_have_the_version_of_the_program() {
    for manifest in [
        "editors/vscode/package.json",
        "editors/vscode/package-lock.json",
        "editors/web/package.json",
        "editors/web/package-lock.json",
        "syntaxes/tree-sitter-ishi/package.json",
    ] {
        assert_eq!(json(manifest)["version"], env!("CARGO_PKG_VERSION"), "{manifest}");
    }
    let grammar = json("syntaxes/tree-sitter-ishi/tree-sitter.json");
    assert_eq!(grammar["metadata"]["version"], env!("CARGO_PKG_VERSION"));
    for manifest in [
        "editors/web/worker/Cargo.toml",
        "editors/zed/Cargo.toml",
        "editors/zed/extension.toml",
        "syntaxes/tree-sitter-ishi/Cargo.toml",
    ] {
        assert!(read(manifest).contains(concat!("\nversion = \"", env!("CARGO_PKG_VERSION"), "\"\n")), "{manifest}");
    }
    // Zed builds the grammar from this tag.
    assert!(read("editors/zed/extension.toml").contains(concat!("\nrev = \"v", env!("CARGO_PKG_VERSION"), "\"\n")));
    let mode = read("editors/emacs/ishi-mode.el");
    assert!(mode.contains(concat!(";; Version: ", env!("CARGO_PKG_VERSION"), "\n")));
}
