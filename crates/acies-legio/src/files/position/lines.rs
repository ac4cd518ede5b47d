//! The line of a unit and that of a leader: what is read is what is written, and what is as usual is left out.

use acies_core::{Id, Sealed, words::key};
use acies_table::{Length, Point};
use serde::{Deserialize, Serialize};
use toml::Spanned;

use crate::{
    battle::{Captain, LastMove, Leader, Marks, Place, Status, Unit},
    combat::Impetus,
    command::StandingOrder,
    files::data::Troop,
    troops::{Formation, Grade, Profile, Shape, Type, formation::Misformed},
};

/// A leader.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct LeaderLine {
    pub(super) name: String,
    pub(super) key: Option<String>,
    pub(super) general: Option<bool>,
    pub(super) at: Option<[f64; 2]>,
    /// A unit, by its key.
    pub(super) with: Option<Spanned<String>>,
    pub(super) lost: Option<bool>,
    pub(super) order: Option<StandingOrder>,
    pub(super) inspires: Option<bool>,
    pub(super) mourned: Option<u8>,
    pub(super) listens: Option<bool>,
}

/// A unit: what it is, and what has become of it.
#[derive(Default, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(super) struct UnitLine {
    pub(super) troop: Option<&'static Troop>,
    pub(super) name: Option<String>,
    pub(super) key: Option<String>,
    /// Its leader's key.
    pub(super) command: Option<Spanned<String>>,
    pub(super) grade: Option<Grade>,
    /// At the start.
    pub(super) bases: Option<Spanned<u8>>,
    pub(super) under_strength: Option<bool>,
    pub(super) dismounts: Option<bool>,
    pub(super) legion: Option<u8>,
    pub(super) cost: Option<u32>,
    pub(super) at: Option<Spanned<[f64; 3]>>,
    pub(super) files: Option<u8>,
    /// Of a legion whose bases fill them evenly.
    pub(super) lines: Option<u8>,
    /// The bases of a legion's second and third line as they are.
    pub(super) rear: Option<[u8; 2]>,
    pub(super) formation: Option<Formation>,
    /// Bases that are left.
    pub(super) left: Option<Spanned<u8>>,
    pub(super) dp: Option<Spanned<u8>>,
    pub(super) shaken: Option<bool>,
    /// LEG-R54: as what it fights now, if not as at the start.
    pub(super) now: Option<Profile>,
    pub(super) status: Option<Status>,
    pub(super) halted_until: Option<u8>,
    pub(super) impetus: Option<Impetus>,
    pub(super) last_move: Option<LastMove>,
    pub(super) quarry: Option<Id>,
    pub(super) reliefs_left: Option<u8>,
    pub(super) marks: Option<Marks>,
    pub(super) caught: Option<u8>,
    pub(super) anchor: Option<Point>,
    pub(super) began: Option<Point>,
    pub(super) doing: Option<LastMove>,
    pub(super) aims_at: Option<Id>,
    pub(super) fled: Option<i32>,
    /// LEG-R54: where it left its horses.
    pub(super) horses: Option<Point>,
}

/// A word of which nobody asks where it stands.
fn word<T>(it: T) -> Spanned<T> {
    Spanned::new(0..0, it)
}

/// What is not as usual.
fn other<T: PartialEq + Copy>(it: T, usual: T) -> Option<T> {
    (it != usual).then_some(it)
}

impl LeaderLine {
    pub(super) fn captain(&self) -> Captain {
        Captain {
            name: self.name.clone(),
            key: self.key.clone().unwrap_or_else(|| key(&self.name)),
            general: self.general == Some(true),
        }
    }

    /// What a leader has done so far.
    pub(super) fn state(&self, fresh: Leader) -> Leader {
        Leader {
            inspires: self.inspires == Some(true),
            mourned: self.mourned.unwrap_or_default(),
            listens: self.listens == Some(true),
            ..fresh
        }
    }

    pub(super) fn of(captain: &Captain, leader: &Leader, units: &[String]) -> LeaderLine {
        LeaderLine {
            name: captain.name.clone(),
            key: (captain.key != key(&captain.name)).then(|| captain.key.clone()),
            general: captain.general.then_some(true),
            at: if let Place::Alone(at) = leader.place {
                Some([at.x.get(), at.y.get()])
            } else {
                None
            },
            with: match leader.place {
                Place::With(unit) => Some(word(units[usize::from(unit)].clone())),
                _ => None,
            },
            lost: (leader.place == Place::Lost).then_some(true),
            order: match leader.order {
                Sealed::In(order) => other(order, StandingOrder::default()),
                Sealed::Nothing | Sealed::Hidden => None,
            },
            inspires: leader.inspires.then_some(true),
            mourned: other(leader.mourned, 0),
            listens: leader.listens.then_some(true),
        }
    }
}

