//! The grammar of RESULT texts: words of several languages, each with the meaning that it has in a result.

use super::european;
use super::quantity::Quantity;
use super::result_word::{Ending, Meaning};
use super::script::{folded, is_east_asian, longest_word};
use ishi_board::Color;

/// The winner of a game, or why there is none.
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

impl From<Ending> for Manner {
    fn from(ending: Ending) -> Self {
        match ending {
            Ending::Resignation => Self::Resignation,
            Ending::Time => Self::Time,
            Ending::Forfeit => Self::Forfeit,
        }
    }
}

/// The words of Chinese, Japanese and Korean results, with simplified characters. There are no spaces between them.
#[rustfmt::skip]
const EAST_ASIAN: &[(&str, Meaning)] = &[
    ("黑", Meaning::Black), ("白", Meaning::White), ("흑", Meaning::Black), ("백", Meaning::White),
    ("胜", Meaning::Wins), ("胜ち", Meaning::Wins), ("胜利", Meaning::Wins), ("获胜", Meaning::Wins),
    ("胜出", Meaning::Wins), ("赢", Meaning::Wins), ("승", Meaning::Wins), ("승리", Meaning::Wins),
    ("负", Meaning::Loses), ("负け", Meaning::Loses), ("败", Meaning::Loses), ("败け", Meaning::Loses),
    ("输", Meaning::Loses), ("패", Meaning::Loses), ("패배", Meaning::Loses),
    ("认输", Meaning::Resigns), ("认负", Meaning::Resigns), ("投子认负", Meaning::Resigns),
    ("投子认输", Meaning::Resigns), ("投了", Meaning::Resigns),
    ("中盘", Meaning::How(Ending::Resignation)), ("中押し", Meaning::How(Ending::Resignation)),
    ("中押", Meaning::How(Ending::Resignation)), ("不计", Meaning::How(Ending::Resignation)),
    ("불계", Meaning::How(Ending::Resignation)),
    ("时间", Meaning::How(Ending::Time)), ("超时", Meaning::How(Ending::Time)), ("逾时", Meaning::How(Ending::Time)),
    ("时间切れ", Meaning::How(Ending::Time)), ("时间超过", Meaning::How(Ending::Time)),
    ("切れ", Meaning::How(Ending::Time)), ("시간", Meaning::How(Ending::Time)),
    ("시간초과", Meaning::How(Ending::Time)),
    ("反则", Meaning::How(Ending::Forfeit)), ("违规", Meaning::How(Ending::Forfeit)),
    ("犯规", Meaning::How(Ending::Forfeit)), ("弃权", Meaning::Withdraws),
    ("弃赛", Meaning::How(Ending::Forfeit)), ("不战", Meaning::How(Ending::Forfeit)),
    ("失格", Meaning::How(Ending::Forfeit)), ("반칙", Meaning::How(Ending::Forfeit)),
    ("기권", Meaning::Withdraws), ("부전", Meaning::How(Ending::Forfeit)),
    ("실격", Meaning::How(Ending::Forfeit)),
    ("持碁", Meaning::Draw), ("持棋", Meaning::Draw), ("ジゴ", Meaning::Draw), ("じご", Meaning::Draw),
    ("和棋", Meaning::Draw), ("和局", Meaning::Draw), ("平局", Meaning::Draw), ("引き分け", Meaning::Draw),
    ("引分け", Meaning::Draw), ("引分", Meaning::Draw), ("무승부", Meaning::Draw), ("빅", Meaning::Draw),
    ("无胜负", Meaning::Void), ("无效", Meaning::Void), ("무효", Meaning::Void),
    ("三劫", Meaning::Reason), ("三コウ", Meaning::Reason), ("四劫", Meaning::Reason), ("长生", Meaning::Reason),
    ("手", Meaning::Moves), ("手まで", Meaning::Moves), ("手完", Meaning::Moves), ("수", Meaning::Moves),
    ("共", Meaning::Particle),
    ("不明", Meaning::Unknown), ("未知", Meaning::Unknown), ("미상", Meaning::Unknown),
    ("打ち挂け", Meaning::Unfinished), ("打挂け", Meaning::Unfinished), ("打挂", Meaning::Unfinished),
    ("未完", Meaning::Unfinished), ("未终局", Meaning::Unfinished), ("中断", Meaning::Unfinished),
    ("중단", Meaning::Unfinished), ("미완", Meaning::Unfinished),
    ("方", Meaning::Particle), ("番", Meaning::Particle), ("棋", Meaning::Particle), ("の", Meaning::Particle),
    ("が", Meaning::Particle), ("は", Meaning::Particle), ("で", Meaning::Particle), ("以", Meaning::Particle),
    ("判", Meaning::Particle), ("이", Meaning::Particle), ("가", Meaning::Particle), ("은", Meaning::Particle),
    ("는", Meaning::Particle), ("으로", Meaning::Particle), ("로", Meaning::Particle), ("번", Meaning::Particle),
];

