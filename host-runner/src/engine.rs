//! The engine, and components ready to run in it.

use crate::Error;
use crate::config::config;
use crate::contract::bindings::ReaderPre;
use crate::filesystem::State;
use std::sync::LazyLock;
use wasmtime::Engine;
use wasmtime::component::{Component, Linker};

/// The embedded component, as every host runs it.
pub fn component() -> &'static [u8] {
    include_bytes!(concat!(env!("OUT_DIR"), "/readroom.wasm"))
}

/// The same component, compiled for this machine by the build script.
static COMPILED: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/readroom.cwasm"));

/// One engine a process: components share what it has set up.
static ENGINE: LazyLock<Result<Engine, String>> =
    LazyLock::new(|| Engine::new(&config()).map_err(|error| format!("{error:#}")));

static EMBEDDED: LazyLock<Result<ReaderPre<State>, String>> = LazyLock::new(|| {
    let engine = ENGINE.as_ref()?;
    #[expect(unsafe_code, reason = "the only way to load compiled code")]
    // SAFETY: these bytes are what wasmtime's compiler made, in the build script of this very program; they lie in
    // the program and come from no file that anybody could exchange. The engine checks that version, settings and
    // processor fit.
    let component = unsafe { Component::deserialize(engine, COMPILED) };
    prepare(component.map_err(|error| format!("{error:#}"))?)
});

/// The embedded component, loaded once a process.
pub(crate) fn embedded() -> Result<ReaderPre<State>, Error> {
    EMBEDDED.clone().map_err(Error::Component)
}

/// Another component of the same world, compiled here and now.
#[cfg(feature = "compiler")]
pub(crate) fn compile(bytes: &[u8]) -> Result<ReaderPre<State>, Error> {
    let engine = ENGINE.as_ref().map_err(|error| Error::Component(error.clone()))?;
    let component = Component::new(engine, bytes).map_err(|error| Error::Component(format!("{error:#}")))?;
    prepare(component).map_err(Error::Component)
}

/// Connects a component's imports to the host. One that wants more than the contract grants is refused.
fn prepare(component: Component) -> Result<ReaderPre<State>, String> {
    let mut linker = Linker::new(component.engine());
    let pre =
        State::link(&mut linker).and_then(|()| linker.instantiate_pre(&component)).and_then(ReaderPre::new);
    pre.map_err(|error| format!("{error:#}"))
}
