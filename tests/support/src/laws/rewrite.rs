//! A change of a record can be made as it is offered, and loses nothing. Renaming, and whatever only puts lines
//! elsewhere or numbers them, keeps all that a record says if nothing is wrong with it.

use std::sync::Arc;

use ishi_ide::document::{Document, Snapshot};
use ishi_ide::ide::{ActionId, ActionKind, Analysis, Change, prepare_rename, rename};
use ishi_record::record::read;
use ishi_record::syntax::{Following, Reader};
use ishi_text::{BYTE_ORDER_MARK, Edit, Span, apply};

use super::essence::{Essence, essence};
use super::format::is_valid;
use super::places::assert_applicable;
use super::{Choices, Input, blocks};

/// Changes that make a comment of other lines or other lines of a comment, or that remove comments.
const OF_TEXT: [&str; 5] = ["comment", "user-data", "remark-to-comment", "comment-to-remark", "delete-variation"];

/// Changes that keep all content.
const KEEPING: [&str; 7] = [
    "promote",
    "demote",
    "variation-up",
    "variation-down",
    "renumber-from-here",
    "renumber-going-on",
    "renumber-from-one",
];

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    let snapshot = Document::new(&text, Arc::default()).snapshot();
    for _ in 0..4 {
        if choices.once_in(3) {
            rename_something(&text, &snapshot, &mut choices);
        } else {
            change_something(&text, &snapshot, &mut choices);
        }
        if choices.are_over() {
            return;
        }
    }
}

fn rename_something(text: &str, snapshot: &Snapshot, choices: &mut Choices<'_>) {
    let at = choices.place(text);
    if prepare_rename(snapshot, at).is_none() {
        return;
    }
    let name = if choices.once_in(8) { choices.piece() } else { (1 + choices.below(300)).to_string() };
    if let Some(Ok(edits)) = rename(snapshot, at, &name) {
        let new = made(text, &edits, "renaming");
        assert_eq!(blocks(&new), blocks(text), "the name {name:?} at {at} changes a comment of {text:?}");
        assert_keeps(text, &new, "renaming");
    }
}

fn change_something(text: &str, snapshot: &Snapshot, choices: &mut Choices<'_>) {
    let (start, end) = choices.selection(text);
    let span = Span::new(start, end);
    let analysis = Analysis::new(snapshot.clone());
    let offered = analysis.actions(span, span, |kind| kind != ActionKind::QuickFix);
    let ids = offered.iter().filter_map(|action| match action.change {
        Change::Deferred(id) => Some(id),
        Change::Edits(_) => None,
    });
    let ids: Vec<ActionId> = ids.collect();
    if ids.is_empty() {
        return;
    }
    let id = *choices.of(&ids);
    let name = &*id.to_string();
    let Ok(edits) = analysis.resolve(span, id).expect("what is offered") else { return };
    let new = made(text, &edits, name);
    let sorted = |text: &str| {
        let blocks = blocks(text);
        let lines = blocks.iter().flat_map(|line| line.split('\r'));
        // The list of dead stones is what it changes.
        let is_list = |line: &str| name == "toggle-dead" && line.split_whitespace().next() == Some("dead");
        let mut lines: Vec<_> = lines.filter(|line| !line.is_empty() && !is_list(line)).map(str::to_owned).collect();
        lines.sort_unstable();
        lines
    };
    let is_kept = OF_TEXT.contains(&name) || sorted(&new) == sorted(text);
    assert!(is_kept, "{name} at {span:?} changes a comment of {text:?}, which becomes {new:?}");
    if KEEPING.contains(&name) {
        assert_keeps(text, &new, name);
    }
}

fn made(text: &str, edits: &[Edit], name: &str) -> String {
    assert_applicable(text, edits);
    let new = apply(text, edits);
    // A byte order mark is a mistake that can be fixed with certainty, and nothing else takes it away.
    let is_marked = |text: &str| text.starts_with(BYTE_ORDER_MARK);
    let is_kept = is_marked(&new) == is_marked(text) || name == "fix-all" && is_marked(text);
    assert!(is_kept, "{name} of {text:?} makes {new:?}");
    new
}

/// Both texts say the same, but for the names of players, if the old one is sound.
fn assert_keeps(old: &str, new: &str, name: &str) {
    if !is_sound(old) || !is_valid(old) {
        return;
    }
    assert!(is_sound(new), "{name} breaks {old:?}, which becomes {new:?}");
    let (before, after) = (without_names(essence(old)), without_names(essence(new)));
    assert_eq!(after, before, "{name} changes what {old:?} says, which becomes {new:?}");
}

fn without_names(mut essence: Essence) -> Essence {
    essence.retain(|what, _| !what.contains(": BLACK ") && !what.contains(": WHITE "));
    essence
}

/// All lines are where they may be.
fn is_sound(text: &str) -> bool {
    Reader::new(text, Following::NOTHING).all(|source| read(&source).misfits.is_empty())
}
