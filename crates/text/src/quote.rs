//! Limits for text that messages repeat, because a word of a file may be as long as the file.

use std::borrow::Cow;
use std::fmt;

/// How many characters of a word or phrase a message repeats.
const MAX_QUOTED: usize = 40;

/// How many characters a message has at most.
const MAX_MESSAGE: usize = 600;

/// Replaces the characters that were cut off.
const CUT: char = '…';

/// Words of a text as messages repeat them: between backquotes, and shortened if they are long.
pub fn quoted(words: &str) -> Quoted<'_> {
    Quoted(words)
}

/// Words to display between backquotes, shortened if they are long; returned by [`quoted`].
#[derive(Clone, Copy, Debug)]
pub struct Quoted<'w>(&'w str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", clipped(self.0, MAX_QUOTED))
    }
}

/// The first `most` characters of a text, and `…` if the text is longer.
pub fn clipped(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}{CUT}", &text[..end])),
        None => Cow::Borrowed(text),
    }
}

/// A message with a limited length, in which each long word is shortened. This also limits text that a message repeats
/// without [`quoted`].
pub fn bounded(message: String) -> String {
    let is_long = |word: &str| word.len() > MAX_QUOTED && word.chars().count() > MAX_QUOTED + 8;
    if message.len() <= MAX_QUOTED || !message.split(' ').any(is_long) && message.len() <= MAX_MESSAGE {
        return message;
    }
    let words: Vec<Cow<'_, str>> = message
        .split(' ')
        .take(MAX_MESSAGE)
        .map(|word| {
            if !is_long(word) {
                return Cow::Borrowed(word);
            }
            let end = word.trim_end_matches(|end: char| end.is_ascii_punctuation());
            // What is all punctuation has no end of its own.
            let end = Some(&word[end.len()..]).filter(|end| end.len() < 4).unwrap_or_default();
            Cow::Owned(format!("{}{end}", clipped(word, MAX_QUOTED)))
        })
        .collect();
    clipped(&words.join(" "), MAX_MESSAGE).into_owned()
}

/// Returns a number of things in words, whose name for more than one ends in `s`: `1 file`, `2 files`.
pub fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_short_is_repeated_as_it_is() {
        assert_eq!(quoted("Q61").to_string(), "`Q61`");
        let forty = "é".repeat(MAX_QUOTED);
        assert_eq!(quoted(&forty).to_string(), format!("`{forty}`"));
        let message = "invalid location `Q61`: rows go from 1 to 19";
        assert_eq!(bounded(message.to_owned()), message);
    }

    #[test]
    fn what_is_long_is_cut_between_two_characters() {
        let long = "é".repeat(1_000_000);
        let cut = format!("`{}…`", "é".repeat(MAX_QUOTED));
        assert_eq!(quoted(&long).to_string(), cut);
        let cut = format!("unknown keyword `{}…`, read as `MARK`", "é".repeat(MAX_QUOTED - 1));
        assert_eq!(bounded(format!("unknown keyword `{long}`, read as `MARK`")), cut);
        assert!(bounded("word ".repeat(1_000_000)).chars().count() <= MAX_MESSAGE + 1);
        assert!(bounded("`".repeat(1_000_000)).chars().count() <= MAX_QUOTED + 4);
    }
}
