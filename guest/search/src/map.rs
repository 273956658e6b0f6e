//! Maps a directory: the definitions of its files, the most important first.
//!
//! One pass over the files finds the definitions, and counts in how many files each word occurs.
//! Both are bounded: by the number of files, of definitions and of words.

use crate::cursor::{Cursor, Inside};
use crate::deadline::Deadline;
use crate::error::SearchError;
use crate::file_role::{FileRole, is_generated};
use crate::page_budget::PageBudget;
use crate::relative_globs::looked_at;
use crate::results::Tally;
use crate::skipped::{Skipped, Unsearched};
use crate::walk::{Scope, Walk};
use crate::word_counts::{WordCounts, last_word};
use readroom_core::structure::definitions;
use readroom_core::{File, FileKind, Tree, sort_by};
use readroom_read::{TEXT_RULES, outline_entry};
use readroom_types::{MapPage, MappedFile, OutlineEntry, count};
use std::cmp::Reverse;
use std::ops::ControlFlow;

/// The default number of definitions per page, and the maximum; larger numbers are capped.
pub(crate) const DEFAULT_DEFINITIONS: u64 = 1000;
pub(crate) const MAX_PAGE_DEFINITIONS: u64 = 10_000;

/// The default number of bytes per page.
pub const DEFAULT_MAP_BYTES: u64 = 12_000;

/// The maximum size of a file, and the numbers after which no further file is read.
const MAX_FILE_BYTES: u64 = 1 << 20;
const MAX_FILES: usize = 20_000;
const MAX_DEFINITIONS: usize = 100_000;

/// The maximum depth of a definition.
const MAX_DEPTH: u32 = 1;

/// The share of the first page that names have: one of this many.
const NAMES_SHARE: u64 = 4;

/// The limits of a page of a map.
#[derive(Clone, Copy, Debug, Default)]
pub struct MapLimits {
    /// The maximum number of definitions.
    pub definitions: Option<u64>,
    /// The maximum number of bytes.
    pub bytes: Option<u64>,
    /// The maximum number of tokens, as an estimate.
    pub tokens: Option<u64>,
}

/// Maps a directory, and returns the page at a cursor.
pub fn map<T: Tree>(
    tree: &T,
    cwd: Option<&str>,
    scope: &Scope<'_>,
    cursor: Option<&str>,
    limits: MapLimits,
    deadline: Deadline<'_>,
) -> Result<MapPage, SearchError> {
    let is_empty = |page: &MapPage| page.mapped == 0 && page.names.is_empty();
    looked_at(tree, cwd, scope, cursor, is_empty, |scope, globs| {
        let map = DirectoryMap::new(tree, cwd, &scope, cursor, deadline)?;
        Ok(MapPage { globs, ..map.page(limits)? })
    })
}

/// A map from which pages are taken.
pub struct DirectoryMap {
    /// The files, each without definitions.
    files: Vec<MappedFile>,
    /// All definitions, the most important first.
    ranked: Vec<Ranked>,
    /// The files without definitions, those of a role after another.
    others: Vec<(FileRole, String)>,
    /// A page without definitions.
    page: MapPage,
    /// The entries left out on the way.
    pub skipped: Skipped,
    words: WordCounts,
    defined: WordCounts,
    /// The number of files read, or passed for their number.
    seen: usize,
    /// The number of definitions that earlier pages have.
    passed: u64,
    key: String,
}

struct Ranked {
    /// The index of the file.
    file: usize,
    entry: OutlineEntry,
    /// Whether it is a value or a part of an implementation, and whether only its file may use it.
    is_value: bool,
    is_private: bool,
    /// The hash of its name. `None` if it is a heading.
    word: Option<u64>,
    /// The number that its uses are divided by.
    divisor: u64,
    /// How much it is used.
    uses: u64,
}

fn empty_page() -> MapPage {
    MapPage {
        files: Vec::new(),
        names: Vec::new(),
        next: None,
        out_of_time: false,
        mapped: 0,
        definitions: 0,
        tests: 0,
        generated: 0,
        others: 0,
        unread: 0,
        skipped: Skipped::default().into(),
        globs: None,
    }
}

