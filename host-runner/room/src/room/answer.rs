//! Bounds on what a component answers, checked before anything else uses the answer.

use crate::contract::{
    Body, CellOutput, Content, DirectoryEntry, Document, DocumentText, DocumentUnit, Extraction,
    FileMatches, FileStat, Found, ListRequest, Listing, MatchGroup, MatchLine, Notebook,
    NotebookCell, Outline, ReadError, ReadFacts, Scanned, SearchRequest, SearchResults, Skipped,
    Text, Tool, UnknownToolError,
};
use crate::contract::{ComponentReply, Documents};
use crate::error::Error;
use crate::json_values::has_more_values;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};
use std::path::Path;

/// The maximum length of a version, in bytes. Those of the embedded component have 33.
const VERSION_BYTES: usize = 256;

/// The maximum number of values in the JSON text of an answer, such as a list of 100 000 and the
/// list itself. A parser takes about 70 bytes for each. The largest answers of the embedded
/// component have a few thousand.
const JSON_VALUES: usize = 100_001;

/// The maximum number of bytes in the definitions of all tools. Servers parse their schemas and
/// keep them. Those of the embedded component have some 40 KiB.
const TOOLS_BYTES: usize = 1024 * 1024;

/// The number of entries in a page of a directory if the request does not say, and the maximum, as
/// the contract has them.
const PAGE_ENTRIES: u32 = 1000;
const MAX_PAGE_ENTRIES: u32 = 100_000;

/// The maximum number of bytes in the names of a page.
const MAX_PAGE_BYTES: usize = 1024 * 1024;

/// An answer of a component.
pub(super) trait ComponentAnswer {
    /// Returns the bytes of all texts in it.
    fn bytes(&self) -> usize;

    /// Returns the maximum number of those bytes, where it is lower than the limit `output`.
    fn max_bytes(&self) -> usize {
        usize::MAX
    }

    /// Returns the path and the version of what was read, as the component gives them.
    fn facts(&self) -> Option<(&str, &str)> {
        None
    }

    /// Returns the texts in it that are supposed to be JSON.
    fn json(&self) -> Vec<&str> {
        Vec::new()
    }
}

/// Fails if an answer, a path, a version or the number of JSON values in it is too large.
pub(super) fn check_bounds(limits: &Limits, answer: &impl ComponentAnswer) -> Result<(), Error> {
    let bytes = answer.bytes();
    if bytes > limits.output {
        return Err(Error::Limit(limits.reached(Limit::Output)));
    }
    if bytes > answer.max_bytes() {
        return Err(Error::Call(format!("its answer has more than {} bytes", answer.max_bytes())));
    }
    if answer
        .facts()
        .is_some_and(|(path, version)| path.len() > ABSOLUTE_BYTES || version.len() > VERSION_BYTES)
    {
        return Err(Error::Call("it returned a path or a version that is too long".into()));
    }
    for json in answer.json() {
        if has_more_values(json.as_bytes(), JSON_VALUES) {
            return Err(Error::Call(format!("its answer has more than {JSON_VALUES} JSON values")));
        }
    }
    Ok(())
}

/// Fails, with the reason, if a page of a directory is not what was requested. Without this check a
/// component could return paths as names, and pages without end.
pub(super) fn check_page(request: &ListRequest, listing: &Listing) -> Result<(), &'static str> {
    let names = || listing.entries.iter().map(|entry| &*entry.name);
    let requested = request.entries.unwrap_or(PAGE_ENTRIES).min(MAX_PAGE_ENTRIES);
    if listing.entries.len() > requested as usize {
        return Err("it returned more entries than requested");
    }
    if names().map(str::len).sum::<usize>() > MAX_PAGE_BYTES {
        return Err("its page has more than 1 MiB of names");
    }
    if !names().all(is_name) {
        return Err("it returned a path instead of a name");
    }
    // The same name twice: a directory may change while it is listed.
    let follows = match (request.after.as_deref(), names().next()) {
        (Some(after), Some(first)) => after < first,
        _ => true,
    };
    if !follows || !names().is_sorted() {
        return Err("its entries are not in order");
    }
    if listing.more && listing.entries.is_empty() {
        return Err("its pages have no end");
    }
    Ok(())
}

/// Returns whether a text is a name in a directory, and not a path.
fn is_name(text: &str) -> bool {
    Path::new(text).file_name().is_some_and(|name| name == text) && !text.contains('\0')
}

impl ComponentAnswer for Document {
    fn bytes(&self) -> usize {
        let Self { path, version, body, .. } = self;
        path.len() + version.len() + body.bytes()
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, &self.version))
    }
}

