//! `workspace/symbol`: the events of the folder by title and headers.

use std::collections::HashMap;
use std::mem;

use memchr::memmem::Finder;

use crate::document::Snapshot;
use ishi_record::record::{self, Event};
use ishi_record::syntax::{Keyword, KeywordGroup, Reader};

/// The longest value of a header that is kept, in bytes.
const LONGEST: usize = 256;

/// The worst value of [`fit`].
const WORST_FIT: usize = 3;

/// The entries of a file, by which its events are found: only titles and headers.
///
/// The index has thousands of files, so all values of a file are stored in one text, each as a letter for its keyword
/// (see `tag`), the text of the header, and a line feed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries {
    values: Box<str>,
    events: Box<[IndexEntry]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct IndexEntry {
    /// The line with its EVENT, or else its first header, from 0.
    line: u32,
    /// The end of its values in the text.
    end: u32,
}

/// An event that matches a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EventMatch<F> {
    /// The file of the event, as the caller names it.
    pub file: F,
    /// Title and players. If the query matches neither, also the headers that it matches.
    pub name: String,
    /// Date and result.
    pub detail: String,
    /// Its line, from 0.
    pub line: u32,
}

impl Entries {
    /// Reads the entries of a text, without checking or playing it.
    pub fn read(text: &str) -> Self {
        let mut first_line = 0;
        let events = Reader::of_file(text).map(|source| {
            let event = record::read(&source).event;
            let line = first_line;
            first_line += event.lines;
            (line, event)
        });
        Self::collect(events)
    }

    /// The entries of an open document.
    pub fn of(snapshot: &Snapshot) -> Self {
        Self::collect(snapshot.events().map(|view| (view.first_line(), view.event())))
    }

    /// Collects events with their first lines.
    fn collect<E: std::borrow::Borrow<Event>>(placed_events: impl Iterator<Item = (u32, E)>) -> Self {
        let mut values = String::new();
        let mut events = Vec::new();
        for (first_line, event) in placed_events {
            let event = event.borrow();
            if event.is_empty() {
                continue;
            }
            add_value(&mut values, Keyword::Event, &event.title);
            for (index, header) in event.headers.iter().enumerate() {
                let is_overridden = || event.headers[index + 1..].iter().any(|later| later.keyword == header.keyword);
                if header.keyword.info().group == KeywordGroup::Header
                    && !(header.keyword.counts_once() && is_overridden())
                {
                    add_value(&mut values, header.keyword, &header.text);
                }
            }
            let line = event.definition.or(event.headers.first().map(|header| header.line)).or(event.tree());
            events.push(IndexEntry { line: first_line + line.unwrap_or(0), end: values.len() as u32 });
        }
        Self { values: values.into(), events: events.into() }
    }

    /// Whether there is no event.
    pub fn is_empty(&self) -> bool {
        self.events.is_empty()
    }

    /// How many events there are.
    pub fn len(&self) -> usize {
        self.events.len()
    }

    /// The allocated memory, in bytes.
    pub fn size(&self) -> usize {
        self.values.len() + mem::size_of_val(&*self.events)
    }

    /// The values of an event, as they are kept.
    fn text(&self, event: usize) -> &str {
        let start = event.checked_sub(1).map_or(0, |before| self.events[before].end);
        &self.values[start as usize..self.events[event].end as usize]
    }
}

/// The character for a keyword, which has no upper or lower case.
fn tag(keyword: Keyword) -> char {
    const _: () = assert!(Keyword::ALL.len() <= 32, "the characters from the space on have no case up to `?`");
    char::from(b' ' + keyword as u8)
}

fn add_value(values: &mut String, keyword: Keyword, text: &str) {
    let text = text.trim();
    if !text.is_empty() {
        values.push(tag(keyword));
        let end = (0..=text.len().min(LONGEST)).rev().find(|&end| text.is_char_boundary(end)).unwrap_or(0);
        values.push_str(&text[..end]);
        values.push('\n');
    }
}

