//! Client of a Go program over GTP, which is asked for the dead stones. Its answer is an opinion.

use std::fmt::Write as _;
use std::io::{Read as _, Write as _};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::thread;
use std::time::Duration;

use super::Error;
use ishi_board::Color;
use ishi_rules::Grid;

/// The reason why an engine names no dead stones.
#[derive(Debug)]
pub(super) enum EngineError {
    /// The program could not be started.
    NotStarted(Error),
    /// The program gave no answer, or one that can't be used.
    NoAnswer(String),
}

/// Returns the names of the stones that an engine takes for dead. It may take `timeout` for its answer.
pub(super) fn dead_stones(
    command: &str,
    grid: &Grid,
    komi: f64,
    timeout: Duration,
) -> Result<Vec<String>, EngineError> {
    if grid.columns() != grid.rows() || grid.columns() > 25 {
        return Err(EngineError::NoAnswer("an engine knows only square boards of up to 25 lines".into()));
    }
    let mut words = command.split_whitespace();
    let program = words.next().ok_or_else(|| EngineError::NotStarted("the command of the engine is empty".into()))?;
    let mut engine = Command::new(program)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| EngineError::NotStarted(format!("{program}: {error}").into()))?;
    let answer = ask(&mut engine, &commands(grid, komi), timeout);
    // An error means that the engine has already ended.
    drop(engine.kill());
    drop(engine.wait());
    let no_answer = |reason| EngineError::NoAnswer(format!("{program}: {reason}"));
    answer.and_then(|answer| parse(&answer)).map_err(no_answer)
}

/// The commands that set up a position and ask for its dead stones, which is the last one.
fn commands(grid: &Grid, komi: f64) -> String {
    let mut commands = format!("boardsize {}\nclear_board\nkomi {komi}\n", grid.columns());
    for place in grid.points() {
        if let Some(color) = grid.at(place).color() {
            let color = if color == Color::Black { "black" } else { "white" };
            let _ = writeln!(commands, "play {color} {}", grid.name(place));
        }
    }
    commands + "final_status_list dead\nquit\n"
}

/// Writes the commands to an engine and reads all that it answers.
fn ask(engine: &mut Child, commands: &str, timeout: Duration) -> Result<String, Error> {
    let (mut input, mut output) = engine.stdin.take().zip(engine.stdout.take()).ok_or("the engine has no streams")?;
    let commands = commands.to_owned();
    thread::spawn(move || input.write_all(commands.as_bytes()));
    let (sender, receiver) = mpsc::channel();
    thread::spawn(move || {
        let mut answer = Vec::new();
        let read = output.read_to_end(&mut answer);
        sender.send(read.map(|_| String::from_utf8_lossy(&answer).into_owned()))
    });
    match receiver.recv_timeout(timeout) {
        Ok(read) => read.map_err(|error| error.to_string().into()),
        Err(_) => Err(format!("no answer within {} seconds; `--engine-timeout` allows more", timeout.as_secs()).into()),
    }
}

/// The stones in the answer to the last command but `quit`.
fn parse(output: &str) -> Result<Vec<String>, Error> {
    let output = output.replace('\r', "");
    let answers: Vec<&str> = output.split("\n\n").filter(|answer| !answer.trim().is_empty()).collect();
    if let Some(refused) = answers.iter().find(|answer| answer.trim_start().starts_with('?')) {
        return Err(format!("the engine answers `{}`", refused.trim()).into());
    }
    // The answers of this command and of `quit` are the last two.
    let list = answers.len().checked_sub(2).map(|index| answers[index].trim()).ok_or("the engine does not answer")?;
    let list = list.strip_prefix('=').ok_or_else(|| format!("the engine answers `{list}`"))?;
    Ok(list.split_whitespace().map(str::to_owned).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_are_read() {
        assert_eq!(parse("= \n\n= \n\n= A1 B2\nC3\n\n= \n\n"), Ok(vec!["A1".into(), "B2".into(), "C3".into()]));
        assert_eq!(parse("=\r\n\r\n=\r\n\r\n= \r\n\r\n"), Ok(Vec::new()));
        assert!(parse("= \n\n? unknown command\n\n").is_err());
        assert!(parse("").is_err());
    }
}
