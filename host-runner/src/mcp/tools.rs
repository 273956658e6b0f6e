//! The tools of the dialects that are served, as MCP presents them.

use super::output_schema;
use crate::Failure;
use readroom::{Dialect, Room};
use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::Value;
use std::sync::Arc;

/// Whose component answers.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Whose {
    Ours,
    /// What it returns is not known: nothing is promised of it.
    SomebodyElses,
}

/// A tool, and the dialect that answers it.
#[derive(Clone)]
pub(crate) struct Offer {
    pub(crate) dialect: Dialect,
    pub(crate) tool: Tool,
}

/// The tools of these dialects as the room's component has them, each once, in the order they were asked for.
///
/// A tool has the name that its agent gives it. Where two have the same, but for capitals, each is called
/// `<dialect>_<name>`.
pub(crate) fn offers(room: &Room, whose: Whose, dialects: &[Dialect]) -> Result<Vec<Offer>, Failure> {
    let known = room.tools()?;
    let mut wanted: Vec<&readroom::Tool> = Vec::new();
    for dialect in dialects {
        let tool = known.iter().find(|tool| tool.dialect == *dialect);
        let tool = tool.ok_or_else(|| {
            Failure::Message(format!("the component has no tool for the dialect {dialect}"))
        })?;
        if wanted.iter().all(|other| other.dialect != tool.dialect) {
            wanted.push(tool);
        }
    }
    let is_shared =
        |name: &str| wanted.iter().filter(|tool| tool.name.eq_ignore_ascii_case(name)).count() > 1;
    let offer = |tool: &&readroom::Tool| {
        let name = match is_shared(&tool.name) {
            true => format!("{}_{}", tool.dialect, tool.name),
            false => tool.name.clone(),
        };
        Ok(Offer { dialect: tool.dialect, tool: present(tool, whose, name)? })
    };
    wanted.iter().map(offer).collect()
}

fn present(tool: &readroom::Tool, whose: Whose, name: String) -> Result<Tool, Failure> {
    let unusable = |why: &dyn std::fmt::Display| {
        Failure::Message(format!("the schema of the tool '{}' is not usable: {why}", tool.name))
    };
    let parameters: JsonObject = serde_json::from_str(&tool.parameters).map_err(|error| unusable(&error))?;
    // Clients refuse the whole list for one that has another.
    if parameters.get("type").and_then(Value::as_str) != Some("object") {
        return Err(unusable(&"it has no \"type\": \"object\""));
    }
    let title = match tool.dialect {
        Dialect::Readroom => "Read a file".to_string(),
        dialect => format!("Read a file, as {dialect} does"),
    };
    let annotations =
        ToolAnnotations::new().read_only(true).destructive(false).idempotent(true).open_world(false);
    let presented = Tool::new(name, tool.description.clone(), Arc::new(parameters))
        .with_title(title)
        .with_annotations(annotations);
    Ok(match (tool.dialect, whose) {
        // The other dialects answer as their agents do, with text alone.
        (Dialect::Readroom, Whose::Ours) => {
            presented.with_raw_output_schema(Arc::new(output_schema::of_readroom()))
        }
        _ => presented,
    })
}

#[cfg(test)]
mod tests {
    use super::{Whose, offers};
    use readroom::{Dialect, MemoryTree, Room};

    fn names(dialects: &[Dialect]) -> Vec<String> {
        let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
        let Ok(offers) = offers(&room, Whose::Ours, dialects) else { panic!("there are tools") };
        offers.into_iter().map(|offer| offer.tool.name.into_owned()).collect()
    }

    #[test]
    fn names_are_plain_unless_two_tools_share_one() {
        assert_eq!(names(&[Dialect::Pi]), ["read"]);
        assert_eq!(names(&[Dialect::Pi, Dialect::KimiCli, Dialect::Pi]), ["read", "ReadFile"]);
        assert_eq!(names(&[Dialect::Mycodeagent, Dialect::DmCc]), ["mycodeagent_Read", "dm-cc_read"]);
        assert_eq!(
            names(&Dialect::ALL),
            ["readroom_read", "mycodeagent_Read", "dm-cc_read", "opencode_read", "ReadFile", "pi_read"]
        );
    }
}
