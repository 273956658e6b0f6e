//! The content of a result, which is passed to the model.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A content block for the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text.
    Text(String),
    /// An image, in the agent's encoding.
    Image(EncodedMedia),
    /// Another file that the agent attaches.
    File(EncodedMedia),
}

/// Bytes and their type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EncodedMedia {
    /// The MIME type.
    pub mime: String,
    /// The bytes in base64.
    pub data: String,
}

impl EncodedMedia {
    pub(crate) fn new(mime: &str, bytes: &[u8]) -> Self {
        Self { mime: mime.into(), data: STANDARD.encode(bytes) }
    }
}

/// Returns the text, if the content starts with text.
pub(crate) fn text(content: &[Content]) -> Option<&str> {
    match content.first()? {
        Content::Text(text) => Some(text),
        Content::Image(_) | Content::File(_) => None,
    }
}
