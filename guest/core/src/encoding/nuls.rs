//! Distinguishes text that contains NULs from binary files.

/// At most one byte in this many may be a NUL if NULs are scattered.
const FEW: usize = 100;

/// The longest run of NULs that may separate or pad text: `a\0\0b`.
const MAX_RUN: usize = 2;

/// Returns whether the beginning of a file of `size` bytes is UTF-8 text with NULs: at its edges,
/// as after a log was cut off; few, as in source code; or one at a time, as between names or where
/// UTF-16 was appended.
pub(crate) fn is_text(head: &[u8], size: u64) -> bool {
    let is_nul = |byte: &u8| *byte == 0;
    let (Some(first), Some(last)) =
        (head.iter().position(|byte| !is_nul(byte)), head.iter().rposition(|byte| !is_nul(byte)))
    else {
        return false;
    };
    let inside = head.get(first..=last).unwrap_or_default();
    let nuls = memchr::memchr_iter(0, inside).count();
    let are_few = nuls * FEW <= head.len();
    let are_single = || {
        let mut runs = inside.split(|byte| !is_nul(byte)).map(<[u8]>::len);
        nuls * 2 <= inside.len() && runs.all(|run| run <= MAX_RUN)
    };
    let is_cut = (head.len() as u64) < size && last + 1 == head.len();
    (are_few || are_single()) && is_plain(inside, is_cut)
}

/// Returns whether bytes are UTF-8 without control characters other than those of text and
/// terminals. `is_cut` says whether the last character may be incomplete.
fn is_plain(bytes: &[u8], is_cut: bool) -> bool {
    let is_odd = |byte: &u8| matches!(byte, 1..=7 | 0xb | 0xe..=0x1a | 0x1c..=0x1f | 0x7f);
    let is_utf_8 = match std::str::from_utf8(bytes) {
        Ok(_) => true,
        Err(error) => is_cut && error.error_len().is_none(),
    };
    is_utf_8 && !bytes.iter().any(is_odd)
}

#[cfg(test)]
mod tests;
