//! Text and places in it: byte spans, line/column positions in the three encodings of LSP, edits, and
//! how bytes on disk become text and bytes again.

mod bytes;
mod edit;
mod lines;
mod position;
mod span;

pub use bytes::{BYTE_ORDER_MARK, Decoded, Encoding, decode};
pub use edit::{Edit, apply, difference};
pub use lines::{line_ends, lines};
pub use position::{ColumnUnit, Position, byte_at, position_at};
pub use span::Span;

/// From how many bytes on the work on a text is shared among all cores. To wake them for a shorter one takes longer than
/// the work.
pub const WORTH_SHARING: usize = 1 << 17;
