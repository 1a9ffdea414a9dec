//! The text of a RESULT, read by a grammar that has to use every word of it: `Black left` and `White did not win` name
//! no winner, although they name a player.

use std::fmt;

use crate::board::Color;

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameResult {
    /// A player won.
    Winner(Color),
    /// A draw: jigo.
    Draw,
    /// The game has no result, and will have none.
    Void,
    /// The game is not over, or its result is not known.
    Open,
}

/// How a game was won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Manner {
    /// By so many points: a decimal number, as it is written.
    Points(String),
    /// The other player resigned.
    Resignation,
    /// The other player had no time left.
    Time,
    /// The other player forfeited the game.
    Forfeit,
}

/// Everything that a RESULT says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// Who has won.
    pub result: GameResult,
    /// How the game was won, if the text says so.
    pub manner: Option<Manner>,
    /// Whether the text has further information, such as the number of the last move or the reason why there is no
    /// result.
    pub says_more: bool,
}

impl Outcome {
    /// Reads a text. `None` if a word is not understood, or if the words contradict each other.
    pub fn parse(text: &str) -> Option<Self> {
        let Sentence { winners, open, manner, says_more, .. } = Sentence::read(text)?;
        let result = match (winners.first(), open) {
            (Some(&winner), None) if winners.iter().all(|&other| other == winner) => GameResult::Winner(winner),
            (None, Some(result)) if manner.is_none() => result,
            _ => return None,
        };
        Some(Self { result, manner, says_more })
    }

    /// Returns the outcome with the points of a margin in one form: `B+7.50` becomes `B+7.5`.
    #[must_use]
    pub fn normalized(&self) -> Self {
        let mut outcome = self.clone();
        if let Some(Manner::Points(points)) = &mut outcome.manner {
            let (whole, part) = points.split_once('.').unwrap_or((points, ""));
            let (whole, part) = (whole.trim_start_matches('0'), part.trim_end_matches('0'));
            let (whole, point) = (if whole.is_empty() { "0" } else { whole }, if part.is_empty() { "" } else { "." });
            *points = format!("{whole}{point}{part}");
        }
        outcome
    }

    /// The way in which the game ended, by its name in exported data; `None` if only the winner is known.
    pub fn ending(&self) -> Option<&'static str> {
        match (self.result, &self.manner) {
            (GameResult::Draw, _) => Some("draw"),
            (GameResult::Void, _) => Some("void"),
            (GameResult::Open, _) => Some("open"),
            (GameResult::Winner(_), Some(Manner::Points(_))) => Some("points"),
            (GameResult::Winner(_), Some(Manner::Resignation)) => Some("resignation"),
            (GameResult::Winner(_), Some(Manner::Time)) => Some("time"),
            (GameResult::Winner(_), Some(Manner::Forfeit)) => Some("forfeit"),
            (GameResult::Winner(_), None) => None,
        }
    }
}

/// As SGF writes it: `B+3.5`, `W+R`, `Draw`, `Void`, `?`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let how = match &self.manner {
            None => "",
            Some(Manner::Points(points)) => points,
            Some(Manner::Resignation) => "R",
            Some(Manner::Time) => "T",
            Some(Manner::Forfeit) => "F",
        };
        match self.result {
            GameResult::Winner(winner) => write!(f, "{}+{how}", winner.letter()),
            GameResult::Draw => f.write_str("Draw"),
            GameResult::Void => f.write_str("Void"),
            GameResult::Open => f.write_str("?"),
        }
    }
}

impl GameResult {
    /// Reads the result in a RESULT text; see [`Outcome::parse`].
    pub fn parse(text: &str) -> Option<Self> {
        Outcome::parse(text).map(|outcome| outcome.result)
    }

    /// The winner that each verb of a RESULT text names, in order: `White wins, Black resigned` names White twice.
    /// Empty if a word is not understood.
    pub fn winners(text: &str) -> Vec<Color> {
        Sentence::read(text).map_or_else(Vec::new, |sentence| sentence.winners)
    }

