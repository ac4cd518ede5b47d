//! What a position file says of the armies: who they are, and where everybody stands.

use acies_core::{Each, Seat};
use acies_table::{Pose, Rect};
use toml::Spanned;

use crate::{
    action::UnitSet,
    battle::{Battle, Camp, Commander, Flags, Host, Id, March, Place, Setup, Side, Unit},
    files::{
        army::{Corps, Troop},
        data::word,
        position::{
            FLAGS, MOVES_MOST, Read, Reader, SLACK_UD, extent,
            lines::{CorpsLine, MarchLine, PlaceWord, SideLines, UnitLine},
        },
    },
    rulings::{CORPS, UNITS_MAX},
    setup::CAMP,
    units::Profile,
};

/// Armies.
impl Reader<'_> {
    pub(super) fn host(&self, lines: &Spanned<SideLines>) -> Read<Host> {
        let side = lines.get_ref();
        if side.units.is_empty() || side.units.len() > UNITS_MAX {
            let what = format!("{} units", side.units.len());
            let hint = format!("1 to {UNITS_MAX}");
            return Err(self.wrong(lines, "ADLG-R11", what).hint(hint));
        }
        if side.corps.len() != CORPS {
            let what = format!("{} corps", side.corps.len());
            let hint = "an army has three, each with its commander".to_owned();
            return Err(self.wrong(lines, "ADLG-R11", what).hint(hint));
        }
        let mut troops: Vec<Troop> = Vec::new();
        for line in &side.units {
            let troop = self.troop(line, &side.units, troops.len())?;
            if troops.iter().any(|other| other.key == troop.key) {
                let what = format!("two units with the key `{}`", troop.key);
                let at = line.get_ref().key.as_ref().map_or(line.span(), Spanned::span);
                return Err(self.page.bad(at, what).hint("give each its own".to_owned()));
            }
            troops.push(troop);
        }
        let mut corps = Vec::new();
        for (number, line) in (0..).zip(&side.corps) {
            corps.push(self.corps(number, line, &troops)?);
        }
        Ok(Host {
            name: side.name.clone(),
            corps,
            troops,
            fortified_camp: side.fortified_camp,
            segments: side.fortifications,
            regions: side.regions.clone(),
        })
    }

    pub(super) fn troop(
        &self,
        line: &Spanned<UnitLine>,
        all: &[Spanned<UnitLine>],
        at: usize,
    ) -> Read<Troop> {
        let unit = line.get_ref();
        let profile = self.profile(&unit.troop)?;
        let word = unit.troop.get_ref();
        let alike = |units: &[Spanned<UnitLine>]| {
            units.iter().filter(|it| it.get_ref().troop.get_ref() == word).count()
        };
        let kind = profile.kind.word();
        let number = alike(&all[..=at]);
        let key = match &unit.key {
            Some(key) => key.get_ref().clone(),
            None if alike(all) == 1 => kind.to_owned(),
            None => format!("{kind}_{number}"),
        };
        let name = unit.name.clone().unwrap_or_else(|| match alike(all) {
            1 => profile.kind.row().name.clone(),
            _ => format!("{} {number}", profile.kind.row().name),
        });
        let corps = self.corps_number(&unit.corps)?;
        let deployed = unit.deployed.as_ref().map(|at| self.pose(at)).transpose()?;
        Ok(Troop { profile, corps, key, name, at: deployed })
    }

    /// A troop of a list, or a type with its quality and abilities.
    pub(super) fn profile(&self, troop: &Spanned<String>) -> Read<Profile> {
        let text = troop.get_ref();
        let profile = word::profile(text).ok_or_else(|| {
            let first = text.split_whitespace().next().unwrap_or_default();
            match acies_core::said::troop::<Profile>(Some(first)) {
                Err(unknown) => self.page.bad(troop.span(), unknown.what).hint(unknown.hint),
                Ok(_) => {
                    let words = text.split_whitespace().skip(1);
                    let known = || {
                        let qualities = ["mediocre", "ordinary", "elite"];
                        qualities.into_iter().chain(crate::units::Traits::known())
                    };
                    let odd = words.into_iter().find(|word| !known().any(|it| it == *word));
                    let odd = odd.unwrap_or(text);
                    let hint = acies_core::words::did_you_mean(odd, known());
                    let what = format!("`{odd}` says nothing of a unit");
                    self.page.bad(troop.span(), what).hint(hint)
                }
            }
        })?;
        match profile.misfit() {
            None => Ok(profile),
            Some(why) => Err(self.wrong(troop, "ADLG-R15", why)),
        }
    }

    pub(super) fn corps(&self, number: u8, line: &CorpsLine, troops: &[Troop]) -> Read<Corps> {
        let own = || troops.iter().filter(|troop| troop.corps == number);
        let position = |key: &str| troops.iter().position(|troop| troop.key == key);
        let with = match &line.with {
            Some(key) => {
                let keys = || own().map(|troop| troop.key.as_str());
                let at = position(key.get_ref())
                    .ok_or_else(|| self.page.unknown(key, "unit", keys()))?;
                if troops[at].corps != number && keys().next().is_some() {
                    let what = format!("`{}` is not in corps {}", key.get_ref(), number + 1);
                    let hint = keys().collect::<Vec<_>>().join(", ");
                    return Err(self.wrong(key, "ADLG-R9", what).hint(hint));
                }
                at
            }
            None => own().next().and_then(|troop| position(&troop.key)).unwrap_or(0),
        };
        Ok(Corps {
            name: line.name.clone(),
            level: line.commander,
            included: line.included,
            with: with as u8,
            wing: *line.wing.get_ref(),
        })
    }
}

