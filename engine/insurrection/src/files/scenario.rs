//! Reads a scenario from its files. The host gives a way to turn a file's name into its text, for nothing here opens
//! files; it gets a scenario, or everything that is wrong with all the files, each at its place with what would be
//! right. `scenarios/niemenczyn-1794` is the example of what can be written.

mod battle;
mod ground;
mod leaders;
mod map;
mod names;
mod pool;
mod set_up;
mod stacks;
mod tables;
mod units;
mod values;
mod variant;

use szala_board::Ordinal;
use szala_files::source::{Origin, Problem as Wrong};
use szala_files::variant::{self as changes, Texts};
use szala_files::{Assumption, Declared, Filed, Opened as Files, Pages, Section, ledger};
use szala_kernel::{Book, BySide, Side};

use crate::chapters::game::Insurrection;
use crate::position::data::{Barred, CommanderCard, Family, Scenario, Switches, UnitCard, Values};
use crate::position::ids::{CommanderId, UnitId};
use crate::position::room::{Large, Room, Small};
use leaders::Leaders;
use names::Sides;
use set_up::SetUp;
use units::Roster;
use values::{BOOKS, MAP, STARTING_LEAD, TABLES, UNITS, VALUES};

pub use szala_files::source::{Place, Problem, Problems};
pub use szala_files::{Known, Takes};

/// Changes to a scenario, in order: of two that set the same value the later counts.
pub type Variant = changes::Variant<Insurrection>;

/// A scenario that could be read.
#[derive(Clone, Debug)]
pub struct Loaded<R: Room = Small> {
    /// The scenario.
    pub scenario: Scenario<R>,
    /// What no rule forbids and a designer may not have meant, in the order of the files.
    pub notes: Vec<Problem>,
}

/// A scenario in the smallest room that holds it.
#[derive(Clone, Debug)]
#[expect(clippy::large_enum_variant, reason = "one is made a run")]
pub enum Opened {
    /// It is as small as Niemenczyn.
    Small(Loaded<Small>),
    /// It is larger.
    Large(Loaded<Large>),
}

/// Reads the scenario in the file `path` into the room that it needs; see [`load_into`].
///
/// # Errors
/// Everything that is wrong with all the files; that a scenario has more than [`Large`] has room for is among it.
pub fn open(path: &str, files: Texts<'_>) -> Result<Opened, Problems> {
    let large = load_into::<Large>(path, files)?;
    if large.scenario.fits::<Small>() {
        load(path, files).map(Opened::Small)
    } else {
        Ok(Opened::Large(large))
    }
}

/// Reads the scenario in the file `path` as a small one; see [`load_into`].
///
/// # Errors
/// Everything that is wrong with all the files.
pub fn load(path: &str, files: Texts<'_>) -> Result<Loaded, Problems> {
    load_into(path, files)
}

/// Reads the scenario in the file `path`. `files` gives the text of a file, or the reason why it cannot: it is asked
/// for `path` itself, then for files named relative to those that name them, with `/` between folders.
///
/// # Errors
/// Everything that is wrong with all the files; that a scenario has more than the room holds is among it.
pub fn load_into<R: Room>(path: &str, files: Texts<'_>) -> Result<Loaded<R>, Problems> {
    load_variant(path, files, &changes::Variant::default())
}

/// Reads the scenario in the file `path` with the changes of a variant; see [`load_into`].
///
/// # Errors
/// Everything that is wrong with the scenario's own files, with the changes, or with the result. What is wrong with a
/// changed value is blamed on the change.
pub fn load_variant<R: Room>(
    path: &str,
    files: Texts<'_>,
    variant: &changes::Variant<Insurrection<R>>,
) -> Result<Loaded<R>, Problems> {
    szala_files::load(path, files, variant).map(|(scenario, notes)| Loaded { scenario, notes })
}

impl<R: Room> Filed for Insurrection<R> {
    type Scenario = Scenario<R>;
    type Widest = Insurrection<Large>;

