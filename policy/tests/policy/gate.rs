//! Tests of the decisions about a call.

use readroom_policy::agentignore::AgentignoreState;
use readroom_policy::gate::{CallPermit, Gate, NameAccess, default_allows};
use readroom_policy::list::{Case, PathKind};
use readroom_policy::{Action, Permission, Policy};
use std::sync::Arc;

/// Returns the permit of a call in a directory, or `None` if nothing can be denied.
fn permit(policy: Policy) -> Option<CallPermit> {
    let grants = ["/p"];
    let gate = Gate::new(policy, grants.into_iter(), &[grants.into()], &grants, None);
    Gate::permit(&Arc::new(gate), AgentignoreState::Absent, None, PathKind::Other)
}

#[test]
fn where_nothing_can_be_denied_there_is_no_permit() {
    let parsed = Policy::from_json("\"allow\"").unwrap();
    for policy in
        [Policy::everything(), parsed, Policy::opencode().rules_from_json("\"allow\"").unwrap()]
    {
        assert!(permit(policy).is_none());
    }
    for policy in [
        Policy::new(),
        Policy::default(),
        Policy::opencode(),
        Policy::everything().deny("a").unwrap(),
    ] {
        assert!(permit(policy.clone()).is_some(), "{policy:?}");
    }
}

#[test]
fn the_default_policy_is_known_without_a_permit() {
    for path in [
        "",
        "src",
        "src/main.rs",
        ".env",
        ".ENV",
        ".env.bak",
        ".env 2",
        ".env (1)",
        ".env copy 2",
        ".env - Copy",
        ".env - Copy (2)",
        "credentials - Kopie.json",
        "credentials (1).json",
        "credentials(12).json",
        "credentials copy.json",
        "credentials - Copy (2).json",
        "Copy of credentials.json",
        ".Renviron",
        "src/.env.example",
        ".ssh",
        ".ssh/known_hosts",
        "sub/.ssh/id_rsa",
        ".gnupg",
        ".gnupg/a",
        "a/.aws/credentials",
        "a.pem~",
        "server.key",
    ] {
        let mut around = path.match_indices('/').map(|(end, _)| &path[..end]);
        let is_reached = around.all(|around| default_allows(around, NameAccess::Directory));
        for access in
            [NameAccess::File, NameAccess::Directory, NameAccess::Nothing, NameAccess::Listing]
        {
            let mut permit = permit(Policy::default()).unwrap();
            let expected = permit.admits(0, path, Case::Sensitive, access);
            let is_allowed = is_reached && default_allows(path, access);
            assert_eq!(is_allowed, expected, "{path} {access:?}");
        }
    }
}

#[test]
fn directories_that_contain_an_exception_can_be_passed_through() {
    let nothing = Policy::new().rule(Permission::Read, "*", Action::Deny);
    let mut permit = permit(nothing.allow("/docs/api/*.md").unwrap()).unwrap();
    for (path, access, expected) in [
        ("", NameAccess::Directory, true),
        ("docs", NameAccess::Directory, true),
        ("docs/api", NameAccess::Directory, true),
        ("docs/other", NameAccess::Directory, false),
        ("src", NameAccess::Directory, false),
        ("docs/api/a.md", NameAccess::File, true),
        ("docs/a.md", NameAccess::File, false),
    ] {
        let admitted = permit.admits(0, path, Case::Sensitive, access);
        assert_eq!(admitted, expected, "{path:?} {access:?}");
    }
}
