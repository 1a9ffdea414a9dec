//! Texts of other kinds, which are recognised by their beginning.

use super::line;
use super::{Field, FieldKind, Keyword, LineKind};
use ishi_text::{BYTE_ORDER_MARK, Span};

/// A kind of text that is not a record.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ForeignKind {
    /// A game in SGF, the Smart Game Format.
    Sgf,
    /// A game in the format of Tygem.
    Gib,
    /// A game in the format of Cyberoro.
    Ngf,
    /// A game in the format of `PandaNet`.
    Ugf,
    /// A diagram in the notation of Sensei's Library.
    Sensei,
    /// A program in the Go language.
    GoProgram,
    /// An e-mail message or a posting.
    Mail,
    /// An HTML or XML document.
    Markup,
}

impl ForeignKind {
    /// The kind of text that a file begins with, or `None` for a record. Only the first bytes are read.
    pub fn of(text: &str) -> Option<Self> {
        kind_of(&text[..head(text.len(), |at| text.is_char_boundary(at))])
    }

    /// A name with an article for messages: `an SGF file`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sgf => "an SGF file",
            Self::Gib => "a GIB file",
            Self::Ngf => "an NGF file",
            Self::Ugf => "a UGF file",
            Self::Sensei => "a diagram of Sensei's Library",
            Self::GoProgram => "a program in the Go language",
            Self::Mail => "an e-mail message",
            Self::Markup => "an HTML or XML document",
        }
    }
}

/// Text of another kind at the beginning of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Foreign {
    /// The kind of the text.
    pub kind: ForeignKind,
    /// The end of this text: the end of the file, or the start of a record that follows.
    pub end: usize,
}

/// How many bytes at the beginning of a file decide on the kind of text.
const HEAD: usize = 1 << 14;

impl Foreign {
    /// Returns the text of another kind at the beginning of a file, if any.
    pub fn of(text: &str) -> Option<Self> {
        let kind = ForeignKind::of(text)?;
        let end = record_after(text, kind).unwrap_or(text.len());
        Some(Self { kind, end })
    }

    /// Like [`of`](Self::of), for a text that is kept in pieces: `slice` returns the text before an offset.
    pub fn of_long<'t>(
        length: usize,
        is_boundary: impl Fn(usize) -> bool,
        slice: impl Fn(usize) -> std::borrow::Cow<'t, str>,
    ) -> Option<Self> {
        kind_of(&slice(head(length, is_boundary)))?;
        Self::of(&slice(length))
    }
}

/// The end of the head of a text.
fn head(length: usize, is_boundary: impl Fn(usize) -> bool) -> usize {
    let mut end = length.min(HEAD);
    while !is_boundary(end) {
        end -= 1;
    }
    end
}

/// The kind of a text with this beginning, or `None` for a record, however broken.
fn kind_of(head: &str) -> Option<ForeignKind> {
    let text = head.trim_start_matches(|character: char| character == BYTE_ORDER_MARK || character.is_whitespace());
    let first = text.split(['\n', '\r']).next().unwrap_or_default().trim_end();
    let begins = |with: &str| first.get(..with.len()).is_some_and(|start| start.eq_ignore_ascii_case(with));
    if text.strip_prefix('(').is_some_and(begins_sgf_node) {
        Some(ForeignKind::Sgf)
    } else if [r"\HS", r"\GS", r"\["].iter().any(|start| begins(start)) {
        Some(ForeignKind::Gib)
    } else if is_ugf(text) {
        Some(ForeignKind::Ugf)
    } else if begins("$$") {
        Some(ForeignKind::Sensei)
    } else if ["<?xml", "<!doctype", "<html"].iter().any(|start| begins(start)) {
        Some(ForeignKind::Markup)
    } else if is_go_program(text) {
        Some(ForeignKind::GoProgram)
    } else if is_mail(text) {
        // SGF readers skip a message before a game, like other prose.
        let has_game = body(text).is_some_and(has_sgf_after_prose);
        Some(if has_game { ForeignKind::Sgf } else { ForeignKind::Mail })
    } else if is_ngf(head) {
        Some(ForeignKind::Ngf)
    } else if has_sgf_after_prose(text) {
        Some(ForeignKind::Sgf)
    } else {
        None
    }
}

