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

/// A call that was answered, and how it was decided.
pub(super) struct Authorized<T> {
    pub(super) answer: T,
    /// The absolute name that was asked for. None if nobody had to know it, and none in there if the question names no
    /// file.
    pub(super) asked: Option<Option<String>>,
    pub(super) sight: Sight,
    /// What was denied last, of all that the component wanted.
    pub(super) denied: Option<Denied>,
}

/// Whether a component gets to see what is in the grants.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Sight {
    /// As far as the policy allows it.
    Seeing,
    /// Not at all: the name that was asked for is denied.
    Blind,
}

/// What came of an instance.
enum Round<T> {
    Answered(Authorized<T>),
    /// Somebody has to be asked first. What the component said is thrown away.
    Ask(Box<CallPermit>),
}

impl Room {
    /// Makes a call that is about a path, as far as the policy allows it. Where somebody has to be asked, about the name
    /// that was asked for or about one that it leads to, the call is made again with the answer. `name` finds out which
    /// path it is about; it is also called if nobody but `call` wants to know.
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
                // Here and not before: looking at the files of a list may take as long as reading them.
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

/// As much of a name as any can have that leads somewhere.
fn possible(mut name: String) -> String {
    name.truncate(name.floor_char_boundary(ABSOLUTE_BYTES));
    name
}

/// Whether the path is wanted that a call is about, where no policy needs it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    Path,
    Nothing,
}

/// Runs a call in one instance, with a pass if anything may be denied.
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
    /// The answer to a read. One that was denied says by which rule.
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
