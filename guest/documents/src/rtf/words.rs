//! The control words of Rich Text Format.

use super::document::{Destination, Document, Ending, State};
use super::encodings::TextEncoding;
use super::grounds::{PATTERN, Shape};
use crate::color::Paint;
use crate::error::Outcome;
use crate::fields::FormKind;
use crate::notes::NoteKind;
use crate::page_headers::{NUMBER, Pages};
use crate::scripts::Script;

/// The largest font size that counts as hidden, in half points.
const TINY: i32 = 4;

impl Document {
    pub(super) fn word(&mut self, word: &str, number: Option<i32>) -> Outcome {
        if word == "u" {
            if !matches!(self.state.destination, Destination::Ignored | Destination::Shape) {
                self.unit(number.unwrap_or_default() as u16);
            }
            return self.bound();
        }
        // A control word stands for one character.
        self.skipped = self.skipped.saturating_sub(1);
        self.flush()?;
        let is_optional = std::mem::take(&mut self.is_optional);
        let is_dead = match self.state.destination {
            Destination::Ignored => true,
            Destination::Shape | Destination::ShapeName | Destination::ShapeValue => {
                !matches!(word, "shptxt" | "dptxbxtext" | "ud" | "pict" | "sn" | "sv")
            }
            _ => false,
        };
        if is_dead || self.destination(word)? {
            return Ok(());
        }
        if is_optional {
            self.state.destination = Destination::Ignored;
            return Ok(());
        }
        if matches!(self.state.destination, Destination::Text | Destination::Label)
            && self.content(word)?
        {
            return Ok(());
        }
        self.property(word, number);
        Ok(())
    }

    /// Applies a word that sets the destination of its group. Returns whether it does.
    fn destination(&mut self, word: &str) -> Outcome<bool> {
        let ending = match word {
            "field" => Some(Ending::Field),
            "footnote" => Some(Ending::Note(NoteKind::Footnote)),
            "annotation" => Some(Ending::Note(NoteKind::Comment)),
            "shptxt" | "dptxbxtext" => Some(Ending::TextBox),
            "header" | "headerr" => Some(Ending::Header(false, Pages::All)),
            "headerl" => Some(Ending::Header(false, Pages::Even)),
            "headerf" => Some(Ending::Header(false, Pages::First)),
            "footer" | "footerr" => Some(Ending::Header(true, Pages::All)),
            "footerl" => Some(Ending::Header(true, Pages::Even)),
            "footerf" => Some(Ending::Header(true, Pages::First)),
            _ => None,
        };
        if let Some(ending) = ending {
            match ending {
                _ if self.state.ending.is_some() => {}
                Ending::Field => {
                    self.story.fields.begin();
                    self.state.ending = Some(ending);
                }
                ending => self.begin_aside(ending)?,
            }
            return Ok(true);
        }
        if self.state.destination == Destination::Math
            && let Some(name) = word.strip_prefix('m')
        {
            // The first word of a group is its element, and others are properties of it.
            if self.state.ending.is_none() {
                self.state.ending = Some(Ending::MathPart);
                self.math.begin(if name == "r" { "t" } else { name }, &mut self.writer)?;
            }
            return Ok(true);
        }
        let facts = &mut self.writer.facts;
        self.state.destination = match word {
            "fldinst" => Destination::Instruction,
            "listtext" | "pntext" => Destination::Label,
            "atnauthor" => Destination::Author,
            "formfield" => Destination::Form,
            "fonttbl" => Destination::Fonts,
            "colortbl" => Destination::Colors,
            "stylesheet" => Destination::Styles,
            "ffdeftext" | "ffl" if self.state.destination == Destination::Form => {
                self.story.fields.form().into_iter().for_each(|form| form.begin_entry());
                Destination::FormEntry
            }
            "sn" => {
                self.shape_name.clear();
                Destination::ShapeName
            }
            "sv" => Destination::ShapeValue,
            "upr" => Destination::Shape,
            "shpinst" => {
                self.shape = Shape::default();
                Destination::Shape
            }
            // Its fill is after its text.
            "do" => {
                self.shape = Shape { ground: Paint::Unknown, ..Shape::default() };
                Destination::Shape
            }
            "shppict" | "nesttableprops" | "ud" | "moMathPara" => Destination::Text,
            "moMath" if self.state.ending.is_none() => {
                self.begin_paragraph()?;
                self.state.ending = Some(Ending::Math);
                Destination::Math
            }
            "pict" => {
                facts.left_out.images += 1;
                Destination::Ignored
            }
            // Tables, entries of an index, and alternatives for older readers.
            "info" | "listtable" | "listoverridetable" | "revtbl" | "rsidtbl" | "filetbl"
            | "nonshppict" | "mmathPict" | "shprslt" | "nonesttables" | "xe" | "tc" | "ftnsep"
            | "ftnsepc" | "aftnsep" | "aftnsepc" | "template" => Destination::Ignored,
            "fldrslt" => {
                self.begin_paragraph()?;
                self.story.fields.separate(&mut self.writer, 0)?;
                Destination::Text
            }
            "object" => {
                facts.left_out.objects += 1;
                return Ok(true);
            }
            _ => return Ok(false),
        };
        Ok(true)
    }

