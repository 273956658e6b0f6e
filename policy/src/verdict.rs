//! The decision of the rules about a path, before any question is asked.

use crate::definition::{Policy, PolicyAnswer, PolicyQuestion};
use crate::entry::PolicyEntry;
use crate::list::{Case, List, PathKind};
use crate::names::{below, lies_in};
use crate::rule::{Action, Because, Denied, POLICY, Permission, Rule};
use std::sync::Arc;

/// A path to be decided about. All paths are clean.
pub(crate) struct Subject<'a> {
    /// Its absolute paths, the first of which is the canonical one. Never empty.
    pub(crate) paths: &'a [String],
    pub(crate) kind: PathKind,
    pub(crate) case: Case,
    /// The paths that are not external.
    pub(crate) project: &'a [String],
    pub(crate) grants: &'a [String],
    pub(crate) home: Option<&'a str>,
    pub(crate) session: Option<&'a str>,
    /// Whether questions that are left to the host are refused, because it is not going to ask.
    pub(crate) refuses_questions: bool,
}

impl<'a> Subject<'a> {
    /// Returns the paths relevant to a permission: one inside the project needs none for external
    /// access.
    fn paths_for(&self, permission: Permission) -> impl Iterator<Item = &'a String> {
        let project = self.project;
        let is_external = |name: &&String| !project.iter().any(|inside| lies_in(name, inside));
        self.paths.iter().filter(move |name| permission == Permission::Read || is_external(name))
    }

    /// Returns the action of a list for a path, under each name that it has in a grant.
    fn listed<'l>(
        &self,
        list: &'l List,
        name: &str,
        kind: PathKind,
    ) -> Option<(Action, Option<&'l str>)> {
        let found = relative(name, self.grants).filter_map(|name| list.find(name, kind, self.case));
        found.map(|(action, pattern)| (action, Some(pattern))).reduce(stricter)
    }
}

/// The decision of the rules.
pub(crate) enum Verdict {
    Allowed,
    /// Allowed, with secrets masked.
    Masked,
    Denied(Box<Denied>),
    /// A question must be asked.
    Ask(Box<Question>),
}

/// A question, and the scope of [`PolicyAnswer::Always`].
#[derive(Debug)]
pub(crate) struct Question {
    pub(crate) ask: PolicyQuestion,
    pub(crate) scope: String,
}

/// The answers in one call.
#[derive(Debug, Default)]
pub(crate) struct Answers(Vec<(Arc<Question>, PolicyAnswer)>);

impl Answers {
    pub(crate) fn add(&mut self, question: Arc<Question>, answer: PolicyAnswer) {
        self.0.push((question, answer));
    }

    /// Returns the number of questions that were asked.
    pub(crate) fn len(&self) -> usize {
        self.0.len()
    }

    fn get(&self, permission: Permission, pattern: &str) -> Option<PolicyAnswer> {
        let fits =
            |asked: &PolicyQuestion| asked.permission == permission && asked.pattern == pattern;
        self.0.iter().find(|(question, _)| fits(&question.ask)).map(|(_, answer)| *answer)
    }
}

/// The deciding rule for a path, or `None` if no rule matches.
type DecidingRule<'a> = Option<(&'a PolicyEntry, Option<&'a str>)>;

impl Policy {
    /// Asks the question, and records the answer if it is for always.
    pub(crate) fn answer(&self, question: &Question) -> PolicyAnswer {
        let answer =
            self.callback.as_ref().map_or(PolicyAnswer::Reject, |callback| callback(&question.ask));
        if answer == PolicyAnswer::Always {
            self.always_allowed().push((question.ask.permission, question.scope.clone()));
        }
        answer
    }

    /// Returns the decision of the rules, given the answers so far.
    pub(crate) fn verdict(&self, subject: &Subject<'_>, answers: &Answers) -> Verdict {
        let Some(path) = subject.paths.first() else { return Verdict::Allowed };
        let mut allowed = Verdict::Allowed;
        for permission in Permission::ALL {
            let decided = subject
                .paths_for(permission)
                .map(|name| self.action(permission, name, subject))
                .fold((Action::Allow, None), stricter);
            let (action, deciding_rule) = decided;
            match action {
                Action::Allow => continue,
                Action::Mask => {
                    allowed = Verdict::Masked;
                    continue;
                }
                Action::Ask | Action::Deny => {}
            }
            let rule = rule(action, deciding_rule);
            let denied = |because| {
                let (path, rule) = (path.clone(), rule.clone());
                Verdict::Denied(Box::new(Denied { path, rule, because }))
            };
            if action == Action::Deny {
                return denied(Because::Denied);
            }
            if self.is_always_allowed(permission, path) {
                continue;
            }
            let directory = directory_of(path);
            let (pattern, scope) = match permission {
                Permission::ExternalDirectory => (format!("{directory}/*"), directory),
                Permission::Read => (path.clone(), ""),
            };
            match answers.get(permission, &pattern) {
                Some(PolicyAnswer::Once | PolicyAnswer::Always) => {}
                Some(PolicyAnswer::Reject) => return denied(Because::Rejected),
                None if self.leaves_questions_about(subject) => {}
                None if self.callback.is_none() => return denied(Because::NoAnswer),
                None => {
                    let session = subject.session.map(Arc::from);
                    let ask =
                        PolicyQuestion { permission, pattern, path: path.clone(), rule, session };
                    return Verdict::Ask(Box::new(Question { ask, scope: scope.into() }));
                }
            }
        }
        allowed
    }