    /// The number of the move at which a player resigned, if a RESULT text names it: `Black resigns at move 186`.
    pub fn resignation(text: &str) -> Option<u32> {
        let sentence = Sentence::read(text).filter(|sentence| sentence.manner == Some(Manner::Resignation))?;
        sentence.move_number?.parse().ok()
    }
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// Letters, in lower case.
    Word(String),
    /// A number with its fraction, as a decimal number.
    Number(String),
    Plus,
    QuestionMark,
}

/// The tokens of a text. `None` if the text has a character that no result has.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let is_of_number = first.is_ascii_digit() || "½¼¾".contains(first);
        let length = if is_of_number {
            let (number, length) = number(rest);
            tokens.push(Token::Number(number));
            length
        } else if first.is_alphabetic() {
            let word = rest.split(|character: char| !character.is_alphabetic()).next().unwrap_or_default();
            tokens.push(Token::Word(word.to_lowercase()));
            word.len()
        } else {
            match first {
                '+' => tokens.push(Token::Plus),
                '?' => tokens.push(Token::QuestionMark),
                // It could be a minus.
                '-' if rest[1..].starts_with(|next: char| next.is_ascii_digit()) => return None,
                ' ' | '\t' | ',' | ';' | ':' | '.' | '!' | '(' | ')' | '-' | '\u{2013}' | '\u{2014}' => {}
                _ => return None,
            }
            first.len_utf8()
        };
        rest = &rest[length..];
    }
    Some(tokens)
}

/// The number that a text begins with, such as `6.5`, `6,5`, `6 1/2` or `½`, as a decimal number, and its length.
fn number(text: &str) -> (String, usize) {
    let digits = |text: &str| text.bytes().take_while(u8::is_ascii_digit).count();
    let fraction = |text: &str| {
        let known = [("1/2", "5"), ("½", "5"), ("1/4", "25"), ("¼", "25"), ("3/4", "75"), ("¾", "75")];
        let (written, part) = known.into_iter().find(|(written, _)| text.starts_with(written))?;
        Some((part, written.len())).filter(|(_, length)| digits(&text[*length..]) == 0)
    };
    if let Some((part, length)) = fraction(text) {
        return (format!("0.{part}"), length);
    }
    let whole = digits(text);
    let after = &text[whole..];
    let beginning = after.trim_start_matches([' ', '-', '+']);
    if let Some((part, length)) = fraction(beginning) {
        return (format!("{}.{part}", &text[..whole]), text.len() - beginning.len() + length);
    }
    let decimals = after.strip_prefix(['.', ',']).map_or(0, digits);
    if decimals > 0 {
        let end = whole + 1 + decimals;
        return (text[..end].replace(',', "."), end);
    }
    (text[..whole].to_owned(), whole)
}

/// The role of a token, which decides how the next token is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Role {
    #[default]
    Other,
    Color,
    Win,
    /// A sign or a word after which the manner of winning follows: `+`, `by`, `on`.
    How,
    /// A word after which the number of a move follows.
    Move,
    /// A margin, after which its unit may follow.
    Margin,
    /// The number of a move.
    MoveNumber,
    Negation,
}

/// The facts collected from the words of a RESULT, read one after the other.
#[derive(Default)]
struct Sentence {
    winners: Vec<Color>,
    open: Option<GameResult>,
    manner: Option<Manner>,
    move_number: Option<String>,
    says_more: bool,
    /// The last named player, and whether a verb belongs to this player.
    subject: Option<(Color, bool)>,
    /// A verb before its player, as in `won by Black`, and whether it says that the player has won.
    verb: Option<bool>,
    previous: Role,
}

