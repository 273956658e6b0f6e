//! Reads a chapter of a book.

mod table;

use crate::color::Paint;
use crate::error::Outcome;
use crate::inline_style::{colors, hides};
use crate::markdown::{image, title};
use crate::math::Math;
use crate::numerals::Numerals;
use crate::scripts::Script;
use crate::writer::{Block, Link, Writer};
use crate::xml::{Element, Handler, Visit};
use table::Table;

/// The state of reading a chapter.
pub(crate) struct Html<'w> {
    writer: &'w mut Writer,
    /// The first heading: its offset in the text, and its text.
    pub(crate) heading: Option<(usize, String)>,
    lists: Vec<List>,
    /// The label of the list item, until it is written.
    label: Option<String>,
    links: Vec<Option<Link>>,
    scripts: Vec<Script>,
    math: Option<Math>,
    /// The phonetic guide that is being read, and whether it is hidden.
    ruby: Option<(String, bool)>,
    tables: Vec<Table>,
    /// The number of open elements that preserve white space.
    verbatim: usize,
    /// The number of open elements, now and where hidden text began.
    depth: usize,
    hidden_from: Option<usize>,
    /// The open elements with a color: their depth, the color of the text, and the ground.
    colors: Vec<(usize, Option<Paint>, Paint)>,
}

struct List {
    /// `None` for bullets.
    numerals: Option<Numerals>,
    next: u64,
}

impl<'w> Html<'w> {
    pub(crate) fn new(writer: &'w mut Writer) -> Self {
        Self {
            writer,
            heading: None,
            lists: Vec::new(),
            label: None,
            links: Vec::new(),
            scripts: Vec::new(),
            math: None,
            ruby: None,
            tables: Vec::new(),
            verbatim: 0,
            depth: 0,
            hidden_from: None,
            colors: Vec::new(),
        }
    }

    /// Closes everything that a chapter left open.
    pub(crate) fn finish(&mut self) -> Outcome {
        if let Some(math) = self.math.take() {
            self.push_collected(&math.text, math.is_hidden || self.is_hidden())?;
        }
        self.end_paragraph()?;
        self.writer.close_all()?;
        self.end_paragraph()
    }

    /// Appends the phonetic guide after its text: `漢字(かんじ)`.
    fn end_ruby(&mut self) -> Outcome {
        let (guide, is_hidden) = self.ruby.take().unwrap_or_default();
        if guide.trim().is_empty() {
            return Ok(());
        }
        self.push_collected(&format!("({})", guide.trim()), is_hidden)
    }

    /// Keeps the hiding rules and the colors of an element until it ends.
    fn set_style(&mut self, element: &Element<'_>) -> Outcome {
        if self.hidden_from.is_none() && hides(element) {
            self.hidden_from = Some(self.depth);
        }
        let (color, ground) = colors(element);
        if color.is_some() || ground != Paint::Clear {
            self.writer.take(size_of::<(usize, Option<Paint>, Paint)>())?;
            self.colors.push((self.depth, color, ground));
        }
        Ok(())
    }

    /// Returns whether an open element hides text, or gives it the color of its ground.
    fn is_hidden(&self) -> bool {
        let open = || self.colors.iter().rev();
        let color = open().find_map(|(_, color, _)| *color);
        let is_lost = color.is_some_and(|color| color.is_lost_on(open().map(|open| open.2)));
        is_lost || self.hidden_from.is_some()
    }

    /// Appends text that was collected from elements, which may hide it.
    fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        self.writer.set_script(self.scripts.last().copied().unwrap_or_default(), text)?;
        if !text.trim().is_empty() {
            self.writer.set_hidden(is_hidden)?;
        }
        if self.verbatim > 0 { self.writer.push(text) } else { self.writer.push_collapsed(text) }
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.end_ruby()?;
        self.links.clear();
        self.scripts.clear();
        let level = self.lists.len().saturating_sub(1);
        if self.writer.paragraph().trim().is_empty() {
            self.writer.take_paragraph();
            return Ok(());
        }
        let block = self.label.take().map_or(Block::Plain, |label| Block::Item(level, label));
        self.writer.end_paragraph(&block)?;
        Ok(())
    }

    fn end_heading(&mut self, level: u64) -> Outcome {
        self.writer.set_script(Script::Normal, "")?;
        let text = title(self.writer.paragraph());
        self.label = None;
        self.links.clear();
        self.writer.blank_line();
        let offset = self.writer.written();
        let is_written = self.writer.end_paragraph(&Block::Heading(level))?;
        if is_written && self.heading.is_none() && self.writer.written() > offset {
            self.heading = Some((offset, text));
        }
        Ok(())
    }
}

