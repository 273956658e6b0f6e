//! The options and variables that determine whether output goes through a pager.

use crate::display_options::When;
use crate::pager;
use clap::Args;
use std::env;
use std::io::{self, IsTerminal};
use std::path::Path;

/// The options of the commands whose output may go through a pager.
#[derive(Args)]
#[command(next_help_heading = "Display")]
pub(crate) struct PagingOptions {
    /// Page output: auto, always or never.
    ///
    /// `auto` uses it on a terminal for output that is longer than the screen, unless TERM is
    /// `dumb`, `always` on a terminal for any output. A pipe, a file and JSON have none. The pager
    /// is that of the variable READROOM_PAGER or PAGER, or `less`; an empty variable means none. It
    /// runs outside of the sandbox, with your rights.
    #[arg(long, value_name = "WHEN", value_enum, default_value_t = When::Auto)]
    #[arg(hide_possible_values = true, overrides_with = "no_paging")]
    paging: When,
    /// The same as `--paging never`.
    #[arg(short = 'P', long, overrides_with = "paging")]
    no_paging: bool,
}

impl PagingOptions {
    /// Sends the output of this command through a pager from now on, if it is wanted.
    pub(crate) fn start(&self, is_json: bool) {
        let is_dumb = env::var_os("TERM").is_some_and(|value| value == "dumb");
        let is_wanted = match self.paging {
            _ if self.no_paging || is_json || !io::stdout().is_terminal() => false,
            When::Always => true,
            When::Auto => !is_dumb,
            When::Never => false,
        };
        let command = PagerCommand::of(env::var("READROOM_PAGER").ok(), env::var("PAGER").ok());
        if let Some(command) = command.filter(|_| is_wanted) {
            pager::start(command, self.paging == When::Always);
        }
    }
}

/// The command line of a pager.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct PagerCommand {
    pub(crate) program: String,
    pub(crate) arguments: Vec<String>,
    /// Whether no variable names it.
    pub(crate) is_default: bool,
}

impl PagerCommand {
    /// Returns the pager that the variables name: words that spaces separate. Returns `None` if the
    /// first one that is set is empty.
    fn of(own: Option<String>, shared: Option<String>) -> Option<Self> {
        let named = own.or(shared);
        let is_default = named.is_none();
        let named = named.unwrap_or_else(|| "less".into());
        let mut words = named.split_whitespace().map(String::from);
        let program = words.next()?;
        Some(Self { program, arguments: words.collect(), is_default })
    }

    /// Returns whether the program has this name, in any directory.
    pub(crate) fn is(&self, name: &str) -> bool {
        Path::new(&self.program).file_stem().is_some_and(|stem| stem == name)
    }

    /// Adds the options that `less` needs, before those of the user, which take precedence.
    /// `version` is the output of `less --version`.
    ///
    /// `-F` ends it if the output fits the screen; before version 530, 558 on Windows, the output
    /// is then lost without `-X`, which takes the mouse wheel away. `-K` ends it with this program.
    pub(crate) fn add_less_options(&mut self, version: &str, quits_on_one_screen: bool) {
        let number = version.strip_prefix("less ").and_then(|rest| {
            rest.split(|character: char| !character.is_ascii_digit()).next()?.parse::<u32>().ok()
        });
        let needs_no_init = number.is_none_or(|it| it < if cfg!(windows) { 558 } else { 530 });
        let is_busybox = version.contains("BusyBox");
        let options = [
            ("-R", true),
            ("-F", quits_on_one_screen),
            ("-X", quits_on_one_screen && needs_no_init && !is_busybox),
            ("-K", !is_busybox),
        ];
        let options = options.into_iter().filter(|(_, is_added)| *is_added);
        self.arguments.splice(0..0, options.map(|(option, _)| option.to_string()));
    }
}

#[cfg(test)]
mod tests;
