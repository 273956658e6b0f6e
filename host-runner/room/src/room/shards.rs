//! Searches in several instances at once.
//!
//! A search begins in one instance. If it goes through many files, it is ended, and begins anew
//! with shards of the directory, which several instances scan for files with matches. The instance
//! that answers then reads only these. If a scan fails, it searches what was not scanned.

use crate::contract::{FileKind, FindRequest, FoundOrder, Scanned, SearchRequest};
use crate::error::Error;
use crate::limits::Threads;
use crate::room::definition::Room;
use crate::sandbox::exports::ReaderInstance;
use crate::sandbox::runner::CallContext;
use crate::sandbox::state::CallStore;
use readroom_policy::list::PathKind;
use std::iter::once;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

/// How much one instance opens before several take over: opening less takes about as long as
/// starting them.
pub(super) const OPENS: u32 = 512;

/// The same for each match of a further page: the page before was full, so this one soon is, too.
const OPENS_FOR_MATCH: u32 = 4;

/// The number of shards per instance: if some take longer, other instances do the rest.
const SHARDS_EACH: usize = 8;

/// The number of entries per shard, so that the shards are about equally large.
const ENTRIES_EACH: usize = 4;

/// The maximum depth of the entries.
const MAX_DEPTH: u32 = 4;

/// The maximum number of entries that are listed of the directory itself, and with those below it.
const MAX_ENTRIES: u32 = 10_000;
const MAX_DEEP_ENTRIES: u32 = 1000;

/// The number of matches of a page if a request does not say, as the contract has it.
const PAGE_MATCHES: u32 = 200;

/// A page's time is divided into this many parts: one for scans, and one for the instance that
/// answers. Neither takes more than such a part of what the call has left.
const PARTS: u32 = 2;

/// The total size of scan results in bytes after which no further scan begins.
const MAX_TEXT: usize = 4 << 20;

/// Returns how much one instance opens for a request before several take over.
pub(super) fn max_opens(request: &SearchRequest) -> u32 {
    match request.cursor {
        // The newest files are known only after all were seen.
        _ if request.order == FoundOrder::Modified => u32::MAX,
        _ if request.scope.at.is_some() => u32::MAX,
        Some(_) => OPENS.max(matches(request).saturating_mul(OPENS_FOR_MATCH)),
        None => OPENS,
    }
}

fn matches(request: &SearchRequest) -> u32 {
    request.matches.unwrap_or(PAGE_MATCHES)
}

impl Room {
    /// Runs a search, in several instances if it goes through many files.
    ///
    /// `run` runs it in one instance and gets the time of its page, `max_opens` is how much the
    /// first one opens, and `request` returns the search request, if it is known.
    pub(super) fn in_shards<T>(
        &self,
        context: &mut CallContext,
        page_time: Option<u32>,
        max_opens: u32,
        request: impl FnOnce(&mut CallContext) -> Option<SearchRequest>,
        run: impl Fn(&mut CallContext, Option<u32>) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let instances = self.search_instances();
        context.max_opens = if instances > 1 { max_opens } else { u32::MAX };
        let answer = run(context, page_time);
        context.max_opens = u32::MAX;
        if !context.opens_too_much {
            return answer;
        }
        let half = |time| time / PARTS;
        let scanning = page_time.map(|page| half(page).min(half(context.milliseconds(instances))));
        // Trees as they were are not scanned: their files are not found by their names on disk.
        let is_scanned = |request: &SearchRequest| {
            request.order != FoundOrder::Modified && request.scope.at.is_none()
        };
        let request = request(context).filter(is_scanned);
        context.scans =
            request.and_then(|request| self.scans(request, scanning, instances, context));
        let left = page_time.map(|page| half(page).min(half(context.milliseconds(1))));
        run(context, left)
    }

    /// Returns how many instances may search at once.
    fn search_instances(&self) -> usize {
        let limits = &self.runner.limits;
        if limits.threads == Threads::Caller || self.is_observed() || self.gate.asks() {
            return 1;
        }
        (limits.shards as usize).min(self.runner.slots.usage().0)
    }

