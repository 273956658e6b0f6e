//! Recognizes definitions that an outline does not show: constants, variables of modules, fields,
//! aliases, macros, keys.

use super::declaration::{MAX_MODIFIERS, skip_modifier};
use super::language::Syntax;
use super::role::{is_control, skip_brackets, typed, word};
use super::ruby::{accessors, symbols};
use super::scope::Scope;
use super::variable::{alias, is_name, last_name, variable};

/// Returns the names that a line in this scope defines, as the part of its text that has them:
/// `a, b` of `var a, b = 1, 2`.
pub(super) fn value(text: &str, syntax: Syntax, scope: Scope) -> Option<&str> {
    match scope {
        Scope::Closed => return None,
        Scope::Group if syntax == Syntax::Ruby => {
            return (!symbols(text).is_empty()).then_some(text);
        }
        Scope::Group => {
            return names(text).filter(|names| syntax == Syntax::Go || is_listed(text, names));
        }
        Scope::Enum => {
            if let Some(member) = member(text, syntax) {
                return Some(member);
            }
        }
        Scope::Module | Scope::Class => {}
    }
    match syntax {
        Syntax::Keys => key(text, ':'),
        Syntax::Sections => key(text, '=').or_else(|| key(text, ':')),
        Syntax::Make => made(text),
        Syntax::Shell => assigned_in_shell(text),
        Syntax::Python => assigned(text, true)
            .filter(|names| !text.ends_with(',') || continues_below(text, names)),
        Syntax::Ruby => assigned(text, false)
            .filter(|names| names.starts_with(char::is_uppercase) && !names.contains('.'))
            .or_else(|| accessors(text)),
        Syntax::Php => by_word(text, syntax).or_else(|| property(text)),
        Syntax::JavaScript => by_word(text, syntax)
            .or_else(|| if scope == Scope::Class { field(text) } else { default_export(text) }),
        Syntax::Go if scope == Scope::Class => {
            let (name, after) = word(text);
            (is_name(name) && after.starts_with('(') && !text.ends_with('{')).then_some(name)
        }
        Syntax::Rust | Syntax::Go | Syntax::Kotlin => by_word(text, syntax),
        Syntax::Java if scope == Scope::Module => by_word(text, syntax),
        Syntax::Java => variable(text, syntax),
        Syntax::C if scope == Scope::Class => alias(text),
        Syntax::C => alias(text).or_else(|| variable(text, syntax)),
        Syntax::Script => by_word(text, syntax).or_else(|| typed(text)).or_else(|| of_script(text)),
        Syntax::None => None,
    }
}

/// Returns whether a line defines a macro of the C preprocessor.
pub(super) fn is_macro(text: &str) -> bool {
    macro_name(text).is_some()
}

/// Returns the name in `#define x`.
pub(super) fn macro_name(text: &str) -> Option<&str> {
    let rest = text.strip_prefix('#')?.trim_start().strip_prefix("define")?;
    rest.starts_with([' ', '\t']).then(|| word(rest.trim_start()).0).filter(|name| is_name(name))
}

/// Returns the leading identifier, and the rest.
fn identifier(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_alphanumeric() && !matches!(c, '_' | '$'));
    let (name, rest) = text.split_at_checked(end.unwrap_or(text.len())).unwrap_or_default();
    if is_name(name) { (name, rest) } else { ("", text) }
}

/// Returns the names at the start of a text, separated by commas.
fn names(text: &str) -> Option<&str> {
    let mut rest = text;
    let mut end = 0;
    loop {
        let (name, after) = identifier(rest);
        if name.is_empty() {
            break;
        }
        end = text.len() - after.len();
        match after.trim_start().strip_prefix(',') {
            Some(further) => rest = further.trim_start(),
            None => break,
        }
    }
    text.get(..end).filter(|names| !names.is_empty())
}

/// `b = 2,` of `var a = 1,`.
fn is_listed(text: &str, names: &str) -> bool {
    let then = text.get(names.len()..).unwrap_or_default().trim_start();
    let is_import = then.starts_with("= require(");
    then.starts_with(['=', ',', ';'])
        && !then.starts_with("==")
        && !then.starts_with("=>")
        && !is_import
}

/// `const X: u8`, `var a, b = 1, 2`, `val T.x`, after modifiers.
fn by_word(text: &str, syntax: Syntax) -> Option<&str> {
    let mut rest = text;
    for _ in 0..MAX_MODIFIERS {
        let (first, after) = word(rest);
        let introduces = match first {
            "const" => syntax != Syntax::Java,
            "static" => syntax == Syntax::Rust,
            "type" => matches!(syntax, Syntax::Rust | Syntax::Go | Syntax::Kotlin),
            "var" | "let" => syntax != Syntax::Rust,
            "val" => matches!(syntax, Syntax::Kotlin | Syntax::Script),
            "given" | "typealias" => syntax == Syntax::Kotlin,
            "fun" => syntax == Syntax::Kotlin && after.starts_with(" `"),
            "local" | "our" => syntax == Syntax::Script,
            "and" => syntax == Syntax::Script && continues_let(after),
            _ => false,
        };
        if introduces && after.starts_with([' ', '\t']) {
            return introduced(after.trim_start(), syntax);
        }
        rest = skip_modifier(rest)?;
    }
    None
}

