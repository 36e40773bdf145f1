//! The heuristic player's weights: named values, read from a file with a table for each side, so that they can be
//! tuned and that a designer can play with them. Each is described once, here.

use szala_ai::weights;

weights! {
    /// The weights of one side.
    Weights:
    march "A half point of movement nearer to a building that is to be taken." 0..=60 by 3;
    reach "How far a unit goes for one, in half points of movement; 0: units stay." 0..=200 by 10 off at 0;
    garrison "Units that stay in a building hex of ours." 0..=4 by 1 off at 0;
    cover "Standing in cover." 0..=400 by 20;
    danger "A hundredth of what the enemy's fire is expected to do on a hex." 0..=40 by 2;
    shells "Standing under a barrage." 0..=1000 by 50;
    crowd "Each own unit more than two in a hex." 0..=400 by 20;
    quiet "No run where more than so much danger is expected." 0..=400 by 20;
    run_far "Half points of movement to go before a unit runs." 0..=60 by 4;
    keep "A commander, for each hex that a unit of his is farther away than two." 0..=100 by 5;
    alone "A commander without a unit of his side in the hex." 0..=600 by 30;
    fire "What a shot is expected to do before a unit fires, in hundredths of a level." 0..=120 by 5;
    fire_masked "The same for a unit that the enemy does not see." 0..=200 by 5;
    finish "Firing at who is pinned already, in hundredths." 0..=100 by 5;
    divide "What one square is expected to do before fire is divided; beyond reach: never." 0..=200 by 10 off at 0;
    loss "A half square that is lost, in hundredths of a level." 0..=400 by 20;
    call "Enemy counters in sight before guns are called." 0..=40 by 2;
    call_until "The last stage in which guns are called." 0..=60 by 3;
    barrage "What a barrage is expected to do before it is placed, in hundredths of a level." 0..=300 by 10;
    hold_barrage "The same before it is lifted." 0..=300 by 10;
    mates "What own counters in the hex count against it, in hundredths of the enemy's." 0..=600 by 30;
    assault "Own strength in hundredths of the enemy's before a hex is stormed." 50..=1000 by 50;
    storm "Storming such a hex." 0..=1000 by 50;
}
