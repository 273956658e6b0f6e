//! Puts what is wrong with a pattern into words, and what is right but hardly meant.

use super::spellings::Understood;
use crate::readroom::sentences::Sentences;
use crate::readroom::wording::Words;
use crate::shared::escape::quotable;
use readroom_search::{MAX_PATTERN_BYTES, PatternError};

/// What other engines have: how it begins, its name, and what to write instead.
const UNSUPPORTED: &[(&str, &str, &str)] = &[
    ("(?=", "a look-ahead", ""),
    ("(?!", "a negative look-ahead", ""),
    ("(?<=", "a look-behind", ""),
    ("(?<!", "a negative look-behind", ""),
    ("(?>", "an atomic group", "`(?:`"),
    ("(?(", "a conditional", ""),
    ("(?P=", "a back-reference", ""),
    ("(?P>", "a recursion", ""),
    ("(?&", "a recursion", ""),
    ("(?|", "a branch reset", "`(?:`"),
    ("(?#", "a comment", ""),
    ("(?'", "a name in quotes", "`(?<name>`"),
    ("(*", "a verb", ""),
    (r"\k", "a back-reference", ""),
    (r"\g", "a back-reference", ""),
    (r"\K", "a reset of the match", ""),
    (r"\G", "the end of the match before", ""),
    (r"\Q", "a quotation", "a `\\` before each special character"),
    (r"\E", "a quotation", "a `\\` before each special character"),
    (r"\Z", "the end of the text", "`$`"),
    (r"\h", "the class of blanks", r"`[ \t]`"),
    (r"\H", "the class of all but blanks", r"`[^ \t]`"),
    (r"\R", "any line end", "`$`"),
    (r"\N", "any character", "`.`"),
    (r"\X", "a grapheme", "`.`"),
    (r"\e", "the escape character", r"`\x1b`"),
    (r"\y", "a word boundary", r"`\b`"),
];

/// What to do about a match over several lines.
const LINES: &str = "Lines are searched one at a time: search for one of them, and set context.";

/// Returns the words for a pattern that cannot be searched for.
pub(super) fn pattern_error(error: PatternError) -> Words {
    match error {
        PatternError::Syntax { reason, at, text, pattern, .. } => {
            syntax_error(&reason, usize::try_from(at).unwrap_or(usize::MAX), &text, &pattern)
        }
        PatternError::TooLong => (
            format!("the pattern is longer than {MAX_PATTERN_BYTES} bytes"),
            "Search for the part of it that is rarest.".into(),
        ),
        PatternError::LineFeed => (
            "the pattern contains a line feed, and lines are searched one at a time".into(),
            "Search for one of the lines, and ask for the lines before and after it.".into(),
        ),
        PatternError::Nul => ("the pattern can match only a NUL".into(), "Search for text.".into()),
        PatternError::TooLarge => (
            "the pattern is too large when its repetitions are written out".into(),
            "Write smaller numbers in `{…}`, or `*` and `+`, or [a-z] and [0-9] for \\w and \\d."
                .into(),
        ),
    }
}

