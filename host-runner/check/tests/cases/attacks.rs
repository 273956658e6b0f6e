//! Runs every attack under `tests/attacks`: one named test for each attack and each mode of
//! resolving paths.

use libtest_mimic::{Failed, Trial};
use readroom::{Builder, Outcome, Policy, Reply, Room};
use readroom_check::Fixture;
use readroom_testing::attack::{self, Attack, Meanwhile, Verdict};
use readroom_testing::exchange::exchange;
use readroom_testing::needs;
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};

pub fn trials(mode: &str) -> Vec<Trial> {
    let mut trials = Vec::new();
    for (name, group) in attack::groups() {
        trials.extend(group.attacks.into_iter().map(|attack| {
            let left_out = attack.is_left_out();
            Trial::test(format!("{mode}/{name}/{}", attack.name), move || run(&attack))
                .with_ignored_flag(left_out)
        }));
    }
    trials
}

fn run(attack: &Attack) -> Result<(), Failed> {
    if !needs::are_met(&attack.needs) {
        return Ok(());
    }
    let fixture = Arc::new(Fixture::new(&attack.outside, &attack.root)?);
    let room = room(attack, &fixture)?;
    let stop = Arc::new(AtomicBool::new(false));
    let actor = actor(attack, &fixture, &stop);
    let descriptors = open_descriptors();
    reset_peak_memory();
    let memory = peak_memory();
    let mut replies = Vec::new();
    for _ in 0..attack.calls {
        let reply = needs::with(&attack.needs, || attack.call.make(&fixture, &room));
        if attack.verdict == Verdict::Ended {
            match reply {
                Err(error) if error.limit().is_some() => continue,
                other => return Err(format!("{}: not ended: {other:?}", attack.about).into()),
            }
        }
        let reply = reply?;
        if !replies.contains(&reply) {
            replies.push(reply);
        }
    }
    stop.store(true, Ordering::Relaxed);
    let grown = open_descriptors().saturating_sub(descriptors);
    let taken = peak_memory().saturating_sub(memory);
    if let Some(actor) = actor {
        actor.join().map_err(|_| "the other process of the fixture failed")?;
    }
    let failed = |what: String| Err(Failed::from(format!("{}: {what}", attack.about)));
    if attack.max_descriptor_growth.is_some_and(|most| grown > most) {
        return failed(format!("{grown} descriptors were left open"));
    }
    // The memory of the whole host is an upper bound for that of the guest.
    if attack.max_guest_mib.is_some_and(|most| taken > most * 1024 * 1024) {
        return failed(format!("{taken} bytes of memory were taken"));
    }
    replies.iter().try_for_each(|reply| {
        judge(attack, reply).or_else(|what| failed(format!("{what}: {reply:?}")))
    })
}

/// Returns a room with the root of a fixture, and what another process does to it once.
pub fn room(attack: &Attack, fixture: &Fixture) -> Result<Room, readroom::Error> {
    room_with(attack, fixture, |builder| builder.limits(readroom_testing::patient()))
}

/// Returns such a room with further settings.
pub fn room_with(
    attack: &Attack,
    fixture: &Fixture,
    set: impl FnOnce(Builder) -> Builder,
) -> Result<Room, readroom::Error> {
    let mut root = fixture.root().to_path_buf();
    if let Some(Meanwhile::RootByLink(true)) = attack.meanwhile {
        root = fixture.outside("way-in");
        link(fixture.root(), &root);
    }
    let room = set(Room::builder(&root).policy(Policy::everything())).build()?;
    if let Some(Meanwhile::ReplaceRoot(target)) = &attack.meanwhile {
        fs::rename(fixture.root(), fixture.outside("moved")).unwrap();
        link(&PathBuf::from(fixture.fill_in(target)), fixture.root());
    }
    Ok(room)
}

