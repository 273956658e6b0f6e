//! Numbers as in list labels: `4`, `d`, `IV`.

/// The numerals of a list.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Numerals {
    #[default]
    Decimal,
    LowerLetter,
    UpperLetter,
    LowerRoman,
    UpperRoman,
    Bullet,
    None,
}

impl Numerals {
    /// Returns the numerals with this name in Office.
    pub(crate) fn of_office(name: &str) -> Self {
        match name {
            "lowerLetter" => Self::LowerLetter,
            "upperLetter" => Self::UpperLetter,
            "lowerRoman" => Self::LowerRoman,
            "upperRoman" => Self::UpperRoman,
            "bullet" => Self::Bullet,
            "none" => Self::None,
            _ => Self::Decimal,
        }
    }

    /// Returns the numerals that OpenDocument and HTML identify by this example.
    pub(crate) fn of_example(example: &str) -> Self {
        match example {
            "a" => Self::LowerLetter,
            "A" => Self::UpperLetter,
            "i" => Self::LowerRoman,
            "I" => Self::UpperRoman,
            "" => Self::None,
            _ => Self::Decimal,
        }
    }

    /// Returns a number in these numerals; large ones are decimal.
    pub(crate) fn write(self, number: u64) -> String {
        let letters = |first: u8| {
            let index = number.checked_sub(1)?;
            let letter = char::from(first + (index % 26) as u8);
            (index < 26 * 4).then(|| letter.to_string().repeat(index as usize / 26 + 1))
        };
        let written = match self {
            Self::Decimal | Self::Bullet => None,
            Self::None => Some(String::new()),
            Self::LowerLetter => letters(b'a'),
            Self::UpperLetter => letters(b'A'),
            Self::LowerRoman => roman(number).map(|roman| roman.to_lowercase()),
            Self::UpperRoman => roman(number),
        };
        written.unwrap_or_else(|| number.to_string())
    }
}

fn roman(mut number: u64) -> Option<String> {
    const VALUES: [u64; 13] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    const SIGNS: [&str; 13] =
        ["M", "CM", "D", "CD", "C", "XC", "L", "XL", "X", "IX", "V", "IV", "I"];
    if !(1..4000).contains(&number) {
        return None;
    }
    let mut roman = String::new();
    for (value, sign) in VALUES.into_iter().zip(SIGNS) {
        while number >= value {
            roman.push_str(sign);
            number -= value;
        }
    }
    Some(roman)
}
