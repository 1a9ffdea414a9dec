//! The search for positions, beside one that plays each game with captures of its own, turns grids of its own and
//! compares every position with every placement of the pattern.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::io::Cursor;

use ishi_archive::duplicates::ComparedGame;
use ishi_archive::find::{Continuations, Next, Place, Query, Search, parse_pattern};
use ishi_archive::index::{GameEntry, Segment, SegmentBuilder};
use ishi_archive::{ArchiveText, GameInfo, pieces};
use ishi_board::{Color, Point};
use ishi_record::record::{MoveTarget, Owner};

/// A column and a row from the lower left.
type At = (u8, u8);

/// A stone or none: `X`, `O` or `.`.
type Content = char;

/// A board, row by row from the bottom.
type Cells = Vec<Vec<Content>>;

fn other(color: Content) -> Content {
    if color == 'X' { 'O' } else { 'X' }
}

fn swapped(sign: char) -> char {
    match sign {
        'X' => 'O',
        'O' => 'X',
        'x' => 'o',
        'o' => 'x',
        same => same,
    }
}

fn allows(sign: char, content: Content) -> bool {
    match sign {
        '*' => true,
        'x' => content != 'O',
        'o' => content != 'X',
        same => same == content,
    }
}

fn name((column, row): At) -> String {
    format!("{}{}", char::from(b"ABCDEFGHJKLMNOPQRST"[usize::from(column)]), row + 1)
}

fn point((column, row): At) -> Point {
    Point::new(column, row).unwrap()
}

/// A position of a game: before the first move, or after one.
struct Node {
    parent: Option<usize>,
    sequence: u32,
    number: u32,
    /// The color of the move.
    color: Content,
    /// None for a pass.
    played: Option<At>,
    /// The board after the move, and then after the setup.
    moved: Cells,
    board: Cells,
    to_play: Content,
}

/// A game with its text.
struct Tree {
    size: u8,
    nodes: Vec<Node>,
    /// The last node of each sequence.
    ends: Vec<usize>,
    text: String,
    has_late_setup: bool,
}

fn beside((column, row): At, size: u8) -> Vec<At> {
    let around = [(-1, 0), (1, 0), (0, -1), (0, 1)];
    let moved = around.map(|(across, up)| (column.checked_add_signed(across), row.checked_add_signed(up)));
    let points = moved.into_iter().filter_map(|(column, row)| column.zip(row));
    points.filter(|&(column, row)| column < size && row < size).collect()
}

fn get(board: &Cells, (column, row): At) -> Content {
    board[usize::from(row)][usize::from(column)]
}

fn set(board: &mut Cells, (column, row): At, content: Content) {
    board[usize::from(row)][usize::from(column)] = content;
}

/// The stones of a group, if it has no liberty.
fn choked(board: &Cells, at: At) -> Option<BTreeSet<At>> {
    let (size, color) = (board.len() as u8, get(board, at));
    let mut group = BTreeSet::from([at]);
    let mut open = vec![at];
    while let Some(stone) = open.pop() {
        for next in beside(stone, size) {
            match get(board, next) {
                '.' => return None,
                content if content == color && group.insert(next) => open.push(next),
                _ => {}
            }
        }
    }
    Some(group)
}

fn play(board: &mut Cells, at: At, color: Content) {
    set(board, at, color);
    let mut captured = false;
    for next in beside(at, board.len() as u8) {
        if get(board, next) == other(color)
            && let Some(group) = choked(board, next)
        {
            captured = true;
            for stone in group {
                set(board, stone, '.');
            }
        }
    }
    if !captured && let Some(group) = choked(board, at) {
        for stone in group {
            set(board, stone, '.');
        }
    }
}

impl Tree {
    fn random(random: &mut fastrand::Rng, size: u8) -> Self {
        let mut board = vec![vec!['.'; usize::from(size)]; usize::from(size)];
        let mut text = format!("EVENT x\nBOARDSIZE {size}\n");
        let mut colors = BTreeSet::new();
        for _ in 0..random.usize(..5).saturating_sub(1) {
            let (at, color) = ((random.u8(..size), random.u8(..size)), if random.bool() { 'X' } else { 'O' });
            if get(&board, at) == '.' {
                set(&mut board, at, color);
                colors.insert(color);
                let _ = writeln!(text, "SETUP {} {}", letter(color), name(at));
            }
        }
        let first = if colors.len() == 1 && colors.contains(&'X') { 'O' } else { 'X' };
        let root = Node {
            parent: None,
            sequence: 0,
            number: 0,
            color: other(first),
            played: None,
            moved: board.clone(),
            board,
            to_play: first,
        };
        let mut tree = Self { size, nodes: vec![root], ends: vec![0], text, has_late_setup: false };
        let moves = random.usize(..40);
        tree.sequence(random, (0, 0), moves, 0);
        tree
    }

