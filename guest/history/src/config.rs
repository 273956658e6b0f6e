//! The settings of a repository that change what its bytes mean.

mod syntax;

use crate::error::HistoryError;
use crate::git_directory::GitDirectory;
use crate::object_id::ObjectFormat;
use readroom_core::{FileError, Tree};
use syntax::each_setting;

/// The maximum size of a configuration file, in bytes.
const MAX_CONFIG_BYTES: u64 = 1 << 20;

/// The maximum number of characters of a name or value in an error.
const MAX_SHOWN: usize = 100;

/// Settings of a repository. All others are ignored, among them those of the user and of the
/// system: includes are not followed, and nothing that a setting names is run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// `extensions.objectFormat`.
    pub object_format: ObjectFormat,
    /// `extensions.refStorage`, if references are not files.
    pub ref_storage: Option<String>,
    /// `core.autocrlf`.
    pub auto_crlf: AutoCrlf,
    /// `core.symlinks`: whether links in the work tree are links, not files with their targets.
    pub symlinks: bool,
    /// `core.trustCtime`, unless `core.checkStat` is `minimal`: whether a file whose last change
    /// of any kind has another time is compared.
    pub trust_ctime: bool,
    /// `core.sparseCheckout`: whether a file that is there counts, although it need not be there.
    pub sparse_checkout: bool,
}

/// A value of `core.autocrlf`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AutoCrlf {
    /// Line endings are not converted.
    False,
    /// Text has LF in objects, and CRLF in the work tree.
    True,
    /// Text has LF in objects, and is not converted in the work tree.
    Input,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            object_format: ObjectFormat::Sha1,
            ref_storage: None,
            auto_crlf: AutoCrlf::False,
            symlinks: true,
            trust_ctime: true,
            sparse_checkout: false,
        }
    }
}

/// The version of the format and its extensions. Which of them are valid is known at the end of the
/// file.
#[derive(Default)]
struct Version {
    number: u64,
    /// The first extension that is not known.
    unknown: Option<String>,
    /// The first extension that only version 1 has.
    needs_one: Option<String>,
    worktree_config: bool,
}

impl Config {
    /// Reads the configuration of a repository, and that of its work tree if it has one.
    pub(crate) fn read<T: Tree>(
        common: &GitDirectory<'_, T>,
        git: &GitDirectory<'_, T>,
    ) -> Result<Self, HistoryError> {
        let (mut config, mut version) = (Self::default(), Version::default());
        // Where the file is denied, the defaults apply.
        let content = match common.content("config", MAX_CONFIG_BYTES) {
            Err(HistoryError::File { error: FileError::Denied, .. }) => None,
            content => content?,
        };
        if let Some(text) = content {
            each_setting("config", &text, &mut |key, value| {
                match key.split_once('.') {
                    Some(("core", "repositoryformatversion")) => {
                        let number = value.and_then(|value| value.parse().ok());
                        version.number = number.ok_or_else(|| malformed(key))?;
                    }
                    Some(("core", name)) => config.set_core(name, value)?,
                    Some(("extensions", name)) => config.extend(&mut version, name, value)?,
                    _ => {}
                }
                Ok(())
            })?;
        }
        version.check()?;
        if version.worktree_config
            && let Some(text) = git.content("config.worktree", MAX_CONFIG_BYTES)?
        {
            each_setting("config.worktree", &text, &mut |key, value| match key.split_once('.') {
                Some(("core", name)) => config.set_core(name, value),
                _ => Ok(()),
            })?;
        }
        Ok(config)
    }

    fn set_core(&mut self, name: &str, value: Option<&str>) -> Result<(), HistoryError> {
        let is_true = || boolean(value).ok_or_else(|| malformed(&format!("core.{name}")));
        match name {
            "autocrlf" if value.is_some_and(|value| value.eq_ignore_ascii_case("input")) => {
                self.auto_crlf = AutoCrlf::Input;
            }
            "autocrlf" => {
                self.auto_crlf = if is_true()? { AutoCrlf::True } else { AutoCrlf::False };
            }
            "symlinks" => self.symlinks = is_true()?,
            "trustctime" => self.trust_ctime &= is_true()?,
            "checkstat" => self.trust_ctime &= value != Some("minimal"),
            "sparsecheckout" => self.sparse_checkout = is_true()?,
            _ => {}
        }
        Ok(())
    }

    fn extend(
        &mut self,
        version: &mut Version,
        name: &str,
        value: Option<&str>,
    ) -> Result<(), HistoryError> {
        let key = || ["extensions.", name].concat();
        match name {
            "noop" | "preciousobjects" | "partialclone" => return Ok(()),
            "worktreeconfig" => {
                version.worktree_config = boolean(value).ok_or_else(|| malformed(&key()))?;
                return Ok(());
            }
            "objectformat" => {
                self.object_format = match value {
                    Some("sha1") => ObjectFormat::Sha1,
                    Some("sha256") => ObjectFormat::Sha256,
                    other => return Err(unsupported(other.unwrap_or(name))),
                };
            }
            "refstorage" => {
                let storage = value.ok_or_else(|| malformed(&key()))?;
                self.ref_storage = (storage != "files").then(|| shown(storage));
            }
            "noop-v1" | "compatobjectformat" | "relativeworktrees" => {}
            _ => {
                version.unknown.get_or_insert_with(key);
                return Ok(());
            }
        }
        version.needs_one.get_or_insert_with(key);
        Ok(())
    }
}

impl Version {
    fn check(&self) -> Result<(), HistoryError> {
        match (self.number, &self.unknown, &self.needs_one) {
            (0, _, Some(extension)) => Err(HistoryError::damaged(
                "config",
                format!("{extension} needs core.repositoryFormatVersion 1"),
            )),
            (1, Some(extension), _) => Err(unsupported(extension)),
            (0 | 1, ..) => Ok(()),
            (number, ..) => Err(unsupported(&format!("core.repositoryFormatVersion {number}"))),
        }
    }
}

/// Returns the truth of a value. `None` if it is malformed. A key without `=` is true.
fn boolean(value: Option<&str>) -> Option<bool> {
    let Some(value) = value else { return Some(true) };
    match &*value.to_ascii_lowercase() {
        "true" | "yes" | "on" => Some(true),
        "" | "false" | "no" | "off" => Some(false),
        number => number.trim_end_matches(['k', 'm', 'g']).parse::<i64>().ok().map(|n| n != 0),
    }
}

fn malformed(key: &str) -> HistoryError {
    HistoryError::damaged("config", format!("the value of {key} is malformed"))
}

fn unsupported(what: &str) -> HistoryError {
    HistoryError::Unsupported { what: shown(what) }
}

fn shown(text: &str) -> String {
    text.chars().take(MAX_SHOWN).collect()
}
