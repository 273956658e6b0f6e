//! kimi-cli's `ReadFile`, in release 1.52.0 of the Python package `kimi-cli`, its last one.
//!
//! Source: recordings of the tool. The requirements that the cases refer to:
//!
//! | id | what |
//! |---|---|
//! | K1 | arguments `path`, `line_offset` (a line from 1, or one from the end below 0), `n_lines` (from 1), converted and refused as pydantic does |
//! | K2 | an empty path; `~`; a path out of the working directory has to be absolute |
//! | K3 | names of files with secrets, whether or not they exist |
//! | K4 | missing paths, paths that are not files, a NUL in a path |
//! | K5 | media and other binary files, by name or first bytes |
//! | K6 | forward: at most 1000 lines, 2000 characters of a line, 100 KiB with the line that crosses |
//! | K7 | from the end: the newest lines that fit in 100 KiB |
//! | K8 | the message: lines read, all lines of the file, the limit that ended it, lines that were cut |

use crate::kimi_cli::file_type::SystemMedia;
use crate::kimi_cli::{MAX_BYTES, MAX_LINES, RULES, RequestedPath, Shown, ToolError};
use crate::shared::schema::{self, Range};
use crate::shared::{
    Arguments, Definition, Environment, Identity, Json, Reply, numbers, paths, python,
};
use readroom_core::{ByteCap, LastLine, LineNumber, Rules, Text, Tree};

/// Media in the tables of the tool's system: those of Debian, as far as Python has no others.
const SYSTEM_MEDIA: SystemMedia = SystemMedia {
    images: "apng avci avcs azv b16 btf btif cdr cdt cgm cpt cr2 crw djv djvu dpx drle dwg dxf \
              emf erf exr fbs fit fits fpx fst fts hdr heics heifs hej2 hif hsj2 jfif jhc jls \
              jng jp2 jpf jpg2 jpgm jph jphc jpm jpx jxl jxr jxra jxrs jxs jxsc jxsi jxss ktx \
              ktx2 mdi mmr nef orf pat pcx pgb psd pti rgbe rlc s1g s1j s1n sgi sgif sjp sjpg \
              spn spng svgz tap tfx uvg uvi uvvg uvvi vtf wbmp webp wmf xcf xif xyze",
    videos: "axv bik bk2 dif dv dvb fli flv fvt gl lsf lsx m2v m4s m4u mj2 mjp2 mng mpg4 mpv \
              mxu nim ogv pyv s11 s14 s1q smk smo smov smpg ssw sswf uvh uvm uvp uvs uvu uvv \
              uvvh uvvm uvvp uvvs uvvu uvvv viv wm wmv wmx wvx yt",
};

/// Lines from the end are chosen from the maximum number that can be requested.
const FROM_END: Rules =
    Rules { byte_cap: ByteCap { max: 16 * 1024 * 1024, ..RULES.byte_cap }, ..RULES };

/// The release that this tool equals.
pub(crate) const IDENTITY: Identity = Identity {
    dialect: "kimi-cli",
    revision: "1.52",
    tool: "",
    release: "kimi-cli 1.52.0",
    basis: "By recordings of the Python package kimi-cli 1.52.0.",
};

pub(crate) use crate::kimi_cli::arguments_for;

pub(crate) fn call<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Reply {
    parse(arguments).and_then(|page| run(env, &page)).unwrap_or_else(ToolError::reply)
}

struct RequestedPage {
    path: String,
    start: Start,
    n_lines: u64,
}

enum Start {
    Line(LineNumber),
    FromEnd(u64),
}

