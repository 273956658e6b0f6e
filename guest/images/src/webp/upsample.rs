//! Makes red, green and blue of luma and chroma.

use super::lossy::Frame;
use super::plane::Plane;

/// Appends red, green and blue of a row.
pub(crate) fn row(frame: &Frame, (width, height): (usize, usize), y: usize, out: &mut Vec<u8>) {
    let luma = frame.luma.run(frame.luma.place(0, y), width);
    let [chroma_u, chroma_v] = &frame.chroma;
    // Each chroma sample lies in the middle of four luma samples: the nearest counts most.
    let near = y / 2;
    let far =
        if y.is_multiple_of(2) { near.saturating_sub(1) } else { (near + 1).min((height - 1) / 2) };
    let columns = width.div_ceil(2);
    let rows = |plane: &'_ Plane| (plane.place(0, near), plane.place(0, far));
    let (near_u, far_u) = rows(chroma_u);
    let (near_v, far_v) = rows(chroma_v);
    let (near_u, far_u) = (chroma_u.run(near_u, columns), chroma_u.run(far_u, columns));
    let (near_v, far_v) = (chroma_v.run(near_v, columns), chroma_v.run(far_v, columns));
    for (x, luma) in luma.iter().enumerate() {
        let here = x / 2;
        let beside =
            if x.is_multiple_of(2) { here.saturating_sub(1) } else { (here + 1).min(columns - 1) };
        let chroma = |near: &[u8], far: &[u8]| {
            let at = |run: &[u8], column: usize| {
                run.get(column).map_or(128, |sample| i32::from(*sample))
            };
            let (nearest, diagonal) = (at(near, here), at(far, beside));
            let others = (nearest + 3 * at(near, beside) + 3 * at(far, here) + diagonal + 8) >> 3;
            (others + nearest) >> 1
        };
        out.extend(colour(i32::from(*luma), chroma(near_u, far_u), chroma(near_v, far_v)));
    }
}

/// The colour of a pixel, computed in 64ths.
fn colour(luma: i32, u: i32, v: i32) -> [u8; 3] {
    let share = |sample: i32, factor: i32| (sample * factor) >> 8;
    let light = share(luma, 19_077);
    let red = light + share(v, 26_149) - 14_234;
    let green = light - share(u, 6_419) - share(v, 13_320) + 8_708;
    let blue = light + share(u, 33_050) - 17_685;
    [red, green, blue].map(|sample| (sample >> 6).clamp(0, 255) as u8)
}
