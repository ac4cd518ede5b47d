//! What must hold whatever players do: battles of all armies over bad ground, with free moves of all kinds
//! thrown in. Nobody stands on anybody, refusals can be told and drawn, and what is offered instead is legal.

use acies_adlg::{
    action::{Action, UnitSet},
    battle::{Battle, Frame, Host, Setup},
    charge::declare::{Declare, How},
    command::commander::Ride,
    files::{army, data},
    melee::Barrier,
    movement::{Element, Elements, march::Move},
    rulings::TOLERANCE,
    setup::Field,
    terrain::{
        Piece,
        landscape::{Area, Landscape, Line},
    },
};
use acies_core::{Dice, Each, Game, Log, Pending, Seat};
use acies_table::{Angle, Facing, Length, Point, Polygon, Pose, Rect, Size};
use arrayvec::ArrayVec;

/// Woods, fields, rocks, a hill, a road through all of it, and a wall.
fn bad_ground() -> Landscape {
    let area = |piece, x, y, width, depth, turn| {
        let pose = Pose::new(x, y, Facing::new(Angle::new(turn)));
        let outline = Polygon::from_rect(&Rect::new(&pose, Size::new(width, depth))).unwrap();
        Area { piece, outline }
    };
    let wall = |x: f64| Line {
        barrier: Barrier::Fortification,
        a: Point::new(x, 1.0),
        b: Point::new(x + 1.0, 1.0),
    };
    Landscape {
        areas: vec![
            area(Piece::Wood, -6.0, 0.0, 4.0, 2.5, 20.0),
            area(Piece::Field, -1.0, -1.5, 3.0, 2.0, 70.0),
            area(Piece::Rocks, 5.0, 0.5, 2.5, 2.0, 45.0),
            area(Piece::GentleHill, 9.0, 1.0, 4.0, 3.0, 0.0),
            area(Piece::Gully, 2.0, 2.0, 2.5, 2.0, 10.0),
            area(Piece::Road, 0.0, 0.0, 0.5, 20.0, 0.0),
        ],
        lines: vec![wall(6.0), wall(7.0)],
    }
}

fn start(red: usize, blue: usize) -> Battle {
    let host = |at: usize| {
        let (id, text) = data::ARMIES[at % data::ARMIES.len()];
        let mut host = Host::from(army::read(id, text).unwrap());
        // In two lines, wherever their file may have them.
        for (n, troop) in host.troops.iter_mut().enumerate() {
            let (x, y) = (2.5 + (n % 26) as f64, 6.5 - 2.2 * (n / 26) as f64);
            troop.at = Some(Pose::new(x, y, Facing::NORTH));
        }
        host
    };
    let armies = Each([host(red), host(blue)]);
    let setup = Setup { name: "laws".into(), field: Field::for_budget(200).unwrap(), armies };
    Battle::new(setup, bad_ground(), Seat::Red)
}

/// A move or charge with any numbers.
fn anything(battle: &Battle, chance: &mut Dice) -> Option<Action> {
    let Some(Frame::Orders(orders)) = battle.stack.last() else { return None };
    let ids: Vec<_> = battle
        .standing(battle.phasing)
        .filter(|&id| battle.troop(id).corps == orders.corps)
        .collect();
    let id = ids[chance.number(ids.len())];
    let mut units: UnitSet = [id].into_iter().collect();
    if chance.number(3) == 0 {
        let mut groups = ArrayVec::new();
        battle.add_groups_among(&ids, &mut groups);
        units = groups.into_iter().find(|group| group.has(id.number())).unwrap_or(units);
    }
    let mut element = || match chance.number(7) {
        0..=2 => Element::Advance(Length::new(chance.number(400) as f64 / 100.0)),
        3 => Element::Wheel(Angle::new(chance.number(200) as f64 - 100.0)),
        4 => Element::Slide(Length::new(chance.number(240) as f64 / 100.0 - 1.2)),
        5 => Element::Half,
        _ => Element::QuarterLeft,
    };
    let elements: Elements = [element(), element()].into_iter().collect();
    Some(match chance.number(4) {
        0 => Action::Charge(Declare {
            units,
            start: elements.into_iter().take(1).collect(),
            how: How::Ordered,
        }),
        1 => Action::Ride(Ride {
            way: [Point::new(chance.number(30) as f64 - 15.0, chance.number(20) as f64 - 10.0)]
                .into_iter()
                .collect(),
        }),
        _ => Action::Move(Move { units, elements }),
    })
}

fn invariant(battle: &Battle) {
    let bodies: Vec<_> = battle.bodies().collect();
    let camps = Seat::BOTH.map(|seat| battle.camp(seat));
    for (at, &one) in bodies.iter().enumerate() {
        let rect = battle.rect(one);
        let others = bodies[at + 1..].iter().map(|&other| battle.rect(other));
        for other in others.chain(camps) {
            let depth = rect.overlap_depth(&other);
            assert!(
                depth <= 2.5 * TOLERANCE.touch,
                "ADLG-R6: {:?} by {depth}",
                battle.troop(one).key
            );
        }
    }
}

fn play(seed: u64) {
    let mut battle = start(seed as usize, (seed / 12 + seed * 5 + 1) as usize);
    let mut dice = Dice::seeded(seed);
    let mut chance = Dice::seeded(seed ^ 0xface);
    let mut candidates = Vec::new();
    for step in 0..20_000 {
        let Pending::Decide(seats) = battle.pending() else { return };
        let by = seats.first().unwrap();
        if let Some(action) = anything(&battle, &mut chance) {
            match battle.check(by, &action) {
                Ok(()) => {
                    battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
                    invariant(&battle);
                    continue;
                }
                Err(no) => {
                    assert!(
                        !no.reason(&battle).says.is_empty() && !no.reason(&battle).rules.is_empty()
                    );
                    let _ = no.shapes(&battle);
                    if let Some((by, other)) = battle.instead(&action, &no) {
                        assert_eq!(battle.check(by, &other), Ok(()), "{no:?}: {other:?}");
                    }
                }
            }
        }
        candidates.clear();
        battle.candidates(by, &mut candidates);
        assert!(!candidates.is_empty(), "seed {seed}, step {step}: {:?}", battle.stack);
        let action = candidates[chance.number(candidates.len())].clone();
        battle.perform(by, &action, &mut dice, &mut Log::Off).unwrap();
        invariant(&battle);
    }
    panic!("seed {seed}: no end");
}

#[test]
fn battles_over_bad_ground_end() {
    // More of them with ACIES_BATTLES=1000.
    let battles = std::env::var("ACIES_BATTLES").ok().and_then(|n| n.parse().ok()).unwrap_or(4);
    (0..battles).for_each(play);
}
