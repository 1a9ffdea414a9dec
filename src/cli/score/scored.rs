//! Positions that are judged: of a record, or of a bare board.

use std::time::Duration;

use super::arguments::{ScoreArguments, known_rules};
use super::diagram;
use crate::Error;
use crate::engine::{EngineError, dead_stones};
use crate::output::note;
use crate::record::{ReadRecord, Unplayable};
use ishi_ide::ide;
use ishi_record::record::{self, Event, GameResult, Manner, MoveId, Outcome, Owner, SequenceId};
use ishi_record::scoring::{Game, Recorded, agreed_dead, ruleset};
use ishi_record::syntax::{Keyword, Reader, Source};
use ishi_rules::{ControlSearch, Dead, Extras, Grid, Ruleset, Scoring, Status, Verdict, count, judge};

/// How far the search of LJRG may go.
#[derive(Clone, Copy)]
pub(super) struct Budget<'a> {
    pub(super) nodes: u64,
    /// In bytes.
    pub(super) memory: usize,
    pub(super) is_spent: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    fn search(self, marked: &'a [bool]) -> ControlSearch<'a> {
        ControlSearch { marked, nodes: self.nodes, memory: self.memory, is_stopped: self.is_spent }
    }
}

/// A position that was judged.
pub(super) struct Scored {
    pub(super) title: String,
    pub(super) rules: Option<&'static Ruleset>,
    pub(super) grid: Grid,
    pub(super) verdict: Verdict,
    pub(super) recorded: Option<String>,
    pub(super) agrees: Option<bool>,
    /// How the game was decided, if it was decided without counting.
    pub(super) decision: Option<Decision>,
}

/// A result that no count can confirm.
pub(super) struct Decision {
    /// The result as SGF says it: `B+R`.
    pub(super) result: String,
    /// How the winner won, in words.
    pub(super) how: &'static str,
}

impl Decision {
    /// Reads a RESULT. None for games that are won by points, or not known to be won.
    fn parse(text: &str) -> Option<Self> {
        let outcome = Outcome::parse(text)?;
        let (letter, how) = match outcome.manner? {
            Manner::Points(_) => return None,
            Manner::Resignation => ('R', "by resignation"),
            Manner::Time => ('T', "on time"),
            Manner::Forfeit => ('F', "by forfeit"),
        };
        let GameResult::Winner(winner) = outcome.result else { return None };
        Some(Self { result: format!("{}+{letter}", winner.letter()), how })
    }
}

/// Advice if the dead stones are not known.
const NAME_DEAD: &str = "name the dead chains with `--dead D4,Q10` (`--dead none`), in a line `dead D4 Q10` of a USER \
                         block of ishi after the last move, or by a Go program: `--engine 'gnugo --mode gtp'`";

/// Advice if the search of LJRG was too short.
const SEARCH_MORE: &str = "a longer search may decide it: `--nodes 100000000`";

/// Advice on how to have a position counted.
fn advice(verdict: &Verdict, budget: Budget<'_>) -> Option<String> {
    match (&verdict.count, &verdict.control) {
        (None, Some(control)) if control.is_full => {
            let memory = budget.memory.saturating_mul(4) >> 20;
            Some(format!("the search reached its limit of memory; more may decide it: `--memory {memory}`"))
        }
        (None, Some(_)) => Some(SEARCH_MORE.to_owned()),
        _ => verdict.needs_dead.then(|| NAME_DEAD.to_owned()),
    }
}

/// Judges a bare board.
pub(super) fn of_diagram(text: &str, arguments: &ScoreArguments, budget: Budget<'_>) -> Result<Scored, Error> {
    let rules = arguments.rules()?.unwrap_or(Ruleset::by_default());
    let (grid, mut dead, marked) = diagram::read(text)?;
    if let Some(more) = arguments.dead(&grid)? {
        dead.iter_mut().zip(more).for_each(|(dead, more)| *dead |= more);
    }
    let [by_black, by_white] = arguments.prisoners.unwrap_or_default();
    let komi = arguments.komi()?.unwrap_or_default();
    let extras = Extras { prisoners: [by_white, by_black], komi, ..Extras::default() };
    let mut verdict = judge(&grid, rules, Dead::Exactly(&dead), &extras, budget.search(&marked));
    verdict.why.extend(advice(&verdict, budget));
    Ok(Scored {
        title: "Diagram".into(),
        rules: Some(rules),
        grid,
        verdict,
        recorded: None,
        agrees: None,
        decision: None,
    })
}

/// Judges the events of a file that the arguments mean.
pub(super) fn of_events(
    record: &ReadRecord,
    arguments: &ScoreArguments,
    budget: Budget<'_>,
) -> Result<Vec<Scored>, Error> {
    let events: Vec<Source<'_>> = Reader::of_file(&record.text).collect();
    if events.iter().any(Source::is_foreign) {
        return Err("this is not a record in the Ishi Standard Format".into());
    }
    if arguments.place.is_line() {
        let (source, line) = arguments.place.event(&events, |line, column| record.line_of(line, column))?;
        let (event, line) = (record::read(source).event, line.unwrap_or_default());
        let before = || event.moves.iter().rposition(|played| played.line <= line).map(|at| MoveId(at as u32));
        let after = after(&event, event.owner_at(line)).or_else(before);
        return event_at(source, &event, after, arguments, budget).map(|scored| vec![scored]);
    }
    let only = arguments.place.index(&events)?;
    let mut scored = Vec::new();
    let mut next = 1;
    for (index, source) in events.iter().enumerate() {
        let first = next;
        next += source.lines.len();
        if only.is_some_and(|only| only != index) {
            continue;
        }
        if let Some(Unplayable { line, why }) = record.unplayable(source, first) {
            note(&format!("line {line}: the game can't be counted: {why}"));
            continue;
        }
        let event = record::read(source).event;
        let has_stones = !event.moves.is_empty() || event.data.iter().any(record::Datum::is_setup);
        if !has_stones && only.is_none() {
            continue;
        }
        let after = after(&event, arguments.place.owner(&event, None)?);
        scored.push(event_at(source, &event, after, arguments, budget)?);
    }
    Ok(scored)
}

