//! The command line: one file a command.

mod commands;
#[cfg(feature = "mcp")]
mod mcp;
mod permission;
mod terminal;

use clap::{Args, Parser, Subcommand};
use permission::Asking;
use readroom::audit::OnFailure;
use readroom::{Audit, Component, Limits, Outcome, Reply, Room, Tool, UnknownToolError};
use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::{env, fmt};

/// Reads files below one directory and nowhere else: the file-read tool of an AI agent, in a sandbox.
///
/// Exit status: 0 answered, 1 the tool answered an error, 2 wrong usage or a failure of the host.
#[derive(Parser)]
#[command(name = "readroom", version, max_term_width = 100)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Read(commands::read::Read),
    Call(commands::call::Call),
    Tools(commands::tools::Tools),
    #[cfg(feature = "mcp")]
    Mcp(mcp::Mcp),
    Component(commands::component::WriteComponent),
    Check(commands::check::Check),
    #[cfg(feature = "compiler")]
    #[command(hide = true)]
    Compile(commands::compile::Compile),
}

/// What a command may see.
#[derive(Args)]
struct Grants {
    /// The project root: the directory that can be read.
    #[arg(long, value_name = "DIR", default_value = ".")]
    root: PathBuf,
    /// The agent's working directory inside the root, where relative paths start [default: the root].
    #[arg(long, value_name = "DIR")]
    cwd: Option<PathBuf>,
    /// A further directory that can be read, by its absolute name. May be given more than once.
    #[arg(long, value_name = "DIR")]
    grant: Vec<PathBuf>,
    /// The agent's home directory: what `~` stands for in the dialects that know it. It is not granted thereby.
    #[arg(long, value_name = "DIR")]
    home: Option<String>,
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
    #[command(flatten)]
    runs: Runs,
    /// A file that every read is recorded in: one JSON object a line, appended.
    #[arg(long, value_name = "FILE")]
    audit: Option<PathBuf>,
    /// Answer no call whose record cannot be written. Else it is answered, and what is missing is told on standard error
    /// and in the file.
    #[arg(long, requires = "audit")]
    audit_or_stop: bool,
}

/// What runs, and what it may take.
#[derive(Args)]
struct Runs {
    /// What a call may take, such as time=5s, memory=64MiB or concurrency=8. May be given more than once. The limits:
    /// memory (128MiB), instances (10), tables (4), table-elements (10000), open (64), entries (4000000), transfer
    /// (64MiB), output (64MiB), arguments (65544), cpu (10s), time (30s), concurrency (64), queue (how long a call waits
    /// for a place), threads (auto, caller, own), and for `--component` component (8MiB) and
    /// compile (60s).
    #[arg(long, value_name = "NAME=VALUE")]
    limit: Vec<String>,
    /// A component to run in the place of the embedded one: any that exports the interfaces in `wit/`. It is compiled
    /// now, in a process of its own, and not trusted.
    #[arg(long, value_name = "FILE")]
    component: Option<PathBuf>,
}

impl Runs {
    fn limits(&self) -> Result<Limits, Failure> {
        let mut limits = Limits::default();
        for setting in &self.limit {
            limits.set(setting).map_err(|error| Failure::Message(error.to_string()))?;
        }
        Ok(limits)
    }

    /// Somebody's component, compiled; none if it is the embedded one. The error inside is the component's own.
    fn component(
        &self,
        limits: &Limits,
    ) -> Result<Option<Result<Component, readroom::Error>>, Failure> {
        let Some(file) = &self.component else { return Ok(None) };
        let failed = |error: io::Error| cannot_run(file, &error);
        let mut bytes = Vec::new();
        // One byte more tells that it is too large.
        let most = u64::try_from(limits.component).unwrap_or(u64::MAX).saturating_add(1);
        File::open(file).map_err(failed)?.take(most).read_to_end(&mut bytes).map_err(failed)?;
        let program = env::current_exe().map_err(failed)?;
        Ok(Some(Component::compile_by(&program, &bytes, limits)))
    }
}

