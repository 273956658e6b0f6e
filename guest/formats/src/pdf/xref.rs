//! A cross-reference section: where the objects are that were written together.

use super::Stop;
use super::source::Source;
use super::syntax::{Dictionary, Lexer, Token, Value};

/// The most runs of numbers in a section. Programs that add to a file write one for each object they changed.
const MAX_RUNS: usize = 4096;

/// The most bytes of a trailer, and of the line before a run.
const MAX_TRAILER: usize = 16 << 10;
const MAX_LINE: usize = 64;

/// A cross-reference section.
pub(crate) enum Section {
    /// A table, which is read where it is needed.
    Table(Vec<TableRun>),
    /// The data of a stream.
    Stream {
        /// Numbers of objects: the first, and how many.
        runs: Vec<(u64, u64)>,
        /// How many bytes the three columns of a row have.
        widths: [usize; 3],
        rows: Vec<u8>,
    },
}

/// A run of a table.
pub(crate) struct TableRun {
    first: u64,
    count: u64,
    /// Where its first entry begins, and how long each one is: 20 bytes, if programs go by the book.
    offset: u64,
    width: u64,
}

/// Where an object is.
pub(crate) enum Place {
    /// At this offset.
    At(u64),
    /// In the stream of objects that has this number.
    In(u64),
}

/// What stands at the end of a section.
pub(crate) struct Trailer {
    /// The number of the catalog.
    pub(crate) root: Option<u64>,
    pub(crate) encrypted: bool,
    /// Where the next older section begins.
    pub(crate) older: Option<u64>,
    /// Where a section begins that belongs to this one, which only new readers look at.
    pub(crate) hidden: Option<u64>,
}

impl Trailer {
    pub(crate) fn of(dictionary: Dictionary<'_>) -> Self {
        Self {
            root: dictionary.get("Root").and_then(Value::reference),
            encrypted: is_encrypted(dictionary),
            older: dictionary.natural("Prev"),
            hidden: dictionary.natural("XRefStm"),
        }
    }
}

/// Whether a trailer says that the file is encrypted.
pub(crate) fn is_encrypted(trailer: Dictionary<'_>) -> bool {
    matches!(trailer.get("Encrypt"), Some(Value::Dictionary(_) | Value::Reference(_)))
}

impl Section {
    /// Whether what stands at an offset is a table.
    pub(crate) fn is_table<E>(source: &mut Source<'_, E>, offset: u64) -> Result<bool, Stop<E>> {
        let bytes = source.bytes(offset, MAX_LINE)?;
        Ok(Lexer::new(&bytes).token() == Some(Token::Word(b"xref")))
    }

    /// Reads the lines before the runs of a table, and its trailer.
    pub(crate) fn table<E>(
        source: &mut Source<'_, E>,
        mut offset: u64,
    ) -> Result<(Self, Trailer), Stop<E>> {
        let mut runs = Vec::new();
        loop {
            let bytes = source.bytes(offset, MAX_LINE)?;
            let mut lexer = Lexer::new(&bytes);
            let mut first = lexer.token();
            if first == Some(Token::Word(b"xref")) && runs.is_empty() {
                first = lexer.token();
            }
            match (first, lexer.at()) {
                (Some(Token::Word(b"trailer")), end) => {
                    let bytes = source.bytes(offset.saturating_add(end as u64), MAX_TRAILER)?;
                    let dictionary = Lexer::new(&bytes).value().and_then(Value::dictionary);
                    return Ok((Self::Table(runs), Trailer::of(dictionary.ok_or(Stop::Broken)?)));
                }
                (Some(Token::Integer(first)), _) if runs.len() < MAX_RUNS => {
                    let Some(Token::Integer(count)) = lexer.token() else {
                        return Err(Stop::Broken);
                    };
                    lexer.skip_space();
                    let start = offset.saturating_add(lexer.at() as u64);
                    let run =
                        TableRun::new(first, count, start, lexer.rest()).ok_or(Stop::Broken)?;
                    offset = run.end().filter(|end| *end <= source.size()).ok_or(Stop::Broken)?;
                    runs.push(run);
                }
                _ => return Err(Stop::Broken),
            }
        }
    }

