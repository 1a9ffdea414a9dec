//! Reuse of the explanation of an event for the next version of its text.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::mem::discriminant;
use std::sync::Arc;

use super::evidence::{ExplainedSymptom, Explanation};
use ishi_record::syntax::{Keyword, LineKind, Source};
use ishi_text::Span;

/// The explanation of an event, valid for every text with equal `PlayLines`. The limits of the search limit its size.
/// Cloning is cheap.
#[derive(Clone, Debug)]
pub struct ReusableExplanation(Arc<Digested>);

#[derive(Debug)]
struct Digested {
    digest: u64,
    /// The explanation, whose spans count in the lines of play.
    explanation: Explanation,
}

impl ReusableExplanation {
    /// Keeps the explanation of the event with these lines.
    pub(in crate::check) fn new(lines: &PlayLines, explanation: &Explanation) -> Self {
        let explanation = with_spans(explanation, |span| lines.moved(span, |(to, from)| (from, to)));
        Self(Arc::new(Digested { digest: lines.digest, explanation }))
    }

    /// Returns the explanation for the event with these lines, if the lines are equal.
    pub(in crate::check) fn of(&self, lines: &PlayLines) -> Option<Explanation> {
        let Digested { digest, explanation } = &*self.0;
        (*digest == lines.digest).then(|| with_spans(explanation, |span| lines.moved(span, |starts| starts)))
    }

    /// Returns whether both are the same explanation, found by one search, and not two equal ones.
    pub fn is(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }
}

/// Returns a copy of an explanation with converted spans. Moves and points stay the same.
fn with_spans(explanation: &Explanation, convert: impl Fn(Span) -> Span) -> Explanation {
    let mut explanation = explanation.clone();
    for ExplainedSymptom { symptom, .. } in &mut explanation.explained {
        symptom.span = convert(symptom.span);
        symptom.related.iter_mut().for_each(|related| related.span = convert(related.span));
    }
    explanation
}

/// The lines of an event, and parts of lines, that affect the play: all except comments, remarks, user data and
/// free-text headers. The search for causes reads only these lines.
pub(in crate::check) struct PlayLines {
    /// A digest of their text.
    digest: u64,
    /// The start of each line, in the lines of play and in the event.
    starts: Vec<(u32, u32)>,
}

impl PlayLines {
    pub(in crate::check) fn of(source: &Source<'_>) -> Self {
        let mut hasher = DefaultHasher::new();
        let mut starts = Vec::with_capacity(source.lines.len());
        let mut length = 0;
        for line in &source.lines {
            let text = match line.kind {
                LineKind::Text(_) => continue,
                // It parts the lines before and after it.
                LineKind::Blank => Span { start: line.span.start, end: line.span.start },
                LineKind::Data(keyword) if is_free_text(keyword) => line.word,
                _ => line.span,
            };
            starts.push((length, text.start));
            discriminant(&line.kind).hash(&mut hasher);
            hasher.write(source.str(text).as_bytes());
            // No line has one in it.
            hasher.write_u8(b'\n');
            length += text.len() as u32 + 1;
        }
        Self { digest: hasher.finish(), starts }
    }

    /// Converts a span between the event and its lines of play. `direction` orders the two starts of a line: first the
    /// start in the text of the span, then the start in the other text.
    fn moved(&self, span: Span, direction: impl Fn((u32, u32)) -> (u32, u32)) -> Span {
        let after = self.starts.partition_point(|&starts| direction(starts).0 <= span.start);
        let Some(&starts) = self.starts.get(after.saturating_sub(1)) else { return span };
        let (from, to) = direction(starts);
        Span { start: span.start - from + to, end: span.end - from + to }
    }
}

