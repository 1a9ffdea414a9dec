//! Recognition of records, by the name and the beginning of a file.

use super::line::{bounds, read};
use super::{Field, FieldKind, Keyword, LineKind};
use crate::text::Span;

/// The extensions of the file names of records, in lower case.
pub const EXTENSIONS: [&str; 2] = ["ishi", "prb"];

/// The extension of the file names of games in SGF.
pub const SGF_EXTENSION: &str = "sgf";

/// The extension that records share with programs in the Go language.
pub const SHARED_EXTENSION: &str = "go";

/// Whether a text is an Ishi record and not, say, a program in the Go language, which has the same file name
/// extension: its first line that is not blank begins with a keyword, in a form that parses.
pub fn looks_like_ishi(text: &str) -> bool {
    let mut start = 0;
    let mut fields = Vec::new();
    while start < text.len() {
        let (content, end) = bounds(text, start);
        let line = read(text, Span::new(start, content), end, &mut fields);
        match line.kind {
            LineKind::Blank => start = end,
            LineKind::Data(keyword) => {
                let needed = match keyword {
                    Keyword::B | Keyword::W => 2,
                    Keyword::Boardsize => 1,
                    _ => 0,
                };
                // `date := …` and `result = …` are assignments of a half-typed program.
                let assigns = |field: &Field| {
                    let text = field.span.of(text);
                    field.kind == FieldKind::Text && (text.starts_with('=') || text.starts_with(":="))
                };
                let readable =
                    |field: &Field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Ignored) && !assigns(field);
                return fields.len() >= needed && fields.iter().all(readable);
            }
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_go_language_is_told_apart() {
        for text in ["REMARK a\n", "\n\n  event\n", "b 1 q16", "\u{feff}BLACK Ada", "SETUP B d4\n", "B 1 pass\n"] {
            assert!(looks_like_ishi(text), "{text:?}");
        }
        for text in [
            "",
            "\n",
            "package main\n",
            "// B 1 Q16\n",
            "/* */\n",
            "import \"os\"\n",
            "B\n",
            "var x = 1\n",
            "date := time.Now()\n",
            "result = f()",
            "B 1 Z99",
        ] {
            assert!(!looks_like_ishi(text), "{text:?}");
        }
    }
}
