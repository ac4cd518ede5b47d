//! Shooting (RULES.md 3.9 to 3.11; IMP-R77 to IMP-R83): bands, the table, the number of dice; panic of elephants.

pub mod panic;
pub mod volley;

use acies_core::{D6, Dice, Rolled, Row, RuleId, Seat, Sum, add, always, total, when};
use serde::{Deserialize, Serialize};

use crate::{
    cohesion::{Cause, CohesionTest, damage},
    profile::{Kind, Missile},
    units::Unit,
};

/// IMP-SHT.3: how far away a target is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Band {
    Close,
    Short,
    Long,
    Extreme,
}

impl Band {
    pub const ALL: [Band; 4] = [Band::Close, Band::Short, Band::Long, Band::Extreme];

    /// The farthest distance, in U.
    pub fn reach_u(self) -> f64 {
        match self {
            Band::Close => 5.0,
            Band::Short => 15.0,
            Band::Long => 30.0,
            Band::Extreme => 80.0,
        }
    }

    /// IMP-SHT.3, IMP-R4, IMP-R78: the band of a distance, limits included; none if it is out of range.
    pub fn of(distance_u: f64) -> Option<Band> {
        Band::ALL.into_iter().find(|band| distance_u <= band.reach_u())
    }

    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Band::Close => "Close",
            Band::Short => "Short",
            Band::Long => "Long",
            Band::Extreme => "Extreme",
        }
    }
}

/// IMP-SHL.10, IMP-SHL.11: where a Unit may shoot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub enum Arc {
    /// Ahead of its front, within 45 degrees of either side.
    Front,
    /// IMP-SPC.13, IMP-SPC.15, IMP-SPC.53.
    AllRound,
}

impl Missile {
    /// IMP-SHT.2, IMP-R77: what the table adds against foot and against mounted; nothing if it cannot shoot so far.
    #[rustfmt::skip]
    pub fn cell(self, band: Band, mounted: bool) -> Option<i32> {
        use Missile::*;
        // It cannot shoot.
        const X: i32 = i32::MIN;
        let row = match self {
            //                Close     Short     Long       Extreme
            LongbowA      => [(3, 5),   (0, 2),   (-1, 1),   (X, X)],
            LongbowB      => [(2, 4),   (0, 1),   (-2, 0),   (X, X)],
            ShortBowA     => [(2, 4),   (0, 1),   (-3, 0),   (X, X)],
            ShortBowB     => [(2, 3),   (-1, 0),  (X, -1),   (X, X)],
            CompositeBowA => [(3, 5),   (0, 1),   (-2, -1),  (X, X)],
            CompositeBowB => [(2, 4),   (0, 1),   (-4, -3),  (X, X)],
            CompositeBowC => [(1, 2),   (-2, 0),  (-4, -3),  (X, X)],
            CrossbowA     => [(4, 5),   (0, 2),   (-2, 0),   (X, X)],
            CrossbowB     => [(2, 3),   (0, 1),   (X, X),    (X, X)],
            Handgun       => [(2, 3),   (-1, 0),  (X, X),    (X, X)],
            ArquebusA     => [(4, 5),   (1, 2),   (-2, -1),  (X, X)],
            ArquebusB     => [(3, 4),   (1, 2),   (X, X),    (X, X)],
            Musket        => [(4, 5),   (2, 3),   (-1, 0),   (X, X)],
            Javelin       => [(2, 3),   (-1, 0),  (X, X),    (X, X)],
            Sling         => [(2, 3),   (0, 1),   (X, X),    (X, X)],
            ArtilleryA    => [(2, 2),   (4, 4),   (3, 3),    (0, 0)],
            ArtilleryB    => [(3, 3),   (3, 3),   (2, 2),    (X, X)],
            ArtilleryC    => [(X, X),   (3, 3),   (2, 2),    (0, 0)],
            Various       => [(1, 1),   (0, 0),   (X, X),    (X, X)],
        };
        let (foot, horse) = row[band as usize];
        let cell = if mounted { horse } else { foot };
        (cell != X).then_some(cell)
    }

