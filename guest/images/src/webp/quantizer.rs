//! By how much coefficients are multiplied.

/// The factor of the first coefficient, for each index.
#[rustfmt::skip]
const FIRST: [u8; 128] = [
    4, 5, 6, 7, 8, 9, 10, 10, 11, 12, 13, 14, 15, 16, 17, 17,
    18, 19, 20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 25, 26, 27, 28,
    29, 30, 31, 32, 33, 34, 35, 36, 37, 37, 38, 39, 40, 41, 42, 43,
    44, 45, 46, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55, 56, 57, 58,
    59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72, 73, 74,
    75, 76, 76, 77, 78, 79, 80, 81, 82, 83, 84, 85, 86, 87, 88, 89,
    91, 93, 95, 96, 98, 100, 101, 102, 104, 106, 108, 110, 112, 114, 116, 118,
    122, 124, 126, 128, 130, 132, 134, 136, 138, 140, 143, 145, 148, 151, 154, 157,
];

/// The factor of the others.
#[rustfmt::skip]
const OTHERS: [u16; 128] = [
    4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19,
    20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 33, 34, 35,
    36, 37, 38, 39, 40, 41, 42, 43, 44, 45, 46, 47, 48, 49, 50, 51,
    52, 53, 54, 55, 56, 57, 58, 60, 62, 64, 66, 68, 70, 72, 74, 76,
    78, 80, 82, 84, 86, 88, 90, 92, 94, 96, 98, 100, 102, 104, 106, 108,
    110, 112, 114, 116, 119, 122, 125, 128, 131, 134, 137, 140, 143, 146, 149, 152,
    155, 158, 161, 164, 167, 170, 173, 177, 181, 185, 189, 193, 197, 201, 205, 209,
    213, 217, 221, 225, 229, 234, 239, 245, 249, 254, 259, 264, 269, 274, 279, 284,
];

/// A factor for the first coefficient of a block, and one for the others.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Factors {
    pub(crate) first: i32,
    pub(crate) others: i32,
}

/// The factors for the three kinds of blocks.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Quantizer {
    pub(crate) luma: Factors,
    /// For the block that holds the first coefficients of all luma blocks.
    pub(crate) means: Factors,
    pub(crate) chroma: Factors,
}

/// What is added to an index for each factor.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Offsets {
    pub(crate) luma_first: i32,
    pub(crate) means_first: i32,
    pub(crate) means_others: i32,
    pub(crate) chroma_first: i32,
    pub(crate) chroma_others: i32,
}

impl Quantizer {
    pub(crate) fn new(index: i32, offsets: Offsets) -> Self {
        let first = |offset: i32| {
            FIRST.get((index + offset).clamp(0, 127) as usize).copied().map_or(0, i32::from)
        };
        let others = |offset: i32| {
            OTHERS.get((index + offset).clamp(0, 127) as usize).copied().map_or(0, i32::from)
        };
        Self {
            luma: Factors { first: first(offsets.luma_first), others: others(0) },
            means: Factors {
                first: 2 * first(offsets.means_first),
                others: (others(offsets.means_others) * 155 / 100).max(8),
            },
            chroma: Factors {
                first: first(offsets.chroma_first).min(132),
                others: others(offsets.chroma_others),
            },
        }
    }
}
