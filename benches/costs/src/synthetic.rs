//! Scenarios of any size, in the proportions of Niemenczyn 1794, written as files for the reader: a block is its
//! fifteen counters under three commanders, and terrain comes in patches. They have no meaning as games; they exist
//! to be played and measured. `measure` measures the cost of a game.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use szala_kernel::seed::mix;

/// The request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Size {
    pub(crate) units: usize,
    pub(crate) columns: usize,
    pub(crate) rows: usize,
    /// The number of commanders of each of the three kinds; default: one for each block.
    pub(crate) commanders: Option<[usize; 3]>,
    pub(crate) stages: u8,
}

/// The size of Maciejowice 1794: 245 counters under 11 commanders, 24 stages on 1 280 hexes.
pub(crate) const MACIEJOWICE: Size =
    Size { units: 245, columns: 40, rows: 32, commanders: Some([4, 4, 3]), stages: 24 };

impl Size {
    /// As many commanders and stages per unit as Niemenczyn has.
    pub(crate) const fn like_niemenczyn(units: usize, columns: usize, rows: usize) -> Self {
        Self { units, columns, rows, commanders: None, stages: 6 }
    }

    pub(crate) const fn hexes(self) -> usize {
        self.columns * self.rows
    }
}

/// The files of a scenario, and of a plan for each side.
pub(crate) struct Files(BTreeMap<&'static str, String>);

/// The main file, which names the others.
pub(crate) const SCENARIO: &str = "scenario.toml";
/// The plans of the sides: one attacks, one stands.
pub(crate) const PLANS: [&str; 2] = ["plan:attack.toml", "plan:stand.toml"];

impl std::fmt::Display for Files {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.iter().try_for_each(|(name, text)| write!(f, "# {name}\n{text}\n"))
    }
}

impl Files {
    pub(crate) fn read(&self, path: &str) -> Result<String, String> {
        self.0.get(path).cloned().ok_or_else(|| "there is no such file".to_owned())
    }
}

/// The identity of a counter, by its place in a block.
struct Role {
    name: &'static str,
    /// The commander within the block.
    commander: usize,
    values: &'static str,
}

const fn role(name: &'static str, commander: usize, values: &'static str) -> Role {
    Role { name, commander, values }
}

/// The commanders of a block, with their sides and the southernmost and northernmost twelfths of the board where their
/// units begin.
const COMMANDERS: [(&str, &str, [usize; 2]); 3] =
    [("Grabowski", "Poles", [0, 5]), ("Lewiz", "Russians", [6, 10]), ("Kirejew", "Russians", [6, 10])];

const COMPANY: &str = "arm = \"infantry\"\nmorale = 6\nmorale_reverse = 5\nsize = 4\nfire = 4\n";
const SQUADRON: &str = "arm = \"cavalry\"\nmorale = 6\nmorale_reverse = 5\nsize = 2\nfire = 1\n";
const COSSACKS: &str =
    "arm = \"cavalry\"\ncossack = true\nmorale = 5\nmorale_reverse = 4\nsize = 2\nfire = 1\n";
const GUNS: &str = "arm = \"artillery\"\n";

/// Niemenczyn's first scenario in alternating order, so that a partial block has some of each kind.
const BLOCK: [Role; 15] = [
    role("7 pp a", 0, COMPANY),
    role("Narwa a", 1, COMPANY),
    role("KN", 0, SQUADRON),
    role("Narwa b", 1, COMPANY),
    role("Kozacy a", 2, COSSACKS),
    role("Polish guns", 0, GUNS),
    role("Narwa c", 1, COMPANY),
    role("Russian guns", 1, GUNS),
    role("7 pp b", 0, COMPANY),
    role("Pskow a", 1, COMPANY),
    role("Kozacy b", 2, COSSACKS),
    role("Narbutt a", 0, SQUADRON),
    role("Pskow b", 1, COMPANY),
    role("Narbutt b", 0, SQUADRON),
    role("Kozacy c", 2, COSSACKS),
];

