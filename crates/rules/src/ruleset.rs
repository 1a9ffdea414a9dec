//! The known rulesets, and the parser of RULES headers.

use std::fmt;

/// The repetitions that a ruleset forbids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ko {
    /// Only the immediate recapture of a single stone. A game with other repetitions may end without result.
    Simple,
    /// Any earlier position.
    Positional,
    /// Any earlier position with the same player to move.
    Situational,
    /// Any earlier position that a move of the same player made.
    NaturalSituational,
    /// A special rule for cycles, which does not depend on the board alone.
    Special,
}

/// The way in which a position is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scoring {
    /// Surrounded points and prisoners.
    Territory,
    /// Surrounded points and living stones.
    Area,
    /// The points that a player controls, as the Logical Japanese Rules define it.
    Control,
}

/// Whose surrounded points are not counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tax {
    /// All points are counted.
    None,
    /// Points of groups in seki are not counted.
    Seki,
    /// Points of groups in seki are not counted, nor are two points of every other group.
    All,
}

/// The points that White receives for a handicap of N stones, where the area is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Handicap {
    /// No points.
    Nothing,
    /// A point for each stone after the first.
    AfterFirst,
    /// A point for each stone.
    Each,
}

impl Handicap {
    /// The points for this number of stones. A single stone stands for the first move, without handicap.
    pub fn points(self, stones: u32) -> u32 {
        match self {
            _ if stones < 2 => 0,
            Self::Nothing => 0,
            Self::AfterFirst => stones - 1,
            Self::Each => stones,
        }
    }
}

/// The rules of a game.
#[derive(Clone, Debug, PartialEq)]
#[expect(clippy::struct_excessive_bools, reason = "rules differ in these independently")]
pub struct Ruleset {
    /// The name, as in a RULES header.
    pub name: &'static str,
    /// Which repetitions are forbidden.
    pub ko: Ko,
    /// The way of counting, unless the players have agreed on another one.
    pub scoring: Scoring,
    /// Whose surrounded points are not counted.
    pub tax: Tax,
    /// Whether a player may fill the last liberty of their own stones.
    pub suicide: bool,
    /// Whether a pass costs a stone, which is the opponent's prisoner.
    pub pass_stones: bool,
    /// Whether White makes the last move, so that both have played and passed equally often.
    pub white_last: bool,
    /// Whether all stones on the final board are alive.
    pub all_alive: bool,
    /// Whether the first player to pass receives half a point.
    pub button: bool,
    /// The points that White receives for handicap stones.
    pub handicap: Handicap,
    /// The usual komi of an even game; `None` if the rules do not name a komi.
    pub komi: Option<f64>,
    /// The usual komi of a handicap game.
    pub handicap_komi: f64,
    /// Other values of the komi of an even game that are, or were, usual.
    pub other_komi: &'static [f64],
    /// Whether the text of the rules says that Black moves first, or White after a handicap, and that two passes end
    /// the game. The Japanese rules do not say who moves first, and allow the players to resume the game.
    pub states_play: bool,
    /// Whether handicap stones are put on fixed points, unless the players agree on other points.
    pub fixed_handicap: bool,
    /// Whether an illegal move counts as a pass if the opponent points it out, and otherwise stands.
    pub illegal_is_pass: bool,
    /// The words that name these rules in a RULES header, in lower case.
    words: &'static [&'static str],
}

/// Territory as in Japan, the base of other rulesets.
const TERRITORY: Ruleset = Ruleset {
    name: "Japanese",
    ko: Ko::Simple,
    scoring: Scoring::Territory,
    tax: Tax::Seki,
    suicide: false,
    pass_stones: false,
    white_last: false,
    all_alive: false,
    button: false,
    handicap: Handicap::Nothing,
    komi: Some(6.5),
    handicap_komi: 0.0,
    other_komi: &[0.0, 0.5, 2.5, 3.0, 4.0, 4.5, 5.0, 5.5, 6.0],
    states_play: false,
    fixed_handicap: false,
    illegal_is_pass: false,
    words: &["japanese", "japan", "jap", "jpn", "jp", "nihon", "日本", "territory"],
};

/// Area with a superko rule, the base of other rulesets.
const AREA: Ruleset = Ruleset {
    ko: Ko::Situational,
    scoring: Scoring::Area,
    tax: Tax::None,
    komi: Some(7.5),
    other_komi: &[0.0, 0.5, 5.5, 6.5, 7.0],
    states_play: true,
    ..TERRITORY
};

/// Area, with pass stones that make territory give the same result, the base of other rulesets.
const EQUIVALENT: Ruleset = Ruleset {
    pass_stones: true,
    white_last: true,
    handicap: Handicap::AfterFirst,
    handicap_komi: 0.5,
    fixed_handicap: true,
    illegal_is_pass: true,
    ..AREA
};

