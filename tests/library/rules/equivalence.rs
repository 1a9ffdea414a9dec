//! Area and territory come to the same where passes cost a stone and White makes the last move.

use ishi_board::Color;
use ishi_record::record::{MoveTarget, read};
use ishi_record::replay::Walk;
use ishi_record::syntax::{Following, Reader};
use ishi_rules::{Extras, Grid, Handicap, Ruleset, Scoring, count};
use ishi_test_support::games::{Kind, game};

#[test]
fn pass_stones_make_territory_come_to_the_same_as_area() {
    let by_area = Ruleset::parse("AGA").expect("AGA rules");
    let by_territory = Ruleset::parse("AGA 1991").expect("AGA rules");
    assert_eq!((by_area.scoring, by_territory.scoring), (Scoring::Area, Scoring::Territory));
    let mut random = fastrand::Rng::with_seed(7);
    for seed in 0..200 {
        let size = 5 + (seed % 15) as u8;
        let text = game(seed, Kind { size, moves: 300, setup: 0, annotated: false, legal: true });
        let source = Reader::new(&text, Following::NOTHING).next().expect("an event");
        let event = read(&source).event;
        let mut walk = Walk::new(&event);
        let mut extras = Extras { komi: 5.5, ..Extras::default() };
        let mut turns = [0; 2];
        while walk.next().is_some() {}
        for found in &event.moves {
            turns[found.color as usize] += 1;
            extras.passes[found.color as usize] += u32::from(found.place == MoveTarget::Pass);
        }
        // White makes the last move, and as many as Black.
        extras.passes[1] += turns[0] - turns[1];
        extras.prisoners = [Color::Black, Color::White].map(|color| walk.board().prisoners(color));
        let grid = Grid::from(walk.board());
        // Whatever is dead, the difference is the same.
        let is_dead: Vec<bool> = (0..grid.len()).map(|_| random.u8(..8) == 0).collect();
        let difference = |rules: &Ruleset| {
            let [black, white] = count(&grid, rules, &is_dead, &extras).expect("a score").points;
            black - white
        };
        assert_eq!(difference(by_area).to_bits(), difference(by_territory).to_bits(), "seed {seed}\n{text}");
    }
}

/// With handicap stones White receives a point for each after the first: together they are Black's first turn.
#[test]
fn handicap_stones_are_compensated() {
    assert_eq!([0, 1, 2, 9].map(|stones| Handicap::AfterFirst.points(stones)), [0, 0, 1, 8]);
    assert_eq!([0, 1, 2, 9].map(|stones| Handicap::Each.points(stones)), [0, 0, 2, 9]);
    assert_eq!([0, 1, 2, 9].map(|stones| Handicap::Nothing.points(stones)), [0, 0, 0, 0]);
}

/// Figure 4 of the AGA rules of 1991: the two points between the groups are nobody's, by area and by territory.
#[test]
fn neutral_points_in_seki_count_for_nobody() {
    let rows = ["ooooooxxx", "ooooooxxx", "ooooooxxx", "ooooooxxx", "ooooxxoxx", "ooooxxoxx", "ooox.oxxx", "ooox.oxxx"];
    let grid = crate::rules::corpus::grid(&rows);
    let dead = vec![false; grid.len()];
    for name in ["AGA", "AGA 1991"] {
        let rules = Ruleset::parse(name).expect("AGA rules");
        let counted = ishi_rules::count(&grid, rules, &dead, &Extras::default()).expect("a count");
        assert_eq!(grid.points().filter(|&place| counted.dame[place]).count(), 2, "{name}");
        assert!(grid.points().all(|place| counted.owner[place].is_none()), "{name}");
    }
}
