//! A board as a diagram of Sensei's Library: rows of signs after `$$`.

use std::collections::{BTreeMap, BTreeSet};

use super::scene::{PlainGlyph, Scene, SceneCell, Shape};
use super::{Note, Picture, Sides};
use ishi_board::{BoardSize, Color, Point};

/// How many moves a diagram numbers: 0 is the tenth.
const MAX_DIGITS: u32 = 10;

/// How many parts of a picture a message lists.
const MAX_LISTED: usize = 10;

/// A diagram in the notation of Sensei's Library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SenseiDiagram {
    /// The lines of the diagram. Each begins with `$$` and ends with `\n`.
    pub text: String,
    /// Parts of the picture that the diagram does not show, each with the reason.
    pub losses: Vec<String>,
}

/// The picture as a diagram of Sensei's Library with a title.
///
/// Circles and crosses stand for diamonds and check marks, which the notation does not have. The numbers of ten moves
/// become digits, and a move with a note below the board is written in the title: `5 at 1`. Labels become letters from
/// `a` to `z`.
pub fn sensei(picture: &Picture, title: &str) -> SenseiDiagram {
    let scene = Scene::of(picture);
    let mut notation = Notation::of(&scene, picture);
    let rows: Vec<Vec<String>> =
        scene.lines().map(|cells| cells.iter().map(|cell| notation.sign(cell).to_string()).collect()).collect();
    let mut words: Vec<&str> = title.split(|c: char| c.is_whitespace() || c.is_control()).collect();
    words.retain(|word| !word.is_empty());
    let moves = notation.moves_in_title(&scene, &words);
    let title = [words.join(" "), moves].into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" ");
    let first_line = format!("{} {title}", notation.options(picture));
    let mut lines = vec![first_line.trim_end().to_owned()];
    let [is_left, is_right] = [*scene.columns.start() == 0, *scene.columns.end() == scene.far.column()];
    let [is_bottom, is_top] = [*scene.rows.start() == 0, *scene.rows.end() == scene.far.row()];
    let framed = |inner: &str, side: &str| {
        format!(" {}{inner}{}", if is_left { side } else { " " }, if is_right { side } else { "" })
    };
    let edge = framed(&"-".repeat(2 * scene.width() + 1), "+");
    lines.extend(is_top.then(|| edge.clone()));
    lines.extend(rows.iter().map(|row| framed(&format!(" {} ", row.join(" ")), "|").trim_end().to_owned()));
    lines.extend(is_bottom.then_some(edge));
    let text = lines.iter().fold(String::new(), |text, line| text + "$$" + line + "\n");
    SenseiDiagram { text, losses: notation.losses(&scene, picture) }
}

/// The signs of a picture, and what has none.
struct Notation<'a> {
    /// The number of the move that the digit 1 shows, and its player. Without numbers on the board, 1 and nobody.
    start: u32,
    first: Option<Color>,
    /// The moves that have numbers on the board, and those that have not.
    shown: BTreeMap<Point, Note>,
    noted: Vec<Note>,
    /// The letters of labels.
    letters: BTreeMap<&'a str, char>,
    /// The digits on the board so far.
    digits: BTreeSet<char>,
    numbers_without_digit: Vec<String>,
    moves_without_place: Vec<String>,
    labels_without_letter: Vec<String>,
}

impl<'a> Notation<'a> {
    fn of(scene: &Scene<'a>, picture: &Picture) -> Self {
        // Of several moves on a point, the first one has the digit.
        let mut moves: Vec<Note> = scene.cells().iter().filter_map(numbered).chain(picture.notes.clone()).collect();
        moves.sort_by_cached_key(|one| (one.number, one.point));
        let is_numbered = |point| scene.cells().iter().any(|cell| cell.point == point && numbered(cell).is_some());
        let (mut shown, mut noted): (BTreeMap<Point, Note>, _) = (BTreeMap::new(), Vec::new());
        for one in moves {
            if is_numbered(one.point) && !shown.contains_key(&one.point) {
                shown.insert(one.point, one);
            } else {
                noted.push(one);
            }
        }
        let first = shown.values().filter(|one| one.number > 0).min_by_key(|one| one.number);
        Self {
            start: first.map_or(1, |one| one.number),
            first: first.map_or(picture.to_play, |one| Some(one.color)),
            shown,
            noted,
            letters: letters(scene),
            digits: BTreeSet::new(),
            numbers_without_digit: Vec::new(),
            moves_without_place: Vec::new(),
            labels_without_letter: Vec::new(),
        }
    }