/// The text of a message after its header.
fn body(mail: &str) -> Option<&str> {
    ["\n\n", "\r\n\r\n"].iter().find_map(|end| mail.find(end).map(|at| &mail[at + end.len()..]))
}

/// Whether a game in SGF follows some lines of prose, which SGF readers skip.
fn has_sgf_after_prose(text: &str) -> bool {
    let mut scratch = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let (content, end) = line::bounds(text, at);
        if let Some(game) = text[at..].trim_start_matches([' ', '\t']).strip_prefix('(') {
            return is_sgf_node(game);
        }
        scratch.clear();
        let is_bad = |field: &Field| matches!(field.kind, FieldKind::Bad(_));
        let is_prose = match line::read(text, Span::new(at, content), end, &mut scratch).kind {
            LineKind::Blank | LineKind::Unknown => true,
            // A sentence may begin with such a letter.
            LineKind::Data(Keyword::B | Keyword::W) => scratch.iter().any(is_bad),
            _ => false,
        };
        if !is_prose {
            return false;
        }
        at = end;
    }
    false
}

/// Whether a text begins with a node of SGF, and not with the rest of a smiley such as `(;-)`.
fn begins_sgf_node(text: &str) -> bool {
    let Some(node) = text.trim_start().strip_prefix(';') else { return false };
    let first = node.trim_start().chars().next();
    first.is_none_or(|first| first.is_ascii_alphabetic() || matches!(first, ';' | '(' | ')' | '['))
}

/// Whether a text begins with a node of SGF that has a property.
fn is_sgf_node(text: &str) -> bool {
    let Some(node) = text.trim_start().strip_prefix(';') else { return false };
    let value = node.trim_start().trim_start_matches(|letter: char| letter.is_ascii_alphabetic());
    value.len() < node.trim_start().len() && value.trim_start().starts_with('[')
}

/// Whether the text begins with a package clause, after any comments.
fn is_go_program(mut text: &str) -> bool {
    loop {
        text = text.trim_start();
        if text.starts_with("//") {
            text = text.find(['\n', '\r']).map_or("", |end| &text[end..]);
        } else if let Some(comment) = text.strip_prefix("/*") {
            text = comment.find("*/").map_or("", |end| &comment[end + 2..]);
        } else {
            break;
        }
    }
    let line = text.split(['\n', '\r']).next().unwrap_or_default();
    let mut words = line.split([' ', '\t', ';']).filter(|word| !word.is_empty());
    let is_name = |word: &str| {
        let is_letter = |letter: char| letter.is_alphanumeric() || letter == '_';
        word.chars().all(is_letter) && !word.starts_with(|first: char| first.is_ascii_digit())
    };
    words.next() == Some("package")
        && words.next().is_some_and(is_name)
        && words.next().is_none_or(|word| word.starts_with("//") || word.starts_with("/*"))
}

/// Whether the text begins with the header of a message: at least two fields that only messages have.
fn is_mail(text: &str) -> bool {
    /// Fields that a broken record might have too.
    const COMMON: [&str; 5] = ["Date", "To", "Organization", "Path", "Lines"];
    const OWN: [&str; 17] = [
        "From",
        "Subject",
        "Received",
        "Return-Path",
        "Message-ID",
        "Newsgroups",
        "Reply-To",
        "Delivered-To",
        "MIME-Version",
        "Content-Type",
        "Content-Transfer-Encoding",
        "In-Reply-To",
        "References",
        "Cc",
        "Sender",
        "User-Agent",
        "DKIM-Signature",
    ];
    let mut lines = text.split('\n').map(|line| line.trim_end_matches('\r'));
    // `From ada@example.org Mon Jan  1 00:00:00 1990`, as mailboxes have it.
    let is_envelope = |line: &str| {
        let mut words = line.split(' ');
        words.next() == Some("From") && words.next().is_some_and(|word| word.contains('@') || line.contains(':'))
    };
    let mut mail_only = 0;
    let mut common = 0;
    if let Some(first) = text.split(['\n', '\r']).next().filter(|line| is_envelope(line)) {
        mail_only += 1;
        debug_assert!(!first.is_empty());
        lines.next();
    }
    for line in lines {
        if line.starts_with([' ', '\t']) && mail_only + common > 0 {
            // A field continues.
            continue;
        }
        let Some((name, _)) = line.split_once(':') else { break };
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if !is_name {
            break;
        }
        let is_one_of = |names: &[&str]| names.iter().any(|field| field.eq_ignore_ascii_case(name));
        mail_only +=
            usize::from(is_one_of(&OWN) || name.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("X-")));
        common += usize::from(is_one_of(&COMMON));
    }
    mail_only > 0 && mail_only + common > 1
}

