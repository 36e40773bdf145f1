//! A duel of one die, whose effects are known by calculation, played in four forms.

use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use std::sync::Arc;

use szala_ai::Uniform;
use szala_kernel::picture::{Deed, Drawn, Ground, PieceId, Position, Tells};
use szala_kernel::record::Column;
use szala_kernel::rules::Fault;
use szala_kernel::{
    ActionList, Ask, BySide, Dice, Die, Exchange, Journal, Limits, Names, Notation, Outcome, Paired,
    Pictured, Recorded, Rule, Rules, RunSeed, Side, Subject, Table, rule,
};
use szala_system::{Contest, Seated};

use super::*;
use crate::statistics::interval::Interval;
use crate::statistics::testing::{Lots, assert_near};

/// One die decides: the first side wins when it shows less than five plus its bonuses less the other side's, in tenths.
/// The side that leads has a bonus, the side on the hill has one, and the first side has one of its own.
#[derive(Clone, Copy, Debug)]
struct Duel {
    hill: i32,
    is_hill_of_first: bool,
    lead: i32,
    leads: Side,
    own: i32,
    /// With this face the game has no end.
    endless: Option<u8>,
}

impl Duel {
    const EVEN: Self =
        Self { hill: 0, is_hill_of_first: true, lead: 0, leads: Side::First, own: 0, endless: None };

    /// What the first side needs to stay below.
    fn below(self) -> i32 {
        let signed = |is_first: bool, bonus: i32| if is_first { bonus } else { -bonus };
        5 + signed(self.is_hill_of_first, self.hill) + signed(self.leads == Side::First, self.lead) + self.own
    }
}

impl Rules for Duel {
    /// The die, once it was rolled.
    type State = Option<u8>;
    type Action = ();

    fn opening(&self) -> Self::State {
        None
    }

    fn to_act(&self, _: &Self::State) -> Side {
        self.leads
    }

    fn outcome(&self, state: &Self::State) -> Option<Outcome> {
        let face = state.filter(|face| Some(*face) != self.endless)?;
        let winner = if i32::from(face) < self.below() { Side::First } else { Side::Second };
        Some(Outcome::win(winner, winner.sign(), rule!("1.1"), "the die"))
    }

    fn actions(&self, _: &Self::State, list: &mut ActionList<()>) {
        list.push(());
    }

    fn refusal(&self, _: &Self::State, (): ()) -> Option<Rule> {
        None
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut Self::State, (): (), table: &mut Table<D, J>) {
        if state.is_none() {
            *state = Some(table.roll(Die::D10, Ask::new(rule!("1.1"), 0)));
        }
    }

    fn imagine<D: Dice>(&self, _: &mut Self::State, _: Side, _: &mut D) {}

    fn audit(&self, _: &Self::State) -> Result<(), Fault> {
        Ok(())
    }

    fn limits(&self) -> Limits {
        Limits { actions: 1, decisions: 3, dice: 1 }
    }
}

impl Paired for Duel {
    fn action_key(&self, (): ()) -> u64 {
        0
    }

    fn situation_key(&self, _: &Self::State) -> u64 {
        0
    }
}

impl Exchange for Duel {
    fn ground_name(&self, side: Side) -> &'static str {
        ["the hill", "the foot of the hill"][side as usize]
    }

    fn exchanged(&self) -> Self {
        Self { is_hill_of_first: !self.is_hill_of_first, ..*self }
    }

    fn is_even(&self) -> bool {
        self.hill == 0
    }

    fn led_by(&self, leads: Side) -> Self {
        Self { leads, ..*self }
    }
}

/// A duel names, draws and records nothing.
impl Names for Duel {
    fn write_subject(&self, _: Subject, _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        Ok(())
    }

    fn write_value(&self, _: &'static str, _: i32, _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        Ok(())
    }

    fn side_name(&self, side: Side) -> &str {
        ["one", "other"][side as usize]
    }
}

impl Notation for Duel {
    fn write_action(&self, (): (), _: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        Ok(())
    }

    fn parse_action(&self, _: &str) -> Result<(), String> {
        Ok(())
    }

    fn tell_opening<J: Journal>(&self, _: &mut J) {}
}

impl Recorded for Duel {
    type Notes = ();

