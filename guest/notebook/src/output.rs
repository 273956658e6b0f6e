//! The outputs of a cell.

use crate::clip::{Clip, Clipped, Returns};
use crate::json::{Json, Parsed};
use crate::limits::NotebookLimits;
use readroom_types::OutputKind;

/// An output of a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Output {
    /// Its kind.
    pub kind: OutputKind,
    /// Its text, without color sequences; empty if it has none. For an error: its name, its
    /// message, and the traceback on the following lines. In a stream, text that a CR overwrites is
    /// left out. A long text is cut in the middle, where a line states how many characters are left
    /// out.
    pub text: String,
    /// The number of characters left out in the middle.
    pub left_out: u64,
    /// The number of characters left out at its end.
    pub clipped: u64,
    /// Its other representations, at most [`Output::MAX_MEDIA`].
    pub media: Vec<Media>,
}

impl Output {
    /// An image has two or three representations, a widget a few more.
    pub const MAX_MEDIA: usize = 8;

    /// Returns the number of characters left out.
    pub fn omitted_characters(&self) -> u64 {
        self.left_out + self.clipped
    }

    /// Returns its approximate memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        let media = self.media.iter().map(|media| size_of::<Media>() + media.mime.len());
        size_of::<Self>() + self.text.len() + media.sum::<usize>()
    }
}

/// Another representation of an output, which is not read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Media {
    /// Its MIME type, such as `image/png`; at most 100 characters.
    pub mime: String,
    /// Its size in bytes after decoding base64; text counts as UTF-8, and JSON as written.
    pub bytes: u64,
}

/// The maximum number of characters of a MIME type or a language.
pub(crate) const MAX_NAME: usize = 100;

/// The MIME types that are read as text, in order of preference.
const TEXTS: [&str; 3] = ["text/plain", "text/markdown", "text/latex"];

/// A parsed output, which more pieces of the same stream may follow.
pub(crate) struct OpenOutput {
    kind: OutputKind,
    text: Clip,
    media: Vec<Media>,
}

#[derive(Default)]
struct Members {
    output_type: Option<String>,
    /// The name of a stream: `name`, in format 3 `stream`.
    name: Option<String>,
    text: Option<Clip>,
    ename: Option<Clip>,
    evalue: Option<Clip>,
    traceback: Option<Clip>,
    /// The representations, by MIME type.
    data: Option<Types>,
    /// Format 3 has the representations directly in the output, under short names.
    types: Types,
}

impl OpenOutput {
    /// Parses an output with at most `most` characters of text. `None` if the value is not an
    /// output of a known kind.
    pub(crate) fn read(json: &mut Json<'_>, most: usize) -> Parsed<Option<Self>> {
        let mut members = Members::default();
        let is_object = json.each_member(&mut |json, name| {
            match name {
                "output_type" => members.output_type = short_text(json)?,
                "name" | "stream" => members.name = short_text(json)?,
                "ename" => members.ename = error_text(json, most)?,
                "evalue" => members.evalue = error_text(json, most)?,
                "traceback" => {
                    let mut traceback = Clip::new(most, Returns::Stay);
                    traceback_lines(json, &mut traceback)?;
                    members.traceback = Some(traceback);
                }
                "text" => {
                    let mut text = Clip::new(most, Returns::Overwrite);
                    let is_text = json.lines(&mut |line| text.push(line))?;
                    members.types.take_text(is_text.then(|| text.clone()));
                    members.text = Some(text);
                }
                "data" => {
                    let mut data = Types::default();
                    json.each_member(&mut |json, name| data.take(json, name, most))?;
                    members.data = Some(data);
                }
                _ => members.types.take(json, name, most)?,
            }
            Ok(())
        })?;
        Ok(if is_object { members.output(most) } else { None })
    }

    /// Returns whether it continues another output.
    pub(crate) fn continues(&self, other: &Self) -> bool {
        self.kind == other.kind && matches!(self.kind, OutputKind::Stdout | OutputKind::Stderr)
    }

    pub(crate) fn append(&mut self, other: Self) {
        self.text.append(other.text);
    }

    pub(crate) fn finish(mut self, limits: &NotebookLimits<'_>) -> Output {
        let Clipped { text, left_out } = match limits.mask {
            Some(mask) => {
                for Media { mime, .. } in &mut self.media {
                    *mime = mask(std::mem::take(mime), false);
                }
                self.text.finish_masked(mask, limits.characters)
            }
            None => self.text.finish(),
        };
        Output { kind: self.kind, text, left_out, clipped: 0, media: self.media }
    }
}

