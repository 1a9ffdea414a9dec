//! Requests that a client cancels end soon, wherever they are.

use std::fmt::Write;
use std::sync::Arc;

use ishi_check::check::Severities;
use ishi_ide::document::{Document, Format};
use ishi_ide::ide::{Analysis, HintKinds};
use ishi_position::ColumnUnit;
use ishi_record::format::Options;
use ishi_text::Span;
use ishi_work::cancel::Cancellation;

/// Runs `work`, and cancels it after some checkpoints. Returns its result and how many checkpoints it has passed.
fn cancelled_after<R>(checkpoints: Option<usize>, work: impl FnOnce() -> R) -> (Option<R>, usize) {
    let cancellation = Cancellation::after(checkpoints);
    (cancellation.run(work), cancellation.passed())
}

/// Texts of which much is to be done, with the number of events or games: one long one, one in a line, and many.
fn texts() -> Vec<(Format, String, usize)> {
    let (mut moves, mut nodes) = (String::new(), String::new());
    for number in 1..=4000u32 {
        let (column, row) = (number * 7 % 19, number * 3 % 19);
        let letter = char::from(b"ABCDEFGHJKLMNOPQRST"[column as usize]);
        let color = if number % 2 == 1 { 'B' } else { 'W' };
        let _ = writeln!(moves, "{color} {number} {letter}{}\nCOM\nsome words\nENDCOM", row + 1);
        let [column, row] = [column, row].map(|line| char::from(b'a' + line as u8));
        let _ = write!(nodes, ";{color}[{column}{row}]C[some words](;N[x])");
    }
    vec![
        (Format::Record, format!("EVENT x\n{moves}"), 1),
        (Format::Record, "EVENT x\nB 1 Q16\nW 2 D4\nCOM\nx\nENDCOM\n".repeat(1000), 1000),
        (Format::Sgf, format!("(;FF[4]GM[1]{}", nodes.replace("(;N[x])", "")), 1),
        (Format::Sgf, format!("(;FF[4]GM[1]{nodes})"), 1),
        (Format::Sgf, "(;FF[4]GM[1];B[pd];W[dd](;B[aa])(;B[bb]))\n".repeat(1000), 1000),
    ]
}

/// A request, by its method.
type Request<'c> = (&'static str, Box<dyn Fn() + 'c>);

/// The requests that a client can make about a whole text, or a place in the middle of it.
fn requests(analysis: &Analysis, format: Format, bytes: usize) -> Vec<Request<'_>> {
    let (unit, whole, middle) = (ColumnUnit::Utf16, Span::new(0, bytes), bytes / 2);
    let mut requests: Vec<Request<'_>> = vec![
        ("documentSymbol", Box::new(|| drop(analysis.symbols()))),
        ("foldingRange", Box::new(|| drop(analysis.folding()))),
        ("semanticTokens", Box::new(move || drop(analysis.tokens(whole, unit)))),
        ("inlayHint", Box::new(move || drop(analysis.inlay_hints(whole, HintKinds::ALL, &|| false)))),
        ("formatting", Box::new(|| drop(analysis.formatting(&Options::default(), None)))),
        ("hover", Box::new(move || drop(analysis.hover(middle, &|| false)))),
    ];
    requests.push(match format {
        Format::Record => ("tree", Box::new(move || drop(analysis.tree(middle, 0)))),
        Format::Sgf => ("selectionRange", Box::new(move || drop(analysis.selection(middle)))),
        Format::Notes(_) => ("hover", Box::new(move || drop(analysis.hover(middle, &|| false)))),
    });
    requests
}

/// Between two checkpoints there is little work, whatever is asked, and it ends at any of them.
#[test]
fn cancelled_work_ends_at_the_next_checkpoint() {
    /// How many bytes there are for each checkpoint at most, of what the text has and what is asked about.
    const STRIDE: usize = 16 << 10;
    for (format, text, parts) in texts() {
        let open = || Document::of_format(&text, format, Arc::new(Severities::default()));
        let ends = |name: &str, work: &dyn Fn(), bytes: usize| {
            // What is found out once is known then.
            cancelled_after(None, work);
            let (all, passed) = cancelled_after(None, work);
            assert!(all.is_some(), "{name}");
            assert!(passed >= bytes / STRIDE, "{name}: {passed} checkpoints for {bytes} bytes");
            for at in [0, passed / 2, passed.saturating_sub(1)].into_iter().filter(|&at| at < passed) {
                let (some, passed) = cancelled_after(Some(at), work);
                assert!(some.is_none(), "{name} at {at}");
                // Other threads may come to one at the same time.
                assert!(passed <= at + 64, "{name} at {at}: {passed}");
            }
        };
        let document = open();
        let read = || {
            open().version().content();
        };
        ends("reading", &read, text.len());
        let content = document.version().content();
        let analysis = Analysis::new(content.clone());
        for (name, ask) in requests(&analysis, format, text.len()) {
            // What is about a place is about its event or game.
            let is_of_part = matches!(name, "tree" | "hover" | "selectionRange");
            let bytes = if is_of_part { text.len() / parts } else { text.len() };
            ends(name, &*ask, bytes);
        }
    }
}

/// A reading that was cancelled is not kept: the next one who asks gets all of it.
#[test]
fn a_text_whose_reading_was_cancelled_is_read_by_the_next() {
    for (format, text, _) in texts() {
        let document = Document::of_format(&text, format, Arc::new(Severities::default()));
        let (none, _) = cancelled_after(Some(1), || document.version().content());
        assert!(none.is_none());
        let fresh = Document::of_format(&text, format, Arc::new(Severities::default()));
        assert!(document.version().content() == fresh.version().content());
    }
}
