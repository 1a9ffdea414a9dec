//! The end of a value of text: its closing bracket, or another place if brackets in the text lack their backslash.
//!
//! Many programs write a comment or a name without escaping it: `C[Ann [3k]: hi]`. A `]` after which nothing of SGF
//! can follow belongs to the text. Where SGF can follow, the `]` ends the value as SGF says, whatever comes later. The
//! search looks ahead over brackets only, and never twice over the same ones, so it is linear in the text.
//!
//! A `]` may also be missing at the end of a line, so that the value seems to end with the property on the next line.
//! If SGF goes on after that property, this is a valid text. It is read so unless it can't be meant: a name has no
//! second line, and players take turns.

use super::table::{ValueForm, definition, is_long_name, name};
use ishi_text::Span;

/// The end of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TextEnd {
    /// The end of the value, with its closing bracket if it is closed.
    pub(super) end: usize,
    /// Whether the value has its closing bracket.
    pub(super) closed: bool,
    /// Whether the text contains a `]` without a backslash.
    pub(super) unescaped: bool,
}

/// The kind of text after a `]`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Following {
    /// A property, a node, a variation, or nothing.
    Sgf,
    /// Other text after a `)`, such as the text after a game.
    Outside,
    /// Text that SGF does not allow there.
    Text,
}

/// The next `]` after some place.
#[derive(Clone, Copy, Debug)]
struct Gap {
    /// The place of the `]`; `None` if the text, or the game, ends before it.
    close: Option<usize>,
    /// The last `[` before it, if no backslash is between the two.
    open: Option<usize>,
    /// The number of `[` before it.
    opens: usize,
    /// The end of the gap.
    end: usize,
}

/// The beginning of a property in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Start {
    /// The end of the previous line, if the property begins a line.
    line: Option<usize>,
    /// The place of the name.
    name: usize,
}

/// What follows a value.
#[derive(Clone, Copy, Debug)]
enum AfterValue {
    /// The same property again, which a node can't have.
    SameProperty,
    /// A node with a move.
    Move(Mover),
    Other,
}

/// The property of a value, and what its node has before it.
#[derive(Clone, Copy, Debug)]
pub(super) struct ValueContext<'t> {
    /// The name of the property.
    pub(super) name: &'t str,
    /// The form of the values.
    pub(super) form: ValueForm,
    /// The player of the last move of the node.
    pub(super) mover: Option<Mover>,
}

/// How the text goes on after a `]` that nothing of SGF follows.
#[derive(Clone, Copy, Debug)]
enum Outlook {
    /// To the `]` at this place, which SGF follows.
    Close(usize),
    /// To a property, which begins before any such `]`.
    Property(Start),
    /// To the end of the text or of the game.
    End(usize),
}

/// The outlook from all `]` in a range.
#[derive(Clone, Debug)]
struct Lookahead {
    from: usize,
    until: usize,
    outlook: Outlook,
    /// The last `]` up to that place without a `[` of its own.
    orphan: usize,
    /// Each `]` up to that place that text outside of games may follow.
    outside: Vec<usize>,
}

/// Finds the ends of values of text in a text, from its beginning to its end.
#[derive(Clone, Debug)]
pub(super) struct TextEnds<'t> {
    bytes: &'t [u8],
    ahead: Option<Lookahead>,
    /// What follows each `]` in a range; the ones after another follow as values.
    chain: Option<(usize, usize, Following)>,
    /// Whether the end of any value so far depends on more than the next name of a property.
    pub(super) looked_far: bool,
}

/// The form of the values of a property, if they are text.
pub(super) fn text_form(id: &str) -> Option<ValueForm> {
    // Most properties are moves.
    let property = definition(&name(id)).filter(|_| !matches!(id, "B" | "W"))?;
    matches!(property.form, ValueForm::Text | ValueForm::SimpleText).then_some(property.form)
}

/// The player of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mover {
    Black,
    White,
}

/// The player of the moves of a property.
pub(super) fn mover(id: &str) -> Option<Mover> {
    match id {
        "B" => Some(Mover::Black),
        "W" => Some(Mover::White),
        // Only a long name has such a short one.
        _ if id.len() > 2 => Some(name(id)).filter(|short| short.len() == 1).and_then(|short| mover(&short)),
        _ => None,
    }
}

