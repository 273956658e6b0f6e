//! Decodes VP8 key frames, WebP's lossy pictures.

use super::bool_decoder::BoolDecoder;
use super::frame_header::{Filter, FrameHeader, Segment};
use super::loop_filter::{Edge, Limits, smooth, smooth_simply};
use super::plane::Plane;
use super::predict::{LargeMode, SmallMode, predict_large, predict_small};
use super::tables::SMALL_MODES;
use super::tokens::{self, Blocks, TokenReader};
use super::transform_4x4::differences;

/// A decoded frame: luma, and two chromas of half the size. All are rounded up to whole macroblocks.
pub(crate) struct Frame {
    pub(crate) luma: Plane,
    pub(crate) chroma: [Plane; 2],
}

/// At most how many bytes decoding takes, the planes included.
pub(crate) fn memory(width: u64, height: u64) -> u64 {
    let (columns, rows) = (width.div_ceil(16), height.div_ceil(16));
    let planes = Plane::memory(columns * 16, rows * 16) + 2 * Plane::memory(columns * 8, rows * 8);
    planes + columns * rows + columns * size_of::<Above>() as u64 + (64 << 10)
}

/// What a macroblock leaves for the one below it, or on the right.
#[derive(Clone, Copy, Default)]
struct Above {
    modes: [SmallMode; 4],
    coefficients: tokens::Edge,
}

/// How the luma of a macroblock is predicted.
enum Luma {
    Large(LargeMode),
    Small([[SmallMode; 4]; 4]),
}

/// How strongly the edges of a macroblock are smoothed, 0 to 63, with the highest bit set if those inside are, too.
type Strength = u8;
const INNER_EDGES: Strength = 0x80;

/// Decodes a frame that begins with its header.
pub(crate) fn decode(bytes: &[u8], width: usize, height: usize) -> Option<Frame> {
    let mut header = FrameHeader::read(bytes)?;
    let (columns, rows) = (width.div_ceil(16), height.div_ceil(16));
    let mut frame = Frame {
        luma: Plane::new(columns * 16, rows * 16),
        chroma: [(); 2].map(|()| Plane::new(columns * 8, rows * 8)),
    };
    let mut above_row = vec![Above::default(); columns];
    let mut strengths = Vec::with_capacity(columns * rows);
    let mut partitions = std::mem::take(&mut header.partitions);
    let last_partition = partitions.len().checked_sub(1)?;
    let mut blocks: Blocks = [[0; 16]; 24];
    for row in 0..rows {
        let bits = partitions.get_mut(row & last_partition)?;
        let mut left = Above::default();
        for (column, above) in above_row.iter_mut().enumerate() {
            let modes = Modes::read(&mut header, above, &mut left)?;
            let has_means = matches!(modes.luma, Luma::Large(_));
            let has_coefficients = if modes.is_empty {
                above.coefficients.clear(has_means);
                left.coefficients.clear(has_means);
                false
            } else {
                let mut reader = TokenReader { bits, probabilities: &header.tokens };
                let quantizer = &modes.segment.quantizer;
                reader.read(
                    has_means,
                    quantizer,
                    &mut above.coefficients,
                    &mut left.coefficients,
                    &mut blocks,
                )
            };
            frame.reconstruct(&modes, column, row, column + 1 == columns, &blocks);
            if has_coefficients {
                blocks = [[0; 16]; 24];
            }
            let [whole, small] = modes.segment.filter_levels;
            let inner = if has_coefficients || !has_means { INNER_EDGES } else { 0 };
            strengths.push(if has_means { whole } else { small } | inner);
        }
        if bits.is_overrun() || header.modes.is_overrun() {
            return None;
        }
    }
    frame.smooth(&strengths, columns, header.filter);
    Some(frame)
}

/// How a macroblock is predicted, and what is known about it.
struct Modes {
    luma: Luma,
    chroma: LargeMode,
    segment: Segment,
    /// Whether it has no coefficients.
    is_empty: bool,
}

impl Modes {
    fn read(header: &mut FrameHeader<'_>, above: &mut Above, left: &mut Above) -> Option<Self> {
        let bits = &mut header.modes;
        let segment = match header.segment_probabilities {
            Some([high, low_of_0, low_of_1]) => {
                if bits.read(high) {
                    2 + usize::from(bits.read(low_of_1))
                } else {
                    usize::from(bits.read(low_of_0))
                }
            }
            None => 0,
        };
        let is_empty = header.has_coefficients.is_some_and(|probability| bits.read(probability));
        let luma = read_luma(bits, &mut above.modes, &mut left.modes)?;
        let chroma = if !bits.read(142) {
            LargeMode::Mean
        } else if !bits.read(114) {
            LargeMode::Vertical
        } else if bits.read(183) {
            LargeMode::Gradient
        } else {
            LargeMode::Horizontal
        };
        Some(Self { luma, chroma, segment: *header.segments.get(segment)?, is_empty })
    }
}

fn read_luma(
    bits: &mut BoolDecoder<'_>,
    above: &mut [SmallMode; 4],
    left: &mut [SmallMode; 4],
) -> Option<Luma> {
    if bits.read(145) {
        let mode = if bits.read(156) {
            if bits.read(128) { LargeMode::Gradient } else { LargeMode::Horizontal }
        } else if bits.read(163) {
            LargeMode::Vertical
        } else {
            LargeMode::Mean
        };
        (*above, *left) = ([mode.as_small(); 4], [mode.as_small(); 4]);
        return Some(Luma::Large(mode));
    }
    let mut modes = [[SmallMode::Mean; 4]; 4];
    for (row, left) in modes.iter_mut().zip(left) {
        for (mode, above) in row.iter_mut().zip(&mut *above) {
            let probabilities = SMALL_MODES.get(*above as usize * 10 + *left as usize)?;
            *mode = read_small_mode(bits, probabilities);
            (*above, *left) = (*mode, *mode);
        }
    }
    Some(Luma::Small(modes))
}

