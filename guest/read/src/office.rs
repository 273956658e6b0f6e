//! Documents of offices, books, and PDF files: files that are read as a text made of them.

use crate::check::{CheckedRequest, CheckedStart};
use crate::error::{ArgumentError, DocumentError, PathError, ReadError};
use crate::facts;
use crate::request::{ReadRequest, Start};
use readroom_core::{File, FileError, LineNumber, PageStart, Tree};
use readroom_documents::{self as documents, Detail, Error, Facts, Format, Limits, Source, Unit};
use readroom_types::View;
use std::cell::RefCell;
use std::rc::Rc;

/// A text that a document was made into, and what is known beside it.
#[derive(Clone, Debug)]
pub struct MadeText {
    /// The text.
    pub text: Rc<str>,
    /// What is known beside it.
    pub facts: Rc<Facts>,
    /// The number of values that are masked in it.
    pub masked: Option<u64>,
}

/// The text of the document that was read last: a call may need it several times.
#[derive(Default)]
pub(crate) struct LastText(RefCell<Option<(String, MadeText)>>);

/// Makes text of a file if its bytes are those of a document. `None` if they are not.
///
/// # Errors
///
/// The outer one is a failure to read the file.
pub(crate) fn made_text<T: Tree>(
    file: &File<'_, T>,
    limits: &Limits,
    detail: Detail,
) -> Result<Option<Result<MadeText, DocumentError>>, FileError> {
    let source = &mut Bytes(file);
    // The source of these is text, or all there is.
    let has_source = |format| {
        use Format::{EncryptedOffice, Pdf, Ppt, Rtf, WordPerfect, Xlsb};
        matches!(format, Rtf | Pdf | EncryptedOffice | Ppt | Xlsb | WordPerfect)
    };
    let is_read = |format| detail == Detail::Shown || !has_source(format);
    let format = match documents::recognize(source) {
        Ok(Some(format)) if is_read(format) => format,
        Ok(_) => return Ok(None),
        Err(_) if detail == Detail::All => return Ok(None),
        Err(error) => return outcome(error).map(|error| Some(Err(error))),
    };
    match documents::convert(source, format, limits, detail) {
        Ok(documents::Document { text, mut facts }) => {
            let (text, masked) = file.masked_text(text);
            let titles = facts.units.iter_mut().map(|unit| &mut unit.title);
            let left_out = &mut facts.left_out;
            for name in titles.chain(&mut left_out.image_names).chain(&mut left_out.macros) {
                *name = file.masked_text(std::mem::take(name)).0;
            }
            Ok(Some(Ok(MadeText { text: text.into(), facts: facts.into(), masked })))
        }
        // A text may begin like a PDF, and one without pages is refused like other media.
        Err(Error::Damaged(_)) if format == Format::Pdf => Ok(None),
        Err(error) => outcome(error).map(|error| Some(Err(error))),
    }
}

/// Returns why a file is not read: one that is named like a document is in an older format, or was
/// damaged if it does not begin like any.
pub(crate) fn damaged<T: Tree>(file: &File<'_, T>, error: ReadError) -> ReadError {
    match error {
        ReadError::Path { path, error: PathError::File(FileError::Binary) } if is_named(file) => {
            let old = documents::old_format(file.head().unwrap_or_default());
            let damaged = Error::Damaged("it does not begin like one");
            let error = PathError::Document(old.map_or(damaged, Error::Unsupported));
            ReadError::Path { path, error }
        }
        other => other,
    }
}

fn is_named<T: Tree>(file: &File<'_, T>) -> bool {
    documents::is_document_name(&file.location.to_string())
}

fn outcome(error: Error<FileError>) -> Result<DocumentError, FileError> {
    Ok(match error {
        Error::Source(error) => return Err(error),
        Error::Damaged(what) => Error::Damaged(what),
        Error::Encrypted => Error::Encrypted,
        Error::UnsupportedEncryption(what) => Error::UnsupportedEncryption(what),
        Error::TooLarge(limit) => Error::TooLarge(limit),
        Error::Unsupported(format) => Error::Unsupported(format),
    })
}

