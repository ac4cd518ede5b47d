//! A battle in words: questions, options, reasons and forecasts. What happened is told in `told`.

use acies_core::{
    Each, Entry, Forecast, Game, Misread, Question, Reason, RuleId, Scene, Seat, Telling, Viewer,
    odds,
    scene::{Dragged, Offer, Overlay, Pulled, Way},
    words::capital,
};
use acies_table::Point;

use crate::{
    action::{Action, Step},
    battle::{Battle, Frame},
    event::Event,
    morale::{Descent, Ladder},
    odds::{Victim, fight_forecast, shot_forecast, shot_sums},
    order_test::rush_disrupts,
    profile::Order,
    refusal::{No, ud},
    resolution::Phase,
    units::{Id, UnitSet},
};

impl Telling for Battle {
    fn question(&self, _: Seat) -> Question {
        let (asks, rules) = self.asks();
        Question { context: capital(&self.moment()), asks, rules: rules.to_vec() }
    }

    fn words(&self, by: Seat, action: &Action) -> String {
        self.action_words(by, action)
    }

    fn notation(&self, _: Seat, action: &Action) -> String {
        self.write(action)
    }

    fn read(&self, by: Seat, text: &str) -> Result<Action, Misread> {
        self.read_action(by, text)
    }

    fn explain(&self, action: &Action, refusal: &No) -> Reason {
        Reason {
            rules: refusal.rules().to_vec(),
            says: refusal.says(self),
            facts: Vec::new(),
            shapes: refusal.shapes(self),
            instead: refusal.instead(self, action).map(|other| self.write(&other)),
        }
    }

    fn tell(&self, event: &Event, _: Viewer) -> Option<Entry> {
        Some(self.told(event))
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::board::draw(&self.view(viewer))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        match action {
            Action::Test { units, order } => self.order_forecast(by, *units, *order),
            Action::Move { unit, .. } => self.rush_forecast(by, *unit, action),
            Action::Shoot { unit, target } => {
                self.shot_forecast(Id::new(by, *unit), Id::new(by.other(), *target))
            }
            Action::Fight { unit, enemy } => {
                self.fight_forecast(Id::new(by, *unit), Id::new(by.other(), *enemy))
            }
            Action::Reroll { yes: true } => self.reroll_forecast(),
            _ => None,
        }
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        let turn = self.turn;
        let of =
            |seat: Seat, what: &str| format!("turn {turn}, {what} of {}", self.side_name(seat));
        match self.stack.first() {
            None => format!("turn {turn}, the end"),
            Some(Frame::Begin | Frame::Prepare(_)) => "before the battle".into(),
            Some(Frame::Initiative(_)) => format!("turn {turn}, initiative"),
            Some(&Frame::Orders(seat)) => of(seat, "orders"),
            Some(&Frame::Moves(seat)) => of(seat, "moves"),
            Some(&Frame::Leaders(seat)) => of(seat, "leaders"),
            Some(Frame::Targets(_)) => format!("turn {turn}, shooting"),
            Some(_) => match self.resolution.as_ref().map(|it| it.phase) {
                Some(Phase::Shooting) => format!("turn {turn}, shooting"),
                _ => format!("turn {turn}, hand to hand"),
            },
        }
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| Battle::lost(self, seat))
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

    fn drag(&self, by: Seat, dragged: &Dragged) -> Option<Pulled<Action>> {
        crate::drag::drag(self, by, dragged)
    }

    fn ways(&self, event: &Event) -> Vec<Way> {
        crate::scene::ways(self, event)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        crate::scene::overlays(self, piece)
    }
}

/// Names.
impl Battle {
    /// What an army is called, or its side while armies are hidden (S1).
    pub fn side_name(&self, seat: Seat) -> &str {
        match (&self.prelude, seat) {
            (Some(_), Seat::Red) => "Red",
            (Some(_), Seat::Blue) => "Blue",
            (None, seat) => &self.setup.armies[seat].name,
        }
    }

    /// What a unit is called; if both sides have one of this name, with its side.
    pub fn name(&self, id: Id) -> String {
        let name = &self.recruit(id).name;
        let enemies = &self.setup.armies[id.seat().other()].units;
        if enemies.iter().any(|unit| unit.name == *name) {
            format!("{name} ({})", id.seat())
        } else {
            name.clone()
        }
    }

