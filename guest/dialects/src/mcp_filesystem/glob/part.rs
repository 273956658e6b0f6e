//! Matches a name against a part of a glob, in time bounded by the sizes of both.
//!
//! A name has at most 255 bytes. For a node of the pattern, the places in the name where it may
//! begin are a set of 256 bits, and it returns those where it may end. So nothing is tried twice.

use super::budget::{Budget, GlobError, MAX_COST};
use super::class::{Class, Parsed};
use super::name::{Name, character};
use super::places::Places;
use super::syntax::{Piece, ROOT, Syntax};

/// A part of a glob that is not only text.
pub(super) struct Part {
    node: Node,
    /// Whether it is about characters and not about units.
    is_unicode: bool,
    /// How much memory it takes, in units.
    pub(super) cost: usize,
}

enum Node {
    Text(Vec<u32>),
    /// Any unit.
    Any,
    /// At least this number of units.
    AnyOf {
        min: usize,
    },
    Class(Class),
    Nothing,
    End,
    Sequence(Vec<Node>),
    Group {
        kind: Group,
        alternatives: Vec<Node>,
    },
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Group {
    Once,
    Optional,
    Repeated,
    RepeatedOrNone,
    /// Matches nothing, where none of the alternatives match.
    Not,
}

impl Part {
    /// Compiles a part.
    pub(super) fn compile(part: &[u16]) -> Result<Self, GlobError> {
        let mut compiler = Compiler {
            syntax: Syntax::parse(part)?,
            is_unicode: false,
            is_invalid_in_unicode: false,
            cost: 0,
        };
        let mut node = compiler.sequence(ROOT)?;
        let Compiler { is_unicode, is_invalid_in_unicode, cost, .. } = compiler;
        if is_unicode {
            if is_invalid_in_unicode {
                let pattern = String::from_utf16_lossy(part);
                return Err(GlobError::Invalid(format!("{pattern}: Invalid escape")));
            }
            node.join_surrogates();
        }
        Ok(Self { node, is_unicode, cost })
    }

    /// Returns whether a name matches.
    pub(super) fn matches(&self, name: &Name, budget: &Budget) -> Result<bool, GlobError> {
        let characters;
        let text = match self.is_unicode {
            true => {
                characters = name.characters();
                &characters
            }
            false => &name.units,
        };
        let mut matcher = Matcher { text, budget, steps: 0 };
        let ends = matcher.ends(&self.node, Places::one(0))?;
        budget.spend(matcher.steps)?;
        Ok(ends.has(text.len()))
    }
}

struct Compiler {
    syntax: Syntax,
    is_unicode: bool,
    /// Whether the regular expression that the release makes of it is invalid for characters.
    is_invalid_in_unicode: bool,
    cost: usize,
}

impl Compiler {
    fn node(&mut self, node: usize) -> Result<Node, GlobError> {
        let Some(kind) = self.syntax.kind(node) else { return self.sequence(node) };
        let is_whole = self.syntax.is_start(node) && self.syntax.is_end(node);
        let was_invalid = self.is_invalid_in_unicode;
        let mut alternatives = Vec::new();
        for piece in self.syntax.pieces(node).to_vec() {
            if let Piece::Node(alternative) = piece {
                let alternative = self.sequence(alternative)?;
                let is_blank = matches!(&alternative, Node::Sequence(nodes) if nodes.is_empty());
                if !(is_whole && is_blank) {
                    alternatives.push(alternative);
                }
            }
        }
        if alternatives.is_empty() {
            return self.blank(node, kind);
        }
        let group = match kind {
            b'@' => Group::Once,
            b'?' => Group::Optional,
            b'+' => Group::Repeated,
            b'*' => Group::RepeatedOrNone,
            _ if self.syntax.is_empty(node) => {
                // Its alternatives do not matter.
                self.is_invalid_in_unicode = was_invalid;
                return Ok(Node::AnyOf { min: 1 });
            }
            _ => {
                let not = Node::Group { kind: Group::Not, alternatives };
                return Ok(Node::Sequence(vec![not, Node::AnyOf { min: 0 }]));
            }
        };
        Ok(Node::Group { kind: group, alternatives })
    }

