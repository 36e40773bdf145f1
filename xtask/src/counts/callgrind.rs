//! Reads what callgrind counted: how many instructions belong to the program, not to the system's libraries, and how
//! many of them to which function and to lines of which file. Valgrind's manual describes the format.

use std::collections::BTreeMap;
use std::path::Path;

/// The file of instructions without a line of ours: the standard library and dependencies, where they are called and
/// not inlined into a function of ours.
const ELSEWHERE: &str = "elsewhere";

/// What was counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Profile {
    /// Instructions of the program.
    pub(super) own: u64,
    /// The same by the function called, including inlined ones.
    pub(super) functions: BTreeMap<String, u64>,
    /// The same by the file of their line, relative to the root of the repository. Instructions without a
    /// line of ours (of the standard library, say) belong to the function they are inlined into.
    pub(super) files: BTreeMap<String, u64>,
}

/// Names that are written out once and then referred to by a number.
#[derive(Default)]
struct Names<'t>(BTreeMap<&'t str, &'t str>);

impl<'t> Names<'t> {
    /// The name that `(number) name`, `(number)` or `name` stands for.
    fn read(&mut self, written: &'t str) -> &'t str {
        match written.strip_prefix('(').and_then(|rest| rest.split_once(')')) {
            None => written,
            Some((number, "")) => self.0.get(number).copied().unwrap_or(""),
            Some((number, name)) => {
                let name = name.trim_start();
                self.0.insert(number, name);
                name
            }
        }
    }
}

impl Profile {
    /// Reads a profile of `program`, whose sources are under `root`.
    pub(super) fn read(text: &str, program: &Path, root: &Path) -> Self {
        let (mut objects, mut files, mut functions) = <(Names<'_>, Names<'_>, Names<'_>)>::default();
        let ours = |file: &str| Some(Path::new(file).strip_prefix(root).ok()?.to_str()?.to_owned());
        let (mut is_own, mut home, mut here, mut function) = (false, None, None, "");
        let mut profile = Self::default();
        let mut is_call = false;
        for line in text.lines() {
            if let Some((key, value)) = line.split_once('=') {
                match key {
                    "ob" => is_own = Path::new(objects.read(value)).file_name() == program.file_name(),
                    "fl" | "fi" | "fe" => here = ours(files.read(value)),
                    "fn" => {
                        function = functions.read(value);
                        // Its file is only named where it is not the one before.
                        home.clone_from(&here);
                    }
                    "cfn" => _ = functions.read(value),
                    "cob" => _ = objects.read(value),
                    "cfi" | "cfl" => _ = files.read(value),
                    // The next line is the cost of the called function, which is counted there.
                    "calls" => is_call = true,
                    _ => {}
                }
                continue;
            }
            let Some(count) = cost(line) else { continue };
            if std::mem::take(&mut is_call) || !is_own {
                continue;
            }
            profile.own += count;
            let file = here.as_ref().or(home.as_ref()).map_or(ELSEWHERE, String::as_str);
            for (places, place) in [(&mut profile.functions, function), (&mut profile.files, file)] {
                // Most lines find their place: it is named only when it is new.
                match places.get_mut(place) {
                    Some(sum) => *sum += count,
                    None => _ = places.insert(place.to_owned(), count),
                }
            }
        }
        profile.functions = by_plain_name(profile.functions);
        profile
    }
}

/// The same functions by shorter names; those that share one are merged.
fn by_plain_name(functions: BTreeMap<String, u64>) -> BTreeMap<String, u64> {
    let mut plain = BTreeMap::new();
    for (name, count) in functions {
        *plain.entry(plain_name(&name)).or_default() += count;
    }
    plain
}

/// The name of a function without the type it is implemented for, which its module already names:
/// `fire::<impl game::Game>::aim` is `fire::aim`, and `<Seat as Player<Game>>::choose` is `Seat::choose`. Callgrind's
/// mark of a recursion is removed too.
fn plain_name(name: &str) -> String {
    let name = name.split_once('\'').map_or(name, |(name, _)| name);
    let mut plain = String::new();
    let mut rest = name;
    while let Some(open) = rest.find('<') {
        let (before, bracket) = rest.split_at(open);
        let Some(close) = end_of_bracket(bracket) else { break };
        let (inside, after) = (&bracket[1..close], &bracket[close + 1..]);
        plain += before;
        rest = after;
        if inside.starts_with("impl ") {
            rest = after.strip_prefix("::").unwrap_or(after);
        } else if let Some((who, _)) = inside.split_once(" as ") {
            plain += who;
        } else {
            plain += &bracket[..=close];
        }
    }
    plain + rest
}

/// The end of the bracket with which a text begins.
fn end_of_bracket(text: &str) -> Option<usize> {
    let mut depth = 0;
    let mut before = ' ';
    for (at, letter) in text.char_indices() {
        // An arrow closes nothing.
        depth += i32::from(letter == '<') - i32::from(letter == '>' && before != '-');
        if depth == 0 {
            return Some(at);
        }
        before = letter;
    }
    None
}

/// The instructions of a line of costs: a line number, absolute or from the one before, and how many.
fn cost(line: &str) -> Option<u64> {
    let (place, count) = line.split_once(' ')?;
    let number = place.strip_prefix(['+', '-', '*']).unwrap_or(place);
    let is_place = number.bytes().all(|byte| byte.is_ascii_digit()) && !place.is_empty();
    is_place.then(|| count.trim().parse().ok()).flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// In a function of fire.rs: 5 of its own, 7 of bits.rs, 2 of the standard library, then back in it 1; 3 more of it
    /// after a call, whose 100 are counted where they belong: 50 in sight.rs and 10 in bits.rs, 40 in libc. 6 of
    /// another function of bits.rs, the file named last, and 4 with no line of ours.
    const WRITTEN: &str = "\
# callgrind format
creator: callgrind-3.19.0
cmd:  /t/release/counted a roll
desc: Trigger: Program termination
positions: line
events: Ir
summary: 128

ob=(2) /t/release/counted
fl=(1) /s/engine/fire.rs
fn=(10) fire::<impl game::Game>::aim
16 5
fi=(2) /s/board/bits.rs
+3 7
fi=(3) /rustc/59/core/option.rs
* 2
fe=(1)
-3 1
cfi=(4) /s/engine/sight.rs
cfn=(11) sight::sees
calls=2 40
20 100
20 3

fl=(4)
fn=(11)
40 50
fi=(2)
3 10

fn=(14) bits::len
9 6

fl=(3)
fn=(12) core::panicking
1 4

ob=(3) /lib/libc.so.6
fl=(5) ???
fn=(13) memcpy
0 40

totals: 128
";

    #[test]
    fn instructions_belong_to_the_file_of_their_line_or_else_of_their_function() {
        let profile = Profile::read(WRITTEN, Path::new("/t/release/counted"), Path::new("/s"));
        let files =
            [("board/bits.rs", 23), ("elsewhere", 4), ("engine/fire.rs", 11), ("engine/sight.rs", 50)];
        let functions = [("bits::len", 6), ("core::panicking", 4), ("fire::aim", 18), ("sight::sees", 60)];
        let expected = Profile {
            own: 88,
            functions: functions.into_iter().map(|(name, count)| (name.to_owned(), count)).collect(),
            files: files.into_iter().map(|(file, count)| (file.to_owned(), count)).collect(),
        };
        assert_eq!(profile, expected);
        // 128 that callgrind has summed up itself, less 40 in libc.
        assert_eq!(profile.files.values().sum::<u64>(), 88);
    }

    #[test]
    fn functions_are_named_by_where_they_stand() {
        for (name, plain) in [
            ("a::fire::<impl a::game::Game>::aim", "a::fire::aim"),
            ("<b::Seat as b::Player<a::Game>>::choose", "b::Seat::choose"),
            ("a::Bits<T,_>::first", "a::Bits<T,_>::first"),
            ("<alloc::vec::Vec<T> as core::Extend<fn() -> T>>::extend'2", "alloc::vec::Vec<T>::extend"),
            ("a::less<b", "a::less<b"),
        ] {
            assert_eq!(plain_name(name), plain);
        }
    }

    #[test]
    fn only_lines_of_costs_are_costs() {
        for (line, count) in [
            ("16 5", Some(5)),
            ("+3 7", Some(7)),
            ("-12 1", Some(1)),
            ("* 2", Some(2)),
            ("", None),
            ("events: Ir", None),
            ("totals: 128", None),
            ("part: 1", None),
        ] {
            assert_eq!(cost(line), count, "{line:?}");
        }
    }
}
