//! Rules for PRISONER lines, which list the stones that a move captures.
//!
//! If a list differs from the captures, the mistake may be in the list or in a move. So no fix of a list is ever
//! applied automatically.

use super::replay::location;
use crate::check::{Code, Fix, FixKind, Related, Sink};
use crate::rewrite::lines::{delete, indent, insert};
use crate::rewrite::prisoners::{named, taken};
use ishi_board::{Point, Stone};
use ishi_record::record::{Datum, DatumKind, Event, MoveId, MoveTarget, Owner, Reading};
use ishi_record::replay::{StoneName, Visit, Walk};
use ishi_record::scoring::ruleset;
use ishi_record::syntax::{FieldKind, Source, Target};
use ishi_rules::Ruleset;
use ishi_text::{Edit, Span};

/// The rules, carried along a walk.
#[derive(Clone)]
pub(in crate::check) struct Prisoners<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// Whether the event has lists of prisoners at all.
    are_listed: bool,
    /// The ruleset of the record, if a pass costs a stone under these rules.
    pass_rules: Option<&'static Ruleset>,
    /// The captures of the current moves: the move of the main line, and the move of each open variation.
    takings: Vec<Taking>,
}

/// The stones that a move captures, and the stones that its PRISONER lines list.
#[derive(Clone, Default)]
struct Taking {
    /// The move; `None` before the first move, and after the list of the move was checked.
    id: Option<MoveId>,
    /// Whether the move captures its own stones.
    takes_own: bool,
    /// The stones, each with the name that a list gives it.
    captured: Vec<(Stone, StoneName)>,
    /// The fields of the lines, each with the point of the captured stone that it names; `None` if it names no captured
    /// stone.
    named: Vec<(Span, Option<Point>)>,
    lines: Vec<u32>,
    /// Whether the list can't be checked: the position is in doubt, or a line has a mistake of its own.
    is_moot: bool,
}

impl Taking {
    /// The fields of the correct list.
    fn names(&self) -> String {
        let names: Vec<String> = self.captured.iter().map(|(_, name)| name.to_string()).collect();
        names.join(" ")
    }

    /// The correct line.
    fn list(&self) -> String {
        format!("PRISONER {}", self.names())
    }
}

impl<'s, 't> Prisoners<'s, 't> {
    pub(in crate::check) fn new(source: &'s Source<'t>, reading: &'s Reading) -> Self {
        let event = &reading.event;
        let is_list = |datum: &Datum| matches!((&datum.kind, datum.owner), (DatumKind::Prisoner(_), Owner::Move(_)));
        Self {
            source,
            event,
            are_listed: event.data.iter().any(is_list),
            pass_rules: ruleset(event).filter(|rules| rules.pass_stones),
            takings: vec![Taking::default()],
        }
    }

    pub(in crate::check) fn at(&mut self, stop: Visit, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        if !self.are_listed {
            return;
        }
        match stop {
            Visit::Move(id) => {
                self.doubt_twin(id);
                self.end_taking(sink);
                self.r#move(walk);
            }
            Visit::Begin(_) => self.takings.push(Taking::default()),
            Visit::End(_) => {
                self.end_taking(sink);
                // The main line is never ended.
                if self.takings.len() > 1 {
                    self.takings.pop();
                }
            }
            Visit::Datum(index) if matches!(self.event.data[index].kind, DatumKind::Prisoner(_)) => {
                self.list(&self.event.data[index], walk);
            }
            Visit::Datum(_) | Visit::Diagram(_) => {}
        }
    }

    /// Reports the lists of the last moves, after which no line follows.
    pub(in crate::check) fn end(mut self, sink: &mut Sink<'_>) {
        while !self.takings.is_empty() {
            self.end_taking(sink);
            self.takings.pop();
        }
    }

