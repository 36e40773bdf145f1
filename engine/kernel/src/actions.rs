//! The list of legal actions, allocated once and reused for a whole run, and the limits that bound a game.

use core::ops::Deref;

/// Bounds of a rule system, each with a proof or a recorded maximum beside its definition there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// The most actions that can be legal at once.
    pub actions: usize,
    /// The most decisions in one game.
    pub decisions: usize,
    /// The most dice rolled and chits drawn in one game.
    pub dice: usize,
}

/// Legal actions in the order in which the rules list them; the order is part of the rules, players rely on it.
#[derive(Debug)]
pub struct ActionList<A> {
    // It never grows: it is full when it holds as many as there was room for at first.
    actions: Vec<A>,
}

impl<A> ActionList<A> {
    /// An empty list for a rule system with these limits. This is the only allocation it ever makes.
    pub fn within(limits: Limits) -> Self {
        Self { actions: Vec::with_capacity(limits.actions) }
    }

    /// Lists one more action.
    ///
    /// # Panics
    /// When the list is full: then [`Limits::actions`] of the rule system is wrong.
    pub fn push(&mut self, action: A) {
        let most = self.actions.capacity();
        assert!(self.actions.len() < most, "more than {most} legal actions: Limits::actions is too small");
        self.actions.push(action);
    }

    /// Empties the list, keeping its memory.
    pub fn clear(&mut self) {
        self.actions.clear();
    }

    /// Keeps the actions that pass, in their order.
    pub fn retain(&mut self, keep: impl FnMut(&A) -> bool) {
        self.actions.retain(keep);
    }
}

impl<A: Clone> Clone for ActionList<A> {
    /// A copy has the same room: it never allocates again, like the original.
    fn clone(&self) -> Self {
        let mut actions = Vec::with_capacity(self.actions.capacity());
        actions.extend_from_slice(&self.actions);
        Self { actions }
    }
}

impl<A> Deref for ActionList<A> {
    type Target = [A];

    fn deref(&self) -> &[A] {
        &self.actions
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: Limits = Limits { actions: 2, decisions: 0, dice: 0 };

    #[test]
    fn a_list_keeps_order_and_memory() {
        let mut list = ActionList::within(TWO);
        list.push('b');
        list.push('a');
        assert_eq!(*list, ['b', 'a']);
        let before = list.as_ptr();
        list.clear();
        list.push('c');
        assert_eq!((&*list, list.as_ptr()), (&['c'][..], before));
    }

    #[test]
    fn a_copy_has_the_same_room() {
        let mut list = ActionList::within(Limits { actions: 300, ..TWO });
        list.push('a');
        let mut copy = list.clone();
        let before = copy.as_ptr();
        (1..300).for_each(|_| copy.push('b'));
        assert_eq!((copy.as_ptr(), copy[0], copy.len()), (before, 'a', 300));
    }

    #[test]
    #[should_panic(expected = "Limits::actions is too small")]
    fn a_list_asserts_its_bound() {
        let mut list = ActionList::within(TWO);
        (0..3).for_each(|action| list.push(action));
    }
}
