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
    // It never grows: it is full when there is room for one more, which is where `push_if` puts what does not stay.
    actions: Vec<A>,
}

impl<A> ActionList<A> {
    /// An empty list for a rule system with these limits. This is the only allocation it ever makes.
    pub fn within(limits: Limits) -> Self {
        Self { actions: Vec::with_capacity(limits.actions + 1) }
    }

    /// Lists one more action.
    ///
    /// # Panics
    /// When the list is full: then [`Limits::actions`] of the rule system is wrong.
    pub fn push(&mut self, action: A) {
        self.push_if(action, true);
    }

    /// Lists one more action if it is legal. Where both answers are likely, this is faster than to branch and then
    /// [`push`](Self::push), because there is no branch to mispredict.
    ///
    /// # Panics
    /// When it is legal and the list is full: then [`Limits::actions`] of the rule system is wrong.
    #[inline]
    pub fn push_if(&mut self, action: A, is_legal: bool) {
        let room = self.actions.capacity();
        let length = self.actions.len() + usize::from(is_legal);
        assert!(length < room, "more than {} legal actions: Limits::actions is too small", room - 1);
        self.actions.push(action);
        self.actions.truncate(length);
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
    fn what_is_not_legal_is_not_listed_and_needs_no_room() {
        let mut list = ActionList::within(TWO);
        let before = list.as_ptr();
        for (action, is_legal) in [('a', false), ('b', true), ('c', false), ('d', true), ('e', false)] {
            list.push_if(action, is_legal);
        }
        assert_eq!((&*list, list.as_ptr()), (&['b', 'd'][..], before));
    }

    #[test]
    #[should_panic(expected = "more than 2 legal actions: Limits::actions is too small")]
    fn a_list_asserts_its_bound() {
        let mut list = ActionList::within(TWO);
        (0..3).for_each(|action| list.push(action));
    }
}
