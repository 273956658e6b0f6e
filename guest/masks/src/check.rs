//! Checks whether a value looks random, or like a placeholder.

use crate::set::{BASE64, DIGIT, Set};

/// The characters of names.
pub(crate) const NAME: Set = Set::of("0-9A-Za-z_-");
/// The characters of random values that are rare in code.
pub(crate) const VALUE: Set = Set::of("!#-&*-9;=@-Z^-_a-z~");

/// The maximum number of bytes examined of a value.
const MAX_CHECKED: usize = 64;

/// The conditions on a value in addition to its shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    /// Its shape is enough.
    Shape,
    /// Not a placeholder: it has many distinct characters, and they are not consecutive.
    Mixed,
    /// Also, the kinds of characters alternate, as in no word.
    Random,
    /// Also, it does not consist of words between `-` or `_`.
    Key,
    /// As random as most tokens are; a few tokens are not.
    Literal,
    /// A name, a colon and a password, in base64 or as they are.
    Basic,
}

impl Check {
    pub(crate) fn passes(self, value: &[u8]) -> bool {
        let value = value.get(..MAX_CHECKED).unwrap_or(value);
        match self {
            Self::Shape => true,
            Self::Mixed => is_mixed(value),
            Self::Random => is_mixed(value) && is_unlike_words(value),
            Self::Key => is_mixed(value) && is_unlike_words(value) && !has_words(value),
            Self::Literal if value.iter().all(|byte| VALUE.has(*byte)) => is_random(value),
            Self::Literal => is_punctuated(value),
            Self::Basic => is_basic(value),
        }
    }
}

/// Placeholders that people write instead of a secret.
const PLACEHOLDERS: [&[u8]; 19] = [
    b"...",
    b"utf8",
    b"hmac",
    b"example",
    b"xxxx",
    b"your",
    b"changeme",
    b"change_me",
    b"change-me",
    b"placeholder",
    b"dummy",
    b"fake",
    b"sample",
    b"replace",
    b"insert",
    b"redacted",
    b"secret",
    b"password",
    b"test",
];

fn is_mixed(value: &[u8]) -> bool {
    let figures = Figures::of(value);
    figures.distinct >= (value.len() / 3).min(7)
        && figures.successors * 2 < value.len()
        && !contains(value, b"example")
        && !value.windows(6).any(|part| part == b"xxxxxx" || part == b"XXXXXX")
        && !value.windows(5).any(|part| part == b"your_" || part == b"your-" || part == b"YOUR_")
}

fn is_unlike_words(value: &[u8]) -> bool {
    let figures = Figures::of(value);
    figures.turns >= 3 && (figures.digits >= 1 || figures.turns * 10 >= value.len() * 3)
}

/// Returns whether a value is the address of an account in a blockchain.
fn is_address(value: &[u8]) -> bool {
    value.len() == 42 && value.starts_with(b"0x")
}

/// Returns whether a value has two words between `-` or `_`, or a long one.
fn has_words(value: &[u8]) -> bool {
    let is_word = |word: &&[u8]| {
        let is_one_case =
            word.iter().all(u8::is_ascii_lowercase) || word.iter().all(u8::is_ascii_uppercase);
        word.len() >= 3 && is_one_case
    };
    let words = value.split(|byte| b"-_".contains(byte)).filter(is_word).map(<[u8]>::len);
    let (count, letters) = words.fold((0, 0), |(count, all), length| (count + 1, all + length));
    letters >= if count > 1 { 8 } else { 9 }
}

/// Returns whether a value looks like nothing that a person would write.
pub(crate) fn is_random(value: &[u8]) -> bool {
    if value.len() < 16 {
        return false;
    }
    let figures = Figures::of(value);
    // The fewer digits a value has, the more often its characters must change kind.
    let turns = |tenths| figures.turns * 10 >= (value.len() - 1) * tenths;
    // More in a row than words have.
    let is_consonant = |byte: &u8| byte.is_ascii_alphabetic() && !b"aeiouy".contains(&(byte | 32));
    let has_consonants = || value.windows(5).any(|run| run.iter().all(is_consonant));
    // A value that starts with one, such as `v2.1.0-beta.3`.
    let version = value.iter().take_while(|byte| DIGIT.has(**byte) || b"v.".contains(byte));
    figures.letters >= 2
        && !is_address(value)
        && match figures.digits {
            0 => false,
            1 => turns(4),
            digits if digits * 6 < value.len() => turns(3) || has_consonants(),
            _ => turns(2),
        }
        && figures.distinct >= (value.len() * 2 / 5).min(10)
        && figures.successors * 3 < value.len()
        && !has_sizes(value)
        && version.filter(|byte| **byte == b'.').count() < 2
        && !PLACEHOLDERS.iter().any(|word| contains(value, word))
}

