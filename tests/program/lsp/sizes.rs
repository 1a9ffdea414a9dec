//! Much of everything. What these tests open is large enough to show what grows faster than it; `ISHI_FULL_SIZE=1`
//! makes it as large as it may ever get, which takes minutes.

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI};
use crate::lsp::faults::{memory_of, peak_memory_of};

/// How many bytes an answer has at most.
const MAX_ANSWER: usize = 20 << 20;

/// How large something is: `moderate` where tests are to be quick.
fn size(moderate: usize, full: usize) -> usize {
    if std::env::var_os("ISHI_FULL_SIZE").is_some() { full } else { moderate }
}

/// Asks for all that there is to ask, and gives nothing: what counts is that it is answered, and in how many bytes. An
/// answer that would be longer than a message may be is an error that says so.
fn ask_everything(client: &mut Client, line: usize) {
    ask_everything_of(client, URI, &json!({"line": line, "character": 3}));
}

/// Sends all requests about a place of any document.
fn ask_everything_of(client: &mut Client, uri: &str, place: &Value) {
    let range = json!({"start": {"line": 0, "character": 0}, "end": place});
    let options = json!({"tabSize": 2, "insertSpaces": true});
    for (method, params) in [
        ("textDocument/documentSymbol", json!({})),
        ("textDocument/foldingRange", json!({})),
        ("textDocument/selectionRange", json!({"positions": [place]})),
        ("textDocument/hover", json!({"position": place})),
        ("textDocument/completion", json!({"position": place})),
        ("textDocument/signatureHelp", json!({"position": place})),
        ("textDocument/definition", json!({"position": place})),
        ("textDocument/references", json!({"position": place, "context": {"includeDeclaration": true}})),
        ("textDocument/documentHighlight", json!({"position": place})),
        ("textDocument/codeAction", json!({"range": {"start": place, "end": place}, "context": {"diagnostics": []}})),
        ("textDocument/codeLens", json!({})),
        ("textDocument/inlayHint", json!({"range": range})),
        ("textDocument/semanticTokens/range", json!({"range": range})),
        ("textDocument/diagnostic", json!({})),
        ("textDocument/formatting", json!({"options": options})),
        ("ishi/tree", json!({"position": place})),
        ("ishi/page", json!({})),
        ("ishi/player", json!({"position": place})),
        ("ishi/board", json!({"position": place})),
    ] {
        let mut params = params;
        params["textDocument"] = json!({"uri": uri});
        match client.request(method, &params) {
            Ok(answer) => {
                let bytes = answer.to_string().len();
                // What formats a text may have to repeat it.
                assert!(bytes <= MAX_ANSWER || method == "textDocument/formatting", "{method}: {bytes} bytes");
            }
            Err(error) => {
                let why = error["message"].as_str().unwrap_or_default();
                let limits = ["bytes, which is more than the limit of", "too many for a page", "has no board"];
                assert!(limits.iter().any(|limit| why.contains(limit)), "{method} is answered with {error}");
            }
        }
    }
}

#[test]
fn variations_nest_as_deep_as_they_like() {
    let depth = size(20_000, 1_000_000);
    let mut client = Client::new();
    client.open(&format!("EVENT x\n{}", "B 1 Q16\nVAR\n".repeat(depth)));
    client.pushed();
    ask_everything(&mut client, 2 * depth - 1);
    client.edit(2, [1, 0, 1, 0], "REMARK x\n");
    client.pushed();
}

#[test]
fn a_line_is_as_long_as_it_likes() {
    let mut client = Client::new();
    client.open(&format!("EVENT x\nB 1 Q16\nMARK {}\nW 2 D4\n", "Q16 ".repeat(size(1 << 18, 50 << 18))));
    client.pushed();
    ask_everything(&mut client, 2);
    client.edit(2, [2, 9, 2, 9], "D4 ");
    client.pushed();
}

