//! Classifies statements by what may be at their own indentation, and lines that continue one.

use super::declaration::is_name_start;
use super::role::{Role, code, word};

/// The form of a statement so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Comments and attributes, which belong to the statement directly after them.
    Attached,
    /// `case`, whose branches may be at its own indentation.
    Case,
    /// `case x in` of a shell, whose branches `y)` may be there.
    ShellCase,
    /// A loop, whose body `do` may open.
    Loop,
    /// An element, `<x>`.
    Markup,
    /// `x(y) {`, whose body is deeper except for comments and directives.
    Function,
    /// `namespace x {`, whose body may not be deeper, and directives.
    Unindented,
    Other,
}

/// Returns the form of a statement that begins with a line.
pub(super) fn form(text: &str, role: Role) -> Form {
    match role {
        // An annotation on the same line as its target, or a rule of a style sheet.
        Role::Attached if text.ends_with('{') => Form::Other,
        Role::Attached => Form::Attached,
        _ if text.starts_with('<') => Form::Markup,
        _ if text.ends_with(") {") && text.starts_with(is_name_start) => Form::Function,
        _ => match word(text).0 {
            "case" if text.ends_with(" in") => Form::ShellCase,
            "case" => Form::Case,
            "for" | "while" | "until" | "select" => Form::Loop,
            "namespace" | "extern" | "inline" | "" => Form::Unindented,
            _ => Form::Other,
        },
    }
}

/// Returns whether a line left of a body belongs to it wherever it is: a comment, or what begins no
/// statement, such as a line of a list, a part of a text, a label before a statement.
pub(super) fn is_part(text: &str, role: Role) -> bool {
    let (first, after) = word(text);
    let has_label = || after.starts_with(':') && after.get(1..).is_some_and(is_after_label);
    match role {
        Role::Attached => ["//", "/*", "#"].iter().any(|mark| text.starts_with(mark)),
        Role::Plain if text.starts_with('"') => !text.contains("\":"),
        Role::Plain => !first.is_empty() && (matches!(after, "" | ",") || has_label()),
        _ => false,
    }
}

fn is_after_label(text: &str) -> bool {
    text.starts_with([';', '\t']) && text.ends_with([';', '{', '}'])
}

/// Returns whether a line has more closing parentheses than opening ones, except for those in a
/// text or a comment.
pub(super) fn closes_parentheses(text: &str) -> bool {
    let has_closing = memchr::memchr(b')', text.as_bytes()).is_some();
    if !has_closing || ["//", "/*", "*"].iter().any(|mark| text.starts_with(mark)) {
        return false;
    }
    let mut open = 0_i32;
    let mut is_quoted = false;
    for byte in code(text).bytes() {
        match byte {
            b'"' => is_quoted = !is_quoted,
            b'(' if !is_quoted => open += 1,
            b')' if !is_quoted => open -= 1,
            _ => {}
        }
    }
    open < 0 && open.unsigned_abs() as usize > text.matches("')'").count()
}
