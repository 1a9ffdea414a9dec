use base64::Engine;
use base64::prelude::BASE64_STANDARD;

use super::board::{comment, label, picture, title_of, title_of_event};
use super::place::{self, Place, Referent};
use crate::board::{Color, Point, Stone};
use crate::document::Snapshot;
use crate::record::{DatumKind, Event, GameResult, MoveId, Owner, Place as Played, Rules, SequenceId, handicap, komi};
use crate::render::{Glyph, Picture, alt, ascii, grid, svg, text};
use crate::replay::{Earlier, Shown, View, Walk};
use crate::syntax::{Block, Field, FieldKind, Keyword, LineKind, Sign, Target};
use crate::text::{Span, clipped};

/// What is shown for the thing under the cursor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The thing.
    pub span: Span,
    /// What it is, in a few words; may be empty.
    heading: String,
    /// What it has to say besides, a sentence each.
    facts: Vec<String>,
    /// The board that it speaks of.
    picture: Option<Picture>,
    /// Names with what belongs to them.
    table: Vec<(String, String)>,
    /// The keyword to explain.
    keyword: Option<Keyword>,
}

/// How a hover shows its board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BoardStyle {
    /// As an SVG picture within the Markdown.
    Picture,
    /// As Unicode text.
    Text,
    /// As text in ASCII.
    Ascii,
    /// Not at all.
    Off,
}

/// How many characters of a header are shown at most.
const MAX_VALUE: usize = 1000;

/// How high a picture is at most, in pixels. The units of a picture are half pixels.
const HIGHEST: u32 = 240;

/// What there is to say about the place `offset` (`textDocument/hover`).
pub fn hover(snapshot: &Snapshot, offset: usize) -> Option<Hover> {
    place::at(snapshot, offset, |place| {
        let mut hover = of_line(place)?;
        hover.span = hover.span.shifted(place.view.start());
        Some(hover)
    })
}

/// What is said in the line of the cursor.
fn of_line(place: &Place<'_>) -> Option<Hover> {
    let line = place.line()?;
    if line.kind == LineKind::Text(Block::Com) {
        return Some(of_comment(place, line.span));
    }
    let keyword = line.keyword()?;
    // The indentation counts as part of the first word: in an editor of lines the cursor often rests in it.
    let on_word = place.is_on(line.word) || place.offset < line.word.start as usize;
    let field = place.field().filter(|_| !on_word);
    let span = if on_word { line.word } else { field?.span };
    let mut hover = Hover { keyword: on_word.then_some(keyword), ..Hover::of_heading(span, String::new()) };
    match keyword {
        Keyword::B | Keyword::W => of_move(place, &mut hover),
        Keyword::Mark | Keyword::Unmark | Keyword::Hide | Keyword::Prisoner => match field {
            Some(field) => of_reference(place, keyword, field, &mut hover)?,
            None => show(place, place.owner(), Vec::new(), &mut hover),
        },
        Keyword::Setup => of_setup(place, field, &mut hover),
        Keyword::Diagram => of_diagram(place, &mut hover),
        Keyword::Var | Keyword::Endvar => of_variation(place, &mut hover),
        Keyword::Event => of_event(place, &mut hover),
        Keyword::Com => return Some(Hover { keyword: hover.keyword, ..of_comment(place, span) }),
        Keyword::Endcom | Keyword::User | Keyword::Enduser | Keyword::Remark => {}
        _ => of_header(place, keyword, &mut hover),
    }
    let says_anything = !hover.heading.is_empty() || hover.picture.is_some() || hover.keyword.is_some();
    (says_anything || !hover.facts.is_empty()).then_some(hover)
}

/// Puts the board of an item into a hover, with the stones of `focus` highlighted.
fn show(place: &Place<'_>, owner: Owner, focus: Vec<Point>, hover: &mut Hover) {
    let view = View::of(place.event, owner);
    hover.picture = Some(picture(place.event, &view, focus));
    if hover.heading.is_empty() {
        hover.heading = title_of(place.event, owner);
    }
}

fn of_move(place: &Place<'_>, hover: &mut Hover) {
    let Owner::Move(id) = place.owner() else { return };
    let found = place.event.r#move(id);
    hover.heading = found.to_string();
    hover.facts = facts(place.event, id);
    let focus = match found.place {
        Played::Point(point) => vec![point],
        Played::Pass | Played::Unknown => Vec::new(),
    };
    show(place, Owner::Move(id), focus, hover);
}

