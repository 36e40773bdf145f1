//! The looks and names of a game, without its positions and actions: enough to read journals, to draw pictures and to
//! write reports of any game.

use szala_kernel::journal::Event;
use szala_kernel::picture::{Deed, Drawn, Ground, Listing, PieceId, PrintedTable};
use szala_kernel::{Names, Pictured, Subject};

/// Names and pictures of any game.
pub trait Faces: Names + Send + Sync {
    /// The board and who takes part.
    fn ground(&self) -> Ground;

    /// The effect of an event on a piece, if it changes anything that is drawn.
    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)>;

    /// What dice and journals refer to by this, if it is drawn.
    fn drawn(&self, subject: Subject) -> Option<Drawn>;

    /// The tables that players look things up in.
    fn tables(&self) -> Vec<PrintedTable>;

    /// Facts of the scenario that no map shows.
    fn terms(&self) -> Vec<Listing>;

    /// Who takes part, a list for each side.
    fn order_of_battle(&self) -> Vec<Listing>;
}

impl<R: Names + Pictured + Send + Sync> Faces for R {
    fn ground(&self) -> Ground {
        Pictured::ground(self)
    }

    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)> {
        Pictured::deed(self, event)
    }

    fn drawn(&self, subject: Subject) -> Option<Drawn> {
        Pictured::drawn(self, subject)
    }

    fn tables(&self) -> Vec<PrintedTable> {
        Pictured::tables(self)
    }

    fn terms(&self) -> Vec<Listing> {
        Pictured::terms(self)
    }

    fn order_of_battle(&self) -> Vec<Listing> {
        Pictured::order_of_battle(self)
    }
}