    /// The part of the first line before the title: the first player, coordinates, the size of the board, and the
    /// number of the first move.
    fn options(&self, picture: &Picture) -> String {
        let first = self.first.map_or("", |color| if color == Color::Black { "B" } else { "W" });
        let coordinates = if picture.style.coordinates == Sides::NONE { "" } else { "c" };
        let size = Some(picture.size).filter(|size| *size != BoardSize::default()).map(|size| size.get().to_string());
        let start = Some(self.start).filter(|start| *start != 1).map(|start| format!("m{start}"));
        format!("{first}{coordinates}{}{}", size.unwrap_or_default(), start.unwrap_or_default())
    }

    /// The sign of a point.
    fn sign(&mut self, cell: &SceneCell<'a>) -> char {
        let plain = match cell.stone {
            Some(Color::Black) => 'X',
            Some(Color::White) => 'O',
            None if cell.star => ',',
            None => '.',
        };
        let of_color = |[black, white, empty]: [char; 3]| match cell.stone {
            Some(Color::Black) => black,
            Some(Color::White) => white,
            None => empty,
        };
        match cell.mark {
            None => plain,
            Some(PlainGlyph::Shape(Shape::Diamond)) => of_color(['B', 'W', 'C']),
            Some(PlainGlyph::Shape(Shape::Square)) => of_color(['#', '@', 'S']),
            Some(PlainGlyph::Shape(Shape::Triangle)) => of_color(['Y', 'Q', 'T']),
            Some(PlainGlyph::Shape(Shape::Check)) => of_color(['Z', 'P', 'M']),
            Some(PlainGlyph::Number(number)) => {
                let digit = self.shown.get(&cell.point).and_then(|one| self.digit(one.number, one.color));
                digit.filter(|digit| self.digits.insert(*digit)).unwrap_or_else(|| {
                    self.numbers_without_digit.push(number.to_string());
                    plain
                })
            }
            Some(PlainGlyph::Label(label)) => {
                let letter = self.letters.get(label).copied().filter(|_| cell.stone.is_none());
                if letter.is_none() {
                    self.labels_without_letter.push(format!("{label} at {}", cell.point));
                }
                letter.unwrap_or(plain)
            }
        }
    }

    /// Whether it is the turn of a player at the move with this number: in a diagram the players alternate.
    fn is_turn(&self, number: u32, color: Color) -> bool {
        let is_even = number.checked_sub(self.start).map(|after| after % 2 == 0);
        is_even.zip(self.first).is_some_and(|(is_even, first)| is_even == (color == first))
    }

    fn digit(&self, number: u32, color: Color) -> Option<char> {
        let after = number.checked_sub(self.start).filter(|after| *after < MAX_DIGITS)?;
        char::from_digit((after + 1) % MAX_DIGITS, 10).filter(|_| self.is_turn(number, color))
    }

