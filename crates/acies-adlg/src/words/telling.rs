//! A battle in words: questions, options, reasons and forecasts. What happened is told in `told`.

use std::borrow::Cow;

use acies_core::{
    Each, Entry, Forecast, Form, Game, Misread, Question, Reason, Role, RuleId, Scene, Seat, Shape,
    Telling, Viewer, Worth,
    scene::{Dragged, Offer, Overlay, Pulled, Way},
    tell,
    words::{Subject, capital, counted},
};
use acies_table::{Length, Point};

use crate::{
    action::{Action, Flight, How, UnitSet},
    battle::{Battle, Frame, Id, Orders, Place},
    command::{Cost, Order},
    movement::group_of,
    words::{
        events::Event,
        notation::elements_text,
        places::{place, ud},
        refusals::{self, No},
    },
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
        let shapes = refusal.shapes(self);
        Reason {
            shapes: shapes.into_iter().enumerate().map(|(at, shape)| drawn(at, shape)).collect(),
            instead: refusal.instead(self, action).map(|other| self.write(&other)),
            ..refusal.reason(self)
        }
    }

    fn tell(&self, event: &Event, viewer: Viewer) -> Option<Entry> {
        let entry = tell::entry(self, viewer, |told| event.tell(told));
        (!entry.line.is_empty()).then_some(entry)
    }

    fn board(&self, viewer: Viewer) -> String {
        crate::board::draw(&self.view(viewer))
    }

    fn forecast(&self, by: Seat, action: &Action) -> Option<Forecast> {
        self.foresee(by, action)
    }

    fn hindsight(
        &self,
        by: Seat,
        action: &Action,
        after: &Battle,
        events: &[Event],
    ) -> Option<Forecast> {
        self.look_back(by, action, after, events)
    }

    fn later(&self, by: Seat, action: &Action) -> Vec<Forecast> {
        self.foresee_later(by, action).into_iter().map(|(forecast, _)| forecast).collect()
    }

    fn worths(&self, by: Seat, action: &Action) -> Vec<Worth> {
        self.worths_now(by, action)
    }

    fn later_worths(&self, by: Seat, action: &Action) -> Vec<Vec<Worth>> {
        self.foresee_later(by, action).into_iter().map(|(_, worths)| worths).collect()
    }

    fn sides(&self) -> Each<String> {
        Each::of(|seat| self.side_name(seat).to_owned())
    }

    fn moment(&self) -> String {
        if self.ending.is_some() {
            return format!("turn {}, the end", self.turn);
        }
        if self.prelude.is_some() {
            return "before the battle".into();
        }
        let phase = match self.stack.first() {
            Some(Frame::Corps | Frame::Orders(_)) => "movement",
            Some(Frame::Shooting(_)) => "shooting",
            Some(Frame::Pursuit | Frame::Overrun { .. }) => "rout and pursuit",
            _ => "movement",
        };
        format!("turn {} of {}, {phase}", self.turn, self.side_name(self.phasing))
    }

    fn turn(&self) -> u32 {
        self.turn.into()
    }

    fn lost(&self) -> Each<u32> {
        Each::of(|seat| {
            let gone = (0..).zip(&self.sides[seat].units).filter(|(_, unit)| {
                matches!(unit.place, Place::Routing | Place::Routed | Place::LeftTable)
            });
            gone.map(|(n, _)| self.profile(Id::new(seat, n)).cost() as u32).sum()
        })
    }

    fn save(&self) -> String {
        crate::files::position::write(self)
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
        self.paths(event)
    }

    fn overlays(&self, piece: &str) -> Vec<Overlay> {
        crate::scene::overlays(self, piece)
    }
}

/// A shape of a refusal as clients draw it: the first is who asked, the others stand against it.
fn drawn(at: usize, shape: refusals::Shape) -> Shape {
    let point = |point: Point| [point.x.get(), point.y.get()];
    let corners = |base: acies_table::Base| base.rect().corners().map(|it| [it.x, it.y]);
    let who = if at == 0 { Role::Offends } else { Role::Blocks };
    let (role, form) = match shape {
        refusals::Shape::Point(at) => (Role::Stops, Form::Point { at: point(at) }),
        refusals::Shape::Segment(from, to) => {
            (Role::Reach, Form::Segment { from: point(from), to: point(to) })
        }
        refusals::Shape::Edge(from, to) => {
            (Role::Blocks, Form::Segment { from: point(from), to: point(to) })
        }
        refusals::Shape::Base(base) => (who, Form::Rect { corners: corners(base) }),
        refusals::Shape::Zone(base) => (Role::Reach, Form::Rect { corners: corners(base) }),
        refusals::Shape::Polygon(outline) => {
            let points = outline.corners().map(|it| [it.x, it.y]).collect();
            (Role::Blocks, Form::Polygon { points })
        }
    };
    Shape { role, form }
}

