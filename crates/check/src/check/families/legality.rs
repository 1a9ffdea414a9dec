//! Rules that check a record against the ruleset that it names: komi, handicap, first and last player.
//!
//! These rules apply only to records that name their ruleset. In other records only a komi is reported that no ruleset
//! has.

use super::replay::location;
use crate::check::{Code, Fix, FixKind, Sink};
use crate::rewrite::lines::{indent, insert};
use ishi_board::Color;
use ishi_record::record::{DatumKind, Event, MoveId, MoveTarget, Owner, Reading, SequenceId, handicap, komi};
use ishi_record::scoring::{Game, Recorded};
use ishi_record::syntax::{Keyword, Source};
use ishi_rules::{Ruleset, Scoring};
use ishi_text::{Edit, Span};

pub(in crate::check) fn check(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    let event = &reading.event;
    let named = event.header(Keyword::Rules).filter(|text| !text.trim().is_empty());
    let Some(rules) = named.and_then(Ruleset::parse) else {
        if named.is_none() {
            impossible_komi(source, event, sink);
        }
        return;
    };
    let record =
        JudgedEvent { source, event, rules, handicap: event.header(Keyword::Handicap).map_or(Some(0), handicap) };
    record.komi(sink);
    record.handicap_points(sink);
    if rules.states_play {
        record.first_move(sink);
    }
    let finished = record.finished();
    let is_last_missing = rules.white_last && finished.as_deref().is_some_and(|moves| record.last_move(moves, sink));
    // Where a pass is missing, how many there are is not known.
    if rules.pass_stones && !is_last_missing {
        record.pass_stones(finished.as_deref().unwrap_or_default(), sink);
    }
}

/// The span of the text of a header.
fn header(source: &Source<'_>, event: &Event, keyword: Keyword) -> Option<Span> {
    let header = event.headers.iter().rev().find(|header| header.keyword == keyword)?;
    Some(source.fields(&source.lines[header.line as usize]).first()?.span)
}

/// Reports a komi that no ruleset has, and no players agree on.
fn impossible_komi(source: &Source<'_>, event: &Event, sink: &mut Sink<'_>) {
    let Some(span) = header(source, event, Keyword::Komi) else { return };
    let Some(komi) = komi(source.str(span)).filter(|&komi| !Ruleset::is_possible_komi(komi)) else { return };
    sink.report(Code::UnusualKomi, span, |diagnostic| {
        diagnostic.message = format!("no rules have a komi of {komi}; in an even game it is 5.5 to 8 points");
    });
}

/// An event that names its rules.
struct JudgedEvent<'s, 't> {
    source: &'s Source<'t>,
    event: &'s Event,
    rules: &'static Ruleset,
    /// The handicap; `None` if it can't be read.
    handicap: Option<u32>,
}

impl JudgedEvent<'_, '_> {
    /// The span of the text of a header.
    fn header(&self, keyword: Keyword) -> Option<Span> {
        header(self.source, self.event, keyword)
    }

    fn komi(&self, sink: &mut Sink<'_>) {
        // On smaller boards there is no usual komi.
        if self.event.board_size.get() != 19 {
            return;
        }
        let Some((span, handicap)) = self.header(Keyword::Komi).zip(self.handicap) else { return };
        let Some(komi) = komi(self.source.str(span)) else { return };
        let Some(even) = self.rules.komi.filter(|_| !self.rules.is_usual_komi(komi, handicap)) else { return };
        sink.report(Code::UnusualKomi, span, |diagnostic| {
            let (usual, game) = match handicap {
                0 => (even, "an even game"),
                _ => (self.rules.handicap_komi, "a handicap game"),
            };
            diagnostic.message =
                format!("a komi of {komi} is unusual under {} rules; in {game} it is {usual}", self.rules.name);
        });
    }

    /// The stones that are set up before the first move.
    fn setup(&self) -> Vec<(Color, String)> {
        let mut stones = Vec::new();
        for datum in self.event.data_of(Owner::Event) {
            if let DatumKind::Setup(range) = &datum.kind {
                stones.extend(self.event.stones(range).iter().map(|stone| (stone.color, stone.point.to_string())));
            }
        }
        stones
    }

    fn handicap_points(&self, sink: &mut Sink<'_>) {
        if self.event.board_size.get() != 19 || !sink.wants(Code::HandicapPoints) {
            return;
        }
        let Some((span, stones)) = self.header(Keyword::Handicap).zip(self.handicap) else { return };
        let Some(points) = self.rules.handicap_points(stones) else { return };
        let setup = self.setup();
        let is_handicap = setup.len() == points.len() && setup.iter().all(|(color, _)| *color == Color::Black);
        if is_handicap && setup.iter().any(|(_, point)| !points.contains(&point.as_str())) {
            sink.report(Code::HandicapPoints, span, |diagnostic| {
                diagnostic.message = format!(
                    "under {} rules {stones} handicap stones stand on {} unless something else is agreed",
                    self.rules.name,
                    points.join(" ")
                );
            });
        }
    }

