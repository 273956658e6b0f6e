//! The seam without a component in front of it: what no component can bring about in a test's time, or may know of.

use super::wasi::{Host, HostDescriptor, HostDirectoryEntryStream};
use super::{Grant, State, preopens, wasi};
use crate::Limits;
use crate::meter::Meter;
use crate::tree::MemoryTree;
use std::sync::Arc;
use wasmtime::component::Resource;
use wasmtime_wasi::filesystem::Descriptor;
use wasmtime_wasi::p2::FsResult;

/// A directory of the machine and a tree with the same in them.
fn grants(directory: &tempfile::TempDir) -> Arc<[Grant]> {
    for name in ["a", "b", "c"] {
        std::fs::write(directory.path().join(name), name).unwrap();
    }
    let tree = MemoryTree::new().file("a", "a").unwrap().file("b", "b").unwrap().file("c", "c").unwrap();
    #[cfg(unix)]
    let open = super::unix::open_root(directory.path()).unwrap();
    #[cfg(not(unix))]
    let open = std::fs::File::open(directory.path()).unwrap();
    [Grant::new("/local".into(), open), Grant::tree("/served".into(), Arc::new(tree))].into()
}

fn roots(state: &mut State) -> Vec<Resource<Descriptor>> {
    let roots = preopens::Host::get_directories(&mut state.seam()).unwrap();
    roots.into_iter().map(|(root, _)| Resource::new_borrow(root.rep())).collect()
}

fn again(root: &Resource<Descriptor>) -> Resource<Descriptor> {
    Resource::new_borrow(root.rep())
}

fn code<T>(state: &mut State, answer: FsResult<T>) -> Option<wasi::ErrorCode> {
    answer.err().map(|error| Host::convert_error_code(&mut state.seam(), error).unwrap())
}

#[test]
fn all_listings_of_a_call_share_one_number_of_entries() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = State::new(grants(&directory), None, None, Limits::default());
    state.allow();
    state.meter = Meter::new(Limits { entries: 5, ..Limits::default() });
    let mut handed_out = 0;
    for root in roots(&mut state) {
        let stream = state.seam().read_directory(root).unwrap();
        let refused = loop {
            let stream = Resource::new_borrow(stream.rep());
            match state.seam().read_directory_entry(stream) {
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
fn before_it_is_allowed_a_call_is_told_names_and_nothing_else() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = State::new(grants(&directory), Some("/local".into()), None, Limits::default());
    let names = preopens::Host::get_directories(&mut state.seam()).unwrap();
    let names: Vec<_> = names.into_iter().map(|(_, name)| name).collect();
    assert_eq!(names, ["/local", "/served"]);
    assert_eq!(super::environment::Host::initial_cwd(&mut state).unwrap().as_deref(), Some("/local"));
    let roots = roots(&mut state);
    for root in &roots {
        let here = wasi::PathFlags::empty();
        let mut answers = Vec::new();
        for path in ["a", "nothing", ".", "a/b", ".."] {
            let read = wasi::DescriptorFlags::READ;
            let seam = &mut state.seam();
            let opened =
                seam.open_at(again(root), here, path.into(), wasi::OpenFlags::empty(), read).map(drop);
            let stat = seam.stat_at(again(root), here, path.into()).map(drop);
            let target = seam.readlink_at(again(root), path.into()).map(drop);
            let hash = seam.metadata_hash_at(again(root), here, path.into()).map(drop);
            answers.extend([opened, stat, target, hash]);
        }
        let seam = &mut state.seam();
        answers.push(seam.read_directory(again(root)).map(drop));
        answers.push(seam.stat(again(root)).map(drop));
        answers.push(seam.read(again(root), 1, 0).map(drop));
        answers.push(seam.get_type(again(root)).map(drop));
        answers.push(seam.metadata_hash(again(root)).map(drop));
        for (number, answer) in answers.into_iter().enumerate() {
            assert_eq!(code(&mut state, answer), Some(wasi::ErrorCode::Access), "question {number}");
        }
    }
    let (first, second) = (again(&roots[0]), again(&roots[1]));
    assert!(!state.seam().is_same_object(first, second).unwrap());
    assert!(state.seam().is_same_object(again(&roots[1]), again(&roots[1])).unwrap());
}

#[test]
fn of_the_environment_only_the_home_directory_is_told() {
    let mut state = State::new(Arc::new([]), None, Some("/home/me".into()), Limits::default());
    let variables = super::environment::Host::get_environment(&mut state).unwrap();
    assert_eq!(variables, [("HOME".to_string(), "/home/me".to_string())]);
    let mut state = State::new(Arc::new([]), None, None, Limits::default());
    assert!(super::environment::Host::get_environment(&mut state).unwrap().is_empty());
}

#[test]
fn what_is_dropped_is_gone() {
    let directory = tempfile::tempdir().unwrap();
    let mut state = State::new(grants(&directory), None, None, Limits::default());
    state.allow();
    for root in roots(&mut state) {
        let stream = state.seam().read_directory(again(&root)).unwrap();
        let same = Resource::new_borrow(stream.rep());
        HostDirectoryEntryStream::drop(&mut state.seam(), stream).unwrap();
        assert!(state.seam().read_directory_entry(same).is_err());
        HostDescriptor::drop(&mut state.seam(), Resource::new_own(root.rep())).unwrap();
        assert!(state.seam().stat(root).is_err());
    }
}
