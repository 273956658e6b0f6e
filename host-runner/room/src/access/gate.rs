//! The policy of a room, and what one call has learned about it.
//!
//! A call carries a [`CallPermit`]. It decides about everything that the call wants to read: in the
//! room by the requested path, and in the file system below the component by the real one. No
//! instance waits for an answer to a question: the permit notes the question, the call is repeated
//! once it is answered, and the result of the first attempt is discarded.

use crate::access::agentignore::{Agentignore, AgentignoreState};
use crate::error::Error;
use crate::filesystem::{Grant, GrantPath, NameAccess, NameFilter};
use crate::limits::{ABSOLUTE_BYTES, ABSOLUTE_NAMES};
use crate::policy::list::{Case, PathKind};
use crate::policy::{
    Action, Answers, Because, Denied, POLICY, Policy, Question, Rule, Subject, Verdict, below,
    clean, lies_in,
};
use std::sync::Arc;

/// The maximum number of questions in one call. A component that causes more is denied the rest.
const MAX_QUESTIONS: usize = 8;

/// The maximum number of paths under which one file is checked. One with more is denied: a rule
/// could name it by any.
const MAX_PATHS: usize = 16;

/// The maximum number of decisions that a call keeps. The embedded component needs two for each
/// name on the way to a file.
const MAX_RULINGS: usize = 64;

/// The policy of a room, and the paths that it needs.
pub(crate) struct PolicyGate {
    policy: Policy,
    /// The path of each grant, in their order. All paths here are clean.
    grants: Vec<String>,
    /// The paths of each granted directory; the first has those of the root.
    directories: Vec<Vec<String>>,
    /// What is not external: the root under all its paths, and the working directory.
    project: Vec<String>,
    home: Option<Arc<str>>,
    agentignore: Option<Agentignore>,
}

impl PolicyGate {
    /// Returns the gate of a room with these grants; `directories` has the paths of each. Fails if
    /// a rule needs a home directory and there is none.
    pub(crate) fn new(
        policy: Policy,
        grants: &[Grant],
        directories: &[Vec<String>],
        project: &[String],
        home: Option<Arc<str>>,
    ) -> Result<Self, Error> {
        if home.is_none() && policy.names_home() {
            return Err(Error::NoHome);
        }
        let root = grants.first().filter(|_| policy.uses_agentignore());
        Ok(Self {
            agentignore: root.map(|root| Agentignore::new(root.clone())),
            grants: grants.iter().map(|grant| clean(&grant.name)).collect(),
            directories: directories
                .iter()
                .map(|paths| paths.iter().map(|name| clean(name)).collect())
                .collect(),
            project: project.iter().map(|directory| clean(directory)).collect(),
            home,
            policy,
        })
    }

    /// Returns the permit of a call, or `None` if nothing can be denied.
    pub(crate) fn permit(
        self: &Arc<Self>,
        session: Option<Arc<str>>,
        about: PathKind,
    ) -> Option<CallPermit> {
        let agentignore =
            self.agentignore.as_ref().map_or(AgentignoreState::Absent, Agentignore::read);
        if matches!(agentignore, AgentignoreState::Absent) && self.policy.allows_everything() {
            return None;
        }
        Some(CallPermit {
            gate: self.clone(),
            session,
            about,
            agentignore,
            answers: Answers::default(),
            rulings: Vec::new(),
            question: None,
            denied: None,
            has_listed: false,
        })
    }

    /// Returns why the file `.agentignore` in the root cannot be used.
    pub(crate) fn problem(&self) -> Option<String> {
        self.agentignore.as_ref().and_then(Agentignore::problem)
    }

