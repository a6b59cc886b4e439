//! [`Chunks`]: an array that never moves what is in it.

use alloc::vec::Vec;

use super::Refusal;

/// An array that grows chunk by chunk. A large `Vec` that grows may copy all that it has, while a search stands still.
#[derive(Clone, Debug)]
pub(super) struct Chunks<T> {
    /// The chunks: all full, except the last one that has elements.
    parts: Vec<Vec<T>>,
    len: usize,
    /// For so many there is room up to the end of the last chunk in use.
    room: usize,
}

impl<T> Default for Chunks<T> {
    fn default() -> Self {
        Chunks {
            parts: Vec::new(),
            len: 0,
            room: 0,
        }
    }
}

impl<T> Chunks<T> {
    /// A chunk has 2 to the power of this many elements: about 256 KB.
    const BITS: u32 = (((1 << 18) / (size_of::<T>() + 1)) | 16).ilog2();
    const CHUNK: usize = 1 << Self::BITS;

    #[inline]
    pub(super) fn len(&self) -> usize {
        self.len
    }

    #[inline]
    pub(super) fn get(&self, number: usize) -> Option<&T> {
        self.parts.get(number >> Self::BITS)?.get(number & (Self::CHUNK - 1))
    }

    #[inline]
    pub(super) fn get_mut(&mut self, number: usize) -> Option<&mut T> {
        self.parts
            .get_mut(number >> Self::BITS)?
            .get_mut(number & (Self::CHUNK - 1))
    }

    /// Whether there is room for one more.
    #[inline]
    pub(super) fn has_room(&self) -> bool {
        self.len < self.room
    }

    /// Adds an element, for which there must be [room](Self::has_room).
    #[inline]
    pub(super) fn push(&mut self, element: T) {
        if let Some(chunk) = self.parts.get_mut(self.len >> Self::BITS) {
            chunk.push(element);
            self.len += 1;
        }
    }

    /// Makes room for one more if there is none, in at most `bytes` more.
    #[cold]
    #[inline(never)]
    pub(super) fn make_room(&mut self, bytes: usize) -> Result<(), Refusal> {
        let number = self.len >> Self::BITS;
        if number == self.parts.len() {
            self.parts.try_reserve(1).map_err(|_| Refusal::OutOfMemory)?;
            self.parts.push(Vec::new());
        }
        let chunk = &mut self.parts[number];
        if chunk.len() == chunk.capacity() {
            // The first one is small in a small search.
            let more = match number {
                0 => chunk.len().max(64).min(Self::CHUNK - chunk.len()),
                _ => Self::CHUNK,
            };
            if more * size_of::<T>() > bytes {
                return Err(Refusal::MemoryLimit);
            }
            chunk.try_reserve_exact(more).map_err(|_| Refusal::OutOfMemory)?;
        }
        self.room = (number << Self::BITS) + chunk.capacity().min(Self::CHUNK);
        Ok(())
    }

    /// Makes room for `count` in all, as far as there is memory.
    pub(super) fn reserve(&mut self, count: usize) {
        for number in 0..count.div_ceil(Self::CHUNK) {
            if number == self.parts.len() {
                self.parts.push(Vec::new());
            }
            let chunk = &mut self.parts[number];
            let room = (count - number * Self::CHUNK).min(Self::CHUNK);
            let room = if number == 0 { room } else { Self::CHUNK };
            if chunk.try_reserve_exact(room.saturating_sub(chunk.len())).is_err() {
                return;
            }
        }
    }

    /// Removes all elements and keeps the memory.
    pub(super) fn clear(&mut self) {
        self.parts.iter_mut().for_each(Vec::clear);
        (self.len, self.room) = (0, 0);
    }

    pub(super) fn bytes(&self) -> usize {
        let elements = match &*self.parts {
            [only] => only.capacity(),
            parts => parts.len() << Self::BITS,
        };
        elements * size_of::<T>() + self.parts.capacity() * size_of::<Vec<T>>()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn elements_stay_where_they_are_and_a_limit_is_kept() {
        let mut chunks = Chunks::<u64>::default();
        assert!(matches!(chunks.make_room(511), Err(Refusal::MemoryLimit)));
        for round in 0..2 {
            for number in 0..100_000 {
                if !chunks.has_room() {
                    chunks.make_room(usize::MAX).unwrap();
                }
                chunks.push(number + round);
            }
            assert_eq!((chunks.len(), chunks.get(100_000)), (100_000, None));
            assert!((0..100_000).all(|number| chunks.get(number) == Some(&(number as u64 + round))));
            assert!(chunks.bytes() >= 800_000 && chunks.bytes() < 1_100_000);
            chunks.clear();
        }
    }

    #[test]
    fn what_is_reserved_is_there_without_more_memory() {
        let mut chunks = Chunks::<u64>::default();
        chunks.reserve(100_000);
        for number in 0..100_000 {
            if !chunks.has_room() {
                chunks.make_room(0).unwrap();
            }
            chunks.push(number);
        }
        assert_eq!(chunks.get(99_999), Some(&99_999));
    }
}
