//! The instructions of fields, such as `HYPERLINK "https://example.org"`.

use crate::markdown::with_fragment;
use crate::symbols::{self, SymbolFont};
use std::borrow::Cow;

/// Returns the arguments of an instruction with this keyword.
pub(crate) fn keyword<'i>(instruction: &'i str, keyword: &str) -> Option<&'i str> {
    let instruction = instruction.trim_start();
    let (name, arguments) = instruction.split_at_checked(keyword.len())?;
    let is_word = arguments.starts_with([' ', '\t', '\\', '"', '\u{a0}']);
    (is_word && name.eq_ignore_ascii_case(keyword)).then_some(arguments)
}

/// Returns the address that a field links to: `HYPERLINK "https://example.org" \l "place"`.
pub(crate) fn link_target(instruction: &str) -> Option<String> {
    let mut rest = keyword(instruction, "HYPERLINK")?.trim_start();
    let (mut target, mut place, mut option) = (None, "", "");
    while !rest.is_empty() {
        let (argument, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted.split_once('"').unwrap_or((quoted, "")),
            None => rest.split_once(char::is_whitespace).unwrap_or((rest, "")),
        };
        let is_switch = argument.starts_with('\\') && !rest.starts_with('"');
        match std::mem::take(&mut option) {
            // These have an argument: a bookmark, a tip, a frame.
            _ if is_switch && matches!(argument, "\\l" | "\\o" | "\\t") => option = argument,
            _ if is_switch => {}
            "" => target = target.or(Some(argument)),
            "\\l" => place = argument,
            _ => {}
        }
        rest = after.trim_start();
    }
    target.filter(|target| !target.is_empty()).map(|target| with_fragment(target, place))
}

/// Returns whether a field shows the number of a page, or of all pages.
pub(crate) fn is_page_number(instruction: &str) -> bool {
    let name = instruction.trim_start();
    let name = name.split(|c: char| !c.is_ascii_alphabetic()).next().unwrap_or_default();
    ["PAGE", "NUMPAGES", "SECTIONPAGES"].iter().any(|known| known.eq_ignore_ascii_case(name))
}

/// Returns the text that an instruction shows: an equation as it is written, the label of a button,
/// a symbol.
pub(crate) fn own_text(instruction: &str) -> Option<Cow<'_, str>> {
    if let Some(equation) = keyword(instruction, "EQ") {
        return Some(equation.trim().into());
    }
    if let Some(symbol) = keyword(instruction, "SYMBOL") {
        return symbol_of(symbol).map(Cow::Owned);
    }
    let button = |name| keyword(instruction, name);
    let arguments = button("MACROBUTTON").or_else(|| button("GOTOBUTTON"))?;
    let (_, label) = arguments.trim_start().split_once(char::is_whitespace)?;
    Some(label.trim().into())
}

/// Returns the symbol with a code, in a font: `252 \f "Wingdings"`.
fn symbol_of(arguments: &str) -> Option<String> {
    let code = arguments.split_whitespace().next()?;
    let code = match code.strip_prefix("0x") {
        Some(code) => u32::from_str_radix(code, 16).ok()?,
        None => code.parse().ok()?,
    };
    let font = arguments.split_once("\\f").map_or("", |(_, font)| font.trim_start());
    let font = match font.strip_prefix('"') {
        Some(quoted) => quoted.split('"').next(),
        None => font.split_whitespace().next(),
    };
    let font = font.and_then(SymbolFont::of);
    // The symbols of a font have their own characters.
    let code = if font.is_some() && code < 0x100 { 0xf000 + code } else { code };
    Some(symbols::shown(font, char::from_u32(code)?.encode_utf8(&mut [0; 4])).into_owned())
}
