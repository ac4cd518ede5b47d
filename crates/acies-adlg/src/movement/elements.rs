//! The elements of a move and what they cost (RULES.md 3.8, 3.9; ADLG-MAN.1 to ADLG-MAN.6, ADLG-R46 to ADLG-R51,
//! ADLG-R60).

use acies_table::{Angle, Base, Edge, Length, Pose, column_from_line};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use crate::{
    battle::{Battle, Id},
    melee::engagement::DRILL,
    rulings::UNITS_MAX,
    units::{Category::*, Kind, Profile},
    words::refusals::No,
};

/// ADLG-R46: what a move is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Element {
    Advance(Length),
    /// Positive to the right, on the right front corner; negative to the left.
    Wheel(Angle),
    /// Positive to the right.
    Slide(Length),
    QuarterLeft,
    QuarterRight,
    Half,
}

impl Element {
    /// A turn on the spot: by a quarter or about.
    pub fn is_turn(self) -> bool {
        matches!(self, Element::QuarterLeft | Element::QuarterRight | Element::Half)
    }

    fn is_nothing(self) -> bool {
        matches!(
            self,
            Element::Advance(Length::ZERO)
                | Element::Slide(Length::ZERO)
                | Element::Wheel(Angle::ZERO)
        )
    }
}

/// The elements of a move in their order.
pub type Elements = ArrayVec<Element, ELEMENTS_MAX>;

/// So many a move has at most.
pub(super) const ELEMENTS_MAX: usize = 6;

/// ADLG-MAN.1, ADLG-R48.
const SLIDE_UD: f64 = 1.0;

/// ADLG-MAN.2: what a wheel of 90 degrees costs for each UD of frontage.
const WHEEL_UD: f64 = 1.5;

/// No element is longer: the greatest allowance, on a road, and a UD of luck.
pub(crate) const LONGEST_UD: f64 = 8.0;

impl Profile {
    /// ADLG-MAN.4, ADLG-MAN.6: what a quarter-turn or half-turn costs, the first and the second.
    pub fn turn_cost(&self, turns_before: usize) -> Length {
        let heavy = self.is_unmanoeuvrable()
            || self.category() == Wwg
            || self.kind == Kind::Pikemen
            || self.category() == Ct;
        match () {
            () if self.kind.is_light() && turns_before == 0 => Length::ZERO,
            () if heavy => Length::new(2.0),
            () => Length::new(1.0),
        }
    }

    /// ADLG-DIF.4: for whom a turn is difficult.
    pub(crate) fn turns_hard(&self) -> bool {
        self.is_unmanoeuvrable()
            || self.kind == Kind::Pikemen
            || matches!(self.category(), Wwg | Ct)
    }
}

impl Battle {
    /// ADLG-MAN.1 to .6, ADLG-R46 to ADLG-R51, ADLG-R60.
    pub(crate) fn check_elements(&self, units: &[Id], elements: &[Element]) -> Result<(), No> {
        if elements.iter().all(|element| element.is_nothing()) {
            return Err(No::NothingMoved);
        }
        self.check_wheels(units, elements)?;
        let slides = elements.iter().filter(|it| matches!(it, Element::Slide(_))).count();
        if slides > 1 {
            return Err(No::SlideTwice);
        }
        for (at, element) in elements.iter().enumerate() {
            match *element {
                Element::Advance(length) if length <= Length::ZERO => return Err(No::Backwards),
                Element::Slide(_) => {
                    let straight = |other: Option<&Element>| matches!(other, Some(Element::Advance(ud)) if *ud >= Length::new(1.0));
                    let before = at.checked_sub(1).and_then(|before| elements.get(before));
                    if !straight(before) && !straight(elements.get(at + 1)) {
                        return Err(No::SlideAlone);
                    }
                }
                _ => {}
            }
        }
        let turns = elements.iter().filter(|it| it.is_turn()).count();
        let light = units.iter().all(|&id| self.profile(id).kind.is_light());
        if turns > if light { 2 } else { 1 } {
            return Err(No::TurnTwice);
        }
        // ADLG-R60: heavy artillery makes one turn or wheel, and nothing else.
        let heavy = |&&id: &&Id| self.profile(id).kind == Kind::HeavyArtillery;
        if let Some(&unit) = units.iter().find(heavy) {
            let pivots = elements[0].is_turn() || matches!(elements[0], Element::Wheel(_));
            if units.len() > 1 || elements.len() > 1 || !pivots {
                return Err(No::HeavyEngine { unit });
            }
        }
        Ok(())
    }

