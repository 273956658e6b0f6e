//! The front door: directories, and reads in them.

use crate::engine::{self, Ready};
use crate::filesystem::{Grant, State};
use crate::grants::{Source, open, working_directory};
use crate::indexes::Indexes;
use crate::observer::{Cost, Ended, Event, Observers, Stopwatch};
use crate::policy::{self, Policy, Target};
use crate::reader::Reader;
use crate::tree::Tree;
use crate::{Body, Dialect, Document, Error, Facts, Fold, Outcome, Question, Reply, Request, Tool, limits};
use std::cell::OnceCell;
use std::path::PathBuf;
use std::sync::Arc;
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
    component: Ready,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    home: Option<Arc<str>>,
    /// The names of the root, and the working directory.
    places: Arc<[String]>,
    /// The names of each directory that was granted.
    names: Arc<[Vec<String>]>,
    policy: Option<Arc<Policy>>,
    observers: Observers,
    session: Option<Arc<str>>,
    indexes: Arc<Indexes>,
}

/// Whether a call gets to see anything.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Decision {
    Allowed,
    Denied,
}

/// What a room is made of.
#[derive(Clone, Debug)]
pub struct Builder {
    root: Source,
    grants: Vec<Source>,
    cwd: Option<PathBuf>,
    home: Option<String>,
    policy: Option<Policy>,
    observers: Observers,
    #[cfg(feature = "compiler")]
    component: Option<Vec<u8>>,
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

    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component says why nothing was read, and with [`Error::Call`] if it does not
    /// answer.
    pub fn read(&self, request: &Request) -> Result<Document, Error> {
        let (stopwatch, mut cost) = (Stopwatch::start(), Cost::default());
        let path = self.absolute(&request.path);
        let answer = self.judged(
            Some(&path),
            self.decide(Some(&path)),
            &mut cost,
            |reader, store, _| reader.read(store, request),
            |answer| answer.as_ref().ok().map(|document| self.facts(document).path),
        );
        let answer = answer.map(|(answer, _)| answer);
        let ended = match &answer {
            Ok(Ok(_)) => Ended::Answered,
            Ok(Err(_)) => Ended::Refused,
            Err(_) => Ended::Failed,
        };
        let facts = || Some(self.facts(answer.as_ref().ok()?.as_ref().ok()?));
        self.tell(|session| stopwatch.event(session, None, Some(path), facts(), ended, cost));
        answer?.map_err(Error::Read)
    }

    /// Calls the tool of a dialect with the JSON text that a model wrote. What is wrong with the arguments or the file
    /// is told in the reply, in the dialect's words. The reply's `index` stays in the room.
    ///
    /// Fails with [`Error::Call`] if the component does not answer.
    pub fn call(&self, dialect: Dialect, arguments: &str) -> Result<Reply, Error> {
        let (stopwatch, mut cost) = (Stopwatch::start(), Cost::default());
        let arguments = &arguments[..arguments.floor_char_boundary(limits::MOST_ARGUMENTS)];
        let target = |reader: &Reader, store: &mut Store<State>| reader.target(store, dialect, arguments);
        let path = OnceCell::new();
        // Asking may take long, and no instance waits for the answer.
        let decision = match self.policy {
            None => Ok(Decision::Allowed),
            Some(_) => self.run(self.blind(), &mut cost, target).map(|named| {
                let decision = self.decide(named.as_deref());
                let _ = path.set(named);
                decision
            }),
        };
        // Nobody else needs to know the name.
        let named = !self.observers.is_empty() || !self.indexes.is_empty();
        let reply = decision.and_then(|decision| {
            let asked = path.get().and_then(Option::as_deref);
            self.judged(
                asked,
                decision,
                &mut cost,
                |reader, store, decision| {
                    if named && path.get().is_none() {
                        let _ = path.set(target(reader, &mut *store)?);
                    }
                    let index = match path.get() {
                        Some(Some(path)) if decision == Decision::Allowed => self.indexes.get(dialect, path),
                        _ => None,
                    };
                    reader.call(store, dialect, arguments, index.as_deref())
                },
                |reply| Some(reply.facts.as_ref()?.path.clone()),
            )
        });
        let reply = reply.map(|(reply, decision)| {
            if let Reply { index: Some(index), facts: Some(facts), .. } = &reply
                && decision == Decision::Allowed
            {
                // Whatever goes wrong here, the reply is there.
                let path = path.get_or_init(|| self.target(dialect, arguments).unwrap_or_default());
                self.indexes.keep(
                    dialect,
                    path.as_deref().unwrap_or_default(),
                    facts,
                    stopwatch.started(),
                    index,
                );
            }
            Reply { index: None, ..reply }
        });
        let path = path.into_inner().flatten();
        let ended = match &reply {
            Ok(Reply { outcome: Outcome::Answered, .. }) => Ended::Answered,
            Ok(Reply { outcome: Outcome::Refused, .. }) => Ended::Refused,
            Err(_) => Ended::Failed,
        };
        let facts = || reply.as_ref().ok().and_then(|reply| reply.facts.clone());
        self.tell(|session| stopwatch.event(session, Some(dialect), path, facts(), ended, cost));
        reply
    }

