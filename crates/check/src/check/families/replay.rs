//! Rules for moves and setup on the board: occupied points, self-capture, ko, repetition.

use crate::check::{Code, Fix, Related, Severity, Sink};
use ishi_board::{Board, Color, Origin, Point, Stone};
use ishi_record::record::{Datum, DatumKind, Event, MoveId, MoveTarget, Owner, Reading};
use ishi_record::replay::{Cause, Earlier, Played, Visit, Walk};
use ishi_record::scoring::ruleset;
use ishi_record::syntax::{Fault, Field, FieldKind, Keyword, Source};
use ishi_rules::{Ko, Ruleset};
use ishi_text::{Edit, Span};

/// The rules, carried along a walk.
#[derive(Clone)]
pub(in crate::check) struct Replay<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    /// The rules of the record, if they are known.
    rules: Option<&'static Ruleset>,
    series: Option<SetupSteps>,
}

/// The setup of an event or a diagram, which is one step even if it has several lines.
#[derive(Clone)]
struct SetupSteps {
    owner: Owner,
    /// Its stones, one for each point.
    placed: Vec<SetupField>,
    /// The board with these stones.
    board: Board,
}

/// A setup stone and its field.
#[derive(Clone, Copy)]
struct SetupField {
    point: Point,
    color: Color,
    span: Span,
}

impl<'s, 't> Replay<'s, 't> {
    pub(in crate::check) fn new(source: &'s Source<'t>, reading: &'s Reading) -> Self {
        Self { source, event: &reading.event, rules: ruleset(&reading.event), series: None }
    }

    pub(in crate::check) fn at(&mut self, stop: Visit, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        match stop {
            Visit::Move(id) => {
                self.end_series(sink);
                self.r#move(id, walk, sink);
            }
            Visit::Diagram(_) | Visit::Begin(_) => self.end_series(sink),
            Visit::End(_) => {}
            Visit::Datum(index) => self.setup(&self.event.data[index], walk, sink),
        }
    }

    /// Reports on the last setup, if no move follows.
    pub(in crate::check) fn end(mut self, sink: &mut Sink<'_>) {
        self.end_series(sink);
    }

