//! One cargo command that builds a component: the reader for the build script, and for the test
//! that the same source gives the same bytes everywhere; the test components in the same way.

use crate::names::without_names;
use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The target of components. Its standard library has no imports, unlike that of `wasm32-wasip2`.
pub const TARGET: &str = "wasm32-unknown-unknown";

/// The linker flags that make a module a component.
const LINKER: &str = "-Clinker=wasm-component-ld";

/// While linking, functions marked `#[inline]` are inlined only if they are small; what was inlined
/// within a crate stays. Against LLVM's threshold, 325, this saves 58,000 bytes.
const LINK_INLINING: &str = "-Cllvm-args=-inlinehint-threshold=60";

/// The initial memory of an instance, in bytes: a stack of 1 MiB, its data, and a heap that most
/// calls never have to grow. Memory that is not touched costs nothing.
const INITIAL_MEMORY: u32 = 2 * 1024 * 1024;

/// The maximum memory of an instance, in bytes, the same as the library's limit in `limits.rs`. The
/// component contains it because not every host can set a limit: JavaScript cannot.
const MAXIMUM_MEMORY: u32 = 128 * 1024 * 1024;

/// The tools that build components, and the paths.
#[derive(Clone, Copy, Debug)]
pub struct Workspace<'a> {
    /// The program `cargo`.
    pub cargo: &'a OsStr,
    /// The compiler that `cargo` runs.
    pub rustc: &'a OsStr,
    /// The root of the repository.
    pub root: &'a Path,
    /// The target directory. It cannot be that of a running cargo.
    pub target_dir: &'a Path,
}

impl Workspace<'_> {
    /// Builds the reader, and returns its bytes.
    ///
    /// # Errors
    ///
    /// If it does not build: the compiler's message.
    pub fn build_reader(&self) -> Result<Vec<u8>, String> {
        self.build("readroom-component", reader_flags(self.root, self.rustc)?, &[LINK_INLINING])
    }

    /// Builds a test component, and returns its bytes. Its memory has no maximum.
    ///
    /// # Errors
    ///
    /// If it does not build: the compiler's message.
    pub fn build_test_component(&self, package: &str) -> Result<Vec<u8>, String> {
        self.build(package, LINKER.into(), &[])
    }

    /// Builds a package. Only its own crate is compiled with the last flags: they count in linking,
    /// which optimizes everything once more.
    fn build(&self, package: &str, flags: OsString, last: &[&str]) -> Result<Vec<u8>, String> {
        let mut cargo = Command::new(self.cargo);
        cargo
            .current_dir(self.root)
            .args(["rustc", "--quiet", "--locked", "--package", package])
            .args(["--profile", "guest", "--target", TARGET, "--target-dir"])
            .arg(self.target_dir)
            .arg("--")
            .args(last)
            .env("CARGO_ENCODED_RUSTFLAGS", flags);
        // Meant for the host: coverage, a processor, clippy instead of rustc, settings of profiles.
        for name in [
            "RUSTFLAGS",
            "CARGO_BUILD_RUSTFLAGS",
            "CARGO_BUILD_TARGET",
            "CARGO_TARGET_DIR",
            "RUSTC_WORKSPACE_WRAPPER",
        ] {
            cargo.env_remove(name);
        }
        for (name, _) in env::vars_os() {
            if name.to_string_lossy().starts_with("CARGO_PROFILE_") {
                cargo.env_remove(name);
            }
        }
        let output = cargo.output().map_err(|error| format!("cannot start cargo: {error}"))?;
        if !output.status.success() {
            let reason = String::from_utf8_lossy(&output.stderr);
            return Err(format!("{package} did not build\n{reason}"));
        }
        let file = format!("{}.wasm", package.replace('-', "_"));
        let file = self.target_dir.join(TARGET).join("guest").join(file);
        let component =
            fs::read(&file).map_err(|error| format!("cannot read {}: {error}", file.display()))?;
        without_names(&component).ok_or_else(|| format!("{} is not a component", file.display()))
    }
}

/// Returns the compiler's flags for the reader: a component instead of a module, SIMD, inlining of
/// tiny functions only, and no path of this machine in the panic messages.
fn reader_flags(root: &Path, rustc: &OsStr) -> Result<OsString, String> {
    let mut flags = OsString::from(LINKER);
    flags.push("\u{1f}-Ctarget-feature=+simd128");
    flags.push("\u{1f}-Cllvm-args=-inline-threshold=12");
    // By default the linker leaves five bytes for each relocated number.
    flags.push("\u{1f}-Clink-arg=--compress-relocations");
    flags.push(format!("\u{1f}-Clink-arg=--initial-memory={INITIAL_MEMORY}"));
    flags.push(format!("\u{1f}-Clink-arg=--max-memory={MAXIMUM_MEMORY}"));
    let canonical =
        root.canonicalize().map_err(|error| format!("cannot find {}: {error}", root.display()))?;
    let cargo_home = env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| Some(env::home_dir()?.join(".cargo")));
    let registries =
        cargo_home.as_ref().and_then(|home| fs::read_dir(home.join("registry/src")).ok());
    let mut registries: Vec<_> = registries.into_iter().flatten().flatten().collect();
    registries.sort_by_key(fs::DirEntry::file_name);
    let (library, commit) = standard_library(root, rustc)?;
    let commit = format!("/rustc/{commit}");
    let mut paths = vec![(canonical, "readroom"), (library, &*commit)];
    paths.extend(cargo_home.map(|home| (home, "cargo")));
    // The name of a registry's directory is a third of each path below it. The last match counts.
    paths.extend(registries.iter().map(|registry| (registry.path(), "cargo")));
    for (from, to) in paths {
        flags.push("\u{1f}--remap-path-prefix=");
        flags.push(from);
        flags.push("=");
        flags.push(to);
    }
    Ok(flags)
}

/// Returns where rustup's component `rust-src` installs the source of the standard library, and the
/// commit of the compiler.
///
/// The standard library names itself `/rustc/<commit>` in its panic messages, but if its source is
/// installed, rustc replaces that by the path of the source.
fn standard_library(root: &Path, rustc: &OsStr) -> Result<(PathBuf, String), String> {
    let ask = |arguments: &[&str]| {
        let output = Command::new(rustc)
            .current_dir(root)
            .args(arguments)
            .output()
            .map_err(|error| format!("cannot start rustc: {error}"))?;
        Ok::<_, String>(String::from_utf8_lossy(&output.stdout).into_owned())
    };
    let sysroot = PathBuf::from(ask(&["--print", "sysroot"])?.trim());
    let version = ask(&["--version", "--verbose"])?;
    let commit = version
        .lines()
        .find_map(|line| line.strip_prefix("commit-hash: "))
        .ok_or("rustc does not say its commit")?;
    Ok((sysroot.join("lib/rustlib/src/rust"), commit.to_owned()))
}
