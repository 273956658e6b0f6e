//! Requests in Python: functions that make them, and the methods of rooms.

use anyhow::Result;
use heck::{ToKebabCase, ToSnakeCase, ToUpperCamelCase};

use super::{Flat, Member, Shape, call_options, flat, members, spread};
use crate::model::Contract;
use crate::python::{STYLE, import, member};
use crate::text::{Code, Docs, NOTICE, Style, commented, used};

/// A method of rooms in Python.
struct Method {
    name: &'static str,
    /// Its parameters before the options.
    given: &'static str,
    /// The record whose members are its options. `None` means that of calls.
    record: Option<&'static str>,
    result: &'static str,
    has_progress: bool,
    docs: &'static str,
}

const METHODS: [Method; 11] = [
    Method {
        name: "read",
        given: "path: AnyPath",
        record: Some("read-request"),
        result: "Document",
        has_progress: true,
        docs: "Reads part of a file: lines of its text, an outline of them, cells of a notebook, \
            or facts about an image.\n\nIt starts at line 1, or at one of `start`, `cursor` and \
            `block`. `ReadRequest` documents the other options, with their limits. `progress` is \
            called with the number of bytes that were read, at most ten times a second, and \
            refused by the component. An exception in it ends the call.\n\nRaises a `ReadError` if \
            nothing was read, and `CallError` if the component did not answer.",
    },
    Method {
        name: "read_many",
        given: "requests: Iterable[AnyPath | ReadRequest]",
        record: Some("shared-limits"),
        result: "Sequence[Document | ReadError]",
        has_progress: false,
        docs: "Reads up to 16 files in one call, each given by its path or by a request that \
            `read_request` returns.\n\nThere is one result per request, in the same order. If a \
            file cannot be read, its result is a `ReadError`, which is not raised. The options \
            limit what is returned of all files together; `SharedLimits` documents them.\n\nRaises \
            `InvalidArgumentError` if there are no requests or more than 16, or if an option is \
            out of range.",
    },
    Method {
        name: "list",
        given: "path: AnyPath",
        record: Some("list-request"),
        result: "Listing",
        has_progress: false,
        docs: "Lists a directory, a page at a time. Raises `NotADirectoryError` for a \
            file.\n\n`ListRequest` documents the options.",
    },
    Method {
        name: "find",
        given: "path: AnyPath = \".\"",
        record: Some("find-request"),
        result: "Found",
        has_progress: false,
        docs: "Finds files by their names below a directory, a page at a time.\n\n`globs` may be \
            one text. `FindRequest` and its `Scope` document the options. Raises a `ReadError` if \
            there is nothing at the path, or if an option cannot be used.",
    },
    Method {
        name: "search",
        given: "pattern: str, path: AnyPath = \".\"",
        record: Some("search-request"),
        result: "SearchResults",
        has_progress: true,
        docs: "Searches a file, or the files below a directory, for the lines that match a regular \
            expression, a page at a time.\n\n`globs` may be a single string. `SearchRequest` and \
            its `Scope` document the options. `progress` is called as by `read`. Raises a \
            `ReadError` if there is nothing at the path, or if the pattern or an option cannot be \
            used.",
    },
    Method {
        name: "map",
        given: "path: AnyPath = \".\"",
        record: Some("map-request"),
        result: "MapPage",
        has_progress: false,
        docs: "Maps a directory: returns what its files define, the most important first, a page \
            at a time.\n\n`globs` may be one text. `MapRequest` and its `Scope` document the \
            options. Raises a `ReadError` if there is nothing at the path, or if an option cannot \
            be used.",
    },
    Method {
        name: "diff",
        given: "path: AnyPath = \".\"",
        record: Some("diff-request"),
        result: "DiffPage",
        has_progress: false,
        docs: "Compares two revisions of a git repository, or one with the working tree, a page at \
            a time: by default `HEAD` with the working tree.\n\n`from_` and `to` name the \
            revisions. `DiffRequest` documents the options. Raises a `ReadError` if there is no \
            repository or no such revision, or if it is damaged.",
    },
    Method {
        name: "log",
        given: "path: AnyPath = \".\"",
        record: Some("log-request"),
        result: "LogPage",
        has_progress: false,
        docs: "Returns the commits that changed a file or directory, the newest first, a page at a \
            time.\n\n`LogRequest` documents the options. Raises a `ReadError` as `diff` does.",
    },
    Method {
        name: "blame",
        given: "path: AnyPath",
        record: Some("blame-request"),
        result: "BlamePage",
        has_progress: false,
        docs: "Returns lines of a file with the commits that they come from, a page at a \
            time.\n\n`BlameRequest` documents the options. Raises a `ReadError` as `diff` does.",
    },
    Method {
        name: "call",
        given: "tool: str, arguments: _calls.Arguments",
        record: None,
        result: "Reply",
        has_progress: true,
        docs: "Calls a tool with the arguments that a model wrote: JSON text, or the object that \
            it was parsed to.\n\n`tool` is the id of the tool, such as `pi@0`; `pi` means its \
            newest revision. Whatever is wrong with the arguments or the file is part of the \
            reply, in the words of the tool's agent. Raises `UnknownToolError` if there is no such \
            tool. `progress` is called as by `read`.",
    },
    Method {
        name: "arguments_for",
        given: "tool: str, path: AnyPath",
        record: Some("basic-request"),
        result: "str | None",
        has_progress: false,
        docs: "Writes a read as the arguments of a tool, as JSON text for `call`. `None` if the \
            tool cannot express it.",
    },
];

