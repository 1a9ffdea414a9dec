//! The server over another transport than that of editors: messages in memory, one thread, a clock that is moved by
//! hand, and files that are on no disk. What is served here can be served in a browser.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::pin::pin;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::executor::LocalPool;
use futures::future::BoxFuture;
use futures::task::LocalSpawnExt;
use ishi_archive::ArchiveText;
use ishi_config::{Config, ConfigError, FILE_NAME, SettingsSearch};
use ishi_server::{Dispatcher, FileSystem, Message, Outbox, Outgoing, Runtime};
use ishi_text::Encoding;
use serde_json::{Value, json};

/// A machine that has one thread and no clock of its own.
#[derive(Debug, Default)]
struct Machine(Mutex<State>);

#[derive(Default)]
struct State {
    now: Duration,
    /// The tasks that have not begun.
    tasks: Vec<BoxFuture<'static, ()>>,
    /// Who waits until when.
    timers: Vec<(Duration, oneshot::Sender<()>)>,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("State").field("now", &self.now).finish_non_exhaustive()
    }
}

impl Runtime for Machine {
    fn now(&self) -> Duration {
        self.0.lock().unwrap().now
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let (timer, over) = oneshot::channel();
        let mut state = self.0.lock().unwrap();
        let until = state.now + time;
        state.timers.push((until, timer));
        over.map(drop).boxed()
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        self.0.lock().unwrap().tasks.push(task);
    }

    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        work();
    }
}

impl Machine {
    /// Moves the clock on to the next moment that somebody waits for, if there is one.
    fn advance(&self) -> bool {
        let mut state = self.0.lock().unwrap();
        // No task waits any more for what has ended in time.
        state.timers.retain(|(_, timer)| !timer.is_canceled());
        let Some(next) = state.timers.iter().map(|(until, _)| *until).min() else { return false };
        state.now = next;
        let (due, later) = std::mem::take(&mut state.timers).into_iter().partition(|(until, _)| *until <= next);
        state.timers = later;
        for (_, timer) in due {
            let _ = timer.send(());
        }
        true
    }
}

/// Files in memory, with URIs such as `memory:/games/a.ishi`.
#[derive(Debug)]
struct Memory {
    files: BTreeMap<PathBuf, String>,
    /// How many settings files have been parsed.
    parsed: AtomicUsize,
}

impl FileSystem for Memory {
    fn path(&self, uri: &str) -> Option<PathBuf> {
        uri.strip_prefix("memory:").map(PathBuf::from)
    }

    fn uri(&self, path: &Path) -> Option<String> {
        Some(format!("memory:{}", path.to_str()?))
    }

    fn exists(&self, path: &Path) -> bool {
        self.files.contains_key(path)
    }

    fn is_record(&self, path: &Path) -> bool {
        path.extension().is_some_and(|extension| extension == "ishi")
    }

    fn read_games(
        &self,
        path: &Path,
        _: usize,
        _: Option<Encoding>,
        take: &mut dyn FnMut(ArchiveText<'_>),
    ) -> io::Result<()> {
        let text = self.files.get(path).ok_or(io::ErrorKind::NotFound)?;
        take(ArchiveText::Record(text));
        Ok(())
    }

    fn files_among<'f>(
        &'f self,
        folder: &'f Path,
        targets: BTreeSet<PathBuf>,
    ) -> Box<dyn Iterator<Item = PathBuf> + 'f> {
        let is_wanted = move |path: &&PathBuf| targets.iter().any(|target| path.starts_with(target));
        Box::new(self.files.keys().filter(move |path| path.starts_with(folder)).filter(is_wanted).cloned())
    }

    fn find_settings(&self, path: &Path) -> SettingsSearch {
        let file = path.ancestors().skip(1).map(|folder| folder.join(FILE_NAME)).find(|file| self.exists(file));
        SettingsSearch { file, skipped: Vec::new() }
    }

    fn read_settings(&self, path: &Path) -> Result<String, ConfigError> {
        Ok(self.files.get(path).expect("settings that were found").clone())
    }

    fn parse_settings(&self, _: &Path, text: &str) -> Result<Config, ConfigError> {
        self.parsed.fetch_add(1, Ordering::SeqCst);
        Config::from_toml(text)
    }
}

