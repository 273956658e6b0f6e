//! `readroom generate`: prints completions for shells.

use anyhow::Result;
use clap::builder::PossibleValuesParser;
use clap::{Arg, Args, Command, ValueEnum, ValueHint};
use clap_complete::Shell;
use readroom::{Limit, Outcome, Tool};
use std::io::{self, Write};

/// Print completions for a shell.
#[derive(Args)]
#[command(after_long_help = EXAMPLES)]
pub(crate) struct Generate {
    /// What to print.
    #[arg(value_name = "KIND", value_enum)]
    kind: Kind,
}

/// Examples for the help.
const EXAMPLES: &str = "\
Examples:
  readroom generate complete-bash > ~/.local/share/bash-completion/completions/readroom
  readroom generate complete-zsh > ~/.zfunc/_readroom
  readroom generate complete-fish > ~/.config/fish/completions/readroom.fish";

/// What can be generated.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// Completions for bash.
    #[value(name = "complete-bash")]
    Bash,
    /// Completions for zsh.
    #[value(name = "complete-zsh")]
    Zsh,
    /// Completions for fish.
    #[value(name = "complete-fish")]
    Fish,
    /// Completions for PowerShell.
    #[value(name = "complete-powershell")]
    Powershell,
}

impl Generate {
    /// Prints it for the command line of this program.
    pub(crate) fn run(self, program: Command) -> Result<Outcome> {
        let shell = match self.kind {
            Kind::Bash => Shell::Bash,
            Kind::Zsh => Shell::Zsh,
            Kind::Fish => Shell::Fish,
            Kind::Powershell => Shell::PowerShell,
        };
        // clap takes names that live as long as the program.
        let ids: Vec<&str> = ids(&readroom::tools()?).into_iter().map(|id| &*id.leak()).collect();
        let settable = Limit::ALL.into_iter().filter(|limit| *limit != Limit::Stack);
        let limits: Vec<&str> = settable.map(|limit| &*format!("{limit}=").leak()).collect();
        let name = program.get_name().to_string();
        let mut program = program.mut_subcommands(|command| {
            command.mut_args(|argument| match argument.get_id().as_str() {
                "tool" => argument.value_parser(PossibleValuesParser::new(&ids)),
                "limits" => with_hint(argument).value_parser(PossibleValuesParser::new(&limits)),
                _ => with_hint(argument),
            })
        });
        let mut text = Vec::new();
        clap_complete::generate(shell, &mut program, name, &mut text);
        if shell == Shell::Bash {
            text = without_options(String::from_utf8(text)?).into_bytes();
        }
        io::stdout().lock().write_all(&text)?;
        Ok(Outcome::Answered)
    }
}

/// Sets the kind of an argument's values: files, directories, or free text.
fn with_hint(argument: Arg) -> Arg {
    let name = argument.get_value_names().and_then(|names| names.first()).map(|name| &**name);
    let is_free = argument.get_action().takes_values() && argument.get_possible_values().is_empty();
    let hint = match name.filter(|_| is_free) {
        None => return argument,
        Some("PATH" | "FILE") => ValueHint::AnyPath,
        Some("DIR") => ValueHint::DirPath,
        Some(_) => ValueHint::Other,
    };
    argument.value_hint(hint)
}

/// Returns the script for bash with a function that leaves out options until a dash is typed. If
/// nothing is left, bash completes file names.
fn without_options(script: String) -> String {
    let used = "complete -F _readroom -o";
    let Some((functions, end)) = script.split_once("\nif [[ ") else { return script };
    let end = end.replace(used, "complete -F _readroom_words -o");
    format!("{functions}\n{BASH_WORDS}\nif [[ {end}")
}

const BASH_WORDS: &str = r#"_readroom_words() {
    _readroom "$@"
    local i
    for i in "${!COMPREPLY[@]}"; do
        if [[ "$2" != -* && "${COMPREPLY[i]}" == -* ]]; then unset "COMPREPLY[i]"; fi
    done
}
"#;

/// Returns the accepted ids of tools: those without a revision first.
fn ids(tools: &[Tool]) -> Vec<String> {
    let without_revision = tools.iter().map(|tool| match tool.id.split_once(':') {
        Some((_, name)) => format!("{}:{name}", tool.dialect()),
        None => tool.dialect().to_string(),
    });
    let mut ids: Vec<String> = Vec::new();
    for id in without_revision.chain(tools.iter().map(|tool| tool.id.clone())) {
        if !ids.contains(&id) {
            ids.push(id);
        }
    }
    ids
}
