//! Exports a span of every read to a collector of OpenTelemetry, by OTLP over HTTP.
//!
//! The standard variables configure it: `OTEL_EXPORTER_OTLP_ENDPOINT` begins the export, and others
//! set the protocol, headers, the name of the service, the sampler and the batches. There is no
//! TLS: a collector beside the program adds that.

use anyhow::{Context, Result};
use opentelemetry::trace::TracerProvider;
use opentelemetry::{Key, KeyValue};
use opentelemetry_http::{Bytes, HttpClient, HttpError, Request, Response};
use opentelemetry_otlp::{Protocol, SpanExporter, WithExportConfig, WithHttpConfig};
use opentelemetry_sdk::Resource;
use opentelemetry_sdk::trace::SdkTracerProvider;
use std::env;
use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::SubscriberExt;
use tracing_subscriber::util::SubscriberInitExt;

/// The variables that name a collector.
const ENDPOINTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_EXPORTER_OTLP_ENDPOINT"];

/// The variables that choose between `http/protobuf`, the standard's default, and `http/json`.
const PROTOCOLS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_PROTOCOL"];

/// The variables that limit the time of one export, in milliseconds.
const TIMEOUTS: [&str; 2] = ["OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT"];

/// The standard's time of one export.
const DEFAULT_TIMEOUT: Duration = Duration::from_secs(10);

/// How long the last spans may take when the program ends.
const LAST_EXPORT_TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum size of a collector's answer in bytes, which says at most how many spans it refused.
const MAX_ANSWER: u64 = 1024 * 1024;

/// The export of spans. Dropping it sends the last ones.
pub struct SpanExport(SdkTracerProvider);

impl SpanExport {
    /// Begins the export if the environment names a collector. `report` gets a message when spans
    /// are lost. Spans that were made before are lost too.
    pub fn begin(report: fn(&str)) -> Result<Option<Self>> {
        let is_named = ENDPOINTS.into_iter().any(|name| variable(name).is_some());
        let is_disabled = variable("OTEL_SDK_DISABLED").is_some_and(|is| is == "true")
            || variable("OTEL_TRACES_EXPORTER").is_some_and(|exporter| exporter == "none");
        if !is_named || is_disabled {
            return Ok(None);
        }
        let mut exporter =
            SpanExporter::builder().with_http().with_http_client(Client::new(report));
        if PROTOCOLS.into_iter().all(|name| variable(name).is_none()) {
            exporter = exporter.with_protocol(Protocol::HttpBinary);
        }
        let exporter = exporter.build().context("spans cannot be exported")?;
        let provider = SdkTracerProvider::builder()
            .with_batch_exporter(exporter)
            .with_resource(resource())
            .build();
        let layer = tracing_opentelemetry::layer()
            .with_tracer(provider.tracer("readroom"))
            .with_location(false)
            .with_target(false)
            .with_threads(false)
            .with_tracked_inactivity(false);
        // Libraries make spans too.
        let reads = Targets::new().with_target("readroom", LevelFilter::INFO);
        tracing_subscriber::registry().with(reads).with(layer).try_init()?;
        Ok(Some(Self(provider)))
    }
}

impl Drop for SpanExport {
    fn drop(&mut self) {
        // A collector that does not answer has been reported.
        let _ = self.0.shutdown_with_timeout(LAST_EXPORT_TIMEOUT);
    }
}

/// Returns the value of a variable. An empty one counts as missing, as the standard has it.
fn variable(name: &str) -> Option<String> {
    env::var(name).ok().filter(|value| !value.is_empty())
}

/// Returns what the spans say of this program: its name, unless the environment has another, and
/// its version.
fn resource() -> Resource {
    let named = Resource::builder().build().get(&Key::from_static_str("service.name"));
    let is_named = named.is_some_and(|name| !name.as_str().starts_with("unknown_service"));
    let mut resource = Resource::builder()
        .with_attribute(KeyValue::new("service.version", env!("CARGO_PKG_VERSION")));
    if !is_named {
        resource = resource.with_service_name("readroom");
    }
    resource.build()
}

/// Sends spans from the thread that collects them, which may block.
#[derive(Debug)]
struct Client {
    agent: ureq::Agent,
    /// Whether the last export failed. Only the first failure of several is reported.
    fails: AtomicBool,
    report: fn(&str),
}

impl Client {
    fn new(report: fn(&str)) -> Self {
        let set = TIMEOUTS.into_iter().find_map(|name| variable(name)?.trim().parse().ok());
        let timeout = set.map_or(DEFAULT_TIMEOUT, Duration::from_millis);
        let config = ureq::Agent::config_builder()
            .timeout_global(Some(timeout))
            // The library decides about a status.
            .http_status_as_error(false)
            .max_redirects(0);
        Self { agent: config.build().into(), fails: AtomicBool::new(false), report }
    }

    fn send(&self, request: Request<Bytes>) -> Result<Response<Bytes>, HttpError> {
        let (head, body) = request.into_parts();
        let request = ureq::http::Request::from_parts(head, &*body);
        let (head, mut body) = self.agent.run(request)?.into_parts();
        let body = body.with_config().limit(MAX_ANSWER).read_to_vec()?;
        Ok(Response::from_parts(head, body.into()))
    }

    /// Reports the first failure of several.
    fn report(&self, result: &Result<Response<Bytes>, HttpError>) {
        let failure = match result {
            Ok(response) if response.status().is_success() => None,
            Ok(response) => Some(format!("the collector answers with {}", response.status())),
            Err(error) => Some(error.to_string()),
        };
        let failed_before = self.fails.swap(failure.is_some(), Ordering::Relaxed);
        if let Some(failure) = failure.filter(|_| !failed_before) {
            (self.report)(&format!("spans are lost: {failure}"));
        }
    }
}

impl HttpClient for Client {
    fn send_bytes<'a, 'b>(
        &'a self,
        request: Request<Bytes>,
    ) -> Pin<Box<dyn Future<Output = Result<Response<Bytes>, HttpError>> + Send + 'b>>
    where
        'a: 'b,
        Self: 'b,
    {
        Box::pin(async {
            let result = self.send(request);
            self.report(&result);
            result
        })
    }
}
