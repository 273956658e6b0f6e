//! The policy of a room, and the permits of its calls.

use crate::access::agentignore::Agentignore;
use crate::error::Error;
use crate::filesystem::{Grant, GrantPath, NameFilter};
use readroom_policy::Policy;
use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{CallPermit, Gate, NameAccess};
use readroom_policy::list::{Case, PathKind};
use std::sync::Arc;

/// The policy of a room, and the file `.agentignore` in its root.
pub(crate) struct PolicyGate {
    gate: Arc<Gate>,
    agentignore: Option<Agentignore>,
    /// The policy for the component while there is no such file.
    handed: Arc<str>,
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
        let handed = policy.to_json(&AgentignoreState::Absent).into();
        let agentignore = root.map(|root| Agentignore::new(root.clone()));
        let grants = grants.iter().map(|grant| grant.name.as_str());
        let gate = Arc::new(Gate::new(policy, grants, directories, project, home));
        Ok(Self { gate, agentignore, handed })
    }

    /// Returns a gate that denies nothing itself, and passes this policy to the component.
    #[cfg(test)]
    pub(crate) fn open(grants: &[Grant], handed: &str) -> Self {
        let grants = grants.iter().map(|grant| grant.name.as_str());
        let gate = Arc::new(Gate::new::<&str>(Policy::everything(), grants, &[], &[], None));
        Self { gate, agentignore: None, handed: handed.into() }
    }

    /// Returns whether a call may have to ask the user.
    pub(crate) fn asks(&self) -> bool {
        self.gate.policy().asks()
    }

    /// Returns the permit of a call, or `None` if nothing can be denied.
    pub(crate) fn permit(&self, session: Option<Arc<str>>, about: PathKind) -> Option<CallPermit> {
        let agentignore =
            self.agentignore.as_ref().map_or(AgentignoreState::Absent, Agentignore::read);
        Gate::permit(&self.gate, agentignore, session, about)
    }

    /// Returns the policy for the component itself, as JSON, so that it need not read
    /// `.agentignore` again.
    pub(crate) fn handed(&self, permit: Option<&CallPermit>) -> Arc<str> {
        match permit.map(CallPermit::agentignore) {
            None | Some(AgentignoreState::Absent) => self.handed.clone(),
            Some(agentignore) => self.gate.policy().to_json(agentignore).into(),
        }
    }

    /// Returns why the file `.agentignore` in the root cannot be used.
    pub(crate) fn problem(&self) -> Option<String> {
        self.agentignore.as_ref().and_then(Agentignore::problem)
    }
}

impl NameFilter for CallPermit {
    fn admits(&mut self, at: &GrantPath, access: NameAccess) -> bool {
        let case = if at.is_case_insensitive { Case::Insensitive } else { Case::usual() };
        CallPermit::admits(self, at.grant, &at.path, case, access)
    }
}
