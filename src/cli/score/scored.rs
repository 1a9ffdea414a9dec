//! Positions that are judged: of a record, or of a bare board.

use super::arguments::{ScoreArguments, known_rules};
use super::diagram;
use crate::cli::{Error, engine};
use crate::ide;
use crate::record::{self, Event, MoveId, Owner, SequenceId};
use crate::rules::{
    ControlSearch, Dead, Extras, Game, Grid, Recorded, Ruleset, Status, Verdict, dead_in_record, judge,
};
use crate::syntax::{Keyword, Reader, Source};

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
}

/// What to do where it is not said which stones are dead.
const NAME_DEAD: &str = "name the dead chains with `--dead D4,Q10` (`--dead none`), in a line `dead D4 Q10` of a USER \
                         block of ishi after the last move, or by a Go program: `--engine 'gnugo --mode gtp'`";

/// What to do where the search of LJRG was too short.
const SEARCH_MORE: &str = "a longer search may decide it: `--nodes 100000000`";

/// What a user can do to have a position counted.
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
    Ok(Scored { title: "Diagram".into(), rules: Some(rules), grid, verdict, recorded: None, agrees: None })
}

/// Judges the events of a file that the arguments mean.
pub(super) fn of_events(text: &str, arguments: &ScoreArguments, budget: Budget<'_>) -> Result<Vec<Scored>, Error> {
    let events: Vec<Source<'_>> = Reader::of_file(text).collect();
    if events.iter().any(Source::is_foreign) {
        return Err("this is not a record in the Ishi Standard Format".into());
    }
    if arguments.place.is_line() {
        let (source, line) = arguments.place.event(&events, |line, _| line)?;
        let (event, line) = (record::read(source).event, line.unwrap_or_default());
        let before = || event.moves.iter().rposition(|found| found.line <= line).map(|at| MoveId(at as u32));
        let after = after(&event, event.owner_at(line)).or_else(before);
        return event_at(source, &event, after, arguments, budget).map(|scored| vec![scored]);
    }
    let only = arguments.place.index(&events)?;
    let mut scored = Vec::new();
    for (index, source) in events.iter().enumerate() {
        if only.is_some_and(|only| only != index) {
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
    let rules = named.or_else(|| Ruleset::of(event));
    let mut game = Game::new(event, after, rules.unwrap_or(Ruleset::by_default()));
    if let Some(komi) = arguments.komi()? {
        game.extras.komi = komi;
    }
    let given = arguments.dead(&game.grid)?;
    let is_end = after.is_none_or(|id| Some(id) == event.moves_of(SequenceId(0)).next_back());
    let mut faults = std::mem::take(&mut game.faults);
    let agreed = match given {
        Some(given) => Some(given),
        None => match dead_in_record(source, event).filter(|_| is_end).map(|names| Game::dead(&game.grid, names)) {
            Some(Ok(dead)) => Some(dead),
            Some(Err(name)) => {
                faults.push(format!("the record says that the stone at {name} is dead, and there is none"));
                None
            }
            None => None,
        },
    };
    let mut opinion = None;
    let agreed = match &arguments.engine {
        Some(command) if agreed.is_none() && faults.is_empty() => {
            let names = engine::dead_stones(command, &game.grid, game.extras.komi)?;
            opinion = Some(format!("which stones are dead is the opinion of `{command}`"));
            let dead = Game::dead(&game.grid, names.iter().map(String::as_str));
            Some(dead.map_err(|name| format!("{command}: there is no stone at `{name}`"))?)
        }
        _ => agreed,
    };
    let recorded = event.header(Keyword::Result).map(str::to_owned).filter(|_| is_end);
    let result = recorded.as_deref().and_then(Recorded::parse);
    let dead = match &agreed {
        Some(dead) => Dead::Agreed(dead),
        None => Dead::Unknown { has_ended: game.has_ended || result.is_some() },
    };
    let mut verdict = judge(&game.grid, rules.unwrap_or(Ruleset::by_default()), dead, &game.extras, budget.search(&[]));
    verdict.why.extend(opinion);
    if faults.is_empty() && rules.is_some() {
        verdict.why.extend(advice(&verdict, budget));
    }
    if rules.is_none() {
        faults.push(format!("the record names rules that are not known; {}", known_rules()));
    }
    if !faults.is_empty() {
        verdict.status = Status::Undecided;
        verdict.count = None;
        verdict.why.splice(0..0, faults);
    }
    let agrees = result.zip(verdict.count.as_ref()).map(|(result, count)| result.agrees(count.points));
    if agrees == Some(false)
        && let Some(recorded) = &recorded
    {
        verdict.why.push(format!("RESULT says `{recorded}`"));
    }
    let owner = after.or_else(|| event.moves_of(SequenceId(0)).next_back()).map_or(Owner::Event, Owner::Move);
    Ok(Scored { title: ide::title(event, owner), rules, grid: game.grid, verdict, recorded, agrees })
}
