//! The cases of the contract's enumerations, as JSON spells them.

use readroom_core::{Deceit, Endings, Evidence};
use readroom_read::{CellKind, OutputKind};
use readroom_read::{ErrorCode, Stop};

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
        ErrorCode::Stale => "stale",
        ErrorCode::Io => "io",
    }
}

pub(super) fn stop_reason(stop: Stop) -> &'static str {
    match stop {
        Stop::AtEnd => "end",
        Stop::AtLineLimit => "line-limit",
        Stop::AtByteLimit => "byte-limit",
        Stop::AtTokenLimit => "token-limit",
        Stop::AtBlockEnd => "block-end",
    }
}

pub(super) fn cell_kind(kind: CellKind) -> &'static str {
    match kind {
        CellKind::Code => "code",
        CellKind::Markdown => "markdown",
        CellKind::Raw => "raw",
    }
}

pub(super) fn output_kind(kind: OutputKind) -> &'static str {
    match kind {
        OutputKind::Stdout => "stdout",
        OutputKind::Stderr => "stderr",
        OutputKind::Result => "execute-result",
        OutputKind::Display => "display-data",
        OutputKind::Error => "error",
    }
}

pub(super) fn encoding_source(evidence: Evidence) -> &'static str {
    match evidence {
        Evidence::Given => "request",
        Evidence::Mark => "bom",
        Evidence::Content => "content",
    }
}

pub(super) fn suspicious_kind(deceit: Deceit) -> &'static str {
    match deceit {
        Deceit::Bidirectional => "bidirectional",
        Deceit::Invisible => "invisible",
        Deceit::Terminal => "terminal",
    }
}

pub(super) fn line_endings(endings: Endings) -> &'static str {
    match endings {
        Endings::None => "none",
        Endings::Lf => "lf",
        Endings::CrLf => "crlf",
        Endings::Cr => "cr",
        Endings::Mixed => "mixed",
    }
}
