//! A message and its fixes agree: the first correction that is offered is one that the message names, or the message
//! names none.

use std::collections::BTreeMap;

use ishi_check::check::{Diagnostic, Fix, FixKind, Severities, can_correct, check_event, lazy_fixes};
use ishi_record::record::read;
use ishi_record::syntax::{Following, Reader};
use ishi_test_support::real;

use super::{Game, MISTAKES, Mistake, insert, valid_games};

fn corrections(diagnostic: &Diagnostic) -> Vec<Fix> {
    diagnostic.fixes.iter().filter(|fix| fix.kind == FixKind::Correction).cloned().collect()
}

/// How many messages of a text name a mistake of a move, and what is wrong with those whose first fix is another.
fn disagreements(text: &str) -> (usize, Vec<String>) {
    let (mut named_in, mut wrong) = (0, Vec::new());
    for source in Reader::new(text, Following::NOTHING) {
        let found = check_event(&source, &read(&source), &Severities::default(), usize::MAX).diagnostics;
        for mut diagnostic in found.into_iter().filter(|found| can_correct(found.code)) {
            let named = corrections(&diagnostic);
            let is_named = |span| {
                let is_claim = |message: &str| message.starts_with("it fits if");
                diagnostic.related.iter().any(|related| related.span == span && is_claim(&related.message))
            };
            let places: Vec<_> =
                diagnostic.related.iter().map(|related| related.span).filter(|s| is_named(*s)).collect();
            diagnostic.add_lazy_fixes(lazy_fixes(&source, &diagnostic));
            let offered = corrections(&diagnostic);
            let agrees = match (offered.first(), &named[..], &places[..]) {
                (None, [], _) | (Some(_), [], []) => true,
                // Only the move is known.
                (Some(first), [], places) => first.edits.iter().any(|edit| places.contains(&edit.span)),
                (first, named, _) => first.is_some_and(|first| named.contains(first)),
            };
            named_in += usize::from(!places.is_empty());
            if !agrees {
                let titles: Vec<&str> = offered.iter().map(|fix| &*fix.title).collect();
                wrong.push(format!("{}: {titles:?}", diagnostic.message));
            }
        }
    }
    (named_in, wrong)
}

/// A game with up to three mistakes.
fn damaged(game: &Game, random: &mut fastrand::Rng) -> String {
    let mut game = game.clone();
    for _ in 0..random.usize(1..4) {
        let mistake = *random.choice(&MISTAKES).expect("there are some");
        if let Some((wrong, _)) = insert(&game, mistake, random) {
            game = wrong;
        }
        // Some slips of a writer are of two moves.
        if mistake == Mistake::BoardSize && game.moves.len() > 8 {
            let index = random.usize(..game.moves.len() - 2);
            let (one, other) = (game.moves[index].point, game.moves[index + 2].point);
            (game.moves[index].point, game.moves[index + 2].point) = (other, one);
        }
    }
    game.text().0
}

#[test]
fn the_first_fix_in_random_and_real_games_is_one_that_the_message_names() {
    let mut random = fastrand::Rng::with_seed(1);
    let mut all: BTreeMap<bool, usize> = BTreeMap::new();
    let mut wrong = Vec::new();
    for game in valid_games(40) {
        for _ in 0..8 {
            let (named_in, disagreements) = disagreements(&damaged(&game, &mut random));
            *all.entry(disagreements.is_empty()).or_default() += named_in;
            wrong.extend(disagreements);
        }
    }
    real::say(&format!("messages that name a mistake, by whether all fixes agree: {all:?}"));
    assert!(all.values().sum::<usize>() > 100, "{all:?}");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
