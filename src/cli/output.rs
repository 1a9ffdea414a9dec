//! Standard output and standard error.

use std::borrow::Cow;
use std::fmt;
use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::builder::styling::{AnsiColor, Style};
use serde::Serialize;

use super::{Error, Exit};
pub(super) use ishi_text::{counted, printable, printable_json, printable_lines};

/// A value as JSON that can't send commands to a terminal.
pub(super) fn json(value: &impl Serialize) -> String {
    // Strings, numbers and lists of them can always be written as JSON.
    printable_json(&serde_json::to_string(value).unwrap_or_default())
}

/// A value as a line of JSON that can't send commands to a terminal.
pub(super) fn json_line(value: &impl Serialize) -> String {
    json(value) + "\n"
}

/// Who reads a diff.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum DiffReader {
    /// GNU patch, which wants every byte as it is.
    Patch,
    /// A person at a terminal, which must get no escape sequences but ours.
    Person {
        /// Whether it is colored.
        color: bool,
    },
}

/// The look of a report that people read.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    /// The width of the terminal, where there is one.
    pub(super) width: Option<usize>,
    /// Whether it may have colors.
    pub(super) is_styled: bool,
}

/// Standard output.
///
/// A reader that leaves early (`ishi check | head -1`) is not an error: later output is dropped silently.
/// Any other failure to write is kept and reported once, at the end.
pub(super) struct Output {
    stdout: anstream::AutoStream<io::Stdout>,
    is_terminal: bool,
    width: Option<usize>,
    /// The file that it goes to instead of standard output, and its name.
    file: Option<(File, String)>,
    failure: Option<io::Error>,
}

impl Output {
    pub(super) fn new() -> Self {
        let width = terminal_size::terminal_size_of(io::stdout()).map(|(width, _)| usize::from(width.0));
        Self { stdout: anstream::stdout(), is_terminal: io::stdout().is_terminal(), width, file: None, failure: None }
    }

    /// An output that goes to a file, without styles.
    pub(super) fn file(path: &Path) -> Result<Self, Error> {
        let name = path.display().to_string();
        let file = File::create(path).map_err(|error| format!("{name}: {error}"))?;
        Ok(Self { is_terminal: false, width: None, file: Some((file, name)), ..Self::new() })
    }

    /// Ends the output to a file, which may be incomplete.
    pub(super) fn close(self) -> Result<(), Error> {
        let name = self.file.map(|(_, name)| name).unwrap_or_default();
        self.failure.map_or(Ok(()), |error| Err(format!("{name}: {error}").into()))
    }

    /// Writes text that may be styled; the styles are taken out where no color is wanted. What comes from a file in it
    /// is [`printable`].
    pub(super) fn styled(&mut self, text: &str) {
        if self.file.is_some() {
            self.raw(anstream::adapter::strip_str(text).to_string().as_bytes());
        } else if self.failure.is_none() {
            self.failure = self.stdout.write_all(text.as_bytes()).err();
        }
    }

    /// Clears the screen, if there is one.
    pub(super) fn clear(&mut self) {
        if self.is_terminal && self.has_color() {
            self.styled("\x1b[2J\x1b[3J\x1b[H");
        }
    }

    /// Writes bytes as they are: data for other programs, or the text of a file. On a terminal, where no program reads
    /// them, they are made printable.
    pub(super) fn raw(&mut self, bytes: &[u8]) {
        if let (Some((file, _)), None) = (&mut self.file, &self.failure) {
            self.failure = file.write_all(bytes).err();
        } else if self.failure.is_none() {
            let mut stdout = self.stdout.as_inner().lock();
            self.failure = if self.is_terminal {
                stdout.write_all(printable_lines(&String::from_utf8_lossy(bytes)).as_bytes()).err()
            } else {
                stdout.write_all(bytes).err()
            };
        }
    }

    /// Who reads a diff that is written here.
    pub(super) fn diff_reader(&self) -> DiffReader {
        let color = self.has_color();
        if self.is_terminal || color { DiffReader::Person { color } } else { DiffReader::Patch }
    }

    /// Writes a diff for [`Self::diff_reader`].
    pub(super) fn diff(&mut self, diff: &[u8]) {
        if self.failure.is_none() {
            self.failure = self.stdout.as_inner().lock().write_all(diff).err();
        }
    }

    /// The look of a report that is written here.
    pub(super) fn look(&self) -> Look {
        Look { width: self.width, is_styled: self.file.is_none() && self.has_color() }
    }

    /// Whether styled text keeps its styles.
    pub(super) fn has_color(&self) -> bool {
        self.stdout.current_choice() != anstream::ColorChoice::Never
    }

    /// Whether the reader has closed the output.
    pub(super) fn is_closed(&self) -> bool {
        self.failure.is_some()
    }

    /// Ends the program's output, and turns `exit` into what the shell sees.
    pub(super) fn finish(mut self, exit: Exit) -> ExitCode {
        let failure = self.failure.take().or_else(|| self.stdout.flush().err());
        let exit = match failure {
            Some(error) if error.kind() != io::ErrorKind::BrokenPipe => {
                print_error(&format!("standard output: {error}"));
                Exit::Failed
            }
            _ => exit,
        };
        ExitCode::from(exit as u8)
    }
}

/// The name of a file, [`printable`], for the beginning of a line. There GitHub Actions takes `::error::x` for a
/// command, after spaces too, so a name like that is written as `./::error::x`, which is the same file.
pub(super) fn printable_name(name: &str) -> Cow<'_, str> {
    let name = printable(name);
    if name.trim_start().starts_with("::") { format!("./{name}").into() } else { name }
}

/// Prints an error on standard error.
pub(super) fn print_error(message: &impl fmt::Display) {
    print_message(AnsiColor::Red.on_default().bold(), "error", &message.to_string());
}

/// Prints a warning on standard error.
pub(super) fn warn(message: &str) {
    print_message(AnsiColor::Yellow.on_default().bold(), "warning", message);
}

fn print_message(style: Style, level: &str, message: &str) {
    note(&format!("{style}{level}:{style:#} {}", printable(message)));
}

/// Prints a message on standard error. A failure is ignored, since there is nowhere left to report it.
pub(super) fn note(message: &str) {
    let _ = writeln!(anstream::stderr().lock(), "{message}");
}

/// `a`, `a and b`, `a, b and c`.
pub(super) fn listed(items: &[String]) -> String {
    match items {
        [] => String::new(),
        [only] => only.clone(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}
