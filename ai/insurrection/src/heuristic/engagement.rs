//! Describes the results of shots, melees and reactions by the inputs of a net that are on: exact odds, and what they
//! depend on.

use szala_ai::drilled::Options;
use szala_board::HexId;
use szala_insurrection::{Action, Arm, Hexes, Insurrection, Prospect, REACH, Room};

use super::Heuristic;
use super::drilled::Choice;
use super::inputs::Inputs;
use super::stand::Stander;
use crate::seen::Seen;

impl<R: Room> Heuristic<R> {
    /// What a shot can do, to whom, and what it costs.
    pub(super) fn tell_fire(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        action: Action,
        options: &mut Options<Choice<R>>,
    ) {
        let (state, scene) = (&self.state, &self.scene);
        let (shooter, from, target) = match action {
            Action::Fire { from, to, target } => {
                let Some(shooter) = game.top_at(state, scene.side, from) else { return };
                if to != from {
                    options.on(inputs.of_shot(game.arm(shooter), 27));
                }
                (shooter, from, target)
            }
            Action::Shell { gun, target } => {
                let Some(from) = state.hex_of(gun) else { return };
                (gun, from, target)
            }
            _ => return,
        };
        let Some(foe) = scene.foe(target) else { return };
        let board = &game.scenario().board;
        let mut is = |what: usize| options.on(inputs.of_shot(game.arm(shooter), what));
        let (mut driven, mut hit, mut heads, mut takes, mut last, mut marches) =
            (0, 0, false, false, false, false);
        Seen::imagined(game, state, scene.side).prospects(action, |prospect| match prospect {
            Prospect::Nothing => (),
            Prospect::Capture { .. } => takes = true,
            Prospect::Test { unit, driven: so_many, hit: hits, commanders } => {
                driven += usize::from(so_many);
                hit += usize::from(hits);
                heads |= commanders;
                last |= hits > 0 && game.size(state, unit) == 1;
                marches |= self.is_on_the_march(game, unit);
            }
        });
        is(hit.min(5));
        is(6 + driven.div_ceil(2).min(5));
        let at_target =
            [(last, 12), (marches, 13), (foe.guns, 20), (foe.square, 21), (heads, 36), (takes, 37)];
        at_target.into_iter().filter(|(is_so, _)| *is_so).for_each(|(_, what)| is(what));
        is(14 + usize::from(board.distance(from, target).clamp(1, 3) - 1));
        is(17 + foe.arm as usize);
        if foe.field.contains(from) {
            is(22);
        }
        is(23 + usize::from(state[shooter].shots.min(3)));
        is(28 + (board.ring(target, 1) & scene.ours).len().min(3));
        let size = i32::from(game.total_size(state, game.troops(state.stack(scene.side, from))));
        is(match foe.size {
            theirs if theirs < size => 32,
            theirs if theirs == size => 33,
            _ => 34,
        });
        if state.pool().is_empty() {
            is(35);
        }
        if state.movers().intersects(state.stack(!scene.side, target)) {
            is(38);
        }
        if game.is_movable(state, shooter) {
            is(39);
        }
    }

    /// The odds of a melee in an enemy hex that is entered from one of these, the best of them.
    pub(super) fn tell_odds(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        (who, to): (&Stander<R>, HexId),
        reached: &Hexes<R>,
        options: &mut Options<Choice<R>>,
    ) {
        let state = &self.state;
        let board = &game.scenario().board;
        let Some(foe) = self.scene.foe(to) else { return };
        let mut is = |what: usize| options.on(inputs.of_melee(who.arm, what));
        let margin_from = |from| game.margin_of_entering(state, who.group, from, to, false);
        if let Some(margin) = (board.ring(to, 1) & *reached).iter().map(margin_from).max() {
            is(step_of(margin));
        }
        let friends = state.stack(self.scene.side, to);
        let own = who.size + i32::from(game.total_size(state, game.troops(friends)));
        if own <= 2 {
            is(15);
        }
        if foe.size <= 2 {
            is(16);
        }
        if foe.arm == Arm::Artillery {
            is(17);
        }
        let leader = state.active().and_then(|leader| state.hex_of_commander(leader));
        if let Some(at) = leader {
            is(if board.distance(at, to) <= REACH { 18 } else { 19 });
        }
        if state.pool().is_empty() {
            is(20);
        }
    }

