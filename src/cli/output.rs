use std::io::{self, Write};
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};

use super::Exit;

/// Standard output.
///
/// A reader that leaves early (`ishi check | head -1`) is no mistake: what comes later is dropped without a word.
/// Any other failure to write is kept and reported once, at the end.
pub(super) struct Output {
    stdout: anstream::AutoStream<io::Stdout>,
    failure: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Self {
        Self { stdout: anstream::stdout(), failure: None }
    }

    /// Writes text that may be styled; the styles are taken out where no colour is wanted.
    pub(super) fn styled(&mut self, text: &str) {
        if self.failure.is_none() {
            self.failure = self.stdout.write_all(text.as_bytes()).err();
        }
    }

    /// Writes bytes as they are: data for other programs, or the text of a file.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        if self.failure.is_none() {
            self.failure = self.stdout.as_inner().lock().write_all(bytes).err();
        }
    }

    /// Whether styled text keeps its styles.
    pub(super) fn has_color(&self) -> bool {
        self.stdout.current_choice() != anstream::ColorChoice::Never
    }

    /// Whether nobody reads any more.
    pub(super) fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Ends the program's output, and turns `exit` into what the shell sees.
    pub(super) fn finish(mut self, exit: Exit) -> ExitCode {
        let failure = self.failure.take().or_else(|| self.stdout.flush().err());
        let exit = match failure {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                complain(&format!("standard output: {error}"));
                Exit::Failed
            }
            _ => exit,
        };
        ExitCode::from(exit as u8)
    }
}

/// Says on standard error what went wrong.
pub(super) fn complain(message: &str) {
    say(AnsiColor::Red.on_default().bold(), "error", message);
}

/// Says on standard error what may not be what was meant.
pub(super) fn warn(message: &str) {
    say(AnsiColor::Yellow.on_default().bold(), "warning", message);
}

fn say(style: Style, level: &str, message: &str) {
    note(&format!("{style}{level}:{style:#} {message}"));
}

/// Says something on standard error. Where even that is closed there is nobody left to tell.
pub(super) fn note(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// `1 file`, `2 files`.
pub(super) fn counted(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

/// The same text with its control characters, and those that turn the direction of writing, made visible, so that
/// no file can send commands to a terminal, break a line of output in two or show what is not there.
pub(super) fn printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_command(c) {
            out.extend(c.escape_default());
        } else {
            out.push(c);
        }
    }
    out
}

/// Whether a character does something to a terminal rather than being shown by it.
fn is_command(c: char) -> bool {
    c.is_control() || matches!(c, '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
