//! The table of keywords, which completion, hover, the formatter, the grammars and the documentation use.

use std::fmt;

/// The purpose of a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum KeywordGroup {
    /// `EVENT`.
    Event,
    /// Information about the current event (section 5.2).
    Header,
    /// A move: `B`, `W`.
    Move,
    /// The board and what is put on it.
    Board,
    /// Marks and prisoners.
    Reference,
    /// Begins or ends a block of lines.
    Block,
    /// For a person who reads the file.
    Remark,
}

/// One keyword.
#[derive(Debug)]
pub struct Info {
    /// Its name, in upper case.
    pub name: &'static str,
    /// The purpose of the keyword.
    pub group: KeywordGroup,
    /// Its line in the notation of section 5.3.
    pub syntax: &'static str,
    /// The meaning of the keyword, in one line.
    pub help: &'static str,
    /// An example.
    pub example: &'static str,
    /// The section of the Standard that specifies it.
    pub section: &'static str,
}

/// The slot of a word, in any case, in a hash table of keywords, because the first word of every line is looked up.
/// With these factors no two keywords share a slot.
const fn slot(word: &str) -> usize {
    match *word.as_bytes() {
        [] => 0,
        [first, ..] => {
            let last = word.as_bytes()[word.len() - 1];
            (word.len() + 25 * first.to_ascii_uppercase() as usize + 12 * last.to_ascii_uppercase() as usize) % 64
        }
    }
}

