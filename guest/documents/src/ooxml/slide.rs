//! Reads the shapes of a slide, or of its notes.

mod state;

use super::slide_numbers::numbered;
use crate::color::Paint;
use crate::error::Outcome;
use crate::markdown::{image, one_line};
use crate::math::Math;
use crate::scripts::Script;
use crate::symbols::{self, SymbolFont};
use crate::writer::{Block, Writer};
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;
use state::{BODIES, Bullet, LEVELS, MAX_BULLETS, Paragraph, Run, Shape, bullet};
pub(super) use state::{Master, Role, Slide};

/// The largest font size that counts as hidden, in hundredths of a point.
const TINY: u64 = 200;

impl Slide {
    /// Reads a part whose shapes it has.
    pub(super) fn read(
        &mut self,
        archive: &mut Archive<'_>,
        part: &str,
        writer: &mut Writer,
    ) -> Outcome<bool> {
        std::mem::swap(&mut self.writer, writer);
        let read = read_part(archive, part, Syntax::Xml, self);
        std::mem::swap(&mut self.writer, writer);
        read
    }

    /// Returns whether the text of the shape is left out: slide numbers, dates, footers.
    fn is_left_out(&self) -> bool {
        let placeholder = self.shape.placeholder.as_deref();
        matches!(placeholder, Some("sldNum" | "dt" | "ftr" | "hdr"))
    }

    /// Keeps the bullet of the paragraph, or of a level of the shape.
    fn set_bullet(&mut self, sign: Bullet) -> Outcome {
        let Some(level) = self.list_level else {
            self.paragraph.bullet = Some(sign);
            return Ok(());
        };
        let key = (self.shape.index, level);
        if bullet(&self.bullets, key).is_none() && self.bullets.len() < MAX_BULLETS {
            self.writer.take(size_of::<(u64, usize, Bullet)>())?;
            self.bullets.push((key, sign));
        }
        Ok(())
    }

    /// Returns the bullet that the paragraphs of the shape have by default.
    fn inherited_bullet(&self, level: usize) -> Option<Bullet> {
        let key = (self.shape.index, level);
        let placeholder = self.shape.placeholder.as_deref();
        let is_body = matches!(placeholder, Some("body" | "obj" | "subTitle"));
        let mut masters = self.masters.iter().filter(|_| placeholder.is_some());
        let found = bullet(&self.bullets, key)
            .or_else(|| masters.find_map(|master| bullet(&master.bullets, key)))
            .or_else(|| bullet(&self.masters.last()?.bullets, (BODIES, level)).filter(|_| is_body));
        found.cloned()
    }

    /// Returns a color of the theme. In a presentation, a master says which of them `bg1` and `tx1`
    /// are.
    fn of_scheme(&self, name: &str) -> Paint {
        const NAMES: &str = "lt1 dk1 lt2 dk2 accent1 accent2 accent3 accent4 accent5 accent6 hlink \
            folHlink bg1 tx1 bg2 tx2";
        let number = NAMES.split(' ').position(|known| known == name).unwrap_or(usize::MAX);
        let is_mapped = self.is_sheet && number >= 12;
        Paint::of_theme((if is_mapped { number % 4 } else { number }) as u64, 0.0)
    }

    /// Sets the color of the shape or of the run whose properties are being read.
    fn set_color(&mut self, paint: Paint) {
        if self.shape.is_properties {
            self.shape.fill = paint;
        } else if self.is_run_property {
            self.run.color = paint;
        }
    }

    /// Appends text of the run.
    fn push(&mut self, text: &str) -> Outcome {
        if self.role == Role::Master && self.shape.placeholder.is_some() {
            return Ok(());
        }
        // Words do not have the font of symbols, but `à` in Wingdings is an arrow.
        let is_symbol = text.trim().chars().count() == 1;
        let words = |c: char| c.is_ascii() && !is_symbol;
        let font = self.run.fonts.0.or(self.run.fonts.1.filter(|_| !text.contains(words)));
        let text = &*symbols::shown(font, text);
        let Run { script, color, is_tiny, is_unfilled, is_outlined, .. } = self.run;
        // A shape without a fill may be over a picture.
        let is_lost = color.is_lost_on([self.shape.fill, Paint::Unknown]);
        let is_run_hidden =
            self.shape.is_covered || is_lost || is_tiny || is_unfilled && !is_outlined;
        self.writer.set_marks(script, self.shape.is_hidden || is_run_hidden, text)?;
        match self.role {
            Role::Diagram => self.writer.push_collapsed(text),
            _ => self.writer.push(text),
        }
    }

