//! `textDocument/rename`: the number of a move with all references to it, or a player.

use super::cursor::{self, Cursor, Referent};
use super::trial::{self, Keeps};
use crate::document::Snapshot;
use ishi_check::rewrite::{self, Original, set_number};
use ishi_record::record::{MoveId, player_name};
use ishi_record::syntax::{FieldKind, Keyword, Target};
use ishi_text::{Edit, Span};

/// Words at a place that can be renamed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Renaming {
    /// The words under the cursor that would change.
    pub span: Span,
    /// Their current text: the number of a move, or the name of a player.
    pub name: String,
}

/// An item that has a name.
enum Named {
    /// The move on this line of its event.
    Move(u32),
    Player(String),
}

/// Returns the words at `offset` if they can be renamed (`textDocument/prepareRename`): the number of a move, on its
/// line or in a reference, or a player.
pub fn prepare_rename(snapshot: &Snapshot, offset: usize) -> Option<Renaming> {
    cursor::at(snapshot, offset, |cursor| {
        let (span, _) = named(cursor)?;
        let name = cursor.source.str(span).to_owned();
        Some(Renaming { span: span.shifted(cursor.view.start()), name })
    })
}

/// Renames the move or player at `offset` (`textDocument/rename`). A move gets another number, and so does every `#n`
/// and `#n-n` that refers to this move only. A player gets another name in all events of the text. `None` if there is
/// neither at `offset`.
///
/// # Errors
/// Returns an error if the name is not valid, would change the meaning of a reference, or would be read in another way.
pub fn rename(snapshot: &Snapshot, offset: usize, name: &str) -> Option<Result<Vec<Edit>, rewrite::Error>> {
    let name = name.trim();
    let view = snapshot.event_at(offset);
    let named = cursor::at(snapshot, offset, |cursor| Some(named(cursor)?.1))?;
    let edits = match named {
        Named::Move(line) => number(name.strip_prefix('#').unwrap_or(name)).and_then(|number| {
            let text = view.text();
            let original = Original::of_event(&text, view.is_last()).placed(view.first_line());
            let edits = set_number(&original, line, number)?;
            Ok(edits.into_iter().map(|edit| edit.shifted(view.start())).collect())
        }),
        Named::Player(old) => rename_player(snapshot, &old, name),
    };
    Some(edits.and_then(|edits| trial::hold_if_changed(snapshot, edits, Keeps::Moves)))
}

fn number(name: &str) -> Result<u32, rewrite::Error> {
    let number = name.bytes().all(|byte| byte.is_ascii_digit()).then(|| name.parse().ok()).flatten();
    number
        .filter(|&number| number > 0)
        .ok_or_else(|| rewrite::Error(format!("invalid move number `{name}`: numbers go from 1 to {}", u32::MAX)))
}

/// Whether a player can have this name.
///
/// # Errors
/// Returns the reason why the player can't have the name.
pub(super) fn check_player_name(new: &str) -> Result<(), rewrite::Error> {
    if new.is_empty() || new.contains(['\r', '\n']) {
        return Err(rewrite::Error("a player's name is a line of text that is not empty".into()));
    }
    if player_name(new) != new {
        return Err(rewrite::Error(format!(
            "of `{new}` only `{}` would be taken for the name, and the rest for a rank",
            player_name(new)
        )));
    }
    Ok(())
}

fn rename_player(snapshot: &Snapshot, old: &str, new: &str) -> Result<Vec<Edit>, rewrite::Error> {
    check_player_name(new)?;
    let mut edits = Vec::new();
    for view in snapshot.events() {
        let is_named = |header: &&ishi_record::record::Header| {
            is_player(header.keyword) && is_same(player_name(&header.text), old)
        };
        if !view.event().headers.iter().any(|header| is_named(&header)) {
            continue;
        }
        let text = view.text();
        let source = view.source(&text);
        for header in view.event().headers.iter().filter(is_named) {
            let line = &source.lines[header.line as usize];
            if let Some(field) = source.fields(line).first() {
                let length = player_name(source.str(field.span)).len();
                let span = Span::new(field.span.start as usize, field.span.start as usize + length);
                edits.push(Edit::replace(span.shifted(view.start()), new));
            }
        }
    }
    Ok(edits)
}

/// Whether two names are equal except for case and white space, which are not significant in a record (section 1).
pub(super) fn is_same(one: &str, other: &str) -> bool {
    let words = |name: &str| name.split_whitespace().map(str::to_lowercase).collect::<Vec<_>>();
    words(one) == words(other)
}

fn is_player(keyword: Keyword) -> bool {
    matches!(keyword, Keyword::Black | Keyword::White)
}

/// Returns the named item at the cursor, and the span of its name in the event.
fn named(cursor: &Cursor<'_>) -> Option<(Span, Named)> {
    let line = cursor.line()?;
    let field = cursor.field()?;
    match (line.keyword()?, field.kind) {
        (Keyword::B | Keyword::W, FieldKind::Number(_)) => Some((field.span, Named::Move(cursor.line))),
        (Keyword::Black | Keyword::White, FieldKind::Text) => {
            let name = player_name(cursor.source.str(field.span));
            let span = Span::new(field.span.start as usize, field.span.start as usize + name.len());
            cursor.is_on(span).then(|| (span, Named::Player(name.to_owned())))
        }
        (_, FieldKind::Mark(mark)) if matches!(mark.target, Target::Move(_)) => {
            let [Referent::Move(id)] = cursor.referents(field)[..] else { return None };
            let digits = field.span.start as usize + cursor.source.str(field.span).rfind('#')? + 1;
            Some((Span::new(digits, field.span.end as usize), Named::Move(line_of(cursor, id))))
        }
        (_, FieldKind::Mark(mark)) => {
            // Of a range the number under the cursor.
            let Target::Moves(from, to) = mark.target else { return None };
            let text = cursor.source.str(field.span);
            let first = field.span.start as usize + text.rfind('#')? + 1;
            let dash = field.span.start as usize + text.rfind('-')?;
            let spans = [(from, Span::new(first, dash)), (to, Span::new(dash + 1, field.span.end as usize))];
            let (number, span) = spans.into_iter().find(|&(_, span)| cursor.is_on(span))?;
            let referents = cursor.referents(field);
            let id = referents.iter().find_map(|referent| match *referent {
                Referent::Move(id) if cursor.event[id].number.is_some_and(|own_number| own_number.get() == number) => {
                    Some(id)
                }
                _ => None,
            })?;
            Some((span, Named::Move(line_of(cursor, id))))
        }
        _ => None,
    }
}

fn line_of(cursor: &Cursor<'_>, id: MoveId) -> u32 {
    cursor.event[id].line
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::document::Document;

    #[test]
    fn a_name_that_would_make_the_record_unreadable_is_refused() {
        let snapshot = Document::new("BLACK Ada\nB 1 A1\n", Arc::default()).snapshot();
        let renamed = |name: &str| rename(&snapshot, "BLACK ".len(), name).expect("a player");
        let refusal = renamed("A\0da").expect_err("no text has NUL in it");
        assert!(refusal.to_string().starts_with("this would add an error"), "{refusal}");
        assert_eq!(renamed("Ada").expect("the same name").len(), 1);
        assert_eq!(renamed("Eva").expect("another name").len(), 1);
    }
}
