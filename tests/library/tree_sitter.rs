//! The tree-sitter grammar, held to `crates/record/src/syntax`: its lines, blocks and fields are the same in any text.

#![allow(clippy::print_stderr, reason = "a test reads its own files and the clock that bounds it, and reports")]

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ishi_record::syntax::{
    Block, BlockFault, Fault, FieldKind, Following, Keyword, Line, LineKind, MarkFault, Reader, Source, is_valid,
};
use ishi_test_support::{damage, laws, real};
use tree_sitter::{InputEdit, Node, Parser, Query, Tree};

fn root() -> &'static Path {
    ishi_test_support::root()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).expect(path)
}

fn parser() -> Parser {
    let mut parser = Parser::new();
    parser.set_language(&tree_sitter_ishi::LANGUAGE.into()).expect("a language of a known version");
    parser
}

fn parse(text: &str) -> Tree {
    parser().parse(text, None).expect("a tree")
}

/// A line of the grammar: its kind, and its fields, each with its kind and its place.
#[derive(Debug, Default)]
struct TreeLine<'t> {
    kind: &'static str,
    keyword: &'t str,
    fields: Vec<(&'static str, usize, usize)>,
}

/// The kinds of nodes that are a line or the text of one.
const LINES: [&str; 22] = [
    "event_line",
    "header",
    "move",
    "board_size",
    "setup",
    "mark",
    "unmark",
    "hide",
    "prisoner",
    "diagram",
    "remark",
    "comment_line",
    "comment_text",
    "end_comment",
    "user_line",
    "user_text",
    "end_user",
    "variation_line",
    "end_variation",
    "bare_locations",
    "unknown",
    "ignored_characters",
];

/// The lines of a tree by where they begin, and its variations by where they begin, each with whether it has an end.
fn read_tree<'t>(tree: &Tree, text: &'t str) -> (BTreeMap<usize, TreeLine<'t>>, BTreeMap<usize, bool>) {
    let mut lines = BTreeMap::new();
    let mut variations = BTreeMap::new();
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        if node.kind() == "variation" {
            let has_end =
                node.named_children(&mut node.walk()).last().is_some_and(|last| last.kind() == "end_variation");
            variations.insert(node.start_byte(), has_end);
        }
        if LINES.contains(&node.kind()) {
            lines.insert(node.start_byte(), read_line(node, text));
        } else {
            waiting.extend(node.named_children(&mut node.walk()));
        }
    }
    (lines, variations)
}

fn read_line<'t>(line: Node<'_>, text: &'t str) -> TreeLine<'t> {
    let mut read = TreeLine { kind: line.kind(), ..TreeLine::default() };
    let mut add = |node: Node<'_>| {
        let kind = match node.kind() {
            "black" | "white" => "color",
            "all" | "reference" | "range" | "labelled" => "mark",
            // Of these only a MARK line has one by itself.
            "location" if matches!(line.kind(), "mark" | "unmark" | "hide" | "prisoner") => "mark",
            "invalid" | "surplus" | "word" => "bad",
            "title" => "text",
            kind => kind,
        };
        read.fields.push((kind, node.start_byte(), node.end_byte()));
    };
    for child in line.named_children(&mut line.walk()) {
        match child.kind() {
            "keyword" => read.keyword = &text[child.byte_range()],
            "stones" => child.named_children(&mut child.walk()).for_each(&mut add),
            "ignored_characters" => {}
            _ => add(child),
        }
    }
    // The color of a move and the first word of an unknown line are what a keyword is to others.
    if matches!(line.kind(), "move" | "unknown") {
        read.fields.remove(0);
    }
    read
}

/// The node of a line with this keyword.
fn node_of(keyword: Keyword) -> &'static str {
    match keyword {
        Keyword::Event => "event_line",
        Keyword::B | Keyword::W => "move",
        Keyword::Boardsize => "board_size",
        Keyword::Com => "comment_line",
        Keyword::Diagram => "diagram",
        Keyword::Endcom => "end_comment",
        Keyword::Enduser => "end_user",
        Keyword::Endvar => "end_variation",
        Keyword::Hide => "hide",
        Keyword::Mark => "mark",
        Keyword::Prisoner => "prisoner",
        Keyword::Remark => "remark",
        Keyword::Setup => "setup",
        Keyword::Unmark => "unmark",
        Keyword::User => "user_line",
        Keyword::Var => "variation_line",
        _ => "header",
    }
}

