//! The line with the clock times of a node, before its move: `REMARK sgf BL[1770.9]`.

use super::block::{Listed, NAME, SgfBlock};
use super::property::Prop;
use crate::syntax::{Keyword, Line, Source};

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
    if line.keyword() != Some(Keyword::Remark) {
        return None;
    }
    let text = source.free_text(line);
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
    let own = self::line(&block)?;
    (own.strip_prefix("REMARK ") == Some(text)).then_some(block)
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
