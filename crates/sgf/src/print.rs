//! Trees written as text.

use super::text_end::misleading_open;
use super::tree::{Collection, NodeId};
use super::value::unescaped_brackets;

/// The column after which a node begins a new line.
const WIDTH: usize = 72;

/// Returns the text of a collection with a new line for each variation and for each node with more than a move, unless
/// a value does not allow this. Text outside of the games is left out.
pub fn pretty(games: &Collection<'_>) -> String {
    let mut out = String::with_capacity(games.text().len());
    games.games().iter().for_each(|&game| print_game(games, game, &mut out));
    out
}

/// Adds the text of a game.
pub fn print_game(games: &Collection<'_>, root: NodeId, out: &mut String) {
    print(root, |node| games.children(node), |node, out| write_node(games, node, out), out);
}

/// Adds a node with its values as they are.
pub(super) fn write_node(games: &Collection<'_>, node: NodeId, out: &mut String) {
    out.push(';');
    for property in games.properties(node) {
        write_property(property.id(), property.raw_values(), out);
    }
}

/// Adds a property with its values as they are.
pub(super) fn write_property<'v>(id: &str, values: impl Iterator<Item = &'v str>, out: &mut String) {
    out.push_str(id);
    for value in values {
        out.push('[');
        match value.strip_suffix('\\').filter(|rest| trailing_backslashes(rest).is_multiple_of(2)) {
            // The text ends here, and this backslash escapes nothing. Without it, a `]` before it could end the value.
            Some(rest) => write_raw(&with_escaped_brackets(rest), out),
            None => write_raw(value, out),
        }
        out.push(']');
    }
}

/// Adds a value as it is.
fn write_raw(value: &str, out: &mut String) {
    // A part of a text with several mistakes.
    let plain = misleading_open(value).unwrap_or(value.len());
    out.push_str(&value[..plain]);
    out.extend((plain < value.len()).then_some('\\'));
    out.push_str(&value[plain..]);
}

/// A value with a backslash before each `]` that has none.
fn with_escaped_brackets(value: &str) -> String {
    let mut out = String::with_capacity(value.len() + 8);
    let mut from = 0;
    for at in unescaped_brackets(value) {
        out.extend([&value[from..at], "\\"]);
        from = at;
    }
    out + &value[from..]
}

fn trailing_backslashes(text: &str) -> usize {
    text.bytes().rev().take_while(|&byte| byte == b'\\').count()
}

/// A part of a game that is still to be written.
enum PrintTask {
    Node(NodeId),
    Variation(NodeId),
    Close,
}

/// Adds a game: the nodes below `root` with their children, each with the text that `write` adds.
pub fn print<C: Iterator<Item = NodeId>>(
    root: NodeId,
    children: impl Fn(NodeId) -> C,
    write: impl Fn(NodeId, &mut String),
    out: &mut String,
) {
    out.push('(');
    let start = out.len() - 1;
    print_below(vec![PrintTask::Close, PrintTask::Node(root)], start, children, write, out);
    out.push('\n');
}

/// Adds a node and all that follows in its variation, without the brackets of the variation.
pub(super) fn print_line(games: &Collection<'_>, node: NodeId, out: &mut String) {
    let start = out.len();
    let write = |node, out: &mut String| write_node(games, node, out);
    print_below(vec![PrintTask::Node(node)], start, |node| games.children(node), write, out);
}

fn add_children(children: impl Iterator<Item = NodeId>, tasks: &mut Vec<PrintTask>) {
    let first = tasks.len();
    tasks.extend(children.flat_map(|child| [PrintTask::Variation(child), PrintTask::Close]));
    if let [_, PrintTask::Close] = tasks[first..] {
        tasks.pop();
        if let Some(PrintTask::Variation(only)) = tasks.pop() {
            tasks.push(PrintTask::Node(only));
        }
    }
    tasks[first..].reverse();
}

fn print_below<C: Iterator<Item = NodeId>>(
    mut tasks: Vec<PrintTask>,
    start: usize,
    children: impl Fn(NodeId) -> C,
    write: impl Fn(NodeId, &mut String),
    out: &mut String,
) {
    let mut line = start;
    while let Some(task) = tasks.pop() {
        let is_variation = matches!(task, PrintTask::Variation(_));
        let node = match task {
            PrintTask::Close => {
                out.push(')');
                continue;
            }
            PrintTask::Variation(node) => {
                out.push_str("\n(");
                line = out.len() - 1;
                node
            }
            PrintTask::Node(node) => node,
        };
        let mut before = out.len();
        write(node, out);
        // On a line of its own this would be another game.
        if is_variation && [";FF[", ";GM["].iter().any(|root| out[before..].starts_with(root)) {
            before -= 1;
            out.remove(before - 1);
            line = before - 1;
        }
        let has_break = out[before..].contains('\n');
        if before > line + 1 && (has_break || out.len() - line > WIDTH) {
            out.insert(before, '\n');
            line = before + 1;
        }
        if has_break {
            // The next node begins a line.
            line = out.len().saturating_sub(WIDTH);
        }
        add_children(children(node), &mut tasks);
    }
}
