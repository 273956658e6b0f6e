//! Recognizes declarations: by the first word after modifiers such as `pub` and `static`, or by
//! their form.
//!
//! One file: half of it is the keywords of the languages.

use super::language::Language;
use super::role::{code, is_of_words, skip_brackets, word};
use super::ruby::symbol;
use super::word_list::WordList;

/// The kind of a declaration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Declaration {
    /// Something that contains other declarations.
    Container,
    /// Something that contains statements.
    Function,
    /// A value or an alias, which an outline does not show.
    Value,
}

/// The word that declares something, and the text after it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Keyword<'t> {
    pub(super) declares: Declaration,
    /// Empty for a function that is assigned: the name and the value are the text after it.
    pub(super) word: &'t str,
    pub(super) after: &'t str,
}

#[derive(Clone, Copy, Debug)]
pub(super) struct LineContext {
    pub(super) language: Language,
    pub(super) indentation: u32,
}

/// The maximum number of modifiers before the declaring word.
pub(super) const MAX_MODIFIERS: usize = 8;

/// The words that may come before the declaring word.
static MODIFIERS: WordList = WordList::new(
    "new ref auto case data lazy open weak safe pure async const final infix inner local \
    value crate actual expect export friend global inline native public sealed static unsafe \
    declare default dynamic partial suspend tailrec typedef virtual mutable abstract \
    explicit external implicit indirect lateinit mutating operator override readonly \
    required strictfp volatile __inline companion consteval constexpr transient _Noreturn \
    elemental recursive annotation convenience nonmutating noncomputed synchronized",
);

/// The words before the name of a function.
pub(super) static FUNCTIONS: WordList = WordList::new(
    "fn def fun sub rpc func defp proc macro defmacro defguard function Function defmacrop \
    defguardp procedure subroutine defdelegate",
);

/// Those of Nim, F# and Pascal, and of Solidity.
static FUNCTIONS_OF_SCRIPTS: WordList =
    WordList::new("member method iterator template converter destructor constructor");
static FUNCTIONS_OF_CONTRACTS: WordList = WordList::new("event modifier");

/// Returns whether a word is before the name of a function.
pub(super) fn is_before_function(word: &str) -> bool {
    [&FUNCTIONS, &FUNCTIONS_OF_SCRIPTS, &FUNCTIONS_OF_CONTRACTS].iter().any(|words| words.has(word))
}

/// The words before the title of a test.
pub(super) static TESTS: WordList =
    WordList::new("it test task suite RSpec context feature describe scenario");

/// The declaring words of `(defun x` and `(cl-defun x`, and that of `CREATE TABLE x`.
pub(super) const LISP: &str = "(def";
const COMMON_LISP: &str = "(cl-def";
pub(super) const CREATE: &str = "CREATE";

/// Returns the declaration in a line, if any.
pub(super) fn declaration(text: &str, context: LineContext) -> Option<Keyword<'_>> {
    let whole = Keyword { declares: Declaration::Container, word: "", after: text };
    match context.language {
        Language::Make => (context.indentation == 0 && is_target(text)).then_some(whole),
        Language::Sql => creates(text).then_some(whole),
        Language::Hcl => {
            let labels = labels(text)?;
            let (first, _) = word(text);
            let is_declared = context.indentation == 0 || !labels.is_empty() && first != "dynamic";
            let word = if first == "locals" { first } else { "" };
            is_declared.then_some(Keyword { word, ..whole })
        }
        language => keyword(text, language),
    }
}

/// Returns the labels of a block of HCL: `"a" "b"` of `resource "a" "b" {`.
pub(super) fn labels(text: &str) -> Option<&str> {
    let (first, after) = word(text);
    let (labels, _) = after.split_once('{')?;
    let is_label = |c: char| c.is_alphanumeric() || " \"_-./:".contains(c);
    let is_block = is_name(first) && !after.starts_with('.') && labels.chars().all(is_label);
    is_block.then(|| labels.trim())
}

