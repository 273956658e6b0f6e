//! The types and functions of a WIT package, with their documentation, as the backends need them.
//!
//! One file: the types of WIT refer to each other, and each is a few lines.

#![allow(clippy::indexing_slicing, reason = "ids of a `Resolve` are indices into it")]

use std::collections::{HashMap, HashSet};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use heck::{ToLowerCamelCase, ToSnakeCase, ToUpperCamelCase};
use wit_parser::{PackageId, Resolve, TypeDefKind, TypeId, TypeOwner, WorldItem};

/// The interface that only the host of this repository uses: its callers need no types for it.
const OF_HOSTS: &str = "shards";

/// A WIT package. The names in all its interfaces share one namespace.
pub(crate) struct Contract {
    /// The types, in the order of the text.
    pub(crate) types: Vec<Definition>,
    pub(crate) functions: Vec<Function>,
}

/// A named type.
pub(crate) struct Definition {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) kind: Kind,
    /// Whether it is part of the result of a function of an interface.
    pub(crate) is_answer: bool,
    /// Whether it is a record that is used only as the payload of cases, which have its members.
    pub(crate) is_payload: bool,
}

pub(crate) enum Kind {
    Record(Vec<Field>),
    Variant(Vec<Case>),
    Enum(Vec<Case>),
    Alias(Type),
}

#[derive(Clone)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) ty: Type,
}

/// A case of an enum, which has no payload, or of a variant.
pub(crate) struct Case {
    pub(crate) name: String,
    pub(crate) docs: String,
    pub(crate) payload: Option<Type>,
}

#[derive(Clone, PartialEq)]
pub(crate) enum Type {
    Bool,
    String,
    Integer { signed: bool, bits: u8 },
    List(Box<Self>),
    Option(Box<Self>),
    Result(Box<Self>, Box<Self>),
    Named(String),
}

pub(crate) struct Function {
    pub(crate) name: String,
    pub(crate) docs: String,
    /// Whether a world exports it beside the interfaces.
    pub(crate) is_plain: bool,
    pub(crate) parameters: Vec<Type>,
    pub(crate) result: Type,
}

impl Definition {
    /// Returns whether it is an error: a record that the packages write by hand.
    pub(crate) fn is_error(&self) -> bool {
        self.name.ends_with("-error") && matches!(self.kind, Kind::Record(_))
    }

    /// Returns the cases of an enum or a variant.
    pub(crate) fn cases(&self) -> &[Case] {
        match &self.kind {
            Kind::Variant(cases) | Kind::Enum(cases) => cases,
            Kind::Record(_) | Kind::Alias(_) => &[],
        }
    }

    /// Returns the types of its members or payloads.
    pub(crate) fn parts(&self) -> Vec<&Type> {
        match &self.kind {
            Kind::Record(fields) => fields.iter().map(|field| &field.ty).collect(),
            Kind::Variant(cases) | Kind::Enum(cases) => {
                cases.iter().filter_map(|case| case.payload.as_ref()).collect()
            }
            Kind::Alias(ty) => vec![ty],
        }
    }
}

impl Contract {
    /// Reads a directory of WIT files, and `deps` in it.
    pub(crate) fn read(directory: &Path) -> Result<Self> {
        Self::in_directory(directory, Some(OF_HOSTS))
    }

    /// Reads the same with what only hosts call.
    pub(crate) fn of_hosts(directory: &Path) -> Result<Self> {
        Self::in_directory(directory, None)
    }

    fn in_directory(directory: &Path, without: Option<&str>) -> Result<Self> {
        let mut resolve = Resolve::default();
        let (package, _) = resolve.push_dir(directory)?;
        Self::of(&resolve, package, without)
    }

