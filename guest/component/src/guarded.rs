//! The first wall's policy: the granted tree without what the policy denies.
//!
//! Each name on the way is judged by its real path, as what it turned out to be, before anything
//! is said about it: the decisions are those of the host's own gate. A denied name is answered like
//! one that the operating system does not let be read, whether or not it exists.

use crate::agentignore;
use crate::bindings::wasi::cli::environment::get_environment;
use crate::directory::{Directory, OpenFile};
use crate::guard::Guard;
use crate::masks;
use crate::preopens;
use readroom_core::{
    FileKind, Grant, GrantRole, Metadata, Name, PathStyle, Tree, TreeError, ValueFormat,
};
use readroom_dialects::{ErrorReport, InWords};
use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{self, Gate, NameAccess};
use readroom_policy::handed::{DEFAULT, EVERYTHING, HandedPolicy, VARIABLE};
use readroom_policy::is_other_spelling;
use readroom_policy::list::PathKind;
use readroom_read::ErrorCode;
use std::cell::{OnceCell, RefCell};
use std::ops::ControlFlow;
use std::sync::Arc;

/// The variable with what scans of shards found.
const SCANS: &str = "READROOM_SCANS";

/// The directories that the host granted, as far as the policy allows. Little is done before
/// something is looked at, because not every call does.
pub(crate) struct Guarded<'a> {
    grants: Vec<Grant<Directory>>,
    pub(crate) cwd: Option<&'a str>,
    /// Returns the path that the call is about, if it is about one.
    requested_path: &'a dyn Fn(&Guarded<'_>) -> Option<String>,
    variables: OnceCell<Vec<(String, String)>>,
    has_default: OnceCell<bool>,
    /// What was allowed last: a name is opened after it was looked at.
    allowed: RefCell<Option<Allowed>>,
    /// The grant and the path of a directory that is allowed, with those around it.
    allowed_way: RefCell<(usize, String)>,
    /// `None` if nothing is denied.
    guard: OnceCell<Option<Guard>>,
}

/// A path in a grant, and as what it was allowed.
struct Allowed {
    grant: usize,
    path: String,
    access: NameAccess,
}

