//! The luck of a game, in words: what its rolls were worth, which were luckiest, and which decisions cost most.

mod picture;

use serde::Serialize;
use serde_json::json;
use szala_analysis::Estimate;
use szala_analysis::luck::{Luck, RollLuck};
use szala_kernel::Side;
use szala_kernel::journal::{Entry, tell};
use szala_system::Faces;

use crate::figures::{counted, shown, signed, value};
use crate::play::against;
use crate::{Body, Findings, Grid, Row, row};
use picture::Course;

/// Identifies a game or a run whose luck is reported.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct LuckOf<'l> {
    /// What was played.
    pub title: &'l str,
    /// The names of the sides.
    pub sides: [&'l str; 2],
    /// The names of the players.
    pub players: [&'l str; 2],
    /// The names of the players of rollouts, if they differ.
    pub policy: Option<[&'l str; 2]>,
    /// The seed.
    pub seed: u64,
}

/// The luck of one game.
#[derive(Debug, Serialize)]
pub struct LuckFindings<'l> {
    #[serde(flatten)]
    of: LuckOf<'l>,
    /// The number of the game in the run.
    number: u64,
    is_keyed: bool,
    /// The number of rollouts from each position that a roll may lead to.
    rollouts: u64,
    /// The total number of rollouts.
    rollouts_played: u64,
    reason: &'static str,
    rule: String,
    lead: i32,
    /// The score of the first side.
    result: f64,
    /// Its expected score before the first decision.
    expected: Estimate,
    /// The luck of each side's rolls, from that side's view.
    luck_of_sides: [Estimate; 2],
    /// What choices gained for the first side.
    choices_gave: Estimate,
    /// The net luck of the first side.
    net_luck: Estimate,
    /// The score minus its luck.
    adjusted: Estimate,
    /// How many rolls decided nothing.
    idle_rolls: usize,
    rolls: Vec<RollFindings>,
    luckiest: Vec<ListedFindings>,
    /// How many decisions were analysed.
    decisions_weighed: usize,
    costly: Vec<CostlyFindings<'l>>,
    #[serde(skip)]
    time: &'static str,
    #[serde(skip)]
    course: Course,
}

/// A roll.
#[derive(Clone, Debug, Serialize)]
struct RollFindings {
    /// After this many decisions.
    decision: usize,
    stage: u8,
    /// The side whose decision it belongs to.
    side: String,
    /// The roll as the journal writes it.
    roll: String,
    score_before: Estimate,
    score_after: Estimate,
    luck: Estimate,
}

/// A listed roll that favoured a side.
#[derive(Clone, Debug, Serialize)]
struct ListedFindings {
    /// The side it favoured.
    favours: String,
    #[serde(flatten)]
    roll: RollFindings,
}

#[derive(Clone, Debug, Serialize)]
struct CostlyFindings<'l> {
    decision: usize,
    stage: u8,
    side: String,
    action: &'l str,
    better: &'l str,
    score_played: Estimate,
    score_better: Estimate,
    cost: Estimate,
}

/// A roll of a game as reported: its text in the journal, whose it was and when.
fn told(luck: &Luck, faces: &dyn Faces, roll: &RollLuck) -> RollFindings {
    let one = &luck.chronicle.moves[roll.at];
    RollFindings {
        decision: roll.at,
        stage: one.stage,
        side: faces.side_name(one.side).to_owned(),
        roll: tell(faces, &Entry::Event(one.rolls[roll.roll].event)).to_string(),
        score_before: roll.before,
        score_after: roll.after,
        luck: roll.luck,
    }
}

