//! [13.3m] A division that waits off the map: the public die that brings it, and how it enters. Its units are placed as
//! those that come back from flight, which is left to `flight`.

use szala_board::{HexId, Ordinal};
use szala_kernel::{Ask, Dice, Die, Journal, Table, rule};

use crate::chapters::game::Insurrection;
use crate::position::data::Reinforcement;
use crate::position::ids::{CommanderId, UnitId};
use crate::position::room::Room;
use crate::position::state::{Place, Post, State};

/// The faces of the die.
pub(crate) const FACES: u8 = 10;

impl<R: Room> Insurrection<R> {
    /// Does this commander wait off the map as the game begins, or the commander of a unit? Units of the reserve have
    /// none.
    pub(crate) fn comes_later(&self, commander: impl Into<Option<CommanderId>>) -> bool {
        let commander = commander.into();
        self.scenario.reinforcement.is_some_and(|division| commander == Some(division.commander))
    }

    /// [13.3m] At the start of Turn 1 the die for a commander who has not come yet. [D-M13.3c] Both sides see it.
    pub(crate) fn run_reinforce<D: Dice, J: Journal>(&self, state: &mut State<R>, table: &mut Table<D, J>) {
        state.agenda.pop();
        let Some(Reinforcement { commander, from, faces, .. }) = self.scenario.reinforcement else { return };
        let post = &mut state.posts[commander.index()];
        if *post != Post::Waiting || state.stage < from || faces == 0 {
            return;
        }
        let subject = self.scenario.commander(commander).subject;
        let rule = rule!("13.3m");
        if faces >= FACES || table.roll(Die::D10, Ask::new(rule, state.stage).at(subject)) < faces {
            *post = Post::Arrived;
            table.remark(rule, "has come", subject);
        }
    }

    /// [D-M13.3b] A commander who has come, when first drawn, is placed in his hex, or in the nearest of the zone
    /// without enemies; of several in the first on the map. [D-M13.3a] Without any he waits for his next activation.
    pub(crate) fn place_who_has_come<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        commander: CommanderId,
        table: &mut Table<D, J>,
    ) {
        let Some(division) = self.scenario.reinforcement else { return };
        let side = self.scenario.commander(commander).side;
        let free = (division.zone - self.held_by(state, !side)).into_iter();
        let near = |hex: &HexId| self.scenario.board.distance(*hex, division.rally);
        if let Some(hex) = free.min_by_key(near) {
            self.post(state, commander, hex, rule!("13.3m"), table);
        }
    }

    /// [13.3m] Is the unit to be placed in this activation? [D-M13.3a] One that found no room in it is not asked for
    /// again.
    pub(crate) fn is_to_enter(&self, state: &State<R>, unit: UnitId) -> bool {
        let Some(commander) = self.scenario.unit(unit).commander else { return false };
        self.comes_later(commander)
            && state.active == Some(commander)
            && state[unit].place == Place::Waiting
            && state.hex_of_commander(commander).is_some()
            && !state.marks.returned.contains(unit)
    }

    /// [8.12.1m] Guns that enter the map in play are limbered.
    pub(crate) fn limber_who_enters<D: Dice, J: Journal>(
        &self,
        state: &mut State<R>,
        unit: UnitId,
        table: &mut Table<D, J>,
    ) {
        if self.guns.contains(unit) {
            state.marks.limbered.insert(unit);
            table.change(rule!("8.12.1m"), "limbered", self.scenario.unit(unit).subject, 0, 1);
        }
    }
}
