//! MCP over standard input and output: one message a line.
//!
//! Both are served by a thread each, so that the program can end while one of them blocks. What is not a message that
//! can be served is answered here, and no line is ever held that is longer than a message may be.
//!
//! A request above the most that are served at a time is refused at once. Waiting for a place would mean to read no
//! further, or to keep what is read: behind such a request may stand the cancellation that makes the place, or the end.

use crate::calls;
use crate::incoming::{self, Incoming, MAX_BYTES};
use crate::waiting::Share;
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

/// Lines that wait to be read or written.
const QUEUE: usize = 16;

/// A line from the client.
enum Line {
    Whole(Vec<u8>),
    /// It is longer than [`MAX_BYTES`]; nothing of it is kept.
    TooLong,
}

/// A line to the client, and what it holds of the memory for answers until it is written.
type Written = (Vec<u8>, Share);

/// The two ends, as the protocol's library uses them.
pub(crate) struct Stdio {
    lines: mpsc::Receiver<Line>,
    output: mpsc::Sender<Written>,
    /// An answer of our own that waits for its turn. Nothing more is read meanwhile.
    answer: Option<Value>,
    /// Whether the client has said what protocol it speaks. Until then the library takes nothing else.
    begun: bool,
    open: Arc<Open>,
    /// Told when nothing more comes.
    ended: Arc<Notify>,
    writer: Option<thread::JoinHandle<()>>,
}

/// The requests that were not answered yet.
#[derive(Default)]
struct Open(Mutex<HashMap<RequestId, Share>>);

impl Open {
    fn requests(&self) -> MutexGuard<'_, HashMap<RequestId, Share>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn close(&self, id: &RequestId) {
        self.requests().remove(id);
    }
}

impl Stdio {
    /// Takes the process's standard input and output. `ended` is told when the client closes its end.
    pub(crate) fn new(ended: Arc<Notify>) -> io::Result<Self> {
        let (to_us, lines) = mpsc::channel(QUEUE);
        let (output, mut to_client) = mpsc::channel::<Written>(QUEUE);
        thread::Builder::new().name("stdin".into()).spawn(move || {
            let mut input = io::stdin().lock();
            while let Ok(Some(line)) = next_line(&mut input) {
                if to_us.blocking_send(line).is_err() {
                    return;
                }
            }
        })?;
        let writer = thread::Builder::new().name("stdout".into()).spawn(move || {
            let mut output = io::stdout().lock();
            while let Some((line, _share)) = to_client.blocking_recv() {
                // Nobody reads any more: the channel closes, and so does the server.
                if output.write_all(&line).and_then(|()| output.flush()).is_err() {
                    return;
                }
            }
        })?;
        Ok(Self {
            lines,
            output,
            answer: None,
            begun: false,
            open: Arc::default(),
            ended,
            writer: Some(writer),
        })
    }

    /// What of a message is the library's. The rest is answered in its place.
    fn admit(&mut self, mut message: ClientJsonRpcMessage) -> Option<ClientJsonRpcMessage> {
        match &mut message {
            JsonRpcMessage::Request(request) => {
                if !self.begun {
                    let begins = begins(&request.request);
                    if !begins && !may_come_first(&request.request) {
                        let error = ErrorData::new(
                            ErrorCode::INVALID_REQUEST,
                            "the session has not begun: send 'initialize' first, or the protocol version and the \
                             client's capabilities in '_meta'",
                            None,
                        );
                        self.answer = Some(incoming::refusal(Some(json!(request.id)), &error));
                        return None;
                    }
                    self.begun = begins;
                    if !begins {
                        // Answered at once by the library, which keeps no account of it.
                        return Some(message);
                    }
                }
                let mut open = self.open.requests();
                if open.contains_key(&request.id) {
                    let error = ErrorData::new(
                        ErrorCode::INVALID_REQUEST,
                        "a request with this id is not answered yet; give each its own",
                        None,
                    );
                    // Not under this id: it would be taken for the answer to the other.
                    self.answer = Some(incoming::refusal(None, &error));
                    return None;
                }
                if open.len() >= calls::MAX_REQUESTS {
                    self.answer = Some(match request.request {
                        // Whether we are there can be asked whatever else we do.
                        ClientRequest::PingRequest(_) => {
                            json!({ "jsonrpc": "2.0", "id": request.id, "result": {} })
                        }
                        _ => incoming::refusal(Some(json!(request.id)), &too_many()),
                    });
                    return None;
                }
                let share = Share::default();
                request.request.extensions_mut().insert(share.clone());
                open.insert(request.id.clone(), share);
            }
            // Of a session that has not begun, there is nothing to notify about.
            _ if !self.begun => return None,
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                {
                    // The library answers it no more.
                    self.open.close(id);
                }
            }
            _ => {}
        }
        Some(message)
    }
}