    /// Reads a resolved package, perhaps without one of its interfaces.
    pub(crate) fn of(resolve: &Resolve, package: PackageId, without: Option<&str>) -> Result<Self> {
        let mut contract = Self { types: Vec::new(), functions: Vec::new() };
        let package = &resolve.packages[package];
        for (_, &id) in package.interfaces.iter().filter(|(name, _)| Some(&***name) != without) {
            let interface = &resolve.interfaces[id];
            let mut types: Vec<_> = interface.types.iter().collect();
            types.sort_by_key(|&(_, &ty)| resolve.types[ty].span.start());
            for (name, &ty) in types {
                contract.define(resolve, ty).with_context(|| format!("the type `{name}`"))?;
            }
            for function in interface.functions.values() {
                contract.export(resolve, function, false)?;
            }
        }
        for (name, &id) in &package.worlds {
            for item in resolve.worlds[id].exports.values() {
                match item {
                    WorldItem::Interface { .. } => {}
                    WorldItem::Function(function) => {
                        contract.export(resolve, function, true)?;
                    }
                    WorldItem::Type { .. } => {
                        bail!("the world `{name}` exports a type: move it to an interface")
                    }
                }
            }
        }
        let names = |definition: &Definition| definition.name.clone();
        let answers: HashSet<_> = contract.answers().into_iter().map(names).collect();
        let payloads: HashSet<_> = contract.payloads().into_iter().map(str::to_owned).collect();
        for definition in &mut contract.types {
            definition.is_answer = answers.contains(&definition.name);
            definition.is_payload = payloads.contains(&definition.name);
        }
        contract.check()?;
        Ok(contract)
    }

    pub(crate) fn get(&self, name: &str) -> Option<&Definition> {
        self.types.iter().find(|definition| definition.name == name)
    }

    /// Resolves an alias, or an alias of an alias; returns any other type itself.
    pub(crate) fn target<'a>(&'a self, ty: &'a Type) -> &'a Type {
        match ty {
            Type::Named(name) => match self.get(name).map(|definition| &definition.kind) {
                Some(Kind::Alias(target)) => self.target(target),
                _ => ty,
            },
            _ => ty,
        }
    }

    /// Returns the definition of a type, through aliases.
    pub(crate) fn definition<'a>(&'a self, ty: &'a Type) -> Option<&'a Definition> {
        match self.target(ty) {
            Type::Named(name) => self.get(name),
            _ => None,
        }
    }

