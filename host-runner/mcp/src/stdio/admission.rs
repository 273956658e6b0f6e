//! Decides which messages of a client are handled, and answers those that are not.

use super::pending::{PendingRequest, PendingRequests};
use crate::calls;
use crate::incoming;
use readroom::Room;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, ErrorData, GetExtensions,
    GetMeta, JsonRpcMessage, ProtocolVersion,
};
use serde_json::{Value, json};
use std::sync::Arc;

/// Decides which messages are handled.
pub(super) struct Admission {
    /// Whether the client has named its protocol version. Until then the library accepts nothing
    /// else.
    initialized: bool,
    pending: Arc<PendingRequests>,
    /// The room in whose memory answers are reserved.
    room: Room,
}

/// What becomes of a message.
pub(super) enum Admitted {
    /// It is handled.
    Message(Box<ClientJsonRpcMessage>),
    /// It is not handled, and this is the response.
    Refused(Value),
    /// It is not handled, and not answered.
    Ignored,
}

impl Admission {
    pub(super) fn new(pending: Arc<PendingRequests>, room: Room) -> Self {
        Self { initialized: false, pending, room }
    }

    /// Decides what becomes of a message.
    pub(super) fn admit(&mut self, mut message: Box<ClientJsonRpcMessage>) -> Admitted {
        let refusal = incoming::not_offered(&message);
        match &mut *message {
            JsonRpcMessage::Request(request) => {
                if !self.initialized {
                    let starts = starts_session(&request.request);
                    if !starts && !may_come_first(&request.request) {
                        let error = ErrorData::new(
                            ErrorCode::INVALID_REQUEST,
                            "the session has not begun: send 'initialize' first, or the protocol \
                             version and the client's capabilities in '_meta'",
                            None,
                        );
                        return Admitted::Refused(incoming::error_response(
                            Some(json!(request.id)),
                            &error,
                        ));
                    }
                    if let Some(refusal) = refusal {
                        return Admitted::Refused(refusal);
                    }
                    self.initialized = starts;
                    if !starts {
                        // The library answers it at once and does not track it.
                        return Admitted::Message(message);
                    }
                } else if let Some(refusal) = refusal {
                    return Admitted::Refused(refusal);
                }
                if self.pending.contains(&request.id) {
                    let error = ErrorData::new(
                        ErrorCode::INVALID_REQUEST,
                        "a request with this id is still being served; use a unique id for each",
                        None,
                    );
                    // Without the id: with it, the client would take this for the response to the
                    // first request.
                    return Admitted::Refused(incoming::error_response(None, &error));
                }
                if self.pending.len() >= calls::MAX_REQUESTS {
                    return Admitted::Refused(match request.request {
                        // A ping is always answered, even under load.
                        ClientRequest::PingRequest(_) => {
                            json!({ "jsonrpc": "2.0", "id": request.id, "result": {} })
                        }
                        _ => {
                            incoming::error_response(Some(json!(request.id)), &too_many_requests())
                        }
                    });
                }
                let pending = PendingRequest::new(&self.room);
                request.request.extensions_mut().insert(pending.reservation.clone());
                self.pending.insert(request.id.clone(), pending);
            }
            // Before the session begins there is nothing that a notification could refer to.
            _ if !self.initialized => return Admitted::Ignored,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // A cancelled request is not answered.
                    self.pending.cancel(id);
                }
            }
            _ => {}
        }
        Admitted::Message(message)
    }
}

/// Returns the error for a request that arrives when [`calls::MAX_REQUESTS`] are already being
/// served.
fn too_many_requests() -> ErrorData {
    let message = format!(
        "the server is busy with {} requests, the most that it serves at a time",
        calls::MAX_REQUESTS
    );
    incoming::busy(message, "Send the request again when one of them is answered.")
}

/// Returns whether a request names the client's protocol version, so that the library serves it and
/// all that follow.
fn starts_session(request: &ClientRequest) -> bool {
    let meta = request.get_meta();
    let is_newer = || {
        let version = meta.protocol_version();
        version.is_some_and(|version| ProtocolVersion::KNOWN_VERSIONS.contains(&version))
            && meta.missing_required_keys(&ProtocolVersion::V_2026_07_28).is_empty()
    };
    match request {
        ClientRequest::InitializeRequest(_) => true,
        ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_) => false,
        _ => is_newer(),
    }
}

fn may_come_first(request: &ClientRequest) -> bool {
    let names_a_version = request.get_meta().protocol_version().is_some();
    matches!(request, ClientRequest::PingRequest(_) | ClientRequest::DiscoverRequest(_))
        || names_a_version
}
