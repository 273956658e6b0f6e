use super::Identity;

#[test]
fn an_id_may_leave_out_the_revision_and_the_tool() {
    let identity =
        Identity { dialect: "agent", revision: "1.5", tool: "read_file", release: "", basis: "" };
    for id in ["agent", "agent@1.5", "agent:read_file", "agent@1.5:read_file"] {
        assert!(identity.has_id(id), "{id}");
    }
    for id in [
        "",
        "agent@",
        "agent@1",
        "agent:",
        "agent@1.5:",
        "agent:read",
        "Agent",
        "agent@1.5:read_file:",
    ] {
        assert!(!identity.has_id(id), "{id}");
    }
}
