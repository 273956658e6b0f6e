//! Checks one entry of a client's configuration, and writes it as it should be.

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
        split_arguments(report, name, &mut words);
        let launch = Launch::of(&words).or_else(|| {
            let (launch, word) = Launch::misspelled(&mut words)?;
            report.problem(name, format!("there is no '{word}'"), "did you mean `readroom`?");
            Some(launch)
        });
        let Some(launch) = launch else {
            report.truncate(start);
            report.note(name, "starts another program, which was not checked or started");
            return false;
        };
        let is_off = |key, value| entry.get(key) == Some(&Value::Bool(value));
        if is_off("disabled", true) || is_off("enabled", false) {
            report.weak(name, "is turned off", "turn it on in the client");
        }
        let program = self.program(report, name, launch, &mut words);
        let mcp = self.arguments(report, name, launch, &mut words);
        let environment = environment(report, name, entry);
        let has_problem = report.has_problem(start);
        let mut mended = shape.entry(entry, &words);
        // What a variable holds may be a secret, and a report is shown to others.
        for key in ["env", "environment"] {
            let values = mended.get_mut(key).and_then(Value::as_object_mut);
            values.into_iter().flat_map(Map::values_mut).for_each(|value| *value = "…".into());
        }
        let differs = |key| match (mended.get(key), entry.get(key)) {
            (Some(Value::Array(new)), None) => !new.is_empty(),
            (new, old) => new != old,
        };
        if differs("command") || differs("args") {
            let how = if mcp.is_some() { "write it so" } else { "write it so, and mend the rest" };
            report.note(name, format!("{how}, and restart the client"));
            report.correct(shape.example(name, mended));
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

    /// Finds the file that is started, and mends the command. Returns whether the file is this
    /// program or the one on the path.
    fn program(
        &self,
        report: &mut Report,
        name: &str,
        launch: Launch,
        words: &mut [String],
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
        let command = words.first_mut()?;
        if !launch::is_path(command) {
            let Some(file) = launch::on_path(command) else {
                let text = format!("the command '{command}' is not on PATH");
                report.problem(name, text, "install it, or write its absolute path");
                if let (Launch::Direct, Ok(own)) = (launch, env::current_exe()) {
                    *command = own.display().to_string();
                }
                return None;
            };
            let text = format!("the command is {}; clients may have another PATH", file.display());
            report.ok(name, text);
            let is_known = launch::is_known(&file);
            return Some((file, is_known));
        }
        let path = PathBuf::from(&*command);
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
        if let (Launch::Direct, Ok(own)) = (launch, env::current_exe()) {
            *command = own.display().to_string();
        }
        None
    }

    /// Checks the arguments, and mends them. Returns them if they are valid.
    fn arguments(
        &self,
        report: &mut Report,
        name: &str,
        launch: Launch,
        words: &mut Vec<String>,
    ) -> Option<Mcp> {
        let first = launch.arguments();
        let is_option = words.get(first).is_none_or(|word| word.starts_with('-'));
        if is_option {
            report.problem(name, "the first argument is not `mcp`", "begin the arguments with it");
            words.insert(first, "mcp".into());
        }
        let at = words.iter().position(|word| word == "--root" || word.starts_with("--root="));
        let given = at.and_then(|at| match words.get(at)?.strip_prefix("--root=") {
            Some(value) => Some((at, value.to_string())),
            None => Some((at + 1, words.get(at + 1)?.clone())),
        });
        match given {
            Some((at, root)) => {
                if let Some(better) = self.root(report, name, launch, &root)
                    && let Some(word) = words.get_mut(at)
                {
                    *word = if word.starts_with("--root=") {
                        format!("--root={better}")
                    } else {
                        better
                    };
                }
            }
            None if at.is_none() => {
                let text = "the arguments do not name the directory to read";
                report.problem(name, text, "add --root and its absolute path");
                let project = match launch {
                    Launch::Container(_) => "/project".into(),
                    _ => self.project.display().to_string(),
                };
                words.extend(["--root".into(), project]);
            }
            None => {}
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

    /// Checks the directory to read. Returns what to write instead, if that is clear.
    fn root(&self, report: &mut Report, name: &str, launch: Launch, root: &str) -> Option<String> {
        if let Launch::Container(_) = launch {
            if !root.starts_with('/') {
                let text = format!("the root '{root}' is not an absolute path in the container");
                report.problem(name, text, "name the directory that -v mounts, such as /project");
            }
            return None;
        }
        if root.contains(char::is_control) {
            let text =
                format!("the root '{root}' has a control character: a backslash was an escape");
            report.problem(name, text, "write each backslash twice, or write / instead");
            return None;
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
            return None;
        }
        if let Some(rest) =
            root.strip_prefix('~').filter(|rest| rest.is_empty() || rest.starts_with('/'))
        {
            let text = format!("the root '{root}' begins with ~, which only shells replace");
            report.problem(name, text, "write the home directory itself");
            return Some(format!("{}{rest}", env::home_dir()?.display()));
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
            return None;
        };
        if path.is_absolute() {
            report.ok(name, format!("the root {} is there", path.display()));
            return None;
        }
        let better = real.display().to_string();
        report.weak(
            name,
            format!("the root '{root}' depends on the directory in which the client starts it"),
            format!("write an absolute path, such as {better}"),
        );
        Some(better)
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

/// Splits arguments that stand in one text, if they are those of this program.
fn split_arguments(report: &mut Report, name: &str, words: &mut Vec<String>) {
    let first = Launch::of(words).map_or(1, Launch::arguments);
    let (before, behind) = words.split_at(first.min(words.len()));
    let parts = before.iter().cloned().chain(behind.iter().flat_map(|word| apart(word)));
    let parts: Vec<String> = parts.collect();
    if parts.len() != words.len() && Launch::of(&parts).is_some() {
        let text = "several arguments are in one text, and clients pass it on as one";
        report.problem(name, text, "write a text for each");
        *words = parts;
    }
}

/// Returns the arguments in a text: one, unless it begins with a command, a package or an option
/// and has more behind that. What follows an option, up to the next one, is its value.
fn apart(text: &str) -> Vec<String> {
    let one = || vec![text.to_string()];
    let Some((first, rest)) = text.trim().split_once(char::is_whitespace) else { return one() };
    let is_option = |word: &str| word.starts_with('-') && word.len() > 1;
    if !(first == "mcp" || is_option(first) && !first.contains('=') || launch::is_package(first)) {
        return one();
    }
    let mut parts = vec![first.to_string()];
    for word in rest.split_whitespace() {
        let behind_value = parts.iter().rev().nth(1).is_some_and(|word| is_option(word));
        match parts.last_mut() {
            Some(value) if behind_value && !is_option(value) && !is_option(word) => {
                value.push(' ');
                value.push_str(word);
            }
            _ => parts.push(word.into()),
        }
    }
    let unquoted = |part: String| {
        let within = |quote: char| part.strip_prefix(quote)?.strip_suffix(quote);
        within('"').or_else(|| within('\'')).map_or(part.clone(), Into::into)
    };
    parts.into_iter().map(unquoted).collect()
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
