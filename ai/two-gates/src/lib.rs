//! The players of *Two Gates*, the toy: what a rule system adds so that its games can be played by name.
//!
//! ```
//! use szala_kernel::{BySide, RunSeed};
//! use szala_system::{Stretch, System};
//!
//! let toy: &dyn System = szala_two_gates_players::SYSTEM;
//! let game = toy.game().expect("the toy needs no file");
//! let no_files = |path: &str| Err(format!("there is no file {path}"));
//! let contest = game.seat(BySide(["sentry", "uniform"]), &no_files).expect("both play the toy");
//! let mut games = Stretch::default();
//! contest.worker().record(RunSeed(1), 0..100, &mut games);
//! assert_eq!(games.played.len(), 100);
//! assert_eq!(games.rows.len(), 100 * game.columns().len());
//! ```

mod door;
mod drill;
mod sentry;

use szala_kernel::Side;
use szala_kernel::toy::{Action, State, TwoGates};

use szala_ai::drilled::Drilled;
use szala_ai::roster::no_such_player;
use szala_ai::{
    AnyDrillable, AnyTunable, Drillable as _, Evaluate, Listed, ReadFile, Roster, Standard, seat,
};

use drill::Recruit;

pub use door::SYSTEM;
pub use sentry::{Habits, Sentry};

/// Points ahead, including what the raid under way is likely to bring.
#[derive(Clone, Copy, Debug, Default)]
pub struct PointsAhead;

/// The value of a point.
const POINT: i32 = 1000;

impl Evaluate<TwoGates> for PointsAhead {
    fn value(&self, _: &TwoGates, state: &State, side: Side) -> i32 {
        let lead = i32::from(state.points(Side::First)) - i32::from(state.points(Side::Second));
        let raid = state.raider().map_or(0, |raider| raider.sign() * hope_of(state, raider));
        side.sign() * (lead * POINT + raid)
    }
}

/// The value of the raid to the raider. [2.3] A raider passes a guard who shoots at 5 to 9, his first shot at 6 to 9;
/// before they have met, the raider finds the gate open every second time. [2.1]
fn hope_of(state: &State, raider: Side) -> i32 {
    let passed = if state.has_shot(!raider) { POINT * 5 / 10 } else { POINT * 4 / 10 };
    if state.is_raider_met() { passed } else { i32::midpoint(POINT, passed) }
}

seat! {
    /// Any player of the toy.
    pub enum Seat for TwoGates {
        /// The players that every game has.
        Standard(Standard<TwoGates, PointsAhead>),
        /// Has habits.
        Sentry(Sentry),
        /// Has a net that was trained.
        Drilled(Box<Drilled<Sentry, Action>>),
    }
}

/// The players of the toy.
#[derive(Clone, Copy, Debug)]
pub struct Players;

impl Roster for Players {
    type Rules = TwoGates;

    const USUAL: &'static str = "uniform";

    type Seat = Seat;

    fn players(_: &TwoGates, _: Side) -> Vec<Listed> {
        let mut all = Standard::<TwoGates, PointsAhead>::listed();
        let sentry = "by habits that can be tuned; sentry:FILE with those of a file, drilled:FILE with a net";
        all.insert(1, Listed::new("sentry", sentry));
        all
    }

    fn player(rules: &TwoGates, name: &str, side: Side, read: ReadFile<'_>) -> Result<Seat, String> {
        if let Some(habits) = Habits::of(name, read) {
            return Ok(Seat::Sentry(Sentry::new(habits?)));
        }
        if let Some(recruit) = Recruit::of(name, read) {
            return recruit.map(|recruit| recruit.with(recruit.net(), None));
        }
        let standard = Standard::by_name(rules, name, || PointsAhead);
        let standard = standard.unwrap_or_else(|| Err(no_such_player(name, &Self::players(rules, side))));
        standard.map(Seat::Standard)
    }

    fn tunable<'r>(
        rules: &'r TwoGates,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyTunable<'r, Self>, String> {
        let Some(habits) = Habits::of(name, read) else {
            Self::player(rules, name, side, read)?;
            return Err(format!("`{name}` has no weights to tune; `sentry` has"));
        };
        Ok(Box::new(habits?))
    }

