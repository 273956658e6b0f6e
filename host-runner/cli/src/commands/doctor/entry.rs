//! Checks one entry of a client's configuration.

use super::launch::{self, Launch};
use super::report::Report;
use super::shape::Shape;
use super::start;
use super::within::within;
use crate::commands::mcp::Mcp;
use serde_json::{Map, Value};
use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// What clients replace by the directory that is open in them.
const FOLDER: &str = "${workspaceFolder}";

/// What entries are checked with.
pub(super) struct Check {
    /// Parses the arguments of `readroom`.
    pub(super) parse: fn(&[String]) -> Result<Mcp, String>,
    /// The directory that is read, as far as an entry leaves that open.
    pub(super) project: PathBuf,
    /// Whether everything that starts this program is started.
    pub(super) start: bool,
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
        let start = report.len();
        let Some(mut words) = words(report, shape, name, entry) else {
            report.note(name, "has no command that could be checked");
            return false;
        };
        split(report, name, &mut words);
        let Some(launch) = Launch::of(&words) else {
            report.truncate(start);
            report.note(name, "starts another program, which was not checked or started");
            return false;
        };
        let is_off = |key, value| entry.get(key) == Some(&Value::Bool(value));
        if is_off("disabled", true) || is_off("enabled", false) {
            report.weak(name, "is turned off", "turn it on in the client");
        }
        let program = self.program(report, name, launch, &words);
        let mcp = self.arguments(report, name, launch, &words);
        let environment = environment(report, name, entry);
        let has_problem = report.has_problem(start);
        if has_problem {
            report.note(name, "this works, and takes further options; restart the client after it");
            report.correct(shape.example(name, &self.example(launch, &words, program.is_some())));
        }
        let is_clear = !has_problem && !words.iter().any(|word| self.replaced(word).contains("${"));
        if let (Some((program, is_known)), Some(mcp)) = (program, mcp.filter(|_| is_clear)) {
            let writes = mcp.room.audit.is_some();
            let is_direct = launch == Launch::Direct;
            if self.start || (is_known && is_direct && !writes) {
                self.start(report, name, is_direct, &program, &words, &environment);
            } else {
                let why = match (is_direct, writes) {
                    (false, _) => "a package or an image may be fetched",
                    (true, true) => "it would write its audit log",
                    (true, false) => "it is neither this program nor the one on PATH",
                };
                report.note(name, format!("was not started, because {why}; --start starts it"));
            }
        }
        true
    }

    /// Returns the words of an entry that starts this program in the same way.
    fn example(&self, launch: Launch, words: &[String], has_program: bool) -> Vec<String> {
        let mut example: Vec<_> = words.iter().take(launch.arguments()).cloned().collect();
        if let (false, Launch::Direct, Ok(own)) = (has_program, launch, env::current_exe()) {
            example = vec![own.display().to_string()];
        }
        let root = match launch {
            Launch::Container(_) => "/project".into(),
            _ => self.project.display().to_string(),
        };
        example.extend(["mcp".into(), "--root".into(), root]);
        example
    }

    /// Finds the file that is started. Returns whether it is this program or the one on the path.
    fn program(
        &self,
        report: &mut Report,
        name: &str,
        launch: Launch,
        words: &[String],
    ) -> Option<(PathBuf, bool)> {
        if let Launch::Container(start) = launch {
            let is_open = |word: &String| {
                word == "--interactive"
                    || (word.starts_with("-i") || word == "-ti") && !word.contains('=')
            };
            if !words.iter().take(start).any(is_open) {
                let text = "the container has no standard input, over which clients talk";
                report.problem(name, text, "add -i behind `run`");
            }
        }
        let command = words.first()?;
        if !launch::is_path(command) {
            let Some(file) = launch::on_path(command) else {
                let text = format!("the command '{command}' is not on PATH");
                report.problem(name, text, "install it, or write its absolute path");
                return None;
            };
            let text = format!("the command is {}; clients may have another PATH", file.display());
            report.ok(name, text);
            let is_known = launch::is_known(&file);
            return Some((file, is_known));
        }
        let path = PathBuf::from(command);
        if command.contains("${") {
            let text = format!("the command '{command}' has a variable, and was not checked");
            report.weak(name, text, "see whether your client replaces it");
            return None;
        }
        if !path.is_absolute() {
            let text = format!("the command '{command}' depends on where the client starts it");
            report.problem(name, text, "write its absolute path, or a name that is on PATH");
        } else {
            let file = path.clone();
            let looked_at = move || launch::is_executable(&file).then(|| launch::is_known(&file));
            let text = match within(self.wait, looked_at) {
                Some(Some(is_known)) => {
                    report.ok(name, format!("the command {} is there", path.display()));
                    return Some((path, is_known));
                }
                Some(None) => format!("the command '{command}' is not a file that can be executed"),
                None => format!("the file system of the command '{command}' does not answer"),
            };
            report.problem(name, text, "write the absolute path of readroom");
        }
        None
    }

    /// Checks the arguments. Returns them if they are valid.
    fn arguments(
        &self,
        report: &mut Report,
        name: &str,
        launch: Launch,
        words: &[String],
    ) -> Option<Mcp> {
        let first = launch.arguments();
        if words.get(first).is_none_or(|word| word.starts_with('-')) {
            report.problem(name, "the first argument is not `mcp`", "begin the arguments with it");
        }
        let mut behind = words.iter().skip_while(|word| !word.starts_with("--root"));
        match behind.next().map(|word| word.strip_prefix("--root=")) {
            None => {
                let text = "the arguments do not name the directory to read";
                report.problem(name, text, "add --root and its absolute path");
            }
            Some(value) => {
                let root = value.or_else(|| behind.next().map(String::as_str));
                root.into_iter().for_each(|root| self.root(report, name, launch, root));
            }
        }
        let words: Vec<_> = words.iter().skip(first).map(|word| self.replaced(word)).collect();
        match (self.parse)(&words) {
            Ok(mcp) if mcp.http.is_some() => {
                let text = "serves HTTP, but a client that starts a command reads its output";
                report.problem(name, text, "remove --http, or give the client the URL instead");
                None
            }
            Ok(mcp) => Some(mcp),
            Err(message) => {
                let lines = message.lines().map(str::trim);
                let lines = lines.take_while(|line| !line.starts_with("Usage:"));
                let text = lines.collect::<Vec<_>>().join(" ");
                let text = text.trim().trim_start_matches("error: ").to_string();
                let remedy = "`readroom mcp --help` lists the arguments";
                report.problem(name, format!("the arguments are not valid: {text}"), remedy);
                None
            }
        }
    }

    fn replaced(&self, word: &str) -> String {
        word.replace(FOLDER, &self.project.display().to_string())
    }

    /// Checks the directory to read.
    fn root(&self, report: &mut Report, name: &str, launch: Launch, root: &str) {
        if let Launch::Container(_) = launch {
            if !root.starts_with('/') {
                let text = format!("the root '{root}' is not an absolute path in the container");
                report.problem(name, text, "name the directory that -v mounts, such as /project");
            }
            return;
        }
        if root.contains(char::is_control) {
            let text =
                format!("the root '{root}' has a control character: a backslash was an escape");
            report.problem(name, text, "write each backslash twice, or write / instead");
            return;
        }
        if root.contains(FOLDER) {
            report.note(
                name,
                format!(
                    "VS Code and Cursor replace {FOLDER} by the open directory, other clients do \
                     not; checked with {}",
                    self.project.display()
                ),
            );
        }
        let replaced = self.replaced(root);
        if replaced.contains("${") {
            let text = format!("the root '{root}' has a variable, and was not checked");
            report.weak(name, text, "see whether your client replaces it");
            return;
        }
        if root == "~" || root.starts_with("~/") {
            let text = format!("the root '{root}' begins with ~, which only shells replace");
            report.problem(name, text, "write the home directory itself");
            return;
        }
        let path = Path::new(&replaced);
        let absolute = self.project.join(path);
        let looked_at = absolute.clone();
        let real =
            within(self.wait, move || looked_at.canonicalize().ok().filter(|real| real.is_dir()));
        let Some(Some(real)) = real else {
            let is_other = cfg!(unix) && replaced.contains('\\');
            let remedy = if is_other {
                "on this system, write / instead of \\"
            } else {
                "name an existing directory"
            };
            let text =
                format!("the root {} is not a directory, or does not answer", absolute.display());
            report.problem(name, text, remedy);
            return;
        };
        if path.is_absolute() {
            report.ok(name, format!("the root {} is there", path.display()));
            return;
        }
        report.weak(
            name,
            format!("the root '{root}' depends on the directory in which the client starts it"),
            format!("write an absolute path, such as {}", real.display()),
        );
    }

    /// Starts the program as the client would, and asks for its tools.
    fn start(
        &self,
        report: &mut Report,
        name: &str,
        is_direct: bool,
        program: &Path,
        words: &[String],
        environment: &Map<String, Value>,
    ) {
        let command = || {
            let mut command = Command::new(program);
            command.current_dir(&self.project);
            let strings =
                environment.iter().filter_map(|(key, value)| Some((key, value.as_str()?)));
            // A variable may name code that is loaded.
            command.envs(strings.filter(|_| self.start));
            command
        };
        let own = concat!("readroom ", env!("CARGO_PKG_VERSION"));
        if is_direct {
            match start::version(command(), self.wait) {
                Ok(version) if version == own => report.ok(name, format!("is {version}")),
                Ok(version) => report.weak(
                    name,
                    format!("is '{version}', and this program is {own}"),
                    "see which of the two you want",
                ),
                Err(error) => {
                    let text = format!("does not report its version: {error:#}");
                    return report.problem(name, text, "install readroom again");
                }
            }
        }
        let mut server = command();
        server.args(words.iter().skip(1).map(|word| self.replaced(word)));
        match start::tools(server, self.wait) {
            Ok(tools) if tools.is_empty() => report.problem(name, "offers no tools", "see --tool"),
            Ok(tools) => report.ok(name, format!("starts, and offers: {}", tools.join(", "))),
            Err(error) => {
                let remedy = "run the command in a terminal to see more; --wait gives it more time";
                report.problem(name, format!("does not serve: {error:#}"), remedy);
            }
        }
    }
}

