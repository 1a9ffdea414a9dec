//! A command of a board is refused with a reason, or adds no error, changes no comment but the one it is for, loses no
//! move but those that it deletes, and is undone by the reverse edits. A move that was played once in a record without
//! errors is found when it is played again.

use std::sync::Arc;

use ishi_board::{Color, Point};
use ishi_check::rewrite::PointMark;
use ishi_ide::document::Document;
use ishi_ide::ide::{Analysis, BoardCommand};
use ishi_position::ColumnUnit;
use ishi_record::record::MoveTarget;
use ishi_record::syntax::Sign;

use ishi_text::apply;

use super::kept::errors;
use super::places::assert_applicable;
use super::reverse::reverse;
use super::{Choices, Input, blocks};

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    for _ in 0..4 {
        let at = choices.place(&text);
        let change = any(&mut choices);
        make(&text, at, &change);
        if choices.are_over() {
            return;
        }
    }
}

pub fn any(choices: &mut Choices<'_>) -> BoardCommand {
    let marks = [
        PointMark::Sign(Sign::Triangle),
        PointMark::Sign(Sign::Label(*b"xy")),
        PointMark::Sign(Sign::Label([b'@', 0])),
        PointMark::NextLetter,
        PointMark::NextNumber,
        PointMark::Nothing,
    ];
    let colors = [Some(Color::Black), Some(Color::White), None];
    // Points in a corner meet each other.
    let side = if choices.once_in(2) { 19 } else { 5 };
    let point = Point::new(choices.below(side) as u8, choices.below(side) as u8).expect("a point");
    match choices.below(14) {
        0 => BoardCommand::Play(MoveTarget::Pass),
        1 => BoardCommand::Mark(point, *choices.of(&marks)),
        2 => BoardCommand::Setup(point, *choices.of(&colors)),
        3 => BoardCommand::Comment(choices.piece()),
        4 => BoardCommand::Delete,
        5 => BoardCommand::DeleteVariation,
        6 => BoardCommand::Promote,
        7 => BoardCommand::Demote,
        8 => BoardCommand::InsertPass,
        9 => BoardCommand::AddDiagram,
        _ => BoardCommand::Play(MoveTarget::Point(point)),
    }
}

fn make(text: &str, at: usize, change: &BoardCommand) {
    let analysis = Analysis::new(Document::new(text, Arc::default()).snapshot());
    let (edits, line) = match analysis.run(at, change, 2) {
        Ok(found) => (found.edits, found.after.item_position(found.cursor, ColumnUnit::Utf8).line()),
        Err(refusal) => return assert!(!refusal.to_string().is_empty()),
    };
    let name = format!("{change:?} at {at} of {text:?}");
    assert_applicable(text, &edits);
    let new = apply(text, &edits);
    let document = Document::new(&new, Arc::default()).snapshot();
    assert!((line as usize) < document.text().len_lines(), "{name}: line {line} of {new:?}");
    assert_eq!(apply(&new, &reverse(text, &edits)), text, "{name}");
    let (was, is) = (errors(text), errors(&new));
    assert!(is.len() <= was.len(), "{name} adds an error to {was:#?}: {is:#?}, {new:?}");
    let (before, mut after) = (blocks(text), blocks(&new));
    match change {
        BoardCommand::Comment(_) => {}
        BoardCommand::Delete | BoardCommand::DeleteVariation => {
            // Variations may change places.
            for block in after {
                assert!(before.contains(&block), "{name} changes a comment: {new:?}");
            }
        }
        BoardCommand::Promote | BoardCommand::Demote => {
            let mut before = before;
            before.sort_unstable();
            after.sort_unstable();
            assert_eq!(before, after, "{name} changes a comment");
        }
        _ => assert_eq!(before, after, "{name} changes a comment"),
    }
    // With errors above it, a record may be read in another way once there is a move more.
    if let BoardCommand::Play(_) = change
        && was.is_empty()
        && edits.iter().all(|edit| edit.span.start as usize > at)
    {
        let again = Analysis::new(document).run(at, change, 2).expect("what was played can be gone to");
        let there = again.after.item_position(again.cursor, ColumnUnit::Utf8).line();
        assert_eq!((again.edits, there), (Vec::new(), line), "{name}, and again in {new:?}");
    }
}
