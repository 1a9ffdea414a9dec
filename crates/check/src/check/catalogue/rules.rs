//! The table of rules, by family: for each rule its code, the problem that it reports, the reason, and an example.

use super::{Family, Remedy, Row};
use crate::check::Severity::{Error, Hint, Info, Off, Warning};

/// The remedy for a contradiction with the board.
const CORRECTION: &str = "correct a location, exchange those of two moves, or insert a missing pass";

macro_rules! rules {
    ($([$family:ident] $($code:ident = Row { $($field:tt)* };)*)*) => {
        /// The stable name of a rule. Codes are added over time, and never renamed.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Code { $($(#[doc = concat!("See [`Row::what`]: `", stringify!($code), "`.")] $code,)*)* }

        impl Code {
            /// Every code, in the order of the documentation.
            pub const ALL: &[Self] = &[$($(Self::$code,)*)*];
            /// How many there are.
            pub(crate) const COUNT: usize = Self::ALL.len();
        }

        /// The rows, in the order of their codes.
        pub(super) static ROWS: [Row; Code::COUNT] =
            [$($(Row { family: Family::$family, $($field)* },)*)*];
    };
}

rules! {
    [Text]
    InvalidCharacter = Row {
        name: "invalid-character", severity: Warning,
        what: "a character outside the Standard's character set",
        why: "Only the printable ASCII characters, the tab and the line end are valid. A reader may ignore all other \
              characters, so a name with an accent may lose letters in another program. Inside COM and USER text the \
              problem is only reported as information, because no data can be lost. The message names a byte-order \
              mark at the start, and a Ctrl-Z at the end, which DOS programs wrote. U+FFFD stands for bytes that an \
              editor could not read; they are lost when the text is saved.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("write a letter without its accent or a space, or remove the character (by itself only \
              a byte-order mark and a final Ctrl-Z)"),
        before: "BLACK Andr\u{e9}\nB 1 Q16\n", after: "BLACK Andre\nB 1 Q16\n",
    };
    NotARecord = Row {
        name: "not-a-record", severity: Error,
        what: "a file of another kind",
        why: "The file begins like a game in SGF, GIB, NGF or UGF, a program in the Go language, an e-mail message \
              or an HTML or XML document. Such a file is not read as a record, and it is never formatted. A game is \
              checked in its own format; in any other file no other rule reports a problem. If a record follows such \
              text, only the record is read. Text that is quoted in a comment is part of its record.",
        source: "ishi",
        remedy: Remedy::None,
        before: "(;GM[1]FF[4]SZ[19];B[pd];W[dd])\n", after: "B 1 Q16\nW 2 D16\n",
    };
    LineEnding = Row {
        name: "line-ending", severity: Off,
        what: "a line that does not end with CR LF",
        why: "In the Standard a line ends with a carriage return and a line feed. Today nearly every program also \
              reads a lone line feed, so this rule is off by default. It reports only the first such line of a file.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("convert the file to CR LF (on the command line only)"),
        before: "B 1 Q16\nW 2 D4\n", after: "B 1 Q16\r\nW 2 D4\r\n",
    };
    MixedLineEndings = Row {
        name: "mixed-line-endings", severity: Warning,
        what: "a file that mixes CR LF, LF and CR",
        why: "Programs disagree on where the lines of such a file end. Usually two files were joined, or an editor \
              added lines of its own kind.",
        source: "Standard 2 (valid characters), 3",
        remedy: Remedy::Auto("convert all lines to the most frequent line end (on the command line only)"),
        before: "B 1 Q16\r\nW 2 D4\nB 3 D16\r\n", after: "B 1 Q16\r\nW 2 D4\r\nB 3 D16\r\n",
    };
    NotText = Row {
        name: "not-text", severity: Error,
        what: "a file that is not text in UTF-8",
        why: "The file contains a NUL, which a text never does. Files in UTF-16 or UTF-32 have many NULs, and so have \
              pictures and programs. No other rule reports a problem in such a file. It is neither formatted nor \
              fixed, because that could damage it.",
        source: "Standard 2 (valid characters)",
        remedy: Remedy::None,
        before: "B 1 Q16\0\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [Fields]
    UnknownKeyword = Row {
        name: "unknown-keyword", severity: Error,
        what: "a line whose first word is not a keyword",
        why: "Outside a COM or USER block every line begins with one of the keywords of the Standard. To check the \
              rest of the file, a misspelt keyword is read as the keyword that it most resembles.",
        source: "Standard 3, 5.1",
        remedy: Remedy::Suggested("take the nearest keyword, or make the line a REMARK"),
        before: "B 1 Q16\nMARKK Q16\n", after: "B 1 Q16\nMARK Q16\n",
    };
    BareLocation = Row {
        name: "bare-location", severity: Error,
        what: "a line that has only locations",
        why: "A move needs its color and its number. A line that has only locations, or PASS, is read as the next \
              moves, so that it causes no other diagnostics. There are two exceptions: the next numbers are already \
              taken, or the locations may continue the list of the previous line. In an editor, Enter writes the \
              moves. If a number is taken, quick fixes insert the moves or make them a variation.",
        source: "Standard 3, 5.4 (B, W)",
        remedy: Remedy::Suggested("write the moves with color and number"),
        before: "B 1 Q16\nD4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    MissingData = Row {
        name: "missing-data", severity: Error,
        what: "a keyword without the data that it needs",
        why: "B and W need a number and a location or PASS, and BOARDSIZE needs a number.",
        source: "Standard 5.4 (B, W, BOARDSIZE), 6",
        remedy: Remedy::None,
        before: "B 1\n", after: "B 1 Q16\n",
    };
    MissingColor = Row {
        name: "missing-color", severity: Error,
        what: "SETUP stones with no color before them",
        why: "A list of setup stones begins with B or W. Without a color it is not known whose stones they are.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("insert B or W"),
        before: "SETUP D4 Q16\n", after: "SETUP B D4 Q16\n",
    };
    InvalidMoveNumber = Row {
        name: "invalid-move-number", severity: Error,
        what: "a move number that is not a positive integer",
        why: "A move number is an integer from 1 to 4294967295. If a wrong number can have only one meaning, such as \
              `1.` or `1O`, it is read with this meaning to check the rest of the file. The same is true of a number \
              and a location that are joined or swapped.",
        source: "Standard 4.3, 5.3 (n), 5.4 (B, W)",
        remedy: Remedy::Suggested("write the only possible number, put a space between number and location, or swap \
              them"),
        before: "B 1. Q16\n", after: "B 1 Q16\n",
    };
    InvalidLocation = Row {
        name: "invalid-location", severity: Error,
        what: "a location that is not valid",
        why: "A location is a letter from A to T for the column (there is no I) and a number from 1 to 19 for the \
              row, in this order and without a space. A slip that can mean only one location, such as `Ql6`, `Q 16` \
              or `16Q`, is read as this location to check the rest of the file. `16-4` can mean several points, \
              depending on the corner from which the author counts: editors offer each of these points, and none is \
              assumed.",
        source: "Standard 5.3 (loc)",
        remedy: Remedy::Suggested("write the only possible location; J or H for the column I"),
        before: "B 1 I4\n", after: "B 1 J4\n",
    };
    OffBoard = Row {
        name: "off-board", severity: Error,
        what: "a location outside the board of the event",
        why: "The location is well formed, but the board has no such point. BOARDSIZE gives the size of the board, \
              which is 19x19 by default.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 9\nB 1 Q16\n", after: "BOARDSIZE 9\nB 1 G7\n",
    };
    UnexpectedData = Row {
        name: "unexpected-data", severity: Error,
        what: "more data than the keyword takes",
        why: "Free text after the data of a line is allowed, and readers drop it. But text that looks like data of the \
              keyword, such as a second location after a move, can only be a mistake.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put the second move on a line of its own, or turn the text into a REMARK"),
        before: "B 1 Q16 R7\n", after: "B 1 Q16\nW 2 R7\n",
    };
    IgnoredData = Row {
        name: "ignored-data", severity: Hint,
        what: "free text that readers drop",
        why: "Text after the data of a line is allowed, but a program that reads and writes the file is not expected \
              to keep it. A REMARK is kept.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put a move or marks on a line of their own, and turn any other text into a \
              REMARK"),
        before: "B 1 Q16\nVAR\nB 1 D4\nENDVAR back to the game\nW 2 D4\n",
        after: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nREMARK back to the game\nW 2 D4\n",
    };
    InvalidBoardSize = Row {
        name: "invalid-board-size", severity: Error,
        what: "a BOARDSIZE that is not an integer from 2 to 19",
        why: "Boards are square and have 2 to 19 lines in each direction. The event is read without the BOARDSIZE \
              line.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 21\n", after: "BOARDSIZE 19\n",
    };
    InvalidRegion = Row {
        name: "invalid-region", severity: Error,
        what: "a DIAGRAM region that is neither a size nor two locations",
        why: "A region is either a whole board such as 9x9 (the same number twice, from 2 to 19), or two opposite \
              corners such as A1 J9.",
        source: "Standard 4.4, 5.4 (DIAGRAM)",
        remedy: Remedy::None,
        before: "DIAGRAM 9x13\n", after: "DIAGRAM A1 J13\n",
    };
    InvalidMark = Row {
        name: "invalid-mark", severity: Error,
        what: "a field of MARK, UNMARK, HIDE or PRISONER that is not valid",
        why: "MARK takes ALL, a location, #n or #n-n; a label and @ may come before the last three. A label is one or \
              two characters, or one of the signs \\c \\d \\s \\t. UNMARK takes no labels, HIDE takes neither labels \
              nor ALL, and PRISONER takes only locations and #n. A range goes from the lower number to the higher \
              number.",
        source: "Standard 5.3 (cc, \\C, n-n), 5.4 (MARK, UNMARK, HIDE, PRISONER)",
        remedy: Remedy::Suggested("swap the ends of a descending range"),
        before: "B 1 Q16\nW 2 D4\nMARK #2-1\n", after: "B 1 Q16\nW 2 D4\nMARK #1-2\n",
    };
    UnreadableHeader = Row {
        name: "unreadable-header", severity: Info,
        what: "a DATE, KOMI, HANDICAP, RULES or RESULT that a program can't interpret",
        why: "A header is free text, so this is not an error. But a program that looks for the number or the winner \
              will not find it. A DATE is reported only if its day does not exist, such as 2018-02-30.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI as usual\n", after: "KOMI 5 1/2\n",
    };
    [Blocks]
    UnclosedCom = Row {
        name: "unclosed-com", severity: Error,
        what: "COM without ENDCOM",
        why: "All text between COM and ENDCOM is a comment. If ENDCOM is missing, the comment is assumed to end before \
              the first line that can only be data.",
        source: "Standard 5.4 (COM, ENDCOM)",
        remedy: Remedy::Suggested("insert ENDCOM where the comment ends"),
        before: "B 1 Q16\nCOM\nA calm start.\nW 2 D4\n", after: "B 1 Q16\nCOM\nA calm start.\nENDCOM\nW 2 D4\n",
    };
    UnmatchedEndcom = Row {
        name: "unmatched-endcom", severity: Error,
        what: "ENDCOM without COM",
        why: "There is no comment here to end.",
        source: "Standard 5.4 (ENDCOM)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDCOM\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    NestedCom = Row {
        name: "nested-com", severity: Error,
        what: "COM inside a comment",
        why: "Comments can't be nested: the next keyword line after COM is ENDCOM.",
        source: "Standard 5.4 (COM)",
        remedy: Remedy::Suggested("close the outer comment first"),
        before: "COM\nFor the event.\nCOM\nAnd more.\nENDCOM\n",
        after: "COM\nFor the event.\nENDCOM\nCOM\nAnd more.\nENDCOM\n",
    };
    UnclosedUser = Row {
        name: "unclosed-user", severity: Error,
        what: "USER without ENDUSER",
        why: "All text between USER and ENDUSER is data of another program. If ENDUSER is missing, the block is \
              assumed to end before the first line that can only be data of the record.",
        source: "Standard 5.4 (USER, ENDUSER)",
        remedy: Remedy::Suggested("insert ENDUSER where the block ends"),
        before: "B 1 Q16\nUSER\nnumbase -22\nW 2 D4\n", after: "B 1 Q16\nUSER\nnumbase -22\nENDUSER\nW 2 D4\n",
    };
    UnmatchedEnduser = Row {
        name: "unmatched-enduser", severity: Error,
        what: "ENDUSER without USER",
        why: "There is no block of user data here to end.",
        source: "Standard 5.4 (ENDUSER)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDUSER\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    NestedUser = Row {
        name: "nested-user", severity: Off,
        what: "USER inside a block of user data (not reported any more)",
        why: "User data may have any format and ends with the next ENDUSER line. So a line in the block that begins \
              with USER is data, and nothing is wrong. The code still exists so that settings with this code stay \
              valid.",
        source: "Standard 5.4 (USER)",
        remedy: Remedy::None,
        before: "USER\npage 1\nUSER\npage 2\nENDUSER\n", after: "USER\npage 1\nUSER\npage 2\nENDUSER\n",
    };
    UnclosedVar = Row {
        name: "unclosed-var", severity: Error,
        what: "VAR without ENDVAR",
        why: "A variation ends with ENDVAR. Without ENDVAR, the following moves of the game would belong to the \
              variation.",
        source: "Standard 2 (sequence), 5.4 (VAR, ENDVAR)",
        remedy: Remedy::Suggested("insert ENDVAR where the variation seems to end"),
        before: "B 1 Q16\nVAR\nB 1 D4\nW 2 Q4\n", after: "B 1 Q16\nVAR\nB 1 D4\nW 2 Q4\nENDVAR\n",
    };
    UnmatchedEndvar = Row {
        name: "unmatched-endvar", severity: Error,
        what: "ENDVAR without VAR",
        why: "There is no variation here to end.",
        source: "Standard 5.4 (ENDVAR)",
        remedy: Remedy::Manual("remove the line"),
        before: "B 1 Q16\nENDVAR\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    MisplacedVar = Row {
        name: "misplaced-var", severity: Error,
        what: "VAR without a move that the variation could replace",
        why: "A variation replaces the current move, so a B or W line of the same sequence has to come before VAR.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::None,
        before: "VAR\nB 1 D4\nENDVAR\nB 1 Q16\n", after: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    EmptyVariation = Row {
        name: "empty-variation", severity: Warning,
        what: "a variation with neither move nor diagram",
        why: "Such a variation shows nothing. Often its move was deleted, or the line of the move is misspelt.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::Manual("remove the variation"),
        before: "B 1 Q16\nVAR\nENDVAR\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [Order]
    MisplacedHeader = Row {
        name: "misplaced-header", severity: Warning,
        what: "a header after the moves have begun",
        why: "Headers, and all other data of the whole event, come before the first move or diagram.",
        source: "Standard 4.2",
        remedy: Remedy::Suggested("move the line up to the other headers"),
        before: "BLACK Ada\nB 1 Q16\nWHITE Ben\n", after: "BLACK Ada\nWHITE Ben\nB 1 Q16\n",
    };
    MisplacedSetup = Row {
        name: "misplaced-setup", severity: Error,
        what: "SETUP after the moves have begun, outside a diagram",
        why: "Setup stones are on the board before the first move. A later SETUP belongs to a DIAGRAM, which shows its \
              stones without changing the game.",
        source: "Standard 4.2, 5.4 (SETUP)",
        remedy: Remedy::None,
        before: "B 1 Q16\nSETUP W D4\n", after: "SETUP W D4\nB 1 Q16\n",
    };
    MisplacedBoardSize = Row {
        name: "misplaced-board-size", severity: Error,
        what: "BOARDSIZE after the moves have begun",
        why: "An event has a single board size, given before its first move or diagram.",
        source: "Standard 4.2",
        remedy: Remedy::None,
        before: "B 1 C3\nBOARDSIZE 9\n", after: "BOARDSIZE 9\nB 1 C3\n",
    };
    MisplacedHide = Row {
        name: "misplaced-hide", severity: Error,
        what: "HIDE outside a diagram",
        why: "Only a DIAGRAM can hide stones, and only in that diagram.",
        source: "Standard 4.4, 5.4 (HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nHIDE #1\n", after: "B 1 Q16\nDIAGRAM\nHIDE #1\n",
    };
    MisplacedPrisoner = Row {
        name: "misplaced-prisoner", severity: Error,
        what: "PRISONER with no current move",
        why: "PRISONER names the stones that the current move takes, so a B or W line of the same sequence has to come \
              before it.",
        source: "Standard 2 (current move), 5.4 (PRISONER)",
        remedy: Remedy::None,
        before: "SETUP B A2 W A1\nPRISONER A1\nB 1 B1\n", after: "SETUP B A2 W A1\nB 1 B1\nPRISONER A1\n",
    };
    DataAfterVariation = Row {
        name: "data-after-variation", severity: Warning,
        what: "data of a move after that move's variations",
        why: "Variations come after all other data of their move. A reader may not know that later data belongs to the \
              move.",
        source: "Standard 4.3",
        remedy: Remedy::Suggested("move the data up, before the variations"),
        before: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nMARK Q16\n", after: "B 1 Q16\nMARK Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    DanglingRemark = Row {
        name: "dangling-remark", severity: Hint,
        what: "a REMARK that belongs to nothing",
        why: "A remark belongs to the next EVENT, SETUP, move or DIAGRAM of the file, and there is none.",
        source: "Standard 5.4 (REMARK)",
        remedy: Remedy::None,
        before: "B 1 Q16\nREMARK the end\n", after: "REMARK the only move\nB 1 Q16\n",
    };
    RemarkInsideSetup = Row {
        name: "remark-inside-setup", severity: Warning,
        what: "a REMARK between the SETUP lines of an event or diagram",
        why: "All SETUP lines of an event or diagram are one step, and only the first line can have a remark.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move the remark up, before the first SETUP line"),
        before: "SETUP B D4\nREMARK and White\nSETUP W Q16\n", after: "REMARK and White\nSETUP B D4\nSETUP W Q16\n",
    };
    DataInsideSetup = Row {
        name: "data-inside-setup", severity: Warning,
        what: "marks, a comment or user data between the SETUP lines of an event or diagram",
        why: "All SETUP lines of an event or diagram are one step, and only the last line can have marks, comments and \
              user data.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move it down, after the last SETUP line"),
        before: "SETUP B D4\nMARK a@D4\nSETUP W Q16\n", after: "SETUP B D4\nSETUP W Q16\nMARK a@D4\n",
    };
    RepeatedHeader = Row {
        name: "repeated-header", severity: Info,
        what: "a second line of a header that has one value",
        why: "BLACK, WHITE, KOMI, HANDICAP, RESULT, RULES and BOARDSIZE have one value, and the last line counts. The \
              lines of other headers add up.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI 5\nKOMI 6\n", after: "KOMI 6\n",
    };
    [Numbers]
    DuplicateMove = Row {
        name: "duplicate-move", severity: Error,
        what: "a move number that this sequence has already used",
        why: "In a sequence each number names one move; a variation is a sequence of its own. If the numbers start \
              again and continue, only the first repeated number is reported.",
        source: "Standard 6",
        remedy: Remedy::Suggested("renumber from here"),
        before: "B 1 Q16\nW 1 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    OutOfSequence = Row {
        name: "out-of-sequence", severity: Warning,
        what: "a move number lower than the one before it",
        why: "Moves are numbered in the order of play. If two moves are swapped in the text, the lines of the earlier \
              move belong before those of the later move.",
        source: "Standard 6",
        remedy: Remedy::Suggested("put the move where its number belongs, or renumber from here"),
        before: "B 12 Q16\nW 11 D4\n", after: "B 12 Q16\nW 13 D4\n",
    };
    MissingMove = Row {
        name: "missing-move", severity: Warning,
        what: "a gap in the move numbers of a sequence",
        why: "Probably a move was forgotten. A player who played elsewhere is recorded with PASS. A number that \
              comes later in the sequence is not missing but out of sequence.",
        source: "Standard 6",
        remedy: Remedy::Suggested("renumber from here, or insert PASS for each missing move"),
        before: "B 1 Q16\nB 3 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 D4\n",
    };
    VariationNumber = Row {
        name: "variation-number", severity: Hint,
        what: "a variation whose first number differs from that of the replaced move",
        why: "The first move of a variation replaces the move before VAR, and usually has its number. Some programs \
              number each variation from 1. This is legal, but then #n refers to different moves at different places.",
        source: "Standard 4.3, 5.4 (MARK)",
        remedy: Remedy::None,
        before: "B 7 Q16\nVAR\nB 1 D4\nENDVAR\n", after: "B 7 Q16\nVAR\nB 7 D4\nENDVAR\n",
    };
    SameColorTwice = Row {
        name: "same-color-twice", severity: Off,
        what: "two moves in a row by one color",
        why: "The Standard allows this, and corner sequences in diagrams use it. Turn this rule on for records of \
              whole games.",
        source: "Standard 3",
        remedy: Remedy::None,
        before: "B 1 Q16\nB 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [References]
    UnknownMove = Row {
        name: "unknown-move", severity: Warning,
        what: "a #n without an earlier move of this number",
        why: "#n refers to the most recent move with this number: in a variation first to moves of the variation, then \
              to earlier moves of its parent. If no such move has the number, a mark on it shows nothing. Of a range, \
              the message names the part that does not exist.",
        source: "Standard 5.4 (MARK, UNMARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK #2\n", after: "B 1 Q16\nMARK #1\n",
    };
    NoStone = Row {
        name: "no-stone", severity: Warning,
        what: "a location or number whose stone is not on the board",
        why: "MARK with only a location shows the number of the stone on this point, and HIDE hides a stone. Without a \
              stone they have no effect. A label or a sign, such as \\t@Q4, may be put on an empty point.",
        source: "Standard 5.4 (MARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK Q4\n", after: "B 1 Q16\nMARK Q16\n",
    };
    IdleUnmark = Row {
        name: "idle-unmark", severity: Hint,
        what: "an UNMARK that removes nothing",
        why: "UNMARK removes marks that earlier lines have put on the board of the same move, diagram or event. Marks \
              of other moves are not shown on this board, so they need not be removed.",
        source: "Standard 5.4 (MARK, UNMARK)",
        remedy: Remedy::Manual("remove the UNMARK"),
        before: "B 1 Q16\nW 2 D4\nMARK #1\nUNMARK #2\n", after: "B 1 Q16\nW 2 D4\nMARK #1\n",
    };
    [Replay]
    OccupiedPoint = Row {
        name: "occupied-point", severity: Error,
        what: "a move on an occupied point",
        why: "Either the location is mistyped, or an earlier mistake in the record has left a stone on the board that \
              was captured in the game. The move is played anyway and replaces the stone; consequences of this are not \
              reported. An editor offers up to five corrections of this move or an earlier one.",
        source: "AGA rules 4; SGF, how to execute a move",
        remedy: Remedy::Manual(CORRECTION),
        before: "B 1 Q16\nW 2 Q16\n", after: "B 1 Q16\nW 2 Q15\n",
    };
    SetupConflict = Row {
        name: "setup-conflict", severity: Error,
        what: "a setup that puts a stone on a point twice",
        why: "All SETUP lines of an event, or of a diagram, are one step. If a point gets both colors, one of them \
              is a mistake; ishi uses the later color. If a point gets the same color twice, this is only reported \
              as a hint.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Manual("remove the later stone"),
        before: "SETUP B Q16 D4 W D16 Q16\n", after: "SETUP B Q16 D4 W D16\n",
    };
    SetupNoLiberty = Row {
        name: "setup-no-liberty", severity: Info,
        what: "a setup that leaves a group without a liberty",
        why: "A setup captures nothing, so the group stays on the board until a move next to it takes it. No game can \
              lead to such a position. Usually a stone is on the wrong point.",
        source: "SGF, how to execute add stone",
        remedy: Remedy::None,
        before: "SETUP B A2 B1 W A1\nB 1 Q16\n", after: "SETUP B A2 B1\nB 1 Q16\n",
    };
    SelfCapture = Row {
        name: "self-capture", severity: Warning,
        what: "a move that leaves its own group without a liberty",
        why: "Japanese, Chinese and AGA rules forbid self-capture. The group is removed from the board, as in SGF. A \
              move that gains a liberty because it captures is not self-capture. If RULES names rules that allow \
              self-capture, such as those of New Zealand, it is not reported.",
        source: "AGA rules 5; SGF, how to execute a move",
        remedy: Remedy::Manual(CORRECTION),
        before: "SETUP B A2 B1\nW 1 A1\n", after: "SETUP B A2 B1\nW 1 A4\n",
    };
    Ko = Row {
        name: "ko", severity: Warning,
        what: "a ko that is retaken at once",
        why: "If a single stone has just captured a single stone, the very next move may not capture it if that would \
              restore the position. Snapback, which captures more than one stone, is not ko. Most often two moves in \
              between are missing in the record.",
        source: "AGA rules 6",
        remedy: Remedy::Manual(CORRECTION),
        before: "SETUP B B1 A2 B3 W C1 D2 C3 B2\nB 1 C2\nW 2 B2\n",
        after: "SETUP B B1 A2 B3 W C1 D2 C3 B2\nB 1 C2\nW 2 A3\n",
    };
    RepeatedPosition = Row {
        name: "repeated-position", severity: Info,
        what: "a position that has been on the board before",
        why: "The whole board is the same as before, with the same player to move. Under Japanese rules a game may end \
              without result in this way. Other rules forbid it (superko); if RULES names such rules, this is a \
              warning. AGA rules forbid to repeat a position with the same player to move, Chinese rules forbid to \
              repeat any position, and New Zealand rules forbid to repeat a position that an earlier move of the same \
              player made. The message names the earlier position.",
        source: "AGA rules 6; the sources of the rulesets in rules.md",
        remedy: Remedy::None,
        before: "RULES Chinese\nSETUP W B1 C2 D1 B A2 B2\nW 1 A1\nB 2 C1\nW 3 B1\n",
        after: "RULES Chinese\nSETUP W B1 C2 D1 B A2 B2\nW 1 A1\nB 2 C1\nW 3 Q16\n",
    };
    WrongPrisoners = Row {
        name: "wrong-prisoners", severity: Warning,
        what: "a list of prisoners that differs from the captures of the move",
        why: "The PRISONER lines of a move name the stones that it captures, by number or location. If they differ \
              from the replay, the mistake is in the list or in an earlier move. If a single other location would \
              explain the list, the message names this location.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("correct the location that must be wrong if the list is right, or rewrite the list"),
        before: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER D4\n", after: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER A1\n",
    };
    MissingPrisoners = Row {
        name: "missing-prisoners", severity: Info,
        what: "a capture without PRISONER, in an event that has other PRISONER lines",
        why: "A program without a board relies on the PRISONER lines. An event without any PRISONER line is not \
              reported, but an event that has some should have all of them.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("insert the line"),
        before: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\n",
        after: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\nPRISONER A19\n",
    };
    PlayAfterEnd = Row {
        name: "play-after-end", severity: Off,
        what: "a play after two passes in a row",
        why: "Two passes usually end the game. But the Standard also uses PASS for a move elsewhere, so this rule is \
              off by default. If RULES names rules under which two passes end the game, it is reported as information, \
              because players who disagree about dead stones may resume the game.",
        source: "AGA rules 9, 10",
        remedy: Remedy::None,
        before: "B 1 Q16\nW 2 PASS\nB 3 PASS\nW 4 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 PASS\n",
    };
    HandicapMismatch = Row {
        name: "handicap-mismatch", severity: Off,
        what: "a HANDICAP that differs from the black setup stones",
        why: "HANDICAP is only information and does not have to match the setup, so this rule is off by default.",
        source: "Standard 5.2 (a note on handicaps)",
        remedy: Remedy::None,
        before: "HANDICAP 3\nSETUP B D4 Q16\n", after: "HANDICAP 2\nSETUP B D4 Q16\n",
    };
    ResultMismatch = Row {
        name: "result-mismatch", severity: Info,
        what: "a RESULT that contradicts the record or itself",
        why: "RESULT says that a player resigned at a move that is not the last move of the main line, or that the \
              player who resigned has won. Or RESULT differs from the count. The count is certain after two passes, if \
              a USER block of ishi names the dead stones, or if all stones are proven to be alive or dead.",
        source: "Standard 5.2",
        remedy: Remedy::Manual("write the counted result"),
        before: "BOARDSIZE 5\nKOMI 0.5\nRESULT B+1\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n\
                 B 1 PASS\nW 2 PASS\n",
        after: "BOARDSIZE 5\nKOMI 0.5\nRESULT W+0.5\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n\
                B 1 PASS\nW 2 PASS\n",
    };
    UnusualKomi = Row {
        name: "unusual-komi", severity: Info,
        what: "a KOMI that is unusual under the rules in RULES, or that no rules have",
        why: "Rules of Go name a komi for even games and for handicap games on 19x19, and some tournaments used other \
              values. A value that is not among these is allowed, but often KOMI has a slip, or RULES is wrong. \
              Without RULES only a komi is reported that no rules have, such as 375, which is 3.75 in some programs.",
        source: "AGA rules 3; the sources of the rulesets in rules.md",
        remedy: Remedy::None,
        before: "RULES AGA 1991\nKOMI 4.5\nB 1 Q16\n", after: "RULES AGA 1991\nKOMI 5.5\nB 1 Q16\n",
    };
    HandicapPoints = Row {
        name: "handicap-points", severity: Info,
        what: "handicap stones that are not on the points of the rules in RULES",
        why: "Rules with a fixed handicap put the stones on star points in a fixed order: Q16, D4, Q4, D16, and so on. \
              The players may agree on other points, so this is only reported as information.",
        source: "AGA rules 4",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 C3\nW 1 Q16\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    WrongFirstPlayer = Row {
        name: "wrong-first-player", severity: Info,
        what: "a game in which the wrong player begins, under the rules in RULES",
        why: "Black moves first. If handicap stones are set up, White moves first. In a record without RULES, or in a \
              record that begins with a position, either player may move first.",
        source: "AGA rules 2",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nB 1 C3\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    UnequalMoves = Row {
        name: "unequal-moves", severity: Info,
        what: "a game without a last move by White, or with unequal numbers of moves, if RULES requires them",
        why: "Under AGA rules each pass costs a stone, and White makes the last move, which may be another pass. \
              Then both players have played and passed equally often, and counting territory and counting area give \
              the same result. The handicap stones together are Black's first turn. The rule applies only if the \
              record has all moves from the first, ends with two passes, and has a RESULT in points. Counting adds \
              the missing pass.",
        source: "AGA rules 7, 11",
        remedy: Remedy::Suggested("insert the last pass"),
        before: "RULES AGA\nRESULT B+5\nB 1 Q16\nW 2 PASS\nB 3 PASS\n",
        after: "RULES AGA\nRESULT B+5\nB 1 Q16\nW 2 PASS\nB 3 PASS\nW 4 PASS\n",
    };
    PassStones = Row {
        name: "pass-stones", severity: Info,
        what: "pass stones that no PRISONER line can list, if RULES has pass stones",
        why: "Under AGA rules a player who passes gives the opponent a stone. This prisoner was never on the board, so \
              a PRISONER line can't name it; a PRISONER line after a pass is reported. The last pass is reported with \
              the numbers of pass stones if these change the count: the players have not passed equally often, \
              prisoners count, and the record has the final passes.",
        source: "AGA rules 7, 12",
        remedy: Remedy::Manual("remove the PRISONER line of a pass"),
        before: "RULES AGA\nB 1 Q16\nW 2 PASS\nPRISONER #2\n", after: "RULES AGA\nB 1 Q16\nW 2 PASS\n",
    };
    DuplicateGame = Row {
        name: "duplicate-game", severity: Off,
        what: "a game that is in the file twice",
        why: "The moves and the setup are those of an earlier game of the file, perhaps with the board rotated or \
              mirrored, or with the colors exchanged. The headers, comments and variations may differ; `ishi dupes \
              --merge` makes one record of both. `ishi dupes` also finds copies in other files, and copies with other \
              moves. A book may show a game several times, so the rule is off by default.",
        source: "ishi",
        remedy: Remedy::None,
        before: "EVENT One\nB 1 Q16\nEVENT Two\nB 1 D16\n", after: "EVENT One\nB 1 Q16\n",
    };
    [Suppression]
    UnusedSuppression = Row {
        name: "unused-suppression", severity: Hint,
        what: "a code in `REMARK ishi: allow` that suppresses nothing",
        why: "The rule reports nothing there, so the code has no effect and can be removed.",
        source: "ishi",
        remedy: Remedy::Manual("remove the code"),
        before: "REMARK ishi: allow missing-move\nB 1 Q16\n", after: "B 1 Q16\n",
    };
    UnknownSuppression = Row {
        name: "unknown-suppression", severity: Warning,
        what: "a `REMARK ishi:` line that names no rule",
        why: "The form is `REMARK ishi: allow CODE [CODE …]` with codes of this catalogue, or `all` for everything \
              that is reported there. A name that does not exist suppresses nothing.",
        source: "ishi",
        remedy: Remedy::Suggested("take the nearest code"),
        before: "REMARK ishi: allow same-colors-twice\nB 1 Q16\n",
        after: "REMARK ishi: allow same-color-twice\nB 1 Q16\n",
    };
    [Sgf]
    SgfNoGame = Row {
        name: "sgf-no-game", severity: Error,
        what: "a file without a game",
        why: "A game in SGF begins with `(;`. A file without `(;` is empty or of another kind, such as an error page \
              that a server has sent instead of the game. A record is checked as a record.",
        source: "SGFC 7",
        remedy: Remedy::None,
        before: "<html><body>Not found</body></html>\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTextOutside = Row {
        name: "sgf-text-outside", severity: Warning,
        what: "text before, between or after the games",
        why: "Programs skip such text or refuse the file. The text may be the header of an e-mail message, a surplus \
              `)`, or part of a game whose beginning is lost.",
        source: "SGF FF[4], collections; SGFC 6",
        remedy: Remedy::Manual("remove the text"),
        before: "From: Ada\n(;FF[4]GM[1]SZ[9];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfStrayText = Row {
        name: "sgf-stray-text", severity: Error,
        what: "characters in a game that are not part of a property",
        why: "Outside of values a game has only brackets, semicolons, names of properties and white space. Often an \
              earlier value ends too early, because a `]` in it is not written as `\\]`. There is no fix if it is not \
              certain where that value ends.",
        source: "SGF FF[4], EBNF; SGFC 8",
        remedy: Remedy::Manual("remove the text"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]%;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfUnescapedBracket = Row {
        name: "sgf-unescaped-bracket", severity: Error,
        what: "a bracket in a comment or a name without a backslash",
        why: "For other programs the text ends at this `]`; they lose the rest of it, or refuse the file. Some \
              programs write a chat such as `Ann [3k]: hi` without escaping it. A `]` after which nothing of SGF \
              follows is read as a part of the text.",
        source: "SGF FF[4], Text",
        remedy: Remedy::Suggested("escape the brackets"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[Ann [3k]: hi])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]C[Ann [3k\\]: hi])\n",
    };
    SgfZeroByte = Row {
        name: "sgf-zero-byte", severity: Warning,
        what: "a NUL in a file",
        why: "For programs in C the text ends at a NUL, and they lose the rest.",
        source: "SGFC 22",
        remedy: Remedy::Manual("remove every NUL"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[a\0b])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]C[ab])\n",
    };
    SgfUnclosedGame = Row {
        name: "sgf-unclosed-game", severity: Error,
        what: "a game without all of its closing brackets",
        why: "The file was cut off, or two games were joined. The game is read as if the brackets were there.",
        source: "SGF FF[4], EBNF; SGFC 9, 10",
        remedy: Remedy::Auto("close the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]\n", after: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))\n",
    };
    SgfUnclosedValue = Row {
        name: "sgf-unclosed-value", severity: Error,
        what: "a value without its closing bracket",
        why: "The file was cut off, or a `]` is missing. The rest of the file is read as part of the value, unless the \
              value is a text and a property begins the next line.",
        source: "SGF FF[4], EBNF; SGFC 10",
        remedy: Remedy::Suggested("close the value and the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[Good", after: "(;FF[4]GM[1]SZ[9];B[ee]C[Good])",
    };
    SgfEmptyVariation = Row {
        name: "sgf-empty-variation", severity: Warning,
        what: "a variation without a node",
        why: "A variation has at least one node. An empty variation shows nothing, and some programs refuse the file.",
        source: "SGF FF[4], EBNF; SGFC 12",
        remedy: Remedy::Manual("remove the variation"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]())\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfMissingSemicolon = Row {
        name: "sgf-missing-semicolon", severity: Error,
        what: "a property that is not in a node",
        why: "Each node begins with a `;`. The property is read as if a `;` were before it.",
        source: "SGF FF[4], EBNF; SGFC 36",
        remedy: Remedy::Auto("insert the semicolon"),
        before: "(;FF[4]GM[1]SZ[9](B[ee])(;B[cc]))\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc]))\n",
    };
    SgfNodeAfterVariation = Row {
        name: "sgf-node-after-variation", severity: Error,
        what: "a node after a variation",
        why: "A game can't continue after its variations. ishi reads the node as the beginning of another variation; \
              other programs may read it in another way.",
        source: "SGF FF[4], EBNF; SGFC 21, 66, 67",
        remedy: Remedy::Suggested("make the node a variation"),
        before: "(;FF[4]GM[1]SZ[9](;B[ee]);B[cc];W[dd])\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc];W[dd]))\n",
    };
    SgfNoValue = Row {
        name: "sgf-no-value", severity: Error,
        what: "a property without a value",
        why: "A property has at least one value, which may be empty. The property is kept as it is, and has no effect.",
        source: "SGF FF[4], EBNF; SGFC 20",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfNoProperty = Row {
        name: "sgf-no-property", severity: Error,
        what: "a value without a property",
        why: "The name of the property before the value is missing.",
        source: "SGF FF[4], EBNF; SGFC 54",
        remedy: Remedy::Manual("remove the value"),
        before: "(;FF[4]GM[1]SZ[9];[ee]B[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[cc])\n",
    };
    SgfLowercase = Row {
        name: "sgf-lowercase", severity: Warning,
        what: "lower-case letters in the name of a property",
        why: "In FF[1] to FF[3] a name may have lower-case letters, which are ignored: `White` is `W`. In FF[4] they \
              are an error, and programs do not know the property.",
        source: "SGF FF[4], changes; SGFC 16",
        remedy: Remedy::Auto("write the name in upper case"),
        before: "(;FF[4]GM[1]SZ[9];Black[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfUnknownProperty = Row {
        name: "sgf-unknown-property", severity: Hint,
        what: "a property that SGF does not define",
        why: "Programs may have properties of their own, which other programs keep or drop. A misspelt name looks like \
              such a property.",
        source: "SGF FF[4], private properties; SGFC 11, 31, 35",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[9];B[ee]XY[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfOtherFormat = Row {
        name: "sgf-other-format", severity: Hint,
        what: "a property of another version of SGF",
        why: "FF names the version of SGF in which a game is written; without FF the version is FF[1]. A program that \
              knows only that version does not know the property.",
        source: "SGF FF[4], changes; SGFC 40, 51, 65",
        remedy: Remedy::None,
        before: "(;FF[3]GM[1]SZ[9]AP[a:1];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]AP[a:1];B[ee])\n",
    };
    SgfMixedFormats = Row {
        name: "sgf-mixed-formats", severity: Hint,
        what: "a collection with games in several versions of SGF",
        why: "Each game is read in its own version. A program that reads only the FF of the first game reads other \
              games in a wrong version.",
        source: "SGFC 45",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1];B[ee])\n(;FF[3]GM[1];B[ee])\n", after: "(;FF[4]GM[1];B[ee])\n(;FF[4]GM[1];B[ee])\n",
    };
    SgfDuplicateProperty = Row {
        name: "sgf-duplicate-property", severity: Error,
        what: "a property that a node has twice",
        why: "Programs use only one of the two, and do not agree on which.",
        source: "SGF FF[4], properties; SGFC 28",
        remedy: Remedy::Suggested("join lists and comments; of other properties, remove the later one"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]AW[cc]AB[dd])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][dd]AW[cc])\n",
    };
    SgfSurplusValue = Row {
        name: "sgf-surplus-value", severity: Error,
        what: "several values of a property that takes one value",
        why: "Some programs use the first value, others the last value.",
        source: "SGF FF[4], property value types; SGFC 13",
        remedy: Remedy::Manual("remove all values but the first"),
        before: "(;FF[4]GM[1]SZ[9];B[ee][cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfEmptyValue = Row {
        name: "sgf-empty-value", severity: Hint,
        what: "an empty text",
        why: "An empty name, date or comment has no meaning. Some programs write an empty value if nothing was \
              entered.",
        source: "SGFC 17",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidValue = Row {
        name: "sgf-invalid-value", severity: Error,
        what: "a value that does not have the form of its property",
        why: "A move is two letters from `a` on: column and row, counted from the upper left. Other properties have \
              points, numbers or texts, each in its own form. An unreadable value is kept as it is, and has no effect. \
              White space around a value is also an error, because many programs can't read such a value.",
        source: "SGF FF[4], property value types; SGFC 14, 15, 18, 23, 25, 46, 47, 50",
        remedy: Remedy::Suggested("write the value in its proper form, if its meaning is clear"),
        before: "(;FF[4]GM[1]SZ[9];B[E5])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidInfo = Row {
        name: "sgf-invalid-info", severity: Warning,
        what: "information about the game that is not in the form of SGF",
        why: "A result is `B+R`, `W+3.5`, `0`, `Void` or `?`. A date is `1846-09-11`. Komi and time are decimal \
              numbers, and a handicap is an integer. People can read other forms, but programs can't.",
        source: "SGF FF[4], game info properties; SGFC 33",
        remedy: Remedy::Suggested("write the value in the form of SGF, if its meaning is clear"),
        before: "(;FF[4]GM[1]SZ[9]RE[Black wins by 3];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]RE[B+3];B[ee])\n",
    };
    SgfMissingHandicap = Row {
        name: "sgf-missing-handicap", severity: Info,
        what: "a handicap whose stones are not on the board",
        why: "HA is only a number: a program puts no stones on the board for it. Without AB, or as many moves of Black \
              at the beginning, the moves are played on an empty board.",
        source: "SGF FF[4], HA; SGFC 61",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[9]HA[2];W[ee])\n", after: "(;FF[4]GM[1]SZ[9]HA[2]AB[gc][cg];W[ee])\n",
    };
    SgfMisplacedRoot = Row {
        name: "sgf-misplaced-root", severity: Warning,
        what: "a property of the root in another node",
        why: "FF, GM, SZ, CA, AP and ST describe the whole game, and belong in its first node. In other nodes they are \
              ignored.",
        source: "SGF FF[4], root properties; SGFC 32",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]SZ[13])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfRepeatedInfo = Row {
        name: "sgf-repeated-info", severity: Warning,
        what: "information about the game in a second node of a path",
        why: "Names, result, komi and similar properties are in one node of each path, nearly always the first node. \
              Programs may not find such a property in a later node, or confuse the two nodes.",
        source: "SGF FF[4], game info properties; SGFC 44",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee]PW[Bo])\n", after: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee])\n",
    };
    SgfEmptyNode = Row {
        name: "sgf-empty-node", severity: Hint,
        what: "a node without properties",
        why: "Such a node has no effect. Some programs write an empty node at the beginning of a game, or for each \
              move that was undone.",
        source: "SGFC 55",
        remedy: Remedy::Manual("remove the node"),
        before: "(;FF[4]GM[1]SZ[9];;B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTwoMoves = Row {
        name: "sgf-two-moves", severity: Error,
        what: "moves of both players in one node",
        why: "A node has one move. Some programs play only one of the two moves, others play both, in an order of \
              their own.",
        source: "SGF FF[4], move properties; SGFC 37",
        remedy: Remedy::Suggested("put the second move into a new node"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfSetupWithMove = Row {
        name: "sgf-setup-with-move", severity: Warning,
        what: "a move and a setup in one node",
        why: "AB, AW, AE and PL set up a position; B and W play a move. If one node has both, their order is not \
              defined.",
        source: "SGF FF[4], setup properties; SGFC 30",
        remedy: Remedy::Suggested("divide the node"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee];W[cc])\n",
    };
    SgfMoveInRoot = Row {
        name: "sgf-move-in-root", severity: Info,
        what: "a move in the first node of a game",
        why: "This is valid but considered bad style: many programs show the first node as the empty board and lose \
              its move.",
        source: "SGF FF[4], move properties; SGFC 24",
        remedy: Remedy::Suggested("put the move into a new node"),
        before: "(;FF[4]GM[1]SZ[9]B[ee];W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfContradiction = Row {
        name: "sgf-contradiction", severity: Warning,
        what: "annotations that contradict each other",
        why: "A move is either bad, doubtful, interesting or good. A position is either even, unclear or good for one \
              player. If a node has two such properties, only one can be right. In FF[3], TE and BM together meant DO \
              or IT.",
        source: "SGF FF[4], move annotation; SGFC 41, 42",
        remedy: Remedy::Manual("remove one of the annotations"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]TE[1]BM[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]TE[1])\n",
    };
    SgfNoMove = Row {
        name: "sgf-no-move", severity: Warning,
        what: "an annotation of a move in a node without a move",
        why: "BM, DO, IT, TE and KO annotate the move of their node.",
        source: "SGF FF[4], move annotation; SGFC 43",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee];TE[1]C[Good])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];C[Good])\n",
    };
    SgfRepeatedPoint = Row {
        name: "sgf-repeated-point", severity: Warning,
        what: "a point that is listed twice in a node",
        why: "A node can put one stone and one mark on a point, and also a label. If a point is listed twice, some \
              programs use the first entry, others the last.",
        source: "SGF FF[4], lists of points; SGFC 38",
        remedy: Remedy::Manual("remove the later one"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee][cc][ee])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][cc])\n",
    };
    SgfCharset = Row {
        name: "sgf-charset", severity: Warning,
        what: "a text that is not in the charset that CA names",
        why: "CA names the charset of the file. If this charset is unknown, or the file is not valid in it, \
              names and comments are unreadable in other programs. ishi then detects the charset from the bytes; \
              it is written only if no other charset is nearly as likely. A charset that is guessed because \
              there is no CA, and a charset that is far more likely than the one that CA names, is information. \
              U+FFFD in a text stands for bytes that are not valid in the charset, such as a character that a \
              program has cut. The commands of ishi keep these bytes. An editor that has read the file as text \
              has lost them.",
        source: "SGF FF[4], CA; SGFC 71 to 75",
        remedy: Remedy::Suggested("name the charset of the file"),
        before: "(;FF[4]GM[1]SZ[9]CA[martian];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfNotGo = Row {
        name: "sgf-not-go", severity: Info,
        what: "another game than Go",
        why: "GM names the game, and GM[1] is Go. Only the syntax of other games is checked. They are kept when the \
              file is converted.",
        source: "SGF FF[4], GM; SGFC 19, 53",
        remedy: Remedy::None,
        before: "(;FF[4]GM[2]SZ[8];B[d3])\n", after: "(;FF[4]GM[1]SZ[8];B[dd])\n",
    };
    SgfBoardSize = Row {
        name: "sgf-board-size", severity: Info,
        what: "a board that is not square, or not 2×2 to 19×19",
        why: "SGF has boards up to 52×52, but a record has only square boards up to 19×19. The syntax of such a game \
              is checked, but not its moves. The game is kept when the file is converted.",
        source: "SGF FF[4], SZ",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[21];B[ee])\n", after: "(;FF[4]GM[1]SZ[19];B[ee])\n",
    };
    [Import]
    UnreadableLine = Row {
        name: "unreadable-line", severity: Warning,
        what: "an unreadable line in a game that is only read",
        why: "Games in GIB, NGF and UGF and diagrams of Sensei's Library are read, but neither fixed nor formatted. An \
              unreadable line is missing in the record or the SGF file that `ishi convert` writes. There is no \
              published description of the formats of servers: the line may be damaged, or of a kind that is not \
              known yet.",
        source: "ishi",
        remedy: Remedy::None,
        before: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 33\n\\GE\n",
        after: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 3\n\\GE\n",
    };
    [Markdown]
    InvalidOption = Row {
        name: "invalid-option", severity: Error,
        what: "an option of a code block that can't be read, or a place that its game does not have",
        why: "The words after the notation say how the game of a code block is drawn. A block with another word is not \
              drawn, but shown as text.",
        source: "ishi",
        remedy: Remedy::None,
        before: "```ishi mvoe=1\nB 1 Q16\n```\n", after: "```ishi move=1\nB 1 Q16\n```\n",
    };
}