/// The keywords and values of an event.
fn values_in(text: &str) -> impl Iterator<Item = (Keyword, &str)> {
    text.lines().filter_map(|line| {
        let (tag, value) = line.split_at_checked(1)?;
        Some((*Keyword::ALL.get(usize::from(tag.as_bytes()[0].checked_sub(b' ')?))?, value))
    })
}

/// The value of a header that counts once, or the first one of another.
fn value(text: &str, keyword: Keyword) -> Option<&str> {
    values_in(text).find(|&(name, _)| name == keyword).map(|(_, value)| value)
}

/// Returns the events in which all words of a query occur (`workspace/symbol`), in any case and order, the best first,
/// and at most `most`. Words may also occur in the name of a file. The empty query finds all events.
///
/// A match in a title or a player counts more than in another header, and a match in a header more than in the name of
/// the file. A whole value counts more than a whole word, a whole word more than the beginning of a word, and the
/// beginning more than the middle. If no event matches, events are returned in whose title or players the letters of
/// each word occur in order.
pub fn search<'i, F: Clone, N: AsRef<str>>(
    files: impl IntoIterator<Item = (F, N, &'i Entries)>,
    query: &str,
    most: usize,
) -> Vec<EventMatch<F>> {
    let files: Vec<_> = files.into_iter().collect();
    let query = Query::new(query);
    let mut hits = query.hits(&files, Query::fit);
    if hits.is_empty() {
        hits = query.hits(&files, Query::likeness);
    }
    hits.sort_unstable();
    hits.truncate(most);
    let matches = hits.into_iter().map(|Hit { file, event, .. }| {
        let (file, name, entries) = &files[file];
        let text = entries.text(event);
        EventMatch {
            file: file.clone(),
            name: query.name(text, event, &name.as_ref().to_lowercase()),
            detail: joined([Keyword::Date, Keyword::Result].into_iter().filter_map(|keyword| value(text, keyword))),
            line: entries.events[event].line,
        }
    });
    matches.collect()
}

/// An event that matches, by its indices in the lists. A lower score is better; events with the same score stay in
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Hit {
    score: usize,
    file: usize,
    event: usize,
}

/// The words of a query, in lower case.
struct Query {
    words: Vec<String>,
    finders: Vec<Finder<'static>>,
}

impl Query {
    fn new(query: &str) -> Self {
        let words: Vec<String> = query.to_lowercase().split_whitespace().map(str::to_owned).collect();
        let finders = words.iter().map(|word| Finder::new(word).into_owned()).collect();
        Self { words, finders }
    }

    /// All events that have a score.
    fn hits<F, N: AsRef<str>>(
        &self,
        files: &[(F, N, &Entries)],
        score: impl Fn(&Self, &str, &str) -> Option<usize>,
    ) -> Vec<Hit> {
        let mut hits = Vec::new();
        let mut lower = String::new();
        for (file, (_, name, entries)) in files.iter().enumerate() {
            let name = name.as_ref().to_lowercase();
            for event in 0..entries.len() {
                lower_case(entries.text(event), &mut lower);
                hits.extend(score(self, &lower, &name).map(|score| Hit { score, file, event }));
            }
        }
        hits
    }

    /// How well the words match an event in a file of this name; `None` if a word does not occur.
    fn fit(&self, lower: &str, file: &str) -> Option<usize> {
        // Most events are found out here, all values at once.
        let occurs =
            |finder: &Finder<'_>| finder.find(lower.as_bytes()).is_some() || finder.find(file.as_bytes()).is_some();
        if !self.finders.iter().all(occurs) {
            return None;
        }
        let values = || {
            let fits =
                values_in(lower).map(|(keyword, value)| (if names_event(keyword) { 0 } else { WORST_FIT + 1 }, value));
            fits.chain([(2 * (WORST_FIT + 1), file)])
        };
        self.words.iter().map(|word| values().filter_map(|(base, value)| Some(base + fit(word, value)?)).min()).sum()
    }

