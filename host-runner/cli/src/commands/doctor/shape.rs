//! Where the clients keep their servers, and how they write a command.

use serde_json::{Map, Value, json};
use std::path::Path;

/// The form of a configuration.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Shape {
    /// The names that lead to the servers.
    pub(super) keys: &'static [&'static str],
    /// The clients that read it, for people.
    pub(super) clients: &'static str,
    /// Whether `command` is a list with the arguments in it.
    pub(super) has_list: bool,
}

const USUAL: Shape = Shape {
    keys: &["mcpServers"],
    clients: "Claude Desktop, Claude Code, Cursor, Windsurf, Gemini CLI and Qwen Code",
    has_list: false,
};
const VS_CODE: Shape = Shape { keys: &["servers"], clients: "VS Code", has_list: false };
const VS_CODE_SETTINGS: Shape =
    Shape { keys: &["mcp", "servers"], clients: "the settings of VS Code", has_list: false };
const ZED: Shape = Shape { keys: &["context_servers"], clients: "Zed", has_list: false };
const CODEX: Shape = Shape { keys: &["mcp_servers"], clients: "Codex", has_list: false };
const OPENCODE: Shape = Shape { keys: &["mcp"], clients: "opencode", has_list: true };

/// The shapes, those with more names first.
pub(super) const SHAPES: [&Shape; 6] =
    [&USUAL, &VS_CODE, &VS_CODE_SETTINGS, &ZED, &CODEX, &OPENCODE];

impl Shape {
    /// Returns the servers in a configuration of this shape.
    pub(super) fn servers<'a>(&self, config: &'a Value) -> Option<&'a Map<String, Value>> {
        self.keys.iter().try_fold(config, |value, key| value.get(key))?.as_object()
    }

    /// Returns the shape of a configuration.
    pub(super) fn of(config: &Value) -> Option<&'static Self> {
        SHAPES.into_iter().find(|shape| shape.servers(config).is_some())
    }

    /// Returns the shape that the client reads in a file of this name, if the name says which
    /// client it is.
    pub(super) fn expected(file: &Path) -> Option<&'static Self> {
        let name = |path: Option<&Path>| Some(path?.file_name()?.to_str()?.to_ascii_lowercase());
        let folder = name(file.parent()).unwrap_or_default();
        Some(match (folder.as_str(), name(Some(file))?.as_str()) {
            (_, "claude_desktop_config.json" | ".mcp.json" | "mcp_config.json") => &USUAL,
            (".cursor" | ".gemini" | ".qwen", _) => &USUAL,
            (".vscode", "mcp.json") => &VS_CODE,
            (".zed" | "zed", "settings.json") => &ZED,
            (_, "opencode.json" | "opencode.jsonc") => &OPENCODE,
            (".codex", "config.toml") => &CODEX,
            _ => return None,
        })
    }

    /// Returns a configuration with one server: JSON, or TOML for Codex.
    pub(super) fn example(&self, name: &str, words: &[String]) -> String {
        let entry = match words.split_first() {
            Some((command, arguments)) if !self.has_list => {
                json!({ "command": command, "args": arguments })
            }
            _ => json!({ "type": "local", "command": words }),
        };
        let config = self
            .keys
            .iter()
            .rev()
            .fold(json!({ name: entry }), |value, key| json!({ *key: value }));
        let toml = (self == &CODEX).then(|| toml::to_string(&config).ok()).flatten();
        toml.unwrap_or_else(|| format!("{config:#}"))
    }
}
