//! Typed reads, for programs.

use crate::contract::truncate;
use crate::contract::{
    Document, Documents, FileStat, FindRequest, Found, ListRequest, Listing, MapPage, MapRequest,
    ReadError, ReadFacts, ReadRequest, SearchRequest, SearchResults, SharedLimits,
};
use crate::error::Error;
use crate::limits::MAX_ARGUMENTS;
use crate::observer::ReadOutcome;
use crate::room::answer::{ComponentAnswer, check_page};
use crate::room::authorized::{Authorized, PathUse};
use crate::room::definition::Room;
use crate::room::requests::{facts, facts_of_listing, facts_of_look, json, requests_json};
use crate::room::shards::max_opens;
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::runner::CallContext;
use crate::sandbox::state::CallStore;
use readroom_policy::list::PathKind;
use readroom_types::{
    FlatFindRequest, FlatListRequest, FlatMapRequest, FlatReadRequest, FlatSearchRequest,
};
use std::sync::Arc;

/// The fraction of a call's time that a page of a search takes.
const LOOKING_PART: u32 = 2;

impl Room {
    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component reports why nothing was read, with
    /// [`Error::Limit`] if the call reached a limit, and with [`Error::Call`] if the component does
    /// not answer.
    pub fn read(&self, request: &ReadRequest) -> Result<Document, Error> {
        let (path, truncated) = (&request.path, request.truncated(MAX_ARGUMENTS));
        let facts = |document: &Document| facts(&self.root_name(), document);
        let call = move |instance: &ReaderInstance, store: &mut CallStore| {
            instance.read(store, &truncated)
        };
        let arguments = || json(&FlatReadRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Other, path, arguments, call, facts)
    }

