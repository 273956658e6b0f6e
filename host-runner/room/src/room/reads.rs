//! Typed reads, for programs.

use crate::contract::{
    Document, Documents, FileStat, ListRequest, Listing, ReadError, ReadFacts, ReadRequest,
    SharedLimits,
};
use crate::error::Error;
use crate::observer::{Ended, Event, Stopwatch};
use crate::policy::list::Named;
use crate::room::answer::Answer;
use crate::room::authorized::{Authorized, Wanted};
use crate::room::definition::Room;
use crate::room::requests::{
    asked, asked_list, asked_of_many, cut, cut_list_request, cut_request, facts, facts_of_listing,
};
use crate::sandbox::exports::Reader;
use crate::sandbox::runner::Account;
use crate::sandbox::state::State;
use crate::telemetry;
use std::sync::Arc;
use wasmtime::Store;

impl Room {
    /// Reads part of a file.
    ///
    /// Fails with [`Error::Read`] if the component reports why nothing was read, with
    /// [`Error::Limit`] if the call reached a limit, and with [`Error::Call`] if the component does
    /// not answer.
    pub fn read(&self, request: &ReadRequest) -> Result<Document, Error> {
        let (path, cut) = (&request.path, cut_request(request));
        let facts = |document: &Document| facts(&self.root_name(), document);
        let call = move |reader: &Reader, store: &mut Store<State>| reader.read(store, &cut);
        self.recorded(Named::Other, path, || asked(request), call, facts)
    }

    /// Runs a call about one path, and records it.
    fn recorded<T: Answer + Send + 'static>(
        &self,
        about: Named,
        path: &str,
        asked: impl FnOnce() -> serde_json::Value,
        call: impl Fn(&Reader, &mut Store<State>) -> wasmtime::Result<Result<T, ReadError>>
        + Clone
        + Send
        + 'static,
        facts: impl Fn(&T) -> ReadFacts,
    ) -> Result<T, Error> {
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let absolute = self.absolute(cut(path));
        let wanted = if self.is_watched() { Wanted::Path } else { Wanted::Nothing };
        let answer = self.arguments_fit(path).and_then(|()| {
            let absolute = absolute.clone();
            self.authorized(
                about,
                wanted,
                &mut account,
                move |_, _| Ok(Some(absolute.clone())),
                move |reader, store, _| call(reader, store),
            )
        });
        let met = answer.as_ref().ok().and_then(|judged| judged.denied.clone());
        let answer = answer.map(Authorized::read);
        let Account { cost, asked: path, opened, .. } = account;
        let ended = match &answer {
            Ok(Ok(_)) => Ok(Ended::Answered),
            Ok(Err(_)) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let all = || answer.iter().flatten().map(&facts).collect();
        self.tell(&span, |session| Event {
            arguments: Some(asked().to_string().into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, path, all(), ended, cost)
        })?;
        answer?.map_err(Error::Read)
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
        let (stopwatch, mut account) = (Stopwatch::start(), self.account());
        let span = telemetry::span(self.session.as_deref(), None);
        let cut: Arc<[ReadRequest]> = requests.iter().map(cut_request).collect();
        let fit = requests.iter().try_for_each(|request| self.arguments_fit(&request.path));
        let answer = fit.and_then(|()| {
            let requests = cut.clone();
            // Each file is checked by its path when it is opened.
            self.authorized(
                Named::Other,
                Wanted::Nothing,
                &mut account,
                |_, _| Ok(None),
                move |reader, store, _| reader.read_many(store, &requests, limits),
            )
        });
        let met = answer.as_ref().ok().and_then(|judged| judged.denied.clone());
        let answer = answer.and_then(|judged| match judged.answer {
            Ok(Documents { files }) if files.len() != requests.len() => {
                Err(Error::Call("it answers for another number of files".into()))
            }
            Ok(Documents { files }) => Ok(files),
            Err(error) => Err(Error::Read(error)),
        });
        let Account { cost, opened, .. } = account;
        let ended = match &answer {
            Ok(_) => Ok(Ended::Answered),
            Err(Error::Read(_)) => Ok(Ended::Refused),
            Err(error) => Err(error),
        };
        let facts = || {
            let documents = answer.iter().flatten().flatten();
            documents.map(|document| facts(&self.root_name(), document)).collect()
        };
        self.tell(&span, |session| Event {
            arguments: Some(asked_of_many(&cut, limits).into()),
            denied: met,
            opened,
            ..stopwatch.event(session, None, None, facts(), ended, cost)
        })?;
        answer
    }

    /// Lists a directory, one page at a time. Fails as [`Room::read`] does.
    pub fn list(&self, request: &ListRequest) -> Result<Listing, Error> {
        let (path, cut) = (&request.path, cut_list_request(request));
        let facts = |listing: &Listing| facts_of_listing(&self.root_name(), listing);
        let call = move |reader: &Reader, store: &mut Store<State>| reader.list(store, &cut);
        self.recorded(Named::Directory, path, || asked_list(request), call, facts)
    }

    /// Returns what is at a path, without reading it. Fails as [`Room::read`] does.
    pub fn stat(&self, path: &str) -> Result<FileStat, Error> {
        self.arguments_fit(path)?;
        let (asked, path) = (self.absolute(path), path.to_string());
        let judged = self.authorized(
            Named::Other,
            Wanted::Nothing,
            &mut self.account(),
            move |_, _| Ok(Some(asked.clone())),
            move |reader, store, _| reader.stat(store, &path),
        )?;
        judged.read().map_err(Error::Read)
    }
}
