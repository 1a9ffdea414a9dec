//! `REMARK ishi: allow CODE …` suppresses rules for the item that the remark belongs to.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use crate::check::{Code, Diagnostic, Fix, FixKind, Sink};
use ishi_convert::convert;
use ishi_record::record::{DatumKind, Event, Reading, SequenceId, Step};
use ishi_record::syntax::{Field, FieldKind, Line, Source};
use ishi_text::{Edit, Span};

/// The rules that judge a move by the rules of Go. A move that is played as it is, whatever these rules say, has a
/// property for that in SGF.
pub(in crate::check) const RULES_OF_GO: [Code; 4] =
    [Code::OccupiedPoint, Code::SelfCapture, Code::Ko, Code::RepeatedPosition];

pub(in crate::check) fn apply(source: &Source<'_>, reading: &Reading, sink: &mut Sink<'_>) {
    allow_forced_moves(source, sink);
    let mut allowances = Vec::new();
    let mut extents = None;
    let mut nearest = HashMap::new();
    for remark in &reading.event.remarks {
        let line = &source.lines[remark.line as usize];
        let Some(words) = directive(source, line) else { continue };
        let Some((verb, codes)) = words.split_first() else { continue };
        if !source.str(*verb).eq_ignore_ascii_case("allow") || codes.is_empty() {
            sink.report(Code::UnknownSuppression, *verb, |diagnostic| {
                diagnostic.message = "a remark to ishi has the form `REMARK ishi: allow CODE [CODE …]`".into();
            });
            continue;
        }
        // A remark that belongs to nothing is reported as such.
        let Some(on) = remark.on else { continue };
        let extents = extents.get_or_insert_with(|| extents_of(&reading.event));
        let item = on..extents.get(&on).copied().unwrap_or(reading.event.lines);
        let item = if reading.event.definition == Some(on) { 0..reading.event.lines } else { item };
        for &span in codes {
            let name = source.str(span);
            let codes_meant = match Code::of(name) {
                Some(code) => Some(Silenced::One(code)),
                None => name.eq_ignore_ascii_case("all").then_some(Silenced::All),
            };
            if let Some(meant) = codes_meant {
                let removal = if codes.len() == 1 { line.whole() } else { span };
                allowances.push(Allowance { meant, span, removal, item: item.clone(), used: false });
            } else {
                let nearest = *nearest.entry(name).or_insert_with(|| Code::nearest(name));
                unknown(name, span, nearest, sink);
            }
        }
    }
    if allowances.is_empty() {
        return;
    }
    silence(source, &mut allowances, sink);
    for allowance in allowances {
        // A rule that is off reports nothing, which says nothing about the record.
        if !allowance.used && allowance.meant.is_on(sink) && sink.findings.omitted == 0 {
            unused(source, &allowance, sink);
        }
    }
}

/// Removes diagnostics that judge a move by the rules of Go if the record says, as SGF does, that it is played anyway.
fn allow_forced_moves(source: &Source<'_>, sink: &mut Sink<'_>) {
    let diagnostics = &mut sink.findings.diagnostics;
    if !diagnostics.iter().any(|diagnostic| RULES_OF_GO.contains(&diagnostic.code)) {
        return;
    }
    let forced = convert::forced_moves(source);
    diagnostics.retain(|diagnostic| {
        let line = source.line_at(diagnostic.span.start as usize) as u32;
        !RULES_OF_GO.contains(&diagnostic.code) || forced.binary_search(&line).is_err()
    });
}

/// Whether a remark on the event itself suppresses a rule that compares it with others of the file.
pub(in crate::check) fn is_allowed(source: &Source<'_>, event: &Event, code: Code) -> bool {
    let remarks = event.remarks.iter().filter(|remark| remark.on.is_some() && remark.on == event.definition);
    let mut directives = remarks.filter_map(|remark| directive(source, &source.lines[remark.line as usize]));
    directives.any(|words| {
        let names = words.iter().skip(1).map(|word| source.str(*word));
        source.str(words[0]).eq_ignore_ascii_case("allow")
            && names.into_iter().any(|name| name.eq_ignore_ascii_case("all") || Code::of(name) == Some(code))
    })
}

/// The rules that a remark suppresses.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Silenced {
    One(Code),
    /// All rules: `all`.
    All,
}

impl Silenced {
    fn covers(self, code: Code) -> bool {
        self == Self::All || self == Self::One(code)
    }

    /// Whether one of these rules is on.
    fn is_on(self, sink: &Sink<'_>) -> bool {
        match self {
            // Whether it reports something depends on other events.
            Self::One(Code::DuplicateGame) => false,
            Self::One(code) => !code.is_retired() && sink.wants(code),
            Self::All => true,
        }
    }

    fn name(self) -> &'static str {
        match self {
            Self::One(code) => code.name(),
            Self::All => "all",
        }
    }
}