/// A part of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Token {
    /// Letters, in lower case.
    Word(String),
    /// A word of [`EAST_ASIAN`].
    Known(Meaning),
    /// A number with its fraction and its unit.
    Number(Quantity),
    Plus,
    QuestionMark,
}

/// The signs after which words only add to a result that is complete before them.
pub(super) const SEPARATORS: [char; 7] = [',', ';', '(', '，', '、', '；', '（'];

/// The tokens of a folded text. `None` if the text has a character or a word that no result has.
fn tokens(text: &str) -> Option<Vec<Token>> {
    let mut tokens = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        if let Some((meaning, after)) = longest_word(rest, EAST_ASIAN) {
            tokens.push(Token::Known(meaning));
            rest = after;
            continue;
        }
        if let Some((quantity, after)) = Quantity::read(rest).filter(|_| first != '.') {
            tokens.push(Token::Number(quantity));
            rest = after;
            continue;
        }
        if is_east_asian(first) {
            return None;
        }
        let length = if first.is_alphabetic() {
            let is_letter = |one: char| one.is_alphabetic() && !is_east_asian(one);
            let word = rest.split(|one| !is_letter(one)).next().unwrap_or_default();
            tokens.push(Token::Word(word.to_owned()));
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
    /// The number of a move.
    MoveNumber,
    Negation,
    /// The first part of a verb: see [`Meaning::Gives`].
    Gives,
    /// The time, after which `out` or `over` may follow.
    Time,
}

/// The facts collected from the words of a RESULT, read one after the other.
#[derive(Default)]
#[expect(clippy::struct_excessive_bools, reason = "words of a sentence say these independently of each other")]
pub(super) struct Sentence {
    /// The winner that each verb names, in order.
    pub(super) winners: Vec<Color>,
    /// The result without a winner.
    pub(super) open: Option<GameResult>,
    pub(super) manner: Option<Manner>,
    /// The number of the last move.
    pub(super) move_number: Option<String>,
    pub(super) says_more: bool,
    /// The last named player, and whether a verb belongs to this player.
    subject: Option<(Color, bool)>,
    /// A verb before its player, as in `won by Black`, and whether it says that the player has won.
    verb: Option<bool>,
    /// Whether a noun waits for its verb: without it, `黑超时` does not say who has won.
    waits_for_verb: bool,
    /// Whether the word that waits for a verb is one itself, if no other verb follows.
    withdraws: bool,
    /// Whether anything but names of players is said.
    is_explicit: bool,
    previous: Role,
}

impl Sentence {
    /// Reads a text. `None` if a word is not understood that is not only additional.
    pub(super) fn read(text: &str) -> Option<Self> {
        let text = folded(text).to_lowercase();
        Self::of_all(&text).or_else(|| Self::of_beginning(&text))
    }

    /// Whether each word of a text is understood.
    pub(super) fn is_whole(text: &str) -> bool {
        Self::of_all(&folded(text).to_lowercase()).is_some()
    }

    /// The result of a sentence that does not contradict itself.
    pub(super) fn result(&self) -> Option<GameResult> {
        match (self.winners.first(), self.open) {
            (Some(&winner), None) if self.winners.iter().all(|&other| other == winner) => {
                Some(GameResult::Winner(winner))
            }
            (None, open) if self.manner.is_none() => open,
            _ => None,
        }
    }

    /// Reads a text of which each word has to be understood.
    fn of_all(text: &str) -> Option<Self> {
        let tokens = tokens(text)?;
        let mut sentence = Self::default();
        match &tokens[..] {
            [] => sentence.open = Some(GameResult::Open),
            [Token::Number(number)] if number.points.bytes().all(|byte| matches!(byte, b'0' | b'.')) => {
                sentence.open = Some(GameResult::Draw);
                sentence.is_explicit = true;
            }
            _ => {
                for (index, token) in tokens.iter().enumerate() {
                    sentence.is_explicit |= match token {
                        Token::Known(Meaning::Black | Meaning::White | Meaning::Particle) => false,
                        Token::Word(word) => {
                            let is_name =
                                |meaning| matches!(meaning, Meaning::Black | Meaning::White | Meaning::Particle);
                            !matches!(&**word, "black" | "white" | "b" | "w" | "the")
                                && !european::meaning(word).is_some_and(is_name)
                        }
                        _ => true,
                    };
                    sentence.previous = match token {
                        Token::Word(word) => sentence.word(word)?,
                        Token::Known(meaning) => sentence.known(*meaning)?,
                        Token::Number(number) => sentence.number(number, tokens.get(index + 1))?,
                        Token::Plus => sentence.how(),
                        Token::QuestionMark => sentence.without(GameResult::Open, false)?,
                    };
                }
                if sentence.waits_for_verb && sentence.withdraws {
                    sentence.verb(false)?;
                }
                sentence.how();
            }
        }
        let is_complete = sentence.verb.is_none() && !sentence.waits_for_verb;
        (is_complete && !matches!(sentence.previous, Role::Negation | Role::Gives)).then_some(sentence)
    }

    /// Reads a text that begins with a complete result, after which other words follow in brackets, or after a comma
    /// or a semicolon.
    fn of_beginning(text: &str) -> Option<Self> {
        /// Words that take back what was said before.
        const DENIALS: [&str; 6] = ["overturned", "reversed", "annulled", "disputed", "corrected", "取消"];
        const MAX: usize = 8;
        let ends: Vec<usize> = text.match_indices(SEPARATORS).map(|(at, _)| at).take(MAX).collect();
        let (end, mut sentence) = ends.into_iter().rev().find_map(|end| Some((end, Self::of_all(&text[..end])?)))?;
        let result = sentence.result().filter(|_| sentence.is_explicit)?;
        let rest = &text[end..];
        let is_denied = DENIALS.iter().any(|word| rest.contains(word));
        let contradicts = |clause: &str| {
            let other = Self::of_all(clause).filter(|other| other.is_explicit && !other.winners.is_empty());
            other.is_some_and(|other| other.result() != Some(result))
        };
        // A bracket of SGF is not part of a result, but the sign that another one is missing.
        if is_denied || rest.contains(['[', ']']) || rest.split([',', ';', '(', ')']).take(MAX).any(contradicts) {
            return None;
        }
        sentence.says_more = true;
        Some(sentence)
    }

    fn known(&mut self, meaning: Meaning) -> Option<Role> {
        let is_state = matches!(meaning, Meaning::Void | Meaning::Unknown | Meaning::Unfinished);
        if self.previous == Role::Gives && meaning != Meaning::Up || self.previous == Role::Negation && !is_state {
            return None;
        }
        match meaning {
            Meaning::Black => self.color(Color::Black),
            Meaning::White => self.color(Color::White),
            Meaning::Wins => self.verb(true),
            // A margin may follow.
            Meaning::Loses => self.verb(false).map(|_| Role::Win),
            Meaning::Resigns => self.verb(false).and_then(|_| self.by(Manner::Resignation)),
            Meaning::Forfeits => self.verb(false).and_then(|_| self.by(Manner::Forfeit)),
            Meaning::Withdraws => {
                self.withdraws = true;
                self.known(Meaning::How(Ending::Forfeit))
            }
            Meaning::Gives => Some(Role::Gives),
            Meaning::Up if self.previous == Role::Gives => {
                self.previous = Role::Other;
                self.known(Meaning::Resigns)
            }
            Meaning::Up | Meaning::By => Some(self.how()),
            Meaning::MoveWord => Some(self.more(Role::Move)),
            Meaning::How(ending) => {
                let has_verb = self.previous == Role::How || self.subject.is_some_and(|(_, has_verb)| has_verb);
                self.waits_for_verb |= !has_verb;
                self.by(ending.into())
            }
            Meaning::Draw => self.without(GameResult::Draw, false),
            Meaning::Void => self.without(GameResult::Void, false),
            Meaning::Unknown => self.without(GameResult::Open, false),
            Meaning::Unfinished => self.without(GameResult::Open, true),
            Meaning::Reason => Some(self.more(Role::Other)),
            Meaning::Moves => (self.previous == Role::MoveNumber).then_some(Role::Other),
            Meaning::Particle => Some(self.previous),
        }
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
            "wins" | "won" | "win" => self.known(Meaning::Wins),
            "loses" | "lost" => self.verb(false),
            "resignation" | "resign" | "resigned" | "resigns" | "res" | "r" if is_how => self.by(Manner::Resignation),
            "resigns" | "resigned" => self.known(Meaning::Resigns),
            "time" | "timeout" | "t" if is_how => self.by(Manner::Time).map(|_| Role::Time),
            "out" | "over" | "up" if self.previous == Role::Time => Some(Role::Other),
            "forfeit" | "forfeiture" | "default" | "f" if is_how => self.by(Manner::Forfeit),
            "forfeits" | "forfeited" => self.known(Meaning::Forfeits),
            "illegal" | "i" if is_how => Some(self.more(Role::Other)),
            "by" | "on" => Some(self.how()),
            "move" | "moves" if self.previous == Role::MoveNumber => Some(Role::Other),
            "at" | "after" | "in" | "move" | "moves" => Some(self.more(Role::Move)),
            "draw" | "drawn" | "jigo" | "tie" | "tied" => self.known(Meaning::Draw),
            "void" => self.known(Meaning::Void),
            "annulled" => self.without(GameResult::Void, true),
            "no" | "not" => Some(Role::Negation),
            "result" if self.previous == Role::Negation => self.known(Meaning::Void),
            "known" if self.previous == Role::Negation => self.known(Meaning::Unknown),
            "finished" | "played" | "completed" | "decided" if self.previous == Role::Negation => {
                self.known(Meaning::Unfinished)
            }
            "unknown" => self.known(Meaning::Unknown),
            "unfinished" | "suspended" | "adjourned" | "abandoned" | "incomplete" | "interrupted" | "undecided"
            | "none" => self.known(Meaning::Unfinished),
            "triple" | "quadruple" | "eternal" | "life" | "ko" | "kos" if self.open.is_some() => {
                Some(self.more(Role::Other))
            }
            // They say nothing by themselves.
            "a" | "the" | "game" | "result" | "has" | "was" | "is" | "and" | "so" | "thus"
                if self.previous != Role::Negation =>
            {
                Some(Role::Other)
            }
            _ => self.known(european::meaning(word)?),
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
        self.waits_for_verb = false;
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

    /// More stones, in points, are all stones of a player, and not a margin: `黑185子`.
    const MAX_STONES: f64 = 361.0;

    fn number(&mut self, number: &Quantity, next: Option<&Token>) -> Option<Role> {
        let is_of_moves = match next {
            Some(Token::Word(word)) => matches!(&**word, "move" | "moves"),
            Some(Token::Known(meaning)) => *meaning == Meaning::Moves,
            _ => false,
        };
        if self.previous == Role::Move || is_of_moves {
            self.move_number = Some(number.points.clone());
            return Some(self.more(Role::MoveNumber));
        }
        if number.is_in_stones && number.points.parse::<f64>().is_ok_and(|points| points > Self::MAX_STONES) {
            return None;
        }
        match self.previous {
            Role::How | Role::Win => {}
            // `白3目半` has won, but `白3目半負け` has lost.
            Role::Color if matches!(next, Some(Token::Known(Meaning::Wins | Meaning::Loses | Meaning::Particle))) => {
                self.waits_for_verb = true;
            }
            Role::Color => {
                self.how();
            }
            _ => return None,
        }
        self.by(Manner::Points(number.points.clone()))
    }
}
