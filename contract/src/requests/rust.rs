//! Requests in Rust, and as JSON.

use anyhow::Result;
use heck::{ToSnakeCase, ToUpperCamelCase};

use super::{Flat, Member, REQUESTS, START, Shape, call_options, flat, members};
use crate::model::Contract;
use crate::rust::STYLE;
use crate::text::{Code, Docs, NOTICE, Style};

/// Writes the module `generated::requests` of the host.
pub(crate) fn requests(contract: &Contract) -> Result<String> {
    let mut text = String::new();
    let docs = Docs::new(contract, &STYLE);
    let mut types = vec!["Start".to_owned(), "CallContext".to_owned()];
    for record in REQUESTS {
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
    let parameters: Vec<_> = members.iter().filter_map(parameter_of_new).collect();
    let methods = if parameters.is_empty() {
        setters(docs, members).trim_start_matches('\n').to_owned()
    } else {
        let defaults = members.iter().map(default).collect();
        format!(
            "    /// Returns a request with the defaults.\n    \
             pub fn new({}) -> Self {{\n        {}\n    }}\n{}{}",
            parameters.join(", "),
            literal("Self {", defaults, "}"),
            setters(docs, members),
            truncated(members)
        )
    };
    format!(
        "\nimpl {name} {{\n{methods}}}\n\n{}{}",
        flat_struct(record, members),
        conversions(&name, members)
    )
}

fn literal(open: &str, members: Vec<Code>, close: &'static str) -> String {
    Code::list(open, members, close).text(&STYLE, 2).replace("..*self,", "..*self")
}

fn parameter_of_new(member: &Member<'_>) -> Option<String> {
    let ty = match member.shape {
        Shape::Required => "String",
        Shape::Nested => &member.ty,
        _ => return None,
    };
    Some(format!("{}: impl Into<{ty}>", member.field.name.to_snake_case()))
}

pub(super) fn default(Member { field, shape, ty, first }: &Member<'_>) -> Code {
    let member = field.name.to_snake_case();
    let value = match shape {
        Shape::Required | Shape::Nested => format!("{member}.into()"),
        Shape::Text | Shape::Count | Shape::Integer | Shape::Start => "None".into(),
        Shape::Flag => "false".into(),
        Shape::Number => "0".into(),
        Shape::Texts | Shape::Choices => "Vec::new()".into(),
        Shape::Choice => format!("{ty}::{}", first.to_upper_camel_case()),
    };
    Code::plain(format!("{member}: {value}"))
}

/// Writes a method for each member that is not a parameter of `new`.
fn setters(docs: &Docs<'_>, members: &[Member<'_>]) -> String {
    let setter = |Member { field, shape, ty, .. }: &Member<'_>| {
        let member = field.name.to_snake_case();
        let given = match shape {
            Shape::Required | Shape::Nested => return String::new(),
            Shape::Text => [String::from("impl Into<String>"), format!("Some({member}.into())")],
            Shape::Count | Shape::Integer => ["u32".into(), format!("Some({member})")],
            Shape::Flag => ["bool".into(), member.clone()],
            Shape::Number => ["u32".into(), member.clone()],
            Shape::Texts => [
                "impl IntoIterator<Item = impl Into<String>>".into(),
                format!("{member}.into_iter().map(Into::into).collect()"),
            ],
            Shape::Choices => [format!("impl Into<Vec<{ty}>>"), format!("{member}.into()")],
            Shape::Choice => [ty.clone(), member.clone()],
            Shape::Start => ["Start".into(), format!("Some({member})")],
        };
        let [parameter, value] = given;
        let value = if value == member { value } else { format!("{member}: {value}") };
        let about = docs.comment(&field.docs, &[], 1);
        format!(
            "\n    /// Sets `{member}`.\n    ///\n{about}    #[must_use]\n    \
             pub fn {member}(self, {member}: {parameter}) -> Self {{\n\
             \x20       Self {{ {value}, ..self }}\n    }}\n"
        )
    };
    members.iter().map(setter).collect()
}

/// Writes the method that shortens strings, for requests that are recorded.
fn truncated(members: &[Member<'_>]) -> String {
    let cut = |Member { field, shape, .. }: &Member<'_>| {
        let member = field.name.to_snake_case();
        let value = match shape {
            Shape::Required => format!("cut(&self.{member}, max)"),
            Shape::Text => format!("self.{member}.as_deref().map(|text| cut(text, max))"),
            Shape::Texts => format!("self.{member}.iter().map(|text| cut(text, max)).collect()"),
            Shape::Choices => format!("self.{member}.clone()"),
            Shape::Nested => format!("self.{member}.truncated(max)"),
            Shape::Start => "self.start.as_ref().map(|start| start.truncated(max))".into(),
            Shape::Count | Shape::Integer | Shape::Flag | Shape::Number | Shape::Choice => {
                return None;
            }
        };
        Some(Code::plain(format!("{member}: {value}")))
    };
    let cuts = members.iter().filter_map(cut).chain([Code::plain("..*self")]).collect();
    format!(
        "\n    /// Returns the request with strings of at most `max` bytes each.\n    \
         #[must_use]\n    pub fn truncated(&self, max: usize) -> Self {{\n        {}\n    }}\n",
        literal("Self {", cuts, "}")
    )
}

