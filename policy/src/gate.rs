//! A policy applied to grants, and what one call has learned about it.
//!
//! A call carries a [`CallPermit`], which decides about everything that the call wants to read: in
//! the host by the requested path, and during the walk, in the component and below it, by the real
//! one. No instance waits for the answer to a question: the permit records the question, the call
//! is repeated once it is answered, and the result of the first attempt is discarded.
//!
//! One file: the permit of a call and its decisions can be reviewed together.

use crate::agentignore::{self, AgentignoreState};
use crate::definition::Policy;
use crate::list::{Case, PathKind};
use crate::names::{below, clean, lies_in};
use crate::rule::{Action, Because, Denied, POLICY, Rule};
use crate::secrets::is_secret_itself;
use crate::verdict::{Answers, Question, Subject, Verdict};
use std::collections::VecDeque;
use std::sync::Arc;

/// The maximum number of questions per call. A component that causes more is denied the rest.
const MAX_QUESTIONS: usize = 8;

/// The maximum number of paths under which one file is checked. A file with more is denied: a rule
/// could name it by any of them.
const MAX_PATHS: usize = 16;

/// The maximum number of decisions cached per call. The embedded component needs two for each name
/// on the way to a file.
const MAX_RULINGS: usize = 64;

/// The maximum length of a meaningful absolute path, in bytes, and in names.
const MAX_PATH_BYTES: usize = 2 * 4096;
const MAX_PATH_NAMES: usize = 2 * 128;

/// A policy, and the paths that it needs.
#[derive(Debug)]
pub struct Gate {
    policy: Policy,
    /// The path of each grant, in order. All paths here are clean.
    grants: Vec<String>,
    /// The paths of each granted directory, the root first.
    directories: Vec<Vec<String>>,
    /// The paths that are not external: the root under all its names, and the working directory.
    project: Vec<String>,
    home: Option<Arc<str>>,
    /// Why everything is denied.
    problem: Option<String>,
}

impl Gate {
    /// Returns the gate for these grants. `directories` has the paths of each granted directory,
    /// the root first, and `project` the paths that are not external.
    pub fn new<'a, P: AsRef<str>>(
        policy: Policy,
        grants: impl Iterator<Item = &'a str>,
        directories: &[Vec<P>],
        project: &[P],
        home: Option<Arc<str>>,
    ) -> Self {
        let all_clean = |paths: &[P]| paths.iter().map(|path| clean(path.as_ref())).collect();
        Self {
            grants: grants.map(clean).collect(),
            directories: directories.iter().map(|paths| all_clean(paths)).collect(),
            project: all_clean(project),
            home,
            policy,
            problem: None,
        }
    }

    /// Returns the gate for a policy that cannot be used: it denies everything.
    pub fn closed<'a>(grants: impl Iterator<Item = &'a str>, problem: String) -> Self {
        let closed = Self::new::<&str>(Policy::new(), grants, &[], &[], None);
        Self { problem: Some(problem), ..closed }
    }

    /// Returns the policy.
    pub fn policy(&self) -> &Policy {
        &self.policy
    }

    /// Returns the permit of a call, or `None` if nothing can be denied.
    pub fn permit(
        gate: &Arc<Self>,
        agentignore: AgentignoreState,
        session: Option<Arc<str>>,
        about: PathKind,
    ) -> Option<CallPermit> {
        let is_unlisted = matches!(agentignore, AgentignoreState::Absent);
        if is_unlisted && gate.problem.is_none() && gate.policy.allows_everything() {
            return None;
        }
        Some(CallPermit {
            gate: gate.clone(),
            session,
            about,
            agentignore,
            answers: Answers::default(),
            rulings: VecDeque::new(),
            question: None,
            denied: None,
            has_listed: false,
            requested: None,
            refuses_questions: false,
        })
    }

    /// Returns the absolute path of a file, and its other paths if directories were granted under
    /// several names. `None` if there are too many.
    fn paths(&self, path: String) -> Option<Vec<String>> {
        let mut paths = vec![path];
        let mut next = 0;
        while let Some(name) = paths.get(next).cloned() {
            next += 1;
            for directory in self.directories.iter().filter(|paths| paths.len() > 1) {
                // The shortest rest: a directory may also be granted through a link inside itself,
                // and its files then have infinitely many paths.
                let rests = directory.iter().filter_map(|directory| below(&name, directory));
                let Some(rest) = rests.min_by_key(|rest| rest.len()) else { continue };
                for other in directory {
                    let slash = if rest.is_empty() { "" } else { "/" };
                    let other = format!("{other}{slash}{rest}");
                    if !paths.contains(&other) {
                        paths.push(other);
                    }
                }
                if paths.len() > MAX_PATHS {
                    return None;
                }
            }
        }
        Some(paths)
    }
}