    fn columns(&self) -> Vec<Column> {
        Vec::new()
    }

    fn notes(&self) {}

    fn note_decision(&self, (): &mut (), _: &Self::State, (): ()) {}

    fn write_row(&self, (): &mut (), _: &Self::State, _: &mut [i32]) {}
}

impl Pictured for Duel {
    fn ground(&self) -> Ground {
        let tells = Tells { losses: false, shots: false };
        Ground {
            across: 1,
            looks: Vec::new(),
            cells: Vec::new(),
            lines: Vec::new(),
            marks: Vec::new(),
            trays: Vec::new(),
            pieces: Vec::new(),
            conditions: Vec::new(),
            tells,
        }
    }

    fn draw(&self, _: &Self::State, _: &mut Position) {}

    fn deed(&self, _: &szala_kernel::journal::Event) -> Option<(PieceId, Deed)> {
        None
    }

    fn drawn(&self, _: Subject) -> Option<Drawn> {
        None
    }
}

#[expect(clippy::unnecessary_wraps, reason = "the form of what makes forms")]
fn forms(rules: Duel) -> Result<Forms, String> {
    let form = |rules: Duel, leads| -> Box<dyn Contest> {
        let players = BySide::from_fn(|_| Uniform::default());
        Box::new(Seated { rules: Arc::new(rules.led_by(leads)), players })
    };
    let forms = |rules| Side::BOTH.map(|leads| form(rules, leads));
    Ok([forms(rules), forms(rules.exchanged())])
}

fn played(maps: u64, games: u64, threads: usize, duel: impl Fn(u64) -> Duel + Sync) -> Advantage {
    let plan = FourPlan { seed: RunSeed(7), maps, games, threads };
    let mut found = Advantage::of_games(games);
    let take = |first: u64, fours: &[Four]| {
        found.add(first, fours);
        ControlFlow::Continue(())
    };
    play_forms(&plan, |map| forms(duel(map)), &AtomicBool::new(false), take).expect("a few threads");
    found
}

fn holds(Interval { low, high, .. }: Interval, truth: f64) -> bool {
    (low..=high).contains(&truth)
}

/// By hand: the first side wins on the hill whichever side leads, and at its foot only if it leads. Half points 2, 2,
/// 2, 0: the ground 2 + 2 - 2 - 0 = 2 of 8, which is 25 of 100, the first move 2 - 2 + 2 - 0 = 2 of 8 as well, and the
/// name 6 - 4 = 2 of 8.
#[test]
fn an_effect_is_the_mean_of_four_forms_with_their_signs() {
    let four = Four([[Some(2), Some(2)], [Some(2), Some(0)]]);
    assert_eq!(Effect::ALL.map(|effect| effect.of(&four)), [Some(2); 3]);
    let drawn = Four([[Some(1), Some(0)], [Some(2), Some(1)]]);
    // 1 - 3 = -2; 1 - 0 + 2 - 1 = 2; 4 - 4 = 0.
    assert_eq!(Effect::ALL.map(|effect| effect.of(&drawn)), [Some(-2), Some(2), Some(0)]);
    let endless = Four([[Some(1), None], [Some(2), Some(1)]]);
    assert_eq!(Effect::ALL.map(|effect| effect.of(&endless)), [None; 3]);
    let mut found = Advantage::of_games(3);
    found.add(0, &[four, drawn, endless]);
    let map = found.maps()[0];
    assert_eq!((map.games, map.left_out, map.aborted), (2, 1, 1), "who has no end hides nowhere");
    // Ground: 2 and -2 have the mean 0 and the variance 4, in points of 12.5: 625.
    let ground = map.sample(Effect::Ground);
    assert_eq!((ground.n, ground.mean, ground.variance), (2, 0.0, 625.0));
    assert_near(map.sample(Effect::FirstMove).mean, 25.0, 1e-12);
    assert_near(map.sample(Effect::Name).mean, 12.5, 1e-12);
}

