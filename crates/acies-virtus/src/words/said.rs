//! A battle in words: questions, options, log and board (UX: unit first, then what happens, then
//! the number).

use acies_core::{
    Each, Entry, Forecast, Misread, Question, Reason, RuleId, Scene, Seat, Telling, Viewer, Worth,
    scene::Offer, words::capital,
};

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Kind, Path, Placement},
    activation::cards::Hand,
    areas::Area,
    battle::{Battle, Frame, Pool},
    combat::attack::{Aim, Attack, Scored, With},
    units::{Flags, Formation, UnitSet},
    victory::LOSS_PARTS,
    words::{events::Event, refusals::Refusal},
};

impl Telling for Battle {
    fn question(&self, by: Seat) -> Question {
        let (asks, rules): (String, &[RuleId]) = match self.stack.last() {
            None => ("the battle is over".into(), &["VIR-1.7.1"]),
            Some(Frame::Begin) => ("lay the table?".into(), &["VIR-1.5.5"]),
            Some(Frame::Deploy) => {
                ("where do your units stand?".into(), &["VIR-1.6.1", "VIR-1.6.3"])
            }
            Some(Frame::Distribute) => {
                ("which card goes to which segment, and who joins a unit?".into(), &["VIR-4.2.1"])
            }
            Some(Frame::Formations) => ("who changes formation?".into(), &["VIR-R83.1"]),
            Some(Frame::Charges) => ("which unit charges whom?".into(), &["VIR-5.2.3"]),
            Some(Frame::Combats) => ("which unit fights next?".into(), &["VIR-5.0.1"]),
            Some(Frame::GiveOut(left)) => {
                let n = left.red + left.others;
                let area = self.area_name(left.area);
                (format!("which unit in {area} takes a hit ({n} to give out)?"), &["VIR-5.1.4"])
            }
            Some(Frame::Resolve) => ("which charge is resolved next?".into(), &["VIR-R47.5"]),
            Some(Frame::Moves) => ("which unit or leader moves?".into(), &["VIR-6.0.1"]),
        };
        let context = if self.turn > 0 && by == self.active {
            capital(&self.moment())
        } else {
            format!("{}, {}", self.side_name(by), self.moment())
        };
        Question { context, asks, rules: rules.to_vec() }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        let unit = |unit: u8| self.troop(by, unit).name.clone();
        match action {
            Action::Begin => "Lay the table and throw for terrain".into(),
            Action::Deploy(placement) => self.placement_words(by, placement),
            Action::Distribute(plan) => self.distribution_words(by, plan),
            Action::Form(plan) => self.formation_words(by, plan),
            Action::Charge(charge) => {
                let cost = self.charge_cost(by, charge).points();
                format!("{}, {cost} AP", self.charge_words(by, charge))
            }
            Action::Fight(fight) => self.fight_words(by, fight),
            Action::Give { unit: it, red } => {
                format!("{} take a{} hit", unit(*it), if *red { " red" } else { "" })
            }
            Action::Resolve { unit: it } => format!("Resolve the charge of {}", unit(*it)),
            Action::Move { unit: it, path } => self.move_words(by, *it, *path),
            Action::MoveLeader { leader, to } => {
                let leader = &self.leader_card(by, *leader).name;
                format!("{leader} goes to {}", self.area_name(*to))
            }
            Action::Done => match self.stack.last() {
                Some(Frame::Charges) => "No more charges".into(),
                Some(Frame::Combats) => "No more combats".into(),
                _ => "End the turn".into(),
            },
            Action::Resign => "Resign".into(),
        }
    }

    fn notation(&self, by: Seat, action: &Action) -> String {
        self.write(by, action)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        self.read_action(by, text)
    }

    fn explain(&self, _: &Action, refusal: &Refusal) -> Reason {
        refusal.explain(self)
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        Some(acies_core::tell::entry(self, viewer, |told| event.tell(told)))
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::words::board::draw(self, viewer)
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.foresee(by, action)
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Self,
        events: &[Event],
    ) -> Option<Forecast> {
        self.look_back(by, action, after, events)
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        self.foresee_later(by, action)
    }

