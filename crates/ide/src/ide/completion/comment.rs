//! Signs in the text of a comment, which refer to the marks beside it.

use super::references::SIGNS;
use super::{Completion, CompletionKind};
use ishi_record::record::{DatumKind, Event};
use ishi_record::syntax::{Sign, Source};
use ishi_text::Span;

/// The signs of the marks of the comment's item, if a sign is being typed on the line with this index.
pub(super) fn proposals(source: &Source<'_>, event: &Event, index: usize, offset: usize) -> Option<Vec<Completion>> {
    let line = source.lines.get(index)?.span;
    let before = source.text.get(line.start as usize..offset)?;
    let start = before.rfind('\\')?;
    let typed = &before[start..];
    // Between CR and LF nothing is typed.
    let after = source.text.get(offset..line.end as usize)?;
    let rest = after.bytes().take_while(u8::is_ascii_alphanumeric).count();
    let word = Span::new(line.start as usize + start, offset + rest);
    let marks = event.data_of(event.owner_at(index as u32)).filter_map(|datum| match &datum.kind {
        DatumKind::Mark(range) => Some(event.marks(range)),
        _ => None,
    });
    let used: Vec<Sign> = marks.flatten().map(|mark| mark.sign).collect();
    let signs = SIGNS.iter().filter(|(text, sign, _)| used.contains(sign) && super::begins(text, typed));
    let items = signs.map(|&(text, _, name)| Completion::new(CompletionKind::Sign, text, word).with_detail(name));
    Some(items.collect())
}
