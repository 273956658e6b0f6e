//! Any bytes read as an image are refused, converted or resized, within the given memory.

use arbitrary::{Result, Unstructured};
use readroom_images::{
    Effort, Fit, Limits, Opacity, Originals, Refusal, Steps, bmp_to_png, fit, header,
};

pub(crate) fn run(input: &mut Unstructured<'_>) -> Result<()> {
    let (steps, effort) = match input.arbitrary()? {
        true => (Steps::Quarters, Effort::Fast),
        false => (Steps::Four, Effort::Balanced),
    };
    let originals = *input.choose(&[
        Originals::All,
        Originals::Decodable,
        Originals::Whole,
        Originals::Upright,
    ])?;
    let input = input.bytes(input.len())?;
    let found = header(input);
    // Small, so that more are tried in the same time.
    let limits = Limits {
        width: 64,
        height: 64,
        bytes: 20_000,
        pixels: 1 << 20,
        side: 4096,
        memory: 16 << 20,
        steps,
        effort,
        originals,
        opacity: Opacity::OnWhite,
    };
    if let Some(png) = bmp_to_png(input, &limits) {
        let (width, height) = header(&png).expect("what is made is an image").shown();
        assert!(width <= limits.side && height <= limits.side);
    }
    match fit(input, &limits) {
        Ok(Fit::Original) => {
            let (width, height) = found.expect("an image has a header").shown();
            assert!(
                width <= limits.width && height <= limits.height && input.len() <= limits.bytes
            );
        }
        Ok(Fit::Resized { bytes, original, shown, .. }) => {
            assert_eq!(found.expect("an image has a header").shown(), original);
            assert_eq!(header(&bytes).expect("what is made is an image").shown(), shown);
            assert!(shown.0 <= limits.width && shown.1 <= limits.height, "{shown:?}");
            assert!(steps == Steps::Four || bytes.len() <= limits.bytes);
        }
        Ok(Fit::Undecodable) => {}
        Err(Refusal::TooManyPixels { width, height }) => {
            assert!(
                width > limits.side
                    || height > limits.side
                    || u64::from(width) * u64::from(height) > limits.pixels
            );
        }
    }
    Ok(())
}
