//! The first wall's policy: the granted tree without what the policy denies.
//!
//! Each name on the way is judged by its real path, as what it turned out to be, before anything
//! is said about it: the decisions are those of the host's own gate. A denied name is answered like
//! one that the operating system does not let be read, whether or not it exists.

use crate::agentignore;
use crate::bindings::wasi::cli::environment::get_environment;
use crate::bindings::wasi::filesystem::types::Descriptor;
use crate::preopens::Preopens;
use readroom_core::{FileKind, Grant, GrantRole, Metadata, Name, Tree, TreeError};
use readroom_dialects::ErrorReport;
use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{CallPermit, Gate, NameAccess};
use readroom_policy::handed::{HandedPolicy, VARIABLE};
use readroom_policy::list::{Case, PathKind};
use readroom_policy::{clean, is_other_spelling};
use readroom_read::ErrorCode;
use std::cell::{Cell, OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The directories that the host granted, as far as the policy allows.
pub(crate) struct Guarded {
    preopens: Preopens,
    grants: Vec<Grant<Directory>>,
    cwd: Option<String>,
    /// Made when something is first looked at: not every call does. `None` if nothing is denied.
    guard: OnceCell<Option<Guard>>,
}

/// An open directory.
pub(crate) struct Directory {
    handle: Handle,
    /// Its absolute path without links. Empty if nothing is denied.
    path: String,
}

enum Handle {
    /// The number of a grant.
    Granted(usize),
    Opened(Descriptor),
}

struct Guard {
    permit: RefCell<CallPermit>,
    is_case_sensitive: bool,
    /// Whether the host has judged the requested path.
    is_judged: bool,
    /// Whether the requested path is denied, and so everything is.
    is_closed: Cell<bool>,
}

impl Guarded {
    /// Gets the grants from the host. Relative paths start at `cwd`.
    pub(crate) fn get(cwd: Option<&str>) -> Self {
        let preopens = Preopens::get();
        let directory = |(number, grant): (usize, &Grant<Descriptor>)| Grant {
            name: grant.name.clone(),
            role: grant.role,
            directory: Directory { handle: Handle::Granted(number), path: clean(&grant.name) },
        };
        let grants = preopens.grants().iter().enumerate().map(directory).collect();
        Self { preopens, grants, cwd: cwd.map(Into::into), guard: OnceCell::new() }
    }

    /// Adds the rule that denied a read to the error that it led to.
    pub(crate) fn explained(&self, error: impl Into<ErrorReport>) -> ErrorReport {
        let report = error.into();
        let guard = self.guard.get().and_then(Option::as_ref);
        let permit = guard.map(|guard| guard.permit.borrow());
        match permit.as_ref().and_then(|permit| permit.denied()) {
            Some(denied) if report.code == ErrorCode::PermissionDenied => {
                ErrorReport { hint: denied.before(&report.hint), ..report }
            }
            _ => report,
        }
    }

    /// Denies everything to a call whose requested path the policy denies: nothing must tell
    /// whether it exists. `path` is called unless the host has judged it.
    pub(crate) fn judge(&self, path: impl FnOnce() -> Option<String>) {
        let Some(guard) = self.guard().filter(|guard| !guard.is_judged) else { return };
        let Some(path) = path() else { return };
        let start = match self.cwd.as_deref().or(self.grants.first().map(|root| &*root.name)) {
            Some(start) if !path.starts_with('/') => start,
            _ => "",
        };
        let allowed = guard.permit.borrow_mut().allows(&[start, "/", &path].concat());
        guard.is_closed.set(!allowed);
    }

    fn guard(&self) -> Option<&Guard> {
        self.guard.get_or_init(|| self.new_guard()).as_ref()
    }

    fn new_guard(&self) -> Option<Guard> {
        let variables = get_environment();
        let variable = |wanted: &str| {
            variables.iter().find(|(name, _)| name == wanted).map(|(_, value)| &**value)
        };
        let names = || self.grants.iter().map(|grant| &*grant.name);
        let handed =
            variable(VARIABLE).map_or_else(|| Ok(HandedPolicy::default()), HandedPolicy::from_json);
        let home = variable("HOME");
        let (gate, agentignore, is_case_sensitive, is_judged) = match handed {
            Err(why) => {
                let gate = Gate::closed(names(), format!("{VARIABLE}: {why}"));
                (gate, AgentignoreState::Absent, true, false)
            }
            Ok(HandedPolicy { policy, .. }) if home.is_none() && policy.names_home() => {
                let why = format!("{VARIABLE}: a rule begins with '~' or '$HOME'; set HOME too");
                (Gate::closed(names(), why), AgentignoreState::Absent, true, false)
            }
            Ok(HandedPolicy { policy, agentignore, is_case_sensitive, is_judged }) => {
                let agentignore = agentignore.unwrap_or_else(|| match self.preopens.grants() {
                    [root, ..] => agentignore::read(&self.preopens, &root.directory),
                    [] => AgentignoreState::Absent,
                });
                let directories = self.directories();
                let mut project = directories.first().cloned().unwrap_or_default();
                project.extend(self.cwd.clone());
                let home = home.map(Arc::from);
                let gate = Gate::new(policy, names(), &directories, &project, home);
                (gate, agentignore, is_case_sensitive, is_judged)
            }
        };
        let permit = Gate::permit(&Arc::new(gate), agentignore, None, PathKind::Other)?;
        let is_closed = Cell::new(false);
        Some(Guard { permit: permit.into(), is_case_sensitive, is_judged, is_closed })
    }

    /// Returns the names of each granted directory, those of the root first.
    fn directories(&self) -> Vec<Vec<String>> {
        let mut directories: Vec<(&Descriptor, Vec<String>)> = Vec::new();
        for grant in self.preopens.grants() {
            let same = match (grant.role, directories.as_mut_slice()) {
                (_, []) => None,
                (GrantRole::Root, [root, ..]) => Some(root),
                (GrantRole::Further, [_, further @ ..]) => {
                    further.iter_mut().find(|(known, _)| known.is_same_object(&grant.directory))
                }
            };
            match same {
                Some((_, names)) => names.push(grant.name.clone()),
                None => directories.push((&grant.directory, vec![grant.name.clone()])),
            }
        }
        directories.into_iter().map(|(_, names)| names).collect()
    }

    fn descriptor<'a>(&'a self, directory: &'a Directory) -> Result<&'a Descriptor, TreeError> {
        match &directory.handle {
            Handle::Opened(descriptor) => Ok(descriptor),
            Handle::Granted(number) => match self.preopens.grants().get(*number) {
                Some(grant) => Ok(&grant.directory),
                None => Err(TreeError::Failed),
            },
        }
    }

    /// Refuses a name in a directory that the policy denies. Returns its path.
    fn check(
        &self,
        directory: &Directory,
        name: Name<'_>,
        access: NameAccess,
    ) -> Result<String, TreeError> {
        let Some(guard) = self.guard() else { return Ok(String::new()) };
        let path = [&directory.path, "/", name.as_str()].concat();
        guard.check(&path, access)?;
        Ok(path)
    }

    /// Returns whether a directory lists a name. File systems of Windows open others as well.
    fn lists(&self, directory: &Descriptor, name: Name<'_>) -> Result<bool, TreeError> {
        let mut is_listed = false;
        self.preopens.each_entry(directory, &mut |listed, _| {
            is_listed = listed == name.as_str();
            if is_listed { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        })?;
        Ok(is_listed)
    }
}

impl Guard {
    fn check(&self, path: &str, access: NameAccess) -> Result<(), TreeError> {
        if self.is_closed.get() {
            return Err(TreeError::Denied);
        }
        // What is denied in either case is denied where it is not known which counts.
        let cases: &[Case] = match self.is_case_sensitive {
            true => &[Case::Sensitive],
            false => &[Case::Sensitive, Case::Insensitive],
        };
        let mut permit = self.permit.borrow_mut();
        match cases.iter().all(|case| permit.admits_path(path, *case, access)) {
            true => Ok(()),
            false => Err(TreeError::Denied),
        }
    }
}

impl Tree for Guarded {
    type Directory = Directory;
    type File = Descriptor;

    fn grants(&self) -> &[Grant<Directory>] {
        &self.grants
    }

    fn entry(&self, directory: &Directory, name: Name<'_>) -> Result<Metadata, TreeError> {
        let descriptor = self.descriptor(directory)?;
        let Some(guard) = self.guard() else { return self.preopens.entry(descriptor, name) };
        let found = self.preopens.entry(descriptor, name);
        if found.is_ok()
            && !guard.is_case_sensitive
            && is_other_spelling(name.as_str())
            && !self.lists(descriptor, name)?
        {
            return Err(TreeError::NotPermitted);
        }
        let access = match found.map(|metadata| metadata.kind) {
            Ok(FileKind::Directory) => NameAccess::Directory,
            Ok(_) => NameAccess::File,
            Err(_) => NameAccess::Nothing,
        };
        self.check(directory, name, access)?;
        found
    }

    fn open_directory(
        &self,
        directory: &Directory,
        name: Name<'_>,
    ) -> Result<Directory, TreeError> {
        let path = self.check(directory, name, NameAccess::Directory)?;
        let opened = self.preopens.open_directory(self.descriptor(directory)?, name)?;
        Ok(Directory { handle: Handle::Opened(opened), path })
    }

    fn open_file(&self, directory: &Directory, name: Name<'_>) -> Result<Descriptor, TreeError> {
        self.check(directory, name, NameAccess::File)?;
        self.preopens.open_file(self.descriptor(directory)?, name)
    }

    fn link_target(&self, directory: &Directory, name: Name<'_>) -> Result<String, TreeError> {
        self.check(directory, name, NameAccess::File)?;
        self.preopens.link_target(self.descriptor(directory)?, name)
    }

    fn each_entry(
        &self,
        directory: &Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<(), TreeError> {
        if let Some(guard) = self.guard() {
            guard.check(&directory.path, NameAccess::Listing)?;
        }
        self.preopens.each_entry(self.descriptor(directory)?, take)
    }

    fn metadata(&self, file: &Descriptor) -> Result<Metadata, TreeError> {
        self.preopens.metadata(file)
    }

    fn read_at(&self, file: &Descriptor, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        self.preopens.read_at(file, offset, length)
    }
}
