//! Whatever a client sends, the server answers each request once and never fails, has the text that the client has, and
//! answers a plain question rightly in the end.

use std::cell::RefCell;
use std::collections::HashMap;

use ishi_ide::ide::TYPED;
use ishi_position::{ColumnUnit, Position};
use serde_json::{Value, json};

use super::session::{frame, notification, request, talk};
use super::{Choices, Input, edits};

const URIS: [&str; 3] = ["file:///nowhere/a.ishi", "untitled:B-1", "file:///nowhere/%C3%A9.prb"];

/// A document that is opened in the end.
const PLAIN: &str = "file:///nowhere/plain.ishi";

/// Commands of the server, and one that it does not have.
const COMMANDS: [&str; 6] =
    ["ishi.insertPrisoners", "ishi.play", "ishi.mark", "ishi.setup", "ishi.comment", "ishi.of.another"];

const METHODS: [&str; 32] = [
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/codeAction",
    "textDocument/diagnostic",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/documentSymbol",
    "textDocument/signatureHelp",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/inlayHint",
    "textDocument/selectionRange",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/full/delta",
    "textDocument/semanticTokens/range",
    "textDocument/codeLens",
    "textDocument/documentLink",
    "textDocument/foldingRange",
    "textDocument/prepareRename",
    "textDocument/rename",
    "workspace/symbol",
    "workspace/executeCommand",
    "ishi/board",
    "ishi/tree",
    "ishi/find",
    "ishi/page",
    "ishi/player",
    "ishi/fault/text",
    "initialize",
    "x/unknown",
];

/// Requests that resolve an item of an answer.
const RESOLVED: [(&str, &str); 4] = [
    ("textDocument/codeAction", "codeAction/resolve"),
    ("textDocument/completion", "completionItem/resolve"),
    ("textDocument/codeLens", "codeLens/resolve"),
    ("textDocument/inlayHint", "inlayHint/resolve"),
];

