//! The generic players on *Two Gates*, where all odds are known exactly, and on the family of *Niemenczyn 1794*: what
//! they must not know, what they must not use, and what they must find.

mod at_once;
mod budget;
mod common;
mod drilled;
mod forgetting;
mod heuristic;
mod pairing;
mod pluton;
mod rooms;
mod secrets;
mod spqr;
mod strength;
mod verdox;
