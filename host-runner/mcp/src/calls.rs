//! Runs calls of the room: each blocks a thread, reports progress, and is cancelled when its client
//! stops waiting.

use crate::progress::ProgressReport;
use crate::reservation::{self, AnswerSize};
use readroom::{Cancel, Room};
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;
use std::panic::{AssertUnwindSafe, catch_unwind};
use tokio::task::JoinHandle;

/// The maximum number of requests served at a time, whether their calls run or wait for a slot of
/// the room. Each has a thread, so that the room decides which calls wait and which are refused.
pub(crate) const MAX_REQUESTS: usize = 256;

/// Attached to a request that is handled on a thread where blocking is allowed, so that its call
/// needs no other one. Cancelling the request cancels the call with this.
#[derive(Clone)]
pub(crate) struct InPlace(pub(crate) Cancel);

/// Runs a call where blocking is allowed. `call` returns its result and the size of the result,
/// which stays reserved until it is sent. Fails if the client cancelled the request, or if memory
/// is short.
pub(crate) async fn run<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    call: impl FnOnce(&Room) -> (T, AnswerSize) + Send + 'static,
) -> Result<T, ErrorData> {
    let reservation = reservation::of_request(context, room);
    let in_place = context.extensions.get::<InPlace>();
    let cancel = in_place.map(|InPlace(cancel)| cancel.clone()).unwrap_or_default();
    let mut room = room.reserving_in(&reservation).cancelled_by(&cancel);
    #[cfg(feature = "http")]
    if let Some(record) = crate::http::record_of(context) {
        room = record.observing(&room);
    }
    let progress = ProgressReport::wanted(context);
    if let Some(progress) = &progress {
        room = room.on_progress(progress.listener(&cancel));
    }
    let run = move || call(&room);
    let (result, size) = if in_place.is_some() {
        // As a task does, so that the thread survives.
        catch_unwind(AssertUnwindSafe(run))
            .map_err(|_| ErrorData::internal_error("the call panicked", None))?
    } else {
        // Dropped when the client cancels the request or the server ends.
        let _cancel_on_drop = CancelOnDrop(cancel);
        let mut task = AbortOnDrop(tokio::task::spawn_blocking(run));
        tokio::select! {
            done = &mut task.0 => {
                done.map_err(|error| ErrorData::internal_error(error.to_string(), None))?
            }
            () = context.ct.cancelled() => {
                return Err(ErrorData::internal_error("the call was cancelled", None));
            }
        }
    };
    reservation::adjust(&reservation, size)?;
    Ok(result)
}

/// Aborts a task when it is dropped: if it has not got a thread yet, it never starts.
struct AbortOnDrop<T>(JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Cancels a call when it is dropped.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
