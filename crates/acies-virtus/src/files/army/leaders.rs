//! Leaders of an army that is being written, with what can be chosen of them.

use acies_core::{MusterLeader, MusterOption, MusterSelect, muster::Edit};
use toml::Spanned;

use super::{Draft, LeaderLine, Roster, is};
use crate::units::{LEADERS_MAX, LeaderCard};

impl Draft<'_> {
    /// A leader with what can be chosen of him (VIR-8.6, VIR-8.8, VIR-SR18.3).
    pub(super) fn leader(&self, roster: &Roster, number: usize) -> MusterLeader {
        let (page, line) = (self.page, &self.lines.leader[number]);
        let cost = line.card().cost() as i32;
        let switch = |name: &str, said: Option<&Spanned<bool>>, turn: fn(&mut LeaderCard)| {
            let mut other = line.card();
            turn(&mut other);
            let edits = vec![self.say(line, &name.to_lowercase(), said, !is(said))];
            MusterOption { name: name.to_owned(), on: is(said), cost: other.cost() as i32, edits }
        };
        let rank = |name: &str, on: bool, edits: Vec<Edit>| MusterOption {
            name: name.to_owned(),
            on,
            cost,
            edits,
        };
        let ranks = if roster.cinc == number {
            vec![rank("C-in-C", true, Vec::new())]
        } else {
            let others = self.lines.leader.iter().filter(|it| it.is_cinc());
            let others = others.map(|it| self.say(it, "cinc", it.cinc.as_ref(), false));
            let this = self.say(line, "cinc", line.cinc.as_ref(), true);
            let edits = others.chain([this]).collect();
            vec![rank("leader", true, Vec::new()), rank("C-in-C", false, edits)]
        };
        let alone = self.lines.leader.len() == 1;
        MusterLeader {
            selects: vec![MusterSelect { name: "Rank", options: ranks }],
            switches: vec![
                switch("Superior", line.superior.as_ref(), |it| it.superior ^= true),
                switch("Charismatic", line.charismatic.as_ref(), |it| it.charismatic ^= true),
                switch("Hero", line.hero.as_ref(), |it| it.hero ^= true),
            ],
            without: (!alone).then(|| page.without(line.name.span())).into_iter().collect(),
            ..MusterLeader::new(line.name.get_ref(), page.line(line.name.span()), cost)
        }
    }

    /// Says of a leader that something is so, or is not.
    fn say(&self, of: &LeaderLine, key: &str, said: Option<&Spanned<bool>>, so: bool) -> Edit {
        self.page.put(key, said.map(Spanned::span), of.name.span(), &so.to_string())
    }

    /// VIR-8.7: another leader, as long as there may be more.
    pub(super) fn more_leaders(&self) -> Vec<MusterOption> {
        let leaders = &self.lines.leader;
        let in_line = leaders.iter().any(|line| self.page.is_in_line(&line.name.span()));
        if in_line || leaders.len() >= LEADERS_MAX {
            return Vec::new();
        }
        let free = |name: &String| leaders.iter().all(|line| line.name.get_ref() != name);
        let mut names = (2..=LEADERS_MAX + 1).map(|n| format!("Leader {n}"));
        let name = names.find(free).unwrap_or_default();
        let edits = vec![self.page.append(&format!("[[leader]]\nname = \"{name}\"\n"))];
        vec![MusterOption { name: "Leader".into(), on: false, cost: 10, edits }]
    }
}