/// Whether the text begins with a section of this format, after any comments.
fn is_ugf(text: &str) -> bool {
    let mut lines = text.split(['\n', '\r']).map(str::trim_end);
    let first = lines.find(|line| !line.is_empty() && !line.starts_with('#')).unwrap_or_default();
    ["[Header]", "[Files]", "[Data]"].iter().any(|name| first.eq_ignore_ascii_case(name))
}

/// Whether one of the first lines is a board size, and a move follows where this format has moves; or whether all lines
/// before the first move are marked as headers, or there are none.
fn is_ngf(head: &str) -> bool {
    let lines: Vec<&str> = head.split('\n').take(24).map(str::trim).collect();
    let is_size = |line: &str| matches!(line, "9" | "13" | "19");
    let is_move = |line: &str| {
        let bytes = line.as_bytes();
        bytes.starts_with(b"PM")
            && (7..=11).contains(&bytes.len())
            && bytes.iter().all(u8::is_ascii_uppercase)
            && matches!(bytes[4], b'B' | b'W')
    };
    if lines.iter().take(3).any(|line| is_size(line)) && lines.iter().skip(8).any(|line| is_move(line)) {
        return true;
    }
    let mut filled = lines.iter().filter(|line| !line.is_empty()).skip_while(|line| line.starts_with("GI"));
    filled.next().is_some_and(|line| is_move(line)) && filled.next().is_none_or(|line| is_move(line))
}