    /// What a unit is called, if there is one of this number.
    pub(crate) fn name_or_number(&self, id: Id) -> String {
        let known = usize::from(id.number()) < self.sides[id.seat()].units.len();
        if known { self.name(id) } else { format!("unit {}", u32::from(id.number()) + 1) }
    }

    /// Several units in words.
    pub(crate) fn names(&self, seat: Seat, units: UnitSet) -> String {
        let names: Vec<_> = units.ids(seat).map(|id| self.name(id)).collect();
        match names.split_last() {
            Some((last, [])) => last.clone(),
            Some((last, others)) => format!("{} and {last}", others.join(", ")),
            None => "nobody".into(),
        }
    }
}

/// Questions and options.
impl Battle {
    fn asks(&self) -> (String, &'static [RuleId]) {
        let Some(&frame) = self.stack.last() else {
            return ("the battle is over".into(), &["AV-R25"]);
        };
        match frame {
            Frame::Prepare(step) => step.asks(),
            Frame::Begin => ("begin the battle?".into(), &["AV-4.1"]),
            Frame::Initiative(_) => ("play first or second in this turn?".into(), &["AV-4.2"]),
            Frame::Orders(_) => {
                ("who tests for which order, and who redresses?".into(), &["AV-5.2", "AV-R31"])
            }
            Frame::Moves(seat) => {
                let table = self.table();
                let due: UnitSet = table.standing(seat).filter(|&id| table.must_move(id)).collect();
                let due = if due.is_empty() {
                    String::new()
                } else {
                    format!(" ({} must still)", self.names(seat, due))
                };
                (format!("who moves{due}?"), &["AV-5.22", "AV-7.3"])
            }
            Frame::Leaders(_) => ("where do leaders go?".into(), &["AV-4.4", "AV-R32"]),
            Frame::Escape { by, leader } => {
                let name = &self.captain(by, leader).name;
                (format!("{name} gets away: where to?"), &["AV-15.6", "AV-R88"])
            }
            Frame::Targets(_) => ("who shoots at whom?".into(), &["AV-4.5", "AV-R64"]),
            Frame::Name(seat) => {
                let other = self.side_name(seat.other());
                let asks = format!("which fight comes next? {other} may put another unit in");
                (asks, &["AV-R73", "AV-11.10"])
            }
            Frame::Substitute { named, against } => {
                let others = self.open_enemies(against).without(named.number());
                let (others, named) = (self.names(named.seat(), others), self.name(named));
                let asks = format!("do {named} fight {}, or {others}?", self.name(against));
                (asks, &["AV-R73", "AV-11.10"])
            }
            Frame::Join { unit } => {
                (format!("whom does {} support by contact?", self.name(unit)), &["AV-R73"])
            }
            Frame::Lend { unit, to } => {
                let asks = format!("does {} support {}?", self.name(unit), self.name(to));
                (asks, &["AV-R103"])
            }
            Frame::Reroll { unit } => {
                let asks = format!("{} missed its test: throw again?", self.name(unit));
                (asks, &["AV-16.1", "AV-R81"])
            }
            Frame::Retreat { unit } => {
                (format!("how does {} retreat?", self.name(unit)), &["AV-R84", "AV-R85"])
            }
            Frame::FollowUp { unit } => {
                let asks = format!("does {} take its opponent's place?", self.name(unit));
                (asks, &["AV-8.2", "AV-8.3"])
            }
        }
    }

