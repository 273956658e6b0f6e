//! The room itself: what it holds, and what every call in it needs.

use crate::access::gate::PolicyGate;
use crate::audit::Audit;
use crate::cancel::Cancel;
use crate::error::Error;
use crate::filesystem::Grant;
use crate::limits::{Limit, MAX_ARGUMENTS};
use crate::observer::{Event, Observers};
use crate::policy;
use crate::progress::{Listener, Progress};
use crate::room::indexes::Indexes;
use crate::sandbox::runner::{Account, Runner};
use crate::sandbox::state::State;
use crate::telemetry;
use std::sync::Arc;
use tracing::Span;

/// Directories that were granted, and a component that reads in them.
///
/// The directories are opened once, when the room is built, and never looked up by name again: exchanging or moving
/// one later changes nothing. In the place of a directory, the host can serve a [`Tree`] of its own making. Every call
/// runs in an instance of its own, so that calls share no state and one that fails harms no other.
///
/// Cloning is cheap, and a room can be used from many threads at once. Calls block the thread they are made on; in
/// asynchronous code, make them where blocking is allowed.
#[derive(Clone)]
pub struct Room {
    pub(super) runner: Runner,
    pub(super) grants: Arc<[Grant]>,
    pub(super) cwd: Option<String>,
    pub(super) home: Option<Arc<str>>,
    pub(super) guard: Arc<PolicyGate>,
    pub(super) observers: Observers,
    pub(super) audit: Option<Audit>,
    pub(super) session: Option<Arc<str>>,
    pub(super) indexes: Arc<Indexes>,
    pub(super) cancel: Option<Cancel>,
    pub(super) listener: Option<Listener>,
}

impl Room {
    /// The same room for one session of an agent: what is asked and observed in it bears this name.
    ///
    /// A room and its clones remember where lines begin in the files above 1 MiB that a dialect read last, up to 16 of
    /// them, so that it need not count again. A session starts with nothing remembered; keep it as long as the agent's.
    #[must_use]
    pub fn session(&self, id: impl Into<Arc<str>>) -> Self {
        Self { session: Some(id.into()), indexes: Arc::default(), ..self.clone() }
    }

    /// The same room for calls that can be ended from elsewhere.
    #[must_use]
    pub fn cancelled_by(&self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self.clone() }
    }

    /// The same room for calls whose progress somebody wants to know: told while files are read, at most ten times a
    /// second, on the thread that runs the call.
    #[must_use]
    pub fn on_progress(&self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { listener: Some(Listener::new(listener)), ..self.clone() }
    }

    /// What is wrong with the file `.agentignore` in the root, for a person: lines that are no patterns and so deny
    /// nothing, or why it cannot be used, in which case nothing can be read. Nothing if there is none, or if it does not
    /// count.
    pub fn agentignore_problems(&self) -> Vec<String> {
        self.guard.problems()
    }

    /// For a call that needs no files: it knows the names of the grants, and nothing that is in them.
    pub(super) fn blind(&self) -> State {
        let (cwd, home) = (self.cwd.clone(), self.home.clone());
        let mut state = State::new(self.grants.clone(), cwd, home, self.runner.limits);
        if let Some(listener) = &self.listener {
            state.meter.tell(listener.clone());
        }
        state
    }

    pub(super) fn root_name(&self) -> String {
        self.grants.first().map_or(String::new(), |root| root.name.clone())
    }

    pub(super) fn arguments_fit(&self, arguments: &str) -> Result<(), Error> {
        // What is longer than any dialect accepts is cut, and the dialect says so.
        let most = self.runner.limits.arguments;
        if most < MAX_ARGUMENTS && arguments.len() > most {
            return Err(Error::Limit(self.runner.limits.reached(Limit::Arguments)));
        }
        Ok(())
    }

    /// A name as an absolute one, seen from the working directory.
    pub(super) fn absolute(&self, path: &str) -> String {
        let start = self.cwd.as_ref().or_else(|| self.grants.first().map(|root| &root.name));
        match start {
            Some(start) if !path.starts_with('/') => policy::clean(&format!("{start}/{path}")),
            _ => policy::clean(path),
        }
    }

    /// Fails if what happened cannot be recorded, and has to be.
    pub(super) fn tell(
        &self,
        span: &Span,
        event: impl FnOnce(Option<Arc<str>>) -> Event,
    ) -> Result<(), Error> {
        if self.is_watched() {
            let event = event(self.session.clone());
            telemetry::record(span, &event);
            self.observers.tell(&event);
            if let Some(audit) = &self.audit {
                audit.record(&event)?;
            }
        }
        Ok(())
    }

    /// Whether anybody wants to know what is read.
    pub(super) fn is_watched(&self) -> bool {
        !self.observers.is_empty() || self.audit.is_some() || telemetry::is_collected()
    }

    pub(super) fn account(&self) -> Account {
        self.runner.account(self.cancel.clone())
    }
}