/// Returns whether a value has words, numbers and sizes between `-`: `spacing-2xl-4px`.
fn has_sizes(value: &[u8]) -> bool {
    let is_part = |part: &[u8]| {
        let digits = part.iter().filter(|byte| DIGIT.has(**byte)).count();
        let lower = part.iter().filter(|byte| byte.is_ascii_lowercase()).count();
        digits + lower == part.len() && (part.len() < 4 || digits == 0 || lower == 0)
    };
    value.iter().filter(|byte| **byte == b'-').count() > 1
        && value.split(|byte| *byte == b'-').all(is_part)
}

/// Same for a value with characters that code has too: it may be a template, a call, a URL, a type
/// or a pattern.
pub(crate) fn is_punctuated(value: &[u8]) -> bool {
    const CODE: &str = "${ {{ }} $( %( #{ (? :// () &quot &#3";
    let value = value.get(..MAX_CHECKED).unwrap_or(value);
    let byte = |at: usize| value.get(at).copied().unwrap_or_default();
    let is_pair = |a, b| [*b"()", *b"[]", *b"{}", *b"<>"].contains(&[byte(a), byte(b)]);
    // The length of a word, with a number after it.
    let word = |at: usize| {
        let rest = value.get(at..).unwrap_or_default();
        let run = |set: Set| set.run(rest, MAX_CHECKED);
        let letters = run(Set::of("a-z_")).max(run(Set::of("A-Z_")));
        letters + DIGIT.run(rest.get(letters..).unwrap_or_default(), 3)
    };
    let is_word = |at: usize| word(at) > 1 && is_pair(at - 1, at + word(at));
    let is_url = word(0) > 2 && byte(word(0)) == b':';
    let is_range = |part: &[u8]| matches!(part, [b'[', a, b'-'] if a.is_ascii_alphanumeric());
    let is_closed = |open| is_pair(open, value.len() - 1);
    Figures::of(value).turns * 3 >= value.len()
        && is_random(value)
        && !is_url
        && !is_closed(0)
        && !is_closed(Set::of("0-9A-Za-z_.").run(value, MAX_CHECKED))
        && !value.windows(3).any(is_range)
        && !CODE.split(' ').any(|sign| contains(value, sign.as_bytes()))
        && !(1..value.len()).any(is_word)
}

/// Like [`is_random`], for an unquoted value, which may be code, a path or a version.
pub(crate) fn is_bare_random(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_word = |byte: u8| byte.is_ascii_alphanumeric() || b"+/_!@^*".contains(&byte);
    let is_path = value.contains(&b'/')
        && !(has(u8::is_ascii_uppercase)
            && has(u8::is_ascii_lowercase)
            && value.iter().all(|byte| BASE64.has(*byte)));
    let longest = value.split(|byte| *byte == b'.').max_by_key(|part| part.len());
    let Some(longest) = longest.filter(|longest| longest.len() >= 16) else { return false };
    let is_pair = value.windows(2).any(|pair| matches!(pair, [b'=', after] if *after != b'='));
    value.first().is_some_and(|byte| is_word(*byte))
        && !is_path
        && !is_pair
        && !is_identifier(value)
        && is_random(longest.get(..MAX_CHECKED).unwrap_or(longest))
}

/// Returns whether a value is code that takes an element: `tokens[0].children[1].text`.
pub(crate) fn is_indexed(value: &[u8]) -> bool {
    let (mut depth, mut outside) = (0, Vec::new());
    for byte in value {
        match byte {
            b'[' | b'(' => depth += 1,
            b']' | b')' => depth -= 1,
            _ if depth == 0 => outside.push(*byte),
            _ => {}
        }
    }
    let is_word = |word: &[u8]| {
        let digits = word.iter().rev().take_while(|byte| byte.is_ascii_digit()).count();
        let letters = word.get(..word.len() - digits).unwrap_or_default();
        digits < 3 && letters.iter().all(|byte| byte.is_ascii_alphabetic() || b"_$".contains(byte))
    };
    depth == 0
        && value.contains(&b'[')
        && outside.split(|byte| b".?|<&>".contains(byte)).all(is_word)
}