impl<'t> TextEnds<'t> {
    pub(super) fn new(bytes: &'t [u8]) -> Self {
        Self { bytes, ahead: None, chain: None, looked_far: false }
    }

    /// The end of the value whose `[` is at `start`.
    pub(super) fn end(&mut self, start: usize, context: ValueContext<'_>) -> TextEnd {
        let gap = self.gap(start + 1);
        let unclosed = |end| TextEnd { end, closed: false, unescaped: false };
        let property = gap.open.and_then(|open| self.start_of_property(open, start + 1));
        // The end of the line before a property, to which the `]` belongs.
        let line = property.and_then(|start| start.line);
        let Some(close) = gap.close else {
            self.looked_far |= gap.end < self.bytes.len() || line.is_some();
            return unclosed(line.unwrap_or(gap.end));
        };
        let following = self.following(close);
        self.looked_far |= following != Following::Sgf || line.is_some();
        let text_end = match following {
            Following::Sgf if property.is_some_and(|property| self.is_in_text(property, close, context)) => {
                return TextEnd { end: close + 1, closed: true, unescaped: false };
            }
            Following::Sgf => None,
            following => self.text_end(close, following, gap.opens > 0),
        };
        match (text_end, line) {
            (Some(end), _) => end,
            (None, Some(line)) => unclosed(line),
            (None, None) => TextEnd { end: close + 1, closed: true, unescaped: false },
        }
    }

    /// Whether a text may have the property that begins its last line, and end at the `]` of that property, which is at
    /// `close`. Otherwise, the `]` is missing at the end of the line before.
    fn is_in_text(&self, property: Start, close: usize, context: ValueContext<'_>) -> bool {
        let Start { line: Some(line), name } = property else { return false };
        let opens_variation = self.bytes[line..name].iter().any(|byte| matches!(byte, b'(' | b')'));
        if context.form == ValueForm::SimpleText || opens_variation || self.step(close).is_err() {
            return false;
        }
        let color = mover(self.name_at(name));
        // The line may have the move between two moves of one player.
        let takes_turn = color.is_some() && context.mover.is_some() && color != context.mover;
        match self.after_value(close, context.name) {
            AfterValue::SameProperty => false,
            AfterValue::Move(next) => !(takes_turn && Some(next) == context.mover),
            AfterValue::Other => true,
        }
    }

    /// What follows the `]` at `close`, in its node or in the next one.
    fn after_value(&self, close: usize, id: &str) -> AfterValue {
        /// Few nodes have more properties.
        const MAX_PROPERTIES: usize = 16;
        let skip_space = |from: usize| from + self.bytes[from..].iter().take_while(|byte| is_space(**byte)).count();
        let (mut at, mut is_next_node) = (skip_space(close + 1), false);
        for _ in 0..MAX_PROPERTIES {
            while !is_next_node && matches!(self.bytes.get(at), Some(b';' | b'(')) {
                is_next_node = self.bytes[at] == b';';
                at = skip_space(at + 1);
            }
            let next_name = self.name_at(at);
            at = skip_space(at + next_name.len());
            match mover(next_name) {
                _ if next_name.is_empty() || self.bytes.get(at) != Some(&b'[') => break,
                Some(mover) if is_next_node => return AfterValue::Move(mover),
                _ if !is_next_node && name(next_name) == name(id) => return AfterValue::SameProperty,
                _ => {}
            }
            while self.bytes.get(at) == Some(&b'[') {
                let Some(close) = self.gap(at + 1).close else { return AfterValue::Other };
                at = skip_space(close + 1);
            }
        }
        AfterValue::Other
    }

    /// The end of a text that goes on after the `]` at `close`; `None` if this `]` ends it. `has_open` says whether a
    /// `[` is before it in the text.
    fn text_end(&mut self, close: usize, following: Following, has_open: bool) -> Option<TextEnd> {
        let ahead = self.ahead(close);
        let unclosed = |end| TextEnd { end, closed: false, unescaped: true };
        let closed = |end: usize| TextEnd { end: end + 1, closed: true, unescaped: true };
        let last_orphan = if matches!(ahead.outlook, Outlook::Close(_)) { ahead.orphan } else { 0 };
        if following == Following::Outside && last_orphan <= close {
            return None;
        }
        let after = ahead.outside.partition_point(|&at| at <= close);
        if let Some(&outside) = ahead.outside[after..].iter().find(|&&outside| outside >= last_orphan) {
            return Some(closed(outside));
        }
        match ahead.outlook {
            Outlook::Close(end) => Some(closed(end)),
            Outlook::Property(Start { line: Some(end), .. }) | Outlook::End(end) if has_open => Some(unclosed(end)),
            Outlook::Property(_) | Outlook::End(_) => None,
        }
    }

