//! The file of an audit log.

use std::fs::{File, Metadata, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// A file that lines are appended to, even if others rename, remove or truncate it.
pub(super) struct LogFile {
    path: PathBuf,
    file: File,
    /// Whether the last line is incomplete: the disk was full, or a program ended while writing.
    is_torn: bool,
}

impl LogFile {
    pub(super) fn open(path: &Path) -> io::Result<Self> {
        // A project may contain a link with the name of the log. Those in /dev are the system's.
        let follows = path.starts_with("/dev");
        if !follows && path.is_symlink() {
            let message = "it is a link; name the file that it leads to";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let file = open(File::options().append(true).create(true), path, follows)?;
        if is_standard_input(&file)? {
            let message = "it is standard input, which would then never end";
            return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
        }
        let is_torn = is_torn(path, &file);
        Ok(Self { path: path.into(), file, is_torn })
    }

    /// Appends lines in one write: other programs may append to the same file.
    pub(super) fn append(&mut self, lines: &[u8]) -> io::Result<()> {
        if !self.is_at_path() {
            *self = Self::open(&self.path)?;
        }
        let separator: &[u8] = if self.is_torn { b"\n" } else { b"" };
        let bytes = [separator, lines].concat();
        let written = self.file.write(&bytes)?;
        if written > 0 {
            self.is_torn = written < bytes.len();
        }
        if written < bytes.len() { Err(io::ErrorKind::StorageFull.into()) } else { Ok(()) }
    }

    /// Returns whether the path still leads to the open file.
    fn is_at_path(&self) -> bool {
        match (std::fs::metadata(&self.path), self.file.metadata()) {
            (Ok(named), Ok(open)) => is_same(&named, &open),
            _ => false,
        }
    }
}

/// Opens a file without waiting: a pipe without a reader is an error, and a full one loses records.
/// Follows a link at the end of the path if `follows` says so.
fn open(options: &mut OpenOptions, path: &Path, follows: bool) -> io::Result<File> {
    #[cfg(unix)]
    {
        use rustix::fs::OFlags;
        use std::os::unix::fs::OpenOptionsExt;
        let link = if follows { OFlags::empty() } else { OFlags::NOFOLLOW };
        let flags = OFlags::NONBLOCK | OFlags::NOCTTY | link;
        options.mode(0o600).custom_flags(flags.bits().cast_signed());
    }
    #[cfg(not(unix))]
    let _ = follows;
    options.open(path)
}

/// Returns whether a file is the pipe that this process reads as standard input.
#[cfg(unix)]
fn is_standard_input(file: &File) -> io::Result<bool> {
    use rustix::fs::{FileType, fstat};
    let (file, input) = (fstat(file)?, fstat(io::stdin()).ok());
    let is_same =
        |input: rustix::fs::Stat| (input.st_dev, input.st_ino) == (file.st_dev, file.st_ino);
    let is_pipe = FileType::from_raw_mode(file.st_mode) == FileType::Fifo;
    Ok(is_pipe && input.is_some_and(is_same))
}

#[cfg(not(unix))]
fn is_standard_input(_: &File) -> io::Result<bool> {
    Ok(false)
}

#[cfg(unix)]
fn is_same(one: &Metadata, other: &Metadata) -> bool {
    use std::os::unix::fs::MetadataExt;
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Returns true: elsewhere an open file cannot be replaced.
#[cfg(not(unix))]
fn is_same(_: &Metadata, _: &Metadata) -> bool {
    true
}

/// Returns whether a file ends in the middle of a line, if it can be read.
fn is_torn(path: &Path, opened: &File) -> bool {
    let last = || {
        // The path may lead to another file by now.
        let mut file = open(File::options().read(true), path, true).ok()?;
        let (named, opened) = (file.metadata().ok()?, opened.metadata().ok()?);
        if !(opened.is_file() && is_same(&named, &opened)) {
            return None;
        }
        file.seek(SeekFrom::End(-1)).ok()?;
        let mut last = [0];
        file.read_exact(&mut last).ok()?;
        Some(last)
    };
    last().is_some_and(|last| last != *b"\n")
}
