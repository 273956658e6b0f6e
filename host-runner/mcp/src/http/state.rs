//! The state that all connections of a server share.

use crate::http::connections::Connections;
use crate::http::gate::Gate;
use crate::http::metrics::Metrics;
use crate::incoming::MAX_BYTES;
use crate::log::Log;
use crate::server::{Server, SharedState};
use rmcp::transport::streamable_http_server::session::never::NeverSessionManager;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// The path of the server.
pub(crate) const PATH: &str = "/mcp";

/// The path of the metrics.
pub(crate) const METRICS_PATH: &str = "/metrics";

/// The state that every connection uses.
pub(crate) struct HttpServer {
    pub(crate) gate: Gate,
    pub(crate) connections: Arc<Connections>,
    pub(crate) shared: Arc<SharedState>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) log: Log,
    pub(crate) is_draining: AtomicBool,
    pub(crate) service: StreamableHttpService<Server, NeverSessionManager>,
}

impl HttpServer {
    pub(crate) fn new(
        shared: Arc<SharedState>,
        metrics: Arc<Metrics>,
        gate: Gate,
        log: Log,
    ) -> Arc<Self> {
        // The gate checks host and origin per connection; the library only supports fixed lists.
        let config = StreamableHttpServerConfig::default()
            .disable_allowed_hosts()
            .with_legacy_session_mode(false)
            // A response of one message is a plain one, which every proxy understands.
            .with_json_response(true)
            .with_max_request_body_bytes(MAX_BYTES);
        let for_requests = shared.clone();
        let service = StreamableHttpService::new(
            move || Ok(Server::new(for_requests.clone())),
            Arc::default(),
            config,
        );
        Arc::new(Self {
            gate,
            connections: Connections::new(),
            shared,
            metrics,
            log,
            is_draining: AtomicBool::new(false),
            service,
        })
    }

    /// Returns whether a signal has asked the server to shut down.
    pub(crate) fn is_draining(&self) -> bool {
        self.is_draining.load(Ordering::Relaxed)
    }
}
