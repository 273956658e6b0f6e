//! Reads the paragraphs of an OpenDocument text or presentation.
//!
//! One file: a reader of one format, whose elements nest.

use super::forms::Forms;
use super::layers::{Layers, is_layer, is_shape};
use super::lists::List;
use super::slide::Slide;
use super::styles::{Look, OUTLINE, Styles};
use crate::color::Paint;
use crate::error::Outcome;
use crate::markdown::{clean, image};
use crate::scripts::Script;
use crate::symbols;
use crate::writer::{Block, Link, Writer};
use crate::xml::{Element, Handler, Visit};
use std::collections::BTreeMap;

/// The maximum number of spaces one element represents.
const MAX_SPACES: u64 = 256;

/// The state of reading the text.
pub(super) struct Text<'w> {
    writer: &'w mut Writer,
    styles: Styles,
    /// The equations, by the names of their objects, and whether they hide text.
    equations: BTreeMap<String, (String, bool)>,
    forms: Forms,
    is_body: bool,
    is_presentation: bool,
    paragraphs: Vec<Paragraph>,
    /// The ground of a shape under the paragraph before this one, if that is empty.
    behind: Option<Paint>,
    /// The open character styles.
    spans: Vec<Look>,
    /// The open sections, tables and shapes.
    layers: Layers,
    lists: Vec<List>,
    frames: Vec<Frame>,
    links: Vec<Link>,
    /// The labels of list items and the links around the open asides.
    outer: Vec<(Option<String>, Vec<Link>)>,
    /// The notes and comments, which are written at the end: labels, authors and texts.
    notes: Vec<[String; 3]>,
    counts: (usize, usize),
    /// The text of a name, of an alternative text, or of a phonetic guide, if one is being read.
    aside: Option<String>,
    /// Whether some of that text is hidden.
    is_aside_hidden: bool,
    /// The number of open paragraphs around each open comment.
    comments: Vec<usize>,
    author: String,
    slide: Slide,
}

#[derive(Default)]
struct Paragraph {
    /// The level of the heading, from 1.
    heading: Option<u64>,
    look: Look,
    /// The number of open character styles around it.
    outer_spans: usize,
    /// The ground of a shape that is anchored in it and drawn under its text.
    behind: Option<Paint>,
    /// The color of its text that is hidden only because the page has it, too.
    lost: Option<Paint>,
}

#[derive(Default)]
struct Frame {
    /// Its role in a presentation, such as `title`.
    class: String,
    image: String,
    alt: String,
    /// The number of open paragraphs around it.
    outside: usize,
}

impl<'w> Text<'w> {
    pub(super) fn new(
        writer: &'w mut Writer,
        styles: Styles,
        equations: BTreeMap<String, (String, bool)>,
        is_presentation: bool,
    ) -> Self {
        Self {
            writer,
            styles,
            equations,
            forms: Forms::default(),
            is_body: false,
            is_presentation,
            paragraphs: Vec::new(),
            behind: None,
            spans: Vec::new(),
            layers: Layers::default(),
            lists: Vec::new(),
            frames: Vec::new(),
            links: Vec::new(),
            outer: Vec::new(),
            notes: Vec::new(),
            counts: (0, 0),
            aside: None,
            is_aside_hidden: false,
            comments: Vec::new(),
            author: String::new(),
            slide: Slide::default(),
        }
    }

    /// Writes the content that belongs at the end.
    pub(super) fn finish(&mut self) -> Outcome {
        self.slide.end(self.writer)?;
        self.writer.end_paragraph(&Block::Plain)?;
        self.writer.blank_line();
        for [label, author, text] in std::mem::take(&mut self.notes) {
            self.writer.note(&label, &author, &text)?;
        }
        Ok(())
    }

    fn is_left_out(&self) -> bool {
        let class = self.frames.last().map(|frame| &*frame.class);
        matches!(class, Some("page-number" | "date-time" | "footer" | "header"))
    }

    /// Starts collecting text aside. The list item and the links around it continue after it.
    fn open_aside(&mut self) {
        let label = self.lists.last_mut().and_then(|list| list.label.take());
        self.outer.push((label, std::mem::take(&mut self.links)));
        self.writer.open_aside();
    }

    fn close_aside(&mut self) -> Outcome<String> {
        if let Some((label, links)) = self.outer.pop() {
            self.links = links;
            if let Some(list) = self.lists.last_mut() {
                list.label = label;
            }
        }
        self.writer.close_aside()
    }

    /// Returns whether an element is the author or the date of a comment, and not a field.
    fn is_of_comment(&self) -> bool {
        self.comments.last() == Some(&self.paragraphs.len())
    }

