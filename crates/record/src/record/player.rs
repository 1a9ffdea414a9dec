//! The player of a BLACK or WHITE text: a name, and a rank if the text has one.

use std::fmt;

/// The scale of a rank, from the weakest on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum RankKind {
    /// A kyu, of which 1 is the strongest.
    Kyu,
    /// An amateur dan, or a dan without further information in the text.
    Dan,
    /// A dan of professionals.
    Professional,
}

/// The rank of a player.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rank {
    /// The scale: kyu, dan, or dan of professionals.
    pub kind: RankKind,
    /// The number on the scale, from 1.
    pub number: u8,
}

impl Rank {
    /// Reads the rank that a text begins with: `5-dan`, `3k`, `9p`, `7 dan pro`, `九段`, `P9段`. `None` if there is no
    /// unit.
    pub fn parse(text: &str) -> Option<Self> {
        /// What comes before the number, and whether it says that the player is a professional.
        const KINDS: [(&str, bool); 13] = [
            ("职业", true),
            ("職業", true),
            ("プロ", true),
            ("프로", true),
            ("Pro", true),
            ("pro", true),
            ("P", true),
            ("p", true),
            ("业余", false),
            ("業餘", false),
            ("业", false),
            ("アマ", false),
            ("아마", false),
        ];
        let text = text.trim_start();
        let kind = KINDS.into_iter().find_map(|(word, is_pro)| Some((text.strip_prefix(word)?.trim_start(), is_pro)));
        let (text, is_pro) = kind.unwrap_or((text, false));
        let (number, rest) = Self::number(text)?;
        let rest = rest.trim_start_matches([' ', '-']).to_lowercase();
        let letters = |text: &str| text.chars().take_while(char::is_ascii_alphabetic).collect::<String>();
        let kind = match letters(&rest).as_str() {
            "k" | "kyu" | "gup" => RankKind::Kyu,
            unit @ ("d" | "dan") => {
                let after = rest[unit.len()..].trim_start_matches([' ', '-', '*', '?', '(', ',']);
                if matches!(&*letters(after), "p" | "pro" | "professional") {
                    RankKind::Professional
                } else {
                    RankKind::Dan
                }
            }
            "p" | "pro" => RankKind::Professional,
            "" if rest.starts_with(['段', '단']) => RankKind::Dan,
            "" if rest.starts_with(['級', '级', '급']) => RankKind::Kyu,
            _ => return None,
        };
        let kind = if is_pro && kind == RankKind::Dan { RankKind::Professional } else { kind };
        let highest = if kind == RankKind::Kyu { 40 } else { 12 };
        (1..=highest).contains(&number).then_some(Self { kind, number })
    }

    /// The number that a text begins with, and what comes after it.
    fn number(text: &str) -> Option<(u8, &str)> {
        const NUMBERS: [&str; 9] = ["一初초", "二", "三", "四", "五", "六", "七", "八", "九"];
        let digits = text.bytes().take_while(u8::is_ascii_digit).count();
        if digits > 0 {
            return Some((text[..digits].parse().ok()?, &text[digits..]));
        }
        let first = text.chars().next()?;
        let index = NUMBERS.iter().position(|signs| signs.contains(first))?;
        Some((index as u8 + 1, &text[first.len_utf8()..]))
    }

    /// The rank as one number: the dan, or for a kyu 0 for the first, -1 for the second, and so on.
    pub fn dan(self) -> i16 {
        match self.kind {
            RankKind::Kyu => 1 - i16::from(self.number),
            RankKind::Dan | RankKind::Professional => i16::from(self.number),
        }
    }
}

/// By strength: every professional is stronger than every amateur.
impl Ord for Rank {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        (self.kind, self.dan()).cmp(&(other.kind, other.dan()))
    }
}

impl PartialOrd for Rank {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// In short: `3k`, `5d`, `9p`.
impl fmt::Display for Rank {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let unit = match self.kind {
            RankKind::Kyu => 'k',
            RankKind::Dan => 'd',
            RankKind::Professional => 'p',
        };
        write!(f, "{}{unit}", self.number)
    }
}

/// A player as a BLACK or WHITE text describes them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name without the rank.
    pub name: String,
    /// The rank, if the text names one.
    pub rank: Option<Rank>,
}

