//! MCP over standard input and output: one message per line.
//!
//! Lines are read, served and written like those of `readroom serve`: see
//! [`readroom_serve::lines`]. The protocol's library handles the requests; its own loop only sends
//! the progress of calls.

use crate::calls::{MAX_REQUESTS, RequestResources};
use crate::incoming::{self, MAX_BYTES, ParsedMessage};
use crate::server::{Server, SharedState};
use readroom::{Cancel, Room};
use readroom_serve::lines::{InputLine, LineServer, Output};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, ErrorData, GetMeta,
    JsonRpcMessage, JsonRpcRequest, RequestId, ServerJsonRpcMessage,
};
use rmcp::service::{Peer, RequestContext, RunningService, Service, serve_directly};
use rmcp::transport::Transport;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::runtime::Handle;

/// The server of the client at the other end of standard input and output.
pub(crate) struct Stdio {
    server: Server,
    /// The room in whose memory answers are reserved.
    room: Room,
    peer: Peer<RoleServer>,
    runtime: Handle,
    output: Arc<Output>,
    /// Whether the client has sent `initialize`.
    has_begun: AtomicBool,
    /// The requests whose calls run or wait, and the means to cancel them.
    pending: Mutex<HashMap<RequestId, Cancel>>,
}

/// A request that is to be served.
pub(crate) struct Admitted {
    id: RequestId,
    request: ClientRequest,
    cancel: Cancel,
}

impl Stdio {
    /// Returns the server, and the library's loop, which ends when it is dropped. Called within the
    /// runtime.
    pub(crate) fn new(shared: Arc<SharedState>) -> (Arc<Self>, RunningService<RoleServer, Server>) {
        let output = Arc::new(Output::new(io::stdout()));
        let (room, server) = (shared.room.clone(), Server::new(shared));
        let library = serve_directly(server.clone(), Notifications(output.clone()), None);
        let stdio = Self {
            server,
            room,
            peer: library.peer().clone(),
            runtime: Handle::current(),
            output,
            has_begun: AtomicBool::new(false),
            pending: Mutex::default(),
        };
        (Arc::new(stdio), library)
    }

    /// Cancels the calls of all requests. They are not answered.
    pub(crate) fn cancel_all(&self) {
        self.pending().values().for_each(Cancel::cancel);
    }

    fn pending(&self) -> MutexGuard<'_, HashMap<RequestId, Cancel>> {
        self.pending.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self, message: &impl Serialize) {
        // All map keys are strings, so that encoding does not fail.
        self.output.write_line(serde_json::to_vec(message).unwrap_or_default());
    }

    /// Returns the response to a request that is not served.
    fn refusal(&self, message: &ClientJsonRpcMessage) -> Option<Value> {
        let JsonRpcMessage::Request(JsonRpcRequest { id, request, .. }) = message else {
            return None;
        };
        let invalid = |id: Option<Value>, reason: &'static str| {
            let error = ErrorData::new(ErrorCode::INVALID_REQUEST, reason, None);
            Some(incoming::error_response(id, &error))
        };
        if !self.has_begun.load(Ordering::Relaxed) && !may_come_first(request) {
            return invalid(
                Some(json!(id)),
                "the session has not begun: send 'initialize' first, or the protocol version and \
                 the client's capabilities in '_meta'",
            );
        }
        let not_offered = incoming::not_offered(message);
        if not_offered.is_some() {
            return not_offered;
        }
        let pending = self.pending();
        if pending.contains_key(id) {
            // Without the id: with it, the client would take this for the response to the first
            // request.
            return invalid(
                None,
                "a request with this id is still being served; use a unique id for each",
            );
        }
        (calls_the_room(request) && pending.len() >= MAX_REQUESTS).then(|| {
            let message = format!(
                "the server is busy with {MAX_REQUESTS} requests, the most that it serves at a time"
            );
            let hint = "Send the request again when one of them is answered.";
            incoming::error_response(Some(json!(id)), &incoming::busy(message, hint))
        })
    }
}

impl LineServer for Stdio {
    type Request = Admitted;

    const MAX_LINE: usize = MAX_BYTES;

    fn output(&self) -> &Output {
        &self.output
    }

    fn accept(&self, line: InputLine) -> Option<Admitted> {
        let parsed = match line.is_cut {
            true => ParsedMessage::Refused(incoming::too_large_response(&line.bytes, &line.end)),
            false => incoming::parse(&line.bytes, false),
        };
        let message = match parsed {
            ParsedMessage::Message(message) => message,
            ParsedMessage::Refused(response) => {
                self.write(&response);
                return None;
            }
            ParsedMessage::Ignored => return None,
        };
        if let Some(refusal) = self.refusal(&message) {
            self.write(&refusal);
            return None;
        }
        match *message {
            JsonRpcMessage::Request(JsonRpcRequest { id, request, .. }) => {
                let admitted = Admitted { id, request, cancel: Cancel::new() };
                if calls_the_room(&admitted.request) {
                    self.pending().insert(admitted.id.clone(), admitted.cancel.clone());
                    return Some(admitted);
                }
                if matches!(admitted.request, ClientRequest::InitializeRequest(_)) {
                    self.has_begun.store(true, Ordering::Relaxed);
                }
                // It is answered at once, and later messages may depend on it.
                self.answer(admitted);
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                    && let Some(cancel) = self.pending().remove(id)
                {
                    cancel.cancel();
                }
            }
            _ => {}
        }
        None
    }

    fn answer(&self, admitted: Admitted) {
        let Admitted { id, mut request, cancel } = admitted;
        let reservation = self.room.reservation();
        let mut context = RequestContext::new(id.clone(), self.peer.clone());
        context.meta = std::mem::take(request.get_meta_mut());
        context.extensions.insert(RequestResources {
            reservation: reservation.clone(),
            in_place: Some(cancel.clone()),
            observer: None,
        });
        // It is ready at once: the call runs on this thread.
        let handled = self.runtime.block_on(self.server.handle_request(request, context));
        let is_cancelled = {
            let mut pending = self.pending();
            // Its id may be that of another request now.
            if !cancel.is_cancelled() {
                pending.remove(&id);
            }
            cancel.is_cancelled()
        };
        if is_cancelled {
            return;
        }
        let line = serde_json::to_vec(&match handled {
            Ok(result) => ServerJsonRpcMessage::response(result, id),
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        });
        let line = line.unwrap_or_default();
        // Only one copy is kept while it waits.
        reservation.keep_unread(line.len());
        self.output.write_line(line);
    }
}

/// Returns whether a request may come before `initialize`.
fn may_come_first(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::InitializeRequest(_)
            | ClientRequest::PingRequest(_)
            | ClientRequest::DiscoverRequest(_)
    ) || request.get_meta().protocol_version().is_some()
}

fn calls_the_room(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::CallToolRequest(_)
            | ClientRequest::ReadResourceRequest(_)
            | ClientRequest::ListResourcesRequest(_)
    )
}

/// The transport of the library's loop, which sends notifications and receives nothing.
struct Notifications(Arc<Output>);

impl Transport<RoleServer> for Notifications {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let output = self.0.clone();
        async move {
            let line = serde_json::to_vec(&message)?;
            // Writing blocks while the client does not read.
            let written = tokio::task::spawn_blocking(move || output.write_line(line));
            written.await.map_err(io::Error::other)
        }
    }

    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        std::future::pending().await
    }

    async fn close(&mut self) -> Result<(), io::Error> {
        Ok(())
    }
}
