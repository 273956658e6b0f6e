//! The front door: directories, and reads in them.

mod answer;
mod builder;
mod judged;
mod records;

use crate::audit::Audit;
use crate::contract::Told;
use crate::engine;
use crate::filesystem::{Grant, State};
use crate::grants::Source;
use crate::guard::Guard;
use crate::indexes::Indexes;
use crate::limits::MOST_ARGUMENTS;
use crate::observer::{Ended, Event, Observers, Stopwatch};
use crate::policy::{self, Denied};
use crate::progress::Listener;
use crate::reader::Reader;
use crate::running::{Account, Runner};
use crate::telemetry;
use crate::tree::Tree;
use crate::{
    Cancel, Dialect, Document, Error, ErrorCode, Facts, Fold, Limit, Limits, Outcome, Progress, Question,
    ReadError, Reply, Request, SharedLimits, Tool,
};
use answer::{Answer, within};
pub use builder::Builder;
use judged::{Judged, Sight, Wanted};
use records::{asked, asked_of_many, cut, cut_request, facts};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::SystemTime;
use tracing::Span;
use wasmtime::Store;

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
    runner: Runner,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    home: Option<Arc<str>>,
    guard: Arc<Guard>,
    observers: Observers,
    audit: Option<Audit>,
    session: Option<Arc<str>>,
    indexes: Arc<Indexes>,
    cancel: Option<Cancel>,
    listener: Option<Listener>,
}

impl Room {
    /// A room with one directory, the project root.
    pub fn new(root: impl Into<PathBuf>) -> Result<Self, Error> {
        Self::builder(root).build()
    }

    /// A room that is more than its root.
    pub fn builder(root: impl Into<PathBuf>) -> Builder {
        Builder::new(Source::Directory(root.into()))
    }

    /// A room whose root is no directory but a tree that the host serves. Agents know it by an absolute name, such as
    /// `/project`.
    pub fn from_tree(name: impl Into<String>, tree: impl Tree) -> Result<Self, Error> {
        Self::builder_from_tree(name, tree).build()
    }

    /// Such a room that is more than its root.
    pub fn builder_from_tree(name: impl Into<String>, tree: impl Tree) -> Builder {
        Builder::new(Source::Tree(name.into(), Arc::new(tree)))
    }

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

    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component says why nothing was read, with [`Error::Limit`] if the call reached
    /// a limit, and with [`Error::Call`] if the component does not answer.
    pub fn read(&self, request: &Request) -> Result<Document, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let path = self.absolute(cut(&request.path));
        let wanted = if self.is_watched() { Wanted::Path } else { Wanted::Nothing };
        let answer = self.arguments_fit(&request.path).and_then(|()| {
            let (request, asked) = (cut_request(request), path.clone());
            self.judged(
                wanted,
                &mut account,
                move |_, _| Ok(Some(asked.clone())),
                move |reader, store, _| reader.read(store, &request),
            )
        });
        let met = answer.as_ref().ok().and_then(|judged| judged.denied.clone());
        let answer = answer.map(Judged::read);
        let Account { cost, asked: path, opened, .. } = account;
        let ended = match &answer {
            Ok(Ok(_)) => Ok(Ended::Answered),
            Ok(Err(_)) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let facts = || Some(facts(&self.root_name(), answer.as_ref().ok()?.as_ref().ok()?));
        self.tell(&span, |session| Event {
            arguments: Some(asked(request).to_string().into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, path, facts(), ended, cost)
        })?;
        answer?.map_err(Error::Read)
    }

    /// Reads several files in one call: what each request asks for, in their order. One that fails spoils no other.
    ///
    /// Fails as [`Room::read`] does, with [`Error::Read`] if there are none or more than 16.
    pub fn read_many(
        &self,
        requests: &[Request],
        limits: SharedLimits,
    ) -> Result<Vec<Result<Document, ReadError>>, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let cut: Arc<[Request]> = requests.iter().map(cut_request).collect();
        let fit = requests.iter().try_for_each(|request| self.arguments_fit(&request.path));
        let answer = fit.and_then(|()| {
            let requests = cut.clone();
            // What is allowed is decided by the name of each file where it is opened.
            self.judged(
                Wanted::Nothing,
                &mut account,
                |_, _| Ok(None),
                move |reader, store, _| reader.read_many(store, &requests, limits),
            )
        });
        let met = answer.as_ref().ok().and_then(|judged| judged.denied.clone());
        let answer = answer.and_then(|judged| match judged.answer {
            Ok(answers) if answers.len() != requests.len() => {
                Err(Error::Call("it answers for another number of files".into()))
            }
            Ok(answers) => Ok(answers),
            Err(error) => Err(Error::Read(error)),
        });
        let Account { cost, opened, .. } = account;
        let ended = match &answer {
            Ok(_) => Ok(Ended::Answered),
            Err(Error::Read(_)) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        self.tell(&span, |session| Event {
            arguments: Some(asked_of_many(&cut, limits).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, None, None, ended, cost)
        })?;
        answer
    }

