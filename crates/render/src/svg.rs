//! A board as SVG.

use std::collections::BTreeMap;
use std::fmt::{self, Write};

use super::art::{Palette, definitions};
use super::scene::{PlainGlyph, Scene, SceneCell, Shape, alt, label, label_width};
use super::{Colors, Ground, Note, Picture, Side, at};
use ishi_board::Color;

/// The distance of two lines. A user unit is half a pixel, so that whole numbers place digits well.
const STEP: u32 = 44;

/// The distance from the outer lines to the edge of a picture without coordinates. It is odd, so that lines one pixel
/// wide meet the pixels.
const RIM: u32 = 29;

/// The distance from the outer lines to the edge of a picture with coordinates.
const RIM_WITH_COORDINATES: u32 = 53;

/// How far lines continue where the board does.
const OPEN: u32 = 18;

/// The size of a note, which is a stone and "at Q16", including the space around it.
const ROOM_OF_NOTE: (u32, u32) = (140, 48);
const MARGIN_OF_NOTES: u32 = 14;

/// The size of the letters of a caption, the distance of its lines, and the most lines it has.
const CAPTION_SIZE: u32 = 22;
const CAPTION_STEP: u32 = 30;
const MAX_CAPTION_LINES: usize = 6;

/// The smallest width of a picture with a caption.
const CAPTION_WIDTH: u32 = 480;

/// About how wide a letter of a caption is, and one of an Asian script, with which no viewer's font runs off the page.
const LETTER: u32 = 14;
const WIDE_LETTER: u32 = 24;

/// How much of a line is left out on each side of a mark on an empty point.
const GAP: u32 = 19;

/// How far the shadow of a stone is from it, and its layers: how wide each is, and how much of the board it hides.
const SHADOW: Offset = (2, 4);
const SHADOW_LAYERS: [(u32, &str); 3] = [(46, ".09"), (43, ".12"), (39, ".15")];

/// The color of the halo around lines, letters and black stones of a transparent picture, which makes them legible on
/// dark pages, too; how much wider than a line its halo is, and how wide the stroke of letters is.
const HALO: &str = "#fff";
const HALO_OF_LINES: f32 = 3.0;
const HALO_OF_LETTERS: u32 = 5;

/// The positions of the points in an SVG picture, in user units; a pixel is two units.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PictureGrid {
    /// The leftmost column of points.
    pub left: u32,
    /// The topmost row of points.
    pub top: u32,
    /// The distance from one column or row to the next.
    pub step: u32,
    /// The width of the picture.
    pub width: u32,
    /// The height of the picture, with the notes below the board.
    pub height: u32,
}

/// The positions of the points in the [`svg`] of the same picture, to find the point of a click.
pub fn grid(picture: &Picture) -> PictureGrid {
    SvgDrawing::of(picture).grid
}

/// The picture in SVG: one self-contained element without scripts, links and fonts, fit for a data URI and for the
/// inside of an HTML page.
///
/// It has a background of its own and so looks the same on light and dark pages. If it is transparent, its lines and
/// letters have a halo instead. Its parts have the classes `board`, `coordinates`, `grid`, `focus-ground`, `focus`,
/// `shadow`, `black`, `white`, `mark` (with `on-black`, `on-white` or `on-board`), `last`, `halo`, `notes` and
/// `caption`, by which CSS may change its colors; stones are dots in the color `stroke`. Ids begin with `ishi-`, and
/// those of stones and coordinates are the same in every picture, so a page shows several of them as images.
pub fn svg(picture: &Picture) -> String {
    let drawing = SvgDrawing::of(picture);
    let width = drawing.grid.width / 2;
    drawing.written(width)
}

/// The picture in SVG like [`svg`], scaled to a width in pixels.
pub fn svg_of_width(picture: &Picture, width_px: u32) -> String {
    SvgDrawing::of(picture).written(width_px)
}

/// The picture in SVG like [`svg`], on a canvas of at least this width and height in user units.
#[cfg(feature = "png")]
pub(super) fn svg_on_canvas(picture: &Picture, width: u32, height: u32) -> String {
    let drawing = SvgDrawing::on_canvas(picture, width, height);
    drawing.written(drawing.grid.width / 2)
}

