//! Who deploys on a measured table is shown where he may: the zone is on the table, and his army ends up in it.

use acies_ai::Player;
use acies_core::{
    Dice, Each, Seat,
    scene::{At, ZoneKind},
};

#[test]
fn zones_are_drawn_for_who_deploys() {
    for ruleset in acies::rulesets() {
        let name = ruleset.id();
        let cards = ruleset.armies();
        let army = |n: usize| ruleset.shipped(&cards[n].id).expect("it is shipped");
        let mut battle = ruleset.field(&army(0), &army(1)).expect("they may meet");
        if !battle.scene(None).areas.is_empty() {
            continue;
        }
        let mut zones: Each<Vec<(f64, f64)>> = Each::default();
        let mut dice = Dice::seeded(4);
        for step in 0..400 {
            let Some(by) = battle.pending().seat() else { break };
            let scene = battle.scene(Some(by));
            let Some(setup) = scene.setup else { break };
            for zone in
                setup.zones.iter().filter(|it| it.kind != ZoneKind::Other && it.die.is_none())
            {
                assert!(!zone.name.is_empty() && zone.outline.len() >= 4, "{name}: {zone:?}");
                for spot in &zone.outline {
                    let table = &scene.table;
                    let [x, y] = [spot[0] - table.left, spot[1] - table.bottom];
                    assert!((-0.01..=table.width + 0.01).contains(&x), "{name}: {zone:?}");
                    assert!((-0.01..=table.height + 0.01).contains(&y), "{name}: {zone:?}");
                }
                zones[by].extend(zone.outline.iter().map(|it| (it[0], it[1])));
            }
            let action = battle.decide(by, Player::Centurion, step);
            battle.apply(by, &action, &mut dice).expect("it is offered");
        }
        for by in Seat::BOTH {
            let all = &zones[by];
            assert!(!all.is_empty(), "{name}: {by} deploys and sees no zone");
            let low = all.iter().map(|it| it.1).fold(f64::INFINITY, f64::min);
            let high = all.iter().map(|it| it.1).fold(f64::NEG_INFINITY, f64::max);
            for base in battle.scene(Some(by)).bases.iter().filter(|base| base.seat == by) {
                let At::Pose { y, .. } = base.at else { continue };
                assert!((low..=high).contains(&y), "{name}: {} stands outside", base.name);
            }
        }
    }
}