/// Writes the parameters of a request in Python.
fn parameters_of(members: &[Member<'_>]) -> Vec<Code> {
    let parameters = flat(members).into_iter().filter(|each| each.shape != Shape::Required);
    parameters
        .map(|Flat { name, shape, ty, first, .. }| {
            let name = member(name);
            Code::plain(match shape {
                Shape::Choice => format!("{name}: {ty} = {first:?}"),
                Shape::Flag => format!("{name}: bool = False"),
                Shape::Text | Shape::Required => format!("{name}: str | None = None"),
                Shape::Number => format!("{name}: int = 0"),
                Shape::Texts => format!("{name}: str | Sequence[str] = ()"),
                Shape::Choices => format!("{name}: Sequence[{ty}] = ()"),
                _ => format!("{name}: int | None = None"),
            })
        })
        .collect()
}

/// Writes what makes a request of its parameters in Python.
fn made(contract: &Contract, record: &str) -> Result<Code> {
    let pass = |Member { field, shape, ty, .. }: Member<'_>| {
        let name = member(&field.name);
        Ok(match shape {
            Shape::Start => Code::plain(
                "start=start_at(start, cursor, block, definition, unit, levels, siblings)",
            ),
            Shape::Nested => made(contract, &ty.to_kebab_case())?.after(&format!("{name}=")),
            _ if name == "path" => Code::plain("path=path_text(path)"),
            _ => Code::plain(format!("{name}={name}")),
        })
    };
    let passed = members(contract, record)?.into_iter().map(pass).collect::<Result<_>>()?;
    Ok(Code::list(format!("{}(", record.to_upper_camel_case()), passed, ")"))
}

/// Writes the head of a function in Python.
fn definition(start: &str, given: &str, options: Vec<Code>, result: &str, depth: usize) -> String {
    let mut parts: Vec<_> = given.split(", ").map(Code::plain).collect();
    parts.push(Code::plain("*"));
    parts.extend(options);
    let style = &STYLE;
    let indent = " ".repeat(depth * style.indent);
    let end = format!(") -> {result}:");
    let flat = Code::list(start, parts, "").text(&Style { width: usize::MAX, ..*style }, depth);
    if indent.len() + flat.len() + end.len() <= style.width {
        return format!("{indent}{flat}{end}\n");
    }
    let inner = " ".repeat((depth + 1) * style.indent);
    let items = flat[start.len()..].replace(", ", &format!(",\n{inner}"));
    format!("{indent}{start}\n{inner}{items},\n{indent}{end}\n")
}

/// Writes the module `generated.requests` of the package for Python: functions that make requests.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let mut text = String::new();
    for (record, docs) in [
        (
            "read-request",
            "Returns a request for `Room.read_many`, from the options of `Room.read`.",
        ),
        ("basic-request", "Returns a request that every tool can be asked for."),
    ] {
        let parameters = parameters_of(&members(contract, record)?);
        let name = record.to_upper_camel_case();
        let start = format!("def {}(", record.to_snake_case());
        let call = made(contract, record)?.after("return ").text(&STYLE, 1);
        text += &format!(
            "\n\n{}    \"\"\"{docs}\"\"\"\n    {call}\n",
            definition(&start, "path: AnyPath", parameters, &name, 0)
        );
    }
    let options = call_options(contract)?;
    let names = options.iter().map(|each| each.field.name.to_snake_case());
    let names: Vec<_> = names.map(|name| format!("    {name}: bool\n")).collect();
    Ok(format!(
        "# {NOTICE}\n\"\"\"Requests from the options of a call.\"\"\"\n\n\
         from __future__ import annotations\n\nfrom typing import TypedDict\n\n\
         from .._arguments import AnyPath, path_text, start_at\n\
         from ..contract import BasicRequest, ReadRequest, Totals, View\n{text}\n\n\
         class CallOptions(TypedDict):\n    \"\"\"How a tool is called.\"\"\"\n\n{}",
        names.concat()
    ))
}

