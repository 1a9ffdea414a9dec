//! The stones, the wood and the marks of all pictures, and the colors with which a picture is drawn.

use super::Colors;

/// The definitions of shapes that are drawn more than once, one a line, each after those that it refers to. The boards
/// of editors use the same file.
const ART: &str = include_str!("art.svg");

/// The colors of a board.
pub(super) struct Palette {
    /// The fill of the board.
    pub(super) ground: &'static str,
    pub(super) line: &'static str,
    /// How wide the lines are, those at the edges of the board, and the star points.
    pub(super) widths: [f32; 3],
    pub(super) black: &'static str,
    pub(super) white: &'static str,
    /// The edge of a white stone, in pictures without light.
    pub(super) edge: &'static str,
    pub(super) focus: &'static str,
    pub(super) focus_ground: &'static str,
    /// The sign of the last move, on a black stone and on a white one.
    pub(super) last: [&'static str; 2],
}

const WOOD: Palette = Palette {
    ground: "url(#ishi-wood)",
    line: "#5b4522",
    widths: [2.0, 3.0, 10.0],
    black: "url(#ishi-slates)",
    white: "url(#ishi-shells)",
    edge: "",
    focus: "#0a5fe0",
    focus_ground: "#a3cbf3",
    last: ["#ff8d72", "#c02f1d"],
};

const FLAT: Palette = Palette { ground: "#e6c68c", black: "#1d2024", white: "#f8f6f1", edge: "#9c9178", ..WOOD };

const PRINT: Palette = Palette {
    ground: "#fff",
    line: "#000",
    // As in books: a line is a fiftieth of the distance of two lines.
    widths: [0.9, 2.2, 6.5],
    black: "#000",
    white: "#fff",
    edge: "#000",
    focus: "#000",
    focus_ground: "#ddd",
    last: ["#fff", "#000"],
};

impl Palette {
    pub(super) fn of(colors: Colors) -> &'static Self {
        match colors {
            Colors::Wood => &WOOD,
            Colors::Flat => &FLAT,
            Colors::Print => &PRINT,
        }
    }
}

/// The definitions to which a drawing refers, for its beginning.
pub(super) fn definitions(drawing: &str) -> String {
    let mut needed: Vec<&str> = Vec::new();
    for line in ART.lines().rev() {
        let Some(id) = line.split('"').nth(1).filter(|_| line.contains(" id=\"")) else { continue };
        let refers = |text: &str| text.contains(&format!("#{id}\"")) || text.contains(&format!("#{id})"));
        if refers(drawing) || needed.iter().any(|other| refers(other)) {
            needed.push(line);
        }
    }
    needed.reverse();
    if needed.is_empty() { String::new() } else { format!("<defs>{}</defs>\n", needed.concat()) }
}

#[cfg(test)]
mod tests {
    use super::{ART, definitions};

    #[test]
    fn a_drawing_brings_what_it_refers_to() {
        assert_eq!(definitions("<path d=\"M0 0\"/>"), "");
        let found = definitions("<use href=\"#ishi-black\"/>");
        assert!(found.contains("id=\"ishi-black\"") && found.contains("id=\"ishi-slate\""), "{found}");
        assert_eq!(found.matches(" id=").count(), 2, "{found}");
    }

    #[test]
    fn each_definition_has_a_line_and_a_prefix() {
        let lines: Vec<&str> = ART.lines().collect();
        assert_eq!((lines[0], lines[lines.len() - 1]), ("<defs xmlns=\"http://www.w3.org/2000/svg\">", "</defs>"));
        for line in &lines[1..lines.len() - 1] {
            assert_eq!(line.split(" id=\"ishi-").count(), 2, "{line}");
            let (tag, _) = line[1..].split_once(' ').expect("attributes");
            assert!(line.starts_with(&format!("<{tag} id=\"")), "{line}");
            assert!(line.ends_with(&format!("</{tag}>")) || line.ends_with("/>"), "{line}");
        }
    }
}
