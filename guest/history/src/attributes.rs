//! Attributes of files: `.gitattributes`.

use crate::error::HistoryError;
use memchr::memchr;
use readroom_policy::IgnoreFile;

/// The maximum size of a file of attributes in bytes, and the number of lines in all that apply to
/// a path. Larger files and further lines are not applied.
pub(crate) const MAX_ATTRIBUTES_BYTES: u64 = 1 << 20;
const MAX_LINES: usize = 20_000;

/// The maximum length of a line in bytes. Git ignores longer ones.
const MAX_LINE_BYTES: usize = 2048;

/// The file of attributes of a directory.
const FILE_NAME: &str = ".gitattributes";

/// How git stores the line ends of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LineEndConversion {
    /// As they are.
    #[default]
    Unchanged,
    /// CRLF as LF.
    Text,
    /// The same if the file is text by its content, and the stored one does not have CRLF.
    Auto,
}

/// The attributes of a file as far as they decide about its content.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileAttributes {
    /// How its line ends are stored.
    pub line_ends: LineEndConversion,
    /// Whether its lines are compared although it is binary (`diff`), or not although it is text
    /// (`-diff`).
    pub diff: Option<bool>,
    /// The name of its filter, which is never run.
    pub filter: Option<String>,
    /// The name of its encoding in the working tree, if it is stored in UTF-8.
    pub encoding: Option<String>,
    /// Whether `$Id$` has a hash in the working tree (`ident`).
    pub has_ident: bool,
}

impl FileAttributes {
    /// Returns whether git may store other bytes than those of the working tree.
    pub(crate) fn converts(&self) -> bool {
        self.line_ends != LineEndConversion::Unchanged || self.encoding.is_some() || self.has_ident
    }
}

/// The attributes that count.
const NAMES: [&str; 8] =
    ["text", "crlf", "eol", "diff", "filter", "binary", "working-tree-encoding", "ident"];
const TEXT: usize = 0;
const DIFF: usize = 3;
const BINARY: usize = 5;

#[derive(Clone, Debug)]
enum State {
    Set,
    Unset,
    Unspecified,
    Value(String),
}

/// The attributes of files in a working tree.
pub(crate) struct Attributes {
    /// Those of `.git/info/attributes`, which take precedence.
    info: Vec<Line>,
    /// The directories on the way to the last path, with a slash at the end unless it is the top.
    directories: Vec<(String, Vec<Line>)>,
}

struct Line {
    pattern: IgnoreFile,
    states: Vec<(usize, State)>,
}

impl Attributes {
    /// Returns attributes with the content of `.git/info/attributes`.
    pub(crate) fn new(info: &[u8]) -> Self {
        Self { info: lines(info, MAX_LINES), directories: Vec::new() }
    }

    /// Returns the attributes of a path. `read` returns the content of a file in the working tree,
    /// or in the index if it is not there. `converts_auto` is whether files without attributes are
    /// converted.
    pub(crate) fn of(
        &mut self,
        path: &str,
        converts_auto: bool,
        read: impl Fn(&str) -> Result<Vec<u8>, HistoryError>,
    ) -> Result<FileAttributes, HistoryError> {
        while self.directories.pop_if(|(directory, _)| !path.starts_with(&**directory)).is_some() {}
        let known = self.directories.last().map(|(directory, _)| directory.len());
        let slashes = path.match_indices('/').map(|(at, _)| at + 1);
        for length in [0].into_iter().chain(slashes).filter(|at| known.is_none_or(|it| *at > it)) {
            let directory = path.get(..length).unwrap_or_default();
            let content = read(&[directory, FILE_NAME].concat())?;
            let count: usize = self.directories.iter().map(|(_, lines)| lines.len()).sum();
            self.directories.push((directory.into(), lines(&content, MAX_LINES - count)));
        }
        let mut states = [const { None }; NAMES.len()];
        let directories = self.directories.iter().rev();
        let directories = directories.map(|(directory, lines)| (directory.len(), lines));
        for (length, lines) in [(0, &self.info)].into_iter().chain(directories) {
            let path = path.get(length..).unwrap_or_default();
            for line in lines.iter().rev() {
                if line.pattern.ignores(path, false) == Some(true) {
                    line.states
                        .iter()
                        .rev()
                        .for_each(|(name, state)| fill(&mut states, *name, state));
                }
            }
        }
        Ok(decide(&states, converts_auto))
    }
}