    /// The next `]` from `from` on that has no backslash.
    fn gap(&self, from: usize) -> Gap {
        let mut out = Gap { close: None, open: None, opens: 0, end: self.bytes.len() };
        let mut before = out;
        let mut at = from;
        while let Some(length) = memchr::memchr3(b']', b'[', b'\\', self.bytes.get(at..).unwrap_or_default()) {
            at += length;
            match self.bytes[at] {
                b']' => {
                    if let Some(game) = out.open.and_then(|open| self.start_of_game(open, from)) {
                        return Gap { end: game, ..before };
                    }
                    return Gap { close: Some(at), end: at, ..out };
                }
                b'[' => {
                    before = out;
                    (out.open, out.opens) = (Some(at), out.opens + 1);
                }
                _ => {
                    // At the end of the text a backslash escapes nothing.
                    out.open = out.open.filter(|_| at + 1 == self.bytes.len());
                    at += 1;
                }
            }
            at += 1;
        }
        out
    }

    /// The kind of text after the `]` at `close`.
    fn following(&mut self, close: usize) -> Following {
        if let Some((from, to, following)) = self.chain
            && (from..=to).contains(&close)
        {
            return following;
        }
        let mut last = close;
        let following = loop {
            match self.step(last) {
                Ok(following) => break following,
                // A value follows, and what can follow is seen after it.
                Err(open) => match self.gap(open + 1).close {
                    Some(next) => last = next,
                    // The text is cut off in this value.
                    None => break Following::Sgf,
                },
            }
        };
        if following != Following::Sgf || self.step(close).is_err() {
            self.looked_far = true;
            self.chain = Some((close, last, following));
        }
        following
    }

    /// The kind of text after the `]` at `close`, or the `[` of a value, after which more has to be seen.
    fn step(&self, close: usize) -> Result<Following, usize> {
        let rest = &self.bytes[close + 1..];
        let length = rest.iter().position(|&byte| !is_between(byte)).unwrap_or(rest.len());
        let (between, at) = (&rest[..length], close + 1 + length);
        let has = |wanted: fn(&u8) -> bool| between.iter().any(wanted);
        let has_structure = has(|byte| matches!(byte, b';' | b'(' | b')'));
        match self.bytes.get(at) {
            None => return Ok(Following::Sgf),
            Some(b'[') if !has_structure => return Err(at),
            Some(first) if first.is_ascii_alphabetic() => {
                let is_apart = !has_structure && !between.is_empty();
                let is_same_line = is_apart && !has(|byte| matches!(byte, b'\n' | b'\r'));
                if let Some(step) = self.step_at_name(at, has_structure, is_apart, is_same_line) {
                    return step;
                }
            }
            Some(_) => {}
        }
        Ok(if has(|&byte| byte == b')') { Following::Outside } else { Following::Text })
    }

    /// Like [`step`](Self::step), for a name at `at`; `None` if it is not the name of a property.
    fn step_at_name(
        &self,
        at: usize,
        has_structure: bool,
        is_apart: bool,
        is_same_line: bool,
    ) -> Option<Result<Following, usize>> {
        let name = self.name_at(at);
        let end = at + name.len();
        let open = end + self.bytes[end..].iter().position(|&byte| !is_space(byte))?;
        if self.bytes[open] != b'[' {
            return None;
        }
        let is_upper = !name.bytes().any(|byte| byte.is_ascii_lowercase());
        let property = definition(name);
        if is_upper && (!is_apart || property.is_some()) {
            let is_property = !is_apart || property.is_some_and(|property| self.has_point(property.form, open));
            return is_property.then_some(Ok(Following::Sgf));
        }
        // Names that are written in chats, too.
        let is_placed =
            || definition(&name.to_ascii_uppercase()).is_some_and(|property| self.has_point(property.form, open));
        let is_direct = open == end && (has_structure || !is_same_line);
        (is_upper || is_long_name(name) || is_direct || is_placed()).then_some(Err(open))
    }