/// The client, and the thread that the server runs in.
struct Client {
    machine: Arc<Machine>,
    memory: Arc<Memory>,
    pool: LocalPool,
    dispatcher: Dispatcher,
    outgoing: Outgoing,
}

impl Client {
    fn new(files: &[(&str, &str)]) -> Self {
        let machine = Arc::new(Machine::default());
        let files = files.iter().map(|(path, text)| (PathBuf::from(path), (*text).to_owned())).collect();
        let memory = Arc::new(Memory { files, parsed: AtomicUsize::default() });
        let (outbox, outgoing) = Outbox::new();
        let runtime: Arc<dyn Runtime> = Arc::<Machine>::clone(&machine);
        let dispatcher = Dispatcher::new(outbox, runtime, Arc::<Memory>::clone(&memory));
        Self { machine, memory, pool: LocalPool::new(), dispatcher, outgoing }
    }

    /// Lets all tasks go on until each waits for something.
    fn run(machine: &Machine, pool: &mut LocalPool) {
        loop {
            let tasks = std::mem::take(&mut machine.0.lock().unwrap().tasks);
            if tasks.is_empty() && !pool.try_run_one() {
                return;
            }
            for task in tasks {
                pool.spawner().spawn_local(task).expect("the pool is there");
            }
        }
    }

    /// Sends a message. Returns false if it was the last that the server takes.
    fn send(&mut self, message: &Value) -> bool {
        let message = Message::parse(message.to_string().as_bytes()).expect("a message");
        let mut received = pin!(self.dispatcher.receive(message, false));
        loop {
            if let Some(goes_on) = received.as_mut().now_or_never() {
                return goes_on;
            }
            Self::run(&self.machine, &mut self.pool);
        }
    }

    fn notify(&mut self, method: &str, params: &Value) -> bool {
        self.send(&json!({"jsonrpc": "2.0", "method": method, "params": params}))
    }

    /// Waits for the first message of the server for which `wanted` gives something.
    fn wait<T>(&mut self, wanted: impl Fn(&Value) -> Option<T>) -> T {
        loop {
            Self::run(&self.machine, &mut self.pool);
            match self.outgoing.next().now_or_never() {
                Some(message) => {
                    let message = message.expect("the server goes on");
                    if let Some(found) = wanted(&serde_json::from_slice(&message.body).expect("JSON")) {
                        return found;
                    }
                }
                None => assert!(self.machine.advance(), "nothing more is going to happen"),
            }
        }
    }

    /// Sends a request and returns its result.
    fn request(&mut self, method: &str, params: &Value) -> Value {
        self.send(&json!({"jsonrpc": "2.0", "id": method, "method": method, "params": params}));
        self.wait(|message| (message["id"] == method).then(|| message["result"].clone()))
    }

    fn initialize(&mut self) -> Value {
        self.initialize_in(&["memory:/games"])
    }

    /// Begins a session with these folders.
    fn initialize_in(&mut self, folders: &[&str]) -> Value {
        let folders: Value = folders.iter().map(|uri| json!({"uri": uri, "name": uri})).collect();
        let result = self.request("initialize", &json!({"capabilities": {}, "workspaceFolders": folders}));
        self.notify("initialized", &json!({}));
        result
    }

    /// Opens a document and returns the codes of the diagnostics that are pushed for it.
    fn open(&mut self, uri: &str, text: &str) -> Vec<String> {
        self.open_in("ishi", uri, text)
    }

    /// Opens a document in a language, as [`Self::open`] does.
    fn open_in(&mut self, language: &str, uri: &str, text: &str) -> Vec<String> {
        let document = json!({"uri": uri, "languageId": language, "version": 1, "text": text});
        self.notify("textDocument/didOpen", &json!({"textDocument": document}));
        self.wait(|message| {
            let is_wanted = message["method"] == "textDocument/publishDiagnostics" && message["params"]["uri"] == *uri;
            let codes = || message["params"]["diagnostics"].as_array().expect("a list").iter().map(|one| &one["code"]);
            is_wanted.then(|| codes().map(|code| code.as_str().expect("a code").to_owned()).collect())
        })
    }

    /// Lets time pass until so many files are in the index of events.
    fn wait_for_files(&mut self, count: usize) {
        while self.request("ishi/status", &Value::Null)["workspace"]["files"] != count {
            assert!(self.machine.advance(), "nothing more is going to happen");
        }
    }
}

