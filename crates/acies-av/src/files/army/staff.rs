//! Leaders and special figures of an army that is being written, with what can be chosen of them (AV-R22, AV-R23;
//! RULES.md 5.2).

use acies_core::{MusterLeader, MusterOption, MusterSelect, muster::Edit, words::capital};
use toml::Spanned;

use super::{
    Roster,
    draft::{Draft, FigureLine, LeaderLine},
};
use crate::{
    profile::{Abilities, LeaderProfile, Worded},
    rulings::LEADERS_MAX,
};

impl Draft<'_> {
    pub(super) fn staff(&self, roster: &Roster) -> Vec<MusterLeader> {
        let leaders = self.lines.leader.iter().map(|line| self.leader(roster, line));
        let figures = self.lines.figure.iter().map(|line| self.figure(roster, line));
        leaders.chain(figures).collect()
    }

    fn leader(&self, roster: &Roster, line: &LeaderLine) -> MusterLeader {
        let (page, profile) = (self.page, line.profile());
        let chiefs = self.lines.leader.iter().filter(|it| it.is_chief()).count();
        let others = self.lines.leader.len() > 1;
        let may_go = others && !(profile.chief && chiefs == 1);
        MusterLeader {
            selects: vec![
                MusterSelect { name: "Rank", options: self.ranks(line) },
                MusterSelect { name: "Starts", options: self.posts(roster, line) },
            ],
            switches: self.switches(roster, line),
            without: may_go.then(|| page.without(line.name.span())).into_iter().collect(),
            ..MusterLeader::new(line.name.get_ref(), page.line(line.name.span()), profile.cost())
        }
    }

    /// AV-R23: one of them is Commander-in-Chief.
    fn ranks(&self, line: &LeaderLine) -> Vec<MusterOption> {
        let profile = line.profile();
        let rank = |name: &str, chief: bool, edits: Vec<Edit>| MusterOption {
            name: name.to_owned(),
            on: chief == profile.chief,
            cost: LeaderProfile { chief, ..profile }.cost(),
            edits,
        };
        if profile.chief {
            return vec![rank("Commander-in-Chief", true, Vec::new())];
        }
        let say = |of: &LeaderLine, so: bool| {
            let was = of.chief.as_ref().map(Spanned::span);
            self.page.put("chief", was, of.name.span(), &so.to_string())
        };
        let others = self.lines.leader.iter().filter(|it| it.is_chief());
        let edits = others.map(|it| say(it, false)).chain([say(line, true)]).collect();
        vec![rank("leader", false, Vec::new()), rank("Commander-in-Chief", true, edits)]
    }

    /// AV-R28: with a unit, or where he is placed when the army deploys.
    fn posts(&self, roster: &Roster, line: &LeaderLine) -> Vec<MusterOption> {
        let (page, cost) = (self.page, line.profile().cost());
        let option = |name: &str, on: bool, edits: Vec<Edit>| MusterOption {
            name: name.to_owned(),
            on,
            cost,
            edits,
        };
        let written = line.with.as_ref().map(Spanned::span);
        let written = written.or_else(|| line.at.as_ref().map(Spanned::span));
        let away = written.clone().map(|at| page.cut(at)).into_iter().collect();
        let free = option("placed later", written.is_none(), away);
        let here = line.at.as_ref().map(|_| option("at his place", true, Vec::new()));
        let units = roster.units.iter().map(|unit| {
            let key = format!("\"{}\"", unit.key);
            let edit = match written.clone() {
                Some(at) => page.swap(at, "with", &key),
                None => page.put("with", None, line.name.span(), &key),
            };
            let with = line.with.as_ref().is_some_and(|with| *with.get_ref() == unit.key);
            option(&format!("with {}", unit.name), with, vec![edit])
        });
        [free].into_iter().chain(here).chain(units).collect()
    }

    /// A horse, and the abilities that the list has.
    fn switches(&self, roster: &Roster, line: &LeaderLine) -> Vec<MusterOption> {
        let (page, profile) = (self.page, line.profile());
        let mounted = !profile.mounted;
        let was = line.mounted.as_ref().map(Spanned::span);
        let horse = MusterOption {
            name: "Mounted".into(),
            on: profile.mounted,
            cost: LeaderProfile { mounted, ..profile }.cost(),
            edits: vec![page.put("mounted", was, line.name.span(), &mounted.to_string())],
        };
        let known = roster.list.map_or(Abilities::all(), |list| list.abilities);
        let abilities = (known | profile.abilities).iter().map(|one| {
            let abilities = profile.abilities ^ one;
            let words: Vec<_> = abilities.words().map(|word| format!("\"{word}\"")).collect();
            let value = format!("[{}]", words.join(", "));
            let was = line.abilities.as_ref().map(Spanned::span);
            MusterOption {
                name: capital(&one.words().collect::<Vec<_>>().join(", ")),
                on: profile.abilities.contains(one),
                cost: LeaderProfile { abilities, ..profile }.cost(),
                edits: vec![page.put("abilities", was, line.name.span(), &value)],
            }
        });
        [horse].into_iter().chain(abilities).collect()
    }

    fn figure(&self, roster: &Roster, line: &FigureLine) -> MusterLeader {
        let (page, figure) = (self.page, *line.figure.get_ref());
        let carrier = |key: &String, name: &String| MusterOption {
            name: name.clone(),
            on: line.with.get_ref() == key,
            cost: figure.cost(),
            edits: vec![page.edit(line.with.span(), &format!("\"{key}\""))],
        };
        let units = roster.units.iter().map(|it| carrier(&it.key, &it.name));
        let leaders = roster.leaders.iter().map(|it| carrier(&it.key, &it.name));
        let options = units.chain(leaders).collect();
        let at = line.figure.span();
        MusterLeader {
            selects: vec![MusterSelect { name: "With", options }],
            without: vec![page.without(at.clone())],
            ..MusterLeader::new(figure.name(), page.line(at), figure.cost())
        }
    }

    /// Leaders and figures that the army could have besides.
    pub(super) fn more_staff(&self, roster: &Roster) -> Vec<MusterOption> {
        let page = self.page;
        let option = |name: &str, cost: i32, table: String| MusterOption {
            name: name.to_owned(),
            on: false,
            cost,
            edits: vec![page.append(&table)],
        };
        let mut more = Vec::new();
        let names = || self.lines.leader.iter().map(|line| &line.name);
        let in_line = names().any(|name| page.is_in_line(&name.span()));
        if !in_line && names().count() < LEADERS_MAX {
            let free = |name: &String| names().all(|other| other.get_ref() != name);
            let mut all = (2..=LEADERS_MAX + 1).map(|n| format!("Leader {n}"));
            let name = all.find(free).unwrap_or_default();
            let plain =
                LeaderProfile { chief: false, mounted: false, abilities: Abilities::empty() };
            more.push(option("Leader", plain.cost(), format!("[[leader]]\nname = \"{name}\"\n")));
        }
        let in_line = self.lines.figure.iter().any(|line| page.is_in_line(&line.figure.span()));
        let figures = roster.list.map_or(&[][..], |list| &list.figures[..]);
        if let Some(unit) = roster.units.first().filter(|_| !in_line) {
            more.extend(figures.iter().map(|figure| {
                let (word, with) = (figure.word(), &unit.key);
                let table = format!("[[figure]]\nfigure = \"{word}\"\nwith = \"{with}\"\n");
                option(figure.name(), figure.cost(), table)
            }));
        }
        more
    }
}