    /// IMP-SHT.2: the farthest band at which it can shoot at anybody.
    pub fn range(self) -> Band {
        let mut far = Band::ALL.into_iter().rev();
        let shoots = |band: &Band| [false, true].iter().any(|it| self.cell(*band, *it).is_some());
        far.find(shoots).expect("every weapon shoots somewhere")
    }

    /// IMP-R83: who shoots over friends: bows of missile foot, and artillery B and C, at Short range or more.
    pub fn shoots_indirectly(self, kind: Kind) -> bool {
        use Missile::*;
        match self {
            LongbowA | LongbowB | ShortBowA | ShortBowB | CompositeBowA | CompositeBowB
            | CompositeBowC => kind == Kind::T,
            ArtilleryB | ArtilleryC => true,
            _ => false,
        }
    }
}

impl Unit {
    /// IMP-SHL.10, IMP-SHL.11, IMP-R75, IMP-R79: where it may shoot.
    pub fn arc(&self) -> Arc {
        use Missile::*;
        let slow = matches!(
            self.profile.missile,
            Some(CrossbowA | CrossbowB | Handgun | ArquebusA | ArquebusB)
        );
        match self.profile.kind {
            _ if self.in_bua => Arc::AllRound,
            Kind::Cl if !slow => Arc::AllRound,
            Kind::Cgl | Kind::Cgp | Kind::W => Arc::AllRound,
            _ => Arc::Front,
        }
    }
}

/// IMP-R86: what a Unit stands behind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Protection {
    Fortification,
    Stakes,
    Pavise,
}

/// Shots of one Unit at another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Shot {
    pub shooter: Unit,
    pub missile: Missile,
    /// IMP-R78: by the distance.
    pub band: Band,
    /// IMP-SHL.12, IMP-R48: it is made in the other player's activation.
    pub reaction: bool,
    /// IMP-SHM.1, IMP-R28, IMP-R29: movement phases of the shooter this Turn, with the one that it has declared.
    pub phases: u8,
    /// IMP-R26: an attempt to recover order is one more, which no exception covers.
    pub recovery: bool,
    pub indirect: bool,
    pub target: Unit,
    /// IMP-R87.
    pub on_wood_edge: bool,
    /// IMP-R86: what protects the target from this shot.
    pub protection: Option<Protection>,
    /// IMP-SHM.9: it has declared an evasion.
    pub evading: bool,
    /// IMP-SHM.11, IMP-R38: it is in a column.
    pub in_column: bool,
    /// IMP-SPC.45, IMP-R100: the shooter is ahead of the target's front line.
    pub frontal: bool,
    /// IMP-SHL.8, IMP-SHM.12: through CL or S.
    pub screened: bool,
}

impl Shot {
    /// A shot at a target in the open, straight ahead, by a shooter that has not moved.
    pub fn plain(shooter: Unit, missile: Missile, band: Band, target: Unit) -> Self {
        Shot {
            shooter,
            missile,
            band,
            reaction: false,
            phases: 0,
            recovery: false,
            indirect: false,
            target,
            on_wood_edge: false,
            protection: None,
            evading: false,
            in_column: false,
            frontal: true,
            screened: false,
        }
    }

    /// IMP-SHL.12, IMP-R48: the band that the table is read at.
    pub fn table_band(&self) -> Band {
        let as_short =
            self.reaction && self.band == Band::Close && self.missile != Missile::LongbowA;
        if as_short { Band::Short } else { self.band }
    }

    /// IMP-SHT.2, IMP-TER.23, IMP-R53, IMP-R83: the rule by which it cannot be, if it cannot.
    pub fn barred(&self) -> Option<RuleId> {
        let target = &self.target;
        let over =
            self.missile.shoots_indirectly(self.shooter.profile.kind) && self.band > Band::Close;
        if target.profile.kind == Kind::Baggage {
            Some("IMP-R53")
        } else if target.in_bua && !self.missile.is_artillery() {
            Some("IMP-TER.23")
        } else if self.indirect && !over {
            Some("IMP-R83")
        } else if self.missile.cell(self.table_band(), target.profile.is_mounted()).is_none() {
            Some("IMP-SHT.2")
        } else {
            None
        }
    }

