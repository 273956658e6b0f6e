//! Decides where values are definitions: in modules and types, not in functions.

use super::declaration::Keyword;
use super::language::Syntax;
use super::literal::begins_scalar;
use super::role::word;
use super::ruby::begins_list;

/// Where the lines of a body stand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Scope {
    /// In a function, a value, or an unknown statement.
    #[default]
    Closed,
    /// In a file, a module or a namespace.
    Module,
    /// In a type.
    Class,
    /// In a type with named values.
    Enum,
    /// In a list of values without their keyword: `const (`.
    Group,
}

/// Returns the scope in the body of a declaration.
pub(super) fn scope_of_declaration(keyword: Keyword<'_>) -> Scope {
    match keyword.word {
        "enum" => Scope::Enum,
        "namespace" | "module" | "mod" | "package" | "defmodule" | "locals" => Scope::Module,
        "class" | "struct" | "interface" | "trait" | "impl" | "object" | "record" | "protocol"
        | "extension" | "actor" | "type" | "const" | "contract" | "library" => Scope::Class,
        _ if keyword.after.trim() == "interface {" => Scope::Class,
        _ => Scope::Closed,
    }
}

/// Returns the scope in the body of a statement that is not a declaration, or declares a value,
/// in this scope.
pub(super) fn scope_of_statement(text: &str, syntax: Syntax, around: Scope) -> Scope {
    let (first, after) = word(text);
    let is_transparent = match syntax {
        Syntax::Python => matches!(
            first,
            "if" | "elif" | "else" | "try" | "except" | "finally" | "with" | "for" | "while"
        ),
        Syntax::Go if matches!(first, "const" | "var" | "type") && after.trim() == "(" => {
            return Scope::Group;
        }
        Syntax::C if matches!(text, "typedef enum" | "enum") => return Scope::Enum,
        Syntax::C if text.ends_with(':') => around == Scope::Class,
        Syntax::C => text.starts_with('#') || first == "extern" && text.ends_with('{'),
        Syntax::Rust => {
            text.ends_with('{') && (after.starts_with('!') || matches!(first, "extern" | "unsafe"))
        }
        Syntax::Ruby if begins_list(text) => return Scope::Group,
        Syntax::Ruby => matches!(first, "if" | "unless" | "begin"),
        Syntax::Php => first == "if",
        Syntax::JavaScript if text.ends_with([',', '(']) => {
            let rest = text.strip_prefix("export ").unwrap_or(text);
            let is_list = matches!(word(rest).0, "var" | "let" | "const");
            return if is_list { Scope::Group } else { Scope::Closed };
        }
        Syntax::JavaScript => text == "declare global {",
        Syntax::Keys => holds_keys(text),
        _ => text.starts_with("#if"),
    };
    if is_transparent { around } else { Scope::Closed }
}

/// Returns whether deeper lines are keys: no scalar starts in this line.
fn holds_keys(text: &str) -> bool {
    let value = text.rsplit_once([':', '-']).map_or(text, |(_, value)| value).trim_start();
    text.starts_with("- ")
        || value.is_empty() && !begins_scalar(text)
        || value.starts_with(['{', '[', '&', '!', '#'])
        || text.ends_with(['{', '['])
}