    /// Calls the tool of a dialect with the JSON text that a model wrote. What is wrong with the arguments or the file
    /// is told in the reply, in the dialect's words.
    ///
    /// Fails with [`Error::Limit`] if the call reached a limit, and with [`Error::Call`] if the component does not answer.
    pub fn call(&self, dialect: Dialect, arguments: &str) -> Result<Reply, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), Some(dialect));
        let called = self
            .arguments_fit(arguments)
            .and_then(|()| self.called(dialect, &cut(arguments).into(), stopwatch.started(), &mut account));
        let Account { cost, asked: path, opened, .. } = account;
        let (reply, met) = match called {
            Ok((reply, met)) => (Ok(reply), met),
            Err(error) => (Err(error), None),
        };
        let ended = match &reply {
            Ok(Reply { outcome: Outcome::Answered, .. }) => Ok(Ended::Answered),
            Ok(Reply { outcome: Outcome::Refused, .. }) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let facts = || reply.as_ref().ok().and_then(|reply| reply.facts.clone());
        self.tell(&span, |session| Event {
            arguments: Some(cut(arguments).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, Some(dialect), path, facts(), ended, cost)
        })?;
        reply
    }

    /// Makes a call. Tells too what was denied in it, whatever the answer is.
    fn called(
        &self,
        dialect: Dialect,
        arguments: &Arc<str>,
        started: SystemTime,
        account: &mut Account,
    ) -> Result<(Reply, Option<Denied>), Error> {
        let (for_target, for_call, indexes) = (arguments.clone(), arguments.clone(), self.indexes.clone());
        let is_wanted = self.is_watched() || !self.indexes.is_empty();
        let Judged { answer, asked, sight, denied: met } = self.judged(
            if is_wanted { Wanted::Path } else { Wanted::Nothing },
            account,
            move |reader, store| reader.target(store, dialect, &for_target),
            move |reader, store, path| {
                let index = path.and_then(|path| indexes.get(dialect, path));
                reader.call(store, dialect, &for_call, index.as_deref())
            },
        )?;
        let Told { outcome, json, facts, index } = answer;
        if let (Some(index), Some(facts), Sight::Seeing) = (&index, &facts, sight) {
            // Whatever goes wrong here, the reply is there.
            let path =
                asked.unwrap_or_else(|| self.told_target(dialect, arguments, account).unwrap_or_default());
            self.indexes.keep(dialect, path.as_deref().unwrap_or_default(), facts, started, index);
        }
        let denied = met.clone().filter(|_| outcome == Outcome::Refused);
        let json = match &denied {
            Some(denied) if dialect == Dialect::Readroom => with_reason(&json, denied).unwrap_or(json),
            _ => json,
        };
        Ok((Reply { outcome, json, facts, denied }, met))
    }

    /// Puts a question into the arguments of a dialect, for [`Room::call`]. None if the dialect has no words for it.
    pub fn phrase(&self, dialect: Dialect, question: &Question) -> Result<Option<String>, Error> {
        let question = question.clone();
        self.blindly(move |reader, store| reader.phrase(store, dialect, &question))
    }

    /// The absolute name of what a call would read, as the agent asks for it. None if the arguments name nothing.
    ///
    /// The file is not looked at.
    pub fn target(&self, dialect: Dialect, arguments: &str) -> Result<Option<String>, Error> {
        self.told_target(dialect, &arguments.into(), &mut self.account())
    }

    fn told_target(
        &self,
        dialect: Dialect,
        arguments: &Arc<str>,
        account: &mut Account,
    ) -> Result<Option<String>, Error> {
        let arguments = arguments.clone();
        self.blindly_on(account, move |reader, store| reader.target(store, dialect, &arguments))
    }

    /// What is at a path, without reading it. Fails as [`Room::read`] does.
    pub fn look(&self, path: &str) -> Result<Facts, Error> {
        self.arguments_fit(path)?;
        let (asked, path) = (self.absolute(path), path.to_string());
        let judged = self.judged(
            Wanted::Nothing,
            &mut self.account(),
            move |_, _| Ok(Some(asked.clone())),
            move |reader, store, _| reader.look(store, &path),
        )?;
        judged.read().map_err(Error::Read)
    }

    /// What is wrong with the file `.agentignore` in the root, for a person: lines that are no patterns and so deny
    /// nothing, or why it cannot be used, in which case nothing can be read. Nothing if there is none, or if it does not
    /// count.
    pub fn agentignore_problems(&self) -> Vec<String> {
        self.guard.problems()
    }

    /// The tools of all dialects, as the component of this room has them.
    pub fn tools(&self) -> Result<Vec<Tool>, Error> {
        self.blindly(|reader, store| reader.tools(store))
    }

    /// Draws a call as one line for a terminal.
    pub fn render_call(&self, dialect: Dialect, arguments: &str) -> Result<String, Error> {
        let arguments = arguments.to_string();
        self.blindly(move |reader, store| reader.render_call(store, dialect, &arguments))
    }

    /// Draws the result of a call for a terminal: the native result object, as [`Reply`] has it.
    pub fn render_result(
        &self,
        dialect: Dialect,
        arguments: &str,
        result: &str,
        fold: Fold,
    ) -> Result<String, Error> {
        let (arguments, result) = (arguments.to_string(), result.to_string());
        self.blindly(move |reader, store| reader.render_result(store, dialect, &arguments, &result, fold))
    }

    /// For a call that needs no files: it knows the names of the grants, and nothing that is in them.
    fn blind(&self) -> State {
        let (cwd, home) = (self.cwd.clone(), self.home.clone());
        let mut state = State::new(self.grants.clone(), cwd, home, self.runner.limits);
        if let Some(listener) = &self.listener {
            state.meter.tell(listener.clone());
        }
        state
    }

    fn root_name(&self) -> String {
        self.grants.first().map_or(String::new(), |root| root.name.clone())
    }

    fn arguments_fit(&self, arguments: &str) -> Result<(), Error> {
        // What is longer than any dialect accepts is cut, and the dialect says so.
        let most = self.runner.limits.arguments;
        if most < MOST_ARGUMENTS && arguments.len() > most {
            return Err(Error::Limit(self.runner.limits.reached(Limit::Arguments)));
        }
        Ok(())
    }

    /// A name as an absolute one, seen from the working directory.
    fn absolute(&self, path: &str) -> String {
        let start = self.cwd.as_ref().or_else(|| self.grants.first().map(|root| &root.name));
        match start {
            Some(start) if !path.starts_with('/') => policy::clean(&format!("{start}/{path}")),
            _ => policy::clean(path),
        }
    }

    /// Fails if what happened cannot be recorded, and has to be.
    fn tell(&self, span: &Span, event: impl FnOnce(Option<Arc<str>>) -> Event) -> Result<(), Error> {
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
    fn is_watched(&self) -> bool {
        !self.observers.is_empty() || self.audit.is_some() || telemetry::is_collected()
    }

    /// Runs a call that needs no files.
    fn blindly<T: Answer + Send + 'static>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        self.blindly_on(&mut self.account(), call)
    }

    fn blindly_on<T: Answer + Send + 'static>(
        &self,
        account: &mut Account,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T> + Send + 'static,
    ) -> Result<T, Error> {
        let answer = self.runner.run(self.blind(), account, call)?;
        within(&self.runner.limits, &answer)?;
        Ok(answer)
    }

    fn account(&self) -> Account {
        self.runner.account(self.cancel.clone())
    }
}