    /// The number of dice, itemised.
    pub fn dice(&self) -> Sum {
        let rows = self.rows();
        Sum::of(rows.into_iter().chain([self.halved(total(rows))]))
    }

    /// IMP-R81: none if it comes to nothing.
    pub fn pool(&self) -> u8 {
        let whole = total(self.rows());
        let pool = if self.screened { (whole + 1).div_euclid(2) } else { whole };
        pool.max(0) as u8
    }

    #[rustfmt::skip]
    fn rows(&self) -> [Option<Row>; 14] {
        let (shooter, target) = (&self.shooter, &self.target);
        let (from, at, band) = (shooter.profile.kind, target.profile.kind, self.table_band());
        let cell = self.missile.cell(band, target.profile.is_mounted()).unwrap_or(0);
        // IMP-R82: the first phase of S and FL with javelins costs nothing.
        let free = self.phases > 0 && matches!(from, Kind::S | Kind::Fl) && self.missile == Missile::Javelin;
        let phases = i32::from(self.phases) + i32::from(self.recovery) - i32::from(free);
        let artillery = self.missile.is_artillery();
        let loose = matches!(at, Kind::S | Kind::Cl);
        let skirmish = matches!(from, Kind::S | Kind::Cl) && loose && band == Band::Short;
        let walls = self.protection == Some(Protection::Fortification);
        let covered = at == Kind::W || self.protection == Some(Protection::Pavise);
        let deep = target.is_large() || self.in_column || at == Kind::W;
        [
            add("IMP-SHL.13", always(),               i32::from(shooter.vbu()), "VBU"),
            add("IMP-SHT.2",  always(),                                   cell, "shooting table"),
            add("IMP-SHM.1",  always(),                                -phases, "movement phases"),
            add("IMP-SHM.2",  when(shooter.disordered),                     -1, "Disordered"),
            add("IMP-SHM.3",  when(self.indirect),                          -2, "indirect"),
            add("IMP-SHM.4",  when((loose || at == Kind::Art) && band > Band::Short), -2, "S, CL or ART at Long range or more"),
            add("IMP-SHM.5",  when(skirmish),                               -1, "S or CL at S or CL at Short range"),
            add("IMP-SHM.6",  when(self.on_wood_edge),                      -2, "on the edge of a wood"),
            add("IMP-SHM.7",  when(walls && !artillery),                    -2, "behind fortifications"),
            add("IMP-SHM.8",  when(walls && artillery),                     -1, "artillery, behind fortifications"),
            add("IMP-SHM.9",  when(self.evading),                           -1, "evading"),
            add("IMP-SHM.10", when(covered && !artillery),                  -1, "W or behind pavises"),
            add("IMP-SHM.11", when(deep && artillery),                       2, "artillery against depth"),
            add("IMP-SPC.45", when(target.shieldwall && self.frontal),      -1, "shieldwall"),
        ]
    }

    /// IMP-SHM.12, IMP-R81: what shooting through a screen takes off; what is left is rounded up.
    fn halved(&self, whole: i32) -> Option<Row> {
        let left = (whole + 1).div_euclid(2);
        add(
            "IMP-SHM.12",
            when(self.screened && whole > 0),
            left - whole,
            "halved, through a screen",
        )
    }

    /// IMP-DAM.1: the dice.
    pub fn throw(&self, by: Seat, dice: &mut Dice) -> Rolled<u8> {
        damage(by.throws("IMP-SHL.13", "shots"), self.pool(), dice)
    }

    /// IMP-R67: the test that follows at once.
    pub fn test(&self, damage: u8) -> CohesionTest {
        let cause = Cause::Shot { band: self.band, by: self.missile };
        CohesionTest { unit: self.target, damage, cause, flanked: false }
    }
}

