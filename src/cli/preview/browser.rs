//! The browser of the user, started by the command that the system has for it.

use std::io;
use std::process::{Command, Stdio};
use std::thread;

/// Opens an address, which must be one of our own: Windows has a shell in between.
///
/// # Errors
/// The command can't be started.
pub(super) fn open(address: &str) -> io::Result<()> {
    let mut command = if cfg!(target_os = "macos") {
        Command::new("open")
    } else if cfg!(windows) {
        let mut command = Command::new("cmd");
        command.args(["/C", "start", ""]);
        command
    } else {
        Command::new("xdg-open")
    };
    let command = command.arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn()?;
    thread::spawn(move || child.wait());
    Ok(())
}
