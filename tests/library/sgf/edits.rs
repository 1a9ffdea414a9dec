//! A change of a game changes its text only where it is: all else keeps its bytes, its white space and its order.

use std::fmt::Write;
use std::sync::Arc;

use ishi_board::Point;
use ishi_convert::convert::{to_ishi, to_sgf};
use ishi_ide::document::{Document, Format};
use ishi_ide::ide::{Analysis, BoardCommand};
use ishi_record::record::MoveTarget;
use ishi_sgf::{Collection, NodeId, SgfFile, TokenKind, Tokens, parse, pretty, revise};
use ishi_test_support::laws::sgf::said;
use ishi_test_support::random_sgf::tree;
use ishi_text::{Edit, apply};

/// A file with white space where it means nothing: between nodes, properties, values and brackets.
fn spaced(text: &str, random: &mut fastrand::Rng) -> String {
    let line_end = ["\n", "\r\n"][random.usize(..2)];
    let tokens: Vec<_> = Tokens::new(text).collect();
    let mut out = String::new();
    for (token, next) in tokens.iter().zip(&tokens[1..]) {
        out.push_str(token.span.of(text));
        let is_inside = !matches!(token.kind, TokenKind::Outside) && !matches!(next.kind, TokenKind::Outside);
        if is_inside && random.u8(..4) == 0 {
            out.push_str([" ", "\t", "  ", line_end, line_end][random.usize(..5)]);
        }
    }
    out.push_str(tokens.last().map_or("", |last| last.span.of(text)));
    out
}

/// A change of a tree.
#[derive(Clone, Copy, Debug)]
enum TreeChange {
    /// A variation is added below a node, before its child with this index.
    Add(NodeId, usize),
    /// A node is put between a node and its parent.
    Insert(NodeId),
    /// The first two children of a node change places.
    Swap(NodeId),
    /// A property is added to a node.
    Property(NodeId),
    /// A value of a node says something else in the middle.
    Value(NodeId),
}

/// The text of the games after a change, in a form of its own: all children stand in brackets.
fn changed(games: &Collection<'_>, change: Option<TreeChange>) -> String {
    let mut out = String::new();
    games.games().iter().for_each(|&root| print(games, root, change, &mut out));
    out
}

fn print(games: &Collection<'_>, node: NodeId, change: Option<TreeChange>, out: &mut String) {
    out.push('(');
    let is = |wanted: NodeId| wanted == node;
    if matches!(change, Some(TreeChange::Insert(at)) if is(at)) {
        out.push_str(";N[between]");
    }
    out.push(';');
    for (index, property) in games.properties(node).enumerate() {
        out.push_str(property.id());
        for raw in property.raw_values() {
            let half = raw.char_indices().nth(raw.chars().count() / 2).map_or(0, |(at, _)| at);
            let is_changed = matches!(change, Some(TreeChange::Value(at)) if is(at)) && index == 0;
            let (one, other) = raw.split_at(if raw.contains(['\\', '\r', '\n']) { 0 } else { half });
            let _ = write!(out, "[{one}{}{other}]", if is_changed { "new" } else { "" });
        }
    }
    if matches!(change, Some(TreeChange::Property(at)) if is(at)) {
        out.push_str("N[new]");
    }
    let mut children: Vec<NodeId> = games.children(node).collect();
    if matches!(change, Some(TreeChange::Swap(at)) if is(at)) && children.len() > 1 {
        children.swap(0, 1);
    }
    for index in 0..=children.len() {
        if matches!(change, Some(TreeChange::Add(at, before)) if is(at) && before.min(children.len()) == index) {
            out.push_str("(;W[aa]C[new];B[])");
        }
        if let Some(&child) = children.get(index) {
            print(games, child, change, out);
        }
    }
    out.push(')');
}

fn sorted(text: &str) -> Vec<char> {
    let mut characters: Vec<char> = text.chars().collect();
    characters.sort_unstable();
    characters
}

/// Makes a change of a tree and takes it back: the edits are where the change is, and then the text is as it was.
fn make(text: &str, change: TreeChange) {
    let games = parse(text);
    let wanted = changed(&games, Some(change));
    let edits = revise(&games, &parse(&wanted));
    let new = apply(text, &edits);
    let name = format!("{change:?} of {text:?}: {edits:?}");
    assert_eq!(said(&parse(&new)), said(&parse(&wanted)), "{name}");
    match change {
        TreeChange::Swap(_) => assert_eq!(sorted(&new), sorted(text), "{name}"),
        _ => assert!(edits.iter().all(|edit| edit.span.is_empty()), "{name}"),
    }
    let most = if let TreeChange::Add(..) = change { 4 } else { 2 };
    assert!(edits.len() <= most || matches!(change, TreeChange::Value(_)), "{name}");
    let back = apply(&new, &revise(&parse(&new), &parse(&changed(&games, None))));
    // A variation begins a line, and where it is gone the line end stays.
    let words = |text: &str| text.split_ascii_whitespace().collect::<String>();
    let is_varied = matches!(change, TreeChange::Add(..)) && edits.len() > 1;
    if is_varied {
        assert!(words(&back) == words(text) && back.len() <= text.len() + 2, "{name}");
    } else {
        assert_eq!(back, text, "{name}");
    }
}

