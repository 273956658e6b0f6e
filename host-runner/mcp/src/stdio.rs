//! MCP over standard input and output: one message per line.
//!
//! Each of the two has a thread of its own, so that the program can end while one of them blocks. A
//! message that cannot be served is answered here. A line longer than a message may be is never
//! held in memory.
//!
//! A request beyond the concurrency limit is refused at once. Waiting for a free slot would mean
//! to stop reading or to buffer the input, and the next line may be the cancellation that frees a
//! slot, or the end of input.

use crate::calls;
use crate::incoming::{self, MAX_BYTES, ParsedMessage};
use readroom::{Reservation, Room};
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientNotification, ClientRequest, ErrorCode, ErrorData, GetExtensions,
    GetMeta, JsonRpcMessage, ProtocolVersion, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::Transport;
use serde_json::{Value, json};
use std::collections::HashMap;
use std::io::{self, BufRead, Read, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use tokio::sync::{Notify, mpsc};

/// The number of lines that may wait to be processed or written.
const QUEUE: usize = 16;

/// A line from the client.
pub(crate) enum InputLine {
    Whole(Vec<u8>),
    /// The line was longer than [`MAX_BYTES`] and was discarded.
    TooLong,
}

/// A line to the client, and the memory that stays reserved for it until it is written.
type OutputLine = (Vec<u8>, Option<Reservation>);

/// The transport over standard input and output that the protocol's library uses.
pub(crate) struct Stdio {
    lines: mpsc::Receiver<InputLine>,
    output: mpsc::Sender<OutputLine>,
    /// A response made here that is still to be sent. No more input is read meanwhile.
    response: Option<Value>,
    /// Whether the client has named its protocol version. Until then the library accepts nothing
    /// else.
    initialized: bool,
    pending: Arc<PendingRequests>,
    /// The room in whose memory answers are reserved.
    room: Room,
    /// Notified at the end of input.
    ended: Arc<Notify>,
    writer: Option<thread::JoinHandle<()>>,
}

/// The requests that have not been answered yet.
#[derive(Default)]
struct PendingRequests(Mutex<HashMap<RequestId, Reservation>>);

impl PendingRequests {
    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, Reservation>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn remove(&self, id: &RequestId) {
        self.requests().remove(id);
    }
}

impl Stdio {
    /// Opens the process's standard input and output. `ended` is notified when the client closes
    /// its end.
    pub(crate) fn new(room: Room, ended: Arc<Notify>) -> io::Result<Self> {
        let (lines_sender, lines) = mpsc::channel(QUEUE);
        let (output, mut to_client) = mpsc::channel::<OutputLine>(QUEUE);
        thread::Builder::new().name("stdin".into()).spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = next_line(&mut input) {
                if lines_sender.blocking_send(line).is_err() {
                    return;
                }
            }
        })?;
        let writer = thread::Builder::new().name("stdout".into()).spawn(move || {
            let mut output = io::stdout().lock();
            while let Some((line, _reservation)) = to_client.blocking_recv() {
                // Nothing reads the output any more: the channel closes, and the server with it.
                if output.write_all(&line).and_then(|()| output.flush()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self {
            lines,
            output,
            response: None,
            initialized: false,
            pending: Arc::default(),
            room,
            ended,
            writer: Some(writer),
        })
    }

    /// Returns the message if the library is to handle it. Otherwise the response, if there is one,
    /// is queued.
    fn admit(&mut self, mut message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        match &mut message {
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
                        self.response =
                            Some(incoming::error_response(Some(json!(request.id)), &error));
                        return None;
                    }
                    self.initialized = starts;
                    if !starts {
                        // The library answers it at once and does not track it.
                        return Some(message);
                    }
                }
                let mut pending = self.pending.requests();
                if pending.contains_key(&request.id) {
                    let error = ErrorData::new(
                        ErrorCode::INVALID_REQUEST,
                        "a request with this id is still being served; use a unique id for each",
                        None,
                    );
                    // Without the id: with it, the client would take this for the response to the
                    // first request.
                    self.response = Some(incoming::error_response(None, &error));
                    return None;
                }
                if pending.len() >= calls::MAX_REQUESTS {
                    self.response = Some(match request.request {
                        // A ping is always answered, even under load.
                        ClientRequest::PingRequest(_) => {
                            json!({ "jsonrpc": "2.0", "id": request.id, "result": {} })
                        }
                        _ => {
                            incoming::error_response(Some(json!(request.id)), &too_many_requests())
                        }
                    });
                    return None;
                }
                let reservation = self.room.reservation();
                request.request.extensions_mut().insert(reservation.clone());
                pending.insert(request.id.clone(), reservation);
            }
            // Before the session begins there is nothing that a notification could refer to.
            _ if !self.initialized => return None,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // The library does not answer a cancelled request.
                    self.pending.remove(id);
                }
            }
            _ => {}
        }
        Some(message)
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

