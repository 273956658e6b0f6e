//! Finds the offsets at which a rule may match, in one pass.
//!
//! Each prefix of a rule has an anchor: its three characters that are rarest in code. The pass
//! looks up every second pair of characters, which is the first or the last pair of any anchor on
//! it, together with the character next to it.

#![allow(long_running_const_eval, reason = "the triggers are sorted when this is compiled")]

use crate::rule::{Form, Part, Rule};
use crate::rules::RULES;
use std::sync::LazyLock;

/// A prefix of a rule, by its anchor.
#[derive(Clone, Copy)]
pub(crate) struct Trigger {
    anchor: u32,
    pub(crate) rule: u8,
    pub(crate) start: u8,
    /// The offset of its anchor in the prefix.
    pub(crate) offset: u8,
}

const TRIGGER_COUNT: usize = visit(None).1;
static TRIGGERS: [Trigger; TRIGGER_COUNT] = sorted();
/// For each pair: the low four bits of the characters that follow it in anchors that start with it,
/// and in the upper bits those of the characters that precede it in anchors that end with it. Most
/// of it is zero, so it is not a part of the component.
static PAIRS: LazyLock<Box<[u32; 1 << 12]>> = LazyLock::new(|| Box::new(pairs()));
static ANCHORS: [u64; 64] = anchors();

/// The number of offsets examined at once.
const STEP: usize = 6;

/// Returns the next offset, at or after `at`, of an anchor, and the rules that have it.
pub(crate) fn next(bytes: &[u8], mut at: usize) -> Option<(usize, &'static [Trigger])> {
    let pairs = &**PAIRS;
    while let Some(chunk) = bytes.get(at..).and_then(<[u8]>::first_chunk) {
        let chunk = u64::from_le_bytes(*chunk);
        let may_begin = |shift| may_begin(pairs, chunk >> (8 * shift)) << shift;
        let mut starts: u32 = may_begin(0) | may_begin(2) | may_begin(4);
        while starts != 0 {
            let found = at_offset(bytes, at + starts.trailing_zeros() as usize);
            if found.is_some() {
                return found;
            }
            starts &= starts - 1;
        }
        at += STEP;
    }
    (at..bytes.len()).find_map(|at| at_offset(bytes, at))
}

fn at_offset(bytes: &[u8], at: usize) -> Option<(usize, &'static [Trigger])> {
    Some((at, triggers(bytes.get(at..)?.first_chunk()?)?))
}

/// Returns a bit for the first and one for the second of four characters at which an anchor may
/// start.
#[inline]
fn may_begin(pairs: &[u32; 1 << 12], four: u64) -> u32 {
    let four = four as u32;
    let pair = pairs.get(pair((four >> 8) as u8, (four >> 16) as u8)).copied().unwrap_or(0);
    (pair >> 16 >> (four & 15)) & 1 | (pair >> (four >> 24 & 15) & 1) << 1
}

fn triggers(&[first, second, third]: &[u8; 3]) -> Option<&'static [Trigger]> {
    let anchor = anchor(first, second, third);
    let hash = hash(anchor);
    if ANCHORS.get(hash >> 6)? >> (hash & 63) & 1 == 0 {
        return None;
    }
    let from = TRIGGERS.partition_point(|trigger| trigger.anchor < anchor);
    let triggers = TRIGGERS.get(from..)?;
    let count = triggers.iter().take_while(|trigger| trigger.anchor == anchor).count();
    triggers.get(..count).filter(|found| !found.is_empty())
}

const fn pair(first: u8, second: u8) -> usize {
    (first & 63) as usize | ((second & 63) as usize) << 6
}

const fn anchor(first: u8, second: u8, third: u8) -> u32 {
    u32::from_be_bytes([0, first, second, third])
}

const fn hash(anchor: u32) -> usize {
    (anchor.wrapping_mul(0x9E37_79B1) >> 20) as usize
}

/// Returns how rare a character is in code, approximately.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn rarity(byte: u8) -> usize {
    const COMMON: &[u8] = b" etaoinsrlcdupmhgfbyv(),\"w_-./=k;:'x";
    let mut rank = 0;
    while rank < COMMON.len() && COMMON[rank] != byte {
        rank += 1;
    }
    rank
}

/// Sequences that are frequent in code for other reasons.
const AVOIDED: &[u8] = b"red ken bas uff th_ et_ me_ ve_ ss_ key ck. ecr rk_ oke iza tia eri \
      cre tok sse pas ass swo wor acc api pi_ uth ent int sic asi nti den \":\" _ke mas -01 \
      cod adb use net  us dap ATT ";

