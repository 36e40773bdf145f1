//! The heuristic player's weights: named values, read from a file with a table for each side, so that they can be
//! tuned and that a designer can play with them. Each is described once, here.

use szala_ai::weights;

weights! {
    /// The weights of one side.
    Weights:
    advance "A hex nearer to the enemy that a unit goes for." 0..=100 by 5;
    prey "Hundredths of what an attack is worth, in the choice of whom to go for." 0..=200 by 10;
    attack "What an attack must bring more than it costs, in hundredths of a hit." -300..=300 by 20;
    cost "Hundredths that hits taken count, beside those given." 0..=300 by 15;
    last "What it is worth to bring an enemy to its rout, in hundredths of a hit." 0..=400 by 20;
    own "What it costs to be brought to a rout, in hundredths of a hit." 0..=400 by 20;
    flank "Coming upon an enemy from a flank or the rear, in hundredths of a hit." 0..=300 by 15;
    danger "A hundredth of a hit that an enemy who faces the hex is expected to bring." 0..=100 by 5;
    reach "The same for an enemy who faces it from farther away, but can come up." 0..=100 by 5 off at 0;
    exposed "Showing a flank or the rear to an enemy beside it, in hundredths of a hit; farther less." 0..=300 by 15;
    pass "A hit on the way, to itself or to friends whom it passes, in hundredths." 0..=300 by 15;
    again "A move by a unit that has moved in this turn and takes a hit for it." 0..=300 by 15 off at 0;
    contact "Hundredths of what a fight is worth, for heavy units that come into it by a step." 0..=200 by 10 off at 0;
    fleet "What a faster enemy, who will get away, is worth less, in hundredths of a hit." 0..=400 by 20 off at 0;
    high "A level, for a unit that stands on it." 0..=100 by 5 off at 0;
    turn "What a turn must be worth." 0..=100 by 5;
    mates "Each own unit within two hexes, up to four." 0..=60 by 5;
    line "A unit that goes along with a line command." 0..=200 by 10;
    single "An order to a single unit." -100..=200 by 10;
    engaged "Hexes from the nearest enemy below which a unit is moved alone." 0..=12 by 1;
    shoot "A shot." 0..=300 by 15;
    rally "Rallying a unit." 0..=600 by 30;
    recover "A hit that a unit gets rid of." 0..=200 by 10;
    keep_up "A unit beyond a leader's reach, before he goes after it." 0..=100 by 5;
    momentum "Units within six hexes of an enemy before a leader tries for momentum." 0..=40 by 2;
    trump "Hundredths of the phases that a trump may bring, beside those that it may cost." 0..=900 by 25 off at 0;
    secret "Whether leaders get secret orders, by which lines of foot withdraw: 0 or 1." 0..=1 by 1 off at 0;
    yield_to "What an attack brings the enemy before a unit withdraws, in hundredths of a hit." 0..=800 by 40;
}
