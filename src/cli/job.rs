use std::collections::HashMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::files::{self, Failure, Source};
use super::output::warn;
use crate::config::{self, Config};

/// A text to work on, and the settings for it.
pub(super) struct Job {
    pub(super) source: Source,
    pub(super) config: Arc<Config>,
}

impl Job {
    /// The jobs that the arguments of a command stand for, and the paths among them that could not be read, which
    /// have been reported.
    ///
    /// The settings are those of `--config`, or else of the `ishi.toml` nearest to each file; `adjust` puts what the
    /// command line says on top of either. Wrong settings stop everything: nothing is done by half of the rules.
    pub(super) fn collect(
        paths: &[PathBuf],
        stdin_name: Option<&Path>,
        config: Option<&Path>,
        adjust: impl Fn(&mut Config),
    ) -> Result<(Vec<Self>, Vec<Failure>), String> {
        let adjusted = |mut config: Config| {
            adjust(&mut config);
            Arc::new(config)
        };
        let given = config.map(config::read).transpose().map_err(|error| error.to_string())?.map(adjusted);

        let found = files::find(paths, stdin_name);
        if found.sources.len() > 1 && found.sources.iter().any(Source::is_stdin) {
            return Err("`-` is standard input, and can't be named together with other paths".into());
        }
        found.failures.iter().for_each(Failure::report);
        if found.sources.is_empty() && found.failures.is_empty() {
            warn("there are no records here");
        }

        // A folder is searched once, however many files it holds.
        let mut by_folder: HashMap<PathBuf, Arc<Config>> = HashMap::new();
        let mut jobs = Vec::with_capacity(found.sources.len());
        for source in found.sources {
            let path = source.settings_path();
            let folder = path.parent().unwrap_or(Path::new(""));
            let config = match (&given, by_folder.get(folder)) {
                (Some(config), _) | (None, Some(config)) => config.clone(),
                (None, None) => {
                    let nearest = config::nearest(path).map_err(|error| error.to_string())?;
                    let config = adjusted(nearest.map(|(_, config)| config).unwrap_or_default());
                    by_folder.insert(folder.to_path_buf(), config.clone());
                    config
                }
            };
            jobs.push(Self { source, config });
        }
        Ok((jobs, found.failures))
    }

    /// Does `work` on the job. A panic is a mistake of ours; it fails this one text, and the others are worked on.
    pub(super) fn guarded<R>(&self, work: impl FnOnce(&Self) -> Result<R, Failure>) -> Result<R, Failure> {
        // Nothing that `work` may leave half done is looked at again.
        let done = catch_unwind(AssertUnwindSafe(|| work(self)));
        done.unwrap_or_else(|_| Err(self.source.failure(&"this is a mistake in ishi, and the file was left as it is")))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_fails_one_job() {
        let job = Job { source: Source::Stdin(None), config: Arc::default() };
        let failure = job.guarded::<()>(|_| panic!("on purpose")).unwrap_err();
        assert_eq!(failure.name, "<stdin>");
        assert_eq!(job.guarded(|_| Ok(1)).unwrap(), 1);
    }
}
