//! Made-up figures: typical ones, those of one game, of a thousand million, and with the longest names.

use szala_analysis::Interval;

use crate::Called;
use crate::chart::data::{
    Checked, ClauseHits, Clauses, Convergence, Difference, Distribution, Ends, Forest, Front, FrontAnswer,
    LuckCourse, LuckShares, LuckyRoll, Margin, Margins, Outcome, Outcomes, Paced, Paces, Planned, Reason,
    Reasons, Source, StageOutcome, Stages, Survival, Survivor, SweepCurve, SweepMap, Tornado,
};

/// Some games, and the precision of their figures.
pub(super) struct Sample {
    pub(super) name: &'static str,
    games: u64,
    /// Half the width of the intervals.
    half: f64,
    sides: [&'static str; 2],
    unit: &'static str,
    has_draws: bool,
}

pub(super) const PLAIN: Sample = Sample {
    name: "a thousand games",
    games: 1_000,
    half: 0.03,
    sides: ["Red", "Blue"],
    unit: "Guard",
    has_draws: true,
};

pub(super) const ONE: Sample = Sample { name: "one game", games: 1, half: 1.0, has_draws: false, ..PLAIN };

pub(super) const HUGE: Sample = Sample {
    name: "a thousand million games",
    games: 1_000_000_000,
    half: 0.000_02,
    has_draws: false,
    ..PLAIN
};

pub(super) const LONG: Sample = Sample {
    name: "long names",
    sides: [
        "The Army of the Grand Duchy of Lithuania under Colonel Jasi\u{144}ski",
        "Wojska rosyjskie pod dow\u{f3}dztwem genera\u{142}a-majora Niko\u{142}aja Arsenjewa",
    ],
    unit: "2 Batalion 7 Regimentu Piechoty Wielkiego Ksi\u{119}stwa Litewskiego",
    ..PLAIN
};

fn known(estimate: f64, low: f64, high: f64) -> Interval {
    Interval { estimate, low, high }
}

impl Sample {
    fn sides(&self) -> [Called; 2] {
        self.sides.map(Called::from)
    }

    fn source(&self, label: &str) -> Source {
        Source {
            label: label.to_owned(),
            title: format!("Two Gates, {label}"),
            players: ["bold", "timid"].map(str::to_owned),
            games: self.games,
            aborted: 0,
            is_anytime: false,
        }
    }

    fn part(&self, estimate: f64) -> Interval {
        known(estimate, (estimate - self.half).max(0.0), (estimate + self.half).min(1.0))
    }

    fn outcome(&self, first: f64, draws: f64) -> Outcome {
        let draws = if self.has_draws { draws } else { 0.0 };
        let score = first + draws / 2.0;
        let half = self.half * 2.0 / 3.0;
        Outcome {
            first: self.part(first),
            draws: self.part(draws),
            second: self.part(1.0 - first - draws),
            score: known(score, (score - half).max(0.0), (score + half).min(1.0)),
        }
    }

    pub(super) fn outcomes(&self, runs: usize) -> Outcomes {
        let all = [("I", self.outcome(0.45, 0.2)), ("II", self.outcome(0.47, 0.2))];
        let runs = all.into_iter().take(runs);
        Outcomes {
            sides: self.sides(),
            runs: runs.map(|(label, outcome)| (self.source(label), outcome)).collect(),
            difference: None,
        }
    }

    pub(super) fn margins(&self, runs: usize) -> Margins {
        let shares: [(i64, [u64; 3]); 7] = [
            (-12, [0, 10, 40]),
            (-3, [0, 20, 130]),
            (-1, [0, 50, 130]),
            (0, [0, 120, 0]),
            (1, [200, 0, 0]),
            (4, [250, 0, 0]),
            (9, [50, 0, 0]),
        ];
        let run = |(label, shift): (&str, i64)| {
            let margins = shares.iter().map(|(points, winners)| Margin {
                points: points + shift,
                winners: winners.map(|count| count * self.games / 1_000),
                #[expect(clippy::cast_precision_loss, reason = "small counts")]
                share: self.part(winners.iter().sum::<u64>() as f64 / 1_000.0),
            });
            let margins: Vec<Margin> = margins.collect();
            let mean = if self.games == 1 {
                known(4.0, f64::NEG_INFINITY, f64::INFINITY)
            } else {
                known(1.2, 1.2 - self.half * 3.0, 1.2 + self.half * 3.0)
            };
            let margins = if self.games == 1 {
                vec![Margin { points: 4, winners: [1, 0, 0], share: known(1.0, 0.2, 1.0) }]
            } else {
                margins
            };
            (self.source(label), Distribution { margins, mean })
        };
        let runs = [("I", 0), ("II", 1)].into_iter().take(runs).map(run).collect();
        Margins { sides: self.sides(), runs, difference: None }
    }

