//! Cancels requests of clients that have no session.
//!
//! Versions of the protocol that begin with `initialize` cancel a request by a notification, which
//! has only the id that the client gave the request. So each client gets a name of its own, as its
//! session would have. Nothing is kept of it, and any server answers requests under any name; a
//! cancellation takes effect if it arrives at the server that serves the request.

use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use rmcp::RoleServer;
use rmcp::model::{ClientJsonRpcMessage, ClientNotification, JsonRpcMessage, RequestId};
use rmcp::service::RequestContext;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use tokio::sync::Notify;

/// The header with the name of a client.
pub(crate) const CLIENT_NAME: HeaderName = HeaderName::from_static("mcp-session-id");

/// The maximum length of a name in bytes. Those that are given have up to 42.
const MAX_NAME: usize = 64;

/// The requests that can be cancelled.
#[derive(Default)]
pub(crate) struct Cancellations(Mutex<HashMap<Key, Arc<Notify>>>);

/// The name of a client and the id of its request.
type Key = (String, RequestId);

/// A request that can be cancelled until this is dropped.
pub(crate) struct CancellableRequest {
    all: Arc<Cancellations>,
    key: Key,
    cancelled: Arc<Notify>,
}

/// Returns a name that no other client can guess, behind a prefix.
pub(crate) fn new_client_name(prefix: &str) -> Option<HeaderValue> {
    HeaderValue::try_from(format!("{prefix}{}", uuid::Uuid::new_v4())).ok()
}

/// Returns the name under which a client sent a request.
pub(crate) fn name_of(context: &RequestContext<RoleServer>) -> Option<&str> {
    context.extensions.get::<Parts>()?.headers.get(CLIENT_NAME)?.to_str().ok()
}

fn client_name(headers: &HeaderMap) -> Option<String> {
    let name = headers.get(CLIENT_NAME)?.to_str().ok()?;
    (name.len() <= MAX_NAME).then(|| name.into())
}

impl Cancellations {
    /// Notes a request, or cancels the one that a notification is about. Returns the request if it
    /// can be cancelled: if its client has a name, and has no other request with this id.
    pub(crate) fn note(
        self: &Arc<Self>,
        headers: &HeaderMap,
        message: &ClientJsonRpcMessage,
    ) -> Option<CancellableRequest> {
        let name = client_name(headers)?;
        match message {
            JsonRpcMessage::Request(request) => {
                let key = (name, request.id.clone());
                let cancelled = Arc::<Notify>::default();
                match self.lock().entry(key.clone()) {
                    Entry::Occupied(_) => return None,
                    Entry::Vacant(vacant) => vacant.insert(cancelled.clone()),
                };
                Some(CancellableRequest { all: self.clone(), key, cancelled })
            }
            JsonRpcMessage::Notification(notification) => {
                if let ClientNotification::CancelledNotification(cancelled) =
                    &notification.notification
                    && let Some(id) = &cancelled.params.request_id
                    && let Some(request) = self.lock().get(&(name, id.clone()))
                {
                    request.notify_one();
                }
                None
            }
            _ => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<Key, Arc<Notify>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl CancellableRequest {
    /// Returns a future that completes when the request is cancelled, once.
    pub(crate) fn cancelled(&self) -> impl Future<Output = ()> + Send + Sync + 'static {
        let cancelled = self.cancelled.clone();
        async move { cancelled.notified().await }
    }
}

impl Drop for CancellableRequest {
    fn drop(&mut self) {
        self.all.lock().remove(&self.key);
    }
}

#[cfg(test)]
mod tests {
    use super::{CLIENT_NAME, CancellableRequest, Cancellations, new_client_name};
    use hyper::header::{HeaderMap, HeaderValue};
    use serde_json::{Value, json};
    use std::pin::pin;
    use std::sync::Arc;
    use std::task::{Context, Waker};

    fn named(name: HeaderValue) -> HeaderMap {
        [(CLIENT_NAME, name)].into_iter().collect()
    }

    fn request(
        all: &Arc<Cancellations>,
        from: &HeaderMap,
        id: Value,
    ) -> Option<CancellableRequest> {
        let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        all.note(from, &serde_json::from_value(ping).unwrap())
    }

    fn cancel(all: &Arc<Cancellations>, from: &HeaderMap, id: Value) {
        let params = json!({ "requestId": id });
        let notification =
            json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
        assert!(all.note(from, &serde_json::from_value(notification).unwrap()).is_none());
    }

    fn is_cancelled(request: &CancellableRequest) -> bool {
        let cancelled = pin!(request.cancelled());
        cancelled.poll(&mut Context::from_waker(Waker::noop())).is_ready()
    }

    #[test]
    fn a_client_cancels_what_it_sent_and_nothing_else() {
        let all = Arc::new(Cancellations::default());
        let (one, other) =
            (named(new_client_name("").unwrap()), named(new_client_name("").unwrap()));
        let mine = request(&all, &one, json!(1)).unwrap();
        let requests = [
            request(&all, &one, json!(2)).unwrap(),
            request(&all, &one, json!("1")).unwrap(),
            request(&all, &other, json!(1)).unwrap(),
        ];
        // Of two with the same id, the one that is being served keeps it.
        assert!(request(&all, &one, json!(1)).is_none());
        cancel(&all, &HeaderMap::new(), json!(1));
        cancel(&all, &one, json!(7));
        assert!(!is_cancelled(&mine));
        cancel(&all, &one, json!(1));
        assert!(is_cancelled(&mine));
        assert!(!requests.iter().any(is_cancelled));
        // A request that has ended leaves nothing.
        drop((mine, requests));
        assert!(all.lock().is_empty());
        cancel(&all, &one, json!(1));
        assert!(!is_cancelled(&request(&all, &one, json!(1)).unwrap()));
    }

    #[test]
    fn a_client_without_a_name_cannot_cancel() {
        let all = Arc::new(Cancellations::default());
        assert!(request(&all, &HeaderMap::new(), json!(1)).is_none());
        let long = HeaderValue::try_from("x".repeat(65)).unwrap();
        assert!(request(&all, &named(long), json!(1)).is_none());
        assert!(all.lock().is_empty());
    }
}
