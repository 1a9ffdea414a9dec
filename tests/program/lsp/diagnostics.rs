//! Diagnostics, pushed and pulled.

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, pulling};

const WRONG: &str = "B 1 Q16\nMARKK Q16\n";

fn codes(report: &Value) -> Vec<&str> {
    let items = report.get("items").unwrap_or(&report["diagnostics"]);
    items.as_array().unwrap().iter().map(|item| item["code"].as_str().unwrap_or("none")).collect()
}

#[test]
fn they_are_pushed_with_the_version_and_cleared_on_close() {
    let mut client = Client::new();
    client.open(WRONG);
    let pushed = client.pushed();
    assert_eq!(pushed["version"], 1);
    assert_eq!(codes(&pushed), ["unknown-keyword"]);
    let item = &pushed["diagnostics"][0];
    assert_eq!(item["range"], crate::lsp::client::range([1, 0, 1, 5]));
    assert_eq!((&item["severity"], &item["source"]), (&json!(1), &json!("ishi")));
    assert!(item["codeDescription"]["href"].as_str().unwrap().starts_with("https://"));

    client.edit(2, [1, 4, 1, 5], "");
    let pushed = client.pushed();
    assert_eq!((&pushed["version"], &pushed["diagnostics"]), (&json!(2), &json!([])));

    client.edit(3, [1, 0, 1, 4], "MARKK");
    assert_eq!(codes(&client.pushed()), ["unknown-keyword"]);
    client.close();
    assert_eq!(client.pushed()["diagnostics"], json!([]));
}

#[test]
fn they_are_not_pushed_again_when_nothing_has_changed_in_them() {
    let mut client = Client::new();
    client.open(WRONG);
    client.pushed();
    client.edit(2, [0, 0, 0, 1], "W");
    client.edit(3, [0, 0, 0, 1], "b");
    client.edit(4, [1, 0, 1, 5], "MARK");
    assert_eq!(client.pushed()["version"], 4);
}

#[test]
fn an_unchanged_pull_says_so() {
    let mut client = Client::new();
    client.open(WRONG);
    let first = client.pull(None);
    assert_eq!(first["kind"], "full");
    assert_eq!(first["items"], client.pushed()["diagnostics"], "pull and push agree");
    let second = client.pull(Some(&first["resultId"]));
    assert_eq!(second, json!({"kind": "unchanged", "resultId": first["resultId"]}));

    client.edit(2, [1, 4, 1, 5], "");
    let third = client.pull(Some(&first["resultId"]));
    assert_eq!((&third["kind"], &third["items"]), (&json!("full"), &json!([])));
    assert_ne!(third["resultId"], first["resultId"]);
    let unknown = client.pull(Some(&json!("what we never said")));
    assert_eq!(unknown["kind"], "full");
}

#[test]
fn a_client_that_pulls_by_itself_is_not_pushed_to() {
    let mut client = Client::with(&pulling());
    client.open(WRONG);
    assert_eq!(codes(&client.pull(None)), ["unknown-keyword"]);
    client.edit(2, [1, 4, 1, 5], "");
    client.edit(3, [1, 0, 1, 4], "MARKK");
    assert_eq!(codes(&client.pull(None)), ["unknown-keyword"]);
    // Another document, opened after all that and not pulled, is pushed; so a push of the first would have come before.
    let other = "file:///records/other.ishi";
    client.open_as(other, 1, WRONG);
    assert_eq!(client.next("textDocument/publishDiagnostics")["uri"], other);
    assert!(client.so_far("textDocument/publishDiagnostics").is_empty());

    // It is shown now, so what was pushed goes away with the first pull.
    client.request("textDocument/diagnostic", &json!({"textDocument": {"uri": other}})).unwrap();
    let cleared = client.next("textDocument/publishDiagnostics");
    assert_eq!((&cleared["uri"], &cleared["diagnostics"]), (&json!(other), &json!([])));
}

#[test]
fn a_client_that_could_pull_and_does_not_is_pushed_to() {
    let mut client = Client::with(&pulling());
    client.open(WRONG);
    assert_eq!(codes(&client.pushed()), ["unknown-keyword"]);
    // A pull now is only a question.
    assert_eq!(codes(&client.pull(None)), ["unknown-keyword"]);
    client.edit(2, [1, 4, 1, 5], "");
    assert_eq!(client.pushed()["diagnostics"], json!([]));
}