    fn name_at(&self, at: usize) -> &'t str {
        let length = self.bytes[at..].iter().take_while(|byte| byte.is_ascii_alphanumeric()).count();
        std::str::from_utf8(&self.bytes[at..at + length]).unwrap_or_default()
    }

    /// Whether the value at `open` may be a point, if the form asks for one: `B[5k]` is not a move.
    fn has_point(&self, form: ValueForm, open: usize) -> bool {
        if !matches!(form, ValueForm::Move | ValueForm::Points | ValueForm::Label | ValueForm::Line) {
            return true;
        }
        let value = self.bytes[open + 1..].trim_ascii_start();
        let length = value.iter().take(4).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let is_end = value.get(length).is_none_or(|byte| matches!(byte, b']' | b':') || is_space(*byte));
        is_end && (length == 0 || (2..4).contains(&length) && value[0].is_ascii_alphabetic())
    }

    /// The beginning of the property whose first value begins at `open`, if it is one. `least` is the start of the text
    /// that contains it.
    fn start_of_property(&self, open: usize, least: usize) -> Option<Start> {
        /// No name is longer.
        const LONGEST: usize = 32;
        let before = &self.bytes[least..open];
        let length = before.iter().rev().take(LONGEST).take_while(|byte| byte.is_ascii_alphanumeric()).count();
        let at = open - length;
        let name = self.name_at(at);
        let is_name = name.starts_with(|first: char| first.is_ascii_alphabetic()) && length < LONGEST;
        let lead = self.bytes[least..at].iter().rev();
        let lead = lead.take_while(|byte| is_between(**byte) && !matches!(byte, b')' | b'\n' | b'\r')).count();
        let line = at - lead;
        let has_structure = self.bytes[line..at].iter().any(|&byte| !is_space(byte));
        let is_line = line > least && matches!(self.bytes[line - 1], b'\n' | b'\r');
        let property = definition(&name.to_ascii_uppercase());
        let is_upper = !name.bytes().any(|byte| byte.is_ascii_lowercase());
        let is_property = if has_structure {
            is_upper || property.is_some() || is_long_name(name)
        } else {
            // A name and a rank can begin a line of a chat.
            is_line && is_upper && property.is_some_and(|property| self.has_point(property.form, open))
        };
        let end = || least + self.bytes[least..line].trim_ascii_end().len();
        (is_name && is_property).then(|| Start { line: is_line.then(end), name: at })
    }

    /// The place of the `(` of the game whose first property begins at `open`, if it begins a line inside another
    /// game; see [`Tokens`](super::Tokens).
    fn start_of_game(&self, open: usize, least: usize) -> Option<usize> {
        let before = self.bytes[least..open].strip_suffix(b"FF").or(self.bytes[least..open].strip_suffix(b"GM"))?;
        let before = trim_end(before);
        let before = trim_end(before.strip_suffix(b";").unwrap_or(before)).strip_suffix(b"(")?;
        matches!(before.last(), Some(b'\n' | b'\r')).then_some(least + before.len())
    }

    /// How the text goes on after the `]` at `close`.
    fn ahead(&mut self, close: usize) -> &Lookahead {
        let current = self.ahead.take().filter(|current| (current.from..current.until).contains(&close));
        let ahead = current.unwrap_or_else(|| self.look_ahead(close));
        self.ahead.insert(ahead)
    }

    fn look_ahead(&mut self, close: usize) -> Lookahead {
        let (mut at, mut orphan, mut outside) = (close, 0, Vec::new());
        let (outlook, until) = loop {
            let gap = self.gap(at + 1);
            let start = gap.open.and_then(|open| self.start_of_property(open, at + 1));
            // Where the text ends is not certain if it has another `[`.
            let start = start.map(|start| Start { line: start.line.filter(|_| gap.opens == 1), ..start });
            let Some(next) = gap.close else {
                let outlook = start.map_or(Outlook::End(gap.end), Outlook::Property);
                break (outlook, gap.end);
            };
            if gap.opens == 0 {
                orphan = next;
            }
            let following = self.following(next);
            match (following, start) {
                (Following::Sgf | Following::Outside, Some(start)) => break (Outlook::Property(start), next),
                (Following::Sgf, None) => break (Outlook::Close(next), next),
                (Following::Outside, None) => outside.push(next),
                (Following::Text, _) => {}
            }
            at = next;
        };
        Lookahead { from: close, until, outlook, orphan, outside }
    }
}

