//! Measures how time and memory grow: with the size of a file, the entries of a directory, calls at
//! once, and sessions.
//!
//! `cargo bench --bench growth` prints the tables, and with `BLESS=1` draws the pictures of
//! `docs/`. Its files take at most 12 GiB below `target/`, and are removed. Without `--bench`, as
//! in `cargo test`, everything runs once on the smallest of them.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "a benchmark"
)]
#![allow(clippy::print_stdout, reason = "its tables are its output")]

mod chart;
#[path = "../speed/table.rs"]
mod table;

use chart::{Chart, Line};
use readroom::{ListRequest, Policy, ReadRequest, Room, Start, Totals};
use std::fs::{self, File};
use std::hint::black_box;
use std::io::{BufWriter, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};
use std::thread;
use std::time::{Duration, Instant};
use table::Table;

/// How long a point is measured, unless a single run takes longer.
const POINT: Duration = Duration::from_millis(500);

/// Text that begins and ends a file: some 500 lines of 100 bytes.
const EDGE: u64 = 64 * 1024;

/// Above this size, files have a hole between their start and their end.
const WHOLE: u64 = 1_000_000_000;

struct Growth {
    /// The largest of everything is this power of ten.
    full: bool,
    root: PathBuf,
}

/// A room, and the sandbox memory of its last call.
struct Watched {
    room: Room,
    memory: Arc<AtomicUsize>,
}

fn main() {
    let full = std::env::args().any(|argument| argument == "--bench");
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("growth");
    let _ = fs::remove_dir_all(&root);
    fs::create_dir_all(&root).expect("a directory can be made");
    let growth = Growth { full, root };
    growth.file();
    growth.directory();
    growth.at_once();
    growth.sessions();
    fs::remove_dir_all(&growth.root).expect("what was made can be removed");
}

impl Growth {
    /// Returns powers of ten: all of them, or the smallest for a test.
    fn sizes(&self, from: u32, to: u32) -> impl Iterator<Item = u64> {
        let to = if self.full { to } else { from + 1 };
        (from..=to).map(|power| 10u64.pow(power))
    }

    fn room(&self, name: &str) -> Watched {
        let memory = Arc::new(AtomicUsize::new(0));
        let told = memory.clone();
        let directory = self.root.join(name);
        fs::create_dir_all(&directory).expect("a directory can be made");
        let room = Room::builder(directory)
            .policy(Policy::everything().without_agentignore())
            .observer(move |event| told.store(event.cost.memory, Relaxed))
            .build()
            .expect("it can be granted");
        Watched { room, memory }
    }

    /// Measures until there is a time, and records time and memory.
    fn point(&self, watched: &Watched, at: u64, work: &dyn Fn(&Room)) -> [(f64, f64); 2] {
        work(&watched.room);
        let (mut times, begun) = (Vec::new(), Instant::now());
        while times.is_empty() || self.full && begun.elapsed() < POINT {
            let begun = Instant::now();
            work(&watched.room);
            times.push(begun.elapsed());
        }
        times.sort_unstable();
        let memory = watched.memory.load(Relaxed) as f64;
        [(at as f64, times[times.len() / 2].as_secs_f64()), (at as f64, memory)]
    }

