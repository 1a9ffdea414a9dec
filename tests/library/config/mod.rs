//! Settings, in TOML and in JSON.

mod glob;
mod schema;

use std::path::Path;

use expect_test::{Expect, expect};
use ishi_check::check::{Code, Severities, Severity};
use ishi_config::{
    Check, Config, DiagnosticsOptions, FileEncoding, FileOptions, HoverBoard, HoverOptions, LensOptions, Pattern,
    WorkspaceDiagnostics,
};
use ishi_ide::ide::HintKinds;
use ishi_record::format::{self, Case, LineEnding};
use ishi_text::ENCODINGS;
use serde_json::json;

const SETTINGS: &str = "
    [check]
    missing-move = 'off'
    show = 'warning'
    line-ending = 'error'
    [diagnostics]
    workspace = 'all'
    [files]
    encoding = 'shift-jis'
    exclude = ['old', 'games/*.prb']
    [format]
    keyword-case = 'title'
    location-case = 'lower'
    indent = 4
    line-ending = 'crlf'
    wrap = 78
    [hover]
    board = 'svg'
    [hints]
    captures = false
    ko = false
    variations = false
    blocks = false
    result = false
    [lens]
    board = false
    statistics = false
    prisoners = false
";

/// The settings of [`SETTINGS`]. Tests of the schema show that each of its keys is read and written.
fn settings() -> Config {
    let mut severities = Severities::default();
    severities.set(Code::MissingMove, Severity::Off);
    severities.set(Code::LineEnding, Severity::Error);
    Config {
        check: Check { severities, show: Severity::Warning, ..Check::default() },
        diagnostics: DiagnosticsOptions { workspace: WorkspaceDiagnostics::All },
        files: FileOptions {
            encoding: FileEncoding(
                ENCODINGS.iter().find(|(name, _)| *name == "shift-jis").map(|(_, encoding)| *encoding),
            ),
            exclude: vec!["old".parse().unwrap(), "games/*.prb".parse().unwrap()],
        },
        format: format::Options {
            keyword_case: Case::Title,
            location_case: Case::Lower,
            indent: 4,
            line_ending: LineEnding::Crlf,
            wrap: 78,
        },
        hover: HoverOptions { board: HoverBoard::Svg },
        hints: HintKinds {
            captures: false,
            ko: false,
            variations: false,
            blocks: false,
            result: false,
            ..HintKinds::default()
        },
        lens: LensOptions { board: false, statistics: false, prisoners: false },
    }
}

#[test]
fn toml_and_json_have_the_same_keys() {
    assert_eq!(Config::from_toml(SETTINGS), Ok(settings()));
    let json: serde_json::Value = toml::from_str(SETTINGS).unwrap();
    assert_eq!(Config::from_json(&json), Ok(settings()));
    let written = Config::from_toml(&settings().to_toml()).unwrap();
    assert!(Code::ALL.iter().all(|&code| written.check.severities.of(code) == settings().check.severities.of(code)));
    assert_eq!(Config { check: settings().check, ..written }, settings());
}

#[test]
fn rules_are_selected() {
    let of = |text: &str| Config::from_toml(text).unwrap().check.severities;
    let only = of("[check]\nselect = ['same-color-twice', 'missing-move']\nmissing-move = 'hint'\n");
    assert_eq!(only.of(Code::SameColorTwice), Severity::Warning);
    assert_eq!(only.of(Code::MissingMove), Severity::Hint);
    assert_eq!(only.of(Code::DuplicateMove), Severity::Off);
    let most = of("[check]\nselect = ['ALL']\nignore = ['missing-move']\n");
    assert!(Code::ALL.iter().all(|&code| (most.of(code) == Severity::Off) == (code == Code::MissingMove)));
}

#[test]
fn nothing_set_is_the_default() {
    assert_eq!(Config::from_toml(""), Ok(Config::default()));
    assert_eq!(Config::from_toml("[check]\n[format]\n[hover]\n"), Ok(Config::default()));
    for settings in [json!(null), json!({}), json!({"check": null, "hover": {"board": null}, "format": {}})] {
        assert_eq!(Config::from_json(&settings), Ok(Config::default()), "{settings}");
    }
}

