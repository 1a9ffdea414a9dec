//! A line of play as an animation.

use super::super::Error;
use super::arguments::ShowArguments;
use super::format::{Encoder, PictureFormat};
use ishi_record::record::{Event, Owner};
use ishi_record::replay::Walk;
use ishi_record::syntax::Source;
use ishi_render::{DrawError, MAX_FRAMES};

/// A file with the moves that lead to an item, one after the other.
pub(super) fn draw(
    event: &Event,
    source: &Source<'_>,
    owner: Owner,
    arguments: &ShowArguments,
    format: PictureFormat,
    encoder: &mut Encoder,
) -> Result<Vec<u8>, Error> {
    let owners = line_of_play(event, owner, arguments.from)?;
    encoder.encode_animation(format, &arguments.pictures(event, source, &owners)?, arguments.delay)
}

/// The items of an animation: what is before the first move, each move that leads to an item, and this item.
fn line_of_play(event: &Event, owner: Owner, from: Option<u32>) -> Result<Vec<Owner>, Error> {
    let walk = Walk::to(event, owner);
    let mut moves: Vec<_> = walk.moves().collect();
    moves.reverse();
    let first = match from {
        Some(number) => {
            let is_first = |id: &_| event.number(*id).is_some_and(|other| other >= number);
            moves.iter().position(is_first).ok_or_else(|| format!("there is no move {number} or later here"))?
        }
        None => 0,
    };
    let before = first.checked_sub(1).map_or(Owner::Event, |index| Owner::Move(moves[index]));
    let mut owners = vec![before];
    owners.extend(moves[first..].iter().map(|&id| Owner::Move(id)));
    // At a variation there is nothing to see but the position before it.
    if matches!(owner, Owner::Diagram(_)) {
        owners.push(owner);
    }
    if owners.len() > MAX_FRAMES {
        return Err(DrawError::Frames(owners.len()).into());
    }
    Ok(owners)
}
