//! `szala challenge`: plays anybody's players against the mixes of a robust search. Whoever thinks that he can do
//! better shows it, and what he gains counts.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use szala_ai::mix::{FOUND, MIX};
use szala_analysis::disk::{self, MOST_WRITTEN};
use szala_analysis::on_threads;
use szala_analysis::robust::{Challenge as Games, Found, play_challenge};
use szala_files::unknown;
use szala_kernel::{BySide, Side};
use szala_reports::{ChallengeFindings, ChallengeTold};
use szala_system::{Contest, Game};

use super::{INTERRUPTED, Problem, points, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::identity::hash_of_anybody;
use crate::interrupt;
use crate::mixes;
use crate::options::{Printed, Seeded, count};
use crate::players::{self, Pairing};
use crate::progress::Count;
use crate::today::today;
use crate::variant::VariantArgs;

/// The list of challenges in the table of what was found.
const CHALLENGED: &str = "challenged";

/// Options of `szala challenge`.
#[derive(Debug, Args)]
pub(crate) struct Challenge {
    /// The scenario
    pub(crate) scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// Who challenges: players of any kind, each for the sides that it can play
    #[arg(
        long,
        required = true,
        value_name = "NAME,NAME,...",
        value_delimiter = ',',
        value_parser = players::trimmed
    )]
    players: Vec<String>,
    /// The side that they play [default: either, where they can]
    #[arg(long)]
    side: Option<String>,
    /// The mixes that they challenge [default: those in `robust/STEM/mix.toml` beside the scenario `STEM.toml`]
    #[arg(long, value_name = "FILE")]
    mix: Option<String>,
    /// Games of each; the ends of the play interval allow for what these leave open
    #[arg(long, default_value_t = 10_000, value_parser = count::<1, 1_000_000_000>)]
    games: u64,
    /// Add these games to the file of the mixes: they count wherever its play interval does
    #[arg(long)]
    keep: bool,
    /// The scenario is fair when neither side scores more than 50 % plus this many points
    #[arg(long, value_name = "POINTS", default_value = "2", value_parser = points)]
    margin: f64,
    #[command(flatten)]
    seeded: Seeded,
    #[command(flatten)]
    printed: Printed,
}

/// A player at the board against the mix of the other side.
struct Challenger<'c> {
    side: Side,
    player: &'c str,
    is: String,
    contest: Box<dyn Contest>,
}

impl Challenge {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        let game = house.open_from(&files, &self.scenario, &self.changes)?;
        let mix = self.mix.clone().unwrap_or_else(|| mixes::beside(&self.scenario));
        let before = self.found(&files, &*game, &mix)?;
        let (ends, value) = before.ends().zip(before.value()).ok_or_else(|| {
            format!("{mix}: its [found] lacks the games of the mixes; search again with `szala robust`")
        })?;
        let challengers = self.challengers(house, &files, &*game, &mix)?;
        let mut after = before.clone();
        for one in &challengers {
            let games = self.games_of(one, house, [0; 3]);
            if before.challenged.iter().any(|known| known.repeats(&games)) {
                return Err(format!(
                    "{}: its games of seed {} are kept in {mix} already; another --seed adds to them",
                    one.player, self.seeded.seed
                )
                .into());
            }
        }
        if self.keep {
            written(&mix)?;
        }
        let stop = interrupt::flag()?;
        let threads = self.seeded.threads.number();
        let mut progress = Count::new(self.games * challengers.len() as u64, "games");
        let mut done = 0;
        let cells = on_threads(threads, || {
            let mut cells = Vec::new();
            for one in &challengers {
                let tell = |games| progress.tell(done + games);
                let cell = play_challenge(&*one.contest, self.seeded.run_seed(), self.games, stop, tell);
                done += cell.games();
                cells.push(cell);
            }
            cells
        })
        .map_err(|error| threads_refused(threads, &error))?;
        drop(progress);
        let played = challengers.iter().zip(&cells).filter(|(_, cell)| cell.games() > 0);
        after.challenged.extend(
            played.map(|(one, cell)| self.games_of(one, house, [cell.wins, cell.draws, cell.losses])),
        );
        let all = self.games * challengers.len() as u64;
        let is_whole = done == all;
        if is_whole && self.keep {
            keep(&mix, &after.challenged[before.challenged.len()..])?;
        }
        if done > 0 {
            let faces = game.faces();
            self.printed.print(&ChallengeFindings::of(ChallengeTold {
                title: game.plain_title(),
                variant: game.variant(),
                sides: BySide::from_fn(|side: Side| faces.side_name(side)),
                file: &mix,
                seed: self.seeded.seed,
                margin: self.margin / 100.0,
                is_kept: is_whole && self.keep,
                before: &before,
                after: &after,
                value,
                ends: [ends, after.ends().unwrap_or(ends)],
            }))?;
        }
        if is_whole {
            return Ok(ExitCode::SUCCESS);
        }
        eprintln!("interrupted after {done} of {all} games; nothing is kept");
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// What the search says that found the mixes, if it applies to what is played.
    fn found(&self, files: &Files, game: &dyn Game, mix: &str) -> Result<Found, Problem> {
        if !files.has(mix) {
            let searched = "`szala robust SCENARIO --minutes N --out FOLDER`";
            return Err(match &self.mix {
                Some(_) => format!("there is no file {mix}; {searched} finds mixes"),
                None => format!(
                    "{} has no mixes beside it ({mix}); {searched} finds some, and --mix FOLDER/mix.toml names them",
                    self.scenario
                ),
            }
            .into());
        }
        let pairing = Pairing::both(&format!("{MIX}:{mix}"));
        pairing.seat_from(files, game)?;
        let mixes = mixes::of(game, &self.changes, files, &pairing);
        let Some(mixes) = mixes.filter(|mixes| mixes.search.is_some()) else {
            return Err(
                format!("{mix} holds no play interval to challenge: no search found its mixes").into()
            );
        };
        if !mixes.stale.is_empty() {
            let why = mixes.stale.join("; ");
            return Err(format!(
                "the play interval of {mix} is stale: {why}; search again with `szala robust`"
            )
            .into());
        }
        Ok(mixes.search.unwrap_or_default())
    }

