//! Arguments of `ishi score`: the position, the rules, and facts that are not in the record.

use std::path::PathBuf;

use clap::{Args, ValueEnum};

use crate::Error;
use crate::job::Settings;
use crate::place::BoardPlace;
use ishi_record::record;
use ishi_record::scoring;
use ishi_record::scoring::Game;
use ishi_rules::{ControlSearch, Grid, Ruleset};

/// Count a position by the rules of its record.
///
/// Each event is counted at the end of its main line. Dead stones are not guessed. They are named in a block `USER
/// ishi` at the last move, or by `--dead`, or proven to be dead. Other stones are undecided.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct ScoreArguments {
    /// The record, or a game in SGF, GIB, NGF or UGF; `-` is standard input
    #[arg(required_unless_present = "diagram", conflicts_with = "diagram")]
    pub(super) file: Option<PathBuf>,

    #[command(flatten)]
    pub(super) settings: Settings,

    /// A board in text instead of a record, row by row from the top: `x o` stones, `b w` dead, `. # *` empty, `,`
    /// outside
    #[arg(long, value_name = "FILE", conflicts_with_all = ["event", "move", "line", "variation"])]
    pub(super) diagram: Option<PathBuf>,

    #[command(flatten)]
    pub(super) place: BoardPlace,

    /// The rules, instead of those that the record names
    #[arg(long, value_name = "RULES")]
    pub(super) rules: Option<String>,

    /// The dead stones, one of each chain; `none` if no stone is dead
    #[arg(long, value_name = "LOC,…")]
    pub(super) dead: Option<String>,

    /// A Go program that names the dead stones over GTP if the record does not; the result is reported as its opinion
    #[arg(long, value_name = "CMD", conflicts_with = "diagram")]
    pub(super) engine: Option<String>,

    /// How many seconds the engine may take
    #[arg(long, value_name = "SECONDS", requires = "engine", default_value_t = 8)]
    #[arg(value_parser = clap::value_parser!(u64).range(1..=86_400))]
    pub(super) engine_timeout: u64,

    /// How many positions the search of LJRG may visit
    #[arg(long, value_name = "N")]
    pub(super) nodes: Option<u64>,

    /// How much memory the search of LJRG may take, in megabytes
    #[arg(long, value_name = "MB", default_value_t = ControlSearch::MEMORY >> 20)]
    pub(super) memory: usize,

    /// The form of the answer
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: ScoreFormat,

    /// Who would move next in the diagram; counting does not depend on it
    #[arg(long, value_name = "COLOR", requires = "diagram")]
    pub(super) to_play: Option<Player>,

    /// The komi, instead of that of the record
    #[arg(long, value_name = "POINTS", allow_negative_numbers = true)]
    pub(super) komi: Option<String>,

    /// How many stones Black and White have captured in the diagram
    #[arg(long, value_name = "B,W", requires = "diagram", value_parser = prisoners)]
    pub(super) prisoners: Option<[u32; 2]>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum ScoreFormat {
    /// Words and a board
    Text,
    /// A JSON object for each event, one a line
    Json,
    /// A picture
    Svg,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(super) enum Player {
    /// Black
    #[value(alias = "b")]
    Black,
    /// White
    #[value(alias = "w")]
    White,
}

const EXAMPLES: &str = "\
Examples:
  ishi score game.ishi                        who has won, and by how much
  ishi score game.ishi --dead D4,Q10          with these chains dead
  ishi score game.ishi --rules Chinese        by other rules
  ishi score games.ishi --event 3 --move 180  at another place
  ishi score --diagram board.txt --komi 6.5   a bare board
  ishi score --format json game.ishi          the same for a program";

impl ScoreArguments {
    /// The rules that they name.
    pub(super) fn rules(&self) -> Result<Option<&'static Ruleset>, Error> {
        let parse = |name: &String| {
            Ruleset::parse(name).ok_or_else(|| format!("unknown rules `{name}`; {}", known_rules()).into())
        };
        self.rules.as_ref().map(parse).transpose()
    }

    /// The komi that they name, in points.
    pub(super) fn komi(&self) -> Result<Option<f64>, Error> {
        let parse = |text: &String| {
            record::komi(text).map(scoring::in_points).ok_or_else(|| format!("invalid komi `{text}`").into())
        };
        self.komi.as_ref().map(parse).transpose()
    }

    /// The dead stones that they name, by place.
    pub(super) fn dead(&self, grid: &Grid) -> Result<Option<Vec<bool>>, Error> {
        let Some(text) = &self.dead else { return Ok(None) };
        let names = text.split([',', ' ']).filter(|name| !name.is_empty() && !name.eq_ignore_ascii_case("none"));
        Game::dead(grid, names).map(Some).map_err(|name| format!("there is no stone at `{name}`").into())
    }
}

/// The names of all rules, for one who has named others.
pub(super) fn known_rules() -> String {
    let names: Vec<&str> = Ruleset::all().iter().map(|rules| rules.name).collect();
    format!("known are {}", names.join(", "))
}

/// Two numbers, as in `3,5`.
fn prisoners(text: &str) -> Result<[u32; 2], Error> {
    let parsed =
        text.split_once(',').and_then(|(black, white)| Some([black.trim().parse().ok()?, white.trim().parse().ok()?]));
    parsed.ok_or_else(|| "two numbers are needed, as in `3,5`".into())
}
