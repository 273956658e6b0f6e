//! Requests in Python: functions that make them, and the methods of rooms.

use anyhow::{Context, Result};
use heck::{ToKebabCase, ToShoutySnakeCase, ToSnakeCase, ToUpperCamelCase};

use super::{CONTEXT, Flat, Member, Shape, call_options, flat, members, options_of};
use crate::model::{Case, Contract, Definition, Function, Type};
use crate::python::{STYLE, annotation, import, member};
use crate::text::{Code, Docs, NOTICE, Style, commented, used};

/// The methods of rooms in Python, by the names of their functions: the parameters before the
/// options, and the documentation before and after that of the options. Without the former, it is
/// that of the function.
const METHODS: [(&str, &str, &str, &str); 14] = [
    (
        "read",
        "path: AnyPath",
        "Reads part of a file: lines of its text, an outline of them, cells of a notebook, or \
         facts about an image. It starts at line 1, or at one of `start`, `cursor` and `block`.",
        "`progress` is called with the number of bytes that were read, at most ten times a second, \
         and refused by the component. An exception in it ends the call.\n\nRaises a `ReadError` \
         if nothing was read, and `CallError` if the component did not answer.",
    ),
    (
        "read-many",
        "requests: Iterable[AnyPath | ReadRequest]",
        "Reads up to 16 files in one call, each given by its path or by a request that \
         `read_request` returns.\n\nThere is one result per request, in the same order. If a file \
         cannot be read, its result is a `ReadError`, which is not raised. The options limit what \
         is returned of all files together.",
        "Raises `InvalidArgumentError` if there are no requests or more than 16, or if an option \
         is out of range.",
    ),
    ("list", "path: AnyPath", "", ""),
    ("stat", "path: AnyPath", "", ""),
    (
        "find",
        "path: AnyPath = \".\"",
        "Finds files by their names below a directory, a page at a time.",
        "Raises a `ReadError` if there is nothing at the path, or if an option cannot be used.",
    ),
    (
        "search",
        "pattern: str, path: AnyPath = \".\"",
        "Searches a file, or the files below a directory, for the lines that match a regular \
         expression, a page at a time.",
        "Raises a `ReadError` if there is nothing at the path, or if the pattern or an option \
         cannot be used.",
    ),
    (
        "map",
        "path: AnyPath = \".\"",
        "",
        "Returns a page at a time. Raises a `ReadError` if an option cannot be used.",
    ),
    (
        "diff",
        "path: AnyPath = \".\"",
        "Compares two revisions of a git repository, or one with the working tree, a page at a \
         time: by default `HEAD` with the working tree. `from_` and `to` name the revisions.",
        "Raises a `ReadError` if there is no repository or no such revision, or if it is damaged.",
    ),
    (
        "log",
        "path: AnyPath = \".\"",
        "Returns the commits that changed a file or directory, the newest first, a page at a time.",
        "Raises a `ReadError` as `diff` does.",
    ),
    (
        "blame",
        "path: AnyPath",
        "",
        "Returns a page at a time. Without a repository it raises as `diff` does.",
    ),
    ("tools", "", "", ""),
    (
        "call",
        "tool: str, arguments: _calls.Arguments",
        "Calls a tool with the arguments that a model wrote: JSON text, or the object that it was \
         parsed to.\n\n`tool` is the id of the tool, such as `pi@0`; `pi` means its newest \
         revision. Whatever is wrong with the arguments or the file is part of the reply, in the \
         words of the tool's agent. Raises `UnknownToolError` if there is no such tool.",
        "",
    ),
    ("arguments-for", "tool: str, path: AnyPath", "", ""),
    ("requested-path", "tool: str, arguments: _calls.Arguments", "", ""),
];

