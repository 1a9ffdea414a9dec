//! `docs/features.md` against the server: what the page says is served is served, nothing else is, and each example
//! gets the answer that stands below it. `UPDATE_EXPECT=1` writes these answers.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::PathBuf;

use ishi_test_support::laws::model;
use serde_json::{Value, json};

use crate::lsp::client::{Client, URI};

/// Every request that a client can make by LSP 3.18, and the capability with which a server says that it serves it, as
/// a path below `capabilities`.
const REQUESTS: &[(&str, &str)] = &[
    ("callHierarchy/incomingCalls", "callHierarchyProvider"),
    ("callHierarchy/outgoingCalls", "callHierarchyProvider"),
    ("codeAction/resolve", "codeActionProvider/resolveProvider"),
    ("codeLens/resolve", "codeLensProvider/resolveProvider"),
    ("completionItem/resolve", "completionProvider/resolveProvider"),
    ("documentLink/resolve", "documentLinkProvider/resolveProvider"),
    ("inlayHint/resolve", "inlayHintProvider/resolveProvider"),
    ("textDocument/codeAction", "codeActionProvider"),
    ("textDocument/codeLens", "codeLensProvider"),
    ("textDocument/colorPresentation", "colorProvider"),
    ("textDocument/completion", "completionProvider"),
    ("textDocument/declaration", "declarationProvider"),
    ("textDocument/definition", "definitionProvider"),
    ("textDocument/diagnostic", "diagnosticProvider"),
    ("textDocument/documentColor", "colorProvider"),
    ("textDocument/documentHighlight", "documentHighlightProvider"),
    ("textDocument/documentLink", "documentLinkProvider"),
    ("textDocument/documentSymbol", "documentSymbolProvider"),
    ("textDocument/foldingRange", "foldingRangeProvider"),
    ("textDocument/formatting", "documentFormattingProvider"),
    ("textDocument/hover", "hoverProvider"),
    ("textDocument/implementation", "implementationProvider"),
    ("textDocument/inlayHint", "inlayHintProvider"),
    ("textDocument/inlineCompletion", "inlineCompletionProvider"),
    ("textDocument/inlineValue", "inlineValueProvider"),
    ("textDocument/linkedEditingRange", "linkedEditingRangeProvider"),
    ("textDocument/moniker", "monikerProvider"),
    ("textDocument/onTypeFormatting", "documentOnTypeFormattingProvider"),
    ("textDocument/prepareCallHierarchy", "callHierarchyProvider"),
    ("textDocument/prepareRename", "renameProvider/prepareProvider"),
    ("textDocument/prepareTypeHierarchy", "typeHierarchyProvider"),
    ("textDocument/rangeFormatting", "documentRangeFormattingProvider"),
    ("textDocument/rangesFormatting", "documentRangeFormattingProvider/rangesSupport"),
    ("textDocument/references", "referencesProvider"),
    ("textDocument/rename", "renameProvider"),
    ("textDocument/selectionRange", "selectionRangeProvider"),
    ("textDocument/semanticTokens/full", "semanticTokensProvider/full"),
    ("textDocument/semanticTokens/full/delta", "semanticTokensProvider/full/delta"),
    ("textDocument/semanticTokens/range", "semanticTokensProvider/range"),
    ("textDocument/signatureHelp", "signatureHelpProvider"),
    ("textDocument/typeDefinition", "typeDefinitionProvider"),
    ("textDocument/willSaveWaitUntil", "textDocumentSync/willSaveWaitUntil"),
    ("typeHierarchy/subtypes", "typeHierarchyProvider"),
    ("typeHierarchy/supertypes", "typeHierarchyProvider"),
    ("workspace/diagnostic", "diagnosticProvider/workspaceDiagnostics"),
    ("workspace/executeCommand", "executeCommandProvider"),
    ("workspace/symbol", "workspaceSymbolProvider"),
    ("workspace/textDocumentContent", "workspace/textDocumentContent"),
    ("workspace/willCreateFiles", "workspace/fileOperations/willCreate"),
    ("workspace/willDeleteFiles", "workspace/fileOperations/willDelete"),
    ("workspace/willRenameFiles", "workspace/fileOperations/willRename"),
    ("workspaceSymbol/resolve", "workspaceSymbolProvider/resolveProvider"),
    // Without a capability: they are always served, or they are our own.
    ("initialize", ""),
    ("shutdown", ""),
    ("ishi/board", ""),
    ("ishi/fences", ""),
    ("ishi/find", ""),
    ("ishi/page", ""),
    ("ishi/player", ""),
    ("ishi/status", ""),
    ("ishi/tree", ""),
];

