//! A component of the reader's world, ready to be instantiated, and its functions.
//!
//! The generated types are used, the generated calls are not: they look up and check all functions in every
//! instance, of which a call needs one or two.

use crate::contract::{
    Dialect, Document, Facts, Fold, Question, ReadError, Request, SharedLimits, Told, Tool,
};
use crate::filesystem::State;
use std::sync::Arc;
use wasmtime::component::{
    Component, ComponentExportIndex, ComponentNamedList, Instance, InstancePre, Lift, Lower,
};
use wasmtime::{Engine, Result, Store, format_err};

/// A component whose imports are connected.
pub(crate) struct Prepared {
    component: InstancePre<State>,
    exports: Arc<Exports>,
}

impl Prepared {
    /// Fails if the component lacks a function of the world.
    pub(crate) fn new(component: InstancePre<State>) -> Result<Self> {
        let exports = Arc::new(Exports::of(component.component())?);
        Ok(Self { component, exports })
    }

    pub(crate) fn engine(&self) -> &Engine {
        self.component.engine()
    }

    pub(crate) fn instantiate(&self, store: &mut Store<State>) -> Result<Reader> {
        Ok(Reader { instance: self.component.instantiate(store)?, exports: self.exports.clone() })
    }
}

/// Where the functions of the world are in a component.
struct Exports {
    read: ComponentExportIndex,
    read_many: ComponentExportIndex,
    look: ComponentExportIndex,
    tools: ComponentExportIndex,
    call: ComponentExportIndex,
    phrase: ComponentExportIndex,
    target: ComponentExportIndex,
    render_call: ComponentExportIndex,
    render_result: ComponentExportIndex,
}

impl Exports {
    fn of(component: &Component) -> Result<Self> {
        let find = |interface: &str, function: &str| {
            let name = format!("readroom:read/{interface}@0.1.0");
            let found = component.get_export_index(None, &name);
            found
                .and_then(|interface| component.get_export_index(Some(&interface), function))
                .ok_or_else(|| format_err!("it does not export '{function}' in {name}"))
        };
        Ok(Self {
            read: find("read", "read")?,
            read_many: find("read", "read-many")?,
            look: find("read", "look")?,
            tools: find("dialects", "tools")?,
            call: find("dialects", "call")?,
            phrase: find("dialects", "phrase")?,
            target: find("dialects", "target")?,
            render_call: find("dialects", "render-call")?,
            render_result: find("dialects", "render-result")?,
        })
    }
}

/// An instance. Its functions are documented in `wit/`.
pub(crate) struct Reader {
    instance: Instance,
    exports: Arc<Exports>,
}

impl Reader {
    pub(crate) fn read(
        &self,
        store: &mut Store<State>,
        request: &Request,
    ) -> Result<Result<Document, ReadError>> {
        self.run(store, &self.exports.read, (request,))
    }

    pub(crate) fn read_many(
        &self,
        store: &mut Store<State>,
        requests: &[Request],
        limits: SharedLimits,
    ) -> Result<Result<Vec<Result<Document, ReadError>>, ReadError>> {
        self.run(store, &self.exports.read_many, (requests, limits))
    }

    pub(crate) fn look(&self, store: &mut Store<State>, path: &str) -> Result<Result<Facts, ReadError>> {
        self.run(store, &self.exports.look, (path,))
    }

    pub(crate) fn tools(&self, store: &mut Store<State>) -> Result<Vec<Tool>> {
        self.run(store, &self.exports.tools, ())
    }

    pub(crate) fn call(
        &self,
        store: &mut Store<State>,
        dialect: Dialect,
        arguments: &str,
        index: Option<&str>,
    ) -> Result<Told> {
        self.run(store, &self.exports.call, (dialect, arguments, index))
    }

    pub(crate) fn phrase(
        &self,
        store: &mut Store<State>,
        dialect: Dialect,
        question: &Question,
    ) -> Result<Option<String>> {
        self.run(store, &self.exports.phrase, (dialect, question))
    }

    pub(crate) fn target(
        &self,
        store: &mut Store<State>,
        dialect: Dialect,
        arguments: &str,
    ) -> Result<Option<String>> {
        self.run(store, &self.exports.target, (dialect, arguments))
    }

    pub(crate) fn render_call(
        &self,
        store: &mut Store<State>,
        dialect: Dialect,
        arguments: &str,
    ) -> Result<String> {
        self.run(store, &self.exports.render_call, (dialect, arguments))
    }

    pub(crate) fn render_result(
        &self,
        store: &mut Store<State>,
        dialect: Dialect,
        arguments: &str,
        reply: &str,
        fold: Fold,
    ) -> Result<String> {
        self.run(store, &self.exports.render_result, (dialect, arguments, reply, fold))
    }

    /// Calls a function, if its types are those of the contract.
    fn run<P, R>(&self, store: &mut Store<State>, function: &ComponentExportIndex, arguments: P) -> Result<R>
    where
        P: ComponentNamedList + Lower,
        (R,): ComponentNamedList + Lift,
    {
        let function = self.instance.get_typed_func::<P, (R,)>(&mut *store, function)?;
        let (result,) = function.call(store, arguments)?;
        Ok(result)
    }
}