fn flat_struct(record: &str, members: &[Member<'_>]) -> String {
    let field = |Flat { name, shape, ty, .. }: Flat<'_>| {
        let ty = match shape {
            Shape::Required => "String".into(),
            Shape::Text => "Option<String>".into(),
            Shape::Count | Shape::Number => "Option<u32>".into(),
            Shape::Integer => "Option<i64>".into(),
            Shape::Flag => "Option<bool>".into(),
            Shape::Texts => "Option<Vec<String>>".into(),
            Shape::Choices => format!("Option<Vec<{ty}>>"),
            Shape::Nested => format!("Flat{ty}"),
            Shape::Choice | Shape::Start => format!("Option<{ty}>"),
        };
        let skip = if ty.starts_with("Option") {
            "    #[serde(skip_serializing_if = \"Option::is_none\")]\n"
        } else {
            ""
        };
        format!("{skip}    {}: {ty},\n", name.to_snake_case())
    };
    let fields: String = flat(members).into_iter().map(field).collect();
    format!(
        "/// A `{record}` as JSON has it, flat.\n#[derive(Debug, Deserialize, Serialize)]\n\
         #[serde(deny_unknown_fields)]\npub struct Flat{} {{\n{fields}}}\n\n",
        record.to_upper_camel_case()
    )
}

/// Writes the conversions of a request to its flat form and back.
fn conversions(name: &str, members: &[Member<'_>]) -> String {
    let flat_name = format!("Flat{name}");
    let to = members.iter().flat_map(to_flat).collect();
    let from = members.iter().map(from_flat).collect();
    let (start_of, back) = if members.iter().any(|member| member.shape == Shape::Start) {
        let start_of = format!(
            "        let FlatStart {{ {} }} =\n            \
             FlatStart::of(request.start.as_ref());\n",
            START.map(|(name, ..)| name).join(", ")
        );
        let back = format!(
            "impl TryFrom<{flat_name}> for {name} {{\n    type Error = StartError;\n\n    \
             fn try_from(given: {flat_name}) -> Result<Self, StartError> {{\n        \
             {}\n    }}\n}}\n",
            literal("Ok(Self {", from, "})")
        );
        (start_of, back)
    } else {
        let back = format!(
            "impl From<{flat_name}> for {name} {{\n    fn from(given: {flat_name}) -> Self {{\n\
             \x20       {}\n    }}\n}}\n",
            literal("Self {", from, "}")
        );
        (String::new(), back)
    };
    format!(
        "impl From<&{name}> for {flat_name} {{\n    fn from(request: &{name}) -> Self {{\n\
         {start_of}        {}\n    }}\n}}\n\n{back}",
        literal("Self {", to, "}")
    )
}

fn to_flat(Member { field, shape, ty, first }: &Member<'_>) -> Vec<Code> {
    let member = field.name.to_snake_case();
    let value = match shape {
        Shape::Start => return START.map(|(name, ..)| Code::plain(name)).into(),
        Shape::Choice => {
            let condition = format!("(request.{member} != {ty}::{})", first.to_upper_camel_case());
            let value = format!(".then_some(request.{member})");
            let is_long = member.len() + 2 + condition.len() + value.len() > LINE;
            condition + if is_long { "\n                " } else { "" } + &value
        }
        Shape::Flag => format!("request.{member}.then_some(true)"),
        Shape::Required | Shape::Text => format!("request.{member}.clone()"),
        Shape::Number => format!("(request.{member} > 0).then_some(request.{member})"),
        Shape::Texts | Shape::Choices => {
            format!("Some(&request.{member}).filter(|all| !all.is_empty()).cloned()")
        }
        Shape::Nested => format!("(&request.{member}).into()"),
        Shape::Count | Shape::Integer => format!("request.{member}"),
    };
    vec![Code::plain(format!("{member}: {value}"))]
}

fn from_flat(Member { field, shape, ty, first }: &Member<'_>) -> Code {
    let member = field.name.to_snake_case();
    let value = match shape {
        Shape::Start => {
            let members = START.map(|(name, ..)| Code::plain(format!("{name}: given.{name}")));
            let start = Code::list("FlatStart {", members.into(), "}");
            start.text(&Style { width: 0, ..STYLE }, 3) + "\n            .start()?"
        }
        Shape::Choice => {
            format!("given.{member}.unwrap_or({ty}::{})", first.to_upper_camel_case())
        }
        Shape::Flag => format!("given.{member}.unwrap_or(false)"),
        Shape::Number => format!("given.{member}.unwrap_or(0)"),
        Shape::Texts | Shape::Choices => format!("given.{member}.unwrap_or_default()"),
        Shape::Nested => format!("given.{member}.into()"),
        Shape::Required | Shape::Text | Shape::Count | Shape::Integer => {
            format!("given.{member}")
        }
    };
    Code::plain(format!("{member}: {value}"))
}

fn rust_call_options(docs: &Docs<'_>, members: &[Member<'_>]) -> String {
    let (mut fields, mut context) = (String::new(), String::new());
    for Member { field, .. } in members {
        let name = field.name.to_snake_case();
        fields += &docs.comment(&field.docs, &[], 1);
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