/// Of 180 hexes these many are forest on a hill, hill, and forest; 14 hexsides are escarpments, and 4 hexes have
/// trenches.
const GROUND: [(char, usize); 3] = [('F', 27), ('h', 27), ('f', 18)];
const ESCARPMENTS: usize = 14;
const TRENCHES: usize = 4;
const NIEMENCZYN: usize = 180;

/// A hex: its row from the south and its column from the west, from 0.
type Hex = (usize, usize);

/// Random numbers, the same every time.
struct Chance(u64);

impl Chance {
    fn below(&mut self, count: usize) -> usize {
        self.0 = mix(self.0.wrapping_add(0x9E37_79B9_7F4A_7C15));
        usize::try_from(self.0 % count as u64).expect("below a count")
    }
}

/// Steps between two hexes; every second row is half a hex further east.
fn distance(one: Hex, other: Hex) -> usize {
    let slanted = |(row, column): Hex| column.cast_signed() - ((row - row % 2) / 2).cast_signed();
    let (across, up) = (slanted(other) - slanted(one), other.0.cast_signed() - one.0.cast_signed());
    (across.unsigned_abs() + up.unsigned_abs() + (across + up).unsigned_abs()) / 2
}

fn label((row, column): Hex) -> String {
    format!("{:02}{:02}", row + 1, column + 1)
}

/// A commander and where his units begin.
struct Command {
    name: String,
    side: &'static str,
    units: Vec<(String, &'static str, Hex)>,
}

/// Writes a scenario.
pub(crate) fn write(size: Size) -> Files {
    let mut chance = Chance(1794);
    let blocks: Vec<[Command; 3]> = place(size, &mut chance);
    let commands: Vec<&Command> =
        blocks.iter().flatten().filter(|command| !command.units.is_empty()).collect();
    let files = [
        (SCENARIO, scenario(size, &blocks, &commands)),
        ("map.toml", map(size, &commands, &mut chance)),
        ("units.toml", units(&commands)),
        ("tables.toml", "[artillery]\n1-3 = \"2M\"\n4-6 = \"1M\"\n7-10 = \"M\"\n".to_owned()),
        ("attack.toml", attack(size, &commands)),
        ("stand.toml", stand(&blocks, &commands)),
    ];
    Files(files.into_iter().collect())
}

/// The set-up: each commander has a random place of his own, and his units are around him, one in a hex.
fn place(size: Size, chance: &mut Chance) -> Vec<[Command; 3]> {
    let count = size.units.div_ceil(BLOCK.len());
    let of_kinds = size.commanders.unwrap_or([count; 3]);
    let mut taken = BTreeSet::new();
    let all: Vec<Hex> = (0..size.rows).flat_map(|row| (0..size.columns).map(move |c| (row, c))).collect();
    (0..count.min(of_kinds[0].max(of_kinds[1])))
        .map(|corps| {
            [0, 1, 2].map(|number| {
                let (name, whose, [south, north]) = COMMANDERS[number];
                let rows = (size.rows * south / 12, size.rows * north / 12);
                let centre = (rows.0 + chance.below(rows.1 - rows.0), chance.below(size.columns));
                // The blocks are divided evenly among the commanders of a kind.
                let blocks = (0..count).filter(|block| block % of_kinds[number] == corps);
                let places = blocks.flat_map(|block| BLOCK.iter().enumerate().map(move |role| (block, role)));
                let units = places
                    .filter(|(block, (at, role))| {
                        role.commander == number && block * BLOCK.len() + at < size.units
                    })
                    .map(|(block, (_, role))| {
                        let free = all.iter().copied().filter(|hex| !taken.contains(hex));
                        let hex =
                            free.min_by_key(|hex| (distance(centre, *hex), *hex)).expect("room for all");
                        taken.insert(hex);
                        (format!("{} {}", role.name, block + 1), role.values, hex)
                    });
                Command { units: units.collect(), name: format!("{name} {}", corps + 1), side: whose }
            })
        })
        .collect()
}

fn list<'n>(names: impl IntoIterator<Item = &'n str>) -> String {
    let names: Vec<String> = names.into_iter().map(|name| format!("{name:?}")).collect();
    format!("[{}]", names.join(", "))
}

