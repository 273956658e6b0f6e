//! Whether a file changed between two reads of it: the note that newer revisions of MyCodeAgent add to an answer.

use super::sessions::Sessions;
use crate::observer::{Ended, Event};
use serde_json::{Map, Value};
use std::borrow::Cow;
use std::sync::Arc;

/// Remembers when each file that was read had last been changed, and notes it in the answer to a later read when that
/// is another time.
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

    /// Takes note of a read, and returns its answer as the agent is to see it.
    ///
    /// If the session read the same file before, by any name, and it has been changed since, `data` in the answer gets
    /// the member `modified_externally`, and `text` begins with a line that says so. Answers that are not `success` or
    /// `partial`, and those of other dialects, are returned as they are.
    pub fn annotate<'a>(&self, event: &Event, reply: &'a str) -> Cow<'a, str> {
        let Event { ended: Ended::Answered, facts: Some(facts), .. } = event else {
            return Cow::Borrowed(reply);
        };
        let Some(modified) = facts.modified else { return Cow::Borrowed(reply) };
        match self.0.remember(event.session.as_deref(), &facts.path, modified) {
            Some(before) if before != modified => noted(reply).map_or(Cow::Borrowed(reply), Cow::Owned),
            _ => Cow::Borrowed(reply),
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
    use crate::Dialect;
    use crate::observer::{Ended, Event, Facts};
    use std::borrow::Cow;
    use std::time::{Duration, UNIX_EPOCH};

    const REPLY: &str = r#"{"status":"success","data":{"content":"   1 | é\n","truncated":false},"text":"Read 1 lines from 'sub/a.txt' (Lines 1-1).\n(Took 1ms)","stats":{"time_ms":1},"context":{"cwd":".","params_input":{"path":"link"},"path_resolved":"sub/a.txt"}}"#;

    fn event(session: &str, path: &str, modified: Option<u64>) -> Event {
        let facts =
            Facts { path: path.into(), size: 1, modified, version: String::new(), lines: 1, bytes: 1 };
        Event {
            session: Some(session.into()),
            dialect: Some(Dialect::Mycodeagent),
            path: Some("/p/link".into()),
            facts: Some(facts),
            started: UNIX_EPOCH,
            duration: Duration::ZERO,
            ended: Ended::Answered,
        }
    }

    #[test]
    fn a_change_between_two_reads_is_noted_once() {
        let memory = ModifiedExternally::new();
        assert_eq!(memory.annotate(&event("one", "/p/a", Some(5)), REPLY), REPLY);
        assert!(matches!(memory.annotate(&event("one", "/p/a", Some(5)), REPLY), Cow::Borrowed(_)));
        let expected = REPLY
            .replace("\"truncated\":false", "\"truncated\":false,\"modified_externally\":true")
            .replace("\"Read 1", "\"Note: 'sub/a.txt' was modified externally.\\nRead 1");
        // An older time is another time too.
        assert_eq!(memory.annotate(&event("one", "/p/a", Some(4)), REPLY), expected);
        assert_eq!(memory.annotate(&event("one", "/p/a", Some(4)), REPLY), REPLY);
        let partial = REPLY.replace("success", "partial");
        assert!(memory.annotate(&event("one", "/p/a", Some(6)), &partial).contains("Note:"));
    }

    #[test]
    fn other_files_sessions_and_answers_are_left_alone() {
        let memory = ModifiedExternally::new();
        memory.annotate(&event("one", "/p/a", Some(5)), REPLY);
        assert_eq!(memory.annotate(&event("two", "/p/a", Some(6)), REPLY), REPLY);
        assert_eq!(memory.annotate(&event("one", "/p/b", Some(6)), REPLY), REPLY);
        assert_eq!(memory.annotate(&event("one", "/p/a", None), REPLY), REPLY);
        let nothing = Event { facts: None, ..event("one", "/p/a", None) };
        assert_eq!(memory.annotate(&nothing, REPLY), REPLY);
        let refused = Event { ended: Ended::Refused, ..event("one", "/p/a", Some(6)) };
        assert_eq!(memory.annotate(&refused, REPLY), REPLY);
        for (modified, reply) in
            [(7, REPLY.replace("success", "error")), (8, r#"{"content":"a"}"#.into()), (9, "no JSON".into())]
        {
            assert_eq!(memory.annotate(&event("one", "/p/a", Some(modified)), &reply), reply);
        }
        assert!(memory.annotate(&event("one", "/p/a", Some(1)), REPLY).contains("modified_externally"));
    }
}
