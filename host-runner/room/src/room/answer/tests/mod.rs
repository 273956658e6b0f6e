use super::{JSON_VALUES, TOOLS_BYTES, check_bounds};
use crate::contract::Tool;
use crate::limits::Limits;

fn tool(parameters: String) -> Tool {
    let empty = String::new;
    Tool {
        id: empty(),
        name: empty(),
        description: empty(),
        parameters,
        full_parameters: None,
        snippet: empty(),
        guidelines: Vec::new(),
        release: empty(),
        basis: empty(),
    }
}

#[test]
fn schemas_of_tools_are_bounded() {
    let fails = |tools: Vec<Tool>| check_bounds(&Limits::default(), &tools).is_err();
    assert!(!fails(vec![tool("{}".into())]));
    assert!(fails(vec![tool(format!("[0{}]", ",0".repeat(JSON_VALUES)))]));
    assert!(fails(vec![tool("x".repeat(TOOLS_BYTES))]));
    let many = || tool("x".repeat(TOOLS_BYTES / 8));
    assert!(fails((0..8).map(|_| many()).collect()));
}
