//! Text of which the beginning and the end are kept, without color sequences.

use crate::limits::Mask;
use std::collections::VecDeque;

/// Text whose first and last characters are kept and whose others are counted. Escape sequences
/// that start with a CSI (`ESC [`), which kernels use to color tracebacks and programs their
/// output, are dropped and not counted.
#[derive(Clone)]
pub(crate) struct Clip {
    /// The lines that have ended.
    lines: Ends,
    /// The current line.
    line: Ends,
    returns: Returns,
    state: State,
    /// Whether the last character was a CR that may overwrite the current line.
    returned: bool,
    /// Whether the first line was overwritten, and with it the text before.
    overwrote: bool,
    /// Whether the first of these characters is a line feed.
    broke: bool,
    /// Whether there was any character other than an overwriting CR.
    begun: bool,
}

/// The effect of a CR.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Returns {
    /// It is a character.
    Stay,
    /// The text after it overwrites the line, as in progress bars. A CR before a line feed is
    /// dropped.
    Overwrite,
}

/// The position in an escape sequence, which may span pieces.
#[derive(Clone)]
enum State {
    Text,
    Escape,
    Sequence,
}

#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Clipped {
    pub(crate) text: String,
    /// The number of characters left out in the middle; a line of the text states it.
    pub(crate) left_out: u64,
}

impl Clip {
    pub(crate) fn new(most: usize, returns: Returns) -> Self {
        Self {
            lines: Ends::new(most),
            line: Ends::new(most),
            returns,
            state: State::Text,
            returned: false,
            overwrote: false,
            broke: false,
            begun: false,
        }
    }

    pub(crate) fn push(&mut self, mut text: &str) {
        while !text.is_empty() {
            match self.state {
                State::Text => {
                    let end = memchr::memchr3(b'\x1b', b'\r', b'\n', text.as_bytes());
                    let (plain, rest) =
                        text.split_at_checked(end.unwrap_or(text.len())).unwrap_or_default();
                    self.keep(plain);
                    text = rest;
                    match rest.bytes().next() {
                        Some(b'\x1b') => self.state = State::Escape,
                        Some(b'\r') => self.turn(),
                        Some(_) => self.end_line(),
                        None => return,
                    }
                    text = text.get(1..).unwrap_or_default();
                }
                State::Escape => match text.strip_prefix('[') {
                    Some(rest) => {
                        self.state = State::Sequence;
                        text = rest;
                    }
                    None => {
                        // Another sequence, or none: it is kept.
                        self.keep("\u{1b}");
                        self.state = State::Text;
                    }
                },
                State::Sequence => {
                    // Parameters and intermediate bytes, and the final byte.
                    text = text.trim_start_matches(|character| matches!(character, ' '..='?'));
                    let Some(last) = text.chars().next() else { return };
                    if matches!(last, '@'..='~') {
                        text = text.get(1..).unwrap_or_default();
                    }
                    self.state = State::Text;
                }
            }
        }
    }

    /// Appends another text, which was clipped on its own.
    pub(crate) fn append(&mut self, mut other: Self) {
        other.end_escape();
        self.end_escape();
        if !other.begun {
            self.returned |= other.returned;
            return;
        }
        let overwrites = other.overwrote || std::mem::take(&mut self.returned) && !other.broke;
        if overwrites {
            self.overwrite();
        }
        if other.lines.is_empty() {
            self.line.append(&other.line);
        } else {
            self.lines.append(&self.line);
            self.lines.append(&other.lines);
            self.line = other.line;
        }
        self.returned = other.returned;
        self.broke |= !self.begun && other.broke;
        self.begun = true;
    }

    pub(crate) fn is_empty(&self) -> bool {
        !self.begun
    }

    /// Takes text without an ESC, a CR or a line feed.
    fn keep(&mut self, text: &str) {
        if text.is_empty() {
            return;
        }
        if std::mem::take(&mut self.returned) {
            self.overwrite();
        }
        self.begun = true;
        self.line.push(text);
    }

    fn overwrite(&mut self) {
        self.overwrote |= self.lines.is_empty();
        self.line.clear();
    }

