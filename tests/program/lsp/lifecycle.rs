//! The beginning and the end.

use std::io::Write;
use std::thread;

use serde_json::{Value, json};

use crate::lsp::client::{Client, URI, capabilities, frame};

fn exit() -> Value {
    json!({"jsonrpc": "2.0", "method": "exit"})
}

#[test]
fn exit_ends_the_process_though_stdin_is_open() {
    let mut client = Client::new();
    client.request("shutdown", &Value::Null).unwrap();
    client.send(&exit());
    assert_eq!(client.end().code(), Some(0));

    let mut client = Client::new();
    client.send(&exit());
    assert_eq!(client.end().code(), Some(1), "without shutdown");

    let mut client = Client::start();
    client.send(&exit());
    assert_eq!(client.end().code(), Some(1), "without anything");
}

#[test]
fn the_end_of_stdin_ends_the_process() {
    let mut client = Client::new();
    client.hang_up();
    assert_eq!(client.end().code(), Some(1), "without shutdown");

    let mut client = Client::new();
    client.request("shutdown", &Value::Null).unwrap();
    client.hang_up();
    assert_eq!(client.end().code(), Some(0));

    let mut client = Client::new();
    client.write(b"Content-Length: 100\r\n\r\n{");
    client.hang_up();
    assert_eq!(client.end().code(), Some(1), "within a frame");
}

#[test]
fn the_end_of_stdin_ends_the_process_though_nobody_reads_stdout() {
    // Few and many answers: those in the pipe, and more than the server keeps.
    for count in [3, 200] {
        let mut client = Client::new();
        client.open(&"B 1 Q16\n".repeat(100_000));
        client.pushed();
        let code = client.while_stalled(|client| {
            let mut stdin = client.take_stdin();
            let writer = thread::spawn(move || {
                for id in 0..count {
                    let params = json!({"textDocument": {"uri": URI}});
                    let request = json!({"jsonrpc": "2.0", "id": id, "method": "ishi/fault/text", "params": params});
                    // It may wait for the server, and then the server ends before it is read.
                    let _ = stdin.write_all(&frame(request.to_string().as_bytes()));
                }
            });
            writer.join().expect("no panic");
            client.end().code()
        });
        assert_eq!(code, Some(1), "{count} answers");
    }
}

#[test]
fn a_client_that_is_gone_ends_the_process_though_stdin_is_open() {
    let mut client = Client::new();
    client.turn_away();
    // The first answer is read and closes the pipe, and the second can't be written any more.
    for _ in 0..2 {
        client.ask("ishi/fault/sleep", &json!({"ms": 100}));
        std::thread::sleep(std::time::Duration::from_millis(200));
    }
    assert_eq!(client.end().code(), Some(1));
}

#[test]
fn nobody_needs_to_read_the_log() {
    for stderr in [Some(std::process::Stdio::piped()), None] {
        let mut client = Client::with_log(stderr);
        client.initialize(&json!({"capabilities": {}}));
        client.open("B 1 Q16\n");
        for _ in 0..500 {
            client.edit(1, [0, 0, 0, 0], "x");
        }
        assert!(client.text().starts_with("xx"));
    }
}

#[test]
fn no_client_is_turned_away_for_what_it_says_of_itself() {
    for params in [
        json!({}),
        json!({"capabilities": null, "rootUri": "", "workspaceFolders": 7}),
        json!({"capabilities": {"general": {"positionEncodings": "utf-8"}}}),
        json!({"capabilities": {"textDocument": {"hover": {"contentFormat": [3]}}}}),
        json!([]),
    ] {
        let mut client = Client::start();
        let result = client.request("initialize", &params).unwrap();
        assert_eq!(result["capabilities"]["positionEncoding"], "utf-16", "{params}");
    }
}