/// In one line, where a search to the end of the line for each node would take minutes.
#[test]
fn a_game_in_one_line_is_as_long_as_it_likes() {
    let nodes = size(20_000, 1_000_000);
    let uri = "file:///records/a.sgf";
    for game in [
        format!("(;FF[4]GM[1]{})", ";B[pd];W[dd](;B[aa])".repeat(nodes)),
        format!("(;FF[4]GM[1]{}{})", "(;B[aa]".repeat(nodes), ")".repeat(nodes)),
        format!("(;FF[4]GM[1];B[aa]{})", "TR[aa:ss]AB[aa]X[a]LB[aa:b]".repeat(nodes)),
        format!("(;FF[4]GM[1];B[aa]TR{})", "[aa:ss][ab:sb]".repeat(nodes)),
        format!("(;FF[4]GM[1];B[aa]C[{}])", "some words ".repeat(nodes)),
        format!("(;FF[4]GM[1]{})", ";TR[aa:ss]".repeat(nodes)),
    ] {
        let mut client = Client::new();
        client.open_as(uri, 1, &game);
        client.next("textDocument/publishDiagnostics");
        ask_everything_of(&mut client, uri, &json!({"line": 0, "character": game.len() / 2}));
        if let Some(peak) = peak_memory_of(client.process_id()) {
            // For each node, each byte of the text, and each byte of the answers.
            let most = (96 << 20) + nodes as u64 * 3 * 650 + game.len() as u64 * 32 + 3 * MAX_ANSWER as u64;
            assert!(peak < most, "{}: {} MiB", &game[..40], peak >> 20);
        }
    }
}

#[test]
fn a_file_is_as_long_as_it_likes() {
    let moves = (1..=240).map(|number| {
        let (color, column) = (["W", "B"][number % 2], b"ABCDEFGHJKLMNOPQRST"[number % 19] as char);
        format!("{color} {number} {column}{}", number / 19 + 1)
    });
    let game = format!("EVENT x\n{}\n", moves.collect::<Vec<_>>().join("\n"));
    let games = size(3 << 20, 200 << 20) / game.len();
    let mut client = Client::new();
    client.open(&game.repeat(games));
    client.pushed();
    ask_everything(&mut client, games / 2 * 241 + 5);
    client.edit(2, [5, 0, 5, 0], "MARKK\n");
    client.pushed();
}

#[test]
fn of_a_million_mistakes_a_thousand_are_shown_and_the_rest_counted() {
    let mistakes = size(50_000, 1_000_000);
    let mut client = Client::new();
    client.open(&format!("EVENT x\n{}", "MARKK\n".repeat(mistakes)));
    let pushed = client.pushed();
    let diagnostics = pushed["diagnostics"].as_array().expect("a list");
    assert_eq!(diagnostics.len(), 1001);
    let last = diagnostics[1000]["message"].as_str().expect("a message");
    let number: String = last.chars().filter(char::is_ascii_digit).collect();
    assert!(number.parse::<usize>().is_ok_and(|number| number >= mistakes - 1000), "{last}");
    ask_everything(&mut client, mistakes / 2);
}

#[test]
fn a_million_events_are_answered_for_with_little_memory() {
    let events = size(100_000, 1_000_000);
    let mut client = Client::new();
    let mut peak = |events: usize| {
        client.open(&"EVENT\n".repeat(events));
        client.pushed();
        ask_everything(&mut client, events / 2);
        peak_memory_of(client.process_id())
    };
    if let (Some(few), Some(many)) = (peak(10), peak(events)) {
        // 700 MB for a million, and a part that does not grow with them: several times what the server takes for a
        // few, because that depends on how many threads were at work.
        let most = 3 * few + events as u64 * 640;
        assert!(many < most, "{} MiB, and {} for a few", many >> 20, few >> 20);
    }
}

/// An answer is not held in three forms before it is written.
#[test]
fn a_large_answer_takes_little_more_memory_than_its_text() {
    let marks = size(200_000, 1_000_000);
    let mut client = Client::new();
    client.open(&format!("EVENT x\nB 1 Q16\nMARK {}\nW 2 D4\n", "#1 ".repeat(marks)));
    client.pushed();
    let place = json!({"line": 1, "character": 3});
    // What it takes to find them is not the answer.
    client.about("textDocument/hover", json!({"position": place}));
    let mut peak = peak_memory_of(client.process_id());
    for (method, params) in [
        ("textDocument/references", json!({"position": place, "context": {"includeDeclaration": true}})),
        ("textDocument/documentHighlight", json!({"position": place})),
    ] {
        let answer = client.about(method, params);
        let bytes = answer.to_string().len();
        assert!(answer.as_array().map_or(0, Vec::len) > 50_000 && bytes <= MAX_ANSWER, "{method}: {bytes} bytes");
        let now = peak_memory_of(client.process_id());
        if let (Some(before), Some(now)) = (peak, now) {
            // Linux keeps a part of the figure for each core, so that it may fall a little.
            let more = now.saturating_sub(before);
            assert!(more <= 3 * bytes as u64, "{method}: {} MiB more for {bytes} bytes", more >> 20);
        }
        peak = now;
    }
}

