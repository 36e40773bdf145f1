//! [11.7] What decides a melee: both dice and their modifiers, laid out as in the table. Nothing here changes the
//! position, so that with all dice at once the exact odds of a melee can be had before it is fought.

use szala_board::{HexId, Zone};
use szala_kernel::{Ask, BySide, Dice, Die, Journal, Side, Subject, Table, rule};

use crate::chapters::game::Insurrection;
use crate::position::ground::SideKind;
use crate::position::ids::{Arm, Hexes, UnitId, UnitSet};
use crate::position::room::Room;
use crate::position::state::{Entry, Melee, MeleeKind, Obstacles, State};

/// The modifiers of the table [11.7t].
pub(crate) mod modifier {
    pub(crate) const UPHILL: i32 = -1;
    pub(crate) const SQUARE_AGAINST_INFANTRY: i32 = -1;
    pub(crate) const SQUARE_AGAINST_CAVALRY: i32 = 3;
    pub(crate) const REAR: i32 = 4;
    pub(crate) const FLANK: i32 = 2;
    pub(crate) const LONE_GUNS: i32 = -4;
    pub(crate) const COMMAND: i32 = 1;
    /// [7.5m]
    pub(crate) const KOSYNIERZY: i32 = 2;
}

/// What the dice brought.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Clashed {
    /// What each side's die showed.
    pub(crate) naturals: BySide<u8>,
    /// Who won.
    pub(crate) winner: Side,
    /// By how much; at least 1.
    pub(crate) difference: u8,
}

/// [11.7t] [D-11.7b] What numbers give to the larger side: whole multiples of the smaller one, rounded down.
pub(crate) const fn for_numbers(own: u8, other: u8) -> i32 {
    match own / other {
        0 | 1 => 0,
        2 => 1,
        3 => 2,
        _ => 3,
    }
}

/// [11.7] The lower result loses; a tie is the attacker's, by 1. Does he win, and by how much?
pub(crate) const fn compare(attack: i32, defence: i32) -> (bool, u32) {
    let difference = attack.abs_diff(defence);
    if attack == defence { (true, 1) } else { (attack > defence, difference) }
}

/// Who meets in a melee, and who holds what around: as it is, or as it would be if some units came in.
pub(crate) struct Encounter<R: Room> {
    fighters: BySide<UnitSet<R>>,
    held: BySide<Hexes<R>>,
    /// Units that would come in, and how.
    coming: Option<(UnitSet<R>, Entry)>,
}

impl<R: Room> Encounter<R> {
    /// How a unit came in, or would.
    fn entry(&self, state: &State<R>, unit: UnitId) -> Option<Entry> {
        match self.coming {
            Some((group, entry)) if group.contains(unit) => Some(entry),
            _ => state[unit].entry,
        }
    }
}

/// [D-11.7c] The best that any of the attackers gained by the zone through which it came.
pub(crate) fn best_zone(entries: impl Iterator<Item = Entry>) -> i32 {
    let value = |zone| match zone {
        Zone::Front => 0,
        Zone::Flank => modifier::FLANK,
        Zone::Rear => modifier::REAR,
    };
    entries.map(|entry| value(entry.zone)).max().unwrap_or(0)
}

impl<R: Room> Insurrection<R> {
    /// [11.1] [D-11.2a] Those who fight for a side in this hex: all its infantry and cavalry, of any commander. Guns
    /// have no influence [10.10.8], unless they stand alone [10.10.7].
    pub(crate) fn fighters(&self, state: &State<R>, side: Side, melee: &Melee<R>) -> UnitSet<R> {
        self.fighters_of(state.stack(side, melee.hex))
    }

    fn fighters_of(&self, all: UnitSet<R>) -> UnitSet<R> {
        let troops = self.troops(all);
        if troops.is_empty() { all } else { troops }
    }

