//! Checks a component with cases.

use crate::answer::NoAnswer;
use crate::case::Case;
use crate::fixture::Fixture;
use readroom::{CliLog, Component, Limit, Limits, Room};
use serde_json::Value;
use std::panic::resume_unwind;
use std::thread::{self, ScopedJoinHandle};

/// The component to check, and the limits of its calls. By default these are the embedded component
/// and the default limits.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    component: Option<Component>,
    limits: Limits,
}

/// The outcome of a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// The component answers as expected.
    Passed,
    /// The component answers otherwise, or not at all.
    Failed(Failure),
    /// The case cannot run here, for this reason. This is no statement about the component.
    Skipped(String),
    /// The case could not be run, for this reason: its fixture or its room could not be created.
    /// This is no statement about the component either.
    Error(String),
}

/// How a component fails a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// It does not answer, or not with JSON.
    NoAnswer(NoAnswer),
    /// Its answer differs.
    Differs {
        /// The expected answer.
        expected: Value,
        /// The actual answer.
        given: Value,
    },
}

/// The maximum number of cases that run at once, and so how many more may reach a time limit before
/// [`Subject::check_all`] gives up.
const MAX_AT_ONCE: usize = 8;

/// After this many cases in a row that reach a time limit, [`Subject::check_all`] gives up.
pub const MAX_HANGS: usize = 5;

impl Subject {
    /// Sets the component to check.
    #[must_use]
    pub fn component(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// Sets the limits of each call.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs a case. Anything that the component does leads to a verdict.
    pub fn check(&self, case: &Case) -> Verdict {
        if let Some(reason) = case.unmet_need() {
            return Verdict::Skipped(reason.into());
        }
        let fixture = match case.fixture() {
            Ok(fixture) => fixture,
            Err(error) => return Verdict::Error(error.to_string()),
        };
        let room = match self.room(case, &fixture) {
            Ok(room) => room,
            Err(error) => return Verdict::Error(error.to_string()),
        };
        let given = case.call.make(&fixture, &room).map_err(NoAnswer::from);
        compare(case, &fixture, given.and_then(|reply| case.given(&room, &reply)))
    }

    fn check_logged(&self, case: &Case) -> (Verdict, CliLog) {
        let log = CliLog::default();
        let component = self.component.clone().map(|component| component.with_log(log.clone()));
        (Self { component, limits: self.limits }.check(case), log)
    }

    /// Runs cases, several at once, and reports their verdicts in order until `report` fails.
    ///
    /// After [`MAX_HANGS`] cases in a row that reach a time limit, the rest are skipped, so that a
    /// component that hangs does not take the whole limit for each case.
    pub fn check_all<E>(
        &self,
        cases: &[Case],
        mut report: impl FnMut(&Case, Verdict, &CliLog) -> Result<(), E>,
    ) -> Result<(), E> {
        let at_once = thread::available_parallelism().map_or(1, usize::from).min(MAX_AT_ONCE);
        let mut hangs = 0;
        for cases in cases.chunks(at_once) {
            let check = |case| match hangs {
                MAX_HANGS.. => {
                    let reason = format!("{MAX_HANGS} cases in a row reached a time limit");
                    (Verdict::Skipped(reason), CliLog::default())
                }
                _ => self.check_logged(case),
            };
            let verdicts: Vec<_> = thread::scope(|scope| {
                let check = &check;
                let running: Vec<_> =
                    cases.iter().map(|case| scope.spawn(move || check(case))).collect();
                running.into_iter().map(ScopedJoinHandle::join).collect()
            });
            for (case, verdict) in cases.iter().zip(verdicts) {
                let (verdict, log) = verdict.unwrap_or_else(|panic| resume_unwind(panic));
                match &verdict {
                    Verdict::Failed(Failure::NoAnswer(NoAnswer {
                        limit: Some(Limit::Cpu | Limit::Time),
                        ..
                    })) => hangs += 1,
                    Verdict::Passed | Verdict::Failed(_) => hangs = 0,
                    Verdict::Skipped(_) | Verdict::Error(_) => {}
                }
                report(case, verdict, &log)?;
            }
        }
        Ok(())
    }

    /// Builds the room in which the call of a case is made.
    pub fn room(
        &self,
        case: &Case,
        fixture: &Fixture,
    ) -> Result<Room, Box<dyn std::error::Error + Send + Sync>> {
        let mut room = if case.in_memory {
            Room::builder_from_tree(fixture.root_name(), fixture.in_memory(&case.root)?)
        } else {
            Room::builder(fixture.root())
        };
        room = room.policy(case.policy()?);
        for grant in &case.grants {
            room = room.grant(fixture.to_grant(grant)?);
        }
        if let Some(cwd) = &case.cwd {
            room = room.cwd(cwd);
        }
        if let Some(home) = &case.home {
            room = room.home(fixture.fill_in(home));
        }
        if let Some(component) = &self.component {
            room = room.component(component.clone());
        }
        Ok(room.limits(self.limits).build()?)
    }
}

fn compare(case: &Case, fixture: &Fixture, given: Result<Value, NoAnswer>) -> Verdict {
    let expected = match case.expected(fixture) {
        Ok(expected) => expected,
        Err(error) => return Verdict::Error(error.to_string()),
    };
    match given {
        Err(no_answer) => Verdict::Failed(Failure::NoAnswer(no_answer)),
        Ok(given) if given == expected => Verdict::Passed,
        Ok(given) => Verdict::Failed(Failure::Differs { expected, given }),
    }
}