/// The name of a property that begins the last line of a text, whose `]` would be that of the property. `raw` is the
/// text as in the file, without its brackets.
pub fn property_in_text(raw: &str) -> Option<Span> {
    let open = memchr::memrchr3(b'[', b']', b'\\', raw.as_bytes()).filter(|&last| raw.as_bytes()[last] == b'[')?;
    let Start { line, name } = TextEnds::new(raw.as_bytes()).start_of_property(open, 0)?;
    line.map(|_| Span::new(name, open))
}

/// The `[` of an escaped text that needs a backslash, too: otherwise the end of the text would be read as that of a
/// property whose name is before this `[`.
pub(super) fn misleading_open(raw: &str) -> Option<usize> {
    let bytes = raw.as_bytes();
    let open = memchr::memrchr3(b'[', b']', b'\\', bytes).filter(|&last| bytes[last] == b'[')?;
    let ends = TextEnds::new(bytes);
    let is_line = |open| ends.start_of_property(open, 0).is_some_and(|start| start.line.is_some());
    (is_line(open) || ends.start_of_game(open, 0).is_some()).then_some(open)
}

fn trim_end(bytes: &[u8]) -> &[u8] {
    let length = bytes.iter().rev().take_while(|byte| is_space(**byte)).count();
    &bytes[..bytes.len() - length]
}

/// Whether a byte has no meaning between the tokens of a game; see [`Tokens`](super::Tokens).
pub(super) fn is_space(byte: u8) -> bool {
    byte <= b' ' || byte == 0x7f
}

/// Whether a byte can be between two properties.
fn is_between(byte: u8) -> bool {
    is_space(byte) || matches!(byte, b';' | b'(' | b')')
}

#[cfg(test)]
mod tests {
    use super::super::fault::SgfFaultKind::{self, MissingBracket, UnclosedValue, UnescapedBracket};
    use super::super::print::write_property;
    use super::super::tree::{Collection, NodeId, parse};
    use super::super::value::{escape, unescape};
    use proptest::prelude::*;

    /// The properties of each node, unescaped.
    fn read(games: &Collection<'_>) -> String {
        let node = |node| {
            let properties = games.properties(node).map(|property| {
                let values = property.raw_values().flat_map(|raw| ["[".into(), unescape(raw), "]".into()]);
                property.id().to_owned() + &values.collect::<String>()
            });
            properties.collect::<String>()
        };
        (0..games.len() as u32).map(|index| node(NodeId(index))).collect::<Vec<_>>().join(";")
    }

    fn faults(games: &Collection<'_>) -> Vec<SgfFaultKind> {
        games.faults().iter().map(|fault| fault.kind).collect()
    }

    #[test]
    fn brackets_without_a_backslash_belong_to_the_text() {
        for (text, nodes) in [
            ("B[cc]C[Ann [3k]: hi :)];W[gg]", "B[cc]C[Ann [3k]: hi :)];W[gg]"),
            ("B[cc]C[Ann [3k]: thanks (gg) for it];W[gg]", "B[cc]C[Ann [3k]: thanks (gg) for it];W[gg]"),
            ("C[Ann [3k]: hi\nBob [-]: (;-) bye];W[gg]", "C[Ann [3k]: hi\nBob [-]: (;-) bye];W[gg]"),
            ("C[Ann [3k]: hi\nBOB[5k]: bye];W[gg]", "C[Ann [3k]: hi\nBOB[5k]: bye];W[gg]"),
            ("PB[Bob [5k]]PW[Ann];B[cc]", "PB[Bob [5k]]PW[Ann];B[cc]"),
            ("US[Arbiter[3d]]KM[6.5];B[cc]", "US[Arbiter[3d]]KM[6.5];B[cc]"),
            ("C[hi :)]];B[cc]", "C[hi :)]];B[cc]"),
            ("C[hi [x] ;)];B[cc]", "C[hi [x] ;)];B[cc]"),
            ("C[hi [x] ;) see you];B[cc]", "C[hi [x] ;) see you];B[cc]"),
            ("C[a [b]; both work];B[cc]", "C[a [b]; both work];B[cc]"),
            ("C[a [b] [c] [d]: e];B[cc]", "C[a [b] [c] [d]: e];B[cc]"),
            ("C[[a][b]];B[cc]", "C[[a][b]];B[cc]"),
            ("C[1] first 2] second];B[cc]", "C[1] first 2] second];B[cc]"),
            ("C[] is empty];B[cc]", "C[] is empty];B[cc]"),
            ("C[Ann[3k]vs[5k]Bob];B[cc]", "C[Ann[3k]vs[5k]Bob];B[cc]"),
            ("C[[3k] White[5d] wins];B[cc]", "C[[3k] White[5d] wins];B[cc]"),
            ("C[[3k] GG [you]!];B[cc]", "C[[3k] GG [you]!];B[cc]"),
            ("C[[3k] B[5k]: hi];B[cc]", "C[[3k] B[5k]: hi];B[cc]"),
            ("C[Try\nB[dd] is good\nW[ee] too];B[cc]", "C[Try\nB[dd] is good\nW[ee] too];B[cc]"),
            ("C[a [b]: try ;B[dd] ok];W[cc]", "C[a [b]: try ;B[dd] ok];W[cc]"),
            ("B[aa]C[x [y]!])(;B[dd]", "B[aa]C[x [y]!];B[dd]"),
            ("B[aa]C[a \\] [b]!];B[dd]", "B[aa]C[a ] [b]!];B[dd]"),
        ] {
            let text = format!("(;GM[1](;{text}))");
            let games = parse(&text);
            assert_eq!(read(&games), format!("GM[1];{nodes}"), "{text}");
            let unescaped = faults(&games).into_iter().filter(|&kind| kind == UnescapedBracket).count();
            assert_eq!(unescaped, 1, "{text}: {:?}", games.faults());
        }
    }

