//! A record as a page to read and to print: the headers, figures with the moves since the last comment, the comments as
//! prose, and variations as small diagrams.

use std::borrow::Cow;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hash, Hasher};

use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::board::{comment, title, title_of, title_of_event};
use super::figure::{Contents, FigureContents, Numbering, figure, figures, has_board};
use crate::document::Snapshot;
use ishi_board::Color;
use ishi_convert::convert;
use ishi_record::record::{DatumKind, Event, MoveId, Owner, SequenceId, Step, read};
use ishi_record::syntax::{Keyword, Reader, Source};
use ishi_render::{self as render, Colors, Picture, Style, Window};
use ishi_text::{clipped, counted, escape_html as escaped};
use ishi_work::cancel::checkpoint;

/// How many moves a figure shows with their numbers at most.
const MAX_MOVES: usize = 50;

/// How many pictures a page has at most. A longer page would be slow in any browser.
const MAX_PICTURES: usize = 2000;

/// How long the elements of a page are at most that changes while its record is edited, in bytes.
const MAX_BYTES: usize = 12 << 20;

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

/// A record as a page: what is written and drawn of each event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Page {
    /// The title of the only event; `None` if it has none, or if there are several events.
    pub title: Option<String>,
    /// The events, in the order of the text.
    pub articles: Vec<Article>,
}

/// An event on a page.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Article {
    /// The first line of the event, from 0.
    pub line: u32,
    /// Its heading, headers, figures and paragraphs.
    pub parts: Vec<Part>,
}

/// An element of a page: a heading, a figure or a paragraph.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The line of the text from which it comes, from 0; `None` for what stands for the whole event.
    pub line: Option<u32>,
    element: Element,
    /// The moves of a figure.
    pub moves: Vec<FigureMove>,
}

/// What an element shows. A figure is drawn only where it is needed, because a page has many, and a keystroke changes
/// few of them.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Element {
    /// A heading or a paragraph in HTML.
    Text(String),
    Figure(Box<DrawnFigure>),
}

/// A figure, with its texts in HTML.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct DrawnFigure {
    picture: Picture,
    is_small: bool,
    alternative: String,
    captions: Vec<String>,
}

impl Part {
    /// The element in HTML, in which all text of the record is escaped.
    pub fn html(&self) -> Cow<'_, str> {
        match &self.element {
            Element::Text(html) => html.into(),
            Element::Figure(figure) => figure.html().into(),
        }
    }

    /// A hash of the element. Elements with the same hash look the same.
    pub(super) fn key(&self) -> String {
        let mut hasher = DefaultHasher::new();
        self.element.hash(&mut hasher);
        format!("{:016x}", hasher.finish())
    }

    /// About how long the element is in HTML, in bytes.
    fn length(&self) -> usize {
        match &self.element {
            Element::Text(html) => html.len(),
            Element::Figure(figure) => figure.length(),
        }
    }
}

impl DrawnFigure {
    fn html(&self) -> String {
        let class = if self.is_small { " class=\"small\"" } else { "" };
        let mut html = format!("<figure{class}><img alt=\"{}\" src=\"data:image/svg+xml;base64,", self.alternative);
        BASE64_STANDARD.encode_string(render::svg(&self.picture), &mut html);
        html += "\">";
        if !self.captions.is_empty() {
            let _ = write!(html, "<figcaption>{}</figcaption>", self.captions.join("<br>"));
        }
        html += "</figure>";
        html
    }

    fn length(&self) -> usize {
        let texts = self.alternative.len() + self.captions.iter().map(String::len).sum::<usize>();
        texts + EMPTY_FIGURE + self.picture.stones.len() * STONE + self.picture.marks.len() * MARK
    }
}

/// About how long the HTML of a figure without stones is, in bytes.
const EMPTY_FIGURE: usize = 3800;

/// About how much longer a figure is with one more stone, in bytes.
const STONE: usize = 10;

/// About how much longer a figure is with one more mark, in bytes.
const MARK: usize = 50;

/// The place of a move in the picture of a figure, to find the move at a click.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FigureMove {
    /// The distance from the left edge, in thousandths of the width.
    pub x: u32,
    /// The distance from the top, in thousandths of the height.
    pub y: u32,
    /// The line of the move, from 0.
    pub line: u32,
}

