//! Globs as in the crate `globset`, which fd and ripgrep use: over bytes, with slashes only where
//! the pattern has them.
//!
//! A pattern is compiled to a list of steps, and a match keeps the set of current steps, like an
//! NFA. So its time is at most proportional to the product of both lengths, regardless of the
//! pattern.
//!
//! One file: a parser, the steps that it makes, and the matcher of these steps.

use std::fmt;

/// How an unclosed opening bracket is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unclosed {
    IsWrong,
    IsText,
}

/// Why a glob is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    UnclosedClass,
    UnclosedGroup,
    UnopenedGroup,
    Dangling,
    Range(char, char),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnclosedClass => f.write_str("unclosed character class; missing ']'"),
            Self::UnclosedGroup => {
                f.write_str("unclosed alternate group; missing '}' (maybe escape '{' with '[{]'?)")
            }
            Self::UnopenedGroup => {
                f.write_str("unopened alternate group; missing '{' (maybe escape '}' with '[}]'?)")
            }
            Self::Dangling => f.write_str("dangling '\\'"),
            Self::Range(first, last) => write!(f, "invalid range; '{first}' > '{last}'"),
        }
    }
}

/// A step of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// This byte.
    Byte(u8),
    /// Any byte but a slash.
    InName,
    /// Any bytes but slashes.
    Name,
    /// Any bytes.
    Anything,
    /// A byte of a class.
    Class(usize),
    /// An empty step: the match continues after it and there.
    Split(usize),
    /// An empty step: the match continues there.
    Jump(usize),
}

/// A class of bytes.
struct Class {
    members: [bool; 256],
    /// Whether the class is negated.
    is_negated: bool,
}

impl Class {
    fn has(&self, byte: u8) -> bool {
        self.lists(byte) != self.is_negated
    }

    fn lists(&self, byte: u8) -> bool {
        self.members.get(usize::from(byte)).copied().unwrap_or_default()
    }

    /// Adds the other case of each letter in the class.
    fn ignore_case(&mut self) {
        for lower in b'a'..=b'z' {
            let cases = [lower, lower.to_ascii_uppercase()];
            if cases.iter().any(|case| self.lists(*case)) {
                for case in cases {
                    self.add(case, case);
                }
            }
        }
    }

    fn add(&mut self, first: u8, last: u8) {
        let members = self.members.iter_mut().take(usize::from(last) + 1);
        members.skip(first.into()).for_each(|member| *member = true);
    }

    /// Returns whether an end of one of its ranges is an upper-case letter.
    fn has_upper_end(&self) -> bool {
        let is_in = |byte: Option<u8>| byte.is_some_and(|byte| self.has(byte));
        (0..=u8::MAX).any(|byte| {
            let is_end = !is_in(byte.checked_sub(1)) || !is_in(byte.checked_add(1));
            self.has(byte) && is_end && char::from(byte).is_uppercase()
        })
    }
}

pub(super) struct Glob {
    steps: Vec<Step>,
    classes: Vec<Class>,
    /// The literal suffix of each match.
    end: Vec<u8>,
    /// Whether it is the whole pattern after `**/`: a name, or the last names of a path.
    is_name: bool,
    ignores_case: bool,
}

impl Glob {
    /// Compiles a glob.
    pub(super) fn new(pattern: &str, unclosed: Unclosed) -> Result<Self, Fault> {
        let parser = Parser {
            characters: pattern.chars().collect(),
            at: 0,
            unclosed,
            steps: Vec::new(),
            classes: Vec::new(),
            groups: Vec::new(),
            last: None,
            group_end: 0,
        };
        parser.parse()
    }

    /// Ignores the case of ASCII letters, unless the pattern has an upper-case letter.
    pub(super) fn in_smart_case(mut self) -> Self {
        if self.has_upper_case() {
            return self;
        }
        self.ignores_case = true;
        for step in &mut self.steps {
            if let Step::Byte(byte) = step {
                byte.make_ascii_lowercase();
            }
        }
        self.classes.iter_mut().for_each(Class::ignore_case);
        self.end.make_ascii_lowercase();
        self
    }

