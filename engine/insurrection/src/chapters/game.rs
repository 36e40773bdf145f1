//! The rules with one scenario loaded: what is looked up in play, computed once.

use szala_kernel::{Book, BySide, Side};

use crate::chapters::command::ShortWays;
use crate::chapters::movement::ground::Ground;
use crate::chapters::sight::Sight;
use crate::position::data::{Scenario, UnitCard};
use crate::position::ids::{Arm, CommanderId, UnitSet};
use crate::position::room::{Room, Small};

/// A game of the family: rules and scenario.
#[derive(Clone, Debug)]
pub struct Insurrection<R: Room = Small> {
    /// What the scenario says.
    pub(crate) scenario: Scenario<R>,
    /// All guns of both sides: the data gives each one battery [D-2.1a], play asks for no number.
    pub(crate) guns: UnitSet<R>,
    /// All infantry.
    pub(crate) infantry: UnitSet<R>,
    /// All cavalry.
    pub(crate) cavalry: UnitSet<R>,
    /// [7.5m] All units that fight with scythes.
    pub(crate) kosynierzy: UnitSet<R>,
    /// [7.2m] All units that can form skirmish order.
    pub(crate) skirmishers: UnitSet<R>,
    /// What each way costs [8.2].
    pub(crate) ground: Ground<R>,
    /// Who sees whom [10.1].
    pub(crate) sight: Sight<R>,
    /// The ways to a commander [4.2].
    pub(crate) short_ways: ShortWays<R>,
    /// [4.4m] The overall commanders.
    pub(crate) overall: BySide<Option<CommanderId>>,
    /// Does a commander lead units other than his own: an overall commander, or a leader of the reserve?
    pub(crate) leads_others: bool,
}

impl<R: Room> Insurrection<R> {
    /// Makes the tables that play reads.
    pub fn new(scenario: Scenario<R>) -> Self {
        let of_arm =
            |arm| scenario.all_units().iter().filter(|unit| scenario.unit(*unit).arm == arm).collect();
        let (guns, infantry, cavalry) = (of_arm(Arm::Artillery), of_arm(Arm::Infantry), of_arm(Arm::Cavalry));
        let those = |is_so: fn(&UnitCard) -> bool| {
            scenario.all_units().iter().filter(|unit| is_so(scenario.unit(*unit))).collect()
        };
        let (kosynierzy, skirmishers) = (those(|card| card.kosynierzy), those(|card| card.skirmishers));
        let sight = Sight::new(&scenario);
        let ground = Ground::new(&scenario);
        let short_ways = ShortWays::new(&scenario.board);
        let is_overall = |who: &CommanderId| scenario.commander(*who).overall.is_some();
        let overall = BySide::from_fn(|side| scenario.commanders_of(side).find(is_overall));
        let leads_others =
            scenario.commanders.iter().any(|card| card.overall.is_some() || !card.reserve.is_empty());
        Self {
            scenario,
            guns,
            infantry,
            cavalry,
            kosynierzy,
            skirmishers,
            ground,
            sight,
            short_ways,
            overall,
            leads_others,
        }
    }

    /// The same game in the rule numbers of another book of the family.
    #[must_use]
    pub fn told_by(self, book: Book) -> Self {
        Self { scenario: Scenario { book, ..self.scenario }, ..self }
    }

    /// The scenario.
    pub fn scenario(&self) -> &Scenario<R> {
        &self.scenario
    }

    /// The side whose commander is active; the first side before any is.
    pub(crate) fn active_side(&self, state: &crate::position::state::State<R>) -> Side {
        state.active.map_or(Side::First, |commander| self.scenario.commander(commander).side)
    }
}
