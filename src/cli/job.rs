//! The files that a command processes, and the settings of each.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use clap::Args;

use super::Error;
use super::files::{self, Failure, Input};
use super::names::named;
use super::output::{Output, counted, listed, note, printable, printable_name, warn};
use ishi_config::{self as config, Config, FileEncoding, Pattern};
use ishi_convert::import;
use ishi_disk as disk;
use ishi_record::syntax::SGF_EXTENSION;
use ishi_text::{self as text, Choice, Decoded, Encoding};

/// Options that select the settings.
#[derive(Debug, Args)]
pub(super) struct Settings {
    /// Settings to use instead of the nearest ishi.toml
    #[arg(long, value_name = "FILE")]
    config: Option<PathBuf>,

    /// Ignore every ishi.toml
    #[arg(long, conflicts_with = "config")]
    isolated: bool,

    /// The encoding of the files, except for SGF, which names its own; `auto` is UTF-8 if the bytes are valid, and
    /// otherwise the detected encoding
    #[arg(long, value_name = "ENCODING", value_parser = named::<FileEncoding>(), hide_possible_values = true)]
    encoding: Option<FileEncoding>,
}

impl Settings {
    /// The settings that apply to all files, if the command line says so.
    fn given(&self) -> Result<Option<Config>, Error> {
        match &self.config {
            Some(path) => Ok(Some(config::read_named(path)?)),
            None => Ok(self.isolated.then(Config::default)),
        }
    }

    /// The encoding in which a record at `path` will be read: that of the settings for it, whatever `--encoding` is.
    pub(super) fn encoding_at(&self, path: &Path) -> Result<Option<Encoding>, Error> {
        let config = match self.given()? {
            Some(config) => config,
            None => nearest(path, &mut BTreeSet::new())?.0,
        };
        Ok(config.files.encoding.0)
    }

    fn adjust(&self, config: &mut Config) {
        config.files.encoding = self.encoding.unwrap_or(config.files.encoding);
    }
}

/// The formats of the files that are read in folders.
#[derive(Debug, Args)]
pub(super) struct Formats {
    /// Also read the games in folders: `*.sgf`, and, if the command only reads files, games in GIB, NGF and UGF
    #[arg(long)]
    pub(super) sgf: bool,
}

impl Formats {
    /// All of them.
    pub(super) const ALL: Self = Self { sgf: true };

    /// Whether a file in a folder is read.
    pub(super) fn take(&self, path: &Path) -> bool {
        self.take_to_change(path) || self.sgf && is_import(path)
    }

    /// Whether a file in a folder is read to be changed.
    pub(super) fn take_to_change(&self, path: &Path) -> bool {
        disk::is_record(path) || self.sgf && disk::has_extension(path, SGF_EXTENSION)
    }
}

/// Whether a file in a folder is taken for a game in the format of a Go server.
pub(super) fn is_import(path: &Path) -> bool {
    import::EXTENSIONS.iter().any(|extension| disk::has_extension(path, extension))
}

/// The files that a command works on, and their settings.
#[derive(Debug, Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is an option of the command line")]
pub(super) struct Inputs {
    /// Files, folders or patterns such as 'games/**/*.go'; `-` is standard input; by default the current folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,

    /// Files and folders to skip, as patterns with the syntax of a .gitignore; a file named here is never skipped
    #[arg(long, value_name = "PATTERN", value_delimiter = ',')]
    exclude: Vec<Pattern>,

    /// Also skip files named here that `--exclude` or the settings exclude, for programs that pass the names of files
    #[arg(long)]
    force_exclude: bool,

    /// List the files that would be read, and do nothing else
    #[arg(long)]
    show_files: bool,

    /// Print the settings of the first file, and do nothing else
    #[arg(long, conflicts_with = "show_files")]
    show_settings: bool,

    /// Print only problems and errors
    #[arg(short, long)]
    pub(super) quiet: bool,

    /// The path of standard input (`-`), for messages and to find the settings
    #[arg(long, value_name = "PATH")]
    stdin_filename: Option<PathBuf>,

    #[command(flatten)]
    pub(super) settings: Settings,
}

impl Inputs {
    /// Whether standard input is read.
    pub(super) fn has_stdin(&self) -> bool {
        self.paths.iter().any(|path| Input::named(path).is_stdin())
    }

