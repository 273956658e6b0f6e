//! Checking a component by cases.

use crate::answer::NoAnswer;
use crate::case::Case;
use crate::scene::Scene;
use readroom::{Component, Limit, Limits, Room};
use serde_json::Value;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, mpsc};
use std::thread;

/// What is checked: a component, and the limits that its calls run in. The embedded one, with the default limits, unless
/// something else is said.
#[derive(Clone, Debug, Default)]
pub struct Subject {
    component: Option<Component>,
    limits: Limits,
}

/// What a case says of a component.
#[derive(Clone, Debug, PartialEq)]
pub enum Verdict {
    /// It answers as it should.
    Passed,
    /// It does not.
    Failed(Failure),
    /// The case cannot run here, for this reason. It says nothing of the component.
    Skipped(String),
    /// The case could not be run, for this reason: its files could not be made, or its room. It says nothing of the
    /// component either.
    Error(String),
}

/// How a component fails a case.
#[derive(Clone, Debug, PartialEq)]
pub enum Failure {
    /// It does not answer, or not with JSON.
    NoAnswer(NoAnswer),
    /// It answers something else.
    Differs {
        /// What the case expects.
        expected: Value,
        /// What was given.
        given: Value,
    },
}

/// How many cases are run ahead of the one whose verdict is told next.
const AHEAD: usize = 8;

/// How many verdicts were told.
#[derive(Default)]
struct Told {
    number: Mutex<usize>,
    changed: Condvar,
}

impl Told {
    fn set(&self, number: usize) {
        *self.number.lock().unwrap_or_else(PoisonError::into_inner) = number;
        self.changed.notify_all();
    }

    fn wait_for(&self, least: usize) {
        let number = self.number.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.changed.wait_while(number, |number| *number < least));
    }
}

/// How many cases in succession may end at a limit on time before [`Subject::check_all`] gives up.
pub const HANGS: usize = 5;

impl Subject {
    /// Checks another component.
    #[must_use]
    pub fn component(mut self, component: Component) -> Self {
        self.component = Some(component);
        self
    }

    /// Sets what a call may take.
    #[must_use]
    pub fn limits(mut self, limits: Limits) -> Self {
        self.limits = limits;
        self
    }

    /// Runs a case. Whatever the component does is a verdict.
    pub fn check(&self, case: &Case) -> Verdict {
        if let Some(reason) = case.is_missing() {
            return Verdict::Skipped(reason.into());
        }
        let scene = match case.scene() {
            Ok(scene) => scene,
            Err(error) => return Verdict::Error(error.to_string()),
        };
        let room = match self.room(case, &scene) {
            Ok(room) => room,
            Err(error) => return Verdict::Error(error.to_string()),
        };
        let given = case.call.make(&scene, &room).map_err(NoAnswer::from);
        compared(case, &scene, given.and_then(|reply| case.given(&scene, &room, &reply)))
    }

    /// Runs cases, on as many threads as the machine has processors, and tells their verdicts in order, until that ends
    /// with `Break`.
    ///
    /// A component that never ends is not waited for in every case: when [`HANGS`] cases in succession ended at a limit on
    /// time, the rest are skipped.
    pub fn check_all(
        &self,
        cases: &[Case],
        mut tell: impl FnMut(&Case, Verdict) -> ControlFlow<()>,
    ) {
        let workers = thread::available_parallelism().map_or(1, usize::from).min(cases.len());
        let (next, hangs, told) = (AtomicUsize::new(0), AtomicUsize::new(0), Told::default());
        thread::scope(|scope| {
            let (sender, verdicts) = mpsc::sync_channel(workers);
            for _ in 0..workers {
                let (sender, next, hangs, told) = (sender.clone(), &next, &hangs, &told);
                scope.spawn(move || {
                    loop {
                        let at = next.fetch_add(1, Ordering::Relaxed);
                        let Some(case) = cases.get(at) else { return };
                        // What is not told yet is kept, and a wrong answer may be large.
                        told.wait_for(at.saturating_sub(AHEAD));
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
                    if tell(case, verdict).is_break() {
                        // Nobody listens any more, and nobody is to wait.
                        told.set(usize::MAX);
                        return;
                    }
                    told.set(due);
                }
            }
        });
    }

    fn check_unless_it_hangs(&self, case: &Case, hangs: &AtomicUsize) -> Verdict {
        if hangs.load(Ordering::Relaxed) >= HANGS {
            return Verdict::Skipped(format!(
                "{HANGS} cases in succession ended at a limit on time"
            ));
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

    /// The room that the call of a case is made in.
    pub fn room(
        &self,
        case: &Case,
        scene: &Scene,
    ) -> Result<Room, Box<dyn std::error::Error + Send + Sync>> {
        let mut room = if case.in_memory {
            Room::builder_from_tree(scene.root_name(), scene.in_memory(&case.root)?)
        } else {
            Room::builder(scene.root())
        };
        room = room.policy(case.policy()?);
        for grant in &case.grants {
            room = room.grant(scene.to_grant(grant)?);
        }
        if let Some(cwd) = &case.cwd {
            room = room.cwd(cwd);
        }
        if let Some(home) = &case.home {
            room = room.home(scene.fill_in(home));
        }
        if let Some(component) = &self.component {
            room = room.component(component.clone());
        }
        Ok(room.limits(self.limits).build()?)
    }
}

fn compared(case: &Case, scene: &Scene, given: Result<Value, NoAnswer>) -> Verdict {
    let expected = match case.expected(scene) {
        Ok(expected) => expected,
        Err(error) => return Verdict::Error(error.to_string()),
    };
    match given {
        Err(none) => Verdict::Failed(Failure::NoAnswer(none)),
        Ok(given) if given == expected => Verdict::Passed,
        Ok(given) => Verdict::Failed(Failure::Differs { expected, given }),
    }
}
