//! Builds a room.

use crate::access::gate::PolicyGate;
use crate::audit::Audit;
use crate::contract::CallOptions;
use crate::error::Error;
use crate::filesystem::grants::{Source, below, open, working_directory};
use crate::filesystem::mounts::Mounts;
use crate::limits::{Limits, Threads};
use crate::observer::{Event, Observers};
use crate::policy::Policy;
use crate::room::definition::{Repeats, Room};
use crate::sandbox::component::Component;
use crate::sandbox::runner::Runner;
use crate::tree::Tree;
use readroom_policy::PathStyle;
use std::path::{Path, PathBuf};
use std::sync::Arc;

impl Room {
    /// Opens a room with one directory, the project root.
    pub fn new(root: impl Into<PathBuf>) -> Result<Self, Error> {
        Self::builder(root).build()
    }

    /// Returns the builder of a room with this root.
    pub fn builder(root: impl Into<PathBuf>) -> Builder {
        Builder::new(Source::Directory(root.into()))
    }

    /// Opens a room whose root is a tree that the host serves, under an absolute path such as
    /// `/project`.
    pub fn from_tree(name: impl Into<String>, tree: impl Tree) -> Result<Self, Error> {
        Self::builder_from_tree(name, tree).build()
    }

    /// Returns the builder of a room whose root is a tree that the host serves.
    pub fn builder_from_tree(name: impl Into<String>, tree: impl Tree) -> Builder {
        Builder::new(Source::Tree(name.into(), Arc::new(tree)))
    }
}

/// Collects the settings of a room.
#[derive(Clone, Debug)]
pub struct Builder {
    root: Source,
    grants: Vec<Source>,
    cwd: Option<PathBuf>,
    home: Option<String>,
    policy: Policy,
    observers: Observers,
    audit: Option<Audit>,
    limits: Limits,
    component: Option<Component>,
}

impl Builder {
    fn new(root: Source) -> Self {
        Self {
            root,
            grants: Vec::new(),
            cwd: None,
            home: None,
            policy: Policy::default(),
            observers: Observers::default(),
            audit: None,
            limits: Limits::default(),
            component: None,
        }
    }

    /// Grants a further directory, which agents reach by its absolute path.
    #[must_use]
    pub fn grant(mut self, directory: impl Into<PathBuf>) -> Self {
        self.grants.push(Source::Directory(directory.into()));
        self
    }

    /// Grants a tree that the host serves, which agents reach by this absolute path.
    #[must_use]
    pub fn grant_tree(mut self, name: impl Into<String>, tree: impl Tree) -> Self {
        self.grants.push(Source::Tree(name.into(), Arc::new(tree)));
        self
    }

    /// Sets the agent's working directory, where relative paths start. It lies in the root or in
    /// another granted directory; a relative one is resolved from the root. Default: the root.
    #[must_use]
    pub fn cwd(mut self, directory: impl Into<PathBuf>) -> Self {
        self.cwd = Some(directory.into());
        self
    }

    /// Sets the absolute path of the agent's home directory: the meaning of `~` in the dialects
    /// that support it and in the patterns of a policy. This does not grant it.
    ///
    /// By default there is none, and `~` is an ordinary name. If the path is empty or relative,
    /// [`Builder::build`] fails.
    #[must_use]
    pub fn home(mut self, name: impl Into<String>) -> Self {
        self.home = Some(name.into());
        self
    }

    /// Sets the policy, which decides by path what may be read in the grants: by the requested
    /// path, and by the real path of every file that a component opens, lists or stats. Default:
    /// [`Policy::default`].
    ///
    /// A denied read is answered like a file that the operating system does not let be read, in the
    /// words of each dialect, whether or not the file exists; [`denied`](crate::Reply::denied) and
    /// the hint of an error name the rule. A directory still lists denied names, and says which of
    /// them are links.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Adds an observer, which is called after every read. Observers are called in the order in
    /// which they were added.
    #[must_use]
    pub fn observer(mut self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.observers.add(Arc::new(observer));
        self
    }

    /// Writes every read to an audit log.
    #[must_use]
    pub fn audit(mut self, audit: Audit) -> Self {
        self.audit = Some(audit);
        self
    }

    /// Sets the limits of the calls.
    ///
    /// ```
    /// use readroom::{Limits, Room};
    /// use std::time::Duration;
    ///
    /// let limits = Limits::default().time(Duration::from_secs(5)).concurrency(8);
    /// let room = Room::builder(".").limits(limits).build()?;
    /// # Ok::<(), readroom::Error>(())
    /// ```
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs another component of the same world instead of the embedded one.
    #[must_use]
    pub fn component(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// Opens the directories, and returns the room.
    pub fn build(self) -> Result<Room, Error> {
        let mut grants = open(&self.root)?;
        let style = grants.first().map_or(PathStyle::Posix, |root| PathStyle::of(&root.name));
        if let Some(name) = self.home.as_ref().filter(|home| !style.is_absolute(home)) {
            return Err(Error::BadHome { name: name.clone() });
        }
        let mut project: Vec<String> = grants.iter().map(|root| root.name.clone()).collect();
        let mut names = vec![project.clone()];
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
            Some(cwd) => Some(working_directory(&below(self.root.name(), &cwd), &grants)?),
        };
        project.extend(cwd.clone());
        let home: Option<Arc<str>> = self.home.map(Arc::from);
        let gate = PolicyGate::new(self.policy, &grants, &names, &project, home.clone())?;
        let component = self.component.map_or_else(Component::embedded, Ok)?.loaded();
        let own_thread = match self.limits.threads {
            // Its clocks wait where no tick reaches it.
            _ if component.refusal().is_some() => true,
            Threads::Caller => false,
            Threads::Own => true,
            Threads::Auto => {
                let (mounts, mut local) =
                    (Mounts::now(), grants.iter().filter(|grant| grant.served().is_none()));
                local.any(|grant| mounts.may_block(Path::new(&grant.name)))
            }
        };
        Ok(Room {
            runner: Runner::new(component, self.limits, own_thread),
            grants: grants.into(),
            cwd,
            home,
            gate: Arc::new(gate),
            observers: self.observers,
            audit: self.audit,
            session: None,
            memory: Arc::default(),
            repeats: Repeats::default(),
            call_options: CallOptions::default(),
            cancel: None,
            shared_time: None,
            listener: None,
            reservation: None,
        })
    }
}