/// Why a request is not served that comes when [`calls::MAX_REQUESTS`] are.
fn too_many() -> ErrorData {
    let message = format!(
        "{} requests are not answered yet, and no more are served at a time",
        calls::MAX_REQUESTS
    );
    incoming::busy(message, "Ask again when one of them is answered.")
}

/// Whether a request says what protocol the client speaks, so that the library serves it and all that follow.
fn begins(request: &ClientRequest) -> bool {
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
        let (output, open) = (self.output.clone(), self.open.clone());
        async move {
            let id = match &message {
                JsonRpcMessage::Response(response) => Some(response.id.clone()),
                JsonRpcMessage::Error(error) => error.id.clone(),
                _ => None,
            };
            let share =
                id.as_ref().and_then(|id| open.requests().get(id).cloned()).unwrap_or_default();
            let line = line(&message);
            // It is there once, while it waits.
            drop(message);
            let sent = match line {
                Ok(line) => {
                    output.send((line, share)).await.map_err(|_| io::ErrorKind::BrokenPipe.into())
                }
                Err(error) => Err(error),
            };
            if let Some(id) = id {
                open.close(&id);
            }
            sent
        }
    }

    /// Nothing is lost when this is dropped before it is done: the library waits for several things at once.
    async fn receive(&mut self) -> Option<ClientJsonRpcMessage> {
        loop {
            if self.answer.is_some() {
                let place = self.output.reserve().await.ok()?;
                if let Some(answer) = self.answer.take() {
                    place.send((line(&answer).ok()?, Share::default()));
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
                Line::TooLong => Incoming::Refused(incoming::too_large()),
                Line::Whole(line) => incoming::read(&line),
            };
            match message {
                Incoming::Message(message) => {
                    if let Some(message) = self.admit(*message) {
                        return Some(message);
                    }
                }
                Incoming::Refused(answer) => self.answer = Some(answer),
                Incoming::Ignored => {}
            }
        }
    }

    /// What was sent is written first, if the client takes it.
    async fn close(&mut self) -> Result<(), io::Error> {
        // The last sender: the writer ends when it has written what is there.
        self.output = mpsc::channel(1).0;
        if let Some(writer) = self.writer.take() {
            let _ = tokio::task::spawn_blocking(move || writer.join()).await;
        }
        Ok(())
    }
}

/// A message as a line. JSON on one line has no line feed in it.
fn line(message: &impl serde::Serialize) -> io::Result<Vec<u8>> {
    let mut line = serde_json::to_vec(message)?;
    line.push(b'\n');
    Ok(line)
}

/// Reads the next line, without its end. The last one needs none.
fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut line = Vec::new();
    if input.take(MAX_BYTES as u64 + 1).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.pop_if(|byte| *byte == b'\n').is_none() && line.len() > MAX_BYTES {
        input.skip_until(b'\n')?;
        return Ok(Some(Line::TooLong));
    }
    Ok(Some(Line::Whole(line)))
}

#[cfg(test)]
mod tests {
    use super::{Line, MAX_BYTES, next_line};

    #[test]
    fn lines_come_one_by_one_and_long_ones_are_not_kept() {
        let (most, more) = ("x".repeat(MAX_BYTES), "x".repeat(MAX_BYTES + 1));
        let text = format!("one\n\n{most}\n{more}\n{more}{more}\nlast");
        let mut input = text.as_bytes();
        let mut lengths = Vec::new();
        while let Some(line) = next_line(&mut input).unwrap() {
            lengths.push(match line {
                Line::Whole(line) => Some(line.len()),
                Line::TooLong => None,
            });
        }
        assert_eq!(lengths, [Some(3), Some(0), Some(MAX_BYTES), None, None, Some(4)]);
    }
}