/// Names.
impl Battle {
    pub fn side_name(&self, seat: Seat) -> &str {
        &self.setup.armies[seat].name
    }

    /// What a unit is called; if both sides have one of this name, with its side.
    pub(crate) fn name(&self, id: Id) -> Cow<'_, str> {
        let name = &self.troop(id).name;
        let enemies = &self.setup.armies[id.seat().other()].troops;
        if enemies.iter().any(|troop| troop.name == *name) {
            Cow::Owned(format!("{name} ({})", id.seat()))
        } else {
            Cow::Borrowed(name)
        }
    }

    /// A unit as who something is said of.
    pub(crate) fn who(&self, id: Id) -> Subject {
        Subject::new(self.name(id))
    }

    /// One unit or several as who something is said of.
    pub(crate) fn they(&self, seat: Seat, units: UnitSet) -> Subject {
        let names = self.names(seat, units);
        if units.iter().nth(1).is_some() { Subject::several(names) } else { Subject::new(names) }
    }

    /// A corps where it might be of either side: "Rome's Centre".
    pub(crate) fn corps_of(&self, seat: Seat, corps: u8) -> String {
        let side = self.side_name(seat);
        let s = if side.ends_with('s') { "" } else { "s" };
        format!("{side}'{s} {}", self.corps_name(seat, corps))
    }

    pub(crate) fn corps_name(&self, seat: Seat, corps: u8) -> &str {
        self.setup.armies[seat].corps.get(usize::from(corps)).map_or("?", |it| it.name.as_str())
    }

    /// Several units in words: "Hastati 1, 2, 3 and Velites 4".
    pub(crate) fn names(&self, seat: Seat, units: UnitSet) -> String {
        let mut parts: Vec<(&str, Vec<&str>)> = Vec::new();
        for id in units.ids(seat) {
            let name = &self.troop(id).name;
            let (stem, number) = match name.rsplit_once(' ') {
                Some((stem, number)) if number.parse::<u8>().is_ok() => (stem, number),
                _ => (name.as_str(), ""),
            };
            match parts.last_mut() {
                Some((last, numbers)) if *last == stem => numbers.push(number),
                _ => parts.push((stem, vec![number])),
            }
        }
        let parts: Vec<_> = parts
            .into_iter()
            .map(|(stem, numbers)| format!("{stem} {}", numbers.join(", ")).trim_end().to_owned())
            .collect();
        let shared = units.ids(seat).any(|id| matches!(self.name(id), Cow::Owned(_)));
        let side = if shared { format!(" ({seat})") } else { String::new() };
        // Names with a comma of their own are set apart by semicolons.
        if parts.len() > 1 && units.ids(seat).any(|id| self.troop(id).name.contains(',')) {
            return format!("{}{side}", parts.join("; "));
        }
        match parts.split_last() {
            Some((last, [])) => format!("{last}{side}"),
            Some((last, others)) => format!("{} and {last}{side}", others.join(", ")),
            None => "nobody".into(),
        }
    }
}

/// Questions and options.
impl Battle {
    /// The unit that is asked now: the first target that waits, or the one that a pursuer runs into.
    pub(crate) fn asked(&self) -> Option<Id> {
        match self.stack.last()? {
            Frame::Charge(charging) => {
                Some(Id::new(self.phasing.other(), charging.waiting.iter().next()?))
            }
            Frame::Overrun { target, .. } => Some(Id::new(self.phasing.other(), *target)),
            Frame::Run { unit, .. } | Frame::Engage { unit, .. } => Some(*unit),
            Frame::FaceAbout { seat, units } => Some(Id::new(*seat, units.iter().next()?)),
            _ => None,
        }
    }

