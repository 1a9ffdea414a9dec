use crate::board::{BoardSize, Point};

/// The points of `stones` handicap stones, in the order in which they are placed: rule 4 of the AGA rules of 1991, and the same
/// for the smaller boards on which the star points lie alike. Only 19×19, 13×13 and 9×9 have such points, for 2 to 9 stones:
/// a handicap of one stone is no more than the first move.
pub fn handicap_points(size: BoardSize, stones: u32) -> Option<Vec<Point>> {
    // The lines of the star points from the edge, from 0.
    let near = match size.get() {
        19 | 13 => 3,
        9 => 2,
        _ => return None,
    };
    let far = size.get() - 1 - near;
    let middle = size.get() / 2;
    let corners = [(far, far), (near, near), (far, near), (near, far)];
    let sides = [(far, middle), (near, middle), (middle, far), (middle, near)];
    let beside = match stones {
        2..=5 => 0,
        6 | 7 => 2,
        8 | 9 => 4,
        _ => return None,
    };
    let center = (stones % 2 == 1 && stones > 3).then_some((middle, middle));
    let placed = corners.into_iter().take(stones as usize).chain(sides.into_iter().take(beside)).chain(center);
    Some(placed.filter_map(|(column, row)| Point::new(column, row)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stones_are_placed_as_the_rules_say() {
        let points = |size, stones| {
            let points = handicap_points(BoardSize::new(size).unwrap(), stones)?;
            assert_eq!(points.len(), stones as usize);
            Some(points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))
        };
        for (stones, placed) in [
            (2, "Q16 D4"),
            (3, "Q16 D4 Q4"),
            (4, "Q16 D4 Q4 D16"),
            (5, "Q16 D4 Q4 D16 K10"),
            (6, "Q16 D4 Q4 D16 Q10 D10"),
            (7, "Q16 D4 Q4 D16 Q10 D10 K10"),
            (8, "Q16 D4 Q4 D16 Q10 D10 K16 K4"),
            (9, "Q16 D4 Q4 D16 Q10 D10 K16 K4 K10"),
        ] {
            assert_eq!(points(19, stones).as_deref(), Some(placed));
        }
        assert_eq!(points(13, 9).as_deref(), Some("K10 D4 K4 D10 K7 D7 G10 G4 G7"));
        assert_eq!(points(9, 9).as_deref(), Some("G7 C3 G3 C7 G5 C5 E7 E3 E5"));
        assert_eq!([points(19, 0), points(19, 1), points(19, 10), points(11, 2)], [None, None, None, None]);
    }
}
