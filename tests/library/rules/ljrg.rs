//! Play under the Logical Japanese Rules: marks, passes and the removal of cycles, as the text plays it.

use ishi_board::Color;
use ishi_rules::ljrg::{Illegal, State};
use ishi_rules::{ControlSearch, Extras, Grid, Ruleset, Scoring, Status, judge};

use crate::rules::corpus::grid;

/// Plays stones in turn.
fn play(state: &mut State, stones: &[&str]) {
    for name in stones {
        let place = state.now.grid.find(name);
        state.turn(None, place).unwrap_or_else(|reason| panic!("{name}: {reason}"));
    }
}

fn drawn(state: &State) -> Vec<String> {
    state.now.grid.draw(|place| match state.now.grid.at(place).color() {
        Some(Color::Black) => 'x',
        Some(Color::White) => 'o',
        None if state.now.permanent[place] => '*',
        None if state.now.temporary[place] => '#',
        None => '.',
    })
}

/// The pinwheel of the overview, with a forbidden center.
#[test]
fn a_cycle_is_removed_on_a_board_of_nine_points() {
    let empty = Grid::new(3, 3).expect("a board");
    let center = empty.find("B2").expect("a point");
    let mut state = State::new(empty, &[center], Color::Black);
    assert_eq!(state.clone().turn(None, Some(center)), Err(Illegal::NotFree));
    play(&mut state, &["C2", "B2", "B1", "A3", "A2", "A1", "B3", "C1"]);
    assert_eq!(
        (drawn(&state), state.now.captives, state.now.passes),
        (vec!["ox.".into(), ".ox".into(), "o#o".into()], [2, 0], -1)
    );
    play(&mut state, &["A2", "C3", "B1", "A3", "C2", "A1", "B3"]);
    // The stones stand as after 7, but a ko was taken.
    assert_eq!(state.cycle(), None);
    play(&mut state, &["C1"]);
    assert_eq!((state.cycle(), state.now.captives), (Some(8), [6, 4]));
    state.turn(Some(8), None).expect("a cycle");
    assert_eq!(drawn(&state), ["***", "*o*", "***"]);
    assert_eq!((state.now.captives, state.now.passes), ([8, 7], 0));
    state.turn(None, None).expect("a pass");
    assert_eq!(state.turn(Some(8), None), Err(Illegal::NoCycle));
    state.turn(None, None).expect("a pass");
    assert!(state.now.is_final());
    assert_eq!(state.turn(None, None), Err(Illegal::Over));
    // Neither player controls anything, and White has captured one stone more.
    let rules = Ruleset::all().iter().find(|rules| rules.scoring == Scoring::Control).expect("LJRG");
    let extras = Extras { prisoners: state.now.captives, ..Extras::default() };
    let search = ControlSearch {
        marked: &state.now.permanent,
        nodes: 1000,
        memory: ControlSearch::MEMORY,
        is_stopped: &|| false,
    };
    let dead = vec![false; state.now.grid.len()];
    let verdict = judge(&state.now.grid, rules, ishi_rules::Dead::Exactly(&dead), &extras, search);
    assert_eq!((verdict.status, verdict.count.map(|count| count.result())), (Status::Counted, Some("W+1".into())));
}

/// The round-robin ko: two flips lead back.
#[test]
fn captives_do_not_matter_for_a_cycle() {
    let mut state = State::new(grid(&["xxxxxxx", ".x..xoo", "ooxxo..", "ooooooo"]), &[], Color::Black);
    state.now.captives = [1, 0];
    play(&mut state, &["F2", "C3", "G2", "D3", "C2", "F3", "D2"]);
    assert_eq!(state.cycle(), None);
    play(&mut state, &["G3"]);
    assert_eq!((state.cycle(), state.now.captives), (Some(0), [5, 4]));
}

/// Two double-ko sekis: who goes on with the cycle loses a stone and the turn.
#[test]
fn the_stones_of_a_removed_cycle_are_captured() {
    let rows = ["xo.ox.xo.", "xxooxxxoo", "x.xooxo.o", "xxoooxxoo", ".xo.ox.xo"];
    let mut state = State::new(grid(&rows), &[], Color::Black);
    state.now.captives = [1, 0];
    play(&mut state, &["C5", "B3", "H3", "G1", "C3", "B5", "H1", "G3"]);
    // The temporary mark makes it another situation.
    assert_eq!((state.cycle(), state.now.captives), (None, [5, 4]));
    play(&mut state, &["C5"]);
    assert_eq!((state.cycle(), state.now.captives), (Some(1), [5, 5]));
    state.turn(Some(1), None).expect("a cycle");
    assert_eq!(drawn(&state), ["x**ox.xo.", "xxooxxxoo", "x**oox**o", "xxoooxxoo", ".xo.ox**o"]);
    assert_eq!(state.now.captives, [8, 6]);
}

/// A pass is a threat in a ko, so the game ends only after three.
#[test]
fn three_passes_end_a_game_after_a_ko() {
    let mut state = State::new(grid(&[".xo.", "x.xo", ".xo."]), &[], Color::White);
    play(&mut state, &["B2"]);
    let ko = state.now.grid.find("C2");
    assert_eq!((state.now.passes, state.clone().turn(None, ko)), (-1, Err(Illegal::NotFree)));
    for passes in 0..3 {
        state.turn(None, None).expect("a pass");
        assert_eq!(state.now.passes, passes);
    }
    assert!(state.now.is_final());
}

/// The last liberty that is not a permanent mark may not be filled, unless that takes stones.
#[test]
fn permanent_marks_are_no_reason_to_attack() {
    let mut state = State::new(grid(&["..xo."]), &[], Color::Black);
    let place = |name: &str| state.now.grid.find(name).expect("a point");
    let (a, b, e) = (place("A1"), place("B1"), place("E1"));
    state.now.permanent[a] = true;
    assert_eq!(state.clone().turn(None, Some(b)), Err(Illegal::Suicide));
    assert_eq!(state.turn(None, Some(e)), Ok(()));
    assert_eq!(drawn(&state), ["*.x#x"]);
}
