//! The policy of a room, and what one call has learned about it.
//!
//! A call carries a [`CallPermit`]. It decides about everything that the call wants to read: in the
//! room by the requested path, and in the file system below the component by the real one. No
//! instance waits for an answer to a question: the permit notes the question, the call is repeated
//! once it is answered, and the result of the first attempt is discarded.

use crate::access::agentignore::{Agentignore, Ignored};
use crate::error::Error;
use crate::filesystem::{Grant, GrantPath, NameFilter};
use crate::limits::{ABSOLUTE_BYTES, ABSOLUTE_NAMES};
use crate::policy::list::Named;
use crate::policy::{
    Action, Answers, Because, Denied, Policy, Question, Rule, Subject, Verdict, below, clean,
    lies_in,
};
use std::sync::Arc;

/// The maximum number of questions in one call. A component that causes more is denied the rest.
const MAX_QUESTIONS: usize = 8;

/// The maximum number of paths under which one file is checked.
const MAX_NAMES: usize = 16;

/// The maximum number of decisions that a call keeps. The embedded component needs two or three.
const MAX_KNOWN: usize = 32;

/// The policy of a room, and the paths that it needs.
pub(crate) struct PolicyGate {
    policy: Policy,
    /// The path of each grant, in their order. All paths here are clean.
    grants: Vec<String>,
    /// The paths of each granted directory; the first has those of the root.
    directories: Vec<Vec<String>>,
    /// What is not external: the root under all its paths, and the working directory.
    places: Vec<String>,
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
        places: &[String],
        home: Option<Arc<str>>,
    ) -> Result<Self, Error> {
        if home.is_none() && policy.names_home() {
            return Err(Error::NoHome);
        }
        let root = grants.first().filter(|_| policy.heeds_agentignore());
        Ok(Self {
            agentignore: root.map(|root| Agentignore::new(root.clone())),
            grants: grants.iter().map(|grant| clean(&grant.name)).collect(),
            directories: directories
                .iter()
                .map(|names| names.iter().map(|name| clean(name)).collect())
                .collect(),
            places: places.iter().map(|place| clean(place)).collect(),
            home,
            policy,
        })
    }

    /// Returns the permit of a call, or `None` if nothing can be denied.
    pub(crate) fn pass(
        self: &Arc<Self>,
        session: Option<Arc<str>>,
        about: Named,
    ) -> Option<CallPermit> {
        let ignored = self.agentignore.as_ref().map_or(Ignored::Nothing, Agentignore::read);
        if matches!(ignored, Ignored::Nothing) && self.policy.allows_everything() {
            return None;
        }
        Some(CallPermit {
            guard: self.clone(),
            session,
            about,
            ignored,
            answers: Answers::default(),
            known: Vec::new(),
            question: None,
            denied: None,
            has_listed: false,
        })
    }

    /// Returns what is wrong with the file `.agentignore` in the root.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.agentignore.as_ref().map_or(Vec::new(), Agentignore::problems)
    }

    /// Returns the absolute path of a file, and its other ones where directories were granted under
    /// several.
    fn names(&self, path: String) -> Vec<String> {
        let mut names = vec![path];
        let mut next = 0;
        while let Some(name) = names.get(next).cloned() {
            next += 1;
            for directory in self.directories.iter().filter(|names| names.len() > 1) {
                for rest in directory.iter().filter_map(|directory| below(&name, directory)) {
                    for other in directory {
                        let slash = if rest.is_empty() { "" } else { "/" };
                        let other = format!("{other}{slash}{rest}");
                        if names.len() < MAX_NAMES && !names.contains(&other) {
                            names.push(other);
                        }
                    }
                }
            }
        }
        names
    }
}

/// What one call may see, and what was asked and answered in it.
pub(crate) struct CallPermit {
    guard: Arc<PolicyGate>,
    session: Option<Arc<str>>,
    /// What the call is about. If it is a directory, files are only looked at for their sizes, and
    /// no question is asked about them.
    about: Named,
    ignored: Ignored,
    answers: Answers,
    /// The decisions since the last answer, the latest last.
    known: Vec<(String, Named, Known)>,
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
enum Known {
    Allowed,
    Denied(Box<Denied>),
    /// A question has to be asked first.
    Asked,
}

/// What the rules decide about a path.
enum Authorized {
    Known(Known),
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
        let granted = self.guard.grants.iter().any(|grant| lies_in(&path, grant));
        !granted || self.decide(path, self.about)
    }

    /// Decides about a real path: the number of a grant, and the path below it.
    fn admits(&mut self, grant: usize, path: &str, named: Named) -> bool {
        let Some(grant) = self.guard.grants.get(grant) else { return false };
        let path = if path.is_empty() { grant.clone() } else { format!("{grant}/{path}") };
        let is_search = match named {
            Named::Directory => {
                std::mem::replace(&mut self.has_listed, true) || self.is_around(&path)
            }
            Named::Other => self.about == Named::Directory,
        };
        if is_search {
            return matches!(self.judge(&path, named), Authorized::Known(Known::Allowed));
        }
        self.decide(path, named)
    }

