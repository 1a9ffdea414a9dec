//! The server's text is the client's text.

use ishi_test_support::laws::model;
use serde_json::json;

use crate::lsp::client::{Client, URI, capabilities};

/// Pieces that edits insert: line ends (CR alone is tested in `line_ends.rs`), characters of one to four bytes,
/// and lines that mean something.
const PIECES: [&str; 13] =
    ["", "\n", "\r\n", "a", "é", "本", "😀", "B 1 Q16\n", "W 2 D4", "VAR 3\r\n", "ENDVAR\n", "COM\nx\n", "ENDCOM\n"];

/// A random place of a text where a client can put its cursor.
fn place(random: &mut fastrand::Rng, text: &str) -> usize {
    loop {
        let at = random.usize(..=text.len());
        let within_line_end = at > 0 && text[..].as_bytes()[at - 1..].starts_with(b"\r\n");
        if text.is_char_boundary(at) && !within_line_end {
            return at;
        }
    }
}

/// A random edit of a text, done; gives its range and what it inserts.
fn edit(random: &mut fastrand::Rng, text: &mut String) -> ([u32; 4], &'static str) {
    let (one, other) = (place(random, text), place(random, text));
    let start = one.min(other);
    let end = if text.len() < 600 && random.u8(..4) > 0 { start } else { one.max(other) };
    let ([line, column], [end_line, end_column]) = (model::position(text, start), model::position(text, end));
    let piece = *random.choice(&PIECES).expect("there are some");
    text.replace_range(start..end, piece);
    ([line, column, end_line, end_column], piece)
}

#[test]
fn a_burst_of_edits_ends_in_the_right_text_whatever_goes_on_beside_it() {
    const EDITS: i32 = 20_000;
    let mut random = fastrand::Rng::with_seed(1990);
    let mut client = Client::new();
    let mut text = "EVENT a\r\nB 1 Q16\r\nW 2 D4\r\n".to_owned();
    client.open(&text);
    let mut slow = Vec::new();
    let mut panicking = Vec::new();
    let mut checks = Vec::new();
    for version in 2..EDITS + 2 {
        let (range, piece) = edit(&mut random, &mut text);
        client.edit(version, range, piece);
        match version % 500 {
            0 => slow.push(client.ask("ishi/fault/sleep", &json!({"ms": 200}))),
            100 => panicking.push(client.ask("ishi/fault/panic", &json!({}))),
            200 => {
                let id = client.ask("ishi/fault/text", &json!({"textDocument": {"uri": URI}}));
                checks.push((id, version, text.clone()));
            }
            300 => {
                slow.push(client.ask("textDocument/formatting", &json!({"textDocument": {"uri": URI}, "options": {}})));
            }
            _ => {}
        }
    }
    assert_eq!(client.text(), text);
    // Each request saw the text as it was when it was sent.
    for (id, version, text) in checks {
        assert_eq!(client.answer(&json!(id)), Ok(json!({"text": text, "version": version})));
    }
    for id in panicking {
        assert_eq!(client.answer(&json!(id)).unwrap_err()["code"], -32603);
    }
    for id in slow {
        let _ = client.answer(&json!(id));
    }
}

#[test]
fn many_changes_in_one_message_are_as_many_edits() {
    let mut random = fastrand::Rng::with_seed(19);
    let mut client = Client::new();
    let mut text = "EVENT a\nB 1 Q16\nEVENT b\nB 1 D4\n".to_owned();
    client.open(&text);
    for version in 2..200 {
        let mut changes: Vec<_> = (0..random.usize(1..8))
            .map(|_| {
                let (range, piece) = edit(&mut random, &mut text);
                json!({"range": crate::lsp::client::range(range), "text": piece})
            })
            .collect();
        if random.u8(..8) == 0 {
            text = format!("EVENT {version}\n😀");
            changes.push(json!({"text": text}));
            text.push('x');
            changes.push(json!({"range": crate::lsp::client::range([1, 2, 1, 2]), "text": "x"}));
        }
        client.change(version, &json!(changes));
        assert_eq!(client.text(), text, "version {version}");
    }
}