impl Page {
    /// Returns the page of the text of a record.
    pub fn of_text(record: &str) -> Self {
        let mut writer = PageWriter::with_limit(usize::MAX);
        let mut line = 0;
        for source in Reader::of_file(record) {
            writer.event(&source, &read(&source).event, line);
            line += source.lines.len() as u32;
        }
        writer.finish()
    }

    /// Returns the page of a record that is edited, up to about [`MAX_BYTES`].
    pub(crate) fn of_snapshot(snapshot: &Snapshot) -> Self {
        let mut writer = PageWriter::with_limit(MAX_BYTES);
        for view in snapshot.events() {
            if writer.is_full() {
                break;
            }
            let text = view.text();
            writer.event(&view.source(&text), view.event(), view.first_line());
        }
        writer.finish()
    }

    /// Whether nothing is on the page.
    pub fn is_empty(&self) -> bool {
        self.articles.iter().all(|article| article.parts.is_empty())
    }

    /// Returns the page as a file in HTML, which loads nothing and runs no script. `name` is its title if the record
    /// has none. Each element with `data-line` comes from that line of the text, counted from 0.
    pub fn to_html(&self, name: &str) -> String {
        let title = self.title.as_deref().unwrap_or(name);
        let mut html = format!("{}{}{}", HEAD[0], escaped(title), HEAD[1]);
        for Article { line, parts } in &self.articles {
            let _ = writeln!(html, "<article data-line=\"{line}\">");
            for part in parts {
                checkpoint();
                let html_of_part = part.html();
                match part.line.zip(html_of_part.split_once('>')) {
                    // The first tag ends here: none has an attribute with text of the record.
                    Some((line, (tag, rest))) => {
                        let _ = writeln!(html, "{tag} data-line=\"{line}\">{rest}");
                    }
                    None => {
                        let _ = writeln!(html, "{html_of_part}");
                    }
                }
            }
            html += "</article>\n";
        }
        html += "</main>\n</body>\n</html>\n";
        html
    }
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
struct PageWriter {
    articles: Vec<Article>,
    /// The title of the event that was written last.
    title: String,
    pictures: usize,
    /// How many pictures there was no more room for.
    left_out: usize,
    bytes: usize,
    max_bytes: usize,
}

impl PageWriter {
    fn with_limit(max_bytes: usize) -> Self {
        Self { articles: Vec::new(), title: String::new(), pictures: 0, left_out: 0, bytes: 0, max_bytes }
    }

    /// Whether nothing more can be written.
    fn is_full(&self) -> bool {
        self.bytes >= self.max_bytes
    }

    /// Whether there is no room for one more picture.
    fn has_no_room(&self) -> bool {
        self.pictures >= MAX_PICTURES
    }

    fn add(&mut self, part: Part) {
        self.bytes += part.length();
        if let Some(article) = self.articles.last_mut() {
            article.parts.push(part);
        }
    }

    /// Adds an element that stands for the whole event.
    fn add_html(&mut self, html: String) {
        self.add(Part { line: None, element: Element::Text(html), moves: Vec::new() });
    }

    fn event(&mut self, source: &Source<'_>, event: &Event, first_line: u32) {
        self.articles.push(Article { line: first_line, parts: Vec::new() });
        self.title = title_of_event(event);
        if !self.title.is_empty() {
            self.add_html(format!("<h1>{}</h1>", escaped(&self.title)));
        }
        self.headers(event);
        if let Some(reason) = convert::why_kept(source, event) {
            self.add_html(format!("<p class=\"note\">There is no board: {}.</p>", escaped(reason)));
            return;
        }
        let mut writer = EventWriter { page: self, source, event, first_line };
        writer.prose(Owner::Event);
        if has_board(event) {
            writer.start();
            writer.figures();
        }
    }

    fn headers(&mut self, event: &Event) {
        let headers: Vec<(&str, String)> = HEADERS
            .into_iter()
            .filter_map(|(keyword, name)| Some((name, event.whole_header(keyword).filter(|text| !text.is_empty())?)))
            .collect();
        if headers.is_empty() {
            return;
        }
        let mut html = "<dl>\n".to_owned();
        for (name, text) in headers {
            let _ = writeln!(html, "<div><dt>{name}</dt><dd>{}</dd></div>", escaped(&text));
        }
        html += "</dl>";
        self.add_html(html);
    }

