//! Readroom as a WebAssembly component: converts between the types of the contract and those of the core, and
//! connects the core's tree to wasi:filesystem. It words nothing and knows no rule about lines.
//!
//! There is no `std` here: linking it would add imports that reading does not need, among them standard output and
//! the power to end the process.

#![no_std]

extern crate alloc;

mod bindings;
mod preopens;
mod runtime;
mod translate;

use alloc::string::String;
use alloc::vec::Vec;
use bindings::exports::readroom::read::{dialects, read};
use bindings::wasi::cli::environment::initial_cwd;
use bindings::wasi::clocks::wall_clock;
use preopens::Preopens;
use readroom_dialects::{Dialect, Scene, neutral};

struct Reader;

impl read::Guest for Reader {
    fn read(request: read::Request) -> Result<read::Document, read::ReadError> {
        let cwd = initial_cwd();
        let ask = translate::ask(&request);
        neutral::read(&Preopens::get(), cwd.as_deref(), &ask)
            .map(translate::document)
            .map_err(translate::refusal)
    }
}

impl dialects::Guest for Reader {
    fn tools() -> Vec<dialects::Tool> {
        Dialect::ALL.into_iter().map(translate::tool).collect()
    }

    fn call(dialect: dialects::Dialect, arguments: String) -> dialects::Reply {
        let cwd = initial_cwd();
        let scene = Scene { tree: &Preopens::get(), cwd: cwd.as_deref(), clock: &milliseconds };
        translate::reply(readroom_dialects::call(translate::dialect(dialect), &scene, &arguments))
    }

    fn phrase(dialect: dialects::Dialect, question: dialects::Question) -> Option<String> {
        readroom_dialects::phrase(translate::dialect(dialect), &translate::question(&question))
    }
}

/// The wall clock serves for durations too, because its interface is imported anyway for file times: one import less.
fn milliseconds() -> u64 {
    let now = wall_clock::now();
    now.seconds.wrapping_mul(1000).wrapping_add(u64::from(now.nanoseconds / 1_000_000))
}
