//! The table of rules: for each its code, what it reports and why, and an example, by family.

use super::{Family, Remedy, Row};
use crate::check::Severity::{Error, Hint, Info, Off, Warning};

/// How a contradiction with the board is removed.
const REPAIR: &str = "correct a location, exchange those of two moves, or insert a missing pass";

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
            pub const COUNT: usize = Self::ALL.len();
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
        name: "not-a-record", severity: Error,
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
        name: "line-ending", severity: Off,
        what: "a line that ends otherwise than with CR LF",
        why: "The Standard ends lines with a carriage return and a line feed. Nearly every program of today reads a \
              lone line feed as well, so this rule is silent unless you ask for it. It is reported once a file, at \
              the first such line.",
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
        remedy: Remedy::Auto("convert all lines to the kind that most lines have (on the command line only)"),
        before: "B 1 Q16\r\nW 2 D4\nB 3 D16\r\n", after: "B 1 Q16\r\nW 2 D4\r\nB 3 D16\r\n",
    };
    NotText = Row {
        name: "not-text", severity: Error,
        what: "a file that is not text in UTF-8",
        why: "A NUL is in no text. A file in UTF-16 or UTF-32 has one in nearly every character, and so have \
              pictures and programs. Nothing else is reported of such a file, and it is neither formatted nor fixed, \
              for that could damage it.",
        source: "Standard 2 (valid characters)",
        remedy: Remedy::None,
        before: "B 1 Q16\0\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [Fields]
    UnknownKeyword = Row {
        name: "unknown-keyword", severity: Error,
        what: "a line whose first word is not a keyword",
        why: "Outside a COM or USER block every line begins with one of the keywords of the Standard. For the rest \
              of the file a misspelt keyword is read as the one it most resembles.",
        source: "Standard 3, 5.1",
        remedy: Remedy::Suggested("take the nearest keyword, or make the line a REMARK"),
        before: "B 1 Q16\nMARKK Q16\n", after: "B 1 Q16\nMARK Q16\n",
    };
    BareLocation = Row {
        name: "bare-location", severity: Error,
        what: "a line with nothing but locations",
        why: "A move needs its color and its number. A line of nothing but locations or PASS is read as the next \
              moves, so that nothing else is reported because of it, unless these numbers are taken or the locations \
              may continue the list of the line before. In an editor, Enter writes the moves; where the number is \
              taken, they can be inserted, or made a variation.",
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
        why: "A list of setup stones is led by B or W; without it the color of the stones is unknown.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("insert B or W"),
        before: "SETUP D4 Q16\n", after: "SETUP B D4 Q16\n",
    };
    InvalidMoveNumber = Row {
        name: "invalid-move-number", severity: Error,
        what: "a move number that is not a positive integer",
        why: "A move number is greater than 0. Numbers greater than 4294967295 are not valid either. A number that \
              can only mean one thing, such as `1.` or `1O`, is read like that for the rest of the file, and so are \
              a number and a location that are joined or swapped.",
        source: "Standard 4.3, 5.3 (n), 5.4 (B, W)",
        remedy: Remedy::Suggested("write the number that it can only mean, put a space between number and location, \
              or swap them"),
        before: "B 1. Q16\n", after: "B 1 Q16\n",
    };
    InvalidLocation = Row {
        name: "invalid-location", severity: Error,
        what: "a location that is not valid",
        why: "A location is a letter from A to T for the column (there is no I) and a number from 1 to 19 for the \
              row, in this order and without a space. What can only mean one location, such as `Ql6`, `Q 16` or \
              `16Q`, is read like that for the rest of the file. `16-4` can mean several points, depending on the \
              corner that one counts from: each of them is offered, and none is assumed.",
        source: "Standard 5.3 (loc)",
        remedy: Remedy::Suggested("write the location that it can only mean; J or H for the column I"),
        before: "B 1 I4\n", after: "B 1 J4\n",
    };
    OffBoard = Row {
        name: "off-board", severity: Error,
        what: "a location outside the board of the event",
        why: "The location is well formed, and the board given by BOARDSIZE (19x19 where there is none) has no such \
              point.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 9\nB 1 Q16\n", after: "BOARDSIZE 9\nB 1 G7\n",
    };
    UnexpectedData = Row {
        name: "unexpected-data", severity: Error,
        what: "more data than the keyword takes",
        why: "Free text after the data of a line is allowed, and readers drop it. Data that the keyword itself would \
              read is different: a second location after a move can only be a mistake.",
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
        why: "Boards are square and have 2 to 19 lines each way. The event is read as if the line were not there.",
        source: "Standard 4.2, 5.4 (BOARDSIZE)",
        remedy: Remedy::None,
        before: "BOARDSIZE 21\n", after: "BOARDSIZE 19\n",
    };
    InvalidRegion = Row {
        name: "invalid-region", severity: Error,
        what: "a DIAGRAM region that is neither a size nor two locations",
        why: "A region is a whole board such as 9x9 (2 to 19, the same number twice) or two opposite corners such as \
              A1 J9.",
        source: "Standard 4.4, 5.4 (DIAGRAM)",
        remedy: Remedy::None,
        before: "DIAGRAM 9x13\n", after: "DIAGRAM A1 J13\n",
    };
    InvalidMark = Row {
        name: "invalid-mark", severity: Error,
        what: "a field of MARK, UNMARK, HIDE or PRISONER that is not valid",
        why: "MARK takes ALL, a location, #n, #n-n, and each of the last three after a label and @. A label is one \
              or two characters or one of the signs \\c \\d \\s \\t. UNMARK takes no labels, HIDE also no ALL, and \
              PRISONER only locations and #n. A range runs from the lower number to the higher.",
        source: "Standard 5.3 (cc, \\C, n-n), 5.4 (MARK, UNMARK, HIDE, PRISONER)",
        remedy: Remedy::Suggested("swap the ends of a descending range"),
        before: "B 1 Q16\nW 2 D4\nMARK #2-1\n", after: "B 1 Q16\nW 2 D4\nMARK #1-2\n",
    };
    UnreadableHeader = Row {
        name: "unreadable-header", severity: Info,
        what: "a KOMI, HANDICAP, RULES or RESULT that no program can interpret",
        why: "Header text is free, so this is not an error; but a program that wants the number or the winner will \
              not find it.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI as usual\n", after: "KOMI 5 1/2\n",
    };
    [Blocks]
    UnclosedCom = Row {
        name: "unclosed-com", severity: Error,
        what: "COM without ENDCOM",
        why: "Everything after COM is commentary up to ENDCOM. Where it is missing, the comment is read as ending \
              before the first line that can only be data.",
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
        why: "Everything after USER is a program's own data up to ENDUSER. Where it is missing, the block is read as \
              ending before the first line that can only be data of the record.",
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
        why: "User data has any format whatsoever, up to the next ENDUSER line. So a line in it that begins with \
              USER is a part of it, and nothing is wrong. The code is kept so that settings which name it stay \
              valid.",
        source: "Standard 5.4 (USER)",
        remedy: Remedy::None,
        before: "USER\npage 1\nUSER\npage 2\nENDUSER\n", after: "USER\npage 1\nUSER\npage 2\nENDUSER\n",
    };
    UnclosedVar = Row {
        name: "unclosed-var", severity: Error,
        what: "VAR without ENDVAR",
        why: "A variation ends with ENDVAR. Without it, what follows would belong to the variation and not to the \
              game.",
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
        what: "VAR where there is no move for it to vary",
        why: "A variation replaces the current move, so a B or W line of the same sequence comes before it.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::None,
        before: "VAR\nB 1 D4\nENDVAR\nB 1 Q16\n", after: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    EmptyVariation = Row {
        name: "empty-variation", severity: Warning,
        what: "a variation with neither move nor diagram",
        why: "There is nothing to show for it; often a move was deleted or its line is misspelt.",
        source: "Standard 5.4 (VAR)",
        remedy: Remedy::Manual("remove the variation"),
        before: "B 1 Q16\nVAR\nENDVAR\nW 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [Order]
    MisplacedHeader = Row {
        name: "misplaced-header", severity: Warning,
        what: "a header after the moves have begun",
        why: "Headers, and all other data of the event as a whole, precede its tree of moves and diagrams.",
        source: "Standard 4.2",
        remedy: Remedy::Suggested("move the line up to the other headers"),
        before: "BLACK Ada\nB 1 Q16\nWHITE Ben\n", after: "BLACK Ada\nWHITE Ben\nB 1 Q16\n",
    };
    MisplacedSetup = Row {
        name: "misplaced-setup", severity: Error,
        what: "SETUP after the moves have begun, outside a diagram",
        why: "Setup stones stand on the board before the first move. Later ones belong to a DIAGRAM, where they are \
              shown and taken away again.",
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
        why: "Only a DIAGRAM can hide stones, for as long as it is shown.",
        source: "Standard 4.4, 5.4 (HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nHIDE #1\n", after: "B 1 Q16\nDIAGRAM\nHIDE #1\n",
    };
    MisplacedPrisoner = Row {
        name: "misplaced-prisoner", severity: Error,
        what: "PRISONER with no current move",
        why: "Prisoners are those taken by the current move, so a B or W line of the same sequence comes before it.",
        source: "Standard 2 (current move), 5.4 (PRISONER)",
        remedy: Remedy::None,
        before: "SETUP B A2 W A1\nPRISONER A1\nB 1 B1\n", after: "SETUP B A2 W A1\nB 1 B1\nPRISONER A1\n",
    };
    DataAfterVariation = Row {
        name: "data-after-variation", severity: Warning,
        what: "data of a move after that move's variations",
        why: "Variations follow all other data of their move; a reader may take what comes later for something else.",
        source: "Standard 4.3",
        remedy: Remedy::Suggested("move it up, before the variations"),
        before: "B 1 Q16\nVAR\nB 1 D4\nENDVAR\nMARK Q16\n", after: "B 1 Q16\nMARK Q16\nVAR\nB 1 D4\nENDVAR\n",
    };
    DanglingRemark = Row {
        name: "dangling-remark", severity: Hint,
        what: "a REMARK with nothing after it that it could belong to",
        why: "A remark belongs to the next EVENT, SETUP, move or DIAGRAM of the file.",
        source: "Standard 5.4 (REMARK)",
        remedy: Remedy::None,
        before: "B 1 Q16\nREMARK the end\n", after: "REMARK the only move\nB 1 Q16\n",
    };
    RemarkInsideSetup = Row {
        name: "remark-inside-setup", severity: Warning,
        what: "a REMARK between the SETUP lines of an event or diagram",
        why: "All its SETUP lines are one step, and only the first of them can have a remark.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move it up, before the first SETUP line"),
        before: "SETUP B D4\nREMARK and White\nSETUP W Q16\n", after: "REMARK and White\nSETUP B D4\nSETUP W Q16\n",
    };
    DataInsideSetup = Row {
        name: "data-inside-setup", severity: Warning,
        what: "marks, a comment or user data between the SETUP lines of an event or diagram",
        why: "All its SETUP lines are one step, and only the last of them can have marks, comments and user data.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Suggested("move it down, after the last SETUP line"),
        before: "SETUP B D4\nMARK a@D4\nSETUP W Q16\n", after: "SETUP B D4\nSETUP W Q16\nMARK a@D4\n",
    };
    RepeatedHeader = Row {
        name: "repeated-header", severity: Info,
        what: "a header that counts only once, given again",
        why: "BLACK, WHITE, KOMI, HANDICAP, RESULT, RULES and BOARDSIZE say one thing, and the last line counts. The \
              others add up instead.",
        source: "Standard 5.2",
        remedy: Remedy::None,
        before: "KOMI 5\nKOMI 6\n", after: "KOMI 6\n",
    };
    [Numbers]
    DuplicateMove = Row {
        name: "duplicate-move", severity: Error,
        what: "a move number that this sequence has already used",
        why: "Within a sequence each number names one move. A variation is a sequence of its own. Where the numbers \
              start again and run on, only the first of them is reported.",
        source: "Standard 6",
        remedy: Remedy::Suggested("renumber from here"),
        before: "B 1 Q16\nW 1 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    OutOfSequence = Row {
        name: "out-of-sequence", severity: Warning,
        what: "a move number lower than the one before it",
        why: "Moves are numbered in the order they are played. Where a move stands after the one that follows it, \
              its lines belong before that one.",
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
        remedy: Remedy::Suggested("renumber from here, or insert PASS for what is missing"),
        before: "B 1 Q16\nB 3 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 D4\n",
    };
    VariationNumber = Row {
        name: "variation-number", severity: Hint,
        what: "a variation that begins with another number than the move it replaces",
        why: "The first move of a variation replaces the move that the variation belongs to. Some programs count \
              each variation from 1; that is legal, but #n then means different moves at different places.",
        source: "Standard 4.3, 5.4 (MARK)",
        remedy: Remedy::None,
        before: "B 7 Q16\nVAR\nB 1 D4\nENDVAR\n", after: "B 7 Q16\nVAR\nB 7 D4\nENDVAR\n",
    };
    SameColorTwice = Row {
        name: "same-color-twice", severity: Off,
        what: "two moves in a row by one color",
        why: "The Standard allows it, and diagrams of corner sequences use it. Switch this on for records of whole \
              games.",
        source: "Standard 3",
        remedy: Remedy::None,
        before: "B 1 Q16\nB 2 D4\n", after: "B 1 Q16\nW 2 D4\n",
    };
    [References]
    UnknownMove = Row {
        name: "unknown-move", severity: Warning,
        what: "a #n that no move before it has",
        why: "A number means the most recent move with it on the way to this place: in a variation first its own \
              moves, then those of the line that it leaves. A mark on a number that no such move has shows nothing. \
              Of a range the part is named that exists nowhere.",
        source: "Standard 5.4 (MARK, UNMARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK #2\n", after: "B 1 Q16\nMARK #1\n",
    };
    NoStone = Row {
        name: "no-stone", severity: Warning,
        what: "a location or number whose stone does not stand there",
        why: "MARK with a location alone shows the number of the stone on it, and HIDE takes a stone from display; \
              where there is none, they do nothing. A label or sign, such as \\t@Q4, may well be put on an empty \
              point.",
        source: "Standard 5.4 (MARK, HIDE)",
        remedy: Remedy::None,
        before: "B 1 Q16\nMARK Q4\n", after: "B 1 Q16\nMARK Q16\n",
    };
    IdleUnmark = Row {
        name: "idle-unmark", severity: Hint,
        what: "an UNMARK that removes nothing",
        why: "UNMARK removes marks that earlier lines have given to the same move, diagram or event, and marks are \
              shown for that one only, so nothing is left over from elsewhere.",
        source: "Standard 5.4 (MARK, UNMARK)",
        remedy: Remedy::Manual("remove it"),
        before: "B 1 Q16\nW 2 D4\nMARK #1\nUNMARK #2\n", after: "B 1 Q16\nW 2 D4\nMARK #1\n",
    };
    [Replay]
    OccupiedPoint = Row {
        name: "occupied-point", severity: Error,
        what: "a move on a point where a stone stands",
        why: "Either the location is mistyped, or a stone that was captured here is on the board because of an \
              earlier mistake. The move is played anyway and replaces the stone; what follows from that is not \
              reported. An editor offers up to five repairs of this move or an earlier one.",
        source: "AGA rules 4; SGF, how to execute a move",
        remedy: Remedy::Manual(REPAIR),
        before: "B 1 Q16\nW 2 Q16\n", after: "B 1 Q16\nW 2 Q15\n",
    };
    SetupConflict = Row {
        name: "setup-conflict", severity: Error,
        what: "a setup that puts a stone on a point twice",
        why: "All SETUP lines of an event, or of a diagram, are one step. Two colors on a point can't both be \
              meant, and the later counts here; the same color twice is only a slip, hence a hint.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Manual("remove the later stone"),
        before: "SETUP B Q16 D4 W D16 Q16\n", after: "SETUP B Q16 D4 W D16\n",
    };
    SetupNoLiberty = Row {
        name: "setup-no-liberty", severity: Info,
        what: "a setup that leaves a group without a liberty",
        why: "Setup captures nothing, so the group stays until a move beside it takes it. No play can lead to such a \
              position; usually a stone is on the wrong point.",
        source: "SGF, how to execute add stone",
        remedy: Remedy::None,
        before: "SETUP B A2 B1 W A1\nB 1 Q16\n", after: "SETUP B A2 B1\nB 1 Q16\n",
    };
    SelfCapture = Row {
        name: "self-capture", severity: Warning,
        what: "a move whose own group ends without a liberty",
        why: "Japanese, Chinese and AGA rules all forbid it. The group is taken off, as SGF does. A move that \
              captures first and so gains a liberty is not self-capture. Where RULES names rules that allow it, such \
              as those of New Zealand, it is not reported.",
        source: "AGA rules 5; SGF, how to execute a move",
        remedy: Remedy::Manual(REPAIR),
        before: "SETUP B A2 B1\nW 1 A1\n", after: "SETUP B A2 B1\nW 1 A4\n",
    };
    Ko = Row {
        name: "ko", severity: Warning,
        what: "a ko that is retaken at once",
        why: "A single stone that has just taken a single stone may not be taken back by the very next move, if that \
              would restore the position. Snapback, where more than one stone is taken, is not ko. Most often a pair \
              of moves between the two is missing in the record.",
        source: "AGA rules 6",
        remedy: Remedy::Manual(REPAIR),
        before: "SETUP B B1 A2 B3 W C1 D2 C3 B2\nB 1 C2\nW 2 B2\n",
        after: "SETUP B B1 A2 B3 W C1 D2 C3 B2\nB 1 C2\nW 2 A3\n",
    };
    RepeatedPosition = Row {
        name: "repeated-position", severity: Info,
        what: "a position that has been on the board before",
        why: "The whole board is as it was, with the same player to move. Under Japanese rules a game may end without \
              result in this way. Other rules forbid it (superko), and where RULES names them this is a warning: AGA \
              rules forbid to repeat a position with the same player to move, Chinese rules any position, and those \
              of New Zealand one that the same player's stone has left before. The message names the earlier one.",
        source: "AGA rules 6; the sources of the rulesets in rules.md",
        remedy: Remedy::None,
        before: "RULES Chinese\nSETUP W B1 C2 D1 B A2 B2\nW 1 A1\nB 2 C1\nW 3 B1\n",
        after: "RULES Chinese\nSETUP W B1 C2 D1 B A2 B2\nW 1 A1\nB 2 C1\nW 3 Q16\n",
    };
    WrongPrisoners = Row {
        name: "wrong-prisoners", severity: Warning,
        what: "a list of prisoners that is not what the move takes",
        why: "The PRISONER lines of a move name the stones that it captures, by number or location. A difference \
              from the replay is a mistake in the list, or in an earlier move; where one other location explains the \
              list, the message names it.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("correct the location that the list shows to be wrong, or rewrite the list"),
        before: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER D4\n", after: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER A1\n",
    };
    MissingPrisoners = Row {
        name: "missing-prisoners", severity: Info,
        what: "a capture without PRISONER, in an event that has such lines elsewhere",
        why: "A program without a board relies on the PRISONER lines. An event with none at all is left alone; one \
              that has some should have all.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("insert the line"),
        before: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\n",
        after: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\nPRISONER A19\n",
    };
    PlayAfterEnd = Row {
        name: "play-after-end", severity: Off,
        what: "a play after two passes in a row",
        why: "Two passes usually end the game. The Standard uses PASS for a play elsewhere too, so this rule is \
              silent unless you ask for it, or RULES names rules that end a game so; then it is information, since \
              players who disagree about stones may resume the game.",
        source: "AGA rules 9, 10",
        remedy: Remedy::None,
        before: "B 1 Q16\nW 2 PASS\nB 3 PASS\nW 4 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 PASS\n",
    };
    HandicapMismatch = Row {
        name: "handicap-mismatch", severity: Off,
        what: "a HANDICAP that differs from the black setup stones",
        why: "HANDICAP is information only and does not have to match the setup, so this rule is silent unless you \
              ask for it.",
        source: "Standard 5.2 (a note on handicaps)",
        remedy: Remedy::None,
        before: "HANDICAP 3\nSETUP B D4 Q16\n", after: "HANDICAP 2\nSETUP B D4 Q16\n",
    };
    ResultMismatch = Row {
        name: "result-mismatch", severity: Info,
        what: "a RESULT that contradicts the record or itself",
        why: "It names a resignation at a move that is not the last of the main line, or names as the winner the \
              player who resigned. Or it differs from the count, where that is certain: after two passes, with the \
              dead stones named in a USER block of ishi, or all stones proven alive or dead.",
        source: "Standard 5.2",
        remedy: Remedy::Manual("write the counted result"),
        before: "BOARDSIZE 5\nKOMI 0.5\nRESULT B+1\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n\
                 B 1 PASS\nW 2 PASS\n",
        after: "BOARDSIZE 5\nKOMI 0.5\nRESULT W+0.5\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n\
                B 1 PASS\nW 2 PASS\n",
    };
    UnusualKomi = Row {
        name: "unusual-komi", severity: Info,
        what: "a KOMI that is unusual for the rules that RULES names",
        why: "Rules name a komi for even games and for handicap games on 19x19, and tournaments have had a few others. \
              Another value is allowed, but it is often a slip, or the rules are not those that were played.",
        source: "AGA rules 3; the sources of the rulesets in rules.md",
        remedy: Remedy::None,
        before: "RULES AGA 1991\nKOMI 4.5\nB 1 Q16\n", after: "RULES AGA 1991\nKOMI 5.5\nB 1 Q16\n",
    };
    HandicapPoints = Row {
        name: "handicap-points", severity: Info,
        what: "handicap stones on other points than the rules that RULES names have for them",
        why: "Rules with a fixed handicap put the stones on star points in an order: Q16, D4, Q4, D16, and so on. The \
              players may agree on other points, so this is only information.",
        source: "AGA rules 4",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 C3\nW 1 Q16\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    WrongFirstPlayer = Row {
        name: "wrong-first-player", severity: Info,
        what: "a game that the wrong player begins under the rules that RULES names",
        why: "Black moves first, and White where handicap stones are set up. In a record without RULES, or one that \
              begins with a position, anybody may be to move.",
        source: "AGA rules 2",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nB 1 C3\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    UnequalMoves = Row {
        name: "unequal-moves", severity: Info,
        what: "a game that does not end with a move of White, or with equal numbers of moves, where RULES asks for it",
        why: "Under AGA rules each pass costs a stone and White moves last, if only by another pass; both have then \
              played and passed equally often, and territory and area come to the same. The handicap stones together \
              are Black's first turn. It is reported only where the record ends with two passes, has all moves from \
              the first, and a RESULT that can be counted; counting adds the missing pass.",
        source: "AGA rules 7, 11",
        remedy: Remedy::Suggested("insert the last pass"),
        before: "RULES AGA\nRESULT B+5\nB 1 Q16\nW 2 PASS\nB 3 PASS\n",
        after: "RULES AGA\nRESULT B+5\nB 1 Q16\nW 2 PASS\nB 3 PASS\nW 4 PASS\n",
    };
    PassStones = Row {
        name: "pass-stones", severity: Info,
        what: "prisoners by passing, which no PRISONER line lists, where RULES has pass stones",
        why: "Under AGA rules a player who passes gives the opponent a stone. It is a prisoner that was never on the \
              board, so a PRISONER line can't name it, and one after a pass is reported. Where the players have not \
              passed equally often, prisoners count, and the record holds the final passes, the last pass is reported \
              with the numbers: these stones have to be counted.",
        source: "AGA rules 7, 12",
        remedy: Remedy::Manual("remove the PRISONER line of a pass"),
        before: "RULES AGA\nB 1 Q16\nW 2 PASS\nPRISONER #2\n", after: "RULES AGA\nB 1 Q16\nW 2 PASS\n",
    };
    [Suppression]
    UnusedSuppression = Row {
        name: "unused-suppression", severity: Hint,
        what: "a code that `REMARK ishi: allow` names and that reports nothing there",
        why: "The remark no longer has an effect and can be removed.",
        source: "ishi",
        remedy: Remedy::Manual("remove the code"),
        before: "REMARK ishi: allow missing-move\nB 1 Q16\n", after: "B 1 Q16\n",
    };
    UnknownSuppression = Row {
        name: "unknown-suppression", severity: Warning,
        what: "a `REMARK ishi:` line that names no rule",
        why: "The form is `REMARK ishi: allow CODE [CODE …]` with codes of this catalogue, or `all` for everything \
              that is reported there. Nothing is silenced by a name that does not exist.",
        source: "ishi",
        remedy: Remedy::Suggested("take the nearest code"),
        before: "REMARK ishi: allow same-colors-twice\nB 1 Q16\n",
        after: "REMARK ishi: allow same-color-twice\nB 1 Q16\n",
    };
    [Sgf]
    SgfNoGame = Row {
        name: "sgf-no-game", severity: Error,
        what: "a file without a game",
        why: "A game in SGF begins with `(;`. A file without one is empty, or of another kind, such as the page with \
              an error that a server has sent instead of the game.",
        source: "SGFC 7",
        remedy: Remedy::None,
        before: "<html><body>Not found</body></html>\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTextOutside = Row {
        name: "sgf-text-outside", severity: Warning,
        what: "text before, between or after the games",
        why: "Programs skip such text or refuse the file. It may be the head of a message that the game came with, a \
              `)` too many, or part of a game that has lost its beginning.",
        source: "SGF FF[4], collections; SGFC 6",
        remedy: Remedy::Manual("remove the text"),
        before: "From: Ada\n(;FF[4]GM[1]SZ[9];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfStrayText = Row {
        name: "sgf-stray-text", severity: Error,
        what: "characters in a game that are not part of a property",
        why: "Outside of values a game has nothing but brackets, semicolons, names of properties and white space. \
              Often a value before has ended too early, because a `]` in it is not written `\\]`.",
        source: "SGF FF[4], EBNF; SGFC 8",
        remedy: Remedy::Manual("remove the text"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]%;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfZeroByte = Row {
        name: "sgf-zero-byte", severity: Warning,
        what: "a NUL in a file",
        why: "Programs in C end the text there, and lose the rest.",
        source: "SGFC 22",
        remedy: Remedy::Manual("remove every NUL"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[a\0b])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]C[ab])\n",
    };
    SgfUnclosedGame = Row {
        name: "sgf-unclosed-game", severity: Error,
        what: "a game without all of its closing brackets",
        why: "The file was cut off, or two games were joined. It is read as if the brackets stood there.",
        source: "SGF FF[4], EBNF; SGFC 9, 10",
        remedy: Remedy::Auto("close the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]\n", after: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))\n",
    };
    SgfUnclosedValue = Row {
        name: "sgf-unclosed-value", severity: Error,
        what: "a value without its closing bracket",
        why: "The rest of the file is read as part of the value. The file was cut off, or a `]` is missing.",
        source: "SGF FF[4], EBNF; SGFC 10",
        remedy: Remedy::Suggested("close the value and the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[Good", after: "(;FF[4]GM[1]SZ[9];B[ee]C[Good])",
    };
    SgfEmptyVariation = Row {
        name: "sgf-empty-variation", severity: Warning,
        what: "a variation without a node",
        why: "A variation has at least one node. It says nothing, and some programs refuse the file.",
        source: "SGF FF[4], EBNF; SGFC 12",
        remedy: Remedy::Manual("remove the variation"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]())\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfMissingSemicolon = Row {
        name: "sgf-missing-semicolon", severity: Error,
        what: "a property that is not in a node",
        why: "Each node begins with a `;`. It is read as if that stood there.",
        source: "SGF FF[4], EBNF; SGFC 36",
        remedy: Remedy::Auto("insert the semicolon"),
        before: "(;FF[4]GM[1]SZ[9](B[ee])(;B[cc]))\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc]))\n",
    };
    SgfNodeAfterVariation = Row {
        name: "sgf-node-after-variation", severity: Error,
        what: "a node after a variation",
        why: "After variations a game does not go on. The node is read as the beginning of one more variation, which \
              other programs may not do.",
        source: "SGF FF[4], EBNF; SGFC 21, 66, 67",
        remedy: Remedy::Suggested("make it a variation"),
        before: "(;FF[4]GM[1]SZ[9](;B[ee]);B[cc];W[dd])\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc];W[dd]))\n",
    };
    SgfNoValue = Row {
        name: "sgf-no-value", severity: Error,
        what: "a property without a value",
        why: "A property has at least one value, if only an empty one. It is kept as it is, and says nothing.",
        source: "SGF FF[4], EBNF; SGFC 20",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfNoProperty = Row {
        name: "sgf-no-property", severity: Error,
        what: "a value without a property",
        why: "The name before it is missing.",
        source: "SGF FF[4], EBNF; SGFC 54",
        remedy: Remedy::Manual("remove the value"),
        before: "(;FF[4]GM[1]SZ[9];[ee]B[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[cc])\n",
    };
    SgfLowercase = Row {
        name: "sgf-lowercase", severity: Warning,
        what: "lower-case letters in the name of a property",
        why: "In FF[1] to FF[3] a name may have lower-case letters, which do not count: `White` is `W`. In FF[4] \
              they are an error, and programs do not know the property.",
        source: "SGF FF[4], changes; SGFC 16",
        remedy: Remedy::Auto("write the name in upper case"),
        before: "(;FF[4]GM[1]SZ[9];Black[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfUnknownProperty = Row {
        name: "sgf-unknown-property", severity: Hint,
        what: "a property that SGF does not define",
        why: "Programs may have properties of their own, which others keep or drop. A misspelt name looks like one, \
              too.",
        source: "SGF FF[4], private properties; SGFC 11, 31, 35",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[9];B[ee]XY[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfOtherFormat = Row {
        name: "sgf-other-format", severity: Hint,
        what: "a property of another version of SGF",
        why: "FF names the version of a game, and without it that is FF[1]. A program that knows only that version \
              does not know the property.",
        source: "SGF FF[4], changes; SGFC 40, 51, 65",
        remedy: Remedy::None,
        before: "(;FF[3]GM[1]SZ[9]AP[a:1];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]AP[a:1];B[ee])\n",
    };
    SgfMixedFormats = Row {
        name: "sgf-mixed-formats", severity: Hint,
        what: "a collection with games in several versions of SGF",
        why: "Each game is read in its own version. A program that looks only at the first game reads the others in \
              a wrong one.",
        source: "SGFC 45",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1];B[ee])\n(;FF[3]GM[1];B[ee])\n", after: "(;FF[4]GM[1];B[ee])\n(;FF[4]GM[1];B[ee])\n",
    };
    SgfDuplicateProperty = Row {
        name: "sgf-duplicate-property", severity: Error,
        what: "a property that stands twice in a node",
        why: "Only one of each counts, and programs do not agree on which.",
        source: "SGF FF[4], properties; SGFC 28",
        remedy: Remedy::Suggested("join lists and comments; remove the later one of others"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]AW[cc]AB[dd])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][dd]AW[cc])\n",
    };
    SgfSurplusValue = Row {
        name: "sgf-surplus-value", severity: Error,
        what: "several values of a property that has one",
        why: "Programs read the first or the last of them.",
        source: "SGF FF[4], property value types; SGFC 13",
        remedy: Remedy::Manual("remove all but the first"),
        before: "(;FF[4]GM[1]SZ[9];B[ee][cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfEmptyValue = Row {
        name: "sgf-empty-value", severity: Hint,
        what: "a text that is empty",
        why: "An empty name, date or comment says nothing. Programs write it where nothing was entered.",
        source: "SGFC 17",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidValue = Row {
        name: "sgf-invalid-value", severity: Error,
        what: "a value that does not have the form of its property",
        why: "A move is two letters from `a` on, column and row, counted from the upper left. Other properties have \
              points, numbers or texts in forms of their own. What can't be read is kept as it is and counts for \
              nothing. White space around a value is an error, too, for few programs read through it.",
        source: "SGF FF[4], property value types; SGFC 14, 15, 18, 23, 25, 46, 47, 50",
        remedy: Remedy::Suggested("write what the value means, where that is clear"),
        before: "(;FF[4]GM[1]SZ[9];B[E5])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidInfo = Row {
        name: "sgf-invalid-info", severity: Warning,
        what: "information about the game in another form than that of SGF",
        why: "A result is `B+R`, `W+3.5`, `0`, `Void` or `?`, a date `1846-09-11`, komi and time are decimal \
              numbers, and a handicap is a whole one. People can read it in other forms, and programs can't.",
        source: "SGF FF[4], game info properties; SGFC 33",
        remedy: Remedy::Suggested("write it in the form of SGF, where that is clear"),
        before: "(;FF[4]GM[1]SZ[9]RE[Black wins by 3];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]RE[B+3];B[ee])\n",
    };
    SgfMisplacedRoot = Row {
        name: "sgf-misplaced-root", severity: Warning,
        what: "a property of the first node in another one",
        why: "FF, GM, SZ, CA, AP and ST are about a game as a whole. Elsewhere they are ignored.",
        source: "SGF FF[4], root properties; SGFC 32",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]SZ[13])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfRepeatedInfo = Row {
        name: "sgf-repeated-info", severity: Warning,
        what: "information about the game in a second node of a path",
        why: "Names, result, komi and the like stand in one node of each path, nearly always the first. Programs do \
              not find them in a later one, or take the one for the other.",
        source: "SGF FF[4], game info properties; SGFC 44",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee]PW[Bo])\n", after: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee])\n",
    };
    SgfEmptyNode = Row {
        name: "sgf-empty-node", severity: Hint,
        what: "a node without properties",
        why: "It says nothing. Some programs write one at the beginning of a game or for each move that was taken \
              back.",
        source: "SGFC 55",
        remedy: Remedy::Manual("remove the node"),
        before: "(;FF[4]GM[1]SZ[9];;B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTwoMoves = Row {
        name: "sgf-two-moves", severity: Error,
        what: "moves of both players in one node",
        why: "A node has one move. Programs play only one of them, or both in an order of their own.",
        source: "SGF FF[4], move properties; SGFC 37",
        remedy: Remedy::Suggested("begin a node"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfSetupWithMove = Row {
        name: "sgf-setup-with-move", severity: Warning,
        what: "a move and setup in one node",
        why: "AB, AW, AE and PL set up a position, and B and W play on it. In one node their order is not defined.",
        source: "SGF FF[4], setup properties; SGFC 30",
        remedy: Remedy::Suggested("divide the node"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee];W[cc])\n",
    };
    SgfMoveInRoot = Row {
        name: "sgf-move-in-root", severity: Info,
        what: "a move in the first node of a game",
        why: "It is valid and considered bad style: many programs show the first node as the empty board and lose \
              its move.",
        source: "SGF FF[4], move properties; SGFC 24",
        remedy: Remedy::Suggested("begin a node"),
        before: "(;FF[4]GM[1]SZ[9]B[ee];W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfContradiction = Row {
        name: "sgf-contradiction", severity: Warning,
        what: "annotations that contradict each other",
        why: "A move is bad, doubtful, interesting or good, and a position is even, unclear or good for one player. \
              Of two such properties in a node only one can be true. In FF[3] TE and BM together were DO or IT.",
        source: "SGF FF[4], move annotation; SGFC 41, 42",
        remedy: Remedy::Manual("remove one of them"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]TE[1]BM[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]TE[1])\n",
    };
    SgfNoMove = Row {
        name: "sgf-no-move", severity: Warning,
        what: "an annotation of a move in a node without one",
        why: "BM, DO, IT, TE and KO are about the move of their node.",
        source: "SGF FF[4], move annotation; SGFC 43",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee];TE[1]C[Good])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];C[Good])\n",
    };
    SgfRepeatedPoint = Row {
        name: "sgf-repeated-point", severity: Warning,
        what: "a point that is listed twice in a node",
        why: "A node puts one stone and one mark on a point. Of two programs take the first or the last. A point can \
              have a label besides a mark.",
        source: "SGF FF[4], lists of points; SGFC 38",
        remedy: Remedy::Manual("remove the later one"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee][cc][ee])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][cc])\n",
    };
    SgfCharset = Row {
        name: "sgf-charset", severity: Warning,
        what: "a text that is not in the charset that CA names",
        why: "CA names the charset of the file. One that is unknown, or in which the file is not valid, makes names \
              and comments unreadable in other programs; the file is read in the charset that its bytes look like. \
              U+FFFD in a text stands for bytes that a program could not read: they are lost when the text is saved.",
        source: "SGF FF[4], CA; SGFC 71 to 75",
        remedy: Remedy::Suggested("name the charset of the file"),
        before: "(;FF[4]GM[1]SZ[9]CA[martian];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfNotGo = Row {
        name: "sgf-not-go", severity: Info,
        what: "another game than Go",
        why: "GM names the game, and 1 is Go. Of others only the form is checked. They are kept when the file is \
              converted.",
        source: "SGF FF[4], GM; SGFC 19, 53",
        remedy: Remedy::None,
        before: "(;FF[4]GM[2]SZ[8];B[d3])\n", after: "(;FF[4]GM[1]SZ[8];B[dd])\n",
    };
    SgfBoardSize = Row {
        name: "sgf-board-size", severity: Info,
        what: "a board that is not square, or not 2×2 to 19×19",
        why: "SGF has boards up to 52×52, and a record has square ones up to 19×19. The form of the game is checked \
              and its moves are not. It is kept when the file is converted.",
        source: "SGF FF[4], SZ",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[21];B[ee])\n", after: "(;FF[4]GM[1]SZ[19];B[ee])\n",
    };
    [Import]
    UnreadableLine = Row {
        name: "unreadable-line", severity: Warning,
        what: "a line that can't be read in a game in the format of a Go server",
        why: "Games in GIB, NGF and UGF are read, and neither fixed nor formatted. What can't be read in them is not \
              in the record or the SGF file that `ishi convert` makes of them. These formats are described nowhere; \
              the line may be damaged, or of a kind that is not known yet.",
        source: "ishi",
        remedy: Remedy::None,
        before: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 33\n\\GE\n",
        after: "\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 3\n\\GE\n",
    };
}
