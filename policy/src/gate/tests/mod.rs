use super::{CallPermit, Gate, MAX_PATHS, MAX_RULINGS, NameAccess};
use crate::agentignore::AgentignoreState;
use crate::definition::Policy;
use crate::list::{Case, PathKind};
use std::sync::Arc;

fn gate(policy: Policy, directories: &[&[&str]]) -> Arc<Gate> {
    let grants = directories.iter().flat_map(|paths| paths.iter().copied());
    let directories: Vec<Vec<String>> =
        directories.iter().map(|paths| paths.iter().map(ToString::to_string).collect()).collect();
    Arc::new(Gate::new(policy, grants, &directories, &directories[0], None))
}

fn permit(gate: &Arc<Gate>) -> Option<CallPermit> {
    Gate::permit(gate, AgentignoreState::Absent, None, PathKind::Other)
}

fn admits(permit: &mut CallPermit, path: &str) -> bool {
    permit.admits(0, path, Case::Sensitive, NameAccess::File)
}

#[test]
fn a_component_that_comes_with_many_names_takes_no_more_memory() {
    let gate = gate(Policy::default(), &[&["/p"]]);
    let mut permit = permit(&gate).unwrap();
    for number in 0..1000 {
        assert!(admits(&mut permit, &format!("{number}.txt")));
        assert!(!admits(&mut permit, &format!("{number}.pem")));
    }
    assert_eq!(permit.rulings.len(), MAX_RULINGS);
    assert_eq!(permit.denied().map(|denied| denied.path.as_str()), Some("/p/999.pem"));
}

#[test]
fn a_file_has_paths_under_all_names_of_its_directories() {
    let gate =
        gate(Policy::default(), &[&["/link", "/real"], &["/real/sub", "/other"], &["/more"]]);
    let mut paths = gate.paths("/link/sub/a".into()).unwrap();
    paths.sort();
    assert_eq!(paths, ["/link/sub/a", "/other/a", "/real/sub/a"]);
    assert_eq!(gate.paths("/more/a".into()).unwrap(), ["/more/a"]);
    assert_eq!(gate.paths("/link".into()).unwrap(), ["/link", "/real"]);
    assert_eq!(gate.paths("/elsewhere".into()).unwrap(), ["/elsewhere"]);
}

#[test]
fn a_directory_granted_by_a_link_in_itself_has_two_paths() {
    let gate = gate(Policy::default(), &[&["/p", "/p/self"]]);
    for path in ["/p/a", "/p/self/a"] {
        let mut paths = gate.paths(path.into()).unwrap();
        paths.sort();
        assert_eq!(paths, ["/p/a", "/p/self/a"]);
    }
}

#[test]
fn a_file_with_more_paths_than_are_checked_is_denied() {
    let links: Vec<String> = (0..=MAX_PATHS).map(|number| format!("/l{number}")).collect();
    let paths: Vec<&str> = links.iter().map(String::as_str).collect();
    for (count, is_allowed) in [(MAX_PATHS, true), (MAX_PATHS + 1, false)] {
        let gate = gate(Policy::default(), &[&paths[..count]]);
        let mut permit = permit(&gate).unwrap();
        assert_eq!(admits(&mut permit, "a.txt"), is_allowed, "{count}");
        let told = permit.denied().map(ToString::to_string);
        let expected = "denied because the policy cannot be used: the file has more than 16 paths";
        assert_eq!(told, (!is_allowed).then(|| expected.to_string()));
    }
}