/// Same for a request that reads documents as text. `last` has the text if it was made before.
pub(crate) fn requested_text<T: Tree>(
    file: &File<'_, T>,
    request: &ReadRequest<'_>,
    checked: &CheckedRequest<'_>,
    last: Option<&LastText>,
    failed: &dyn Fn(FileError) -> ReadError,
) -> Result<Option<MadeText>, ReadError> {
    if request.encoding.is_some() {
        return Ok(None);
    }
    let detail = if request.view == View::Text { Detail::All } else { Detail::Shown };
    // What a text is read from anyway.
    let start = match checked.start {
        CheckedStart::At(PageStart::Line(_))
        | CheckedStart::Block(..)
        | CheckedStart::Definition(_) => file.head(),
        _ => file.beginning(&checked.rules),
    };
    if !documents::may_be_document(start.map_err(failed)?) {
        return Ok(None);
    }
    let mark = if detail == Detail::All { "=" } else { "" };
    let key = || facts::version(&file.metadata) + mark + &file.location.absolute();
    let known = last.and_then(|last| last.0.borrow().clone()).filter(|(of, _)| *of == key());
    if let Some((_, known)) = known {
        return Ok(Some(known));
    }
    let Some(made) = made_text(file, &Limits::default(), detail).map_err(failed)? else {
        return Ok(None);
    };
    let made = made.map_err(|error| ReadError::about(request.path, PathError::Document(error)))?;
    if let Some(last) = last {
        *last.0.borrow_mut() = Some((key(), made.clone()));
    }
    Ok(Some(made))
}

impl<'a> CheckedRequest<'a> {
    /// Returns the same with the lines of a unit, if the request starts at one.
    pub(crate) fn at_unit_of(
        self,
        request: &ReadRequest<'_>,
        made: Option<&MadeText>,
    ) -> Result<CheckedRequest<'a>, ReadError> {
        let Some(Start::Unit(wanted)) = request.start else { return Ok(self) };
        let units = made.map_or(&[][..], |made| &made.facts.units);
        // `3-3` may be a part of a path: `a.pdf#page=3`.
        let only = wanted.split_once('-').filter(|(first, last)| first == last);
        let no_unit = || ArgumentError::NoUnit {
            unit: only.map_or(wanted, |(only, _)| only).into(),
            path: request.path.into(),
            titles: units.iter().map(|unit| unit.title.clone()).collect(),
        };
        let one = find(units, wanted).or_else(|| find(units, only?.0));
        let one = one.map(|unit| {
            let after = units.iter().find(|next| next.line > unit.line);
            (unit.line, after.map(|next| next.line))
        });
        let (first, end) = one.or_else(|| range(units, wanted)).ok_or_else(no_unit)?;
        let line = LineNumber::new(first).unwrap_or(LineNumber::FIRST);
        let lines = end.map_or(self.lines, |end| self.lines.min(end - first));
        Ok(Self { start: CheckedStart::At(PageStart::Line(line)), lines, ..self })
    }
}

/// Returns the first line of the units from one number to another, as in `3-4`, and the line after
/// them.
fn range(units: &[Unit], wanted: &str) -> Option<(u64, Option<u64>)> {
    let (first, last) = wanted.split_once('-')?;
    let [first, last] = [first, last].map(|number| number.trim().parse::<usize>().ok());
    let at = first?.checked_sub(1).filter(|at| last.is_some_and(|last| *at < last))?;
    Some((units.get(at)?.line, units.get(last?).map(|after| after.line)))
}

/// Returns the unit with a title, in any case, or with a number.
fn find<'u>(units: &'u [Unit], wanted: &str) -> Option<&'u Unit> {
    let wanted = wanted.trim();
    // A title that is cut is known by its beginning.
    let cut = |unit: &Unit| unit.title.strip_suffix('…').is_some_and(|cut| wanted.starts_with(cut));
    let titled = |unit: &&Unit| unit.title == wanted || cut(unit);
    let alike = |unit: &&Unit| unit.title.to_lowercase() == wanted.to_lowercase();
    let numbered = || units.get(wanted.parse::<usize>().ok()?.checked_sub(1)?);
    units.iter().find(titled).or_else(|| units.iter().find(alike)).or_else(numbered)
}

/// The bytes of an open file, with its secrets: they are masked in the text.
struct Bytes<'f, 't, T: Tree>(&'f File<'t, T>);

impl<T: Tree> Source for Bytes<'_, '_, T> {
    type Error = FileError;

    fn size(&self) -> u64 {
        self.0.metadata.size
    }

    fn is_named(&self) -> bool {
        is_named(self.0)
    }

    fn read_at(&mut self, offset: u64, buffer: &mut [u8]) -> Result<usize, FileError> {
        let bytes = self.0.stored_part(offset, u32::try_from(buffer.len()).unwrap_or(u32::MAX))?;
        buffer.iter_mut().zip(&bytes).for_each(|(to, from)| *to = *from);
        Ok(bytes.len().min(buffer.len()))
    }
}
