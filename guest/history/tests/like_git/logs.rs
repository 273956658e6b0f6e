//! Commits are those of `git log`.

use super::native::Native;
use super::pages;
use super::random_history::{History, Random, WORDS};
use readroom_history::Timeline;
use readroom_types::{LogOutput, LogRequest};

pub fn compare(history: &History, tree: &Timeline<'_, Native>, random: &mut Random) {
    let all = pages::all_commits(history, "");
    for _ in 0..8 {
        let mut request = all.clone();
        let mut arguments: Vec<String> =
            ["--format=%H", "-E"].iter().map(ToString::to_string).collect();
        if random.once_in(2) {
            let one = random.one_of(&[
                "ada",
                "R2 \\(",
                "^bla",
                "love",
                "\u{e9}mile|\u{c9}mile",
                "@pascal",
            ]);
            request.author = Some(one.into());
            arguments.extend(["-i".into(), format!("--author={one}")]);
        } else if random.once_in(2) {
            let word = random.one_of(&WORDS).replace(['(', ')', '+'], ".");
            let word = random.one_of(&["", "^"]).to_owned() + &word;
            if !word.chars().any(char::is_uppercase) {
                arguments.push("-i".into());
            }
            arguments.push(format!("--grep={word}"));
            request.message = Some(word);
        }
        if random.once_in(3) {
            let text = format!("{}_{}", random.one_of(&["value", "name"]), random.below(9));
            request.text = Some(text);
        }
        if random.once_in(3) {
            let since = 1_700_000_000 + random.below(500_000);
            let until = since + random.below(500_000);
            let written = |seconds: usize| {
                let (day, rest) = (seconds / 86_400 - 19_675, seconds % 86_400);
                // The 14th of November 2023 is the day 19 675 since 1970.
                let (hour, minute) = (rest / 3600, rest / 60 % 60);
                format!("2023-11-{:02}T{hour:02}:{minute:02}:{:02}Z", 14 + day, rest % 60)
            };
            request.since = Some(written(since));
            request.until = Some(written(until));
            arguments.push(format!("--since-as-filter=@{since}"));
            arguments.push(format!("--until=@{until}"));
        }
        let mut one = || history.revisions[random.below(history.revisions.len())].clone();
        let (a, b) = (one(), one());
        let is_born = history.revisions.iter().any(|revision| revision == "HEAD");
        match random.below(6) {
            0 => {
                (request.from, request.to) = (Some(a.clone()), Some(b.clone()));
                arguments.push(format!("{a}..{b}"));
            }
            1 => {
                request.from = Some(format!("{a}..{b}"));
                arguments.push(format!("{a}..{b}"));
            }
            2 => {
                let range = random.one_of(&["...", ".."]);
                let range = match random.below(if is_born { 3 } else { 1 }) {
                    0 => [&*a, range, &*b].concat(),
                    1 => [&*a, range].concat(),
                    _ => [range, &*b].concat(),
                };
                request.at = Some(range.clone());
                arguments.push(range);
            }
            _ => {
                request.at = Some(a.clone());
                arguments.push(a);
            }
        }
        if random.once_in(2) {
            let path = &history.paths[random.below(history.paths.len())];
            let path = random.one_of(&[&**path, "src", "lib", path]);
            request.path = history.granted(path);
            arguments.extend(["--".into(), format!(":(literal){path}")]);
        }
        let of_git = |options: &[String]| -> Vec<String> {
            let arguments: Vec<_> = options.iter().chain(&arguments).map(String::as_str).collect();
            let arguments = [&["log"], &*arguments].concat();
            history.text(&arguments).lines().map(String::from).collect()
        };
        let whole = pages::log(tree, &request);
        let found: Vec<_> = whole.commits.iter().map(|commit| commit.id.clone()).collect();
        match &request.text {
            None => assert_eq!(found, of_git(&[]), "{arguments:?}"),
            Some(text) => {
                // Lines that only move are left out, others that change are not.
                let least = of_git(&[format!("-S{text}")]);
                let mut most = of_git(&["--text".into(), format!("-G{text}")]);
                most.retain(|id| found.contains(id));
                assert_eq!(found, most, "{text}, {arguments:?}");
                assert!(least.iter().all(|id| found.contains(id)), "{text}, {arguments:?}");
            }
        }
        let small = match random.below(3) {
            0 => LogRequest { commits: Some(1 + random.below(3) as u32), ..request.clone() },
            1 => LogRequest { bytes: Some(1 + random.below(400) as u32), ..request.clone() },
            _ => LogRequest { tokens: Some(1 + random.below(60) as u32), ..request.clone() },
        };
        assert_eq!(pages::log(tree, &small), whole, "{small:?}");
    }
    tags(history, tree, &all);
    facts(history, tree, &all, random);
}

/// Compares the commits of tags of all branches.
fn tags(history: &History, tree: &Timeline<'_, Native>, all: &LogRequest) {
    let tagged = ["log", "--tags", "--decorate-refs=refs/tags/*", "--format=%H %D"];
    let of_git = history.text(&tagged);
    // Where a shallow clone ends, a commit is decorated as well.
    let of_git = of_git.lines().filter(|line| line.contains("tag: "));
    let of_git: Vec<_> = of_git.filter_map(|line| Some(line.split_once(' ')?.0)).collect();
    let request = LogRequest { output: LogOutput::Tags, ..all.clone() };
    let found = pages::log(tree, &request);
    let found: Vec<_> = found.commits.iter().map(|commit| &*commit.id).collect();
    assert_eq!(found, of_git);
    let small = LogRequest { commits: Some(1), ..request };
    assert_eq!(pages::log(tree, &small).commits.len(), found.len());
}

/// Compares what is said of commits.
fn facts(history: &History, tree: &Timeline<'_, Native>, all: &LogRequest, random: &mut Random) {
    let at = &history.revisions[random.below(history.revisions.len())];
    let request = LogRequest { at: Some(at.clone()), output: LogOutput::Full, ..all.clone() };
    let mut found = String::new();
    for commit in pages::log(tree, &request).commits {
        let (email, message) = (commit.email.unwrap(), commit.message.unwrap());
        let date = commit.date.replace("+00:00", "Z");
        found += &format!(
            "{} {}|{}|{email}|{date}|{}|{}\0",
            commit.id,
            commit.parents.join(" "),
            commit.author,
            commit.subject,
            message.trim_end()
        );
    }
    let expected = history.text(&["log", "-z", "--format=%H %P|%an|%ae|%aI|%s|%B", at]);
    let expected: Vec<_> =
        expected.split_terminator('\0').map(|one| one.trim_end().replace("+00:00", "Z")).collect();
    let found: Vec<_> = found.split_terminator('\0').collect();
    assert_eq!(found, expected);
}
