//! A scenario in words: commanders with their units, their values, and where they start.

use szala_board::Ordinal;
use szala_kernel::Side;
use szala_kernel::picture::{Listed, Listing};

use crate::chapters::game::Insurrection;
use crate::position::data::{CommanderCard, UnitCard};
use crate::position::ids::{Arm, CommanderId, UnitId};
use crate::position::room::Room;

impl<R: Room> Insurrection<R> {
    pub(crate) fn told_units(&self) -> Vec<Listing> {
        let scenario = &self.scenario;
        let unit = |unit: UnitId| [scenario.unit(unit).name.clone(), self.told_unit(scenario.unit(unit))];
        let listed = |(index, card): (usize, &CommanderCard<R>)| {
            let units = scenario.commander(CommanderId::from_index(index)).units;
            let at =
                card.start.map_or("not on the map".to_owned(), |hex| scenario.board.label(hex).to_string());
            let words = match card.overall {
                None => at,
                Some(0) => format!("{at}, overall commander"),
                Some(units) => format!("{at}, overall commander, leads {units} units in person"),
            };
            Listed { name: card.name.clone(), words, below: units.iter().map(unit).collect() }
        };
        // [4.5m] Once, under those who lead it.
        let reserve = |side: Side| {
            let leaders = || {
                scenario.commanders.iter().filter(move |card| card.side == side && !card.reserve.is_empty())
            };
            let names: Vec<&str> = leaders().map(|card| &*card.name).collect();
            leaders().next().map(|card| Listed {
                name: "reserve".to_owned(),
                words: format!("led by {}", names.join(", ")),
                below: card.reserve.iter().map(unit).collect(),
            })
        };
        let of_side = |side: Side| {
            let commanders = scenario.commanders.iter().enumerate().filter(|(_, card)| card.side == side);
            let entries = commanders.map(listed).chain(reserve(side)).collect();
            Listing { heading: scenario.sides[side].clone(), entries }
        };
        Side::BOTH.map(of_side).into()
    }

    fn told_unit(&self, card: &UnitCard) -> String {
        let board = &self.scenario.board;
        let facing_name = |facing| board.grid().orientation().facing_name(facing);
        let nowhere = if self.comes_later(card.commander) { "enters" } else { "set up freely" };
        let at = card.start.map_or(nowhere.to_owned(), |(hex, facing)| {
            format!("{} {}", board.label(hex), facing_name(facing))
        });
        let star = if card.skirmishers { ", skirmishers" } else { "" };
        let limbered = if card.limbered { ", limbered" } else { "" };
        let arm = match card.arm {
            Arm::Infantry if card.kosynierzy => "kosynierzy",
            Arm::Infantry => "infantry",
            Arm::Cavalry if card.cossack => "Cossacks",
            Arm::Cavalry => "cavalry",
            Arm::Artillery => "artillery",
        };
        let UnitCard { morale: [front, reverse], size, fire, .. } = card;
        let values = if card.arm == Arm::Artillery {
            if card.stars == 0 { String::new() } else { format!(", stars {}", card.stars) }
        } else {
            format!(", morale {front} ({reverse}), size {size}, fire {fire}")
        };
        format!("{arm}, {at}{limbered}{star}{values}")
    }
}
