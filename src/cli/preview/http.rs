//! Requests of HTTP/1.1 from a browser on this machine, and the answers to them.

use std::io::{self, Read};

/// The longest head of a request, in bytes.
const MAX_HEAD: usize = 8 << 10;

/// The most headers of a request.
const MAX_HEADERS: usize = 100;

/// The policy of the page: its own script and style, pictures in it, and its event stream.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src data:; connect-src 'self'; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// A request, with the headers that decide whether it is answered.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Request {
    method: String,
    path: String,
    host: Vec<String>,
    origin: Vec<String>,
    /// `Sec-Fetch-Site`: where the request comes from, as far as the browser says so.
    site: Vec<String>,
}

/// The part of the page that a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Route {
    Page,
    Script,
    Style,
    Events,
}

/// The reason why a request is refused, as a status of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Refusal {
    BadRequest,
    Forbidden,
    NotFound,
    MethodNotAllowed,
    Busy,
}

impl Refusal {
    fn status(self) -> &'static str {
        match self {
            Self::BadRequest => "400 Bad Request",
            Self::Forbidden => "403 Forbidden",
            Self::NotFound => "404 Not Found",
            Self::MethodNotAllowed => "405 Method Not Allowed",
            Self::Busy => "503 Service Unavailable",
        }
    }
}

impl Request {
    /// Reads the head of a request. A body is not read.
    ///
    /// # Errors
    /// The connection ends or takes too long, or the head is too long or not valid.
    pub(super) fn read(stream: &mut impl Read) -> io::Result<Self> {
        let invalid = || io::Error::from(io::ErrorKind::InvalidData);
        let mut head = Vec::new();
        let mut buffer = [0; 1024];
        let end = loop {
            if let Some(end) = memchr::memmem::find(&head, b"\r\n\r\n") {
                break end;
            }
            if head.len() > MAX_HEAD {
                return Err(invalid());
            }
            match stream.read(&mut buffer)? {
                0 => return Err(io::ErrorKind::UnexpectedEof.into()),
                read => head.extend(&buffer[..read]),
            }
        };
        Self::parse(&head[..end]).ok_or_else(invalid)
    }

    fn parse(head: &[u8]) -> Option<Self> {
        let head = str::from_utf8(head).ok()?;
        let mut lines = head.split("\r\n");
        let mut words = lines.next()?.split(' ');
        let (method, path, version) = (words.next()?, words.next()?, words.next()?);
        if !version.starts_with("HTTP/1.") || words.next().is_some() {
            return None;
        }
        let mut request = Self { method: method.to_owned(), path: path.to_owned(), ..Self::default() };
        for (index, line) in lines.enumerate() {
            let (name, value) = line.split_once(':')?;
            if index == MAX_HEADERS || name.contains([' ', '\t']) {
                return None;
            }
            let values = match name.to_ascii_lowercase().as_str() {
                "host" => &mut request.host,
                "origin" => &mut request.origin,
                "sec-fetch-site" => &mut request.site,
                _ => continue,
            };
            values.push(value.trim().to_owned());
        }
        Some(request)
    }

    /// Returns the part of the page that the request asks for, if it may have it. `authority` is the address and port
    /// of the server, and `secret` is in the path of all parts.
    ///
    /// # Errors
    /// The reason why the request is refused.
    pub(super) fn route(&self, authority: &str, secret: &str) -> Result<Route, Refusal> {
        // A name that leads to this address is one of another page, which would read along.
        if self.host != [authority] {
            return Err(Refusal::Forbidden);
        }
        let own = format!("http://{authority}");
        let is_own_page = self.origin.iter().all(|origin| *origin == own) && self.origin.len() < 2;
        // A user who opens the address comes from nowhere.
        let is_here = self.site.iter().all(|site| matches!(site.as_str(), "same-origin" | "none"));
        if !is_own_page || !is_here {
            return Err(Refusal::Forbidden);
        }
        let inner = self.path.strip_prefix('/').and_then(|path| path.split_once('/'));
        let inner = inner.filter(|(given, _)| is_equal(given, secret)).map(|(_, inner)| inner);
        let route = match inner.ok_or(Refusal::NotFound)? {
            "" => Route::Page,
            "preview.js" => Route::Script,
            "preview.css" => Route::Style,
            "events" => Route::Events,
            _ => return Err(Refusal::NotFound),
        };
        if self.method != "GET" {
            return Err(Refusal::MethodNotAllowed);
        }
        if route == Route::Events && self.site.iter().any(|site| site != "same-origin") {
            return Err(Refusal::Forbidden);
        }
        Ok(route)
    }
}

