//! `szala list`: the scenarios you can play, and the players of each game.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use szala_files::Known;
use szala_kernel::Side;
use szala_system::Game;

use super::{Problem, say};
use crate::house::{House, Unsound};
use crate::variant::VariantArgs;

/// What stands for every game in the folder.
const ALL: &str = "all";

/// Options of `szala list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// The folder to look in
    #[arg(default_value = "scenarios")]
    folder: PathBuf,
    /// List who can play each side, and what they do: of this game, or of all in the folder
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = ALL)]
    players: Option<String>,
    /// List every value of this scenario that --set and --vary can name: its path, the value, what it takes, the range
    /// in which the printed value lies where the files know it; with tabs between them
    #[arg(long, value_name = "SCENARIO", conflicts_with = "players")]
    paths: Option<String>,
    #[command(flatten)]
    changes: VariantArgs,
}

impl List {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        if let Some(scenario) = &self.paths {
            self.values(house, scenario)?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.changes.is_empty() {
            return Err("changes are made to a scenario; name it, as in --paths SCENARIO".to_owned().into());
        }
        match &self.players {
            Some(game) if game != ALL => say(players(&*house.open(game)?)),
            // A program whose games need no files has no folder of scenarios either.
            _ if !self.folder.is_dir() && house.has_files() => {
                let folder = self.folder.display();
                Err(format!(
                    "there is no folder `{folder}`; name the folder that holds the scenarios, as in \
                     `szala list scenarios`"
                )
                .into())
            }
            None => self.games(house),
            Some(_) => {
                let without_files = house.systems.iter().filter_map(|system| system.game());
                // A scenario that cannot be played has no players; the list of games says so.
                let files = house.scenario_files(&self.folder);
                let scenarios = files.iter().filter_map(|path| house.open(&path.display().to_string()).ok());
                let all: Vec<String> = without_files.chain(scenarios).map(|game| players(&*game)).collect();
                say(all.join("\n"))
            }
        }?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints what of a scenario can be varied.
    fn values(&self, house: &House, scenario: &str) -> Result<(), Problem> {
        let mut text = String::new();
        for Known { path, value, takes, likely } in house.paths(scenario, &self.changes)? {
            let likely = likely.map(|[least, most]| format!("{least}..{most}")).unwrap_or_default();
            text += format!("{path}\t{value}\t{takes}\t{likely}").trim_end();
            text.push('\n');
        }
        say(text)
    }

    /// Prints the games that need no file, and every scenario file below the folder with its title.
    fn games(&self, house: &House) -> Result<(), Problem> {
        let without_files = house.systems.iter().filter(|system| system.game().is_some());
        let mut rows: Vec<(String, String)> =
            without_files.map(|system| (system.name().to_owned(), system.about().to_owned())).collect();
        for path in house.scenario_files(&self.folder) {
            let name = path.display().to_string();
            let title = match house.check(&name, &VariantArgs::default()) {
                Ok(sound) => sound.title,
                Err(Unsound { count, .. }) => {
                    format!("cannot be played: see `szala validate {name}` (errors: {count})")
                }
            };
            rows.push((name, title));
        }
        let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, title) in rows {
            say(format_args!("{name:width$}  {title}\n"))?;
        }
        Ok(())
    }
}

/// The players of a game, side by side with what they do.
fn players(game: &dyn Game) -> String {
    let players = Side::BOTH.map(|side| game.players(side));
    let width = players.iter().flatten().map(|player| player.name.chars().count()).max().unwrap_or(0);
    let mut text = format!("{}\n", game.title());
    for (side, players) in Side::BOTH.into_iter().zip(&players) {
        text.extend(["  ", game.faces().side_name(side), "\n"]);
        for player in players {
            let gap = width - player.name.chars().count() + 2;
            text.extend(["    ", &player.name, &" ".repeat(gap), &player.about, "\n"]);
        }
    }
    text
}
