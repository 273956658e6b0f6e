//! `readroom generate`: prints the man page, and completions for shells.

mod man;

use anyhow::Result;
use clap::{Args, Command, ValueEnum};
use clap_complete::Shell;
use readroom::Outcome;
use std::io::{self, Write};

/// Print the man page, or completions for a shell.
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
  readroom generate man > ~/.local/share/man/man1/readroom.1
  readroom generate complete-bash > ~/.local/share/bash-completion/completions/readroom
  readroom generate complete-zsh > ~/.zfunc/_readroom
  readroom generate complete-fish > ~/.config/fish/completions/readroom.fish";

/// What can be generated.
#[derive(Clone, Copy, ValueEnum)]
enum Kind {
    /// The man page, readroom(1), as roff.
    Man,
    /// Completions for bash.
    CompleteBash,
    /// Completions for zsh.
    CompleteZsh,
    /// Completions for fish.
    CompleteFish,
    /// Completions for PowerShell.
    CompletePowershell,
}

impl Generate {
    /// Prints it for the command line of this program.
    pub(crate) fn run(self, mut program: Command) -> Result<Outcome> {
        let mut text = Vec::new();
        match self.kind {
            Kind::Man => man::write(&mut text, &program)?,
            Kind::CompleteBash => complete(Shell::Bash, &mut program, &mut text),
            Kind::CompleteZsh => complete(Shell::Zsh, &mut program, &mut text),
            Kind::CompleteFish => complete(Shell::Fish, &mut program, &mut text),
            Kind::CompletePowershell => complete(Shell::PowerShell, &mut program, &mut text),
        }
        io::stdout().lock().write_all(&text)?;
        Ok(Outcome::Answered)
    }
}

fn complete(shell: Shell, program: &mut Command, text: &mut Vec<u8>) {
    let name = program.get_name().to_string();
    clap_complete::generate(shell, program, name, text);
}
