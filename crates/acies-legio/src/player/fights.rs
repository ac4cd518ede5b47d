//! Charges, responses, volleys and what follows a fight, by the odds of the fight that comes of them.

use acies_core::{Id, Seat, flow::Answer};
use acies_table::Edge;

use crate::{
    battle::{Action, Battle, Marks, Status},
    charge::{
        Response,
        answer::{Reply, Respond},
        charging::HaltShort,
        declaration::{Declare, NoMore},
        response::Side,
    },
    combat::{
        Impetus,
        aftermath::{Choice, Choosing},
        results::AfterMove,
        volley::Volley,
    },
    movement::MoveDice,
    rulings::{JAVELIN_RANGE, SLACK},
};

/// A charge is declared if it does at least so well on average: foot who stands before foot is charged if it does not
/// charge itself, riders may go elsewhere.
const BOLD_ON_FOOT: f64 = -2.0;
const BOLD: f64 = 0.5;
/// Light infantry charges who cannot stand against it, whatever the hour.
const BOLD_LIGHT: f64 = 3.0;
/// From this turn on an army dares more, turn by turn: night falls, and who is behind dares more.
const LATE: u8 = 3;
const LATE_A_TURN: f64 = 1.5;
const BEHIND: f64 = 2.5;
const DARES_MOST: f64 = 8.0;
/// So near are enemies on whom a pursuer may run without order.
const NEARBY: f64 = 200.0;

impl Battle {
    /// By how much a unit beats an enemy on average where they are, if it comes at it so.
    fn outlook(&self, unit: Id, enemy: Id, impetus: Option<Impetus>) -> f64 {
        let mut here = self.fighter(unit, enemy);
        let there = self.fighter(enemy, unit);
        here.impetus = impetus;
        // LEG-R12: an average die shows as much on average as a D6.
        f64::from(here.total(&there, 0) - there.total(&here, 0))
    }

    /// The same where the charge would bring them together.
    fn prospect(&self, unit: Id, target: Id) -> Option<(f64, f64)> {
        let path = self.may_declare(unit, target).ok()?;
        let front = self.rect(unit).middle(Edge::Front);
        let (side, _) = self.unit(target).struck_from(front);
        let mut there = self.clone();
        there.unit_mut(unit).pose = path.end;
        let mut gain = there.outlook(unit, target, Some(Impetus::Charge));
        // LEG-MOR.7: two DPs are two of its total.
        if side == Side::Front {
            gain -= self.volley_of(target, unit);
        } else {
            gain += 2.0;
        }
        gain += self.volley_of(unit, target);
        if self.unit(target).status == Status::Routing {
            gain = 5.0;
        }
        Some((gain, path.length))
    }

    /// LEG-R72: the hits that a volley of one unit at another brings on average, if all of its front rank throws.
    fn volley_of(&self, unit: Id, target: Id) -> f64 {
        let (it, aim) = (self.unit(unit), self.unit(target));
        if !it.is.profile.has_volley() || !it.is.is_in_good_order() || it.has(Marks::SHOT) {
            return 0.0;
        }
        let stands = it.is.shape.files.min(aim.is.shape.files + 1);
        let shot = self.shot(unit, target, stands);
        f64::from(shot.dice().total) * f64::from(7 - shot.needs().total) / 6.0
    }

    /// How well a charge of this unit must look.
    fn boldness(&self, unit: Id) -> f64 {
        let kind = self.unit(unit).kind();
        if kind.is_light_infantry() {
            return BOLD_LIGHT;
        }
        let usual = if kind.is_foot() { BOLD_ON_FOOT } else { BOLD };
        let seat = unit.seat();
        let share = |seat: Seat| {
            f64::from(self.lost_halves(seat)) / f64::from(self.break_points(seat).max(1))
        };
        let late = f64::from(self.turn.saturating_sub(LATE));
        let behind = if share(seat) >= share(seat.other()) { BEHIND } else { 1.0 };
        usual - (LATE_A_TURN * late * behind).min(DARES_MOST)
    }

    /// The paces that a charge covers on average.
    fn usual_charge(&self, unit: Id) -> f64 {
        let kind = self.unit(unit).kind();
        let dice = MoveDice::full_fast(kind).unwrap_or_default();
        let light = if kind.is_light() { 1.0 } else { 0.0 };
        (3.5 + light) * 20.0 * f64::from(dice.average + dice.d6)
    }