    fn sequence(&mut self, random: &mut fastrand::Rng, (mut last, sequence): (usize, u32), moves: usize, depth: u32) {
        let begin = last;
        for _ in 0..moves {
            let parent = &self.nodes[last];
            let color = if random.u8(..12) == 0 { parent.color } else { other(parent.color) };
            let empty: Vec<At> = (0..self.size)
                .flat_map(|row| (0..self.size).map(move |column| (column, row)))
                .filter(|&at| get(&parent.board, at) == '.' || random.u16(..300) == 0)
                .collect();
            // Near the corner, so that positions come again.
            let near: Vec<At> = empty.iter().copied().filter(|at| at.0 < 4 && at.1 < 4).collect();
            let played = match random.u8(..15) {
                0 => None,
                1..3 => random.choice(empty),
                _ => random.choice(near),
            };
            let mut moved = parent.board.clone();
            if let Some(at) = played {
                play(&mut moved, at, color);
            }
            let number = parent.number + 1;
            let place = played.map_or("PASS".to_owned(), name);
            let _ = writeln!(self.text, "{} {number} {place}", letter(color));
            let mut board = moved.clone();
            if random.u8(..40) == 0 {
                let (at, stone) =
                    ((random.u8(..self.size), random.u8(..self.size)), if random.bool() { 'X' } else { 'O' });
                if get(&board, at) == '.' {
                    set(&mut board, at, stone);
                    let _ = writeln!(self.text, "SETUP {} {}", letter(stone), name(at));
                    self.has_late_setup = true;
                }
            }
            if last != begin || sequence == 0 {
                self.nodes[last].to_play = color;
            }
            let node =
                Node { parent: Some(last), sequence, number, color, played, moved, board, to_play: other(color) };
            let before = last;
            last = self.nodes.len();
            self.nodes.push(node);
            for _ in 0..if depth < 3 && random.u8(..8) == 0 { random.u8(1..3) } else { 0 } {
                let inner = self.ends.len() as u32;
                self.ends.push(before);
                let _ = writeln!(self.text, "VAR");
                let moves = random.usize(1..8);
                self.sequence(random, (before, inner), moves, depth + 1);
                let _ = writeln!(self.text, "ENDVAR");
            }
        }
        self.ends[sequence as usize] = last;
    }

    /// The nodes that lead to a node, the first position first.
    fn line(&self, end: usize) -> Vec<usize> {
        let mut line = vec![end];
        while let Some(parent) = self.nodes[line[line.len() - 1]].parent {
            line.push(parent);
        }
        line.reverse();
        line
    }
}

fn letter(color: Content) -> char {
    if color == 'X' { 'B' } else { 'W' }
}

fn color(content: Content) -> Color {
    if content == 'X' { Color::Black } else { Color::White }
}

/// A pattern, row by row from the bottom, with what it is at each point and where that point was drawn.
#[derive(Clone, Debug)]
struct Grid {
    rows: Vec<Vec<(char, At)>>,
    /// Above, to the right, below and to the left.
    edges: [bool; 4],
}

impl Grid {
    fn rotated(&self) -> Self {
        let (columns, rows) = (self.rows[0].len(), self.rows.len());
        // The column on the left becomes the row at the top.
        let turned = (0..columns).rev().map(|column| (0..rows).map(|row| self.rows[row][column]).collect());
        let [top, right, bottom, left] = self.edges;
        Self { rows: turned.collect(), edges: [left, top, right, bottom] }
    }

    fn mirrored(&self) -> Self {
        let rows = self.rows.iter().map(|row| row.iter().rev().copied().collect()).collect();
        let [top, right, bottom, left] = self.edges;
        Self { rows, edges: [top, left, bottom, right] }
    }

    fn swapped(&self) -> Self {
        let rows = self.rows.iter().map(|row| row.iter().map(|&(sign, at)| (swapped(sign), at)).collect()).collect();
        Self { rows, edges: self.edges }
    }

    fn turned(&self, name: &str) -> Self {
        match name {
            "identity" => self.clone(),
            "rotate-right" => self.rotated(),
            "rotate-180" => self.rotated().rotated(),
            "rotate-left" => self.rotated().rotated().rotated(),
            "mirror-left-right" => self.mirrored(),
            "mirror-top-bottom" => self.mirrored().rotated().rotated(),
            "mirror-diagonal" => self.mirrored().rotated(),
            "mirror-antidiagonal" => self.mirrored().rotated().rotated().rotated(),
            unknown => panic!("{unknown}"),
        }
    }

    fn text(&self) -> String {
        let [top, right, bottom, left] = self.edges;
        let border = "-".repeat(self.rows[0].len()) + "\n";
        let mut text = if top { border.clone() } else { String::new() };
        for row in self.rows.iter().rev() {
            let signs: String = row.iter().map(|(sign, _)| *sign).collect();
            let _ = writeln!(text, "{}{signs}{}", if left { "|" } else { "" }, if right { "|" } else { "" });
        }
        if bottom { text + &border } else { text }
    }

