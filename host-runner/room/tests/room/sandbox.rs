//! Tests the host's wall alone: a component that does everything a reader must not do gets no byte
//! from outside, changes nothing, and uses no more than it may.

use readroom::{Error, MemoryTree, ReadRequest, Room};
use readroom_testing::link::symlink;
use readroom_testing::{at_start, hostile, openat2, patient};
use std::fs;
#[cfg(target_os = "linux")]
use std::path::Path;
use tempfile::TempDir;

/// A root that contains everything that leads outside, next to a secret.
struct Place {
    directory: TempDir,
    room: Room,
}

impl Place {
    fn new() -> Self {
        openat2::answer_as_told();
        let directory = tempfile::tempdir().unwrap();
        let (outside, root) = (directory.path(), directory.path().join("root"));
        fs::create_dir_all(root.join("sub/deep")).unwrap();
        fs::create_dir(root.join("empty")).unwrap();
        fs::create_dir(outside.join("other")).unwrap();
        fs::write(root.join("a.txt"), "inside").unwrap();
        fs::write(root.join("sub/deep/b.txt"), "inside").unwrap();
        fs::write(outside.join("secret.txt"), "SECRET").unwrap();
        fs::write(outside.join("other/secret.txt"), "SECRET").unwrap();
        for (target, link) in [
            ("a.txt", "in"),
            ("../secret.txt", "out"),
            ("../nothing", "nowhere"),
            ("/etc/passwd", "passwd"),
            ("/", "top"),
            ("..", "up"),
            ("../other", "other"),
            ("other/.", "other-dot"),
            ("other/", "other-slash"),
            ("/proc/self/root", "magic"),
            ("../../sub/deep/../../in", "sub/deep/round"),
        ] {
            symlink(target, root.join(link));
        }
        symlink(outside.join("secret.txt"), root.join("absolute-out"));
        symlink(root.join("a.txt"), root.join("absolute-in"));
        symlink("../../../secret.txt", root.join("sub/deep/out"));
        let room = Room::builder(&root).component(hostile::component()).limits(patient());
        Self { directory, room: room.build().unwrap() }
    }

    fn root(&self) -> std::path::PathBuf {
        self.directory.path().join("root")
    }

    fn run(&self, command: &str) -> String {
        run(&self.room, command)
    }
}

fn run(room: &Room, command: &str) -> String {
    let reply =
        room.call("readroom", command).unwrap_or_else(|error| panic!("{command:?}: {error}"));
    reply.json.trim_matches('"').into()
}

/// Strings that are not plain names: they lead outside, nowhere, or inside.
const NOT_PLAIN: [&str; 33] = [
    "",
    ".",
    "..",
    "/",
    "//",
    "./",
    "../",
    "\0",
    "a.txt\0",
    "a.txt\0/../../secret.txt",
    "a.txt/",
    "a.txt/.",
    "./a.txt",
    "sub/",
    "sub/deep",
    "sub/deep/b.txt",
    "sub/../a.txt",
    "nothing/",
    "../secret.txt",
    "sub/../../secret.txt",
    "./../secret.txt",
    "nothing/../../secret.txt",
    "out/",
    "top/etc/passwd",
    "up/secret.txt",
    "up/root/../secret.txt",
    "other/secret.txt",
    "other-dot/secret.txt",
    "other-slash/./secret.txt",
    "magic/etc/passwd",
    "/etc/passwd",
    "/proc/self/environ",
    "//etc/passwd",
];

/// The links in the root.
const LINKS: [&str; 12] = [
    "in",
    "out",
    "nowhere",
    "passwd",
    "top",
    "up",
    "other",
    "other-dot",
    "other-slash",
    "magic",
    "absolute-in",
    "absolute-out",
];

