//! A small net of whole numbers: which of its inputs are on goes in, how good that is comes out, in ten-thousandths of
//! a game. It is trained with floats elsewhere and rounded once ([`Net::of`]), so a decision is the same on any
//! machine.
//!
//! One layer of [`HIDDEN`] units; each is the sum of what the inputs that are on add to it, cut off below zero. No sum
//! can overflow: a weight is below 2^15, and fewer than 2^15 inputs are on.
//!
//! As text a net is a line for each input that adds anything. Most weights are small, so each is written in as few
//! letters as it needs.

use core::fmt::{self, Write as _};
use std::borrow::Cow;

use szala_files::{Complaint, Field};

/// Hidden units.
pub const HIDDEN: usize = 32;
/// A weight of one, in whole numbers and as it is trained.
const WHOLE: i64 = 512;
const ONE: f32 = 512.0;
/// No weight of an input is larger.
const MOST: f32 = 32_767.0;
/// A whole game, as players count.
pub const GAME: f32 = 10_000.0;

/// The sums of the hidden units.
pub type Sums = [i32; HIDDEN];

/// The weights of a net as they are trained.
#[derive(Clone, Debug, PartialEq)]
pub struct Trained {
    /// What each input adds to the hidden units.
    pub rows: Vec<[f32; HIDDEN]>,
    /// What the hidden units begin with.
    pub bias: [f32; HIDDEN],
    /// What each hidden unit is worth, in games.
    pub out: [f32; HIDDEN],
    /// What nothing at all is worth, in games.
    pub base: f32,
}

/// A net.
#[derive(Clone, PartialEq, Eq)]
pub struct Net {
    /// No weight is beyond 16 bits, but in 32 they need not be widened each time.
    rows: Vec<Sums>,
    bias: Sums,
    out: Sums,
    base: i32,
}

/// Its size: its numbers would bury everything beside them.
impl fmt::Debug for Net {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a net with {} inputs", self.rows.len())
    }
}

impl Net {
    /// Rounds what was trained.
    #[expect(clippy::cast_possible_truncation, reason = "rounded, and far below the bounds")]
    pub fn of(trained: &Trained) -> Self {
        let row = |row: &[f32; HIDDEN]| row.map(|weight| (weight * ONE).round().clamp(-MOST, MOST) as i32);
        Self {
            rows: trained.rows.iter().map(row).collect(),
            bias: trained.bias.map(|weight| (weight * ONE).round() as i32),
            out: trained.out.map(|worth| (worth * GAME).round() as i32),
            base: (trained.base * GAME).round() as i32,
        }
    }

    /// The net as it is trained on.
    pub fn to_trained(&self) -> Trained {
        #[expect(clippy::cast_precision_loss, reason = "far below 2^24")]
        let float = |number: i32| number as f32;
        Trained {
            rows: self.rows.iter().map(|row| row.map(|weight| float(weight) / ONE)).collect(),
            bias: self.bias.map(|weight| float(weight) / ONE),
            out: self.out.map(|worth| float(worth) / GAME),
            base: float(self.base) / GAME,
        }
    }

    /// The number of inputs.
    pub fn inputs(&self) -> usize {
        self.rows.len()
    }

    /// The sums while no input is on.
    pub fn nothing(&self) -> Sums {
        self.bias
    }

    /// Turns inputs on.
    #[inline]
    pub fn add(&self, sums: &mut Sums, inputs: &[u16]) {
        // In a copy, which stays in registers.
        let mut all = *sums;
        for input in inputs {
            let row = &self.rows[usize::from(*input)];
            for (sum, weight) in all.iter_mut().zip(row) {
                *sum += *weight;
            }
        }
        *sums = all;
    }

    /// What these sums are worth, in ten-thousandths of a game.
    #[inline]
    pub fn worth(&self, sums: &Sums) -> i32 {
        let of_one = |(sum, out): (&i32, &i32)| i64::from((*sum).max(0)) * i64::from(*out);
        let worth: i64 = sums.iter().zip(&self.out).map(of_one).sum();
        let worth = i64::from(self.base) + worth.div_euclid(WHOLE);
        i32::try_from(worth).unwrap_or(if worth < 0 { i32::MIN } else { i32::MAX })
    }

    /// A net with these inputs, of which each is one of this net's, or none.
    #[must_use]
    pub fn with_inputs(&self, inputs: &[Option<usize>]) -> Self {
        let row = |input: &Option<usize>| input.map_or([0; HIDDEN], |input| self.rows[input]);
        Self { rows: inputs.iter().map(row).collect(), ..self.clone() }
    }

