//! Attacks: who may attack whom, the die, and the effect of a hit [3.10, 3.11, chapter 7]. Lines of fire belong to
//! `sight`.

use core::ops::ControlFlow;

use szala_board::SquareId;
use szala_kernel::{ActionList, Ask, Dice, Die, Journal, Rule, Side, Subject, Table, rule};

use crate::chapters::game::Verdox;
use crate::chapters::sight::Aim;
use crate::chapters::words;
use crate::position::action::Action;
use crate::position::data::{Bar, CloseCombat};
use crate::position::ground::Ground;
use crate::position::ids::{Squares, UnitId, Verdict, require, subject};
use crate::position::kinds::{Hit, Kind};
use crate::position::state::State;

/// What is done to a square.
type ActionAt = fn(SquareId) -> Action;

/// Who attacks, from where, and whether it may fire from there.
#[derive(Clone, Copy, Debug)]
struct Attacker {
    unit: UnitId,
    kind: Kind,
    square: SquareId,
    may_fire: Verdict,
}

/// How a target is reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Way {
    Close,
    Fire,
}

/// [6.10.8] A fortification comes down on a 1.
pub(crate) const fn brings_down(face: u8) -> bool {
    face == 1
}

impl Verdox {
    pub(crate) fn attack_actions(&self, state: &State, from: SquareId, list: &mut ActionList<Action>) {
        let all: ControlFlow<()> = self.attacks(state, from, |action| {
            list.push(action);
            ControlFlow::Continue(())
        });
        debug_assert!(all.is_continue(), "nothing breaks it off");
    }

    /// Is there anything that the unit on the square may attack?
    pub(crate) fn can_attack(&self, state: &State, from: SquareId) -> bool {
        self.attacks(state, from, |_| ControlFlow::Break(())).is_break()
    }

