//! A report for a reader: first what went wrong, then who won, then why. It shows only what is readable; JSON and CSV
//! have everything.

mod tables;

use super::findings::{LEAD, RunFindings};
use crate::Body;
use crate::figures::{games, shown};
use crate::judged::{FIRST, about, how_they_ended, who_won};
use crate::play::{against, body_without_verdict};

impl RunFindings<'_> {
    /// Writes it, with the folder of the run if there are several.
    pub(super) fn body(&self, is_one_of_many: bool, body: &mut Body) {
        self.heading(is_one_of_many, body);
        self.aborted(body);
        let side = &self.sides[FIRST];
        match &self.verdict {
            Some(judged) => judged.body(side, self.play_interval, self.play, body),
            None => body_without_verdict(side, self.play_interval, self.play, body),
        }
        if let Some(why) = self.why {
            why.body(self.side_names(), body);
        }
        who_won(self.side_names(), &self.outcome, self.counts, body);
        how_they_ended(self.side_names(), &self.reasons, body);
        self.margin(body);
        self.by_value(body);
        self.conditions(body);
        self.numbers(body);
        self.units(body);
        self.correlations(body);
        self.meanings(body);
    }

    pub(super) fn side_names(&self) -> [&str; 2] {
        self.sides.each_ref().map(String::as_str)
    }

    fn heading(&self, is_one_of_many: bool, body: &mut Body) {
        let Self { run, title, variant, seed, part, games_at_most, .. } = self;
        let variant = variant.map(|variant| format!(", {variant}")).unwrap_or_default();
        let against = against(self.players.each_ref().map(String::as_str), self.play);
        let counted = &self.games;
        let folder = if is_one_of_many { format!("{run}: ") } else { String::new() };
        let all = games(counted.in_folder);
        body.title(format!("{folder}{title}{variant}: {all}, {against}, seed {seed}"));
        if part.numbers() != (0..*games_at_most) {
            body.line(format!("a part of a run of {}: {part}", games(*games_at_most)));
        }
        if !self.is_finished {
            let due = part.end - part.first;
            body.line(format!("not finished: {} of {} at most", counted.in_folder, games(due)));
        }
        if let Some(until) = self.until {
            let is_early = self.is_finished && counted.in_folder < part.end - part.first;
            body.line(if is_early {
                format!("ended by what it showed: {until}")
            } else if self.is_finished {
                format!("could have ended earlier by what it showed: {until}")
            } else {
                format!("may end by what it shows: {until}")
            });
        }
        if !self.given.is_empty() {
            let given = self.given.join(" and ");
            body.line(format!("given {given}: {} of {}", counted.counted, games(counted.in_folder)));
        }
        body.line(about(self.intervals));
    }

    /// Nothing is hidden: a game without an end is a bug, and reported before anything else.
    fn aborted(&self, body: &mut Body) {
        let counted = &self.games;
        if counted.aborted == 0 {
            return;
        }
        body.line(format!(
            "ABORTED: {} of {} had no end, a fault in the rules or in the scenario; no rate below counts them",
            counted.aborted,
            games(counted.counted)
        ));
        if let Some(replay) = &counted.replay_aborted {
            body.command(replay);
        }
    }

    fn margin(&self, body: &mut Body) {
        let Some(found) = self.column(LEAD) else { return };
        let Some(numbers) = &found.numbers else { return };
        let [first, second] = self.sides;
        let mean = shown(numbers.mean);
        let grid = tables::bars(found, self.games.ended, self.intervals);
        if !grid.is_empty() {
            body.heading(format!(
                "by how much: victory points of {first} less those of {second}; on average {mean}"
            ));
            body.table(grid);
        }
    }
}
