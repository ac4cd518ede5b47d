//! Position files: any moment of a battle as TOML that people can write. See
//! `docs/reference/virtus.md` for the format.
//!
//! What a file leaves out has its usual value: all stands, no hits, points from the cards laid and
//! the leaders there. What [`write()`] writes leaves out only what reads back the same.

use std::{collections::BTreeMap, fmt::Write};

use acies_core::{
    BadFile, Each, RuleId, Seat,
    file::{Page, read_toml, toml_string},
    sealed::Sealed,
    words::key,
};
use arrayvec::ArrayVec;
use serde::Deserialize;
use toml::Spanned;

use crate::{
    activation::{
        cards::{Card, Cards, Deck, Hand},
        points::Pool,
    },
    areas::{Area, BOUNDARIES, COLUMNS_MAX, Ground, River, boundary},
    battle::{Battle, Frame, Host, Setup, Side, Sides, TURN_LIMIT, Terrain},
    combat::{
        charge::Charge,
        hits::{DICE_MAX, GiveOut, Hit},
    },
    files::{army, data},
    morale::Marks,
    setup::deployment::Placement,
    units::{
        Flags, Formation, Grade, LEADERS_MAX, Leader, LeaderCard, Profile, Specials, Troop,
        UNITS_MAX, Unit,
    },
    victory::{Ending, How},
};

/// A file as it is written.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    /// `virtus`, so that a file says what it is of.
    ruleset: Option<Spanned<String>>,
    name: Option<String>,
    /// A line about a shipped battle.
    #[serde(rename = "about")]
    _about: Option<String>,
    columns: Option<Spanned<u8>>,
    south: Option<Seat>,
    sides: Option<Sides>,
    step: Spanned<Moment>,
    active: Option<Seat>,
    first: Option<Seat>,
    turn: Option<Spanned<u8>>,
    turn_limit: Option<Spanned<u8>>,
    #[serde(default)]
    real_cards: bool,
    /// `dice`, if the terrain is still to be thrown for.
    terrain_by: Option<TerrainBy>,
    #[serde(default)]
    terrain: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    rivers: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    crossed: BTreeMap<Spanned<String>, u8>,
    conquered: Option<Vec<Spanned<String>>>,
    compelled: Option<Vec<Spanned<String>>>,
    red: Spanned<SideLines>,
    blue: Spanned<SideLines>,
    pools: Option<BTreeMap<Spanned<String>, PoolLine>>,
    #[serde(default)]
    charges: Vec<ChargeLine>,
    #[serde(default)]
    hits: Vec<HitLine>,
    give_out: Option<GiveOutLine>,
    ending: Option<EndingLine>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
enum TerrainBy {
    Dice,
    Placed,
}