    /// Returns whether a literal, or the end of a range in a class, is upper-case.
    fn has_upper_case(&self) -> bool {
        let mut literal = Vec::new();
        let mut literals = vec![];
        for step in &self.steps {
            match step {
                Step::Byte(byte) => literal.push(*byte),
                _ => literals.push(std::mem::take(&mut literal)),
            }
        }
        literals.push(literal);
        let is_upper = |bytes: &Vec<u8>| match std::str::from_utf8(bytes) {
            Ok(text) => text.chars().any(char::is_uppercase),
            Err(_) => bytes.iter().any(u8::is_ascii_uppercase),
        };
        literals.iter().any(is_upper) || self.classes.iter().any(Class::has_upper_end)
    }

    pub(super) fn matches(&self, path: &[u8]) -> bool {
        let lower;
        let path = match self.ignores_case {
            true => {
                lower = path.to_ascii_lowercase();
                &lower
            }
            false => path,
        };
        let Some(before) = path.strip_suffix(&*self.end) else { return false };
        if self.is_name {
            return before.is_empty() || before.ends_with(b"/");
        }
        Run::new(&self.steps, &self.classes).matches(path)
    }
}

/// A match.
struct Run<'a> {
    steps: &'a [Step],
    classes: &'a [Class],
    /// The current steps.
    places: Vec<usize>,
    /// For each step, and the end, the offset after the last byte at which it was reached.
    reached: Vec<usize>,
    waiting: Vec<usize>,
}

impl<'a> Run<'a> {
    fn new(steps: &'a [Step], classes: &'a [Class]) -> Self {
        let reached = vec![usize::MAX; steps.len() + 1];
        Self { steps, classes, places: Vec::new(), reached, waiting: Vec::new() }
    }

    fn matches(mut self, path: &[u8]) -> bool {
        self.reach(0, 0);
        for (at, byte) in path.iter().enumerate() {
            for place in std::mem::take(&mut self.places) {
                let next = match self.steps.get(place) {
                    Some(Step::Byte(own)) if own == byte => place + 1,
                    Some(Step::InName) if *byte != b'/' => place + 1,
                    Some(Step::Class(class)) => {
                        let class = self.classes.get(*class);
                        if !class.is_some_and(|class| class.has(*byte)) {
                            continue;
                        }
                        place + 1
                    }
                    Some(Step::Name) if *byte != b'/' => place,
                    Some(Step::Anything) => place,
                    _ => continue,
                };
                self.reach(next, at + 1);
            }
            if self.places.is_empty() {
                return false;
            }
        }
        self.places.contains(&self.steps.len())
    }

    /// Adds a step, and those reachable from it by empty steps.
    fn reach(&mut self, step: usize, at: usize) {
        self.waiting.push(step);
        while let Some(step) = self.waiting.pop() {
            match self.reached.get_mut(step) {
                Some(reached) if *reached != at => *reached = at,
                _ => continue,
            }
            match self.steps.get(step) {
                Some(Step::Split(other)) => self.waiting.extend([step + 1, *other]),
                Some(Step::Jump(other)) => self.waiting.push(*other),
                Some(Step::Name | Step::Anything) => {
                    self.places.push(step);
                    self.waiting.push(step + 1);
                }
                _ => self.places.push(step),
            }
        }
    }
}

/// The last part of the current alternative, as far as it matters for a `**` after it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// `**/` at the beginning.
    Beginning,
    /// `/**` at the end.
    End,
    /// `/**/`, or anything else.
    Other,
}

/// Alternatives in braces.
struct Group {
    /// The step where the first alternative is entered or skipped.
    start: usize,
    /// The same for the current one.
    split: usize,
    /// The steps at the ends of the others.
    jumps: Vec<usize>,
    /// Whether any alternative is nonempty. Empty ones do not count.
    has_any: bool,
}

