//! The names of revisions, such as `main~2`.

use crate::commit::{Commit, peel};
use crate::error::HistoryError;
use crate::layout::Layout;
use crate::object::{ObjectKind, Objects};
use crate::object_id::ObjectId;
use crate::reference_name::{by_version, short_name};
use crate::references::Head;
use readroom_core::Tree;
use readroom_read::closest_of;

/// The name of what is staged, in place of a revision.
pub(crate) const INDEX: &str = "index";

/// The maximum length of the name of a revision in bytes.
const MAX_REVISION_BYTES: usize = 1000;

/// The maximum number of names in an error, and of branches before tags; and the minimum length of
/// a part that they contain.
const MAX_SUGGESTED: usize = 6;
const MAX_BRANCHES: usize = 3;
const MIN_PART: usize = 3;

/// The minimum number of digits of a hash.
const MIN_DIGITS: usize = 4;

/// The maximum number of generations after all `~`.
const MAX_GENERATIONS: u64 = 100_000;

/// The parts of a reference's whole name around its short one, in the order of git.
const RULES: [(&str, &str); 6] = [
    ("", ""),
    ("refs/", ""),
    ("refs/tags/", ""),
    ("refs/heads/", ""),
    ("refs/remotes/", ""),
    ("refs/remotes/", "/HEAD"),
];

/// Forms of git that are not supported: the start or a part of each, and its name in errors.
const UNSUPPORTED_STARTS: [(&str, &str); 2] = [(":/", ":/text"), ("^", "^REV")];
const UNSUPPORTED: [(&str, &str); 4] =
    [("^{/", "^{/text}"), ("^!", "REV^!"), ("^-", "REV^!"), ("^@", "REV^@")];

/// Resolves the names of revisions in a repository.
pub struct Revisions<'a, 't, T: Tree> {
    /// The repository.
    pub layout: &'a Layout<'t, T>,
    /// Its objects.
    pub objects: &'a dyn Objects,
}

/// A suffix of a revision.
#[derive(Clone, Copy)]
enum Suffix {
    /// `^n`: a parent, or the commit itself.
    Parent(u64),
    /// `~n`: the first parent of the first parent, and so on.
    Ancestor(u64),
    /// `^{kind}`, or `^{}` for the object that a tag leads to.
    Peeled(Option<ObjectKind>),
}

impl<T: Tree> Revisions<'_, '_, T> {
    /// Returns the object of a revision, as `git rev-parse` does. A tag is not followed, and an
    /// object with a whole hash need not exist.
    pub fn resolve(&self, revision: &str) -> Result<ObjectId, HistoryError> {
        self.resolve_as(revision, None)
    }

    /// Returns the object of this kind that a revision leads to.
    pub fn peel(&self, revision: &str, kind: ObjectKind) -> Result<ObjectId, HistoryError> {
        let id = self.resolve_as(revision, Some(kind))?;
        self.peeled(id, kind)?.ok_or_else(|| HistoryError::unknown(revision))
    }

    fn resolve_as(
        &self,
        revision: &str,
        wanted: Option<ObjectKind>,
    ) -> Result<ObjectId, HistoryError> {
        if revision.starts_with('-') || revision.len() > MAX_REVISION_BYTES {
            return Err(HistoryError::unknown(revision));
        }
        let starts = UNSUPPORTED_STARTS.iter().find(|(start, _)| revision.starts_with(start));
        let has = || UNSUPPORTED.iter().find(|(part, _)| revision.contains(part));
        if let Some((_, form)) = starts.or_else(has) {
            return Err(HistoryError::Unsupported { what: (*form).into() });
        }
        // A date in `@{…}` may have colons.
        let is_whole = |(before, _): &(&str, &str)| !before.contains('{') || before.contains('}');
        if let Some((revision, path)) = revision.split_once(':').filter(is_whole) {
            let (revision, path) = match revision {
                "" => match path.split_at_checked(2) {
                    Some(("0:", path)) => (INDEX, path),
                    Some(("2:", path)) => ("HEAD", path),
                    Some(("3:", path)) => ("MERGE_HEAD", path),
                    _ => (INDEX, path),
                },
                _ => (revision, path),
            };
            return Err(HistoryError::RevisionPath {
                revision: revision.into(),
                path: path.into(),
            });
        }
        let (name, suffixes) = split(revision).ok_or_else(|| HistoryError::unknown(revision))?;
        let wanted = match suffixes.last() {
            None => wanted,
            Some(Suffix::Parent(_) | Suffix::Ancestor(_)) => Some(ObjectKind::Commit),
            Some(Suffix::Peeled(kind)) => *kind,
        };
        let generations = suffixes.iter().map(|suffix| match suffix {
            Suffix::Ancestor(generations) => *generations,
            Suffix::Parent(_) | Suffix::Peeled(_) => 0,
        });
        let generations = generations.fold(0, u64::saturating_add);
        HistoryError::check_max(generations, MAX_GENERATIONS, "generations")?;
        let mut id = self.named(name, wanted)?.ok_or_else(|| self.unknown(revision, name))?;
        for suffix in suffixes.into_iter().rev() {
            id = self.apply(suffix, id)?.ok_or_else(|| HistoryError::unknown(revision))?;
        }
        Ok(id)
    }