/// Returns the declaring word of a line in a language that has such words.
pub(super) fn keyword(text: &str, language: Language) -> Option<Keyword<'_>> {
    if !language.has_words() {
        return None;
    }
    if language == Language::Unknown && text.starts_with("CREATE ") && creates(text) {
        let declares = Declaration::Container;
        return Some(Keyword { declares, word: CREATE, after: text });
    }
    let has_lists = matches!(language, Language::Script | Language::Unknown);
    let of_list = text.strip_prefix(LISP).or_else(|| text.strip_prefix(COMMON_LISP));
    if let Some(after) = of_list.filter(|_| has_lists) {
        let declares = Declaration::Function;
        return after.contains(' ').then_some(Keyword { declares, word: LISP, after });
    }
    let mut rest = text;
    for _ in 0..MAX_MODIFIERS {
        let (first, after) = word(rest);
        if let Some(declares) = by_word(first, after, language) {
            return Some(Keyword { declares, word: first, after });
        }
        if language.has_assigned_functions() && is_assigned_function(first, rest, after) {
            let assigned = if matches!(first, "const" | "let" | "var") { after } else { rest };
            let declares = Declaration::Function;
            return Some(Keyword { declares, word: "", after: assigned });
        }
        if language == Language::Words && is_function_of_wit(rest) {
            return Some(Keyword { declares: Declaration::Function, word: "", after: rest });
        }
        rest = skip_modifier(rest)?;
    }
    None
}

/// Returns the text after the leading word, annotation or template, if a declaration can follow.
pub(super) fn skip_modifier(text: &str) -> Option<&str> {
    if text.starts_with("@interface ") {
        return text.get(1..);
    }
    let after = if let Some(annotation) = text.strip_prefix('@') {
        skip_brackets(
            annotation.trim_start_matches(|c: char| c.is_alphanumeric() || "_.:".contains(c)),
        )
    } else {
        let (first, after) = word(text);
        match first {
            "pub" | "private" | "protected" | "internal" | "fileprivate" => skip_brackets(after),
            "fun" if after.trim_start().starts_with("interface ") => after,
            "template" => skip_brackets(after.trim_start()),
            "extern" => skip_quoted(after),
            _ if MODIFIERS.has(first) => after,
            _ => return None,
        }
    };
    let rest = after.trim_start();
    (rest.len() < after.len()).then_some(rest)
}

/// Returns the text after a string such as the one in `extern "C"`, if there is one.
fn skip_quoted(text: &str) -> &str {
    let quoted = text.trim_start().strip_prefix('"');
    quoted.and_then(|quoted| quoted.split_once('"')).map_or(text, |(_, after)| after)
}

/// Returns what a keyword declares, given the text after it.
fn by_word(first: &str, after: &str, language: Language) -> Option<Declaration> {
    let declares = match first {
        "fn" | "func" | "def" | "defp" | "defmacro" | "defmacrop" | "defdelegate" | "defguard"
        | "defguardp" => !matches!(language, Language::C | Language::JavaScript) && is_named(after),
        "fun" | "sub" | "proc" | "procedure" | "macro" | "subroutine" | "rpc" => {
            // `proc ::a::x args {`
            let is_of_tcl =
                first == "proc" && language == Language::Script && after.ends_with(" {");
            let is_named = is_named(after) || is_of_tcl && after.starts_with(" ::");
            is_named && (is_of_tcl || is_shaped(after)) && !after.trim_start().starts_with('{')
        }
        "function" => language != Language::C && is_function(after, language),
        "Function" => language == Language::Script && is_function(after, language),
        "const" | "var" => {
            let is_type = language == Language::Words && is_assigned_type(after);
            return is_type.then_some(Declaration::Container);
        }
        "macro_rules" => after.starts_with('!'),
        "define_method" | "define_singleton_method" => symbol(after).is_some(),
        _ if language == Language::Script && FUNCTIONS_OF_SCRIPTS.has(first)
            || language == Language::Words && FUNCTIONS_OF_CONTRACTS.has(first) =>
        {
            has_name(after) && (is_shaped(after) || after.ends_with(';'))
        }
        _ if TESTS.has(first) => {
            return is_test(first, after, language).then_some(Declaration::Container);
        }
        _ => return is_container(first, after, language).then_some(Declaration::Container),
    };
    declares.then_some(Declaration::Function)
}

/// Returns whether a name follows and is not assigned to. Operators count as names, and receivers
/// precede them.
fn is_named(after: &str) -> bool {
    let name = after.trim_start();
    name.len() < after.len() && !name.is_empty() && !name.starts_with(['=', ':', ',', '.', '-'])
        || after.starts_with(' ') && name.starts_with("==")
}

/// Returns whether a space and a name follow.
fn has_name(after: &str) -> bool {
    after.strip_prefix(' ').is_some_and(|name| is_name(name) && word(name).0 != "do")
}