    /// A part of a position, turned, with other signs on some points.
    fn random(random: &mut fastrand::Rng, tree: &Tree) -> Self {
        let size = tree.size;
        let board = &tree.nodes[random.usize(..tree.nodes.len())].board;
        let kind = random.u8(..4);
        let mut span = |may_touch: bool| {
            let length = random.u8(1..=size.min(6));
            let low = if may_touch && random.bool() { 0 } else { random.u8(..=size - length) };
            if kind == 0 { (0, size) } else { (low, length) }
        };
        let ((left, columns), (bottom, height)) = (span(kind < 3), span(kind < 2));
        let is_edge = [bottom + height == size, left + columns == size, bottom == 0, left == 0];
        let edges = if kind == 3 { [false; 4] } else { is_edge };
        let blur = [0, 0, 10, 40][random.usize(..4)];
        let mut row_of = |row: u8| {
            let sign = |column: u8| {
                let own = get(board, (left + column, bottom + row));
                let sign = match random.u8(..100) {
                    chance if chance >= blur => own,
                    _ if own == 'X' => ['x', '*'][random.usize(..2)],
                    _ if own == 'O' => ['o', '*'][random.usize(..2)],
                    _ => ['x', 'o', '*'][random.usize(..3)],
                };
                (sign, (column, row))
            };
            (0..columns).map(sign).collect::<Vec<_>>()
        };
        let grid = Self { rows: (0..height).map(&mut row_of).collect(), edges };
        let turned = grid.turned(NAMES[random.usize(..8)]);
        let turned = if random.u8(..3) == 0 { turned.swapped() } else { turned };
        // Locations are those of a board of 19 lines, unless the pattern has both edges.
        let [top, right, bottom, left] = turned.edges;
        let (columns, height) = (turned.rows[0].len() as u8, turned.rows.len() as u8);
        let lines = if left && right {
            columns
        } else if top && bottom {
            height
        } else {
            19
        };
        let from = (if right { lines - columns } else { 0 }, if top { lines - height } else { 0 });
        let named = |(row, signs): (usize, Vec<(char, At)>)| {
            let place = |(column, (sign, _)): (usize, (char, At))| (sign, (from.0 + column as u8, from.1 + row as u8));
            signs.into_iter().enumerate().map(place).collect()
        };
        Self { rows: turned.rows.into_iter().enumerate().map(named).collect(), edges: turned.edges }
    }
}

const NAMES: [&str; 8] = [
    "identity",
    "rotate-right",
    "rotate-180",
    "rotate-left",
    "mirror-left-right",
    "mirror-top-bottom",
    "mirror-diagonal",
    "mirror-antidiagonal",
];

/// A question in the terms of this test.
#[derive(Debug)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of a search")]
struct Question {
    grid: Grid,
    symmetry: bool,
    color_swap: bool,
    moves: (u32, u32),
    to_play: Option<Content>,
    then: Vec<(Content, At)>,
    variations: bool,
    all: bool,
}

/// Everything that a placement asks of a game.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Demands {
    signs: Vec<(At, char)>,
    region: (At, At),
    to_play: Option<Content>,
    then: Vec<(Content, At)>,
}

/// A way in which the pattern lies on the board.
struct Lying {
    name: &'static str,
    is_swapped: bool,
    /// Where each point of the board was drawn.
    drawn: BTreeMap<At, At>,
}

/// The demands of all placements, each with the placements that have them.
fn lyings(question: &Question, size: u8) -> BTreeMap<Demands, Vec<Lying>> {
    let mut all: BTreeMap<Demands, Vec<Lying>> = BTreeMap::new();
    for is_swapped in [false, true] {
        for name in NAMES {
            if is_swapped && !question.color_swap || name != "identity" && !question.symmetry {
                continue;
            }
            let grid = question.grid.turned(name);
            let grid = if is_swapped { grid.swapped() } else { grid };
            let (columns, rows) = (grid.rows[0].len() as u8, grid.rows.len() as u8);
            let [top, right, bottom, left] = grid.edges;
            for (column, row) in (0..size).flat_map(|row| (0..size).map(move |column| (column, row))) {
                let fits = column + columns <= size && row + rows <= size;
                let is_pinned = (!left || column == 0)
                    && (!right || column + columns == size)
                    && (!bottom || row == 0)
                    && (!top || row + rows == size);
                if !fits || !is_pinned {
                    continue;
                }
                let (mut signs, mut drawn) = (Vec::new(), BTreeMap::new());
                for (up, cells) in grid.rows.iter().enumerate() {
                    for (across, &(sign, at)) in cells.iter().enumerate() {
                        let place = (column + across as u8, row + up as u8);
                        drawn.insert(place, at);
                        if sign != '*' {
                            signs.push((place, sign));
                        }
                    }
                }
                let of = |content: Content| if is_swapped { other(content) } else { content };
                let place = |at: At| *drawn.iter().find(|(_, drawn)| **drawn == at).unwrap().0;
                let demands = Demands {
                    signs,
                    region: ((column, row), (column + columns - 1, row + rows - 1)),
                    to_play: question.to_play.map(of),
                    then: question.then.iter().map(|&(color, at)| (of(color), place(at))).collect(),
                };
                all.entry(demands).or_default().push(Lying { name, is_swapped, drawn });
            }
        }
    }
    all
}

