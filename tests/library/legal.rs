//! Random games that keep all rules, with right prisoners, marks and diagrams: the checker has nothing to say to them.

use std::collections::BTreeSet;

use ishi_check::check::{Code, Severities, Severity, check};
use ishi_test_support::games::{Kind, game};

const GAMES: u64 = 400;

/// Games on boards of every size, from bare moves to trees with all that a record can hold.
fn kind(seed: u64, legal: bool) -> Kind {
    let size = 2 + (seed % 18) as u8;
    let moves = u32::from(size) * u32::from(size) * [1, 2][(seed % 2) as usize];
    Kind { size, moves: moves.min(350), setup: (seed % 5) as usize * 2, annotated: !seed.is_multiple_of(3), legal }
}

/// Every rule switched on, those too that are silent by default.
fn all_rules() -> Severities {
    let mut severities = Severities::default();
    for &code in Code::ALL {
        severities.set(code, Severity::Error);
    }
    severities
}

#[test]
fn nothing_is_reported_in_a_legal_game() {
    let (mut moves, mut variations, mut prisoners) = (0, 0, 0);
    for seed in 0..GAMES {
        let text = game(seed, kind(seed, true));
        let found = check(&text, &all_rules());
        let first = found.first().map(|one| (&text[one.span.start as usize..one.span.end as usize], &one.message));
        assert!(found.is_empty(), "seed {seed}: {} diagnostics, the first {first:#?}\n{text}", found.len());
        let count = |keyword: &str| text.lines().filter(|line| line.starts_with(keyword)).count();
        moves += count("B ") + count("W ");
        variations += count("VAR");
        prisoners += count("PRISONER");
    }
    // The games are worth reading.
    assert!(moves > 50_000 && variations > 3_000 && prisoners > 5_000, "{moves} {variations} {prisoners}");
}

#[test]
fn nothing_but_breaches_of_the_rules_is_reported_where_anything_goes() {
    let mut codes = BTreeSet::new();
    for seed in 0..GAMES / 4 {
        let text = game(seed, kind(seed, false));
        codes.extend(check(&text, &Severities::default()).into_iter().map(|one| one.code));
    }
    assert_eq!(codes, BTreeSet::from([Code::SelfCapture, Code::Ko, Code::RepeatedPosition]));
}
