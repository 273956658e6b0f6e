//! Reads the XML of an entry, token by token.
//!
//! Elements and attributes are identified by local name, because writers choose prefixes freely. A
//! document's own entities are never expanded.

use crate::entities;
use crate::error::{Fault, Outcome};
use crate::limits::MAX_NAME;
use crate::utf8::Utf8Reader;
use crate::zip::Archive;
use crate::{Limit, Limits};
use quick_xml::Reader;
use quick_xml::events::{BytesStart, Event};
use std::borrow::Cow;

/// Receives the tokens of an entry.
pub(crate) trait Handler {
    /// Takes the start of an element. An empty element has an end as well.
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit>;

    /// Takes the end of an element that was entered, by its local name.
    fn close(&mut self, _name: &str) -> Outcome {
        Ok(())
    }

    /// Takes a piece of text.
    fn text(&mut self, _text: &str) -> Outcome {
        Ok(())
    }
}

/// Whether the content of an element is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Visit {
    Enter,
    /// The element is skipped, and its end is not reported.
    Skip,
}

/// How strictly XML is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Syntax {
    Xml,
    /// Tags may be left open, as in the chapters of many books, and have capitals: `<BR>`.
    Html,
}

/// Returns whether an element of HTML has no content, so that its end is not reported.
pub(crate) fn is_void(name: &str) -> bool {
    const VOID: [&str; 14] = [
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    ];
    VOID.contains(&name)
}

/// Returns whether an element of HTML often has no end, so that it may seem to nest deeply.
fn may_be_left_open(name: &str) -> bool {
    is_void(name) || matches!(name, "p" | "li" | "dt" | "dd" | "option" | "tr" | "td" | "th")
}

/// The start of an element.
pub(crate) struct Element<'t> {
    start: &'t BytesStart<'t>,
}

impl Element<'_> {
    /// Returns the local name.
    pub(crate) fn name(&self) -> &str {
        self.start.local_name().into_inner()
    }

    /// Returns the value of the first attribute with a local name.
    pub(crate) fn attr(&self, name: &str) -> Option<Cow<'_, str>> {
        self.find(|local, _| local.eq_ignore_ascii_case(name))
    }

    /// Returns at most 512 bytes of an attribute that is a name; empty if there is no such
    /// attribute.
    pub(crate) fn short(&self, name: &str) -> String {
        cut(&self.attr(name).unwrap_or_default())
    }

    /// Returns the id of a relationship, as [`Self::short`] does: the `id` that has a prefix. In
    /// `<sldId id="256" r:id="rId2"/>` it is `rId2`.
    pub(crate) fn relationship(&self, name: &str) -> String {
        cut(&self.find(|local, has_prefix| has_prefix && local == name).unwrap_or_default())
    }

    /// Returns the number in an attribute. Unreasonable numbers become 2³¹ - 1, so that sums do not
    /// overflow.
    pub(crate) fn number(&self, name: &str) -> Option<u64> {
        let number: u64 = self.attr(name)?.trim().parse().ok()?;
        Some(number.min(i32::MAX as u64))
    }

    /// Returns the number in an attribute, which may have decimals, and a unit such as `%` or `cm`.
    pub(crate) fn decimal(&self, name: &str) -> Option<f64> {
        let is_unit = |c: char| c.is_ascii_alphabetic() || c == '%';
        self.attr(name)?.trim().trim_end_matches(is_unit).parse().ok()
    }

    /// Returns whether an attribute is present and not `0`, `false`, `off` or `none`.
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.attr(name).is_some_and(|value| !matches!(&*value, "0" | "false" | "off" | "none"))
    }

    /// Returns whether the element turns a property on, as `<w:vanish/>` and `<w:b w:val="1"/>` do.
    pub(crate) fn turns_on(&self) -> bool {
        self.attr("val").is_none() || self.is_on("val")
    }

    fn find(&self, wanted: impl Fn(&str, bool) -> bool) -> Option<Cow<'_, str>> {
        self.start.html_attributes().with_checks(false).flatten().find_map(|attribute| {
            let (local, prefix) = attribute.key.decompose();
            if !wanted(local.into_inner(), prefix.is_some()) {
                return None;
            }
            Some(match attribute.value {
                Cow::Borrowed(raw) => entities::unescape(raw),
                Cow::Owned(raw) => Cow::Owned(entities::unescape(&raw).into_owned()),
            })
        })
    }
}

fn cut(name: &str) -> String {
    name.get(..name.floor_char_boundary(MAX_NAME)).unwrap_or_default().to_owned()
}