    /// How a stack that reacts would fight: by a counterattack, or where it stands.
    pub(super) fn tell_reaction(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        (here, hex): (HexId, HexId),
        strikes: bool,
        options: &mut Options<Choice<R>>,
    ) {
        let (side, state) = (self.scene.side, &self.state);
        let group = game.troops_at(state, side, here);
        let foes = state.stack(!side, hex);
        let Some(top) = game.top(state, group) else { return };
        let mut is = |what: usize| options.on(inputs.of_melee(game.arm(top), what));
        if strikes {
            is(21 + step_of(game.margin_of_entering(state, group, here, hex, false)));
            let chance = usize::try_from(self.chance_to_counter(game, group, foes)).unwrap_or_default();
            is(33 + chance.saturating_sub(3).div_ceil(2).min(3));
        }
        is(self.margin_of_coming(game, here, hex).map_or(49, |margin| 37 + step_of(margin)));
    }

    /// How units that let an enemy stand beside them would fight: the worst of them.
    pub(super) fn tell_waiting(
        &self,
        game: &Insurrection<R>,
        inputs: &Inputs,
        hex: HexId,
        options: &mut Options<Choice<R>>,
    ) {
        let (side, state) = (self.scene.side, &self.state);
        let beside = (game.scenario().board.ring(hex, 1) & self.scene.ours) - self.scene.theirs;
        let mut worst = None;
        for here in &beside {
            let Some(top) = game.top(state, game.troops_at(state, side, here)) else { continue };
            if let Some(margin) = self.margin_of_coming(game, here, hex)
                && worst.is_none_or(|(most, _)| margin > most)
            {
                worst = Some((margin, game.arm(top)));
            }
        }
        if let Some((margin, arm)) = worst {
            options.on(inputs.of_melee(arm, 37 + step_of(margin)));
        }
    }
}

/// A margin of modifiers as one of twelve.
fn step_of(margin: i32) -> usize {
    usize::try_from(margin.clamp(-5, 6) + 5).expect("not below zero")
}

#[cfg(test)]
mod tests {
    use szala_kernel::{Notation as _, Rules as _, Side};

    use super::*;
    use crate::heuristic::tests::{inputs_told, looking, quiet, unit, weighing};
    use crate::testing::{hex, historical};

    #[test]
    fn r10_9_4_a_shot_is_told_by_the_faces_that_drive_back_and_cost_a_loss() {
        let game = historical();
        let told = |units: &str, grabowski: &str, shot: &str| {
            let text = format!(
                r#"
                phase = "fire"
                active = "Grabowski"
                units = {{ {units} }}
                commanders = {{ Grabowski = "{grabowski}", Lewiz = "0808" }}
                pool = ["Lewiz"]
                "#
            );
            let shot = game.parse_action(shot).expect("the test writes a valid shot");
            let input = |inputs: &Inputs, what| inputs.of_shot(Arm::Infantry, what);
            let mut player = looking(&game, Side::Second, weighing("Russians", |_| ()), &text);
            game.apply(&mut player.state, Action::Start, &mut quiet());
            inputs_told(&player, (0..40, input), |player, inputs, options| {
                player.tell_fire(&game, inputs, shot, options);
            })
        };
        // Four points next to the target: +1 and +1 for a first shot against a morale of 7, four faces drive back and
        // three cost a loss, 3 and 6 + 4 / 2; the target may still move, 13; adjacent, 14; infantry, 19; it faces the
        // firer, 22; no shot yet, 23; one own hex beside it, 29; 5 against 4, 34; commanders may be struck, 36.
        let near = r#""Narwa 1" = "0608 S", "1/I/7 pp lit." = "0509 N""#;
        assert_eq!(
            told(near, "0309", "fire 0608 at 0509"),
            [3, 8, 13, 14, 17 + Arm::Infantry as usize, 22, 23, 29, 34, 36]
        );
        // Half the points two hexes away, a second shot: two faces and one. Nobody stands beside.
        let far = r#""Narwa 1" = { at = "0708 S", shots = 1 }, "1/I/7 pp lit." = "0509 N""#;
        assert_eq!(
            told(far, "0509", "fire 0708 at 0509"),
            [1, 7, 13, 15, 17 + Arm::Infantry as usize, 22, 24, 28, 34]
        );
    }