impl<'a> Guarded<'a> {
    /// Gets the grants from the host. The first is the root; others that are the same directory
    /// are further names of it. Relative paths start at `cwd`.
    pub(crate) fn get(
        cwd: Option<&'a str>,
        requested_path: &'a dyn Fn(&Guarded<'_>) -> Option<String>,
    ) -> Self {
        let mut grants: Vec<Grant<Directory>> = Vec::new();
        for (descriptor, name) in preopens::grants() {
            let is_other = |root: &Grant<Directory>| !root.directory.is_same(&descriptor);
            let role = match grants.first().is_some_and(is_other) {
                true => GrantRole::Further,
                false => GrantRole::Root,
            };
            let directory = Directory { descriptor, grant: grants.len(), path: String::new() };
            grants.push(Grant { name, role, directory });
        }
        Self {
            grants,
            cwd,
            requested_path,
            variables: OnceCell::new(),
            has_default: OnceCell::new(),
            allowed: RefCell::default(),
            allowed_way: RefCell::default(),
            guard: OnceCell::new(),
        }
    }

    /// Adds the rule that denied a read to the error that it led to.
    pub(crate) fn explained(&self, error: impl InWords) -> ErrorReport {
        let report = error.in_words();
        let guard = self.guard.get().and_then(Option::as_ref);
        let permit = guard.map(|guard| guard.permit.borrow());
        match permit.as_ref().and_then(|permit| permit.denied()) {
            Some(denied) if report.code == ErrorCode::PermissionDenied => {
                ErrorReport { hint: denied.before(&report.hint), ..report }
            }
            _ => report,
        }
    }

    fn variable(&self, wanted: &str) -> Option<&str> {
        let variables = self.variables.get_or_init(get_environment);
        variables.iter().find(|(name, _)| name == wanted).map(|(_, value)| &**value)
    }

    /// Returns what scans of shards found for the same search.
    pub(crate) fn scans(&self) -> &str {
        self.variable(SCANS).unwrap_or_default()
    }

    /// Returns whether the policy is the default one of a host that has looked for the rest.
    fn has_default(&self) -> bool {
        *self.has_default.get_or_init(|| self.variable(VARIABLE) == Some(DEFAULT))
    }

    fn guard(&self) -> Option<&Guard> {
        self.guard.get_or_init(|| self.new_guard()).as_ref()
    }

    /// Returns the guard of a policy that may mask, or leave questions to the host.
    fn guard_unless_default(&self) -> Option<&Guard> {
        (!self.has_default()).then(|| self.guard()).flatten()
    }

    fn new_guard(&self) -> Option<Guard> {
        if self.variable(VARIABLE) == Some(EVERYTHING) {
            return None;
        }
        let names = || self.grants.iter().map(|grant| &*grant.name);
        let home = self.variable("HOME");
        let handed = self
            .variable(VARIABLE)
            .map_or_else(|| Ok(HandedPolicy::default()), HandedPolicy::from_json);
        let why = match &handed {
            Err(why) => Some(why.to_string()),
            Ok(handed) if home.is_none() && handed.policy.names_home() => {
                Some("a rule begins with '~' or '$HOME'; set HOME too".into())
            }
            Ok(_) => None,
        };
        let HandedPolicy { policy, agentignore, is_case_sensitive, is_judged } =
            handed.unwrap_or_default();
        let (gate, agentignore) = match why {
            Some(why) => {
                let gate = Gate::closed(names(), format!("{VARIABLE}: {why}"));
                (gate, AgentignoreState::Absent)
            }
            None => {
                let agentignore = agentignore.unwrap_or_else(|| match self.grants.first() {
                    Some(root) => agentignore::read(&root.directory.descriptor),
                    None => AgentignoreState::Absent,
                });
                let directories = self.directories();
                let mut project = directories.first().cloned().unwrap_or_default();
                project.extend(self.cwd);
                let home = home.map(Arc::from);
                (Gate::new(policy, names(), &directories, &project, home), agentignore)
            }
        };
        let permit = Gate::permit(&Arc::new(gate), agentignore, None, PathKind::Other)?;
        let (permit, is_requested_denied) = (permit.into(), OnceCell::new());
        Some(Guard { permit, is_case_sensitive, is_judged, is_requested_denied })
    }

    /// Returns the names of each granted directory, those of the root first.
    fn directories(&self) -> Vec<Vec<&str>> {
        let mut directories: Vec<(&Directory, Vec<&str>)> = Vec::new();
        for Grant { name, role, directory } in &self.grants {
            let same = match (role, directories.as_mut_slice()) {
                (_, []) => None,
                (GrantRole::Root, [root, ..]) => Some(root),
                (GrantRole::Further, [_, further @ ..]) => {
                    further.iter_mut().find(|(known, _)| known.is_same(&directory.descriptor))
                }
            };
            match same {
                Some((_, names)) => names.push(name),
                None => directories.push((directory, vec![name])),
            }
        }
        directories.into_iter().map(|(_, names)| names).collect()
    }

    /// Returns whether the policy allows what is at a path in a grant.
    fn allows(&self, grant: usize, path: &str, access: NameAccess) -> bool {
        // Nearly every name is allowed by the default policy, with no more in memory than itself.
        if self.grants.len() == 1 && self.has_default() && gate::default_allows(path, access) {
            return true;
        }
        let Some(guard) = self.guard() else { return true };
        if !guard.is_judged && self.is_requested_path_denied(guard) {
            return false;
        }
        // What is denied in either case is denied where it is not known which counts.
        let mut permit = guard.permit.borrow_mut();
        guard.cases().iter().all(|case| permit.admits(grant, path, *case, access))
    }

    /// Returns whether the policy allows the directories around a path in a grant. They are judged
    /// once for the names in them: paths mostly come in the order of a walk.
    fn allows_way(&self, grant: usize, path: &str) -> bool {
        let (known_grant, known) = self.allowed_way.take();
        let known = if known_grant == grant { known } else { String::new() };
        let same = path.bytes().zip(known.bytes()).take_while(|(one, other)| one == other).count();
        // The name that differs may continue a known one.
        let is_known = |end: &usize| *end < same || *end == same && same == known.len();
        let ends = path.match_indices('/').map(|(end, _)| end).skip_while(is_known);
        let mut unknown = ends.filter_map(|end| path.get(..end)).peekable();
        if unknown.peek().is_none() {
            self.allowed_way.replace((grant, known));
            return true;
        }
        let is_allowed = unknown.all(|way| self.allows(grant, way, NameAccess::Directory));
        if let Some((around, _)) = path.rsplit_once('/').filter(|_| is_allowed) {
            self.allowed_way.replace((grant, around.into()));
        }
        is_allowed
    }

    /// Returns whether the host would ask about a path, if it saw that it is read.
    fn is_left_to_ask(&self, grant: usize, path: &str, access: NameAccess) -> bool {
        let Some(guard) = self.guard_unless_default() else { return false };
        // The permit has to know what the call is about.
        self.is_requested_path_denied(guard);
        let permit = guard.permit.borrow();
        guard.cases().iter().any(|case| permit.is_left_to_ask(grant, path, *case, access))
    }

    /// Returns how the values of an allowed file are written if its secrets are masked.
    fn masked_as(&self, grant: usize, path: &str) -> Result<Option<ValueFormat>, TreeError> {
        let Some(guard) = self.guard_unless_default() else { return Ok(None) };
        let mut permit = guard.permit.borrow_mut();
        let is_masked = guard.cases().iter().any(|case| permit.masks(grant, path, *case));
        is_masked.then(|| masks::format_of(path)).transpose()
    }

    fn is_requested_path_denied(&self, guard: &Guard) -> bool {
        *guard.is_requested_denied.get_or_init(|| {
            let Some(path) = (self.requested_path)(self) else { return false };
            let root = self.grants.first().map_or("/", |root| &*root.name);
            let style = PathStyle::of(root);
            let path = style.with_slashes(&path);
            let path = match style.is_absolute(&path) {
                true => path,
                false => [self.cwd.unwrap_or(root), "/", &path].concat().into(),
            };
            !guard.permit.borrow_mut().allows(&path)
        })
    }

    /// Refuses a name in a directory that the policy denies.
    fn check(
        &self,
        directory: &Directory,
        name: Name<'_>,
        access: NameAccess,
    ) -> Result<(), TreeError> {
        let last = self.allowed.take();
        let is_known = last.as_ref().is_some_and(|last| {
            (last.grant, last.access) == (directory.grant, access)
                && directory.is_path(&last.path, name)
        });
        // A directory has many names: they take turns in one buffer.
        let mut path = last.map(|last| last.path).unwrap_or_default();
        if !is_known {
            directory.write_path(&mut path, name);
            if !self.allows(directory.grant, &path, access) {
                return Err(TreeError::Denied);
            }
        }
        self.allowed.replace(Some(Allowed { grant: directory.grant, path, access }));
        Ok(())
    }

    /// Returns whether a name may lead to what has another one, as it does in file systems of
    /// Windows, whose directories do not list it.
    fn is_unlisted(&self, directory: &Directory, name: Name<'_>) -> Result<bool, TreeError> {
        let counts_case = || self.guard().is_none_or(|guard| guard.is_case_sensitive);
        if self.has_default() || !is_other_spelling(name.as_str()) || counts_case() {
            return Ok(false);
        }
        for entry in directory.descriptor.entries()? {
            if entry?.is_some_and(|(listed, _)| listed == name.as_str()) {
                return Ok(false);
            }
        }
        Ok(true)
    }
}

