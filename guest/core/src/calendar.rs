//! Dates of the Gregorian calendar.

/// The number of days in four centuries.
const ERA: i64 = 146_097;

/// The number of days from 0000-03-01 to 1970-01-01.
const EPOCH: i64 = 719_468;

/// Returns the year, the month and the day that are this many days after 1970-01-01.
pub fn date_of(days: i64) -> (i64, i64, i64) {
    // Years start in March, so that a leap day is the last day of its year.
    let from_march = days.saturating_add(EPOCH);
    let (era, day) = (from_march.div_euclid(ERA), from_march.rem_euclid(ERA));
    let year = (day - day / 1460 + day / 36_524 - day / (ERA - 1)) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let (year, day) = (era * 400 + year, day - (153 * month + 2) / 5 + 1);
    if month < 10 { (year, month + 3, day) } else { (year + 1, month - 9, day) }
}

/// Returns how many days after 1970-01-01 a date is.
pub fn days_until(year: i64, month: i64, day: i64) -> i64 {
    let (year, month) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
    let (era, year) = (year.div_euclid(400), year.rem_euclid(400));
    era * ERA + year * 365 + year / 4 - year / 100 + (153 * month + 2) / 5 + day - 1 - EPOCH
}

#[cfg(test)]
mod tests {
    use super::{date_of, days_until};

    #[test]
    fn days_are_counted_as_dates_are_written() {
        for day in (-200_000..2_000_000).step_by(97) {
            let (year, month, of_month) = date_of(day);
            assert_eq!(days_until(year, month, of_month), day);
        }
        assert_eq!(date_of(0), (1970, 1, 1));
        assert_eq!(date_of(19_782), (2024, 2, 29));
    }
}
