//! Calls that a policy decides about.

use crate::access::gate::CallPermit;
use crate::contract::{ErrorCode, ReadError};
use crate::error::Error;
use crate::limits::ABSOLUTE_BYTES;
use crate::policy::Denied;
use crate::policy::list::Named;
use crate::room::answer::{Answer, within};
use crate::room::definition::Room;
use crate::sandbox::exports::Reader;
use crate::sandbox::runner::Account;
use crate::sandbox::state::State;
use wasmtime::Store;

/// A call that was answered, and how the policy decided about it.
pub(super) struct Authorized<T> {
    pub(super) answer: T,
    /// The requested absolute path. `None` if it was not needed, and `Some(None)` if the request
    /// names no file.
    pub(super) asked: Option<Option<String>>,
    pub(super) sight: Sight,
    /// The last denial, of all that the component tried to read.
    pub(super) denied: Option<Denied>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    Seeing,
    Blind,
}

/// The result of running an instance once.
enum Round<T> {
    Answered(Authorized<T>),
    /// A question has to be asked first. The component's answer is discarded.
    Ask(Box<CallPermit>),
}

impl Room {
    /// Runs a call about a path, as far as the policy allows.
    ///
    /// If a question has to be asked, about the requested path or about one that it leads to, the
    /// call is repeated with the answer. `path_of` returns the path that the call is about; it is
    /// also called if only `call` needs it.
    pub(super) fn authorized<T: Answer + Send + 'static>(
        &self,
        about: Named,
        wanted: Wanted,
        account: &mut Account,
        name: impl Fn(&Reader, &mut Store<State>) -> wasmtime::Result<Option<String>>
        + Clone
        + Send
        + 'static,
        call: impl Fn(&Reader, &mut Store<State>, Option<&str>) -> wasmtime::Result<T>
        + Clone
        + Send
        + 'static,
    ) -> Result<Authorized<T>, Error> {
        let mut answered = None;
        loop {
            let (name, call, known) = (name.clone(), call.clone(), answered.take());
            let (guard, session) = (self.guard.clone(), self.session.clone());
            let round = self.runner.run(self.blind(), account, move |reader, store| {
                // Not earlier: looking at the files of a list may take as long as reading them.
                let pass = known.or_else(|| guard.pass(session, about).map(Box::new));
                judge(reader, store, pass, wanted, name, call)
            })?;
            match round {
                Round::Answered(judged) => {
                    within(&self.runner.limits, &judged.answer)?;
                    return Ok(judged);
                }
                Round::Ask(mut pass) => {
                    // Asking may take long, and no instance waits for the answer.
                    pass.ask();
                    answered = Some(pass);
                }
            }
        }
    }
}

/// Truncates a path to the maximum length of an absolute one.
fn possible(mut name: String) -> String {
    name.truncate(name.floor_char_boundary(ABSOLUTE_BYTES));
    name
}

/// Whether the requested path is needed where no policy applies.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Path,
    Nothing,
}

/// Runs a call in one instance, with a permit if anything may be denied.
fn judge<T>(
    reader: &Reader,
    store: &mut Store<State>,
    pass: Option<Box<CallPermit>>,
    wanted: Wanted,
    name: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<Option<String>>,
    call: impl FnOnce(&Reader, &mut Store<State>, Option<&str>) -> wasmtime::Result<T>,
) -> wasmtime::Result<Round<T>> {
    let needed = wanted == Wanted::Path || pass.is_some();
    if needed {
        store.data_mut().follow(pass);
    }
    let asked = if needed { Some(name(reader, &mut *store)?.map(possible)) } else { None };
    store.data_mut().asked = asked.clone().flatten();
    let path = asked.as_ref().and_then(Option::as_deref);
    let allowed = match (path, store.data_mut().pass()) {
        (Some(path), Some(pass)) => pass.allows(path),
        _ => true,
    };
    let sight = if allowed { Sight::Seeing } else { Sight::Blind };
    if let Some(pass) = store.data_mut().pass().take_if(|pass| pass.has_to_ask()) {
        return Ok(Round::Ask(pass));
    }
    if sight == Sight::Seeing {
        store.data_mut().allow();
    }
    let answer = call(reader, &mut *store, path.filter(|_| sight == Sight::Seeing))?;
    let pass = store.data_mut().pass().take();
    Ok(match pass {
        Some(pass) if pass.has_to_ask() => Round::Ask(pass),
        pass => {
            let denied = pass.and_then(|pass| pass.denied().cloned());
            Round::Answered(Authorized { answer, asked, sight, denied })
        }
    })
}

impl<T> Authorized<Result<T, ReadError>> {
    /// Returns the result of a read. The error of a denied one names the rule.
    pub(super) fn read(self) -> Result<T, ReadError> {
        match (self.answer, self.denied) {
            (Err(error), Some(denied)) if error.code == ErrorCode::PermissionDenied => {
                let hint = reason(&denied, &error.hint);
                Err(ReadError { hint, ..error })
            }
            (answer, _) => answer,
        }
    }
}

fn reason(denied: &Denied, hint: &str) -> String {
    format!("It was {denied}. {hint}")
}