/// The notifications of LSP, each with the capability that advertises it.
const NOTIFICATIONS: &[(&str, &str)] = &[
    ("textDocument/didOpen", "textDocumentSync/openClose"),
    ("textDocument/didClose", "textDocumentSync/openClose"),
    ("textDocument/didChange", "textDocumentSync/change"),
    ("textDocument/didSave", "textDocumentSync/save"),
    ("textDocument/willSave", "textDocumentSync/willSave"),
    ("notebookDocument/didChange", "notebookDocumentSync"),
    ("notebookDocument/didClose", "notebookDocumentSync"),
    ("notebookDocument/didOpen", "notebookDocumentSync"),
    ("notebookDocument/didSave", "notebookDocumentSync"),
    ("workspace/didChangeWorkspaceFolders", "workspace/workspaceFolders"),
    ("workspace/didCreateFiles", "workspace/fileOperations/didCreate"),
    ("workspace/didDeleteFiles", "workspace/fileOperations/didDelete"),
    ("workspace/didRenameFiles", "workspace/fileOperations/didRename"),
    ("workspace/didChangeConfiguration", ""),
    ("workspace/didChangeWatchedFiles", ""),
    ("window/workDoneProgress/cancel", ""),
    ("$/cancelRequest", ""),
    ("$/setTrace", ""),
    ("initialized", ""),
    ("exit", ""),
];

fn path() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("docs/features.md")
}

fn page() -> String {
    std::fs::read_to_string(path()).expect("the page")
}

/// A client that can do all that a server may make use of.
fn able() -> Value {
    json!({
        "general": {"positionEncodings": ["utf-16"]},
        "workspace": {
            "workspaceEdit": {"documentChanges": true},
            "applyEdit": true,
            "diagnostics": {"refreshSupport": true},
            "textDocumentContent": {},
        },
        "textDocument": {
            "hover": {"contentFormat": ["markdown"]},
            "completion": {"completionItem": {
                "snippetSupport": true, "documentationFormat": ["markdown"],
                "resolveSupport": {"properties": ["documentation"]},
            }},
            "documentSymbol": {"hierarchicalDocumentSymbolSupport": true},
            "codeAction": {"dataSupport": true, "resolveSupport": {"properties": ["edit"]}},
            "inlayHint": {"resolveSupport": {"properties": ["tooltip"]}},
            "rangeFormatting": {"rangesSupport": true},
            "diagnostic": {},
        },
    })
}

fn able_client() -> (Client, Value) {
    let mut client = Client::start();
    let params = json!({"capabilities": able(), "initializationOptions": {"commands": ["ishi.showBoard"]}});
    let result = client.initialize(&params);
    (client, result["capabilities"].clone())
}

/// The methods that the page names: those that have a heading, and those in the table of what is not served.
fn methods(page: &str) -> (Vec<&str>, Vec<&str>) {
    fn in_ticks(line: &str) -> impl Iterator<Item = &str> {
        line.split('`').skip(1).step_by(2)
    }
    let (served, rest) = page.split_once("\n## Not served\n").expect("the part on what is not served");
    let headings = served.lines().filter(|line| line.starts_with("### "));
    let rows = rest.lines().filter(|line| line.starts_with("| `")).filter_map(|line| line.split('|').nth(1));
    (headings.flat_map(in_ticks).collect(), rows.flat_map(in_ticks).collect())
}