    #[test]
    fn valid_texts_are_read_as_sgf_says() {
        for text in [
            "(;GM[1];B[cc]C[Ann [3k];W[gg])",
            "(;GaMe[1]SiZe[9];Black[cc]Comment[hi];White[gg])",
            "(;GaMe[1];Black[cc]Comment[hi]White[gg]Name[a] BlackLeft[3])",
            "(;GM[1]C[a]B[cc]N[b] W [dd]C[c]\nXY[d]foo[e];B[dd])",
            "(;C[a]b[aa];w[bb]C[b])",
            "(;GM[1]C[a]KGSDE[b][c];)",
            "(;GM[1]C[see\n;B[dd\\] and\n(;FF[4\\]];W[ee])",
            "(;GM[1]C[try ;B[dd];W[ee])",
            "(;GM[1](;B[aa]C[x])(;B[bb]C[y]))",
            "(;GM[1]C[bye])\nRegards [Ann], see you\n(;GM[1])",
            "(;GM[1]C[bye])\nRegards (Ann)",
            "(;GM[1]N[a]LB[aa:[]C[b])",
            "(;GM[1]C[x\n;B[dd];W[ee])",
            "(;GM[1];W[cc]C[better is\n;B[dd];B[ee])",
            "(;GM[1];B[cc]C[better is\n;B[dd];W[ee])",
            "(;GM[1];B[cc]C[see\nTR[dd];W[ee])",
        ] {
            let games = parse(text);
            let faults_of_text = [UnescapedBracket, MissingBracket, UnclosedValue, SgfFaultKind::StrayText];
            assert!(!faults(&games).iter().any(|kind| faults_of_text.contains(kind)), "{text}: {:?}", games.faults());
        }
    }

    #[test]
    fn where_sgf_goes_on_a_bracket_ends_the_text() {
        for (text, nodes) in [
            ("C[play [a];B[dd] is better];W[gg]", "C[play [a];B[dd];W[gg]"),
            ("C[hello]x;B[aa];W[bb]", "C[hello];B[aa];W[bb]"),
            ("C[hello].\n;B[aa];W[bb]", "C[hello];B[aa];W[bb]"),
            ("C[a [b]: try ;B[dd];W[ee];W[cc]", "C[a [b];B[dd];W[ee];W[cc]"),
            ("C[bye]) or ;B[dd];W[ee]", "C[bye]"),
        ] {
            let text = format!("(;{text})");
            assert_eq!(read(&parse(&text)), nodes, "{text}");
        }
    }

