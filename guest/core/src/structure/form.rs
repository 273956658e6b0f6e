//! Classifies statements by what may be at their own indentation.

use super::declaration::is_name_start;
use super::role::{Role, word};

/// The form of a statement so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Comments and attributes, which belong to the statement directly after them.
    Attached,
    /// `case`, whose branches may be at its own indentation.
    Case,
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
            "case" => Form::Case,
            "for" | "while" | "until" | "select" => Form::Loop,
            "namespace" | "extern" | "inline" | "" => Form::Unindented,
            _ => Form::Other,
        },
    }
}
