//! The sentry with a net that weighs what it could do: the smallest player that can be drilled, and one whose best
//! habits against others are known by hand.

use std::sync::Arc;

use szala_ai::drilled::{Curiosity, DRILLED, Drillable, Drilled, Drilling, Lessons, Options};
use szala_ai::net::{self, Net};
use szala_ai::tunable::read_weights;
use szala_ai::{Glance, Player as _, ReadFile, Tunable as _, View, roster};
use szala_files::{Complaint, Document, placed};
use szala_kernel::toy::{Action, Gate, TwoGates};

use super::Seat;
use crate::{Habits, Sentry};

/// An input for each action that is a choice.
const INPUTS: usize = 6;

/// The input of an action.
fn input(action: Action) -> usize {
    match action {
        Action::Aim(Gate::Left) => 0,
        Action::Aim(Gate::Right) => 1,
        Action::Guard(Gate::Left) => 2,
        Action::Guard(Gate::Right) => 3,
        Action::Shoot => 4,
        Action::LetPass | Action::DrawLots => 5,
    }
}

impl Drilling<TwoGates> for Sentry {
    type Choice = Action;

    fn weighs(_: Glance<'_, TwoGates>) -> bool {
        true
    }

    fn options(&mut self, view: &View<'_, TwoGates>, options: &mut Options<Action>) {
        let own = view.legal()[self.choose(view)];
        for action in [own].into_iter().chain(view.legal().iter().copied().filter(|action| *action != own)) {
            options.on(input(action));
            options.add(action, 0);
        }
    }

    fn take(&mut self, view: &View<'_, TwoGates>, _: Action, choice: Action) -> Option<usize> {
        Some(view.legal().iter().position(|action| *action == choice).expect("all options are legal"))
    }
}

/// A sentry before it is drilled, or after a first drill.
pub(crate) struct Recruit {
    habits: Habits,
    net: Option<Arc<Net>>,
}

impl Recruit {
    /// That of the player `drilled:FILE`, or a sentry without a net; `None` when the name is neither.
    pub(crate) fn of(name: &str, read: ReadFile<'_>) -> Option<Result<Self, String>> {
        match name.strip_prefix(DRILLED).and_then(|rest| rest.strip_prefix(':')) {
            Some(file) => Some(Self::in_file(file, read)),
            None => Habits::of(name, read).map(|habits| habits.map(|habits| Self { habits, net: None })),
        }
    }

    fn in_file(file: &str, read: ReadFile<'_>) -> Result<Self, String> {
        let text = roster::file_of(DRILLED, file, read)?;
        let values = read_weights(file, &text, None, &Habits::default().parameters(), &[net::KEY])?;
        let told = |complaints: Vec<Complaint>| placed(file, &text, &complaints);
        let document = Document::parse(&text).map_err(told)?;
        let mut complaints = Vec::new();
        let net = document.root().need(net::KEY, &mut complaints, |field| Net::of_field(field, INPUTS));
        match net {
            Some(net) => Ok(Self { habits: Habits::from(&*values), net: Some(Arc::new(net)) }),
            None => Err(told(complaints)),
        }
    }
}

impl Drillable for Recruit {
    type Player = Seat;

    fn kind(&self) -> &'static str {
        DRILLED
    }

    fn inputs(&self) -> usize {
        INPUTS
    }

    fn net(&self) -> Option<Arc<Net>> {
        self.net.clone()
    }

    fn with(&self, net: Option<Arc<Net>>, curiosity: Option<Curiosity>) -> Seat {
        Seat::Drilled(Box::new(Drilled::new(Sentry::new(self.habits), net).curious(curiosity)))
    }

    fn lessons<'p>(&self, player: &'p Seat) -> Option<&'p Lessons> {
        match player {
            Seat::Drilled(player) => Some(player.lessons()),
            _ => None,
        }
    }

    fn file(&self, net: &Net, head: &str) -> String {
        let values = self.habits.parameters().iter().map(|parameter| parameter.value).collect::<Vec<_>>();
        self.habits.file(&values, head) + &net::keyed(net)
    }
}
