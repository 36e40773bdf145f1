//! The rules as the kernel knows them: every question goes to the chapter of the next decision.

use szala_kernel::rules::Fault;
use szala_kernel::{ActionList, Dice, Journal, Limits, Outcome, Rule, Rules, Side, Table, rule};

use crate::chapters::ending::OPEN_TURNS;
use crate::chapters::game::Verdox;
use crate::position::action::Action;
use crate::position::ids::MOST_BARGES;
use crate::position::kinds::{Kind, size};
use crate::position::state::{State, Step};

impl Rules for Verdox {
    type State = State;
    type Action = Action;

    fn opening(&self) -> State {
        self.first_position()
    }

    fn to_act(&self, state: &State) -> Side {
        self.decider(state)
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        self.final_outcome(state)
    }

    fn actions(&self, state: &State, list: &mut ActionList<Action>) {
        match state.step {
            Step::Lots => list.push(Action::DrawLots),
            Step::Muster => self.muster_actions(state, list),
            Step::Enter => self.enter_actions(state, list),
            Step::Turn => self.turn_actions(state, list),
            Step::Over => (),
        }
    }

    fn refusal(&self, state: &State, action: Action) -> Option<Rule> {
        match state.step {
            // [2.1] Lots are drawn first of all.
            Step::Lots => (action != Action::DrawLots).then_some(rule!("2.1")),
            Step::Muster => self.muster_refusal(state, action),
            Step::Enter => self.enter_refusal(state, action),
            Step::Turn => self.turn_refusal(state, action),
            Step::Over => state.end.map(|end| end.rule),
        }
    }

    fn apply<D: Dice, J: Journal>(&self, state: &mut State, action: Action, table: &mut Table<D, J>) {
        debug_assert_eq!(self.refusal(state, action), None, "{action:?} is illegal here");
        match action {
            Action::DrawLots => self.draw_lots(state, table),
            Action::Muster(kind) => self.muster(state, kind),
            Action::Enter(square) => self.enter(state, square, table),
            action => self.decide_turn(state, action, table),
        }
    }

    fn imagine<D: Dice>(&self, state: &mut State, viewer: Side, dice: &mut D) {
        self.imagine_counters(state, viewer, dice);
    }

    fn audit(&self, state: &State) -> Result<(), Fault> {
        self.audit_position(state)
    }

    /// The most actions listed at once: in a turn, `done`, a pick for each counter and four ways for each barge; of a
    /// picked unit, `hold`, four steps, and as targets every enemy, every barge and every fortification; in a wave,
    /// the kinds, or the squares of an edge. A counter that acts takes a pick and at most as many steps as it has
    /// half points, along a road, or fewer and a hold; one more is a reserve. Its dice are at most four, those of
    /// guns out of a swamp up a wall [6.9.5, 7.6.3, 6.9.4, 6.10.3]: a unit that continues after a step has left canal
    /// and swamp, and climbs nothing.
    fn limits(&self) -> Limits {
        let counters = Side::BOTH.map(|side| size(self.scenario.forces[side]));
        let most = counters[0].max(counters[1]);
        let of_a_turn = 1 + most + 4 * MOST_BARGES;
        let of_a_unit = 1 + 4 + most + MOST_BARGES + self.fortified.len();
        let of_a_wave = Side::BOTH.map(|side| self.entry[side].len().max(Kind::COUNT));
        let actions = of_a_turn.max(of_a_unit).max(of_a_wave[0]).max(of_a_wave[1]);
        let turns = usize::from(self.scenario.turns.unwrap_or(OPEN_TURNS));
        let both = counters[0] + counters[1];
        let points = self.scenario.kinds.cards.iter().map(|card| card.points).max();
        let of_a_counter = 2 + usize::from(points.expect("there are six kinds, so one has the most points"));
        let decisions = 1 + 2 * both + turns * (of_a_counter * both + 2 * (MOST_BARGES + 1));
        Limits { actions, decisions, dice: 1 + 4 * turns * both }
    }
}
