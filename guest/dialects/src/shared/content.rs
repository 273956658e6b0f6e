//! The part of a result that a model gets.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// A part of what a model gets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Content {
    /// Text, as the model reads it.
    Text(String),
    /// An image, as the agent encodes it.
    Image(EncodedMedia),
    /// Another file that the agent attaches.
    File(EncodedMedia),
}

/// Bytes with their type.
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

/// Returns the text, if the content begins with text.
pub(crate) fn text(content: &[Content]) -> Option<&str> {
    match content.first()? {
        Content::Text(text) => Some(text),
        Content::Image(_) | Content::File(_) => None,
    }
}
