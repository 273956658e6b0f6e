//! The limits that a call can reach.

use super::table::{code, section as table};
use readroom::{Component, Error, Limit, Limits, Room};
use readroom_testing::hostile;
use std::path::Path;

/// The limits that refuse nothing: one shortens an answer, and one makes it take longer.
const REFUSE_NOTHING: [Limit; 2] = [Limit::Tokens, Limit::Shards];

pub fn section() -> String {
    let directory = tempfile::tempdir().unwrap();
    std::fs::write(directory.path().join("a.txt"), "one\n").unwrap();
    let rows: Vec<_> = Limit::ALL
        .into_iter()
        .filter(|limit| !REFUSE_NOTHING.contains(limit))
        .map(|limit| {
            let Err(Error::Limit(reached)) = provoke(limit, directory.path()) else {
                panic!("no example of the limit {limit}")
            };
            assert_eq!(reached.limit, limit);
            let message = code(&reached.to_string());
            vec![code(limit.name()), code(reached.code().name()), message, reached.hint().into()]
        })
        .collect();
    table(
        "Limits",
        "
The [limits](limits.md) that end a call, or refuse it. A limit that other calls have used up has the
code `busy`. In Rust the error is `Error::Limit`, whose `limit` is the name; in Python \
and JavaScript
a `LimitError` with `limit`. In a browser `file-size` is a limit too.",
        &["limit", "code", "message", "what to do next"],
        &rows,
    )
}

/// Reaches a limit.
fn provoke(limit: Limit, root: &Path) -> Result<(), Error> {
    let with = |settings: &[&str]| {
        let mut limits = Limits::default();
        for setting in settings {
            limits.set(setting).unwrap();
        }
        limits
    };
    let room = |settings: &[&str]| Room::builder(root).limits(with(settings)).build();
    let read =
        |settings: &[&str]| room(settings)?.call("readroom", r#"{"path":"a.txt"}"#).map(drop);
    let hostile = |command: &str, settings: &[&str]| {
        let room = Room::builder(root).limits(with(settings)).component(hostile::component());
        room.build()?.call("readroom", command).map(drop)
    };
    match limit {
        Limit::Memory => read(&["memory=1MiB"]),
        Limit::TotalMemory => read(&["total-memory=1MiB"]),
        Limit::Instances => read(&["instances=1"]),
        Limit::Tables => read(&["tables=1"]),
        Limit::TableElements => read(&["table-elements=10"]),
        Limit::Open => read(&["open=0"]),
        Limit::Entries => room(&["entries=0"])?.call("readroom", r#"{"path":"b"}"#).map(drop),
        Limit::Transfer => read(&["transfer=1"]),
        Limit::Output => read(&["output=1"]),
        Limit::Arguments => read(&["arguments=10"]),
        Limit::Cpu => hostile("spin", &["cpu=50ms"]),
        Limit::Time => read(&["time=0ms"]),
        Limit::Concurrency => read(&["concurrency=0", "queue=0ms"]),
        Limit::Queue => read(&["concurrency=0", "queue=20ms"]),
        Limit::Component => {
            Component::compile(hostile::bytes(), &with(&["component=1KiB"])).map(drop)
        }
        Limit::Compile => Component::compile(hostile::bytes(), &with(&["compile=0ms"])).map(drop),
        Limit::Stack => hostile("recurse", &[]),
        _ => Ok(()),
    }
}