/// The kind of access to a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NameAccess {
    /// The metadata of an entry of unknown kind. Refused only if all of the next three would be.
    Unknown,
    /// The metadata, or opening, of a file, a link, or anything else that is not a directory.
    File,
    /// The metadata of a directory, or passing through it.
    Directory,
    /// Learning that nothing exists, which must not distinguish a denied file or directory from
    /// none.
    Nothing,
    /// Listing a directory.
    Listing,
}

/// Returns whether [`Policy::default`] allows the entry at a path in the only grant, below a
/// directory that it allows, without `.agentignore` and without answers to questions. A
/// [`CallPermit`] also gives the reason, and costs more.
pub fn default_allows(path: &str, access: NameAccess) -> bool {
    let (is_file, is_directory) = match access {
        NameAccess::File => (true, false),
        NameAccess::Directory | NameAccess::Listing => (false, true),
        NameAccess::Unknown | NameAccess::Nothing => (true, true),
    };
    !(is_file && is_secret_itself(path, PathKind::Other)
        || is_directory && is_secret_itself(path, PathKind::Directory))
}

/// The permissions of one call, with its questions and answers.
#[derive(Debug)]
pub struct CallPermit {
    gate: Arc<Gate>,
    session: Option<Arc<str>>,
    /// The subject of the call. If it is a directory, files are accessed only for their sizes, and
    /// no questions are asked about them.
    about: PathKind,
    agentignore: AgentignoreState,
    answers: Answers,
    /// The decisions since the last answer, the latest last.
    rulings: VecDeque<KnownRuling>,
    /// The question to ask before this call can be completed.
    question: Option<Arc<Question>>,
    /// The last denial.
    denied: Option<Denied>,
    /// Whether a directory was listed since the last answer. A component that then accesses files,
    /// lists a second directory, or an ancestor of a requested file, is searching for similar
    /// names: no questions are asked for that, and names that would need one are skipped.
    has_listed: bool,
    /// The path that the call is about, once it was decided about.
    requested: Option<String>,
    /// Whether questions that are left to the host are refused, except for the requested path.
    refuses_questions: bool,
}

/// An absolute path, and the question for the rules about it.
#[derive(Clone, Copy)]
struct RuledPath<'a> {
    path: &'a str,
    purpose: Purpose,
    case: Case,
}

/// A path with its decision.
#[derive(Debug)]
struct KnownRuling {
    path: String,
    purpose: Purpose,
    case: Case,
    ruling: Ruling,
}

impl KnownRuling {
    fn is(&self, ruled: RuledPath<'_>) -> bool {
        // Paths in one directory differ in their ends.
        let end = |path: &str| path.as_bytes().last_chunk::<8>().copied();
        self.purpose == ruled.purpose
            && self.case == ruled.case
            && end(&self.path) == end(ruled.path)
            && self.path == ruled.path
    }
}

/// A question for the rules about a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Purpose {
    /// Whether a file can be read there.
    Read,
    /// Whether a directory can be listed there.
    List,
    /// Whether a directory there can be passed through.
    Pass,
}

/// The decision of the rules about a path.
#[derive(Clone, Debug)]
enum Ruling {
    Allowed,
    /// Allowed, with secrets masked.
    Masked,
    Denied(Arc<Denied>),
    /// A question must be asked first.
    Ask(Arc<Question>),
}

impl CallPermit {
    /// Returns whether a requested absolute path is allowed: neither denied nor in need of a
    /// question. A path outside every grant is not checked.
    pub fn allows(&mut self, path: &str) -> bool {
        let path = clean(path);
        // A longer path cannot exist. One with more names is checked when the component gets to it.
        if path.len() > MAX_PATH_BYTES || path.matches('/').count() > MAX_PATH_NAMES {
            return true;
        }
        self.requested = Some(path.clone());
        let granted = self.gate.grants.iter().any(|grant| lies_in(&path, grant));
        let purpose = match self.about {
            PathKind::Directory => Purpose::List,
            PathKind::Other => Purpose::Read,
        };
        !granted || self.decide(RuledPath { path: &path, purpose, case: Case::usual() })
    }

