//! The sessions of HTTP clients that speak a version of the protocol with sessions.
//!
//! The library keeps them; here are what it does not do: there are only so many, a request is cancelled when nobody
//! reads its answer any more, and no two requests of a session have the same id at a time. Answers cannot be fetched
//! later: a read can be asked again, and kept answers would take memory.

use crate::incoming;
use futures_core::Stream;
use rmcp::model::{
    CancelledNotification, CancelledNotificationParam, ClientJsonRpcMessage, ClientNotification,
    ErrorCode, ErrorData, JsonRpcMessage, RequestId, ServerJsonRpcMessage,
};
use rmcp::transport::streamable_http_server::session::local::{
    LocalSessionManager, LocalSessionManagerError, SessionConfig,
};
use rmcp::transport::streamable_http_server::session::{
    ServerSseMessage, SessionId, SessionManager,
};
use std::collections::HashSet;
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;

/// Sessions at a time.
pub(crate) const MAX_SESSIONS: usize = 64;

/// A session ends when it is not used for so long.
const IDLE: Duration = Duration::from_secs(15 * 60);

/// The sessions.
pub(crate) struct Sessions {
    inner: Arc<LocalSessionManager>,
    open: Arc<Open>,
}

/// The requests that were not answered yet.
#[derive(Default)]
struct Open(Mutex<HashSet<(SessionId, RequestId)>>);

impl Open {
    fn requests(&self) -> MutexGuard<'_, HashSet<(SessionId, RequestId)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Sessions {
    pub(crate) fn new() -> Self {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(IDLE);
        config.sse_retry = None;
        config.completed_cache_ttl = Duration::ZERO;
        let mut inner = LocalSessionManager::default();
        inner.session_config = config;
        Self { inner: Arc::new(inner), open: Arc::default() }
    }

    /// Whether there is no place for another one.
    pub(crate) async fn are_full(&self) -> bool {
        self.inner.sessions.read().await.len() >= MAX_SESSIONS
    }
}

/// Why a session was not served.
#[derive(Debug)]
pub(crate) enum Error {
    Full,
    /// Messages that answer nothing.
    NotOffered,
    Library(LocalSessionManagerError),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => f.write_str("there are too many sessions"),
            Self::NotOffered => f.write_str("there is nothing to listen to"),
            Self::Library(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for Error {}

impl From<LocalSessionManagerError> for Error {
    fn from(error: LocalSessionManagerError) -> Self {
        Self::Library(error)
    }
}

impl SessionManager for Sessions {
    type Error = Error;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Error> {
        // Two at a time may both find the last place; the limit is on memory, and they are few.
        match self.are_full().await {
            true => Err(Error::Full),
            false => Ok(self.inner.create_session().await?),
        }
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, Error> {
        Ok(self.inner.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Error> {
        Ok(self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Error> {
        // Closed with calls that run, a session would wait for them.
        let open: Vec<_> = self.open.requests().extract_if(|(session, _)| session == id).collect();
        for (_, request) in open {
            let _ = self
                .inner
                .accept_message(id, cancellation(request, "the session was closed"))
                .await;
        }
        Ok(self.inner.close_session(id).await?)
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        let JsonRpcMessage::Request(request) = &message else {
            return Ok(Answers {
                inner: Box::pin(self.inner.create_stream(id, message).await?),
                request: None,
            });
        };
        let request = request.id.clone();
        if !self.open.requests().insert((id.clone(), request.clone())) {
            let error = ErrorData::new(
                ErrorCode::INVALID_REQUEST,
                "a request with this id is not answered yet; give each its own",
                None,
            );
            let inner = Box::pin(Once(Some(ServerSseMessage::from_message(incoming::error(
                request, error,
            )))));
            return Ok(Answers { inner, request: None });
        }
        let waiting = Waiting {
            inner: self.inner.clone(),
            open: self.open.clone(),
            key: (id.clone(), request),
            is_answered: false,
        };
        let inner = Box::pin(self.inner.create_stream(id, message).await?);
        Ok(Answers { inner, request: Some(waiting) })
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), Error> {
        Ok(self.inner.accept_message(id, message).await?)
    }

    /// Nobody gets here: GET is refused.
    async fn create_standalone_stream(
        &self,
        _: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        Err::<Once, _>(Error::NotOffered)
    }

    async fn resume(
        &self,
        id: &SessionId,
        _: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Error> {
        self.create_standalone_stream(id).await
    }
}

/// What a client reads: messages without ids to come back for.
struct Answers {
    inner: Pin<Box<dyn Stream<Item = ServerSseMessage> + Send + Sync>>,
    request: Option<Waiting>,
}

impl Stream for Answers {
    type Item = ServerSseMessage;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<ServerSseMessage>> {
        let next = std::task::ready!(self.inner.as_mut().poll_next(context));
        Poll::Ready(next.map(|mut event| {
            event.event_id = None;
            if let (Some(request), Some(message)) = (&mut self.request, &event.message) {
                request.see(message);
            }
            event
        }))
    }
}

/// A request whose answer somebody waits for.
struct Waiting {
    inner: Arc<LocalSessionManager>,
    open: Arc<Open>,
    key: (SessionId, RequestId),
    is_answered: bool,
}

impl Waiting {
    fn see(&mut self, message: &ServerJsonRpcMessage) {
        self.is_answered |= match message {
            JsonRpcMessage::Response(response) => response.id == self.key.1,
            JsonRpcMessage::Error(error) => error.id.as_ref() == Some(&self.key.1),
            _ => false,
        };
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        self.open.requests().remove(&self.key);
        if self.is_answered {
            return;
        }
        let (inner, (session, request)) = (self.inner.clone(), self.key.clone());
        let message = cancellation(request, "the client disconnected");
        // Dropped with the server itself, there is nobody left to tell.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { inner.accept_message(&session, message).await });
        }
    }
}

/// What ends a call, as a client would say it.
fn cancellation(request: RequestId, reason: &str) -> ClientJsonRpcMessage {
    let about = CancelledNotificationParam::new(Some(request), Some(reason.into()));
    let cancelled = ClientNotification::CancelledNotification(CancelledNotification::new(about));
    ClientJsonRpcMessage::notification(cancelled)
}

/// One message.
struct Once(Option<ServerSseMessage>);

impl Stream for Once {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<ServerSseMessage>> {
        Poll::Ready(self.0.take())
    }
}
