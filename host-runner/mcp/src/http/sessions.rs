//! The sessions of HTTP clients that speak a version of the protocol with sessions.
//!
//! The library manages the sessions. This adds what it lacks: a limit on their number, cancellation
//! when a client disconnects, and a check that request ids are unique within a session. Streams
//! cannot be resumed: a read can be repeated, and stored answers would take memory.
//!
//! If there are too many sessions, the one that was idle longest ends, as few clients end theirs
//! themselves. Its client is told to begin another one, as the protocol has it.

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
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};
use tokio::sync::{Mutex as AsyncMutex, MutexGuard as AsyncMutexGuard};

/// The maximum number of sessions at a time.
pub(crate) const MAX_SESSIONS: usize = 64;

/// How long a session may stay idle before it ends.
const IDLE_TIMEOUT: Duration = Duration::from_secs(15 * 60);

/// The session manager.
pub(crate) struct Sessions {
    inner: Arc<LocalSessionManager>,
    activity: Arc<SharedActivity>,
    /// Held while a session begins.
    turn: AsyncMutex<()>,
}

/// What the sessions are doing.
#[derive(Default)]
struct SharedActivity(Mutex<Activity>);

#[derive(Default)]
struct Activity {
    /// The requests that have not been answered yet.
    open: HashSet<(SessionId, RequestId)>,
    /// When each session began, or a message of it was last received or answered.
    used: HashMap<SessionId, Instant>,
}

impl SharedActivity {
    fn lock(&self) -> MutexGuard<'_, Activity> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Activity {
    fn touch(&mut self, session: &SessionId) {
        if let Some(used) = self.used.get_mut(session) {
            *used = Instant::now();
        }
    }

    fn is_idle(&self, session: &SessionId) -> bool {
        !self.open.iter().any(|(busy, _)| busy == session)
    }
}

impl Sessions {
    pub(crate) fn new() -> Self {
        let mut config = SessionConfig::default();
        config.keep_alive = Some(IDLE_TIMEOUT);
        config.sse_retry = None;
        config.completed_cache_ttl = Duration::ZERO;
        let mut inner = LocalSessionManager::default();
        inner.session_config = config;
        Self { inner: Arc::new(inner), activity: Arc::default(), turn: AsyncMutex::new(()) }
    }

    /// Returns the number of sessions.
    pub(crate) fn len(&self) -> usize {
        self.activity.lock().used.len()
    }

    /// Waits until no other session is beginning.
    pub(crate) async fn turn(&self) -> AsyncMutexGuard<'_, ()> {
        self.turn.lock().await
    }

    /// Returns whether the maximum number of sessions is reached and none of them can end for a new
    /// one.
    pub(crate) async fn are_all_busy(&self) -> bool {
        self.are_full().await && self.idle_longest().await.is_none()
    }

    async fn are_full(&self) -> bool {
        self.inner.sessions.read().await.len() >= MAX_SESSIONS
    }

    /// Returns the session that was idle longest, if one is idle.
    async fn idle_longest(&self) -> Option<SessionId> {
        let sessions = self.inner.sessions.read().await;
        let activity = self.activity.lock();
        let idle = sessions.keys().filter(|session| activity.is_idle(session));
        idle.min_by_key(|session| activity.used.get(*session)).cloned()
    }
}

/// Why a session request failed.
#[derive(Debug)]
pub(crate) enum SessionsError {
    Full,
    /// Messages that are not responses to a request.
    NotOffered,
    Library(LocalSessionManagerError),
}