    fn asks(&self) -> (String, &'static [RuleId]) {
        let asked = self.asked().map_or(Subject::several("those"), |id| self.who(id));
        let do_they = asked.does("do");
        match self.stack.last() {
            None => ("the battle is over".into(), &["ADLG-R18"]),
            Some(Frame::Prepare(step)) => step.asks(self),
            Some(Frame::Ambush { marker, .. }) => {
                let asks = format!("an enemy is near marker {}: who is there?", marker + 1);
                (asks, &["ADLG-R31", "ADLG-R183"])
            }
            Some(Frame::Corps) => ("which corps is activated next?".into(), &["ADLG-SEQ.2"]),
            Some(Frame::Orders(Orders { corps, points, listed, .. })) => {
                let name = self.corps_name(self.phasing, *corps);
                let points = counted(usize::from(*points), "command point");
                let must = if listed.is_empty() {
                    String::new()
                } else {
                    format!("; {}", self.they(self.phasing, *listed).says("would charge"))
                };
                (
                    format!("which order for {name} ({points} left{must})?"),
                    &["ADLG-R34", "ADLG-R42"],
                )
            }
            Some(Frame::Charge(charging)) => {
                let charge = self.they(self.phasing, charging.units).says("charge");
                let asks = format!("{charge}: {do_they} {asked} evade or stand?");
                (asks, &["ADLG-R80", "ADLG-EVA.1"])
            }
            Some(Frame::Run { ud, .. }) => {
                let asks = asked.says(&format!("evade {ud} UD: which way?"));
                (asks, &["ADLG-R95", "ADLG-EVA.5"])
            }
            Some(Frame::GoOn { least, most }) => {
                let (least, most) = (ud(*least), ud(*most));
                let asks = format!("how far do the chargers go on, {least} to {most} UD?");
                (asks, &["ADLG-CHG.8", "ADLG-R82"])
            }
            Some(Frame::FaceAbout { .. }) => {
                (format!("{do_they} {asked} face about?"), &["ADLG-R98"])
            }
            Some(Frame::Shooting(_)) => ("who shoots at whom?".into(), &["ADLG-R101", "ADLG-R107"]),
            Some(Frame::Engage { .. }) => {
                (format!("against whom {do_they} {asked} fight?"), &["ADLG-R114", "ADLG-R115"])
            }
            Some(Frame::Pursuit) => ("who pursues?".into(), &["ADLG-PUR.1", "ADLG-R148"]),
            Some(Frame::Overrun { unit, .. }) => {
                let by = self.who(Id::new(self.phasing, *unit));
                let asks = by.says(&format!("run into {asked} in pursuit: evade or stand?"));
                (asks, &["ADLG-R149", "ADLG-EVA.1"])
            }
        }
    }

    pub(crate) fn action_words(&self, by: Seat, action: &Action) -> String {
        let unit = |unit: u8| self.who(Id::new(by, unit));
        let asked = self.asked().map_or(Subject::new("it"), |id| self.who(id));
        match action {
            Action::Prepare(prepare) => prepare.words(self, by),
            Action::Reveal { marker, poses } if poses.is_empty() => {
                format!("Take up marker {}: nobody was there", marker + 1)
            }
            Action::Reveal { marker, .. } => {
                let who = self.they(by, self.ambushers(by, usize::from(*marker)));
                who.says(&format!("come out of hiding at marker {}", marker + 1))
            }
            Action::Enter { units, from, ahead } => {
                let (from, ahead) = (ud(*from), ud(*ahead));
                let deed = format!("come on {from} UD from the base edge, {ahead} UD ahead");
                self.they(by, *units).says(&deed)
            }
            Action::Activate { corps } => format!("Activate {}", self.corps_name(by, *corps)),
            Action::Move { units, elements } => {
                let how = elements_text(elements);
                format!("{}: {how}{}", self.names(by, *units), self.cost_words(action))
            }
            Action::Form { slots } => {
                let units = slots.iter().map(|slot| slot.unit).collect();
                let files: std::collections::BTreeSet<_> =
                    slots.iter().map(|slot| slot.file).collect();
                let files = counted(files.len(), "file");
                self.they(by, units).says(&format!("form {files}{}", self.cost_words(action)))
            }
            Action::Charge { units, start, how } => {
                let ids = group_of(*units, by);
                let targets: UnitSet = match self.check_charge(&ids, start, self.roles()) {
                    Ok(declared) => declared.targets().into_iter().collect(),
                    Err(_) => UnitSet::NONE,
                };
                let whom = if targets.is_empty() {
                    String::new()
                } else {
                    format!(" {}", self.names(by.other(), targets))
                };
                let how = match how {
                    How::Ordered => "",
                    How::Spontaneous => " spontaneously",
                    How::Uncontrolled => " without orders",
                };
                let start = if start.is_empty() {
                    String::new()
                } else {
                    format!(" after {}", elements_text(start))
                };
                let cost = self.cost_words(action);
                self.they(by, *units).says(&format!("charge{whom}{how}{start}{cost}"))
            }
            Action::Prevent { units } => {
                let who = self.names(by, *units);
                format!("Keep {who} from charging{}", self.cost_words(action))
            }
            Action::Rally { unit: it } => format!("Rally {}{}", unit(*it), self.cost_words(action)),
            Action::Disengage { unit: it } => {
                unit(*it).says(&format!("disengage{}", self.cost_words(action)))
            }
            Action::LeaveZone { unit: it } => {
                unit(*it).says(&format!("step back out of the zone{}", self.cost_words(action)))
            }
            Action::RideOut { unit: it, distance } => {
                let (ud, cost) = (distance.get(), self.cost_words(action));
                unit(*it).says(&format!("leave the zone straight ahead, {ud} UD{cost}"))
            }
            Action::EvadeZone { unit: it } => {
                unit(*it).says(&format!("evade out of the zone{}", self.cost_words(action)))
            }
            Action::StopLooting { unit: it } => {
                unit(*it).says(&format!("stop looting{}", self.cost_words(action)))
            }
            Action::PlantStakes { unit: it } => {
                unit(*it).says(&format!("plant their stakes{}", self.cost_words(action)))
            }
            Action::Attach { unit: it } => format!("The commander joins {}", unit(*it)),
            Action::Ride { way } => {
                let to = way.last().copied().unwrap_or_default();
                format!("The commander rides to {}", place(to))
            }
            Action::EndCorps => "No more orders for this corps".into(),
            Action::Evade => asked.says("evade"),
            Action::Stand => asked.says("stand"),
            Action::Run(Flight { elements, burst, .. }) => {
                let way = if elements.is_empty() {
                    "straight away".to_owned()
                } else {
                    format!("{} and on", elements_text(elements))
                };
                let burst = if *burst { ", bursting through friends" } else { "" };
                asked.says(&format!("run {way}{burst}"))
            }
            Action::Engage { enemy } => {
                let enemy = self.name(Id::new(by.other(), *enemy));
                let attacks = self.asked().and_then(|unit| self.roles().attack(unit)).is_some();
                let deed = if attacks { "fight" } else { "give support against" };
                asked.says(&format!("{deed} {enemy}"))
            }
            Action::FaceAbout { turns: true } => asked.says("face about"),
            Action::FaceAbout { turns: false } => asked.says("stay turned away"),
            Action::GoOn { distance } => format!("The chargers go on for {} UD", distance.get()),
            Action::Shoot { main, supporters, target } => {
                let target = self.name(Id::new(by.other(), *target));
                let with = if supporters.is_empty() {
                    String::new()
                } else {
                    format!(", supported by {}", self.names(by, *supporters))
                };
                unit(*main).says(&format!("shoot at {target}{with}"))
            }
            Action::EndShooting => "No more shots".into(),
            Action::Pursue { unit: it, distance } if *distance == Length::ZERO => {
                unit(*it).says("do not pursue")
            }
            Action::Pursue { unit: it, distance } => {
                unit(*it).says(&format!("pursue for {} UD", distance.get()))
            }
            Action::Resign => "Resign".into(),
        }
    }

