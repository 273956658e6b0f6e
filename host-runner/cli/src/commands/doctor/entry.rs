//! Checks one entry of a client's configuration.

use super::launch;
use super::report::Report;
use super::shape::Shape;
use super::start;
use crate::commands::mcp::Mcp;
use serde_json::Value;
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// A variable that clients replace by their open directory.
const FOLDER: &str = "${workspaceFolder}";

/// The context in which entries are checked.
pub(super) struct Check {
    /// Parses the arguments of `readroom`.
    pub(super) parse: fn(&[String]) -> Result<Mcp, String>,
    /// The directory to read, if an entry leaves that open.
    pub(super) project: PathBuf,
    /// How long a started program may take.
    pub(super) wait: Duration,
}

impl Check {
    /// Checks an entry. Returns whether it starts this program.
    pub(super) fn entry(
        &self,
        report: &mut Report,
        shape: &Shape,
        name: &str,
        entry: &Value,
    ) -> bool {
        let Some((words, is_formed)) = words(shape, entry) else {
            report.note(name, "has no command that could be checked");
            return false;
        };
        let Some(first) = launch::arguments_at(&words) else {
            match launch::misspelled(&words) {
                Some(word) => report.weak(
                    name,
                    format!("starts '{word}', which was not checked or started"),
                    "did you mean readroom?",
                ),
                None => {
                    report.note(name, "starts another program, which was not checked or started")
                }
            }
            return false;
        };
        let problems = report.problems();
        if !is_formed {
            let (text, remedy) = match shape.has_list {
                true => ("`command` is not a list of texts", "write the arguments in it too"),
                false => (
                    "`command` is not one program, or `args` is not a list of texts",
                    "write the arguments into `args`, one text each",
                ),
            };
            report.problem(name, text, remedy);
        }
        let is_off = |key, value| entry.get(key) == Some(&Value::Bool(value));
        if is_off("disabled", true) || is_off("enabled", false) {
            report.weak(name, "is turned off", "turn it on in the client");
        }
        let program = words.first().and_then(|command| program(report, name, command));
        let (command, arguments) = words.split_at(first.min(words.len()));
        let arguments: Vec<_> = arguments.iter().map(|word| self.replaced(word)).collect();
        let mcp = is_formed.then(|| self.arguments(report, name, &arguments)).flatten();
        if words.iter().any(|word| word.contains(FOLDER)) {
            let text = format!(
                "VS Code and Cursor replace {FOLDER} by the open directory, other clients do not"
            );
            report.note(name, text);
        }
        if report.problems() > problems {
            report.note(name, "this works, and takes further options; restart the client after it");
            let example = self.example(command, program.is_some(), &arguments);
            report.correct(&shape.example(name, &example));
        } else if let (Some(program), Some(mcp)) = (program, mcp) {
            let why = match first {
                1 if !launch::is_known(&program) => {
                    "it is neither this program nor the one on PATH"
                }
                1 if mcp.room.audit.is_some() => "it would write its audit log",
                1 => "",
                _ => "a package may be fetched",
            };
            if why.is_empty() {
                self.start(report, name, &program, &arguments);
            } else {
                report.note(name, format!("was not started, because {why}"));
            }
        }
        if has_environment(entry) {
            report.note(name, "sets variables, which were neither checked nor passed on");
        }
        true
    }

    fn replaced(&self, word: &str) -> String {
        word.replace(FOLDER, &self.project.display().to_string())
    }

    /// Returns the words of an entry that starts this program in the same way.
    fn example(&self, command: &[String], has_program: bool, arguments: &[String]) -> Vec<String> {
        let mut example = command.to_vec();
        if let ([own], false, Ok(file)) = (&mut *example, has_program, env::current_exe()) {
            *own = file.display().to_string();
        }
        let root = root(arguments).unwrap_or_else(|| self.project.display().to_string());
        example.extend(["mcp".into(), "--root".into(), root]);
        example
    }

    /// Checks the arguments. Returns them if they are valid, and have no variables.
    fn arguments(&self, report: &mut Report, name: &str, arguments: &[String]) -> Option<Mcp> {
        let mcp = match (self.parse)(arguments) {
            Ok(mcp) => mcp,
            Err(message) => {
                let lines = message.lines().map(str::trim);
                let lines = lines.take_while(|line| !line.starts_with("Usage:"));
                let text = lines.collect::<Vec<_>>().join(" ");
                let text = text.trim().trim_start_matches("error: ").to_string();
                report.problem(
                    name,
                    format!("the arguments are not valid: {text}"),
                    remedy(arguments),
                );
                return None;
            }
        };
        if mcp.http.is_some() {
            let text = "serves HTTP, but a client that starts a command reads its output";
            report.problem(name, text, "remove --http, or give the client the URL instead");
        }
        let root = &mcp.room.root;
        let shown = root.display();
        if arguments.iter().any(|word| word.contains("${")) {
            let text = "the arguments have a variable, and were not checked";
            report.weak(name, text, "see whether your client replaces it");
            return None;
        } else if !self.project.join(root).is_dir() {
            report.problem(
                name,
                format!("the root {shown} is not a directory"),
                "write the absolute path of an existing one, without ~, which only shells replace, \
                 and each backslash twice",
            );
        } else if root.is_absolute() {
            report.ok(name, format!("the root {shown} is there"));
        } else {
            report.weak(
                name,
                format!(
                    "the root '{shown}' depends on the directory in which the client starts it"
                ),
                format!("write an absolute path, such as {}", self.project.display()),
            );
        }
        Some(mcp)
    }

