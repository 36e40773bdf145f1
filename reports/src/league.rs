//! A league as a table of scores and an order of strength.

use serde::Serialize;
use serde_json::json;
use szala_analysis::{Estimate, League};
use szala_kernel::{BySide, Side};

use crate::chart::data::{Paced, Paces};
use crate::chart::{Frame, Picture, paces};
use crate::lexicon::Lexicon;
use crate::{Body, Findings, Grid, Row, row};

/// A league with its names.
#[derive(Clone, Copy, Debug)]
pub struct LeagueReport<'l> {
    /// What was played.
    pub title: &'l str,
    /// The names of the sides.
    pub sides: BySide<&'l str>,
    /// The seed of all pairs.
    pub seed: u64,
    /// The result.
    pub league: &'l League,
}

/// The findings of leagues, one for each scenario.
#[derive(Debug, Default, Serialize)]
pub struct LeagueFindings {
    leagues: Vec<OneLeague>,
}

#[derive(Debug, Serialize)]
struct OneLeague {
    title: String,
    sides: [String; 2],
    seed: u64,
    pairs: Vec<PairFindings>,
    strength: [Strength; 2],
    /// Games per second, by side and by rank: they depend on the machine, so no table shows them.
    #[serde(skip)]
    paces: [Vec<f64>; 2],
}

/// The results of the games of two players, from the first side's view.
#[derive(Debug, Serialize)]
struct PairFindings {
    players: [String; 2],
    first_wins: u64,
    draws: u64,
    second_wins: u64,
    score: Estimate,
}

/// The players of a side, by mean score against the other side's panel.
#[derive(Debug, Serialize)]
struct Strength {
    side: String,
    panel: Vec<String>,
    order: Vec<Place>,
}

#[derive(Debug, Serialize)]
struct Place {
    player: String,
    strength: Estimate,
    /// Compared with the next one.
    ahead: Option<Estimate>,
}

impl LeagueFindings {
    /// Adds a league.
    pub fn add(&mut self, report: &LeagueReport<'_>) {
        let LeagueReport { title, sides, seed, league } = *report;
        let names = |side| league.names(side);
        let pairs = names(Side::First).iter().enumerate().flat_map(|(row, first)| {
            names(Side::Second).iter().enumerate().map(move |(column, second)| {
                let meeting = league.meeting(row, column);
                let players = [first.clone(), second.clone()];
                let (first_wins, draws, second_wins) = (meeting.wins, meeting.draws, meeting.losses);
                PairFindings { players, first_wins, draws, second_wins, score: meeting.score }
            })
        });
        let strength = |side: Side| Strength {
            side: sides[side].to_owned(),
            panel: league.panel(!side).map(str::to_owned).collect(),
            order: league
                .order(side)
                .into_iter()
                .map(|standing| Place {
                    player: names(side)[standing.entrant].clone(),
                    strength: standing.strength,
                    ahead: standing.ahead,
                })
                .collect(),
        };
        self.leagues.push(OneLeague {
            title: title.to_owned(),
            sides: sides.0.map(str::to_owned),
            seed,
            pairs: pairs.collect(),
            strength: Side::BOTH.map(strength),
            paces: Side::BOTH.map(|side| {
                league.order(side).into_iter().map(|standing| league.pace(side, standing.entrant)).collect()
            }),
        });
    }

    /// Draws the first league: strength against pace.
    pub fn picture(&self, frame: Frame, lexicon: &Lexicon) -> Picture {
        let league = self.leagues.first();
        let players = league.iter().flat_map(|league| league.strength.iter().zip(&league.paces).enumerate());
        let of_side = |(side, (strength, paces)): (usize, (&Strength, &Vec<f64>))| {
            let paced = |(place, pace): (&Place, &f64)| {
                let strength = place.strength.interval()?;
                Some(Paced { name: place.player.clone(), side, pace: *pace, strength })
            };
            strength.order.iter().zip(paces).filter_map(paced).collect::<Vec<Paced>>()
        };
        let sides = |place: usize| league.map_or("", |league| &league.sides[place]);
        let data = Paces {
            sides: [0, 1].map(|place| lexicon.called(sides(place))),
            title: lexicon.tell(league.map_or("", |league| &league.title)).into_owned(),
            games: league.iter().flat_map(|league| &league.pairs).map(|pair| pair.score.games).sum(),
            players: players.flat_map(of_side).collect(),
        };
        paces(&data, frame)
    }
}

impl Findings for LeagueFindings {
    const COMMAND: &'static str = "league";

    fn body(&self, body: &mut Body) {
        for league in &self.leagues {
            league.body(body);
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |league: &OneLeague| {
            let row = |pair: &PairFindings| {
                let [one, other] = &pair.players;
                row(&json!({
                    "title": league.title, "first_player": one, "second_player": other, "seed": league.seed,
                    "games": pair.score.games, "first_wins": pair.first_wins, "draws": pair.draws,
                    "second_wins": pair.second_wins, "score": pair.score,
                }))
            };
            league.pairs.iter().map(row).collect::<Vec<Row>>()
        };
        self.leagues.iter().flat_map(of).collect()
    }
}

impl OneLeague {
    fn body(&self, body: &mut Body) {
        let Self { title, sides: [first, second], seed, strength, .. } = self;
        body.title(format!("{title}, seed {seed}"));
        body.heading(format!(
            "{first} in rows, {second} in columns: the score of {first} in % (a win counts 1, a draw 1/2), its 95 % \
             interval, and games won/drawn/lost"
        ));
        body.table(self.scores());
        body.note(
            "All pairs play the same seeds; a pair that plays fewer games than others plays the first of them.",
        );
        for (one, other) in [(&strength[0], second), (&strength[1], first)] {
            let panel: Vec<&str> = one.panel.iter().map(String::as_str).collect();
            body.heading(format!(
                "Strength of {}: the mean score in % against {} of {other}, each with equal weight",
                one.side,
                listed(&panel)
            ));
            body.table(one.grid());
            body.note(
                "Chance, and players of fewer games, are left out of the measure unless there is no other player. The \
                 distance to the next is measured on the seeds that both played.",
            );
        }
    }

