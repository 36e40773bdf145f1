//! The generic players on *Two Gates*, where all odds are known exactly, and on the family of *Niemenczyn 1794*: what
//! they must not know, what they must not spend, and what they must find.

#![cfg_attr(
    feature = "roomy",
    expect(clippy::large_stack_arrays, reason = "positions of larger games are measured so")
)]

mod at_once;
mod budget;
mod common;
mod heuristic;
mod pairing;
mod secrets;
mod strength;
mod verdox;
