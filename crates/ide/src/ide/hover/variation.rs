//! The hover of VAR and ENDVAR: the position in which the variation begins.

use super::super::board::{picture, title_of};
use super::super::cursor::Cursor;
use super::Hover;
use ishi_record::record::{MoveTarget as Played, Owner, SequenceId};
use ishi_record::replay::View;
use ishi_record::syntax::Keyword;
use ishi_render::Glyph;

/// The position in which the variation begins, with its marker at its first move.
pub(super) fn fill(cursor: &Cursor<'_>, hover: &mut Hover) {
    let event = cursor.event;
    let id = match cursor.owner() {
        Owner::Variation(id) => id,
        _ => {
            let ended = event.sequences.iter().position(|sequence| sequence.end == Some(cursor.line));
            let Some(index) = ended else { return };
            SequenceId(index as u32)
        }
    };
    let mut moves = event.moves_of(id);
    let count = moves.clone().count();
    hover.heading = title_of(event, Owner::Variation(id));
    if hover.keyword == Some(Keyword::Endvar) {
        hover.heading = format!("End of {}", hover.heading.replacen("Variation", "variation", 1));
    }
    hover.facts.push(match count {
        1 => "1 move.".into(),
        count => format!("{count} moves."),
    });
    // The marker may be placed where the variation is played.
    let view = View::of(event, Owner::Variation(id));
    let mut picture = picture(event, cursor.source, &view, Vec::new());
    if let Some(Played::Point(point)) = moves.next().map(|id| event[id].place) {
        let marker = &event.sequence(id).marker;
        if marker.is_empty() {
            picture.focus.push(point);
        } else {
            picture.marks.push((point, Glyph::Label(marker.to_string())));
        }
    }
    hover.picture = Some(picture);
}