/// Returns whether the text after a name looks like code rather than prose.
fn is_shaped(after: &str) -> bool {
    let rest = skip_brackets(after.trim_start()).trim_start();
    let quoted = rest.strip_prefix('`').and_then(|name| name.split_once('`'));
    let rest = quoted.map_or(rest, |(_, then)| then);
    let rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || "_.:$?!*'`".contains(c));
    let rest = rest.trim_start();
    rest.is_empty() || rest.starts_with(['(', '<', '{', '[', ';', '='])
}

/// `const Name = struct {`, as in Zig.
fn is_assigned_type(after: &str) -> bool {
    let (name, then) = word(after.trim_start());
    let Some(mut value) = then.trim_start().strip_prefix('=').map(str::trim_start) else {
        return false;
    };
    while let ("extern" | "packed", further) = word(value) {
        value = further.trim_start();
    }
    let (kind, body) = word(value);
    let is_kind = matches!(kind, "struct" | "enum" | "union" | "error" | "opaque");
    is_name(name) && is_kind && (body.is_empty() || body.starts_with([' ', '{', '(']))
}

/// Returns whether the name and the parameters or the body of a function follow. PowerShell and
/// shell names may contain hyphens.
fn is_function(after: &str, language: Language) -> bool {
    let rest = after.trim_start();
    let name = rest.strip_prefix('*').map_or(rest, str::trim_start);
    if name.starts_with('(') {
        return true;
    }
    if matches!(language, Language::Script | Language::Shell) && rest.len() < after.len() {
        let then = name.trim_start_matches(|c: char| c.is_alphanumeric() || "_-:.".contains(c));
        let then = then.trim_start();
        let is_shaped = then.is_empty() || then.starts_with(['(', '{', ';']) || then.ends_with(';');
        if name.starts_with(is_name_start) && is_shaped {
            return true;
        }
    }
    name.len() < after.len() && name.starts_with(is_name_start) && is_shaped(name)
}

pub(super) fn is_name_start(c: char) -> bool {
    c.is_alphabetic() || matches!(c, '_' | '$' | '`')
}

/// The words before the name of what contains others.
static CONTAINERS: WordList = WordList::new(
    "enum class union trait actor world struct module object record library message service \
    concept protocol contract resource interface namespace extension defmodule defprotocol",
);

fn is_container(first: &str, after: &str, language: Language) -> bool {
    let spaced = after.starts_with([' ', '\t']);
    match first {
        // A type of C#.
        "object" if language == Language::Methods => false,
        "impl" if !matches!(language, Language::Words | Language::Unknown) => false,
        "impl" => spaced || after.starts_with('<'),
        "type" => spaced && language != Language::C && is_type(after.trim_start(), language),
        "data" | "newtype" => {
            let rest = after.trim_start();
            let is_alone = rest.starts_with(char::is_uppercase) && word(rest).1.is_empty();
            spaced && language == Language::Script && (is_alone || is_type(rest, language))
        }
        "package" => {
            spaced && (after.ends_with('{') || language == Language::Script && after.ends_with(';'))
        }
        "program" | "exception" if language == Language::Script => {
            has_name(after) && is_container_named(after, language)
        }
        // `class (A m) => C m where`, of which the context may have a line.
        "class" if language == Language::Script && after.starts_with(" (") => {
            after.ends_with([')', ',']) || after.contains("=> ")
        }
        // `instance Show T where`
        "instance" => {
            spaced
                && language == Language::Script
                && (after.ends_with(" where") || after.starts_with(" (") && after.ends_with(')'))
        }
        "scalar" | "input" | "fragment" | "directive" | "query" | "mutation" | "subscription"
        | "error"
            if language == Language::Words =>
        {
            has_name(after) && is_shaped(after) || spaced && after.contains(" on ")
        }
        "union" if language == Language::Words && after.contains(" = ") => has_name(after),
        // `extension [Header] where`
        "extension" if language == Language::Methods && after.starts_with(" [") => {
            let then = skip_brackets(after.trim_start()).trim_start();
            then.is_empty() || then.starts_with(['{', ':']) || word(then).0 == "where"
        }
        "defimpl" => spaced && language == Language::Script,
        "mod" => spaced && is_container_named(after, language) && !code(after).ends_with(';'),
        _ if CONTAINERS.has(first) => {
            (spaced || after.is_empty()) && is_container_named(after, language)
        }
        _ if language == Language::Script && is_assigned_class(first, after) => true,
        // `type ( Name struct {`
        _ => {
            is_name(first)
                && after.ends_with('{')
                && matches!(after.trim(), "struct {" | "interface {")
        }
    }
}