    #[test]
    fn a_missing_bracket_is_at_the_end_of_a_line() {
        for (text, nodes) in [
            ("B[cc]C[hi  \n;W[dd];B[ee]", "B[cc]C[hi];W[dd];B[ee]"),
            ("B[cc]C[hi\nW[dd];B[ee]", "B[cc]C[hi]W[dd];B[ee]"),
            ("B[cc]C[hi\n;W[dd]WL[3]C[x];B[ee]", "B[cc]C[hi];W[dd]WL[3]C[x];B[ee]"),
            ("B[cc]C[hi\nAB[dd][pp];B[ee]", "B[cc]C[hi]AB[dd][pp];B[ee]"),
            ("C[Ann [3k]: hi\r\n;B[dd];W[ee]", "C[Ann [3k]: hi];B[dd];W[ee]"),
            ("PB[Ann\nPW[Bob]\nC[x];B[dd]", "PB[Ann]PW[Bob]C[x];B[dd]"),
            ("C[hi\n(;B[dd])(;B[ee])", "C[hi];B[dd];B[ee]"),
            ("W[cc]C[\n;B[dd];W[ee]", "W[cc]C[];B[dd];W[ee]"),
            ("C[hi\n(;FF[4]C[x];B[dd]", "C[hi\n];FF[4]C[x];B[dd]"),
        ] {
            let text = format!("(;{text})");
            let games = parse(&text);
            assert_eq!(read(&games), nodes, "{text}");
            assert!(faults(&games).contains(&MissingBracket), "{text}: {:?}", games.faults());
        }
    }

    #[test]
    fn a_text_that_is_cut_off_is_one_value() {
        for text in ["(;C[Ann [3k]: hi", "(;C[Ann [3k]: hi [5", "(;C[a [b]: c [d] e\n"] {
            let games = parse(text);
            assert_eq!(faults(&games), [UnclosedValue, SgfFaultKind::UnclosedGame], "{text}");
            assert_eq!(read(&games), format!("C[{}]", &text[4..]), "{text}");
        }
    }

    /// Reading takes a time that is linear in the text.
    #[test]
    fn brackets_are_read_once() {
        let count = 200_000;
        for piece in [
            "]",
            "] [",
            "] x",
            "] ) x",
            "[x]) ",
            "[a]: b])y C[x ",
            "];",
            "C[x]) y",
            ";C[a]x C[a] ",
            "[",
            "\n;B[",
            ";b[aa]C[x] y",
            "(;C[a]x)",
            "\\[]",
            "]a[",
            " [x] ;) y",
            "\n(;FF[4]C[x] y",
            "] \n ",
        ] {
            for before in ["(;C[", "(;C[a]x", "(;C[[a]x"] {
                let text = format!("{before}{}", piece.repeat(count / piece.len()));
                parse(&text);
            }
        }
    }

    fn text() -> impl Strategy<Value = String> {
        const PIECES: [&str; 18] =
            ["a", " ", "\n", "[", "]", "\\", ";", "(", ")", "B[dd", "[3k]", "C[", "FF[4", "GM[", ":", "b[", "é", "\r"];
        prop::collection::vec(prop::sample::select(&PIECES[..]), 0..12).prop_map(|pieces| pieces.concat())
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 16 * ProptestConfig::default().cases, ..ProptestConfig::default() })]

        /// An escaped text is read as it is.
        #[test]
        fn an_escaped_text_comes_back(
            value in text(),
            next in prop::sample::select(&["", ";B[aa]", "(;B[aa])", "N[x]", "b[x]"][..]),
        ) {
            let mut raw = String::new();
            escape(&value, &mut raw);
            let text = format!("(;C[{raw}]{next})");
            let games = parse(&text);
            prop_assert_eq!(faults(&games), [], "{}", &text);
            let property = games.property(NodeId(0), "C").unwrap();
            prop_assert_eq!(property.raw_values().collect::<Vec<_>>(), [&*raw]);
        }

        /// A value is read again as it was, wherever SGF follows it.
        #[test]
        fn a_text_is_the_same_before_other_properties(start in text(), rest in text()) {
            let text = format!("(;C[{start}]{rest}");
            let games = parse(&text);
            let value = games.property(NodeId(0), "C").unwrap().raw_values().next().unwrap();
            let mut written = "(;".to_owned();
            write_property("C", std::iter::once(value), &mut written);
            for next in [")", ";B[aa])", "N[x])", "(;W[aa])(;W[bb]))"] {
                let text = format!("{written}{next}");
                let games = parse(&text);
                let again = games.property(NodeId(0), "C").unwrap().raw_values().next().unwrap();
                prop_assert_eq!(unescape(again), unescape(value), "{:?}", &text);
            }
        }
    }
}
