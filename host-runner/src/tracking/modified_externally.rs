//! Whether a file changed between two reads of it: the note that newer revisions of MyCodeAgent add to an answer.

use super::sessions::Sessions;
use crate::{Outcome, Reply};
use serde_json::{Map, Value};
use std::sync::Arc;

/// Remembers when each file that was read had last been changed, and notes it in the answer to a later read when that
/// is another time.
///
/// ```no_run
/// use readroom::tracking::ModifiedExternally;
/// use readroom::{Dialect, Room};
///
/// let memory = ModifiedExternally::new();
/// let room = Room::new("path/to/project")?;
/// let reply = room.call(Dialect::Mycodeagent, r#"{"path": "src/main.rs"}"#)?;
/// println!("{}", memory.annotate(Some("session"), reply).json);
/// # Ok::<(), readroom::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct ModifiedExternally(Arc<Sessions<u64>>);

impl Default for ModifiedExternally {
    fn default() -> Self {
        Self::new()
    }
}

impl ModifiedExternally {
    /// Remembers nothing yet.
    pub fn new() -> Self {
        Self(Arc::new(Sessions::new()))
    }

    /// Takes note of a reply, and returns it as the agent is to see it.
    ///
    /// If the session read the same file before, by any name, and it has been changed since, `data` in the answer gets
    /// the member `modified_externally`, and `text` begins with a line that says so. Answers that are not `success` or
    /// `partial`, and those of other dialects, are returned as they are.
    #[must_use]
    pub fn annotate(&self, session: Option<&str>, reply: Reply) -> Reply {
        let Reply { outcome: Outcome::Answered, facts: Some(facts), .. } = &reply else { return reply };
        let Some(modified) = facts.modified else { return reply };
        match self.0.remember(session, &facts.path, modified) {
            Some(before) if before != modified => match noted(&reply.json) {
                Some(json) => Reply { json, ..reply },
                None => reply,
            },
            _ => reply,
        }
    }
}

/// An envelope with the note, or none if this is no envelope that can have one.
fn noted(reply: &str) -> Option<String> {
    let mut envelope: Map<String, Value> = serde_json::from_str(reply).ok()?;
    if !matches!(envelope.get("status")?.as_str()?, "success" | "partial") {
        return None;
    }
    let path = envelope.get("context")?.get("path_resolved")?.as_str()?;
    let text = format!("Note: '{path}' was modified externally.\n{}", envelope.get("text")?.as_str()?);
    envelope.get_mut("data")?.as_object_mut()?.insert("modified_externally".into(), true.into());
    envelope.insert("text".into(), text.into());
    serde_json::to_string(&envelope).ok()
}

#[cfg(test)]
mod tests {
    use super::ModifiedExternally;
    use crate::{Facts, Outcome, Reply};

    const REPLY: &str = r#"{"status":"success","data":{"content":"   1 | é\n","truncated":false},"text":"Read 1 lines from 'sub/a.txt' (Lines 1-1).\n(Took 1ms)","stats":{"time_ms":1},"context":{"cwd":".","params_input":{"path":"link"},"path_resolved":"sub/a.txt"}}"#;

    fn reply(path: &str, modified: Option<u64>, json: &str) -> Reply {
        let facts =
            Facts { path: path.into(), size: 1, modified, version: String::new(), lines: 1, bytes: 1 };
        Reply { outcome: Outcome::Answered, json: json.into(), facts: Some(facts), denied: None }
    }

    #[test]
    fn a_change_between_two_reads_is_noted_once() {
        let memory = ModifiedExternally::new();
        let read = |modified| memory.annotate(Some("one"), reply("/p/a", Some(modified), REPLY)).json;
        assert_eq!(read(5), REPLY);
        assert_eq!(read(5), REPLY);
        let expected = REPLY
            .replace("\"truncated\":false", "\"truncated\":false,\"modified_externally\":true")
            .replace("\"Read 1", "\"Note: 'sub/a.txt' was modified externally.\\nRead 1");
        // An older time is another time too.
        assert_eq!(read(4), expected);
        assert_eq!(read(4), REPLY);
        let partial = reply("/p/a", Some(6), &REPLY.replace("success", "partial"));
        assert!(memory.annotate(Some("one"), partial).json.contains("Note:"));
    }

    #[test]
    fn other_files_sessions_and_answers_are_left_alone() {
        let memory = ModifiedExternally::new();
        let read = |session, reply: Reply| memory.annotate(Some(session), reply).json;
        read("one", reply("/p/a", Some(5), REPLY));
        assert_eq!(read("two", reply("/p/a", Some(6), REPLY)), REPLY);
        assert_eq!(read("one", reply("/p/b", Some(6), REPLY)), REPLY);
        assert_eq!(read("one", reply("/p/a", None, REPLY)), REPLY);
        assert_eq!(read("one", Reply { facts: None, ..reply("/p/a", None, REPLY) }), REPLY);
        let refused = Reply { outcome: Outcome::Refused, ..reply("/p/a", Some(6), REPLY) };
        assert_eq!(read("one", refused), REPLY);
        for (modified, json) in
            [(7, REPLY.replace("success", "error")), (8, r#"{"content":"a"}"#.into()), (9, "no JSON".into())]
        {
            assert_eq!(read("one", reply("/p/a", Some(modified), &json)), json);
        }
        assert!(read("one", reply("/p/a", Some(1), REPLY)).contains("modified_externally"));
    }
}
