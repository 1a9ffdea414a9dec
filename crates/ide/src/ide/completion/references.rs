//! Completion of MARK, UNMARK, HIDE and PRISONER: moves by their numbers, stones and points by their locations, and the
//! marks that MARK puts on them.

use std::num::NonZeroU32;

use super::moves::by_likelihood;
use super::{Completion, CompletionKind, Spot, Subject, begins};
use ishi_board::{Color, Point, Stone};
use ishi_record::record::{DatumKind, MoveId, Owner};
use ishi_record::replay::{Cause, Stand, Walk};
use ishi_record::syntax::{FieldKind, Keyword, Sign, Target};

/// How many moves are proposed by their numbers at most. When more digits are typed, other moves are proposed.
const MOST: usize = 100;

/// The signs as they are written, with their names.
pub(super) const SIGNS: [(&str, Sign, &str); 4] = [
    ("\\t", Sign::Triangle, "triangle"),
    ("\\s", Sign::Square, "square"),
    ("\\c", Sign::Check, "check mark"),
    ("\\d", Sign::Diamond, "diamond"),
];

pub(super) fn proposals(spot: &Spot<'_>) -> Vec<Completion> {
    let walk = Walk::before(spot.event, spot.index);
    let mut list = List { spot, stand: Stand::of(&walk), sign: "", proposals: Vec::new() };
    // A label can itself be an `@`.
    let sign = (1..=2).find(|&at| spot.typed.as_bytes().get(at) == Some(&b'@')).map(|at| &spot.typed[..=at]);
    match (spot.keyword, sign) {
        (Keyword::Mark, Some(sign)) => {
            // Most signs and labels stand at points around the last move.
            list.sign = sign;
            list.points();
            list.numbers();
        }
        (_, Some(_)) => {}
        (Keyword::Prisoner, _) => list.prisoners(),
        (Keyword::Mark, _) => {
            list.signs();
            list.all();
            list.numbers();
            list.points();
        }
        (Keyword::Unmark, _) => {
            list.all();
            list.numbers();
            list.points();
        }
        _ => {
            list.numbers();
            list.points();
        }
    }
    let mut proposals = list.proposals;
    let is_there =
        |item: &Completion| spot.before.iter().chain(&spot.after).any(|word| word.eq_ignore_ascii_case(&item.label));
    proposals.retain(|item| !is_there(item));
    proposals
}

/// The proposals as they are found.
struct List<'l, 'e> {
    spot: &'l Spot<'e>,
    stand: Stand<'l, 'e>,
    /// The sign or label with its `@` before each proposal.
    sign: &'l str,
    proposals: Vec<Completion>,
}

impl List<'_, '_> {
    /// Adds a proposal, if it begins with the typed text.
    fn add(&mut self, text: &str, detail: String, points: Vec<Point>) {
        let label = format!("{}{text}", self.sign);
        if self.spot.begins(&label) {
            let item = self.spot.proposal(CompletionKind::Reference, label);
            self.proposals.push(item.with_detail(detail).about(Subject::Points(points)));
        }
    }

    /// The moves by their numbers, the newest first; after `#n-` those with which a range may end.
    fn numbers(&mut self) {
        let Some(typed) = self.spot.typed.get(self.sign.len()..) else { return };
        let first = typed.strip_prefix('#').and_then(|numbers| numbers.split_once('-')).map(|(first, _)| first);
        let Ok(lowest) = first.unwrap_or("0").parse::<u32>() else { return };
        let range = first.map_or_else(|| "#".to_owned(), |first| format!("#{first}-"));
        if !begins(&range, typed) && !begins(typed, &range) {
            return;
        }
        let event = self.spot.event;
        let mut count = 0;
        let walk = self.stand.walk;
        for id in walk.moves() {
            let Some(number) = event[id].number.map(NonZeroU32::get) else { continue };
            let text = format!("{range}{number}");
            if number <= lowest || walk.numbered(number) != Some(id) || !begins(&text, typed) || !self.is_fit(id) {
                continue;
            }
            if count == MOST {
                return;
            }
            count += 1;
            self.add(&text, event[id].to_string(), event[id].place.point().into_iter().collect());
        }
    }

    /// Whether a move can be proposed for the keyword: HIDE needs a stone on the board.
    fn is_fit(&self, id: MoveId) -> bool {
        self.spot.keyword != Keyword::Hide || self.stand.stone_of(id).is_some()
    }

    /// The stones by their locations, those next to the last moves first; after a sign also empty points.
    fn points(&mut self) {
        let event = self.spot.event;
        let walk = self.stand.walk;
        let near: Vec<Point> = walk.moves().filter_map(|id| event[id].place.point()).take(2).collect();
        for point in by_likelihood(self.stand.board.size(), &near, false) {
            let detail = match self.stand.board.get(point) {
                Some(stone) => self.describe(stone),
                None if self.sign.is_empty() => continue,
                None => "empty".to_owned(),
            };
            // The case is that of what is typed after the sign.
            self.add(&self.spot.cased(&point.to_string()), detail, vec![point]);
        }
    }

    fn describe(&self, stone: Stone) -> String {
        match Cause::of(stone) {
            Cause::Move(id) => self.spot.event[id].to_string(),
            Cause::Setup(_) => format!("{} setup stone", stone.color.name()),
        }
    }

    fn all(&mut self) {
        let what = if self.spot.keyword == Keyword::Unmark { "every mark" } else { "the numbers of all moves" };
        let name = self.spot.cased("ALL");
        if self.spot.begins(&name) {
            self.proposals.push(self.spot.proposal(CompletionKind::Sign, name).with_detail(what));
        }
    }

