//! Maps a directory: the definitions of its files, the most important first.
//!
//! One pass over the files finds the definitions, and counts in how many files each word occurs.
//! Both are bounded: by the number of files, of definitions and of words.

use crate::cursor::{Cursor, Inside};
use crate::file_role::{FileRole, is_generated};
use crate::page_budget::PageBudget;
use crate::relative_globs::looked_at;
use crate::results::Tally;
use crate::skipped::Unsearched;
use crate::word_counts::{WordCounts, last_word};
use crate::{MapLimits, Scope, SearchError, Skipped, Walk};
use readroom_core::{File, FileKind, Tree, sort_by};
use readroom_matcher::Deadline;
use readroom_read::{TEXT_RULES, outline_entry};
use readroom_structure::definitions;
use readroom_types::{MapPage, MappedFile, OutlineEntry, count};
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// The maximum size of a file, and the numbers after which no further file is read.
const MAX_FILE_BYTES: u64 = 1 << 20;
const MAX_FILES: usize = 20_000;
const MAX_DEFINITIONS: usize = 100_000;

/// The maximum depth of a definition, where namespaces do not count.
const MAX_DEPTH: usize = 1;

/// The beginnings of the lines of namespaces.
const NAMESPACES: [&str; 6] =
    ["module ", "namespace ", "mod ", "pub mod ", "export namespace ", "inline namespace "];

/// The share of the first page that names have: one of this many.
const NAMES_SHARE: u64 = 4;