/// Returns whether a value in lower-case and upper-case letters consists of words, like names in
/// code.
pub(crate) fn is_identifier(value: &[u8]) -> bool {
    let is_word = |word: &&[u8]| {
        let vowels = word.iter().filter(|byte| b"aeiouyAEIOUY".contains(byte)).count();
        word.len() >= 3 && vowels * 6 >= word.len()
    };
    let letters = value.iter().filter(|byte| byte.is_ascii_alphabetic()).count();
    let words = || {
        let parts = value.chunk_by(|a, b| a.is_ascii_alphabetic() && b.is_ascii_lowercase());
        parts.filter(is_word).map(<[u8]>::len)
    };
    let (longest, words) = (words().max().unwrap_or(0), words().sum::<usize>());
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_mixed = has(u8::is_ascii_lowercase) && has(u8::is_ascii_uppercase);
    let figures = Figures::of(value);
    let is_varied = figures.digits * 6 > value.len() || figures.turns * 20 > value.len() * 9;
    is_mixed
        && (longest >= 5 || !is_varied)
        && words * 10 >= letters * if value.contains(&b'/') { 5 } else { 6 }
}

/// Same for a long value, which may have no digit.
pub(crate) fn is_words(value: &[u8]) -> bool {
    Figures::of(value).turns * 10 < value.len() * 4 && is_identifier(value)
}

/// Returns whether a password has a letter and a digit, and is not a placeholder.
pub(crate) fn is_password(value: &[u8]) -> bool {
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    has(u8::is_ascii_alphabetic) && has(u8::is_ascii_digit) && !is_placeholder(value)
}

/// Returns whether a value is a password as people choose them: with a sign, or, between quotation
/// marks, with letters of both cases and two digits.
pub(crate) fn is_chosen(value: &[u8], is_quoted: bool) -> bool {
    // Without quotation marks, those that code does not have in a name.
    let signs = Set::of(if is_quoted { "!#-&*+?@^~" } else { "!@" });
    const CHOSEN: Set = Set::of("!#-&*+0-9?-Z^_a-z~-");
    let has = |is: fn(&u8) -> bool| value.iter().any(is);
    let is_mixed = || {
        Figures::of(value).digits > 1
            && has(u8::is_ascii_lowercase)
            && has(u8::is_ascii_uppercase)
            && !PLACEHOLDERS.iter().any(|word| contains(value, word))
    };
    (8..33).contains(&value.len())
        && value.iter().all(|byte| CHOSEN.has(*byte))
        && value.first().is_some_and(|byte| is_quoted || *byte != b'@')
        && is_password(value)
        && (value.iter().any(|byte| signs.has(*byte)) || is_quoted && is_mixed())
}

/// Returns whether a value is a password where a command expects one.
pub(crate) fn is_argument(value: &[u8]) -> bool {
    let is_named = || PLACEHOLDERS.iter().any(|word| contains(value, word));
    (6..65).contains(&value.len()) && is_password(value) && !is_named()
}

/// Returns whether a password is a placeholder, or too simple to be real.
pub(crate) fn is_placeholder(value: &[u8]) -> bool {
    const PLAIN: [&[u8]; 14] = [
        b"user",
        b"username",
        b"foo",
        b"bar",
        b"baz",
        b"admin",
        b"root",
        b"guest",
        b"postgres",
        b"hunter2",
        b"1234",
        b"tiger",
        b"login",
        b"open sesame",
    ];
    const NAMED: [&[u8]; 5] = [b"pass", b"pwd", b"token", b"key", b"auth"];
    let has_digits = value.iter().any(u8::is_ascii_digit);
    value.len() < 4
        || PLAIN.iter().any(|plain| value.eq_ignore_ascii_case(plain))
        || !has_digits && PLACEHOLDERS.iter().chain(&NAMED).any(|word| contains(value, word))
        || value.first().is_some_and(|byte| b"$<{[(%".contains(byte))
        || value.contains(&b'{') && value.contains(&b'}')
        || value.windows(2).any(|pair| pair == b"$(")
        || value.windows(2).any(|pair| matches!(pair, [b'%', b's' | b'd' | b'v' | b'r']))
        || value.iter().all(|byte| value.first() == Some(byte))
        || value.starts_with(b"...")
}

