//! A position: where every counter and barrage is, what has befallen it, and the next decision. Plain data of fixed
//! size; each property of counters is a set in two words. The chapters draw conclusions from it.

use szala_board::{HexId, Ordinal};
use szala_kernel::{BySide, Outcome, Side};

use crate::position::agenda::{Agenda, Task};
use crate::position::ids::{BarrageId, CounterId, Counters, MOST_BARRAGES, MOST_COUNTERS, of_side};

/// The level of a counter [11.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Level {
    /// Nothing has happened to it.
    Full,
    /// Under fire.
    UnderFire,
    /// Pinned.
    Pinned,
}

impl Level {
    /// All of them, in order.
    pub const ALL: [Self; 3] = [Self::Full, Self::UnderFire, Self::Pinned];

    /// Its name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Full => "full",
            Self::UnderFire => "under fire",
            Self::Pinned => "pinned",
        }
    }

    /// This many levels down; there is none below the lowest.
    pub(crate) fn down(self, levels: u8) -> Self {
        Self::ALL[(self as usize + usize::from(levels)).min(2)]
    }
}

/// The colour of a marker: that of the odd stages or that of the even ones [4.1, 11.2].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Colour {
    /// Green and red [D-11.3a].
    Odd,
    /// Yellow and red.
    Even,
}

impl Colour {
    /// The colour of a stage.
    pub const fn of(stage: u8) -> Self {
        if stage.is_multiple_of(2) { Self::Even } else { Self::Odd }
    }

    /// The other one.
    #[must_use]
    pub const fn other(self) -> Self {
        match self {
            Self::Odd => Self::Even,
            Self::Even => Self::Odd,
        }
    }
}

/// The counter under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Mover {
    pub(crate) who: CounterId,
    /// Halves of points that it has spent.
    pub(crate) spent: u8,
    /// Does it run [6.4]?
    pub(crate) runs: bool,
    /// Has it come upon an enemy [6.2], or made the one step of a pinned unit [11.4]?
    pub(crate) is_stopped: bool,
}

/// A barrage marker.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) struct Barrage {
    /// Where it lies.
    pub(crate) place: Option<HexId>,
    /// Was it laid beyond the best range of its mortars [8.5.3]?
    pub(crate) is_far: bool,
    /// Has it been laid in this stage [D-7.6c]?
    pub(crate) is_laid: bool,
    /// Has it been shifted, or drifted, since it was placed [D-19.1e]?
    pub(crate) is_moved: bool,
}

/// A position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The stage, from 1; 0 while the sides set up.
    pub(crate) stage: u8,
    /// The phase, 1 to 6 [4.1]; 0 before the first.
    pub(crate) phase: u8,
    /// Whose phase it is, or who sets up.
    pub(crate) active: Side,
    pub(crate) agenda: Agenda,
    pub(crate) mover: Option<Mover>,
    /// What is on each counter, by its place among the cards of its side [D-16.1c].
    pub(crate) cards: [u8; MOST_COUNTERS],
    /// Counters that are units.
    pub(crate) units: Counters,
    /// Counters that are commanders.
    pub(crate) commanders: Counters,
    /// Counters whose enemy knows what is on them, as both sides know [D-16.1c].
    pub(crate) known: Counters,
    /// Counters that only enemies on paper have seen: their owner does not know that they are known.
    pub(crate) spied: Counters,
    /// Counters on paper: they have a place, and only their side knows it [19.1].
    pub(crate) paper: Counters,
    /// Where each counter is; nowhere before it comes and when it is eliminated.
    pub(crate) places: [Option<HexId>; MOST_COUNTERS],
    /// Halves of squares lost [14.2].
    pub(crate) losses: [u8; MOST_COUNTERS],
    /// Whole squares fired in this stage [7.6].
    pub(crate) fired: [u8; MOST_COUNTERS],
    /// Counters still to come.
    pub(crate) waiting: Counters,
    /// Counters eliminated.
    pub(crate) dead: Counters,
    pub(crate) under_fire: Counters,
    pub(crate) pinned: Counters,
    /// Counters whose marker has the colour of odd stages.
    pub(crate) odd: Counters,
    /// Counters whose marker was put on in this stage [D-12.1a].
    pub(crate) fresh: Counters,
    /// Counters that have moved in this phase [D-6.1a].
    pub(crate) moved: Counters,
    /// Counters of the side that came second into a hex with enemies [10.2].
    pub(crate) second: Counters,
    /// Counters that are known to have fired [16.3].
    pub(crate) marked: Counters,
    /// Units in whose hex a unit has come upon the enemy in this phase [10.2, D-10.2b].
    pub(crate) met: Counters,
    /// Counters shot at in this phase by units that fired all their squares [D-7.6b].
    pub(crate) shot_at: Counters,
    /// Counters shot at in this phase by a unit that divides its fire.
    pub(crate) divided: Counters,
    /// Counters whose combat of this phase is over, or was not fought.
    pub(crate) fought: Counters,
    /// New commanders [13.7].
    pub(crate) new: Counters,
    pub(crate) barrages: [Barrage; 2 * MOST_BARRAGES],
    /// Battalions of guns that have been called, a bit each.
    pub(crate) called: BySide<u8>,
    /// Groups that may enter since what they wait for has come true, a bit each [18.5.2].
    pub(crate) opened: BySide<u16>,
    /// Building hexes that were a side's when it last passed, by their order [D-18.6a].
    pub(crate) passed: BySide<u64>,
    /// Stages in which no unit on paper was revealed [19.4.1].
    pub(crate) hidden_stages: u8,
    /// How many units had been revealed when the last stage ended.
    pub(crate) revealed_before: u8,
    /// How many commanders have been eliminated [18.6.5, D-18.6d].
    pub(crate) commanders_lost: BySide<u8>,
    pub(crate) end: Option<Outcome>,
}