/// The move after which the position of an item is counted.
fn after(event: &Event, owner: Owner) -> Option<MoveId> {
    match owner {
        Owner::Move(id) => Some(id),
        Owner::Variation(id) => event.sequence(id).replaces,
        Owner::Event | Owner::Diagram(_) => None,
    }
}

/// Judges an event after a move, or at the end of its main line.
fn event_at(
    source: &Source<'_>,
    event: &Event,
    after: Option<MoveId>,
    arguments: &ScoreArguments,
    budget: Budget<'_>,
) -> Result<Scored, Error> {
    let named = arguments.rules()?;
    let rules = named.or_else(|| ruleset(event));
    let mut game = Game::new(event, after, rules.unwrap_or(Ruleset::by_default()));
    let komi = arguments.komi()?;
    game.extras.komi = komi.unwrap_or(game.extras.komi);
    let is_end = after.is_none_or(|id| Some(id) == event.moves_of(SequenceId(0)).next_back());
    let mut faults = std::mem::take(&mut game.faults);
    let in_record = || agreed_dead(source, event, &game.grid).filter(|_| is_end);
    let mut agreed = match arguments.dead(&game.grid)? {
        Some(given) => Some(given),
        None => in_record().and_then(|dead| dead.map_err(|fault| faults.push(fault)).ok()),
    };
    let mut opinion = None;
    if let Some(command) = &arguments.engine
        && agreed.is_none()
        && faults.is_empty()
    {
        agreed = dead_by_engine(command, &game, arguments)?.map_err(|fault| faults.push(fault)).ok();
        opinion = agreed.as_ref().map(|_| format!("which stones are dead is the opinion of `{command}`"));
    }
    let recorded = event.header(Keyword::Result).map(str::to_owned).filter(|_| is_end);
    let result = recorded.as_deref().and_then(Recorded::parse);
    let mut decision = recorded.as_deref().and_then(Decision::parse);
    let dead = match &agreed {
        Some(dead) => Dead::Agreed(dead),
        None => Dead::Unknown { has_ended: game.has_ended || result.is_some() },
    };
    let mut verdict = judge(&game.grid, rules.unwrap_or(Ruleset::by_default()), dead, &game.extras, budget.search(&[]));
    decision.take_if(|_| verdict.status != Status::Unfinished);
    verdict.why.extend(opinion);
    if rules.is_none() {
        faults.push(format!("the record names rules that are not known; {}", known_rules()));
    }
    if decision.is_some() {
        verdict.status = Status::Decided;
        verdict.why = vec!["the board is not counted; `--dead` or `--engine` says which stones are dead".into()];
    } else if !faults.is_empty() {
        verdict.status = Status::Undecided;
        verdict.count = None;
        verdict.why.splice(0..0, faults);
    } else {
        verdict.why.extend(advice(&verdict, budget));
    }
    let agrees = result.zip(verdict.count.as_ref()).map(|(result, count)| result.agrees(count.points));
    if agrees == Some(false)
        && let (Some(recorded), Some(result), Some(rules)) = (&recorded, result, rules)
    {
        verdict.why.push(format!("RESULT says `{recorded}`"));
        let others = Ruleset::all().iter().filter(|other| other.name != rules.name);
        verdict.why.extend(agreeing(result, others, &verdict.dead, |other| {
            let mut game = Game::new(event, after, other);
            game.extras.komi = komi.unwrap_or(game.extras.komi);
            game
        }));
    }
    let owner = after.or_else(|| event.moves_of(SequenceId(0)).next_back()).map_or(Owner::Event, Owner::Move);
    let title = ide::title(event, owner);
    Ok(Scored { title, rules, grid: game.grid, verdict, recorded, agrees, decision })
}

/// The dead stones by the opinion of an engine. The inner error is the reason why it gave none.
fn dead_by_engine(command: &str, game: &Game, arguments: &ScoreArguments) -> Result<Result<Vec<bool>, String>, Error> {
    let timeout = Duration::from_secs(arguments.engine_timeout);
    match dead_stones(command, &game.grid, game.extras.komi, timeout) {
        Ok(names) => {
            let dead = Game::dead(&game.grid, names.iter().map(String::as_str));
            Ok(dead.map_err(|name| format!("{command}: there is no stone at `{name}`")))
        }
        Err(EngineError::NoAnswer(reason)) => Ok(Err(reason)),
        Err(EngineError::NotStarted(error)) => Err(error),
    }
}

/// A sentence that names the first of some rules under which a position counts what RESULT says. None for a RESULT
/// without points, with which many counts agree.
fn agreeing<'r>(
    result: Recorded,
    mut rules: impl Iterator<Item = &'r Ruleset>,
    dead: &[bool],
    game_by: impl Fn(&Ruleset) -> Game,
) -> Option<String> {
    if matches!(result, Recorded::Win(_)) {
        return None;
    }
    let agreeing = rules.find(|rules| {
        let game = game_by(rules);
        let counted = (rules.scoring != Scoring::Control).then(|| count(&game.grid, rules, dead, &game.extras));
        counted.is_some_and(|counted| counted.is_ok_and(|counted| result.agrees(counted.points)))
    });
    agreeing.map(|rules| format!("by {} rules RESULT agrees", rules.name))
}