/// Distances from the left and the top, in user units.
type Offset = (u32, u32);

struct SvgDrawing<'a> {
    picture: &'a Picture,
    scene: Scene<'a>,
    grid: PictureGrid,
    /// The position at which the board ends and the notes begin.
    bottom: u32,
    notes_in_row: u32,
    palette: &'static Palette,
    /// The lines of the caption, and where they begin.
    caption: Vec<String>,
    caption_top: u32,
}

impl<'a> SvgDrawing<'a> {
    fn written(&self, width_px: u32) -> String {
        let PictureGrid { width, height, .. } = self.grid;
        let height_px = u64::from(height) * u64::from(width_px) / u64::from(width);
        let mut content = String::with_capacity(12 * 1024);
        let written = self.write(&mut content);
        debug_assert!(written.is_ok(), "a String takes everything");
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width_px}\" height=\"{height_px}\" \
             viewBox=\"0 0 {width} {height}\" role=\"img\" \
             font-family=\"sans-serif\" font-weight=\"bold\" text-anchor=\"middle\">\n\
             <title>{}</title>\n{}{content}</svg>\n",
            escape(&alt(self.picture)),
            definitions(&content),
        )
    }

    fn of(picture: &'a Picture) -> Self {
        Self::on_canvas(picture, 0, 0)
    }

    /// A drawing that is at least so wide and so high.
    fn on_canvas(picture: &'a Picture, min_width: u32, min_height: u32) -> Self {
        let scene = Scene::of(picture);
        let rim = |side| if picture.style.coordinates.contains(side) { RIM_WITH_COORDINATES } else { RIM };
        let span = |lines: usize, one, other| (lines as u32 - 1) * STEP + rim(one) + rim(other);
        let board = span(scene.width(), Side::Left, Side::Right);
        let bottom = span(scene.height(), Side::Top, Side::Bottom);
        let notes = picture.notes.len() as u32;
        let width_for_notes = if notes == 0 { 0 } else { ROOM_OF_NOTE.0 + 2 * MARGIN_OF_NOTES };
        let width_for_caption = (width_of(&picture.style.caption) + 2 * MARGIN_OF_NOTES).min(CAPTION_WIDTH);
        let width_for_caption = if picture.style.caption.is_empty() { 0 } else { width_for_caption };
        // An even number of units is a whole number of pixels.
        let width = board.max(width_for_notes).max(width_for_caption).max(min_width).next_multiple_of(2);
        let notes_in_row = (width.saturating_sub(2 * MARGIN_OF_NOTES) / ROOM_OF_NOTE.0).max(1);
        let caption_top = match notes.div_ceil(notes_in_row) {
            0 => bottom,
            rows => bottom + rows * ROOM_OF_NOTE.1 + MARGIN_OF_NOTES,
        };
        let caption = caption_lines(&picture.style.caption, width - 2 * MARGIN_OF_NOTES);
        let height = match caption.len() as u32 {
            0 => caption_top,
            lines => caption_top + lines * CAPTION_STEP + MARGIN_OF_NOTES,
        };
        // Half of what is left over, and even, so that lines are sharp.
        let left = rim(Side::Left) + (width - board) / 4 * 2;
        let grid = PictureGrid { left, top: rim(Side::Top), step: STEP, width, height: height.max(min_height) };
        let palette = Palette::of(picture.style.colors);
        Self { picture, scene, grid, bottom, notes_in_row, palette, caption, caption_top }
    }

    fn x(&self, column: u8) -> u32 {
        self.grid.left + u32::from(column - self.scene.columns.start()) * STEP
    }

    fn y(&self, row: u8) -> u32 {
        self.grid.top + u32::from(self.scene.rows.end() - row) * STEP
    }

    fn place(&self, cell: &SceneCell<'_>) -> Offset {
        (self.x(cell.point.column()), self.y(cell.point.row()))
    }

    /// The positions of the points for which a condition holds.
    fn places(&self, is: impl Fn(&SceneCell<'_>) -> bool) -> impl Iterator<Item = Offset> {
        self.scene.cells().iter().filter(move |cell| is(cell)).map(|cell| self.place(cell))
    }

    /// The positions of the stones of the notes.
    fn notes(&self) -> impl Iterator<Item = (&Note, Offset)> {
        let place = |index: u32| {
            let (row, column) = (index / self.notes_in_row, index % self.notes_in_row);
            (MARGIN_OF_NOTES + STEP / 2 + column * ROOM_OF_NOTE.0, self.bottom + STEP / 2 + 2 + row * ROOM_OF_NOTE.1)
        };
        self.picture.notes.iter().zip((0..).map(place))
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        let PictureGrid { width, height, .. } = self.grid;
        let Palette { ground, focus: focus_color, focus_ground, .. } = self.palette;
        if !self.picture.style.transparent {
            let is_wood = self.picture.style.colors == Colors::Wood;
            let rounded = if self.picture.style.colors == Colors::Print { "" } else { " rx=\"10\"" };
            writeln!(out, "<rect class=\"board\" width=\"{width}\" height=\"{height}\"{rounded} fill=\"{ground}\"/>")?;
            if is_wood {
                writeln!(out, "<rect width=\"{width}\" height=\"{height}\" fill=\"url(#ishi-grain)\"/>")?;
            }
        }
        self.write_coordinates(out)?;
        let focus = squares(self.places(|cell| cell.focus));
        if !focus.is_empty() {
            writeln!(out, "<path class=\"focus-ground\" fill=\"{focus_ground}\" d=\"{focus}\"/>")?;
        }
        self.write_grid(out)?;
        self.write_stones(out)?;
        self.write_ground(out)?;
        self.write_marks(out)?;
        if !focus.is_empty() {
            writeln!(
                out,
                "<path class=\"focus\" fill=\"none\" stroke=\"{focus_color}\" stroke-width=\"4\" \
                 stroke-linejoin=\"round\" d=\"{focus}\"/>"
            )?;
        }
        if !self.picture.notes.is_empty() {
            let mut texts = String::new();
            for (note, (x, y)) in self.notes() {
                write_text(&mut texts, (x + 29, y + 8), &format!("at {}", note.point))?;
            }
            let attributes = " font-size=\"22\" text-anchor=\"start\"";
            self.write_halo(out, attributes, &texts)?;
            writeln!(out, "<g class=\"notes\" fill=\"#000\"{attributes}>{texts}</g>")?;
        }
        if !self.caption.is_empty() {
            let mut texts = String::new();
            for (line, text) in (0..).zip(&self.caption) {
                let y = self.caption_top + line * CAPTION_STEP + CAPTION_SIZE;
                write_text(&mut texts, (width / 2, y), &escape(text))?;
            }
            let attributes = format!(" font-size=\"{CAPTION_SIZE}\"");
            self.write_halo(out, &attributes, &texts)?;
            writeln!(out, "<g class=\"caption\" fill=\"#000\"{attributes}>{texts}</g>")?;
        }
        Ok(())
    }

    /// The letters above and below the board, the numbers at its left and right.
    fn write_coordinates(&self, out: &mut String) -> fmt::Result {
        let PictureGrid { left, top, .. } = self.grid;
        let has = |side| self.picture.style.coordinates.contains(side);
        let across = (self.scene.width() as u32 - 1) * STEP;
        let down = (self.scene.height() as u32 - 1) * STEP;
        let mut parts = String::new();
        if has(Side::Top) || has(Side::Bottom) {
            let y = if has(Side::Top) { top - 30 } else { top + down + 44 };
            write!(parts, "<g id=\"ishi-x\">")?;
            for column in self.scene.columns.clone() {
                write_text(&mut parts, (self.x(column), y), &at(column, 0).to_string()[..1])?;
            }
            write!(parts, "</g>")?;
            if has(Side::Top) && has(Side::Bottom) {
                write!(parts, "<use href=\"#ishi-x\" y=\"{}\"/>", down + 74)?;
            }
        }
        if has(Side::Left) || has(Side::Right) {
            let x = if has(Side::Left) { left - 37 } else { left + across + 37 };
            write!(parts, "<g id=\"ishi-y\">")?;
            for row in self.scene.rows.clone().rev() {
                write_text(&mut parts, (x, self.y(row) + 7), &(row + 1).to_string())?;
            }
            write!(parts, "</g>")?;
            if has(Side::Left) && has(Side::Right) {
                write!(parts, "<use href=\"#ishi-y\" x=\"{}\"/>", across + 74)?;
            }
        }
        if parts.is_empty() {
            return Ok(());
        }
        let attributes = " font-size=\"19\" font-weight=\"normal\"";
        self.write_halo(out, attributes, &parts)?;
        writeln!(out, "<g class=\"coordinates\" fill=\"{}\"{attributes}>{parts}</g>", self.palette.line)
    }

    /// The lines and the star points. Lines end at the edges of the board, and continue beyond the edges of the window.
    fn write_grid(&self, out: &mut String) -> fmt::Result {
        let Scene { columns, rows, far, .. } = &self.scene;
        let line = self.palette.line;
        let open = |edge: bool| if edge { 0 } else { OPEN };
        let (left, right) = (open(*columns.start() == 0), open(*columns.end() == far.column()));
        let (bottom, top) = (open(*rows.start() == 0), open(*rows.end() == far.row()));
        let (x, across) = (self.grid.left, (self.scene.width() as u32 - 1) * STEP);
        let (y, down) = (self.grid.top, (self.scene.height() as u32 - 1) * STEP);
        // Painting over the lines would show on the wood, whose color is not the same everywhere.
        let has_gap = |cell: &SceneCell<'_>| cell.stone.is_none() && cell.mark.is_some();
        let gaps: Vec<Offset> = self.places(has_gap).collect();
        let (mut lines, mut edges) = (String::new(), String::new());
        for row in rows.clone() {
            let y = self.y(row);
            let gaps = gaps.iter().filter(|gap| gap.1 == y).map(|gap| gap.0);
            let path = if row == 0 || row == far.row() { &mut edges } else { &mut lines };
            for (from, to) in pieces(x - left, x + across + right, gaps) {
                write!(path, "M{from} {y}h{}", to - from)?;
            }
        }
        for column in columns.clone() {
            let x = self.x(column);
            let gaps = gaps.iter().filter(|gap| gap.0 == x).map(|gap| gap.1);
            let path = if column == 0 || column == far.column() { &mut edges } else { &mut lines };
            for (from, to) in pieces(y - top, y + down + bottom, gaps) {
                write!(path, "M{x} {from}v{}", to - from)?;
            }
        }
        let stars = dots(self.places(|cell| cell.star && !has_gap(cell)));
        let [line_width, edge_width, star_width] = self.palette.widths;
        let paths = [
            (line_width, " fill=\"none\"", "square", lines),
            (edge_width, " fill=\"none\"", "square", edges),
            (star_width, "", "round", stars),
        ];
        let layers = [("halo", HALO, HALO_OF_LINES), ("grid", line, 0.0)];
        for (class, color, wider) in &layers[usize::from(!self.picture.style.transparent)..] {
            for (width, fill, cap, path) in paths.iter().filter(|(.., path)| !path.is_empty()) {
                writeln!(
                    out,
                    "<path class=\"{class}\"{fill} stroke=\"{color}\" stroke-width=\"{}\" stroke-linecap=\"{cap}\" \
                     d=\"{path}\"/>",
                    width + wider
                )?;
            }
        }
        Ok(())
    }

    /// Writes the halo of letters, if the picture has one. The letters themselves are written after it.
    fn write_halo(&self, out: &mut String, attributes: &str, letters: &str) -> fmt::Result {
        if !self.picture.style.transparent {
            return Ok(());
        }
        // The ids belong to the letters.
        let letters = letters.replace(" id=\"ishi-x\"", "").replace(" id=\"ishi-y\"", "");
        writeln!(
            out,
            "<g class=\"halo\" fill=\"{HALO}\" stroke=\"{HALO}\" stroke-width=\"{HALO_OF_LETTERS}\" \
             stroke-linejoin=\"round\"{attributes}>{letters}</g>"
        )
    }

    /// The stones of each color as one path of dots, which takes a fraction of the room of as many symbols: the light
    /// on each is in a pattern whose tiles are the points of the board.
    fn write_stones(&self, out: &mut String) -> fmt::Result {
        let is_wood = self.picture.style.colors == Colors::Wood;
        let (left, top) = if is_wood { (self.grid.left, self.grid.top) } else { (0, 0) };
        let stones = |color| {
            let board = self.places(move |cell| cell.stone == Some(color)).map(|(x, y)| (x - left, y - top));
            // Those of notes lie between the points, and are symbols where there is light on them.
            let notes = self.notes().filter(move |(note, _)| note.color == color && !is_wood);
            dots(board.chain(notes.map(|(_, place)| place)))
        };
        let (black, white) = (stones(Color::Black), stones(Color::White));
        if !(black.is_empty() && white.is_empty()) {
            let Palette { black: slate, white: shell, edge, .. } = self.palette;
            write!(
                out,
                "<defs><path id=\"ishi-b\" d=\"{black}\"/><path id=\"ishi-w\" d=\"{white}\"/></defs>\n\
                 <g transform=\"translate({left} {top})\" stroke-width=\"42\" stroke-linecap=\"round\">"
            )?;
            if self.picture.style.transparent && !black.is_empty() {
                writeln!(out, "<use class=\"halo\" href=\"#ishi-b\" stroke=\"{HALO}\" stroke-width=\"46\"/>")?;
            }
            self.write_shadows(out)?;
            write!(out, "<use class=\"black\" href=\"#ishi-b\" stroke=\"{slate}\"/>")?;
            if edge.is_empty() {
                write!(out, "<use class=\"white\" href=\"#ishi-w\" stroke=\"{shell}\"/>")?;
            } else {
                write!(
                    out,
                    "<use href=\"#ishi-w\" stroke=\"{edge}\"/>\
                     <use class=\"white\" href=\"#ishi-w\" stroke=\"{shell}\" stroke-width=\"39\"/>"
                )?;
            }
            writeln!(out, "</g>")?;
        }
        for (note, (x, y)) in self.notes().filter(|_| is_wood) {
            if self.picture.style.transparent && note.color == Color::Black {
                writeln!(out, "<circle class=\"halo\" cx=\"{x}\" cy=\"{y}\" r=\"23\" fill=\"{HALO}\"/>")?;
            }
            writeln!(out, "<use href=\"#ishi-{}\" x=\"{x}\" y=\"{y}\"/>", note.color.name())?;
        }
        Ok(())
    }

    /// The shadows of the stones, soft where there is light on them.
    fn write_shadows(&self, out: &mut String) -> fmt::Result {
        let (x, y) = SHADOW;
        match self.picture.style.colors {
            Colors::Wood => {
                write!(out, "<g class=\"shadow\" stroke=\"#000\">")?;
                for (width, opacity) in SHADOW_LAYERS {
                    let layer = format!("x=\"{x}\" y=\"{y}\" stroke-width=\"{width}\" stroke-opacity=\"{opacity}\"");
                    write!(out, "<use href=\"#ishi-b\" {layer}/><use href=\"#ishi-w\" {layer}/>")?;
                }
            }
            Colors::Flat => write!(
                out,
                "<g class=\"shadow\" stroke=\"#000\" opacity=\".28\">\
                 <use href=\"#ishi-b\" x=\"{x}\" y=\"{y}\"/><use href=\"#ishi-w\" x=\"{x}\" y=\"{y}\"/>"
            )?,
            Colors::Print => return Ok(()),
        }
        writeln!(out, "</g>")
    }

    /// Small squares on the points of a player, smaller hollow squares in a seki, and crosses on dame.
    fn write_ground(&self, out: &mut String) -> fmt::Result {
        let kinds = [
            (Ground::Of(Color::Black), "black-point", "fill=\"#000\" stroke=\"#fff\"", 8),
            (Ground::Of(Color::White), "white-point", "fill=\"#fff\" stroke=\"#000\"", 8),
            (Ground::Seki, "seki", "fill=\"none\" stroke=\"#2f6db5\" stroke-width=\"4\"", 6),
            (Ground::Dame, "dame", "fill=\"none\" stroke=\"#b5442f\" stroke-width=\"4\"", 6),
        ];
        for (ground, class, color, half) in kinds {
            let mut shapes = String::new();
            for (x, y) in self.places(|cell| cell.ground == Some(ground) && cell.mark.is_none()) {
                let (left, top, side) = (x - half, y - half, 2 * half);
                match ground {
                    Ground::Dame => write!(shapes, "M{left} {top}l{side} {side}m0 -{side}l-{side} {side}")?,
                    _ => write!(shapes, "M{left} {top}h{side}v{side}h-{side}z")?,
                }
            }
            if !shapes.is_empty() {
                writeln!(out, "<path class=\"{class}\" {color} d=\"{shapes}\"/>")?;
            }
        }
        Ok(())
    }

    fn write_marks(&self, out: &mut String) -> fmt::Result {
        let [last_on_black, last_on_white] = self.palette.last;
        for (on, ink, last) in [
            (Some(Color::Black), "#fff", last_on_black),
            (Some(Color::White), "#000", last_on_white),
            (None, "#000", last_on_white),
        ] {
            let class = on.map_or("board", Color::name);
            let mut inscriptions = Inscriptions::default();
            let mut shapes = String::new();
            for cell in self.scene.cells().iter().filter(|cell| cell.stone == on) {
                match cell.mark {
                    Some(PlainGlyph::Number(number)) => inscriptions.number(self.place(cell), number),
                    Some(PlainGlyph::Label(text)) => inscriptions.label(self.place(cell), &label(text)),
                    Some(PlainGlyph::Shape(shape)) => shapes += &symbol(shape, self.place(cell)),
                    None => {}
                }
            }
            for (note, place) in self.notes().filter(|(note, _)| Some(note.color) == on) {
                inscriptions.number(place, note.number);
            }
            if !inscriptions.is_empty() || !shapes.is_empty() {
                let mut texts = String::new();
                inscriptions.write(&mut texts)?;
                let outlined = |color, width| match &*shapes {
                    "" => String::new(),
                    shapes => format!("<g fill=\"none\" stroke=\"{color}\" stroke-width=\"{width}\">{shapes}</g>"),
                };
                if on.is_none() {
                    self.write_halo(out, "", &(texts.clone() + &outlined(HALO, 4 + HALO_OF_LETTERS)))?;
                }
                write!(out, "<g class=\"mark on-{class}\" fill=\"{ink}\">{texts}{}", outlined(ink, 4))?;
                writeln!(out, "</g>")?;
            }
            for (x, y) in self.places(|cell| cell.last && cell.stone == on) {
                writeln!(
                    out,
                    "<circle class=\"last on-{class}\" cx=\"{x}\" cy=\"{y}\" r=\"10\" fill=\"none\" stroke=\"{last}\" \
                     stroke-width=\"4\"/>"
                )?;
            }
        }
        Ok(())
    }
}