/// Everything that a client may say it can do.
const ABILITIES: [(&str, &str); 19] = [
    ("/textDocument/documentSymbol/hierarchicalDocumentSymbolSupport", "true"),
    ("/textDocument/completion/completionItem/snippetSupport", "true"),
    ("/textDocument/completion/completionItem/documentationFormat", r#"["markdown"]"#),
    ("/textDocument/completion/completionItem/resolveSupport/properties", r#"["documentation"]"#),
    ("/textDocument/signatureHelp/signatureInformation/documentationFormat", r#"["markdown"]"#),
    ("/textDocument/signatureHelp/signatureInformation/parameterInformation/labelOffsetSupport", "true"),
    ("/textDocument/hover/contentFormat", r#"["markdown"]"#),
    ("/textDocument/definition/linkSupport", "true"),
    ("/textDocument/codeAction/resolveSupport/properties", r#"["edit"]"#),
    ("/textDocument/foldingRange/rangeLimit", "2"),
    ("/textDocument/diagnostic", "{}"),
    ("/textDocument/inlayHint/resolveSupport/properties", r#"["tooltip"]"#),
    ("/workspace/workspaceEdit/documentChanges", "true"),
    ("/workspace/diagnostics/refreshSupport", "true"),
    ("/workspace/inlayHint/refreshSupport", "true"),
    ("/workspace/configuration", "true"),
    ("/workspace/didChangeConfiguration/dynamicRegistration", "true"),
    ("/workspace/applyEdit", "true"),
    ("/window/workDoneProgress", "true"),
];

const SETTINGS: [&str; 6] = [
    "null",
    r#"{"ishi": {"format": {"indent": 4, "wrap": 20, "keyword-case": "lower"}}}"#,
    r#"{"ishi": {"hover": {"board": "off"}}}"#,
    r#"{"ishi": {"check": {"missing-move": "error"}}}"#,
    r#"{"ishi": {"hints": {"captures": false}, "lens": {"board": false}}}"#,
    r#"{"ishi": 7}"#,
];

pub fn hold(input: Input<'_>) {
    let Input { text, choices } = input;
    let unit = UNITS_IN_WORDS[0].0;
    let mut client = Client {
        start: text.into_owned(),
        choices,
        unit,
        texts: HashMap::new(),
        asked: Vec::new(),
        chunks: Vec::new(),
    };
    client.begin();
    for _ in 0..24 {
        if client.choices.are_over() {
            break;
        }
        client.act();
    }
    client.end();
}

const UNITS_IN_WORDS: [(ColumnUnit, &str); 3] =
    [(ColumnUnit::Utf16, "utf-16"), (ColumnUnit::Utf8, "utf-8"), (ColumnUnit::Utf32, "utf-32")];

struct Client<'d> {
    /// The text that a document is opened with.
    start: String,
    choices: Choices<'d>,
    unit: ColumnUnit,
    /// The texts of what is open; none where an edit made no sense.
    texts: HashMap<&'static str, Option<String>>,
    /// The method of each request so far; its id is its place.
    asked: Vec<&'static str>,
    chunks: Vec<Vec<u8>>,
}

impl Client<'_> {
    fn begin(&mut self) {
        if self.choices.once_in(8) {
            self.ask();
        }
        let (unit, name) = *self.choices.of(&UNITS_IN_WORDS);
        self.unit = unit;
        let mut params = json!({"capabilities": {"general": {"positionEncodings": [name]}}});
        for (path, value) in ABILITIES {
            if self.choices.once_in(2) {
                let mut at = &mut params["capabilities"];
                for key in path.split('/').skip(1) {
                    at = &mut at[key];
                }
                *at = serde_json::from_str(value).expect("JSON");
            }
        }
        params["initializationOptions"] = settings(&mut self.choices);
        self.ask_for("initialize", &params);
        self.notify("initialized", &json!({}));
        self.open(URIS[0]);
    }

    fn act(&mut self) {
        let uri = *self.choices.of(&URIS);
        match self.choices.below(12) {
            0 => self.open(uri),
            1 => {
                self.texts.remove(uri);
                self.notify("textDocument/didClose", &about(uri));
            }
            2..5 => self.edit(uri),
            5 => {
                let id = self.choices.below(self.asked.len() + 2);
                self.notify("$/cancelRequest", &json!({"id": id}));
            }
            6 => self.say_nonsense(),
            7 => {
                let settings = settings(&mut self.choices);
                self.notify("workspace/didChangeConfiguration", &json!({"settings": settings}));
                self.notify("textDocument/didSave", &about(uri));
            }
            _ => self.ask(),
        }
    }

    fn notify(&mut self, method: &str, params: &Value) {
        self.chunks.push(notification(method, params));
    }

    fn ask_for(&mut self, method: &'static str, params: &Value) {
        self.chunks.push(request(&json!(self.asked.len()), method, params));
        self.asked.push(method);
    }

    fn open(&mut self, uri: &'static str) {
        let text = if self.choices.once_in(4) { self.choices.piece() } else { self.start.clone() };
        let version = self.choices.below(9);
        let document = json!({"uri": uri, "languageId": "ishi", "version": version, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
        self.texts.insert(uri, Some(text));
    }

    /// Some changes of a text in one message.
    fn edit(&mut self, uri: &'static str) {
        let mut now = self.texts.get(uri).cloned().flatten();
        let mut changes = Vec::new();
        for _ in 0..=self.choices.below(3) {
            let (start, end) = edits::range(&mut self.choices, now.as_deref().unwrap_or_default(), self.unit);
            let piece = self.choices.piece();
            if self.choices.once_in(8) {
                changes.push(json!({"text": piece}));
                // What comes before it in the same message does not matter any more.
                now = Some(piece);
            } else {
                changes.push(json!({"range": range(start, end), "text": piece}));
                now = now.and_then(|text| edits::edited(text, start, end, self.unit, &piece));
            }
        }
        let mut params = json!({"textDocument": {"uri": uri, "version": 7}, "contentChanges": changes});
        if self.choices.once_in(16) {
            params["contentChanges"] = self.nonsense();
            now = self.texts.get(uri).cloned().flatten();
            if params["contentChanges"] != json!([]) {
                // The sender of an edit has the document open, so it is given up in any case.
                self.texts.insert(uri, None);
                now = None;
            }
        }
        if let Some(text) = self.texts.get_mut(uri) {
            // A whole text is as good as an opening.
            *text = now;
        }
        self.notify("textDocument/didChange", &params);
    }

    /// A request about any place, or with params that make no sense.
    fn ask(&mut self) {
        let uri = *self.choices.of(&URIS);
        let method = *self.choices.of(&METHODS);
        let text = self.texts.get(uri).cloned().flatten().unwrap_or_default();
        let (start, end) = edits::range(&mut self.choices, &text, self.unit);
        let mut params = json!({
            "textDocument": {"uri": uri},
            "position": place(start),
            "positions": [place(start), place(end)],
            "range": range(start, end),
            "options": {"tabSize": 2, "insertSpaces": true},
            "context": {
                "diagnostics": [], "includeDeclaration": true, "triggerKind": 1, "isRetrigger": false,
                "triggerCharacter": "#",
            },
            "ch": self.choices.of(&TYPED),
            "newName": self.choices.below(100).to_string(),
            "query": "",
            "previousResultId": "1",
            "format": self.choices.of(&["text", "svg"]),
            "command": COMMANDS[self.asked.len() % COMMANDS.len()],
            "arguments": [{
                "textDocument": {"uri": uri}, "position": place(start), "line": start.line,
                "point": "A1", "mark": "letter", "color": "white", "text": "a\nb",
            }],
        });
        if self.choices.once_in(8) {
            let nonsense = self.nonsense();
            let keys: Vec<String> = params.as_object().expect("an object").keys().cloned().collect();
            params[self.choices.of(&keys).as_str()] = nonsense;
        }
        if self.choices.once_in(32) {
            params = self.nonsense();
        }
        self.ask_for(method, &params);
    }

    fn nonsense(&mut self) -> Value {
        match self.choices.below(7) {
            0 => Value::Null,
            1 => json!([]),
            2 => json!({}),
            3 => json!(-1),
            4 => json!(u64::MAX),
            5 => json!(self.choices.piece()),
            _ => json!([{"range": {"start": {"line": -1, "character": 0}}}]),
        }
    }

    /// A frame that is not a message. What may be a message is left out, because it would have to be answered.
    fn say_nonsense(&mut self) {
        let body = self.choices.bytes(60);
        let text = String::from_utf8_lossy(body);
        if !text.contains("textDocument") && !text.contains("method") {
            self.chunks.push(frame(body));
            // It may have been an edit of any document.
            self.texts.values_mut().for_each(|text| *text = None);
        }
    }

    /// Asks for what the server has, and something plain, and checks all answers.
    fn end(mut self) {
        for uri in URIS {
            self.ask_for("ishi/fault/text", &about(uri));
        }
        let document = json!({"uri": PLAIN, "languageId": "ishi", "version": 1, "text": "B 1 Q16\nMARK #1 Q16\n"});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
        let question = json!({
            "textDocument": {"uri": PLAIN},
            "position": {"line": 0, "character": 1},
            "context": {"includeDeclaration": false},
        });
        self.ask_for("textDocument/references", &question);

        let settings = settings(&mut self.choices);
        let last = json!(self.asked.len() - 1);
        let more = RefCell::new(Vec::new());
        let reply = |message: &Value| {
            let id = &message["id"];
            if let Some(method) = message["method"].as_str() {
                let result = if method == "workspace/configuration" { json!([settings["ishi"]]) } else { Value::Null };
                let answer = json!({"jsonrpc": "2.0", "id": id, "result": result});
                return (!id.is_null()).then(|| frame(answer.to_string().as_bytes()));
            }
            let method = *self.asked.get(usize::try_from(id.as_u64()?).ok()?)?;
            let (_, resolve) = RESOLVED.iter().find(|(asked, _)| *asked == method)?;
            let list = message["result"].as_array().or_else(|| message["result"]["items"].as_array())?;
            let own = json!(format!("{id} resolved"));
            let request = request(&own, resolve, list.get(id.as_u64()? as usize % list.len().max(1))?);
            more.borrow_mut().push(own);
            Some(request)
        };
        let sent = String::from_utf8_lossy(&self.chunks.concat()).into_owned();
        let messages = talk(std::mem::take(&mut self.chunks), Some(&last), reply);

        let mut answers: HashMap<String, Vec<&Value>> = HashMap::new();
        for message in messages.iter().filter(|message| message.get("method").is_none()) {
            assert_ne!(message["error"]["code"], -32603, "{message} to {sent}");
            answers.entry(message["id"].to_string()).or_default().push(message);
        }
        let answer = |id: &Value| match answers.get(&id.to_string()).map(Vec::as_slice) {
            Some([answer]) => *answer,
            other => panic!("the request {id} is answered with {other:?}, of {sent}"),
        };
        for id in (0..self.asked.len()).map(|id| json!(id)).chain(more.into_inner()) {
            answer(&id);
        }
        let first = self.asked.len() - 1 - URIS.len();
        for (nth, uri) in URIS.iter().enumerate() {
            let answer = answer(&json!(first + nth));
            match self.texts.get(uri) {
                Some(Some(text)) => assert_eq!(answer["result"]["text"], *text, "{answer} to {sent}"),
                Some(None) => assert_eq!(answer["error"]["code"], -32803, "{answer} to {sent}"),
                None => assert_eq!(answer["error"]["code"], -32602, "{answer} to {sent}"),
            }
        }
        let place =
            |from: u32, to: u32| json!({"uri": PLAIN, "range": range(Position::new(1, from), Position::new(1, to))});
        assert_eq!(answer(&last)["result"], json!([place(5, 7), place(8, 11)]));
    }
}

fn settings(choices: &mut Choices<'_>) -> Value {
    let chosen = *choices.of(&SETTINGS);
    serde_json::from_str(chosen).expect("JSON")
}

fn about(uri: &str) -> Value {
    json!({"textDocument": {"uri": uri}})
}

fn place(position: Position) -> Value {
    json!({"line": position.line, "character": position.column})
}

fn range(start: Position, end: Position) -> Value {
    json!({"start": place(start), "end": place(end)})
}
