//! The count of a finished game, with the value of each point, for pictures and panels.

use super::cursor::Cursor;
use ishi_board::Point;
use ishi_record::record::{Owner, SequenceId};
use ishi_record::scoring::FinalScore;
use ishi_render::Ground;
use ishi_rules::ControlSearch;

/// The score of a game, counted at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Counted {
    /// The result with the rules and the number of dead stones, as in `W+2.5 (Japanese, 3 dead)`.
    pub text: String,
    /// The result in the form of a RESULT line.
    pub result: String,
    /// The points with an owner, seki and dame.
    pub ground: Vec<(Point, Ground)>,
    /// The dead stones.
    pub dead: Vec<Point>,
}

impl Counted {
    /// The count of the event at the cursor, if it is certain.
    pub(super) fn of(cursor: &Cursor<'_>, search: ControlSearch<'_>) -> Option<Self> {
        let outcome = FinalScore::searched(cursor.source, cursor.event, search)?;
        let FinalScore { count, grid, is_dead, .. } = &outcome;
        let (mut ground, mut dead) = (Vec::new(), Vec::new());
        for place in grid.points() {
            let Some(point) = grid.point(place) else { continue };
            let worth = match count.owner[place] {
                Some(owner) => Some(Ground::Of(owner)),
                None if count.dame[place] => Some(Ground::Dame),
                None => count.seki[place].map(|_| Ground::Seki),
            };
            ground.extend(worth.map(|worth| (point, worth)));
            dead.extend(is_dead[place].then_some(point));
        }
        Some(Self { text: outcome.text(), result: count.result(), ground, dead })
    }

    /// The count at an item. Only the end of the main line has a count.
    pub(super) fn at(cursor: &Cursor<'_>, owner: Owner, search: ControlSearch<'_>) -> Option<Self> {
        let last = cursor.event.moves_of(SequenceId(0)).next_back();
        if owner == last.map_or(Owner::Event, Owner::Move) { Self::of(cursor, search) } else { None }
    }
}