/// Returns the words for a pattern whose character `at`, counted from 1, is wrong.
fn syntax_error(reason: &str, at: usize, text: &str, pattern: &str) -> Words {
    let offset =
        pattern.char_indices().nth(at.saturating_sub(1)).map_or(pattern.len(), |(at, _)| at);
    let (before, rest) = pattern.split_at_checked(offset).unwrap_or((pattern, ""));
    // The crate points behind the beginning of some groups.
    let opening = ["(?P", "(?", "("].into_iter().find(|opening| before.ends_with(opening));
    let start = offset - opening.map_or(0, str::len);
    let from = pattern.get(start..).unwrap_or(rest);
    let shown = |text: &str| quotable(text).into_owned();
    let unsupported = |what: &str, instead: &str| {
        let without = "earch for the part without it, and leave lines out yourself.";
        let hint = match instead {
            "" => format!("S{without}"),
            instead => format!("Write {instead} instead, or s{without}"),
        };
        (format!("the pattern has {what}, which is not supported"), hint)
    };
    let known = |text: &str| {
        let is_known = |(begin, ..): &&(&str, &str, &str)| {
            let after = text.strip_prefix(begin);
            // `(*.js)` is a glob rather than a verb.
            after.is_some_and(|after| *begin != "(*" || after.starts_with(char::is_uppercase))
        };
        UNSUPPORTED.iter().find(is_known)
    };
    if let Some((begin, name, instead)) = known(rest).or_else(|| opening.and_then(|_| known(from)))
    {
        return unsupported(&format!("{name}, `{begin}`"), instead);
    }
    let mut next = rest.chars();
    match (next.next(), next.next()) {
        (Some('\\'), Some('1'..='9')) => {
            return unsupported(&format!("a back-reference, `{}`", shown(text)), "");
        }
        (Some('\\'), Some('p' | 'P')) if !text.is_empty() && text.len() > 2 => {
            return unsupported(&format!("the class `{}`", shown(text)), "a range such as `[a-z]`");
        }
        (Some('\\'), Some(letter)) if letter.is_alphabetic() && text.len() == 2 => {
            return unsupported(&format!("the escape `\\{letter}`"), "");
        }
        (Some('0'..='9' | '+' | '-'), _) if opening == Some("(?") => {
            return unsupported("a recursion", "");
        }
        _ => {}
    }
    let message = format!("the pattern is not a regular expression: {}", shown(reason));
    // Of a repetition, the crate points to a place in or behind it.
    let operator = match rest.chars().next() {
        Some(character) if "*+?{()[".contains(character) => Some((at, character)),
        _ if reason.contains("repetition") => {
            let mut before = before.chars().rev().enumerate();
            before
                .find(|(_, character)| "*+?{".contains(*character))
                .map(|(back, character)| (at - 1 - back, character))
        }
        _ => None,
    };
    let hint = match operator {
        Some((at, character)) => format!(
            "Character {at} is '{character}'. Write `\\{character}` for the character itself, or \
             set literal."
        ),
        None if rest.is_empty() || rest == "\\" => {
            "It ends too early. Complete it, or set literal to search for the text itself.".into()
        }
        None => format!(
            "Character {at} is '{}'. Write a `\\` before a character that stands for itself, or \
             set literal.",
            shown(if text.is_empty() { rest.get(..1).unwrap_or_default() } else { text })
        ),
    };
    (message, hint)
}

/// Adds a word about a pattern that is right, but hardly meant: one that found nothing, or one that
/// matches every line.
pub(super) fn remark(arguments: &Understood<'_>, found_nothing: bool, notes: &mut Sentences) {
    let given = arguments.given();
    let Ok(Some(pattern)) = given.text("pattern") else { return };
    let is_literal = given.flag("literal") == Ok(true);
    let body = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let quoted =
        |quote: char| pattern.len() > 2 && pattern.starts_with(quote) && pattern.ends_with(quote);
    let has = |texts: &[&str]| texts.iter().any(|text| pattern.contains(text));
    let remark = match found_nothing {
        _ if is_literal => {
            let is_expression = has(&["|", ".*", ".+", r"\b", r"\w", r"\s", r"\d", r"\.", r"\("]);
            (found_nothing && is_expression)
                .then_some("With literal, the pattern is searched for as it is.".into())
        }
        true if has(&[r"\|"]) => {
            Some(r"`\|` is a plain bar: write `|` for one or the other.".into())
        }
        true if has(&[r"[\s\S]", r"[\S\s]", r"[\d\D]", r"[\w\W]", "(?s", "(?is", "(?ms"]) => {
            Some(LINES.into())
        }
        true => match body {
            Some((body, flags))
                if !body.is_empty() && flags.chars().all(|flag| "gimsuy".contains(flag)) =>
            {
                let case = if flags.contains('i') { ", with case insensitive" } else { "" };
                Some(format!("The slashes are searched for too: write {}{case}.", quotable(body)))
            }
            _ if ['"', '\'', '`'].into_iter().any(quoted) => {
                Some("The quotes are searched for too.".into())
            }
            _ if pattern.trim() != pattern => {
                Some("The blanks around it are searched for too.".into())
            }
            _ => None,
        },
        false => {
            let bare = pattern.replace(r"\\", "").replace(r"\|", "");
            let is_empty = bare.starts_with('|')
                || bare.ends_with('|')
                || ["||", "(|", "|)"].iter().any(|empty| bare.contains(empty));
            is_empty.then_some(
                r"An empty alternative matches every line: write `\|` for a plain bar.".to_string(),
            )
        }
    };
    if let Some(remark) = remark {
        notes.add(format_args!("{remark}"));
    }
}

#[cfg(test)]
mod tests;