    fn first_move(&self, sink: &mut Sink<'_>) {
        let Some(first) = self.event.moves_of(SequenceId(0)).next() else { return };
        let (setup, Some(stones)) = (self.setup(), self.handicap) else { return };
        let is_handicap = stones >= 2 && setup.len() == stones as usize;
        let is_alike = setup.iter().all(|(color, _)| *color == Color::Black);
        let message = match self.event[first].color {
            Color::Black if is_handicap && is_alike => {
                format!("with {stones} handicap stones White moves first under {} rules", self.rules.name)
            }
            Color::White if setup.is_empty() && stones < 2 && self.event.number(first) == Some(1) => {
                format!("without handicap stones Black moves first under {} rules", self.rules.name)
            }
            _ => return,
        };
        sink.report(Code::WrongFirstPlayer, self.source.lines[self.event[first].line as usize].word, |diagnostic| {
            diagnostic.message = message;
        });
    }

    /// The moves of a complete game that ends with two passes and is counted.
    fn finished(&self) -> Option<Vec<MoveId>> {
        let event = self.event;
        let moves: Vec<MoveId> = event.moves_of(SequenceId(0)).collect();
        event.header(Keyword::Result).and_then(Recorded::parse)?;
        let is_number = |(nth, id): (usize, &MoveId)| event.number(*id) == Some(nth as u32 + 1);
        let is_whole = Game::ends_with_passes(event) && moves.iter().enumerate().all(is_number);
        is_whole.then_some(moves)
    }

    /// White makes the last move, and both players have played and passed equally often. The handicap stones together
    /// are Black's first turn. Returns whether the game violates this.
    fn last_move(&self, moves: &[MoveId], sink: &mut Sink<'_>) -> bool {
        let event = self.event;
        let Some(&last) = moves.last() else { return false };
        let count = |color: Color| moves.iter().filter(|&&id| event[id].color == color).count() as u32;
        let black = count(Color::Black) + u32::from(self.handicap.is_some_and(|stones| stones >= 2));
        let white = count(Color::White);
        let is_black_last = event[last].color == Color::Black;
        if !is_black_last && black == white {
            return false;
        }
        sink.report(Code::UnequalMoves, location(self.source, event, last), |diagnostic| {
            diagnostic.message = format!(
                "under {} rules White moves last and both have moved equally often; Black has {black} and White \
                 {white} moves, passes included",
                self.rules.name
            );
            let is_end = event.sequences.iter().all(|other| other.line < Some(event[last].line));
            if is_black_last && black == white + 1 && is_end {
                diagnostic.fixes.push(self.last_pass(moves, last));
            }
        });
        true
    }

    /// Reports pass stones: prisoners that neither the board nor the PRISONER lines show.
    fn pass_stones(&self, moves: &[MoveId], sink: &mut Sink<'_>) {
        let event = self.event;
        let Some(&last) = moves.last() else { return };
        let given =
            |color| moves.iter().filter(|&&id| event[id].color == color && event[id].place == MoveTarget::Pass).count();
        let (black, white) = (given(Color::Black), given(Color::White));
        // Where the area is counted, prisoners are of no importance to anybody who does not list them.
        let has_lists = event.data.iter().any(|datum| matches!(datum.kind, DatumKind::Prisoner(_)));
        if black == white || self.rules.scoring != Scoring::Territory && !has_lists {
            return;
        }
        sink.report(Code::PassStones, location(self.source, event, last), |diagnostic| {
            diagnostic.message = format!(
                "under {} rules each pass is a prisoner, which no PRISONER line lists: Black has given {black}, White \
                 {white}",
                self.rules.name
            );
        });
    }

    /// The fix that inserts White's last pass, after all data of the last move.
    fn last_pass(&self, moves: &[MoveId], last: MoveId) -> Fix {
        let line = self.event[last].line as usize;
        let data = self.event.data_of(Owner::Move(last)).map(|datum| datum.end as usize).max();
        let text = format!("{}W {} PASS", indent(self.source, line), moves.len() + 1);
        let edit: Edit = insert(self.source, data.unwrap_or(0).max(line + 1), &[text]);
        Fix { title: "insert White's last pass".into(), kind: FixKind::Suggested, edits: vec![edit] }
    }
}
