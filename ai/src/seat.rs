//! One type for all players of a game, so that a run can hold any of them without a table of function pointers: a
//! macro declares the enum and passes every call on to the player inside.

/// Declares the players of a game as one enum, which is a [`Player`](crate::Player) itself. A variant may hold a
/// player or a box of one. Rules with several sizes have a parameter after the name:
/// `enum Seat<R: Room = Small> for MyGame<R>`.
///
/// ```
/// use szala_ai::{Evaluate, Standard, Uniform, seat};
/// use szala_kernel::Side;
/// use szala_kernel::toy::{State, TwoGates};
///
/// #[derive(Clone, Debug)]
/// pub struct Ahead;
///
/// impl Evaluate<TwoGates> for Ahead {
///     fn value(&self, _: &TwoGates, state: &State, side: Side) -> i32 {
///         side.sign() * (i32::from(state.points(Side::First)) - i32::from(state.points(Side::Second)))
///     }
/// }
///
/// seat! {
///     /// Any player of the game.
///     pub enum Seat for TwoGates {
///         /// The players that every game has.
///         Standard(Standard<TwoGates, Ahead>),
///         /// A player of its own, here by chance once more.
///         Own(Box<Uniform>),
///     }
/// }
/// ```
#[macro_export]
macro_rules! seat {
    ($(#[$about:meta])* $visible:vis enum $seat:ident $(<$size:ident: $bound:ident = $usual:ty>)? for $rules:ty {
        $($(#[$each:meta])* $variant:ident($player:ty)),+ $(,)?
    }) => {
        $(#[$about])*
        #[derive(Clone, Debug)]
        $visible enum $seat $(<$size: $bound = $usual>)? {
            $($(#[$each])* $variant($player)),+
        }

        impl $(<$size: $bound>)? $crate::Player<$rules> for $seat $(<$size>)? {
            fn begin(&mut self, rules: &$rules, game: $crate::kernel::GameSeed, side: $crate::kernel::Side) {
                match self {
                    $(Self::$variant(player) => player.begin(rules, game, side)),+
                }
            }

            fn choose(&mut self, view: &$crate::View<'_, $rules>) -> usize {
                match self {
                    $(Self::$variant(player) => player.choose(view)),+
                }
            }

            fn at_once(
                &mut self,
                glance: $crate::Glance<'_, $rules>,
            ) -> Option<<$rules as $crate::kernel::Rules>::Action> {
                match self {
                    $(Self::$variant(player) => player.at_once(glance)),+
                }
            }

            fn opinions(&self, view: &$crate::View<'_, $rules>) -> Vec<$crate::Opinion> {
                match self {
                    $(Self::$variant(player) => player.opinions(view)),+
                }
            }
        }
    };
}
