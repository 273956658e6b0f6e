//! Notes about a document: what was left out, how to continue, and what is suspicious.

use super::names::count;
use readroom::{
    Body, ClippedLine, DirectoryPage, Document, DocumentText, EncodingSource, Extraction,
    HiddenContent, ImageInfo, LeftOutContent, Notebook, Outline, StopReason, SuspiciousKind,
    SuspiciousLine, Text,
};

/// The maximum number of suspicious lines to report.
const MAX_SUSPICIOUS_LINES: usize = 5;

/// A note about a document, for the user.
pub(super) struct Note {
    pub(super) text: String,
    /// Whether something is wrong with the file.
    pub(super) is_warning: bool,
}

impl Note {
    fn warning(text: String) -> Self {
        Self { text, is_warning: true }
    }
}

impl From<String> for Note {
    fn from(text: String) -> Self {
        Self { text, is_warning: false }
    }
}

impl From<&str> for Note {
    fn from(text: &str) -> Self {
        text.to_string().into()
    }
}

/// Returns the number of the first line of a text. Lines without numbers are counted from the end,
/// starting at `tail`.
pub(super) fn first_number(text: &Text, tail: Option<u32>) -> i64 {
    text.first.map_or(-i64::from(tail.unwrap_or_default()), i64::from)
}

/// Returns the notes about a document.
pub(super) fn of(document: &Document, tail: Option<u32>) -> Vec<Note> {
    let mut notes = of_body(document, tail);
    if let Some(masked @ 1..) = document.masked {
        let masked = u32::try_from(masked).unwrap_or(u32::MAX);
        notes.push(format!("{} masked", count(masked, "secret value")).into());
    }
    notes
}

fn of_body(document: &Document, tail: Option<u32>) -> Vec<Note> {
    match &document.body {
        Body::Text(text) => of_text(text, first_number(text, tail)),
        Body::Unchanged => vec!["unchanged: the file still has this version".into()],
        Body::Outline(outline) => vec![of_outline(outline, outline_unit(document))],
        Body::Notebook(notebook) => of_notebook(notebook),
        Body::Image(image) => vec![of_image(image)],
        Body::Directory(page) => vec![of_directory(page)],
        Body::Document(document) => {
            let mut notes = of_text(&document.text, first_number(&document.text, tail));
            if document.text.lines == 0 {
                notes = vec!["the document has no text".into()];
            }
            notes.extend(of_document(document));
            notes
        }
    }
}

/// Returns the notes about a document, except for those about its text.
fn of_document(document: &DocumentText) -> Vec<Note> {
    let HiddenContent { units, rows, columns, texts, comments, insertions, deletions } =
        document.hidden;
    let unit = match &*document.format {
        "xlsx" | "ods" | "xls" => "sheet",
        "pptx" | "odp" => "slide",
        "pdf" | "odg" => "page",
        _ => "chapter",
    };
    let hidden = counted(&[(units, unit), (rows, "row"), (columns, "column"), (texts, "text")]);
    let review = counted(&[(comments, "comment"), (insertions, "tracked insertion")]);
    let left_out = left_out(&document.left_out, deletions);
    let mut notes = vec![format!("the text of a document ({})", document.format).into()];
    if let Some(extraction) = &document.extraction {
        notes.extend(of_extraction(extraction));
    }
    if !hidden.is_empty() {
        let hidden = format!("in the text, but hidden in the document: {hidden}");
        notes.push(Note::warning(hidden));
    }
    if !review.is_empty() {
        notes.push(format!("also in the text: {review}").into());
    }
    if !left_out.is_empty() {
        notes.push(format!("left out: {left_out}").into());
    }
    if document.left_out.macros.is_some() {
        notes.push(Note::warning("the document has macros, which are never run".into()));
    }
    if let Some(limit) = &document.cut {
        notes.push(Note::warning(format!("the text is cut: the {limit} exceeds its limit")));
    }
    notes
}

/// Returns the nonzero numbers, with what they count.
fn counted(counts: &[(u32, &str)]) -> String {
    let counts = counts.iter().filter(|(number, _)| *number > 0);
    counts.map(|(number, unit)| count(*number, unit)).collect::<Vec<_>>().join(", ")
}

/// Returns what a document has and its text does not, in the words of the tool `readroom`.
fn left_out(left_out: &LeftOutContent, deletions: u32) -> String {
    let LeftOutContent { images, charts, objects, equations, headers_and_footers, .. } = left_out;
    let mut parts = vec![counted(&[
        (*images, "image"),
        (*charts, "chart"),
        (*objects, "embedded object"),
        (deletions, "tracked deletion"),
    ])];
    if *headers_and_footers > 0 {
        parts.push("page headers and footers".into());
    }
    if *equations > 0 {
        parts.push(format!("the form of {}", count(*equations, "equation")));
    }
    parts.retain(|part| !part.is_empty());
    parts.join(", ")
}

fn of_extraction(extraction: &Extraction) -> Vec<Note> {
    let mut notes = vec!["it was extracted: spaces, tables and order may be wrong".into()];
    for (pages, what) in [
        (&extraction.pages_without_text, "without text"),
        (&extraction.pages_behind_images, "whose text is behind images"),
    ] {
        if !pages.is_empty() {
            let pages = count(u32::try_from(pages.len()).unwrap_or(u32::MAX), "page");
            notes.push(Note::warning(format!("{pages} {what}")));
        }
    }
    if extraction.undecoded > 0 {
        let percent = (extraction.undecoded * 100).div_ceil(extraction.characters.max(1));
        notes.push(Note::warning(format!("{percent} % of the characters could not be decoded")));
    }
    if extraction.restricted {
        notes.push("its owner restricts printing, copying or changing it".into());
    }
    notes
}

