//! Selects the kinds of declarations to look for by the file name.

use super::word_list::WordList;

/// The kinds of declarations in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    /// Headings.
    Markdown,
    /// Headings of another markup language.
    Markup(Markup),
    /// Sections such as `[dependencies]`, in INI and TOML.
    Sections,
    /// Targets of a makefile.
    Make,
    /// `CREATE TABLE`.
    Sql,
    /// Blocks with labels, in HCL: `resource "a" "b" {`.
    Hcl,
    /// None: data, text, style sheets.
    Data,
    /// Words such as `def`; comments with `#`, strings over several lines in triple quotes.
    Python,
    /// Words such as `fn`; comments with `/*`.
    Words,
    /// The same with `func`; strings over several lines in backticks.
    Go,
    /// The same without such comments.
    Script,
    /// Words such as `class`, and functions and methods without a keyword: `name(…) {`.
    Methods,
    /// The same, where types may be declared before they are defined: `struct x;` is not an entry.
    C,
    /// The same for methods, and functions that are assigned: `const x = () =>`.
    JavaScript,
    /// Functions without a keyword; `/*` is a pattern, not a comment.
    Shell,
    /// All of them.
    Unknown,
}

/// A markup language other than Markdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Markup {
    /// reStructuredText: underlined lines; the first kind of line is the highest level.
    Rst,
    /// AsciiDoc: `== Heading`.
    AsciiDoc,
    /// Org: `** Heading`.
    Org,
    /// `\section{Heading}`.
    Latex,
    /// `<h2>Heading</h2>`.
    Html,
    /// Manual pages: `.SH HEADING`, `.Ss Heading`, `.It Sy name`.
    Roff,
}

/// How a file declares values and members, which only [`definitions`](super::definitions) has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Syntax {
    Rust,
    Go,
    /// Also Swift, Zig and Scala: `val x`.
    Kotlin,
    Php,
    Python,
    Ruby,
    C,
    /// Also C# and others: `int x = 1;`.
    Java,
    JavaScript,
    Shell,
    Make,
    /// Keys of JSON and YAML.
    Keys,
    /// Keys of TOML, INI and HCL.
    Sections,
    /// Another script.
    Script,
    /// None of them.
    None,
}

impl Syntax {
    pub(super) fn of(name: &str) -> Self {
        if has_keys(name) {
            return Self::Keys;
        }
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match (Language::of(name), &extension.to_ascii_lowercase()[..]) {
            (Language::Words, "rs") => Self::Rust,
            (Language::Go, _) => Self::Go,
            (_, "kt" | "kts" | "scala" | "sc" | "zig" | "swift") => Self::Kotlin,
            (Language::Words, "php") => Self::Php,
            (Language::Python, _) => Self::Python,
            (Language::Script, "rb" | "rake" | "gemspec" | "rakefile" | "gemfile") => Self::Ruby,
            (Language::Script, _) => Self::Script,
            (Language::C, _) => Self::C,
            (Language::Methods, _) => Self::Java,
            (Language::JavaScript, _) => Self::JavaScript,
            (Language::Shell, _) => Self::Shell,
            (Language::Make, _) => Self::Make,
            (Language::Sections | Language::Hcl, _) => Self::Sections,
            _ => Self::None,
        }
    }

    /// Returns how an outline finds the values of a file with this name. Those of scripts are
    /// mostly variables, which it does not have.
    pub(super) fn of_constants(name: &str) -> Option<Self> {
        let has = |syntax: &Self| {
            !matches!(syntax, Self::Shell | Self::Make | Self::Keys | Self::Sections | Self::None)
        };
        Some(Self::of(name)).filter(has)
    }
}

/// Returns whether a file name, or a path, is that of a program.
pub fn is_code(name: &str) -> bool {
    let language = Language::of(name);
    language == Language::Hcl || language.has_words() && language != Language::Unknown
}

/// Returns whether a file name, or a path, is that of a program in C or a language like it.
pub fn is_c(name: &str) -> bool {
    Language::of(name) == Language::C
}

/// Returns whether a file name, or a path, is that of a header of C or a language like it.
pub(super) fn is_header(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    is_c(name) && extension.starts_with(['h', 'H'])
}

/// The ends of the names of files in which names may end with a mark.
static MARKED: WordList =
    WordList::new("rb ru ex cr jl erb exs eex clj rake heex cljs gemspec Gemfile Rakefile");

/// Returns whether a name may end with `?` or `!` in a file with this name: that of Ruby, Elixir,
/// Crystal, Julia or Clojure, or of a template of theirs.
pub fn has_marked_names(name: &str) -> bool {
    let end = name.rsplit(['.', '/']).next().unwrap_or_default();
    MARKED.has(end)
}

/// Returns whether the clauses of a function have a body each in a file with this name.
pub fn has_clauses(name: &str) -> bool {
    [".ex", ".exs", ".erl"].iter().any(|end| name.ends_with(end))
}

/// Returns whether a file name is that of data whose indented lines belong to keys.
pub fn has_keys(name: &str) -> bool {
    let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let keyed = ["json", "jsonc", "json5", "geojson", "webmanifest", "yaml", "yml"];
    keyed.iter().any(|keyed| extension.eq_ignore_ascii_case(keyed))
}

