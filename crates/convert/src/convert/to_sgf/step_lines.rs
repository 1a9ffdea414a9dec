//! The lines of each step of an event, and the lines that a node has to keep because its properties do not have the
//! same meaning.

use crate::convert::Loss;
use crate::convert::block::{SgfBlock, begins_block, have_same_blocks, without_blocks};
use crate::convert::clock;
use crate::convert::content::NodePlace;
use crate::convert::lines::{checksum, lines_of_node};
use crate::convert::names::LongNames;
use crate::convert::node::NodeLines;
use crate::convert::position::REMARK;
use crate::convert::property::Prop;
use crate::convert::verbatim::LINES;
use ishi_record::record::{Datum, Event, Misfit, Owner, Reading, SequenceId, Step, meaning};
use ishi_record::syntax::{BLANKS, Field, FieldKind, Following, Keyword, Line, LineKind, Reader, Source, Target};

/// The event can't be rebuilt from the nodes of its game.
pub(super) struct Irregular;

/// Whether all lines are as in the Standard.
fn has_plain_lines(source: &Source<'_>) -> bool {
    let is_plain = |field: &Field| !matches!(field.kind, FieldKind::Bad(_) | FieldKind::Skipped);
    source.lines.iter().all(|line| {
        let fields = source.fields(line);
        match line.kind {
            LineKind::Text(_) => true,
            LineKind::Blank => source.str(line.span).trim().is_empty(),
            LineKind::Data(Keyword::B | Keyword::W) => {
                let [Field { kind: FieldKind::Number(_), .. }, place, ..] = fields else { return false };
                matches!(place.kind, FieldKind::Location(_) | FieldKind::Pass) && fields[2..].iter().all(is_plain)
            }
            LineKind::Data(Keyword::Endvar) => fields.is_empty(),
            LineKind::Data(_) => fields.iter().all(is_plain),
            LineKind::Bare | LineKind::Unknown | LineKind::Misspelt(_) | LineKind::Foreign => false,
        }
    })
}

/// Whether no variation has data before its first move, and no variation begins with a move that has variations itself.
/// In SGF, the variation and its own variations would be variations of the same move.
fn has_plain_variations(event: &Event) -> bool {
    let is_of_variation = |datum: &Datum| matches!(datum.owner, Owner::Variation(_));
    let mut variations = (1..event.sequences.len() as u32).map(SequenceId);
    let is_varied = |id| match event.steps(id).first() {
        Some(&Step::Move(first)) => event.variations(first).next().is_some(),
        _ => false,
    };
    !event.data.iter().any(is_of_variation) && !variations.any(is_varied)
}

/// The lines of each step of an event: its own line, its data, and the lines directly before it.
pub(super) struct StepLines<'t> {
    lines: &'t [Line],
    /// The end of the lines before the tree.
    head: usize,
    /// For each line, the lines of the step whose own line it is.
    steps: Vec<(usize, usize)>,
}

impl<'t> StepLines<'t> {
    /// Finds the lines of each step of an event; `None` if the lines show that the event can't be rebuilt from nodes.
    pub(super) fn plain(source: &'t Source<'_>, reading: &Reading) -> Option<Self> {
        let is_plain = reading.misfits.iter().all(|misfit| matches!(misfit, Misfit::Dangling(_)))
            && source.faults.is_empty()
            && has_plain_variations(&reading.event)
            && has_plain_lines(source);
        if is_plain { Self::of(&source.lines).ok() } else { None }
    }

