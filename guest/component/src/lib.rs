//! Readroom as a WebAssembly component: converts between the types of the contract and those of the core, and
//! connects the core's tree to wasi:filesystem. It words nothing and knows no rule about lines.
//!
//! The target is `wasm32-unknown-unknown`, whose `std` imports nothing: what the bindings import is all that there is.

mod bindings;
mod heap;
mod preopens;
mod translate;

use bindings::exports::readroom::read::read;
use bindings::exports::readroom::read::tools::{self, UnknownToolError};
use bindings::exports::readroom::read::types::{
    Document, Documents, FileStat, ListRequest, Listing, ReadError, ReadRequest, SharedLimits,
};
use bindings::wasi::cli::environment::{get_environment, initial_cwd};
use bindings::wasi::clocks::wall_clock;
use preopens::Preopens;
use readroom_dialects::{Content, Index, Scene, neutral};

struct Reader;

impl read::Guest for Reader {
    fn read(request: ReadRequest) -> Result<Document, ReadError> {
        let cwd = initial_cwd();
        let ask = translate::ask(&request);
        neutral::read(&Preopens::get(), cwd.as_deref(), &ask, None)
            .map(translate::document)
            .map_err(translate::refusal)
    }

    fn read_many(requests: Vec<ReadRequest>, limits: SharedLimits) -> Result<Documents, ReadError> {
        let cwd = initial_cwd();
        let asks: Vec<_> = requests.iter().map(translate::ask).collect();
        neutral::read_many(&Preopens::get(), cwd.as_deref(), &asks, translate::limits(limits))
            .map(translate::documents)
            .map_err(translate::refusal)
    }

    fn list(request: ListRequest) -> Result<Listing, ReadError> {
        let cwd = initial_cwd();
        neutral::list(&Preopens::get(), cwd.as_deref(), &translate::list_request(&request))
            .map(translate::listing)
            .map_err(translate::refusal)
    }

    fn stat(path: String) -> Result<FileStat, ReadError> {
        let cwd = initial_cwd();
        neutral::stat(&Preopens::get(), cwd.as_deref(), &path)
            .map(translate::file_stat)
            .map_err(translate::refusal)
    }
}

impl tools::Guest for Reader {
    fn tools() -> Vec<tools::Tool> {
        readroom_dialects::Tool::ALL.iter().copied().map(translate::tool).collect()
    }

    fn call(
        tool: String,
        arguments: String,
        index: Option<String>,
    ) -> Result<tools::Reply, UnknownToolError> {
        let tool = translate::find(&tool)?;
        let index = Index::new(index.as_deref());
        let reply = in_scene(&index, |scene| tool.call(scene, &arguments));
        Ok(translate::reply(reply, index.learned()))
    }

    fn arguments_for(
        tool: String,
        request: tools::BasicRequest,
    ) -> Result<Option<String>, UnknownToolError> {
        Ok(translate::find(&tool)?.arguments_for(&translate::basic_request(&request)))
    }

    fn requested_path(tool: String, arguments: String) -> Result<Option<String>, UnknownToolError> {
        let tool = translate::find(&tool)?;
        Ok(in_scene(&Index::default(), |scene| tool.requested_path(scene, &arguments)))
    }

    fn render_call(tool: String, arguments: String) -> Result<String, UnknownToolError> {
        Ok(translate::find(&tool)?.render_call(&arguments))
    }

    fn render_result(
        tool: String,
        arguments: String,
        json: String,
        content: Vec<tools::Content>,
        fold: tools::Fold,
    ) -> Result<String, UnknownToolError> {
        let tool = translate::find(&tool)?;
        let content: Vec<Content> = content.into_iter().map(translate::content_from).collect();
        Ok(tool.render_result(&arguments, &json, &content, translate::fold(fold)))
    }
}

impl bindings::Guest for Reader {
    fn read_file(path: String, start: Option<i64>, lines: Option<u32>) -> Result<String, String> {
        readroom_dialects::read_file(&Preopens::get(), &path, start, lines)
    }

    fn outline_file(path: String) -> Result<String, String> {
        readroom_dialects::outline_file(&Preopens::get(), &path)
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