/// `TName = class(T)` of Pascal and Lua, `Name* = ref object` of Nim.
pub(super) fn is_assigned_class(name: &str, after: &str) -> bool {
    let value = after.trim_start_matches('*').trim_start().strip_prefix("= ").unwrap_or_default();
    let (kind, _) = word(value.trim_start_matches("packed ").trim_start_matches("ref "));
    name.starts_with(char::is_uppercase)
        && matches!(kind, "class" | "record" | "interface" | "object" | "enum")
}

fn is_name(text: &str) -> bool {
    text.starts_with(is_name_start)
}

/// Returns whether a name follows, and then text that can follow the name of a container.
fn is_container_named(after: &str, language: Language) -> bool {
    let all = code(after);
    let mut rest = after.trim_start();
    // `enum class`
    while let ("class" | "struct", further) = word(rest)
        && further.starts_with(' ')
    {
        rest = further.trim_start();
    }
    // A variable, or a type that is declared elsewhere.
    let has_bases = all.ends_with(',') && all.contains(" : ");
    let elsewhere =
        all.contains("= {") || all.ends_with([';', ',', ')']) && !all.contains('{') && !has_bases;
    if language == Language::C && elsewhere {
        return false;
    }
    if rest.starts_with('{') {
        return true;
    }
    if let Some(name) = rest.strip_prefix("<<").or_else(|| rest.strip_prefix(['"', '\''])) {
        return !name.is_empty();
    }
    if !rest.starts_with(is_name_start) {
        return false;
    }
    let rest = rest.trim_start_matches(|c: char| c.is_alphanumeric() || "_.:$`'".contains(c));
    // A base type follows: `class x: y`.
    let has_base =
        all.get(..all.len().saturating_sub(rest.len())).unwrap_or_default().ends_with(':');
    if has_base && rest.starts_with(' ') && matches!(language, Language::Methods | Language::Words)
    {
        return true;
    }
    let then = skip_brackets(rest.trim_start()).trim_start();
    let then = code(then);
    match then.chars().next() {
        None | Some('{' | '(' | '[' | ';' | '<' | ':' | '@') => true,
        Some('=') => language == Language::Script,
        Some('\\' | ',') => false,
        Some(c) if c.is_alphabetic() => match word(then).0 {
            "extends" | "implements" | "where" | "for" | "with" | "final" | "is" | "permits"
            | "derives" | "do" => true,
            // `class X internal constructor(`
            "private" | "protected" | "internal" | "public" | "constructor" => then.contains('('),
            _ => {
                then.ends_with(['{', ':'])
                    || language == Language::Script && then.ends_with(" where")
            }
        },
        Some('/' | '#') => true,
        Some(_) => false,
    }
}

/// `type Name =`, `type Name struct {`, `type Name<T>`.
fn is_type(rest: &str, language: Language) -> bool {
    let after = rest.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '$'));
    let name = rest.get(..rest.len() - after.len()).unwrap_or_default();
    let then = after.trim_start();
    is_name(name)
        && match then.chars().next() {
            Some('=' | '<' | '[' | '{' | '*' | '(') => true,
            Some(_) if language == Language::Unknown => {
                matches!(word(then).0, "struct" | "interface" | "func")
            }
            Some(c) => c.is_alphabetic() && after.len() > then.len(),
            None => false,
        }
}

/// The words that may follow that of a test.
static TEST_MODIFIERS: WordList =
    WordList::new("each only skip todo fails runIf serial skipIf failing concurrent sequential");

/// `describe("…", () => {`, `it "…" do`.
fn is_test(first: &str, after: &str, language: Language) -> bool {
    match language {
        Language::Script if first == "test" && after.ends_with(" {") => {
            after.starts_with(" \"") || after.starts_with(" {")
        }
        Language::Script => after.ends_with(" do"),
        Language::JavaScript | Language::Unknown => {
            if matches!(first, "RSpec" | "feature" | "scenario" | "task") {
                return false;
            }
            let rest = after.trim_start_matches(|c: char| c.is_alphanumeric() || c == '.');
            let each = after.starts_with(".each");
            let modifier = after.strip_prefix('.').map_or("", |after| word(after).0);
            let is_modified = TEST_MODIFIERS.has(modifier);
            (rest.len() == after.len() || is_modified)
                && rest.strip_prefix(['(', '`']).is_some_and(|name| {
                    each || name.trim_start().starts_with(['"', '\'', '`']) || name.is_empty()
                })
        }
        _ => false,
    }
}

