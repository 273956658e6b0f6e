//! Asking the person at the terminal for permission.

use crate::{Failure, terminal};
use readroom::Policy;
use readroom::policy::{Answer, Ask, Permission};
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::Path;

/// The policy in a file, or opencode's own. Where it asks, a person does.
pub(crate) fn policy(file: &Path, asking: Asking) -> Result<Policy, Failure> {
    let policy = if file.as_os_str() == "opencode" {
        Policy::opencode()
    } else {
        let failed = |why: &dyn std::fmt::Display| {
            Failure::Message(format!("the policy '{}' cannot be used: {why}", file.display()))
        };
        let text = fs::read_to_string(file).map_err(|error| failed(&error))?;
        Policy::from_json(&text).map_err(|error| failed(&error))?
    };
    Ok(match asking {
        Asking::Person => policy.on_ask(ask),
        Asking::Nobody => policy,
    })
}

/// Who answers where a policy asks.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Asking {
    /// The person at the terminal.
    Person,
    /// Nobody, because standard input is for something else: the answer is no.
    Nobody,
}

/// Asks whoever sits at the terminal. Without one the answer is no.
fn ask(ask: &Ask) -> Answer {
    let (input, mut output) = (io::stdin(), io::stderr());
    if !input.is_terminal() || !output.is_terminal() {
        return Answer::Reject;
    }
    let (what, always) = match ask.permission {
        Permission::Read => (format!("read {}", one_line(&ask.path)), "every file".to_string()),
        Permission::ExternalDirectory => (
            format!("read {}, which is outside the project", one_line(&ask.path)),
            format!("everything in {}", one_line(ask.pattern.trim_end_matches('*'))),
        ),
    };
    let question = format!("The agent wants to {what}. Allow it? [y]es, [a]lways for {always}, [N]o: ");
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

/// A name that draws nothing but itself: no second question, for one.
fn one_line(name: &str) -> String {
    terminal::escaped(name).replace('\n', "\\n").replace('\t', "\\t")
}
