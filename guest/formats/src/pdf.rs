//! How many pages a PDF has, and a few facts more. Its text is not read.
//!
//! The page count stands at the top of the tree of pages, which is found as any reader finds it: from the end of the
//! file through its cross-reference sections, tables and streams, to the catalog. Where that leads nowhere, the
//! linearization dictionary and then a look at both ends of the file may still tell.

mod objects;
mod scan;
mod source;
mod stream;
mod syntax;
mod xref;

pub use source::{MAX_READ_BYTES, MAX_READS};

use objects::Objects;
use scan::Findings;
use source::Source;
use std::fmt;
use syntax::{Lexer, Token, Value, find};

/// Facts about a PDF.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pdf {
    /// The version it is written in. None if it names none.
    pub version: Option<Version>,
    /// How many pages it has. None if that cannot be said for sure: the file is damaged, or encrypted in a way that
    /// hides it.
    pub pages: Option<u64>,
    /// Whether it is encrypted, so that reading its text takes a key. None if that cannot be said.
    pub encrypted: Option<bool>,
}

/// A version of the format, as 1.7.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Version {
    /// What is before the point.
    pub major: u8,
    /// What is after it.
    pub minor: u8,
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major, self.minor)
    }
}

/// Why nothing is said about a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PdfError<E> {
    /// No header stands in its first 1024 bytes.
    NotPdf,
    /// A read failed.
    Read(E),
}

impl<E: fmt::Display> fmt::Display for PdfError<E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotPdf => f.write_str("no header of a PDF"),
            Self::Read(error) => write!(f, "a read failed: {error}"),
        }
    }
}

impl<E: std::error::Error> std::error::Error for PdfError<E> {}

/// Why a way to the pages ended.
enum Stop<E> {
    /// A read failed, which ends everything.
    Read(E),
    /// The file is not as it should be, or would take more than the limits.
    Broken,
}

/// How far into a file its header may begin, as in most readers.
const MAX_ORIGIN: usize = 1024;

/// How much of the end of a file is searched for where the cross-references begin.
const TAIL: u64 = 2048;

/// How much of each end of a damaged file is looked at, and the reads that are kept for it.
const SCANNED: u64 = 256 << 10;
const SCAN_READS: u32 = 10;

/// A page takes more bytes of a file than this, with everything compressed and all pages empty. A count that would need
/// more bytes than there are is not believed.
const LEAST_PAGE_BYTES: u64 = 4;

/// Reads facts about a PDF of so many bytes.
///
/// `read_at` gives up to so many bytes from a place in the file on; fewer are read on, none mean that the file ends
/// there. It is called at most [`MAX_READS`] times, for at most [`MAX_READ_BYTES`] each time. What was read is kept
/// until the end: with what is decompressed and copied, at most 16 MiB.
///
/// # Errors
///
/// [`PdfError`] if it is no PDF or a read fails. A damaged file is none: what cannot be said is `None`.
pub fn pdf<E>(
    size: u64,
    mut read_at: impl FnMut(u64, u32) -> Result<Vec<u8>, E>,
) -> Result<Pdf, PdfError<E>> {
    let mut source = Source::new(size, &mut read_at);
    let head = match source.bytes(0, MAX_ORIGIN) {
        Ok(head) => head,
        Err(Stop::Read(error)) => return Err(PdfError::Read(error)),
        Err(Stop::Broken) => return Err(PdfError::NotPdf),
    };
    let origin = find(&head, HEADER).ok_or(PdfError::NotPdf)?;
    source.origin = origin as u64;
    let version = head.get(origin + HEADER.len()..).and_then(version);
    let mut facts = Pdf { version, pages: None, encrypted: None };

    source.spared = SCAN_READS;
    for way in [by_cross_references, by_linearization, by_scan] {
        match way(&mut source, &mut facts) {
            Ok(()) | Err(Stop::Broken) => {}
            Err(Stop::Read(error)) => return Err(PdfError::Read(error)),
        }
        if facts.pages.is_some() && facts.encrypted.is_some() {
            break;
        }
        source.spared = 0;
    }
    Ok(facts)
}

/// What a PDF begins with, before its version.
const HEADER: &[u8] = b"%PDF-";

