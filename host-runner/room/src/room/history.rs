//! Questions about the history of a repository, for programs.

use crate::contract::{BlamePage, BlameRequest, DiffPage, DiffRequest, LogPage, LogRequest};
use crate::error::Error;
use crate::limits::MAX_ARGUMENTS;
use crate::room::definition::Room;
use crate::room::requests::{facts_of_blame, facts_of_look, json};
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::state::CallStore;
use readroom_policy::list::PathKind;
use readroom_types::{FlatBlameRequest, FlatDiffRequest, FlatLogRequest};

impl Room {
    /// Compares two revisions, or one with the working tree, one page at a time. Fails as
    /// [`Room::read`] does.
    pub fn diff(&self, request: &DiffRequest) -> Result<DiffPage, Error> {
        let milliseconds = self.time_of_page(request.milliseconds);
        let truncated = DiffRequest { milliseconds, ..request.truncated(MAX_ARGUMENTS) };
        let facts = |page: &DiffPage| facts_of_look(self.absolute(&request.path), page.files.len());
        let call = move |instance: &ReaderInstance, store: &mut CallStore| {
            instance.diff(store, &truncated)
        };
        let arguments = || json(&FlatDiffRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Other, &request.path, arguments, call, facts)
    }

    /// Returns commits, the newest first, one page at a time. Fails as [`Room::read`] does.
    pub fn log(&self, request: &LogRequest) -> Result<LogPage, Error> {
        let milliseconds = self.time_of_page(request.milliseconds);
        let truncated = LogRequest { milliseconds, ..request.truncated(MAX_ARGUMENTS) };
        let facts =
            |page: &LogPage| facts_of_look(self.absolute(&request.path), page.commits.len());
        let call =
            move |instance: &ReaderInstance, store: &mut CallStore| instance.log(store, &truncated);
        let arguments = || json(&FlatLogRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Other, &request.path, arguments, call, facts)
    }

    /// Returns lines of a file with the commits that they come from, one page at a time. Fails as
    /// [`Room::read`] does.
    pub fn blame(&self, request: &BlameRequest) -> Result<BlamePage, Error> {
        let milliseconds = self.time_of_page(request.milliseconds);
        let truncated = BlameRequest { milliseconds, ..request.truncated(MAX_ARGUMENTS) };
        let facts = |page: &BlamePage| facts_of_blame(&self.root_name(), page);
        let call = move |instance: &ReaderInstance, store: &mut CallStore| {
            instance.blame(store, &truncated)
        };
        let arguments = || json(&FlatBlameRequest::from(&request.truncated(MAX_ARGUMENTS)));
        self.run_and_record(PathKind::Other, &request.path, arguments, call, facts)
    }
}