/// Returns as what an entry of a kind is judged.
fn access_as(kind: FileKind) -> NameAccess {
    match kind {
        FileKind::Directory => NameAccess::Directory,
        FileKind::File | FileKind::Link | FileKind::Special => NameAccess::File,
    }
}

impl Tree for Guarded<'_> {
    type Directory = Directory;
    type File = OpenFile;

    fn grants(&self) -> &[Grant<Directory>] {
        &self.grants
    }

    fn entry(&self, directory: &Directory, name: Name<'_>) -> Result<Metadata, TreeError> {
        let found = directory.descriptor.entry(name);
        // What the host itself denies, it explains.
        if found == Err(TreeError::Denied) {
            return found;
        }
        if found.is_ok() && self.is_unlisted(directory, name)? {
            return Err(TreeError::NotPermitted);
        }
        let access = found.map_or(NameAccess::Nothing, |metadata| access_as(metadata.kind));
        self.check(directory, name, access)?;
        found
    }

    fn directory_metadata(&self, directory: &Directory) -> Result<Metadata, TreeError> {
        directory.descriptor.metadata()
    }

    fn open_directory(
        &self,
        directory: &Directory,
        name: Name<'_>,
    ) -> Result<Directory, TreeError> {
        self.check(directory, name, NameAccess::Directory)?;
        let descriptor = directory.descriptor.open_directory(name)?;
        let mut path = String::new();
        directory.write_path(&mut path, name);
        Ok(Directory { descriptor, grant: directory.grant, path })
    }

    fn open_file(&self, directory: &Directory, name: Name<'_>) -> Result<OpenFile, TreeError> {
        self.check(directory, name, NameAccess::File)?;
        let allowed = self.allowed.borrow();
        let path = allowed.as_ref().map_or("", |allowed| &allowed.path);
        let masked_as = self.masked_as(directory.grant, path)?;
        let descriptor = directory.descriptor.open_file(name)?;
        Ok(OpenFile { descriptor, masked_as })
    }

    fn link_target(&self, directory: &Directory, name: Name<'_>) -> Result<String, TreeError> {
        self.check(directory, name, NameAccess::File)?;
        directory.descriptor.link_target(name)
    }

    fn each_entry(
        &self,
        directory: &Directory,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        let entries = directory.descriptor.entries()?;
        if !self.allows(directory.grant, &directory.path, NameAccess::Listing) {
            return Err(TreeError::Denied);
        }
        let mut unnamed = 0;
        for entry in entries {
            match entry? {
                Some((name, kind)) if take(&name, kind).is_break() => break,
                Some(_) => {}
                None => unnamed += 1,
            }
        }
        Ok(unnamed)
    }

    fn is_denied(&self, directory: &Directory, name: Name<'_>, kind: FileKind) -> bool {
        self.check(directory, name, access_as(kind)).is_err()
    }

    fn masked_as(&self, file: &OpenFile) -> Option<ValueFormat> {
        file.masked_as
    }

    fn denies_path(&self, grant: usize, path: &str, kind: FileKind) -> bool {
        let access = access_as(kind);
        !self.allows_way(grant, path)
            || !self.allows(grant, path, access)
            || self.is_left_to_ask(grant, path, access)
    }

    fn masked_path(&self, grant: usize, path: &str) -> Option<ValueFormat> {
        // If the format cannot be told, values are masked as in text.
        self.masked_as(grant, path).unwrap_or(Some(ValueFormat::of(path)))
    }

    fn metadata(&self, file: &OpenFile) -> Result<Metadata, TreeError> {
        file.descriptor.metadata()
    }

    fn read_at(&self, file: &OpenFile, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        file.descriptor.read_at(offset, length)
    }
}