fn scenario(size: Size, blocks: &[[Command; 3]], commands: &[&Command]) -> String {
    let pool = |choose: &dyn Fn(&[&Command]) -> Vec<String>| -> String {
        let names: Vec<String> = blocks
            .iter()
            .flat_map(|block| choose(&block.iter().filter(|who| !who.units.is_empty()).collect::<Vec<_>>()))
            .collect();
        list(names.iter().map(String::as_str))
    };
    let first = |block: &[&Command]| vec![block[0].name.clone()];
    let second = |block: &[&Command]| block.iter().take(2).map(|who| who.name.clone()).collect();
    let rest = |block: &[&Command]| {
        let russians: Vec<&str> = block[1..].iter().map(|who| &*who.name).collect();
        let chosen = (!russians.is_empty()).then(|| russians.join(" or "));
        std::iter::once(block[0].name.clone()).chain(chosen).collect()
    };
    let points = (4 * size.units / BLOCK.len()).clamp(4, 60);
    let mut text = format!(
        "title = \"{} units, {} hexes\"\nmap = \"map.toml\"\nunits = \"units.toml\"\ntables = \"tables.toml\"\n\
         standing = \"assumed\"\nsides = [\"Poles\", \"Russians\"]\nstages = {}\nautomatic_victory = {points}\n\
         wins_at_zero = \"Russians\"\nsquares = [\"Russians\"]\npractised_gunners = [\"Poles\"]\n\n\
         [pool]\n1 = {}\n2 = {}\n3-last = {}\n\n[set_up]\n",
        size.units,
        size.hexes(),
        size.stages,
        pool(&first),
        pool(&second),
        pool(&rest),
    );
    for command in commands {
        let facing = if command.side == "Poles" { "N" } else { "S" };
        for (name, values, hex) in &command.units {
            let limbered = if *values == GUNS && facing == "N" { " limbered" } else { "" };
            writeln!(text, "{name:?} = \"{} {facing}{limbered}\"", label(*hex))
                .expect("writing to a string never fails");
        }
        writeln!(text, "{:?} = \"{}\"", command.name, label(command.units[0].2))
            .expect("writing to a string never fails");
    }
    text
}

fn units(commands: &[&Command]) -> String {
    let mut text = "standing = \"assumed\"\n".to_owned();
    for command in commands {
        writeln!(text, "[[commander]]\nname = {:?}\nside = {:?}", command.name, command.side)
            .expect("writing to a string never fails");
    }
    for command in commands {
        for (name, values, _) in &command.units {
            let (side, under) = (command.side, &command.name);
            let unit = format!("[[unit]]\nname = {name:?}\nside = {side:?}\ncommander = {under:?}\n{values}");
            text += &unit;
        }
    }
    text
}

