//! Chapter 8, 8.35 and 8.36, and 9.41: the clash of one fight.

use szala_board::Ordinal;
use szala_kernel::{Dice, Die, Journal, Table, rule};

use crate::chapters::game::Spqr;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::agenda::Task;
use crate::position::data::{Arms, Kind};
use crate::position::ids::{LeaderId, UnitId, Units};
use crate::position::state::State;
use crate::position::tables::From;

/// Who is superior in a clash [8.36.1].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Superior {
    Nobody,
    Attacker,
    /// The attacker, through the flank or rear of double depth [9.53].
    Breaker,
    Defender,
}

/// What changes the hits that the table of shock has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Force {
    /// Who is superior [8.36.4].
    pub superior: Superior,
    /// The defenders let elephants through [9.11].
    pub is_let_through: bool,
    /// The defenders are skirmishers alone [9.21].
    pub at_skirmishers: bool,
    /// Light cavalry alone attacks foot in ranks [8.52].
    pub by_light_cavalry: bool,
}

impl Spqr {
    /// [D-8.35a] The defender names a unit, if his are of several types or attacked from several sides.
    pub(crate) fn offer_facing(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        let attackers = self.in_fight(state, fight, state.active) - state.beneath;
        // [D-8.35b] The type of a stack is that of its top.
        let units = self.in_fight(state, fight, !state.active) - state.beneath;
        // What the clash asks of the unit that is named.
        let terms = |unit: UnitId| {
            let sides = attackers.iter().filter_map(|attacker| self.side_of_attack(state, unit, attacker));
            let sides = sides.fold(0, |all, side| all | 1_u32 << side as u32);
            let is_one = [state.routed, state.columns, state.empty].map(|set| set.contains(unit));
            (self.card(unit).kind, sides, is_one, self.is_double(state, unit))
        };
        put_different(units, terms, put);
    }

    /// [D-8.35a] Then the attacker one of his, if they are of several types, come from several sides or differ in
    /// superiority [8.36.1].
    pub(crate) fn offer_leading(
        &self,
        state: &State,
        (fight, target): (u8, UnitId),
        put: &mut dyn FnMut(Action),
    ) {
        let units = self.in_fight(state, fight, state.active) - state.beneath;
        let terms = |unit: UnitId| {
            let side = self.side_of_attack(state, target, unit)?;
            Some((self.card(unit).kind, side, self.superiority(state, [unit, target])))
        };
        put_different(units.iter().filter(|unit| terms(*unit).is_some()).collect(), terms, put);
    }

    /// The clash of the next fight, if there still are two sides to it.
    pub(crate) fn go_on_clashing(&self, state: &mut State, fight: u8) {
        if fight > state.fights {
            state.agenda.pop();
            return;
        }
        state.agenda.turn_to(Task::Clash(fight + 1));
        // They may have been driven apart by elephants that run wild.
        let foes = self.in_fight(state, fight, !state.active);
        let is_next = |unit: UnitId| foes.iter().any(|foe| self.apart(state, unit, foe) == 1);
        let is_on = self.in_fight(state, fight, state.active).iter().any(is_next);
        if is_on {
            state.clashed |= 1 << fight;
            state.agenda.push(Task::Facing(fight));
        }
    }

    /// [8.36.1, D-8.36a] Has an attacker superiority of position? Not in the zone of a fresh enemy of no fight.
    pub(crate) fn has_position(&self, state: &State, [lead, target]: [UnitId; 2]) -> bool {
        let side = self.side_of_attack(state, target, lead);
        let [own, other] = [lead, target].map(|unit| self.card(unit).kind);
        let is_disturbed = (self.held_by(state, lead) - Units::of(target))
            .iter()
            .any(|enemy| self.card(enemy).kind != Kind::Skirmisher && state.fight[enemy.index()] == 0);
        let never = |side: From| Self::never_outflanks(own, other, side);
        side.is_some_and(|side| side != From::Front && !never(side)) && !is_disturbed
    }

    /// [8.36.1, D-8.36b] Superiority of position, or else of weapons, of the unit that names the column.
    fn superiority(&self, state: &State, [lead, target]: [UnitId; 2]) -> Superior {
        let [own, other] = [lead, target].map(|unit| self.card(unit).kind);
        // [6.7.5] Over columns the attacker has it.
        if state.columns.contains(target) || self.has_position(state, [lead, target]) {
            return Superior::Attacker;
        }
        // [8.52] Legions and light infantry have none over horse when they had missiles and are out of them.
        let is_out = self.card(target).arms != Arms::None && state.empty.contains(target);
        let is_starred = matches!((other, own.is_cavalry()), (Kind::Legion | Kind::Light, true));
        match self.superior_weapons(own, other) {
            Superior::Defender if is_starred && is_out => Superior::Nobody,
            superior => superior,
        }
    }