    fn finish(mut self) -> Page {
        if self.left_out > 0 {
            let count = counted(self.left_out, "more picture");
            self.add_html(format!("<p class=\"note\">{count} would follow; the page ends here.</p>"));
        } else if self.is_full() {
            self.add_html("<p class=\"note\">The page ends here, as it would get too long.</p>".to_owned());
        }
        let title = Some(self.title).filter(|title| self.articles.len() == 1 && !title.is_empty());
        Page { title, articles: self.articles }
    }
}

/// Writes the boards and the prose of one event.
struct EventWriter<'p, 's, 't> {
    page: &'p mut PageWriter,
    source: &'s Source<'t>,
    event: &'s Event,
    /// The line of the text in which the event begins.
    first_line: u32,
}

/// Something that is written of an event.
enum Planned {
    /// The comments of an item.
    Prose(Owner),
    /// The board of an item.
    Figure(Figure),
}

/// A board that is drawn.
struct Figure {
    owner: Owner,
    /// The moves whose numbers it shows; empty for a diagram.
    run: Vec<MoveId>,
    is_small: bool,
    caption: String,
}

impl EventWriter<'_, '_, '_> {
    /// The position before the first move, if it has stones or marks, as a problem has.
    fn start(&mut self) {
        if self.page.has_no_room() {
            return;
        }
        let picture = figure(self.event, self.source, Owner::Event, &Contents::default());
        if !picture.stones.is_empty() || !picture.marks.is_empty() {
            let figure = Figure { owner: Owner::Event, run: Vec::new(), is_small: false, caption: String::new() };
            self.picture(picture, &figure);
        }
    }

    /// The figures of the event, with their comments. All boards come from one walk, because walks to each would take a
    /// time that grows with the square of the moves.
    fn figures(&mut self) {
        let planned = self.plan(SequenceId(0));
        let contents = planned.iter().filter_map(|planned| match planned {
            Planned::Figure(Figure { owner, run, .. }) => {
                let contents = Contents { numbers: self.numbering(run), marks: true };
                Some((*owner, FigureContents { contents, first: run.first().copied() }))
            }
            Planned::Prose(_) => None,
        });
        let room = MAX_PICTURES.saturating_sub(self.page.pictures);
        let mut pictures = figures(self.event, self.source, &contents.take(room).collect());
        for planned in planned {
            checkpoint();
            match planned {
                Planned::Prose(owner) => self.prose(owner),
                Planned::Figure(_) if self.page.has_no_room() => self.page.left_out += 1,
                Planned::Figure(figure) => {
                    if let Some(picture) = pictures.remove(&figure.owner) {
                        self.picture(picture, &figure);
                    }
                }
            }
        }
    }

    /// A line of play: figures, each up to the next comment, and after each figure its comment and variations.
    fn plan(&self, main: SequenceId) -> Vec<Planned> {
        let mut planned = Vec::new();
        // A list of what is left to write instead of a recursion, as no text decides on the depth of one.
        let mut open = vec![(main, 0)];
        while let Some((sequence, mut at)) = open.pop() {
            let steps = self.event.steps(sequence);
            let mut run: Vec<MoveId> = Vec::new();
            let mut following = Vec::new();
            while let Some(&step) = steps.get(at) {
                checkpoint();
                if matches!(step, Step::Diagram(_)) {
                    planned.extend(self.run(sequence, &mut run));
                    if !following.is_empty() {
                        break;
                    }
                }
                at += 1;
                match step {
                    Step::Diagram(id) => {
                        let owner = Owner::Diagram(id);
                        let (is_small, caption) = (sequence != main, title_of(self.event, owner));
                        planned.push(Planned::Figure(Figure { owner, run: Vec::new(), is_small, caption }));
                        planned.push(Planned::Prose(owner));
                    }
                    Step::Move(id) => {
                        run.push(id);
                        following.extend(self.event.variations(id));
                        let owner = Owner::Move(id);
                        let is_end = comment(self.event, self.source, owner).is_some() || run.len() == MAX_MOVES;
                        if is_end {
                            planned.extend(self.run(sequence, &mut run));
                            planned.push(Planned::Prose(owner));
                        }
                    }
                }
                if run.is_empty() && !following.is_empty() {
                    break;
                }
            }
            planned.extend(self.run(sequence, &mut run));
            if at < steps.len() {
                open.push((sequence, at));
            }
            open.extend(following.into_iter().rev().map(|variation| (variation, 0)));
        }
        planned
    }

    /// The lowest and the highest number of some moves.
    fn bounds(&self, run: &[MoveId]) -> Option<(u32, u32)> {
        let numbers = || run.iter().filter_map(|&id| self.event.number(id));
        numbers().min().zip(numbers().max())
    }

    /// The numbers that a figure of some moves shows.
    fn numbering(&self, run: &[MoveId]) -> Option<Numbering> {
        let (first, last) = self.bounds(run)?;
        Some(Numbering { moves: first..=last, restart: false, keeps_captured: true })
    }

    /// A figure with the numbers of some moves, and the moves that it does not show.
    fn run(&self, sequence: SequenceId, run: &mut Vec<MoveId>) -> Option<Planned> {
        let owner = Owner::Move(*run.last()?);
        let is_small = sequence != SequenceId(0);
        let mut caption = match self.bounds(run) {
            Some((first, last)) if first < last => format!("Moves {first} to {last}"),
            Some((only, _)) => format!("Move {only}"),
            None => String::new(),
        };
        let passes = run.iter().filter(|&&id| self.event[id].place.point().is_none());
        let passes: Vec<String> = passes.map(|&id| self.event[id].to_string()).collect();
        if !passes.is_empty() {
            caption = format!("{caption} ({})", passes.join(", "));
        }
        if is_small && let Some(replaced) = self.event.sequence(sequence).replaces {
            caption = format!("Variation for {}: {caption}", self.event[replaced]);
        }
        Some(Planned::Figure(Figure { owner, run: std::mem::take(run), is_small, caption }))
    }

    /// A picture of an item, with the moves that it numbers.
    fn picture(&mut self, mut picture: Picture, figure: &Figure) {
        let Figure { owner, ref run, is_small, ref caption } = *figure;
        if self.page.is_full() {
            return;
        }
        self.page.pictures += 1;
        let alternative = clipped(&title(self.event, owner), MAX_TITLE).into_owned();
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
        let captions = [caption.clone(), notes.join(", ")];
        let captions = captions.iter().filter(|text| !text.is_empty()).map(|text| escaped(text)).collect();
        let first = run.first().map_or(owner, |&first| Owner::Move(first));
        let moves = self.moves(&picture, run);
        let figure = DrawnFigure { picture, is_small, alternative: escaped(&alternative), captions };
        let element = Element::Figure(Box::new(figure));
        self.page.add(Part { line: Some(self.line_of(first)), element, moves });
    }

    /// The places of moves in a picture.
    fn moves(&self, picture: &Picture, run: &[MoveId]) -> Vec<FigureMove> {
        let grid = render::grid(picture);
        let Window { lower_left, upper_right } = picture.window;
        let place = |&id: &MoveId| {
            let point = self.event[id].place.point()?;
            let column = u32::from(point.column().checked_sub(lower_left.column())?);
            let row = u32::from(upper_right.row().checked_sub(point.row())?);
            let x = (grid.left + column * grid.step) * 1000 / grid.width;
            let y = (grid.top + row * grid.step) * 1000 / grid.height;
            Some(FigureMove { x, y, line: self.line_of(Owner::Move(id)) })
        };
        run.iter().filter_map(place).collect()
    }

    fn line_of(&self, owner: Owner) -> u32 {
        self.first_line + self.event.line_of(owner)
    }

    /// The comments of an item, a paragraph for each part between blank lines.
    fn prose(&mut self, owner: Owner) {
        let Some(text) = comment(self.event, self.source, owner) else { return };
        let datum = self.event.data_of(owner).find(|datum| datum.kind == DatumKind::Comment);
        let line = datum.map(|datum| self.first_line + datum.line);
        for paragraph in text.split("\n\n").map(str::trim_end).filter(|paragraph| !paragraph.trim().is_empty()) {
            checkpoint();
            if self.page.is_full() {
                return;
            }
            let element = Element::Text(format!("<p>{}</p>", joined(paragraph)));
            self.page.add(Part { line, element, moves: Vec::new() });
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