    fn r#move(&mut self, walk: &Walk<'_>) {
        let Some(played) = walk.played() else { return };
        if let Some(Taking { id, takes_own, captured, named, lines, is_moot }) = self.takings.last_mut() {
            // There are many moves, and nearly all of them leave these empty.
            *id = Some(played.id);
            *takes_own = !played.self_captured.is_empty();
            if played.captured.is_empty() && played.self_captured.is_empty() {
                captured.clear();
            } else {
                *captured = taken(walk);
            }
            named.clear();
            lines.clear();
            *is_moot = walk.is_in_doubt() || walk.played_as(played.id).1 == MoveTarget::Unknown;
        }
    }

    /// If the record has a move twice in a row, the list after the second move belongs to the first.
    fn doubt_twin(&mut self, id: MoveId) {
        if let Some(taking) = self.takings.last_mut()
            && let Some(before) = taking.id
        {
            taking.is_moot |= self.event.say_the_same(before, id);
        }
    }

    fn list(&mut self, datum: &Datum, walk: &Walk<'_>) {
        let Some(taking) = self.takings.last_mut() else { return };
        if taking.id.map(Owner::Move) != Some(datum.owner) {
            return;
        }
        taking.lines.push(datum.line);
        taking.is_moot |= walk.is_in_doubt() || walk.may_belong_to_another();
        for field in self.source.fields(&self.source.lines[datum.line as usize]) {
            let FieldKind::Mark(mark) = field.kind else {
                taking.is_moot = true;
                continue;
            };
            taking.is_moot |= matches!(mark.target, Target::Point(point) if !self.event.board_size.contains(point));
            let stone = named(walk, &taking.captured, mark.target);
            taking.named.push((field.span, stone.map(|stone| stone.point)));
        }
    }

    /// Compares the captures of the current move with its PRISONER lines, after all of them are read.
    fn end_taking(&mut self, sink: &mut Sink<'_>) {
        let Some(id) = self.takings.last_mut().and_then(|taking| taking.id.take()) else { return };
        let Some(taking) = self.takings.last() else { return };
        if taking.is_moot {
            return self.named_twice(taking, sink);
        }
        if taking.lines.is_empty() && taking.captured.is_empty() {
            return;
        }
        if taking.lines.is_empty() {
            if !taking.takes_own {
                self.unlisted(id, taking, sink);
            }
            return;
        }
        let is_named = |stone: &Stone| taking.named.iter().any(|(_, point)| *point == Some(stone.point));
        let missing: Vec<String> =
            taking.captured.iter().filter(|(stone, _)| !is_named(stone)).map(|(_, name)| name.to_string()).collect();
        let surplus: Vec<Span> =
            taking.named.iter().filter(|(_, point)| point.is_none()).map(|&(span, _)| span).collect();
        let first = self.source.lines[taking.lines[0] as usize];
        let span = match (&missing[..], &surplus[..]) {
            ([], []) => return self.named_twice(taking, sink),
            ([], [surplus, ..]) => *surplus,
            _ => first.word,
        };
        if let Some(rules) = self.pass_rules.filter(|_| self.event[id].place == MoveTarget::Pass) {
            return sink.report(Code::PassStones, span, |diagnostic| {
                diagnostic.fixes.push(self.list_fix(taking, &surplus));
                diagnostic.message = format!(
                    "a pass takes nothing from the board; under {} rules it gives the opponent a stone, which no \
                     PRISONER line lists",
                    rules.name
                );
            });
        }
        sink.report(Code::WrongPrisoners, span, |diagnostic| {
            diagnostic.fixes.push(self.list_fix(taking, &surplus));
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
        });
    }

    /// Returns the fix that replaces the lists of a move by one list. Stones in the lists keep their names; names in
    /// the spans `surplus` are left out.
    fn list_fix(&self, taking: &Taking, surplus: &[Span]) -> Fix {
        let written = |stone: &Stone| {
            let named = taking.named.iter().filter(|(_, point)| *point == Some(stone.point));
            named.map(|&(span, _)| self.source.str(span).to_owned()).collect::<Vec<_>>()
        };
        let names: Vec<String> = taking
            .captured
            .iter()
            .flat_map(|(stone, name)| match written(stone) {
                names if names.is_empty() => vec![name.to_string()],
                names => names,
            })
            .collect();
        let names = names.join(" ");
        let mut lines = taking.lines.iter().map(|&line| line as usize);
        let mut edits = Vec::new();
        if !names.is_empty()
            && let Some(first) = lines.next()
        {
            let first = self.source.lines[first];
            let fields = self.source.fields(&first);
            edits.push(match (fields.first(), fields.last()) {
                (Some(from), Some(to)) => Edit::replace(from.span.to(to.span), names.clone()),
                _ => Edit::insert(first.word.end as usize, format!(" {names}")),
            });
        }
        edits.extend(lines.map(|line| delete(self.source, line..line + 1)));
        if surplus.is_empty() {
            return Fix { title: format!("rewrite the list: PRISONER {names}"), kind: FixKind::Suggested, edits };
        }
        if names.is_empty() {
            return Fix::removal("the list", edits);
        }
        // A name that does not fit may be right, and then an earlier move is wrong.
        let removed: Vec<&str> = surplus.iter().map(|&span| self.source.str(span)).collect();
        Fix::removal(format_args!("{} from the list: PRISONER {names}", removed.join(" ")), edits)
    }

    /// Reports the stones that the lines of a move name more than once.
    fn named_twice(&self, taking: &Taking, sink: &mut Sink<'_>) {
        for (index, &(span, stone)) in taking.named.iter().enumerate() {
            let text = self.source.str(span);
            let is_same = |&&(other, point): &&(Span, Option<Point>)| {
                stone.is_some() && point == stone || self.source.str(other).eq_ignore_ascii_case(text)
            };
            let Some(&(first, _)) = taking.named[..index].iter().find(is_same) else { continue };
            sink.report(Code::WrongPrisoners, span, |diagnostic| {
                let name = stone.map_or_else(|| text.to_owned(), |point| point.to_string());
                diagnostic.message = format!("the prisoner {name} is listed twice");
                diagnostic.related.push(Related { span: first, message: "it is listed here".into() });
                let start = self.source.text[..span.start as usize].trim_end_matches([' ', '\t']).len();
                let removal = Edit::delete(Span::new(start, span.end as usize));
                diagnostic.fixes.push(Fix::removal(format_args!("the second {text}"), vec![removal]));
            });
        }
    }

    /// Reports a move that captures stones and has no PRISONER line.
    fn unlisted(&self, id: MoveId, taking: &Taking, sink: &mut Sink<'_>) {
        sink.report(Code::MissingPrisoners, location(self.source, self.event, id), |diagnostic| {
            let (names, list) = (taking.names(), taking.list());
            diagnostic.message = format!("this move takes {names}; other moves of this event have PRISONER lines");
            let line = self.event[id].line as usize;
            let text = format!("{}{list}", indent(self.source, line));
            diagnostic.fixes.push(Fix {
                title: format!("insert {list}"),
                kind: FixKind::Suggested,
                edits: vec![insert(self.source, line + 1, &[text])],
            });
        });
    }
}