    /// Returns the record that a type is, with its fields.
    pub(crate) fn record<'a>(&'a self, ty: &'a Type) -> Option<(&'a Definition, &'a [Field])> {
        let definition = self.definition(ty)?;
        match &definition.kind {
            Kind::Record(fields) => Some((definition, fields)),
            _ => None,
        }
    }

    /// Returns the members beside the name of a case: those of its record, or its payload under the
    /// name of the case.
    pub(crate) fn members(&self, case: &Case) -> Vec<Field> {
        let Some(payload) = &case.payload else { return Vec::new() };
        match self.record(payload) {
            Some((_, fields)) => fields.to_vec(),
            None => {
                vec![Field { name: case.name.clone(), docs: String::new(), ty: payload.clone() }]
            }
        }
    }

    /// Returns the documentation of a case as a type of its own: that of its record, if only this
    /// case uses it.
    pub(crate) fn case_docs<'a>(&'a self, cases: &'a [Case], case: &'a Case) -> &'a str {
        let is_shared = cases.iter().filter(|other| other.payload == case.payload).count() > 1;
        let record =
            case.payload.as_ref().filter(|_| !is_shared).and_then(|payload| self.record(payload));
        record.map_or(&case.docs, |(definition, _)| &definition.docs)
    }

    fn payloads(&self) -> HashSet<&str> {
        let (mut payloads, mut others) = (HashSet::new(), HashSet::new());
        for definition in &self.types {
            let is_variant = matches!(definition.kind, Kind::Variant(_));
            for part in definition.parts() {
                let names = if is_variant && self.record(part).is_some() {
                    &mut payloads
                } else {
                    &mut others
                };
                names.extend(part.names());
            }
        }
        for function in &self.functions {
            others
                .extend(function.parameters.iter().chain([&function.result]).flat_map(Type::names));
        }
        &payloads - &others
    }

    /// Returns the given types and those that they are made of, each after its parts.
    pub(crate) fn reachable<'a>(
        &'a self,
        from: impl IntoIterator<Item = &'a Type>,
    ) -> Vec<&'a Definition> {
        let mut reached = Vec::new();
        from.into_iter().for_each(|ty| self.reach(ty, &mut reached));
        reached
    }

    /// Returns the types that answers are made of, each after its parts.
    pub(crate) fn answers(&self) -> Vec<&Definition> {
        let functions = self.functions.iter().filter(|function| !function.is_plain);
        self.reachable(functions.map(|function| &function.result))
    }

    /// Returns the names of the errors that are part of other types, in CamelCase.
    pub(crate) fn errors(&self) -> Vec<String> {
        let parts: Vec<_> =
            self.types.iter().flat_map(|each| each.parts()).flat_map(Type::names).collect();
        let errors =
            self.types.iter().filter(|each| each.is_error() && parts.contains(&each.name.as_str()));
        errors.map(|error| error.name.to_upper_camel_case()).collect()
    }

    /// Returns whether a case has a payload that is not a record.
    pub(crate) fn is_single(&self, case: &Case) -> bool {
        case.payload.as_ref().is_some_and(|payload| self.record(payload).is_none())
    }

    fn reach<'a>(&'a self, ty: &'a Type, reached: &mut Vec<&'a Definition>) {
        for definition in ty.names().into_iter().filter_map(|name| self.get(name)) {
            if !reached.iter().any(|each| each.name == definition.name) {
                definition.parts().into_iter().for_each(|part| self.reach(part, reached));
                reached.push(definition);
            }
        }
    }

    fn define(&mut self, resolve: &Resolve, id: TypeId) -> Result<()> {
        let definition = &resolve.types[id];
        let name = definition.name.clone().context("it has no name")?;
        let ty = |ty: &wit_parser::Type| type_of(resolve, ty);
        let kind = match &definition.kind {
            TypeDefKind::Type(wit_parser::Type::Id(used))
                if resolve.types[*used].owner != definition.owner =>
            {
                let used = &resolve.types[*used];
                ensure!(used.name.as_ref() == Some(&name), "`use … as` is not covered");
                return Ok(());
            }
            TypeDefKind::Record(record) => {
                let fields = record.fields.iter().map(|field| {
                    Ok(Field {
                        name: field.name.clone(),
                        docs: docs(&field.docs),
                        ty: ty(&field.ty)?,
                    })
                });
                Kind::Record(fields.collect::<Result<_>>()?)
            }
            TypeDefKind::Variant(variant) => {
                let cases = variant.cases.iter().map(|case| {
                    let payload = case.ty.as_ref().map(ty).transpose()?;
                    Ok(Case { name: case.name.clone(), docs: docs(&case.docs), payload })
                });
                Kind::Variant(cases.collect::<Result<_>>()?)
            }
            TypeDefKind::Enum(cases) => {
                let case = |case: &wit_parser::EnumCase| Case {
                    name: case.name.clone(),
                    docs: docs(&case.docs),
                    payload: None,
                };
                Kind::Enum(cases.cases.iter().map(case).collect())
            }
            TypeDefKind::Type(target) => Kind::Alias(ty(target)?),
            TypeDefKind::Option(_) | TypeDefKind::List(_) | TypeDefKind::Result(_) => {
                Kind::Alias(structure(resolve, &definition.kind)?)
            }
            other => bail!("a {} is not covered", other.as_str()),
        };
        let docs = docs(&definition.docs);
        self.types.push(Definition { name, docs, kind, is_answer: false, is_payload: false });
        Ok(())
    }

    fn export(
        &mut self,
        resolve: &Resolve,
        function: &wit_parser::Function,
        is_plain: bool,
    ) -> Result<()> {
        let read = || -> Result<Function> {
            let parameters =
                function.params.iter().map(|parameter| type_of(resolve, &parameter.ty));
            let result =
                function.result.as_ref().context("a function without a result is not covered")?;
            Ok(Function {
                name: function.name.clone(),
                docs: docs(&function.docs),
                is_plain,
                parameters: parameters.collect::<Result<_>>()?,
                result: type_of(resolve, result)?,
            })
        };
        self.functions.push(read().with_context(|| format!("the function `{}`", function.name))?);
        Ok(())
    }

    /// Checks what the mapping needs and WIT does not guarantee.
    fn check(&self) -> Result<()> {
        let mut made = HashMap::new();
        let mut unique = |name: String, of: String| match made.insert(name.clone(), of.clone()) {
            Some(other) => bail!("{of} and {other} are both `{name}`"),
            None => Ok(()),
        };
        for definition in &self.types {
            let name = &definition.name;
            if !definition.is_payload {
                unique(name.to_upper_camel_case(), format!("the type `{name}`"))?;
            }
            if let Kind::Variant(cases) = &definition.kind {
                for case in cases {
                    let class = format!("{}{}", case.name, name.to_upper_camel_case())
                        .to_upper_camel_case();
                    unique(class, format!("the case `{}` of `{name}`", case.name))?;
                    let members = self.members(case);
                    let is_clear = !members.iter().any(|member| member.name == "kind");
                    ensure!(
                        is_clear,
                        "`{name}`: the payload of `{}` has a member `kind`",
                        case.name
                    );
                }
            }
            if let Kind::Record(fields) = &definition.kind {
                for Field { name, .. } in fields {
                    let is_stable =
                        name.to_lower_camel_case().to_snake_case() == name.to_snake_case();
                    ensure!(
                        is_stable,
                        "`{name}` in camelCase does not say what it is in snake_case"
                    );
                }
            }
            ensure!(definition.cases().len() <= 256, "`{name}` has more than 256 cases");
        }
        for function in &self.functions {
            unique(format!("{}()", function.name), "a function".to_owned())?;
            if let Type::Result(ok, error) = self.target(&function.result).clone() {
                let has_error = self
                    .record(&ok)
                    .is_some_and(|(_, fields)| fields.iter().any(|f| f.name == "error"));
                ensure!(
                    !has_error,
                    "`{}`: a result with a member `error` is not told from an error",
                    function.name
                );
                let is_error = self.definition(&error).is_some_and(Definition::is_error);
                ensure!(
                    is_error || function.is_plain,
                    "`{}`: its error is not a record `…-error`",
                    function.name
                );
            }
        }
        Ok(())
    }
}

