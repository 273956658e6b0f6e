//! A file with its definitions, and the lines that belong to a match in it.

use crate::block_window::MAX_BLOCK_LINES;
use readroom_core::LineNumber;
use readroom_matcher::{Context, Deadline, LineStart, Matcher, Searcher};
use readroom_structure::{BlockFinder, BlockSpan, Definition, definitions, first_line};
use readroom_types::Siblings;
use std::ops::{ControlFlow, RangeInclusive};

/// The maximum number of lines of a type that a field or a key is shown with.
const MAX_SHARED_LINES: u64 = 40;

/// The maximum number of lines of a function's parameters after the first.
const MAX_PARAMETER_LINES: u64 = 16;

/// Returns whether a definition says more of a name that another one defines: `impl Walk`, or the
/// test `describe('walk'`.
pub(crate) fn is_secondary(line: &str) -> bool {
    let text = line.trim_start();
    let text = text.strip_prefix("unsafe ").unwrap_or(text);
    let (word, rest) = text.split_at(text.find(|c: char| !c.is_alphanumeric()).unwrap_or(0));
    let is_titled = || rest.trim_start_matches(['(', ' ']).starts_with(['"', '\'', '`']);
    match word {
        "impl" | "extension" | "defimpl" => true,
        "describe" | "it" | "test" | "suite" | "context" => is_titled(),
        _ => false,
    }
}

/// A file with its definitions.
pub(crate) struct FileStructure<'t> {
    /// The name of the file.
    pub(crate) name: &'t str,
    pub(crate) text: &'t str,
    /// The offset of each line.
    pub(crate) starts: Vec<u32>,
    /// In the order of their lines.
    pub(crate) definitions: Vec<Definition>,
    /// The index of the definition around each of them.
    outer: Vec<Option<usize>>,
}

