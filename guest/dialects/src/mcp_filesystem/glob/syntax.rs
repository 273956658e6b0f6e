//! The syntax of one part of a glob: text, and groups such as `+(a|b)`.
//!
//! As in minimatch 10.2.6, groups in groups are joined first, and what follows a `!(…)` becomes
//! part of what it must not match.
//!
//! One file: a parser whose rules call each other.

use super::budget::GlobError;
use super::joins::{JOINED, JOINED_OR_EMPTY, JOINED_WITH_EMPTY, REPLACED, joins};

/// The maximum depth of groups. The package ends with an error a little deeper.
const MAX_DEPTH: usize = 200;

/// The maximum depth of groups that are not joined with those around them.
const MAX_KINDS: usize = 2;

/// The maximum number of groups, alternatives and texts. `!(a)` over and over again doubles them.
const MAX_PIECES: usize = 50_000;

/// How often the groups in a group are joined with it.
const MAX_PASSES: usize = 10;

/// What a node or a text in a part is.
#[derive(Clone)]
pub(super) enum Piece {
    Text(Vec<u16>),
    Node(usize),
}

/// A group, or a sequence: the part itself, or an alternative in a group.
struct Node {
    /// `None` for a sequence.
    kind: Option<u8>,
    /// The index of its list of pieces, which two nodes may share.
    pieces: usize,
    parent: Option<usize>,
    /// How many pieces the parent had when this was made.
    index: usize,
    /// Whether nothing is before the closing parenthesis.
    is_empty: bool,
}

/// The syntax of a part.
pub(super) struct Syntax {
    nodes: Vec<Node>,
    lists: Vec<Vec<Piece>>,
    /// The groups `!(…)`, until what follows them is added.
    negations: Vec<usize>,
    count: usize,
}

/// The part itself.
pub(super) const ROOT: usize = 0;

impl Syntax {
    /// Parses a part.
    pub(super) fn parse(part: &[u16]) -> Result<Self, GlobError> {
        let mut syntax =
            Self { nodes: Vec::new(), lists: Vec::new(), negations: Vec::new(), count: 0 };
        let root = syntax.add(None, None)?;
        syntax.parse_sequence(part, root)?;
        syntax.flatten(root)?;
        syntax.add_what_follows()?;
        Ok(syntax)
    }

    /// Returns the kind of a group, `None` for a sequence.
    pub(super) fn kind(&self, node: usize) -> Option<u8> {
        self.nodes.get(node)?.kind
    }

    pub(super) fn pieces(&self, node: usize) -> &[Piece] {
        let list = self.nodes.get(node).map(|node| node.pieces);
        list.and_then(|list| self.lists.get(list)).map(Vec::as_slice).unwrap_or_default()
    }

    /// Returns whether nothing is before the closing parenthesis of a group.
    pub(super) fn is_empty(&self, node: usize) -> bool {
        self.nodes.get(node).is_some_and(|node| node.is_empty)
    }

    /// Returns whether a sequence is an alternative of `!(…)`.
    pub(super) fn is_negated(&self, node: usize) -> bool {
        self.parent(node).and_then(|parent| self.kind(parent)) == Some(b'!')
    }

    /// Returns whether a node is at the beginning of the part.
    pub(super) fn is_start(&self, node: usize) -> bool {
        let Some(parent) = self.parent(node) else { return true };
        let index = self.index(node);
        self.is_start(parent)
            && self
                .pieces(parent)
                .iter()
                .take(index)
                .all(|piece| matches!(piece, Piece::Node(node) if self.kind(*node) == Some(b'!')))
    }

    /// Returns whether a node is at the end of the part.
    pub(super) fn is_end(&self, node: usize) -> bool {
        let Some(parent) = self.parent(node) else { return true };
        self.kind(parent) == Some(b'!')
            || (self.is_end(parent)
                && (self.kind(node).is_none() || self.index(node) + 1 == self.pieces(parent).len()))
    }