    /// Returns the denial of everything below a directory, if the rules deny all of it, or would
    /// ask about all of it and there is no one to answer. Such a directory cannot be passed
    /// through.
    pub(crate) fn denial_below(&self, subject: &Subject<'_>) -> Option<Denied> {
        let path = subject.paths.first()?;
        Permission::ALL.into_iter().find_map(|permission| {
            let (action, deciding_rule) = subject
                .paths_for(permission)
                .find_map(|name| self.rule_denying_below(permission, name, subject))?;
            let because = match action {
                Action::Deny => Because::Denied,
                _ => Because::NoAnswer,
            };
            let rule = rule(action, deciding_rule);
            Some(Denied { path: path.clone(), rule, because })
        })
    }

    /// Returns the rule that denies everything below a directory.
    fn rule_denying_below(
        &self,
        permission: Permission,
        directory: &str,
        subject: &Subject<'_>,
    ) -> Option<(Action, DecidingRule<'_>)> {
        let is_denial = |action| match action {
            Action::Allow | Action::Mask => false,
            Action::Ask => {
                !self.asks()
                    && !self.leaves_questions_about(subject)
                    && !self.is_always_allowed(permission, directory)
            }
            Action::Deny => true,
        };
        let mut masks = false;
        for entry in self.rules.iter().rev() {
            let action_of = |action| if masks { entry.masked(action) } else { action };
            match entry {
                PolicyEntry::MaskSecrets => masks = true,
                PolicyEntry::Wildcard(rule) if rule.permission == permission => {
                    if rule.fits_all_below(directory, subject.home, subject.case) {
                        return is_denial(rule.action)
                            .then_some((rule.action, Some((entry, None))));
                    }
                    let may_allow = || rule.may_fit_below(directory, subject.home, subject.case);
                    if !is_denial(rule.action) && may_allow() {
                        return None;
                    }
                }
                PolicyEntry::List(list) if permission == Permission::Read => {
                    let may_allow = |name| list.may_allow_below(name, subject.case);
                    match subject.listed(list, directory, PathKind::Directory) {
                        Some((action, pattern)) => {
                            let action = action_of(action);
                            let decided = (action, Some((entry, pattern)));
                            return is_denial(action).then_some(decided);
                        }
                        None if relative(directory, subject.grants).any(may_allow) => return None,
                        None => {}
                    }
                }
                PolicyEntry::Wildcard(_) | PolicyEntry::List(_) => {}
            }
        }
        is_denial(Action::Ask).then_some((Action::Ask, None))
    }

    fn leaves_questions_about(&self, subject: &Subject<'_>) -> bool {
        self.leaves_questions && !subject.refuses_questions
    }

    /// Returns whether the rules allow every path.
    pub(crate) fn allows_everything(&self) -> bool {
        Permission::ALL.into_iter().all(|permission| {
            let mut last = self.rules.iter().rev().filter(|rule| match rule {
                PolicyEntry::Wildcard(rule) => rule.permission == permission,
                PolicyEntry::List(_) | PolicyEntry::MaskSecrets => permission == Permission::Read,
            });
            matches!(last.next(), Some(PolicyEntry::Wildcard(rule))
                if rule.action == Action::Allow && rule.fits_everything())
        })
    }

    fn action<'a>(
        &'a self,
        permission: Permission,
        name: &str,
        subject: &Subject<'_>,
    ) -> (Action, DecidingRule<'a>) {
        let around;
        let text = match permission {
            Permission::Read => name,
            Permission::ExternalDirectory => {
                around = format!("{}/*", directory_of(name));
                &around
            }
        };
        let mut masks = false;
        for entry in self.rules.iter().rev() {
            let action_of = |action| if masks { entry.masked(action) } else { action };
            match entry {
                PolicyEntry::MaskSecrets => masks = permission == Permission::Read,
                PolicyEntry::Wildcard(rule)
                    if rule.permission == permission
                        && rule.fits(text, subject.home, subject.case) =>
                {
                    return (action_of(rule.action), Some((entry, None)));
                }
                PolicyEntry::List(list) if permission == Permission::Read => {
                    if let Some((action, pattern)) = subject.listed(list, name, subject.kind) {
                        return (action_of(action), Some((entry, pattern)));
                    }
                }
                PolicyEntry::Wildcard(_) | PolicyEntry::List(_) => {}
            }
        }
        (Action::Ask, None)
    }
}

/// Returns a path relative to each grant that contains it, or to the top if none does.
fn relative<'a>(name: &'a str, grants: &'a [String]) -> impl Iterator<Item = &'a str> {
    let inside = grants.iter().filter_map(|grant| below(name, grant));
    let outside = !grants.iter().any(|grant| lies_in(name, grant));
    inside.chain(outside.then(|| name.trim_start_matches('/')))
}

fn directory_of(name: &str) -> &str {
    name.rsplit_once('/').map_or("", |(directory, _)| directory)
}

/// Returns the stricter of two actions, or the first if they are equal.
fn stricter<T>(one: (Action, T), other: (Action, T)) -> (Action, T) {
    let strictness = |action| match action {
        Action::Allow => 0,
        Action::Mask => 1,
        Action::Ask => 2,
        Action::Deny => 3,
    };
    if strictness(other.0) > strictness(one.0) { other } else { one }
}

fn rule(action: Action, deciding_rule: DecidingRule<'_>) -> Rule {
    match deciding_rule {
        None | Some((PolicyEntry::MaskSecrets, _)) => Rule::new(POLICY, "", action),
        Some((PolicyEntry::Wildcard(rule), _)) => Rule::new(POLICY, &*rule.pattern, action),
        Some((PolicyEntry::List(list), pattern)) => {
            Rule::new(list.name(), pattern.unwrap_or_default(), action)
        }
    }
}
