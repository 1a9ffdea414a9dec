//! Games in the code blocks of Markdown.

use std::fmt::Write as _;

use expect_test::expect;
use serde_json::{Value, json};

use crate::cli::sandbox::Sandbox;
use crate::lsp::client::{Client, range};

const URI: &str = "file:///notes/a.md";

const NOTES: &str =
    "# Notes\n\n> ```ishi mvoe=1\n> EVENT x\n> MARKK Q16\n> ```\n\n```sgf\n(;FF[4]GM[1]SZ[9];B[ee];W[ee])\n```\n";

fn codes(report: &Value) -> String {
    let mut codes = String::new();
    for item in report["diagnostics"].as_array().expect("a list") {
        let [start, end] = ["start", "end"].map(|end| &item["range"][end]);
        let place = format!("{}:{}-{}:{}", start["line"], start["character"], end["line"], end["character"]);
        let _ = writeln!(codes, "{place} {}", item["code"].as_str().unwrap_or_default());
    }
    codes
}

#[test]
fn diagnostics_stand_in_the_blocks_and_follow_edits() {
    let mut client = Client::new();
    client.open_in("markdown", URI, 1, NOTES);
    let pushed = client.next("textDocument/publishDiagnostics");
    expect![[r#"
        2:10-2:16 invalid-option
        4:2-4:7 unknown-keyword
        4:8-4:11 no-stone
        8:26-8:28 occupied-point
    "#]]
    .assert_eq(&codes(&pushed));
    let change = json!([{"range": range([4, 2, 4, 7]), "text": "MARK"}]);
    client.notify(
        "textDocument/didChange",
        &json!({"textDocument": {"uri": URI, "version": 2}, "contentChanges": change}),
    );
    expect![[r#"
        2:10-2:16 invalid-option
        4:7-4:10 no-stone
        8:26-8:28 occupied-point
    "#]]
    .assert_eq(&codes(&client.next("textDocument/publishDiagnostics")));
    client.notify("textDocument/didClose", &json!({"textDocument": {"uri": URI}}));
    assert_eq!(client.next("textDocument/publishDiagnostics")["diagnostics"], json!([]));
}

/// A client that sends another language, or none, has a name that says what the text is.
#[test]
fn the_name_says_that_a_text_is_markdown() {
    for (language, uri) in
        [("", "file:///a.md"), ("plaintext", "file:///a.MARKDOWN"), ("markdown", "untitled:Untitled-1")]
    {
        let mut client = Client::new();
        client.open_in(language, uri, 1, "EVENT x\nMARKK\n\n```ishi\nMARKK\n```\n");
        let pushed = client.next("textDocument/publishDiagnostics");
        assert_eq!(codes(&pushed), "4:0-4:5 unknown-keyword\n", "{language} {uri}");
    }
}

#[test]
fn all_other_requests_have_no_answer() {
    let mut client = Client::new();
    client.open_in("markdown", URI, 1, NOTES);
    let document = json!({"uri": URI});
    let position = json!({"line": 8, "character": 22});
    let whole = range([0, 0, 10, 0]);
    let options = json!({"tabSize": 2, "insertSpaces": true});
    for (method, params) in [
        ("textDocument/formatting", json!({"options": options})),
        ("textDocument/rangeFormatting", json!({"options": options, "range": whole})),
        ("textDocument/onTypeFormatting", json!({"options": options, "position": position, "ch": "\n"})),
        ("textDocument/codeAction", json!({"range": whole, "context": {"diagnostics": []}})),
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/documentLink", json!({})),
        ("textDocument/codeLens", json!({})),
        ("textDocument/inlayHint", json!({"range": whole})),
        ("textDocument/semanticTokens/full", json!({})),
        ("textDocument/definition", json!({"position": position})),
        ("textDocument/references", json!({"position": position, "context": {"includeDeclaration": true}})),
        ("textDocument/documentHighlight", json!({"position": position})),
        ("textDocument/prepareRename", json!({"position": position})),
        ("textDocument/signatureHelp", json!({"position": position})),
    ] {
        let mut params = params;
        params["textDocument"] = document.clone();
        let answer = client.request(method, &params).unwrap_or_else(|error| panic!("{method}: {error}"));
        let is_empty = answer.is_null() || answer == json!([]) || answer["data"] == json!([]);
        assert!(is_empty, "{method}: {answer}");
    }
    let hover = client.request("textDocument/hover", &json!({"textDocument": document, "position": position})).unwrap();
    assert_eq!(hover["range"], range([8, 20, 8, 22]), "{hover}");
    let at = json!({"textDocument": document, "position": {"line": 2, "character": 10}});
    let proposed = client.request("textDocument/completion", &at).unwrap();
    let items = proposed.as_array().or_else(|| proposed["items"].as_array()).expect("a list");
    assert!(items.iter().any(|item| item["label"] == "crop"), "{proposed}");
}

/// The program reports what the server publishes.
#[test]
fn the_check_of_a_file_has_the_same_problems() {
    let sandbox = Sandbox::new([("a.md", NOTES)]);
    let run = sandbox.ishi("check a.md --format short").to_string();
    let mut client = Client::new();
    client.open_in("markdown", URI, 1, NOTES);
    let pushed = client.next("textDocument/publishDiagnostics");
    for item in pushed["diagnostics"].as_array().expect("a list") {
        let start = &item["range"]["start"];
        let [line, column] = ["line", "character"].map(|name| start[name].as_u64().unwrap() + 1);
        let (code, message) = (item["code"].as_str().unwrap(), item["message"].as_str().unwrap());
        let row = format!("a.md:{line}:{column}: ");
        let is_there = run.lines().any(|one| one.starts_with(&row) && one.contains(code) && one.contains(message));
        assert!(is_there, "{row}{code}: {message}\n{run}");
    }
}

#[test]
fn pictures_of_blocks_are_drawn_for_a_preview() {
    let sandbox = Sandbox::new([
        ("a.md", ""),
        ("games/a.sgf", "(;FF[4]GM[1]SZ[9];B[ee];W[dd])"),
        ("games/evil.ishi", "EVENT <script>alert(1)</script></svg>\nB 1 Q16\n"),
    ]);
    #[cfg(unix)]
    std::os::unix::fs::symlink(sandbox.path("games"), sandbox.path("link")).unwrap();
    let mut client = Client::new();
    let uri = format!("file://{}", sandbox.path("a.md").display());
    let infos = [
        "ishi crop caption=\"</svg><script>\"",
        "{.ishi move=0}",
        "goban",
        "ishi text",
        "rust",
        "ishi mvoe=1",
        "ishi move=7",
        "sgf",
        "ishi src=games/a.sgf move=1",
        "ishi src=games/evil.ishi",
        "ishi src=../a.md",
        "ishi src=/etc/passwd",
        "ishi src=\\\\host\\share",
        "ishi src=http://host/a",
        "ishi src=link/a.sgf",
        "ishi src=games/none.sgf",
        "ishi src=games",
        "ishi width=1e9",
        "ishi numbers=1-999999999",
    ];
    let text = |info: &str| if info == "goban" { "$$ | . X 1 .\n" } else { "EVENT <b>\nB 1 Q16\n" };
    let fences: Vec<Value> = infos.iter().map(|info| json!({"info": info, "text": text(info)})).collect();
    let params = json!({"textDocument": {"uri": uri}, "fences": fences});
    let answer = client.request("ishi/fences", &params).unwrap();
    let mut found = String::new();
    for (info, item) in infos.iter().zip(answer.as_array().expect("a list")) {
        let shown = match item {
            Value::Null => "nothing".to_owned(),
            item => match item["picture"]["svg"].as_str() {
                Some(svg) => {
                    assert!(svg.starts_with("<svg") && !svg.contains("<script"), "{info}: {svg}");
                    assert_eq!(svg.matches("</svg>").count(), 1, "{info}");
                    format!("a picture of {}", item["picture"]["alternative"])
                }
                None => item["problem"].as_str().expect("a reason").to_owned(),
            },
        };
        let _ = writeln!(found, "{info}: {shown}");
    }
    expect![[r#"
        ishi crop caption="</svg><script>": a picture of "</svg><script>"
        {.ishi move=0}: a picture of "<b> — Before the first move"
        goban: a picture of "B 1 C10"
        ishi text: nothing
        rust: nothing
        ishi mvoe=1: there is no option `mvoe`; the options are src, event, move, variation, numbers, restart, book, crop, coordinates, caption, width, print, flat, transparent, text
        ishi move=7: there is no move 7 here; `ishi outline` lists the moves
        sgf: there is no game in SGF
        ishi src=games/a.sgf move=1: a picture of "B 1 E5"
        ishi src=games/evil.ishi: a picture of "<script>alert(1)</script></svg> — B 1 Q16"
        ishi src=../a.md: `src` can't be read: write a path from the folder of the text to a file below it, with `/` between folders
        ishi src=/etc/passwd: `src` can't be read: write a path from the folder of the text to a file below it, with `/` between folders
        ishi src=\\host\share: `src` can't be read: write a path from the folder of the text to a file below it, with `/` between folders
        ishi src=http://host/a: `src` can't be read: write a path from the folder of the text to a file below it, with `/` between folders
        ishi src=link/a.sgf: `src` can't be read: there is no such file, or a link leads to it
        ishi src=games/none.sgf: `src` can't be read: there is no such file, or a link leads to it
        ishi src=games: `src` can't be read: it is a folder, not a file
        ishi width=1e9: `width` is from 1 to 4096 pixels
        ishi numbers=1-999999999: a picture of "<b> — B 1 Q16"
    "#]].assert_eq(&found);
}

#[test]
fn many_blocks_are_bounded() {
    let mut client = Client::new();
    let text = "> ```ishi mvoe\n> MARKK\n> ```\n\n".repeat(10_000);
    let start = std::time::Instant::now();
    client.open_in("markdown", URI, 1, &text);
    let pushed = client.next("textDocument/publishDiagnostics");
    assert_eq!(pushed["diagnostics"].as_array().expect("a list").len(), 1001);
    let last = &pushed["diagnostics"][1000]["message"];
    assert_eq!(last, "19000 more problems follow that are not shown; `ishi check` lists them all");
    assert!(start.elapsed() < std::time::Duration::from_secs(20), "{:?}", start.elapsed());
}
