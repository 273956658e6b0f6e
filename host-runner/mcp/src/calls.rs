//! Calls of the room: each blocks a thread of its own, tells how far it is, and ends early when nobody waits for it any
//! more.

use crate::waiting::{Kind, Share, Waiting};
use readroom::{Cancel, Progress, Room};
use rmcp::RoleServer;
use rmcp::model::{ErrorData, ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use std::time::Duration;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// Requests that are served at a time, whether their calls run or wait for a place. Each takes a thread, so that a call
/// that would have to wait for a place is always told so where the limits say that it is not to wait.
pub(crate) const MAX_REQUESTS: usize = 256;

/// How long a client that wants to know how far a call is hears nothing more.
const PAUSE: Duration = Duration::from_millis(250);

/// Makes a call where blocking is allowed, and waits for it: first for the memory that its answer may need. The call
/// returns what it comes to and how many bytes that has. Fails if it was cancelled; nobody gets that answer.
pub(crate) async fn make<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    waiting: &Waiting,
    kind: Kind,
    call: impl FnOnce(&Room) -> (T, usize) + Send + 'static,
) -> Result<T, ErrorData> {
    let share = Share::of(context);
    let made = async {
        share.begin(waiting, kind).await?;
        let (made, bytes) = begun(room, context, call).await?;
        share.settle(waiting, bytes).await?;
        Ok(made)
    };
    tokio::select! {
        made = made => made,
        () = context.ct.cancelled() => Err(ErrorData::internal_error("the call was cancelled", None)),
    }
}

async fn begun<T: Send + 'static>(
    room: &Room,
    context: &RequestContext<RoleServer>,
    call: impl FnOnce(&Room) -> T + Send + 'static,
) -> Result<T, ErrorData> {
    let cancel = Cancel::new();
    // If this is dropped: the client cancelled it, or the server ends.
    let _ended = CancelOnDrop(cancel.clone());
    let mut room = room.cancelled_by(&cancel);
    let token = context.meta.get_progress_token();
    let (sender, bytes) = watch::channel(0);
    if token.is_some() {
        room = room.on_progress(move |progress: Progress| {
            // A request that makes several calls has got as far as the one that read most.
            sender.send_if_modified(|most| {
                let is_more = progress.bytes > *most;
                *most = progress.bytes.max(*most);
                is_more
            });
        });
    }
    let mut task = AbortOnDrop(tokio::task::spawn_blocking(move || call(&room)));
    finished(&mut task.0, token, bytes, &context.peer).await
}

/// Waits for a call, and tells meanwhile how many bytes it has read.
async fn finished<T>(
    task: &mut JoinHandle<T>,
    token: Option<ProgressToken>,
    mut bytes: watch::Receiver<u64>,
    peer: &Peer<RoleServer>,
) -> Result<T, ErrorData> {
    let failed = |error: tokio::task::JoinError| ErrorData::internal_error(error.to_string(), None);
    let Some(token) = token else { return task.await.map_err(failed) };
    let telling = async {
        while bytes.changed().await.is_ok() {
            let progress = *bytes.borrow_and_update();
            #[expect(clippy::cast_precision_loss, reason = "exact up to 8 PiB")]
            let progress = ProgressNotificationParam::new(token.clone(), progress as f64);
            if peer.notify_progress(progress.with_message("bytes read")).await.is_err() {
                break;
            }
            sleep(PAUSE).await;
        }
        // Nothing more to tell, or nobody to tell it.
        std::future::pending::<()>().await;
    };
    tokio::select! {
        done = task => done.map_err(failed),
        () = telling => Err(ErrorData::internal_error("the call was lost", None)),
    }
}

/// One that still waits for a thread when nobody waits for it is never begun.
struct AbortOnDrop<T>(JoinHandle<T>);

impl<T> Drop for AbortOnDrop<T> {
    fn drop(&mut self) {
        self.0.abort();
    }
}

/// Ends a call that nobody waits for.
struct CancelOnDrop(Cancel);

impl Drop for CancelOnDrop {
    fn drop(&mut self) {
        self.0.cancel();
    }
}
