//! Leaders of an army that is being written, with what can be chosen of them (LEG-R27, LEG-R28, LEG-R37, LEG-R113).

use acies_core::{MusterLeader, MusterOption, MusterSelect, muster::Edit};
use toml::Spanned;

use super::{
    Command, Roster,
    draft::{CommandLine, Draft},
};
use crate::{
    command::StandingOrder,
    rulings::COMMANDS_MAX,
    troops::points::{GENERAL_POINTS, LEADER_POINTS},
};

impl Draft<'_> {
    pub(super) fn staff(&self, roster: &Roster) -> Vec<MusterLeader> {
        let all = roster.commands.iter().zip(&self.lines.command).enumerate();
        all.map(|(n, (command, line))| self.leader(roster, n, command, line)).collect()
    }

    fn leader(&self, roster: &Roster, n: usize, it: &Command, line: &CommandLine) -> MusterLeader {
        let page = self.page;
        // A leader goes alone; his units are taken out first.
        let may_go = !it.general && line.unit.is_empty() && self.lines.command.len() > 2;
        MusterLeader {
            group: Some(n),
            selects: vec![
                MusterSelect { name: "Rank", options: self.ranks(it, line) },
                MusterSelect { name: "Order", options: self.orders(it, line) },
                MusterSelect { name: "Starts", options: self.posts(roster, n, it, line) },
            ],
            without: may_go.then(|| page.without(line.leader.span())).into_iter().collect(),
            ..MusterLeader::new(&it.leader, page.line(line.leader.span()), it.points() as i32)
        }
    }

    /// LEG-R113: one of them is General.
    fn ranks(&self, it: &Command, line: &CommandLine) -> Vec<MusterOption> {
        let rank = |name: &str, general: bool, edits: Vec<Edit>| MusterOption {
            name: name.to_owned(),
            on: general == it.general,
            cost: if general { GENERAL_POINTS } else { LEADER_POINTS } as i32,
            edits,
        };
        if it.general {
            return vec![rank("General", true, Vec::new())];
        }
        let say = |of: &CommandLine, so: bool| {
            let was = of.general.as_ref().map(Spanned::span);
            self.page.put("general", was, of.leader.span(), &so.to_string())
        };
        let others = self.lines.command.iter().filter(|it| it.is_general());
        let edits = others.map(|it| say(it, false)).chain([say(line, true)]).collect();
        vec![rank("leader", false, Vec::new()), rank("General", true, edits)]
    }

    /// LEG-R37: the standing order of his command.
    fn orders(&self, it: &Command, line: &CommandLine) -> Vec<MusterOption> {
        let option = |order: StandingOrder| {
            let (was, word) = (line.order.as_ref().map(Spanned::span), order.word());
            let edit = self.page.put("order", was, line.leader.span(), &format!("\"{word}\""));
            let (name, on, cost) = (order.name().to_owned(), order == it.order, it.points() as i32);
            MusterOption { name, on, cost, edits: vec![edit] }
        };
        StandingOrder::ALL.map(option).into()
    }

    /// LEG-R28: joined to a unit of his command, or where he is placed when the army deploys.
    fn posts(
        &self,
        roster: &Roster,
        n: usize,
        it: &Command,
        line: &CommandLine,
    ) -> Vec<MusterOption> {
        let (page, cost) = (self.page, it.points() as i32);
        let option =
            |name: String, on: bool, edits: Vec<Edit>| MusterOption { name, on, cost, edits };
        let written = line.with.as_ref().map(Spanned::span);
        let written = written.or_else(|| line.at.as_ref().map(Spanned::span));
        let away = written.clone().map(|at| page.cut(at)).into_iter().collect();
        let free = option("placed later".into(), written.is_none(), away);
        let here = line.at.as_ref().map(|_| option("at his place".into(), true, Vec::new()));
        let units = roster.of_command(n).map(|unit| {
            let key = format!("\"{}\"", unit.key);
            let edit = match written.clone() {
                Some(at) => page.swap(at, "with", &key),
                None => page.put("with", None, line.leader.span(), &key),
            };
            let with = line.with.as_ref().is_some_and(|with| *with.get_ref() == unit.key);
            option(format!("with {}", unit.name), with, vec![edit])
        });
        [free].into_iter().chain(here).chain(units).collect()
    }

    /// LEG-R113: another leader, if there may be one.
    pub(super) fn more_staff(&self) -> Vec<MusterOption> {
        let names = || self.lines.command.iter().map(|line| line.leader.get_ref());
        if names().count() >= COMMANDS_MAX {
            return Vec::new();
        }
        let free = |name: &String| names().all(|other| other != name);
        let name = (2..=COMMANDS_MAX + 1).map(|n| format!("Leader {n}")).find(free);
        let table =
            format!("[[command]]\nleader = \"{}\"\nunit = [\n]\n", name.unwrap_or_default());
        vec![MusterOption {
            name: "Leader".into(),
            on: false,
            cost: LEADER_POINTS as i32,
            edits: vec![self.page.append(&table)],
        }]
    }
}
