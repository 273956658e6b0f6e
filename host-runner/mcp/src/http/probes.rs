//! The probes of orchestrators: whether the process serves, and whether it can take a call.
//!
//! They come by the address of the machine or pod, without a token, so the answer is one word.

use crate::http::response::{HttpResponse, not_allowed, plain};
use crate::http::state::HttpServer;
use hyper::{Method, StatusCode};
use readroom::Load;

/// The path of the liveness probe.
pub(crate) const HEALTH: &str = "/healthz";

/// The path of the probe whether a call would be taken now.
pub(crate) const READINESS: &str = "/readyz";

/// Returns the response to a probe of this path.
pub(crate) fn respond(path: &str, method: &Method, server: &HttpServer) -> HttpResponse {
    if !matches!(*method, Method::GET | Method::HEAD) {
        return not_allowed("GET, HEAD", "");
    }
    let readiness = match path {
        HEALTH => Readiness::Ready,
        _ => readiness(
            server.is_draining(),
            server.connections.have_free_place(),
            &server.shared.room.load(),
        ),
    };
    match readiness {
        Readiness::Ready => plain(StatusCode::OK, "ok"),
        Readiness::Draining => plain(StatusCode::SERVICE_UNAVAILABLE, "draining"),
        Readiness::Busy => plain(StatusCode::SERVICE_UNAVAILABLE, "busy"),
    }
}

/// Whether a call would be taken now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Readiness {
    Ready,
    /// The server is shutting down.
    Draining,
    /// The maximum number of requests is served, or a file system blocks all slots with calls that
    /// have failed already. Slots that calls use are no obstacle: a call waits for its turn.
    Busy,
}

fn readiness(is_draining: bool, has_free_place: bool, load: &Load) -> Readiness {
    if is_draining {
        Readiness::Draining
    } else if !has_free_place || load.abandoned >= load.slots {
        Readiness::Busy
    } else {
        Readiness::Ready
    }
}

#[cfg(test)]
mod tests {
    use super::{Readiness, readiness};
    use readroom::{Limits, MemoryTree, Room};

    #[test]
    fn a_server_is_ready_while_it_can_take_a_call() {
        let builder = Room::builder_from_tree("/project", MemoryTree::new());
        let room = builder.limits(Limits::default().concurrency(2)).build().unwrap();
        let mut load = room.load();
        assert_eq!(readiness(false, true, &load), Readiness::Ready);
        assert_eq!(readiness(false, false, &load), Readiness::Busy);
        assert_eq!(readiness(true, true, &load), Readiness::Draining);
        assert_eq!(readiness(true, false, &load), Readiness::Draining);
        // Running and waiting calls end.
        (load.running, load.waiting) = (2, 7);
        assert_eq!(readiness(false, true, &load), Readiness::Ready);
        load.abandoned = 1;
        assert_eq!(readiness(false, true, &load), Readiness::Ready);
        load.abandoned = 2;
        assert_eq!(readiness(false, true, &load), Readiness::Busy);
    }
}
