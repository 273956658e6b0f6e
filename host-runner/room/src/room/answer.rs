//! Bounds on what a component answers, checked before anything else uses the answer.

use crate::contract::{
    BlamePage, ComponentReply, DiffPage, Document, Documents, FileStat, Found, ListRequest,
    Listing, LogPage, MapPage, ReadError, ReadFacts, Scanned, SearchRequest, SearchResults, Tool,
    UnknownToolError,
};
use crate::error::Error;
use crate::json_values::has_more_values;
use crate::limits::{ABSOLUTE_BYTES, Limit, Limits};
use readroom_types::HeapSize;
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
pub(super) trait ComponentAnswer: HeapSize {
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
    let bytes = answer.heap_size();
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

/// Returns the longest of the paths and versions in an answer, which is the one too long, if any
/// is.
fn longest<'a>(facts: impl Iterator<Item = (&'a str, &'a str)>) -> Option<(&'a str, &'a str)> {
    facts.max_by_key(|(path, version)| path.len().max(version.len()))
}

impl ComponentAnswer for Document {
    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, &self.version))
    }
}

impl ComponentAnswer for Documents {
    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.files.iter().filter_map(ComponentAnswer::facts))
    }
}

impl ComponentAnswer for Listing {
    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, ""))
    }
}

impl ComponentAnswer for FileStat {
    fn facts(&self) -> Option<(&str, &str)> {
        let path = [&self.path, &self.real_path].into_iter().max_by_key(|path| path.len())?;
        Some((path, self.version.as_deref().unwrap_or_default()))
    }
}

impl ComponentAnswer for ReadFacts {
    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.real_path, self.version.as_deref().unwrap_or_default()))
    }
}

impl<T: ComponentAnswer, E: ComponentAnswer> ComponentAnswer for Result<T, E> {
    fn facts(&self) -> Option<(&str, &str)> {
        self.as_ref().ok().and_then(ComponentAnswer::facts)
    }

    fn json(&self) -> Vec<&str> {
        self.as_ref().map_or(Vec::new(), ComponentAnswer::json)
    }
}

impl ComponentAnswer for ComponentReply {
    fn facts(&self) -> Option<(&str, &str)> {
        longest(self.facts.iter().filter_map(ComponentAnswer::facts))
    }

    fn json(&self) -> Vec<&str> {
        vec![&self.json]
    }
}

impl ComponentAnswer for Vec<Tool> {
    fn max_bytes(&self) -> usize {
        TOOLS_BYTES
    }

    fn json(&self) -> Vec<&str> {
        let full = self.iter().filter_map(|tool| tool.full_parameters.as_deref());
        self.iter().map(|tool| &*tool.parameters).chain(full).collect()
    }
}

impl ComponentAnswer for Found {}
impl ComponentAnswer for MapPage {}
impl ComponentAnswer for DiffPage {}
impl ComponentAnswer for LogPage {}

impl ComponentAnswer for BlamePage {
    fn facts(&self) -> Option<(&str, &str)> {
        Some((&self.path, ""))
    }
}

impl ComponentAnswer for SearchResults {}
impl ComponentAnswer for Scanned {}
impl ComponentAnswer for Option<SearchRequest> {}
impl ComponentAnswer for ReadError {}
impl ComponentAnswer for UnknownToolError {}
impl ComponentAnswer for String {}
impl ComponentAnswer for Option<String> {}

#[cfg(test)]
mod tests;
