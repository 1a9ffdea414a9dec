//! A folder with files, and the program run in it.

use std::fmt;
use std::io::Write;
use std::path::PathBuf;
use std::process::{Command, Stdio};

pub(crate) struct Sandbox {
    folder: tempfile::TempDir,
}

/// The exit code and the output of a run of the program.
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl Sandbox {
    /// A folder with files of these names and contents.
    pub(crate) fn new<C: AsRef<[u8]>>(files: impl IntoIterator<Item = (&'static str, C)>) -> Self {
        let sandbox = Self { folder: tempfile::tempdir().unwrap() };
        for (name, content) in files {
            sandbox.write(name, content);
        }
        sandbox
    }

    pub(crate) fn empty() -> Self {
        Self::new::<&str>([])
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, content).unwrap();
    }

    /// Writes a file at once, so that no reader finds a part of it.
    pub(crate) fn put(&self, name: &str, content: &str) {
        let folder = self.path(name).parent().unwrap().to_path_buf();
        std::fs::create_dir_all(folder).unwrap();
        self.write(".new", content);
        std::fs::rename(self.path(".new"), self.path(name)).unwrap();
    }

    pub(crate) fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.path(name)).unwrap()
    }

    /// The program, about to be run in the folder.
    pub(crate) fn command(&self, arguments: &str) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ishi"));
        command.current_dir(self.folder.path()).args(arguments.split_whitespace()).stdin(Stdio::null());
        for variable in ["NO_COLOR", "CLICOLOR", "CLICOLOR_FORCE", "RUST_LOG"] {
            command.env_remove(variable);
        }
        command
    }

    /// Runs the program with these arguments, split at spaces.
    pub(crate) fn ishi(&self, arguments: &str) -> Run {
        Run::of(&mut self.command(arguments), b"")
    }

    /// Runs the program with something on standard input.
    pub(crate) fn ishi_with(&self, arguments: &str, input: impl AsRef<[u8]>) -> Run {
        Run::of(self.command(arguments).stdin(Stdio::piped()), input.as_ref())
    }

    /// Where `ishi check` finds what: a line `path:line:column code` for each.
    pub(crate) fn found(&self, arguments: &str) -> Vec<String> {
        self.ishi(&format!("check --format jsonl {arguments}")).found()
    }
}

impl Run {
    pub(crate) fn of(command: &mut Command, input: &[u8]) -> Self {
        let mut child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        if let Some(mut stdin) = child.stdin.take() {
            // A program that does not want its input is its own affair.
            let _ = stdin.write_all(input);
        }
        let output = child.wait_with_output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("the output is UTF-8");
        let run =
            Self { code: output.status.code().unwrap(), stdout: text(output.stdout), stderr: text(output.stderr) };
        assert!(!run.stderr.contains("panicked"), "{run}");
        run
    }

    /// The diagnostics of a report in `jsonl`.
    pub(crate) fn found(&self) -> Vec<String> {
        let lines = self.stdout.lines().filter_map(|line| {
            let line: serde_json::Value = serde_json::from_str(line).unwrap();
            line.get("code")?;
            let file = line["file"].as_str().unwrap().replace('\\', "/");
            Some(format!("{file}:{}:{} {}", line["line"], line["column"], line["code"].as_str().unwrap()))
        });
        lines.collect()
    }
}

impl fmt::Display for Run {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "exit {}", self.code)?;
        for (name, text) in [("stdout", &self.stdout), ("stderr", &self.stderr)] {
            if !text.is_empty() {
                write!(f, "--- {name}\n{text}")?;
            }
        }
        Ok(())
    }
}
