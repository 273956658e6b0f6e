//! Small tables by number: each type of map takes thousands of bytes of code.

/// Values by their numbers, in order.
pub(crate) struct Numbered<V>(Vec<(i32, V)>);

impl<V> Default for Numbered<V> {
    fn default() -> Self {
        Self(Vec::new())
    }
}

impl<V: Copy> Numbered<V> {
    /// Sets a value, unless there are too many.
    pub(crate) fn set(&mut self, number: i32, value: V, max: usize) {
        let at = self.0.partition_point(|(known, _)| *known < number);
        let known = self.0.get_mut(at).filter(|(known, _)| *known == number);
        if let Some((_, old)) = known {
            *old = value;
        } else if self.0.len() < max {
            self.0.insert(at, (number, value));
        }
    }

    pub(crate) fn get(&self, number: i32) -> Option<V> {
        let at = self.0.partition_point(|(known, _)| *known < number);
        self.0.get(at).filter(|(known, _)| *known == number).map(|(_, value)| *value)
    }
}
