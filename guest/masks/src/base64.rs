//! Text in base64, in which secrets are looked for as they are in any other.

use crate::MAX_TOKEN;
use crate::check::is_text;
use crate::find::View;
use crate::found::{Found, Hit, Rest};
use crate::masker::Masker;
use crate::rules::CREDENTIALS;
use crate::set::Set;

/// Both alphabets, and their padding.
const DIGITS: Set = Set::of("0-9A-Za-z+/_-");
const PADDED: Set = Set::of("0-9A-Za-z+/_=-");
/// What belongs to base64 after the part that was looked at.
pub(crate) const REST: Rest = Rest::Run(PADDED);
/// The shortest run that is looked at: no secret in it is shorter.
const MIN_RUN: usize = 36;
/// How often base64 is looked for in base64.
const MAX_DEPTH: u8 = 2;
/// What a file with credentials has, whichever it has first. Its token may be on another line.
const FILES: [&str; 4] = ["\"auths\"", "\"service_account\"", "clusters:", "\"clusters\""];

/// As a table, since every file is looked through.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
static IS_DIGIT: [bool; 256] = {
    let (mut table, mut byte) = ([false; 256], 0);
    while byte < table.len() {
        table[byte] = DIGITS.has(byte as u8);
        byte += 1;
    }
    table
};

fn is_digit(byte: &u8) -> bool {
    IS_DIGIT.get(usize::from(*byte)).copied().unwrap_or(false)
}

/// Returns where the next long run begins, at or after `at`, and its end if it is not longer than a
/// token.
pub(crate) fn next_run(bytes: &[u8], at: usize) -> Option<(usize, usize)> {
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

impl View<'_> {
    /// Returns the base64 that begins at a run, if there is a secret in its text, and how far it
    /// was looked at.
    pub(crate) fn base64(&self, run: (usize, usize), depth: u8) -> (Option<Found>, usize) {
        let mut end = run.1;
        (self.base64_to(run.0, &mut end, depth), end)
    }

    fn base64_to(&self, start: usize, end: &mut usize, depth: u8) -> Option<Found> {
        let before = self.back(start, 1);
        if depth == MAX_DEPTH || DIGITS.has(before) {
            return None;
        }
        // The letter of a line break in a string.
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
        let text = decoded(&all);
        let text = String::from_utf8_lossy(&text);
        let mut masker = Masker::nested(depth + 1);
        for line in text.lines() {
            masker.line(line, &mut String::new());
        }
        let is_file = || FILES.iter().any(|word| text.contains(word));
        let rule = masker.first().or_else(|| is_file().then_some(CREDENTIALS))?;
        Some(Found::Secret(Hit { rule, start, end: *end, rest: REST }))
    }

    /// Returns how long a line break is in a string, if base64 goes on after it.
    fn line_break(&self, at: usize) -> Option<usize> {
        let breaks = ["\\n", "\\r\\n"];
        let length = breaks.iter().find(|text| self.from(at).starts_with(text.as_bytes()))?.len();
        (DIGITS.run(self.from(at + length), 4) == 4).then_some(length)
    }
}

/// Returns whether nothing but what may be around base64 is in the rest of a line.
pub(crate) fn wraps(rest: &[u8]) -> bool {
    rest.iter().all(|byte| b" \t\r\"'`,;+)\\".contains(byte))
}

/// Returns what base64 stands for, up to its padding.
pub(crate) fn decoded(value: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(value.len());
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = value.iter().map_while(|byte| digit(*byte)).map(u32::from).collect();
    for chunk in digits.chunks(4) {
        let bits = chunk.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - chunk.len()));
        decoded.extend(bits.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1));
    }
    decoded
}
