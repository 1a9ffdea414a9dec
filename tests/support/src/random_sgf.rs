//! Random games in SGF, and damage to files.

use std::fmt::Write;

use ishi_sgf::Charset;

/// A file with one to three games of all kinds of nodes, whether or not they make sense.
pub fn tree(random: &mut fastrand::Rng) -> String {
    let mut out = String::new();
    for _ in 0..random.usize(1..3) {
        let size = [9u8, 13, 19][random.usize(..3)];
        out.push_str("(;");
        root(random, size, &mut out);
        let mut open = 1;
        for _ in 0..random.usize(0..60) {
            match random.u8(0..12) {
                0 if open < 12 => {
                    out.push('(');
                    open += 1;
                }
                1 | 2 if open > 1 => {
                    out.push(')');
                    open -= 1;
                    // A variation needs a sibling, and a node needs one to follow.
                    out.push('(');
                    open += 1;
                }
                _ => {}
            }
            out.push(';');
            node(random, size, &mut out);
        }
        out.push_str(&")".repeat(open));
        out.push('\n');
    }
    out
}

/// Results of all kinds, in words and in the form of SGF.
const RESULTS: &[&str] = &[
    "W+R",
    "B+3.5",
    "W+Resign",
    "?",
    "Void",
    "B+T",
    "0",
    "Draw",
    "B+",
    "W+F",
    "no result, triple ko",
    "Black left",
    "has adjourned.",
    "White to lose by 2",
    "White did not win",
    "Black wins by 3, later overturned",
    "void",
    "Black wins by 3",
    "White won by 6 1/2 points",
    "White resigns",
    "Black lost on time",
    "jigo",
    "unfinished",
    "B+Illegal",
    "Black resigns at move 186",
    "W+3,5",
    "黑中盘胜",
    "白3目半勝ち",
    "黑胜3/4子",
    "흑 시간승",
    "持碁",
    "B+0.5 (moves beyond 200 not known)",
];

fn point(random: &mut fastrand::Rng, size: u8) -> String {
    [random.u8(..size), random.u8(..size)].map(|line| char::from(b'a' + line)).iter().collect()
}

fn text(random: &mut fastrand::Rng) -> String {
    const PIECES: [&str; 24] = [
        "a",
        "Black 1",
        " ",
        "\n",
        "\\]",
        "\\\\",
        "ENDCOM",
        "endcom",
        "COM",
        "\nENDCOM\n",
        "USER",
        "ENDUSER\n",
        "\t",
        "本因坊",
        "é",
        "\u{1a}",
        "\r\n",
        ":",
        "\\\n",
        "B 3 D4",
        "VAR",
        "(;",
        "EVENT",
        "\0",
    ];
    (0..random.usize(..5)).map(|_| PIECES[random.usize(..PIECES.len())]).collect()
}

