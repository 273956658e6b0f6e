//! Components with imports beyond the contract: only the check runs them, with nothing behind them.

use readroom::{CliLog, Component, Error, Limit, Limits, ReadRequest, Room, Threads};
use readroom_testing::{at_start, patient};
use std::path::Path;
use std::time::Duration;

/// Compiles a component that runs `$start` when it is instantiated: with `imports`, and the module
/// `host`, which has the functions that `lowered` makes of them.
fn component(imports: &str, lowered: &str, fields: &str) -> Vec<u8> {
    at_start::of(&format!(
        r#"{imports}
        (core module $memory
            (memory (export "memory") 1)
            (func (export "realloc") (param i32 i32 i32 i32) (result i32) i32.const 1024))
        (core instance $memory (instantiate $memory))
        (alias core export $memory "memory" (core memory $mem))
        (alias core export $memory "realloc" (core func $realloc))
        {lowered}
        (core module $m (import "host" "memory" (memory 1)) {fields} (func (export "f")))
        (core instance $i (instantiate $m (with "host" (instance $host))))"#
    ))
}

fn compiled(bytes: &[u8]) -> Component {
    let program = Path::new(env!("CARGO_BIN_EXE_readroom-check"));
    Component::compile_with_cli_by(program, bytes, &patient()).unwrap()
}

/// Instantiates a component, whose exports are wrong, and returns why the call ended, and the log.
fn run(component: Component, limits: Limits) -> (Error, CliLog) {
    let (root, log) = (tempfile::tempdir().unwrap(), CliLog::default());
    let component = component.with_log(log.clone());
    let room = Room::builder(root.path()).component(component).limits(limits).build().unwrap();
    (room.read(&ReadRequest::new("a.txt")).unwrap_err(), log)
}

const EXIT: &str = r#"(import "wasi:cli/exit@0.2.0" (instance $exit
    (export "exit" (func (param "status" (result))))))"#;

const LOWERED_EXIT: &str = r#"(core func $exit (canon lower (func $exit "exit")))
    (core instance $host (export "exit" (func $exit)) (export "memory" (memory $mem)))"#;

pub fn only_the_check_runs_what_imports_more() {
    let bytes = component(
        EXIT,
        LOWERED_EXIT,
        r#"(import "host" "exit" (func $exit (param i32)))
        (func $start (call $exit (i32.const 1)))
        (start $start)"#,
    );
    let refused = Component::compile(&bytes, &patient()).unwrap_err().to_string();
    assert!(refused.contains("wasi:cli/exit"), "{refused}");
    let component = compiled(&bytes);
    assert!(component.refusal().unwrap().contains("wasi:cli/exit@0.2.0"));
    let (ended, log) = run(component, patient());
    assert!(matches!(&ended, Error::Call(why) if why.contains("exit")), "{ended}");
    assert_eq!((log.output().as_str(), log.asks_whole_paths()), ("", false));
    let ordinary = compiled(readroom_testing::hostile::bytes());
    assert_eq!(ordinary.refusal(), None);
}

/// A clock of the host is where no tick reaches the component.
pub fn a_component_that_sleeps_reaches_its_time_limit() {
    let bytes = component(
        r#"(import "wasi:io/poll@0.2.0" (instance $poll
            (export "pollable" (type $pollable (sub resource)))
            (export "[method]pollable.block" (func (param "self" (borrow $pollable))))))
        (alias export $poll "pollable" (type $pollable))
        (import "wasi:clocks/monotonic-clock@0.2.0" (instance $clock
            (alias outer 1 $pollable (type $outer))
            (export "pollable" (type $pollable (eq $outer)))
            (export "subscribe-duration"
                (func (param "when" u64) (result (own $pollable))))))"#,
        r#"(core func $block (canon lower (func $poll "[method]pollable.block")))
        (core func $timer (canon lower (func $clock "subscribe-duration")))
        (core instance $host (export "block" (func $block)) (export "timer" (func $timer))
            (export "memory" (memory $mem)))"#,
        r#"(import "host" "block" (func $block (param i32)))
        (import "host" "timer" (func $timer (param i64) (result i32)))
        (func $start (call $block (call $timer (i64.const 3600000000000))))
        (start $start)"#,
    );
    // Whatever the host wants: its own thread is needed.
    let limits =
        Limits { time: Duration::from_millis(200), threads: Threads::Caller, ..Limits::default() };
    let (ended, _) = run(compiled(&bytes), limits);
    assert_eq!(ended.limit(), Some(Limit::Time), "{ended}");
}