#[test]
fn there_is_a_limit_and_a_word_about_the_rest() {
    let mut client = Client::new();
    client.open(&"MARKK a@Q16\n".repeat(1200));
    let pushed = client.pushed();
    let items = pushed["diagnostics"].as_array().unwrap();
    assert_eq!(items.len(), 1001);
    let last = items.last().unwrap();
    assert_eq!(last["severity"], 3);
    assert!(last["message"].as_str().unwrap().starts_with("200 more problems"), "{last}");
    client.change(2, &json!([{"text": WRONG}]));
    assert_eq!(codes(&client.pushed()), ["unknown-keyword"]);
}

#[test]
fn ranges_count_what_was_agreed() {
    for (encoding, end) in [("utf-8", 10), ("utf-16", 8), ("utf-32", 7)] {
        let mut client_can = capabilities();
        client_can["general"]["positionEncodings"] = json!([encoding]);
        let mut client = Client::with(&client_can);
        client.open("BLACK 😀 x\r\n");
        let pushed = client.pushed();
        assert_eq!(pushed["diagnostics"][0]["code"], "invalid-character");
        assert_eq!(pushed["diagnostics"][0]["range"], crate::lsp::client::range([0, 6, 0, end]), "{encoding}");
    }
}

#[test]
fn what_belongs_to_one_is_linked_and_what_is_dropped_is_dimmed() {
    let mut client = Client::new();
    client.open("B 1 Q16\nW 1 D4\nVAR\nB 1 C3\nENDVAR back to main\n");
    let pushed = client.pushed();
    let items = pushed["diagnostics"].as_array().unwrap();
    let item =
        |code: &str| items.iter().find(|item| item["code"] == code).unwrap_or_else(|| panic!("{code} in {items:#?}"));
    let related = &item("duplicate-move")["relatedInformation"][0];
    assert_eq!(related["location"]["uri"], URI);
    assert_eq!(related["location"]["range"]["start"]["line"], 0);
    assert_eq!(item("ignored-data")["tags"], json!([1]));
}

#[test]
fn a_file_of_another_kind_has_one_diagnostic_and_is_not_formatted() {
    let mut client = Client::new();
    let game = "<html>  \r\n\r\n\r\n b 1 q16\r\n;B[pd]C[Andr\u{e9}e\r\nb\r\nc])\r\n</html>";
    client.open(game);
    assert_eq!(codes(&client.pushed()), ["not-a-record"]);
    let options = json!({"options": {"tabSize": 2, "insertSpaces": true}});
    assert_eq!(client.about("textDocument/formatting", options.clone()), json!([]));
    let asked = json!({"range": crate::lsp::client::range([0, 0, 6, 0]), "context": {"diagnostics": []}});
    assert_eq!(client.about("textDocument/codeAction", asked), json!([]));
    // Typed over, it is a record; and taken back, it is none.
    client.edit(2, [0, 0, 0, 0], "EVENT x\r\nCOM\r\n");
    assert_ne!(codes(&client.pushed()), ["not-a-record"]);
    client.edit(3, [0, 0, 2, 0], "");
    assert_eq!(codes(&client.pushed()), ["not-a-record"]);
    assert_eq!(client.about("textDocument/formatting", options), json!([]));
}

#[test]
fn a_word_that_is_typed_is_judged_when_nothing_more_is() {
    let mut client = Client::new();
    client.open("B 1 Q16\n");
    assert_eq!(codes(&client.pushed()), [""; 0]);
    client.edit(2, [1, 0, 1, 0], "C");
    assert_eq!(codes(&client.pushed()), ["unknown-keyword"]);

    let mut client = Client::with(&pulling());
    client.open("B 1 Q16\n");
    assert_eq!(codes(&client.pull(None)), [""; 0]);
    client.edit(2, [1, 0, 1, 0], "C");
    // The client is asked to pull again.
    let (id, _) = client.asked("workspace/diagnostic/refresh");
    client.reply(&id, &Value::Null);
    assert_eq!(codes(&client.pull(None)), ["unknown-keyword"]);
}
