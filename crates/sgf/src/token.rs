//! The tokens of an SGF text.

use super::text_end::{Mover, TextEnd, TextEnds, ValueContext, is_space, mover, text_form};
use ishi_text::Span;
use ishi_work::cancel::checkpoint;

/// A run of bytes of an SGF text, with its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// The kind of the token.
    pub kind: TokenKind,
    /// The span of the token.
    pub span: Span,
}

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// Text before, between or after the games.
    Outside,
    /// `(`, and whether it begins a game. A `(` inside a game begins a new game if the root properties of a game
    /// follow, because the end of the earlier game is missing. If the first `(` of a text is missing, the `;` of the
    /// first node begins the game.
    Open {
        /// Whether a game begins, and not a variation.
        game: bool,
    },
    /// `)`
    Close,
    /// `;`
    Semicolon,
    /// The name of a property.
    Identifier,
    /// A value with its brackets. A `]` in a text (see [`ValueForm`](super::ValueForm)) does not end its value if
    /// nothing of SGF can follow it. If a property on a line of its own follows instead of a `]`, the `]` is missing,
    /// unless the property may belong to the text.
    Value {
        /// Whether the text has its closing bracket.
        closed: bool,
        /// Whether it has other `]` without a backslash.
        unescaped: bool,
    },
    /// White space and control characters in a game.
    Space,
    /// Anything else in a game.
    Stray,
}

/// The tokens of a text, in order. Together they are the whole text.
#[derive(Clone, Debug)]
pub struct Tokens<'t> {
    bytes: &'t [u8],
    at: usize,
    depth: usize,
    /// The position of the first node of the text, if there is no `(` before it.
    unopened: Option<usize>,
    /// The name of the last property of the node.
    name: Option<Span>,
    /// The player of the last move of the node.
    mover: Option<Mover>,
    text_ends: TextEnds<'t>,
    /// The number of tokens so far, up to the largest value.
    count: u8,
}

impl<'t> Tokens<'t> {
    /// The tokens of `text`.
    pub fn new(text: &'t str) -> Self {
        let bytes = text.as_bytes();
        Self {
            bytes,
            at: 0,
            depth: 0,
            unopened: unopened(bytes),
            name: None,
            mover: None,
            text_ends: TextEnds::new(bytes),
            count: 0,
        }
    }

    /// The tokens from `at` on, which must be inside a game and outside of values.
    pub(super) fn within_game(text: &'t str, at: usize) -> Self {
        Self { at, depth: 1, unopened: None, ..Self::new(text) }
    }

    /// Whether the end of any value so far depends on more than the name of the property that follows.
    pub(super) fn looked_far(&self) -> bool {
        self.text_ends.looked_far
    }

    /// The end of the bytes of a kind from `at` on.
    fn end_of(&self, at: usize, is_of_kind: impl Fn(u8) -> bool) -> usize {
        self.bytes[at..].iter().position(|&byte| !is_of_kind(byte)).map_or(self.bytes.len(), |length| at + length)
    }

    /// The end of the text outside of games from `at` on.
    fn end_of_outside(&self, mut at: usize) -> usize {
        if at == 0
            && let Some(first) = self.unopened
        {
            return first;
        }
        while let Some(length) = memchr::memchr(b'(', &self.bytes[at..]) {
            at += length;
            if self.begins_game(at, false) {
                return at;
            }
            at += 1;
        }
        self.bytes.len()
    }

    /// Whether the `(` at `at` begins a game: a node follows, even if its `;` is missing. Inside another game, this
    /// node also has to begin like a root, on a line of its own. See `TextEnds::start_of_game`, too.
    fn begins_game(&self, at: usize, is_inside: bool) -> bool {
        if is_inside && !matches!(self.bytes[at - 1], b'\n' | b'\r') {
            return false;
        }
        let next = self.end_of(at + 1, is_space);
        let has_node = self.bytes.get(next) == Some(&b';');
        let name = if has_node { self.end_of(next + 1, is_space) } else { next };
        match (is_inside, &self.bytes[name..]) {
            // A smiley such as `(;-)` is not a game. The first property may be damaged.
            (false, rest) if has_node => match rest.first() {
                None | Some(b';' | b'(' | b')') => true,
                Some(_) => {
                    let next = memchr::memchr3(b'[', b'(', b')', rest);
                    next.is_some_and(|next| rest[next] == b'[')
                }
            },
            // The Nihon Ki-in leaves the `;` out, whatever comes first.
            (false, rest) => matches!(rest, [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]),
            (true, rest) => rest.starts_with(b"FF[") || rest.starts_with(b"GM["),
        }
    }

