//! Units that are dragged at random in battles of every ruleset with loose pieces: what is shown is what is committed,
//! what is shown is legal or the reason is told, and nobody who is dragged straight ahead turns.

use acies::AnyBattle;
use acies_ai::Player;
use acies_core::{
    Dice, Seat,
    scene::{At, Dragged, Offer, Scene, Shape},
};

/// So many drags a ruleset in one position, and no battle longer than this.
const A_POSITION: usize = 12;
const STEPS: usize = 400;

/// A slip of the hand: so far aside, in widths of a base, a drag is still straight ahead.
const SLIP: f64 = 0.2;

/// Where a piece stands, and which way it faces.
type Place = (f64, f64, f64);

fn place(at: At) -> Option<Place> {
    match at {
        At::Pose { x, y, facing } => Some((x, y, facing)),
        At::Area { .. } => None,
    }
}

fn stands(scene: &Scene, id: &str) -> Option<Place> {
    scene.bases.iter().find(|base| base.id == id).and_then(|base| place(base.at))
}

fn ghost(offer: &Offer, id: &str) -> Option<Place> {
    offer.ghosts.iter().find(|ghost| ghost.id == id).and_then(|ghost| place(ghost.at))
}

fn turned(one: f64, other: f64) -> f64 {
    ((one - other + 540.0) % 360.0 - 180.0).abs()
}

/// A random hand.
struct Hand {
    dice: Dice,
    drags: usize,
    led: usize,
    stopped: usize,
    refused: usize,
    straight: usize,
}

impl Hand {
    fn within(&mut self, most: f64) -> f64 {
        (self.dice.number(2001) as f64 / 1000.0 - 1.0) * most
    }

    /// Where a hand drags a piece that stands here: every third time straight ahead.
    #[expect(clippy::disallowed_methods, reason = "a hand follows no rules")]
    fn drags_to(&mut self, (x, y, facing): Place, width: f64, straight: bool) -> Place {
        let ahead = if straight { self.within(2.0).abs() + 0.5 } else { self.within(5.0) } * width;
        let aside = self.within(if straight { SLIP } else { 4.0 }) * width;
        let turn = if straight || self.dice.number(2) == 0 { 0.0 } else { self.within(90.0) };
        let (sin, cos) = facing.to_radians().sin_cos();
        let (dx, dy) = (ahead * sin + aside * cos, ahead * cos - aside * sin);
        (x + dx, y + dy, (facing + turn + 360.0) % 360.0)
    }

    /// Drags one of the loose units somewhere.
    fn drag(&mut self, battle: &dyn AnyBattle, by: Seat, scene: &Scene) {
        let units: Vec<_> = scene.loose.iter().filter(|id| stands(scene, id).is_some()).collect();
        if units.is_empty() {
            return;
        }
        let id = units[self.dice.number(units.len())];
        let from = stands(scene, id).expect("it stands somewhere");
        let widths = scene.bases.iter().filter_map(|base| match base.shape {
            Shape::Rectangle { width, .. } => Some(width),
            Shape::Disc { .. } => None,
        });
        let width = widths.fold(f64::INFINITY, f64::min);
        let straight = self.drags.is_multiple_of(3);
        let (x, y, facing) = self.drags_to(from, width, straight);
        let dragged = Dragged { pieces: vec![id.clone()], x, y, facing, ..Dragged::default() };
        let what = format!("{}: {id} from {from:?} to {x} {y} {facing}", battle.moment());
        let found = battle.drag(by, &dragged).unwrap_or_else(|| panic!("{what}: it is loose"));
        self.drags += 1;
        self.stopped += usize::from(found.offer.is_some() && found.stopped.is_some());
        let Some(offer) = found.offer else {
            let reason = found.stopped.unwrap_or_else(|| panic!("{what}: neither led nor refused"));
            assert!(!reason.rules.is_empty() && !reason.says.is_empty(), "{what}: no reason");
            self.refused += 1;
            return;
        };
        self.led += 1;
        let action = &offer.action;
        assert!(battle.check(by, action).is_ok(), "{what}: {action} is shown and not allowed");
        // Who charges is aimed at somebody.
        let Some(ghost) = ghost(&offer, id).filter(|_| offer.targets.is_empty()) else { return };
        if straight {
            self.straight += 1;
            let by = turned(ghost.2, from.2);
            assert!(by < 0.5, "{what}: {action} turns by {by} who goes straight ahead");
        }
        // What throws dice is not told before.
        let mut done = battle.fork();
        if offer.throws || done.apply(by, action, &mut Dice::scripted([])).is_err() {
            return;
        }
        let Some(after) = stands(&done.scene(Some(by)), id) else { return };
        let off = (after.0 - ghost.0).hypot(after.1 - ghost.1);
        let same = off < 0.01 * width && turned(after.2, ghost.2) < 0.1;
        assert!(same, "{what}: {action} ends at {after:?} and is shown at {ghost:?}");
    }
}

#[test]
fn what_is_shown_of_a_drag_is_what_is_done() {
    drag_at_random(60);
}

#[test]
#[ignore = "slow: 500 drags of each ruleset"]
fn what_is_shown_of_many_drags_is_what_is_done() {
    drag_at_random(500);
}

/// So many drags a ruleset.
#[expect(clippy::print_stdout, reason = "says what was tried")]
fn drag_at_random(wanted: usize) {
    for ruleset in acies::rulesets() {
        let dice = Dice::seeded(17);
        let mut hand = Hand { dice, drags: 0, led: 0, stopped: 0, refused: 0, straight: 0 };
        let mut chance = Dice::seeded(3);
        let cards = ruleset.battles();
        let mut measured = false;
        'all: for seed in 0..8 {
            for card in &cards {
                let mut battle = ruleset.battle(&card.id).expect("it is shipped");
                for step in 0..STEPS {
                    let Some(by) = battle.pending().seat() else { break };
                    let scene = battle.scene(Some(by));
                    measured |= scene.areas.is_empty();
                    if !measured {
                        break 'all;
                    }
                    // Positions that follow each other are much alike.
                    if !scene.loose.is_empty() && chance.number(4) == 0 {
                        (0..A_POSITION).for_each(|_| hand.drag(&*battle, by, &scene));
                    }
                    if hand.drags >= wanted {
                        break 'all;
                    }
                    let action = battle.decide(by, Player::Random, 1000 * seed + step as u64);
                    battle.apply(by, &action, &mut chance).expect("it is offered");
                }
            }
        }
        let Hand { drags, led, stopped, refused, straight, .. } = hand;
        let name = ruleset.id();
        println!(
            "{name}: {drags} drags, {led} led ({stopped} stopped short), {refused} refused, {straight} straight"
        );
        assert_eq!(measured, drags > 0, "{name}: on a measured table units are dragged");
        assert!(
            !measured || (drags >= wanted && led > wanted / 4 && straight > wanted / 25),
            "{name}"
        );
    }
}