/// Returns the name of a field in the grammar.
fn field_of(kind: FieldKind) -> &'static str {
    match kind {
        FieldKind::Number(_) => "number",
        FieldKind::Location(_) => "location",
        FieldKind::Pass => "pass",
        FieldKind::Color(_) => "color",
        FieldKind::Size(_) => "size",
        FieldKind::Mark(_) => "mark",
        FieldKind::Marker => "marker",
        FieldKind::Text => "text",
        FieldKind::Ignored | FieldKind::Skipped | FieldKind::Bad(_) => "bad",
    }
}

/// Whether a field of this kind may be a word that is well-formed by itself.
fn may_be_well_formed(kind: FieldKind) -> bool {
    use Fault::{Joined, Mark, Number, NumberLike, Region, Swapped};
    matches!(
        kind,
        FieldKind::Bad(Swapped(_) | Region | Number | NumberLike(_) | Joined(_) | Mark(MarkFault::Descending))
    )
}

/// Compares the fields of a line up to the first that can't be read.
fn compare_fields(source: &Source<'_>, base: usize, line: &Line, found: &TreeLine<'_>) -> Result<(), String> {
    let expected = source.fields(line);
    for (index, field) in expected.iter().enumerate() {
        let (start, end) = (base + field.span.start as usize, base + field.span.end as usize);
        let kind = field_of(field.kind);
        let Some(&(found_kind, found_start, found_end)) = found.fields.get(index) else {
            return Err(format!("the field {field:?} is not in the tree"));
        };
        if kind == "bad" {
            // After a first word that is not a keyword, the tree has words and no lines.
            let is_allowed = found_kind == "bad" || line.kind == LineKind::Unknown || may_be_well_formed(field.kind);
            return if found_start == start && is_allowed {
                Ok(())
            } else {
                Err(format!("{field:?} is read as {found_kind} at {found_start}"))
            };
        }
        // The blanks after the title of a comment are not part of the tree.
        let is_same_end = found_end == end || line.keyword() == Some(Keyword::Com) && found_end <= end;
        if (found_kind, found_start) != (kind, start) || !is_same_end {
            return Err(format!("{field:?} is read as {found_kind} at {found_start}..{found_end}"));
        }
    }
    if found.fields.len() > expected.len() { Err("fields that are none".into()) } else { Ok(()) }
}

/// Compares a line of the sources with the tree.
fn compare_line(source: &Source<'_>, base: usize, line: &Line, found: Option<&TreeLine<'_>>) -> Result<(), String> {
    let text = source.str(line.span);
    let Some(found) = found else {
        let is_blank = text.chars().all(char::is_whitespace);
        return match line.kind {
            LineKind::Blank | LineKind::Text(_) if is_blank => Ok(()),
            _ => Err("no line in the tree".into()),
        };
    };
    let allowed: &[&str] = match line.kind {
        LineKind::Blank => &["ignored_characters"],
        LineKind::Data(keyword) => &[node_of(keyword)],
        // The grammar knows the spellings of moves, and no misspelt keywords.
        LineKind::Misspelt(keyword) => &["unknown", "bare_locations", node_of(keyword)],
        LineKind::Bare => &["bare_locations"],
        LineKind::Unknown => &["unknown"],
        LineKind::Text(Block::Com) => &["comment_text"],
        LineKind::Text(Block::User) => &["user_text"],
        LineKind::Foreign => return Err("a foreign line".into()),
    };
    if !allowed.contains(&found.kind) {
        return Err(format!("it is read as {}", found.kind));
    }
    let is_read = matches!(line.kind, LineKind::Data(_) | LineKind::Unknown | LineKind::Bare)
        || matches!(line.kind, LineKind::Misspelt(Keyword::B | Keyword::W)) && found.kind == "move";
    // A word that resembles COM without a block after it keeps its title.
    let has_title =
        line.kind == LineKind::Unknown && source.fields(line).iter().any(|field| field.kind == FieldKind::Text);
    if !is_read || has_title || !text.chars().all(is_valid) {
        return Ok(());
    }
    if let LineKind::Data(keyword) = line.kind
        && found.kind != "move"
        && !found.keyword.eq_ignore_ascii_case(keyword.name())
    {
        return Err(format!("its keyword is {}", found.keyword));
    }
    compare_fields(source, base, line, found)
}

