//! Reads a chapter of a book.

mod table;

use crate::error::Outcome;
use crate::inline_style::{hides, look};
use crate::look::Look;
use crate::markdown::{image, title};
use crate::math::Math;
use crate::numerals::Numerals;
use crate::scripts::Script;
use crate::writer::{Block, Link, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, is_void, read_page, read_part};
use crate::zip::Archive;
use table::Tables;

/// The state of reading a chapter.
#[derive(Default)]
struct Html {
    writer: Writer,
    /// The first heading: its offset in the text, and its text.
    heading: Option<(usize, String)>,
    lists: Vec<List>,
    /// The lengths of the lists that count down to 1, as they are counted and as they are known.
    counted: Vec<i64>,
    lengths: Vec<i64>,
    /// The label of the list item, until it is written.
    label: Option<String>,
    links: Vec<Option<Link>>,
    math: Option<Math>,
    /// The phonetic guide that is being read, and whether it is hidden.
    ruby: Option<(String, bool)>,
    select: Option<Select>,
    tables: Tables,
    /// The number of open elements that preserve white space.
    verbatim: usize,
    /// The number of open elements, now and where hidden text began.
    depth: usize,
    hidden_from: Option<usize>,
    /// The depths of the open elements that have a look, and these.
    looks: Vec<(usize, Look)>,
}

/// The list of a form that is being read.
#[derive(Default)]
struct Select {
    /// The first option, or those that are selected.
    shown: String,
    has_options: bool,
    is_selected: bool,
    /// Whether the option being read is shown.
    is_shown: bool,
}

struct List {
    /// `None` for bullets.
    numerals: Option<Numerals>,
    next: i64,
    step: i64,
    /// Its index among the lists that count down to 1.
    reversed: Option<usize>,
}

/// Reads a part: the result, and the first heading. Lists that count down to 1 are read twice.
pub(crate) fn read(
    archive: &mut Archive<'_>,
    part: &str,
    writer: &mut Writer,
) -> (Outcome<bool>, Option<(usize, String)>) {
    read_with(&mut |html| read_part(archive, part, Syntax::Html, html), writer)
}

/// Reads a page that is not a part.
pub(crate) fn read_text(archive: &mut Archive<'_>, page: &str, writer: &mut Writer) -> Outcome {
    read_with(&mut |html| read_page(archive, page.to_owned(), html), writer).0.map(drop)
}

fn read_with(
    read: &mut dyn FnMut(&mut Html) -> Outcome<bool>,
    writer: &mut Writer,
) -> (Outcome<bool>, Option<(usize, String)>) {
    let start = writer.mark();
    let mut lengths = Vec::new();
    loop {
        let mut html = Html { writer: std::mem::take(writer), lengths, ..Html::default() };
        let read = read(&mut html);
        let ended = html.finish();
        let Html { counted, heading, lengths: known, .. } = html;
        *writer = html.writer;
        if read == Ok(true) && known.is_empty() && !counted.is_empty() {
            lengths = counted;
            writer.rewind(&start);
            continue;
        }
        return (read.and_then(|is_there| ended.map(|()| is_there)), heading);
    }
}

impl Html {
    /// Closes everything that a chapter left open.
    fn finish(&mut self) -> Outcome {
        if let Some(math) = self.math.take() {
            self.push_collected(&math.text, math.is_hidden || self.is_hidden())?;
        }
        self.end_select()?;
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

    /// Appends what a field of a form shows: the text that was entered, or its state.
    fn push_input(&mut self, element: &Element<'_>) -> Outcome {
        let value = element.attr("value").unwrap_or_default();
        let is_checked = element.attr("checked").is_some();
        let shown = match &*element.short("type").to_ascii_lowercase() {
            "checkbox" | "radio" if is_checked => "[x]",
            "checkbox" | "radio" => "[ ]",
            "hidden" | "password" | "image" => return Ok(()),
            _ => &value,
        };
        self.push_collected(shown, self.is_hidden() || hides(element))
    }

    fn begin_option(&mut self, element: &Element<'_>) {
        let Some(select) = &mut self.select else { return };
        let is_selected = element.attr("selected").is_some();
        select.is_shown = is_selected || !select.has_options;
        if is_selected && std::mem::replace(&mut select.is_selected, true) {
            select.shown.push_str(", ");
        } else if is_selected {
            select.shown.clear();
        }
        select.has_options = true;
    }

    fn end_select(&mut self) -> Outcome {
        let shown = self.select.take().unwrap_or_default().shown;
        self.push_collected(shown.trim(), self.is_hidden())
    }

    /// Keeps the hiding rules and the colors of an element until it ends.
    fn set_style(&mut self, element: &Element<'_>) -> Outcome {
        if self.hidden_from.is_none() && hides(element) {
            self.hidden_from = Some(self.depth);
        }
        let look = look(element);
        if look != Look::default() {
            self.writer.take(size_of::<(usize, Look)>())?;
            self.looks.push((self.depth, look));
        }
        Ok(())
    }

    /// Returns whether an open element hides text, or gives it the color of its ground.
    fn is_hidden(&self) -> bool {
        let open = || self.looks.iter().rev();
        let color = open().find_map(|(_, look)| look.color);
        let grounds = open().filter_map(|(_, look)| look.ground);
        color.is_some_and(|color| color.is_lost_on(grounds)) || self.hidden_from.is_some()
    }

    /// Appends text that was collected from elements, which may hide it.
    fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        let script = self.looks.iter().rev().find_map(|(_, look)| look.script);
        self.writer.set_marks(script.unwrap_or_default(), is_hidden, text)?;
        if self.verbatim > 0 { self.writer.push(text) } else { self.writer.push_collapsed(text) }
    }