/// One code of a remark.
struct Allowance {
    meant: Silenced,
    span: Span,
    /// The text to remove with the code: the code itself, or the whole remark if it has no other code.
    removal: Span,
    /// The lines in which the code is suppressed.
    item: Range<u32>,
    used: bool,
}

/// Removes the allowed diagnostics. Items are either nested or disjoint, so the innermost item of a line is the last
/// item that has begun and not ended.
fn silence(source: &Source<'_>, allowances: &mut [Allowance], sink: &mut Sink<'_>) {
    let codes: HashSet<Code> = sink.findings.diagnostics.iter().map(|diagnostic| diagnostic.code).collect();
    for code in codes {
        let mut indices: Vec<usize> =
            (0..allowances.len()).filter(|&index| allowances[index].meant.covers(code)).collect();
        if indices.is_empty() {
            continue;
        }
        indices.sort_by_cached_key(|&index| allowances[index].item.start);
        let mut indices = indices.into_iter().peekable();
        let mut open: Vec<usize> = Vec::new();
        sink.findings.diagnostics.sort_by_key(Diagnostic::order);
        sink.findings.diagnostics.retain(|diagnostic| {
            if diagnostic.code != code {
                return true;
            }
            let line = source.line_at(diagnostic.span.start as usize) as u32;
            while let Some(index) = indices.next_if(|&index| allowances[index].item.start <= line) {
                open.push(index);
            }
            while open.last().is_some_and(|&index| allowances[index].item.end <= line) {
                open.pop();
            }
            match open.last() {
                Some(&index) => {
                    allowances[index].used = true;
                    false
                }
                None => true,
            }
        });
    }
}

fn unknown(name: &str, span: Span, nearest: Option<Code>, sink: &mut Sink<'_>) {
    sink.report(Code::UnknownSuppression, span, |diagnostic| {
        let Some(nearest) = nearest else {
            diagnostic.message = format!("unknown code `{name}`; `ishi explain` lists all codes");
            return;
        };
        diagnostic.message = format!("unknown code `{name}`; the nearest is `{nearest}`");
        diagnostic.fixes.push(Fix {
            title: format!("change to {nearest}"),
            kind: FixKind::Suggested,
            edits: vec![Edit::replace(span, nearest.name())],
        });
    });
}

fn unused(source: &Source<'_>, allowance: &Allowance, sink: &mut Sink<'_>) {
    let Allowance { meant, span, removal, .. } = allowance;
    let code = meant.name();
    sink.report(Code::UnusedSuppression, *span, |diagnostic| {
        diagnostic.message = match meant {
            Silenced::One(_) => format!("nothing here is reported as `{code}`; remove the code from the remark"),
            Silenced::All => "nothing is reported here; remove the remark".into(),
        };
        let start = if removal == span {
            source.text[..span.start as usize].trim_end_matches([' ', '\t', ',']).len()
        } else {
            removal.start as usize
        };
        let removal = Edit::delete(Span::new(start, removal.end as usize));
        diagnostic.fixes.push(Fix::removal(format_args!("`{code}`"), vec![removal]));
    });
}

/// The words after `ishi:` in a remark to this program, or the word `ishi:` itself if no words follow.
fn directive(source: &Source<'_>, remark: &Line) -> Option<Vec<Span>> {
    let [Field { span, kind: FieldKind::Text }] = source.fields(remark) else { return None };
    let text = source.str(*span);
    let name = text.get(.."ishi:".len()).filter(|name| name.eq_ignore_ascii_case("ishi:"))?;
    let base = span.start as usize;
    let mut words = Vec::new();
    let mut at = name.len();
    for word in text[at..].split_inclusive([' ', '\t', ',']) {
        let length = word.trim_end_matches([' ', '\t', ',']).len();
        if length > 0 {
            words.push(Span::new(base + at, base + at + length));
        }
        at += word.len();
    }
    Some(if words.is_empty() { vec![Span::new(base, base + name.len())] } else { words })
}

/// The end of each item, by its first line: a setup ends after its data, a move or diagram after its data and
/// variations (sections 4.2 to 4.4).
fn extents_of(event: &Event) -> HashMap<u32, u32> {
    let line_of = |step: &Step| match step {
        Step::Move(id) => event[*id].line,
        Step::Diagram(id) => event.diagram(*id).line,
    };
    let mut extents = HashMap::new();
    let mut steps = Vec::new();
    for (sequence, id) in event.sequences.iter().zip((0..).map(SequenceId)) {
        let lines: Vec<u32> = event.steps(id).iter().map(line_of).collect();
        let ends = lines.iter().skip(1).copied().chain([sequence.end.unwrap_or(event.lines)]);
        extents.extend(lines.iter().copied().zip(ends));
        steps.extend(lines);
    }
    steps.sort_unstable();
    for datum in event.data.iter().filter(|datum| matches!(datum.kind, DatumKind::Setup(_))) {
        let next = steps.partition_point(|&step| step <= datum.line);
        extents.insert(datum.line, steps.get(next).copied().unwrap_or(event.lines));
    }
    extents
}