#[test]
fn the_page_and_the_server_agree_on_what_is_served() {
    let page = page();
    let (served, refused) = methods(&page);
    let mut named: Vec<&str> = served.iter().chain(&refused).copied().collect();
    let mut all: Vec<&str> = REQUESTS.iter().chain(NOTIFICATIONS).map(|(method, _)| *method).collect();
    named.sort_unstable();
    all.sort_unstable();
    assert_eq!(named, all, "each method of LSP stands on the page once");

    let (mut client, capabilities) = able_client();
    for &(method, capability) in REQUESTS.iter().chain(NOTIFICATIONS) {
        if capability.is_empty() {
            continue;
        }
        let found = capabilities.pointer(&format!("/{capability}"));
        let is_advertised = found.is_some_and(|value| !matches!(value, Value::Null | Value::Bool(false)));
        assert_eq!(is_advertised, served.contains(&method), "{method}: {found:?}");
    }
    // Nor is anything advertised of which the page does not know.
    let known = |key: &str| {
        let of_method = |(_, capability): &(&str, &str)| capability.split('/').next() == Some(key);
        key == "positionEncoding" || REQUESTS.iter().chain(NOTIFICATIONS).any(of_method)
    };
    let unknown: Vec<&String> =
        capabilities.as_object().expect("an object").keys().filter(|key| !known(key.as_str())).collect();
    assert!(unknown.is_empty(), "{unknown:?}");

    client.open("B 1 Q16\n");
    for &(method, _) in REQUESTS.iter().filter(|(method, _)| !matches!(*method, "initialize" | "shutdown")) {
        let answer = client.request(method, &json!({"textDocument": {"uri": URI}}));
        if refused.contains(&method) {
            assert!(answer.is_err(), "{method}: {answer:?}");
        } else {
            // Params that make no sense are refused, too, but not as those of an unknown method.
            assert!(answer.as_ref().err().is_none_or(|error| error["code"] != -32601), "{method}: {answer:?}");
        }
    }
}

#[test]
fn the_page_names_every_change_of_a_record() {
    let page = page();
    let (_, actions) = page.split_once("### `textDocument/codeAction`").expect("the section");
    let (actions, _) = actions.split_once("\n### ").expect("the section after it");
    let rows = actions.lines().filter_map(|line| line.strip_prefix("| `")?.split('`').next());
    assert_eq!(
        rows.collect::<Vec<_>>(),
        ishi_ide::ide::AssistId::all().map(ishi_ide::ide::AssistId::name).collect::<Vec<_>>()
    );
}

#[test]
fn the_examples_get_the_answers_that_the_page_shows() {
    let page = page();
    let mut out = String::new();
    let mut lines = page.split_inclusive('\n');
    let mut methods: Vec<String> = Vec::new();
    let mut without: Vec<String> = Vec::new();
    let mut example: Option<(String, String)> = None;
    while let Some(line) = lines.next() {
        if line.starts_with("## Not served") {
            without.append(&mut methods);
        }
        if line.starts_with("### ") {
            without.append(&mut methods);
            methods = line.split('`').skip(1).step_by(2).map(str::to_owned).collect();
        }
        if let Some(info) = line.strip_prefix("```ishi text") {
            let text: String = lines.by_ref().take_while(|line| !line.starts_with("```")).collect();
            let _ = writeln!(out, "{line}{text}```");
            example = Some((info.trim().to_owned(), text));
            continue;
        }
        if let Some(method) = line.strip_prefix("````") {
            let _: String = lines.by_ref().take_while(|line| !line.starts_with("````")).collect();
            let (info, text) = example.take().expect("an example above the answer");
            let method = method
                .trim()
                .strip_prefix("answer")
                .map(str::trim)
                .filter(|name| !name.is_empty())
                .map_or_else(|| methods[0].clone(), str::to_owned);
            methods.retain(|other| *other != method);
            let answer = answer(&method, &info, &text);
            let _ = writeln!(out, "{line}{}\n````", answer.trim_end());
            continue;
        }
        if line.starts_with("![") || line.starts_with("<img") || line.starts_with("```json") {
            // A picture or an exchange of messages shows what all methods of the heading do.
            methods.clear();
        }
        out.push_str(line);
    }
    assert!(without.is_empty(), "these have neither an example nor a picture: {without:?}");
    if std::env::var_os("UPDATE_EXPECT").is_some() {
        std::fs::write(path(), &out).expect("the page is written");
    } else {
        assert!(out == page, "an answer has changed: UPDATE_EXPECT=1 writes\n{out}");
    }
}