/// Converts arguments as pydantic does.
fn parse(arguments: &str) -> Result<RequestedPage, ToolError> {
    let arguments = Arguments::parse(arguments).map_err(ToolError::invalid_arguments)?;
    let mut faults = Vec::new();
    let path = match arguments.get("path") {
        Some(Json::Text(path)) => path.to_string(),
        Some(other) => {
            faults.push(fault("path", "Input should be a valid string", "string_type", of(other)));
            String::new()
        }
        None => {
            faults.push(fault("path", "Field required", "missing", whole(&arguments)));
            String::new()
        }
    };
    let line_offset = integer(&arguments, "line_offset", 1, None, &mut faults);
    let n_lines = integer(&arguments, "n_lines", i128::from(MAX_LINES), Some(1), &mut faults);
    if faults.is_empty() && !(-i128::from(MAX_LINES)..0).contains(&line_offset) && line_offset < 1 {
        let what = if line_offset == 0 {
            "Value error, line_offset cannot be 0; use 1 for the first line or -1 for the last line"
                .to_string()
        } else {
            format!(
                "Value error, line_offset cannot be less than -{MAX_LINES}. Use a positive \
                 line_offset with the total line count to read from a specific position."
            )
        };
        faults.push(fault("", &what, "value_error", whole(&arguments)));
    }
    if !faults.is_empty() {
        let errors = if faults.len() == 1 { "error" } else { "errors" };
        return Err(ToolError::invalid_arguments(format!(
            "{} validation {errors} for Params\n{}",
            faults.len(),
            faults.join("\n")
        )));
    }
    if path.is_empty() {
        return Err(ToolError::new("Empty file path", "File path cannot be empty."));
    }
    let lines = |number: i128| u64::try_from(number).unwrap_or(u64::MAX);
    let start = if line_offset < 0 {
        Start::FromEnd(lines(-line_offset))
    } else {
        Start::Line(LineNumber::new(lines(line_offset)).unwrap_or(LineNumber::FIRST))
    };
    Ok(RequestedPage { path, start, n_lines: lines(n_lines) })
}

/// Returns an argument that must be an integer, and records its fault.
fn integer(
    arguments: &Arguments<'_>,
    name: &str,
    default: i128,
    least: Option<i128>,
    faults: &mut Vec<String>,
) -> i128 {
    let Some(value) = arguments.get(name) else { return default };
    let (what, kind) = match (numbers::pydantic(value), least) {
        (Some(number), Some(least)) if number < least => {
            ("Input should be greater than or equal to 1", "greater_than_equal")
        }
        (Some(number), _) => return number,
        (None, _) => match value {
            Json::Text(_) => (
                "Input should be a valid integer, unable to parse string as an integer",
                "int_parsing",
            ),
            Json::Number(digits) => refused_float(digits.parse().unwrap_or_default()),
            _ => ("Input should be a valid integer", "int_type"),
        },
    };
    faults.push(fault(name, what, kind, of(value)));
    default
}

/// Returns why a number is not an integer.
fn refused_float(number: f64) -> (&'static str, &'static str) {
    if number.is_infinite() {
        return ("Input should be a finite number", "finite_number");
    }
    match numbers::is_whole(number) {
        true => (
            "Unable to parse input string as an integer, exceeded maximum size",
            "int_parsing_size",
        ),
        false => (
            "Input should be a valid integer, got a number with a fractional part",
            "int_from_float",
        ),
    }
}

