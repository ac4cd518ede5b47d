//! Army files: reading them, and what an army may be (RULES.md 5; AV-R17 to AV-R23, AV-R28, AV-R29, AV-R102).
//!
//! A file is read word by word, then mustered into a [`Roster`], then held against the rules.
//! Whatever is wrong points at its line.

mod draft;
mod laws;
mod staff;

use acies_core::{
    Army, BadFile, ListCard, ListEntry, Muster, MusterRow, file::Page, muster::ArmyFile,
};
use acies_table::{Point, Pose};
use toml::Spanned;

use crate::{
    battle::{Captain, Carried, Carrier, Host, Recruit},
    files::data::{self, ArmyList, BUDGET},
    profile::{LeaderProfile, Order, Profile},
};
use draft::Draft;
pub use draft::Lines;

/// An army that is ready to take the field. Places are as its owner sees the table: his long edge is
/// the near one.
#[derive(Clone, Debug)]
pub struct Roster {
    pub name: String,
    /// Nothing if the army is of free choice (AV-R17).
    pub list: Option<&'static ArmyList>,
    pub budget: u32,
    pub units: Vec<Enlisted>,
    pub leaders: Vec<Officer>,
    pub figures: Vec<Carried>,
}

/// A unit on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Enlisted {
    /// What it is called in this army, such as `rom_vet_2`.
    pub key: String,
    /// The same in words, such as "Veteran legionaries 2".
    pub name: String,
    pub profile: Profile,
    /// Where it stands if the army is deployed already.
    pub at: Option<Pose>,
    /// AV-R29: its first order, if it is written already.
    pub order: Option<Order>,
}

/// A leader on a roster.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Officer {
    pub key: String,
    pub name: String,
    pub profile: LeaderProfile,
    /// Where he starts, if that is written already.
    pub post: Option<Stand>,
}

/// Where a leader starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stand {
    /// Attached to a unit, by its number in the army.
    With(u8),
    At(Point),
}

/// Reads an army file and checks it.
pub fn read(file: &str, text: &str) -> Result<Roster, BadFile> {
    Lines::read(file, text)
}

impl ArmyFile for Lines {
    type Roster = Roster;

    const RULESET: &'static str = "av";

    fn ruleset(&self) -> Option<&Spanned<String>> {
        self.ruleset.as_ref()
    }

    fn misspelt(&self, page: Page<'_>) -> Vec<BadFile> {
        Draft { page, lines: self }.misspelt()
    }

    fn mustered(&self, page: Page<'_>) -> Roster {
        Draft { page, lines: self }.muster()
    }

    fn unlawful(&self, page: Page<'_>, roster: &Roster) -> Vec<BadFile> {
        Draft { page, lines: self }.unlawful(roster)
    }

    fn sheet(roster: &Roster) -> Army {
        Army {
            cost: roster.cost() as u32,
            roster: roster.lines(),
            warnings: roster.warnings(),
            budget: roster.budget,
            units: roster.units.len(),
            name: roster.name.clone(),
            text: String::new(),
        }
    }

    fn shown(&self, page: Page<'_>, roster: &Roster) -> Muster {
        let draft = Draft { page, lines: self };
        let row = |unit: &draft::UnitLine| MusterRow {
            entry: unit.troop.as_ref().map_or(unit.called().1, |troop| troop.get_ref().id.clone()),
            line: page.line(unit.span(self)),
            count: unit.count() as u32,
            cost: unit.count() as i32 * unit.profile().map_or(0, |profile| profile.cost()),
            group: None,
        };
        Muster {
            list: roster.list.map(|list| list.id.clone()),
            rows: self.unit.iter().map(row).collect(),
            leaders: draft.staff(roster),
            more: draft.more_staff(roster),
            ..Muster::default()
        }
    }
}