#[test]
fn only_plain_names_are_answered() {
    let place = Place::new();
    let tree = MemoryTree::new()
        .file("a.txt", "inside")
        .unwrap()
        .file("sub/deep/b.txt", "inside")
        .unwrap();
    let tree = tree.link("in", "a.txt").unwrap().link("out", "../secret.txt").unwrap();
    let served =
        Room::builder_from_tree("/project", tree).component(hostile::component()).build().unwrap();
    let secret = place.directory.path().join("secret.txt");
    let long = "sub/../".repeat(100);
    let not_plain = NOT_PLAIN.into_iter().chain([secret.to_str().unwrap(), &long]);
    for path in not_plain {
        for verb in ["open", "enter", "stream", "stat", "hash", "link"] {
            for command in [format!("{verb} {path}"), format!("in sub/deep {verb} {path}")] {
                for room in [&place.room, &served] {
                    assert_eq!(run(room, &command), "error not-permitted", "{command:?}");
                }
            }
        }
    }
    for path in ["x".repeat(256), "\u{e9}".repeat(128), "x".repeat(5000)] {
        for verb in ["open", "enter", "stat", "hash", "link"] {
            for room in [&place.room, &served] {
                assert_eq!(run(room, &format!("{verb} {path}")), "error name-too-long", "{verb}");
            }
        }
    }
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn no_link_is_followed() {
    let place = Place::new();
    let tree = MemoryTree::new().file("a.txt", "inside").unwrap().directory("sub").unwrap();
    let tree = LINKS.iter().fold(tree, |tree, link| tree.link(link, "a.txt").unwrap());
    let served =
        Room::builder_from_tree("/project", tree).component(hostile::component()).build().unwrap();
    for room in [&place.room, &served] {
        for link in LINKS {
            for verb in ["open", "enter", "stream", "list", "list-file", "count", "read 0 9"] {
                assert_eq!(run(room, &format!("{verb} {link}")), "error loop", "{verb} {link}");
            }
            assert_eq!(run(room, &format!("in {link} open a.txt")), "error loop", "{link}");
            assert!(run(room, &format!("stat {link}")).starts_with("ok "), "{link}");
        }
        for name in LINKS.into_iter().chain(["a.txt", "sub", "nothing"]) {
            for verb in ["open", "enter", "stat", "hash", "list"] {
                let command = format!("{verb}-follow {name}");
                assert_eq!(run(room, &command), "error not-permitted", "{command}");
            }
        }
    }
}

/// Runs the other tests of this file in the other modes of path resolution.
#[test]
fn all_this_holds_without_openat2_too() {
    for way in openat2::OTHER_WAYS.iter().filter(|_| openat2::answer_as_told() == openat2::AS_IS) {
        let others = ["sandbox::", "--skip", "all_this_holds_without_openat2_too"].map(Into::into);
        assert!(openat2::run_again(way, &others), "openat2 answered {way}");
    }
}

#[test]
fn the_inside_can_be_read() {
    let place = Place::new();
    for command in ["open a.txt", "in sub/deep open b.txt"] {
        assert_eq!(place.run(command), "ok inside", "{command}");
    }
    assert_eq!(place.run("open nothing"), "error no-entry");
    assert_eq!(place.run("enter nothing"), "error no-entry");
    assert_eq!(place.run("open sub"), "error is-directory");
    assert_eq!(place.run("enter a.txt"), "error not-directory");
    assert_eq!(place.run("link a.txt"), "error invalid");
    assert_eq!(place.run("same a.txt a.txt"), "ok true true");
    // Streams would need threads in the host.
    assert_eq!(place.run("stream a.txt"), "error unsupported");
}

/// A directory may permit traversal but not listing, and the other way round.
#[cfg(unix)]
#[test]
fn the_rights_of_a_directory_are_those_that_are_needed() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::new();
    let mode = |path: &str, mode| {
        fs::set_permissions(place.root().join(path), fs::Permissions::from_mode(mode)).unwrap();
    };
    mode("sub", 0o711);
    assert_eq!(place.run("in sub/deep open b.txt"), "ok inside");
    // The superuser may do everything.
    let may_list = fs::read_dir(place.root().join("sub")).is_ok();
    assert_eq!(place.run("list sub"), if may_list { "ok deep/" } else { "error access" });
    mode("sub", 0o755);
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn a_directory_is_listed_with_types_and_links_are_shown_as_links() {
    let place = Place::new();
    for command in ["list sub", "in sub list"] {
        assert_eq!(place.run(command), "ok deep/", "{command}");
    }
    assert_eq!(place.run("in sub list deep"), "ok b.txt out@ round@");
    assert_eq!(place.run("list empty"), "ok ");
    let root = place.run("list");
    assert!(root.starts_with("ok a.txt absolute-in@ absolute-out@ empty/ in@ "), "{root}");
    assert!(!root.contains(" . ") && !root.contains(".."), "{root}");
    assert_eq!(place.run("list-file a.txt"), "error not-directory");
}

/// A name that is not Unicode gives one error, and the names after it are listed.
#[cfg(target_os = "linux")]
#[test]
fn names_that_are_not_unicode_are_passed_over() {
    use std::os::unix::ffi::OsStrExt;
    let place = Place::new();
    for name in [b"\xff".as_slice(), b"a\xc3", b"b\x80c"] {
        fs::write(place.root().join("empty").join(std::ffi::OsStr::from_bytes(name)), "").unwrap();
    }
    fs::write(place.root().join("empty/text"), "").unwrap();
    assert_eq!(place.run("count empty"), "ok 1 3");
}

/// The properties of an open listing or directory, in a directory of this test alone, as other
/// tests run at the same time.
#[cfg(target_os = "linux")]
fn open_below(directory: &Path) -> usize {
    let open = fs::read_dir("/proc/self/fd")
        .unwrap()
        .filter_map(|entry| fs::read_link(entry.ok()?.path()).ok());
    open.filter(|target| target.starts_with(directory)).count()
}

#[test]
fn listings_have_a_limit_and_are_closed_when_they_are_dropped() {
    let place = Place::new();
    #[cfg(target_os = "linux")]
    let before = open_below(place.directory.path());
    for path in ["", " sub"] {
        let many = place.room.call("readroom", &format!("listings{path}"));
        assert!(matches!(many, Err(Error::Limit(_))), "{many:?}");
        // Far more than may be open at once.
        assert_eq!(place.run(&format!("reopen 3000{path}")), "ok 3000");
        assert_eq!(place.run(&format!("hold 60{path}")), "ok 60");
    }
    #[cfg(target_os = "linux")]
    assert_eq!(open_below(place.directory.path()), before, "descriptors are left open");
}

/// A pipe with a waiting writer is never opened: that would release the writer.
#[cfg(target_os = "linux")]
#[test]
fn a_writer_at_a_pipe_is_left_alone() {
    use readroom_testing::threads::wait_until_asleep;
    let place = Place::new();
    let pipe = place.root().join("pipe");
    assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    let mut writer = std::process::Command::new("sh");
    writer.args(["-c", "echo ready; echo written > \"$0\""]).arg(&pipe);
    let mut writer = writer.stdout(std::process::Stdio::piped()).spawn().unwrap();
    std::io::Read::read_exact(writer.stdout.as_mut().unwrap(), &mut [0; 6]).unwrap();
    wait_until_asleep(writer.id(), None);
    for command in ["open pipe", "list-file pipe", "stream pipe", "read 0 9 pipe"] {
        assert_eq!(place.run(command), "error no-device", "{command}");
    }
    // A writer that was released would have ended by now.
    wait_until_asleep(writer.id(), None);
    assert!(writer.try_wait().unwrap().is_none(), "the writer was let go");
    assert_eq!(fs::read_to_string(pipe).unwrap(), "written\n");
    assert!(writer.wait().unwrap().success());
}

#[test]
#[cfg_attr(windows, ignore = "it is about links, and Wine makes none")]
fn a_link_shows_its_target_unless_that_is_an_absolute_name_outside() {
    let place = Place::new();
    assert_eq!(place.run("link in"), "ok a.txt");
    let inside = place.root().canonicalize().unwrap().join("a.txt");
    assert_eq!(place.run("link absolute-in"), format!("ok {}", inside.display()));
    for link in ["absolute-out", "passwd", "top", "magic"] {
        assert_eq!(place.run(&format!("link {link}")), "error not-permitted", "{link}");
    }
}

#[test]
fn nothing_can_be_changed() {
    let place = Place::new();
    let before = fs::metadata(place.root().join("a.txt")).unwrap().modified().unwrap();
    assert_eq!(place.run("change a.txt"), "ok ");
    assert_eq!(fs::read_to_string(place.root().join("a.txt")).unwrap(), "inside");
    assert_eq!(fs::metadata(place.root().join("a.txt")).unwrap().modified().unwrap(), before);
    assert!(!place.root().join("new").exists());
    assert!(place.root().join("empty").exists());
}

#[cfg(unix)]
#[test]
fn a_pipe_a_socket_or_a_device_is_not_opened() {
    let place = Place::new();
    let _listener = std::os::unix::net::UnixListener::bind(place.root().join("socket")).unwrap();
    let mut names = vec!["socket"];
    #[cfg(target_os = "linux")]
    {
        let pipe = place.root().join("pipe");
        let mode = rustix::fs::Mode::from_raw_mode(0o644);
        rustix::fs::mknodat(rustix::fs::CWD, &pipe, rustix::fs::FileType::Fifo, mode, 0).unwrap();
        names.push("pipe");
    }
    let devices = Room::builder("/dev").component(hostile::component()).build().unwrap();
    let names = names.into_iter().map(|name| (&place.room, name));
    for (room, name) in names.chain(["null", "zero", "tty"].map(|name| (&devices, name))) {
        assert!(run(room, &format!("stat {name}")).starts_with("ok "), "{name}");
        assert_eq!(run(room, &format!("open {name}")), "error no-device", "{name}");
        assert_eq!(run(room, &format!("enter {name}")), "error not-directory", "{name}");
    }
}

#[test]
fn memory_and_open_files_have_limits_and_the_next_call_is_served() {
    let place = Place::new();
    let taken: u32 = place
        .run("memory")
        .strip_prefix("ok ")
        .unwrap()
        .strip_suffix(" MiB")
        .unwrap()
        .parse()
        .unwrap();
    assert!((96..128).contains(&taken), "{taken} MiB");
    let many = place.room.call("readroom", "directories sub");
    assert!(matches!(many, Err(Error::Limit(_))), "{many:?}");
    assert_eq!(place.run("open a.txt"), "ok inside");
}

#[test]
fn a_component_that_fails_is_an_error_and_the_next_call_is_served() {
    let place = Place::new();
    let failed = place.room.read(&ReadRequest::new("a.txt"));
    assert!(matches!(failed, Err(Error::Call(_))), "{failed:?}");
    assert_eq!(place.run("open a.txt"), "ok inside");
}

#[test]
fn a_component_that_wants_more_than_the_contract_grants_is_refused() {
    for import in [
        r#""wasi:random/random@0.2.12" (instance (export "get-random-u64" (func (result u64))))"#,
        r#""wasi:cli/exit@0.2.12" (instance (export "exit" (func (param "status" (result)))))"#,
        r#""wasi:clocks/monotonic-clock@0.2.12" (instance (export "now" (func (result u64))))"#,
        r#""wasi:sockets/instance-network@0.2.12" (instance (export "network" (type (sub resource)))
            (export "instance-network" (func (result (own 0)))))"#,
        r#""wasi:cli/stdout@0.2.12" (instance (export "get-stdout" (func (result u32))))"#,
    ] {
        let component = at_start::of(&format!(
            "(import {import}) (core module $m (func (export \"f\"))) \
             (core instance $i (instantiate $m))"
        ));
        let Err(Error::Component(reason)) = at_start::compile(&component) else {
            panic!("{import} is granted");
        };
        assert!(reason.contains("wasi:"), "{import} is refused for another reason: {reason}");
    }
}