impl<'t> FileStructure<'t> {
    pub(crate) fn of(name: &'t str, text: &'t str) -> Self {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes()).map(|end| end + 1);
        let starts = std::iter::once(0).chain(ends).filter(|start| *start < text.len());
        let starts = starts.filter_map(|start| u32::try_from(start).ok()).collect();
        let definitions = definitions(name, text);
        let (mut outer, mut open) = (Vec::with_capacity(definitions.len()), Vec::new());
        for (at, Definition { entry, .. }) in definitions.iter().enumerate() {
            while open.pop_if(|(_, last)| *last < entry.line).is_some() {}
            outer.push(open.last().map(|(at, _)| *at));
            open.push((at, entry.last));
        }
        Self { name, text, starts, definitions, outer }
    }

    /// Returns a line without its line feed.
    pub(crate) fn line(&self, number: u64) -> &'t str {
        let start = |number: u64| {
            let at = usize::try_from(number.checked_sub(1)?).ok()?;
            self.starts.get(at).and_then(|start| usize::try_from(*start).ok())
        };
        let end = start(number + 1).unwrap_or(self.text.len());
        let line = start(number).and_then(|start| self.text.get(start..end)).unwrap_or_default();
        line.strip_suffix('\n').unwrap_or(line)
    }

    /// Passes the numbers of the lines with a match. Returns whether the time was up before the
    /// end.
    pub(crate) fn each_match(
        &self,
        matcher: &Matcher,
        deadline: Deadline<'_>,
        take: &mut dyn FnMut(u64),
    ) -> bool {
        let searcher = Searcher::new(matcher, Context::default(), LineStart::FIRST);
        let mut searcher = searcher.until(deadline);
        for piece in [self.text.as_bytes(), b""] {
            let _ = searcher.push(piece, &mut |line| {
                take(line.number);
                ControlFlow::Continue(())
            });
        }
        searcher.position().offset < self.text.len() as u64
    }

    /// Returns the number of definitions up to a line.
    fn count_until(&self, number: u64) -> usize {
        self.definitions.partition_point(|definition| definition.entry.line.get() <= number)
    }

    /// Returns the definitions that a line is in, the innermost first.
    fn all_around(&self, number: u64) -> impl Iterator<Item = &Definition> {
        let last = self.count_until(number).checked_sub(1);
        let outer = |at: &usize| self.outer.get(*at).copied().flatten();
        let around = std::iter::successors(last, outer).filter_map(|at| self.definitions.get(at));
        around.filter(move |outer| number <= outer.entry.last.get())
    }

    /// Returns the innermost definition that a line is in.
    pub(crate) fn around(&self, number: u64) -> Option<&Definition> {
        self.all_around(number).next()
    }

    /// Returns the definition that a comment or an attribute is directly above of.
    fn below(&self, number: u64) -> Option<&Definition> {
        let next = self.definitions.get(self.count_until(number))?;
        (self.first_line(next) <= number).then_some(next)
    }

    /// Returns the first line of a definition, of the comments and attributes above it.
    fn first_line(&self, definition: &Definition) -> u64 {
        first_line(definition, self.name, &|number| self.line(number)).get()
    }

    /// Returns the lines that a match is shown with, where that is not its block: some before and
    /// after it, and all parameters of a function.
    pub(crate) fn lines_of(
        &self,
        number: u64,
        definition: Option<usize>,
        context: Context,
    ) -> RangeInclusive<u64> {
        let definition = definition.and_then(|at| self.definitions.get(at));
        let last = definition.map_or(number, |definition| self.end_of_parameters(definition));
        let first = number.saturating_sub(context.before as u64).max(1);
        first..=last.saturating_add(context.after as u64)
    }

    /// Returns the line in which the parameters of a definition end, if it has some and they are
    /// not too long, or else its own line.
    fn end_of_parameters(&self, Definition { entry, name, .. }: &Definition) -> u64 {
        let first = entry.line.get();
        let mut open = 0;
        for number in first..=entry.last.get().min(first + MAX_PARAMETER_LINES) {
            let mut text = self.line(number);
            if number == first {
                text = text.trim_start().get(name.end..).unwrap_or_default();
                if !text.starts_with(['(', '<']) {
                    return first;
                }
            }
            open += text.matches('(').count() as i64 - text.matches(')').count() as i64;
            if open <= 0 {
                return number;
            }
        }
        first
    }

    /// Returns the lines of the block of a line.
    pub(crate) fn block(&self, number: u64, definition: Option<usize>) -> RangeInclusive<u64> {
        let own = definition.and_then(|at| self.definitions.get(at));
        if own.is_some_and(|own| is_secondary(&own.entry.text)) {
            return number..=number;
        }
        // A field or a key is shown with the others in its type, if they fit.
        let is_block = |outer: &&Definition| {
            let lines = outer.entry.last.get() - outer.entry.line.get();
            (1..MAX_SHARED_LINES).contains(&lines)
        };
        let around = || match self.around(number)? {
            one if one.entry.line == one.entry.last => {
                self.all_around(number).find(is_block).or(Some(one))
            }
            one => Some(one),
        };
        match own.or_else(|| self.below(number)).or_else(around) {
            Some(definition) => {
                let (first, last) = (self.first_line(definition), definition.entry.last.get());
                let is_short = own.is_some() || last.saturating_sub(first) < MAX_BLOCK_LINES;
                let inner = if is_short { None } else { self.statement(number) };
                inner
                    .filter(|inner| {
                        definition.entry.line.get() < *inner.start() && *inner.end() <= last
                    })
                    .unwrap_or(first..=last.max(number))
            }
            None if is_import(self.line(number)) => number..=number,
            None => {
                let is_blank = |number: &u64| self.line(*number).trim().is_empty();
                let total = self.starts.len() as u64;
                let above = (1..number).rev().take_while(|line| !is_blank(line)).last();
                let below = (number + 1..=total).take_while(|line| !is_blank(line)).last();
                above.unwrap_or(number)..=below.unwrap_or(number)
            }
        }
    }

    /// Returns the block of a line in a long definition, by indentation.
    fn statement(&self, number: u64) -> Option<RangeInclusive<u64>> {
        let line = LineNumber::new(number)?;
        let mut finder = BlockFinder::new(self.name, line, 0, Siblings::Excluded);
        finder.push(self.text);
        let BlockSpan { first, last, .. } = finder.finish().ok()?;
        Some(first.get()..=last.get())
    }
}

/// Returns whether a line imports names: the lines around it import others.
fn is_import(line: &str) -> bool {
    let words = ["use ", "using ", "import ", "from ", "#include "];
    words.iter().any(|word| line.trim_start().starts_with(word))
}