impl Language {
    /// Selects by a file name, or a path.
    pub(super) fn of(name: &str) -> Self {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default().to_ascii_lowercase();
        let extension = name.rsplit_once('.').map_or("", |(_, extension)| extension);
        match (&name[..], extension) {
            ("makefile" | "gnumakefile", _) | (_, "mk" | "mak") => Self::Make,
            ("sconstruct" | "sconscript" | "build" | "workspace", "") => Self::Python,
            ("rakefile" | "gemfile" | "vagrantfile", "") => Self::Script,
            ("readme" | "changelog" | "license" | "dockerfile" | "cmakelists.txt", _) => Self::Data,
            _ => Self::of_extension(extension),
        }
    }

    fn of_extension(extension: &str) -> Self {
        match extension {
            "rst" | "rest" => Self::Markup(Markup::Rst),
            "adoc" | "asciidoc" => Self::Markup(Markup::AsciiDoc),
            "org" => Self::Markup(Markup::Org),
            "tex" | "ltx" | "latex" => Self::Markup(Markup::Latex),
            "html" | "htm" | "xhtml" => Self::Markup(Markup::Html),
            "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "man" | "mdoc" | "roff" => {
                Self::Markup(Markup::Roff)
            }
            "md" | "markdown" | "mdx" | "mkd" => Self::Markdown,
            "toml" | "ini" | "cfg" | "conf" | "editorconfig" | "gitconfig" | "service"
            | "desktop" => Self::Sections,
            "sql" | "ddl" | "psql" | "plsql" => Self::Sql,
            "yaml" | "yml" | "json" | "jsonl" | "ndjson" | "jsonc" | "json5" | "lock" | "txt"
            | "text" | "log" | "csv" | "tsv" | "xml" | "svg" | "css" | "scss" | "sass" | "less"
            | "diff" | "patch" | "po" | "cmake" | "properties" | "env" => Self::Data,
            "tf" | "hcl" | "tfvars" | "nomad" => Self::Hcl,
            "py" | "pyi" | "pyx" | "pyw" | "bzl" | "star" => Self::Python,
            "go" => Self::Go,
            "rs" | "kt" | "kts" | "scala" | "sc" | "zig" | "proto" | "graphql" | "gql" | "sol"
            | "php" | "wit" | "v" | "sv" => Self::Words,
            "rb" | "rake" | "gemspec" | "pl" | "pm" | "lua" | "ex" | "exs" | "jl" | "r" | "nim"
            | "tcl" | "hs" | "elm" | "ml" | "mli" | "fs" | "erl" | "clj" | "cljs" | "lisp"
            | "el" | "scm" | "rkt" | "vb" | "pas" | "f90" | "ps1" | "psm1" => Self::Script,
            "java" | "cs" | "dart" | "groovy" | "gradle" | "d" | "vala" | "swift" => Self::Methods,
            "c" | "h" | "cc" | "cpp" | "cxx" | "c++" | "hh" | "hpp" | "hxx" | "inl" | "ipp"
            | "cu" | "cuh" | "m" | "mm" | "glsl" => Self::C,
            "js" | "mjs" | "cjs" | "jsx" | "ts" | "mts" | "cts" | "tsx" | "vue" | "svelte" => {
                Self::JavaScript
            }
            "sh" | "bash" | "zsh" | "ksh" | "fish" | "bats" => Self::Shell,
            _ => Self::Unknown,
        }
    }

    /// Returns whether headings divide a file.
    pub(super) fn has_headings(self) -> bool {
        matches!(self, Self::Markdown | Self::Markup(_))
    }

    /// Returns whether `#` may begin a comment.
    pub(super) fn has_hash_comments(self) -> bool {
        matches!(
            self,
            Self::Sections
                | Self::Make
                | Self::Hcl
                | Self::Data
                | Self::Python
                | Self::Script
                | Self::Shell
                | Self::Unknown
        )
    }

    /// Returns whether words such as `class` declare something.
    pub(super) fn has_words(self) -> bool {
        !matches!(
            self,
            Self::Markdown
                | Self::Markup(_)
                | Self::Sections
                | Self::Make
                | Self::Sql
                | Self::Hcl
                | Self::Data
        )
    }

    /// Returns whether functions need no keyword.
    pub(super) fn has_methods(self) -> bool {
        matches!(self, Self::Methods | Self::C | Self::JavaScript | Self::Shell | Self::Unknown)
    }

    pub(super) fn has_assigned_functions(self) -> bool {
        matches!(self, Self::JavaScript | Self::Unknown)
    }
}

#[cfg(test)]
mod tests {
    use super::Language;

    #[test]
    fn a_file_is_known_by_its_name() {
        for (name, expected) in [
            ("a.rs", Language::Words),
            ("src/A.PY", Language::Python),
            ("b.d/Makefile", Language::Make),
            ("rules.mk", Language::Make),
            ("Cargo.lock", Language::Data),
            ("README", Language::Data),
            ("README.md", Language::Markdown),
            ("", Language::Unknown),
            ("x.y.z", Language::Unknown),
            (".editorconfig", Language::Sections),
        ] {
            assert_eq!(Language::of(name), expected, "{name}");
        }
    }
}