    /// Asks the pending question. The call has to be repeated then.
    pub(crate) fn ask(&mut self) {
        let Some(question) = self.question.take() else { return };
        let answer = self.guard.policy.answer(&question);
        self.answers.add(*question, answer);
        self.known.clear();
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
    fn is_around(&self, directory: &str) -> bool {
        let lies_there = |name: &str| below(name, directory).is_some_and(|rest| !rest.is_empty());
        self.known.iter().any(|(name, named, _)| *named == Named::Other && lies_there(name))
    }

    fn decide(&mut self, path: String, named: Named) -> bool {
        let same = |(known, of, _): &&(String, Named, Known)| *known == path && *of == named;
        let known = match self.known.iter().find(same) {
            Some((.., known)) => known.clone(),
            None => {
                let known = match self.judge(&path, named) {
                    Authorized::Known(known) => known,
                    Authorized::Ask(question) => {
                        // Only the first one: with its answer, the call may not get to the others.
                        self.question.get_or_insert(question);
                        Known::Asked
                    }
                };
                if self.known.len() == MAX_KNOWN {
                    self.known.remove(0);
                }
                self.known.push((path, named, known.clone()));
                known
            }
        };
        match known {
            Known::Allowed => return true,
            Known::Denied(denied) => self.denied = Some(*denied),
            Known::Asked => {}
        }
        false
    }

    fn judge(&self, path: &str, named: Named) -> Authorized {
        let names = self.guard.names(path.to_string());
        if let Some(denied) = self.is_ignored(path, &names, named) {
            return Authorized::Known(Known::Denied(Box::new(denied)));
        }
        let subject = Subject {
            names: &names,
            named,
            places: &self.guard.places,
            grants: &self.guard.grants,
            home: self.guard.home.as_deref(),
            session: self.session.as_deref(),
        };
        match self.guard.policy.verdict(&subject, &self.answers) {
            Verdict::Allowed => Authorized::Known(Known::Allowed),
            Verdict::Denied(denied) => Authorized::Known(Known::Denied(denied)),
            Verdict::Ask(question) if self.answers.len() >= MAX_QUESTIONS => {
                let (path, rule) = (path.into(), question.ask.rule);
                let denied = Denied { path, rule, because: Because::NobodyAnswered };
                Authorized::Known(Known::Denied(Box::new(denied)))
            }
            Verdict::Ask(question) => Authorized::Ask(question),
        }
    }

    /// Returns the denial by the project's own list, if any.
    fn is_ignored(&self, path: &str, names: &[String], named: Named) -> Option<Denied> {
        let (pattern, because) = match &self.ignored {
            Ignored::Nothing => return None,
            Ignored::Unusable(why) => (String::new(), Because::Unusable(why.to_string())),
            Ignored::List(list) => {
                let roots = self.guard.directories.first()?;
                let inside = names
                    .iter()
                    .flat_map(|name| roots.iter().filter_map(move |root| below(name, root)));
                let mut found = inside.filter_map(|name| list.find(name, named));
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
        self.admits(path.grant, &path.path, Named::Other)
    }

    fn admits_listing(&mut self, path: &GrantPath) -> bool {
        self.admits(path.grant, &path.path, Named::Directory)
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_KNOWN, MAX_NAMES, PolicyGate};
    use crate::filesystem::Grant;
    use crate::policy::Policy;
    use crate::policy::list::Named;
    use crate::tree::MemoryTree;
    use std::sync::Arc;

    fn guard(policy: Policy, directories: &[&[&str]]) -> Arc<PolicyGate> {
        let names = || directories.iter().flat_map(|names| names.iter());
        let grants: Vec<_> =
            names().map(|name| Grant::tree((*name).into(), Arc::new(MemoryTree::new()))).collect();
        let directories: Vec<Vec<String>> = directories
            .iter()
            .map(|names| names.iter().map(ToString::to_string).collect())
            .collect();
        Arc::new(PolicyGate::new(policy, &grants, &directories, &directories[0], None).unwrap())
    }

    #[test]
    fn where_nothing_can_be_denied_there_is_no_pass() {
        assert!(guard(Policy::everything(), &[&["/p"]]).pass(None, Named::Other).is_none());
        assert!(guard(Policy::default(), &[&["/p"]]).pass(None, Named::Other).is_some());
    }

    #[test]
    fn a_component_that_comes_with_many_names_takes_no_more_memory() {
        let guard = guard(Policy::default(), &[&["/p"]]);
        let mut pass = guard.pass(None, Named::Other).unwrap();
        for number in 0..1000 {
            assert!(pass.admits(0, &format!("{number}.txt"), Named::Other));
            assert!(!pass.admits(0, &format!("{number}.pem"), Named::Other));
        }
        assert_eq!(pass.known.len(), MAX_KNOWN);
        assert_eq!(pass.denied().map(|denied| denied.path.as_str()), Some("/p/999.pem"));
    }

    #[test]
    fn a_file_has_the_names_of_all_directories_around_it() {
        let guard =
            guard(Policy::default(), &[&["/link", "/real"], &["/real/sub", "/other"], &["/more"]]);
        let mut names = guard.names("/link/sub/a".into());
        names.sort();
        assert_eq!(names, ["/link/sub/a", "/other/a", "/real/sub/a"]);
        assert_eq!(guard.names("/more/a".into()), ["/more/a"]);
        assert_eq!(guard.names("/link".into()), ["/link", "/real"]);
        assert_eq!(guard.names("/elsewhere".into()), ["/elsewhere"]);
    }

    /// A directory that was granted by a link in itself has infinitely many paths.
    #[test]
    fn names_without_end_are_cut_off() {
        let guard = guard(Policy::default(), &[&["/p", "/p/self"]]);
        assert_eq!(guard.names("/p/a".into()).len(), MAX_NAMES);
    }
}