/// The start of a record after text of another kind, if any: its first line that can only be data, or the lines with
/// keywords directly before that line.
fn record_after(text: &str, kind: ForeignKind) -> Option<usize> {
    // A program can have records in it, as strings. They are its own.
    if kind == ForeignKind::GoProgram {
        return None;
    }
    let mut scratch = Vec::new();
    let (mut filled, mut moves) = (0, 0);
    let (mut first, mut leading) = (None, None);
    let mut at = 0;
    while at < text.len() {
        let (content, end) = line::bounds(text, at);
        let span = Span::new(at, content);
        let keyword = line::first_keyword(text, span);
        if line::is_unmistakable(text, span, &mut scratch) && keyword != Some(Keyword::Endvar) {
            first.get_or_insert(leading.unwrap_or(at));
            moves += usize::from(matches!(keyword, Some(Keyword::B | Keyword::W)));
        }
        scratch.clear();
        match line::read(text, span, end, &mut scratch).kind {
            // A paragraph above may well begin with a word such as Black.
            LineKind::Blank => leading = None,
            LineKind::Data(_) => {
                filled += 1;
                leading.get_or_insert(at);
            }
            _ => {
                filled += 1;
                leading = None;
            }
        }
        at = end;
    }
    // A message may mention moves, and a game in another format can quote some.
    let is_record = match kind {
        ForeignKind::Mail | ForeignKind::Markup => moves >= 3,
        _ => moves > 0 && moves * 4 >= filled,
    };
    first.filter(|&first| is_record && first > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kind(text: &str) -> Option<ForeignKind> {
        Foreign::of(text).map(|foreign| foreign.kind)
    }

    #[test]
    fn texts_of_other_kinds_are_recognised() {
        use ForeignKind::{Gib, GoProgram, Mail, Markup, Ngf, Sensei, Sgf, Ugf};
        let ngf = "Rating game\r\n19\r\nAda 5D\r\nBen 5D\r\nwww.cyberoro.com\r\n0\r\n0\r\n7\r\n20080212 [21:36]\r\n\
                   5\r\n\
                   White wins\r\n2\r\nPMABBQDEED\r\nPMACWDEEED\r\n";
        for (text, expected) in [
            ("(;GM[1]FF[4]SZ[19];B[pd];W[dd])", Sgf),
            ("\u{feff}\r\n ( \r\n;GM[1])", Sgf),
            ("W is a program.\nThis was played today.\n\n(;\nGM[1])", Sgf),
            ("\\HS\r\n\\[GAMEBLACKNAME=Ada\\]\r\n\\HE\r\n\\GS\r\nSTO 0 2 1 15 3\r\n\\GE", Gib),
            ("\\[GAMETAG=S1\\]\n", Gib),
            (ngf, Ngf),
            (&ngf.replace('\r', ""), Ngf),
            ("[Header]\r\nCopy=PANDANET INC\r\n[Data]\r\nQDB1,B1,1,10\r\n", Ugf),
            ("\n $$B A title\n$$ | . X\n", Sensei),
            ("package main\n\nimport \"fmt\"\n", GoProgram),
            ("\u{feff}// A program.\r\n\r\n/* more\r\n */\r\npackage sgf // import \"x\"\r\n", GoProgram),
            ("From: ada@example.org\nSubject: our game\n\nHi Ben,\nB 1 Q16 was good.\n", Mail),
            ("Received: from a\n by b\nDate: Mon\n\nHi\n", Mail),
            ("From ada@example.org Mon Jan  1 00:00:00 1990\nDate: Mon\n\nHi\n", Mail),
            ("Path: a!b\nNewsgroups: rec.games.go\n\nHi\n", Mail),
            ("From: ada@example.org\nSubject: our game\n\nHi Ben, here it is.\n\n(;GM[1];B[pd])\n", Sgf),
            ("<!DOCTYPE html>\n<html>", Markup),
        ] {
            assert_eq!(kind(text), Some(expected), "{text:?}");
            assert_eq!(kind(&text.replace("\r\n", "\n").replace('\n', "\r\n")), Some(expected), "{text:?}");
        }
    }

    #[test]
    fn a_broken_record_is_a_record() {
        for text in [
            "",
            "\n\n",
            "EVENT x\nCOM\n(;GM[1];B[pd])\nENDCOM\n",
            "REMARK (;GM[1])\nB 1 Q16\n",
            "1. Q16\n2. D4\n",
            "From: Go Review\nBLACK Ada\nB 1 Q16\n",
            "Date: 8 March 1990\nPlace: Kyoto\nTo: move 50\nB 1 Q16\n",
            "Subject\nFrom\nB 1 Q16\n",
            "(a game)\nB 1 Q16\n",
            "prose\nCMO\n(;GM[1])\nENDCOM\nB 1 Q16\n",
            "BLACK Ada\n(;GM[1])\n",
            "prose\n(; and so on)\n",
            "(;-) is a smiley\nEVENT x\nB 1 Q16\n",
            "(see below; and above)\nB 1 Q16\n",
            "[Event \"x\"]\nB 1 Q16\n",
            "package\nB 1 Q16\n",
            "package deal of two games\nB 1 Q16\n",
            "19\nB 1 Q16\nW 2 D4\n",
            "prose\nof any kind\n",
        ] {
            assert_eq!(kind(text), None, "{text:?}");
        }
    }

    #[test]
    fn a_record_after_it_is_read() {
        let rest = |text: &'static str| Foreign::of(text).map(|foreign| &text[foreign.end..]);
        let mail =
            "From: ada\nSubject: game\n\nHere it is.\nBlack won.\n\nREMARK file\nBLACK Ada\nB 1 Q16\nW 2 D4\nB 3 C3\n";
        assert_eq!(rest(mail), Some("REMARK file\nBLACK Ada\nB 1 Q16\nW 2 D4\nB 3 C3\n"));
        assert_eq!(rest("(;GM[1])\nEVENT x\nB 1 Q16\n"), Some("EVENT x\nB 1 Q16\n"));
        assert_eq!(rest("(;GM[1]C[one\ntwo\nthree\nfour\nB 1 Q16\n])"), Some(""));
        assert_eq!(rest("package main\nconst x = `\nB 1 Q16\nW 2 D4\nB 3 C3\n`\n"), Some(""));
    }
}
