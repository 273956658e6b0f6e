//! Decides about a path outside a room.

use crate::definition::Policy;
use crate::list::{Case, PathKind};
use crate::names::clean;
use crate::rule::Denied;
use crate::verdict::{Answers, Subject, Verdict};

/// A read to be decided about.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Target<'a> {
    /// The requested absolute path. The policy resolves `.`, `..` and extra `/` in it.
    pub path: &'a str,
    /// Other absolute paths of the same file, if a directory was granted under several names: a
    /// denial under any of them counts.
    pub aliases: &'a [String],
    /// The absolute paths that are not external: the root, under all its names, and the working
    /// directory.
    pub project: &'a [String],
    /// The absolute paths of the grants, which the patterns of lists are relative to.
    pub grants: &'a [String],
    /// The home directory, for patterns that begin with `~/` or `$HOME/`.
    pub home: Option<&'a str>,
    /// The session that the agent works in.
    pub session: Option<&'a str>,
}

impl<'a> Target<'a> {
    /// Returns a file in a project with these paths, without home directory and session.
    pub fn new(path: &'a str, project: &'a [String]) -> Self {
        Self { path, aliases: &[], project, grants: project, home: None, session: None }
    }
}

/// The decision of a policy about a read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The read may proceed.
    Allowed,
    /// The read may proceed, with secret values in the text replaced.
    Masked,
    /// The read must not happen, not even to check whether the file exists.
    Denied(Denied),
}

impl Decision {
    /// Returns why the read is denied, unless it is allowed.
    pub fn denied(&self) -> Option<&Denied> {
        match self {
            Self::Allowed | Self::Masked => None,
            Self::Denied(denied) => Some(denied),
        }
    }
}

impl Policy {
    /// Decides about one read, and asks if a rule requires it: first about the directory, if it is
    /// external, then about the file.
    ///
    /// The file `.agentignore` is not considered: a room does that.
    pub fn decide(&self, target: &Target<'_>) -> Decision {
        let path = clean(target.path);
        let aliases: Vec<String> = target.aliases.iter().map(|alias| clean(alias)).collect();
        let project: Vec<String> =
            target.project.iter().map(|directory| clean(directory)).collect();
        let grants: Vec<String> = target.grants.iter().map(|grant| clean(grant)).collect();
        let subject = Subject {
            paths: &std::iter::once(path).chain(aliases).collect::<Vec<_>>(),
            kind: PathKind::Other,
            case: Case::usual(),
            project: &project,
            grants: &grants,
            home: target.home,
            session: target.session,
            refuses_questions: false,
        };
        let mut answers = Answers::default();
        loop {
            match self.verdict(&subject, &answers) {
                Verdict::Allowed => return Decision::Allowed,
                Verdict::Masked => return Decision::Masked,
                Verdict::Denied(denied) => return Decision::Denied(*denied),
                Verdict::Ask(question) => {
                    let answer = self.answer(&question);
                    answers.add(question.into(), answer);
                }
            }
        }
    }
}
