//! Shared by the tests of the core: a tree in memory.

#![allow(
    dead_code,
    unreachable_pub,
    missing_docs,
    reason = "each test file uses its own part of it"
)]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "tests"
)]

pub mod naive;
pub mod pieces;

use readroom_core::{
    Failure, File, FileError, FileKind, Grant, GrantRole, LineNumber, Location, Metadata, Name,
    Opened, Rules, Text, Timestamp, TrailingSlash, Tree, TreeError, ValueFormat, find,
};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// A request for lines.
#[derive(Clone, Copy)]
pub struct Request<'a> {
    pub path: &'a str,
    pub cwd: Option<&'a str>,
    pub first: LineNumber,
    pub lines: u64,
}

/// The lines that were read, and where the file is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Document {
    pub location: Location,
    pub text: Text,
}

/// Finds a file and reads some of its lines.
pub fn read<T: Tree>(tree: &T, request: &Request<'_>, rules: &Rules) -> Result<Document, Failure> {
    match find(tree, request.cwd, request.path, rules.trailing_slash)? {
        Opened::File(file) => match file.text(request.first, request.lines, rules, None) {
            Ok(text) => Ok(Document { location: file.location, text }),
            Err(error) => Err(Failure { error, location: Some(file.location) }),
        },
        Opened::Directory(directory) => Err(directory.refuse(FileError::IsDirectory)),
    }
}

/// The file at a path.
pub fn open<'t, T: Tree>(tree: &'t T, path: &str) -> File<'t, T> {
    match find(tree, None, path, TrailingSlash::WantsDirectory) {
        Ok(Opened::File(file)) => file,
        Ok(Opened::Directory(_)) => panic!("{path} is a directory"),
        Err(failure) => panic!("{path}: {failure:?}"),
    }
}

/// An entry of a tree in memory.
#[derive(Clone, Debug)]
pub enum Node {
    Directory(BTreeMap<String, Node>),
    File(Vec<u8>),
    /// A file that reports a size of 4096 bytes but has these, as in `/sys`.
    Oversized(Vec<u8>),
    Link(String),
    Special,
    Forbidden,
}

/// How a tree in memory opens a link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLinks {
    /// It refuses, as a host should.
    Refuse,
    /// It follows them anywhere, as a broken host might.
    Leak,
}

/// A whole file system in memory with some granted directories.
pub struct MemoryTree {
    world: RefCell<Node>,
    grants: Vec<Grant<Vec<String>>>,
    on_links: OnLinks,
    /// The maximum number of bytes that one read returns.
    pub piece: usize,
    /// A file that replaces another after that was looked up: its path, and the replacement.
    pub swap_after_look: Cell<Option<(&'static str, Node)>>,
    /// The number of bytes read.
    pub bytes_read: Cell<u64>,
    /// The format of each file's values, if its secrets are masked.
    pub masked_as: Cell<Option<ValueFormat>>,
    /// When each open file was last changed.
    pub changed: Cell<u64>,
    /// All calls of the tree, as `operation path`.
    pub calls: RefCell<Vec<String>>,
}

impl MemoryTree {
    /// Returns an empty file system with these directories granted; the first is the root.
    pub fn new(grants: &[&str]) -> Self {
        let grant = |(index, name): (usize, &&str)| Grant {
            name: name.to_string(),
            role: if index == 0 { GrantRole::Root } else { GrantRole::Further },
            directory: names(name),
        };
        let tree = Self {
            world: RefCell::new(Node::Directory(BTreeMap::new())),
            grants: grants.iter().enumerate().map(grant).collect(),
            on_links: OnLinks::Refuse,
            piece: usize::MAX,
            swap_after_look: Cell::new(None),
            bytes_read: Cell::new(0),
            masked_as: Cell::new(None),
            changed: Cell::new(0),
            calls: RefCell::default(),
        };
        grants.iter().for_each(|grant| tree.put(grant, Node::Directory(BTreeMap::new())));
        tree
    }

    pub fn leaky(mut self) -> Self {
        self.on_links = OnLinks::Leak;
        self
    }

    pub fn with(self, path: &str, node: Node) -> Self {
        self.put(path, node);
        self
    }

