//! Searches with several instances.

use crate::bindings::exports::readroom::read::search::SearchRequest;
use crate::bindings::exports::readroom::read::shards::{Guest, Scanned};
use crate::bindings::exports::readroom::read::types::ReadError;
use crate::{Reader, search, translate};
use readroom_dialects::Tool;
use readroom_search::Shard;
use readroom_types::count;

impl Guest for Reader {
    fn requested_search(tool: String, arguments: String) -> Option<SearchRequest> {
        Tool::find(&tool)?.with_search(&arguments, translate::search_request_from)
    }

    fn scan(
        request: SearchRequest,
        begin: Option<String>,
        end: Option<String>,
    ) -> Result<Scanned, ReadError> {
        let shard = Shard { from: begin.as_deref(), to: end.as_deref() };
        let scan = search::with_tree(&request, |tree, request, deadline| {
            readroom_search::scan(tree, tree.present().cwd, request, shard, deadline)
        })?;
        let files = count(scan.files() as u64);
        Ok(Scanned { text: scan.to_string(), files, complete: scan.is_complete })
    }
}
