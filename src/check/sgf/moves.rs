//! The moves of games in SGF: the record that they become is checked, and what is wrong there stands at the value in
//! SGF.

use super::value_span;
use crate::check::{self, Code, Diagnostic, Related, Severities, Severity};
use crate::convert::{self, Ishi};
use crate::sgf::{self, Collection, NodeId};
use crate::syntax::location;
use crate::text::{Span, line_ends};

/// The rules for records that apply to games in SGF. The others are about the text of a record, or about what SGF says
/// in another way.
const RULES: [Code; 9] = [
    Code::SameColorTwice,
    Code::OccupiedPoint,
    Code::SetupNoLiberty,
    Code::SelfCapture,
    Code::Ko,
    Code::RepeatedPosition,
    Code::PlayAfterEnd,
    Code::HandicapMismatch,
    Code::ResultMismatch,
];

pub(super) fn check(games: &Collection<'_>, severities: &Severities) -> Vec<Diagnostic> {
    let mut own = severities.clone();
    Code::ALL.iter().filter(|code| !RULES.contains(code)).for_each(|&code| own.set(code, Severity::Off));
    if games.games().is_empty() || RULES.iter().all(|&code| own.of(code) == Severity::Off) {
        return Vec::new();
    }
    let record = convert::to_ishi(games, None);
    let map = Map::new(games, &record);
    let found = check::check(&record.text, &own).into_iter();
    found.filter_map(|diagnostic| map.diagnostic(diagnostic)).collect()
}

/// The way from a record back to the games in SGF that it is of.
struct Map<'m> {
    games: &'m Collection<'m>,
    record: &'m Ishi,
    /// Where the lines of the record begin.
    starts: Vec<usize>,
}

impl<'m> Map<'m> {
    fn new(games: &'m Collection<'m>, record: &'m Ishi) -> Self {
        let starts = line_ends(&record.text).map(|(at, end)| at + end.len());
        Self { games, record, starts: std::iter::once(0).chain(starts).collect() }
    }

    /// The diagnostic in its place in SGF; none if SGF says that there is nothing wrong.
    fn diagnostic(&self, diagnostic: Diagnostic) -> Option<Diagnostic> {
        let Diagnostic { code, severity, span, message, related, .. } = diagnostic;
        let is_of_rules = matches!(code, Code::OccupiedPoint | Code::SelfCapture | Code::Ko | Code::RepeatedPosition);
        if is_of_rules && self.games.property(self.node(span), "KO").is_some() {
            return None;
        }
        let related = related.into_iter().map(|Related { span, message }| Related { span: self.span(span), message });
        Some(Diagnostic {
            code,
            severity,
            span: self.span(span),
            message,
            related: related.collect(),
            fixes: Vec::new(),
        })
    }

    fn line(&self, span: Span) -> usize {
        self.starts.partition_point(|&start| start <= span.start as usize) - 1
    }

    /// The node that a place in the record is of.
    fn node(&self, span: Span) -> NodeId {
        self.record.origins.get(self.line(span)).copied().unwrap_or(self.games.games()[0])
    }

    /// The value in SGF for a place in the record; the first bytes of the node if no value says the same.
    fn span(&self, span: Span) -> Span {
        let node = self.node(span);
        let line = &self.record.text[self.starts[self.line(span)]..];
        let word = line.split_whitespace().next().unwrap_or_default();
        let value = match word {
            "B" | "W" => self.games.property(node, word).map(|property| value_span(&property)),
            "SETUP" => self.stone(node, span.of(&self.record.text)),
            "RESULT" => self.games.property(node, "RE").map(|property| value_span(&property)),
            "HANDICAP" => self.games.property(node, "HA").map(|property| value_span(&property)),
            _ => None,
        };
        value.unwrap_or_else(|| {
            let span = self.games.span(node);
            let first = self.games.properties(node).next().map(|property| property.id_span());
            first.unwrap_or(span)
        })
    }

    /// The value of a node, or of one below it that is set up with it, that puts a stone on a location.
    fn stone(&self, node: NodeId, at: &str) -> Option<Span> {
        let games = self.games;
        let point = location(at)?;
        let mut root = node;
        while let Some(parent) = games.parent(root) {
            root = parent;
        }
        let size = convert::board_size(games, root).ok()?;
        let (column, row) = (point.column(), size.checked_sub(1 + point.row())?);
        let names = |value: &str| {
            let (one, other) = value.split_once(':').unwrap_or((value, value));
            let (Some(one), Some(other)) = (sgf::point(one), sgf::point(other)) else { return false };
            (one.0.min(other.0)..=one.0.max(other.0)).contains(&column)
                && (one.1.min(other.1)..=one.1.max(other.1)).contains(&row)
        };
        let mut next = Some(node);
        while let Some(node) = next {
            let has_move = games.properties(node).any(|property| property.is("B") || property.is("W"));
            let stones = games.properties(node).filter(|property| property.is("AB") || property.is("AW"));
            for property in stones {
                let mut values = property.value_spans().iter().zip(property.raw_values());
                if let Some((span, _)) = values.find(|(_, value)| names(value)) {
                    return Some(*span);
                }
            }
            next = games.children(node).next().filter(|_| !has_move);
        }
        None
    }
}