/// Where everything stands.
impl Reader<'_> {
    pub(super) fn side(
        &self,
        battle: &Battle,
        seat: Seat,
        lines: &Spanned<SideLines>,
    ) -> Read<Side> {
        let side = lines.get_ref();
        let setup = &battle.setup;
        let mut units = arrayvec::ArrayVec::new();
        for (number, line) in (0..).zip(&side.units) {
            units.push(self.unit(setup, Id::new(seat, number), line)?);
        }
        let mut commanders = [Commander::Away; CORPS];
        for (number, line) in side.corps.iter().enumerate() {
            commanders[number] = self.commander(setup, seat, number, line, &units)?;
        }
        let camp = Camp { pose: self.camp(setup, seat, side)?, lost: side.camp_lost };
        let plan = self.plan(setup, seat, side)?;
        let markers = self.markers(side)?;
        let march = match &side.march {
            None => March::No,
            Some(MarchLine { corps, edge: None }) => {
                March::Coming { corps: self.corps_number(corps)? }
            }
            Some(MarchLine { corps, edge: Some(edge) }) => {
                March::Entering { corps: self.corps_number(corps)?, edge: self.edge(edge)? }
            }
        };
        Ok(Side { units, commanders, camp, plan, markers, march })
    }

    /// ADLG-R28: a camp is on the table.
    pub(super) fn camp(&self, setup: &Setup, seat: Seat, side: &SideLines) -> Read<Pose> {
        let Some(at) = &side.camp else { return Ok(setup.field.camp(seat)) };
        let pose = self.pose(at)?;
        if setup.field.rect().grown(SLACK_UD).holds(&Rect::new(&pose, CAMP)) {
            return Ok(pose);
        }
        Err(self.wrong(at, "ADLG-R28", "the camp is not on the table").hint(extent(&setup.field)))
    }

    pub(super) fn unit(&self, setup: &Setup, id: Id, line: &Spanned<UnitLine>) -> Read<Unit> {
        let UnitLine { at, cohesion, moves, place, is, .. } = line.get_ref();
        let troop = &setup.armies[id.seat()].troops[usize::from(id.number())];
        let pose = at.as_ref().map(|at| self.pose(at)).transpose()?;
        let place =
            place.map_or(if pose.is_some() { Place::Table } else { Place::Away }, PlaceWord::place);
        let full = troop.profile.cohesion();
        let points = match cohesion {
            None => full,
            Some(points) if *points.get_ref() <= full => *points.get_ref(),
            Some(points) => {
                let what = format!("a cohesion of {}", points.get_ref());
                return Err(self.wrong(points, "ADLG-R8", what).hint(format!("0 to {full}")));
            }
        };
        if place == Place::Table && points == 0 {
            let at = cohesion.as_ref().map_or(line.span(), Spanned::span);
            let what = "a unit without cohesion is routing, not on the table";
            let hint = "say `place = \"routing\"`".to_owned();
            return Err(self.page.bad(at, what).rule("ADLG-R144").hint(hint));
        }
        let mut unit = Unit::new(troop, pose);
        unit.place = place;
        unit.cohesion = points;
        unit.moves = match moves {
            Some(moves) if *moves.get_ref() > MOVES_MOST => {
                let what = format!("{} movements", moves.get_ref());
                let hint = format!("0 to {MOVES_MOST}");
                return Err(self.wrong(moves, "ADLG-R57", what).hint(hint));
            }
            moves => moves.as_ref().map_or(0, |moves| *moves.get_ref()),
        };
        if !is.is_empty() {
            unit.flags = self.flags(is)?;
        }
        let enemy = id.seat().other();
        let who = |key: &Option<Spanned<String>>| {
            key.as_ref().map(|key| self.id(setup, enemy, key)).transpose()
        };
        let line = line.get_ref();
        unit.stood = line.stood.as_ref().map(|at| self.pose(at)).transpose()?;
        unit.charged = who(&line.charged)?;
        unit.unconformed = who(&line.unconformed)?;
        unit.opponent = who(&line.opponent)?;
        let standing = matches!(place, Place::Table | Place::Routing);
        if let Some(at) = at.as_ref().filter(|_| standing) {
            let rect = Rect::new(&unit.pose, troop.profile.kind.size());
            if !setup.field.rect().grown(SLACK_UD).holds(&rect) {
                let what = format!("`{}` is not on the table", troop.key);
                return Err(self.wrong(at, "ADLG-R5", what).hint(extent(&setup.field)));
            }
        }
        Ok(unit)
    }

    pub(super) fn flags(&self, words: &[Spanned<String>]) -> Read<Flags> {
        let mut flags = Flags::empty();
        for word in words {
            if word.get_ref() == "nothing" {
                continue;
            }
            let found = FLAGS.into_iter().find(|(known, _)| known == word.get_ref());
            let (_, flag) = found.ok_or_else(|| {
                self.page.unknown(word, "state", FLAGS.iter().map(|(known, _)| *known))
            })?;
            flags |= flag;
        }
        Ok(flags)
    }

    pub(super) fn commander(
        &self,
        setup: &Setup,
        seat: Seat,
        number: usize,
        line: &CorpsLine,
        units: &[Unit],
    ) -> Read<Commander> {
        let with = setup.armies[seat].corps[number].with;
        let Some(now) = &line.now else {
            let there = units.get(usize::from(with)).is_some_and(|it| it.place == Place::Table);
            return Ok(match &line.at {
                Some(at) => Commander::Free(self.point(at, *at.get_ref())?),
                None if there => Commander::With(with),
                None => Commander::Away,
            });
        };
        Ok(match now.get_ref().as_str() {
            "away" => Commander::Away,
            "left_table" => Commander::LeftTable,
            "lost" => Commander::Lost,
            _ => Commander::With(self.id(setup, seat, now)?.number()),
        })
    }

    pub(super) fn id(&self, setup: &Setup, of: Seat, key: &Spanned<String>) -> Read<Id> {
        let troops = &setup.armies[of].troops;
        let found = troops.iter().position(|troop| troop.key == *key.get_ref());
        let known = troops.iter().map(|troop| troop.key.as_str());
        let number =
            found.ok_or_else(|| self.page.unknown(key, &format!("unit of {of}"), known))?;
        Ok(Id::new(of, number as u8))
    }

    /// A unit that takes up room on the table: only such can do or suffer anything.
    pub(super) fn there(&self, battle: &Battle, of: Seat, key: &Spanned<String>) -> Read<Id> {
        let id = self.id(&battle.setup, of, key)?;
        match battle.unit(id).place {
            Place::Table | Place::Routing => Ok(id),
            Place::Away | Place::Routed | Place::LeftTable => {
                let what = format!("`{}` is not on the table", key.get_ref());
                Err(self.wrong(key, "ADLG-R144", what))
            }
        }
    }

    pub(super) fn all_there(
        &self,
        battle: &Battle,
        of: Seat,
        keys: &[Spanned<String>],
    ) -> Read<UnitSet> {
        keys.iter().map(|key| self.there(battle, of, key)).collect()
    }

    pub(super) fn units(&self, setup: &Setup, of: Seat, keys: &[Spanned<String>]) -> Read<UnitSet> {
        keys.iter().map(|key| self.id(setup, of, key)).collect()
    }

    /// ADLG-R6: no base on top of another.
    pub(super) fn no_overlap(&self, battle: &Battle, lines: Each<&Spanned<SideLines>>) -> Read<()> {
        let bodies: Vec<Id> = battle.bodies().collect();
        for (at, &id) in bodies.iter().enumerate() {
            let rect = battle.rect(id);
            let under =
                bodies[..at].iter().find(|&&it| rect.overlap_depth(&battle.rect(it)) > SLACK_UD);
            let Some(&other) = under else { continue };
            let line = &lines[id.seat()].get_ref().units[usize::from(id.number())];
            let span = line.get_ref().at.as_ref().map_or(line.span(), Spanned::span);
            let (one, other) = (&battle.troop(id).key, &battle.troop(other).key);
            let what = format!("`{one}` stands on top of `{other}`");
            return Err(self.page.bad(span, what).rule("ADLG-R6"));
        }
        Ok(())
    }
}
