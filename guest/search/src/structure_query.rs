//! Names, and matches in blocks: what a search asks of the structure of a file.

use readroom_matcher::{Matcher, Pattern};
use readroom_structure::{DefiningFile, Definition, is_inside, qualified, without_parentheses};
use readroom_types::{MatchBlocks, PatternSyntax, SearchOutput};
use std::borrow::Cow;

/// How a match depends on the structure of its file.
pub(crate) struct StructureQuery<'a> {
    /// The pattern of names, without the escapes of an expression.
    text: Cow<'a, str>,
    /// What a definition is inside of.
    around: Option<Cow<'a, str>>,
    /// Whether the pattern matches whole names only.
    is_whole: bool,
    /// Whether uses are searched for.
    is_use: bool,
    /// Whether blocks are returned.
    pub(crate) has_blocks: bool,
}

impl<'a> StructureQuery<'a> {
    /// Returns how the matches of a request depend on structure, if they do, and the pattern that
    /// is searched for in lines.
    pub(crate) fn of(
        want: SearchOutput,
        blocks: MatchBlocks,
        pattern: Pattern<'a>,
    ) -> (Option<Self>, Pattern<'a>) {
        let has_blocks = blocks == MatchBlocks::All;
        match want {
            SearchOutput::Definitions | SearchOutput::Uses => {}
            SearchOutput::Lines if has_blocks => {
                let text = pattern.text.into();
                let all = Self { text, around: None, is_whole: false, is_use: false, has_blocks };
                return (Some(all), pattern);
            }
            SearchOutput::Lines | SearchOutput::Files | SearchOutput::Counts => {
                return (None, pattern);
            }
        }
        let (text, unescaped): (_, fn(_) -> _) = match pattern.syntax {
            PatternSyntax::Regex => (without_anchors(pattern.text), without_escapes),
            PatternSyntax::Literal => (pattern.text, Cow::from),
        };
        let bare = without_parentheses(text);
        let is_use = want == SearchOutput::Uses;
        let (around, own) = qualified(text).map_or((None, bare), |(a, own)| (Some(a), own));
        let words = pattern.words || is_use;
        // A use may be of any type, and no definition of the name is one.
        let (text, around) = (unescaped(text), around.filter(|_| !is_use).map(unescaped));
        let names = Self { text, around, is_whole: words, is_use, has_blocks };
        (Some(names), Pattern { text: own, words, ..pattern })
    }

    /// Returns whether a definition has a name that is searched for.
    pub(crate) fn is_named(
        &self,
        definition: &Definition,
        all: &[Definition],
        file: DefiningFile<'_>,
        matcher: &Matcher,
    ) -> bool {
        let name = definition.name();
        if name == self.text {
            return !name.is_empty();
        }
        let is_matching = |text: &str| match self.is_whole {
            true => {
                let found = matcher.find_all(text.as_bytes(), 1);
                found.first().is_some_and(|found| *found == (0..text.len()))
            }
            false => is_in(text, matcher),
        };
        // `new Walk` stands in the lines of other definitions, `fn next` in its own.
        let is_own = || !self.is_use || self.text.ends_with(name);
        let is_line =
            || self.text.contains(' ') && is_own() && is_in(&definition.entry.text, matcher);
        let is_around = |around: &str| is_inside(all, definition, around, file);
        (!name.is_empty() && is_matching(name)) && self.around.as_deref().is_none_or(is_around)
            || is_line()
    }
}

fn is_in(text: &str, matcher: &Matcher) -> bool {
    matcher.find(text.as_bytes(), 0..text.len()).is_some()
}

/// Returns a name such as `Phx\.New` without its escapes. In `App\Models`, it separates names.
fn without_escapes(text: &str) -> Cow<'_, str> {
    let is_kept = |(at, character): &(usize, char)| {
        *character != '\\'
            || text.get(at + 1..).is_some_and(|rest| rest.starts_with(char::is_alphanumeric))
    };
    match text.contains('\\') {
        true => text.char_indices().filter(is_kept).map(|(_, character)| character).collect(),
        false => text.into(),
    }
}

/// Returns an expression for a name without the marks of its ends.
fn without_anchors(text: &str) -> &str {
    let text =
        [r"\b", "^", r"\b"].iter().fold(text, |text, mark| text.strip_prefix(mark).unwrap_or(text));
    let is_escaped = |rest: &str| rest.ends_with('\\') && !rest.ends_with(r"\\");
    let text = text.strip_suffix('$').filter(|rest| !is_escaped(rest)).unwrap_or(text);
    text.strip_suffix(r"\b").filter(|rest| !is_escaped(rest)).unwrap_or(text)
}