struct Parser {
    characters: Vec<char>,
    at: usize,
    unclosed: Unclosed,
    steps: Vec<Step>,
    classes: Vec<Class>,
    groups: Vec<Group>,
    /// The last part of the current alternative, and its first step.
    last: Option<(Part, usize)>,
    /// The step after the last closing brace.
    group_end: usize,
}

impl Parser {
    fn parse(mut self) -> Result<Glob, Fault> {
        while let Some(character) = self.next() {
            match character {
                '?' => self.add(Part::Other, &[Step::InName]),
                '*' if self.peek() == Some('*') => self.names(),
                '*' => self.add(Part::Other, &[Step::Name]),
                '[' => self.class()?,
                '{' => self.open(),
                '}' => self.close()?,
                ',' if !self.groups.is_empty() => self.alternative(),
                '\\' => {
                    let escaped = self.next().ok_or(Fault::Dangling)?;
                    self.literal(escaped);
                }
                other => self.literal(other),
            }
        }
        if !self.groups.is_empty() {
            return Err(Fault::UnclosedGroup);
        }
        // Alone it matches everything.
        if self.last == Some((Part::Beginning, 0)) {
            self.steps = vec![Step::Anything];
        }
        let begins = match &*self.steps {
            [Step::Split(3), Step::Anything, Step::Byte(b'/'), ..] => 3,
            _ => 0,
        };
        let byte = |step: &Step| if let Step::Byte(byte) = step { Some(*byte) } else { None };
        let of_end = self.steps.get(self.group_end.max(begins)..).unwrap_or_default();
        let mut end: Vec<u8> = of_end.iter().rev().map_while(byte).collect();
        end.reverse();
        let is_name = begins > 0 && begins + end.len() == self.steps.len() && !end.is_empty();
        let Self { steps, classes, .. } = self;
        Ok(Glob { steps, classes, end, is_name, ignores_case: false })
    }

    fn next(&mut self) -> Option<char> {
        let next = self.peek()?;
        self.at += 1;
        Some(next)
    }

    fn peek(&self) -> Option<char> {
        self.characters.get(self.at).copied()
    }

    fn add(&mut self, part: Part, steps: &[Step]) {
        self.last = Some((part, self.steps.len()));
        self.steps.extend_from_slice(steps);
    }

    fn literal(&mut self, character: char) {
        let mut bytes = [0; 4];
        let bytes = character.encode_utf8(&mut bytes).bytes();
        self.add(Part::Other, &bytes.map(Step::Byte).collect::<Vec<_>>());
    }

    /// Parses `**` after its first star: any number of names, if it is a whole part.
    fn names(&mut self) {
        let before = self.at.checked_sub(2).and_then(|at| self.characters.get(at)).copied();
        self.at += 1;
        let next = self.peek();
        let Some((part, start)) = self.last else {
            match next {
                None | Some('/') => {
                    self.at += usize::from(next.is_some());
                    let start = self.steps.len();
                    self.add(Part::Beginning, &optional_names(start));
                }
                Some(_) => self.add(Part::Other, &[Step::Name]),
            }
            return;
        };
        let is_in_group = !self.groups.is_empty();
        let is_end = match next {
            None => true,
            Some(',' | '}') if is_in_group => true,
            Some('/') => false,
            Some(_) => return self.add(Part::Other, &[Step::Name]),
        };
        if before != Some('/') {
            return self.add(Part::Other, &[Step::Name]);
        }
        self.at += usize::from(next == Some('/'));
        // It includes the slash before it.
        self.steps.truncate(start);
        match part {
            Part::Beginning => self.add(Part::Beginning, &optional_names(start)),
            Part::Other if !is_end => {
                let [split, anything, slash] = optional_names(start + 1);
                self.add(Part::Other, &[Step::Byte(b'/'), split, anything, slash]);
            }
            Part::End | Part::Other => self.add(Part::End, &[Step::Byte(b'/'), Step::Anything]),
        }
    }

