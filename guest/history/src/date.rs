//! Dates of commits, as they are written and as they are asked for.

use crate::commit::Signature;
use readroom_core::{date_of, days_until};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// The largest time that is written, in seconds: the end of the year 9999.
const MAX_SECONDS: i64 = 253_402_300_799;

/// Returns when a commit was made, as RFC 3339 in its own time zone, or in UTC if no zone has that
/// offset.
pub(crate) fn written(signature: &Signature) -> String {
    let offset = signature.offset_minutes;
    let offset = if i64::from(offset.abs()) * MINUTE < DAY { offset } else { 0 };
    let local = signature.seconds.saturating_add(i64::from(offset) * MINUTE).clamp(0, MAX_SECONDS);
    let (days, seconds) = (local / DAY, local % DAY);
    let (year, month, day) = date_of(days);
    let (hour, minute, second) = (seconds / HOUR, seconds % HOUR / MINUTE, seconds % MINUTE);
    let sign = if offset < 0 { '-' } else { '+' };
    let (hours, minutes) = (offset.abs() / 60, offset.abs() % 60);
    format!(
        "{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}{sign}{hours:02}:\
         {minutes:02}"
    )
}

/// Parses `2026-11-28`, `2026-11`, `2026-11-28T09:30:00+01:00`, or `2 weeks ago`, and returns the
/// first and the last second that it means. `None` if it is something else.
pub(crate) fn parse(text: &str, now: i64) -> Option<(i64, i64)> {
    let text = text.trim();
    relative(text, now).map(|at| (at, at)).or_else(|| absolute(text))
}

fn relative(text: &str, now: i64) -> Option<i64> {
    match text {
        "now" => return Some(now),
        "yesterday" => return Some(now - DAY),
        _ => {}
    }
    let text = text.strip_suffix("ago").unwrap_or(text);
    let mut words = text.split([' ', '.', '_']).filter(|word| !word.is_empty());
    let (number, unit, None) = (words.next()?, words.next()?, words.next()) else { return None };
    let seconds = match unit.strip_suffix('s').unwrap_or(unit) {
        "second" => 1,
        "minute" => MINUTE,
        "hour" => HOUR,
        "day" => DAY,
        "week" => 7 * DAY,
        "month" => 30 * DAY,
        "year" => 365 * DAY,
        _ => return None,
    };
    let number = if matches!(number, "a" | "an" | "one") { 1 } else { digits(number)? };
    Some(now.saturating_sub(number.saturating_mul(seconds)))
}

/// Parses a number without a sign.
fn digits(text: &str) -> Option<i64> {
    text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse::<u32>().ok())?.map(i64::from)
}

fn absolute(text: &str) -> Option<(i64, i64)> {
    let (date, time) = match text.split_once(['T', ' ']) {
        Some((date, time)) => (date, Some(time)),
        None => (text, None),
    };
    let mut parts = date.split(['-', '/']).map(digits);
    let year = parts.next()?.filter(|year| (1000..=9999).contains(year))?;
    // A year and a month are all of their days.
    let (month, day) = (parts.next(), parts.next());
    let (first, last) = match month {
        None => (1, 12),
        Some(month) => (month?, month?),
    };
    if parts.next().is_some() || !(1..=12).contains(&first) {
        return None;
    }
    let (mut start, mut end) = (days_until(year, first, 1), days_until(year, last + 1, 1));
    if let Some(day) = day {
        start += day.filter(|day| (1..=end - start).contains(day))? - 1;
        end = start + 1;
    }
    let start = start * DAY;
    let Some(time) = time else { return Some((start, end * DAY - 1)) };
    // A time is of a day.
    day?;
    let (clock, zone) = match time.find(['Z', '+', '-']) {
        Some(at) => time.split_at_checked(at)?,
        None => (time, "Z"),
    };
    let mut parts = clock.trim().split(':').map(digits);
    let (hour, minute) = (parts.next()??, parts.next()??);
    let second = parts.next().unwrap_or(Some(0))?;
    let at = start + hour * HOUR + minute * MINUTE + second - offset(zone)? * MINUTE;
    let is_whole = hour < 24 && minute < 60 && second < 61 && parts.next().is_none();
    is_whole.then_some((at, at))
}

