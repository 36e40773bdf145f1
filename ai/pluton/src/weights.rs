//! The heuristic player's weights: named values, read from a file with a table for each side, so that they can be
//! tuned and that a designer can play with them. Each is described once, here.

use szala_ai::weights;

weights! {
    /// The weights of one side.
    Weights:
    march "A half point of movement nearer to the building that a unit is sent to." 0..=60 by 2;
    reach "How far a unit is sent, in half points of movement; 0: units stay." 0..=200 by 10 off at 0;
    far "What a half point of the way there takes from what the building counts." 0..=60 by 1;
    prize "A half point that a building counts, for one who goes there or holds it." 0..=200 by 8;
    deny "The same of what it counts for the enemy who holds it, in hundredths." 0..=300 by 15;
    garrison "Half squares that are sent to a building hex near which no enemy is." 0..=36 by 2;
    guard "Half squares besides, for a hundred of the enemy's within six hexes." 0..=200 by 10 off at 0;
    assault "Own strength in hundredths of the enemy's that is sent to storm a hex." 50..=600 by 25;
    storm "What an assault must bring, in hundredths of a half point." -400..=600 by 20;
    hurt "What the enemy's losses count against our own, in hundredths." 0..=300 by 10;
    cover "Standing in cover." 0..=400 by 15;
    danger "A hundredth of what the enemy's fire is expected to do on a hex, in tenths." 0..=60 by 3;
    shells "Standing under a barrage." 0..=1000 by 40;
    crowd "Each own unit more than two in a hex." 0..=400 by 15;
    run "What a run must bring more than a walk." 0..=400 by 15;
    led "A unit, for each hex that its nearest commander is farther away than four." 0..=100 by 5;
    support "Machine guns that see the enemy in range: hundredths of what they would do there." 0..=300 by 10;
    keep "A commander, for each hex that a unit of his is farther away than two." 0..=100 by 4;
    alone "A commander without a unit of his side in the hex." 0..=600 by 30;
    observe "A commander, for each enemy counter that he sees." 0..=60 by 3;
    fire "What a shot at a mover is expected to do before a unit fires, in hundredths of a level." 0..=120 by 4;
    fire_last "The same in the final fire." 0..=120 by 4;
    fire_masked "The same for a unit that the enemy does not see." 0..=200 by 6;
    near "A shot at a mover in our hex or beside it, in hundredths more." 0..=300 by 15;
    divide "Divided fire, in hundredths of what its shots do." 0..=200 by 10 off at 0;
    loss "A half square that is lost, in hundredths of a level." 0..=400 by 15;
    call "What guns must be expected to do for each half point that they cost, in levels." 0..=60 by 2;
    call_until "The last stage in which guns are called." 0..=60 by 2;
    barrage "What a barrage is expected to do before it is placed, in hundredths of a level." 0..=300 by 8;
    hold_barrage "The same before it is lifted." 0..=300 by 8;
    beside "A barrage beside masked enemies, which may be shifted onto them, in hundredths." 0..=150 by 8;
    pile "A barrage where another lies, in hundredths." 0..=100 by 5;
    mates "What own counters in the hex count against it, in hundredths of the enemy's." 0..=600 by 25;
    hide_until "The first stage in which units on paper move or fire." 0..=60 by 1 off at 0;
}