/// Whether the grammar reads this event as the sources do: it knows no misspelt ends of blocks, and what is nested has
/// as many ends in both only by chance.
fn is_comparable(source: &Source<'_>) -> bool {
    use Keyword::{Com, Endcom, Enduser, User};
    let is_delimiter = |line: &Line| matches!(line.kind, LineKind::Misspelt(Com | Endcom | User | Enduser));
    !source.lines.iter().any(is_delimiter)
        && !source.faults.iter().any(|fault| matches!(fault, BlockFault::Nested { .. }))
}

/// Compares a text with its tree; returns whether that was possible.
fn compare(text: &str, tree: &Tree) -> Result<bool, String> {
    let sources: Vec<_> = Reader::new(text, Following::NOTHING).collect();
    if text.contains('\0') || !sources.iter().all(is_comparable) {
        return Ok(false);
    }
    if tree.root_node().has_error() {
        return Err(format!("the tree has an error: {}", tree.root_node()));
    }
    let (lines, variations) = read_tree(tree, text);
    // For the grammar a misspelt keyword neither begins nor ends anything.
    let is_misspelt =
        |line: &Line| matches!(line.kind, LineKind::Misspelt(Keyword::Var | Keyword::Endvar | Keyword::Event));
    let has_all_ends = !sources.iter().flat_map(|source| &source.lines).any(is_misspelt);
    let mut base = 0;
    let mut count = 0;
    for source in &sources {
        for line in &source.lines {
            let (start, end) = (base + line.span.start as usize, base + line.span.end as usize);
            let mut found: Vec<_> = lines.range(start..end.max(start + 1)).map(|(_, line)| line).collect();
            count += found.len();
            if found.len() > 1 {
                found.retain(|line| line.kind != "ignored_characters");
            }
            let place = || format!("{:?} of kind {:?}", source.str(line.span), line.kind);
            if found.len() > 1 {
                return Err(format!("{}: several lines: {found:?}", place()));
            }
            compare_line(source, base, line, found.first().copied()).map_err(|why| format!("{}: {why}", place()))?;
        }
        if has_all_ends {
            compare_variations(source, base, &variations)?;
        }
        base += source.text.len();
    }
    if count == lines.len() { Ok(true) } else { Err("the tree has lines of its own".into()) }
}

fn compare_variations(source: &Source<'_>, base: usize, found: &BTreeMap<usize, bool>) -> Result<(), String> {
    for (index, has_end) in source.variations() {
        let start = base + source.lines[index].word.start as usize;
        if found.get(&start) != Some(&has_end) {
            return Err(format!("the variation at {start} has an end: {has_end}, {:?}", found.get(&start)));
        }
    }
    Ok(())
}

fn check(text: &str) -> bool {
    compare(text, &parse(text)).unwrap_or_else(|why| panic!("{why}\nin {text:?}"))
}

/// The files with this ending in a folder and the folders below it.
fn files(folder: &str, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == ending) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}

#[test]
fn the_lines_of_random_and_real_records_are_those_of_the_tree() {
    let mut compared = 0;
    for path in ["examples", "tests/fixtures"].iter().flat_map(|folder| files(folder, "ishi")) {
        let bytes = std::fs::read(&path).expect("a record");
        compared += usize::from(check(&String::from_utf8_lossy(&bytes)));
    }
    assert!(compared > 40, "{compared}");
    let corpus: Vec<String> = real::records().iter().flat_map(|text| laws::parts(text)).collect();
    compared = corpus.iter().filter(|text| check(text)).count();
    assert!(compared * 10 >= corpus.len() * 9, "{compared} of {}", corpus.len());
}

#[test]
fn the_lines_of_damaged_records_are_those_of_the_tree() {
    const TEXTS: u64 = 600;
    let records = laws::examples();
    let compared = (0..TEXTS).filter(|&seed| check(&damage::record(seed, &records))).count();
    assert!(compared as u64 * 2 > TEXTS, "{compared} of {TEXTS}");
}

/// The place of a byte, as tree-sitter counts it.
fn point(text: &str, at: usize) -> tree_sitter::Point {
    let row = text[..at].matches('\n').count();
    let column = at - text[..at].rfind('\n').map_or(0, |end| end + 1);
    tree_sitter::Point::new(row, column)
}

/// A tree as text, with all places.
fn dump(tree: &Tree) -> String {
    let mut text = String::new();
    let mut waiting = vec![tree.root_node()];
    while let Some(node) = waiting.pop() {
        let _ = write!(text, "{}:{}..{} ", node.kind(), node.start_byte(), node.end_byte());
        waiting.extend(node.children(&mut node.walk()));
    }
    text
}

