//! The hover of a field of MARK, UNMARK, HIDE or PRISONER: the stones that it refers to.

use super::super::cursor::{Cursor, Referent};
use super::{Hover, show};
use ishi_record::record::{Event, Owner};
use ishi_record::syntax::{Field, FieldKind, Keyword, Sign, Target};

/// The stones that a field refers to.
pub(super) fn fill(cursor: &Cursor<'_>, keyword: Keyword, field: Field, hover: &mut Hover) -> Option<()> {
    let FieldKind::Mark(mark) = field.kind else { return None };
    let referents = cursor.referents(field);
    let event = cursor.event;
    let names: Vec<String> = referents.iter().take(4).map(|&referent| name(event, referent)).collect();
    let more = referents.len().saturating_sub(names.len());
    if let ([], Target::Move(_) | Target::Moves(..)) = (&names[..], mark.target) {
        let numbers = cursor.source.str(field.span).rsplit('#').next().unwrap_or_default();
        hover.heading = format!("No move {numbers} up to here");
        show(cursor, cursor.owner(), Vec::new(), hover);
        return Some(());
    }
    let what = match (&names[..], mark.target) {
        ([], _) => "no stone".into(),
        (_, Target::All) => format!("all {} numbered stones", referents.len()),
        _ if more > 0 => format!("{} and {more} more", names.join(", ")),
        _ => names.join(", "),
    };
    hover.heading = match keyword {
        Keyword::Unmark => format!("No mark on {what}"),
        Keyword::Hide => format!("Hidden: {what}"),
        Keyword::Prisoner => format!("Taken: {what}"),
        _ => match mark.sign {
            Sign::Number if referents.len() > 1 => format!("The numbers of {what}"),
            Sign::Number => format!("The number of {what}"),
            Sign::Label(_) => format!("{} on {what}", mark.sign.label()),
            sign => format!("A {} on {what}", name_of_sign(sign)),
        },
    };
    let owner = cursor.owner();
    if let (Keyword::Prisoner, Owner::Move(id)) = (keyword, owner) {
        hover.facts.push(format!("By {}.", event[id]));
    }
    show(cursor, owner, cursor.focus(), hover);
    Some(())
}

fn name(event: &Event, referent: Referent) -> String {
    match referent {
        Referent::Move(id) => event[id].to_string(),
        Referent::Setup(index) => match event.stones(&(index..index + 1)) {
            [stone] => format!("the {} setup stone {}", stone.color.name(), stone.point),
            _ => "a setup stone".into(),
        },
        Referent::Point(point) => format!("the empty point {point}"),
    }
}

fn name_of_sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Check => "check mark",
        Sign::Diamond => "diamond",
        Sign::Square => "square",
        Sign::Triangle => "triangle",
        Sign::Number | Sign::Label(_) => "label",
    }
}
