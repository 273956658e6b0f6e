//! opencode's `read`, in the version that counts lines from 0.
//!
//! Source: the tool's documentation, and its published code of that time where the documentation is
//! silent. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | O1 | arguments `filePath`, `offset` (lines to skip, default 0), `limit` (default 2000); `title`, `output`, `metadata`, `attachments` |
//! | O2 | a relative path starts in the working directory, an absolute one stays as it is; `title` is the path relative to the root |
//! | O3 | the order of checks; the permissions that come first are the host's |
//! | O4 | a missing file: up to three similar names in the same directory |
//! | O5 | images and PDFs by the name's extension, in lower case: attached, whole |
//! | O6 | binary: by the name's extension, a NUL or too many control characters in the first 4096 bytes |
//! | O7 | lines by LF alone; 2000 UTF-16 units of a line; 50 KiB of text |
//! | O8 | numbers of five digits; the frame `<file>` |
//! | O9 | three notices: cut by bytes, by lines, end of file; they name the next offset |
//! | O10 | `preview`: the first 20 lines |
//! | O11 | permissions `read` and `external_directory` (the host's) |
//!
//! An attached file has at most 20 MiB here.
//!
//! One file: it is one release of an agent, with one table of requirements.

use crate::opencode::{
    BINARY_EXTENSIONS, BYTE_CAP, DEFAULT_LIMIT, LINE_UNITS, MAX_ATTACHED, MAX_BYTES,
    attached_reply, invalid_arguments, title, too_large,
};
use crate::shared::schema::{self, Range};
use crate::shared::titled::{self, metadata, notice, preview};
use crate::shared::{
    Arguments, BasicRequest, Definition, Environment, Identity, Json, LineNumbers, NodeError,
    Reply, ToolException, arguments_of, first_line_of, javascript, numbers, paths, suggest,
};
use readroom_core::{
    Binary, Counted, File, FileError, FinalBreak, LineCap, LineNumber, Mark, Opened, PastEnd,
    Rules, Stopped, Text, Tree, Units, find_strictly,
};
use readroom_read::facts_of_text;
use std::fmt;

const RULES: Rules = Rules {
    final_break: FinalBreak::OpensLine,
    line_cap: Some(LineCap {
        max: LINE_UNITS,
        units: Units::Utf16,
        counts: Counted::Text,
        marker: "...",
    }),
    byte_cap: BYTE_CAP,
    mark: Mark::Dropped,
    past_end: PastEnd::Empty,
    binary: Binary::NulOrControlsWithin(4096),
    ..Rules::PLAIN
};

/// The extensions of files that the tool's runtime takes for images, if they are the subtype of the
/// media type, too. SVG counts as text.
const IMAGES: &str = "apng avci avcs avif cgm emf fits gif heic heif hsj2 ief jls jp2 jpeg jph \
                      jpx jxr jxra jxrs jxs jxsc jxsi jxss ktx ktx2 png sgi t38 tiff webp wmf";

