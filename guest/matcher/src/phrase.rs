//! Patterns that may match over the ends of lines: text of several words, and expressions with
//! `\s`.

use readroom_types::PatternSyntax;

/// A blank of a phrase: white space within a line, or the end of a line, with the mark that begins
/// a line of a comment or a quotation. A blank line ends a paragraph.
const BLANK: &str = r"(?:[\s--\n]+|[\s--\n]*\n[\s--\n]*(?:(?:[/#*>;!]{1,3}|--)[\s--\n]+)?)";

/// How expressions write blanks.
const WRITTEN: [&str; 3] = [r"\s+", r"\s", r"\n"];

/// Returns an expression for text of several words, or alternatives of which one is such text, that
/// also matches over the ends of lines. `None` for other patterns.
pub(crate) fn phrase(text: &str, syntax: PatternSyntax) -> Option<String> {
    let has_words = |text: &str| text.split_whitespace().nth(1).is_some();
    let join = |words: &[&str]| words.join(BLANK);
    if syntax == PatternSyntax::Literal {
        let text = regex_syntax::escape(text);
        let words: Vec<_> = text.split_whitespace().collect();
        return has_words(&text).then(|| join(&words));
    }
    let text = WRITTEN.iter().fold(text.to_owned(), |text, blank| text.replace(blank, " "));
    let words: Vec<_> = text.split_whitespace().collect();
    let is_plain = !without_escaped_signs(&text).contains(|c| r"\()[]{}*+?^$".contains(c));
    (is_plain && text.split('|').any(has_words)).then(|| join(&words))
}

/// Returns an expression without its escaped signs, such as `\(`.
fn without_escaped_signs(text: &str) -> String {
    let mut characters = text.chars().peekable();
    let is_sign = |c: &char| c.is_ascii_punctuation();
    let next = || {
        let character = characters.next()?;
        let is_escaped = character == '\\' && characters.next_if(is_sign).is_some();
        Some(if is_escaped { 'x' } else { character })
    };
    std::iter::from_fn(next).collect()
}

/// Returns an expression for a phrase, or an expression with `\s`.
pub(crate) fn across_lines(text: &str, syntax: PatternSyntax) -> Option<String> {
    let has_blanks = syntax == PatternSyntax::Regex && text.contains(r"\s");
    phrase(text, syntax).or_else(|| has_blanks.then(|| text.into()))
}