/// A die of ten faces, so each tenth of a bonus is ten points: the hill 20, the first move 10, the own bonus 10.
#[test]
fn the_effects_of_a_duel_are_those_that_were_put_into_it() {
    let duel = Duel { hill: 2, lead: 1, own: 1, ..Duel::EVEN };
    let found = played(1, 20_000, 2, |_| duel).games();
    for (effect, truth) in [(Effect::Ground, 20.0), (Effect::FirstMove, 10.0), (Effect::Name, 10.0)] {
        let interval = found.interval(effect);
        // Three tests at 95 %: twice the width leaves a chance of one in some thousands.
        let [low, high] =
            [interval.low, interval.high].map(|bound| truth + 2.0 * (bound - interval.estimate));
        assert!((low..=high).contains(&interval.estimate), "{effect:?}: {interval:?} is not {truth}");
        assert!(interval.high - interval.low < 2.0, "{effect:?}: {interval:?}");
    }
}

#[test]
fn ground_that_is_its_own_mirror_image_is_worth_nothing_in_any_game() {
    let duel = Duel { lead: 2, own: 1, ..Duel::EVEN };
    assert!(duel.is_even());
    let found = played(3, 500, 2, |_| duel);
    for map in found.maps() {
        let ground = map.sample(Effect::Ground);
        assert_eq!((ground.n, ground.mean, ground.variance), (500, 0.0, 0.0));
        assert!(map.sample(Effect::FirstMove).variance > 0.0, "other effects vary");
    }
}

#[test]
fn figures_are_the_same_on_any_number_of_threads() {
    let duel = |map: u64| Duel {
        hill: i32::try_from(map % 5).expect("the number is small") - 2,
        lead: 1,
        ..Duel::EVEN
    };
    let alone = played(40, 37, 1, duel);
    assert_eq!((alone.maps().len(), alone.played()), (40, 1_480));
    for threads in [2, 8] {
        assert_eq!(played(40, 37, threads, duel), alone, "{threads} threads");
    }
}

/// The die shows 9 in a tenth of all games, which then have no end in any form, the dice being the same.
#[test]
fn games_without_an_end_are_counted_and_left_out() {
    let found = played(1, 2_000, 2, |_| Duel { endless: Some(9), ..Duel::EVEN }).games();
    assert_eq!((found.played(), found.aborted), (2_000, 4 * found.left_out));
    // 200 expected, with a deviation of 13.
    assert!((130..270).contains(&found.left_out), "{found:?}");
    assert_eq!(found.sample(Effect::Name).n, found.games);
}

