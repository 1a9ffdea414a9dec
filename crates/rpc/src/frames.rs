//! Frames: `Content-Length: N`, an empty line, and N bytes of JSON.
//!
//! A reader finds the next frame after bytes that belong to no frame, and uses no more memory than the longest frame
//! needs.

use std::io;

use memchr::memmem;
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader, BufWriter};

use crate::outbox::Outgoing;

/// The longest header line that is understood, in bytes.
const MAX_HEADER: usize = 4096;

/// The next part of the input.
#[derive(Debug, PartialEq, Eq)]
pub enum Frame {
    /// The bytes of a message.
    Body(Vec<u8>),
    /// A header without a usable length, with the reason. Bytes up to the next header are skipped.
    Bad(String),
    /// A header with a length beyond the longest that is taken, which a user can cause. The body is skipped.
    TooLong(u64),
    /// The end of the input.
    End,
}

/// Reads frames from the input of a client.
pub struct Frames<R> {
    input: BufReader<R>,
    /// The longest frame that is taken, in bytes.
    longest: u64,
    line: Vec<u8>,
    /// Whether bytes were skipped that belong to no frame.
    has_skipped: bool,
}

impl<R: AsyncRead + Unpin> Frames<R> {
    /// Returns a reader of frames of up to `longest` bytes.
    pub fn new(input: R, longest: u64) -> Self {
        Self { input: BufReader::with_capacity(1 << 16, input), longest, line: Vec::new(), has_skipped: false }
    }

    /// Returns whether further input was read but not returned yet.
    pub fn has_more(&self) -> bool {
        !self.input.buffer().is_empty()
    }

    /// Returns whether bytes that belong to no frame were skipped since the last call.
    pub fn take_skipped(&mut self) -> bool {
        std::mem::take(&mut self.has_skipped)
    }

    /// Reads the next frame, and skips the bytes before it.
    ///
    /// # Errors
    /// Input that can't be read.
    pub async fn next(&mut self) -> io::Result<Frame> {
        let mut length = None;
        loop {
            if !self.read_line().await? {
                return Ok(Frame::End);
            }
            if let Some(at) = find_header(&self.line) {
                self.has_skipped |= at > 0;
                length = Some(content_length(&self.line[at..]));
            } else if self.line.iter().all(u8::is_ascii_whitespace) {
                match length {
                    Some(Ok(length)) if length > self.longest => return Ok(Frame::TooLong(length)),
                    Some(Ok(length)) => return self.body(length).await,
                    Some(Err(bad)) => return Ok(bad),
                    // A stray empty line between frames does no harm, so it is not an error.
                    None => {}
                }
            } else {
                self.has_skipped |= !is_field(&self.line);
            }
        }
    }

    async fn body(&mut self, length: u64) -> io::Result<Frame> {
        // A length that is a lie costs no memory: what is not written to is not there.
        let mut body = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        let read = (&mut self.input).take(length).read_to_end(&mut body).await?;
        if read as u64 == length {
            return Ok(Frame::Body(body));
        }
        tracing::warn!("the input ended within a message: {read} of its {length} bytes came");
        Ok(Frame::End)
    }

    /// Reads a line with its line end. If the line is longer than a header can be, drops its start up to the place
    /// where a header may begin, so that garbage of any length takes little memory. Returns false at the end of the
    /// input.
    async fn read_line(&mut self) -> io::Result<bool> {
        self.line.clear();
        loop {
            let room = (MAX_HEADER - self.line.len()) as u64;
            let read = (&mut self.input).take(room).read_until(b'\n', &mut self.line).await?;
            if read == 0 || self.line.ends_with(b"\n") {
                return Ok(!self.line.is_empty());
            }
            if self.line.len() == MAX_HEADER {
                // The name of the header may be cut in two here, so its length is kept.
                let keep = find_header(&self.line).filter(|&at| at > 0).unwrap_or(MAX_HEADER - HEADER.len());
                self.line.drain(..keep);
                self.has_skipped = true;
            }
        }
    }
}

const HEADER: &[u8] = b"content-length:";

/// Returns the start of the last header in a line, in upper or lower case. The header may follow the rest of a body
/// whose length was too small, and this rest may contain the name of the header.
fn find_header(line: &[u8]) -> Option<usize> {
    memmem::rfind(&line.to_ascii_lowercase(), HEADER)
}

/// Whether a line has the form of a header field, such as `Content-Type`. The rest of a message never has this form,
/// because JSON has a quotation mark before a colon.
fn is_field(line: &[u8]) -> bool {
    let name = line.iter().take_while(|&&byte| byte.is_ascii_alphanumeric() || byte == b'-').count();
    name > 0 && line.get(name) == Some(&b':')
}

