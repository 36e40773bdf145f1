//! Ground and first move, exchanged between the sides, to measure how much of a scenario's balance is due to the map,
//! how much to the first move, and how much to the sides themselves. Not every game can do it: where a side's ground
//! is drawn for it alone, or nobody leads, there is nothing to exchange.
//!
//! Also maps generated from a seed, so that the same can be measured over a whole family of maps.

use crate::rules::Rules;
use crate::side::Side;

/// A rule system in which either side may have the other's ground, and either may lead.
pub trait Exchange: Rules + Sized {
    /// What the ground of a side is called, also after an exchange: `the left edge`.
    fn ground_name(&self, side: Side) -> &'static str;

    /// The same rules on the mirror image of the map: each side has the ground that the other had. Its army, and
    /// everything else tied to it by name, stays with it. Exchanging twice changes nothing.
    #[must_use]
    fn exchanged(&self) -> Self;

    /// Is the map its own mirror image, so that the [exchanged](Self::exchanged) rules are the same?
    fn is_even(&self) -> bool;

    /// The same rules, where it was agreed that this side leads.
    #[must_use]
    fn led_by(&self, side: Side) -> Self;
}

/// A rule system that can generate maps of the size of its own.
pub trait MapMaker: Exchange {
    /// What a map may have more of or less.
    fn features(&self) -> &'static [Feature];

    /// The same scenario on a generated map; the same order gives the same map on every machine.
    ///
    /// # Errors
    /// Why no such map is possible, and what would be.
    fn made_up(&self, order: &Order<'_>) -> Result<MadeUp<Self>, String>;

    /// The text of the scenario's file with another map: the name of the map's file, as a scenario's file would give
    /// it, and the title of the whole.
    ///
    /// # Errors
    /// Why that text does not describe a scenario.
    fn file_with_map(&self, text: &str, map: &str, title: &str) -> Result<String, String>;
}

/// What a map may have more of or less.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Feature {
    /// Its name, a word: `hill`.
    pub name: &'static str,
    /// What its number counts.
    pub about: &'static str,
    /// The default number.
    pub usual: u8,
    /// The greatest number; the least is 0.
    pub most: u8,
}

/// Which map to generate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Order<'o> {
    /// The seed, which identifies the map.
    pub seed: u64,
    /// Is it to be its own mirror image?
    pub even: bool,
    /// A number for each of the [features](MapMaker::features).
    pub amounts: &'o [u8],
}

/// A scenario on a generated map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MadeUp<R> {
    /// The rules with this map.
    pub rules: R,
    /// The text of the map's file.
    pub map: String,
    /// What could not be generated as ordered, if anything: `3 squares of hill are missing for want of room`.
    pub missing: Option<String>,
}