static PRESETS: &[Ruleset] = &[
    TERRITORY,
    Ruleset {
        name: "Chinese",
        ko: Ko::Positional,
        handicap: Handicap::Each,
        // Half of it was written for a long time, since half of the area is counted.
        other_komi: &[0.0, 0.5, 2.75, 3.75, 5.0, 5.5, 6.5, 7.0],
        words: &["chinese", "china", "cn", "中国", "中國", "area"],
        ..AREA
    },
    Ruleset { name: "AGA", words: &["aga", "american"], ..EQUIVALENT },
    Ruleset {
        name: "AGA 1991",
        scoring: Scoring::Territory,
        komi: Some(5.5),
        other_komi: &[],
        words: &["aga 1991", "american 1991"],
        ..EQUIVALENT
    },
    Ruleset { name: "Korean", words: &["korean", "korea", "kr", "韩国", "韓国", "韓國", "한국"], ..TERRITORY },
    Ruleset {
        name: "Ing",
        ko: Ko::Special,
        suicide: true,
        komi: Some(8.0),
        other_komi: &[0.0, 7.0, 7.5],
        states_play: false,
        words: &["ing", "goe", "sst", "taiwan", "应氏", "應氏", "応氏"],
        ..AREA
    },
    Ruleset {
        name: "New Zealand",
        ko: Ko::NaturalSituational,
        suicide: true,
        komi: Some(7.0),
        words: &["zealand", "nz"],
        ..AREA
    },
    Ruleset {
        name: "Tromp-Taylor",
        ko: Ko::Positional,
        suicide: true,
        all_alive: true,
        komi: None,
        words: &["tromp", "taylor"],
        ..AREA
    },
    Ruleset { name: "British", words: &["british", "bga"], ..EQUIVALENT },
    Ruleset { name: "French", ko: Ko::NaturalSituational, words: &["french", "ffg"], ..EQUIVALENT },
    Ruleset {
        name: "Telego",
        scoring: Scoring::Territory,
        pass_stones: false,
        white_last: false,
        handicap: Handicap::Nothing,
        komi: None,
        handicap_komi: 0.0,
        words: &["telego"],
        ..EQUIVALENT
    },
    Ruleset { name: "Button", ko: Ko::Positional, button: true, komi: Some(7.0), words: &["button"], ..AREA },
    Ruleset {
        name: "Stone scoring",
        ko: Ko::Simple,
        tax: Tax::All,
        komi: Some(7.5),
        words: &["stone", "ancient"],
        ..AREA
    },
    Ruleset {
        name: "LJRG",
        ko: Ko::Special,
        scoring: Scoring::Control,
        komi: None,
        words: &["ljrg", "logical"],
        ..TERRITORY
    },
];

impl Ruleset {
    /// Returns the rules of a record without a RULES header, which are Japanese (section 5.2).
    pub fn by_default() -> &'static Self {
        &PRESETS[0]
    }

    /// All rulesets that are known, the most usual first.
    pub fn all() -> &'static [Self] {
        PRESETS
    }

    /// Returns the ruleset that a RULES text names: the ruleset with the most matching words, or the first of several.
    /// An empty text names the default.
    pub fn parse(text: &str) -> Option<&'static Self> {
        let lower = text.to_ascii_lowercase();
        if lower.trim().is_empty() {
            return Some(Self::by_default());
        }
        let words = words(&lower);
        // The place of the first word of a name in the text, if all words of the name are there. Chinese and Japanese
        // have no spaces between words.
        let place = |name: &&str| {
            let is_part = |word: &str, part: &str| if part.is_ascii() { word == part } else { word.starts_with(part) };
            let places: Option<Vec<usize>> =
                name.split(' ').map(|part| words.iter().position(|word| is_part(word, part))).collect();
            // What is counted says less than a name.
            let is_general = matches!(*name, "area" | "territory");
            places.map(|places| (is_general, std::cmp::Reverse(places.len()), places[0]))
        };
        let named = |rules: &'static Self| Some((rules.words.iter().filter_map(place).min()?, rules));
        PRESETS.iter().filter_map(named).min_by_key(|&(key, _)| key).map(|(_, rules)| rules)
    }

    /// Whether this komi is usual. Rules that name no komi accept any, and a handicap game without komi is usual, too.
    pub fn is_usual_komi(&self, komi: f64, handicap: u32) -> bool {
        let Some(even) = self.komi else { return true };
        if handicap > 0 && self.handicap_komi == 0.0 {
            return true;
        }
        let usual = if handicap == 0 { even } else { self.handicap_komi };
        let others: &[f64] = if handicap == 0 { self.other_komi } else { &[0.0, 0.5] };
        (komi - usual).abs() < 1e-9 || others.iter().any(|other| (komi - other).abs() < 1e-9)
    }

    /// Whether a komi is usual under some rules, or one that players may agree on: whole or half points, up to twice
    /// the largest usual komi.
    pub fn is_possible_komi(komi: f64) -> bool {
        let usual = |rules: &Self| rules.komi.into_iter().chain(rules.other_komi.iter().copied());
        let largest = PRESETS.iter().flat_map(usual).fold(0.0, f64::max);
        PRESETS.iter().flat_map(usual).any(|other| (komi - other).abs() < 1e-9)
            || komi.abs() <= 2.0 * largest && (2.0 * komi).fract() == 0.0
    }

    /// The points of handicap stones on a board of 19 lines, from the table in the AGA rules of 1991 (rule 4), which
    /// all traditional rules have. `None` if these rules do not fix the points.
    pub fn handicap_points(&self, stones: u32) -> Option<Vec<&'static str>> {
        const STARS: [&str; 8] = ["Q16", "D4", "Q4", "D16", "Q10", "D10", "K16", "K4"];
        let count = (2..=9).contains(&stones).then_some(stones as usize).filter(|_| self.fixed_handicap)?;
        let has_center = count > 4 && count % 2 == 1;
        let mut points = STARS[..count - usize::from(has_center)].to_vec();
        points.extend(has_center.then_some("K10"));
        Some(points)
    }
}

