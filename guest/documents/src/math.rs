//! Equations as text: `(1)/(2)`, `10^(3)`, `x_(i)`, `√(x)`. Those of Office name their parts, those
//! of MathML order them.

use crate::color::Paint;
use crate::error::Outcome;
use crate::inline_style::hides;
use crate::writer::Writer;
use crate::xml::{Element, Visit};

/// An equation that is being read.
#[derive(Default)]
pub(crate) struct Math {
    pub(crate) text: String,
    /// Whether some of its text is hidden.
    pub(crate) is_hidden: bool,
    open: Vec<Part>,
}

#[derive(Default)]
struct Part {
    name: String,
    /// The number of parts in it, apart from its properties.
    parts: usize,
    /// The offset of its text, and of that without the sign before it.
    start: (usize, usize),
    /// The sign after it.
    after: String,
    /// The signs before its first part and between its parts, if they are brackets.
    brackets: (String, String),
    is_hidden: bool,
}

/// The properties that are signs. Of Rich Text Format, they are text.
const SIGNS: [&str; 6] = ["chr", "begChr", "sepChr", "endChr", "type", "show"];

impl Math {
    /// Returns whether no element is open.
    pub(crate) fn is_complete(&self) -> bool {
        self.open.is_empty()
    }

    pub(crate) fn open(&mut self, element: &Element<'_>, writer: &mut Writer) -> Outcome<Visit> {
        let name = element.name();
        match name {
            "annotation" | "annotation-xml" | "del" | "moveFrom" => return Ok(Visit::Skip),
            "mspace" => self.text.push(' '),
            _ => {}
        }
        let notation = element.attr("notation");
        let is_root = name == "menclose" && notation.is_some_and(|is| is.contains("radical"));
        self.begin(if is_root { "msqrt" } else { name }, writer)?;
        if SIGNS.contains(&name) {
            let sign = element.short("val");
            self.set_sign(&sign, writer)?;
        }
        let Some(part) = self.open.last_mut() else { return Ok(Visit::Enter) };
        let color = element.attr("mathcolor");
        part.is_hidden = name == "mphantom"
            || color.is_some_and(|color| Paint::of(&color).is_lost_on([]))
            || hides(element);
        if element.decimal("linethickness") == Some(0.0) {
            part.name = "noBar".into();
        }
        if name == "mfenced" {
            let sign = |name, default: &str| {
                element.attr(name).map_or(default.into(), |_| element.short(name))
            };
            part.brackets = (sign("open", "("), ", ".into());
            part.after.insert_str(0, &sign("close", ")"));
            writer.take(part.after.len())?;
        }
        Ok(Visit::Enter)
    }

    /// Opens an element with the name that Office or MathML gives it.
    pub(crate) fn begin(&mut self, name: &str, writer: &mut Writer) -> Outcome {
        let is_property = name.ends_with("Pr");
        let (before, after) = match self.open.last_mut() {
            _ if is_property => (String::new(), ""),
            Some(parent) => {
                let at = parent.parts;
                parent.parts += 1;
                if name == "mprescripts" {
                    // Indexes that stand before it are written after it, too.
                    parent.parts = 1;
                }
                if matches!(&*parent.name, "d" | "mfenced") {
                    let (first, between) = &parent.brackets;
                    (if at == 0 { first } else { between }.clone(), "")
                } else {
                    let (before, after) = signs(&parent.name, name, at);
                    (before.to_owned(), after)
                }
            }
            None => (String::new(), ""),
        };
        let start = self.text.len();
        self.text.push_str(&before);
        let mut part = Part { name: name.to_owned(), after: after.into(), ..Part::default() };
        let (own, closed) = match name {
            "rad" => ("√", ""),
            "msqrt" => ("√(", ")"),
            "m" | "mtable" => ("[", "]"),
            "acc" => ("", "\u{302}"),
            "bar" => ("", "\u{305}"),
            "d" => {
                part.brackets = ("(".into(), "|".into());
                ("", ")")
            }
            _ => ("", ""),
        };
        self.text.push_str(own);
        part.start = (start, self.text.len());
        part.after.insert_str(0, closed);
        writer.take(self.text.len() - start + part.after.len())?;
        self.open.push(part);
        // An empty one has no text.
        if SIGNS.contains(&name) { self.set_sign("", writer) } else { Ok(()) }
    }