/// `const x = (…) =>`, `x.y = function`, `x: async function`.
fn is_assigned_function(first: &str, rest: &str, after: &str) -> bool {
    let context = if matches!(first, "const" | "let" | "var") { after.trim_start() } else { rest };
    // A type of a member ends with a semicolon, and parentheses alone may hold markup.
    let is_key = |value: &str| {
        let value = value.trim_start();
        let is_value = value.contains("=> {")
            || value.ends_with("=>")
            || value.ends_with(',') && value.contains("=>")
            || value.starts_with('<') && value.ends_with('(');
        is_function_word(value) || is_arrow(value) && is_value
    };
    if let Some(quoted) = context.strip_prefix(['"', '\'']) {
        let then = quoted.split_once(['"', '\'']).map_or("", |(_, then)| then);
        return then.strip_prefix(": ").is_some_and(is_key);
    }
    let name = context.trim_start_matches(|c: char| c.is_alphanumeric() || "_$.#".contains(c));
    if name.len() == context.len() || !context.starts_with(|c: char| is_name_start(c) || c == '#') {
        return false;
    }
    let then = name.trim_start();
    if then.strip_prefix(": ").is_some_and(is_key) {
        return true;
    }
    let value = match then.strip_prefix('=') {
        Some(value) => value,
        // A type in between.
        None if then.starts_with(':') => match then.split_once(" = ") {
            Some((_, value)) => value,
            None => return false,
        },
        None => return false,
    };
    let mut value = value.trim_start();
    // `a = b = function`
    while let Some((path, further)) = value.split_once(" = ")
        && is_of_words(path, b".$")
    {
        value = further;
    }
    is_function_word(value) || is_arrow(value)
}

/// `x: func(`, `x: static func(`.
fn is_function_of_wit(text: &str) -> bool {
    let Some((name, value)) = text.split_once(": ") else { return false };
    let value =
        ["static ", "async "].iter().find_map(|word| value.strip_prefix(*word)).unwrap_or(value);
    value.starts_with("func(") && is_of_words(name, b"-%")
}

fn is_function_word(value: &str) -> bool {
    match word(value) {
        ("function", after) => after.is_empty() || after.starts_with([' ', '(', '*']),
        ("async", after) => {
            let then = after.trim_start();
            word(then).0 == "function" || is_arrow(then)
        }
        _ => false,
    }
}

fn is_arrow(value: &str) -> bool {
    let value = skip_generics(value);
    if value.starts_with('(') {
        let after = skip_brackets(value);
        if after.is_empty() {
            // The parameters span lines.
            return !value.ends_with(')') && value.ends_with(['(', ',', '{', '[']);
        }
        let then = after.trim_start();
        return then.starts_with("=>") || then.starts_with(':') && then.contains("=>");
    }
    let (name, after) = word(value);
    is_name(name) && after.trim_start().starts_with("=>")
}

fn skip_generics(text: &str) -> &str {
    if text.starts_with('<') { skip_brackets(text).trim_start() } else { text }
}

/// The kinds of objects in SQL.
pub(super) const OBJECTS: &str = "table view function procedure index trigger type schema \
    sequence database domain package aggregate extension role user";

/// `CREATE … TABLE`.
fn creates(text: &str) -> bool {
    let mut words = text.split([' ', '\t', '(']).filter(|word| !word.is_empty());
    let mut is = |expected: &str| {
        let word = words.next().unwrap_or_default();
        expected.split(' ').any(|expected| word.eq_ignore_ascii_case(expected))
    };
    // Words such as OR REPLACE, UNIQUE and TEMPORARY may occur in between.
    is("create") && (is(OBJECTS) || is(OBJECTS) || is(OBJECTS) || is(OBJECTS))
}

/// `name: …` of a makefile, or `define name`.
fn is_target(text: &str) -> bool {
    let (first, after) = word(text);
    if first == "define" {
        return !after.trim().is_empty();
    }
    let conditional = matches!(
        first,
        "ifeq" | "ifneq" | "ifdef" | "ifndef" | "else" | "endif" | "export" | "include"
    );
    if conditional && after.starts_with([' ', '\t', '(']) || text.starts_with(['#', '-']) {
        return false;
    }
    text.split_once(':').is_some_and(|(names, after)| {
        !names.trim().is_empty()
            && !names.contains('=')
            && !after.trim_start_matches(':').starts_with('=')
    })
}
