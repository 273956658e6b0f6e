//! Calls that a policy decides about.

use crate::contract::{ErrorCode, ReadError};
use crate::error::Error;
use crate::filesystem::Access;
use crate::limits::ABSOLUTE_BYTES;
use crate::metering::memory_budget::ReservationSize;
use crate::policy::Denied;
use crate::room::answer::{ComponentAnswer, check_bounds};
use crate::room::definition::Room;
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::runner::CallContext;
use crate::sandbox::state::CallStore;
use readroom_policy::gate::CallPermit;
use readroom_policy::list::PathKind;

/// A call that was answered, and how the policy decided about it.
pub(super) struct Authorized<T> {
    pub(super) answer: T,
    /// The requested absolute path. `None` if it was not needed, and `Some(None)` if the request
    /// names no file.
    pub(super) requested_path: Option<Option<String>>,
    /// Whether the component could access its grants.
    pub(super) access: Access,
    /// The last denial, of all that the component tried to read.
    pub(super) denied: Option<Denied>,
}

/// The result of running one instance.
enum Attempt<T> {
    Finished(Authorized<T>),
    /// The user has to be asked first. The component's answer is discarded.
    Ask(Box<CallPermit>),
}

impl Room {
    /// Runs a call about a path, as far as the policy allows.
    ///
    /// If the user has to be asked, about the requested path or about one that it leads to, the
    /// call is repeated with the decision. It is also repeated if it lacked memory. `path_of`
    /// returns the path that the call is about; it is also called if only `call` needs it.
    pub(super) fn authorized<T: ComponentAnswer + Send + 'static>(
        &self,
        about: PathKind,
        path_use: PathUse,
        context: &mut CallContext,
        path_of: impl Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<Option<String>>
        + Clone
        + Send
        + 'static,
        call: impl Fn(&ReaderInstance, &mut CallStore, Option<&str>) -> wasmtime::Result<T>
        + Clone
        + Send
        + 'static,
    ) -> Result<Authorized<T>, Error> {
        let mut answered = None;
        loop {
            let (path_of, call, permit) = (path_of.clone(), call.clone(), answered.take());
            let (gate, session) = (self.gate.clone(), self.session.clone());
            let attempt =
                self.runner.run(self.state_without_access(), context, move |instance, store| {
                    // Not earlier: a stat of each listed file may take as long as reading them.
                    let permit = permit.or_else(|| gate.permit(session, about).map(Box::new));
                    store.data_mut().hand_policy(gate.handed(permit.as_deref()));
                    run_attempt(instance, store, permit, path_use, path_of, call)
                })?;
            match attempt {
                Some(Attempt::Finished(authorized)) => {
                    check_bounds(&self.runner.limits, &authorized.answer)?;
                    context.keep_answer();
                    return Ok(authorized);
                }
                Some(Attempt::Ask(mut permit)) => {
                    // The user may take long to decide, and no instance waits for that.
                    permit.ask();
                    answered = Some(permit);
                    // An attempt that is repeated for memory would have to ask again.
                    context.reservation_size = ReservationSize::Whole;
                }
                None => {}
            }
        }
    }
}

/// Truncates a path to the maximum length of an absolute one.
fn truncate_path(mut path: String) -> String {
    path.truncate(path.floor_char_boundary(ABSOLUTE_BYTES));
    path
}

/// When a call needs its requested path: always, or only if a policy applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PathUse {
    Always,
    IfPolicyApplies,
}

/// Runs a call in one instance, with a permit if anything may be denied.
fn run_attempt<T: ComponentAnswer>(
    instance: &ReaderInstance,
    store: &mut CallStore,
    permit: Option<Box<CallPermit>>,
    path_use: PathUse,
    path_of: impl FnOnce(&ReaderInstance, &mut CallStore) -> wasmtime::Result<Option<String>>,
    call: impl FnOnce(&ReaderInstance, &mut CallStore, Option<&str>) -> wasmtime::Result<T>,
) -> wasmtime::Result<Attempt<T>> {
    let needed = path_use == PathUse::Always || permit.is_some();
    if needed {
        store.data_mut().track_paths(permit);
    }
    let requested_path =
        if needed { Some(path_of(instance, &mut *store)?.map(truncate_path)) } else { None };
    store.data_mut().requested_path = requested_path.clone().flatten();
    let path = requested_path.as_ref().and_then(Option::as_deref);
    let allowed = match (path, store.data_mut().permit()) {
        (Some(path), Some(permit)) => permit.allows(path),
        _ => true,
    };
    let access = if allowed { Access::Granted } else { Access::Denied };
    if let Some(permit) = store.data_mut().permit().take_if(|permit| permit.has_to_ask()) {
        return Ok(Attempt::Ask(permit));
    }
    if access == Access::Granted {
        store.data_mut().grant_access();
    }
    let answer = call(instance, &mut *store, path.filter(|_| access == Access::Granted))?;
    store.data_mut().answer_bytes = answer.heap_size();
    let permit = store.data_mut().permit().take();
    Ok(match permit {
        Some(permit) if permit.has_to_ask() => Attempt::Ask(permit),
        permit => {
            let denied = permit.and_then(|permit| permit.denied().cloned());
            Attempt::Finished(Authorized { answer, requested_path, access, denied })
        }
    })
}

impl<T> Authorized<Result<T, ReadError>> {
    /// Returns the result of a read as the call reports it, and the last denial.
    pub(super) fn read_and_denial(self) -> (Result<T, Error>, Option<Denied>) {
        let denied = self.denied.clone();
        (self.read().map_err(Error::Read), denied)
    }

    /// Returns the result of a read. If the host denied it, the error names the rule; if the
    /// component alone did, the error is already complete.
    pub(super) fn read(self) -> Result<T, ReadError> {
        match (self.answer, self.denied) {
            (Err(error), Some(denied)) if error.code == ErrorCode::PermissionDenied => {
                Err(ReadError { hint: denied.before(&error.hint), ..error })
            }
            (answer, _) => answer,
        }
    }
}
