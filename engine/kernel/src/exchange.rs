//! Ground and first move, given to the other side: what it takes to tell how much of a scenario's balance is the map's,
//! how much belongs to whoever begins, and how much is left to the sides themselves. Not every game can do it: where a
//! side's ground is drawn for it alone, or nobody leads, there is nothing to exchange.
//!
//! Beside it, maps made up by a seed, so that one may ask the same of a whole family of maps.

use crate::rules::Rules;
use crate::side::Side;

/// A rule system in which either side may have the other's ground, and either may lead.
pub trait Exchange: Rules + Sized {
    /// What the ground of a side is called, whoever has it after an exchange: `the left edge`.
    fn ground_name(&self, side: Side) -> &'static str;

    /// The same rules on the mirror image of the map: each side has the ground that the other had. Its army, and
    /// whatever else is said of it by name, it keeps. Twice exchanged is as before.
    #[must_use]
    fn exchanged(&self) -> Self;

    /// Is the map its own mirror image, so that the [exchanged](Self::exchanged) rules are the same?
    fn is_even(&self) -> bool;

    /// The same rules, where it was agreed that this side leads.
    #[must_use]
    fn led_by(&self, side: Side) -> Self;
}

/// A rule system that makes maps up, of the size of the one it has.
pub trait MapMaker: Exchange {
    /// What a map may have more of or less.
    fn features(&self) -> &'static [Feature];

    /// The same scenario on a map that is made up; the same order makes the same map everywhere.
    ///
    /// # Errors
    /// Why no such map can be, and what would be right.
    fn made_up(&self, order: &Order<'_>) -> Result<MadeUp<Self>, String>;

    /// The text of the scenario's file with another map: the name of the map's file, as a scenario's file would name
    /// it, and what the whole is called now.
    ///
    /// # Errors
    /// Why that text is no scenario's.
    fn file_with_map(&self, text: &str, map: &str, title: &str) -> Result<String, String>;
}

/// What a map may have more of or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name, a word: `hill`.
    pub name: &'static str,
    /// What its number counts.
    pub about: &'static str,
    /// The number where nobody says another.
    pub usual: u8,
    /// The greatest number; the least is 0.
    pub most: u8,
}

/// Which map to make up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'o> {
    /// Names the map.
    pub seed: u64,
    /// Is it to be its own mirror image?
    pub even: bool,
    /// A number for each of the [features](MapMaker::features).
    pub amounts: &'o [u8],
}

/// A scenario on a map that was made up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUp<R> {
    /// The rules with this map.
    pub rules: R,
    /// The text of the map's file.
    pub map: String,
    /// What could not be had as ordered, if there is anything: `3 squares of hill are missing for want of room`.
    pub missing: Option<String>,
}