/// The next moves of a place: the node of each, and how many were played elsewhere before.
type Nexts = BTreeSet<(usize, u32)>;

impl Demands {
    fn contains(&self, (column, row): At) -> bool {
        let (low, high) = self.region;
        (low.0..=high.0).contains(&column) && (low.1..=high.1).contains(&row)
    }

    fn differs(&self, one: &Cells, other: &Cells) -> bool {
        let (low, high) = self.region;
        let columns = usize::from(low.0)..=usize::from(high.0);
        (usize::from(low.1)..=usize::from(high.1)).any(|row| one[row][columns.clone()] != other[row][columns.clone()])
    }

    /// The next move after the moves that have to follow the first position of a line; none if these do not.
    fn follow(&self, tree: &Tree, line: &[usize]) -> Option<Nexts> {
        let is_whole = self.region == ((0, 0), (tree.size - 1, tree.size - 1));
        let (mut played, mut elsewhere) = (0, 0);
        let end = |played: usize| (played == self.then.len()).then(Nexts::new);
        for pair in line.windows(2) {
            let (before, node) = (&tree.nodes[pair[0]], &tree.nodes[pair[1]]);
            if node.played.map_or(is_whole, |at| self.contains(at)) {
                if played == self.then.len() {
                    return Some(Nexts::from([(pair[1], elsewhere)]));
                }
                if node.played != Some(self.then[played].1) || node.color != self.then[played].0 {
                    return None;
                }
                (played, elsewhere) = (played + 1, 0);
            } else if self.differs(&before.board, &node.moved) {
                return end(played);
            } else {
                elsewhere += 1;
            }
            if self.differs(&node.moved, &node.board) {
                return end(played);
            }
        }
        end(played)
    }
}

/// Every place, as a node and an index of demands, with its next moves.
fn expected(question: &Question, tree: &Tree, all: &BTreeMap<Demands, Vec<Lying>>) -> BTreeMap<(usize, usize), Nexts> {
    let mut places: BTreeMap<(usize, usize), Nexts> = BTreeMap::new();
    let ends = if question.variations { &tree.ends[..] } else { &tree.ends[..1] };
    let lines: Vec<Vec<usize>> = ends.iter().map(|&end| tree.line(end)).collect();
    for (index, demands) in all.keys().enumerate() {
        let stands = |node: &Node| demands.signs.iter().all(|&(at, sign)| allows(sign, get(&node.board, at)));
        // The lines share their beginnings.
        let stands: Vec<bool> = tree.nodes.iter().map(stands).collect();
        for line in &lines {
            let mut is_found = false;
            for (step, &at) in line.iter().enumerate() {
                if !stands[at] {
                    is_found = false;
                    continue;
                }
                let node = &tree.nodes[at];
                let (from, to) = question.moves;
                let is_asked =
                    (from..=to).contains(&node.number) && demands.to_play.is_none_or(|color| color == node.to_play);
                if is_found || !is_asked {
                    continue;
                }
                if let Some(next) = demands.follow(tree, &line[step..]) {
                    is_found = true;
                    places.entry((at, index)).or_default().extend(next);
                }
            }
        }
    }
    places
}

impl Question {
    fn random(random: &mut fastrand::Rng, tree: &Tree) -> Self {
        let grid = Grid::random(random, tree);
        let cells: Vec<(char, At)> = grid.rows.concat();
        let mut then = Vec::new();
        let mut player = if random.bool() { 'X' } else { 'O' };
        if random.u8(..3) == 0 {
            for _ in 0..random.usize(1..4) {
                let is_open = |(sign, _): &&(char, At)| !then.is_empty() || !"XO".contains(*sign);
                let open: Vec<&(char, At)> = cells.iter().filter(is_open).collect();
                let Some(&(_, at)) = random.choice(open) else { break };
                then.push((player, at));
                player = other(player);
            }
        }
        let from = if random.bool() { 0 } else { random.u32(..20) };
        Self {
            grid,
            symmetry: random.u8(..4) > 0,
            color_swap: random.u8(..4) > 0,
            moves: if random.u8(..3) > 0 { (0, u32::MAX) } else { (from, from + random.u32(..20)) },
            to_play: if random.u8(..3) > 0 { None } else { Some(if random.bool() { 'X' } else { 'O' }) },
            then,
            variations: random.bool(),
            all: random.bool(),
        }
    }

    fn search(&self) -> Option<Search> {
        let pattern = parse_pattern(&self.grid.text()).ok()?;
        let query = Query {
            symmetry: self.symmetry,
            color_swap: self.color_swap,
            moves: self.moves.0..=self.moves.1,
            to_play: self.to_play.map(color),
            then: self.then.iter().map(|&(own, at)| (color(own), point(at))).collect(),
            variations: self.variations,
            all: self.all,
            ..Query::of(pattern)
        };
        Search::new(query).ok()
    }