    /// Returns whether an element is the name or the description of a shape.
    fn is_of_shape(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.outside == self.paragraphs.len())
    }

    /// Returns whether a shape is an aside in a text. The boxes of a slide are its text.
    fn is_box(&self, name: &str) -> bool {
        let is_shape = is_shape(name) && !matches!(name, "frame" | "g") || name == "text-box";
        is_shape && !self.is_presentation
    }

    /// Returns the look of text, and whether it is hidden, tiny, or of the color of its ground.
    fn look(&self) -> (Look, bool) {
        let page = self.page();
        self.look_on(page)
    }

    fn look_on(&self, page: Option<Paint>) -> (Look, bool) {
        let open = self.paragraphs.last();
        let paragraph = open.map(|paragraph| paragraph.look).unwrap_or_default();
        let spans = self.spans.iter().skip(open.map_or(0, |paragraph| paragraph.outer_spans));
        let spans = spans.rev().fold(Look::default(), |look, span| look.or(*span));
        let look = spans.or(paragraph);
        let behind = open.and_then(|paragraph| paragraph.behind);
        let page = behind.or(page);
        let under = paragraph.ground.into_iter().chain(self.layers.grounds()).chain(page);
        let is_hidden = self.layers.are_hidden() || look.hides_on(under);
        (look, is_hidden)
    }

    fn page(&self) -> Option<Paint> {
        // The master page of a slide may have pictures.
        if self.is_presentation { Some(Paint::Unknown) } else { self.styles.page }
    }

    /// Puts a shape under the open paragraph. Text that has the color of the page, and not that of
    /// the shape, is not hidden then.
    fn put_behind(&mut self, shape: Paint) -> Outcome {
        if let Some(paragraph) = self.paragraphs.last_mut() {
            paragraph.behind = Some(shape);
            let is_color = |color: &Paint| matches!(color, Paint::Rgb(_));
            let color = paragraph.lost.filter(is_color).filter(|_| self.links.is_empty());
            if color.is_some_and(|color| !color.is_lost_on([shape])) {
                return self.writer.show_paragraph();
            }
        }
        Ok(())
    }

    /// Appends text with marks if it is raised or hidden.
    fn push(&mut self, text: &str) -> Outcome {
        let (look, is_hidden) = self.look();
        if is_hidden && !text.trim().is_empty() {
            let is_by_page = !self.look_on(Some(Paint::Unknown)).1;
            if let Some(paragraph) = self.paragraphs.last_mut() {
                let is_same = paragraph.lost.is_none_or(|lost| Some(lost) == look.color);
                // Text that is hidden otherwise keeps the marks of the paragraph.
                let color = look.color.filter(|_| is_by_page && is_same);
                paragraph.lost = color.or(Some(Paint::Unknown));
            }
        }
        let text = &*symbols::shown(look.font.flatten(), text);
        self.writer.set_script(look.script.unwrap_or_default(), text)?;
        if !text.trim().is_empty() {
            self.writer.set_hidden(is_hidden)?;
        }
        self.writer.push_collapsed(text)
    }

    /// Appends text that was collected before, and has been found to be hidden or not.
    fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        self.writer.set_script(Script::Normal, text)?;
        self.writer.set_hidden(is_hidden)?;
        self.writer.push_collapsed(text)
    }

    /// Appends the text of an object, which may be outside of paragraphs.
    fn push_object(&mut self, text: &str, is_hidden: bool) -> Outcome {
        self.push_collected(text, is_hidden || self.look().1)?;
        if self.paragraphs.is_empty() {
            self.writer.end_paragraph(&Block::Plain)?;
        }
        Ok(())
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.writer.set_hidden(false)?;
        self.links.clear();
        let Some(paragraph) = self.paragraphs.pop() else { return Ok(()) };
        self.behind = paragraph.behind.filter(|_| self.writer.paragraph().trim().is_empty());
        if self.is_left_out() {
            let text = Writer::own_text(&self.writer.take_paragraph());
            let class = self.frames.last().map(|frame| &*frame.class);
            if let Some(class @ ("footer" | "header")) = class {
                self.writer.page_header(class == "footer", &text, false)?;
            }
            return Ok(());
        }
        let is_title = self.frames.last().is_some_and(|frame| frame.class == "title");
        if self.is_presentation && is_title && !self.slide.is_notes {
            let text = self.writer.take_paragraph();
            self.slide.title.push(' ');
            self.slide.title.push_str(&text);
            return Ok(());
        }
        let depth = self.lists.len();
        let label = self.lists.last_mut().and_then(|list| list.label.take());
        let block = match (paragraph.heading, label) {
            (Some(level), label) => {
                let at = (level as usize).saturating_sub(1);
                let outline = self.styles.lists.get_mut(OUTLINE);
                let outline = outline.filter(|_| label.is_none());
                let label = label.or_else(|| Some(outline?.next_label(at, None)));
                let label = label.filter(|label| !label.is_empty() && !label.starts_with('-'));
                if let Some(label) = label {
                    self.writer.push_label(&label)?;
                }
                Block::Heading(level)
            }
            (None, Some(label)) if !label.is_empty() => Block::Item(depth - 1, label),
            (None, _) => Block::Plain,
        };
        self.writer.end_paragraph(&block)?;
        Ok(())
    }

    /// Counts a list item, and keeps its label.
    fn begin_item(&mut self, start: Option<u64>) {
        let depth = self.lists.len();
        let Some(list) = self.lists.last_mut() else { return };
        let style = self.styles.lists.get_mut(&*list.style);
        let label = style.map_or_else(|| "-".into(), |style| style.next_label(depth - 1, start));
        list.label = Some(label);
    }

    /// Ends a note or a comment: its reference in the text, and its text at the end.
    fn end_note(&mut self, label: &str, author: String, text: String) -> Outcome {
        self.writer.take(text.len() + 64)?;
        self.notes.push([label.to_owned(), author, text]);
        self.writer.push_reference(label)?;
        // The comment of a slide is not in a paragraph.
        if self.paragraphs.is_empty() {
            self.writer.end_paragraph(&Block::Plain)?;
        }
        Ok(())
    }

    fn end_frame(&mut self) -> Outcome {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        if !frame.image.is_empty() && !self.slide.is_notes {
            self.writer.push(&image(&frame.alt, &frame.image))?;
            if self.paragraphs.is_empty() {
                self.writer.end_paragraph(&Block::Plain)?;
            }
        }
        Ok(())
    }
}

