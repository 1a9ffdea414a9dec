//! No fix of a game in SGF loses a word or a move, however damaged the game is.
//!
//! It is the text that counts, and not how ishi reads it. A value is what stands between a `[` and the next `]`. All
//! words stay, each as often as it is there, and so do all values of moves. A name of a property stays at least once,
//! since properties can be joined. A value may say the same in other words: [`meaning`] has the only ones.

use std::collections::HashMap;

use ishi_check::check::{Severities, check_sgf, fix_sgf};
use ishi_sgf::CharsetFacts;
use ishi_text::apply;

use super::kept::removes;

/// How many fixes of a text are tried one by one.
const MAX_TRIED: usize = 40;

pub fn hold(text: &str, charset: Option<CharsetFacts>) {
    let severities = Severities::default();
    let found = check_sgf(text, charset, &severities);
    let before = Scan::of(text);
    for fix in found.iter().flat_map(|one| &one.fixes).take(MAX_TRIED) {
        super::places::assert_applicable(text, &fix.edits);
        let fixed = apply(text, &fix.edits);
        assert_ne!(fixed, text, "`{}` changes nothing", fix.title);
        if removes(&fix.title) {
            assert!(!fix.is_applicable(), "`{}` would be applied to {text:?}", fix.title);
        } else {
            before.assert_kept(&fixed, &fix.title);
        }
    }
    for with_unsafe in [false, true] {
        let fixed = fix_sgf(text, charset, &severities, with_unsafe);
        assert_eq!(apply(text, &fixed.edits), fixed.text, "the edits are not those of {text:?}");
        before.assert_kept(&fixed.text, if with_unsafe { "--unsafe-fixes" } else { "--fix" });
    }
}

/// The words and values of a text, each as often as it is there.
#[derive(Default)]
struct Scan<'t> {
    text: &'t str,
    words: HashMap<String, usize>,
    names: HashMap<String, usize>,
    /// The words of values that have a meaning, as they are written.
    written: HashMap<String, usize>,
    /// The points of moves, by the property and the point. With empty texts the number of all points of properties: a
    /// bracket that is put back gives the points after it to another property.
    values: HashMap<(String, String), usize>,
}

impl<'t> Scan<'t> {
    fn of(text: &'t str) -> Self {
        let mut scan = Self { text, ..Self::default() };
        let (mut rest, mut name) = (text, String::new());
        while let Some(start) = rest.find('[') {
            let before = rest[..start].trim_end();
            let own = before.rsplit(|one: char| !one.is_ascii_alphanumeric()).next().unwrap_or_default();
            if !own.is_empty() {
                name = short(own);
                *scan.names.entry(name.to_ascii_lowercase()).or_default() += 1;
            } else if !before.is_empty() {
                name.clear();
            }
            scan.add(words(&before[..before.len() - own.len()]));
            let value = &rest[start + 1..];
            let end = end_of_value(value);
            scan.value(&name, !own.is_empty(), &value[..end]);
            rest = value.get(end + 1..).unwrap_or_default();
        }
        scan.add(words(rest));
        scan
    }

    fn add(&mut self, words: Vec<String>) {
        for word in words {
            *self.words.entry(word).or_default() += 1;
        }
    }

    /// Adds a value. Only the first one of a move is played.
    fn value(&mut self, name: &str, is_first: bool, raw: &str) {
        let value = raw.trim().trim_start_matches('[');
        let is_point = |text: &str| {
            let bytes = text.as_bytes();
            matches!(bytes, [one, other] if one.is_ascii_alphabetic() && other.is_ascii_alphabetic())
                || matches!(bytes, [letter, row @ ..] if letter.is_ascii_alphabetic()
                    && matches!(row.len(), 1 | 2) && row.iter().all(u8::is_ascii_digit))
        };
        if POINTS.contains(&&*name.to_ascii_uppercase()) {
            let (points, label) = if name.eq_ignore_ascii_case("LB") {
                value.split_once(':').unwrap_or((value, ""))
            } else {
                (value, "")
            };
            if points.split(':').all(is_point) {
                // A location such as Q16 may become a point.
                let is_location = |point: &&str| point.ends_with(|last: char| last.is_ascii_digit());
                let (locations, points): (Vec<_>, Vec<_>) = points.split(':').partition(is_location);
                let count = locations.len() + points.len();
                *self.values.entry((String::new(), String::new())).or_default() += count;
                for point in points {
                    self.add(vec![point.to_ascii_lowercase()]);
                    if is_first && MOVES.contains(&&*name.to_ascii_uppercase()) {
                        let key = (name.to_ascii_uppercase(), point.to_ascii_lowercase());
                        *self.values.entry(key).or_default() += 1;
                    }
                }
                self.add(words(label));
                return;
            }
        }
        let said = meaning(name, value);
        if said.is_some() {
            for word in words(value) {
                *self.written.entry(word).or_default() += 1;
            }
        }
        self.add(said.unwrap_or_else(|| words(value)));
    }

