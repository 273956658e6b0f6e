//! The values of a Kubernetes `Secret` in an ordinary YAML or JSON file.

use crate::MAX_TOKEN;
use crate::check;
use crate::find::View;
use crate::format::ValueFormat;
use crate::found::{Found, Hit, Rest};
use crate::rules::VALUE;

/// The state between the lines of a manifest.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// Whether the next line belongs to one.
    pub(crate) is_open: bool,
    is_secret: bool,
    /// Whether the next lines are the hashes of packages, in the lockfile of CocoaPods.
    has_hashes: bool,
    /// The indentation of the names that the values are below.
    indent: Option<usize>,
}

/// The maximum length of the line that names the kind of a manifest.
const MAX_LINE: usize = 256;

impl Manifest {
    /// Starts at a line, unless it has started.
    pub(crate) fn begin(&mut self, line: &str) {
        if !self.is_open && line.len() < MAX_LINE {
            (self.is_open, self.has_hashes) = (true, line.starts_with("SPEC"));
            self.line(line);
        }
    }

    /// Returns whether a line is the hash of a package, whose name may be that of a secret.
    pub(crate) fn is_hash(&mut self, line: &str) -> bool {
        if self.has_hashes && !line.starts_with("  ") {
            *self = Self::default();
        }
        let line = line.as_bytes().trim_ascii_end();
        let hash = line.get(line.len().saturating_sub(40)..).unwrap_or_default();
        let is_after_colon =
            line.get(..line.len() - hash.len()).is_some_and(|l| l.ends_with(b": "));
        self.has_hashes && is_after_colon && hash.iter().all(u8::is_ascii_hexdigit)
    }

    /// Returns the format of the values in a line, if they are those of a secret.
    pub(crate) fn line(&mut self, line: &str) -> Option<ValueFormat> {
        let trimmed = line.trim_start();
        if !self.is_open || trimmed.is_empty() {
            return self.indent.filter(|_| self.is_secret).map(|_| ValueFormat::Yaml);
        }
        if line.starts_with("---") {
            *self = Self::default();
            return None;
        }
        let indent = line.len() - trimmed.len();
        let (name, value) = trimmed.split_once(':').unwrap_or((trimmed, ""));
        let value = value.split(" #").next().unwrap_or_default();
        let quoted = |text: &'_ str| text.trim_matches([' ', '"', '\'', ',', '\r']).to_owned();
        let (name, value) = (quoted(name.trim_start_matches("- ")), quoted(value));
        if self.indent.is_some_and(|by| indent > by) {
            let is_written = value.starts_with(['$', '<', '{']);
            let is_secret = self.is_secret || check::is_base64_text(value.as_bytes());
            let format =
                if trimmed.starts_with('"') { ValueFormat::Json } else { ValueFormat::Yaml };
            return (is_secret && !is_written).then_some(format);
        }
        self.indent = None;
        let is_map = value.len() > 1 && value.starts_with('{');
        if is_map && self.is_secret && ["data", "stringData"].contains(&&*name) {
            return Some(ValueFormat::Json);
        }
        match &*name {
            "kind" if value == "Secret" => self.is_secret = true,
            "kind" if value != "List" => *self = Self::default(),
            "stringData" => (self.is_secret, self.indent) = (true, Some(indent)),
            "data" => self.indent = Some(indent),
            _ => {}
        }
        None
    }
}

impl View<'_> {
    /// Returns the values of a secret whose manifest is on one line, after an offset.
    pub(crate) fn map_of_secret(&self, place: usize) -> Option<Found> {
        let line = self.from(place);
        let line = line.get(..MAX_TOKEN).unwrap_or(line);
        let has = |text: &str| line.windows(text.len()).any(|part| part == text.as_bytes());
        let is_secret = has("kind\":\"Secret\"") || has("kind\": \"Secret\"");
        let key = line.windows(5).position(|part| matches!(part, b"data\"" | b"Data\""))?;
        let sign = |byte: &u8| !b": {".contains(byte);
        let start = key + 5 + line.get(key + 5..)?.iter().position(sign)?;
        let end = start + line.get(start..)?.iter().position(|byte| *byte == b'}')?;
        let is_map = line.get(key + 5..start)?.contains(&b'{') && line.get(start) == Some(&b'"');
        let hit = Hit { rule: VALUE, start: place + start, end: place + end, rest: Rest::Nothing };
        (is_secret && is_map).then_some(Found::Secret(hit))
    }
}
