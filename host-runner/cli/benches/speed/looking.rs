//! Measures finding and searching as whole processes, next to ripgrep on one thread and on all.

use super::files::Size;
use super::measure::Contender;
use super::process::READROOM;
use super::table::Table;
use super::units::{ratio, time};
use super::{Bench, black_box};
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

/// The options with which ripgrep prints the same, and reads no user configuration.
const LIKE_OURS: [&str; 5] =
    ["--no-config", "--no-ignore-parent", "--color=never", "--no-heading", "--with-filename"];

/// The number of files in each directory of names, and in a package and a module of the vendored
/// tree.
const FILES_OF_A_DIRECTORY: usize = 1000;
const FILES_OF_A_PACKAGE: usize = 200;
const FILES_OF_A_MODULE: usize = 20;

impl Bench {
    pub(super) fn looking(&self) {
        let title = "Looking: finding and searching as a process, beside ripgrep";
        if !self.wants(title) {
            return;
        }
        make(&self.root, self.size);
        let rare = format!("request {:>9} took", self.size.deep());
        let upper = rare.to_uppercase();
        let programs: &[&str] = if is_installed() { &["rg -j1", "rg"] } else { &[] };
        let columns = ["row", "readroom", "one shard", "rg -j1", "rg", "one to rg -j1", "to rg"];
        let mut table = Table::new(&columns);
        for (name, arguments) in [
            ("10,000 small files, a rare text", &["-F", "needle", "looking/small"][..]),
            ("50,000 files, a rare text", &["-F", "needle", "looking/vendored"]),
            ("50,000 files, no match in any case", &["-i", "NEEDLES", "looking/vendored"]),
            ("50,000 files, counted in each", &["-c", "value", "looking/vendored"]),
            ("1 GiB, a rare text", &["-F", &rare, "large.log"]),
            ("1 GiB, a word in each line, counted", &["-c", "status=200", "large.log"]),
            ("1 GiB, no match", &["status=5\\d\\d$", "large.log"]),
            ("1 GiB, a rare text in any case", &["-i", &upper, "large.log"]),
            ("1 GiB, three texts, no match", &["panicked|deadlock|out of memory", "large.log"]),
            ("1 GiB, a Unicode class, no match", &[r"\p{Greek}+", "large.log"]),
            ("100,000 names", &["looking/names"]),
        ] {
            let finds = arguments.len() == 1;
            let ours = |shards: &[&str]| {
                let mut command = Command::new(READROOM);
                // Paths follow the glob.
                command.args(if finds { &["find", "*"][..] } else { &["search"] });
                self.output(command.args(arguments).args(shards))
            };
            let ours_alone = || ours(&["--limit", "shards=1"]);
            let theirs = |program: &str| {
                let mut command = Command::new("rg");
                command.args(LIKE_OURS).args((program == "rg -j1").then_some("-j1"));
                let count = arguments.contains(&"-c");
                command.arg(if finds {
                    "--files"
                } else if count {
                    "-H"
                } else {
                    "-n"
                });
                self.output(command.args(arguments))
            };
            for program in programs {
                assert_eq!(sorted(&ours(&[])), sorted(&theirs(program)), "{name}");
            }
            assert_eq!(ours(&[]), ours_alone(), "{name}");
            let mut contenders: Vec<Contender<'_>> = vec![
                Box::new(|| drop(black_box(ours(&[])))),
                Box::new(|| drop(black_box(ours_alone()))),
            ];
            let theirs = &theirs;
            contenders.extend(programs.iter().map(|program| -> Contender<'_> {
                Box::new(move || drop(black_box(theirs(program))))
            }));
            let times = self.times(contenders);
            let shown = |at: usize| times.get(at).map_or("-".into(), |taken| time(*taken));
            let to = |ours: usize, at: usize| -> String {
                let ratio_to = |other: &Duration| ratio(times[ours], *other);
                times.get(at).map_or("-".into(), ratio_to)
            };
            let shown = [0, 1, 2, 3].map(shown);
            table.row([name.into()].into_iter().chain(shown).chain([to(1, 2), to(0, 3)]).collect());
        }
        self.print(&table, title);
    }

    /// Returns the output of a command in the root, whether or not it finds something.
    fn output(&self, command: &mut Command) -> Vec<u8> {
        let output = command.current_dir(&self.root).stdin(Stdio::null()).output();
        let output = output.expect("the program can be started");
        assert!(output.stderr.is_empty(), "{output:?}");
        output.stdout
    }
}

fn is_installed() -> bool {
    Command::new("rg").arg("--version").output().is_ok()
}

fn sorted(output: &[u8]) -> Vec<&[u8]> {
    let mut lines: Vec<_> = output.split(|&byte| byte == b'\n').collect();
    lines.sort_unstable();
    lines
}

/// Creates the files for this table alone, unless they exist.
fn make(root: &Path, size: Size) {
    let looking = root.join("looking");
    if looking.join("made").exists() {
        return;
    }
    let files = size.crowd();
    let small = looking.join("small");
    fs::create_dir_all(&small).expect("a directory can be made");
    for number in 0..files {
        let mut text = "    let value = compute(of, many, values);\n".repeat(40 + number % 21);
        if number == files / 2 {
            text += "// A needle.\n";
        }
        fs::write(small.join(format!("{number}.rs")), text).expect("a file can be written");
    }
    for number in 0..10 * files {
        let around = looking.join(format!("names/{}", number / FILES_OF_A_DIRECTORY));
        fs::create_dir_all(&around).expect("a directory can be made");
        fs::write(around.join(format!("{number}.rs")), "").expect("a file can be written");
    }
    for number in 0..5 * files {
        let (package, module) = (number / FILES_OF_A_PACKAGE, number / FILES_OF_A_MODULE);
        let around = looking.join(format!("vendored/{package}/src/{module}"));
        fs::create_dir_all(&around).expect("a directory can be made");
        let mut text = "    let value = compute(of, many, values);\n".repeat(20 + number % 61);
        if number == 3 * files {
            text += "// A needle.\n";
        }
        fs::write(around.join(format!("{number}.rs")), text).expect("a file can be written");
    }
    fs::write(looking.join("made"), "").expect("a file can be written");
}