    const VALUES: &'static Declared = &VALUES;

    fn read(pages: &Pages<'_>) -> Option<Scenario<R>> {
        let sides = sides(pages);
        let wins_at_zero = pages.with(&["wins_at_zero"]).parse(&["wins_at_zero"], |text| sides.called(text));
        let barred = barred(pages, &sides);
        let [squares, practised_gunners] =
            ["squares", "practised_gunners"].map(|key| armies(pages, &[key], &sides));
        let map = pages.get(MAP).and_then(|page| map::read(page, &sides));
        let gun_table = pages.get(TABLES).map(tables::read);
        let ground = pages.get(TABLES).map(tables::ground);

        // Without the counters' file every name of the set-up would be a stranger.
        let units = pages.get(UNITS)?;
        let roster = units::read(units, &sides);
        let board = map.as_ref().map(|map| &map.board);
        let set_up = set_up::read(pages, &roster, board, &sides);
        let leaders = leaders::read(pages, &roster, &set_up, &sides);
        let stages = number(pages, &["stages"]);
        let starting_lead = starting_lead(pages, &sides);
        let pool = stages.and_then(|stages| pool::read(pages, &roster, &set_up, stages));
        stacks::check(pages, &roster, &set_up, &leaders, board, &sides);
        let strongholds = battle::strongholds::<R>(pages, board, &sides);
        let reinforcement = battle::reinforcement(pages, board, &roster, &set_up);
        let breaks_below = battle::breaks_below(pages);

        let absent = roster.units.iter().enumerate().filter(|(at, _)| !set_up.units.contains_key(at));
        let absent: Vec<String> = absent.map(|(_, unit)| format!("units.{}.", unit.name)).collect();
        units.forget(|path| absent.iter().any(|unit| path.starts_with(unit)));
        // More than there are indices for, which is complained of by now.
        if set_up.units.len() > R::MOST_UNITS || set_up.commanders.len() > R::MOST_COMMANDERS {
            return None;
        }
        let map = map?;
        let (terrain, rally, camp) = map.rest?;
        let scenario = Scenario {
            book: book(pages),
            title: pages.titled(&pages.with(&["title"]).typed(&["title"])?),
            board: map.board,
            terrain,
            ground: ground?,
            units: cards(&roster, &set_up, &leaders)?,
            commanders: commanders(&roster, &set_up, &leaders)?,
            sides: BySide(sides.0?),
            stages: stages?,
            pool: pool?,
            free_set_up: set_up.free,
            rally,
            camp,
            starting_lead,
            automatic_victory: number(pages, &["automatic_victory"])?,
            breaks_below,
            strongholds: strongholds?,
            reinforcement: reinforcement?,
            wins_at_zero: wins_at_zero?,
            squares: squares?,
            practised_gunners: practised_gunners?,
            gun_table: gun_table?,
            switches: switches(pages)?,
            family: family(pages)?,
            values: Values {
                charge_bonus: number(pages, &["values", "charge_bonus"])?,
                about_turn: number(pages, &["values", "about_turn"])?,
                camp_draws: flag(pages, &["values", "camp_draws"])?,
                barred: barred?,
            },
            variant: pages.variant(),
            assumptions: pages.assumptions(),
        };
        tables::check_map(pages.get(TABLES)?, &scenario);
        Some(scenario)
    }

    fn with(scenario: Scenario<R>) -> Self {
        Self::new(scenario)
    }

    fn assumed(&self) -> &[Assumption] {
        &self.scenario().assumptions
    }

    fn names(files: &Files<Self>, word: &str) -> Vec<String> {
        variant::names(files, word)
    }

    fn admit(files: &Files<Self>, word: &str, name: &str) -> Option<Result<String, String>> {
        variant::admit(files, word, name)
    }

    fn several(word: &str, name: &str) -> Vec<String> {
        variant::several(word, name)
    }