    /// Asserts that a text after a change has everything that this one has.
    fn assert_kept(&self, after: &str, change: &str) {
        let new = Scan::of(after);
        let text = self.text;
        // What was the name of a property may be a word, and the other way round.
        let counted = |scan: &Scan<'_>, word: &str| {
            let count = |all: &HashMap<String, usize>| all.get(word).copied().unwrap_or_default();
            count(&scan.words) + count(&scan.names)
        };
        let mut surplus: HashMap<String, usize> = HashMap::new();
        for word in new.words.keys().chain(new.names.keys()).chain(new.written.keys()) {
            let written = |scan: &Scan<'_>| scan.written.get(word).copied().unwrap_or_default();
            let surplus_of_word =
                (counted(&new, word) + written(&new)).saturating_sub(counted(self, word) + written(self));
            // Names need not be there more than once.
            let is_name = new.names.contains_key(word);
            surplus.insert(word.clone(), if is_name { usize::MAX / 2 } else { surplus_of_word });
        }
        for (word, &count) in &self.words {
            // A word in a value that is understood now is still there.
            let written = |scan: &Scan<'_>| scan.written.get(word).copied().unwrap_or_default();
            let newly_written = written(&new).saturating_sub(written(self));
            for _ in counted(&new, word) + newly_written..count {
                let is_divided = divisions(word).any(|parts| take(&mut surplus, &parts));
                assert!(is_divided, "{change} loses {word:?}: {text:?} becomes {after:?}");
            }
        }
        for name in self.names.keys() {
            let is_there = new.names.contains_key(name) || new.words.contains_key(name);
            assert!(is_there, "{change} loses the name {name:?}: {text:?} becomes {after:?}");
        }
        for (value, count) in &self.values {
            let now = new.values.get(value).copied().unwrap_or_default();
            assert!(now >= *count, "{change} loses {value:?}: {text:?} becomes {after:?}");
        }
    }
}

/// The ways to divide a word with a bracket that was lost in it: `6KM` is `6` and `KM`.
fn divisions(word: &str) -> impl Iterator<Item = Vec<String>> {
    let places = word.char_indices().skip(1);
    places.map(move |(at, _)| [&word[..at], &word[at..]].into_iter().flat_map(words).collect())
}

/// Takes some words if all of them are there.
fn take(words: &mut HashMap<String, usize>, wanted: &[String]) -> bool {
    let mut left = words.clone();
    let are_there = wanted.iter().all(|word| match left.get_mut(word) {
        Some(count) if *count > 0 => {
            *count -= 1;
            true
        }
        _ => false,
    });
    if are_there {
        *words = left;
    }
    are_there
}

const MOVES: [&str; 2] = ["B", "W"];

/// The properties with points, which locations such as Q16 may stand for.
const POINTS: [&str; 23] = [
    "B", "W", "AB", "AW", "AE", "AR", "CR", "DD", "EX", "L", "LB", "LN", "M", "MA", "RG", "SC", "SE", "SL", "SQ", "TB",
    "TR", "TW", "VW",
];

/// The names of properties that FF[1] to FF[3] write out, with the name of FF[4].
fn short(name: &str) -> String {
    const LONG: [&str; 20] = [
        "AddBlack",
        "AddEmpty",
        "AddWhite",
        "Black",
        "Comment",
        "DaTe",
        "EVent",
        "FileFormat",
        "GaMe",
        "GameName",
        "KoMi",
        "Letters",
        "Mark",
        "Name",
        "PlaCe",
        "PlayerBlack",
        "PlayerWhite",
        "REsult",
        "SiZe",
        "White",
    ];
    if LONG.contains(&name) { name.chars().filter(char::is_ascii_uppercase).collect() } else { name.to_owned() }
}