    /// Returns what a group without anything in it is: text, which the release takes for a regular
    /// expression if the group is in another.
    fn blank(&self, node: usize, kind: u8) -> Result<Node, GlobError> {
        let text = self.syntax.text(node);
        if self
            .syntax
            .pieces(ROOT)
            .iter()
            .any(|piece| matches!(piece, Piece::Node(at) if *at == node))
        {
            return Ok(Node::Text(text.iter().copied().map(u32::from).collect()));
        }
        match kind {
            b'@' => Ok(Node::Text(vec![b'@'.into()])),
            _ => {
                let text = String::from_utf16_lossy(&text);
                Err(GlobError::Invalid(format!("{text}: Nothing to repeat")))
            }
        }
    }

    fn sequence(&mut self, node: usize) -> Result<Node, GlobError> {
        let pieces = self.syntax.pieces(node).to_vec();
        let has_groups = pieces.iter().any(|piece| matches!(piece, Piece::Node(_)));
        let is_whole = !has_groups && self.syntax.is_start(node) && self.syntax.is_end(node);
        let mut nodes = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Text(text) => self.text(&text, is_whole, &mut nodes)?,
                Piece::Node(node) => nodes.push(self.node(node)?),
            }
        }
        if self.syntax.is_negated(node) {
            nodes.push(Node::End);
        }
        Ok(Node::Sequence(nodes))
    }

    /// Compiles a text without groups.
    fn text(
        &mut self,
        text: &[u16],
        is_whole: bool,
        nodes: &mut Vec<Node>,
    ) -> Result<(), GlobError> {
        let star = u16::from(b'*');
        let (mut is_escaped, mut is_in_stars) = (false, false);
        let mut at = 0;
        while let Some(unit) = text.get(at).copied() {
            at += 1;
            let byte = u8::try_from(unit).unwrap_or_default();
            if std::mem::take(&mut is_escaped) {
                self.is_invalid_in_unicode |= byte == b'!';
                self.unit(unit, nodes)?;
                continue;
            }
            if unit == star {
                if !std::mem::replace(&mut is_in_stars, true) {
                    let is_all = is_whole && text.iter().all(|unit| *unit == star);
                    self.push(Node::AnyOf { min: is_all.into() }, 8, nodes)?;
                }
                continue;
            }
            is_in_stars = false;
            if byte == b'\\' && at < text.len() {
                is_escaped = true;
                continue;
            }
            if byte == b'['
                && let Some(bracket) = Class::parse(text.get(at - 1..).unwrap_or_default())
            {
                at += bracket.length - 1;
                self.is_unicode |= bracket.is_unicode;
                match bracket.parsed {
                    Parsed::Unit(unit) => self.escaped_unit(unit, nodes)?,
                    Parsed::Class(class) => {
                        let cost = class.cost();
                        self.push(Node::Class(class), cost, nodes)?;
                    }
                    Parsed::Nothing => self.push(Node::Nothing, 8, nodes)?,
                }
                continue;
            }
            match byte {
                b'?' => self.push(Node::Any, 8, nodes)?,
                _ => self.escaped_unit(unit, nodes)?,
            }
        }
        Ok(())
    }

    /// Adds a unit that the release writes with a backslash if it could mean something.
    fn escaped_unit(&mut self, unit: u16, nodes: &mut Vec<Node>) -> Result<(), GlobError> {
        let is_space = |character: char| {
            character == '\u{feff}' || (character.is_whitespace() && character != '\u{85}')
        };
        self.is_invalid_in_unicode |=
            matches!(unit, 0x2c | 0x2d | 0x23) || char::from_u32(unit.into()).is_some_and(is_space);
        self.unit(unit, nodes)
    }

    fn unit(&mut self, unit: u16, nodes: &mut Vec<Node>) -> Result<(), GlobError> {
        if let Some(Node::Text(text)) = nodes.last_mut() {
            text.push(unit.into());
            return self.add_cost(1);
        }
        self.push(Node::Text(vec![unit.into()]), 8, nodes)
    }

    fn push(&mut self, node: Node, cost: usize, nodes: &mut Vec<Node>) -> Result<(), GlobError> {
        nodes.push(node);
        self.add_cost(cost + 8)
    }

    fn add_cost(&mut self, cost: usize) -> Result<(), GlobError> {
        self.cost += cost;
        if self.cost > MAX_COST { Err(GlobError::TooComplex) } else { Ok(()) }
    }
}

