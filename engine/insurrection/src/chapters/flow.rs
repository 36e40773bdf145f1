//! How tasks are worked off, for every chapter alike.
//!
//! A task on top of the agenda is *run*: either it gets on by itself (it changes the agenda, and the next task is
//! run), or it waits for a player. Then the player's action is *decided*, and running goes on. Where there is nothing
//! to choose, a task gets on by itself: a player is never asked about the obvious.

/// What running a task came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Next {
    /// It got on; run what is on top now.
    Run,
    /// It waits for a decision of a player.
    Ask,
}
