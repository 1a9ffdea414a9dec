//! The data and remarks of two copies: comments, marks, prisoners, properties of SGF.

use super::lines::{after_keyword, indent, text_of, texts};
use super::merger::{Contradiction, KeptAs, Merger, NewLines, Order};
use crate::rewrite::original::OriginalEvent;
use crate::rewrite::references::Meanings;
use ishi_board::Point;
use ishi_record::record::{Datum, DatumKind, MoveId, Owner};
use ishi_record::syntax::{BLANKS, Field, FieldKind, Mark, Sign, Target};

/// The place in the first copy for the data of an item.
#[derive(Clone, Copy)]
struct Site {
    /// The line of the item.
    on: u32,
    /// The line before which new data are inserted.
    place: u32,
    /// The number of characters by which new data are indented more than in the second copy.
    shift: i32,
}

impl Merger<'_, '_> {
    /// Adds the data of an item of the second copy that the same item of the first does not have.
    pub(super) fn data(&mut self, first: Owner, second: Owner, meanings: &Meanings) {
        let (first_copy, part) = (self.first, self.second);
        let present: Vec<&Datum> = first_copy.event.data_of(first).collect();
        let on = first_copy.event.line_of(first);
        let place = first_copy.end_of_data(first);
        let shift =
            if first == Owner::Event { 0 } else { first_copy.indent(on) - part.indent(part.event.line_of(second)) };
        let site = Site { on, place, shift };
        for datum in part.event.data_of(second) {
            let lines = datum.line..datum.end;
            let text = texts(&part.source, lines.clone());
            let is_known = |datum_of_first: &&Datum| {
                texts(&first_copy.source, datum_of_first.line..datum_of_first.end) == text
                    && meanings.are_equal(datum_of_first.line, part.line + datum.line)
            };
            let has_moves = |part: &OriginalEvent<'_>, line: u32| marks(part, line).any(|mark| !is_of_points(mark));
            match &datum.kind {
                DatumKind::Setup(_) => self.keep(lines),
                _ if present.iter().any(is_known) => self.keep(lines),
                DatumKind::User if is_sgf_block(part, datum) => {
                    let block = present.iter().find(|datum_of_first| {
                        datum_of_first.kind == DatumKind::User && is_sgf_block(first_copy, datum_of_first)
                    });
                    self.properties(site, block.copied(), datum);
                }
                DatumKind::Prisoner(_) => self.prisoners(site, datum, &present, meanings),
                DatumKind::Mark(_) | DatumKind::Unmark(_) | DatumKind::Hide(_)
                    if !has_moves(part, datum.line) && is_of_marks(part, datum.line) =>
                {
                    // An UNMARK removes the marks before it, which must not include marks of the other copy.
                    let is_before = matches!(datum.kind, DatumKind::Unmark(_)) && first != Owner::Event;
                    let place = if is_before { on + 1 } else { place };
                    self.marks(Site { place, ..site }, datum, &present);
                }
                _ => self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]),
            }
        }
    }

    /// Adds the stones of a PRISONER line that no such line of the first copy names.
    fn prisoners(&mut self, Site { on, place, shift }: Site, datum: &Datum, present: &[&Datum], meanings: &Meanings) {
        let (first_copy, part) = (self.first, self.second);
        let lines = datum.line..datum.end;
        let prisoners = present.iter().filter(|other| matches!(other.kind, DatumKind::Prisoner(_)));
        let have = prisoners.flat_map(|other| self.stones(first_copy, other.line, meanings));
        let have: Vec<Option<Point>> = have.map(|(_, point)| point).collect();
        let named = self.stones(part, datum.line, meanings);
        let is_new = |point: Option<Point>| point.is_none() || !have.contains(&point);
        let new = named.iter().filter(|(_, point)| is_new(*point));
        let new: Vec<String> =
            new.map(|&(word, point)| point.map_or(word.to_owned(), |point| point.to_string())).collect();
        if new.len() == named.len() {
            return self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
        }
        self.keep(lines);
        if !new.is_empty() {
            let word = part.source.str(part.source.lines[datum.line as usize].word);
            let text = format!("{}{word} {}", indent(first_copy, on), new.join(" "));
            self.insert(place, Order::Data, vec![NewLines::New(text)]);
        }
    }

    /// Adds the marks of a line that no line of this kind of the first copy has.
    fn marks(&mut self, Site { on, place, shift }: Site, datum: &Datum, present: &[&Datum]) {
        let (first_copy, part) = (self.first, self.second);
        let lines = datum.line..datum.end;
        let is_same_kind = |other: &&&Datum| std::mem::discriminant(&other.kind) == std::mem::discriminant(&datum.kind);
        let have: Vec<Mark> =
            present.iter().filter(is_same_kind).flat_map(|other| marks(first_copy, other.line)).collect();
        let fields = part.source.fields(&part.source.lines[datum.line as usize]);
        let is_new = |kind: FieldKind| matches!(kind, FieldKind::Mark(mark) if !have.contains(&mark));
        let new = fields.iter().filter(|field| is_new(field.kind));
        let new: Vec<&str> = new.map(|field| part.source.str(field.span)).collect();
        if new.len() == fields.len() {
            self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
        } else if new.is_empty() {
            self.keep(lines);
        } else {
            let word = part.source.str(part.source.lines[datum.line as usize].word);
            let text = format!("{}{word} {}", indent(first_copy, on), new.join(" "));
            self.insert(place, Order::Data, vec![NewLines::Amended(datum.line, text)]);
        }
    }

    /// Adds the properties of a block of SGF to the block of the same item, or a block of its own.
    fn properties(&mut self, Site { on, place, shift }: Site, block: Option<&Datum>, datum: &Datum) {
        let lines = datum.line..datum.end;
        let content = |part: &OriginalEvent<'_>, block: &Datum| {
            let lines = block.line + 1..block.end - 1;
            lines
                .map(|line| part.source.str(part.source.lines[line as usize].span).trim_matches(BLANKS).to_owned())
                .collect()
        };
        let lines_of_second: Vec<String> = content(self.second, datum);
        let have: Vec<String> = block.map_or(Vec::new(), |block| content(self.first, block));
        // Other lines describe the tree of the game, and the order of properties.
        let name = |line: &str| line.split_once('[').map(|(name, _)| name.to_owned());
        if block.is_none()
            && lines_of_second.iter().all(|line| !line.starts_with(|first: char| !first.is_ascii_uppercase()))
        {
            return self.insert(place, Order::Data, vec![NewLines::Kept(lines, shift)]);
        }
        self.keep(lines.clone());
        let mut new = Vec::new();
        for line in lines_of_second.iter().filter(|line| !have.contains(line)) {
            let Some(own_name) = name(line) else { continue };
            match have.iter().find(|line_of_first| name(line_of_first).as_ref() == Some(&own_name)) {
                Some(line_of_first) => self.contradict(on, own_name, [line_of_first.clone(), line.clone()], line),
                None => new.push(NewLines::New(line.clone())),
            }
        }
        if new.is_empty() {
            return;
        }
        match block {
            Some(block) => self.insert(block.end - 1, Order::Data, new),
            None => {
                let [first, last] = [lines.start, lines.end - 1].map(|line| NewLines::Kept(line..line + 1, shift));
                let block = [first].into_iter().chain(new).chain([last]).collect();
                self.insert(place, Order::Data, block);
            }
        }
    }

    /// The fields of a PRISONER line, each with the point that it names.
    fn stones<'p>(&self, part: &'p OriginalEvent<'_>, line: u32, meanings: &Meanings) -> Vec<(&'p str, Option<Point>)> {
        let fields = part.source.fields(&part.source.lines[line as usize]).iter().enumerate();
        let point = |(index, field): (usize, &Field)| {
            let point = match field.kind {
                FieldKind::Mark(Mark { target: Target::Point(point), .. }) => Some(point),
                FieldKind::Mark(_) => meanings.only_move(part.line + line, index).and_then(|line| {
                    let point_in = |part: &OriginalEvent<'_>| {
                        let line = line.checked_sub(part.line)?;
                        let index = part.event.moves.binary_search_by_key(&line, |played| played.line).ok()?;
                        part.event.moves[index].place.point()
                    };
                    if line < self.second.line { point_in(self.first) } else { point_in(self.second) }
                }),
                _ => None,
            };
            (part.source.str(field.span), point)
        };
        fields.map(point).collect()
    }

    /// Adds the remarks of the second copy that the first copy does not have.
    pub(super) fn remarks(&mut self) {
        let is_setup = |datum: &&Datum| datum.is_setup();
        let setup = |part: &OriginalEvent<'_>| part.event.data.iter().find(is_setup).map(|datum| datum.line);
        let own_setup = setup(self.first);
        if let (Some(second), Some(first)) = (setup(self.second), own_setup) {
            self.same.insert(second, first);
        }
        let definition = self.second.event.definition;
        for remark in &self.second.event.remarks {
            if self.is_kept[remark.line as usize] {
                continue;
            }
            let on = match remark.on {
                Some(line) if Some(line) == definition => self.first.event.definition,
                Some(line) => self.same.get(&line).copied(),
                None => None,
            };
            let text = self.text(remark.line);
            let remarks = self.first.event.remarks.iter().filter(|remark| remark.on == on);
            let is_known = remarks.into_iter().any(|remark| text_of(&self.first.source, remark.line) == text);
            if is_known {
                self.keep(remark.line..remark.line + 1);
                continue;
            }
            self.clock(on, remark.line);
            let is_of_event = remark.on.is_some() && remark.on == definition;
            let place = on.unwrap_or(if is_of_event { 0 } else { self.first.event.filled_lines });
            let shift = on.map_or(0, |on| self.first.indent(on)) - self.second.indent(remark.line);
            self.insert(place, Order::Remark, vec![NewLines::Kept(remark.line..remark.line + 1, shift)]);
        }
    }
}