#[test]
fn errors_in_toml_have_a_place() {
    fn says(text: &str, expected: &Expect) {
        expected.assert_eq(&Config::from_toml(text).unwrap_err().to_string());
    }
    says(
        "[check]\nmissing-mve = 'off'\n",
        &expect!["settings:2:1: unknown code `missing-mve`: did you mean `missing-move`?"],
    );
    says(
        "[check]\nmissing-move = 'of'\n",
        &expect!["settings:2:16: unknown severity `of`: use error, warning, info, hint or off"],
    );
    says(
        "[chekc]\n",
        &expect![
            "settings:1:2: unknown field `chekc`, expected one of \
                  `check`, `diagnostics`, `files`, `format`, `hover`, `hints`, `lens`"
        ],
    );
    says(
        "[library]\nindex = 'games'\n",
        &expect![
            "settings:1:2: `library.index` can't be set here, because a folder could name any index: use `ishi lsp \
             --library-index DIR`, or in VS Code the user's setting `ishi.library.index`"
        ],
    );
    says("é = 1\n", &expect!["settings:1:1: invalid unquoted key, expected letters, numbers, `-`, `_`"]);
    says(
        "[format]\r\nkeyword-case = 'big'\r\n",
        &expect!["settings:2:16: unknown value `big`, expected one of `upper`, `lower`, `title`, `preserve`"],
    );
    says(
        "[format]\nindent = -1\n",
        &expect!["settings:2:10: invalid value: integer `-1`, expected a whole number from 0 to 255"],
    );
    says(
        "[format]\nindent = 'wide'\n",
        &expect![[r#"settings:2:10: invalid type: string "wide", expected a whole number from 0 to 255"#]],
    );
    says(
        "[format]\nwrap = 100000\n",
        &expect!["settings:2:8: invalid value: integer `100000`, expected a whole number from 0 to 65535"],
    );
    says("[hover]\nboard = 3\n", &expect!["settings:2:9: wanted string or table"]);
    says("[lens]\nboard = 1\n", &expect!["settings:2:9: invalid type: integer `1`, expected a boolean"]);
    says("check = 3", &expect!["settings:1:9: invalid type: integer `3`, expected a map"]);
    says("[check\n", &expect!["settings:1:7: unclosed table, expected `]`"]);
}

#[test]
fn errors_in_json_name_the_key() {
    fn says(settings: &serde_json::Value, expected: &Expect) {
        expected.assert_eq(&Config::from_json(settings).unwrap_err().to_string());
    }
    says(
        &json!({"chekc": {}}),
        &expect![
            "chekc: unknown field `chekc`, expected one of \
             `check`, `diagnostics`, `files`, `format`, `hover`, `hints`, `lens`"
        ],
    );
    says(
        &json!({"check": {"missing-mve": "off"}}),
        &expect!["check.missing-mve: unknown code `missing-mve`: did you mean `missing-move`?"],
    );
    says(
        &json!({"check": {"missing-move": "of"}}),
        &expect!["check.missing-move: unknown severity `of`: use error, warning, info, hint or off"],
    );
    says(
        &json!({"format": {"keyword-case": "big"}}),
        &expect!["format.keyword-case: unknown value `big`, expected one of `upper`, `lower`, `title`, `preserve`"],
    );
    says(
        &json!({"format": {"indent": 1.5}}),
        &expect!["format.indent: invalid type: floating point `1.5`, expected a whole number from 0 to 255"],
    );
    says(
        &json!([1]),
        &expect![
            "settings are an object with the keys `check`, `diagnostics`, `files`, `format`, `hints`, `hover`, \
             `lens`"
        ],
    );
    says(
        &json!("x"),
        &expect![
            "settings are an object with the keys `check`, `diagnostics`, `files`, `format`, `hints`, `hover`, \
             `lens`"
        ],
    );
}

#[test]
fn patterns_are_those_of_a_gitignore() {
    for (pattern, file, expected) in [
        ("old", "/a/old", true),
        ("old", "/a/b/old/c/d.ishi", true),
        ("old/", "/a/old/d.ishi", true),
        ("old", "/a/older/d.ishi", false),
        ("*.prb", "/a/b/c.prb", true),
        ("b/*.prb", "/a/b/c.prb", true),
        ("b/*.prb", "/a/b/d/c.prb", false),
        ("b/**/*.prb", "/a/b/d/c.prb", true),
        ("/b", "/a/b/c.prb", true),
        ("/b", "/a/c/b/c.prb", false),
        ("a", "/a/b.ishi", false),
        ("*.prb", "/b/c.prb", false),
    ] {
        let matches = pattern.parse::<Pattern>().unwrap().matches(Path::new("/a"), Path::new(file));
        assert_eq!(matches, expected, "{pattern} {file}");
    }
    assert!("[".parse::<Pattern>().is_err());
}

/// Whether the nesting of a text is what is wrong with it.
fn is_too_deep(text: &str) -> bool {
    Config::from_toml(text).is_err_and(|error| error.to_string().ends_with("nested deeper than any setting"))
}

#[test]
fn what_settings_look_like_is_not_too_deep() {
    let fine = [
        "",
        "[check]\nmissing-move = 'off'\n",
        "format.indent = 4 # a.b.c.d.e.f.g.h.i.j.k\n",
        "a = '1.2.3.4.5.6.7.8.9.10' \nb = \"\\\".[[[[[[[[[[[\"\n",
        "a = '''\n.........\n[[[[[[[[[[\n'''\n",
        "a = [1.5, 2.5, 3.5, 4.5, 5.5, 6.5, 7.5, 8.5, 9.5]\n",
        "a = 'not closed\n[b]\n",
    ];
    for text in fine.iter().map(|text| (*text).to_owned()).chain([fine.concat().repeat(100)]) {
        assert!(!is_too_deep(&text), "{text}");
    }
}

#[test]
fn what_is_nested_is_too_deep() {
    let keys = "a.".repeat(20);
    for text in [
        format!("{keys}a = 1"),
        format!("[check]\n[{keys}a]\n"),
        format!("a = {{{keys}a = 1}}"),
        "a = [[[[[[[[[[[[[[".to_owned(),
        "a = {a={a={a={a={a={a={a={a={a={".to_owned(),
        "'a'.\"a\".a.'a'.a.a.a.a.a.a = 1".to_owned(),
    ] {
        assert!(is_too_deep(&text), "{text}");
    }
}