    /// Finds the lines of each step. Fails if a line belongs to no step.
    pub(super) fn of(lines: &'t [Line]) -> Result<Self, Irregular> {
        let is_structural = |line: &Line| {
            matches!(line.keyword(), Some(Keyword::B | Keyword::W | Keyword::Diagram | Keyword::Var | Keyword::Endvar))
        };
        let is_filled = |line: &Line| !matches!(line.kind, LineKind::Blank);
        let mut steps = vec![(0, 0); lines.len()];
        let mut head = None;
        // Where the lines begin that no step has yet, and the last step with its own first line.
        let mut from = 0;
        let mut step: Option<(usize, usize)> = None;
        let mut last_was_step = true;
        let structural = lines.iter().enumerate().filter(|(_, line)| is_structural(line));
        for (index, line) in structural.map(|(index, line)| (index, Some(line))).chain([(lines.len(), None)]) {
            let keyword = line.and_then(Line::keyword);
            if last_was_step {
                // What stands before the next step belongs to that, if it is a remark.
                let mut end = index;
                if !matches!(keyword, None | Some(Keyword::Endvar)) {
                    let is_before = |line: &Line| matches!(line.keyword(), Some(Keyword::Remark)) || !is_filled(line);
                    let own_start = step.map_or(0, |(_, last)| last + 1);
                    while end > own_start && is_before(&lines[end - 1]) {
                        end -= 1;
                    }
                }
                match step {
                    Some((start, index)) => {
                        steps[index] = (start, end);
                    }
                    None => head = Some(end),
                }
                from = end;
            } else if !matches!(keyword, Some(Keyword::B | Keyword::W | Keyword::Diagram | Keyword::Var))
                && lines[from..index].iter().any(is_filled)
            {
                return Err(Irregular);
            }
            match keyword {
                Some(Keyword::Var) => last_was_step = false,
                Some(Keyword::Endvar) => {
                    from = index + 1;
                    last_was_step = false;
                }
                _ => {
                    step = Some((from, index));
                    last_was_step = true;
                }
            }
        }
        Ok(Self { lines, head: head.unwrap_or(lines.len()), steps })
    }

    /// The lines before the tree.
    pub(super) fn head(&self) -> &'t [Line] {
        &self.lines[..self.head]
    }

    /// The lines of the step whose own line is `at`.
    pub(super) fn step(&self, at: u32) -> &'t [Line] {
        self.steps.get(at as usize).map_or(&[], |&(start, end)| &self.lines[start..end])
    }
}

/// Whether the lines before the moves of an event have only the position from which a game continues.
pub(super) fn is_head_of_part(source: &Source<'_>, head: &[Line]) -> bool {
    head.iter().all(|line| match line.kind {
        LineKind::Text(_) => source.str(line.span).starts_with("part "),
        LineKind::Data(Keyword::User) => begins_block(source, line),
        LineKind::Data(Keyword::Enduser) => true,
        _ => follows(source, line),
    })
}

/// Whether a line before the moves follows from the node.
fn follows(source: &Source<'_>, line: &Line) -> bool {
    match line.kind {
        LineKind::Blank | LineKind::Data(Keyword::Event | Keyword::Boardsize | Keyword::Setup) => true,
        LineKind::Data(Keyword::Remark) => source.free_text(line).starts_with(REMARK),
        _ => false,
    }
}

/// The surroundings of a node on which its lines depend, apart from its properties.
pub(super) struct NodeContext<'b> {
    pub(super) kind: NodeLines,
    pub(super) place: NodePlace,
    pub(super) block: &'b SgfBlock,
    /// How far the parent is above the default parent.
    pub(super) up: u32,
    /// Whether it begins a variation.
    pub(super) is_first: bool,
    pub(super) has_stones: bool,
    /// The number of the part of the game that continues from the node.
    pub(super) part: Option<u32>,
    /// Whether the block lists properties that the lines contradict.
    pub(super) has_outdated: bool,
}

/// Whether the lines of a node are only a move, and a VAR without a marker before it if the node begins a variation.
pub(super) fn is_plain_move(source: &Source<'_>, lines: &[Line], is_first: bool) -> bool {
    match (lines, is_first) {
        ([line], false) => source.fields(line).len() == 2,
        ([var, line], true) => source.fields(var).is_empty() && source.fields(line).len() == 2,
        _ => false,
    }
}

