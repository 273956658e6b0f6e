//! The front door: directories, and reads in them.

use crate::contract::bindings::{Reader, ReaderPre};
use crate::filesystem::{Grant, State};
use crate::grants::{Source, open, working_directory};
use crate::observer::{Ended, Event, Observers, Stopwatch};
use crate::policy::{Decision, Policy, Target};
use crate::tree::Tree;
use crate::{Dialect, Document, Error, Outcome, Question, Reply, Request, Tool, engine, limits};
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
    component: ReaderPre<State>,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
    home: Option<Arc<str>>,
    /// The names of the root, and the working directory.
    places: Arc<[String]>,
    policy: Option<Arc<Policy>>,
    observers: Observers,
    session: Option<Arc<str>>,
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
    #[must_use]
    pub fn session(&self, id: impl Into<Arc<str>>) -> Self {
        Self { session: Some(id.into()), ..self.clone() }
    }

    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component says why nothing was read, and with [`Error::Call`] if it does not
    /// answer.
    pub fn read(&self, request: &Request) -> Result<Document, Error> {
        let (stopwatch, path) = (Stopwatch::start(), self.absolute(&request.path));
        let state = self.state(Some(&path));
        let answer = self
            .run(state, |reader, store| reader.readroom_read_read().call_read(store, request))
            .and_then(|answer| answer.map_err(Error::Read));
        let ended = match &answer {
            Ok(_) => Ended::Answered,
            Err(Error::Read(_)) => Ended::Refused,
            Err(_) => Ended::Failed,
        };
        self.tell(|session| stopwatch.event(session, None, Some(path), ended));
        answer
    }

    /// Calls the tool of a dialect with the JSON text that a model wrote. What is wrong with the arguments or the file
    /// is told in the reply, in the dialect's words.
    ///
    /// Fails with [`Error::Call`] if the component does not answer.
    pub fn call(&self, dialect: Dialect, arguments: &str) -> Result<Reply, Error> {
        let (stopwatch, path) = (Stopwatch::start(), None::<String>);
        let arguments = &arguments[..arguments.floor_char_boundary(limits::MOST_ARGUMENTS)];
        let state = self.state(path.as_deref());
        let reply = self
            .run(state, |reader, store| reader.readroom_read_dialects().call_call(store, dialect, arguments));
        let ended = match &reply {
            Ok(Reply { outcome: Outcome::Answered, .. }) => Ended::Answered,
            Ok(Reply { outcome: Outcome::Refused, .. }) => Ended::Refused,
            Err(_) => Ended::Failed,
        };
        self.tell(|session| stopwatch.event(session, Some(dialect), path, ended));
        reply
    }

    /// Puts a question into the arguments of a dialect, for [`Room::call`]. None if the dialect has no words for it.
    pub fn phrase(&self, dialect: Dialect, question: &Question) -> Result<Option<String>, Error> {
        self.run(self.state(None), |reader, store| {
            reader.readroom_read_dialects().call_phrase(store, dialect, question)
        })
    }

    /// What a call gets to see that was asked for this absolute name: its grants, unless there is a policy that denies
    /// it. Where there is a policy, and no name or one that no grant holds, there is nothing that could be allowed, and
    /// nobody is asked.
    fn state(&self, path: Option<&str>) -> State {
        let decision = match (&self.policy, path.filter(|path| self.holds(path))) {
            (None, _) => Decision::Allowed,
            (Some(_), None) => Decision::Denied,
            (Some(policy), Some(path)) => policy.decide(&Target {
                path,
                places: &self.places,
                home: self.home.as_deref(),
                session: self.session.as_deref(),
            }),
        };
        let state = State::new(self.grants.clone(), self.cwd.clone(), self.home.clone());
        match decision {
            Decision::Allowed => state,
            Decision::Denied => state.denying(),
        }
    }

    fn holds(&self, path: &str) -> bool {
        self.grants.iter().any(|grant| grant.holds(path))
    }

    /// A name as an absolute one, seen from the working directory.
    fn absolute(&self, path: &str) -> String {
        let start = self.cwd.as_ref().or_else(|| self.grants.first().map(|root| &root.name));
        match start {
            Some(start) if !path.starts_with('/') => format!("{}/{path}", start.trim_end_matches('/')),
            _ => path.into(),
        }
    }

    fn tell(&self, event: impl FnOnce(Option<Arc<str>>) -> Event) {
        if !self.observers.is_empty() {
            self.observers.tell(&event(self.session.clone()));
        }
    }

    fn run<T>(
        &self,
        state: State,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        run(&self.component, state, call)
    }
}

/// The tools of all dialects, in the order of [`Dialect::ALL`]. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let nothing = State::new(Arc::new([]), None, None);
    run(&engine::embedded()?, nothing, |reader, store| reader.readroom_read_dialects().call_tools(store))
}

/// Runs one call in a fresh instance.
fn run<T>(
    component: &ReaderPre<State>,
    state: State,
    call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
) -> Result<T, Error> {
    let handles = state.most_handles();
    let mut store = Store::new(component.engine(), state);
    store.limiter(|state| &mut state.limits);
    store.set_max_component_handles(handles);
    store.set_hostcall_fuel(limits::TRANSFER);
    let answer = component.instantiate(&mut store).and_then(|reader| call(&reader, &mut store));
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
    /// patterns of a policy. It is not granted thereby. None, unless given: then `~` is an ordinary name.
    #[must_use]
    pub fn home(mut self, name: impl Into<String>) -> Self {
        self.home = Some(name.into());
        self
    }

    /// Decides by name what may be read of what is granted. Everything may, unless given.
    ///
    /// What is denied answers as a file that the operating system does not let be read, in the words of each dialect,
    /// and whether or not it exists.
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
        let mut grants = open(&self.root)?;
        let mut places: Vec<String> = grants.iter().map(|root| root.name.clone()).collect();
        for source in &self.grants {
            for new in open(source)? {
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
            policy: self.policy.map(Arc::new),
            observers: self.observers,
            session: None,
        })
    }
}