    fn end_paragraph(&mut self) -> Outcome {
        self.writer.set_hidden(false)?;
        let paragraph = std::mem::take(&mut self.paragraph);
        if !self.writer.has_text() || self.is_left_out() {
            let text = Writer::own_text(&self.writer.take_paragraph());
            if let Some(kind @ ("dt" | "ftr" | "hdr")) = self.shape.placeholder.as_deref() {
                self.writer.page_header(kind != "hdr", &text, false)?;
            }
            return Ok(());
        }
        let placeholder = self.shape.placeholder.as_deref();
        let is_in_table = self.writer.is_in_table();
        if matches!(placeholder, Some("title" | "ctrTitle"))
            && !is_in_table
            && self.role != Role::Notes
        {
            let text = self.writer.take_paragraph();
            self.title.push(' ');
            self.title.push_str(&text);
            return Ok(());
        }
        let is_list = matches!(placeholder, Some("body" | "obj")) && !is_in_table;
        let is_list = is_list && self.role != Role::Notes || self.role == Role::Diagram;
        let level = paragraph.level.min(LEVELS - 1);
        let inherited =
            || self.inherited_bullet(level).filter(|_| !is_in_table && self.role != Role::Notes);
        let default = if is_list { Bullet::Sign("-".into()) } else { Bullet::None };
        let own = paragraph.bullet.filter(|_| self.role != Role::Diagram);
        let sign = own.or_else(inherited).unwrap_or(default);
        let is_numbered = matches!(sign, Bullet::Number(..));
        let label = match sign {
            Bullet::None => None,
            Bullet::Sign(sign) => Some(sign),
            Bullet::Number(kind, first) => self.counters.get_mut(level).map(|counter| {
                // Another kind of numbers, or another start, begins a list.
                if (&*counter.0, counter.1) != (&*kind, first) {
                    *counter = (kind, first, 0);
                }
                counter.2 = if counter.2 == 0 { first } else { counter.2.saturating_add(1) };
                numbered(&counter.0, counter.2)
            }),
        };
        // A paragraph ends the lists of its level, unless it is in one, and of those in it.
        let ended = self.counters.iter_mut().skip(level + usize::from(is_numbered));
        ended.for_each(|counter| counter.2 = 0);
        self.writer.end_item(None, level, label)
    }
}

/// Returns the place of a run on its line.
pub(super) fn script(properties: &Element<'_>) -> Script {
    Script::of(properties.decimal("baseline").unwrap_or_default() as i64)
}

