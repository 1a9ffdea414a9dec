//! Text as it is read and edited: byte spans, edits, decoding and encoding of files.

mod bytes;
mod detection;
mod edit;
mod encoding;
mod html;
mod lines;
mod printable;
mod quote;
mod span;

pub use bytes::{BYTE_ORDER_MARK, Choice, Decoded, NotText, decode, decode_any, detect, is_nearly_utf8, likelier};
pub use edit::{Edit, apply, compose, difference};
pub use encoding::{Damage, ENCODINGS, Encoding};
pub use html::escape_html;
pub use lines::{line_ends, lines, with_line_end_for_lone_cr};
pub use printable::{is_command, printable, printable_json, printable_lines};
pub use quote::{bounded, clipped, counted, quoted};
pub use span::Span;
