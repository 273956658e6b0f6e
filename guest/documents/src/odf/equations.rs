//! The equations of an OpenDocument file, which are objects in separate parts.

use crate::error::{Fault, Outcome};
use crate::math::Math;
use crate::writer::Writer;
use crate::xml::{Element, Handler, Syntax, Visit, read_part};
use crate::zip::Archive;

/// The maximum number of equations that are read.
const MAX_EQUATIONS: usize = 1000;

/// The name of an object, such as `Object 1`, its equation, and whether this hides text.
pub(super) type Equation = (String, String, bool);

/// Reads the equations.
pub(super) fn read_all(archive: &mut Archive<'_>, writer: &mut Writer) -> Outcome<Vec<Equation>> {
    let mut equations = Vec::new();
    if writer.facts.left_out.equations == 0 {
        return Ok(equations);
    }
    let names = archive.entries.iter().filter_map(|entry| entry.name.strip_suffix("/content.xml"));
    let names: Vec<String> = names.take(MAX_EQUATIONS).map(str::to_owned).collect();
    for name in names {
        let mut part = Part { writer, math: Math::default(), is_math: false };
        let read = read_part(archive, &format!("{name}/content.xml"), Syntax::Xml, &mut part);
        match read {
            Ok(_) if part.is_math => {
                equations.push((name, part.math.text, part.math.is_hidden));
            }
            // A damaged equation does not keep the text from being read.
            Ok(_) | Err(Fault::Damaged(_)) => {}
            Err(fault) => return Err(fault),
        }
    }
    Ok(equations)
}

/// Takes the equation that an object is, which is not left out then.
pub(super) fn take(
    equations: &mut Vec<Equation>,
    object: &Element<'_>,
    writer: &mut Writer,
) -> Option<(String, bool)> {
    let path = object.attr("href").unwrap_or_default();
    let at = equations.iter().position(|(name, ..)| name == path.trim_start_matches("./"))?;
    let (_, text, is_hidden) = equations.swap_remove(at);
    let left = &mut writer.facts.left_out.equations;
    *left = left.saturating_sub(1);
    Some((text, is_hidden))
}

struct Part<'w> {
    writer: &'w mut Writer,
    math: Math,
    is_math: bool,
}

impl Handler for Part<'_> {
    fn open(&mut self, element: &Element<'_>) -> Outcome<Visit> {
        self.is_math |= element.name() == "math";
        // Charts and other objects are not read.
        if self.is_math { self.math.open(element, self.writer) } else { Ok(Visit::Skip) }
    }

    fn close(&mut self, _: &str) -> Outcome {
        self.math.close();
        Ok(())
    }

    fn text(&mut self, text: &str) -> Outcome {
        self.math.text(text, self.writer)
    }
}