    /// The encounter as it is.
    pub(crate) fn encounter(&self, state: &State<R>, hex: HexId) -> Encounter<R> {
        let fighters = BySide::from_fn(|side| self.fighters_of(state.stack(side, hex)));
        Encounter { fighters, held: state.held, coming: None }
    }

    /// The encounter as it would be if units from elsewhere came into the hex.
    pub(crate) fn encounter_with(
        &self,
        state: &State<R>,
        hex: HexId,
        group: UnitSet<R>,
        entry: Entry,
    ) -> Encounter<R> {
        let side = self.side_of(group.first().expect("somebody comes in"));
        let mut encounter = self.encounter(state, hex);
        encounter.fighters[side] = self.fighters_of(state.stack(side, hex) | group);
        for left in group.iter().filter_map(|unit| state.hex_of(unit)) {
            if state.stack(side, left).is_subset(group) {
                encounter.held[side].remove(left);
            }
        }
        encounter.held[side].insert(hex);
        encounter.coming = Some((group, entry));
        encounter
    }

    /// [11.7] Rolls both dice, the attacker's first, and compares.
    pub(crate) fn clash<D: Dice, J: Journal>(
        &self,
        state: &State<R>,
        melee: &Melee<R>,
        table: &mut Table<D, J>,
    ) -> Clashed {
        let encounter = self.encounter(state, melee.hex);
        let mut naturals = BySide::default();
        let mut total = |side| {
            let ask = Ask::new(rule!("11.7"), state.stage);
            let ask = ask.by(self.champion(state, side, melee)).at(self.champion(state, !side, melee));
            naturals[side] = table.roll(Die::D10, ask);
            i32::from(naturals[side])
                + self.melee_modifiers(state, melee, &encounter, side, &mut table.journal)
        };
        let attack = total(melee.attacker);
        let defence = total(!melee.attacker);
        table.total(rule!("11.7"), attack, defence, self.champion(state, melee.attacker, melee));
        let (attacker_wins, difference) = compare(attack, defence);
        let winner = if attacker_wins { melee.attacker } else { !melee.attacker };
        Clashed {
            naturals,
            winner,
            difference: u8::try_from(difference).expect("two dice and a dozen modifiers"),
        }
    }

    /// By whom dice and journal know a side of the melee: its top unit.
    pub(crate) fn champion(&self, state: &State<R>, side: Side, melee: &Melee<R>) -> Subject {
        let top = self.top(state, self.fighters(state, side, melee)).expect("both sides are in a melee hex");
        self.scenario.unit(top).subject
    }