    /// Adds the character or break of a control word. Returns whether it has one.
    fn content(&mut self, word: &str) -> Outcome<bool> {
        let character = match word {
            // The paragraph continues with the next one.
            "par" if self.state.is_deleted => {
                self.story.label.clear();
                return Ok(true);
            }
            "par" | "sect" | "page" => {
                self.begin_paragraph()?;
                self.end_paragraph()?;
                return Ok(true);
            }
            "cell" | "nestcell" => {
                self.end_cell(word == "nestcell")?;
                return Ok(true);
            }
            "row" | "nestrow" => {
                if word == "row" {
                    self.story.tables.set_depth(1, &mut self.writer)?;
                    self.is_row = false;
                    self.story.row.ended = 0;
                }
                self.story.tables.close_row(&mut self.writer)?;
                return Ok(true);
            }
            "chpgn" if self.story.fields.is_page_header => NUMBER,
            "line" | "column" => '\n',
            "tab" => '\t',
            "emdash" => '—',
            "endash" => '–',
            "lquote" => '‘',
            "rquote" => '’',
            "ldblquote" => '“',
            "rdblquote" => '”',
            "bullet" => '•',
            "emspace" | "enspace" | "qmspace" => ' ',
            _ => return Ok(false),
        };
        self.text.push(character);
        Ok(true)
    }

    /// Changes the state.
    fn property(&mut self, word: &str, number: Option<i32>) {
        /// The result of a form field that has its default.
        const DEFAULT: u64 = 25;
        let is_on = number != Some(0);
        let value = number.unwrap_or_default();
        let index = usize::try_from(value).unwrap_or_default();
        let unseen = &mut self.writer.facts.unseen;
        let form = self.story.fields.form().filter(|_| self.state.destination == Destination::Form);
        let state = &mut self.state;
        match (word, form) {
            ("fftype", Some(form)) => {
                form.kind = if value == 1 { FormKind::CheckBox } else { FormKind::List };
            }
            // The default comes after the result.
            ("ffres", Some(form)) => form.chosen = Some(index as u64).filter(|at| *at != DEFAULT),
            ("ffdefres", Some(form)) => form.chosen = form.chosen.or(Some(index as u64)),
            ("ansicpg", _) => self.resources.encoding = TextEncoding::of_page(value),
            ("mac", _) => self.resources.encoding = TextEncoding::of_page(10_000),
            ("pc" | "pca", _) => self.resources.encoding = TextEncoding::Unknown,
            ("f", _) => state.font = value,
            ("fcharset" | "cpg", _) if state.destination == Destination::Fonts => {
                let encoding = match word {
                    "cpg" => Some(TextEncoding::of_page(value)),
                    _ => TextEncoding::of_charset(value),
                };
                if let Some(encoding) = encoding {
                    self.resources.set_font(state.font, encoding);
                }
            }
            ("red" | "green" | "blue", _) => {
                let [red, green, blue] = self.resources.color.get_or_insert_default();
                *match word {
                    "red" => red,
                    "green" => green,
                    _ => blue,
                } = value;
            }
            ("uc", _) => state.substitutes = index,
            ("v", _) => state.is_hidden = is_on,
            ("super" | "up", _) => state.script = Script::of(is_on.into()),
            ("sub" | "dn", _) => state.script = Script::of(-i64::from(is_on)),
            ("nosupersub", _) => state.script = Script::Normal,
            ("deleted", _) => {
                unseen.deletions += u64::from(is_on && !state.is_deleted);
                state.is_deleted = is_on;
            }
            ("revised", _) => {
                unseen.insertions += u64::from(is_on && !state.is_inserted);
                state.is_inserted = is_on;
            }
            ("cf", _) => state.color = index,
            ("cb" | "highlight" | "chcbpat", _) => state.grounds[0] = index,
            ("chshdng", _) if index > 0 => state.grounds[0] = PATTERN,
            ("shading", _) if index > 0 => state.grounds[1] = PATTERN,
            ("cbpat", _) => state.grounds[1] = index,
            ("fs", _) => state.is_tiny = (1..=TINY).contains(&value),
            ("plain", _) => {
                let State { grounds: [_, ground], .. } = *state;
                (state.font, state.color, state.grounds) = (0, 0, [0, ground]);
                (state.is_hidden, state.is_tiny, state.script) = (false, false, Script::Normal);
            }
            ("pard", _) => {
                (state.style, state.heading, state.list_level) = (0, None, 0);
                (state.depth, state.grounds[1]) = (0, 0);
            }
            ("s", _) => state.style = value,
            ("outlinelevel", _) => {
                let level = u64::try_from(value).ok().filter(|level| *level < 9);
                state.heading = level.map(|level| level + 1);
            }
            ("ilvl", _) => state.list_level = index,
            ("intbl", _) => state.depth = state.depth.max(1),
            ("itap", _) => state.depth = index,
            ("titlepg", _) => self.headers.has_first = true,
            ("facingp", _) => self.headers.has_even = is_on,
            ("ftnalt", _) if state.ending == Some(Ending::Note(NoteKind::Footnote)) => {
                state.ending = Some(Ending::Note(NoteKind::Endnote));
            }
            _ if self.story.tables.depth() < 2 => self.story.row.define(word, index),
            _ => {}
        }
        self.is_row |= word == "trowd";
    }
}