fn root(random: &mut fastrand::Rng, size: u8, out: &mut String) {
    if random.u8(..8) > 0 {
        let _ = write!(out, "SZ[{size}]");
    } else if size != 19 {
        let _ = write!(out, "SZ[{size}:{size}]");
    }
    for (name, values) in [
        ("FF", &["4", "3", ""][..]),
        ("GM", &["1", "1"]),
        ("CA", &["UTF-8"]),
        ("AP", &["CGoban:3", "ishi:1", "foxwq"]),
        ("GN", &["Final", "", " x", "a\nb"]),
        ("EV", &["Honinbo"]),
        ("PB", &["Shusaku", "Shusaku 5d", ""]),
        ("BR", &["5d", "strong"]),
        ("PW", &["Gennan Inseki"]),
        ("WR", &["9p"]),
        (
            "KM",
            &[
                "6.5",
                "6,5",
                "0",
                "",
                "x",
                "6 1/2",
                "No result",
                "6.5 points",
                "5 or 6",
                ".5",
                "375",
                "650",
                "6目半",
                "25",
            ],
        ),
        ("HA", &["2", "0", "many", "2 stones", "2 or 3"]),
        ("RE", RESULTS),
        (
            "DT",
            &[
                "1846-09-11,12",
                "yesterday",
                "8 March 1990",
                "1998/3/7",
                "1998.3.7 evening",
                "March 1990 or so",
                "2018年5月2日",
                "2018-05-02 20:46:58",
                "29.11.2012",
            ],
        ),
        ("TM", &["1800", "1 hour", "1:30:00", "8h each", "1h 30m"]),
        ("OT", &["5x30 byo-yomi"]),
        ("RU", &["Japanese", "AGA", "Chinese"]),
        ("PC", &["Kyoto"]),
        ("SO", &["a book"]),
        ("US", &["me"]),
        ("AN", &["you"]),
        ("XX", &["1", "2\\]"]),
        ("TE", &["Cup final", "1", ""]),
        ("RD", &["2021-01-20", "x", ""]),
        ("KO", &["6.5", "", "1", "6]KO[7"]),
        ("HD", &["0", "2"]),
        ("LT", &["60", ""]),
        ("LC", &["5", "0", "x"]),
        ("WR", &["2d"]),
    ] {
        if random.u8(..3) == 0 {
            let value = values[random.usize(..values.len())];
            let _ = write!(out, "{name}[{value}]");
        }
    }
    if random.u8(..3) == 0 {
        node(random, size, out);
    }
}

fn node(random: &mut fastrand::Rng, size: u8, out: &mut String) {
    let mut again = true;
    while again {
        match random.u8(..40) {
            0..12 => {
                let _ = write!(out, "B[{}]", point(random, size));
            }
            12..24 => {
                let _ = write!(out, "W[{}]", point(random, size));
            }
            24 => out.push_str(["B[]", "W[tt]", "B[zz]", "White[aa]", "W[aa][bb]", "b[aa]"][random.usize(..6)]),
            25 => {
                let _ = write!(out, "AB[{}][{}]", point(random, size), point(random, size));
            }
            26 => {
                let _ = write!(out, "AW[{}:{}]", point(random, size), point(random, size));
            }
            27 => {
                let _ = write!(out, "AE[{}]", point(random, size));
            }
            28 => {
                let _ = write!(out, "MN[{}]", ["1", "5", "100", "0", "x", "4294967295"][random.usize(..6)]);
            }
            39 => {
                let name = ["HO", "DM", "GB", "TE", "PL", "V", "OB", "BL"][random.usize(..8)];
                let value = ["0", "1", "White wins", "2", "Black to play", "white", "1:30", "3 stones"];
                let _ = write!(out, "{name}[{}]", value[random.usize(..8)]);
            }
            29 | 30 => {
                let name = ["TR", "SQ", "MA", "CR", "SL", "DD", "M", "L"][random.usize(..8)];
                let _ = write!(out, "{name}[{}][{}]", point(random, size), point(random, size));
            }
            31 => {
                let label = ["a", "12", "123", "é", "@", "\\t", "#1", "\\]", "-", ""][random.usize(..10)];
                let _ = write!(out, "LB[{}:{label}]", point(random, size));
            }
            32..36 => {
                let _ = write!(out, "C[{}]", text(random));
            }
            36 => {
                let _ = write!(out, "N[{}]", text(random));
            }
            37 => out.push_str(["BL[1770.9]", "OB[3]BL[10 5]", "WL[]", "OW[\\]]"][random.usize(..4)]),
            38 => {
                let _ = write!(out, "ENDUSER[{}]GN[x]PB[y]", text(random));
            }
            _ => {}
        }
        again = random.u8(..5) < 2;
    }
}

