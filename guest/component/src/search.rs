//! Finds and searches.

use crate::bindings::exports::readroom::read::search::{
    FindRequest, Found, Guest, MapPage, MapRequest, Scope, SearchRequest, SearchResults,
};
use crate::bindings::exports::readroom::read::types::ReadError;
use crate::bindings::wasi::cli::environment::initial_cwd;
use crate::guarded::Guarded;
use crate::view::{self, View, explained};
use crate::{Reader, milliseconds, translate};
use readroom_search::{Deadline, MapLimits, SearchError};

impl Guest for Reader {
    fn find(request: FindRequest) -> Result<Found, ReadError> {
        let cwd = initial_cwd();
        let tree = Guarded::get(cwd.as_deref(), &|_| None);
        let view = at(&tree, &request.scope)?;
        let globs = translate::globs(&request.scope);
        let deadline = deadline(request.milliseconds);
        let request = translate::find_request(&request, &globs);
        readroom_search::find(&view, tree.cwd, &request, deadline)
            .map(Into::into)
            .map_err(|error| explained(&view, error))
    }

    fn map(request: MapRequest) -> Result<MapPage, ReadError> {
        let cwd = initial_cwd();
        let tree = Guarded::get(cwd.as_deref(), &|_| None);
        let view = at(&tree, &request.scope)?;
        let globs = translate::globs(&request.scope);
        let deadline = deadline(request.milliseconds);
        let (scope, limits) = (translate::scope(&request.scope, &globs), limits(&request));
        let cursor = request.cursor.as_deref();
        readroom_search::map(&view, tree.cwd, &scope, cursor, limits, deadline)
            .map_err(|error| explained(&view, error))
    }

    fn search(request: SearchRequest) -> Result<SearchResults, ReadError> {
        with_tree(&request, |view, request, deadline| {
            let tree = view.present();
            let request = readroom_search::SearchRequest { scans: tree.scans(), ..*request };
            readroom_search::search(view, tree.cwd, &request, deadline).map(Into::into)
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
        &View<'_>,
        &readroom_search::SearchRequest<'_>,
        Deadline<'_>,
    ) -> Result<R, SearchError>,
) -> Result<R, ReadError> {
    let cwd = initial_cwd();
    let tree = Guarded::get(cwd.as_deref(), &|_| None);
    let view = at(&tree, &request.scope)?;
    let globs = translate::globs(&request.scope);
    let deadline = deadline(request.milliseconds);
    look(&view, &translate::search_request(request, &globs), deadline)
        .map_err(|error| explained(&view, error))
}

/// Returns the granted directories as a scope asks for them.
fn at<'t>(tree: &'t Guarded<'t>, scope: &Scope) -> Result<View<'t>, ReadError> {
    view::at(tree, &scope.path, scope.at.as_deref())
}

pub(crate) fn deadline(limit: Option<u32>) -> Deadline<'static> {
    let end = limit.map(|limit| milliseconds().saturating_add(limit.into()));
    Deadline { clock: &milliseconds, end }
}
