//! Any bytes are a file in SGF, which comes back byte for byte. Its tokens are the whole of it, its tree is the same
//! however it is printed, and it can be changed into any other.

use ishi_check::check::{Severities, check_sgf};
use ishi_sgf::{Charset, Collection, NodeId, SgfFile, Tokens, parse, pretty, revise, unescape};
use ishi_text::{Edit, Span, apply};

use super::Choices;

pub fn hold(data: &[u8]) {
    let file = SgfFile::read(data);
    assert_eq!(file.encode(&[]).as_deref(), Ok(data), "the bytes do not come back");
    let text = file.text();
    if file.has_damage() && file.charset() == Charset::UTF_8 {
        let edit = Edit::replace(Span::new(0, text.len()), format!("{text} end"));
        let expected = [data, b" end"].concat();
        assert_eq!(
            file.encode(&[edit]),
            Ok(expected),
            "damaged bytes of a text that is written again do not come back"
        );
    }
    let mut at = 0;
    for token in Tokens::new(text) {
        assert!(token.span.start == at && token.span.end > at, "{token:?} does not begin at {at}");
        assert!(text.get(token.span.range()).is_some(), "{token:?} does not end at a character");
        at = token.span.end;
    }
    assert_eq!(at as usize, text.len(), "the tokens are not the text");
    let games = parse(text);
    for fault in games.faults() {
        assert!(text.get(fault.span.range()).is_some(), "{fault:?} lies outside");
    }
    for diagnostic in check_sgf(text, file.charset_facts(), &Severities::default()) {
        let related = diagnostic.related.iter().map(|related| related.span);
        let edits = diagnostic.fixes.iter().flat_map(|fix| &fix.edits).map(|edit| edit.span);
        let mut spans = related.chain(edits).chain([diagnostic.span]);
        assert!(spans.all(|span| text.get(span.range()).is_some()), "{diagnostic:?} lies outside");
        assert!(!diagnostic.message.contains(['\n', '\0']), "{diagnostic:?} has more than a line");
    }
    assert_eq!(said(&parse(&pretty(&games))), said(&games), "{text:?} is printed as {:?}", pretty(&games));
    assert_eq!(revise(&games, &games), [], "{text:?} changes into itself");
    let other = changed(text, data);
    let edited = apply(text, &revise(&games, &parse(&other)));
    // Where the text has lost its end, so has what is put in.
    if games.faults().is_empty() {
        assert_eq!(said(&parse(&edited)), said(&parse(&other)), "{text:?} becomes {edited:?}, not {other:?}");
    }
}

/// The tree: for each node the depth and the properties, as they are read.
pub fn said(games: &Collection<'_>) -> Vec<String> {
    let mut out = Vec::new();
    for &game in games.games() {
        let mut waiting = vec![(0, game)];
        while let Some((depth, node)) = waiting.pop() {
            out.push(format!("{depth} {}", node_text(games, node)));
            let first = waiting.len();
            waiting.extend(games.children(node).map(|child| (depth + 1, child)));
            waiting[first..].reverse();
        }
    }
    out
}

fn node_text(games: &Collection<'_>, node: NodeId) -> String {
    let properties = games.properties(node).map(|property| {
        let values: Vec<String> = property.raw_values().map(|raw| format!("{:?}", unescape(raw))).collect();
        format!("{}{}", property.id(), values.concat())
    });
    properties.collect::<Vec<_>>().join(" ")
}

/// The text with some of it left out and some put in.
fn changed(text: &str, data: &[u8]) -> String {
    const PIECES: [&str; 10] = [
        ";B[aa]",
        "C[\\]\n]",
        "(;W[bb]C[x])",
        "()",
        "KM[5.5]",
        ";",
        "AB[aa][bb]",
        "(;;TR[cc];N[a])",
        "C[a [3k]: b]",
        "C[a\n;B[aa]",
    ];
    let hash = data.iter().fold(7u64, |hash, byte| hash.wrapping_mul(31).wrapping_add(u64::from(*byte)));
    let bytes = hash.to_le_bytes().repeat(4);
    let mut choices = Choices::new(&bytes);
    let (from, to) = (choices.place(text), choices.place(text));
    let (from, to) = (from.min(to), from.max(to).min(from.min(to) + choices.below(20)));
    let to = (to..=text.len()).find(|&to| text.is_char_boundary(to)).unwrap_or(text.len());
    format!("{}{}{}", &text[..from], choices.of(&PIECES), &text[to..])
}
