//! The moment that a file is of: the step, its points and hits, and what waits to be decided.

use acies_core::{
    Id, Seat,
    file::Page,
    named::{self, Names},
};
use toml::{Spanned, de::DeValue};

use super::{BONUS_MAX, Board, File, Read, Reader, SPENT_MAX, older};
use crate::{
    activation::points::Pool,
    areas::{Area, COLUMNS_MAX},
    battle::{Battle, Frame},
    combat::charge::Charge,
    combat::hits::{DICE_MAX, GiveOut, Hit},
    morale::Marks,
    units::Flags,
    victory::Ending,
};

impl Reader<'_> {
    /// What is known of the moment apart from the pieces.
    pub(super) fn moment(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        if lines.sets_up() {
            self.before_the_first_turn(lines, battle)?;
        }
        for (name, &count) in &lines.crossed {
            let at = self.boundary(board, name)?;
            if battle.setup.rivers[at].is_none() {
                return Err(self.page.bad(name.span(), "no river lies there").rule("VIR-R73"));
            }
            battle.crossed[at] = count;
        }
        self.conquered(lines, board, battle)?;
        self.hits(lines, battle)?;
        self.charges(lines, battle)?;
        self.pools(lines, board, battle)?;
        self.compelled(lines, battle)?;
        self.frame(lines, battle)
    }

    /// VIR-1.2.3, VIR-R14, VIR-R24: before the first turn both armies are whole and unhurt.
    pub(super) fn before_the_first_turn(&self, lines: &File, battle: &Battle) -> Read<()> {
        for (seat, side) in [(Seat::Red, &lines.red), (Seat::Blue, &lines.blue)] {
            let army = &battle.setup.armies[seat];
            if army.leaders.is_empty() {
                return Err(self
                    .page
                    .bad(side.span(), "an army without a leader")
                    .rule("VIR-1.2.3"));
            }
            let lost = side.as_ref().units.iter().zip(&army.troops).find_map(|(line, troop)| {
                line.stands.as_ref().filter(|stands| *stands.as_ref() < troop.profile.mv)
            });
            if let Some(stands) = lost {
                let what = "a unit starts with all its stands";
                return Err(self.page.bad(stands.span(), what).rule("VIR-R14"));
            }
        }
        if let Some(hit) = lines.hits.first() {
            let what = "no hits are scored before the first turn";
            return Err(self.page.bad(hit.target.span(), what).rule("VIR-R24"));
        }
        let is_in = |seat: Seat| battle.sides[seat].sealed.is_made();
        if lines.step() == "deploy" && Seat::BOTH.into_iter().all(is_in) {
            let what = "both sides are deployed, so nobody has to decide";
            let hint = "say `step = \"begin\"`".to_owned();
            return Err(self.page.bad(lines.step.span(), what).rule("VIR-1.6.2").hint(hint));
        }
        Ok(())
    }

    /// VIR-R8: the areas that are not held by the side that they lie on. The file decides where
    /// both have units; elsewhere it follows from who is there.
    pub(super) fn conquered(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        for area in Area::all(board.columns, board.south) {
            battle.update_holder(area);
        }
        for name in lines.conquered.iter().flatten() {
            let area = self.field(board, name)?;
            if !battle.enemy_in(area, area.side()) {
                let what = format!("nobody has conquered {}: no enemy is in it", name.as_ref());
                return Err(self.page.bad(name.span(), what).rule("VIR-R8"));
            }
            battle.conquered.set(area, true);
        }
        Ok(())
    }

    /// VIR-R53: the hits so far, and what follows from them: who has fought, and how many counters
    /// of ordinary combats each unit took (VIR-R46).
    pub(super) fn hits(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        for line in &lines.hits {
            let hit = Hit {
                target: self.living(battle, by.other(), &line.target)?,
                attacker: self.unit(battle, by, &line.from)?,
                marks: self.marks(&line.marks)?,
            };
            if battle.units(by.other())[hit.target].area.is_reserve() {
                let what = "a unit in a reserve cannot be hit";
                return Err(self.page.bad(line.target.span(), what).rule("VIR-R3"));
            }
            self.may_have_hit(battle, hit.attacker, 1, &line.from)?;
            battle.hits.push(hit);
            battle.sides[by].units.mark(hit.attacker, Flags::ACTIVATED | Flags::FOUGHT);
            let ordinary = !hit.marks.contains(Marks::CHARGE);
            battle.sides[by.other()].units[hit.target].given += u8::from(ordinary);
        }
        Ok(())
    }

    /// VIR-R51: nobody scores more hits than an attack has dice.
    pub(super) fn may_have_hit(
        &self,
        battle: &Battle,
        attacker: u8,
        more: usize,
        from: &Spanned<String>,
    ) -> Read<()> {
        let scored = battle.hits.iter().filter(|hit| hit.attacker == attacker).count();
        if scored + more <= DICE_MAX {
            return Ok(());
        }
        let what = format!("more hits of `{}` than an attack has dice", from.as_ref());
        Err(self.page.bad(from.span(), what).rule("VIR-R51"))
    }

    /// VIR-R47.1: the charges that are declared and not yet resolved.
    pub(super) fn charges(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        let declared = matches!(lines.step(), "charges" | "combats" | "give_out" | "resolve");
        for line in &lines.charges {
            if !declared {
                let what = "in this step no charge is waiting to be resolved";
                return Err(self.page.bad(line.unit.span(), what).rule("VIR-R45"));
            }
            let charge = Charge {
                unit: self.living(battle, by, &line.unit)?,
                target: self.living(battle, by.other(), &line.target)?,
                hill: line.hill,
                pila: line.pila,
            };
            if battle.charges.iter().any(|other| other.unit == charge.unit) {
                let what = format!("`{}` charges twice", line.unit.as_ref());
                return Err(self.page.bad(line.unit.span(), what).rule("VIR-R44"));
            }
            let from = battle.units(by)[charge.unit].area;
            let to = battle.units(by.other())[charge.target].area;
            if from != to && !from.flanks(battle.columns()).any(|flank| flank == to) {
                let what = "the target is neither in the same area nor on a flank";
                return Err(self.page.bad(line.target.span(), what).rule("VIR-R47.2"));
            }
            battle.sides[by].units.mark(charge.unit, Flags::ACTIVATED);
            battle.charges.push(charge);
        }
        Ok(())
    }

    /// VIR-R40: the points as they are given, or as cards and leaders make them.
    pub(super) fn pools(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        match &lines.pools {
            None if lines.before_orders() => {}
            None => battle.fix_pools(),
            Some(pools) => {
                battle.pools = [Pool::default(); COLUMNS_MAX];
                for (segment, line) in pools {
                    let at = self.segment(board, segment)?;
                    let card = line.card.as_ref().map(|card| self.card(card)).transpose()?;
                    let bonus = self.at_most(line.bonus.as_ref(), BONUS_MAX, "VIR-R42")?;
                    let spent = self.at_most(line.spent.as_ref(), SPENT_MAX, "VIR-R41")?;
                    battle.pools[at] = Pool { card, bonus, spent };
                }
            }
        }
        Ok(())
    }

    /// VIR-R69.1: the compelled units as they are given, or as the rule makes them.
    pub(super) fn compelled(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        let mut units = Vec::new();
        match &lines.compelled {
            Some(names) => {
                for name in names {
                    units.push(self.living(battle, by, name)?);
                }
            }
            None => {
                let after_cards = !lines.before_orders();
                let all = battle.units(by).alive().into_iter();
                units.extend(all.filter(|&it| after_cards && battle.becomes_compelled(it)));
            }
        }
        for unit in units {
            battle.compelled = battle.compelled.with(unit);
        }
        Ok(())
    }

    pub(super) fn frame(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let wrong = |what: &str| self.page.bad(lines.step.span(), what);
        battle.stack.clear();
        if lines.step() == "over" {
            let Some(line) = &lines.ending else {
                return Err(wrong("how did it end? `[ending]`"));
            };
            battle.ending = Some(Ending { winner: line.winner, by: line.by });
            return Ok(());
        }
        let step = older::step(&self.page, battle)?;
        let frame: Spanned<Frame> =
            Spanned::new(step.span(), named::read(&self.page, step, &*battle)?);
        match frame.get_ref() {
            Frame::Resolve if battle.charges.is_empty() => {
                return Err(wrong("no charges to resolve: `[[charges]]`"));
            }
            Frame::TurnBegins | Frame::TurnEnds => {
                return Err(wrong("nobody is asked in this step"));
            }
            Frame::GiveOut(left) => {
                self.fits(battle, &frame, left)?;
                battle.sides[battle.active]
                    .units
                    .mark(left.attacker, Flags::ACTIVATED | Flags::FOUGHT);
                battle.stack.push(Frame::Combats);
            }
            _ => {}
        }
        let empty = |seat| !battle.units(seat).any_alive();
        if !lines.sets_up() && Seat::BOTH.into_iter().any(empty) {
            return Err(wrong("a side without units has lost").rule("VIR-R13.1"));
        }
        battle.stack.push(frame.into_inner());
        Ok(())
    }

    /// VIR-5.1.4: whether these hits can be left to give out.
    fn fits(&self, battle: &Battle, frame: &Spanned<Frame>, left: &GiveOut) -> Read<()> {
        let wrong = |what: &str| Err(self.page.bad(frame.span(), what));
        let GiveOut { area, attacker, red, others, from, .. } = *left;
        let by = battle.active;
        if !Area::field(battle.columns()).contains(&area) {
            return Err(self.page.bad(frame.span(), "no area of the field").rule("VIR-R3"));
        }
        if battle.units_in(area, by.other()).is_empty() {
            let what = "no unit there can take hits";
            return Err(self.page.bad(frame.span(), what).rule("VIR-5.1.3"));
        }
        if usize::from(attacker) >= battle.setup.armies[by].troops.len() {
            return wrong(&format!("the attacker is a unit of {by}"));
        }
        let all = usize::from(red) + usize::from(others);
        if all == 0 {
            return wrong("no hits are left to give out");
        }
        let key = Spanned::new(frame.span(), battle.unit_key(by, attacker));
        self.may_have_hit(battle, attacker, all, &key)?;
        if usize::from(from) > battle.hits.len() {
            return wrong("fewer hits are listed before this roll");
        }
        Ok(())
    }
}