    fn scores(&self) -> Grid {
        let columns: Vec<&str> = {
            let first = &self.pairs[0].players[0];
            let row = self.pairs.iter().take_while(|pair| pair.players[0] == *first);
            row.map(|pair| pair.players[1].as_str()).collect()
        };
        let mut grid = Grid::with_head(core::iter::once("").chain(columns.iter().copied()));
        for row in self.pairs.chunks(columns.len()) {
            let cell = |pair: &PairFindings| {
                let PairFindings { first_wins, draws, second_wins, score, .. } = pair;
                format!("{}\n{}\n{first_wins}/{draws}/{second_wins}", percent(score.value), bounds(*score))
            };
            grid.push(core::iter::once(row[0].players[0].clone()).chain(row.iter().map(cell)));
        }
        grid
    }
}

impl Strength {
    fn grid(&self) -> Grid {
        let mut grid =
            Grid::with_head(["", "player", "strength", "95 %", "ahead of the next by", "95 %", ""]);
        for (place, Place { player, strength, ahead }) in self.order.iter().enumerate() {
            let [lead, within, differs] = ahead.map_or_else(Default::default, |ahead| {
                let differs = ahead.low > Some(0.0) || ahead.high < Some(0.0);
                let differs = if differs { "differs" } else { "may not differ" };
                [percent(ahead.value), bounds(ahead), differs.to_owned()]
            });
            let place = (place + 1).to_string();
            let (score, interval) = (percent(strength.value), bounds(*strength));
            grid.push([place, player.clone(), score, interval, lead, within, differs]);
        }
        grid
    }
}

/// A share in hundredths, with two places.
fn percent(share: Option<f64>) -> String {
    share.map_or_else(|| "-".to_owned(), |share| format!("{:.2}", share * 100.0))
}

fn bounds(of: Estimate) -> String {
    format!("{} to {}", percent(of.low), percent(of.high))
}

/// Names joined as in a sentence.
fn listed(names: &[&str]) -> String {
    match names {
        [] => "nobody".to_owned(),
        [one] => (*one).to_owned(),
        [most @ .., last] => format!("{} and {last}", most.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use szala_analysis::Entrant;
    use szala_kernel::RunSeed;

    use super::*;
    use crate::{Form, written};

    /// The report of a league of random players, in one of its formats.
    fn told(games: u64, form: Form) -> String {
        let entrant = |name: &str, is_in_panel| Entrant { name: name.to_owned(), games, is_in_panel };
        let side = || vec![entrant("bold", true), entrant("timid", false)];
        let toy = szala_two_gates_players::SYSTEM.game().expect("the toy needs no file");
        // Both names are the random player.
        let seat = |_: BySide<&str>| {
            toy.seat(BySide(["uniform"; 2]), &|file| Err(format!("no {file}"))).expect("chance plays the toy")
        };
        let league = League::play(RunSeed(1), &BySide([side(), side()]), seat, |_| ());
        let report =
            LeagueReport { title: "a league", sides: BySide(["Red", "Blue"]), seed: 1, league: &league };
        let mut findings = LeagueFindings::default();
        findings.add(&report);
        written(&findings, form)
    }

    #[test]
    fn twins_have_the_same_score_and_a_lead_of_nothing() {
        let text = told(100, Form::Text);
        assert!(text.contains("Strength of Red: the mean score in % against bold of Blue"), "{text}");
        // Twins score alike on the same seeds: 100 leads of zero, with two of 1 and two of -1, have the deviation
        // sqrt(4 / 104 / 104) = 0.01923, 1.96 of which are 0.03769.
        assert!(text.contains("0.00  -3.77 to 3.77  may not differ"), "{text}");
    }

    #[test]
    fn the_three_forms_tell_the_same_score() {
        let json: serde_json::Value =
            serde_json::from_str(&told(100, Form::Json)).expect("what is written is JSON");
        let json = &json["leagues"][0];
        let pair = &json["pairs"][0];
        assert_eq!(pair["players"], serde_json::json!(["bold", "bold"]));
        let games = ["first_wins", "draws", "second_wins"]
            .map(|key| pair[key].as_u64().expect("a count is a whole number"));
        assert_eq!(games.iter().sum::<u64>(), 100);
        let counts = games.map(|count| count.to_string()).join("/");
        // In 100 games of whole and half points the score in % is a multiple of one half.
        let score = pair["score"]["value"].as_f64().expect("games were played, so there is a score") * 100.0;
        for form in [Form::Text, Form::Markdown] {
            let text = told(100, form);
            assert!(text.contains(&counts) && text.contains(&format!("{score:.2}")), "{text}");
        }
        assert_eq!(json["strength"][0]["panel"], serde_json::json!(["bold"]));
        assert_eq!(json["strength"][1]["order"].as_array().map(Vec::len), Some(2));
    }
}
