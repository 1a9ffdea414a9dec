//! Conversion between SGF and records. Converting to the other format and back loses nothing.
//!
//! If both formats can express something, a property becomes a line and a line becomes a property (`node.rs`). A
//! property that no line can express is kept in a `USER sgf` block of its node (`block.rs`). Lines that no property can
//! express are kept in a property of their own (`verbatim.rs`). Kept content is used as long as it agrees with the
//! lines or properties next to it, which a user may have edited.

mod block;
mod builder;
mod clock;
mod content;
mod data;
mod dialect;
mod encode;
mod event;
mod event_copy;
mod game;
mod header;
mod info;
mod kept_game;
mod kept_lines;
mod lines;
mod loss;
mod names;
mod node;
mod parts;
mod point_values;
mod position;
mod property;
mod reuse;
mod site;
mod source_map;
mod step_lines;
mod to_ishi;
mod to_sgf;
mod verbatim;

pub(crate) use block::{forced_moves, is_from_sgf, kept_value, root_value, sgf_block_lines};
pub use builder::Sgf;
pub(crate) use data::comment;
pub use event_copy::CopiedEvent;
pub(crate) use header::{text_in_sgf, whole_result};
pub(crate) use info::info_properties;
pub(crate) use kept_game::why_kept;
pub use lines::Ishi;
pub use loss::Loss;
pub use reuse::{EarlierIshi, Reusable};
pub use site::Site;
pub use source_map::SourceMap;
pub(crate) use to_ishi::board_size;
pub use to_ishi::{FlatIshi, to_flat_ishi, to_flat_ishi_again, to_ishi};
pub use to_sgf::{to_sgf, to_sgf_in_any_order};
pub(crate) use verbatim::{EVENT, is_own_property};