/// IMP-R72: where elephants in panic run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
pub enum Flight {
    Rear,
    Left,
    Right,
    Ahead,
}

impl Flight {
    /// What players read.
    pub fn name(self) -> &'static str {
        match self {
            Flight::Rear => "to the rear",
            Flight::Left => "to the left",
            Flight::Right => "to the right",
            Flight::Ahead => "straight ahead",
        }
    }
}

/// IMP-SPC.19, IMP-R72: elephants that failed under shooting run so, and so many U.
pub fn panic(by: Seat, dice: &mut Dice) -> Rolled<(Flight, u8)> {
    let flight = match dice.roll(by.throws("IMP-R72", "the way of the panic"), D6)? {
        ..=3 => Flight::Rear,
        4 => Flight::Left,
        5 => Flight::Right,
        _ => Flight::Ahead,
    };
    let ask = by.throws("IMP-R72", "how far the panic goes");
    Ok((flight, (dice.roll(ask, D6)? + dice.roll(ask, D6)?) as u8))
}

#[cfg(test)]
mod tests {
    use acies_core::odds;

    use super::*;
    use crate::{
        profile::{Profile, Worded},
        units::tests::{disordered, large, unit},
    };

    const BOOK: &str = include_str!("../RULES.md");

    #[test]
    fn the_table_is_that_of_the_rulebook() {
        for (_, missile) in Missile::WORDS {
            let name = acies_core::words::capital(missile.name());
            let line = BOOK.lines().find(|line| line.starts_with(&format!("| {name} |"))).unwrap();
            let cells: Vec<_> = line.trim_matches('|').split('|').skip(1).map(str::trim).collect();
            for (band, cell) in Band::ALL.into_iter().zip(cells) {
                let mut sides =
                    cell.split('/').map(|side| side.trim().replace('−', "-").parse::<i32>().ok());
                let foot = sides.next().flatten();
                let mounted = if cell.contains('/') { sides.next().flatten() } else { foot };
                assert_eq!(missile.cell(band, false), foot, "IMP-SHT.2: {name} {band:?}");
                assert_eq!(
                    missile.cell(band, true),
                    mounted,
                    "IMP-SHT.2, IMP-R77: {name} {band:?}"
                );
            }
        }
    }

    #[test]
    fn distances_have_their_bands() {
        for (u, band) in [
            (0.0, Some(Band::Close)),
            (5.0, Some(Band::Close)),
            (5.1, Some(Band::Short)),
            (15.0, Some(Band::Short)),
            (30.0, Some(Band::Long)),
            (80.0, Some(Band::Extreme)),
            (80.1, None),
        ] {
            assert_eq!(Band::of(u), band, "IMP-SHT.3, IMP-R78, IMP-R4: {u}");
        }
    }

    #[test]
    fn arcs() {
        for (id, arc, rule) in [
            ("rom_velites", Arc::Front, "IMP-SHL.10"),
            ("rom_archers", Arc::Front, "IMP-SHL.10"),
            ("per_horse", Arc::Front, "IMP-SHL.10"),
            ("rom_bolts", Arc::Front, "IMP-SHL.10"),
            ("par_horse_archers", Arc::AllRound, "IMP-SHL.11, IMP-SPC.15"),
            ("gal_chariots", Arc::AllRound, "IMP-SHL.11, IMP-SPC.13"),
            ("battle_cars", Arc::AllRound, "IMP-SHL.11, IMP-SPC.13"),
            ("war_wagons", Arc::AllRound, "IMP-SHL.11, IMP-SPC.53"),
            ("car_scutarii", Arc::Front, "IMP-R79"),
            ("car_elephants", Arc::Front, "IMP-R79"),
        ] {
            assert_eq!(unit(id).arc(), arc, "{rule}: {id}");
        }
        let horse = unit("par_horse_archers");
        let profile = Profile { missile: Some(Missile::CrossbowB), ..horse.profile };
        assert_eq!(Unit { profile, ..horse }.arc(), Arc::Front, "IMP-SHL.10: with crossbow");
        assert_eq!(Unit { in_bua: true, ..unit("rom_archers") }.arc(), Arc::AllRound, "IMP-R75");
    }