#[test]
fn a_burst_of_edits_has_few_pushes_and_the_last_is_of_the_last_version() {
    let mut client = Client::new();
    client.open("");
    client.pushed();
    // Sent at once, for the server may well push each of what comes one by one.
    let edit = |version: i32, range: [u32; 4], text: &str| {
        let params = json!({
            "textDocument": {"uri": URI, "version": version},
            "contentChanges": [{"range": crate::lsp::client::range(range), "text": text}],
        });
        let message = json!({"jsonrpc": "2.0", "method": "textDocument/didChange", "params": params});
        crate::lsp::client::frame(message.to_string().as_bytes())
    };
    let mut burst: Vec<u8> = (2..1001).flat_map(|version| edit(version, [0, 0, 0, 0], "x")).collect();
    burst.extend(edit(1001, [0, 0, 0, 999], "B 1 Q16\nMARKK Q16"));
    client.write(&burst);
    let mut versions = vec![];
    while versions.last() != Some(&json!(1001)) {
        versions.push(client.pushed()["version"].take());
    }
    let numbers: Vec<_> = versions.iter().map(|version| version.as_i64().unwrap()).collect();
    assert!(numbers.is_sorted(), "{numbers:?}");
    // One would be enough on a machine with nothing else to do.
    assert!(numbers.len() < 100, "{numbers:?}");
}

#[test]
fn versions_out_of_order_are_taken_in_the_order_of_the_messages() {
    let mut client = Client::new();
    client.open_as(URI, 7, "");
    client.edit(5, [0, 0, 0, 0], "a");
    client.edit(5, [0, 1, 0, 1], "b");
    client.edit(9, [0, 2, 0, 2], "c");
    client.change(4, &json!([{"range": crate::lsp::client::range([0, 0, 0, 1]), "text": ""}, {"text": "all"}]));
    assert_eq!(client.about("ishi/fault/text", json!({})), json!({"text": "all", "version": 4}));
}