/// The army lists (RULES.md 5.2), for armies of the usual size.
pub fn lists() -> Vec<ListCard> {
    let entry = |entry: &data::Allowed| ListEntry {
        id: entry.troop.id.clone(),
        name: entry.troop.name.clone(),
        cost: entry.troop.cost,
        least: entry.min,
        most: entry.max(BUDGET),
        about: entry.troop.profile.words(),
        symbol: crate::scene::symbol(&entry.troop.profile).to_owned(),
        values: vec![
            ("CP", entry.troop.profile.cp.to_string()),
            ("Morale", format!("{}+", entry.troop.profile.morale)),
            ("Armour", format!("{}+", entry.troop.profile.armour)),
        ],
        special: entry.troop.profile.special.words().collect(),
        writes: format!("    {{ troop = \"{}\" }},", entry.troop.id),
    };
    let card = |list: &ArmyList| ListCard {
        id: list.id.clone(),
        name: list.name.clone(),
        entries: list.troops.iter().map(entry).collect(),
    };
    data::lists().iter().map(card).collect()
}

impl Roster {
    /// AV-R21, AV-R22: units, leaders and special figures.
    pub fn cost(&self) -> i32 {
        let units: i32 = self.units.iter().map(|unit| unit.profile.cost()).sum();
        let leaders: i32 = self.leaders.iter().map(|leader| leader.profile.cost()).sum();
        let figures: i32 = self.figures.iter().map(|it| it.figure.cost()).sum();
        units + leaders + figures
    }

    /// The army in the field.
    pub fn host(&self) -> Host {
        let recruit = |unit: &Enlisted| Recruit {
            name: unit.name.clone(),
            profile: unit.profile,
            cost: unit.profile.cost() as u32,
        };
        let captain = |it: &Officer| Captain { name: it.name.clone(), profile: it.profile };
        Host {
            name: self.name.clone(),
            units: self.units.iter().map(recruit).collect(),
            leaders: self.leaders.iter().map(captain).collect(),
            figures: self.figures.clone(),
        }
    }

    /// A line for each leader, figure and unit.
    pub fn lines(&self) -> Vec<String> {
        let name = |unit: u8| &self.units[usize::from(unit)].name;
        let leaders = self.leaders.iter().map(|leader| {
            let LeaderProfile { chief, mounted, abilities } = leader.profile;
            let words = [
                if chief { "Commander-in-Chief" } else { "leader" },
                if mounted { "mounted" } else { "on foot" },
            ];
            let words = words.map(str::to_owned).into_iter().chain(abilities.words());
            let words = words.collect::<Vec<_>>().join(", ");
            let with = match leader.post {
                Some(Stand::With(unit)) => format!(", with {}", name(unit)),
                _ => String::new(),
            };
            format!("{} ({}): {words}{with}", leader.name, leader.profile.cost())
        });
        let figures = self.figures.iter().map(|it| {
            let by = match it.by {
                Carrier::Unit(unit) => name(unit),
                Carrier::Leader(leader) => &self.leaders[usize::from(leader)].name,
            };
            format!("{} ({}), with {by}", it.figure.name(), it.figure.cost())
        });
        let width = self.units.iter().map(|unit| unit.name.chars().count()).max().unwrap_or(0);
        let units = self.units.iter().map(|Enlisted { name, profile, .. }| {
            format!("{name:width$} {:4}  {}", profile.cost(), profile.words())
        });
        leaders.chain(figures).chain(units).collect()
    }

