//! References in XML: `&amp;`, `&#8212;`, and the named entities that books use.

use quick_xml::escape::{resolve_xml_entity, unescape_with};
use quick_xml::events::BytesRef;
use std::borrow::Cow;

/// The names of the characters from U+00A0 to U+00FF, in order, and of others used in books.
const NAMES: &str = "nbsp iexcl cent pound curren yen brvbar sect uml copy ordf laquo not shy \
    reg macr deg plusmn sup2 sup3 acute micro para middot cedil sup1 ordm raquo frac14 frac12 \
    frac34 iquest Agrave Aacute Acirc Atilde Auml Aring AElig Ccedil Egrave Eacute Ecirc Euml \
    Igrave Iacute Icirc Iuml ETH Ntilde Ograve Oacute Ocirc Otilde Ouml times Oslash Ugrave Uacute \
    Ucirc Uuml Yacute THORN szlig agrave aacute acirc atilde auml aring aelig ccedil egrave eacute \
    ecirc euml igrave iacute icirc iuml eth ntilde ograve oacute ocirc otilde ouml divide oslash \
    ugrave uacute ucirc uuml yacute thorn yuml ndash mdash lsquo rsquo sbquo ldquo rdquo bdquo \
    hellip bull euro trade ensp emsp thinsp rarr larr";

/// Returns the text of a reference; an unknown one is returned unchanged.
pub(crate) fn resolve(reference: &BytesRef<'_>) -> Cow<'static, str> {
    if reference.is_char_ref() {
        let character = reference.resolve_char_ref().ok().flatten();
        return Cow::Owned(character.unwrap_or(char::REPLACEMENT_CHARACTER).into());
    }
    let name = &*reference.xml10_content();
    named(name).map_or_else(|| Cow::Owned(format!("&{name};")), Cow::Borrowed)
}

/// Returns the value of an attribute with its references resolved, or unchanged if one of them is
/// unknown.
pub(crate) fn unescape(raw: &str) -> Cow<'_, str> {
    unescape_with(raw, named).unwrap_or(Cow::Borrowed(raw))
}

fn named(name: &str) -> Option<&'static str> {
    resolve_xml_entity(name).or_else(|| other(name))
}

fn other(name: &str) -> Option<&'static str> {
    const CHARACTERS: &str = "\u{a0}¡¢£¤¥¦§¨©ª«¬\u{ad}®¯°±²³´µ¶·¸¹º»¼½¾¿ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖ\
        ×ØÙÚÛÜÝÞß\
        àáâãäåæçèéêëìíîïðñòóôõö÷øùúûüýþÿ\
        –—‘’‚“”„…•€™\u{2002}\u{2003}\u{2009}→←";
    let at = NAMES.split_ascii_whitespace().position(|known| known == name)?;
    let (start, character) = CHARACTERS.char_indices().nth(at)?;
    CHARACTERS.get(start..start + character.len_utf8())
}