impl Sentence {
    /// Reads a text. `None` if a word is not understood.
    fn read(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let mut sentence = Self::default();
        match &tokens[..] {
            [] => sentence.open = Some(GameResult::Open),
            [Token::Number(number)] if number.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
                sentence.open = Some(GameResult::Draw);
            }
            _ => {
                for (index, token) in tokens.iter().enumerate() {
                    sentence.previous = match token {
                        Token::Word(word) => sentence.word(word)?,
                        Token::Number(number) => sentence.number(number, tokens.get(index + 1))?,
                        Token::Plus => sentence.how(),
                        Token::QuestionMark => sentence.without(GameResult::Open, false)?,
                    };
                }
                sentence.how();
            }
        }
        (sentence.verb.is_none() && sentence.previous != Role::Negation).then_some(sentence)
    }

    fn word(&mut self, word: &str) -> Option<Role> {
        let is_how = self.previous == Role::How;
        match word {
            "black" | "b" | "blk" => self.color(Color::Black),
            "white" | "w" | "wht" => self.color(Color::White),
            "br" | "wr" => {
                self.color(if word == "br" { Color::Black } else { Color::White })?;
                self.how();
                self.by(Manner::Resignation)
            }
            "wins" | "won" | "win" => self.verb(true),
            "loses" | "lost" => self.verb(false),
            "resigns" | "resigned" => self.verb(false).and_then(|_| self.by(Manner::Resignation)),
            "forfeits" | "forfeited" => self.verb(false).and_then(|_| self.by(Manner::Forfeit)),
            "resignation" | "resign" | "res" | "r" if is_how => self.by(Manner::Resignation),
            "time" | "timeout" | "t" if is_how => self.by(Manner::Time),
            "forfeit" | "forfeiture" | "default" | "f" if is_how => self.by(Manner::Forfeit),
            "illegal" | "i" if is_how => Some(self.more(Role::Other)),
            "by" | "on" => Some(self.how()),
            "half" => self.by(Manner::Points("0.5".into())).map(|_| Role::Margin),
            "point" | "points" | "pt" | "pts" | "moku" | "stone" | "stones" | "zi" => {
                (self.previous == Role::Margin).then_some(Role::Other)
            }
            "move" | "moves" if self.previous == Role::MoveNumber => Some(Role::Other),
            "at" | "after" | "in" | "move" | "moves" => Some(self.more(Role::Move)),
            "draw" | "drawn" | "jigo" | "tie" | "tied" => self.without(GameResult::Draw, false),
            "void" => self.without(GameResult::Void, false),
            "annulled" => self.without(GameResult::Void, true),
            "no" | "not" => Some(Role::Negation),
            "result" if self.previous == Role::Negation => self.without(GameResult::Void, false),
            "known" if self.previous == Role::Negation => self.without(GameResult::Open, false),
            "finished" | "played" | "completed" | "decided" if self.previous == Role::Negation => {
                self.without(GameResult::Open, true)
            }
            "unknown" => self.without(GameResult::Open, false),
            "unfinished" | "suspended" | "adjourned" | "abandoned" | "incomplete" | "interrupted" | "undecided"
            | "none" => self.without(GameResult::Open, true),
            "triple" | "quadruple" | "eternal" | "life" | "ko" | "kos" if self.open.is_some() => {
                Some(self.more(Role::Other))
            }
            // They say nothing by themselves.
            "a" if self.previous == Role::Margin => Some(Role::Margin),
            "a" | "the" | "game" | "result" | "has" | "was" | "is" | "and" | "so" | "thus"
                if self.previous != Role::Negation =>
            {
                Some(Role::Other)
            }
            _ => None,
        }
    }

    fn color(&mut self, color: Color) -> Option<Role> {
        if self.subject.is_some_and(|(other, has_verb)| !has_verb && other != color) {
            return None;
        }
        let verb = self.verb.take();
        self.winners.extend(verb.map(|wins| if wins { color } else { color.opponent() }));
        self.subject = Some((color, verb.is_some()));
        Some(Role::Color)
    }

    fn verb(&mut self, wins: bool) -> Option<Role> {
        match &mut self.subject {
            Some((color, has_verb)) => {
                self.winners.push(if wins { *color } else { color.opponent() });
                *has_verb = true;
            }
            None if self.verb.is_none() => self.verb = Some(wins),
            None => return None,
        }
        Some(if wins { Role::Win } else { Role::Other })
    }

    /// A player without a verb has won: `B+R`, `Black by 3`.
    fn how(&mut self) -> Role {
        if let Some((color, has_verb @ false)) = &mut self.subject {
            self.winners.push(*color);
            *has_verb = true;
        }
        Role::How
    }

    fn by(&mut self, manner: Manner) -> Option<Role> {
        let is_same = self.manner.as_ref().is_none_or(|earlier| *earlier == manner);
        self.manner = Some(manner);
        is_same.then_some(Role::Other)
    }

    fn without(&mut self, result: GameResult, says_more: bool) -> Option<Role> {
        let is_same = self.open.is_none_or(|earlier| earlier == result);
        self.open = Some(result);
        self.says_more |= says_more;
        is_same.then_some(Role::Other)
    }

    fn more(&mut self, role: Role) -> Role {
        self.says_more = true;
        role
    }

    fn number(&mut self, number: &str, next: Option<&Token>) -> Option<Role> {
        let has_unit = |units: &[&str]| matches!(next, Some(Token::Word(word)) if units.contains(&&**word));
        if self.previous == Role::Move || has_unit(&["move", "moves"]) {
            self.move_number = Some(number.to_owned());
            return Some(self.more(Role::MoveNumber));
        }
        matches!(self.previous, Role::How | Role::Color | Role::Win).then(|| self.how())?;
        self.by(Manner::Points(number.to_owned())).map(|_| Role::Margin)
    }
}

