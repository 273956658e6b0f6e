//! The interfaces of `wasi:io`, whose types belong to those of files.
//!
//! No stream is ever returned, so that a component has nothing to call them with, except `poll`
//! with an empty list. Any call of these functions ends the call of the component.

use crate::filesystem::wasi::{InputStream, OutputStream, Pollable, StreamError};
use wasmtime::component::{Linker, ResourceType};
use wasmtime::{Result, format_err};

const ERROR: &[&str] = &["[method]error.to-debug-string"];

const POLL: &[&str] = &["[method]pollable.ready", "[method]pollable.block", "poll"];

const STREAMS: &[&str] = &[
    "[method]input-stream.read",
    "[method]input-stream.blocking-read",
    "[method]input-stream.skip",
    "[method]input-stream.blocking-skip",
    "[method]input-stream.subscribe",
    "[method]output-stream.check-write",
    "[method]output-stream.write",
    "[method]output-stream.blocking-write-and-flush",
    "[method]output-stream.flush",
    "[method]output-stream.blocking-flush",
    "[method]output-stream.subscribe",
    "[method]output-stream.write-zeroes",
    "[method]output-stream.blocking-write-zeroes-and-flush",
    "[method]output-stream.splice",
    "[method]output-stream.blocking-splice",
];

/// Connects the imports.
pub(crate) fn link<T: 'static>(linker: &mut Linker<T>) -> Result<()> {
    let error = ("error", ResourceType::host::<StreamError>());
    let pollable = ("pollable", ResourceType::host::<Pollable>());
    let input = ("input-stream", ResourceType::host::<InputStream>());
    let output = ("output-stream", ResourceType::host::<OutputStream>());
    for (interface, resources, functions) in [
        ("wasi:io/error@0.2.12", vec![error], ERROR),
        ("wasi:io/poll@0.2.12", vec![pollable], POLL),
        ("wasi:io/streams@0.2.12", vec![input, output], STREAMS),
    ] {
        let mut instance = linker.instance(interface)?;
        for (name, type_) in resources {
            instance.resource(name, type_, |_, _| nothing_to_wait_for())?;
        }
        for name in functions {
            instance.func_new(name, |_, _, _, _| nothing_to_wait_for())?;
        }
    }
    Ok(())
}

fn nothing_to_wait_for() -> Result<()> {
    Err(format_err!("there are no streams, and nothing to wait for"))
}
