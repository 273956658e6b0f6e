//! Headings of a Markdown file.

use super::entry_budget::EntryBudget;
use super::heading_levels::HeadingLevels;
use super::indentation::Line;
use super::language::Language;
use readroom_core::LineNumber;

/// Finds headings, with `#` and underlined, outside of fenced code and front matter.
#[derive(Debug)]
pub(super) struct MarkdownHeadings {
    levels: HeadingLevels,
    state: MarkdownState,
    /// The previous line, if an underline would make it a heading.
    before: Option<(LineNumber, String)>,
}

/// The number of heading levels.
const MARKS: usize = 6;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum MarkdownState {
    /// Before the first line.
    Beginning,
    Text,
    /// In front matter: between `---` and `---` at the beginning.
    Settings,
    /// In a comment.
    Comment,
    /// In fenced code: the fence character, and the minimum length of a closing fence.
    Code(char, usize),
}

impl MarkdownHeadings {
    pub(super) fn new() -> Self {
        Self { levels: HeadingLevels::new(), state: MarkdownState::Beginning, before: None }
    }

    pub(super) fn add(&mut self, line: &Line<'_>, kept: &mut EntryBudget) {
        let text = line.text;
        let before = self.before.take();
        match self.state {
            MarkdownState::Beginning if text == "---" => self.state = MarkdownState::Settings,
            MarkdownState::Beginning | MarkdownState::Text => {
                self.state = MarkdownState::Text;
                self.add_text(line, before, kept);
            }
            MarkdownState::Settings if matches!(text, "---" | "...") => {
                self.state = MarkdownState::Text
            }
            MarkdownState::Code(fence, min) if ends_code(text, fence, min) => {
                self.state = MarkdownState::Text
            }
            MarkdownState::Comment if text.contains("-->") => self.state = MarkdownState::Text,
            MarkdownState::Settings | MarkdownState::Code(..) | MarkdownState::Comment => {}
        }
        self.levels.pass(line, Language::Markdown);
    }

    fn add_text(
        &mut self,
        line: &Line<'_>,
        before: Option<(LineNumber, String)>,
        kept: &mut EntryBudget,
    ) {
        // Four columns of indentation are code.
        let Some(0..4) = line.indentation else { return };
        let text = line.text;
        if let Some((fence, count)) = fence(text) {
            self.state = MarkdownState::Code(fence, count);
        } else if text.starts_with("<!--") && !text.contains("-->") {
            self.state = MarkdownState::Comment;
        } else if let Some(level) = level(text) {
            self.levels.begin(level, (line.number, text), 0, kept);
        } else if let (Some(level), Some((number, text))) = (underline(text), &before)
            && line.indentation < Some(2)
        {
            // A deeper one is in an item of a list.
            self.levels.begin(level, (*number, text), 1, kept);
        } else if !text.starts_with(['>', '|', '-', '*', '+', '=', '<', '[']) {
            self.before = Some((line.number, text.into()));
        }
    }

    pub(super) fn end(&mut self, kept: &mut EntryBudget) {
        self.levels.end(kept);
    }
}

/// Returns the level of a heading, from 0.
fn level(text: &str) -> Option<usize> {
    let rest = text.trim_start_matches('#');
    let marks = text.len() - rest.len();
    let heading =
        (1..=MARKS).contains(&marks) && (rest.is_empty() || rest.starts_with([' ', '\t']));
    heading.then(|| marks - 1)
}

/// Returns the level of the heading that a line underlines.
fn underline(text: &str) -> Option<usize> {
    let all = |mark| text.len() >= 2 && text.chars().all(|c| c == mark);
    if all('=') { Some(0) } else { all('-').then_some(1) }
}

/// Returns the character and the length of a fence.
fn fence(text: &str) -> Option<(char, usize)> {
    let mark = text.chars().next().filter(|mark| matches!(mark, '`' | '~'))?;
    let rest = text.trim_start_matches(mark);
    let count = text.len() - rest.len();
    (count >= 3 && !(mark == '`' && rest.contains('`'))).then_some((mark, count))
}

fn ends_code(text: &str, mark: char, min: usize) -> bool {
    text.len() >= min && text.chars().all(|c| c == mark)
}
