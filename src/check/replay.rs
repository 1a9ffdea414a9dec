//! What the stones on the board show.

use std::num::NonZeroU32;

use super::line_edits::{delete, indent, insert};
use super::{Code, Fix, FixKind, Related, Severity, Sink};
use crate::board::{Board, BoardSize, Color, Origin, Point, Stone};
use crate::record::{
    Datum, DatumKind, Event, GameResult, MoveId, Owner, Place, Reading, Rules, SequenceId, Step, handicap,
};
use crate::replay::{Cause, Earlier, Played, Stop, Walk};
use crate::syntax::{Field, FieldKind, Keyword, Line, LineKind, Source, Target};
use crate::text::{Edit, Span};

/// The rules, carried along a walk.
pub(super) struct Replay<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// Whether the event tells of prisoners at all.
    tells_prisoners: bool,
    /// What the current moves have taken: that of the main line, and of each variation that is open.
    takings: Vec<Option<Taking>>,
    series: Option<Series>,
}

/// The setup of an event or a diagram, which is one step however many lines it has.
struct Series {
    owner: Owner,
    /// Its stones, by point.
    placed: Vec<Option<Placed>>,
    /// The board with these stones.
    board: Board,
}

/// A setup stone: its colour and its field.
#[derive(Clone, Copy)]
struct Placed {
    color: Color,
    span: Span,
}

/// What a move takes, and what its PRISONER lines say of that.
struct Taking {
    id: MoveId,
    captured: Vec<Stone>,
    /// How each captured stone is to be named.
    names: Vec<String>,
    /// The points of the stones that the lines name, each with its field; no point where the field names no captured stone.
    named: Vec<(Span, Option<Point>)>,
    lines: Vec<u32>,
    /// Whether nothing can be said of it: the position is in doubt, or a line has a mistake of its own.
    is_moot: bool,
}

impl<'s, 't> Replay<'s, 't> {
    pub(super) fn new(source: &'s Source<'t>, reading: &'s Reading) -> Self {
        let event = &reading.event;
        let is_list = |datum: &Datum| matches!((&datum.kind, datum.owner), (DatumKind::Prisoner(_), Owner::Move(_)));
        let tells_prisoners = event.data.iter().any(is_list);
        Self { source, event, tells_prisoners, takings: vec![None], series: None }
    }

    pub(super) fn at(&mut self, stop: Stop, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        match stop {
            Stop::Move(id) => {
                self.end_series(sink);
                self.end_taking(sink);
                self.r#move(id, walk, sink);
            }
            Stop::Diagram(_) => self.end_series(sink),
            Stop::Begin(_) => {
                self.end_series(sink);
                self.takings.push(None);
            }
            Stop::End(_) => {
                self.end_taking(sink);
                // The main line is never ended.
                if self.takings.len() > 1 {
                    self.takings.pop();
                }
            }
            Stop::Datum(index) => {
                let datum = &self.event.data[index];
                match &datum.kind {
                    DatumKind::Setup(_) => self.setup(datum, walk, sink),
                    DatumKind::Prisoner(_) => self.prisoners(datum, walk),
                    _ => {}
                }
            }
        }
    }

    /// What is left to say when the walk is over.
    pub(super) fn end(mut self, sink: &mut Sink<'_>) {
        self.end_series(sink);
        while !self.takings.is_empty() {
            self.end_taking(sink);
            self.takings.pop();
        }
        self.handicap(sink);
        self.result(sink);
    }

