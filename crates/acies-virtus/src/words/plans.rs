//! Decisions that are put together from many parts: which piece goes to which slot, and how that is written.

use acies_core::{
    Seat,
    scene::{Bonus, Piece, Plan, Slot, Token},
};

use super::scene::card;
use crate::{
    activation::{
        cards::{Card, Cards, Gives, Hand},
        distribution::Distribution,
    },
    areas::{Area, COLUMNS_MAX},
    battle::{Battle, Frame},
    combat::formations::Formations,
    setup::deployment::Placement,
    units::{Formation, LeaderCard},
};

const KEEP: &str = "keep";
const DISCARD: &str = "discard";
const STAY: &str = "stay";

/// Deployment, cards or formations, if that is what this seat is asked.
pub fn plan(battle: &Battle, by: Seat) -> Option<Plan> {
    match battle.stack.last()? {
        Frame::Deploy if !battle.sides[by].sealed.is_made() => Some(deployment_plan(battle, by)),
        Frame::Distribute if battle.active == by => Some(card_plan(battle, by)),
        Frame::Formations if battle.active == by => Some(formation_plan(battle, by)),
        _ => None,
    }
}

/// A slot that takes any number of pieces and writes nothing about the table.
fn slot(id: &str, name: &str, writes: &str) -> Slot {
    Slot {
        id: id.into(),
        name: name.into(),
        writes: writes.into(),
        holds: None,
        area: None,
        pool: None,
        of: None,
        bonus: Vec::new(),
    }
}

fn deployment_plan(battle: &Battle, by: Seat) -> Plan {
    let areas: Vec<_> = Area::row(by, battle.columns()).chain([Area::reserve(by)]).collect();
    let names: Vec<String> = areas.iter().map(|&it| battle.area_name(it).to_owned()).collect();
    let army = &battle.setup.armies[by];
    let first = battle.placements(by).next().expect("there are some");
    let units = (0..).zip(first.units()).map(|(unit, area)| {
        let troop = &army.troops[usize::from(unit)];
        (battle.unit_id(by, unit), &troop.key, &troop.name, area)
    });
    let keys: Vec<_> = (0..army.leaders.len()).map(|it| battle.leader_key(by, it as u8)).collect();
    let leaders = (0..).zip(first.leaders()).map(|(number, area)| {
        let at = usize::from(number);
        (battle.leader_id(by, number), &keys[at], &army.leaders[at].name, area)
    });
    let mut pieces: Vec<Piece> = units
        .chain(leaders)
        .map(|(id, word, name, area)| Piece {
            is: Token::Piece(id.clone()),
            id,
            word: word.clone(),
            name: name.clone(),
            slots: names.clone(),
            at: battle.area_name(area).to_owned(),
            worth: None,
        })
        .collect();
    let command = |key: &String| format!("cinc/{key}");
    pieces.push(Piece {
        id: "cinc".into(),
        word: String::new(),
        name: "Commander-in-chief".into(),
        is: Token::Role("Commander-in-chief"),
        slots: keys.iter().map(command).collect(),
        at: command(&keys[usize::from(first.cinc)]),
        worth: None,
    });
    let places = areas.iter().map(|&area| {
        let name = battle.area_name(area);
        Slot { area: Some(name), ..slot(name, name, &format!("{name}={{}}")) }
    });
    let commands = (0..).zip(&keys).map(|(number, key)| Slot {
        of: Some(battle.leader_id(by, number)),
        holds: Some(1),
        ..slot(&command(key), &battle.leader_card(by, number).name, &format!("cinc={key}"))
    });
    Plan {
        verb: "deploy",
        nothing: "",
        commit: "Deploy".into(),
        pieces,
        slots: places.chain(commands).collect(),
    }
}

/// The cards that can be laid: those in hand, or with real cards any that may be there (VIR-R88).
fn playable(battle: &Battle, by: Seat) -> Cards {
    let deck = &battle.sides[by].deck;
    match deck.hand {
        Hand::Known(cards) => cards,
        Hand::Hidden(_) => deck.unseen(),
    }
}

