//! Glyph widths, in thousandths of the font size.

use super::characters::Characters;
use super::tables;
use crate::error::Outcome;
use crate::file::File;
use crate::object::{Dict, Object};
use readroom_names::sort_by;

/// The maximum number of width ranges in a composite font.
const MAX_RANGES: usize = 65_536;

/// Characters, each with others of about the same width.
const LIKE: &str = "AÀÁÂÃÄÅ CÇ EÈÉÊË IÌÍÎÏ NÑ OÒÓÔÕÖØ SŠ UÙÚÛÜ YÝŸ ZŽ aàáâãäå cç eèéêë iìíîï nñ \
    oòóôõöø sš uùúûü yýÿ zž +±×÷ -\u{ad} |¦ @—…‰";

/// The widths of the glyphs of a font.
#[derive(Debug)]
pub(super) struct Widths {
    /// Ranges of codes or glyphs: first, last, and width. Sorted.
    ranges: Vec<(u32, u32, f32)>,
    default: f32,
}

impl Widths {
    /// Returns the widths of the codes of a simple font.
    pub(super) fn simple(
        file: &mut File<'_>,
        font: &Dict,
        name: &str,
        characters: &Characters,
    ) -> Outcome<Self> {
        let descriptor = file.dict(font, "FontDescriptor")?;
        let missing = file.get(&descriptor, "MissingWidth")?.as_number().unwrap_or(0.0);
        let Object::Array(listed) = file.get(font, "Widths")? else {
            return Ok(Self::standard(name, characters));
        };
        let first = file.get(font, "FirstChar")?.as_int().unwrap_or(0).clamp(0, 255) as u32;
        let mut ranges = Vec::new();
        for (code, width) in (first..256).zip(listed.iter()) {
            let width = file.resolve(width)?.as_number().unwrap_or(missing);
            ranges.push((code, code, width as f32));
        }
        Ok(Self { ranges, default: missing as f32 })
    }

    /// Returns the widths of a standard font, or an approximation.
    fn standard(name: &str, characters: &Characters) -> Self {
        let is_italic = name.contains("Italic") || name.contains("Oblique");
        let (is_times, is_bold) = (name.contains("Times"), name.contains("Bold"));
        let table = match is_times {
            _ if name.contains("Courier") => return Self { ranges: Vec::new(), default: 600.0 },
            true => 2 + 2 * usize::from(is_bold) + usize::from(is_italic),
            false => usize::from(is_bold),
        };
        let table = tables::WIDTHS.get(table).map_or(&[][..], |table| table);
        let [single, double] = if is_times { ['(', 'a'] } else { ['j', '"'] };
        let width = |(code, text): (u32, &String)| {
            let like = match text.chars().next()? {
                '‘' | '’' | '‚' => single,
                '“' | '”' | '„' => double,
                other => {
                    let like = LIKE.split(' ').find(|like| like.contains(other));
                    like.and_then(|like| like.chars().next()).unwrap_or(other)
                }
            };
            let at = |code: u32| table.get(code.checked_sub(0x20)? as usize);
            // Others are as wide as the letters with their codes.
            let width = at(like.into()).or_else(|| at(code))?;
            Some((code, code, f32::from(*width)))
        };
        Self { ranges: (0..).zip(characters).filter_map(width).collect(), default: 500.0 }
    }

    /// Returns the widths of the glyphs of a composite font.
    pub(super) fn composite(file: &mut File<'_>, descendant: &Dict) -> Outcome<Self> {
        let default = file.get(descendant, "DW")?.as_number().unwrap_or(1000.0) as f32;
        let mut ranges = Vec::new();
        let listed = file.get(descendant, "W")?;
        let mut listed = listed.as_array().into_iter().flat_map(|listed| listed.iter());
        while let (Some(first), Some(second)) = (listed.next(), listed.next()) {
            let Some(first) = number(&file.resolve(first)?) else { break };
            match file.resolve(second)? {
                Object::Array(widths) => {
                    for (code, width) in (first..).zip(widths.iter()) {
                        let width = file.resolve(width)?.as_number().unwrap_or(1000.0);
                        ranges.push((code, code, width as f32));
                    }
                }
                last => {
                    let Some(width) = listed.next() else { break };
                    let width = file.resolve(width)?.as_number().unwrap_or(1000.0);
                    ranges.push((first, number(&last).unwrap_or(first), width as f32));
                }
            }
            if ranges.len() > MAX_RANGES {
                break;
            }
        }
        sort_by(&mut ranges, |a, b| a.0.cmp(&b.0));
        Ok(Self { ranges, default })
    }

    /// Returns the width of a code of a simple font, or of a glyph of a composite one.
    pub(super) fn get(&self, code: u32) -> f64 {
        self.find(code).unwrap_or(f64::from(self.default))
    }

    /// Returns the width of a code, if it is listed.
    pub(super) fn find(&self, code: u32) -> Option<f64> {
        // The ranges of a simple font are its codes, one after the other.
        let first = self.ranges.first()?.0;
        let next = self.ranges.get(code.wrapping_sub(first) as usize);
        if let Some((_, _, width)) = next.filter(|range| range.0 == code && range.1 == code) {
            return Some(f64::from(*width));
        }
        let end = self.ranges.partition_point(|range| range.0 <= code);
        let range = end.checked_sub(1).and_then(|last| self.ranges.get(last));
        range.filter(|range| range.1 >= code).map(|range| f64::from(range.2))
    }

    pub(super) fn weight(&self) -> usize {
        self.ranges.len()
    }
}

fn number(object: &Object) -> Option<u32> {
    object.as_int().and_then(|number| u32::try_from(number).ok())
}
