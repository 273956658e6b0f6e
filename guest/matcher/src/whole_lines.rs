//! Searches a line that is longer than a window, where a match may be longer than one, too.

use regex_automata::Input;
use regex_automata::hybrid::dfa::{Cache, DFA};
use regex_automata::nfa::thompson;
use regex_syntax::hir::Hir;
use std::cell::{OnceCell, RefCell};
use std::ops::Range;

/// The automaton may give up when its cache was cleared this many times.
const MAX_CLEARS: usize = 3;

/// It gives up where it has read fewer bytes for each of its states.
const BYTES_OF_STATE: usize = 10;

/// An expression for lines of any length, compiled when it is asked for.
#[derive(Debug)]
pub(crate) struct WholeLines {
    hir: Hir,
    compiled: OnceCell<Option<(DFA, RefCell<Cache>)>>,
}

impl WholeLines {
    pub(crate) fn new(hir: Hir) -> Self {
        Self { hir, compiled: OnceCell::new() }
    }

    /// Returns whether a match begins in a range, with a range that has it. `None` if that would
    /// take too long.
    pub(crate) fn find(
        &self,
        (nfa_bytes, cache_bytes): (usize, usize),
        text: &[u8],
        range: Range<usize>,
    ) -> Option<Option<Range<usize>>> {
        let compile = || {
            let limits = thompson::Config::new().utf8(false).nfa_size_limit(Some(nfa_bytes));
            let nfa = thompson::Compiler::new().configure(limits).build_from_hir(&self.hir).ok()?;
            let config = DFA::config()
                .cache_capacity(cache_bytes)
                .skip_cache_capacity_check(true)
                .minimum_cache_clear_count(Some(MAX_CLEARS))
                .minimum_bytes_per_state(Some(BYTES_OF_STATE))
                .unicode_word_boundary(true);
            let dfa = DFA::builder().configure(config).build_from_nfa(nfa).ok()?;
            let cache = dfa.create_cache().into();
            Some((dfa, cache))
        };
        let (dfa, cache) = self.compiled.get_or_init(compile).as_ref()?;
        let input = Input::new(text).span(range.clone()).earliest(true);
        let end = dfa.try_search_fwd(&mut cache.borrow_mut(), &input).ok()?;
        Some(end.map(|end| range.start..end.offset()))
    }
}