#[test]
fn a_tree_after_edits_is_that_of_the_text() {
    const TEXTS: u64 = 100;
    let records = laws::examples();
    let mut parser = parser();
    for seed in 0..TEXTS {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut text = damage::record(seed, &records);
        let mut tree = parser.parse(&text, None).expect("a tree");
        for _ in 0..6 {
            let boundary = |mut at: usize| {
                while !text.is_char_boundary(at) {
                    at -= 1;
                }
                at
            };
            let start = boundary(random.usize(..=text.len()));
            let end = boundary((start + random.usize(..12)).min(text.len())).max(start);
            let piece = laws::PIECES[random.usize(..laws::PIECES.len())];
            let mut changed = text.clone();
            changed.replace_range(start..end, piece);
            tree.edit(&InputEdit {
                start_byte: start,
                old_end_byte: end,
                new_end_byte: start + piece.len(),
                start_position: point(&text, start),
                old_end_position: point(&text, end),
                new_end_position: point(&changed, start + piece.len()),
            });
            text = changed;
            tree = parser.parse(&text, Some(&tree)).expect("a tree");
            let fresh = parser.parse(&text, None).expect("a tree");
            assert_eq!(dump(&tree), dump(&fresh), "seed {seed}, {text:?}");
        }
    }
}

/// Texts that make a search start at each line take a time that grows with their length only.
#[test]
fn no_text_takes_long() {
    for piece in
        ["COM\nx\n", "USER\nx\n", "USER\nB 1 Q16\n", "VAR\n", "ENDVAR\n", "ENDCOM\n", "MARK a@@\n", "x ", "B12 "]
    {
        let text = piece.repeat(100_000 / piece.len());
        let started = Instant::now();
        assert!(!parse(&text).root_node().has_error());
        let time = started.elapsed();
        assert!(time < Duration::from_secs(60), "{piece:?} takes {time:?}");
    }
}

/// One test of a file in the form of `tree-sitter test`: its name, its text and its tree.
fn corpus_tests(text: &str) -> Vec<(String, String, String)> {
    let rule = "=".repeat(20);
    let mut parts = text.split(&rule).skip(1);
    let mut tests = Vec::new();
    while let (Some(name), Some(body)) = (parts.next(), parts.next()) {
        let (source, tree) = body.split_once("\n---\n").expect("a text and a tree");
        let words: Vec<&str> = tree.split_whitespace().collect();
        tests.push((name.trim().to_owned(), source.trim_start_matches('\n').to_owned(), words.join(" ")));
    }
    tests
}

#[test]
fn the_trees_of_the_grammars_own_tests_are_right() {
    let mut count = 0;
    for path in files("syntaxes/tree-sitter-ishi/test/corpus", "txt") {
        let text = std::fs::read_to_string(&path).expect("a file of tests");
        for (name, source, tree) in corpus_tests(&text) {
            let found = parse(&source).root_node().to_sexp();
            assert_eq!(found, tree, "{name}: after a change, `scripts/grammar` writes the trees anew");
            count += 1;
        }
    }
    assert!(count >= 15, "{count}");
}

#[test]
fn the_grammar_has_the_keywords_of_the_table() {
    let names: Vec<&str> = Keyword::ALL.iter().map(|keyword| keyword.name()).collect();
    let grammar = read("syntaxes/tree-sitter-ishi/grammar.js");
    let scanner = read("syntaxes/tree-sitter-ishi/src/scanner.c");
    let listed = |text: &str, start: &str, end: &str, quote: char| -> Vec<String> {
        let list = text.split_once(start).expect(start).1.split_once(end).expect(end).0;
        list.split(quote).skip(1).step_by(2).map(str::to_owned).collect()
    };
    assert_eq!(listed(&grammar, "const KEYWORDS = [", "]", '\''), names);
    assert_eq!(listed(&scanner, "KEYWORDS[] = {", "}", '"'), names);
}

/// Every query names only nodes and fields that the grammar has.
#[test]
fn the_queries_fit_the_grammar() {
    let language = tree_sitter_ishi::LANGUAGE.into();
    let mut count = 0;
    for path in ["syntaxes/tree-sitter-ishi/queries", "editors"].iter().flat_map(|folder| files(folder, "scm")) {
        if path.components().any(|part| part.as_os_str() == "node_modules") {
            continue;
        }
        let query = std::fs::read_to_string(&path).expect("a query");
        Query::new(&language, &query).unwrap_or_else(|why| panic!("{}: {why}", path.display()));
        count += 1;
    }
    assert!(count >= 15, "{count}");
}