    /// Finds one attack after the other, until the caller has seen enough.
    #[inline]
    fn attacks<B>(
        &self,
        state: &State,
        from: SquareId,
        mut tell: impl FnMut(Action) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let attacker = self.attacker(state, from);
        let Attacker { unit, kind, may_fire, .. } = attacker;
        let card = self.card(kind);
        let enemies = &state.standing[!unit.side()];
        if card.range == 0 {
            // [7.1.1, 7.4.1] Hand to hand only: only neighbours can be targets.
            let neighbours = self.neighbours[from.index()].into_iter().flatten();
            let mut reached =
                neighbours.filter(|to| enemies.contains(*to) && self.way_of(state, attacker, *to).is_ok());
            return reached.try_for_each(|to| tell(Action::Attack(to)));
        }
        // The ground adds one square at most [6.2.3, 6.10.4].
        let near = *self.sight.near(from, kind);
        let about = *enemies & near;
        let mut reached = about.iter().filter(|to| self.way_of(state, attacker, *to).is_ok());
        reached.try_for_each(|to| tell(Action::Attack(to)))?;
        if kind == Kind::Artillery && may_fire.is_ok() {
            for (targets, action) in self.things(state) {
                let about = targets & near;
                let mut reached = about
                    .iter()
                    .map(action)
                    .filter(|target| self.target_verdict(state, from, *target).is_ok());
                reached.try_for_each(&mut tell)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Targets that only artillery may fire at: standing fortifications [6.10.8], and barges [7.7.3].
    fn things(&self, state: &State) -> [(Squares, ActionAt); 2] {
        [(self.fortified - state.breached, Action::Batter), (state.afloat, Action::Sink)]
    }

    /// May the unit on the square make this attack?
    pub(crate) fn target_verdict(&self, state: &State, from: SquareId, action: Action) -> Verdict {
        match action {
            Action::Attack(to) => self.attack_way(state, from, to).map(|_| ()),
            Action::Batter(to) => {
                // [6.10.8] A standing fortification or gate; by artillery; [D-6.10e] of either side.
                require(self.ground(state, to).is_fortified(), rule!("6.10.8"))?;
                require(!self.bars(state.active, Bar::Breaches), rule!("D-6.10g"))?;
                // [6.10.8] Guns on a wall do not fire at what is under their feet.
                require(from != to, rule!("6.10.8"))?;
                self.bombard_verdict(state, from, to, rule!("6.10.8"))
            }
            Action::Sink(to) => {
                let barge = state.barge_at(to).ok_or(rule!("7.7.3"))?;
                require(!self.bars(state.active, Bar::BargesSunk), rule!("D-7.7j"))?;
                // [D-7.7e] Not one of the same side; [6.6.2, D-6.6a] and not under a bridge.
                let owner = state.barges[barge.index()].owner;
                require(owner != Some(state.active), rule!("D-7.7e"))?;
                require(self.printed(to) != Ground::Bridge, rule!("D-6.6a"))?;
                // [7.7.3] Only artillery.
                self.bombard_verdict(state, from, to, rule!("7.7.3"))
            }
            _ => Err(rule!("3.10")),
        }
    }

    /// Shots at walls and barges are for artillery, by the given rule.
    fn bombard_verdict(&self, state: &State, from: SquareId, to: SquareId, by_artillery: Rule) -> Verdict {
        let (_, kind) = self.unit_at(state, from);
        require(kind == Kind::Artillery, by_artillery)?;
        self.may_fire_from(state, from)?;
        self.fire_verdict(state, (from, to), self.card(kind).range, Aim::Thing, rule!("7.6.5"))
    }

    /// [6.8.3, 6.9.3] Nobody fires from a canal or a swamp, [7.7.2] except from a barge.
    fn may_fire_from(&self, state: &State, from: SquareId) -> Verdict {
        match self.ground(state, from) {
            Ground::Canal => require(self.is_aboard(state, from), rule!("6.8.3")),
            Ground::Swamp => Err(rule!("6.9.3")),
            _ => Ok(()),
        }
    }

    /// How the unit on one square can attack the unit on the other, if it can.
    fn attack_way(&self, state: &State, from: SquareId, to: SquareId) -> Result<Way, Rule> {
        let attacker = self.attacker(state, from);
        // [3.10] A target is a unit of the other side.
        require(state.standing[!attacker.unit.side()].contains(to), rule!("3.10"))?;
        self.way_of(state, attacker, to)
    }

    fn attacker(&self, state: &State, square: SquareId) -> Attacker {
        let (unit, kind) = self.unit_at(state, square);
        Attacker { unit, kind, square, may_fire: self.may_fire_from(state, square) }
    }

    /// The same for an enemy.
    #[inline]
    fn way_of(&self, state: &State, attacker: Attacker, to: SquareId) -> Result<Way, Rule> {
        let Attacker { unit, kind, square, may_fire } = attacker;
        let card = self.card(kind);
        if card.close && self.towards(square, to).is_some() {
            let verdict = self.close_combat_verdict(state, unit, square, to);
            if verdict.is_ok() || card.range == 0 {
                return verdict.map(|()| Way::Close);
            }
        }
        // [D-3.10a] Hand to hand needs neighbours.
        require(card.range > 0, kind.printed().fight)?;
        may_fire?;
        require(!self.bars(unit.side(), Bar::Shots), rule!("D-3.10e"))?;
        self.fire_verdict(state, (square, to), card.range, Aim::Unit, kind.printed().range)?;
        Ok(Way::Fire)
    }

    /// [D-3.10a] Neighbouring squares are enough, or otherwise the attacker must be able to step across.
    fn close_combat_verdict(&self, state: &State, unit: UnitId, from: SquareId, to: SquareId) -> Verdict {
        require(!self.bars(unit.side(), Bar::Assaults), rule!("D-3.10d"))?;
        if self.scenario.switches.close_combat == CloseCombat::Neighbours {
            return Ok(());
        }
        let (here, there) = (self.ground(state, from), self.ground(state, to));
        let is_held = here.holds_fast() && !self.is_aboard(state, from);
        let is_passable = there != Ground::River && !is_held && !self.must_climb(state, unit, (from, to));
        require(is_passable, rule!("D-3.10a"))
    }

    /// [3.10, 3.11] The attacker is turned over, rolls, and the target's table gives the result.
    pub(crate) fn carry_out_attack<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        from: SquareId,
        action: Action,
        table: &mut Table<D, J>,
    ) {
        let (unit, kind) = self.unit_at(state, from);
        self.reveal(state, unit, rule!("3.7"), table);
        match action {
            Action::Attack(to) => {
                let target = state.occupant(to).expect("a legal attack has a target");
                let way = self.attack_way(state, from, to).expect("a legal attack");
                if way == Way::Fire {
                    let printed = kind.printed().range;
                    self.tell_range(state, (from, to), (self.card(kind).range, Aim::Unit, printed), table);
                } else {
                    // [D-3.10b] Nobody advances: the attacker does not move.
                    table.remark(kind.printed().fight, words::HAND_TO_HAND, unit.subject());
                }
                self.roll_for_hit(state, unit, target, table);
            }
            Action::Batter(to) => self.batter(state, unit, from, to, table),
            Action::Sink(to) => {
                self.tell_range(
                    state,
                    (from, to),
                    (self.card(kind).range, Aim::Thing, rule!("7.6.5")),
                    table,
                );
                self.roll_for_barge(state, unit, to, table);
            }
            _ => unreachable!("{action:?} is no attack"),
        }
    }

    /// [3.11] What a die brings by the table of hits of a kind.
    pub(crate) fn hit(&self, kind: Kind, face: u8) -> Hit {
        self.card(kind).hits[usize::from(face) - 1]
    }

    /// The same of a kind of this side, [D-3.11a, D-3.11b] with what the scenario keeps from it.
    pub fn hit_on(&self, side: Side, kind: Kind, face: u8) -> Hit {
        let hit = self.hit(kind, face);
        let is_spared = match hit {
            Hit::Lost => self.bars(side, Bar::UnitsLost),
            Hit::Unhorsed(_) => self.bars(side, Bar::HorsesLost),
            Hit::Nothing => false,
        };
        if is_spared { Hit::Nothing } else { hit }
    }

    /// [3.11] The table of hits of the target.
    fn roll_for_hit<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        target: UnitId,
        table: &mut Table<D, J>,
    ) {
        let ask = Ask::new(rule!("3.11"), state.turn).by(unit.subject()).at(target.subject());
        let face = table.roll(Die::D6, ask);
        let before = state.unit(target).kind;
        let rule = before.printed().hits;
        match self.hit_on(target.side(), before, face) {
            // [7.4.4, 7.5.4] A rider that loses its horses, as printed on a 2, continues on foot.
            Hit::Unhorsed(on_foot) => {
                self.reveal(state, target, rule!("D-2.5a"), table);
                state.unit_mut(target).kind = on_foot;
                state.unhorsed.insert(target);
                let subject = target.subject();
                table.change(rule, words::LOSSES, subject, 0, 1);
                table.change(rule, words::KIND, subject, words::of_kind(before), words::of_kind(on_foot));
            }
            // [7.1.4, 7.2.4, 7.3.4, 7.6.4] Lost: printed on a 1 or 2 of a unit on foot, on a 1 of a rider.
            Hit::Lost => self.lose(state, target, rule, table),
            // [D-2.5a] A miss reveals nothing of a face-down counter: it stays face down.
            Hit::Nothing => table.remark(rule!("3.11"), words::MISSED, target.subject()),
        }
    }

    /// [6.10.8] A shot at a fortification.
    fn batter<D: Dice, J: Journal>(
        &self,
        state: &mut State,
        unit: UnitId,
        from: SquareId,
        to: SquareId,
        table: &mut Table<D, J>,
    ) {
        let range = self.card(Kind::Artillery).range;
        self.tell_range(state, (from, to), (range, Aim::Thing, rule!("7.6.5")), table);
        let wall: Subject = subject::of_square(to);
        let face = table.roll(Die::D6, Ask::new(rule!("6.10.8"), state.turn).by(unit.subject()).at(wall));
        if !brings_down(face) {
            table.remark(rule!("6.10.8"), words::STANDS, wall);
            return;
        }
        // [D-6.10d] A unit that stands there stays, unhurt.
        let before = words::of_ground(self.ground(state, to));
        state.breached.insert(to);
        table.change(rule!("6.10.8"), words::GROUND, wall, before, words::of_ground(Ground::Breach));
    }
}
