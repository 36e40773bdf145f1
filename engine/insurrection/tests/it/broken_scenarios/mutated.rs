//! Files with a few bytes changed at random: whatever is in them, they are read or refused, and never a panic.

use szala_insurrection::scenario::{Place, Problem, Variant, load_variant};

use crate::shipped::{NAMES, Texts, load_from, texts};

/// Numbers that are the same in every run (Knuth's MMIX generator).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits fit in a usize") % end
    }
}

/// Tries this many sets of files; returns how many could still be read.
fn try_mutated(plain: &Texts, seed: u64, trials: u32) -> u32 {
    let mut numbers = Numbers(seed);
    let mut read = 0;
    for _ in 0..trials {
        let mut texts = plain.clone();
        let name = NAMES[numbers.below(NAMES.len())];
        let mut bytes = texts[name].clone().into_bytes();
        for _ in 0..=numbers.below(3) {
            mutate(&mut bytes, &mut numbers);
        }
        texts.insert(name, String::from_utf8_lossy(&bytes).into_owned());
        let root = if name == NAMES[0] { name } else { "alternative.toml" };
        match load_from(&texts, root) {
            Ok(_) => read += 1,
            Err(problems) => {
                assert!(!problems.0.is_empty(), "a refusal says why");
                let is_placed =
                    |problem: &Problem| matches!(problem.place, Place::File { line: 1.., column: 1.., .. });
                assert!(problems.0.iter().all(is_placed));
            }
        }
    }
    read
}

#[track_caller]
fn are_read_or_refused(seed: u64) {
    let (trials, read) = (500, try_mutated(&texts(), seed, 500));
    // Comments and titles may say what they like, most other bytes may not.
    assert!((trials / 20..3 * trials / 4).contains(&read), "{read} of {trials} read");
}

#[test]
fn files_with_mutated_bytes_are_read_or_refused() {
    are_read_or_refused(1794);
}

#[test]
fn other_files_with_mutated_bytes_are_read_or_refused() {
    are_read_or_refused(1795);
}

#[test]
fn files_with_mutated_bytes_are_refused_beside_a_map_without_a_grid() {
    // Without a board to build it is quick, and the readers have to do without hexes.
    let mut texts = texts();
    let map = texts["map.toml"].replace("[grid]", "[gird]");
    texts.insert("map.toml", map);
    assert_eq!(try_mutated(&texts, 1796, 2000), 0);
}

fn mutate(bytes: &mut Vec<u8>, numbers: &mut Numbers) {
    const LIKELY: &[u8] = b"\"'[]{}=,.-/0123456789 \n#NSxF\\\xC5";
    let at = numbers.below(bytes.len());
    match numbers.below(5) {
        0 => bytes[at] = LIKELY[numbers.below(LIKELY.len())],
        1 => bytes.insert(at, LIKELY[numbers.below(LIKELY.len())]),
        2 => drop(bytes.remove(at)),
        // A piece of the file, in another place.
        3 => {
            let end = (at + 1 + numbers.below(40)).min(bytes.len());
            let piece: Vec<u8> = bytes.drain(at..end).collect();
            let to = numbers.below(bytes.len() + 1);
            bytes.splice(to..to, piece);
        }
        _ => bytes[at] = u8::try_from(numbers.below(256)).expect("a number below 256 is a byte"),
    }
}

#[test]
fn a_variants_file_is_carried_out_or_refused_whatever_is_in_it() {
    const VARIANT: &str = "title = \"x\"\nstanding = \"assumed\"\nremove = [\"Kozacy 3\", \"KN II\"]\n\
        [[commander]]\nname = \"He\"\nside = \"Poles\"\n\
        [[unit]]\nname = \"His\"\nside = \"Poles\"\ncommander = \"He\"\narm = \"cavalry\"\n\
        morale = 6\nsize = 2\nfire = 1\n\
        [set_up]\nHe = \"0203\"\nHis = \"0203 N\"\n\
        [pool]\n2-3 = [\"He\", \"Lewiz or Kirejew\"]\n\
        [set]\nstages = 5\n\"units.His.morale\" = 7\n\"map.0101\" = \"f\"\n\"map.hexsides.trench.0706/0605\" = false\n\
        \"free_set_up.Poles\" = \"none\"\n\"artillery.1-3\" = \"3M\"\n\"pool.4\" = \"He, Grabowski\"\n";
    let plain = texts();
    let mut numbers = Numbers(7);
    let mut read = 0;
    for _ in 0..150 {
        let mut bytes = VARIANT.as_bytes().to_vec();
        for _ in 0..=numbers.below(2) {
            mutate(&mut bytes, &mut numbers);
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let files = |name: &str| match name {
            "variant.toml" => Ok(text.clone()),
            name => plain.get(name).cloned().ok_or_else(|| "there is no such file".to_owned()),
        };
        let mut variant = Variant::default();
        let loaded = variant
            .include("variant.toml", &files)
            .and_then(|()| load_variant("alternative.toml", &files, &variant));
        match loaded {
            Ok(_) => read += 1,
            Err(problems) => assert!(!problems.0.is_empty(), "a refusal says why"),
        }
    }
    assert!((1..150).contains(&read), "{read} of 150 were carried out");
}