/// White 2 is on the point of Black 1, and the move after it is missing.
const RECORD: &str = "EVENT Final\nB 1 Q16\nW 2 Q16\nW 4 D4\n";

#[test]
fn a_session_needs_neither_streams_nor_threads() {
    let mut client = Client::new(&[]);
    let server = client.initialize();
    assert_eq!(server["serverInfo"]["name"], "ishi");
    assert!(client.open("memory:/games/a.ishi", RECORD).contains(&"occupied-point".to_owned()));
    let place = json!({"textDocument": {"uri": "memory:/games/a.ishi"}, "position": {"line": 1, "character": 1}});
    let hover = client.request("textDocument/hover", &place);
    assert!(hover["contents"]["value"].as_str().expect("a text").contains("last move Black Q16"), "{hover}");
    let status = client.request("ishi/status", &Value::Null);
    assert_eq!(status["memory"], Value::Null, "this machine does not say it");

    let is_shut_down = client.dispatcher.is_shut_down();
    assert!(!is_shut_down.load(Ordering::SeqCst));
    assert_eq!(client.request("shutdown", &Value::Null), Value::Null);
    assert!(is_shut_down.load(Ordering::SeqCst));
    assert!(!client.notify("exit", &Value::Null), "nothing follows");
}

#[test]
fn files_are_those_of_the_transport() {
    let files = [
        ("/games/b.ishi", "EVENT Semifinal\nB 1 Q16\n"),
        ("/games/notes.txt", "EVENT Shopping\n"),
        ("/games/old/ishi.toml", "[check]\noccupied-point = \"off\"\n[files]\nexclude = [\"c.ishi\"]\n"),
        ("/games/old/c.ishi", "EVENT Quarterfinal\n"),
        ("/elsewhere/d.ishi", "EVENT Other\n"),
    ];
    let mut client = Client::new(&files);
    client.initialize();
    assert!(client.open("memory:/games/a.ishi", RECORD).contains(&"occupied-point".to_owned()));
    let below = client.open("memory:/games/old/a.ishi", &RECORD.replace("Final", "Old final"));
    assert!(!below.is_empty() && !below.contains(&"occupied-point".to_owned()), "{below:?}");

    // The clock goes on, and the folder is read.
    client.wait_for_files(1);
    let found = client.request("workspace/symbol", &json!({"query": ""}));
    let mut uris: Vec<&str> =
        found.as_array().expect("a list").iter().filter_map(|one| one["location"]["uri"].as_str()).collect();
    uris.sort_unstable();
    assert_eq!(uris, ["memory:/games/a.ishi", "memory:/games/b.ishi", "memory:/games/old/a.ishi"]);
}

#[test]
fn the_problems_of_a_folder_need_no_threads() {
    let files = [
        ("/games/a.ishi", RECORD),
        ("/games/b.ishi", "EVENT Semifinal\nB 1 Q16\n"),
        ("/games/old/ishi.toml", "[check]\noccupied-point = \"off\"\nmissing-move = \"off\"\n"),
        ("/games/old/c.ishi", RECORD),
        ("/elsewhere/d.ishi", RECORD),
    ];
    let mut client = Client::new(&files);
    client.initialize();
    let report = client.request("workspace/diagnostic", &json!({"previousResultIds": []}));
    let uris: Vec<&Value> = report["items"].as_array().expect("a list").iter().map(|item| &item["uri"]).collect();
    assert_eq!(uris, ["memory:/games/a.ishi"]);

    // A request that waits holds up nothing else, and the next one ends it.
    let params = json!({"previousResultIds": [], "partialResultToken": "first"});
    client.send(&json!({"jsonrpc": "2.0", "id": "first", "method": "workspace/diagnostic", "params": params}));
    client.wait(|message| (message["params"]["token"] == "first").then_some(()));
    let status = client.request("ishi/status", &Value::Null);
    assert_eq!(status["workspace"]["check"]["isWaiting"], true);
    client.send(&json!({"jsonrpc": "2.0", "id": "next", "method": "workspace/diagnostic", "params": {}}));
    let first = client.wait(|message| (message["id"] == "first").then(|| message["result"].clone()));
    assert_eq!(first, json!({"items": []}));
    client.wait(|message| (message["id"] == "next").then_some(()));
}