/// Returns whether a value contains a lower-case word in any case.
pub(crate) fn contains(value: &[u8], word: &[u8]) -> bool {
    value.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word))
}

/// Returns whether a value ends with a lower-case word in any case.
pub(crate) fn ends_with(value: &[u8], word: &[u8]) -> bool {
    let start = value.len().saturating_sub(word.len());
    value.get(start..).is_some_and(|end| end.eq_ignore_ascii_case(word))
}

fn is_basic(value: &[u8]) -> bool {
    let decoded = decoded(value);
    let password = decoded.splitn(2, |byte| *byte == b':').nth(1);
    // `user:password` as it is.
    let (user, plain) = value.split_at(NAME.or(Set::of(".@")).run(value, 64));
    let plain = plain.strip_prefix(if user == b"neo4j" { b"/" } else { b":" });
    let is_plain = |plain: &[u8]| is_argument(plain) && !plain.iter().any(|b| b":/".contains(b));
    is_text(&decoded) && password.is_some_and(|password| !is_placeholder(password))
        || !user.is_empty() && plain.is_some_and(is_plain)
}

pub(crate) fn is_base64_text(value: &[u8]) -> bool {
    let is_whole = value.len() >= 8 && value.len().is_multiple_of(4);
    is_whole && value.iter().all(|byte| BASE64.has(*byte)) && is_text(&decoded(value))
}

pub(crate) fn is_text(decoded: &[u8]) -> bool {
    decoded.iter().all(|byte| (b' '..=b'~').contains(byte) || b"\t\n\r".contains(byte))
}

/// Decodes base64, up to its padding.
pub(crate) fn decoded(value: &[u8]) -> Vec<u8> {
    let mut decoded = Vec::with_capacity(value.len());
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => Some(byte - b'A'),
        b'a'..=b'z' => Some(byte - b'a' + 26),
        b'0'..=b'9' => Some(byte - b'0' + 52),
        b'+' | b'-' => Some(62),
        b'/' | b'_' => Some(63),
        _ => None,
    };
    let digits: Vec<u32> = value.iter().map_while(|byte| digit(*byte)).map(u32::from).collect();
    for chunk in digits.chunks(4) {
        let bits = chunk.iter().fold(0, |bits, digit| bits << 6 | digit) << (6 * (4 - chunk.len()));
        decoded.extend(bits.to_be_bytes().into_iter().skip(1).take(chunk.len() - 1));
    }
    decoded
}

/// Statistics of a value.
struct Figures {
    digits: usize,
    letters: usize,
    /// How often a character is of another kind than the previous one: digits, lower case, upper
    /// case, others. Word separators do not count.
    turns: usize,
    distinct: usize,
    /// How often a character equals or follows the one before it, or the one before that.
    successors: usize,
}

impl Figures {
    fn of(value: &[u8]) -> Self {
        let kind = |byte: &u8| match byte {
            b'0'..=b'9' => 0,
            b'a'..=b'z' => 1,
            b'A'..=b'Z' => 2,
            _ => 3,
        };
        let follows = |a: &u8, b: &u8| *b == a.wrapping_add(1) || a == b;
        let kinds = || value.iter().filter(|byte| !b"-_./:@ ".contains(byte)).map(kind);
        let successors = |distance| {
            let pairs = value.iter().zip(value.iter().skip(distance));
            pairs.filter(|(a, b)| follows(a, b)).count()
        };
        let seen = value.iter().fold(0u128, |seen, byte| seen | 1 << (byte & 127));
        Self {
            digits: value.iter().filter(|byte| DIGIT.has(**byte)).count(),
            letters: value.iter().filter(|byte| byte.is_ascii_alphabetic()).count(),
            turns: kinds().zip(kinds().skip(1)).filter(|(a, b)| a != b).count(),
            distinct: seen.count_ones() as usize,
            successors: successors(1).max(successors(2)),
        }
    }
}