    pub(super) fn stages(&self) -> Stages {
        let stages = [(1, 1_000, 0.45), (2, 1_000, 0.45), (3, 870, 0.42), (4, 610, 0.36), (5, 400, 0.3)];
        let stages = stages.into_iter().map(|(stage, games, first)| StageOutcome {
            stage,
            games: games * self.games / 1_000,
            outcome: self.outcome(first, 0.2),
        });
        Stages {
            sides: self.sides(),
            source: self.source("I"),
            time: "stage".to_owned(),
            stages: stages.collect(),
        }
    }

    pub(super) fn reasons(&self) -> Reasons {
        let reasons = [
            ("more points [3.1]", 0.55, [300, 0, 250]),
            ("the camp was reached", 0.25, [50, 200, 0]),
            (
                "equal points after the last stage of a game that has gone on for a long time [12.3]",
                0.2,
                [0, 0, 200],
            ),
        ];
        let reasons = reasons.into_iter().map(|(words, share, winners)| Reason {
            words: words.to_owned(),
            share: self.part(share),
            winners,
        });
        Reasons { sides: self.sides(), source: self.source("I"), reasons: reasons.collect() }
    }

    pub(super) fn survival(&self) -> Survival {
        let units = [
            (1, false, [1.0, 0.9, 0.5, 0.31]),
            (2, false, [1.0, 0.95, 0.8, 0.7]),
            (3, false, [1.0, 0.99, 0.97, 0.95]),
            (4, false, [1.0, 1.0, 0.98, 0.94]),
            (5, false, [1.0, 1.0, 1.0, 1.0]),
            (1, true, [0.98, 0.9, 0.8, 0.6]),
            (2, true, [1.0, 1.0, 0.81, 0.61]),
        ];
        let units = units.into_iter().map(|(number, is_second, survival)| Survivor {
            name: format!("{} {number}{}", self.unit, if is_second { " b" } else { "" }),
            is_second,
            is_group: false,
            survival: survival.into_iter().map(|part| self.part(part)).collect(),
        });
        Survival {
            sides: self.sides(),
            source: self.source("I"),
            time: "stage".to_owned(),
            units: units.collect(),
        }
    }

    /// Kinds of units; the last to come in are known for fewer turns.
    pub(super) fn survival_of_kinds(&self) -> Survival {
        let kinds = [
            ("riflemen", false, &[0.97, 0.9, 0.8, 0.6][..]),
            ("cavalry", false, &[1.0, 0.99, 0.98, 0.97]),
            ("mounted rifles", false, &[1.0, 0.95]),
            ("riflemen", true, &[1.0, 0.93, 0.85, 0.8]),
            ("artillery", true, &[1.0, 1.0, 1.0]),
        ];
        let units = kinds.into_iter().map(|(name, is_second, survival)| Survivor {
            name: name.to_owned(),
            is_second,
            is_group: true,
            survival: survival.iter().map(|part| self.part(*part)).collect(),
        });
        Survival {
            sides: self.sides(),
            source: self.source("I"),
            time: "turn".to_owned(),
            units: units.collect(),
        }
    }

    pub(super) fn convergence(&self) -> Convergence {
        let looks = [
            (1, 0.5, 0.5),
            (3, 0.67, 0.4),
            (10, 0.6, 0.3),
            (30, 0.5, 0.2),
            (100, 0.53, 0.1),
            (1_000, 0.55, 0.05),
            (30_000, 0.552, 0.01),
            (1_000_000_000, 0.551, 0.000_03),
        ];
        let looks = looks.into_iter().filter(|(games, _, _)| *games <= self.games);
        let looks =
            looks.map(|(games, score, half)| (games, known(score, (score - half).max(0.0), score + half)));
        Convergence { sides: self.sides(), source: self.source("I"), looks: looks.collect() }
    }