/// Settings that take a parser much memory, most of them with a mistake. However many records are opened below them,
/// they are parsed once for those and once for the index of the folder.
#[test]
fn settings_are_parsed_once_however_many_records_are_opened() {
    for settings in [
        "a.".repeat(500_000) + "a = 1\n",
        "a.".repeat(30_000) + "a = 1\n",
        "[a.a.a.a]\n".repeat(6_000),
        "a = {".repeat(13_000),
        (0..3_000).map(|n| format!("a{n}.a.a.a = 1")).collect::<Vec<_>>().join("\n"),
        "[check]\noccupied-point = \"off\"\n".to_owned() + &"# x\n".repeat(100_000),
    ] {
        let mut client = Client::new(&[("/games/ishi.toml", &settings)]);
        client.initialize();
        for nth in 0..100 {
            client.open(&format!("memory:/games/{nth}.ishi"), RECORD);
        }
        let parsed = client.memory.parsed.load(Ordering::SeqCst);
        assert!((1..=2).contains(&parsed), "{parsed} times");
    }
}

#[test]
fn what_is_searched_is_said() {
    for (folders, opened, files, scope) in [
        (&["memory:/games"][..], 1, 2, "1 open file, 2 files in games"),
        (&["memory:/"], 0, 3, "0 open files, 3 files in /"),
        (&["memory:/games", "memory:/elsewhere"], 2, 3, "2 open files, 3 files in 2 folders"),
        (&[], 1, 0, "1 open file; no folder: open one, or put an ishi.toml into it"),
    ] {
        let files_there = [("/games/a.ishi", RECORD), ("/games/b.ishi", RECORD), ("/elsewhere/c.ishi", RECORD)];
        let mut client = Client::new(&files_there);
        client.initialize_in(folders);
        for nth in 0..opened {
            client.open(&format!("memory:/mine/{nth}.ishi"), RECORD);
        }
        client.wait_for_files(files);
        assert_eq!(client.request("ishi/status", &Value::Null)["workspace"]["scope"], scope);
    }
}

/// How many diagnostics there are after each of these is typed at the end of `text`, and once nothing more is.
fn reported(language: &str, text: &str, typed: &[&str]) -> (Vec<usize>, usize) {
    let uri = "memory:/games/a";
    let about = json!({"textDocument": {"uri": uri}});
    let mut client = Client::new(&[]);
    client.initialize();
    client.open_in(language, uri, text);
    let count = |client: &mut Client| {
        client.request("textDocument/diagnostic", &about)["items"].as_array().expect("a list").len()
    };
    let mut end = (text.matches('\n').count(), 0);
    let mut counts = Vec::new();
    for (version, text) in (2..).zip(typed) {
        let at = json!({"line": end.0, "character": end.1});
        let change = json!([{"range": {"start": at, "end": at}, "text": text}]);
        let document = json!({"uri": uri, "version": version});
        client.notify("textDocument/didChange", &json!({"textDocument": document, "contentChanges": change}));
        end = text.rfind('\n').map_or((end.0, end.1 + text.len()), |last| (end.0 + 1, text.len() - last - 1));
        counts.push(count(&mut client));
    }
    while client.machine.advance() {
        Client::run(&client.machine, &mut client.pool);
    }
    (counts, count(&mut client))
}

#[test]
fn a_word_that_is_being_typed_is_judged_once_it_is_finished() {
    let record = "EVENT x\nBOARDSIZE 9\nB 1 C7\n";
    for (typed, expected) in [
        (&["M", "A", "R", "K", "K"][..], (vec![0; 5], 1)),
        (&["  ", "W"], (vec![0, 0], 1)),
        (&["g", "3", "\n"], (vec![0, 0, 1], 1)),
        // What follows shows that the word is finished.
        (&["MARKK", " "], (vec![0, 1], 1)),
        (&["X", "\n", "W"], (vec![0, 1, 1], 2)),
        (&["W 2 ", "Z99"], (vec![1, 1], 1)),
    ] {
        assert_eq!(reported("ishi", record, typed), expected, "{typed:?}");
    }
    // In SGF, a letter after the game is not a word.
    let game = "(;GM[1]FF[4]SZ[9];B[cc]\n";
    assert_eq!(reported("sgf", game, &["x"]).0, [reported("sgf", "", &[&format!("{game}x")]).1]);
}
