//! SGF as Ishi and Ishi as SGF, so that nothing is lost on the way there and back.
//!
//! A line says what a property says wherever both formats can (`node.rs`). A property that no line can say stands in a
//! `USER sgf` block of its node (`block.rs`), and lines that no property can say stand in a property of their own
//! (`verbatim.rs`). Either counts as long as it agrees with what it stands beside, which somebody may have edited.

mod block;
mod builder;
mod clock;
mod content;
mod data;
mod encode;
mod event;
mod event_copy;
mod game;
mod header;
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

pub(crate) use block::{info_properties, is_from_sgf, root_value};
pub use builder::Sgf;
pub(crate) use data::comment;
pub use event_copy::CopiedEvent;
pub(crate) use header::whole_result;
pub use lines::Ishi;
pub use loss::Loss;
pub use reuse::{EarlierIshi, Reusable};
pub use site::Site;
pub use source_map::SourceMap;
pub(crate) use to_ishi::board_size;
pub use to_ishi::{FlatIshi, to_flat_ishi, to_flat_ishi_again, to_ishi};
pub use to_sgf::{to_sgf, to_sgf_in_any_order};
pub(crate) use verbatim::{EVENT, is_own_property};
