//! Names of files from the headers of games.

use std::collections::HashMap;
use std::fmt::{self, Write};
use std::str::FromStr;

use icu_normalizer::DecomposingNormalizerBorrowed;

use crate::GameInfo;
use ishi_board::Color;
use ishi_record::syntax::Keyword;
use ishi_text::{is_command, quoted};

/// The maximum length of the value of a placeholder, in bytes.
const MAX_VALUE: usize = 60;

/// The maximum length of a name without its extension, in bytes. Some file systems allow at most 143 bytes for a name
/// with its extension.
const MAX_NAME: usize = 120;

/// The text in place of a value that a game does not have.
const UNKNOWN: &str = "unknown";

/// The placeholders of a [`NamePattern`], each with its meaning.
pub const PLACEHOLDERS: [(&str, &str); 12] = [
    ("number", "the number of the game in its file, from 1, with leading zeros"),
    ("date", "the date, such as 1846-09-11, or its text"),
    ("black", "the name of Black"),
    ("white", "the name of White"),
    ("title", "the title, or else the name of the event"),
    ("event", "EV in SGF, or else the title"),
    ("round", "RO in SGF"),
    ("place", "the place"),
    ("result", "the result as SGF writes it, such as B+R"),
    ("komi", "the komi"),
    ("handicap", "the number of handicap stones"),
    ("size", "the number of lines of the board"),
];

/// A pattern for names of files, such as `{date}_{black}-{white}`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamePattern(Vec<PatternPart>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum PatternPart {
    Text(String),
    /// The name of a placeholder.
    Value(&'static str),
}

/// The reason why a text is not a pattern.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidPattern(String);

impl fmt::Display for InvalidPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InvalidPattern {}

impl FromStr for NamePattern {
    type Err = InvalidPattern;

    /// Parses a pattern, in which `{{` and `}}` are braces.
    fn from_str(text: &str) -> Result<Self, InvalidPattern> {
        let (mut parts, mut plain) = (Vec::new(), String::new());
        let mut rest = text.chars().peekable();
        while let Some(one) = rest.next() {
            match one {
                '{' | '}' if rest.next_if_eq(&one).is_some() => plain.push(one),
                '{' => {
                    let mut name = String::new();
                    name.extend(std::iter::from_fn(|| rest.next_if(|&one| one != '}')));
                    if rest.next().is_none() {
                        return Err(InvalidPattern("`{` without `}`; a brace in a name is `{{`".to_owned()));
                    }
                    let placeholder = PLACEHOLDERS.iter().find(|(placeholder, _)| *placeholder == name);
                    let (placeholder, _) = placeholder.ok_or_else(|| InvalidPattern::of_placeholder(&name))?;
                    parts.extend([PatternPart::Text(std::mem::take(&mut plain)), PatternPart::Value(placeholder)]);
                }
                '}' => return Err(InvalidPattern("`}` without `{`; a brace in a name is `}}`".to_owned())),
                '/' | '\\' => return Err(InvalidPattern(format!("a name can't have `{one}`"))),
                one => plain.push(one),
            }
        }
        parts.push(PatternPart::Text(plain));
        Ok(Self(parts))
    }
}

impl InvalidPattern {
    fn of_placeholder(name: &str) -> Self {
        let placeholders = PLACEHOLDERS.map(|(known, _)| format!("{{{known}}}")).join(" ");
        Self(format!("unknown placeholder {}; there are {placeholders}", quoted(&format!("{{{name}}}"))))
    }
}

impl NamePattern {
    /// Returns the name of the file of a game, without an extension. The name is valid on all systems: it has no path
    /// separators and no invisible characters, does not begin with a dot, and is not too long. `digits` is the minimum
    /// number of digits of the number, and `info` is `None` for a game that can't be read.
    pub fn name(&self, number: usize, digits: usize, info: Option<&GameInfo>) -> String {
        let mut name = String::new();
        for part in &self.0 {
            match part {
                PatternPart::Text(text) => name += text,
                PatternPart::Value("number") => {
                    let _ = write!(name, "{number:0digits$}");
                }
                PatternPart::Value(placeholder) => {
                    let value = info.and_then(|info| value(placeholder, info)).unwrap_or_default();
                    let value = cut(&plain(&value), MAX_VALUE).to_owned();
                    name += if value.is_empty() { UNKNOWN } else { &value };
                }
            }
        }
        safe(&name)
    }
}