    /// The net as text.
    pub fn write(&self) -> String {
        let mut text = String::new();
        let mut line = |name: &str, numbers: &mut dyn Iterator<Item = i32>| {
            text.push_str(name);
            text.push(' ');
            numbers.for_each(|number| write_number(&mut text, number));
            text.push('\n');
        };
        line("base", &mut [self.base].into_iter());
        line("bias", &mut self.bias.into_iter());
        line("out", &mut self.out.into_iter());
        for (input, row) in self.rows.iter().enumerate().filter(|(_, row)| row.iter().any(|it| *it != 0)) {
            let mut name = String::new();
            write!(name, "{input}").expect("a text takes everything");
            line(&name, &mut row.iter().copied());
        }
        text
    }

    /// Reads a net with this many inputs from a file.
    ///
    /// # Errors
    /// What is wrong with it, and where.
    pub fn of_field(field: &Field<'_>, inputs: usize) -> Result<Self, Complaint> {
        field.parse(|text| {
            Self::read(text, inputs).map_err(|(line, why)| format!("line {line} of the net: {why}"))
        })
    }

    /// Reads a net with this many inputs.
    ///
    /// # Errors
    /// The line, counted from 1, and what is wrong with it.
    pub fn read(text: &str, inputs: usize) -> Result<Self, (usize, String)> {
        let mut net = Self { rows: vec![[0; HIDDEN]; inputs], bias: [0; HIDDEN], out: [0; HIDDEN], base: 0 };
        for (number, line) in (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty()) {
            let wrong = |why: &str| (number, why.to_owned());
            let (name, letters) =
                line.trim().split_once(' ').ok_or_else(|| wrong("a line is a name and numbers"))?;
            let numbers = read_numbers(letters).ok_or_else(|| wrong("these letters are no numbers"))?;
            let all = || Sums::try_from(numbers.as_slice()).map_err(|_| wrong("32 numbers are wanted"));
            match name {
                "base" => net.base = *numbers.first().ok_or_else(|| wrong("a number is wanted"))?,
                "bias" => net.bias = all()?,
                "out" => net.out = all()?,
                _ => {
                    let row = name.parse().ok().and_then(|input: usize| net.rows.get_mut(input));
                    let row = row.ok_or_else(|| wrong("there is no such input"))?;
                    *row = all()?;
                    if row.iter().any(|weight| i16::try_from(*weight).is_err()) {
                        return Err(wrong("a weight is too large"));
                    }
                }
            }
        }
        // So that no sum overflows.
        if net.bias.iter().chain(&net.out).any(|number| number.unsigned_abs() > 1 << 26) {
            return Err((1, "a number is too large".to_owned()));
        }
        Ok(net)
    }
}

/// The key of a net in a file of players.
pub const KEY: &str = "net";

/// A net as its key and its text in a file.
pub fn keyed(net: &Net) -> String {
    format!("# Inputs and what they add to the hidden units.\n{KEY} = '''\n{}'''\n", net.write())
}

/// A file without the letters of its net, for those who read the rest of it: a net is nearly all of its file. Lines
/// keep their numbers.
pub fn without(text: &str) -> Cow<'_, str> {
    let parts = text.split_once(&format!("\n{KEY} = '''\n")).and_then(|(head, rest)| {
        let (letters, tail) = rest.split_once("'''")?;
        Some([head, letters, tail])
    });
    let Some([head, letters, tail]) = parts else { return text.into() };
    let lines = "\n".repeat(letters.bytes().filter(|byte| *byte == b'\n').count());
    format!("{head}\n{KEY} = '''\n{lines}'''{tail}").into()
}

/// The letters of numbers: each has five bits, and a sixth that says whether more follow.
const LETTERS: &[u8; 64] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";

/// What each byte stands for among these letters.
const SIX_BITS: [Option<u8>; 256] = {
    let (mut all, mut at) = ([None; 256], 0);
    while at < 64 {
        all[LETTERS[at as usize] as usize] = Some(at);
        at += 1;
    }
    all
};

/// The sign goes last, so that small numbers are short.
fn write_number(text: &mut String, number: i32) {
    let mut left = number.unsigned_abs() << 1 | u32::from(number < 0);
    loop {
        let (five, more) = (left & 31, left >> 5);
        text.push(char::from(LETTERS[(five | u32::from(more > 0) << 5) as usize]));
        if more == 0 {
            return;
        }
        left = more;
    }
}