    /// [11.7t] [D-11.7a] All that is added to the die of one side, each with its rule.
    pub(crate) fn melee_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        melee: &Melee<R>,
        encounter: &Encounter<R>,
        side: Side,
        journal: &mut J,
    ) -> i32 {
        let of_role = if side == melee.attacker {
            self.attack_modifiers(state, melee, encounter, journal)
        } else {
            self.defence_modifiers(state, melee, encounter, journal)
        };
        of_role + self.common_modifiers(state, melee, encounter, side, journal)
    }

    /// How the attackers came in. Only those count who entered while the enemy was there [D-11.7e].
    fn attack_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        melee: &Melee<R>,
        encounter: &Encounter<R>,
        journal: &mut J,
    ) -> i32 {
        let [attackers, defenders] = [melee.attacker, !melee.attacker].map(|side| encounter.fighters[side]);
        let entries = || attackers.iter().filter_map(|unit| encounter.entry(state, unit));
        let mut sum = 0;
        // [D-11.7c] Uphill only when all who entered did; the road does not help [D-8.2a].
        let against =
            |obstacle| entries().next().is_some() && entries().all(|entry| entry.against.has(obstacle));
        if against(Obstacles::UPHILL) {
            sum += journal.note(rule!("11.7t"), modifier::UPHILL, "entered uphill");
        }
        // [D-M11.7a] Only when all did; and both count.
        if let Some(river) = self.scenario.ground.of_side(SideKind::River)
            && against(Obstacles::RIVER)
        {
            sum += journal.note(rule!("11.7t"), -i32::from(river.attack), "entered across a river");
        }
        // [D-7.2.1a] [D-7.2.2a] A square has neither flank nor rear; uphill and charge stay as they are.
        if !melee.squared && !defenders.intersects(state.marks.square) {
            let zone = journal.note(rule!("11.7t"), best_zone(entries()), "entered by flank or rear");
            sum += zone;
            if melee.outflanked && zone < modifier::FLANK {
                sum += journal.note(rule!("7.3"), modifier::FLANK, "Cossack lava");
            }
        }
        // [8.14.2] Once, for friends who were in the hex before too [D-11.7g]. Counterattackers never charge [D-8.15b].
        if melee.kind == MeleeKind::Charge {
            sum += journal.note(rule!("11.7t"), self.scenario.values.charge_bonus.into(), "charge");
        }
        sum
    }

    /// Where and how the defenders stand.
    fn defence_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        melee: &Melee<R>,
        encounter: &Encounter<R>,
        journal: &mut J,
    ) -> i32 {
        let [attackers, defenders] = [melee.attacker, !melee.attacker].map(|side| encounter.fighters[side]);
        let mut sum = 0;
        let site = self.ground.site(melee.hex);
        // [D-M11.7b] Marshy woods are woods. A village or a castle is for infantry and guns alone.
        if site.defends_cavalry || !defenders.intersects(self.cavalry) {
            sum += journal.note(rule!("11.7t"), site.defence.into(), site.kind.defence());
        }
        // [7.5m] [D-M7.5b] Once, when one company of them defends and the attacker has cavalry, in any melee.
        if defenders.intersects(self.kosynierzy) && attackers.intersects(self.cavalry) {
            sum += journal.note(rule!("7.5m"), modifier::KOSYNIERZY, "scythes against cavalry");
        }
        if defenders.intersects(state.marks.square) {
            // The attackers are of one arm [6.1]; guns alone attack no square.
            let against = self.top(state, attackers).map(|unit| self.arm(unit));
            let amount = match against {
                Some(Arm::Infantry) => modifier::SQUARE_AGAINST_INFANTRY,
                Some(Arm::Cavalry) => modifier::SQUARE_AGAINST_CAVALRY,
                Some(Arm::Artillery) | None => 0,
            };
            sum += journal.note(rule!("7.2.2"), amount, "defends in square");
        }
        sum
    }

    /// What both sides may have: guns alone, numbers, command.
    fn common_modifiers<J: Journal>(
        &self,
        state: &State<R>,
        melee: &Melee<R>,
        encounter: &Encounter<R>,
        side: Side,
        journal: &mut J,
    ) -> i32 {
        let [own, other] = [side, !side].map(|side| encounter.fighters[side]);
        let mut sum = 0;
        if own.is_subset(self.guns) {
            sum += journal.note(rule!("11.7t"), modifier::LONE_GUNS, "guns alone");
        }
        // [11.1] Sizes summed; guns alone are of size 1 [10.10.7].
        let numbers = for_numbers(self.total_size(state, own), self.total_size(state, other));
        sum += journal.note(rule!("11.7t"), numbers, "by numbers");
        // [4.2] [D-11.7d] One unit in command at this moment is enough.
        let in_command = |unit| self.would_be_in_command(state, &encounter.held, unit, melee.hex);
        if own.iter().any(in_command) {
            sum += journal.note(rule!("4.2"), modifier::COMMAND, "in command");
        }
        sum
    }
}

#[cfg(test)]
mod tests {
    use szala_board::pointy::facing;

    use super::*;
    use crate::testing::Setup;