impl Handler for Text<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if !self.is_body {
            self.is_body = name == "body";
            return self.styles.open(element);
        }
        if self.forms.is_open {
            return self.forms.open(element, self.writer);
        }
        let style = || element.short("style-name");
        let outside = self.paragraphs.len();
        if is_layer(name)
            && let Some(shape) = self.layers.open(element, &self.styles)
        {
            self.put_behind(shape)?;
        }
        if self.is_box(name) {
            self.open_aside();
        }
        match name {
            "p" | "h" => {
                let level = || element.number("outline-level").unwrap_or(1);
                let is_heading = name == "h" && !self.is_presentation;
                self.paragraphs.push(Paragraph {
                    heading: is_heading.then(level),
                    look: self.styles.look("paragraph", &style()),
                    outer_spans: self.spans.len(),
                    behind: self.behind.take(),
                    lost: None,
                });
            }
            "span" => self.spans.push(self.styles.look("text", &style())),
            "hidden-paragraph" if element.is_on("is-hidden") => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.look.is_hidden = Some(true);
                }
            }
            "hidden-text" => {
                let is_hidden = element.is_on("is-hidden").then_some(true);
                self.spans.push(Look { is_hidden, ..Look::default() });
                let text = element.attr("string-value").filter(|_| is_hidden.is_some());
                if let Some(text) = text {
                    self.push(&text)?;
                    self.spans.pop();
                    return Ok(Visit::Skip);
                }
            }
            "s" => {
                let spaces = element.number("c").unwrap_or(1).min(MAX_SPACES) as usize;
                self.writer.push(&" ".repeat(spaces))?;
            }
            "tab" => self.writer.push("\t")?,
            "line-break" => self.writer.push("\n")?,
            "a" => {
                let target = element.attr("href").unwrap_or_default();
                self.links.push(self.writer.open_link(&target)?);
            }
            "list" => {
                let list = List::open(element, &self.lists, &mut self.styles.lists);
                self.lists.push(list);
            }
            "list-item" => self.begin_item(element.number("start-value")),
            "table" => self.writer.open_table(),
            "table-cell" | "covered-table-cell" => self.writer.open_cell()?,
            "note-body" => self.open_aside(),
            "annotation" => {
                self.author.clear();
                self.comments.push(outside);
                self.open_aside();
            }
            "ruby-text" => {
                (self.aside, self.is_aside_hidden) = (Some(String::new()), false);
                self.spans.push(self.styles.look("text", &style()));
            }
            "creator" if self.is_of_comment() => self.aside = Some(String::new()),
            "date" | "date-string" if self.is_of_comment() => return Ok(Visit::Skip),
            "deletion" | "insertion" => {
                let unseen = &mut self.writer.facts.unseen;
                let is_deletion = name == "deletion";
                unseen.deletions += u64::from(is_deletion);
                unseen.insertions += u64::from(!is_deletion);
                return Ok(Visit::Skip);
            }
            "frame" | "custom-shape" => {
                let class = element.short("class");
                self.frames.push(Frame { class, outside, ..Frame::default() });
            }
            "image" => {
                let path = element.attr("href").unwrap_or_default();
                if let Some(frame) = self.frames.last_mut()
                    && !path.contains("ObjectReplacements")
                {
                    frame.image = path.into_owned();
                }
            }
            "footer-decl" | "header-decl" => self.aside = Some(String::new()),
            "forms" => self.forms.is_open = true,
            "control" => {
                if let Some(text) = self.forms.take(&element.short("control")) {
                    self.push_object(&format!(" {text} "), false)?;
                }
            }
            "object" => {
                let path = element.attr("href").unwrap_or_default();
                if let Some((text, is_hidden)) =
                    self.equations.remove(path.trim_start_matches("./"))
                {
                    let equations = &mut self.writer.facts.left_out.equations;
                    *equations = equations.saturating_sub(1);
                    self.push_object(&text, is_hidden)?;
                }
            }
            "title" | "desc" if self.is_of_shape() => self.aside = Some(String::new()),
            "page" if self.is_presentation => {
                self.slide.begin(element, &self.styles, self.writer)?
            }
            "notes" => {
                self.slide.is_notes = true;
                self.writer.open_aside();
            }
            "page-number" if self.slide.is_notes => return Ok(Visit::Skip),
            "note-citation"
            | "format-change"
            | "table-of-content-source"
            | "event-listeners"
            | "settings" => {
                return Ok(Visit::Skip);
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if !self.is_body {
            return Ok(());
        }
        let repeats = if is_layer(name) { self.layers.close() } else { 1 };
        if self.is_box(name) {
            let text = self.close_aside()?;
            self.writer.push_after(text);
        }
        match name {
            "footer-decl" | "header-decl" => {
                let text = Writer::own_text(&clean(&self.aside.take().unwrap_or_default()));
                self.writer.page_header(name == "footer-decl", &text, false)?;
            }
            "forms" => self.forms.is_open = false,
            "p" | "h" => self.end_paragraph()?,
            "span" | "hidden-text" => drop(self.spans.pop()),
            "a" => {
                if let Some(link) = self.links.pop() {
                    self.writer.set_hidden(false)?;
                    self.writer.close_link(link);
                }
            }
            "list" => drop(self.lists.pop()),
            "table-cell" | "covered-table-cell" => self.writer.close_repeated_cell(repeats)?,
            "table-row" => self.writer.close_repeated_row(repeats)?,
            "table" => self.writer.close_table()?,
            "note-body" => {
                let text = self.close_aside()?;
                self.counts.0 += 1;
                self.end_note(&self.counts.0.to_string(), String::new(), text)?;
            }
            "annotation" => {
                let text = self.close_aside()?;
                let author = std::mem::take(&mut self.author);
                self.comments.pop();
                self.counts.1 += 1;
                self.writer.facts.unseen.comments += 1;
                self.end_note(&format!("c{}", self.counts.1), author, text)?;
            }
            "ruby-text" => {
                self.spans.pop();
                let text = self.aside.take().unwrap_or_default();
                if !text.trim().is_empty() {
                    self.push_collected(&format!("({})", text.trim()), self.is_aside_hidden)?;
                }
            }
            "creator" if self.is_of_comment() => {
                self.author = self.aside.take().unwrap_or_default();
            }
            "title" | "desc" if self.is_of_shape() => {
                let text = self.aside.take().unwrap_or_default();
                if let Some(frame) = self.frames.last_mut() {
                    frame.alt.push_str(&text);
                }
            }
            "frame" | "custom-shape" => self.end_frame()?,
            "notes" => {
                self.slide.is_notes = false;
                self.writer.close_notes()?;
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.aside.is_some() && !text.trim().is_empty() {
            self.is_aside_hidden |= self.look().1;
        }
        match &mut self.aside {
            _ if !self.is_body => Ok(()),
            Some(aside) => {
                aside.push_str(text);
                self.writer.take(text.len())
            }
            // White space between elements is not text.
            None if self.paragraphs.is_empty() => Ok(()),
            None => self.push(text),
        }
    }
}