#[test]
fn of_a_long_word_a_message_repeats_the_beginning() {
    let long = |letter: &str| letter.repeat(size(20_000, 3_000_000));
    let word = |letter: &str| format!("{}\u{e9}{}", letter.repeat(45), long(letter));
    let lines = [
        format!("EVENT {}", long("t")),
        format!("BLACK {}", long("n")),
        long("K"),
        format!("SETUP {}", word("s")),
        format!("B 1 {}", word("q")),
        format!("B {} D4", word("9")),
        format!("MARK {} {}@D4 D4@{}", word("m"), word("l"), word("p")),
        format!("VAR {}", word("v")),
        format!("W 2 Q16 {}", "w ".repeat(size(10_000, 1_000_000))),
        format!("ENDVAR {}", long("e")),
        format!("DIAGRAM {}", word("d")),
        format!("REMARK ishi: allow {}", word("a")),
    ];
    let mut client = Client::new();
    client.open(&lines.join("\n"));
    let is_short = |text: &Value| text.as_str().is_some_and(|text| text.chars().count() < 700);
    let pushed = client.pushed();
    let diagnostics = pushed["diagnostics"].as_array().expect("a list");
    assert!(diagnostics.len() >= lines.len() - 3, "{diagnostics:?}");
    for diagnostic in diagnostics {
        assert!(is_short(&diagnostic["message"]), "{}", diagnostic["code"]);
    }
    let cut = format!("`{}…` is too long for the marker", "v".repeat(40));
    assert!(diagnostics.iter().any(|found| found["message"].as_str().is_some_and(|message| message.starts_with(&cut))));
    for line in 0..lines.len() {
        let place = json!({"line": line, "character": 9});
        let hover = client.about("textDocument/hover", json!({"position": place}));
        assert!(hover.to_string().len() < 20_000, "hover in line {line}");
        let range = json!({"start": place, "end": place});
        let actions = client.about("textDocument/codeAction", json!({"range": range, "context": {"diagnostics": []}}));
        for action in actions.as_array().expect("a list") {
            assert!(is_short(&action["title"]), "an action in line {line}");
        }
        for method in ["ishi/board", "ishi/tree", "textDocument/completion"] {
            let answer = client.about(method, json!({"position": place}));
            assert!(answer.to_string().len() < 40_000, "{method} in line {line}");
        }
    }
    let symbols = client.about("textDocument/documentSymbol", json!({}));
    assert!(symbols.to_string().len() < 4000, "symbols");
}

#[test]
fn ten_thousand_documents_are_open_and_closing_them_frees_their_memory() {
    let documents = size(2000, 10_000);
    let text = "EVENT x\nB 1 Q16\nW 2 D4\nMARKK Q16\n".repeat(20);
    let uri = |nth: usize| format!("file:///records/{nth}.ishi");
    let mut client = Client::new();
    let mut memory = Vec::new();
    for _ in 0..5 {
        for nth in 0..documents {
            client.open_as(&uri(nth), 1, &text);
        }
        let last = client.request("ishi/fault/text", &json!({"textDocument": {"uri": uri(documents - 1)}}));
        assert_eq!(last.expect("it is open")["text"], text);
        let status = client.status();
        assert_eq!(status["documents"].as_array().map(Vec::len), Some(documents));
        let open = memory_of(client.process_id());
        for nth in 0..documents {
            client.notify("textDocument/didClose", &json!({"textDocument": {"uri": uri(nth)}}));
        }
        assert_eq!(client.status()["documents"], json!([]));
        memory.push((open, memory_of(client.process_id())));
        client.so_far("textDocument/publishDiagnostics");
    }
    if let [(Some(first), _), .., (Some(last), _)] = memory[..] {
        // Each thread keeps some memory for what it does next, so there is some up and down. If the documents stayed,
        // it would be five times as much.
        assert!(last < 2 * first, "it grows: {memory:?}");
    }
    client.open("B 1 Q16\n");
    assert_eq!(
        client.request("ishi/fault/text", &json!({"textDocument": {"uri": URI}})).map(|_| Value::Null),
        Ok(Value::Null)
    );
}
