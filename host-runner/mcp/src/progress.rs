//! Reports to a client how many bytes a request has read.

use readroom::{Cancel, Progress};
use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use std::sync::{Arc, OnceLock};
use std::time::Duration;
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinHandle;
use tokio::time::sleep;

/// The minimum time between two notifications.
const INTERVAL: Duration = Duration::from_millis(250);

/// The report on one request, which ends when this is dropped.
pub(crate) struct ProgressReport(Arc<Report>);

struct Report {
    token: ProgressToken,
    peer: Peer<RoleServer>,
    runtime: Handle,
    /// The maximum that a call of the request has read.
    bytes: watch::Sender<u64>,
    /// Sends the notifications, from the first progress on: most calls end before that.
    task: OnceLock<JoinHandle<()>>,
}

impl ProgressReport {
    /// Returns the report on a request if its client wants one. Called within the runtime.
    pub(crate) fn wanted(context: &RequestContext<RoleServer>) -> Option<Self> {
        Some(Self(Arc::new(Report {
            token: context.meta.get_progress_token()?,
            peer: context.peer.clone(),
            runtime: Handle::current(),
            bytes: watch::Sender::new(0),
            task: OnceLock::new(),
        })))
    }

    /// Returns a function that takes the progress of the request's calls until they are cancelled.
    pub(crate) fn listener(&self, cancel: &Cancel) -> impl Fn(Progress) + Send + Sync + 'static {
        let (report, cancel) = (self.0.clone(), cancel.clone());
        move |progress| {
            if !cancel.is_cancelled() {
                report.update(progress.bytes);
            }
        }
    }
}

impl Drop for ProgressReport {
    fn drop(&mut self) {
        if let Some(task) = self.0.task.get() {
            task.abort();
        }
    }
}

impl Report {
    fn update(&self, bytes: u64) {
        // A request may make several calls: its progress is that of the call that has read most.
        self.bytes.send_if_modified(|most| {
            let is_more = bytes > *most;
            *most = bytes.max(*most);
            is_more
        });
        self.task.get_or_init(|| {
            let (token, peer) = (self.token.clone(), self.peer.clone());
            self.runtime.spawn(send(token, peer, self.bytes.subscribe()))
        });
    }
}

/// Sends a notification at once, and another one whenever there is progress.
async fn send(token: ProgressToken, peer: Peer<RoleServer>, mut bytes: watch::Receiver<u64>) {
    loop {
        let progress = *bytes.borrow_and_update();
        #[expect(clippy::cast_precision_loss, reason = "exact up to 8 PiB")]
        let progress = ProgressNotificationParam::new(token.clone(), progress as f64);
        if peer.notify_progress(progress.with_message("bytes read")).await.is_err() {
            return;
        }
        sleep(INTERVAL).await;
        if bytes.changed().await.is_err() {
            return;
        }
    }
}
