//! Several searches in one call, each with its own answer.

use crate::readroom::argument_aliases::meaning;
use crate::shared::schema::{self, Property};
use crate::shared::{Arguments, Integer, Json, Reply, content, on_one_line, parse_value};
use readroom_read::DEFAULT_BYTES;
use readroom_types::{Content, Outcome, ReadError as ErrorReport};
use std::borrow::Cow;

/// The maximum number of searches in one call.
const MAX_SEARCHES: usize = 16;

/// The maximum number of JSON values in all answers: hosts refuse more than 100,001.
const MAX_VALUES: usize = 99_000;

/// The arguments of which several make several searches.
const DIVIDED: [&str; 2] = ["pattern", "path"];

/// One of several searches.
pub(super) struct Part {
    /// The pattern or the path, and what is searched for if that is its own.
    title: String,
    arguments: Vec<(String, String)>,
    /// The maximum number of bytes of its answer.
    bytes: u64,
}

impl Part {
    /// Returns its arguments, with at most this number of bytes if that is given.
    pub(super) fn arguments(&self, bytes: Option<u64>) -> String {
        let own = self.arguments.iter().filter(|(name, _)| bytes.is_none() || name != "bytes");
        let own = own.map(|(name, value)| format!("{}:{value}", Json::text(name.as_str()).write()));
        let bytes = bytes.map(|bytes| format!("\"bytes\":{bytes}"));
        format!("{{{}}}", own.chain(bytes).collect::<Vec<_>>().join(","))
    }
}

/// Returns the searches of a call with several patterns, or else several paths. Each is a pattern
/// or a path, or an object with its own arguments; they share the others, and divide the budget.
pub(super) fn parts(arguments: &str) -> Result<Option<Vec<Part>>, ErrorReport> {
    let Ok(Arguments(mut members)) = Arguments::parse(arguments) else { return Ok(None) };
    let mut is_written = false;
    for (name, value) in &mut members {
        // Some clients write lists as strings.
        if let Json::Text(text) = value
            && (meaning(name, &["patterns"]) == Some("patterns") || divided(name) == Some("path"))
            && let Some(list @ Json::List(_)) = parse_value(text)
        {
            *value = list;
            is_written = true;
        }
    }
    let is_several = |items: &[Json<'_>]| match items {
        // A list of one pattern is that pattern.
        [one] => is_written || matches!(one, Json::Object(_)),
        items => items.len() > 1,
    };
    let several = DIVIDED.into_iter().find_map(|by| {
        members.iter().find_map(|(name, value)| match value {
            Json::List(items) if divided(name) == Some(by) && is_several(items) => {
                Some((by, items))
            }
            _ => None,
        })
    });
    let Some((by, items)) = several else { return Ok(None) };
    if items.len() > MAX_SEARCHES {
        let message = format!("at most {MAX_SEARCHES} {by}s, not {}", items.len());
        return Err(ErrorReport::argument(
            message,
            "Search for the others in another call.".into(),
        ));
    }
    let shared: Vec<_> = members.iter().filter(|(name, _)| divided(name) != Some(by)).collect();
    let number = |wanted: &str| {
        let (_, value) = shared.iter().find(|(name, _)| name == wanted)?;
        if let Some(Integer::Natural(number)) = Integer::of(value) { Some(number) } else { None }
    };
    let parts = items.len() as u64;
    let bytes = number("bytes").unwrap_or(DEFAULT_BYTES) / parts;
    let tokens = number("tokens").map(|tokens| tokens / parts);
    let part = |item: &Json<'_>| {
        let written = |(name, value): &(Cow<'_, str>, Json<'_>)| (name.to_string(), value.write());
        let own: Vec<_> = match item {
            Json::Object(own) => own.iter().map(written).collect(),
            one => vec![(by.into(), one.write())],
        };
        let title: Vec<_> = match item {
            Json::Object(own) => own.iter().map(|(_, value)| text(value)).collect(),
            one => vec![text(one)],
        };
        let budgets = [("bytes", Some(bytes)), ("tokens", tokens)];
        let budgets = budgets.into_iter().filter_map(|(name, number)| {
            number.map(|number| (name.to_string(), number.to_string()))
        });
        let others = shared.iter().map(|member| written(member)).chain(budgets).rev();
        let mut all = own;
        for (name, value) in others {
            if all.iter().all(|(known, _)| *known != name) {
                all.push((name, value));
            }
        }
        let own = all.iter().find(|(name, _)| name == "bytes").and_then(|(_, n)| n.parse().ok());
        Part { title: title.join(", "), arguments: all, bytes: own.unwrap_or(bytes) }
    };
    Ok(Some(items.iter().map(part).collect()))
}

/// Returns the schema of `patterns`.
pub(super) fn schema() -> Property {
    schema::texts_or_objects(
        "patterns",
        "pattern",
        MAX_SEARCHES as u64,
        "Several searches in one call, instead of pattern, each with its own answer: patterns, or \
         objects with arguments of their own. They share the other arguments, and divide bytes and \
         tokens.",
    )
}