    /// Puts a question into the arguments of a dialect, for [`Room::call`]. None if the dialect has no words for it.
    pub fn phrase(&self, dialect: Dialect, question: &Question) -> Result<Option<String>, Error> {
        self.blindly(|reader, store| reader.phrase(store, dialect, question))
    }

    /// The absolute name of what a call would read, as the agent asks for it. None if the arguments name nothing.
    ///
    /// The file is not looked at.
    pub fn target(&self, dialect: Dialect, arguments: &str) -> Result<Option<String>, Error> {
        self.blindly(|reader, store| reader.target(store, dialect, arguments))
    }

    /// What is at a path, without reading it. Fails as [`Room::read`] does.
    pub fn look(&self, path: &str) -> Result<Facts, Error> {
        let asked = self.absolute(path);
        let (facts, _) = self.judged(
            Some(&asked),
            self.decide(Some(&asked)),
            &mut Cost::default(),
            |reader, store, _| reader.look(store, path),
            |facts| Some(facts.as_ref().ok()?.path.clone()),
        )?;
        facts.map_err(Error::Read)
    }

    /// Draws a call as one line for a terminal.
    pub fn render_call(&self, dialect: Dialect, arguments: &str) -> Result<String, Error> {
        self.blindly(|reader, store| reader.render_call(store, dialect, arguments))
    }

    /// Draws the result of a call for a terminal: the native result object, as [`Reply`] has it.
    pub fn render_result(
        &self,
        dialect: Dialect,
        arguments: &str,
        result: &str,
        fold: Fold,
    ) -> Result<String, Error> {
        self.blindly(|reader, store| reader.render_result(store, dialect, arguments, result, fold))
    }

    /// For a call that needs no files: it knows the names of the grants, and nothing that is in them.
    fn blind(&self) -> State {
        State::new(self.grants.clone(), self.cwd.clone(), self.home.clone())
    }

    /// For a call that is allowed to see the grants or not.
    fn state(&self, decision: Decision) -> State {
        let mut state = self.blind();
        if decision == Decision::Allowed {
            state.allow();
        }
        state
    }

    /// What the policy says about an absolute name. Where there is no name, or one that no grant holds, there is nothing
    /// that could be allowed, and nobody is asked.
    fn decide(&self, path: Option<&str>) -> Decision {
        match (&self.policy, path.filter(|path| self.holds(path))) {
            (None, _) => Decision::Allowed,
            (Some(_), None) => Decision::Denied,
            (Some(policy), Some(path)) => {
                let (aliases, grants) = (self.aliases(path), self.names.concat());
                let mut target = Target::new(path, &self.places);
                target.aliases = &aliases;
                target.grants = &grants;
                target.home = self.home.as_deref();
                target.session = self.session.as_deref();
                match policy.decide(&target) {
                    policy::Decision::Allowed => Decision::Allowed,
                    policy::Decision::Denied(_) => Decision::Denied,
                }
            }
        }
    }

