//! The policy of a room, and what one call has learned of it.
//!
//! A call carries a [`CallPermit`]. Everything that it wants to read goes by it, in the room by the name that was asked for, and
//! in the file system below the component by the real one. Nobody is asked while an instance waits: the pass notes the question,
//! the call is made again when it is answered, and what it said before is thrown away.

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

/// The most questions that are asked in one call. A component that makes up more is denied the rest.
const MAX_QUESTIONS: usize = 8;

/// The most names that one file is looked for under.
const MAX_NAMES: usize = 16;

/// The most names of which a call keeps what was decided. The embedded component comes with two or three.
const MAX_KNOWN: usize = 32;

/// The policy of a room, and the names that it needs.
pub(crate) struct PolicyGate {
    policy: Policy,
    /// The name of each grant, in their order. All names here are clean.
    grants: Vec<String>,
    /// The names of each directory that was granted; the first has those of the root.
    directories: Vec<Vec<String>>,
    /// What is not external: the root by all its names, and the working directory.
    places: Vec<String>,
    home: Option<Arc<str>>,
    agentignore: Option<Agentignore>,
}

impl PolicyGate {
    /// For a room with these grants, of which each directory has the names given.
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

    /// The pass of a call. None if nothing could be denied.
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

    /// What is wrong with the file `.agentignore` in the root.
    pub(crate) fn problems(&self) -> Vec<String> {
        self.agentignore.as_ref().map_or(Vec::new(), Agentignore::problems)
    }

    /// The absolute name of a file, and the others it has where directories were granted under several.
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
    /// What the call is about. Where it is a directory, files are only looked at, for their sizes: nobody is bothered
    /// with that either.
    about: Named,
    ignored: Ignored,
    answers: Answers,
    /// What was decided since the last answer, the latest last.
    known: Vec<(String, Named, Known)>,
    /// What has to be asked before this call can be answered.
    question: Option<Box<Question>>,
    /// What was denied last.
    denied: Option<Denied>,
    /// Whether a directory was listed since the last answer. Whoever lists another one, or one around a file that was
    /// asked for, searches for names that are like it: nobody is bothered with that, and what is to be asked about is
    /// passed over.
    has_listed: bool,
}

/// What is known of a name.
#[derive(Clone)]
enum Known {
    Allowed,
    Denied(Box<Denied>),
    /// Somebody has to be asked.
    Asked,
}

/// What the rules say of a name.
enum Authorized {
    Known(Known),
    Ask(Box<Question>),
}

impl CallPermit {
    /// Decides about an absolute name that was asked for. No if it is denied, or if somebody has to be asked. Of a name
    /// that lies in no grant there is nothing to decide.
    pub(crate) fn allows(&mut self, path: &str) -> bool {
        let path = clean(path);
        // A longer one leads nowhere. One of more names is decided about when the component comes to it.
        if path.len() > ABSOLUTE_BYTES || path.matches('/').count() > ABSOLUTE_NAMES {
            return true;
        }
        let granted = self.guard.grants.iter().any(|grant| lies_in(&path, grant));
        !granted || self.decide(path, self.about)
    }

    /// Decides about a real name: the number of a grant, and the path from there on.
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

    /// Asks what has to be asked. The call is to be made again then.
    pub(crate) fn ask(&mut self) {
        let Some(question) = self.question.take() else { return };
        let answer = self.guard.policy.answer(&question);
        self.answers.add(*question, answer);
        self.known.clear();
        (self.denied, self.has_listed) = (None, false);
    }

    /// Whether somebody has to be asked before the call can be answered.
    pub(crate) fn has_to_ask(&self) -> bool {
        self.question.is_some()
    }

    /// What was denied last.
    pub(crate) fn denied(&self) -> Option<&Denied> {
        self.denied.as_ref()
    }

    /// Whether a file below a directory was decided about.
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
                        // The first one, for the call may not come to the rest when that is answered.
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

    /// Whether the project's own list denies a name.
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

    /// A directory that was granted by a link in itself has names without end.
    #[test]
    fn names_without_end_are_cut_off() {
        let guard = guard(Policy::default(), &[&["/p", "/p/self"]]);
        assert_eq!(guard.names("/p/a".into()).len(), MAX_NAMES);
    }
}