    /// A sequence that is played in the game after the pattern, if one is.
    fn follow_game(&mut self, random: &mut fastrand::Rng, tree: &Tree) {
        let all = lyings(self, tree.size);
        let places: Vec<((usize, usize), Nexts)> = expected(self, tree, &all).into_iter().collect();
        let Some(((_, index), nexts)) = random.choice(places) else { return };
        let (Some(lyings), Some(&(next, _))) = (all.values().nth(index), nexts.first()) else { return };
        let Node { color, played: Some(at), .. } = tree.nodes[next] else { return };
        let color = if lyings[0].is_swapped { other(color) } else { color };
        self.then.push((color, lyings[0].drawn[&at]));
    }
}

fn found(search: &Search, text: ArchiveText<'_>) -> Vec<Place> {
    pieces(text).flat_map(|piece| piece.read(|game| search.find(game.expect("a game")))).collect()
}

/// Compares the places that were found with those that are expected, and returns how many there are.
fn compare(question: &Question, tree: &Tree, search: &Search, context: &str) -> usize {
    let all = lyings(question, tree.size);
    let mut places = expected(question, tree, &all);
    let found = found(search, ArchiveText::Record(&tree.text));
    let order = |node: usize| (tree.nodes[node].sequence > 0, node);
    if !question.all
        && let Some(first) = places.keys().map(|&(node, _)| node).min_by_key(|&node| order(node))
    {
        places.retain(|&(node, _), _| node == first);
        assert_eq!(found.len(), 1, "{context}");
    } else {
        assert_eq!(found.len(), places.len(), "{context}");
    }
    let mut seen = BTreeSet::new();
    for place in &found {
        let node = match place.owner {
            Owner::Move(id) => id.0 as usize + 1,
            Owner::Event => 0,
            other => panic!("{other:?}"),
        };
        let has = |(_, lyings): &(usize, &Vec<Lying>)| {
            lyings.iter().any(|lying| {
                let corners = lying.drawn.keys();
                let low = corners.clone().min_by_key(|at| (at.1, at.0)).map(|&at| point(at));
                let is_named = (lying.name, lying.is_swapped) == (place.orientation.name(), place.swapped);
                is_named && low == Some(place.region.0)
            })
        };
        let (index, lyings) = all.values().enumerate().find(has).expect(context);
        let nexts = places.get(&(node, index)).expect(context);
        assert!(seen.insert((node, index)), "{context}");
        assert_eq!(place.number, tree.nodes[node].number, "{context}");
        let sequence = tree.nodes[node].sequence;
        assert_eq!(place.variation, (sequence > 0).then_some(sequence), "{context}");
        compare_next(tree, place, (lyings, nexts), context);
    }
    found.len()
}

fn compare_next(tree: &Tree, place: &Place, (lyings, nexts): (&[Lying], &Nexts), context: &str) {
    let own =
        lyings.iter().find(|one| (one.name, one.is_swapped) == (place.orientation.name(), place.swapped)).unwrap();
    let target = |at: Option<At>| at.map_or(MoveTarget::Pass, |at| MoveTarget::Point(point(at)));
    let of_node = |&(node, elsewhere): &(usize, u32)| {
        let Node { color: stone, played, .. } = tree.nodes[node];
        let rows = lyings.iter().map(|one| (played.map(|at| one.drawn[&at]), one.is_swapped));
        let (row, row_swapped) = rows.max_by_key(|&(at, is_swapped)| (at.map(|at| (at.1, at.0)), !is_swapped)).unwrap();
        let stone = if own.is_swapped { other(stone) } else { stone };
        let location = target(played.map(|at| own.drawn[&at]));
        let played = target(played);
        Next { location, color: color(stone), played, elsewhere, row: target(row), row_swapped }
    };
    let key = |next: &Next| format!("{next:?}");
    let mut expected: Vec<String> = nexts.iter().map(of_node).map(|next| key(&next)).collect();
    let mut next: Vec<String> = place.next.iter().map(key).collect();
    expected.sort();
    next.sort();
    assert_eq!(next, expected, "{context}");
    // The move on the line of the place itself is the first.
    let sequence = place.variation.unwrap_or(0);
    if let Some(own) = nexts.iter().find(|&&(node, _)| tree.nodes[node].sequence == sequence) {
        assert_eq!(place.next[0], of_node(own), "{context}");
    }
}

