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
    /// `01`, with this number of digits.
    Padded(usize),
    /// `1st`.
    Ordinal,
    /// `One`.
    Words,
    /// `First`.
    OrdinalWords,
    /// The characters of a sequence, then decimals.
    Sequence(&'static str),
    /// Decimals with these digits.
    Digits(&'static str),
    Hex,
    Hebrew,
    /// `- 1 -`.
    Dashes,
    /// Chinese numbers, with the digits from 0, and the signs of ten, a hundred, a thousand. If the
    /// first digit is a space, neither zeros nor ones before signs are written.
    Counting(&'static str, [char; 3]),
    Bullet,
    None,
}

/// The maximum number of digits that zeros fill.
const MAX_DIGITS: usize = 9;

const CIRCLED: &str =
    "①②③④⑤⑥⑦⑧⑨⑩⑪⑫⑬⑭⑮⑯⑰⑱⑲⑳㉑㉒㉓㉔㉕㉖㉗㉘㉙㉚㉛㉜㉝㉞㉟㊱㊲㊳㊴㊵㊶㊷㊸㊹㊺㊻㊼㊽㊾㊿";
const CHINESE: Numerals = Numerals::Counting("零一二三四五六七八九", ['十', '百', '千']);
const LEGAL: Numerals = Numerals::Counting("零壹贰叁肆伍陆柒捌玖", ['拾', '佰', '仟']);
const LEGAL_TRADITIONAL: Numerals = Numerals::Counting("零壹貳參肆伍陸柒捌玖", ['拾', '佰', '仟']);

/// Sequences, by their names in Office. OpenDocument identifies them by their first character.
const SEQUENCES: [(&str, &str); 18] = [
    ("decimalEnclosedCircle", CIRCLED),
    ("decimalEnclosedCircleChinese", CIRCLED),
    ("decimalEnclosedParen", "⑴⑵⑶⑷⑸⑹⑺⑻⑼⑽⑾⑿⒀⒁⒂⒃⒄⒅⒆⒇"),
    ("decimalEnclosedFullstop", "⒈⒉⒊⒋⒌⒍⒎⒏⒐⒑⒒⒓⒔⒕⒖⒗⒘⒙⒚⒛"),
    ("ideographTraditional", "甲乙丙丁戊己庚辛壬癸"),
    ("ideographZodiac", "子丑寅卯辰巳午未申酉戌亥"),
    ("ideographEnclosedCircle", "㊀㊁㊂㊃㊄㊅㊆㊇㊈㊉"),
    ("thaiLetters", "กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ"),
    ("hebrew2", "אבגדהוזחטיכלמנסעפצקרשת"),
    ("arabicAlpha", "أبتثجحخدذرزسشصضطظعغفقكلمنهوي"),
    ("arabicAbjad", "أبجدهوزحطيكلمنسعفصقرشتثخذضظغ"),
    ("chicago", "*†‡§"),
    (
        "aiueo",
        "アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン",
    ),
    (
        "iroha",
        "イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス",
    ),
    ("ganada", "가나다라마바사아자차카타파하"),
    ("chosung", "ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ"),
    ("russianLower", "абвгдежзиклмнопрстуфхцчшщыэюя"),
    ("russianUpper", "АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ"),
];

const KOREAN: Numerals = Numerals::Counting(" 일이삼사오육칠팔구", ['십', '백', '천']);
const JAPANESE: Numerals = Numerals::Counting(" 一二三四五六七八九", ['十', '百', '千']);
const JAPANESE_LEGAL: Numerals = Numerals::Counting(" 壱弐参四伍六七八九", ['拾', '百', '阡']);

/// The digits of decimals, by their names in Office.
const DIGITS: [(&str, &str); 7] = [
    ("thaiNumbers", "๐๑๒๓๔๕๖๗๘๙"),
    ("hindiNumbers", "०१२३४५६७८९"),
    ("koreanDigital", "영일이삼사오육칠팔구"),
    ("koreanDigital2", "零一二三四五六七八九"),
    ("ideographDigital", "〇一二三四五六七八九"),
    ("japaneseDigitalTenThousand", "〇一二三四五六七八九"),
    ("taiwaneseDigital", "○一二三四五六七八九"),
];

impl Numerals {
    /// Returns the numerals with this name in Office.
    pub(crate) fn of_office(name: &str) -> Self {
        match name {
            "lowerLetter" => Self::LowerLetter,
            "upperLetter" => Self::UpperLetter,
            "lowerRoman" => Self::LowerRoman,
            "upperRoman" => Self::UpperRoman,
            "decimalZero" => Self::Padded(2),
            "ordinal" => Self::Ordinal,
            "cardinalText" => Self::Words,
            "ordinalText" => Self::OrdinalWords,
            "chineseLegalSimplified" => LEGAL,
            "ideographLegalTraditional" => LEGAL_TRADITIONAL,
            "bullet" => Self::Bullet,
            "none" => Self::None,
            "hex" => Self::Hex,
            "hebrew1" => Self::Hebrew,
            "numberInDash" => Self::Dashes,
            "koreanCounting" => KOREAN,
            "japaneseCounting" => JAPANESE,
            "japaneseLegal" => JAPANESE_LEGAL,
            // They are words.
            "thaiCounting" | "vietnameseCounting" => Self::Decimal,
            _ if name.ends_with("Counting") || name.ends_with("CountingThousand") => CHINESE,
            _ => {
                let name = name.trim_end_matches("FullWidth");
                let of = |all: &[(&str, &'static str)]| {
                    all.iter().find(|(known, _)| *known == name).map(|(_, signs)| *signs)
                };
                let digits = of(&DIGITS).map(Self::Digits);
                digits.or_else(|| of(&SEQUENCES).map(Self::Sequence)).unwrap_or_default()
            }
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
            "1st" => Self::Ordinal,
            "One" => Self::Words,
            "First" => Self::OrdinalWords,
            _ if example.starts_with('0') => {
                let digits = example.bytes().take_while(u8::is_ascii_digit).count();
                Self::Padded(digits.min(MAX_DIGITS))
            }
            _ if example.starts_with('一') => CHINESE,
            _ if example.starts_with('壹') => {
                if example.contains('贰') {
                    LEGAL
                } else {
                    LEGAL_TRADITIONAL
                }
            }
            _ => {
                let first = example.chars().next();
                let mut sequences = SEQUENCES.iter().map(|(_, sequence)| *sequence);
                let known = sequences.find(|sequence| sequence.chars().next() == first);
                known.map_or(Self::Decimal, Self::Sequence)
            }
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
            Self::Padded(digits) => Some(format!("{number:0digits$}")),
            Self::Ordinal => Some(ordinal(number.to_string())),
            Self::Words => words(number).map(|words| capitalized(&words)),
            Self::OrdinalWords => words(number).map(|words| capitalized(&ordinal(words))),
            Self::Sequence(all) => {
                let at = number.checked_sub(1).and_then(|at| usize::try_from(at).ok());
                at.and_then(|at| all.chars().nth(at)).map(String::from)
            }
            Self::Digits(all) => {
                let digits = number.to_string();
                let value = |digit: u8| usize::from(digit.saturating_sub(b'0'));
                Some(digits.bytes().filter_map(|digit| all.chars().nth(value(digit))).collect())
            }
            Self::Counting(digits, signs) => counting(number, digits, signs),
            Self::Hex => Some(format!("{number:X}")),
            Self::Hebrew => hebrew(number),
            Self::Dashes => Some(format!("- {number} -")),
            Self::None => Some(String::new()),
            Self::LowerLetter => letters(b'a'),
            Self::UpperLetter => letters(b'A'),
            Self::LowerRoman => roman(number).map(|roman| roman.to_lowercase()),
            Self::UpperRoman => roman(number),
        };
        written.unwrap_or_else(|| number.to_string())
    }
}

fn roman(number: u64) -> Option<String> {
    const VALUES: [u64; 13] = [1000, 900, 500, 400, 100, 90, 50, 40, 10, 9, 5, 4, 1];
    additive(number, 4000, &VALUES, "M CM D CD C XC L XL X IX V IV I")
}

fn hebrew(number: u64) -> Option<String> {
    const VALUES: [u64; 22] =
        [400, 300, 200, 100, 90, 80, 70, 60, 50, 40, 30, 20, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1];
    let written = additive(number, 1000, &VALUES, "ת ש ר ק צ פ ע ס נ מ ל כ י ט ח ז ו ה ד ג ב א")?;
    // The letters of 15 and 16 would be those of a name.
    Some(written.replace("יה", "טו").replace("יו", "טז"))
}

/// Returns a number below a limit by signs that add up, from the largest.
fn additive(mut number: u64, limit: u64, values: &[u64], signs: &str) -> Option<String> {
    if !(1..limit).contains(&number) {
        return None;
    }
    let mut written = String::new();
    for (value, sign) in values.iter().zip(signs.split(' ')) {
        while number >= *value {
            written.push_str(sign);
            number -= value;
        }
    }
    Some(written)
}

/// Returns a number below 100 in English: `twenty-one`.
fn words(number: u64) -> Option<String> {
    const ONES: &str = "zero one two three four five six seven eight nine ten eleven twelve \
        thirteen fourteen fifteen sixteen seventeen eighteen nineteen";
    const TENS: &str = "twenty thirty forty fifty sixty seventy eighty ninety";
    let number = usize::try_from(number).ok().filter(|number| (1..100).contains(number))?;
    if let Some(word) = ONES.split(' ').nth(number) {
        return Some(word.into());
    }
    let tens = TENS.split(' ').nth(number / 10 - 2)?;
    let ones = ONES.split(' ').nth(number % 10).filter(|_| number % 10 > 0);
    Some(ones.map_or(tens.into(), |ones| format!("{tens}-{ones}")))
}

fn capitalized(words: &str) -> String {
    let (first, rest) = words.split_at_checked(1).unwrap_or_default();
    first.to_uppercase() + rest
}

/// Returns the ordinal of a number in digits or words: `21st`, `twenty-first`.
fn ordinal(mut number: String) -> String {
    const ENDS: &str = "11 11th 12 12th 13 13th 1 1st 2 2nd 3 3rd one first two second \
        three third ve fth eight eighth nine ninth y ieth";
    let mut ends = ENDS.split(' ');
    while let (Some(end), Some(by)) = (ends.next(), ends.next()) {
        if number.ends_with(end) {
            number.truncate(number.len() - end.len());
            return number + by;
        }
    }
    number + "th"
}

/// Returns a number below 10,000 in Chinese: `二百零三`.
fn counting(number: u64, digits: &str, signs: [char; 3]) -> Option<String> {
    if !(1..10_000).contains(&number) {
        return None;
    }
    let mut written = String::new();
    let [ten, hundred, thousand] = signs;
    let is_brief = digits.starts_with(' ');
    for (value, sign) in [(1000, Some(thousand)), (100, Some(hundred)), (10, Some(ten)), (1, None)]
    {
        let digit = number / value % 10;
        // Zeros within a number are one, and those at its end none. `十` is ten, not `一十`.
        let is_within = !is_brief && !written.is_empty() && !number.is_multiple_of(value);
        let is_plain = is_brief && value > 1 || value == 10 && written.is_empty();
        if (digit > 0 && !(is_plain && digit == 1))
            || digit == 0 && is_within && !written.ends_with('零')
        {
            written.extend(digits.chars().nth(digit as usize));
        }
        written.extend(sign.filter(|_| digit > 0));
    }
    Some(written)
}
