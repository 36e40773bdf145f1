//! `szala list`: what there is to play, and who can play it.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use szala_ai::Roster;
use szala_kernel::text::Known;
use szala_kernel::{Notation, Recorded, Side};

use super::{Problem, say};
use crate::game::{Game, TOY, Unsound, Visitor, check, paths};
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
    pub(crate) fn run(&self) -> Result<ExitCode, Problem> {
        if let Some(scenario) = &self.paths {
            self.values(scenario)?;
            return Ok(ExitCode::SUCCESS);
        }
        if !self.changes.is_empty() {
            return Err("changes are made to a scenario; name it, as in --paths SCENARIO".to_owned().into());
        }
        match &self.players {
            Some(game) if game != ALL => say(Game::open(game)?.visit(Players)),
            _ if !self.folder.is_dir() => {
                let folder = self.folder.display();
                Err(format!(
                    "there is no folder `{folder}`; name the folder that holds the scenarios, as in \
                     `szala list scenarios`"
                )
                .into())
            }
            None => self.games(),
            Some(_) => {
                say(Game::TwoGates.visit(Players))?;
                // A scenario that cannot be played has no players; the list of games tells of it.
                let games = scenario_files(&self.folder);
                games
                    .iter()
                    .filter_map(|path| Game::open(&path.display().to_string()).ok())
                    .try_for_each(|game| say(format_args!("\n{}", game.visit(Players))))
            }
        }?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints what of a scenario can be varied.
    fn values(&self, scenario: &str) -> Result<(), Problem> {
        let mut text = String::new();
        for Known { path, value, takes, likely } in paths(scenario, &self.changes)? {
            let likely = likely.map(|[least, most]| format!("{least}..{most}")).unwrap_or_default();
            text += format!("{path}\t{value}\t{takes}\t{likely}").trim_end();
            text.push('\n');
        }
        say(text)
    }

    /// Prints the toy, and every scenario file below the folder with its title.
    fn games(&self) -> Result<(), Problem> {
        let mut rows = vec![(
            TOY.to_owned(),
            "Two Gates, the toy game that shows every part of a rule system".to_owned(),
        )];
        for path in scenario_files(&self.folder) {
            let name = path.display().to_string();
            let title = match check(&name, &VariantArgs::default()) {
                Ok(sound) => sound.title,
                Err(Unsound { count, .. }) => {
                    format!("cannot be played: see `szala validate {name}` ({count} to mend)")
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

/// Lists the players of a game, side by side with what they do.
struct Players;

impl Visitor<'_> for Players {
    type Output = String;

    fn visit<R>(self, rules: &R, title: &str) -> String
    where
        R: Notation + Recorded + Roster + Sync,
        R::Action: Send,
    {
        let players = Side::BOTH.map(|side| rules.players(side));
        let width = players.iter().flatten().map(|player| player.name.chars().count()).max().unwrap_or(0);
        let mut text = format!("{title}\n");
        for (side, players) in Side::BOTH.into_iter().zip(&players) {
            text.extend(["  ", rules.side_name(side), "\n"]);
            for player in players {
                let gap = width - player.name.chars().count() + 2;
                text.extend(["    ", &player.name, &" ".repeat(gap), &player.about, "\n"]);
            }
        }
        text
    }
}

/// The scenario files in the folder and in the folders of it, in order: TOML files that name a map or are
/// based on another. Maps, units and tables are none, nor are variants.
fn scenario_files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> =
        std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            found.extend(scenario_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "toml") && is_scenario(&path) {
            found.push(path);
        }
    }
    found
}

fn is_scenario(path: &Path) -> bool {
    let text = std::fs::read_to_string(path).unwrap_or_default();
    // A map's file has a drawing behind `map =`, a scenario's the name of a file.
    text.lines().any(|line| line.starts_with("map = \"") || line.starts_with("based_on ="))
}
