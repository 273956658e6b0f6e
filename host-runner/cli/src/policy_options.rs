//! The options that decide what may be read, and the question to the user at the terminal.

use crate::pager;
use anyhow::{Context, Result, ensure};
use clap::Args;
use readroom::Policy;
use readroom::policy::{Permission, PolicyAnswer, PolicyQuestion};
use readroom::terminal::one_line;
use std::fs::File;
use std::io::{self, BufRead, IsTerminal, Read, Write};
use std::path::PathBuf;

/// The maximum size of a file with permissions, in bytes.
const MAX_POLICY: u64 = 1024 * 1024;

/// The heading of the options in help texts.
pub(crate) const HEADING: &str = "Permissions";

/// The options that decide what may be read of what is granted.
#[derive(Args)]
#[command(next_help_heading = HEADING)]
pub(crate) struct PolicyOptions {
    /// Permissions: a file, `opencode` or `everything`.
    ///
    /// A file has the form {"read": {"*": "allow", "*.env": "ask"}, "external_directory": "deny"};
    /// the last matching pattern decides. `opencode` has the rules of that agent, `everything`
    /// allows all. The default asks about names that look like secrets.
    ///
    /// Where permissions say `ask`, the user at the terminal is asked about a named file. Without a
    /// terminal, if calls are read from standard input, and for `mcp`, the answer is no.
    #[arg(long, value_name = "FILE")]
    policy: Option<PathBuf>,
    /// Allow files that match, whatever --policy says.
    ///
    /// The pattern has the syntax of .gitignore. May be given more than once. --mask, --ask and
    /// --deny take precedence over it.
    #[arg(long, value_name = "PATTERN")]
    allow: Vec<String>,
    /// Allow files that match, with secrets masked.
    ///
    /// What looks like a secret value is shown as «redacted: ...». The pattern has the same syntax,
    /// or is `secrets`: then secrets are masked in all files that are allowed, and files whose
    /// names look like secrets are masked instead of asked about. May be given more than once.
    /// --ask and --deny take precedence over it.
    #[arg(long, value_name = "PATTERN")]
    mask: Vec<String>,
    /// Ask about files that match, in the same syntax.
    ///
    /// May be given more than once. --deny takes precedence over it.
    #[arg(long, value_name = "PATTERN")]
    ask: Vec<String>,
    /// Deny files that match, in the same syntax.
    ///
    /// May be given more than once.
    #[arg(long, value_name = "PATTERN")]
    deny: Vec<String>,
    /// Ignore the file .agentignore in the root.
    ///
    /// Otherwise the files that it lists are denied.
    #[arg(long)]
    pub(crate) no_agentignore: bool,
}

impl PolicyOptions {
    /// Builds the policy that the options describe. It asks the user if `prompt` allows it.
    pub(crate) fn policy(&self, prompt: PromptMode) -> Result<Policy> {
        let mut policy = match &self.policy {
            None => Policy::default(),
            Some(name) if name.as_os_str() == "opencode" => Policy::opencode(),
            Some(name) if name.as_os_str() == "everything" => Policy::everything(),
            Some(file) => {
                let unusable = || format!("the policy '{}' cannot be used", file.display());
                let mut text = String::new();
                let opened = File::open(file).with_context(unusable)?;
                opened.take(MAX_POLICY + 1).read_to_string(&mut text).with_context(unusable)?;
                let name = file.display();
                ensure!(text.len() as u64 <= MAX_POLICY, "the policy '{name}' has more than 1 MiB");
                Policy::from_json(&text).with_context(unusable)?
            }
        };
        for pattern in &self.allow {
            policy = policy.allow(pattern)?;
        }
        for pattern in &self.mask {
            let is_slip = ["secret", "all"].contains(&&*pattern.to_lowercase());
            ensure!(!is_slip, "write '--mask secrets', or '/{pattern}' for a file of this name");
            policy = policy.mask(pattern)?;
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
        let has_terminal = io::stdin().is_terminal() && io::stderr().is_terminal();
        Ok(if prompt == PromptMode::Terminal && has_terminal {
            policy.on_ask(ask_user)
        } else {
            policy
        })
    }

    /// Returns a sentence about each pattern that matches nothing in these directories, because the
    /// file or directory at its start does not exist. A pattern without a slash may match anywhere,
    /// and is not looked for.
    pub(crate) fn unmatched<'a>(
        &self,
        directories: impl Iterator<Item = &'a PathBuf> + Clone,
    ) -> Vec<String> {
        let rules = [
            ("allow", &self.allow),
            ("mask", &self.mask),
            ("ask", &self.ask),
            ("deny", &self.deny),
        ];
        let patterns =
            rules.into_iter().flat_map(|(name, rules)| rules.iter().map(move |it| (name, it)));
        let unmatched = patterns.filter_map(|(name, pattern)| {
            let start = literal_start(pattern)?;
            let exists = |around: &PathBuf| around.join(&start).symlink_metadata().is_ok();
            let is_unmatched = !directories.clone().any(exists);
            is_unmatched
                .then(|| format!("--{name} '{pattern}' matches nothing: there is no '{start}'"))
        });
        unmatched.collect()
    }
}

/// Returns the path at the start of a pattern, up to its first wildcard. `None` if it has none, or
/// matches at any depth.
fn literal_start(pattern: &str) -> Option<String> {
    let path = pattern.trim_matches('/');
    let is_anchored = path.contains('/') || pattern.starts_with('/');
    let names = path.split('/').take_while(|name| !name.contains(['*', '?', '[', '\\']));
    let start = names.collect::<Vec<_>>().join("/");
    (is_anchored && !start.is_empty()).then_some(start)
}

/// Whether a command may ask the user.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum PromptMode {
    /// It asks the user, if there is a terminal.
    Terminal,
    /// It never asks, because standard input is in use or many files are read: the answer is no.
    Never,
}

/// Asks the user at the terminal.
fn ask_user(request: &PolicyQuestion) -> PolicyAnswer {
    // A pager that has the terminal would take the answer.
    pager::finish();
    let (input, mut output) = (io::stdin(), io::stderr());
    let path = one_line(&request.path);
    let rule = one_line(&request.rule.to_string());
    let (why, all) = match request.permission {
        Permission::Read => (rule, "files that this command asks about".to_string()),
        Permission::ExternalDirectory => (
            format!("outside the project, {rule}"),
            format!("in {}", one_line(request.pattern.trim_end_matches('*'))),
        ),
    };
    let question =
        format!("readroom: {path} needs permission ({why}). Read it? [y]es, [a]ll {all}, [N]o: ");
    let mut answer = String::new();
    let answered = write!(output, "{question}")
        .and_then(|()| output.flush())
        .and_then(|()| input.lock().read_line(&mut answer));
    match (answered, answer.trim()) {
        (Ok(_), "y" | "Y" | "yes") => PolicyAnswer::Once,
        (Ok(_), "a" | "A" | "all") => PolicyAnswer::Always,
        _ => PolicyAnswer::Reject,
    }
}