    pub fn file(self, path: &str, text: &str) -> Self {
        self.with(path, Node::File(text.into()))
    }

    pub fn link(self, path: &str, target: &str) -> Self {
        self.with(path, Node::Link(target.into()))
    }

    fn put(&self, path: &str, node: Node) {
        assert!(self.try_put(path, node), "{path} lies below something that is no directory");
    }

    /// Adds an entry, unless it would lie below something that is not a directory.
    pub fn try_put(&self, path: &str, node: Node) -> bool {
        let mut names = names(path);
        let last = names.pop().expect("a path has a name");
        let mut world = self.world.borrow_mut();
        let mut at = &mut *world;
        for name in names {
            let Node::Directory(entries) = at else { return false };
            at = entries.entry(name).or_insert_with(|| Node::Directory(BTreeMap::new()));
        }
        let Node::Directory(entries) = at else { return false };
        entries.insert(last, node);
        true
    }

    /// The naive lookup: resolves the whole path and all links in the whole file system. `None` if
    /// there is no file, or if the path ever leaves `inside`.
    pub fn obvious_way(&self, inside: &str, path: &str) -> Option<Vec<u8>> {
        let inside = names(inside);
        let mut at = if path.starts_with('/') { Vec::new() } else { inside.clone() };
        let mut parts: Vec<String> = path.split('/').rev().map(String::from).collect();
        let mut links = 0;
        while let Some(part) = parts.pop() {
            match (part.as_str(), self.at(&at).ok()?) {
                (_, Node::File(_)) => return None,
                ("" | ".", _) => continue,
                ("..", _) => drop(at.pop()),
                _ => at.push(part),
            }
            // Above the root, the path consists only of directories.
            if !at.starts_with(&inside) && !inside.starts_with(&at) {
                return None;
            }
            if let Node::Link(target) = self.at(&at).ok()? {
                links += 1;
                at.pop();
                if links > 40 {
                    return None;
                }
                if target.starts_with('/') {
                    at.clear();
                }
                parts.extend(target.split('/').rev().map(String::from));
            }
        }
        match self.at(&at).ok()? {
            Node::File(bytes) if at.starts_with(&inside) => Some(bytes),
            _ => None,
        }
    }

    /// The entry, followed anywhere if the tree leaks.
    fn find(
        &self,
        directory: &[String],
        name: &str,
        links: OnLinks,
    ) -> Result<(Vec<String>, Node), TreeError> {
        let mut path: Vec<String> = directory.to_vec();
        let mut parts: Vec<String> = name.split('/').rev().map(String::from).collect();
        while let Some(part) = parts.pop() {
            match part.as_str() {
                "" | "." => continue,
                ".." => {
                    path.pop();
                    continue;
                }
                _ => path.push(part),
            }
            let node = self.at(&path)?;
            if let (Node::Link(target), OnLinks::Leak) = (&node, links) {
                path.pop();
                if target.starts_with('/') {
                    path.clear();
                }
                parts.extend(target.split('/').rev().map(String::from));
            }
        }
        let node = self.at(&path)?;
        Ok((path, node))
    }

    /// The entry at an absolute path; a directory comes without its entries.
    fn at(&self, path: &[String]) -> Result<Node, TreeError> {
        let world = self.world.borrow();
        let mut node = &*world;
        for name in path {
            let Node::Directory(entries) = node else { return Err(TreeError::NotDirectory) };
            node = entries.get(name).ok_or(TreeError::NotFound)?;
        }
        Ok(match node {
            Node::Directory(_) => Node::Directory(BTreeMap::new()),
            other => other.clone(),
        })
    }

    fn note(&self, operation: &str, directory: &[String], name: &str) {
        self.calls.borrow_mut().push(format!("{operation} /{}/{name}", directory.join("/")));
    }
}

impl Tree for MemoryTree {
    type Directory = Vec<String>;
    type File = Node;

    fn grants(&self) -> &[Grant<Vec<String>>] {
        &self.grants
    }

