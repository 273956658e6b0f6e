//! Classifies a line by how it begins and ends.

use super::indentation::Line;
use super::word_list::WordList;

/// The role of a line, by how it begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Role {
    /// None of the following.
    Plain,
    /// It belongs to the line after it: an attribute, a decorator, a comment.
    Attached,
    /// It continues a comment, if there is one: `*`.
    CommentPart,
    /// It opens the body of the line before it: `{`.
    OpensBody,
    /// It closes an open bracket.
    ClosesBracket,
    /// It ends an open block: `end`, `fi`.
    ClosesWord,
    /// It ends an element: `</x>`.
    ClosesTag,
    /// It ends the tag of an element that continues: `>`, `/>`.
    EndsTag,
    /// It continues a statement and has its own body: `else`, `catch`.
    GoesOn,
    /// It belongs to the header before it: `then`, `where`.
    Follows,
    /// It opens the body of a loop: `do`.
    OpensLoop,
    /// A preprocessor condition, written at the margin wherever it is.
    Conditional,
    /// Any other preprocessor directive.
    Directive,
    /// It is an item of a list: `- x`.
    Item,
    /// It is a branch of an open statement: `case x:`, `when`, `public:`.
    Label,
}

/// How a line ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Ending {
    /// With an opening bracket.
    Opener,
    /// With a colon.
    Colon,
    /// With a closing parenthesis.
    Parenthesis,
    /// With another end of a statement: another closing bracket, a semicolon, a comma.
    Final,
    /// With anything else.
    #[default]
    Open,
}

/// How a line begins and ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Shape {
    pub(super) role: Role,
    pub(super) ending: Ending,
}

impl Shape {
    pub(super) fn of(line: &Line<'_>) -> Self {
        Self { role: role(line.text), ending: ending(line) }
    }
}

/// The role of a line, by how it begins.
fn role(text: &str) -> Role {
    let Some(first) = text.bytes().next() else { return Role::Plain };
    match first {
        b'}' | b')' | b']' => Role::ClosesBracket,
        b'{' => Role::OpensBody,
        b'<' if text.starts_with("</") => Role::ClosesTag,
        b'<' if text.starts_with("<!--") => Role::Attached,
        b'/' if text.starts_with("/*") => match after_comment(text) {
            rest if rest.len() < text.len() && !rest.starts_with('/') => role(rest),
            _ => Role::Attached,
        },
        b'/' if text.starts_with("//") => Role::Attached,
        b'/' if text.starts_with("/>") => Role::EndsTag,
        b'>' if closes_generics(text) => Role::ClosesBracket,
        b'>' => Role::EndsTag,
        b'*' => Role::CommentPart,
        b'#' => hash(text),
        b'@' => at_sign(text),
        b'-' if text == "-" || text.starts_with("- ") => Role::Item,
        b'-' if text.starts_with("--") && text != "---" => Role::Attached,
        b'a'..=b'z' | b'A'..=b'Z' => by_word(text),
        _ => Role::Plain,
    }
}

/// Returns whether a line is a comment with `#`, not an attribute, a directive, or a rule of a
/// style sheet.
pub(super) fn is_hash_comment(text: &str) -> bool {
    let Some(rest) = text.strip_prefix('#') else { return false };
    let directive = word(rest.trim_start()).0;
    !rest.starts_with(['[', '!'])
        && !rest.ends_with(['{', ',', '\\'])
        && !matches!(directive, "include" | "define" | "undef" | "pragma" | "error")
        && hash(text) == Role::Attached
}

/// Distinguishes preprocessor directives from comments and attributes. With a space after `#`, only
/// text that is not plausible as a comment is a directive.
fn hash(text: &str) -> Role {
    let rest = text.get(1..).unwrap_or_default();
    let (directive, after) = word(rest.trim_start());
    let condition =
        after.trim_start().starts_with(['!', '(', '0', '1']) || after.starts_with(" defined");
    let certain = !rest.starts_with([' ', '\t']);
    match directive {
        "ifdef" | "ifndef" | "endif" | "elif" => Role::Conditional,
        "if" if certain || condition => Role::Conditional,
        "else" if certain || after.is_empty() => Role::Conditional,
        "include" | "define" | "undef" | "pragma" | "error" | "import" | "line" if certain => {
            Role::Directive
        }
        _ if after_attributes(text).len() < text.len() => Role::Plain,
        _ => Role::Attached,
    }
}

/// A decorator or an annotation, unless it is assigned to, or its target follows.
fn at_sign(text: &str) -> Role {
    let rest = text.trim_start_matches(|c: char| c.is_alphanumeric() || "@_.:".contains(c));
    let is_assigned = rest.trim_start().starts_with('=') || rest.trim_start().starts_with("||=");
    let is_whole = skip_brackets(rest).trim_start().ends_with(';');
    if is_assigned || is_whole || typed(text).is_some() || after_attributes(text).len() < text.len()
    {
        Role::Plain
    } else {
        Role::Attached
    }
}

