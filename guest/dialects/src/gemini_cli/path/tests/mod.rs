use super::is_blocked;

#[test]
fn blocked_names_have_many_forms() {
    for name in [
        ".git",
        ".GIT",
        ".env.",
        ".env . ",
        ".env:stream",
        "node_modules",
        "gha-creds-1.json",
        "git~1",
        "gi0a1b~2",
        "GIT~10",
        "env~1",
        "node_m~1",
        "gha-cr~1.jso",
        "gh12ab~1.json",
    ] {
        assert!(is_blocked(name), "{name}");
    }
    for name in [
        ".gitignore",
        ".env.local",
        ".envrc",
        "node_modules2",
        "gha-creds-1.jsonl",
        "git~",
        "git~a",
        "gi0a1~1",
        "gixyzw~1",
        "gha-cr~1.js",
        "",
        "..",
    ] {
        assert!(!is_blocked(name), "{name}");
    }
}