/// The mark of the cursor in an example; two of them are a selection.
const CURSOR: char = '‸';

/// Returns the answer of the server to a method for an example, as a person would write it down.
#[expect(clippy::too_many_lines, reason = "a list of methods, each with the few lines that show its answer")]
fn answer(method: &str, info: &str, example: &str) -> String {
    let marks: Vec<usize> = example.match_indices(CURSOR).map(|(at, _)| at).collect();
    let text = example.replace(CURSOR, "");
    let place = |nth: usize| {
        let at =
            marks.get(nth).or(marks.last()).map_or(text.len(), |&at| at - CURSOR.len_utf8() * nth.min(marks.len() - 1));
        let [line, character] = model::position(&text, at);
        json!({"line": line, "character": character})
    };
    let options: BTreeMap<&str, &str> = info.split(';').filter_map(|pair| pair.trim().split_once('=')).collect();
    let (mut client, _) = able_client();
    client.open(&text);
    let whole = model::position(&text, text.len());
    let range = if marks.len() == 2 {
        json!({"start": place(0), "end": place(1)})
    } else if marks.len() == 1 {
        json!({"start": place(0), "end": place(0)})
    } else {
        json!({"start": {"line": 0, "character": 0}, "end": {"line": whole[0], "character": whole[1]}})
    };
    let position = place(0);
    let style = json!({"tabSize": 2, "insertSpaces": true});
    let mut ask = |method: &str, mut params: Value| {
        params["textDocument"] = json!({"uri": URI});
        client.request(method, &params).unwrap_or_else(|error| json!({"refused": error["message"]}))
    };
    let mut about = |method: &str| {
        ask(
            method,
            json!({
                "position": position, "range": range, "positions": [position], "options": style, "ch": "\n",
                "context": {"includeDeclaration": true, "diagnostics": [], "triggerKind": 1, "isRetrigger": false},
                "newName": options.get("name").copied().unwrap_or_default(), "format": "text",
            }),
        )
    };
    let edited = |edits: &Value| model::apply(&text, edits);
    let of_workspace_edit = |edit: &Value| match edit.get("refused") {
        Some(reason) => format!("refused: {}", reason.as_str().unwrap_or_default()),
        None => edited(&edit["documentChanges"][0]["edits"]),
    };
    match method {
        "textDocument/completion" => {
            let answer = about(method);
            let items = answer.get("items").unwrap_or(&answer).as_array().cloned().unwrap_or_default();
            let shown = items.iter().take(8).map(|item| both(&item["label"], &item["detail"])).collect::<String>();
            let more = items.len().saturating_sub(8);
            if more > 0 { format!("{shown}… and {more} more\n") } else { shown }
        }
        "completionItem/resolve" => {
            let answer = about("textDocument/completion");
            let items = answer.get("items").unwrap_or(&answer);
            let item = &items[0];
            let resolved = client.request(method, item).expect("the item");
            format!(
                "{}\n\n{}",
                item["label"].as_str().unwrap(),
                resolved["documentation"]["value"].as_str().unwrap_or_default()
            )
        }
        "textDocument/hover" => about(method)["contents"]["value"].as_str().unwrap_or("nothing").to_owned(),
        "textDocument/signatureHelp" => signature(&about(method)),
        "textDocument/definition" | "textDocument/references" => {
            let answer = about(method);
            let places = answer.as_array().into_iter().flatten().map(|one| line_of(&text, &one["range"]));
            places.collect()
        }
        "textDocument/documentHighlight" => {
            let answer = about(method);
            let kinds = ["text", "read", "write"];
            let shown = answer.as_array().into_iter().flatten().map(|one| {
                let kind = one["kind"].as_u64().and_then(|kind| kinds.get(kind as usize - 1)).unwrap_or(&"");
                format!("{:<7}{}", kind, words(&text, &one["range"]))
            });
            shown.collect()
        }
        "textDocument/documentSymbol" => {
            let mut out = String::new();
            outline(&about(method), 0, &mut out);
            out
        }
        "textDocument/codeAction" => {
            let answer = about(method);
            answer.as_array().into_iter().flatten().map(|one| both(&one["kind"], &one["title"])).collect()
        }
        "codeAction/resolve" => {
            let answer = about("textDocument/codeAction");
            let wanted = options.get("title").expect("a title");
            let chosen =
                answer.as_array().into_iter().flatten().find(|one| one["title"].as_str().unwrap().starts_with(wanted));
            let chosen = chosen.unwrap_or_else(|| panic!("{wanted} in {answer:#}"));
            of_workspace_edit(&client.request(method, chosen).expect("the action")["edit"])
        }
        "textDocument/prepareRename" => {
            let answer = about(method);
            format!("{} at {}", answer["placeholder"].as_str().unwrap_or_default(), words(&text, &answer["range"]))
        }
        "textDocument/rename" => of_workspace_edit(&about(method)),
        "textDocument/formatting" | "textDocument/rangeFormatting" | "textDocument/onTypeFormatting" => {
            edited(&about(method))
        }
        "textDocument/foldingRange" => {
            let answer = about(method);
            let line = |one: &Value, key: &str| one[key].as_u64().unwrap_or_default() + 1;
            let shown = answer.as_array().into_iter().flatten().map(|one| {
                format!(
                    "lines {}–{}: {}\n",
                    line(one, "startLine"),
                    line(one, "endLine"),
                    one["kind"].as_str().unwrap_or_default()
                )
            });
            shown.collect()
        }
        "textDocument/selectionRange" => {
            let answer = about(method);
            let mut step = &answer[0];
            let mut out = String::new();
            while step.is_object() {
                let start = offset(&text, &step["range"]["start"]);
                let end = offset(&text, &step["range"]["end"]);
                let _ = writeln!(out, "{}", text[start..end].trim_end().replace('\n', " ⏎ "));
                step = &step["parent"];
            }
            out
        }
        "textDocument/semanticTokens/full" | "textDocument/semanticTokens/range" => tokens(&text, &about(method)),
        "textDocument/semanticTokens/full/delta" => {
            let before = about("textDocument/semanticTokens/full");
            client.change(2, &json!([{"range": {"start": position, "end": position}, "text": options["typed"]}]));
            let params = json!({"textDocument": {"uri": URI}, "previousResultId": before["resultId"]});
            let delta = client.request(method, &params).expect("a delta");
            let edits = delta["edits"].as_array().cloned().unwrap_or_default();
            let shown = edits.iter().map(|edit| {
                let count = edit["data"].as_array().map_or(0, Vec::len);
                format!("from number {} on, {} numbers give place to {count}\n", edit["start"], edit["deleteCount"])
            });
            shown.collect()
        }
        "textDocument/inlayHint" => {
            let answer = about(method);
            let mut shown = text.clone();
            for hint in answer.as_array().into_iter().flatten().rev() {
                let at = offset(&text, &hint["position"]);
                shown.insert_str(at, &format!(" ⟦{}⟧", hint["label"].as_str().unwrap_or_default()));
            }
            shown
        }
        "inlayHint/resolve" => {
            let hint = about("textDocument/inlayHint")[0].clone();
            let resolved = client.request(method, &hint).expect("the hint");
            format!(
                "{}: {}",
                hint["label"].as_str().unwrap(),
                resolved["tooltip"]["value"].as_str().unwrap_or_default()
            )
        }
        "textDocument/codeLens" | "codeLens/resolve" => {
            let answer = about("textDocument/codeLens");
            let mut out = String::new();
            for lens in answer.as_array().into_iter().flatten() {
                let resolved = client.request("codeLens/resolve", lens).expect("the lens");
                let _ = write!(
                    out,
                    "line {}: {}",
                    lens["range"]["start"]["line"].as_u64().unwrap() + 1,
                    both(&resolved["command"]["title"], &Value::Null)
                );
            }
            out
        }
        "workspace/executeCommand" if options.contains_key("command") => {
            let mut argument = json!({"textDocument": {"uri": URI}, "position": position});
            for (key, value) in options.iter().filter(|(key, _)| **key != "command") {
                argument[*key] = (*value).into();
            }
            let answer = ask(method, json!({"command": options["command"], "arguments": [argument]}));
            of_workspace_edit(answer.get("edit").unwrap_or(&answer))
        }
        "workspace/executeCommand" => {
            let answer = about("textDocument/codeLens");
            let lenses = answer.as_array().cloned().unwrap_or_default();
            let commands = lenses
                .iter()
                .map(|lens| client.request("codeLens/resolve", lens).expect("the lens")["command"].clone());
            let commands: Vec<Value> = commands.collect();
            let command =
                commands.iter().find(|command| command["command"] == "ishi.insertPrisoners").expect("the command");
            client.request(method, command).expect("it is done");
            let (id, params) = client.asked("workspace/applyEdit");
            client.reply(&id, &json!({"applied": true}));
            of_workspace_edit(&params["edit"])
        }
        "textDocument/documentLink" => {
            let answer = about(method);
            answer.as_array().into_iter().flatten().map(|one| both(&one["target"], &Value::Null)).collect()
        }
        "textDocument/diagnostic" => {
            let answer = about(method);
            let severities = ["error", "warning", "info", "hint"];
            let shown = answer["items"].as_array().into_iter().flatten().map(|one| {
                let severity =
                    one["severity"].as_u64().and_then(|level| severities.get(level as usize - 1)).unwrap_or(&"");
                format!(
                    "{severity}[{}] {}{}\n",
                    one["code"].as_str().unwrap_or_default(),
                    words(&text, &one["range"]).replace('\n', ": "),
                    one["message"].as_str().unwrap_or_default()
                )
            });
            shown.collect()
        }
        "ishi/board" => {
            let answer = about(method);
            format!(
                "{}\n\n{}",
                answer["title"].as_str().unwrap_or_default(),
                answer["board"].as_str().unwrap_or_default()
            )
        }
        "ishi/page" => {
            let answer = ask(method, json!({}));
            let parts =
                answer["articles"].as_array().into_iter().flatten().filter_map(|article| article["parts"].as_array());
            let shown = parts.flatten().map(|part| {
                let html = part["html"].as_str().unwrap_or_default();
                let (before, after) = html.split_once("base64,").unwrap_or((html, ""));
                let end = after.find('"').unwrap_or_default();
                let dots = if after.is_empty() { "" } else { "base64,…" };
                let line = part["line"].as_u64().map_or("-".to_owned(), |line| line.to_string());
                format!("{line}: {}{dots}{}\n", before.replace('\n', ""), &after[end..])
            });
            shown.collect()
        }
        "ishi/player" => {
            let answer = about(method);
            format!(
                "{}\n{}\n",
                answer["title"].as_str().unwrap_or_default(),
                answer["game"].as_str().unwrap_or_default()
            )
        }
        "ishi/tree" => {
            let answer = about(method);
            let current = answer["current"].as_u64();
            let shown = answer["nodes"].as_array().into_iter().flatten().map(|node| {
                let here = if node["id"].as_u64() == current { " ←" } else { "" };
                let parent = node["parent"].as_u64().map_or(String::new(), |parent| format!(" after {parent}"));
                format!(
                    "{}: {} {}{parent}{here}\n",
                    node["id"],
                    node["kind"].as_str().unwrap_or_default(),
                    node["location"].as_str().unwrap_or_default()
                )
            });
            shown.collect()
        }
        _ => panic!("{method} has no way to be shown: give its heading a picture"),
    }
}

