//! S4: where units and leaders may stand, and under which orders (AV-R28, AV-R29).

use acies_core::{
    Dice, Log, Misread, Rolled, RuleId, Seat, Seats,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_field::View;
use acies_table::{Length, Point, Pose, Rect, Size};
use glam::dvec2;

use super::{
    Deployment, NoPreparing, Prepare, Preparing, Stage, Stand,
    arranging::{
        Carry, Place, Posting, Start, pose_text, post_text, read_number, read_point, read_pose,
    },
    formation::Style,
};
use crate::{
    battle::{Action, Battle, Carried, Carrier, Field},
    files::army::{Officer, Roster, Stand as Written},
    ground::{Going, is_barred},
    notation::Reader,
    profile::{Order, Worded},
    rulings::{DEPLOYMENT_UD, TOL, ZONE_UD},
    scene::ghost,
    units::{Id, Post},
    words::{events::Event, refusals::No},
};

/// S4: both at once.
pub struct Deploying;

impl Step<Battle> for Deploying {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.deploying()
    }

    fn again(&self) -> bool {
        true
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("how does your army deploy?".into(), &["AV-R28", "AV-R29"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        match battle.prelude.as_deref().map(|prelude| prelude.stages[by]) {
            Some(Stage::Away) => {
                let usual = battle.deployments(by).into_iter();
                out.extend(usual.map(|army| Action::from(Prepare::from(army))));
            }
            Some(Stage::Arranging) => out.push(Prepare::EndDeploying.into()),
            Some(Stage::Ready) | None => {}
        }
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let attempts: [Prepare; 6] = [
            Deployment::default().into(),
            Place { unit: 0, pose: Pose::default() }.into(),
            Start { unit: 0, order: Order::Rush }.into(),
            Posting { leader: 0, post: Post::Alone(Point::default()) }.into(),
            Carry { figure: 0, by: Carrier::Leader(0) }.into(),
            Prepare::EndDeploying,
        ];
        out.extend(attempts.map(Action::from));
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.is_some()
    }
}

impl Deed<Battle> for Deployment {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["deploy"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let units: Vec<_> = self.units.iter().map(stand_text).collect();
        let leaders: Vec<_> = self.leaders.iter().map(post_text).collect();
        format!("deploy {}; {}", units.join(", "), leaders.join(", "))
    }

    fn read(_: &str, reader: &mut Reader<'_>) -> Result<Self, Misread> {
        let rest = reader.rest();
        let (units, leaders) = rest.split_once(';').unwrap_or((rest, ""));
        Ok(Deployment {
            units: listed(units).map(read_stand).collect::<Result<_, _>>()?,
            leaders: listed(leaders).map(read_post).collect::<Result<_, _>>()?,
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        if battle.stage(by)? != Stage::Away {
            return Err(NoPreparing::DeployedAlready.into());
        }
        battle.check_deployment(by, self)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        _: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.deploy(by, self);
        battle.prelude_mut().stages[by] = Stage::Arranging;
        log.push(|| Event::Deployed { by });
        Ok(())
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let seen = self.units.iter().map(|it| battle.setup.field.seen_from(by, it.pose.at));
        let (mut from, mut to, mut front) = (f64::MAX, f64::MIN, 0.0_f64);
        for at in seen {
            from = from.min(at.x.get());
            to = to.max(at.x.get());
            front = front.max(at.y.get());
        }
        let does = format!("Deploy from {from:.1} to {to:.1}, {front:.1} UD from your edge");
        let shown = Shown::new("Place", does).rules(&["AV-R28", "AV-R29"]);
        if Deed::check(self, battle, by).is_err() {
            return shown;
        }
        let stands = (0..).zip(&self.units).map(|(n, stand)| (Id::new(by, n), stand.pose));
        let ghosts = stands.map(|(id, to)| ghost(battle, id, &to)).collect();
        Shown { ghosts, ..shown }
    }
}

/// The army stands as it is.
pub struct EndDeploying;

impl Deed<Battle> for EndDeploying {
    type Plan = Seat;
    acies_core::one_word!(Battle: "deployed");

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        battle.check_arranging(by)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        battle.end_deploying(by, dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Ready", "They stand well").rules(&["AV-R28", "AV-R29"])
    }
}

/// How far somebody has come.
impl Battle {
    fn stage(&self, by: Seat) -> Result<Stage, No> {
        match (self.asked(), self.prelude.as_deref()) {
            (Some(Preparing::Deploy), Some(prelude)) => Ok(prelude.stages[by]),
            _ => Err(No::NotNow),
        }
    }

    /// AV-R28: whether the army stands, and may be arranged.
    pub(super) fn check_arranging(&self, by: Seat) -> Result<(), No> {
        match self.stage(by)? {
            Stage::Away => Err(NoPreparing::NotDeployed.into()),
            Stage::Arranging | Stage::Ready => Ok(()),
        }
    }

    /// As the army's file has it, if the ground allows, and in every style.
    pub(crate) fn deployments(&self, by: Seat) -> Vec<Deployment> {
        let plan = self.prelude.as_ref().map(|prelude| prelude.plans[by].clone());
        let plan = plan.filter(|plan| self.check_deployment(by, plan).is_ok());
        let mut all: Vec<Deployment> = plan.into_iter().collect();
        for style in Style::ALL {
            let army = self.drawn_up(by, style);
            if !all.contains(&army) {
                all.push(army);
            }
        }
        all
    }
}

fn stand_text(stand: &Stand) -> String {
    format!("{} {}", pose_text(&stand.pose), stand.order.word())
}

fn read_stand(text: &str) -> Result<Stand, Misread> {
    let (pose, order) = text.rsplit_once(' ').unwrap_or((text, ""));
    let known = Order::WORDS.iter().map(|(word, _)| *word);
    let order = Order::named(order).ok_or_else(|| Misread::unknown("order", order, known))?;
    Ok(Stand { pose: read_pose(pose)?, order })
}

fn read_post(text: &str) -> Result<Post, Misread> {
    match text.split_once(' ') {
        Some(("with", unit)) => Ok(Post::With(read_number(unit)?)),
        Some(("at", place)) => Ok(Post::Alone(read_point(place)?)),
        _ => Err(Misread::new(format!("`{text}` is no place for a leader"))
            .hint("as in `with 4` or `at 15 3`")),
    }
}

fn listed(text: &str) -> impl Iterator<Item = &str> {
    text.split(',').map(str::trim).filter(|word| !word.is_empty())
}

impl Field {
    /// The table as its owner sees it.
    pub fn view(&self, seat: Seat) -> View {
        View::new(self.rect(), seat)
    }

    /// A place as its owner sees the table, on the table; and the other way round.
    pub fn seen_from(&self, seat: Seat, at: Point) -> Point {
        Point::nearest(self.view(seat).seen(at.vec()))
    }

    /// AV-R28: where bases drawn about their ERs lie that deploy.
    pub(crate) fn zone(&self, seat: Seat, drawn: Size) -> Rect {
        let half = dvec2(drawn.width.get(), drawn.depth.get()) / 2.0;
        let most = dvec2(self.width.get() - ZONE_UD, DEPLOYMENT_UD);
        self.view(seat).zone(dvec2(ZONE_UD, 0.0) - half, most + half)
    }

    /// AV-R28: within 5 UD of the own long edge, at least 1 UD from the short ones.
    fn is_in_zone(&self, seat: Seat, at: Point) -> bool {
        let Point { x, y } = self.seen_from(seat, at);
        let least = ZONE_UD - TOL;
        (-TOL..=DEPLOYMENT_UD + TOL).contains(&y.get())
            && (least..=self.width.get() - least).contains(&x.get())
    }
}

/// AV-R29: orders that may be written before the battle.
pub fn is_first_order(order: Order) -> bool {
    matches!(order, Order::Halt | Order::Advance | Order::Shieldwall | Order::Orbis)
}

impl Battle {
    /// AV-R28, AV-R29: a whole army.
    pub(crate) fn check_deployment(&self, by: Seat, army: &Deployment) -> Result<(), NoPreparing> {
        let host = &self.setup.armies[by];
        let (units, placed) = (host.units.len() as u8, army.units.len() as u8);
        if units != placed {
            return Err(NoPreparing::NotAllPlaced { units, placed });
        }
        let (leaders, posted) = (host.leaders.len() as u8, army.leaders.len() as u8);
        if leaders != posted {
            return Err(NoPreparing::NotAllPosted { leaders, posted });
        }
        for (n, stand) in army.units.iter().enumerate() {
            let unit = Id::new(by, n as u8);
            let others = army.units[..n].iter().enumerate();
            self.check_stand(unit, stand.pose, others.map(|(n, it)| (n as u8, it.pose.at)))?;
            self.check_first_order(unit, stand.order)?;
        }
        for (n, &post) in army.leaders.iter().enumerate() {
            self.check_post(by, n as u8, post, &army.leaders)?;
        }
        check_figures(&host.figures, &army.leaders)
    }

    /// AV-R28: a unit in its zone, 1 UD from all others, on ground where it may be.
    pub(crate) fn check_stand(
        &self,
        unit: Id,
        pose: Pose,
        others: impl Iterator<Item = (u8, Point)>,
    ) -> Result<(), NoPreparing> {
        let at = pose.at;
        if !self.setup.field.is_in_zone(unit.seat(), at) {
            return Err(NoPreparing::OutsideZone { unit, at, depth: Length::new(DEPLOYMENT_UD) });
        }
        if is_barred(self.profile(unit), self.ground.going(at.vec())) {
            return Err(NoPreparing::NoGround { unit, at });
        }
        for (other, stands) in others {
            if (stands.vec() - at.vec()).length() < ZONE_UD - TOL {
                return Err(NoPreparing::TooNear {
                    unit,
                    other: Id::new(unit.seat(), other),
                    at: stands,
                });
            }
        }
        Ok(())
    }

    /// AV-R29.
    pub(crate) fn check_first_order(&self, unit: Id, order: Order) -> Result<(), NoPreparing> {
        let allowed = is_first_order(order) && self.profile(unit).may_have(order);
        if allowed { Ok(()) } else { Err(NoPreparing::NotAtFirst { unit, order }) }
    }

    /// AV-R28: a leader in the zone or attached; AV-R23: one with any unit.
    pub(crate) fn check_post(
        &self,
        by: Seat,
        leader: u8,
        post: Post,
        all: &[Post],
    ) -> Result<(), NoPreparing> {
        match post {
            Post::With(number) => {
                if usize::from(number) >= self.setup.armies[by].units.len() {
                    return Err(NoPreparing::NobodyToJoin { number });
                }
                let taken = |(n, other): (usize, &Post)| n != usize::from(leader) && *other == post;
                if all.iter().enumerate().any(taken) {
                    return Err(NoPreparing::TwoLeaders { unit: Id::new(by, number) });
                }
            }
            Post::Alone(at) => {
                if !self.setup.field.is_in_zone(by, at) {
                    return Err(NoPreparing::LeaderOutside { at });
                }
                // AV-R32: very rough ground is for leaders on foot.
                let going = self.ground.going(at.vec());
                let mounted = self.captain(by, leader).profile.mounted;
                if going == Going::Impassable || (mounted && going == Going::VeryRough) {
                    return Err(NoPreparing::LeaderBarred { at });
                }
            }
            Post::Away | Post::Lost => return Err(NoPreparing::NobodyToJoin { number: leader }),
        }
        Ok(())
    }

    /// AV-R28, AV-R23: another place for a leader of an army that stands.
    pub(crate) fn check_new_post(
        &self,
        by: Seat,
        leader: u8,
        post: Post,
    ) -> Result<(), NoPreparing> {
        let mut posts = self.posts(by);
        posts[usize::from(leader)] = post;
        self.check_post(by, leader, post, &posts)?;
        check_figures(&self.setup.armies[by].figures, &posts)
    }

    /// AV-R114, AV-R23: another carrier for a special figure.
    pub(crate) fn check_carrier(
        &self,
        by: Seat,
        number: u8,
        carrier: Carrier,
    ) -> Result<(), NoPreparing> {
        let mut figures = self.setup.armies[by].figures.clone();
        let Some(it) = figures.get_mut(usize::from(number)) else {
            return Err(NoPreparing::NoSuchFigure { number });
        };
        it.by = carrier;
        check_figures(&figures, &self.posts(by))
    }

    fn posts(&self, by: Seat) -> Vec<Post> {
        self.sides[by].leaders.iter().map(|it| it.place).collect()
    }
}

/// AV-R23: one special figure with anybody. A leader's unit has those that go with him.
pub(crate) fn check_figures(figures: &[Carried], posts: &[Post]) -> Result<(), NoPreparing> {
    let holder = |it: &Carried| match it.by {
        Carrier::Leader(leader) => match posts.get(usize::from(leader)) {
            Some(&Post::With(unit)) => Carrier::Unit(unit),
            _ => it.by,
        },
        Carrier::Unit(_) => it.by,
    };
    for (n, it) in figures.iter().enumerate() {
        let by = holder(it);
        if figures[..n].iter().any(|other| holder(other) == by) {
            return Err(NoPreparing::TwoFigures { by });
        }
    }
    Ok(())
}

impl Roster {
    /// How its file has the army deployed, if it has it so throughout.
    pub fn deployment(&self, seat: Seat, field: &Field) -> Option<Deployment> {
        let stand = |unit: &crate::files::army::Enlisted| {
            let order = unit.order.unwrap_or(Order::Halt);
            Some(Stand { pose: field.view(seat).pose(unit.at?), order })
        };
        let post = |leader: &Officer| match leader.post? {
            Written::With(unit) => Some(Post::With(unit)),
            Written::At(at) => Some(Post::Alone(field.seen_from(seat, at))),
        };
        Some(Deployment {
            units: self.units.iter().map(stand).collect::<Option<_>>()?,
            leaders: self.leaders.iter().map(post).collect::<Option<_>>()?,
        })
    }
}
