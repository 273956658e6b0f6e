//! Long texts in an answer, written short.

use serde_json::Value;

/// The most bytes of all such texts in an answer together: some more than any host hands out.
const MAX_BYTES: usize = 64 * 1024 * 1024;

/// The most columns that a number is filled up to.
const MAX_COLUMNS: usize = 1000;

/// Long texts as they are: `{"$repeat": [[text, times], …]}` is all of these together.
pub(crate) fn repeated(value: &Value) -> Result<Value, String> {
    Repeater { left: MAX_BYTES }.value(value)
}

struct Repeater {
    /// How many bytes may still be made.
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
            let times = times.ok_or_else(|| format!("{part} is no text and number of times"))?;
            for n in 1..=times {
                let before = whole.len();
                numbered(text, n, &mut whole)?;
                // Repeating nothing takes time too.
                self.left = self.left.checked_sub((whole.len() - before).max(1)).ok_or(TOO_LONG)?;
            }
        }
        Ok(whole)
    }
}

const TOO_LONG: &str = "the repeated texts are more than 64 MiB";

/// Adds a text with `{n}` filled in, also as `{n+100}` (so much more), `{n:5}` (at least so wide) and `{n:05}` (with
/// zeros).
fn numbered(text: &str, n: u64, whole: &mut String) -> Result<(), String> {
    let mut rest = text;
    while let Some((before, found)) = rest.split_once("{n") {
        let wrong = || {
            format!(
                "'{{n{found}' is no number of a repetition; write {{n}}, {{n+50}}, {{n:5}} or {{n:05}}"
            )
        };
        let (how, after) = found.split_once('}').ok_or_else(wrong)?;
        let (add, width) = how.split_once(':').unwrap_or((how, "0"));
        let add: u64 =
            if add.is_empty() { 0 } else { digits(add.strip_prefix('+')).ok_or_else(wrong)? };
        let columns =
            digits(Some(width)).filter(|columns| *columns <= MAX_COLUMNS).ok_or_else(wrong)?;
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

/// A number that is written in digits and nothing else.
fn digits<T: std::str::FromStr>(text: Option<&str>) -> Option<T> {
    text.filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::repeated;
    use serde_json::json;

    #[test]
    fn numbers_are_filled_in_as_they_are_asked_for() {
        let written = json!({"a": [{"$repeat": [["<{n}|{n+10}|{n:3}|{n+9:03}>", 2], ["-", 3]]}]});
        assert_eq!(repeated(&written), Ok(json!({"a": ["<1|11|  1|010><2|12|  2|011>---"]})));
    }

    #[test]
    fn what_is_wrong_or_without_end_is_refused() {
        for (written, why) in [
            (json!({"$repeat": [["x", -1]]}), "no text and number"),
            (json!({"$repeat": ["x"]}), "no text and number"),
            (json!({"$repeat": "x"}), "'$repeat' is a list"),
            (json!({"$repeat": [["{n", 1]]}), "no number of a repetition"),
            (json!({"$repeat": [["{n:99999}", 1]]}), "no number of a repetition"),
            (json!({"$repeat": [["{name}", 1]]}), "no number of a repetition"),
            (json!({"$repeat": [["0123456789", 9_000_000]]}), "more than 64 MiB"),
            (json!({"$repeat": [["", u64::MAX]]}), "more than 64 MiB"),
        ] {
            let refused = repeated(&written).expect_err("it is wrong");
            assert!(refused.contains(why), "{written}: {refused}");
        }
    }
}