    /// The names of the same file below the other names of the directories that it lies in.
    fn aliases(&self, path: &str) -> Vec<String> {
        let mut aliases = Vec::new();
        for names in self.names.iter().filter(|names| names.len() > 1) {
            let path = policy::clean(path);
            let below =
                names.iter().find_map(|name| policy::below(&path, &policy::clean(name)).map(String::from));
            let others =
                below.iter().flat_map(|below| names.iter().map(move |name| format!("{name}/{below}")));
            aliases.extend(others);
        }
        aliases
    }

    /// Makes a call that is about a path, as far as it was decided. If links led it to what the policy denies by its real
    /// name, it is made again, and sees nothing. `real` is that name, where the answer has it.
    fn judged<T>(
        &self,
        asked: Option<&str>,
        decision: Decision,
        cost: &mut Cost,
        call: impl Fn(&Reader, &mut Store<State>, Decision) -> wasmtime::Result<T>,
        real: impl Fn(&T) -> Option<String>,
    ) -> Result<(T, Decision), Error> {
        let (answer, real) = self.run(self.state(decision), cost, |reader, store| {
            let answer = call(reader, &mut *store, decision)?;
            let real = match (asked, &self.policy, decision) {
                // A refusal tells something of the file too.
                (Some(asked), Some(_), Decision::Allowed) => match real(&answer) {
                    None => reader.look(store, asked)?.ok().map(|facts| facts.path),
                    real => real,
                },
                _ => None,
            };
            Ok((answer, real))
        })?;
        let is_denied = |real: &str| {
            asked.is_none_or(|asked| real != policy::clean(asked))
                && self.decide(Some(real)) == Decision::Denied
        };
        if !real.is_some_and(|real| is_denied(&real)) {
            return Ok((answer, decision));
        }
        let blindly = |reader: &Reader, store: &mut Store<State>| call(reader, store, Decision::Denied);
        Ok((self.run(self.blind(), cost, blindly)?, Decision::Denied))
    }

    /// The facts of a document that was read.
    fn facts(&self, document: &Document) -> Facts {
        let Body::Text(text) = &document.body;
        let root = self.grants.first().map_or("", |root| &root.name);
        Facts {
            path: match document.path.as_str() {
                path if path.starts_with('/') => path.into(),
                path => format!("{}/{path}", root.trim_end_matches('/')),
            },
            size: document.size,
            modified: document.modified,
            version: document.version.clone(),
            lines: text.lines,
            bytes: text.content.len() as u64,
        }
    }

    fn holds(&self, path: &str) -> bool {
        self.grants.iter().any(|grant| grant.holds(path))
    }

    /// A name as an absolute one, seen from the working directory.
    fn absolute(&self, path: &str) -> String {
        let start = self.cwd.as_ref().or_else(|| self.grants.first().map(|root| &root.name));
        match start {
            Some(start) if !path.starts_with('/') => policy::clean(&format!("{start}/{path}")),
            _ => policy::clean(path),
        }
    }

    fn tell(&self, event: impl FnOnce(Option<Arc<str>>) -> Event) {
        if !self.observers.is_empty() {
            self.observers.tell(&event(self.session.clone()));
        }
    }

    /// Runs a call that needs no files.
    fn blindly<T>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        self.run(self.blind(), &mut Cost::default(), call)
    }

    fn run<T>(
        &self,
        state: State,
        cost: &mut Cost,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        run(&self.component, state, cost, call)
    }
}

/// The tools of all dialects, in the order of [`Dialect::ALL`]. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let nothing = State::new(Arc::new([]), None, None);
    run(&engine::embedded()?, nothing, &mut Cost::default(), |reader, store| reader.tools(store))
}

/// Runs one call in a fresh instance, and adds up what it takes.
fn run<T>(
    component: &Ready,
    state: State,
    cost: &mut Cost,
    call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
) -> Result<T, Error> {
    let answer = component.instantiate(state).and_then(|(reader, mut store)| {
        let answer = call(&reader, &mut store);
        *cost = cost.and(store.data().cost());
        answer
    });
    answer.map_err(|error| Error::Call(format!("{error:#}")))
}

