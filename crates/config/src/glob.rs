//! Patterns of paths, with the syntax of the `globset` crate: `*`, `?`, `[a-z]`, `{a,b}` and `**`.
//!
//! A property test compares the two. The crate itself is used in tests only: its engine for regular expressions would
//! add about 0.5 MB to the module for browsers. Crates without such an engine backtrack, so that a pattern could take
//! exponential time, and the patterns of an `ishi.toml` may come from somebody else.

use std::fmt;
use std::path::{Path, is_separator};

/// A pattern of a whole path.
///
/// `*` and `?` do not match a separator. `**` is any number of folders where it stands between separators, and `*`
/// elsewhere. A backslash makes the next character an ordinary one, except on Windows, where it is a separator.
#[derive(Clone, Debug)]
pub struct Glob {
    steps: Vec<Step>,
}

/// A fault in the text of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidGlob {
    /// A `[` without its `]`.
    UnclosedClass,
    /// A range whose last character comes before its first.
    InvalidRange(char, char),
    /// A `}` without its `{`.
    UnopenedGroup,
    /// A `{` without its `}`.
    UnclosedGroup,
    /// A backslash at the end.
    DanglingEscape,
}

impl fmt::Display for InvalidGlob {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedClass => f.write_str("`[` without `]`"),
            Self::InvalidRange(first, last) => write!(f, "invalid range `{first}-{last}`"),
            Self::UnopenedGroup => f.write_str("`}` without `{`"),
            Self::UnclosedGroup => f.write_str("`{` without `}`"),
            Self::DanglingEscape => f.write_str("nothing after `\\`"),
        }
    }
}

/// One step of a pattern, an instruction of a nondeterministic automaton. Steps are numbered by their indices.
#[derive(Clone, Debug)]
enum Step {
    /// A character, and on to the next step.
    One(Characters),
    /// Continues with the next step and with another one.
    Fork(usize),
    /// Continues with another step.
    Jump(usize),
    /// Ends without a match.
    End,
}

/// A set of characters, one of which must follow in the path.
#[derive(Clone, Debug)]
enum Characters {
    Any,
    NoSeparator,
    Only(char),
    Class { is_negated: bool, ranges: Vec<(char, char)> },
}

impl Characters {
    fn has(&self, character: char) -> bool {
        match self {
            Self::Any => true,
            Self::NoSeparator => character != '/',
            Self::Only(only) => character == *only,
            Self::Class { is_negated, ranges } => {
                ranges.iter().any(|&(first, last)| (first..=last).contains(&character)) != *is_negated
            }
        }
    }
}

impl Glob {
    /// Reads a pattern.
    ///
    /// # Errors
    /// A text that is not one.
    pub fn new(text: &str) -> Result<Self, InvalidGlob> {
        let mut parser = Parser { rest: text, last: None, steps: Vec::new(), groups: Vec::new() };
        let mut before = None;
        while let Some(character) = parser.next() {
            parser.add(character, before)?;
            before = parser.last;
        }
        if parser.groups.is_empty() { Ok(Self { steps: parser.steps }) } else { Err(InvalidGlob::UnclosedGroup) }
    }

    /// Whether the pattern matches the whole path.
    ///
    /// All ways through the pattern are followed at once, so that no pattern takes long.
    pub fn matches(&self, path: &Path) -> bool {
        let mut now = Places::new(self.steps.len());
        now.go_to(&self.steps, 0);
        for character in path.to_string_lossy().chars() {
            let character = if is_separator(character) { '/' } else { character };
            let mut next = Places::new(self.steps.len());
            for &place in &now.list {
                if let Some(Step::One(characters)) = self.steps.get(place)
                    && characters.has(character)
                {
                    next.go_to(&self.steps, place + 1);
                }
            }
            now = next;
        }
        now.is_in[self.steps.len()]
    }
}

/// The set of current steps of the automaton. The index after the last step stands for a match.
struct Places {
    list: Vec<usize>,
    is_in: Vec<bool>,
}

impl Places {
    fn new(steps: usize) -> Self {
        Self { list: Vec::new(), is_in: vec![false; steps + 1] }
    }

    /// Adds a step, and all steps that can be reached from it without reading a character.
    fn go_to(&mut self, steps: &[Step], place: usize) {
        let mut waiting = vec![place];
        while let Some(place) = waiting.pop() {
            if std::mem::replace(&mut self.is_in[place], true) {
                continue;
            }
            match steps.get(place) {
                Some(Step::Fork(other)) => waiting.extend([*other, place + 1]),
                Some(Step::Jump(other)) => waiting.push(*other),
                Some(Step::One(_)) => self.list.push(place),
                Some(Step::End) | None => {}
            }
        }
    }
}

