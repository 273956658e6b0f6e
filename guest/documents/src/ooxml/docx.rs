//! Converts a Word document.
//!
//! Tracked changes are accepted. Page headers and footers are at the end, without page numbers.
//!
//! One file: a reader of one format, whose elements nest.

use super::docx_drawing::{Drawing, Layer};
use super::docx_fields::Fields;
use super::docx_styles::{Look, Properties, Settings, Styles, shading};
use super::numbering::Numbering;
use super::{Relationships, main_part, pptx};
use crate::Format;
use crate::color::Paint;
use crate::error::{Fault, Outcome};
use crate::html;
use crate::markdown::{image, one_line, title};
use crate::math::Math;
use crate::scripts::Script;
use crate::symbols::{self, SymbolFont};
use crate::writer::{Block, Link, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;
use readroom_pdf::marks::escaped;
use std::collections::BTreeMap;

/// The maximum number of embedded files that are read.
const MAX_CHUNKS: usize = 100;
/// The maximum number of page headers and footers that are read.
const MAX_HEADERS: usize = 1000;

/// Converts a document. If a limit ends it, the writer keeps the text so far.
pub(crate) fn convert(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome {
    let (_, main) = main_part(archive)?.ok_or(Fault::Damaged("its main part is missing"))?;
    let relationships = Relationships::read(archive, &main)?;
    let mut styles = Styles::new(archive.tables.share());
    let mut numbering = Numbering::new(archive.tables.share());
    let mut settings = Settings::default();
    let parts: [(_, &mut dyn Handler); 3] =
        [("styles", &mut styles), ("numbering", &mut numbering), ("settings", &mut settings)];
    for (kind, handler) in parts {
        if let Some(part) = relationships.first(kind) {
            writer.spare(&format!("the {kind}"), read_part(archive, part, Syntax::Xml, handler))?;
        }
    }
    styles.finish();
    numbering.finish()?;
    // An entry is read to its end before another is opened.
    let figures = pptx::figures(archive, &relationships, writer)?;
    let chunks = read_chunks(archive, &relationships, writer)?;
    let mut text = Text {
        writer,
        styles,
        numbering,
        relationships,
        figures,
        chunks,
        ruby: String::new(),
        is_ruby: false,
        is_ruby_hidden: false,
        paragraphs: Vec::new(),
        run: Run::default(),
        is_text: false,
        math: None,
        is_run_property: false,
        is_text_fill: false,
        is_instruction: false,
        is_mark_property: false,
        layers: Vec::new(),
        drawing: Drawing::default(),
        page: Paint::Clear,
        is_page_shown: settings.is_page_shown,
        links: Vec::new(),
        pending: None,
        is_row_property: false,
        is_row_deleted: false,
        fields: Fields::default(),
        alt: String::new(),
        choices: Vec::new(),
        notes: BTreeMap::new(),
        note_counts: BTreeMap::new(),
        note: None,
        page_headers: Vec::new(),
        has_even_headers: settings.has_even_headers,
        has_title_page: false,
    };
    if !read_part(archive, &main, Syntax::Xml, &mut text)? {
        return Err(Fault::Damaged("its main part is missing"));
    }
    text.end_part()?;
    for kind in ["footnotes", "endnotes", "comments"] {
        let part = text.relationships.first(kind).map(str::to_owned);
        if let Some(part) = part {
            text.writer.blank_line();
            text.relationships = Relationships::read(archive, &part)?;
            let read = read_part(archive, &part, Syntax::Xml, &mut text);
            text.writer.spare("the notes", read)?;
            text.end_part()?;
            text.relationships = Relationships::read(archive, &main)?;
        }
    }
    text.read_page_headers(archive)
}

/// Reads embedded HTML: the entry names, and the texts.
fn read_chunks(
    archive: &mut Archive<'_>,
    relationships: &Relationships,
    writer: &mut Writer,
) -> Outcome<Vec<(String, String)>> {
    let mut chunks = Vec::new();
    for part in relationships.of_kind("aFChunk").take(MAX_CHUNKS) {
        let extension = part.target.rsplit('.').next().unwrap_or_default();
        if !matches!(extension, "htm" | "html" | "xhtml") {
            continue;
        }
        let mut inner = Writer::new(Format::Epub, archive.limits.text / 4);
        if html::read(archive, &part.target, &mut inner).0 == Ok(true) {
            let (text, facts) = inner.finish(None);
            writer.facts.unseen.texts += facts.unseen.texts;
            writer.take(text.len())?;
            chunks.push((part.target.clone(), text));
        }
    }
    Ok(chunks)
}

struct Text<'w> {
    writer: &'w mut Writer,
    styles: Styles,
    numbering: Numbering,
    relationships: Relationships,
    /// The text of each chart and diagram, by part name.
    figures: Vec<(String, String)>,
    /// The text of embedded HTML, by part name.
    chunks: Vec<(String, String)>,
    /// The phonetic guide of the next text, and whether it is being read, or hidden.
    ruby: String,
    is_ruby: bool,
    is_ruby_hidden: bool,
    /// The open paragraph, and those around it: a text box is inside one.
    paragraphs: Vec<Paragraph>,
    run: Run,
    is_text: bool,
    math: Option<Math>,
    is_run_property: bool,
    is_text_fill: bool,
    is_instruction: bool,
    /// Whether the properties of a paragraph are being read.
    is_mark_property: bool,
    /// The open tables, cells and text boxes.
    layers: Vec<Layer>,
    /// The drawing that a text box may be in.
    drawing: Drawing,
    /// The color of the page, and whether it is shown.
    page: Paint,
    is_page_shown: bool,
    links: Vec<Option<Link>>,
    fields: Fields,
    /// The paragraph whose text is written with that of the next one.
    pending: Option<Paragraph>,
    is_row_property: bool,
    is_row_deleted: bool,
    /// The alternative text of the next image.
    alt: String,
    /// The number of bytes before each open choice between forms of the same content.
    choices: Vec<usize>,
    /// The notes that the text refers to, with their numbers within their kind.
    notes: BTreeMap<(NoteKind, String), usize>,
    note_counts: BTreeMap<NoteKind, usize>,
    /// The label of the note being read, and its author. `None` if nothing refers to it.
    note: Option<(String, String)>,
    /// The page headers and footers: their parts, whether they are footers, and their pages.
    page_headers: Vec<(String, bool, Pages)>,
    has_even_headers: bool,
    has_title_page: bool,
}

/// The pages of a section that a header is for.
#[derive(PartialEq, Eq)]
enum Pages {
    All,
    Even,
    First,
}

#[derive(Default)]
struct Paragraph {
    style: Properties,
    style_id: String,
    heading: Option<u64>,
    list: Option<u64>,
    list_level: Option<u64>,
    ground: Option<Paint>,
    /// Whether its mark is tracked as deleted or moved, so that the next paragraph continues it.
    is_joined: bool,
}

/// The look of a run: direct formatting, and its style.
#[derive(Default)]
struct Run {
    look: Look,
    style: Look,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NoteKind {
    Footnote,
    Endnote,
    Comment,
}

impl NoteKind {
    fn of(name: &str) -> Option<Self> {
        Some(match name {
            "footnote" | "footnoteReference" => Self::Footnote,
            "endnote" | "endnoteReference" => Self::Endnote,
            "comment" | "commentReference" => Self::Comment,
            _ => return None,
        })
    }

    fn label(self, number: usize) -> String {
        match self {
            Self::Footnote => number.to_string(),
            Self::Endnote => format!("e{number}"),
            Self::Comment => format!("c{number}"),
        }
    }
}

impl Text<'_> {
    fn refer_to_note(&mut self, kind: NoteKind, id: String) -> Outcome {
        self.writer.take(id.len() + 64)?;
        let count = self.note_counts.entry(kind).or_default();
        let number = *self.notes.entry((kind, id)).or_insert_with(|| {
            *count += 1;
            *count
        });
        self.writer.set_hidden(false)?;
        self.writer.push_reference(&kind.label(number))
    }

    /// Appends text of the run.
    fn push(&mut self, text: &str) -> Outcome {
        if self.is_ruby {
            self.is_ruby_hidden |= !text.trim().is_empty() && self.is_hidden(&self.look());
            self.ruby.push_str(text);
            return self.writer.take(text.len());
        }
        if self.fields.is_page_number() {
            return Ok(());
        }
        if self.fields.absorb(text) {
            return self.writer.take(text.len());
        }
        let look = self.look();
        let text = &*symbols::shown(look.font.flatten(), text);
        self.writer.set_script(look.script.unwrap_or_default(), text)?;
        if !text.trim().is_empty() {
            self.writer.set_hidden(self.fields.is_instruction() || self.is_hidden(&look))?;
        }
        self.writer.push(text)
    }

    /// Appends text that was collected from runs, without their look.
    fn push_collected(&mut self, text: &str, is_hidden: bool) -> Outcome {
        let run = std::mem::take(&mut self.run);
        self.run.look = Look {
            vanish: Some(is_hidden),
            color: Some(Paint::Clear),
            tiny: Some(false),
            script: Some(Script::Normal),
            font: Some(None),
            ..Look::default()
        };
        let pushed = self.push(text);
        self.run = run;
        pushed
    }

    /// Returns the look of the run: direct formatting, or else its style, the style of its
    /// paragraph or table, or the defaults.
    fn look(&self) -> Look {
        let Run { look, style } = self.run;
        let around = self.paragraphs.last().map(|paragraph| paragraph.style.look);
        let table = self.layers.last().map(|layer| layer.look).unwrap_or_default();
        let defaults = self.styles.defaults();
        let around = around.unwrap_or_default();
        // Two styles that hide cancel out.
        let toggles = [style, around, table].map(|look| look.vanish.unwrap_or_default());
        let is_toggled = toggles.iter().fold(false, |is, toggle| is != *toggle);
        let by_styles = is_toggled || defaults.vanish.unwrap_or_default();
        let vanish = Some(look.vanish.unwrap_or(by_styles));
        let shown = look.or(style).or(around).or(table).or(defaults);
        Look { vanish, ..shown }
    }

    /// Returns whether text of this look is hidden, tiny, or has the color of its ground.
    fn is_hidden(&self, run: &Look) -> bool {
        let paragraph = self.paragraphs.last();
        let around = paragraph.map(|paragraph| paragraph.style).unwrap_or_default();
        let ground = paragraph.and_then(|paragraph| paragraph.ground).or(around.ground);
        let layers = self.layers.iter().rev().map(|layer| layer.ground);
        let under = run.ground.into_iter().chain(ground).chain(layers).chain([self.page]);
        let is_lost = run.color.is_some_and(|color| color.is_lost_on(under));
        let is_covered = self.layers.iter().any(|layer| layer.is_hidden);
        run.vanish == Some(true) || is_lost || is_covered || run.tiny == Some(true)
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.writer.set_hidden(false)?;
        let depth = self.paragraphs.len();
        for field in self.fields.shown() {
            if let Some((_, link)) = field.link.take_if(|(open_in, _)| *open_in == depth) {
                self.writer.close_link(link);
            }
        }
        match self.paragraphs.pop() {
            Some(paragraph) if paragraph.is_joined => {
                let has_text = !self.writer.paragraph().trim().is_empty();
                self.pending = Some(paragraph).filter(|_| has_text);
                Ok(())
            }
            Some(paragraph) => self.write_paragraph(&paragraph),
            None => Ok(()),
        }
    }

    /// Writes a paragraph that no other one continues.
    fn end_pending(&mut self) -> Outcome {
        let pending = self.pending.take();
        pending.map_or(Ok(()), |paragraph| self.write_paragraph(&paragraph))
    }

    /// Ends a part. Text in a field that is left open is kept.
    fn end_part(&mut self) -> Outcome {
        self.end_pending()?;
        self.paragraphs.clear();
        self.layers.clear();
        self.choices.clear();
        for text in self.fields.take_open() {
            self.writer.set_hidden(true)?;
            self.writer.push(&text)?;
            self.writer.end_paragraph(&Block::Plain)?;
        }
        Ok(())
    }

    fn refer_to_header(&mut self, element: &Element<'_>, is_footer: bool) -> Outcome {
        let part = self.relationships.target(&element.relationship("id"));
        let kind = element.attr("type");
        let pages = match kind.as_deref() {
            Some("even") => Pages::Even,
            Some("first") => Pages::First,
            _ => Pages::All,
        };
        let header = (part.unwrap_or_default().to_owned(), is_footer, pages);
        if self.page_headers.len() == MAX_HEADERS {
            self.writer.facts.left_out.headers_and_footers += 1;
        } else if !self.page_headers.contains(&header) {
            self.writer.take(header.0.len())?;
            self.page_headers.push(header);
        }
        Ok(())
    }

    /// Reads the page headers and footers, first those of pages that there are.
    fn read_page_headers(&mut self, archive: &mut Archive<'_>) -> Outcome {
        self.fields.is_page_header = true;
        let all = std::mem::take(&mut self.page_headers);
        for is_hidden in [false, true] {
            for (part, is_footer, pages) in &all {
                let is_shown = match pages {
                    Pages::All => true,
                    Pages::Even => self.has_even_headers,
                    Pages::First => self.has_title_page,
                };
                if is_shown != is_hidden {
                    self.read_page_header(archive, part, *is_footer, is_hidden)?;
                }
            }
        }
        Ok(())
    }

    fn read_page_header(
        &mut self,
        archive: &mut Archive<'_>,
        part: &str,
        is_footer: bool,
        is_hidden: bool,
    ) -> Outcome {
        let mark = self.writer.mark();
        self.relationships = Relationships::read(archive, part)?;
        self.writer.open_aside();
        let read = read_part(archive, part, Syntax::Xml, self);
        self.end_part()?;
        if read.is_err() {
            self.writer.close_all()?;
            return self.writer.spare("a page header", read);
        }
        let text = self.writer.close_aside()?;
        if !self.writer.page_header(is_footer, &text, is_hidden)? {
            self.writer.rewind(&mark);
        }
        Ok(())
    }

    fn write_paragraph(&mut self, paragraph: &Paragraph) -> Outcome {
        let heading = paragraph.heading.or(paragraph.style.heading).filter(|level| *level > 0);
        let (list, level) = match paragraph.list {
            Some(list) => (Some(list), paragraph.list_level),
            None => {
                let list = paragraph.style.list;
                let by_style =
                    list.and_then(|list| self.numbering.level_of_style(list, &paragraph.style_id));
                (list, paragraph.list_level.or(by_style).or(paragraph.style.list_level))
            }
        };
        let level = level.unwrap_or_default();
        let has_text = !self.writer.paragraph().trim().is_empty();
        let label = list.and_then(|list| self.numbering.next_label(list, level, has_text));
        let label = label.filter(|label| !label.is_empty());
        let block = match (heading, label) {
            // A number alone shows, as in the first column of a table.
            (_, Some(label)) if !has_text => {
                self.writer.push(&label)?;
                Block::Plain
            }
            (Some(level), Some(label)) if !label.starts_with('-') => {
                self.writer.push_label(&label)?;
                Block::Heading(level)
            }
            (Some(level), _) => Block::Heading(level),
            (None, Some(label)) => Block::Item(level as usize, label),
            (None, None) => Block::Plain,
        };
        self.writer.end_paragraph(&block)?;
        Ok(())
    }

    fn field(&mut self, kind: &str) -> Outcome {
        let (depth, start) = (self.paragraphs.len(), self.writer.paragraph().len());
        match kind {
            "begin" => self.fields.begin(),
            "separate" => {
                if let Some(field) = self.fields.separate() {
                    field.result_start = start;
                    field.open_link(self.writer, depth)?;
                }
            }
            "end" => {
                let Some(mut field) = self.fields.end() else { return Ok(()) };
                // Only a result that matters is scanned: there may be many fields.
                let has_result = field.needs_result() && {
                    let result = self.writer.paragraph().get(field.result_start..);
                    result.is_none_or(|result| !result.trim().is_empty())
                };
                if let Some((_, link)) = field.link.take() {
                    self.writer.set_hidden(false)?;
                    self.writer.close_link(link);
                }
                if self.fields.is_page_header && field.is_page_number() {
                    self.push("#")?;
                } else if let Some(value) = field.value(has_result) {
                    self.push(&value)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Writes empty cells where a row has none.
    fn skip_columns(&mut self, columns: u64) -> Outcome {
        if columns == 0 {
            return Ok(());
        }
        self.writer.open_cell()?;
        self.writer.close_cell(columns)
    }

    fn image(&mut self, element: &Element<'_>) -> Outcome {
        let target = self.relationships.picture(element);
        let has_name = !target.is_empty() || !self.alt.is_empty();
        // A logo says nothing.
        if !has_name || self.fields.is_page_header {
            self.alt.clear();
            return Ok(());
        }
        let image = image(&self.alt, target);
        self.alt.clear();
        self.writer.set_hidden(false)?;
        self.writer.push(&image)
    }
}

impl Handler for Text<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        let name = element.name();
        if let Some(math) = &mut self.math {
            if name == "r" {
                self.run = Run::default();
            }
            self.run.look.set(element);
            return math.open(element, self.writer);
        }
        let unseen = &mut self.writer.facts.unseen;
        match name {
            "p" | "tbl" if self.layers.last().is_some_and(|layer| layer.is_deleted) => {
                return Ok(Visit::Skip);
            }
            "p" => {
                self.pending = None;
                let style = self.styles.normal();
                self.paragraphs.push(Paragraph { style, ..Paragraph::default() });
                let depth = self.paragraphs.len();
                for field in self.fields.shown() {
                    field.open_link(self.writer, depth)?;
                }
            }
            "pStyle" | "outlineLvl" | "numId" | "ilvl" => {
                let Some(paragraph) = self.paragraphs.last_mut() else { return Ok(Visit::Enter) };
                let number = element.number("val");
                match name {
                    "pStyle" => {
                        paragraph.style_id = element.short("val");
                        paragraph.style = self.styles.get(&paragraph.style_id);
                    }
                    // Level 9 means body text, even in a heading style.
                    "outlineLvl" => paragraph.heading = number.map(|level| (level + 1) % 10),
                    "numId" => paragraph.list = number,
                    _ => paragraph.list_level = number,
                }
            }
            "rPr" => self.is_run_property = true,
            "del" | "moveFrom" | "ins" | "moveTo" if self.is_run_property => {
                if let Some(paragraph) = self.paragraphs.last_mut()
                    && self.is_mark_property
                {
                    paragraph.is_joined |= matches!(name, "del" | "moveFrom");
                }
            }
            "trPr" => self.is_row_property = true,
            "del" if self.is_row_property => {
                unseen.deletions += 1;
                self.is_row_deleted = true;
            }
            "ins" if self.is_row_property => {}
            "hidden" if self.is_row_property => {
                if let Some(table) = self.layers.last_mut() {
                    table.is_hidden = element.turns_on();
                }
            }
            "tc" if self.is_row_deleted => return Ok(Visit::Skip),
            "del" | "moveFrom" => {
                unseen.deletions += 1;
                return Ok(Visit::Skip);
            }
            "ins" | "moveTo" => unseen.insertions += 1,
            "r" => self.run = Run::default(),
            "rStyle" => self.run.style = self.styles.get(&element.short("val")).look,
            "pPr" => self.is_mark_property = true,
            "shd" if self.is_mark_property && !self.is_run_property => {
                if let Some(paragraph) = self.paragraphs.last_mut() {
                    paragraph.ground = Some(shading(element));
                }
            }
            "cellDel" => {
                unseen.deletions += 1;
                if let Some(layer) = self.layers.last_mut() {
                    layer.is_deleted = true;
                }
            }
            "cellIns" => unseen.insertions += 1,
            "shd" if !self.is_run_property => {
                if let Some(layer) = self.layers.last_mut() {
                    layer.ground = shading(element);
                }
            }
            "background" => {
                let color = element.attr("color").unwrap_or_default();
                self.page = if self.is_page_shown { Paint::of(&color) } else { Paint::Clear };
            }
            "textFill" if self.is_run_property => self.is_text_fill = true,
            _ if self.is_text_fill => self.run.look.set_fill(element),
            _ if self.run.look.set(element) => {}
            "t" => self.is_text = true,
            "tab" | "ptab" => self.push("\t")?,
            // The break of a page or a column is one of the line, too.
            "br" | "cr" => self.push("\n")?,
            "noBreakHyphen" => self.push("\u{2011}")?,
            "sym" => {
                let code = element.attr("char");
                let code = code.and_then(|code| u32::from_str_radix(&code, 16).ok());
                let symbol = code.and_then(char::from_u32).unwrap_or(char::REPLACEMENT_CHARACTER);
                let font = self.run.look.font.replace(SymbolFont::of(&element.short("font")));
                self.push(symbol.encode_utf8(&mut [0; 4]))?;
                self.run.look.font = font;
            }
            "fldChar" => self.field(&element.attr("fldCharType").unwrap_or_default())?,
            "fldSimple" => {
                self.field("begin")?;
                self.fields.instruct(&element.attr("instr").unwrap_or_default());
                self.field("separate")?;
            }
            _ if self.fields.set(element) => {}
            "instrText" => self.is_instruction = true,
            "hyperlink" => {
                let target = self.relationships.target(&element.relationship("id"));
                let link = target.map(|target| self.writer.open_link(target));
                self.links.push(link.transpose()?);
            }
            "tbl" => {
                self.end_pending()?;
                self.writer.open_table();
                self.layers.push(Layer::default());
            }
            "tblStyle" => {
                let style = self.styles.get(&element.short("val"));
                if let Some(layer) = self.layers.last_mut() {
                    layer.ground = style.ground.unwrap_or_default();
                    layer.look = style.look;
                }
            }
            "tc" => {
                let look = self.layers.last().map(|table| table.look).unwrap_or_default();
                self.layers.push(Layer { look, ..Layer::default() });
                self.writer.open_cell()?;
            }
            "gridBefore" | "gridSpan" | "gridAfter" => {
                let columns = element.number("val").unwrap_or(1);
                match self.layers.last_mut() {
                    Some(cell) if name == "gridSpan" => cell.columns = columns,
                    Some(table) if name == "gridAfter" => table.columns_after = columns,
                    Some(_) if !self.is_row_deleted => self.skip_columns(columns)?,
                    _ => {}
                }
            }
            "txbxContent" => {
                self.layers.push(self.drawing.layer());
                self.writer.open_aside();
            }
            "drawing" | "pict" => self.drawing = Drawing::default(),
            // Lines and effects are not the ground of text.
            "ln" | "textOutline" | "textFill" | "effectLst" | "lnRef" | "effectRef" | "fontRef" => {
                return Ok(Visit::Skip);
            }
            _ if self.drawing.set(element) => {}
            "docPr" => self.alt = one_line(&element.attr("descr").unwrap_or_default()),
            "blip" | "imagedata" => self.image(element)?,
            "chart" | "relIds" => {
                let id = element.relationship(if name == "chart" { "id" } else { "dm" });
                let part = self.relationships.target(&id);
                let figure = part.and_then(|part| self.figures.iter().find(|(of, _)| of == part));
                if let Some((_, text)) = figure {
                    self.writer.take(text.len())?;
                    self.writer.push_after(text.clone());
                }
            }
            // Text that is drawn as a picture.
            "textpath" => {
                self.writer.open_aside();
                self.writer.push(&element.attr("string").unwrap_or_default())?;
                let text = self.writer.close_aside()?;
                self.writer.push_after(text);
            }
            "oMath" => {
                self.run = Run::default();
                self.math = Some(Math::default());
            }
            "altChunk" => {
                self.end_pending()?;
                let part = self.relationships.target(&element.relationship("id"));
                let part = part.unwrap_or_default();
                if let Some((_, text)) = self.chunks.iter().find(|(name, _)| name == part) {
                    self.writer.take(text.len())?;
                    return self.writer.embed(text).map(|()| Visit::Skip);
                }
                let name = title(part.rsplit('/').next().unwrap_or_default());
                let name = escaped(&name).replace(']', "\\]");
                let line = format!("[missing: the text of the embedded file {name} is not read]\n");
                self.writer.facts.left_out.objects += 1;
                self.writer.take(line.len())?;
                self.writer.embed(&line)?;
            }
            "rt" => {
                self.ruby.clear();
                (self.is_ruby, self.is_ruby_hidden) = (true, false);
            }
            "headerReference" => self.refer_to_header(element, false)?,
            "footerReference" => self.refer_to_header(element, true)?,
            "titlePg" => self.has_title_page |= element.turns_on(),
            "footnoteReference" | "endnoteReference" | "commentReference" => {
                if let Some(kind) = NoteKind::of(name) {
                    self.refer_to_note(kind, element.short("id"))?;
                }
            }
            "footnote" | "endnote" | "comment" => {
                let author = element.attr("author").unwrap_or_default().into_owned();
                self.note = NoteKind::of(name).and_then(|kind| {
                    let number = self.notes.get(&(kind, element.short("id"))).copied();
                    // A comment on deleted text is one, too.
                    let number = number.or_else(|| {
                        let count = self.note_counts.entry(kind).or_default();
                        *count += 1;
                        (kind == NoteKind::Comment).then_some(*count)
                    })?;
                    Some((kind.label(number), author))
                });
                self.writer.open_aside();
            }
            "AlternateContent" => self.choices.push(self.writer.taken()),
            // One of several forms, if nothing of those before it was read.
            "Choice" | "Fallback" if self.choices.last() == Some(&self.writer.taken()) => {}
            // The properties before a tracked change.
            "Choice" | "Fallback" | "tabs" | "sdtPr" | "sectPrChange" | "delText" | "pPrChange"
            | "rPrChange" | "tcPrChange" | "trPrChange" | "tblPrChange" => {
                return Ok(Visit::Skip);
            }
            _ => {}
        }
        Ok(Visit::Enter)
    }

    fn close(&mut self, name: &str) -> Outcome {
        if let Some(math) = self.math.as_mut().filter(|math| !math.is_complete()) {
            math.close();
            return Ok(());
        }
        if let Some(math) = self.math.take() {
            return self.push_collected(&math.text, math.is_hidden);
        }
        self.drawing.close(name);
        match name {
            "p" => self.end_paragraph()?,
            // The properties of the paragraph mark do not apply to its runs.
            "pPr" => {
                self.run = Run::default();
                self.is_mark_property = false;
            }
            "rPr" => self.is_run_property = false,
            "textFill" => self.is_text_fill = false,
            "t" => self.is_text = false,
            "instrText" => self.is_instruction = false,
            "rt" => self.is_ruby = false,
            "rubyBase" if !self.ruby.trim().is_empty() => {
                let guide = format!("({})", std::mem::take(&mut self.ruby).trim());
                self.push_collected(&guide, self.is_ruby_hidden)?;
            }
            "fldSimple" => self.field("end")?,
            "ffData" => self.fields.end_form(),
            "hyperlink" => {
                if let Some(link) = self.links.pop().flatten() {
                    self.writer.set_hidden(false)?;
                    self.writer.close_link(link);
                }
            }
            "AlternateContent" => drop(self.choices.pop()),
            "trPr" => self.is_row_property = false,
            "tc" => {
                self.end_pending()?;
                let columns = self.layers.pop().map_or(1, |cell| cell.columns);
                self.writer.close_cell(columns)?;
            }
            "tr" => {
                self.is_row_deleted = false;
                if let Some(table) = self.layers.last_mut() {
                    // It is its rows that may be hidden.
                    table.is_hidden = false;
                    let columns = std::mem::take(&mut table.columns_after);
                    self.skip_columns(columns)?;
                }
                self.writer.close_row()?;
            }
            "tbl" => {
                self.writer.close_table()?;
                self.layers.pop();
            }
            "txbxContent" => {
                self.end_pending()?;
                self.layers.pop();
                let text = self.writer.close_aside()?;
                self.writer.push_after(text);
            }
            "footnote" | "endnote" | "comment" => {
                self.end_pending()?;
                let text = self.writer.close_aside()?;
                self.writer.facts.unseen.comments += u64::from(name == "comment");
                if let Some((label, author)) = self.note.take() {
                    self.writer.note(&label, &author, &text)?;
                }
            }
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        let is_hidden = self.math.is_some() && self.is_hidden(&self.look());
        if let Some(math) = &mut self.math {
            math.is_hidden |= is_hidden && !text.trim().is_empty();
            math.text(text, self.writer)?;
        } else if self.is_text {
            self.push(text)?;
        } else if self.is_instruction {
            self.fields.instruct(text);
        }
        Ok(())
    }
}
