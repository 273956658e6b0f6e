//! Asking the person at the terminal for permission.

use crate::terminal::one_line;
use crate::{Failure, Grants};
use readroom::Policy;
use readroom::policy::{Answer, Ask, Permission, PolicyError};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};

/// The policy that was asked for on the command line. Where it asks, a person does.
pub(crate) fn policy(grants: &Grants, asking: Asking) -> Result<Policy, Failure> {
    let mut policy = match &grants.policy {
        None => Policy::default(),
        Some(name) if name.as_os_str() == "opencode" => Policy::opencode(),
        Some(name) if name.as_os_str() == "everything" => Policy::everything(),
        Some(file) => {
            let failed = |why: &dyn std::fmt::Display| {
                Failure::Message(format!("the policy '{}' cannot be used: {why}", file.display()))
            };
            let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
            Policy::from_json(&text).map_err(|error| failed(&error))?
        }
    };
    let bad = |error: PolicyError| Failure::Message(error.to_string());
    for pattern in &grants.allow {
        policy = policy.allow(pattern).map_err(bad)?;
    }
    for pattern in &grants.ask {
        policy = policy.ask(pattern).map_err(bad)?;
    }
    for pattern in &grants.deny {
        policy = policy.deny(pattern).map_err(bad)?;
    }
    if grants.no_agentignore {
        policy = policy.without_agentignore();
    }
    let is_there = io::stdin().is_terminal() && io::stderr().is_terminal();
    Ok(if asking == Asking::Person && is_there { policy.on_ask(ask) } else { policy })
}

/// Who answers where a policy asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// The person at the terminal, if there is one.
    Person,
    /// Nobody, because standard input is for something else: the answer is no.
    Nobody,
}

/// Asks whoever sits at the terminal.
fn ask(ask: &Ask) -> Answer {
    let (input, mut output) = (io::stdin(), io::stderr());
    let (what, always) = match ask.permission {
        Permission::Read => (format!("read {}", one_line(&ask.path)), "every file".to_string()),
        Permission::ExternalDirectory => (
            format!("read {}, which is outside the project", one_line(&ask.path)),
            format!("everything in {}", one_line(ask.pattern.trim_end_matches('*'))),
        ),
    };
    let question =
        format!("The agent wants to {what}. Allow it? [y]es, [a]lways for {always}, [N]o: ");
    let mut answer = String::new();
    let answered = write!(output, "{question}")
        .and_then(|()| output.flush())
        .and_then(|()| input.lock().read_line(&mut answer));
    match (answered, answer.trim()) {
        (Ok(_), "y" | "Y" | "yes") => Answer::Once,
        (Ok(_), "a" | "A" | "always") => Answer::Always,
        _ => Answer::Reject,
    }
}
