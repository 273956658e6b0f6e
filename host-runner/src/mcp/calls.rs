//! Calls of the room: each blocks a thread of its own, and ends early when nobody waits for it any more.

use readroom::Room;
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;

/// How calls are made.
pub(crate) struct Calls;

impl Calls {
    /// Makes a call where blocking is allowed, and waits for it. Fails if it was cancelled; nobody gets that answer.
    pub(crate) async fn make<T: Send + 'static>(
        &self,
        room: &Room,
        context: &RequestContext<RoleServer>,
        call: impl FnOnce(&Room) -> T + Send + 'static,
    ) -> Result<T, ErrorData> {
        let room = room.clone();
        let mut task = tokio::task::spawn_blocking(move || call(&room));
        tokio::select! {
            done = &mut task => done.map_err(|error| ErrorData::internal_error(error.to_string(), None)),
            () = context.ct.cancelled() => {
                // One that still waits for a thread is never begun.
                task.abort();
                Err(ErrorData::internal_error("the call was cancelled", None))
            }
        }
    }
}
