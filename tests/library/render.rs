//! Pictures of positions as text, SVG and PNG: reviewed snapshots in `fixtures/render`, and laws for all pictures.

use std::collections::BTreeSet;
use std::path::PathBuf;

use expect_test::{expect, expect_file};
use ishi_board::{BoardSize, Color, Point};
use ishi_record::syntax::location;
use ishi_render::{
    Animation, Captures, Colors, DrawError, Fonts, Glyph, Ground, MAX_FRAMES, MAX_PIXELS, Note, Picture, SenseiDiagram,
    Side, Sides, Style, TEXT_WIDTH, Window, alt, apng, ascii, gif, grid, outline_text, pdf, png, sensei, svg, text,
};
use proptest::prelude::*;
use resvg::tiny_skia::{Pixmap, PremultipliedColorU8};
use resvg::usvg::roxmltree::{Document, Node};

/// A position late in a game: each stone with its number, `.` for an empty point.
const GAME: &str = "
. . . . w226 . . . b223 . w222 . b179 b225 w214 . . . .
. . w22 b41 w42 b55 w74 w110 w20 . . . . w178 w158 b157 . . .
. . w116 w4 b145 w56 w54 w168 . w180 b39 . w98 b7 w156 . b195 . .
b163 . w220 b57 b133 w88 w108 . w48 b9 b167 b215 w40 b155 b151 b1 w174 . .
w162 w164 w6 w160 b67 b47 b169 w170 w210 b221 . . b119 w102 w150 w16 w194 w228 .
. w90 . w106 b165 . w68 . w182 b171 b65 w176 . w138 w120 b59 . b181 b229
. b161 w236 w134 . w46 . w224 . b211 . . w132 b29 b17 b217 w218 w230 .
. b205 . . b137 w34 w166 b127 . b219 b185 w80 . b79 b101 w78 . . .
. w114 . w96 . w24 w52 b51 b129 b91 w130 w184 b131 w44 b85 w72 b177 w26 .
w204 . w8 . w136 w128 b53 . w196 b81 w92 w142 b135 . w86 . b231 b73 w206
b203 w100 w32 w190 b11 b95 . b89 . b123 b117 w208 b143 w30 b87 w104 . b27 .
b159 . . w200 b183 b71 b99 b197 b189 b227 b141 b173 . w212 . w28 w232 w118 .
. b69 . b105 b201 . b93 . b77 . b209 w202 . . w84 . w82 w58 .
. w60 w122 w198 b199 b21 . b175 w216 w188 w76 w152 b147 b153 . b83 w146 b235 .
w172 b61 b187 b115 b45 b207 w192 w62 . . w94 b75 b125 . w154 b149 b5 . w234
. b213 b121 w2 b111 w38 b15 b191 w124 w10 b43 . b103 w148 b35 . b233 . .
. . b25 w112 w12 w14 b63 b193 w140 w18 b139 b33 w36 w66 b23 b3 . . .
. b113 . b13 . . b107 w126 . w64 . b19 b37 w144 b97 w50 . . .
. . . . . . . . . . . . . w186 . . . . .";

fn size(size: u32) -> BoardSize {
    BoardSize::new(size).expect("a size from 2 to 19")
}

fn point(name: &str) -> Point {
    let column = Point::column_of(name.as_bytes()[0]).expect("a column");
    let row: u8 = name[1..].parse().expect("a row");
    Point::new(column, row - 1).expect("a point")
}

fn points(names: &str) -> Vec<Point> {
    names.split_whitespace().map(point).collect()
}

fn stones(black: &str, white: &str) -> Vec<(Point, Color)> {
    let of = |names, color| points(names).into_iter().map(move |point| (point, color));
    of(black, Color::Black).chain(of(white, Color::White)).collect()
}

/// Marks as the Standard writes them, `\\t@Q4` and `ab@Q4`, and `12#Q4` for the number of a move.
fn marks(fields: &str) -> Vec<(Point, Glyph)> {
    let mark = |field: &str| {
        if let Some((number, name)) = field.split_once('#') {
            return (point(name), Glyph::Number(number.parse().expect("a number")));
        }
        let (label, name) = field.rsplit_once('@').expect("a mark and its place");
        let glyph = match label {
            "\\c" => Glyph::Check,
            "\\d" => Glyph::Diamond,
            "\\s" => Glyph::Square,
            "\\t" => Glyph::Triangle,
            _ => Glyph::Label(label.to_owned()),
        };
        (point(name), glyph)
    };
    fields.split_whitespace().map(mark).collect()
}

fn note(number: u32, color: Color, name: &str) -> Note {
    Note { number, color, point: point(name) }
}

fn game() -> Picture {
    let mut picture = Picture {
        last: Some(point("C13")),
        captures: Captures { black: 1, white: 3 },
        to_play: Some(Color::Black),
        ..Picture::default()
    };
    for (row, line) in (0..19).rev().zip(GAME.trim().lines()) {
        for (column, stone) in (0..19).zip(line.split(' ')).filter(|(_, stone)| *stone != ".") {
            let color = if stone.starts_with('b') { Color::Black } else { Color::White };
            picture.stones.push((Point::new(column, row).expect("a point"), color));
        }
    }
    picture
}

/// The picture of the game with the numbers of all moves, and below it those that were captured or played twice.
fn numbered_game() -> Picture {
    let mut picture = game();
    for (row, line) in (0..19).rev().zip(GAME.trim().lines()) {
        for (column, stone) in (0..19).zip(line.split(' ')).filter(|(_, stone)| *stone != ".") {
            let number = stone[1..].parse().expect("a number");
            picture.marks.push((Point::new(column, row).expect("a point"), Glyph::Number(number)));
        }
    }
    picture.notes = vec![
        note(31, Color::Black, "D10"),
        note(49, Color::Black, "H16"),
        note(70, Color::White, "F7"),
        note(109, Color::Black, "J17"),
    ];
    picture
}

/// Every glyph on black stones, white stones and empty points.
fn glyphs() -> Picture {
    Picture {
        stones: stones("A8 B8 C8 D8 E8 F8 G8 H8 J8", "A5 B5 C5 D5 E5 F5 G5 H5 J5"),
        marks: marks(
            "\\c@A8 \\d@B8 \\s@C8 \\t@D8 a@E8 B0@F8 7#G8 23#H8 101#J8 \
             \\c@A5 \\d@B5 \\s@C5 \\t@D5 a@E5 B0@F5 7#G5 23#H5 101#J5 \
             \\c@A2 \\d@B2 \\s@C2 \\t@D2 a@E2 B0@F2 7#G2 23#H2 101#J2",
        ),
        ..Picture::of(size(9))
    }
}

