//! Checks a component with cases.

use crate::answer::NoAnswer;
use crate::case::Case;
use crate::fixture::Fixture;
use readroom::{Component, Limit, Limits, Room};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

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
        /// The answer that was given.
        given: Value,
    },
}

/// How many cases may run ahead of the next one to report.
const MAX_AHEAD: usize = 8;

/// The number of verdicts that were reported.
#[derive(Default)]
struct ReportedCount {
    number: Mutex<usize>,
    changed: Condvar,
}

impl ReportedCount {
    fn set(&self, number: usize) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.changed.notify_all();
    }

    fn wait_for(&self, minimum: usize) {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(number, |number| *number < minimum));
    }
}

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
        compare(case, &fixture, given.and_then(|reply| case.given(&fixture, &room, &reply)))
    }

    /// Runs cases on as many threads as the machine has processors, and reports their verdicts in
    /// order until `report` returns `Break`.
    ///
    /// After [`MAX_HANGS`] cases in a row that reach a time limit, the rest are skipped, so that a
    /// component that hangs does not take the whole limit for each case.
    pub fn check_all(
        &self,
        cases: &[Case],
        mut report: impl FnMut(&Case, Verdict) -> ControlFlow<()>,
    ) {
        let workers = thread::available_parallelism().map_or(1, usize::from).min(cases.len());
        let (next, hangs, reported) =
            (AtomicUsize::new(0), AtomicUsize::new(0), ReportedCount::default());
        thread::scope(|scope| {
            let (sender, verdicts) = mpsc::sync_channel(workers);
            for _ in 0..workers {
                let (sender, next, hangs, reported) = (sender.clone(), &next, &hangs, &reported);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(at) else { return };
                        // Verdicts are buffered until they are reported, and a wrong answer may be
                        // large.
                        reported.wait_for(at.saturating_sub(MAX_AHEAD));
                        if sender.send((at, self.check_unless_it_hangs(case, hangs))).is_err() {
                            return;
                        }
                    }
                });
            }
            drop(sender);
            let (mut early, mut due) = (BTreeMap::new(), 0);
            for (at, verdict) in verdicts {
                early.insert(at, verdict);
                while let (Some(verdict), Some(case)) = (early.remove(&due), cases.get(due)) {
                    due += 1;
                    if report(case, verdict).is_break() {
                        // No more verdicts are wanted: release all workers.
                        reported.set(usize::MAX);
                        return;
                    }
                    reported.set(due);
                }
            }
        });
    }

    fn check_unless_it_hangs(&self, case: &Case, hangs: &AtomicUsize) -> Verdict {
        if hangs.load(Ordering::Relaxed) >= MAX_HANGS {
            return Verdict::Skipped(format!("{MAX_HANGS} cases in a row reached a time limit"));
        }
        let verdict = self.check(case);
        match &verdict {
            Verdict::Failed(Failure::NoAnswer(NoAnswer {
                limit: Some(Limit::Cpu | Limit::Time),
                ..
            })) => {
                hangs.fetch_add(1, Ordering::Relaxed);
            }
            Verdict::Passed | Verdict::Failed(_) => hangs.store(0, Ordering::Relaxed),
            Verdict::Skipped(_) | Verdict::Error(_) => {}
        }
        verdict
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
