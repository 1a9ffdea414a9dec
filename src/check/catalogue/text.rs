//! Characters and line ends.

use super::Family::Text;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Off, Warning};

rows! {
    InvalidCharacter = Row {
        name: "invalid-character", family: Text, severity: Warning,
        what: "a character outside the Standard's character set",
        why: "Only the printable ASCII characters, the tab and the line end are valid, and a reader may ignore all \
              others: a name with an accent may lose letters in another program. Inside COM and USER text, where it \
              can do no harm to data, this is only information. A byte-order mark at the start and a Ctrl-Z at the \
              end, which DOS wrote, are recognised by name.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("write a letter without its accent or a space, or remove the character (by itself only \
              a byte-order mark and a final Ctrl-Z)"),
        before: "BLACK Andr\u{e9}\nB 1 Q16\n", after: "BLACK Andre\nB 1 Q16\n",
    };
    NotARecord = Row {
        name: "not-a-record", family: Text, severity: Error,
        what: "a file of another kind",
        why: "The file begins like a game in SGF, GIB, NGF or UGF, a program in the Go language, an e-mail message \
              or an HTML or XML document. It is not read as a record, so nothing else is reported in it, and it is \
              never formatted. Where a record follows such text, only the record is read. Text that is quoted in a \
              comment is a part of its record.",
        source: "ishi",
        remedy: Remedy::None,
        before: "(;GM[1]FF[4]SZ[19];B[pd];W[dd])\n", after: "B 1 Q16\nW 2 D16\n",
    };
    LineEnding = Row {
        name: "line-ending", family: Text, severity: Off,
        what: "a line that ends otherwise than with CR LF",
        why: "The Standard ends lines with a carriage return and a line feed. Nearly every program of today reads a \
              lone line feed as well, so this rule is silent unless you ask for it. It is reported once a file, at \
              the first such line.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("convert the file to CR LF (on the command line only)"),
        before: "B 1 Q16\nW 2 D4\n", after: "B 1 Q16\r\nW 2 D4\r\n",
    };
    MixedLineEndings = Row {
        name: "mixed-line-endings", family: Text, severity: Warning,
        what: "a file that mixes CR LF, LF and CR",
        why: "Programs disagree on where the lines of such a file end. Usually two files were joined, or an editor \
              added lines of its own kind.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("convert all lines to the kind that most lines have (on the command line only)"),
        before: "B 1 Q16\r\nW 2 D4\nB 3 D16\r\n", after: "B 1 Q16\r\nW 2 D4\r\nB 3 D16\r\n",
    };
    NotText = Row {
        name: "not-text", family: Text, severity: Error,
        what: "a file that is not text in UTF-8",
        why: "A NUL is in no text. A file in UTF-16 or UTF-32 has one in nearly every character, and so have \
              pictures and programs. Nothing else is reported of such a file, and it is neither formatted nor fixed, \
              for that could damage it.",
        source: "Standard 2 (valid characters)",
        remedy: Remedy::None,
        before: "B 1 Q16\0\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
}
