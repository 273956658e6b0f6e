//! Threads that read standard input, and that serve the requests which call the room.
//!
//! A call blocks the thread that it runs on. If the thread that has read it also serves it and
//! writes the answer, no other thread has to wake up in between: that takes longer than reading a
//! small file. Meanwhile another of the threads reads. What that thread cannot serve without
//! leaving the input unread goes to the library's loop, as do messages that call nothing.

use super::admission::{Admission, Admitted};
use super::lines::{InputLine, encode_line, next_line, write};
use super::pending::{PendingRequest, PendingRequests};
use crate::calls::InPlace;
use crate::incoming::{self, ParsedMessage};
use crate::server::Server;
use rmcp::RoleServer;
use rmcp::model::{
    ClientJsonRpcMessage, ClientRequest, GetExtensions, GetMeta, JsonRpcMessage, JsonRpcRequest,
    RequestId, ServerJsonRpcMessage,
};
use rmcp::service::{Peer, RequestContext, Service};
use serde_json::Value;
use std::io;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread;
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};

/// The number of threads. One of them reads.
const THREADS: usize = 4;

/// What the library's loop gets from the threads.
pub(super) enum Incoming {
    /// A message that it handles.
    Message(Box<ClientJsonRpcMessage>),
    /// The response to a message that is not handled.
    Refused(Value),
    /// Nothing reads the output any more.
    OutputClosed,
}

/// What the threads share.
pub(crate) struct Threads {
    input: Mutex<Input>,
    /// The number of threads that serve no request: the one that reads, and those that wait to
    /// read. Only a thread that reads lowers it.
    free: AtomicUsize,
    /// Who handles requests, once the session has begun.
    session: OnceLock<Session>,
    pending: Arc<PendingRequests>,
}

/// Standard input. Messages are admitted in the order in which they arrive.
struct Input {
    admission: Admission,
    has_ended: bool,
    /// Notified at the end of input.
    ended: Arc<Notify>,
}

/// What it takes to handle a request of a session.
struct Session {
    server: Server,
    peer: Peer<RoleServer>,
    runtime: Handle,
}

/// A request that the thread that read it serves.
struct OwnRequest<'a> {
    session: &'a Session,
    id: RequestId,
    request: ClientRequest,
    context: RequestContext<RoleServer>,
    pending: PendingRequest,
}

impl Input {
    /// Reads the next message or refusal. Returns `None` at the end of input.
    fn next(&mut self) -> Option<Incoming> {
        while !self.has_ended {
            let parsed = match next_line(&mut io::stdin().lock()) {
                Ok(Some(InputLine::Whole(line))) => incoming::parse(&line),
                Ok(Some(InputLine::TooLong)) => {
                    ParsedMessage::Refused(incoming::too_large_response())
                }
                Ok(None) | Err(_) => {
                    self.has_ended = true;
                    self.ended.notify_one();
                    break;
                }
            };
            let admitted = match parsed {
                ParsedMessage::Message(message) => self.admission.admit(message),
                ParsedMessage::Refused(response) => Admitted::Refused(response),
                ParsedMessage::Ignored => Admitted::Ignored,
            };
            match admitted {
                Admitted::Message(message) => return Some(Incoming::Message(message)),
                Admitted::Refused(response) => return Some(Incoming::Refused(response)),
                Admitted::Ignored => {}
            }
        }
        None
    }
}

impl Threads {
    /// Starts the threads. They end at the end of input, when they have answered what they serve,
    /// or when nothing receives from `library`'s channel; its end means that all have ended.
    pub(super) fn start(
        admission: Admission,
        pending: Arc<PendingRequests>,
        ended: Arc<Notify>,
        library: &mpsc::Sender<Incoming>,
    ) -> io::Result<Arc<Self>> {
        let threads = Arc::new(Self {
            input: Mutex::new(Input { admission, has_ended: false, ended }),
            free: AtomicUsize::new(THREADS),
            session: OnceLock::new(),
            pending,
        });
        for _ in 0..THREADS {
            let (threads, library) = (threads.clone(), library.clone());
            thread::Builder::new().name("stdin".into()).spawn(move || threads.run(&library))?;
        }
        Ok(threads)
    }

    /// Lets the threads serve requests of a session that has begun. Called within the runtime that
    /// serves it.
    pub(crate) fn serve(&self, server: Server, peer: Peer<RoleServer>) {
        // There is one session.
        let _ = self.session.set(Session { server, peer, runtime: Handle::current() });
    }

    fn run(&self, library: &mpsc::Sender<Incoming>) {
        while let Some(request) = self.next_own(library) {
            let answered = request.answer(&self.pending);
            self.free.fetch_add(1, Ordering::Relaxed);
            if answered.is_err() {
                let _ = library.blocking_send(Incoming::OutputClosed);
                return;
            }
        }
    }

    /// Reads until there is a request for this thread, and gives the rest to the library. Returns
    /// `None` when it is time to end.
    fn next_own(&self, library: &mpsc::Sender<Incoming>) -> Option<OwnRequest<'_>> {
        let mut input = self.input.lock().unwrap_or_else(PoisonError::into_inner);
        loop {
            let incoming = match input.next()? {
                Incoming::Message(message) => match self.claim(message) {
                    Ok(request) => return Some(request),
                    Err(message) => Incoming::Message(message),
                },
                incoming => incoming,
            };
            library.blocking_send(incoming).ok()?;
        }
    }

    /// Takes a request that calls the room, if another thread is free to read on.
    fn claim(
        &self,
        message: Box<ClientJsonRpcMessage>,
    ) -> Result<OwnRequest<'_>, Box<ClientJsonRpcMessage>> {
        let Some(session) = self.session.get() else { return Err(message) };
        let JsonRpcMessage::Request(request) = &*message else { return Err(message) };
        if self.free.load(Ordering::Relaxed) < 2 || !calls_the_room(&request.request) {
            return Err(message);
        }
        let Some(pending) = self.pending.get(&request.id) else { return Err(message) };
        match *message {
            JsonRpcMessage::Request(JsonRpcRequest { id, mut request, .. }) => {
                let mut context = RequestContext::new(id.clone(), session.peer.clone());
                context.meta = std::mem::take(request.get_meta_mut());
                context.extensions = std::mem::take(request.extensions_mut());
                context.extensions.insert(InPlace(pending.cancel.clone()));
                self.free.fetch_sub(1, Ordering::Relaxed);
                Ok(OwnRequest { session, id, request, context, pending })
            }
            other => Err(Box::new(other)),
        }
    }
}

impl OwnRequest<'_> {
    /// Handles the request, and writes the answer unless the request was cancelled. Fails if
    /// nothing reads the output any more.
    fn answer(self, all: &PendingRequests) -> io::Result<()> {
        let Self { session, id, request, context, pending } = self;
        // It is ready at once: the call runs in place.
        let handled = session.runtime.block_on(session.server.handle_request(request, context));
        if !all.remove_answered(&id, &pending.cancel) {
            return Ok(());
        }
        let line = encode_line(&match handled {
            Ok(result) => ServerJsonRpcMessage::response(result, id),
            Err(error) => ServerJsonRpcMessage::error(error, Some(id)),
        })?;
        // Only one copy is kept while it waits.
        pending.reservation.keep_unread(line.len());
        write(&line)
    }
}

fn calls_the_room(request: &ClientRequest) -> bool {
    matches!(
        request,
        ClientRequest::CallToolRequest(_)
            | ClientRequest::ReadResourceRequest(_)
            | ClientRequest::ListResourcesRequest(_)
    )
}
