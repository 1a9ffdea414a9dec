//! The patterns of file names in settings.

use std::path::Path;

use globset::GlobBuilder;
use ishi_config::{Glob, InvalidGlob};
use proptest::prelude::*;

#[test]
fn each_form_has_its_meaning() {
    for (pattern, matching, others) in [
        ("*.prb", &["a.prb", ".prb", "é.prb"][..], &["a/b.prb", "a.prbx"][..]),
        ("a?c", &["abc", "aéc"], &["ac", "a/c"]),
        ("**/b", &["b", "a/b", "a/a/b"], &["ab", "a/b/c"]),
        ("a/**", &["a/", "a/b", "a/b/c"], &["a", "b/a/c"]),
        ("a/**/b", &["a/b", "a/c/b", "a/c/d/b"], &["ab", "a/cb"]),
        ("a**b", &["ab", "acb"], &["a/b"]),
        ("**", &["", "a", "a/b"], &[]),
        ("[a-c!]x", &["ax", "cx", "!x"], &["dx", "x"]),
        ("[!a-c]x", &["dx", "éx"], &["ax", "x"]),
        ("[]-]", &["]", "-"], &["a"]),
        ("{a,b{c,d}}.x", &["a.x", "bc.x", "bd.x"], &["b.x", ".x"]),
        ("x{,a}", &["xa"], &["x"]),
        ("{}", &[""], &["a"]),
        ("{}**/a", &["b/a", "/a"], &["a", "b/c/a"]),
    ] {
        let glob = Glob::new(pattern).unwrap();
        assert!(matching.iter().all(|path| glob.matches(Path::new(path))), "{pattern}");
        assert!(!others.iter().any(|path| glob.matches(Path::new(path))), "{pattern}");
    }
    #[cfg(unix)]
    assert!(Glob::new("\\*").unwrap().matches(Path::new("*")));
}

#[test]
fn mistakes_are_named() {
    let mistake = |pattern| Glob::new(pattern).unwrap_err();
    assert_eq!(mistake("a["), InvalidGlob::UnclosedClass);
    assert_eq!(mistake("[b-a]"), InvalidGlob::InvalidRange('b', 'a'));
    assert_eq!(mistake("a}"), InvalidGlob::UnopenedGroup);
    assert_eq!(mistake("{a,{b}"), InvalidGlob::UnclosedGroup);
    #[cfg(unix)]
    assert_eq!(mistake("a\\"), InvalidGlob::DanglingEscape);
}

#[test]
fn a_pattern_with_many_ways_is_soon_done() {
    let glob = Glob::new(&"*a".repeat(500)).unwrap();
    assert!(!glob.matches(Path::new(&"a".repeat(1000).replace("aaaa", "aaab"))));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 8 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
    /// The patterns are those of the `globset` crate, which the `ignore` crate reads a `.gitignore` with.
    #[test]
    fn patterns_are_those_of_globset(
        pattern in r"([ab/,?{}\[\]!\\-]|\*|\*\*/|/\*\*|\{a,|,b\}|[a-c]){0,8}",
        paths in prop::collection::vec("[abc,/-]{0,6}", 8),
    ) {
        // There, `**/**` is not what `**` is, and `**/` alone is.
        if pattern.contains("**/**") || pattern == "**/" {
            return Ok(());
        }
        let ours = Glob::new(&pattern);
        let theirs = GlobBuilder::new(&pattern).literal_separator(true).build();
        prop_assert_eq!(ours.is_ok(), theirs.is_ok());
        let (Ok(ours), Ok(theirs)) = (ours, theirs.map(|glob| glob.compile_matcher())) else { return Ok(()) };
        for path in paths {
            prop_assert_eq!(ours.matches(Path::new(&path)), theirs.is_match(&path), "{} {}", pattern, path);
        }
    }
}
