//! Regular expressions that match within lines.
//!
//! Syntax and semantics are those of the crate `regex`. A match never crosses the end of a line:
//! the line feed is removed from every class, and `^`, `\A`, `$` and `\z` match at the ends of a
//! line, whether it ends with LF or CR LF.
//!
//! One file: the rewriting of an expression and its matching rely on each other.

use crate::deadline::Deadline;
use crate::phrase::{across_lines, phrase};
use crate::required::Required;
use crate::whole_lines::WholeLines;
use memchr::{memchr, memrchr};
use readroom_types::{LetterCase, PatternSyntax};
use regex_automata::meta::{BuildError, Cache, Config, Regex};
use regex_automata::{Input, Match};
use regex_syntax::ast::parse::ParserBuilder;
use regex_syntax::ast::{self, Ast, ClassSetItem, Visitor};
use regex_syntax::hir::translate::TranslatorBuilder;
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, Hir, HirKind, Look, Repetition};
use std::borrow::Cow;
use std::cell::{Cell, RefCell};
use std::ops::Range;

/// The maximum length of an expression in bytes.
pub const MAX_PATTERN_BYTES: usize = 8 * 1024;

/// The maximum nesting depth of groups, classes and repetitions.
const MAX_NESTING: u32 = 100;

/// The maximum size of the compiled expression in bytes.
const MAX_COMPILED_BYTES: usize = 4 << 20;

/// The size of the lazy DFA's cache in bytes.
const CACHE_BYTES: usize = 2 << 20;

/// The maximum window in bytes, times the size of the compiled expression: an engine that simulates
/// an NFA takes about a second for it.
const MAX_EFFORT: u64 = 1 << 32;

/// The minimum window, and the window for a small expression: 64 KiB.
const MIN_WINDOW_BYTES: usize = 1024;
const MIN_SMALL_WINDOW_BYTES: usize = 1 << 20;
const SMALL_BYTES: usize = 64 << 10;

/// The maximum size of an expression that matches over the ends of lines: its window is large.
const MAX_SPANNING_BYTES: usize = 512 << 10;

/// A literal found within this many bytes is close: the engine finds it as fast.
const CLOSE: usize = 256;

/// After this many close literals in a row, the prefilter is switched off.
const MANY_CLOSE: u32 = 16;

/// A pattern to search for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pattern<'a> {
    /// An expression, or a literal.
    pub text: &'a str,
    /// The syntax of `text`.
    pub syntax: PatternSyntax,
    /// Which letters are equal.
    pub case: LetterCase,
    /// Whether only whole words match.
    pub words: bool,
}

impl Pattern<'_> {
    /// Returns whether it may match over the ends of lines: text of several words, or alternatives
    /// of which one is, or an expression with `\s`.
    pub fn is_phrase(&self) -> bool {
        across_lines(self.text, self.syntax).is_some()
    }
}

/// Where lines end.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEnds {
    /// Before LF, and before CR LF.
    #[default]
    LfOrCrLf,
    /// Before LF, as for ripgrep, which also never searches for NUL.
    Lf,
}

/// Why a pattern cannot be searched for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternError {
    /// The pattern is longer than 8 KiB.
    TooLong,
    /// It is not a regular expression.
    Syntax {
        /// The reason, in the words of the crate `regex-syntax`.
        reason: String,
        /// The position of the first wrong character, counted from 1.
        at: u64,
        /// The wrong text from there on. It may be empty.
        text: String,
        /// The whole pattern.
        pattern: String,
        /// The crate's full report: the pattern with marks below it, and the reason.
        report: String,
    },
    /// It contains a line feed, and lines are searched one at a time.
    LineFeed,
    /// It can match only a NUL, for which [`LineEnds::Lf`] does not search.
    Nul,
    /// Its compiled form would be too large.
    TooLarge,
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Matcher {
    /// The required literals, if there are any.
    pub required: Option<Required>,
    /// The number of consecutive close literals.
    close: Cell<u32>,
    regex: Regex,
    cache: RefCell<Cache>,
    whole_lines: WholeLines,
    ignores_case: bool,
    /// The size of the search window in bytes.
    pub window: usize,
    /// The maximum length of a match in bytes, if there is one.
    max_length: Option<usize>,
    /// Whether a match may span lines.
    pub spans_lines: bool,
}

