//! What a game looks like and what it calls things, without a word of its positions and actions: enough to read
//! journals, to draw pictures and to write reports of any game.

use szala_kernel::journal::Event;
use szala_kernel::picture::{Deed, Drawn, Ground, Listing, PieceId, PrintedTable};
use szala_kernel::{Names, Pictured, Subject};

/// Names and pictures of a game, whichever it is.
pub trait Faces: Names + Send + Sync {
    /// The board and who takes part.
    fn ground(&self) -> Ground;

    /// What an event does to which piece, where it does anything that is drawn.
    fn deed(&self, event: &Event) -> Option<(PieceId, Deed)>;

    /// What dice and journals mean by this, if it is drawn.
    fn drawn(&self, subject: Subject) -> Option<Drawn>;

    /// The tables that players look into.
    fn tables(&self) -> Vec<PrintedTable>;

    /// What the scenario says that no map shows.
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