/// Returns whether what follows `and` is a further definition of ML, and no condition.
fn continues_let(after: &str) -> bool {
    let is_condition = after.contains("==") || after.ends_with(" then") || after.ends_with(" do");
    let is_type = word(after.trim_start()).0 == "type";
    !is_condition && !is_type && (after.contains(" =") || !after.trim_start().contains(' '))
}

fn introduced(text: &str, syntax: Syntax) -> Option<&str> {
    let mut rest = text;
    while let ("mut" | "ref" | "val" | "var" | "rec" | "private" | "public", after) = word(rest)
        && after.starts_with(' ')
    {
        rest = after.trim_start();
    }
    if matches!(syntax, Syntax::Php | Syntax::Script) {
        rest = rest.trim_start_matches(['$', '@', '%']);
    }
    if syntax == Syntax::Php {
        // A type may precede the name.
        let (before, _) = rest.split_once('=')?;
        return last_name(before);
    }
    if syntax == Syntax::Kotlin {
        rest = skip_brackets(rest).trim_start();
        if let Some(quoted) = rest.strip_prefix('`') {
            return quoted.split_once('`').map(|(name, _)| name);
        }
        let end = rest.find([':', '=', ' ', ';']).unwrap_or(rest.len());
        return last_name(rest.get(..end)?).filter(|_| !rest.contains("= @import("));
    }
    let names = names(rest).filter(|names| *names != "_")?;
    let then = rest.get(names.len()..)?.trim_start();
    let is_import = syntax == Syntax::JavaScript
        && then.strip_prefix('=').is_some_and(|value| value.trim_start().starts_with("require("));
    let follows = match syntax {
        Syntax::Rust => then.is_empty() || then.starts_with([':', '=', ';', '<']),
        Syntax::Go => true,
        // The parameters of a function in ML may follow.
        _ => {
            then.is_empty()
                || then.starts_with([':', '=', ';', ',', '<', '!', '('])
                || syntax == Syntax::Script && then.contains(" =")
        }
    };
    (follows && !is_import).then_some(names)
}

/// `A = 1,` of an enumeration, and `A, B`.
fn member(text: &str, syntax: Syntax) -> Option<&str> {
    let rest = text.strip_prefix("case ").unwrap_or(text);
    let names = names(rest)?;
    let (first, _) = word(names);
    let is_other = is_control(first)
        || matches!(first, "static" | "init" | "get" | "set" | "const" | "option" | "reserved")
        || first == text && syntax == Syntax::Ruby;
    let then = rest.get(names.len()..)?.trim_start();
    let follows = then.is_empty() || then.starts_with([',', '=', '(', '{', ';', '/', ':']);
    (follows && !is_other).then_some(names)
}

/// `"key": …`, `key: …`, `key = …`.
fn key(text: &str, separator: char) -> Option<&str> {
    let (name, after) = match text.chars().next().filter(|first| matches!(first, '"' | '\'')) {
        Some(quote) => text.get(1..)?.split_once(quote)?,
        None if text.starts_with(['#', '-', '[', '{', '}', '<', '&', '*', '%', '?', '!', ';']) => {
            return None;
        }
        None => {
            let end = match separator {
                // A colon in a key has no space after it.
                ':' => text.find(": ").or_else(|| text.len().checked_sub(1))?,
                _ => text.find(separator)?,
            };
            text.split_at_checked(end)?
        }
    };
    let is_key = after.trim_start().starts_with(separator) && !name.trim().is_empty();
    is_key.then(|| name.trim_end())
}

/// `X := y` of a makefile.
fn made(text: &str) -> Option<&str> {
    let rest = ["export ", "override "]
        .iter()
        .fold(text, |rest, word| rest.strip_prefix(word).map_or(rest, str::trim_start));
    let end = rest.find(|c: char| !c.is_alphanumeric() && !"_.-".contains(c))?;
    let (name, then) = rest.split_at_checked(end)?;
    let operator = then.trim_start().trim_start_matches([':', '?', '!']);
    (!name.is_empty() && operator.starts_with('=')).then_some(name)
}

/// `X=1` of a shell script.
fn assigned_in_shell(text: &str) -> Option<&str> {
    let mut rest = text;
    while let ("export" | "readonly" | "declare" | "typeset" | "alias" | "local", after) =
        word(rest)
    {
        rest = after.trim_start();
        if let Some(option) = rest.strip_prefix('-') {
            rest = option.split_once(' ')?.1.trim_start();
        }
    }
    let (name, then) = word(rest);
    (is_name(name) && then.starts_with('=')).then_some(name)
}