#[test]
fn a_handler_that_hangs_does_not_keep_the_process() {
    let mut client = Client::new();
    client.ask("ishi/fault/sleep", &json!({"ms": 3_600_000}));
    client.request("shutdown", &Value::Null).unwrap();
    client.send(&exit());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn shutdown_and_exit_take_any_way_of_saying_nothing() {
    for params in [r#","params":null"#, r#","params":{}"#, ""] {
        let mut client = Client::new();
        client.write(&frame(format!(r#"{{"jsonrpc":"2.0","id":"end","method":"shutdown"{params}}}"#).as_bytes()));
        assert_eq!(client.answer(&json!("end")), Ok(Value::Null), "{params}");
        client.write(&frame(format!(r#"{{"jsonrpc":"2.0","method":"exit"{params}}}"#).as_bytes()));
        assert_eq!(client.end().code(), Some(0), "{params}");
    }
}

#[test]
fn everything_may_be_sent_at_once() {
    let mut client = Client::start();
    let messages = [
        json!({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {"capabilities": {}}}),
        json!({"jsonrpc": "2.0", "method": "initialized", "params": {}}),
        json!({"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument":
            {"uri": URI, "languageId": "ishi", "version": 1, "text": "B 1 Q16\n"}}}),
        json!({"jsonrpc": "2.0", "id": 2, "method": "ishi/fault/text", "params": {"textDocument": {"uri": URI}}}),
        json!({"jsonrpc": "2.0", "id": 3, "method": "shutdown"}),
        exit(),
    ];
    let bytes: Vec<u8> = messages.iter().flat_map(|message| frame(message.to_string().as_bytes())).collect();
    client.write(&bytes);
    client.hang_up();
    assert!(client.answer(&json!(1)).is_ok());
    // Whether it is answered before `exit` cancels it is open, but it is answered.
    match client.answer(&json!(2)) {
        Ok(answer) => assert_eq!(answer["text"], "B 1 Q16\n"),
        Err(error) => assert_eq!(error["code"], -32800, "{error}"),
    }
    assert!(client.answer(&json!(3)).is_ok());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn nothing_is_served_before_initialize_nor_after_shutdown() {
    let mut client = Client::start();
    client.open("B 1 Q16\n");
    assert_eq!(client.request("textDocument/hover", &json!({})).unwrap_err()["code"], -32002);
    assert_eq!(client.request("shutdown", &Value::Null).unwrap_err()["code"], -32002);
    client.initialize(&json!({"capabilities": {}}));
    let twice = client.request("initialize", &json!({"capabilities": {}, "processId": null, "rootUri": null}));
    assert_eq!(twice.unwrap_err()["code"], -32600);
    client.request("shutdown", &Value::Null).unwrap();
    client.open("B 1 Q16\n");
    let late = client.request("ishi/fault/text", &json!({"textDocument": {"uri": URI}}));
    assert_eq!(late.unwrap_err()["code"], -32600);
    client.send(&exit());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn the_server_says_who_it_is() {
    let mut client = Client::start();
    let result = client.initialize(&json!({"capabilities": capabilities()}));
    assert_eq!(result["serverInfo"], json!({"name": "ishi", "version": env!("CARGO_PKG_VERSION")}));
}

#[test]
fn pulling_is_offered_only_where_it_can_be_asked_for_again() {
    for (workspace, offered) in [(json!({"refreshSupport": true}), true), (json!({}), false), (Value::Null, false)] {
        let mut client = Client::start();
        let capabilities = json!({"textDocument": {"diagnostic": {}}, "workspace": {"diagnostics": workspace}});
        let result = client.initialize(&json!({"capabilities": capabilities}));
        assert_eq!(result["capabilities"].get("diagnosticProvider").is_some(), offered, "{workspace}");
    }
}

#[test]
fn the_first_known_position_encoding_is_taken() {
    for (offered, taken) in [
        (json!(["utf-32", "utf-8"]), "utf-32"),
        (json!(["utf-7", "utf-8", "utf-16"]), "utf-8"),
        (json!(["utf-16", "utf-8"]), "utf-16"),
        (json!(["utf-7"]), "utf-16"),
        (json!([]), "utf-16"),
        (Value::Null, "utf-16"),
    ] {
        let mut client = Client::start();
        let result = client.initialize(&json!({"capabilities": {"general": {"positionEncodings": offered}}}));
        assert_eq!(result["capabilities"]["positionEncoding"], taken, "{offered}");
    }
}

#[test]
fn a_cancelled_request_is_answered_as_such() {
    let mut client = Client::new();
    let id = client.ask("ishi/fault/sleep", &json!({"ms": 3_600_000}));
    client.notify("$/cancelRequest", &json!({"id": id}));
    assert_eq!(client.answer(&json!(id)).unwrap_err()["code"], -32800);
}

#[test]
fn an_id_belongs_to_one_request_until_that_is_answered() {
    let mut client = Client::new();
    let sleep =
        |id: &str| json!({"jsonrpc": "2.0", "id": id, "method": "ishi/fault/sleep", "params": {"ms": 3_600_000}});
    let status = |id: &str| json!({"jsonrpc": "2.0", "id": id, "method": "ishi/status"});
    client.send(&sleep("a"));
    client.send(&status("a"));
    assert_eq!(client.answer(&json!("a")).unwrap_err()["code"], -32600, "the id is taken");
    // It is free as soon as the request is cancelled, even before that is answered.
    client.notify("$/cancelRequest", &json!({"id": "a"}));
    client.send(&status("a"));
    let answers = [client.answer(&json!("a")), client.answer(&json!("a"))];
    assert!(answers.iter().any(Result::is_ok), "{answers:?}");
    assert!(answers.iter().any(|answer| answer.as_ref().is_err_and(|error| error["code"] == -32800)), "{answers:?}");
    // What is pending at the shutdown can still be cancelled.
    client.send(&sleep("b"));
    client.request("shutdown", &Value::Null).unwrap();
    client.notify("$/cancelRequest", &json!({"id": "b"}));
    assert_eq!(client.answer(&json!("b")).unwrap_err()["code"], -32800);
    client.send(&exit());
    assert_eq!(client.end().code(), Some(0));
}

#[test]
fn params_of_a_request_are_read_before_its_turn() {
    let mut client = Client::new();
    let hover = |params: &str| format!(r#"{{"jsonrpc":"2.0","id":"x","method":"textDocument/hover"{params}}}"#);
    // As many as may work at once.
    let sleeping: Vec<i64> = (0..16).map(|_| client.ask("ishi/fault/sleep", &json!({"ms": 3_600_000}))).collect();
    for params in ["", r#","params":null"#, r#","params":[]"#, r#","params":{"position":7}"#] {
        client.write(&frame(hover(params).as_bytes()));
        assert_eq!(client.answer(&json!("x")).unwrap_err()["code"], -32602, "{params}");
    }
    let waiting = client.ask("ishi/status", &Value::Null);
    client.notify("$/cancelRequest", &json!({"id": waiting}));
    assert_eq!(client.answer(&json!(waiting)).unwrap_err()["code"], -32800, "it waits for its turn");
    for id in sleeping {
        client.notify("$/cancelRequest", &json!({"id": id}));
        assert_eq!(client.answer(&json!(id)).unwrap_err()["code"], -32800);
    }
    assert!(client.request("ishi/status", &Value::Null).is_ok(), "cancelled work gives its turn back");
}

#[test]
fn a_panic_is_answered_and_leaves_the_rest_alone() {
    let mut client = Client::new();
    client.open("B 1 Q16\n");
    for _ in 0..3 {
        let error = client.request("ishi/fault/panic", &json!({})).unwrap_err();
        assert_eq!(error["code"], -32603);
        assert_eq!(error["message"], "ishi/fault/panic failed: a fault was asked for");
        assert_eq!(client.text(), "B 1 Q16\n");
    }
}