    pub(crate) fn action_words(&self, by: Seat, action: &Action) -> String {
        let unit = |unit: u8| self.name_or_number(Id::new(by, unit));
        let enemy = |unit: u8| self.name_or_number(Id::new(by.other(), unit));
        let asked = match self.stack.last() {
            Some(
                &Frame::Lend { unit, .. }
                | &Frame::Reroll { unit }
                | &Frame::Retreat { unit }
                | &Frame::FollowUp { unit },
            ) => self.name(unit),
            _ => "it".into(),
        };
        let leader = |leader: u8| {
            let captain = self.setup.armies[by].leaders.get(usize::from(leader));
            captain.map_or_else(|| "he".into(), |it| it.name.clone())
        };
        match action {
            Action::Begin => "Begin the battle".into(),
            Action::Prepare(prepare) => prepare.words(self, by),
            Action::Play { first: true } => "Play first in this turn".into(),
            Action::Play { first: false } => "Play second in this turn".into(),
            Action::Test { units, order } => {
                let chance = self.chance_words(by, *units, *order);
                format!("{} to {}{chance}", self.names(by, *units), order.name())
            }
            Action::Redress { unit: it } => format!("{} redress their ranks", unit(*it)),
            Action::EndOrders => "No more orders".into(),
            Action::Pivot { unit: it, facing } => format!("{} turn to face {facing}°", unit(*it)),
            Action::Move { unit: it, steps, push } => {
                let steps: Vec<_> = steps.iter().map(step_words).collect();
                let push = if push.is_empty() {
                    String::new()
                } else {
                    format!(", pushing {} away", self.names(by.other(), *push))
                };
                let reached = self.reached_words(by, action);
                format!("{}: {}{push}{reached}", unit(*it), steps.join(", then "))
            }
            Action::FallBack { unit: it, back } => {
                let about = if back.about { ", turned about" } else { "" };
                format!("{} fall back {} UD{about}", unit(*it), ud(back.distance))
            }
            Action::EndMoves => "No more moves".into(),
            Action::Ride { leader: it, to } => format!("{} rides to {}", leader(*it), place(*to)),
            Action::Attach { leader: it, unit: joined } => {
                format!("{} joins {}", leader(*it), unit(*joined))
            }
            Action::EndLeaders => "No more moves of leaders".into(),
            Action::Shoot { unit: it, target } => {
                format!("{} shoot at {}", unit(*it), enemy(*target))
            }
            Action::EndShooting => "No more targets".into(),
            Action::Fight { unit: it, enemy: other } => {
                format!("{} fight {}", unit(*it), enemy(*other))
            }
            Action::Join { unit: it, friend } => format!("{} support {}", unit(*it), unit(*friend)),
            Action::Lend { yes: true } => format!("{asked} give support"),
            Action::Lend { yes: false } => format!("{asked} stay out of it"),
            Action::Reroll { yes: true } => format!("Throw again for {asked}"),
            Action::Reroll { yes: false } => format!("Let the miss of {asked} stand"),
            Action::Retreat { heading, distance, turned } => {
                let turned = if *turned { ", facing the enemy" } else { "" };
                format!("{asked} retreat {} UD towards {heading}°{turned}", ud(*distance))
            }
            Action::FollowUp { yes: true } => format!("{asked} follow up"),
            Action::FollowUp { yes: false } => format!("{asked} stay where they are"),
            Action::Resign => "Concede".into(),
        }
    }

    /// What an order test needs: " on 3+".
    fn chance_words(&self, by: Seat, units: UnitSet, order: Order) -> String {
        let Ok(lender) = self.table().check_test(by, units, order) else { return String::new() };
        let test = self.table().order_test(lender, order);
        match test.least_face() {
            _ if units.len() == 1 && test.is_free() => " without a test".into(),
            Some(..=1) => ", surely".into(),
            Some(least @ 2..=6) => format!(" on {least}+"),
            _ => ", in vain".into(),
        }
    }

    /// Whom a move comes into contact with.
    fn reached_words(&self, by: Seat, action: &Action) -> String {
        let Action::Move { unit, steps, push } = action else { return String::new() };
        let id = Id::new(by, *unit);
        let Ok(moved) = self.table().check_move(id, steps, *push) else { return String::new() };
        let touched = self.table().standing(by.other()).filter(|&enemy| {
            !push.has(enemy.number())
                && crate::table::within(moved.pose.at, self.table().point(enemy), 1.0)
        });
        let touched: UnitSet = touched.collect();
        if touched.is_empty() {
            String::new()
        } else {
            format!(", into contact with {}", self.names(by.other(), touched))
        }
    }
}

fn step_words(step: &Step) -> String {
    match step.wheel {
        Some(facing) if facing == step.heading => {
            format!("wheel to {facing}° and {} UD on", ud(step.distance))
        }
        Some(facing) => {
            format!("wheel to {facing}° and {} UD towards {}°", ud(step.distance), step.heading)
        }
        None => format!("{} UD towards {}°", ud(step.distance), step.heading),
    }
}

/// A place in UD from the south-west corner.
pub(crate) fn place(at: Point) -> String {
    format!("({:.1}, {:.1})", at.x.get(), at.y.get())
}