impl Handler for Slide {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        if let Some(math) = &mut self.math {
            return math.open(element, &mut self.writer);
        }
        match element.name() {
            "sld" | "sldLayout" => {
                let is_off = |name| element.attr(name).is_some_and(|_| !element.is_on(name));
                (self.is_hidden, self.hides_master) = (is_off("show"), is_off("showMasterSp"));
            }
            "bodyStyle" => self.shape = Shape { index: BODIES, ..Shape::default() },
            "titleStyle" | "otherStyle" => return Ok(Visit::Skip),
            name @ ("sp" | "graphicFrame" | "pic" | "cxnSp") => {
                self.shape = Shape { is_picture: name == "pic", ..Shape::default() };
                self.shape.is_hidden = self.groups.iter().any(|is_hidden| *is_hidden);
                self.counters = Default::default();
                self.list_level = None;
                if self.role != Role::Master {
                    self.bullets.clear();
                }
            }
            "grpSp" => self.groups.push(false),
            "nvGrpSpPr" => self.is_group = true,
            "cNvPr" if self.is_group => {
                if let Some(group) = self.groups.last_mut() {
                    *group = element.is_on("hidden");
                }
            }
            "cNvPr" => {
                self.shape.is_hidden |= element.is_on("hidden");
                self.shape.alt = one_line(&element.attr("descr").unwrap_or_default());
            }
            "ph" => {
                let kind = element.short("type");
                let kind = if kind.is_empty() { "obj".to_owned() } else { kind };
                self.shape.placeholder = Some(kind);
                self.shape.index = element.number("idx").unwrap_or_default();
            }
            "p" => (self.paragraph, self.list_level) = (Paragraph::default(), None),
            "pPr" => self.paragraph.level = element.number("lvl").unwrap_or_default() as usize,
            "buNone" => self.set_bullet(Bullet::None)?,
            "buFont" => self.paragraph.font = SymbolFont::of(&element.short("typeface")),
            "buChar" | "buBlip" => {
                // A box that all paragraphs of a design have is not one to tick.
                let font = self.paragraph.font.filter(|_| self.role != Role::Master);
                let sign = symbols::bullet(font, &element.short("char"));
                self.set_bullet(Bullet::Sign(sign))?;
            }
            "buAutoNum" => {
                let kind = element.short("type");
                let first = element.number("startAt").unwrap_or(1).max(1);
                self.set_bullet(Bullet::Number(kind, first))?;
            }
            // The number of the page, or the date.
            "fld" if self.role != Role::Slide || self.is_left_out() => {
                return Ok(Visit::Skip);
            }
            "r" | "fld" => self.run = Run::default(),
            "spPr" => self.shape.is_properties = true,
            // Lines and effects are not the ground of text.
            "effectLst" => return Ok(Visit::Skip),
            "ln" if !self.is_run_property => return Ok(Visit::Skip),
            "ln" => self.is_line = true,
            "solidFill" | "gradFill" | "pattFill" if self.is_line => {
                self.run.is_outlined = true;
                return Ok(Visit::Skip);
            }
            "noFill" if self.is_run_property && !self.is_line => self.run.is_unfilled = true,
            // The degree of opacity.
            "alpha" if element.decimal("val") == Some(0.0) => {
                if self.shape.is_properties {
                    self.shape.fill = Paint::Clear;
                } else if self.is_run_property {
                    self.run.is_unfilled = true;
                }
            }
            // Lighter or darker.
            "lumMod" | "lumOff" | "tint" | "shade" => self.set_color(Paint::Unknown),
            "highlight" => {
                self.run.color = Paint::Unknown;
                return Ok(Visit::Skip);
            }
            "gradFill" | "pattFill" | "blipFill" | "grpFill" | "schemeClr" | "srgbClr"
            | "sysClr" | "prstClr" | "scrgbClr" | "hslClr"
                if self.shape.is_properties || self.is_run_property =>
            {
                let value = element.short("val");
                let paint = match (element.name(), &*value) {
                    ("sysClr", "window") => Paint::WHITE,
                    ("sysClr", "windowText") => Paint::Rgb(0),
                    ("srgbClr" | "prstClr", color) => Paint::of(color),
                    ("schemeClr", name) => self.of_scheme(name),
                    _ => Paint::Unknown,
                };
                self.set_color(paint);
                // The stops of a gradient are not the color.
                if element.name().ends_with("Fill") {
                    return Ok(Visit::Skip);
                }
            }
            "rPr" => {
                self.is_run_property = true;
                self.run.is_tiny = element.number("sz").is_some_and(|size| size <= TINY);
                self.run.script = script(element);
            }
            "hlinkClick" => {
                let id = element.relationship("id");
                // Other targets are slides.
                let target = self.relationships.target(&id).filter(|target| target.contains(':'));
                let of_run = self.is_run_property;
                let link = if of_run { &mut self.run.link } else { &mut self.shape.link };
                *link = target.map(str::to_owned);
            }
            name @ ("latin" | "sym") if self.is_run_property => {
                let fonts = &mut self.run.fonts;
                let font = if name == "latin" { &mut fonts.0 } else { &mut fonts.1 };
                *font = SymbolFont::of(&element.short("typeface"));
            }
            "t" => {
                self.is_text = true;
                let target = self.run.link.as_ref().or(self.shape.link.as_ref());
                self.open_link = self.writer.open_link(target.map(String::as_str))?;
            }
            "br" => self.writer.push(if self.role == Role::Diagram { " " } else { "\n" })?,
            "tbl" => self.writer.open_table(),
            "tc" => {
                self.shape.is_covered = ["hMerge", "vMerge"].iter().any(|is| element.is_on(is));
                self.writer.open_cell()?;
            }
            "blip" if self.shape.is_picture && self.role == Role::Slide => {
                let target = self.relationships.picture(element);
                if !target.is_empty() || !self.shape.alt.is_empty() {
                    let link = self.writer.open_link(self.shape.link.take().as_deref())?;
                    self.writer.push(&image(&self.shape.alt, target))?;
                    self.writer.close_link(link);
                    self.writer.end_paragraph(&Block::Plain)?;
                }
            }
            "chart" | "relIds" => {
                self.relationships.push_figure(element, &self.figures, &mut self.writer)?;
                self.writer.end_paragraph(&Block::Plain)?;
            }
            "oMath" => {
                self.run = Run::default();
                self.math = Some(Math::default());
            }
            "AlternateContent" => self.choices.push(self.writer.taken()),
            // One of several forms, if nothing of those before it was read.
            "Choice" | "Fallback" if self.choices.last() == Some(&self.writer.taken()) => {}
            "Choice" | "Fallback" | "extLst" | "timing" => return Ok(Visit::Skip),
            // `lvl1pPr` to `lvl9pPr`.
            name if let Some(level) = name.strip_prefix("lvl") => {
                let level = level.trim_end_matches("pPr").parse::<usize>().ok();
                (self.list_level, self.paragraph.font) =
                    (level.and_then(|at| at.checked_sub(1)), None);
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
            self.run.is_unfilled = math.is_hidden;
            return self.push(&math.text);
        }
        match name {
            "t" => {
                self.is_text = false;
                self.writer.close_link(self.open_link.take());
            }
            "grpSp" => drop(self.groups.pop()),
            "AlternateContent" => drop(self.choices.pop()),
            "nvGrpSpPr" => self.is_group = false,
            "spPr" => self.shape.is_properties = false,
            "rPr" => self.is_run_property = false,
            "ln" => self.is_line = false,
            "p" => self.end_paragraph()?,
            "tc" => self.writer.close_cell(1)?,
            "tr" => self.writer.close_row()?,
            "tbl" => self.writer.close_table()?,
            _ => {}
        }
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        match &mut self.math {
            Some(math) => math.text(text, &mut self.writer),
            None if self.is_text => self.push(text),
            None => Ok(()),
        }
    }
}