pub fn output_is_logged_up_to_a_limit() {
    let bytes = component(
        r#"(import "wasi:io/error@0.2.0" (instance $error
            (export "error" (type (sub resource)))))
        (alias export $error "error" (type $error-type))
        (import "wasi:io/streams@0.2.0" (instance $streams
            (export "output-stream" (type $output (sub resource)))
            (alias outer 1 $error-type (type $outer))
            (export "error" (type $error (eq $outer)))
            (type $stream-error
                (variant (case "last-operation-failed" (own $error)) (case "closed")))
            (export "stream-error" (type $failure (eq $stream-error)))
            (export "[method]output-stream.blocking-write-and-flush" (func
                (param "self" (borrow $output)) (param "contents" (list u8))
                (result (result (error $failure)))))))
        (alias export $streams "output-stream" (type $output))
        (import "wasi:cli/stdout@0.2.0" (instance $stdout
            (alias outer 1 $output (type $outer))
            (export "output-stream" (type $output (eq $outer)))
            (export "get-stdout" (func (result (own $output))))))"#,
        r#"(core func $write (canon lower
            (func $streams "[method]output-stream.blocking-write-and-flush")
            (memory $mem) (realloc $realloc)))
        (core func $stdout (canon lower (func $stdout "get-stdout")))
        (core instance $host (export "write" (func $write)) (export "stdout" (func $stdout))
            (export "memory" (memory $mem)))"#,
        r#"(import "host" "write" (func $write (param i32 i32 i32 i32)))
        (import "host" "stdout" (func $stdout (result i32)))
        (data (i32.const 4096) "hello\n")
        (func $start (local $stream i32) (local $times i32)
            (local.set $stream (call $stdout))
            (loop $again
                (call $write
                    (local.get $stream) (i32.const 4096) (i32.const 4096) (i32.const 16))
                (if (i32.load8_u (i32.const 16)) (then unreachable))
                (local.set $times (i32.add (local.get $times) (i32.const 1)))
                (br_if $again (i32.lt_u (local.get $times) (i32.const 17)))))
        (start $start)"#,
    );
    let (ended, log) = run(compiled(&bytes), patient());
    assert!(matches!(&ended, Error::Call(why) if !why.contains("unreachable")), "{ended}");
    let output = log.output();
    assert!(output.starts_with("hello\n\0"), "{output:.20}");
    assert_eq!(output.len(), 64 * 1024);
}

pub fn there_is_no_network() {
    let codes = [
        "unknown",
        "access-denied",
        "not-supported",
        "invalid-argument",
        "out-of-memory",
        "timeout",
        "concurrency-conflict",
        "not-in-progress",
        "would-block",
        "invalid-state",
        "new-socket-limit",
        "address-not-bindable",
        "address-in-use",
        "remote-unreachable",
        "connection-refused",
        "connection-reset",
        "connection-aborted",
        "datagram-too-large",
        "name-unresolvable",
        "temporary-resolver-failure",
        "permanent-resolver-failure",
    ]; // rustfmt::skip
    let codes: String = codes.iter().map(|code| format!("{code:?} ")).collect();
    let bytes = component(
        &format!(
            r#"(import "wasi:sockets/network@0.2.0" (instance $network
                (type $codes (enum {codes}))
                (export "error-code" (type (eq $codes)))
                (type $families (enum "ipv4" "ipv6"))
                (export "ip-address-family" (type (eq $families)))))
            (alias export $network "error-code" (type $codes))
            (alias export $network "ip-address-family" (type $families))
            (import "wasi:sockets/tcp@0.2.0" (instance $tcp
                (export "tcp-socket" (type (sub resource)))))
            (alias export $tcp "tcp-socket" (type $socket))
            (import "wasi:sockets/tcp-create-socket@0.2.0" (instance $create
                (alias outer 1 $codes (type $outer-codes))
                (export "error-code" (type $codes (eq $outer-codes)))
                (alias outer 1 $families (type $outer-families))
                (export "ip-address-family" (type $families (eq $outer-families)))
                (alias outer 1 $socket (type $outer-socket))
                (export "tcp-socket" (type $socket (eq $outer-socket)))
                (export "create-tcp-socket" (func
                    (param "address-family" $families)
                    (result (result (own $socket) (error $codes)))))))"#
        ),
        r#"(core func $create (canon lower (func $create "create-tcp-socket") (memory $mem)))
        (core instance $host (export "create" (func $create)) (export "memory" (memory $mem)))"#,
        r#"(import "host" "create" (func $create (param i32 i32)))
        (func $start
            (call $create (i32.const 0) (i32.const 16))
            (if (i32.eqz (i32.load8_u (i32.const 16))) (then unreachable))
            (if (i32.ne (i32.load8_u (i32.const 20)) (i32.const 1)) (then unreachable)))
        (start $start)"#,
    );
    let (ended, _) = run(compiled(&bytes), patient());
    assert!(matches!(&ended, Error::Call(why) if !why.contains("unreachable")), "{ended}");
}
