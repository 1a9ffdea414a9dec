//! Whatever an editor is offered at a place can be made or is refused with a reason. It changes something, adds no
//! error, and loses neither a word nor a move (`kept.rs`).

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use ishi_ide::document::Document;
use ishi_ide::ide::{Action, Analysis, Change};
use ishi_text::{Span, apply};

use super::Input;
use super::kept::{Before, Exception, assert_kept, removes};
use super::places::assert_applicable;

static MADE: AtomicUsize = AtomicUsize::new(0);
static REFUSED: AtomicUsize = AtomicUsize::new(0);

/// How many actions were made, and how many were refused.
pub fn tried() -> (usize, usize) {
    (MADE.load(Ordering::Relaxed), REFUSED.load(Ordering::Relaxed))
}

pub fn hold(input: Input<'_>) {
    let Input { text, mut choices } = input;
    let analysis = Analysis::new(Document::new(&text, Arc::default()).snapshot());
    let before = Before::of(&text);
    for _ in 0..2 {
        let (start, end) = choices.selection(&text);
        let span = Span::new(start, end);
        for Action { title, change: offered, preferred, .. } in analysis.actions(span, span, |_| true) {
            assert!(!preferred || !removes(&title), "{title:?} is preferred in {text:?}");
            let (name, edits) = match offered {
                Change::Edits(edits) => (title.clone(), Ok(edits)),
                Change::Deferred(id) => (id.to_string(), analysis.resolve(span, id).expect("what is offered")),
            };
            let Ok(edits) = edits else {
                REFUSED.fetch_add(1, Ordering::Relaxed);
                continue;
            };
            assert_applicable(&text, &edits);
            let new = apply(&text, &edits);
            assert_ne!(new, *text, "{name} changes nothing");
            assert_kept(&before, &new, Exception::of(&name, &title), &format!("{name} ({title}) at {span:?}"));
            MADE.fetch_add(1, Ordering::Relaxed);
        }
        if choices.are_over() {
            return;
        }
    }
}
