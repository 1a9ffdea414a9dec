//! `ishi score`: who has won, counted by the rules of the record.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::engine;
use super::files::Failure;
use super::job::{Detected, Job, Settings};
use super::output::{complain, note, printable, printable_json, printable_lines};
use super::place::BoardPlace;
use super::{Error, Exit, Output};
use crate::board::Color;
use crate::ide;
use crate::record::{self, Event, MoveId, Owner, SequenceId};
use crate::render::{self, Ground, Picture};
use crate::rules::{
    self, Cell, ControlSearch, Count, Dead, Extras, Game, Grid, Recorded, Ruleset, Scoring, Status, Verdict,
    dead_in_record, judge,
};
use crate::syntax::{Keyword, Reader, Source};
use crate::text::BYTE_ORDER_MARK;

/// Count a position by the rules of its record.
///
/// Each event is counted at the end of its main line. No stone is dead by a guess: a record says which are, in a USER
/// block of ishi at its last move; `--dead` says so; or it is proven. What is left is undecided.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct ScoreArguments {
    /// The record; `-` is standard input
    #[arg(required_unless_present = "diagram", conflicts_with = "diagram")]
    file: Option<PathBuf>,

    #[command(flatten)]
    settings: Settings,

    /// A bare board instead of a record, by rows from the top: `x o` stones, `b w` dead, `. # *` empty, `,` outside
    #[arg(long, value_name = "FILE", conflicts_with_all = ["event", "move", "line", "variation"])]
    diagram: Option<PathBuf>,

    #[command(flatten)]
    place: BoardPlace,

    /// The rules, instead of those that the record names
    #[arg(long, value_name = "RULES")]
    rules: Option<String>,

    /// The dead stones, one of each chain; `none` if there are none
    #[arg(long, value_name = "LOC,…")]
    dead: Option<String>,

    /// A Go program that says over GTP which stones are dead where the record does not; its answer is an opinion
    #[arg(long, value_name = "CMD", conflicts_with = "diagram")]
    engine: Option<String>,

    /// How many positions the search of LJRG may visit
    #[arg(long, value_name = "N")]
    nodes: Option<u64>,

    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    format: ScoreFormat,

    /// Who would move next in the diagram; counting does not depend on it
    #[arg(long, value_name = "COLOR", requires = "diagram")]
    to_play: Option<Player>,

    /// The komi, instead of that of the record
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    komi: Option<String>,

    /// How many stones Black and White have captured in the diagram
    #[arg(long, value_name = "B,W", requires = "diagram", value_parser = prisoners)]
    prisoners: Option<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum ScoreFormat {
    /// Words and a board
    Text,
    /// A JSON object for each event, one a line
    Json,
    /// A picture
    Svg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Player {
    /// Black
    #[value(alias = "b")]
    Black,
    /// White
    #[value(alias = "w")]
    White,
}

/// How long the search of LJRG takes at most in a command that does not say how many positions it may visit.
const TIME: Duration = Duration::from_secs(8);

const EXAMPLES: &str = "\
Examples:
  ishi score game.ishi                        who has won, and by how much
  ishi score game.ishi --dead D4,Q10          with these chains dead
  ishi score game.ishi --rules Chinese        by other rules
  ishi score games.ishi --event 3 --move 180  at another place
  ishi score --diagram board.txt --komi 6.5   a bare board
  ishi score --format json game.ishi          the same for a program";

pub(super) fn run(arguments: &ScoreArguments, output: &mut Output) -> Exit {
    match score(arguments, output) {
        Ok(exit) => exit,
        Err(message) => {
            complain(&message);
            Exit::Failed
        }
    }
}

fn score(arguments: &ScoreArguments, output: &mut Output) -> Result<Exit, Error> {
    let named = |failure: Failure| format!("{}: {}", failure.name, failure.reason);
    let path = arguments.diagram.as_ref().or(arguments.file.as_ref()).ok_or("a record or a diagram is needed")?;
    let job = Job::single(path, &arguments.settings)?;
    let bytes = job.source.read().map_err(named)?;
    let decoded = job.decode(&bytes).map_err(named)?;
    Detected::of(&decoded, &job).report();
    let name = job.source.name().into_owned();
    let end = now() + TIME;
    let budget = Budget {
        nodes: arguments.nodes.unwrap_or(ControlSearch::NODES),
        is_spent: &|| arguments.nodes.is_none() && now() >= end,
    };
    let scored = match arguments.diagram {
        Some(_) => diagram(&decoded.text, arguments, budget).map(|scored| vec![scored]),
        None => events(&decoded.text, arguments, budget),
    };
    let scored = scored.map_err(|reason| format!("{name}: {reason}"))?;
    if scored.is_empty() {
        note(&format!("{}: there is nothing to count", printable(&name)));
        return Ok(Exit::Problems);
    }
    for (index, one) in scored.iter().enumerate() {
        match arguments.format {
            ScoreFormat::Text => {
                let gap = if index == 0 { "" } else { "\n" };
                output.raw(format!("{gap}{}", printable_lines(&one.text())).as_bytes());
            }
            ScoreFormat::Json => {
                // Strings and numbers can always be written as JSON.
                let line = serde_json::to_string(&one.answer()).unwrap_or_default();
                output.raw(format!("{}\n", printable_json(&line)).as_bytes());
            }
            ScoreFormat::Svg => output.raw(one.svg()?.as_bytes()),
        }
    }
    Ok(scored.iter().map(Scored::exit).max().unwrap_or(Exit::Clean))
}

#[expect(clippy::disallowed_methods, reason = "how long a user waits is a matter of the clock")]
fn now() -> Instant {
    Instant::now()
}

/// How far the search of LJRG may go.
#[derive(Clone, Copy)]
struct Budget<'a> {
    nodes: u64,
    is_spent: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Budget<'a> {
    fn search(self, marked: &'a [bool]) -> ControlSearch<'a> {
        ControlSearch { marked, nodes: self.nodes, is_stopped: self.is_spent }
    }
}

/// A position that was judged.
struct Scored {
    title: String,
    rules: Option<&'static Ruleset>,
    grid: Grid,
    verdict: Verdict,
    recorded: Option<String>,
    agrees: Option<bool>,
}

/// What to do where it is not said which stones are dead.
const NAME_DEAD: &str = "name the dead chains with `--dead D4,Q10` (`--dead none`), in a line `dead D4 Q10` of a USER \
                         block of ishi after the last move, or by a Go program: `--engine 'gnugo --mode gtp'`";

/// What to do where the search of LJRG was too short.
const SEARCH_MORE: &str = "a longer search may decide it: `--nodes 100000000`";

/// What a user can do to have a position counted.
fn advice(verdict: &Verdict) -> Option<String> {
    let advice = match (&verdict.count, &verdict.control) {
        (None, Some(_)) => Some(SEARCH_MORE),
        _ => verdict.needs_dead.then_some(NAME_DEAD),
    };
    advice.map(str::to_owned)
}

/// The rules that the arguments name.
fn rules_of(arguments: &ScoreArguments) -> Result<Option<&'static Ruleset>, Error> {
    let parse =
        |name: &String| Ruleset::parse(name).ok_or_else(|| format!("unknown rules `{name}`; {}", known_rules()).into());
    arguments.rules.as_ref().map(parse).transpose()
}

