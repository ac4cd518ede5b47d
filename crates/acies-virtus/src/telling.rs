//! A battle in words: questions, options, log and board (UX: unit first, then what happens, then
//! the number).

use acies_core::{
    Each, Entry, Forecast, Misread, Question, Reason, RuleId, Scene, Seat, Telling, Viewer, Worth,
    scene::Offer, words::capital,
};

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Kind, Path, Placement},
    areas::Area,
    attacks::Target,
    battle::{Battle, Frame, Pool},
    cards::Hand,
    combat::{Aim, Attack, Joined, Scored, With},
    event::{Event, Faces, Marched},
    morale::{Marks, Tried},
    units::{Flags, Formation, UnitSet},
    victory::{Ending, LOSS_PARTS},
    words::refusals::Refusal,
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
        Some(Teller { battle: self, viewer }.entry(event))
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::board::draw(self, viewer)
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
        crate::position::write(self)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        crate::scene::draw(self, viewer)
    }

    fn offer(&self, by: Seat, action: &Action) -> Offer {
        crate::scene::offer(self, by, action)
    }
}

/// Options in words.
impl Battle {
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
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

    fn distribution_words(&self, by: Seat, plan: &Distribution) -> String {
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

    fn unit_names(&self, by: Seat, units: UnitSet) -> String {
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

fn extras(hill: bool, pila: bool) -> String {
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

/// Tells events to a viewer.
struct Teller<'a> {
    battle: &'a Battle,
    viewer: Viewer,
}

impl Teller<'_> {
    fn unit(&self, seat: Seat, unit: u8) -> &str {
        &self.battle.troop(seat, unit).name
    }

    fn leader(&self, seat: Seat, leader: u8) -> &str {
        &self.battle.leader_card(seat, leader).name
    }

    fn side(&self, seat: Seat) -> &str {
        self.battle.side_name(seat)
    }

    fn area(&self, area: Area) -> &'static str {
        self.battle.area_name(area)
    }

    fn entry(&self, event: &Event) -> Entry {
        match event {
            Event::Table { columns, rivers } => {
                let rivers = if *rivers { ", with a river" } else { "" };
                let line = format!("The table has {columns} areas a side{rivers}");
                Entry::new(None, line, &["VIR-1.5.3"])
            }
            Event::SouthThrown { faces, south } => {
                let [red, blue] = faces.0;
                let result =
                    south.map_or("again".to_owned(), |it| format!("{} is South", self.side(it)));
                let line = format!("For the southern side: {red} against {blue}: {result}");
                Entry::new(None, line, &["VIR-R24"])
            }
            Event::Terrain { area, faces, ground, .. } => self.terrain(*area, *faces, *ground),
            Event::Sealed { by } => {
                let line = format!("{} has deployed behind the screen", self.side(*by));
                Entry::new(*by, line, &["VIR-1.6.1"])
            }
            Event::Revealed { by, cinc, open_areas } => {
                let cinc = self.leader(*by, *cinc);
                let mut line = format!("{} reveals its line; {cinc} commands", self.side(*by));
                if *open_areas > 1 {
                    line += &format!("; {open_areas} of its areas stand open");
                }
                Entry::new(*by, line, &["VIR-1.6.2", "VIR-8.8"])
            }
            Event::Shuffled { by } => {
                let line = format!("{} shuffles its 19 cards", self.side(*by));
                Entry::new(*by, line, &["VIR-1.4.5"])
            }
            Event::FirstThrown { throws, first } => {
                let [red, blue] = throws.0.map(|throw| throw.sum());
                let result = first
                    .map_or("a tie, again".to_owned(), |it| format!("{} begins", self.side(it)));
                let line =
                    format!("For the first turn: {} against {}: {result}", red.total, blue.total);
                let rule = if first.is_some() { "VIR-1.6.5" } else { "VIR-1.6.6" };
                Entry::new(*first, line, &[rule])
                    .sum(self.side(Seat::Red), &red)
                    .sum(self.side(Seat::Blue), &blue)
            }
            Event::TurnBegins { by, turn } => {
                let line = format!("Turn {turn} of {}", self.side(*by));
                Entry { heading: true, ..Entry::new(*by, line, &["VIR-2.1"]) }
            }
            Event::LeaderTested { by, leader, faces, killed, joined, .. } => {
                let result = if *killed { "killed" } else { "unhurt" };
                let (leader, faces) = (self.leader(*by, *leader), shown(faces));
                let line = format!("{leader} is {result}: {faces}");
                let rule = if *joined { "VIR-SR18.5" } else { "VIR-3.3.3" };
                Entry::new(*by, line, &[rule]).detail("a 6 kills [VIR-3.3.3]")
            }
            Event::LeaderlessTested { by, unit, face, stands, routed } => {
                let result = if *routed { "are routed" } else { "stand firm" };
                let die = face.map_or("no die".to_owned(), |face| format!("[{face}]"));
                let unit = self.unit(*by, *unit);
                let line =
                    format!("{unit} {result} as their leader falls: {die}, {stands} or less");
                Entry::new(*by, line, &["VIR-SR18.6"])
            }
            Event::Tested { by, unit, tried } => self.tested(*by, *unit, tried),
            Event::Recoiled { by, unit, to, .. } => {
                let line = format!(
                    "{} are routed and recoil to {}",
                    self.unit(*by, *unit),
                    self.area(*to)
                );
                Entry::new(*by, line, &["VIR-3.1.7"])
            }
            Event::Eliminated { by, unit, routs } => {
                let (how, rule) = match routs {
                    0 | 1 => ("have no stand left and are eliminated", "VIR-R32"),
                    _ => ("are routed a second time and eliminated", "VIR-3.1.8"),
                };
                Entry::new(*by, format!("{} {how}", self.unit(*by, *unit)), &[rule])
            }
            Event::LeaderLost { by, leader, area } => {
                let (leader, area) = (self.leader(*by, *leader), self.area(*area));
                let line = format!("{leader}, alone among enemies in {area}, is lost");
                Entry::new(*by, line, &["VIR-8.9"])
            }
            Event::Discarded { by, cards, count: n } => {
                let which = if cards.is_empty() { String::new() } else { format!(": {cards}") };
                let n = count(usize::from(*n), "card", "cards");
                let line = format!("{} loses {n} at random{which}", self.side(*by));
                Entry::new(*by, line, &["VIR-4.2.4"])
            }
            Event::Reshuffled { by, joker } => {
                let rule = if *joker { "VIR-4.3.7" } else { "VIR-4.3.8" };
                Entry::new(*by, format!("{} reshuffles its deck", self.side(*by)), &[rule])
            }
            Event::Drawn { by, cards, count: n, limit, .. } => {
                let hidden = cards.filter(|cards| self.viewer == Some(*by) && !cards.is_empty());
                let which = hidden.map_or(String::new(), |cards| format!(": {cards}"));
                let n = match n {
                    0 => "no card".to_owned(),
                    n => count(usize::from(*n), "card", "cards"),
                };
                let line = format!("{} draws {n}, up to {limit}{which}", self.side(*by));
                Entry::new(*by, line, &["VIR-4.1.2"])
            }
            Event::Distributed { by, plan, kept, .. } => {
                let words = self.battle.distribution_words(*by, plan);
                let line = format!("{}: {words}; keeps {kept}", self.side(*by));
                Entry::new(*by, line, &["VIR-4.2.1"])
            }
            Event::Compelled { by, units, .. } => {
                let names = self.battle.unit_names(*by, *units);
                Entry::new(*by, format!("{names}: compelled to attack"), &["VIR-R69.1"])
            }
            Event::Formed { by, unit, formation } => {
                let unit = self.unit(*by, *unit);
                let line = match formation {
                    Formation::Open => format!("{unit} go back to open order"),
                    closed => format!("{unit} form {}", closed.word()),
                };
                Entry::new(*by, line, &["VIR-R83.1"])
            }
            Event::ChargeDeclared { by, charge, flank, broke, cost } => {
                let (unit, target) =
                    (self.unit(*by, charge.unit), self.unit(by.other(), charge.target));
                let how = extras(charge.hill, charge.pila);
                let flank = if *flank { " in flank" } else { "" };
                let leave = if broke.is_closed() {
                    format!(", leaving {}", broke.word())
                } else {
                    String::new()
                };
                let cost = cost.sum();
                let line = format!(
                    "{unit} declare a charge on {target}{flank}{how}{leave}, {} AP",
                    cost.total
                );
                Entry::new(*by, line, &["VIR-5.2.3"]).sum("activation points", &cost)
            }
            Event::Attacked { by, unit, target, attack, cost, faces, scored } => {
                let entry = self.attacked(*by, *unit, *target, attack, faces, *scored);
                match cost {
                    Some(cost) => entry.sum("activation points", &cost.sum()),
                    None => entry,
                }
            }
            Event::HitGiven { by, unit, marks, .. } => {
                let line = format!("{} take a {} hit", self.unit(*by, *unit), marks_words(*marks));
                Entry::new(*by, line, &["VIR-5.1.4"])
            }
            Event::HitsTaken { by, unit, marks, red, others } => {
                let n = match red + others {
                    1 => "the hit".into(),
                    n => format!("all {n} hits"),
                };
                let reds = if *red > 0 { format!(", {red} red") } else { String::new() };
                let unit = self.unit(*by, *unit);
                let line = format!("{unit} take {n} ({}{reds})", marks_words(*marks));
                Entry::new(*by, line, &["VIR-5.2.2"])
            }
            Event::LeaderHit { by, leader, hits } => {
                let n = count(usize::from(*hits), "six", "sixes");
                Entry::new(
                    *by,
                    format!("{} is hit by {n}", self.leader(*by, *leader)),
                    &["VIR-5.5.1"],
                )
            }
            Event::FormationBroken { by, unit, formation } => {
                let line = format!("{} lose their {}", self.unit(*by, *unit), formation.word());
                Entry::new(*by, line, &["VIR-SR15.6"])
            }
            Event::CohesionTested { by, unit, test, face, holds, pikes, destroyed } => {
                let result = match (holds, destroyed) {
                    (true, _) => "keep together",
                    (false, false) => "lose a stand",
                    (false, true) => "lose their last stand and are gone",
                };
                let why = if *pikes { "before the pikes" } else { "on a forced march" };
                let (sum, unit, die) = (test.sum(), self.unit(*by, *unit), die(*face));
                let line = format!("{unit} {result} {why}: {die}, {} or less", sum.total);
                let rule = if *pikes { "VIR-SR14.6" } else { "VIR-10.3" };
                Entry::new(*by, line, &[rule]).sum("cohesion number", &sum)
            }
            Event::Moved { by, unit, from, path, march } => {
                self.moved(*by, *unit, *from, *path, march)
            }
            Event::LeaderMoved { by, leader, to } => {
                let line = format!("{} goes to {}", self.leader(*by, *leader), self.area(*to));
                Entry::new(*by, line, &["VIR-8.2"])
            }
            Event::Rallied { by, unit, rally, face, recovered } => {
                let result = if *recovered { "recover a stand" } else { "do not rally" };
                let (sum, unit, die) = (rally.sum(), self.unit(*by, *unit), die(*face));
                let line = format!("{unit} {result}: {die}, {} or less", sum.total);
                Entry::new(*by, line, &["VIR-9.2"]).sum("morale value", &sum)
            }
            Event::TurnEnds { by, routed, .. } => {
                let mut line = format!("{} ends its turn", self.side(*by));
                if !routed.is_empty() {
                    line += &format!("; {} rejoin the ranks", self.battle.unit_names(*by, *routed));
                }
                Entry::new(*by, line, &["VIR-2.1"])
            }
            Event::Ended { ending } => self.ended(*ending),
        }
    }

    fn terrain(&self, area: Area, faces: Option<[u8; 2]>, ground: crate::areas::Ground) -> Entry {
        let words: Vec<_> = ground.words().map(|word| word.replace('_', " ")).collect();
        let what = if words.is_empty() { "open".into() } else { words.join(" and ") };
        let dice = faces.map_or(String::new(), |[light, dark]| format!(" ([{light}] [{dark}])"));
        let rule = if faces.is_some() { "VIR-1.5.T" } else { "VIR-R22" };
        Entry::new(area.side(), format!("{}: {what}{dice}", self.area(area)), &[rule])
    }

    fn tested(&self, by: Seat, unit: u8, tried: &Tried) -> Entry {
        let unit = self.unit(by, unit);
        let (dv, mv) = (tried.dv(), tried.mv());
        let hit = marks_words(tried.hit);
        let mut line =
            format!("{unit} test a {hit} hit: {} against DV {}", die(tried.light), dv.total);
        if !tried.lost_stand() {
            line += ", no effect";
            return Entry::new(by, line, &["VIR-3.1.3"]).sum("DV", &dv);
        }
        line += &format!(", a stand lost ({} left)", tried.after.stands);
        let mut rules = vec!["VIR-3.1.4"];
        if let Some(dark) = tried.dark {
            let again = tried.again.map_or(String::new(), |face| format!(", again [{face}]"));
            let result = if tried.routed() { "routed" } else { "steady" };
            line += &format!("; [{dark}]{again} against MV {}: {result}", mv.total);
            rules.push(if tried.again.is_some() { "VIR-SR4.1" } else { "VIR-3.1.5" });
        }
        let entry = Entry::new(by, line, &rules).sum("DV", &dv);
        if tried.dark.is_some() { entry.sum("MV", &mv) } else { entry }
    }

    fn attacked(
        &self,
        by: Seat,
        unit: u8,
        target: Target,
        attack: &Attack,
        faces: &Faces,
        scored: Scored,
    ) -> Entry {
        let unit = self.unit(by, unit);
        let area = self.area(target.area);
        let deed = match (attack.charge, attack.aim) {
            (true, Aim::Flank) => format!("charge into the flank of {area}"),
            (true, _) => format!("charge in {area}"),
            (false, aim) => aim_words(aim, attack.with, area),
        };
        if target.wins {
            let line = format!("{unit} {deed}, where no enemy stands");
            return Entry::new(by, line, &["VIR-5.4.6"]);
        }
        let leader = match attack.joined {
            Joined::Nobody => "",
            Joined::Leader | Joined::Hero if attack.aim != Aim::Here => "",
            Joined::Leader => ", led by their leader",
            Joined::Hero => ", led by a hero",
        };
        let how = extras(attack.hill_die, attack.pila);
        let value = attack.value_sum();
        let result = scored_words(scored, attack);
        let line = format!(
            "{unit} {deed}{how}{leader}: {}, {} or less: {result}",
            shown(faces),
            value.total
        );
        let rule = if attack.charge { "VIR-5.2.1" } else { "VIR-5.1.2" };
        Entry::new(by, line, &[rule])
            .sum("a die hits at or below", &value)
            .sum("dice", &attack.dice_sum())
    }

    fn moved(&self, by: Seat, unit: u8, from: Area, path: Path, march: &Marched) -> Entry {
        let steps: Vec<_> = path.steps().iter().map(|&area| self.area(area)).collect();
        let how = match march {
            Marched { compelled: true, .. } => ", compelled",
            Marched { forced: true, .. } => ", by forced march",
            Marched { after_fight: true, .. } => ", evading",
            _ => "",
        };
        let cost = march.cost.sum();
        let (unit, from, way) = (self.unit(by, unit), self.area(from), steps.join(", "));
        let line = format!("{unit} move from {from} to {way}{how}, {} AP", cost.total);
        let rule = match march {
            Marched { compelled: true, .. } => "VIR-R69.3",
            Marched { forced: true, .. } => "VIR-10.1",
            Marched { after_fight: true, .. } => "VIR-6.3.1",
            Marched { mounted: true, .. } => "VIR-6.2.6",
            _ => "VIR-6.2.5",
        };
        Entry::new(by, line, &[rule]).sum("activation points", &cost)
    }

    fn ended(&self, ending: Ending) -> Entry {
        let words = ending.by.words();
        let line = match ending.winner {
            Some(winner) => format!("Victory of {}: {words}", self.side(winner)),
            None => format!("The battle is drawn: {words}"),
        };
        Entry { heading: true, ..Entry::new(ending.winner, line, &ending.by.rules()[..1]) }
    }
}

fn die(face: Option<u8>) -> String {
    face.map_or("no die".into(), |face| format!("[{face}]"))
}

fn shown(faces: &Faces) -> String {
    faces.iter().map(|face| format!("[{face}]")).collect::<Vec<_>>().join(" ")
}

/// Marks as they are told in a sentence; where a hit came from is told elsewhere.
fn marks_words(marks: Marks) -> String {
    (marks - Marks::PIKES).words().replace('_', " ").replace('+', ", ")
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
