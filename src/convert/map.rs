//! The way between games in SGF and the lines of the record that they become, in both directions.

use super::header::{keyword_of, names_of};
use super::origins::Origins;
use super::said::{point, value};
use super::to_ishi::board_size;
use crate::board::Point;
use crate::sgf::{self, Area, Collection, NodeId, Property};
use crate::syntax::{Block, Delimiter, Keyword, delimits, location};
use crate::text::Span;

/// Games in SGF and the record that they become.
#[derive(Clone, Copy, Debug)]
pub struct Map<'m> {
    games: &'m Collection<'m>,
    record: &'m str,
    origins: &'m Origins,
}

/// What stands at a place of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Site {
    /// The node.
    pub node: NodeId,
    /// The index of its property, and of a value of that. None where the place is on its name.
    pub property: Option<(usize, Option<usize>)>,
}

impl Site {
    /// What stands at a byte of a text; none before the first node.
    pub fn at(games: &Collection<'_>, at: usize) -> Option<Self> {
        let node = games.node_at(at)?;
        let is_on = |span: Span| span.start as usize <= at && at <= span.end as usize;
        let properties = games.properties(node).enumerate();
        // Between two properties it is the second.
        let property = properties.filter(|(_, property)| is_on(property.span())).last().map(|(index, property)| {
            let values = property.value_spans();
            let is_on_name = at < property.id_span().end as usize;
            (index, values.iter().position(|&span| is_on(span)).filter(|_| !is_on_name))
        });
        Some(Self { node, property })
    }

    /// The property.
    pub fn property<'c>(&self, games: &'c Collection<'_>) -> Option<Property<'c>> {
        self.property.and_then(|(index, _)| games.properties(self.node).nth(index))
    }
}

impl<'m> Map<'m> {
    /// The map of games and `record`, the text that `origins` are of.
    pub fn new(games: &'m Collection<'m>, record: &'m str, origins: &'m Origins) -> Self {
        Self { games, record, origins }
    }

    /// The node that a place in the record is of; none where there are no games.
    pub fn node(&self, at: usize) -> Option<NodeId> {
        let known = self.origins.nodes.get(self.line(at)).or(self.games.games().first());
        known.copied()
    }

    fn line(&self, at: usize) -> usize {
        self.origins.starts.partition_point(|&start| start as usize <= at).saturating_sub(1)
    }

    fn start(&self, line: usize) -> usize {
        self.origins.starts.get(line).map_or(self.record.len(), |&start| start as usize)
    }