impl Matcher {
    /// Compiles a pattern.
    pub fn new(pattern: &Pattern<'_>, ends: LineEnds) -> Result<Self, PatternError> {
        if pattern.text.len() > MAX_PATTERN_BYTES {
            return Err(PatternError::TooLong);
        }
        let text = match pattern.syntax {
            PatternSyntax::Regex => pattern.text.into(),
            PatternSyntax::Literal => regex_syntax::escape(pattern.text).into(),
        };
        Self::of(text, pattern, Some(ends))
    }

    /// Compiles a phrase, or another expression too if `is_any`, whose blanks may be the ends of
    /// lines. `None` if the pattern is neither.
    pub fn across_lines(pattern: &Pattern<'_>, is_any: bool) -> Option<Self> {
        let expression = if is_any { across_lines } else { phrase };
        Self::of(expression(pattern.text, pattern.syntax)?.into(), pattern, None).ok()
    }

    /// Compiles an expression for a pattern, which matches within lines if their ends are given.
    fn of(
        text: Cow<'_, str>,
        pattern: &Pattern<'_>,
        ends: Option<LineEnds>,
    ) -> Result<Self, PatternError> {
        let text = &*text;
        let ast = ParserBuilder::new()
            .nest_limit(MAX_NESTING)
            .build()
            .parse(text)
            .map_err(|error| syntax_error(text, error.kind(), error.span(), &error))?;
        let is_insensitive = match pattern.case {
            LetterCase::Sensitive => false,
            LetterCase::Insensitive => true,
            LetterCase::Smart => Letters::of(&ast) == Letters { any: true, upper: false },
        };
        let hir = TranslatorBuilder::new()
            .utf8(false)
            .multi_line(true)
            .case_insensitive(is_insensitive)
            .build()
            .translate(text, &ast)
            .map_err(|error| syntax_error(text, error.kind(), error.span(), &error))?;
        if ends == Some(LineEnds::Lf) && needs_nul(&hir) {
            return Err(PatternError::Nul);
        }
        let spans_lines = ends.is_none();
        let mut hir = within_line(hir, ends.unwrap_or_default(), spans_lines)?;
        if pattern.words {
            let [start, end] = [Look::WordStartHalfUnicode, Look::WordEndHalfUnicode];
            hir = Hir::concat(vec![Hir::look(start), hir, Hir::look(end)]);
        }
        let config = Config::new()
            .utf8_empty(false)
            .nfa_size_limit(Some(MAX_COMPILED_BYTES))
            .hybrid_cache_capacity(CACHE_BYTES);
        let regex = Regex::builder()
            .configure(config)
            .build_from_hir(&hir)
            .map_err(|_: BuildError| PatternError::TooLarge)?;
        let size = regex.memory_usage().max(1);
        if spans_lines && size > MAX_SPANNING_BYTES {
            return Err(PatternError::TooLarge);
        }
        let window = usize::try_from(MAX_EFFORT / size as u64).unwrap_or(usize::MAX);
        let min = if size > SMALL_BYTES { MIN_WINDOW_BYTES } else { MIN_SMALL_WINDOW_BYTES };
        Ok(Self {
            required: (!spans_lines).then(|| Required::of(&hir)).flatten(),
            close: Cell::new(0),
            cache: regex.create_cache().into(),
            regex,
            ignores_case: is_insensitive,
            window: if spans_lines { usize::MAX } else { window.max(min) },
            max_length: hir.properties().maximum_len(),
            spans_lines,
            whole_lines: WholeLines::new(hir),
        })
    }

    /// Returns whether upper-case and lower-case letters are equal.
    pub fn ignores_case(&self) -> bool {
        self.ignores_case
    }

    /// Returns whether an engine may take long for few bytes.
    pub fn is_slow(&self) -> bool {
        self.window < MIN_SMALL_WINDOW_BYTES
    }

    /// Returns the overlap of consecutive windows in bytes, and whether it suffices for a match of
    /// any length.
    pub fn overlap(&self) -> (usize, bool) {
        let max = self.window / 2;
        (
            self.max_length.unwrap_or(max).min(max),
            self.max_length.is_some_and(|length| length <= max),
        )
    }

