//! The MCP server: handles each request of the protocol, the same for all transports.

use crate::client::{self, CODEX_TOKENS};
use crate::reservation::{encoded_length, result_length};
use crate::resources::{MAX_URI_BYTES, ResourceError};
use crate::sanitize::shortened;
use crate::tools::{ExposedTool, Structured};
use crate::{calls, resources, tool_result};
use readroom::terminal::one_line;
use readroom::{Content, MAX_ARGUMENTS, Outcome, Repeats, Room};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, ErrorData, Implementation, InitializeRequestParams,
    InitializeResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ServerCapabilities,
    ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// The state that all clients share.
pub(crate) struct SharedState {
    pub(crate) room: Room,
    pub(crate) tools: Vec<ExposedTool>,
    /// The absolute paths of the granted directories, the root first.
    pub(crate) grants: Vec<String>,
    /// The absolute paths of directories that should be granted too, but did not exist.
    missing: Vec<String>,
    /// How sessions treat what their client has already been shown.
    repeats: Repeats,
    sessions: AtomicU64,
}

impl SharedState {
    pub(crate) fn new(
        room: Room,
        tools: Vec<ExposedTool>,
        grants: Vec<String>,
        missing: Vec<String>,
        repeats: Repeats,
    ) -> Self {
        let sessions = AtomicU64::new(0);
        Self { room, tools, grants, missing, repeats, sessions }
    }
}

/// The handler of one client. Clones share its session.
#[derive(Clone)]
pub(crate) struct Server {
    shared: Arc<SharedState>,
    /// The room of the session, once a session has begun.
    room: Arc<OnceLock<Room>>,
}

impl Server {
    pub(crate) fn new(shared: Arc<SharedState>) -> Self {
        Self { shared, room: Arc::default() }
    }

    /// Returns the room of the session. Without a session, as in the newer protocol, all clients
    /// share one room.
    fn room(&self) -> &Room {
        self.room.get().unwrap_or(&self.shared.room)
    }

    /// Returns the room for one request. All the calls that the request needs share the time of
    /// one.
    fn room_of_request(&self) -> Room {
        self.room().sharing_time()
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let root = one_line(self.shared.grants.first().map_or("", String::as_str));
        let implementation =
            Implementation::new("readroom", env!("CARGO_PKG_VERSION")).with_title("Readroom");
        let mut instructions =
            format!("Reads and searches files below {root} only. Nothing is ever changed.");
        for directory in &self.shared.missing {
            instructions.push(' ');
            instructions.push_str(&missing_note(directory));
        }
        ServerConfig::new(capabilities)
            .with_server_info(implementation)
            .with_instructions(instructions)
    }

    async fn initialize(
        &self,
        mut request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let number = self.shared.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        // If the client initializes twice, its session stays the same. Over HTTP it ends here.
        let room = self.shared.room.session(format!("mcp-{number}"));
        let _ = self.room.set(room.repeats(self.shared.repeats));
        let result = self.negotiate_initialize(&request)?;
        request.protocol_version = result.protocol_version.clone();
        context.peer.set_peer_info(request);
        Ok(result)
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        no_cursor(request.as_ref())?;
        let tools = self.shared.tools.iter().map(|exposed| exposed.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Some(self.shared.tools.iter().find(|exposed| exposed.tool.name == name)?.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(exposed) =
            self.shared.tools.iter().find(|exposed| exposed.tool.name == request.name)
        else {
            let names: Vec<_> =
                self.shared.tools.iter().map(|exposed| &*exposed.tool.name).collect();
            let message = format!(
                "there is no tool '{}'; the tools are {}",
                shortened(&request.name),
                names.join(", ")
            );
            return Err(ErrorData::invalid_params(message, None));
        };
        let (id, structured) = (exposed.id.clone(), exposed.structured);
        let room = match structured {
            Structured::Unwanted => self.room().content_only(),
            Structured::Wanted | Structured::Native => self.room().clone(),
        };
        let room = match client::is_from_codex(&context) {
            true => room.default_tokens(CODEX_TOKENS),
            false => room,
        };
        // The arguments are kept as text, cut to what a call accepts: parsed, they can be much
        // larger.
        let mut arguments = Value::Object(request.arguments.unwrap_or_default()).to_string();
        arguments.truncate(arguments.floor_char_boundary(MAX_ARGUMENTS));
        // In JSON, a Windows backslash is escaped.
        let slashed = arguments.replace(r"\\", "/");
        let named = |directory: &&String| slashed.contains(directory.as_str());
        let missing = self.shared.missing.iter().find(named).map(|path| missing_note(path));
        let call = move |room: &Room| match room.call(&id, &arguments) {
            Ok(mut reply) => {
                if reply.outcome == Outcome::Refused {
                    reply.content.extend(missing.map(Content::Text));
                }
                Ok(tool_result::from_reply(reply, structured))
            }
            Err(error) => Ok(tool_result::from_error(&error, structured)),
        };
        Ok(calls::run(&room, &context, call, result_length).await?.into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let root = self.shared.grants.first().cloned().unwrap_or_default();
        let room = self.room_of_request();
        let list = move |room: &Room| {
            let list = resources::list(room, &root, cursor.as_deref());
            list.map_err(|failed| failed.into_error(""))
        };
        calls::run(&room, &context, list, |list| encoded_length(list)).await
    }

    async fn list_resource_templates(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        no_cursor(request.as_ref())?;
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates(&self.shared.grants)))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let uri = request.uri;
        if uri.len() > MAX_URI_BYTES {
            let message = format!("a URI must have at most {MAX_URI_BYTES} bytes");
            return Err(ErrorData::invalid_params(message, None));
        }
        let tool = self
            .shared
            .tools
            .first()
            .map_or_else(String::new, |exposed| exposed.tool.name.to_string());
        let room = self.room_of_request();
        let read = move |room: &Room| {
            let read = match resources::read_text(room, &uri, &tool) {
                Err(ResourceError::NotText(error)) => resources::read_media(room, &uri, error),
                read => read,
            };
            read.map_err(|failed| failed.into_error(&uri))
        };
        Ok(calls::run(&room, &context, read, |read| encoded_length(read)).await?.into())
    }
}

/// Returns the message to a client about a directory that should be granted, but did not exist.
fn missing_note(directory: &str) -> String {
    format!(
        "The directory '{}' of --grant was missing when this server started: create it and start \
         the server again, or read elsewhere.",
        one_line(directory)
    )
}

/// Refuses a cursor for a list that has one page, and so has no cursors.
fn no_cursor(request: Option<&PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor.as_ref()) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params(
            "the list has one page and no cursors; list again without a cursor",
            None,
        )),
    }
}