    /// Decides about a real path: the number of a grant, and the path below it.
    pub fn admits(&mut self, grant: usize, path: &str, case: Case, access: NameAccess) -> bool {
        let Some(grant) = self.gate.grants.get(grant) else { return false };
        let slash = if path.is_empty() { "" } else { "/" };
        let path = [grant, slash, path].concat();
        let is_search = self.has_listed
            || match access {
                NameAccess::File | NameAccess::Nothing => {
                    self.about == PathKind::Directory && self.requested.as_ref() != Some(&path)
                }
                NameAccess::Listing => self.is_above_decided_file(&path),
                NameAccess::Unknown | NameAccess::Directory => false,
            };
        let ruled = |purpose| RuledPath { path: &path, purpose, case };
        let mut admits = |purpose| match is_search {
            true => matches!(self.ruling(ruled(purpose)), Ruling::Allowed | Ruling::Masked),
            false => self.decide(ruled(purpose)),
        };
        match access {
            NameAccess::Unknown => self.may_be_allowed(ruled(Purpose::Read), ruled(Purpose::Pass)),
            NameAccess::File => admits(Purpose::Read),
            NameAccess::Directory => admits(Purpose::Pass),
            NameAccess::Nothing => admits(Purpose::Pass) && admits(Purpose::Read),
            NameAccess::Listing => {
                let admits = admits(Purpose::List);
                self.has_listed = true;
                admits
            }
        }
    }

    /// Returns whether the host would ask about a path if it saw that it is read, which it does not
    /// in the past. About the requested path it has asked.
    pub fn is_left_to_ask(&self, grant: usize, path: &str, case: Case, access: NameAccess) -> bool {
        self.gate.policy.leaves_questions && {
            let mut refusing = Self {
                gate: self.gate.clone(),
                session: None,
                agentignore: AgentignoreState::Absent,
                answers: Answers::default(),
                rulings: VecDeque::new(),
                question: None,
                denied: None,
                requested: self.requested.clone(),
                refuses_questions: true,
                ..*self
            };
            !refusing.admits(grant, path, case, access)
        }
    }

    /// Returns whether secrets are masked in an admitted file: the number of its grant, and its
    /// real path below it.
    pub fn masks(&mut self, grant: usize, path: &str, case: Case) -> bool {
        let Some(grant) = self.gate.grants.get(grant) else { return false };
        let path = &[grant, "/", path].concat();
        let ruled = RuledPath { path, purpose: Purpose::Read, case };
        matches!(self.ruling(ruled), Ruling::Masked)
    }

    /// Asks the pending question, after which the call must be repeated.
    pub fn ask(&mut self) {
        let Some(question) = self.question.take() else { return };
        let answer = self.gate.policy.answer(&question);
        self.answers.add(question, answer);
        self.rulings.clear();
        (self.denied, self.has_listed) = (None, false);
    }

    /// Returns the state of `.agentignore` in this call.
    pub fn agentignore(&self) -> &AgentignoreState {
        &self.agentignore
    }

    /// Returns whether a question must be asked before the call can be completed.
    pub fn has_to_ask(&self) -> bool {
        self.question.is_some()
    }

    /// Returns the last denial.
    pub fn denied(&self) -> Option<&Denied> {
        self.denied.as_ref()
    }

    /// Returns whether a decision exists about a file below a directory.
    fn is_above_decided_file(&self, directory: &str) -> bool {
        let lies_below = |name: &str| below(name, directory).is_some_and(|rest| !rest.is_empty());
        self.rulings.iter().any(|known| known.purpose == Purpose::Read && lies_below(&known.path))
    }

    /// Decides about a path, and records the denial or the question.
    fn decide(&mut self, path: RuledPath<'_>) -> bool {
        match self.ruling(path) {
            Ruling::Allowed | Ruling::Masked => return true,
            Ruling::Denied(denied) => self.denied = Some(Denied::clone(&denied)),
            // Only the first one: after its answer, the call may not reach the others.
            Ruling::Ask(question) => drop(self.question.get_or_insert(question)),
        }
        false
    }

