//! Decodes base64, in which secrets are searched for as in any other text.

use crate::MAX_TOKEN;
use crate::check::{decoded, is_text};
use crate::find::View;
use crate::found::Rest;
use crate::set::Set;
use readroom_anchors::MIN_RUN;

/// Both alphabets, and their padding.
const DIGITS: Set = Set::of("0-9A-Za-z+/_-");
const PADDED: Set = Set::of("0-9A-Za-z+/_=-");
/// The rest of a base64 run after the examined part.
pub(crate) const REST: Rest = Rest::Run(PADDED);
/// Keys that mark a credentials file, whichever it has first. Its token may be on another line.
const FILES: [&str; 4] = ["\"auths\"", "\"service_account\"", "clusters:", "\"clusters\""];

impl View<'_> {
    /// Decodes the base64 at the start of a run. Returns its offset and its text. Moves `end` to
    /// the end of the examined part.
    pub(crate) fn base64(&self, start: usize, end: &mut usize) -> Option<(usize, String)> {
        let before = self.back(start, 1);
        if DIGITS.has(before) {
            return None;
        }
        // The letter of an escaped line break.
        let start = start + usize::from(before == b'\\');
        let first = decoded(self.bytes.get(start..start + MIN_RUN / 4 * 3)?);
        if !is_text(&first) {
            return None;
        }
        let mut all = self.bytes.get(start..*end)?.to_vec();
        while let Some(length) = self.line_break(*end)
            && all.len() < MAX_TOKEN
        {
            let line = *end + length;
            let run = DIGITS.run(self.from(line), MAX_TOKEN);
            all.extend(self.from(line).iter().take(run));
            *end = line + run;
        }
        Some((start, String::from_utf8_lossy(&decoded(&all)).into_owned()))
    }

    /// Returns the length of an escaped line break, if base64 continues after it.
    fn line_break(&self, at: usize) -> Option<usize> {
        let breaks = ["\\n", "\\r\\n"];
        let length = breaks.iter().find(|text| self.from(at).starts_with(text.as_bytes()))?.len();
        (DIGITS.run(self.from(at + length), 4) == 4).then_some(length)
    }
}

/// Returns whether decoded text is a credentials file.
pub(crate) fn is_file(text: &str) -> bool {
    FILES.iter().any(|word| text.contains(word))
}

/// Returns whether the rest of a line holds only characters that may surround base64.
pub(crate) fn wraps(rest: &[u8]) -> bool {
    rest.iter().all(|byte| b" \t\r\"'`,;+)\\".contains(byte))
}
