//! Tests of the gate: judgements of games made by hand or by lot, and baselines on paper. The command has transcripts.

use szala_kernel::{RunSeed, Side};

use super::*;
use crate::records::Hashes;
use crate::statistics::testing::Lots;

fn game(winner: Option<Side>, margin: i32, decisions: u32, course: u32) -> Remembered {
    Remembered { end: Some((winner, margin)), decisions, course }
}

const WON: Option<Side> = Some(Side::First);
const LOST: Option<Side> = Some(Side::Second);

fn baseline(games: Vec<Remembered>, asked: &Asked) -> Baseline {
    let hashes =
        Hashes { rules: "r".to_owned(), scenario: "s".to_owned(), players: ["p", "q"].map(str::to_owned) };
    let head = Head {
        game: "a \"game\".toml".to_owned(),
        changes: vec![["set", "units.Narwa 1.morale=8"].map(str::to_owned)],
        players: ["bold", "timid"].map(str::to_owned),
        seed: u64::MAX,
        games: games.len(),
        terms: asked.settle(&games),
        title: "A game".to_owned(),
        sides: BySide(["Red", "Blue"].map(str::to_owned)),
        made_by: ["0.1.0", "abc"].map(str::to_owned),
        hashes,
    };
    Baseline { head, games, is_damaged: false }
}

/// Half of them won by 2, a tenth drawn, the others lost by 2, 10 or 11 decisions each.
fn games(seed: u64, number: usize) -> Vec<Remembered> {
    let mut lots = Lots::new(seed);
    let one = |_| {
        let (winner, margin) = [(WON, 2), (None, 0), (LOST, -2)][lots.one_of(&[0.5, 0.1])];
        game(winner, margin, 10 + u32::from(lots.part() < 0.5), lots.number())
    };
    (0..number).map(one).collect()
}

fn wide() -> Asked {
    let mut asked = Asked::default();
    for axis in [Axis::Win, Axis::Draw, Axis::Loss] {
        asked.margin(axis, 10.0).expect("the margin is within its bounds");
    }
    asked.margin(Axis::Lead, 0.5).expect("the margin is within its bounds");
    asked.margin(Axis::Length, 0.2).expect("the margin is within its bounds");
    asked
}

#[test]
fn the_same_games_are_unchanged_whatever_the_files_say() {
    let before = baseline(games(1, 2_000), &wide());
    let changed = Changed { scenario: true, players: BySide([true, false]) };
    let found = before.judge(&before.games, changed);
    assert_eq!((found.answer, found.differing, found.first_differing), (Answer::Unchanged, 0, None));
    assert!(found.findings.is_empty() && found.obstacles.is_empty());
}

#[test]
fn other_games_of_the_same_kind_are_equivalent_on_every_axis() {
    let before = baseline(games(1, 2_000), &wide());
    let found = before.judge(&games(2, 2_000), Changed::default());
    assert_eq!(found.answer, Answer::Equivalent, "{found:?}");
    assert!(found.differing > 1_990, "hardly a game is the same");
    assert_eq!(found.findings.len(), 5);
    assert!(found.findings.iter().all(|finding| finding.shows == Shows::Equivalence));
}

/// Each change moves one thing, and is found on the axes that it is about and on no other.
#[test]
fn a_change_is_found_on_the_axis_that_it_is_about() {
    let before = baseline(games(1, 2_000), &wide());
    let shifted = |change: &dyn Fn(&mut Remembered)| {
        let mut now = before.games.clone();
        // Every other game, so that rates move by much.
        now.iter_mut().step_by(2).for_each(|game| {
            game.course ^= 1;
            change(game);
        });
        let found = before.judge(&now, Changed::default());
        let shifted = found.findings.iter().filter(|finding| finding.shows == Shows::Shift);
        (found.answer, shifted.map(|finding| finding.axis.key()).collect::<Vec<_>>())
    };
    // All that were lost are drawn: wins stay as they are, and only who looks at draws sees what happened.
    let drawn = |game: &mut Remembered| {
        if game.end == Some((LOST, -2)) {
            game.end = Some((None, -2));
        }
    };
    assert_eq!(shifted(&drawn), (Answer::Shifted, vec!["draws", "second_wins"]));
    assert_eq!(shifted(&|game| game.decisions += 1), (Answer::Shifted, vec!["decisions"]));
    let higher = |game: &mut Remembered| game.end = game.end.map(|(winner, margin)| (winner, margin + 2));
    assert_eq!(shifted(&higher), (Answer::Shifted, vec!["lead"]));
    assert_eq!(shifted(&|_| ()), (Answer::Equivalent, vec![]));
}