/// The subtypes of other images, and their extensions.
const OTHER_IMAGES: [(&str, &str); 52] = [
    ("jpeg", "jpg jpe"),
    ("x-ms-bmp", "bmp"),
    ("x-icon", "ico"),
    ("tiff", "tif"),
    ("heic-sequence", "heics"),
    ("heif-sequence", "heifs"),
    ("x-3ds", "3ds"),
    ("vnd.airzip.accelerator.azv", "azv"),
    ("vnd.pco.b16", "b16"),
    ("prs.btif", "btif"),
    ("x-cmx", "cmx"),
    ("vnd.ms-dds", "dds"),
    ("vnd.djvu", "djv djvu"),
    ("dicom-rle", "drle"),
    ("vnd.dwg", "dwg"),
    ("vnd.dxf", "dxf"),
    ("aces", "exr"),
    ("x-freehand", "fh fh4 fh5 fh7 fhc"),
    ("vnd.fpx", "fpx"),
    ("vnd.fst", "fst"),
    ("g3fax", "g3"),
    ("hej2k", "hej2"),
    ("jphc", "jhc"),
    ("x-jng", "jng"),
    ("jpx", "jpf"),
    ("jp2", "jpg2"),
    ("vnd.ms-modi", "mdi"),
    ("vnd.fujixerox.edmics-mmr", "mmr"),
    ("vnd.net-fpx", "npx"),
    ("x-portable-bitmap", "pbm"),
    ("x-pict", "pct pic"),
    ("x-pcx", "pcx"),
    ("x-portable-graymap", "pgm"),
    ("x-portable-anymap", "pnm"),
    ("x-portable-pixmap", "ppm"),
    ("vnd.adobe.photoshop", "psd"),
    ("prs.pti", "pti"),
    ("x-cmu-raster", "ras"),
    ("x-rgb", "rgb"),
    ("vnd.fujixerox.edmics-rlc", "rlc"),
    ("x-mrsid-image", "sid"),
    ("vnd.tencent.tap", "tap"),
    ("tiff-fx", "tfx"),
    ("x-tga", "tga"),
    ("vnd.dece.graphic", "uvg uvi uvvg uvvi"),
    ("vnd.valve.source.texture", "vtf"),
    ("vnd.wap.wbmp", "wbmp"),
    ("vnd.ms-photo", "wdp"),
    ("x-xbitmap", "xbm"),
    ("vnd.xiff", "xif"),
    ("x-xpixmap", "xpm"),
    ("x-xwindowdump", "xwd"),
];

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "opencode",
    revision: "1.1",
    tool: "",
    release: "opencode 1.1, counting lines from 0",
    basis: "From the tool's source as its document quotes it, and its published source where the \
            document is silent.",
};

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(env, arguments).and_then(|page| run(env, &page)).unwrap_or_else(Reply::from)
}

struct RequestedPage {
    /// The file, with the working directory before a relative path.
    path: String,
    offset: u64,
    limit: u64,
}

fn parse<T: Tree>(
    env: &Environment<'_, T>,
    arguments: &str,
) -> Result<RequestedPage, ToolException> {
    let arguments = Arguments::parse(arguments).map_err(invalid_arguments)?;
    let mut faults = Vec::new();
    let path = match arguments.get("filePath") {
        Some(Json::Text(path)) => &**path,
        other => {
            let received = other.map_or("undefined", javascript::type_of);
            faults.push(fault("filePath", "string", received));
            ""
        }
    };
    let mut number = |name: &str| {
        let value = arguments.get(name).filter(|value| !matches!(value, Json::Null))?;
        let number = numbers::javascript(value);
        if number.is_none() {
            faults.push(fault(name, "number", "NaN"));
        }
        number
    };
    let (offset, limit) = (number("offset").unwrap_or(0.0), number("limit"));
    if !faults.is_empty() {
        return Err(invalid_arguments(format_args!("[\n{}\n]", faults.join(",\n"))));
    }
    if path.contains('\0') {
        return Err(invalid_arguments("filePath must hold no NUL"));
    }
    if !numbers::is_whole(offset) {
        return Err(invalid_arguments("offset must be a whole number"));
    }
    let Ok(offset) = u64::try_from(numbers::truncated(offset)) else {
        return Err(ToolException::error("offset must be >= 0"));
    };
    // With a limit of 2.5, three lines are read.
    let limit =
        limit.map_or(DEFAULT_LIMIT, |limit| numbers::rounded_up(limit).max(0).unsigned_abs());
    Ok(RequestedPage { path: joined(env, path), offset, limit })
}

