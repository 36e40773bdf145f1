//! `szala drill`: trains players that weigh their options by a net, in games against each other and against others.

use core::ops::ControlFlow;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use szala_ai::Share;
use szala_ai::mix::write_mix;
use szala_ai::net::Net;
use szala_analysis::drill::{Drilled, Plan, Round, drill};
use szala_analysis::robust::slug;
use szala_analysis::{disk, on_threads};
use szala_files::unknown;
use szala_kernel::{BySide, Side};
use szala_reports::{DrillFindings, quoted};
use szala_system::{Game, Muster};

use super::{INTERRUPTED, Problem, threads_refused};
use crate::house::House;
use crate::interrupt;
use crate::options::{Printed, Seeded, count};
use crate::players::{self, CHANCE, Pairing, listed};
use crate::variant::VariantArgs;

/// Options of `szala drill`.
#[derive(Debug, Args)]
pub(crate) struct Drill {
    /// What to play: a scenario file, or a game that `szala list` names
    pub(crate) game: String,
    #[command(flatten)]
    changes: VariantArgs,
    /// The side to train; the other one plays as in --against [default: both, also against each other]
    #[arg(long)]
    side: Option<String>,
    /// The player to train, the same for both sides or `FIRST,SECOND`: `heuristic`, `heuristic:FILE`, or `drilled:FILE`
    /// to continue its training [default: heuristic, or the first listed player where there is none]
    #[arg(long, value_name = "NAMES")]
    player: Option<Pairing>,
    /// Players to train against and to evaluate against, each for both sides [default: the scenario's usual players and
    /// its heuristic]
    #[arg(long, value_name = "NAME,NAME,...", value_delimiter = ',', value_parser = players::trimmed)]
    against: Vec<String>,
    /// Refine the net of --player: learn which of two options is better, in place of what options are worth
    #[arg(long)]
    refine: bool,
    /// Number of rounds; each plays games, then learns from them
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    rounds: u32,
    /// Games per round
    #[arg(long, default_value_t = 60_000, value_parser = count::<100, 100_000_000>)]
    games: u64,
    /// Games that evaluate a side after each round, on seeds of their own
    #[arg(long, default_value_t = 2000, value_parser = count::<2, 1_000_000>)]
    evaluation_games: u64,
    /// Also write the nets of this many last rounds, and a mix of them in equal shares; players in training meet all of
    /// these
    #[arg(long, value_name = "ROUNDS", default_value_t = 0, conflicts_with = "side", value_parser = count::<0, 1000>)]
    mix: u64,
    #[command(flatten)]
    seeded: Seeded,
    /// The folder for the players: a file for each side, to be played as `drilled:FILE`
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// Overwrite existing files
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    printed: Printed,
}

/// The players to train if none are named.
fn begins(game: &dyn Game) -> Pairing {
    let usual = game.usual_player();
    let first = |side: Side| listed(game, side).into_iter().next().unwrap_or_else(|| usual.to_owned());
    let mut players = Pairing::both(usual);
    if usual == CHANCE {
        players.names = BySide::from_fn(first);
    }
    players
}

