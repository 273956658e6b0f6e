//! The pages that a Word document embeds: HTML, which may be in a mail (MHT).

use super::super::Relationships;
use super::state::Text;
use crate::Format;
use crate::error::{Fault, Outcome};
use crate::html;
use crate::markdown::title;
use crate::utf8::{declared, encoding_of};
use crate::writer::Writer;
use crate::xml::Element;
use crate::zip::Archive;
use encoding_rs::{UTF_8, WINDOWS_1252};
use readroom_pdf::marks::escaped;
use std::borrow::Cow;

/// The maximum number of pages that are read, and of bytes of each.
const MAX_CHUNKS: usize = 100;
const MAX_BYTES: usize = 8 << 20;

/// Reads the embedded pages: the entry names, and the texts.
pub(super) fn read(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    writer: &mut Writer,
) -> Outcome<Vec<(String, String)>> {
    let mut chunks = Vec::new();
    for part in relationships.of_kind("aFChunk").take(MAX_CHUNKS) {
        let extension = part.target.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
        let is_mail = matches!(&*extension, "mht" | "mhtml" | "eml");
        if !is_mail && !matches!(&*extension, "htm" | "html" | "xhtml") {
            continue;
        }
        let Ok(Some(bytes)) = archive.read_start(&part.target, MAX_BYTES) else { continue };
        let is_cut = bytes.len() == MAX_BYTES;
        let Some(page) = page(&bytes, is_mail) else { continue };
        drop(bytes);
        let mut inner = Writer::new(Format::Epub, archive.limits.text / 4);
        match html::read_text(archive, &page, &mut inner) {
            Ok(()) if is_cut => inner.damaged("this file", "it is too large")?,
            Ok(()) => {}
            Err(Fault::Damaged(why)) => inner.damaged("this file", why)?,
            Err(_) => continue,
        }
        let (text, facts) = inner.finish(None);
        writer.facts.unseen.texts += facts.unseen.texts;
        writer.take(text.len())?;
        chunks.push((part.target.clone(), text));
    }
    Ok(chunks)
}

/// Returns the text of a page, or of the one in a mail.
fn page(bytes: &[u8], is_mail: bool) -> Option<String> {
    let mut headers = String::new();
    let mut bytes = Cow::Borrowed(bytes);
    if is_mail {
        // Each byte is a character.
        let mail: String = bytes.iter().map(|byte| char::from(*byte)).collect();
        let lower = mail.to_ascii_lowercase();
        let mut pages = lower.match_indices("text/html").map(|(at, _)| at);
        let is_header =
            |at: &usize| lower.get(..*at).is_some_and(|it| it.trim_end().ends_with(':'));
        let at = pages.find(is_header)?;
        // The line before the headers is that between the parts, if there are several.
        let start = lower.get(..at)?.rfind("\n--");
        let boundary = start.and_then(|start| mail.get(start + 1..)?.lines().next());
        let part = mail.get(at..)?;
        let blank = ["\r\n\r\n", "\n\n"].iter().filter_map(|blank| part.find(blank)).min()?;
        let (_, body) = part.split_at_checked(blank)?;
        headers = lower.get(start.unwrap_or_default()..at + blank)?.to_owned();
        let end = boundary.and_then(|boundary| body.find(&format!("\n{boundary}")));
        let body = body.get(..end.unwrap_or(body.len()))?;
        bytes = Cow::Owned(if headers.contains("base64") {
            base64(body)
        } else if headers.contains("quoted-printable") {
            quoted_printable(body)
        } else {
            body.chars().map(|c| c as u8).collect()
        });
    }
    let known = declared(headers.as_bytes(), "charset=");
    let known = known.or_else(|| encoding_of(&bytes)).or_else(|| declared(&bytes, "charset="));
    // Pages without a declaration have the encoding of the system.
    let is_utf8 = std::str::from_utf8(&bytes).is_ok();
    let encoding = known.unwrap_or(if is_utf8 { UTF_8 } else { WINDOWS_1252 });
    Some(without_conditions(&encoding.decode(&bytes).0))
}

/// Removes what is not XML: conditions of Word, such as `<![if !supportLists]>`, and namespaces,
/// such as `<?xml:namespace prefix = o />`.
fn without_conditions(page: &str) -> String {
    let mut parts = page.split('<');
    let mut written = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let is_condition = part.starts_with("![") && !part.starts_with("![CDATA[");
        match part.split_once('>').filter(|_| is_condition || part.starts_with('?')) {
            Some((condition, after)) => {
                // It may end a comment.
                written += if condition.ends_with("--") { "-->" } else { "" };
                written += after;
            }
            None => {
                written.push('<');
                written += part;
            }
        }
    }
    written
}

fn quoted_printable(text: &str) -> Vec<u8> {
    let mut parts = text.split('=');
    let mut bytes: Vec<u8> = parts.next().unwrap_or_default().chars().map(|c| c as u8).collect();
    for part in parts {
        let code = part.get(..2).and_then(|code| u8::from_str_radix(code, 16).ok());
        bytes.extend(code);
        // A line that is broken continues.
        let rest = part.get(2..).filter(|_| code.is_some());
        let rest = rest.unwrap_or_else(|| part.trim_start_matches(['\r', '\n']));
        bytes.extend(rest.chars().map(|c| c as u8));
    }
    bytes
}

fn base64(text: &str) -> Vec<u8> {
    const DIGITS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let (mut bits, mut bytes) = (1_u32, Vec::new());
    for digit in text.chars().filter_map(|c| DIGITS.find(c)) {
        bits = bits << 6 | digit as u32;
        // The first bit marks four digits.
        if bits >= 1 << 24 {
            bytes.extend_from_slice(bits.to_be_bytes().get(1..).unwrap_or_default());
            bits = 1;
        }
    }
    // One byte has two digits, and two bytes have three.
    match bits {
        0x1000..0x2000 => bytes.push((bits >> 4) as u8),
        0x40000..0x80000 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => {}
    }
    bytes
}

impl Text {
    /// Adds an embedded file.
    pub(super) fn chunk(&mut self, element: &Element<'_>) -> Outcome {
        self.end_pending()?;
        let part = self.relationships.target(&element.relationship("id")).unwrap_or_default();
        if let Some((_, text)) = self.chunks.iter().find(|(name, _)| name == part) {
            self.writer.take(text.len())?;
            return self.writer.embed(text);
        }
        let name = title(part.rsplit('/').next().unwrap_or_default());
        let name = escaped(&name).replace(']', "\\]");
        let line = format!("[missing: the text of the embedded file {name} is not read]\n");
        self.writer.facts.left_out.objects += 1;
        self.writer.take(line.len())?;
        self.writer.embed(&line)
    }
}