/// The player that a word of a RESULT names; the word may also contain the result.
fn color(word: &str) -> Option<Color> {
    Color::ALL.into_iter().find(|&color| {
        // `B3` and `BR` are `B+3` and `B+R` without the sign.
        let is_result = |rest: &str| rest == "r" || rest.bytes().all(|byte| byte.is_ascii_digit());
        word == color.name() || word == abbreviation(color) || word.strip_prefix(letter(color)).is_some_and(is_result)
    })
}

fn abbreviation(color: Color) -> &'static str {
    match color {
        Color::Black => "blk",
        Color::White => "wht",
    }
}

fn letter(color: Color) -> char {
    color.letter().to_ascii_lowercase()
}

/// Replaces each word of a RESULT that names a player by the word for the other player: `Black by 3` becomes `White by
/// 3`, and `w+r` becomes `b+r`. Case and all other words stay.
pub fn with_players_swapped(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while !rest.is_empty() {
        let (word, following) = rest.split_at(length_while(rest, |character| character.is_ascii_alphanumeric()));
        let (between, next) =
            following.split_at(length_while(following, |character| !character.is_ascii_alphanumeric()));
        out += &other_player(word);
        out += between;
        rest = next;
    }
    out
}

fn length_while(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.find(|character| !belongs(character)).unwrap_or(text.len())
}

