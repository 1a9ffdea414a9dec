//! The meaning of the lines of one event: headers, setup, marks, and the tree of moves, variations and diagrams.
//!
//! Building never fails. A line in error takes part as far as it can be understood, and a line in a place where the
//! Standard does not allow it is reported as a [`Misfit`].

mod bare;
mod builder;
mod continuation;
mod date;
mod date_text;
mod european;
mod event;
mod header;
mod meaning;
mod misfit;
mod next_number;
mod player;
mod players;
mod quantity;
mod result;
mod result_word;
mod script;
mod sentence;
mod setup_run;
mod waiting;

pub use bare::BareEvent;
pub use builder::{Reading, read};
pub use continuation::Continuation;
pub use date::{Date, DateRange, is_sgf_date, iso_date};
pub use event::{
    Datum, DatumKind, Diagram, DiagramId, Event, Header, Move, MoveId, MoveTarget, Owner, Region, Remark, Sequence,
    SequenceId, SetupStone, Step,
};
pub use header::{exact_komi, handicap, komi};
pub use meaning::meaning;
pub use misfit::{Misfit, NotMoves};
pub use player::{Player, Rank, RankKind, player_name, split_rank};
pub use players::with_players_swapped;
pub use result::Outcome;
pub use sentence::{GameResult, Manner};
