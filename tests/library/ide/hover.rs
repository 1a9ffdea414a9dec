use expect_test::{Expect, expect};
use ishi_ide::ide::{BoardStyle, hover};

use crate::ide::fixture::{cursor, snapshot};

fn shown(fixture: &str, style: BoardStyle) -> String {
    let (text, offset) = cursor(fixture);
    let hover = hover(&snapshot(&text), offset);
    hover.map(|hover| format!("«{}»\n{}", hover.span.of(&text), hover.plain(style))).unwrap_or_default()
}

/// Compares a hover without its board, and the part of the text that it is about.
fn check(fixture: &str, expected: &Expect) {
    expected.assert_eq(&shown(fixture, BoardStyle::Off));
}

/// Compares a hover with its board, and the part of the text that it is about.
fn check_board(fixture: &str, expected: &Expect) {
    expected.assert_eq(&shown(fixture, BoardStyle::Text));
}

fn check_nothing(fixture: &str) {
    check(fixture, &expect![""]);
}

#[test]
fn each_group_of_keywords_is_explained() {
    check(
        "EV$0ENT one\n",
        &expect![[r#"
            «EVENT»
            one

            0 moves, 0 variations.

            EVENT [title]
            Begins the next event: a game, problem, joseki or diagram. It ends the event before it.
            Example: EVENT Problem 6
            Standard, section 5.4"#]],
    );
    check(
        "$0Komi 5\n",
        &expect![[r#"
            «Komi»
            Read as: 5 points for White.

            KOMI [text]
            The komi. The last line counts.
            Example: KOMI 5 1/2
            Standard, section 5.2"#]],
    );
    check(
        "B$0 1 Q16\n",
        &expect![[r#"
            «B»
            B 1 Q16

            B <n> <loc | PASS>
            The next move, by Black: its number and its point, or PASS.
            Example: B 17 Q3
            Standard, section 5.4"#]],
    );
    check(
        "boardsize$0 9\n",
        &expect![[r#"
            «boardsize»
            Read as: a board of 9x9.

            BOARDSIZE <n>
            The size of the event's square board, 2 to 19. Without it the board is 19x19.
            Example: BOARDSIZE 13
            Standard, section 5.4"#]],
    );
    check(
        "B 1 Q16\nMA$0RK Q16\n",
        &expect![[r#"
            «MARK»
            B 1 Q16

            MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
            Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.
            Example: MARK #1-5 \t@Q5 a@R3
            Standard, section 5.4"#]],
    );
    check(
        "COM\nprose\n  END$0COM\n",
        &expect![[r#"
        «ENDCOM»
        ENDCOM
        Ends a comment.
        Example: ENDCOM
        Standard, section 5.4"#]],
    );
    check(
        "EVENT\nB 1 Q16\nEVENT é\nREMA$0RK é\nB 1 Q16\n",
        &expect![[r#"
            «REMARK»
            REMARK [text]
            A note for the reader of the file. It belongs to the next EVENT, SETUP, move or DIAGRAM.
            Example: REMARK Diagram 3 of 9
            Standard, section 5.4"#]],
    );
}

#[test]
fn the_indentation_of_a_line_is_about_its_first_word() {
    for (indented, on_word) in [
        ("B 1 Q16\nVAR\n$0  B 1 D4\nENDVAR\n", "B 1 Q16\nVAR\n  $0B 1 D4\nENDVAR\n"),
        ("B 1 Q16\nVAR\n \t$0 MARK #1\nENDVAR\n", "B 1 Q16\nVAR\n \t MA$0RK #1\nENDVAR\n"),
    ] {
        let shown = |fixture| shown(fixture, BoardStyle::Text);
        assert!(!shown(indented).is_empty());
        assert_eq!(shown(indented), shown(on_word));
    }
    check_nothing("B 1 Q16\n $0 \nW 2 D4\n");
}

#[test]
fn a_misspelt_keyword_is_explained_as_what_it_is_taken_for() {
    check(
        "B 1 Q16\nMAR$0KK Q16\n",
        &expect![[r#"
            «MARKK»
            B 1 Q16

            MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
            Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.
            Example: MARK #1-5 \t@Q5 a@R3
            Standard, section 5.4"#]],
    );
    check(
        "B 1 Q16\nVAR\nB 1 D4\nEND V$0AR\n",
        &expect![[r#"
            «END VAR»
            End of variation instead of B 1 Q16

            1 move.

            ENDVAR
            Ends a variation.
            Example: ENDVAR
            Standard, section 5.4"#]],
    );
}

#[test]
fn of_the_rest_nothing_is_said() {
    check_nothing("$0");
    check_nothing("B 1 Q16\n$0\nW 2 D4\n");
    check_nothing("USER\nMARK$0 my words\nENDUSER\n");
    check_nothing("REMARK B 1 $0Q16\n");
    check_nothing("foo$0 bar\n");
    check_nothing("COM\n$0");
}

/// A 5×5 game in which things happen: a capture, a ko, a variation, a diagram.
const GAME: &str = "\
EVENT Small game
BLACK Ada
WHITE Ben
SOURCE here
SOURCE and there
KOMI 3 1/2
RESULT Black resigns at move 8
BOARDSIZE 5
SETUP B B4 C5 W B2
COM Four stones
Black is \\t, White plays at a or 'b'.
ENDCOM
B 1 B3
W 2 C2
MARK #1 \\t@D3 b@E1 ab@#2
COM
See \\T and b, not ab: \\s is nowhere.
ENDCOM
VAR x
W 2 A1
B 3 A2
ENDVAR
B 3 D3
W 4 D2
B 5 E3
W 6 C3
B 7 C4
W 8 A4
B 9 A3
DIAGRAM A2 D5
SETUP W A5
HIDE B3 #2
MARK ALL
";

/// `GAME` with the cursor at the `nth` occurrence of some text, `by` bytes into it.
fn in_game(text: &str, nth: usize, by: usize) -> String {
    let (at, _) = GAME.match_indices(text).nth(nth).expect("the text");
    format!("{}$0{}", &GAME[..at + by], &GAME[at + by..])
}

#[test]
fn a_move_shows_its_board_and_what_it_does() {
    check_board(
        &in_game("B 7 C4", 0, 4),
        &expect![[r#"
        «C4»
        B 7 C4

           A B C D E
         5 ┌─┬─●─┬─┐  5
         4 ├─●[●]┼─┤  4
         3 ├─●─○─●─●  3
         2 ├─○─○─○─┤  2
         1 └─┴─┴─┴─┘  1

        last move Black C4; White to play"#]],
    );
    check_board(
        &in_game("W 2 C2", 0, 2),
        &expect![[r#"
        «2»
        W 2 C2

             A   B   C   D   E
         5   ┌───┬───●───┬───┐  5
         4   ├───●───┼───┼───┤  4
         3   ├──1●───╬───▲───┤  3
         2   ├───○[ab○]──┼───┤  2
         1   └───┴───┴───┴───b  1

        last move White C2; Black to play
        A mark stands to the left of its stone."#]],
    );
    check(
        "SETUP B B1 A2 B3 W C1 D2 C3 B2\nB 1 C2\nW 2 $0B2\n",
        &expect![[r#"
            «B2»
            W 2 B2

            Takes C2. Retakes the ko at once. Atari on B1."#]],
    );
    check(
        "SETUP B B1 A2\nW 1 $0A1\n",
        &expect![[r#"
            «A1»
            W 1 A1

            Takes its own last liberty and dies: A1."#]],
    );
    check(
        "SETUP B B1 A2\nW 1 $0A2\nB 2 pass\n",
        &expect![[r#"
            «A2»
            W 1 A2

            There was a stone of Black on A2."#]],
    );
    check(
        "B 1 Q16\nW 2 pa$0ss\n",
        &expect![[r#"
        «pass»
        W 2 pass"#]],
    );
}

#[test]
fn references_say_what_they_mean() {
    check_board(
        &in_game("#1", 0, 1),
        &expect![[r#"
        «#1»
        The number of B 1 B3

             A   B   C   D   E
         5   ┌───┬───●───┬───┐  5
         4   ├───●───┼───┼───┤  4
         3   ├─[1●]──╬───▲───┤  3
         2   ├───○─ab○───┼───┤  2
         1   └───┴───┴───┴───b  1

        last move White C2; Black to play
        A mark stands to the left of its stone."#]],
    );
    check_board(
        &in_game("b@E1", 0, 0),
        &expect![[r#"
            «b@E1»
            b on the empty point E1

                 A   B   C   D   E
             5   ┌───┬───●───┬───┐  5
             4   ├───●───┼───┼───┤  4
             3   ├──1●───╬───▲───┤  3
             2   ├───○─ab○───┼───┤  2
             1   └───┴───┴───┴──[b] 1

            last move White C2; Black to play
            A mark stands to the left of its stone."#]],
    );
    check(
        &in_game("\\t@D3", 0, 0),
        &expect![[r#"
        «\t@D3»
        A triangle on the empty point D3"#]],
    );
    check(
        &in_game("ab@#2", 0, 3),
        &expect![[r#"
            «ab@#2»
            ab on W 2 C2"#]],
    );
    check(
        &in_game("ALL", 0, 1),
        &expect![[r#"
        «ALL»
        The numbers of all 9 numbered stones"#]],
    );
    check_board(
        &in_game("HIDE B3", 0, 5),
        &expect![[r#"
        «B3»
        Hidden: B 1 B3

            A  B  C  D
         5  ○──┬──●──┬  5
         4 8○──●─7●──┼  4
         3 9●─[┼]6○─3●  3
         2  ├──○──┼─4○  2

        last move Black A3; White to play
        A mark stands to the left of its stone."#]],
    );
    check(
        "SETUP B B1 W A1\nB 1 A2\nPRISONER $0A1\n",
        &expect![[r#"
        «A1»
        Taken: the white setup stone A1

        By B 1 A2."#]],
    );
    check(
        "B 1 A1\nW 2 A2\nB 3 C3\nW 4 B1\nPRISONER #$01\n",
        &expect![[r#"
        «#1»
        Taken: B 1 A1

        By W 4 B1."#]],
    );
    check(
        "B 1 A1\nMARK $0#7\n",
        &expect![[r#"
            «#7»
            No move 7 up to here"#]],
    );
    check(
        "B 1 A1\nW 2 B1\nB 3 C1\nW 4 D1\nB 5 E1\nMARK #1$0-5\n",
        &expect![[r#"
        «#1-5»
        The numbers of B 1 A1, W 2 B1, B 3 C1, W 4 D1 and 1 more"#]],
    );
}

#[test]
fn setup_diagrams_and_variations_show_their_position() {
    check_board(
        &in_game("SETUP B B4", 0, 1),
        &expect![[r#"
        «SETUP»
        Setup: Black 2, White 1

           A B C D E
         5 ┌─┬[●]┬─┐  5
         4 ├[●]┼─┼─┤  4
         3 ├─┼─╬─┼─┤  3
         2 ├[○]┼─┼─┤  2
         1 └─┴─┴─┴─┘  1

        Black to play

        SETUP [<B | W> [loc]*]*
        Stones on the board before the first move, or in a diagram. They have no numbers.
        Example: SETUP B D4 Q16 W C3
        Standard, section 5.4"#]],
    );
    check_board(
        &in_game("C5 W", 0, 1),
        &expect![[r#"
        «C5»
        Setup: Black 2, White 1

           A B C D E
         5 ┌─┬[●]┬─┐  5
         4 ├─●─┼─┼─┤  4
         3 ├─┼─╬─┼─┤  3
         2 ├─○─┼─┼─┤  2
         1 └─┴─┴─┴─┘  1

        Black to play"#]],
    );
    check_board(
        &in_game("DIAGRAM", 0, 1),
        &expect![[r#"
        «DIAGRAM»
        Diagram A2 D5

        With setup stones of its own. Some stones are hidden.

            A  B  C  D
         5  ○──┬──●──┬  5
         4 8○──●─7●──┼  4
         3 9●──┼─6○─3●  3
         2  ├──○──┼─4○  2

        last move Black A3; White to play
        A mark stands to the left of its stone.

        DIAGRAM [<nXn> | <loc loc>]
        Begins a diagram: a region of the board with its own stones, hidden stones, marks and comments.
        Example: DIAGRAM B5 J12
        Standard, section 5.4"#]],
    );
    check_board(
        &in_game("VAR x", 0, 4),
        &expect![[r#"
        «x»
        Variation x instead of W 2 C2

        2 moves.

           A B C D E
         5 ┌─┬─●─┬─┐  5
         4 ├─●─┼─┼─┤  4
         3 ├(●)╬─┼─┤  3
         2 ├─○─┼─┼─┤  2
         1 x─┴─┴─┴─┘  1

        last move Black B3; White to play"#]],
    );
    check(
        &in_game("ENDVAR", 0, 4),
        &expect![[r#"
        «ENDVAR»
        End of variation x instead of W 2 C2

        2 moves.

        ENDVAR
        Ends a variation.
        Example: ENDVAR
        Standard, section 5.4"#]],
    );
}

#[test]
fn an_event_shows_how_it_ends() {
    check_board(
        &in_game("EVENT Small", 0, 7),
        &expect![[r#"
        «Small game»
        Small game

        9 moves, 1 variation.

           A B C D E
         5 ┌─┬─●─┬─┐  5
         4 ○─●─●─┼─┤  4
         3(●)●─○─●─●  3
         2 ├─○─○─○─┤  2
         1 └─┴─┴─┴─┘  1

        last move Black A3; White to play

        Black: Ada
        White: Ben
        Source: here; and there
        Komi: 3 1/2
        Result: Black resigns at move 8
        Boardsize: 5"#]],
    );
}

#[test]
fn a_comment_shows_what_it_speaks_of() {
    check_board(
        &in_game("See", 0, 5),
        &expect![[r#"
        «\T»
        W 2 C2

             A   B   C   D   E
         5   ┌───┬───●───┬───┐  5
         4   ├───●───┼───┼───┤  4
         3   ├──1●───╬──[▲]──┤  3
         2   ├───○─ab○───┼───┤  2
         1   └───┴───┴───┴───b  1

        last move White C2; Black to play
        A mark stands to the left of its stone.

        b: E1
        ab: C2
        \t: D3"#]],
    );
    check_board(
        &in_game("Black is", 0, 0),
        &expect![[r#"
        «Black»
        Before the first move

           A B C D E
         5 ┌─┬─●─┬─┐  5
         4 ├─●─┼─┼─┤  4
         3 ├─┼─╬─┼─┤  3
         2 ├─○─┼─┼─┤  2
         1 └─┴─┴─┴─┘  1

        Black to play"#]],
    );
}

#[test]
fn headers_say_how_they_are_read() {
    check(
        "KOMI 3 $01/2\n",
        &expect![[r#"
        «3 1/2»
        Read as: 3.5 points for White."#]],
    );
    check(
        "KOMI -$02\n",
        &expect![[r#"
        «-2»
        Read as: 2 points for Black."#]],
    );
    check(
        "RESULT Black res$0igns\n",
        &expect![[r#"
        «Black resigns»
        Read as: White has won."#]],
    );
    check(
        "RULES chi$0nese\n",
        &expect![[r#"
        «chinese»
        Read as: Chinese rules: area is counted, no position may be repeated."#]],
    );
    check(
        "HANDICAP no$0ne\n",
        &expect![[r#"
        «none»
        Read as: no handicap."#]],
    );
    check("RULES of the $0house\n", &expect![[""]]);
}

#[test]
fn the_result_of_a_finished_game_shows_what_it_counts() {
    let game = "BOARDSIZE 5\nKOMI 0.5\nRESULT B$0+1\nSETUP B B1 B2 B3 B4 B5 W D1 D2 D3 D4 D5 A3\n\
                B 1 PASS\nW 2 PASS\nUSER ishi\ndead A3\nENDUSER\n";
    check(
        game,
        &expect![[r#"
        «B+1»
        Read as: Black has won. The end of the main line counts B+0.5 (Japanese, 1 dead)."#]],
    );
    let (text, offset) = cursor(game);
    let markdown = hover(&snapshot(&text), offset).expect("a hover").markdown(BoardStyle::Picture);
    assert!(markdown.contains("points of Black 5, of White 5"), "{markdown}");
    // Nothing is said of a game that has not ended.
    check(
        "BOARDSIZE 5\nRESULT B$0+1\nB 1 C3\n",
        &expect![[r#"
        «B+1»
        Read as: Black has won."#]],
    );
}

/// A quick fix is only a title, so a hover shows where each of them leads.
#[test]
fn a_contradiction_shows_the_positions_after_its_corrections() {
    let occupied = "BOARDSIZE 9\nB 1 C3\nW 2 C7\nB 3 G7\nW 4 G3\nB 5 E5\nW 6 C$03\nB 7 D3\n";
    check_board(
        occupied,
        &expect![[r#"
            «C3»
            W 6 C3

            There was a stone of Black on C3.

               A B C D E F G H J
             9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  9
             8 ├─┼─┼─┼─┼─┼─┼─┼─┤  8
             7 ├─┼─○─┼─┼─┼─●─┼─┤  7
             6 ├─┼─┼─┼─┼─┼─┼─┼─┤  6
             5 ├─┼─┼─┼─●─┼─┼─┼─┤  5
             4 ├─┼─┼─┼─┼─┼─┼─┼─┤  4
             3 ├─┼[○]┼─┼─┼─○─┼─┤  3
             2 ├─┼─┼─┼─┼─┼─┼─┼─┤  2
             1 └─┴─┴─┴─┴─┴─┴─┴─┘  1

            last move White C3; Black to play

            Corrections, as quick fixes, with the position here:

            1 Change move 1 to C4

               A B C D E F
             9 ┌─┬─┬─┬─┬─┬  9
             8 ├─┼─┼─┼─┼─┼  8
             7 ├─┼─○─┼─┼─┼  7
             6 ├─┼─┼─┼─┼─┼  6
             5 ├─┼─┼─┼─●─┼  5
             4 ├─┼[●]┼─┼─┼  4
             3 ├─┼(○)┼─┼─┼  3
             2 ├─┼─┼─┼─┼─┼  2
             1 └─┴─┴─┴─┴─┴  1

            last move White C3; Black to play

            2 Change move 6 to C4

               A B C D E F
             9 ┌─┬─┬─┬─┬─┬  9
             8 ├─┼─┼─┼─┼─┼  8
             7 ├─┼─○─┼─┼─┼  7
             6 ├─┼─┼─┼─┼─┼  6
             5 ├─┼─┼─┼─●─┼  5
             4 ├─┼[○]┼─┼─┼  4
             3 ├─┼─●─┼─┼─┼  3
             2 ├─┼─┼─┼─┼─┼  2
             1 └─┴─┴─┴─┴─┴  1

            last move White C4; Black to play

            3 Change move 1 to B3

               A B C D E F
             6 ├─┼─┼─┼─┼─┼  6
             5 ├─┼─┼─┼─●─┼  5
             4 ├─┼─┼─┼─┼─┼  4
             3 ├[●]○)┼─┼─┼  3
             2 ├─┼─┼─┼─┼─┼  2
             1 └─┴─┴─┴─┴─┴  1

            last move White C3; Black to play

            4 Change move 1 to C2

               A B C D E F
             6 ├─┼─┼─┼─┼─┼  6
             5 ├─┼─┼─┼─●─┼  5
             4 ├─┼─┼─┼─┼─┼  4
             3 ├─┼(○)┼─┼─┼  3
             2 ├─┼[●]┼─┼─┼  2
             1 └─┴─┴─┴─┴─┴  1

            last move White C3; Black to play

            5 Change move 1 to C8

               A B C D E F
             9 ┌─┬─┬─┬─┬─┬  9
             8 ├─┼[●]┼─┼─┼  8
             7 ├─┼─○─┼─┼─┼  7
             6 ├─┼─┼─┼─┼─┼  6
             5 ├─┼─┼─┼─●─┼  5
             4 ├─┼─┼─┼─┼─┼  4
             3 ├─┼(○)┼─┼─┼  3
             2 ├─┼─┼─┼─┼─┼  2
             1 └─┴─┴─┴─┴─┴  1

            last move White C3; Black to play"#]],
    );
    let (text, offset) = cursor(occupied);
    let hover = hover(&snapshot(&text), offset).expect("a hover");
    let markdown = hover.markdown(BoardStyle::Picture);
    assert_eq!(markdown.matches("data:image/svg+xml").count(), 6, "the position, and after five corrections");
    assert!(markdown.len() < 60_000, "{}", markdown.len());
    assert!(markdown.contains("Change move 1 to C4"));
    // Without boards there is nothing that the list of quick fixes does not have.
    assert!(!hover.markdown(BoardStyle::Off).contains("Change move"));
}

/// The line of the list is another one after some corrections, and all moves after a pass have other numbers.
#[test]
fn a_list_that_contradicts_the_board_shows_the_positions_after_its_corrections() {
    check_board(
        "BOARDSIZE 9\nB 1 A2\nW 2 A1\nB 3 E5\nW 4 B1\nPRISONER $0A1\nB 5 D5\n",
        &expect![[r#"
            «A1»
            Taken: W 2 A1

            By W 4 B1.

               A B C D E F G H J
             9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  9
             8 ├─┼─┼─┼─┼─┼─┼─┼─┤  8
             7 ├─┼─╬─┼─┼─┼─╬─┼─┤  7
             6 ├─┼─┼─┼─┼─┼─┼─┼─┤  6
             5 ├─┼─┼─┼─●─┼─┼─┼─┤  5
             4 ├─┼─┼─┼─┼─┼─┼─┼─┤  4
             3 ├─┼─╬─┼─┼─┼─╬─┼─┤  3
             2 ●─┼─┼─┼─┼─┼─┼─┼─┤  2
             1[○]○)┴─┴─┴─┴─┴─┴─┘  1

            last move White B1; Black to play

            Corrections, as quick fixes, with the position here:

            1 Exchange the locations of moves 1 and 2

               A B C D E
             5 ├─┼─┼─┼─●  5
             4 ├─┼─┼─┼─┼  4
             3 ├─┼─╬─┼─┼  3
             2[○]┼─┼─┼─┼  2
             1[└]○)┴─┴─┴  1

            last move White B1; captures Black 0, White 1; Black to play

            2 Insert a PASS before move 4 and change the colors after it

               A B C D E F G H J
             9 ┌─┬─┬─┬─┬─┬─┬─┬─┐  9
             8 ├─┼─┼─┼─┼─┼─┼─┼─┤  8
             7 ├─┼─╬─┼─┼─┼─╬─┼─┤  7
             6 ├─┼─┼─┼─┼─┼─┼─┼─┤  6
             5 ├─┼─┼[┼]●─┼─┼─┼─┤  5
             4 ├─┼─┼─┼─┼─┼─┼─┼─┤  4
             3 ├─┼─╬─┼─┼─┼─╬─┼─┤  3
             2 ●─┼─┼─┼─┼─┼─┼─┼─┤  2
             1 └[●]┴─┴─┴─┴─┴─┴─┘  1

            last move Black B1; captures Black 1, White 0; White to play

            3 Insert a PASS before move 3 and change the colors after it

               A B C D E
             4 ├─┼─┼─┼─┼  4
             3 ├─┼─╬─┼─┼  3
             2 ●─┼─┼─┼─┼  2
             1 └(●)┴─┴─┴  1

            last move Black B1; captures Black 1, White 0; White to play

            4 Give move 4 to Black

               A B C D E
             4 ├─┼─┼─┼─┼  4
             3 ├─┼─╬─┼─┼  3
             2 ●─┼─┼─┼─┼  2
             1 └[●]┴─┴─┴  1

            last move Black B1; captures Black 1, White 0; Black to play"#]],
    );
}

#[test]
fn the_last_move_of_a_finished_game_shows_what_it_counts() {
    check(
        "BOARDSIZE 5\nKOMI 0.5\nSETUP B B1 B2 B3 B4 B5 W D1 D2 D3 D4 D5\nB 1 PASS\nW 2 $0PASS\n",
        &expect![[r#"
        «PASS»
        W 2 pass"#]],
    );
}

/// Under LJRG a hover searches who controls what.
#[test]
fn a_hover_searches_for_control() {
    check(
        "BOARDSIZE 5\nRULES LJRG\nRESULT B$0+1\nSETUP B B1 B2 B3 B4 B5 A2 A4 W D1 D2 D3 D4 D5 E2 E4\n\
         B 1 PASS\nW 2 PASS\n",
        &expect![[r#"
            «B+1»
            Read as: Black has won. The end of the main line counts Draw (LJRG, 0 dead)."#]],
    );
}

#[test]
fn markdown_is_for_clients_that_show_it() {
    let in_markdown = |fixture: &str, style| {
        let (text, offset) = cursor(fixture);
        hover(&snapshot(&text), offset).expect("a hover").markdown(style)
    };
    expect![[r#"
        **Before the first move**

        ```ishi
        MARK [ALL | loc | #n | #n-n | \C@loc | \C@#n | \C@#n-n | cc@loc | cc@#n | cc@#n-n]*
        ```
        Move numbers, signs and labels to show on the board. \c is a check mark, \d a diamond, \s a square, \t a triangle.

        Example: `MARK #1-5 \t@Q5 a@R3`

        *Standard, section 5.4*"#]].assert_eq(&in_markdown("MA$0RK Q16\n", BoardStyle::Off));
    expect![[r#"
        **\*Stars\* \& \`ticks\` \| \[links\]\(x\)**

        0 moves, 0 variations.

        ```text
           A B C
         3 ┌─┬─┐  3
         2 ├─┼─┤  2
         1 └─┴─┘  1
        ```

        - **Boardsize** 3
        - **Black** \<b\>

        ```ishi
        EVENT [title]
        ```
        Begins the next event: a game, problem, joseki or diagram. It ends the event before it.

        Example: `EVENT Problem 6`

        *Standard, section 5.4*"#]]
    .assert_eq(&in_markdown("EV$0ENT *Stars* & `ticks` | [links](x)\nBOARDSIZE 3\nBLACK <b>\n", BoardStyle::Text));
    let picture = in_markdown("BOARDSIZE 5\nB 1 $0C3\n", BoardStyle::Picture);
    let (before, picture) = picture.split_once("![").unwrap();
    assert_eq!(before, "**B 1 C3** · White to play\n\n");
    let (alt, rest) = picture.split_once("](data:image/svg+xml;base64,").unwrap();
    expect!["Go board 5x5: 1 black and 0 white stones; last move Black C3; White to play"].assert_eq(alt);
    let (data, after) = rest.split_once(')').unwrap();
    assert!(data.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+/=".contains(&byte)));
    assert_eq!(after, "");
}

/// A hover of VS Code is 250 pixels high, of which margins take 16 and a line with its margin 28.
#[test]
fn a_picture_is_whole_in_a_hover() {
    let shown = |text: &str| {
        let (text, offset) = cursor(text);
        hover(&snapshot(&text), offset).expect("a hover").markdown(BoardStyle::Picture)
    };
    // Headings and facts of all kinds; of these only the heading stands before the picture.
    for text in [
        "EV$0ENT Castle game\nBLACK Shusaku\nB 1 Q16\n",
        "B 1 B1\nW 2 A1\nB 3 $0A2\n",
        "B 1 B1\nW 2 A1\nB 3 A2\nPRISONER $0A1\n",
        "B 1 Q16\nVAR a\nB 1 $0D4\nENDVAR\n",
        "B 1 Q16\nW 2 $0Q16\nB 3 D4\n",
        "KOMI 0.5\nRESULT B$0+1\nB 1 PASS\nW 2 PASS\n",
        "B 1 Q16\nMARK #$01\n",
    ] {
        let markdown = shown(text);
        let (before, rest) = markdown.split_once("![").unwrap_or_else(|| panic!("{text:?} has no picture: {markdown}"));
        let height = rest.split_once("|height=").and_then(|(_, rest)| rest.split_once(')')).expect("a height").0;
        let lines = before.split("\n\n").filter(|part| !part.is_empty()).count();
        let height: usize = height.parse().unwrap();
        // The line below it begins where the hover ends, and is not cut in half.
        assert_eq!(16 + 28 * lines + height, 250, "{lines} lines, then {height} pixels: {markdown}");
    }
}

/// VS Code cuts Markdown off at 100,000 characters.
#[test]
fn the_largest_picture_fits_into_a_hover() {
    // The last liberty is left alone, or all would be captured.
    let points = ishi_board::BoardSize::STANDARD.points().skip(1).enumerate();
    let moves: Vec<String> = points.map(|(index, point)| format!("B {} {point}\n", index + 100)).collect();
    let text = moves.concat() + "MARK #100-459\n";
    let shown = hover(&snapshot(&text), text.len() - 3).expect("a hover").markdown(BoardStyle::Picture);
    // VS Code cuts a hover at 100,000 characters, and shows up to two boards in one.
    assert!(shown.len() < 40_000, "{}", shown.len());
}

/// An event that keeps a game of SGF says why it has no board.
#[test]
fn without_a_board_the_reason_is_said() {
    let record = "EVENT One$0\nBLACK Ann\nUSER sgf\ngame [(;GM[1\\]SZ[13:9\\]PB[Ann\\];B[ma\\])]\nENDUSER\n";
    check_board(
        record,
        &expect![[r#"
            «One»
            One

            There is no board for this game: its board is not square, and those of Ishi are.

            Black: Ann"#]],
    );
    check_board(
        &record.replace("$0", "").replace("Ann\nUSER", "A$0nn\nUSER"),
        &expect![[r#"
            «Ann»
            There is no board for this game: its board is not square, and those of Ishi are."#]],
    );
}
