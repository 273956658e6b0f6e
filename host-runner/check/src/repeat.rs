//! Expands long strings that a case abbreviates.

use serde_json::Value;

/// The maximum total length of expanded strings in bytes: more than any host returns.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The maximum width that a number is padded to.
const MAX_COLUMNS: usize = 1000;

/// Expands the repeated strings in a value: `{"$repeat": [[text, times], …]}` becomes the
/// concatenation of all the repetitions.
pub(crate) fn expand_repeats(value: &Value) -> Result<Value, String> {
    Repeater { left: MAX_BYTES }.value(value)
}

struct Repeater {
    /// How many more bytes may be produced.
    left: usize,
}

impl Repeater {
    fn value(&mut self, value: &Value) -> Result<Value, String> {
        Ok(match value {
            Value::Object(members) => match members.get("$repeat") {
                Some(Value::Array(parts)) if members.len() == 1 => self.text(parts)?.into(),
                Some(_) => {
                    return Err(
                        "'$repeat' is a list of texts and numbers of times, and stands alone"
                            .into(),
                    );
                }
                None => {
                    let filled =
                        members.iter().map(|(name, value)| Ok((name.clone(), self.value(value)?)));
                    Value::Object(filled.collect::<Result<_, String>>()?)
                }
            },
            Value::Array(values) => Value::Array(
                values.iter().map(|value| self.value(value)).collect::<Result<_, _>>()?,
            ),
            other => other.clone(),
        })
    }

    fn text(&mut self, parts: &[Value]) -> Result<String, String> {
        let mut whole = String::new();
        for part in parts {
            let (text, times) = match part.as_array().map(Vec::as_slice) {
                Some([Value::String(text), Value::Number(times)]) => (text, times.as_u64()),
                _ => (&String::new(), None),
            };
            let times =
                times.ok_or_else(|| format!("{part} is not a text and a number of times"))?;
            for n in 1..=times {
                let before = whole.len();
                append_numbered(text, n, &mut whole)?;
                // Repeating an empty string takes time as well.
                self.left = self.left.checked_sub((whole.len() - before).max(1)).ok_or(TOO_LONG)?;
            }
        }
        Ok(whole)
    }
}

const TOO_LONG: &str = "the repeated texts are more than 64 MiB";

/// Appends a string with `{n}` filled in, also as `{n+100}` (plus 100), `{n:5}` (padded to 5
/// columns) and `{n:05}` (padded with zeros).
fn append_numbered(text: &str, n: u64, whole: &mut String) -> Result<(), String> {
    let mut rest = text;
    while let Some((before, found)) = rest.split_once("{n") {
        let wrong = || {
            format!(
                "'{{n{found}' is not a number of a repetition; \
                 write {{n}}, {{n+50}}, {{n:5}} or {{n:05}}"
            )
        };
        let (how, after) = found.split_once('}').ok_or_else(wrong)?;
        let (add, width) = how.split_once(':').unwrap_or((how, "0"));
        let add: u64 = if add.is_empty() {
            0
        } else {
            parse_digits(add.strip_prefix('+')).ok_or_else(wrong)?
        };
        let columns = parse_digits(Some(width))
            .filter(|columns| *columns <= MAX_COLUMNS)
            .ok_or_else(wrong)?;
        let number = n.saturating_add(add);
        whole.push_str(before);
        whole.push_str(&match width.strip_prefix('0') {
            Some(zeros) if !zeros.is_empty() => format!("{number:0columns$}"),
            _ => format!("{number:columns$}"),
        });
        rest = after;
    }
    whole.push_str(rest);
    Ok(())
}

/// Parses a number of digits only.
fn parse_digits<T: std::str::FromStr>(text: Option<&str>) -> Option<T> {
    text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

#[cfg(test)]
mod tests;