    fn location(&self, id: MoveId) -> Span {
        let line = &self.source.lines[self.event.r#move(id).line as usize];
        let fields = self.source.fields(line).iter();
        fields
            .filter(|field| matches!(field.kind, FieldKind::Location(_) | FieldKind::Bad(_)))
            .map(|field| field.span)
            .next()
            .unwrap_or(line.word)
    }

    fn r#move(&mut self, id: MoveId, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        let found = self.event.r#move(id);
        if matches!(found.place, Place::Point(_)) && walk.is_after_end() {
            let word = self.source.lines[found.line as usize].word;
            sink.report(Code::PlayAfterEnd, word, |diagnostic| {
                diagnostic.message = "both players have passed, which ends the game".into();
            });
        }
        let Some(played) = walk.played() else { return };
        self.executed(&played, sink);
        if played.captured.is_empty() && !self.tells_prisoners {
            return;
        }
        let mut captured = [played.captured, played.self_captured].concat();
        captured.sort_by_key(|stone| match Cause::of(*stone) {
            Cause::Move(id) => {
                (self.event.r#move(id).number.map_or(0, NonZeroU32::get), stone.point.column(), stone.point.row())
            }
            Cause::Setup(_) => (u32::MAX, stone.point.column(), stone.point.row()),
        });
        let names = captured.iter().map(|&stone| self.name(stone, walk)).collect();
        let is_moot = walk.is_in_doubt();
        let taking = Taking { id, captured, names, named: Vec::new(), lines: Vec::new(), is_moot };
        if let Some(current) = self.takings.last_mut() {
            *current = Some(taking);
        }
    }

    fn executed(&self, played: &Played<'_>, sink: &mut Sink<'_>) {
        let span = self.location(played.id);
        let color = self.event.r#move(played.id).color;
        if let Some(stone) = played.overwritten {
            let same = |id: MoveId| {
                let (before, now) = (self.event.r#move(id), self.event.r#move(played.id));
                before.number == now.number && before.color == now.color && now.number.is_some()
            };
            // A line that stands there twice is a duplicate move.
            if played.is_echo || matches!(Cause::of(stone), Cause::Move(id) if same(id)) {
                return;
            }
            sink.report(Code::OccupiedPoint, span, |diagnostic| {
                let whose = if stone.color == Color::Black { "black" } else { "white" };
                diagnostic.message = match Cause::of(stone) {
                    Cause::Move(id) => {
                        let by =
                            self.event.r#move(id).number.map_or(String::new(), |number| format!(" of move {number}"));
                        format!("the {whose} stone{by} stands on {}; check both locations", stone.point)
                    }
                    Cause::Setup(_) => format!("a {whose} setup stone stands on {}; check both locations", stone.point),
                };
                diagnostic.related.push(self.cause(stone, "the stone was put here"));
            });
            return;
        }
        if played.in_doubt {
            return;
        }
        if let [first, rest @ ..] = played.self_captured {
            sink.report(Code::SelfCapture, span, |diagnostic| {
                diagnostic.message = match rest.len() {
                    0 => format!(
                        "{color} has no liberty on {} and takes nothing, so the stone dies at once",
                        first.point
                    ),
                    more => {
                        format!("this fills the last liberty of {color}'s own group, and all {} stones die", more + 1)
                    }
                };
            });
        } else if let Some(taking) = played.ko {
            sink.report(Code::Ko, span, |diagnostic| {
                diagnostic.message = "this retakes the ko at once; a move elsewhere has to come between".into();
                diagnostic
                    .related
                    .push(Related { span: self.location(taking), message: "the ko was taken here".into() });
            });
        } else if let Some(earlier) = played.repeats {
            let rules = self.event.header(Keyword::Rules).and_then(Rules::named);
            let severity = match rules {
                _ if !sink.wants(Code::RepeatedPosition) => Severity::Off,
                Some(Rules::Aga | Rules::Chinese) if sink.severities.chosen(Code::RepeatedPosition).is_none() => {
                    Severity::Warning
                }
                _ => sink.severities.of(Code::RepeatedPosition),
            };
            sink.report_as(Code::RepeatedPosition, severity, span, |diagnostic| {
                let (when, place) = match earlier {
                    Earlier::Start => ("before the first move".to_owned(), None),
                    Earlier::After(id) => {
                        let number = self.event.r#move(id).number;
                        (number.map_or("before".into(), |number| format!("after move {number}")), Some(id))
                    }
                };
                let forbidden =
                    if severity == Severity::Warning { ", which the rules of this record forbid" } else { "" };
                diagnostic.message = format!("the whole board is again as it was {when}{forbidden}");
                let place = place.map(|id| self.location(id));
                diagnostic.related.extend(place.map(|span| Related { span, message: "the same position".into() }));
            });
        }
    }

    /// The place that put a stone on the board.
    fn cause(&self, stone: Stone, message: &str) -> Related {
        let span = match Cause::of(stone) {
            Cause::Move(id) => self.location(id),
            Cause::Setup(index) => self.setup_stone(index),
        };
        Related { span, message: message.into() }
    }

    /// The field of a setup stone.
    fn setup_stone(&self, index: u32) -> Span {
        let setup = self.event.data.iter().find_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) if stones.contains(&index) => Some((datum, index - stones.start)),
            _ => None,
        });
        let Some((datum, nth)) = setup else { return Span::default() };
        self.setup_fields(datum).nth(nth as usize).map_or(Span::default(), |placed| placed.span)
    }

    /// The stones of a SETUP line in order, as the event has them.
    fn setup_fields(&self, datum: &Datum) -> impl Iterator<Item = Placed> + '_ {
        let fields = self.source.fields(&self.source.lines[datum.line as usize]);
        let mut color = None;
        fields.iter().filter_map(move |field| match field.kind {
            FieldKind::Color(found) => {
                color = Some(found);
                None
            }
            FieldKind::Location(_) => color.map(|color| Placed { color, span: field.span }),
            _ => None,
        })
    }

    fn setup(&mut self, datum: &Datum, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        let DatumKind::Setup(range) = &datum.kind else { return };
        if matches!(datum.owner, Owner::Move(_) | Owner::Variation(_)) {
            return;
        }
        if self.series.as_ref().is_none_or(|series| series.owner != datum.owner) {
            let board = walk.board().enlarged(self.event.board_size);
            self.series = Some(Series { owner: datum.owner, placed: vec![None; 361], board });
        }
        let fields: Vec<Placed> = self.setup_fields(datum).collect();
        let Some(series) = &mut self.series else { return };
        for (&now, &stone) in fields.iter().zip(self.event.stones(range)) {
            let crate::record::Stone { point, color } = stone;
            if !series.board.size().contains(point) {
                continue;
            }
            series.board.add(Stone { point, color, origin: Origin::default() });
            let Some(before) = series.placed[point.index()].replace(now) else { continue };
            let is_same = before.color == now.color;
            let severity = match sink.severities.of(Code::SetupConflict) {
                Severity::Error if is_same => Severity::Hint,
                severity => severity,
            };
            sink.report_as(Code::SetupConflict, severity, now.span, |diagnostic| {
                diagnostic.message = if is_same {
                    format!("{point} has its stone already; one of the two can go")
                } else {
                    format!(
                        "this setup puts a stone of {} on {point} too; decide which of the two stands there",
                        before.color
                    )
                };
                diagnostic.related.push(Related { span: before.span, message: "the stone was put here".into() });
                let start = self.source.text[..now.span.start as usize].trim_end_matches([' ', '\t']).len();
                diagnostic.fixes.push(Fix {
                    title: "remove the later stone".into(),
                    kind: FixKind::Suggested,
                    edits: vec![Edit::delete(Span::new(start, now.span.end as usize))],
                });
            });
        }
    }

    /// Looks for groups that the setup has left without a liberty, when all of it stands.
    fn end_series(&mut self, sink: &mut Sink<'_>) {
        let Some(Series { placed, board, .. }) = self.series.take() else { return };
        let field = |point: &Point| placed[point.index()].map(|stone| stone.span);
        let mut seen = [false; 361];
        for point in BoardSize::STANDARD.points().filter(|point| field(point).is_some()) {
            for stone in std::iter::once(point).chain(point.neighbours()) {
                let Some(group) = board.group(stone).filter(|_| !seen[stone.index()]) else { continue };
                group.stones.iter().for_each(|stone| seen[stone.index()] = true);
                if !group.liberties.is_empty() {
                    continue;
                }
                // Where the setup has only filled the liberties of a group, it is told at the stone that did so last.
                let own = group.stones.iter().filter_map(field).max();
                let beside =
                    || group.stones.iter().flat_map(|stone| stone.neighbours()).filter_map(|point| field(&point)).max();
                let Some(span) = own.or_else(beside) else { continue };
                sink.report(Code::SetupNoLiberty, span, |diagnostic| {
                    let stones = group.stones.len();
                    let what = if stones == 1 { "a stone".into() } else { format!("a group of {stones} stones") };
                    diagnostic.message = format!("this setup leaves {what} without a liberty at {stone}; it stays until a move beside it takes it");
                });
            }
        }
    }

    /// How a captured stone is named: by the number that means it here, or else by its location.
    fn name(&self, stone: Stone, walk: &Walk<'_>) -> String {
        match Cause::of(stone) {
            Cause::Move(id) => match self.event.r#move(id).number {
                Some(number) if walk.numbered(number.get()) == Some(id) => format!("#{number}"),
                _ => stone.point.to_string(),
            },
            Cause::Setup(_) => stone.point.to_string(),
        }
    }

    fn prisoners(&mut self, datum: &Datum, walk: &Walk<'_>) {
        let Some(Some(taking)) = self.takings.last_mut() else { return };
        if datum.owner != Owner::Move(taking.id) {
            return;
        }
        taking.lines.push(datum.line);
        // A line between the move and its list may be the move that the list belongs to.
        taking.is_moot |= walk.is_in_doubt();
        for field in self.source.fields(&self.source.lines[datum.line as usize]) {
            let FieldKind::Mark(mark) = field.kind else {
                taking.is_moot = true;
                continue;
            };
            taking.is_moot |= matches!(mark.target, Target::Point(point) if !self.event.board_size.contains(point));
            let is_meant = |stone: &&Stone| match mark.target {
                Target::Point(point) => stone.point == point,
                Target::Move(number) => walk.numbered(number).is_some_and(|id| Cause::of(**stone) == Cause::Move(id)),
                Target::All | Target::Moves(..) => false,
            };
            taking.named.push((field.span, taking.captured.iter().find(is_meant).map(|stone| stone.point)));
        }
    }

    /// Compares what the current move takes with what its PRISONER lines say, when all of them are read.
    fn end_taking(&mut self, sink: &mut Sink<'_>) {
        let Some(taking) = self.takings.last_mut().and_then(Option::take) else { return };
        if taking.is_moot {
            return;
        }
        let list = format!("PRISONER {}", taking.names.join(" "));
        if taking.lines.is_empty() {
            let own = taking.captured.first().is_some_and(|stone| stone.color == self.event.r#move(taking.id).color);
            if self.tells_prisoners && !taking.captured.is_empty() && !own {
                self.untold(&taking, &list, sink);
            }
            return;
        }
        let named = |stone: &&Stone| taking.named.iter().any(|(_, point)| *point == Some(stone.point));
        let missing: Vec<String> = taking
            .captured
            .iter()
            .zip(&taking.names)
            .filter(|(stone, _)| !named(stone))
            .map(|(_, name)| name.clone())
            .collect();
        let surplus: Vec<Span> =
            taking.named.iter().filter(|(_, point)| point.is_none()).map(|&(span, _)| span).collect();
        let first = self.source.lines[taking.lines[0] as usize];
        let span = match (&missing[..], &surplus[..]) {
            ([], []) => return,
            ([], [surplus, ..]) => *surplus,
            _ => first.word,
        };
        sink.report(Code::WrongPrisoners, span, |diagnostic| {
            let surplus: Vec<&str> = surplus.iter().map(|&span| self.source.str(span)).collect();
            let also = |names: &str| format!("this move takes {names}, which the list does not name");
            diagnostic.message = match (&missing[..], &surplus[..]) {
                (missing, []) => also(&missing.join(" ")),
                ([], surplus) if taking.captured.is_empty() => {
                    format!("this move takes nothing, and the list names {}", surplus.join(" "))
                }
                ([], surplus) => format!("this move does not take {}", surplus.join(" ")),
                (missing, surplus) => format!("{}; it does not take {}", also(&missing.join(" ")), surplus.join(" ")),
            };
            let (kept, removed) = if taking.captured.is_empty() { (0, "remove the list") } else { (1, "") };
            let mut edits = Vec::new();
            if kept == 1 {
                let fields = self.source.fields(&first);
                edits.push(match (fields.first(), fields.last()) {
                    (Some(from), Some(to)) => Edit::replace(from.span.to(to.span), taking.names.join(" ")),
                    _ => Edit::insert(first.word.end as usize, format!(" {}", taking.names.join(" "))),
                });
            }
            let others = taking.lines[kept..].iter().map(|&line| line as usize);
            edits.extend(others.map(|line| delete(self.source, line..line + 1)));
            let title = if kept == 1 { format!("rewrite the list: {list}") } else { removed.into() };
            diagnostic.fixes.push(Fix { title, kind: self.fix_kind(), edits });
        });
    }

    /// Whether lists can be changed unasked: not where it is guessed from the lines of data what others are.
    fn fix_kind(&self) -> FixKind {
        let is_plain = |line: &Line| !matches!(line.kind, LineKind::Unknown | LineKind::Misspelt(_));
        if self.source.faults.is_empty() && self.source.lines.iter().all(is_plain) {
            FixKind::Auto
        } else {
            FixKind::Suggested
        }
    }

    /// A move that takes stones and does not say so.
    fn untold(&self, taking: &Taking, list: &str, sink: &mut Sink<'_>) {
        sink.report(Code::MissingPrisoners, self.location(taking.id), |diagnostic| {
            let names = taking.names.join(" ");
            diagnostic.message = format!("this move takes {names}; other moves of this event have PRISONER lines");
            let line = self.event.r#move(taking.id).line as usize;
            let text = format!("{}{list}", indent(self.source, line));
            diagnostic.fixes.push(Fix {
                title: format!("insert {list}"),
                kind: self.fix_kind(),
                edits: vec![insert(self.source, line + 1, &[text])],
            });
        });
    }

    /// The last line of a header, and its text.
    fn header(&self, keyword: Keyword) -> Option<(Span, &'t str)> {
        let header = self.event.headers.iter().rev().find(|header| header.keyword == keyword)?;
        let line = &self.source.lines[header.line as usize];
        let span = self.source.fields(line).first()?.span;
        Some((span, self.source.str(span)))
    }

    fn handicap(&self, sink: &mut Sink<'_>) {
        if !sink.wants(Code::HandicapMismatch) {
            return;
        }
        let Some((span, text)) = self.header(Keyword::Handicap) else { return };
        let Some(told) = handicap(text) else { return };
        let mut placed = 0;
        for datum in self.event.data_of(Owner::Event) {
            let DatumKind::Setup(stones) = &datum.kind else { continue };
            let stones = self.event.stones(stones);
            let fields = self.source.fields(&self.source.lines[datum.line as usize]);
            let is_bad = |field: &Field| matches!(field.kind, FieldKind::Bad(_));
            if fields.iter().any(is_bad) || stones.iter().any(|stone| !self.event.board_size.contains(stone.point)) {
                // The stone that can't be put there may be the one that is missing.
                return;
            }
            placed += stones.iter().filter(|stone| stone.color == Color::Black).count();
        }
        if placed as u32 != told && !(placed == 0 && told < 2) {
            sink.report(Code::HandicapMismatch, span, |diagnostic| {
                let stones = if placed == 1 { "stone" } else { "stones" };
                diagnostic.message = format!("the setup has {placed} black {stones}, and the handicap is {told}");
            });
        }
    }

    fn result(&self, sink: &mut Sink<'_>) {
        if !sink.wants(Code::ResultMismatch) {
            return;
        }
        let Some((span, text)) = self.header(Keyword::Result) else { return };
        let winners = GameResult::winners(text);
        if winners.contains(&Color::Black) && winners.contains(&Color::White) {
            return sink.report(Code::ResultMismatch, span, |diagnostic| {
                diagnostic.message = "this names both players as the winner".into();
            });
        }
        let numbers = self.event.sequence(SequenceId(0)).steps.iter().filter_map(|step| match step {
            Step::Move(id) => self.event.r#move(*id).number,
            Step::Diagram(_) => None,
        });
        let (Some(told), Some(last)) = (GameResult::resignation(text), numbers.max()) else { return };
        let last = last.get();
        // Who resigns at move 186 may have made it, or resign instead of making it.
        if told > last.saturating_add(1) {
            sink.report(Code::ResultMismatch, span, |diagnostic| {
                diagnostic.message =
                    format!("this tells of a resignation at move {told}, and the main line ends with move {last}");
            });
        }
    }
}
