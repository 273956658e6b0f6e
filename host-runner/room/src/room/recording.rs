//! Reports reads to the observers, the audit log and the collector of spans.

use crate::contract::{ErrorCode, ReadFacts};
use crate::error::Error;
use crate::observer::{Event, ReadOutcome};
use crate::policy::Denied;
use crate::room::definition::Room;
use crate::sandbox::runner::CallContext;
use crate::telemetry;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

impl Room {
    /// Makes a call, and reports it. Fails as the call does, or if it cannot be recorded but has to
    /// be.
    ///
    /// `call` gets its start time, and returns its answer with the last denial of the policy.
    /// `arguments` returns the request as JSON, and `facts` how an answered call ended, and what
    /// was read.
    pub(super) fn recorded<T>(
        &self,
        tool: Option<Arc<str>>,
        arguments: impl FnOnce() -> String,
        facts: impl FnOnce(&T) -> (ReadOutcome, Vec<ReadFacts>),
        call: impl FnOnce(
            &mut CallContext,
            SystemTime,
        ) -> Result<(Result<T, Error>, Option<Denied>), Error>,
    ) -> Result<T, Error> {
        let (started, clock, mut context) = (SystemTime::now(), Instant::now(), self.new_context());
        let span = telemetry::span(self.session.as_deref(), tool.as_deref());
        let called = call(&mut context, started);
        let (answer, denied) = called.unwrap_or_else(|error| (Err(error), None));
        if !self.is_observed() {
            return answer;
        }
        let CallContext { cost, requested_path: path, opened, .. } = context;
        let (outcome, facts) = match &answer {
            Ok(answer) => facts(answer),
            Err(Error::Read(_)) => (ReadOutcome::Refused, Vec::new()),
            Err(_) => (ReadOutcome::Failed, Vec::new()),
        };
        let failure = answer.as_ref().err().filter(|_| outcome == ReadOutcome::Failed);
        let event = Event {
            session: self.session.clone(),
            tool,
            arguments: Some(arguments().into()),
            path,
            facts,
            opened: opened.paths,
            opened_more: opened.more,
            started,
            duration: clock.elapsed(),
            outcome,
            denied,
            limit: failure.and_then(Error::limit),
            busy: failure.is_some_and(|error| error.code() == Some(ErrorCode::Busy)),
            cost,
        };
        telemetry::record(&span, &event);
        self.observers.notify(&event);
        if let Some(audit) = &self.audit {
            audit.record(&event)?;
        }
        answer
    }

    /// Returns whether reads are reported anywhere.
    pub(super) fn is_observed(&self) -> bool {
        !self.observers.is_empty() || self.audit.is_some() || telemetry::is_collected()
    }
}
