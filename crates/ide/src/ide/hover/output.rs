//! A hover as Markdown and as plain text.

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::corrections::Proposal;
use super::{BoardStyle, Hover};
use ishi_record::syntax::Keyword;
use ishi_render::{Picture, TEXT_WIDTH, alt, ascii, grid, svg, text};

/// The largest height of a picture, in pixels. The units of a picture are half pixels. In most windows a hover of VS
/// Code is 250 pixels high: with a line above the picture, the next line begins below the hover, and is not cut.
const MAX_HEIGHT: u32 = 206;

/// The number of characters above a picture that are shown in one line.
const MAX_LINE: usize = 60;

/// The largest height of the position after a correction, in pixels.
const MAX_PROPOSAL_HEIGHT: u32 = 140;

/// The length of a hover's text up to which another picture is added. VS Code cuts the text at 100,000 characters, and
/// a whole board may take 20,000.
const MAX_TEXT: usize = 60_000;

impl Hover {
    /// The hover as Markdown.
    pub fn markdown(&self, style: BoardStyle) -> String {
        let mut parts = Vec::new();
        let heading = (!self.heading.is_empty()).then(|| format!("**{}**", escaped(&self.heading)));
        let facts = (!self.facts.is_empty()).then(|| escaped(&self.facts.join(" ")));
        match &self.picture {
            // What is below a picture can be scrolled to; one that is cut off can't be understood.
            Some(picture) if style == BoardStyle::Picture => {
                let caption = caption(picture);
                let fits = self.heading.chars().count() + caption.chars().count() <= MAX_LINE;
                let caption = Some(escaped(&caption)).filter(|caption| !caption.is_empty());
                let (above, below) = if fits { (caption, None) } else { (None, caption) };
                let line: Vec<String> = heading.into_iter().chain(above).collect();
                parts.extend((!line.is_empty()).then(|| line.join(" · ")));
                parts.push(image(picture, MAX_HEIGHT));
                parts.extend(below.into_iter().chain(facts));
            }
            picture => {
                parts.extend(heading.into_iter().chain(facts));
                parts.extend(picture.iter().flat_map(|picture| board(picture, style, MAX_HEIGHT)));
            }
        }
        let proposals = self.proposals(style);
        if !proposals.is_empty() {
            parts.push(CORRECTIONS.into());
        }
        for (nth, Proposal { title, picture }) in proposals.iter().enumerate() {
            parts.push(format!("**{}** {}", nth + 1, escaped(title)));
            if parts.iter().map(String::len).sum::<usize>() < MAX_TEXT {
                parts.extend(board(picture, style, MAX_PROPOSAL_HEIGHT));
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

    /// The corrections that are shown: none without boards, because then the list of quick fixes says as much.
    fn proposals(&self, style: BoardStyle) -> &[Proposal] {
        if style == BoardStyle::Off { &[] } else { &self.proposals }
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
        let proposals = self.proposals(style);
        if !proposals.is_empty() {
            parts.push(CORRECTIONS.into());
        }
        for (nth, Proposal { title, picture }) in proposals.iter().enumerate() {
            parts.push(format!("{} {title}", nth + 1));
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

/// The heading of the corrections.
const CORRECTIONS: &str = "Corrections, as quick fixes, with the position here:";

/// A board in Markdown, with the facts that it does not show.
fn board(picture: &Picture, style: BoardStyle, max_height: u32) -> Vec<String> {
    match style {
        BoardStyle::Picture => vec![image(picture, max_height), escaped(&caption(picture))],
        BoardStyle::Text | BoardStyle::Ascii => vec![format!("```text\n{}\n```", in_characters(picture, style))],
        BoardStyle::Off => Vec::new(),
    }
}

/// A board as an image in Markdown.
fn image(picture: &Picture, max_height: u32) -> String {
    let data = BASE64_STANDARD.encode(svg(picture));
    // VS Code takes a height after the address.
    let is_high = grid(picture).height > 2 * max_height;
    let height = if is_high { format!("|height={max_height}") } else { String::new() };
    format!("![{}](data:image/svg+xml;base64,{data}{height})", escaped(&alt(picture)))
}

/// A board as text.
fn in_characters(picture: &Picture, style: BoardStyle) -> String {
    let draw = if style == BoardStyle::Ascii { ascii } else { text };
    let drawn = draw(picture, TEXT_WIDTH);
    drawn.trim_end().to_owned()
}

/// The caption of a picture: whose turn it is, and the captured stones.
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

/// Escapes a text so that Markdown shows it unchanged.
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

/// Describes a keyword in Markdown.
fn describe(keyword: Keyword) -> String {
    let info = keyword.info();
    let (syntax, help, example, section) = (info.syntax, info.help, info.example, info.section);
    format!("```ishi\n{syntax}\n```\n{help}\n\nExample: `{example}`\n\n*Standard, section {section}*")
}

fn describe_plainly(keyword: Keyword) -> String {
    let info = keyword.info();
    format!("{}\n{}\nExample: {}\nStandard, section {}", info.syntax, info.help, info.example, info.section)
}