/// Where stones are or were, in the order of columns.
fn points(stones: &[Stone]) -> String {
    let mut points: Vec<Point> = stones.iter().map(|stone| stone.point).collect();
    points.sort_unstable_by_key(|point| (point.column(), point.row()));
    points.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

/// What a move takes; none where that is nothing.
pub(super) fn takes(captured: &[Stone]) -> Option<String> {
    match captured {
        [] => None,
        [one] => Some(format!("Takes {}.", one.point)),
        stones => Some(format!("Takes {} stones: {}.", stones.len(), points(stones))),
    }
}

/// What a move has done.
fn facts(event: &Event, id: MoveId) -> Vec<String> {
    let walk = Walk::before(event, event.r#move(id).line + 1);
    let mut facts = Vec::new();
    let Some(played) = walk.played() else { return facts };
    if let Some(stone) = played.overwritten {
        facts.push(format!("There was a stone of {} on {}.", stone.color, stone.point));
    }
    facts.extend(takes(played.captured));
    if !played.self_captured.is_empty() {
        facts.push(format!("Takes its own last liberty and dies: {}.", points(played.self_captured)));
    }
    if played.ko.is_some() {
        facts.push("Retakes the ko at once.".into());
    }
    match played.repeats {
        Some(_) if played.ko.is_some() => {}
        Some(Earlier::Start) => facts.push("The position is that before the first move again.".into()),
        Some(Earlier::After(id)) => facts.push(format!("The position is that after {} again.", event.r#move(id))),
        None => {}
    }
    let threatened = walk.in_atari();
    if !threatened.is_empty() {
        facts.push(format!(
            "Atari on {}.",
            threatened.iter().map(ToString::to_string).collect::<Vec<_>>().join(" and ")
        ));
    }
    if played.in_doubt {
        facts.push("A move before it could not be played as it is written, so the position is in doubt.".into());
    }
    facts
}

/// A field of MARK, UNMARK, HIDE or PRISONER.
fn of_reference(place: &Place<'_>, keyword: Keyword, field: Field, hover: &mut Hover) -> Option<()> {
    let FieldKind::Mark(mark) = field.kind else { return None };
    let referents = place.referents(field);
    let event = place.event;
    let names: Vec<String> = referents.iter().take(4).map(|&referent| name(event, referent)).collect();
    let more = referents.len().saturating_sub(names.len());
    if let ([], Target::Move(_) | Target::Moves(..)) = (&names[..], mark.target) {
        let numbers = place.source.str(field.span).rsplit('#').next().unwrap_or_default();
        hover.heading = format!("No move {numbers} up to here");
        show(place, place.owner(), Vec::new(), hover);
        return Some(());
    }
    let what = match (&names[..], mark.target) {
        ([], _) => "no stone".into(),
        (_, Target::All) => format!("all {} numbered stones", referents.len()),
        _ if more > 0 => format!("{} and {more} more", names.join(", ")),
        _ => names.join(", "),
    };
    hover.heading = match keyword {
        Keyword::Unmark => format!("No mark on {what}"),
        Keyword::Hide => format!("Hidden: {what}"),
        Keyword::Prisoner => format!("Taken: {what}"),
        _ => match mark.sign {
            Sign::Number if referents.len() > 1 => format!("The numbers of {what}"),
            Sign::Number => format!("The number of {what}"),
            Sign::Label(_) => format!("{} on {what}", label(mark.sign)),
            sign => format!("A {} on {what}", name_of_sign(sign)),
        },
    };
    let owner = place.owner();
    if let (Keyword::Prisoner, Owner::Move(id)) = (keyword, owner) {
        hover.facts.push(format!("By {}.", event.r#move(id)));
    }
    show(place, owner, place.focus(), hover);
    Some(())
}

fn name(event: &Event, referent: Referent) -> String {
    match referent {
        Referent::Move(id) => event.r#move(id).to_string(),
        Referent::Setup(index) => match event.stones(&(index..index + 1)) {
            [stone] => format!(
                "the {} setup stone {}",
                if stone.color == Color::Black { "black" } else { "white" },
                stone.point
            ),
            _ => "a setup stone".into(),
        },
        Referent::Point(point) => format!("the empty point {point}"),
    }
}

fn name_of_sign(sign: Sign) -> &'static str {
    match sign {
        Sign::Check => "check mark",
        Sign::Diamond => "diamond",
        Sign::Square => "square",
        Sign::Triangle => "triangle",
        Sign::Number | Sign::Label(_) => "label",
    }
}

fn of_setup(place: &Place<'_>, field: Option<Field>, hover: &mut Hover) {
    let owner = place.owner();
    let view = View::of(place.event, owner);
    let stones = |color: Color| view.board.stones().filter(|stone| stone.color == color).count();
    hover.heading = match owner {
        Owner::Event => format!("Setup: Black {}, White {}", stones(Color::Black), stones(Color::White)),
        _ => format!("Setup of {}", title_of(place.event, owner)),
    };
    let datum = place.event.data.iter().find(|datum| datum.line == place.line);
    let focus = match (field, datum.map(|datum| &datum.kind)) {
        (Some(field), _) if matches!(field.kind, FieldKind::Location(_)) => place.focus(),
        // On the keyword, all stones of the line.
        (_, Some(DatumKind::Setup(stones))) => place.event.stones(stones).iter().map(|stone| stone.point).collect(),
        _ => Vec::new(),
    };
    hover.picture = Some(picture(place.event, &view, focus));
}

fn of_diagram(place: &Place<'_>, hover: &mut Hover) {
    let owner = place.owner();
    if let Owner::Diagram(_) = owner {
        let count = |keyword: Keyword| {
            let own = place.event.data_of(owner).filter(|datum| match datum.kind {
                DatumKind::Hide(_) => keyword == Keyword::Hide,
                DatumKind::Setup(_) => keyword == Keyword::Setup,
                _ => false,
            });
            own.count()
        };
        if count(Keyword::Setup) > 0 {
            hover.facts.push("With setup stones of its own.".into());
        }
        if count(Keyword::Hide) > 0 {
            hover.facts.push("Some stones are hidden.".into());
        }
        show(place, owner, Vec::new(), hover);
    }
}

fn of_variation(place: &Place<'_>, hover: &mut Hover) {
    let event = place.event;
    let id = match place.owner() {
        Owner::Variation(id) => id,
        _ => {
            let ended = event.sequences.iter().position(|sequence| sequence.end == Some(place.line));
            let Some(index) = ended else { return };
            SequenceId(index as u32)
        }
    };
    let mut moves = event.moves_of(id);
    let count = moves.clone().count();
    hover.heading = title_of(event, Owner::Variation(id));
    if hover.keyword == Some(Keyword::Endvar) {
        hover.heading = format!("End of {}", hover.heading.replacen("Variation", "variation", 1));
    }
    hover.facts.push(match count {
        1 => "1 move.".into(),
        count => format!("{count} moves."),
    });
    // The marker may be placed where the variation is played.
    let view = View::of(event, Owner::Variation(id));
    let mut picture = picture(event, &view, Vec::new());
    if let Some(Played::Point(point)) = moves.next().map(|id| event.r#move(id).place) {
        let marker = &event.sequence(id).marker;
        if marker.is_empty() {
            picture.focus.push(point);
        } else {
            picture.marks.push((point, Glyph::Label(marker.to_string())));
        }
    }
    hover.picture = Some(picture);
}

fn of_event(place: &Place<'_>, hover: &mut Hover) {
    let event = place.event;
    hover.heading = match title_of_event(event) {
        title if title.is_empty() => "Event".into(),
        title => title,
    };
    let mut seen = Vec::new();
    for header in event.headers.iter().filter(|header| !header.text.is_empty()) {
        if !seen.contains(&header.keyword) {
            seen.push(header.keyword);
            let all = event.headers.iter().filter(|other| other.keyword == header.keyword && !other.text.is_empty());
            let texts: Vec<&str> = all.map(|other| &*other.text).collect();
            let text = if header.keyword.counts_once() {
                texts.last().copied().unwrap_or_default().to_owned()
            } else {
                texts.join("; ")
            };
            hover.table.push((capitalized(header.keyword), clipped(&text, MAX_VALUE).into_owned()));
        }
    }
    let main = event.moves_of(SequenceId(0));
    let (last, moves) = (main.clone().next_back(), main.count());
    let variations = event.sequences.len() - 1;
    let counted = |count: usize, what: &str| format!("{count} {what}{}", if count == 1 { "" } else { "s" });
    hover.facts.push(format!("{}, {}.", counted(moves, "move"), counted(variations, "variation")));
    let view = View::of(event, last.map_or(Owner::Event, Owner::Move));
    hover.picture = Some(picture(event, &view, Vec::new()));
}

/// A comment: the board that it speaks of, and what the signs and labels in it stand for.
fn of_comment(place: &Place<'_>, span: Span) -> Hover {
    let owner = place.owner();
    let text = comment(place.event, place.source, owner).unwrap_or_default();
    let view = View::of(place.event, owner);
    let word = word_around(place, span);
    let mut hover = Hover::of_heading(word, title_of(place.event, owner));
    let mut focus = Vec::new();
    let under_cursor = unquoted(&place.source.text[word.range()]);
    let mut explained: Vec<(String, Vec<Point>)> = Vec::new();
    for &(point, shown) in &view.marks {
        let written = match shown {
            Shown::Number(number) => number.to_string(),
            Shown::Sign(Sign::Check) => "\\c".into(),
            Shown::Sign(Sign::Diamond) => "\\d".into(),
            Shown::Sign(Sign::Square) => "\\s".into(),
            Shown::Sign(Sign::Triangle) => "\\t".into(),
            Shown::Sign(sign) => label(sign),
        };
        let is_sign = written.starts_with('\\');
        let same = |word: &str| if is_sign { word.eq_ignore_ascii_case(&written) } else { word == written };
        if same(under_cursor) {
            focus.push(point);
        }
        if text.split([' ', '\t', '\n']).any(|word| same(unquoted(word))) {
            match explained.iter_mut().find(|(other, _)| *other == written) {
                Some((_, points)) => points.push(point),
                None => explained.push((written, vec![point])),
            }
        }
    }
    for (written, points) in explained {
        let points: Vec<String> = points.iter().map(ToString::to_string).collect();
        hover.table.push((written, points.join(" ")));
    }
    hover.picture = Some(picture(place.event, &view, focus));
    hover
}

/// A word of prose without the punctuation around it.
fn unquoted(word: &str) -> &str {
    word.trim_matches(|character: char| !character.is_alphanumeric() && character != '\\')
}

/// The word of a line that the cursor is on, or the line where it is on none.
fn word_around(place: &Place<'_>, line: Span) -> Span {
    let text = &place.source.text[line.range()];
    let at = place.offset.saturating_sub(line.start as usize).min(text.len());
    if !text.is_char_boundary(at) {
        return line;
    }
    let start = text[..at].rfind([' ', '\t']).map_or(0, |space| space + 1);
    let end = text[at..].find([' ', '\t']).map_or(text.len(), |space| at + space);
    if start == end { line } else { Span::new(start, end).shifted(line.start as usize) }
}

/// A header line: how it is read.
fn of_header(place: &Place<'_>, keyword: Keyword, hover: &mut Hover) {
    let Some(line) = place.line() else { return };
    let text = place.source.free_text(line);
    let read = match keyword {
        Keyword::Komi => komi(text).map(|points| match points {
            0.0 => "no komi".into(),
            points if points < 0.0 => format!("{} points for Black", -points),
            points => format!("{points} points for White"),
        }),
        Keyword::Handicap => handicap(text).map(|stones| match stones {
            0 => "no handicap".into(),
            1 => "no stones, and Black moves first without komi".into(),
            stones => format!("{stones} stones"),
        }),
        Keyword::Rules => Rules::named(text).map(|rules| match rules {
            Rules::Japanese => "Japanese rules: territory is counted, a ko may not be retaken at once".into(),
            Rules::Chinese => "Chinese rules: area is counted, no position may be repeated".into(),
            Rules::Aga => "AGA rules: area or territory with pass stones, no position may be repeated".into(),
            Rules::Other => "rules that are known by name, and not judged by".into(),
        }),
        Keyword::Result => GameResult::told(text).map(|result| match result {
            GameResult::Winner(color) => format!("{color} has won"),
            GameResult::Draw => "a draw".into(),
            GameResult::Open => "no result".into(),
        }),
        Keyword::Boardsize => Some(format!("a board of {}", place.event.board_size)),
        _ => None,
    };
    if let Some(read) = read {
        hover.facts.push(format!("Read as: {read}."));
    }
}

fn capitalized(keyword: Keyword) -> String {
    let lower = keyword.to_string().to_ascii_lowercase();
    lower[..1].to_ascii_uppercase() + &lower[1..]
}

impl Hover {
    /// What a keyword means.
    pub(super) fn of_keyword(span: Span, keyword: Keyword) -> Self {
        Self { keyword: Some(keyword), ..Self::of_heading(span, String::new()) }
    }

    /// A board, what it is and a sentence on it.
    pub(super) fn of_board(span: Span, heading: String, fact: Option<String>, picture: Picture) -> Self {
        Self { facts: fact.into_iter().collect(), picture: Some(picture), ..Self::of_heading(span, heading) }
    }

    /// Only a heading, which may be empty.
    fn of_heading(span: Span, heading: String) -> Self {
        Self { span, heading, facts: Vec::new(), picture: None, table: Vec::new(), keyword: None }
    }
}

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
                    // Hovers of VS Code are 250 pixels high; it takes a height behind the address.
                    let height =
                        if grid(picture).height > 2 * HIGHEST { format!("|height={HIGHEST}") } else { String::new() };
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
pub(super) fn describe(keyword: Keyword) -> String {
    let info = keyword.info();
    let (syntax, help, example, section) = (info.syntax, info.help, info.example, info.section);
    format!("```ishi\n{syntax}\n```\n{help}\n\nExample: `{example}`\n\n*Standard, section {section}*")
}

fn describe_plainly(keyword: Keyword) -> String {
    let info = keyword.info();
    format!("{}\n{}\nExample: {}\nStandard, section {}", info.syntax, info.help, info.example, info.section)
}
