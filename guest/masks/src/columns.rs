//! The values in the columns of a table whose first line names them: separated by commas, tabs or
//! `|`, after `COPY … FROM` and in `INSERT … VALUES`.

use crate::MAX_TOKEN;
use crate::check::{self, Check};
use crate::find::View;
use crate::found::{Hit, Rest};
use crate::rules::{ASSIGNMENT, RULES};
use crate::set::{ALNUM, DIGIT, Set};

const NAME: Set = Set::of(" /0-9A-Z_a-z-");
const KEYS: Set = Set::of(" EKSY_eksy-");
/// The characters around the names and the values.
const AROUND: Set = Set::of(" \t\r\"'`();");

/// All characters of the names of columns and around them.
const HEADER: Set = NAME.or(AROUND).or(Set::of("|,"));

/// The columns of a table that has secrets.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    separator: u8,
    /// The number of all columns.
    count: usize,
    /// A bit for each column of secrets, and of passwords, which need not be random.
    secrets: u64,
    passwords: u64,
}

impl Columns {
    /// Returns the columns that a line names, and the offset after their names.
    pub(crate) fn of(line: &[u8]) -> Option<(Self, usize)> {
        let has =
            |word: &[u8]| line.get(..word.len()).is_some_and(|s| s.eq_ignore_ascii_case(word));
        let (is_copy, is_insert) = (has(b"COPY "), has(b"INSERT "));
        let (mut start, mut end) = (0, line.len());
        if is_copy || is_insert {
            start = line.iter().position(|byte| *byte == b'(')? + 1;
            end = line.iter().position(|byte| *byte == b')')?;
        }
        let names = line.get(start..end)?;
        // Most lines are code, and have other characters.
        if names.len() >= MAX_TOKEN || HEADER.run(names, MAX_TOKEN) < names.len() {
            return None;
        }
        let separator = *b"\t|;,".iter().find(|byte| names.contains(byte))?;
        let mut columns = Self { separator, ..Self::default() };
        for name in names.split(|byte| *byte == separator) {
            // `Password (initial)`.
            let is_noted = name.trim_ascii_end().ends_with(b")");
            let note = || name.windows(2).position(|pair| pair == b" (");
            let note = is_noted.then(note).flatten().unwrap_or(name.len());
            let name = trimmed(name.get(..note)?).1;
            // `| a | b |` has a part before its first column, which may be the number of a row.
            let is_number = columns.count == 1 && DIGIT.run(name, 33) == name.len();
            let is_empty = separator == b'|' && (name.is_empty() || is_number);
            let is_name = is_empty || name.first().is_some_and(u8::is_ascii_alphabetic);
            if !is_name || NAME.run(name, 33) != name.len() || columns.count == 64 {
                return None;
            }
            // `tokens`, `secret_key`.
            let stem = name.get(..name.len() - KEYS.run_back(name, 8))?;
            let mut words = RULES.get(ASSIGNMENT)?.starts.iter().map(|word| word.as_bytes());
            let is_word = |w: &[u8]| {
                // `User/Password`, `Password/User`.
                name.split(|byte| *byte == b'/').any(|part| check::ends_with(part.trim_ascii(), w))
                    || check::ends_with(stem, w)
            };
            let is_secret = words.any(is_word);
            let is_password = ["pass", "pwd"].iter().any(|w| check::contains(name, w.as_bytes()));
            columns.secrets |= u64::from(is_secret) << columns.count;
            columns.passwords |= u64::from(is_secret && is_password) << columns.count;
            columns.count += 1;
        }
        if is_copy {
            columns.separator = b'\t';
        }
        let after = line.get(end..)?;
        let values = after.iter().position(|byte| *byte == b'(').filter(|_| is_insert);
        let is_table = columns.secrets > 0 && columns.count > 1;
        is_table.then_some((columns, values.map_or(line.len(), |at| end + at)))
    }

    /// Returns whether the next line may be a row.
    pub(crate) fn is_open(&self) -> bool {
        self.count > 0
    }

    /// Returns whether the names of these columns may be a row of other ones.
    pub(crate) fn is_like(&self, other: &Self) -> bool {
        (self.separator, self.count) == (other.separator, other.count)
    }
}

impl View<'_> {
    /// Returns the secrets in a row that starts at an offset, the last one first.
    pub(crate) fn cells(&self, columns: &Columns, start: usize) -> Vec<Hit> {
        let (row, mut hits) = (self.from(start), Vec::new());
        let (mut from, mut number, mut quote, mut is_start) = (0, 0, None, true);
        if !columns.is_open() {
            return hits;
        }
        for (at, byte) in row.iter().chain([&columns.separator]).enumerate() {
            if quote.is_some() {
                quote = quote.filter(|quote| quote != byte);
            } else if *byte == columns.separator {
                let bit = 1 << (number % columns.count);
                hits.extend(self.cell(columns, bit, start + from, start + at));
                (from, number, is_start) = (at + 1, number + 1, true);
            } else {
                quote = Some(*byte).filter(|byte| is_start && b"\"'".contains(byte));
                is_start &= b" (".contains(byte);
            }
        }
        // A row of a statement ends with a comma. One of a sheet may end before its last columns.
        let is_whole = number % columns.count
            == usize::from(row.last() == Some(&columns.separator))
            || number < columns.count && row.starts_with(b"| ") && row.ends_with(b" |");
        if !is_whole && !number.is_multiple_of(columns.count) {
            hits.clear();
        }
        hits.reverse();
        hits
    }

    /// Returns the secret in a field of a column. A sentinel is not one: it has the word of a
    /// placeholder, and a blank.
    fn cell(&self, columns: &Columns, bit: u64, from: usize, to: usize) -> Option<Hit> {
        let (before, value) = trimmed(self.bytes.get(from..to)?);
        let is_password = || columns.passwords & bit > 0 && is_password(value);
        let is_secret =
            columns.secrets & bit > 0 && (Check::Literal.passes(value) || is_password());
        let start = from + before;
        let (end, rest) = (start + value.len(), Rest::Nothing);
        let known = || self.token_at(start).filter(|hit| hit.end >= end);
        let hit = || known().unwrap_or(Hit { rule: ASSIGNMENT, start, end, rest });
        is_secret.then(hit)
    }
}

/// Returns a field without what is around its value, and the offset of the value.
fn trimmed(field: &[u8]) -> (usize, &[u8]) {
    let start = AROUND.run(field, field.len());
    let end = field.len() - AROUND.run_back(field, field.len());
    (start, field.get(start..end).unwrap_or_default())
}

fn is_password(value: &[u8]) -> bool {
    (6..257).contains(&value.len())
        && ALNUM.has(value.first().copied().unwrap_or_default())
        && value.iter().all(u8::is_ascii_graphic)
        && check::is_password(value)
}
