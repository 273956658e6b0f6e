//! Recognizes functions by their form alone: a name, parentheses, a body.

use super::declaration::is_name_start;
use super::indentation::Line;
use super::language::Language;
use super::role::{code, has_word, is_control, skip_brackets, word};
use super::variable::{is_name, last_name};
use super::word_list::WordList;
use readroom_core::LineNumber;

/// Whether a line starts a function without a keyword.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Head {
    /// It does.
    Function,
    /// It does if later lines confirm it. This many parentheses are open.
    Open(i32),
    /// It has no body, or an expression instead: `int x();`, `int x() => 1;`.
    Signature,
    /// It does not.
    None,
}

/// The beginning of a possible function.
#[derive(Debug)]
pub(super) struct Pending {
    /// The index of its statement.
    pub(super) at: usize,
    pub(super) line: LineNumber,
    pub(super) text: String,
    /// The number of open parentheses.
    pub(super) parentheses: i32,
    /// The maximum number of further lines.
    pub(super) lines: u32,
}

/// The words that may come before the name of a method of an object.
static MODIFIERS: WordList =
    WordList::new("* get set async static public private override protected");

/// The maximum number of lines between the name of a function without a keyword and its body.
const MAX_PARAMETER_LINES: u32 = 40;

impl Pending {
    pub(super) fn new(at: usize, line: &Line<'_>, text: &str, parentheses: i32) -> Self {
        Self { at, line: line.number, text: text.into(), parentheses, lines: MAX_PARAMETER_LINES }
    }

    /// Continues with a line.
    pub(super) fn go_on(&self, line: &Line<'_>, language: Language, is_member: bool) -> Head {
        let text = line.text;
        let initializes = text.starts_with(':') && !text.starts_with("::");
        if language == Language::C && self.parentheses == 0 && initializes {
            return Head::Function;
        }
        match head_goes_on(line, self.parentheses, is_member) {
            // The types of parameters, as before C89.
            Head::Signature if language == Language::C && is_declarator(self.parentheses, text) => {
                Head::Open(0)
            }
            found => found,
        }
    }
}

/// Returns whether a line after the parameters may declare their types.
fn is_declarator(parentheses: i32, text: &str) -> bool {
    parentheses == 0 && text.ends_with(';') && text.contains(' ') && !text.contains('(')
}

/// Returns whether a line starts a function without a keyword: a name, parentheses, and then a
/// body. A member is not a call, so functions can be among its parameters.
pub(super) fn head(line: &Line<'_>, language: Language, is_member: bool) -> Head {
    let Some((before, _)) = line.text.split_once('(') else { return Head::None };
    // The name after a type of Dart: `void Function(int) x`.
    let is_typed = before.ends_with("Function") && {
        let after = skip_brackets(line.text.get(before.len()..).unwrap_or_default());
        is_name(after.trim_start())
    };
    if is_typed || !is_function_name(before.trim_end(), language, is_member) {
        return Head::None;
    }
    // The parameters of `operator()` come after its name.
    let call = ["operator()", "operator ()"].iter().find_map(|name| line.text.split_once(name));
    let after = call.map_or(line.text, |(_, after)| after);
    // Statements of C are in functions, where it is not asked.
    let is_declared = is_member || language == Language::C && line.clipped;
    let found = head_goes_on(&Line { text: after, ..*line }, 0, is_declared);
    // The initializers of a constructor.
    let initializes = language == Language::C && found == Head::Open(0);
    let text = code(line.text);
    let has_body = initializes && (text.ends_with(':') || text.contains(") : "))
        || language == Language::Methods
            && found == Head::Signature
            && text.contains(") =>")
            && is_local_head(text, language);
    if has_body { Head::Function } else { found }
}

/// Returns whether a line may begin a function where statements are, in a form that no statement
/// has: `T x(U a) {` of a local or an anonymous class, `async x() {` of an object, `x() {` of a
/// shell script.
pub(super) fn is_local_head(text: &str, language: Language) -> bool {
    let Some((before, parameters)) = text.split_once('(') else { return false };
    let named = without_generics(before.trim_end());
    let name = last_name(named).unwrap_or_default();
    let outer = named.get(..named.len() - name.len()).unwrap_or_default();
    match language {
        Language::Shell => parameters.starts_with(')'),
        Language::JavaScript => {
            let is_modifier = |word: &str| word.is_empty() || MODIFIERS.has(word);
            outer.split(' ').all(is_modifier) && (text.ends_with('{') || !before.ends_with(' '))
        }
        Language::Methods => {
            outer.ends_with(' ')
                && (is_name(outer) || outer.starts_with('<'))
                && !has_word(outer, "new")
                && !has_word(outer, "in")
                && (parameters.is_empty() || parameters.starts_with(')') || has_type(parameters))
        }
        _ => false,
    }
}

/// Returns whether a text has a type and a name before a body: `int a`, `T<U>[] a`.
fn has_type(parameters: &str) -> bool {
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let mut before = b' ';
    for window in parameters.as_bytes().windows(2) {
        match window {
            [b'{' | b'=', _] => return false,
            [b' ', after] if is_word(*after) && (is_word(before) || b">]?".contains(&before)) => {
                return true;
            }
            [byte, ..] => before = *byte,
            [] => {}
        }
    }
    false
}

