//! Reads the coefficients of blocks.

use super::bool_decoder::BoolDecoder;
use super::quantizer::{Factors, Quantizer};
use super::tables::{AllTokenProbabilities, TokenProbabilities};
use super::transform_4x4::spread_means;

/// The coefficients of a block of 4 by 4, row by row.
pub(crate) type Block = [i32; 16];

/// The coefficients of a macroblock: sixteen blocks of luma, four of each chroma.
pub(crate) type Blocks = [Block; 24];

/// The place in a block of each coefficient in the order in which they come, and its band.
const ORDER: [(u8, u8); 16] = [
    (0, 0),
    (1, 1),
    (4, 2),
    (8, 3),
    (5, 6),
    (2, 4),
    (3, 5),
    (6, 6),
    (9, 6),
    (12, 6),
    (13, 6),
    (10, 6),
    (7, 6),
    (11, 6),
    (14, 6),
    (15, 7),
];

/// The kinds of blocks, in the order of the tables.
#[derive(Clone, Copy)]
enum Kind {
    LumaWithoutFirst,
    Means,
    Chroma,
    Luma,
}

/// Which blocks at an edge of a macroblock have coefficients: four of luma, two of each chroma, and that of the means.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Edge {
    luma: [bool; 4],
    chroma: [[bool; 2]; 2],
    means: bool,
}

impl Edge {
    /// After a macroblock without coefficients. Without means of its own it leaves those of its neighbour standing.
    pub(crate) fn clear(&mut self, has_means: bool) {
        *self = Self { means: self.means && !has_means, ..Self::default() };
    }
}

/// Reads macroblocks.
pub(crate) struct TokenReader<'a, 'b> {
    pub(crate) bits: &'b mut BoolDecoder<'a>,
    pub(crate) probabilities: &'b AllTokenProbabilities,
}

impl TokenReader<'_, '_> {
    /// Reads the coefficients of a macroblock; the blocks are all zero before. Says whether any is not zero.
    pub(crate) fn read(
        &mut self,
        has_means: bool,
        quantizer: &Quantizer,
        above: &mut Edge,
        left: &mut Edge,
        blocks: &mut Blocks,
    ) -> bool {
        let mut any = false;
        let (luma, chroma) = blocks.split_at_mut(16);
        let luma_kind = if has_means {
            let mut means = [0; 16];
            let context = u8::from(above.means) + u8::from(left.means);
            let has_some = self.block(Kind::Means, context, quantizer.means, &mut means);
            (above.means, left.means) = (has_some, has_some);
            for (block, mean) in luma.iter_mut().zip(spread_means(&means)) {
                any |= mean != 0;
                block[0] = mean;
            }
            Kind::LumaWithoutFirst
        } else {
            Kind::Luma
        };
        any |= self.plane(luma_kind, quantizer.luma, &mut above.luma, &mut left.luma, luma);
        let edges = above.chroma.iter_mut().zip(&mut left.chroma);
        for (blocks, (above, left)) in chroma.chunks_exact_mut(4).zip(edges) {
            any |= self.plane(Kind::Chroma, quantizer.chroma, above, left, blocks);
        }
        any
    }

    /// Reads the blocks of a square.
    fn plane(
        &mut self,
        kind: Kind,
        factors: Factors,
        above: &mut [bool],
        left: &mut [bool],
        blocks: &mut [Block],
    ) -> bool {
        let mut any = false;
        for (row, left) in blocks.chunks_exact_mut(above.len()).zip(left) {
            for (block, above) in row.iter_mut().zip(&mut *above) {
                let context = u8::from(*above) + u8::from(*left);
                let has_some = self.block(kind, context, factors, block);
                (*above, *left) = (has_some, has_some);
                any |= has_some;
            }
        }
        any
    }

    /// Reads a block. Says whether it has coefficients.
    fn block(&mut self, kind: Kind, mut context: u8, factors: Factors, block: &mut Block) -> bool {
        let first = usize::from(matches!(kind, Kind::LumaWithoutFirst));
        let mut may_end = true;
        let mut has_some = false;
        for (index, (place, band)) in ORDER.iter().enumerate().skip(first) {
            let row = (kind as usize * 8 + usize::from(*band)) * 3 + usize::from(context);
            let Some(probabilities) = self.probabilities.get(row) else { break };
            if may_end && !self.bits.read(probabilities[0]) {
                break;
            }
            has_some = true;
            may_end = self.bits.read(probabilities[1]);
            if !may_end {
                context = 0;
                continue;
            }
            let magnitude = self.magnitude(probabilities);
            context = if magnitude > 1 { 2 } else { 1 };
            let value = if self.bits.flag() { -magnitude } else { magnitude };
            if let Some(coefficient) = block.get_mut(usize::from(*place)) {
                let factor = if index == 0 { factors.first } else { factors.others };
                // Sixteen bits are enough unless the file is broken.
                *coefficient = i32::from((value * factor) as i16);
            }
        }
        has_some
    }

    /// Reads a number that is not zero, without its sign.
    fn magnitude(&mut self, probabilities: &TokenProbabilities) -> i32 {
        let [
            _,
            _,
            above_1,
            above_4,
            above_2,
            above_3,
            above_10,
            above_6,
            large,
            above_18,
            above_66,
        ] = *probabilities;
        let bits = &mut *self.bits;
        if !bits.read(above_1) {
            return 1;
        }
        if !bits.read(above_4) {
            return if bits.read(above_2) { 3 + i32::from(bits.read(above_3)) } else { 2 };
        }
        let (start, extra): (i32, &[u8]) = if !bits.read(above_10) {
            if bits.read(above_6) { (7, &[165, 145]) } else { (5, &[159]) }
        } else if !bits.read(large) {
            if bits.read(above_18) { (19, &[176, 155, 140, 135]) } else { (11, &[173, 148, 140]) }
        } else if bits.read(above_66) {
            (67, &[254, 254, 243, 230, 196, 177, 153, 140, 133, 130, 129])
        } else {
            (35, &[180, 157, 141, 134, 130])
        };
        start
            + extra
                .iter()
                .fold(0, |number, probability| number << 1 | i32::from(bits.read(*probability)))
    }
}
