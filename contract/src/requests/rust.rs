//! Requests in Rust, and as JSON.

use anyhow::Result;
use heck::{ToSnakeCase, ToUpperCamelCase};

use super::{Flat, Member, REQUESTS, SEARCH_REQUESTS, START, Shape, call_options, flat, members};
use crate::model::Contract;
use crate::rust::{STYLE, documented};
use crate::text::{Code, Docs, NOTICE, Style};

/// Writes the module `generated::requests` of the host.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let mut text = String::new();
    let docs = Docs::new(contract, &STYLE);
    let mut types = vec!["Start".to_owned(), "CallContext".to_owned()];
    for record in REQUESTS.iter().chain(&SEARCH_REQUESTS) {
        let members = members(contract, record)?;
        text += &rust_request(&docs, record, &members);
        types.push(record.to_upper_camel_case());
        let is_enum =
            |member: &&Member<'_>| [Shape::Choice, Shape::Choices].contains(&member.shape);
        types.extend(members.iter().filter(is_enum).map(|member| member.ty.clone()));
    }
    text += &rust_call_options(&docs, &call_options(contract)?);
    types.sort();
    types.dedup();
    Ok(format!(
        "// {NOTICE}\n//! Requests in Rust, and as JSON.\n\n\
         use crate::flat::{{FlatStart, StartError, cut}};\n\
         use crate::{{\n    {},\n}};\n\
         use serde::{{Deserialize, Serialize}};\n{text}",
        filled(&types)
    ))
}

/// The maximum length of a member of a literal.
const LINE: usize = 86;

/// Writes names of a list, as many as fit into each line.
fn filled(names: &[String]) -> String {
    let (mut text, mut length) = (String::new(), 0);
    for name in names {
        length += name.len() + 2;
        if length > 96 {
            text.truncate(text.trim_end().len());
            text += "\n    ";
            length = name.len() + 2;
        }
        text += name;
        text += ", ";
    }
    text.trim_end_matches(", ").to_owned()
}