/// Returns the command and its arguments. `None` if the entry has none.
fn words(report: &mut Report, shape: &Shape, name: &str, entry: &Value) -> Option<Vec<String>> {
    let strings = |value: &Value| -> Option<Vec<String>> {
        value.as_array()?.iter().map(|word| word.as_str().map(Into::into)).collect()
    };
    // Zed once had an object here.
    let (command, arguments) = match entry.get("command")? {
        Value::Object(inner) => (inner.get("path")?, inner.get("args")),
        command => (command, entry.get("args")),
    };
    let mut words = match command {
        Value::String(command) => {
            if shape.has_list {
                let text = "`command` is a text, and has to be a list with the arguments in it";
                report.problem(name, text, "write a list");
            }
            vec![command.clone()]
        }
        list => {
            let list = strings(list).filter(|list| !list.is_empty())?;
            if !shape.has_list {
                let text = "`command` is a list, and has to be a text, with the rest in `args`";
                report.problem(name, text, "write a text");
            }
            list
        }
    };
    match arguments {
        None | Some(Value::Null) => {}
        Some(arguments) => match (strings(arguments), arguments.as_str()) {
            (Some(arguments), _) => words.extend(arguments),
            (None, Some(text)) => {
                report.problem(name, "`args` is a text, and has to be a list", "write a list");
                words.extend(text.split_whitespace().map(String::from));
            }
            (None, None) => {
                let text = "`args` has to be a list of texts";
                report.problem(name, text, "put numbers and everything else into quotes");
            }
        },
    }
    Some(words)
}