/// The property that keeps the lines of a node; `None` if its properties have the same meaning. `has_order` says
/// whether the order of the lines matters.
pub(super) fn kept_lines(
    source: &Source<'_>,
    lines: &[&Line],
    properties: &[Prop<'_>],
    node: &NodeContext<'_>,
    has_order: bool,
) -> Result<Option<Prop<'static>>, Irregular> {
    let &NodeContext { kind, place, block, up, is_first, has_stones, part, has_outdated } = node;
    let expected_block = SgfBlock {
        up,
        is_first: kind == NodeLines::Diagram && has_stones && !is_first && part.is_none(),
        part,
        charset: block.charset.clone(),
        names: if kind.has_headers() { block.names.clone() } else { LongNames::default() },
        ..SgfBlock::default()
    };
    let mut expected = String::new();
    if is_first {
        expected.push_str("VAR\n");
    }
    let has_block = lines.iter().any(|line| begins_block(source, line));
    expected += &lines_of_node(properties, kind, place, &expected_block, has_block);
    if !has_outdated && trimmed(source, lines).eq(expected.split_terminator('\n')) {
        return Ok(None);
    }
    let written = trimmed(source, lines).collect::<Vec<_>>().join("\n");
    // The names in a line of clock times are only an order.
    let without_times = if has_order { None } else { clock::without_equal_times(&written, &expected) };
    let is_more = |line: &Line| match line.keyword() {
        Some(Keyword::Remark) => clock::read(source, line).is_none(),
        Some(Keyword::Prisoner | Keyword::Unmark) => true,
        Some(Keyword::Mark) => source.fields(line).iter().any(|field| refers_to_move(field.kind)),
        _ => false,
    };
    let has_more = lines.iter().any(|line| is_more(line));
    let is_said = if has_more {
        // Properties say no such lines.
        false
    } else {
        let (written, expected) =
            without_times.as_ref().map_or((&written, &expected), |(written, expected)| (written, expected));
        if has_outdated || have_same_blocks(written, expected) {
            // What has been left out stands in the block, and so do names of properties.
            let (written, expected) = (without_blocks(written).0, without_blocks(expected).0);
            have_equal_meanings(&written, &expected, has_order)
        } else {
            have_equal_meanings(written, expected, true)
        }
    };
    if is_said {
        return Ok(None);
    }
    if block.is_joined || written.contains('\r') {
        return Err(Irregular);
    }
    let note = if is_first { " VAR" } else { "" };
    Ok(Some(checksum(kind, place, up, is_first).with(properties).property(LINES, note, &written)))
}

/// Whether a field marks stones by their numbers. Properties can only name points.
fn refers_to_move(field: FieldKind) -> bool {
    matches!(field, FieldKind::Mark(mark) if !matches!(mark.target, Target::Point(_)))
}

/// Lines without leading white space, if it has no meaning. The title of a comment keeps the white space after it, and
/// a blank line ends a list.
fn trimmed<'t>(source: &Source<'t>, lines: &[&Line]) -> impl Iterator<Item = &'t str> {
    lines.iter().map(move |line| {
        let text = source.str(line.span);
        if matches!(line.kind, LineKind::Text(_)) { text } else { text.trim_start_matches(BLANKS) }
    })
}

/// Whether two texts have the same meaning. If `has_order` is false, the order of their lines may differ.
fn have_equal_meanings(one: &str, other: &str, has_order: bool) -> bool {
    let meanings =
        |text: &str| Reader::new(text, Following::NOTHING).map(|source| meaning(&source)).collect::<String>();
    let (one, other) = (meanings(one), meanings(other));
    let sorted = |text: &str| {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    one == other || !has_order && sorted(&one) == sorted(&other)
}

/// The losses for the kept lines of a node that other programs will not find. The text of the event begins at `at`.
pub(super) fn losses(source: &Source<'_>, at: usize, lines: &[&Line]) -> impl Iterator<Item = Loss> {
    lines.iter().filter_map(move |line| {
        let has_fields = || !source.fields(line).is_empty();
        let why = match line.kind {
            LineKind::Data(Keyword::Remark) if clock::read(source, line).is_none() => {
                "other programs do not show remarks"
            }
            LineKind::Data(Keyword::User) => "other programs have no use for it",
            LineKind::Data(Keyword::Hide) => "other programs hide no stones by their numbers",
            LineKind::Data(Keyword::Diagram) if has_fields() => "other programs show the whole board",
            LineKind::Data(Keyword::Var) if has_fields() => "other programs do not show the markers of variations",
            _ => return None,
        };
        let what = source.str(line.span).trim().to_owned();
        Some(Loss { span: line.span.shifted(at), what, why })
    })
}
