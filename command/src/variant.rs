//! The options that vary a scenario, the same in every command that takes them: `--variant`, `--set`, `--add`,
//! `--remove`. Their meaning is left to the rule system; here they are kept in the order in which they were typed,
//! because later changes override earlier ones.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use szala_files::unknown;
use szala_reports::quoted;
use szala_system::{Change, Changes};

/// The name for a whole variant where a value is varied.
pub(crate) const VARIANT: &str = "variant";

/// The options as they were typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariantArgs(Changes);

/// Turns the word after an option into a change.
type Kind = fn(String) -> Change;

/// Each kind with its option's name, its value name, and its help, in order.
const OPTIONS: [(Kind, &str, &str, &str); 4] = [
    (
        Change::Variant,
        "variant",
        "FILE",
        "Apply the changes of a variant file; repeatable, later values override earlier ones",
    ),
    (Change::Set, "set", "PATH=VALUE", "Set a value of the scenario, as in --set \"units.Narwa 1.morale=8\""),
    (Change::Add, "add", "FILE", "Add the units and commanders of a file, with their set-up and the pool"),
    (Change::Remove, "remove", "NAME", "Remove a unit or a commander"),
];

impl VariantArgs {
    /// The changes.
    pub(crate) fn changes(&self) -> &Changes {
        &self.0
    }

    /// The options as they were typed, each with its value.
    pub(crate) fn typed(&self) -> impl Iterator<Item = [String; 2]> + '_ {
        self.0.0.iter().map(|change| {
            let (option, word) = match change {
                Change::Variant(word) => ("variant", word),
                Change::Set(word) => ("set", word),
                Change::Add(word) => ("add", word),
                Change::Remove(word) => ("remove", word),
                Change::Vary(word) => ("vary", word),
            };
            [option.to_owned(), word.clone()]
        })
    }

    /// The same as words in a shell.
    pub(crate) fn in_shell(&self) -> impl Iterator<Item = String> + '_ {
        self.typed().map(|[option, word]| format!("--{option} {}", quoted(&word)))
    }

    /// Options that were typed before, followed by these.
    ///
    /// # Errors
    /// Which of them is not an option.
    pub(crate) fn behind(&self, typed: &[[String; 2]]) -> Result<Self, String> {
        let mut all = Vec::new();
        for [option, word] in typed {
            let kind = OPTIONS.iter().find(|(_, name, ..)| name == option).map(|(kind, ..)| *kind);
            let names = OPTIONS.map(|(_, name, ..)| name);
            let kind = kind.ok_or_else(|| unknown("change", option, &names))?;
            all.push(kind(word.clone()));
        }
        all.extend(self.0.0.iter().cloned());
        Ok(Self(Changes(all)))
    }

    /// Tries one of several values, after all others; `variant` is a whole variant by its file.
    pub(crate) fn vary(&mut self, path: &str, value: &str) {
        self.0.0.push(if path == VARIANT {
            Change::Variant(value.to_owned())
        } else {
            Change::Vary(format!("{path}={value}"))
        });
    }

    /// Removes a unit or a commander, after all other changes.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.0.push(Change::Remove(name.to_owned()));
    }

    /// Are there no changes?
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromArgMatches for VariantArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut typed = Vec::new();
        for (kind, name, _, _) in OPTIONS {
            let places = matches.indices_of(name).into_iter().flatten();
            let words = matches.get_many::<String>(name).into_iter().flatten();
            typed.extend(places.zip(words).map(|(place, word)| (place, kind(word.clone()))));
        }
        typed.sort_by_key(|(place, _)| *place);
        Ok(Self(Changes(typed.into_iter().map(|(_, change)| change).collect())))
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        *self = Self::from_arg_matches(matches)?;
        Ok(())
    }
}

impl Args for VariantArgs {
    fn augment_args(command: Command) -> Command {
        OPTIONS.into_iter().fold(command, |command, (_, name, takes, help)| {
            let option = Arg::new(name).long(name).value_name(takes).help(help);
            command.arg(option.action(ArgAction::Append).help_heading("Changes to the scenario"))
        })
    }

    fn augment_args_for_update(command: Command) -> Command {
        Self::augment_args(command)
    }
}
