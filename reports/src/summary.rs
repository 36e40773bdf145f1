//! A run in a few lines of text: who won how often, with intervals, and why.

use core::fmt;

use szala_analysis::{Tally, wilson};
use szala_kernel::{BySide, Side};

/// A tally with the names of the sides, ready to be read.
#[derive(Clone, Copy, Debug)]
pub struct Summary<'s> {
    /// What was played.
    pub title: &'s str,
    /// The names of the sides.
    pub sides: BySide<&'s str>,
    /// The names of those who played them.
    pub players: BySide<&'s str>,
    /// What came of it.
    pub tally: &'s Tally,
}

impl fmt::Display for Summary<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { title, sides, players, tally } = self;
        let BySide([first, second]) = players;
        writeln!(f, "{title}: {}, {first} against {second}", Games(tally.games))?;
        let win = |side: Side| format!("{} win", sides[side]);
        let rows = [
            (win(Side::First), tally.first),
            ("draw".to_owned(), tally.draws),
            (win(Side::Second), tally.second),
        ];
        let reasons =
            tally.reasons.iter().map(|((rule, reason), count)| (format!("{reason} [{rule}]"), *count));
        let reasons: Vec<_> = reasons.collect();
        let width = rows.iter().chain(&reasons).map(|(name, _)| name.chars().count()).max().unwrap_or(0);
        for (name, count) in &rows {
            writeln!(f, "  {name:width$}  {}", Share(*count, tally.games))?;
        }
        writeln!(f, "how the games ended")?;
        for (name, count) in &reasons {
            writeln!(f, "  {name:width$}  {}", Share(*count, tally.games))?;
        }
        Ok(())
    }
}

/// So many of so many, as a percentage in its 95 % interval.
struct Share(u64, u64);

impl fmt::Display for Share {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let share = wilson(self.0, self.1);
        let [estimate, low, high] = [share.estimate, share.low, share.high].map(|part| part * 100.0);
        write!(f, "{estimate:6.2} %  (95 %: {low:.2} to {high:.2})  {}", Games(self.0))
    }
}

/// So many games.
struct Games(u64);

impl fmt::Display for Games {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} game{}", self.0, if self.0 == 1 { "" } else { "s" })
    }
}

#[cfg(test)]
mod tests {
    use szala_kernel::rule;

    use super::*;

    #[test]
    fn a_summary_gives_every_share_with_its_interval_and_number_of_games() {
        let reasons = [((rule!("3.1"), "more points"), 15), ((rule!("3.1"), "equal points"), 133)].into();
        let tally = Tally { games: 148, first: 15, draws: 133, reasons, ..Tally::default() };
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let text = Summary { title: "a run", sides, players, tally: &tally }.to_string();
        assert!(text.starts_with("a run: 148 games, bold against timid\n"), "{text}");
        // 15 of 148 is Newcombe's example: 10.14 %, 6.24 to 16.05.
        assert!(text.contains("Red win              10.14 %  (95 %: 6.24 to 16.05)  15 games"), "{text}");
        assert!(text.contains("Blue win              0.00 %"), "{text}");
        assert!(text.contains("equal points [3.1]   89.86 %"), "{text}");
    }

    #[test]
    fn one_game_is_not_many_and_none_are() {
        let tally = Tally { games: 1, first: 1, ..Tally::default() };
        let (sides, players) = (BySide(["Red", "Blue"]), BySide(["bold", "timid"]));
        let text = Summary { title: "a run", sides, players, tally: &tally }.to_string();
        assert!(text.starts_with("a run: 1 game, bold against timid\n"), "{text}");
        assert!(text.contains("  1 game\n") && text.contains("  0 games\n"), "{text}");
    }
}