    /// Returns a node as a pattern.
    pub(super) fn text(&self, node: usize) -> Vec<u16> {
        let pieces = self.pieces(node).iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Node(node) => self.text(*node),
        });
        let pieces: Vec<Vec<u16>> = pieces.collect();
        match self.kind(node) {
            None => pieces.concat(),
            Some(kind) => {
                let mut text = vec![u16::from(kind), u16::from(b'(')];
                text.extend(pieces.join(&u16::from(b'|')));
                text.push(u16::from(b')'));
                text
            }
        }
    }

    fn parent(&self, node: usize) -> Option<usize> {
        self.nodes.get(node)?.parent
    }

    fn index(&self, node: usize) -> usize {
        self.nodes.get(node).map_or(0, |node| node.index)
    }

    /// Adds a node.
    fn add(&mut self, kind: Option<u8>, parent: Option<usize>) -> Result<usize, GlobError> {
        self.count()?;
        let node = self.nodes.len();
        if kind == Some(b'!') {
            self.negations.push(node);
        }
        let index = parent.map_or(0, |parent| self.pieces(parent).len());
        let pieces = self.lists.len();
        self.lists.push(Vec::new());
        self.nodes.push(Node { kind, pieces, parent, index, is_empty: false });
        Ok(node)
    }

    fn count(&mut self) -> Result<(), GlobError> {
        self.count += 1;
        if self.count > MAX_PIECES { Err(GlobError::TooComplex) } else { Ok(()) }
    }

    fn push(&mut self, node: usize, piece: Piece) {
        if matches!(&piece, Piece::Text(text) if text.is_empty()) {
            return;
        }
        let list = self.nodes.get(node).map(|node| node.pieces);
        if let Some(list) = list.and_then(|list| self.lists.get_mut(list)) {
            list.push(piece);
        }
    }

    fn parse_sequence(&mut self, part: &[u16], root: usize) -> Result<(), GlobError> {
        let mut scan = Scan::default();
        let mut text = Vec::new();
        while let Some(unit) = part.get(scan.at).copied() {
            scan.at += 1;
            if !scan.is_text(unit)
                && let Some(kind) = group_kind(unit, part.get(scan.at))
            {
                self.push(root, Piece::Text(std::mem::take(&mut text)));
                let group = self.add(Some(kind), Some(root))?;
                scan.at = self.parse_group(part, group, scan.at, 1, 1)?;
                self.push(root, Piece::Node(group));
                continue;
            }
            text.push(unit);
        }
        self.push(root, Piece::Text(text));
        Ok(())
    }

    /// Parses a group whose opening parenthesis is at a place. Returns the place behind it.
    fn parse_group(
        &mut self,
        part: &[u16],
        group: usize,
        open: usize,
        kinds: usize,
        depth: usize,
    ) -> Result<usize, GlobError> {
        if depth > MAX_DEPTH {
            return Err(GlobError::TooComplex);
        }
        let mut scan = Scan { at: open + 1, ..Scan::default() };
        let mut alternative = self.add(None, Some(group))?;
        let mut alternatives = Vec::new();
        let mut text = Vec::new();
        while let Some(unit) = part.get(scan.at).copied() {
            scan.at += 1;
            if scan.is_text(unit) {
                text.push(unit);
                continue;
            }
            if let Some(kind) = group_kind(unit, part.get(scan.at)) {
                let is_joined = joins(self.kind(group), kind, &JOINED_OR_EMPTY);
                if kinds <= MAX_KINDS || is_joined {
                    self.push(alternative, Piece::Text(std::mem::take(&mut text)));
                    let inner = self.add(Some(kind), Some(alternative))?;
                    self.push(alternative, Piece::Node(inner));
                    let kinds = kinds + usize::from(!is_joined);
                    scan.at = self.parse_group(part, inner, scan.at, kinds, depth + 1)?;
                    continue;
                }
            }
            if unit == u16::from(b'|') {
                self.push(alternative, Piece::Text(std::mem::take(&mut text)));
                alternatives.push(alternative);
                alternative = self.add(None, Some(group))?;
                continue;
            }
            if unit == u16::from(b')') {
                let is_empty = text.is_empty();
                self.push(alternative, Piece::Text(text));
                alternatives.push(alternative);
                alternatives.into_iter().for_each(|node| self.push(group, Piece::Node(node)));
                if let Some(group) = self.nodes.get_mut(group) {
                    group.is_empty = is_empty;
                }
                return Ok(scan.at);
            }
            text.push(unit);
        }
        // It is not closed, and so it is text.
        let text = part.get(open - 1..).unwrap_or_default().to_vec();
        if let Some(node) = self.nodes.get_mut(group) {
            node.kind = None;
            node.pieces = self.lists.len();
        }
        self.lists.push(vec![Piece::Text(text)]);
        Ok(scan.at)
    }

    /// Joins groups with those that they are in.
    fn flatten(&mut self, node: usize) -> Result<(), GlobError> {
        for _ in 0..MAX_PASSES {
            let mut is_done = true;
            let mut at = 0;
            while let Some(piece) = self.pieces(node).get(at).cloned() {
                if let Piece::Node(child) = piece {
                    self.count()?;
                    self.flatten(child)?;
                    is_done &= !self.join(node, child, at)?;
                }
                at += 1;
            }
            if is_done || self.kind(node).is_none() {
                break;
            }
        }
        Ok(())
    }

    /// Joins the only group in an alternative with the group that the alternative is in, if that
    /// has the same meaning.
    fn join(&mut self, node: usize, child: usize, at: usize) -> Result<bool, GlobError> {
        let [Piece::Node(inner)] = *self.pieces(child) else { return Ok(false) };
        let (kind, Some(of_inner), None) = (self.kind(node), self.kind(inner), self.kind(child))
        else {
            return Ok(false);
        };
        let with_empty = joins(kind, of_inner, &JOINED_WITH_EMPTY);
        if joins(kind, of_inner, &JOINED) || with_empty {
            if with_empty {
                let blank = self.add(None, Some(inner))?;
                // Nothing else has an empty text.
                if let Some(list) = self.nodes.get(blank).map(|node| node.pieces)
                    && let Some(list) = self.lists.get_mut(list)
                {
                    list.push(Piece::Text(Vec::new()));
                }
                self.push(inner, Piece::Node(blank));
            }
            let pieces = self.pieces(inner).to_vec();
            self.adopt(node, &pieces);
            let list = self.nodes.get(node).map(|node| node.pieces);
            if let Some(list) = list.and_then(|list| self.lists.get_mut(list)) {
                list.splice(at..=at, pieces);
            }
            return Ok(true);
        }
        let becomes = REPLACED.iter().find(|(outer, replaced, _)| {
            Some(*outer) == kind && *replaced == of_inner && self.pieces(node).len() == 1
        });
        let Some((_, _, becomes)) = becomes else { return Ok(false) };
        let pieces = self.pieces(inner).to_vec();
        self.adopt(node, &pieces);
        let shared = self.nodes.get(inner).map_or(0, |inner| inner.pieces);
        if let Some(node) = self.nodes.get_mut(node) {
            (node.kind, node.pieces, node.is_empty) = (Some(*becomes), shared, false);
        }
        Ok(true)
    }

    fn adopt(&mut self, parent: usize, pieces: &[Piece]) {
        for piece in pieces {
            if let Piece::Node(node) = piece
                && let Some(node) = self.nodes.get_mut(*node)
            {
                node.parent = Some(parent);
            }
        }
    }

    /// Adds what follows each `!(…)` to its alternatives.
    fn add_what_follows(&mut self) -> Result<(), GlobError> {
        let mut negations = std::mem::take(&mut self.negations);
        while let Some(negation) = negations.pop() {
            if self.kind(negation) != Some(b'!') {
                continue;
            }
            let mut node = negation;
            while let Some(parent) = self.parent(node) {
                let mut at = self.index(node) + 1;
                while self.kind(parent).is_none()
                    && let Some(follows) = self.pieces(parent).get(at).cloned()
                {
                    for alternative in self.pieces(negation).to_vec() {
                        if let Piece::Node(alternative) = alternative {
                            self.copy(alternative, &follows, 0)?;
                        }
                    }
                    at += 1;
                }
                node = parent;
            }
            // The copies have what follows them already.
            self.negations.clear();
        }
        Ok(())
    }

    fn copy(&mut self, into: usize, piece: &Piece, depth: usize) -> Result<(), GlobError> {
        if depth > 2 * MAX_DEPTH {
            return Err(GlobError::TooComplex);
        }
        self.count()?;
        let copied = match piece {
            Piece::Text(text) => {
                self.count = self.count.saturating_add(text.len() / 8);
                Piece::Text(text.clone())
            }
            Piece::Node(node) => {
                let copied = self.add(self.kind(*node), Some(into))?;
                for piece in self.pieces(*node).to_vec() {
                    self.copy(copied, &piece, depth + 1)?;
                }
                Piece::Node(copied)
            }
        };
        self.push(into, copied);
        Ok(())
    }
}