impl State {
    /// The stage, from 1; 0 while the sides set up.
    pub const fn stage(&self) -> u8 {
        self.stage
    }

    /// Whose phase it is.
    pub const fn active(&self) -> Side {
        self.active
    }

    /// The task on top of the agenda.
    pub(crate) fn task(&self) -> Task {
        self.agenda.top()
    }

    /// Where a counter is.
    #[inline]
    pub fn place_of(&self, counter: CounterId) -> Option<HexId> {
        self.places[counter.index()]
    }

    /// All counters on the board in a hex.
    pub fn counters_at(&self, hex: HexId) -> Counters {
        self.all_at(hex) - self.paper
    }

    /// All counters in a hex, those on paper too.
    pub(crate) fn all_at(&self, hex: HexId) -> Counters {
        let wanted = number_of(Some(hex));
        self.whose_place(|number| number == wanted)
    }

    /// Those of a side in a hex.
    pub fn of_side_at(&self, side: Side, hex: HexId) -> Counters {
        self.counters_at(hex) & of_side(side)
    }

    /// All counters on the board.
    pub fn on_board(&self) -> Counters {
        self.placed() - self.paper
    }

    /// All counters on the board or on paper.
    pub(crate) fn placed(&self) -> Counters {
        self.whose_place(|number| number != 0)
    }

    /// The counters whose place has such a number. Play asks for little else, so it goes eight at a time: a product
    /// moves the lowest bits of eight bytes next to each other, and no two of its terms meet in one bit.
    #[inline]
    fn whose_place(&self, is_such: impl Fn(u16) -> bool) -> Counters {
        const GATHER: u64 = 0x0102_0408_1020_4080;
        let mut answers = [0; MOST_COUNTERS];
        for (answer, place) in answers.iter_mut().zip(&self.places) {
            *answer = u8::from(is_such(number_of(*place)));
        }
        let mut words = [0; 2];
        let (eights, _) = answers.as_chunks();
        for (at, eight) in eights.iter().enumerate() {
            let bits = u64::from_le_bytes(*eight).wrapping_mul(GATHER) >> 56;
            words[at / 8] |= bits << (at % 8 * 8);
        }
        Counters::from_words(words)
    }

    /// The level of a counter.
    pub fn level(&self, counter: CounterId) -> Level {
        match (self.pinned.contains(counter), self.under_fire.contains(counter)) {
            (true, _) => Level::Pinned,
            (false, true) => Level::UnderFire,
            (false, false) => Level::Full,
        }
    }

    /// The colour of a counter's marker; nothing without one.
    pub fn colour(&self, counter: CounterId) -> Option<Colour> {
        let colour = if self.odd.contains(counter) { Colour::Odd } else { Colour::Even };
        (self.level(counter) != Level::Full).then_some(colour)
    }

    pub(crate) fn set_level(&mut self, counter: CounterId, level: Level, colour: Colour) {
        for set in [&mut self.pinned, &mut self.under_fire, &mut self.odd] {
            set.remove(counter);
        }
        match level {
            Level::Full => {
                self.fresh.remove(counter);
                return;
            }
            Level::UnderFire => self.under_fire.insert(counter),
            Level::Pinned => self.pinned.insert(counter),
        }
        if colour == Colour::Odd {
            self.odd.insert(counter);
        }
    }

    pub(crate) fn barrage(&self, barrage: BarrageId) -> &Barrage {
        &self.barrages[barrage.index()]
    }

    pub(crate) fn barrage_mut(&mut self, barrage: BarrageId) -> &mut Barrage {
        &mut self.barrages[barrage.index()]
    }

    /// Does any barrage lie on a hex?
    pub(crate) fn is_under_barrage(&self, hex: HexId) -> bool {
        self.barrages.iter().any(|barrage| barrage.place == Some(hex))
    }
}

/// The number of a place: 0 is none.
#[expect(clippy::cast_possible_truncation, reason = "an index below that of the last hex of any board")]
fn number_of(place: Option<HexId>) -> u16 {
    place.map_or(0, |hex| hex.index() as u16 + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Of each of 128 counters two bytes of place, one each of what is on it, losses, squares fired; nineteen sets of
    /// 16 bytes; 32 barrages of six; an agenda of eight bytes a task at most; less than 80 for the rest.
    #[test]
    fn a_position_takes_less_than_a_kilobyte_and_a_half() {
        let most = 128 * 5 + 19 * 16 + 32 * 6 + 12 * 8 + 120;
        assert!(size_of::<State>() <= most, "{}", size_of::<State>());
    }
}