/// Writes the module `generated.methods` of the package for Python: the methods of rooms that have
/// options.
pub(crate) fn methods(contract: &Contract) -> Result<String> {
    let mut classes = String::new();
    for is_async in [false, true] {
        let (prefix, wait, kind) =
            if is_async { ("async ", "await ", "Async") } else { ("", "", "") };
        let about = if is_async { "The same, awaited." } else { "The methods with options." };
        classes += &format!("\n\nclass {kind}Methods:\n    \"\"\"{about}\"\"\"\n");
        for method in &METHODS {
            let options = match method.record {
                Some(record) => spread(contract, record)?,
                None => call_options(contract)?,
            };
            let mut parameters = parameters_of(&options);
            if method.has_progress {
                parameters.push(Code::plain("progress: _calls.Progress | None = None"));
            }
            let start = format!("{prefix}def {}(self, ", method.name);
            // The list of parameters begins with `self`, also where each has a line.
            let (start, given) = (start.replace("self, ", ""), format!("self, {}", method.given));
            let def = definition(&start, &given, parameters, method.result, 1);
            let docs = if is_async {
                format!("As `Room.{}`.", method.name)
            } else {
                let mut docs = method.docs.to_owned();
                if method.record.is_none() {
                    let of_options = options.iter().map(|each| {
                        let words = Docs::new(contract, &STYLE);
                        let name = each.field.name.to_snake_case();
                        format!(" `{name}`: {}", words.words(&each.field.docs))
                    });
                    docs += &of_options.collect::<String>();
                }
                docs
            };
            let all: Vec<_> = flat(&options)
                .into_iter()
                .filter(|each| each.shape != Shape::Required)
                .map(|each| member(each.name))
                .map(|name| Code::plain(format!("{name}={name}")))
                .collect();
            let request = |open: &str| {
                let path = vec![Code::plain("path")];
                Code::list(open, path.into_iter().chain(all.clone()).collect(), ")")
            };
            let mut items = match (method.name, method.record) {
                ("read", _) => vec![request("read_request(")],
                ("arguments_for", _) => vec![Code::plain("tool"), request("basic_request(")],
                ("read_many", Some(record)) => {
                    vec![Code::plain("requests"), made(contract, record)?]
                }
                (_, Some(record)) => vec![made(contract, record)?],
                _ => vec![
                    Code::plain("tool"),
                    Code::plain("arguments"),
                    Code::list("CallOptions(", all, ")"),
                ],
            };
            if method.has_progress {
                items.push(Code::plain("progress"));
            }
            let call = Code::list(format!("_calls.{}(", method.name), items, ")");
            let call = Code::list(format!("return {wait}self._run("), vec![call], ")");
            classes += &format!(
                "\n{def}{}        {}\n",
                commented(&docs, 2, &STYLE, ["\"\"\"", "", "\"\"\""]),
                call.text(&STYLE, 2)
            );
        }
        classes += &format!(
            "\n    {prefix}def _run(self, call: _calls.Call[_T]) -> _T:\n        \
             raise NotImplementedError\n"
        );
    }
    // The package has its own classes for these two.
    let is_own = |name: &String| ["Document", "Reply"].contains(&name.as_str());
    let names = contract.other_types().into_iter().map(|each| each.name.to_upper_camel_case());
    let mut names: Vec<_> = names.filter(|name| !is_own(name)).collect();
    names.sort_by_key(|name| name.to_lowercase());
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    Ok(format!(
        "# {NOTICE}\n\"\"\"The methods of rooms that have options.\"\"\"\n\n\
         from __future__ import annotations\n\nfrom collections.abc import Iterable, Sequence\n\
         from typing import TypeVar\n\nfrom .. import _calls\n\
         from .._answers import Document, Reply\n\
         from .._arguments import AnyPath, path_text\n\
         {}\
         from ..errors import ReadError\n\
         from .requests import CallOptions, basic_request, read_request\n\n\
         _T = TypeVar(\"_T\")\n{classes}",
        import("..contract", &used(&names, &classes))
    ))
}
