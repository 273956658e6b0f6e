use super::{BUCKETS, Gauges, Histogram, Metrics, Page, RequestLabels, Seconds};
use readroom::{Limits, MemoryTree, ReadRequest, Room};
use std::collections::HashSet;
use std::sync::Arc;
use std::time::Duration;

fn rendered(metrics: &Metrics, room: &Room) -> String {
    let load = room.load();
    metrics.render(&Gauges { load, connections: 3, is_draining: false })
}

fn value<'a>(page: &'a str, sample: &str) -> Option<&'a str> {
    page.lines().find_map(|line| line.strip_prefix(sample)?.strip_prefix(' '))
}

#[test]
fn calls_are_counted_by_tool_and_outcome() {
    let tree = MemoryTree::new().file("a.txt", "one\n").unwrap();
    let builder = Room::builder_from_tree("/project", tree);
    let room = builder.limits(Limits::default().total_memory(64 << 20)).build().unwrap();
    let metrics = Arc::new(Metrics::new(["pi@0", "dm-cc@1"].into_iter()));
    let counting = metrics.clone();
    let room = room.observed_by(move |event| counting.count_call(event));
    room.call("pi@0", r#"{"path": "a.txt"}"#).unwrap();
    room.call("pi@0", r#"{"path": "nothing"}"#).unwrap();
    room.call("pi@0", "no JSON").unwrap();
    room.read(&ReadRequest::new("a.txt")).unwrap();
    // A tool that is not offered has no label.
    room.call("pi@1.5", r#"{"path": "a.txt"}"#).unwrap();
    let page = rendered(&metrics, &room);
    for (sample, expected) in [
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"answered\"}", "1"),
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"refused\"}", "2"),
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"failed\"}", "0"),
        ("readroom_calls_total{tool=\"pi@0\",outcome=\"busy\"}", "0"),
        ("readroom_calls_total{tool=\"dm-cc@1\",outcome=\"answered\"}", "0"),
        ("readroom_calls_total{tool=\"resources\",outcome=\"answered\"}", "1"),
        ("readroom_call_duration_seconds_count", "5"),
        ("readroom_call_duration_seconds_bucket{le=\"+Inf\"}", "5"),
        ("readroom_calls_running", "0"),
        ("readroom_memory_limit_bytes", "67108864"),
        ("readroom_http_connections", "3"),
    ] {
        assert_eq!(value(&page, sample), Some(expected), "{sample}\n{page}");
    }
    assert!(!page.contains("pi@1.5"), "{page}");
    let read: u64 = value(&page, "readroom_read_bytes_total").unwrap().parse().unwrap();
    assert!(read >= 12, "{page}");
}

#[test]
fn requests_are_counted_by_path_status_and_outcome() {
    let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
    let metrics = Metrics::new([].into_iter());
    let answered = RequestLabels { path: "/mcp", status: 200, outcome: "answered" };
    let gone = RequestLabels { path: "other", status: 0, outcome: "disconnected" };
    for labels in [answered, gone, answered] {
        metrics.count_request(labels);
    }
    let page = rendered(&metrics, &room);
    let name = "readroom_http_requests_total";
    for (labels, expected) in [
        ("{path=\"/mcp\",code=\"200\",outcome=\"answered\"}", "2"),
        ("{path=\"other\",code=\"\",outcome=\"disconnected\"}", "1"),
    ] {
        assert_eq!(value(&page, &format!("{name}{labels}")), Some(expected), "{page}");
    }
}

#[test]
fn a_duration_is_in_its_bucket_and_all_greater_ones() {
    let histogram = Histogram::default();
    for microseconds in [0, 100, 101, 30_000_000, 30_000_001] {
        histogram.observe(Duration::from_micros(microseconds));
    }
    let mut page = Page(String::new());
    histogram.render(&mut page);
    let name = "readroom_call_duration_seconds";
    for (sample, expected) in [
        ("_bucket{le=\"0.0001\"}", "2"),
        ("_bucket{le=\"0.00025\"}", "3"),
        ("_bucket{le=\"10\"}", "3"),
        ("_bucket{le=\"30\"}", "4"),
        ("_bucket{le=\"+Inf\"}", "5"),
        ("_sum", "60.000202"),
        ("_count", "5"),
    ] {
        assert_eq!(value(&page.0, &format!("{name}{sample}")), Some(expected), "{}", page.0);
    }
    assert!(BUCKETS.is_sorted());
    assert_eq!(Seconds(0).to_string(), "0");
}

/// Checks the page against the grammar of the format, as far as it is used here.
#[test]
fn every_line_is_a_comment_or_a_sample_of_a_metric_that_was_begun() {
    let room = Room::from_tree("/project", MemoryTree::new()).unwrap();
    let metrics = Metrics::new(["a\"b\\c\nd"].into_iter());
    metrics.count_request(RequestLabels { path: "/mcp", status: 200, outcome: "answered" });
    let page = rendered(&metrics, &room);
    assert!(page.contains("tool=\"a\\\"b\\\\c\\nd\""), "{page}");
    let (mut begun, mut samples) = (HashSet::new(), HashSet::new());
    for line in page.lines() {
        if let Some(help) = line.strip_prefix("# HELP ") {
            assert!(begun.insert(help.split_once(' ').unwrap().0), "{line} twice");
            continue;
        }
        if line.starts_with("# TYPE ") {
            continue;
        }
        let (sample, value) = line.rsplit_once(' ').unwrap();
        value.parse::<f64>().unwrap_or_else(|_| panic!("{line}"));
        assert!(samples.insert(sample), "{line} twice");
        let name = sample.split_once('{').map_or(sample, |(name, _)| name);
        let family = ["_bucket", "_sum", "_count"].iter().find_map(|end| name.strip_suffix(end));
        assert!(begun.contains(name) || begun.contains(family.unwrap()), "{line}");
    }
    assert!(page.ends_with('\n'));
}
