//! Puts what is wrong with a pattern into words, and what is right but hardly meant.

use super::meaning::Meaning;
use super::spellings::Understood;
use crate::readroom::{Sentences, Words};
use crate::shared::{on_one_line, quotable};
use readroom_search::{
    LetterCase, LineEnds, MAX_PATTERN_BYTES, Matcher, Pattern, PatternError, PatternSyntax,
    SearchResults,
};

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
    (r"\N{", "a character by its name", r"`\x{41}`"),
    (r"\N", "any character", "`.`"),
    (r"\0", "an octal number", r"`\x00`"),
    ("[^]", "any character as JavaScript has it", "`.`"),
    (r"\X", "a grapheme", "`.`"),
    (r"\e", "the escape character", r"`\x1b`"),
    (r"\y", "a word boundary", r"`\b`"),
];

/// What to do about a match over several lines.
const LINES: &str = "Lines are searched one at a time: search for one of them, and set context.";

/// The number of words of a pattern that is rarely on one line of prose.
const SENTENCE_WORDS: usize = 3;

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
            // `(*.js)` is a glob rather than a verb such as `(*UTF8)` or `(*pla:`.
            after.is_some_and(|after| {
                let is_of_word = |character: char| character.is_alphabetic() || character == '_';
                let rest = after.trim_start_matches(is_of_word);
                *begin != "(*" || after.starts_with(char::is_uppercase) || rest.starts_with(':')
            })
        };
        UNSUPPORTED.iter().find(is_known)
    };
    let message = format!("the pattern is not a regular expression: {}", shown(reason));
    let about = |kind: &str| reason.contains(kind);
    if about("class range") || about("range boundary") {
        let hint = "Write `\\-` for the character itself, or the ends of a range in order.";
        return (message, hint.into());
    }
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
    if about("unrecognized flag") || about("duplicate flag") {
        let flag = shown(text);
        let hint = format!("Leave '{flag}' out: the flags are i, m, s, U, u, x and R.");
        return (message, hint);
    }
    if about("hexadecimal") {
        let hint = r"Write `\\` for a backslash, or the number as `\x41`, `\u0041` or `\x{41}`.";
        return (message, hint.into());
    }
    if about("capture group") && !about("unclosed") {
        return (message, "Write groups without names: `(…)`.".into());
    }
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
/// matches more than it does elsewhere; or why it was taken as plain text.
pub(super) fn remark(
    arguments: &Understood<'_>,
    meaning: Meaning,
    found_nothing: bool,
    notes: &mut Sentences,
) {
    let given = arguments.given();
    let Ok(Some(pattern)) = given.text("pattern") else { return };
    if meaning == Meaning::Literal {
        let why = if has_empty_alternative(pattern) {
            "matches every line"
        } else if expression_is_wrong(pattern) {
            "is malformed"
        } else {
            "matches no line"
        };
        notes.add(format_args!("Taken as plain text: as an expression it {why}."));
        return;
    }
    if meaning == Meaning::Call {
        notes.add(format_args!("`()` was taken as text."));
    }
    let has = |texts: &[&str]| texts.iter().any(|text| pattern.contains(text));
    if given.flag("literal") == Ok(true) {
        let expression = ["|", ".*", ".+", r"\b", r"\w", r"\s", r"\d", r"\.", r"\("];
        if found_nothing && has(&expression) {
            notes.add(format_args!("With literal, the pattern is searched for as it is."));
        }
        return;
    }
    let (bare, is_posix) = bare(pattern);
    let bare_has = |texts: &[&str]| texts.iter().any(|text| bare.contains(text));
    if bare_has(&["++", "*+", "?+", "}+"]) {
        notes.add(format_args!("A possessive repetition is searched for as a plain one."));
    }
    if is_posix {
        notes.add(format_args!("POSIX classes are those such as `[[:alpha:]]`; others are sets."));
    }
    if bare.get(1..).is_some_and(|bare| bare.contains("(?R)")) {
        notes.add(format_args!("`(?R)` is a flag here, and not a recursion."));
    }
    if !found_nothing {
        if has_empty_alternative(pattern) {
            notes.add(format_args!(
                r"An empty alternative matches every line: write `\|` for a plain bar."
            ));
        }
        return;
    }
    let body = pattern.strip_prefix('/').and_then(|rest| rest.rsplit_once('/'));
    let quoted =
        |quote: char| pattern.len() > 2 && pattern.starts_with(quote) && pattern.ends_with(quote);
    let is_flag = |flag| "gimsuy".contains(flag);
    match body {
        _ if has(&[r"\|"]) => {
            notes.add(format_args!(r"`\|` is a plain bar: write `|` for one or the other."));
        }
        _ if has(&[r"[\s\S]", r"[\S\s]", r"[\d\D]", r"[\w\W]", "(?s", "(?is", "(?ms"]) => {
            notes.add(format_args!("{LINES}"));
        }
        Some((body, flags)) if !body.is_empty() && flags.chars().all(is_flag) => {
            let case = if flags.contains('i') { ", with case insensitive" } else { "" };
            let body = on_one_line(body);
            notes.add(format_args!("The slashes are searched for too: write {body}{case}."));
        }
        _ if ['"', '\'', '`'].into_iter().any(quoted) => {
            notes.add(format_args!("The quotes are searched for too."));
        }
        _ if pattern.trim() != pattern => {
            notes.add(format_args!("The blanks around it are searched for too."));
        }
        _ if meaning == Meaning::WithinLines
            || pattern.split(' ').count() >= SENTENCE_WORDS && !regex(pattern).is_phrase() =>
        {
            notes.add(format_args!("A sentence may go on in the next line: try fewer words."));
        }
        _ => {}
    }
}

