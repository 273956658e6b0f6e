//! The room itself: what it holds, and what every call in it needs.

use crate::access::gate::PolicyGate;
use crate::audit::Audit;
use crate::cancel::Cancel;
use crate::contract::CallOptions;
use crate::error::Error;
use crate::filesystem::Grant;
use crate::limits::{Limit, MAX_ARGUMENTS};
use crate::metering::clock::TimeBudget;
use crate::metering::memory_budget::Reservation;
use crate::observer::Observers;
use crate::progress::{Progress, ProgressListener};
use crate::room::session_memory::SessionMemory;
use crate::sandbox::runner::{CallContext, Runner};
use crate::sandbox::state::HostState;
use readroom_policy::{PathStyle, clean};
use std::sync::Arc;

/// Granted directories, and a component that reads in them.
///
/// The directories are opened once, when the room is built, and never looked up by name again:
/// replacing or moving one later changes nothing. Instead of a directory, the host can serve a
/// [`Tree`](crate::Tree). Every call runs in its own instance, so that calls share no state and a
/// failing one harms no other.
///
/// Cloning is cheap, and a room can be used from many threads at once. Calls block the calling
/// thread; in asynchronous code, make them where blocking is allowed.
#[derive(Clone)]
pub struct Room {
    pub(super) runner: Runner,
    pub(super) grants: Arc<[Grant]>,
    pub(super) cwd: Option<String>,
    pub(super) home: Option<Arc<str>>,
    pub(super) gate: Arc<PolicyGate>,
    pub(super) observers: Observers,
    pub(super) audit: Option<Audit>,
    pub(super) session: Option<Arc<str>>,
    pub(super) memory: Arc<SessionMemory>,
    pub(super) repeats: Repeats,
    pub(super) call_options: CallOptions,
    pub(super) cancel: Option<Cancel>,
    pub(super) shared_time: Option<TimeBudget>,
    pub(super) listener: Option<ProgressListener>,
    pub(super) reservation: Option<Reservation>,
}

/// The treatment of text that a session has been shown before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Repeats {
    /// It is shown again.
    #[default]
    Shown,
    /// The answer says where it was shown, and how to insist. A client that removes old answers
    /// from its conversation does not say so: choose this only for one that keeps them.
    Noted,
}

impl Room {
    /// Returns the same room for one agent session, whose name its questions and events carry.
    ///
    /// A room and its clones remember where lines start in the last 16 files above 1 MiB that a
    /// dialect read, to avoid counting again, and with [`Repeats::Noted`] what was shown of the
    /// last 256 files. A session starts with nothing remembered; keep it as long as the agent's.
    #[must_use]
    pub fn session(&self, id: impl Into<Arc<str>>) -> Self {
        Self { session: Some(id.into()), memory: Arc::default(), ..self.clone() }
    }

    /// Returns the same room for calls of the tool `readroom` that do this with what the session
    /// has been shown before. The tools of agents take no part in it.
    #[must_use]
    pub fn repeats(&self, repeats: Repeats) -> Self {
        Self { repeats, ..self.clone() }
    }

    /// Returns the same room, in which the tool `readroom` shows at most this estimated number of
    /// tokens unless [`Limits::tokens`](crate::Limits::tokens) is set.
    #[must_use]
    pub fn default_tokens(&self, tokens: u32) -> Self {
        let mut room = self.clone();
        if room.runner.limits.tokens == u32::MAX {
            room.runner.limits.tokens = tokens;
        }
        room
    }

    /// Returns the same room for calls whose replies have no native object: their `json` is empty.
    /// A host that passes on only the content for a model saves half of a call's work.
    #[must_use]
    pub fn content_only(&self) -> Self {
        self.calling_with(CallOptions { content_only: true })
    }

    /// Returns the same room with options for its calls of tools.
    #[doc(hidden)]
    #[must_use]
    pub fn calling_with(&self, call_options: CallOptions) -> Self {
        Self { call_options, ..self.clone() }
    }

    /// Returns the same room for calls that can be ended from elsewhere.
    #[must_use]
    pub fn cancelled_by(&self, cancel: &Cancel) -> Self {
        Self { cancel: Some(cancel.clone()), ..self.clone() }
    }

    /// Returns the same room for calls that share the time of one call: the limits `time` and `cpu`
    /// apply to all of them together. Time between the calls does not count.
    ///
    /// Use it where one request needs several calls, whose number a component may decide.
    #[must_use]
    pub fn sharing_time(&self) -> Self {
        Self { shared_time: Some(TimeBudget::new(&self.runner.limits)), ..self.clone() }
    }

    /// Returns the same room for calls that report their progress: while files are read, at most
    /// ten times a second, on the thread that runs the call.
    #[must_use]
    pub fn on_progress(&self, listener: impl Fn(Progress) + Send + Sync + 'static) -> Self {
        Self { listener: Some(ProgressListener::new(listener)), ..self.clone() }
    }

    /// Returns an empty reservation of memory, of what calls in this room, its clones and its
    /// sessions may take together.
    pub fn reservation(&self) -> Reservation {
        Reservation::new(&self.runner.memory)
    }

    /// Returns the same room for calls whose answers stay reserved in `reservation` after they
    /// returned, with as many bytes again for a host that encodes them: resize the reservation to
    /// what is kept. In other rooms, an answer is counted until its call returns.
    #[must_use]
    pub fn reserving_in(&self, reservation: &Reservation) -> Self {
        Self { reservation: Some(reservation.clone()), ..self.clone() }
    }

    /// Returns why the file `.agentignore` in the root cannot be used, for a person: nothing can be
    /// read then. `None` if it can be used, if there is none, or if the policy does not use it.
    pub fn agentignore_problem(&self) -> Option<String> {
        self.gate.problem()
    }

    /// Returns the state for a call that needs no files: it has the names of the grants, but no
    /// access to them.
    pub(super) fn state_without_access(&self) -> HostState {
        let (cwd, home) = (self.cwd.clone(), self.home.clone());
        let mut state = HostState::new(self.grants.clone(), cwd, home, self.runner.limits);
        if let Some(listener) = &self.listener {
            state.meter.report_progress(listener.clone());
        }
        state
    }

    pub(super) fn root_name(&self) -> String {
        self.grants.first().map_or(String::new(), |root| root.name.clone())
    }

    pub(super) fn arguments_fit(&self, arguments: &str) -> Result<(), Error> {
        // Longer arguments than any dialect accepts are cut, and the dialect reports that.
        let max = self.runner.limits.arguments;
        if max < MAX_ARGUMENTS && arguments.len() > max {
            return Err(Error::Limit(self.runner.limits.reached(Limit::Arguments)));
        }
        Ok(())
    }

    /// Returns a path as an absolute one, resolved from the working directory.
    pub(super) fn absolute(&self, path: &str) -> String {
        let root = self.root_name();
        let style = PathStyle::of(&root);
        let path = style.with_slashes(path);
        match &self.cwd {
            _ if style.is_absolute(&path) => clean(&path),
            start => clean(&format!("{}/{path}", start.as_ref().unwrap_or(&root))),
        }
    }

    pub(super) fn new_context(&self) -> CallContext {
        let (time, reservation) = (self.shared_time.clone(), self.reservation.clone());
        self.runner.new_context(self.cancel.clone(), time, reservation)
    }
}