    fn is_there(files: &Files<Self>, _: &str, keys: &[&str]) -> bool {
        variant::is_there(files, keys)
    }

    fn takes(files: &Files<Self>, _: &str, keys: &[&str]) -> Option<Takes> {
        variant::takes(files, keys)
    }

    fn row_and_column(files: &Files<Self>, cell: &str) -> [String; 2] {
        variant::row_and_column(files, cell)
    }

    fn prepare(files: &mut Files<Self>) {
        variant::prepare(files);
    }

    fn remove(files: &mut Files<Self>, name: &str, at: &Origin) -> Result<(), String> {
        variant::remove(files, name, at)
    }

    fn restored(files: &mut Files<Self>, name: &str) {
        variant::restored(files, name);
    }

    fn settle(files: &mut Files<Self>) -> Vec<Wrong> {
        variant::settle(files)
    }
}

/// The book whose rule numbers the scenario uses.
fn book(pages: &Pages<'_>) -> Book {
    /// It lists the books.
    const LEDGER: &str = include_str!("../../rules.toml");
    let name = pages.with(&["book"]).typed(&["book"]).filter(|name| BOOKS.contains(&&**name));
    name.map_or_else(
        || Book::own().clone(),
        |name| ledger::book(LEDGER, &name).expect("the ledger of the crate is sound: the tests read it"),
    )
}

/// [12.2] What each side is ahead by as the game begins, the first side's as positive.
fn starting_lead(pages: &Pages<'_>, sides: &Sides) -> i16 {
    let page = pages.with(&[STARTING_LEAD]);
    let mut lead = 0;
    for field in page.section(&[STARTING_LEAD]).iter().flat_map(Section::fields) {
        let Some(side) = page.take(sides.of_key(&field)) else { continue };
        let points: i16 = page.number(&[STARTING_LEAD, field.name()]).unwrap_or(0);
        lead += if side == Side::First { points } else { -points };
    }
    lead
}

/// A number of the scenario's own files.
fn number(pages: &Pages<'_>, keys: &[&str]) -> Option<u8> {
    pages.with(keys).number(keys)
}

fn sides(pages: &Pages<'_>) -> Sides {
    let page = pages.with(&["sides"]);
    let Some(field) = page.field(&["sides"]).filter(|_| page.typed(&["sides"]).is_some()) else {
        return Sides(None);
    };
    let names: Vec<&str> = page.texts(&["sides"]).iter().filter_map(|name| name.text().ok()).collect();
    match names.as_slice() {
        [first, second] if first != second && !first.is_empty() && !second.is_empty() => {
            Sides(Some([first, second].map(|name| (*name).to_owned())))
        }
        _ => {
            let message = "`sides` are two names, the side whose lead counts as positive first";
            page.complain(field.span(), message);
            Sides(None)
        }
    }
}

/// The sides of which something is true.
fn armies(pages: &Pages<'_>, keys: &[&str], sides: &Sides) -> Option<BySide<bool>> {
    let page = pages.with(keys);
    page.typed(keys)?;
    let named = page.texts(keys).iter().map(|field| field.parse(|text| sides.called(text))).collect();
    let named: Vec<_> = page.take(named)?;
    Some(BySide::from_fn(|side| named.contains(&side)))
}

fn barred(pages: &Pages<'_>, sides: &Sides) -> Option<Barred> {
    let from = |what| armies(pages, &["barred", what], sides);
    Some(Barred {
        charges: from("charges")?,
        counterattacks: from("counterattacks")?,
        captures: from("captures")?,
        deaths: from("deaths")?,
    })
}

