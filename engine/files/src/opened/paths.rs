//! Paths of values, part by part: what each names, and what to say of those that name nothing.

use super::Opened;
use crate::declared::{Declared, Entry, FileKind, Part};
use crate::filed::Filed;
use crate::unknown;

/// What a path names: a value, or several that have one path.
#[derive(Clone, Debug)]
pub(super) struct Target {
    /// Its path; of several, the one that is reported.
    pub(super) path: String,
    pub(super) kind: &'static FileKind,
    pub(super) entry: &'static Entry,
    /// Each value by its own path, and where it stands in its file.
    pub(super) places: Vec<Place>,
}

/// A value by its own path, and the keys under which it stands in its file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) path: String,
    pub(super) keys: Vec<String>,
}

impl Place {
    pub(super) fn keys(&self) -> Vec<&str> {
        texts(&self.keys)
    }
}

/// A value that can be set, with the parts of its path.
#[derive(Clone, Debug)]
struct Way {
    kind: &'static FileKind,
    entry: &'static Entry,
    parts: Vec<Part>,
}

impl<R: Filed> Opened<R> {
    /// The names that a word stands for in this scenario.
    pub(super) fn names(&self, word: &str) -> Vec<String> {
        match Self::VALUES.fixed_names(word) {
            Some(all) => all.iter().map(|name| (*name).to_owned()).collect(),
            None => R::names(self, word),
        }
    }

    /// What can stand for a part.
    fn names_of(&self, part: Part) -> Vec<String> {
        match part {
            Part::Fixed(fixed) => vec![fixed.to_owned()],
            Part::Name(word) => self.names(word),
        }
    }

    /// The values whose paths begin so.
    fn ways(&self, begun: &[String]) -> Vec<Way> {
        let way = |(kind, entry): (&'static FileKind, &'static Entry)| Way {
            kind,
            entry,
            parts: kind.pattern(entry),
        };
        let is_it = |way: &Way| {
            way.parts.len() >= begun.len()
                && way.parts.iter().zip(begun).all(|(part, name)| self.can_be(*part, name))
        };
        Self::VALUES.varied().map(way).filter(is_it).collect()
    }

    /// Can this stand for the part?
    fn can_be(&self, part: Part, name: &str) -> bool {
        match part {
            Part::Name(word) if Self::VALUES.fixed_names(word).is_none() => {
                let admitted = || R::admit(self, word, name).is_some_and(|own| own.as_deref() == Ok(name));
                admitted() || R::names(self, word).iter().any(|known| known == name)
            }
            part => Self::VALUES.admits(part, name),
        }
    }

    /// Every value that there is.
    pub(super) fn targets(&self) -> Vec<Target> {
        self.ways(&[]).iter().flat_map(|way| self.targets_of(way, &[])).collect()
    }

    /// The values of an entry whose paths begin so.
    fn targets_of(&self, way: &Way, begun: &[String]) -> Vec<Target> {
        let begun_with = begun.iter().map(|name| vec![name.clone()]);
        // Paths are listed in their own order, which need not be that of the keys.
        let open = way.parts.iter().skip(begun.len()).map(|part| self.names_of(*part));
        let all = one_of_each(begun_with.chain(open));
        all.iter().map(|path| target::<R>(way, path)).filter(|target| self.is_there(target)).collect()
    }

    fn is_there(&self, target: &Target) -> bool {
        target.places.iter().all(|place| R::is_there(self, target.kind.name, &place.keys()))
    }

    /// What a path names, or why it names nothing.
    pub(super) fn find(&self, path: &str) -> Result<Target, String> {
        let path = in_full(Self::VALUES, path)?;
        let (mut begun, mut left) = (Vec::new(), Some(&path[..]));
        while let Some(rest) = left {
            let Some((name, behind)) = self.next(&begun, rest)? else {
                let words = Self::VALUES.stranger(&path).map(str::to_owned);
                return Err(words.unwrap_or_else(|| self.not_known(&begun, rest)));
            };
            begun.push(name);
            left = behind;
        }
        let ways = self.ways(&begun);
        let Some(way) = ways.iter().find(|way| way.parts.len() == begun.len()) else {
            return Err(self.only_begun(&ways, &begun));
        };
        let target = target::<R>(way, &begun);
        if self.is_there(&target) {
            return Ok(target);
        }
        let last = begun.pop().unwrap_or_default();
        Err(self.not_known(&begun, &last))
    }