    /// Returns the object of a name without suffixes.
    fn named(
        &self,
        name: &str,
        wanted: Option<ObjectKind>,
    ) -> Result<Option<ObjectId>, HistoryError> {
        let format = self.layout.config.object_format;
        if let Some(id) = ObjectId::from_hex(format, name.as_bytes()) {
            return Ok(Some(id));
        }
        if let Some((name, number)) = name.strip_suffix('}').and_then(|it| it.split_once("@{")) {
            let changes = number.parse().ok();
            let changes =
                changes.ok_or_else(|| HistoryError::Unsupported { what: "@{…}".into() })?;
            return self.logged(name, changes);
        }
        let name = if name == "@" { "HEAD" } else { name };
        if let Some((_, id)) = self.referenced(name)? {
            return Ok(Some(id));
        }
        // The output of `git describe`.
        match name.rsplit_once("-g") {
            Some((_, digits)) if is_short_hash(digits) => {
                self.with_digits(digits, Some(ObjectKind::Commit))
            }
            _ if is_short_hash(name) => self.with_digits(name, wanted),
            _ => Ok(None),
        }
    }

    /// Returns what a reference named this many changes ago, the current branch without a name.
    fn logged(&self, name: &str, changes: usize) -> Result<Option<ObjectId>, HistoryError> {
        let found = match (name, self.layout.head()?) {
            ("", Head::Branch(name, id)) => Some((name, id)),
            ("", _) => self.referenced("HEAD")?,
            _ => self.referenced(name)?,
        };
        // The last entry of the log is what a reference names.
        match found {
            Some((name, _)) if changes > 0 => self.layout.logged(&name, changes),
            found => Ok(found.map(|(_, id)| id)),
        }
    }

    /// Returns the whole name and the object of a reference by its short name.
    fn referenced(&self, name: &str) -> Result<Option<(String, ObjectId)>, HistoryError> {
        let mut damaged = None;
        for (before, after) in RULES {
            let name = [before, name, after].concat();
            match self.layout.reference(&name) {
                Ok(Some(id)) => return Ok(Some((name, id))),
                Ok(None) => {}
                // Another reference of this short name may be whole.
                Err(error @ HistoryError::Damaged { .. }) => {
                    damaged.get_or_insert(error);
                }
                Err(error) => return Err(error),
            }
        }
        damaged.map_or(Ok(None), Err)
    }

    /// Returns the object whose hash begins with these digits. If there are several, those of the
    /// wanted kind are preferred.
    fn with_digits(
        &self,
        digits: &str,
        wanted: Option<ObjectKind>,
    ) -> Result<Option<ObjectId>, HistoryError> {
        let mut all = self.objects.find_prefix(&digits.to_ascii_lowercase())?;
        if all.len() > 1
            && let Some(wanted) = wanted
        {
            let mut fitting = all.clone();
            fitting.retain(|id| matches!(self.peeled(*id, wanted), Ok(Some(_))));
            if !fitting.is_empty() {
                all = fitting;
            }
        }
        match &*all {
            [] => Ok(None),
            [id] => Ok(Some(*id)),
            _ => Err(HistoryError::AmbiguousRevision { revision: digits.into(), objects: all }),
        }
    }

    fn apply(&self, suffix: Suffix, id: ObjectId) -> Result<Option<ObjectId>, HistoryError> {
        let (kind, number, generations) = match suffix {
            Suffix::Peeled(None) => return Ok(Some(peel(self.objects, id)?.0)),
            Suffix::Peeled(Some(kind)) => (kind, 0, 0),
            Suffix::Parent(number) => (ObjectKind::Commit, number, number.min(1)),
            Suffix::Ancestor(generations) => (ObjectKind::Commit, 1, generations),
        };
        let Some(mut id) = self.peeled(id, kind)? else { return Ok(None) };
        for _ in 0..generations {
            let commit = Commit::read(self.objects, id)?;
            let at = usize::try_from(number).ok().and_then(|number| number.checked_sub(1));
            let Some(parent) = at.and_then(|at| commit.parents.get(at)) else { return Ok(None) };
            id = *parent;
        }
        Ok(Some(id))
    }

    /// Returns the object of a kind that tags, or a commit with its tree, lead to. `None` if they
    /// lead to another kind.
    fn peeled(&self, id: ObjectId, wanted: ObjectKind) -> Result<Option<ObjectId>, HistoryError> {
        if wanted == ObjectKind::Tag {
            return Ok((self.objects.header(id)?.0 == wanted).then_some(id));
        }
        match peel(self.objects, id)? {
            (id, ObjectKind::Commit) if wanted == ObjectKind::Tree => {
                Ok(Some(Commit::read(self.objects, id)?.tree))
            }
            (id, kind) => Ok((kind == wanted).then_some(id)),
        }
    }