/// Passes the tokens of an entry to a handler. Returns whether there is an entry with this name.
pub(crate) fn read_part(
    archive: &mut Archive<'_>,
    name: &str,
    syntax: Syntax,
    handler: &mut dyn Handler,
) -> Outcome<bool> {
    let (limits, mut events) = (archive.limits, archive.events);
    let Some(entry) = archive.read(name)? else { return Ok(false) };
    let reader = Reader::from_reader(Utf8Reader::new(Some(entry), String::new(), limits.token));
    let read = read_events(reader, &mut events, limits.depth, syntax, handler);
    // The remaining count is for the rest of the archive, also after a damaged part.
    archive.events = events;
    read.map(|()| true)
}

/// Passes the tokens of a page that is not an entry to a handler.
pub(crate) fn read_page(
    archive: &mut Archive<'_>,
    page: String,
    handler: &mut dyn Handler,
) -> Outcome<bool> {
    let Limits { token, depth, .. } = archive.limits;
    let reader = Reader::from_reader(Utf8Reader::new(None, page, token));
    read_events(reader, &mut archive.events, depth, Syntax::Html, handler).map(|()| true)
}

/// Passes the elements of an entry to a function. Returns whether there is one with this name.
pub(crate) fn read_elements(
    archive: &mut Archive<'_>,
    name: &str,
    open: &mut dyn FnMut(&Element<'_>) -> Outcome<Visit>,
) -> Outcome<bool> {
    struct Elements<'f>(&'f mut dyn FnMut(&Element<'_>) -> Outcome<Visit>);
    impl Handler for Elements<'_> {
        fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
            (self.0)(element)
        }
    }
    read_part(archive, name, Syntax::Xml, &mut Elements(open))
}

fn read_events(
    mut reader: Reader<Utf8Reader<'_, '_>>,
    events: &mut u64,
    max_depth: usize,
    syntax: Syntax,
    handler: &mut dyn Handler,
) -> Outcome {
    let is_html = syntax == Syntax::Html;
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.allow_dangling_amp = true;
    config.check_end_names = !is_html;
    config.allow_unmatched_ends = is_html;
    let mut buffer = Vec::new();
    let mut depth = 0_usize;
    // The name of the skipped element, and the number of open ones with this name.
    let (mut skipped, mut open) = (String::new(), 0_usize);
    loop {
        buffer.clear();
        reader.get_mut().begin_token();
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(_) => {
                let fault = reader.get_mut().take_fault();
                return Err(fault.unwrap_or(Fault::Damaged("malformed XML")));
            }
        };
        *events = events.checked_sub(1).ok_or(Fault::TooLarge(Limit::Events))?;
        match event {
            Event::Start(mut start) => {
                let lower = lowered(start.name().into_inner()).filter(|_| is_html);
                lower.into_iter().for_each(|name| _ = start.set_name(&name));
                // A script may compare numbers: what looks like a tag may have its end in it.
                if is_html && open > 0 && skipped == "script" {
                    open = usize::from(!start.contains("</script"));
                    continue;
                }
                let element = Element { start: &start };
                let name = element.name();
                depth += usize::from(!(is_html && may_be_left_open(name)));
                if depth > max_depth {
                    return Err(Fault::TooLarge(Limit::Depth));
                }
                // The body ends a head that is left open.
                if is_html && name == "body" && skipped == "head" {
                    open = 0;
                }
                if open > 0 {
                    open += usize::from(name == skipped);
                } else if handler.open(&element)? == Visit::Skip && !(is_html && is_void(name)) {
                    name.clone_into(&mut skipped);
                    open = 1;
                }
            }
            Event::End(end) => {
                let name = end.local_name().into_inner();
                let lower = lowered(name).filter(|_| is_html);
                let name = lower.as_deref().unwrap_or(name);
                if open > 0 {
                    open -= usize::from(name == skipped);
                } else if !(is_html && is_void(name)) {
                    handler.close(name)?;
                }
                depth = depth.saturating_sub(usize::from(!(is_html && may_be_left_open(name))));
            }
            Event::Eof if depth > 0 && !is_html => {
                return Err(Fault::Damaged("XML that ends inside an element"));
            }
            Event::Eof => return Ok(()),
            _ if open > 0 => {}
            Event::Text(text) => handler.text(&text.into_inner())?,
            Event::CData(text) => handler.text(&text.into_inner())?,
            Event::GeneralRef(reference) => handler.text(&entities::resolve(&reference))?,
            _ => {}
        }
    }
}

/// Returns a name in capitals, such as `BR`, in lower case.
fn lowered(name: &str) -> Option<String> {
    let is_upper = name.bytes().all(|byte| !byte.is_ascii_lowercase());
    is_upper.then(|| name.to_ascii_lowercase())
}