    /// [8.52] Superiority of weapons, of attackers of one type and defenders of another.
    pub(crate) fn superior_weapons(&self, own: Kind, other: Kind) -> Superior {
        let tables = &self.scenario.tables;
        let is_among = |set: &[u16]| set[other as usize] >> own as u16 & 1 == 1;
        if is_among(&tables.attack_superior) {
            Superior::Attacker
        } else if is_among(&tables.defence_superior) {
            Superior::Defender
        } else {
            Superior::Nobody
        }
    }

    /// [9.15, 9.17, 8.52] Is there never superiority of position, whatever the side?
    pub(crate) fn never_outflanks(own: Kind, other: Kind, side: From) -> bool {
        other == Kind::Elephant && (own.is_cavalry() || own == Kind::Elephant)
            || other == Kind::Skirmisher && side == From::Flank
    }

    /// [8.36.2] Size is nothing between elephants or chariots and others.
    pub(crate) fn size_counts(own: Kind, other: Kind) -> bool {
        let is_even = |kind: Kind| matches!(kind, Kind::Elephant | Kind::Chariot);
        is_even(own) == is_even(other) && (!is_even(own) || own == other)
    }

    /// [8.36.2] The shift for size: right when the attackers are larger.
    pub(crate) fn size_shift([attackers, defenders]: [u16; 2], moved: bool) -> i32 {
        let ratio = |large: u16, small: u16, up: bool| {
            let whole = if up { large.div_ceil(small) } else { large / small };
            i32::from(whole) - 1
        };
        if attackers >= defenders {
            ratio(attackers, defenders, moved)
        } else {
            -ratio(defenders, attackers, !moved)
        }
    }

    /// [9.41, D-9.41a, D-9.41b] A phalanx attacked from its front by units that moved: two columns for each flank
    /// with a friendly phalanx on it or before it, one against heavy infantry alone.
    fn phalanx_shift(&self, state: &State, [lead, target]: [UnitId; 2], attackers: Units) -> i32 {
        let is_frontal = self.side_of_attack(state, target, lead) == Some(From::Front);
        let has_moved = !(attackers & state.moved).is_empty();
        let has_phalanx = attackers.iter().any(|unit| self.card(unit).kind == Kind::Phalanx);
        if self.card(target).kind != Kind::Phalanx || !is_frontal || !has_moved || has_phalanx {
            return 0;
        }
        let each = if attackers.iter().all(|unit| self.card(unit).kind == Kind::Heavy) { 1 } else { 2 };
        -each * self.kept_flanks(state, target)
    }

    /// [9.41] How many flanks of a phalanx have a friendly phalanx on them or before them.
    pub(crate) fn kept_flanks(&self, state: &State, target: UnitId) -> i32 {
        let facing = state.facings[target.index()];
        let hexes: [Option<szala_board::HexId>; 2] = {
            let mut both = self.hexes_of(state, target);
            [both.next(), both.next()]
        };
        let [right, left] = facing.flank();
        let ends = [(hexes[0], left), (hexes[1].or(hexes[0]), right)];
        let is_kept = |(hex, way): &(Option<szala_board::HexId>, szala_board::Direction)| {
            let Some(flank) = hex.and_then(|hex| self.board.neighbour(hex, *way)) else { return false };
            let stands = state.unit_at(flank).is_some_and(|unit| {
                unit.side() == target.side()
                    && self.card(unit).kind == Kind::Phalanx
                    && !state.routed.contains(unit)
            });
            let holders = self.holders(state, flank, target.side());
            stands || holders.iter().any(|unit| unit != target && self.card(unit).kind == Kind::Phalanx)
        };
        i32::try_from(ends.iter().filter(|end| is_kept(end)).count()).unwrap_or(0)
    }