/// The value of a placeholder for a game.
fn value(placeholder: &str, info: &GameInfo) -> Option<String> {
    let text = |keyword| info.text(keyword).map(str::to_owned);
    let event = || info.other("EV").map(str::to_owned);
    let player = |color| info.player(color).map(|player| player.name.clone());
    match placeholder {
        "date" => info.date.map(|date| date.to_string()).or_else(|| text(Keyword::Date)),
        "black" => player(Color::Black).or_else(|| text(Keyword::Black)),
        "white" => player(Color::White).or_else(|| text(Keyword::White)),
        "title" => info.title.clone().or_else(event),
        "event" => event().or_else(|| info.title.clone()),
        "round" => info.other("RO").map(str::to_owned),
        "place" => text(Keyword::Place),
        "result" => info.result_text(),
        "komi" => info.komi.map(|komi| komi.to_string()).or_else(|| text(Keyword::Komi)),
        "handicap" => info.handicap.map(|handicap| handicap.to_string()).or_else(|| text(Keyword::Handicap)),
        "size" => Some(info.size.get().to_string()),
        _ => None,
    }
}

/// Returns a text with single spaces for white space, and with `_` for each character that is not safe in a name.
fn plain(text: &str) -> String {
    let safe = |one: char| match one {
        '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|' => '_',
        one if is_command(one) => '_',
        one => one,
    };
    let words = text.split_whitespace().map(|word| word.chars().map(safe).collect::<String>());
    words.collect::<Vec<_>>().join(" ")
}

/// Returns the longest prefix of a text with at most `most` bytes, without white space at its end.
fn cut(text: &str, most: usize) -> &str {
    let end = (0..=most.min(text.len())).rev().find(|&end| text.is_char_boundary(end));
    text[..end.unwrap_or(0)].trim_end()
}

/// Returns a name, without its extension, that is valid on all systems.
fn safe(name: &str) -> String {
    let ending = |name| cut(name, MAX_NAME).trim_end_matches(['.', ' ']);
    let name = plain(name);
    match ending(name.trim_start_matches(['.', ' '])) {
        "" => UNKNOWN.to_owned(),
        // A command would read a name with `-` as an option.
        name if name.starts_with('-') || is_device(name) => ending(&format!("_{name}")).to_owned(),
        name => name.to_owned(),
    }
}

/// Whether a name with any extension is the name of a device on Windows.
fn is_device(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or_default().trim_end().to_ascii_uppercase();
    let numbered = ["COM", "LPT"].iter().find_map(|device| stem.strip_prefix(device));
    let is_number =
        |rest: &str| matches!(rest.chars().next(), Some('0'..='9' | '¹' | '²' | '³')) && rest.chars().count() == 1;
    matches!(&*stem, "CON" | "PRN" | "AUX" | "NUL" | "CLOCK$" | "CONIN$" | "CONOUT$") || numbered.is_some_and(is_number)
}

/// Distinct names for the files of one folder. They are distinct on all file systems, also on those that ignore case or
/// treat different Unicode forms of a character as equal.
#[derive(Debug, Default)]
pub struct FileNames {
    /// The names that are taken, each with the number that was last added to it.
    taken: HashMap<String, usize>,
}