impl Player {
    /// Reads a text such as `Honinbo Shusaku`, `Ada 3d` or `James Redmond 5-dan (made 6-dan after this game)`. None for
    /// an empty text.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let (name, rank) = match split_rank(text) {
            Some((name, rank)) => (name.trim_end_matches([' ', ',', '(']), rank),
            None => {
                let name = player_name(text);
                (name, text[name.len()..].trim_start_matches([' ', '\t', ',', '(']))
            }
        };
        (!name.is_empty()).then(|| Self { name: name.to_owned(), rank: Rank::parse(rank) })
    }
}

/// The name in a BLACK or WHITE text, without the rank or the remarks after it: `Honinbo Shusaku`,
/// `James Redmond 5-dan (made 6-dan after this game)`.
pub fn player_name(text: &str) -> &str {
    let text = text.trim();
    let mut end = text.len();
    let mut at = 0;
    for word in text.split_inclusive([' ', '\t', ',', '(']) {
        let is_remark = at > 0 && text[..at].ends_with(['(', ',']);
        if is_remark || at > 0 && is_rank(word) {
            end = at;
            break;
        }
        at += word.len();
    }
    let name = text[..end].trim_end_matches([' ', '\t', ',', '(']);
    if name.is_empty() { text } else { name }
}

/// Whether a word begins a rank: `5-dan`, `9`, `3k`, `6d*`, `P9段`. A name can have a number in it only as its first
/// word.
fn is_rank(word: &str) -> bool {
    word.starts_with(|first: char| first.is_ascii_digit()) || Rank::parse(word).is_some()
}

/// The name and the rank of a player, if the text has only these two.
pub fn split_rank(text: &str) -> Option<(&str, &str)> {
    let (name, rank) = text.rsplit_once(' ')?;
    let digits = rank.bytes().take_while(u8::is_ascii_digit).count();
    let unit = rank[digits..].trim_start_matches('-').trim_end_matches(['?', '*']);
    let is_unit = ["k", "d", "p", "kyu", "dan", "pro"].iter().any(|name| unit.eq_ignore_ascii_case(name));
    ((1..=2).contains(&digits) && is_unit && !name.is_empty() && name.trim_end() == name).then_some((name, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn players_are_read_in_all_their_forms() {
        for (text, name, rank) in [
            ("Honinbo Shusaku", "Honinbo Shusaku", ""),
            ("Ada 3d", "Ada", "3d"),
            ("Player 7 3d", "Player 7", "3d"),
            ("James Redmond 5-dan (made 6-dan after this game)", "James Redmond", "5d"),
            ("Cho Chikun, 9-dan", "Cho Chikun", "9d"),
            ("Ben (7 dan pro)", "Ben", "7p"),
            ("Cleo 9p", "Cleo", "9p"),
            ("Dan 12k?", "Dan", "12k"),
            ("Eva 2 kyu", "Eva", "2k"),
            ("7 of Nine", "7 of Nine", ""),
            ("Kim 9段", "Kim", "9d"),
            ("Wang 九段", "Wang", "9d"),
            ("Tang P9段", "Tang", "9p"),
            ("Tang 职业九段", "Tang", "9p"),
            ("Kim Pro", "Kim Pro", ""),
            ("GNU Go 3.8", "GNU Go", ""),
        ] {
            let player = Player::parse(text).expect(text);
            assert_eq!(
                (&*player.name, &*player.rank.map_or(String::new(), |rank| rank.to_string())),
                (name, rank),
                "{text}"
            );
        }
        assert_eq!(Player::parse("  "), None);
        for (text, rank) in
            [("九段", "9d"), ("초단", "1d"), ("10级", "10k"), ("9d pro", "9p"), ("8-dan (professional)", "8p")]
        {
            assert_eq!(Rank::parse(text).expect(text).to_string(), rank, "{text}");
        }
        for text in ["", "9", "99d", "0k", "NR", "?", "3.5d", "5 points"] {
            assert_eq!(Rank::parse(text), None, "{text}");
        }
    }

    #[test]
    fn ranks_are_in_order_of_strength() {
        let ranks = ["30k", "2k", "1k", "1d", "9d", "1p", "9p"].map(|text| Rank::parse(text).expect(text));
        assert!(ranks.is_sorted());
        assert_eq!(ranks.map(Rank::dan), [-29, -1, 0, 1, 9, 1, 9]);
    }
}
