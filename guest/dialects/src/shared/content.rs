//! The content of a result, which is passed to the model.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use readroom_types::{Content, EncodedMedia};

/// Encodes bytes with their MIME type.
pub(crate) fn encoded(mime: &str, bytes: &[u8]) -> EncodedMedia {
    EncodedMedia { mime: mime.into(), data: STANDARD.encode(bytes) }
}

/// Returns the text, if the content starts with text.
pub(crate) fn text(content: &[Content]) -> Option<&str> {
    match content.first()? {
        Content::Text(text) => Some(text),
        Content::Image(_) | Content::File(_) => None,
    }
}
