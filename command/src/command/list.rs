//! `szala list`: the scenarios you can play, and the players of each game.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::Args;
use serde::Serialize;
use serde_json::json;
use szala_files::Known;
use szala_kernel::Side;
use szala_reports::{Body, Findings, Grid, Row, row};
use szala_system::{Game, System, file_of_mix};

use super::Problem;
use crate::files::Shelf;
use crate::house::House;
use crate::options::Printed;
use crate::players::Pairing;
use crate::variant::VariantArgs;

/// Stands for every game in the folder.
const ALL: &str = "all";

/// Options of `szala list`.
#[derive(Debug, Args)]
pub(crate) struct List {
    /// The folder to look in, or a scenario whose players to list
    #[arg(default_value = Shelf::ROOM)]
    folder: PathBuf,
    /// List the players of each side and what they do, for this game or for all in the folder
    #[arg(long, value_name = "GAME", num_args = 0..=1, default_missing_value = ALL)]
    pub(crate) players: Option<String>,
    /// List every value of this scenario that --set and --vary can change: its path, the value, the values it takes,
    /// and the range of the printed value if the files give one
    #[arg(long, value_name = "SCENARIO", conflicts_with = "players")]
    pub(crate) paths: Option<String>,
    #[command(flatten)]
    changes: VariantArgs,
    #[command(flatten)]
    printed: Printed,
}

/// Games that need no file, and scenario files.
#[derive(Debug, Serialize)]
struct Games {
    games: Vec<Listed>,
}

#[derive(Debug, Serialize)]
struct Listed {
    /// The name to pass to commands.
    game: String,
    title: Option<String>,
    /// The number of errors in the files of a scenario that cannot be played.
    errors: usize,
}

impl Findings for Games {
    const COMMAND: &'static str = "list";

    fn body(&self, body: &mut Body) {
        let mut grid = Grid::with_head(["game", "title"]);
        for Listed { game, title, errors } in &self.games {
            let broken = || format!("cannot be played: see `szala validate {game}` (errors: {errors})");
            grid.push([game.clone(), title.clone().unwrap_or_else(broken)]);
        }
        body.table(grid);
    }

    fn rows(&self) -> Vec<Row> {
        self.games.iter().map(row).collect()
    }
}

/// The players of games.
#[derive(Debug, Serialize)]
struct Players {
    games: Vec<PlayersOf>,
}

#[derive(Debug, Serialize)]
struct PlayersOf {
    title: String,
    /// The default player.
    usual: String,
    sides: [SidePlayers; 2],
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct SidePlayers {
    side: String,
    players: Vec<Player>,
}

#[derive(Debug, PartialEq, Eq, Serialize)]
struct Player {
    player: String,
    about: String,
}

impl Players {
    fn of(house: &House, games: &[(String, Box<dyn Game>)]) -> Self {
        let of_side = |game: &dyn Game, side| SidePlayers {
            side: game.faces().side_name(side).to_owned(),
            players: game
                .players(side)
                .into_iter()
                .map(|player| Player { player: player.name, about: player.about })
                .collect(),
        };
        let of = |name: &str, game: &dyn Game| PlayersOf {
            title: game.title().to_owned(),
            usual: Pairing::or_usual(None, &house.files(), name, game).to_string(),
            sides: Side::BOTH.map(|side| of_side(game, side)),
        };
        Self { games: games.iter().map(|(name, game)| of(name, &**game)).collect() }
    }
}

impl Findings for Players {
    const COMMAND: &'static str = "list players";

    fn body(&self, body: &mut Body) {
        let mut groups: Vec<(Vec<&PlayersOf>, &[SidePlayers; 2])> = Vec::new();
        for game in &self.games {
            match groups.iter_mut().find(|(_, of)| **of == game.sides) {
                Some((titles, _)) => titles.push(game),
                None => groups.push((vec![game], &game.sides)),
            }
        }
        for (games, sides) in groups {
            for PlayersOf { title, usual, .. } in games {
                body.title(title);
                if file_of_mix(usual).is_some() {
                    body.line(format!("by default: {usual}"));
                }
            }
            for SidePlayers { side, players } in sides {
                let mut grid = Grid::with_head([side.as_str(), ""]);
                for Player { player, about } in players {
                    grid.push([player.as_str(), about.as_str()]);
                }
                body.table(grid);
            }
        }
    }

