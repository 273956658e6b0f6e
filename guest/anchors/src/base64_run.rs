//! Runs of the digits of base64.

use crate::MAX_TOKEN;

/// The minimum length of an examined run: no secret in it is shorter.
pub const MIN_RUN: usize = 36;

/// The digits of both alphabets: a lookup table, because every file is searched.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
static IS_DIGIT: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0_u8);
    while byte < u8::MAX {
        let is_sign = matches!(byte, b'+' | b'/' | b'_' | b'-');
        table[byte as usize] = byte.is_ascii_alphanumeric() || is_sign;
        byte += 1;
    }
    table
};

fn is_digit(byte: &u8) -> bool {
    IS_DIGIT.get(usize::from(*byte)).copied().unwrap_or(false)
}

/// Returns the start of the next long run, at or after `at`, and its end if it is not longer than a
/// token.
pub fn next_run(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
    let mut probe = at + MIN_RUN - 1;
    while let Some(byte) = bytes.get(probe) {
        if is_digit(byte) {
            let before = bytes.get(at..probe)?.iter().rev();
            let start = probe - before.take_while(|byte| is_digit(byte)).count();
            let after = bytes.get(probe..)?.iter().take(MAX_TOKEN);
            let end = probe + after.take_while(|byte| is_digit(byte)).count();
            if end - start >= MIN_RUN {
                return Some((start, end));
            }
            probe = end;
        }
        probe += MIN_RUN;
    }
    None
}

/// Returns the long run at an offset, such as the end of a secret within a longer run.
pub fn run_at(bytes: &[u8], start: usize) -> Option<(usize, usize)> {
    let after = bytes.get(start..)?.iter().take(MAX_TOKEN);
    let end = start + after.take_while(|byte| is_digit(byte)).count();
    (end - start >= MIN_RUN).then_some((start, end))
}
