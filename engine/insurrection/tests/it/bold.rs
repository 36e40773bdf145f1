//! A player that seeks the fight, for the tests of the rules and for the program that plays games at random.

use szala_board::HexId;
use szala_insurrection::{Action, Insurrection, Room, State};
use szala_kernel::Rules;

/// Three times in four one of the boldest actions, else any; `lots` draws a number below its argument.
pub(crate) fn choose<R: Room>(
    rules: &Insurrection<R>,
    state: &State<R>,
    legal: &[Action],
    mut lots: impl FnMut(usize) -> usize,
) -> usize {
    if lots(4) == 0 {
        return lots(legal.len());
    }
    let side = rules.to_act(state);
    let board = &rules.scenario().board;
    let to_the_enemy = |hex: HexId| {
        let enemies = board.hexes().into_iter().filter(|other| state.holds(!side, *other));
        enemies.map(|enemy| board.distance(hex, enemy)).min().unwrap_or(0)
    };
    let boldness = |action: &Action| match *action {
        Action::Charge { .. } => 100,
        Action::Counter(_) | Action::Outflank | Action::AgainstCavalry | Action::FormSquare(_) => 90,
        Action::Skirmish(_) => 95,
        // Now and then, among the steps.
        Action::FormSkirmishOrder(_) => 76,
        // Straight on, so that a charge may come of it.
        Action::Step { to, .. } => 80 - i32::from(to_the_enemy(to)),
        Action::Begin { double_time, .. } => 50 - 10 * i32::from(double_time),
        Action::BeginLine { .. } => 45,
        Action::Lead { hex, .. } => 60 - i32::from(to_the_enemy(hex)).abs_diff(3).cast_signed(),
        Action::Fire { .. } | Action::Shell { .. } => 30,
        Action::Turn { .. } => 20,
        Action::Finish | Action::Pass | Action::Halt(_) => 0,
        _ => 10,
    };
    let boldest = legal.iter().map(boldness).max().expect("something is legal");
    let ties = || (0..legal.len()).filter(|place| boldness(&legal[*place]) == boldest);
    ties().nth(lots(ties().count())).expect("one of them")
}