    pub(super) fn clauses(&self) -> Clauses {
        let hit = [("1.1", "Lots", 5.0), ("2.3", "The shot", 2.1), ("10.9.6", self.unit, 0.05)];
        let hit = hit.into_iter().map(|(rule, title, times)| ClauseHits {
            rule: rule.to_owned(),
            title: title.to_owned(),
            times: known(times, times - self.half.min(times), times + self.half),
            share: self.part(0.9),
            is_decision: false,
        });
        let never = [("3.2", "A rule that hardly ever applies"), ("12.11.2a", "Another")];
        let never_decisions = [("D-3.2a", "What it means")];
        let told = |(rule, title): (&str, &str)| (rule.to_owned(), title.to_owned());
        Clauses {
            source: self.source("I"),
            hit: hit.collect(),
            never: never.map(told).into(),
            never_decisions: never_decisions.map(told).into(),
        }
    }

    pub(super) fn forest(&self) -> Forest {
        let half = self.half * 100.0;
        let rows = [
            ("Guard: morale 7 for 6", 7.5),
            ("a trench more", -4.5),
            ("two chits for the reserve, which may then be drawn in any stage but the first", 1.0),
            (self.unit, 0.0),
        ];
        let rows = rows.into_iter().map(|(label, shift)| Difference {
            label: label.to_owned(),
            difference: known(shift, shift - half, shift + half),
        });
        Forest {
            what: format!("score of {}", self.sides[0]),
            unit: "points in a hundred games".to_owned(),
            source: self.source("I"),
            rows: rows.collect(),
        }
    }

    pub(super) fn tornado(&self) -> Tornado {
        let half = self.half * 100.0;
        let rows = [
            ("Guard: morale (6)", &[("5", -6.5), ("7", 7.5)][..]),
            ("a longer name of a value that somebody may want to vary (none)", &[("absent", -4.5)]),
            (self.unit, &[("low", 0.5), ("high", -0.5)]),
        ];
        let rows = rows.into_iter().map(|(label, ends)| Ends {
            label: label.to_owned(),
            ends: ends
                .iter()
                .map(|(value, shift)| ((*value).to_owned(), known(*shift, shift - half, shift + half)))
                .collect(),
        });
        Tornado {
            what: format!("score of {}", self.sides[0]),
            unit: "points in a hundred games".to_owned(),
            source: self.source("I"),
            rows: rows.collect(),
        }
    }

    pub(super) fn sweep_curve(&self) -> SweepCurve {
        let points = [(4.0, 0.31), (5.0, 0.4), (6.0, 0.45), (7.0, 0.58), (8.0, 0.7)];
        SweepCurve {
            side: Called::from(self.sides[0]),
            parameter: format!("morale of {}", self.unit),
            source: self.source("I"),
            points: points.into_iter().map(|(value, score)| (value, self.part(score))).collect(),
            reference: Some(6.0),
        }
    }

    pub(super) fn sweep_map(&self) -> SweepMap {
        let scores = [
            [Some(0.05), Some(0.22), Some(0.34), Some(0.41)],
            [Some(0.28), Some(0.4), Some(0.51), Some(0.63)],
            [Some(0.42), Some(0.48), None, Some(0.93)],
        ];
        let texts = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        SweepMap {
            side: Called::from(self.sides[0]),
            parameters: [format!("morale of {}", self.unit), "stage of arrival".to_owned()],
            source: self.source("I"),
            values: [texts(&["5", "6", "7", "8"]), texts(&["1", "2", "never"])],
            scores: scores.map(|row| row.map(|score| score.map(|score| self.part(score))).into()).into(),
            reference: Some([1, 1]),
        }
    }

