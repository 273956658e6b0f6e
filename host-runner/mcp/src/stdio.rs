//! MCP over standard input and output: one message per line.
//!
//! A few threads read the input and serve what calls the room; see [`threads`]. Everything else
//! goes through the library's loop, whose answers another thread writes. So the program can end
//! while reading or writing blocks. A message that cannot be served is answered here. A line longer
//! than a message may be is never held in memory.
//!
//! A request beyond the concurrency limit is refused at once. Waiting for a free slot would mean
//! to stop reading or to buffer the input, and the next line may be the cancellation that frees a
//! slot, or the end of input.

mod admission;
pub(crate) mod lines;
mod pending;
mod threads;

use admission::Admission;
use lines::{encode_line, write};
use pending::PendingRequests;
use readroom::{Reservation, Room};
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, JsonRpcMessage, ServerJsonRpcMessage};
use rmcp::transport::Transport;
use serde_json::Value;
use std::io;
use std::sync::Arc;
use std::thread;
use threads::{Incoming, Threads};
use tokio::sync::{Notify, mpsc};

/// The number of messages that may wait for the library's loop, and of lines that may wait to be
/// written.
const QUEUE: usize = 16;

/// A line to the client, and the memory that stays reserved for it until it is written.
type OutputLine = (Vec<u8>, Option<Reservation>);

/// The transport over standard input and output that the protocol's library uses.
pub(crate) struct Stdio {
    incoming: mpsc::Receiver<Incoming>,
    output: mpsc::Sender<OutputLine>,
    /// A response made here that is still to be sent. No more input is read meanwhile.
    response: Option<Value>,
    pending: Arc<PendingRequests>,
    /// Notified at the end of input.
    ended: Arc<Notify>,
    writer: Option<thread::JoinHandle<()>>,
}

impl Stdio {
    /// Opens the process's standard input and output. `ended` is notified when the client closes
    /// its end. The threads serve requests themselves once they have a session.
    pub(crate) fn new(room: Room, ended: Arc<Notify>) -> io::Result<(Self, Arc<Threads>)> {
        let (library, incoming) = mpsc::channel(QUEUE);
        let (output, mut to_client) = mpsc::channel::<OutputLine>(QUEUE);
        let pending = Arc::<PendingRequests>::default();
        let admission = Admission::new(pending.clone(), room);
        let threads = Threads::start(admission, pending.clone(), ended.clone(), &library)?;
        let writer = thread::Builder::new().name("stdout".into()).spawn(move || {
            while let Some((line, _reservation)) = to_client.blocking_recv() {
                // Nothing reads the output any more: the channel closes, and the server with it.
                if write(&line).is_err() {
                    return;
                }
            }
        })?;
        let transport =
            Self { incoming, output, response: None, pending, ended, writer: Some(writer) };
        Ok((transport, threads))
    }
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
            let request = id.as_ref().and_then(|id| pending.get(id));
            let reservation = request.map(|request| request.reservation);
            let line = encode_line(&message);
            // Only one copy is kept while it waits.
            drop(message);
            if let (Some(reservation), Ok(line)) = (&reservation, &line) {
                reservation.keep_unread(line.len());
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
            let incoming = tokio::select! {
                incoming = self.incoming.recv() => incoming,
                () = self.output.closed() => None,
            };
            match incoming {
                Some(Incoming::Message(message)) => return Some(*message),
                Some(Incoming::Refused(response)) => self.response = Some(response),
                Some(Incoming::OutputClosed) | None => {
                    self.ended.notify_one();
                    return None;
                }
            }
        }
    }

    /// Closes the transport, after writing what was sent if the client still reads.
    async fn close(&mut self) -> Result<(), io::Error> {
        self.pending.cancel_all();
        // This drops the last sender: the writer ends once its queue is empty.
        self.output = mpsc::channel(1).0;
        if let Some(writer) = self.writer.take() {
            let _ = tokio::task::spawn_blocking(move || writer.join()).await;
        }
        Ok(())
    }
}