macro_rules! keywords {
    ($(
        $variant:ident $name:literal $group:ident $section:literal $syntax:literal $example:literal $help:literal;
    )*) => {
        /// A keyword of the Standard (section 5.1).
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Keyword { $(#[doc = $help] $variant,)* }

        impl Keyword {
            /// Every keyword: first `EVENT`, then the headers, then the data keywords, each group by the alphabet.
            pub const ALL: &[Self] = &[$(Self::$variant,)*];

            /// Whether only the last of several lines with this keyword counts, instead of all together (section 5.2).
            pub fn counts_once(self) -> bool {
                matches!(
                    self,
                    Self::Black
                        | Self::White
                        | Self::Komi
                        | Self::Handicap
                        | Self::Result
                        | Self::Rules
                        | Self::Boardsize
                )
            }

            /// The keyword that `word` is, in any case.
            pub fn of(word: &str) -> Option<Self> {
                let keyword = SLOTS[slot(word)]?;
                keyword.name().eq_ignore_ascii_case(word).then_some(keyword)
            }
        }

        /// The keyword of each slot: the only keyword that a word of this slot can be.
        static SLOTS: [Option<Keyword>; 64] = {
            let mut slots = [None; 64];
            $(
                let keyword = &mut slots[slot($name)];
                assert!(keyword.is_none(), "two keywords in one slot: `slot` needs other factors");
                *keyword = Some(Keyword::$variant);
            )*
            slots
        };

        static TABLE: &[Info] = &[$(Info {
            name: $name,
            group: KeywordGroup::$group,
            syntax: $syntax,
            help: $help,
            example: $example,
            section: $section,
        },)*];
    };
}

keywords! {
    Event "EVENT" Event "5.4" "EVENT [title]" "EVENT Problem 6"
        "Begins the next event: a game, problem, joseki or diagram. It ends the event before it.";
    Analysis "ANALYSIS" Header "5.2" "ANALYSIS [text]" "ANALYSIS Jim Kerwin"
        "Who wrote the commentary. Several lines add up.";
    Black "BLACK" Header "5.2" "BLACK [text]" "BLACK Honinbo Shusaku"
        "The Black player: name, rank and so on. The last line counts.";
    Date "DATE" Header "5.2" "DATE [text]" "DATE 8 March 1990"
        "When the game was played. Several lines add up.";
    Handicap "HANDICAP" Header "5.2" "HANDICAP [text]" "HANDICAP 4"
        "How many handicap stones Black had, for information: the stones themselves are in SETUP. \
         The last line counts.";
    Komi "KOMI" Header "5.2" "KOMI [text]" "KOMI 5 1/2"
        "The komi. The last line counts.";
    Place "PLACE" Header "5.2" "PLACE [text]" "PLACE Kyoto"
        "Where the game was played. Several lines add up.";
    Recorder "RECORDER" Header "5.2" "RECORDER [text]" "RECORDER Phil Straus"
        "Who recorded the game. Several lines add up.";
    Result "RESULT" Header "5.2" "RESULT [text]" "RESULT Black by 3"
        "The result. The last line counts.";
    Rules "RULES" Header "5.2" "RULES [text]" "RULES Japanese"
        "The rules: Japanese by default, or Chinese. The last line counts.";
    Source "SOURCE" Header "5.2" "SOURCE [text]" "SOURCE Go Review, 1965"
        "Where the record was taken from. Several lines add up.";
    Timelimit "TIMELIMIT" Header "5.2" "TIMELIMIT [text]" "TIMELIMIT 1 hour"
        "The time limits. Several lines add up.";
    White "WHITE" Header "5.2" "WHITE [text]" "WHITE James Redmond 5-dan"
        "The White player: name, rank and so on. The last line counts.";
    B "B" Move "5.4" "B <n> <loc | PASS>" "B 17 Q3"
        "The next move, by Black: its number and its point, or PASS.";
    Boardsize "BOARDSIZE" Board "5.4" "BOARDSIZE <n>" "BOARDSIZE 13"
        "The size of the event's square board, 2 to 19. Without it the board is 19x19.";
    Com "COM" Block "5.4" "COM [title]" "COM A famous move"
        "Begins a comment on the current event, move or diagram. All lines up to ENDCOM are text.";
    Diagram "DIAGRAM" Board "5.4" "DIAGRAM [<nXn> | <loc loc>]" "DIAGRAM B5 J12"
        "Begins a diagram: a region of the board with its own stones, hidden stones, marks and comments.";
    Endcom "ENDCOM" Block "5.4" "ENDCOM" "ENDCOM"
        "Ends a comment.";
    Enduser "ENDUSER" Block "5.4" "ENDUSER" "ENDUSER"
        "Ends a block of user data.";
    Endvar "ENDVAR" Block "5.4" "ENDVAR" "ENDVAR"
        "Ends a variation.";
    Hide "HIDE" Reference "5.4" "HIDE [loc | #n | #n-n]*" "HIDE #3-9 Q9"
        "Stones that the current diagram does not show.";
    Mark "MARK" Reference "5.4"
        "MARK [ALL | loc | #n | #n-n | \\C@loc | \\C@#n | \\C@#n-n | cc@loc | cc@#n | cc@#n-n]*"
        "MARK #1-5 \\t@Q5 a@R3"
        "Move numbers, signs and labels to show on the board. \\c is a check mark, \\d a diamond, \\s a square, \
         \\t a triangle.";
    Prisoner "PRISONER" Reference "5.4" "PRISONER [#n | loc]*" "PRISONER #22 Q9"
        "The stones that the current move captures.";
    Remark "REMARK" Remark "5.4" "REMARK [text]" "REMARK Diagram 3 of 9"
        "A note for the reader of the file. It belongs to the next EVENT, SETUP, move or DIAGRAM.";
    Setup "SETUP" Board "5.4" "SETUP [<B | W> [loc]*]*" "SETUP B D4 Q16 W C3"
        "Stones on the board before the first move, or in a diagram. They have no numbers.";
    Unmark "UNMARK" Reference "5.4" "UNMARK [ALL | loc | #n | #n-n]*" "UNMARK #6-20"
        "Removes marks that were set before.";
    User "USER" Block "5.4" "USER [data]" "USER Print-Diagram 1 of 10"
        "Begins a block of data for some program. All lines up to ENDUSER are its own.";
    Var "VAR" Block "5.4" "VAR [cc]" "VAR b"
        "Begins a variation on the current move: other moves in its place, up to ENDVAR. \
         The marker is one or two characters.";
    W "W" Move "5.4" "W <n> <loc | PASS>" "W 38 R19"
        "The next move, by White: its number and its point, or PASS.";
}

impl Keyword {
    /// The row of the keyword in the table.
    pub fn info(self) -> &'static Info {
        &TABLE[self as usize]
    }

    /// Its name, in upper case.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The keyword that a misspelt `word` most probably is.
    ///
    /// Words of three or more letters may have one wrong letter, words of six or more letters two. If two keywords are
    /// candidates, the result is `None`. `B` and `W` are too short to be recognised. Four letters with which only one
    /// keyword begins are read as that keyword, because a keyword in an editor may be incomplete. The full words for
    /// VAR and COM are read as these keywords, too.
    pub fn resembling(word: &str) -> Option<Self> {
        const LONG_FORMS: [(&str, Keyword); 4] = [
            ("VARIATION", Keyword::Var),
            ("ENDVARIATION", Keyword::Endvar),
            ("COMMENT", Keyword::Com),
            ("ENDCOMMENT", Keyword::Endcom),
        ];
        let most = match word.len() {
            3..6 => 1,
            6..13 => 2,
            _ => return None,
        };
        if let Some(&(_, keyword)) = LONG_FORMS.iter().find(|(form, _)| word.eq_ignore_ascii_case(form)) {
            return Some(keyword);
        }
        let names = || Self::ALL.iter().copied().filter(|keyword| keyword.name().len() >= 3);
        for slips in 1..=most {
            let mut nearest = names().filter(|keyword| slips_in(word, keyword.name(), most) == Some(slips));
            if let Some(first) = nearest.next() {
                return nearest.next().is_none().then_some(first);
            }
        }
        let mut begun = names().filter(|keyword| {
            keyword.name().get(..word.len()).is_some_and(|beginning| beginning.eq_ignore_ascii_case(word))
        });
        let first = begun.next()?;
        (word.len() >= 4 && begun.next().is_none()).then_some(first)
    }

    /// The keywords that are most similar to `word`, the nearest first, for a menu. At least half of a short word has
    /// to agree.
    pub fn nearest(word: &str) -> Vec<Self> {
        let most = if word.len() < 6 { 1 } else { 2 };
        let mut near: Vec<_> = Self::ALL
            .iter()
            .filter_map(|&keyword| Some((slips_in(word, keyword.name(), most)?, keyword)))
            .filter(|&(slips, keyword)| slips < keyword.name().len())
            .collect();
        near.sort();
        near.into_iter().map(|(_, keyword)| keyword).take(3).collect()
    }
}

/// The edit distance from `word` to `name`, ignoring case, in inserted, removed, changed and swapped letters; `None` if
/// it is more than `most`.
///
/// Each line without a keyword is compared with every keyword, so this function allocates nothing, and words that are
/// much too long or too short take no time.
fn slips_in(word: &str, name: &str, most: usize) -> Option<usize> {
    const LONGEST: usize = 15;
    let (word, name) = (word.as_bytes(), name.as_bytes());
    if word.len().abs_diff(name.len()) > most || name.len() > LONGEST {
        return None;
    }
    // The rows of the table for the letters up to this one, the one before it, and the one before that.
    let mut row: [usize; LONGEST + 1] = std::array::from_fn(|index| index);
    let mut before = row;
    for (i, letter) in word.iter().map(u8::to_ascii_uppercase).enumerate() {
        let two_before = before;
        before = row;
        row[0] = i + 1;
        for (j, &wanted) in name.iter().enumerate() {
            row[j + 1] = (before[j] + usize::from(letter != wanted)).min(before[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && letter == name[j - 1] && word[i - 1].to_ascii_uppercase() == wanted {
                row[j + 1] = row[j + 1].min(two_before[j - 1] + 1);
            }
        }
        if row[..=name.len()].iter().all(|&slips| slips > most) {
            return None;
        }
    }
    Some(row[name.len()]).filter(|&slips| slips <= most)
}

impl fmt::Display for Keyword {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_name_is_found_in_any_case() {
        for &keyword in Keyword::ALL {
            assert_eq!(Keyword::of(keyword.name()), Some(keyword));
            assert_eq!(Keyword::of(&keyword.name().to_ascii_lowercase()), Some(keyword));
        }
        for word in ["", "BB", "ENDCOMM", "BOARDSIZES", "É"] {
            assert_eq!(Keyword::of(word), None, "{word}");
        }
    }

    #[test]
    fn slips_are_recognised() {
        let resembling = |word| Keyword::resembling(word);
        assert_eq!(resembling("vra"), Some(Keyword::Var));
        assert_eq!(resembling("EVNET"), Some(Keyword::Event));
        assert_eq!(resembling("ENDVRA"), Some(Keyword::Endvar));
        assert_eq!(resembling("PRISONERS"), Some(Keyword::Prisoner));
        assert_eq!(resembling("V"), None);
        assert_eq!(resembling("GAME"), None);
        assert_eq!(resembling("supercalifragilistic"), None);
        assert_eq!(resembling("EDNCOM"), Some(Keyword::Endcom));
        assert_eq!(resembling("VAVR"), Some(Keyword::Var));
        // BLAC and WHIT are a slip away; DIAG, ENDV and BOAR are half typed; END may become three words.
        for (word, keyword) in [("blac", "BLACK"), ("Diag", "DIAGRAM"), ("ENDV", "ENDVAR"), ("BOARD", "BOARDSIZE")] {
            assert_eq!(resembling(word).map(Keyword::name), Some(keyword), "{word}");
        }
        assert_eq!(resembling("END"), None);
        assert_eq!(resembling("Variation"), Some(Keyword::Var));
        assert_eq!(resembling("VARIATIONS"), None);
    }

    #[test]
    fn each_example_is_a_line_of_its_keyword() {
        for keyword in Keyword::ALL {
            assert!(keyword.info().example.starts_with(keyword.name()));
            assert!(keyword.info().syntax.starts_with(keyword.name()));
        }
    }
}
