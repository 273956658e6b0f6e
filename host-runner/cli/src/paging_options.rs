//! The options and variables that determine whether output goes through a pager.

use crate::display_options::When;
use crate::pager;
use crate::pager_command::PagerCommand;
use clap::Args;
use std::env;
use std::io::{self, IsTerminal};

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
