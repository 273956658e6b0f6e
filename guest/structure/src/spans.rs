//! The marks that begin and end comments and strings, by language.

use super::indentation::Line;
use super::language::Language;
use std::borrow::Cow;

/// A comment or a string: how it begins and ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) begin: &'static str,
    pub(super) end: &'static str,
    pub(super) kind: Kind,
    /// Whether it may end on another line.
    pub(super) has_lines: bool,
}

/// The special rule of a comment or a string, or of its beginning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// Nothing.
    Plain,
    /// A comment to the end of the line.
    Line,
    /// The same after white space only: `#` of `$#` begins no comment.
    SpacedLine,
    /// It contains others of its kind.
    Nested,
    /// A backslash escapes its end.
    Escaped,
    /// A doubled quote does not end it.
    Doubled,
    /// It has expressions in `${}`, and a backslash escapes its end.
    Template,
    /// A character in quotes: an apostrophe alone begins nothing.
    Character,
    /// A character after a mark: `\"`, `?"`.
    Marked,
    /// A regular expression, where no operand is before it.
    Expression,
    /// As many quotes end it as begin it.
    Run,
    /// The `#` before the quote are at its end, too, after an `r`: `r##"`.
    Raw,
    /// The same without `r`: `##"`.
    Extended,
    /// A name between the quote and a parenthesis is at its end, too: `R"x(`.
    Named,
    /// A name in the marks is at its end, too: `$body$`.
    Dollars,
    /// The `=` between the brackets are at its end, too: `[==[`.
    Brackets,
}

