//! Whatever comes in, the server answers what can be answered and goes on.

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, frame};

/// A frame, the code and id that it is answered with, if it is, and whether it was read.
type Case = (&'static str, Vec<u8>, Option<(i64, Value)>, bool);

fn cases() -> Vec<Case> {
    let unreadable = |id: Value| Some((-32700, id));
    let parse = || unreadable(Value::Null);
    let invalid = |id: Value| Some((-32600, id));
    let unread = |name, bytes, answer| (name, bytes, answer, false);
    let read = |name, body: &str, answer| (name, frame(body.as_bytes()), answer, true);
    vec![
        unread("no JSON", frame(b"{\"jsonrpc\": \"2.0\", "), parse()),
        unread("nothing", frame(b""), parse()),
        read(
            "a lone surrogate",
            r#"{"jsonrpc":"2.0","id":9,"method":"x","params":{"a":"\ud800"}}"#,
            unreadable(json!(9)),
        ),
        read("a lone surrogate before the id", r#"{"method":"x","params":"\udc00","id":"n"}"#, unreadable(json!("n"))),
        unread("half a request", frame(br#"{"jsonrpc":"2.0","id":9,"method":"x","params":["#), unreadable(json!(9))),
        unread("more than a request", frame(br#"{"jsonrpc":"2.0","id":9,"method":"x"}}"#), unreadable(json!(9))),
        unread("no UTF-8", frame(b"{\"jsonrpc\":\"2.0\",\"method\":\"x\xff\"}"), parse()),
        unread("a very deep message", frame("[".repeat(100_000).as_bytes()), parse()),
        unread("a batch", frame(br#"[{"jsonrpc":"2.0","id":9,"method":"x"}]"#), invalid(Value::Null)),
        unread("an empty batch", frame(b"[]"), invalid(Value::Null)),
        unread("a number", frame(b"7"), invalid(Value::Null)),
        read("no version", r#"{"id":9,"method":"x"}"#, invalid(json!(9))),
        read("a version of another type", r#"{"jsonrpc":2.0,"id":9,"method":"x"}"#, invalid(json!(9))),
        unread("a method of another type", frame(br#"{"jsonrpc":"2.0","id":"n","method":[]}"#), invalid(json!("n"))),
        read("an id of another type", r#"{"jsonrpc":"2.0","id":{},"method":"x"}"#, invalid(Value::Null)),
        read("a key twice", r#"{"jsonrpc":"2.0","id":9,"id":9,"method":"x"}"#, invalid(json!(9))),
        unread("no length", b"Content-Type: x\r\n\r\n{}".to_vec(), None),
        unread("garbage", b"garbage\r\n\r\n\r\nmore \xff\x00 garbage".to_vec(), None),
        unread("long garbage", vec![b'x'; 100_000], None),
        unread("a length that is not a number", b"Content-Length: two\r\n\r\n{}".to_vec(), invalid(Value::Null)),
        unread("a length below zero", b"Content-Length: -2\r\n\r\n{}".to_vec(), invalid(Value::Null)),
        unread("a huge length", b"Content-Length: 99999999999\r\n\r\n{}".to_vec(), invalid(Value::Null)),
        unread(
            "an endless length",
            b"Content-Length: 99999999999999999999999\r\n\r\n{}".to_vec(),
            invalid(Value::Null),
        ),
        unread("a length that is too small", b"Content-Length: 1\r\n\r\n{}".to_vec(), parse()),
        read("an answer to no request", r#"{"jsonrpc":"2.0","id":9,"result":1}"#, None),
        // These are not messages of JSON-RPC either, but an edit names its method.
        read("an answer that is none", r#"{"jsonrpc":"2.0","id":9,"error":1}"#, None),
        read("no method", r#"{"jsonrpc":"2.0","id":9}"#, invalid(json!(9))),
        read("an optional request", r#"{"jsonrpc":"2.0","id":9,"method":"$/x","params":7}"#, Some((-32601, json!(9)))),
        read("an optional notification", r#"{"jsonrpc":"2.0","method":"$/x","params":7}"#, None),
        read(
            "a notification as a request",
            r#"{"jsonrpc":"2.0","id":9,"method":"$/cancelRequest"}"#,
            Some((-32601, json!(9))),
        ),
        read("an unknown notification", r#"{"jsonrpc":"2.0","method":"x/y","params":7}"#, None),
        read("an unknown request", r#"{"jsonrpc":"2.0","id":9,"method":"x/y"}"#, Some((-32601, json!(9)))),
        read(
            "params of another type",
            r#"{"jsonrpc":"2.0","id":9,"method":"textDocument/hover","params":[1]}"#,
            Some((-32602, json!(9))),
        ),
    ]
}

#[test]
fn no_frame_ends_the_server() {
    let mut client = Client::new();
    for (name, bytes, answer, is_read) in cases() {
        client.open("B 1 Q16\n");
        client.write(&bytes);
        if let Some((code, id)) = answer {
            let error = client.answer(&id).expect_err(name);
            assert_eq!(error["code"], code, "{name}: {error}");
        }
        assert_eq!(is_given_up(&mut client, URI), !is_read, "{name}");
        client.open("B 1 R16\n");
        assert_eq!(client.text(), "B 1 R16\n", "after {name}");
    }
}

#[test]
fn the_user_is_told_of_a_message_that_is_too_long() {
    let mut client = Client::new();
    client.write(b"Content-Length: 300000000\r\n\r\n{");
    let message = client.next("window/showMessage");
    assert!(message["message"].as_str().unwrap().contains("300000000 bytes"), "{message}");
    assert_eq!(client.answer(&Value::Null).unwrap_err()["code"], -32600);
}

#[test]
fn a_frame_may_come_first_and_in_pieces() {
    let mut client = Client::start();
    client.write(b"x\r\n\r\n");
    client.write(&frame(b"{"));
    assert_eq!(client.answer(&Value::Null).unwrap_err()["code"], -32700);
    let body =
        json!({"jsonrpc": "2.0", "id": "first", "method": "initialize", "params": {"capabilities": {}}}).to_string();
    for byte in format!("content-length:{}\r\nX: y\r\n\r\n{body}", body.len()).bytes() {
        client.write(&[byte]);
    }
    assert!(client.answer(&json!("first")).is_ok());
}

const OTHER: &str = "file:///records/other.ishi";

/// An edit of [`URI`] as it stands in a frame, with `text` between its quotation marks.
fn edit(text: &str) -> String {
    let range = r#"{"start":{"line":0,"character":0},"end":{"line":0,"character":0}}"#;
    let changes = format!(r#"[{{"range":{range},"text":"{text}"}}]"#);
    let params = format!(r#"{{"textDocument":{{"uri":"{URI}","version":2}},"contentChanges":{changes}}}"#);
    format!(r#"{{"jsonrpc":"2.0","method":"textDocument/didChange","params":{params}}}"#)
}

/// Whether the server has given a document up.
fn is_given_up(client: &mut Client, uri: &str) -> bool {
    match client.request("ishi/fault/text", &json!({"textDocument": {"uri": uri}})) {
        Ok(_) => false,
        Err(error) => {
            assert_eq!(error["code"], -32803, "{error}");
            true
        }
    }
}

#[test]
fn no_edit_is_lost_without_a_word() {
    let whole = |body: &str| frame(body.as_bytes());
    let hover = r#"{"jsonrpc":"2.0","method":"x/y","params":null}"#;
    let with_length = |length: &str, body: &str| format!("Content-Length: {length}\r\n\r\n{body}").into_bytes();
    let length = |body: &str, more: isize| body.len().saturating_add_signed(more).to_string();
    let plain = edit("x");
    let mut long = edit(&"x".repeat(257 << 20));
    // A frame, and whether it names its document, so that the other one is certainly not meant.
    let cases: Vec<(&str, Vec<u8>, bool)> = vec![
        ("a lone surrogate", whole(&edit(r"\ud83d")), true),
        ("a slash that is escaped", whole(&edit(r"\ud83d").replace('/', r"\/")), true),
        ("letters that are escaped", whole(&edit(r"\ud83d").replace("records", r"r\u0065cords")), true),
        ("a method that is escaped", whole(&edit(r"\ud83d").replace("did", r"\u0064id")), true),
        ("a batch", whole(&format!("[{plain}]")), false),
        ("another version of JSON-RPC", whole(&plain.replace("2.0", "1.0")), true),
        ("a request", whole(&plain.replacen('{', r#"{"id":"edit","#, 1)), true),
        (
            "a byte that is not UTF-8",
            frame(&edit("?").bytes().map(|byte| if byte == b'?' { 0xff } else { byte }).collect::<Vec<_>>()),
            true,
        ),
        ("a length that is not a number", with_length("x", &plain), false),
        ("a length below zero", with_length("-5", &plain), false),
        ("a length that is too small", with_length(&length(&plain, -30), &plain), false),
        ("a length of one", with_length("1", &plain), false),
        ("no length", plain.clone().into_bytes(), false),
        (
            "the frame before it is too long by one",
            [with_length(&length(hover, 1), hover), whole(&plain)].concat(),
            false,
        ),
        (
            "the frame before it is too long by 30",
            [with_length(&length(hover, 30), hover), whole(&plain)].concat(),
            false,
        ),
        (
            "the frame before it is too short by one",
            [with_length(&length(hover, -1), hover), whole(&edit(r"\ud83d"))].concat(),
            false,
        ),
        (
            "the frame before it takes it in",
            [with_length(&length(hover, 500), hover), whole(&plain), vec![b' '; 500]].concat(),
            false,
        ),
        ("over the limit", with_length("300000000", &plain), false),
        ("a message over the limit", whole(&long), false),
        ("no document", whole(&plain.replace("\"uri\"", "\"url\"")), false),
        ("a document that can't be read", whole(&plain.replace("records", r"\ud800")), false),
        ("two documents", whole(&edit(r"\ud83d").replace(r#""uri":"#, r#""uri":"file:///x","uri":"#)), false),
        ("two methods", whole(&plain.replacen('{', r#"{"method":"x/y","#, 1)), true),
        ("half of it", whole(&plain[..60]), false),
        ("no JSON", whole(&plain.replace("\"x\"", "x").replace("didChange\",", "didChange\" ")), false),
    ];
    long.clear();
    let mut client = Client::new();
    for (name, bytes, is_named) in cases {
        client.open("B 1 Q16\n");
        client.open_as(OTHER, 1, "B 1 D4\n");
        client.write(&bytes);
        // What the client asks next is answered by what it has sent before.
        assert!(is_given_up(&mut client, URI), "{name}");
        assert_eq!(is_given_up(&mut client, OTHER), !is_named, "{name}");
        let shown = client.next("window/showMessage");
        let shown =
            if shown.to_string().contains("longer than the limit") { client.next("window/showMessage") } else { shown };
        let message = shown["message"].as_str().expect("a message");
        assert!(message.contains("a.ishi") && message.contains("could not be read"), "{name}: {message}");
        assert_eq!(message.contains("other.ishi"), !is_named, "{name}: {message}");
        // It need not be opened again: the next save helps.
        client.notify("textDocument/didSave", &json!({"textDocument": {"uri": URI}, "text": "xB 1 Q16\n"}));
        assert_eq!(client.text(), "xB 1 Q16\n", "{name}");
        client.refusals();
    }
}

#[test]
fn a_text_that_is_not_unicode_costs_its_document_alone() {
    let open = |uri: &str, text: &str| {
        let document = format!(r#"{{"uri":"{uri}","languageId":"ishi","version":1,"text":"{text}"}}"#);
        let method = r#"{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":"#;
        frame(format!("{method}{document}}}}}").as_bytes())
    };
    let mut client = Client::new();
    client.open_as(OTHER, 1, "B 1 D4\n");
    for text in [r"EVENT \ud800\n", r"EVENT \udc00\n", r"EVENT \ud800\u0041\n"] {
        client.write(&open(URI, text));
        assert!(is_given_up(&mut client, URI) && !is_given_up(&mut client, OTHER), "{text}");
        let shown = client.next("window/showMessage");
        let message = shown["message"].as_str().unwrap();
        assert!(message.contains("a.ishi could not be read") && message.contains("not Unicode"), "{message}");
        assert_eq!(client.answer(&Value::Null).unwrap_err()["code"], -32700);
        // What follows is not answered from a wrong text.
        client.edit(2, [0, 0, 0, 0], "x");
        assert!(is_given_up(&mut client, URI));
        client.close();
    }
    // A pair of surrogates is a character.
    client.write(&open(URI, r"EVENT \ud83d\ude00\n"));
    assert_eq!(client.text(), "EVENT 😀\n");
}

#[test]
fn a_client_may_write_everything_before_it_reads_anything() {
    let mut client = Client::new();
    client.open(&"B 1 Q16\n".repeat(200));
    let ids: Vec<_> =
        (0..2000).map(|_| client.ask("ishi/fault/text", &json!({"textDocument": {"uri": URI}}))).collect();
    for id in ids {
        assert!(client.answer(&json!(id)).is_ok());
    }
}
