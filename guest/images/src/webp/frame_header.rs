//! What a VP8 key frame says before its blocks come.

use super::bool_decoder::BoolDecoder;
use super::quantizer::{Offsets, Quantizer};
use super::tables::{AllTokenProbabilities, TOKEN_UPDATES, TOKENS};
use crate::bytes::u24_le;

/// The header of a frame, and the decoders for what follows.
pub(crate) struct FrameHeader<'a> {
    /// The rest of the first partition: how blocks are predicted.
    pub(crate) modes: BoolDecoder<'a>,
    /// The other partitions, a power of two: coefficients.
    pub(crate) partitions: Vec<BoolDecoder<'a>>,
    pub(crate) segments: [Segment; 4],
    /// The probabilities of the segments, if blocks say theirs.
    pub(crate) segment_probabilities: Option<[u8; 3]>,
    pub(crate) filter: Filter,
    pub(crate) tokens: AllTokenProbabilities,
    /// The probability that a block has coefficients, if blocks without any say so.
    pub(crate) has_coefficients: Option<u8>,
}

/// What blocks of a part of the picture have in common.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Segment {
    pub(crate) quantizer: Quantizer,
    /// How strongly edges are smoothed, from 0 to 63: for blocks predicted as a whole, and in small blocks.
    pub(crate) filter_levels: [u8; 2],
}

/// How edges between blocks are smoothed.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Filter {
    pub(crate) is_simple: bool,
    pub(crate) sharpness: u8,
}

/// What the segments change.
#[derive(Clone, Copy, Default)]
struct Changes {
    is_absolute: bool,
    quantizer: [i32; 4],
    level: [i32; 4],
}

impl<'a> FrameHeader<'a> {
    /// Reads the header of a frame whose kind and size are known.
    pub(crate) fn read(bytes: &'a [u8]) -> Option<Self> {
        let first_length = (u24_le(bytes, 0)? >> 5) as usize;
        let (first, rest) = bytes.get(10..)?.split_at_checked(first_length)?;
        let mut bits = BoolDecoder::new(first);
        // The colour space, and whether samples need clamping, which they get anyway.
        bits.number(2);
        let mut segment_probabilities = None;
        let has_segments = bits.flag();
        let changes = if has_segments {
            read_changes(&mut bits, &mut segment_probabilities)
        } else {
            Changes::default()
        };
        let is_simple = bits.flag();
        let level = i32::from(bits.number(6));
        let filter = Filter { is_simple, sharpness: bits.number(3) };
        let level_offsets = read_level_offsets(&mut bits);
        let partitions = split_partitions(rest, 1 << bits.number(2))?;
        let index = i32::from(bits.number(7));
        let mut offset = || bits.optional(4).unwrap_or(0);
        let offsets = Offsets {
            luma_first: offset(),
            means_first: offset(),
            means_others: offset(),
            chroma_first: offset(),
            chroma_others: offset(),
        };
        let mut segments = [Segment::default(); 4];
        let all_changes = changes.quantizer.into_iter().zip(changes.level);
        for (segment, (quantizer_change, level_change)) in segments.iter_mut().zip(all_changes) {
            let base = |whole: i32| if has_segments && changes.is_absolute { 0 } else { whole };
            segment.quantizer = Quantizer::new(base(index) + quantizer_change, offsets);
            let level = (base(level) + level_change).clamp(0, 63);
            segment.filter_levels = level_offsets.map(|offset| (level + offset).clamp(0, 63) as u8);
        }
        // Whether the probabilities hold for later frames, which there are none of.
        bits.flag();
        let mut tokens = TOKENS;
        for (probability, update) in
            tokens.as_flattened_mut().iter_mut().zip(TOKEN_UPDATES.as_flattened())
        {
            if bits.read(*update) {
                *probability = bits.number(8);
            }
        }
        let has_coefficients = if bits.flag() { Some(bits.number(8)) } else { None };
        let is_whole = !bits.is_overrun();
        is_whole.then_some(Self {
            modes: bits,
            partitions,
            segments,
            segment_probabilities,
            filter,
            tokens,
            has_coefficients,
        })
    }
}

fn read_changes(bits: &mut BoolDecoder<'_>, probabilities: &mut Option<[u8; 3]>) -> Changes {
    let mut changes = Changes::default();
    let has_probabilities = bits.flag();
    if bits.flag() {
        changes.is_absolute = bits.flag();
        changes.quantizer = [(); 4].map(|()| bits.optional(7).unwrap_or(0));
        changes.level = [(); 4].map(|()| bits.optional(6).unwrap_or(0));
    }
    if has_probabilities {
        *probabilities = Some([(); 3].map(|()| if bits.flag() { bits.number(8) } else { 255 }));
    }
    changes
}

/// What is added to the level in a key frame, for blocks predicted as a whole, and in small blocks.
fn read_level_offsets(bits: &mut BoolDecoder<'_>) -> [i32; 2] {
    // Both flags: whether there are offsets, and whether they are not those of the frame before.
    if !(bits.flag() && bits.flag()) {
        return [0; 2];
    }
    let [key_frame, ..] = [(); 4].map(|()| bits.optional(6).unwrap_or(0));
    let [small_blocks, ..] = [(); 4].map(|()| bits.optional(6).unwrap_or(0));
    [key_frame, key_frame + small_blocks]
}

/// Splits what comes after the first partition: the lengths of all others but the last, and they themselves.
fn split_partitions(bytes: &[u8], count: usize) -> Option<Vec<BoolDecoder<'_>>> {
    let (lengths, mut rest) = bytes.split_at_checked(3 * (count - 1))?;
    let mut partitions = Vec::with_capacity(count);
    for length in lengths.chunks_exact(3) {
        let length = u24_le(length, 0)? as usize;
        let (partition, after) = rest.split_at_checked(length).unwrap_or((rest, &[]));
        partitions.push(BoolDecoder::new(partition));
        rest = after;
    }
    partitions.push(BoolDecoder::new(rest));
    Some(partitions)
}
