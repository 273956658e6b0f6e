//! What a room is made of, and how it is put together.

use crate::access::gate::PolicyGate;
use crate::audit::Audit;
use crate::error::Error;
use crate::filesystem::grants::{Source, open, working_directory};
use crate::filesystem::mounts::Mounts;
use crate::limits::{Limits, Threads};
use crate::observer::{Event, Observers};
use crate::policy::Policy;
use crate::room::definition::Room;
use crate::sandbox::component::Component;
use crate::sandbox::runner::Runner;
use crate::tree::Tree;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
}

/// What a room is made of.
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

    /// Decides by name what may be read of what is granted: by the name that was asked for, and by the real one of every
    /// file that a component opens, lists or looks at. [`Policy::default`], unless given.
    ///
    /// What is denied answers as a file that the operating system does not let be read, in the words of each dialect,
    /// and whether or not it exists; [`Reply::denied`] and the hint of an error name the rule. A directory tells the names
    /// in it all the same, and a link that it is one.
    #[must_use]
    pub fn policy(mut self, policy: Policy) -> Self {
        self.policy = policy;
        self
    }

    /// Is told of every read. There may be several observers; they are told in the order they were named.
    #[must_use]
    pub fn observer(mut self, observer: impl Fn(&Event) + Send + Sync + 'static) -> Self {
        self.observers.add(Arc::new(observer));
        self
    }

    /// Writes every read into an audit log.
    #[must_use]
    pub fn audit(mut self, audit: Audit) -> Self {
        self.audit = Some(audit);
        self
    }

    /// Sets what calls may take of the host.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs another component of the same world in place of the embedded one.
    #[must_use]
    pub fn component(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// Opens the directories.
    pub fn build(self) -> Result<Room, Error> {
        if let Some(name) = self.home.as_ref().filter(|home| !home.starts_with('/')) {
            return Err(Error::BadHome { name: name.clone() });
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
        let home: Option<Arc<str>> = self.home.map(Arc::from);
        let guard = PolicyGate::new(self.policy, &grants, &names, &places, home.clone())?;
        let component = self.component.map_or_else(Component::embedded, Ok)?.ready();
        let own_thread = match self.limits.threads {
            Threads::Caller => false,
            Threads::Own => true,
            Threads::Auto => {
                let (mounts, mut local) =
                    (Mounts::now(), grants.iter().filter(|grant| grant.served().is_none()));
                local.any(|grant| mounts.may_keep_waiting(Path::new(&grant.name)))
            }
        };
        Ok(Room {
            runner: Runner::new(component, self.limits, own_thread),
            grants: grants.into(),
            cwd,
            home,
            guard: Arc::new(guard),
            observers: self.observers,
            audit: self.audit,
            session: None,
            indexes: Arc::default(),
            cancel: None,
            listener: None,
        })
    }
}
