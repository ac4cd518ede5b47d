//! Armies and their pieces, as a file lists them.

use acies_core::{Seat, words::key};
use arrayvec::ArrayVec;
use toml::Spanned;

use super::{Board, FLAGS, LeaderLine, Read, Reader, SideLines, UnitLine};
use crate::{
    activation::cards::{Cards, Deck, Hand},
    areas::Area,
    battle::{Battle, Host, Side},
    files::{army, data},
    setup::deployment::Placement,
    units::{
        Flags, Formation, Grade, LEADERS_MAX, Leader, LeaderCard, Profile, Specials, Troop,
        UNITS_MAX, Unit,
    },
};

/// Armies and their pieces.
impl Reader<'_> {
    pub(super) fn host(&self, lines: &Spanned<SideLines>) -> Read<Host> {
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

    pub(super) fn troop(&self, line: &UnitLine, all: &[UnitLine], before: &[Troop]) -> Read<Troop> {
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

    pub(super) fn side(
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

    pub(super) fn unit_state(
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
    pub(super) fn place(
        &self,
        board: Board,
        seat: Seat,
        name: Option<&Spanned<String>>,
    ) -> Read<Area> {
        let Some(name) = name else { return Ok(Area::reserve(seat)) };
        let area = self.area(board, name)?;
        if area.is_reserve() && area.side() != seat {
            let what = "nobody is ever in the enemy's reserve";
            return Err(self.page.bad(name.span(), what).rule("VIR-R3"));
        }
        Ok(area)
    }

    pub(super) fn leader_state(
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

    pub(super) fn deck(&self, board: Board, battle: &Battle, side: &SideLines) -> Read<Deck> {
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
    pub(super) fn placement(
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
