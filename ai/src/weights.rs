//! The weights of a player as a type with a field for each: a macro declares it from one line a weight, so that name,
//! description and bounds are said once, for play, files and tuning.

/// Declares the weights of a player: the name of the type, then a line for each weight with its description, its
/// bounds, the smallest change that matters and, where files need not name it, the value that switches it off.
///
/// ```
/// use szala_ai::weights;
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

        impl $weights {
            /// The weights with these values, in the order of the declaration; missing ones are zero.
            pub fn with(values: &[i32]) -> Self {
                let mut values = values.iter().copied();
                Self { $($name: values.next().unwrap_or_default(),)* }
            }

            /// Their values, in the same order.
            pub fn values(&self) -> Vec<i32> {
                vec![$(self.$name),*]
            }

            /// The weights as parameters to be tuned.
            pub fn parameters(&self) -> Vec<$crate::Parameter> {
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
