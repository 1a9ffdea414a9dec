//! A hover as Markdown and as plain text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::{BoardStyle, Hover};
use crate::render::{Picture, alt, ascii, grid, svg, text};
use crate::syntax::Keyword;

/// The height of a picture at most, in pixels. The units of a picture are half pixels.
const MAX_HEIGHT: u32 = 240;

impl Hover {
    /// The hover as Markdown.
    pub fn markdown(&self, style: BoardStyle) -> String {
        let mut parts = Vec::new();
        if !self.heading.is_empty() {
            parts.push(format!("**{}**", escaped(&self.heading)));
        }
        if !self.facts.is_empty() {
            parts.push(escaped(&self.facts.join(" ")));
        }
        if let Some(picture) = &self.picture {
            match style {
                BoardStyle::Picture => {
                    let alt = alt(picture);
                    let data = BASE64_STANDARD.encode(svg(picture));
                    // Hovers of VS Code are 250 pixels high; it takes a height after the address.
                    let height = if grid(picture).height > 2 * MAX_HEIGHT {
                        format!("|height={MAX_HEIGHT}")
                    } else {
                        String::new()
                    };
                    parts.push(format!("![{}](data:image/svg+xml;base64,{data}{height})", escaped(&alt)));
                    parts.push(escaped(&caption(picture)));
                }
                BoardStyle::Text | BoardStyle::Ascii => {
                    parts.push(format!("```text\n{}\n```", in_characters(picture, style)));
                }
                BoardStyle::Off => {}
            }
        }
        if !self.table.is_empty() {
            // A list, because terminals show a table as it is written.
            let rows = self.table.iter().map(|(name, value)| format!("- **{}** {}", escaped(name), escaped(value)));
            parts.push(rows.collect::<Vec<_>>().join("\n"));
        }
        if let Some(keyword) = self.keyword {
            parts.push(describe(keyword));
        }
        parts.join("\n\n")
    }

    /// The hover as plain text.
    pub fn plain(&self, style: BoardStyle) -> String {
        let mut parts = Vec::new();
        if !self.heading.is_empty() {
            parts.push(self.heading.clone());
        }
        if !self.facts.is_empty() {
            parts.push(self.facts.join(" "));
        }
        if let Some(picture) = self.picture.as_ref().filter(|_| style != BoardStyle::Off) {
            parts.push(in_characters(picture, style));
        }
        if !self.table.is_empty() {
            let lines: Vec<String> = self.table.iter().map(|(name, value)| format!("{name}: {value}")).collect();
            parts.push(lines.join("\n"));
        }
        if let Some(keyword) = self.keyword {
            parts.push(describe_plainly(keyword));
        }
        parts.join("\n\n")
    }
}

/// A board as text.
fn in_characters(picture: &Picture, style: BoardStyle) -> String {
    let drawn = if style == BoardStyle::Ascii { ascii(picture) } else { text(picture) };
    drawn.trim_end().to_owned()
}

/// What a picture does not show: whose turn it is, and what was captured.
fn caption(picture: &Picture) -> String {
    let mut parts = Vec::new();
    if let Some(color) = picture.to_play {
        parts.push(format!("{color} to play"));
    }
    let captures = picture.captures;
    if captures.black + captures.white > 0 {
        parts.push(format!("captures: Black {}, White {}", captures.black, captures.white));
    }
    parts.join(" · ")
}

/// A text as Markdown shows it as it is.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        if character.is_ascii_punctuation() && !matches!(character, '.' | ',' | ':' | ';' | '?' | '\'' | '"' | '/') {
            escaped.push('\\');
        }
        escaped.push(character);
    }
    escaped
}

/// What a keyword means, in Markdown.
fn describe(keyword: Keyword) -> String {
    let info = keyword.info();
    let (syntax, help, example, section) = (info.syntax, info.help, info.example, info.section);
    format!("```ishi\n{syntax}\n```\n{help}\n\nExample: `{example}`\n\n*Standard, section {section}*")
}

fn describe_plainly(keyword: Keyword) -> String {
    let info = keyword.info();
    format!("{}\n{}\nExample: {}\nStandard, section {}", info.syntax, info.help, info.example, info.section)
}
