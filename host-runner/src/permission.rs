//! Asking the person at the terminal for permission.

use crate::{Failure, terminal};
use readroom::Policy;
use readroom::policy::{Answer, Ask, Permission};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// The policy in a file, or opencode's own. Where it asks, a person does.
pub(crate) fn policy(file: &Path) -> Result<Policy, Failure> {
    let policy = if file.as_os_str() == "opencode" {
        Policy::opencode()
    } else {
        let failed = |why: &dyn std::fmt::Display| {
            Failure::Message(format!("the policy '{}' cannot be used: {why}", file.display()))
        };
        let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
        Policy::from_json(&text).map_err(|error| failed(&error))?
    };
    Ok(policy.on_ask(ask))
}

/// Asks whoever sits at the terminal. Without one the answer is no.
fn ask(ask: &Ask) -> Answer {
    let (input, mut output) = (io::stdin(), io::stderr());
    if !input.is_terminal() || !output.is_terminal() {
        return Answer::Reject;
    }
    let (what, always) = match ask.permission {
        Permission::Read => (format!("read {}", ask.path), "every file".to_string()),
        Permission::ExternalDirectory => (
            format!("read {}, which is outside the project", ask.path),
            format!("everything in {}", ask.pattern.trim_end_matches('*')),
        ),
    };
    let question = format!("The agent wants to {what}. Allow it? [y]es, [a]lways for {always}, [N]o: ");
    let mut answer = String::new();
    let answered = write!(output, "{}", terminal::escaped(&question))
        .and_then(|()| output.flush())
        .and_then(|()| input.lock().read_line(&mut answer));
    match (answered, answer.trim()) {
        (Ok(_), "y" | "Y" | "yes") => Answer::Once,
        (Ok(_), "a" | "A" | "always") => Answer::Always,
        _ => Answer::Reject,
    }
}
