//! Page headers and footers: each text once, after its sheet, its slide or the document.

use crate::error::Outcome;
use crate::markdown::{clean, one_line};
use crate::scripts::Script;
use crate::writer::{PageHeaders, Writer};
use readroom_pdf::marks::{BEGIN, END, escaped, marked};

/// The number of a page, or of all pages.
pub(crate) const NUMBER: char = '#';

/// The maximum number of page headers and footers that are read.
const MAX_HEADERS: usize = 1000;

/// Words that say nothing next to the number of a page.
const WORDS: &str = " page pages pg p of seite s von página pagina pág pag página de di sur \
    sida av side strona z страница стр из sayfa 第 页 頁 共 ページ ";

impl Writer {
    /// Keeps the text of a page header or footer, as [`Self::labelled`] does.
    pub(crate) fn page_header(&mut self, is_footer: bool, text: &str, is_hidden: bool) -> Outcome {
        self.labelled(if is_footer { "Footer" } else { "Header" }, text, is_hidden).map(drop)
    }

    /// Keeps text of several pages with a label, unless it is known or only numbers pages. Returns
    /// whether it is kept.
    pub(crate) fn labelled(&mut self, label: &str, text: &str, is_hidden: bool) -> Outcome<bool> {
        let mut shown = String::new();
        for part in text.split(['\n', '\t']) {
            // A cell may be empty.
            let part = one_line(part.trim_matches(['|', ' ']));
            // No part may be lost between two marks.
            if says(&part) || text.contains("[hidden:") && !part.is_empty() {
                shown.push_str(if shown.is_empty() { "" } else { " | " });
                shown.push_str(&part);
            }
        }
        let PageHeaders { known, lines } = &mut self.page_headers;
        if shown.is_empty() || known.contains(&shown) {
            return Ok(false);
        }
        lines.extend([label, ": "]);
        if is_hidden {
            self.facts.unseen.texts += 1;
            lines.push_str(&marked(&format!("{BEGIN}{shown}{END}"), &mut false));
        } else {
            lines.push_str(&shown);
        }
        lines.push('\n');
        let length = 2 * shown.len() + 64;
        known.push(shown);
        self.facts.page_headers += 1;
        self.take(length).map(|()| true)
    }

    /// Keeps the page header or footer of a sheet, which is a code such as
    /// `&L&"Arial,Bold"Plan&RPage &P`.
    pub(crate) fn sheet_header(&mut self, is_footer: bool, code: &str, is_hidden: bool) -> Outcome {
        let text = of_code(code);
        self.page_header(is_footer, &escaped(&clean(&text)), is_hidden)
    }

    /// Writes the kept texts.
    pub(crate) fn write_page_headers(&mut self) -> Outcome {
        let lines = std::mem::take(&mut self.page_headers.lines);
        if !lines.is_empty() {
            self.blank_line();
        }
        self.raw(&lines)
    }
}

/// Returns whether a text says more than the number of a page.
fn says(text: &str) -> bool {
    let mut words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    let is_numbered = text.contains(NUMBER);
    words.any(|word| !is_numbered || !WORDS.contains(&format!(" {} ", word.to_lowercase())))
}

/// Returns the text of a code, whose sections are lines. Dates and names of files are left out.
fn of_code(code: &str) -> String {
    let (mut text, mut rest) = (String::new(), code);
    // The place of the text that begins at an offset.
    let (mut script, mut start) = (Script::Normal, 0);
    while !rest.is_empty() {
        let (before, after) = rest.split_once('&').unwrap_or((rest, ""));
        text.push_str(before);
        let kind = after.chars().next().unwrap_or('X');
        rest = after.strip_prefix(kind).unwrap_or_default();
        if matches!(kind, 'X' | 'Y' | 'L' | 'C' | 'R') {
            let parts = text.split_at_checked(start).unwrap_or_default();
            let next = rest.chars().next().filter(|_| matches!(kind, 'X' | 'Y'));
            if let Some(written) = script.write(parts.0, parts.1, next) {
                text.truncate(start);
                text.push_str(&written);
            }
            start = text.len();
        }
        match kind {
            'L' | 'C' | 'R' => {
                text.push('\n');
                script = Script::Normal;
            }
            // Each begins and ends it.
            'X' | 'Y' => {
                let other = if kind == 'X' { Script::Raised } else { Script::Lowered };
                script = if script == other { Script::Normal } else { other };
            }
            'P' | 'N' => {
                text.push(NUMBER);
                // A number may be added to it.
                let added = rest.strip_prefix(['+', '-']).unwrap_or(rest);
                let after = added.trim_start_matches(|c: char| c.is_ascii_digit());
                rest = if after.len() < added.len() { after } else { rest };
            }
            '&' => text.push('&'),
            // A font, its size, a color.
            '"' => rest = rest.split_once('"').map_or("", |(_, rest)| rest),
            '0'..='9' => rest = rest.trim_start_matches(|c: char| c.is_ascii_digit()),
            // The name of a code, which some programs leave there.
            '[' => {
                let (name, after) = rest.split_once(']').unwrap_or(("", rest));
                text.extend(name.starts_with("Page").then_some(NUMBER));
                rest = after;
            }
            'K' => rest = rest.get(6..).unwrap_or_default(),
            _ => {}
        }
    }
    text
}

/// The pages of a section that a header is for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pages {
    All,
    Even,
    First,
}

/// The part or the text of a page header or footer, whether it is a footer, and its pages.
type Header = (String, bool, Pages);

/// The page headers and footers of the sections of a text.
#[derive(Default)]
pub(crate) struct SectionHeaders {
    all: Vec<Header>,
    /// Whether even pages, and the first one, have other headers.
    pub(crate) has_even: bool,
    pub(crate) has_first: bool,
}

impl SectionHeaders {
    pub(crate) fn add(&mut self, header: Header, writer: &mut Writer) -> Outcome {
        if self.all.len() == MAX_HEADERS {
            writer.facts.left_out.headers_and_footers += 1;
        } else if !self.all.contains(&header) {
            writer.take(header.0.len())?;
            self.all.push(header);
        }
        Ok(())
    }

    /// Writes them, once all are known.
    pub(crate) fn write(&mut self, writer: &mut Writer) -> Outcome {
        for (text, is_footer, is_hidden) in self.take() {
            writer.page_header(is_footer, &text, is_hidden)?;
        }
        Ok(())
    }

    /// Takes them, first those of pages that there are; the others are hidden, as the last
    /// component says.
    pub(crate) fn take(&mut self) -> Vec<(String, bool, bool)> {
        let mut headers = Vec::new();
        for is_hidden in [false, true] {
            for (header, is_footer, pages) in &mut self.all {
                let has_pages = match pages {
                    Pages::All => true,
                    Pages::Even => self.has_even,
                    Pages::First => self.has_first,
                };
                if has_pages != is_hidden {
                    headers.push((std::mem::take(header), *is_footer, is_hidden));
                }
            }
        }
        headers
    }
}
