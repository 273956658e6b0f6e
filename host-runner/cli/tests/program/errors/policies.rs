//! Why a policy denies a read.

use super::defined::cases;
use super::table::{code, section as table};
use readroom::policy::PolicyAnswer;
use readroom::{Policy, Room};
use std::fs;
use std::path::Path;

pub fn section() -> String {
    let directory = tempfile::tempdir().unwrap();
    let root = directory.path();
    fs::write(root.join(".env"), "KEY=1\n").unwrap();
    let rejecting = Policy::default().on_ask(|_| PolicyAnswer::Reject);
    let mut examples = vec![
        denied(root, Policy::default().deny(".env").unwrap()),
        denied(root, rejecting),
        denied(root, Policy::default()),
    ];
    fs::create_dir(root.join(".agentignore")).unwrap();
    examples.push(denied(root, Policy::everything()));
    let defined = cases("policy/src/rule.rs", "Because");
    assert_eq!(examples.len(), defined.len());
    let rows: Vec<_> = defined
        .into_iter()
        .map(|defined| {
            let example = examples.iter().find(|(case, _)| *case == defined.name);
            let (_, message) = example.unwrap_or_else(|| panic!("no example of {}", defined.name));
            vec![code(&defined.name), defined.meaning, code(message)]
        })
        .collect();
    table(
        "What a policy denied",
        "
A read that a [policy](permissions.md) denies has the code `permission-denied`, whether or not the
file exists. Its hint names the rule, and a reply of a tool has `denied`, whose `because` is in Rust
one of these variants.",
        &["variant", "meaning", "message"],
        &rows,
    )
}

fn denied(root: &Path, policy: Policy) -> (String, String) {
    let room = Room::builder(root).policy(policy).build().unwrap();
    let reply = room.call("readroom", r#"{"path":".env"}"#).unwrap();
    let denied = reply.denied.expect("it is denied");
    let written = format!("{:?}", denied.because);
    let case = written.split(|letter: char| !letter.is_alphanumeric()).next().unwrap();
    (case.into(), format!("It was {denied}."))
}