/// The weight of a use, and the part of it that counts for methods, implementations, and names that
/// may be words of prose.
const USE: u64 = 1 << 10;
const PART: u64 = 4;

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
#[derive(Default)]
pub struct DirectoryMap {
    /// The entries left out on the way.
    pub skipped: Skipped,
    /// The files, each without definitions.
    files: Vec<MappedFile>,
    /// All definitions, the most important first.
    ranked: Vec<Ranked>,
    /// The files without definitions, and their numbers, by their roles.
    others: Vec<(FileRole, String)>,
    counts: BTreeMap<FileRole, u32>,
    words: WordCounts,
    defined: WordCounts,
    /// The number of files read, and of further ones.
    seen: usize,
    unread: u32,
    out_of_time: bool,
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
    /// The hash of its name.
    word: u64,
    /// The number that its uses are divided by.
    divisor: u64,
    /// How much it is used.
    uses: u64,
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
        let inside = Cursor::of(cursor, &key)?.and_then(|cursor| cursor.inside);
        let Inside { line: passed, offset: files, .. } = inside.unwrap_or(Inside::BEGIN);
        let mut map = Self { passed: passed.saturating_sub(1), key, ..Self::default() };
        // If the time was up, the next page is one of the same files.
        let max_files = usize::try_from(files).ok().filter(|files| *files > 0);
        let mut walk = Walk::new(tree, cwd, scope, &[FileKind::File])?;
        let base = walk.base();
        let mut tally = Tally::default();
        while let Some(entry) = walk.next() {
            let path = [&*base, &entry.path].concat();
            let role = match FileRole::of(&entry.path) {
                FileRole::Test | FileRole::Generated if walk.is_one_file() => FileRole::Code,
                role => role,
            };
            if entry.kind != FileKind::File {
                continue;
            } else if !matches!(role, FileRole::Code | FileRole::Headings) {
                map.add_other(role, path);
            } else if map.seen >= MAX_FILES || map.ranked.len() >= MAX_DEFINITIONS {
                map.unread += 1;
            } else if max_files.is_some_and(|max| map.seen >= max) || deadline.has_passed() {
                map.out_of_time = true;
                break;
            } else {
                map.seen += 1;
                // A larger one is not mapped.
                let file = walk.open(&|read| read <= MAX_FILE_BYTES).map_err(Into::into);
                tally.count(file.and_then(|file| map.add_file(&file, role, path)));
            }
        }
        map.skipped = walk.skipped + tally.skipped;
        map.rank();
        Ok(map)
    }

    fn add_other(&mut self, role: FileRole, path: String) {
        *self.counts.entry(role).or_default() += 1;
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
        let text = file.whole_text(&TEXT_RULES)?;
        if is_generated(&text) {
            self.add_other(FileRole::Generated, path);
            return Ok(());
        }
        let is_code = role == FileRole::Code;
        self.words.begin_file();
        self.defined.begin_file();
        if is_code {
            self.words.add_names(&text);
        }
        let name = file.text_name();
        let (mut last, mut tests_end, mut impl_end, mut function_end) = (0, 0, 0, 0);
        // The ends of the namespaces that a definition is in.
        let mut namespaces: Vec<u64> = Vec::new();
        let (at, before) = (self.files.len(), self.ranked.len());
        for definition in definitions(&name, &text) {
            let (entry, own) = (&definition.entry, definition.name());
            let line = entry.line.get();
            if entry.text.contains("mod ") && matches!(own, "test" | "tests") {
                tests_end = entry.last.get();
            }
            namespaces.retain(|end| *end >= line);
            let depth = (entry.depth as usize).saturating_sub(namespaces.len());
            let text = entry.text.trim_start();
            if is_code && NAMESPACES.iter().any(|begin| text.starts_with(begin)) {
                namespaces.push(entry.last.get());
            }
            // Several names of a line are one entry.
            if depth > MAX_DEPTH || line <= tests_end.max(last) || own.is_empty() {
                continue;
            }
            last = line;
            let is_impl = entry.text.starts_with("impl");
            if is_impl && entry.text.contains(" for ") {
                impl_end = entry.last.get();
            }
            let is_local = line <= function_end;
            let before = entry.text.get(..definition.name.start).unwrap_or_default();
            if definition.is_function() {
                function_end = function_end.max(entry.last.get());
            }
            // `func (w *Walk) Next()`, `Walk::next()`, or what Python calls by itself.
            let is_method = depth > 0 || is_impl || before.ends_with(") ") || own.contains("::");
            let is_implicit = own.starts_with("__") && own.ends_with("__");
            let (word, is_plain) = last_word(own);
            self.defined.add(word);
            self.words.add(word);
            let divide = |is: bool| if is { PART } else { 1 };
            self.ranked.push(Ranked {
                file: at,
                is_value: line <= impl_end || is_code && definition.is_value(&name),
                is_private: !definition.is_public || is_local || is_implicit,
                word,
                divisor: match is_code {
                    true => divide(is_method) * divide(is_plain),
                    false => u64::MAX,
                },
                entry: outline_entry(definition.entry),
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
        for ranked in &mut self.ranked {
            let definers = u64::from(self.defined.files(ranked.word)).max(1);
            let uses = u64::from(self.words.files(ranked.word)).saturating_sub(definers);
            ranked.uses = uses * USE / definers / ranked.divisor;
        }
        let key = |ranked: &Ranked| (ranked.is_value, ranked.is_private, Reverse(ranked.uses));
        // Equal ones stay in the order of their files and lines.
        sort_by(&mut self.ranked, |one, other| key(one).cmp(&key(other)));
        sort_by(&mut self.others, |(one, _), (other, _)| one.cmp(other));
    }

    /// Returns the page at the cursor, within limits.
    pub fn page(&self, limits: MapLimits) -> Result<MapPage, SearchError> {
        let mut budget = PageBudget::of_map(limits)?;
        let share = |all: u64| if self.passed == 0 { all / NAMES_SHARE } else { 0 };
        let reserved = (share(budget.bytes), budget.tokens.map_or(0, share));
        budget.bytes -= reserved.0;
        budget.tokens = budget.tokens.map(|tokens| tokens - reserved.1);
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
            budget.tokens = budget.tokens.map(|tokens| tokens + reserved.1);
            (budget.matches, budget.is_empty) = (u64::MAX, false);
            let mapped = self.files.iter().zip(&places).filter(|(_, place)| place.is_none());
            let mapped = mapped.map(|(file, _)| &file.path);
            let paths = mapped.chain(self.others.iter().map(|(_, path)| path));
            names.extend(paths.take_while(|path| budget.take_file(path).is_ok()).cloned());
        }
        let next = (returned < rest.len()).then(|| {
            let line = self.passed + returned as u64 + 1;
            let offset = if self.out_of_time { self.seen as u64 } else { 0 };
            let inside = Some(Inside { line, offset, matches: 0 });
            Cursor { inside, ..Cursor::default() }.encode(&self.key)
        });
        let number = |role| self.counts.get(&role).copied().unwrap_or_default();
        Ok(MapPage {
            files,
            names,
            next,
            out_of_time: self.out_of_time,
            mapped: count(self.files.len() as u64),
            definitions: count(self.ranked.len() as u64),
            tests: number(FileRole::Test),
            generated: number(FileRole::Generated),
            others: number(FileRole::Other),
            unread: self.unread,
            skipped: self.skipped.into(),
            globs: None,
        })
    }
}
