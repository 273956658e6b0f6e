//! Images and PDFs, recognized by their first bytes as in opencode.

/// Returns the MIME type by the first bytes of a file. A GIF needs no version, although text may
/// start the same way.
pub(super) fn mime(head: &[u8]) -> Option<&'static str> {
    Some(match head {
        [0x89, b'P', b'N', b'G', b'\r', b'\n', 0x1a, b'\n', ..] => "image/png",
        [0xff, 0xd8, 0xff, ..] => "image/jpeg",
        [b'G', b'I', b'F', b'8', ..] => "image/gif",
        [b'R', b'I', b'F', b'F', _, _, _, _, b'W', b'E', b'B', b'P', ..] => "image/webp",
        [b'%', b'P', b'D', b'F', b'-', ..] => "application/pdf",
        _ => return None,
    })
}

/// Returns the tool's message for an attached file.
pub(super) fn message(mime: &str) -> &'static str {
    if mime == "application/pdf" { "PDF read successfully" } else { "Image read successfully" }
}
