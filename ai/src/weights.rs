//! The weights of a player as a type with a field for each: a macro declares it from one line a weight, so that name,
//! description and bounds are said once, for play, files and tuning. Files have a table for each side.

use szala_kernel::{BySide, Side};

use crate::roster::file_of;
use crate::tunable::{Table, read_weights, write_weights};
use crate::{Parameter, ReadFile, Roster, Tunable};

/// Weights that [`weights!`](crate::weights!) declares: in their order, as parameters, in files.
pub trait WeightList: Copy + Default {
    /// The weights with these values, in the order of the declaration; missing ones are zero.
    fn with(values: &[i32]) -> Self;

    /// Their values, in the same order.
    fn values(&self) -> Vec<i32>;

    /// The weights as parameters to be tuned.
    fn parameters(&self) -> Vec<Parameter>;

    /// The weights in the table of this name in the text of a file; keys `besides` them are somebody else's to read.
    ///
    /// # Errors
    /// Everything that is wrong with them, a line each, with its place.
    fn read(file: &str, text: &str, table: &str, besides: &[&str]) -> Result<Self, String> {
        let values = read_weights(file, text, Some(table), &Self::default().parameters(), besides)?;
        Ok(Self::with(&values))
    }

    /// The weights in the table of this name: of the file that a player's name mentions, or of the text that is built
    /// in.
    ///
    /// # Errors
    /// The file cannot be read, or everything that is wrong with it.
    fn named(file: Option<&str>, built_in: &str, table: &str, read: ReadFile<'_>) -> Result<Self, String> {
        match file {
            None => Self::read("the built-in weights", built_in, table, &[]),
            Some(file) => Self::read(file, &file_of("heuristic", file, read)?, table, &[]),
        }
    }

    /// The text of a file that has these tables, with the description of every weight; `head` goes above, as comments.
    fn write(head: &str, tables: &[(&str, Self)]) -> String {
        let parameters = &Self::default().parameters();
        let values: Vec<Vec<i32>> = tables.iter().map(|(_, weights)| weights.values()).collect();
        let names = tables.iter().map(|(name, _)| Some(*name));
        let tables = names.zip(&values).map(|(name, values)| Table { name, parameters, values });
        write_weights(head, &tables.collect::<Vec<_>>())
    }
}

/// The heuristic player of one side before its weights are chosen; the other side's stay as they are.
#[derive(Clone, Debug)]
pub struct Weighing<W, F> {
    /// The weights of both sides.
    pub weights: BySide<W>,
    /// The names of their tables.
    pub tables: [&'static str; 2],
    /// Whose weights are chosen.
    pub side: Side,
    /// Makes the player.
    pub player: F,
}

impl<W: WeightList, P, F: Fn(W) -> P> Tunable for Weighing<W, F> {
    type Player = P;

    fn parameters(&self) -> Vec<Parameter> {
        self.weights[self.side].parameters()
    }

    fn with(&self, values: &[i32]) -> P {
        (self.player)(W::with(values))
    }

    fn file(&self, values: &[i32], head: &str) -> String {
        let mut weights = self.weights;
        weights[self.side] = W::with(values);
        W::write(head, &Side::BOTH.map(|side| (self.tables[side as usize], weights[side])))
    }
}

/// The file of weights that the name of the heuristic player mentions, if any.
///
/// # Errors
/// There is no such player, or it is another one.
pub fn weighed<'n, P: Roster>(
    rules: &P::Rules,
    name: &'n str,
    side: Side,
    read: ReadFile<'_>,
) -> Result<Option<&'n str>, String> {
    let (kind, file) = name.split_once(':').map_or((name, None), |(kind, file)| (kind, Some(file)));
    if kind == "heuristic" {
        return Ok(file);
    }
    P::player(rules, name, side, read)?;
    Err(format!("`{name}` has no weights to tune; `heuristic` has"))
}

/// Declares the weights of a player: the name of the type, then a line for each weight with its description, its
/// bounds, the smallest change that matters and, where files need not name it, the value that switches it off.
///
/// ```
/// use szala_ai::weights;
/// use szala_ai::weights::WeightList;
///
/// weights! {
///     /// How a guard behaves.
///     Habits:
///     bold "How bold." 0..=10 by 1;
///     wary "How wary." -5..=5 by 1 off at 0;
/// }
///
/// let habits = Habits::with(&[7, -1]);
/// assert_eq!((habits.bold, habits.wary), (7, -1));
/// assert_eq!(habits.parameters()[1].off, Some(0));
/// ```
#[macro_export]
macro_rules! weights {
    (
        $(#[$about_all:meta])* $weights:ident:
        $($name:ident $about:literal $low:literal..=$high:literal by $step:literal $(off at $off:literal)?;)*
    ) => {
        $(#[$about_all])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $weights {
            $(#[doc = $about] pub $name: i32,)*
        }

        impl $crate::weights::WeightList for $weights {
            fn with(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                Self { $($name: values.next().unwrap_or_default(),)* }
            }

            fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            fn parameters(&self) -> Vec<$crate::Parameter> {
                vec![
                    $($crate::Parameter {
                        name: stringify!($name).to_owned(),
                        about: $about.to_owned(),
                        value: self.$name,
                        low: $low,
                        high: $high,
                        step: $step,
                        off: $crate::weights!(@off $($off)?),
                    },)*
                ]
            }
        }
    };
    (@off) => { None };
    (@off $off:literal) => { Some($off) };
}