impl Type {
    /// Returns the names in this type.
    pub(crate) fn names(&self) -> Vec<&str> {
        match self {
            Self::Named(name) => vec![name],
            Self::List(ty) | Self::Option(ty) => ty.names(),
            Self::Result(ok, error) => [ok.names(), error.names()].concat(),
            Self::Bool | Self::String | Self::Integer { .. } => Vec::new(),
        }
    }
}

fn docs(docs: &wit_parser::Docs) -> String {
    docs.contents.clone().unwrap_or_default()
}

fn type_of(resolve: &Resolve, ty: &wit_parser::Type) -> Result<Type> {
    use wit_parser::Type as Wit;
    let integer = |signed, bits| Ok(Type::Integer { signed, bits });
    match ty {
        Wit::Bool => Ok(Type::Bool),
        Wit::String => Ok(Type::String),
        Wit::U8 => integer(false, 8),
        Wit::U16 => integer(false, 16),
        Wit::U32 => integer(false, 32),
        Wit::U64 => integer(false, 64),
        Wit::S8 => integer(true, 8),
        Wit::S16 => integer(true, 16),
        Wit::S32 => integer(true, 32),
        Wit::S64 => integer(true, 64),
        Wit::Id(id) => {
            let definition = &resolve.types[*id];
            match &definition.name {
                Some(name) if matches!(definition.owner, TypeOwner::Interface(_)) => {
                    Ok(Type::Named(name.clone()))
                }
                Some(name) => bail!("`{name}` belongs to a world: move it to an interface"),
                None => structure(resolve, &definition.kind),
            }
        }
        Wit::F32 | Wit::F64 | Wit::Char | Wit::ErrorContext => bail!("{ty:?} is not covered"),
    }
}

/// Converts a type without a name.
fn structure(resolve: &Resolve, kind: &TypeDefKind) -> Result<Type> {
    let boxed = |ty| Ok::<_, anyhow::Error>(Box::new(type_of(resolve, ty)?));
    match kind {
        TypeDefKind::List(item) => Ok(Type::List(boxed(item)?)),
        TypeDefKind::Option(some) => match type_of(resolve, some)? {
            Type::Option(_) => bail!("an option of an option is not covered"),
            some => Ok(Type::Option(Box::new(some))),
        },
        TypeDefKind::Result(result) => match (&result.ok, &result.err) {
            (Some(ok), Some(error)) => Ok(Type::Result(boxed(ok)?, boxed(error)?)),
            _ => bail!("a result without a value or without an error is not covered"),
        },
        other => bail!("a {} is not covered", other.as_str()),
    }
}
