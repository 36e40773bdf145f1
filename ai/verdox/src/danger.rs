//! The fire on a square, by the actual lines of fire; computed for squares that somebody asks about, once a turn.

use szala_board::SquareId;
use szala_verdox::Kind;

use super::judge::Judge;
use super::seen::Seen;

impl Judge {
    /// The attacks on a square, in hundredths of a unit.
    pub(super) fn danger(&mut self, seen: Seen<'_>, square: SquareId) -> i32 {
        if !self.turn.under_attack.contains(square) {
            return 0;
        }
        if !self.turn.known.contains(square) {
            self.turn.known.insert(square);
            self.danger[square.index()] = self.reckon_danger(seen, square);
        }
        self.danger[square.index()]
    }

    /// Every enemy that can attack a unit there; a face-down one counts as often as its kind is likely.
    fn reckon_danger(&self, seen: Seen<'_>, square: SquareId) -> i32 {
        let rules = seen.rules;
        let about = *seen.standing(!seen.side)
            & *rules.reach_of(Kind::Artillery, square).expect("this kind fires, so it has a reach");
        let attacks = |kind: Kind, enemy| {
            let reach = rules.reach_of(kind, enemy);
            reach.is_some_and(|reach| reach.contains(square)) && seen.could_fire(kind, enemy, square)
        };
        let likely = |enemy| {
            let is_beside = rules.neighbours_of(square).contains(&Some(enemy));
            if let Some(kind) = seen.kind_at(enemy) {
                return if rules.card(kind).close && is_beside || attacks(kind, enemy) { 100 } else { 0 };
            }
            let [far, near, close] = self.turn.hidden;
            if is_beside {
                return far + close;
            }
            let fires = |kind, share| if attacks(kind, enemy) { share } else { 0 };
            fires(Kind::Riflemen, far) + fires(Kind::Grenadiers, near)
        };
        about.iter().map(likely).sum()
    }
}