/// Returns which of the divided arguments a name means.
fn divided(name: &str) -> Option<&'static str> {
    DIVIDED.into_iter().find(|by| meaning(name, &["pattern", "glob", "path"]) == Some(by))
}

fn text(value: &Json<'_>) -> String {
    match value {
        Json::Text(text) => on_one_line(text).into_owned(),
        other => other.write(),
    }
}

/// Returns the answers of all searches, each below what was searched for.
pub(super) fn answer(parts: &[Part], search: impl Fn(&str) -> Reply) -> Reply {
    let (mut text, mut json, mut facts) = (String::new(), Vec::new(), Vec::new());
    let mut outcome = Outcome::Refused;
    let mut left = MAX_VALUES;
    let replies: Vec<_> = (parts.iter().enumerate())
        .map(|(at, part)| {
            let (share, mut bytes) = (left / (parts.len() - at), part.bytes);
            let mut reply = search(&part.arguments(None));
            while values(&reply.json) > share && bytes > 1 {
                bytes /= 2;
                reply = search(&part.arguments(Some(bytes)));
            }
            left = left.saturating_sub(values(&reply.json));
            reply
        })
        .collect();
    let answer = |reply: &Reply| content::text(&reply.content).unwrap_or_default().to_owned();
    // What all of them left out is said once, at the end.
    let left_out = replies.last().map(answer).and_then(|last| left_out(&last).map(String::from));
    for (at, (Part { title, .. }, reply)) in parts.iter().zip(replies).enumerate() {
        if reply.outcome == Outcome::Answered {
            outcome = Outcome::Answered;
        }
        let answer = answer(&reply);
        let (lines, note) = split_note(&answer);
        let note = match &left_out {
            Some(left_out) if at + 1 < parts.len() => note.replace(&**left_out, ""),
            _ => note.into(),
        };
        text += &format!("==> {title} <==\n{lines}{}\n\n", note.trim_end());
        json.push(reply.json);
        facts.extend(reply.facts);
    }
    let json = format!("{{\"searches\":[{}]}}", json.join(","));
    Reply { outcome, json, content: vec![Content::Text(text.trim_end().into())], facts }
}

/// Returns at least the number of values in JSON, as hosts count them: each but the first follows a
/// comma, or the bracket of what it is in.
fn values(json: &str) -> usize {
    let (mut is_text, mut is_escaped, mut count) = (false, false, 1);
    for byte in json.bytes() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = true,
            b'"' => is_text = !is_text,
            b',' | b'[' | b'{' if !is_text => count += 1,
            _ => {}
        }
    }
    count
}

/// Splits an answer into the lines of files, which stay as they are, and its last line, the note.
fn split_note(answer: &str) -> (&str, &str) {
    let note = answer.rfind('\n').map_or(0, |feed| feed + 1);
    answer.split_at_checked(note).unwrap_or_default()
}

/// Returns the sentence about what was not searched, with the blank before it.
fn left_out(answer: &str) -> Option<&str> {
    let (_, note) = split_note(answer);
    let from = note.find(" Not searched: ")?;
    let rest = note.get(from..)?;
    let end = rest.find(". ").map_or(rest.len() - 1, |end| end + 1);
    rest.get(..end)
}

#[cfg(test)]
mod tests {
    use super::{MAX_VALUES, answer, parts, values};
    use crate::shared::Reply;
    use readroom_types::Content;

    #[test]
    fn what_was_left_out_is_said_once_and_lines_of_files_stay() {
        let parts = parts(r#"{"patterns": ["a", "b"], "path": "x"}"#).ok().flatten();
        let text =
            "a.txt\n1\t[a. Not searched: 2 hidden.]\n[1 line in 1 file. Not searched: 2 hidden.]";
        let reply = |_: &str| Reply::text("{}".into(), text.into(), Vec::new());
        let expected = "==> a <==\na.txt\n1\t[a. Not searched: 2 hidden.]\n[1 line in 1 file.]\n\n\
                        ==> b <==\na.txt\n1\t[a. Not searched: 2 hidden.]\n\
                        [1 line in 1 file. Not searched: 2 hidden.]";
        let answered = answer(&parts.unwrap_or_default(), reply);
        assert_eq!(answered.content, [Content::Text(expected.into())]);
        assert_eq!(answered.json, r#"{"searches":[{},{}]}"#);
    }

    #[test]
    fn all_answers_have_as_many_values_as_a_host_takes() {
        assert_eq!(values(r#"{"a": [1, "b, [\\", 2], "c": {}}"#), 7);
        let parts = parts(r#"{"patterns": ["a", "b", "c", "d"], "bytes": 1048576}"#);
        let reply = |arguments: &str| {
            let (_, bytes) = arguments.rsplit_once("\"bytes\":").unwrap_or_default();
            let bytes: usize = bytes.trim_end_matches('}').parse().unwrap_or_default();
            Reply::text(vec!["0"; bytes.min(60_000)].join(","), String::new(), Vec::new())
        };
        let answered = answer(&parts.ok().flatten().unwrap_or_default(), reply);
        let values = values(&answered.json);
        assert!((MAX_VALUES / 2..MAX_VALUES + 10).contains(&values), "{values}");
    }
}
