//! What clients draw of a battle.

use acies_adlg::scene::draw;

use crate::scene::scene;

#[test]
fn a_melee_is_drawn_where_the_fronts_meet() {
    // Heavy swordsmen are 0.75 UD deep, pikemen 1 UD (ADLG-R2): both fronts are at 0.375.
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 3 0 n",
        "blue pikemen @ 0 0.875 s",
    ]);
    let melees = draw(&battle, None).melees;
    assert_eq!(melees.len(), 1, "ADLG-R114");
    let [x, y] = melees[0].at;
    assert!(x.abs() < 1e-9 && (y - 0.375).abs() < 1e-9, "{x} {y}");
    assert_eq!(melees[0].says, "heavy_swordsmen_0 against pikemen_0");
}

#[test]
fn units_of_a_group_know_their_neighbours() {
    let battle = scene(&[
        "red heavy_swordsmen @ 0 0 n",
        "red heavy_swordsmen @ 1 0 n",
        "red heavy_swordsmen @ 3 0 n",
        "red heavy_swordsmen @ 4 0 10",
        "blue heavy_swordsmen @ 0 5 s",
    ]);
    let beside = |n: usize| draw(&battle, None).bases[n].beside.clone();
    assert_eq!(beside(0), ["red/heavy_swordsmen_1"], "ADLG-R43");
    assert_eq!(beside(1), ["red/heavy_swordsmen_0"], "ADLG-R43");
    assert!(beside(2).is_empty(), "ADLG-R43: its neighbour faces another way");
}
