//! How often the gate lets pass, by simulation: a baseline of games made by lot, and as many games again that have some
//! of their luck in common with it, unchanged or changed by exactly a margin on one axis.

use rayon::prelude::*;
use szala_analysis::compare::Axis;
use szala_analysis::gate::{Asked, Baseline, Changed, Head, Remembered, STEP};
use szala_analysis::records::Hashes;
use szala_kernel::{BySide, Side};

use super::{Lots, RUNS, float, head, row};

/// Wins and draws of the first side, as in scenario I of Niemenczyn 1794.
const CHANCES: [f64; 2] = [0.36, 0.50];
/// In how many pairs the two games are the same but for the change: the correlation of the unchanged.
const SHARED: [f64; 2] = [0.0, 0.5];
/// What changes by exactly its margin.
const CHANGES: [Option<Axis>; 5] =
    [None, Some(Axis::Win), Some(Axis::Draw), Some(Axis::Lead), Some(Axis::Length)];

pub(super) fn gates() {
    let gates: Vec<(u64, Vec<bool>)> = (0..RUNS).into_par_iter().map(gate).collect();
    let sizes = || gates.iter().map(|(size, _)| size);
    let [least, most] =
        [sizes().min(), sizes().max()].map(|size| size.expect("the simulation has at least one gate"));
    let size = if least == most { most.to_string() } else { format!("{least} to {most}") };
    head(
        &format!("The gate with its usual margins, {RUNS} baselines of {size} games"),
        &["change", "share of pairs with common dice", "nominal pass rate", "measured"],
    );
    for (place, (change, shared)) in settings().enumerate() {
        let passed = float(gates.iter().filter(|(_, passes)| passes[place]).count() as u64) / float(RUNS);
        let within = 2.0 * (passed * (1.0 - passed) / float(RUNS)).sqrt();
        let (what, promise) = match change {
            None => ("no change but other dice".to_owned(), "at least 95 %"),
            Some(Axis::Lead) => ("victory points, by the margin".to_owned(), "at most 5 %"),
            Some(axis) => (format!("{}, as large as the margin", axis.key()), "at most 5 %"),
        };
        row(&what, &format!("{shared}"), promise, (passed, within));
    }
}

fn settings() -> impl Iterator<Item = (Option<Axis>, f64)> {
    CHANGES.into_iter().flat_map(|change| SHARED.map(|shared| (change, shared)))
}

/// A baseline, how many games it has, and what it lets pass.
fn gate(seed: u64) -> (u64, Vec<bool>) {
    let mut lots = Lots::new(seed);
    let baseline = baseline(&mut lots);
    let passes = |(change, shared): (Option<Axis>, f64)| {
        let now: Vec<Remembered> = baseline
            .games
            .iter()
            .map(|before| {
                let now = if lots.part() < shared { *before } else { game(&mut lots) };
                change.map_or(now, |axis| {
                    let margin = baseline.head.terms.margins.natural(axis);
                    changed(now, axis, margin, &mut lots)
                })
            })
            .collect();
        baseline.judge(&now, Changed::default()).answer.passes()
    };
    (baseline.games.len() as u64, settings().map(passes).collect())
}

/// As `szala gate --update` makes one: a thousand games more until they are enough for the usual margins.
fn baseline(lots: &mut Lots) -> Baseline {
    let (mut games, asked) = (Vec::new(), Asked::default());
    let terms = loop {
        games.extend((0..STEP).map(|_| game(lots)));
        let terms = asked.settle(&games);
        if terms.are_enough(&games) {
            break terms;
        }
    };
    let nothing = String::new;
    let hashes = Hashes { rules: nothing(), scenario: nothing(), players: [nothing(), nothing()] };
    let head = Head {
        game: nothing(),
        changes: Vec::new(),
        players: [nothing(), nothing()],
        seed: 0,
        games: games.len(),
        terms,
        title: nothing(),
        sides: BySide([nothing(), nothing()]),
        made_by: [nothing(), nothing()],
        hashes,
    };
    Baseline { head, games, is_damaged: false }
}

/// A game made by lot. Its victory points are skewed and lean to the winner; drawn games are longer.
fn game(lots: &mut Lots) -> Remembered {
    let place = lots.game(CHANCES);
    let winner = [Some(Side::First), None, Some(Side::Second)][place];
    let dice = i32::try_from(lots.lead()).expect("the sum of three dice is small");
    let lead = dice + [3, 0, -3][place];
    let length: u32 = (0..4).map(|_| if lots.part() < 0.5 { 20 } else { 25 }).sum();
    let decisions = length + if winner.is_none() { 15 } else { 0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a part of 32 bits")]
    let course = (lots.part() * 2f64.powi(32)) as u32;
    Remembered { end: Some((winner, lead)), decisions, course }
}

/// The game with a change that is on average the margin on one axis, and less than the margin on every other.
fn changed(mut game: Remembered, axis: Axis, margin: f64, lots: &mut Lots) -> Remembered {
    let (winner, points) = game.end.expect("every game has an end");
    let [win, draw] = CHANCES;
    // A rate takes half of what it gains from each of the other two.
    let (gaining, chance_of_others) = match axis {
        Axis::Win => (Some(Some(Side::First)), [0.0, draw, 1.0 - win - draw]),
        Axis::Draw => (Some(None), [win, 0.0, 1.0 - win - draw]),
        _ => (None, [0.0; 3]),
    };
    let place = winner.map_or(1, |side| 2 * side as usize);
    if let Some(gaining) = gaining.filter(|_| chance_of_others[place] > 0.0)
        && lots.part() < margin / 2.0 / chance_of_others[place]
    {
        game.end = Some((gaining, points));
    }
    // Whole numbers that are the margin on average.
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a small margin")]
    let more = margin as u32 + u32::from(lots.part() < margin.fract());
    match axis {
        Axis::Lead => game.end = Some((winner, points + more.cast_signed())),
        Axis::Length => game.decisions += more,
        _ => (),
    }
    game
}
