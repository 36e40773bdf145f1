//! The file of the seven tables. A table's form is checked here; its values are the file's.

use szala_files::{Page, Section};

use super::values::{
    BARREL_NAMES, COLUMNS, DIRECTIONS, DISTANCE_NAMES, DRIFT_NAMES, FACE_NAMES, GROUNDS, HALF_NAMES,
    MORALE_NAMES, SHIFT_NAMES, WEAPONS,
};
use crate::position::tables::{BARRELS, Blow, Effect, FACES, MOST_CALIBRES, MOST_EFFECTS, ODDS, Tables};

/// Reads the whole file, with the calibres in their order.
pub(super) fn read(page: &Page<'_>) -> Option<(Tables, Vec<String>)> {
    let terrain = |what: &str| each(GROUNDS, |(name, _)| page.number(&["terrain", name, what]));
    let scale = |what: &str| page.number::<u16>(&["scale", what]);
    let small_arms = each(WEAPONS, |weapons| {
        let scale = scale(weapons)?;
        each(HALF_NAMES, |halves| {
            each(DISTANCE_NAMES, |distance| {
                Some(scaled(page.number(&["small_arms", weapons, halves, distance])?, scale))
            })
        })
    });
    let (artillery, calibres) = artillery(page, scale("artillery")?)?;
    let effects = effects(page, [scale("effects")?, scale("losses")?]);
    let moved = page.choice(&["odds", "column"], &COLUMNS)?;
    let combat_losses = scale("combat_losses")?;
    let close_combat = each(FACE_NAMES, |face| {
        let printed = page.parse(&["close_combat", face], blows)?;
        // The columns' ends hold.
        Some(core::array::from_fn(|column| {
            let column = (column + moved).saturating_sub(1).min(ODDS - 1);
            printed[column].map(|blow| Blow { losses: rounded(blow.losses, combat_losses), ..blow })
        }))
    });
    let tables = Tables {
        cost: terrain("cost")?,
        stream: page.number(&["terrain", "stream"])?,
        road: page.number(&["terrain", "road"])?,
        shelter: terrain("shelter")?,
        small_arms: small_arms?,
        effects: effects?,
        shifts: each(SHIFT_NAMES, |shift| page.number(&["shifts", shift]))?,
        artillery,
        drift: each(DRIFT_NAMES, |face| page.choice(&["drift", face], &DIRECTIONS))?,
        close_combat: close_combat?,
        morale: each(MORALE_NAMES, |degree| page.number(&["morale", degree]))?,
    };
    Some((tables, calibres))
}

/// One value for each name; nothing when one is missing.
fn each<N: Copy, T, const M: usize>(names: [N; M], of: impl FnMut(N) -> Option<T>) -> Option<[T; M]> {
    names.map(of).into_iter().collect::<Option<Vec<T>>>()?.try_into().ok()
}

/// This many hundredths, halves up.
fn rounded(number: u8, scale: u16) -> u8 {
    u8::try_from((u16::from(number) * scale + 50) / 100).expect("nine times three at most")
}

/// This many hundredths, halves up; what is in range stays there.
fn scaled(strength: u8, scale: u16) -> u8 {
    let scaled = (u16::from(strength) * scale + 50) / 100;
    u8::try_from(scaled.max(strength.min(1).into())).expect("sixty times three at most")
}

fn artillery(page: &Page<'_>, scale: u16) -> Option<([[u8; BARRELS]; MOST_CALIBRES], Vec<String>)> {
    let section = page.section(&["artillery"]);
    let fields = section.as_ref().map(Section::fields).unwrap_or_default();
    if let Some(field) = fields.get(MOST_CALIBRES) {
        page.complain(field.name_span(), format!("there is room for {MOST_CALIBRES} calibres"));
        return None;
    }
    let mut rows = [[0; BARRELS]; MOST_CALIBRES];
    for (row, field) in rows.iter_mut().zip(&fields) {
        let strength = |barrels| Some(scaled(page.number(&["artillery", field.name(), barrels])?, scale));
        *row = each(BARREL_NAMES, strength)?;
    }
    Some((rows, fields.iter().map(|field| field.name().to_owned()).collect()))
}

/// The rows of the table of effects, from the weakest on.
fn effects(page: &Page<'_>, [strength, losses]: [u16; 2]) -> Option<[(u16, [Effect; FACES]); MOST_EFFECTS]> {
    let section = page.section(&["effects"]);
    let fields = section.as_ref().map(Section::fields).unwrap_or_default();
    let mut rows = [(u16::MAX, [Effect::default(); FACES]); MOST_EFFECTS];
    if fields.is_empty() || fields.len() > MOST_EFFECTS {
        let message =
            format!("the table of effects has 1 to {MOST_EFFECTS} rows, each with its least strength");
        page.complain(page.place(&["effects"]), message);
        return None;
    }
    let mut before = 0;
    for (row, field) in rows.iter_mut().zip(&fields) {
        let least = field.name().parse::<u16>().ok().filter(|least| *least > before && *least < 600);
        let Some(least) = least else {
            page.complain(field.name_span(), "rows go by their least strength, a number, the weakest first");
            return None;
        };
        before = least;
        let printed = page.parse(&["effects", field.name()], faces)?;
        let faces = printed.map(|effect| Effect { losses: rounded(effect.losses, losses), ..effect });
        // A row that begins at 8 begins at 10 where strength counts for four fifths.
        *row = ((least * 100).div_ceil(strength), faces);
    }
    Some(rows)
}

/// `- 1:0 2:1`, one for each face.
fn faces(text: &str) -> Result<[Effect; FACES], String> {
    let effect = |word: &str| {
        if word == "-" {
            return Ok(Effect::default());
        }
        let wrong = || format!("`{word}` is no effect: write levels and losses, 1:2, or -");
        let (levels, losses) = word.split_once(':').ok_or_else(wrong)?;
        let number = |text: &str| text.parse::<u8>().ok().filter(|number| *number <= 9).ok_or_else(wrong);
        Ok(Effect { levels: number(levels)?, losses: number(losses)? })
    };
    let all = text.split_whitespace().map(effect).collect::<Result<Vec<_>, String>>()?;
    let count = all.len();
    all.try_into().map_err(|_| format!("a row has an effect for each of the 10 faces, not {count}"))
}

/// `2p/1`, one for each of the odds.
fn blows(text: &str) -> Result<[[Blow; 2]; ODDS], String> {
    let blow = |word: &str| {
        let (losses, retreats) = word.strip_suffix('p').map_or((word, false), |losses| (losses, true));
        let losses = losses.parse::<u8>().ok().filter(|losses| *losses <= 9);
        let wrong = || format!("`{word}` is no result: write losses, with p for a retreat: 2p");
        Ok::<_, String>(Blow { losses: losses.ok_or_else(wrong)?, retreats })
    };
    let pair = |word: &str| {
        let wrong = || format!("`{word}` should be two results: 2p/1");
        let (attacker, defender) = word.split_once('/').ok_or_else(wrong)?;
        Ok::<_, String>([blow(attacker)?, blow(defender)?])
    };
    let all = text.split_whitespace().map(pair).collect::<Result<Vec<_>, String>>()?;
    let count = all.len();
    all.try_into().map_err(|_| format!("a row has a result for each of the 9 columns of odds, not {count}"))
}