fn of_directory(page: &DirectoryPage) -> Note {
    let shown = page.entries.len() as u32;
    let last = (page.first + shown).saturating_sub(1);
    match page.next {
        Some(next) => {
            let range = format!("entries {}-{last} of {}", page.first, page.total);
            format!("{range}; continue with --start {next}").into()
        }
        None if shown < page.total => {
            format!("entries {}-{last} of {}", page.first, page.total).into()
        }
        None if page.total == 1 => "a directory of 1 entry".into(),
        None => format!("a directory of {} entries", page.total).into(),
    }
}

fn of_image(ImageInfo { mime, width, height }: &ImageInfo) -> Note {
    format!("{mime}, {width} x {height} pixels").into()
}

/// Returns what an outline counts.
pub(super) fn outline_unit(document: &Document) -> &'static str {
    let is_notebook = document.path.to_ascii_lowercase().ends_with(".ipynb");
    if is_notebook { "cell" } else { "line" }
}

fn of_outline(outline: &Outline, unit: &str) -> Note {
    let left_out = match outline.omitted {
        0 => String::new(),
        1 => ", 1 entry left out".into(),
        more => format!(", {more} entries left out"),
    };
    let total = count(outline.total, unit);
    format!("an outline of {total}{left_out}; read a part with --start and --lines").into()
}

fn of_notebook(notebook: &Notebook) -> Vec<Note> {
    let range = match (notebook.cells.first(), notebook.cells.last()) {
        (Some(first), Some(last)) => {
            format!("cells {}-{} of {}", first.number, last.number, notebook.total)
        }
        _ => "a notebook without cells".into(),
    };
    let go_on =
        notebook.next_cell.map_or(String::new(), |next| format!("; continue with --start {next}"));
    let mut notes = vec![(range + &go_on).into()];
    if notebook.malformed > 0 {
        let left_out = match notebook.malformed {
            1 => "1 malformed cell or output was left out".into(),
            more => format!("{more} malformed cells or outputs were left out"),
        };
        notes.push(Note::warning(left_out));
    }
    notes
}

/// Returns the notes about a text whose first line has the number `first`.
fn of_text(text: &Text, first: i64) -> Vec<Note> {
    let mut notes = Vec::new();
    if text.lines == 0 {
        notes.push("the file is empty".into());
    }
    let next = first + i64::from(text.lines);
    let last = next - 1;
    match (text.first, text.stopped) {
        (Some(_), StopReason::End) => {}
        (Some(_), StopReason::BlockEnd) => {
            let of = text.total.map_or(String::new(), |total| format!(" of {total}"));
            notes.push(format!("lines {first}-{last}{of}, a block").into());
        }
        (Some(_), _) => {
            let of = text.total.map_or("; more follow".into(), |total| format!(" of {total}"));
            notes.push(format!("lines {first}-{last}{of}; continue with --start {next}").into());
        }
        (None, StopReason::End) => {
            notes.push("the file is large; its lines are counted from the end".into())
        }
        (None, _) => {
            notes.push(
                format!(
                    "lines {first} to {last}, counted from the end; continue with --tail {}",
                    -next
                )
                .into(),
            );
        }
    }
    // Lines without numbers are counted within the page.
    let line_number =
        |line: u32| i64::from(line) + if text.first.is_none() { first - 1 } else { 0 };
    if let Some(ClippedLine { line, next_column: next, characters }) =
        text.clipped.iter().find(|clip| clip.next_column <= clip.characters)
    {
        let lines = match text.clipped.len() {
            1 => format!("line {} is", line_number(*line)),
            all => format!("{all} lines are cut, line {}", line_number(*line)),
        };
        notes.push(
            format!(
                "{lines} cut before character {next} of {characters}; \
             continue in it with --column {next}"
            )
            .into(),
        );
    }
    match (text.encoding.as_str(), text.encoding_source) {
        ("utf-8", _) => {}
        (name, EncodingSource::Content) => {
            notes.push(format!("read as {name}, by a guess; change it with --encoding").into())
        }
        (name, EncodingSource::Request | EncodingSource::Bom) => {
            notes.push(format!("read as {name}").into())
        }
    }
    for SuspiciousLine { line, kind, characters } in
        text.suspicious.iter().take(MAX_SUSPICIOUS_LINES)
    {
        let line = line_number(*line);
        let how = match kind {
            SuspiciousKind::Bidirectional => "that change the order in which it is shown",
            SuspiciousKind::Invisible => "that are not shown",
            SuspiciousKind::Terminal => "that control terminals",
            SuspiciousKind::ForgedMarkup => "that look like an agent's own markup",
        };
        let found = format!("suspicious: line {line} has characters {how} ({characters})");
        notes.push(Note::warning(found));
    }
    if text.lossy {
        let name = &text.encoding;
        let invalid = format!("the file is not valid {name}; invalid parts are shown as \u{fffd}");
        notes.push(Note::warning(invalid));
    }
    notes
}

#[cfg(test)]
mod tests {
    use super::left_out;
    use readroom::LeftOutContent;

    #[test]
    fn omissions_have_the_words_of_the_tool() {
        let mut content = LeftOutContent {
            images: 0,
            image_names: Vec::new(),
            charts: 0,
            objects: 0,
            equations: 0,
            headers_and_footers: 0,
            macros: None,
        };
        assert_eq!(left_out(&content, 0), "");
        content.equations = 2;
        assert_eq!(left_out(&content, 0), "the form of 2 equations");
        (content.images, content.headers_and_footers) = (1, 3);
        let all = "1 image, 1 tracked deletion, page headers and footers, the form of 2 equations";
        assert_eq!(left_out(&content, 1), all);
    }
}