    /// Takes the data of a stream. None if its dictionary is not that of a section.
    pub(crate) fn stream(dictionary: Dictionary<'_>, rows: Vec<u8>) -> Option<Self> {
        if !dictionary.is_type("XRef") {
            return None;
        }
        let naturals = |values: Value<'_>| {
            let Value::Array(values) = values else { return None };
            let mut lexer = Lexer::new(values);
            let mut numbers = Vec::new();
            while let Some(token) = lexer.token() {
                let Token::Integer(number) = token else { return None };
                numbers.push(u64::try_from(number).ok()?);
                if numbers.len() > 2 * MAX_RUNS {
                    return None;
                }
            }
            Some(numbers)
        };
        let widths = match *naturals(dictionary.get("W")?)? {
            [a, b, c] if a <= 8 && b <= 8 && c <= 8 && a + b + c > 0 => {
                [a as usize, b as usize, c as usize]
            }
            _ => return None,
        };
        let runs = match dictionary.get("Index") {
            Some(index) => {
                let numbers = naturals(index)?;
                let (pairs, rest) = numbers.as_chunks();
                if !rest.is_empty() {
                    return None;
                }
                pairs.iter().map(|[first, count]| (*first, *count)).collect()
            }
            None => [(0, dictionary.natural("Size")?)].into(),
        };
        Some(Self::Stream { runs, widths, rows })
    }

    /// Where the object of a number is. None if this section does not know, or says that there is none: a hybrid file
    /// says so of objects that its hidden section knows.
    pub(crate) fn place<E>(
        &self,
        source: &mut Source<'_, E>,
        number: u64,
    ) -> Result<Option<Place>, Stop<E>> {
        match self {
            Self::Table(runs) => {
                let Some(run) =
                    runs.iter().find(|run| (run.first..run.first + run.count).contains(&number))
                else {
                    return Ok(None);
                };
                let offset = run.offset + (number - run.first) * run.width;
                let entry = source.bytes(offset, ENTRY)?;
                let (offset, used) = parse_entry(&entry).ok_or(Stop::Broken)?;
                Ok((used && offset > 0).then_some(Place::At(offset)))
            }
            Self::Stream { runs, widths, rows } => Ok(place_in_rows(runs, *widths, rows, number)),
        }
    }
}

impl TableRun {
    /// A run whose entries begin at the offset with these bytes.
    fn new(first: i64, count: i64, offset: u64, entries: &[u8]) -> Option<Self> {
        let (first, count) = (u64::try_from(first).ok()?, u64::try_from(count).ok()?);
        first.checked_add(count)?;
        let mut width = 0;
        if count > 0 {
            parse_entry(entries)?;
            // Some programs write one character between entries, or three.
            let space =
                entries.get(ENTRY..)?.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            width = (ENTRY + space) as u64;
        }
        Some(Self { first, count, offset, width })
    }

    /// Where it ends.
    fn end(&self) -> Option<u64> {
        self.count.checked_mul(self.width)?.checked_add(self.offset)
    }
}

/// The length of an entry of a table, without the space after it.
const ENTRY: usize = 18;

/// An offset, and whether an object is there.
fn parse_entry(entry: &[u8]) -> Option<(u64, bool)> {
    let natural = |range| std::str::from_utf8(entry.get(range)?).ok()?.parse::<u64>().ok();
    natural(11..16)?;
    let used = match entry.get(16..ENTRY)? {
        b" n" => true,
        b" f" => false,
        _ => return None,
    };
    (entry.get(10) == Some(&b' ')).then_some((natural(0..10)?, used))
}

fn place_in_rows(
    runs: &[(u64, u64)],
    widths: [usize; 3],
    rows: &[u8],
    number: u64,
) -> Option<Place> {
    let mut before = 0_u64;
    for (first, count) in runs {
        if let Some(index) = number.checked_sub(*first).filter(|index| index < count) {
            let row = usize::try_from(before.checked_add(index)?).ok()?;
            let start = row.checked_mul(widths.iter().sum())?;
            let mut rest = rows.get(start..)?;
            let [kind, second, _] = widths.map(|width| {
                let (column, others) = rest.split_at_checked(width)?;
                rest = others;
                Some(column.iter().fold(0_u64, |number, byte| number << 8 | u64::from(*byte)))
            });
            // Without a first column all are objects at an offset.
            let kind = if widths.first() == Some(&0) { 1 } else { kind? };
            return match kind {
                1 => second.map(Place::At),
                2 => second.map(Place::In),
                _ => None,
            };
        }
        before = before.checked_add(*count)?;
    }
    None
}
