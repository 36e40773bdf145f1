//! How a ledger is written. A rule system keeps one file `rules.toml` beside its manifest:
//!
//! ```toml
//! game = "Niemenczyn 1794"
//! # Optional; files or folders, relative to this file. What is given must exist. These are the defaults:
//! code = ["src"]
//! tests = ["tests", "cases"]
//! # Optional: other books that share rules with this one and number some of them otherwise.
//! books = ["maciejowice-1794"]
//! # Optional: rules that only forbid, allow or define. No journal has them, so reports do not list them among the
//! # rules that were never at work.
//! silent = ["6.4"]
//!
//! [[rule]]
//! id = "10.9.6"               # as the book prints it; several rows of one number differ by a letter: 10.9.6a
//! in.maciejowice-1794 = "10.9.7" # optional: its number in another book, when it is another one
//! title = "Joint fire"
//! says = "What the rule says, in our words."
//! status = "implemented"      # implemented, type, data, decision, exception or todo
//! where = "src/fire.rs"       # type, data: the file that holds the rule, or an item in it: src/fire.rs::Volley
//! reason = "..."              # exception: why leaving the rule out is right; welcome in every row
//! option = "joint_fire"       # decision: the switch that chooses the other reading, if there is one
//! ```
//!
//! What a status asks for:
//! - `implemented`: cited in code and in a test.
//! - `type`: a type makes the wrong unsayable; `where` names it.
//! - `data`: a data file says it; `where` names it.
//! - `decision`: how we read a doubtful rule; its id opens with `D-` (`D-10.9.6a`); cited in code and in a test.
//! - `exception`: not implemented; `reason` says why that is right. The only other status for a `D-` id.
//! - `todo`: to be implemented; the gate fails until it is.
//!
//! In another book every number is one rule's. A rule follows the row of its number: with 7.2 renumbered as 7.3, D-7.2a
//! is D-7.3a there, unless its own row says otherwise. A rule that only the other book has takes an id that is free
//! here, as 4.4m, and says its number there. Code cites ids alone; reports use the numbers of the book that is played.
//!
//! Whatever its status, a rule that code cites must be cited in a test as well.
//!
//! A citation is one of:
//! - in Rust, `rule!("10.9.6")`, in code or in a comment;
//! - in a comment, of Rust or TOML, `[10.9.6]` or `[8.14, 8.14.2]`: numbers with a dot, or with `D-` or `G` before;
//! - in TOML, the value of a key `rule` or `rules`: a number, or an array of them, as strings, but in the
//!   table `found` of a mix. A file that opens with `book = "maciejowice-1794"` gives the numbers of that book.
//!
//! Read are the `.rs` and `.toml` files of the paths `code` and `tests`. A file of both is a test, and so is a
//! Rust file from the first line `#[cfg(test)]` on.

/// The description above, as it is printed below findings about the form of a ledger.
pub fn format() -> String {
    let header = include_str!("format.rs").lines().map_while(|line| line.strip_prefix("//!"));
    let lines = header.map(|line| line.strip_prefix(' ').unwrap_or(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}