/// Where a scan is, and whether it is behind a backslash or in a class.
#[derive(Default)]
struct Scan {
    at: usize,
    is_escaped: bool,
    /// The place behind the bracket that opened a class, and whether the class is negated.
    class: Option<(usize, bool)>,
}

impl Scan {
    /// Returns whether a unit that was just passed is text, whatever it is.
    fn is_text(&mut self, unit: u16) -> bool {
        if self.is_escaped || unit == u16::from(b'\\') {
            self.is_escaped = !self.is_escaped;
            return true;
        }
        let is = |byte: u8| unit == u16::from(byte);
        match &mut self.class {
            Some((start, is_negated)) => {
                if self.at == *start + 1 {
                    *is_negated |= is(b'^') || is(b'!');
                } else if is(b']') && !(self.at == *start + 2 && *is_negated) {
                    self.class = None;
                }
                true
            }
            None if is(b'[') => {
                self.class = Some((self.at, false));
                true
            }
            None => false,
        }
    }
}

/// Returns the kind of the group that begins with a unit before an opening parenthesis.
fn group_kind(unit: u16, next: Option<&u16>) -> Option<u8> {
    let kind = u8::try_from(unit).ok().filter(|kind| b"!?+*@".contains(kind))?;
    (next == Some(&u16::from(b'('))).then_some(kind)
}
