//! `readroom-check compile`: what the other commands run in a process of its own, so that it can be
//! killed.

use anyhow::Result;
use clap::Args;
use readroom::Error;
use std::io::{Read, Write, stderr, stdin, stdout};
use std::process::ExitCode;

/// Compile the component on standard input, and write the code to standard output.
#[derive(Args)]
pub(crate) struct Compile {}

/// The most bytes of memory that compiling may take, and the most seconds of a processor: whoever started this may be
/// gone and kill nobody.
#[cfg(target_os = "linux")]
const MOST: [(rustix::process::Resource, u64); 2] =
    [(rustix::process::Resource::As, 4 << 30), (rustix::process::Resource::Cpu, 600)];

impl Compile {
    pub(crate) fn run(self) -> Result<ExitCode> {
        #[cfg(target_os = "linux")]
        for (resource, most) in MOST {
            // There may be a lower one already, which nobody can lift.
            let most =
                rustix::process::getrlimit(resource).maximum.map_or(most, |limit| limit.min(most));
            let limit = rustix::process::Rlimit { current: Some(most), maximum: Some(most) };
            rustix::process::setrlimit(resource, limit)?;
        }
        let mut component = Vec::new();
        stdin().lock().read_to_end(&mut component)?;
        match readroom::precompile(&component) {
            Ok(compiled) => stdout().lock().write_all(&compiled)?,
            Err(Error::Component(reason)) => {
                // For a program, which puts its own words before it.
                stderr().lock().write_all(reason.as_bytes())?;
                return Ok(ExitCode::from(1));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(ExitCode::SUCCESS)
    }
}