/// A `{` whose `}` has not come yet.
struct Group {
    /// The fork at the start of the alternative that is being read.
    fork: usize,
    /// The jumps at the ends of the ones before.
    ends: Vec<usize>,
}

struct Parser<'t> {
    rest: &'t str,
    /// The character that was read last.
    last: Option<char>,
    steps: Vec<Step>,
    groups: Vec<Group>,
}

impl Parser<'_> {
    fn next(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.rest = &self.rest[character.len_utf8()..];
        self.last = Some(character);
        self.last
    }

    fn peek(&self) -> Option<char> {
        self.rest.chars().next()
    }

    /// Adds the steps for a character and what belongs to it. `before` is the character in front of it.
    fn add(&mut self, character: char, before: Option<char>) -> Result<(), InvalidGlob> {
        match character {
            '?' => self.steps.push(Step::One(Characters::NoSeparator)),
            '*' if self.peek() == Some('*') => {
                self.next();
                self.add_double_star(before);
            }
            '*' => self.repeat(Characters::NoSeparator),
            '[' => self.add_class()?,
            '{' => {
                self.groups.push(Group { fork: self.steps.len(), ends: Vec::new() });
                self.steps.push(Step::Fork(0));
            }
            ',' if !self.groups.is_empty() => {
                self.end_alternative();
                self.steps.push(Step::Fork(0));
            }
            '}' => {
                self.end_alternative();
                let group = self.groups.pop().ok_or(InvalidGlob::UnopenedGroup)?;
                if !group.ends.is_empty() {
                    self.steps.push(Step::End);
                }
                for end in group.ends {
                    self.steps[end] = Step::Jump(self.steps.len());
                }
            }
            '\\' if !is_separator('\\') => {
                let escaped = self.next().ok_or(InvalidGlob::DanglingEscape)?;
                self.steps.push(Step::One(Characters::Only(escaped)));
            }
            other => {
                let other = if is_separator(other) { '/' } else { other };
                self.steps.push(Step::One(Characters::Only(other)));
            }
        }
        Ok(())
    }

    /// Any number of characters.
    fn repeat(&mut self, characters: Characters) {
        let start = self.steps.len();
        self.steps.extend([Step::Fork(start + 3), Step::One(characters), Step::Jump(start)]);
    }

    fn add_double_star(&mut self, before: Option<char>) {
        let has_no_steps = self.groups.last().map_or(self.steps.is_empty(), |group| group.fork + 1 == self.steps.len());
        // A group without anything in it has no steps, and yet something is before the stars.
        let is_first = has_no_steps && before != Some('}');
        let is_after_separator = is_first || before.is_some_and(is_separator);
        match self.peek() {
            Some(next) if is_after_separator && is_separator(next) => {
                self.next();
                // Folders, each with the separator after it, or none.
                let fork = self.steps.len();
                self.steps.push(Step::Fork(0));
                self.repeat(Characters::Any);
                self.steps.push(Step::One(Characters::Only('/')));
                self.steps[fork] = Step::Fork(self.steps.len());
            }
            None if is_after_separator => self.repeat(Characters::Any),
            Some(',' | '}') if is_after_separator && !is_first && !self.groups.is_empty() => {
                self.repeat(Characters::Any);
            }
            _ => self.repeat(Characters::NoSeparator),
        }
    }

    fn add_class(&mut self) -> Result<(), InvalidGlob> {
        let is_negated = matches!(self.peek(), Some('!' | '^'));
        if is_negated {
            self.next();
        }
        let mut ranges: Vec<(char, char)> = Vec::new();
        loop {
            match self.next().ok_or(InvalidGlob::UnclosedClass)? {
                ']' if !ranges.is_empty() => break,
                '-' if !ranges.is_empty() && self.peek() != Some(']') => {
                    let last = self.next().ok_or(InvalidGlob::UnclosedClass)?;
                    if let Some(range) = ranges.last_mut() {
                        range.1 = last;
                        if range.0 > last {
                            return Err(InvalidGlob::InvalidRange(range.0, last));
                        }
                    }
                }
                one => ranges.push((one, one)),
            }
        }
        self.steps.push(Step::One(Characters::Class { is_negated, ranges }));
        Ok(())
    }

    /// Ends an alternative of the innermost group. One with nothing in it is none.
    fn end_alternative(&mut self) {
        let Some(group) = self.groups.last_mut() else { return };
        if group.fork + 1 == self.steps.len() {
            self.steps.truncate(group.fork);
        } else {
            group.ends.push(self.steps.len());
            self.steps.push(Step::End);
            self.steps[group.fork] = Step::Fork(self.steps.len());
        }
        group.fork = self.steps.len();
    }
}