    /// Runs a call about one path, and records it.
    pub(super) fn run_and_record<T: ComponentAnswer + Send + 'static>(
        &self,
        about: PathKind,
        path: &str,
        arguments: impl FnOnce() -> String,
        call: impl Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<Result<T, ReadError>>
        + Clone
        + Send
        + 'static,
        facts: impl Fn(&T) -> ReadFacts,
    ) -> Result<T, Error> {
        let facts = |answer: &T| (ReadOutcome::Answered, vec![facts(answer)]);
        self.recorded(None, arguments, facts, |context, _| {
            self.arguments_fit(path)?;
            Ok(self.authorized_at(about, path, context, call)?.read_and_denial())
        })
    }

    /// Runs a call about one path.
    pub(super) fn authorized_at<T: ComponentAnswer + Send + 'static, C>(
        &self,
        about: PathKind,
        path: &str,
        context: &mut CallContext,
        call: C,
    ) -> Result<Authorized<T>, Error>
    where
        C: Fn(&ReaderInstance, &mut CallStore) -> wasmtime::Result<T> + Clone + Send + 'static,
    {
        let absolute = self.absolute(truncate(path));
        let path_use = if self.is_observed() { PathUse::Always } else { PathUse::IfPolicyApplies };
        self.authorized(
            about,
            path_use,
            context,
            move |_, _| Ok(Some(absolute.clone())),
            move |instance, store, _| call(instance, store),
        )
    }

    /// Reads several files in one call, and returns their results in the order of the requests. If
    /// one fails, the others are still read.
    ///
    /// Fails as [`Room::read`] does, with [`Error::Read`] if there are no requests or more than 16.
    pub fn read_many(
        &self,
        requests: &[ReadRequest],
        limits: SharedLimits,
    ) -> Result<Vec<Result<Document, ReadError>>, Error> {
        let truncated: Arc<[ReadRequest]> =
            requests.iter().map(|request| request.truncated(MAX_ARGUMENTS)).collect();
        let arguments = || requests_json(&truncated, limits);
        let facts = |answer: &Vec<Result<Document, ReadError>>| {
            let documents = answer.iter().flatten();
            let facts = documents.map(|document| facts(&self.root_name(), document));
            (ReadOutcome::Answered, facts.collect())
        };
        self.recorded(None, arguments, facts, |context, _| {
            requests.iter().try_for_each(|request| self.arguments_fit(&request.path))?;
            let requests = truncated.clone();
            // Each file's path is checked when it is opened.
            let Authorized { answer, denied, .. } = self.authorized(
                PathKind::Other,
                PathUse::IfPolicyApplies,
                context,
                |_, _| Ok(None),
                move |instance, store, _| instance.read_many(store, &requests, limits),
            )?;
            let answer = match answer {
                Ok(Documents { files }) if files.len() != truncated.len() => {
                    Err(Error::Call("it answered for the wrong number of files".into()))
                }
                Ok(Documents { files }) => Ok(files),
                Err(error) => Err(Error::Read(error)),
            };
            Ok((answer, denied))
        })
    }

    /// Lists a directory, one page at a time. Fails as [`Room::read`] does.
    pub fn list(&self, request: &ListRequest) -> Result<Listing, Error> {
        let (path, truncated) = (&request.path, request.truncated(MAX_ARGUMENTS));
        let facts = |listing: &Listing| facts_of_listing(&self.root_name(), listing);
        let call = move |instance: &ReaderInstance, store: &mut CallStore| {
            let answer = instance.list(store, &truncated)?;
            match answer.as_ref().map(|listing| check_page(&truncated, listing)) {
                Ok(Err(why)) => Err(wasmtime::format_err!(why)),
                _ => Ok(answer),
            }
        };
        let arguments = || json(&FlatListRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Directory, path, arguments, call, facts)
    }

    /// Finds files by their names, one page at a time. Fails as [`Room::read`] does.
    pub fn find(&self, request: &FindRequest) -> Result<Found, Error> {
        let milliseconds = self.time_of_page(request.milliseconds);
        let truncated = FindRequest { milliseconds, ..request.truncated(MAX_ARGUMENTS) };
        let directory = self.absolute(&request.scope.path);
        let facts = |found: &Found| facts_of_look(directory.clone(), found.entries.len());
        let call = move |instance: &ReaderInstance, store: &mut CallStore| {
            instance.find(store, &truncated)
        };
        let arguments = || json(&FlatFindRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Directory, &request.scope.path, arguments, call, facts)
    }

    /// Searches files for lines, one page at a time. Fails as [`Room::read`] does.
    pub fn search(&self, request: &SearchRequest) -> Result<SearchResults, Error> {
        let (path, truncated) = (&request.scope.path, request.truncated(MAX_ARGUMENTS));
        let facts = |results: &SearchResults| {
            let groups = results.files.iter().flat_map(|file| &file.groups);
            let lines = groups.map(|group| group.lines.len()).sum();
            (ReadOutcome::Answered, vec![facts_of_look(self.absolute(path), lines)])
        };
        let arguments = || json(&FlatSearchRequest::from(&truncated));
        self.recorded(None, arguments, facts, |context, _| {
            self.arguments_fit(path)?;
            let run = |context: &mut CallContext, milliseconds| {
                let request = SearchRequest { milliseconds, ..truncated.clone() };
                self.authorized_at(PathKind::Directory, path, context, move |instance, store| {
                    instance.search(store, &request)
                })
            };
            let (page_time, max_opens) =
                (self.time_of_page(request.milliseconds), max_opens(&truncated));
            let known = |_: &mut CallContext| Some(truncated.clone());
            let searched = self.in_shards(context, page_time, max_opens, known, run)?;
            Ok(searched.read_and_denial())
        })
    }

    /// Maps a directory: returns what its files define, the most important first, one page at a
    /// time. Fails as [`Room::read`] does.
    pub fn map(&self, request: &MapRequest) -> Result<MapPage, Error> {
        let milliseconds = self.time_of_page(request.milliseconds);
        let truncated = MapRequest { milliseconds, ..request.truncated(MAX_ARGUMENTS) };
        let directory = self.absolute(&request.scope.path);
        let facts = |page: &MapPage| {
            let definitions = page.files.iter().map(|file| file.definitions.len()).sum();
            facts_of_look(directory.clone(), definitions)
        };
        let call =
            move |instance: &ReaderInstance, store: &mut CallStore| instance.map(store, &truncated);
        let arguments = || json(&FlatMapRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Directory, &request.scope.path, arguments, call, facts)
    }

    /// Returns after how many milliseconds a page ends: well before the call reaches a limit,
    /// unless a request sets it.
    pub(super) fn time_of_page(&self, requested: Option<u32>) -> Option<u32> {
        let limits = &self.runner.limits;
        let part = limits.time.min(limits.cpu).checked_div(LOOKING_PART)?;
        requested.or(Some(u32::try_from(part.as_millis()).unwrap_or(u32::MAX)))
    }

    /// Returns what is at a path, without reading it. Fails as [`Room::read`] does.
    pub fn stat(&self, path: &str) -> Result<FileStat, Error> {
        self.arguments_fit(path)?;
        let (absolute, path) = (self.absolute(path), path.to_string());
        let authorized = self.authorized(
            PathKind::Other,
            PathUse::IfPolicyApplies,
            &mut self.new_context(),
            move |_, _| Ok(Some(absolute.clone())),
            move |instance, store, _| instance.stat(store, &path),
        )?;
        authorized.read().map_err(Error::Read)
    }
}