    fn worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        self.foresee_worths(by, action)
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        match self.turn {
            0 => self.step().into(),
            turn => format!("turn {turn} of {}, {}", self.side_name(self.active), self.step()),
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| self.loss(seat) / LOSS_PARTS)
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        crate::words::scene::draw(self, viewer)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        crate::words::scene::offer(self, by, action)
    }
}

/// Options in words.
impl Battle {
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
    }

    pub(crate) fn unit_name(&self, seat: Seat, unit: u8) -> &str {
        &self.troop(seat, unit).name
    }

    pub(crate) fn leader_name(&self, seat: Seat, leader: u8) -> &str {
        &self.leader_card(seat, leader).name
    }

    fn placement_words(&self, by: Seat, placement: &Placement) -> String {
        let places = Area::row(by, self.columns()).chain([Area::reserve(by)]).map(|area| {
            let units = placement.units().filter(|&at| at == area).count();
            let leaders = (0..).zip(placement.leaders()).filter(|&(_, at)| at == area);
            let names = leaders.map(|(leader, _)| self.leader_card(by, leader).name.as_str());
            let with: String = names.flat_map(|name| [" and ", name]).collect();
            format!("{} in {}{with}", count(units, "unit", "units"), self.area_name(area))
        });
        // VIR-R23: a player is warned, for the enemy can then win in his first turn (VIR-R11).
        let empty = |&area: &Area| placement.units().all(|at| at != area);
        let open = match Area::row(by, self.columns()).filter(empty).count() {
            0 | 1 => String::new(),
            n => format!("; {n} areas stand open (VIR-R23)"),
        };
        format!("Deploy {}{open}", places.collect::<Vec<_>>().join(", "))
    }

    pub(crate) fn distribution_words(&self, by: Seat, plan: &Distribution) -> String {
        let mut words = Vec::new();
        for (segment, card) in (1..).zip(plan.lay) {
            words.extend(card.map(|card| format!("{card} to segment {segment}")));
        }
        if !plan.discard.is_empty() {
            words.push(format!("discard {}", plan.discard));
        }
        if plan.face_down > 0 {
            words.push(format!("discard {} unseen", plan.face_down));
        }
        for (leader, unit) in (0..).zip(plan.join) {
            if let Some(unit) = unit {
                let (leader, unit) = (self.leader_card(by, leader), self.troop(by, unit));
                words.push(format!("{} joins {}", leader.name, unit.name));
            }
        }
        if words.is_empty() { "Keep all cards".into() } else { capital(&words.join(", ")) }
    }

    fn formation_words(&self, by: Seat, plan: &Formations) -> String {
        let mut words = Vec::new();
        for (units, what) in [
            (plan.testudo, "form testudo"),
            (plan.shieldwall, "form shieldwall"),
            (plan.open, "open order"),
        ] {
            if !units.is_empty() {
                words.push(format!("{} {what}", self.unit_names(by, units)));
            }
        }
        if words.is_empty() { "No change of formation".into() } else { words.join("; ") }
    }

    pub(crate) fn unit_names(&self, by: Seat, units: UnitSet) -> String {
        let names: Vec<_> =
            units.into_iter().map(|unit| self.troop(by, unit).name.as_str()).collect();
        names.join(", ")
    }

    pub(crate) fn charge_words(&self, by: Seat, charge: &Charge) -> String {
        let attack = attack_words(&self.charge_attack(by, charge));
        let (who, whom) = (self.troop(by, charge.unit), self.troop(by.other(), charge.target));
        let how = extras(charge.hill, charge.pila);
        format!("{} charge {}{how}: {attack}", who.name, whom.name)
    }

    pub(crate) fn fight_words(&self, by: Seat, fight: &Fight) -> String {
        let unit = &self.troop(by, fight.unit).name;
        let how = extras(fight.hill, fight.pila);
        let Ok(target) = self.may_fight(by, fight) else {
            let verb = match fight.kind {
                Kind::Here => "fight".to_owned(),
                Kind::Shoot => "shoot".to_owned(),
                Kind::Flank { area, .. } => format!("attack {} in flank", self.area_name(area)),
            };
            return format!("{unit} {verb}{how}");
        };
        let area = self.area_name(target.area);
        let deed = aim_words(target.aim, target.with, area);
        let cost = self.fight_cost(by, fight, target).points();
        if target.wins {
            return format!("{unit} {deed}, which is empty, and win: {cost} AP");
        }
        let attack = self.attack(by, fight, target);
        format!("{unit} {deed}{how}: {}, {cost} AP", attack_words(&attack))
    }

    pub(crate) fn move_words(&self, by: Seat, unit: u8, path: Path) -> String {
        let name = &self.troop(by, unit).name;
        let steps: Vec<_> = path.steps().iter().map(|&area| self.area_name(area)).collect();
        let way = steps.join(", ");
        match self.may_move(by, unit, path) {
            Ok(march) => {
                let cost = march.cost.points();
                let forced = if march.forced { ", forced march" } else { "" };
                format!("{name} move to {way}{forced}: {cost} AP")
            }
            Err(_) => format!("{name} move to {way}"),
        }
    }
}

