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
            "show" if !element.turns_on() => self.hide_phantom(),
            "chr" | "begChr" | "sepChr" | "endChr" | "type" => {
                let sign = element.short("val");
                writer.take(sign.len())?;
                self.set_sign(name, sign);
            }
            _ => {}
        }
        let is_property = name.ends_with("Pr");
        let (before, after) = match self.open.last_mut() {
            _ if is_property => (String::new(), ""),
            Some(parent) => {
                let at = parent.parts;
                parent.parts += 1;
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
        let own = match name {
            "rad" => "√",
            "msqrt" => "√(",
            "m" | "mtable" => "[",
            _ => "",
        };
        self.text.push_str(own);
        part.start = (start, self.text.len());
        let color = element.attr("mathcolor");
        part.is_hidden = name == "mphantom"
            || color.is_some_and(|color| Paint::of(&color).is_lost_on([]))
            || hides(element);
        let closed = match name {
            "msqrt" => ")",
            "m" | "mtable" => "]",
            "acc" => "\u{302}",
            "bar" => "\u{305}",
            "d" => {
                part.brackets = ("(".into(), "|".into());
                ")"
            }
            _ => "",
        };
        part.after.insert_str(0, closed);
        if name == "mfenced" {
            let sign = |name, default: &str| {
                element.attr(name).map_or(default.into(), |_| element.short(name))
            };
            part.brackets = (sign("open", "("), ", ".into());
            part.after.insert_str(0, &sign("close", ")"));
        }
        writer.take(self.text.len() - start + part.after.len())?;
        self.open.push(part);
        Ok(Visit::Enter)
    }

    /// Sets a sign of the element whose properties are being read.
    fn set_sign(&mut self, name: &str, sign: String) {
        let [.., part, properties] = &mut *self.open else { return };
        match (name, &*properties.name) {
            ("chr", "naryPr") => self.text.push_str(&sign),
            ("chr", "accPr" | "groupChrPr") => part.after = sign,
            ("begChr", "dPr") => part.brackets.0 = sign,
            ("sepChr", "dPr") => part.brackets.1 = sign,
            ("endChr", "dPr") => part.after = sign,
            // A fraction without a bar is a binomial coefficient.
            ("type", "fPr") if sign == "noBar" => part.name = sign,
            _ => {}
        }
    }

    /// Hides the element whose properties are being read, if it is a phantom.
    fn hide_phantom(&mut self) {
        if let [.., part, properties] = &mut *self.open {
            part.is_hidden |= properties.name == "phantPr";
        }
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
        ("noBar", "num", _) => ("", " choose "),
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