impl FileNames {
    /// Returns the name of a file with its extension, and with a number before the extension if the name is taken.
    pub fn unique(&mut self, name: &str, extension: &str) -> String {
        let mut number = self.taken.get(&folded(name)).copied().unwrap_or(0);
        let mut wanted = name.to_owned();
        while self.taken.contains_key(&folded(&wanted)) {
            number += 1;
            wanted = format!("{name}-{}", number + 1);
        }
        self.taken.insert(folded(name), number);
        self.taken.entry(folded(&wanted)).or_insert(0);
        format!("{wanted}.{extension}")
    }
}

/// Returns equal texts for names that are the same file in some file system.
fn folded(name: &str) -> String {
    let upper = DecomposingNormalizerBorrowed::new_nfd().normalize(name).to_uppercase();
    DecomposingNormalizerBorrowed::new_nfd().normalize(&upper.to_lowercase()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn a_pattern_is_read() {
        let error = |text: &str| text.parse::<NamePattern>().unwrap_err().to_string();
        assert!(error("{blck}").starts_with("unknown placeholder `{blck}`; there are {number} {date} {black}"));
        assert_eq!(error("{number"), "`{` without `}`; a brace in a name is `{{`");
        assert_eq!(error("a}"), "`}` without `{`; a brace in a name is `}}`");
        assert_eq!(error("{date}/{black}"), "a name can't have `/`");
        let name = |text: &str| text.parse::<NamePattern>().unwrap().name(7, 3, None);
        assert_eq!(name("{{{number}}} {black}"), "{007} unknown");
        assert_eq!(name(""), "unknown");
    }

    #[test]
    fn names_are_safe() {
        for (name, expected) in [
            ("../../etc/passwd", "_.._etc_passwd"),
            ("..", "unknown"),
            (" . a . ", "a"),
            ("a\0b\nc\td", "a_b c d"),
            ("a\u{202e}b\u{1b}[31m", "a_b_[31m"),
            ("con", "_con"),
            ("NUL.tar.gz", "_NUL.tar.gz"),
            ("com1", "_com1"),
            ("COM¹", "_COM¹"),
            ("lpt10", "lpt10"),
            ("console", "console"),
            ("-rf", "_-rf"),
            ("a:b*c?d\"e<f>g|h\\i", "a_b_c_d_e_f_g_h_i"),
            ("👩‍👩‍👧 本因坊", "👩‍👩‍👧 本因坊"),
        ] {
            assert_eq!(safe(name), expected, "{name:?}");
        }
        assert_eq!(safe(&"本".repeat(10_000)), "本".repeat(MAX_NAME / 3));
        assert_eq!(safe(&"-".repeat(MAX_NAME)), format!("_{}", "-".repeat(MAX_NAME - 1)));
    }

    #[test]
    fn equal_names_get_numbers() {
        let mut names = FileNames::default();
        let mut unique = |name: &str| names.unique(name, "sgf");
        assert_eq!(unique("a"), "a.sgf");
        assert_eq!(unique("A"), "A-2.sgf");
        assert_eq!(unique("a-3"), "a-3.sgf");
        assert_eq!(unique("a"), "a-4.sgf");
        assert_eq!(unique("a-2"), "a-2-2.sgf");
        assert_eq!(unique("é"), "é.sgf");
        assert_eq!(unique("E\u{301}"), "E\u{301}-2.sgf");
        assert_eq!(unique("straße"), "straße.sgf");
        assert_eq!(unique("STRASSE"), "STRASSE-2.sgf");
    }

    proptest! {
        #[test]
        fn any_name_is_safe(name in prop_oneof![any::<String>(), "[./\\\\ \u{0}-\u{20}conul-]{0,12}", ".{200}"]) {
            let name = safe(&name);
            let path = std::path::Path::new(&name);
            prop_assert_eq!(path.components().count(), 1);
            prop_assert!(matches!(path.components().next(), Some(std::path::Component::Normal(_))));
            prop_assert!(name.len() <= MAX_NAME && !name.starts_with(['.', '-']) && !name.ends_with(['.', ' ']));
            prop_assert!(!name.chars().any(char::is_control) && !is_device(&name));
            prop_assert_eq!(safe(&name), name);
        }
    }
}
