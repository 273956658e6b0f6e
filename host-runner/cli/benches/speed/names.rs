//! Measures definitions, uses and maps next to searches for the same text.

use super::measure::Contender;
use super::process::READROOM;
use super::table::Table;
use super::units::{ratio, time};
use super::{Bench, black_box};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::process::Command;

/// The number of functions in a file.
const FUNCTIONS: usize = 20;

/// The number of files in a directory.
const FILES_OF_A_DIRECTORY: usize = 1000;

impl Bench {
    pub(super) fn defined_names(&self) {
        let title = "Names: definitions and maps as processes, next to searches for the same text";
        if !self.wants(title) {
            return;
        }
        make(&self.root, self.size.crowd());
        let (all, some) = ("names", "names/0");
        let mut table = Table::new(&["row", "so", "search", "to search"]);
        for (name, asked, plainly) in [
            (
                "10,000 files, a definition",
                &["search", "--definitions", "step_7_3", all][..],
                &["search", "step_7_3", all][..],
            ),
            (
                "10,000 files, a name's uses",
                &["search", "--uses", "step_7_3", all],
                &["search", "step_7_3", all],
            ),
            ("1,000 files, a map", &["map", some], &["search", "absent", some]),
            ("10,000 files, a map", &["map", all], &["search", "absent", all]),
        ] {
            let output = |arguments: &[&str]| {
                let mut command = Command::new(READROOM);
                let output = command.args(arguments).current_dir(&self.root).output();
                output.expect("the program can be started").stdout
            };
            assert!(!output(asked).is_empty(), "{name}");
            let contenders: [Contender<'_>; 2] = [
                Box::new(|| drop(black_box(output(asked)))),
                Box::new(|| drop(black_box(output(plainly)))),
            ];
            let times = self.times(contenders.into());
            let [asked, plainly] = [times[0], times[1]];
            table.row(vec![name.into(), time(asked), time(plainly), ratio(asked, plainly)]);
        }
        self.print(&table, title);
    }
}

/// Creates files of functions that call those of other files, unless they exist.
fn make(root: &Path, files: usize) {
    let names = root.join("names");
    if names.join("made").exists() {
        return;
    }
    for file in 0..files {
        let around = names.join((file / FILES_OF_A_DIRECTORY).to_string());
        fs::create_dir_all(&around).expect("a directory can be made");
        let mut text = String::new();
        for function in 0..FUNCTIONS {
            let next = (file * 7 + function) % files;
            writeln!(
                text,
                "pub fn step_{file}_{function}(value: u32) -> u32 {{\n    \
                 if value > {function} {{\n        return step_{next}_{function}(value - 1);\n    \
                 }}\n    value + {file}\n}}\n"
            )
            .expect("memory can be written");
        }
        fs::write(around.join(format!("{file}.rs")), text).expect("a file can be written");
    }
    fs::write(names.join("made"), "").expect("a file can be written");
}
