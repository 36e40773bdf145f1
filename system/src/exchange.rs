//! Ground and first move given to the other side, and maps generated from a seed, behind a trait that knows no game.

use szala_ai::ReadFile;
use szala_kernel::exchange::{Feature, MadeUp, Order};
use szala_kernel::{BySide, Exchange, MapMaker, Side};

use crate::RuleSystem;
use crate::contest::Contest;
use crate::game::{Opened, Refused};

/// A game in its four forms: first by ground, original and exchanged, then by who leads.
pub type Forms = [[Box<dyn Contest>; 2]; 2];

/// A game in which either side may have the other's ground and either may lead.
pub trait Exchanging: Send + Sync {
    /// What the ground of a side is called, whichever side has it.
    fn ground_name(&self, side: Side) -> &'static str;

    /// Is the map its own mirror image?
    fn is_even(&self) -> bool;

    /// The four forms with these players.
    ///
    /// # Errors
    /// Which player's name is wrong, and what would be right.
    fn forms(&self, names: BySide<&str>, read: ReadFile<'_>) -> Result<Forms, Refused>;

    /// What a generated map may have more of or less.
    fn features(&self) -> &'static [Feature];

    /// The same scenario on a generated map.
    ///
    /// # Errors
    /// Why no such map is possible, and what would be.
    fn made_up(&self, order: &Order<'_>) -> Result<OnMadeUp, String>;

    /// The text of the scenario's file with another map; see [`MapMaker::file_with_map`].
    ///
    /// # Errors
    /// Why that text does not describe a scenario.
    fn file_with_map(&self, text: &str, map: &str, title: &str) -> Result<String, String>;
}

/// A scenario on a generated map.
pub struct OnMadeUp {
    /// The game on it.
    pub game: Box<dyn Exchanging>,
    /// The text of the map's file.
    pub map: String,
    /// What could not be generated as ordered, if anything.
    pub missing: Option<String>,
}

impl<S: RuleSystem<Rules: MapMaker>> Exchanging for Opened<S> {
    fn ground_name(&self, side: Side) -> &'static str {
        self.rules().ground_name(side)
    }

    fn is_even(&self) -> bool {
        self.rules().is_even()
    }

    fn forms(&self, names: BySide<&str>, read: ReadFile<'_>) -> Result<Forms, Refused> {
        let exchanged = self.rules().exchanged();
        let form = |rules: &S::Rules, leader| {
            Self::new(rules.led_by(leader)).seat_all(names, &BySide::default(), read)
        };
        let [one, other] = [self.rules(), &exchanged]
            .map(|rules| Ok([form(rules, Side::First)?, form(rules, Side::Second)?]));
        Ok([one?, other?])
    }

    fn features(&self) -> &'static [Feature] {
        self.rules().features()
    }

    fn made_up(&self, order: &Order<'_>) -> Result<OnMadeUp, String> {
        let MadeUp { rules, map, missing } = self.rules().made_up(order)?;
        Ok(OnMadeUp { game: Box::new(Self::new(rules)), map, missing })
    }

    fn file_with_map(&self, text: &str, map: &str, title: &str) -> Result<String, String> {
        self.rules().file_with_map(text, map, title)
    }
}