fn known_rules() -> String {
    let names: Vec<&str> = Ruleset::all().iter().map(|rules| rules.name).collect();
    format!("known are {}", names.join(", "))
}

/// The komi that the arguments name.
fn komi_of(arguments: &ScoreArguments) -> Result<Option<f64>, Error> {
    let parse =
        |text: &String| record::komi(text).map(rules::in_points).ok_or_else(|| format!("invalid komi `{text}`").into());
    arguments.komi.as_ref().map(parse).transpose()
}

/// The dead stones that the arguments name.
fn dead_of(arguments: &ScoreArguments, grid: &Grid) -> Result<Option<Vec<bool>>, Error> {
    let Some(text) = &arguments.dead else { return Ok(None) };
    let names = text.split([',', ' ']).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("none"));
    Game::dead(grid, names).map(Some).map_err(|name| format!("there is no stone at `{name}`").into())
}

fn diagram(text: &str, arguments: &ScoreArguments, budget: Budget<'_>) -> Result<Scored, Error> {
    let rules = rules_of(arguments)?.unwrap_or(Ruleset::by_default());
    let (grid, mut dead, marked) = board(text)?;
    if let Some(more) = dead_of(arguments, &grid)? {
        dead.iter_mut().zip(more).for_each(|(dead, more)| *dead |= more);
    }
    let [by_black, by_white] = arguments.prisoners.unwrap_or_default();
    let komi = komi_of(arguments)?.unwrap_or_default();
    let extras = Extras { prisoners: [by_white, by_black], komi, ..Extras::default() };
    let mut verdict = judge(&grid, rules, Dead::Exactly(&dead), &extras, budget.search(&marked));
    verdict.why.extend(advice(&verdict));
    Ok(Scored { title: "Diagram".into(), rules: Some(rules), grid, verdict, recorded: None, agrees: None })
}

