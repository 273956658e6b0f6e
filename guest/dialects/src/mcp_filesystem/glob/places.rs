//! Sets of places in a name.

/// Places in a name, from 0 to 255.
#[derive(Clone, Copy, Default)]
pub(super) struct Places([u64; 4]);

impl Places {
    pub(super) fn one(place: usize) -> Self {
        [place].into_iter().collect()
    }

    pub(super) fn has(self, place: usize) -> bool {
        self.0.get(place / 64).is_some_and(|word| (word >> (place % 64)) & 1 == 1)
    }

    pub(super) fn is_empty(self) -> bool {
        self.0 == [0; 4]
    }

    pub(super) fn count(self) -> u32 {
        self.0.iter().map(|word| word.count_ones()).sum()
    }

    pub(super) fn without(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.word(at) & !other.word(at)))
    }

    fn word(self, at: usize) -> u64 {
        self.0.get(at).copied().unwrap_or_default()
    }

    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(at, mut word)| {
            std::iter::from_fn(move || {
                let bit = word.trailing_zeros() as usize;
                word &= word.wrapping_sub(1);
                (bit < 64).then_some(at * 64 + bit)
            })
        })
    }
}

impl std::ops::BitOr for Places {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        Self(std::array::from_fn(|at| self.word(at) | other.word(at)))
    }
}

impl FromIterator<usize> for Places {
    fn from_iter<I: IntoIterator<Item = usize>>(places: I) -> Self {
        let mut set = Self::default();
        for place in places {
            if let Some(word) = set.0.get_mut(place / 64) {
                *word |= 1 << (place % 64);
            }
        }
        set
    }
}
