//! Pages and charts besides what a command prints: their options, and temporary folders for records.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use szala_reports::chart::{Frame, Picture};
use szala_reports::{Lexicon, Study};
use szala_system::Game;

use crate::command::chart::{form_of, frame, keep};
use crate::command::{Problem, deliver, refuse_unwritable};
use crate::house::House;
use crate::options::Words;

/// A page of the findings.
#[derive(Clone, Debug, Args)]
pub(crate) struct Paged {
    /// Also write an HTML page with charts and tables to this new file
    #[arg(long, value_name = "FILE.html")]
    pub(crate) html: Option<PathBuf>,
}

impl Paged {
    /// Refuses a file that exists or does not have the extension of a page, before anything is played.
    pub(crate) fn refuse(&self) -> Result<(), Problem> {
        refuse_unwritable(self.html.as_deref())?;
        let ending =
            |file: &PathBuf| file.extension().is_some_and(|ending| ending == "html" || ending == "htm");
        match self.html.as_ref().filter(|file| !ending(file)) {
            Some(file) => {
                Err(format!("{} does not end in .html; name a file that does", file.display()).into())
            }
            None => Ok(()),
        }
    }

    /// Writes a study as a page, if requested.
    pub(crate) fn write(
        &self,
        house: &House,
        study: impl FnOnce() -> Study,
        lexicon: &Lexicon,
    ) -> Result<(), Problem> {
        match &self.html {
            Some(html) => deliver(&study().html(house.version, lexicon.language()), Some(html)),
            None => Ok(()),
        }
    }

    /// A folder for the games of a page, if no record was requested.
    pub(crate) fn passing(&self, out: Option<&Path>) -> Result<Option<Passing>, Problem> {
        (self.html.is_some() && out.is_none()).then(Passing::new).transpose()
    }
}

/// A chart of the findings, and its language.
#[derive(Clone, Debug, Args)]
pub(crate) struct Charted {
    /// Also draw a chart to this new file
    #[arg(long, value_name = "FILE.svg|FILE.png")]
    pub(crate) chart: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) words: Words,
}

impl Charted {
    /// Refuses a file that exists or has an unknown extension, before anything is played.
    pub(crate) fn refuse(&self) -> Result<(), Problem> {
        self.chart.as_deref().map_or(Ok(()), |chart| form_of(chart).map(|_| ()))
    }

    /// The words of a scenario; a chart in English needs none to be read.
    pub(crate) fn lexicon(&self, house: &House, game: &dyn Game, name: &str) -> Result<Lexicon, Problem> {
        self.words.of_scenario(house, game, name)
    }

    /// Draws the chart, if requested.
    pub(crate) fn draw(&self, picture: impl FnOnce(Frame) -> Picture) -> Result<(), Problem> {
        let Some(chart) = &self.chart else { return Ok(()) };
        keep(&picture(frame(self.words.lang)), chart, form_of(chart)?)
    }
}

/// A folder for a temporary record. It is removed when the command ends.
#[derive(Debug)]
pub(crate) struct Passing(PathBuf);

impl Passing {
    /// A new folder in the system's folder for temporary files.
    ///
    /// # Errors
    /// That it cannot be made, and how to do without.
    pub(crate) fn new() -> Result<Self, Problem> {
        let place = std::env::temp_dir();
        let name = |number: u32| place.join(format!("szala-{}-{number}", std::process::id()));
        let refused = |error: std::io::Error| {
            let place = place.display();
            Problem::Told(format!(
                "cannot make a folder in {place} for the games of the page: {error}; record them with --out FOLDER"
            ))
        };
        // An earlier command may have left one of this name.
        let free = (0..1_000).map(name).find(|path| !path.exists()).unwrap_or_else(|| name(0));
        fs::create_dir(&free).map_err(refused)?;
        Ok(Self(free))
    }

    /// Where it is.
    pub(crate) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for Passing {
    fn drop(&mut self) {
        // The system removes what cannot be removed here.
        let _ = fs::remove_dir_all(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_passing_folder_is_there_and_gone_and_never_that_of_another() {
        let [one, other] = [Passing::new(), Passing::new()].map(|made| made.expect("there is room"));
        assert_ne!(one.path(), other.path());
        let place = one.path().to_owned();
        fs::write(place.join("games"), "1").expect("there is room");
        drop(one);
        assert!(!place.exists() && other.path().exists());
    }

    #[test]
    fn a_page_is_a_new_file_that_ends_in_html() {
        let refused = |name: &str| Paged { html: Some(name.into()) }.refuse().is_err();
        assert_eq!(
            ["new.html", "new.htm", "new.pdf", "new", "Cargo.toml"].map(refused),
            [false, false, true, true, true]
        );
    }
}