impl Transport<RoleServer> for Stdio {
    type Error = io::Error;

    fn send(
        &mut self,
        message: ServerJsonRpcMessage,
    ) -> impl Future<Output = Result<(), io::Error>> + Send + 'static {
        let (output, pending) = (self.output.clone(), self.pending.clone());
        async move {
            let id = match &message {
                JsonRpcMessage::Response(response) => Some(response.id.clone()),
                JsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let reservation = id.as_ref().and_then(|id| pending.requests().get(id).cloned());
            let line = encode_line(&message);
            // Only one copy is kept while it waits.
            drop(message);
            if let (Some(reservation), Ok(line)) = (&reservation, &line)
                && line.len() < reservation.bytes()
            {
                // A smaller one is always granted.
                let _ = reservation.resize(line.len());
            }
            let sent = match line {
                Ok(line) => output
                    .send((line, reservation))
                    .await
                    .map_err(|_| io::ErrorKind::BrokenPipe.into()),
                Err(error) => Err(error),
            };
            if let Some(id) = id {
                pending.remove(&id);
            }
            sent
        }
    }

    /// Receives the next message for the library. This is cancel-safe: the library polls it in a
    /// `select!`.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.response.is_some() {
                let slot = self.output.reserve().await.ok()?;
                if let Some(response) = self.response.take() {
                    slot.send((encode_line(&response).ok()?, None));
                }
            }
            let line = tokio::select! {
                line = self.lines.recv() => line,
                () = self.output.closed() => None,
            };
            let Some(line) = line else {
                self.ended.notify_one();
                return None;
            };
            let message = match line {
                InputLine::TooLong => ParsedMessage::Refused(incoming::too_large_response()),
                InputLine::Whole(line) => incoming::parse(&line),
            };
            match message {
                ParsedMessage::Message(message) => {
                    if let Some(message) = self.admit(*message) {
                        return Some(message);
                    }
                }
                ParsedMessage::Refused(response) => self.response = Some(response),
                ParsedMessage::Ignored => {}
            }
        }
    }

    /// Closes the transport, after writing what was sent if the client still reads.
    async fn close(&mut self) -> Result<(), io::Error> {
        // This drops the last sender: the writer ends once its queue is empty.
        self.output = mpsc::channel(1).0;
        if let Some(writer) = self.writer.take() {
            let _ = tokio::task::spawn_blocking(move || writer.join()).await;
        }
        Ok(())
    }
}

/// Encodes a message as a line. Compact JSON contains no line feed.
fn encode_line(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the next line, without its line feed. The last line may lack one. Returns `None` at the
/// end of input.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<InputLine>> {
    let mut line = Vec::new();
    if input.take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() > MAX_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(InputLine::TooLong));
    }
    Ok(Some(InputLine::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::{InputLine, MAX_BYTES, next_line};

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_not_kept() {
        let (most, more) = ("x".repeat(MAX_BYTES), "x".repeat(MAX_BYTES + 1));
        let text = format!("one\n\n{most}\n{more}\n{more}{more}\nlast");
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lengths.push(match line {
                InputLine::Whole(line) => Some(line.len()),
                InputLine::TooLong => None,
            });
        }
        assert_eq!(lengths, [Some(3), Some(0), Some(MAX_BYTES), None, None, Some(4)]);
    }
}
