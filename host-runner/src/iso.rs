//! Times as JavaScript's `toISOString` writes them.

use std::time::{SystemTime, UNIX_EPOCH};

const DAY: i64 = 86_400_000;

/// A time in UTC with milliseconds, such as `2025-01-31T09:08:07.060Z`. Years before 0 and after 9999 have a sign and
/// six digits.
pub(crate) fn iso(time: SystemTime) -> String {
    let milliseconds = match time.duration_since(UNIX_EPOCH) {
        Ok(after) => i64::try_from(after.as_millis()).unwrap_or(i64::MAX),
        // Rounded down, as for times after 1970.
        Err(before) => {
            -i64::try_from(before.duration().as_nanos().div_ceil(1_000_000)).unwrap_or(i64::MAX)
        }
    };
    let (year, month, day) = date(milliseconds.div_euclid(DAY));
    let rest = milliseconds.rem_euclid(DAY);
    let (hour, minute, second) = (rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60);
    let year =
        if (0..=9999).contains(&year) { format!("{year:04}") } else { format!("{year:+07}") };
    format!("{year}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}.{:03}Z", rest % 1000)
}

/// The year, month and day of a day counted from 1970-01-01. Years are counted from March here, so that a leap day is
/// the last of its year; 400 of them are always equally long.
fn date(days: i64) -> (i64, i64, i64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days.div_euclid(146_097), days.rem_euclid(146_097));
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let from_march = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * from_march + 2) / 5 + 1;
    let (month, next) = if from_march < 10 { (from_march + 3, 0) } else { (from_march - 9, 1) };
    (era * 400 + year_of_era + next, month, day)
}

#[cfg(test)]
mod tests {
    use super::{date, iso};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_are_written_as_javascript_does() {
        for (milliseconds, expected) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (1_738_314_487_060, "2025-01-31T09:08:07.060Z"),
            (951_782_400_000, "2000-02-29T00:00:00.000Z"),
            (951_868_799_999, "2000-02-29T23:59:59.999Z"),
            (4_107_542_400_000, "2100-03-01T00:00:00.000Z"),
            (253_402_300_799_999, "9999-12-31T23:59:59.999Z"),
            (253_402_300_800_000, "+010000-01-01T00:00:00.000Z"),
        ] {
            assert_eq!(iso(UNIX_EPOCH + Duration::from_millis(milliseconds)), expected);
        }
        assert_eq!(iso(UNIX_EPOCH - Duration::from_millis(1)), "1969-12-31T23:59:59.999Z");
        assert_eq!(iso(UNIX_EPOCH - Duration::from_nanos(1)), "1969-12-31T23:59:59.999Z");
    }

    #[test]
    fn every_day_follows_the_one_before() {
        let (mut year, mut month, mut day) = (1599, 12, 31);
        for days in -135_140..=200_000 {
            let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
            let last = match month {
                2 if leap => 29,
                2 => 28,
                4 | 6 | 9 | 11 => 30,
                _ => 31,
            };
            (year, month, day) = match (month, day) {
                (12, 31) => (year + 1, 1, 1),
                (_, day) if day == last => (year, month + 1, 1),
                _ => (year, month, day + 1),
            };
            assert_eq!(date(days), (year, month, day), "day {days}");
        }
    }
}
