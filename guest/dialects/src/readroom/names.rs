//! The case names of the contract's enums in JSON.

use readroom_core::{EncodingSource, FileKind, LineEndings, SuspiciousKind};
use readroom_read::{ErrorCode, StopReason};

pub(super) fn error_code(code: ErrorCode) -> &'static str {
    match code {
        ErrorCode::OutsideRoot => "outside-root",
        ErrorCode::NotFound => "not-found",
        ErrorCode::NotAFile => "not-a-file",
        ErrorCode::IsADirectory => "is-a-directory",
        ErrorCode::NotADirectory => "not-a-directory",
        ErrorCode::PermissionDenied => "permission-denied",
        ErrorCode::InvalidPath => "invalid-path",
        ErrorCode::InvalidArgument => "invalid-argument",
        ErrorCode::NameTooLong => "name-too-long",
        ErrorCode::SymlinkLoop => "symlink-loop",
        ErrorCode::OffsetPastEnd => "offset-past-end",
        ErrorCode::BinaryFile => "binary-file",
        ErrorCode::NotUtf8 => "not-utf8",
        ErrorCode::TooLarge => "too-large",
        ErrorCode::Unsupported => "unsupported",
        ErrorCode::InvalidContent => "invalid-content",
        ErrorCode::Stale => "stale",
        ErrorCode::Io => "io",
    }
}

pub(super) fn stop_reason(stop: StopReason) -> &'static str {
    match stop {
        StopReason::End => "end",
        StopReason::LineLimit => "line-limit",
        StopReason::ByteLimit => "byte-limit",
        StopReason::TokenLimit => "token-limit",
        StopReason::BlockEnd => "block-end",
    }
}

pub(super) fn encoding_source(source: EncodingSource) -> &'static str {
    match source {
        EncodingSource::Given => "request",
        EncodingSource::Bom => "bom",
        EncodingSource::Content => "content",
    }
}

pub(super) fn suspicious_kind(kind: SuspiciousKind) -> &'static str {
    match kind {
        SuspiciousKind::Bidirectional => "bidirectional",
        SuspiciousKind::Invisible => "invisible",
        SuspiciousKind::Terminal => "terminal",
        SuspiciousKind::ForgedMarkup => "forged-markup",
    }
}

pub(super) fn line_endings(endings: LineEndings) -> &'static str {
    match endings {
        LineEndings::None => "none",
        LineEndings::Lf => "lf",
        LineEndings::CrLf => "crlf",
        LineEndings::Cr => "cr",
        LineEndings::Mixed => "mixed",
    }
}

pub(super) fn file_kind(kind: FileKind) -> &'static str {
    match kind {
        FileKind::File => "file",
        FileKind::Directory => "directory",
        FileKind::Link => "link",
        FileKind::Special => "special",
    }
}