impl fmt::Display for SessionsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Full => {
                f.write_str("the server is busy with other sessions; send this request again later")
            }
            Self::NotOffered => f.write_str(
                "the server sends nothing but answers, so there is nothing to listen to",
            ),
            Self::Library(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for SessionsError {}

impl From<LocalSessionManagerError> for SessionsError {
    fn from(error: LocalSessionManagerError) -> Self {
        Self::Library(error)
    }
}

impl SessionManager for Sessions {
    type Error = SessionsError;
    type Transport = <LocalSessionManager as SessionManager>::Transport;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), SessionsError> {
        if self.are_full().await {
            let idle = self.idle_longest().await.ok_or(SessionsError::Full)?;
            // Whatever goes wrong, it is no session any more.
            let _ = self.close_session(&idle).await;
        }
        let (id, transport) = self.inner.create_session().await?;
        self.activity.lock().used.insert(id.clone(), Instant::now());
        Ok((id, transport))
    }

    async fn initialize_session(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<ServerJsonRpcMessage, SessionsError> {
        Ok(self.inner.initialize_session(id, message).await?)
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, SessionsError> {
        Ok(self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), SessionsError> {
        // The library would wait for the running calls of the session, so they are cancelled first.
        let open: Vec<_> = {
            let mut activity = self.activity.lock();
            activity.used.remove(id);
            activity.open.extract_if(|(session, _)| session == id).collect()
        };
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
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        let JsonRpcMessage::Request(request) = &message else {
            return Ok(ResponseStream {
                inner: Box::pin(self.inner.create_stream(id, message).await?),
                request: None,
            });
        };
        let request = request.id.clone();
        if !self.activity.lock().open.insert((id.clone(), request.clone())) {
            let error = ErrorData::new(
                ErrorCode::INVALID_REQUEST,
                "a request with this id is still being served; use a unique id for each",
                None,
            );
            let inner = Box::pin(SingleMessage(Some(ServerSseMessage::from_message(
                ServerJsonRpcMessage::error(error, Some(request)),
            ))));
            return Ok(ResponseStream { inner, request: None });
        }
        let pending = PendingRequest {
            inner: self.inner.clone(),
            activity: self.activity.clone(),
            key: (id.clone(), request),
            answered: false,
        };
        let inner = Box::pin(self.inner.create_stream(id, message).await?);
        Ok(ResponseStream { inner, request: Some(pending) })
    }

    async fn accept_message(
        &self,
        id: &SessionId,
        message: ClientJsonRpcMessage,
    ) -> Result<(), SessionsError> {
        self.activity.lock().touch(id);
        Ok(self.inner.accept_message(id, message).await?)
    }

    /// Fails always: GET is refused before it gets here.
    async fn create_standalone_stream(
        &self,
        _: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        Err::<SingleMessage, _>(SessionsError::NotOffered)
    }

    async fn resume(
        &self,
        id: &SessionId,
        _: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, SessionsError> {
        self.create_standalone_stream(id).await
    }
}

/// The messages of a response, without event ids, as streams cannot be resumed.
struct ResponseStream {
    inner: Pin<Box<dyn Stream<Item = ServerSseMessage> + Send + Sync>>,
    request: Option<PendingRequest>,
}

impl Stream for ResponseStream {
    type Item = ServerSseMessage;

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<ServerSseMessage>> {
        let next = std::task::ready!(self.inner.as_mut().poll_next(context));
        Poll::Ready(next.map(|mut event| {
            event.event_id = None;
            if let (Some(request), Some(message)) = (&mut self.request, &event.message) {
                request.observe(message);
            }
            event
        }))
    }
}

/// A request that is being served. Dropping it before its response cancels the call.
struct PendingRequest {
    inner: Arc<LocalSessionManager>,
    activity: Arc<SharedActivity>,
    key: (SessionId, RequestId),
    answered: bool,
}

impl PendingRequest {
    fn observe(&mut self, message: &ServerJsonRpcMessage) {
        self.answered |= match message {
            JsonRpcMessage::Response(response) => response.id == self.key.1,
            JsonRpcMessage::Error(error) => error.id.as_ref() == Some(&self.key.1),
            _ => false,
        };
    }
}

impl Drop for PendingRequest {
    fn drop(&mut self) {
        {
            let mut activity = self.activity.lock();
            activity.open.remove(&self.key);
            activity.touch(&self.key.0);
        }
        if self.answered {
            return;
        }
        let (inner, (session, request)) = (self.inner.clone(), self.key.clone());
        let message = cancellation(request, "the client disconnected");
        // Without a runtime the server has ended, and there is nothing to cancel.
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            runtime.spawn(async move { inner.accept_message(&session, message).await });
        }
    }
}

/// Returns the notification that cancels a request, in the form that a client would send.
fn cancellation(request: RequestId, reason: &str) -> ClientJsonRpcMessage {
    let about = CancelledNotificationParam::new(Some(request), Some(reason.into()));
    let cancelled = ClientNotification::CancelledNotification(CancelledNotification::new(about));
    ClientJsonRpcMessage::notification(cancelled)
}

/// A stream of one message.
struct SingleMessage(Option<ServerSseMessage>);

impl Stream for SingleMessage {
    type Item = ServerSseMessage;

    fn poll_next(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<ServerSseMessage>> {
        Poll::Ready(self.0.take())
    }
}