    fn open(&mut self) {
        let start = self.steps.len();
        self.groups.push(Group { start, split: start, jumps: Vec::new(), has_any: false });
        self.steps.push(Step::Split(usize::MAX));
        self.last = None;
    }

    /// Ends an alternative, and begins the next one.
    fn alternative(&mut self) {
        let end = self.steps.len();
        let Some(group) = self.groups.last_mut() else { return };
        group.jumps.push(end);
        let next = end + 1;
        let is_empty = group.split + 1 == end;
        group.has_any |= !is_empty;
        if let Some(split) = self.steps.get_mut(group.split) {
            *split = if is_empty { Step::Jump(next) } else { Step::Split(next) };
        }
        group.split = next;
        self.steps.extend([Step::Jump(usize::MAX), Step::Split(usize::MAX)]);
        self.last = None;
    }

    fn close(&mut self) -> Result<(), Fault> {
        let Group { start, split, jumps, has_any } =
            self.groups.pop().ok_or(Fault::UnopenedGroup)?;
        let is_empty = split + 1 == self.steps.len();
        if is_empty && !has_any {
            self.steps.truncate(start);
        } else if is_empty && let Some(split) = self.steps.get_mut(split) {
            // It leads nowhere.
            *split = Step::Jump(usize::MAX);
        }
        let end = self.steps.len();
        for jump in jumps {
            if let Some(step) = self.steps.get_mut(jump) {
                *step = Step::Jump(end);
            }
        }
        self.last = Some((Part::Other, start));
        self.group_end = end;
        Ok(())
    }

    fn class(&mut self) -> Result<(), Fault> {
        let start = self.at;
        match self.members() {
            Ok(class) => {
                let at = self.classes.len();
                self.classes.push(class);
                self.add(Part::Other, &[Step::Class(at)]);
                Ok(())
            }
            Err(Fault::UnclosedClass) if self.unclosed == Unclosed::IsText => {
                self.at = start;
                self.literal('[');
                Ok(())
            }
            Err(fault) => Err(fault),
        }
    }

    /// Parses a class after its bracket.
    fn members(&mut self) -> Result<Class, Fault> {
        let is_negated = matches!(self.peek(), Some('!' | '^'));
        self.at += usize::from(is_negated);
        let mut ranges: Vec<(char, char)> = Vec::new();
        let (mut is_first, mut is_range) = (true, false);
        loop {
            let character = self.next().ok_or(Fault::UnclosedClass)?;
            match (character, is_range, ranges.last_mut()) {
                (']', _, _) if !is_first => break,
                ('-', false, Some(_)) => is_range = true,
                (last, true, Some(range)) => {
                    if last < range.0 {
                        return Err(Fault::Range(range.0, last));
                    }
                    range.1 = last;
                    is_range = false;
                }
                (other, _, _) => ranges.push((other, other)),
            }
            is_first = false;
        }
        if is_range {
            ranges.push(('-', '-'));
        }
        let mut class = Class { members: [false; 256], is_negated };
        for (first, last) in ranges {
            // A non-ASCII character is several bytes, none of which is in a class as a character.
            let (mut begin, mut end) = ([0; 4], [0; 4]);
            let begin = first.encode_utf8(&mut begin).as_bytes();
            let end = last.encode_utf8(&mut end).as_bytes();
            match (begin, end) {
                (begin, _) if first == last => {
                    begin.iter().for_each(|byte| class.add(*byte, *byte))
                }
                ([begin @ .., from], [to, end @ ..]) => {
                    begin.iter().chain(end).for_each(|byte| class.add(*byte, *byte));
                    class.add(*from, *to);
                }
                _ => {}
            }
        }
        Ok(class)
    }
}

/// Returns the steps of an empty match, or of anything up to a slash, starting at a step.
fn optional_names(start: usize) -> [Step; 3] {
    [Step::Split(start + 3), Step::Anything, Step::Byte(b'/')]
}

#[cfg(test)]
mod tests;
