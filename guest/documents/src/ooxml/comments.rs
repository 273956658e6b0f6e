//! The comments of a sheet or a slide.

use super::{Relationships, is_damaged};
use crate::error::{Fault, Outcome};
use crate::markdown::one_line;
use crate::scripts::Script;
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_elements, read_part};
use crate::zip::Archive;
use std::collections::BTreeMap;

/// Replaces comments that cannot be read.
const DAMAGED: &str = "[missing: the other comments, whose part is damaged]";

/// Writes the comments of parts, each on a line: `Comment B2: text`. Notes that repeat a thread of
/// an earlier part are left out.
pub(super) fn convert<'p>(
    archive: &mut Archive<'_>,
    parts: impl IntoIterator<Item = &'p str>,
    persons: &Persons,
    writer: &mut Writer,
) -> Outcome {
    let mut comments = Comments {
        writer,
        persons,
        of: String::new(),
        author: String::new(),
        reply_author: String::new(),
        threads: BTreeMap::new(),
        is_unnamed: false,
        script: Script::Normal,
        texts: 0,
        replies: Vec::new(),
    };
    for part in parts {
        comments.writer.blank_line();
        match read_part(archive, part, Syntax::Xml, &mut comments) {
            Err(Fault::Damaged(_)) => {
                comments.texts = 0;
                comments.writer.end_paragraph(&Block::Plain)?;
                comments.writer.blank_line();
                comments.writer.line(DAMAGED)?;
            }
            other => drop(other?),
        }
    }
    Ok(())
}

/// The authors of the threads of a workbook, or of the comments of a presentation, by their ids.
pub(super) type Persons = BTreeMap<String, String>;

/// Reads the parts of some types. Without their authors, comments can still be read.
pub(super) fn read_persons(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    kinds: &[&str],
) -> Outcome<Persons> {
    let (mut names, mut budget) = (Persons::new(), archive.tables.share());
    for part in kinds.iter().filter_map(|kind| relationships.first(kind)) {
        let read = read_elements(archive, part, &mut |element| {
            let attribute = match element.name() {
                "person" => "displayName",
                "cmAuthor" | "author" => "name",
                _ => return Ok(Visit::Enter),
            };
            let (id, name) = (element.short("id"), element.short(attribute));
            budget.take(64 + id.len() + name.len())?;
            names.insert(id, name);
            Ok(Visit::Enter)
        });
        is_damaged(read)?;
    }
    Ok(names)
}

struct Comments<'w> {
    writer: &'w mut Writer,
    persons: &'w Persons,
    /// The commented cell, and the author if known.
    of: String,
    author: String,
    reply_author: String,
    /// The ids of the comments in threads, and the cells of threads with their first texts.
    threads: BTreeMap<String, String>,
    /// Whether a note has no id that may be that of a thread.
    is_unnamed: bool,
    script: Script,
    /// The number of open text elements.
    texts: usize,
    replies: Vec<String>,
}

impl Comments<'_> {
    /// Returns the author of a comment or a reply, and a colon.
    fn author(&self, element: &Element<'_>) -> String {
        let id = element.attr("personId").or_else(|| element.attr("authorId"));
        let name = id.and_then(|id| self.persons.get(&*id));
        name.map(|name| format!("{name}: ")).unwrap_or_default()
    }

    fn write(&mut self, text: &str) -> Outcome {
        if text.trim().is_empty() {
            return Ok(());
        }
        self.writer.facts.unseen.comments += 1;
        self.writer.push(&format!("Comment{}: {}", self.of, one_line(text)))?;
        self.writer.end_paragraph(&Block::Plain).map(drop)
    }
}

impl Handler for Comments<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        match element.name() {
            name @ ("comment" | "cm" | "threadedComment") => {
                let cell = element.attr("ref").filter(|name| name.len() < 16);
                self.of = cell.map(|cell| format!(" {cell}")).unwrap_or_default();
                self.author = self.author(element);
                if name == "threadedComment" {
                    let id = element.short("id");
                    self.writer.take(64 + id.len())?;
                    self.threads.insert(id, String::new());
                } else if self.threads.contains_key(&element.short("uid")) {
                    return Ok(Visit::Skip);
                }
                self.is_unnamed = name == "comment" && element.attr("uid").is_none();
            }
            "r" => self.script = Script::Normal,
            "vertAlign" => self.script = Script::of_name(&element.short("val")),
            "reply" => self.reply_author = self.author(element),
            "text" | "t" => self.texts += 1,
            "rPh" => return Ok(Visit::Skip),
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        match name {
            "text" | "t" => self.texts = self.texts.saturating_sub(1),
            // A reply comes before the comment that it answers.
            "reply" => {
                let reply = self.writer.take_paragraph();
                self.writer.take(size_of::<String>() + self.reply_author.len())?;
                self.replies.push([&*self.reply_author, &reply].concat());
            }
            "comment" | "cm" | "threadedComment" => {
                let text = one_line(&self.writer.take_paragraph());
                let thread = self.threads.get(&self.of).filter(|thread| !thread.is_empty());
                let repeats = thread.is_some_and(|thread| text.contains(&**thread));
                let is_first = name == "threadedComment" && thread.is_none();
                if !(self.is_unnamed && repeats) {
                    self.write(&[&*self.author, &text].concat())?;
                }
                if is_first {
                    self.writer.take(64 + text.len())?;
                    self.threads.insert(self.of.clone(), text);
                }
                for reply in std::mem::take(&mut self.replies) {
                    self.write(&reply)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if self.texts == 0 {
            return Ok(());
        }
        self.writer.set_marks(self.script, false, text)?;
        self.writer.push(text)
    }
}
