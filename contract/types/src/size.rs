//! How much memory an answer takes beside its own struct.

/// A value whose memory can be added up.
pub trait HeapSize {
    /// Returns the bytes of the strings and lists in it.
    fn heap_size(&self) -> usize;
}

impl HeapSize for String {
    fn heap_size(&self) -> usize {
        self.len()
    }
}

impl<T: HeapSize> HeapSize for Vec<T> {
    fn heap_size(&self) -> usize {
        size_of_val(&**self) + self.iter().map(T::heap_size).sum::<usize>()
    }
}

impl<T: HeapSize> HeapSize for Option<T> {
    fn heap_size(&self) -> usize {
        self.as_ref().map_or(0, T::heap_size)
    }
}

impl<T: HeapSize, E: HeapSize> HeapSize for Result<T, E> {
    fn heap_size(&self) -> usize {
        match self {
            Ok(value) => value.heap_size(),
            Err(error) => error.heap_size(),
        }
    }
}

macro_rules! nothing_on_the_heap {
    ($($name:ty),*) => {$(
        impl HeapSize for $name {
            fn heap_size(&self) -> usize {
                0
            }
        }
    )*};
}

nothing_on_the_heap!(bool, u8, u32, u64, i64);
