//! Patterns of texts on the command line: words, wildcards or a regular expression.

use std::borrow::Cow;
use std::str::FromStr;

use icu_normalizer::ComposingNormalizerBorrowed;
use regex::{Regex, RegexBuilder};

/// A pattern of a text, in which case does not count. Different Unicode forms of a character (`é` as one or two code
/// points) are equal.
///
/// A text without wildcards matches where it stands between the borders of words, `*` and `?` make a pattern of the
/// whole text, and `/TEXT/` is a regular expression.
#[derive(Clone, Debug)]
pub(super) struct TextPattern {
    part: Regex,
    whole: Regex,
    /// The wildcards of SQL for a text in lower case.
    like: Option<String>,
}

impl FromStr for TextPattern {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let text = &*normalized(text);
        let inner = text.strip_prefix('/').and_then(|rest| rest.strip_suffix('/'));
        let (part, whole) = match inner {
            Some("") => {
                return Err("the regular expression is empty, and would match everything; write `/TEXT/`".to_owned());
            }
            None if text.starts_with('/') => {
                let escaped = regex::escape(text);
                return Err(format!(
                    "a text that begins with `/` is a regular expression, and ends with `/`, too; `/^{escaped}/` finds \
                     what begins with `{text}`"
                ));
            }
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

/// Returns a text in the Unicode form in which texts are compared.
pub(super) fn normalized(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// The wildcards of SQL that match all texts, in lower case, in which the pattern matches, and maybe others. A sign
/// that has a meaning in SQL, or that may be written in another way in a table, stands for any sign.
fn like(text: &str) -> String {
    let signs: String = text
        .chars()
        .map(|sign| match sign {
            '*' => '%',
            // Other signs than the letters themselves have the small forms `k` and `s`. U+037E and U+1FEF have the
            // normal forms `;` and U+0060.
            'k' | 'K' | 's' | 'S' | ';' | '`' | '?' | '%' | '_' | '\\' | '\'' => '_',
            sign if sign.is_ascii() => sign.to_ascii_lowercase(),
            // One code point may have the form of an ideograph.
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' if has_compatibility_form(sign) => '_',
            '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' => sign,
            // It may be several code points, in lower case or in another form.
            _ => '%',
        })
        .collect();
    if text.contains(['*', '?']) { signs } else { format!("%{signs}%") }
}

/// Whether an ideograph has another code point with the same normal form.
fn has_compatibility_form(ideograph: char) -> bool {
    let mut forms = ('\u{f900}'..='\u{faff}').chain('\u{2f800}'..='\u{2fa1f}');
    forms.any(|form| normalized(form.encode_utf8(&mut [0; 4])).starts_with(ideograph))
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
        self.part.is_match(&normalized(text))
    }

    /// The wildcards of SQL for texts that match; none for a regular expression.
    pub(super) fn like(&self) -> Option<&str> {
        self.like.as_deref()
    }

    /// Whether a text matches as a whole. A regular expression may match a part of it.
    pub(super) fn matches_whole(&self, text: &str) -> bool {
        self.whole.is_match(&normalized(text))
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
            ("jos\u{e9}", "Jose\u{301} Olivares", true),
            ("JOSE\u{301}", "jos\u{e9}", true),
            ("jos?", "jose\u{301}", true),
            ("jose", "jose\u{301}", false),
            ("/^.o.e\u{301}$/", "Jos\u{e9}", true),
            ("/^.o.[e\u{301}]$/", "Jose\u{301}", true),
            ("//GNU/", "the /gnu Go", true),
            ("/^/GNU/", "/GNU Go", true),
        ] {
            assert_eq!(pattern.parse::<TextPattern>().expect(pattern).matches(text), expected, "{pattern} {text}");
        }
        let likes = |text: &str| text.parse::<TextPattern>().unwrap().like.unwrap_or_default();
        assert_eq!(likes("Cho"), "%cho%");
        assert_eq!(likes("A_k*'%\\ 道ü?"), "a__%___ 道%_");
        // U+F902 has the normal form 車, and two code points may be が or 한.
        assert_eq!(likes("\u{f902}本e\u{301}か\u{3099}한;"), "%_本%%%_%");
        assert_eq!("/a/".parse::<TextPattern>().unwrap().like(), None);
        assert!(!"B+1".parse::<TextPattern>().unwrap().matches_whole("B+1.5"));
        assert!("/(/".parse::<TextPattern>().unwrap_err().contains("not a valid regular expression"));
        for (wrong, reason) in [
            (" ", "it is empty"),
            ("//", "the regular expression is empty"),
            ("/", "`/^//` finds what begins with `/`"),
            ("/GNU.x", "and ends with `/`, too; `/^/GNU\\.x/` finds what begins with `/GNU.x`"),
        ] {
            let error = wrong.parse::<TextPattern>().unwrap_err();
            assert!(error.contains(reason), "{wrong}: {error}");
        }
    }
}