impl<T> Judged<Result<T, ReadError>> {
    /// The answer to a read. One that was denied says by which rule.
    fn read(self) -> Result<T, ReadError> {
        match (self.answer, self.denied) {
            (Err(error), Some(denied)) if error.code == ErrorCode::PermissionDenied => {
                let hint = reason(&denied, &error.hint);
                Err(ReadError { hint, ..error })
            }
            (answer, _) => answer,
        }
    }
}

/// An error in the dialect `readroom` that says by which rule a read was denied. None if it is none of a denial.
fn with_reason(json: &str, denied: &Denied) -> Option<String> {
    let mut reply: serde_json::Value = serde_json::from_str(json).ok()?;
    let error = reply.get_mut("error")?;
    if error.get("code")? != ErrorCode::PermissionDenied.name() {
        return None;
    }
    let hint = error.get_mut("hint")?;
    *hint = reason(denied, hint.as_str()?).into();
    Some(reply.to_string())
}

fn reason(denied: &Denied, hint: &str) -> String {
    format!("It was {denied}. {hint}")
}

/// The tools of all dialects, in the order of [`Dialect::ALL`]. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let limits = Limits::default();
    let runner = Runner::new(engine::embedded()?, limits, false);
    let nothing = State::new(Arc::new([]), None, None, limits);
    runner.run(nothing, &mut runner.account(None), |reader, store| reader.tools(store))
}