    /// Scans a directory, and returns the matches for the instance that answers.
    fn scans(
        &self,
        request: SearchRequest,
        milliseconds: Option<u32>,
        instances: usize,
        context: &mut CallContext,
    ) -> Option<Arc<str>> {
        let started = Instant::now();
        let borders = self.borders(&request, milliseconds, instances, context)?;
        context.release_answer();
        let begins = once(None).chain(borders.iter().map(|border| Some(&**border)));
        let ends = borders.iter().map(|border| Some(&**border)).chain([None]);
        let scanning = Scanning {
            // It reports no progress: its own is not that of the call.
            room: Self { listener: None, ..self.clone() },
            shards: begins.zip(ends).collect(),
            next: AtomicUsize::new(0),
            is_enough: AtomicBool::new(false),
            end: milliseconds.map(|time| started + Duration::from_millis(time.into())),
            request,
        };
        let mut texts = vec![None; scanning.shards.len()];
        let (mut files, mut length, mut bytes) = (0, 0, context.cost.bytes);
        let enough = matches(&scanning.request);
        let (sender, receiver) = mpsc::channel();
        let beside: Vec<_> = thread::scope(|scope| {
            let instance = |number| {
                let (own, sender) = (context.beside(&self.runner, number == 0), sender.clone());
                let thread = thread::Builder::new().name("readroom-shard".into());
                thread.spawn_scoped(scope, || scanning.run(own, sender)).ok()
            };
            let threads: Vec<_> = (0..instances).filter_map(instance).collect();
            drop(sender);
            for (shard, Scanned { text, files: found, complete }, read) in receiver {
                (length, bytes) = (length + text.len(), bytes + read);
                files = u32::saturating_add(files, found);
                // The page is full with these, or results after an incomplete scan are useless.
                let is_enough = files >= enough || length >= MAX_TEXT || !complete;
                scanning.is_enough.fetch_or(is_enough, Ordering::Relaxed);
                if let Some(listener) = &self.listener {
                    listener.report(bytes);
                }
                if let Some(slot) = texts.get_mut(shard) {
                    *slot = Some(text);
                }
            }
            threads.into_iter().flat_map(thread::ScopedJoinHandle::join).collect()
        });
        context.add(started.elapsed(), beside.into_iter());
        // Results after a missing one are useless.
        let texts: Vec<String> = texts.into_iter().map_while(|text| text).collect();
        Some(texts.join("\0").into())
    }

    /// Returns entries that divide a directory into about equal parts, in the order of a walk.
    fn borders(
        &self,
        request: &SearchRequest,
        milliseconds: Option<u32>,
        instances: usize,
        context: &mut CallContext,
    ) -> Option<Vec<String>> {
        let mut entries = Vec::new();
        for depth in 1..=request.scope.depth.unwrap_or(MAX_DEPTH).min(MAX_DEPTH) {
            let mut find = FindRequest::new(&*request.scope.path);
            find.scope.clone_from(&request.scope);
            // Directories that only lead to included files are good borders, too.
            find.scope.globs.retain(|glob| glob.starts_with('!'));
            find.scope.depth = Some(depth);
            find.kinds = vec![FileKind::File, FileKind::Directory];
            find.milliseconds = milliseconds;
            find.entries = Some(if depth == 1 { MAX_ENTRIES } else { MAX_DEEP_ENTRIES });
            let look =
                move |instance: &ReaderInstance, store: &mut CallStore| instance.find(store, &find);
            let found = self.authorized_at(PathKind::Directory, &request.scope.path, context, look);
            let found = found.ok()?.read().ok()?;
            if found.next.is_some() || found.entries.len() == entries.len() {
                break;
            }
            entries = found.entries;
            if entries.len() >= instances * SHARDS_EACH * ENTRIES_EACH {
                break;
            }
        }
        // An instance lists the directory of the entry that it begins with from the top.
        let is_flat = entries.len() > MAX_DEEP_ENTRIES as usize;
        let shards = if is_flat { instances } else { instances * SHARDS_EACH };
        let at = |shard: usize| entries.get(entries.len() * shard / shards);
        let mut borders: Vec<_> =
            (1..shards).filter_map(at).map(|entry| entry.path.clone()).collect();
        borders.dedup();
        (!borders.is_empty()).then_some(borders)
    }
}

/// The shards of a search, and how far they are scanned.
struct Scanning<'a> {
    room: Room,
    request: SearchRequest,
    /// The entries at which each one begins, and before which it ends.
    shards: Vec<(Option<&'a str>, Option<&'a str>)>,
    next: AtomicUsize,
    /// Whether enough files for a page were found.
    is_enough: AtomicBool,
    /// When scanning ends. `None` means never.
    end: Option<Instant>,
}

impl Scanning<'_> {
    /// Scans one shard after the other, and sends the matches in each and how many bytes were read
    /// for it.
    fn run(
        &self,
        mut context: CallContext,
        found: mpsc::Sender<(usize, Scanned, u64)>,
    ) -> CallContext {
        while !self.is_enough.load(Ordering::Relaxed) {
            let shard = self.next.fetch_add(1, Ordering::Relaxed);
            let before = context.cost.bytes;
            let Some(scanned) = self.scan(shard, &mut context) else { break };
            // The receiver waits for all.
            let _ = found.send((shard, scanned, context.cost.bytes - before));
        }
        context.release_answer();
        context
    }

    fn scan(&self, shard: usize, context: &mut CallContext) -> Option<Scanned> {
        let [begin, end] =
            <[_; 2]>::from(*self.shards.get(shard)?).map(|end| end.map(String::from));
        let left = self.end.map(|end| end.saturating_duration_since(Instant::now()));
        let milliseconds = left.map(|left| u32::try_from(left.as_millis()).unwrap_or(u32::MAX));
        let request = SearchRequest { milliseconds, ..self.request.clone() };
        let scan = move |instance: &ReaderInstance, store: &mut CallStore| {
            instance.scan(store, &request, begin.as_deref(), end.as_deref())
        };
        let path = &self.request.scope.path;
        let scanned = self.room.authorized_at(PathKind::Directory, path, context, scan);
        scanned.ok()?.read().ok()
    }
}