/// The version that bytes begin with.
fn version(bytes: &[u8]) -> Option<Version> {
    let digit = |byte: &u8| byte.is_ascii_digit().then(|| byte - b'0');
    match bytes {
        [major, b'.', minor, ..] => Some(Version { major: digit(major)?, minor: digit(minor)? }),
        _ => None,
    }
}

/// A number of pages that a file of this size may have.
fn plausible<E>(source: &Source<'_, E>, pages: u64) -> Option<u64> {
    (pages <= source.size() / LEAST_PAGE_BYTES).then_some(pages)
}

/// Goes from the end of the file to the catalog and the tree of pages.
fn by_cross_references<E>(source: &mut Source<'_, E>, facts: &mut Pdf) -> Result<(), Stop<E>> {
    let start = source.size().saturating_sub(TAIL);
    let tail = source.bytes(start, TAIL as usize)?;
    let word = tail.windows(START.len()).rposition(|window| window == START).ok_or(Stop::Broken)?;
    let mut lexer = Lexer::new(tail.get(word + START.len()..).unwrap_or_default());
    let newest = lexer.value().and_then(Value::natural).ok_or(Stop::Broken)?;

    let mut objects = Objects::new(source, newest);
    let newest = objects.read_section()?.ok_or(Stop::Broken)?;
    facts.encrypted = Some(newest.encrypted);
    let catalog = objects.object(newest.root.ok_or(Stop::Broken)?)?;
    let catalog = catalog.dictionary().ok_or(Stop::Broken)?;
    if let Some(Value::Name(name)) = catalog.get("Version") {
        // What was added to a file may be newer than its header.
        facts.version = facts.version.max(version(name.0));
    }
    let tree = match catalog.get("Pages") {
        Some(Value::Reference(number)) => objects.object(number)?,
        _ => return Err(Stop::Broken),
    };
    let tree = tree.dictionary().ok_or(Stop::Broken)?;
    let count = match tree.get("Count") {
        Some(Value::Reference(number)) => objects.object(number)?.value().and_then(Value::natural),
        count => count.and_then(Value::natural),
    };
    facts.pages = count.and_then(|count| plausible(objects.source, count));
    Ok(())
}

/// What stands before the offset of the newest cross-reference section.
const START: &[u8] = b"startxref";

/// Looks at the first object, which counts the pages of a file that was made for the web. It does so no more once the
/// file was added to, which its length tells.
fn by_linearization<E>(source: &mut Source<'_, E>, facts: &mut Pdf) -> Result<(), Stop<E>> {
    let head = source.bytes(0, MAX_ORIGIN)?;
    let mut lexer = Lexer::new(&head);
    let begins = [lexer.token(), lexer.token(), lexer.token()];
    let [Some(Token::Integer(_)), Some(Token::Integer(_)), Some(Token::Word(b"obj"))] = begins
    else {
        return Ok(());
    };
    let Some(Value::Dictionary(first)) = lexer.value() else { return Ok(()) };
    if first.get("Linearized").is_some() && first.natural("L") == Some(source.size()) {
        facts.pages = first.natural("N").and_then(|count| plausible(source, count));
    }
    Ok(())
}

/// Looks at both ends of the file for what tells, or at all of it.
fn by_scan<E>(source: &mut Source<'_, E>, facts: &mut Pdf) -> Result<(), Stop<E>> {
    let mut findings = Findings::default();
    if source.size() <= 2 * SCANNED {
        findings.look(&source.bytes(0, 2 * SCANNED as usize)?);
    } else {
        findings.look(&source.bytes(0, SCANNED as usize)?);
        let tail = source.bytes(source.size() - SCANNED, SCANNED as usize)?;
        // Its beginning may be anything.
        if let Some(at) = find(&tail, OBJECT_END) {
            findings.look(tail.get(at + OBJECT_END.len()..).unwrap_or_default());
        }
    }
    let found = findings.pages().and_then(|count| plausible(source, count));
    facts.pages = facts.pages.or(found);
    facts.encrypted = facts.encrypted.or(findings.encrypted);
    Ok(())
}

/// What stands after an object.
const OBJECT_END: &[u8] = b"endobj";
