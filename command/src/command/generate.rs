//! `szala generate`: a random map from a seed, of the same size as a scenario's: printed, or written as two files that
//! can be played, shown and edited like any other.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;

use clap::Args;
use szala_files::unknown;
use szala_kernel::exchange::{Feature, Order};
use szala_system::{Exchanging, Game, OnMadeUp};

use super::{Problem, refuse_old, say, write_new};
use crate::house::House;

/// Options of `szala generate`.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    /// The scenario to make a map for: the map has the same size, and all else stays as it is
    pub(crate) scenario: String,
    /// The seed of the map; the same seed and wishes make the same map everywhere
    #[arg(long)]
    seed: u64,
    #[command(flatten)]
    wish: MapArgs,
    /// Write the map and a scenario on it as new files to this folder; without it, print the map
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
}

/// Wishes for random maps, the same in every command that makes them.
#[derive(Debug, Args)]
pub(crate) struct MapArgs {
    /// Make maps that are their own mirror images
    #[arg(long)]
    pub(crate) even: bool,
    /// How much of a feature the map has, as in --with hill=20; repeatable; an unknown name lists the valid ones
    #[arg(long, value_name = "WHAT=NUMBER")]
    with: Vec<Wished>,
}

/// A wish as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Wished {
    what: String,
    number: u8,
}

impl FromStr for Wished {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let form = "say what and how much of it, a whole number from 0, as in hill=20";
        let (what, number) = text.split_once('=').ok_or(form)?;
        let number = number.trim().parse().map_err(|_| form)?;
        Ok(Self { what: what.trim().to_owned(), number })
    }
}

impl MapArgs {
    /// Are there no wishes?
    pub(crate) fn is_empty(&self) -> bool {
        !self.even && self.with.is_empty()
    }

    /// The wishes as options to type, with a blank before each.
    pub(crate) fn typed(&self) -> String {
        let even = if self.even { " --even" } else { "" };
        let with = self.with.iter().map(|Wished { what, number }| format!(" --with {what}={number}"));
        with.fold(even.to_owned(), |typed, one| typed + &one)
    }

    /// An amount for each feature: the wished one, or the usual one. Later wishes override earlier ones.
    ///
    /// # Errors
    /// Which wish is impossible, and the possible ones.
    pub(crate) fn amounts(&self, features: &[Feature]) -> Result<Vec<u8>, Problem> {
        let mut amounts: Vec<u8> = features.iter().map(|feature| feature.usual).collect();
        for Wished { what, number } in &self.with {
            let names: Vec<&str> = features.iter().map(|feature| feature.name).collect();
            let Some(place) = names.iter().position(|name| name == what) else {
                let listed: Vec<String> = features.iter().map(told).collect();
                let unknown = unknown("wish", what, &names);
                return Err(format!("--with {what}={number}: {unknown}\n{}", listed.join("\n")).into());
            };
            let feature = features[place];
            if *number > feature.most {
                return Err(format!("--with {what}={number} is too much\n{}", told(&feature)).into());
            }
            amounts[place] = *number;
        }
        Ok(amounts)
    }
}

fn told(Feature { name, about, usual, most }: &Feature) -> String {
    format!("  {name}: {about}; 0 to {most}, {usual} where nothing is said")
}

impl Generate {
    pub(crate) fn run(&self, house: &House) -> Result<ExitCode, Problem> {
        let game = house.open(&self.scenario)?;
        let rules = exchange_of(house, &*game)?;
        let amounts = self.wish.amounts(rules.features())?;
        let order = Order { seed: self.seed, even: self.wish.even, amounts: &amounts };
        let OnMadeUp { map, missing, .. } = rules.made_up(&order)?;
        match &self.out {
            Some(folder) => self.write(house, rules, game.title(), &map, folder)?,
            None => say(map)?,
        }
        if let Some(missing) = missing {
            aside!("{missing}");
        }
        Ok(ExitCode::SUCCESS)
    }

    /// Writes the map, and the scenario with it.
    fn write(
        &self,
        house: &House,
        rules: &dyn Exchanging,
        title: &str,
        map: &str,
        folder: &Path,
    ) -> Result<(), Problem> {
        let even = if self.wish.even { "even-" } else { "" };
        let name = format!("made-up-{even}{}", self.seed);
        let map_file = format!("{name}-map.toml");
        let text = house.files().read(&self.scenario)?;
        let title = format!("{title}, on a map made up by {}", self.seed);
        let scenario = rules.file_with_map(&text, &map_file, &title);
        let scenario = scenario.map_err(|told| format!("{}: {told}", self.scenario))?;
        std::fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            format!("cannot make the folder {folder}: {error}; name one in a folder where you may write")
        })?;
        let [map_path, path] = [map_file, format!("{name}.toml")].map(|file| folder.join(file));
        // Neither file, if one of them exists.
        refuse_old(Some(&path))?;
        write_new(map.as_bytes(), &map_path)?;
        write_new(scenario.as_bytes(), &path)?;
        let path = path.display();
        say(format_args!(
            "{path} and its map {}; look at it with `szala show map {path} --format svg`\n",
            map_path.display()
        ))
    }
}

/// A game whose ground and first move can be exchanged.
///
/// # Errors
/// That it cannot, and which games can.
pub(super) fn exchange_of<'g>(house: &House, game: &'g dyn Game) -> Result<&'g dyn Exchanging, Problem> {
    game.exchange().map_err(|why| {
        let others = house.systems.iter().flat_map(|system| system.scenarios());
        let others: Vec<&str> = others
            .filter(|name| house.open(name).is_ok_and(|game| game.exchange().is_ok()))
            .copied()
            .collect();
        let others = if others.is_empty() {
            String::new()
        } else {
            format!("name another, as {}, or ", others.join(" or "))
        };
        let error = format!(
            "{}: ground and first move cannot be given to the other side: {why}; {others}ask with `szala whatif` what \
             a change of the set-up is worth",
            game.title()
        );
        error.into()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEATURES: [Feature; 2] = [
        Feature { name: "hill", about: "hills", usual: 10, most: 60 },
        Feature { name: "bridges", about: "bridges", usual: 2, most: 4 },
    ];

    fn wishes(texts: &[&str]) -> MapArgs {
        let with = texts.iter().map(|text| text.parse().expect("the test writes a valid wish")).collect();
        MapArgs { even: false, with }
    }

    #[test]
    fn what_is_not_wished_is_as_usual_and_of_two_wishes_the_later_counts() {
        let amounts = |texts: &[&str]| wishes(texts).amounts(&FEATURES).expect("wishes that can be");
        assert_eq!(amounts(&[]), [10, 2]);
        assert_eq!(amounts(&["bridges=0"]), [10, 0]);
        assert_eq!(amounts(&["hill=3", "bridges=4", "hill = 60"]), [60, 4]);
        assert_eq!(wishes(&["hill=3", "bridges=4"]).typed(), " --with hill=3 --with bridges=4");
    }

    #[test]
    fn a_wish_that_cannot_be_is_refused_with_what_can() {
        let told = |text| wishes(&[text]).amounts(&FEATURES).expect_err("no such wish").to_string();
        assert!(told("hil=3").contains("`hill`"), "{}", told("hil=3"));
        assert!(told("bridges=5").contains("0 to 4"), "{}", told("bridges=5"));
        for wrong in ["hill", "hill=", "hill=-1", "hill=300", "hill=a"] {
            assert!(wrong.parse::<Wished>().is_err(), "{wrong}");
        }
    }
}