/// Returns whether the text after a keyword never affects the play. `BLACK` and `WHITE` are excluded, because the rest
/// of a move may follow.
fn is_free_text(keyword: Keyword) -> bool {
    match keyword {
        Keyword::Event
        | Keyword::Analysis
        | Keyword::Date
        | Keyword::Handicap
        | Keyword::Komi
        | Keyword::Place
        | Keyword::Recorder
        | Keyword::Result
        | Keyword::Source
        | Keyword::Timelimit
        | Keyword::Com
        | Keyword::User
        | Keyword::Remark => true,
        Keyword::Black
        | Keyword::White
        | Keyword::Rules
        | Keyword::B
        | Keyword::W
        | Keyword::Boardsize
        | Keyword::Diagram
        | Keyword::Endcom
        | Keyword::Enduser
        | Keyword::Endvar
        | Keyword::Hide
        | Keyword::Mark
        | Keyword::Prisoner
        | Keyword::Setup
        | Keyword::Unmark
        | Keyword::Var => false,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::check::{Severities, recheck_event};
    use ishi_record::record;

    /// Two versions of an event with many mistakes on a board of 4×4. They differ in text that is not played, and
    /// sometimes in moves.
    fn versions() -> impl Strategy<Value = [String; 2]> {
        let line = (0u8..28, 0u8..4, 1u8..5, any::<[u8; 2]>());
        prop::collection::vec(line, 1..50).prop_map(|lines| {
            [0, 1].map(|version| {
                let mut text = format!("EVENT {version}\nBOARDSIZE 4\n");
                let mut number = 0;
                for &(kind, column, row, ref other) in &lines {
                    let point = format!("{}{row}", char::from(b'A' + column));
                    let other = other[version];
                    let words = "some words\n\n".repeat(usize::from(other % 4));
                    let word = "word ".repeat(usize::from(other % 4));
                    let line = match kind {
                        0 => "VAR".to_owned(),
                        1 => "ENDVAR".to_owned(),
                        2 | 3 => format!("PRISONER {point}"),
                        4 => format!("PRISONER #{row}"),
                        5 => format!("MARK {point}"),
                        6 => format!("COM {word}\n{words}ENDCOM"),
                        7 => format!("USER {word}\n{words}ENDUSER"),
                        8 => format!("REMARK {word}"),
                        9 => format!("RESULT {word}"),
                        10 => String::new(),
                        11 => format!("{point} A{row} B2"),
                        12 => format!("B {row}x {point}"),
                        13 => format!("COM {word}"),
                        14 if other < 20 => format!("PRISONER {point}"),
                        _ => {
                            number += 1;
                            format!("{} {number} {point}", if number % 2 == 1 { 'B' } else { 'W' })
                        }
                    };
                    text.extend([&line, "\n"]);
                }
                text
            })
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 4 * ProptestConfig::default().cases, ..ProptestConfig::default() })]
        #[test]
        fn what_is_kept_finds_what_a_new_search_does([before, after] in versions()) {
            let severities = Severities::default();
            let check = |text: &str, kept: &[ReusableExplanation]| {
                let source = Source::of_event(text, true);
                recheck_event(&source, &record::read(&source), &severities, usize::MAX, kept)
            };
            let (_, kept) = check(&before, &[]);
            let (fresh, _) = check(&after, &[]);
            prop_assert_eq!(check(&after, kept.as_slice()).0, fresh);
        }
    }

    #[test]
    fn text_that_is_not_played_keeps_an_explanation_and_moves_do_not() {
        let severities = Severities::default();
        let check = |text: &str, kept: &[ReusableExplanation]| {
            let source = Source::of_event(text, true);
            let (findings, kept) = recheck_event(&source, &record::read(&source), &severities, usize::MAX, kept);
            assert!(!findings.diagnostics.is_empty(), "nothing is wrong");
            kept.expect("an explanation")
        };
        let kept = check("EVENT x\nB 1 A1\nW 2 B1\nB 3 A1\n", &[]);
        let is_kept = |text: &str| check(text, std::slice::from_ref(&kept)).is(&kept);
        assert!(is_kept("EVENT another title\nB 1 A1\nW 2 B1\nB 3 A1\n"));
        let with_text = "EVENT x\nB 1 A1\nCOM\nsome\n\nB 17 A1\nENDCOM\nW 2 B1\nB 3 A1\n";
        assert!(!is_kept(with_text));
        let kept = check(with_text, &[]);
        let is_kept = |text: &str| check(text, std::slice::from_ref(&kept)).is(&kept);
        assert!(is_kept("EVENT\nB 1 A1\nCOM and more\nENDCOM\nW 2 B1\nB 3 A1\n"));
        assert!(!is_kept("EVENT x\nB 1 A1\nCOM\nENDCOM\nW 2 C1\nB 3 A1\n"));
        assert!(!is_kept("EVENT x\nRULES AGA\nB 1 A1\nCOM\nENDCOM\nW 2 B1\nB 3 A1\n"));
    }
}
