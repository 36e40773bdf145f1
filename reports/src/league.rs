//! A league as a table of scores and an order of strength: as text, as Markdown, and as JSON for programs.

use core::fmt::{self, Display, Write};

use serde::Serialize;
use szala_analysis::{Interval, League};
use szala_kernel::{BySide, Side};

use crate::Grid;

/// A league with the names of what was played, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct LeagueReport<'l> {
    /// What was played.
    pub title: &'l str,
    /// The names of the sides.
    pub sides: BySide<&'l str>,
    /// The seed of all pairs.
    pub seed: u64,
    /// What came of it.
    pub league: &'l League,
}

/// The form in which a league is told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LeagueForm {
    /// For the terminal.
    Text,
    /// For a document, below a heading of the third level.
    Markdown,
    /// One line, for a program.
    Json,
}

impl LeagueReport<'_> {
    /// Writes it in one of its forms.
    ///
    /// # Errors
    /// Only the writer's.
    pub fn write(&self, form: LeagueForm, to: &mut impl Write) -> fmt::Result {
        match form {
            LeagueForm::Text => self.write_text(to),
            LeagueForm::Markdown => self.write_markdown(to),
            LeagueForm::Json => self.write_json(to),
        }
    }

    fn write_text(&self, to: &mut impl Write) -> fmt::Result {
        writeln!(to, "{}, seed {}\n{}\n", self.title, self.seed, self.legend())?;
        self.scores().write_text(to)?;
        for side in Side::BOTH {
            writeln!(to, "\n{}", self.measure(side))?;
            self.order(side).write_text(to)?;
        }
        Ok(())
    }

    fn write_markdown(&self, to: &mut impl Write) -> fmt::Result {
        writeln!(to, "### {}, seed {}\n\n{}\n", self.title, self.seed, self.legend())?;
        self.scores().write_markdown(to)?;
        for side in Side::BOTH {
            writeln!(to, "\n{}\n", self.measure(side))?;
            self.order(side).write_markdown(to)?;
        }
        Ok(())
    }

    fn write_json(&self, to: &mut impl Write) -> fmt::Result {
        let names = |side| self.league.names(side);
        let pairs = names(Side::First).iter().enumerate().flat_map(|(row, first)| {
            names(Side::Second).iter().enumerate().map(move |(column, second)| {
                let meeting = self.league.meeting(row, column);
                let (wins, draws, losses) = (meeting.wins, meeting.draws, meeting.losses);
                Pair { players: [first, second], wins, draws, losses, score: meeting.score.into() }
            })
        });
        let strength = |side| Strength {
            side: self.sides[side],
            panel: self.league.panel(!side).collect(),
            order: self
                .league
                .order(side)
                .into_iter()
                .map(|standing| Standing {
                    player: &names(side)[standing.entrant],
                    strength: standing.strength.into(),
                    lead: standing.lead.map(Bounded::from),
                })
                .collect(),
        };
        let report = Report {
            title: self.title,
            seed: self.seed,
            sides: self.sides.0,
            pairs: pairs.collect(),
            strength: Side::BOTH.map(strength),
        };
        let text = serde_json::to_string(&report).map_err(|_| fmt::Error)?;
        writeln!(to, "{text}")
    }

    fn legend(&self) -> String {
        let BySide([first, second]) = self.sides;
        format!(
            "{first} in rows, {second} in columns:\nthe score of {first} in % (a win counts 1, a draw 1/2), its 95 % \
             interval, and games won/drawn/lost. All pairs play the same seeds;\n\
             a pair that plays fewer games than others plays the first of them."
        )
    }

    fn scores(&self) -> Grid {
        let [rows, columns] = Side::BOTH.map(|side| self.league.names(side));
        let mut head = vec![String::new()];
        head.extend(columns.iter().cloned());
        let row = |(row, name): (usize, &String)| {
            let cell = |column| {
                let meeting = self.league.meeting(row, column);
                let Interval { estimate, low, high } = meeting.score;
                format!(
                    "{}\n{} to {}\n{}/{}/{}",
                    Percent(estimate),
                    Percent(low),
                    Percent(high),
                    meeting.wins,
                    meeting.draws,
                    meeting.losses
                )
            };
            let mut cells = vec![name.clone()];
            cells.extend((0..columns.len()).map(cell));
            cells
        };
        let mut grid = Grid { rows: vec![head] };
        grid.rows.extend(rows.iter().enumerate().map(row));
        grid
    }

    fn measure(&self, side: Side) -> String {
        let panel: Vec<&str> = self.league.panel(!side).collect();
        format!(
            "Strength of {}: the mean score in % against {} of {}, each with equal weight;\n\
             chance, and who plays fewer games than others, are no measure unless nobody else is there;\n\
             how far one is ahead of the next is measured on the seeds that both played.",
            self.sides[side],
            listed(&panel),
            self.sides[!side]
        )
    }

    fn order(&self, side: Side) -> Grid {
        let mut rows = vec![
            ["", "player", "strength", "95 %", "ahead of the next by", "95 %", ""]
                .map(str::to_owned)
                .to_vec(),
        ];
        for (place, standing) in self.league.order(side).into_iter().enumerate() {
            let Interval { estimate, low, high } = standing.strength;
            let mut row = vec![
                (place + 1).to_string(),
                self.league.names(side)[standing.entrant].clone(),
                Percent(estimate).to_string(),
                format!("{} to {}", Percent(low), Percent(high)),
            ];
            row.extend(match standing.lead {
                Some(Interval { estimate, low, high }) => [
                    Percent(estimate).to_string(),
                    format!("{} to {}", Percent(low), Percent(high)),
                    if low > 0.0 || high < 0.0 { "differs" } else { "may not differ" }.to_owned(),
                ],
                None => [const { String::new() }; 3],
            });
            rows.push(row);
        }
        Grid { rows }
    }
}