/// The position that rows of characters show, its dead stones, and the points that a cycle has marked.
fn board(text: &str) -> Result<(Grid, Vec<bool>, Vec<bool>), Error> {
    let points = |row: &str| row.chars().filter(|character| !character.is_whitespace()).collect::<String>();
    let rows: Vec<String> =
        text.trim_start_matches(BYTE_ORDER_MARK).lines().map(points).filter(|row| !row.is_empty()).collect();
    let columns = rows.first().ok_or("the diagram is empty")?.chars().count();
    let too_large = || format!("a board of {columns}×{} points is too large; {} is the most", rows.len(), Grid::MAX);
    let mut grid = Grid::new(columns, rows.len()).ok_or_else(too_large)?;
    let mut dead = vec![false; grid.len()];
    let mut marked = vec![false; grid.len()];
    for (row, text) in rows.iter().enumerate() {
        if text.chars().count() != columns {
            return Err(
                format!("row {} has {} points, and the first one {columns}", row + 1, text.chars().count()).into()
            );
        }
        for (column, character) in text.chars().enumerate() {
            let place = grid.place(column, row);
            let cell = match character {
                'x' | 'X' | 'b' => Cell::Stone(Color::Black),
                'o' | 'O' | 'w' => Cell::Stone(Color::White),
                '.' | '#' | '*' => Cell::Empty,
                ',' => Cell::Off,
                other => return Err(format!("`{other}` in row {} means nothing; `x o . b w , # *` do", row + 1).into()),
            };
            grid.set(place, cell);
            dead[place] = matches!(character, 'b' | 'w');
            marked[place] = character == '*';
        }
    }
    if grid.points().next().is_none() {
        return Err("the diagram has no points".into());
    }
    Ok((grid, dead, marked))
}

fn events(text: &str, arguments: &ScoreArguments, budget: Budget<'_>) -> Result<Vec<Scored>, Error> {
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
    let named = rules_of(arguments)?;
    let rules = named.or_else(|| Ruleset::of(event));
    let mut game = Game::new(event, after, rules.unwrap_or(Ruleset::by_default()));
    if let Some(komi) = komi_of(arguments)? {
        game.extras.komi = komi;
    }
    let given = dead_of(arguments, &game.grid)?;
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
        verdict.why.extend(advice(&verdict));
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

/// The answer for a program. The keys are a promise.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct ScoreAnswer<'a> {
    rules: Option<&'static str>,
    status: &'static str,
    result: Option<String>,
    score: Option<ScorePoints>,
    recorded: Option<&'a str>,
    agrees: Option<bool>,
    board: Vec<String>,
    territory: Vec<String>,
    seki: Vec<String>,
    dame: Vec<String>,
    false_eyes: Vec<String>,
    unconditional: Vec<String>,
    control: Option<Vec<String>>,
    dead: Vec<String>,
    nodes: u64,
    why: &'a [String],
}

#[derive(Serialize)]
struct ScorePoints {
    black: f64,
    white: f64,
}

impl Scored {
    fn exit(&self) -> Exit {
        let is_clean = self.verdict.status == Status::Counted && self.agrees != Some(false);
        if is_clean { Exit::Clean } else { Exit::Problems }
    }

    fn is_dead(&self, place: rules::Place) -> bool {
        self.verdict.dead[place]
    }

    /// Whose point it is: as counted, or else as far as it is proven.
    fn owner(&self, place: rules::Place) -> Option<Color> {
        match &self.verdict.count {
            Some(count) => count.owner[place],
            None => self.verdict.unconditional[place].filter(|owner| self.grid.at(place).color() != Some(*owner)),
        }
    }

    /// Who controls what, under rules that ask for it.
    fn control(&self) -> Option<Vec<String>> {
        self.rules.filter(|rules| rules.scoring == Scoring::Control)?;
        Some(self.grid.draw(|place| match &self.verdict.control {
            Some(control) if control.is_decided[place] => control.owner[place].map_or('.', Color::letter),
            _ => '?',
        }))
    }

