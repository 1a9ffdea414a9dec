//! Patterns of texts on the command line: words, wildcards or a regular expression.

use std::str::FromStr;

use regex::{Regex, RegexBuilder};

/// A pattern of a text, in which case does not count.
///
/// A text without wildcards matches where it stands between the borders of words, `*` and `?` make a pattern of the
/// whole text, and `/TEXT/` is a regular expression.
#[derive(Clone, Debug)]
pub(super) struct TextPattern {
    part: Regex,
    whole: Regex,
    /// The wildcards of SQL for a part and for the whole of a text in lower case.
    like: Option<[String; 2]>,
}

impl FromStr for TextPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let inner = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        let (part, whole) = match inner {
            Some(inner) => (inner.to_owned(), inner.to_owned()),
            None if text.trim().is_empty() => return Err("it is empty, and would match nothing".to_owned()),
            None => {
                let signs = text.chars().map(|sign| match sign {
                    '*' => ".*".to_owned(),
                    '?' => ".".to_owned(),
                    other => regex::escape(other.encode_utf8(&mut [0; 4])),
                });
                let signs: String = signs.collect();
                let whole = format!("^(?:{signs})$");
                (if text.contains(['*', '?']) { whole.clone() } else { between_borders(text, &signs) }, whole)
            }
        };
        let regex = |pattern: &str| {
            RegexBuilder::new(pattern).case_insensitive(true).dot_matches_new_line(true).build().map_err(|error| {
                match error {
                    regex::Error::CompiledTooBig(_) => "the regular expression takes too much memory".to_owned(),
                    other => format!("this is not a valid regular expression: {other}"),
                }
            })
        };
        let like = inner.is_none().then(|| like(text));
        Ok(Self { part: regex(&part)?, whole: regex(&whole)?, like })
    }
}

/// The wildcards of SQL that match all texts, in lower case, in which a part or the whole matches, and maybe others. A
/// sign that has a meaning in SQL, or whose lower case may be another one in an engine, stands for any sign.
fn like(text: &str) -> [String; 2] {
    let signs: String = text
        .chars()
        .map(|sign| match sign {
            '*' => '%',
            // Other signs than the letters themselves have the small forms `k` and `s`.
            'k' | 'K' | 's' | 'S' | '?' | '%' | '_' | '\\' | '\'' => '_',
            sign if sign.is_ascii() => sign.to_ascii_lowercase(),
            // In lower case it may be several signs.
            sign if sign.is_lowercase() || sign.is_uppercase() => '%',
            sign => sign,
        })
        .collect();
    let is_whole = text.contains(['*', '?']);
    [if is_whole { signs.clone() } else { format!("%{signs}%") }, signs]
}

/// A text as whole words. Chinese, Japanese and Korean have no spaces between words.
fn between_borders(text: &str, escaped: &str) -> String {
    let border = |sign: Option<char>, border: &str| {
        let has_border = sign.is_some_and(|sign| sign.is_alphanumeric() && sign < '\u{1100}');
        if has_border { border.to_owned() } else { String::new() }
    };
    let before = border(text.chars().next(), r"\b{start-half}");
    let after = border(text.chars().next_back(), r"\b{end-half}");
    format!("{before}{escaped}{after}")
}

impl TextPattern {
    /// Whether a text matches.
    pub(super) fn matches(&self, text: &str) -> bool {
        self.part.is_match(text)
    }

    /// The wildcards of SQL for texts that match; none for a regular expression.
    pub(super) fn like(&self) -> Option<&str> {
        self.like.as_ref().map(|[part, _]| &**part)
    }

    /// Whether a text matches as a whole. A regular expression may match a part of it.
    pub(super) fn matches_whole(&self, text: &str) -> bool {
        self.whole.is_match(text)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_wildcards_and_regular_expressions() {
        for (pattern, text, expected) in [
            ("cho", "Cho Chikun", true),
            ("cho", "Choi Cheolhan", false),
            ("Cho*", "Choi Cheolhan", true),
            ("*kun", "Cho Chikun", true),
            ("?ho", "Cho Chikun", false),
            ("道策", "本因坊道策", true),
            ("/^cho[i ]/", "Choi Cheolhan", true),
            ("/kun$/", "Cho Chikun", true),
            ("B+R", "b+r", true),
            ("Müller", "Hans Müller-Lüdenscheidt", true),
            ("(x", "a (x b", true),
        ] {
            assert_eq!(pattern.parse::<TextPattern>().expect(pattern).matches(text), expected, "{pattern} {text}");
        }
        let likes = |text: &str| text.parse::<TextPattern>().unwrap().like.unwrap_or_default();
        assert_eq!(likes("Cho"), ["%cho%", "cho"]);
        assert_eq!(likes("A_k*'%\\ 道ü?"), ["a__%___ 道%_"; 2]);
        assert_eq!("/a/".parse::<TextPattern>().unwrap().like(), None);
        assert!(!"B+1".parse::<TextPattern>().unwrap().matches_whole("B+1.5"));
        assert!("/(/".parse::<TextPattern>().unwrap_err().contains("not a valid regular expression"));
        assert!(" ".parse::<TextPattern>().is_err());
    }
}
