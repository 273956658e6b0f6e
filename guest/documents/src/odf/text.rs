//! Reads the elements of an OpenDocument text or presentation.

mod paragraphs;
mod state;

use super::equations;
use super::layers::is_layer;
use super::lists::List;
use crate::error::Outcome;
use crate::look::Look;
use crate::markdown::{clean, image};
use crate::math::Math;
use crate::notes::NoteKind;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Visit};
pub(super) use state::Text;
use state::{Frame, Paragraph};

/// The maximum number of spaces one element represents.
const MAX_SPACES: u64 = 256;

impl Text {
    /// Writes the content that belongs at the end.
    pub(super) fn finish(&mut self) -> Outcome {
        self.slide.end(&mut self.writer)?;
        self.writer.end_paragraph(&Block::Plain)?;
        self.notes.write(&mut self.writer)
    }

    /// Returns whether an element is the author or the date of a comment, and not a field.
    fn is_of_comment(&self) -> bool {
        self.comments.last() == Some(&self.paragraphs.len())
    }

    /// Returns whether an element is the name or the description of a shape.
    fn is_of_shape(&self) -> bool {
        self.frames.last().is_some_and(|frame| frame.outside == self.paragraphs.len())
    }

    /// Begins a list, and restarts its numbers unless it continues them.
    fn begin_list(&mut self, element: &Element<'_>) {
        let mut style = element.short("style-name");
        if let Some(outer) = self.lists.last().filter(|_| style.is_empty()) {
            style.clone_from(&outer.style);
        }
        let continues =
            element.is_on("continue-numbering") || element.attr("continue-list").is_some();
        if let Some(style) = self.styles.lists.get_mut(&style).filter(|_| !continues) {
            style.restart(self.lists.len());
        }
        self.lists.push(List { style, label: None });
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
    fn end_note(&mut self, kind: NoteKind) -> Outcome {
        let text = self.close_aside()?;
        let author = std::mem::take(&mut self.author);
        self.notes.add(kind, author, text, &mut self.writer)?;
        // The comment of a slide is not in a paragraph.
        self.end_object()
    }

    fn end_frame(&mut self) -> Outcome {
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        if !frame.image.is_empty() && !self.slide.is_notes {
            self.writer.push(&image(&frame.alt, &frame.image))?;
            self.end_object()?;
        }
        Ok(())
    }
}

/// Returns whether an element is a field whose text can be hidden.
fn is_field(name: &str) -> bool {
    let fields =
        ["variable-set", "variable-input", "user-field-get", "page-variable-set", "script"];
    fields.contains(&name)
}

impl Handler for Text {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if !self.is_body {
            self.is_body = name == "body";
            return self.styles.open(element);
        }
        if self.forms.is_open {
            return self.forms.open(element, &mut self.writer);
        }
        if let Some(math) = &mut self.math {
            return math.open(element, &mut self.writer);
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
            name if is_field(name) => {
                let is_hidden =
                    name == "script" || element.attr("display").as_deref() == Some("none");
                self.spans.push(Look { vanish: is_hidden.then_some(true), ..Look::default() });
            }
            "hidden-paragraph" if element.is_on("is-hidden") => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.look.vanish = Some(true);
                }
            }
            "hidden-text" => {
                let vanish = element.is_on("is-hidden").then_some(true);
                self.spans.push(Look { vanish, ..Look::default() });
                let text = element.attr("string-value").filter(|_| vanish.is_some());
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
                self.links.extend(self.writer.open_link(Some(&target))?);
            }
            "list" => self.begin_list(element),
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
                let found = equations::take(&mut self.equations, element, &mut self.writer);
                if let Some((text, is_hidden)) = found {
                    self.push_object(&text, is_hidden)?;
                }
            }
            "math" => self.math = Some(Math::default()),
            "title" | "desc" if self.is_of_shape() => self.aside = Some(String::new()),
            "page" if self.is_presentation => {
                self.slide.begin(element, &self.styles, &mut self.writer)?;
                let master = element.short("master-page-name");
                let is_bare = self.styles.look("drawing-page", &style()).is_bare;
                if is_bare != Some(true) && !master.is_empty() {
                    self.styles.write_headers(&master, &mut self.writer)?;
                }
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
        if let Some(math) = self.math.as_mut().filter(|math| !math.is_complete()) {
            math.close();
            return Ok(());
        }
        if let Some(math) = self.math.take() {
            return self.push_object(&math.text, math.is_hidden);
        }
        if self.forms.is_open && name != "forms" {
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
            name if is_field(name) => drop(self.spans.pop()),
            "a" => {
                if let Some(link) = self.links.pop() {
                    self.writer.set_hidden(false)?;
                    self.writer.close_link(Some(link));
                }
            }
            "list" => drop(self.lists.pop()),
            "table-cell" | "covered-table-cell" => self.writer.close_repeated_cell(repeats)?,
            "table-row" => self.writer.close_repeated_row(repeats)?,
            "table" => self.writer.close_table()?,
            "note-body" => self.end_note(NoteKind::Footnote)?,
            "annotation" => {
                self.comments.pop();
                self.end_note(NoteKind::Comment)?;
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
        if let Some(math) = &mut self.math {
            return math.text(text, &mut self.writer);
        }
        if self.forms.is_open {
            return self.forms.text(text, &mut self.writer);
        }
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