    /// The paths that lead to nothing. A pattern is not a path.
    pub(super) fn missing(&self) -> Vec<Failure> {
        let files = self.paths.iter().map(|path| (path, Input::named(path)));
        let missing = files.filter(|(_, input)| matches!(input, Input::File(path) if !files::is_pattern(path)));
        missing.filter_map(|(path, input)| Some(input.failure(&path.metadata().err()?))).collect()
    }

    /// Whether a failure is that of an argument, and not of something in a folder.
    pub(super) fn is_argument(&self, failure: &Failure) -> bool {
        self.paths.iter().any(|path| path.to_string_lossy() == failure.name)
    }

    /// The folders in which a change can matter, and whether one in a folder below can, too.
    pub(super) fn folders(&self) -> BTreeMap<PathBuf, bool> {
        let mut folders: BTreeMap<PathBuf, bool> = BTreeMap::new();
        let here = [PathBuf::from(".")];
        let paths = if self.paths.is_empty() { &here[..] } else { &self.paths };
        for (folder, is_deep) in paths.iter().map(|path| files::folder_of(path)) {
            *folders.entry(folder.canonicalize().unwrap_or(folder)).or_default() |= is_deep;
        }
        let settings = match &self.settings {
            Settings { config: Some(file), .. } => vec![file.clone()],
            Settings { isolated: true, .. } => Vec::new(),
            _ => folders.keys().filter_map(|folder| config::find(&folder.join(config::FILE_NAME)).file).collect(),
        };
        for file in settings {
            let (folder, _) = files::folder_of(&file);
            folders.entry(folder.canonicalize().unwrap_or(folder)).or_default();
        }
        folders
    }

    /// Whether the arguments include a folder or a pattern. No arguments mean the current folder.
    pub(super) fn has_folder(&self) -> bool {
        self.paths.is_empty() || self.paths.iter().any(|path| files::folder_of(path).1)
    }

    /// The path of a file below the folder in which it was found; its name if it was named itself.
    pub(super) fn inner<'p>(&self, path: &'p Path) -> &'p Path {
        let here = [PathBuf::from(".")];
        let paths = if self.paths.is_empty() { &here[..] } else { &self.paths };
        let folders = paths.iter().map(|path| files::folder_of(path)).filter(|(_, is_deep)| *is_deep);
        let inner = folders.filter_map(|(folder, _)| match folder.strip_prefix(".") {
            Ok(inner) => path.strip_prefix(inner).ok(),
            Err(_) => path.strip_prefix(&folder).ok(),
        });
        let file_name = || path.file_name().map_or(path, Path::new);
        inner.min_by_key(|inner| inner.as_os_str().len()).unwrap_or_else(file_name)
    }

    /// Prints the files or the settings, and returns true, if an option asks for that instead of the work.
    pub(super) fn show(&self, jobs: &[Job], output: &mut Output) -> bool {
        if self.show_files {
            for job in jobs {
                output.raw(format!("{}\n", printable_name(&job.source.name())).as_bytes());
            }
        }
        if let Some(job) = jobs.first().filter(|_| self.show_settings) {
            output.raw(job.config.to_toml().as_bytes());
        }
        self.show_files || self.show_settings
    }
}

/// A text to work on, and the settings for it.
#[derive(Clone, PartialEq)]
pub(super) struct Job {
    pub(super) source: Input,
    pub(super) config: Arc<Config>,
}

/// The files that the arguments of a command refer to.
#[derive(PartialEq)]
pub(super) struct Collected {
    pub(super) jobs: Vec<Job>,
    /// The paths that could not be read.
    pub(super) failures: Vec<Failure>,
    warnings: Vec<String>,
}

const NO_RECORDS: &str = "there are no records here";

impl Collected {
    /// Names `--sgf` where there is nothing but files that are `taken` with it.
    pub(super) fn naming_sgf(mut self, inputs: &Inputs, taken: impl Fn(&Path) -> bool) -> Self {
        if let Some(warning) = self.warnings.iter_mut().find(|warning| **warning == NO_RECORDS) {
            let is_excluded = |path: &Path| inputs.exclude.iter().any(|pattern| pattern.matches(Path::new("."), path));
            let games = files::find(&inputs.paths, None, |path| taken(path) && !is_excluded(path)).sources.len();
            if games > 0 {
                *warning = format!("{NO_RECORDS}, but {}, which `--sgf` takes", counted(games, "game"));
            }
        }
        self
    }