#[test]
fn a_single_game_without_an_end_is_not_let_pass() {
    let before = baseline(games(1, 2_000), &wide());
    let mut now = before.games.clone();
    now[7].end = None;
    let found = before.judge(&now, Changed::default());
    assert_eq!(found.answer, Answer::Invalid);
    assert_eq!(found.obstacles, [Obstacle::Endless { before: 0, now: 1, first: 7 }]);

    // Who allows some has them judged like anything else: one in 2000 is within 2 points, 200 are not.
    let mut asked = wide();
    asked.margin(Axis::Aborted, 2.0).expect("the margin is within its bounds");
    let before = baseline(games(1, 2_000), &asked);
    assert_eq!(before.judge(&now, Changed::default()).answer, Answer::Equivalent);
    now.iter_mut().step_by(10).for_each(|game| game.end = None);
    let found = before.judge(&now, Changed::default());
    let shifted =
        found.findings.iter().find(|finding| finding.shows == Shows::Shift).expect("one axis has shifted");
    assert_eq!((found.answer, shifted.axis), (Answer::Shifted, Axis::Aborted));
}

#[test]
fn another_scenario_and_other_players_are_told_with_what_they_do() {
    let before = baseline(games(1, 2_000), &wide());
    let changed = Changed { scenario: true, players: BySide([false, true]) };
    let found = before.judge(&games(2, 2_000), changed);
    assert_eq!(found.answer, Answer::Invalid);
    assert_eq!(found.obstacles, [Obstacle::Scenario, Obstacle::Player("Blue".to_owned())]);
    assert_eq!(found.findings.len(), 5);
}

/// By hand: the variance of a rate of a half is 1/4, that of a difference of two such 1/2. At a level of 5 % and a
/// power of 95 % on five axes, so 99 % on each, the quantiles are 1.6449 and 2.5758: (4.2207)^2 / 2 / 0.1^2 = 890.7.
#[test]
fn a_gate_that_cannot_see_its_own_margin_says_how_many_games_it_takes() {
    let half_and_half = |number: usize| -> Vec<Remembered> {
        (0..number).map(|at| game([WON, LOST][at % 2], 0, 9, 0)).collect()
    };
    let plan = |number: usize| {
        let games = half_and_half(number);
        let planned = wide().settle(&games).plan(&games);
        planned.into_iter().find(|planned| planned.axis == Axis::Win).expect("the plan has the axis of wins")
    };
    assert_eq!(plan(10_000).needed, 891);
    // With exactly that many the chance is the 99 %; the level leaves 1.6449 of 10 / (100 sqrt(1/2 / 891)) deviations.
    assert!((plan(891).chance - 0.99).abs() < 0.000_5, "{}", plan(891).chance);
    let weak = baseline(half_and_half(500), &wide()).obstacles();
    let axes: Vec<&str> = weak
        .iter()
        .map(|obstacle| match obstacle {
            Obstacle::Weak { axis, needed, .. } => {
                assert_eq!(*needed, 1_000);
                axis.key()
            }
            _ => panic!("{obstacle}"),
        })
        .collect();
    assert_eq!(axes, ["first_wins", "second_wins"]);
    assert!(baseline(half_and_half(1_000), &wide()).obstacles().is_empty());
}

#[test]
fn what_is_neither_a_shift_nor_none_is_told_as_such() {
    // Ten games in which every third was lost and is won: the interval is wide, and has nothing in it to be sure of.
    let before = baseline(vec![game(LOST, -2, 10, 0); 10], &wide());
    let mut now = before.games.clone();
    now[0] = game(WON, -2, 10, 1);
    let found = before.judge(&now, Changed::default());
    assert_eq!(found.answer, Answer::Invalid);
    assert!(
        found.obstacles.iter().any(|it| matches!(it, Obstacle::Unclear { axis: Axis::Win, .. })),
        "{found:?}"
    );
}

#[test]
fn a_baseline_on_paper_is_read_as_it_was_written() {
    let mut games = games(1, 20);
    games[3].end = None;
    let before = baseline(games, &wide());
    let text = before.to_string();
    assert!(Baseline::is_one(&text));
    assert_eq!(Baseline::read(&text), Ok(before.clone()));

    // The head may be edited; a game may not, nor may one be lost.
    let edited = Baseline::read(&text.replace("wins = \"10 points\"", "wins = \"7.5 points\""))
        .expect("the baseline is well formed");
    assert_eq!(edited.head.terms.margins[Axis::Win].to_bits(), 7.5_f64.to_bits());
    assert!(!edited.is_damaged);
    let line = before.games[19].to_string();
    let lost = Baseline::read(&text.replace(&format!("{line}\n"), "")).expect("the baseline is well formed");
    assert_eq!(lost.obstacles(), [Obstacle::Missing { due: 20, there: 19 }]);
    let other = Baseline::read(&text.replace(&line, &format!("{}1", &line[..line.len() - 1])));
    let other = other.expect("the baseline is well formed");
    let is_other = other.games != before.games;
    assert_eq!(other.obstacles().contains(&Obstacle::Damaged), is_other);
}

