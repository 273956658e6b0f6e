use super::{GrantPath, MAX_HASHES, MAX_READ_PATHS, PlainName, ReadPaths};

#[test]
fn files_beyond_the_first_are_counted_each_once() {
    let mut paths = ReadPaths::default();
    let path = |number: usize| GrantPath { path: number.to_string(), ..GrantPath::root(0) };
    for number in (0..100).chain(0..100) {
        paths.add(&path(number));
    }
    assert_eq!(paths.first().count(), MAX_READ_PATHS);
    assert_eq!(paths.further(), 100 - MAX_READ_PATHS as u64);
    let all = MAX_READ_PATHS + MAX_HASHES;
    (0..all + 5).for_each(|number| paths.add(&path(number)));
    assert_eq!(paths.further(), MAX_HASHES as u64 + 5);
}

#[test]
fn a_path_grows_by_one_name_up_to_a_limit() {
    let name = "n".repeat(255);
    let (mut path, mut names) = (GrantPath::root(1), 0);
    while let Ok(longer) = path.join(&PlainName::new(&*name).unwrap()) {
        (path, names) = (longer, names + 1);
    }
    assert_eq!((path.grant, names), (1, 32));
    assert_eq!(path.path, vec![name; 32].join("/"));
}