    fn file(&self) {
        let watched = self.room("file");
        let page = || ReadRequest::new("log").lines(500).totals(Totals::Never);
        let ways: [(&'static str, ReadRequest, u64); 4] = [
            ("first 500 lines", page(), u64::MAX),
            ("last 500 lines", page().start(Start::FromEnd(500)), u64::MAX),
            ("all lines counted", page().totals(Totals::Always), WHOLE),
            ("counted, not in the cache", page().totals(Totals::Always), WHOLE),
        ];
        let mut times: Vec<Line> = ways.iter().map(|(name, ..)| line(name)).collect();
        let mut memory: Vec<Line> = ways[..3].iter().map(|(name, ..)| line(name)).collect();
        for size in self.sizes(3, 11) {
            let path = watched_file(&self.root.join("file/log"), size);
            for (at, (_, request, most)) in ways.iter().enumerate() {
                if size > *most {
                    continue;
                }
                let [time, taken] = self.point(&watched, size, &|room| {
                    if at == 3 {
                        forget(&path);
                    }
                    black_box(room.read(request).expect("it can be read"));
                });
                times[at].points.push(time);
                if let Some(memory) = memory.get_mut(at) {
                    memory.points.push(taken);
                }
            }
            fs::remove_file(path).expect("it can be removed");
        }
        self.show("file-time", chart("Time of a read", ("size of the file", bytes), TIME, times));
        let title = "Memory in the sandbox";
        self.show("file-memory", chart(title, ("size of the file", bytes), MEMORY, memory));
    }

    fn directory(&self) {
        let watched = self.room("directory");
        let directory = self.root.join("directory");
        let mut times = vec![line("first 1,000"), line("last 1,000"), line("stat of one")];
        let mut memory = vec![line("first 1,000"), line("last 1,000")];
        let mut made = 0;
        for entries in self.sizes(0, 6) {
            for number in made..entries {
                File::create(directory.join(format!("{number:07}"))).expect("a file can be made");
            }
            made = entries;
            let first = ListRequest::new(".");
            let last = ListRequest {
                after: entries.checked_sub(1001).map(|number| format!("{number:07}")),
                ..ListRequest::new(".")
            };
            let list = |room: &Room, request: &ListRequest| {
                let listing = room.list(request).expect("it can be listed");
                assert_eq!(listing.entries.len() as u64, entries.min(1000));
                black_box(listing);
            };
            let points = [
                self.point(&watched, entries, &|room| list(room, &first)),
                self.point(&watched, entries, &|room| list(room, &last)),
                self.point(&watched, entries, &|room| {
                    black_box(room.stat("0000000").expect("it is there"));
                }),
            ];
            for (at, [time, taken]) in points.into_iter().enumerate() {
                times[at].points.push(time);
                if let Some(memory) = memory.get_mut(at) {
                    memory.points.push(taken);
                }
            }
        }
        let across = ("entries of the directory", count as fn(f64) -> String);
        self.show("directory-time", chart("Time of a listing", across, TIME, times));
        self.show("directory-memory", chart("Memory in the sandbox", across, MEMORY, memory));
    }

    fn at_once(&self) {
        let directory = self.root.join("at-once");
        fs::create_dir_all(&directory).expect("a directory can be made");
        let text = "a line of a small file, as there are many\n".repeat(200);
        fs::write(directory.join("small.txt"), text).expect("a file can be written");
        let limits = readroom::Limits { concurrency: 256, ..readroom::Limits::default() };
        let room = Room::builder(&directory).limits(limits).build().expect("it can be granted");
        let request = ReadRequest::new("small.txt");
        let (mut each, mut resident) = (line("time, divided by calls"), line("the process"));
        for threads in [1usize, 2, 4, 8, 16, 32, 64, 128, 256] {
            if !self.full && threads > 2 {
                break;
            }
            let calls = if self.full { 20_000 / threads } else { 1 };
            let begun = Instant::now();
            thread::scope(|scope| {
                for _ in 0..threads {
                    scope.spawn(|| {
                        for _ in 0..calls {
                            black_box(room.read(&request).expect("it can be read"));
                        }
                    });
                }
            });
            let seconds = begun.elapsed().as_secs_f64() / (calls * threads) as f64;
            each.points.push((threads as f64, seconds));
            resident.points.push((threads as f64, resident_bytes()));
        }
        let across = ("calls at once", count as fn(f64) -> String);
        self.show("calls-time", chart("Time of 200 lines", across, TIME, vec![each]));
        self.show("calls-memory", chart("Resident memory", across, MEMORY, vec![resident]));
    }

    fn sessions(&self) {
        let directory = self.root.join("sessions");
        fs::create_dir_all(&directory).expect("a directory can be made");
        // Large enough for a session to remember where its lines start.
        watched_file(&directory.join("log"), 2_000_000);
        let room = Room::builder(&directory).build().expect("it can be granted");
        let (mut time, mut memory) = (line("a first read"), line("the process"));
        let mut kept = Vec::new();
        for sessions in self.sizes(0, 4) {
            let begun = Instant::now();
            let new = sessions as usize - kept.len();
            for number in kept.len()..sessions as usize {
                let session = room.session(number.to_string());
                let arguments = r#"{"path": "log", "start_line": 15000, "limit": 10}"#;
                black_box(session.call("mycodeagent", arguments).expect("it answers"));
                kept.push(session);
            }
            let each = begun.elapsed().as_secs_f64() / new as f64;
            time.points.push((sessions as f64, each));
            memory.points.push((sessions as f64, resident_bytes()));
        }
        let across = ("sessions", count as fn(f64) -> String);
        self.show(
            "sessions-time",
            chart("Time of a call in a new session", across, TIME, vec![time]),
        );
        self.show("sessions-memory", chart("Resident memory", across, MEMORY, vec![memory]));
    }

    /// Prints a table of the points, and draws them.
    fn show(&self, name: &str, chart: Chart) {
        if !self.full {
            assert!(chart.lines.iter().all(|line| !line.points.is_empty()), "{name}");
            return;
        }
        let head: Vec<&str> =
            [chart.across.0].into_iter().chain(chart.lines.iter().map(|line| line.name)).collect();
        let mut table = Table::new(&head);
        for (at, _) in &chart.lines[0].points {
            let cells = chart.lines.iter().map(|line| {
                let point = line.points.iter().find(|(x, _)| x == at);
                point.map_or("-".into(), |(_, y)| (chart.up.1)(*y))
            });
            table.row([(chart.across.1)(*at)].into_iter().chain(cells).collect());
        }
        table.print(chart.title);
        if std::env::var_os("BLESS").is_some() {
            let pictures = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/growth");
            fs::create_dir_all(&pictures).expect("a directory can be made");
            chart.draw(&pictures.join(format!("{name}.svg")));
        }
    }
}

type Labels = (&'static str, fn(f64) -> String);

const TIME: Labels = ("time", seconds);
const MEMORY: Labels = ("memory", bytes);

fn chart(title: &'static str, across: Labels, up: Labels, lines: Vec<Line>) -> Chart {
    Chart { title, across, up, lines }
}

fn line(name: &'static str) -> Line {
    Line { name, points: Vec::new() }
}

/// Creates a log of a size, and returns its path. A large one has a hole in its middle.
fn watched_file(path: &Path, size: u64) -> PathBuf {
    let file = File::create(path).expect("a file can be made");
    file.set_len(size).expect("it can be that large");
    let mut file = BufWriter::with_capacity(1 << 20, file);
    let line = format!("{:099}\n", 7).into_bytes();
    let mut write = |from: u64, to: u64| {
        file.seek(SeekFrom::Start(from)).expect("it has such a place");
        for at in (from..to).step_by(line.len()) {
            let most = line.len().min((to - at) as usize);
            file.write_all(&line[..most]).expect("it can be written");
        }
    };
    if size <= WHOLE {
        write(0, size);
    } else {
        write(0, EDGE);
        write(size - EDGE, size);
    }
    file.flush().expect("it can be written");
    path.to_path_buf()
}

/// Drops a file's content from the page cache.
fn forget(path: &Path) {
    let file = File::options().write(true).open(path).expect("it is there");
    file.sync_all().expect("it can be written");
    #[cfg(target_os = "linux")]
    rustix::fs::fadvise(&file, 0, None, rustix::fs::Advice::DontNeed).expect("it can be advised");
}

/// Returns the resident memory of this process in bytes, or zero where that is unknown.
fn resident_bytes() -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kilobytes =
        line.and_then(|line| line.trim().strip_suffix(" kB")?.trim().parse::<f64>().ok());
    kilobytes.unwrap_or_default() * 1024.0
}

fn seconds(value: f64) -> String {
    match value {
        value if value >= 1.0 => format!("{} s", short(value)),
        value if value >= 1e-3 => format!("{} ms", short(value * 1e3)),
        value => format!("{} µs", short(value * 1e6)),
    }
}

fn bytes(value: f64) -> String {
    match value {
        value if value >= 1e9 => format!("{} GB", short(value / 1e9)),
        value if value >= 1e6 => format!("{} MB", short(value / 1e6)),
        value => format!("{} KB", short(value / 1e3)),
    }
}

fn count(value: f64) -> String {
    short(value)
}

/// Writes a number with at least two digits and no needless ones.
fn short(value: f64) -> String {
    if value >= 10.0 || value.fract() == 0.0 {
        format!("{value:.0}")
    } else {
        format!("{value:.1}")
    }
}