impl ComponentAnswer for Body {
    fn bytes(&self) -> usize {
        match self {
            Self::Text(text) => text.bytes(),
            Self::Unchanged => 0,
            Self::Outline(Outline { entries, encoding, .. }) => {
                encoding.len() + list_bytes(entries, |entry| entry.text.len())
            }
            Self::Notebook(Notebook { cells, language, .. }) => {
                let output = |output: &CellOutput| {
                    output.text.len() + list_bytes(&output.media, |media| media.mime.len())
                };
                let cell =
                    |cell: &NotebookCell| cell.source.len() + list_bytes(&cell.outputs, output);
                language.as_ref().map_or(0, String::len) + list_bytes(cells, cell)
            }
            Self::Image(image) => image.mime.len(),
            Self::Directory(page) => list_bytes(&page.entries, |entry| entry.name.len()),
            Self::Document(document) => document.bytes(),
        }
    }
}

impl ComponentAnswer for DocumentText {
    fn bytes(&self) -> usize {
        let Self { text, format, units, left_out, extraction, cut, .. } = self;
        let optional = |text: &Option<String>| text.as_ref().map_or(0, String::len);
        let pages = |extraction: &Extraction| {
            size_of_val(&*extraction.pages_without_text)
                + size_of_val(&*extraction.pages_behind_images)
        };
        let unit = |unit: &DocumentUnit| unit.title.len() + optional(&unit.range);
        text.bytes()
            + format.len()
            + list_bytes(units, unit)
            + list_bytes(&left_out.image_names, String::len)
            + optional(&left_out.macros)
            + extraction.as_ref().map_or(0, pages)
            + optional(cut)
    }
}

/// Returns the bytes of a list, and of the texts in it.
fn list_bytes<T>(list: &[T], texts: impl Fn(&T) -> usize) -> usize {
    size_of_val(list) + list.iter().map(texts).sum::<usize>()
}

/// Returns the longest of the paths and versions in an answer, which is the one too long, if any
/// is.
fn longest<'a>(facts: impl Iterator<Item = (&'a str, &'a str)>) -> Option<(&'a str, &'a str)> {
    facts.max_by_key(|(path, version)| path.len().max(version.len()))
}

impl ComponentAnswer for Documents {
    fn bytes(&self) -> usize {
        list_bytes(&self.files, ComponentAnswer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.files.iter().filter_map(ComponentAnswer::facts))
    }
}

impl ComponentAnswer for Listing {
    fn bytes(&self) -> usize {
        self.path.len() + list_bytes(&self.entries, |entry: &DirectoryEntry| entry.name.len())
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, ""))
    }
}

impl ComponentAnswer for Found {
    fn bytes(&self) -> usize {
        let Self { entries, next, skipped, globs, .. } = self;
        list_bytes(entries, |entry| entry.path.len())
            + next.as_ref().map_or(0, String::len)
            + scope_bytes(skipped, globs.as_deref())
    }
}

/// Returns the bytes of what is said about the scope.
fn scope_bytes(skipped: &Skipped, globs: Option<&[String]>) -> usize {
    list_bytes(&skipped.ignored_by, String::len)
        + globs.map_or(0, |globs| list_bytes(globs, String::len))
}

impl ComponentAnswer for SearchResults {
    fn bytes(&self) -> usize {
        let Self { files, next, skipped, globs, .. } = self;
        let line = |line: &MatchLine| line.text.len() + size_of_val(&*line.ranges);
        let group = |group: &MatchGroup| {
            list_bytes(&group.headers, |header| header.text.len()) + list_bytes(&group.lines, line)
        };
        let file = |file: &FileMatches| file.path.len() + list_bytes(&file.groups, group);
        list_bytes(files, file)
            + next.as_ref().map_or(0, String::len)
            + scope_bytes(skipped, globs.as_deref())
    }
}

impl ComponentAnswer for Scanned {
    fn bytes(&self) -> usize {
        self.text.len()
    }
}

impl ComponentAnswer for Option<SearchRequest> {
    fn bytes(&self) -> usize {
        let texts = |SearchRequest { scope, pattern, cursor, .. }: &SearchRequest| {
            let globs = list_bytes(&scope.globs, String::len);
            scope.path.len() + globs + pattern.len() + cursor.as_ref().map_or(0, String::len)
        };
        self.as_ref().map_or(0, texts)
    }
}