    pub(super) fn luck_course(&self) -> LuckCourse {
        let scores = [0.5, 0.62, 0.58, 0.8, 0.45, 0.52, 0.9, 0.95, 0.2, 0.0];
        let course = (0_u8..).zip(scores).flat_map(|(at, score)| {
            let at = f64::from(at) * 4.0;
            [(at, self.part(score)), (at + 4.0, self.part(score))]
        });
        let roll = |at: f64, score, is_second, words: &str, gain: f64| LuckyRoll {
            at,
            score,
            is_second,
            words: words.to_owned(),
            gain: known(gain, gain - self.half.min(gain), gain + self.half),
        };
        let end = format!(
            "stage 3: 10.9.4 rolls 3, {} at {} with a joint shot from three hexes",
            self.unit, self.unit
        );
        LuckCourse {
            sides: self.sides(),
            source: format!("Duel, I: game 3 of seed 1, {} against sly.", self.unit),
            time: "stage".to_owned(),
            course: course.collect(),
            stages: vec![(0.0, 1), (12.0, 2), (13.0, 3), (30.0, 4)],
            net: known(-0.4, -0.4 - self.half, -0.4 + self.half),
            rolls: vec![
                roll(24.0, 0.9, false, "stage 3: 11.7 rolls 9", 0.38),
                roll(12.0, 0.8, false, "stage 2: 1.1 draws Red", 0.22),
                roll(32.0, 0.2, true, &end, 0.75),
                roll(36.0, 0.0, true, "stage 4: 1.1 draws Blue", 0.2),
                roll(16.0, 0.45, true, "stage 3: 11.7 rolls 0", 0.35),
            ],
        }
    }

    pub(super) fn luck_shares(&self) -> LuckShares {
        let half = self.half * 100.0;
        let rows = [("dice", 8.6, 95.8), ("chits and other lots", -3.7, 68.6), (self.unit, 0.0, 0.0)];
        let share = |share: f64| known(share, share - half, share + half);
        let rows = rows.map(|(label, alone, total)| Ends {
            label: label.to_owned(),
            ends: [("alone", alone), ("in all", total)]
                .map(|(how, found)| (how.to_owned(), share(found)))
                .into(),
        });
        LuckShares {
            source: self.source("I"),
            chance: known(0.25, 0.25 - self.half, 0.25 + self.half),
            choices: known(-0.01, -0.01 - self.half, -0.01 + self.half),
            rows: rows.into(),
        }
    }

    pub(super) fn front(&self) -> Front {
        let answer = |words: &str, cost, checks: &[(Checked, f64)]| FrontAnswer {
            words: words.to_owned(),
            cost,
            checks: checks.iter().map(|(checked, score)| (*checked, self.part(*score))).collect(),
        };
        let [holds, open, refuted] = [Checked::Holds, Checked::Open, Checked::Refuted];
        Front {
            side: Called::from(self.sides[0]),
            source: self.source("I"),
            goal: [0.5, 0.03],
            as_it_is: 0.62,
            is_reached: true,
            nearest: vec![(0.5, self.part(0.6)), (1.0, self.part(0.53)), (2.5, self.part(0.5))],
            answers: vec![
                answer("stages=5 (is 6)", 1.0, &[(holds, 0.51), (refuted, 0.58)]),
                answer(&format!("without {}", self.unit), 1.0, &[(refuted, 0.45), (refuted, 0.4)]),
                answer("Guard: morale=5 (is 6), a trench more", 3.5, &[(open, 0.53), (holds, 0.5)]),
            ],
        }
    }

    pub(super) fn paces(&self) -> Paces {
        let player = |name: &str, side, pace, strength| Paced {
            name: name.to_owned(),
            side,
            pace,
            strength: self.part(strength),
        };
        Paces {
            sides: self.sides.map(Called::from),
            title: "Two Gates".to_owned(),
            games: self.games,
            players: vec![
                player("search:200", 0, 0.31, 0.61),
                player("planner", 0, 0.62, 0.66),
                player("heuristic", 0, 4_821.0, 0.55),
                player(self.unit, 0, 4_790.0, 0.42),
                player("search:200", 1, 0.33, 0.53),
                player("heuristic", 1, 5_020.0, 0.47),
                player("storm", 1, 24_000.0, 0.31),
            ],
        }
    }

    pub(super) fn planned(&self) -> Planned {
        let course = (0..=20_u32).map(|step| {
            let part = f64::from(step) / 20.0;
            (self.games * u64::from(step) / 20, part * part)
        });
        Planned {
            source: format!("Two Gates: a pilot of {} games, bold against timid.", self.games),
            course: course.collect(),
            answered: [Some(self.games * 7 / 10), self.has_draws.then_some(self.games * 19 / 20)],
            range: [self.games / 4, self.games],
            most: self.games,
            seconds: [0.5, 0.01],
        }
    }
}
