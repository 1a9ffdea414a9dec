//! Games in SGF: their form and their properties.

use super::Family::Sgf;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Hint, Info, Warning};

rows! {
    SgfNoGame = Row {
        name: "sgf-no-game", family: Sgf, severity: Error,
        what: "a file without a game",
        why: "A game in SGF begins with `(;`. A file without one is empty, or of another kind, such as the page with \
              an error that a server has sent instead of the game.",
        source: "SGFC 7",
        remedy: Remedy::None,
        before: "<html><body>Not found</body></html>\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTextOutside = Row {
        name: "sgf-text-outside", family: Sgf, severity: Warning,
        what: "text before, between or after the games",
        why: "Programs skip such text or refuse the file. It may be the head of a message that the game came with, a \
              `)` too many, or part of a game that has lost its beginning.",
        source: "SGF FF[4], collections; SGFC 6",
        remedy: Remedy::Manual("remove the text"),
        before: "From: Ada\n(;FF[4]GM[1]SZ[9];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfStrayText = Row {
        name: "sgf-stray-text", family: Sgf, severity: Error,
        what: "characters in a game that are not part of a property",
        why: "Outside of values a game has nothing but brackets, semicolons, names of properties and white space. \
              Often a value before has ended too early, because a `]` in it is not written `\\]`.",
        source: "SGF FF[4], EBNF; SGFC 8",
        remedy: Remedy::Manual("remove the text"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]%;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfZeroByte = Row {
        name: "sgf-zero-byte", family: Sgf, severity: Warning,
        what: "a NUL in a file",
        why: "Programs in C end the text there, and lose the rest.",
        source: "SGFC 22",
        remedy: Remedy::Manual("remove every NUL"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[a\0b])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]C[ab])\n",
    };
    SgfUnclosedGame = Row {
        name: "sgf-unclosed-game", family: Sgf, severity: Error,
        what: "a game without all of its closing brackets",
        why: "The file was cut off, or two games were joined. It is read as if the brackets stood there.",
        source: "SGF FF[4], EBNF; SGFC 9, 10",
        remedy: Remedy::Auto("close the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]\n", after: "(;FF[4]GM[1]SZ[9];B[ee](;W[cc])(;W[gg]))\n",
    };
    SgfUnclosedValue = Row {
        name: "sgf-unclosed-value", family: Sgf, severity: Error,
        what: "a value without its closing bracket",
        why: "The rest of the file is read as part of the value. The file was cut off, or a `]` is missing.",
        source: "SGF FF[4], EBNF; SGFC 10",
        remedy: Remedy::Suggested("close the value and the game"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C[Good", after: "(;FF[4]GM[1]SZ[9];B[ee]C[Good])",
    };
    SgfEmptyVariation = Row {
        name: "sgf-empty-variation", family: Sgf, severity: Warning,
        what: "a variation without a node",
        why: "A variation has at least one node. It says nothing, and some programs refuse the file.",
        source: "SGF FF[4], EBNF; SGFC 12",
        remedy: Remedy::Manual("remove the variation"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]())\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfMissingSemicolon = Row {
        name: "sgf-missing-semicolon", family: Sgf, severity: Error,
        what: "a property that is not in a node",
        why: "Each node begins with a `;`. It is read as if that stood there.",
        source: "SGF FF[4], EBNF; SGFC 36",
        remedy: Remedy::Auto("insert the semicolon"),
        before: "(;FF[4]GM[1]SZ[9](B[ee])(;B[cc]))\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc]))\n",
    };
    SgfNodeAfterVariation = Row {
        name: "sgf-node-after-variation", family: Sgf, severity: Error,
        what: "a node after a variation",
        why: "After variations a game does not go on. The node is read as the beginning of one more variation, which \
              other programs may not do.",
        source: "SGF FF[4], EBNF; SGFC 21, 66, 67",
        remedy: Remedy::Suggested("make it a variation"),
        before: "(;FF[4]GM[1]SZ[9](;B[ee]);B[cc];W[dd])\n", after: "(;FF[4]GM[1]SZ[9](;B[ee])(;B[cc];W[dd]))\n",
    };
    SgfNoValue = Row {
        name: "sgf-no-value", family: Sgf, severity: Error,
        what: "a property without a value",
        why: "A property has at least one value, if only an empty one. It is kept as it is, and says nothing.",
        source: "SGF FF[4], EBNF; SGFC 20",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]C;W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfNoProperty = Row {
        name: "sgf-no-property", family: Sgf, severity: Error,
        what: "a value without a property",
        why: "The name before it is missing.",
        source: "SGF FF[4], EBNF; SGFC 54",
        remedy: Remedy::Manual("remove the value"),
        before: "(;FF[4]GM[1]SZ[9];[ee]B[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[cc])\n",
    };
    SgfLowercase = Row {
        name: "sgf-lowercase", family: Sgf, severity: Warning,
        what: "lower-case letters in the name of a property",
        why: "In FF[1] to FF[3] a name may have lower-case letters, which do not count: `White` is `W`. In FF[4] \
              they are an error, and programs do not know the property.",
        source: "SGF FF[4], changes; SGFC 16",
        remedy: Remedy::Auto("write the name in upper case"),
        before: "(;FF[4]GM[1]SZ[9];Black[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfUnknownProperty = Row {
        name: "sgf-unknown-property", family: Sgf, severity: Hint,
        what: "a property that SGF does not define",
        why: "Programs may have properties of their own, which others keep or drop. A misspelt name looks like one, \
              too.",
        source: "SGF FF[4], private properties; SGFC 11, 31, 35",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[9];B[ee]XY[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfOtherFormat = Row {
        name: "sgf-other-format", family: Sgf, severity: Hint,
        what: "a property of another version of SGF",
        why: "FF names the version of a game, and without it that is FF[1]. A program that knows only that version \
              does not know the property.",
        source: "SGF FF[4], changes; SGFC 40, 51, 65",
        remedy: Remedy::None,
        before: "(;FF[3]GM[1]SZ[9]AP[a:1];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]AP[a:1];B[ee])\n",
    };
    SgfMixedFormats = Row {
        name: "sgf-mixed-formats", family: Sgf, severity: Hint,
        what: "a collection with games in several versions of SGF",
        why: "Each game is read in its own version. A program that looks only at the first game reads the others in \
              a wrong one.",
        source: "SGFC 45",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1];B[ee])\n(;FF[3]GM[1];B[ee])\n", after: "(;FF[4]GM[1];B[ee])\n(;FF[4]GM[1];B[ee])\n",
    };
    SgfDuplicateProperty = Row {
        name: "sgf-duplicate-property", family: Sgf, severity: Error,
        what: "a property that stands twice in a node",
        why: "Only one of each counts, and programs do not agree on which.",
        source: "SGF FF[4], properties; SGFC 28",
        remedy: Remedy::Suggested("join lists and comments; remove the later one of others"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]AW[cc]AB[dd])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][dd]AW[cc])\n",
    };
    SgfSurplusValue = Row {
        name: "sgf-surplus-value", family: Sgf, severity: Error,
        what: "several values of a property that has one",
        why: "Programs read the first or the last of them.",
        source: "SGF FF[4], property value types; SGFC 13",
        remedy: Remedy::Manual("remove all but the first"),
        before: "(;FF[4]GM[1]SZ[9];B[ee][cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfEmptyValue = Row {
        name: "sgf-empty-value", family: Sgf, severity: Hint,
        what: "a text that is empty",
        why: "An empty name, date or comment says nothing. Programs write it where nothing was entered.",
        source: "SGFC 17",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidValue = Row {
        name: "sgf-invalid-value", family: Sgf, severity: Error,
        what: "a value that does not have the form of its property",
        why: "A move is two letters from `a` on, column and row, counted from the upper left. Other properties have \
              points, numbers or texts in forms of their own. What can't be read is kept as it is and counts for \
              nothing. White space around a value is an error, too, for few programs read through it.",
        source: "SGF FF[4], property value types; SGFC 14, 15, 18, 23, 25, 46, 47, 50",
        remedy: Remedy::Suggested("write what the value means, where that is clear"),
        before: "(;FF[4]GM[1]SZ[9];B[E5])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfInvalidInfo = Row {
        name: "sgf-invalid-info", family: Sgf, severity: Warning,
        what: "information about the game in another form than that of SGF",
        why: "A result is `B+R`, `W+3.5`, `0`, `Void` or `?`, a date `1846-09-11`, komi and time are decimal \
              numbers, and a handicap is a whole one. People can read it in other forms, and programs can't.",
        source: "SGF FF[4], game info properties; SGFC 33",
        remedy: Remedy::Suggested("write it in the form of SGF, where that is clear"),
        before: "(;FF[4]GM[1]SZ[9]RE[Black wins by 3];B[ee])\n", after: "(;FF[4]GM[1]SZ[9]RE[B+3];B[ee])\n",
    };
    SgfMisplacedRoot = Row {
        name: "sgf-misplaced-root", family: Sgf, severity: Warning,
        what: "a property of the first node in another one",
        why: "FF, GM, SZ, CA, AP and ST are about a game as a whole. Elsewhere they are ignored.",
        source: "SGF FF[4], root properties; SGFC 32",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]SZ[13])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfRepeatedInfo = Row {
        name: "sgf-repeated-info", family: Sgf, severity: Warning,
        what: "information about the game in a second node of a path",
        why: "Names, result, komi and the like stand in one node of each path, nearly always the first. Programs do \
              not find them in a later one, or take the one for the other.",
        source: "SGF FF[4], game info properties; SGFC 44",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee]PW[Bo])\n", after: "(;FF[4]GM[1]SZ[9]PB[Ada];B[ee])\n",
    };
    SgfEmptyNode = Row {
        name: "sgf-empty-node", family: Sgf, severity: Hint,
        what: "a node without properties",
        why: "It says nothing. Some programs write one at the beginning of a game or for each move that was taken \
              back.",
        source: "SGFC 55",
        remedy: Remedy::Manual("remove the node"),
        before: "(;FF[4]GM[1]SZ[9];;B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfTwoMoves = Row {
        name: "sgf-two-moves", family: Sgf, severity: Error,
        what: "moves of both players in one node",
        why: "A node has one move. Programs play only one of them, or both in an order of their own.",
        source: "SGF FF[4], move properties; SGFC 37",
        remedy: Remedy::Suggested("begin a node"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfSetupWithMove = Row {
        name: "sgf-setup-with-move", family: Sgf, severity: Warning,
        what: "a move and setup in one node",
        why: "AB, AW, AE and PL set up a position, and B and W play on it. In one node their order is not defined.",
        source: "SGF FF[4], setup properties; SGFC 30",
        remedy: Remedy::Suggested("divide the node"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee]W[cc])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee];W[cc])\n",
    };
    SgfMoveInRoot = Row {
        name: "sgf-move-in-root", family: Sgf, severity: Info,
        what: "a move in the first node of a game",
        why: "It is valid and considered bad style: many programs show the first node as the empty board and lose \
              its move.",
        source: "SGF FF[4], move properties; SGFC 24",
        remedy: Remedy::Suggested("begin a node"),
        before: "(;FF[4]GM[1]SZ[9]B[ee];W[cc])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];W[cc])\n",
    };
    SgfContradiction = Row {
        name: "sgf-contradiction", family: Sgf, severity: Warning,
        what: "annotations that contradict each other",
        why: "A move is bad, doubtful, interesting or good, and a position is even, unclear or good for one player. \
              Of two such properties in a node only one can be true. In FF[3] TE and BM together were DO or IT.",
        source: "SGF FF[4], move annotation; SGFC 41, 42",
        remedy: Remedy::Manual("remove one of them"),
        before: "(;FF[4]GM[1]SZ[9];B[ee]TE[1]BM[1])\n", after: "(;FF[4]GM[1]SZ[9];B[ee]TE[1])\n",
    };
    SgfNoMove = Row {
        name: "sgf-no-move", family: Sgf, severity: Warning,
        what: "an annotation of a move in a node without one",
        why: "BM, DO, IT, TE and KO are about the move of their node.",
        source: "SGF FF[4], move annotation; SGFC 43",
        remedy: Remedy::Manual("remove the property"),
        before: "(;FF[4]GM[1]SZ[9];B[ee];TE[1]C[Good])\n", after: "(;FF[4]GM[1]SZ[9];B[ee];C[Good])\n",
    };
    SgfRepeatedPoint = Row {
        name: "sgf-repeated-point", family: Sgf, severity: Warning,
        what: "a point that is listed twice in a node",
        why: "A node puts one stone and one mark on a point. Of two programs take the first or the last. A point can \
              have a label besides a mark.",
        source: "SGF FF[4], lists of points; SGFC 38",
        remedy: Remedy::Manual("remove the later one"),
        before: "(;FF[4]GM[1]SZ[9];AB[ee][cc][ee])\n", after: "(;FF[4]GM[1]SZ[9];AB[ee][cc])\n",
    };
    SgfCharset = Row {
        name: "sgf-charset", family: Sgf, severity: Warning,
        what: "a text that is not in the charset that CA names",
        why: "CA names the charset of the file. One that is unknown, or in which the file is not valid, makes names \
              and comments unreadable in other programs; the file is read in the charset that its bytes look like. \
              U+FFFD in a text stands for bytes that a program could not read: they are lost when the text is saved.",
        source: "SGF FF[4], CA; SGFC 71 to 75",
        remedy: Remedy::Suggested("name the charset of the file"),
        before: "(;FF[4]GM[1]SZ[9]CA[martian];B[ee])\n", after: "(;FF[4]GM[1]SZ[9];B[ee])\n",
    };
    SgfNotGo = Row {
        name: "sgf-not-go", family: Sgf, severity: Info,
        what: "another game than Go",
        why: "GM names the game, and 1 is Go. Of others only the form is checked. They are kept when the file is \
              converted.",
        source: "SGF FF[4], GM; SGFC 19, 53",
        remedy: Remedy::None,
        before: "(;FF[4]GM[2]SZ[8];B[d3])\n", after: "(;FF[4]GM[1]SZ[8];B[dd])\n",
    };
    SgfBoardSize = Row {
        name: "sgf-board-size", family: Sgf, severity: Info,
        what: "a board that is not square, or not 2×2 to 19×19",
        why: "SGF has boards up to 52×52, and a record has square ones up to 19×19. The form of the game is checked \
              and its moves are not. It is kept when the file is converted.",
        source: "SGF FF[4], SZ",
        remedy: Remedy::None,
        before: "(;FF[4]GM[1]SZ[21];B[ee])\n", after: "(;FF[4]GM[1]SZ[19];B[ee])\n",
    };
}