/// Splits a command that has its arguments in one text, if it is this program.
fn split(report: &mut Report, name: &str, words: &mut Vec<String>) {
    let Some(command) = words.first() else { return };
    let parts: Vec<String> = command.split_whitespace().map(String::from).collect();
    // Only then the file system is asked: what other entries name is not looked at.
    let is_ours = parts.len() > 1 && Launch::of(&parts).is_some();
    if is_ours && !Path::new(command).exists() {
        let text = "`command` has the arguments in it: clients look for a file of that name";
        report.problem(name, text, "put the arguments into `args`");
        words.splice(0..1, parts);
    }
}

/// Returns the variables that the entry sets.
fn environment(report: &mut Report, name: &str, entry: &Value) -> Map<String, Value> {
    let inner = entry.get("command").and_then(|command| command.get("env"));
    let found = ["env", "environment"].into_iter().find_map(|key| entry.get(key)).or(inner);
    let variables = match found {
        None | Some(Value::Null) => Map::new(),
        Some(Value::Object(variables)) if variables.values().all(Value::is_string) => {
            variables.clone()
        }
        Some(_) => {
            report.problem(
                name,
                "the environment has to be an object of texts",
                "write all in quotes",
            );
            Map::new()
        }
    };
    if !variables.is_empty() {
        let names: Vec<_> = variables.keys().map(String::as_str).collect();
        report.note(name, format!("sets {}, which only --start passes on", names.join(", ")));
    }
    variables
}