    /// ADLG-MAN.2, ADLG-MAN.3, ADLG-R47, ADLG-R48: no element is too large, nor all wheels together.
    pub(crate) fn check_wheels(&self, units: &[Id], elements: &[Element]) -> Result<(), No> {
        let wagon = units.iter().any(|&id| self.category(id) == Wwg);
        let most = if wagon { Angle::new(45.0) } else { Angle::QUARTER };
        let mut wheeled = Angle::ZERO;
        for &element in elements {
            check_size(units[0], element)?;
            if let Element::Wheel(by) = element {
                wheeled = wheeled + by.abs();
            }
        }
        if wheeled > most {
            return Err(No::WheelTooWide { unit: units[0], by: wheeled, most });
        }
        Ok(())
    }

    /// ADLG-R46 to ADLG-R48, ADLG-MAN.4: what the elements cost. The group pays for its dearest unit.
    pub fn cost(&self, units: &[Id], elements: &[Element]) -> Length {
        let frontage = self.frontage(units);
        let mut turns = 0;
        elements.iter().fold(Length::ZERO, |spent, element| {
            spent
                + match *element {
                    Element::Advance(length) => length,
                    Element::Wheel(by) => wheel_cost(frontage, by),
                    Element::Slide(by) => by.max(-by),
                    Element::QuarterLeft | Element::QuarterRight | Element::Half => {
                        turns += 1;
                        let costs = units.iter().map(|&id| self.profile(id).turn_cost(turns - 1));
                        costs.max().unwrap_or(Length::ZERO)
                    }
                }
        })
    }

    /// ADLG-R47: the width of the unit or group.
    fn frontage(&self, units: &[Id]) -> f64 {
        let bases: ArrayVec<Base, UNITS_MAX> = units.iter().map(|&id| self.base(id)).collect();
        Base::enclosing(&bases).map_or(1.0, |whole| whole.size.width.get())
    }
}

/// ADLG-MAN.2, ADLG-R47: 1.5 UD for 90 degrees and each UD of frontage.
pub fn wheel_cost(frontage: f64, by: Angle) -> Length {
    Length::new(WHEEL_UD * frontage * by.abs().degrees() / 90.0)
}

/// ADLG-R50: each turns about its centre, and ranks swap so that the group fills the same rectangle.
pub(super) fn half_turn(bases: &mut [Base], whole: &Base) {
    for base in bases {
        let local = whole.pose.local(base.pose.at.vec());
        let place = whole.pose.world(glam::dvec2(local.x, -local.y));
        base.pose = Pose::nearest(place, base.pose.facing.opposite());
    }
}

/// ADLG-R49: a unit about its centre, a group of one rank into a column.
pub(super) fn quarter_turn(units: &[Id], bases: &mut [Base], to: Edge) -> Result<(), No> {
    if let [base] = bases {
        base.pose.facing = base.pose.facing + to.turn();
        return Ok(());
    }
    let first = bases[0];
    let local = |base: &Base| first.pose.local(base.pose.at.vec());
    let front = |base: &Base| local(base).y + base.size.depth.get() / 2.0;
    let second = bases.iter().position(|base| (front(base) - front(&first)).abs() > DRILL.level);
    if let Some(at) = second {
        return Err(No::GroupTurn { unit: units[at] });
    }
    let mut order: ArrayVec<usize, UNITS_MAX> = (0..bases.len()).collect();
    order.sort_by(|&a, &b| local(&bases[a]).x.total_cmp(&local(&bases[b]).x));
    let line: ArrayVec<Base, UNITS_MAX> = order.iter().map(|&at| bases[at]).collect();
    for (at, base) in order.into_iter().zip(column_from_line(&line, to)) {
        bases[at] = base;
    }
    Ok(())
}

/// ADLG-MAN.2, ADLG-R48: what no single element may exceed.
pub(crate) fn check_size(unit: Id, element: Element) -> Result<(), No> {
    match element {
        Element::Slide(by) if by > Length::new(SLIDE_UD) || by < Length::new(-SLIDE_UD) => {
            Err(No::SlideTooLong { unit, by, most: Length::new(SLIDE_UD) })
        }
        Element::Wheel(by) if by > Angle::QUARTER || by < -Angle::QUARTER => {
            Err(No::WheelTooWide { unit, by, most: Angle::QUARTER })
        }
        Element::Advance(ud) if ud > Length::new(LONGEST_UD) => {
            Err(No::TooLong { unit, by: ud, most: Length::new(LONGEST_UD) })
        }
        _ => Ok(()),
    }
}