impl<'l> LuckFindings<'l> {
    /// For a game that was analysed with this many rollouts from each position.
    pub fn of(of: LuckOf<'l>, luck: &'l Luck, rollouts: u64, faces: &dyn Faces) -> Self {
        let listed = |side: Side| {
            let favours = faces.side_name(side).to_owned();
            let rolls = luck.luckiest[side].iter();
            rolls.map(move |roll| ListedFindings { favours: favours.clone(), roll: told(luck, faces, roll) })
        };
        let costly = luck.costly.iter().map(|one| CostlyFindings {
            decision: one.at,
            stage: luck.chronicle.moves[one.at].stage,
            side: faces.side_name(one.side).to_owned(),
            action: &luck.chronicle.moves[one.at].action,
            better: &one.better,
            score_played: one.scores[0],
            score_better: one.scores[1],
            cost: one.cost,
        });
        Self {
            of,
            number: luck.chronicle.game.number(),
            is_keyed: luck.chronicle.game.is_keyed(),
            rollouts,
            rollouts_played: luck.rollouts,
            reason: luck.outcome.reason,
            rule: luck.outcome.rule.to_string(),
            lead: luck.outcome.lead,
            result: luck.result,
            expected: luck.expected,
            luck_of_sides: luck.luck.0,
            choices_gave: luck.choices,
            net_luck: luck.net,
            adjusted: luck.adjusted,
            idle_rolls: luck.idle,
            rolls: luck.rolls.iter().map(|roll| told(luck, faces, roll)).collect(),
            luckiest: Side::BOTH.into_iter().flat_map(listed).collect(),
            decisions_weighed: luck.weighed,
            costly: costly.collect(),
            time: faces.time(),
            course: Course::of(luck),
        }
    }

    /// The figures of the game as a whole.
    fn whole(&self, body: &mut Body) {
        let [first, second] = self.of.sides;
        let mut grid = Grid::with_head(["", "%"]);
        grid.push([format!("score of {first} expected before the game"), shown(self.expected)]);
        grid.push([format!("result of {first}"), format!("{:6.2}", 100.0 * self.result)]);
        let [own, other] = self.luck_of_sides;
        grid.push([format!("net luck of {first}"), signed(self.net_luck)]);
        grid.push([format!("what the choices gave {first}"), signed(self.choices_gave)]);
        grid.push([format!("luck-adjusted result of {first}"), shown_free(self.adjusted)]);
        grid.push([format!("luck of {first} with their own rolls"), signed(own)]);
        grid.push([format!("luck of {second} with theirs"), signed(other)]);
        body.heading("The game");
        body.table(grid);
    }
}

/// A share that may exceed 100 %.
pub(crate) fn shown_free(estimate: Estimate) -> String {
    signed(estimate).replace('+', "")
}