/// Same for a continuation line, with this many parentheses open.
fn head_goes_on(line: &Line<'_>, parentheses: i32, is_member: bool) -> Head {
    let text = code(line.text);
    let mut open = parentheses;
    let mut quote = None;
    // The text after the parameters.
    let mut rest = if parentheses == 0 && !text.contains('(') { Some(text) } else { None };
    if parentheses == 0 && rest.is_none() && text.starts_with([':', '{', '-']) {
        rest = Some(text);
    }
    if rest.is_none() {
        for (at, c) in text.char_indices() {
            match (quote, c) {
                (Some(open), _) if open == c => quote = None,
                (Some(_), _) => {}
                (None, '"' | '\'' | '`') => quote = Some(c),
                (None, '(') => open = open.saturating_add(1),
                (None, ')') => {
                    open -= 1;
                    if open <= 0 {
                        rest = text.get(at + 1..);
                        break;
                    }
                }
                _ => {}
            }
        }
    }
    match rest {
        Some(rest) => is_before_body(rest.trim_start()),
        // A call with a function or a list as an argument.
        None if is_member => match line.last {
            Some(';') if line.clipped => Head::Signature,
            Some('{') if line.clipped => Head::Function,
            Some(')') if line.clipped => Head::Open(0),
            _ => Head::Open(open),
        },
        None if text.ends_with(['{', '[', ';', '|', ':'])
            || text.contains("=>")
            || text.contains("function(")
            || text.contains("function (") =>
        {
            Head::None
        }
        None if line.clipped => Head::None,
        None => Head::Open(open),
    }
}

/// Classifies the text between the parameters and the body.
fn is_before_body(rest: &str) -> Head {
    if ["= 0;", "= default;", "= delete;"].iter().any(|end| rest.ends_with(end)) {
        return Head::Signature;
    }
    let unqualified = rest.trim_start_matches('&').trim_start();
    let rest = if unqualified.starts_with('{') { unqualified } else { rest };
    let Some(first) = rest.chars().next() else { return Head::Open(0) };
    if first == ';' || rest.starts_with("=>") {
        return Head::Signature;
    }
    if !(first.is_alphabetic() || matches!(first, '{' | ':' | '-' | '_' | '['))
        || rest.starts_with("::")
    {
        return Head::None;
    }
    if first == '-' && !rest.starts_with("->") {
        return Head::None;
    }
    if rest.contains('{') {
        return Head::Function;
    }
    if rest.contains(" = ") || first == '[' {
        return Head::None;
    }
    if rest.ends_with(';') { Head::Signature } else { Head::Open(0) }
}

/// Returns a text without the type parameters at its end.
pub(super) fn without_generics(text: &str) -> &str {
    let mut depth = 0u32;
    for (at, c) in text.char_indices().rev() {
        match c {
            '>' => depth += 1,
            '<' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return if c == '<' { text.get(..at).unwrap_or_default() } else { text };
        }
    }
    ""
}

/// Returns whether the text before a parenthesis ends with the name of a declared function.
fn is_function_name(before: &str, language: Language, is_member: bool) -> bool {
    let operator = before.contains("operator");
    let allowed = |c: char| c.is_alphanumeric() || " _*&:<>,[]~$@?.\t#".contains(c);
    let is_marked = is_member || language == Language::Methods;
    let named =
        without_generics(if is_marked { before.trim_end_matches(['?', '!']) } else { before });
    if language == Language::Shell {
        return is_shell_name(before);
    }
    if before.starts_with('#') && language != Language::JavaScript
        || !operator && !named.chars().all(allowed)
    {
        return false;
    }
    if operator {
        return true;
    }
    // `new x() {` is a value.
    if before.strip_prefix("new ").is_some_and(|created| !created.trim_start().contains(' ')) {
        return false;
    }
    if named.ends_with(']') {
        let is_computed = named.starts_with('[') || is_member && named.contains(" [");
        return language == Language::JavaScript && is_computed;
    }
    let outer =
        named.trim_end_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$' | '~'));
    let name = named.get(outer.len()..).unwrap_or_default();
    let (first, _) = word(before);
    let labelled = named.matches(':').count() != named.matches("::").count() * 2;
    name.starts_with(|c: char| is_name_start(c) || c == '~')
        && (is_member || !begins_statement(name, language))
        && (is_member && language == Language::JavaScript
            || matches!(first, "new" | "synchronized") && first != before
            || !begins_statement(first, language))
        && (!outer.ends_with('.') || language == Language::Methods && outer.contains(' '))
        && !labelled
}

/// Returns whether a word begins a statement: other languages have more of them than JavaScript,
/// in which `select` and `delete` name functions of objects.
fn begins_statement(word: &str, language: Language) -> bool {
    let is_other =
        || matches!(word, "select" | "delete" | "import" | "assert" | "match" | "repeat");
    is_control(word) && !(language == Language::JavaScript && is_other())
}

/// Returns whether a text can name a function in a shell script, where a word before it would be a
/// command.
fn is_shell_name(text: &str) -> bool {
    let is_of_name = |c: char| c.is_alphanumeric() || "_-.:+@/".contains(c);
    text.chars().all(is_of_name) && text.starts_with(is_name_start) && !is_control(text)
}
