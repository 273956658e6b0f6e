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
use bindings::wasi::cli::environment::{get_environment, initial_cwd};
use bindings::wasi::clocks::wall_clock;
use preopens::Preopens;
use readroom_dialects::{Dialect, Index, Scene, neutral};

struct Reader;

impl read::Guest for Reader {
    fn read(request: read::Request) -> Result<read::Document, read::ReadError> {
        let cwd = initial_cwd();
        let ask = translate::ask(&request);
        neutral::read(&Preopens::get(), cwd.as_deref(), &ask, None)
            .map(translate::document)
            .map_err(translate::refusal)
    }

    fn read_many(
        requests: Vec<read::Request>,
        limits: read::SharedLimits,
    ) -> Result<Vec<Result<read::Document, read::ReadError>>, read::ReadError> {
        let cwd = initial_cwd();
        let asks: Vec<_> = requests.iter().map(translate::ask).collect();
        neutral::read_many(&Preopens::get(), cwd.as_deref(), &asks, translate::limits(limits))
            .map(|answers| answers.into_iter().map(translate::answer).collect())
            .map_err(translate::refusal)
    }

    fn look(path: String) -> Result<read::Facts, read::ReadError> {
        let cwd = initial_cwd();
        neutral::look(&Preopens::get(), cwd.as_deref(), &path)
            .map(translate::facts)
            .map_err(translate::refusal)
    }
}

impl dialects::Guest for Reader {
    fn tools() -> Vec<dialects::Tool> {
        Dialect::ALL.into_iter().map(translate::tool).collect()
    }

    fn call(dialect: dialects::Dialect, arguments: String, index: Option<String>) -> dialects::Reply {
        let dialect = translate::dialect(dialect);
        let index = Index::new(index.as_deref());
        let reply = in_scene(&index, |scene| readroom_dialects::call(dialect, scene, &arguments));
        translate::reply(reply, index.learned())
    }

    fn target(dialect: dialects::Dialect, arguments: String) -> Option<String> {
        let dialect = translate::dialect(dialect);
        in_scene(&Index::default(), |scene| readroom_dialects::target(dialect, scene, &arguments))
    }

    fn phrase(dialect: dialects::Dialect, question: dialects::Question) -> Option<String> {
        readroom_dialects::phrase(translate::dialect(dialect), &translate::question(&question))
    }

    fn render_call(dialect: dialects::Dialect, arguments: String) -> String {
        readroom_dialects::render_call(translate::dialect(dialect), &arguments)
    }

    fn render_result(
        dialect: dialects::Dialect,
        arguments: String,
        reply: String,
        fold: dialects::Fold,
    ) -> String {
        let (dialect, fold) = (translate::dialect(dialect), translate::fold(fold));
        readroom_dialects::render_result(dialect, &arguments, &reply, fold)
    }
}

/// Does something with what a call can see of the world.
fn in_scene<R>(index: &Index<'_>, act: impl FnOnce(&Scene<'_, Preopens>) -> R) -> R {
    let cwd = initial_cwd();
    let tree = Preopens::get();
    act(&Scene { tree: &tree, cwd: cwd.as_deref(), home: &home, clock: &milliseconds, index })
}

fn home() -> Option<String> {
    get_environment().into_iter().find(|(name, _)| name == "HOME").map(|(_, home)| home)
}

/// The wall clock serves for durations too, because its interface is imported anyway for file times: one import less.
fn milliseconds() -> u64 {
    let now = wall_clock::now();
    now.seconds.wrapping_mul(1000).wrapping_add(u64::from(now.nanoseconds / 1_000_000))
}
