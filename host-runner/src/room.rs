//! The front door: directories, and reads in them.

use crate::contract::bindings::{Reader, ReaderPre};
#[cfg(unix)]
use crate::filesystem::unix;
use crate::filesystem::{Grant, State};
use crate::{Dialect, Document, Error, Question, Reply, Request, Tool, engine, limits};
use std::fs::File;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;
use wasmtime::Store;

/// Directories that were granted, and a component that reads in them.
///
/// The directories are opened once, when the room is built, and never looked up by name again: exchanging or moving
/// one later changes nothing. Every call runs in an instance of its own, so that calls share no state and one that
/// fails harms no other.
///
/// Cloning is cheap, and a room can be used from many threads at once. Calls block the thread they are made on; in
/// asynchronous code, make them where blocking is allowed.
#[derive(Clone)]
pub struct Room {
    component: ReaderPre<State>,
    grants: Arc<[Grant]>,
    cwd: Option<String>,
}

/// What a room is made of.
#[derive(Clone, Debug)]
pub struct Builder {
    root: PathBuf,
    grants: Vec<PathBuf>,
    cwd: Option<PathBuf>,
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
        Builder {
            root: root.into(),
            grants: Vec::new(),
            cwd: None,
            #[cfg(feature = "compiler")]
            component: None,
        }
    }

    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component says why nothing was read, and with [`Error::Call`] if it does not
    /// answer.
    pub fn read(&self, request: &Request) -> Result<Document, Error> {
        self.run(|reader, store| reader.readroom_read_read().call_read(store, request))?.map_err(Error::Read)
    }

    /// Calls the tool of a dialect with the JSON text that a model wrote. What is wrong with the arguments or the file
    /// is told in the reply, in the dialect's words.
    ///
    /// Fails with [`Error::Call`] if the component does not answer.
    pub fn call(&self, dialect: Dialect, arguments: &str) -> Result<Reply, Error> {
        let arguments = &arguments[..arguments.floor_char_boundary(limits::MOST_ARGUMENTS)];
        self.run(|reader, store| reader.readroom_read_dialects().call_call(store, dialect, arguments))
    }

    /// Puts a question into the arguments of a dialect, for [`Room::call`]. None if the dialect has no words for it.
    pub fn phrase(&self, dialect: Dialect, question: &Question) -> Result<Option<String>, Error> {
        self.run(|reader, store| reader.readroom_read_dialects().call_phrase(store, dialect, question))
    }

    fn run<T>(
        &self,
        call: impl FnOnce(&Reader, &mut Store<State>) -> wasmtime::Result<T>,
    ) -> Result<T, Error> {
        run(&self.component, State::new(self.grants.clone(), self.cwd.clone()), call)
    }
}

/// The tools of all dialects, in the order of [`Dialect::ALL`]. They depend on no file.
pub fn tools() -> Result<Vec<Tool>, Error> {
    let nothing = State::new(Arc::new([]), None);
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
    /// Grants a further directory, which agents reach by its absolute name.
    #[must_use]
    pub fn grant(mut self, directory: impl Into<PathBuf>) -> Self {
        self.grants.push(directory.into());
        self
    }

    /// The agent's working directory, where relative paths start: in the root, or in another granted directory. A
    /// relative one is taken from the root. The root itself, unless given.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cwd = Some(directory.into());
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
        for directory in &self.grants {
            let further = open(directory)?;
            let new =
                further.into_iter().filter(|new| grants.iter().all(|known: &Grant| known.name != new.name));
            grants.extend(new.collect::<Vec<_>>());
        }
        let cwd = match self.cwd {
            None => None,
            Some(cwd) => Some(working_directory(&self.root.join(cwd), &grants)?),
        };
        #[cfg(feature = "compiler")]
        let component = match self.component {
            Some(bytes) => engine::compile(&bytes)?,
            None => engine::embedded()?,
        };
        #[cfg(not(feature = "compiler"))]
        let component = engine::embedded()?;
        Ok(Room { component, grants: grants.into(), cwd })
    }
}

/// Opens a directory once, and grants it by the name it was given and, if that leads through links, by its real one:
/// an agent may know either, and so may links inside.
fn open(path: &Path) -> Result<Vec<Grant>, Error> {
    let failed = |reason| Error::Open { path: path.into(), reason };
    let directory = open_directory(path)?;
    let mut names = vec![absolute_name(path)?, unicode(&path.canonicalize().map_err(failed)?)?];
    names.dedup();
    let grant = |name| Ok(Grant::new(name, directory.try_clone().map_err(failed)?));
    names.into_iter().map(grant).collect()
}

/// The name of a working directory. It is one of the grants' own, so that the component finds it in them, also where
/// links lead there another way.
fn working_directory(path: &Path, grants: &[Grant]) -> Result<String, Error> {
    open_directory(path)?;
    let real = path.canonicalize().map_err(|reason| Error::Open { path: path.into(), reason })?;
    let real = unicode(&real)?;
    let inside = |name: &String| grants.iter().any(|grant| grant.holds(name));
    if !inside(&real) {
        return Err(Error::OutsideRoot { path: path.into() });
    }
    Ok(absolute_name(path).ok().filter(inside).unwrap_or(real))
}

/// Opens a directory. Does not wait where something else, such as a pipe, has the name.
fn open_directory(path: &Path) -> Result<File, Error> {
    #[cfg(unix)]
    let opened = unix::open_root(path);
    #[cfg(not(unix))]
    let opened = File::open(path);
    let failed = |reason: io::Error| match reason.kind() {
        io::ErrorKind::NotADirectory => Error::NotADirectory { path: path.into() },
        _ => Error::Open { path: path.into(), reason },
    };
    let directory = opened.map_err(failed)?;
    if directory.metadata().map_err(failed)?.is_dir() {
        Ok(directory)
    } else {
        Err(Error::NotADirectory { path: path.into() })
    }
}

/// The absolute name of a directory as the caller knows it: without `.`, and with its links, unless there is a `..`,
/// which only the file system can resolve.
fn absolute_name(path: &Path) -> Result<String, Error> {
    let failed = |reason| Error::Open { path: path.into(), reason };
    let resolved = if path.components().any(|part| part == Component::ParentDir) {
        path.canonicalize()
    } else {
        std::path::absolute(path)
    };
    unicode(&resolved.map_err(failed)?)
}

fn unicode(path: &Path) -> Result<String, Error> {
    match path.to_str() {
        Some("/") => Ok("/".into()),
        Some(name) => Ok(name.trim_end_matches('/').into()),
        None => Err(Error::NotUnicode { path: path.into() }),
    }
}