    /// The inputs for a melee of Grabowski's first company, or another unit, beside a Russian company that faces south.
    fn told_of_melee(
        arm: Arm,
        unit: &str,
        tell: impl Fn(&Heuristic, &Inputs, &mut Options<Choice<szala_insurrection::Small>>),
    ) -> Vec<usize> {
        let text = format!(
            r#"
            active = "Grabowski"
            commanders = {{ Grabowski = "0704" }}
            units = {{ "Narwa 1" = "0806 S", {unit} }}
            pool = ["Lewiz"]
            "#
        );
        let input = |inputs: &Inputs, what| inputs.of_melee(arm, what);
        let player = looking(&historical(), Side::First, weighing("Poles", |_| ()), &text);
        inputs_told(&player, (0..50, input), tell)
    }

    #[test]
    fn r11_7t_an_attack_is_told_by_the_best_margin_from_the_hexes_that_are_reached() {
        let game = historical();
        let to = hex(&game, "0806");
        let told = |arm: Arm, name: &str, at: &str, reached: &[&str]| {
            let reached = reached.iter().map(|label| hex(&game, label)).collect();
            told_of_melee(arm, &format!(r#""{name}" = "{at} N""#), |player, inputs, options| {
                let who = player.stander(&game, unit(&game, name));
                player.tell_odds(&game, inputs, (&who, to), &reached, options);
            })
        };
        // 5 against 4 is 1:1, in command +1; from the flank +2, from the rear +4. [4.2] The commander is two hexes
        // away, 18.
        let company = |reached: &[&str]| told(Arm::Infantry, "1/I/7 pp lit.", "0706", reached);
        assert_eq!(company(&["0706"]), [5 + 1, 18]);
        assert_eq!(company(&["0805"]), [5 + 3, 18]);
        assert_eq!(company(&["0706", "0906", "0805"]), [5 + 5, 18]);
        // From two hexes away nobody enters.
        assert_eq!(company(&["0604"]), [18]);
        // 2 against 4 costs a point: 2, and few attack, 15.
        assert_eq!(told(Arm::Cavalry, "KN II", "0805", &["0805"]), [5 + 2, 15, 18]);
    }

    #[test]
    fn r9_1_a_reaction_is_told_by_the_margin_of_a_counterattack_its_chance_and_what_comes_otherwise() {
        let game = historical();
        let (here, there) = (hex(&game, "0706"), hex(&game, "0806"));
        let told = |strikes: bool| {
            told_of_melee(Arm::Infantry, r#""1/I/7 pp lit." = "0706 N""#, |player, inputs, options| {
                player.tell_reaction(&game, inputs, (here, there), strikes, options);
            })
        };
        // As before: +1. A morale of 7 is a chance of 8 in ten. Face to face the Russians would come with -1.
        assert_eq!(told(true), [21 + 5 + 1, 36, 37 + 5 - 1]);
        assert_eq!(told(false), [37 + 5 - 1]);
        let waiting =
            told_of_melee(Arm::Infantry, r#""1/I/7 pp lit." = "0706 N""#, |player, inputs, options| {
                player.tell_waiting(&game, inputs, there, options);
            });
        assert_eq!(waiting, [37 + 5 - 1]);
        // Nobody beside, nothing to fear.
        let alone =
            told_of_melee(Arm::Infantry, r#""1/I/7 pp lit." = "0604 N""#, |player, inputs, options| {
                player.tell_waiting(&game, inputs, there, options);
            });
        assert!(alone.is_empty(), "{alone:?}");
    }
}
