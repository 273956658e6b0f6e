//! Checking a component by cases.

use super::{Case, NoAnswer, Scene};
use crate::{Limits, Policy, Room};
use serde_json::Value;

/// What is checked: a component, and the limits that its calls run in. The embedded one, with the default limits, unless
/// something else is said.
#[derive(Clone, Debug, Default)]
pub struct Subject {
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

impl Subject {
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

    /// The room that the call of a case is made in.
    pub fn room(&self, case: &Case, scene: &Scene) -> Result<Room, Box<dyn std::error::Error + Send + Sync>> {
        let mut room = if case.in_memory {
            Room::builder_from_tree(scene.root_name(), scene.in_memory(&case.root)?)
        } else {
            Room::builder(scene.root())
        };
        // Nothing is decided by name but in the cases that are about it.
        if let Some(policy) = &case.policy {
            room = room.policy(Policy::from_json(&policy.to_string())?);
        }
        for grant in &case.grants {
            room = room.grant(scene.to_grant(grant)?);
        }
        if let Some(cwd) = &case.cwd {
            room = room.cwd(cwd);
        }
        if let Some(home) = &case.home {
            room = room.home(scene.fill_in(home));
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
