//! What the stones on the board show.

use super::Family::Replay;
use super::{Code, Remedy, Row, rows};
use crate::check::Severity::{Error, Info, Off, Warning};

/// What takes away a contradiction with the board.
const REPAIR: &str = "correct a location, exchange those of two moves, or insert a missing pass";

rows! {
    OccupiedPoint = Row {
        name: "occupied-point", family: Replay, severity: Error,
        what: "a move on a point where a stone stands",
        why: "Either the location is mistyped, or a stone that was captured here is on the board because of an \
              earlier mistake. The move is played anyway and replaces the stone; what follows from that is not \
              reported. An editor offers up to five repairs of this move or an earlier one.",
        source: "AGA rules 4; SGF, how to execute a move",
        remedy: Remedy::Manual(REPAIR),
        before: "B 1 Q16\nW 2 Q16\n", after: "B 1 Q16\nW 2 Q15\n",
    };
    SetupConflict = Row {
        name: "setup-conflict", family: Replay, severity: Error,
        what: "a setup that puts a stone on a point twice",
        why: "All SETUP lines of an event, or of a diagram, are one step. Two colors on a point can't both be \
              meant, and the later counts here; the same color twice is only a slip, hence a hint.",
        source: "Standard 5.4 (SETUP)",
        remedy: Remedy::Manual("remove the later stone"),
        before: "SETUP B Q16 D4 W D16 Q16\n", after: "SETUP B Q16 D4 W D16\n",
    };
    SetupNoLiberty = Row {
        name: "setup-no-liberty", family: Replay, severity: Info,
        what: "a setup that leaves a group without a liberty",
        why: "Setup captures nothing, so the group stays until a move beside it takes it. No play can lead to such a \
              position; usually a stone is on the wrong point.",
        source: "SGF, how to execute add stone",
        remedy: Remedy::None,
        before: "SETUP B A2 B1 W A1\nB 1 Q16\n", after: "SETUP B A2 B1\nB 1 Q16\n",
    };
    SelfCapture = Row {
        name: "self-capture", family: Replay, severity: Warning,
        what: "a move whose own group ends without a liberty",
        why: "Japanese, Chinese and AGA rules all forbid it. The group is taken off, as SGF does. A move that \
              captures first and so gains a liberty is not self-capture. Where RULES names rules that allow it, such \
              as those of New Zealand, it is not reported.",
        source: "AGA rules 5; SGF, how to execute a move",
        remedy: Remedy::Manual(REPAIR),
        before: "SETUP B A2 B1\nW 1 A1\n", after: "SETUP B A2 B1\nW 1 A4\n",
    };
    Ko = Row {
        name: "ko", family: Replay, severity: Warning,
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
        name: "repeated-position", family: Replay, severity: Info,
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
        name: "wrong-prisoners", family: Replay, severity: Warning,
        what: "a list of prisoners that is not what the move takes",
        why: "The PRISONER lines of a move name the stones that it captures, by number or location. A difference \
              from the replay is a mistake in the list, or in an earlier move; where one other location explains the \
              list, the message names it.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("correct the location that the list shows to be wrong, or rewrite the list"),
        before: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER D4\n", after: "SETUP B A2 W A1 D4\nB 1 B1\nPRISONER A1\n",
    };
    MissingPrisoners = Row {
        name: "missing-prisoners", family: Replay, severity: Info,
        what: "a capture without PRISONER, in an event that has such lines elsewhere",
        why: "A program without a board relies on the PRISONER lines. An event with none at all is left alone; one \
              that has some should have all.",
        source: "Standard 5.4 (PRISONER)",
        remedy: Remedy::Suggested("insert the line"),
        before: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\n",
        after: "SETUP B A2 B19 W A1 A19\nB 1 B1\nPRISONER A1\nW 2 Q16\nB 3 A18\nPRISONER A19\n",
    };
    PlayAfterEnd = Row {
        name: "play-after-end", family: Replay, severity: Off,
        what: "a play after two passes in a row",
        why: "Two passes usually end the game. The Standard uses PASS for a play elsewhere too, so this rule is \
              silent unless you ask for it, or RULES names rules that end a game so; then it is information, since \
              players who disagree about stones may resume the game.",
        source: "AGA rules 9, 10",
        remedy: Remedy::None,
        before: "B 1 Q16\nW 2 PASS\nB 3 PASS\nW 4 D4\n", after: "B 1 Q16\nW 2 PASS\nB 3 PASS\n",
    };
    HandicapMismatch = Row {
        name: "handicap-mismatch", family: Replay, severity: Off,
        what: "a HANDICAP that differs from the black setup stones",
        why: "HANDICAP is information only and does not have to match the setup, so this rule is silent unless you \
              ask for it.",
        source: "Standard 5.2 (a note on handicaps)",
        remedy: Remedy::None,
        before: "HANDICAP 3\nSETUP B D4 Q16\n", after: "HANDICAP 2\nSETUP B D4 Q16\n",
    };
    ResultMismatch = Row {
        name: "result-mismatch", family: Replay, severity: Info,
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
        name: "unusual-komi", family: Replay, severity: Info,
        what: "a KOMI that is unusual for the rules that RULES names",
        why: "Rules name a komi for even games and for handicap games on 19x19, and tournaments have had a few others. \
              Another value is allowed, but it is often a slip, or the rules are not those that were played.",
        source: "AGA rules 3; the sources of the rulesets in rules.md",
        remedy: Remedy::None,
        before: "RULES AGA 1991\nKOMI 4.5\nB 1 Q16\n", after: "RULES AGA 1991\nKOMI 5.5\nB 1 Q16\n",
    };
    HandicapPoints = Row {
        name: "handicap-points", family: Replay, severity: Info,
        what: "handicap stones on other points than the rules that RULES names have for them",
        why: "Rules with a fixed handicap put the stones on star points in an order: Q16, D4, Q4, D16, and so on. The \
              players may agree on other points, so this is only information.",
        source: "AGA rules 4",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 C3\nW 1 Q16\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    WrongFirstPlayer = Row {
        name: "wrong-first-player", family: Replay, severity: Info,
        what: "a game that the wrong player begins under the rules that RULES names",
        why: "Black moves first, and White where handicap stones are set up. In a record without RULES, or one that \
              begins with a position, anybody may be to move.",
        source: "AGA rules 2",
        remedy: Remedy::None,
        before: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nB 1 C3\n",
        after: "RULES AGA\nHANDICAP 2\nSETUP B D4 Q16\nW 1 C3\n",
    };
    UnequalMoves = Row {
        name: "unequal-moves", family: Replay, severity: Info,
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
        name: "pass-stones", family: Replay, severity: Info,
        what: "prisoners by passing, which no PRISONER line lists, where RULES has pass stones",
        why: "Under AGA rules a player who passes gives the opponent a stone. It is a prisoner that was never on the \
              board, so a PRISONER line can't name it, and one after a pass is reported. Where the players have not \
              passed equally often, prisoners count, and the record holds the final passes, the last pass is reported \
              with the numbers: these stones have to be counted.",
        source: "AGA rules 7, 12",
        remedy: Remedy::Manual("remove the PRISONER line of a pass"),
        before: "RULES AGA\nB 1 Q16\nW 2 PASS\nPRISONER #2\n", after: "RULES AGA\nB 1 Q16\nW 2 PASS\n",
    };
}