impl DirectoryMap {
    /// Maps a directory, for the page at a cursor.
    pub fn new<T: Tree>(
        tree: &T,
        cwd: Option<&str>,
        scope: &Scope<'_>,
        cursor: Option<&str>,
        deadline: Deadline<'_>,
    ) -> Result<Self, SearchError> {
        let key = format!("map{scope:?}");
        let inside = SearchError::cursor(cursor, &key)?.and_then(|cursor| cursor.inside);
        let Inside { line: passed, offset: files, .. } = inside.unwrap_or(Inside::BEGIN);
        let mut map = Self {
            files: Vec::new(),
            ranked: Vec::new(),
            others: Vec::new(),
            page: empty_page(),
            skipped: Skipped::default(),
            words: WordCounts::default(),
            defined: WordCounts::default(),
            seen: 0,
            passed: passed.saturating_sub(1),
            key,
        };
        // If the time was up, the next page is one of the same files.
        let max_files = usize::try_from(files).ok().filter(|files| *files > 0);
        let mut walk = Walk::new(tree, cwd, scope, &[FileKind::File])?;
        let base = walk.base();
        let mut tally = Tally::default();
        while let Some(entry) = walk.next() {
            if entry.kind != FileKind::File {
                continue;
            }
            let path = [&*base, &entry.path].concat();
            let role = match FileRole::of(&entry.path) {
                FileRole::Test | FileRole::Generated if walk.is_one_file() => FileRole::Code,
                role => role,
            };
            if !role.is_mapped() {
                map.add_other(role, path);
            } else if map.seen >= MAX_FILES || map.ranked.len() >= MAX_DEFINITIONS {
                map.page.unread += 1;
            } else if max_files.is_some_and(|max| map.seen >= max) || deadline.has_passed() {
                map.page.out_of_time = true;
                break;
            } else {
                map.seen += 1;
                let file = walk.open().map_err(Into::into);
                tally.count(file.and_then(|file| map.add_file(&file, role, path)));
            }
        }
        map.skipped = walk.skipped + tally.skipped;
        map.page.skipped = map.skipped.into();
        map.rank();
        Ok(map)
    }

    fn add_other(&mut self, role: FileRole, path: String) {
        *match role {
            FileRole::Test => &mut self.page.tests,
            FileRole::Generated => &mut self.page.generated,
            _ => &mut self.page.others,
        } += 1;
        if self.others.len() < MAX_FILES {
            self.others.push((role, path));
        }
    }

    fn add_file<T: Tree>(
        &mut self,
        file: &File<'_, T>,
        role: FileRole,
        path: String,
    ) -> Result<(), Unsearched> {
        if file.text_bytes() > MAX_FILE_BYTES {
            return Err(Unsearched::Large);
        }
        let (text, _) = file.scan(&TEXT_RULES, String::new, |text, piece| {
            text.push_str(piece);
            ControlFlow::Continue(())
        })?;
        if is_generated(&text) {
            self.add_other(FileRole::Generated, path);
            return Ok(());
        }
        let is_code = role == FileRole::Code;
        if is_code {
            self.words.begin_file();
            self.defined.begin_file();
            self.words.add_names(&text);
        }
        let name = file.text_name();
        let (mut last, mut tests_end, mut impl_end) = (0, 0, 0);
        let (at, before) = (self.files.len(), self.ranked.len());
        for definition in definitions(&name, &text) {
            let (line, end) = (definition.entry.line.get(), definition.entry.last.get());
            let own = definition.name();
            if definition.entry.text.starts_with("mod ") && matches!(own, "test" | "tests") {
                tests_end = end;
            }
            // Several names of a line are one entry.
            if definition.entry.depth > MAX_DEPTH || line <= tests_end.max(last) || own.is_empty() {
                continue;
            }
            last = line;
            let is_impl = definition.entry.text.starts_with("impl");
            if is_impl && definition.entry.text.contains(" for ") {
                impl_end = end;
            }
            let word = is_code.then(|| last_word(own));
            if let Some((word, _)) = word {
                self.defined.add(word);
                self.words.add(word);
            }
            let is_part = definition.entry.depth > 0 || is_impl;
            let is_plain = word.is_some_and(|(_, is_plain)| is_plain);
            self.ranked.push(Ranked {
                file: at,
                is_value: line <= impl_end || is_code && definition.is_value(&name),
                is_private: !definition.is_public,
                entry: outline_entry(definition.entry),
                word: word.map(|(word, _)| word),
                divisor: if is_part { METHOD_PART } else { 1 }
                    * if is_plain { METHOD_PART } else { 1 },
                uses: 0,
            });
        }
        match count((self.ranked.len() - before) as u64) {
            0 => self.add_other(FileRole::Other, path),
            omitted => {
                let lines = count(text.lines().count() as u64);
                self.files.push(MappedFile { path, lines, definitions: Vec::new(), omitted });
            }
        }
        Ok(())
    }