    /// The next in line who has a good target; nobody after him is passed over.
    pub(super) fn good_charge(&self) -> Action {
        for &unit in self.line.iter().rev() {
            let enemies = self.enemies(unit.seat()).map(|(id, _)| id);
            let it = self.unit(unit);
            let foot = it.kind().is_foot();
            let reach = self.usual_charge(unit);
            // LEG-SEQ.14.
            let near = if foot { JAVELIN_RANGE.into() } else { reach };
            let near = enemies.filter(|&id| self.distance(unit, id) <= near + SLACK);
            let bold = self.boldness(unit);
            let good = near.filter_map(|target| {
                let (gain, length) = self.prospect(unit, target)?;
                let late = if length > reach * 0.8 { 1.5 } else { 0.0 };
                (gain - late >= bold).then_some((gain - late, target))
            });
            let best = good.reduce(|best, next| if next.0 > best.0 { next } else { best });
            if let Some((_, target)) = best {
                return Declare { unit, target }.into();
            }
        }
        NoMore {}.into()
    }

    /// Stand or meet him if the fight looks well enough; else away.
    pub(super) fn good_response(&self, asked: Respond) -> Option<Action> {
        let Respond { unit, charger } = asked;
        let all = self.responses(unit, charger);
        let worth = |response: Response| {
            let impetus = (response == Response::CounterCharge).then_some(Impetus::CounterCharge);
            let fights = self.outlook(unit, charger, impetus) - 2.0;
            let light = self.unit(unit).kind().is_light();
            match response {
                Response::Evade => {
                    if light {
                        1.0
                    } else {
                        -1.0
                    }
                }
                Response::Stand | Response::CounterCharge => fights,
                Response::Break | Response::RoutOn => -9.0,
            }
        };
        let each = all.iter().map(|(response, _)| (worth(*response), *response));
        let best = each.reduce(|best, next| if next.0 > best.0 { next } else { best })?;
        Some(Reply { response: best.1 }.into())
    }

    /// Everybody who may.
    pub(super) fn good_volley(&self, by: Seat) -> Option<Action> {
        self.best(by, |action| match action {
            Action::Volley(Volley { throws }) => throws.len() as f64,
            _ => 0.0,
        })
    }

    /// Who is fresh goes on, who is worn halts; light troops keep away.
    pub(super) fn good_choice(&self, asked: Choosing) -> Option<Action> {
        let it = self.unit(asked.unit);
        let light = it.kind().is_light();
        let fresh = f64::from(it.is.shaken_number().saturating_sub(it.is.dp)) >= 2.0;
        // Nobody is near who would meet it in its disorder.
        let others = self.enemies(asked.unit.seat()).filter(|(id, enemy)| {
            let steady =
                enemy.status == Status::Normal && !enemy.is.shaken && !enemy.kind().is_light();
            steady && !self.is_engaged(*id) && self.distance(asked.unit, *id) <= NEARBY
        });
        let free = others.count() == 0;
        self.best(asked.unit.seat(), |action| {
            let Action::Choice(Choice { does, prey }) = action else { return 0.0 };
            let prize = prey.map_or(0.0, |prey| self.value(prey) / 10_000.0);
            prize
                + match does {
                    AfterMove::FollowUp if light => 1.0,
                    AfterMove::FollowUp => {
                        if fresh {
                            5.0
                        } else {
                            2.5
                        }
                    }
                    AfterMove::Halt => {
                        if light {
                            2.0
                        } else {
                            3.0
                        }
                    }
                    AfterMove::Pursue => {
                        if fresh && (free || it.kind().is_mounted()) {
                            3.5
                        } else {
                            1.5
                        }
                    }
                    AfterMove::FallBack => {
                        if light || it.kind().is_mounted() {
                            3.2
                        } else {
                            1.0
                        }
                    }
                    AfterMove::Retire => {
                        if light {
                            2.5
                        } else {
                            0.0
                        }
                    }
                    _ => 0.5,
                }
        })
    }

    /// LEG-ACM.19: only who would win goes on into a new enemy.
    pub(super) fn good_halt(&self, asked: HaltShort) -> Action {
        let gain = self.outlook(asked.meet.unit, asked.meet.enemy, Some(Impetus::Pursuit));
        if gain < 0.0 { Answer::<HaltShort>::YES.into() } else { Answer::<HaltShort>::NO.into() }
    }
}