    /// [8.35, 8.36] Resolves a fight; [8.36.4, D-8.36e] what superiority multiplies is halved afterwards.
    pub(crate) fn clash<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        fight: u8,
        [lead, target]: [UnitId; 2],
        table: &mut Table<D, J>,
    ) {
        let [attackers, defenders] =
            [state.active, !state.active].map(|side| self.in_fight(state, fight, side));
        let Some(side) = self.side_of_attack(state, target, lead) else { return };
        let [own, other] = [lead, target].map(|unit| self.card(unit).kind);
        let basic = self.scenario.tables.clash[side as usize][other as usize][own as usize];
        if basic == 0 {
            return;
        }
        let superior = self.superiority(state, [lead, target]);
        match superior {
            Superior::Attacker => {
                state.gave.insert(lead);
                table.remark(rule!("8.36.1"), "superior as attacker", lead.subject());
            }
            Superior::Defender => table.remark(rule!("8.36.1"), "superior as defender", target.subject()),
            Superior::Breaker | Superior::Nobody => (),
        }
        let strength =
            |units: Units| units.iter().map(|unit| u16::from(self.card(unit).size)).sum::<u16>().max(1);
        let has_moved = !(attackers & state.moved).is_empty();
        let counts = Self::size_counts(own, other);
        let shift =
            if counts { Self::size_shift([strength(attackers), strength(defenders)], has_moved) } else { 0 };
        let mut column = table.note(rule!("8.35"), basic.into(), "column of the types");
        column += table.note(rule!("8.36.2"), shift, "size");
        let sides = [attackers, defenders];
        column += table.note(rule!("6.26"), self.soil_shift(state, defenders), "woods or marsh");
        column += table.note(rule!("6.26"), self.level_shift(state, sides), "level");
        column += table.note(rule!("9.41"), self.phalanx_shift(state, [lead, target], attackers), "phalanx");
        // [10.33, D-10.33a] Once a side, however many.
        let is_depleted = |units: Units| !(units & state.depleted).is_empty();
        column += table.note(rule!("10.33"), -i32::from(is_depleted(attackers)), "a depleted attacker");
        column += table.note(rule!("10.33"), is_depleted(defenders).into(), "a depleted defender");
        // [D-8.36c] Limited when all is added.
        let column = column.clamp(1, 13);
        table.change(rule!("8.36.3"), words::OF_TABLE, lead.subject(), basic.into(), column);
        let roll = i32::from(
            table.roll(Die::D10, self.ask(state, rule!("8.36")).by(lead.subject()).at(target.subject())),
        );
        let charisma =
            self.charisma(state, attackers) - self.charisma(state, defenders) + self.mourning(state, fight);
        // [8.36.3] The leaders of the attackers add theirs to the die, those of the defenders take theirs off.
        let die = roll + table.note(rule!("8.36.3"), charisma, "charisma");
        let all_are = |units: Units, kind: Kind| units.iter().all(|unit| self.card(unit).kind == kind);
        let force = Force {
            superior: match superior {
                Superior::Attacker if side != From::Front && self.is_double(state, target) => {
                    Superior::Breaker
                }
                superior => superior,
            },
            is_let_through: defenders.iter().any(|unit| state.opened.contains(unit)),
            at_skirmishers: all_are(defenders, Kind::Skirmisher),
            by_light_cavalry: all_are(attackers, Kind::LightCavalry)
                && other.is_firm()
                && !state.routed.contains(target),
        };
        let [of_attackers, of_defenders] = self.shock_hits((die, column), force);
        self.share(state, attackers, (of_attackers, lead), table);
        // [10.14, D-10.14a] A unit of two hexes that attacks two of one hex: its owner shares out their hits.
        let all_short = defenders.iter().all(|unit| !self.card(unit).is_long());
        let are_several = (defenders - state.beneath).len() > 1;
        if attackers.len() == 1 && are_several && self.card(lead).is_long() && all_short && of_defenders > 0 {
            state.agenda.push(Task::Share(fight, of_defenders));
        } else {
            // [6.6.8] From behind the odd hit is for the one beneath.
            let first = state.under(target).filter(|_| side == From::Rear).unwrap_or(target);
            self.share(state, defenders, (of_defenders, first), table);
        }
        self.spend_in_shock(state, attackers | defenders, table);
    }

    /// [8.36.4, 8.54] The hits of attackers and of defenders, by die and column.
    pub(crate) fn shock_hits(&self, (die, column): (i32, i32), force: Force) -> [u8; 2] {
        let at = |value: i32, most: i32| usize::try_from(value.clamp(0, most)).unwrap_or(0);
        let [mut of_attackers, mut of_defenders] = self.scenario.tables.shock[at(die, 9)][at(column - 1, 12)];
        match force.superior {
            Superior::Breaker => of_defenders *= 3,
            Superior::Attacker => of_defenders *= 2,
            Superior::Defender => of_attackers *= 3,
            Superior::Nobody => (),
        }
        if force.is_let_through {
            // [9.11] Units that let elephants through take half the hits, and do less to them.
            of_defenders /= 2;
            of_attackers = of_attackers.saturating_sub(1);
        }
        if force.at_skirmishers {
            // [9.21, D-9.21b] Skirmishers do little.
            of_attackers = (of_attackers / 2).min(1);
        }
        if force.by_light_cavalry {
            of_defenders /= 2;
        }
        [of_attackers, of_defenders]
    }

    /// [8.36.3] Leaders who fell before this clash count against their side, by two more than they were worth.
    fn mourning(&self, state: &State, fight: u8) -> i32 {
        let fallen = self.all_leaders.iter().filter(|leader| state.fallen[leader.index()] == fight);
        let worth = |leader: LeaderId| {
            let worth = i32::from(self.ratings(state, leader).charisma) + 2;
            if leader.side() == state.active { -worth } else { worth }
        };
        fallen.map(worth).sum()
    }

    /// [8.36.3, D-8.36d] Of leaders with units of the fight.
    fn charisma(&self, state: &State, units: Units) -> i32 {
        let with = (units - state.beneath).iter().flat_map(|unit| self.leaders_with(state, unit));
        with.map(|leader| {
            let charisma = self.ratings(state, leader).charisma;
            i32::from(charisma.saturating_sub(state.wounds[leader.index()]))
        })
        .sum()
    }

    /// [10.14, D-10.14a, D-10.14b] Equal shares, the odd ones first to the one that named the column, then to tops of
    /// stacks before those beneath [6.6.8, 9.62], else as their owner likes.
    fn share<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        units: Units,
        (hits, first): (u8, UnitId),
        table: &mut Table<D, J>,
    ) {
        let count = u8::try_from(units.len()).unwrap_or(1).max(1);
        let (each, odd) = (hits / count, hits % count);
        let rest = units - Units::of(first);
        for unit in units.iter().filter(|unit| *unit == first).chain(rest.iter()) {
            let own = each + u8::from(odd > 0 && unit == first);
            self.wound_in_clash(state, (unit, own), table);
        }
        if odd > 1 {
            let is_attacker = first.side() == state.active;
            state.spared |= rest;
            state.agenda.push(Task::Odd(state.fight[first.index()], odd - 1, is_attacker));
        }
    }

    /// [10.14] The defenders who may take the next hit.
    pub(crate) fn offer_share(&self, state: &State, fight: u8, put: &mut dyn FnMut(Action)) {
        self.in_fight(state, fight, !state.active).iter().for_each(|unit| put(Action::Take(unit)));
    }

    /// [D-10.14a] The units that may take an odd hit, one each.
    pub(crate) fn offer_odd(
        &self,
        state: &State,
        (fight, of_attackers): (u8, bool),
        put: &mut dyn FnMut(Action),
    ) {
        let side = if of_attackers { state.active } else { !state.active };
        let able = self.in_fight(state, fight, side) & state.spared;
        let tops = able - state.beneath;
        let able = if tops.is_empty() { able } else { tops };
        able.iter().for_each(|unit| put(Action::Take(unit)));
    }

    /// [10.14] It takes the hit.
    pub(crate) fn take<D: Dice, J: Journal>(&self, state: &mut State, unit: UnitId, table: &mut Table<D, J>) {
        match state.task() {
            Task::Share(_, 1) | Task::Odd(_, 1, _) => state.agenda.pop(),
            Task::Share(fight, left) => state.agenda.turn_to(Task::Share(fight, left - 1)),
            Task::Odd(fight, left, side) => state.agenda.turn_to(Task::Odd(fight, left - 1, side)),
            _ => return,
        }
        state.spared.remove(unit);
        self.wound_in_clash(state, (unit, 1), table);
    }
}

/// Names the first unit of each terms.
fn put_different<T: PartialEq>(units: Units, terms: impl Fn(UnitId) -> T, put: &mut dyn FnMut(Action)) {
    for unit in units {
        let own = terms(unit);
        if !units.iter().take_while(|other| *other != unit).any(|other| terms(other) == own) {
            put(Action::Name(unit));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [8.36.2] The book's own examples: sums of sizes, whether an attacker moved, and the shift.
    #[test]
    fn sizes_are_rounded_in_favour_of_attackers_who_moved() {
        for (sizes, moved, shift) in [
            ([5, 4], true, 1),
            ([4, 5], true, 0),
            ([2, 5], true, -1),
            ([11, 5], true, 2),
            ([5, 4], false, 0),
            ([4, 5], false, -1),
            ([11, 5], false, 1),
        ] {
            assert_eq!(Spqr::size_shift(sizes, moved), shift, "{sizes:?} {moved}");
        }
    }
}