/// Returns a fault in the arguments as the tool's validator describes it.
fn fault(name: &str, expected: &str, received: &str) -> String {
    let received_member = if received == "NaN" { "\n    \"received\": \"NaN\"," } else { "" };
    format!(
        "  {{\n    \"expected\": \"{expected}\",\n    \"code\": \"invalid_type\",\
         {received_member}\n    \"path\": [\n      \"{name}\"\n    ],\n    \"message\": \
         \"Invalid input: expected {expected}, received {received}\"\n  }}"
    )
}

/// Joins a relative path to the working directory. An absolute one stays as it is.
fn joined<T: Tree>(env: &Environment<'_, T>, path: &str) -> String {
    if env.is_absolute(path) {
        return path.into();
    }
    let slash = if path.ends_with(|end| env.style().is_separator(end)) { "/" } else { "" };
    match env.absolute(path) {
        root if root.ends_with('/') => root,
        absolute => absolute + slash,
    }
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolException> {
    let path = &page.path;
    let file = match find_strictly(env.tree, None, path) {
        Ok(Opened::File(file)) => file,
        // For this tool a directory is a missing file whose similar name is its own.
        Ok(Opened::Directory(_)) => return Err(missing(env, path)),
        Err(failure) => return Err(exception(failure.error, env, path)),
    };
    let extension = paths::extension(path);
    // The types have lower case.
    let attached = attached(&extension).filter(|_| path.ends_with(&*extension));
    if let Some((mime, message)) = attached {
        return attach(env, path, &file, &mime, message);
    }
    if BINARY_EXTENSIONS.contains(&&*extension) {
        return Err(exception(FileError::Binary, env, path));
    }
    let first = LineNumber::FIRST.after(page.offset);
    let text =
        env.text(&file, first, page.limit, &RULES).map_err(|error| exception(error, env, path))?;
    Ok(encode(env, path, &file, &text))
}

/// Returns the MIME type and the message of a file that is attached rather than shown.
fn attached(extension: &str) -> Option<(String, &'static str)> {
    if extension == ".pdf" {
        return Some(("application/pdf".into(), "PDF read successfully"));
    }
    let extension = extension.strip_prefix('.')?;
    let is_in = |extensions: &str| extensions.split(' ').any(|known| known == extension);
    let other = || OTHER_IMAGES.iter().find(|(_, extensions)| is_in(extensions));
    let subtype = if is_in(IMAGES) { extension } else { other()?.0 };
    Some((format!("image/{subtype}"), "Image read successfully"))
}

fn attach<T: Tree>(
    env: &Environment<'_, T>,
    path: &str,
    file: &File<'_, T>,
    mime: &str,
    message: &'static str,
) -> Result<Reply, ToolException> {
    let bytes = file.bytes(MAX_ATTACHED).map_err(|error| exception(error, env, path))?;
    let bytes = bytes.ok_or_else(|| too_large(path))?;
    let title = title(env, path);
    Ok(attached_reply(file, bytes, mime, (&title, message), metadata(message.into(), false)))
}

fn encode<T: Tree>(env: &Environment<'_, T>, path: &str, file: &File<'_, T>, text: &Text) -> Reply {
    let output = Framed(text).to_string();
    let metadata = metadata(preview(text), text.stopped != Stopped::AtEnd);
    titled::reply(&title(env, path), output, metadata, facts_of_text(file, text))
}

struct Framed<'a>(&'a Text);

impl fmt::Display for Framed<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(text) = self;
        f.write_str("<file>")?;
        let mut numbers = LineNumbers::new(text.first.get(), 5, '0', "| ");
        for (_, line) in text.numbered() {
            f.write_str("\n")?;
            numbers.write_next(f)?;
            f.write_str(line)?;
        }
        // Without lines, an empty one is written instead.
        f.write_str(if text.lines == 0 { "\n" } else { "" })?;
        write!(f, "\n\n{}\n</file>", notice(text, MAX_BYTES))
    }
}

