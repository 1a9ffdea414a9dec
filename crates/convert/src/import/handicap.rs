//! The points on which servers put handicap stones.

use super::draft::DraftPlace;

/// The corner of the third stone; the fourth stone is in the other corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ThirdCorner {
    UpperLeft,
    LowerRight,
}

/// The points of a handicap. Files do not list them, and the third of three stones is not always in the same corner: a
/// move on the `usual` corner shows that the stone was in the other corner.
pub(super) fn points(
    size: u8,
    count: u32,
    usual: ThirdCorner,
    is_played: impl Fn(DraftPlace) -> bool,
) -> Vec<DraftPlace> {
    if size < 7 || !(2..=9).contains(&count) {
        return Vec::new();
    }
    let near = if size < 13 { 2 } else { 3 };
    let (far, middle) = (size - 1 - near, size / 2);
    let upper_left = (near, near);
    let lower_right = (far, far);
    let (third, fourth) = match usual {
        ThirdCorner::UpperLeft => (upper_left, lower_right),
        ThirdCorner::LowerRight => (lower_right, upper_left),
    };
    let is_other = count == 3 && is_played(third) && !is_played(fourth);
    let mut points = vec![(far, near), (near, far)];
    points.extend(if is_other { [fourth, third] } else { [third, fourth] });
    points.extend([(near, middle), (far, middle), (middle, near), (middle, far)]);
    let on_edges = if count < 6 { count.min(4) } else { count / 2 * 2 };
    points.truncate(on_edges as usize);
    if count >= 5 && count % 2 == 1 {
        points.push((middle, middle));
    }
    points
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::import::draft::point;

    fn text(size: u8, count: u32, usual: ThirdCorner, played: &[DraftPlace]) -> String {
        let points = points(size, count, usual, |place| played.contains(&place));
        points.into_iter().map(point).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stones_stand_on_the_points_of_the_servers() {
        use ThirdCorner::{LowerRight, UpperLeft};
        for (count, expected) in [
            (2, "pd dp"),
            (3, "pd dp pp"),
            (4, "pd dp pp dd"),
            (5, "pd dp pp dd jj"),
            (6, "pd dp pp dd dj pj"),
            (7, "pd dp pp dd dj pj jj"),
            (8, "pd dp pp dd dj pj jd jp"),
            (9, "pd dp pp dd dj pj jd jp jj"),
            (1, ""),
            (10, ""),
        ] {
            assert_eq!(text(19, count, LowerRight, &[]), expected);
        }
        assert_eq!(text(19, 3, UpperLeft, &[]), "pd dp dd");
        assert_eq!(text(19, 3, LowerRight, &[(15, 15)]), "pd dp dd");
        assert_eq!(text(19, 3, LowerRight, &[(15, 15), (3, 3)]), "pd dp pp");
        assert_eq!(text(9, 5, LowerRight, &[]), "gc cg gg cc ee");
        assert_eq!(text(5, 2, LowerRight, &[]), "");
    }
}