impl Merger<'_, '_> {
    /// Reports a remark of the second copy with the clock of a move, if the first copy has another clock there.
    fn clock(&mut self, on: Option<u32>, line: u32) {
        let moves = &self.first.event.moves;
        let played = on.and_then(|on| Some(MoveId(moves.binary_search_by_key(&on, |played| played.line).ok()? as u32)));
        let (Some(played), Some(other)) = (played, clock_of(self.second, line)) else { return };
        let mut remarks = self.first.event.remarks.iter().filter(|remark| remark.on == on);
        if let Some(clock) = remarks.find_map(|remark| clock_of(self.first, remark.line)) {
            let texts = [clock.to_owned(), other.to_owned()];
            let number = self.first.event.number(played).map_or_else(String::new, |number| format!(" {number}"));
            let subject = format!("clock at move{number}");
            self.contradictions.push(Contradiction { subject, texts, kept_as: KeptAs::Remark });
        }
    }
}

/// The properties of SGF in a remark with the clock of a move, such as `REMARK sgf BL[600]`.
fn clock_of<'t>(part: &OriginalEvent<'t>, line: u32) -> Option<&'t str> {
    after_keyword(&part.source, line).strip_prefix("sgf ")
}

/// Whether user data are the properties of a node in SGF, one on each line.
fn is_sgf_block(part: &OriginalEvent<'_>, datum: &Datum) -> bool {
    part.source.free_text(&part.source.lines[datum.line as usize]).trim_end() == "sgf"
}

/// The marks of a line.
fn marks<'p>(part: &'p OriginalEvent<'_>, line: u32) -> impl Iterator<Item = Mark> + 'p {
    let fields = part.source.fields(&part.source.lines[line as usize]).iter();
    fields.filter_map(|field| if let FieldKind::Mark(mark) = field.kind { Some(mark) } else { None })
}

/// Whether a line has only marks.
fn is_of_marks(part: &OriginalEvent<'_>, line: u32) -> bool {
    let fields = part.source.fields(&part.source.lines[line as usize]);
    fields.iter().all(|field| matches!(field.kind, FieldKind::Mark(_)))
}

/// Whether a mark refers to a point, and not to the move that was played there.
fn is_of_points(mark: Mark) -> bool {
    matches!(mark.target, Target::Point(_)) && mark.sign != Sign::Number
}
