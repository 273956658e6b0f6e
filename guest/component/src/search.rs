//! Finds and searches.

use crate::bindings::exports::readroom::read::search::{
    FindRequest, Found, Guest, MapPage, MapRequest, SearchRequest, SearchResults,
};
use crate::bindings::exports::readroom::read::types::ReadError;
use crate::bindings::wasi::cli::environment::initial_cwd;
use crate::guarded::Guarded;
use crate::{Reader, milliseconds, translate};
use readroom_search::{Deadline, MapLimits, SearchError};

impl Guest for Reader {
    fn find(request: FindRequest) -> Result<Found, ReadError> {
        let cwd = initial_cwd();
        let tree = Guarded::get(cwd.as_deref(), &|_| None);
        let globs = translate::globs(&request.scope);
        let deadline = deadline(request.milliseconds);
        let request = translate::find_request(&request, &globs);
        readroom_search::find(&tree, tree.cwd, &request, deadline)
            .map(Into::into)
            .map_err(|error| tree.explained(error))
    }

    fn map(request: MapRequest) -> Result<MapPage, ReadError> {
        let cwd = initial_cwd();
        let tree = Guarded::get(cwd.as_deref(), &|_| None);
        let globs = translate::globs(&request.scope);
        let deadline = deadline(request.milliseconds);
        let (scope, limits) = (translate::scope(&request.scope, &globs), limits(&request));
        let cursor = request.cursor.as_deref();
        readroom_search::map(&tree, tree.cwd, &scope, cursor, limits, deadline)
            .map_err(|error| tree.explained(error))
    }

    fn search(request: SearchRequest) -> Result<SearchResults, ReadError> {
        with_tree(&request, |tree, request, deadline| {
            let request = readroom_search::SearchRequest { scans: tree.scans(), ..*request };
            readroom_search::search(tree, tree.cwd, &request, deadline).map(Into::into)
        })
    }
}

fn limits(request: &MapRequest) -> MapLimits {
    let MapRequest { definitions, bytes, tokens, .. } = request;
    MapLimits {
        definitions: definitions.map(u64::from),
        bytes: bytes.map(u64::from),
        tokens: tokens.map(u64::from),
    }
}

/// Looks at the tree for a search.
pub(crate) fn with_tree<R>(
    request: &SearchRequest,
    look: impl FnOnce(
        &Guarded<'_>,
        &readroom_search::SearchRequest<'_>,
        Deadline<'_>,
    ) -> Result<R, SearchError>,
) -> Result<R, ReadError> {
    let cwd = initial_cwd();
    let tree = Guarded::get(cwd.as_deref(), &|_| None);
    let globs = translate::globs(&request.scope);
    let deadline = deadline(request.milliseconds);
    look(&tree, &translate::search_request(request, &globs), deadline)
        .map_err(|error| tree.explained(error))
}

fn deadline(limit: Option<u32>) -> Deadline<'static> {
    let end = limit.map(|limit| milliseconds().saturating_add(limit.into()));
    Deadline { clock: &milliseconds, end }
}