fn card_plan(battle: &Battle, by: Seat) -> Plan {
    let segments = || (1..=battle.columns()).map(|segment| segment.to_string());
    let cards = playable(battle, by).iter().enumerate().map(|(at, it)| {
        let laid = segments().filter(|_| it.activates());
        Piece {
            id: format!("card/{at}"),
            word: it.word().into(),
            name: format!("card {it}"),
            is: Token::Card(card(it)),
            slots: laid.chain([DISCARD.into(), KEEP.into()]).collect(),
            at: KEEP.into(),
            worth: match it.gives() {
                Gives::Points(points) => Some(points),
                Gives::NoLimit | Gives::Nothing => None,
            },
        }
    });
    let mut pieces: Vec<_> = cards.collect();
    let mut slots: Vec<_> = segments()
        .enumerate()
        .map(|(at, segment)| Slot {
            holds: Some(1),
            pool: Some(at),
            bonus: bonuses(battle, by, at),
            ..slot(&segment, &format!("Segment {segment}"), &format!("{segment}={{}}"))
        })
        .collect();
    slots.push(slot(DISCARD, "Discard", "discard={}"));
    slots.push(slot(KEEP, "Keep", ""));
    for (number, it) in battle.leaders(by) {
        let units = battle.units_in(it.area, by).into_iter();
        let joins = units.filter(|&unit| battle.may_join(by, number, unit).is_ok());
        let joins: Vec<_> = joins
            .map(|unit| {
                let (key, of) = (battle.unit_key(by, unit), battle.unit_id(by, unit));
                let id = format!("join/{number}/{key}");
                let writes = format!("join={{}}:{key}");
                Slot {
                    of: Some(of),
                    holds: Some(1),
                    ..slot(&id, &battle.troop(by, unit).name, &writes)
                }
            })
            .collect();
        if joins.is_empty() {
            continue;
        }
        pieces.push(Piece {
            id: join_piece(number),
            word: battle.leader_key(by, number),
            name: format!("{} joins", battle.leader_card(by, number).name),
            is: Token::Piece(battle.leader_id(by, number)),
            slots: [STAY.to_owned()]
                .into_iter()
                .chain(joins.iter().map(|it| it.id.clone()))
                .collect(),
            at: STAY.into(),
            worth: None,
        });
        slots.extend(joins);
    }
    slots.push(slot(STAY, "Nobody", ""));
    Plan { verb: "cards", nothing: "none", commit: "Lay the cards".into(), pieces, slots }
}

fn join_piece(leader: u8) -> String {
    format!("join/{leader}")
}

/// VIR-8.3, VIR-8.4: what leaders give to their segment, unless they join a unit (VIR-R86.3).
fn bonuses(battle: &Battle, by: Seat, segment: usize) -> Vec<Bonus> {
    let here = battle.leaders(by).filter(|(_, it)| it.area.segment() == Some(segment));
    here.map(|(number, _)| {
        let LeaderCard { name, superior, .. } = battle.leader_card(by, number);
        let worth = if *superior { 2 } else { 1 };
        Bonus { worth, says: name.clone(), from: join_piece(number) }
    })
    .collect()
}

fn formation_plan(battle: &Battle, by: Seat) -> Plan {
    let able = battle.units(by).alive() & battle.kinds(by).closing;
    let pieces = able.into_iter().filter_map(|unit| {
        let may: Vec<_> = battle.formations_of(unit).map(|it| formation_slot(it).into()).collect();
        let troop = battle.troop(by, unit);
        (!may.is_empty()).then(|| Piece {
            id: battle.unit_id(by, unit),
            word: troop.key.clone(),
            name: troop.name.clone(),
            is: Token::Piece(battle.unit_id(by, unit)),
            slots: may.into_iter().chain([STAY.to_owned()]).collect(),
            at: STAY.into(),
            worth: None,
        })
    });
    let slots = vec![
        slot("testudo", "Testudo", "testudo={}"),
        slot("shieldwall", "Shieldwall", "shieldwall={}"),
        slot("open", "Open order", "open={}"),
        slot(STAY, "As they are", ""),
    ];
    Plan {
        verb: "form",
        nothing: "none",
        commit: "Form up".into(),
        pieces: pieces.collect(),
        slots,
    }
}

fn formation_slot(formation: Formation) -> &'static str {
    match formation {
        Formation::Open => "open",
        Formation::Testudo => "testudo",
        Formation::Shieldwall => "shieldwall",
    }
}