    /// Prints on standard error what could not be read and what was skipped.
    pub(super) fn report(&self) {
        self.failures.iter().for_each(Failure::report);
        self.warnings.iter().for_each(|warning| warn(warning));
    }
}

impl Job {
    /// Fails if one of the files that are read is the file at a path, to which the output goes.
    pub(super) fn expect_none_at(target: &Path, jobs: &[Self]) -> Result<(), Error> {
        let Ok(target_path) = target.canonicalize() else { return Ok(()) };
        if jobs.iter().any(|job| job.source.path().canonicalize().is_ok_and(|path| path == target_path)) {
            let reason = "it is one of the files that are read; leave it out with `--exclude`, or write another file";
            return Err(Failure::new(target, &reason).into());
        }
        Ok(())
    }

    /// Finds the files of a command, in folders those that are `wanted`, and their settings.
    ///
    /// The settings are those of `--config`, or else of the `ishi.toml` nearest to each file; `adjust` applies the
    /// command line on top of either. Invalid settings are an error: no file is processed with half of the settings.
    pub(super) fn collect(
        inputs: &Inputs,
        wanted: impl Fn(&Path) -> bool,
        adjust: impl Fn(&mut Config),
    ) -> Result<Collected, Error> {
        let Inputs { paths, exclude, force_exclude, stdin_filename, settings, .. } = inputs;
        let excludes = |patterns: &[Pattern], folder: &Path, path: &Path| {
            patterns.iter().any(|pattern| pattern.matches(folder, path))
        };
        let here = Path::new(".");
        let adjusted = |mut config: Config| {
            settings.adjust(&mut config);
            adjust(&mut config);
            Arc::new(config)
        };
        let given = settings.given()?.map(|config| (adjusted(config), here.to_path_buf()));

        // Where standard input is not asked for, the current folder would be worked on instead of it.
        if stdin_filename.is_some() && !inputs.has_stdin() {
            return Err("`--stdin-filename` needs `-`, which stands for standard input, as the path".into());
        }
        let selected = files::find(paths, stdin_filename.as_deref(), wanted);
        if selected.sources.len() > 1 && selected.sources.iter().any(Input::is_stdin) {
            return Err("`-` is standard input, and can't be named together with other paths".into());
        }
        let mut failures = selected.failures;
        failures.retain(|failure| !excludes(exclude, here, Path::new(&failure.name)));
        let mut warnings: Vec<String> = selected.warnings.iter().map(|skipped| format!("skipped {skipped}")).collect();
        // A folder is searched once, however many files it holds.
        let mut by_folder: HashMap<PathBuf, (Arc<Config>, PathBuf)> = HashMap::new();
        let mut skipped = BTreeSet::new();
        let mut jobs = Vec::with_capacity(selected.sources.len());
        for source in selected.sources {
            let path = source.settings_path();
            let folder = path.parent().unwrap_or(Path::new(""));
            let (config, base) = match (&given, by_folder.get(folder)) {
                (Some(settings), _) | (None, Some(settings)) => settings.clone(),
                (None, None) => {
                    let (config, from) = nearest(path, &mut skipped)?;
                    let settings = (adjusted(config), from.unwrap_or_else(|| folder.to_path_buf()));
                    by_folder.insert(folder.to_path_buf(), settings.clone());
                    settings
                }
            };
            let is_named = source.is_stdin() || !force_exclude && selected.named.contains(path);
            if is_named || !excludes(exclude, here, path) && !excludes(&config.files.exclude, &base, path) {
                jobs.push(Self { source, config });
            }
        }
        warnings.extend(skipped.iter().map(|path| not_regular(path)));
        let mut compressed = selected.compressed;
        compressed.retain(|path| !excludes(exclude, here, path));
        if !compressed.is_empty() && !inputs.quiet {
            warnings.push(skipped_compressed(&compressed));
        }
        if jobs.is_empty() && failures.is_empty() {
            warnings.push(NO_RECORDS.into());
        }
        Ok(Collected { jobs, failures, warnings })
    }

    /// The job of a command that works on one file; `-` is standard input.
    pub(super) fn single(path: &Path, settings: &Settings) -> Result<Self, Error> {
        Self::of(Input::named(path), settings)
    }