    /// Returns whether the entry at a path may be allowed, as a file or as a directory.
    fn may_be_allowed(&mut self, file: RuledPath<'_>, directory: RuledPath<'_>) -> bool {
        // The requested file has been decided about, and directories on the way have not.
        let is_known_file =
            |known: &KnownRuling| known.is(file) && !matches!(known.ruling, Ruling::Denied(_));
        if self.rulings.iter().rev().any(is_known_file) {
            return true;
        }
        let is_denied = matches!(self.ruling(directory), Ruling::Denied(_))
            && matches!(self.ruling(file), Ruling::Denied(_));
        // A search for similar names is not a request for them.
        if is_denied && !self.has_listed {
            self.decide(file);
        }
        !is_denied
    }

    fn ruling(&mut self, ruled: RuledPath<'_>) -> Ruling {
        if let Some(known) = self.rulings.iter().rev().find(|known| known.is(ruled)) {
            return known.ruling.clone();
        }
        let RuledPath { purpose, case, .. } = ruled;
        let path = ruled.path.to_string();
        let ruling = self.evaluate(&path, purpose, case);
        if self.rulings.len() == MAX_RULINGS {
            self.rulings.pop_front();
        }
        self.rulings.push_back(KnownRuling { path, purpose, case, ruling: ruling.clone() });
        ruling
    }

    fn evaluate(&self, path: &String, purpose: Purpose, case: Case) -> Ruling {
        let denied =
            |rule, because| Ruling::Denied(Arc::new(Denied { path: path.clone(), rule, because }));
        if let Some(why) = &self.gate.problem {
            let rule = Rule::new(POLICY, "", Action::Deny);
            return denied(rule, Because::Unusable(why.clone()));
        }
        let aliases;
        let paths = match self.gate.directories.iter().any(|paths| paths.len() > 1) {
            false => std::slice::from_ref(path),
            true => match self.gate.paths(path.clone()) {
                Some(paths) => {
                    aliases = paths;
                    &*aliases
                }
                None => {
                    let why = format!("the file has more than {MAX_PATHS} paths");
                    return denied(Rule::new(POLICY, "", Action::Deny), Because::Unusable(why));
                }
            },
        };
        let kind = match purpose {
            Purpose::Read => PathKind::Other,
            Purpose::List | Purpose::Pass => PathKind::Directory,
        };
        if let Some((rule, because)) = self.agentignore_denial(paths, kind, case) {
            return denied(rule, because);
        }
        let subject = Subject {
            paths,
            kind,
            case,
            project: &self.gate.project,
            grants: &self.gate.grants,
            home: self.gate.home.as_deref(),
            session: self.session.as_deref(),
            refuses_questions: self.refuses_questions && !self.is_about(path),
        };
        if purpose == Purpose::Pass {
            let denied = self.gate.policy.denial_below(&subject);
            return denied.map_or(Ruling::Allowed, |denied| Ruling::Denied(Arc::new(denied)));
        }
        match self.gate.policy.verdict(&subject, &self.answers) {
            Verdict::Allowed => Ruling::Allowed,
            Verdict::Masked => Ruling::Masked,
            Verdict::Denied(denied) => Ruling::Denied(denied.into()),
            Verdict::Ask(question) if self.answers.len() >= MAX_QUESTIONS => {
                denied(question.ask.rule, Because::NoAnswer)
            }
            Verdict::Ask(question) => Ruling::Ask(question.into()),
        }
    }

    /// Returns whether the call is about a path or something below it.
    fn is_about(&self, path: &str) -> bool {
        self.requested.as_ref().is_some_and(|requested| lies_in(requested, path))
    }

    /// Returns the rule of `.agentignore` that denies a path, if any.
    fn agentignore_denial(
        &self,
        paths: &[String],
        kind: PathKind,
        case: Case,
    ) -> Option<(Rule, Because)> {
        let (pattern, because) = match &self.agentignore {
            AgentignoreState::Absent => return None,
            AgentignoreState::Unusable(why) => ("", Because::Unusable(why.to_string())),
            AgentignoreState::List(list) => {
                let roots = self.gate.directories.first()?;
                let inside = paths
                    .iter()
                    .flat_map(|name| roots.iter().filter_map(move |root| below(name, root)));
                let mut found = inside.filter_map(|name| list.find(name, kind, case));
                let (_, pattern) = found.find(|(action, _)| *action == Action::Deny)?;
                (pattern, Because::Denied)
            }
        };
        let rule = Rule::new(agentignore::NAME, pattern, Action::Deny);
        Some((rule, because))
    }
}

#[cfg(test)]
mod tests;
