//! Components that read: the embedded one, and third-party ones.

#[cfg(feature = "wasi-cli")]
use crate::cli_log::CliLog;
use crate::error::Error;
use crate::limits::{Limit, Limits};
use crate::sandbox::engine::{self, LoadedComponent};
#[cfg(feature = "wasi-cli")]
use std::borrow::Cow;
use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

/// A component of the world in `wit/`, compiled and ready to run in a [`crate::Room`]. Cheap to
/// clone.
///
/// Third-party components are not trusted: whatever they do, they read no byte outside what a room
/// grants and its policy allows, and use no more than its limits. Compiling one also processes
/// untrusted input: a large or unusual component can keep a compiler busy for a long time.
/// Therefore its size and the compile time are limited.
#[derive(Clone)]
pub struct Component(LoadedComponent);

/// The maximum size of compiled code that another process may return, in bytes.
const MAX_COMPILED: u64 = 256 * 1024 * 1024;

/// The maximum length of the message of a compiler that fails, in bytes.
const MAX_MESSAGE: u64 = 4096;

impl Component {
    /// Returns the component that is part of this program.
    pub fn embedded() -> Result<Self, Error> {
        engine::embedded().map(Self)
    }

    /// Compiles a component in this process, on a separate thread.
    ///
    /// Fails with [`Error::Component`] if it is not a component of this world, and with
    /// [`Error::Limit`] if it is too large or takes too long. In the latter case the thread runs to
    /// its end, because a compiler cannot be stopped from within its process: where that matters,
    /// use [`Component::compile_by`].
    #[cfg(feature = "compiler")]
    pub fn compile(bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        check(bytes, limits)?;
        let (timer, bytes) =
            (crate::metering::clock::CallTimer::for_compilation(limits), bytes.to_vec());
        let slots = crate::sandbox::slots::Slots::new(limits);
        let compiled =
            crate::sandbox::slots::run_on_own_thread(&slots, &timer, limits, move || {
                engine::precompile(&bytes)
            });
        Self::load(
            compiled.map_err(|error| {
                error.with_limit_replaced(Limit::Time, Limit::Compile, limits)
            })??,
        )
    }

    /// Compiles a component in a separate process, which is killed if it takes too long.
    ///
    /// `program` is the program `readroom-check`, of the same version as this library. It is
    /// trusted, because what it returns is run as code. Fails as `compile` does, which the feature
    /// `compiler` adds.
    pub fn compile_by(program: &Path, bytes: &[u8], limits: &Limits) -> Result<Self, Error> {
        check(bytes, limits)?;
        Self::load(compile_in_process(program, bytes, limits)?)
    }

    /// Compiles a component as `compile_by` does. If it imports more than the contract grants, as
    /// the standard libraries of languages do, the rest of `wasi:cli/imports` is linked too, with
    /// nothing behind it; the host then resolves whole paths, one plain name at a time.
    #[cfg(feature = "wasi-cli")]
    pub fn compile_with_cli_by(
        program: &Path,
        bytes: &[u8],
        limits: &Limits,
    ) -> Result<Self, Error> {
        check(bytes, limits)?;
        let compiled: Cow<'static, [u8]> = compile_in_process(program, bytes, limits)?.into();
        let loaded = LoadedComponent::new(compiled.clone(), None)
            .or_else(|reason| LoadedComponent::new(compiled, Some(reason)));
        loaded.map(Self).map_err(Error::Component)
    }

    /// Returns why no other room runs it, if it imports more than the contract grants.
    #[cfg(feature = "wasi-cli")]
    pub fn refusal(&self) -> Option<&str> {
        self.0.refusal()
    }

    /// Logs its calls, if it imports more than the contract grants.
    #[cfg(feature = "wasi-cli")]
    #[must_use]
    pub fn with_log(mut self, log: CliLog) -> Self {
        self.0.1 = log;
        self
    }

    fn load(compiled: Vec<u8>) -> Result<Self, Error> {
        LoadedComponent::new(compiled.into(), None).map(Self).map_err(Error::Component)
    }

    pub(crate) fn loaded(self) -> LoadedComponent {
        self.0
    }
}

impl std::fmt::Debug for Component {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Component")
    }
}

/// The first bytes of every WebAssembly binary.
const MAGIC: &[u8] = b"\0asm";

/// Rejects early what the compiler would reject anyway.
fn check(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.component {
        return Err(Error::Limit(limits.reached(Limit::Component)));
    }
    if !bytes.starts_with(MAGIC) {
        return Err(Error::Component("it is not WebAssembly; give the file of a component".into()));
    }
    Ok(())
}

/// The other process, which is killed when this value is dropped.
struct Compiler(Child);

impl Drop for Compiler {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// How often to check whether the process has ended.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

fn compile_in_process(program: &Path, bytes: &[u8], limits: &Limits) -> Result<Vec<u8>, Error> {
    let started = Instant::now();
    let failed = |what: &str, why: &dyn std::fmt::Display| {
        Error::Component(format!("the compiler '{}' {what}: {why}", program.display()))
    };
    let mut command = Command::new(program);
    command.arg("compile").env_clear();
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut compiler = Compiler(command.spawn().map_err(|error| failed("does not start", &error))?);
    let (stdin, stdout, stderr) =
        (compiler.0.stdin.take(), compiler.0.stdout.take(), compiler.0.stderr.take());
    thread::scope(|scope| {
        let writer = scope.spawn(move || stdin.map(|mut stdin| stdin.write_all(bytes)));
        let compiled = scope.spawn(move || read(stdout, MAX_COMPILED + 1));
        let message = scope.spawn(move || read(stderr, MAX_MESSAGE));
        let status = loop {
            match compiler.0.try_wait().map_err(|error| failed("cannot be waited for", &error)) {
                Ok(Some(status)) => break Ok(status),
                Ok(None) if started.elapsed() < limits.compile => thread::sleep(POLL_INTERVAL),
                Ok(None) => break Err(Error::Limit(limits.reached(Limit::Compile))),
                Err(error) => break Err(error),
            }
        };
        // Ends the threads, which block on the pipes of the process.
        drop(compiler);
        // A compiler that fails early does not read everything.
        let _ = writer.join();
        let (compiled, message) =
            (compiled.join().unwrap_or_default(), message.join().unwrap_or_default());
        match status? {
            status if status.success() && compiled.len() as u64 <= MAX_COMPILED => Ok(compiled),
            status if status.success() => Err(failed("returned too much", &"more than 256 MiB")),
            status if status.code().is_some() => {
                Err(Error::Component(String::from_utf8_lossy(&message).trim().into()))
            }
            status => Err(failed("failed", &status)),
        }
    })
}

/// Reads up to `max` bytes from a pipe.
fn read(pipe: Option<impl Read>, max: u64) -> Vec<u8> {
    let mut bytes = Vec::new();
    if let Some(pipe) = pipe {
        // Bytes read before an error are enough.
        let _ = pipe.take(max).read_to_end(&mut bytes);
    }
    bytes
}