fn map(size: Size, commands: &[&Command], chance: &mut Chance) -> String {
    let Size { columns, rows, .. } = size;
    let of_this = |of_niemenczyn: usize| of_niemenczyn * size.hexes() / NIEMENCZYN;
    let mut ground = vec![vec!['.'; columns]; rows];
    for (kind, of_niemenczyn) in GROUND {
        let mut left = of_this(of_niemenczyn);
        while left > 0 {
            let centre = (chance.below(rows), chance.below(columns));
            for (row, letters) in ground.iter_mut().enumerate() {
                for (column, letter) in letters.iter_mut().enumerate() {
                    if *letter == '.' && left > 0 && distance(centre, (row, column)) <= 2 {
                        *letter = kind;
                        left -= 1;
                    }
                }
            }
        }
    }
    let mut text = format!(
        "title = \"made up\"\nstanding = \"assumed\"\n\n[grid]\nhexes = \"pointy-top\"\nrows = {rows}\n\
         columns = {columns}\nshifted_rows = \"even\"\nshifted_towards = \"east\"\nlabel = \"row-column\"\n\
         digits = 2\nrows_from = \"south\"\nfirst_row = 1\ncolumns_from = \"west\"\nfirst_column = 1\n\n\
         [ground]\nmap = '''\n"
    );
    let ruler: Vec<String> = (1..=columns).map(|column| format!("{column:02}")).collect();
    writeln!(text, "columns {}", ruler.join(" ")).expect("writing to a string never fails");
    for (row, letters) in ground.iter().enumerate().rev() {
        let letters: Vec<String> = letters.iter().map(char::to_string).collect();
        writeln!(text, "row {:02} {}", row + 1, letters.join(" ")).expect("writing to a string never fails");
    }
    text += "'''\n\n[ground.legend]\n\".\" = { terrain = \"clear\", level = 0 }\n\
             f = { terrain = \"forest\", level = 0 }\nh = { terrain = \"clear\", level = 1 }\n\
             F = { terrain = \"forest\", level = 1 }\n\n[roads]\n";
    // Straight to the north, in one column: the hexes of a column are neighbours.
    let roads = (columns / 15).max(1);
    let column_of = |road: usize| (2 * road + 1) * columns / (2 * roads);
    for road in 0..roads {
        let way: Vec<String> = (0..rows).map(|row| label((row, column_of(road)))).collect();
        writeln!(text, "\"Road {road}\" = \"{}\"", way.join("-")).expect("writing to a string never fails");
    }
    let sides = |sides: Vec<[Hex; 2]>| {
        let sides: Vec<String> =
            sides.iter().map(|[one, other]| format!("{}/{}", label(*one), label(*other))).collect();
        list(sides.iter().map(String::as_str))
    };
    let mut steep = BTreeSet::new();
    while steep.len() < of_this(ESCARPMENTS) {
        let hex = (chance.below(rows), chance.below(columns - 1));
        steep.insert([hex, (hex.0, hex.1 + 1)]);
    }
    let dug_in = commands.iter().filter(|command| command.side == "Russians");
    let dug_in = dug_in.flat_map(|command| &command.units).filter(|unit| unit.1 == COMPANY);
    let trenches = dug_in.take(of_this(TRENCHES)).flat_map(|(_, _, hex)| to_the_south(*hex, columns));
    write!(
        text,
        "\n[hexsides]\nescarpment = {}\ntrench = {}\n\n[rally]\nPoles = {:?}\nRussians = {:?}\n\n\
         [camp]\nhex = {:?}\nintruder = \"Poles\"\n",
        sides(steep.into_iter().collect()),
        sides(trenches.collect()),
        label((0, column_of(0))),
        label(camp(size)),
        label(camp(size)),
    )
    .expect("writing to a string never fails");
    text
}

/// The goal of the attackers.
fn camp(size: Size) -> Hex {
    (size.rows - 2, size.columns / (2 * (size.columns / 15).max(1)))
}

/// The hexsides through which a unit leaves a hex to the south.
fn to_the_south((row, column): Hex, columns: usize) -> Vec<[Hex; 2]> {
    let east = column + row % 2;
    let below = [east.checked_sub(1), Some(east).filter(|east| *east < columns)];
    below.into_iter().flatten().map(|column_below| [(row, column), (row - 1, column_below)]).collect()
}

const MANNER: &str = "about = \"made up\"\n\n[manner]\nfire_within = 3\nkeep_shots = 1\ncounterattack = 55\n\n\
                      [[order]]\nwho = \"guns\"\ndo = \"hold\"\nwatch = 10\n\n";

fn attack(size: Size, commands: &[&Command]) -> String {
    let camp = label(camp(size));
    let mut text = format!(
        "name = \"attack\"\nside = \"Poles\"\n{MANNER}[[order]]\nwho = \"infantry\"\ndo = \"assault\"\n\
         to = \"nearest\"\n\n[[order]]\nwho = \"cavalry\"\ndo = \"charge\"\nodds = 60\n\n[[order]]\n\
         who = \"cavalry\"\ndo = \"march\"\nto = {camp:?}\nfacing = \"N\"\n"
    );
    follow(&mut text, "Poles", commands);
    text
}