fn switches(pages: &Pages<'_>) -> Option<Switches> {
    let is_on = |name| flag(pages, &["switches", name]);
    Some(Switches {
        out_of_range_units_react_fully: is_on("out_of_range_units_react_fully")?,
        melee_nine_strikes_own_commander: is_on("melee_nine_strikes_own_commander")?,
        trench_shelters_its_own_hex_only: is_on("trench_shelters_its_own_hex_only")?,
        overall_commander_is_bound_for_good: is_on("overall_commander_is_bound_for_good")?,
        overall_commander_names_undrawn_only: is_on("overall_commander_names_undrawn_only")?,
        the_six_must_be_fresh: is_on("the_six_must_be_fresh")?,
        reserve_is_led_once_a_turn: is_on("reserve_is_led_once_a_turn")?,
        nothing_hides_hill_from_hill: is_on("nothing_hides_hill_from_hill")?,
        leaving_skirmish_order_is_free: is_on("leaving_skirmish_order_is_free")?,
        stars_of_the_target_count: is_on("stars_of_the_target_count")?,
        armies_never_break: is_on("armies_never_break")?,
        camp_draws_only_against_a_lead: is_on("camp_draws_only_against_a_lead")?,
    })
}

fn family(pages: &Pages<'_>) -> Option<Family> {
    let is_on = |name| flag(pages, &["family", name]);
    Some(Family {
        hills_block_sight: is_on("hills_block_sight")?,
        only_attackers_win_unscathed: is_on("only_attackers_win_unscathed")?,
        lava_eased_against_infantry_only: is_on("lava_eased_against_infantry_only")?,
        commanders_step_before: is_on("commanders_step_before")?,
        infantry_alone_strikes_commanders: is_on("infantry_alone_strikes_commanders")?,
    })
}

fn flag(pages: &Pages<'_>, keys: &[&str]) -> Option<bool> {
    pages.with(keys).flag(keys)
}

fn commanders<R: Room>(
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    leaders: &Leaders,
) -> Option<Vec<CommanderCard<R>>> {
    let card = |(at, post): (&usize, &set_up::Post<'_, '_>)| {
        let commander = &roster.commanders[*at];
        let is_his =
            |unit: &usize| roster.units[*unit].commander == Some(*at) && !leaders.reserve.contains(unit);
        let is_led = |unit: &usize| {
            let is_leader = commander.side.is_some_and(|side| leaders.of_reserve[side].contains(at));
            let his = roster.units[*unit].values.map(|values| values.side);
            is_leader && leaders.reserve.contains(unit) && his == commander.side
        };
        let those = |is_meant: &dyn Fn(&usize) -> bool| {
            let units = set_up.units.keys().enumerate().filter(|(_, unit)| is_meant(unit));
            units.map(|(index, _)| UnitId::from_index(index)).collect()
        };
        Some(CommanderCard {
            name: commander.name.to_owned(),
            subject: commander.subject,
            side: commander.side?,
            start: post.hex,
            units: those(&is_his),
            reserve: those(&is_led),
            overall: leaders.overall.get(at).copied(),
            killed: commander.killed,
        })
    };
    set_up.commanders.iter().map(card).collect()
}

fn cards<R: Room>(
    roster: &Roster<'_>,
    set_up: &SetUp<'_, '_, R>,
    leaders: &Leaders,
) -> Option<Vec<UnitCard>> {
    let card = |(at, post): (&usize, &set_up::Post<'_, '_>)| {
        let unit = &roster.units[*at];
        let values = unit.values?;
        let place = || set_up.commanders.keys().position(|taking_part| Some(*taking_part) == unit.commander);
        let commander =
            if leaders.reserve.contains(at) { None } else { Some(CommanderId::from_index(place()?)) };
        Some(UnitCard {
            name: unit.name.to_owned(),
            subject: unit.subject,
            side: values.side,
            commander,
            arm: values.arm,
            cossack: values.cossack,
            kosynierzy: values.kosynierzy,
            skirmishers: values.skirmishers,
            stars: values.stars,
            morale: values.morale,
            size: values.size,
            fire: values.fire,
            fire_reverse: values.fire_reverse,
            start: post.hex.zip(post.facing),
            limbered: post.limbered,
        })
    };
    set_up.units.iter().map(card).collect()
}