#[test]
fn every_answer_is_that_of_a_search_by_force() {
    let (mut asked, mut places, mut with_sequence, mut on_variations, mut with_index) = (0, 0, 0, 0, 0);
    for seed in 0..160 {
        let random = &mut fastrand::Rng::with_seed(seed);
        let size = match seed {
            0 => 19,
            _ if seed % 16 == 0 => 9,
            _ => [2, 3, 4, 5, 5, 6, 7][seed as usize % 7],
        };
        let tree = Tree::random(random, size);
        let texts = [tree.text.clone(), ishi_convert::convert::to_sgf(&tree.text).text];
        let mut segment = segment(&texts);
        for _ in 0..if size > 9 { 5 } else { 20 } {
            let mut question = Question::random(random, &tree);
            if random.u8(..4) == 0 {
                question.then.clear();
                for _ in 0..random.u8(1..4) {
                    question.follow_game(random, &tree);
                }
            }
            let Some(search) = question.search() else { continue };
            let context = format!("seed {seed}\n{}\n{question:?}\n{}", question.grid.text(), tree.text);
            let count = compare(&question, &tree, &search, &context);
            (asked, places) = (asked + 1, places + count);
            with_sequence += if question.then.is_empty() { 0 } else { count };
            let found = found(&search, ArchiveText::Record(&tree.text));
            on_variations += found.iter().filter(|place| place.variation.is_some()).count();
            in_sgf(&question, &tree, &search, &found, &context);
            with_index += in_index(&search, &mut segment, &texts, &context);
        }
    }
    let counts = [asked, places, with_sequence, on_variations, with_index];
    assert!(counts.into_iter().zip([2000, 4000, 200, 300, 1500]).all(|(count, least)| count > least), "{counts:?}");
}

fn archive_text(text: &str) -> ArchiveText<'_> {
    if text.starts_with('(') { ArchiveText::Sgf(text) } else { ArchiveText::Record(text) }
}

/// A segment of an index with all games of some texts.
fn segment(texts: &[String]) -> Segment<Cursor<Vec<u8>>> {
    let mut builder = SegmentBuilder::default();
    let entries = texts.iter().flat_map(|text| pieces(archive_text(text)));
    let entries: Vec<GameEntry> =
        entries.map(|piece| piece.read(|game| GameEntry::of(game.expect("a game")))).collect();
    for entry in &entries {
        builder.push(entry);
    }
    let mut segment = Segment::open(Cursor::new(builder.finish())).expect("a segment");
    assert_eq!(segment.entries().expect("the games"), entries);
    let (listed, _) = segment.list(None).expect("the games");
    let listed: Vec<ComparedGame> = listed.into_iter().map(|answer| answer.game.expect("a game").compared).collect();
    let pieces = texts.iter().flat_map(|text| pieces(archive_text(text)));
    let compared = pieces.map(|piece| piece.read(|game| ComparedGame::of(game.expect("a game"))));
    assert_eq!(listed, compared.collect::<Vec<_>>());
    segment
}

/// A game in which a position is found: its number, its headers, and its places with their lines.
type FoundIn = (usize, GameInfo, Vec<(Place, usize)>);

/// The answers of an index are those of the games themselves. Returns how many there are.
fn in_index(search: &Search, segment: &mut Segment<Cursor<Vec<u8>>>, texts: &[String], context: &str) -> usize {
    let of_game = |(index, piece): (usize, ishi_archive::Piece<'_>)| {
        piece.read(|game| {
            let game = game.expect("a game");
            let with_line = |place: Place| (place.clone(), game.line_of(place.part, place.owner));
            (index, game.info.clone(), search.find(game).into_iter().map(with_line).collect::<Vec<_>>())
        })
    };
    let games = texts.iter().flat_map(|text| pieces(archive_text(text))).enumerate();
    let expected: Vec<FoundIn> = games.map(of_game).filter(|(.., places)| !places.is_empty()).collect();
    let (answers, count) = segment.find(search, None).expect("answers");
    assert_eq!(count, segment.games(), "{context}");
    let found: Vec<FoundIn> = answers
        .into_iter()
        .map(|answer| {
            let game = answer.game.expect("a game");
            (answer.index, game.info, game.places)
        })
        .collect();
    assert_eq!(found, expected, "{context}");
    found.len()
}

/// The same game in SGF has the same places on its main line.
fn in_sgf(question: &Question, tree: &Tree, search: &Search, found_in_record: &[Place], context: &str) {
    if question.variations || tree.has_late_setup {
        return;
    }
    let sgf = ishi_convert::convert::to_sgf(&tree.text).text;
    let places = found(search, ArchiveText::Sgf(&sgf));
    let key = |place: &Place| (place.number, place.orientation, place.swapped, place.region, place.next.clone());
    let keys: Vec<_> = places.iter().map(key).collect();
    assert_eq!(keys, found_in_record.iter().map(key).collect::<Vec<_>>(), "{context}\n{sgf}");
}