    /// Starts the program as the client would, and requests its tools.
    fn start(&self, report: &mut Report, name: &str, program: &Path, arguments: &[String]) {
        let mut command = Command::new(program);
        command.current_dir(&self.project).args(arguments);
        match start::ask(command, self.wait) {
            Ok(served) if served.tools.is_empty() => {
                report.problem(name, "offers no tools", "see --tool")
            }
            Ok(served) => {
                let own = env!("CARGO_PKG_VERSION");
                if served.version != own {
                    report.weak(
                        name,
                        format!("is version {}, and this program is {own}", served.version),
                        "see which of the two you want",
                    );
                }
                report.ok(name, format!("starts, and offers: {}", served.tools.join(", ")));
            }
            Err(error) => {
                let remedy = "run the command in a terminal to see more; --wait gives it more time";
                report.problem(name, format!("does not serve: {error:#}"), remedy);
            }
        }
    }
}

/// Returns what to do about invalid arguments.
fn remedy(arguments: &[String]) -> &'static str {
    match arguments.first().map(String::as_str) {
        Some("mcp") if !arguments.iter().any(|word| word.starts_with("--root")) => {
            "add `--root` and the absolute path of the directory to read"
        }
        Some("mcp") => "`readroom mcp --help` lists them",
        Some(first) if first.split_whitespace().nth(1).is_some() => {
            "write each word as a text of its own"
        }
        Some(first) if launch::is_slip(first, "mcp") => "did you mean `mcp`?",
        _ => "begin them with `mcp`; `readroom mcp --help` lists the others",
    }
}

/// Returns the root in the arguments, also if several share one string, if it is an absolute path
/// of a directory.
fn root(arguments: &[String]) -> Option<String> {
    let all = arguments.join(" ");
    let (_, rest) = all.split_once("--root")?;
    let rest = rest.split(" --").next()?.trim_matches(['=', ' ', '"', '\'']);
    let path = Path::new(rest);
    (path.is_absolute() && path.is_dir()).then(|| rest.into())
}

/// Finds the file that a command starts.
fn program(report: &mut Report, name: &str, command: &str) -> Option<PathBuf> {
    if command.contains("${") {
        let text = format!("the command '{command}' has a variable, and was not checked");
        report.weak(name, text, "see whether your client replaces it");
        return None;
    }
    if !launch::is_path(command) {
        let found = launch::on_path(command);
        match &found {
            Some(file) => {
                let file = file.display();
                report.ok(name, format!("the command is {file}; clients may have another PATH"));
            }
            None => {
                let text = format!("the command '{command}' is not on PATH");
                report.problem(name, text, "install it, or write its absolute path");
            }
        }
        return found;
    }
    let path = PathBuf::from(command);
    if path.is_absolute() && launch::is_executable(&path) {
        report.ok(name, format!("the command {command} is there"));
        return Some(path);
    }
    let text = format!("the command '{command}' is not the absolute path of a program");
    report.problem(name, text, "write the absolute path of readroom, or a name that is on PATH");
    None
}

/// Returns a command with its arguments, and whether they have the form that the client reads.
/// `None` if the entry has no command.
fn words(shape: &Shape, entry: &Value) -> Option<(Vec<String>, bool)> {
    let texts = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|word| word.as_str().map(Into::into)).collect()
    };
    // Zed used to have an object here.
    let (command, args) = match entry.get("command")? {
        Value::Object(inner) => (inner.get("path")?, inner.get("args")),
        command => (command, entry.get("args")),
    };
    let mut is_formed = command.is_array() == shape.has_list;
    let mut words = match command {
        Value::String(command) => vec![command.clone()],
        list => texts(list)?,
    };
    // Clients look for a file with all of this in its name. Files named in other entries are not
    // checked.
    let parts: Vec<_> = words.first()?.split_whitespace().map(String::from).collect();
    if parts.len() > 1
        && launch::arguments_at(&parts).is_some()
        && !words.first().is_some_and(|file| Path::new(file).exists())
    {
        is_formed = false;
        words.splice(0..1, parts);
    }
    if let Some(args) = args.filter(|args| !args.is_null()) {
        let list = texts(args);
        is_formed &= list.is_some();
        words.extend(list.unwrap_or_default());
    }
    Some((words, is_formed))
}

/// Returns whether an entry sets variables.
fn has_environment(entry: &Value) -> bool {
    let inner = entry.get("command").and_then(|command| command.get("env"));
    let found = ["env", "environment"].into_iter().find_map(|key| entry.get(key)).or(inner);
    found.and_then(Value::as_object).is_some_and(|variables| !variables.is_empty())
}
