//! The options that vary a scenario, the same in every command that takes them: `--variant`, `--set`, `--add`,
//! `--remove`. What they mean is the rule system's business; here they are kept in the order in which they were typed,
//! for of two that change the same value the later counts.

use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use szala_kernel::text::source::Problems;
use szala_kernel::text::unknown;
use szala_kernel::text::variant::{Variant, Varied};

use crate::game::read_file;

/// What a whole variant is called where a value is varied.
pub(crate) const VARIANT: &str = "variant";

/// The options as they were typed.
#[derive(Clone, Debug, Default)]
pub(crate) struct VariantArgs(Vec<(Kind, String)>);

#[derive(Clone, Copy, Debug)]
enum Kind {
    Variant,
    Set,
    Add,
    Remove,
    /// One of several values that are tried: no option of its own.
    Vary,
}

impl Kind {
    /// The name of its option.
    fn option(self) -> &'static str {
        OPTIONS.get(self as usize).map_or("vary", |(_, name, ..)| name)
    }
}

/// Each in the order of the kinds with its name, what it takes, and its help.
const OPTIONS: [(Kind, &str, &str, &str); 4] = [
    (
        Kind::Variant,
        "variant",
        "FILE",
        "A variant's file: changes to the scenario; may be given often, the later counts",
    ),
    (Kind::Set, "set", "PATH=VALUE", "Set a value of the scenario, as in --set \"units.Narwa 1.morale=8\""),
    (Kind::Add, "add", "FILE", "Add the units and commanders of a file, with their set-up and the pool"),
    (Kind::Remove, "remove", "NAME", "Remove a unit or a commander"),
];

impl VariantArgs {
    /// The options as they were typed, each with its value.
    pub(crate) fn typed(&self) -> impl Iterator<Item = [String; 2]> + '_ {
        self.0.iter().map(|(kind, word)| [kind.option().to_owned(), word.clone()])
    }

    /// Options that were typed once, and these behind them.
    ///
    /// # Errors
    /// Which of them is none.
    pub(crate) fn behind(&self, typed: &[[String; 2]]) -> Result<Self, String> {
        let mut all = Vec::new();
        for [option, word] in typed {
            let kind = OPTIONS.iter().find(|(_, name, ..)| name == option).map(|(kind, ..)| *kind);
            let names = OPTIONS.map(|(_, name, ..)| name);
            all.push((kind.ok_or_else(|| unknown("change", option, &names))?, word.clone()));
        }
        all.extend(self.0.iter().cloned());
        Ok(Self(all))
    }

    /// Tries one of several values, behind all others; `variant` is a whole variant by its file.
    pub(crate) fn vary(&mut self, path: &str, value: &str) {
        self.0.push(if path == VARIANT {
            (Kind::Variant, value.to_owned())
        } else {
            (Kind::Vary, format!("{path}={value}"))
        });
    }

    /// Is nothing to be changed?
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The changes that were asked for, of a scenario of this rule system.
    ///
    /// # Errors
    /// Everything that is wrong with their form, and with that of the files they name.
    pub(crate) fn variant<R: Varied>(&self) -> Result<Variant<R>, Problems> {
        let mut variant = Variant::default();
        let mut problems = Vec::new();
        for (kind, word) in &self.0 {
            let taken = match kind {
                Kind::Variant => variant.include(word, &read_file),
                Kind::Set => variant.set(word),
                Kind::Add => variant.add(word, &read_file),
                Kind::Remove => {
                    variant.remove(word);
                    Ok(())
                }
                Kind::Vary => {
                    let (path, value) = word.split_once('=').unwrap_or((word, ""));
                    variant.vary(path, value);
                    Ok(())
                }
            };
            problems.extend(taken.err().into_iter().flat_map(|problems| problems.0));
        }
        if problems.is_empty() { Ok(variant) } else { Err(Problems(problems)) }
    }
}

impl FromArgMatches for VariantArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        let mut typed = Vec::new();
        for (kind, name, _, _) in OPTIONS {
            let places = matches.indices_of(name).into_iter().flatten();
            let words = matches.get_many::<String>(name).into_iter().flatten();
            typed.extend(places.zip(words).map(|(place, word)| (place, kind, word.clone())));
        }
        typed.sort_by_key(|(place, _, _)| *place);
        Ok(Self(typed.into_iter().map(|(_, kind, word)| (kind, word)).collect()))
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