/// The words of a text: runs of letters, or of digits. `AGA1991` is two words.
fn words(text: &str) -> Vec<&str> {
    let is_word = |character: char| character.is_alphanumeric();
    let parts = text.split(|character| !is_word(character)).filter(|part| !part.is_empty());
    parts
        .flat_map(|part| {
            let digits = part.find(|character: char| character.is_ascii_digit()).unwrap_or(part.len());
            let (letters, digits) = part.split_at(digits);
            [letters, digits]
        })
        .filter(|word| !word.is_empty())
        .collect()
}

impl fmt::Display for Ruleset {
    /// Summarizes the rules in one line: the name and the properties of the rules.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules: ", self.name)?;
        f.write_str(match (self.scoring, self.pass_stones) {
            (Scoring::Territory, false) => "territory is counted",
            (Scoring::Territory, true) => "territory is counted, with pass stones, so that area comes to the same",
            (Scoring::Area, false) => "area is counted",
            (Scoring::Area, true) => "area is counted, or territory with pass stones, which comes to the same",
            (Scoring::Control, _) => "what a player controls is counted",
        })?;
        f.write_str(match self.tax {
            Tax::All => ", less two points for each group",
            Tax::None | Tax::Seki => "",
        })?;
        f.write_str(match self.ko {
            Ko::Simple => ", a ko may not be retaken at once",
            Ko::Positional => ", no position may be repeated",
            Ko::Situational => ", no position may be repeated with the same player to move",
            Ko::NaturalSituational => ", no player may repeat a position that they have left before",
            Ko::Special => ", cycles are treated by a rule of their own",
        })?;
        f.write_str(if self.suicide { ", self-capture is allowed" } else { "" })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_read_in_all_their_forms() {
        for (text, name) in [
            ("", "Japanese"),
            ("Japanese", "Japanese"),
            ("CHINESE", "Chinese"),
            ("area scoring", "Chinese"),
            ("AGA", "AGA"),
            ("AGA rules of 1991", "AGA 1991"),
            ("Official AGA Rules of Go, 1991", "AGA 1991"),
            ("Korean rules", "Korean"),
            ("GOE", "Ing"),
            ("NZ", "New Zealand"),
            ("New Zealand", "New Zealand"),
            ("Tromp-Taylor", "Tromp-Taylor"),
            ("bga", "British"),
            ("Telego", "Telego"),
            ("Japanese, not Chinese", "Japanese"),
            ("Tromp/Taylor", "Tromp-Taylor"),
            ("tromp taylor rules", "Tromp-Taylor"),
            ("chinese rules", "Chinese"),
            ("日本", "Japanese"),
            ("日本ルール", "Japanese"),
            ("中国规则", "Chinese"),
            ("한국", "Korean"),
            ("Japanese1989", "Japanese"),
            ("AGA1991", "AGA 1991"),
            ("area counting, AGA rules", "AGA"),
            ("New Zealand (area)", "New Zealand"),
            ("Logical Japanese Rules of Go", "LJRG"),
        ] {
            assert_eq!(Ruleset::parse(text).map(|rules| rules.name), Some(name), "{text}");
        }
        assert_eq!(Ruleset::parse("house rules"), None);
    }

    #[test]
    fn a_komi_that_no_rules_have_is_recognized() {
        assert!([0.0, 6.5, 3.75, 12.5, -5.5, 0.5].into_iter().all(Ruleset::is_possible_komi));
        assert!(![375.0, 650.0, 100.0, 65.0, 6.2].into_iter().any(Ruleset::is_possible_komi));
    }

    #[test]
    fn every_ruleset_is_found_by_its_own_name() {
        for rules in Ruleset::all() {
            assert_eq!(Ruleset::parse(rules.name), Some(rules));
        }
    }
}