    /// The job of a command that works on one text.
    pub(super) fn of(source: Input, settings: &Settings) -> Result<Self, Error> {
        let mut config = match settings.given()? {
            Some(config) => config,
            None => {
                let mut skipped = BTreeSet::new();
                let (config, _) = nearest(source.settings_path(), &mut skipped)?;
                for path in &skipped {
                    warn(&not_regular(path));
                }
                config
            }
        };
        settings.adjust(&mut config);
        Ok(Self { source, config: Arc::new(config) })
    }

    /// The text of the job's bytes. A file that is not in the encoding that the settings name is reported.
    pub(super) fn decode<'b>(&self, bytes: &'b [u8]) -> Result<Decoded<'b>, Failure> {
        let wanted = self.config.files.encoding.0;
        let decoded = text::decode(bytes, wanted).map_err(|reason| self.source.failure(&reason))?;
        if let (Some(wanted), Choice::Fallback) = (wanted, decoded.choice) {
            let name = self.source.name();
            warn(&format!("{}: not valid in {wanted}, read as {}", printable(&name), decoded.encoding));
        }
        Ok(decoded)
    }

    /// Runs `work` on the job. A panic, which is a bug in ishi, fails this text only.
    pub(super) fn guarded<R>(&self, work: impl FnOnce(&Self) -> Result<R, Failure>) -> Result<R, Failure> {
        // Nothing that `work` may leave half done is used again.
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        done.unwrap_or_else(|_| Err(self.source.failure(&"this is a mistake in ishi, and the file was left as it is")))
    }
}

/// The settings of the `ishi.toml` nearest to `path`, and its folder. Files that are not read are added to `skipped`.
fn nearest(path: &Path, skipped: &mut BTreeSet<PathBuf>) -> Result<(Config, Option<PathBuf>), Error> {
    let nearest = config::find(path);
    skipped.extend(nearest.skipped);
    let read = nearest.file.as_deref().map(config::read).transpose();
    let config = read?.unwrap_or_default();
    Ok((config, nearest.file.as_deref().and_then(Path::parent).map(Path::to_path_buf)))
}

/// Names the first few compressed files of folders.
fn skipped_compressed(paths: &[PathBuf]) -> String {
    const NAMED: usize = 3;
    let mut names: Vec<String> =
        paths.iter().take(NAMED).map(|path| printable_name(&path.to_string_lossy()).into_owned()).collect();
    if paths.len() > NAMED {
        names.push(format!("{} more", paths.len() - NAMED));
    }
    let (files, them) = (counted(paths.len(), "compressed file"), if paths.len() == 1 { "it" } else { "them" });
    format!("skipped {files}: {}; to read {them}, unpack {them} first", listed(&names))
}

fn not_regular(path: &Path) -> String {
    format!("skipped {}: not a regular file, and links are not followed here", path.display())
}

/// How many files were read in each encoding that the settings do not name.
#[derive(Default)]
pub(super) struct Detected(BTreeMap<String, usize>);

impl Detected {
    /// The encoding detected for one file, if the settings name none.
    pub(super) fn of(decoded: &Decoded<'_>, job: &Job) -> Self {
        let is_detected = job.config.files.encoding.0.is_none() && decoded.choice != Choice::Sure;
        Self(is_detected.then(|| (decoded.encoding.to_string(), 1)).into_iter().collect())
    }

    pub(super) fn add(&mut self, other: Self) {
        for (encoding, count) in other.0 {
            *self.0.entry(encoding).or_default() += count;
        }
    }

    /// Prints the detected encodings on standard error, as `1 file was read as big5`, and what to do if that is wrong.
    pub(super) fn report(&self) {
        if self.0.is_empty() {
            return;
        }
        let read = self.0.iter().map(|(encoding, &count)| {
            let were = if count == 1 { "was" } else { "were" };
            format!("{} {were} read as {encoding}", counted(count, "file"))
        });
        let read = listed(&read.collect::<Vec<_>>());
        note(&format!("{read}, detected by content; `--encoding` names another encoding."));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_fails_one_job() {
        let job = Job { source: Input::Stdin(None), config: Arc::default() };
        let failure = job.guarded::<()>(|_| panic!("on purpose")).unwrap_err();
        assert_eq!(failure.name, "<stdin>");
        assert_eq!(job.guarded(|_| Ok(1)).unwrap(), 1);
    }
}
