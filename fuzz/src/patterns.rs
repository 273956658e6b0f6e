//! Matches are those of the crate `regex`, one line at a time.

use crate::generated::several;
use crate::support::{MemoryTree, Node};
use arbitrary::{Result, Unstructured};
use readroom_search::{
    Deadline, LetterCase, Pattern, PatternError, PatternSyntax, SearchError, SearchRequest, search,
};
use regex::bytes::{Regex, RegexBuilder};

/// The parts of patterns. `$` also matches before a CR, which the crate cannot express.
const PATTERN_PARTS: [&str; 52] = [
    "a",
    "b",
    "B",
    "k",
    "é",
    "ſ",
    "β",
    " ",
    "1",
    "_",
    ".",
    "a*",
    "a+?",
    "b?",
    "a{2,3}",
    "[ab]",
    "[^a]",
    "[^a-z\\s]",
    "\\w",
    "\\W",
    "\\s",
    "\\S",
    "\\d",
    "\\b",
    "\\B",
    "^",
    "$",
    "\\A",
    "\\z",
    "(",
    "(?:",
    ")",
    ")",
    "|",
    "*",
    "+",
    "??",
    "{2}",
    "{0,2}",
    "(?i)",
    "(?s).",
    "(?-i:",
    "(?U)",
    "\\p{Greek}",
    "\\p{Lu}",
    "\\PL",
    "[[:alpha:]]",
    "[\\w--a]",
    "\\x61",
    "\\.",
    "\\n",
    "\\b{start}",
];

/// The parts of lines.
const TEXT_PARTS: [&str; 20] = [
    "\n", "\n", "\n\n", "a", "b", "ab", "aa", "A", "B", "k", "K", "\u{212a}", "é", "É", "ſ", "β",
    "Β", " ", "1_", ".",
];

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let pattern = several(input, 8, |input| input.choose(&PATTERN_PARTS).copied())?.concat();
    let mut text = several(input, 40, |input| input.choose(&TEXT_PARTS).copied())?.concat();
    if input.ratio(1, 3)? && !pattern.contains(['$', 'z']) {
        text = text.replace('\n', "\r\n");
    }
    let (insensitive, words, is_literal) =
        (input.arbitrary()?, input.arbitrary()?, input.ratio(1, 8)?);
    let request = SearchRequest {
        matches: Some(10_000),
        bytes: Some(1 << 20),
        ..SearchRequest::new(
            Pattern {
                text: &pattern,
                syntax: if is_literal { PatternSyntax::Literal } else { PatternSyntax::Regex },
                case: if insensitive { LetterCase::Insensitive } else { LetterCase::Sensitive },
                words,
            },
            "a.txt",
        )
    };
    let tree = MemoryTree::new(&["/w"]).with("/w/a.txt", Node::File(text.clone().into()));
    let found = search(&tree, None, &request, Deadline::NEVER);
    let escaped = is_literal.then(|| regex::escape(&pattern));
    let Some(reference) = reference(escaped.as_ref().unwrap_or(&pattern), insensitive, words)
    else {
        assert!(found.is_err(), "{pattern:?} is no expression");
        return Ok(());
    };
    let page = match found {
        Ok(page) => page,
        Err(SearchError::Pattern(PatternError::LineFeed)) if pattern.contains(r"\n") => {
            return Ok(());
        }
        Err(error) => panic!("{pattern:?} is refused: {error:?}"),
    };
    assert!(page.next.is_none());
    let groups = page.files.iter().flat_map(|file| &file.groups);
    let ours: Vec<_> = groups
        .flat_map(|group| &group.lines)
        .map(|line| {
            let ranges = line.ranges.iter().map(|range| (range.start, range.end));
            (line.number, ranges.collect::<Vec<_>>())
        })
        .collect();
    let expected: Vec<_> = (1..)
        .zip(text.split_terminator('\n'))
        .filter(|(_, line)| reference.is_match(line.as_bytes()))
        .map(|(number, line)| (number, ranges(&reference, line)))
        .collect();
    assert_eq!(ours, expected, "{pattern:?} {insensitive} {words} in {text:?}");
    Ok(())
}

fn reference(pattern: &str, insensitive: bool, words: bool) -> Option<Regex> {
    // The pattern must also be valid on its own.
    RegexBuilder::new(pattern).build().ok()?;
    let pattern = if words {
        format!(r"\b{{start-half}}(?:{pattern})\b{{end-half}}")
    } else {
        pattern.to_string()
    };
    RegexBuilder::new(&pattern).multi_line(true).case_insensitive(insensitive).build().ok()
}

/// Returns the matches in a line, in characters from 1.
fn ranges(regex: &Regex, line: &str) -> Vec<(u64, u64)> {
    let column = |at: usize| line[..at].chars().count() as u64 + 1;
    // The crate also finds empty matches inside of characters.
    let found = regex.find_iter(line.as_bytes());
    let found = found.filter(|found| !found.is_empty() || line.is_char_boundary(found.start()));
    found.take(100).map(|found| (column(found.start()), column(found.end()))).collect()
}
