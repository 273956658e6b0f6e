//! The style attributes of HTML, as far as they hide text.

use crate::color::Paint;
use crate::look::Look;
use crate::scripts::Script;
use crate::xml::Element;

/// Returns whether an element hides what is in it.
pub(crate) fn hides(element: &Element<'_>) -> bool {
    let is_hiding = |(property, value): (&str, &str)| match property {
        "display" => value == "none",
        "visibility" => matches!(value, "hidden" | "collapse"),
        "color" => value == "transparent",
        "opacity" => value.trim_end_matches('%').parse::<f64>().is_ok_and(|part| part <= 0.0),
        "font-size" => {
            let number = value.trim_end_matches(|c: char| c.is_ascii_alphabetic() || c == '%');
            let unit = value.get(number.len()..).unwrap_or_default();
            let least = if matches!(unit, "px" | "pt") { 1.0 } else { 0.0 };
            number.parse::<f64>().is_ok_and(|size| size <= least)
        }
        _ => false,
    };
    element.attr("hidden").is_some() || rules(&style(element)).any(is_hiding)
}

/// Returns the look of the text, as far as the element sets it, with the color of its ground.
pub(crate) fn look(element: &Element<'_>) -> Look {
    let style = style(element);
    let attr = |name| element.attr(name).map(|color| Paint::of(&color.trim().to_lowercase()));
    let color = attr("color").filter(|_| element.name() == "font");
    let mut look = Look { color, ground: attr("bgcolor"), ..Look::default() };
    if matches!(element.name(), "sup" | "sub") {
        look.script = Some(Script::of_name(element.name()));
    }
    for (property, value) in rules(&style) {
        match property {
            "color" if value != "inherit" => look.color = Some(Paint::of(value)),
            "background" | "background-color" => look.ground = Some(Paint::of(value)),
            "vertical-align" if matches!(value, "super" | "sub") => {
                look.script = Some(Script::of_name(value));
            }
            _ => {}
        }
    }
    look
}

/// Returns the style of an element in lower case, without white space.
fn style(element: &Element<'_>) -> String {
    let mut style = element.attr("style").unwrap_or_default().to_ascii_lowercase();
    style.retain(|c| !c.is_whitespace());
    style
}

/// Returns the properties of a style and their values.
fn rules(style: &str) -> impl Iterator<Item = (&str, &str)> {
    style.split(';').filter_map(|rule| {
        let rule = rule.strip_suffix("!important").unwrap_or(rule);
        rule.split_once(':')
    })
}
