//! Actions in text: what players type, and what records and positions hold. See
//! `docs/reference/virtus.md` for the notation with examples.

use acies_core::{Misread, Seat, Typed, words::key};

use crate::{
    action::{Action, Charge, Distribution, Fight, Formations, Kind, Path, Placement},
    activation::cards::{Card, Cards},
    areas::{Area, COLUMNS_MAX},
    battle::Battle,
    combat::attack::With,
    units::UnitSet,
};

/// The verbs, for hints.
const VERBS: [&str; 14] = [
    "begin", "deploy", "cards", "form", "charge", "fight", "shoot", "flank", "give", "resolve",
    "move", "leader", "done", "resign",
];

impl Battle {
    pub fn write(&self, by: Seat, action: &Action) -> String {
        let unit = |unit: u8| self.unit_key(by, unit);
        match action {
            Action::Begin => "begin".into(),
            Action::Deploy(placement) => self.write_placement(by, placement),
            Action::Distribute(plan) => self.write_distribution(by, plan),
            Action::Form(plan) => self.write_formations(by, plan),
            Action::Charge(charge) => {
                let target = self.unit_key(by.other(), charge.target);
                let extras = extras(charge.hill, charge.pila);
                format!("charge {} {target}{extras}", unit(charge.unit))
            }
            Action::Fight(fight) => {
                let extras = extras(fight.hill, fight.pila);
                let it = unit(fight.unit);
                match fight.kind {
                    Kind::Here => format!("fight {it}{extras}"),
                    Kind::Shoot => format!("shoot {it}{extras}"),
                    Kind::Flank { area, with } => {
                        let with = if with == With::Sv { "sv" } else { "fv" };
                        format!("flank {it} {} {with}{extras}", self.area_name(area))
                    }
                }
            }
            Action::Give { unit: it, red } => {
                format!("give {}{}", unit(*it), if *red { " red" } else { "" })
            }
            Action::Resolve { unit: it } => format!("resolve {}", unit(*it)),
            Action::Move { unit: it, path } => {
                let steps: Vec<_> = path.steps().iter().map(|&area| self.area_name(area)).collect();
                format!("move {} {}", unit(*it), steps.join(" "))
            }
            Action::MoveLeader { leader, to } => {
                format!("leader {} {}", self.leader_key(by, *leader), self.area_name(*to))
            }
            Action::Done => "done".into(),
            Action::Resign => "resign".into(),
        }
    }

    fn write_placement(&self, by: Seat, placement: &Placement) -> String {
        let mut text = String::from("deploy");
        for area in Area::row(by, self.columns()).chain([Area::reserve(by)]) {
            let here = |at: Area| at == area;
            let units = (0..).zip(placement.units()).filter(|&(_, at)| here(at));
            let leaders = (0..).zip(placement.leaders()).filter(|&(_, at)| here(at));
            let keys: Vec<_> = units
                .map(|(unit, _)| self.unit_key(by, unit))
                .chain(leaders.map(|(leader, _)| self.leader_key(by, leader)))
                .collect();
            if !keys.is_empty() {
                text += &format!(" {}={}", self.area_name(area), keys.join(","));
            }
        }
        text + &format!(" cinc={}", self.leader_key(by, placement.cinc))
    }

    fn write_distribution(&self, by: Seat, plan: &Distribution) -> String {
        let mut words = Vec::new();
        for (segment, card) in plan.lay.iter().enumerate() {
            words.extend(card.map(|card| format!("{}={card}", segment + 1)));
        }
        if !plan.discard.is_empty() {
            words.push(format!("discard={}", plan.discard.to_string().replace(' ', ",")));
        }
        if plan.face_down > 0 {
            words.push(format!("face_down={}", plan.face_down));
        }
        for (leader, unit) in (0..).zip(plan.join) {
            if let Some(unit) = unit {
                let (leader, unit) = (self.leader_key(by, leader), self.unit_key(by, unit));
                words.push(format!("join={leader}:{unit}"));
            }
        }
        sentence("cards", &words)
    }

    fn write_formations(&self, by: Seat, plan: &Formations) -> String {
        let words: Vec<_> =
            [("testudo", plan.testudo), ("shieldwall", plan.shieldwall), ("open", plan.open)]
                .into_iter()
                .filter(|(_, units)| !units.is_empty())
                .map(|(word, units)| {
                    let keys: Vec<_> = units.into_iter().map(|it| self.unit_key(by, it)).collect();
                    format!("{word}={}", keys.join(","))
                })
                .collect();
        sentence("form", &words)
    }

    pub fn unit_key(&self, seat: Seat, unit: u8) -> String {
        let troops = &self.setup.armies[seat].troops;
        troops.get(usize::from(unit)).map_or_else(|| format!("#{unit}"), |troop| troop.key.clone())
    }

    pub fn leader_key(&self, seat: Seat, leader: u8) -> String {
        let leaders = &self.setup.armies[seat].leaders;
        leaders.get(usize::from(leader)).map_or_else(|| format!("#{leader}"), |it| key(&it.name))
    }

    pub fn area_name(&self, area: Area) -> &'static str {
        area.name(self.south)
    }
}

