//! Formats times.

use humantime::format_rfc3339_millis;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// The first second after the year 9999, which is the last that RFC 3339 can express.
const YEAR_10000: Duration = Duration::from_secs(253_402_300_800);

/// Returns a time in UTC with milliseconds, such as `2025-01-31T09:08:07.060Z`.
///
/// Times before 1970 or after 9999, which a file can have, become the first or the last such time.
pub(crate) fn rfc3339(time: SystemTime) -> String {
    let last = UNIX_EPOCH + YEAR_10000 - Duration::from_millis(1);
    format_rfc3339_millis(time.clamp(UNIX_EPOCH, last)).to_string()
}

#[cfg(test)]
mod tests {
    use super::{YEAR_10000, rfc3339};
    use std::time::{Duration, UNIX_EPOCH};

    #[test]
    fn times_that_no_year_of_four_digits_has_are_written_too() {
        let written = |millis| rfc3339(UNIX_EPOCH + Duration::from_millis(millis));
        assert_eq!(written(1_738_314_487_060), "2025-01-31T09:08:07.060Z");
        assert_eq!(rfc3339(UNIX_EPOCH - Duration::from_secs(1)), "1970-01-01T00:00:00.000Z");
        assert_eq!(rfc3339(UNIX_EPOCH + YEAR_10000), "9999-12-31T23:59:59.999Z");
    }
}
