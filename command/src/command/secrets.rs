//! `szala secrets`: solves the choices that both sides make without knowing each other's.

use std::process::ExitCode;

use clap::Args;
use szala_analysis::secrets::Secret;
use szala_analysis::{Estimate, on_threads, scores};
use szala_kernel::{BySide, Side};
use szala_reports::{SecretsFindings, SecretsTold};
use szala_system::Order;

use super::{Problem, threads_refused};
use crate::house::House;
use crate::options::{Printed, Seeded, count};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::variant::VariantArgs;

/// Options of `szala secrets`.
#[derive(Debug, Args)]
pub(crate) struct Secrets {
    /// What to play: a scenario file, or a game that `szala list` names
    pub(crate) game: String,
    #[command(flatten)]
    changes: VariantArgs,
    #[arg(long, value_name = "FIRST,SECOND", help = players::HELP)]
    players: Option<Pairing>,
    /// Games of each pair of choices
    #[arg(long, default_value_t = 2000, value_parser = count::<2, 1_000_000_000>)]
    games: u64,
    /// Games in which to look for secret choices
    #[arg(long, default_value_t = 200, value_parser = count::<1, 100_000>)]
    survey: u64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
}

impl Secrets {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        let game = house.open_from(&files, &self.game, &self.changes)?;
        let faces = game.faces();
        let sides = BySide::from_fn(|side: Side| faces.side_name(side));
        let players = Pairing::or_usual(self.players.as_ref(), &files, &self.game, &*game);
        let contest = players.seat_from(&files, &*game)?;
        let (seed, threads) = (self.seeded.run_seed(), self.seeded.threads.number());
        let found = Secret::survey(&*contest, seed, self.survey);
        let mut progress =
            Count::new(self.games + found.iter().map(|one| one.games(self.games)).sum::<u64>(), "games");
        let read = players::read(house);
        let seat = |orders: &BySide<Vec<Order>>| {
            let seated = game.seat_with_orders(players.names(), orders, &read);
            seated.unwrap_or_else(|refused| unreachable!("they were seated before: {}", refused.why))
        };
        let play = || {
            let free: Vec<f64> = scores(&*contest, seed, 0..self.games)
                .into_iter()
                .map(|score| score.points(Side::First))
                .collect();
            let mut done = self.games;
            progress.tell(done);
            let solve = |secret: Secret| {
                secret.solve(seed, self.games, seat, |games| {
                    done += games;
                    progress.tell(done);
                })
            };
            (Estimate::of_scores(&free, 0.0), found.into_iter().map(solve).collect())
        };
        let (free, solved) = on_threads(threads, play).map_err(|error| threads_refused(threads, &error))?;
        let told = SecretsTold {
            game: game.title(),
            seed: self.seeded.seed,
            sides,
            players: players.names(),
            time: faces.time(),
            surveyed: self.survey,
            free,
        };
        self.printed.print(&SecretsFindings::of(told, solved))?;
        Ok(ExitCode::SUCCESS)
    }
}