    /// Sets the sign that the open element is, of the one whose properties are being read.
    fn set_sign(&mut self, sign: &str, writer: &mut Writer) -> Outcome {
        let [.., part, properties, open] = &mut *self.open else { return Ok(()) };
        let place = match (&*open.name, &*properties.name) {
            ("chr", "naryPr") => {
                self.text.push_str(sign);
                return writer.take(sign.len());
            }
            ("chr", "accPr" | "groupChrPr") | ("endChr", "dPr") => &mut part.after,
            ("begChr", "dPr") => &mut part.brackets.0,
            ("sepChr", "dPr") => &mut part.brackets.1,
            // A fraction without a bar is a binomial coefficient.
            ("type", "fPr") if sign == "noBar" => &mut part.name,
            (name, of) => {
                let is_off = matches!(sign, "0" | "false" | "off");
                part.is_hidden |= (name, of) == ("show", "phantPr") && is_off;
                return Ok(());
            }
        };
        *place = sign.into();
        writer.take(sign.len())
    }

    pub(crate) fn close(&mut self) {
        let Some(part) = self.open.pop() else { return };
        let is_empty = self.text.len() == part.start.1;
        let is_optional = matches!(&*part.name, "sup" | "sub" | "deg" | "lim");
        if is_empty && is_optional {
            self.text.truncate(part.start.0);
            return;
        }
        if is_empty && part.name == "naryPr" {
            self.text.push('∫');
        }
        self.text.push_str(&part.after);
    }

    pub(crate) fn text(&mut self, text: &str, writer: &mut Writer) -> Outcome {
        let is_mathml = match self.open.last().map(|part| &*part.name) {
            Some("t") => false,
            Some("mi" | "mn" | "mo" | "mtext" | "ms") => true,
            Some(name) if SIGNS.contains(&name) => return self.set_sign(text, writer),
            _ => return Ok(()),
        };
        writer.take(text.len())?;
        let is_hidden = self.open.iter().any(|part| part.is_hidden);
        self.is_hidden |= is_hidden && !text.trim().is_empty();
        let text = if is_mathml { text.trim() } else { text };
        // Invisible signs, such as that of a multiplication.
        let shown = text.chars().map(|c| if c == '\u{2061}' { ' ' } else { c });
        self.text.extend(shown.filter(|c| !('\u{2062}'..='\u{2064}').contains(c)));
        Ok(())
    }
}

/// Returns the signs before and after a part of an element, by its name or its position.
fn signs(of: &str, name: &str, at: usize) -> (&'static str, &'static str) {
    match (of, name, at) {
        ("noBar", _, 0) => ("", " choose "),
        ("mmultiscripts", "none" | "mprescripts", _) => ("", ""),
        ("mmultiscripts", _, 1..) if at.is_multiple_of(2) => ("^(", ")"),
        ("mmultiscripts", _, 1..) => ("_(", ")"),
        ("noBar", _, _) => ("", ""),
        (_, "num", _) | ("mfrac", _, 0) => ("(", ")/"),
        (_, "den", _) | ("mfrac", _, _) | ("rad", "e", _) | ("mroot", _, 0) => ("(", ")"),
        ("mroot", _, 1) => ("^(1/", ")"),
        (_, "sup", _) | ("limUpp", "lim", _) => ("^(", ")"),
        ("msup" | "mover", _, 1) | ("msubsup" | "munderover", _, 2) => ("^(", ")"),
        (_, "sub" | "lim", _) => ("_(", ")"),
        ("msub" | "munder" | "msubsup" | "munderover", _, 1) => ("_(", ")"),
        (_, "deg", _) => ("[", "]"),
        ("nary" | "func", "e", _) => (" ", ""),
        ("eqArr" | "m" | "mtable", _, 1..) => ("; ", ""),
        ("mr" | "mtr", _, 1..) => (", ", ""),
        _ => ("", ""),
    }
}