    fn r#move(&self, id: MoveId, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        let written = &self.event[id];
        if matches!(written.place, MoveTarget::Point(_)) && walk.is_after_end() {
            let word = self.source.lines[written.line as usize].word;
            let named = self.rules.filter(|_| self.event.header(Keyword::Rules).is_some());
            let ends = named.filter(|rules| rules.states_play);
            let severity = match (sink.severities.chosen(Code::PlayAfterEnd), ends) {
                (None, Some(_)) => Severity::Info,
                _ => sink.severities.of(Code::PlayAfterEnd),
            };
            sink.report_as(Code::PlayAfterEnd, severity, word, |diagnostic| {
                diagnostic.message = match ends {
                    Some(Ruleset { name, .. }) => format!(
                        "both players have passed, which ends the game under {name} rules, unless it was resumed"
                    ),
                    None => "both players have passed, which ends the game".into(),
                };
            });
        }
        let Some(played) = walk.played() else { return };
        self.executed(&played, walk, sink);
    }

    fn executed(&self, played: &Played<'_>, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        // Nearly all moves have nothing to report.
        let span = || location(self.source, self.event, played.id);
        let (color, _) = walk.played_as(played.id);
        if let Some(stone) = played.overwritten {
            let same = |id: MoveId| {
                let (before, now) = (&self.event[id], &self.event[played.id]);
                before.number == now.number && before.color == now.color && now.number.is_some()
            };
            if self.is_guess(played.id) {
                // The guess was wrong, so it is not known where the move is.
                sink.may_follow = true;
                return;
            }
            // A line that is there twice is a duplicate move.
            if played.is_echo || matches!(Cause::of(stone), Cause::Move(id) if same(id)) {
                return;
            }
            sink.report(Code::OccupiedPoint, span(), |diagnostic| {
                let (point, color) = (stone.point, stone.color);
                diagnostic.message = match Cause::of(stone) {
                    Cause::Move(id) => {
                        let number = self.event[id].number.map_or(String::new(), |number| format!(" {number}"));
                        format!("{point} is occupied by {color}{number}; check both locations")
                    }
                    Cause::Setup(_) => format!("{point} is occupied by a setup stone of {color}; check both locations"),
                };
                diagnostic.related.extend(self.cause(stone, "the stone was put here"));
            });
            return;
        }
        if played.in_doubt {
            return;
        }
        let forbidden = self.rules.and_then(|rules| forbidden_repetition(rules, played));
        let is_suicide_allowed = self.rules.is_some_and(|rules| rules.suicide);
        if let [first, rest @ ..] = played.self_captured
            && !is_suicide_allowed
        {
            sink.report(Code::SelfCapture, span(), |diagnostic| {
                diagnostic.message = match rest.len() {
                    0 => format!(
                        "{color} has no liberty on {} and takes nothing, so the stone dies at once",
                        first.point
                    ),
                    more => {
                        format!("this fills the last liberty of {color}'s own group, and all {} stones die", more + 1)
                    }
                };
                diagnostic.message += &self.acceptance(played.id);
            });
        } else if walk.has_unknown() {
            // A stone that is not where it should be may make any position another one.
        } else if let Some(taking) = played.ko {
            sink.report(Code::Ko, span(), |diagnostic| {
                let accepted = self.acceptance(played.id);
                diagnostic.message =
                    format!("this retakes the ko at once; a move elsewhere has to come between{accepted}");
                diagnostic.related.push(Related {
                    span: location(self.source, self.event, taking),
                    message: "the ko was taken here".into(),
                });
            });
        } else if let Some(earlier) = forbidden.or(played.repeats) {
            let severity = match sink.severities.chosen(Code::RepeatedPosition) {
                _ if !sink.wants(Code::RepeatedPosition) => Severity::Off,
                None if forbidden.is_some() => Severity::Warning,
                _ => sink.severities.of(Code::RepeatedPosition),
            };
            sink.report_as(Code::RepeatedPosition, severity, span(), |diagnostic| {
                let (when, place) = match earlier {
                    Earlier::Start => ("before the first move".to_owned(), None),
                    Earlier::After(id) => {
                        let number = self.event[id].number;
                        (number.map_or("before".into(), |number| format!("after move {number}")), Some(id))
                    }
                };
                diagnostic.message = format!("the whole board is again as it was {when}");
                if let Some(rules) = self.rules.filter(|_| forbidden.is_some()) {
                    let forbidden = [", which ", rules.name, " rules forbid", &self.acceptance(played.id)];
                    diagnostic.message.extend(forbidden);
                }
                let place = place.map(|id| location(self.source, self.event, id));
                diagnostic.related.extend(place.map(|span| Related { span, message: "the same position".into() }));
            });
        }
    }

    /// Returns the consequence of an illegal move, if the rules of the record state one.
    fn acceptance(&self, id: MoveId) -> String {
        let Some(rules) = self.rules.filter(|rules| rules.illegal_is_pass) else { return String::new() };
        let is_last = self.event.moves_of(self.event[id].sequence).next_back() == Some(id);
        let what = if is_last { "it is a pass if the opponent notes it" } else { "it stands, since play went on" };
        format!("; under {} rules {what}", rules.name)
    }

    /// Whether the location of a move is misspelt, so that its meaning is a guess.
    fn is_guess(&self, id: MoveId) -> bool {
        let line = &self.source.lines[self.event[id].line as usize];
        let is_guess = |field: &Field| matches!(field.kind, FieldKind::Bad(Fault::LocationLike(_)));
        self.source.fields(line).iter().any(is_guess)
    }

    /// The place that put a stone on the board.
    fn cause(&self, stone: Stone, message: &str) -> Option<Related> {
        let span = match Cause::of(stone) {
            Cause::Move(id) => location(self.source, self.event, id),
            Cause::Setup(index) => self.setup_stone(index)?,
        };
        Some(Related { span, message: message.into() })
    }

    /// The field of a setup stone; `None` for an assumed stone.
    fn setup_stone(&self, index: u32) -> Option<Span> {
        let setup = self.event.data.iter().find_map(|datum| match &datum.kind {
            DatumKind::Setup(stones) if stones.contains(&index) => Some((datum, index - stones.start)),
            _ => None,
        });
        let (datum, nth) = setup?;
        self.setup_fields(datum).nth(nth as usize).map(|placed| placed.span)
    }

    /// The stones of a SETUP line in order, as the event has them.
    fn setup_fields(&self, datum: &Datum) -> impl Iterator<Item = SetupField> + '_ {
        let fields = self.source.fields(&self.source.lines[datum.line as usize]);
        let mut color = None;
        fields.iter().filter_map(move |field| match field.kind {
            FieldKind::Color(next) => {
                color = Some(next);
                None
            }
            FieldKind::Location(point) => color.map(|color| SetupField { point, color, span: field.span }),
            _ => None,
        })
    }

    fn setup(&mut self, datum: &Datum, walk: &Walk<'_>, sink: &mut Sink<'_>) {
        if !matches!(datum.kind, DatumKind::Setup(_)) || matches!(datum.owner, Owner::Move(_) | Owner::Variation(_)) {
            return;
        }
        if self.series.as_ref().is_none_or(|series| series.owner != datum.owner) {
            let board = walk.board().enlarged(self.event.board_size);
            self.series = Some(SetupSteps { owner: datum.owner, placed: Vec::new(), board });
        }
        let stones: Vec<SetupField> = self.setup_fields(datum).collect();
        let Some(series) = &mut self.series else { return };
        for now @ SetupField { point, color, .. } in stones {
            if !series.board.size().contains(point) {
                continue;
            }
            series.board.add(Stone { point, color, origin: Origin::default() });
            // Hardly any setup has more than some dozens of stones, and none more than 361 points.
            let Some(before) = series.placed.iter_mut().find(|before| before.point == point) else {
                series.placed.push(now);
                continue;
            };
            let before = std::mem::replace(before, now);
            let is_same = before.color == now.color;
            let severity = match sink.severities.of(Code::SetupConflict) {
                Severity::Error if is_same => Severity::Hint,
                severity => severity,
            };
            sink.report_as(Code::SetupConflict, severity, now.span, |diagnostic| {
                diagnostic.message = if is_same {
                    format!("{point} is listed twice")
                } else {
                    format!("{point} is listed for both {} and {}; remove one of the two", before.color, now.color)
                };
                diagnostic.related.push(Related { span: before.span, message: "the stone was put here".into() });
                let start = self.source.text[..now.span.start as usize].trim_end_matches([' ', '\t']).len();
                let removal = Edit::delete(Span::new(start, now.span.end as usize));
                diagnostic.fixes.push(Fix::removal("the later stone", vec![removal]));
            });
        }
    }

    /// Looks for groups without a liberty, after the whole setup is on the board.
    fn end_series(&mut self, sink: &mut Sink<'_>) {
        let Some(SetupSteps { mut placed, mut board, .. }) = self.series.take() else { return };
        placed.sort_unstable_by_key(|stone| stone.point);
        let field = |point: &Point| placed.iter().find(|stone| stone.point == *point).map(|stone| stone.span);
        let mut seen = [false; 361];
        for &SetupField { point, .. } in &placed {
            for stone in std::iter::once(point).chain(point.neighbours()) {
                if seen[stone.index()] || !board.is_short_of_liberties::<1>(stone) {
                    continue;
                }
                let Some(group) = board.group(stone) else { continue };
                group.stones.iter().for_each(|stone| seen[stone.index()] = true);
                // Where the setup has only filled the liberties of a group, it is reported at the stone that did so
                // last.
                let of_group = group.stones.iter().filter_map(field).max();
                let beside =
                    || group.stones.iter().flat_map(|stone| stone.neighbours()).filter_map(|point| field(&point)).max();
                let Some(span) = of_group.or_else(beside) else { continue };
                sink.report(Code::SetupNoLiberty, span, |diagnostic| {
                    let stones = group.stones.len();
                    let what = if stones == 1 { "a stone".into() } else { format!("a group of {stones} stones") };
                    diagnostic.message = format!(
                        "this setup leaves {what} without a liberty at {stone}; it stays until a move beside it \
                         takes it"
                    );
                });
            }
        }
    }
}

/// The span of the location of a move, or of its keyword if there is no location.
pub(in crate::check) fn location(source: &Source<'_>, event: &Event, id: MoveId) -> Span {
    let line = &source.lines[event[id].line as usize];
    let fields = || source.fields(line).iter();
    let is_location = |field: &&Field| field.place().is_some() || field.kind == FieldKind::Bad(Fault::Location);
    fields().find(is_location).map_or(line.word, |field| field.span)
}

/// The earlier position that a move repeats although the rules forbid it, if any.
fn forbidden_repetition(rules: &Ruleset, played: &Played<'_>) -> Option<Earlier> {
    match rules.ko {
        Ko::Positional => played.returns,
        Ko::Situational => played.repeats,
        Ko::NaturalSituational => played.replays,
        Ko::Simple | Ko::Special => None,
    }
}
