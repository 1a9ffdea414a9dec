//! Serves a page to the browser of the user, on this machine only.

use std::fmt::Write as _;
use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::http::{self, Refusal, Request, Route};
use super::page::{LivePage, Reader};

/// The most connections at once; a further one is refused.
const MAX_CONNECTIONS: usize = 32;

/// The most readers of the event stream at once.
const MAX_STREAMS: usize = 8;

/// How long the head of a request may take.
const REQUEST_TIME: Duration = Duration::from_secs(5);

/// How long a browser may leave what is written to it.
const WRITE_TIME: Duration = Duration::from_secs(10);

/// How often a stream without news is written to, so that a reader that is gone is noticed.
const HEARTBEAT: Duration = Duration::from_secs(15);

/// The length of the secret in the address, in bytes.
const SECRET_BYTES: usize = 16;

/// The page without its content, which comes by the event stream.
const PAGE: &str = "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
    <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>Preview</title>\n\
    <link rel=\"icon\" href=\"data:,\">\n<link rel=\"stylesheet\" href=\"preview.css\">\n\
    <script src=\"preview.js\" defer></script>\n</head>\n<body>\n\
    <p id=\"ended\" role=\"status\" hidden>The preview has ended.</p>\n<main></main>\n</body>\n</html>\n";

/// The script and the style of the page, which `scripts/web preview` builds.
const SCRIPT: &str = include_str!("preview.js");
const STYLE: &str = include_str!("preview.css");

/// A server of one page. It ends with the program.
pub(super) struct Server {
    address: String,
}

/// The parts of a server that its connections share.
struct Shared {
    page: Arc<LivePage>,
    /// The address and the port, as a browser names them.
    authority: String,
    secret: String,
    connections: AtomicUsize,
    streams: AtomicUsize,
}

impl Server {
    /// Listens on a port that the system chooses, and answers in threads of its own.
    ///
    /// # Errors
    /// The system has no port or no random numbers.
    pub(super) fn start(page: Arc<LivePage>) -> io::Result<Self> {
        let mut random = [0; SECRET_BYTES];
        getrandom::fill(&mut random).map_err(|error| io::Error::other(error.to_string()))?;
        let secret = random.iter().fold(String::new(), |mut secret, byte| {
            let _ = write!(secret, "{byte:02x}");
            secret
        });
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?;
        let authority = listener.local_addr()?.to_string();
        let address = format!("http://{authority}/{secret}/");
        let (connections, streams) = (AtomicUsize::new(0), AtomicUsize::new(0));
        let shared = Arc::new(Shared { page, authority, secret, connections, streams });
        thread::Builder::new().name("preview".to_owned()).spawn(move || accept(&listener, &shared))?;
        Ok(Self { address })
    }

    /// The address of the page.
    pub(super) fn address(&self) -> &str {
        &self.address
    }
}

fn accept(listener: &TcpListener, shared: &Arc<Shared>) {
    for connection in listener.incoming() {
        let Ok(connection) = connection else {
            // There may be too many open files for a moment.
            thread::sleep(Duration::from_millis(50));
            continue;
        };
        let Some(turn) = Turn::take(shared, |shared| &shared.connections, MAX_CONNECTIONS) else { continue };
        let shared = Arc::clone(shared);
        let answered = thread::Builder::new().name("connection".to_owned()).spawn(move || {
            // A browser that is gone needs no answer.
            let _ = answer(connection, &shared);
            drop(turn);
        });
        drop(answered);
    }
}

/// One of a limited number of things at once.
struct Turn {
    shared: Arc<Shared>,
    count: fn(&Shared) -> &AtomicUsize,
}

impl Turn {
    fn take(shared: &Arc<Shared>, count: fn(&Shared) -> &AtomicUsize, max: usize) -> Option<Self> {
        let turn = Self { shared: Arc::clone(shared), count };
        // Too many are given back at once.
        (count(shared).fetch_add(1, Ordering::Relaxed) < max).then_some(turn)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        (self.count)(&self.shared).fetch_sub(1, Ordering::Relaxed);
    }
}

/// A stream that must be read before a time.
struct Limited<'s> {
    stream: &'s TcpStream,
    end: Instant,
}

impl Read for Limited<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.end.saturating_duration_since(now());
        if left.is_zero() {
            return Err(io::ErrorKind::TimedOut.into());
        }
        self.stream.set_read_timeout(Some(left))?;
        let mut stream = self.stream;
        stream.read(buffer)
    }
}

#[expect(clippy::disallowed_methods, reason = "how long a request takes is a matter of the clock")]
fn now() -> Instant {
    Instant::now()
}

fn answer(mut connection: TcpStream, shared: &Arc<Shared>) -> io::Result<()> {
    connection.set_write_timeout(Some(WRITE_TIME))?;
    let request = Request::read(&mut Limited { stream: &connection, end: now() + REQUEST_TIME });
    let route = match request {
        Ok(request) => request.route(&shared.authority, &shared.secret),
        Err(error) if error.kind() == io::ErrorKind::InvalidData => Err(Refusal::BadRequest),
        Err(error) => return Err(error),
    };
    let (content_type, body) = match route {
        Ok(Route::Page) => ("text/html; charset=utf-8", PAGE),
        Ok(Route::Script) => ("text/javascript; charset=utf-8", SCRIPT),
        Ok(Route::Style) => ("text/css; charset=utf-8", STYLE),
        Ok(Route::Events) => match Turn::take(shared, |shared| &shared.streams, MAX_STREAMS) {
            Some(_turn) => return stream(connection, shared),
            None => return connection.write_all(http::refusal(Refusal::Busy).as_bytes()),
        },
        Err(refusal) => return connection.write_all(http::refusal(refusal).as_bytes()),
    };
    connection.write_all(http::head(content_type, Some(body.len())).as_bytes())?;
    connection.write_all(body.as_bytes())?;
    connection.shutdown(Shutdown::Write)
}

/// Writes the page as an event stream, and each change of it, until the reader is gone.
fn stream(mut connection: TcpStream, shared: &Shared) -> io::Result<()> {
    connection.set_nodelay(true)?;
    connection.write_all(http::head("text/event-stream", None).as_bytes())?;
    let mut reader = Reader::default();
    loop {
        // JSON has no line breaks, and a line is an event.
        let event = match shared.page.next(&mut reader, HEARTBEAT) {
            Some(message) => format!("data: {message}\n\n"),
            None => ":\n\n".to_owned(),
        };
        connection.write_all(event.as_bytes())?;
    }
}