#[test]
fn a_change_of_a_tree_is_made_where_it_is() {
    for seed in 0..1500 {
        let mut random = fastrand::Rng::with_seed(seed);
        let text = spaced(&pretty(&parse(&tree(&mut random))), &mut random);
        let games = parse(&text);
        assert_eq!(games.faults(), [], "{text:?}");
        let node = NodeId(random.u32(..games.len() as u32));
        make(&text, TreeChange::Add(node, random.usize(..3)));
        make(&text, TreeChange::Swap(node));
        make(&text, TreeChange::Property(node));
        make(&text, TreeChange::Value(node));
        // Elsewhere the node takes a bracket over, too.
        if games.parent(node).is_some_and(|parent| games.children(parent).count() == 1) {
            make(&text, TreeChange::Insert(node));
        }
    }
}

/// White space, line ends and brackets around a variation.
#[test]
fn a_variation_is_added_and_deleted() {
    for (old, new) in [
        ("(;B[aa]\n;W[bb]\n;B[cc]\n)\n", "(;B[aa]\n(;W[bb]\n;B[cc])\n(;W[dd])\n)\n"),
        ("(;B[aa] ;W[bb](;B[cc])\r\n\r\n(;B[ee])\r\n)", "(;B[aa] (;W[bb](;B[cc])\r\n\r\n(;B[ee]))\r\n(;W[dd])\r\n)"),
        ("( ;B [aa] ( ;W[bb] ) ( ;W[cc] ) )", "( ;B [aa] ( ;W[bb] ) ( ;W[cc] )\n(;W[dd]) )"),
    ] {
        let (one, other) = (parse(old), parse(new));
        assert_eq!(apply(old, &revise(&one, &parse(&pretty(&other)))), new);
        assert_eq!(apply(new, &revise(&other, &parse(&pretty(&one)))), old);
    }
}

/// The edits of a change at a place, if it can be made.
fn with_command(text: &str, at: usize, change: &BoardCommand) -> Option<Vec<Edit>> {
    let document = Document::of_format(text, Format::Sgf, Arc::default());
    Some(Analysis::new(document.version().content().clone()).run(at, change, 2).ok()?.edits)
}

#[test]
fn a_command_in_a_real_game_is_made_where_it_is() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut made = 0;
    for (path, bytes) in crate::sgf::corpus().unwrap_or_default() {
        let file = SgfFile::read(&bytes);
        let text = file.text();
        let games = parse(text);
        let node = NodeId(random.u32(..games.len() as u32));
        let at = games.span(node).start as usize + 1;
        let point = Point::new(random.u8(..9), random.u8(..9)).expect("a point");
        for change in [
            BoardCommand::Play(MoveTarget::Point(point)),
            BoardCommand::Play(MoveTarget::Pass),
            BoardCommand::Comment("a new one".into()),
            BoardCommand::DeleteVariation,
            BoardCommand::Promote,
        ] {
            let Some(edits) = with_command(text, at, &change) else { continue };
            let new = apply(text, &edits);
            let name = format!("{change:?} at {at} of {}: {edits:?}", path.display());
            match change {
                BoardCommand::Play(_) => assert!(edits.iter().all(|edit| edit.span.is_empty()), "{name}"),
                BoardCommand::DeleteVariation => assert!(edits.iter().all(|edit| edit.text.is_empty()), "{name}"),
                BoardCommand::Promote => assert_eq!(sorted(&new), sorted(text), "{name}"),
                _ => assert_eq!(edits.len(), 1, "{name}"),
            }
            made += 1;
        }
    }
    assert!(std::env::var_os("ISHI_CORPUS").is_none() || made > 1000, "{made} changes");
}

/// An addition to the record of a file adds nothing else to the file.
#[test]
fn an_edit_of_the_record_of_a_real_game_is_made_where_it_is() {
    let mut random = fastrand::Rng::with_seed(8);
    let (mut varied, mut ended) = (0, 0);
    for (path, bytes) in crate::sgf::corpus().unwrap_or_default() {
        let file = SgfFile::read(&bytes);
        let games = parse(file.text());
        let record = to_ishi(&games, Some(file.charset())).text;
        let is_move = |line: &&str| line.starts_with("B ") || line.starts_with("W ");
        let moves: Vec<&str> = record.split_inclusive('\n').filter(is_move).collect();
        let edits_of = |edited: &str| {
            let edits = revise(&games, &parse(&to_sgf(edited).text));
            let is_added = edits.iter().all(|edit| edit.span.is_empty());
            assert!(is_added && edits.len() <= 4, "{}: {edits:?}", path.display());
            edits.len()
        };
        let last = record.lines().next_back().unwrap_or_default();
        if let Some((color, number)) = is_move(&last).then(|| (&last[..1], last.split(' ').nth(1).unwrap_or("")))
            && let Ok(number) = number.parse::<u32>()
        {
            let color = if color == "B" { "W" } else { "B" };
            ended += usize::from(edits_of(&format!("{record}{color} {} PASS\n", number + 1)) == 1);
        }
        if moves.is_empty() {
            continue;
        }
        // Other data of the move would come after the variation.
        let one = moves[random.usize(..moves.len())];
        let at = one.as_ptr() as usize - record.as_ptr() as usize + one.len();
        if record[at..].starts_with(['B', 'W', 'V']) {
            let head: Vec<&str> = one.split(' ').take(2).collect();
            let edited = apply(&record, &[Edit::insert(at, format!("VAR\n{} A1\nENDVAR\n", head.join(" ")))]);
            varied += usize::from(edits_of(&edited) > 0);
        }
    }
    assert!(std::env::var_os("ISHI_CORPUS").is_none() || varied > 400 && ended > 90, "{varied} and {ended}");
}
