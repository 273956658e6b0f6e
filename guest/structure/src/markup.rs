//! Headings in markup languages other than Markdown, in their usual forms.

use super::entry_budget::EntryBudget;
use super::heading_levels::{HeadingLevels, LEVELS};
use super::indentation::Line;
use super::language::{Language, Markup};
use readroom_core::LineNumber;

/// Finds headings outside of literal blocks.
#[derive(Debug)]
pub(super) struct MarkupHeadings {
    markup: Markup,
    levels: HeadingLevels,
    /// The end of the open literal block.
    block: Option<BlockEnd>,
    /// The previous line, if an underline would make it a heading.
    title: Option<Title>,
    /// The character of the previous line, if it consists of one.
    rule: Option<Rule>,
    /// The kinds of underlines so far: the character, and whether there is an overline, too.
    underlines: Vec<(char, bool)>,
}

/// A line that an underline would make a heading.
#[derive(Debug)]
struct Title {
    line: LineNumber,
    text: String,
    /// Its overline.
    over: Option<Rule>,
}

/// A line of one character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Rule {
    mark: char,
    length: usize,
}

/// How a literal block ends.
#[derive(Clone, Debug, PartialEq, Eq)]
enum BlockEnd {
    /// With a line like its first.
    Line(String),
    /// With a line that contains this.
    Containing(&'static str),
}

impl MarkupHeadings {
    pub(super) fn new(markup: Markup) -> Self {
        Self {
            markup,
            levels: HeadingLevels::new(),
            block: None,
            title: None,
            rule: None,
            underlines: Vec::new(),
        }
    }

    pub(super) fn add(&mut self, line: &Line<'_>, kept: &mut EntryBudget) {
        let (title, rule) = (self.title.take(), self.rule.take());
        match &self.block {
            Some(block) if block.is_ended_by(line.text) => self.block = None,
            Some(_) => {}
            None if self.markup == Markup::Rst => self.add_underlined(line, title, rule, kept),
            None => match level(line, self.markup) {
                Some(level) => self.levels.begin(level, (line.number, line.text), 0, kept),
                None => self.block = block(line.text, self.markup),
            },
        }
        self.levels.pass(line, Language::Markup(self.markup));
    }

    pub(super) fn end(&mut self, kept: &mut EntryBudget) {
        self.levels.end(kept);
    }