fn judge(attack: &Attack, reply: &Reply) -> Result<(), String> {
    let value: Value =
        serde_json::from_str(&reply.json).map_err(|error| format!("no JSON: {error}"))?;
    let code = match reply.outcome {
        Outcome::Answered => "ok",
        Outcome::Refused => value["error"]["code"].as_str().ok_or("an error without a code")?,
    };
    let allowed = match attack.verdict {
        Verdict::Answer => code == "ok",
        Verdict::Error => code != "ok" && attack.codes.iter().any(|allowed| allowed == code),
        Verdict::Either => attack.codes.iter().any(|allowed| allowed == code),
        Verdict::Ended => false,
    };
    if !allowed {
        return Err(format!("{code}, but {:?} of {:?} was expected", attack.verdict, attack.codes));
    }
    let secrets = secrets(attack).iter().copied();
    let mut never = attack.never.iter().map(String::as_str).chain(secrets);
    if let Some(text) = never.find(|text| reply.json.contains(text)) {
        return Err(format!("'{text}' stands in the answer"));
    }
    if attack.max_output_bytes.is_some_and(|most| reply.json.len() > most) {
        return Err(format!("an answer of {} bytes", reply.json.len()));
    }
    let message = value["error"]["message"].as_str().unwrap_or_default();
    // The contract's limit applies to every message.
    let most = attack.max_message_chars.unwrap_or(500).min(500);
    if message.chars().count() > most {
        return Err(format!("a message of {} characters", message.chars().count()));
    }
    if reply.outcome == Outcome::Refused
        && value["error"]["hint"].as_str().unwrap_or_default().is_empty()
    {
        return Err("an error without a hint".into());
    }
    Ok(())
}

/// Returns the strings that occur only in files outside of the root.
pub fn secrets(attack: &Attack) -> &'static [&'static str] {
    if attack.root.share_a_file() { &[] } else { &["SECRET", "root:x:0:0"] }
}

/// Starts another process's changes to the tree, until it is stopped.
pub fn actor(
    attack: &Attack,
    fixture: &Arc<Fixture>,
    stop: &Arc<AtomicBool>,
) -> Option<JoinHandle<()>> {
    let action = attack.meanwhile.clone()?;
    let (fixture, stop) = (fixture.clone(), stop.clone());
    Some(thread::spawn(move || act(&action, &fixture, &stop)))
}

/// Acts as another process that changes the tree, until it is stopped.
fn act(action: &Meanwhile, fixture: &Fixture, stop: &AtomicBool) {
    use std::io::Write;
    while !stop.load(Ordering::Relaxed) {
        match action {
            Meanwhile::Swap(one, other) => {
                exchange(&fixture.root().join(one), &fixture.root().join(other))
            }
            Meanwhile::Append(path, text) => {
                let mut file =
                    fs::OpenOptions::new().append(true).open(fixture.root().join(path)).unwrap();
                (0..100).for_each(|_| file.write_all(text.as_bytes()).unwrap());
            }
            Meanwhile::Truncate(path, size) => {
                fs::OpenOptions::new()
                    .write(true)
                    .open(fixture.root().join(path))
                    .unwrap()
                    .set_len(*size)
                    .unwrap();
            }
            Meanwhile::RootByLink(_) | Meanwhile::ReplaceRoot(_) => return,
        }
    }
}

#[cfg(unix)]
fn link(target: &std::path::Path, path: &std::path::Path) {
    std::os::unix::fs::symlink(target, path).unwrap();
}

#[cfg(not(unix))]
fn link(_: &std::path::Path, _: &std::path::Path) {
    panic!("the attack should need unix");
}

#[cfg(target_os = "linux")]
use linux::{open_descriptors, peak_memory, reset_peak_memory};

#[cfg(target_os = "linux")]
mod linux {
    use std::fs;

    pub(crate) fn open_descriptors() -> usize {
        fs::read_dir("/proc/self/fd").unwrap().count()
    }

    pub(crate) fn reset_peak_memory() {
        fs::write("/proc/self/clear_refs", "5").unwrap();
    }

    /// Returns the peak memory of the process since the last reset, in bytes.
    pub(crate) fn peak_memory() -> u64 {
        let status = fs::read_to_string("/proc/self/status").unwrap();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
        line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() * 1024
    }
}

#[cfg(not(target_os = "linux"))]
fn open_descriptors() -> usize {
    0
}

#[cfg(not(target_os = "linux"))]
fn reset_peak_memory() {}

#[cfg(not(target_os = "linux"))]
fn peak_memory() -> u64 {
    0
}