/// `a, b = 1`, `a = b = 1`, and with annotations `a: int`.
fn assigned(text: &str, annotated: bool) -> Option<&str> {
    let first = names(text)?;
    let then = text.get(first.len()..)?.trim_start();
    let is_annotated = annotated
        && !first.contains(',')
        && then
            .strip_prefix(':')
            .is_some_and(|kind| !kind.trim_start().is_empty() && !kind.starts_with('='));
    let is_keyword = matches!(first, "else" | "try" | "except" | "finally" | "lambda" | "_");
    let (mut value, mut end) = (assigned_value(then), first.len());
    if value.is_none() && !is_annotated || is_keyword {
        return None;
    }
    while let Some(further) = value
        && let Some(more) = names(further)
    {
        value = further.get(more.len()..).and_then(|then| assigned_value(then.trim_start()));
        if value.is_some() {
            end = text.len() - further.len() + more.len();
        }
    }
    text.get(..end)
}

/// Returns the text after an assignment sign.
fn assigned_value(text: &str) -> Option<&str> {
    let value = text.strip_prefix('=').filter(|value| !value.starts_with(['=', '~', '>']));
    value.map(str::trim_start)
}

/// `X = f(1,`, but not the argument `x=f(1,`, which is written without blanks.
fn continues_below(text: &str, names: &str) -> bool {
    let count = |brackets: [char; 3]| text.matches(brackets).count();
    let is_argument = text.get(names.len()..).is_some_and(|then| then.starts_with('='));
    !is_argument && count(['(', '[', '{']) > count([')', ']', '}'])
}

/// `private ?Foo $x = 1;`, `$x = 1;`, `define('X', …)`.
fn property(text: &str) -> Option<&str> {
    if let Some(quoted) = text.strip_prefix("define(") {
        let quote = quoted.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        return quoted.get(1..)?.split_once(quote).map(|(name, _)| name);
    }
    let (before, name) = text.split_once('$')?;
    let (name, then) = word(name);
    let then = then.trim_start();
    let is_assigned = then.starts_with('=') && !then.starts_with("==");
    let has_type = before.chars().all(|c| c.is_alphanumeric() || " _?|\\&".contains(c));
    let is_property = !before.is_empty() && (then.starts_with(';') || then.is_empty());
    let is_code =
        is_control(word(before).0) || word(before).0 == "echo" || word(before).0 == "global";
    (has_type && !is_code && is_name(name) && (is_assigned || is_property)).then_some(name)
}

/// `private x?: T = 1;` in a class.
fn field(text: &str) -> Option<&str> {
    let mut rest = text;
    for _ in 0..MAX_MODIFIERS {
        let (name, after) = identifier(rest.strip_prefix('#').unwrap_or(rest));
        let quoted = || {
            let quote = rest.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
            rest.get(1..)?.split_once(quote)
        };
        let (name, after) = if name.is_empty() { quoted()? } else { (name, after) };
        let then = after.trim_start_matches(['?', '!']);
        if then.trim_start().starts_with([':', '=', ';']) {
            // A parameter, or a branch.
            let is_other =
                text.ends_with(',') || text.matches(')').count() > text.matches('(').count();
            let is_field = !then.trim_start().starts_with("=>") && !is_other;
            return (is_field && !name.is_empty()).then_some(name);
        }
        rest = match name {
            "accessor" | "get" | "set" => after.trim_start(),
            _ => skip_modifier(rest)?,
        };
    }
    None
}

/// `default` of `export default x`.
fn default_export(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("export ")?;
    let (name, after) = word(rest.trim_start());
    (name == "default" && !after.is_empty()).then_some(name)
}

/// `x <- function(…)` of R, `M.x = function(…)` of Lua, `x :: T` of Haskell, `x : T` of Elm,
/// `x(…) ->` of Erlang.
pub(super) fn of_script(text: &str) -> Option<&str> {
    let end =
        text.find(|c: char| !c.is_alphanumeric() && !"_.':".contains(c)).unwrap_or(text.len());
    let (path, then) = text.split_at_checked(end)?;
    let then = then.trim_start();
    let value = ["<- ", "= "].iter().find_map(|assigns| then.strip_prefix(assigns));
    if value.is_some_and(|value| value.trim_start().starts_with("function"))
        || then.starts_with(":: ")
        || path.starts_with(char::is_lowercase)
            && (then.starts_with(": ") || then.starts_with('(') && is_clause(then))
    {
        return last_name(path.trim_end_matches('\''));
    }
    None
}

/// `(…) ->`, `(…) when … ->`
fn is_clause(text: &str) -> bool {
    let then = skip_brackets(text).trim_start();
    then.starts_with("->") || then.starts_with("when ")
}