    /// Returns the first match in a line that is longer than a window, or a range that has it.
    /// `None` if that would take too long.
    pub fn find_in_long_line(
        &self,
        text: &[u8],
        line: Range<usize>,
    ) -> Option<Option<Range<usize>>> {
        let is_without = |required: &Required| {
            text.get(line.clone()).is_none_or(|line| required.find(line).is_none())
        };
        if self.required.as_ref().is_some_and(is_without) {
            return Some(None);
        }
        self.whole_lines.find((MAX_COMPILED_BYTES, CACHE_BYTES), text, line)
    }

    /// Returns the first match in a range of the haystack. The bytes around the range determine
    /// line and word boundaries.
    pub fn find(&self, text: &[u8], range: Range<usize>) -> Option<Range<usize>> {
        match &self.required {
            Some(required) if self.close.get() < MANY_CLOSE => {
                self.find_with_prefilter(required, text, range)
            }
            required => {
                let (from, length) = (range.start, required.as_ref().map_or(0, Required::longest));
                let close =
                    required.as_ref().and_then(|all| all.find_close(text.get(range.clone())?));
                let found = match close {
                    Some(at) => at.map(|at| from + at..from + at + length),
                    None => self.find_by_engine(text, range),
                };
                if found.as_ref().is_none_or(|found| found.start - from >= CLOSE) {
                    self.close.set(0);
                }
                found
            }
        }
    }

    /// Same, with the required literals as a prefilter.
    fn find_with_prefilter(
        &self,
        required: &Required,
        text: &[u8],
        mut range: Range<usize>,
    ) -> Option<Range<usize>> {
        loop {
            let away = required.find(text.get(range.clone())?)?;
            self.close.update(|close| if away < CLOSE { close + 1 } else { 0 });
            let at = range.start + away;
            if let Some(length) = required.whole_length() {
                return Some(at..at + length);
            }
            // A match that contains the literal lies in its line.
            let start = start_of_line(text, at).max(range.start);
            let end = end_of_line(text, at, range.end);
            if let found @ Some(_) = self.find_by_engine(text, start..end) {
                return found;
            }
            range.start = end;
        }
    }

    /// Same, with the engine alone.
    pub fn find_by_engine(&self, text: &[u8], range: Range<usize>) -> Option<Range<usize>> {
        let input = Input::new(text).span(range);
        self.regex
            .search_with(&mut self.cache.borrow_mut(), &input)
            .map(|found: Match| found.range())
    }

    /// Returns up to `max` matches in a line. An empty match counts neither directly after another
    /// match nor inside a character.
    pub fn find_all(&self, line: &[u8], max: usize) -> Vec<Range<usize>> {
        self.find_all_in(line, 0..line.len(), max, Deadline::NEVER)
    }

    /// Same, from an offset, within one window, and in time: all but the first.
    pub fn find_all_from(
        &self,
        line: &[u8],
        from: usize,
        max: usize,
        deadline: Deadline<'_>,
    ) -> Vec<Range<usize>> {
        let end = line.len().min(from.saturating_add(self.window));
        self.find_all_in(line, from..end, max, deadline)
    }

    fn find_all_in(
        &self,
        line: &[u8],
        Range { start: mut at, end }: Range<usize>,
        max: usize,
        deadline: Deadline<'_>,
    ) -> Vec<Range<usize>> {
        let mut found = Vec::<Range<usize>>::new();
        let is_late = || self.is_slow() && deadline.has_passed();
        while found.len() < max && at <= end && (found.is_empty() || !is_late()) {
            let Some(range) = self.find(line, at..end) else { break };
            at = if range.is_empty() { range.end + 1 } else { range.end };
            let is_behind = found.last().is_some_and(|last| last.end == range.end);
            let is_inside = line.get(range.end).is_some_and(|byte| byte & 0xc0 == 0x80);
            if !range.is_empty() || !is_behind && !is_inside {
                found.push(range);
            }
        }
        found
    }
}

/// Returns the start of the line that contains an offset.
pub(crate) fn start_of_line(text: &[u8], at: usize) -> usize {
    let before = text.get(..at).unwrap_or_default();
    memrchr(b'\n', before).map_or(0, |at| at + 1)
}

/// Returns the end of the line that contains an offset, after its line feed, in a haystack that
/// ends at `end`.
pub(crate) fn end_of_line(text: &[u8], at: usize, end: usize) -> usize {
    let rest = text.get(at..end).unwrap_or_default();
    memchr(b'\n', rest).map_or(end, |place| at + place + 1)
}

