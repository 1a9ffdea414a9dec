//! A record as a page to read and to print: the headers, figures with the moves since the last comment, the comments as
//! prose, and variations as small diagrams.

use std::fmt::{self, Write};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::board::{comment, title, title_of, title_of_event};
use super::figure::{Contents, Numbering, figure, has_board};
use ishi_board::Color;
use ishi_convert::convert;
use ishi_record::record::{Event, MoveId, Owner, SequenceId, Step, read};
use ishi_record::syntax::{Keyword, Reader, Source};
use ishi_render::{self as render, Colors, Picture, Style, Window};
use ishi_text::{clipped, counted, escape_html as escaped};

/// How many moves a figure shows with their numbers at most.
const MAX_MOVES: usize = 50;

/// How many pictures a page has at most. A longer page would be slow in any browser.
const MAX_PICTURES: usize = 2000;

/// How many characters a line of a comment has at least that was wrapped.
const MIN_WRAPPED: usize = 50;

/// How many characters of a title a picture has for readers who do not see it.
const MAX_TITLE: usize = 200;

/// The headers above a game, with their names on the page.
const HEADERS: [(Keyword, &str); 10] = [
    (Keyword::Black, "Black"),
    (Keyword::White, "White"),
    (Keyword::Date, "Date"),
    (Keyword::Place, "Place"),
    (Keyword::Rules, "Rules"),
    (Keyword::Handicap, "Handicap"),
    (Keyword::Komi, "Komi"),
    (Keyword::Result, "Result"),
    (Keyword::Analysis, "Analysis"),
    (Keyword::Source, "Source"),
];

/// Returns a record as a page in HTML, which loads nothing and runs no script. `name` is the title of a page with
/// several events, or of one without a title. Each element with `data-line` comes from that line of the text, counted
/// from 0.
pub fn page(record: &str, name: &str) -> String {
    let events: Vec<Source<'_>> = Reader::of_file(record).collect();
    let mut page = Page { html: String::new(), pictures: 0, left_out: 0 };
    let mut line = 0;
    let mut titles = Vec::new();
    for source in &events {
        let event = read(source).event;
        titles.push(title_of_event(&event));
        page.event(source, &event, line);
        line += source.lines.len();
    }
    if page.left_out > 0 {
        let count = counted(page.left_out, "more picture");
        page.add(format_args!("<p class=\"note\">{count} would follow; the page ends here.</p>\n"));
    }
    let title = match &titles[..] {
        [title] if !title.is_empty() => title,
        _ => name,
    };
    format!("{}{}{}{}{}", HEAD[0], escaped(title), HEAD[1], page.html, "</main>\n</body>\n</html>\n")
}

/// The beginning of a page, before and after its title.
const HEAD: [&str; 2] = [
    "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
     <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
     <meta name=\"referrer\" content=\"no-referrer\">\n\
     <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; img-src data:; \
     style-src 'unsafe-inline'\">\n<title>",
    concat!("</title>\n<style>\n", include_str!("page.css"), "</style>\n</head>\n<body>\n<main>\n"),
];

/// A page that is being written.
struct Page {
    html: String,
    pictures: usize,
    /// How many pictures there was no more room for.
    left_out: usize,
}

impl Page {
    fn add(&mut self, html: fmt::Arguments<'_>) {
        let _ = self.html.write_fmt(html);
    }

    fn event(&mut self, source: &Source<'_>, event: &Event, first_line: usize) {
        let heading = title_of_event(event);
        self.add(format_args!("<article data-line=\"{first_line}\">\n"));
        if !heading.is_empty() {
            self.add(format_args!("<h1>{}</h1>\n", escaped(&heading)));
        }
        self.headers(event);
        if let Some(reason) = convert::why_kept(source, event) {
            self.add(format_args!("<p class=\"note\">There is no board: {}.</p>\n", escaped(reason)));
        } else if has_board(event) {
            let mut writer = EventWriter { page: self, source, event, first_line };
            writer.prose(Owner::Event);
            writer.start();
            writer.sequence(SequenceId(0));
        } else {
            EventWriter { page: self, source, event, first_line }.prose(Owner::Event);
        }
        self.html += "</article>\n";
    }

    fn headers(&mut self, event: &Event) {
        let headers: Vec<(&str, String)> = HEADERS
            .into_iter()
            .filter_map(|(keyword, name)| Some((name, event.whole_header(keyword).filter(|text| !text.is_empty())?)))
            .collect();
        if headers.is_empty() {
            return;
        }
        self.html += "<dl>\n";
        for (name, text) in headers {
            self.add(format_args!("<div><dt>{name}</dt><dd>{}</dd></div>\n", escaped(&text)));
        }
        self.html += "</dl>\n";
    }
}

/// Writes the boards and the prose of one event.
struct EventWriter<'p, 's, 't> {
    page: &'p mut Page,
    source: &'s Source<'t>,
    event: &'s Event,
    /// The line of the text in which the event begins.
    first_line: usize,
}