    /// What is allowed but unusual.
    pub fn warnings(&self) -> Vec<String> {
        let unspent = self.budget as i32 - self.cost();
        let troops = self.list.map_or(&[][..], |list| &list.troops);
        let cheapest = troops.iter().map(|entry| entry.troop.cost).min().unwrap_or(5);
        let spare = (unspent >= cheapest).then(|| format!("{unspent} points unspent (AV-R23)"));
        spare.into_iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use acies_core::{MusterOption, muster::Edit};
    use acies_table::Facing;

    use super::*;
    use crate::profile::Abilities;

    #[test]
    fn an_army_that_is_being_written_shows_all_that_is_wrong() {
        let whole = Lines::muster("gauls.toml", GAULS).unwrap();
        assert!(whole.wrong.is_empty() && whole.groups.is_empty());
        assert_eq!((whole.cost, whole.list.as_deref()), (197, Some("gallic")), "RULES.md 5.3");
        assert_eq!(whole.rows.iter().map(|row| row.count).sum::<u32>(), 12, "RULES.md 5.3");
        assert_eq!((whole.rows[0].entry.as_str(), whole.rows[0].line), ("gal_gaes", 7));
        let bows = GAULS.replace("\"gal_bow\", at = [[15, 4.8]]", "\"gal_bow\", count = 3");
        let wrong = Lines::muster("gauls.toml", &bows).unwrap().wrong;
        let all: Vec<_> = wrong.iter().map(ToString::to_string).collect();
        assert!(all.iter().any(|it| it.contains("too many `gal_bow`: 3")), "{all:?}");
        assert!(all.iter().any(|it| it.contains("over the budget")), "{all:?}");
    }

    /// The file after an option of a leader is taken.
    fn taken(text: &str, option: &MusterOption) -> String {
        Edit::all(&option.edits, text)
    }

    #[test]
    fn leaders_and_figures_are_chosen() {
        let muster = |text: &str| Lines::muster("army.toml", text).unwrap();
        let leader = |text: &str| read("army.toml", text).unwrap().leaders[0].clone();
        // RULES.md 5.3 B: a mounted hero in chief (AV-R22: 20 points), with the second nobles.
        let whole = muster(GAULS);
        let [chief] = &whole.leaders[..] else { panic!("RULES.md 5.3: one leader") };
        assert_eq!((chief.cost, chief.without.is_empty()), (20, true), "AV-R22, AV-R23");
        let switch = |name: &str| chief.switches.iter().find(|it| it.name == name).unwrap();
        let hero = switch("Hero");
        assert!(hero.on && switch("Mounted").on);
        let plain = leader(&taken(GAULS, hero));
        assert_eq!(
            (plain.profile.abilities, plain.profile.cost()),
            (Abilities::empty(), hero.cost)
        );
        assert!(!leader(&taken(GAULS, switch("Mounted"))).profile.mounted);
        let starts = &chief.selects[1].options;
        assert_eq!(starts.iter().find(|it| it.on).unwrap().name, "with Gallic noble foot 2", "B5");
        assert_eq!(leader(&taken(GAULS, &starts[0])).post, None, "AV-R28");
        let first = starts.iter().find(|it| it.name == "with Gallic noble foot 1").unwrap();
        assert_eq!(leader(&taken(GAULS, first)).post, Some(Stand::With(3)), "B4");
        // A second leader takes command, and the first goes.
        let two = taken(GAULS, &whole.more[0]);
        let second = &muster(&two).leaders[1];
        let led = taken(&two, &second.selects[0].options[1]);
        let roster = muster(&led);
        assert_eq!(
            roster.leaders[0].selects[0].options.len(),
            2,
            "AV-R23: he is no longer in chief"
        );
        assert_eq!(roster.leaders[1].selects[0].options.len(), 1, "AV-R23: he is");
        let alone = muster(&Edit::all(&roster.leaders[0].without, &led));
        assert_eq!(alone.leaders.len(), 1, "AV-R23");
        // Britons have a Guru (RULES.md 5.2), who goes with another unit and can be left out.
        let britons = muster(BRITONS);
        let guru = &britons.leaders[1];
        let other = taken(BRITONS, &guru.selects[0].options[1]);
        assert_eq!(read("", &other).unwrap().figures[0].by, Carrier::Unit(1), "AV-R102");
        let none = Edit::all(&guru.without, BRITONS);
        assert_eq!((muster(&none).leaders.len(), muster(&none).wrong.len()), (1, 0));
        // Whose unit is gone is told so, and finds another.
        let orphan = GAULS.replace("with = \"gal_noble_2\"", "with = \"gal_noble_9\"");
        let wrong = muster(&orphan).wrong;
        assert!(wrong[0].to_string().contains("there is no `gal_noble_9`"), "AV-R23: {wrong:?}");
    }

    #[test]
    fn lists_say_what_an_army_may_have() {
        let lists = lists();
        let gauls = lists.iter().find(|list| list.id == "gallic").unwrap();
        let cavalry = gauls.entries.iter().find(|entry| entry.id == "gal_cav").unwrap();
        assert_eq!((cavalry.least, cavalry.most), (1, 3), "RULES.md 5.2");
    }

    fn shipped(id: &str) -> Roster {
        let (_, text) = data::ARMIES.iter().find(|(name, _)| *name == id).unwrap();
        read(id, text).unwrap_or_else(|bad| panic!("{id}:{}: {bad}", bad.line()))
    }

    #[test]
    fn shipped_armies_are_lawful() {
        for list in data::lists() {
            let roster = shipped(&list.id);
            assert_eq!(roster.list.unwrap().id, list.id);
            assert_eq!(roster.budget, 200, "{}", list.id);
            assert!((195..=200).contains(&roster.cost()), "AV-R23: {} {}", list.id, roster.cost());
            assert_eq!(roster.warnings(), [""; 0], "{}", list.id);
        }
        assert_eq!(data::ARMIES.len(), 14, "RULES.md 5.2");
    }

    #[test]
    fn samples_are_those_of_the_rulebook() {
        // RULES.md 5.3: A, B, C and D: units, points, and abilities of the Commander-in-Chief.
        for (id, units, points, abilities) in [
            ("early_imperial_roman", 9, 198, Abilities::CHARISMATIC),
            ("gallic", 12, 197, Abilities::HERO),
            ("carthaginian", 10, 200, Abilities::CHARISMATIC),
            ("mid_republican_roman", 10, 197, Abilities::INSPIRING),
        ] {
            let roster = shipped(id);
            assert_eq!((roster.units.len(), roster.cost()), (units, points), "{id}");
            assert_eq!(roster.leaders.len(), 1, "{id}");
            let leader = roster.leaders[0].profile;
            assert!(leader.chief && leader.mounted, "{id}");
            assert_eq!((leader.cost(), leader.abilities), (20, abilities), "AV-R22: {id}");
        }
    }

    /// RULES.md 5.3: every unit of A and B in its place, under its order.
    #[test]
    #[rustfmt::skip]
    fn samples_stand_where_the_rulebook_has_them() {
        use Order::{Advance, Halt};
        let south = [
            ("rom_aux", 10.5, 4.5, Advance), ("rom_leg", 12.0, 4.5, Advance), ("rom_vet", 13.5, 4.5, Advance),
            ("rom_vet", 15.0, 4.5, Advance), ("rom_leg", 16.5, 4.5, Advance), ("rom_aux", 18.0, 4.5, Advance),
            ("rom_auxbow", 14.25, 2.2, Halt), ("rom_scorp", 8.5, 4.5, Halt), ("rom_ala", 21.0, 4.5, Advance),
        ];
        let north = [
            ("gal_gaes", 9.0, 16.5, Advance), ("gal_war", 10.5, 16.5, Advance), ("gal_war", 12.0, 16.5, Advance),
            ("gal_noble", 13.5, 16.5, Advance), ("gal_noble", 15.0, 16.5, Advance), ("gal_war", 16.5, 16.5, Advance),
            ("gal_war", 18.0, 16.5, Advance), ("gal_war", 14.0, 18.4, Advance), ("gal_cav", 21.0, 16.5, Advance),
            ("gal_youth", 12.75, 15.2, Advance), ("gal_youth", 17.25, 15.2, Advance), ("gal_bow", 15.0, 15.2, Advance),
        ];
        let from_across = |it: (&'static str, f64, f64, Order)| (it.0, 30.0 - it.1, 20.0 - it.2, it.3);
        for (id, rows) in [
            ("early_imperial_roman", south.to_vec()),
            ("gallic", north.map(from_across).to_vec()),
        ] {
            let roster = shipped(id);
            for (unit, (troop, x, y, order)) in roster.units.iter().zip(rows) {
                assert_eq!(unit.profile, data::troop(troop).unwrap().profile, "{}", unit.key);
                assert_eq!(unit.at, Some(Pose::new(x, y, Facing::NORTH)), "{}", unit.key);
                assert_eq!(unit.order, Some(order), "{}", unit.key);
            }
        }
        assert_eq!(shipped("early_imperial_roman").leaders[0].post, Some(Stand::At(Point::new(15.0, 3.2))));
        let hero = shipped("gallic");
        assert_eq!(hero.leaders[0].post, Some(Stand::With(4)), "B5");
        assert_eq!(hero.units[4].key, "gal_noble_2");
    }

    const ROME: &str = include_str!("../../data/armies/early_imperial_roman.toml");
    const GAULS: &str = include_str!("../../data/armies/gallic.toml");
    const BRITONS: &str = include_str!("../../data/armies/british.toml");

    fn complaint(text: &str, old: &str, new: &str) -> String {
        assert!(text.contains(old), "{old}");
        let bad = read("army.toml", &text.replacen(old, new, 1)).expect_err(new);
        format!("line {}: {bad}; {}", bad.line(), bad.hint.clone().unwrap_or_default())
    }

    #[test]
    #[rustfmt::skip]
    fn whatever_is_wrong_is_told_with_its_line_and_rule() {
        for (text, old, new, says) in [
            (ROME, "\"rom_ala\"", "\"rom_alla\"", "line 13: unknown troop `rom_alla`; did you mean `rom_ala`"),
            (ROME, "\"rom_ala\"", "\"ger_cav\"", "line 13: `ger_cav` are not in the list Late Republican"),
            (ROME, "early_imperial_roman\"\n", "early_imperial_roman\"\nbudget = 150\n", "line 4: 198 points, 48 over the budget of 150 (AV-R23)"),
            (ROME, "early_imperial_roman\"\n", "early_imperial_roman\"\nbudget = 0\n", "line 4: a budget of 0 (AV-R23)"),
            (ROME, "\"rom_vet\", count = 2", "\"rom_vet\", count = 0", "line 8: a count of 0"),
            (ROME, "\"rom_vet\", count = 2", "\"rom_vet\", count = 3", "line 8: 2 places for 3 units"),
            (ROME, "chief = true", "chief = false", "line 2: no Commander-in-Chief (AV-R23)"),
            (ROME, "[\"charismatic\"]", "[\"heroic\"]", "unknown leader's ability `heroic`"),
            (ROME, "at = [15, 3.2]", "with = \"rom_vet_3\"", "line 21: there is no `rom_vet_3` in this army (AV-R23); did you mean `rom_vet_"),
            (ROME, "at = [15, 3.2]", "at = [15, 8]", "line 21: `legate` is not where leaders deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]], order = \"halt\"", "[[8.5, 4.5]], order = \"rush\"", "line 12: it may not start under Rush (AV-R29)"),
            (ROME, "[[8.5, 4.5]], order = \"halt\"", "[[8.5, 4.5]], order = \"shieldwall\"", "line 12: it may not start under Shieldwall (AV-R29)"),
            (ROME, "[[8.5, 4.5]]", "[[8.5, 5.5]]", "line 12: `rom_scorp` is not where units deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]]", "[[0.5, 4.5]]", "line 12: `rom_scorp` is not where units deploy (AV-R28)"),
            (ROME, "[[8.5, 4.5]]", "[[10, 4.5]]", "line 12: `rom_scorp` is less than 1 UD from another unit (AV-2.6)"),
            (ROME, ", at = [[8.5, 4.5]]", "", "line 12: `rom_scorp` has no place, others have (AV-R28)"),
            (GAULS, "[\"hero\"]", "[\"inspiring\"]", "no leader is inspiring in the list Gallic (RULES.md 5.2); it has `charismatic`, `hero`"),
            (GAULS, "\"gal_cav\"", "\"gal_ncav\"", "line 4: too few `gal_cav`: 0 (RULES.md 5.2); Gallic has 1 to 3 for 200 points"),
            (GAULS, "\"gal_bow\", at = [[15, 4.8]]", "\"gal_bow\", count = 3, at = [[15, 4.8], [10, 1], [11, 1]]", "too many `gal_bow`: 3"),
            (BRITONS, "with = \"gal_war_1\"", "with = \"gal_war_9\"", "there is no `gal_war_9` in this army (AV-R23)"),
            (BRITONS, "figure = \"guru\"", "figure = \"religious_leader\"", "there is no Religious leader in the list Ancient British"),
        ] {
            let complaint = complaint(text, old, new);
            assert!(complaint.contains(says), "{new}:\n{complaint}");
        }
    }

    /// Six units of a player's own and a leader, and more.
    fn with(more: &str) -> Result<Roster, String> {
        let profile = r#"{ class = "hi", morale = 4, armour = 5, weapon = "ah" }"#;
        let unit = |n: u8| format!("[[unit]]\nname = \"U{n}\"\nprofile = {profile}\n");
        let units = [1, 2, 3, 4, 5, 6].map(unit).concat();
        let leader = "[[leader]]\nname = \"A\"\nchief = true\n";
        let text = format!("name = \"Free\"\n{units}{leader}{more}");
        read("free.toml", &text).map_err(|bad| bad.to_string())
    }

    #[test]
    fn armies_of_free_choice() {
        let free = with("").unwrap();
        // AV-R21: 7 + 1 + 2 + 2 = 12 a unit, and a leader.
        assert_eq!(free.cost(), 6 * 12 + 10, "AV-R17");
        assert_eq!(free.warnings(), ["118 points unspent (AV-R23)"]);
        for (more, says) in [
            ("[[leader]]\nname = \"B\"\nchief = true\n", "a second Commander-in-Chief (AV-R23)"),
            (
                "[[leader]]\nname = \"B\"\n[[leader]]\nname = \"C\"\n",
                "3 leaders for 6 units (AV-R23)",
            ),
            (
                "with = \"u1\"\n[[leader]]\nname = \"B\"\nwith = \"u1\"\n",
                "a second leader with `u1` (AV-R23)",
            ),
            ("[[leader]]\nname = \"A\"\n", "`a` is the name of somebody else"),
            (
                "[[figure]]\nfigure = \"guru\"\nwith = \"a\"\n[[figure]]\nfigure = \"guru\"\nwith = \"u1\"\n",
                "2 special figures for 6 units (AV-R23)",
            ),
            ("with = \"u1\"\nat = [3, 3]\n", "a leader is with a unit or at a place, not both"),
            (
                "[[unit]]\ntroop = \"ele\"\nprofile = { class = \"hc\", morale = 4, armour = 4, weapon = \"ah\" }\n",
                "a unit has either a `troop` or a `profile` (AV-R17)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"ec\", morale = 4, armour = 5, weapon = \"c\" }\n",
                "armour better than its move class may have (AV-6.2)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"hi\", cp = 11, morale = 4, armour = 5, weapon = \"c\" }\n",
                "a unit has 1 to 10 CP (AV-R98)",
            ),
            (
                "[[unit]]\nname = \"X\"\nprofile = { class = \"mc\", morale = 4, armour = 5, weapon = \"c\", shoot = \"sling\" }\n",
                "cavalry shoots with bows or javelins (AV-R99)",
            ),
        ] {
            assert_eq!(with(more).unwrap_err(), says, "{more}");
        }
        let few = read(
            "few.toml",
            "name = \"Few\"\nunit = [{ troop = \"ele\" }]\nleader = [{ name = \"A\", chief = true }]",
        );
        assert_eq!(few.unwrap_err().to_string(), "1 unit (AV-R23)");
    }

    #[test]
    fn a_roster_can_be_printed() {
        let lines = shipped("british").lines();
        insta::assert_snapshot!(lines[..3].join("\n"), @r"
        Chieftain (10): Commander-in-Chief, mounted
        Guru (12), with Gallic warriors 1
        Gallic warriors 1   14  heavy infantry, irregular, CP 6, morale 4+, armour 5+, ad hoc weapons, impetuous
        ");
    }
}
