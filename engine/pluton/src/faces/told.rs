//! A scenario in words and tables: its length, who comes when and where, the guns, what counts at the end; and the
//! seven tables as they stand in its files.

use szala_board::HexId;
use szala_kernel::picture::{Listed, Listing, PrintedTable};
use szala_kernel::{Rule, Side, rule};

use crate::chapters::game::Pluton;
use crate::position::data::{Coming, Kind, SIDES};
use crate::position::ids::Hexes;
use crate::position::tables::{Blow, Ground};

const fn name(side: Side) -> &'static str {
    SIDES[side as usize]
}

/// Points from halves: `3.5`.
fn points(halves: u8) -> String {
    format!("{}{}", halves / 2, if halves % 2 == 1 { ".5" } else { "" })
}

fn texts<T: ToString>(values: impl IntoIterator<Item = T>) -> Vec<String> {
    values.into_iter().map(|value| value.to_string()).collect()
}

/// A row: its head, and its cells.
fn row(head: &(impl ToString + ?Sized), cells: impl IntoIterator<Item = impl ToString>) -> Vec<String> {
    let mut row = vec![head.to_string()];
    row.extend(texts(cells));
    row
}

/// Losses, and `p` for a retreat, as the book writes them.
fn blow(blow: Blow) -> String {
    format!("{}{}", blow.losses, if blow.retreats { "p" } else { "" })
}

impl Pluton {
    /// A few hexes by name, or how many there are.
    fn told_hexes(&self, hexes: &Hexes) -> String {
        let labels: Vec<String> = hexes.iter().map(|hex: HexId| self.label(hex).to_string()).collect();
        if labels.len() <= 8 { labels.join(", ") } else { format!("{} hexes", labels.len()) }
    }

    pub(crate) fn told_terms(&self) -> Vec<Listing> {
        let scenario = &self.scenario;
        let mut course = vec![
            Listed::plain("length", format!("{} stages [18.7]", scenario.stages)),
            Listed::plain("player 1", format!("{} [4.1]", name(scenario.leads))),
        ];
        for side in Side::BOTH {
            for (at, group) in scenario.groups[side].iter().enumerate() {
                let own = scenario.cards[side].iter().filter(|card| card.group.map(usize::from) == Some(at));
                let count = own.count();
                let how = if group.on_paper { ", on paper [19.1]" } else { "" };
                let when = match &group.comes {
                    Coming::SetUp => format!("set up on {}", self.told_hexes(&group.hexes)),
                    Coming::Stage(stage) => {
                        format!("from stage {stage} on {} [18.5]", self.told_hexes(&group.hexes))
                    }
                    Coming::Taken(hexes) => format!(
                        "on {} once the enemy stands in one of {} [18.5.2]",
                        self.told_hexes(&group.hexes),
                        self.told_hexes(hexes)
                    ),
                    Coming::Released { on, later, from } => format!(
                        "on {} when a die says {on} or less, {later} from stage {from} on [19.3]",
                        self.told_hexes(&group.hexes)
                    ),
                };
                let who = format!("{} {}", name(side), group.name);
                course.push(Listed::plain(&who, format!("{count} counters, {when}{how}")));
            }
        }
        let mut guns = Vec::new();
        let mut count = Vec::new();
        for side in Side::BOTH {
            for battalion in &scenario.battalions[side] {
                guns.push(Listed::plain(
                    &format!("{} {}", name(side), battalion.name),
                    format!(
                        "from stage {}; {} points if never called [18.4]",
                        battalion.from,
                        points(battalion.uncalled)
                    ),
                ));
            }
            let worth = scenario.points[side];
            count.push(Listed::plain(
                name(side),
                format!(
                    "{} a building hex, less {} a square and {} a commander lost [18.6]",
                    points(worth.building),
                    points(worth.square),
                    points(worth.commander)
                ),
            ));
        }
        if let Some(road) = &scenario.clear_road {
            let worth = points(road.worth);
            let what =
                format!("{worth} points if no enemy unit is nearer than {} hexes [18.6.11]", road.nearer);
            count.push(Listed::plain(&format!("{}: a clear road", name(road.side)), what));
        }
        let listing = |heading: &str, entries| Listing { heading: heading.to_owned(), entries };
        vec![listing("in time", course), listing("guns", guns), listing("what counts", count)]
    }

    /// The seven tables of the scenario's files.
    pub(crate) fn printed_tables(&self) -> Vec<PrintedTable> {
        let tables = &self.scenario.tables;
        let dash = |value: u8| if value == 0 { "-".to_owned() } else { value.to_string() };
        let table = |rule: Rule, title: &str, head: Vec<String>, rows: Vec<Vec<String>>| PrintedTable {
            rule,
            title: title.to_owned(),
            head,
            rows,
        };
        let mut ground: Vec<Vec<String>> = Ground::ALL
            .map(|kind| row(kind.name(), [tables.cost[kind as usize], tables.shelter[kind as usize]]))
            .into();
        ground.push(row("road", [tables.road.to_string(), "-".to_owned()]));
        ground.push(row("stream", [format!("+{}", tables.stream), "-".to_owned()]));
        let distances = tables.small_arms[0][0].len();
        let mut fire = Vec::new();
        for (weapons, kind) in tables.small_arms.iter().zip([Kind::Rifles, Kind::Guns]) {
            for (halves, strengths) in (1_u8..).zip(weapons) {
                let cells = strengths.iter().map(|strength| dash(*strength));
                fire.push(row(&format!("{}, {} squares", kind.name(), points(halves)), cells));
            }
        }
        let effects = tables.effects.iter().filter(|(least, _)| *least < u16::MAX);
        let effects = effects.map(|(least, faces)| {
            row(least, faces.iter().map(|effect| format!("{}:{}", effect.levels, effect.losses)))
        });
        let artillery = tables.artillery.iter().zip(&self.scenario.calibres);
        let artillery = artillery.map(|(row_of, calibre)| row(calibre, row_of.map(dash)));
        let fights = (1..).zip(&tables.close_combat).map(|(face, odds): (u8, _)| {
            row(
                &face,
                odds.iter().map(|[attacker, defender]| format!("{}/{}", blow(*attacker), blow(*defender))),
            )
        });
        vec![
            table(rule!("6.1"), "ground", row("ground", ["half points", "shelter"]), ground),
            table(rule!("7.3.3"), "strength of small arms, by distance", row("who", 0..distances), fire),
            table(rule!("7.3.6"), "effect: levels and losses", row("strength", 1..=10), effects.collect()),
            table(
                rule!("15.2"),
                "what a shift leaves of a strength, in hundredths",
                row("shift", -5..=5),
                vec![row("hundredths", tables.shifts)],
            ),
            table(
                rule!("8.3.3"),
                "strength of artillery, by barrels",
                row("calibre", 1..=4),
                artillery.collect(),
            ),
            table(
                rule!("10.3.3"),
                "close combat: attacker/defender, p retreats",
                row("die", ["1:4", "1:3", "1:2", "1:1", "2:1", "3:1", "4:1", "5:1", "6:1"]),
                fights.collect(),
            ),
            table(
                rule!("12.4"),
                "reorganisation without a commander",
                row("morale", 1..=4),
                vec![row("on this or less", tables.morale)],
            ),
        ]
    }
}
