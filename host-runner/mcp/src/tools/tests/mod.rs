use super::{Definitions, ExposedTool, Structured, exposed_tools};
use readroom::{MemoryTree, Room};

fn names(ids: &[&str]) -> Vec<String> {
    let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
    let ids: Vec<String> = ids.iter().map(ToString::to_string).collect();
    let Ok(tools) = exposed_tools(&room, &ids, Structured::Unwanted, Definitions::Short) else {
        panic!("there are tools")
    };
    tools.into_iter().map(|exposed| exposed.tool.name.into_owned()).collect()
}

#[test]
fn the_tools_of_the_server_for_files_are_those_of_its_newest_release() {
    let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
    let ids = ["mcp-filesystem".to_string()];
    let Ok(tools) = exposed_tools(&room, &ids, Structured::Unwanted, Definitions::Short) else {
        panic!("there are tools")
    };
    let names: Vec<&str> = tools.iter().map(|exposed| &*exposed.tool.name).collect();
    assert_eq!(
        names,
        [
            "read_text_file",
            "read_file",
            "read_multiple_files",
            "read_media_file",
            "list_directory",
            "list_directory_with_sizes",
            "directory_tree",
            "search_files",
            "get_file_info",
            "list_allowed_directories"
        ]
    );
    for ExposedTool { id, structured, tool } in &tools {
        assert!(id.starts_with("mcp-filesystem@2.0:"), "{id}");
        assert!(*structured == Structured::Native, "{id}");
        let annotations = tool.annotations.as_ref().unwrap();
        assert_eq!(annotations.read_only_hint, Some(true), "{id}");
        assert_eq!(annotations.open_world_hint, Some(false), "{id}");
    }
}

#[test]
fn no_schema_has_a_boolean_where_clients_expect_a_schema() {
    let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
    let known = room.tools().unwrap();
    let ids: Vec<String> = known.iter().map(|tool| tool.id.clone()).collect();
    assert!(known.iter().any(|tool| tool.parameters.contains("additionalProperties")));
    for definitions in [Definitions::Short, Definitions::Full] {
        let Ok(tools) = exposed_tools(&room, &ids, Structured::Unwanted, definitions) else {
            panic!("there are tools")
        };
        for ExposedTool { id, tool, .. } in tools {
            let schema = serde_json::to_string(&tool.input_schema).unwrap();
            assert!(!schema.contains("additionalProperties"), "{id}: {schema}");
            assert!(schema.contains("\"properties\""), "{id}: {schema}");
        }
    }
}

#[test]
fn names_are_plain_unless_two_tools_share_one() {
    assert_eq!(names(&["pi"]), ["read", "ls", "find", "grep"]);
    let own = ["read", "list", "find", "search", "diff", "log"];
    assert_eq!(names(&["readroom"]), own);
    assert_eq!(names(&["readroom:read", "readroom"]), own);
    assert_eq!(names(&["readroom@0.4:search"]), ["search"]);
    assert_eq!(names(&["pi:read", "kimi-cli@1.0", "pi@1.5:read"]), ["read", "ReadFile"]);
    assert_eq!(names(&["pi:read", "pi@0"]), ["pi-1-5_read", "pi-0_read"]);
    assert_eq!(names(&["mycodeagent", "dm-cc"]), ["mycodeagent_Read", "dm-cc_read"]);
    assert_eq!(
        names(&["readroom:read", "mycodeagent", "dm-cc", "opencode", "kimi-cli", "pi:read"]),
        ["readroom_read", "mycodeagent_Read", "dm-cc_read", "opencode_read", "ReadFile", "pi_read"]
    );
}