impl Names for Battle {
    fn key(&self, unit: Id) -> Option<String> {
        let troops = &self.setup.armies[unit.seat()].troops;
        troops.get(usize::from(unit.number())).map(|troop| troop.key.clone())
    }

    fn keys(&self, seat: Seat) -> Vec<String> {
        self.setup.armies[seat].troops.iter().map(|troop| troop.key.clone()).collect()
    }

    fn word(&self, field: &str, value: &dyn Fn() -> Option<toml::Value>) -> Option<String> {
        match field {
            "area" => Some(self.area_name(value()?.try_into().ok()?).to_owned()),
            "marks" => Some(value()?.try_into::<Marks>().ok()?.words()),
            _ => None,
        }
    }

    fn meant(
        &self,
        page: &Page,
        field: &str,
        word: &Spanned<String>,
    ) -> Read<Option<DeValue<'static>>> {
        let reader = Reader { page: *page };
        let board = Board { columns: self.columns(), south: self.south };
        Ok(match field {
            "area" => Some(named::toml_number(u8::from(reader.field(board, word)?).into())),
            "marks" => {
                let mut flags = String::new();
                bitflags::parser::to_writer(&reader.marks(word)?, &mut flags)
                    .expect("strings take all that is written");
                Some(DeValue::String(flags.into()))
            }
            _ => None,
        })
    }
}