/// Which piece of a plan goes where, as an action says it.
impl Battle {
    pub(crate) fn deployment_sets(&self, by: Seat, placement: &Placement) -> Vec<(String, String)> {
        let units = (0..).zip(placement.units()).map(|(it, at)| (self.unit_id(by, it), at));
        let leaders = (0..).zip(placement.leaders()).map(|(it, at)| (self.leader_id(by, it), at));
        let mut sets: Vec<_> =
            units.chain(leaders).map(|(id, at)| (id, self.area_name(at).to_owned())).collect();
        sets.push(("cinc".into(), format!("cinc/{}", self.leader_key(by, placement.cinc))));
        sets
    }

    pub(crate) fn card_sets(&self, by: Seat, plan: &Distribution) -> Vec<(String, String)> {
        let mut left: Vec<_> = playable(self, by).iter().enumerate().collect();
        let mut take = |card: Card| {
            let found = left.iter().position(|&(_, it)| it == card)?;
            Some(format!("card/{}", left.remove(found).0))
        };
        let mut sets = Vec::new();
        for (segment, card) in (1..).zip(plan.lay).take(COLUMNS_MAX) {
            sets.extend(card.and_then(&mut take).map(|piece| (piece, segment.to_string())));
        }
        for card in plan.discard.iter() {
            sets.extend(take(card).map(|piece| (piece, DISCARD.to_owned())));
        }
        for (leader, unit) in (0..).zip(plan.join) {
            let slot = |unit| format!("join/{leader}/{}", self.unit_key(by, unit));
            sets.extend(unit.map(|unit| (join_piece(leader), slot(unit))));
        }
        sets
    }

    pub(crate) fn formation_sets(&self, by: Seat, plan: &Formations) -> Vec<(String, String)> {
        let sets = plan.changes().into_iter().flat_map(|(units, formation)| {
            let set = move |unit| (self.unit_id(by, unit), formation_slot(formation).to_owned());
            units.into_iter().map(set)
        });
        sets.collect()
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{Dice, Game, Log, Ruleset, scene};

    use super::*;
    use crate::Virtus;

    #[test]
    fn a_plan_is_written_as_its_offer_is() {
        // What a client does: pieces into slots, slots into words.
        let mut battle = Virtus::field(
            &Virtus::shipped("roman_vexillation").unwrap(),
            &Virtus::shipped("gallic_tribe").unwrap(),
        )
        .unwrap();
        let mut dice = Dice::seeded(3);
        let mut tried = [0; 3];
        for step in 0..400 {
            let Some(by) = battle.pending().seat() else { break };
            let scene = scene::draw(&battle, Some(by));
            if let Some(plan) = &scene.plan {
                let kind = ["deploy", "cards", "form"].iter().position(|&it| it == plan.verb);
                tried[kind.unwrap()] += 1;
                for offer in scene.offers.iter().filter(|it| !it.action.contains("face_down")) {
                    assert_eq!(write(plan, &offer.sets), offer.action, "step {step}");
                }
            }
            let mut all = Vec::new();
            battle.candidates(by, &mut all);
            let action = all[dice.number(all.len())];
            battle.apply(by, &action, &mut dice, &mut Log::Off).unwrap();
        }
        assert!(tried.iter().all(|&n| n > 0), "deployment, cards and formations: {tried:?}");
    }

    fn write(plan: &Plan, sets: &[(String, String)]) -> String {
        let at = |piece: &Piece| {
            let set = sets.iter().find(|(id, _)| *id == piece.id);
            set.map_or(piece.at.clone(), |(_, slot)| slot.clone())
        };
        let mut text = String::new();
        for slot in plan.slots.iter().filter(|slot| !slot.writes.is_empty()) {
            let here = plan.pieces.iter().filter(|&piece| at(piece) == slot.id);
            let words: Vec<_> = here.map(|piece| piece.word.as_str()).collect();
            if !words.is_empty() {
                text += &format!(" {}", slot.writes.replace("{}", &words.join(",")));
            }
        }
        if text.is_empty() {
            format!("{} {}", plan.verb, plan.nothing)
        } else {
            plan.verb.to_owned() + &text
        }
    }
}