    fn text(&self, line: usize) -> &'m str {
        self.record[self.start(line)..self.start(line + 1)].trim_end_matches(['\r', '\n'])
    }

    fn word(&self, line: usize) -> &'m str {
        self.text(line).split_whitespace().next().unwrap_or_default()
    }

    /// The value in SGF that says what a place in the record does; where no value does, the first name of its node.
    pub fn to_sgf(&self, span: Span) -> Span {
        let at = span.start as usize;
        let Some(node) = self.node(at) else { return Span::empty(0) };
        let line = self.line(at);
        let value = match self.block(line) {
            Some(Block::Com) => self.games.property(node, "C").map(|property| property.main_span()),
            Some(Block::User) => None,
            None => match self.word(line) {
                word @ ("B" | "W") => self.games.property(node, word).map(|property| property.main_span()),
                "SETUP" => self.stone(node, &["AB", "AW"], span.of(self.record)),
                "MARK" => {
                    let mark = span.of(self.record);
                    let at = mark.rsplit('@').next().unwrap_or_default();
                    self.stone(node, &["TR", "SQ", "MA", "CR", "LB", "M", "L"], at)
                }
                "COM" | "ENDCOM" => self.games.property(node, "C").map(|property| property.main_span()),
                word => Keyword::of(word).and_then(|keyword| {
                    let found = names_of(keyword).find_map(|name| self.games.property(node, name));
                    found.map(|property| property.main_span())
                }),
            },
        };
        value.unwrap_or_else(|| {
            let first = self.games.properties(node).next().map(|property| property.id_span());
            first.unwrap_or(self.games.span(node))
        })
    }

    /// The block of text in which a line stands. Its first and last line do not.
    fn block(&self, line: usize) -> Option<Block> {
        let nodes = &self.origins.nodes;
        let node = nodes.get(line)?;
        let first = nodes[..line].iter().rposition(|other| other != node).map_or(0, |other| other + 1);
        let mut open = None;
        for before in first..line {
            match (delimits(self.text(before)), open) {
                (Some((block, Delimiter::Open)), None) => open = Some(block),
                (Some((block, Delimiter::Close)), Some(other)) if block == other => open = None,
                _ => {}
            }
        }
        open.filter(|&open| delimits(self.text(line)) != Some((open, Delimiter::Close)))
    }

    fn size(&self, node: NodeId) -> Option<u8> {
        board_size(self.games, self.games.root_of(node)).ok()
    }

    /// The value of a node, or of one after it that has no move either, that names a location.
    fn stone(&self, node: NodeId, names: &[&str], at: &str) -> Option<Span> {
        let games = self.games;
        let wanted: String = value(self.size(node)?, location(at)?).into_iter().collect();
        let point = sgf::point(&wanted)?;
        let covers = |value: &str| {
            // Of a label only the point.
            let labelled = || value.split_once(':').and_then(|(at, _)| Area::parse(at));
            Area::parse(value).or_else(labelled).is_some_and(|area| area.contains(point))
        };
        let mut next = Some(node);
        while let Some(node) = next {
            for property in games.properties(node).filter(|property| names.iter().any(|name| property.is(name))) {
                let mut values = property.value_spans().iter().zip(property.raw_values());
                if let Some((span, _)) = values.find(|(_, value)| covers(value)) {
                    return Some(*span);
                }
            }
            let has_move = games.properties(node).any(|property| property.is("B") || property.is("W"));
            next = games.children(node).next().filter(|_| !has_move);
        }
        None
    }

    /// The place in the record that says what a place in SGF does: on a value the word or the line of text for it,
    /// elsewhere in a node its move, or else the line with which the node begins.
    pub fn to_record(&self, at: usize) -> usize {
        let Some(site) = Site::at(self.games, at) else { return 0 };
        let lines = self.lines(site.node);
        let named = site.property(self.games).and_then(|property| {
            let value = site.property.and_then(|(_, value)| value);
            self.said(&lines, site.node, &property, value, at)
        });
        named.unwrap_or_else(|| self.of_node(site.node, &lines))
    }

    /// The place in the record of a node as a whole; see [`Self::to_record`].
    fn of_node(&self, node: NodeId, lines: &[usize]) -> usize {
        let has_word = |words: &'static [&str]| move |line: &&usize| words.contains(&self.word(**line));
        let last_word = |line: usize| {
            let text = self.text(line);
            let length = text.trim_end().rsplit([' ', '\t']).next().unwrap_or_default().len();
            self.start(line) + text.trim_end().len() - length
        };
        if let Some(&line) = lines.iter().find(has_word(&["B", "W"])) {
            return last_word(line);
        }
        let first = lines.iter().find(has_word(&["EVENT", "DIAGRAM"])).or(lines.first());
        match (first, self.games.parent(node)) {
            (Some(&line), _) => self.start(line),
            (None, Some(parent)) => {
                // Its lines are those of a node before it.
                let mut next = Some(parent);
                while let Some(node) = next {
                    if let Some(&line) = self.lines(node).first() {
                        return self.start(line);
                    }
                    next = self.games.parent(node);
                }
                0
            }
            (None, None) => 0,
        }
    }

    /// The lines of a node but for those inside of blocks of text.
    fn lines(&self, node: NodeId) -> Vec<usize> {
        let mut lines = Vec::new();
        let mut open = None;
        for (line, _) in self.origins.nodes.iter().enumerate().filter(|(_, other)| **other == node) {
            match (delimits(self.text(line)), open) {
                (Some((block, Delimiter::Close)), Some(other)) if block == other => open = None,
                (_, Some(_)) => continue,
                (found, None) => {
                    open = found.filter(|(_, delimiter)| *delimiter == Delimiter::Open).map(|(block, _)| block);
                }
            }
            lines.push(line);
        }
        lines
    }

    /// Where the lines of a node, or those with which the event begins, say what a value does.
    fn said(
        &self,
        lines: &[usize],
        node: NodeId,
        property: &Property<'_>,
        value: Option<usize>,
        at: usize,
    ) -> Option<usize> {
        let name = &*property.name();
        match name {
            "B" | "W" => None,
            "C" => {
                let com = lines.iter().find(|line| self.word(**line) == "COM")?;
                let span = *property.value_spans().first()?;
                let before = self.games.text().get(span.start as usize..at.max(span.start as usize))?;
                let line = com + 1 + before.matches('\n').count();
                let last = lines.iter().find(|line| self.word(**line) == "ENDCOM").copied()?;
                Some(self.start(line.min(last)))
            }
            _ => {
                let index = value.unwrap_or(0);
                let point = property.raw_values().nth(index).and_then(|value| self.first_point(node, value));
                let has_point = |keyword: &str, lines: &[usize]| {
                    let point = point.as_deref()?;
                    lines.iter().filter(|line| self.word(**line) == keyword).find_map(|&line| {
                        let words = self.words(line);
                        let mut words = words.filter(|(_, word)| word.rsplit('@').next() == Some(point));
                        words.next().map(|(at, _)| at)
                    })
                };
                match name {
                    "AB" | "AW" => {
                        // The stones of several nodes stand with the first of them.
                        let root = self.games.root_of(node);
                        has_point("SETUP", lines).or_else(|| has_point("SETUP", &self.lines(root)))
                    }
                    "TR" | "SQ" | "MA" | "CR" | "LB" | "M" | "L" => has_point("MARK", lines),
                    name => {
                        let keyword = keyword_of(name)?;
                        let is_header = |line: &&usize| Keyword::of(self.word(**line)) == Some(keyword);
                        let line = *lines.iter().find(is_header)?;
                        let text = self.words(line).nth(1).map(|(at, _)| at);
                        Some(text.unwrap_or(self.start(line)))
                    }
                }
            }
        }
    }

    /// The first point that a value names, as a record writes it.
    fn first_point(&self, node: NodeId, value: &str) -> Option<String> {
        let size = self.size(node)?;
        let first = value.split(':').next().unwrap_or_default().trim();
        point(size, first).as_ref().map(Point::to_string)
    }

    /// The words of a line, each with its place.
    fn words(&self, line: usize) -> impl Iterator<Item = (usize, &'m str)> {
        let text = self.text(line);
        let start = self.start(line);
        text.split_whitespace().map(move |word| (start + word.as_ptr() as usize - text.as_ptr() as usize, word))
    }
}
