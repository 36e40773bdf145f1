//! Plans read and played. What each shipped plan is to bring about is counted over games; the bounds say how unlikely
//! it is that a plan which does what it says fails them.

mod files;
mod games;

use crate::testing::{hex, historical, load};