fn syntax_error(
    pattern: &str,
    kind: &impl ToString,
    span: &ast::Span,
    report: &impl ToString,
) -> PatternError {
    let (before, text) = pattern.split_at_checked(span.start.offset).unwrap_or((pattern, ""));
    let length = span.end.offset - span.start.offset;
    PatternError::Syntax {
        reason: kind.to_string(),
        at: before.chars().count() as u64 + 1,
        text: text.get(..length).unwrap_or(text).into(),
        pattern: pattern.into(),
        report: report.to_string(),
    }
}

/// Returns whether a part of an expression can match only a NUL.
fn needs_nul(hir: &Hir) -> bool {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => false,
        HirKind::Literal(literal) => literal.0.contains(&0),
        HirKind::Class(class) => class.literal().is_some_and(|literal| *literal == [0]),
        HirKind::Repetition(repetition) => needs_nul(&repetition.sub),
        HirKind::Capture(capture) => needs_nul(&capture.sub),
        HirKind::Concat(parts) | HirKind::Alternation(parts) => parts.iter().any(needs_nul),
    }
}

/// Restricts an expression to matches within a line, except for its blanks if they may span lines.
fn within_line(hir: Hir, ends: LineEnds, spans_lines: bool) -> Result<Hir, PatternError> {
    let within_line = |hir| within_line(hir, ends, spans_lines);
    let all = |parts: Vec<Hir>| parts.into_iter().map(within_line).collect::<Result<Vec<_>, _>>();
    Ok(match hir.into_kind() {
        HirKind::Empty => Hir::empty(),
        HirKind::Literal(literal) if literal.0.contains(&b'\n') && !spans_lines => {
            return Err(PatternError::LineFeed);
        }
        HirKind::Literal(literal) => Hir::literal(literal.0),
        HirKind::Class(mut class) => {
            match &mut class {
                Class::Unicode(class) if spans_lines && is_blank(class) => {}
                Class::Unicode(class) => class.difference(&line_feed()),
                Class::Bytes(class) => {
                    let line_feed = line_feed().to_byte_class();
                    line_feed.iter().for_each(|line_feed| class.difference(line_feed));
                }
            }
            Hir::class(class)
        }
        HirKind::Look(look) => Hir::look(match look {
            Look::Start => Look::StartLF,
            Look::End if ends == LineEnds::Lf => Look::EndLF,
            Look::StartCRLF if ends == LineEnds::LfOrCrLf => Look::StartLF,
            Look::End | Look::EndLF if ends == LineEnds::LfOrCrLf => Look::EndCRLF,
            other => other,
        }),
        HirKind::Repetition(Repetition { min, max, greedy, sub }) => {
            let sub = Box::new(within_line(*sub)?);
            Hir::repetition(Repetition { min, max, greedy, sub })
        }
        HirKind::Capture(capture) => within_line(*capture.sub)?,
        HirKind::Concat(parts) => Hir::concat(all(parts)?),
        HirKind::Alternation(parts) => Hir::alternation(all(parts)?),
    })
}

/// Returns whether a class is `\s`, or has the line feed and nothing after the last blank.
fn is_blank(class: &ClassUnicode) -> bool {
    let has_line_feed = class.iter().any(|range| (range.start()..=range.end()).contains(&'\n'));
    has_line_feed && class.ranges().last().is_some_and(|last| last.end() <= '\u{3000}')
}

fn line_feed() -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new('\n', '\n')])
}

/// Whether an expression has literal letters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Letters {
    any: bool,
    upper: bool,
}

impl Letters {
    fn of(ast: &Ast) -> Self {
        let Ok(letters) = ast::visit(ast, Self::default());
        letters
    }

    fn add(&mut self, literal: &ast::Literal) {
        self.any = true;
        self.upper |= literal.c.is_uppercase();
    }
}

impl Visitor for Letters {
    type Output = Self;
    type Err = std::convert::Infallible;

    fn finish(self) -> Result<Self, Self::Err> {
        Ok(self)
    }

    fn visit_pre(&mut self, ast: &Ast) -> Result<(), Self::Err> {
        if let Ast::Literal(literal) = ast {
            self.add(literal);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), Self::Err> {
        match item {
            ClassSetItem::Literal(literal) => self.add(literal),
            ClassSetItem::Range(range) => {
                self.add(&range.start);
                self.add(&range.end);
            }
            _ => {}
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
