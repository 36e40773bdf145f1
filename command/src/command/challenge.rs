//! `szala challenge`: tests any player against the mixes of a robust search, and reports whether the play interval
//! holds.

use std::path::Path;
use std::process::ExitCode;

use clap::Args;
use szala_ai::mix::{FOUND, MIX};
use szala_analysis::disk::{self, MOST_WRITTEN};
use szala_analysis::on_threads;
use szala_analysis::robust::{Cell, Challenge as Games, Found, play_challenge};
use szala_files::unknown;
use szala_kernel::{BySide, Side};
use szala_reports::{ChallengeFindings, ChallengeTold, Kept};
use szala_system::{Contest, Game};

use super::{INTERRUPTED, Problem, points, threads_refused};
use crate::files::Files;
use crate::house::House;
use crate::identity::{self, hash_of_anybody};
use crate::interrupt;
use crate::mixes::{self, CHALLENGED};
use crate::options::{FAIR, Printed, Seeded, count};
use crate::players::{self, HINT, Pairing};
use crate::progress::Count;
use crate::today::today;
use crate::variant::VariantArgs;

/// Options of `szala challenge`.
#[derive(Debug, Args)]
pub(crate) struct Challenge {
    /// The scenario
    pub(crate) scenario: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// The challengers: players of any kind; each plays every side that it can
    #[arg(
        long,
        required = true,
        value_name = "NAME,NAME,...",
        value_delimiter = ',',
        value_parser = players::trimmed
    )]
    players: Vec<String>,
    /// The side that the challengers play [default: both, where they can]
    #[arg(long)]
    side: Option<String>,
    /// The mixes to challenge [default: those in `robust/STEM/mix.toml` beside the scenario `STEM.toml`]
    #[arg(long, value_name = "FILE")]
    mix: Option<String>,
    /// Games of each challenger on each side; the more, the tighter its bound
    #[arg(long, default_value_t = 10_000, value_parser = count::<1, 1_000_000_000>)]
    games: u64,
    /// Add these games to the mixes file; every command that uses its play interval then includes them
    #[arg(long)]
    keep: bool,
    /// The scenario is fair when neither side scores more than 50 % plus this many points
    #[arg(long, value_name = "POINTS", default_value_t = FAIR, value_parser = points)]
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
        let faces = game.faces();
        let mut found = before.clone();
        for one in &challengers {
            let games = self.games_of(one, house, Cell::default());
            if self.keep && before.challenged.iter().any(|known| known.repeats(&games)) {
                let side = faces.side_name(one.side);
                let (player, seed) = (one.player, self.seeded.seed);
                return Err(format!(
                    "{side}: games of {player} with seed {seed} are kept in {mix} already; another --seed adds to \
                     them, and --side plays one side alone"
                )
                .into());
            }
        }
        let text = if self.keep { written(&mix)? } else { String::new() };
        let cells = self.play(&challengers)?;
        let of = |(one, cell): (&Challenger<'_>, &Cell)| self.games_of(one, house, *cell);
        let all: Vec<Games> = challengers.iter().zip(&cells).map(of).collect();
        // Partly played challengers are not kept: stopping because of what the games show would bias the bound.
        let (to_keep, unfinished): (Vec<_>, Vec<_>) =
            all.iter().cloned().partition(|one| one.games() == self.games);
        let is_finished = unfinished.is_empty();
        let games: Vec<Games> = all.into_iter().filter(|one| one.games() > 0).collect();
        // Games of one seed count once: the larger number is kept.
        for one in &games {
            let kept = found.challenged.iter().position(|known| known.repeats(one));
            match kept.map(|place| &mut found.challenged[place]) {
                Some(known) if known.games() < one.games() => *known = one.clone(),
                Some(_) => (),
                None => found.challenged.push(one.clone()),
            }
        }
        let done = if to_keep.is_empty() || !self.keep { Ok(()) } else { keep(&mix, &text, &to_keep) };
        let kept = match (self.keep && !to_keep.is_empty(), &done) {
            (true, Ok(())) => Kept::In,
            (false, Ok(())) if !files.is_shipped(&mix) && is_finished => Kept::OutUnless("--keep"),
            _ => Kept::Out,
        };
        if !games.is_empty() {
            self.printed.print(&ChallengeFindings::of(ChallengeTold {
                title: game.plain_title(),
                variant: game.variant(),
                sides: BySide::from_fn(|side: Side| faces.side_name(side)),
                file: &mix,
                seed: self.seeded.seed,
                margin: self.margin / 100.0,
                games: &games,
                unfinished: &unfinished,
                kept,
                found: &found,
                value,
                ends: [ends, found.ends().unwrap_or(ends)],
            }))?;
        }
        done?;
        if is_finished {
            return Ok(ExitCode::SUCCESS);
        }
        let played: u64 = cells.iter().map(|cell| cell.games()).sum();
        aside!("interrupted after {played} of {} games", self.games * challengers.len() as u64);
        Ok(ExitCode::from(INTERRUPTED))
    }

    /// Plays the games of all challengers until done or interrupted.
    fn play(&self, challengers: &[Challenger<'_>]) -> Result<Vec<Cell>, Problem> {
        let stop = interrupt::flag()?;
        let threads = self.seeded.threads.number();
        let mut progress = Count::new(self.games * challengers.len() as u64, "games");
        on_threads(threads, || {
            let mut done = 0;
            let mut cells = Vec::new();
            for one in challengers {
                let tell = |games| progress.tell(done + games);
                let cell = play_challenge(&*one.contest, self.seeded.run_seed(), self.games, stop, tell);
                done += cell.games();
                cells.push(cell);
            }
            cells
        })
        .map_err(|error| threads_refused(threads, &error))
    }

    /// What the search that found the mixes says, if it applies to what is played.
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
        let searched = files.texts().get(mix).map(|text| mixes::found_in(text)).transpose();
        if let Some(None) = searched.map_err(|why| format!("{mix}: {why}; correct it or remove it"))? {
            return Err(
                format!("{mix} holds no play interval to challenge: no search found its mixes").into()
            );
        }
        let mixes = mixes::of(game, &self.changes, files, &pairing);
        let mixes = mixes.unwrap_or_default();
        if !mixes.stale.is_empty() {
            let why = mixes.stale.join("; ");
            return Err(format!(
                "the play interval of {mix} is stale: {why}; search again with `szala robust`"
            )
            .into());
        }
        Ok(mixes.search.unwrap_or_default())
    }

    /// The challengers, ready to play.
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
        let own = BySide::from_fn(|side: Side| own(files, game, mix, side));
        let mut all: Vec<Challenger<'c>> = Vec::new();
        for player in &self.players {
            let mut refused = Vec::new();
            let known = all.len();
            for side in Side::BOTH.into_iter().filter(|side| wanted(*side)) {
                if let Err(why) = game.check_player(player, side, &players::read(house)) {
                    refused.push(format!("{}: {why}", sides[side]));
                    continue;
                }
                let mut pairing = Pairing::both(&format!("{MIX}:{mix}"));
                player.clone_into(&mut pairing.names[side]);
                let contest = pairing.seat_from(files, game)?;
                let is = hash_of_anybody(game, player, side, &files.texts());
                if own[side].contains(&is) {
                    refused.push(format!("{}: it is what {mix} plays, so it gains nothing", sides[side]));
                    continue;
                }
                if let Some(twin) = all.iter().find(|one| one.side == side && one.is == is) {
                    return Err(format!("{player} and {} are the same player", twin.player).into());
                }
                all.push(Challenger { side, player, is, contest });
            }
            // If one side works and the other is refused, warn; if both are refused, report both errors.
            let told = refused.join("\n");
            if all.len() == known {
                return Err(format!("{told}\n{HINT}").into());
            }
            if !told.is_empty() {
                aside!("{player} plays one side alone; {told}");
            }
        }
        Ok(all)
    }

    fn games_of(&self, one: &Challenger<'_>, house: &House, cell: Cell) -> Games {
        let Cell { wins, draws, losses } = cell;
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

/// The hashes of a mix as a player: its own and, if it has a single player, that of this one.
fn own(files: &Files, game: &dyn Game, mix: &str, side: Side) -> Vec<String> {
    let (texts, name) = (files.texts(), format!("{MIX}:{mix}"));
    let sole = match &*identity::members(game, &name, side, &texts) {
        [(sole, _)] => Some(hash_of_anybody(game, sole, side, &texts)),
        _ => None,
    };
    core::iter::once(hash_of_anybody(game, &name, side, &texts)).chain(sole).collect()
}

/// The text of a file on disk.
fn written(file: &str) -> Result<String, Problem> {
    disk::read_text(Path::new(file), MOST_WRITTEN).map_err(|error| {
        let remedy = "leave --keep out, or name a file on disk with --mix";
        format!("{file}: games cannot be kept in it ({error}); {remedy}").into()
    })
}

/// Appends games to the mixes file, if its text is still the one read before they were played.
fn keep(file: &str, before: &str, games: &[Games]) -> Result<(), Problem> {
    let more = mixes::challenges(games);
    let refused = |why: &str| Problem::Told(format!("{file}: {why}; what would have been added is\n{more}"));
    if written(file).ok().as_deref() != Some(before) {
        return Err(refused("it has changed while games were played"));
    }
    let text = format!("{}\n{more}", before.trim_end());
    let challenged = |text: &str| mixes::found_in(text).ok().flatten().map(|found| found.challenged);
    let expected = challenged(before).map(|known| [&known[..], games].concat());
    if challenged(&text) != expected {
        let why = format!("tables [[{FOUND}.{CHALLENGED}]] cannot be added to it as it is written");
        return Err(refused(&why));
    }
    disk::replace(Path::new(file), text.as_bytes()).map_err(|error| refused(&error.to_string()))
}
