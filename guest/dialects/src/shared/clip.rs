//! Shortens texts in messages.

use std::borrow::Cow;

/// Returns a text for a message: all of it, or its beginning if it is long.
pub(crate) fn clipped(text: &str) -> Cow<'_, str> {
    const MAX_CHARACTERS: usize = 300;
    match text.char_indices().nth(MAX_CHARACTERS) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}
