//! A component of the reader's world, ready to be instantiated, and its functions.
//!
//! The generated types are used, the generated calls are not: they look up and check all functions
//! in every instance, while a call needs one or two.

use crate::contract::{
    BasicRequest, BlamePage, BlameRequest, ComponentReply, DiffPage, DiffRequest, Document,
    Documents, FileStat, FindRequest, Found, ListRequest, Listing, LogPage, LogRequest, MapPage,
    MapRequest, ReadError, ReadRequest, Scanned, SearchRequest, SearchResults, SharedLimits, Tool,
    ToolContext, UnknownToolError,
};
use crate::sandbox::state::{CallStore, HostState};
use std::any::Any;
use std::sync::Arc;
use wasmtime::component::{
    Component, ComponentExportIndex, ComponentNamedList, Instance, InstancePre, Lift, Lower,
};
use wasmtime::{Engine, Result, format_err};

/// A job for an instance. The type of its answer is erased, so that the code around it, threads and
/// channels included, is compiled once and not for each function.
pub(crate) type Job = Box<dyn FnOnce(&ReaderInstance, &mut CallStore) -> Result<Answer> + Send>;
pub(crate) type Answer = Box<dyn Any + Send>;

/// A component whose imports are connected.
pub(crate) struct LinkedComponent {
    component: InstancePre<HostState>,
    exports: Arc<Exports>,
}

impl LinkedComponent {
    /// Looks up the exports. Fails if the component lacks a function of the world.
    pub(crate) fn new(component: InstancePre<HostState>) -> Result<Self> {
        let exports = Arc::new(Exports::of(component.component())?);
        Ok(Self { component, exports })
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.component.engine()
    }

    pub(crate) fn instantiate(&self, store: &mut CallStore) -> Result<ReaderInstance> {
        Ok(ReaderInstance {
            instance: self.component.instantiate(store)?,
            exports: self.exports.clone(),
        })
    }
}

/// The indexes of the world's functions in a component.
struct Exports {
    read: ComponentExportIndex,
    read_many: ComponentExportIndex,
    list: ComponentExportIndex,
    stat: ComponentExportIndex,
    tools: ComponentExportIndex,
    call: ComponentExportIndex,
    arguments_for: ComponentExportIndex,
    requested_path: ComponentExportIndex,
    /// `find` and `search`, which are optional.
    search: Option<[ComponentExportIndex; 2]>,
    /// `map`, which older components do not have.
    map: Option<ComponentExportIndex>,
    /// `diff`, `log` and `blame`, in the same way.
    history: Option<History>,
    /// `requested-search` and `scan`, which are optional, too.
    shards: Option<[ComponentExportIndex; 2]>,
}

/// The indexes of the functions of `history`.
struct History {
    diff: ComponentExportIndex,
    log: ComponentExportIndex,
    blame: ComponentExportIndex,
}

impl Exports {
    fn of(component: &Component) -> Result<Self> {
        let find = |interface: &str, function: &str| {
            let name = format!("readroom:read/{interface}@0.4.0");
            let found = component.get_export_index(None, &name);
            found
                .and_then(|interface| component.get_export_index(Some(&interface), function))
                .ok_or_else(|| format_err!("it does not export '{function}' in {name}"))
        };
        let history = || {
            let find = |function| find("history", function).ok();
            Some(History { diff: find("diff")?, log: find("log")?, blame: find("blame")? })
        };
        let both = |interface: &str, [one, other]: [&str; 2]| {
            Some([find(interface, one).ok()?, find(interface, other).ok()?])
        };
        Ok(Self {
            read: find("read", "read")?,
            read_many: find("read", "read-many")?,
            list: find("read", "list")?,
            stat: find("read", "stat")?,
            tools: find("tools", "tools")?,
            call: find("tools", "call")?,
            arguments_for: find("tools", "arguments-for")?,
            requested_path: find("tools", "requested-path")?,
            search: both("search", ["find", "search"]),
            map: find("search", "map").ok(),
            history: history(),
            shards: both("shards", ["requested-search", "scan"]),
        })
    }
}

/// An instance. Its functions are documented in `wit/`.
pub(crate) struct ReaderInstance {
    instance: Instance,
    exports: Arc<Exports>,
}

impl ReaderInstance {
    pub(crate) fn read(
        &self,
        store: &mut CallStore,
        request: &ReadRequest,
    ) -> Result<Result<Document, ReadError>> {
        self.run(store, &self.exports.read, (request,))
    }

    pub(crate) fn read_many(
        &self,
        store: &mut CallStore,
        requests: &[ReadRequest],
        limits: SharedLimits,
    ) -> Result<Result<Documents, ReadError>> {
        self.run(store, &self.exports.read_many, (requests, limits))
    }