    fn add_underlined(
        &mut self,
        line: &Line<'_>,
        title: Option<Title>,
        over: Option<Rule>,
        kept: &mut EntryBudget,
    ) {
        let Some(rule) = rule(line) else {
            // A title with an overline may be indented.
            if line.indentation == Some(0) || line.indentation.is_some() && over.is_some() {
                self.title = Some(Title { line: line.number, text: line.text.into(), over });
            }
            return;
        };
        self.rule = Some(rule);
        let Some(Title { line, text, over }) = title else { return };
        if rule.length < text.chars().count() {
            return;
        }
        let over = over.is_some_and(|over| over == rule);
        let kind = (rule.mark, over);
        let level = self.underlines.iter().position(|known| *known == kind);
        let level = level.unwrap_or(self.underlines.len());
        if level >= LEVELS {
            return;
        }
        if level == self.underlines.len() {
            self.underlines.push(kind);
        }
        self.rule = None;
        self.levels.begin(level, (line, &text), if over { 2 } else { 1 }, kept);
    }
}

impl BlockEnd {
    fn is_ended_by(&self, text: &str) -> bool {
        match self {
            Self::Line(line) => line == text,
            Self::Containing(end) => {
                memchr::memchr(end.as_bytes().first().copied().unwrap_or_default(), text.as_bytes())
                    .is_some_and(|_| text.to_ascii_lowercase().contains(end))
            }
        }
    }
}

/// Returns the character and the length of a line of punctuation.
fn rule(line: &Line<'_>) -> Option<Rule> {
    let mark = line.text.chars().next().filter(char::is_ascii_punctuation)?;
    let is_rule = line.indentation == Some(0) && line.text.chars().all(|other| other == mark);
    let length = line.text.len();
    (is_rule && length >= 2).then_some(Rule { mark, length })
}

/// Returns the level of a heading, from 0.
fn level(line: &Line<'_>, markup: Markup) -> Option<usize> {
    let text = line.text;
    match markup {
        Markup::AsciiDoc => marked(line, '=', 6),
        Markup::Org => marked(line, '*', LEVELS),
        Markup::Latex => {
            const COMMANDS: &str =
                "part chapter section subsection subsubsection paragraph subparagraph";
            let command = text.strip_prefix('\\')?;
            let end = command.find(|c: char| !c.is_ascii_alphabetic())?;
            let (name, after) = command.split_at_checked(end)?;
            let is_titled = after.strip_prefix('*').unwrap_or(after).starts_with(['{', '[']);
            COMMANDS.split(' ').position(|command| command == name).filter(|_| is_titled)
        }
        Markup::Html => {
            let mut tags = memchr::memchr_iter(b'<', text.as_bytes());
            tags.find_map(|at| match *text.as_bytes().get(at + 1..at + 4)? {
                [b'h' | b'H', level @ b'1'..=b'6', b'>' | b' ' | b'\t'] => {
                    Some(usize::from(level - b'1'))
                }
                _ => None,
            })
        }
        Markup::Roff => {
            let level = match text.get(..3)? {
                ".SH" | ".Sh" => 0,
                ".SS" | ".Ss" => 1,
                // A row of a table declares nothing.
                ".It" if !text.contains(" Ta ") => 2,
                _ => return None,
            };
            (!title_of_roff(text).is_empty()).then_some(level)
        }
        Markup::Rst => None,
    }
}

/// Returns the title after a macro of a manual page, or the name that an item begins with.
pub(super) fn title_of_roff(text: &str) -> &str {
    let rest = text.get(3..).unwrap_or_default();
    if !rest.starts_with([' ', '\t']) {
        return "";
    }
    if !text.starts_with(".It") {
        return rest.trim().trim_matches('"');
    }
    // Macros such as `Sy` and `Fl` mark the words of an item.
    let is_macro = |word: &&str| matches!(word.as_bytes(), [b'A'..=b'Z', b'a'..=b'z']);
    rest.split_whitespace().find(|word| !is_macro(word)).unwrap_or_default()
}

/// Returns the level of a heading that begins with marks.
fn marked(line: &Line<'_>, mark: char, most: usize) -> Option<usize> {
    let rest = line.text.trim_start_matches(mark);
    let marks = line.text.len() - rest.len();
    let is_heading =
        line.indentation == Some(0) && rest.starts_with([' ', '\t']) && (1..=most).contains(&marks);
    is_heading.then(|| marks - 1)
}

/// Returns the end of the literal block that a line starts.
fn block(text: &str, markup: Markup) -> Option<BlockEnd> {
    let containing = |end| Some(BlockEnd::Containing(end));
    match markup {
        Markup::AsciiDoc => {
            let mark = text.chars().next()?;
            let is_fence = matches!(mark, '-' | '.' | '+' | '/') && text.len() >= 4
                || mark == '`' && text.len() >= 3;
            let is_whole = text.chars().all(|other| other == mark);
            (is_fence && is_whole).then(|| BlockEnd::Line(text.into()))
        }
        Markup::Org => {
            let text = text.to_ascii_lowercase();
            if text.starts_with("#+begin_src") {
                return containing("#+end_src");
            }
            if text.starts_with("#+begin_example") { containing("#+end_example") } else { None }
        }
        Markup::Latex => match text {
            _ if text.starts_with("\\begin{verbatim}") => containing("\\end{verbatim}"),
            _ if text.starts_with("\\begin{lstlisting}") => containing("\\end{lstlisting}"),
            _ if text.starts_with("\\begin{minted}") => containing("\\end{minted}"),
            _ => None,
        },
        Markup::Html => match text {
            _ if text.starts_with("<!--") && !text.contains("-->") => containing("-->"),
            _ if text.starts_with("<script") && !text.contains("</script") => {
                containing("</script")
            }
            _ => None,
        },
        Markup::Rst | Markup::Roff => None,
    }
}