impl Builder {
    fn new(root: Source) -> Self {
        Self {
            root,
            grants: Vec::new(),
            cwd: None,
            home: None,
            policy: None,
            observers: Observers::default(),
            #[cfg(feature = "compiler")]
            component: None,
        }
    }

    /// Grants a further directory, which agents reach by its absolute name.
    #[must_use]
    pub fn grant(mut self, directory: impl Into<PathBuf>) -> Self {
        self.grants.push(Source::Directory(directory.into()));
        self
    }

    /// Grants a tree that the host serves, which agents reach by this absolute name.
    #[must_use]
    pub fn grant_tree(mut self, name: impl Into<String>, tree: impl Tree) -> Self {
        self.grants.push(Source::Tree(name.into(), Arc::new(tree)));
        self
    }

    /// The agent's working directory, where relative paths start: in the root, or in another granted directory. A
    /// relative one is taken from the root. The root itself, unless given.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cwd = Some(directory.into());
        self
    }

    /// The agent's home directory, by its absolute name: what `~` stands for, in the dialects that know it and in the
    /// patterns of a policy. It is not granted thereby. None, unless given: then `~` is an ordinary name. An empty or
    /// relative name fails when the room is built.
    #[must_use]
    pub fn home(mut self, name: impl Into<String>) -> Self {
        self.home = Some(name.into());
        self
    }

    /// Decides by name what may be read of what is granted. Everything may, unless given.
    ///
    /// What is denied answers as a file that the operating system does not let be read, in the words of each dialect,
    /// and whether or not it exists. A link to it under a name that is allowed tells no content of it, but may tell
    /// that it exists.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = Some(policy);
        self
    }

    /// Is told of every read. There may be several observers; they are told in the order they were named.
    #[must_use]
    pub fn observer(mut self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.observers.add(Arc::new(observer));
        self
    }

    /// Runs another component of the same world in place of the embedded one.
    #[cfg(feature = "compiler")]
    #[must_use]
    pub fn component(mut self, bytes: impl Into<Vec<u8>>) -> Self {
        self.component = Some(bytes.into());
        self
    }

    /// Opens the directories.
    pub fn build(self) -> Result<Room, Error> {
        if let Some(name) = self.home.as_ref().filter(|home| !home.starts_with('/')) {
            return Err(Error::BadHome { name: name.clone() });
        }
        if self.home.is_none() && self.policy.as_ref().is_some_and(Policy::names_home) {
            return Err(Error::NoHome);
        }
        let mut grants = open(&self.root)?;
        let mut places: Vec<String> = grants.iter().map(|root| root.name.clone()).collect();
        let mut names = vec![places.clone()];
        for source in &self.grants {
            let opened = open(source)?;
            names.push(opened.iter().map(|grant| grant.name.clone()).collect());
            for new in opened {
                match grants.iter().find(|known| known.name == new.name) {
                    None => grants.push(new),
                    // The same directory, named twice.
                    Some(known) if known.served().is_none() && new.served().is_none() => {}
                    Some(_) => return Err(Error::NameTaken { name: new.name }),
                }
            }
        }
        let cwd = match self.cwd {
            None => None,
            Some(cwd) => Some(working_directory(&self.root.name().join(cwd), &grants)?),
        };
        places.extend(cwd.clone());
        #[cfg(feature = "compiler")]
        let component = match self.component {
            Some(bytes) => engine::compile(&bytes)?,
            None => engine::embedded()?,
        };
        #[cfg(not(feature = "compiler"))]
        let component = engine::embedded()?;
        Ok(Room {
            component,
            grants: grants.into(),
            cwd,
            home: self.home.map(Arc::from),
            places: places.into(),
            names: names.into(),
            policy: self.policy.map(Arc::new),
            observers: self.observers,
            session: None,
            indexes: Arc::default(),
        })
    }
}