impl Findings for LuckFindings<'_> {
    const COMMAND: &'static str = "luck";

    fn body(&self, body: &mut Body) {
        let LuckOf { title, sides, players, policy, seed } = self.of;
        let keyed = if self.is_keyed { " with keyed dice" } else { "" };
        body.title(format!("{title}: luck in game {} of seed {seed}{keyed}", self.number));
        let winner = match self.result {
            1.0 => format!("won by {}", sides[0]),
            0.0 => format!("won by {}", sides[1]),
            _ => "a draw".to_owned(),
        };
        body.line(format!(
            "{}; {winner}: {} [{}], lead {:+}",
            against(players, None),
            self.reason,
            self.rule,
            self.lead
        ));
        let who = policy.map_or_else(
            || "the same players play on".to_owned(),
            |policy| format!("{} play on", against(policy, None)),
        );
        body.line(format!(
            "{} from each position that a roll could lead to, {} in all; {who}",
            counted(self.rollouts, "rollout", "rollouts"),
            self.rollouts_played
        ));
        self.whole(body);
        let rolls = |count: usize| counted(count as u64, "roll", "rolls");
        body.note(format!(
            "{} decided something, {} nothing; the luck-adjusted result is the result less the net luck",
            rolls(self.rolls.len()),
            self.idle_rolls
        ));
        for side in sides {
            let mut grid = Grid::with_head([self.time, "roll", "of", "before, %", "after, %", "gain"]);
            for ListedFindings { roll, .. } in self.luckiest.iter().filter(|one| one.favours == side) {
                // The share of the side that gained.
                let own = |estimate| if side == sides[0] { estimate } else { other_side(estimate) };
                let gain = if side == sides[0] { roll.luck } else { turned(roll.luck) };
                grid.push([
                    roll.stage.to_string(),
                    roll.roll.clone(),
                    roll.side.clone(),
                    value(own(roll.score_before)),
                    value(own(roll.score_after)),
                    signed(gain),
                ]);
            }
            if !grid.is_empty() {
                body.heading(format!("Rolls that gained most for {side}, in points of their score"));
                body.table(grid);
            }
        }
        if self.decisions_weighed > 0 {
            let mut grid = Grid::with_head([self.time, "of", "decided", "better", "score, %", "cost"]);
            for one in &self.costly {
                grid.push([
                    one.stage.to_string(),
                    one.side.clone(),
                    one.action.to_owned(),
                    one.better.to_owned(),
                    value(one.score_played),
                    signed(one.cost),
                ]);
            }
            body.heading(format!(
                "Decisions that cost most, of {} looked at, in points of the side's score",
                self.decisions_weighed
            ));
            body.table(grid);
        }
        body.line(
            "Rollouts know what is hidden: luck and cost are those that an observer of both sides sees.",
        );
    }

    fn rows(&self) -> Vec<Row> {
        let game = |kind: &str| {
            row(&json!({
                "number": self.number, "kind": kind, "result": self.result, "expected": self.expected,
                "choices_gave": self.choices_gave, "net_luck": self.net_luck, "adjusted": self.adjusted,
            }))
        };
        let mut rows = vec![game("game")];
        let number = self.number;
        rows.extend(
            self.rolls.iter().map(|roll| row(&json!({ "number": number, "kind": "roll", "of": roll }))),
        );
        rows.extend(
            self.luckiest
                .iter()
                .map(|roll| row(&json!({ "number": number, "kind": "luckiest", "of": roll }))),
        );
        rows.extend(
            self.costly.iter().map(|one| row(&json!({ "number": number, "kind": "decision", "of": one }))),
        );
        rows
    }
}

/// The share of the other side.
fn other_side(estimate: Estimate) -> Estimate {
    let less = |bound: Option<f64>| bound.map(|bound| 1.0 - bound);
    Estimate { value: less(estimate.value), low: less(estimate.high), high: less(estimate.low), ..estimate }
}

/// A difference from the other side's view.
fn turned(estimate: Estimate) -> Estimate {
    let less = |bound: Option<f64>| bound.map(|bound| -bound);
    Estimate { value: less(estimate.value), low: less(estimate.high), high: less(estimate.low), ..estimate }
}

/// The luck of a game, as a page shows it: see [`Viewer`](crate::Viewer).
#[derive(Clone, Debug, Default)]
pub struct LuckLine {
    /// The score of the first side where it is known: the number of decisions before it, and the score.
    pub course: Vec<(usize, f64)>,
    /// The rolls that gained most: the number of decisions before it, the favoured side, and the roll with its gain in
    /// words.
    pub marks: Vec<(usize, Side, String)>,
}

impl LuckLine {
    /// The course of a game.
    pub fn of(luck: &Luck, faces: &dyn Faces) -> Self {
        let mut course = vec![(0, luck.expected.value.unwrap_or(0.5))];
        for roll in &luck.rolls {
            let (before, after) = (roll.before.value.unwrap_or(0.5), roll.after.value.unwrap_or(0.5));
            course.extend([(roll.at, before), (roll.at + 1, after)]);
        }
        course.push((luck.chronicle.moves.len(), luck.result));
        let marks =
            Side::BOTH.into_iter().flat_map(|side| luck.luckiest[side].iter().map(move |roll| (side, roll)));
        let marks = marks.map(|(side, roll)| {
            let gain = if side == Side::First { roll.luck } else { turned(roll.luck) };
            (roll.at + 1, side, format!("{}: {}", told(luck, faces, roll).roll, signed(gain)))
        });
        Self { course, marks: marks.collect() }
    }
}
