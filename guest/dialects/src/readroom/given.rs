//! The arguments of a call by their names and types.

use super::argument_aliases;
use crate::shared::{Integer, Json, Members, quotable};
use readroom_types::ReadError as ErrorReport;

/// The largest integer that every JSON parser keeps exact.
pub(super) const MAX_INTEGER: u64 = (1 << 53) - 1;

/// The arguments of a call, or of one of its files.
#[derive(Clone, Copy)]
pub(super) struct Given<'a, 'b>(pub(super) &'a Members<'b>);

impl<'a, 'b> Given<'a, 'b> {
    pub(super) fn get(self, name: &str) -> Option<&'a Json<'b>> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    pub(super) fn refuse_others(self, names: &[&str], hint: &str) -> Result<(), ErrorReport> {
        match self.0.iter().find(|(name, _)| !names.contains(&&**name)) {
            Some((name, _)) => Err(ErrorReport::argument(
                format!("unknown argument '{}'", quotable(name)),
                argument_aliases::hint(name).unwrap_or(hint).into(),
            )),
            None => Ok(()),
        }
    }

    pub(super) fn text(self, name: &str) -> Result<Option<&'a str>, ErrorReport> {
        match self.get(name) {
            None => Ok(None),
            Some(Json::Text(text)) => Ok(Some(text)),
            Some(other) => {
                let report = wrong(name, "a string", other.kind());
                Err(match (other, argument_aliases::hint_for_several(name)) {
                    (Json::List(_), Some(hint)) => ErrorReport { hint: hint.into(), ..report },
                    _ => report,
                })
            }
        }
    }

    pub(super) fn flag(self, name: &str) -> Result<bool, ErrorReport> {
        match self.get(name) {
            None => Ok(false),
            Some(Json::Bool(flag)) => Ok(*flag),
            Some(other) => Err(wrong(name, "a boolean", other.kind())),
        }
    }

    /// Returns a text or several.
    pub(super) fn texts(self, name: &str) -> Result<Vec<&'a str>, ErrorReport> {
        let text = |value: &'a Json<'b>| match value {
            Json::Text(text) => Ok(&**text),
            other => Err(wrong(name, "a string or an array of strings", other.kind())),
        };
        match self.get(name) {
            None => Ok(Vec::new()),
            Some(Json::List(texts)) => texts.iter().map(text).collect(),
            Some(one) => Ok(vec![text(one)?]),
        }
    }

    /// Returns the value of a word, or the first of the choices if the argument is missing.
    pub(super) fn choice<T: Copy>(
        self,
        name: &str,
        choices: &[(&str, T)],
    ) -> Result<T, ErrorReport> {
        let word = self.text(name)?;
        let known = match word {
            None => choices.first(),
            Some(word) => choices.iter().find(|(known, _)| *known == word),
        };
        known.map(|(_, value)| *value).ok_or_else(|| {
            let words: Vec<_> = choices.iter().map(|(word, _)| format!("'{word}'")).collect();
            let (last, others) =
                words.split_last().map_or(("", &[][..]), |(last, others)| (&**last, others));
            ErrorReport::argument(
                format!(
                    "{name} must be {} or {last}, not '{}'",
                    others.join(", "),
                    quotable(word.unwrap_or_default())
                ),
                format!("Leave {name} out, or give one of these."),
            )
        })
    }

    pub(super) fn natural(self, name: &str) -> Result<Option<u64>, ErrorReport> {
        if let Some(Integer::Negative(_)) = self.get(name).and_then(Integer::of) {
            let least = if name == "levels" { 0 } else { 1 };
            return Err(wrong(name, &format!("an integer of at least {least}"), "a negative one"));
        }
        let size = |(Integer::Natural(size) | Integer::Negative(size))| size;
        Ok(self.integer(name)?.map(size))
    }

    pub(super) fn integer(self, name: &str) -> Result<Option<Integer>, ErrorReport> {
        let Some(value) = self.get(name) else { return Ok(None) };
        match (Integer::of(value), value) {
            (Some(Integer::Natural(size)), _) if size > MAX_INTEGER => {
                Err(wrong(name, &format!("an integer of at most {MAX_INTEGER}"), "a larger one"))
            }
            (Some(Integer::Negative(size)), _) if size > MAX_INTEGER => {
                Err(wrong(name, &format!("an integer of at least -{MAX_INTEGER}"), "a smaller one"))
            }
            (Some(integer), _) => Ok(Some(integer)),
            (None, Json::Number(_)) => Err(wrong(name, "an integer", "a number with a fraction")),
            (None, other) => Err(wrong(name, "an integer", other.kind())),
        }
    }
}

/// Returns the error for an argument with a wrong type.
pub(super) fn wrong(name: &str, wanted: &str, got: &str) -> ErrorReport {
    let message: String = format!("{name} must be {wanted}, not {got}");
    ErrorReport::argument(message, format!("Give {name} as {wanted}."))
}
