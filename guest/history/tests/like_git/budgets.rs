//! Pages of any size have together what one page has.

use super::native::Native;
use super::pages::{self, ALL_BYTES, joined_changes};
use super::random_history::{History, Random};
use super::seed::seed;
use readroom_history::{Historic, Timeline};
use readroom_types::{BlameRequest, DiffOutput, DiffRequest, LogOutput, LogRequest};

/// The limits of a page: a count, bytes and tokens.
type Limits = (Option<u32>, u32, Option<u32>);

fn limits(random: &mut Random) -> [Limits; 4] {
    let mut number = |end| Some(1 + random.below(end) as u32);
    [
        (number(3), ALL_BYTES, None),
        (None, number(40).unwrap_or(1), None),
        (number(5), number(300).unwrap_or(1), number(90)),
        (None, ALL_BYTES, number(30)),
    ]
}

fn changes(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let mut one = || Some(history.revisions[random.below(history.revisions.len())].clone());
    let (a, b) = (one(), one());
    let all = pages::all_changes(history, "");
    let requests = [
        DiffRequest { from: a.clone(), to: b, ..all.clone() },
        DiffRequest { from: a.clone(), ..all.clone() },
        DiffRequest { at: a, ..all },
    ];
    for request in requests {
        let comparison = tree.compare(None, &request).unwrap();
        for output in [DiffOutput::Patch, DiffOutput::Counts, DiffOutput::Files] {
            let request = DiffRequest { output, ..request.clone() };
            let whole = joined_changes(&comparison, &request);
            for (files, bytes, tokens) in limits(random) {
                let bytes = Some(bytes);
                let small = DiffRequest { files, bytes, tokens, ..request.clone() };
                assert_eq!(joined_changes(&comparison, &small), whole, "{small:?}");
            }
        }
    }
}

fn commits(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let at = Some(history.revisions[random.below(history.revisions.len())].clone());
    for output in [LogOutput::Subjects, LogOutput::Full, LogOutput::Files] {
        let author = random.once_in(2).then(|| "ada".to_owned());
        let all = pages::all_commits(history, random.one_of(&["", "src"]));
        let request = LogRequest { at: at.clone(), output, author, ..all };
        let whole = pages::log(tree, &request);
        for (commits, bytes, tokens) in limits(random) {
            let small = LogRequest { commits, bytes: Some(bytes), tokens, ..request.clone() };
            assert_eq!(pages::log(tree, &small), whole, "{small:?}");
        }
    }
}

fn lines(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let at = Some(history.revisions[random.below(history.revisions.len())].clone());
    for path in history.paths.iter().take(8) {
        let request = BlameRequest { at: at.clone(), ..pages::all_lines(history, path) };
        let Ok(traced) = tree.trace(None, &request, readroom_search::Deadline::NEVER) else {
            continue;
        };
        let whole = pages::joined_lines(&traced, &request);
        for (lines, bytes, tokens) in limits(random) {
            let small = BlameRequest { lines, bytes: Some(bytes), tokens, ..request.clone() };
            assert_eq!(pages::joined_lines(&traced, &small), whole, "{small:?}");
        }
    }
}

#[test]
fn pages_of_any_size_have_the_same_together() {
    let first = seed();
    for number in 0..12 {
        let (seed, random) = (first.wrapping_add(number), &mut Random::new(number));
        let history = History::new(seed);
        let disk = Native::open(&history.root);
        let tree = &Timeline::now(&disk);
        for compare in [changes, commits, lines] {
            compare(&history, tree, random);
        }
    }
}