/// The numbers and labels on stones and points of one color, by the size of their font. Each is a separate element,
/// because many viewers support only one position in a `<text>`.
#[derive(Default)]
struct Inscriptions {
    texts: BTreeMap<u32, String>,
}

impl Inscriptions {
    fn is_empty(&self) -> bool {
        self.texts.is_empty()
    }

    /// Adds a number, which stays inside its stone also in fonts with wide digits.
    fn number(&mut self, place: Offset, number: u32) {
        let digits = number.to_string();
        let size = match digits.len() {
            0 | 1 => 26,
            2 => 23,
            3 => 18,
            digits => 56 / digits as u32,
        };
        self.add(place, size, &digits);
    }

    fn label(&mut self, place: Offset, label: &str) {
        let size = match (label.chars().count(), label.chars().map(label_width).sum()) {
            (0 | 1, _) => 26,
            (_, 2) => 20,
            (_, 3) => 17,
            _ => 14,
        };
        self.add(place, size, &escape(label));
    }

    fn add(&mut self, (x, y): Offset, size: u32, text: &str) {
        let written = write_text(self.texts.entry(size).or_default(), (x, y + size * 36 / 100), text);
        debug_assert!(written.is_ok(), "a String takes everything");
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        for (size, texts) in &self.texts {
            write!(out, "<g font-size=\"{size}\">{texts}</g>")?;
        }
        Ok(())
    }
}

