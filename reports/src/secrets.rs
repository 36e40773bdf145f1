//! Secret choices: a table of scores for each, how they are best made, and what it would be worth to know them.

use serde::Serialize;
use serde_json::json;
use szala_analysis::Estimate;
use szala_analysis::matrix::SHARES;
use szala_analysis::secrets::{Choice, Solved};
use szala_kernel::BySide;

use crate::figures::{counted, shown};
use crate::{Body, Findings, Grid, Row, row};

/// What was played.
#[derive(Clone, Copy, Debug)]
pub struct SecretsTold<'s> {
    /// The game.
    pub game: &'s str,
    /// The seed of all games.
    pub seed: u64,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The players.
    pub players: BySide<&'s str>,
    /// What the game counts: a stage, a turn.
    pub time: &'s str,
    /// The games of the survey.
    pub surveyed: u64,
    /// The score of the first side if everything is left to the players.
    pub free: Estimate,
}

/// The secret choices of a game.
#[derive(Debug, Serialize)]
pub struct SecretsFindings<'s> {
    game: &'s str,
    seed: u64,
    sides: [&'s str; 2],
    players: [&'s str; 2],
    #[serde(skip)]
    time: &'s str,
    surveyed: u64,
    free: Estimate,
    choices: Vec<SecretChoice>,
}

/// A choice of both sides.
#[derive(Debug, Serialize)]
struct SecretChoice {
    stage: u8,
    /// In how many of the surveyed games it was made.
    games: u64,
    options: [Vec<Weighed>; 2],
    /// By the option of the first side, then by that of the second.
    scores: Vec<Vec<Estimate>>,
    value: f64,
    /// If the first side's choice is known to the other, and the reverse.
    known: [f64; 2],
    /// Where nothing is mixed: do the games show that neither side has a better option?
    is_shown: bool,
}

/// An option, and how often it is best chosen.
#[derive(Debug, Serialize)]
struct Weighed {
    action: String,
    share: f64,
}

impl<'s> SecretsFindings<'s> {
    /// The findings for these choices.
    pub fn of(told: SecretsTold<'s>, solved: Vec<Solved>) -> Self {
        let SecretsTold { game, seed, sides, players, time, surveyed, free } = told;
        let choices = solved.into_iter().map(SecretChoice::of).collect();
        Self { game, seed, sides: sides.0, players: players.0, time, surveyed, free, choices }
    }
}

impl SecretChoice {
    fn of(solved: Solved) -> Self {
        let Solved { secret, scores, mixes, value, known, is_shown } = solved;
        let weighed = |(Choice { action, .. }, share): (Choice, u32)| Weighed {
            action,
            share: f64::from(share) / f64::from(SHARES),
        };
        let BySide([first, second]) = secret.options;
        let options = [first.into_iter().zip(mixes.rows), second.into_iter().zip(mixes.columns)];
        Self {
            stage: secret.stage,
            games: secret.games,
            options: options.map(|side| side.map(weighed).collect()),
            scores,
            value,
            known,
            is_shown,
        }
    }

    fn grid(&self, [first, second]: [&str; 2]) -> Grid {
        let [rows, columns] = &self.options;
        let names = columns.iter().map(|option| option.action.as_str());
        let corner = format!("{first}, {second}");
        let mut grid = Grid::with_head([corner.as_str()].into_iter().chain(names).chain(["best chosen, %"]));
        for (option, scores) in rows.iter().zip(&self.scores) {
            let cells = scores.iter().map(|score| shown(*score));
            grid.push([option.action.clone()].into_iter().chain(cells).chain([percent(option.share)]));
        }
        let shares = columns.iter().map(|option| percent(option.share));
        grid.push(["best chosen, %".to_owned()].into_iter().chain(shares).chain([String::new()]));
        grid
    }

    /// How it is best made, and what secrecy is worth.
    fn sentence(&self, [first, second]: [&str; 2]) -> String {
        let value = percent(self.value);
        let [known, knowing] = self.known;
        if knowing <= known {
            let best = |options: &[Weighed]| {
                let best = options.iter().max_by(|one, other| one.share.total_cmp(&other.share));
                best.map(|option| option.action.clone()).unwrap_or_default()
            };
            let [one, other] = self.options.each_ref().map(|options| best(options));
            return format!(
                "{first} do best to {one}, {second} to {other}; {first} then score {value} %. There is nothing to keep \
                 secret: no side would gain by knowing the other's choice{}.",
                if self.is_shown {
                    ""
                } else {
                    "; but these games do not show that no other option is better"
                }
            );
        }
        let widths = self.scores.iter().flatten().filter_map(|score| Some(score.high? - score.low?));
        let is_noise = knowing - known < widths.fold(0.0, f64::max);
        format!(
            "Mixed like this, {first} score {value} %. If {second} knew their choice, it would be {} %, and if {first} \
             knew that of {second}, {} %{}.",
            percent(known),
            percent(knowing),
            if is_noise { "; these games cannot tell the three apart" } else { "" }
        )
    }
}

impl Findings for SecretsFindings<'_> {
    const COMMAND: &'static str = "secrets";

    fn body(&self, body: &mut Body) {
        let ([first, second], [one, other]) = (self.sides, self.players);
        body.title(format!("{}: secret choices, seed {}", self.game, self.seed));
        body.line(format!(
            "With everything left to the players ({}) {first} score {} % in {}.",
            if one == other { one.to_owned() } else { format!("{one}, {other}") },
            shown(self.free).trim_start(),
            counted(self.free.games, "game", "games")
        ));
        if self.choices.is_empty() {
            body.line(format!(
                "In {} no side made a choice that the other did not see, and the other one directly after it.",
                counted(self.surveyed, "game", "games")
            ));
        }
        for choice in &self.choices {
            body.heading(format!(
                "{} {}, a choice of {first} (rows) and {second} (columns) in {} of {}: the score of {first} in %, with \
                 its 95 % interval",
                self.time,
                choice.stage,
                choice.games,
                counted(self.surveyed, "game", "games")
            ));
            body.table(choice.grid(self.sides));
            body.line(choice.sentence(self.sides));
        }
        if !self.choices.is_empty() {
            body.note(
                "Each pair of options plays the same games, with everything else left to the players. All games count, \
                 also those in which the choice does not come up.",
            );
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |choice: &SecretChoice| {
            let [rows, columns] = &choice.options;
            let cells = rows.iter().zip(&choice.scores).flat_map(|(one, scores)| {
                columns.iter().zip(scores).map(move |(other, score)| {
                    row(&json!({
                        "stage": choice.stage, "first_action": one.action, "second_action": other.action,
                        "first_share": one.share, "second_share": other.share, "score": score,
                    }))
                })
            });
            cells.collect::<Vec<Row>>()
        };
        self.choices.iter().flat_map(of).collect()
    }
}

/// A share in hundredths.
fn percent(share: f64) -> String {
    format!("{:.1}", share * 100.0)
}

#[cfg(test)]
mod tests {
    use szala_analysis::{Interval, Unit};

    use super::*;

    fn choice(scores: [[f64; 2]; 2], width: f64, value: f64, known: [f64; 2]) -> SecretChoice {
        let option = |action: &str| Weighed { action: action.to_owned(), share: 0.5 };
        let estimate = |score: f64| {
            let [low, high] = [score - width / 2.0, score + width / 2.0];
            Estimate::new(Interval { estimate: score, low, high }, 100, Unit::Share)
        };
        SecretChoice {
            stage: 1,
            games: 1,
            options: [["up", "down"], ["left", "right"]].map(|names| names.map(option).into()),
            scores: scores.map(|row| row.map(estimate).to_vec()).to_vec(),
            value,
            known,
            is_shown: true,
        }
    }

    #[test]
    fn the_sentence_says_whether_there_is_something_to_keep_secret() {
        let sides = ["Red", "Blue"];
        let open = choice([[0.6, 0.7], [0.5, 0.4]], 0.02, 0.6, [0.6, 0.6]);
        let told = open.sentence(sides);
        assert!(told.contains("Red then score 60.0 %. There is nothing to keep secret"), "{told}");
        assert!(told.ends_with("the other's choice."), "{told}");
        let told = SecretChoice { is_shown: false, ..open }.sentence(sides);
        assert!(told.ends_with("but these games do not show that no other option is better."), "{told}");
        let mixed = choice([[0.2, 0.6], [0.8, 0.3]], 0.02, 0.467, [0.3, 0.6]).sentence(sides);
        assert!(mixed.contains("If Blue knew their choice, it would be 30.0 %"), "{mixed}");
        assert!(mixed.ends_with("if Red knew that of Blue, 60.0 %."), "{mixed}");
        // 30 points between the two, and intervals of 40.
        let noise = choice([[0.2, 0.6], [0.8, 0.3]], 0.4, 0.467, [0.3, 0.6]).sentence(sides);
        assert!(noise.ends_with("cannot tell the three apart."), "{noise}");
    }
}
