//! The letters of an SVG as paths.

use std::collections::HashMap;
use std::fmt::Write;

use resvg::tiny_skia::{PathSegment, Point};
use resvg::usvg::{Group, Node};

use super::fonts::Fonts;
use super::raster::{DrawError, tree};

/// The beginning of each text in an SVG of this crate.
const TEXT: &str = "<text ";
const END_OF_TEXT: &str = "</text>";

/// Replaces the texts of an SVG by the outlines of their letters, so that it looks the same in every viewer. The SVG
/// must be one that this crate has drawn.
///
/// # Errors
/// Returns an error if the SVG can't be read.
pub fn outline_text(svg: &str, fonts: &Fonts) -> Result<String, DrawError> {
    let parts: Vec<&str> = svg.split(TEXT).collect();
    let mut numbered = parts[0].to_owned();
    for (index, part) in parts[1..].iter().enumerate() {
        let _ = write!(numbered, "{TEXT}id=\"{index}\" {part}");
    }
    let tree = tree(&numbered, fonts)?;
    let mut outlines = HashMap::new();
    collect(tree.root(), &mut outlines);
    let mut out = parts[0].to_owned();
    for (index, part) in parts[1..].iter().enumerate() {
        let rest = part.split_once(END_OF_TEXT).map_or("", |(_, rest)| rest);
        let outline = outlines.get(&index.to_string()).map_or("", String::as_str);
        if !outline.is_empty() {
            let _ = write!(out, "<path d=\"{outline}\"/>");
        }
        out.push_str(rest);
    }
    Ok(out)
}

/// Finds the texts of a group. The depth is that of the drawing, which has few groups.
fn collect(group: &Group, outlines: &mut HashMap<String, String>) {
    for node in group.children() {
        match node {
            Node::Group(inner) => collect(inner, outlines),
            // The first one is the text itself, and others are copies of it in another place.
            Node::Text(text) if !outlines.contains_key(text.id()) => {
                let mut outline = String::new();
                write_outlines(text.flattened(), &mut outline);
                outlines.insert(text.id().to_owned(), outline);
            }
            _ => {}
        }
    }
}

/// Writes the paths of letters.
fn write_outlines(letters: &Group, out: &mut String) {
    for node in letters.children() {
        let Node::Path(path) = node else { continue };
        for segment in path.data().segments() {
            match segment {
                PathSegment::MoveTo(to) => write_command(out, 'M', &[to]),
                PathSegment::LineTo(to) => write_command(out, 'L', &[to]),
                PathSegment::QuadTo(middle, to) => write_command(out, 'Q', &[middle, to]),
                PathSegment::CubicTo(one, other, to) => write_command(out, 'C', &[one, other, to]),
                PathSegment::Close => out.push('Z'),
            }
        }
    }
}

fn write_command(out: &mut String, command: char, points: &[Point]) {
    out.push(command);
    for (index, point) in points.iter().enumerate() {
        // A hundredth of a unit is far below a pixel.
        let [x, y] = [point.x, point.y].map(|value| (value * 100.0).round() / 100.0);
        let _ = write!(out, "{}{x} {y}", if index == 0 { "" } else { " " });
    }
}
