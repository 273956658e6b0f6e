//! Reads the XML of an entry, token by token.
//!
//! Elements and attributes are identified by local name, because writers choose prefixes freely. A
//! document's own entities are never expanded.

use crate::Limit;
use crate::entities;
use crate::error::{Fault, Outcome};
use crate::limits::MAX_NAME;
use crate::utf8::Utf8Reader;
use crate::zip::Archive;
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
    /// Tags may be left open, as in the chapters of many books.
    Html,
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
        self.find(|local, _| local == name)
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
    let reader = Reader::from_reader(Utf8Reader::new(entry, limits.token));
    let read = read_events(reader, &mut events, limits.depth, syntax, handler);
    // The remaining count is for the rest of the archive, also after a damaged part.
    archive.events = events;
    read.map(|()| true)
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
    let config = reader.config_mut();
    config.expand_empty_elements = true;
    config.allow_dangling_amp = true;
    config.check_end_names = syntax == Syntax::Xml;
    config.allow_unmatched_ends = syntax == Syntax::Html;
    let mut buffer = Vec::new();
    let mut depth = 0_usize;
    // The depth of the skipped element.
    let mut skipped: Option<usize> = None;
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
            Event::Start(start) => {
                depth += 1;
                if depth > max_depth {
                    return Err(Fault::TooLarge(Limit::Depth));
                }
                if skipped.is_none() && handler.open(&Element { start: &start })? == Visit::Skip {
                    skipped = Some(depth);
                }
            }
            Event::End(end) => {
                if skipped.is_none() {
                    handler.close(end.local_name().into_inner())?;
                } else if skipped == Some(depth) {
                    skipped = None;
                }
                depth = depth.saturating_sub(1);
            }
            Event::Eof if depth > 0 && syntax == Syntax::Xml => {
                return Err(Fault::Damaged("XML that ends inside an element"));
            }
            Event::Eof => return Ok(()),
            _ if skipped.is_some() => {}
            Event::Text(text) => handler.text(&text.into_inner())?,
            Event::CData(text) => handler.text(&text.into_inner())?,
            Event::GeneralRef(reference) => handler.text(&entities::resolve(&reference))?,
            _ => {}
        }
    }
}