fn end_of_value(value: &str) -> usize {
    let mut is_escaped = false;
    let end = value.bytes().position(|byte| {
        let is_end = byte == b']' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.unwrap_or(value.len())
}

/// The runs of letters and digits of a text: numbers with their sign and without zeros before them, and question marks.
fn words(text: &str) -> Vec<String> {
    let mut all = Vec::new();
    let mut rest = text;
    let mut before = ' ';
    while let Some(first) = rest.chars().next() {
        let is_sign =
            first == '-' && !before.is_alphanumeric() && rest[1..].starts_with(|next: char| next.is_ascii_digit());
        let length = if first.is_alphanumeric() || is_sign {
            let run = rest[first.len_utf8()..].find(|next: char| !next.is_alphanumeric());
            run.map_or(rest.len(), |run| run + first.len_utf8())
        } else {
            first.len_utf8()
        };
        let word = &rest[..length];
        if first.is_alphanumeric() || is_sign {
            let digits = word.trim_start_matches('0');
            let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
            let plain = if is_number && !digits.is_empty() { digits } else { word };
            all.push(if is_number && digits.is_empty() { "0".into() } else { plain.to_lowercase() });
        } else if first == '?' {
            all.push("?".into());
        }
        before = word.chars().next_back().unwrap_or(' ');
        rest = &rest[length..];
    }
    all
}

/// The words of a value that may be said in other words, as SGF says it; none where there is no other way to say it.
fn meaning(name: &str, value: &str) -> Option<Vec<String>> {
    let said = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    let lower = value.to_lowercase();
    match &*name.to_ascii_uppercase() {
        "RE" => result(&lower),
        "KM" => match lower.trim() {
            "none" | "no" | "no komi" => said(&["0"]),
            _ => number(&without_unit(&lower)),
        },
        "HA" => {
            let number = lower.strip_suffix("stones").or_else(|| lower.strip_suffix("stone"))?.trim();
            number.parse::<u32>().ok().map(|number| vec![number.to_string()])
        }
        "V" => number(&lower),
        "TM" | "BL" | "WL" | "OP" | "OV" => {
            seconds(&lower).map(|seconds| vec![seconds.to_string()]).or_else(|| number(&lower))
        }
        "SZ" => {
            let (columns, rows) = lower.split_once([':', 'x', '*', '×'])?;
            let size: u32 = columns.trim().parse().ok()?;
            let other: u32 = rows.trim().parse().ok()?;
            Some(if size == other { vec![size.to_string()] } else { vec![size.to_string(), other.to_string()] })
        }
        "PL" => match &*lower {
            "b" | "black" | "1" => said(&["b"]),
            "w" | "white" | "2" => said(&["w"]),
            _ => None,
        },
        "DT" => date(&lower),
        // A charset in which the file can't be is corrected.
        "CA" => {
            let is_label = value.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_.: ".contains(&byte));
            (is_label && value.len() <= 40).then(Vec::new)
        }
        _ => None,
    }
}

fn without_unit(text: &str) -> String {
    let units = ["points", "point", "pts", "pt", "moku", "stones", "stone"];
    let unit = units.into_iter().find_map(|unit| text.strip_suffix(unit));
    unit.unwrap_or(text).trim().to_owned()
}

/// The words of a number such as `6,5`, `.5`, `6 1/2` or `½`.
fn number(text: &str) -> Option<Vec<String>> {
    let text = [("½", "1/2"), ("¼", "1/4"), ("¾", "3/4")]
        .iter()
        .fold(text.trim().to_owned(), |text, (from, to)| text.replace(from, &format!(" {to}")));
    let decimals = [("1/2", "5"), ("1/4", "25"), ("3/4", "75")];
    let (whole, part) = match decimals.iter().find_map(|(written, part)| Some((text.strip_suffix(written)?, part))) {
        Some((whole, part)) if whole.is_empty() || whole.ends_with([' ', '-']) => {
            (whole.trim_end_matches([' ', '-']), *part)
        }
        Some(_) => return None,
        None => text.split_once(['.', ',']).unwrap_or((&text, "")),
    };
    let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let plain = whole.trim_start_matches(['+', '-']);
    let is_read = is_number(plain) && is_number(part) && !(plain.is_empty() && part.is_empty());
    is_read.then(|| words(&format!("{}.{part}", if plain.is_empty() { "0" } else { whole })))
}

fn seconds(text: &str) -> Option<u64> {
    if text.contains(':') {
        let parts: Option<Vec<u64>> = text.split(':').map(|part| part.parse().ok()).collect();
        return parts.map(|parts| parts.iter().fold(0, |sum, part| sum * 60 + part));
    }
    let all = words(text);
    // `8h` is one word.
    let parts: Vec<String> = all
        .iter()
        .flat_map(|word| {
            let digits = word.bytes().take_while(u8::is_ascii_digit).count();
            [word[..digits].to_owned(), word[digits..].to_owned()]
        })
        .filter(|part| !part.is_empty())
        .collect();
    let mut total = 0;
    for pair in parts.chunks(2) {
        let [number, unit] = pair else { return None };
        let unit = match &**unit {
            "h" | "hr" | "hrs" | "hour" | "hours" => 3600,
            "m" | "min" | "mins" | "minute" | "minutes" => 60,
            "s" | "sec" | "secs" | "second" | "seconds" => 1,
            _ => return None,
        };
        total += number.parse::<u64>().ok()?.checked_mul(unit)?;
    }
    (total > 0).then_some(total)
}

fn date(text: &str) -> Option<Vec<String>> {
    const MONTHS: [&str; 12] = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"];
    let mut said = Vec::new();
    for word in words(text) {
        let digits = ["st", "nd", "rd", "th"].iter().find_map(|ending| word.strip_suffix(ending)).unwrap_or(&word);
        if !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit()) {
            said.push(digits.to_owned());
        } else if let Some(month) = MONTHS.iter().position(|month| word.starts_with(month)) {
            said.push((month + 1).to_string());
        } else if !matches!(&*word, "and" | "of") {
            return None;
        }
    }
    Some(said)
}

fn result(text: &str) -> Option<Vec<String>> {
    let spaced = text.replace(['+', ',', ':', '.', '!'], " ");
    let said = |words: &[&str]| Some(words.iter().map(|&word| word.to_owned()).collect());
    match &spaced.split_whitespace().collect::<Vec<_>>()[..] {
        ["jigo" | "draw" | "drawn" | "tie" | "tied" | "0"] | ["a", "draw" | "tie"] => return said(&["draw"]),
        ["void"] | ["no", "result"] => return said(&["void"]),
        ["unknown" | "?"] | ["not", "known"] => return said(&["?"]),
        _ => {}
    }
    let text = text.trim().trim_end_matches(['.', '!']);
    let (color, rest) = [("black", "b"), ("white", "w"), ("blk", "b"), ("wht", "w"), ("b", "b"), ("w", "w")]
        .into_iter()
        .find_map(|(name, color)| Some((color, text.strip_prefix(name)?)))?;
    let other = if color == "b" { "w" } else { "b" };
    let rest = rest.strip_prefix(" has").unwrap_or(rest).trim_start();
    let (winner, how) = match rest.split_once(' ').unwrap_or((rest, "")) {
        ("resigns" | "resigned", "") => (other, "r"),
        ("forfeits" | "forfeited", "") => (other, "f"),
        ("loses" | "lost", how) => (other, how),
        ("wins" | "won" | "win", how) => (color, how),
        _ => (color, rest),
    };
    let how = how.trim_start().trim_start_matches('+').trim_start_matches(':');
    let how = ["by ", "on "].iter().fold(how.trim(), |how, word| how.strip_prefix(word).unwrap_or(how)).trim();
    let mut words = vec![winner.to_owned()];
    match how {
        "" => {}
        "r" | "res" | "resign" | "resignation" => words.push("r".into()),
        "t" | "time" | "timeout" => words.push("t".into()),
        "f" | "forfeit" | "forfeiture" | "default" => words.push("f".into()),
        "half a point" => words.extend(number(".5")?),
        points => words.extend(number(&without_unit(points))?),
    }
    Some(words)
}
