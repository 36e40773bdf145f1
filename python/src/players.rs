//! Python functions as players. They are asked in JSON, which Python code reads into objects.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use pyo3::prelude::*;
use serde_json::{Value, json};
use szala_kernel::Side;
use szala_kernel::picture::{Counter, Piece, Spot};
use szala_system::{Lender, Loan, Question};

/// A function that plays, as long as this object lives.
#[pyclass(frozen)]
pub(crate) struct Lent {
    loan: Loan,
    player: Arc<PythonPlayer>,
}

#[pymethods]
impl Lent {
    /// Lends a function under this name, or the next free one.
    #[new]
    fn new(name: &str, function: Py<PyAny>) -> Self {
        let player = Arc::new(PythonPlayer {
            function,
            failure: Mutex::new(None),
            has_failed: AtomicBool::new(false),
        });
        Self { loan: Loan::of(&format!("python:{name}"), Arc::clone(&player) as Arc<dyn Lender>), player }
    }

    /// The name by which commands know it.
    #[getter]
    fn name(&self) -> &str {
        self.loan.name()
    }
}

impl Lent {
    /// What its function raised; taken once.
    pub(crate) fn failure(&self) -> Option<PyErr> {
        self.player.failure.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

struct PythonPlayer {
    function: Py<PyAny>,
    /// The first exception it raised, until it is taken.
    failure: Mutex<Option<PyErr>>,
    /// If so it is not called any more: the games in progress count for nothing.
    has_failed: AtomicBool,
}

impl Lender for PythonPlayer {
    fn choose(&self, question: &Question<'_>) -> usize {
        let asked = |py: Python<'_>| {
            let place = self.function.call1(py, (written(question).to_string(), question.actions))?;
            place.extract::<usize>(py)
        };
        if self.has_failed.load(Ordering::Relaxed) {
            return 0;
        }
        Python::attach(asked).unwrap_or_else(|error| {
            if !self.has_failed.swap(true, Ordering::Relaxed) {
                *self.failure.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
            }
            0
        })
    }
}

/// A position and the side that decides in it.
fn written(question: &Question<'_>) -> Value {
    let Question { sides, side, ground, position, lot, .. } = question;
    let piece = |(piece, counter): (&Piece, &Counter)| {
        let at = match counter.spot {
            Spot::Cell(cell) | Spot::Marker(cell) => &ground.cell(cell).label,
            Spot::Tray(tray) => &ground.trays[tray.index()],
            Spot::Nowhere => return None,
        };
        let conditions = (0..).zip(&ground.conditions);
        let has = conditions.filter(|(bit, _)| counter.conditions >> bit & 1 == 1);
        Some(json!({
            "name": piece.name,
            "side": piece.holder(counter).map(|side| sides[side as usize]),
            "kind": ground.look(counter.look.unwrap_or(piece.look)).name,
            "at": at,
            "is_on_map": matches!(counter.spot, Spot::Cell(_)),
            "heading": counter.heading,
            "strength": counter.strength,
            "losses": counter.losses,
            "conditions": has.map(|(_, condition)| condition.name).collect::<Vec<_>>(),
        }))
    };
    json!({
        "side": sides[*side as usize],
        "stage": position.stage,
        "lead": if *side == Side::First { position.lead } else { -position.lead },
        "pieces": ground.pieces.iter().zip(&position.counters).filter_map(piece).collect::<Vec<_>>(),
        "lot": lot,
    })
}
