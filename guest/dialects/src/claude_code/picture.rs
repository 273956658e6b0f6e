//! Shows a picture, made to fit.

use super::{error, failed};
use crate::shared::{Json, Members, Reply, ToolException, encoded, paths};
use readroom_core::{File, Tree};
use readroom_images::{Fit, Format, Limits, fit};
use readroom_read::facts_of_file;
use readroom_types::Content;

const MAX_IMAGE_BYTES: usize = 20 * 1024 * 1024;

pub(super) fn show<T: Tree>(
    file: &File<'_, T>,
    format: Format,
    path: &str,
) -> Result<Reply, ToolException> {
    let name = paths::for_message(path);
    let cannot = |why: &str| error(format!("The picture {name} {why}."));
    let bytes = file
        .bytes(MAX_IMAGE_BYTES)
        .map_err(|what| failed(what, path))?
        .ok_or_else(|| cannot(&format!("has more than {} MiB", MAX_IMAGE_BYTES >> 20)))?;
    let size = bytes.len() as u64;
    let (mime, bytes, sides) = match fit(&bytes, &Limits::INLINE) {
        Ok(Fit::Original) => (format.mime(), bytes, None),
        Ok(Fit::Resized { bytes, format, original, shown }) => {
            (format.mime(), bytes, Some((original, shown)))
        }
        Ok(Fit::Undecodable) => return Err(cannot("cannot be decoded")),
        Err(_) => return Err(cannot("is too large to be shown")),
    };
    let media = encoded(mime, &bytes);
    drop(bytes);
    let mut members: Members<'_> = vec![
        ("base64".into(), Json::Base64 { prefix: String::new(), data: &media.data }),
        ("type".into(), Json::text(mime)),
        ("originalSize".into(), Json::number(size)),
    ];
    let mut shown = format!("A picture, {mime}.");
    if let Some(((width, height), (shown_width, shown_height))) = sides {
        let side = |side: u32| Json::number(side.into());
        let dimensions = Json::object([
            ("originalWidth", side(width)),
            ("originalHeight", side(height)),
            ("displayWidth", side(shown_width)),
            ("displayHeight", side(shown_height)),
        ]);
        members.push(("dimensions".into(), dimensions));
        shown = format!(
            "A picture of {width} x {height} pixels, shown as {mime} of {shown_width} x \
             {shown_height}."
        );
    }
    let json = Json::object([("type", Json::text("image")), ("file", Json::Object(members))]);
    let json = json.write();
    let facts = vec![facts_of_file(file, 0, size)];
    let content = vec![Content::Text(shown), Content::Image(media)];
    Ok(Reply::answered(json, content, facts))
}
