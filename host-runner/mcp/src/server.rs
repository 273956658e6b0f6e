//! The server: what each request of the protocol is answered with. The same for all transports.

use crate::resources::Failed;
use crate::tools::ExposedTool;
use crate::waiting::{Kind, Waiting};
use crate::{answers, calls, resources};
use readroom::{MAX_ARGUMENTS, Room};
use rmcp::model::{
    CallToolRequestParams, CallToolResponse, CompleteRequestMethod, CompleteRequestParams,
    CompleteResult, CustomRequest, CustomResult, ErrorCode, ErrorData, Implementation,
    InitializeRequestParams, InitializeResult, JsonObject, ListPromptsRequestMethod,
    ListPromptsResult, ListResourceTemplatesResult, ListResourcesResult, ListToolsResult,
    PaginatedRequestParams, ReadResourceRequestParams, ReadResourceResponse, ReadResourceResult,
    ServerCapabilities, ServerConfig, Tool,
};
use rmcp::service::RequestContext;
use rmcp::{RoleServer, ServerHandler};
use serde_json::Value;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// What all clients are served from.
pub(crate) struct Shared {
    pub(crate) room: Room,
    pub(crate) offers: Vec<ExposedTool>,
    /// The absolute names of the directories that are granted, the root first.
    pub(crate) grants: Vec<String>,
    waiting: Waiting,
    sessions: AtomicU64,
}

impl Shared {
    pub(crate) fn new(room: Room, offers: Vec<ExposedTool>, grants: Vec<String>) -> Self {
        Self { room, offers, grants, waiting: Waiting::new(), sessions: AtomicU64::new(0) }
    }
}

/// What serves one client.
pub(crate) struct Server {
    shared: Arc<Shared>,
    /// The room of the session, once there is one.
    room: OnceLock<Room>,
}

impl Server {
    pub(crate) fn new(shared: Arc<Shared>) -> Self {
        Self { shared, room: OnceLock::new() }
    }

    /// A client without a session, as the newer protocol has them, asks the room that all have.
    fn room(&self) -> &Room {
        self.room.get().unwrap_or(&self.shared.room)
    }
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().build();
        let root = self.shared.grants.first().map_or("", String::as_str);
        let implementation =
            Implementation::new("readroom", env!("CARGO_PKG_VERSION")).with_title("Readroom");
        ServerConfig::new(capabilities).with_server_info(implementation).with_instructions(format!(
            "Reads files below {root}, and nothing else. Nothing is ever changed."
        ))
    }

    async fn initialize(
        &self,
        request: InitializeRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<InitializeResult, ErrorData> {
        let number = self.shared.sessions.fetch_add(1, Ordering::Relaxed) + 1;
        // Asked a second time, the session stays the same.
        let _ = self.room.set(self.shared.room.session(format!("mcp-{number}")));
        let result = self.negotiate_initialize(&request);
        context.peer.set_peer_info(request);
        result
    }

    async fn list_tools(
        &self,
        request: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        no_cursor(request.as_ref())?;
        let tools = self.shared.offers.iter().map(|offer| offer.tool.clone());
        Ok(ListToolsResult::with_all_items(tools.collect()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        Some(self.shared.offers.iter().find(|offer| offer.tool.name == name)?.tool.clone())
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(offer) = self.shared.offers.iter().find(|offer| offer.tool.name == request.name)
        else {
            let names: Vec<_> = self.shared.offers.iter().map(|offer| &*offer.tool.name).collect();
            let message = format!(
                "there is no tool '{}'; there are {}",
                shortened(&request.name),
                names.join(", ")
            );
            return Err(ErrorData::invalid_params(message, None));
        };
        let (id, structured) = (offer.id.clone(), offer.structured);
        // Kept as text, and no more of it than a call takes: what it was parsed into can be much larger.
        let kind = kind(request.arguments.as_ref());
        let mut arguments = Value::Object(request.arguments.unwrap_or_default()).to_string();
        arguments.truncate(arguments.floor_char_boundary(MAX_ARGUMENTS));
        let result =
            calls::make(self.room(), &context, &self.shared.waiting, kind, move |room| match room
                .call(&id, &arguments)
            {
                Ok(reply) => {
                    let bytes = answers::bytes(&reply, structured);
                    (Ok(answers::result(reply, structured)), bytes)
                }
                Err(error) => (Err(error), 0),
            });
        Ok(match result.await? {
            Ok(result) => result,
            Err(error) => answers::failure(&error, structured),
        }
        .into())
    }

    async fn list_resources(
        &self,
        request: Option<PaginatedRequestParams>,
        context: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let cursor = request.and_then(|request| request.cursor);
        let root = self.shared.grants.first().cloned().unwrap_or_default();
        let list =
            calls::make(self.room(), &context, &self.shared.waiting, Kind::Text, move |room| {
                (resources::list(room, &root, cursor.as_deref()), 0)
            });
        list.await?.map_err(|failed| failed.into_error(""))
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
        let uri = Arc::<str>::from(request.uri);
        let (room, waiting) = (self.room(), &self.shared.waiting);
        let asked = uri.clone();
        let tool = self
            .shared
            .offers
            .first()
            .map_or_else(String::new, |offer| offer.tool.name.to_string());
        let text = move |room: &Room| with_bytes(resources::text(room, &asked, &tool));
        let read = match calls::make(room, &context, waiting, Kind::Text, text).await? {
            Err(Failed::NoText(error)) => {
                let asked = uri.clone();
                let media = move |room: &Room| with_bytes(resources::media(room, &asked, error));
                calls::make(room, &context, waiting, Kind::Media, media).await?
            }
            read => read,
        };
        read.map(Into::into).map_err(|failed| failed.into_error(&uri))
    }

    async fn on_custom_request(
        &self,
        request: CustomRequest,
        _: RequestContext<RoleServer>,
    ) -> Result<CustomResult, ErrorData> {
        let message = format!("there is no method '{}'", shortened(&request.method));
        Err(ErrorData::new(ErrorCode::METHOD_NOT_FOUND, message, None))
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        Err(ErrorData::method_not_found::<ListPromptsRequestMethod>())
    }

    async fn complete(
        &self,
        _: CompleteRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<CompleteResult, ErrorData> {
        Err(ErrorData::method_not_found::<CompleteRequestMethod>())
    }
}

/// What was read, and how many bytes that is.
fn with_bytes(
    read: Result<ReadResourceResult, Failed>,
) -> (Result<ReadResourceResult, Failed>, usize) {
    let bytes = read.as_ref().map_or(0, |read| read.contents.iter().map(resources::bytes).sum());
    (read, bytes)
}

/// What the answer to a call may be: a picture or document if an argument is the name of one.
fn kind(arguments: Option<&JsonObject>) -> Kind {
    let mut texts =
        arguments.into_iter().flat_map(|arguments| arguments.values()).filter_map(Value::as_str);
    if texts.any(|text| resources::kind(text) == Kind::Media) { Kind::Media } else { Kind::Text }
}

/// Lists that fit on one page have no cursors, so that none can be one of theirs.
fn no_cursor(request: Option<&PaginatedRequestParams>) -> Result<(), ErrorData> {
    match request.and_then(|request| request.cursor.as_ref()) {
        None => Ok(()),
        Some(_) => Err(ErrorData::invalid_params("the list has one page and no cursors", None)),
    }
}

/// A name in an error message, without the megabyte it may have.
fn shortened(name: &str) -> String {
    name.chars().take(100).collect()
}
