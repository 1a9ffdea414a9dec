//! The files on the disk.

use std::collections::BTreeSet;
use std::io;
use std::path::{Path, PathBuf};

use tower_lsp::lsp_types::Url;

use crate::config::{self, Config, ConfigError, SettingsSearch};
use crate::disk;
use crate::server::transport::FileSystem;

/// The files of this machine, by their `file:` URIs. Files in folders are read with the precautions of `disk`, because
/// a folder may come from somebody else.
#[derive(Debug)]
pub(super) struct Disk;

impl FileSystem for Disk {
    fn path(&self, uri: &str) -> Option<PathBuf> {
        let uri = Url::parse(uri).ok().filter(|uri| uri.scheme() == "file")?;
        uri.to_file_path().ok()
    }

    fn uri(&self, path: &Path) -> Option<String> {
        Url::from_file_path(path).ok().map(String::from)
    }

    fn exists(&self, path: &Path) -> bool {
        // A link is there, wherever it leads.
        path.symlink_metadata().is_ok()
    }

    fn is_record(&self, path: &Path) -> bool {
        disk::is_record(path)
    }

    fn read(&self, path: &Path, most: usize) -> io::Result<Vec<u8>> {
        disk::read_regular(path, most)
    }

    fn files_among<'f>(
        &'f self,
        folder: &'f Path,
        targets: BTreeSet<PathBuf>,
    ) -> Box<dyn Iterator<Item = PathBuf> + 'f> {
        Box::new(disk::files_among(folder, targets).filter_map(|file| file.map_err(|error| log(&error, folder)).ok()))
    }

    fn find_settings(&self, path: &Path) -> SettingsSearch {
        config::find(path)
    }

    fn read_settings(&self, path: &Path) -> Result<String, ConfigError> {
        config::text(path)
    }

    fn parse_settings(&self, _: &Path, text: &str) -> Result<Config, ConfigError> {
        Config::from_toml(text)
    }
}

fn log(disk::Unreadable { path, reason, is_ignore_file }: &disk::Unreadable, folder: &Path) {
    let path = path.as_deref().unwrap_or(folder).display();
    if *is_ignore_file {
        tracing::warn!("{path} is not used: {reason}");
    } else {
        tracing::debug!("{path} can't be read: {reason}");
    }
}