    /// The end of the value that begins at `at`.
    #[inline]
    fn end_of_value(&mut self, at: usize) -> TextEnd {
        let name = self.name.and_then(|name| std::str::from_utf8(&self.bytes[name.range()]).ok());
        if let Some(name) = name
            && let Some(form) = text_form(name)
        {
            return self.text_ends.end(at, ValueContext { name, form, mover: self.mover });
        }
        let (end, closed) = self.end_of_other_value(at);
        TextEnd { end, closed, unescaped: false }
    }

    /// The end of a value that is not a text, and whether it is closed.
    #[inline]
    fn end_of_other_value(&self, at: usize) -> (usize, bool) {
        // Most values are points.
        if let Some([one, other, b']']) = self.bytes.get(at + 1..at + 4)
            && ![one, other].iter().any(|byte| matches!(byte, b']' | b'\\'))
        {
            return (at + 4, true);
        }
        let mut next = at + 1;
        while let Some(length) = memchr::memchr2(b']', b'\\', self.bytes.get(next..).unwrap_or_default()) {
            if self.bytes[next + length] == b']' {
                return (next + length + 1, true);
            }
            next += length + 2;
        }
        (self.bytes.len(), false)
    }
}

/// The position of the first node of a text, if there is only white space before it.
fn unopened(bytes: &[u8]) -> Option<usize> {
    let is_blank = |byte: &u8| is_space(*byte) || "\u{feff}".bytes().any(|one| one == *byte);
    let at = bytes.iter().position(|byte| !is_blank(byte)).filter(|&at| bytes[at] == b';')?;
    let name = at + 1 + bytes[at + 1..].iter().position(|&byte| !is_space(byte))?;
    matches!(bytes[name..], [b'A'..=b'Z', b'A'..=b'Z', b'[', ..]).then_some(at)
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    #[inline]
    fn next(&mut self) -> Option<Token> {
        self.count = self.count.wrapping_add(1);
        if self.count == 0 {
            checkpoint();
        }
        let at = self.at;
        let first = *self.bytes.get(at)?;
        let (kind, end) = match first {
            b'(' if self.depth > 0 || self.begins_game(at, false) => {
                let game = self.depth == 0 || self.begins_game(at, true);
                self.depth = if game { 1 } else { self.depth + 1 };
                (TokenKind::Open { game }, at + 1)
            }
            b';' if self.depth == 0 && self.unopened == Some(at) => {
                self.depth = 1;
                (TokenKind::Open { game: true }, at + 1)
            }
            _ if self.depth == 0 => (TokenKind::Outside, self.end_of_outside(at)),
            b';' => (TokenKind::Semicolon, at + 1),
            b'[' => {
                let TextEnd { end, closed, unescaped } = self.end_of_value(at);
                (TokenKind::Value { closed, unescaped }, end)
            }
            b')' => {
                self.depth -= 1;
                (TokenKind::Close, at + 1)
            }
            _ if is_space(first) => (TokenKind::Space, self.end_of(at, is_space)),
            _ if first.is_ascii_alphabetic() => {
                (TokenKind::Identifier, self.end_of(at, |byte| byte.is_ascii_alphanumeric()))
            }
            _ => (TokenKind::Stray, self.end_of(at, is_stray)),
        };
        self.at = end;
        let span = Span::new(at, end);
        match kind {
            TokenKind::Identifier => {
                self.name = Some(span);
                let name = std::str::from_utf8(&self.bytes[span.range()]);
                self.mover = name.ok().and_then(mover).or(self.mover);
            }
            TokenKind::Open { .. } | TokenKind::Close | TokenKind::Semicolon => (self.name, self.mover) = (None, None),
            _ => {}
        }
        Some(Token { kind, span })
    }
}

/// The starts of the games of a text.
pub fn game_starts(text: &str) -> impl Iterator<Item = usize> {
    let starts = Tokens::new(text).filter(|token| token.kind == TokenKind::Open { game: true });
    starts.map(|token| token.span.start as usize)
}

fn is_stray(byte: u8) -> bool {
    !matches!(byte, b'(' | b')' | b';' | b'[') && !is_space(byte) && !byte.is_ascii_alphabetic()
}
