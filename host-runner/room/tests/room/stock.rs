//! The component in a generic host: wasmtime with its own WASI, as in `wasmtime run`. The policy
//! holds there too, because the component applies it.

use std::path::Path;
use std::sync::LazyLock;
use wasmtime::component::{Component, InstancePre, Linker, ResourceTable, Val};
use wasmtime::{Config, Engine, Store};
use wasmtime_wasi::filesystem::FsPerms;
use wasmtime_wasi::{WasiCtx, WasiCtxView, WasiView};

pub struct Host {
    wasi: WasiCtx,
    table: ResourceTable,
}

impl WasiView for Host {
    fn ctx(&mut self) -> WasiCtxView<'_> {
        WasiCtxView { ctx: &mut self.wasi, table: &mut self.table }
    }
}

/// The component, compiled so that its instructions are counted.
pub static COMPONENT: LazyLock<InstancePre<Host>> = LazyLock::new(|| {
    let mut config = Config::new();
    config.consume_fuel(true);
    let engine = Engine::new(&config).unwrap();
    let component = Component::new(&engine, readroom::component()).unwrap();
    let mut linker = Linker::new(&engine);
    wasmtime_wasi::p2::add_to_linker_sync(&mut linker).unwrap();
    linker.instantiate_pre(&component).unwrap()
});

/// Returns a store whose component has a directory under a name, and a policy.
pub fn store(root: &Path, name: &str, policy: Option<&str>) -> Store<Host> {
    let mut wasi = WasiCtx::builder();
    wasi.allow_blocking_current_thread(true);
    wasi.preopened_dir(root, name, FsPerms::ReadOnly).unwrap();
    if let Some(policy) = policy {
        wasi.env("READROOM_POLICY", policy);
    }
    let host = Host { wasi: wasi.build(), table: ResourceTable::new() };
    let mut store = Store::new(COMPONENT.engine(), host);
    store.set_fuel(u64::MAX).unwrap();
    store
}

/// Does the same as `wasmtime run --dir ROOT --invoke 'read-file(PATH, none, none)'`.
fn read_file(root: &Path, path: &str, policy: Option<&str>) -> Result<String, String> {
    let mut store = store(root, ".", policy);
    let instance = COMPONENT.instantiate(&mut store).unwrap();
    let function = instance.get_func(&mut store, "read-file").unwrap();
    let arguments = [Val::String(path.into()), Val::Option(None), Val::Option(None)];
    let mut answer = [Val::Bool(false)];
    function.call(&mut store, &arguments, &mut answer).unwrap();
    let text = |value: Option<Box<Val>>| match value.map(|value| *value) {
        Some(Val::String(text)) => text,
        other => panic!("{other:?} is not text"),
    };
    match answer {
        [Val::Result(Ok(answer))] => Ok(text(answer)),
        [Val::Result(Err(error))] => Err(text(error)),
        other => panic!("{other:?} is not a result"),
    }
}

fn project(files: &[(&str, &str)]) -> tempfile::TempDir {
    let project = tempfile::tempdir().unwrap();
    for (path, text) in files {
        let file = project.path().join(path);
        std::fs::create_dir_all(file.parent().unwrap()).unwrap();
        std::fs::write(file, text).unwrap();
    }
    project
}

#[test]
fn a_stock_host_keeps_secrets() {
    let project = project(&[(".env", "SECRET"), ("a.txt", "fine"), ("Sub/.ENV", "SECRET")]);
    let read = |path: &str, policy| read_file(project.path(), path, policy);
    let refused = "permission-denied: '.env' may not be read: permission denied. It was denied by \
                   the rule `.env` of 'secrets' (ask: there was no answer). Ask for permission to \
                   read it, or do without it.";
    assert_eq!(read(".env", None), Err(refused.into()));
    for path in ["/.env", "Sub/.ENV", "Sub/../.env", "id_rsa"] {
        let refused = read(path, None).unwrap_err();
        assert!(refused.starts_with("permission-denied: "), "{path}: {refused}");
    }
    assert!(read("a.txt", None).unwrap().contains("fine"));
    for policy in [
        r#"{"allow": [".env"]}"#,
        r#""allow""#,
        r#"{"rules": "everything"}"#,
        r#"{"read": {"*": "allow", "*.pem": "deny"}}"#,
    ] {
        assert!(read(".env", Some(policy)).unwrap().contains("SECRET"), "{policy}");
    }
    let unusable = read("a.txt", Some("{")).unwrap_err();
    assert!(unusable.contains("READROOM_POLICY: the permissions are not JSON"), "{unusable}");
}

#[test]
fn a_stock_host_has_what_a_project_hides() {
    let files = [
        (".agentignore", "/drafts/\n*.Sql\ncafe\u{301}.sq\n"),
        ("drafts/a.txt", "SECRET"),
        ("my.sql", "SECRET"),
        ("Caf\u{e9}.sq", "SECRET"),
        ("a.txt", "fine"),
    ];
    let project = project(&files);
    let read = |path: &str, policy| read_file(project.path(), path, policy);
    // It is unknown whether case or composition matters there, so a pattern denies regardless.
    for path in ["drafts/a.txt", "drafts/none", "drafts/../a.txt", "my.sql", "Caf\u{e9}.sq"] {
        let refused = read(path, None).unwrap_err();
        assert!(refused.contains("` of '.agentignore'"), "{refused}");
    }
    assert!(read("a.txt", None).unwrap().contains("fine"));
    assert!(read("my.sql", Some(r#"{"case_sensitive": true}"#)).unwrap().contains("SECRET"));
    assert!(read("drafts/a.txt", Some(r#"{"agentignore": false}"#)).unwrap().contains("SECRET"));
    let list = project.path().join(".agentignore");
    for (bytes, why) in [
        (vec![b'a'; 64 * 1024 + 1], "it is larger than 64 KiB"),
        (b"\xff\xfea".to_vec(), "it is neither UTF-8 nor UTF-16 with a byte order mark"),
        (b"[[:what:]]".to_vec(), "line 1 is not a pattern"),
    ] {
        std::fs::write(&list, bytes).unwrap();
        let refused = read("a.txt", None).unwrap_err();
        let expected = format!("It was denied because '.agentignore' cannot be used: {why}");
        assert!(refused.contains(&expected), "{refused}");
    }
    std::fs::remove_file(&list).unwrap();
    std::fs::create_dir(&list).unwrap();
    assert!(read("a.txt", None).unwrap_err().contains("it is not a regular file"));
    std::fs::remove_dir(&list).unwrap();
    assert!(read("a.txt", None).unwrap().contains("fine"));
}

/// Such a name leads to another file on the file systems of Windows, and whether this is one is
/// unknown.
#[cfg(unix)]
#[test]
fn a_name_with_other_spellings_is_read_if_it_is_listed() {
    let project = project(&[("NOTES~1.TXT", "fine"), ("a.", "fine")]);
    for path in ["NOTES~1.TXT", "a."] {
        assert!(read_file(project.path(), path, None).unwrap().contains("fine"), "{path}");
    }
    assert!(read_file(project.path(), "NOTES~2.TXT", None).unwrap_err().starts_with("not-found"));
}
