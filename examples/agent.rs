//! The loop of an agent that reads a repository through Readroom, with a scripted model in place of
//! a real one.
//!
//! cargo run --example agent [DIRECTORY]

#![allow(
    clippy::print_stdout,
    clippy::indexing_slicing,
    reason = "an example; JSON answers null to what it has not"
)]

use readroom::{Content, Reply, Room, tools};
use serde_json::{Value, json};

const TOOL: &str = "readroom";

/// Returns the messages of the model. A real agent calls its service for each, with the messages
/// before and the tools.
fn model() -> impl FnMut(&[Value], &Value) -> Value {
    let script: Vec<Value> = serde_json::from_str(include_str!("script.json")).unwrap_or_default();
    let mut script = script.into_iter();
    move |_messages, _tools| script.next().unwrap_or_default()
}

/// Returns the texts in a reply that a model is shown. This script reads no images.
fn text(reply: &Reply) -> String {
    let texts = reply.content.iter().filter_map(|content| match content {
        Content::Text(text) => Some(text.as_str()),
        Content::Image(_) | Content::File(_) => None,
    });
    texts.collect::<Vec<_>>().join("\n")
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let room = Room::new(std::env::args().nth(1).unwrap_or(".".into()))?;
    let (session, mut model) = (room.session("example"), model());
    let tool = tools()?.into_iter().find(|tool| tool.id.starts_with(TOOL)).ok_or("no tool")?;
    let parameters: Value = serde_json::from_str(&tool.parameters)?;
    let function =
        json!({"name": tool.name, "description": tool.description, "parameters": parameters});
    let tools = json!([{"type": "function", "function": function}]);
    let mut messages =
        vec![json!({"role": "user", "content": "What is this, and what is it built of?"})];
    let mut message = model(&messages, &tools);
    while let Some(calls) = message["tool_calls"].as_array() {
        let mut replies = Vec::new();
        for call in calls {
            let arguments = call["function"]["arguments"].as_str().unwrap_or_default();
            let reply = session.call(TOOL, arguments)?;
            println!("* {} {arguments}", call["function"]["name"].as_str().unwrap_or_default());
            println!("{}", text(&reply).split('\n').take(10).collect::<Vec<_>>().join("\n"));
            replies
                .push(json!({"role": "tool", "tool_call_id": call["id"], "content": text(&reply)}));
        }
        messages.push(message);
        messages.append(&mut replies);
        message = model(&messages, &tools);
    }
    println!("{}", message["content"].as_str().unwrap_or_default());
    Ok(())
}