fn extras(hill: bool, pila: bool) -> String {
    [(hill, " hill"), (pila, " pila")].iter().filter(|(on, _)| *on).map(|(_, word)| *word).collect()
}

/// A verb with its words, or `none`.
fn sentence(verb: &str, words: &[String]) -> String {
    if words.is_empty() { format!("{verb} none") } else { format!("{verb} {}", words.join(" ")) }
}

/// Text that is being read, word by word.
struct Reader<'a> {
    battle: &'a Battle,
    by: Seat,
    words: Typed<'a>,
}

impl Battle {
    pub fn read_action(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        let mut reader = Reader { battle: self, by, words: Typed::new(text) };
        let verb = reader.words.word("an action")?.to_lowercase();
        let action = match verb.as_str() {
            "begin" => Action::Begin,
            "deploy" => Action::Deploy(reader.placement()?),
            "cards" => Action::Distribute(reader.distribution()?),
            "form" => Action::Form(reader.formations()?),
            "charge" => {
                let unit = reader.unit(by)?;
                let target = reader.unit(by.other())?;
                let (hill, pila) = reader.extras()?;
                Action::Charge(Charge { unit, target, hill, pila })
            }
            "fight" | "shoot" | "flank" => Action::Fight(reader.fight(&verb)?),
            "give" => {
                let unit = reader.unit(by)?;
                let red = reader.flag("red")?;
                Action::Give { unit, red }
            }
            "resolve" => Action::Resolve { unit: reader.unit(by)? },
            "move" => Action::Move { unit: reader.unit(by)?, path: reader.path()? },
            "leader" => Action::MoveLeader { leader: reader.leader()?, to: reader.area()? },
            "done" => Action::Done,
            "resign" => Action::Resign,
            other => return Err(Misread::unknown("action", other, VERBS)),
        };
        reader.words.end(action)
    }
}

impl Reader<'_> {
    fn unit(&mut self, of: Seat) -> Result<u8, Misread> {
        let battle = self.battle;
        let word = self.words.word("a unit")?.to_lowercase();
        find_unit(battle, of, &word)
    }

    fn leader(&mut self) -> Result<u8, Misread> {
        let (battle, by) = (self.battle, self.by);
        let word = self.words.word("a leader")?.to_lowercase();
        find_leader(battle, by, &word)
    }

    fn area(&mut self) -> Result<Area, Misread> {
        let battle = self.battle;
        let word = self.words.word("an area")?;
        find_area(battle, word)
    }

    fn extras(&mut self) -> Result<(bool, bool), Misread> {
        let (mut hill, mut pila) = (false, false);
        for word in self.words.by_ref() {
            match word {
                "hill" => hill = true,
                "pila" => pila = true,
                other => return Err(Misread::unknown("word", other, ["hill", "pila"])),
            }
        }
        Ok((hill, pila))
    }

    fn flag(&mut self, flag: &'static str) -> Result<bool, Misread> {
        match self.words.next() {
            None => Ok(false),
            Some(word) if word == flag => Ok(true),
            Some(other) => Err(Misread::unknown("word", other, [flag])),
        }
    }

    fn fight(&mut self, verb: &str) -> Result<Fight, Misread> {
        let unit = self.unit(self.by)?;
        let kind = match verb {
            "shoot" => Kind::Shoot,
            "flank" => {
                let area = self.area()?;
                let with = match self.words.word("`fv` or `sv`")? {
                    "fv" => With::Fv,
                    "sv" => With::Sv,
                    other => {
                        return Err(Misread::unknown("value", other, ["fv", "sv"]));
                    }
                };
                Kind::Flank { area, with }
            }
            _ => Kind::Here,
        };
        let (hill, pila) = self.extras()?;
        Ok(Fight { unit, kind, hill, pila })
    }

    fn path(&mut self) -> Result<Path, Misread> {
        let mut path = Path::one(self.area()?);
        let battle = self.battle;
        for word in self.words.by_ref() {
            let next = find_area(battle, word)?;
            path = path.then(next).ok_or_else(|| {
                Misread::new("a move has three steps at the most (VIR-R54)".to_owned())
            })?;
        }
        Ok(path)
    }

    fn distribution(&mut self) -> Result<Distribution, Misread> {
        let mut plan = Distribution::default();
        let (battle, by) = (self.battle, self.by);
        for word in self.words.by_ref() {
            if word == "none" {
                continue;
            }
            let (name, value) = pair(word)?;
            match name {
                "discard" => {
                    let cards: Vec<Card> =
                        value.split(',').map(find_card).collect::<Result<_, _>>()?;
                    plan.discard = Cards::try_from(cards).map_err(Misread::new)?;
                }
                "face_down" => {
                    plan.face_down = value
                        .parse()
                        .map_err(|_| Misread::new(format!("`{value}` is no number of cards")))?;
                }
                "join" => {
                    let (leader, unit) = value.split_once(':').ok_or_else(|| {
                        Misread::new(format!("`{value}` should be a leader, `:` and a unit"))
                    })?;
                    let leader = find_leader(battle, by, leader)?;
                    plan.join[usize::from(leader)] = Some(find_unit(battle, by, unit)?);
                }
                segment => {
                    let at: usize = segment.parse().map_err(|_| {
                        Misread::unknown("word", segment, ["discard", "face_down", "join"])
                    })?;
                    let slot = at.checked_sub(1).and_then(|at| plan.lay.get_mut(at));
                    let slot = slot.ok_or_else(|| {
                        Misread::new(format!(
                            "there is no segment {at}: 1 to {COLUMNS_MAX} (VIR-R4)"
                        ))
                    })?;
                    if slot.is_some() {
                        let what = format!("segment {at} gets two cards: at most one (VIR-4.2.1)");
                        return Err(Misread::new(what));
                    }
                    *slot = Some(find_card(value)?);
                }
            }
        }
        Ok(plan)
    }

    fn formations(&mut self) -> Result<Formations, Misread> {
        let mut plan = Formations::default();
        let (battle, by) = (self.battle, self.by);
        for word in self.words.by_ref() {
            if word == "none" {
                continue;
            }
            let (name, value) = pair(word)?;
            let units = value
                .split(',')
                .map(|unit| find_unit(battle, by, unit))
                .collect::<Result<UnitSet, _>>()?;
            match name {
                "testudo" => plan.testudo = units,
                "shieldwall" => plan.shieldwall = units,
                "open" => plan.open = units,
                other => {
                    let known = ["testudo", "shieldwall", "open"].into_iter();
                    return Err(Misread::unknown("formation", other, known));
                }
            }
        }
        Ok(plan)
    }

    fn placement(&mut self) -> Result<Placement, Misread> {
        let (battle, by) = (self.battle, self.by);
        let army = &battle.setup.armies[by];
        let mut units = vec![None; army.troops.len()];
        let mut leaders = vec![None; army.leaders.len()];
        let mut cinc = battle.sides[by].cinc;
        for word in self.words.by_ref() {
            let (name, value) = pair(word)?;
            if name == "cinc" {
                cinc = find_leader(battle, by, value)?;
                continue;
            }
            let area = find_area(battle, name)?;
            for key in value.split(',') {
                let place = match army.unit(key) {
                    Some(unit) => &mut units[usize::from(unit)],
                    None => &mut leaders[usize::from(find_piece(battle, by, key)?)],
                };
                if place.replace(area).is_some() {
                    return Err(Misread::new(format!("`{key}` is placed twice (VIR-R23)")));
                }
            }
        }
        let missing = (0..).zip(&units).find(|(_, at)| at.is_none());
        if let Some((unit, _)) = missing {
            let key = battle.unit_key(by, unit);
            return Err(Misread::new(format!("`{key}` is not placed: every unit is (VIR-R23)")));
        }
        if let Some((leader, _)) = (0..).zip(&leaders).find(|(_, at)| at.is_none()) {
            let key = battle.leader_key(by, leader);
            return Err(Misread::new(format!("`{key}` is not placed: every leader is (VIR-R23)")));
        }
        Ok(Placement::new(units.into_iter().flatten(), leaders.into_iter().flatten(), cinc))
    }
}