#[derive(Deserialize, Clone, Copy, Debug, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
enum Moment {
    Begin,
    Deploy,
    Cards,
    Formations,
    Charges,
    Combats,
    GiveOut,
    Resolve,
    Moves,
    Over,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct SideLines {
    name: Option<String>,
    /// A shipped army, instead of units and leaders, before it is deployed.
    army: Option<Spanned<String>>,
    hand: Option<Spanned<Vec<Spanned<String>>>>,
    /// How many cards are in hand, where they are not known.
    hand_size: Option<Spanned<u8>>,
    #[serde(default)]
    discard: Vec<Spanned<String>>,
    face_down: Option<Spanned<u8>>,
    #[serde(default)]
    laid: BTreeMap<Spanned<String>, Spanned<String>>,
    #[serde(default)]
    units: Vec<UnitLine>,
    #[serde(default)]
    leaders: Vec<LeaderLine>,
    /// Where everything will stand, if a scenario says so or a placement is in but not revealed.
    #[serde(default)]
    deployment: BTreeMap<Spanned<String>, Vec<Spanned<String>>>,
    #[serde(default)]
    sealed: bool,
    /// The leader whom a sealed placement names C-in-C, if it is not the one so far.
    cinc: Option<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitLine {
    troop: Spanned<String>,
    key: Option<Spanned<String>>,
    name: Option<String>,
    #[serde(default)]
    grade: Grade,
    #[serde(default)]
    stubborn: bool,
    area: Option<Spanned<String>>,
    stands: Option<Spanned<u8>>,
    formation: Option<Spanned<Formation>>,
    #[serde(default)]
    is: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct LeaderLine {
    name: Spanned<String>,
    #[serde(default)]
    superior: bool,
    #[serde(default)]
    charismatic: bool,
    #[serde(default)]
    hero: bool,
    #[serde(default)]
    cinc: bool,
    area: Option<Spanned<String>>,
    #[serde(default)]
    hits: u8,
    joined: Option<Spanned<String>>,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    dead: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PoolLine {
    card: Option<Spanned<String>>,
    bonus: Option<Spanned<u8>>,
    spent: Option<Spanned<u8>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ChargeLine {
    unit: Spanned<String>,
    target: Spanned<String>,
    #[serde(default)]
    hill: bool,
    #[serde(default)]
    pila: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HitLine {
    target: Spanned<String>,
    from: Spanned<String>,
    marks: Spanned<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GiveOutLine {
    area: Spanned<String>,
    from: Spanned<String>,
    marks: Spanned<String>,
    #[serde(default)]
    red: u8,
    #[serde(default)]
    others: u8,
    /// How many hits were there before this roll; all, if it is not said.
    before: Option<u8>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EndingLine {
    winner: Option<Seat>,
    by: How,
}

/// VIR-R42: two superior leaders in the two areas of a segment.
const BONUS_MAX: u8 = 4;

/// VIR-R41: no activation costs more than five points.
const SPENT_MAX: u8 = 5 * UNITS_MAX as u8;

const FLAGS: [(&str, Flags); 6] = [
    ("blooded", Flags::BLOODED),
    ("routed", Flags::ROUTED),
    ("activated", Flags::ACTIVATED),
    ("fought", Flags::FOUGHT),
    ("moved", Flags::MOVED),
    ("rested", Flags::RESTED),
];

/// Reads a position file.
pub fn read(file: &str, text: &str) -> Result<Battle, BadFile> {
    let lines: File = read_toml(file, text)?;
    Reader { page: Page { file, text } }.battle(&lines)
}

/// Who reads a file, and points into it when something is wrong.
struct Reader<'a> {
    page: Page<'a>,
}

type Read<T> = Result<T, BadFile>;

impl Reader<'_> {
    fn battle(&self, lines: &File) -> Read<Battle> {
        self.page.is_of(lines.ruleset.as_ref(), "virtus")?;
        let columns = self.columns(lines)?;
        let south = lines.south.unwrap_or(Seat::Red);
        let board = Board { columns: usize::from(columns), south };
        let mut ground = [Ground::empty(); 2 * COLUMNS_MAX];
        for (name, tags) in &lines.terrain {
            ground[self.field(board, name)?.index()] = self.ground(tags)?;
        }
        let mut rivers = [None; BOUNDARIES];
        for (name, class) in &lines.rivers {
            rivers[self.boundary(board, name)?] = Some(self.river(class)?);
        }
        let armies = Each([self.host(&lines.red)?, self.host(&lines.blue)?]);
        let by_dice = lines.terrain_by == Some(TerrainBy::Dice);
        let terrain = if by_dice { Terrain::ByDice } else { Terrain::Placed(ground) };
        let sides = Each([&lines.red, &lines.blue]);
        let mut placements = Each([None; 2]);
        for seat in Seat::BOTH {
            placements[seat] = self.placement(board, seat, &armies[seat], sides[seat])?;
        }
        let sealed = |seat: Seat| sides[seat].as_ref().sealed;
        let setup = Setup {
            name: lines
                .name
                .clone()
                .unwrap_or_else(|| format!("{} against {}", armies.0[0].name, armies.0[1].name)),
            columns,
            sides: lines.sides.unwrap_or(Sides::Agreed),
            terrain,
            rivers,
            deployed: Each::of(|seat| placements[seat].filter(|_| !sealed(seat))),
            turn_limit: self.turn_limit(lines)?,
            real_cards: lines.real_cards,
            armies,
        };
        let mut battle = Battle::new(setup);
        battle.south = south;
        if *lines.step.as_ref() != Moment::Begin {
            battle.ground = ground;
        }
        battle.active = lines.active.unwrap_or(Seat::Red);
        battle.first = lines.first.unwrap_or(battle.active);
        battle.turn = self.turn(lines, &battle)?;
        for seat in Seat::BOTH {
            battle.sides[seat] = self.side(board, &battle, seat, sides[seat])?;
            if sealed(seat) {
                let placement = placements[seat].ok_or_else(|| {
                    self.page
                        .bad(sides[seat].span(), "sealed, but without a deployment")
                        .rule("VIR-R23")
                })?;
                battle.sides[seat].sealed = Sealed::In(placement);
            } else if *lines.step.as_ref() == Moment::Deploy
                && let Some(placement) = placements[seat]
            {
                battle.sides[seat].sealed = Sealed::In(placement);
            }
        }
        self.moment(lines, board, &mut battle)?;
        Ok(battle)
    }

    fn columns(&self, lines: &File) -> Read<u8> {
        match &lines.columns {
            None => Ok(4),
            Some(columns) if [3, 4].contains(columns.as_ref()) => Ok(*columns.as_ref()),
            Some(columns) => Err(self
                .page
                .bad(columns.span(), "a table has three or four columns")
                .rule("VIR-1.5.4")),
        }
    }

    /// VIR-R13.3: a limit from 1 to 99.
    fn turn_limit(&self, lines: &File) -> Read<u8> {
        match &lines.turn_limit {
            None => Ok(TURN_LIMIT),
            Some(limit) if (1..=99).contains(limit.as_ref()) => Ok(*limit.as_ref()),
            Some(limit) => {
                Err(self.page.bad(limit.span(), "a turn limit is 1 to 99").rule("VIR-R13.3"))
            }
        }
    }

    fn turn(&self, lines: &File, battle: &Battle) -> Read<u8> {
        let before = matches!(lines.step.as_ref(), Moment::Begin | Moment::Deploy);
        let limit = battle.setup.turn_limit;
        match &lines.turn {
            None => Ok(u8::from(!before)),
            Some(turn) if *turn.as_ref() <= limit => Ok(*turn.as_ref()),
            Some(turn) => {
                let what = format!("turn {} is beyond the limit of {limit}", turn.as_ref());
                Err(self.page.bad(turn.span(), what).rule("VIR-R13.3"))
            }
        }
    }

    /// What is known of the moment apart from the pieces.
    fn moment(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        if matches!(lines.step.as_ref(), Moment::Begin | Moment::Deploy) {
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
        self.frame(lines, board, battle)
    }

    /// VIR-1.2.3, VIR-R14, VIR-R24: before the first turn both armies are whole and unhurt.
    fn before_the_first_turn(&self, lines: &File, battle: &Battle) -> Read<()> {
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
        if *lines.step.as_ref() == Moment::Deploy && Seat::BOTH.into_iter().all(is_in) {
            let what = "both sides are deployed, so nobody has to decide";
            let hint = "say `step = \"begin\"`".to_owned();
            return Err(self.page.bad(lines.step.span(), what).rule("VIR-1.6.2").hint(hint));
        }
        Ok(())
    }

    /// VIR-R8: the areas that are not held by the side that they lie on. The file decides where
    /// both have units; elsewhere it follows from who is there.
    fn conquered(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
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
    fn hits(&self, lines: &File, battle: &mut Battle) -> Read<()> {
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
    fn may_have_hit(
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
    fn charges(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        let declared = matches!(
            lines.step.as_ref(),
            Moment::Charges | Moment::Combats | Moment::GiveOut | Moment::Resolve
        );
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
    fn pools(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        let before = matches!(
            lines.step.as_ref(),
            Moment::Begin | Moment::Deploy | Moment::Cards | Moment::Over
        );
        match &lines.pools {
            None if before => {}
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

    /// A number that is nothing if it is left out, and that a rule limits.
    fn at_most(&self, number: Option<&Spanned<u8>>, most: u8, rule: RuleId) -> Read<u8> {
        match number {
            None => Ok(0),
            Some(number) if *number.as_ref() <= most => Ok(*number.as_ref()),
            Some(number) => {
                Err(self.page.bad(number.span(), format!("more than {most} cannot be")).rule(rule))
            }
        }
    }

    /// VIR-R69.1: the compelled units as they are given, or as the rule makes them.
    fn compelled(&self, lines: &File, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        let mut units = Vec::new();
        match &lines.compelled {
            Some(names) => {
                for name in names {
                    units.push(self.living(battle, by, name)?);
                }
            }
            None => {
                let after_cards = !matches!(
                    lines.step.as_ref(),
                    Moment::Begin | Moment::Deploy | Moment::Cards | Moment::Over
                );
                let all = battle.units(by).alive().into_iter();
                units.extend(all.filter(|&it| after_cards && battle.becomes_compelled(it)));
            }
        }
        for unit in units {
            battle.compelled = battle.compelled.with(unit);
        }
        Ok(())
    }

    fn frame(&self, lines: &File, board: Board, battle: &mut Battle) -> Read<()> {
        let by = battle.active;
        battle.stack.clear();
        let frame = match lines.step.as_ref() {
            Moment::Begin => Frame::Begin,
            Moment::Deploy => Frame::Deploy,
            Moment::Cards => Frame::Distribute,
            Moment::Formations => Frame::Formations,
            Moment::Charges => Frame::Charges,
            Moment::Combats => Frame::Combats,
            Moment::Resolve if battle.charges.is_empty() => {
                return Err(self
                    .page
                    .bad(lines.step.span(), "no charges to resolve: `[[charges]]`"));
            }
            Moment::Resolve => Frame::Resolve,
            Moment::Moves => Frame::Moves,
            Moment::GiveOut => {
                let Some(line) = &lines.give_out else {
                    return Err(self
                        .page
                        .bad(lines.step.span(), "no hits to give out: `[give_out]`"));
                };
                let area = self.field(board, &line.area)?;
                if battle.units_in(area, by.other()).is_empty() {
                    let what = "no unit there can take hits";
                    return Err(self.page.bad(line.area.span(), what).rule("VIR-5.1.3"));
                }
                let attacker = self.unit(battle, by, &line.from)?;
                let left = usize::from(line.red) + usize::from(line.others);
                if left == 0 {
                    return Err(self.page.bad(line.area.span(), "no hits are left to give out"));
                }
                self.may_have_hit(battle, attacker, left, &line.from)?;
                battle.sides[by].units.mark(attacker, Flags::ACTIVATED | Flags::FOUGHT);
                let from = line.before.unwrap_or(battle.hits.len() as u8);
                if usize::from(from) > battle.hits.len() {
                    return Err(self
                        .page
                        .bad(line.area.span(), "fewer hits are listed before this roll"));
                }
                let marks = self.marks(&line.marks)?;
                let (red, others) = (line.red, line.others);
                battle.stack.push(Frame::Combats);
                Frame::GiveOut(GiveOut { area, attacker, marks, red, others, from })
            }
            Moment::Over => {
                let Some(line) = &lines.ending else {
                    return Err(self.page.bad(lines.step.span(), "how did it end? `[ending]`"));
                };
                battle.ending = Some(Ending { winner: line.winner, by: line.by });
                return Ok(());
            }
        };
        let empty = |seat| !battle.units(seat).any_alive();
        if !matches!(frame, Frame::Begin | Frame::Deploy) && Seat::BOTH.into_iter().any(empty) {
            let what = "a side without units has lost";
            return Err(self.page.bad(lines.step.span(), what).rule("VIR-R13.1"));
        }
        battle.stack.push(frame);
        Ok(())
    }
}

/// What names of areas depend on.
#[derive(Clone, Copy)]
struct Board {
    columns: usize,
    south: Seat,
}

impl Board {
    fn area(self, name: &str) -> Option<Area> {
        Area::named(name, self.columns, self.south)
    }
}

/// Words of a file.
impl Reader<'_> {
    fn area(&self, board: Board, name: &Spanned<String>) -> Read<Area> {
        let names: Vec<_> = Area::all(board.columns, board.south)
            .chain(Seat::BOTH.map(Area::reserve))
            .map(|area| area.name(board.south))
            .collect();
        board
            .area(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, "area", names.iter().copied()).rule("VIR-R1"))
    }

    /// An area that is no reserve.
    fn field(&self, board: Board, name: &Spanned<String>) -> Read<Area> {
        let area = self.area(board, name)?;
        if area.is_reserve() {
            return Err(self
                .page
                .bad(name.span(), "a reserve is no area of the field")
                .rule("VIR-R3"));
        }
        Ok(area)
    }

    fn ground(&self, tags: &[Spanned<String>]) -> Read<Ground> {
        tags.iter().try_fold(Ground::empty(), |ground, tag| {
            let known = Ground::WORDS.into_iter().find(|(word, _)| word == tag.as_ref());
            let words = Ground::WORDS.into_iter().map(|(word, _)| word);
            let (_, tag) = known.ok_or_else(|| self.page.unknown(tag, "terrain", words))?;
            Ok(ground | tag)
        })
    }

    fn river(&self, class: &Spanned<String>) -> Read<River> {
        let known = River::WORDS.into_iter().find(|(word, _)| word == class.as_ref());
        let words = River::WORDS.into_iter().map(|(word, _)| word);
        known
            .map(|(_, river)| river)
            .ok_or_else(|| self.page.unknown(class, "river", words).rule("VIR-R73"))
    }

    /// A boundary such as `S1-N1` or `SR-S2`.
    fn boundary(&self, board: Board, name: &Spanned<String>) -> Read<usize> {
        let areas = name.as_ref().split_once('-');
        let areas = areas.and_then(|(a, b)| Some((board.area(a)?, board.area(b)?)));
        let linked = |(a, b): &(Area, Area)| Seat::BOTH.iter().any(|&seat| a.links_to(*b, seat));
        areas.filter(linked).map(|(a, b)| boundary(a, b)).ok_or_else(|| {
            self.page
                .bad(name.span(), format!("`{}` is no boundary between areas", name.as_ref()))
                .rule("VIR-R73")
                .hint("write it as `S1-N1` or `SR-S1`".to_owned())
        })
    }

    fn segment(&self, board: Board, name: &Spanned<String>) -> Read<usize> {
        let at = name.as_ref().parse::<usize>().ok().and_then(|at| at.checked_sub(1));
        at.filter(|&at| at < board.columns).ok_or_else(|| {
            let what = format!("no segment `{}`: 1 to {}", name.as_ref(), board.columns);
            self.page.bad(name.span(), what).rule("VIR-R4")
        })
    }

    fn card(&self, name: &Spanned<String>) -> Read<Card> {
        let words = Card::ALL.into_iter().map(Card::word);
        Card::named(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, "card", words).rule("VIR-1.4.T"))
    }

    fn cards(&self, names: &[Spanned<String>], of: Cards) -> Read<Cards> {
        names.iter().try_fold(Cards::NONE, |cards, name| {
            let card = self.card(name)?;
            if of.count(card) <= cards.count(card) {
                let what = format!("no `{card}` is left for this: a deck has {}", card.copies());
                return Err(self.page.bad(name.span(), what).rule("VIR-1.4.T"));
            }
            Ok(cards.with(card))
        })
    }

    fn marks(&self, words: &Spanned<String>) -> Read<Marks> {
        Marks::named(words.as_ref()).ok_or_else(|| {
            let known: Vec<_> = Marks::WORDS.into_iter().map(|(word, _)| word).collect();
            self.page
                .bad(words.span(), format!("unknown kind of hit `{}`", words.as_ref()))
                .rule("VIR-SR.T")
                .hint(format!("`plain`, or with `+` between them: {}", known.join(", ")))
        })
    }

    fn unit(&self, battle: &Battle, seat: Seat, name: &Spanned<String>) -> Read<u8> {
        let army = &battle.setup.armies[seat];
        let known = army.troops.iter().map(|troop| troop.key.as_str());
        army.unit(name.as_ref())
            .ok_or_else(|| self.page.unknown(name, &format!("unit of {}", army.name), known))
    }

    fn living(&self, battle: &Battle, seat: Seat, name: &Spanned<String>) -> Read<u8> {
        let unit = self.unit(battle, seat, name)?;
        if battle.units(seat)[unit].is_alive() {
            return Ok(unit);
        }
        Err(self.page.bad(name.span(), format!("`{}` is out of the battle", name.as_ref())))
    }
}

/// Armies and their pieces.
impl Reader<'_> {
    fn host(&self, lines: &Spanned<SideLines>) -> Read<Host> {
        let side = lines.as_ref();
        if let Some(id) = &side.army {
            let known = data::ARMIES.iter().map(|&(id, _)| id);
            let Some(&(file, text)) = data::ARMIES.iter().find(|(known, _)| known == id.as_ref())
            else {
                return Err(self.page.unknown(id, "army", known));
            };
            if !side.units.is_empty() || !side.leaders.is_empty() {
                let what = "an army is either named or listed, not both";
                return Err(self.page.bad(id.span(), what));
            }
            let mut host = Host::from(army::read(file, text)?);
            host.name = side.name.clone().unwrap_or(host.name);
            return Ok(host);
        }
        if side.units.is_empty() {
            return Err(self
                .page
                .bad(lines.span(), "a side without units")
                .rule("VIR-R14")
                .hint("list `units`, or name a shipped army: `army = \"dacian\"`".to_owned()));
        }
        if side.units.len() > UNITS_MAX || side.leaders.len() > LEADERS_MAX {
            let what = format!("at most {UNITS_MAX} units and {LEADERS_MAX} leaders");
            return Err(self.page.bad(lines.span(), what).rule("VIR-R14"));
        }
        let mut troops: Vec<Troop> = Vec::new();
        for line in &side.units {
            let troop = self.troop(line, &side.units, &troops)?;
            if troops.iter().any(|other| other.key == troop.key) {
                let what = format!("two units are called `{}`", troop.key);
                return Err(self.page.bad(line.troop.span(), what));
            }
            troops.push(troop);
        }
        let mut keys: Vec<String> = troops.iter().map(|troop| troop.key.clone()).collect();
        for line in &side.leaders {
            let key = key(line.name.as_ref());
            if key.is_empty() || keys.contains(&key) {
                let name = line.name.as_ref();
                let what = format!("`{name}` is no name, or that of another");
                return Err(self.page.bad(line.name.span(), what));
            }
            keys.push(key);
        }
        if side.leaders.iter().filter(|line| line.cinc).count() > 1 {
            return Err(self.page.bad(lines.span(), "more than one C-in-C").rule("VIR-8.8"));
        }
        let leader = |line: &LeaderLine| LeaderCard {
            name: line.name.as_ref().clone(),
            superior: line.superior,
            charismatic: line.charismatic,
            hero: line.hero,
        };
        let name = side.name.clone().unwrap_or_else(|| "Army".into());
        Ok(Host::new(name, troops, side.leaders.iter().map(leader).collect()))
    }

    fn troop(&self, line: &UnitLine, all: &[UnitLine], before: &[Troop]) -> Read<Troop> {
        let known = data::profiles().iter().map(|profile| profile.id.as_str());
        let Some(profile) = data::profile(line.troop.as_ref()) else {
            return Err(self.page.unknown(&line.troop, "troop", known));
        };
        // VIR-R19: artillery is always regular; Stubborn is for plain units.
        if line.grade != Grade::Regular && profile.is_artillery() {
            let what = "artillery is always regular";
            return Err(self.page.bad(line.troop.span(), what).rule("VIR-R19"));
        }
        let eager = profile.has(Specials::IMPETUOUS | Specials::FANATICS);
        if line.stubborn && (eager || line.grade != Grade::Regular) {
            let what = "a unit that is Impetuous, Fanatic, Elite or Levy cannot be Stubborn";
            return Err(self.page.bad(line.troop.span(), what).rule("VIR-R19"));
        }
        let same = |other: &&UnitLine| other.troop.as_ref() == line.troop.as_ref();
        let several = all.iter().filter(same).count() > 1;
        let number = 1 + before.iter().filter(|troop| troop.profile == profile).count();
        let name = line.name.clone().unwrap_or_else(|| {
            if several { format!("{} {number}", profile.name) } else { profile.name.clone() }
        });
        let typed = line.key.as_ref().map_or(name.as_str(), |key| key.as_ref());
        let at = line.key.as_ref().unwrap_or(&line.troop).span();
        let key = key(typed);
        if key.is_empty() || line.key.as_ref().is_some_and(|typed| *typed.as_ref() != key) {
            let hint = "small letters and digits, with `_` between words".to_owned();
            return Err(self
                .page
                .bad(at, format!("`{typed}` cannot be typed as a name"))
                .hint(hint));
        }
        let (grade, stubborn) = (line.grade, line.stubborn);
        Ok(Troop { profile, grade, stubborn, key, name })
    }

    fn side(
        &self,
        board: Board,
        battle: &Battle,
        seat: Seat,
        lines: &Spanned<SideLines>,
    ) -> Read<Side> {
        let side = lines.as_ref();
        let mut fresh = battle.sides[seat].clone();
        if !side.units.is_empty() {
            let units: ArrayVec<Unit, UNITS_MAX> = side
                .units
                .iter()
                .zip(&battle.setup.armies[seat].troops)
                .map(|(line, troop)| self.unit_state(board, seat, line, troop.profile))
                .collect::<Read<_>>()?;
            fresh.units = units.into();
        }
        for (leader, line) in fresh.leaders.iter_mut().zip(&side.leaders) {
            *leader = self.leader_state(board, battle, seat, line)?;
        }
        for (at, leader) in fresh.leaders.iter().enumerate() {
            let together = |other: &Leader| other.alive && other.area == leader.area;
            if leader.alive && !leader.area.is_reserve() && fresh.leaders[..at].iter().any(together)
            {
                let what = "two leaders in one area, which is no reserve";
                return Err(self.page.bad(lines.span(), what).rule("VIR-8.10"));
            }
        }
        for (leader, line) in fresh.leaders.iter().zip(&side.leaders) {
            if let (Some(unit), Some(name)) = (leader.joined, &line.joined) {
                let it = &fresh.units[unit];
                if !it.is_alive() || it.area != leader.area || it.area.is_reserve() {
                    let what = "a leader joins a unit that is with him in an area of the field";
                    return Err(self.page.bad(name.span(), what).rule("VIR-R86.1"));
                }
            }
        }
        fresh.cinc = cinc(side);
        fresh.deck = self.deck(board, battle, side)?;
        Ok(fresh)
    }

    fn unit_state(
        &self,
        board: Board,
        seat: Seat,
        line: &UnitLine,
        profile: &Profile,
    ) -> Read<Unit> {
        let area = self.place(board, seat, line.area.as_ref())?;
        let stands = match &line.stands {
            None => profile.mv,
            Some(stands) if *stands.as_ref() <= profile.mv => *stands.as_ref(),
            Some(stands) => {
                let what =
                    format!("{} stands, and the unit starts with {}", stands.as_ref(), profile.mv);
                return Err(self.page.bad(stands.span(), what).rule("VIR-QS.28"));
            }
        };
        let formation = match &line.formation {
            None => Formation::Open,
            Some(formation) => {
                let (it, span) = (*formation.as_ref(), formation.span());
                if it == Formation::Testudo && !profile.has(Specials::TESTUDO) {
                    return Err(self
                        .page
                        .bad(span, "this unit cannot form testudo")
                        .rule("VIR-SR15.1"));
                }
                if it == Formation::Shieldwall && !profile.may_wall() {
                    let what = "only infantry of DV 3 or more forms shieldwall";
                    return Err(self.page.bad(span, what).rule("VIR-R84"));
                }
                it
            }
        };
        let mut flags = Flags::empty();
        for word in &line.is {
            let words = FLAGS.into_iter().map(|(word, _)| word);
            let known = FLAGS.into_iter().find(|(known, _)| known == word.as_ref());
            flags |= known.ok_or_else(|| self.page.unknown(word, "state", words))?.1;
        }
        // A unit that has fewer stands than it started with has lost some.
        if stands < profile.mv {
            flags |= Flags::BLOODED;
        }
        if flags.intersects(Flags::FOUGHT | Flags::MOVED) {
            flags |= Flags::ACTIVATED;
        }
        Ok(Unit::new(stands, area, formation, flags))
    }

    /// An area that a piece of this seat can be in.
    fn place(&self, board: Board, seat: Seat, name: Option<&Spanned<String>>) -> Read<Area> {
        let Some(name) = name else { return Ok(Area::reserve(seat)) };
        let area = self.area(board, name)?;
        if area.is_reserve() && area.side() != seat {
            let what = "nobody is ever in the enemy's reserve";
            return Err(self.page.bad(name.span(), what).rule("VIR-R3"));
        }
        Ok(area)
    }

    fn leader_state(
        &self,
        board: Board,
        battle: &Battle,
        seat: Seat,
        line: &LeaderLine,
    ) -> Read<Leader> {
        let area = self.place(board, seat, line.area.as_ref())?;
        let joined = line.joined.as_ref().map(|unit| self.unit(battle, seat, unit)).transpose()?;
        // VIR-SR18.4: in his own turn a leader who has joined a unit does not move.
        let moved = line.moved || (joined.is_some() && seat == battle.active);
        Ok(Leader { alive: !line.dead, area, hits: line.hits, joined, moved })
    }

    fn deck(&self, board: Board, battle: &Battle, side: &SideLines) -> Read<Deck> {
        let mut deck = Deck::shuffled(battle.setup.real_cards);
        for (segment, card) in &side.laid {
            let at = self.segment(board, segment)?;
            let card_is = self.card(card)?;
            if !card_is.activates() {
                return Err(self
                    .page
                    .bad(card.span(), "court cards activate nothing")
                    .rule("VIR-4.3.5"));
            }
            if !deck.unseen().has(card_is) {
                return Err(self
                    .page
                    .bad(card.span(), "a deck has no more of these")
                    .rule("VIR-1.4.T"));
            }
            deck.laid[at] = Some(card_is);
        }
        deck.discard = self.cards(&side.discard, deck.unseen())?;
        let real = battle.setup.real_cards;
        if let Some(hand) = side.hand.as_ref().filter(|_| real) {
            let hint = "say how many: `hand_size = 3`".to_owned();
            let what = "real cards in hand are not known";
            return Err(self.page.bad(hand.span(), what).rule("VIR-R88").hint(hint));
        }
        if let Some(face_down) = side.face_down.as_ref().filter(|_| !real) {
            let what = "only real cards are discarded unseen";
            return Err(self.page.bad(face_down.span(), what).rule("VIR-R88"));
        }
        let unseen = deck.unseen().len();
        deck.face_down = self.at_most(side.face_down.as_ref(), unseen, "VIR-1.4.1")?;
        let size = self.at_most(side.hand_size.as_ref(), unseen - deck.face_down, "VIR-1.4.1")?;
        deck.hand = match (&side.hand, &side.hand_size) {
            (Some(hand), _) => Hand::Known(self.cards(hand.as_ref(), deck.unseen())?),
            (None, Some(_)) => Hand::Hidden(size),
            (None, None) if real => Hand::Hidden(0),
            (None, None) => Hand::Known(Cards::NONE),
        };
        Ok(deck)
    }

    /// Where a scenario, or a player, puts everything.
    fn placement(
        &self,
        board: Board,
        seat: Seat,
        host: &Host,
        lines: &Spanned<SideLines>,
    ) -> Read<Option<Placement>> {
        let side = lines.as_ref();
        if side.deployment.is_empty() {
            return Ok(None);
        }
        let mut units = vec![None; host.troops.len()];
        let mut leaders = vec![None; host.leaders.len()];
        for (name, keys) in &side.deployment {
            let area = self.place(board, seat, Some(name))?;
            if area.side() != seat {
                let what = "units are deployed on their own side";
                return Err(self.page.bad(name.span(), what).rule("VIR-1.6.3"));
            }
            for key_word in keys {
                let place = match (host.unit(key_word.as_ref()), host.leader(key_word.as_ref())) {
                    (Some(unit), _) => &mut units[usize::from(unit)],
                    (None, Some(leader)) => &mut leaders[usize::from(leader)],
                    (None, None) => {
                        let known = host.troops.iter().map(|troop| troop.key.as_str());
                        return Err(self.page.unknown(key_word, "unit or leader", known));
                    }
                };
                if place.replace(area).is_some() {
                    let what = format!("`{}` is deployed twice", key_word.as_ref());
                    return Err(self.page.bad(key_word.span(), what).rule("VIR-R23"));
                }
            }
        }
        let missing =
            units.iter().position(Option::is_none).map(|at| host.troops[at].key.clone()).or_else(
                || leaders.iter().position(Option::is_none).map(|at| host.leaders[at].name.clone()),
            );
        let out: Vec<Area> =
            leaders.iter().flatten().copied().filter(|it| !it.is_reserve()).collect();
        if (1..out.len()).any(|at| out[..at].contains(&out[at])) {
            let what = "two leaders in one area, which is no reserve";
            return Err(self.page.bad(lines.span(), what).rule("VIR-8.10"));
        }
        if let Some(key) = missing {
            let what = format!("`{key}` is not deployed: nothing stays off the table");
            return Err(self.page.bad(lines.span(), what).rule("VIR-R23"));
        }
        let cinc = match &side.cinc {
            None => cinc(side),
            Some(name) => host.leader(name.as_ref()).ok_or_else(|| {
                let keys: Vec<_> = host.leaders.iter().map(|it| key(&it.name)).collect();
                self.page.unknown(name, "leader", keys.iter().map(String::as_str)).rule("VIR-8.8")
            })?,
        };
        let (units, leaders) = (units.into_iter().flatten(), leaders.into_iter().flatten());
        Ok(Some(Placement::new(units, leaders, cinc)))
    }
}

/// VIR-8.8: the leader who is named C-in-C, or else the first.
fn cinc(side: &SideLines) -> u8 {
    side.leaders.iter().position(|leader| leader.cinc).unwrap_or(0) as u8
}

/// Writes a battle as a file that reads back to the same state.
pub fn write(battle: &Battle) -> String {
    let mut out = String::new();
    write_all(battle, &mut out).expect("strings take all that is written");
    out
}

fn write_all(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let setup = &battle.setup;
    writeln!(out, "ruleset = \"virtus\"")?;
    writeln!(out, "name = {}", toml_string(&setup.name))?;
    writeln!(out, "columns = {}", setup.columns)?;
    writeln!(out, "south = \"{}\"", battle.south)?;
    if setup.sides == Sides::ByDice {
        writeln!(out, "sides = \"by_dice\"")?;
    }
    writeln!(out, "turn_limit = {}", setup.turn_limit)?;
    if setup.real_cards {
        writeln!(out, "real_cards = true")?;
    }
    writeln!(out, "turn = {}", battle.turn)?;
    writeln!(out, "active = \"{}\"", battle.active)?;
    writeln!(out, "first = \"{}\"", battle.first)?;
    writeln!(out, "step = \"{}\"", step_word(battle))?;
    if setup.terrain == Terrain::ByDice {
        writeln!(out, "terrain_by = \"dice\"")?;
    }
    let areas = || battle.areas().collect::<Vec<_>>();
    let conquered = areas().into_iter().filter(|&area| battle.conquered.has(area));
    writeln!(out, "conquered = {}", list(conquered.map(|area| battle.area_name(area))))?;
    let by = battle.active;
    let compelled = battle.compelled.into_iter();
    writeln!(out, "compelled = {}", list(compelled.map(|unit| battle.unit_key(by, unit))))?;

    let ground = match setup.terrain {
        Terrain::Placed(ground) => ground,
        Terrain::ByDice => battle.ground,
    };
    writeln!(out, "\n[terrain]")?;
    for area in areas().into_iter().filter(|area| !ground[area.index()].is_empty()) {
        writeln!(out, "{} = {}", battle.area_name(area), list(ground[area.index()].words()))?;
    }
    write_boundaries(battle, out)?;
    writeln!(out, "\n[pools]")?;
    for (segment, pool) in (1..).zip(battle.pools).filter(|(_, pool)| *pool != Pool::default()) {
        let card = pool.card.map(|card| format!("card = \"{card}\", ")).unwrap_or_default();
        let Pool { bonus, spent, .. } = pool;
        writeln!(out, "{segment} = {{ {card}bonus = {bonus}, spent = {spent} }}")?;
    }
    for seat in Seat::BOTH {
        write_side(battle, seat, out)?;
    }
    write_combats(battle, out)
}

fn write_boundaries(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let mut named = BTreeMap::new();
    for column in 0..battle.columns() {
        for (a, b) in [
            (Area::new(Seat::Red, column), Area::new(Seat::Blue, column)),
            (Area::reserve(Seat::Red), Area::new(Seat::Red, column)),
            (Area::reserve(Seat::Blue), Area::new(Seat::Blue, column)),
        ] {
            let name = format!("{}-{}", battle.area_name(a), battle.area_name(b));
            named.insert(name, boundary(a, b));
        }
    }
    if battle.setup.rivers.iter().any(Option::is_some) {
        writeln!(out, "\n[rivers]")?;
        for (name, &at) in &named {
            if let Some(river) = battle.setup.rivers[at] {
                let (word, _) = River::WORDS
                    .into_iter()
                    .rfind(|(_, class)| *class == river)
                    .expect("every river has a word");
                writeln!(out, "{name} = \"{word}\"")?;
            }
        }
        writeln!(out, "\n[crossed]")?;
        for (name, &at) in named.iter().filter(|(_, at)| battle.crossed[**at] > 0) {
            writeln!(out, "{name} = {}", battle.crossed[at])?;
        }
    }
    Ok(())
}

fn write_side(battle: &Battle, seat: Seat, out: &mut String) -> std::fmt::Result {
    let host = &battle.setup.armies[seat];
    let side = &battle.sides[seat];
    writeln!(out, "\n[{seat}]\nname = {}", toml_string(&host.name))?;
    match side.deck.hand {
        Hand::Known(cards) => writeln!(out, "hand = {}", list(cards.iter()))?,
        Hand::Hidden(n) => writeln!(out, "hand_size = {n}")?,
    }
    if !side.deck.discard.is_empty() {
        writeln!(out, "discard = {}", list(side.deck.discard.iter()))?;
    }
    if side.deck.face_down > 0 {
        writeln!(out, "face_down = {}", side.deck.face_down)?;
    }
    let laid = (1..).zip(side.deck.laid).filter_map(|(at, card)| Some((at, card?)));
    let laid: Vec<_> = laid.map(|(at, card)| format!("{at} = \"{card}\"")).collect();
    if !laid.is_empty() {
        writeln!(out, "laid = {{ {} }}", laid.join(", "))?;
    }
    let own = side.sealed.known().copied().filter(|_| battle.setup.deployed[seat].is_none());
    if let Some(placement) = own {
        writeln!(out, "sealed = true")?;
        if placement.cinc != side.cinc {
            writeln!(out, "cinc = \"{}\"", battle.leader_key(seat, placement.cinc))?;
        }
    }
    writeln!(out, "units = [")?;
    for ((number, unit), troop) in side.units.iter().zip(&host.troops) {
        debug_assert_eq!(battle.unit_key(seat, number), troop.key);
        writeln!(out, "  {{ {} }},", unit_words(battle, unit, troop))?;
    }
    writeln!(out, "]\nleaders = [")?;
    for (at, (leader, card)) in side.leaders.iter().zip(&host.leaders).enumerate() {
        let cinc = at == usize::from(side.cinc);
        writeln!(out, "  {{ {} }},", leader_words(battle, seat, leader, card, cinc))?;
    }
    writeln!(out, "]")?;
    if let Some(placement) = own.or(battle.setup.deployed[seat]) {
        writeln!(out, "\n[{seat}.deployment]")?;
        for area in Area::row(seat, battle.columns()).chain([Area::reserve(seat)]) {
            let units = (0..).zip(placement.units()).filter(|&(_, at)| at == area);
            let leaders = (0..).zip(placement.leaders()).filter(|&(_, at)| at == area);
            let keys: Vec<_> = units
                .map(|(unit, _)| battle.unit_key(seat, unit))
                .chain(leaders.map(|(leader, _)| battle.leader_key(seat, leader)))
                .collect();
            if !keys.is_empty() {
                writeln!(out, "{} = {}", battle.area_name(area), list(keys.iter()))?;
            }
        }
    }
    Ok(())
}

fn unit_words(battle: &Battle, unit: &Unit, troop: &Troop) -> String {
    let mut words = vec![
        format!("troop = \"{}\"", troop.profile.id),
        format!("key = {}", toml_string(&troop.key)),
        format!("name = {}", toml_string(&troop.name)),
    ];
    match troop.grade {
        Grade::Regular => {}
        Grade::Elite => words.push("grade = \"elite\"".into()),
        Grade::Levy => words.push("grade = \"levy\"".into()),
    }
    if troop.stubborn {
        words.push("stubborn = true".into());
    }
    words.push(format!("area = \"{}\"", battle.area_name(unit.area)));
    if unit.stands != troop.profile.mv {
        words.push(format!("stands = {}", unit.stands));
    }
    match unit.formation {
        Formation::Open => {}
        Formation::Testudo => words.push("formation = \"testudo\"".into()),
        Formation::Shieldwall => words.push("formation = \"shieldwall\"".into()),
    }
    let flags: Vec<_> =
        FLAGS.into_iter().filter(|&(_, flag)| unit.is(flag)).map(|(word, _)| word).collect();
    if !flags.is_empty() {
        words.push(format!("is = {}", list(flags.iter())));
    }
    words.join(", ")
}

fn leader_words(
    battle: &Battle,
    seat: Seat,
    leader: &Leader,
    card: &LeaderCard,
    cinc: bool,
) -> String {
    let mut words = vec![format!("name = {}", toml_string(&card.name))];
    for (word, is) in [
        ("superior", card.superior),
        ("charismatic", card.charismatic),
        ("hero", card.hero),
        ("cinc", cinc),
        ("moved", leader.moved),
        ("dead", !leader.alive),
    ] {
        if is {
            words.push(format!("{word} = true"));
        }
    }
    words.push(format!("area = \"{}\"", battle.area_name(leader.area)));
    if leader.hits > 0 {
        words.push(format!("hits = {}", leader.hits));
    }
    if let Some(unit) = leader.joined {
        words.push(format!("joined = \"{}\"", battle.unit_key(seat, unit)));
    }
    words.join(", ")
}

fn write_combats(battle: &Battle, out: &mut String) -> std::fmt::Result {
    let (by, enemy) = (battle.active, battle.active.other());
    for charge in &battle.charges {
        let (unit, target) =
            (battle.unit_key(by, charge.unit), battle.unit_key(enemy, charge.target));
        writeln!(out, "\n[[charges]]\nunit = \"{unit}\"\ntarget = \"{target}\"")?;
        writeln!(out, "hill = {}\npila = {}", charge.hill, charge.pila)?;
    }
    for hit in &battle.hits {
        let (target, from) =
            (battle.unit_key(enemy, hit.target), battle.unit_key(by, hit.attacker));
        writeln!(out, "\n[[hits]]\ntarget = \"{target}\"\nfrom = \"{from}\"")?;
        writeln!(out, "marks = \"{}\"", hit.marks.words())?;
    }
    if let Some(Frame::GiveOut(left)) = battle.stack.last() {
        let GiveOut { area, attacker, marks, red, others, from } = *left;
        writeln!(out, "\n[give_out]\narea = \"{}\"", battle.area_name(area))?;
        writeln!(out, "from = \"{}\"", battle.unit_key(by, attacker))?;
        writeln!(out, "marks = \"{}\"", marks.words())?;
        writeln!(out, "red = {red}\nothers = {others}\nbefore = {from}")?;
    }
    if let Some(Ending { winner, by }) = battle.ending {
        writeln!(out, "\n[ending]\nby = \"{}\"", how_word(by))?;
        if let Some(winner) = winner {
            writeln!(out, "winner = \"{winner}\"")?;
        }
    }
    Ok(())
}

fn step_word(battle: &Battle) -> &'static str {
    match battle.stack.last() {
        Some(Frame::TurnBegins | Frame::TurnEnds) => unreachable!("nobody is asked in them"),
        None => "over",
        Some(Frame::Begin) => "begin",
        Some(Frame::Deploy) => "deploy",
        Some(Frame::Distribute) => "cards",
        Some(Frame::Formations) => "formations",
        Some(Frame::Charges) => "charges",
        Some(Frame::Combats) => "combats",
        Some(Frame::GiveOut(_)) => "give_out",
        Some(Frame::Resolve) => "resolve",
        Some(Frame::Moves) => "moves",
    }
}

fn how_word(how: How) -> &'static str {
    match how {
        How::Conquest => "conquest",
        How::Flank => "flank",
        How::Annihilation => "annihilation",
        How::Resigned => "resigned",
        How::LimitAreas => "limit_areas",
        How::LimitLosses => "limit_losses",
        How::LimitEqual => "limit_equal",
    }
}

fn list(words: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let quoted: Vec<_> = words.map(|word| format!("\"{word}\"")).collect();
    format!("[{}]", quoted.join(", "))
}
