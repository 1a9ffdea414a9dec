//! `ishi show --diagrams`: all diagrams of a record, each in a file.

use std::collections::HashMap;
use std::path::Path;

use super::super::files::{self, Failure};
use super::super::job::Job;
use super::super::output::{note, printable_name};
use super::super::{Exit, Output};
use super::arguments::ShowArguments;
use super::format::PictureFormat;
use ishi_record::record::{DiagramId, Event, Owner, read};
use ishi_record::replay::Walk;
use ishi_record::syntax::Source;

/// How many diagrams are drawn at most: a folder with more files is of no use.
const MAX_DIAGRAMS: usize = 10_000;

/// How many characters of a title a file name has.
const MAX_NAME: usize = 50;

pub(super) fn draw(
    job: &Job,
    events: &[Source<'_>],
    arguments: &ShowArguments,
    (folder, format): (&Path, PictureFormat),
    output: &mut Output,
) -> Result<Exit, Failure> {
    let file = &job.source;
    if format.is_animation() {
        return Err(file.failure(&format!("a diagram is one board, and {} shows several", format.name())));
    }
    let only = arguments.place.index(events).map_err(|reason| file.failure(&reason))?;
    let is_meant = |index: &usize| only.is_none_or(|only| only == *index);
    let read_events = events.iter().enumerate().filter(|(index, _)| is_meant(index));
    let events: Vec<(usize, &Source<'_>, Event)> =
        read_events.map(|(index, source)| (index, source, read(source).event)).collect();
    let count: usize = events.iter().map(|(_, _, event)| event.diagrams.len()).sum();
    if count == 0 {
        note(&format!("{}: no diagram to draw: there is no DIAGRAM", printable_name(&file.name())));
        return Ok(Exit::Problems);
    }
    if count > MAX_DIAGRAMS {
        let reason =
            format!("{count} diagrams are too many for one folder; choose an `--event` with up to {MAX_DIAGRAMS}");
        return Err(file.failure(&reason));
    }
    let mut names = Names::default();
    let mut encoder = arguments.encoder()?;
    for (index, source, event) in &events {
        for diagram in (0..event.diagrams.len() as u32).map(DiagramId) {
            let owner = Owner::Diagram(diagram);
            let bytes =
                arguments.drawn(event, source, owner, format, &mut encoder).map_err(|reason| file.failure(&reason))?;
            let last = Walk::to(event, owner).last_move().and_then(|id| event.number(id)).unwrap_or(0);
            let name = names.unique(&format!("{}-{last:03}", base(event, *index, file.path())));
            let name = format!("{name}.{}", format.extension());
            files::create_below(folder, Path::new(&name), &bytes, arguments.force)?;
            output.raw(format!("{}\n", folder.join(name).display()).as_bytes());
        }
    }
    Ok(Exit::Clean)
}

/// The base name of the files of an event: its title, or else the name of the record and the number of the event in it.
fn base(event: &Event, index: usize, path: &Path) -> String {
    let title = slug(&event.title);
    if !title.is_empty() {
        return title;
    }
    let stem = slug(&path.file_stem().unwrap_or_default().to_string_lossy());
    let stem = if stem.is_empty() { "diagram".to_owned() } else { stem };
    if index == 0 { stem } else { format!("{stem}-{}", index + 1) }
}

/// The letters and digits of a text, in lower case, which may stand in a file name of every system.
fn slug(text: &str) -> String {
    let mut slug = String::new();
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_alphanumeric() {
            slug.push(c);
        } else if !slug.is_empty() && !slug.ends_with('-') {
            slug.push('-');
        }
    }
    let cut: String = slug.chars().take(MAX_NAME).collect();
    cut.trim_end_matches('-').to_owned()
}

/// The names that are given so far, with how often each was asked for.
#[derive(Default)]
struct Names(HashMap<String, usize>);

impl Names {
    /// The name, with a number if there is such a file by now.
    fn unique(&mut self, name: &str) -> String {
        let mut count = self.0.get(name).copied().unwrap_or(0);
        loop {
            count += 1;
            let numbered = if count == 1 { name.to_owned() } else { format!("{name}-{count}") };
            if count == 1 || !self.0.contains_key(&numbered) {
                self.0.insert(name.to_owned(), count);
                self.0.entry(numbered.clone()).or_insert(1);
                return numbered;
            }
        }
    }
}
