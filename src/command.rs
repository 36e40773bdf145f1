//! The subcommands, one module each, and what they share: exit codes and the way a problem is told.

pub(crate) mod list;
pub(crate) mod run;

/// Exit code of wrong use and of bad input; 0 is done, 1 a check that says no.
pub(crate) const WRONG_USE: u8 = 2;

/// Something the user can mend, told in words: what is wrong, where, and what would be right.
pub(crate) type Problem = String;