#[test]
fn a_run_that_is_stopped_tells_of_whole_maps_and_one_that_cannot_go_on_says_why() {
    let plan = FourPlan { seed: RunSeed(7), maps: 100, games: 10, threads: 2 };
    let mut found = Advantage::of_games(10);
    let take = |first: u64, fours: &[Four]| {
        found.add(first, fours);
        if found.played() >= 25 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    play_forms(&plan, |_| forms(Duel::EVEN), &AtomicBool::new(false), take).expect("a few threads");
    let whole = usize::try_from(found.played() / 10).expect("the number is small");
    assert!(whole >= 2 && found.maps().len() == whole, "{found:?}");

    let mut found = Advantage::of_games(10);
    let take = |first: u64, fours: &[Four]| {
        found.add(first, fours);
        ControlFlow::Continue(())
    };
    let four = |map| if map == 4 { Err("no such map".to_owned()) } else { forms(Duel::EVEN) };
    let failed = play_forms(&plan, four, &AtomicBool::new(false), take);
    assert!(matches!(failed, Err(Failed::Map(told)) if told == "no such map"));
    assert_eq!(found.maps().len(), 4, "the maps before it were played");
}

/// Two maps in whole numbers. By hand: on the first the ground is worth 25 and 25, on the second 0 and 50, in
/// points. Their means are both 25, so nothing is seen of maps; the noise is (0 + 625 / (2 - 1)) / 2.
#[test]
fn maps_count_alike_and_the_noise_of_few_games_is_taken_off() {
    let worth = |half_points: i64| Four([[Some(half_points), Some(0)], [Some(0), Some(0)]]);
    let both = Four([[Some(2), Some(2)], [Some(0), Some(0)]]);
    let mut found = Advantage::of_games(2);
    found.add(0, &[worth(2), worth(2), worth(0), both]);
    assert_near(found.over_maps(Effect::Ground).estimate, 25.0, 1e-12);
    let spread = found.spread(Effect::Ground).expect("two maps of two games");
    assert_near(spread.deviation.estimate, 0.0, 1e-12);
    assert_eq!(found.extremes(Effect::Ground, 3), (vec![0, 1], 0));
    assert_eq!(found.extremes(Effect::Ground, 1), (vec![0], 1), "both are worth 25");
    // A third map is worth 50 in both games: now 25, 25 and 50 are seen, with a variance of 208 1/3, of which
    // (0 + 625 + 0) / 3 is noise: all of it.
    found.add(4, &[both, both]);
    assert_near(found.over_maps(Effect::Ground).estimate, 100.0 / 3.0, 1e-12);
    let spread = found.spread(Effect::Ground).expect("three maps have a deviation");
    assert_near(spread.noise_share, 1.0, 1e-12);
    assert_eq!(found.extremes(Effect::Ground, 1), (vec![2], 0));
    // One game a map does not show how noisy it is.
    let mut single = Advantage::of_games(1);
    single.add(0, &[both, both, worth(2)]);
    assert_eq!(single.spread(Effect::Ground), None);
}

/// By hand: two games in each of which the first side wins one form, on its own ground, give 2 of 8: 25 points twice,
/// and no variance.
/// With four values at the bounds added, -50, -50, 50 and 50, the mean is 50/6 and the variance 2 (25 - 50/6)^2 / 6 + 2
/// (50 + 50/6)^2 / 6 + 2 (50 - 50/6)^2 / 6 = 1805.56; the interval is 8.33 less and more 1.96 sqrt(1805.56 / 6) = 34.0.
#[test]
fn a_few_games_that_are_all_alike_do_not_look_certain() {
    let mut found = Advantage::of_games(2);
    found.add(0, &[Four([[Some(2), Some(0)], [Some(0), Some(0)]]); 2]);
    let Interval { estimate, low, high } = found.maps()[0].interval(Effect::Ground);
    assert_near(estimate, 25.0, 1e-12);
    assert_near(low, 8.333_33 - 33.999_92, 0.001);
    assert_near(high, 8.333_33 + 33.999_92, 0.001);
}

/// Games whose forms are won with chances of their own: 0.7, 0.6, 0.4 and 0.5 with a common die for all, and draws. The
/// ground is worth (0.7 + 0.6 - 0.4 - 0.5) / 4 = 10 points. 2000 runs of 100 games; 0.95 has a deviation of 0.005.
#[test]
fn effects_over_games_are_covered_about_as_often_as_they_say() {
    let mut covered = 0;
    for seed in 0..2_000 {
        let mut lots = Lots::new(seed);
        let games: Vec<Four> = (0..100)
            .map(|_| {
                let (common, is_common) = (lots.part(), lots.part() < 0.5);
                let mut form = |chance: f64| {
                    let own = lots.part();
                    Some(2 * i64::from((if is_common { common } else { own }) < chance))
                };
                Four([[form(0.7), form(0.6)], [form(0.4), form(0.5)]])
            })
            .collect();
        let mut found = Advantage::of_games(100);
        found.add(0, &games);
        covered += u32::from(holds(found.maps()[0].interval(Effect::Ground), 10.0));
    }
    assert!((1860..=1940).contains(&covered), "{covered}");
}

/// Twelve maps, few as they are, that favour their left edge fully (50), not at all or the right edge fully, with
/// chances of 0.4, 0.2 and 0.4: the truth is 0. Eight games each, half of them by chance alone.
#[test]
fn effects_over_maps_are_covered_about_as_often_as_they_say() {
    let mut covered = 0;
    for seed in 0..2_000 {
        let mut lots = Lots::new(seed);
        let mut found = Advantage::of_games(8);
        for map in 0..12 {
            let lean = lots.one_of(&[0.4, 0.2]);
            let games: Vec<Four> = (0..8)
                .map(|_| {
                    let mut form = |left: f64| {
                        let chance = if lots.part() < 0.5 { 0.5 } else { left };
                        Some(2 * i64::from(lots.part() < chance))
                    };
                    let [left, right] = [[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]][lean];
                    Four([[form(left), form(left)], [form(right), form(right)]])
                })
                .collect();
            found.add(map * 8, &games);
        }
        covered += u32::from(holds(found.over_maps(Effect::Ground), 0.0));
    }
    assert!((1850..=1940).contains(&covered), "{covered}");
}
