//! The two transforms that make differences of samples from coefficients.

use super::tokens::Block;

/// The square root of 2 times the cosine of an eighth of pi, less 1, and the sine, in 65536ths.
const COSINE: i32 = 20_091;
const SINE: i32 = 35_468;

/// The sixteen first coefficients of the luma blocks that a block of means stands for.
pub(crate) fn spread_means(means: &Block) -> Block {
    let step = |[a, b, c, d]: [i32; 4]| {
        let (outer_sum, inner_sum) = (a + d, b + c);
        let (outer_difference, inner_difference) = (a - d, b - c);
        [
            outer_sum + inner_sum,
            inner_difference + outer_difference,
            outer_sum - inner_sum,
            outer_difference - inner_difference,
        ]
    };
    both_ways(means, step).map(|value| (value + 3) >> 3)
}

/// The differences from the prediction that a block of coefficients stands for.
pub(crate) fn differences(coefficients: &Block) -> Block {
    let step = |[a, b, c, d]: [i32; 4]| {
        // Only a broken file has values so large that they overflow.
        let by_sine = |value: i32| value.wrapping_mul(SINE) >> 16;
        let by_cosine = |value: i32| value + (value.wrapping_mul(COSINE) >> 16);
        let (sum, difference) = (a + c, a - c);
        let (inner, outer) = (by_sine(b) - by_cosine(d), by_cosine(b) + by_sine(d));
        [sum + outer, difference + inner, difference - inner, sum - outer]
    };
    both_ways(coefficients, step).map(|value| (value + 4) >> 3)
}

/// Transforms the columns, then the rows.
fn both_ways(block: &Block, step: impl Fn([i32; 4]) -> [i32; 4]) -> Block {
    let turned = transpose(block);
    let columns = transform_rows(&turned, &step);
    transform_rows(&transpose(&columns), &step)
}

fn transform_rows(block: &Block, step: impl Fn([i32; 4]) -> [i32; 4]) -> Block {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *block;
    let rows = [[a, b, c, d], [e, f, g, h], [i, j, k, l], [m, n, o, p]].map(step);
    let mut out = [0; 16];
    out.copy_from_slice(rows.as_flattened());
    out
}

fn transpose(block: &Block) -> Block {
    let [a, b, c, d, e, f, g, h, i, j, k, l, m, n, o, p] = *block;
    [a, e, i, m, b, f, j, n, c, g, k, o, d, h, l, p]
}

#[cfg(test)]
mod tests {
    use super::{differences, spread_means};

    #[test]
    fn a_first_coefficient_alone_is_the_same_everywhere() {
        let mut block = [0; 16];
        block[0] = 84;
        assert_eq!(differences(&block), [11; 16]);
        assert_eq!(spread_means(&block), [10; 16]);
    }
}