impl Node {
    fn join_surrogates(&mut self) {
        match self {
            Self::Text(text) => {
                let mut joined: Vec<u32> = Vec::with_capacity(text.len());
                for unit in text.drain(..) {
                    match joined.last_mut() {
                        Some(last) if let Some(character) = character(*last, unit) => {
                            *last = character;
                        }
                        _ => joined.push(unit),
                    }
                }
                *text = joined;
            }
            Self::Class(class) => class.join_surrogates(),
            Self::Sequence(nodes) | Self::Group { alternatives: nodes, .. } => {
                nodes.iter_mut().for_each(Self::join_surrogates);
            }
            Self::Any | Self::AnyOf { .. } | Self::Nothing | Self::End => {}
        }
    }
}

struct Matcher<'a> {
    text: &'a [u32],
    budget: &'a Budget,
    steps: u64,
}

impl Matcher<'_> {
    /// Returns where a node may end, if it begins at one of these places.
    fn ends(&mut self, node: &Node, starts: Places) -> Result<Places, GlobError> {
        self.steps += 1;
        if self.steps >= 100_000 {
            self.budget.spend(std::mem::take(&mut self.steps))?;
        }
        let length = self.text.len();
        Ok(match node {
            Node::Text(text) => {
                let begins =
                    |at: &usize| self.text.get(*at..).is_some_and(|rest| rest.starts_with(text));
                self.steps += u64::from(starts.count());
                starts.iter().filter(begins).map(|at| at + text.len()).collect()
            }
            Node::Any => starts.iter().filter(|at| *at < length).map(|at| at + 1).collect(),
            Node::AnyOf { min } => match starts.iter().next() {
                Some(first) => (first + min..=length).collect(),
                None => starts,
            },
            Node::Class(class) => {
                self.steps += u64::from(starts.count());
                let is_in = |at: &usize| self.text.get(*at).is_some_and(|unit| class.has(*unit));
                starts.iter().filter(is_in).map(|at| at + 1).collect()
            }
            Node::Nothing => Places::default(),
            Node::End if starts.has(length) => Places::one(length),
            Node::End => Places::default(),
            Node::Sequence(nodes) => {
                let mut places = starts;
                for node in nodes {
                    if places.is_empty() {
                        break;
                    }
                    places = self.ends(node, places)?;
                }
                places
            }
            Node::Group { kind: Group::Not, alternatives } => {
                let mut places = Places::default();
                for at in starts.iter() {
                    if self.any(alternatives, Places::one(at))?.is_empty() {
                        places = places | Places::one(at);
                    }
                }
                places
            }
            Node::Group { kind, alternatives } => {
                let mut places = self.any(alternatives, starts)?;
                if matches!(kind, Group::Repeated | Group::RepeatedOrNone) {
                    let mut new = places;
                    while !new.is_empty() {
                        let next = self.any(alternatives, new)?;
                        new = next.without(places);
                        places = places | next;
                    }
                }
                match kind {
                    Group::Optional | Group::RepeatedOrNone => places | starts,
                    _ => places,
                }
            }
        })
    }

    fn any(&mut self, alternatives: &[Node], starts: Places) -> Result<Places, GlobError> {
        let mut places = Places::default();
        for alternative in alternatives {
            places = places | self.ends(alternative, starts)?;
        }
        Ok(places)
    }
}