fn rust_request(docs: &Docs<'_>, record: &str, members: &[Member<'_>]) -> String {
    let name = record.to_upper_camel_case();
    let flat_name = format!("Flat{name}");
    let (mut fields, mut to, mut from) = (String::new(), Vec::new(), Vec::new());
    let (mut defaults, mut setters, mut cuts) = (Vec::new(), String::new(), Vec::new());
    for Flat { name, shape, ty, .. } in flat(members) {
        let name = name.to_snake_case();
        let ty = match shape {
            Shape::Required => "String".into(),
            Shape::Text => "Option<String>".into(),
            Shape::Count => "Option<u32>".into(),
            Shape::Integer => "Option<i64>".into(),
            Shape::Flag => "Option<bool>".into(),
            Shape::Number => "Option<u32>".into(),
            Shape::Texts => "Option<Vec<String>>".into(),
            Shape::Choices => format!("Option<Vec<{ty}>>"),
            Shape::Nested => format!("Flat{ty}"),
            Shape::Choice | Shape::Start => format!("Option<{ty}>"),
        };
        if shape != Shape::Required && shape != Shape::Nested {
            fields += "    #[serde(skip_serializing_if = \"Option::is_none\")]\n";
        }
        fields += &format!("    {name}: {ty},\n");
    }
    let start = START.map(|(name, ..)| name).join(", ");
    let mut has_start = false;
    for Member { field, shape, ty, first } in members {
        let member = field.name.to_snake_case();
        let parameter_type;
        let (default, parameter, value) = match shape {
            Shape::Required => (format!("{member}: {member}.into()"), "", ""),
            Shape::Text => (format!("{member}: None"), "impl Into<String>", "Some({}.into())"),
            Shape::Count | Shape::Integer => (format!("{member}: None"), "u32", "Some({})"),
            Shape::Flag => (format!("{member}: false"), "bool", "{}"),
            Shape::Number => (format!("{member}: 0"), "u32", "{}"),
            Shape::Texts => (
                format!("{member}: Vec::new()"),
                "impl IntoIterator<Item = impl Into<String>>",
                "{}.into_iter().map(Into::into).collect()",
            ),
            Shape::Choices => {
                parameter_type = format!("impl Into<Vec<{ty}>>");
                (format!("{member}: Vec::new()"), parameter_type.as_str(), "{}.into()")
            }
            Shape::Nested => (format!("{member}: {member}.into()"), "", ""),
            Shape::Choice => {
                (format!("{member}: {ty}::{}", first.to_upper_camel_case()), ty.as_str(), "{}")
            }
            Shape::Start => (format!("{member}: None"), "Start", "Some({})"),
        };
        defaults.push(Code::plain(default));
        if !parameter.is_empty() {
            let about = documented(docs, &field.docs, 4);
            let value = match value.replace("{}", &member) {
                same if same == member => member.clone(),
                other => format!("{member}: {other}"),
            };
            setters += &format!(
                "\n    /// Sets `{member}`.\n    ///\n{about}    #[must_use]\n    \
                 pub fn {member}(self, {member}: {parameter}) -> Self {{\n\
                 \x20       Self {{ {value}, ..self }}\n    }}\n"
            );
        }
        let plain = |text: String| Code::plain(text);
        match shape {
            Shape::Start => {
                has_start = true;
                to.extend(START.map(|(name, ..)| Code::plain(name)));
                let members = START.map(|(name, ..)| Code::plain(format!("{name}: given.{name}")));
                let start = Code::list("FlatStart {", members.into(), "}");
                from.push(plain(format!(
                    "start: {}\n            .start()?",
                    start.text(&Style { width: 0, ..STYLE }, 3)
                )));
                cuts.push(Code::plain(
                    "start: match &self.start {\n                \
                     Some(Start::Cursor(cursor)) => Some(Start::Cursor(cut(cursor, max))),\n\
                     \x20               \
                     Some(Start::Unit(unit)) => Some(Start::Unit(cut(unit, max))),\n\
                     \x20               start => start.clone(),\n            }",
                ));
            }
            Shape::Choice => {
                let first = format!("{ty}::{}", first.to_upper_camel_case());
                let condition = format!("{member}: (request.{member} != {first})");
                let value = format!(".then_some(request.{member})");
                let is_long = condition.len() + value.len() > LINE;
                let between = if is_long { "\n                " } else { "" };
                to.push(plain(condition + between + &value));
                from.push(plain(format!("{member}: given.{member}.unwrap_or({first})")));
            }
            Shape::Flag => {
                to.push(plain(format!("{member}: request.{member}.then_some(true)")));
                from.push(plain(format!("{member}: given.{member}.unwrap_or(false)")));
            }
            Shape::Required | Shape::Text => {
                to.push(plain(format!("{member}: request.{member}.clone()")));
                from.push(plain(format!("{member}: given.{member}")));
                cuts.push(plain(match shape {
                    Shape::Required => format!("{member}: cut(&self.{member}, max)"),
                    _ => format!("{member}: self.{member}.as_deref().map(|text| cut(text, max))"),
                }));
            }
            Shape::Number => {
                to.push(plain(format!(
                    "{member}: (request.{member} > 0).then_some(request.{member})"
                )));
                from.push(plain(format!("{member}: given.{member}.unwrap_or(0)")));
            }
            Shape::Texts | Shape::Choices => {
                to.push(plain(format!(
                    "{member}: Some(&request.{member}).filter(|all| !all.is_empty()).cloned()"
                )));
                from.push(plain(format!("{member}: given.{member}.unwrap_or_default()")));
                cuts.push(plain(match shape {
                    Shape::Texts => {
                        format!(
                            "{member}: self.{member}.iter().map(|text| cut(text, max)).collect()"
                        )
                    }
                    _ => format!("{member}: self.{member}.clone()"),
                }));
            }
            Shape::Nested => {
                to.push(plain(format!("{member}: (&request.{member}).into()")));
                from.push(plain(format!("{member}: given.{member}.into()")));
                cuts.push(plain(format!("{member}: self.{member}.truncated(max)")));
            }
            Shape::Count | Shape::Integer => {
                to.push(plain(format!("{member}: request.{member}")));
                from.push(plain(format!("{member}: given.{member}")));
            }
        }
    }
    let literal = |open: &str, members, close| {
        let text = Code::list(open, members, close).text(&STYLE, 2);
        text.replace("..*self,", "..*self")
    };
    cuts.push(Code::plain("..*self"));
    let start_of = if has_start {
        format!(
            "        let FlatStart {{ {start} }} =\n            \
             FlatStart::of(request.start.as_ref());\n"
        )
    } else {
        String::new()
    };
    let back = if has_start {
        format!(
            "impl TryFrom<{flat_name}> for {name} {{\n    type Error = StartError;\n\n    \
             fn try_from(given: {flat_name}) -> Result<Self, StartError> {{\n        \
             {}\n    }}\n}}\n",
            literal("Ok(Self {", from, "})")
        )
    } else {
        format!(
            "impl From<{flat_name}> for {name} {{\n    fn from(given: {flat_name}) -> Self {{\n\
             \x20       {}\n    }}\n}}\n",
            literal("Self {", from, "}")
        )
    };
    // Only these requests are recorded.
    let is_recorded =
        ["read-request", "list-request"].contains(&record) || SEARCH_REQUESTS.contains(&record);
    let truncated = if is_recorded {
        format!(
            "\n    /// Returns the request with strings of at most `max` bytes each.\n    \
             #[must_use]\n    pub fn truncated(&self, max: usize) -> Self {{\n        {}\n    }}\n",
            literal("Self {", cuts, "}")
        )
    } else {
        String::new()
    };
    let parameters: Vec<_> = members
        .iter()
        .filter_map(|Member { field, shape, ty, .. }| {
            let ty = match shape {
                Shape::Required => "String",
                Shape::Nested => ty,
                _ => return None,
            };
            Some(format!("{}: impl Into<{ty}>", field.name.to_snake_case()))
        })
        .collect();
    let new = if !parameters.is_empty() {
        format!(
            "    /// Returns a request with the defaults.\n    \
             pub fn new({}) -> Self {{\n        {}\n    }}\n\
             {setters}{truncated}",
            parameters.join(", "),
            literal("Self {", defaults, "}")
        )
    } else {
        setters.trim_start_matches('\n').to_owned()
    };
    format!(
        "\nimpl {name} {{\n{new}}}\n\n\
         /// A `{record}` as JSON has it, flat.\n#[derive(Debug, Deserialize, Serialize)]\n\
         #[serde(deny_unknown_fields)]\npub struct {flat_name} {{\n{fields}}}\n\n\
         impl From<&{name}> for {flat_name} {{\n    fn from(request: &{name}) -> Self {{\n\
         {start_of}        {}\n    }}\n}}\n\n{back}",
        literal("Self {", to, "}")
    )
}

fn rust_call_options(docs: &Docs<'_>, members: &[Member<'_>]) -> String {
    let (mut fields, mut context) = (String::new(), String::new());
    for Member { field, .. } in members {
        let name = field.name.to_snake_case();
        fields += &documented(docs, &field.docs, 4);
        fields += &format!("    pub {name}: bool,\n");
        context += &format!("{name}: self.{name}, ");
    }
    format!(
        "\n/// How a tool is called.\n#[derive(Clone, Copy, Debug, Default)]\n\
         pub struct CallOptions {{\n{fields}}}\n\n\
         impl CallOptions {{\n    \
         /// Returns what a call is given in addition to its arguments.\n    \
         pub fn context(\n        self,\n        index: Option<String>,\n        \
         shown: Option<String>,\n        max_tokens: Option<u32>,\n        \
         milliseconds: Option<u32>,\n    ) -> CallContext {{\n\
         \x20       CallContext {{ {context}index, shown, max_tokens, milliseconds }}\n    }}\n}}\n"
    )
}