/// Two texts beside each other.
fn both(one: &Value, other: &Value) -> String {
    let line = format!("{:<24}{}", one.as_str().unwrap_or_default(), other.as_str().unwrap_or_default());
    format!("{}\n", line.trim_end())
}

fn offset(text: &str, position: &Value) -> usize {
    let number = |key: &str| usize::try_from(position[key].as_u64().expect("a number")).expect("a small number");
    model::offset(text, number("line"), number("character"))
}

/// The words of a range, with their line.
fn words(text: &str, range: &Value) -> String {
    let (start, end) = (offset(text, &range["start"]), offset(text, &range["end"]));
    format!("{} in line {}\n", text[start..end].trim_end(), range["start"]["line"].as_u64().unwrap_or_default() + 1)
}

fn line_of(text: &str, range: &Value) -> String {
    let line = usize::try_from(range["start"]["line"].as_u64().unwrap_or_default()).expect("a small number");
    format!("line {}: {}\n", line + 1, text.lines().nth(line).unwrap_or_default().trim())
}

fn signature(answer: &Value) -> String {
    let signature = &answer["signatures"][0];
    let mut label = signature["label"].as_str().unwrap_or_default().to_owned();
    let parameter = answer["activeParameter"].as_u64().and_then(|active| signature["parameters"].get(active as usize));
    let mut about = String::new();
    if let Some(parameter) = parameter {
        let units = |key: usize| parameter["label"][key].as_u64().map(|at| at as usize);
        let (start, end) = match (units(0), units(1)) {
            (Some(start), Some(end)) => (start, end),
            _ => {
                let words = parameter["label"].as_str().unwrap_or_default();
                let start = label.find(words).unwrap_or_default();
                (start, start + words.len())
            }
        };
        label.insert(end, '⟩');
        label.insert(start, '⟨');
        let documentation = &parameter["documentation"];
        documentation.as_str().or(documentation["value"].as_str()).unwrap_or_default().clone_into(&mut about);
    }
    format!("{label}\n{about}\n")
}

