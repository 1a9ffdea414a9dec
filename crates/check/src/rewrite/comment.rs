//! The comment of an item as one text, as in a text field beside the board.

use super::lines;
use super::original::{Error, Original, OriginalEvent, refuse};
use super::revision::Revision;
use super::spelling::Spelling;
use ishi_record::record::{Datum, DatumKind, Owner};
use ishi_record::syntax::{BLANKS, LineKind};
use ishi_text::Edit;

/// Sets the comment of the item at `line` to `text`; an empty text removes the comment. If the first line of the text
/// is the title, it stays the title.
///
/// # Errors
/// Returns an error for a text that a comment can't contain, for several comments, and for a record that has to be
/// fixed first.
pub fn set_comment(original: &Original<'_>, line: u32, text: &str) -> Result<Revision, Error> {
    if text.contains('\0') {
        return refuse("a comment can't hold this text: a file with a NUL is not a text file");
    }
    let part = original.whole_blocks()?;
    let source = &part.source;
    let owner = part.event.owner_at(line);
    let mut texts: Vec<&str> = text.split('\n').map(without_blanks).collect();
    while texts.pop_if(|line| line.is_empty()).is_some() {}
    let comments = comments(part, owner);
    if let [first, second, ..] = comments[..] {
        let [first, second] = [first, second].map(|datum| original.line_number(datum.line));
        return refuse(format!(
            "there are two comments here, in lines {first} and {second}: join them in the text first"
        ));
    }
    let line_end = source.line_end();
    let edits = match (comments.first(), texts.is_empty()) {
        (None, true) => Vec::new(),
        (Some(comment), true) => vec![lines::delete(source, comment.line as usize..comment.end as usize)],
        (None, false) => {
            let indent = part.item_indent(owner);
            let spelling = Spelling::of(source, &part.event);
            let mut block = vec![format!("{indent}{}", spelling.spell("COM"))];
            block.extend(texts.iter().map(|&line| line.to_owned()));
            block.push(format!("{indent}{}", spelling.spell("ENDCOM")));
            vec![lines::insert(source, part.end_of_data(owner) as usize, &block)]
        }
        (Some(comment), false) => {
            let opening = &source.lines[comment.line as usize];
            let title = without_blanks(source.free_text(opening));
            let mut edits = Vec::new();
            let mut rest = &texts[..];
            if !title.is_empty() {
                if texts[0] == title {
                    rest = &texts[1..];
                } else {
                    let end = opening.span.end;
                    edits.push(Edit::delete(ishi_text::Span { start: opening.word.end, end }));
                }
            }
            let body = comment.line as usize + 1..comment.end as usize;
            let is_text = |line: usize| matches!(source.lines[line].kind, LineKind::Text(_));
            let body = body.start..body.start + body.clone().take_while(|&line| is_text(line)).count();
            let new: String = rest.iter().flat_map(|&line| [line, line_end]).collect();
            let span = lines::whole(source, body);
            if span.of(source.text) != new {
                edits.push(Edit::replace(span, new));
            }
            edits
        }
    };
    let revision = Revision { edits, line: part.event.line_of(owner) };
    let refusal = "a comment can't hold this text: a line that begins with COM or ENDCOM would begin or end a comment";
    revision.verified(original, refusal, |new| {
        let owner = new.event.owner_at(part.event.line_of(owner));
        lines_of_comment(new, owner) == texts && new.source.faults.len() <= part.source.faults.len()
    })
}

/// A line without the white space after it.
fn without_blanks(line: &str) -> &str {
    line.trim_end_matches(|last| BLANKS.contains(&last) || last == '\r')
}

fn comments<'p>(part: &'p OriginalEvent<'_>, owner: Owner) -> Vec<&'p Datum> {
    part.event.data_of(owner).filter(|datum| datum.kind == DatumKind::Comment).collect()
}

/// The text of all comments of an item, line by line.
fn lines_of_comment<'p>(part: &'p OriginalEvent<'_>, owner: Owner) -> Vec<&'p str> {
    let mut texts = Vec::new();
    for comment in comments(part, owner) {
        let block = &part.source.lines[comment.line as usize..comment.end as usize];
        texts.extend(Some(without_blanks(part.source.free_text(&block[0]))).filter(|title| !title.is_empty()));
        let text = block.iter().filter(|line| matches!(line.kind, LineKind::Text(_)));
        texts.extend(text.map(|line| without_blanks(part.source.str(line.span))));
    }
    while texts.pop_if(|line| line.is_empty()).is_some() {}
    texts
}
