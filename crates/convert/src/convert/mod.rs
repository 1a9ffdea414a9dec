//! Conversion between SGF and records. Converting to the other format and back loses nothing.
//!
//! `to_record` and `to_sgf` are the two directions. Neither uses the other: both use the files of this folder, which
//! say what a node has in either format, and `conversion.rs` brings them together.
//!
//! If both formats can express something, a property becomes a line and a line becomes a property (`node.rs`). A
//! property that no line can express is kept in a `USER sgf` block of its node (`block.rs`). Lines that no property can
//! express are kept in a property of their own (`verbatim.rs`). Kept content is used as long as it agrees with the
//! lines or properties next to it, which a user may have edited.

mod block;
mod boardless;
mod clock;
mod content;
mod conversion;
mod dialect;
mod header;
mod info;
mod line_nodes;
mod lines;
mod loss;
mod names;
mod node;
mod point_values;
mod position;
mod property;
mod reuse;
mod site;
mod source_map;
mod text_block;
mod to_record;
mod to_sgf;
mod verbatim;

pub use block::{forced_moves, is_from_sgf, kept_labels, kept_value, root_value, sgf_block_lines};
pub use boardless::{board_size, why_kept};
pub use conversion::{FlatIshi, to_flat_ishi, to_flat_ishi_again, to_ishi, to_sgf, to_sgf_in_any_order};
pub use header::{text_in_sgf, whole_result};
pub use info::info_properties;
pub use lines::Ishi;
pub use loss::Loss;
pub use reuse::{EarlierIshi, Reusable};
pub use site::Site;
pub use source_map::SourceMap;
pub use text_block::comment;
pub use to_sgf::{CopiedEvent, Sgf};
pub use verbatim::{EVENT, is_own_property};
