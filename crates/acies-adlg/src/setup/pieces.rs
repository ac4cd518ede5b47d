//! S3 and S4: which pieces of terrain there are, and where they lie (ADLG-R24 to ADLG-R26, ADLG-R161).

use acies_core::{
    About, D6, Dice, Log, Misread, Rolled, RuleId, Seat, Seats, Shared,
    flow::{Deed, Shown, Stacked, Step},
};
use acies_table::{Length, Point, Pose};
use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};

use super::{
    Choices, Chosen, Laid, Prelude, Prepare, Sector, Stage, Wing,
    ground::{RIVER_FROM, RIVER_TO},
    notation::{self, length, listed, numbers, point, point_text, pose_text, read_pose, word},
    river, sector, water_side,
};
use crate::{
    action::Action,
    battle::Battle,
    scene::lying,
    terrain::{Choice, Piece, Region},
    words::{events::Event, notation::Reader, places::sector_place, refusals::No},
};

/// S3: this seat takes its pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ToChoose(pub Seat);

/// S4: an area piece, by its number among the pieces chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToLay {
    pub piece: u8,
    pub sector: Sector,
}

/// S4: a river, on this side of its owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToLayRiver {
    pub piece: u8,
    pub side: Wing,
    pub going: Piece,
}

/// S4.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToLayRoad {
    pub piece: u8,
}

/// ADLG-R25: all pieces of a player at once.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Choose {
    pub pieces: Choices,
}

/// ADLG-R26: the piece that is thrown for lies here, its long axis across the facing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Lay {
    pub pose: Pose,
}

/// ADLG-R161: so far from the short edge is the near side of the river.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayRiver {
    pub at: Length,
}

/// ADLG-R161: from one edge of the table to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LayRoad {
    pub from: Point,
    pub to: Point,
}

impl Step<Battle> for ToChoose {
    fn deciders(&self, _: &Battle) -> Seats {
        self.0.into()
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("which pieces of terrain do you take?".into(), &["ADLG-R25"])
    }