fn joseki() -> Picture {
    Picture {
        stones: stones("Q16 O17 R14 R13 S12", "R17 R16 Q17 P16 R15 O16"),
        marks: marks("1#R17 2#Q16 a@N16 b@S14 \\t@R13"),
        last: Some(point("S12")),
        focus: points("R15 O16 N16 P15"),
        to_play: Some(Color::White),
        ..Picture::default()
    }
}

fn within(corners: &str, picture: Picture) -> Picture {
    let corners = points(corners);
    Picture { window: Window::between(corners[0], corners[1]), ..picture }
}

fn without_coordinates(picture: Picture) -> Picture {
    styled(picture, |style| style.coordinates = Sides::NONE)
}

fn styled(mut picture: Picture, change: impl FnOnce(&mut Style)) -> Picture {
    change(&mut picture.style);
    picture
}

fn printed(picture: Picture) -> Picture {
    styled(picture, |style| style.colors = Colors::Print)
}

fn cases() -> Vec<(&'static str, Picture)> {
    let one_point = Picture {
        stones: stones("C3 D3 E3", "C4 E4"),
        marks: marks("5#D3"),
        last: Some(point("D3")),
        focus: points("D3"),
        ..Picture::of(size(7))
    };
    vec![
        ("empty_2", Picture::of(size(2))),
        ("empty_5", Picture::of(size(5))),
        ("empty_9", Picture::of(size(9))),
        ("empty_13", Picture::of(size(13))),
        ("empty_19", Picture::of(size(19))),
        ("game", game()),
        ("game_numbered", numbered_game()),
        ("game_focus", Picture { focus: points("C13 H10 K10 L10 M10 A1"), last: Some(point("N10")), ..game() }),
        ("game_numbered_focus", Picture { focus: points("D10 E10"), ..numbered_game() }),
        ("glyphs", glyphs()),
        ("glyphs_focus", Picture { focus: points("A8 E8 J8 A5 J5 A2 F2 J2"), ..glyphs() }),
        ("corner", within("T19 K10", joseki())),
        ("side", within("A3 G12", game())),
        ("centre", within("G7 N13", numbered_game())),
        ("no_coordinates", without_coordinates(within("T19 K10", joseki()))),
        ("one_point", one_point.clone()),
        ("one_point_unmarked", Picture { marks: Vec::new(), ..one_point.clone() }),
        ("one_point_last", Picture { marks: Vec::new(), focus: Vec::new(), ..one_point }),
        (
            "narrow_notes",
            Picture {
                notes: vec![note(20, Color::White, "Q4"), note(123, Color::Black, "C3")],
                ..within("A1 B2", Picture::default())
            },
        ),
        (
            "escapes",
            Picture {
                marks: marks("<@A1 >@B1 &@C1 \"@D1 '@E1 <&@A3 ]]@B3 ..@C3 WM@D3 \\\\@E3"),
                ..Picture::of(size(5))
            },
        ),
        (
            "foreign_labels",
            Picture {
                marks: vec![
                    (point("A1"), Glyph::Label("\u{1}é".to_owned())),
                    (point("B1"), Glyph::Label("囲碁盤".to_owned())),
                    (point("C1"), Glyph::Label(String::new())),
                    (point("D1"), Glyph::Label("long".to_owned())),
                    (point("E2"), Glyph::Label("a label that is longer than a list has room for".to_owned())),
                    (point("A3"), Glyph::Number(u32::MAX)),
                    (point("C3"), Glyph::Number(0)),
                ],
                ..Picture::of(size(5))
            },
        ),
        (
            "numbers_without_stones",
            Picture { marks: marks("7#A1 23#C1 101#E1 1234#A3 12345#C3"), ..Picture::of(size(5)) },
        ),
        ("print", Picture { focus: Vec::new(), ..printed(glyphs()) }),
        ("print_game", printed(Picture { last: None, ..numbered_game() })),
        (
            "print_corner",
            styled(within("T19 K10", joseki()), |style| {
                style.colors = Colors::Print;
                style.transparent = true;
                style.coordinates = Sides::NONE.with(Side::Right).with(Side::Top);
                style.caption = String::from("Dia. 3: the star point at Q16, and what <Black> & White play");
            }),
        ),
        ("transparent", styled(glyphs(), |style| style.transparent = true)),
        ("flat", styled(Picture { last: None, ..numbered_game() }, |style| style.colors = Colors::Flat)),
        (
            "sides",
            styled(Picture::of(size(5)), |style| style.coordinates = Sides::NONE.with(Side::Left).with(Side::Bottom)),
        ),
        (
            "narrow_caption",
            styled(
                Picture { notes: vec![note(20, Color::White, "A1")], ..within("A1 A1", Picture::of(size(5))) },
                |style| style.caption = format!("{} 趙治勲\u{7} {}", "word ".repeat(30), "x".repeat(500)),
            ),
        ),
        (
            "rectangle",
            Picture {
                stones: stones("B1 B2 B3 A2", "D1 D2 D3 G2"),
                ground: [("A1 A3", Ground::Of(Color::Black)), ("E1 E2 E3 F3 A2", Ground::Of(Color::White))]
                    .into_iter()
                    .chain([("C1 C2 C3", Ground::Dame), ("G1 G3", Ground::Seki)])
                    .flat_map(|(names, ground)| points(names).into_iter().map(move |point| (point, ground)))
                    .collect(),
                ..Picture::of_rectangle(7, 3).expect("a board")
            },
        ),
        ("window_over_the_edge", within("G7 T19", Picture { focus: points("J9 K10"), ..glyphs() })),
        ("window_off_the_board", within("K10 T19", Picture { last: Some(point("T19")), ..glyphs() })),
    ]
}

fn snapshot(name: &str) -> PathBuf {
    ishi_test_support::root().join("tests/fixtures/render").join(name)
}

#[test]
fn pictures_look_as_they_were_reviewed() {
    for (name, picture) in cases() {
        expect_file![snapshot(&format!("{name}.txt"))].assert_eq(&text(&picture, TEXT_WIDTH));
        expect_file![snapshot(&format!("{name}.svg"))].assert_eq(&svg(&picture));
    }
}

