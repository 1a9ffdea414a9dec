//! Single words as values: numbers, locations, colors, PASS and board sizes (section 5.3).

use ishi_board::{BoardSize, Point};

/// Returns whether a word consists of digits.
pub(super) fn is_digits(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

/// A positive integer of 32 bits (section 5.3, `n`).
pub(super) fn number(word: &str) -> Option<u32> {
    if !is_digits(word) {
        return None;
    }
    word.parse().ok().filter(|&number| number > 0)
}

/// A location of the 19×19 grid (section 5.3, `loc`).
pub fn location(word: &str) -> Option<Point> {
    let (column, row) = match *word.as_bytes() {
        [column, row @ b'1'..=b'9'] | [column, b'0', row @ b'1'..=b'9'] => (column, row - b'0'),
        [column, b'1', row @ b'0'..=b'9'] => (column, 10 + row - b'0'),
        _ => return None,
    };
    Point::new(Point::column_of(column)?, row - 1)
}

/// Whether a word resembles a location: one letter and digits, in either order.
pub(super) fn resembles_location(word: &str) -> bool {
    let bytes = word.as_bytes();
    match bytes {
        [letter, digits @ ..] if letter.is_ascii_alphabetic() => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        }
        [digits @ .., letter] if letter.is_ascii_alphabetic() => {
            !digits.is_empty() && digits.iter().all(u8::is_ascii_digit)
        }
        _ => false,
    }
}

/// Returns whether a word is PASS, in any case.
pub(super) fn is_pass(word: &str) -> bool {
    word.eq_ignore_ascii_case("PASS")
}

/// The two numbers of `nXn`.
fn sides(word: &str) -> Option<(&str, &str)> {
    let (width, height) = word.split_once(['x', 'X'])?;
    (is_digits(width) && is_digits(height)).then_some((width, height))
}

/// Returns whether a word has the form `nXn`, whatever the numbers.
pub(super) fn resembles_square(word: &str) -> bool {
    sides(word).is_some()
}

/// The board size of `nXn`.
pub(super) fn square(word: &str) -> Option<BoardSize> {
    let (width, height) = sides(word)?;
    let size = number(width)?;
    (number(height)? == size).then_some(size).and_then(BoardSize::new)
}