impl EventWriter<'_, '_, '_> {
    /// The position before the first move, if it has stones or marks, as a problem has.
    fn start(&mut self) {
        let picture = figure(self.event, Owner::Event, &Contents::default());
        if !picture.stones.is_empty() || !picture.marks.is_empty() {
            self.picture(picture, (Owner::Event, Owner::Event), false, "");
        }
    }

    /// A line of play: figures, each up to the next comment, and after each figure its comment and variations.
    fn sequence(&mut self, main: SequenceId) {
        // A list of what is left to write instead of a recursion, as no text decides on the depth of one.
        let mut open = vec![(main, 0)];
        while let Some((sequence, mut at)) = open.pop() {
            let steps = self.event.steps(sequence);
            let mut run: Vec<MoveId> = Vec::new();
            let mut following = Vec::new();
            while let Some(&step) = steps.get(at) {
                if matches!(step, Step::Diagram(_)) {
                    self.run(sequence, &mut run);
                    if !following.is_empty() {
                        break;
                    }
                }
                at += 1;
                match step {
                    Step::Diagram(id) => {
                        let owner = Owner::Diagram(id);
                        let picture = figure(self.event, owner, &Contents::default());
                        self.picture(picture, (owner, owner), sequence != main, &title_of(self.event, owner));
                        self.prose(owner);
                    }
                    Step::Move(id) => {
                        run.push(id);
                        following.extend(self.event.variations(id));
                        let owner = Owner::Move(id);
                        let is_end = comment(self.event, self.source, owner).is_some() || run.len() == MAX_MOVES;
                        if is_end {
                            self.run(sequence, &mut run);
                            self.prose(owner);
                        }
                    }
                }
                if run.is_empty() && !following.is_empty() {
                    break;
                }
            }
            self.run(sequence, &mut run);
            if at < steps.len() {
                open.push((sequence, at));
            }
            open.extend(following.into_iter().rev().map(|variation| (variation, 0)));
        }
    }

    /// A figure with the numbers of some moves, and the moves that it does not show.
    fn run(&mut self, sequence: SequenceId, run: &mut Vec<MoveId>) {
        let Some(&last) = run.last() else { return };
        let mut numbers: Vec<u32> = run.iter().filter_map(|&id| self.event.number(id)).collect();
        numbers.sort_unstable();
        let numbering = numbers.first().zip(numbers.last()).map(|(&first, &last)| Numbering {
            moves: first..=last,
            restart: false,
            keeps_captured: true,
        });
        let picture = figure(self.event, Owner::Move(last), &Contents { numbers: numbering, marks: true });
        let is_small = sequence != SequenceId(0);
        let mut caption = match (numbers.first(), numbers.last()) {
            (Some(first), Some(last)) if first < last => format!("Moves {first} to {last}"),
            (Some(only), _) => format!("Move {only}"),
            _ => String::new(),
        };
        let passes = run.iter().filter(|&&id| self.event[id].place.point().is_none());
        let passes: Vec<String> = passes.map(|&id| self.event[id].to_string()).collect();
        if !passes.is_empty() {
            caption = format!("{caption} ({})", passes.join(", "));
        }
        if is_small && let Some(replaced) = self.event.sequence(sequence).replaces {
            caption = format!("Variation for {}: {caption}", self.event[replaced]);
        }
        self.picture(picture, (Owner::Move(run[0]), Owner::Move(last)), is_small, &caption);
        run.clear();
    }

    /// A picture of the items from `first` to `last`.
    fn picture(&mut self, mut picture: Picture, (first, last): (Owner, Owner), is_small: bool, caption: &str) {
        if self.page.pictures == MAX_PICTURES {
            self.page.left_out += 1;
            return;
        }
        self.page.pictures += 1;
        let alternative = clipped(&title(self.event, last), MAX_TITLE).into_owned();
        picture.style = Style { colors: Colors::Print, ..Style::default() };
        picture.last = None;
        if is_small {
            picture.window = Window::of_contents(std::slice::from_ref(&picture), picture.size);
        }
        let notes: Vec<String> = picture
            .notes
            .drain(..)
            .map(|note| {
                let color = if note.color == Color::Black { "Black" } else { "White" };
                format!("{color} {} at {}", note.number, note.point)
            })
            .collect();
        let class = if is_small { " class=\"small\"" } else { "" };
        let line = self.first_line + self.event.line_of(first) as usize;
        let data = BASE64_STANDARD.encode(render::svg(&picture));
        self.page.add(format_args!(
            "<figure{class} data-line=\"{line}\"><img alt=\"{}\" src=\"data:image/svg+xml;base64,{data}\">",
            escaped(&alternative)
        ));
        let captions = [caption.to_owned(), notes.join(", ")];
        let captions: Vec<String> = captions.iter().filter(|text| !text.is_empty()).map(|text| escaped(text)).collect();
        if !captions.is_empty() {
            self.page.add(format_args!("<figcaption>{}</figcaption>", captions.join("<br>")));
        }
        self.page.html += "</figure>\n";
    }

    /// The comments of an item, a paragraph for each part between blank lines.
    fn prose(&mut self, owner: Owner) {
        let Some(text) = comment(self.event, self.source, owner) else { return };
        let line = self.first_line + self.event.line_of(owner) as usize;
        for paragraph in text.split("\n\n").map(str::trim_end).filter(|paragraph| !paragraph.trim().is_empty()) {
            self.page.add(format_args!("<p data-line=\"{line}\">{}</p>\n", joined(paragraph)));
        }
    }
}

/// The lines of a paragraph as HTML. A line that goes on where a long one ends was only wrapped for the file.
fn joined(paragraph: &str) -> String {
    let mut html = String::with_capacity(paragraph.len());
    let mut length_before = 0;
    for line in paragraph.lines() {
        let is_wrapped =
            length_before >= MIN_WRAPPED && line.starts_with(|c: char| c.is_alphabetic() || "\"'(".contains(c));
        if !html.is_empty() {
            html.push_str(if is_wrapped { "\n" } else { "<br>\n" });
        }
        html.push_str(&escaped(line));
        length_before = line.chars().count();
    }
    html
}