    pub(crate) fn list(
        &self,
        store: &mut CallStore,
        request: &ListRequest,
    ) -> Result<Result<Listing, ReadError>> {
        self.run(store, &self.exports.list, (request,))
    }

    pub(crate) fn stat(
        &self,
        store: &mut CallStore,
        path: &str,
    ) -> Result<Result<FileStat, ReadError>> {
        self.run(store, &self.exports.stat, (path,))
    }

    pub(crate) fn tools(&self, store: &mut CallStore) -> Result<Vec<Tool>> {
        self.run(store, &self.exports.tools, ())
    }

    pub(crate) fn call(
        &self,
        store: &mut CallStore,
        tool: &str,
        arguments: &str,
        context: &ToolContext,
    ) -> Result<Result<ComponentReply, UnknownToolError>> {
        self.run(store, &self.exports.call, (tool, arguments, context))
    }

    pub(crate) fn arguments_for(
        &self,
        store: &mut CallStore,
        tool: &str,
        request: &BasicRequest,
    ) -> Result<Result<Option<String>, UnknownToolError>> {
        self.run(store, &self.exports.arguments_for, (tool, request))
    }

    pub(crate) fn requested_path(
        &self,
        store: &mut CallStore,
        tool: &str,
        arguments: &str,
    ) -> Result<Result<Option<String>, UnknownToolError>> {
        self.run(store, &self.exports.requested_path, (tool, arguments))
    }

    pub(crate) fn find(
        &self,
        store: &mut CallStore,
        request: &FindRequest,
    ) -> Result<Result<Found, ReadError>> {
        let [find, _] = self.finders()?;
        self.run(store, find, (request,))
    }

    pub(crate) fn search(
        &self,
        store: &mut CallStore,
        request: &SearchRequest,
    ) -> Result<Result<SearchResults, ReadError>> {
        let [_, search] = self.finders()?;
        self.run(store, search, (request,))
    }

    pub(crate) fn map(
        &self,
        store: &mut CallStore,
        request: &MapRequest,
    ) -> Result<Result<MapPage, ReadError>> {
        let map = self.exports.map.as_ref().ok_or_else(|| format_err!("it maps nothing"))?;
        self.run(store, map, (request,))
    }

    pub(crate) fn diff(
        &self,
        store: &mut CallStore,
        request: &DiffRequest,
    ) -> Result<Result<DiffPage, ReadError>> {
        self.run(store, &self.history()?.diff, (request,))
    }

    pub(crate) fn log(
        &self,
        store: &mut CallStore,
        request: &LogRequest,
    ) -> Result<Result<LogPage, ReadError>> {
        self.run(store, &self.history()?.log, (request,))
    }

    pub(crate) fn blame(
        &self,
        store: &mut CallStore,
        request: &BlameRequest,
    ) -> Result<Result<BlamePage, ReadError>> {
        self.run(store, &self.history()?.blame, (request,))
    }

    pub(crate) fn requested_search(
        &self,
        store: &mut CallStore,
        tool: &str,
        arguments: &str,
    ) -> Result<Option<SearchRequest>> {
        let [requested_search, _] = self.shards()?;
        self.run(store, requested_search, (tool, arguments))
    }

    pub(crate) fn scan(
        &self,
        store: &mut CallStore,
        request: &SearchRequest,
        begin: Option<&str>,
        end: Option<&str>,
    ) -> Result<Result<Scanned, ReadError>> {
        let [_, scan] = self.shards()?;
        self.run(store, scan, (request, begin, end))
    }

    fn history(&self) -> Result<&History> {
        self.exports.history.as_ref().ok_or_else(|| format_err!("it reads no history"))
    }

    fn shards(&self) -> Result<&[ComponentExportIndex; 2]> {
        self.exports.shards.as_ref().ok_or_else(|| format_err!("it scans nothing"))
    }

    fn finders(&self) -> Result<&[ComponentExportIndex; 2]> {
        self.exports.search.as_ref().ok_or_else(|| format_err!("it finds and searches nothing"))
    }

    /// Calls a function. Fails if its types are not those of the contract.
    fn run<P, R>(
        &self,
        store: &mut CallStore,
        function: &ComponentExportIndex,
        arguments: P,
    ) -> Result<R>
    where
        P: ComponentNamedList + Lower,
        (R,): ComponentNamedList + Lift,
    {
        let function = self.instance.get_typed_func::<P, (R,)>(&mut *store, function)?;
        let (result,) = function.call(store, arguments)?;
        Ok(result)
    }
}