/// Pairs of a game and its result, which are turned versions of one opening, or another one.
#[test]
fn continuations_count_games_by_symmetry() {
    let games = "(;SZ[9]RE[B+R]DT[1990];B[gc];W[cg])(;SZ[9]RE[W+1]DT[1992-03];B[cg])(;SZ[9]DT[1991];B[ee])\
                 (;SZ[9]RE[B+1];W[cc])(;SZ[9]RE[W+R];B[];W[ee])(;SZ[9]RE[W+R];B[dc]C[not in another row];W[ff])\
                 (;SZ[9]RE[W+R])";
    let rows = |symmetry: bool, color_swap: bool| {
        let row = format!("|{}|\n", ".".repeat(9));
        let pattern = parse_pattern(&format!("---\n{}---\n", row.repeat(9))).unwrap();
        let search = Search::new(Query { symmetry, color_swap, ..Query::of(pattern) }).unwrap();
        let mut continuations = Continuations::default();
        for piece in pieces(ArchiveText::Sgf(games)) {
            piece.read(|game| {
                let game = game.unwrap();
                let mut own = Continuations::default();
                own.add(&search.find(game), &game.info);
                continuations.merge(own);
            });
        }
        let name = |target: MoveTarget| target.point().map_or("pass".to_owned(), |point| point.to_string());
        let show = continuations.into_rows().into_iter().map(|row| {
            let years = [row.first_year, row.last_year].map(|year| year.unwrap_or(0));
            format!("{} {} {} {} {years:?}", name(row.location), row.games, row.black, row.white)
        });
        show.collect::<Vec<_>>()
    };
    assert_eq!(
        rows(true, true),
        ["G7 3 2 1 [1990, 1992]", "D7 1 0 1 [0, 0]", "E5 1 0 0 [1991, 1991]", "pass 1 0 1 [0, 0]",]
    );
    assert_eq!(
        rows(false, true),
        [
            "C7 1 1 0 [0, 0]",
            "D7 1 0 1 [0, 0]",
            "G7 1 1 0 [1990, 1990]",
            "E5 1 0 0 [1991, 1991]",
            "C3 1 0 1 [1992, 1992]",
            "pass 1 0 1 [0, 0]",
        ]
    );
    assert_eq!(rows(true, false), rows(true, true));
}

/// A part of a game in SGF that goes on from a position which was set up is on the main line, if the position is.
#[test]
fn the_main_line_goes_on_after_setup() {
    let places = |text: &str, variations: bool| {
        let pattern = parse_pattern("|XO\n|..\n---\n").unwrap();
        let search = Search::new(Query { variations, ..Query::of(pattern) }).unwrap();
        found(&search, ArchiveText::Sgf(text)).iter().map(|place| (place.part, place.number)).collect::<Vec<_>>()
    };
    let main = "(;SZ[9];B[ee];W[dd];AB[ah];W[bh];B[ai])";
    assert_eq!(places(main, false).len(), 1);
    assert_eq!(places(main, false)[0].0, 1);
    let variation = "(;SZ[9];B[ee](;W[dd])(;W[cc];AB[ah];W[bh];B[ai]))";
    assert_eq!(places(variation, false), []);
    assert_eq!(places(variation, true).len(), 1);
    // The first branch is the main line, and the moves of the second one follow in the first part.
    let left = "(;SZ[9];B[ee](;AW[cc];B[aa])(;W[bh];B[ah]))";
    assert_eq!(places(left, false), []);
    assert_eq!(places(left, true), [(0, 3)]);
}

#[test]
fn wrong_patterns_say_what_is_wrong() {
    for (text, reason) in [
        ("", "the pattern has no rows"),
        ("XV", "line 1: `V` is not a sign; `X O . * ? x o` are"),
        ("X\u{1b}", "line 1: `\\u{1b}` is not a sign; `X O . * ? x o` are"),
        ("$$ | X U\n", "line 1: `U` is not a sign; in a diagram"),
        ("$$ A caption\n", "the pattern has no rows"),
        ("$$B\n$$ | X U\n", "line 2: `U` is not a sign; in a diagram"),
        ("$$B25\n$$ . X .\n", "line 1: a board has 2 to 19 lines, and the diagram says 25"),
        ("$$B1\n$$ . X .\n", "line 1: a board has 2 to 19 lines, and the diagram says 1"),
        ("$$B20 t\n$$ . X .\n", "line 1: a board has 2 to 19 lines, and the diagram says 20"),
        ("$$99999999999\n$$ . X .\n", "line 1: a board has 2 to 19 lines, and the diagram says 99999999999"),
        ("$$b1\n$$ . X .\n", "line 1: a board has 2 to 19 lines, and the diagram says 1; a row has a space after `$$`"),
        ("$$Bx9 Title\n$$ . X .\n", "line 1: `$$Bx9` is not the beginning of a diagram, such as `$$Bc9 A caption`"),
        ("$$ | X O\nX O", "line 2: it does not begin with `$$` as other lines do"),
        ("XO\n\nX.O\n", "line 3: it has 3 points, and line 1 has 2"),
        ("|XO\nXO\n", "line 2: its edges `|` are not those of line 1"),
        ("XO\n--\nXO\n", "line 3: there is a row below the lower edge"),
        ("--\n--\nXO\n", "line 2: there are two edges one after the other"),
        ("....................", "line 1: a pattern has 1 to 19 columns and rows"),
        ("---\n|X..|\n---\n", "the board has 3 columns and 1 rows, and boards are square"),
        ("|X|\n", "a board has 2 to 19 lines"),
        ("|X..|\n...\n", "line 2: its edges `|` are not those of line 1"),
        ("|X|\n|.|\n", "a board has 2 to 19 lines"),
        ("|X.|\n|..|\n|..|\n", "the pattern has 3 lines, and the board is 2x2"),
        ("$$B9\n$$ | . X |\n", "the first line says that the board is 9x9, and it is 2x2"),
        ("$$\n$$ 1 1 .\n", "move 1 is there twice"),
        ("$$\n$$ 1 3 .\n", "move 3 is there, and not 2"),
        (".O.\nOXO\n.O.\n", "the black group at B2 has no liberty, so no game has this position"),
        ("|XO\n|OX\n---\n", "the white group at A1 has no liberty"),
        ("**\n??\n", "the pattern has only points that do not matter, and would be found in every game"),
    ] {
        let search = parse_pattern(text).and_then(|pattern| Search::new(Query::of(pattern)));
        let error = search.expect_err(text).to_string();
        assert!(error.starts_with(reason), "{text}\n{error}");
    }
    for (then, reason) in [
        ((4, 0), "the move at E1 is not in the pattern, which has A1 to C2"),
        ((0, 1), "Black can't play A2 next: the pattern has a stone there"),
    ] {
        let pattern = parse_pattern("XO.\n...\n").unwrap();
        let query = Query { then: vec![(Color::Black, point(then))], ..Query::of(pattern) };
        let error = Search::new(query).expect_err("a wrong move").to_string();
        assert_eq!(error, reason);
    }
    let with_caption = "$$Wcm5 Black to be\n$$ | a , C\n$$ [a|Page]\n$$ {AR A1 B2}\n";
    for text in ["|XO\n|OX\n", "xO\nOX\n", with_caption, "X", "$$XO b\n$$ . . .\n", "$$b.X\n"] {
        let search = parse_pattern(text).and_then(|pattern| Search::new(Query::of(pattern)));
        search.expect(text);
    }
}