/// Parses a time zone, such as `+01:00`, to minutes.
fn offset(zone: &str) -> Option<i64> {
    let (sign, numbers) = zone.split_at_checked(1)?;
    let (hours, minutes) = match numbers.len() {
        0 if sign == "Z" => return Some(0),
        4 => numbers.split_at_checked(2)?,
        5 => numbers.split_once(':').filter(|(hours, _)| hours.len() == 2)?,
        _ => return None,
    };
    let (hours, minutes) = (digits(hours)?, digits(minutes)?);
    let offset = hours * 60 + minutes;
    let is_zone = sign != "Z" && hours < 24 && minutes < 60;
    is_zone.then_some(if sign == "-" { -offset } else { offset })
}

#[cfg(test)]
mod tests {
    use super::{DAY, parse, written};
    use crate::commit::Signature;

    #[test]
    fn a_date_is_written_in_its_own_zone() {
        let of = |seconds, offset_minutes| {
            written(&Signature { seconds, offset_minutes, ..Signature::default() })
        };
        assert_eq!(of(1_704_067_200, 0), "2024-01-01T00:00:00+00:00");
        assert_eq!(of(1_704_067_200, -90), "2023-12-31T22:30:00-01:30");
        assert_eq!(of(-5, 0), "1970-01-01T00:00:00+00:00");
        assert_eq!(of(i64::MAX, 1439), "9999-12-31T23:59:59+23:59");
        assert_eq!(of(1_704_067_200, 6039), "2024-01-01T00:00:00+00:00");
    }

    #[test]
    fn dates_are_understood() {
        let now = 1_704_067_200;
        assert_eq!(parse("2024-01-01", 0), Some((now, now + DAY - 1)));
        assert_eq!(parse("2024-01-01T01:00:00+01:00", 0), Some((now, now)));
        assert_eq!(parse("2024-01-01 00:00", 0), Some((now, now)));
        assert_eq!(parse("2023-12-31 22:30:00 -0130", 0), Some((now, now)));
        assert_eq!(parse("2024-02-29", 0).unwrap().0, now + 59 * DAY);
        assert_eq!(parse("2 weeks ago", now), Some((now - 14 * DAY, now - 14 * DAY)));
        assert_eq!(parse("1.day.ago", now), Some((now - DAY, now - DAY)));
        assert_eq!(parse("2024/01/01", 0), parse("2024-01-01", 0));
        assert_eq!(parse("2024-01", 0), Some((now, now + 31 * DAY - 1)));
        assert_eq!(parse("2024", 0), Some((now, now + 366 * DAY - 1)));
        assert_eq!(parse("2024-02", 0).unwrap().1, parse("2024-02-29", 0).unwrap().1);
        assert_eq!(parse("2024-12", 0).unwrap().1, parse("2024-12-31", 0).unwrap().1);
        for wrong in [
            "",
            "24",
            "2024-13",
            "2024-01-00",
            "2024-1-2-3",
            "2024 10:00",
            "2024-13-01",
            "soon",
            "2 moons ago",
            "2024-01-01T25:00",
            "2026-02-29",
            "2026-02-30",
            "2024-04-31T10:00",
            "2024-+1-01",
            "+2 weeks ago",
            "2024-01-01T10:00:00:00",
            "2024-01-01T10:00+99:99",
            "2024-01-01T10:00+24:00",
            "2024-01-01T10:00+01:60",
            "2024-01-01T10:00+1:000",
            "2024-01-01T10:00+1",
            "2024-01-01T10:00Z+01:00",
            "2024-01-01T10:00Zulu",
        ] {
            assert_eq!(parse(wrong, now), None, "{wrong}");
        }
    }
}