fn heading_level(name: &str) -> Option<u64> {
    let level = name.strip_prefix('h')?.parse().ok()?;
    (1..=6).contains(&level).then_some(level)
}

/// Returns whether an element ends the paragraphs before it and in it.
fn is_block(name: &str) -> bool {
    const BLOCKS: [&str; 23] = [
        "address", "article", "aside", "body", "caption", "center", "dd", "div", "dl", "dt",
        "figure", "footer", "header", "hr", "li", "main", "nav", "ol", "p", "pre", "section",
        "table", "ul",
    ];
    matches!(name, "blockquote" | "figcaption") || BLOCKS.binary_search(&name).is_ok()
}

/// Returns whether an element has no content, so that it may have no end.
fn is_void(name: &str) -> bool {
    const VOID: [&str; 11] =
        ["area", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr"];
    VOID.contains(&name)
}

impl Handler for Html<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if let Some(math) = &mut self.math {
            return math.open(element, self.writer);
        }
        if matches!(name, "head" | "script" | "style" | "template" | "rp" | "desc") {
            return Ok(Visit::Skip);
        }
        if is_block(name) || heading_level(name).is_some() {
            self.end_paragraph()?;
        }
        if !is_void(name) {
            self.depth += 1;
            self.set_style(element)?;
        }
        match name {
            "ol" | "ul" => {
                let kind = element.attr("type");
                let kind = Numerals::of_example(kind.as_deref().unwrap_or("1"));
                let next = element.number("start").unwrap_or(1);
                self.lists.push(List { numerals: (name == "ol").then_some(kind), next });
            }
            "li" => {
                let label = self.lists.last_mut().and_then(|list| {
                    let numerals = list.numerals?;
                    let number = element.number("value").unwrap_or(list.next);
                    list.next = number.saturating_add(1);
                    Some(format!("{}.", numerals.write(number)))
                });
                self.label = Some(label.unwrap_or_else(|| "-".into()));
            }
            "br" => self.writer.push("\n")?,
            "pre" => self.verbatim += 1,
            "rt" => {
                self.end_ruby()?;
                self.ruby = Some((String::new(), false));
            }
            "sup" => self.scripts.push(Script::Raised),
            "sub" => self.scripts.push(Script::Lowered),
            "img" | "image" => {
                let path = element.attr("src").or_else(|| element.attr("href"));
                if let Some(path) = path.filter(|path| !path.starts_with("data:")) {
                    let alt = element.attr("alt").unwrap_or_default();
                    self.writer.push(&image(&alt, &path))?;
                }
            }
            "a" => {
                // Other targets are within the book.
                let target = element.attr("href").filter(|target| target.contains(':'));
                let link = target.map(|target| self.writer.open_link(&target));
                self.links.push(link.transpose()?);
            }
            "math" => self.math = Some(Math::default()),
            "table" => self.tables.push(Table::default()),
            "tr" => self.open_row()?,
            "td" | "th" => self.open_cell(element)?,
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if let Some(math) = self.math.as_mut().filter(|math| !math.is_complete() && name != "math")
        {
            math.close();
            return Ok(());
        }
        if let Some(math) = self.math.take() {
            self.push_collected(&math.text, math.is_hidden || self.is_hidden())?;
        }
        if is_void(name) {
            return Ok(());
        }
        self.colors.pop_if(|(depth, ..)| *depth >= self.depth);
        if self.hidden_from == Some(self.depth) {
            self.hidden_from = None;
        }
        self.depth = self.depth.saturating_sub(1);
        if let Some(level) = heading_level(name) {
            return self.end_heading(level);
        }
        if is_block(name) {
            self.end_paragraph()?;
        }
        match name {
            "ol" | "ul" => drop(self.lists.pop()),
            "li" => self.label = None,
            "rt" | "ruby" => self.end_ruby()?,
            "sup" | "sub" => drop(self.scripts.pop()),
            "pre" => self.verbatim = self.verbatim.saturating_sub(1),
            "a" => {
                if let Some(link) = self.links.pop().flatten() {
                    self.writer.close_link(link);
                }
            }
            "td" | "th" => self.close_cell()?,
            "tr" => self.end_row()?,
            "thead" | "tbody" | "tfoot" => {
                self.tables.last_mut().into_iter().for_each(Table::end_spans)
            }
            "table" => self.close_table()?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if let Some(math) = &mut self.math {
            return math.text(text, self.writer);
        }
        let is_hidden = self.is_hidden();
        if let Some((guide, is_guide_hidden)) = &mut self.ruby {
            *is_guide_hidden |= is_hidden && !text.trim().is_empty();
            guide.push_str(text);
            return self.writer.take(text.len());
        }
        self.push_collected(text, is_hidden)
    }
}