impl ComponentAnswer for Text {
    fn bytes(&self) -> usize {
        let Self { content, encoding, next, clipped, suspicious, block, .. } = self;
        let lists = size_of_val(&**clipped) + size_of_val(&**suspicious);
        let headers = block
            .as_ref()
            .map_or(0, |block| list_bytes(&block.headers, |header| header.text.len()));
        content.len()
            + encoding.len()
            + next.as_ref().map_or(0, |next| next.cursor.len())
            + lists
            + headers
    }
}

impl ComponentAnswer for FileStat {
    fn bytes(&self) -> usize {
        self.path.len() + self.real_path.len() + self.version.as_ref().map_or(0, String::len)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        let path = [&self.path, &self.real_path].into_iter().max_by_key(|path| path.len())?;
        Some((path, self.version.as_deref().unwrap_or_default()))
    }
}

impl ComponentAnswer for ReadFacts {
    fn bytes(&self) -> usize {
        self.real_path.len() + self.version.as_ref().map_or(0, String::len)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.real_path, self.version.as_deref().unwrap_or_default()))
    }
}

impl ComponentAnswer for ReadError {
    fn bytes(&self) -> usize {
        self.message.len() + self.hint.len() + list_bytes(&self.suggestions, String::len)
    }
}

impl ComponentAnswer for UnknownToolError {
    fn bytes(&self) -> usize {
        self.tool.len() + list_bytes(&self.known, String::len)
    }
}

impl<T: ComponentAnswer, E: ComponentAnswer> ComponentAnswer for Result<T, E> {
    fn bytes(&self) -> usize {
        match self {
            Ok(answer) => answer.bytes(),
            Err(error) => error.bytes(),
        }
    }

    fn facts(&self) -> Option<(&str, &str)> {
        self.as_ref().ok().and_then(ComponentAnswer::facts)
    }

    fn json(&self) -> Vec<&str> {
        self.as_ref().map_or(Vec::new(), ComponentAnswer::json)
    }
}

impl ComponentAnswer for ComponentReply {
    fn bytes(&self) -> usize {
        let memory = [&self.index, &self.shown];
        let memory = memory.into_iter().flatten().map(String::len).sum::<usize>();
        let content = list_bytes(&self.content, |content| match content {
            Content::Text(text) => text.len(),
            Content::Image(media) | Content::File(media) => media.mime.len() + media.data.len(),
        });
        self.json.len() + content + memory + list_bytes(&self.facts, ComponentAnswer::bytes)
    }

    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.facts.iter().filter_map(ComponentAnswer::facts))
    }

    fn json(&self) -> Vec<&str> {
        vec![&self.json]
    }
}

impl ComponentAnswer for String {
    fn bytes(&self) -> usize {
        self.len()
    }
}

impl ComponentAnswer for Option<String> {
    fn bytes(&self) -> usize {
        self.as_ref().map_or(0, String::len)
    }
}

impl ComponentAnswer for Vec<Tool> {
    fn bytes(&self) -> usize {
        let texts = |tool: &Tool| {
            let guidelines = tool.guidelines.iter().map(|text| size_of::<String>() + text.len());
            let Tool { id, name, description, parameters, snippet, release, basis, .. } = tool;
            let texts =
                [id, name, description, parameters, snippet, release, basis].map(String::len);
            let full = tool.full_parameters.as_ref().map_or(0, String::len);
            size_of::<Tool>() + texts.into_iter().sum::<usize>() + guidelines.sum::<usize>() + full
        };
        self.iter().map(texts).sum()
    }

    fn max_bytes(&self) -> usize {
        TOOLS_BYTES
    }

    fn json(&self) -> Vec<&str> {
        let full = self.iter().filter_map(|tool| tool.full_parameters.as_deref());
        self.iter().map(|tool| &*tool.parameters).chain(full).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::{JSON_VALUES, TOOLS_BYTES, check_bounds};
    use crate::contract::Tool;
    use crate::limits::Limits;

    fn tool(parameters: String) -> Tool {
        let empty = String::new;
        Tool {
            id: empty(),
            name: empty(),
            description: empty(),
            parameters,
            full_parameters: None,
            snippet: empty(),
            guidelines: Vec::new(),
            release: empty(),
            basis: empty(),
        }
    }

    #[test]
    fn schemas_of_tools_are_bounded() {
        let fails = |tools: Vec<Tool>| check_bounds(&Limits::default(), &tools).is_err();
        assert!(!fails(vec![tool("{}".into())]));
        assert!(fails(vec![tool(format!("[0{}]", ",0".repeat(JSON_VALUES)))]));
        assert!(fails(vec![tool("x".repeat(TOOLS_BYTES))]));
        let many = || tool("x".repeat(TOOLS_BYTES / 8));
        assert!(fails((0..8).map(|_| many()).collect()));
    }
}