/// The comments and strings of the languages whose file names have these extensions, as
/// [`Span::of`] reads them. A longer beginning comes first.
const BY_EXTENSION: [(&str, &str); 26] = [
    ("rs", r#"c// n/*~*/ h" e" k'"#),
    ("kt kts scala sc", r#"c// n/*~*/ p""" q" k'"#),
    ("java", r#"c// p/*~*/ e""" q" k'"#),
    ("cs", r#"c// p/*~*/ r""" d@"~" d$@"~" d@$"~" q" k'"#),
    ("swift", r#"c// n/*~*/ w" e""" q""#),
    ("dart", r#"c// n/*~*/ e""" e''' q" q'"#),
    ("groovy gradle", r#"c// p/*~*/ e""" e''' q" q'"#),
    ("d", r#"c// p/*~*/ n/+~+/ p` e" k'"#),
    ("zig", r#"c// c\\ q" k'"#),
    ("sol proto wit", r#"c// p/*~*/ q" q'"#),
    ("graphql gql", r##"c# e""" q""##),
    ("php", r##"c// p/*~*/ s# q" q'"##),
    ("lua", r#"b--[~] c-- b[~] q" q'"#),
    ("ex exs", r##"c# m? e""" e''' q" q'"##),
    ("jl", r##"n#=~=# c# e""" q" k'"##),
    ("nim", r###"n##[~]## n#[~]# c# p""" q" k'"###),
    ("hs", r#"n{-~-} c-- q" k'"#),
    ("elm", r#"n{-~-} c-- e""" q" k'"#),
    ("ml mli", r#"n(*~*) p{|~|} e" k'"#),
    ("fs", r#"c// n(*~*) p""" d@"~" d$@"~" d@$"~" e" k'"#),
    ("pas", "c// p(*~*) p{~} q'"),
    ("ps1 psm1", r##"p<#~#> p@"~"@ p@'~'@ s# q" q'"##),
    ("clj cljs lisp el scm rkt", r##"n#|~|# c; m\ e""##),
    ("erl", r#"c% m$ e" q'"#),
    ("r", r##"c# e" e'"##),
    ("toml", r##"c# e""" p''' q" q'"##),
];

/// Returns those of a language where the extension has no others. Those of scripts are known by the
/// ends of lines only.
fn of_language(language: Language) -> &'static str {
    match language {
        Language::Python => r##"c# e""" e''' q" q'"##,
        Language::Go => r#"c// p/*~*/ p` q" k'"#,
        Language::JavaScript => r#"c// p/*~*/ x/ t` q" q'"#,
        Language::C => r#"c// p/*~*/ u" q" k'"#,
        Language::Words | Language::Methods => r#"c// p/*~*/ p""" q" k'"#,
        Language::Sql => r#"c-- p/*~*/ v$ q" q'"#,
        Language::Hcl => r##"c# c// p/*~*/ q""##,
        Language::Unknown => r#"c// p/*~*/ q" q'"#,
        _ => "",
    }
}

/// The comments and strings of a language, and other texts that lines begin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spelling {
    pub(super) spans: &'static str,
    pub(super) is_shell: bool,
    pub(super) is_yaml: bool,
    /// The mark that begins a comment to the end of the line, where a string may begin at its end.
    pub(super) comment: &'static str,
    /// Whether a string may begin at the end of a line.
    pub(super) has_open_quotes: bool,
    /// The beginning of a mark such as `<<EOF`, which begins text up to a line `EOF`, or empty.
    pub(super) arrows: &'static str,
    /// The end of the text that a line such as `=pod` begins. Empty if none does.
    pub(super) pod_end: &'static str,
}

impl Spelling {
    pub(super) fn spans(&self) -> Vec<Span> {
        self.spans.split_whitespace().filter_map(Span::of).collect()
    }

    /// Returns that of a file with this name.
    pub(super) fn of(name: &str) -> Self {
        let language = Language::of(name);
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is = |known: &str| known.split(' ').any(|known| extension.eq_ignore_ascii_case(known));
        let own = BY_EXTENSION.iter().find(|(known, _)| is(known));
        let is_php = is("php");
        let is_script = matches!(language, Language::Script | Language::Shell);
        Self {
            spans: own.map_or_else(|| of_language(language), |(_, own)| *own),
            is_shell: language == Language::Shell,
            is_yaml: is("yaml yml"),
            comment: if is_php { "//" } else { "# " },
            has_open_quotes: is_script && own.is_none() || is_php,
            arrows: match language {
                _ if is_php => "<<<",
                Language::Hcl => "<<",
                _ if is_script && own.is_none() => "<<",
                _ => "",
            },
            pod_end: match () {
                () if is("rb rake gemspec") => "=end",
                () if is("pl pm t") => "=cut",
                () if language == Language::Make => "endef",
                () => "",
            },
        }
    }
}

impl Span {
    /// Reads a word of the table: the letter of its kind, its beginning, and its end after `~` if
    /// that is different.
    fn of(word: &'static str) -> Option<Self> {
        let (letter, marks) = word.split_at_checked(1)?;
        let (begin, end) = marks.split_once('~').unwrap_or((marks, marks));
        let kind = match letter {
            "c" => Kind::Line,
            "s" => Kind::SpacedLine,
            "n" => Kind::Nested,
            "e" | "q" => Kind::Escaped,
            "d" => Kind::Doubled,
            "t" => Kind::Template,
            "k" => Kind::Character,
            "m" => Kind::Marked,
            "x" => Kind::Expression,
            "r" => Kind::Run,
            "h" => Kind::Raw,
            "w" => Kind::Extended,
            "u" => Kind::Named,
            "v" => Kind::Dollars,
            "b" => Kind::Brackets,
            _ => Kind::Plain,
        };
        Some(Self { begin, end, kind, has_lines: letter != "q" })
    }
}

/// The beginning of a comment or a string.
pub(super) enum Begin {
    /// All of it is in this many bytes, or these begin nothing.
    Whole(usize),
    /// Its end, and the number of bytes of its beginning.
    Open(Cow<'static, [u8]>, usize),
}

/// The ends of strings whose quotes and marks are counted: as many of them.
const QUOTE_RUN: &[u8] = &[b'"'; MAX_RUN];
const HASH_RUN: &[u8] = b"\"\"\"################################";
const MAX_RUN: usize = 32;

/// The maximum number of bytes of a chosen name, of a character, and of a regular expression.
const MAX_NAME: usize = 64;
const MAX_CHARACTER: usize = 16;
const MAX_EXPRESSION: usize = 160;

impl Span {
    /// Returns what of it begins between two texts, if anything.
    pub(super) fn begin_at(&self, before: &[u8], from: &[u8]) -> Option<Begin> {
        let after = from.strip_prefix(self.begin.as_bytes())?;
        let length = self.begin.len();
        let is_apart = before.last().is_none_or(|byte| matches!(byte, b' ' | b'\t'));
        match self.kind {
            Kind::SpacedLine if !is_apart || after.starts_with(b"[") => None,
            // An operator.
            Kind::Nested if from.starts_with(b"(*)") => None,
            Kind::Line | Kind::SpacedLine => Some(Begin::Whole(from.len())),
            Kind::Marked => Some(Begin::Whole(length + 1)),
            // An apostrophe in a name, or the mark of a transposed matrix.
            Kind::Character if !is_prefix(before, &["b", "u8", "u", "U", "L", "case"]) => None,
            Kind::Character => Some(Begin::Whole(character(from))),
            Kind::Expression => expression(before, after).map(Begin::Whole),
            Kind::Run => {
                let quotes = from.iter().take_while(|byte| **byte == b'"').count().min(MAX_RUN);
                Some(Begin::Open(QUOTE_RUN.get(..quotes)?.into(), quotes))
            }
            Kind::Raw | Kind::Extended => {
                let hashes = before.iter().rev().take_while(|byte| **byte == b'#');
                let hashes = hashes.take(MAX_RUN).count();
                let prefix = before.get(..before.len() - hashes)?;
                let is_extended = self.kind == Kind::Extended;
                let is_wanted = match is_extended {
                    true => hashes > 0,
                    false => is_prefix(prefix.strip_suffix(b"r")?, &["b", "c"]),
                };
                let is_long = is_extended && from.starts_with(b"\"\"\"");
                let quotes = if is_long { 3 } else { 1 };
                let end = HASH_RUN.get(3 - quotes..3 + hashes).filter(|_| is_wanted)?;
                Some(Begin::Open(end.into(), quotes))
            }
            Kind::Named => {
                let is_raw = is_prefix(before.strip_suffix(b"R")?, &["u8", "u", "U", "L"]);
                let name = name(after, b'(').filter(|_| is_raw)?;
                Some(Begin::Open([b")", name, b"\""].concat().into(), name.len() + 2))
            }
            Kind::Dollars => {
                // A parameter such as `$1` is no delimiter.
                let is_parameter = after.first().is_some_and(u8::is_ascii_digit);
                let name = name(after, b'$').filter(|_| !is_parameter && !ends_word(before))?;
                Some(Begin::Open([b"$", name, b"$"].concat().into(), name.len() + 2))
            }
            Kind::Brackets => {
                let fill = after.iter().take_while(|byte| **byte == b'=').count();
                let (fill, rest) = after.split_at_checked(fill)?;
                rest.starts_with(b"[").then(|| {
                    Begin::Open([b"]", fill, b"]"].concat().into(), length + fill.len() + 1)
                })
            }
            _ => Some(Begin::Open(self.end.as_bytes().into(), length)),
        }
    }
}

/// Returns whether the mark of a raw string may follow a text: it ends no word other than one of
/// these.
fn is_prefix(before: &[u8], words: &[&str]) -> bool {
    let is_word =
        |word: &&str| before.strip_suffix(word.as_bytes()).is_some_and(|outer| !ends_word(outer));
    !ends_word(before) || words.iter().any(is_word)
}

/// Returns whether a word ends with a text.
fn ends_word(text: &[u8]) -> bool {
    text.last().is_some_and(is_of_name)
}

fn is_of_name(byte: &u8) -> bool {
    byte.is_ascii_alphanumeric() || *byte == b'_' || !byte.is_ascii()
}

/// Returns the name before a byte. It may be empty.
fn name(text: &[u8], end: u8) -> Option<&[u8]> {
    let length = text.iter().take(MAX_NAME).position(|byte| !is_of_name(byte))?;
    text.get(..length).filter(|_| text.get(length) == Some(&end))
}

/// Returns the number of bytes of a character in quotes, or that of an apostrophe.
fn character(from: &[u8]) -> usize {
    let length = match from {
        [_, b'\\', _, rest @ ..] => {
            rest.iter().take(MAX_CHARACTER).position(|byte| *byte == b'\'').map(|end| end + 4)
        }
        [_, _, rest @ ..] => {
            // The other bytes of a character that is not of ASCII.
            let more = rest.iter().take_while(|byte| **byte & 0xc0 == 0x80).count();
            rest.get(more).filter(|byte| **byte == b'\'').map(|_| more + 3)
        }
        _ => None,
    };
    length.unwrap_or(1)
}

/// Returns the number of bytes of a regular expression between two texts, the first without its
/// slash: nothing that can be divided is before it.
fn expression(before: &[u8], after: &[u8]) -> Option<usize> {
    let before = before.trim_ascii_end();
    let is_apart = before.last().is_none_or(|byte| b"(,=:[!&|?{;+-*%~^".contains(byte));
    let is_after = |word: &[u8]| before.strip_suffix(word).is_some_and(|outer| !ends_word(outer));
    let words: [&[u8]; 3] = [b"return", b"=>", b"typeof"];
    if after.starts_with(b" ") || !is_apart && !words.into_iter().any(is_after) {
        return None;
    }
    let (mut at, mut is_class) = (0, false);
    while at < MAX_EXPRESSION {
        match after.get(at)? {
            b'\\' => at += 1,
            b'[' => is_class = true,
            b']' => is_class = false,
            b'/' if !is_class => return Some(at + 2),
            _ => {}
        }
        at += 1;
    }
    None
}

/// Returns the end of the text that a whole line begins: `=pod` of Perl, `=begin` of Ruby,
/// `__END__`, and `define` of Make.
pub(super) fn until_line(line: &Line<'_>, pod_end: &'static str) -> Option<&'static str> {
    if pod_end.is_empty() || line.indentation != Some(0) {
        return None;
    }
    if pod_end == "endef" {
        return line.text.starts_with("define ").then_some(pod_end);
    }
    if matches!(line.text, "__END__" | "__DATA__") {
        // No line has it.
        return Some("\n");
    }
    let command = line.text.strip_prefix('=')?;
    let is_command = match pod_end {
        "=end" => command.starts_with("begin"),
        _ => command.starts_with(|c: char| c.is_ascii_lowercase()) && !command.starts_with("cut"),
    };
    is_command.then_some(pod_end)
}
