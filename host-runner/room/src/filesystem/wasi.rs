//! The interfaces of WASI that a component may import, generated from `wit/deps`.

use std::io;
use wasmtime::component::ResourceTableError;

mod bindings {
    #![allow(
        dead_code,
        missing_docs,
        unreachable_pub,
        reason = "generated; the interfaces are documented in wit/deps"
    )]

    wasmtime::component::bindgen!({
        path: "../../wit",
        inline: "
            package readroom:host;
            world host {
                import wasi:cli/environment@0.2.12;
                import wasi:clocks/wall-clock@0.2.12;
                import wasi:filesystem/preopens@0.2.12;
                import wasi:filesystem/types@0.2.12;
            }
        ",
        imports: { default: trappable },
        trappable_error_type: {
            "wasi:filesystem/types.error-code" => crate::filesystem::wasi::FsError,
        },
        with: {
            "wasi:filesystem/types.directory-entry-stream": crate::filesystem::wasi::Entries,
            "wasi:io/error.error": crate::filesystem::wasi::StreamError,
            "wasi:io/poll.pollable": crate::filesystem::wasi::Pollable,
            "wasi:io/streams.input-stream": crate::filesystem::wasi::InputStream,
            "wasi:io/streams.output-stream": crate::filesystem::wasi::OutputStream,
        },
    });
}

pub(crate) use bindings::wasi::cli::environment;
pub(crate) use bindings::wasi::clocks::wall_clock;
pub(crate) use bindings::wasi::clocks::wall_clock::Datetime;
pub(crate) use bindings::wasi::filesystem::types::{
    Descriptor, DescriptorStat, DescriptorType, DirectoryEntry, ErrorCode, MetadataHashValue,
    OpenFlags,
};
pub(crate) use bindings::wasi::filesystem::{preopens, types};
#[cfg(feature = "wasi-cli")]
#[allow(unreachable_pub, reason = "the generated bindings name them")]
pub use wasmtime_wasi::p2::{
    DynInputStream as InputStream, DynOutputStream as OutputStream, DynPollable as Pollable,
    IoError as StreamError,
};

/// The type of streams and what belongs to them, of which no component gets one.
#[cfg(not(feature = "wasi-cli"))]
#[allow(unreachable_pub, reason = "the generated bindings name it")]
pub enum NoStream {}
#[cfg(not(feature = "wasi-cli"))]
#[allow(unreachable_pub, reason = "the generated bindings name them")]
pub use {
    NoStream as InputStream, NoStream as OutputStream, NoStream as Pollable,
    NoStream as StreamError,
};

/// The entries of a directory, read on demand, without `.` and `..`; at most one buffer of them is
/// in memory. An entry whose name is not Unicode is the error `illegal-byte-sequence`, and the next
/// one follows.
#[allow(unreachable_pub, reason = "the generated bindings name it")]
pub type Entries = Box<dyn Iterator<Item = FsResult<DirectoryEntry>> + Send>;

/// The answer to a call about files.
pub(crate) type FsResult<T> = Result<T, FsError>;

/// Why a call about files failed.
#[derive(Debug)]
pub(crate) enum FsError {
    /// The component gets this code.
    Code(ErrorCode),
    /// The call of the component ends.
    Trap(wasmtime::Error),
}

impl From<ErrorCode> for FsError {
    fn from(code: ErrorCode) -> Self {
        Self::Code(code)
    }
}

/// The component used a handle that it does not have, or has too many.
impl From<ResourceTableError> for FsError {
    fn from(error: ResourceTableError) -> Self {
        Self::Trap(error.into())
    }
}

/// Converts an error about one name or one open file. One name leads nowhere else, so a refusal is
/// that of the operating system or of a tree, and not of the sandbox.
impl From<io::Error> for FsError {
    fn from(error: io::Error) -> Self {
        Self::Code(system_code(&error).unwrap_or(match error.kind() {
            io::ErrorKind::NotFound => ErrorCode::NoEntry,
            io::ErrorKind::PermissionDenied => ErrorCode::Access,
            io::ErrorKind::NotADirectory => ErrorCode::NotDirectory,
            io::ErrorKind::IsADirectory => ErrorCode::IsDirectory,
            io::ErrorKind::InvalidInput => ErrorCode::Invalid,
            io::ErrorKind::InvalidFilename => ErrorCode::NameTooLong,
            io::ErrorKind::FileTooLarge => ErrorCode::FileTooLarge,
            io::ErrorKind::ResourceBusy => ErrorCode::Busy,
            io::ErrorKind::OutOfMemory => ErrorCode::InsufficientMemory,
            _ => ErrorCode::Io,
        }))
    }
}

/// Returns the code of an error that the standard library does not distinguish from others.
#[cfg(unix)]
fn system_code(error: &io::Error) -> Option<ErrorCode> {
    use rustix::io::Errno;
    match Errno::from_io_error(error)? {
        Errno::LOOP => Some(ErrorCode::Loop),
        Errno::ILSEQ => Some(ErrorCode::IllegalByteSequence),
        Errno::OPNOTSUPP => Some(ErrorCode::Unsupported),
        _ => None,
    }
}

#[cfg(windows)]
fn system_code(error: &io::Error) -> Option<ErrorCode> {
    match error.raw_os_error()? {
        // ERROR_SHARING_VIOLATION: another program has opened the file exclusively.
        32 => Some(ErrorCode::Access),
        // ERROR_INVALID_NAME: no file can have this name.
        123 => Some(ErrorCode::NoEntry),
        // ERROR_STOPPED_ON_SYMLINK
        681 => Some(ErrorCode::Loop),
        _ => None,
    }
}
