//! Measures contenders in turns: a moment in which the machine is slow affects all of them, so
//! ratios hold where absolute times do not.

use std::time::{Duration, Instant};

/// The minimum duration of a turn: several runs of anything that takes milliseconds, so that the
/// first one, whose caches others have filled, weighs the same for all contenders.
const TURN: Duration = Duration::from_millis(10);

/// How long the contenders of a row take turns.
const ROW: Duration = Duration::from_secs(3);

/// The minimum number of turns of each contender.
const FEWEST: usize = 7;

/// Something to be measured.
pub(crate) type Contender<'a> = Box<dyn FnMut() + 'a>;

/// A contender that runs a number of times, and returns how long that took.
pub(crate) type Runner<'a> = Box<dyn FnMut(u32) -> Duration + 'a>;

/// The duration of one run.
#[derive(Clone, Copy)]
pub(crate) struct Times {
    /// The median of all turns.
    pub(crate) median: Duration,
    /// The duration in the fastest turn.
    pub(crate) least: Duration,
}

/// Returns the duration of one run of each contender.
pub(crate) fn side_by_side(contenders: &mut [Runner<'_>]) -> Vec<Times> {
    let runs: Vec<u32> = contenders.iter_mut().map(runs_a_turn).collect();
    let mut turns: Vec<Vec<Duration>> = vec![Vec::new(); contenders.len()];
    let begun = Instant::now();
    while begun.elapsed() < ROW || turns[0].len() < FEWEST {
        for ((contender, runs), turns) in contenders.iter_mut().zip(&runs).zip(&mut turns) {
            turns.push(contender(*runs) / *runs);
        }
    }
    turns.iter_mut().map(|turns| times(turns)).collect()
}

/// Warms up, and determines how many runs fill a turn.
fn runs_a_turn(contender: &mut Runner<'_>) -> u32 {
    let mut runs = 1;
    while contender(runs) < TURN && runs < 1 << 20 {
        runs *= 2;
    }
    runs
}

/// Returns a runner for a contender in this process.
pub(crate) fn here<'a>(mut contender: impl FnMut() + 'a) -> Runner<'a> {
    Box::new(move |runs| {
        let begun = Instant::now();
        (0..runs).for_each(|_| contender());
        begun.elapsed()
    })
}

fn times(turns: &mut [Duration]) -> Times {
    turns.sort_unstable();
    Times { median: turns[turns.len() / 2], least: turns[0] }
}