#[test]
fn edits_and_requests_of_a_document_that_is_not_open() {
    let mut client = Client::new();
    client.edit(1, [0, 0, 0, 0], "B 1 Q16\n");
    client.close();
    for (method, params) in [
        ("textDocument/hover", json!({"position": {"line": 0, "character": 0}})),
        ("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}})),
    ] {
        let mut params = params;
        params["textDocument"] = json!({"uri": URI});
        let error = client.request(method, &params).unwrap_err();
        assert_eq!(
            (&error["code"], &error["message"]),
            (&json!(-32602), &json!("the document is not open")),
            "{method}"
        );
    }
    // VS Code asks once more after the closing, and would show an error to the user.
    let report = client.request("textDocument/diagnostic", &json!({"textDocument": {"uri": URI}})).unwrap();
    assert_eq!((&report["kind"], &report["items"]), (&json!("full"), &json!([])));
    client.open("W 2 D4\n");
    assert_eq!(client.text(), "W 2 D4\n");
}

#[test]
fn of_two_openings_the_later_wins() {
    let mut client = Client::new();
    client.open_as(URI, 1, "a");
    client.open_as(URI, 1, "b");
    client.edit(2, [0, 1, 0, 1], "c");
    assert_eq!(client.text(), "bc");
}

#[test]
fn two_spellings_of_a_uri_are_two_documents_as_for_the_client() {
    let mut client = Client::new();
    let spellings =
        ["file:///c%3A/a.ishi", "file:///c:/a.ishi", "file:///C:/a.ishi", "untitled:Untitled-1", "file:///é.ishi"];
    for uri in spellings {
        client.open_as(uri, 1, uri);
        assert_eq!(client.next("textDocument/publishDiagnostics")["uri"], uri, "a push has the client's own spelling");
    }
    for uri in spellings {
        let answer = client.request("ishi/fault/text", &json!({"textDocument": {"uri": uri}})).unwrap();
        assert_eq!(answer["text"], uri);
    }
}

#[test]
fn positions_past_the_end_mean_the_end() {
    let mut client = Client::new();
    client.open("ab\ncd");
    client.edit(2, [0, 99, 1, 0], "|");
    assert_eq!(client.text(), "ab|cd");
    client.edit(3, [0, 4, 99, 99], "!");
    assert_eq!(client.text(), "ab|c!");
    for [line, column] in [[0, 99], [99, 0], [u32::MAX, u32::MAX]] {
        let position = json!({"line": line, "character": column});
        client.about("textDocument/hover", json!({"position": position}));
        client.about("textDocument/completion", json!({"position": position}));
        let range = json!({"start": position, "end": {"line": 0, "character": 0}});
        client.about("textDocument/codeAction", json!({"range": range, "context": {"diagnostics": []}}));
        client.about(
            "textDocument/rangeFormatting",
            json!({"range": range, "options": {"tabSize": 2, "insertSpaces": true}}),
        );
    }
}

#[test]
fn a_document_with_an_edit_that_makes_no_sense_is_given_up_until_it_is_opened_again() {
    let cases = [
        ("a start past the end", json!([{"range": crate::lsp::client::range([9, 0, 9, 1]), "text": "x"}])),
        ("a range the wrong way round", json!([{"range": crate::lsp::client::range([0, 2, 0, 1]), "text": "x"}])),
        (
            "a line below zero",
            json!([{"range": {"start": {"line": -1, "character": 0}, "end": {"line": 0, "character": 0}}, "text": ""}]),
        ),
        ("no text", json!([{}])),
        ("no list", json!(7)),
        (
            "the same among many",
            json!([{"text": "a"}, {"range": crate::lsp::client::range([0, 1, 0, 0]), "text": "x"}]),
        ),
    ];
    let mut client = Client::new();
    for (name, changes) in cases {
        client.open("MARKK Q16\n");
        client.pushed();
        client.change(2, &changes);
        assert_eq!(client.pushed()["diagnostics"], json!([]), "{name}: what was shown is cleared");
        client.edit(3, [0, 0, 0, 0], "x");
        let error = client.request("ishi/fault/text", &json!({"textDocument": {"uri": URI}})).unwrap_err();
        assert_eq!(error["code"], -32803, "{name}: {error}");
        client.open("W 2 D4\n");
        assert_eq!(client.text(), "W 2 D4\n", "{name}");
        client.pushed();
    }
}

#[test]
fn a_panic_in_an_edit_costs_only_that_document() {
    let mut client = Client::new();
    let other = "file:///records/other.ishi";
    client.open("a");
    client.open_as(other, 1, "b");
    client.request("ishi/fault/panicOnEdit", &json!({})).unwrap();
    client.edit(2, [0, 0, 0, 0], "x");
    let error = client.request("ishi/fault/text", &json!({"textDocument": {"uri": URI}})).unwrap_err();
    assert_eq!(error["code"], -32803, "{error}");
    assert_eq!(client.request("ishi/fault/text", &json!({"textDocument": {"uri": other}})).unwrap()["text"], "b");
    client.open("c");
    client.edit(2, [0, 1, 0, 1], "d");
    assert_eq!(client.text(), "cd");
}

#[test]
fn columns_count_what_was_agreed() {
    for (encoding, after) in [("utf-8", 4), ("utf-16", 2), ("utf-32", 1)] {
        let mut client_can = capabilities();
        client_can["general"]["positionEncodings"] = json!([encoding]);
        let mut client = Client::with(&client_can);
        client.open("😀é本\r\n𝒳\n");
        client.edit(2, [0, after, 0, after], "|");
        client.edit(3, [1, after, 1, after], "|");
        assert_eq!(client.text(), "😀|é本\r\n𝒳|\n", "{encoding}");
    }
}

#[test]
fn a_text_may_nest_as_deep_as_it_likes() {
    let mut client = Client::new();
    let text = "B 1 Q16\nVAR\n".repeat(50_000);
    client.open(&text);
    client.pushed();
    client.edit(2, [99_999, 0, 99_999, 0], "x");
    for (method, params) in [
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/formatting", json!({"options": {"tabSize": 2, "insertSpaces": true}})),
        ("textDocument/hover", json!({"position": {"line": 99_998, "character": 1}})),
        ("textDocument/completion", json!({"position": {"line": 99_999, "character": 1}})),
        ("textDocument/diagnostic", json!({})),
    ] {
        client.about(method, params);
    }
}
