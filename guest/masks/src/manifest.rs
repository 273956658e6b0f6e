//! The values of a Kubernetes `Secret` in an ordinary file of YAML or JSON.

use crate::check;
use crate::format::ValueFormat;

/// Where the lines of a manifest stand.
#[derive(Debug, Default)]
pub(crate) struct Manifest {
    /// Whether lines belong to one.
    pub(crate) is_open: bool,
    is_secret: bool,
    /// How far the names are indented that the values are below.
    indent: Option<usize>,
}

/// The longest line of a manifest, with the name of what it is.
const MAX_LINE: usize = 256;

impl Manifest {
    /// Returns the manifest that a line is the first of.
    pub(crate) fn of(line: &str) -> Self {
        let mut manifest = Self { is_open: line.len() < MAX_LINE, ..Self::default() };
        manifest.line(line);
        manifest
    }

    /// Returns how the values in a line are written, if they are those of a secret.
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
