//! Times as JavaScript's `Date` writes them, in UTC.

use readroom_core::{Timestamp, date_of};

const DAYS: [&str; 7] = ["Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"];

const MONTHS: [&str; 12] =
    ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

/// Formats a time. Milliseconds are rounded, and seconds truncated.
pub(super) fn clock_text(time: Timestamp) -> String {
    let carry = u64::from(time.nanoseconds >= 999_500_000);
    let seconds = time.seconds.saturating_add(carry);
    let days = seconds / 86_400;
    let (hour, minute, second) = (seconds / 3600 % 24, seconds / 60 % 60, seconds % 60);
    let weekday = name(&DAYS, days % 7);
    // Whole days of any number of seconds fit.
    let (year, month, day) = date_of(i64::try_from(days).unwrap_or(i64::MAX));
    let month = name(&MONTHS, month.unsigned_abs() - 1);
    format!(
        "{weekday} {month} {day:02} {year:04} {hour:02}:{minute:02}:{second:02} GMT+0000 \
         (Coordinated Universal Time)"
    )
}

fn name(names: &[&'static str], at: u64) -> &'static str {
    usize::try_from(at).ok().and_then(|at| names.get(at).copied()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::clock_text;
    use readroom_core::Timestamp;

    #[test]
    fn times_are_those_of_javascript() {
        for (seconds, nanoseconds, expected) in [
            (0, 0, "Thu Jan 01 1970 00:00:00"),
            (1_700_000_000, 0, "Tue Nov 14 2023 22:13:20"),
            (1_700_000_000, 999_000_000, "Tue Nov 14 2023 22:13:20"),
            (1_700_000_000, 999_600_000, "Tue Nov 14 2023 22:13:21"),
            (1_709_164_800, 0, "Thu Feb 29 2024 00:00:00"),
            (1_735_689_599, 0, "Tue Dec 31 2024 23:59:59"),
            (951_782_400, 0, "Tue Feb 29 2000 00:00:00"),
            (2_147_483_648, 0, "Tue Jan 19 2038 03:14:08"),
            (4_107_542_400, 0, "Mon Mar 01 2100 00:00:00"),
            (15_032_385_535, 0, "Thu May 10 2446 22:38:55"),
        ] {
            let time = clock_text(Timestamp { seconds, nanoseconds });
            let expected = format!("{expected} GMT+0000 (Coordinated Universal Time)");
            assert_eq!(time, expected, "{seconds}");
        }
    }
}
