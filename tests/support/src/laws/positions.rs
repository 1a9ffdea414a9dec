//! Positions are counted as a client counts them, in bytes, UTF-16 and characters, and lead back to where they came
//! from.

use ishi_position::{Position, byte_at, position_at};
use ropey::Rope;

use super::{Input, UNITS, model};

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    let rope = Rope::from_str(&text);
    for unit in UNITS {
        let boundaries = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        // Each place is counted from the start of the text, so there are not too many of them.
        for at in boundaries.step_by(1 + text.len() / 200) {
            let is_in_line_end = text[..at].ends_with('\r') && text[at..].starts_with('\n');
            let position = position_at(&rope, at, unit);
            assert_eq!(position, model::position_in(&text, at, unit), "{at} of {text:?} in {unit:?}");
            let back = byte_at(&rope, position, unit);
            assert_eq!(back, Some(at - usize::from(is_in_line_end)), "{position:?} of {text:?} in {unit:?}");
        }
        let end = model::position_in(&text, text.len(), unit);
        assert_eq!(position_at(&rope, text.len() + 1, unit), end);
        assert_eq!(position_at(&rope, usize::MAX, unit), end);
    }
    let lines = text.split(['\r', '\n']).count();
    for _ in 0..16 {
        let unit = choices.unit();
        let line =
            if choices.once_in(8) { u32::MAX - choices.below(3) as u32 } else { choices.below(lines + 2) as u32 };
        let column = if choices.once_in(8) { u32::MAX } else { choices.below(200) as u32 };
        let found = byte_at(&rope, Position::new(line, column), unit);
        let expected = model::offset_in(&text, line as usize, column as usize, unit);
        assert_eq!(found, expected, "{line}:{column} of {text:?} in {unit:?}");
        if choices.are_over() {
            return;
        }
    }
}
