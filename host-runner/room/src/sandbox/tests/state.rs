//! Tests of the host's side without a component: what a component cannot cause within the time of a
//! test, or must not know.

use super::types::{Host, HostDescriptor, HostDirectoryEntryStream};
use super::{CliLog, CliState};
use super::{Grant, HostState, preopens, types as wasi};
use crate::filesystem::wasi::FsResult;
use crate::limits::Limits;
use crate::metering::meter::Meter;
use crate::tree::MemoryTree;
use cap_std::ambient_authority;
use cap_std::fs::Dir;
use std::sync::Arc;
use wasmtime::component::Resource;

/// Grants a local directory and a tree with the same content.
fn grants(directory: &tempfile::TempDir) -> Arc<[Grant]> {
    for name in ["a", "b", "c"] {
        std::fs::write(directory.path().join(name), name).unwrap();
    }
    let tree =
        MemoryTree::new().file("a", "a").unwrap().file("b", "b").unwrap().file("c", "c").unwrap();
    let open = Dir::open_ambient_dir(directory.path(), ambient_authority()).unwrap();
    [Grant::new("/local".into(), open), Grant::tree("/served".into(), Arc::new(tree))].into()
}

fn roots(state: &mut HostState) -> Vec<Resource<wasi::Descriptor>> {
    let roots = preopens::Host::get_directories(&mut state.files()).unwrap();
    roots.into_iter().map(|(root, _)| Resource::new_borrow(root.rep())).collect()
}

fn again(root: &Resource<wasi::Descriptor>) -> Resource<wasi::Descriptor> {
    Resource::new_borrow(root.rep())
}

fn code<T>(state: &mut HostState, answer: FsResult<T>) -> Option<wasi::ErrorCode> {
    answer.err().map(|error| Host::convert_error_code(&mut state.files(), error).unwrap())
}

#[test]
fn all_listings_of_a_call_share_one_number_of_entries() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = HostState::new(grants(&directory), None, None, Limits::default());
    state.grant_access();
    state.meter = Meter::new(Limits { entries: 5, ..Limits::default() });
    let mut handed_out = 0;
    for root in roots(&mut state) {
        let stream = state.files().read_directory(root).unwrap();
        let refused = loop {
            let stream = Resource::new_borrow(stream.rep());
            match state.files().read_directory_entry(stream) {
                Ok(None) => break None,
                Ok(Some(_)) => handed_out += 1,
                refused => break code(&mut state, refused),
            }
        };
        assert_eq!(refused, (handed_out == 5).then_some(wasi::ErrorCode::Overflow));
    }
    assert_eq!(handed_out, 5);
}

#[test]
fn before_it_is_allowed_a_call_gets_only_names() {
    let directory = tempfile::tempdir().unwrap();
    let mut state =
        HostState::new(grants(&directory), Some("/local".into()), None, Limits::default());
    let names = preopens::Host::get_directories(&mut state.files()).unwrap();
    let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["/local", "/served"]);
    assert_eq!(
        super::environment::Host::initial_cwd(&mut state).unwrap().as_deref(),
        Some("/local")
    );
    let roots = roots(&mut state);
    for root in &roots {
        let here = wasi::PathFlags::empty();
        let mut answers = Vec::new();
        for path in ["a", "nothing", ".", "a/b", ".."] {
            let read = wasi::DescriptorFlags::READ;
            let files = &mut state.files();
            let opened = files
                .open_at(again(root), here, path.into(), wasi::OpenFlags::empty(), read)
                .map(drop);
            let stat = files.stat_at(again(root), here, path.into()).map(drop);
            let target = files.readlink_at(again(root), path.into()).map(drop);
            let hash = files.metadata_hash_at(again(root), here, path.into()).map(drop);
            answers.extend([opened, stat, target, hash]);
        }
        let files = &mut state.files();
        answers.push(files.read_directory(again(root)).map(drop));
        answers.push(files.stat(again(root)).map(drop));
        answers.push(files.read(again(root), 1, 0).map(drop));
        answers.push(files.get_type(again(root)).map(drop));
        answers.push(files.metadata_hash(again(root)).map(drop));
        for (number, answer) in answers.into_iter().enumerate() {
            assert_eq!(
                code(&mut state, answer),
                Some(wasi::ErrorCode::Access),
                "question {number}"
            );
        }
    }
    let (first, second) = (again(&roots[0]), again(&roots[1]));
    assert!(!state.files().is_same_object(first, second).unwrap());
    assert!(state.files().is_same_object(again(&roots[1]), again(&roots[1])).unwrap());
}

#[test]
fn only_the_home_directory_of_the_environment_is_visible() {
    let mut state = HostState::new(Arc::new([]), None, Some("/home/me".into()), Limits::default());
    let variables = super::environment::Host::get_environment(&mut state).unwrap();
    assert_eq!(variables, [("HOME".to_string(), "/home/me".to_string())]);
    let mut state = HostState::new(Arc::new([]), None, None, Limits::default());
    assert!(super::environment::Host::get_environment(&mut state).unwrap().is_empty());
}

#[test]
fn dropped_handles_are_removed() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = HostState::new(grants(&directory), None, None, Limits::default());
    state.grant_access();
    for root in roots(&mut state) {
        let stream = state.files().read_directory(again(&root)).unwrap();
        let same = Resource::new_borrow(stream.rep());
        HostDirectoryEntryStream::drop(&mut state.files(), stream).unwrap();
        assert!(state.files().read_directory_entry(same).is_err());
        HostDescriptor::drop(&mut state.files(), Resource::new_own(root.rep())).unwrap();
        assert!(state.files().stat(root).is_err());
    }
}

#[test]
fn whole_paths_are_read_as_streams_and_nothing_is_changed_by_them() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = HostState::new(grants(&directory), None, None, Limits::default());
    let log = CliLog::default();
    state.cli = Some(CliState::new(log.clone()).into());
    state.grant_access();
    let follow = wasi::PathFlags::SYMLINK_FOLLOW;
    let read = wasi::DescriptorFlags::READ;
    let nothing = wasi::OpenFlags::empty();
    for root in roots(&mut state) {
        for (open_flags, flags) in [
            (wasi::OpenFlags::CREATE, read),
            (wasi::OpenFlags::CREATE | wasi::OpenFlags::EXCLUSIVE, read),
            (wasi::OpenFlags::TRUNCATE, read),
            (nothing, read | wasi::DescriptorFlags::WRITE),
            (wasi::OpenFlags::DIRECTORY, read | wasi::DescriptorFlags::MUTATE_DIRECTORY),
        ] {
            for path in ["./new", "./a", "."] {
                let opened =
                    state.files().open_at(again(&root), follow, path.into(), open_flags, flags);
                let refused = code(&mut state, opened);
                assert_eq!(refused, Some(wasi::ErrorCode::NotPermitted), "{path} {open_flags:?}");
            }
        }
        let opened = state.files().open_at(again(&root), follow, "./b".into(), nothing, read);
        let file = opened.unwrap();
        assert_eq!(state.files().read(again(&file), 0, 0).unwrap(), (Vec::new(), true));
        let stream = state.files().read_via_stream(file, 0).unwrap();
        let table = wasmtime_wasi::WasiView::ctx(&mut state).table;
        let stream = table.get_mut(&stream).unwrap();
        assert_eq!(stream.read(10).unwrap(), "b");
        assert!(stream.read(10).is_err(), "the end");
    }
    assert!(log.asks_whole_paths());
    assert_eq!(std::fs::read_dir(directory.path()).unwrap().count(), 3);
}