/// The methods that report progress.
const WITH_PROGRESS: [&str; 3] = ["read", "search", "call"];

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
fn made(contract: &Contract, class: &str, members: &[Member<'_>]) -> Result<Code> {
    let pass = |Member { field, shape, ty, .. }: &Member<'_>| {
        let name = member(&field.name);
        let value = match shape {
            Shape::Start => {
                Code::plain("start_at(start, cursor, block, definition, unit, levels, siblings)")
            }
            Shape::Nested => made(contract, ty, &super::members(contract, &ty.to_kebab_case())?)?,
            _ if name == "path" => Code::plain("path_text(path)"),
            _ => Code::plain(&name),
        };
        Ok(value.after(&format!("{name}=")))
    };
    let passed = members.iter().map(pass).collect::<Result<_>>()?;
    Ok(Code::list(format!("{class}("), passed, ")"))
}

/// Writes the head of a function in Python.
fn definition(start: &str, given: &str, options: Vec<Code>, result: &str, depth: usize) -> String {
    let given = given.split(", ").filter(|each| !each.is_empty());
    let mut parts: Vec<_> = given.map(Code::plain).collect();
    if !options.is_empty() {
        parts.push(Code::plain("*"));
        parts.extend(options);
    }
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

/// Writes the module `generated.requests` of the package for Python.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let members = members(contract, "read-request")?;
    let start = "def read_request(";
    let function = definition(start, "path: AnyPath", parameters_of(&members), "ReadRequest", 0);
    let request = made(contract, "ReadRequest", &members)?.after("return ").text(&STYLE, 1);
    let options = call_options(contract)?;
    let names = options.iter().map(|each| each.field.name.to_snake_case());
    let names: Vec<_> = names.map(|name| format!("    {name}: bool\n")).collect();
    Ok(format!(
        "# {NOTICE}\n\"\"\"Requests from the options of a call.\"\"\"\n\n\
         from __future__ import annotations\n\nfrom typing import TypedDict\n\n\
         from .._arguments import AnyPath, path_text, start_at\n\
         from ..contract import ReadRequest, Totals, View\n\n\n\
         {function}    \"\"\"Returns a request for `Room.read_many`, from the options of \
         `Room.read`.\"\"\"\n    {request}\n\n\n\
         class CallOptions(TypedDict):\n    \"\"\"How a tool is called.\"\"\"\n\n{}",
        names.concat()
    ))
}

/// Writes the module `generated.methods` of the package for Python: the functions of the contract
/// as methods of rooms.
pub(crate) fn methods(contract: &Contract) -> Result<String> {
    let mut classes = String::new();
    for is_async in [false, true] {
        let (prefix, kind) = if is_async { ("async ", "Async") } else { ("", "") };
        let about = if is_async { "The same, awaited." } else { "The functions of the contract." };
        classes += &format!("\n\nclass {kind}Methods:\n    \"\"\"{about}\"\"\"\n");
        for (name, given, about, more) in METHODS {
            classes += &method(contract, name, given, [about, more], is_async)?;
        }
        classes += &format!(
            "\n    {prefix}def _run(self, call: _calls.Call[_T]) -> _T:\n        \
             raise NotImplementedError\n"
        );
    }
    // The package defines the others.
    let is_of_contract =
        |each: &&Definition| !each.is_error() && !["document", "reply"].contains(&&*each.name);
    let types = contract.types.iter().filter(is_of_contract);
    let mut names: Vec<_> = types.map(|each| each.name.to_upper_camel_case()).collect();
    names.sort_by_key(|name| name.to_lowercase());
    let names: Vec<_> = names.iter().map(String::as_str).collect();
    Ok(format!(
        "# {NOTICE}\n\"\"\"The functions of the contract as methods of rooms.\"\"\"\n\n\
         from __future__ import annotations\n\nfrom collections.abc import Iterable, Sequence\n\
         from typing import TypeVar\n\nfrom .. import _calls\n\
         from .._answers import Document, Reply\n\
         from .._arguments import AnyPath, path_text, start_at\n\
         {}\
         from ..errors import ReadError\nfrom . import decode\n\
         from .requests import CallOptions\n\n\
         _T = TypeVar(\"_T\")\n{classes}",
        import("..contract", &used(&names, &classes))
    ))
}

