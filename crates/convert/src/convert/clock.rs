//! The line with the clock times of a node, before its move: `REMARK sgf BL[1770.9]`.

use super::block::{Listed, NAME, SgfBlock};
use super::property::Prop;
use ishi_record::syntax::{Keyword, Line, Source};
use ishi_sgf as sgf;

/// The properties for the remaining time and the remaining moves. In some files each move has one or two of them.
const NAMES: [&str; 4] = ["BL", "WL", "OB", "OW"];

/// Whether a property is one of those that such a line can hold.
pub(super) fn is_time(property: &Prop<'_>) -> bool {
    NAMES.contains(&&*property.id)
}

/// The line for a block; `None` if the block has anything else.
pub(super) fn line(block: &SgfBlock) -> Option<String> {
    let is_held = |listed: &Listed| match listed {
        Listed::Bare(_) => true,
        Listed::Whole(property) => is_time(property),
    };
    let has_times = block.listed.iter().any(|listed| matches!(listed, Listed::Whole(_)));
    let rest = SgfBlock { listed: block.listed.clone(), ..SgfBlock::default() };
    (has_times && block.listed.iter().all(is_held) && rest == *block).then(|| {
        let items = block.lines();
        format!("REMARK {NAME} {}", items.join(" "))
    })
}

/// Reads such a line; `None` for any other line.
pub(super) fn read(source: &Source<'_>, line: &Line) -> Option<SgfBlock> {
    (line.keyword() == Some(Keyword::Remark)).then(|| parse(source.free_text(line)))?
}

/// Reads the text after REMARK.
fn parse(text: &str) -> Option<SgfBlock> {
    let mut block = SgfBlock::default();
    for item in items(text.strip_prefix(NAME)?.strip_prefix(' ')?) {
        let is_name = !item.is_empty() && item.bytes().all(|byte| byte.is_ascii_uppercase());
        let listed = match Prop::of_line(item).filter(is_time) {
            Some(property) => Listed::Whole(property),
            None if is_name => Listed::Bare(item.to_owned()),
            None => return None,
        };
        block.listed.push(listed);
    }
    // What a person has written in another way is a remark as any other.
    let canonical = self::line(&block)?;
    (canonical.strip_prefix("REMARK ") == Some(text)).then_some(block)
}

/// Returns the lines of a node and another version of them without their lines of clock times. `None` unless both have
/// exactly one such line with the same times. Names without values keep only the order of the properties, so they may
/// differ, but each has to be a property of SGF.
pub(super) fn without_equal_times(one: &str, other: &str) -> Option<(String, String)> {
    let (one, times) = without_times(one)?;
    let (other, other_times) = without_times(other)?;
    (times == other_times).then_some((one, other))
}

/// The lines of a node without its line of clock times, and the times.
fn without_times(text: &str) -> Option<(String, Vec<Prop<'static>>)> {
    let times_of = |line: &str| {
        let block = parse(line.strip_prefix("REMARK ")?)?;
        let is_known = |listed: &Listed| match listed {
            Listed::Bare(name) => sgf::definition(name).is_some(),
            Listed::Whole(_) => true,
        };
        block.listed.iter().all(is_known).then_some(block)
    };
    // Later lines may be the text of a comment.
    let is_before_move = |line: &&str| line.is_empty() || line.starts_with("REMARK") || *line == "VAR";
    let before = text.split('\n').take_while(is_before_move).enumerate();
    let mut candidates = before.filter_map(|(index, line)| Some((index, times_of(line)?)));
    let (Some((at, block)), None) = (candidates.next(), candidates.next()) else { return None };
    let others: Vec<&str> =
        text.split('\n').enumerate().filter(|(index, _)| *index != at).map(|(_, line)| line).collect();
    let times = block.listed.into_iter().filter_map(|listed| match listed {
        Listed::Whole(property) => Some(property),
        Listed::Bare(_) => None,
    });
    Some((others.join("\n"), times.collect()))
}

/// The parts of a text between spaces, ignoring spaces inside values.
fn items(text: &str) -> Vec<&str> {
    let (mut is_value, mut is_escaped) = (false, false);
    text.split(move |character: char| {
        let escaped = std::mem::take(&mut is_escaped);
        match character {
            '\\' => is_escaped = !escaped,
            '[' if !escaped => is_value = true,
            ']' if !escaped => is_value = false,
            _ => {}
        }
        character == ' ' && !is_value
    })
    .collect()
}