/// Forecasts.
impl Battle {
    fn order_forecast(&self, by: Seat, units: UnitSet, order: Order) -> Option<Forecast> {
        let lender = self.table().check_test(by, units, order).ok()?;
        let test = self.table().order_test(lender, order);
        if units.len() == 1 && test.is_free() {
            return None;
        }
        let (rule, needed) = test.needs()?;
        let throws = odds(|dice| test.throw(by, dice));
        Some(Forecast {
            title: format!("{} to {} on {needed}+", self.names(by, units), order.name()),
            sums: vec![(format!("added to the die for {}", self.name(lender)), test.sum())],
            rules: vec!["AV-5.2", rule],
            outcomes: throws.outcomes(|&yes| {
                let says = if yes { "the order changes" } else { "it stays as it is" };
                (says.into(), vec![("changed", yes.into())])
            }),
            highlights: Vec::new(),
        })
    }

    /// The test that follows a Rush into nothing.
    fn rush_forecast(&self, by: Seat, unit: u8, action: &Action) -> Option<Forecast> {
        let id = Id::new(by, unit);
        let Action::Move { steps, push, .. } = action else { return None };
        let moved = self.table().check_move(id, steps, *push).ok()?;
        let reaches = !self.reached_words(by, action).is_empty();
        if moved.mode != crate::moves::Mode::Rush || reaches {
            return None;
        }
        let disrupts = odds(|dice| rush_disrupts(by, dice));
        Some(Forecast {
            title: format!("{}: the Rush test", self.name(id)),
            sums: Vec::new(),
            rules: vec!["AV-8.1", "AV-R57"],
            outcomes: disrupts.outcomes(|&yes| {
                let says = if yes { "disrupted" } else { "in good order" };
                (says.into(), vec![("disrupted", yes.into())])
            }),
            highlights: Vec::new(),
        })
    }

    /// What the shots named at a target so far and this one would do to it (AV-R66).
    fn shot_forecast(&self, unit: Id, target: Id) -> Option<Forecast> {
        let table = self.table();
        let named = self.aimed.iter().filter(|it| it.target == target && it.unit != unit);
        let shooters: Vec<Id> = named.map(|it| it.unit).chain([unit]).collect();
        let shots: Vec<_> =
            shooters.iter().map(|&it| table.shot(it, target).ok()).collect::<Option<_>>()?;
        let name = self.name(target);
        let each = shooters.iter().zip(&shots);
        let sums = each.flat_map(|(&it, shot)| shot_sums(&self.name(it), &name, shot)).collect();
        let title = format!("{} shoot at {name}", self.name(unit));
        Some(shot_forecast(title, sums, &shots, &self.victim(target), &name))
    }

    /// What both would make of a fight with the supports that it will have (AV-R73(3)).
    fn fight_forecast(&self, own: Id, enemy: Id) -> Option<Forecast> {
        self.check_fight(own, enemy).ok()?;
        let fight = self.table().fight(&self.foreseen(own, enemy));
        let mut ids = [own, enemy];
        ids.sort_by_key(|id| id.seat());
        let victims = ids.map(|id| self.victim(id));
        let title = format!("{} fight {}", self.name(own), self.name(enemy));
        Some(fight_forecast(title, &fight, &victims, &ids.map(|id| self.name(id))))
    }

    /// A unit on its ladder, as it stands now.
    fn victim(&self, id: Id) -> Victim {
        let unit = self.unit(id);
        let ladder = Ladder::at_start(unit.cp, unit.disrupted);
        Victim { nerve: self.nerve(id), start: Descent { ladder, reroll: self.may_reroll(id) } }
    }

    fn reroll_forecast(&self) -> Option<Forecast> {
        let &Frame::Reroll { unit } = self.stack.last()? else { return None };
        let (nerve, cp) = (self.nerve(unit), self.unit(unit).cp);
        let passes = odds(|dice| nerve.passes(unit.seat(), cp, dice));
        Some(Forecast {
            title: format!("{} test again", self.name(unit)),
            sums: vec![("added to the die".into(), nerve.sum(cp))],
            rules: vec!["AV-16.1", "AV-14.1"],
            outcomes: passes.outcomes(|&yes| {
                let says = if yes { "passed" } else { "missed" };
                (says.into(), vec![("passed", yes.into())])
            }),
            highlights: Vec::new(),
        })
    }
}