/// One mistake in the brackets and separators: lost, doubled, changed for another, swapped with what follows, and two
/// properties joined.
fn damage_form(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    let places: Vec<usize> = (0..bytes.len()).filter(|&at| b"()[];".contains(&bytes[at])).collect();
    if places.is_empty() {
        return;
    }
    let at = places[random.usize(..places.len())];
    match random.u8(..6) {
        0 | 1 => drop(bytes.remove(at)),
        2 => bytes.insert(at, bytes[at]),
        3 => bytes[at] = b"()[];"[random.usize(..5)],
        4 if at + 1 < bytes.len() => bytes.swap(at, at + 1),
        _ => {
            let end = places.iter().find(|&&place| place > at + 1).map_or(bytes.len(), |&end| end.min(at + 4));
            drop(bytes.drain(at..end));
        }
    }
}

/// Games with names in some charset, of which CA names that one, another one, or none.
pub fn in_some_charset(games: &str, random: &mut fastrand::Rng) -> Vec<u8> {
    const NAMES: [(&str, &str); 8] = [
        ("gb18030", "PB[聂卫平]PW[马晓春]"),
        ("big5", "PB[林海峰]PW[王立誠]"),
        ("shift-jis", "PB[高尾紳路]PW[趙治勲]"),
        ("euc-jp", "PB[依田紀基]PW[小林光一]"),
        ("euc-kr", "PB[조훈현]PW[이창호]"),
        ("windows-1251", "PB[Динерштейн]PW[Шикшин]"),
        ("windows-1252", "PB[Müller]PW[Andrè]"),
        ("utf-8", "PB[聂卫平]PW[조훈현]"),
    ];
    const LABELS: [&str; 6] = ["", "CA[UTF-8]", "CA[GB2312]", "CA[ISO-8859-1]", "CA[Shift_JIS]", "CA[martian]"];
    let (charset, names) = NAMES[random.usize(..NAMES.len())];
    let label = LABELS[random.usize(..LABELS.len())];
    let text = games.replacen(';', &format!(";{label}{names}"), 1);
    Charset::named(charset).and_then(|charset| charset.encode(&text).ok()).unwrap_or_else(|| text.into_bytes())
}

/// What a program that escapes nothing leaves in a text: a bracket without its backslash, or one with words around it.
fn damage_escapes(bytes: &mut Vec<u8>, random: &mut fastrand::Rng) {
    const PIECES: [&str; 12] =
        ["]", "[", "[3k]", " [3k]: hi", " :)]", "(;-) ", ";) ", "[a];B[aa] ", "\n;B[aa]", "\nC[x", "]]", "[a] [b] "];
    let escapes: Vec<usize> = (1..bytes.len()).filter(|&at| bytes[at - 1..=at] == *b"\\]").collect();
    if !escapes.is_empty() && random.bool() {
        bytes.remove(escapes[random.usize(..escapes.len())] - 1);
        return;
    }
    let texts: Vec<usize> =
        (2..bytes.len()).filter(|&at| matches!(&bytes[at - 2..at], b"C[" | b"N[" | b"B[")).collect();
    let at = if texts.is_empty() { random.usize(..=bytes.len()) } else { texts[random.usize(..texts.len())] };
    let at = (at + random.usize(..12)).min(bytes.len());
    bytes.splice(at..at, PIECES[random.usize(..PIECES.len())].bytes());
}

/// Returns a file as a bad disk leaves it: bytes lost, doubled, replaced, the end cut off.
pub fn damaged(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..30)).min(bytes.len());
        match random.u8(..12) {
            9.. => damage_escapes(&mut bytes, random),
            6.. => damage_form(&mut bytes, random),
            0 => drop(bytes.drain(at..end)),
            1 => {
                let run = bytes[at..end].to_vec();
                bytes.splice(at..at, run);
            }
            2 if at < bytes.len() => bytes[at] = random.u8(..),
            3 => bytes.insert(at, b"()[];\\\0\xff"[random.usize(..8)]),
            4 => {
                let run = bytes[at..end].to_vec();
                let to = random.usize(..=bytes.len());
                bytes.splice(to..to, run);
            }
            _ if random.u8(..4) == 0 => bytes.truncate(at),
            _ => {}
        }
    }
    bytes
}
