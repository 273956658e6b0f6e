//! This build finds and searches nothing.

use crate::Reader;
use crate::bindings::exports::readroom::read::look::{
    FindRequest, Found, Guest, SearchRequest, SearchResults,
};
use crate::bindings::exports::readroom::read::shards;
use crate::bindings::exports::readroom::read::types::{ErrorCode, ReadError};

impl Guest for Reader {
    fn find(_: FindRequest) -> Result<Found, ReadError> {
        Err(unsupported())
    }

    fn search(_: SearchRequest) -> Result<SearchResults, ReadError> {
        Err(unsupported())
    }
}

impl shards::Guest for Reader {
    fn requested_search(_: String, _: String) -> Option<SearchRequest> {
        None
    }

    fn scan(
        _: SearchRequest,
        _: Option<String>,
        _: Option<String>,
    ) -> Result<shards::Scanned, ReadError> {
        Err(unsupported())
    }
}

fn unsupported() -> ReadError {
    ReadError {
        code: ErrorCode::Unsupported,
        message: "this component was built without finding and searching".into(),
        hint: "List directories and read files, or use the component with the feature search."
            .into(),
        total: None,
        suggestions: Vec::new(),
    }
}