/// A value and its type, as Python writes them.
type Input = (String, &'static str);

fn of(value: &Json<'_>) -> Input {
    (python::repr(value), python::type_of(value))
}

fn whole(arguments: &Arguments<'_>) -> Input {
    (python::repr_of_dict(&arguments.0), "dict")
}

/// Returns a fault as pydantic writes it, with the middle of a long value omitted.
fn fault(name: &str, what: &str, kind: &str, (mut value, of): Input) -> String {
    const MAX: usize = 50;
    const BEFORE: usize = 25;
    if value.len() > MAX {
        let after = value.len() - (MAX - BEFORE - 1);
        let begin = value.get(..value.floor_char_boundary(BEFORE)).unwrap_or_default();
        let end = value.get(value.ceil_char_boundary(after)..).unwrap_or_default();
        value = format!("{begin}...{end}");
    }
    let field = if name.is_empty() { String::new() } else { format!("{name}\n") };
    format!(
        "{field}  {what} [type={kind}, input_value={value}, input_type={of}]\n    For further \
         information visit https://errors.pydantic.dev/2.12/v/{kind}"
    )
}

/// Returns a path as Python writes it: without `.` and empty components.
fn written(path: &str) -> String {
    let slashes = path.len() - path.trim_start_matches('/').len();
    let root = match slashes {
        0 => "",
        // Exactly two may be distinct from one.
        2 => "//",
        _ => "/",
    };
    let names: Vec<&str> =
        path.split('/').filter(|name| !name.is_empty() && *name != ".").collect();
    match [root, &names.join("/")].concat() {
        empty if empty.is_empty() => ".".into(),
        path => path,
    }
}

fn requested<T: Tree>(env: &Environment<'_, T>, path: &str) -> RequestedPath {
    let normal = written(path);
    let expanded = env.at_home(&normal);
    RequestedPath {
        given: path.into(),
        is_absolute: env.is_absolute(&expanded),
        is_looked_for: true,
        canonical: env.absolute(&expanded),
        written: expanded.into_owned(),
    }
}

/// Returns whether a file with this absolute name is assumed to hold secrets.
fn is_sensitive(path: &str) -> bool {
    let (_, name) = paths::split(path);
    if matches!(name, ".env.example" | ".env.sample" | ".env.template") {
        return false;
    }
    let credentials = [".aws/credentials", ".gcp/credentials"];
    matches!(name, ".env" | "id_rsa" | "id_ed25519" | "id_ecdsa" | "credentials")
        || name.starts_with(".env.")
        || credentials.iter().any(|end| path.ends_with(end) || path.contains(&format!("/{end}")))
}

fn run<T: Tree>(env: &Environment<'_, T>, page: &RequestedPage) -> Result<Reply, ToolError> {
    let path = requested(env, &page.path);
    path.check_directory(env)?;
    if is_sensitive(&path.canonical) {
        let given = paths::for_message(&path.given);
        return Err(ToolError::new(
            "Sensitive file",
            format!(
                "`{given}` appears to contain secrets (matched sensitive file pattern). Reading \
                 this file is blocked to protect credentials."
            ),
        ));
    }
    let file = path.open(env, &SYSTEM_MEDIA)?;
    let text = |first: LineNumber, lines: u64, rules: &Rules| {
        env.text(&file, first, lines, rules).map_err(|error| path.failed(error))
    };
    let wanted = page.n_lines;
    let shown = match page.start {
        Start::Line(first) => {
            let text = text(first, wanted, &RULES)?;
            Shown { text: &text, skipped: 0, first: first.get(), wanted, with_total: true }
                .reply(&file)
        }
        Start::FromEnd(lines) => {
            let total = text(LineNumber::FIRST, 0, &RULES)?.total.unwrap_or_default();
            let first = LineNumber::FIRST.after(total.saturating_sub(lines));
            let text = text(first, wanted.min(MAX_LINES), &FROM_END)?;
            let skipped = text.lines - newest_that_fit(&text);
            let first = text.first.after(skipped).get();
            Shown { text: &text, skipped, first, wanted, with_total: true }.reply(&file)
        }
    };
    Ok(shown)
}

/// Returns the number of last lines that have at most 100 KiB.
fn newest_that_fit(text: &Text) -> u64 {
    let open = u64::from(text.last_line == LastLine::Open);
    let lengths: Vec<u64> = text.numbered().map(|(_, line)| line.len() as u64 + 1).collect();
    let mut bytes = 0;
    let fits = |length: &&u64| {
        bytes += **length;
        bytes - open <= MAX_BYTES
    };
    lengths.iter().rev().take_while(fits).count() as u64
}

pub(crate) fn definition() -> Definition {
    super::definition(
        schema::integer(
            "line_offset",
            Range::at_least(-(MAX_LINES as i64)).with_default(1),
            "The first line to read, counted from 1, or from the end if negative: -1 is the last.",
        ),
        "how many the file has, why there are no more, and which were cut. Not for images, videos \
         and other binary files, nor for files with secrets.",
        "Read large files in parts, with line_offset and n_lines; the end of a log with a negative \
         line_offset.",
    )
}

pub(crate) fn requested_path<T: Tree>(env: &Environment<'_, T>, arguments: &str) -> Option<String> {
    Some(requested(env, &parse(arguments).ok()?.path).canonical)
}