impl UnitLine {
    /// How its bases stand: as the line has it, as many lines of even length, or as usual.
    pub(super) fn shape(&self, now: &Profile, left: u8, usual: Shape) -> Result<Shape, Misformed> {
        let formation = self.formation.unwrap_or(usual.formation);
        let special = |formation: Formation| formation == Formation::Special;
        if special(formation) != now.kind.is_special() {
            return Err(("LEG-R5", "Special units alone are in no formation"));
        }
        if formation == Formation::Column {
            return Ok(Shape::column());
        }
        if special(formation) {
            return Ok(Shape::special());
        }
        if let Some(rear) = self.rear {
            let files = self.files.unwrap_or(usual.files);
            let behind = u16::from(rear[0]) + u16::from(rear[1]);
            let even = behind + u16::from(files) == u16::from(left);
            let shape = Shape { formation, files, rear };
            return if even && files > 0 && rear[0] <= files && rear[1] <= rear[0].max(1) {
                Ok(shape)
            } else {
                Err(("LEG-R3", "the lines of a legion have its bases, the front one most"))
            };
        }
        if now.kind == Type::Legionaries {
            let lines = self.lines.unwrap_or_else(|| usual.lines());
            let front =
                self.files.unwrap_or_else(|| if lines == 0 { 0 } else { left.div_ceil(lines) });
            return Ok(Shape { formation, ..Shape::legion(left, lines, front)? });
        }
        if self.lines.is_some() {
            return Err(("LEG-R3", "only legions stand in lines"));
        }
        let shape = Shape { formation, ..usual };
        self.files.map_or(Ok(shape), |files| Shape::in_files(formation, left, files))
    }

    /// What a unit has done so far, besides its condition.
    pub(super) fn state(&self, fresh: Unit) -> Unit {
        Unit {
            halted_until: self.halted_until.unwrap_or_default(),
            impetus: self.impetus,
            last_move: self.last_move.unwrap_or_default(),
            quarry: self.quarry,
            reliefs_left: self.reliefs_left.unwrap_or(fresh.reliefs_left),
            marks: self.marks.unwrap_or_default(),
            caught: self.caught.unwrap_or_default(),
            anchor: self.anchor.unwrap_or(fresh.anchor),
            began: self.began.unwrap_or(fresh.began),
            doing: self.doing.unwrap_or_default(),
            aims_at: self.aims_at,
            fled: self.fled.unwrap_or_default(),
            horses: self.horses,
            ..fresh
        }
    }

    /// Its state in words of the file. What it is comes from the army.
    pub(super) fn of(unit: &Unit, profile: &Profile) -> UnitLine {
        let is = unit.is;
        let usual = Shape::usual(&Profile { bases: is.bases.max(1), ..is.profile });
        let fresh = Unit::fresh(is.profile, is.shape, unit.pose);
        let placed = unit.status != Status::Away;
        let status = match (placed, is.bases) {
            (_, 0) => Status::Destroyed,
            (false, _) => Status::Away,
            (true, _) => Status::Normal,
        };
        let plain = is.shape == usual || is.shape.formation == Formation::Column;
        let degrees = unit.pose.facing.from_north().degrees();
        let length = |it: Length| it.get();
        UnitLine {
            at: placed.then(|| word([length(unit.pose.at.x), length(unit.pose.at.y), degrees])),
            files: (!plain).then_some(is.shape.files),
            rear: (!plain && is.profile.kind == Type::Legionaries).then_some(is.shape.rear),
            formation: other(is.shape.formation, usual.formation),
            left: other(is.bases, profile.bases).map(word),
            dp: other(is.dp, 0).map(word),
            shaken: is.shaken.then_some(true),
            now: other(is.profile, *profile),
            status: other(unit.status, status),
            halted_until: other(unit.halted_until, 0),
            impetus: unit.impetus,
            last_move: other(unit.last_move, LastMove::default()),
            quarry: unit.quarry,
            reliefs_left: other(unit.reliefs_left, fresh.reliefs_left),
            marks: other(unit.marks, Marks::empty()),
            caught: other(unit.caught, 0),
            anchor: other(unit.anchor, fresh.anchor),
            began: other(unit.began, fresh.began),
            doing: other(unit.doing, LastMove::default()),
            aims_at: unit.aims_at,
            fled: other(unit.fled, 0),
            horses: unit.horses,
            ..UnitLine::default()
        }
    }
}