fn cannot_run(component: &Path, why: &dyn fmt::Display) -> Failure {
    Failure::Message(format!("cannot run the component '{}': {why}", component.display()))
}

impl Grants {
    fn room(&self, asking: Asking) -> Result<Room, Failure> {
        let mut builder = Room::builder(&self.root);
        for directory in &self.grant {
            builder = builder.grant(directory);
        }
        if let Some(cwd) = &self.cwd {
            builder = builder.cwd(cwd);
        }
        if let Some(home) = &self.home {
            builder = builder.home(home);
        }
        builder = builder.policy(permission::policy(self, asking)?);
        let limits = self.runs.limits()?;
        if let Some(file) = &self.audit {
            let on_failure = if self.audit_or_stop { OnFailure::Stop } else { OnFailure::GoOn };
            let name = file.display().to_string();
            let lost =
                move |reason: &str| tell(&format!("records for '{name}' are lost: {reason}"));
            builder = builder.audit(Audit::open_with(file, on_failure, lost)?);
        }
        if let (Some(file), Some(component)) = (&self.runs.component, self.runs.component(&limits)?)
        {
            builder = builder.component(component.map_err(|error| cannot_run(file, &error))?);
        }
        let room = builder.limits(limits).build()?;
        for problem in room.agentignore_problems() {
            tell(&problem);
        }
        Ok(room)
    }
}

/// The tool that is called unless another is named.
const OWN_TOOL: &str = "readroom";

/// How a command ended that did not fail.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Answered,
    Refused,
}

/// Why a command failed.
enum Failure {
    /// Nobody reads our output any more: no failure of ours.
    Closed,
    /// A message for the person.
    Message(String),
}

/// Prints what a tool returned, and tells the person what the policy denied.
fn answer(reply: Reply) -> Result<End, Failure> {
    tell_denied(&reply);
    let mut output = io::stdout().lock();
    let mut line = reply.json;
    if output.is_terminal() {
        line = terminal::escaped_json(&line).to_string();
    }
    // In one piece: a line feed on its own would be written on its own.
    line.push('\n');
    output.write_all(line.as_bytes())?;
    Ok(reply.outcome.into())
}

impl From<Outcome> for End {
    fn from(outcome: Outcome) -> Self {
        match outcome {
            Outcome::Answered => Self::Answered,
            Outcome::Refused => Self::Refused,
        }
    }
}

/// Tells the person something, if anybody listens.
fn tell(message: &str) {
    let _ = writeln!(io::stderr().lock(), "readroom: {}", terminal::escaped(message));
}

/// Tells by which rule something was denied. Names may hold anything: each is one line all the same.
fn tell_denied(reply: &Reply) {
    if let Some(denied) = &reply.denied {
        tell(&terminal::one_line(&format!("'{}' was {denied}", denied.path)));
    }
}

/// The failure of a command that names a tool that there is not.
fn unknown_tool(id: &str, known: &[Tool]) -> Failure {
    let known = known.iter().map(|tool| tool.id.clone()).collect();
    readroom::Error::UnknownTool(UnknownToolError { tool: id.into(), known }).into()
}

impl From<readroom::Error> for Failure {
    fn from(error: readroom::Error) -> Self {
        Self::Message(error.to_string())
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Self::Closed,
            _ => Self::Message(error.to_string()),
        }
    }
}

fn main() -> ExitCode {
    let end = match CommandLine::parse().command {
        Command::Read(command) => command.run(),
        Command::Call(command) => command.run(),
        Command::Tools(command) => command.run(),
        #[cfg(feature = "mcp")]
        Command::Mcp(command) => command.run(),
        Command::Component(command) => command.run(),
        Command::Check(command) => command.run(),
        #[cfg(feature = "compiler")]
        Command::Compile(command) => command.run(),
    };
    match end {
        Ok(End::Answered) | Err(Failure::Closed) => ExitCode::SUCCESS,
        Ok(End::Refused) => ExitCode::from(1),
        Err(Failure::Message(message)) => {
            tell(&message);
            ExitCode::from(2)
        }
    }
}
