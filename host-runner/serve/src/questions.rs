//! Questions of policies, which the other side answers.

use crate::current::{self, is_cancelled};
use crate::lines::Output;
use crate::message::Id;
use readroom::policy::{PolicyAnswer, PolicyQuestion};
use serde::Serialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use std::sync::mpsc::{RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// How often a call that waits for an answer looks whether it was cancelled.
const TICK: Duration = Duration::from_millis(50);

pub(crate) struct Questions {
    output: Arc<Output>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    last: u64,
    open: HashMap<u64, SyncSender<PolicyAnswer>>,
    /// Nobody answers any more.
    has_ended: bool,
}

#[derive(Serialize)]
struct Ask<'a> {
    /// The call that waits for the answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    request: Option<Id>,
    room: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    session: Option<&'a str>,
    permission: &'static str,
    pattern: &'a str,
    path: &'a str,
    rule: Rule<'a>,
}

#[derive(Serialize)]
struct Rule<'a> {
    origin: &'a str,
    pattern: &'a str,
    action: &'static str,
}

impl Questions {
    pub(crate) fn new(output: Arc<Output>) -> Self {
        Self { output, state: Mutex::default() }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Asks the other side, and waits for its answer. It is no if there is no other side any more,
    /// or if the call was cancelled.
    pub(crate) fn ask(&self, room: u64, question: &PolicyQuestion) -> PolicyAnswer {
        let (answer, answered) = sync_channel(1);
        let mut state = self.state();
        if state.has_ended {
            return PolicyAnswer::Reject;
        }
        state.last += 1;
        let id = state.last;
        state.open.insert(id, answer);
        drop(state);
        let rule = &question.rule;
        let asked = Ask {
            request: current::id(),
            room,
            session: question.session.as_deref(),
            permission: question.permission.name(),
            pattern: &question.pattern,
            path: &question.path,
            rule: Rule { origin: &rule.origin, pattern: &rule.pattern, action: rule.action.name() },
        };
        self.output.ask(id, "ask", &asked);
        loop {
            match answered.recv_timeout(TICK) {
                Ok(answer) => return answer,
                Err(RecvTimeoutError::Timeout) if !is_cancelled() => {}
                Err(_) => {
                    self.state().open.remove(&id);
                    return PolicyAnswer::Reject;
                }
            }
        }
    }

    /// Takes an answer. Whatever is neither `once` nor `always` is no.
    pub(crate) fn answered(&self, id: u64, result: Option<Box<RawValue>>) {
        let Some(waiting) = self.state().open.remove(&id) else { return };
        let answer = match result.as_deref().map(RawValue::get) {
            Some(r#""once""#) => PolicyAnswer::Once,
            Some(r#""always""#) => PolicyAnswer::Always,
            _ => PolicyAnswer::Reject,
        };
        // It has place for the one answer, and the call may have ended.
        let _ = waiting.try_send(answer);
    }

    /// Rejects what is not answered, and what is asked from now on.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.has_ended = true;
        state.open.clear();
    }
}
