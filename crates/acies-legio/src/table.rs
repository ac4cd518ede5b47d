//! What geometry says about a battle (RULES.md 7.1): distances, sides, sight, contact and supports, ways back.

pub mod fronts;
pub mod measure;
pub mod sides;
pub mod sight;
pub mod ways;

pub use fronts::Front;
pub use ways::Way;

#[cfg(test)]
pub(crate) mod tests {
    use acies_core::{Each, Id, Seat};
    use acies_table::{Angle, Facing, Pose};

    use crate::{
        battle::{Battle, Captain, Host, Recruit, Setup, Side, Unit},
        files::data::troop,
        ground::Ground,
        rulings::TURNS,
        setup::Size,
        troops::{Grade, Shape, Tags},
    };

    /// Units by troops, bases, place and facing in degrees: red ones, then blue ones.
    pub(crate) type Stands<'a> = &'a [(&'a str, u8, f64, f64, f64)];

    /// A battle of such units, each in its usual formation, on open ground.
    pub(crate) fn battle(red: Stands, blue: Stands) -> Battle {
        let both = Each([red, blue]);
        let profile = |id: &str, bases: u8| troop(id).unwrap().unit(Grade::C, bases, Tags::empty());
        let armies = Each::of(|seat| Host {
            name: seat.to_string(),
            units: both[seat]
                .iter()
                .enumerate()
                .map(|(n, &(id, bases, ..))| Recruit {
                    name: format!("{id} {}", n + 1),
                    key: format!("{id}_{}", n + 1),
                    profile: profile(id, bases),
                    legion: None,
                    command: 0,
                    cost: 0,
                })
                .collect(),
            leaders: vec![Captain { name: "G".into(), key: "g".into(), general: true }],
        });
        let sides = Each::of(|seat| Side {
            units: both[seat]
                .iter()
                .map(|&(id, bases, x, y, degrees)| {
                    let profile = profile(id, bases);
                    let pose = Pose::new(x, y, Facing::new(Angle::new(degrees)));
                    Unit::fresh(profile, Shape::usual(&profile), pose)
                })
                .collect(),
            ..Side::default()
        });
        let setup =
            Setup { name: "Test".into(), size: Size::Standard, turns: TURNS, orders: true, armies };
        Battle::at_start(setup, Ground::default(), sides)
    }

    pub(crate) fn red(n: u8) -> Id {
        Id::new(Seat::Red, n)
    }

    pub(crate) fn blue(n: u8) -> Id {
        Id::new(Seat::Blue, n)
    }
}