fn read_small_mode(bits: &mut BoolDecoder<'_>, probabilities: &[u8; 9]) -> SmallMode {
    let [p0, p1, p2, p3, p4, p5, p6, p7, p8] = *probabilities;
    if !bits.read(p0) {
        SmallMode::Mean
    } else if !bits.read(p1) {
        SmallMode::Gradient
    } else if !bits.read(p2) {
        SmallMode::Vertical
    } else if !bits.read(p3) {
        if !bits.read(p4) {
            SmallMode::Horizontal
        } else if bits.read(p5) {
            SmallMode::VerticalRight
        } else {
            SmallMode::RightDown
        }
    } else if !bits.read(p6) {
        SmallMode::LeftDown
    } else if !bits.read(p7) {
        SmallMode::VerticalLeft
    } else if bits.read(p8) {
        SmallMode::HorizontalUp
    } else {
        SmallMode::HorizontalDown
    }
}

impl Frame {
    /// Predicts a macroblock, and adds the differences.
    fn reconstruct(
        &mut self,
        modes: &Modes,
        column: usize,
        row: usize,
        is_last: bool,
        blocks: &Blocks,
    ) {
        let (luma_blocks, chroma_blocks) = blocks.split_at(16);
        match &modes.luma {
            Luma::Large(mode) => {
                predict_large(&mut self.luma, *mode, column * 16, row * 16, 16);
                add_blocks(&mut self.luma, column * 16, row * 16, 4, luma_blocks);
            }
            Luma::Small(modes) => self.reconstruct_small(modes, column, row, is_last, luma_blocks),
        }
        for (plane, blocks) in self.chroma.iter_mut().zip(chroma_blocks.chunks_exact(4)) {
            predict_large(plane, modes.chroma, column * 8, row * 8, 8);
            add_blocks(plane, column * 8, row * 8, 2, blocks);
        }
    }

    fn reconstruct_small(
        &mut self,
        modes: &[[SmallMode; 4]; 4],
        column: usize,
        row: usize,
        is_last: bool,
        blocks: &[tokens::Block],
    ) {
        let plane = &mut self.luma;
        let above = plane.place(column * 16, row * 16) - plane.stride;
        let four = |run: &[u8]| run.first_chunk().copied().unwrap_or([0; 4]);
        // The blocks at the right edge all take what is above the next macroblock; the last one repeats a sample.
        let next = if is_last && row > 0 {
            [plane.at(above + 15); 4]
        } else {
            four(plane.run(above + 16, 4))
        };
        let modes = modes.as_flattened().iter().zip(blocks).enumerate();
        for (index, (mode, block)) in modes {
            let (x, y) = (index % 4, index / 4);
            let place = plane.place(column * 16 + x * 4, row * 16 + y * 4);
            let above_right =
                if x == 3 { next } else { four(plane.run(place - plane.stride + 4, 4)) };
            predict_small(plane, *mode, place, above_right);
            add_block(plane, place, block);
        }
    }

    /// Smooths the edges of all macroblocks, one after the other.
    fn smooth(&mut self, strengths: &[Strength], columns: usize, filter: Filter) {
        for (index, strength) in strengths.iter().enumerate() {
            let level = i32::from(strength & !INNER_EDGES);
            if level == 0 {
                continue;
            }
            let (column, row, inner) =
                (index % columns, index / columns, strength & INNER_EDGES != 0);
            let sharpness = i32::from(filter.sharpness);
            let mut interior = level >> if sharpness > 4 { 2 } else { i32::from(sharpness > 0) };
            if sharpness > 0 {
                interior = interior.min(9 - sharpness);
            }
            let interior = interior.max(1);
            let contrast = i32::from(level >= 15) + i32::from(level >= 40);
            let inner_limits = Limits { edge: 2 * level + interior, interior, contrast };
            let outer_limits = Limits { edge: inner_limits.edge + 4, ..inner_limits };
            let smooth_plane = |plane: &mut Plane, side: usize| {
                let (start, stride) = (plane.place(column * side, row * side), plane.stride);
                let mut smooth_edge = |start, across, along, is_outer| {
                    let limits = if is_outer { outer_limits } else { inner_limits };
                    let edge = Edge { start, across, along, length: side };
                    if filter.is_simple {
                        smooth_simply(plane, edge, limits.edge);
                    } else {
                        smooth(plane, edge, limits, is_outer);
                    }
                };
                for (across, along, has_neighbour) in
                    [(1, stride, column > 0), (stride, 1, row > 0)]
                {
                    if has_neighbour {
                        smooth_edge(start, across, along, true);
                    }
                    if inner {
                        let starts = (4..side).step_by(4).map(|distance| start + distance * across);
                        starts.for_each(|start| smooth_edge(start, across, along, false));
                    }
                }
            };
            smooth_plane(&mut self.luma, 16);
            if !filter.is_simple {
                self.chroma.iter_mut().for_each(|plane| smooth_plane(plane, 8));
            }
        }
    }
}

/// Adds the differences of a square of blocks.
fn add_blocks(
    plane: &mut Plane,
    x: usize,
    y: usize,
    blocks_in_row: usize,
    blocks: &[tokens::Block],
) {
    for (index, block) in blocks.iter().enumerate() {
        let place = plane.place(x + index % blocks_in_row * 4, y + index / blocks_in_row * 4);
        add_block(plane, place, block);
    }
}

fn add_block(plane: &mut Plane, place: usize, block: &tokens::Block) {
    if block.iter().any(|coefficient| *coefficient != 0) {
        plane.add(place, &differences(block));
    }
}
