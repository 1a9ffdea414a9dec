//! `ishi score`: who has won, counted by the rules of the record.

mod answer;
mod arguments;
mod diagram;
mod scored;

use std::time::{Duration, Instant};

use self::arguments::ScoreFormat;
use self::scored::{Budget, Scored, of_diagram, of_events};

pub(super) use self::arguments::ScoreArguments;

use super::files::Failure;
use super::job::{Detected, Job};
use super::output::{json_line, note, printable_lines, printable_name};
use super::record::ReadRecord;
use super::{Error, Exit, Output};
use ishi_rules::ControlSearch;

/// How long the search of LJRG takes at most in a command that does not say how many positions it may visit.
const TIME: Duration = Duration::from_secs(8);

pub(super) fn run(arguments: &ScoreArguments, output: &mut Output) -> Exit {
    Exit::of(score(arguments, output))
}

fn score(arguments: &ScoreArguments, output: &mut Output) -> Result<Exit, Error> {
    let named = |failure: Failure| format!("{}: {}", failure.name, failure.reason);
    let path = arguments.diagram.as_ref().or(arguments.file.as_ref()).ok_or("a record or a diagram is needed")?;
    let job = Job::single(path, &arguments.settings)?;
    let name = job.source.name().into_owned();
    let end = now() + TIME;
    let budget = Budget {
        nodes: arguments.nodes.unwrap_or(ControlSearch::NODES),
        memory: arguments.memory.saturating_mul(1 << 20),
        is_spent: &|| arguments.nodes.is_none() && now() >= end,
    };
    let scored = match arguments.diagram {
        Some(_) => {
            let bytes = job.source.read().map_err(named)?;
            let decoded = job.decode(&bytes).map_err(named)?;
            Detected::of(&decoded, &job).report();
            of_diagram(&decoded.text, arguments, budget).map(|scored| vec![scored])
        }
        None => of_events(&ReadRecord::read(&job).map_err(named)?, arguments, budget),
    };
    let scored = scored.map_err(|reason| format!("{name}: {reason}"))?;
    if scored.is_empty() {
        note(&format!("{}: there is nothing to count", printable_name(&name)));
        return Ok(Exit::Problems);
    }
    for (index, one) in scored.iter().enumerate() {
        match arguments.format {
            ScoreFormat::Text => {
                let gap = if index == 0 { "" } else { "\n" };
                output.raw(format!("{gap}{}", printable_lines(&one.text())).as_bytes());
            }
            ScoreFormat::Json => output.raw(json_line(&one.answer()).as_bytes()),
            ScoreFormat::Svg => output.raw(one.svg()?.as_bytes()),
        }
    }
    Ok(scored.iter().map(Scored::exit).max().unwrap_or(Exit::Clean))
}

#[expect(clippy::disallowed_methods, reason = "how long a user waits is a matter of the clock")]
fn now() -> Instant {
    Instant::now()
}
