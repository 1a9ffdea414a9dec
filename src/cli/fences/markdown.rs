//! `ishi markdown`: a text in Markdown with pictures in place of its code blocks.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Boards;
use crate::files::{self, Failure};
use crate::job::{Job, Settings};
use crate::output::{counted, note, printable_name};
use crate::{Error, Exit, Output};
use ishi_markdown::fences;
use ishi_text::{Edit, apply};

/// Draw the games and positions in the code blocks of a text in Markdown.
///
/// Each block that begins with ```` ```ishi ````, ```` ```sgf ```` or ```` ```goban ```` becomes a picture in SVG, in a
/// folder beside the text that is written. The options after the first word are those of `ishi show`, as in
/// `move=30 crop`.
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct MarkdownArguments {
    /// The text in Markdown; `-` is standard input
    file: PathBuf,

    /// Where to write the text; its pictures are in the folder FILE.boards beside it
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Replace files that exist
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    settings: Settings,
}

const EXAMPLES: &str = "\
Examples:
  ishi markdown notes.md -o site/notes.md          notes.md.boards/1.svg and so on are beside it
  ishi markdown notes.md -o site/notes.md --force  the same again

Exit codes: 0 done; 1 a block can't be drawn, and is left as it is; 2 wrong usage or files that can't be read or
written.";

pub(crate) fn run(arguments: &MarkdownArguments, output: &mut Output) -> Exit {
    Exit::of(write(arguments, output))
}

fn write(arguments: &MarkdownArguments, output: &mut Output) -> Result<Exit, Error> {
    let MarkdownArguments { file, output: target, force, settings } = arguments;
    let job = Job::single(file, settings)?;
    Job::expect_none_at(target, std::slice::from_ref(&job))?;
    let bytes = job.source.read()?;
    let decoded = job.decode(&bytes)?;
    let markdown = &*decoded.text;
    let name = job.source.name();
    let boards = Boards::of(job.source.settings_path(), settings);
    let folder = Pictures::beside(target)?;
    let found = fences(markdown);
    let mut edits = Vec::new();
    let mut pictures = Vec::new();
    for fence in &found {
        let Some((drawing, options)) = boards.drawn(&name, markdown, fence) else { continue };
        pictures.push(drawing.svg(&options).into_bytes());
        let link = format!("![{}]({}/{}.svg)", escaped(&drawing.alternative), folder.link, pictures.len());
        edits.push(Edit::replace(fence.span, link));
    }
    for (picture, number) in pictures.iter().zip(1..) {
        files::create_below(&folder.parent, &folder.inner.join(format!("{number}.svg")), picture, *force)?;
    }
    files::create(target, apply(markdown, &edits).as_bytes(), *force)?;
    output.raw(format!("{}\n", target.display()).as_bytes());
    note(&format!("{}: {}", printable_name(&target.to_string_lossy()), counted(pictures.len(), "picture")));
    Ok(if pictures.len() == found.len() { Exit::Clean } else { Exit::Problems })
}

/// The folder of the pictures.
struct Pictures {
    parent: PathBuf,
    inner: PathBuf,
    /// The folder as the text names it.
    link: String,
}

impl Pictures {
    /// The folder beside a file, with its name.
    fn beside(target: &Path) -> Result<Self, Failure> {
        let name = target.file_name().ok_or_else(|| Failure::new(target, &"this is not the name of a file"))?;
        let mut inner = name.to_os_string();
        inner.push(".boards");
        let link = encoded(&inner.to_string_lossy());
        let parent = target.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        Ok(Self { parent: parent.to_path_buf(), inner: inner.into(), link })
    }
}

/// A text in which no character is a sign of Markdown (`CommonMark` 0.31, section 2.4), in one line.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.split_whitespace().collect::<Vec<_>>().join(" ").chars() {
        if c.is_ascii_punctuation() {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}

/// A path with all characters encoded that have a meaning in links.
fn encoded(path: &str) -> String {
    let mut encoded = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~/".contains(&byte) {
            encoded.push(char::from(byte));
        } else {
            let _ = write!(encoded, "%{byte:02X}");
        }
    }
    encoded
}
