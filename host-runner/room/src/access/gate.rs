//! The policy of a room, and what one call has learned about it.
//!
//! A call carries a [`CallPermit`]. It decides about everything that the call wants to read: in the
//! room by the requested path, and in the file system below the component by the real one. No
//! instance waits for an answer to a question: the permit notes the question, the call is repeated
//! once it is answered, and the result of the first attempt is discarded.

use crate::access::agentignore::{Agentignore, AgentignoreState};
use crate::error::Error;
use crate::filesystem::{Grant, GrantPath, NameFilter};
use crate::limits::{ABSOLUTE_BYTES, ABSOLUTE_NAMES};
use crate::policy::list::PathKind;
use crate::policy::{
    Action, Answers, Because, Denied, Policy, Question, Rule, Subject, Verdict, below, clean,
    lies_in,
};
use std::sync::Arc;

/// The maximum number of questions in one call. A component that causes more is denied the rest.
const MAX_QUESTIONS: usize = 8;

/// The maximum number of paths under which one file is checked. One with more is denied: a rule
/// could name it by any.
const MAX_PATHS: usize = 16;

/// The maximum number of decisions that a call keeps. The embedded component needs two or three.
const MAX_DECISIONS: usize = 32;

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
            decisions: Vec::new(),
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
    /// The decisions since the last answer, the latest last.
    decisions: Vec<(String, PathKind, PathDecision)>,
    /// The question to ask before this call can be answered.
    question: Option<Box<Question>>,
    /// The last denial.
    denied: Option<Denied>,
    /// Whether a directory was listed since the last answer. A component that lists a second one,
    /// or one around a requested file, searches for similar names: no questions are asked for that,
    /// and names that would need one are skipped.
    has_listed: bool,
}

/// The decision about a path.
#[derive(Clone)]
enum PathDecision {
    Allowed,
    Denied(Box<Denied>),
    /// A question has to be asked first.
    Pending,
}

/// What the rules decide about a path.
enum Ruling {
    Decided(PathDecision),
    Ask(Box<Question>),
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
        !granted || self.decide(path, self.about)
    }

    /// Decides about a real path: the number of a grant, and the path below it.
    fn admits(&mut self, grant: usize, path: &str, kind: PathKind) -> bool {
        let Some(grant) = self.gate.grants.get(grant) else { return false };
        let path = if path.is_empty() { grant.clone() } else { format!("{grant}/{path}") };
        let is_search = match kind {
            PathKind::Directory => {
                std::mem::replace(&mut self.has_listed, true) || self.is_above_decided_file(&path)
            }
            PathKind::Other => self.about == PathKind::Directory,
        };
        if is_search {
            return matches!(self.evaluate(&path, kind), Ruling::Decided(PathDecision::Allowed));
        }
        self.decide(path, kind)
    }

    /// Asks the pending question. The call has to be repeated then.
    pub(crate) fn ask(&mut self) {
        let Some(question) = self.question.take() else { return };
        let answer = self.gate.policy.answer(&question);
        self.answers.add(*question, answer);
        self.decisions.clear();
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
        self.decisions.iter().any(|(name, kind, _)| *kind == PathKind::Other && lies_below(name))
    }

    fn decide(&mut self, path: String, kind: PathKind) -> bool {
        let same =
            |(decided, of, _): &&(String, PathKind, PathDecision)| *decided == path && *of == kind;
        let decision = match self.decisions.iter().find(same) {
            Some((.., decision)) => decision.clone(),
            None => {
                let decision = match self.evaluate(&path, kind) {
                    Ruling::Decided(decision) => decision,
                    Ruling::Ask(question) => {
                        // Only the first one: with its answer, the call may not get to the others.
                        self.question.get_or_insert(question);
                        PathDecision::Pending
                    }
                };
                if self.decisions.len() == MAX_DECISIONS {
                    self.decisions.remove(0);
                }
                self.decisions.push((path, kind, decision.clone()));
                decision
            }
        };
        match decision {
            PathDecision::Allowed => return true,
            PathDecision::Denied(denied) => self.denied = Some(*denied),
            PathDecision::Pending => {}
        }
        false
    }

    fn evaluate(&self, path: &str, kind: PathKind) -> Ruling {
        let Some(paths) = self.gate.paths(path.to_string()) else {
            let why = format!("the file has more than {MAX_PATHS} paths");
            let rule = Rule::new("permissions", "", Action::Deny);
            let denied = Denied { path: path.into(), rule, because: Because::Unusable(why) };
            return Ruling::Decided(PathDecision::Denied(Box::new(denied)));
        };
        if let Some(denied) = self.agentignore_denial(path, &paths, kind) {
            return Ruling::Decided(PathDecision::Denied(Box::new(denied)));
        }
        let subject = Subject {
            paths: &paths,
            kind,
            project: &self.gate.project,
            grants: &self.gate.grants,
            home: self.gate.home.as_deref(),
            session: self.session.as_deref(),
        };
        match self.gate.policy.verdict(&subject, &self.answers) {
            Verdict::Allowed => Ruling::Decided(PathDecision::Allowed),
            Verdict::Denied(denied) => Ruling::Decided(PathDecision::Denied(denied)),
            Verdict::Ask(question) if self.answers.len() >= MAX_QUESTIONS => {
                let (path, rule) = (path.into(), question.ask.rule);
                let denied = Denied { path, rule, because: Because::NoAnswer };
                Ruling::Decided(PathDecision::Denied(Box::new(denied)))
            }
            Verdict::Ask(question) => Ruling::Ask(question),
        }
    }

    /// Returns the denial by the project's own list, if any.
    fn agentignore_denial(&self, path: &str, paths: &[String], kind: PathKind) -> Option<Denied> {
        let (pattern, because) = match &self.agentignore {
            AgentignoreState::Absent => return None,
            AgentignoreState::Unusable(why) => (String::new(), Because::Unusable(why.to_string())),
            AgentignoreState::List(list) => {
                let roots = self.gate.directories.first()?;
                let inside = paths
                    .iter()
                    .flat_map(|name| roots.iter().filter_map(move |root| below(name, root)));
                let mut found = inside.filter_map(|name| list.find(name, kind));
                let (_, pattern) = found.find(|(action, _)| *action == Action::Deny)?;
                (pattern, Because::Denied)
            }
        };
        let rule = Rule::new(crate::access::agentignore::NAME, pattern, Action::Deny);
        Some(Denied { path: path.into(), rule, because })
    }
}

impl NameFilter for CallPermit {
    fn admits_file(&mut self, path: &GrantPath) -> bool {
        self.admits(path.grant, &path.path, PathKind::Other)
    }

    fn admits_listing(&mut self, path: &GrantPath) -> bool {
        self.admits(path.grant, &path.path, PathKind::Directory)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_DECISIONS, MAX_PATHS, PolicyGate};
    use crate::filesystem::Grant;
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
            assert!(permit.admits(0, &format!("{number}.txt"), PathKind::Other));
            assert!(!permit.admits(0, &format!("{number}.pem"), PathKind::Other));
        }
        assert_eq!(permit.decisions.len(), MAX_DECISIONS);
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
            assert_eq!(permit.admits(0, "a.txt", PathKind::Other), is_allowed, "{count}");
            let told = permit.denied().map(ToString::to_string);
            let expected =
                "denied because permissions cannot be used: the file has more than 16 paths";
            assert_eq!(told, (!is_allowed).then(|| expected.to_string()));
        }
    }
}