fn outline(symbols: &Value, depth: usize, out: &mut String) {
    for symbol in symbols.as_array().into_iter().flatten() {
        let name = format!("{}{}", "  ".repeat(depth), symbol["name"].as_str().unwrap_or_default());
        out.push_str(&both(&Value::String(name), &symbol["detail"]));
        outline(&symbol["children"], depth + 1, out);
    }
}

/// Tokens as words with their types, a line of the record each.
fn tokens(text: &str, answer: &Value) -> String {
    let (_, capabilities) = able_client();
    let legend = &capabilities["semanticTokensProvider"]["legend"];
    let (mut line, mut column) = (0, 0);
    let mut out = String::new();
    let numbers: Vec<usize> =
        answer["data"].as_array().into_iter().flatten().map(|number| number.as_u64().unwrap() as usize).collect();
    for (nth, token) in numbers.chunks(5).enumerate() {
        if token[0] > 0 {
            column = 0;
            if nth > 0 {
                out.push('\n');
            }
        } else if nth > 0 {
            out.push_str("  ");
        }
        line += token[0];
        column += token[1];
        let (start, end) = (model::offset(text, line, column), model::offset(text, line, column + token[2]));
        let kind = legend["tokenTypes"][token[3]].as_str().unwrap_or_default();
        let modifiers = legend["tokenModifiers"].as_array().into_iter().flatten().enumerate();
        let _ = write!(out, "{}:{kind}", &text[start..end]);
        for (_, name) in modifiers.filter(|(bit, _)| token[4] & (1 << bit) != 0) {
            let _ = write!(out, ".{}", name.as_str().unwrap_or_default());
        }
    }
    out
}