    /// How near to each other the letters of the words are in title or players; `None` if they do not occur in order.
    fn likeness(&self, lower: &str, _: &str) -> Option<usize> {
        let names = || values_in(lower).filter(|&(keyword, _)| names_event(keyword)).map(|(_, value)| value);
        self.words.iter().map(|word| names().filter_map(|value| spread(word, value)).min()).sum()
    }

    /// The name of an event in the answer to this query.
    fn name(&self, text: &str, index: usize, file: &str) -> String {
        let players = match [Keyword::Black, Keyword::White].map(|keyword| value(text, keyword)) {
            [None, None] => None,
            players => Some(players.map(|name| name.unwrap_or("?")).join(" – ")),
        };
        let title = value(text, Keyword::Event).map(str::to_owned);
        let mut name = joined(title.into_iter().chain(players));
        if name.is_empty() {
            name = format!("Event {}", index + 1);
        }
        // Some editors show only what fits in the name, and a user wants to see why it was found.
        let mut seen = name.to_lowercase();
        for word in &self.words {
            let named = || values_in(text).find(|(_, value)| value.to_lowercase().contains(word));
            if !seen.contains(word)
                && !file.contains(word)
                && let Some((keyword, value)) = named()
            {
                name = format!("{name} · {keyword} {value}");
                seen = name.to_lowercase();
            }
        }
        name
    }
}

/// Whether a value with this keyword is part of an event's name: title or player.
fn names_event(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Event | Keyword::Black | Keyword::White)
}

fn joined(parts: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    for part in parts {
        if !text.is_empty() {
            text.push_str(" · ");
        }
        text.push_str(part.as_ref());
    }
    text
}

/// Writes a text in lower case into a reused buffer.
fn lower_case(text: &str, lower: &mut String) {
    lower.clear();
    if text.is_ascii() {
        lower.push_str(text);
        lower.make_ascii_lowercase();
    } else {
        lower.extend(text.chars().flat_map(char::to_lowercase));
    }
}

/// How well a word matches a value: 0 for the whole value, 1 for a whole word, 2 for the beginning of a word, 3 for the
/// middle of a word.
fn fit(word: &str, value: &str) -> Option<usize> {
    if word == value {
        return Some(0);
    }
    let rank = |at: usize| {
        let begins = !value[..at].ends_with(char::is_alphanumeric);
        let ends = !value[at + word.len()..].starts_with(char::is_alphanumeric);
        if begins { 2 - usize::from(ends) } else { WORST_FIT }
    };
    value.match_indices(word).map(|(at, _)| rank(at)).min()
}

/// How many characters there are between the letters of a word, which occur in this order in a value.
fn spread(word: &str, value: &str) -> Option<usize> {
    let mut letters = word.chars().peekable();
    let mut between = 0;
    let mut has_begun = false;
    for character in value.chars() {
        match letters.peek() {
            None => break,
            Some(&letter) if letter == character => {
                has_begun = true;
                letters.next();
            }
            Some(_) => between += usize::from(has_begun),
        }
    }
    letters.peek().is_none().then_some(between)
}

/// The values of the headers with this keyword in files, each once, the most frequent first, and at most `most`. For
/// BLACK and WHITE, the players of both colors are returned.
pub fn values<'i>(files: impl IntoIterator<Item = &'i Entries>, keyword: Keyword, most: usize) -> Vec<String> {
    let is_player = |keyword: Keyword| matches!(keyword, Keyword::Black | Keyword::White);
    let wanted = |of_value: Keyword| of_value == keyword || is_player(keyword) && is_player(of_value);
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for entries in files {
        for (_, value) in values_in(&entries.values).filter(|&(of_value, _)| wanted(of_value)) {
            *counts.entry(value).or_default() += 1;
        }
    }
    let mut counted: Vec<(&str, usize)> = counts.into_iter().collect();
    counted.sort_unstable_by(|(one, n), (other, m)| m.cmp(n).then(one.cmp(other)));
    counted.into_iter().take(most).map(|(value, _)| value.to_owned()).collect()
}