#[test]
fn everything_that_is_wrong_with_a_baseline_is_told_with_its_place() {
    let text = baseline(games(1, 20), &wide()).to_string();
    for (from, to, expected) in [
        ("first_wins = ", "first_wims = ", "there is no key `first_wims`; did you mean `first_wins`?"),
        (
            "first_wins = \"10 points\"",
            "first_wins = \"10\"",
            "a margin of first_wins is written as \"2 points\"",
        ),
        (
            "first_wins = \"10 points\"",
            "first_wins = \"0 points\"",
            "the margin of first_wins is a number above 0 to 50 points",
        ),
        ("level = \"5 %\"", "level = \"0 %\"", "a level is 1 to 25 %"),
        ("power = \"95 %\"", "power = \"a lot\"", "`a lot` is no percentage"),
        ("form = 1", "form = 2", "this szala reads baselines of the form 1"),
        ("seed = \"18446744073709551615\"", "seed = \"x\"", "`x` is not a seed"),
        ("games = '''\n", "games = '''\n*9 1 2\n", "game 0 is written `*9 1 2`, which is not a result"),
        ("[made]", "[mode]", "`made` is missing"),
    ] {
        assert!(text.contains(from), "{from}");
        let wrong = Baseline::read(&text.replacen(from, to, 1)).expect_err(to);
        let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
        assert!(told.iter().any(|line| line.contains(expected)), "{to}: {told:?}");
    }
    // What was written before axes had the names of all data is read as it was.
    let former =
        [("first_wins", "wins"), ("second_wins", "losses"), ("lead", "margin"), ("decisions", "length")];
    let former = former.into_iter().fold(text.clone(), |text, (now, then)| {
        text.replacen(&format!("\n{now} = "), &format!("\n{then} = "), 1)
    });
    assert!(former != text && former.contains("\nwins = "), "{former}");
    assert_eq!(Baseline::read(&former), Baseline::read(&text));
    assert!(!Baseline::is_one("title = \"a scenario\"\n"));
}

#[test]
fn games_are_played_until_they_are_enough_and_are_the_same_on_any_number_of_threads() {
    let contest = crate::toy::by_chance();
    let mut asked = wide();
    asked.margin(Axis::Length, 1.0).expect("the margin is within its bounds");
    let enough = |games: &[Remembered]| asked.settle(games).are_enough(games);
    let stop = AtomicBool::new(false);
    let played = [1, 2].map(|threads| {
        let plan = Plan { seed: RunSeed(4), numbers: 0..100_000, threads };
        remember(&contest, &plan, &stop, enough).expect("the machine starts threads")
    });
    assert_eq!(played[0], played[1]);
    assert_eq!(played[0].len() % STEP, 0);
    assert!(played[0].len() < 100_000);
    assert!(baseline(played[0].clone(), &asked).obstacles().is_empty());
}

/// 1000 times 900 games of the same kind, and as many in which wins are rarer by just the margin: the gate lets the one
/// pass as often as it promises at least, and the other at most. A rate of 5 % has a deviation of 0.7 points.
#[test]
fn it_lets_pass_what_it_promises_and_stops_what_it_promises() {
    let asked = wide();
    let drawn = |lots: &mut Lots, rate: f64| -> Vec<Remembered> {
        (0..900).map(|_| game(if lots.part() < rate { WON } else { LOST }, 0, 9, lots.number())).collect()
    };
    let mut lots = Lots::new(17);
    let mut passed = [0.0; 2];
    for _ in 0..1_000 {
        let before = baseline(drawn(&mut lots, 0.5), &asked);
        for (rate, passed) in [0.5, 0.4].into_iter().zip(&mut passed) {
            let found = before.judge(&drawn(&mut lots, rate), Changed::default());
            *passed += f64::from(u8::from(found.answer.passes())) / 1_000.0;
        }
    }
    let [same, other] = passed;
    // Wins and losses are one and the same here, so 98.9 % on the one are 98.9 % on both.
    assert!(same >= 0.975, "{same}");
    assert!(other <= 0.07, "{other}");
}