pub(crate) fn extras(hill: bool, pila: bool) -> String {
    let words = [(hill, " from the hill"), (pila, " with pila")];
    words.iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect()
}

pub fn aim_words(aim: Aim, with: With, area: &str) -> String {
    match (aim, with) {
        (Aim::Here, _) => format!("fight in {area}"),
        (Aim::Front, _) => format!("shoot at {area}"),
        (Aim::OverLight | Aim::OverOthers, _) => format!("shoot overhead at {area}"),
        (Aim::Flank, With::Fv) => format!("attack {area} in flank"),
        (Aim::Flank, With::Sv) => format!("shoot at {area} in flank"),
    }
}

fn attack_words(attack: &Attack) -> String {
    let (value, dice) = (attack.value_sum().total, attack.dice_sum().total);
    format!("{}, {value} or less", count(dice as usize, "die", "dice"))
}

pub(crate) fn scored_words(scored: Scored, attack: &Attack) -> String {
    let mut words = match scored.hits() {
        0 => "no hit".to_owned(),
        n => count(usize::from(n), "hit", "hits"),
    };
    if attack.against_pikes && scored.red > 0 {
        words += &format!(", {} red", scored.red);
    }
    if scored.leader_hits > 0 {
        let hits = count(usize::from(scored.leader_hits), "hit", "hits");
        words += &format!(", {hits} on the leader");
    }
    words
}

pub fn count(n: usize, one: &str, many: &str) -> String {
    format!("{n} {}", if n == 1 { one } else { many })
}

/// The points of a segment in words: "card 5, leaders 1, 4 of 6 left".
pub fn pool_words(pool: Pool) -> String {
    let card = pool.card.map_or("no card".to_owned(), |card| format!("card {card}"));
    let leaders = if pool.bonus > 0 { format!(" + {} leader", pool.bonus) } else { String::new() };
    let left = match pool.left() {
        None => "no limit".to_owned(),
        Some(left) => format!("{left} AP left"),
    };
    format!("{card}{leaders}, {left}")
}

/// A hand in words, as far as the viewer may know it.
pub fn hand_words(hand: Hand) -> String {
    match hand {
        Hand::Known(cards) if cards.is_empty() => "empty".into(),
        Hand::Known(cards) => cards.to_string(),
        Hand::Hidden(n) => count(usize::from(n), "card", "cards"),
    }
}

/// The markers of a unit on the board.
pub fn markers(battle: &Battle, seat: Seat, unit: u8) -> String {
    let it = &battle.units(seat)[unit];
    let mut text = String::new();
    match it.formation {
        Formation::Open => {}
        Formation::Testudo => text += " T",
        Formation::Shieldwall => text += " W",
    }
    let target = battle.active.other() == seat;
    let hits = battle.hits.iter().filter(|hit| target && hit.target == unit).count();
    if hits > 0 {
        text += &format!(" !{hits}");
    }
    for (flag, mark) in [(Flags::ROUTED, " routed"), (Flags::ACTIVATED, " *")] {
        if it.is(flag) {
            text += mark;
        }
    }
    if battle.leader_with(seat, unit).is_some() {
        text += " +";
    }
    text
}