    /// Returns the absolute path of a file, and its other ones where directories were granted under
    /// several. `None` if there are too many.
    fn paths(&self, path: String) -> Option<Vec<String>> {
        let mut paths = vec![path];
        let mut next = 0;
        while let Some(name) = paths.get(next).cloned() {
            next += 1;
            for directory in self.directories.iter().filter(|paths| paths.len() > 1) {
                // The shortest rest: a directory may be granted by a link in itself, too, and then
                // its files have paths without end.
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

/// What one call may see, and what was asked and answered in it.
pub(crate) struct CallPermit {
    gate: Arc<PolicyGate>,
    session: Option<Arc<str>>,
    /// What the call is about. If it is a directory, files are only looked at for their sizes, and
    /// no question is asked about them.
    about: PathKind,
    agentignore: AgentignoreState,
    answers: Answers,
    /// What the rules decided since the last answer, the latest last.
    rulings: Vec<(RuledPath, Ruling)>,
    /// The question to ask before this call can be answered.
    question: Option<Arc<Question>>,
    /// The last denial.
    denied: Option<Denied>,
    /// Whether a directory was listed since the last answer. A component that then looks at files,
    /// lists a second directory, or one around a requested file, searches for similar names: no
    /// questions are asked for that, and names that would need one are skipped.
    has_listed: bool,
}

/// An absolute path, and what the rules are asked about it.
#[derive(Clone, PartialEq, Eq)]
struct RuledPath {
    path: String,
    purpose: Purpose,
    case: Case,
}

/// What the rules are asked about a path.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    /// Whether a file can be read there.
    Read,
    /// Whether a directory can be listed there.
    List,
    /// Whether a directory there can be passed through.
    Pass,
}

/// What the rules decide about a path.
#[derive(Clone)]
enum Ruling {
    Allowed,
    Denied(Arc<Denied>),
    /// A question has to be asked first.
    Ask(Arc<Question>),
}

impl CallPermit {
    /// Returns whether an absolute path that was requested is allowed. It is not if it is denied,
    /// or if a question has to be asked first. A path outside every grant is not checked.
    pub(crate) fn allows(&mut self, path: &str) -> bool {
        let path = clean(path);
        // A longer path leads nowhere. One with more names is checked when the component gets to
        // it.
        if path.len() > ABSOLUTE_BYTES || path.matches('/').count() > ABSOLUTE_NAMES {
            return true;
        }
        let granted = self.gate.grants.iter().any(|grant| lies_in(&path, grant));
        let purpose = match self.about {
            PathKind::Directory => Purpose::List,
            PathKind::Other => Purpose::Read,
        };
        !granted || self.decide(RuledPath { path, purpose, case: Case::usual() })
    }

    /// Asks the pending question. The call has to be repeated then.
    pub(crate) fn ask(&mut self) {
        let Some(question) = self.question.take() else { return };
        let answer = self.gate.policy.answer(&question);
        self.answers.add(question, answer);
        self.rulings.clear();
        (self.denied, self.has_listed) = (None, false);
    }

    /// Returns whether a question has to be asked before the call can be answered.
    pub(crate) fn has_to_ask(&self) -> bool {
        self.question.is_some()
    }

    /// Returns the last denial.
    pub(crate) fn denied(&self) -> Option<&Denied> {
        self.denied.as_ref()
    }

    /// Returns whether a file below a directory was decided about.
    fn is_above_decided_file(&self, directory: &str) -> bool {
        let lies_below = |name: &str| below(name, directory).is_some_and(|rest| !rest.is_empty());
        self.rulings.iter().any(|(at, _)| at.purpose == Purpose::Read && lies_below(&at.path))
    }

    /// Decides about a path, and keeps the denial, or the question that has to be asked.
    fn decide(&mut self, path: RuledPath) -> bool {
        match self.ruling(path) {
            Ruling::Allowed => return true,
            Ruling::Denied(denied) => self.denied = Some(Denied::clone(&denied)),
            // Only the first one: with its answer, the call may not get to the others.
            Ruling::Ask(question) => drop(self.question.get_or_insert(question)),
        }
        false
    }

    /// Returns whether what is at a path may be allowed, as a file or as a directory.
    fn may_be_allowed(&mut self, file: RuledPath, directory: RuledPath) -> bool {
        // The requested file was decided about before, and directories on the way were not.
        let is_known_file =
            |(known, ruling): &_| *known == file && !matches!(ruling, Ruling::Denied(_));
        if self.rulings.iter().any(is_known_file) {
            return true;
        }
        let is_denied = matches!(self.ruling(directory), Ruling::Denied(_))
            && matches!(self.ruling(file.clone()), Ruling::Denied(_));
        // A search for similar names is not what was requested.
        if is_denied && !self.has_listed {
            self.decide(file);
        }
        !is_denied
    }

    fn ruling(&mut self, path: RuledPath) -> Ruling {
        if let Some((_, known)) = self.rulings.iter().find(|(known, _)| *known == path) {
            return known.clone();
        }
        let ruling = self.evaluate(&path);
        if self.rulings.len() == MAX_RULINGS {
            self.rulings.remove(0);
        }
        self.rulings.push((path, ruling.clone()));
        ruling
    }

    fn evaluate(&self, ruled: &RuledPath) -> Ruling {
        let RuledPath { path, purpose, case } = ruled;
        let denied =
            |rule, because| Ruling::Denied(Arc::new(Denied { path: path.clone(), rule, because }));
        let Some(paths) = self.gate.paths(path.clone()) else {
            let why = format!("the file has more than {MAX_PATHS} paths");
            return denied(Rule::new(POLICY, "", Action::Deny), Because::Unusable(why));
        };
        let kind = match purpose {
            Purpose::Read => PathKind::Other,
            Purpose::List | Purpose::Pass => PathKind::Directory,
        };
        if let Some((rule, because)) = self.agentignore_denial(&paths, kind, *case) {
            return denied(rule, because);
        }
        let subject = Subject {
            paths: &paths,
            kind,
            case: *case,
            project: &self.gate.project,
            grants: &self.gate.grants,
            home: self.gate.home.as_deref(),
            session: self.session.as_deref(),
        };
        if *purpose == Purpose::Pass {
            let denied = self.gate.policy.denial_below(&subject);
            return denied.map_or(Ruling::Allowed, |denied| Ruling::Denied(Arc::new(denied)));
        }
        match self.gate.policy.verdict(&subject, &self.answers) {
            Verdict::Allowed => Ruling::Allowed,
            Verdict::Denied(denied) => Ruling::Denied(denied.into()),
            Verdict::Ask(question) if self.answers.len() >= MAX_QUESTIONS => {
                denied(question.ask.rule, Because::NoAnswer)
            }
            Verdict::Ask(question) => Ruling::Ask(question.into()),
        }
    }

    /// Returns the rule of the project's own list that denies a path, if any.
    fn agentignore_denial(
        &self,
        paths: &[String],
        kind: PathKind,
        case: Case,
    ) -> Option<(Rule, Because)> {
        let (pattern, because) = match &self.agentignore {
            AgentignoreState::Absent => return None,
            AgentignoreState::Unusable(why) => (String::new(), Because::Unusable(why.to_string())),
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
        let rule = Rule::new(crate::access::agentignore::NAME, pattern, Action::Deny);
        Some((rule, because))
    }
}

impl NameFilter for CallPermit {
    /// Decides about a real path: the number of a grant, and the path below it.
    fn admits(&mut self, at: &GrantPath, access: NameAccess) -> bool {
        let Some(grant) = self.gate.grants.get(at.grant) else { return false };
        let slash = if at.path.is_empty() { "" } else { "/" };
        let path = format!("{grant}{slash}{}", at.path);
        let case = if at.is_case_insensitive { Case::Insensitive } else { Case::usual() };
        let is_search = self.has_listed
            || match access {
                NameAccess::File | NameAccess::Nothing => self.about == PathKind::Directory,
                NameAccess::Listing => self.is_above_decided_file(&path),
                NameAccess::Unknown | NameAccess::Directory => false,
            };
        let ruled = |purpose| RuledPath { path: path.clone(), purpose, case };
        let mut admits = |purpose| match is_search {
            true => matches!(self.ruling(ruled(purpose)), Ruling::Allowed),
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
}

#[cfg(test)]
mod tests {
    use super::{MAX_PATHS, MAX_RULINGS, PolicyGate};
    use crate::filesystem::{Grant, GrantPath, NameAccess, NameFilter};
    use crate::policy::Policy;
    use crate::policy::list::PathKind;
    use crate::tree::MemoryTree;
    use std::sync::Arc;

    fn gate(policy: Policy, directories: &[&[&str]]) -> Arc<PolicyGate> {
        let paths = || directories.iter().flat_map(|paths| paths.iter());
        let grants: Vec<_> =
            paths().map(|name| Grant::tree((*name).into(), Arc::new(MemoryTree::new()))).collect();
        let directories: Vec<Vec<String>> = directories
            .iter()
            .map(|paths| paths.iter().map(ToString::to_string).collect())
            .collect();
        Arc::new(PolicyGate::new(policy, &grants, &directories, &directories[0], None).unwrap())
    }

    fn path(path: String) -> GrantPath {
        GrantPath { grant: 0, path, is_case_insensitive: false }
    }

    #[test]
    fn where_nothing_can_be_denied_there_is_no_permit() {
        assert!(gate(Policy::everything(), &[&["/p"]]).permit(None, PathKind::Other).is_none());
        assert!(gate(Policy::default(), &[&["/p"]]).permit(None, PathKind::Other).is_some());
    }

    #[test]
    fn a_component_that_comes_with_many_names_takes_no_more_memory() {
        let gate = gate(Policy::default(), &[&["/p"]]);
        let mut permit = gate.permit(None, PathKind::Other).unwrap();
        for number in 0..1000 {
            assert!(permit.admits(&path(format!("{number}.txt")), NameAccess::File));
            assert!(!permit.admits(&path(format!("{number}.pem")), NameAccess::File));
        }
        assert_eq!(permit.rulings.len(), MAX_RULINGS);
        assert_eq!(permit.denied().map(|denied| denied.path.as_str()), Some("/p/999.pem"));
    }

    #[test]
    fn a_file_has_the_names_of_all_directories_around_it() {
        let gate =
            gate(Policy::default(), &[&["/link", "/real"], &["/real/sub", "/other"], &["/more"]]);
        let mut paths = gate.paths("/link/sub/a".into()).unwrap();
        paths.sort();
        assert_eq!(paths, ["/link/sub/a", "/other/a", "/real/sub/a"]);
        assert_eq!(gate.paths("/more/a".into()).unwrap(), ["/more/a"]);
        assert_eq!(gate.paths("/link".into()).unwrap(), ["/link", "/real"]);
        assert_eq!(gate.paths("/elsewhere".into()).unwrap(), ["/elsewhere"]);
    }

    #[test]
    fn a_directory_granted_by_a_link_in_itself_has_two_paths() {
        let gate = gate(Policy::default(), &[&["/p", "/p/self"]]);
        for path in ["/p/a", "/p/self/a"] {
            let mut paths = gate.paths(path.into()).unwrap();
            paths.sort();
            assert_eq!(paths, ["/p/a", "/p/self/a"]);
        }
    }

    #[test]
    fn a_file_with_more_paths_than_are_checked_is_denied() {
        let links: Vec<String> = (0..=MAX_PATHS).map(|number| format!("/l{number}")).collect();
        let paths: Vec<&str> = links.iter().map(String::as_str).collect();
        for (count, is_allowed) in [(MAX_PATHS, true), (MAX_PATHS + 1, false)] {
            let gate = gate(Policy::default(), &[&paths[..count]]);
            let mut permit = gate.permit(None, PathKind::Other).unwrap();
            assert_eq!(
                permit.admits(&path("a.txt".into()), NameAccess::File),
                is_allowed,
                "{count}"
            );
            let told = permit.denied().map(ToString::to_string);
            let expected =
                "denied because the policy cannot be used: the file has more than 16 paths";
            assert_eq!(told, (!is_allowed).then(|| expected.to_string()));
        }
    }
}