/// Compares with a secret in a time that does not depend on it.
fn is_equal(given: &str, secret: &str) -> bool {
    let difference = given.bytes().zip(secret.bytes()).fold(0, |all, (one, other)| all | (one ^ other));
    given.len() == secret.len() && difference == 0
}

/// Returns the head of an answer; without a length its body ends with the connection.
pub(super) fn head(content_type: &str, length: Option<usize>) -> String {
    head_with_status("200 OK", content_type, length)
}

/// Returns the whole answer to a request that is refused.
pub(super) fn refusal(refusal: Refusal) -> String {
    let body = format!("{}\n", refusal.status());
    head_with_status(refusal.status(), "text/plain; charset=utf-8", Some(body.len())) + &body
}

fn head_with_status(status: &str, content_type: &str, length: Option<usize>) -> String {
    let length = length.map_or(String::new(), |length| format!("Content-Length: {length}\r\n"));
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {content_type}\r\n{length}Connection: close\r\nCache-Control: no-store\r\n\
         Content-Security-Policy: {POLICY}\r\nReferrer-Policy: no-referrer\r\nX-Content-Type-Options: nosniff\r\n\
         X-Frame-Options: DENY\r\nCross-Origin-Opener-Policy: same-origin\r\n\
         Cross-Origin-Resource-Policy: same-origin\r\n\r\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    const OWN: &str = "127.0.0.1:4000";

    fn route(head: &str) -> Result<Route, Refusal> {
        let request = Request::read(&mut format!("{head}\r\n\r\n").as_bytes()).map_err(|_| Refusal::BadRequest)?;
        request.route(OWN, "s3cret")
    }

    #[test]
    fn a_request_needs_the_host_the_secret_and_the_origin() {
        let host = "Host: 127.0.0.1:4000";
        for (head, expected) in [
            (format!("GET /s3cret/ HTTP/1.1\r\n{host}"), Ok(Route::Page)),
            (format!("GET /s3cret/preview.js HTTP/1.1\r\n{host}"), Ok(Route::Script)),
            (format!("GET /s3cret/events HTTP/1.1\r\n{host}\r\nOrigin: http://127.0.0.1:4000"), Ok(Route::Events)),
            (format!("GET /s3cret/events HTTP/1.1\r\n{host}\r\nSec-Fetch-Site: same-origin"), Ok(Route::Events)),
            (format!("GET /s3cret/events HTTP/1.1\r\n{host}\r\nSec-Fetch-Site: none"), Err(Refusal::Forbidden)),
            (format!("GET /s3cret/events HTTP/1.1\r\n{host}\r\nOrigin: http://evil.example"), Err(Refusal::Forbidden)),
            (format!("GET /s3cret/events HTTP/1.1\r\n{host}\r\nOrigin: null"), Err(Refusal::Forbidden)),
            (format!("GET /s3cret/ HTTP/1.1\r\n{host}\r\nSec-Fetch-Site: cross-site"), Err(Refusal::Forbidden)),
            ("GET /s3cret/ HTTP/1.1\r\nHost: evil.example:4000".into(), Err(Refusal::Forbidden)),
            ("GET /s3cret/ HTTP/1.1\r\nHost: localhost:4000".into(), Err(Refusal::Forbidden)),
            (format!("GET /s3cret/ HTTP/1.1\r\n{host}\r\n{host}"), Err(Refusal::Forbidden)),
            ("GET /s3cret/ HTTP/1.1".into(), Err(Refusal::Forbidden)),
            (format!("GET /s3cre/ HTTP/1.1\r\n{host}"), Err(Refusal::NotFound)),
            (format!("GET /s3cret HTTP/1.1\r\n{host}"), Err(Refusal::NotFound)),
            (format!("GET /s3cret/../x HTTP/1.1\r\n{host}"), Err(Refusal::NotFound)),
            (format!("GET / HTTP/1.1\r\n{host}"), Err(Refusal::NotFound)),
            (format!("POST /s3cret/ HTTP/1.1\r\n{host}"), Err(Refusal::MethodNotAllowed)),
            (format!("GET /s3cret/ x HTTP/1.1\r\n{host}"), Err(Refusal::BadRequest)),
            (format!("GET /s3cret/ HTTP/1.1\r\nHost : 127.0.0.1:4000\r\n{host}"), Err(Refusal::BadRequest)),
            (format!("GET /{} HTTP/1.1\r\n{host}", "x".repeat(MAX_HEAD * 2)), Err(Refusal::BadRequest)),
            (format!("GET /s3cret/ HTTP/1.1\r\n{host}{}", "\r\na: b".repeat(200)), Err(Refusal::BadRequest)),
        ] {
            assert_eq!(route(&head), expected, "{head}");
        }
    }
}