fn expression_is_wrong(text: &str) -> bool {
    Matcher::new(&regex(text), LineEnds::LfOrCrLf).is_err()
}

fn regex(text: &str) -> Pattern<'_> {
    let (syntax, case) = (PatternSyntax::Regex, LetterCase::Sensitive);
    Pattern { text, syntax, case, words: false }
}

/// Returns what matches a pattern in lines that were found, also with other blanks.
pub(super) fn matcher(pattern: &Pattern<'_>) -> Option<Matcher> {
    let within = || Matcher::new(pattern, LineEnds::LfOrCrLf).ok();
    Matcher::across_lines(pattern, true).or_else(within)
}

/// Returns whether a pattern matches every line, because an alternative in it is empty.
pub(super) fn has_empty_alternative(pattern: &str) -> bool {
    let (bare, _) = bare(pattern);
    let empty = ["||", "(|", "|)"];
    bare.starts_with('|') || bare.ends_with('|') || empty.iter().any(|text| bare.contains(text))
}

/// The maximum number of alternatives that are compared.
const MAX_ALTERNATIVES: usize = 16;

/// Says that a capital in a pattern that found nothing made case matter.
pub(super) fn case_mattered(results: &SearchResults, pattern: &Pattern<'_>, notes: &mut Sentences) {
    let is_class = |at: usize| pattern.text.get(..at).is_some_and(|before| before.ends_with('\\'));
    let mut characters = pattern.text.char_indices();
    let has_capital = characters.any(|(at, c)| c.is_uppercase() && !is_class(at));
    if pattern.case == LetterCase::Smart && !results.ignores_case && has_capital {
        notes.add(format_args!("Case mattered, because the pattern has a capital."));
    }
}

/// Names the alternatives of a pattern such as `one|other` that no line has, if all lines are
/// there, and says that a capital in one of them made case matter in all.
pub(super) fn alternatives(results: &SearchResults, pattern: &Pattern<'_>, notes: &mut Sentences) {
    let is_plain = !pattern.text.contains(['(', '[', '{', '\\']);
    let all: Vec<_> = pattern.text.split('|').take(MAX_ALTERNATIVES + 1).collect();
    let is_few = (2..=MAX_ALTERNATIVES).contains(&all.len());
    if !is_plain || !is_few || pattern.syntax == PatternSyntax::Literal || all.contains(&"") {
        return;
    }
    let is_lower = |text: &&str| *text == text.to_lowercase();
    let is_smart = pattern.case == LetterCase::Smart && !results.files.is_empty();
    if is_smart && !results.ignores_case && all.iter().any(is_lower) && !all.iter().all(is_lower) {
        notes.add(format_args!("Case mattered, because the pattern has a capital."));
    }
    let lines =
        || results.files.iter().flat_map(|file| &file.groups).flat_map(|group| &group.lines);
    let shown = lines().filter(|line| line.is_match).count() as u64;
    let found: u64 = results.files.iter().map(|file| file.matches).sum();
    if results.next.is_some() || shown < found || shown == 0 {
        return;
    }
    let case = if results.ignores_case { LetterCase::Insensitive } else { LetterCase::Sensitive };
    let is_absent = |text: &&str| {
        matcher(&Pattern { text, case, ..*pattern }).is_some_and(|matcher| {
            lines().all(|line| matcher.find_all(line.text.as_bytes(), 1).is_empty())
        })
    };
    let is_whole = lines().all(|line| line.column == 1 && !line.goes_on && !line.continues);
    let absent: Vec<_> = all.into_iter().filter(|text| is_whole && is_absent(text)).collect();
    if !absent.is_empty() {
        // Over the ends of lines, it was looked for in PDF files only.
        let is_phrase = absent.iter().any(|text| text.contains(' '));
        let place = if is_phrase { "On no line" } else { "Nowhere" };
        let absent: Vec<_> = absent.into_iter().map(quotable).collect();
        notes.add(format_args!("{place}: {}.", absent.join(", ")));
    }
}

/// The POSIX classes.
const CLASSES: &str =
    "alnum alpha ascii blank cntrl digit graph lower print punct space upper word xdigit";

/// Returns a pattern with `x` for its escapes and classes, and whether it has something like a
/// POSIX class that is none.
fn bare(pattern: &str) -> (String, bool) {
    let (mut bare, mut depth, mut is_posix) = (String::new(), 0_usize, false);
    let mut characters = pattern.char_indices();
    while let Some((at, character)) = characters.next() {
        let rest = pattern.get(at..).unwrap_or_default();
        match character {
            '\\' => drop(characters.next()),
            '[' => {
                let class = [':', '.', '='].into_iter().find_map(|mark| {
                    let (name, _) = rest.get(1..)?.strip_prefix(mark)?.split_once(mark)?;
                    Some((mark, name))
                });
                let is_known = |(mark, name): (char, &str)| {
                    mark == ':'
                        && depth > 0
                        && CLASSES.split(' ').any(|known| known == name.trim_start_matches('^'))
                };
                is_posix |= class.is_some_and(|class| {
                    let is_closed =
                        rest.contains(&[class.1, "]"].join(class.0.encode_utf8(&mut [0; 4])));
                    is_closed && !is_known(class)
                });
                depth += 1;
            }
            ']' if depth > 0 => depth -= 1,
            _ if depth == 0 => {
                bare.push(character);
                continue;
            }
            _ => {}
        }
        if depth == 0 {
            bare.push('x');
        }
    }
    (bare, is_posix)
}

#[cfg(test)]
mod tests;
