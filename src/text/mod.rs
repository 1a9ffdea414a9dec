//! Text and places in it: byte spans, line/column positions in the three encodings of LSP, edits, and decoding and
//! encoding of files.

mod bytes;
mod detection;
mod edit;
mod encoding;
mod line_column;
mod lines;
mod position;
mod printable;
mod quote;
mod span;

pub use bytes::{BYTE_ORDER_MARK, Choice, Decoded, NotText, decode, decode_any, detect, is_nearly_utf8, likelier};
pub use edit::{Edit, apply, compose, difference};
pub use encoding::{Damage, ENCODINGS, Encoding};
pub use line_column::{LineColumn, LineColumns};
pub use lines::{line_ends, lines, with_line_end_for_lone_cr};
pub use position::{Ambiguous, ColumnUnit, LineRule, Position, byte_at, byte_by_rule, lone_crs, position_at};
pub(crate) use printable::is_command;
pub use printable::{printable, printable_json, printable_lines};
pub use quote::{bounded, clipped, quoted};
pub use span::Span;