/// Returns the name of a type or a callback of Elixir: `@type x :: y`.
pub(super) fn typed(text: &str) -> Option<&str> {
    let (kind, after) = word(text.strip_prefix('@')?);
    let declares = matches!(kind, "type" | "typep" | "opaque" | "callback" | "macrocallback");
    let text = after.strip_prefix(' ')?;
    let bare = word(text).0.len();
    let has_mark = matches!(text.as_bytes().get(bare), Some(b'?' | b'!'));
    let (name, then) = text.split_at_checked(bare + usize::from(has_mark))?;
    let follows = then.starts_with('(') || then.starts_with(" ::");
    (declares && follows && !name.is_empty()).then_some(name)
}

/// The maximum number of attributes before a declaration in its line.
const MAX_ATTRIBUTES: usize = 8;

/// Returns a line without the attributes and annotations at its start, and without `extern "C"`, if
/// what they belong to follows.
pub(super) fn after_attributes(text: &str) -> &str {
    let mut rest = text;
    let mut is_linked = false;
    for _ in 0..MAX_ATTRIBUTES {
        let after = match rest.bytes().next() {
            Some(b'#') if rest.starts_with("#[") => skip_brackets(rest.get(1..).unwrap_or("")),
            Some(b'[') => skip_brackets(rest),
            Some(b'@') if !rest.starts_with("@interface ") => skip_brackets(
                rest.trim_start_matches(|c: char| c.is_alphanumeric() || "@_.:".contains(c)),
            ),
            Some(b'e') if rest.starts_with("extern \"") => {
                let quoted = rest.get(8..).and_then(|quoted| quoted.split_once('"'));
                is_linked = quoted.is_some_and(|(_, rest)| !rest.trim_start().starts_with('{'));
                quoted.map_or("", |(_, rest)| rest)
            }
            _ => break,
        };
        rest = after.trim_start();
    }
    let before = text.get(..text.len() - rest.len()).unwrap_or_default().trim_end();
    let is_there = is_linked && !rest.is_empty() || is_target(rest, before.ends_with([')', ']']));
    if !before.is_empty() && is_there { rest } else { text }
}

/// Words that a declaration after an attribute begins with.
static TARGETS: WordList = WordList::new(
    "fn val var let fun def mod pub func enum type init open data final class async actor \
    const trait public static struct export sealed object inline unsafe private internal \
    override readonly lateinit abstract protocol function protected interface extension",
);

/// Returns whether a text declares something, as far as its form shows it. After an attribute with
/// arguments, `x: T` does.
fn is_target(text: &str, has_arguments: bool) -> bool {
    let (first, after) = word(text);
    let is_name = first.starts_with(|c: char| c.is_alphabetic() || c == '_');
    let is_typed = || has_arguments && after.trim_start_matches(['?', '!']).starts_with(": ");
    // A type of Elixir is declared by its attribute.
    let is_whole = || code(text).ends_with(['{', '}', ';']) && !text.contains(" :: ");
    let is_word = || after.starts_with(' ') && TARGETS.has(first);
    is_name && (is_word() || is_typed() || is_whole())
}

/// `>(`, `> = {`: type parameters over several lines.
fn closes_generics(text: &str) -> bool {
    let rest = text.get(1..).unwrap_or_default();
    let follows = [" =", " extends ", " implements ", "(", ";", ",", ")"];
    !rest.is_empty() && text.ends_with('{') || follows.iter().any(|next| rest.starts_with(next))
}

/// The words that end a block, and those that continue a statement.
static CLOSING: WordList = WordList::new(
    "fi end END End done esac endif enddo endef endfor endcase endtask endwhile endclass \
    endmacro endswitch endmodule endforeach endfunction",
);
static CONTINUING: WordList = WordList::new(
    "else Else ELSE elif elsif ELSIF catch elseif ELSEIF except rescue ensure finally",
);

fn by_word(text: &str) -> Role {
    let (word, after) = word(text);
    let role = match word {
        _ if CLOSING.has(word) => Role::ClosesWord,
        _ if CONTINUING.has(word) => Role::GoesOn,
        // The functions of a module of Fortran.
        "contains" | "CONTAINS" if after.is_empty() => Role::GoesOn,
        "then" | "where" | "THEN" | "WHERE" => Role::Follows,
        "do" | "DO" => Role::OpensLoop,
        "case" if is_member(code(text)) => Role::Plain,
        "case" | "default" | "when" | "in" => Role::Label,
        "template" if text.ends_with('>') && after.trim_start().starts_with('<') => Role::Attached,
        "public" | "private" | "protected" if text.ends_with(':') => Role::Label,
        _ => return Role::Plain,
    };
    let value = after.trim_start().strip_prefix('=');
    let assigned = value.is_some_and(|value| word != "rescue" || !value.starts_with('>'));
    let other = role == Role::ClosesWord && after.starts_with([':', '(', '[']);
    if assigned || other { Role::Plain } else { role }
}