/// Writes a text that is already escaped, around `x` and on the base line `y`.
fn write_text(out: &mut String, (x, y): Offset, text: &str) -> fmt::Result {
    write!(out, "<text x=\"{x}\" y=\"{y}\">{text}</text>")
}

/// A path of dots, which takes a fraction of the room of as many circles: lines without length whose round ends show.
fn dots(places: impl Iterator<Item = Offset>) -> String {
    let mut path = String::new();
    let mut before = None;
    for (x, y) in places {
        let _ = match before {
            Some((left, row)) if row == y && left < x => write!(path, "m{} 0h0", x - left),
            _ => write!(path, "M{x} {y}h0"),
        };
        before = Some((x, y));
    }
    path
}

/// The pieces of a line from `start` to `end` that remain when gaps are left around some places.
fn pieces(start: u32, end: u32, gaps: impl Iterator<Item = u32>) -> Vec<(u32, u32)> {
    let mut gaps: Vec<u32> = gaps.collect();
    gaps.sort_unstable();
    let starts = [start].into_iter().chain(gaps.iter().map(|gap| gap + GAP));
    let ends = gaps.iter().map(|gap| gap - GAP).chain([end]);
    starts.zip(ends).filter(|(from, to)| from < to).collect()
}

/// The approximate width of a caption in one line.
fn width_of(text: &str) -> u32 {
    text.chars().take(CAPTION_WIDTH as usize).map(width_of_char).sum()
}