/// Gives an attribute a state unless it has one by a stronger line.
fn fill(states: &mut [Option<State>; NAMES.len()], name: usize, state: &State) {
    let Some(slot @ None) = states.get_mut(name) else { return };
    *slot = Some(state.clone());
    if name == BINARY && matches!(state, State::Set) {
        fill(states, DIFF, &State::Unset);
        fill(states, TEXT, &State::Unset);
    }
}

fn decide(states: &[Option<State>; NAMES.len()], converts_auto: bool) -> FileAttributes {
    let [text, crlf, eol, diff, filter, _, encoding, ident] = states;
    let value = |state: &Option<State>| match state {
        Some(State::Value(value)) => Some(value.clone()),
        _ => None,
    };
    let conversion = |state: &Option<State>| match state {
        Some(State::Set) => Some(LineEndConversion::Text),
        Some(State::Unset) => Some(LineEndConversion::Unchanged),
        Some(State::Value(value)) if value == "input" => Some(LineEndConversion::Text),
        Some(State::Value(value)) if value == "auto" => Some(LineEndConversion::Auto),
        _ => None,
    };
    let has_ends = matches!(eol, Some(State::Value(value)) if value == "lf" || value == "crlf");
    FileAttributes {
        line_ends: match conversion(text).or_else(|| conversion(crlf)) {
            Some(conversion) => conversion,
            None if has_ends => LineEndConversion::Text,
            None if converts_auto => LineEndConversion::Auto,
            None => LineEndConversion::Unchanged,
        },
        diff: match diff {
            Some(State::Set) => Some(true),
            Some(State::Unset) => Some(false),
            _ => None,
        },
        filter: value(filter),
        encoding: value(encoding),
        has_ident: matches!(ident, Some(State::Set)),
    }
}

/// Parses up to `max` lines that set an attribute that counts.
fn lines(content: &[u8], max: usize) -> Vec<Line> {
    let text = String::from_utf8_lossy(content);
    text.trim_start_matches('\u{feff}').split('\n').filter_map(parse).take(max).collect()
}

fn parse(line: &str) -> Option<Line> {
    const BLANK: [char; 3] = [' ', '\t', '\r'];
    let text = line.trim_start_matches(BLANK);
    let is_other = text.starts_with(['#', '!']) || text.starts_with("[attr]");
    if text.is_empty() || is_other || line.len() >= MAX_LINE_BYTES {
        return None;
    }
    let quoted = text.strip_prefix('"').and_then(unquote);
    let (pattern, rest) = quoted.unwrap_or_else(|| {
        let end = text.find(BLANK).unwrap_or(text.len());
        let (pattern, rest) = text.split_at_checked(end).unwrap_or_default();
        (pattern.into(), rest)
    });
    let states: Vec<_> = rest.split(BLANK).filter_map(state).collect();
    // A line feed would begin another pattern. Only ignore files drop spaces at the end.
    if states.is_empty() || pattern.contains('\n') || pattern.starts_with('!') {
        return None;
    }
    let pattern = IgnoreFile::new(&pattern.replace(' ', "\\ ")).ok()?;
    Some(Line { pattern, states })
}

/// Parses an attribute. `None` if it does not count.
fn state(text: &str) -> Option<(usize, State)> {
    let (name, state) = match (text.strip_prefix('-'), text.strip_prefix('!')) {
        (Some(name), _) => (name, State::Unset),
        (_, Some(name)) => (name, State::Unspecified),
        _ => match text.split_once('=') {
            Some((name, value)) => (name, State::Value(value.into())),
            None => (text, State::Set),
        },
    };
    Some((NAMES.iter().position(|known| *known == name)?, state))
}

/// Parses a pattern after its opening quote, in the syntax of C. Returns it with the rest of the
/// line. `None` if it is malformed.
fn unquote(text: &str) -> Option<(String, &str)> {
    let (mut pattern, mut bytes) = (Vec::new(), text.bytes().enumerate());
    loop {
        let byte = match bytes.next()? {
            (at, b'"') => {
                let pattern = String::from_utf8_lossy(&pattern).into_owned();
                return Some((pattern, text.get(at + 1..)?));
            }
            (_, b'\\') => match bytes.next()?.1 {
                letter if let Some(at) = memchr(letter, b"abtnvfr") => 7 + at as u8,
                byte @ (b'\\' | b'"') => byte,
                first @ b'0'..=b'3' => {
                    let mut digit =
                        || Some(bytes.next()?.1).filter(|it| (b'0'..=b'7').contains(it));
                    (first & 7) << 6 | (digit()? & 7) << 3 | digit()? & 7
                }
                _ => return None,
            },
            (_, byte) => byte,
        };
        pattern.push(byte);
    }
}
