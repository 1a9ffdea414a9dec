//! The place of a record that is drawn or counted.

use clap::Args;

use super::Error;
use super::output::counted;
use ishi_board::Point;
use ishi_ide::ide::item;
use ishi_record::record::{Event, Owner};
use ishi_record::syntax::{Source, location};

/// Options that select a board of a file.
#[derive(Debug, Args)]
pub(super) struct BoardPlace {
    /// Which event, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    event: Option<u32>,

    /// The board at the move, diagram or comment on this line of the file, counted from 1
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    #[arg(conflicts_with_all = ["event", "move", "variation"])]
    line: Option<u32>,

    /// The board at this character of the line, counted from 1; in SGF a line may have many moves
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..), requires = "line")]
    column: Option<u32>,

    /// The board after the move with this number; 0 is the board before the first move
    #[arg(long, value_name = "N")]
    r#move: Option<u32>,

    /// Which variation, counted from 1 in the order of the file; by default the main line
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    variation: Option<u32>,
}

impl BoardPlace {
    /// Whether a line of the file is asked for.
    pub(super) fn is_line(&self) -> bool {
        self.line.is_some()
    }

    /// Whether a board of the event is asked for, and not only the event.
    pub(super) fn is_board(&self) -> bool {
        self.is_line() || self.r#move.is_some() || self.variation.is_some()
    }

    /// The index of the event that is asked for; `None` if none is. The error says that the file does not have it.
    pub(super) fn index(&self, events: &[Source<'_>]) -> Result<Option<usize>, Error> {
        let Some(wanted) = self.event else { return Ok(None) };
        let index = wanted as usize - 1;
        if index < events.len() {
            Ok(Some(index))
        } else {
            Err(format!("there is no event {wanted}; the file has {}", counted(events.len(), "event")).into())
        }
    }

    /// The event that is asked for, and the line of the event if one is. `line_of` gives the line of the record for a
    /// line of the file and a column, if one is asked for; all are counted from 1.
    pub(super) fn event<'e, 'a>(
        &self,
        events: &'e [Source<'a>],
        line_of: impl Fn(usize, Option<usize>) -> usize,
    ) -> Result<(&'e Source<'a>, Option<u32>), Error> {
        let Some(wanted) = self.line else {
            return Ok((&events[self.index(events)?.unwrap_or(0)], None));
        };
        let mut line = line_of(wanted as usize, self.column.map(|column| column as usize)) - 1;
        let event = events.iter().find(|source| {
            let is_here = line < source.lines.len();
            line -= if is_here { 0 } else { source.lines.len() };
            is_here
        });
        let lines: usize = events.iter().map(|source| source.lines.len()).sum();
        let event =
            event.ok_or_else(|| format!("there is no line {wanted}; the file has {}", counted(lines, "line")))?;
        Ok((event, Some(line as u32)))
    }

    /// The move that is asked for, or the last of its sequence up to a number.
    pub(super) fn owner(&self, event: &Event, last_number: Option<u32>) -> Result<Owner, Error> {
        Ok(item(event, self.variation.unwrap_or(0), self.r#move, last_number)?)
    }
}

/// Two corners, as in `a1,j9`.
pub(super) fn region(text: &str) -> Result<(Point, Point), Error> {
    let corners = text
        .split_once([',', ' ', '-'])
        .and_then(|(one, other)| Some((location(one.trim())?, location(other.trim())?)));
    corners.ok_or_else(|| "write two locations, such as `a1,j9`".into())
}