    /// The next part of a path: of the names that there are the longest, or one that could be there; and what is behind
    /// it.
    fn next<'r>(&self, begun: &[String], rest: &'r str) -> Result<Option<(String, Option<&'r str>)>, String> {
        let parts = self.next_parts(begun);
        let behind = |name: &str| {
            let behind = rest.strip_prefix(name)?;
            if behind.is_empty() { Some(None) } else { behind.strip_prefix('.').map(Some) }
        };
        let names = parts.iter().flat_map(|(part, _)| self.names_of(*part));
        let known = names.filter_map(|name| behind(&name).map(|behind| (name, behind)));
        if let Some(longest) = known.max_by_key(|(name, _)| name.len()) {
            return Ok(Some(longest));
        }
        for (part, more) in parts {
            let Part::Name(word) = part else { continue };
            if Self::VALUES.fixed_names(word).is_some() {
                continue;
            }
            let (name, behind) = match rest.split_once('.').filter(|_| more > 0) {
                Some((name, behind)) => (name, Some(behind)),
                None => (rest, None),
            };
            if let Some(name) = R::admit(self, word, name) {
                return Ok(Some((name?, behind)));
            }
        }
        Ok(None)
    }

    /// What can follow the beginning of a path, and the fewest parts that follow that.
    fn next_parts(&self, begun: &[String]) -> Vec<(Part, usize)> {
        let mut parts: Vec<(Part, usize)> = Vec::new();
        for way in self.ways(begun) {
            let Some(part) = way.parts.get(begun.len()) else { continue };
            let more = way.parts.len() - begun.len() - 1;
            match parts.iter_mut().find(|(known, _)| known == part) {
                Some((_, least)) => *least = more.min(*least),
                None => parts.push((*part, more)),
            }
        }
        parts
    }

    /// What to say of a name that cannot come behind the beginning of a path.
    fn not_known(&self, begun: &[String], rest: &str) -> String {
        let parts = self.next_parts(begun);
        if let [(part @ Part::Name(word), more)] = &parts[..] {
            // Names may have dots in them: this one is followed by `more` parts.
            let name = rest.rsplitn(more + 1, '.').last().unwrap_or(rest);
            let known = self.names_of(*part);
            return unknown(Self::VALUES.names_of(word).what, name, &texts(&known));
        }
        let what = match (Self::VALUES.called(&begun.join(".")), begun.last()) {
            (Some(what), _) => what.to_owned(),
            (None, None) => "path".to_owned(),
            (None, Some(last)) => format!("value of {last}"),
        };
        let mut known: Vec<String> = Vec::new();
        for way in self.ways(begun).iter().filter(|way| way.parts.len() > begun.len()) {
            let part = way.parts[begun.len()];
            if !matches!(part, Part::Name(word) if Self::VALUES.fixed_names(word).is_none()) {
                let mut more = self.names_of(part);
                more.retain(|name| !known.contains(name) && self.leads_on(way, begun, name));
                known.append(&mut more);
            }
        }
        unknown(&what, rest.split('.').next().unwrap_or(rest), &texts(&known))
    }

    /// Is there a value whose path goes on by this name?
    fn leads_on(&self, way: &Way, begun: &[String], name: &str) -> bool {
        let path = [begun, &[name.to_owned()]].concat();
        way.parts.len() > path.len() || self.is_there(&target::<R>(way, &path))
    }

    /// What to say of the beginning of a path: an example of each way to go on.
    fn only_begun(&self, ways: &[Way], begun: &[String]) -> String {
        let mut told: Vec<Part> = Vec::new();
        let mut examples = Vec::new();
        for way in ways {
            let next = way.parts[begun.len()];
            if !told.contains(&next)
                && let Some(first) = self.targets_of(way, begun).first()
            {
                told.push(next);
                examples.push(first.path.clone());
            }
        }
        format!("`{}` is the beginning of a path: {}", begun.join("."), examples.join(", "))
    }
}

/// The value of an entry whose path has these parts; the values, where one of the names stands for several.
fn target<R: Filed>(way: &Way, path: &[String]) -> Target {
    let each = way.parts.iter().zip(path).map(|(part, name)| match part {
        Part::Fixed(_) => vec![name.clone()],
        Part::Name(word) => R::several(word, name),
    });
    let key = |path: &[String], part: Part| match part {
        Part::Fixed(fixed) => fixed.to_owned(),
        Part::Name(_) => {
            let at = way.parts.iter().position(|known| *known == part);
            path[at.expect("a path has the names of its keys")].clone()
        }
    };
    let place = |path: Vec<String>| {
        let keys = way.entry.parts().map(|part| key(&path, part)).collect();
        Place { path: path.join("."), keys }
    };
    let places = one_of_each(each).into_iter().map(place).collect();
    Target { path: path.join("."), kind: way.kind, entry: way.entry, places }
}

/// Every way to take one name of each.
fn one_of_each(each: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    each.fold(vec![Vec::new()], |paths, names| {
        let longer = |path: &Vec<String>| {
            let path = path.clone();
            names.iter().cloned().map(move |name| [&path[..], &[name]].concat()).collect::<Vec<_>>()
        };
        paths.iter().flat_map(longer).collect()
    })
}

pub(super) fn texts(names: &[String]) -> Vec<&str> {
    names.iter().map(String::as_str).collect()
}

/// A path with what may be left out, and decisions as what they decide.
fn in_full(declared: &Declared, path: &str) -> Result<String, String> {
    let behind = |prefix: &&str| path.strip_prefix(*prefix)?.strip_prefix('.');
    let decision =
        declared.omitted.iter().find_map(behind).filter(|rest| rest.starts_with("D-")).unwrap_or(path);
    if decision.starts_with("D-") {
        let decisions = declared.decisions();
        let found = decisions.iter().find(|(known, _)| *known == decision);
        let known: Vec<&str> = decisions.iter().map(|(known, _)| *known).collect();
        let what = "decision that a scenario may take otherwise";
        return found.map(|(_, path)| path.clone()).ok_or_else(|| unknown(what, decision, &known));
    }
    let first = path.split('.').next().unwrap_or_default();
    let is_there = |prefix: &&&'static str| {
        declared.varied().any(|(kind, entry)| {
            let pattern = kind.pattern(entry);
            pattern.first() == Some(&Part::Fixed(prefix))
                && matches!(pattern.get(1), Some(Part::Fixed(fixed)) if *fixed == first)
        })
    };
    Ok(match declared.omitted.iter().find(is_there) {
        Some(prefix) => format!("{prefix}.{path}"),
        None => path.to_owned(),
    })
}