    /// The moves without a number on the board as in `(5 at 1, 8 at a)`, where their points have such a sign, without
    /// those that a title has already.
    fn moves_in_title(&mut self, scene: &Scene<'_>, title: &[&str]) -> String {
        let mut moves = Vec::new();
        let trimmed = |word: &&str| word.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
        let is_in_title = |text: &str| title.windows(3).any(|part| part.iter().map(trimmed).eq(text.split(' ')));
        for &Note { number, color, point } in &self.noted {
            let cell = scene.cells().iter().find(|cell| cell.point == point);
            let target = match (self.shown.get(&point), cell.and_then(|cell| Some((cell.mark?, cell.stone)))) {
                (Some(first), _) => self.digit(first.number, first.color).map(|_| first.number.to_string()),
                (None, Some((PlainGlyph::Label(label), None))) => self.letters.get(label).map(char::to_string),
                _ => None,
            };
            match target.filter(|_| self.is_turn(number, color)) {
                Some(target) => moves.push(format!("{number} at {target}")),
                None => self.moves_without_place.push(format!("{number} at {point}")),
            }
        }
        moves.retain(|text: &String| !is_in_title(text));
        if moves.is_empty() { String::new() } else { format!("({})", moves.join(", ")) }
    }

    /// What the diagram does not show, with the reasons.
    fn losses(&self, scene: &Scene<'_>, picture: &Picture) -> Vec<String> {
        let last = picture.last.filter(|last| scene.cells().iter().any(|cell| cell.last && cell.point == *last));
        let is_changed = |(label, letter): &(&&str, &char)| ***label != *letter.to_string();
        let changed = self.letters.iter().filter(is_changed).map(|(label, letter)| format!("{label} as {letter}"));
        let kinds = [
            ("move number", self.numbers_without_digit.clone(), "a diagram numbers ten moves, of both players in turn"),
            ("move", self.moves_without_place.clone(), "its point has neither a number nor a letter"),
            ("label", changed.collect(), "labels are letters from a to z"),
            ("label", self.labels_without_letter.clone(), "only empty points have labels, and there are 26 of them"),
            ("sign of the last move at", last.iter().map(ToString::to_string).collect(), "a diagram has none"),
            (
                "points of the players",
                if picture.ground.is_empty() { Vec::new() } else { vec![String::new()] },
                "a diagram has no signs for them",
            ),
        ];
        let kinds = kinds.into_iter().filter(|(_, parts, _)| !parts.is_empty());
        kinds.map(|(kind, parts, why)| format!("{}: {why}", format!("{kind} {}", listed(&parts)).trim_end())).collect()
    }
}

/// The move of a point with a stone and its number.
fn numbered(cell: &SceneCell<'_>) -> Option<Note> {
    match (cell.mark, cell.stone) {
        (Some(PlainGlyph::Number(number)), Some(color)) => Some(Note { number, color, point: cell.point }),
        _ => None,
    }
}

/// Chooses the letters of the labels on empty points: small letters are kept, and other labels get those that are free.
fn letters<'a>(scene: &Scene<'a>) -> BTreeMap<&'a str, char> {
    let label = |cell: &SceneCell<'a>| match (cell.mark, cell.stone) {
        (Some(PlainGlyph::Label(label)), None) => Some(label),
        _ => None,
    };
    let labels: Vec<&str> = scene.cells().iter().filter_map(label).collect();
    let letter = |label: &str| ('a'..='z').find(|letter| label == letter.to_string());
    let mut letters: BTreeMap<&str, char> = labels.iter().filter_map(|label| Some((*label, letter(label)?))).collect();
    let used: BTreeSet<char> = letters.values().copied().collect();
    let mut free: Vec<char> = ('a'..='z').rev().filter(|letter| !used.contains(letter)).collect();
    for label in labels {
        if letters.contains_key(label) {
            continue;
        }
        let lower = label.to_lowercase();
        let same = free.iter().position(|letter| lower == letter.to_string());
        if let Some(letter) = same.map(|index| free.remove(index)).or_else(|| free.pop()) {
            letters.insert(label, letter);
        }
    }
    letters
}

/// The first parts of a list, and how many more there are.
fn listed(parts: &[String]) -> String {
    let shown = parts[..parts.len().min(MAX_LISTED)].join(", ");
    match parts.len().saturating_sub(MAX_LISTED) {
        0 => shown,
        more => format!("{shown} and {more} more"),
    }
}