    fn answer(&self) -> ScoreAnswer<'_> {
        let count = self.verdict.count.as_ref();
        let rows = |mark: char, list: Option<&Vec<bool>>| {
            self.grid.draw(|place| if list.is_some_and(|list| list[place]) { mark } else { '.' })
        };
        ScoreAnswer {
            rules: self.rules.map(|rules| rules.name),
            status: match self.verdict.status {
                Status::Counted => "counted",
                Status::Undecided => "undecided",
                Status::Unfinished => "unfinished",
            },
            result: count.map(Count::result),
            score: count.map(|count| ScorePoints { black: count.points[0], white: count.points[1] }),
            recorded: self.recorded.as_deref(),
            agrees: self.agrees,
            board: self.grid.draw(|place| match self.grid.at(place).color() {
                Some(Color::Black) => 'x',
                Some(Color::White) => 'o',
                None => '.',
            }),
            territory: self.grid.draw(|place| self.owner(place).map_or('.', Color::letter)),
            seki: self
                .grid
                .draw(|place| if count.is_some_and(|count| count.seki[place].is_some()) { 'S' } else { '.' }),
            dame: rows('d', count.map(|count| &count.dame)),
            false_eyes: rows('f', count.map(|count| &count.false_eye)),
            unconditional: self.grid.draw(|place| self.verdict.unconditional[place].map_or('.', Color::letter)),
            control: self.control(),
            dead: self.grid.points().filter(|&place| self.is_dead(place)).map(|place| self.grid.name(place)).collect(),
            nodes: self.verdict.control.as_ref().map_or(0, |control| control.nodes),
            why: &self.verdict.why,
        }
    }

    /// The result in a line, the board, and the reasons.
    fn text(&self) -> String {
        let rules = self.rules.map_or("unknown", |rules| rules.name);
        let dead = self.grid.points().filter(|&place| self.is_dead(place)).count();
        let result = match (&self.verdict.count, self.verdict.status) {
            (Some(count), _) => {
                let [black, white] = count.points;
                format!("{} ({rules}, {dead} dead): Black {black}, White {white}", count.result())
            }
            (None, Status::Unfinished) => format!("unfinished ({rules})"),
            (None, _) => format!("undecided ({rules})"),
        };
        let mut text = format!("{}: {result}\n\n", self.title);
        for row in self.grid.draw(|place| self.shown(place)) {
            let _ = write!(text, " ");
            for character in row.chars() {
                let _ = write!(text, " {}", if character == ',' { ' ' } else { character });
            }
            text.push('\n');
        }
        text += "\n  X O stones, x o dead ones, + Black's points, - White's, : dame\n";
        for why in &self.verdict.why {
            let _ = writeln!(text, "  {why}");
        }
        text
    }

    fn shown(&self, place: rules::Place) -> char {
        let is_dame = self.verdict.count.as_ref().is_some_and(|count| count.dame[place]);
        match (self.grid.at(place).color(), self.is_dead(place), self.owner(place)) {
            (Some(Color::Black), false, _) => 'X',
            (Some(Color::White), false, _) => 'O',
            (Some(Color::Black), true, _) => 'x',
            (Some(Color::White), true, _) => 'o',
            (None, _, Some(Color::Black)) => '+',
            (None, _, Some(Color::White)) => '-',
            (None, _, None) if is_dame => ':',
            (None, _, None) => '.',
        }
    }

    /// The board with the points of each player, seki and dame.
    fn svg(&self) -> Result<String, Error> {
        let picture = Picture::of_rectangle(self.grid.columns(), self.grid.rows());
        let mut picture = picture.ok_or("boards of 2 to 19 lines can be drawn as SVG; `--format json` has all")?;
        for place in self.grid.points() {
            let Some(point) = self.grid.point(place) else { continue };
            let stone = self.grid.at(place).color();
            picture.stones.extend(stone.map(|color| (point, color)));
            let count = self.verdict.count.as_ref();
            let owner = self.owner(place).filter(|&owner| stone != Some(owner)).map(Ground::Of);
            let seki = count.and_then(|count| count.seki[place]).map(|_| Ground::Seki);
            let dame = count.filter(|count| count.dame[place]).map(|_| Ground::Dame);
            picture.ground.extend(owner.or(dame).or(seki).map(|ground| (point, ground)));
        }
        Ok(render::svg(&picture))
    }
}

/// Two numbers, as in `3,5`.
fn prisoners(text: &str) -> Result<[u32; 2], Error> {
    let parsed =
        text.split_once(',').and_then(|(black, white)| Some([black.trim().parse().ok()?, white.trim().parse().ok()?]));
    parsed.ok_or_else(|| "two numbers are needed, as in `3,5`".into())
}
