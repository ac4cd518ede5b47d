//! What happened and why not, each defined once: its facts, the rules that it cites, and its words.
//!
//! [`told!`](crate::told) makes an enum and one function with an arm for each variant, written beside its facts; it is
//! a table, which rustfmt leaves alone. Events are told to a [`Teller`]; refusals answer with a [`Reason`].

use crate::{
    game::{Reason, Shape},
    log::Entry,
    rulebook::RuleId,
    seat::{Seat, Viewer},
    sum::Sum,
    words::capital,
};

/// Who is told of an event: somebody who reads it, or somebody who only counts its rules.
pub struct Teller<'a, G> {
    game: Option<&'a G>,
    viewer: Viewer,
    cite: &'a mut dyn FnMut(RuleId),
    entry: Entry,
}

impl<'a, G> Teller<'a, G> {
    /// Who only counts: no word is made.
    pub fn counting(cite: &'a mut dyn FnMut(RuleId)) -> Self {
        Teller { game: None, viewer: None, cite, entry: Entry::default() }
    }

    /// Whether who is told sits there, and so may know what only that seat knows.
    pub fn is(&self, seat: Seat) -> bool {
        self.viewer == Some(seat)
    }

    /// The rules that made it happen so.
    pub fn cites(&mut self, rules: &[RuleId]) -> &mut Self {
        for &rule in rules {
            (self.cite)(rule);
            if self.game.is_some() && !self.entry.rules.iter().any(|it| it == rule) {
                self.entry.rules.push(rule.to_owned());
            }
        }
        self
    }

    /// Rules that a sum below cites, to be read with the sentence too: they are not counted twice.
    pub fn names(&mut self, rules: &[RuleId]) -> &mut Self {
        if self.game.is_some() {
            self.entry.rules.extend(rules.iter().map(ToString::to_string));
        }
        self
    }

    /// Rules that it cites if something is so.
    pub fn cites_if(&mut self, so: bool, rules: &[RuleId]) -> &mut Self {
        if so { self.cites(rules) } else { self }
    }

    /// Rules that had a part in it, too many to be read with the sentence: they are only counted.
    pub fn counts(&mut self, rules: &[RuleId]) -> &mut Self {
        rules.iter().for_each(|&rule| (self.cite)(rule));
        self
    }

    /// The same for those of them that apply.
    pub fn counts_those(&mut self, rules: &[(RuleId, bool)]) -> &mut Self {
        let apply = rules.iter().filter(|(_, applies)| *applies);
        apply.for_each(|&(rule, _)| (self.cite)(rule));
        self
    }

    /// The sentence, made only for who reads it.
    pub fn says(
        &mut self,
        by: impl Into<Option<Seat>>,
        line: impl FnOnce(&G) -> String,
    ) -> &mut Self {
        if let Some(game) = self.game {
            self.entry.by = by.into();
            self.entry.line = line(game);
        }
        self
    }

    /// A sum that decided: its rows are cited, and shown below the sentence.
    pub fn sum(&mut self, name: impl FnOnce(&G) -> String, sum: &Sum) -> &mut Self {
        sum.cite(self.cite);
        if let Some(game) = self.game {
            self.entry = std::mem::take(&mut self.entry).sum(&name(game), sum);
        }
        self
    }
}

impl<G> Teller<'_, G> {
    /// A line below the sentence.
    pub fn detail(&mut self, line: impl FnOnce(&G) -> String) -> &mut Self {
        if let Some(game) = self.game {
            self.entry.detail.push(line(game));
        }
        self
    }

    /// That it begins a turn or a phase.
    pub fn heads(&mut self) -> &mut Self {
        self.entry.heading = true;
        self
    }
}

/// An event as it is told to a viewer.
pub fn entry<G>(game: &G, viewer: Viewer, tell: impl FnOnce(&mut Teller<'_, G>)) -> Entry {
    let entry = Entry::default();
    let mut teller = Teller { game: Some(game), viewer, cite: &mut |_| {}, entry };
    tell(&mut teller);
    let entry = teller.entry;
    Entry { line: capital(&entry.line), ..entry }
}

impl Reason {
    /// A sentence, and the rules behind it.
    pub fn because(rules: &[RuleId], says: impl Into<String>) -> Self {
        Reason { rules: rules.to_vec(), says: says.into(), ..Reason::default() }
    }

    /// With a fact that decides, by its name.
    #[must_use]
    pub fn fact(mut self, name: &'static str, fact: impl Into<String>) -> Self {
        self.facts.push((name, fact.into()));
        self
    }

    /// With what to draw on the table.
    #[must_use]
    pub fn drawn(mut self, shapes: impl IntoIterator<Item = Shape>) -> Self {
        self.shapes.extend(shapes);
        self
    }
}

/// An enum with one function that has an arm for each variant, written beside it.
#[macro_export]
macro_rules! told {
    ($(#[$meta:meta])* $vis:vis enum $Enum:ident;
     $(#[$fmeta:meta])* $fvis:vis fn $fun:ident($self:ident: $Self:ty $(, $arg:ident: $ty:ty)* $(,)?) $(-> $out:ty)?;
     $($(#[$doc:meta])* $Variant:ident $({ $($field:ident: $Field:ty),* $(,)? })? $(($one:ident: $One:ty))? => $tells:expr;)*) => {
        $(#[$meta])*
        $vis enum $Enum { $($(#[$doc])* $Variant $({ $($field: $Field),* })? $(($One))?),* }

        impl $Enum {
            $(#[$fmeta])*
            #[allow(unused_variables, reason = "a fact may be there for a program only")]
            $fvis fn $fun($self: $Self $(, $arg: $ty)*) $(-> $out)? {
                match $self { $($Enum::$Variant $({ $($field),* })? $(($one))? => $tells),* }
            }
        }
    };
}
