//! `readroom-check compile`: compiles a component. The other commands run it in a separate process,
//! which can be killed.

use anyhow::Result;
use clap::Args;
use readroom::Error;
use std::io::{Read, Write, stderr, stdin, stdout};
use std::process::ExitCode;

/// Compile the component on standard input, and write the machine code to standard output.
#[derive(Args)]
pub(crate) struct Compile {}

/// The maximum memory of compiling in bytes, and its maximum processor time in seconds: they hold
/// even if the process that started this one is gone.
#[cfg(target_os = "linux")]
const MAX_RESOURCES: [(rustix::process::Resource, u64); 2] =
    [(rustix::process::Resource::As, 4 << 30), (rustix::process::Resource::Cpu, 600)];

impl Compile {
    pub(crate) fn run(self) -> Result<ExitCode> {
        #[cfg(target_os = "linux")]
        for (resource, maximum) in MAX_RESOURCES {
            // A lower hard limit may already be set, which cannot be raised.
            let maximum = rustix::process::getrlimit(resource)
                .maximum
                .map_or(maximum, |limit| limit.min(maximum));
            let limit = rustix::process::Rlimit { current: Some(maximum), maximum: Some(maximum) };
            rustix::process::setrlimit(resource, limit)?;
        }
        let mut component = Vec::new();
        stdin().lock().read_to_end(&mut component)?;
        match readroom::precompile(&component) {
            Ok(compiled) => stdout().lock().write_all(&compiled)?,
            Err(Error::Component(reason)) => {
                // Without a prefix: the program that reads this adds its own.
                stderr().lock().write_all(reason.as_bytes())?;
                return Ok(ExitCode::from(1));
            }
            Err(error) => return Err(error.into()),
        }
        Ok(ExitCode::SUCCESS)
    }
}