/// Returns whether a line that begins with `case` is the value of an enumeration or begins a
/// switch, unlike a branch: it has neither `:` nor an arrow outside of brackets, and has ended.
fn is_member(text: &str) -> bool {
    let text = text.split(" = ").next().unwrap_or_default();
    let is_text = text.ends_with(':') || text.contains(['\'', '"']);
    let mut depth = 0_i32;
    let mut is_outer = |c: char| {
        match c {
            '(' | '[' | '{' => depth += 1,
            ')' | ']' | '}' => depth -= 1,
            _ => {}
        }
        depth == 0
    };
    let outer: String = text.chars().filter(|c| is_outer(*c)).collect();
    !is_text
        && !outer.contains(':')
        && !outer.contains("=>")
        && !outer.contains("->")
        && !text.ends_with([',', '(', '[', '{', '|', '&'])
}

/// Returns the leading letters, digits and underscores, and the rest.
pub(super) fn word(text: &str) -> (&str, &str) {
    let ascii = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    let usual = text.bytes().position(|byte| !ascii(byte)).unwrap_or(text.len());
    let (word, rest) = text.split_at_checked(usual).unwrap_or_default();
    if rest.starts_with(|c: char| !c.is_ascii() && c.is_alphanumeric()) {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(text.len());
        return text.split_at_checked(end).unwrap_or_default();
    }
    (word, rest)
}

/// Returns the text after its leading brackets, if any. Nested brackets of the same kind are
/// skipped.
pub(super) fn skip_brackets(text: &str) -> &str {
    let (open, close) = match text.bytes().next() {
        Some(b'(') => ('(', ')'),
        Some(b'<') => ('<', '>'),
        Some(b'[') => ('[', ']'),
        _ => return text,
    };
    let mut depth = 0u32;
    for (at, c) in text.char_indices() {
        if c == open {
            depth += 1;
        } else if c == close {
            depth -= 1;
            if depth == 0 {
                return text.get(at + 1..).unwrap_or_default();
            }
        }
    }
    ""
}

pub(super) fn skip_brackets_if(text: &str, open: char) -> &str {
    if text.starts_with(open) { skip_brackets(text) } else { text }
}

/// Returns how a line ends, ignoring a trailing comment.
fn ending(line: &Line<'_>) -> Ending {
    let last = if line.clipped { line.last } else { code(line.text).chars().next_back() };
    match last {
        Some('{' | '(' | '[') => Ending::Opener,
        Some(':') => Ending::Colon,
        Some(')') => Ending::Parenthesis,
        Some('}' | ']' | ';' | ',') => Ending::Final,
        _ => Ending::Open,
    }
}

/// Returns a line without a trailing comment.
pub(super) fn code(text: &str) -> &str {
    let mut code = text;
    if let Some(before) = code.strip_suffix("*/") {
        code = before.rsplit_once("/*").map_or(code, |(before, _)| before);
    }
    for at in memchr::memchr2_iter(b'/', b'#', code.as_bytes()) {
        let (before, from) = code.split_at_checked(at).unwrap_or_default();
        if before.ends_with([' ', '\t']) && (from.starts_with("//") || from.starts_with("# ")) {
            return before.trim_end();
        }
    }
    code.trim_end()
}

/// Returns a line without a comment at its start, if more follows.
pub(super) fn after_comment(text: &str) -> &str {
    let comment = text.strip_prefix("/*").and_then(|text| text.split_once("*/"));
    comment.map(|(_, rest)| rest.trim_start()).filter(|rest| !rest.is_empty()).unwrap_or(text)
}

/// Returns whether a text consists of letters, digits, underscores and these marks.
pub fn is_of_words(text: &str, marks: &[u8]) -> bool {
    let is_of_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    text.bytes().all(|byte| is_of_word(byte) || marks.contains(&byte))
}

/// Returns whether a text has a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    let is_of_word = |c: char| c.is_alphanumeric() || c == '_';
    text.match_indices(word).any(|(at, _)| {
        let (before, rest) = text.split_at_checked(at).unwrap_or_default();
        let after = rest.get(word.len()..).unwrap_or_default();
        !before.ends_with(is_of_word) && !after.starts_with(is_of_word)
    })
}

/// The words that statements begin with.
static CONTROL: WordList = WordList::new(
    "if do in or go for try not and new else with lock elif when case loop this goto while \
    catch match until using throw await yield elsif defer guard super switch return unless \
    sizeof typeof delete assert elseif select repeat import foreach require synchronized",
);

pub(super) fn is_control(name: &str) -> bool {
    CONTROL.has(name)
}

#[cfg(test)]
mod tests;
