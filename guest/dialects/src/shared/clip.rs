//! Shortens text in messages.

use std::borrow::Cow;

/// Returns text for a message: all of it, or its start if it is long.
pub(crate) fn clipped(text: &str) -> Cow<'_, str> {
    clipped_to(text, 300)
}

/// Returns the first characters, and an ellipsis if there are more.
pub(crate) fn clipped_to(text: &str, max_characters: usize) -> Cow<'_, str> {
    match text.char_indices().nth(max_characters) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}
