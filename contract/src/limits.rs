//! The limits on calls, from the table `limits.toml`: for Rust, the packages and the documentation.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use heck::{ToLowerCamelCase, ToSnakeCase, ToUpperCamelCase};
use serde::Deserialize;

use crate::text::{Code, commented, unwrapped, wrapped};

const NOTICE: &str =
    "Generated from contract/limits.toml by `cargo run -p readroom-contract`; do not edit.";
const ABOUT: &str = "What calls in a room may take of the host. A call that reaches a limit fails, \
    and the next call is served.";

/// Where the table in the documentation begins and ends.
const MARKS: [&str; 2] = ["<!-- limits.toml -->\n", "<!-- end -->\n"];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Limits {
    limit: Vec<Limit>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Limit {
    name: String,
    unit: Unit,
    default: String,
    value: Option<String>,
    #[serde(default = "one")]
    minimum: u8,
    code: Option<String>,
    only: Option<Only>,
    docs: String,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Unit {
    Bytes,
    Milliseconds,
    Number,
    Threads,
}

#[derive(Clone, Copy, PartialEq, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Only {
    Checker,
    Fixed,
}

fn one() -> u8 {
    1
}

impl Limit {
    /// Returns the default as an expression in Rust.
    fn value(&self) -> Result<String> {
        if let Some(value) = &self.value {
            return Ok(value.clone());
        }
        let (number, unit) = self.default.split_once(' ').unwrap_or((&self.default, ""));
        Ok(match (self.unit, unit) {
            (Unit::Threads, "") => format!("Threads::{}", self.default.to_upper_camel_case()),
            (Unit::Number, "") => number.into(),
            (Unit::Bytes, "KiB") => format!("{number} << 10"),
            (Unit::Bytes, "MiB") => format!("{number} << 20"),
            (Unit::Bytes, "GiB") => format!("{number} << 30"),
            (Unit::Milliseconds, "s") => format!("Duration::from_secs({number})"),
            _ => anyhow::bail!("`{}` needs a `value`", self.name),
        })
    }

    fn docs(&self) -> String {
        unwrapped(&self.docs).join(" ")
    }

    /// Returns the first sentence of the documentation, as the end of a sentence.
    fn summary(&self) -> String {
        let docs = self.docs();
        let first = docs.split(". ").next().unwrap_or_default().trim_end_matches('.');
        first[..1].to_lowercase() + &first[1..]
    }

    /// Returns the documentation with the unit and the default, for a package.
    fn package_docs(&self, time: &str, none: &str) -> String {
        let unit = match self.unit {
            Unit::Bytes => " In bytes.".into(),
            Unit::Milliseconds => format!(" In {time}."),
            Unit::Number | Unit::Threads => String::new(),
        };
        format!("{}{unit} {none} means {}.", self.docs(), self.default)
    }
}

impl Limits {
    pub(crate) fn read(repository: &Path) -> Result<Self> {
        let text = fs::read_to_string(repository.join("contract/limits.toml"))?;
        let limits: Self = toml::from_str(&text).context("limits.toml")?;
        for limit in &limits.limit {
            limit.value()?;
            ensure!(limit.docs.trim_end().ends_with('.'), "`{}` has no documentation", limit.name);
            let has_code = limit.code.is_some();
            ensure!(has_code == (limit.unit != Unit::Threads), "`{}`: its code", limit.name);
        }
        Ok(limits)
    }

    /// The limits that rooms can be given.
    fn of_rooms(&self) -> impl Iterator<Item = &Limit> {
        self.limit.iter().filter(|limit| limit.only.is_none())
    }

    /// Writes the module `generated::limits` of the host.
    pub(crate) fn rust(&self) -> Result<String> {
        let style = &crate::rust::STYLE;
        let lines = |docs: &str, depth| commented(docs, depth, style);
        let (mut fields, mut defaults, mut setters) = (String::new(), String::new(), String::new());
        let (mut get, mut set) = (String::new(), String::new());
        let (mut names, mut all, mut rows) = (String::new(), Vec::new(), String::new());
        for limit in &self.limit {
            let Limit { name, default, unit, .. } = limit;
            let (field, case) = (name.to_snake_case(), name.to_upper_camel_case());
            let (docs, value) = (limit.docs(), limit.value()?);
            let ty = match unit {
                Unit::Bytes => "usize",
                Unit::Milliseconds => "Duration",
                Unit::Number => "u32",
                Unit::Threads => "Threads",
            };
            let is_fixed = limit.only == Some(Only::Fixed);
            if !is_fixed {
                fields += &lines(&format!("{docs} Default: {default}."), 1);
                fields += &format!("    pub {field}: {ty},\n");
                defaults += &format!("            {field}: {value},\n");
                setters += &format!(
                    "\n    /// Sets [`Limits::{field}`].\n    #[must_use]\n    \
                     pub fn {field}(self, {field}: {ty}) -> Self {{\n        \
                     Self {{ {field}, ..self }}\n    }}\n"
                );
            }
            let Some(code) = &limit.code else { continue };
            if is_fixed {
                get += &format!("            Limit::{case} => &{value},\n");
                set += &format!("            Limit::{case} => return None,\n");
                names += &lines(&format!("{docs} {default}, which cannot be changed."), 1);
            } else {
                get += &format!("            Limit::{case} => &self.{field},\n");
                set += &format!("            Limit::{case} => &mut self.{field},\n");
                names += &format!("    /// [`Limits::{field}`].\n");
            }
            names += &format!("    {case},\n");
            all.push(Code::plain(format!("Self::{case}")));
            let code = code.to_upper_camel_case();
            let unit = match unit {
                Unit::Bytes => "Bytes",
                Unit::Milliseconds => "Milliseconds",
                Unit::Number | Unit::Threads => "Number",
            };
            rows += &format!(
                "            Self::{case} => ({name:?}, Unit::{unit}, ErrorCode::{code}),\n"
            );
        }
        let length = all.len();
        let all = Code::list("[", all, "];").after(&format!("pub const ALL: [Self; {length}] = "));
        let all = all.text(style, 1);
        let about = lines(ABOUT, 0);
        let help: Vec<_> = self
            .of_rooms()
            .map(|limit| {
                let Limit { name, default, .. } = limit;
                let line = format!("{name} [{default}]: {}", limit.summary());
                wrapped(&line, style.width - 11).join(" \\\n        ")
            })
            .collect();
        let help = help.join("\\n\\\n        ");
        Ok(format!(
            "// {NOTICE}\n//! The limits on calls.\n\n\
             use crate::contract::ErrorCode;\n\
             use crate::limits::value::{{\n    DEFAULT_CONCURRENCY, DEFAULT_SHARDS, MAX_ARGUMENTS, \
             STACK, Threads, Unit, Value,\n}};\nuse std::time::Duration;\n\n\
             {about}///\n\
             /// A limit that is reached ends the call with [`crate::Error::Limit`], which names \
             it.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq)]\npub struct Limits {{\n{fields}}}\n\n\
             impl Default for Limits {{\n    fn default() -> Self {{\n        Self {{\n{defaults}\
             \x20       }}\n    }}\n}}\n\n\
             impl Limits {{\n    \
             /// The names of the limits, each with its default and what it bounds, a line \
             each.\n    \
             pub const HELP: &str = \"\\\n        {help}\";\n{setters}\n    \
             pub(crate) fn value(&self, limit: Limit) -> &dyn Value {{\n        \
             match limit {{\n{get}        }}\n    }}\n\n    \
             pub(crate) fn value_mut(&mut self, limit: Limit) -> Option<&mut dyn Value> {{\n\
             \x20       Some(match limit {{\n{set}        }})\n    }}\n}}\n\n\
             /// The name of a limit.\n\
             #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]\n#[non_exhaustive]\n\
             pub enum Limit {{\n{names}}}\n\n\
             impl Limit {{\n    /// All limits.\n    {all}\n\n    \
             /// Returns its name, its unit, and the error code of a call that reached it by \
             itself.\n\
             \x20   pub(crate) fn row(self) -> (&'static str, Unit, ErrorCode) {{\n        \
             match self {{\n{rows}        }}\n    }}\n}}\n",
        ))
    }

    /// Writes the module `generated.limits` of the package for Python.
    pub(crate) fn python(&self) -> String {
        let mut fields = String::new();
        let mut units = String::new();
        for limit in self.of_rooms() {
            let name = limit.name.to_snake_case();
            let (ty, unit) = match limit.unit {
                Unit::Bytes => ("int", "bytes"),
                Unit::Milliseconds => ("float", "seconds"),
                Unit::Number => ("int", "number"),
                Unit::Threads => ("Literal[\"auto\", \"caller\", \"own\"]", "threads"),
            };
            let docs = limit.package_docs("seconds", "None");
            fields += &format!("\n    {name}: {ty} | None = None\n");
            fields += &commented(&docs, 1, &crate::python::STYLE);
            units += &format!("    {name:?}: ({unit:?}, {}),\n", limit.minimum);
        }
        format!(
            "# {NOTICE}\n\"\"\"The limits on calls.\"\"\"\n\nfrom __future__ import annotations\n\n\
             from collections.abc import Mapping\nfrom dataclasses import dataclass\n\
             from typing import Final, Literal\n\n\n\
             @dataclass(frozen=True, kw_only=True)\nclass LimitFields:\n    \
             \"\"\"The fields of `Limits`.\"\"\"\n{fields}\n\n\
             # The unit and the minimum of each limit.\n\
             UNITS: Final[Mapping[str, tuple[str, int]]] = {{\n{units}}}\n"
        )
    }

    /// Writes the module `generated/limits` of the package for JavaScript.
    pub(crate) fn typescript(&self) -> String {
        let mut fields = String::new();
        let mut units = String::new();
        for limit in self.of_rooms() {
            let name = limit.name.to_lower_camel_case();
            let (ty, unit) = match limit.unit {
                Unit::Bytes => ("number", "bytes"),
                Unit::Milliseconds => ("number", "milliseconds"),
                Unit::Number => ("number", "number"),
                Unit::Threads => ("'auto' | 'caller' | 'own'", "threads"),
            };
            let docs = limit.package_docs("milliseconds", "`undefined`");
            fields += &commented(&docs, 1, &crate::typescript::STYLE);
            fields += &format!("  {name}?: {ty} | undefined;\n");
            units += &format!("  {name}: {{ unit: '{unit}', minimum: {} }},\n", limit.minimum);
        }
        let names: Vec<_> = self
            .limit
            .iter()
            .filter(|limit| limit.code.is_some() && limit.only != Some(Only::Checker))
            .map(|limit| format!("'{}'", limit.name))
            .collect();
        format!(
            "// {NOTICE}\n/** The limits on calls. */\n\n\
             {}export interface Limits {{\n{fields}}}\n\n\
             /** The unit and the minimum of each limit. */\n\
             export const UNITS = {{\n{units}}} as const;\n\n\
             /** The names of the limits that a call can reach. */\n\
             export type LimitName =\n  | {};\n",
            commented(ABOUT, 0, &crate::typescript::STYLE),
            names.join("\n  | ")
        )
    }

    /// Writes the table into a document, between its marks.
    pub(crate) fn document(&self, document: &str) -> Result<String> {
        let (before, rest) = document.split_once(MARKS[0]).context("no mark of the table")?;
        let (_, after) = rest.split_once(MARKS[1]).context("no end of the table")?;
        let rows = self.limit.iter().map(|limit| {
            let Limit { name, default, .. } = limit;
            let code = limit.code.as_ref().map_or("-".into(), |code| format!("`{code}`"));
            let only = match limit.only {
                Some(Only::Checker) => " Only in `readroom-check`.",
                Some(Only::Fixed) => " It cannot be changed.",
                None => "",
            };
            format!("| `{name}` | {default} | {}{only} | {code} |\n", limit.docs())
        });
        let head = "\n| limit | default | what it bounds | code |\n|---|---|---|---|\n";
        let table: String = rows.collect();
        let [start, end] = MARKS;
        Ok(format!("{before}{start}{head}{table}\n{end}{after}"))
    }
}
