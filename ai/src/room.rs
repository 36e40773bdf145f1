//! A list whose copies have the same room: players are copied for each thread and must not allocate in play.

use core::ops::{Deref, DerefMut};

/// A vector that hands its capacity down to its copies.
#[derive(Debug)]
pub struct Room<T>(Vec<T>);

impl<T> Room<T> {
    /// Room for this many.
    pub fn for_up_to(most: usize) -> Self {
        Self(Vec::with_capacity(most))
    }
}

impl<T: Clone> Clone for Room<T> {
    fn clone(&self) -> Self {
        let mut copy = Vec::with_capacity(self.0.capacity());
        copy.extend_from_slice(&self.0);
        Self(copy)
    }
}

impl<T> Deref for Room<T> {
    type Target = Vec<T>;

    fn deref(&self) -> &Vec<T> {
        &self.0
    }
}

impl<T> DerefMut for Room<T> {
    fn deref_mut(&mut self) -> &mut Vec<T> {
        &mut self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_has_the_same_room_and_contents() {
        let mut room = Room::for_up_to(100);
        room.push('a');
        let copy = room.clone();
        assert!(copy.capacity() >= 100);
        assert_eq!(*copy, ['a']);
    }
}
