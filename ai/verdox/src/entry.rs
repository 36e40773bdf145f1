//! Who comes in, and where.

use szala_verdox::{Action, Ground, Kind, Squares};

use super::judge::Judge;
use super::script::nearest;
use super::seen::Seen;
use super::ways::Gait;

/// Farther than any way.
const AMPLE: u16 = 30_000;

/// The units that come in first with the first of the openings, one after the other.
const FIRST: [Kind; 10] = {
    use Kind::{Artillery, Grenadiers, Infantry, Riflemen};
    [
        Infantry, Riflemen, Artillery, Artillery, Riflemen, Artillery, Artillery, Riflemen, Artillery,
        Grenadiers,
    ]
};
/// How each opening goes on: as many of a kind as there are up to a number, and then the next; all kinds are in each.
const OPENINGS: [[(Kind, usize); 7]; 4] = {
    use Kind::{Artillery, Cavalry, Grenadiers, Infantry, MountedRifles, Riflemen};
    let then = (Riflemen, ALL);
    [
        [
            then,
            (MountedRifles, ALL),
            (Grenadiers, ALL),
            (Cavalry, ALL),
            (Infantry, ALL),
            (Artillery, ALL),
            then,
        ],
        [
            (Cavalry, ALL),
            (MountedRifles, ALL),
            then,
            (Grenadiers, ALL),
            (Infantry, ALL),
            (Artillery, ALL),
            then,
        ],
        [
            (Cavalry, 4),
            then,
            (MountedRifles, ALL),
            (Grenadiers, ALL),
            (Cavalry, ALL),
            (Infantry, ALL),
            (Artillery, ALL),
        ],
        [
            (Artillery, ALL),
            (Cavalry, ALL),
            (MountedRifles, ALL),
            then,
            (Grenadiers, ALL),
            (Infantry, ALL),
            then,
        ],
    ]
};
/// All units of a kind.
const ALL: usize = usize::MAX;

impl Judge {
    /// The place of the unit that comes in next.
    pub(super) fn muster(&self, seen: Seen<'_>, legal: &[Action]) -> usize {
        // [D-4.3c] A unit that is not in by now does not count.
        if seen.is_last_turn() {
            let value = |place: &usize| match legal[*place] {
                Action::Muster(kind) => seen.rules.card(kind).value,
                _ => 0,
            };
            return (0..legal.len()).max_by_key(value).expect("somebody is left");
        }
        let at = |kind| legal.iter().position(|action| *action == Action::Muster(kind));
        let opening = usize::try_from(self.opening()).expect("the number of an opening");
        let first = FIRST.get(seen.came_in()).filter(|_| opening == 0).copied();
        let then = OPENINGS[opening].into_iter().filter(|(kind, most)| seen.mustered(*kind) < *most);
        let mut wished = first.into_iter().chain(then.map(|(kind, _)| kind));
        wished.find_map(at).expect("somebody is left")
    }

    /// The place of the square on which it comes in; `is_new` before the first unit of a turn has acted.
    pub(super) fn enter(&mut self, seen: Seen<'_>, legal: &[Action], is_new: bool) -> usize {
        // Enemies stand where they stood when the turn began, if that was seen; the units in their way have changed.
        if is_new {
            self.reckon(seen);
        }
        self.turn.known = Squares::EMPTY;
        // Guns are slow, and out of the way of others.
        let guns = seen.pending() == Some(Kind::Artillery);
        let is_sitting = !self.works.is_empty();
        nearest(legal, |square| {
            let far = self.ways.to(seen.side, Gait::OnFoot, square);
            let on_road = seen.map().ground[square.index()] == Ground::Road;
            match () {
                // [3.2] A unit that comes in is fired at before it fires.
                () if self.danger(seen, square) > 0 => AMPLE + far.min(AMPLE),
                () if guns && is_sitting => AMPLE - far.min(AMPLE),
                () if guns && on_road => far + 500,
                () => far,
            }
        })
    }
}
