//! The front door: directories, and reads in them.

mod answer;
mod builder;
mod judged;
mod records;

use crate::audit::Audit;
use crate::contract::{ComponentReply, Documents};
use crate::engine;
use crate::filesystem::Grant;
use crate::grants::Source;
use crate::guard::Guard;
use crate::indexes::Indexes;
use crate::limits::MOST_ARGUMENTS;
use crate::observer::{Ended, Event, Observers, Stopwatch};
use crate::policy::list::Named;
use crate::policy::{self, Denied};
use crate::progress::Listener;
use crate::reader::Reader;
use crate::running::{Account, Runner};
use crate::sandbox::State;
use crate::telemetry;
use crate::tree::Tree;
use crate::{
    BasicRequest, Cancel, Content, Document, Error, ErrorCode, FileStat, Fold, Limit, Limits,
    ListRequest, Listing, Outcome, Progress, ReadError, ReadFacts, ReadRequest, Reply,
    SharedLimits, Tool, UnknownToolError,
};
use answer::{Answer, within};
pub use builder::Builder;
use judged::{Judged, Sight, Wanted};
use records::{
    asked, asked_list, asked_of_many, cut, cut_list_request, cut_request, facts, facts_of_listing,
};
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
    pub fn read(&self, request: &ReadRequest) -> Result<Document, Error> {
        let (path, cut) = (&request.path, cut_request(request));
        let facts = |document: &Document| facts(&self.root_name(), document);
        let call = move |reader: &Reader, store: &mut Store<State>| reader.read(store, &cut);
        self.recorded(Named::Other, path, || asked(request), call, facts)
    }

    /// Makes a call about one path, and records it.
    fn recorded<T: Answer + Send + 'static>(
        &self,
        about: Named,
        path: &str,
        asked: impl FnOnce() -> serde_json::Value,
        call: impl Fn(&Reader, &mut Store<State>) -> wasmtime::Result<Result<T, ReadError>>
        + Clone
        + Send
        + 'static,
        facts: impl Fn(&T) -> ReadFacts,
    ) -> Result<T, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let absolute = self.absolute(cut(path));
        let wanted = if self.is_watched() { Wanted::Path } else { Wanted::Nothing };
        let answer = self.arguments_fit(path).and_then(|()| {
            let absolute = absolute.clone();
            self.judged(
                about,
                wanted,
                &mut account,
                move |_, _| Ok(Some(absolute.clone())),
                move |reader, store, _| call(reader, store),
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
        let all = || answer.iter().flatten().map(&facts).collect();
        self.tell(&span, |session| Event {
            arguments: Some(asked().to_string().into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, path, all(), ended, cost)
        })?;
        answer?.map_err(Error::Read)
    }

    /// Reads several files in one call: what each request asks for, in their order. One that fails spoils no other.
    ///
    /// Fails as [`Room::read`] does, with [`Error::Read`] if there are none or more than 16.
    pub fn read_many(
        &self,
        requests: &[ReadRequest],
        limits: SharedLimits,
    ) -> Result<Vec<Result<Document, ReadError>>, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let cut: Arc<[ReadRequest]> = requests.iter().map(cut_request).collect();
        let fit = requests.iter().try_for_each(|request| self.arguments_fit(&request.path));
        let answer = fit.and_then(|()| {
            let requests = cut.clone();
            // What is allowed is decided by the name of each file where it is opened.
            self.judged(
                Named::Other,
                Wanted::Nothing,
                &mut account,
                |_, _| Ok(None),
                move |reader, store, _| reader.read_many(store, &requests, limits),
            )
        });
        let met = answer.as_ref().ok().and_then(|judged| judged.denied.clone());
        let answer = answer.and_then(|judged| match judged.answer {
            Ok(Documents { files }) if files.len() != requests.len() => {
                Err(Error::Call("it answers for another number of files".into()))
            }
            Ok(Documents { files }) => Ok(files),
            Err(error) => Err(Error::Read(error)),
        });
        let Account { cost, opened, .. } = account;
        let ended = match &answer {
            Ok(_) => Ok(Ended::Answered),
            Err(Error::Read(_)) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let facts = || {
            let documents = answer.iter().flatten().flatten();
            documents.map(|document| facts(&self.root_name(), document)).collect()
        };
        self.tell(&span, |session| Event {
            arguments: Some(asked_of_many(&cut, limits).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, None, facts(), ended, cost)
        })?;
        answer
    }

    /// Calls a tool with the JSON text that a model wrote. The tool has an id, such as `pi@0`, or `pi` for its newest
    /// revision. What is wrong with the arguments or the file is said in the reply, in the words of the agent.
    ///
    /// Fails with [`Error::UnknownTool`] if there is no such tool, with [`Error::Limit`] if the call reached a limit, and
    /// with [`Error::Call`] if the component does not answer.
    pub fn call(&self, tool: &str, arguments: &str) -> Result<Reply, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let tool: Arc<str> = cut(tool).into();
        let span = telemetry::span(self.session.as_deref(), Some(&tool));
        let called = self.arguments_fit(arguments).and_then(|()| {
            self.called(&tool, &cut(arguments).into(), stopwatch.started(), &mut account)
        });
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
        let facts = || reply.as_ref().map_or(Vec::new(), |reply| reply.facts.clone());
        self.tell(&span, |session| Event {
            arguments: Some(cut(arguments).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, Some(tool), path, facts(), ended, cost)
        })?;
        reply
    }

    /// Makes a call. Tells too what was denied in it, whatever the answer is.
    fn called(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        started: SystemTime,
        account: &mut Account,
    ) -> Result<(Reply, Option<Denied>), Error> {
        let (for_path, for_call, indexes) =
            (arguments.clone(), arguments.clone(), self.indexes.clone());
        let (of_path, of_call) = (tool.clone(), tool.clone());
        let is_wanted = self.is_watched() || !self.indexes.is_empty();
        let Judged { answer, asked, sight, denied: met } = self.judged(
            Named::Other,
            if is_wanted { Wanted::Path } else { Wanted::Nothing },
            account,
            // A tool that does not exist is found out by the call.
            move |reader, store| {
                Ok(reader.requested_path(store, &of_path, &for_path)?.unwrap_or_default())
            },
            move |reader, store, path| {
                let index = path.and_then(|path| indexes.get(&of_call, path));
                reader.call(store, &of_call, &for_call, index.as_deref())
            },
        )?;
        let ComponentReply { outcome, json, content, facts, index } =
            answer.map_err(Error::UnknownTool)?;
        if let (Some(index), [facts], Sight::Seeing) = (&index, &*facts, sight) {
            // Whatever goes wrong here, the reply is there.
            let path = asked
                .unwrap_or_else(|| self.path_of_call(tool, arguments, account).unwrap_or_default());
            self.indexes.keep(tool, path.as_deref().unwrap_or_default(), facts, started, index);
        }
        let denied = met.clone().filter(|_| outcome == Outcome::Refused);
        Ok((Reply { outcome, json, content, facts, denied }, met))
    }

    /// Writes a read as the arguments of a tool, for [`Room::call`]. `None` if the tool cannot express it.
    pub fn arguments_for(
        &self,
        tool: &str,
        request: &BasicRequest,
    ) -> Result<Option<String>, Error> {
        let (tool, request) = (cut(tool).to_string(), request.clone());
        self.tool_blindly(move |reader, store| reader.arguments_for(store, &tool, &request))
    }

    /// Returns the absolute name of what a call would read, as the agent asks for it. `None` if the arguments name nothing,
    /// or several files.
    ///
    /// The file is not looked at.
    pub fn requested_path(&self, tool: &str, arguments: &str) -> Result<Option<String>, Error> {
        self.path_of_call(&cut(tool).into(), &arguments.into(), &mut self.account())
    }

    fn path_of_call(
        &self,
        tool: &Arc<str>,
        arguments: &Arc<str>,
        account: &mut Account,
    ) -> Result<Option<String>, Error> {
        let (tool, arguments) = (tool.clone(), arguments.clone());
        self.blindly_on(account, move |reader, store| {
            reader.requested_path(store, &tool, &arguments)
        })?
        .map_err(Error::UnknownTool)
    }

    /// Lists a directory, a page at a time. Fails as [`Room::read`] does.
    pub fn list(&self, request: &ListRequest) -> Result<Listing, Error> {
        let (path, cut) = (&request.path, cut_list_request(request));
        let facts = |listing: &Listing| facts_of_listing(&self.root_name(), listing);
        let call = move |reader: &Reader, store: &mut Store<State>| reader.list(store, &cut);
        self.recorded(Named::Directory, path, || asked_list(request), call, facts)
    }

    /// Returns what is at a path, without reading it. Fails as [`Room::read`] does.
    pub fn stat(&self, path: &str) -> Result<FileStat, Error> {
        self.arguments_fit(path)?;
        let (asked, path) = (self.absolute(path), path.to_string());
        let judged = self.judged(
            Named::Other,
            Wanted::Nothing,
            &mut self.account(),
            move |_, _| Ok(Some(asked.clone())),
            move |reader, store, _| reader.stat(store, &path),
        )?;
        judged.read().map_err(Error::Read)
    }

    /// What is wrong with the file `.agentignore` in the root, for a person: lines that are no patterns and so deny
    /// nothing, or why it cannot be used, in which case nothing can be read. Nothing if there is none, or if it does not
    /// count.
    pub fn agentignore_problems(&self) -> Vec<String> {
        self.guard.problems()
    }

    /// Returns all tools, as the component of this room has them, the newest revision of a dialect first.
    pub fn tools(&self) -> Result<Vec<Tool>, Error> {
        self.blindly(|reader, store| reader.tools(store))
    }

    /// Draws a call as one line for a terminal.
    pub fn render_call(&self, tool: &str, arguments: &str) -> Result<String, Error> {
        let (tool, arguments) = (cut(tool).to_string(), arguments.to_string());
        self.tool_blindly(move |reader, store| reader.render_call(store, &tool, &arguments))
    }

    /// Draws the result of a call for a terminal: the `json` and the `content` of its [`Reply`].
    pub fn render_result(
        &self,
        tool: &str,
        arguments: &str,
        json: &str,
        content: &[Content],
        fold: Fold,
    ) -> Result<String, Error> {
        let (tool, arguments) = (cut(tool).to_string(), arguments.to_string());
        let (json, content) = (json.to_string(), content.to_vec());
        self.tool_blindly(move |reader, store| {
            reader.render_result(store, &tool, &arguments, &json, &content, fold)
        })
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
    fn tell(
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

    /// Runs a call about a tool that needs no files.
    fn tool_blindly<T: Answer + Send + 'static>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<Result<T, UnknownToolError>>
        + Send
        + 'static,
    ) -> Result<T, Error> {
        self.blindly(call)?.map_err(Error::UnknownTool)
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

fn reason(denied: &Denied, hint: &str) -> String {
    format!("It was {denied}. {hint}")
}

/// Returns all tools of the embedded component. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let limits = Limits::default();
    let runner = Runner::new(engine::embedded()?, limits, false);
    let nothing = State::new(Arc::new([]), None, None, limits);
    runner.run(nothing, &mut runner.account(None), |reader, store| reader.tools(store))
}