impl Drill {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let files = house.files();
        let game = house.open_from(&files, &self.game, &self.changes)?;
        let faces = game.faces();
        let sides = BySide::from_fn(|side: Side| faces.side_name(side));
        let learns = self.learns(sides)?;
        let slugs = BySide::from_fn(|side| slug(sides[side], side));
        let path_of = |side: Side| self.out.join(format!("{}.toml", slugs[side]));
        let path_of_round = |side: Side, round: u32| self.out.join(format!("{}-{round}.toml", slugs[side]));
        let mix = self.out.join("mix.toml");
        if self.mix > self.rounds.into() {
            return Err(format!(
                "--mix {} asks for more nets than --rounds {} gives; ask for as many at most",
                self.mix, self.rounds
            )
            .into());
        }
        let mut written: Vec<PathBuf> = (self.mix > 0).then(|| mix.clone()).into_iter().collect();
        for side in Side::BOTH.into_iter().filter(|side| learns[*side]) {
            written.push(path_of(side));
            if self.mix > 0 {
                written.extend((1..=self.rounds).map(|round| path_of_round(side, round)));
            }
        }
        if let Some(path) = written.iter().find(|path| !self.force && path.exists()) {
            let path = path.display();
            return Err(format!("{path} exists; name another folder, or write over it with --force").into());
        }
        let muster = self.muster(house, &*game, learns);
        let stop = interrupt::flag()?;
        let plan = Plan {
            rounds: self.rounds,
            games: self.games,
            measured: self.evaluation_games,
            kept: usize::try_from(self.mix).unwrap_or(usize::MAX),
            seed: self.seeded.seed,
            refines: self.refine,
        };
        let threads = self.seeded.threads.number();
        let read = players::read(house);
        let drilled = game
            .drill(&muster, &read)
            .map_err(|refused| players::told(faces.side_name(refused.side), &refused.why))?;
        let has_none = |side: &Side| self.refine && learns[*side] && drilled.net(*side).is_none();
        if let Some(side) = Side::BOTH.into_iter().find(has_none) {
            let player = muster[side].player.as_deref().unwrap_or_default();
            return Err(format!(
                "{}: `{player}` has no net to refine; name one that has by --player drilled:FILE, or leave --refine \
                 out",
                sides[side]
            )
            .into());
        }
        // Before the work, not after it.
        disk::make_room(&mix).map_err(|error| {
            format!("nothing can be written to the folder {}: {error}", self.out.display())
        })?;
        let mut rounds = Vec::new();
        let hear = |round: &Round| {
            let score = round.score.value.unwrap_or_default() * 100.0;
            aside!("round {} of {}: {} score {score:.2} %", round.number, self.rounds, sides[round.side]);
            rounds.push(*round);
            ControlFlow::Continue(())
        };
        let BySide([first, second]) = on_threads(threads, || drill(&*drilled, &plan, stop, hear))
            .map_err(|error| threads_refused(threads, &error))?;
        let done = rounds.last().map_or(0, |round: &Round| round.number);
        let mut found: BySide<Option<(String, Drilled)>> = BySide([None, None]);
        let mut mixes: BySide<Vec<Share>> = BySide([Vec::new(), Vec::new()]);
        for (side, one) in [(Side::First, first), (Side::Second, second)] {
            let Some(one) = one else { continue };
            let written = |path: &Path, round: u32, net: &Net| {
                self.write(
                    path,
                    &drilled.file(side, net, &self.head(&muster, side, sides[side], [done, round])),
                )
            };
            written(&path_of(side), one.round, &one.net)?;
            for (round, net) in &one.last {
                written(&path_of_round(side, *round), *round, net)?;
                let player = format!("{}:{}-{round}.toml", drilled.kind(side), slugs[side]);
                mixes[side].push(Share { player, share: 1 });
            }
            found[side] = Some((path_of(side).display().to_string(), one));
        }
        let is_mixed = mixes.0.iter().all(|shares| !shares.is_empty());
        if is_mixed {
            self.write(&mix, &write_mix(&Side::BOTH.map(|side| (sides[side], &*mixes[side]))))?;
        }
        let mix = is_mixed.then(|| mix.display().to_string());
        let title = game.plain_title();
        self.printed.print(&DrillFindings::of(title, self.seeded.seed, sides, &rounds, &found, mix))?;
        if done == self.rounds {
            return Ok(ExitCode::SUCCESS);
        }
        let kept = if done == 0 { "nothing was learned or written" } else { "what they gave is written" };
        aside!("interrupted after {done} of {} rounds; {kept}", self.rounds);
        Ok(ExitCode::from(INTERRUPTED))
    }

    fn write(&self, path: &Path, text: &str) -> Result<(), Problem> {
        let write = if self.force { disk::replace } else { disk::write_new };
        write(path, text.as_bytes())
            .map_err(|error| format!("cannot write {}: {error}", path.display()).into())
    }

    fn learns(&self, sides: BySide<&str>) -> Result<BySide<bool>, Problem> {
        let Some(named) = &self.side else { return Ok(BySide([true; 2])) };
        if !sides.0.contains(&named.as_str()) {
            return Err(unknown("side", named, &sides.0).into());
        }
        Ok(BySide::from_fn(|side| sides[side] == named))
    }

    fn muster(&self, house: &House, game: &dyn Game, learns: BySide<bool>) -> BySide<Muster> {
        let files = house.files();
        let usual = Pairing::or_usual(None, &files, &self.game, game);
        let player = self.player.clone().unwrap_or_else(|| begins(game));
        BySide::from_fn(|side: Side| {
            // Not needed where the other side does not learn.
            let mut others = if learns[!side] { self.against.clone() } else { Vec::new() };
            if learns[!side] && others.is_empty() {
                others.push(usual.names()[side].to_owned());
                if others[0] != game.usual_player() {
                    others.push(game.usual_player().to_owned());
                }
            }
            Muster { player: learns[side].then(|| player.names()[side].to_owned()), others }
        })
    }

    /// The header with what it takes to repeat the drill.
    fn head(&self, muster: &BySide<Muster>, side: Side, name: &str, [done, round]: [u32; 2]) -> String {
        let player = muster[side].player.as_deref().unwrap_or_default();
        let mut head = format!(
            "{player} as a player of {name} whose options a net weighs, trained by\nszala drill {}",
            quoted(&self.game)
        );
        for change in self.changes.in_shell() {
            let _ = write!(head, " {change}");
        }
        if let Some(side) = &self.side {
            let _ = write!(head, " --side {side}");
        }
        if let Some(player) = &self.player {
            let _ = write!(head, " --player {}", quoted(&player.to_string()));
        }
        if !self.against.is_empty() {
            let _ = write!(head, " --against {}", quoted(&self.against.join(",")));
        }
        if self.refine {
            head.push_str(" --refine");
        }
        let _ = write!(head, " --rounds {done} --games {}", self.games);
        let _ = write!(head, " --evaluation-games {}", self.evaluation_games);
        if self.mix > 0 {
            let _ = write!(head, " --mix {}", self.mix);
        }
        let _ = write!(head, " --seed {}", self.seeded.seed);
        let _ = write!(head, "\nagainst {}; ", muster[!side].others.join(","));
        let _ = match round {
            0 => write!(head, "no round was better than the net it began with."),
            round => write!(head, "the net of round {round}."),
        };
        head
    }
}