fn read_numbers(letters: &str) -> Option<Vec<i32>> {
    let mut numbers = Vec::new();
    let (mut number, mut bits) = (0_u32, 0);
    for letter in letters.bytes() {
        let six = u32::from(SIX_BITS[usize::from(letter)]?);
        if bits > 25 {
            return None;
        }
        number |= (six & 31) << bits;
        bits += 5;
        if six < 32 {
            let size = i32::try_from(number >> 1).ok()?;
            numbers.push(if number & 1 == 1 { -size } else { size });
            (number, bits) = (0, 0);
        }
    }
    (bits == 0).then_some(numbers)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Input 0 adds 2 to the first hidden unit, input 1 takes 3 from it; it is worth a quarter of a game.
    fn by_hand() -> Trained {
        let (mut two, mut three, mut out) = ([0.0; HIDDEN], [0.0; HIDDEN], [0.0; HIDDEN]);
        (two[0], three[0], out[0]) = (2.0, -3.0, 0.25);
        Trained { rows: vec![two, three], bias: [0.0; HIDDEN], out, base: 0.5 }
    }

    fn worth(net: &Net, inputs: &[u16]) -> i32 {
        let mut sums = net.nothing();
        net.add(&mut sums, inputs);
        net.worth(&sums)
    }

    #[test]
    fn the_worth_of_inputs_is_the_sum_by_hand() {
        let net = Net::of(&by_hand());
        // 0.5; 0.5 + 2 * 0.25; 0.5, since -3 is cut off; 0.5, since 2 - 3 is too.
        let inputs: [&[u16]; 4] = [&[], &[0], &[1], &[0, 1]];
        assert_eq!(inputs.map(|inputs| worth(&net, inputs)), [5_000, 10_000, 5_000, 5_000]);
    }

    #[test]
    fn a_net_is_read_as_it_was_written() {
        let mut trained = by_hand();
        trained.rows.push([0.0; HIDDEN]);
        for (at, weight) in (0_i16..).zip(&mut trained.rows[1]) {
            *weight = 0.37 * (f32::from(at) - 15.0).powi(3) / 60.0;
        }
        let net = Net::of(&trained);
        assert_eq!(Net::read(&net.write(), 3), Ok(net.clone()));
        assert_eq!(Net::of(&net.to_trained()), net);
        // The input that adds nothing has no line: three of the net, and two.
        assert_eq!(net.write().lines().count(), 5);
    }

    #[test]
    fn a_file_without_its_net_has_the_same_lines() {
        let file = "a = 1\n\n[Poles.drill]\nhexes = 2\nnet = '''\nbase 0\n1 zz\n'''\n[Russians]\nb = 2\n";
        let short = "a = 1\n\n[Poles.drill]\nhexes = 2\nnet = '''\n\n\n'''\n[Russians]\nb = 2\n";
        assert_eq!(without(file), short);
        for whole in ["net = 1\n", "\nnet = '''\n1 zz\n"] {
            assert_eq!(without(whole), whole);
        }
    }

    #[test]
    fn what_is_wrong_with_a_text_is_said_with_its_line() {
        let wrong = |text: &str| Net::read(text, 2).expect_err("it is wrong").0;
        assert_eq!(wrong("base 0\nbias"), 2);
        assert_eq!(wrong("base !"), 1);
        assert_eq!(wrong("base 0\n\nout 00"), 3);
        let row = "0".repeat(HIDDEN);
        assert_eq!(Net::read(&format!("1 {row}"), 2).map(|net| net.inputs()), Ok(2));
        assert_eq!(wrong(&format!("2 {row}")), 1);
        assert_eq!(wrong(&format!("0 zzz3{}", &row[1..])), 1);
    }

    #[test]
    fn inputs_are_those_of_another_net_or_none() {
        let net = Net::of(&by_hand()).with_inputs(&[None, Some(0)]);
        assert_eq!([&[0_u16][..], &[1]].map(|inputs| worth(&net, inputs)), [5_000, 10_000]);
    }

    #[test]
    fn no_sum_overflows_while_fewer_than_2_to_the_15_inputs_are_on() {
        let large =
            Trained { rows: vec![[64.0; HIDDEN]], bias: [0.0; HIDDEN], out: [100.0; HIDDEN], base: 0.0 };
        let net = Net::of(&large);
        assert!(worth(&net, &vec![0; (1 << 15) - 1]) > 0);
    }
}