#[test]
fn the_same_board_in_ascii() {
    let picture = Picture {
        last: Some(point("C3")),
        focus: points("E5"),
        marks: marks("\\t@A1 \\s@B2 \\c@D4 \\d@E5 ab@F6 7#C4"),
        to_play: Some(Color::White),
        ..Picture { stones: stones("C3 B2", "C4 D4"), ..Picture::of(size(7)) }
    };
    expect![[r#"
            A  B  C  D  E  F  G
         7  .  .  .  .  .  .  .  7
         6  .  .  .  .  . ab  .  6
         5  .  .  +  . [*] .  .  5
         4  .  . 7O %O  .  .  .  4
         3  .  . (#) .  +  .  .  3
         2  . =#  .  .  .  .  .  2
         1  ^  .  .  .  .  .  .  1

        last move Black C3; White to play
        A mark stands to the left of its stone.
        # is Black, O is White, % is a check mark, * is a diamond,
        = is a square, ^ is a triangle
    "#]]
    .assert_eq(&ascii(&picture, TEXT_WIDTH));
    expect![[r#"
           A B C D E F G H J
         9 . . . . . . . . .  9
         8 . . . . . . . . .  8
         7 . . + . . . + . .  7
         6 . . . . . . . . .  6
         5 . . . . + . . . .  5
         4 . . . . . . . . .  4
         3 . . + . . . + . .  3
         2 . . . . . . . . .  2
         1 . . . . . . . . .  1

        Black to play
    "#]]
    .assert_eq(&ascii(&Picture { to_play: Some(Color::Black), ..Picture::of(size(9)) }, TEXT_WIDTH));
}

#[test]
fn every_snapshot_has_its_case() {
    let cases: BTreeSet<&str> = cases().into_iter().map(|(name, _)| name).collect();
    for entry in std::fs::read_dir(snapshot("")).expect("the snapshots") {
        let path = entry.expect("a snapshot").path();
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
        assert!(cases.contains(name), "{} belongs to no case", path.display());
    }
}

/// The cases of which a PNG is kept, too.
const SEEN: [&str; 6] = ["corner", "flat", "game_numbered", "glyphs", "print_corner", "print_game"];

#[test]
fn a_png_looks_as_it_was_reviewed() {
    for (name, picture) in cases().into_iter().filter(|(name, _)| SEEN.contains(name)) {
        let width = grid(&picture).width / 2;
        let drawn = png(&picture, width, &Fonts::default()).expect("a PNG");
        let path = snapshot(&format!("{name}.png"));
        if std::env::var_os("UPDATE_EXPECT").is_some() {
            std::fs::write(&path, &drawn).expect("the snapshot is written");
        }
        let wanted = std::fs::read(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let [drawn, wanted] = [drawn, wanted].map(|png| Pixmap::decode_png(&png).expect("a PNG"));
        assert_eq!((drawn.width(), drawn.height()), (wanted.width(), wanted.height()), "{name}");
        // Processors round differently in the last bit.
        let off = drawn.data().iter().zip(wanted.data()).filter(|(a, b)| a.abs_diff(**b) > 2).count();
        assert_eq!(off, 0, "so many bytes of {name}.png differ");
    }
}

#[test]
fn a_mark_on_an_empty_point_leaves_the_wood_around_it() {
    let empty = Picture { focus: points("G7"), ..Picture::of(size(9)) };
    let marked = Picture { marks: marks("\\t@A1 \\t@C3 \\t@D6 \\t@G7 \\t@J9"), ..empty.clone() };
    for colors in [Colors::Wood, Colors::Flat, Colors::Print] {
        let [empty, marked] = [&empty, &marked].map(|picture| styled(picture.clone(), |style| style.colors = colors));
        let grid = grid(&marked);
        let [without, with] = [&empty, &marked].map(|picture| {
            let drawn = png(picture, grid.width, &Fonts::default()).expect("a PNG");
            Pixmap::decode_png(&drawn).expect("a PNG")
        });
        for (point, _) in &marked.marks {
            let x = grid.left + u32::from(point.column()) * grid.step;
            let y = grid.top + u32::from(8 - point.row()) * grid.step;
            // Between the lines, and within the room of the mark.
            let beside = (x - 12, y - 12);
            assert_eq!(with.pixel(beside.0, beside.1), without.pixel(beside.0, beside.1), "{colors:?} {point}");
            // On a line.
            let left = if point.column() == 0 { x + 16 } else { x - 16 };
            assert_ne!(with.pixel(left, y), without.pixel(left, y), "{colors:?} {point}");
        }
    }
}

#[test]
fn a_png_is_as_wide_as_asked_and_its_text_is_drawn() {
    let pixels = |picture: &Picture, width| {
        Pixmap::decode_png(&png(picture, width, &Fonts::default()).expect("a PNG")).expect("a PNG")
    };
    let bare = Picture::default();
    for width in [1, 100, 1000] {
        assert_eq!(pixels(&bare, width).width(), width);
    }
    let [one, other] = ["W@K10", "M@K10"].map(|label| Picture { marks: marks(label), ..bare.clone() });
    assert_ne!(pixels(&one, 500).data(), pixels(&other, 500).data());
}

#[test]
fn a_png_of_an_impossible_size_is_refused() {
    let (board, fonts) = (Picture::default(), Fonts::default());
    assert_eq!(png(&board, 0, &fonts), Err(DrawError::Size(0, 0)));
    assert_eq!(png(&board, MAX_PIXELS + 1, &fonts), Err(DrawError::Size(MAX_PIXELS + 1, MAX_PIXELS + 1)));
    assert!(png(&board, u32::MAX, &fonts).is_err());
    let tall = Picture { notes: vec![note(1, Color::Black, "A1"); 1000], ..within("A1 B2", board) };
    let error = png(&tall, MAX_PIXELS, &fonts).expect_err("a tower of notes");
    expect![
        "a picture of 4096x1174284 pixels can't be made: width and height must be from 1 to 4096; choose another width"
    ]
    .assert_eq(&error.to_string());
}

/// The first moves of a game, of which the third captures, the fourth is a pass, and the fifth has a number below the
/// board.
fn line_of_play() -> Vec<Picture> {
    let frame = |black, white, last: &str, numbers| Picture {
        stones: stones(black, white),
        marks: marks(numbers),
        last: points(last).first().copied(),
        ..Picture::of(size(5))
    };
    vec![
        frame("", "", "", ""),
        frame("A2", "", "A2", ""),
        frame("A2", "A1", "A1", ""),
        frame("A2 B1", "", "B1", ""),
        frame("A2 B1", "", "", ""),
        Picture { notes: vec![note(2, Color::White, "A1")], ..frame("A1 A2 B1", "", "", "5#A1 1#A2") },
    ]
}

/// The frames of an APNG or a GIF as they are seen, in RGBA, and the delays.
type Frames = (Vec<Vec<u8>>, Vec<u16>);

/// Puts what a frame brings on what is there.
fn put(canvas: &mut [u8], width: usize, (left, top, across): (usize, usize, usize), data: &[u8], is_kept: bool) {
    for (row, line) in data.chunks(across * 4).enumerate() {
        for (column, pixel) in line.chunks(4).enumerate().filter(|(_, pixel)| !is_kept || pixel[3] > 0) {
            let at = ((top + row) * width + left + column) * 4;
            canvas[at..at + 4].copy_from_slice(pixel);
        }
    }
}

fn frames_of_apng(bytes: &[u8]) -> Frames {
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().expect("a PNG");
    let (width, height) = (reader.info().width as usize, reader.info().height as usize);
    let control = *reader.info().animation_control().expect("an animation");
    assert_eq!(control.num_plays, 0, "it goes on");
    let mut canvas = vec![0; width * height * 4];
    let mut frames = Frames::default();
    for _ in 0..control.num_frames {
        let mut data = vec![0; width * height * 4];
        reader.next_frame(&mut data).expect("a frame");
        let frame = *reader.info().frame_control().expect("its place");
        data.truncate(frame.width as usize * frame.height as usize * 4);
        put(&mut canvas, width, (frame.x_offset as usize, frame.y_offset as usize, frame.width as usize), &data, false);
        frames.0.push(canvas.clone());
        assert_eq!(frame.delay_den, 100);
        frames.1.push(frame.delay_num);
    }
    frames
}

fn frames_of_gif(bytes: &[u8]) -> Frames {
    let mut options = ::gif::DecodeOptions::new();
    options.set_color_output(::gif::ColorOutput::RGBA);
    let mut decoder = options.read_info(bytes).expect("a GIF");
    let (width, height) = (usize::from(decoder.width()), usize::from(decoder.height()));
    let mut canvas = vec![0; width * height * 4];
    let mut frames = Frames::default();
    while let Some(frame) = decoder.read_next_frame().expect("a frame") {
        let place = (usize::from(frame.left), usize::from(frame.top), usize::from(frame.width));
        put(&mut canvas, width, place, &frame.buffer, true);
        frames.0.push(canvas.clone());
        frames.1.push(frame.delay);
        if frame.dispose == ::gif::DisposalMethod::Background {
            canvas.fill(0);
        }
    }
    frames
}

#[test]
fn an_animation_shows_each_picture_as_its_png_does() {
    let [wooden, transparent] = [false, true].map(|transparent| {
        line_of_play().into_iter().map(|frame| styled(frame, |style| style.transparent = transparent)).collect()
    });
    for frames in [wooden, transparent] {
        let frames: Vec<Picture> = frames;
        let fonts = Fonts::default();
        let animation = Animation { frames: &frames, width_px: 150, delay: 80, fonts: &fonts };
        let bytes = apng(animation).expect("an APNG");
        assert_eq!(bytes, apng(animation).expect("an APNG"), "it is the same in every run");
        let (shown, delays) = frames_of_apng(&bytes);
        assert_eq!(delays, [80, 80, 80, 80, 80, 240]);
        // The last frame is the largest, and so is drawn as it is alone.
        let alone = Pixmap::decode_png(&png(&frames[5], 150, &fonts).expect("a PNG")).expect("a PNG");
        let alone: Vec<u8> = alone
            .pixels()
            .iter()
            .map(PremultipliedColorU8::demultiply)
            .flat_map(|color| [color.red(), color.green(), color.blue(), color.alpha()])
            .collect();
        assert_eq!(shown[5], alone);
        assert_eq!(shown.len(), frames.len());
        assert!(shown.windows(2).all(|pair| pair[0] != pair[1]), "each frame is another");

        let bytes = gif(animation).expect("a GIF");
        assert_eq!(bytes, gif(animation).expect("a GIF"), "it is the same in every run");
        // It has one color for each stone, and an APNG of the same pictures shows what it is to look like.
        let flat: Vec<Picture> =
            frames.iter().cloned().map(|frame| styled(frame, |style| style.colors = Colors::Flat)).collect();
        let (shown, _) = frames_of_apng(&apng(Animation { frames: &flat, ..animation }).expect("an APNG"));
        let (in_gif, delays) = frames_of_gif(&bytes);
        assert_eq!(delays, [80, 80, 80, 80, 80, 240]);
        assert_eq!(in_gif.len(), frames.len());
        for (exact, reduced) in shown.iter().zip(&in_gif) {
            let pixels = exact.chunks(4).zip(reduced.chunks(4)).filter(|(exact, _)| exact[3] == 255);
            let off = pixels.flat_map(|(a, b)| a.iter().zip(b)).map(|(a, b)| a.abs_diff(*b)).max();
            assert!(off <= Some(24), "a color is off by {off:?}");
        }
    }
}

#[test]
fn an_animation_that_is_too_large_is_refused() {
    let refused = |frames: &[Picture], width_px| {
        let animation = Animation { frames, width_px, delay: 80, fonts: &Fonts::default() };
        let errors = [gif(animation), apng(animation)].map(|made| made.expect_err("it is too large").to_string());
        assert_eq!(errors[0], errors[1]);
        errors[0].clone() + "\n"
    };
    let many = vec![Picture::of(size(2)); MAX_FRAMES + 1];
    let messages = [refused(&[], 100), refused(&many, 10), refused(&many[..200], 4000), refused(&many[..1], 5000)];
    expect![[r#"
        an animation of 0 frames can't be made: it has from 1 to 1000; choose fewer moves
        an animation of 1001 frames can't be made: it has from 1 to 1000; choose fewer moves
        an animation of 200 frames of 4000x4000 pixels is too large; choose a smaller width or fewer moves
        a picture of 5000x5000 pixels can't be made: width and height must be from 1 to 4096; choose another width
    "#]]
    .assert_eq(&messages.concat());
}

/// Returns the bytes between two words of a file.
fn between<'f>(file: &'f [u8], start: &str, end: &str) -> &'f [u8] {
    let find = |bytes: &[u8], word: &str| bytes.windows(word.len()).position(|part| part == word.as_bytes());
    let from = find(file, start).expect("where it starts") + start.len();
    &file[from..from + find(&file[from..], end).expect("where it ends")]
}

#[test]
fn a_pdf_has_a_page_with_the_lines_of_the_svg() {
    let page = |picture: &Picture| {
        let file = pdf(picture, None, &Fonts::default()).expect("a PDF");
        assert_eq!(file, pdf(picture, None, &Fonts::default()).expect("a PDF"), "it is the same in every run");
        assert!(file.starts_with(b"%PDF-") && file.ends_with(b"%%EOF"));
        assert_eq!(between(&file, "/Count ", "\n"), b"1");
        let mut content = String::new();
        let stream = between(&file, "stream\n", "\nendstream");
        std::io::Read::read_to_string(&mut flate2::read::ZlibDecoder::new(stream), &mut content).expect("a stream");
        let size = String::from_utf8_lossy(between(&file, "/MediaBox [", "]")).into_owned();
        (size, content)
    };
    let (size_of_page, content) = page(&printed(Picture::of(size(9))));
    // 458 units are 229 pixels, of which 96 are an inch.
    assert_eq!(size_of_page, "0 0 171.75 171.75");
    let lines = |content: &str| content.lines().filter(|line| line.ends_with(" l")).count();
    assert!(lines(&content) >= 18, "{content}");
    assert_eq!(content.lines().filter(|line| line.ends_with(" gs")).count(), 0);
    // A shadow lets the board through.
    let (_, content) = page(&game());
    assert_eq!(content.lines().filter(|line| line.ends_with(" gs")).count(), 1, "shadows");
    assert!(pdf(&Picture::default(), Some(MAX_PIXELS + 1), &Fonts::default()).is_err());
    for (name, picture) in cases() {
        assert!(pdf(&picture, Some(300), &Fonts::default()).is_ok(), "{name}");
    }
}

/// A picture whose caption has characters that the built-in font lacks.
fn foreign_caption() -> Picture {
    styled(Picture::of(size(5)), |style| style.caption = String::from("Go 本 \u{10fff0} \u{200d}\u{fe0f}"))
}

fn with_test_font() -> Fonts {
    let mut fonts = Fonts::default();
    fonts.add(include_bytes!("../fixtures/fonts/two-characters.ttf").to_vec()).expect("a font");
    fonts
}

#[test]
fn characters_that_the_built_in_font_lacks_are_drawn_with_other_fonts() {
    let (picture, fonts) = (foreign_caption(), with_test_font());
    assert_eq!(Fonts::default().missing(&picture).into_iter().collect::<String>(), "本\u{10fff0}");
    assert!(fonts.missing(&picture).is_empty());
    assert!(Fonts::default().add(b"no font".to_vec()).is_err());
    let drawings = |fonts: &Fonts| {
        let animation = Animation { frames: std::slice::from_ref(&picture), width_px: 200, delay: 80, fonts };
        let drawn = [png(&picture, 300, fonts), pdf(&picture, None, fonts), gif(animation), apng(animation)];
        drawn.map(|drawn| drawn.expect("a picture"))
    };
    for (with, without) in drawings(&fonts).into_iter().zip(drawings(&Fonts::default())) {
        assert_ne!(with, without);
    }
    // A font has no effect on a picture that does not need it.
    assert_eq!(png(&glyphs(), 300, &fonts), png(&glyphs(), 300, &Fonts::default()));
}

#[test]
fn letters_become_paths_in_their_places() {
    for (name, picture) in cases().into_iter().chain([("foreign_caption", foreign_caption())]) {
        let fonts = with_test_font();
        let outlined = outline_text(&svg(&picture), &fonts).expect("an SVG");
        assert!(!outlined.contains("<text") && outlined.contains("<title>"), "{name}: {outlined}");
        let pixels = |svg: &str| {
            let tree = resvg::usvg::Tree::from_str(svg, &resvg::usvg::Options::default()).expect("an SVG");
            let size = tree.size().to_int_size();
            let mut pixels = Pixmap::new(size.width(), size.height()).expect("a picture");
            resvg::render(&tree, resvg::tiny_skia::Transform::default(), &mut pixels.as_mut());
            pixels
        };
        // Without letters in the SVG, the fonts of a viewer do not matter.
        let drawn = png(&picture, grid(&picture).width / 2, &fonts).expect("a PNG");
        let wanted = Pixmap::decode_png(&drawn).expect("a PNG");
        let shown = pixels(&outlined);
        let off = shown.data().iter().zip(wanted.data()).filter(|(a, b)| a.abs_diff(**b) > 24).count();
        assert!(off * 1000 < wanted.data().len(), "{off} bytes of {name} differ");
    }
}

#[test]
fn diagrams_of_senseis_library() {
    let show = |picture: &Picture, title: &str| {
        let SenseiDiagram { text, losses } = sensei(picture, title);
        losses.iter().fold(text, |text, loss| text + loss + "\n")
    };
    expect![[r#"
        $$Wc9m7 Every sign
        $$ +-------------------+
        $$ | . . . . . . . . . |
        $$ | Z B # Y X X X X X |
        $$ | . . , . . . , . . |
        $$ | . . . . . . . . . |
        $$ | P W @ Q O O 1 O O |
        $$ | . . . . . . . . . |
        $$ | . . , . . . , . . |
        $$ | M C S T a b . . . |
        $$ | . . . . . . . . . |
        $$ +-------------------+
        move number 7, 23, 101, 23, 101, 7, 23, 101: a diagram numbers ten moves, of both players in turn
        label B0 as b: labels are letters from a to z
        label a at E8, B0 at F8, a at E5, B0 at F5: only empty points have labels, and there are 26 of them
    "#]]
    .assert_eq(&show(&glyphs(), "Every sign"));
    let joseki = Picture {
        stones: stones("Q16 O17 R14 R13 S12", "R17 R16 Q17 P16 R15 O16"),
        marks: marks("11#R17 12#Q16 13#Q17 21#O17 14#P16 a@N16 B@S14 b@P14 10#N15 \\t@R13"),
        notes: vec![note(16, Color::Black, "R17"), note(17, Color::White, "N16"), note(18, Color::Black, "S12")],
        to_play: Some(Color::White),
        ..within("T19 K10", Picture::default())
    };
    expect![[r#"
        $$Wcm11 A joseki (16 at 11, 17 at a)
        $$  ---------------------+
        $$   . . . . . . . . . . |
        $$   . . . . . . . . . . |
        $$   . . . . X . 3 1 . . |
        $$   , . . a O O 2 O . . |
        $$   . . . . . . . O . . |
        $$   . . . . . b . X c . |
        $$   . . . . . . . Y . . |
        $$   . . . . . . . . X . |
        $$   . . . . . . . . . . |
        $$   , . . . . . , . . . |
        move number 21, 14, 10: a diagram numbers ten moves, of both players in turn
        move 18 at S12: its point has neither a number nor a letter
        label B as c: labels are letters from a to z
    "#]]
    .assert_eq(&show(&joseki, " A\tjoseki\n"));
    let centre = without_coordinates(Picture { last: Some(point("D4")), ..within("C3 E5", Picture::of(size(7))) });
    expect![[r#"
        $$7
        $$   , . ,
        $$   . . .
        $$   , . ,
        sign of the last move at D4: a diagram has none
    "#]]
    .assert_eq(&show(&centre, ""));
}

#[test]
fn a_window_around_points_has_a_line_more_and_the_near_edges() {
    let around = |names: &str, lines: u32| {
        let window = Window::around(points(names), size(lines));
        format!("{} {}", window.lower_left, window.upper_right)
    };
    assert_eq!(around("", 9), "A1 J9");
    assert_eq!(around("K10", 19), "J9 L11");
    assert_eq!(around("Q16 R10", 19), "P9 T19");
    assert_eq!(around("D4", 19), "A1 E5");
    assert_eq!(around("E5", 19), "D4 F6");
    assert_eq!(around("A1", 2), "A1 B2");
    assert_eq!(around("T19 C3", 9), "A1 D4", "what is off the board does not count");
}

#[test]
fn the_alternative_tells_what_a_picture_shows() {
    let descriptions: String = ["empty_9", "game", "corner", "one_point", "window_off_the_board"]
        .into_iter()
        .filter_map(|wanted| cases().into_iter().find(|(name, _)| *name == wanted))
        .map(|(_, picture)| alt(&picture) + "\n")
        .collect();
    expect![[r#"
        Go board 9x9: no stones
        Go board 19x19: 115 black and 117 white stones; last move White C13; captures Black 1, White 3; Black to play
        Go board 19x19, K10 to T19: 5 black and 6 white stones; last move Black S12; White to play
        Go board 7x7: 3 black and 2 white stones; last move Black D3
        Go board 9x9: 9 black and 9 white stones
    "#]]
    .assert_eq(&descriptions);
}

#[test]
fn star_points_are_where_boards_have_them() {
    let descriptions: String = (2..=19)
        .map(|lines| {
            let board = text(&without_coordinates(Picture::of(size(lines))), TEXT_WIDTH);
            let stars = board.lines().zip((0..lines as u8).rev()).flat_map(|(line, row)| {
                // One character of room, and then one of each two is a point.
                let columns = line.chars().skip(1).step_by(2).zip(0..).filter(|(sign, _)| *sign == '╬');
                columns.map(move |(_, column)| Point::new(column, row).expect("a point").to_string())
            });
            format!("{lines}: {}", stars.collect::<Vec<_>>().join(" ")).trim_end().to_owned() + "\n"
        })
        .collect();
    expect![[r#"
        2:
        3:
        4:
        5: C3
        6:
        7: C5 E5 C3 E3
        8: C6 F6 C3 F3
        9: C7 G7 E5 C3 G3
        10: C8 H8 C3 H3
        11: C9 J9 F6 C3 J3
        12: C10 K10 C3 K3
        13: D10 K10 G7 D4 K4
        14: D11 L11 D4 L4
        15: D12 M12 H8 D4 M4
        16: D13 N13 D4 N4
        17: D14 J14 O14 D9 J9 O9 D4 J4 O4
        18: D15 P15 D4 P4
        19: D16 K16 Q16 D10 K10 Q10 D4 K4 Q4
    "#]]
    .assert_eq(&descriptions);
}

#[test]
fn the_grid_says_where_a_point_is_drawn() {
    let last = Picture { marks: Vec::new(), focus: Vec::new(), ..joseki() };
    for picture in [within("T19 K10", last.clone()), without_coordinates(last.clone()), last] {
        let grid = grid(&picture);
        let drawing = svg(&picture);
        let document = Document::parse(&drawing).expect("XML");
        let is_last = |node: &Node<'_, '_>| node.attribute("class").is_some_and(|class| class.starts_with("last "));
        let ring = document.descendants().find(is_last).expect("the last move");
        let number = |name| ring.attribute(name).expect("a place").parse::<u32>().expect("a number");
        let (column, row) = (u32::from(b'S' - b'B'), 11);
        let left = u32::from(picture.window.lower_left.column());
        let top = u32::from(picture.window.upper_right.row());
        assert_eq!(number("cx"), grid.left + (column - left) * grid.step);
        assert_eq!(number("cy"), grid.top + (top - row) * grid.step);
        let root = document.root_element();
        assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {} {}", grid.width, grid.height).as_str()));
    }
}

fn any_point() -> impl Strategy<Value = Point> {
    (0..19u8, 0..19u8).prop_map(|(column, row)| Point::new(column, row).expect("a point"))
}

fn any_color() -> impl Strategy<Value = Color> {
    prop_oneof![Just(Color::Black), Just(Color::White)]
}

fn any_glyph() -> impl Strategy<Value = Glyph> {
    prop_oneof![
        4 => (1..400u32).prop_map(Glyph::Number),
        1 => any::<u32>().prop_map(Glyph::Number),
        4 => "[!-~]{1,2}".prop_map(Glyph::Label),
        1 => any::<String>().prop_map(Glyph::Label),
        4 => prop_oneof![Just(Glyph::Check), Just(Glyph::Diamond), Just(Glyph::Square), Just(Glyph::Triangle)],
    ]
}

fn any_style() -> impl Strategy<Value = Style> {
    let colors = prop::sample::select(vec![Colors::Wood, Colors::Flat, Colors::Print]);
    (colors, any::<bool>(), any::<[bool; 4]>(), prop_oneof![4 => Just(String::new()), 1 => any::<String>()]).prop_map(
        |(colors, transparent, shown, caption)| {
            let sides = [Side::Top, Side::Right, Side::Bottom, Side::Left].into_iter().zip(shown);
            Style {
                colors,
                transparent,
                coordinates: sides.filter(|(_, shown)| *shown).fold(Sides::NONE, |sides, (side, _)| sides.with(side)),
                caption,
            }
        },
    )
}

/// Any picture at all: windows upside down and off the board, several stones on a point.
fn any_picture() -> impl Strategy<Value = Picture> {
    let many = 0..200usize;
    (
        (2..=19u32, any_point(), any_point(), any::<bool>()),
        prop::collection::vec((any_point(), any_color()), many.clone()),
        prop::collection::vec((any_point(), any_glyph()), many),
        (prop::option::of(any_point()), prop::collection::vec(any_point(), 0..9)),
        prop::collection::vec((any::<u32>(), any_color(), any_point()), 0..9),
        (any::<u32>(), any::<u32>(), prop::option::of(any_color()), any_style()),
    )
        .prop_map(|((lines, lower_left, upper_right, whole), stones, marks, (last, focus), notes, rest)| Picture {
            window: if whole { Window::of(size(lines)) } else { Window { lower_left, upper_right } },
            stones,
            marks,
            last,
            focus,
            notes: notes.into_iter().map(|(number, color, point)| Note { number, color, point }).collect(),
            captures: Captures { black: rest.0, white: rest.1 },
            to_play: rest.2,
            style: rest.3,
            ..Picture::of(size(lines))
        })
}

/// A full board with the numbers 1 to 361 in any order.
fn full_board() -> impl Strategy<Value = Picture> {
    let numbers = Just((1..=361).collect::<Vec<u32>>()).prop_shuffle();
    (numbers, prop::collection::vec(any_color(), 361)).prop_map(|(numbers, colors)| {
        let points = (0..19).flat_map(|row| (0..19).map(move |column| Point::new(column, row).expect("a point")));
        Picture {
            stones: points.clone().zip(colors).collect(),
            marks: points.zip(numbers.into_iter().map(Glyph::Number)).collect(),
            ..Picture::default()
        }
    })
}

#[test]
fn marks_on_stones_fit_into_two_columns() {
    let point = |name: &str| location(name).expect("a location");
    let stones = [
        ("A19", Color::Black),
        ("D16", Color::White),
        ("E16", Color::Black),
        ("Q4", Color::Black),
        ("T1", Color::White),
    ];
    let glyphs = [
        ("A19", Glyph::Triangle),
        ("D16", Glyph::Label("a".into())),
        ("E16", Glyph::Number(112)),
        ("Q4", Glyph::Label("ab".into())),
        ("R4", Glyph::Label("c".into())),
    ];
    let picture = Picture {
        stones: stones.map(|(name, color)| (point(name), color)).to_vec(),
        marks: glyphs.map(|(name, glyph)| (point(name), glyph)).to_vec(),
        focus: vec![point("D16"), point("C16")],
        last: Some(point("T1")),
        ..Picture::of(BoardSize::STANDARD)
    };
    let text = text(&picture, 43);
    let rows: Vec<&str> = text.lines().collect();
    expect![[r#"
            A B C D E F G H J K L M N O P Q R S T
        19 ▲●─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┬─┐
        16  ├─┼[┼a○12─┼─┼─┼─┼─╬─┼─┼─┼─┼─┼─╬─┼─┼─┤
         4  ├─┼─┼─╬─┼─┼─┼─┼─┼─╬─┼─┼─┼─┼─┼ab─c─┼─┤
         1  └─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴─┴(○

        last move White T1
        A mark stands to the left of its stone.
        marks cover Black stones at E16, Q4
        Of longer numbers the last two digits are shown."#]]
    .assert_eq(&[rows[0], rows[1], rows[4], rows[16], rows[19], &rows[20..].join("\n")].join("\n"));
    // Where a point has more room, nothing is hidden.
    assert!(!ishi_render::text(&picture, TEXT_WIDTH).contains("cover"));
}

/// The characters of WGL4 that text pictures may use, apart from ASCII.
const SIGNS: &str = "●○◊□▲√─┌┬┐├┼┤└┴┘╬";

/// How many lines the board of a text takes.
fn rows_of(text: &str) -> usize {
    text.lines().take_while(|line| !line.is_empty()).count()
}

proptest! {
    #[test]
    fn the_rows_of_a_text_are_equally_wide(picture in any_picture(), width in prop::sample::select(vec![43, TEXT_WIDTH])) {
        let text = text(&picture, width);
        let board = text.split("\n\n").next().expect("a board");
        let sides = picture.style.coordinates;
        let above = usize::from(sides.contains(Side::Top));
        let below = usize::from(sides.contains(Side::Bottom) && above == 0);
        let rows = board.lines().take(board.lines().count() - below).skip(above);
        let widths: BTreeSet<usize> = rows.map(|row| row.chars().count()).collect();
        prop_assert_eq!(widths.len(), 1, "{}", text);
        prop_assert!(widths.last() <= Some(&width), "{}", text);
        prop_assert!(text.ends_with('\n') && !text.ends_with("\n\n"));
        for line in text.lines() {
            prop_assert_eq!(line, line.trim_end(), "{}", text);
        }
        for sign in board.chars().filter(|sign| !sign.is_ascii()) {
            prop_assert!(SIGNS.contains(sign), "{sign:?}");
        }
        // In ASCII each character of the board stands where it stands in Unicode.
        let ascii = ascii(&picture, width);
        let ascii_board = ascii.split("\n\n").next().expect("a board");
        prop_assert!(ascii_board.is_ascii(), "{}", ascii);
        let is_text = |sign: &char| sign.is_ascii_alphanumeric() || "()[]|".contains(*sign);
        for (one, other) in text.lines().zip(ascii.lines()).take(rows_of(&text)) {
            prop_assert_eq!(one.chars().count(), other.chars().count(), "{}", ascii);
            for (sign, drawn) in one.chars().zip(other.chars()).filter(|(sign, _)| is_text(sign)) {
                prop_assert_eq!(sign, drawn, "{}", ascii);
            }
        }
    }

    #[test]
    fn an_svg_is_well_formed_and_stays_inside_its_edges(picture in any_picture()) {
        let svg = svg(&picture);
        let document = Document::parse(&svg).expect("XML");
        let root = document.root_element();
        let grid = grid(&picture);
        let pixels = |name| root.attribute(name).and_then(|pixels| pixels.parse().ok());
        prop_assert_eq!((pixels("width"), pixels("height")), (Some(grid.width / 2), Some(grid.height / 2)));
        let title = root.first_element_child().and_then(|title| title.text().map(str::to_owned));
        prop_assert_eq!(title, Some(alt(&picture)));
        // What is in a definition is drawn where it is referred to.
        let is_drawn = |node: &Node<'_, '_>| node.ancestors().all(|above| !above.has_tag_name("defs"));
        for node in root.descendants().filter(is_drawn) {
            for (name, edge) in [("x", grid.width), ("y", grid.height), ("cx", grid.width), ("cy", grid.height)] {
                let places = node.attribute(name).filter(|_| !node.has_tag_name("use")).unwrap_or_default();
                // A list of places in one element is not understood by all viewers.
                prop_assert!(places.split_whitespace().count() <= 1, "{name}={places}");
                if !places.is_empty() {
                    prop_assert!(places.parse::<u32>().expect("a whole number") < edge, "{name}={places}");
                }
            }
        }
    }

    /// The rows of a diagram are on the board where its edges say, so one that shows no edge has no certain place.
    #[test]
    fn a_diagram_of_senseis_library_is_read_as_it_was_written(picture in any_picture(), title in any::<String>()) {
        let picture = Picture { notes: Vec::new(), ..picture };
        let SenseiDiagram { text, losses } = sensei(&picture, &title.replace("at", ""));
        let read = ishi_convert::import::read(&text).expect("a diagram");
        prop_assert!(read.faults.is_empty(), "{text}\n{:?}", read.faults);
        prop_assert_eq!(sensei(&picture, "").losses, losses);
        let corner = picture.size.corner();
        let window = Window::between(picture.window.lower_left, picture.window.upper_right);
        let is_off = !picture.size.contains(window.lower_left);
        let (low, high) = if is_off { (Point::new(0, 0).expect("a point"), corner) } else {
            (window.lower_left, window.upper_right)
        };
        prop_assume!(low.column() == 0 || high.column() >= corner.column());
        prop_assume!(low.row() == 0 || high.row() >= corner.row());
        let seen = |point: &Point| {
            (low.column()..=high.column()).contains(&point.column()) && (low.row()..=high.row()).contains(&point.row())
        };
        let in_sgf = |point: Point| {
            let letter = |line: u8| char::from(b'a' + line);
            format!("{}{}", letter(point.column()), letter(corner.row() - point.row()))
        };
        let mut wanted = std::collections::BTreeMap::new();
        for (point, color) in picture.stones.iter().filter(|(point, _)| seen(point) && picture.size.contains(*point)) {
            wanted.insert(in_sgf(*point), color.name());
        }
        let games = ishi_sgf::parse(&read.sgf);
        let mut found = std::collections::BTreeMap::new();
        for node in games.nodes_of_game(0) {
            for (name, color) in [("AB", "Black"), ("AW", "White"), ("B", "Black"), ("W", "White")] {
                let values = games.property(node, name).into_iter().flat_map(|property| property.raw_values());
                found.extend(values.map(|value| (value.to_owned(), color)));
            }
        }
        let found: Vec<(String, String)> = found.into_iter().map(|(at, color)| (at, color.to_lowercase())).collect();
        let wanted: Vec<(String, String)> = wanted.into_iter().map(|(at, color)| (at, color.to_lowercase())).collect();
        prop_assert_eq!(found, wanted, "{}", text);
    }

    #[test]
    fn stones_and_marks_appear_where_they_are_seen(picture in any_picture(), at in any_point(), color in any_color()) {
        let seen = {
            let on = |corner: Point, point: Point| (corner.column() <= point.column(), corner.row() <= point.row());
            let window = Window::between(picture.window.lower_left, picture.window.upper_right);
            on(window.lower_left, at) == (true, true)
                && on(at, window.upper_right) == (true, true)
                && picture.size.contains(at)
        };
        prop_assume!(picture.size.contains(picture.window.lower_left));
        prop_assume!(picture.size.contains(picture.window.upper_right));
        let empty = Picture { stones: Vec::new(), marks: Vec::new(), last: None, focus: Vec::new(), ..picture };
        let stone = Picture { stones: vec![(at, color)], ..empty.clone() };
        let mark = Picture { marks: vec![(at, Glyph::Label("%".to_owned()))], ..empty.clone() };
        let focus = Picture { focus: vec![at], ..empty.clone() };
        let last = Picture { last: Some(at), ..stone.clone() };
        for (without, with) in [(&empty, &stone), (&empty, &mark), (&empty, &focus)] {
            prop_assert_eq!(text(without, TEXT_WIDTH) != text(with, TEXT_WIDTH), seen);
            prop_assert_eq!(svg(without) != svg(with), seen);
        }
        prop_assert_eq!(svg(&stone).contains("class=\"last "), false);
        prop_assert_eq!(svg(&last).contains("class=\"last "), seen);
    }

    #[test]
    fn a_full_board_with_all_numbers_is_small(picture in full_board()) {
        let svg = svg(&picture);
        // A hover of VS Code may have 100,000 characters in all, and the picture in it is in base64.
        prop_assert!(svg.len() < 24_000, "{} bytes", svg.len());
        let document = Document::parse(&svg).expect("XML");
        let written = document.descendants().filter(|node| node.has_tag_name("text")).filter_map(|node| node.text());
        let digits = written.flat_map(str::chars).filter(char::is_ascii_digit).count();
        // 9 numbers of one digit, 90 of two, 262 of three; and 19 rows, 9 of them with one digit.
        prop_assert_eq!(digits, 9 + 2 * 90 + 3 * 262 + 9 + 2 * 10);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]
    #[test]
    fn every_picture_becomes_a_png(picture in any_picture(), width in 1..300u32) {
        let drawn = png(&picture, width, &Fonts::default());
        if let Ok(drawn) = &drawn {
            prop_assert_eq!(Pixmap::decode_png(drawn).expect("a PNG").width(), width);
        } else {
            prop_assert!(matches!(drawn, Err(DrawError::Size(..))), "{:?}", drawn);
        }
    }
}
