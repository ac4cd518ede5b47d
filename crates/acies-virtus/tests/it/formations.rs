//! T3a: testudo and shieldwall (VIR-SR15, VIR-SR16, VIR-R83, VIR-R84).

use crate::table::table;

#[test]
fn who_may_close_ranks() {
    let red = "legionaries:a S1, veteran_auxiliaries:b S1, warband:c S1, heavy_cavalry:d S1, \
               scorpions:e S1, legionaries:f S2 testudo, legionaries:g SR, hoplites:h S1 routed, \
               legionaries:i S1 stands=0";
    let table = table("formations", red, "slingers:z S1", "");
    table.tries(&[
        ("form testudo=a", "allowed", "VIR-SR15.1, VIR-R83.1: engaged or not"),
        ("form shieldwall=a", "allowed", "VIR-R84: legionaries may choose either"),
        ("form shieldwall=b", "allowed", "VIR-SR16.3: DV 3"),
        ("form testudo=b", "VIR-SR15.1", "VIR-SR15.1: legionaries only"),
        ("form shieldwall=c", "VIR-SR16.3 VIR-R84", "DV 2"),
        ("form shieldwall=d", "VIR-SR16.3", "VIR-R84: infantry"),
        ("form shieldwall=e", "VIR-SR16.3", "VIR-R18.5: artillery is no infantry"),
        ("form testudo=g", "allowed", "VIR-R83.1: any own unit"),
        ("form open=f", "allowed", "VIR-R83.1: given up"),
        ("form shieldwall=f", "allowed", "VIR-R84: from one to the other"),
        ("form testudo=f", "VIR-R83.1", "it stands in testudo"),
        ("form open=a", "VIR-R83.1", "VIR-R83.1: it stands open"),
        ("form testudo=a shieldwall=a", "VIR-R83.1", "VIR-R83.1: at most once a turn"),
        ("form testudo=a,g shieldwall=b open=f", "allowed", "VIR-R83.1: one decision for all"),
        ("form shieldwall=h", "VIR-3.2.1", "VIR-R83.1: not routed"),
        ("form testudo=i", "VIR-4.0.1", "it is gone"),
        ("form none", "allowed", "VIR-R83.1: no change"),
    ]);
}

#[test]
fn a_formation_lasts_until_it_is_changed() {
    let red = "legionaries:a S1, legionaries:b S2";
    let mut table = table("formations", red, "slingers:z NR", "");
    table.play("form testudo=a shieldwall=b");
    assert_eq!(table.points(), "6 6 6 6", "VIR-R83.1: free");
    table.stands("a S1 4 testudo, b S2 4 shieldwall", "VIR-R83.1");
    table.tries(&[
        ("form open=a", "VIR-2.2", "VIR-R83.1: once a turn"),
        ("move a N1", "allowed", "VIR-R84: testudo moves"),
        ("move b N2", "VIR-SR16.2", "VIR-R84: shieldwall does not"),
    ]);
    table.play("done; cards none; done").stands("a S1 4 testudo", "VIR-R83.2: it lasts");
    table.play("cards none; form open=a").stands("a S1 4", "VIR-R83.2: until a later T3a");
}

#[test]
fn a_closed_unit_is_harder_to_hit_and_hits_less() {
    let mut table = table("combats", "legionaries:a S1 testudo", "legionaries:b S1 shieldwall", "");
    table.play("fight a [2 3 3 3]");
    assert_eq!(table.hits("b"), "plain", "VIR-SR15.3, VIR-R83.7: FV 2");
    table.play("done [4]").stands("b S1 4 shieldwall", "VIR-SR15.2, VIR-SR16.1: DV 4");
}