    /// Signs and labels, with the `@` before the target.
    fn signs(&mut self) {
        let (of_item, others) = self.labels();
        let mut next: Vec<String> = vec![free_label(&of_item, 'a'..='z'), free_label(&of_item, '1'..='9')];
        // Who has begun with numbers continues with numbers.
        if of_item.iter().any(|label| label.bytes().all(|byte| byte.is_ascii_digit())) {
            next.reverse();
        }
        next.retain(|label| !label.is_empty());
        let used: Vec<String> = of_item.into_iter().chain(others).filter(|label| !next.contains(label)).collect();
        let labels = next.into_iter().map(|label| (label, "the next label"));
        let signs = SIGNS.iter().map(|&(sign, _, name)| (sign.to_owned(), name));
        let used = used.into_iter().map(|label| (label, "a label that is used"));
        for (sign, name) in labels.chain(signs).chain(used) {
            let label = format!("{sign}@");
            // Only the case of signs is irrelevant.
            let fits =
                if sign.starts_with('\\') { self.spot.begins(&label) } else { label.starts_with(self.spot.typed) };
            if fits {
                self.proposals.push(self.spot.proposal(CompletionKind::Sign, label).with_detail(name));
            }
        }
    }

    /// The used labels, each once and in order: those of the line's item, and those of other items.
    fn labels(&self) -> (Vec<String>, Vec<String>) {
        let event = self.spot.event;
        let owner = event.owner_at(self.spot.index);
        let (mut of_item, mut others) = (Vec::new(), Vec::new());
        for datum in &event.data {
            let DatumKind::Mark(range) = &datum.kind else { continue };
            let list = if datum.owner == owner { &mut of_item } else { &mut others };
            for mark in event.marks(range) {
                let label = mark.sign.label();
                if matches!(mark.sign, Sign::Label(_)) && !list.contains(&label) && list.len() < MOST {
                    list.push(label);
                }
            }
        }
        others.retain(|label| !of_item.contains(label));
        (of_item, others)
    }

    /// The stones that the current move has captured and that are not listed yet, all together and one by one. If it
    /// has captured nothing, the opponent's stones.
    fn prisoners(&mut self) {
        let event = self.spot.event;
        let walk = self.stand.walk;
        let taken = walk.played().map_or(Vec::new(), |played| [played.captured, played.self_captured].concat());
        if taken.is_empty() {
            let Some(last) = walk.last_move() else { return };
            let color = event[last].color.opponent();
            self.numbers_of(color);
            return;
        }
        let listed = self.listed();
        let mut left: Vec<Stone> = taken.into_iter().filter(|stone| !listed.contains(&stone.point)).collect();
        left.sort_by_cached_key(|stone| match Cause::of(*stone) {
            Cause::Move(id) => (id.0, stone.point),
            Cause::Setup(_) => (u32::MAX, stone.point),
        });
        let names: Vec<String> = left.iter().map(|&stone| self.spot.cased(&walk.name_of(stone).to_string())).collect();
        let points: Vec<Point> = left.iter().map(|stone| stone.point).collect();
        if names.len() > 1 {
            self.add(&names.join(" "), format!("all {} stones", names.len()), points);
        }
        for (name, &stone) in names.iter().zip(&left) {
            self.add(name, self.describe(stone), vec![stone.point]);
        }
        if let Some(first) = self.proposals.first_mut() {
            first.preselect = true;
        }
    }

    /// The stones of a color on the board.
    fn numbers_of(&mut self, color: Color) {
        let mut stones: Vec<Stone> = self.stand.board.stones().filter(|stone| stone.color == color).collect();
        stones.sort_by_cached_key(|stone| match Cause::of(*stone) {
            Cause::Move(id) => (u32::MAX - id.0, stone.point),
            Cause::Setup(_) => (u32::MAX, stone.point),
        });
        for stone in stones {
            let name = self.spot.cased(&self.stand.walk.name_of(stone).to_string());
            self.add(&name, self.describe(stone), vec![stone.point]);
        }
    }

    /// The points of the prisoners that the lines of the move name, without the word that is being typed.
    fn listed(&self) -> Vec<Point> {
        let Spot { event, source, .. } = *self.spot;
        let lines = match event.owner_at(self.spot.index) {
            owner @ Owner::Move(_) => event.data_of(owner),
            _ => return Vec::new(),
        };
        let lists = lines.filter(|datum| matches!(datum.kind, DatumKind::Prisoner(_)));
        let fields = lists.flat_map(|datum| source.fields(&source.lines[datum.line as usize]));
        let targets = fields.filter_map(|field| match field.kind {
            FieldKind::Mark(mark) if field.span != self.spot.word => Some(mark.target),
            _ => None,
        });
        let point = |target: Target| match target {
            Target::Point(point) => Some(point),
            Target::Move(number) => self.stand.walk.numbered(number).and_then(|id| self.stand.point_of(id)),
            Target::All | Target::Moves(..) => None,
        };
        targets.filter_map(point).collect()
    }
}

/// The first unused letter or digit; empty if all are used.
fn free_label(used: &[String], mut letters: std::ops::RangeInclusive<char>) -> String {
    let is_free = |letter: &char| !used.iter().any(|label| label.eq_ignore_ascii_case(&letter.to_string()));
    letters.find(is_free).map_or(String::new(), |letter| letter.to_string())
}