    /// Returns an error with the names of others.
    fn unknown(&self, revision: &str, name: &str) -> HistoryError {
        let names = self.layout.reference_names().unwrap_or_default();
        unknown_among(revision, name, &by_version(&names))
    }
}

/// Returns an error with branches and tags whose names are similar, contain the last part of this
/// one or begin like it; without these, with some branches and the newest tags.
fn unknown_among(revision: &str, name: &str, names: &[&str]) -> HistoryError {
    let all: Vec<&str> = names.iter().filter_map(|name| short_name(name)).collect();
    let mut similar = nearest_versions(name, &all);
    if similar.is_empty() {
        similar = closest_of(name, all.iter().copied());
    }
    let part = name.rsplit('/').next().unwrap_or(name).to_lowercase();
    let with = |is: &dyn Fn(&str) -> bool| {
        let with = all.iter().filter(|name| is(name)).take(MAX_SUGGESTED);
        with.map(ToString::to_string).collect::<Vec<_>>()
    };
    if part.len() >= MIN_PART {
        if similar.is_empty() {
            similar = with(&|name| name.to_lowercase().contains(&part));
        }
        // Such as v1.2.0 for 1.2.0, and 1.2.0 for 1.2.
        let begins = |longer: &str| longer.strip_prefix(name).is_some_and(|it| it.starts_with('.'));
        let longer = all.iter().find(|name| name.ends_with(&part));
        if let Some(longer) = longer.or_else(|| all.iter().find(|longer| begins(longer))) {
            similar.retain(|name| name != longer);
            similar.insert(0, longer.to_string());
        }
    }
    let mut start = name;
    while similar.is_empty() && start.len() > MIN_PART {
        start = start.get(..start.floor_char_boundary(start.len() - 1)).unwrap_or_default();
        similar = with(&|name| name.starts_with(start));
    }
    let mut branches = Vec::new();
    if similar.is_empty() {
        let heads = names.iter().filter(|name| name.starts_with("refs/heads/")).count();
        let some = all.iter().take(heads.min(MAX_BRANCHES)).chain(all.iter().skip(heads));
        branches.extend(some.take(MAX_SUGGESTED).map(ToString::to_string));
    }
    let others = all.len().saturating_sub(branches.len());
    HistoryError::UnknownRevision { revision: revision.into(), similar, branches, others }
}

/// Returns the names with a version that are nearest to one, such as v11.8.0 to v11.7.
fn nearest_versions(name: &str, all: &[&str]) -> Vec<String> {
    let numbers = |name: &str| -> Vec<u64> {
        let parts = name.split(|c: char| !c.is_ascii_digit());
        parts.filter_map(|part| part.parse().ok()).collect()
    };
    let series = |name: &str| {
        let end = name.find(|c: char| c.is_ascii_digit()).unwrap_or(name.len());
        name.get(..end).unwrap_or_default().trim_end_matches('v').to_owned()
    };
    let (wanted, own) = (numbers(name), series(name));
    if wanted.len() < 2 {
        return Vec::new();
    }
    let distance = |name: &str| -> Vec<u64> {
        let numbers = numbers(name).into_iter().chain(std::iter::repeat(0));
        wanted.iter().chain(&[0]).zip(numbers).map(|(wanted, has)| wanted.abs_diff(has)).collect()
    };
    let of_series = all.iter().filter(|name| series(name) == own && numbers(name).len() > 1);
    let mut left: Vec<_> = of_series.copied().collect();
    let nearest = || {
        let (at, _) = left.iter().enumerate().min_by_key(|(_, name)| distance(name))?;
        Some(left.remove(at).to_owned())
    };
    std::iter::from_fn(nearest).take(MAX_SUGGESTED).collect()
}

/// Splits a revision into a name and its suffixes, the last one first. `None` if it is malformed.
fn split(revision: &str) -> Option<(&str, Vec<Suffix>)> {
    let (mut rest, mut suffixes) = (revision, Vec::new());
    loop {
        let without_digits = rest.trim_end_matches(|character: char| character.is_ascii_digit());
        let number = match rest.get(without_digits.len()..)? {
            "" => Some(1),
            digits => digits.parse().ok(),
        };
        if let Some(name) = without_digits.strip_suffix('~') {
            suffixes.push(Suffix::Ancestor(number?));
            rest = name;
        } else if let Some(name) = without_digits.strip_suffix('^') {
            suffixes.push(Suffix::Parent(number?));
            rest = name;
        } else if let Some((name, kind)) =
            rest.strip_suffix('}').and_then(|rest| rest.rsplit_once("^{"))
        {
            suffixes.push(Suffix::Peeled(match kind {
                "" => None,
                kind => Some(ObjectKind::named(kind)?),
            }));
            rest = name;
        } else {
            return (!rest.is_empty()).then_some((rest, suffixes));
        }
    }
}

fn is_short_hash(text: &str) -> bool {
    text.len() >= MIN_DIGITS && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}