/// Returns the length in a header, or the frame for a header without one.
fn content_length(header: &[u8]) -> Result<u64, Frame> {
    let value = String::from_utf8_lossy(&header[HEADER.len()..]);
    let value = value.trim();
    let shown = || value.escape_debug().take(40).collect::<String>();
    value.parse().map_err(|_| Frame::Bad(format!("`{}` is not a length of a message", shown())))
}

/// Writes messages until there are no more, or the client has closed its end.
pub async fn write(mut messages: Outgoing, stdout: impl AsyncWrite + Unpin) {
    // A short message and its header are written together, and a long one is not copied.
    let mut stdout = BufWriter::new(stdout);
    let written = async {
        while let Some(message) = messages.next().await {
            stdout.write_all(format!("Content-Length: {}\r\n\r\n", message.body.len()).as_bytes()).await?;
            stdout.write_all(&message.body).await?;
            if messages.is_empty() {
                stdout.flush().await?;
            }
        }
        stdout.flush().await
    };
    let written: io::Result<()> = written.await;
    if let Err(error) = written {
        tracing::error!("can't write to the client: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All frames of an input.
    fn read(input: &[u8]) -> Vec<String> {
        let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
        runtime.block_on(async {
            let mut frames = Frames::new(input, 1 << 28);
            let mut frames_read = Vec::new();
            loop {
                match frames.next().await.unwrap() {
                    Frame::Body(body) => frames_read.push(String::from_utf8(body).unwrap()),
                    Frame::Bad(why) => frames_read.push(format!("! {why}")),
                    Frame::TooLong(length) => frames_read.push(format!("! {length}")),
                    Frame::End => return frames_read,
                }
            }
        })
    }

    #[test]
    fn bytes_in_no_frame_are_noticed() {
        let skips = |input: &str| {
            let runtime = tokio::runtime::Builder::new_current_thread().build().unwrap();
            runtime.block_on(async {
                let mut frames = Frames::new(input.as_bytes(), 1 << 28);
                while frames.next().await.unwrap() != Frame::End {}
                frames.take_skipped()
            })
        };
        for clean in ["", "Content-Type: x\r\n", "\r\n\r\n"] {
            assert!(!skips(&format!("{clean}Content-Length: 2\r\nX-Other: y\r\n\r\n{{}}{clean}")), "{clean:?}");
        }
        for junk in ["x", "{\"a\":1}", "a\nb\nc", ": x\n", "\"a\": 1\n", &"x".repeat(MAX_HEADER + 1)] {
            assert!(skips(&format!("{junk}Content-Length: 2\r\n\r\n{{}}")), "{junk:?}");
            assert!(skips(&format!("Content-Length: 2\r\n\r\n{{}}{junk}")), "{junk:?}");
        }
    }

    #[test]
    fn headers_are_taken_as_they_come() {
        assert_eq!(read(b"content-LENGTH:2\r\nContent-Type: x; charset=latin1\r\nOther: y\r\n\r\n{}"), ["{}"]);
        assert_eq!(read(b"Content-Length: 2\n\n{}\r\n\r\nContent-Length: 1\r\n\r\n1"), ["{}", "1"]);
        assert_eq!(read(b"Content-Length: 0\r\n\r\nContent-Length: 1\r\n\r\n1"), ["", "1"]);
    }

    #[test]
    fn the_next_frame_is_found_after_any_garbage() {
        let good = "Content-Length: 2\r\n\r\n{}";
        for garbage in ["x", "\r\n\r\n", "{\"a\":1}", "Content-Type: x\r\n\r\n{}", "a\nb\nc"] {
            assert_eq!(read(format!("{garbage}{good}").as_bytes()), ["{}"], "{garbage:?}");
        }
        for length in 0..3 * MAX_HEADER {
            if length % MAX_HEADER < 3 || length % MAX_HEADER > MAX_HEADER - 40 {
                assert_eq!(read(format!("{}{good}", "x".repeat(length)).as_bytes()), ["{}"], "{length}");
            }
        }
    }

    #[test]
    fn a_length_that_makes_no_sense_is_refused_and_skipped() {
        for length in ["-1", "x", "", "99999999999", "99999999999999999999999999"] {
            let frames = read(format!("Content-Length: {length}\r\n\r\n{{}}Content-Length: 1\r\n\r\n1").as_bytes());
            assert!(frames[0].starts_with("! "), "{length}: {frames:?}");
            assert_eq!(frames[1..], ["1"], "{length}");
        }
    }

    #[test]
    fn a_body_that_breaks_off_is_the_end() {
        assert_eq!(read(b"Content-Length: 9\r\n\r\n{}"), [""; 0]);
    }
}
