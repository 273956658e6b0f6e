//! Raised and lowered text: `100^2`, `H_2O`.

/// The place of text on its line.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Script {
    #[default]
    Normal,
    Raised,
    Lowered,
}

/// Endings of ordinal numbers, which are often raised: `1st`.
const ORDINALS: [&str; 9] = ["st", "nd", "rd", "th", "er", "re", "ère", "ème", "ième"];

impl Script {
    /// The places by their numbers in binary formats.
    pub(crate) const ALL: [Self; 3] = [Self::Normal, Self::Raised, Self::Lowered];

    /// Returns the place for a number that is positive for raised text.
    pub(crate) fn of(shift: i64) -> Self {
        match shift {
            0 => Self::Normal,
            1.. => Self::Raised,
            _ => Self::Lowered,
        }
    }

    /// Returns the place with this name.
    pub(crate) fn of_name(name: &str) -> Self {
        match name {
            "superscript" | "super" | "sup" => Self::Raised,
            "subscript" | "sub" => Self::Lowered,
            _ => Self::Normal,
        }
    }

    /// Appends text that nothing is known to follow.
    pub(crate) fn push(self, into: &mut String, text: &str) {
        let written = self.write(into, text, None);
        into.push_str(written.as_deref().unwrap_or(text));
    }

    /// Returns raised or lowered text as it is written between other text. `None` if it needs no
    /// mark, because it touches nothing that it could be taken as a part of.
    pub(crate) fn write(self, before: &str, text: &str, after: Option<char>) -> Option<String> {
        let sign = match self {
            Self::Normal => return None,
            Self::Raised => '^',
            Self::Lowered => '_',
        };
        let word = text.trim();
        let (lead, trail) = (text.len() - text.trim_start().len(), text.trim_end().len());
        let before = before.chars().next_back().filter(|_| lead == 0);
        let after = after.filter(|_| trail == text.len());
        let is_word = |character: &char| character.is_alphanumeric();
        let is_bound = match before {
            Some(c) if !c.is_whitespace() => !matches!(c, '(' | '[' | '{' | '/' | '⁄'),
            _ => after.is_some_and(|c| is_word(&c)),
        };
        let is_digit = |c: Option<char>| c.is_some_and(char::is_numeric);
        let is_ordinal =
            self == Self::Raised && is_digit(before) && ORDINALS.contains(&&*word.to_lowercase());
        let unsigned = word.strip_prefix(['+', '-', '−', '–', '(']).unwrap_or(word);
        let is_marked =
            is_bound && !is_ordinal && unsigned.chars().next().as_ref().is_some_and(is_word);
        if !is_marked || word.contains(char::is_control) {
            return None;
        }
        // `10^34` before `5` would be read as `10^345`.
        let last = word.chars().next_back();
        let runs_on = after.filter(is_word).is_some_and(|_| is_digit(last) == is_digit(after));
        let is_plain = unsigned.chars().all(|c| is_word(&c)) && !word.starts_with('(') && !runs_on;
        let is_wrapped = word.starts_with('(') && word.ends_with(')');
        let written = if is_plain || is_wrapped {
            format!("{sign}{word}")
        } else {
            format!("{sign}({word})")
        };
        let spaces = (text.get(..lead)?, text.get(trail..)?);
        Some(format!("{}{written}{}", spaces.0, spaces.1))
    }
}