fn stand(blocks: &[[Command; 3]], commands: &[&Command]) -> String {
    let mut text = format!(
        "name = \"stand\"\nside = \"Russians\"\n{MANNER}[[order]]\nwho = \"infantry\"\ndo = \"hold\"\nto = \"start\"\n\
         facing = \"S\"\n\n[[order]]\nwho = \"Cossacks\"\ndo = \"charge\"\nodds = 50\n\n[[order]]\n\
         who = \"Cossacks\"\ndo = \"hold\"\nwatch = 4\n"
    );
    for [_, lewiz, kirejew] in blocks {
        if !lewiz.units.is_empty() && !kirejew.units.is_empty() {
            write!(text, "\n[[pool]]\nwho = {:?}\n", lewiz.name).expect("writing to a string never fails");
        }
    }
    follow(&mut text, "Russians", commands);
    text
}

fn follow(text: &mut String, side: &str, commands: &[&Command]) {
    for command in commands.iter().filter(|command| command.side == side) {
        let whom = list(command.units.iter().map(|(name, ..)| &**name));
        write!(
            text,
            "\n[[commander]]\nwho = {:?}\ndo = \"follow\"\nwhom = {whom}\nwithin = 2\n",
            command.name
        )
        .expect("writing to a string never fails");
    }
}

#[cfg(test)]
mod tests {
    use szala_insurrection::{Insurrection, Large, Room, Small, scenario};
    use szala_kernel::Rules;

    use super::*;

    fn rules<R: Room>(size: Size) -> Insurrection<R> {
        let files = write(size);
        match scenario::load_into(SCENARIO, &|path| files.read(path)) {
            Ok(loaded) => Insurrection::new(loaded.scenario),
            Err(problems) => panic!("{problems}"),
        }
    }

    #[test]
    fn distances_are_those_of_the_board() {
        let rules = rules::<Small>(Size::like_niemenczyn(2, 15, 12));
        let board = &rules.scenario().board;
        let hexes: Vec<Hex> = (0..12).flat_map(|row| (0..15).map(move |column| (row, column))).collect();
        let at = |hex: Hex| board.parse_label(&label(hex)).expect("a hex of the board");
        for (one, other) in hexes.iter().flat_map(|one| hexes.iter().map(move |other| (*one, *other))) {
            assert_eq!(
                distance(one, other),
                usize::from(board.distance(at(one), at(other))),
                "{one:?} {other:?}"
            );
        }
    }

    #[test]
    fn a_scenario_of_the_size_of_niemenczyn_has_its_proportions() {
        let rules = rules::<Small>(Size::like_niemenczyn(15, 15, 12));
        let scenario = rules.scenario();
        // One block: fifteen counters, three commanders.
        assert_eq!((scenario.units.len(), scenario.commanders.len()), (15, 3));
        // 18 + 27 of forest, 27 + 27 on hills; 14 escarpments; four hexes with two sides to the south each, or one at
        // the edge of the board.
        let terrain = &scenario.terrain;
        assert_eq!(terrain.forest.len(), 45);
        assert_eq!(terrain.level.iter().filter(|level| **level > 0).count(), 54);
        assert_eq!(terrain.escarpment.len(), 14);
        assert!((4..=8).contains(&terrain.trench.len()), "{:?}", terrain.trench);
        let state = rules.opening();
        for (number, unit) in scenario.all_units().iter().enumerate() {
            assert!(
                rules.is_in_command(&state, unit),
                "unit {number} is out of command when the game begins"
            );
        }
    }

    #[test]
    fn a_scenario_three_times_as_large_has_three_times_as_much() {
        let rules = rules::<Large>(Size::like_niemenczyn(45, 27, 20));
        let scenario = rules.scenario();
        assert_eq!((scenario.units.len(), scenario.commanders.len()), (45, 9));
        assert_eq!((scenario.terrain.forest.len(), scenario.terrain.escarpment.len()), (3 * 45, 3 * 14));
    }

    #[test]
    fn a_scenario_of_the_size_of_maciejowice_has_few_commanders_with_many_units() {
        let rules = rules::<Large>(MACIEJOWICE);
        let scenario = rules.scenario();
        assert_eq!((scenario.units.len(), scenario.commanders.len(), scenario.stages), (245, 11, 24));
        assert_eq!(scenario.board.hexes().len(), 1280);
        assert!(!scenario.fits::<Small>());
    }
}