    fn candidates(&self, battle: &Battle, by: Seat, out: &mut Vec<Action>) {
        let choices = battle.prelude.iter().flat_map(|it| it.usual_choices(by));
        out.extend(choices.map(|pieces| Action::from(Prepare::from(Choose { pieces }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let pieces = Choices::from_iter([Choice::Wood, Choice::Marsh]);
        out.push(Prepare::from(Choose { pieces }).into());
    }

    fn fits(&self, battle: &Battle) -> bool {
        battle.prelude.as_ref().is_some_and(|it| it.pieces.iter().all(|it| it.by != self.0))
    }
}

impl Deed<Battle> for Choose {
    type Plan = Seat;
    const VERBS: &'static [&'static str] = &["terrain"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        let words: Vec<_> = self.pieces.iter().map(|choice| choice.word()).collect();
        format!("terrain {}", words.join(","))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        notation::read(words, "terrain gentle_hill,wood` (ADLG-R25)", |text| {
            let pieces: Vec<_> = listed(text).map(word).collect::<Result<_, _>>()?;
            let few = || Misread::new("four pieces of terrain at the most (ADLG-R25)");
            Ok(Choose { pieces: pieces[..].try_into().map_err(|_| few())? })
        })
    }

    fn check(&self, battle: &Battle, by: Seat) -> Result<Seat, No> {
        let _: ToChoose = battle.staged()?;
        battle.prelude().check_choice(by, &self.pieces)?;
        Ok(by)
    }

    fn perform(
        &self,
        by: Seat,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let pieces = &self.pieces;
        log.push(|| Event::PiecesChosen { by, pieces: pieces.clone() });
        let prelude = battle.prelude_mut();
        let defends = by == prelude.defender();
        let compulsory = prelude.region.map_or(&[][..], Region::compulsory);
        let first = pieces.iter().position(|it| defends && compulsory.contains(it));
        for (n, &choice) in pieces.iter().enumerate() {
            let compulsory = Some(n) == first;
            let laid = Laid::Waiting { misfits: 0 };
            let adjusted = !choice.is_area();
            prelude.pieces.push(Chosen { by, choice, compulsory, adjusted, laid });
        }
        if defends {
            battle.lay(Stage::from(ToChoose(by.other())));
            return Ok(());
        }
        battle.place_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", format!("take {}", Choice::list(&self.pieces)))
    }
}

impl Step<Battle> for ToLay {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.owner_of(self.piece)
    }

    fn asks(&self, battle: &Battle) -> (String, &'static [RuleId]) {
        let (place, piece) = (sector_place(self.sector, "your"), battle.piece_name(self.piece));
        (format!("where {place} does the {piece} lie?"), &["ADLG-R26"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let field = &battle.setup.field;
        let places = battle.prelude().usual_places(self.piece, self.sector, field);
        out.extend(places.map(|pose| Action::from(Prepare::from(Lay { pose }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(Lay { pose: Pose::default() }).into());
    }
}

impl Deed<Battle> for Lay {
    type Plan = ToLay;
    const VERBS: &'static [&'static str] = &["lay"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("lay {}", pose_text(&self.pose))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "lay -10 -5 90`: UD east and north, facing in degrees (ADLG-R26)";
        notation::read(words, example, |text| Ok(Lay { pose: read_pose(text)? }))
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<ToLay, No> {
        let to_lay: ToLay = battle.staged()?;
        let ToLay { piece, sector } = to_lay;
        battle.prelude().check_piece(piece, sector, &self.pose, &battle.setup.field)?;
        Ok(to_lay)
    }

    fn perform(
        &self,
        ToLay { piece, .. }: ToLay,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let Chosen { by, choice, .. } = battle.chosen(piece);
        log.push(|| Event::PieceLaid { by, choice, pose: self.pose });
        battle.lay_piece(piece, Laid::Area(self.pose));
        battle.place_next(dice, log)
    }

    fn shows(&self, battle: &Battle, by: Seat) -> Shown {
        let seen = battle.setup.field.as_seen_by(by, self.pose.at.vec());
        let facing = self.pose.facing.from_north().degrees();
        let turned = if facing == 0.0 { String::new() } else { format!(", turned {facing:.0}°") };
        let (x, y) = (seen.x, seen.y);
        let does = format!("lay it {x:.1} UD from your left, {y:.1} from your edge{turned}");
        let title = Some(format!("{x:.1} from the left, {y:.1} out{turned}"));
        Shown { title, ..Shown::new("Lay it here", does) }.ghost(lying(&self.pose))
    }
}

impl Step<Battle> for ToLayRiver {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.owner_of(self.piece)
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        let side = self.side.word();
        let asks = format!("how far from the edge on your {side} does the river run?");
        (asks, &["ADLG-R161"])
    }

    fn candidates(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let (from, to) = (RIVER_FROM.get() as u32, RIVER_TO.get() as u32);
        let places = (from..=to).map(|at| Length::new(at.into()));
        out.extend(places.map(|at| Action::from(Prepare::from(LayRiver { at }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        out.push(Prepare::from(LayRiver { at: Length::ZERO }).into());
    }
}

impl Deed<Battle> for LayRiver {
    type Plan = ToLayRiver;
    const VERBS: &'static [&'static str] = &["river"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("river {}", self.at.get())
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "river 3.5`: UD from the short edge (ADLG-R161)";
        notation::read(words, example, |text| Ok(LayRiver { at: length(text)? }))
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<ToLayRiver, No> {
        let to_lay = battle.staged()?;
        let near = (RIVER_FROM..=RIVER_TO).contains(&self.at);
        if near { Ok(to_lay) } else { Err(No::RiverAt { at: self.at }) }
    }

    fn perform(
        &self,
        ToLayRiver { piece, side, going }: ToLayRiver,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, at) = (battle.chosen(piece).by, self.at);
        log.push(|| Event::RiverLaid { by, side, at });
        battle.lay_piece(piece, Laid::River { side, at, going });
        battle.place_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        Shown::new("Decide", format!("the river runs {} UD from the edge", self.at.get()))
    }
}

impl Step<Battle> for ToLayRoad {
    fn deciders(&self, battle: &Battle) -> Seats {
        battle.owner_of(self.piece)
    }

    fn asks(&self, _: &Battle) -> (String, &'static [RuleId]) {
        ("where does the road run?".into(), &["ADLG-R161"])
    }

    fn candidates(&self, battle: &Battle, _: Seat, out: &mut Vec<Action>) {
        let roads = battle.prelude().usual_roads(&battle.setup.field);
        out.extend(roads.map(|(from, to)| Action::from(Prepare::from(LayRoad { from, to }))));
    }

    fn attempts(&self, _: &Battle, _: Seat, out: &mut Vec<Action>) {
        let road = LayRoad { from: Point::default(), to: Point::default() };
        out.push(Prepare::from(road).into());
    }
}

impl Deed<Battle> for LayRoad {
    type Plan = ToLayRoad;
    const VERBS: &'static [&'static str] = &["road"];

    fn write(&self, _: &Battle, _: Seat) -> String {
        format!("road {} {}", point_text(self.from), point_text(self.to))
    }

    fn read(_: &str, words: &mut Reader<'_>) -> Result<Self, Misread> {
        let example = "road -15 -4 15 -4`: from one edge to another (ADLG-R161)";
        notation::read(words, example, |text| {
            let [x, y, to_x, to_y] = numbers(text)?;
            Ok(LayRoad { from: point(x, y)?, to: point(to_x, to_y)? })
        })
    }

    fn check(&self, battle: &Battle, _: Seat) -> Result<ToLayRoad, No> {
        let to_lay = battle.staged()?;
        battle.prelude().check_road(self.from, self.to, &battle.setup.field)?;
        Ok(to_lay)
    }

    fn perform(
        &self,
        ToLayRoad { piece }: ToLayRoad,
        battle: &mut Battle,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<()> {
        let (by, LayRoad { from, to }) = (battle.chosen(piece).by, *self);
        log.push(|| Event::RoadLaid { by, from, to });
        battle.lay_piece(piece, Laid::Road { from, to });
        battle.place_next(dice, log)
    }

    fn shows(&self, _: &Battle, _: Seat) -> Shown {
        let end = |at: Point| format!("{}, {}", at.x.get(), at.y.get());
        Shown::new("Decide", format!("a road from {} to {}", end(self.from), end(self.to)))
    }
}

/// How pieces come to lie.
impl Battle {
    /// What is settled so far: it is there until the first turn.
    pub(crate) fn prelude(&self) -> &Prelude {
        self.prelude.as_ref().expect("it is there until the first turn")
    }

    pub(crate) fn chosen(&self, piece: u8) -> Chosen {
        self.prelude().pieces[usize::from(piece)]
    }

    /// Who has chosen a piece, and lays it.
    fn owner_of(&self, piece: u8) -> Seats {
        let pieces = self.prelude.as_ref().map(|it| &it.pieces);
        let chosen = pieces.and_then(|it| it.get(usize::from(piece)));
        chosen.map_or(Seats::NONE, |it| it.by.into())
    }

    pub(crate) fn piece_name(&self, piece: u8) -> String {
        let pieces = self.prelude.as_ref().map(|it| &it.pieces);
        let chosen = pieces.and_then(|it| it.get(usize::from(piece)));
        chosen.map_or(String::new(), |it| it.choice.plain())
    }

    pub(crate) fn lay_piece(&mut self, piece: u8, laid: Laid) {
        let field = self.setup.field;
        let prelude = self.prelude_mut();
        prelude.pieces[usize::from(piece)].laid = laid;
        let landscape = prelude.landscape(&field);
        self.landscape = Shared::new(landscape);
    }

    /// ADLG-R26, ADLG-R161: the defender's pieces, the attacker's, and then roads.
    pub(crate) fn place_next(&mut self, dice: &mut Dice, log: &mut Log<Event>) -> Rolled<()> {
        let waiting = |roads: bool, prelude: &Prelude| {
            let waits = |it: &&Chosen| {
                matches!(it.laid, Laid::Waiting { .. }) && (it.choice == Choice::Road) == roads
            };
            let at = prelude.pieces.iter().position(|it| waits(&it))?;
            Some(at as u8)
        };
        loop {
            let prelude = self.prelude_mut();
            let Some(piece) = waiting(false, prelude).or_else(|| waiting(true, prelude)) else {
                return self.adjust_next(dice, log);
            };
            let step = match self.chosen(piece).choice {
                Choice::River | Choice::Coast => self.throw_for_water(piece, dice, log)?,
                Choice::Road => self.look_for_road(piece, log),
                _ => self.throw_for_sector(piece, dice, log)?,
            };
            if let Some(step) = step {
                self.lay(step);
                return Ok(());
            }
        }
    }

    /// ADLG-R26: the sector, and whether the piece fits there; if not, one new die, then it is discarded.
    fn throw_for_sector(
        &mut self,
        piece: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<Option<Stage>> {
        let Chosen { by, choice, laid, .. } = self.chosen(piece);
        let die = dice
            .roll(by.throws("ADLG-R26", "the sector of a piece"), D6)
            .about(|_| format!("the sector of the {}", choice.plain()))?;
        let sector = sector(die, choice);
        log.push(|| Event::SectorThrown { by, choice, die: die as u8, sector });
        let Some(sector) = sector else { return Ok(None) };
        let field = self.setup.field;
        if self.prelude_mut().usual_places(piece, sector, &field).next().is_some() {
            return Ok(Some(ToLay { piece, sector }.into()));
        }
        let discarded = laid != Laid::Waiting { misfits: 0 };
        log.push(|| Event::Misfit { by, choice, discarded });
        self.lay_piece(piece, if discarded { Laid::Gone } else { Laid::Waiting { misfits: 1 } });
        Ok(None)
    }

    /// ADLG-R161, ADLG-R24: the side of the water, and how a river is to cross.
    fn throw_for_water(
        &mut self,
        piece: u8,
        dice: &mut Dice,
        log: &mut Log<Event>,
    ) -> Rolled<Option<Stage>> {
        let Chosen { by, choice, .. } = self.chosen(piece);
        let first = dice.roll(by.throws("ADLG-R161", "for the side of the water"), D6)?;
        let side = water_side(first);
        if choice == Choice::Coast {
            let dice = ArrayVec::from_iter([first as u8]);
            log.push(|| Event::WaterThrown { by, side, piece: Piece::Coast, dice });
            self.lay_piece(piece, Laid::Coast { side });
            return Ok(None);
        }
        let second = dice.roll(by.throws("ADLG-R24", "how the river is to cross"), D6)?;
        let going = river(second);
        let thrown = ArrayVec::from([first as u8, second as u8]);
        log.push(|| Event::WaterThrown { by, side, piece: going, dice: thrown });
        Ok(Some(ToLayRiver { piece, side, going }.into()))
    }

    fn look_for_road(&mut self, piece: u8, log: &mut Log<Event>) -> Option<Stage> {
        let (field, by) = (self.setup.field, self.chosen(piece).by);
        if self.prelude_mut().usual_roads(&field).next().is_some() {
            return Some(ToLayRoad { piece }.into());
        }
        log.push(|| Event::NoRoad { by });
        self.lay_piece(piece, Laid::Gone);
        None
    }
}