    fn turn(&mut self) {
        match self.returns {
            Returns::Stay => self.keep("\r"),
            Returns::Overwrite => self.returned = true,
        }
    }

    fn end_line(&mut self) {
        self.broke |= !self.begun;
        self.begun = true;
        self.returned = false;
        self.line.push("\n");
        self.lines.append(&self.line);
        self.line.clear();
    }

    fn end_escape(&mut self) {
        if matches!(std::mem::replace(&mut self.state, State::Text), State::Escape) {
            self.keep("\u{1b}");
        }
    }

    pub(crate) fn finish(self) -> Clipped {
        self.ends().finish()
    }

    /// Same, masked, with at most `most` characters of it.
    pub(crate) fn finish_masked(self, mask: Mask<'_>, most: usize) -> Clipped {
        let Ends { head, tail, left_out, .. } = self.ends();
        let tail: String = tail.into_iter().collect();
        let mut kept = Ends::new(most);
        if left_out == 0 {
            kept.push(&mask(head + &tail, false));
        } else {
            kept.push(&mask(head, false));
            kept.leave_out(left_out);
            kept.push(&mask(tail, true));
        }
        kept.finish()
    }

    fn ends(mut self) -> Ends {
        self.end_escape();
        self.lines.append(&self.line);
        self.lines
    }
}

/// The two ends of a text.
#[derive(Clone)]
struct Ends {
    head: String,
    /// The number of characters that the head can still take.
    room: usize,
    tail: VecDeque<char>,
    /// The maximum number of characters of the tail.
    most: usize,
    /// The number of characters between them.
    left_out: u64,
    whole: usize,
}

impl Ends {
    fn new(most: usize) -> Self {
        let tail = most / 2;
        Self {
            head: String::new(),
            room: most - tail,
            tail: VecDeque::new(),
            most: tail,
            left_out: 0,
            whole: most - tail,
        }
    }

    fn is_empty(&self) -> bool {
        self.head.is_empty() && self.tail.is_empty() && self.left_out == 0
    }

    fn clear(&mut self) {
        self.head.clear();
        self.tail.clear();
        (self.room, self.left_out) = (self.whole, 0);
    }

    fn push(&mut self, text: &str) {
        let mut rest = text;
        if self.room > 0 {
            let end = text.char_indices().nth(self.room).map(|(at, _)| at);
            let (head, after) =
                text.split_at_checked(end.unwrap_or(text.len())).unwrap_or_default();
            self.head.push_str(head);
            self.room = if end.is_some() { 0 } else { self.room - head.chars().count() };
            rest = after;
        }
        let count = rest.chars().count();
        let begin = count.saturating_sub(self.most);
        let over = (self.tail.len() + count - begin).saturating_sub(self.most);
        self.tail.drain(..over);
        self.left_out += (over + begin) as u64;
        let at = if begin == 0 {
            0
        } else {
            let last = self.most.checked_sub(1);
            last.and_then(|last| rest.char_indices().nth_back(last))
                .map_or(rest.len(), |(at, _)| at)
        };
        self.tail.extend(rest.get(at..).unwrap_or_default().chars());
    }

    fn append(&mut self, other: &Self) {
        self.push(&other.head);
        if other.left_out > 0 {
            self.leave_out(other.left_out);
        }
        let tail: String = other.tail.iter().collect();
        self.push(&tail);
    }

    /// Leaves out characters after everything pushed so far, and with them the current tail.
    fn leave_out(&mut self, characters: u64) {
        self.left_out += self.tail.len() as u64 + characters;
        self.tail.clear();
        self.room = 0;
    }

    fn finish(self) -> Clipped {
        let Self { head: mut text, tail, left_out, .. } = self;
        if left_out > 0 {
            if !text.is_empty() && !text.ends_with('\n') {
                text.push('\n');
            }
            let s = if left_out == 1 { "" } else { "s" };
            text.push_str(&format!("[{left_out} character{s} left out]\n"));
        }
        text.extend(tail);
        Clipped { text, left_out }
    }
}

#[cfg(test)]
mod tests;