    /// What an order costs, if it can be given: ", 2 CP".
    fn cost_words(&self, action: &Action) -> String {
        self.cost_of(action).map(|cost| format!(", {} CP", cost.points())).unwrap_or_default()
    }

    pub(crate) fn cost_of(&self, action: &Action) -> Option<Cost> {
        let by = self.phasing;
        let roles = self.roles();
        let cost = |units: UnitSet, order: Order, difficult: Option<RuleId>| {
            Some(self.order_cost(&group_of(units, by), order, difficult, roles))
        };
        let one = |unit: u8| UnitSet::NONE.with(unit);
        match action {
            Action::Move { units, elements } => {
                let moved = self.check_move(&group_of(*units, by), elements, roles).ok()?;
                cost(*units, Order::Move, moved.difficult)
            }
            Action::Form { slots } => {
                let moved = self.check_form(slots, roles).ok()?;
                cost(slots.iter().map(|slot| slot.unit).collect(), Order::Move, moved.difficult)
            }
            Action::Charge { units, start, how: How::Ordered } => {
                let declared = self.check_charge(&group_of(*units, by), start, roles).ok()?;
                cost(*units, Order::Charge, declared.difficult)
            }
            Action::Prevent { units } => cost(*units, Order::PreventCharge, None),
            Action::Rally { unit } => {
                let rally = self.rally(Id::new(by, *unit), roles).ok()?;
                cost(one(*unit), Order::Rally(rally.enemy), None)
            }
            Action::Disengage { unit } => cost(one(*unit), Order::Disengage, None),
            Action::LeaveZone { unit } => cost(one(*unit), Order::LeaveZone, None),
            Action::RideOut { unit, .. } => cost(one(*unit), Order::LeaveZoneAhead, None),
            Action::EvadeZone { unit } => cost(one(*unit), Order::EvadeZone, None),
            Action::StopLooting { unit } => cost(one(*unit), Order::StopLooting, None),
            Action::PlantStakes { unit } => cost(one(*unit), Order::PlantStakes, None),
            _ => None,
        }
    }
}
