//! Runs calls of the room: each blocks a thread, reports progress, and is cancelled when its client
//! stops waiting.

use crate::progress::ProgressReport;
use crate::reservation::{adjust, encoded_length};
use readroom::observer::Event;
use readroom::{Cancel, Reservation, Room};
use rmcp::RoleServer;
use rmcp::model::ErrorData;
use rmcp::service::RequestContext;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use tokio::task::JoinHandle;

/// The maximum number of requests served at a time, whether their calls run or wait for a slot of
/// the room. Each has a thread, so that the room decides which calls wait and which are refused.
pub(crate) const MAX_REQUESTS: usize = 256;

/// The data that a transport attaches to a request.
#[derive(Clone)]
pub(crate) struct RequestResources {
    /// The memory of its answer, until that is sent.
    pub(crate) reservation: Reservation,
    /// Ends its call. Present if the request is handled on a thread where blocking is allowed, so
    /// that its call needs no other one.
    pub(crate) in_place: Option<Cancel>,
    pub(crate) observer: Option<CallObserver>,
}

/// A function that is called for each call of a request.
pub(crate) type CallObserver = Arc<dyn Fn(&Event) + Send + Sync>;

impl RequestResources {
    fn of(context: &RequestContext<RoleServer>, room: &Room) -> Self {
        let attached = context.extensions.get::<Self>();
        #[cfg(feature = "http")]
        let attached = attached.or_else(|| {
            context.extensions.get::<hyper::http::request::Parts>()?.extensions.get::<Self>()
        });
        attached.cloned().unwrap_or_else(|| Self {
            reservation: room.reservation(),
            in_place: None,
            observer: None,
        })
    }
}

/// Runs a call where blocking is allowed. The memory of its result stays reserved until that is
/// sent: `length_of` returns its length in bytes of JSON. Fails if the client cancelled the
/// request, or if memory is short.
pub(crate) async fn run<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    call: impl FnOnce(&Room) -> Result<T, ErrorData> + Send + 'static,
    length_of: fn(&mut T) -> usize,
) -> Result<T, ErrorData> {
    let RequestResources { reservation, in_place, observer } = RequestResources::of(context, room);
    let is_in_place = in_place.is_some();
    let cancel = in_place.unwrap_or_default();
    let mut room = room.reserving_in(&reservation).cancelled_by(&cancel);
    if let Some(observer) = observer {
        room = room.observed_by(move |event| observer(event));
    }
    let progress = ProgressReport::wanted(context);
    if let Some(progress) = &progress {
        room = room.on_progress(progress.listener(&cancel));
    }
    let run = move || {
        let mut result = call(&room);
        let length = match &mut result {
            Ok(result) => length_of(result),
            Err(error) => encoded_length(error),
        };
        (result, length)
    };
    let (result, length) = if is_in_place {
        // Like in a task, so that the thread survives.
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
    adjust(&reservation, length)?;
    result
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