fn width_of_char(c: char) -> u32 {
    if c < '\u{1100}' { LETTER } else { WIDE_LETTER }
}

/// A caption in lines of some width, cut if there are too many lines. Words that are longer than a line are broken.
fn caption_lines(caption: &str, width: u32) -> Vec<String> {
    let mut lines = vec![String::new()];
    let mut used = 0;
    for word in caption.split(|c: char| c.is_whitespace() || c.is_control()).filter(|word| !word.is_empty()) {
        if used > 0 && used + LETTER + width_of(word) > width {
            lines.push(String::new());
            used = 0;
        }
        for c in used.checked_sub(1).map(|_| ' ').into_iter().chain(word.chars()) {
            if used > 0 && used + width_of_char(c) > width {
                lines.push(String::new());
                used = 0;
            }
            used += width_of_char(c);
            // Neither can stand in an XML text.
            if let Some(line) = lines.last_mut() {
                line.push(if "\u{fffe}\u{ffff}".contains(c) { '?' } else { c });
            }
        }
        if lines.len() > MAX_CAPTION_LINES {
            lines.truncate(MAX_CAPTION_LINES);
            if let Some(last) = lines.last_mut() {
                last.pop();
                last.push('…');
            }
            return lines;
        }
    }
    lines.retain(|line| !line.is_empty());
    lines
}

/// A path of the squares around points.
fn squares(places: impl Iterator<Item = Offset>) -> String {
    places.fold(String::new(), |path, (x, y)| {
        path + &format!("M{} {}h{STEP}v{STEP}h-{STEP}z", x - STEP / 2, y - STEP / 2)
    })
}

fn symbol(shape: Shape, (x, y): Offset) -> String {
    let name = match shape {
        Shape::Check => "check",
        Shape::Diamond => "diamond",
        Shape::Square => "square",
        Shape::Triangle => "triangle",
    };
    format!("<use href=\"#ishi-{name}\" x=\"{x}\" y=\"{y}\"/>")
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