    #[test]
    fn d_11_7b_ratios_are_rounded_down_and_end_at_four_to_one() {
        // 5:3 is 1:1; 6:3 and 8:3 are 2:1; 9:3 is 3:1; 12:3 and 20:1 are 4:1 or more.
        let table =
            [(5, 3, 0), (3, 5, 0), (6, 3, 1), (8, 3, 1), (9, 3, 2), (11, 3, 2), (12, 3, 3), (20, 1, 3)];
        for (own, other, expected) in table {
            assert_eq!(for_numbers(own, other), expected, "{own}:{other}");
        }
    }

    #[test]
    fn d_11_7d_everyone_who_would_come_in_leaves_his_hex_open_to_command() {
        let margin = |both: bool, is_led: bool| {
            let mut setup = Setup::new();
            let near = setup.unit(Side::First, Arm::Infantry, 3, "0804", facing::NE);
            let far = setup.unit(Side::First, Arm::Infantry, 3, "0807", facing::NE);
            setup.unit(Side::Second, Arm::Infantry, 6, "0805", facing::NE);
            if is_led {
                setup.post(Side::Second, "0809");
            }
            let (game, state) = setup.finish();
            let group = if both { UnitSet::of(near) | UnitSet::of(far) } else { UnitSet::of(near) };
            game.margin_of_entering(&state, group, game.hex("0804"), game.hex("0805"), false)
        };
        // [4.2] From 0809 to 0805 there is but one way of four hexes, by 0807, where somebody stands;
        assert_eq!(margin(false, true), margin(false, false));
        // when he comes in too, the defenders are in command, which is one for them [11.7t].
        assert_eq!(margin(true, true), margin(true, false) - 1);
    }

    #[test]
    fn r11_7t_only_the_larger_side_gains_by_numbers() {
        // 2 against 6 is 1:3 for the smaller side, which gains nothing.
        assert_eq!((for_numbers(2, 6), for_numbers(6, 2)), (0, 2));
        assert_eq!(for_numbers(4, 4), 0);
    }

    #[test]
    fn r11_7_a_tie_is_the_attackers_by_one() {
        // Equal results: the attacker wins, difference 1. Modified results may be negative.
        assert_eq!(compare(5, 5), (true, 1));
        assert_eq!(compare(-2, -2), (true, 1));
    }

    #[test]
    fn r11_7_of_the_hundred_pairs_of_dice_the_attacker_wins_so_many() {
        // With modifiers equal he has 45 pairs above and 10 equal. A point more takes over those lost by one, 9, then 8
        // and so on; a point less gives away those that were equal, 10, then 9 and so on. From -10 to +10:
        let won = [0, 1, 3, 6, 10, 15, 21, 28, 36, 45, 55, 64, 72, 79, 85, 90, 94, 97, 99, 100, 100];
        for (difference, expected) in (-10..=10).zip(won) {
            let pairs = || (0..10).flat_map(|attack| (0..10).map(move |defence| (attack, defence)));
            let results = || pairs().map(|(attack, defence)| compare(attack + difference, defence));
            let count = results().filter(|(attacker_wins, _)| *attacker_wins).count();
            assert_eq!(count, expected, "difference {difference}");
            // [11.11.2t] In each row of the flight table as many as there are pairs of dice so far apart: 10 - |k| of
            // them by k.
            for row in [1..=2, 3..=5, 6..=19] {
                let is_in_row = |k: &i32| row.contains(&(k + difference).unsigned_abs().max(1));
                let by_hand: u32 = (-9..=9).filter(is_in_row).map(|k: i32| 10 - k.unsigned_abs()).sum();
                let found = results().filter(|(_, margin)| row.contains(margin)).count();
                assert_eq!(u32::try_from(found), Ok(by_hand), "difference {difference}, {row:?}");
            }
        }
    }

    #[test]
    fn r11_7_the_lower_result_loses_by_the_difference() {
        // 7 to 3 is won by 4; 3 to 4 lost by 1; -3 to 9 lost by 12.
        assert_eq!(compare(7, 3), (true, 4));
        assert_eq!(compare(3, 4), (false, 1));
        assert_eq!(compare(-3, 9), (false, 12));
    }
}
