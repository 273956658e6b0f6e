//! Finds the offsets at which a rule may match, in one pass.
//!
//! Each prefix of a rule has an anchor: its three characters that are rarest in code.

#![allow(long_running_const_eval, reason = "the triggers are sorted when this is compiled")]

use crate::rule::{Form, Part, Rule};
use crate::rules::RULES;
use readroom_anchors::{Anchors, Trigger, anchor};
use std::sync::LazyLock;

const TRIGGER_COUNT: usize = visit(None).1;
static TRIGGERS: [Trigger; TRIGGER_COUNT] = sorted();
/// Most of their tables is zero, so they are not a part of the component.
static ANCHORS: LazyLock<Anchors> = LazyLock::new(|| Anchors::new(&TRIGGERS));

/// Returns the next offset, at or after `at`, of an anchor, and the rules that have it.
pub(crate) fn next(bytes: &[u8], at: usize) -> Option<(usize, &'static [Trigger])> {
    ANCHORS.next(bytes, at)
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
      cod adb use net  us dap ATT xpr :// add win log ser _co xec ";

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