/// Returns the offset of the rarest three characters of a prefix.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn rarest(start: &[u8]) -> usize {
    let (mut best, mut most, mut at) = (0, 0, 0);
    while at + 3 <= start.len() {
        let (a, b, c) = (rarity(start[at]), rarity(start[at + 1]), rarity(start[at + 2]));
        let mut rarity = a + b + c;
        let mut avoided = 0;
        while avoided + 3 <= AVOIDED.len() {
            let (a, b, c) = (AVOIDED[avoided], AVOIDED[avoided + 1], AVOIDED[avoided + 2]);
            if anchor(a, b, c) == anchor(start[at], start[at + 1], start[at + 2]) {
                rarity = 1;
            }
            avoided += 4;
        }
        if rarity > most {
            (best, most) = (at, rarity);
        }
        at += 1;
    }
    best
}

type Triggers = [Trigger; 1280];

/// Puts the triggers of all rules into an array, or only counts them.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn visit(into: Option<Triggers>) -> (Option<Triggers>, usize) {
    let (mut all, mut count, mut rule) = (into, 0, 0);
    while rule < RULES.len() {
        let mut start = 0;
        while start < RULES[rule].starts.len() {
            (all, count) = visit_start(all, count, rule, start);
            start += 1;
        }
        rule += 1;
    }
    (all, count)
}

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn visit_start(
    mut all: Option<Triggers>,
    mut count: usize,
    rule: usize,
    start: usize,
) -> (Option<Triggers>, usize) {
    let of: &Rule = &RULES[rule];
    let bytes = of.starts[start].as_bytes();
    let offset = rarest(bytes);
    let folds = matches!(of.form, Form::Assignment);
    // The last character, of a prefix of two, is each that a run may start with.
    let mut last = 0;
    while last < 128 {
        let third = if bytes.len() > 2 { bytes[offset + 2] } else { last };
        let is_wanted = if bytes.len() > 2 {
            last == 0
        } else {
            match of.parts {
                [Part::One(set) | Part::Run(set, _, _), ..] => set.has(last),
                _ => last.is_ascii_lowercase(),
            }
        };
        let mut case = 0;
        while is_wanted && case < 8 {
            let (a, b) = (bytes[offset], bytes[offset + 1]);
            let (a, b, c) = (cased(a, case & 1), cased(b, case & 2), cased(third, case & 4));
            let is_new = case == 0
                || folds
                    && (case & 1 == 0 || a != bytes[offset])
                    && (case & 2 == 0 || b != bytes[offset + 1])
                    && (case & 4 == 0 || c != third);
            if is_new {
                if let Some(list) = &mut all {
                    list[count] = Trigger {
                        anchor: anchor(a, b, c),
                        rule: rule as u8,
                        start: start as u8,
                        offset: offset as u8,
                    };
                }
                count += 1;
            }
            case += 1;
        }
        last += 1;
    }
    (all, count)
}

const fn cased(byte: u8, upper: u8) -> u8 {
    if upper == 0 { byte } else { byte.to_ascii_uppercase() }
}

/// Returns the triggers sorted by anchor, and by rule for the same anchor.
#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn sorted() -> [Trigger; TRIGGER_COUNT] {
    const NONE: Trigger = Trigger { anchor: 0, rule: 0, start: 0, offset: 0 };
    let mut sorted = [NONE; TRIGGER_COUNT];
    let Some(all) = visit(Some([NONE; 1280])).0 else { return sorted };
    let mut count = 0;
    while count < TRIGGER_COUNT {
        let mut at = count;
        while at > 0 && sorted[at - 1].anchor > all[count].anchor {
            sorted[at] = sorted[at - 1];
            at -= 1;
        }
        sorted[at] = all[count];
        count += 1;
    }
    sorted
}

fn pairs() -> [u32; 1 << 12] {
    let mut pairs = [0; 1 << 12];
    let mut add = |pair: usize, bit: u8| {
        if let Some(bits) = pairs.get_mut(pair) {
            *bits |= 1 << bit;
        }
    };
    for trigger in &TRIGGERS {
        let [_, first, second, third] = trigger.anchor.to_be_bytes();
        add(pair(first, second), third & 15);
        add(pair(second, third), 16 + (first & 15));
    }
    pairs
}

#[allow(clippy::indexing_slicing, reason = "evaluated at compile time")]
const fn anchors() -> [u64; 64] {
    let triggers = sorted();
    let (mut bits, mut at) = ([0; 64], 0);
    while at < TRIGGER_COUNT {
        let hash = hash(triggers[at].anchor);
        bits[hash >> 6] |= 1 << (hash & 63);
        at += 1;
    }
    bits
}