    fn shot(from: &str, band: Band, at: Unit) -> Shot {
        let shooter = unit(from);
        Shot::plain(shooter, shooter.profile.missile.unwrap(), band, at)
    }

    #[test]
    fn dice_have_their_rows() {
        use Band::*;
        let hastati = unit("rom_hastati");
        // Velites: S, VBU 3, javelin -1 at Short range.
        let velites = shot("rom_velites", Short, hastati);
        // Archers: T, VBU 3, composite bow B 0 at Short range, -4 at Long range.
        let archers = shot("rom_archers", Short, hastati);
        // Bolt-throwers: VBU 2, artillery B +3 at Short range.
        let bolts = shot("rom_bolts", Short, hastati);
        let fortified = Some(Protection::Fortification);
        let pavise = Some(Protection::Pavise);
        let wall = Unit { shieldwall: true, ..unit("shieldwall_spearmen") };
        for (shot, pool, rule) in [
            (velites, 2, "IMP-SHL.13, IMP-SHT.2: 3 - 1"),
            (Shot { band: Close, ..velites }, 5, "IMP-SHT.2: 3 + 2"),
            (shot("rom_velites", Close, unit("rom_alae")), 6, "IMP-R77: 3 + 3"),
            (Shot { band: Close, reaction: true, ..velites }, 2, "IMP-SHL.12, IMP-R48: as Short"),
            (
                Shot { reaction: true, ..shot("longbowmen", Close, hastati) },
                7,
                "IMP-SHL.12: longbow A 4 + 3",
            ),
            (
                Shot { phases: 1, ..velites },
                2,
                "IMP-SHM.1, IMP-R82: javelins, the first phase is free",
            ),
            (Shot { phases: 2, ..velites }, 1, "IMP-R82"),
            (Shot { recovery: true, ..velites }, 1, "IMP-R26: not covered"),
            (Shot { phases: 1, ..archers }, 2, "IMP-SHM.1: 3 + 0 - 1"),
            (Shot { phases: 3, ..archers }, 0, "IMP-R81: nothing is left"),
            (Shot { shooter: disordered(archers.shooter), ..archers }, 2, "IMP-SHM.2, IMP-DIS.4"),
            (Shot { indirect: true, ..archers }, 1, "IMP-SHM.3"),
            (shot("longbowmen", Long, unit("rom_velites")), 1, "IMP-SHM.4: 4 - 1 - 2"),
            (shot("bombards", Extreme, unit("rom_bolts")), 0, "IMP-SHM.4: 2 + 0 - 2"),
            (shot("rom_velites", Short, unit("gal_youths")), 1, "IMP-SHM.5: 3 - 1 - 1"),
            (shot("rom_velites", Close, unit("gal_youths")), 5, "IMP-SHM.5: at Short range only"),
            (Shot { on_wood_edge: true, ..archers }, 1, "IMP-SHM.6, IMP-TER.19"),
            (Shot { protection: fortified, ..archers }, 1, "IMP-SHM.7"),
            (Shot { protection: fortified, ..bolts }, 4, "IMP-SHM.8: 2 + 3 - 1"),
            (Shot { evading: true, ..archers }, 2, "IMP-SHM.9"),
            (Shot { protection: pavise, ..archers }, 2, "IMP-SHM.10"),
            (Shot { protection: pavise, ..bolts }, 5, "IMP-SHM.10: not for artillery"),
            (shot("rom_archers", Short, unit("war_wagons")), 2, "IMP-SHM.10: W"),
            (shot("rom_bolts", Short, unit("war_wagons")), 7, "IMP-SHM.11: W"),
            (shot("rom_bolts", Short, large("mac_phalanx", 3)), 7, "IMP-SHM.11: a Large Unit"),
            (Shot { in_column: true, ..bolts }, 7, "IMP-SHM.11: a column"),
            (Shot { in_column: true, ..archers }, 3, "IMP-SHM.11: artillery only"),
            (shot("rom_archers", Short, wall), 2, "IMP-SPC.45"),
            (
                Shot { frontal: false, ..shot("rom_archers", Short, wall) },
                3,
                "IMP-R100: not from its front",
            ),
            (Shot { screened: true, ..archers }, 2, "IMP-SHM.12, IMP-R81: 1.5, rounded up"),
            (Shot { screened: true, phases: 3, ..archers }, 0, "IMP-R81"),
        ] {
            assert_eq!(shot.pool(), pool, "{rule}");
            assert_eq!(
                shot.dice().total.max(0),
                i32::from(pool),
                "the rows are the number: {rule}"
            );
        }
        let screened =
            Shot { screened: true, phases: 1, ..shot("longbowmen", Short, unit("rom_alae")) };
        insta::assert_snapshot!(screened.dice(), @r"
        +4 VBU [IMP-SHL.13]
        +2 shooting table [IMP-SHT.2]
        -1 movement phases [IMP-SHM.1]
        -2 halved, through a screen [IMP-SHM.12]
        = 3
        ");
    }

    #[test]
    fn what_cannot_be_shot() {
        let far = shot("rom_velites", Band::Long, unit("rom_hastati"));
        assert_eq!(far.barred(), Some("IMP-SHT.2"));
        let village = Unit { in_bua: true, ..unit("rom_hastati") };
        assert_eq!(shot("rom_archers", Band::Short, village).barred(), Some("IMP-TER.23"));
        assert_eq!(shot("rom_bolts", Band::Short, village).barred(), None, "IMP-TER.23");
        let baggage = Unit::new(Profile::BAGGAGE, 1);
        assert_eq!(shot("rom_bolts", Band::Short, baggage).barred(), Some("IMP-R53"));
        let over =
            |from, band| Shot { indirect: true, ..shot(from, band, unit("rom_hastati")) }.barred();
        assert_eq!(over("rom_archers", Band::Short), None, "IMP-R83");
        assert_eq!(over("rom_archers", Band::Close), Some("IMP-R83"));
        assert_eq!(over("rom_velites", Band::Short), Some("IMP-R83"));
        assert_eq!(over("mac_archers", Band::Short), Some("IMP-R83"), "T only");
        assert_eq!(over("rom_bolts", Band::Long), None, "IMP-R83: artillery B");
        assert_eq!(over("bombards", Band::Long), Some("IMP-R83"), "artillery A does not");
    }

    #[test]
    fn a_shot_is_tested_at_once() {
        // Two dice against Hastati: CN 5 - 1 + 1 + 1 = 6 after one damage.
        let it = shot("rom_velites", Band::Short, unit("rom_hastati"));
        let mut dice = Dice::scripted([6, 2, 6]);
        let harm = it.throw(Seat::Red, &mut dice).unwrap();
        assert_eq!(harm, 1, "IMP-DAM.1");
        let test = it.test(harm);
        assert_eq!(test.sum().total, 6, "IMP-COH.7, IMP-COH.8");
        let tested = test.throw(Seat::Blue, &mut dice).unwrap().unwrap();
        assert!(tested.failed && tested.losses == 1, "IMP-COH.14: a 6 fails");
        assert!(dice.is_spent());
    }

    #[test]
    fn elephants_run_anywhere() {
        for (face, flight) in [
            (1, Flight::Rear),
            (3, Flight::Rear),
            (4, Flight::Left),
            (5, Flight::Right),
            (6, Flight::Ahead),
        ] {
            let ran = panic(Seat::Red, &mut Dice::scripted([face, 2, 6]));
            assert_eq!(ran, Ok((flight, 8)), "IMP-R72, IMP-SPC.19");
        }
        let rear =
            odds(|dice| panic(Seat::Red, dice)).chance(|(flight, _)| *flight == Flight::Rear);
        assert_eq!(rear.to_string(), "1/2", "IMP-R72");
    }
}
