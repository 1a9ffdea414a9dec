//! Recognition of records, by the name and the beginning of a file.

use super::line::{bounds, is_unmistakable, read};
use super::{Field, FieldKind, Foreign, ForeignKind, Keyword, LineKind};
use ishi_text::Span;

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

/// The format of a text, by its content.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextFormat {
    /// A record, or a blank text.
    Record,
    /// Games in SGF.
    Sgf,
    /// A game in the format of a Go server, or a diagram of Sensei's Library.
    Import,
    /// Prose, a program, or another text that is not a record.
    Other,
}

impl TextFormat {
    /// The format of a text that begins like this. A text of another kind before a record belongs to the record.
    pub fn of(text: &str) -> Self {
        match Foreign::of(text) {
            Some(Foreign { kind, end }) if end == text.len() => match kind {
                ForeignKind::Sgf => Self::Sgf,
                ForeignKind::Gib | ForeignKind::Ngf | ForeignKind::Ugf | ForeignKind::Sensei => Self::Import,
                ForeignKind::GoProgram | ForeignKind::Mail | ForeignKind::Markup => Self::Other,
            },
            Some(_) => Self::Record,
            None if is_record(text) => Self::Record,
            None => Self::Other,
        }
    }
}

/// Whether a line of a text can only be a line of a record, or all lines up to the first block have keywords. A
/// sentence may begin with a keyword, too.
fn is_record(text: &str) -> bool {
    let mut scratch = Vec::new();
    let (mut start, mut has_prose) = (0, false);
    while start < text.len() {
        let (content, end) = bounds(text, start);
        let span = Span::new(start, content);
        scratch.clear();
        if is_unmistakable(text, span, &mut scratch) {
            return true;
        }
        scratch.clear();
        match read(text, span, end, &mut scratch).kind {
            LineKind::Data(Keyword::Com | Keyword::User) if !has_prose => return true,
            LineKind::Blank | LineKind::Data(_) => {}
            _ => has_prose = true,
        }
        start = end;
    }
    !has_prose
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_content_decides_on_the_format() {
        for (text, format) in [
            ("", TextFormat::Record),
            ("\u{feff}\n \n", TextFormat::Record),
            ("EVENT x\nCOM\n(;GM[1];B[pd])\nENDCOM\n", TextFormat::Record),
            ("Notes of a game.\nB 1 Q16\nW 2 D4\n", TextFormat::Record),
            ("(;GM[1];B[pd])\nEVENT x\nB 1 Q16\nW 2 D4\n", TextFormat::Record),
            ("\u{feff}(;GM[1];B[pd])", TextFormat::Sgf),
            ("From: ada\nSubject: x\n\nHi,\n(;GM[1];B[pd])\n", TextFormat::Sgf),
            ("\\[GAMETAG=S1\\]\n", TextFormat::Import),
            ("Black was strong.\nThen I lost.\n", TextFormat::Other),
            ("some prose\n", TextFormat::Other),
            ("package main\n", TextFormat::Other),
        ] {
            assert_eq!(TextFormat::of(text), format, "{text:?}");
        }
    }

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