fn method(
    contract: &Contract,
    name: &str,
    given: &str,
    [about, more]: [&str; 2],
    is_async: bool,
) -> Result<String> {
    let function = contract.functions.iter().find(|each| each.name == name);
    let function = function.with_context(|| format!("there is no function `{name}`"))?;
    let snake = name.to_snake_case();
    let (prefix, wait) = if is_async { ("async ", "await ") } else { ("", "") };
    let has_progress = WITH_PROGRESS.contains(&name);
    let (record, options) = options_of(contract, function)?.unzip();
    let options = options.unwrap_or_default();
    let request = match record {
        Some(CONTEXT) => Some(made(contract, "CallOptions", &options)?),
        Some(name) => Some(made(contract, &name.to_upper_camel_case(), &members(contract, name)?)?),
        None => None,
    };
    let mut parameters = parameters_of(&options);
    let members = flat(&options);
    let names = given.split(", ").filter_map(|each| each.split_once(':')).map(|(name, _)| name);
    let others = names.filter(|name| !members.iter().any(|member| member.name == *name));
    let mut passed: Vec<_> = others.map(Code::plain).chain(request).collect();
    if has_progress {
        parameters.push(Code::plain("progress: _calls.Progress | None = None"));
        passed.push(Code::plain("progress"));
    }
    // A read has an answer of the package's own.
    let call = if function.parameters.len() == 1 && record.is_some() && name != "read" {
        let decoder = format!("decode.{}_RESULT", name.to_shouty_snake_case());
        let start = [Code::plain(format!("{name:?}")), Code::plain(decoder)];
        Code::list("_calls.ask(", start.into_iter().chain(passed).collect(), ")")
    } else {
        Code::list(format!("_calls.{snake}("), passed, ")")
    };
    let result = match contract.target(&function.result) {
        _ if name == "read-many" => "Sequence[Document | ReadError]".to_owned(),
        Type::Result(ok, _) => annotation(ok),
        ty => annotation(ty),
    };
    let given = format!("self, {given}");
    let head = definition(&format!("{prefix}def {snake}("), &given, parameters, &result, 1);
    let docs = if is_async {
        format!("As `Room.{snake}`.")
    } else {
        let progress =
            (has_progress && name != "read").then_some("`progress` is called as by `read`.");
        let of_options = options_docs(contract, record, &options)?;
        let second = [&of_options, progress.unwrap_or_default(), more].join(" ");
        let about = match about {
            "" => of_function(contract, function),
            about => about.to_owned(),
        };
        format!("{about}\n\n{second}")
    };
    let call = Code::list(format!("return {wait}self._run("), vec![call], ")");
    Ok(format!("\n{head}{}        {}\n", commented(&docs, 2, &STYLE), call.text(&STYLE, 2)))
}

/// Returns the documentation of a function, with the exceptions of its error codes.
fn of_function(contract: &Contract, function: &Function) -> String {
    let docs = Docs::new(contract, &STYLE).words(&function.docs).replace("Fails ", "Raises ");
    let codes = contract.get("error-code").map_or(&[][..], Definition::cases);
    codes.iter().fold(docs.replace("Raises with ", "Raises "), |docs, Case { name, .. }| {
        docs.replace(&format!("`{name}`"), &format!("`{}Error`", name.to_upper_camel_case()))
    })
}

/// Returns where the options of a method are documented, or their documentation.
fn options_docs(
    contract: &Contract,
    record: Option<&str>,
    options: &[Member<'_>],
) -> Result<String> {
    let Some(record) = record else { return Ok(String::new()) };
    if record == CONTEXT {
        let words = Docs::new(contract, &STYLE);
        let option = |Member { field, .. }: &Member<'_>| {
            format!("`{}`: {}", member(&field.name), words.words(&field.docs))
        };
        return Ok(options.iter().map(option).collect::<Vec<_>>().join(" "));
    }
    let all = members(contract, record)?;
    let inner = all.iter().find(|each| each.shape == Shape::Nested);
    let name = record.to_upper_camel_case();
    let documents = match inner {
        Some(Member { ty, .. }) => format!("`{name}` and its `{ty}` document"),
        None => format!("`{name}` documents"),
    };
    let has_texts = options.iter().any(|each| each.shape == Shape::Texts);
    let globs = if has_texts { " `globs` may be a single string." } else { "" };
    Ok(format!("{documents} the options.{globs}"))
}
