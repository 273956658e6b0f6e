//! The marks that begin and end comments and strings that may span lines, by language.

use super::indentation::Line;
use super::language::Language;
use std::borrow::Cow;

/// The delimiters of text that may span lines: start and end.
type Pair = (&'static str, &'static str);

const COMMENT: Pair = ("/*", "*/");
const DOUBLE: Pair = ("\"\"\"", "\"\"\"");
const SINGLE: Pair = ("'''", "'''");

/// The comments and strings of a language that may span lines.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spans {
    has_comments: bool,
    pairs: &'static [Pair],
    /// Strings whose delimiters are chosen.
    pub(super) chosen: Option<Chosen>,
    pub(super) is_lua: bool,
    pub(super) is_shell: bool,
    pub(super) is_yaml: bool,
    /// The mark that begins a comment to the end of the line.
    pub(super) comment: &'static str,
    /// Whether a string may begin at the end of a line.
    pub(super) has_open_quotes: bool,
    /// Whether a string in double quotes may end on another line.
    pub(super) has_plain_strings: bool,
    /// Whether a mark such as `<<EOF` begins text up to a line `EOF`.
    pub(super) has_here_documents: bool,
    /// The beginning of that mark.
    pub(super) arrows: &'static str,
    /// The end of the text that a line such as `=pod` begins. Empty if none does.
    pub(super) pod_end: &'static str,
}

/// Delimiters by file name extensions, with the mark of a comment to the end of the line.
const BY_EXTENSION: [(&str, &str, &[Pair]); 10] = [
    ("lua", "--", &[]),
    ("ex exs", "#", &[DOUBLE, SINGLE]),
    ("jl", "#", &[DOUBLE, ("#=", "=#")]),
    ("nim", "#", &[DOUBLE, ("#[", "]#")]),
    ("hs elm", "--", &[("{-", "-}")]),
    ("ml mli pas", "//", &[("(*", "*)")]),
    ("ps1 psm1", "#", &[("<#", "#>"), ("@\"", "\"@"), ("@'", "'@")]),
    ("clj cljs lisp el scm rkt", ";", &[("#|", "|#")]),
    ("toml", "#", &[DOUBLE, SINGLE]),
    ("groovy gradle", "//", &[DOUBLE, SINGLE]),
];

impl Spans {
    /// Returns those of a file with this name.
    pub(super) fn of(name: &str, language: Language) -> Self {
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        let is = |known: &str| known.split(' ').any(|known| extension.eq_ignore_ascii_case(known));
        let own = BY_EXTENSION.iter().find(|(known, ..)| is(known));
        let (comment, pairs): (&str, &[Pair]) = match language {
            _ if let Some(&(_, comment, pairs)) = own => (comment, pairs),
            Language::Python => ("#", &[DOUBLE, SINGLE]),
            Language::Words => ("//", &[DOUBLE]),
            Language::Methods => ("//", &[DOUBLE, ("@\"", "\"")]),
            Language::Go | Language::JavaScript => ("//", &[("`", "`")]),
            Language::Sql => ("--", &[("$$", "$$")]),
            Language::Script | Language::Shell | Language::Hcl => ("# ", &[]),
            _ => ("//", &[]),
        };
        let is_php = is("php");
        let is_script = matches!(language, Language::Script | Language::Shell);
        Self {
            has_comments: language.has_block_comments(),
            pairs,
            chosen: match language {
                Language::Words if is("rs") => Some(Chosen { mark: "r#", fill: '#', stop: '"' }),
                Language::C => Some(Chosen { mark: "R\"", fill: 'x', stop: '(' }),
                Language::Sql => Some(Chosen { mark: "$", fill: 'x', stop: '$' }),
                _ if is("lua") => Some(Chosen { mark: "[", fill: '=', stop: '[' }),
                _ => None,
            },
            is_lua: is("lua"),
            is_shell: language == Language::Shell,
            is_yaml: is("yaml yml"),
            comment,
            has_open_quotes: is_script && own.is_none() || is_php,
            has_plain_strings: is("rs clj cljs lisp el scm rkt"),
            has_here_documents: is_script || is_php || language == Language::Hcl,
            arrows: if is_php { "<<<" } else { "<<" },
            pod_end: match () {
                () if is("rb rake gemspec") => "=end",
                () if is("pl pm t") => "=cut",
                () if language == Language::Make => "endef",
                () => "",
            },
        }
    }

    pub(super) fn pairs(&self) -> impl Iterator<Item = &'static Pair> {
        self.has_comments.then_some(&COMMENT).into_iter().chain(self.pairs)
    }
}

/// A string that chooses its delimiters: `r##"`, `R"x(`, `$body$`, `[==[`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen {
    mark: &'static str,
    /// The character between the mark and the stop, repeated; `x` is a name.
    fill: char,
    stop: char,
}

impl Chosen {
    /// Returns the offset of the first one in a text, its end, and the length of its start.
    pub(super) fn find(self, text: &str) -> Option<(usize, Cow<'static, str>, usize)> {
        let Self { mark, fill, stop } = self;
        text.match_indices(mark).find_map(|(at, _)| {
            let rest = text.get(at + mark.len()..)?;
            let name = rest.get(..rest.find(stop)?)?;
            let is_name = |c: char| c == fill || fill == 'x' && (c.is_alphanumeric() || c == '_');
            // A parameter such as `$1` is no delimiter.
            let is_wanted =
                stop != '$' || name.starts_with(|c: char| c.is_alphabetic() || c == '_');
            let end = match stop {
                '(' => [")", name, "\""].concat(),
                '[' => ["]", name, "]"].concat(),
                '"' => ["\"#", name].concat(),
                _ => [mark, name, mark].concat(),
            };
            let length = mark.len() + name.len() + 1;
            (is_wanted && name.chars().all(is_name)).then(|| (at, end.into(), length))
        })
    }
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