/// A share in hundredths, with two places.
struct Percent(f64);

impl Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:.2}", self.0 * 100.0)
    }
}

/// Names as in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[derive(Serialize)]
struct Report<'l> {
    title: &'l str,
    seed: u64,
    sides: [&'l str; 2],
    pairs: Vec<Pair<'l>>,
    strength: [Strength<'l>; 2],
}

#[derive(Serialize)]
struct Pair<'l> {
    players: [&'l str; 2],
    wins: u64,
    draws: u64,
    losses: u64,
    score: Bounded,
}

#[derive(Serialize)]
struct Strength<'l> {
    side: &'l str,
    panel: Vec<&'l str>,
    order: Vec<Standing<'l>>,
}

#[derive(Serialize)]
struct Standing<'l> {
    player: &'l str,
    strength: Bounded,
    lead: Option<Bounded>,
}

#[derive(Serialize)]
struct Bounded {
    estimate: f64,
    low: f64,
    high: f64,
}

impl From<Interval> for Bounded {
    fn from(Interval { estimate, low, high }: Interval) -> Self {
        Self { estimate, low, high }
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Entrant;
    use szala_kernel::RunSeed;

    use super::*;

    /// What the report of a league of chance players says in one of its forms.
    fn told(games: u64, form: LeagueForm) -> String {
        let entrant = |name: &str, is_in_panel| Entrant { name: name.to_owned(), games, is_in_panel };
        let side = || vec![entrant("bold", true), entrant("timid", false)];
        let toy = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        // Both names stand for chance.
        let seat = |_: BySide<&str>| {
            toy.seat(BySide(["uniform"; 2]), &|file| Err(format!("no {file}"))).expect("chance plays the toy")
        };
        let league = League::play(RunSeed(1), &BySide([side(), side()]), seat, |_| ());
        let report =
            LeagueReport { title: "a league", sides: BySide(["Red", "Blue"]), seed: 1, league: &league };
        let mut text = String::new();
        report.write(form, &mut text).expect("writing to a string never fails");
        text
    }

    #[test]
    fn twins_have_the_same_score_and_a_lead_of_nothing() {
        let text = told(100, LeagueForm::Text);
        assert!(text.contains("Strength of Red: the mean score in % against bold of Blue"), "{text}");
        // Twins score alike on the same seeds: 100 leads of nothing, with two of 1 and two of -1, have the deviation
        // sqrt(4 / 104 / 104) = 0.01923, 1.96 of which are 0.03769.
        assert!(text.contains("0.00                  -3.77 to 3.77  may not differ"), "{text}");
    }

    #[test]
    fn the_three_forms_tell_the_same_score() {
        let json: serde_json::Value =
            serde_json::from_str(&told(100, LeagueForm::Json)).expect("the output is valid JSON");
        let pair = &json["pairs"][0];
        assert_eq!(pair["players"], serde_json::json!(["bold", "bold"]));
        let games = ["wins", "draws", "losses"].map(|key| pair[key].as_u64().expect("the value is a count"));
        assert_eq!(games.iter().sum::<u64>(), 100);
        let counts = games.map(|count| count.to_string()).join("/");
        // 100 games of whole and half points: the score in % is a number of halves.
        let score = pair["score"]["estimate"].as_f64().expect("the pair has a score") * 100.0;
        for form in [LeagueForm::Text, LeagueForm::Markdown] {
            let text = told(100, form);
            assert!(text.contains(&counts) && text.contains(&format!("{score:.2}")), "{text}");
        }
        assert_eq!(json["strength"][0]["panel"], serde_json::json!(["bold"]));
        assert_eq!(json["strength"][1]["order"].as_array().map(Vec::len), Some(2));
    }
}