fn exception<T: Tree>(error: FileError, env: &Environment<'_, T>, path: &str) -> ToolException {
    let shown = paths::for_message(path);
    ToolException::error(match error {
        FileError::OutsideRoot => {
            format!("Access denied: {shown} is outside the granted directories")
        }
        FileError::Binary | FileError::Media(_) | FileError::NotUtf8 => {
            format!("Cannot read binary file: {shown}")
        }
        FileError::NotAFile => format!("Cannot read special file: {shown}"),
        FileError::Denied => format!("EACCES: permission denied, open '{shown}'"),
        FileError::Io
        | FileError::Stale
        | FileError::Unsteady
        | FileError::TooManySecrets
        | FileError::PastEnd { .. } => {
            format!("EIO: i/o error, read '{shown}'")
        }
        // For this tool, a file that cannot be opened does not exist.
        FileError::NotFound
        | FileError::NotDirectory
        | FileError::IsDirectory
        | FileError::EmptyPath
        | FileError::NulInPath
        | FileError::PathTooLong
        | FileError::NameTooLong
        | FileError::NotUnicode
        | FileError::TooManyLinks => {
            return missing(env, path);
        }
    })
}

/// Returns the exception for a missing file, with similar names in its directory.
fn missing<T: Tree>(env: &Environment<'_, T>, path: &str) -> ToolException {
    let (parent, name) = paths::split(path);
    let listed = match find_strictly(env.tree, None, parent) {
        Ok(Opened::Directory(directory)) => {
            suggest::containing(&directory, &env.absolute(parent), name, None)
        }
        Ok(Opened::File(_)) => Err(FileError::NotDirectory),
        Err(failure) => Err(failure.error),
    };
    let error = match listed {
        Ok(similar) => return ToolException::error(suggest::not_found(path, &similar)),
        Err(FileError::NotAFile) => FileError::NotDirectory,
        Err(error) => error,
    };
    ToolException::error(match error {
        // The tool passes on system errors.
        FileError::NotFound
        | FileError::NotDirectory
        | FileError::Denied
        | FileError::TooManyLinks
        | FileError::NameTooLong
        | FileError::PathTooLong => NodeError { error, call: "scandir", path: parent }.to_string(),
        _ => suggest::not_found(path, &[]),
    })
}

pub(crate) fn definition() -> Definition {
    let from_zero = |default| Range::at_least(0).with_default(default);
    let parameters = schema::lenient_arguments(
        "filePath",
        vec![
            schema::text(
                "filePath",
                "The file: best absolute; else relative to the working directory.",
            ),
            schema::number(
                "offset",
                from_zero(0),
                "How many lines to skip. The first line of the file has the number 00001 and the \
                 offset 0.",
            ),
            schema::number("limit", from_zero(DEFAULT_LIMIT), "The most lines to return."),
        ],
    );
    Definition {
        name: "read",
        description: format!(
            "Reads a file. Text comes with line numbers, {DEFAULT_LIMIT} lines or {} KB at once \
             unless limit says otherwise, and lines longer than {LINE_UNITS} characters are cut; \
             the last line of an answer tells whether there is more. Images and PDFs of up to {} \
             MiB are attached.",
            MAX_BYTES / 1024,
            MAX_ATTACHED / 1024 / 1024
        ),
        parameters,
        full_parameters: None,
        snippet: "read: read a text file with line numbers, or look at an image or PDF",
        guidelines: vec![
            "Read a file before you edit it or write over it.".into(),
            "When a notice says that there is more, use the number in it as the next offset."
                .into(),
            "Read several files at once when you know that you need them.".into(),
        ],
    }
}

pub(crate) fn arguments_for(request: &BasicRequest<'_>) -> Option<String> {
    let offset = match first_line_of(request)? {
        Some(line) => Some(line.checked_sub(1)?),
        None => None,
    };
    Some(arguments_of(["filePath", request.path], [("offset", offset), ("limit", request.lines)]))
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    parse(env, arguments).ok().map(|page| env.absolute(&page.path))
}
