//! Recognizes lines that are only a comment.

use super::language::{Language, Markup};

/// Returns whether a line is only a comment in the language of a file with this name.
pub fn is_comment(file_name: &str, line: &str) -> bool {
    let line = line.trim_start();
    let extension = file_name.rsplit_once('.').map_or("", |(_, extension)| extension);
    let marks: &[&str] = match (Language::of(file_name), &extension.to_ascii_lowercase()[..]) {
        (_, "md" | "markdown" | "mdx" | "mkd" | "html" | "htm" | "xhtml" | "xml" | "svg") => {
            &["<!--"]
        }
        (_, "tex" | "ltx" | "latex" | "erl") => &["%"],
        (_, "rst" | "rest") => &[".. "],
        (Language::Markup(Markup::Roff), _) => &[".\\\"", "'\\\""],
        (_, "adoc" | "asciidoc") => &["//"],
        (_, "lua" | "hs" | "elm") | (Language::Sql, _) => &["--", "/*", "{-"],
        (_, "clj" | "cljs" | "lisp" | "el" | "scm" | "rkt") => &[";"],
        (_, "ml" | "mli" | "fs" | "pas") => &["(*", "//"],
        (_, "json" | "jsonc" | "json5" | "css" | "scss" | "less") => &["//", "/*", "* "],
        (_, "vb") => &["'"],
        (_, "f90") => &["!"],
        (_, "php") | (Language::Hcl, _) => &["//", "/*", "* ", "# "],
        (Language::Python | Language::Script | Language::Shell | Language::Make, _) => &["#"],
        (Language::Data, "txt" | "text" | "log" | "csv" | "tsv" | "diff" | "patch") => &[],
        (Language::Data, _) => &["#"],
        (Language::Sections, _) => &["#", ";"],
        (
            Language::Words | Language::Go | Language::Methods | Language::C | Language::JavaScript,
            _,
        ) => &["//", "/*", "* ", "*/"],
        (Language::Unknown, _) => &["//", "/*", "# "],
        (Language::Markdown | Language::Markup(_), _) => &[],
    };
    marks.iter().any(|mark| line.starts_with(mark)) || line == "*" && marks.contains(&"* ")
}
