//! A scenario in words: the facts of its map and its file besides the ground, and the forces by kind.

use szala_board::SquareId;
use szala_kernel::Side;
use szala_kernel::picture::{Listed, Listing};

use crate::chapters::game::Verdox;
use crate::position::data::SIDES;
use crate::position::ground::Ground;
use crate::position::ids::Squares;
use crate::position::kinds::{Hit, Kind, Kinds, size};

const fn name(side: Side) -> &'static str {
    SIDES[side as usize]
}

/// `1 turn`, `2 turns`.
fn counted(count: impl Into<usize>, what: &str) -> String {
    let count = count.into();
    format!("{count} {what}{}", if count == 1 { "" } else { "s" })
}

impl Verdox {
    fn labels(&self, squares: impl IntoIterator<Item = SquareId>) -> String {
        let labels = squares.into_iter().map(|square| self.label(square).to_string());
        labels.collect::<Vec<_>>().join(", ")
    }

    pub(crate) fn told_terms(&self) -> Vec<Listing> {
        let map = &self.scenario.map;
        let mut on_the_map = vec![Listed::plain(
            "headquarters",
            Side::BOTH
                .map(|side| format!("{} of the {}", self.label(map.headquarters[side]), name(side)))
                .join(", ")
                + ": a unit that enters the other side's wins [4.1]",
        )];
        for side in Side::BOTH {
            let edge = self.labels(self.entry[side].iter());
            on_the_map.push(Listed::plain(&format!("{} come in on", name(side)), format!("{edge} [2.2]")));
        }
        let opening = self.empty_map();
        for side in Side::BOTH {
            let gates = map.squares_of(|ground| ground == Ground::Gate);
            let own: Squares = gates.iter().filter(|gate| opening.owner_of_gate(*gate) == side).collect();
            if !own.is_empty() {
                let gates = self.labels(own.iter());
                on_the_map.push(Listed::plain(
                    &format!("gates of the {}", name(side)),
                    format!("{gates} [6.11.2]"),
                ));
            }
        }
        let inside = map.inside.len();
        if inside > 0 {
            on_the_map.push(Listed::plain(
                "within the fortification",
                format!("{}: from there it is climbed freely [6.10.3]", counted(inside, "square")),
            ));
        }
        if !map.barges.is_empty() {
            let barges = self.labels(map.barges.iter().copied());
            on_the_map.push(Listed::plain("barges", format!("{barges}: nobody's at first [2.7]")));
        }
        let waves = self.scenario.waves;
        let length = match self.scenario.turns {
            Some(turns) => {
                format!("{} of both sides, then the values are counted [4.3]", counted(turns, "turn"))
            }
            None => "open: no time is agreed on [D-4.3b]".to_owned(),
        };
        let course = vec![
            Listed::plain("length", length),
            Listed::plain("at the start", format!("{} of either side [2.3]", counted(waves.first, "unit"))),
            Listed::plain("after each own turn", format!("{} more of that side [2.4]", waves.next)),
        ];
        vec![
            Listing { heading: "on the map".to_owned(), entries: on_the_map },
            Listing { heading: "in time".to_owned(), entries: course },
        ]
    }

    pub(crate) fn told_forces(&self) -> Vec<Listing> {
        let of_side = |side: Side| {
            let forces = self.scenario.forces[side];
            let kinds = Kind::ALL.into_iter().filter(|kind| forces[kind.index()] > 0);
            let mut entries: Vec<Listed> = kinds
                .map(|kind| {
                    Listed::plain(
                        &format!("{} {}", forces[kind.index()], kind.name()),
                        values(&self.scenario.kinds, kind),
                    )
                })
                .collect();
            let worth: i32 =
                Kind::ALL.iter().map(|kind| self.card(*kind).value * i32::from(forces[kind.index()])).sum();
            entries.push(Listed::plain(&format!("{} in all", size(forces)), format!("worth {worth} [4.3]")));
            Listing { heading: name(side).to_owned(), entries }
        };
        Side::BOTH.map(of_side).into()
    }
}

/// The properties of a kind, and the rules that print them.
fn values(kinds: &Kinds, kind: Kind) -> String {
    let card = kinds.card(kind);
    // [7.6.3] Guns have one square at most, and a die for it.
    let movement = match kind {
        Kind::Artillery if kinds.guns_move_on == 1 => "one square on a 1".to_owned(),
        Kind::Artillery => format!("one square on 1 to {}", kinds.guns_move_on),
        _ => counted(card.points / 2, "point"),
    };
    let mut fights = Vec::new();
    if card.close {
        fights.push("hand to hand".to_owned());
    }
    if card.range > 0 {
        fights.push(format!("fires {} far", counted(card.range, "square")));
    }
    let on = |wanted: fn(&Hit) -> bool| {
        let faces =
            (1..).zip(&card.hits).filter(|(_, hit)| wanted(hit)).map(|(face, _): (u8, _)| face.to_string());
        faces.collect::<Vec<String>>().join(" or ")
    };
    let [lost, unhorsed] = [on(|hit| *hit == Hit::Lost), on(|hit| matches!(hit, Hit::Unhorsed(_)))];
    let lost = if lost.is_empty() { "never lost".to_owned() } else { format!("lost on a {lost}") };
    let on_foot = kind.on_foot().filter(|_| !unhorsed.is_empty());
    let on_foot = on_foot.map_or_else(String::new, |on_foot| format!(", on a {unhorsed} {}", on_foot.name()));
    format!(
        "worth {}, {movement}, {}; {lost}{on_foot} [{}]",
        card.value,
        fights.join(", "),
        kind.printed().hits
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// [7.3] Grenadiers: 30, one point, hand to hand and 2 squares, lost on 1 or 2; [7.4] cavalry: 40, two points,
    /// hand to hand, lost on 1, infantry on 2; [7.6] guns: 150, 7 squares.
    #[test]
    fn the_values_of_a_kind_are_those_of_chapter_7() {
        let told =
            [Kind::Grenadiers, Kind::Cavalry, Kind::Artillery].map(|kind| values(&Kinds::PRINTED, kind));
        let expected = [
            "worth 30, 1 point, hand to hand, fires 2 squares far; lost on a 1 or 2 [7.3.4]",
            "worth 40, 2 points, hand to hand; lost on a 1, on a 2 infantry [7.4.4]",
            "worth 150, one square on a 1, fires 7 squares far; lost on a 1 or 2 [7.6.4]",
        ];
        assert_eq!(told, expected);
    }
}