    fn rows(&self) -> Vec<Row> {
        let of = |PlayersOf { title, sides, .. }: &PlayersOf| {
            let of_side = |SidePlayers { side, players }: &SidePlayers| {
                let line = |Player { player, about }: &Player| {
                    row(&json!({ "game": title, "side": side, "player": player, "about": about }))
                };
                players.iter().map(line).collect::<Vec<Row>>()
            };
            sides.iter().flat_map(of_side).collect::<Vec<Row>>()
        };
        self.games.iter().flat_map(of).collect()
    }
}

/// Every value of a scenario that can be varied.
#[derive(Debug, Serialize)]
struct Values {
    scenario: String,
    values: Vec<ValueOf>,
}

#[derive(Debug, Serialize)]
struct ValueOf {
    path: String,
    value: String,
    takes: String,
    likely: Option<[String; 2]>,
}

impl Findings for Values {
    const COMMAND: &'static str = "list paths";

    fn body(&self, body: &mut Body) {
        let mut grid = Grid::with_head(["path", "value", "takes", "likely"]);
        for ValueOf { path, value, takes, likely } in &self.values {
            let likely = likely.as_ref().map(|[least, most]| format!("{least}..{most}"));
            grid.push([path.clone(), value.clone(), takes.clone(), likely.unwrap_or_default()]);
        }
        body.table(grid);
    }

    fn rows(&self) -> Vec<Row> {
        let line = |ValueOf { path, value, takes, likely }: &ValueOf| {
            let [least, most] = [0, 1].map(|end| likely.as_ref().map(|likely| &likely[end]));
            row(
                &json!({ "path": path, "value": value, "takes": takes, "likely_low": least, "likely_high": most }),
            )
        };
        self.values.iter().map(line).collect()
    }
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
        if let Some(game) = self.players.as_ref().filter(|game| *game != ALL) {
            self.printed.print(&Players::of(house, &[(game.clone(), house.open(game)?)]))?;
            return Ok(ExitCode::SUCCESS);
        }
        // A scenario instead of a folder: list its players.
        let files = house.files();
        let game = house.called(&self.folder.display().to_string());
        if files.has(&game) && !files.is_folder(&self.folder) {
            let opened = house.open(&game)?;
            return self.printed.print(&Players::of(house, &[(game, opened)])).map(|()| ExitCode::SUCCESS);
        }
        // A program whose games need no files has no folder of scenarios.
        if !files.is_folder(&self.folder) && house.has_files() {
            let folder = self.folder.display();
            return Err(format!(
                "there is no folder `{folder}`; name the folder that holds the scenarios, as in `szala list scenarios`"
            )
            .into());
        }
        if self.players.is_none() {
            self.printed.print(&self.games(house))?;
            return Ok(ExitCode::SUCCESS);
        }
        let without_files =
            house.systems.iter().filter_map(|system| Some((system.name().to_owned(), system.game()?)));
        // A scenario with errors has no players; the list of games reports it.
        let found = House::scenario_files(&files, &self.folder);
        let scenarios = found.iter().map(|path| path.display().to_string());
        let scenarios = scenarios.filter_map(|name| house.open(&name).ok().map(|game| (name, game)));
        let all: Vec<(String, Box<dyn Game>)> = without_files.chain(scenarios).collect();
        self.printed.print(&Players::of(house, &all))?;
        Ok(ExitCode::SUCCESS)
    }

    /// Prints the values of a scenario that can be varied.
    fn values(&self, house: &House, scenario: &str) -> Result<(), Problem> {
        let value = |Known { path, value, takes, likely }: Known| ValueOf {
            path,
            value,
            takes: takes.to_string(),
            likely,
        };
        let values = house.paths(scenario, &self.changes)?.into_iter().map(value).collect();
        self.printed.print(&Values { scenario: scenario.to_owned(), values })
    }

    /// The games that need no file, and every scenario file below the folder with its title: those on disk, and those
    /// shipped with the program.
    fn games(&self, house: &House) -> Games {
        let without_files = house.systems.iter().filter(|system| system.game().is_some());
        let listed = |system: &&'static dyn System| Listed {
            game: system.name().to_owned(),
            title: Some(system.about().to_owned()),
            errors: 0,
        };
        let mut games: Vec<Listed> = without_files.map(listed).collect();
        let files = house.files();
        for path in House::scenario_files(&files, &self.folder) {
            let path = path.display().to_string();
            let (title, errors) = match house.check(&path, &VariantArgs::default()) {
                Ok(sound) => (Some(sound.title.replace(['\n', '\r'], " ")), 0),
                Err(unsound) => (None, unsound.errors.len()),
            };
            // A shipped scenario is listed by its name in every folder.
            let game = if files.is_shipped(&path) { Shelf::name_of(&path).to_owned() } else { path };
            games.push(Listed { game, title, errors });
        }
        Games { games }
    }
}
