//! Runs calls of the room: each blocks a thread of its own, reports progress, and is cancelled when
//! its client stops waiting.

use crate::reservation::{self, AnswerSize};
use readroom::{Cancel, Progress, Room};
use rmcp::RoleServer;
use rmcp::model::{ErrorData, ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The maximum number of requests served at a time, whether their calls run or wait for a slot of
/// the room. Each has a thread, so that the room decides which calls wait and which are refused.
pub(crate) const MAX_REQUESTS: usize = 256;

/// The minimum time between two progress notifications.
const PROGRESS_INTERVAL: Duration = Duration::from_millis(250);

/// Runs a call on a thread where blocking is allowed. `call` returns its result and the size of the
/// result, which stays reserved until it is sent. Fails if the client cancelled the request, or if
/// memory is short.
pub(crate) async fn run<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    call: impl FnOnce(&Room) -> (T, AnswerSize) + Send + 'static,
) -> Result<T, ErrorData> {
    let reservation = reservation::of_request(context, room);
    let room = room.reserving_in(&reservation);
    tokio::select! {
        result = start(&room, context, call) => {
            let (result, size) = result?;
            reservation::adjust(&reservation, size)?;
            Ok(result)
        }
        () = context.ct.cancelled() => {
            Err(ErrorData::internal_error("the call was cancelled", None))
        }
    }
}

async fn start<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    call: impl FnOnce(&Room) -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let cancel = Cancel::new();
    // Dropped when the client cancels the request or the server ends.
    let _cancel_on_drop = CancelOnDrop(cancel.clone());
    let mut room = room.cancelled_by(&cancel);
    let token = context.meta.get_progress_token();
    let (sender, bytes) = watch::channel(0);
    if token.is_some() {
        room = room.on_progress(move |progress: Progress| {
            // A request may make several calls: its progress is that of the call that has read
            // most.
            sender.send_if_modified(|most| {
                let is_more = progress.bytes > *most;
                *most = progress.bytes.max(*most);
                is_more
            });
        });
    }
    let mut task = AbortOnDrop(tokio::task::spawn_blocking(move || call(&room)));
    join_with_progress(&mut task.0, token, bytes, &context.peer).await
}

/// Waits for a call, and reports meanwhile how many bytes it has read.
async fn join_with_progress<T>(
    task: &mut JoinHandle<T>,
    token: Option<ProgressToken>,
    mut bytes: watch::Receiver<u64>,
    peer: &Peer<RoleServer>,
) -> Result<T, ErrorData> {
    let failed = |error: tokio::task::JoinError| ErrorData::internal_error(error.to_string(), None);
    let Some(token) = token else { return task.await.map_err(failed) };
    let report = async {
        while bytes.changed().await.is_ok() {
            let progress = *bytes.borrow_and_update();
            #[expect(clippy::cast_precision_loss, reason = "exact up to 8 PiB")]
            let progress = ProgressNotificationParam::new(token.clone(), progress as f64);
            if peer.notify_progress(progress.with_message("bytes read")).await.is_err() {
                break;
            }
            sleep(PROGRESS_INTERVAL).await;
        }
        // There is no more progress to report, or the client is gone.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        done = task => done.map_err(failed),
        () = report => Err(ErrorData::internal_error("the call was lost", None)),
    }
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
