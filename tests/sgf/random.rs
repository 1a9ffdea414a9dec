//! Random games in SGF, and damage to files.

use std::fmt::Write;

/// A file with one to three games of all kinds of nodes, whether or not they make sense.
pub(crate) fn tree(random: &mut fastrand::Rng) -> String {
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
        ("AP", &["CGoban:3", "ishi:1"]),
        ("GN", &["Final", "", " x", "a\nb"]),
        ("EV", &["Honinbo"]),
        ("PB", &["Shusaku", "Shusaku 5d", ""]),
        ("BR", &["5d", "strong"]),
        ("PW", &["Gennan Inseki"]),
        ("WR", &["9p"]),
        ("KM", &["6.5", "6,5", "0", "", "x"]),
        ("HA", &["2", "0", "many"]),
        ("RE", &["W+R", "B+3.5", "W+Resign", "?", "Void", "B+T", "0", "Draw", "B+", "W+F"]),
        ("DT", &["1846-09-11,12", "yesterday"]),
        ("TM", &["1800", "1 hour"]),
        ("OT", &["5x30 byo-yomi"]),
        ("RU", &["Japanese", "AGA"]),
        ("PC", &["Kyoto"]),
        ("SO", &["a book"]),
        ("US", &["me"]),
        ("AN", &["you"]),
        ("XX", &["1", "2\\]"]),
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
            37 => out.push_str("BL[1770.9]"),
            38 => {
                let _ = write!(out, "ENDUSER[{}]GN[x]PB[y]", text(random));
            }
            _ => {}
        }
        again = random.u8(..5) < 2;
    }
}

/// What a bad disk does to a file: bytes lost, doubled, replaced, the end cut off.
pub(crate) fn damaged(bytes: &[u8], random: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..random.usize(1..4) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(..30)).min(bytes.len());
        match random.u8(..6) {
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