    /// Sorts the definitions. A name that is in more files than define it is used in the rest.
    fn rank(&mut self) {
        let (words, defined) = (&self.words, &self.defined);
        for ranked in &mut self.ranked {
            let Some(word) = ranked.word else { continue };
            let definers = u64::from(defined.files(word)).max(1);
            let uses = u64::from(words.files(word)).saturating_sub(definers);
            ranked.uses = uses * PART / definers / ranked.divisor;
        }
        let key = |ranked: &Ranked| (ranked.is_value, ranked.is_private, Reverse(ranked.uses));
        // Equal ones stay in the order of their files and lines.
        sort_by(&mut self.ranked, |one, other| key(one).cmp(&key(other)));
        sort_by(&mut self.others, |(one, _), (other, _)| one.cmp(other));
        self.page.mapped = count(self.files.len() as u64);
        self.page.definitions = count(self.ranked.len() as u64);
    }

    /// Returns the page at the cursor, within limits.
    pub fn page(&self, limits: MapLimits) -> Result<MapPage, SearchError> {
        let mut budget = PageBudget::of_map(limits)?;
        let share = |all: u64| if self.passed == 0 { all / NAMES_SHARE } else { 0 };
        let reserved = (share(budget.bytes), budget.tokens.map(share));
        budget.bytes -= reserved.0;
        budget.tokens = budget.tokens.zip(reserved.1).map(|(all, reserved)| all - reserved);
        let passed = usize::try_from(self.passed).unwrap_or(usize::MAX);
        let rest = self.ranked.get(passed..).unwrap_or_default();
        let mut files: Vec<MappedFile> = Vec::new();
        // The place of each file on the page.
        let mut places: Vec<Option<usize>> = vec![None; self.files.len()];
        let mut returned = 0;
        for Ranked { file, entry, .. } in rest {
            let Some((file, place)) = self.files.get(*file).zip(places.get_mut(*file)) else {
                break;
            };
            let path = place.is_none().then_some(&*file.path);
            let texts: Vec<&str> = path.into_iter().chain([&*entry.text]).collect();
            if budget.take_line(&texts, true, 0).is_err() {
                break;
            }
            let place = *place.get_or_insert(files.len());
            if place == files.len() {
                files.push(file.clone());
            }
            if let Some(file) = files.get_mut(place) {
                file.definitions.push(entry.clone());
                file.omitted -= 1;
            }
            returned += 1;
        }
        for file in &mut files {
            sort_by(&mut file.definitions, |one, other| one.line.cmp(&other.line));
        }
        let mut names = Vec::new();
        if self.passed == 0 {
            budget.bytes += reserved.0;
            budget.tokens = budget.tokens.zip(reserved.1).map(|(left, reserved)| left + reserved);
            (budget.matches, budget.is_empty) = (u64::MAX, false);
            let mapped = self.files.iter().zip(&places).filter(|(_, place)| place.is_none());
            let mapped = mapped.map(|(file, _)| &file.path);
            let paths = mapped.chain(self.others.iter().map(|(_, path)| path));
            names.extend(paths.take_while(|path| budget.take_file(path).is_ok()).cloned());
        }
        let next = (returned < rest.len()).then(|| {
            let line = self.passed + returned as u64 + 1;
            let offset = if self.page.out_of_time { self.seen as u64 } else { 0 };
            let inside = Some(Inside { line, offset, matches: 0 });
            Cursor { inside, ..Cursor::default() }.encode(&self.key)
        });
        Ok(MapPage { files, names, next, ..self.page.clone() })
    }
}

/// The weight of a use, and the part of it that counts for methods and implementations.
const PART: u64 = 1 << 10;
const METHOD_PART: u64 = 4;