    fn entry(&self, directory: &Vec<String>, name: Name<'_>) -> Result<Metadata, TreeError> {
        self.note("look", directory, name.as_str());
        let (_, node) = self.find(directory, name.as_str(), OnLinks::Refuse)?;
        if let Some((path, other)) = self.swap_after_look.take() {
            self.put(path, other);
        }
        Ok(metadata(&node))
    }

    fn directory_metadata(&self, _: &Vec<String>) -> Result<Metadata, TreeError> {
        Ok(metadata(&Node::Directory(BTreeMap::new())))
    }

    fn open_directory(
        &self,
        directory: &Vec<String>,
        name: Name<'_>,
    ) -> Result<Vec<String>, TreeError> {
        self.note("enter", directory, name.as_str());
        match self.find(directory, name.as_str(), self.on_links)? {
            (path, Node::Directory(_)) => Ok(path),
            _ => Err(TreeError::NotDirectory),
        }
    }

    fn open_file(&self, directory: &Vec<String>, name: Name<'_>) -> Result<Node, TreeError> {
        self.note("open", directory, name.as_str());
        match self.find(directory, name.as_str(), self.on_links)? {
            (_, Node::Link(_)) => Err(TreeError::Failed),
            (_, Node::Forbidden) => Err(TreeError::Denied),
            (_, node) => Ok(node),
        }
    }

    fn link_target(&self, directory: &Vec<String>, name: Name<'_>) -> Result<String, TreeError> {
        self.note("read link", directory, name.as_str());
        match self.find(directory, name.as_str(), OnLinks::Refuse)? {
            (_, Node::Link(target)) => Ok(target),
            _ => Err(TreeError::Failed),
        }
    }

    fn each_entry(
        &self,
        directory: &Vec<String>,
        take: &mut dyn FnMut(&str, FileKind) -> ControlFlow<()>,
    ) -> Result<u64, TreeError> {
        self.note("list", directory, "");
        let world = self.world.borrow();
        let mut node = &*world;
        for name in directory {
            let Node::Directory(entries) = node else { return Err(TreeError::NotDirectory) };
            node = entries.get(name).ok_or(TreeError::NotFound)?;
        }
        let Node::Directory(entries) = node else { return Err(TreeError::NotDirectory) };
        // In an order that helps no caller.
        let mut entries: Vec<(String, FileKind)> =
            entries.iter().map(|(name, node)| (name.clone(), metadata(node).kind)).collect();
        drop(world);
        entries.sort_by_cached_key(|(name, _)| name.bytes().rev().collect::<Vec<u8>>());
        for (name, kind) in entries {
            if take(&name, kind).is_break() {
                break;
            }
        }
        Ok(0)
    }

    fn masked_as(&self, _: &Node) -> Option<ValueFormat> {
        self.masked_as.get()
    }

    fn metadata(&self, file: &Node) -> Result<Metadata, TreeError> {
        let changed = Some(Timestamp { seconds: self.changed.get(), nanoseconds: 0 });
        Ok(Metadata { changed, ..metadata(file) })
    }

    fn read_at(&self, file: &Node, offset: u64, length: u32) -> Result<Vec<u8>, TreeError> {
        let (Node::File(bytes) | Node::Oversized(bytes)) = file else {
            return Err(TreeError::Failed);
        };
        let rest = bytes.get(offset as usize..).unwrap_or_default();
        let read = &rest[..rest.len().min(length as usize).min(self.piece)];
        self.bytes_read.set(self.bytes_read.get() + read.len() as u64);
        Ok(read.to_vec())
    }
}

fn metadata(node: &Node) -> Metadata {
    let (kind, size) = match node {
        Node::Directory(_) => (FileKind::Directory, 0),
        Node::File(bytes) => (FileKind::File, bytes.len() as u64),
        Node::Oversized(_) => (FileKind::File, 4096),
        Node::Forbidden => (FileKind::File, 1),
        Node::Link(target) => (FileKind::Link, target.len() as u64),
        Node::Special => (FileKind::Special, 0),
    };
    Metadata { kind, size, modified: Some(Timestamp { seconds: 1, nanoseconds: 0 }), changed: None }
}

fn names(path: &str) -> Vec<String> {
    path.split('/').filter(|name| !name.is_empty()).map(String::from).collect()
}