    fn drillable<'r>(
        rules: &'r TwoGates,
        name: &str,
        side: Side,
        read: ReadFile<'_>,
    ) -> Result<AnyDrillable<'r, Self>, String> {
        let Some(recruit) = Recruit::of(name, read) else {
            Self::player(rules, name, side, read)?;
            return Err(format!("`{name}` has no options that a net could weigh; `sentry` has"));
        };
        Ok(Box::new(recruit?))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::sync::Arc;

    use szala_ai::Curiosity;
    use szala_ai::drilled::Thought;
    use szala_ai::net::{Net, Trained};
    use szala_kernel::dice::SeededDice;
    use szala_kernel::toy::{Action, Gate};
    use szala_kernel::{BySide, Rules, RunSeed, Table};
    use szala_system::{Drill, Game, Muster};

    use super::*;

    #[test]
    fn a_position_is_worth_the_points_ahead_and_half_a_chance_of_the_raid() {
        let mut state = TwoGates.opening();
        let mut table = Table::new(SeededDice::new(RunSeed(1).game(0)), ());
        assert_eq!(PointsAhead.value(&TwoGates, &state, Side::First), 0);
        TwoGates.apply(&mut state, Action::DrawLots, &mut table);
        let raider = state.raider().expect("lots are drawn");
        let value = |state: &State, side| PointsAhead.value(&TwoGates, state, side);
        // [2.3] The first shot drives off at 0 to 5: he passes 4 times in 10. (1000 + 400) / 2.
        assert_eq!((value(&state, raider), value(&state, !raider)), (700, -700));
        TwoGates.apply(&mut state, Action::Aim(Gate::Left), &mut table);
        assert_eq!(value(&state, raider), 700);
        let (mut met, mut missed) = (state.clone(), state);
        TwoGates.apply(&mut met, Action::Guard(Gate::Left), &mut table);
        assert_eq!(value(&met, raider), 400);
        TwoGates.apply(&mut missed, Action::Guard(Gate::Right), &mut table);
        assert_eq!((value(&missed, raider), value(&missed, !raider)), (1000, -1000));
    }

    #[test]
    fn every_listed_player_can_be_had_and_others_are_answered_with_words() {
        let read = |_: &str| Err("no file is read".to_owned());
        let ask = |name: &str| Players::player(&TwoGates, name, Side::First, &read);
        for listed in Players::players(&TwoGates, Side::First) {
            assert!(ask(&listed.name).is_ok(), "{}", listed.name);
        }
        let answer = |name| ask(name).expect_err("no such player");
        assert!(answer("greed").contains("greedy"), "{}", answer("greed"));
        assert!(answer("greedy:many").contains("greedy:4"), "{}", answer("greedy:many"));
        assert!(ask("search").is_ok() && ask("greedy:1").is_ok());
        assert!(answer("search:many").contains("search:200"), "{}", answer("search:many"));
    }

    #[test]
    fn a_net_is_read_back_from_the_file_of_a_drilled_sentry_and_its_faults_have_places() {
        let recruit = |text: &str| {
            let read = |_: &str| Ok(text.to_owned());
            Players::drillable(&TwoGates, "drilled:mine.toml", Side::First, &read).map(|one| one.net())
        };
        let read = |_: &str| Err("no file is read".to_owned());
        let sentry =
            Players::drillable(&TwoGates, "sentry", Side::First, &read).expect("a sentry is drilled");
        assert_eq!(sentry.net(), None);
        // Input 2 adds 1 (as a letter: 2, the sign last) to each hidden unit.
        let net =
            Arc::new(Net::read(&format!("2 {}", "2".repeat(32)), 6).expect("32 letters are 32 numbers"));
        assert_eq!(recruit(&sentry.file(&net, "How it came about.")), Ok(Some(net)));
        for (text, wrong) in [
            ("raid_left = 1\nguard_left = 1\nshoot = 1\n", "`net` is missing here"),
            ("raid_left = 1\nguard_left = 1\nshoot = 1\nnet = '''\n9 2\n'''\n", "mine.toml:4"),
            ("raid_left = 1\nguard_left = 1\nnet = ''\n", "shoot"),
        ] {
            let why = recruit(text).expect_err("the file has no net that can be read, or lacks a habit");
            assert!(why.contains(wrong), "{why}");
        }
        let why = Players::drillable(&TwoGates, "greedy", Side::First, &read)
            .map(|_| ())
            .expect_err("greedy lists no options");
        assert!(why.contains("`sentry` has"), "{why}");
    }

    /// A net for which each action is worth this many eighths of a game: to aim left and right, to guard either gate,
    /// to shoot, and anything else.
    fn of_eighths(eighths: [f32; 6]) -> Arc<Net> {
        let only = |value: f32| core::array::from_fn(|unit| if unit == 0 { value } else { 0.0 });
        let rows = eighths.map(|worth| only(worth / 8.0)).to_vec();
        Arc::new(Net::of(&Trained { rows, bias: only(0.0), out: only(1.0), base: 0.0 }))
    }

    /// A sentry of the first side that learns, against chance.
    fn sentry_drilled(game: &dyn Game) -> Box<dyn Drill + '_> {
        let muster = |player: Option<&str>| Muster {
            player: player.map(str::to_owned),
            others: vec!["uniform".to_owned()],
        };
        let no_files = |path: &str| Err(format!("there is no file {path}"));
        let drill = game.drill(&BySide([muster(Some("sentry")), muster(None)]), &no_files);
        drill.expect("a sentry is drilled")
    }

    #[test]
    fn who_learns_notes_what_the_best_was_worth_and_whether_lots_chose() {
        let game = SYSTEM.game().expect("the toy needs no file");
        let drill = sentry_drilled(&*game);
        let net = of_eighths([2.0, 6.0, 3.0, 5.0, 7.0, 1.0]);
        let notes = |nets: Vec<Arc<Net>>, lots: usize| {
            let curiosity = Curiosity::NowAndThen { lots, doubts: 0, width: 0 };
            let mut notes = Vec::new();
            drill.learn(RunSeed(1), 0..200, &BySide([nets, Vec::new()]), curiosity, &mut |_, lessons, _| {
                let one = |lesson: usize| (lessons.inputs(lesson)[0], lessons.thought(lesson));
                notes.extend((0..lessons.len()).map(one));
            });
            notes
        };
        // Of aiming, of guarding, and of shooting or letting pass, the better one is worth this.
        let best = |input: u16| Some([7500, 7500, 6250, 6250, 8750, 8750][usize::from(input)]);
        let decided = notes(vec![Arc::clone(&net)], 0);
        let taken: BTreeSet<u16> = decided.iter().map(|(input, _)| *input).collect();
        assert_eq!(taken, BTreeSet::from([1, 3, 4]), "the better one each time");
        for (input, thought) in decided {
            assert_eq!(thought, Thought { best: best(input), is_by_lot: false });
        }
        let drawn = notes(vec![net], 1000);
        let taken: BTreeSet<u16> = drawn.iter().map(|(input, _)| *input).collect();
        assert_eq!(taken, BTreeSet::from([0, 1, 2, 3, 4, 5]), "lots take either");
        for (input, thought) in drawn {
            assert_eq!(thought, Thought { best: best(input), is_by_lot: true });
        }
        assert!(
            notes(Vec::new(), 0).iter().all(|(_, thought)| *thought == Thought::default()),
            "no net, no worth"
        );
    }

    #[test]
    fn who_draws_options_as_they_seem_notes_another_one_drawn_alike() {
        let game = SYSTEM.game().expect("the toy needs no file");
        let drill = sentry_drilled(&*game);
        // To aim left or right is worth the same; to guard right and to shoot are better by a quarter of a game.
        let nets = vec![of_eighths([3.0, 3.0, 3.0, 5.0, 7.0, 5.0])];
        let curiosity = Curiosity::AsItSeems { half: 2500 };
        let mut pairs = Vec::new();
        drill.learn(RunSeed(1), 0..4000, &BySide([nets, Vec::new()]), curiosity, &mut |_, lessons, _| {
            let one = |lesson: usize| lessons.inputs(lesson).first().copied();
            pairs.extend((0..lessons.len()).step_by(2).map(|lesson| [one(lesson), one(lesson + 1)]));
        });
        // Of these two the first is taken in so many of a thousand cases, and drawn beside in as many, since the other
        // one is as likely or half as likely; and both are the same in so many: p^2 + (1 - p)^2. The policy's own
        // choice counts as a hundredth of a game better, which moves these by less than ten.
        for (one, other, first, same) in [(0, 1, 500, 500), (3, 2, 667, 556), (4, 5, 667, 556)] {
            let these = || pairs.iter().filter(|[taken, _]| *taken == Some(one) || *taken == Some(other));
            let count = these().count();
            let taken = these().filter(|[taken, _]| *taken == Some(one)).count();
            let beside = these().filter(|[taken, beside]| beside.or(*taken) == Some(one)).count();
            let alike = these().filter(|[_, beside]| beside.is_none()).count();
            for (drawn, by_hand) in [(taken, first), (beside, first), (alike, same)] {
                let share = 1000 * drawn / count;
                // Four standard errors of 1000 decisions are 60.
                assert!(count >= 1000 && share.abs_diff(by_hand) < 70, "{share} of {count}, not {by_hand}");
            }
        }
    }

    #[test]
    fn a_colon_with_no_file_behind_it_is_refused_before_a_file_is_sought() {
        let read = |file: &str| -> Result<String, String> { panic!("`{file}` is read") };
        let error = Players::player(&TwoGates, "sentry:", Side::First, &read).expect_err("no file is named");
        assert!(error.contains("`sentry:mine.toml`"), "{error}");
    }
}