fn other_player(word: &str) -> String {
    let lower = word.to_ascii_lowercase();
    let Some(color) = color(&lower) else { return word.to_owned() };
    let other = color.opponent();
    let name = if lower == color.name() {
        other.name().to_owned()
    } else if lower == abbreviation(color) {
        abbreviation(other).to_owned()
    } else {
        // What follows the letter, as in `B3`, stays.
        letter(other).to_string()
    };
    let cased = name
        .bytes()
        .zip(word.bytes())
        .map(|(new, old)| char::from(if old.is_ascii_uppercase() { new.to_ascii_uppercase() } else { new }));
    cased.chain(word[name.len()..].chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_change_places_in_a_text() {
        for (text, swapped) in [
            ("White wins by resignation", "Black wins by resignation"),
            ("BLACK by 3, blackmail", "WHITE by 3, blackmail"),
            ("w+r (White: Wht)", "b+r (Black: Blk)"),
            ("B3", "W3"),
            ("jigo", "jigo"),
            ("é", "é"),
        ] {
            assert_eq!(with_players_swapped(text), swapped);
            assert_eq!(with_players_swapped(swapped), text);
        }
    }

    #[test]
    fn results_name_the_winner() {
        let black = Some(GameResult::Winner(Color::Black));
        let white = Some(GameResult::Winner(Color::White));
        for (text, result) in [
            ("White wins by resignation", white),
            ("Black by 3", black),
            ("Black resigns at move 186", white),
            ("W+15", white),
            ("B+R", black),
            ("Black lost on time", white),
            ("White wins, Black resigned", white),
            ("Black resigned, so White wins", white),
            ("won by Black", black),
            ("jigo", Some(GameResult::Draw)),
            ("Draw", Some(GameResult::Draw)),
            ("?", Some(GameResult::Open)),
            ("", Some(GameResult::Open)),
            ("W5", white),
            ("BR", black),
            ("not finished", Some(GameResult::Open)),
            ("a good game", None),
            ("void", Some(GameResult::Void)),
            ("no result, triple ko", Some(GameResult::Void)),
            ("has adjourned.", Some(GameResult::Open)),
            ("Black has won", black),
            ("won by White by 3", white),
            ("White lost on time, so Black wins", black),
            ("Black left", None),
            ("White did not win", None),
            ("White to lose by 2", None),
            ("Black wins, later overturned", None),
            ("Black wins, Black resigned", None),
            ("Black, White", None),
            ("White wins?", None),
            ("W+-3", None),
            ("not", None),
            ("won", None),
            ("Black won by 3, White won by 2", None),
        ] {
            assert_eq!(GameResult::parse(text), result, "{text}");
        }
        assert_eq!(GameResult::winners("Black wins, Black resigned"), [Color::Black, Color::White]);
        assert_eq!(GameResult::resignation("Black resigns at move 186"), Some(186));
        assert_eq!(GameResult::resignation("White wins by resignation after 90 moves"), Some(90));
        assert_eq!(GameResult::resignation("Black did not resign at move 186"), None);
    }

    #[test]
    fn margins_have_one_form() {
        for (text, normalized) in [
            ("W+11.0", "W+11"),
            ("W+0.50", "W+0.5"),
            ("B+007.25", "B+7.25"),
            ("B+10", "B+10"),
            ("B+0", "B+0"),
            ("White by 1/2", "W+0.5"),
            ("B+Resign", "B+R"),
            ("jigo", "Draw"),
        ] {
            assert_eq!(Outcome::parse(text).unwrap().normalized().to_string(), normalized, "{text}");
        }
    }

    #[test]
    fn results_say_how_the_game_was_won() {
        let points = |points: &str| Some((Some(Manner::Points(points.into())), false));
        for (text, expected) in [
            ("White wins by 2 1/2 points", points("2.5")),
            ("B+7.50", points("7.50")),
            ("B 3 1/2", points("3.5")),
            ("W+3,5", points("3.5")),
            ("W+\u{bd}", points("0.5")),
            ("Black won by half a point", points("0.5")),
            ("B+resign", Some((Some(Manner::Resignation), false))),
            ("Black resigns at move 186", Some((Some(Manner::Resignation), true))),
            ("White wins on time", Some((Some(Manner::Time), false))),
            ("W+F", Some((Some(Manner::Forfeit), false))),
            ("B+Illegal", Some((None, true))),
            ("no result, triple ko", Some((None, true))),
            ("Black", Some((None, false))),
            ("White wins game 3", None),
            ("Black by 3 of 5", None),
            ("Black by 3 or 4", None),
        ] {
            let found = Outcome::parse(text).map(|outcome| (outcome.manner, outcome.says_more));
            assert_eq!(found, expected, "{text}");
        }
    }
}