    /// Everybody who challenges, at the board.
    fn challengers<'c>(
        &'c self,
        house: &House,
        files: &Files,
        game: &dyn Game,
        mix: &str,
    ) -> Result<Vec<Challenger<'c>>, Problem> {
        let sides = BySide::from_fn(|side: Side| game.faces().side_name(side));
        let wanted = |side: Side| self.side.as_deref().is_none_or(|named| named == sides[side]);
        if let Some(named) = self.side.as_ref().filter(|named| !sides.0.contains(&named.as_str())) {
            return Err(unknown("side", named, &sides.0).into());
        }
        let mut all: Vec<Challenger<'c>> = Vec::new();
        for player in &self.players {
            let of_sides = Side::BOTH.into_iter().filter(|side| wanted(*side));
            let (mut can, mut refused) = (false, None);
            for side in of_sides {
                match game.check_player(player, side, &players::read(house)) {
                    Ok(()) => can = true,
                    Err(why) => {
                        refused.get_or_insert((side, why));
                        continue;
                    }
                }
                let mut pairing = Pairing::both(&format!("{MIX}:{mix}"));
                player.clone_into(&mut pairing.names[side]);
                let contest = pairing.seat_from(files, game)?;
                let is = hash_of_anybody(game, player, side, &files.texts());
                if let Some(twin) = all.iter().find(|one| one.side == side && one.is == is) {
                    return Err(format!("{player} and {} are the same player", twin.player).into());
                }
                all.push(Challenger { side, player, is, contest });
            }
            if let Some((side, why)) = refused.filter(|_| !can) {
                return Err(players::told(sides[side], &why));
            }
        }
        Ok(all)
    }

    fn games_of(&self, one: &Challenger<'_>, house: &House, [wins, draws, losses]: [u64; 3]) -> Games {
        Games {
            seat: one.side.into(),
            player: one.player.to_owned(),
            is: one.is.clone(),
            seed: self.seeded.seed.to_string(),
            wins,
            draws,
            losses,
            date: today(),
            commit: house.commit.to_owned(),
        }
    }
}

/// The text of a file that can be written to.
fn written(file: &str) -> Result<String, Problem> {
    disk::read_text(Path::new(file), MOST_WRITTEN).map_err(|error| {
        let remedy = "leave --keep out, or name a file on disk with --mix";
        format!("{file}: games cannot be kept in it ({error}); {remedy}").into()
    })
}

/// Adds games at the end of the file of the mixes.
fn keep(file: &str, games: &[Games]) -> Result<(), Problem> {
    let mut lines = vec![written(file)?.trim_end().to_owned()];
    for one in games {
        lines.push(format!("\n[[{FOUND}.{CHALLENGED}]]"));
        let all = serde_json::to_value(one).map_err(|error| format!("{file}: {error}"))?;
        // Texts and numbers are written in TOML as in JSON.
        lines.extend(all.as_object().into_iter().flatten().map(|(key, value)| format!("{key} = {value}")));
    }
    let text = lines.join("\n") + "\n";
    disk::replace(Path::new(file), text.as_bytes())
        .map_err(|error| format!("cannot write {file}: {error}").into())
}
