//! Third-party components: which are run, which are refused, and that compiling them is limited.

use readroom::{Component, Error, ErrorCode, Limit, Limits, MemoryTree, Room};
use readroom_testing::wait::{MAX_TIME, wait_for};
use readroom_testing::{hostile, patient};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

fn program() -> &'static Path {
    Path::new(env!("CARGO_BIN_EXE_readroom-check"))
}

/// Returns a directory with a script that stands in for the compiler.
fn pretender(does: &str) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let program = directory.path().join("compiler");
    fs::write(&program, format!("#!/bin/sh\n{does}\n")).unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    (directory, program)
}

pub fn a_component_is_compiled_here_or_elsewhere() {
    let limits = patient();
    let tree = MemoryTree::new().file("a.txt", "inside\n").unwrap();
    // The embedded component takes too long to compile without optimization.
    let bytes = hostile::bytes();
    for component in [
        Component::compile(bytes, &limits).unwrap(),
        Component::compile_by(program(), bytes, &limits).unwrap(),
    ] {
        let room =
            Room::builder_from_tree("/project", tree.clone()).component(component).build().unwrap();
        assert_eq!(room.call("readroom", "open a.txt").unwrap().json, "\"ok inside\\n\"");
    }
}

pub fn a_component_of_another_world_is_refused_with_a_reason() {
    let limits = Limits::default();
    let empty = wat::parse_str("(component)").unwrap();
    let module = wat::parse_str("(module)").unwrap();
    let compiled = readroom::precompile(&empty).unwrap();
    for (bytes, says) in [
        (b"".as_slice(), "it is not WebAssembly"),
        (b"hello", "it is not WebAssembly"),
        (module.as_slice(), "module"),
        (empty.as_slice(), "does not export"),
        // Precompiled code from outside is never accepted.
        (compiled.as_slice(), "it is not WebAssembly"),
    ] {
        for result in
            [Component::compile(bytes, &limits), Component::compile_by(program(), bytes, &limits)]
        {
            let Err(Error::Component(reason)) = result else { panic!("{says}: {result:?}") };
            assert!(reason.contains(says), "{reason}");
        }
    }
}

pub fn size_and_time_have_limits() {
    let small = Limits { component: 1000, ..Limits::default() };
    // Only an instant compiler would be in time.
    let short = Limits { compile: Duration::ZERO, ..Limits::default() };
    let (_directory, slow) = pretender("exec sleep 1000");
    for (bytes, limits, limit, code) in [
        (readroom::component(), small, Limit::Component, ErrorCode::TooLarge),
        (hostile::bytes(), short, Limit::Compile, ErrorCode::Timeout),
    ] {
        for result in
            [Component::compile(bytes, &limits), Component::compile_by(&slow, bytes, &limits)]
        {
            let error = result.unwrap_err();
            assert_eq!((error.limit(), error.code()), (Some(limit), Some(code)), "{error}");
        }
    }
}

pub fn a_compiler_that_misbehaves_is_an_error_and_does_not_outlive_the_call() {
    let component = hostile::bytes();
    let compile = |does: &str, limit: Duration| {
        let (directory, program) = pretender(&format!("echo $$ > \"$(dirname $0)/pid\"; {does}"));
        let limits = Limits { compile: limit, ..Limits::default() };
        let error = Component::compile_by(&program, component, &limits).unwrap_err().to_string();
        let pid = fs::read_to_string(directory.path().join("pid")).ok();
        let pid = pid.filter(|pid| pid.ends_with('\n'))?;
        assert!(!Path::new("/proc").join(pid.trim()).exists(), "{does}: still there");
        Some(error)
    };
    for (does, says) in [
        ("exit 2", "cannot load the component: "),
        ("echo no such thing >&2; exit 2", "cannot load the component: no such thing"),
        ("kill -9 $$", "failed: signal: 9"),
        ("true", "cannot load the component: "),
        ("cat", "cannot load the component: "),
    ] {
        let error = compile(does, MAX_TIME).unwrap();
        assert!(error.contains(says), "{does}: {error}");
    }
    // On a busy machine it may be stopped before it has begun.
    let mut limit = Duration::from_millis(150);
    let error = wait_for("a compiler that has begun", || {
        limit *= 2;
        compile("exec sleep 1000", limit)
    });
    assert!(error.contains("compiling the component takes longer than"), "{error}");
    let short = Limits { compile: limit, ..Limits::default() };
    // It is stopped for its time or for its size, whichever comes first.
    let (_directory, flood) = pretender("exec yes");
    assert!(Component::compile_by(&flood, component, &short).is_err());
    let error =
        Component::compile_by(Path::new("/nowhere/readroom"), component, &short).unwrap_err();
    assert!(error.to_string().contains("does not start"), "{error}");
}

pub fn the_program_runs_another_component() {
    let project = tempfile::tempdir().unwrap();
    fs::write(project.path().join("a.txt"), "inside\n").unwrap();
    fs::write(project.path().join("hostile.wasm"), hostile::bytes()).unwrap();
    fs::write(project.path().join("broken.wasm"), "hello, world").unwrap();
    let run = |arguments: &[&str]| {
        let output =
            Command::new(program()).args(arguments).current_dir(project.path()).output().unwrap();
        let (stdout, stderr) =
            (String::from_utf8(output.stdout).unwrap(), String::from_utf8(output.stderr).unwrap());
        (stdout, stderr, output.status.code())
    };
    let call = |command: &str, limits: &[&str]| {
        let call = ["call", "hostile.wasm", "readroom", command, "--limit", "compile=60min"];
        run(&[&call, limits].concat())
    };
    assert_eq!(call("open a.txt", &[]).0, "\"ok inside\\n\"\n");
    let (stdout, stderr, status) = call("spin", &["--limit", "cpu=100ms", "--limit", "time=60min"]);
    assert_eq!((stdout.as_str(), status), ("", Some(2)));
    assert_eq!(stderr, "readroom-check: the call reached its limit 'cpu' (100 ms)\n");
    for (arguments, says) in [
        (["call", "broken.wasm", "pi", "{}"], "cannot run the component 'broken.wasm': "),
        (["call", "nothing.wasm", "pi", "{}"], "cannot read the component 'nothing.wasm': "),
        (["cases", "hostile.wasm", "--limit", "tiem=1s"], "invalid limit 'tiem=1s': "),
    ] {
        let (stdout, stderr, status) = run(&arguments);
        assert_eq!((stdout.as_str(), status), ("", Some(2)));
        assert!(stderr.starts_with(&format!("readroom-check: {says}")), "{stderr}");
    }
    let (_, stderr, _) = run(&["call", "hostile.wasm", "pi", "{}", "--limit", "component=1KiB"]);
    assert!(stderr.contains("the component is larger than 1 KiB"), "{stderr}");
}