impl Members {
    fn output(self, most: usize) -> Option<OpenOutput> {
        let kind = match &*self.output_type? {
            "stream" if self.name.as_deref() == Some("stderr") => OutputKind::Stderr,
            "stream" => OutputKind::Stdout,
            "execute_result" | "pyout" => OutputKind::ExecuteResult,
            "display_data" | "update_display_data" => OutputKind::DisplayData,
            "error" | "pyerr" => OutputKind::Error,
            _ => return None,
        };
        let empty = || Clip::new(most, Returns::Stay);
        let (text, media) = match kind {
            OutputKind::Stdout | OutputKind::Stderr => {
                (self.text.unwrap_or_else(|| Clip::new(most, Returns::Overwrite)), Vec::new())
            }
            OutputKind::Error => {
                let mut text = empty();
                let is_named = self.ename.as_ref().is_some_and(|name| !name.is_empty());
                let says = self.evalue.as_ref().is_some_and(|value| !value.is_empty());
                let between = (is_named && says).then(|| {
                    let mut between = empty();
                    between.push(": ");
                    between
                });
                [self.ename, between, self.evalue, self.traceback]
                    .into_iter()
                    .flatten()
                    .for_each(|part| text.append(part));
                (text, Vec::new())
            }
            OutputKind::ExecuteResult | OutputKind::DisplayData => {
                let (text, media) = self.data.unwrap_or(self.types).finish();
                (text.unwrap_or_else(empty), media)
            }
        };
        Some(OpenOutput { kind, text, media })
    }
}

/// Reads a short string. `None` if the value is not a string.
pub(crate) fn short_text(json: &mut Json<'_>) -> Parsed<Option<String>> {
    let mut text = String::new();
    let is_text = json.text(&mut |part| {
        let room = MAX_NAME.saturating_sub(text.chars().count());
        text.extend(part.chars().take(room));
    })?;
    Ok(is_text.then_some(text))
}

/// Reads the name or the message of an error. `None` if the value is not a string.
fn error_text(json: &mut Json<'_>, most: usize) -> Parsed<Option<Clip>> {
    let mut clip = Clip::new(most, Returns::Stay);
    let is_text = json.text(&mut |text| clip.push(text))?;
    Ok(is_text.then_some(clip))
}

/// Reads the lines of a traceback, each after a line feed.
fn traceback_lines(json: &mut Json<'_>, to: &mut Clip) -> Parsed<()> {
    if json.first()? == b'"' {
        to.push("\n");
        return json.text(&mut |text| to.push(text)).map(drop);
    }
    json.each_element(&mut |json| {
        if json.first()? == b'"' {
            to.push("\n");
        }
        json.text(&mut |text| to.push(text)).map(drop)
    })?;
    Ok(())
}

/// The representations of an output, by MIME type.
#[derive(Default)]
struct Types {
    /// The first MIME types, with their sizes.
    media: Vec<Media>,
    best: Option<BestText>,
}

/// The preferred text among the representations.
struct BestText {
    rank: usize,
    /// The text, if the value is one.
    text: Option<Clip>,
}

impl Types {
    /// Reads the output of one MIME type; skips keys that are not MIME types.
    fn take(&mut self, json: &mut Json<'_>, name: &str, most: usize) -> Parsed<()> {
        let Some(mime) = long_name(name) else { return json.skip() };
        let mut text = TEXTS.contains(&mime).then(|| Clip::new(most, Returns::Stay));
        let (mut bytes, mut digits) = (0, 0);
        let is_text = is_text(mime);
        json.first()?;
        let begin = json.offset();
        let is_lines = json.lines(&mut |part| {
            if let Some(text) = &mut text {
                text.push(part);
            }
            match is_text {
                true => bytes += part.len() as u64,
                false => digits += part.bytes().filter(is_base64).count() as u64,
            }
        })?;
        let size = match (is_lines, is_text) {
            (false, _) => json.offset() - begin,
            (true, true) => bytes,
            // Four digits encode three bytes.
            (true, false) => digits * 3 / 4,
        };
        self.add(mime, size);
        if let Some(text) = text {
            self.offer(mime, is_lines.then_some(text));
        }
        Ok(())
    }

    /// Takes the text of an output in format 3.
    fn take_text(&mut self, text: Option<Clip>) {
        let [plain, ..] = TEXTS;
        self.add(plain, 0);
        self.offer(plain, text);
    }

    fn add(&mut self, mime: &str, bytes: u64) {
        if self.media.len() <= Output::MAX_MEDIA {
            self.media.push(Media { mime: mime.chars().take(MAX_NAME).collect(), bytes });
        }
    }

    fn offer(&mut self, mime: &str, text: Option<Clip>) {
        if let Some(rank) = TEXTS.iter().position(|text| *text == mime)
            && self.best.as_ref().is_none_or(|best| rank <= best.rank)
        {
            self.best = Some(BestText { rank, text });
        }
    }

    /// Returns the preferred text, and the other representations.
    fn finish(self) -> (Option<Clip>, Vec<Media>) {
        let Self { mut media, best } = self;
        let mut text = None;
        if let Some(best) = best
            && best.text.is_some()
        {
            text = best.text;
            media.retain(|media| TEXTS.get(best.rank) != Some(&&*media.mime));
        }
        media.truncate(Output::MAX_MEDIA);
        (text, media)
    }
}

fn is_base64(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'+' | b'/')
}
/// Returns a MIME type, which may be a short name of format 3. `None` for any other key.
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

/// Returns whether data of a MIME type is stored as text, not in base64.
fn is_text(mime: &str) -> bool {
    mime.starts_with("text/")
        || ["xml", "json", "javascript"]
            .iter()
            .any(|end| mime.strip_suffix(end).is_some_and(|rest| rest.ends_with(['/', '+'])))
}