fn pair(word: &str) -> Result<(&str, &str), Misread> {
    word.split_once('=')
        .ok_or_else(|| Misread::new(format!("`{word}` should have the form name=value")))
}

fn find_unit(battle: &Battle, of: Seat, name: &str) -> Result<u8, Misread> {
    let army = &battle.setup.armies[of];
    let known = || army.troops.iter().map(|troop| troop.key.as_str());
    army.unit(name)
        .ok_or_else(|| Misread::unknown(&format!("unit of the {} army", army.name), name, known()))
}

fn find_leader(battle: &Battle, of: Seat, name: &str) -> Result<u8, Misread> {
    let army = &battle.setup.armies[of];
    let keys: Vec<String> = army.leaders.iter().map(|leader| key(&leader.name)).collect();
    army.leader(name)
        .ok_or_else(|| Misread::unknown("leader", name, keys.iter().map(String::as_str)))
}

/// A leader, where a unit of this name would have done as well.
fn find_piece(battle: &Battle, of: Seat, name: &str) -> Result<u8, Misread> {
    let army = &battle.setup.armies[of];
    let leaders: Vec<String> = army.leaders.iter().map(|leader| key(&leader.name)).collect();
    let units = army.troops.iter().map(|troop| troop.key.as_str());
    let known = leaders.iter().map(String::as_str).chain(units);
    army.leader(name).ok_or_else(|| Misread::unknown("unit or leader", name, known))
}

fn find_area(battle: &Battle, name: &str) -> Result<Area, Misread> {
    let known = ["S1", "S2", "S3", "S4", "N1", "N2", "N3", "N4", "SR", "NR"];
    Area::named(name, battle.columns(), battle.south)
        .ok_or_else(|| Misread::unknown("area", name, known))
}

fn find_card(name: &str) -> Result<Card, Misread> {
    Card::named(name)
        .ok_or_else(|| Misread::unknown("card", name, Card::ALL.into_iter().map(Card::word)))
}
