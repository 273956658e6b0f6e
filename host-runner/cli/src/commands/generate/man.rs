//! The man page: one for the program and all of its commands.

use crate::{policy_options, room_options};
use clap::{Arg, Command};
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use std::io::{self, Write};

/// The options that several commands have: they are described once, after the commands.
const SHARED: [&str; 2] = [room_options::HEADING, policy_options::HEADING];

/// Writes the man page of a program as roff.
pub(super) fn write(output: &mut impl Write, program: &Command) -> io::Result<()> {
    let mut program = program.clone().disable_help_subcommand(true);
    program.build();
    let version = program.get_version().unwrap_or_default();
    // Without a date: the same program has the same page.
    writeln!(output, ".TH READROOM 1 \"\" \"readroom {version}\" \"User Commands\"")?;
    let page = Man::new(program.clone().subcommand_value_name("COMMAND"));
    page.render_name_section(output)?;
    page.render_synopsis_section(output)?;
    page.render_description_section(output)?;
    for command in program.get_subcommands() {
        write_command(output, command)?;
    }
    if let Some(read) = program.find_subcommand("read") {
        for heading in SHARED {
            let options = read.get_arguments().filter(|it| it.get_help_heading() == Some(heading));
            Man::new(with_options(options.cloned().collect())).render_options_section(output)?;
        }
    }
    write_verbatim(output, &program)
}

/// Writes the section of a command: how it is called, what it does, and its own options.
fn write_command(output: &mut impl Write, command: &Command) -> io::Result<()> {
    let mut roff = Roff::default();
    roff.control("SH", [format!("READROOM {}", command.get_name().to_uppercase()).as_str()]);
    let usage = command.clone().render_usage().to_string();
    roff.text([roman(usage.trim_start_matches("Usage: "))]);
    let about = command.get_long_about().or(command.get_about());
    for paragraph in about.map(ToString::to_string).unwrap_or_default().split("\n\n") {
        roff.control("PP", []);
        roff.text([roman(paragraph.replace('\n', " "))]);
    }
    roff.to_writer(output)?;
    let (shared, own): (Vec<Arg>, Vec<Arg>) =
        command.get_arguments().cloned().partition(|argument| {
            argument.get_help_heading().is_some_and(|heading| SHARED.contains(&heading))
        });
    let own = own.into_iter().filter(|argument| argument.get_id() != "help");
    let own: Vec<Arg> = own.map(|argument| argument.help_heading(None::<&str>)).collect();
    if !own.is_empty() {
        let mut options = Vec::new();
        Man::new(with_options(own)).render_options_section(&mut options)?;
        // They belong to the section of the command.
        let options = String::from_utf8_lossy(&options).replace(".SH OPTIONS\n", ".SS Options\n");
        output.write_all(options.as_bytes())?;
    }
    if !shared.is_empty() {
        let mut roff = Roff::default();
        roff.control("PP", []);
        let also = format!("It also has the options under {}, below.", SHARED.join(" and "));
        roff.text([roman(also)]);
        roff.to_writer(output)?;
    }
    write_verbatim(output, command)
}

/// Returns a command with these options and no others.
fn with_options(options: Vec<Arg>) -> Command {
    Command::new("options").disable_help_flag(true).args(options)
}

/// Writes the end of the help of a command, line by line.
fn write_verbatim(output: &mut impl Write, command: &Command) -> io::Result<()> {
    let Some(text) = command.get_after_long_help() else { return Ok(()) };
    let mut roff = Roff::default();
    for part in text.to_string().split("\n\n") {
        let (heading, lines) = part.split_once('\n').unwrap_or((part, ""));
        roff.control("SS", [heading.trim_end_matches(':')]);
        roff.control("nf", []);
        for line in lines.lines() {
            roff.text([roman(line)]);
        }
        roff.control("fi", []);
    }
    roff.to_writer(output)
}