/// A header has a color, coordinates, a size and a number in any case and order, and a caption.
#[test]
fn headers_of_diagrams_are_read() {
    for (header, first, location) in [
        ("$$b9c Title", Color::Black, "J9"),
        ("$$Wc9m20", Color::White, "J9"),
        ("$$w9", Color::White, "J9"),
        ("$$b A title", Color::Black, "T19"),
        ("$$w", Color::White, "T19"),
        ("$$9", Color::Black, "J9"),
        ("$$", Color::Black, "T19"),
    ] {
        let pattern = parse_pattern(&format!("{header}\n$$ ---+\n$$ . 1|\n$$ X .|\n")).expect(header);
        let [(color, point)] = pattern.sequence() else { panic!("{header}") };
        assert_eq!((*color, &*point.to_string()), (first, location), "{header}");
    }
}

/// The numbers of a diagram are the moves that follow.
#[test]
fn a_diagram_has_its_sequence() {
    let text = "$$W Joseki\n$$ ---------\n$$ . . . . . |\n$$ . . 1 2 . |\n$$ . . X . . |\n$$ . . . . . |\n";
    let pattern = parse_pattern(text).unwrap();
    let sequence = [(Color::White, point((16, 17))), (Color::Black, point((17, 17)))];
    assert_eq!(pattern.sequence(), sequence);
    let query = Query { then: pattern.sequence().to_vec(), ..Query::of(pattern) };
    let search = Search::new(query).unwrap();
    for (game, numbers) in [
        ("(;SZ[19];B[qc];W[dd];B[pp];W[qb];B[rb];W[rc])", vec![1]),
        ("(;SZ[19];B[qc];W[qb];B[pb])", vec![]),
        ("(;SZ[19];W[cq];B[cr];W[br])", vec![1]),
    ] {
        let places = found(&search, ArchiveText::Sgf(game));
        assert_eq!(places.iter().map(|place| place.number).collect::<Vec<_>>(), numbers, "{game}");
    }
}

/// Any text is a pattern or has an error, and any pattern can be searched for.
#[test]
fn any_text_can_be_read() {
    let (mut patterns, random) = (0, &mut fastrand::Rng::with_seed(1));
    for _ in 0..20_000 {
        let signs =
            ["XO.|*", "XO.,xo*? \n", "$$ XO.12\n|", "XO.\n\n\n-+|", "$W9cm5a é碁\u{1b}\n-[{"][random.usize(..5)];
        let signs: Vec<char> = signs.chars().collect();
        let mut text = ["", "$$", "$$B", "---\n"][random.usize(..4)].to_owned();
        text.extend((0..random.usize(..30)).map(|_| signs[random.usize(..signs.len())]));
        let Ok(pattern) = parse_pattern(&text) else { continue };
        let then = pattern.sequence().to_vec();
        let pattern = if random.bool() { pattern.anywhere() } else { pattern };
        let Ok(search) = Search::new(Query { then, all: true, ..Query::of(pattern) }) else { continue };
        found(&search, ArchiveText::Sgf("(;SZ[3];B[aa];W[ba])(;SZ[5];B[cc];W[bc])"));
        patterns += 1;
    }
    assert!(patterns > 1000, "{patterns}");
}
