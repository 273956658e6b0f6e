//! Asking the person at the terminal for permission.

use anyhow::{Context, Result};
use clap::Args;
use readroom::Policy;
use readroom::policy::{Answer, Ask, Permission};
use readroom::terminal::one_line;
use std::fs;
use std::io::{self, BufRead, IsTerminal, Write};
use std::path::PathBuf;

/// What may be read of what is granted, from the command line.
#[derive(Args)]
pub(crate) struct Permissions {
    /// Permissions to decide by, in the place of the default, which asks about names that look like secrets: a JSON file
    /// such as {"read": {"*": "allow", "*.env": "ask"}, "external_directory": "deny"}, `opencode` for the rules of that
    /// agent, or `everything`. The last pattern that fits decides. Where it says `ask`, the person at the terminal is
    /// asked; without a terminal, or where standard input brings calls, the answer is no.
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Allow what a pattern in the syntax of .gitignore names, whatever the permissions say. May be given more than once,
    /// as --ask and --deny, which go before it.
    #[arg(long, value_name = "PATTERN")]
    allow: Vec<String>,
    /// Ask about what such a pattern names.
    #[arg(long, value_name = "PATTERN")]
    ask: Vec<String>,
    /// Deny what such a pattern names.
    #[arg(long, value_name = "PATTERN")]
    deny: Vec<String>,
    /// Do not heed the file .agentignore in the root, which else denies what it names.
    #[arg(long)]
    no_agentignore: bool,
}

impl Permissions {
    /// The policy that was asked for on the command line. Where it asks, a person does.
    pub(crate) fn policy(&self, asking: Asking) -> Result<Policy> {
        let mut policy = match &self.policy {
            None => Policy::default(),
            Some(name) if name.as_os_str() == "opencode" => Policy::opencode(),
            Some(name) if name.as_os_str() == "everything" => Policy::everything(),
            Some(file) => {
                let unusable = || format!("the policy '{}' cannot be used", file.display());
                let text = fs::read_to_string(file).with_context(unusable)?;
                Policy::from_json(&text).with_context(unusable)?
            }
        };
        for pattern in &self.allow {
            policy = policy.allow(pattern)?;
        }
        for pattern in &self.ask {
            policy = policy.ask(pattern)?;
        }
        for pattern in &self.deny {
            policy = policy.deny(pattern)?;
        }
        if self.no_agentignore {
            policy = policy.without_agentignore();
        }
        let is_there = io::stdin().is_terminal() && io::stderr().is_terminal();
        Ok(if asking == Asking::Person && is_there { policy.on_ask(ask) } else { policy })
    }
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
