//! What a cell put out.

use crate::clip::Clip;
use crate::json::{base64_bytes, each_member, lines, text, text_bytes};
use serde_json::value::RawValue;

/// Something that a cell put out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// What it is.
    pub kind: OutputKind,
    /// Its text, without escape sequences that color it; empty if it has none. For an error: its
    /// name, its message, and the traceback in the lines after that.
    pub text: String,
    /// How many characters of the text were left out at its end.
    pub clipped: u64,
    /// What else it was put out as, at most [`Output::MAX_MEDIA`] of them.
    pub media: Vec<Media>,
}

impl Output {
    /// An image comes as two or three types, a widget as a few more.
    pub const MAX_MEDIA: usize = 8;
}

/// What an output is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutputKind {
    /// What was written to standard output, or to a stream without a known name.
    Stdout,
    /// What was written to standard error.
    Stderr,
    /// The value of the cell.
    Result,
    /// Something that was shown.
    Display,
    /// What was raised.
    Error,
}

/// Another form of an output, which is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Its type, as `image/png`; at most 100 characters.
    pub mime: String,
    /// Its size in bytes when its base64 is decoded; text counts as UTF-8, and JSON as it is
    /// spelled.
    pub bytes: u64,
}

/// The most characters of the name of a type or a language.
pub(crate) const MAX_NAME: usize = 100;

/// The types that are read as text, the best first.
const TEXTS: [&str; 3] = ["text/plain", "text/markdown", "text/latex"];

/// An output whose members have been found and not read.
pub(crate) struct Unread<'a> {
    pub(crate) kind: OutputKind,
    members: Members<'a>,
}

#[derive(Default)]
struct Members<'a> {
    output_type: Option<&'a RawValue>,
    /// The name of a stream: `name`, in format 3 `stream`.
    name: Option<&'a RawValue>,
    text: Option<&'a RawValue>,
    ename: Option<&'a RawValue>,
    evalue: Option<&'a RawValue>,
    traceback: Option<&'a RawValue>,
    /// What is shown, by its type.
    data: Option<&'a RawValue>,
}

impl<'a> Unread<'a> {
    /// None for what is no output of a kind that is known.
    pub(crate) fn of(output: &'a RawValue) -> Option<Self> {
        let mut members = Members::default();
        each_member(output, &mut |name, value| {
            let member = match name {
                "output_type" => &mut members.output_type,
                "name" | "stream" => &mut members.name,
                "text" => &mut members.text,
                "ename" => &mut members.ename,
                "evalue" => &mut members.evalue,
                "traceback" => &mut members.traceback,
                "data" => &mut members.data,
                _ => return,
            };
            *member = Some(value);
        })?;
        // Format 3 has what is shown beside the type of the output, under short names.
        if members.data.is_none() {
            members.data = Some(output);
        }
        let kind = match &*text(members.output_type?)? {
            "stream" if members.name.and_then(text).as_deref() == Some("stderr") => {
                OutputKind::Stderr
            }
            "stream" => OutputKind::Stdout,
            "execute_result" | "pyout" => OutputKind::Result,
            "display_data" | "update_display_data" => OutputKind::Display,
            "error" | "pyerr" => OutputKind::Error,
            _ => return None,
        };
        Some(Self { kind, members })
    }

    /// Whether it is more of what another one began.
    pub(crate) fn continues(&self, kind: OutputKind) -> bool {
        kind == self.kind && matches!(kind, OutputKind::Stdout | OutputKind::Stderr)
    }

    /// Puts its text to what is there, and says what else it is.
    pub(crate) fn read(&self, to: &mut Clip) -> Vec<Media> {
        match self.kind {
            OutputKind::Stdout | OutputKind::Stderr => {
                self.members.text.and_then(|text| lines(text, &mut |line| to.push(line)));
                Vec::new()
            }
            OutputKind::Error => {
                self.read_error(to);
                Vec::new()
            }
            OutputKind::Result | OutputKind::Display => {
                self.members.data.map(|data| read_data(data, to)).unwrap_or_default()
            }
        }
    }

    fn read_error(&self, to: &mut Clip) {
        let of = |member: Option<&'a RawValue>| member.and_then(text).unwrap_or_default();
        let (name, says) = (of(self.members.ename), of(self.members.evalue));
        to.push(&name);
        if !name.is_empty() && !says.is_empty() {
            to.push(": ");
        }
        to.push(&says);
        self.members.traceback.and_then(|traceback| {
            lines(traceback, &mut |line| {
                to.push("\n");
                to.push(line);
            })
        });
    }
}

/// Puts the best text among these types to what is there, and gives the other types.
fn read_data(data: &RawValue, to: &mut Clip) -> Vec<Media> {
    let rank = |mime: &str| TEXTS.iter().position(|text| *text == mime);
    let mut types: Vec<(String, &RawValue)> = Vec::new();
    let mut best: Option<(usize, &RawValue)> = None;
    each_member(data, &mut |name, value| {
        // What names no type are the other members of an output in format 3.
        let Some(mime) = long_name(name) else { return };
        if let Some(rank) = rank(mime)
            && best.is_none_or(|(least, _)| rank <= least)
        {
            best = Some((rank, value));
        }
        if types.len() <= Output::MAX_MEDIA {
            types.push((mime.chars().take(MAX_NAME).collect(), value));
        }
    });
    let text = best.filter(|(_, value)| lines(value, &mut |line| to.push(line)).is_some());
    let read = text.and_then(|(rank, _)| TEXTS.get(rank));
    let others = types.into_iter().filter(|(mime, _)| Some(&mime.as_str()) != read);
    others
        .map(|(mime, value)| {
            let bytes = if is_text(&mime) { text_bytes(value) } else { base64_bytes(value) };
            Media { mime, bytes }
        })
        .take(Output::MAX_MEDIA)
        .collect()
}

/// A type by its name, or by the short one of format 3. None for what is neither.
fn long_name(name: &str) -> Option<&str> {
    Some(match name {
        "text" => "text/plain",
        "latex" => "text/latex",
        "html" => "text/html",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "jpeg" => "image/jpeg",
        "pdf" => "application/pdf",
        "json" => "application/json",
        "javascript" => "application/javascript",
        _ if name.contains('/') => name,
        _ => return None,
    })
}

/// Whether data of a type is kept as it is, not in base64.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/")
        || ["xml", "json", "javascript"]
            .iter()
            .any(|end| mime.strip_suffix(end).is_some_and(|rest| rest.ends_with(['/', '+'])))
}