    fn next_label(&mut self, element: &Element<'_>) -> String {
        let list = self.lists.last_mut();
        let Some((list, numerals)) = list.and_then(|list| list.numerals.map(|of| (list, of)))
        else {
            return "-".into();
        };
        if let Some(length) = list.reversed.and_then(|index| self.counted.get_mut(index)) {
            *length += 1;
        }
        let number = integer(element, "value").unwrap_or(list.next);
        list.next = number + list.step;
        // Letters and Roman numerals begin with 1.
        match u64::try_from(number) {
            Ok(number) if number > 0 => format!("{}.", numerals.write(number)),
            _ => format!("{number}."),
        }
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.end_ruby()?;
        self.links.clear();
        let level = self.lists.len().saturating_sub(1);
        if !self.writer.has_text() {
            self.writer.take_paragraph();
            return Ok(());
        }
        self.writer.end_item(None, level, self.label.take())
    }

    fn end_heading(&mut self, level: u64) -> Outcome {
        self.writer.set_marks(Script::Normal, false, "")?;
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

/// Returns the number in an attribute, within the bounds of those in HTML.
fn integer(element: &Element<'_>, name: &str) -> Option<i64> {
    let number: i64 = element.attr(name)?.trim().parse().ok()?;
    Some(number.clamp(i32::MIN.into(), i32::MAX.into()))
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
    // `text` is one of SVG.
    matches!(name, "blockquote" | "figcaption" | "text") || BLOCKS.binary_search(&name).is_ok()
}

impl Handler for Html {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if let Some(math) = &mut self.math {
            // Nothing closes a void element.
            return if is_void(name) {
                Ok(Visit::Skip)
            } else {
                math.open(element, &mut self.writer)
            };
        }
        if matches!(name, "head" | "script" | "style" | "template" | "rp" | "desc" | "datalist") {
            return Ok(Visit::Skip);
        }
        // Text before a cell that is left open may have a label or a link.
        let is_cell = matches!(name, "tr" | "td" | "th");
        if is_block(name) || is_cell || heading_level(name).is_some() {
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
                let start = integer(element, "start");
                let step = if element.attr("reversed").is_some() { -1 } else { 1 };
                let reversed = (step < 0 && start.is_none()).then_some(self.counted.len());
                if reversed.is_some() {
                    self.writer.take(size_of::<i64>())?;
                    self.counted.push(0);
                }
                let length = reversed.and_then(|index| self.lengths.get(index).copied());
                let next = start.or(length).unwrap_or(1);
                let numerals = (name == "ol").then_some(kind);
                self.lists.push(List { numerals, next, step, reversed });
            }
            "li" => self.label = Some(self.next_label(element)),
            "br" => self.writer.push("\n")?,
            "pre" | "textarea" => self.verbatim += 1,
            "input" => self.push_input(element)?,
            "select" => self.select = Some(Select::default()),
            "option" => self.begin_option(element),
            "rt" => {
                self.end_ruby()?;
                self.ruby = Some((String::new(), false));
            }
            "img" | "image" => {
                let path = element.attr("src").or_else(|| element.attr("href"));
                let path = path.filter(|path| !path.starts_with("data:")).unwrap_or_default();
                let alt = element.attr("alt").unwrap_or_default();
                if !path.is_empty() || !alt.trim().is_empty() {
                    self.writer.push(&image(&alt, &path))?;
                }
            }
            "a" => {
                // Other targets are within the book.
                let target = element.attr("href").filter(|target| target.contains(':'));
                self.links.push(self.writer.open_link(target.as_deref())?);
            }
            "math" => self.math = Some(Math::default()),
            "table" => self.tables.open(),
            "tr" => self.tables.open_row(&mut self.writer)?,
            "td" | "th" => self.tables.open_cell(element, &mut self.writer)?,
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
        self.looks.pop_if(|(depth, ..)| *depth >= self.depth);
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
            "select" => self.end_select()?,
            "pre" | "textarea" => self.verbatim = self.verbatim.saturating_sub(1),
            "a" => self.writer.close_link(self.links.pop().flatten()),
            "td" | "th" => self.tables.close_cell(&mut self.writer)?,
            "tr" => self.tables.end_row(&mut self.writer)?,
            "thead" | "tbody" | "tfoot" => self.tables.end_spans(),
            "table" => self.tables.close(&mut self.writer)?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        if let Some(math) = &mut self.math {
            return math.text(text, &mut self.writer);
        }
        let is_hidden = self.is_hidden();
        if let Some(select) = &mut self.select {
            select.shown.push_str(if select.is_shown { text } else { "" });
            return self.writer.take(text.len());
        }
        if let Some((guide, is_guide_hidden)) = &mut self.ruby {
            *is_guide_hidden |= is_hidden && !text.trim().is_empty();
            guide.push_str(text);
            return self.writer.take(text.len());
        }
        self.push_collected(text, is_hidden)
    }
}
