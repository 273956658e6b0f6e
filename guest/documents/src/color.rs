//! Colors that cannot be distinguished from white paper.

/// Returns whether a color, as `#rrggbb`, `rrggbb` or `aarrggbb`, looks white.
pub(crate) fn is_white(color: &str) -> bool {
    const LIGHT: u32 = 0xf8_f8f8;
    let digits = color.get(color.len().saturating_sub(6)..).unwrap_or_default();
    let number = u32::from_str_radix(digits, 16);
    digits.len() == 6 && number.is_ok_and(|number| number & LIGHT == LIGHT)
}
