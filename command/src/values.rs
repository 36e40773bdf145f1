//! Which values of a scenario are tried, and what is tried in their place: the ends of their ranges, or a step from
//! their current value. For every command that goes through many values.

use szala_files::{Known, Takes};

/// Does a path match a pattern in which `*` stands for any text?
pub(crate) fn matches(pattern: &str, path: &str) -> bool {
    match pattern.split_once('*') {
        None => pattern == path,
        Some((front, rest)) => path.strip_prefix(front).is_some_and(|path| {
            let mut ends = path.char_indices().map(|(at, _)| at).chain([path.len()]);
            ends.any(|at| matches(rest, &path[at..]))
        }),
    }
}

/// The values in the range that the files give for the printed value, without the current one: all numbers, or the two
/// ends of anything else. Empty without a range.
pub(crate) fn likely(known: &Known) -> Vec<String> {
    let Some([low, high]) = &known.likely else { return Vec::new() };
    let all = match (low.parse::<i64>(), high.parse::<i64>()) {
        (Ok(low), Ok(high)) => (low..=high).map(|value| value.to_string()).collect(),
        _ => vec![low.clone(), high.clone()],
    };
    without(known, all)
}

/// The ends of that range.
pub(crate) fn ends(known: &Known) -> Vec<String> {
    without(known, known.likely.iter().flatten().cloned().collect())
}

/// The values a step from the current one: the numbers before and after it, the other of two, all others of a list.
/// Empty where the rules accept any text.
pub(crate) fn steps(known: &Known) -> Vec<String> {
    let all = match &known.takes {
        Takes::Number { least, most } => {
            let now: i64 = known.value.parse().unwrap_or(i64::MIN);
            let bounds = i64::from(*least)..=i64::from(*most);
            let beside = [now.checked_sub(1), now.checked_add(1)].into_iter().flatten();
            beside.filter(|value| bounds.contains(value)).map(|value| value.to_string()).collect()
        }
        Takes::Flag => ["true", "false"].map(str::to_owned).into(),
        Takes::OneOf(names) => names.clone(),
        Takes::AnyOf(_) | Takes::Text(_) | Takes::List(_) => Vec::new(),
    };
    without(known, all)
}

fn without(known: &Known, mut values: Vec<String>) -> Vec<String> {
    values.dedup();
    values.retain(|value| *value != known.value);
    values
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_star_stands_for_anything() {
        for (pattern, path) in [
            ("stages", "stages"),
            ("units.*.morale", "units.Narwa 1.morale"),
            ("*", "anything"),
            ("map.*", "map.hexsides.trench.0706/0605"),
            ("*.Poles", "map.rally.Poles"),
            ("units.*1*", "units.1/I/7 pp lit..size"),
        ] {
            assert!(matches(pattern, path), "{pattern} {path}");
        }
        for (pattern, path) in
            [("stage", "stages"), ("units.*.morale", "units.Narwa 1.morale_reverse"), ("", "x")]
        {
            assert!(!matches(pattern, path), "{pattern} {path}");
        }
    }

    #[test]
    fn values_are_those_of_a_range_or_a_step_away() {
        let known = |value: &str, takes, likely: Option<[&str; 2]>| Known {
            path: "x".to_owned(),
            value: value.to_owned(),
            takes,
            likely: likely.map(|ends| ends.map(str::to_owned)),
        };
        let number = || Takes::Number { least: 0, most: 9 };
        let ranged = known("5", number(), Some(["4", "7"]));
        assert_eq!(
            (likely(&ranged), ends(&ranged)),
            (vec!["4".into(), "6".into(), "7".into()], vec!["4".into(), "7".into()])
        );
        assert_eq!(ends(&known("4", number(), Some(["4", "7"]))), ["7"]);
        assert_eq!(steps(&known("9", number(), None)), ["8"]);
        assert_eq!(steps(&known("none", number(), None)), Vec::<String>::new());
        assert_eq!(steps(&known("true", Takes::Flag, None)), ["false"]);
        assert_eq!(steps(&known("f", Takes::one_of(&[".", "f"]), None)), ["."]);
        assert_eq!(likely(&known("2M", Takes::Text("2M"), Some(["2M", "3M"]))), ["3M"]);
    }
}
