//! Decisions and steps: each is a small type in a file of its own, and a ruleset lists them once.
//!
//! A [`Step`] lies on the stack of a battle: it asks somebody, or goes on by itself. A [`Deed`] is what a player may
//! answer. [`one_of!`](crate::one_of) makes the enum of all of them, which is what is stored, compared and matched.
//!
//! Two rules about the stack are kept here and nowhere else. *A question is taken off before its answer is carried out,
//! unless it is a phase*, which is asked [`again`](Step::again). *A step is taken off before it goes on*, and lays itself
//! down again if it is not done. So `perform` finds its question gone, and `go_on` works on a copy of the step.

use std::borrow::Cow;

use crate::{
    dice::{Dice, Rolled},
    game::{Forecast, Game, Misread, Question, Worth, one_of_all},
    log::Log,
    odds::{Odds, odds},
    rulebook::RuleId,
    scene::{Ghost, Offer},
    seat::{Seat, Seats},
    words::capital,
};

/// A step of the sequence of play, as it lies on the stack.
pub trait Step<G: Game> {
    /// Who decides it; nobody, if it goes on by itself.
    fn deciders(&self, _game: &G) -> Seats {
        Seats::NONE
    }

    /// Whether it is asked again after an answer, until an answer ends it: a phase.
    fn again(&self) -> bool {
        false
    }

    /// Whether there is nothing to choose, so that it is passed over.
    fn idle(&self, _game: &G) -> bool {
        false
    }

    /// What follows if nobody decides. It has been taken off the stack: if it is not done, it lays itself there again
    /// as it is now, and on it what comes first.
    fn go_on(&self, _game: &mut G, _dice: &mut Dice, _log: &mut Log<G::Event>) -> Rolled<()> {
        Ok(())
    }

    /// The question, and the rules that ask it.
    fn asks(&self, _game: &G) -> (String, &'static [RuleId]) {
        (String::new(), &[])
    }

    /// See [`Game::candidates`].
    fn candidates(&self, _game: &G, _by: Seat, _out: &mut Vec<G::Action>) {}

    /// See [`Game::any`].
    fn any(&self, game: &G, by: Seat, chance: &mut Dice, room: &mut Vec<G::Action>) -> G::Action {
        one_of_all(game, by, chance, room)
    }

    /// What a player might try besides the candidates.
    fn attempts(&self, _game: &G, _by: Seat, _out: &mut Vec<G::Action>) {}

    /// Whether a position file may have it so.
    fn fits(&self, _game: &G) -> bool {
        true
    }
}

/// What a player decides, whole.
pub trait Deed<G: Reading>: Sized {
    /// What the check finds out, and the rule needs: who, where, along which way.
    type Plan;

    /// The words that its notation may begin with.
    const VERBS: &'static [&'static str];

    /// Its notation, as this seat writes it in this battle: where units go by names, the battle has them.
    fn write(&self, game: &G, by: Seat) -> String;

    /// What follows its verb in notation.
    fn read(verb: &str, words: &mut G::Reader<'_>) -> Result<Self, Misread>;

    /// Whether it is allowed; somebody who is asked decides it.
    fn check(&self, game: &G, by: Seat) -> Result<Self::Plan, G::Refusal>;

    /// The same for a deed that is known to be allowed; only worth writing where the check is dear.
    fn trust(&self, game: &G, by: Seat) -> Self::Plan {
        self.check(game, by).unwrap_or_else(|no| panic!("it was checked: {no:?}"))
    }

    /// Carries it out. What it asks next it lays on the stack.
    fn perform(
        &self,
        plan: Self::Plan,
        game: &mut G,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()>;

    /// How players see it: words, title and offer follow from it.
    fn shows(&self, game: &G, by: Seat) -> Shown;

    /// See [`Telling::forecast`](crate::Telling::forecast).
    fn forecast(&self, _game: &G, _by: Seat) -> Option<Forecast> {
        None
    }

    /// See [`Telling::hindsight`](crate::Telling::hindsight).
    fn hindsight(&self, _was: &G, _by: Seat, _after: &G, _events: &[G::Event]) -> Option<Forecast> {
        None
    }

    /// See [`Telling::later`](crate::Telling::later).
    fn later(&self, _game: &G, _by: Seat) -> Vec<Forecast> {
        Vec::new()
    }

    /// See [`Telling::worths`](crate::Telling::worths).
    fn worths(&self, _game: &G, _by: Seat) -> Vec<Worth> {
        Vec::new()
    }

    /// The nearest deed that is allowed.
    fn instead(&self, _game: &G, _by: Seat, _no: &G::Refusal) -> Option<G::Action> {
        None
    }
}

/// A game whose notation is read word by word.
pub trait Reading: Game {
    /// The words, and whatever a ruleset needs to understand them.
    type Reader<'a>;
    /// What is refused because something else is being decided.
    const NOT_NOW: Self::Refusal;

    /// Reads `yes` or `no`.
    fn yes(words: &mut Self::Reader<'_>) -> Result<bool, Misread>;
}

/// A [`Deed`] of any type.
pub trait AnyDeed<G: Game> {
    /// The deed in notation.
    fn write(&self, game: &G, by: Seat) -> String;
    /// Why it is not allowed, if it is not.
    fn check(&self, game: &G, by: Seat) -> Result<(), G::Refusal>;
    /// Checks it again for its plan, and carries it out.
    fn perform(
        &self,
        game: &mut G,
        by: Seat,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()>;
    /// The same with the plan of the check in the place of [`Deed::trust`]'s: the kit compares the two.
    fn perform_checked(
        &self,
        game: &mut G,
        by: Seat,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()>;
    /// Who does what to whom, and what the button says.
    fn shows(&self, game: &G, by: Seat) -> Shown;
    /// What it throws, and what may come of it.
    fn forecast(&self, game: &G, by: Seat) -> Option<Forecast>;
    /// The same panel, had one known what came of it.
    fn hindsight(&self, was: &G, by: Seat, after: &G, events: &[G::Event]) -> Option<Forecast>;
    /// What it leads to before its seat can decide anew.
    fn later(&self, game: &G, by: Seat) -> Vec<Forecast>;
    /// What the rows of its forecast are worth.
    fn worths(&self, game: &G, by: Seat) -> Vec<Worth>;
    /// The nearest deed that is allowed.
    fn instead(&self, game: &G, by: Seat, no: &G::Refusal) -> Option<G::Action>;
}

impl<G: Reading + Stacked, D: Deed<G>> AnyDeed<G> for D {
    fn write(&self, game: &G, by: Seat) -> String {
        Deed::write(self, game, by)
    }

    fn check(&self, game: &G, by: Seat) -> Result<(), G::Refusal> {
        Deed::check(self, game, by).map(drop)
    }

    fn perform(
        &self,
        game: &mut G,
        by: Seat,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()> {
        carry_out(self, self.trust(game, by), game, dice, log)
    }

    fn perform_checked(
        &self,
        game: &mut G,
        by: Seat,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()> {
        let plan =
            Deed::check(self, game, by).unwrap_or_else(|no| panic!("offered, refused: {no:?}"));
        carry_out(self, plan, game, dice, log)
    }

    fn shows(&self, game: &G, by: Seat) -> Shown {
        Deed::shows(self, game, by)
    }

    fn forecast(&self, game: &G, by: Seat) -> Option<Forecast> {
        Deed::forecast(self, game, by)
    }

    fn hindsight(&self, was: &G, by: Seat, after: &G, events: &[G::Event]) -> Option<Forecast> {
        Deed::hindsight(self, was, by, after, events)
    }

    fn later(&self, game: &G, by: Seat) -> Vec<Forecast> {
        Deed::later(self, game, by)
    }

    fn worths(&self, game: &G, by: Seat) -> Vec<Worth> {
        Deed::worths(self, game, by)
    }

    fn instead(&self, game: &G, by: Seat, no: &G::Refusal) -> Option<G::Action> {
        Deed::instead(self, game, by, no)
    }
}

/// Takes the question off, unless it is asked again, and carries out the answer.
fn carry_out<G: Reading + Stacked, D: Deed<G>>(
    deed: &D,
    plan: D::Plan,
    game: &mut G,
    dice: &mut Dice,
    log: &mut Log<G::Event>,
) -> Rolled<()> {
    if game.top().is_some_and(|asked| !asked.it().again()) {
        game.take();
    }
    deed.perform(plan, game, dice, log)
}

/// A deed as players see it: who does what to whom, what the button says, by which rules.
#[derive(Clone, Debug, Default)]
pub struct Shown {
    /// Whose deed it is, if the sentence begins with a name.
    pub who: Option<String>,
    /// What is done, in small letters.
    pub does: String,
    /// What the button says that commits it.
    pub commit: Cow<'static, str>,
    /// The rules behind it.
    pub rules: Vec<RuleId>,
    /// Pieces of the scene that do it, and those it is done to.
    pub units: Vec<String>,
    /// Whom it is done to.
    pub targets: Vec<String>,
    /// Where pieces would stand.
    pub ghosts: Vec<Ghost>,
    /// The area of the scene that it is aimed at.
    pub area: Option<&'static str>,
    /// The plan of the scene that it is: which piece goes to which slot.
    pub sets: Vec<(String, String)>,
    /// What it costs and throws.
    pub note: String,
    /// What stands over the note, if it is not simply what is done: what the note has need not be said twice.
    pub title: Option<String>,
    /// Whether dice are thrown for it though it has no forecast.
    pub throws: bool,
}

impl Shown {
    /// A deed of nobody in particular.
    pub fn new(commit: impl Into<Cow<'static, str>>, does: impl Into<String>) -> Self {
        Shown { commit: commit.into(), does: does.into(), ..Shown::default() }
    }

    /// With the rules that allow it.
    #[must_use]
    pub fn rules(mut self, rules: &[RuleId]) -> Self {
        self.rules.extend(rules);
        self
    }

    /// With where a piece would come to stand.
    #[must_use]
    pub fn ghost(mut self, ghost: Ghost) -> Self {
        self.ghosts.push(ghost);
        self
    }

    /// In one sentence.
    pub fn words(&self) -> String {
        match &self.who {
            Some(who) => format!("{who} {}", self.does),
            None => capital(&self.does),
        }
    }

    /// As something to choose, in this notation.
    pub fn offer(self, action: String, throws: bool) -> Offer {
        let words = self.words();
        let title = self.title.unwrap_or_else(|| capital(&self.does));
        let throws = throws || self.throws;
        let Shown { rules, units, targets, area, ghosts, sets, note, .. } = self;
        let commit = self.commit.into_owned();
        Offer {
            action,
            title,
            note,
            commit,
            words,
            units,
            targets,
            area,
            ghosts,
            rules,
            throws,
            sets,
        }
    }
}

/// A battle with a stack of steps.
pub trait Stacked: Game<Action: One<It = dyn AnyDeed<Self>>> {
    /// All steps that may lie on the stack.
    type Frame: Copy + One<It = dyn Step<Self>>;

    /// The innermost step; nothing if the battle is over.
    fn top(&self) -> Option<Self::Frame>;

    /// What is being decided, if it is this.
    fn asked<T: TryFrom<Self::Frame>>(&self) -> Option<T> {
        self.top()?.try_into().ok()
    }

    /// Lays a step on top: it comes first.
    fn lay(&mut self, frame: impl Into<Self::Frame>);

    /// Takes the innermost step off.
    fn take(&mut self) -> Option<Self::Frame>;

    /// Who has to decide the innermost step.
    fn asked_seats(&self) -> Seats {
        self.top().map_or(Seats::NONE, |frame| frame.it().deciders(self))
    }

    /// Carries out an action and what follows, up to the next question.
    fn act(
        &mut self,
        by: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Rolled<()> {
        self.answer(by, action, dice, log)?;
        self.run(dice, log)
    }

    /// Carries out an action alone.
    fn answer(
        &mut self,
        by: Seat,
        action: &Self::Action,
        dice: &mut Dice,
        log: &mut Log<Self::Event>,
    ) -> Rolled<()> {
        action.it().perform(self, by, dice, log)
    }

    /// Goes on while nobody has anything to decide.
    fn run(&mut self, dice: &mut Dice, log: &mut Log<Self::Event>) -> Rolled<()> {
        while let Some(frame) = self.top() {
            let step = frame.it();
            if !step.deciders(self).is_empty() && !step.idle(self) {
                break;
            }
            self.take();
            step.go_on(self, dice, log)?;
        }
        self.pause(log);
        Ok(())
    }

    /// What follows whenever somebody is to decide again, or the battle is over; what it lays on the stack asks first.
    fn pause(&mut self, _log: &mut Log<Self::Event>) {}

    /// What an action by itself may lead to, from the code that carries it out.
    fn foresee<T: Ord>(
        &self,
        by: Seat,
        action: &Self::Action,
        read: impl Fn(&Self) -> T,
    ) -> Odds<T> {
        odds(|dice| {
            let mut after = self.clone();
            after.answer(by, action, dice, &mut Log::Off)?;
            Ok(read(&after))
        })
    }

    /// What a step by itself may lead to, if every question on the way is answered so.
    fn foresee_step<T: Ord>(
        &self,
        step: Self::Frame,
        usual: impl Fn(&Self) -> Self::Action,
        read: impl Fn(&Self) -> T,
    ) -> Odds<T> {
        odds(|dice| {
            let mut after = self.clone();
            while after.take().is_some() {}
            after.lay(step);
            after.run(dice, &mut Log::Off)?;
            while let Some(by) = after.top().and_then(|it| it.it().deciders(&after).first()) {
                let action = usual(&after);
                after.act(by, &action, dice, &mut Log::Off)?;
            }
            Ok(read(&after))
        })
    }

    /// The question of the innermost step.
    fn question_of(&self, context: String) -> Question {
        let (asks, rules) = self.top().map(|it| it.it().asks(self)).unwrap_or_default();
        Question { context, asks, rules: rules.to_vec() }
    }
}

/// Within `impl Deed for` a decision that is one word and nothing else: its notation.
#[macro_export]
macro_rules! one_word {
    ($Game:ty: $word:literal) => {
        const VERBS: &'static [&'static str] = &[$word];

        fn write(&self, _: &$Game, _: $crate::Seat) -> String {
            $word.to_owned()
        }

        fn read(
            _: &str,
            _: &mut <$Game as $crate::flow::Reading>::Reader<'_>,
        ) -> Result<Self, $crate::Misread> {
            Ok(Self)
        }
    };
}

/// Within `impl Stacked for` a battle that has its steps in a field `stack`.
#[macro_export]
macro_rules! has_stack {
    ($Frame:ty) => {
        type Frame = $Frame;

        fn top(&self) -> Option<$Frame> {
            self.stack.last().copied()
        }

        fn lay(&mut self, frame: impl Into<$Frame>) {
            self.stack.push(frame.into());
        }

        fn take(&mut self) -> Option<$Frame> {
            self.stack.pop()
        }
    };
}

/// Within `impl Game for` a battle with a stack: the methods that only ask the step on top of it.
#[macro_export]
macro_rules! by_steps {
    () => {
        fn candidates(&self, by: $crate::Seat, out: &mut Vec<Self::Action>) {
            use $crate::flow::{One as _, Stacked as _};
            if let Some(frame) = self.top().filter(|frame| frame.it().deciders(self).has(by)) {
                frame.it().candidates(self, by, out);
            }
        }

        fn any(
            &self,
            by: $crate::Seat,
            chance: &mut $crate::Dice,
            room: &mut Vec<Self::Action>,
        ) -> Self::Action {
            use $crate::flow::{One as _, Stacked as _};
            let frame = self.top().expect("a seat that must decide is asked");
            frame.it().any(self, by, chance, room)
        }

        fn perform(
            &mut self,
            by: $crate::Seat,
            action: &Self::Action,
            dice: &mut $crate::Dice,
            log: &mut $crate::Log<Self::Event>,
        ) -> $crate::Rolled<()> {
            $crate::flow::Stacked::act(self, by, action, dice, log)
        }
    };
}

/// A value that is one of several types which have a trait in common.
pub trait One {
    /// The trait.
    type It: ?Sized;

    /// The value behind it.
    fn it(&self) -> &Self::It;
}

/// An enum of types that have a trait in common. A variant holds a value of its type, or stands for one that has none:
/// `Reroll(reroll::Asked)`, `EndMoves = moves::End`. In brackets it holds one of several again, which are listed
/// elsewhere: `Prepare[setup::Prepare]`.
#[macro_export]
macro_rules! one_of {
    ($(#[$meta:meta])* $vis:vis enum $Enum:ident: $Trait:ty {
        $($(#[$doc:meta])* $Variant:ident $(($Type:ty))? $([$List:ty])? $(= $unit:path)?),* $(,)?
    }) => {
        $(#[$meta])*
        $vis enum $Enum { $($(#[$doc])* $Variant $(($Type))? $(($List))?),* }

        impl $crate::flow::One for $Enum {
            type It = $Trait;

            fn it(&self) -> &Self::It {
                match self {
                    $($crate::one_of!(@pattern $Enum $Variant it $(($Type))? $(($List))?) =>
                        $crate::one_of!(@value it $([$List])? $($unit)?)),*
                }
            }
        }

        $($crate::one_of! { @back $Enum $Variant $(($Type))? $(($List))? })*
    };
    (@back $Enum:ident $Variant:ident ($Type:ty)) => {
        impl From<$Type> for $Enum {
            fn from(it: $Type) -> Self {
                $Enum::$Variant(it)
            }
        }

        impl TryFrom<$Enum> for $Type {
            type Error = $Enum;

            fn try_from(it: $Enum) -> Result<Self, $Enum> {
                match it {
                    $Enum::$Variant(it) => Ok(it),
                    #[allow(unreachable_patterns, reason = "there may be no other")]
                    other => Err(other),
                }
            }
        }
    };
    (@back $Enum:ident $Variant:ident) => {};
    (@pattern $Enum:ident $Variant:ident $it:ident ($Type:ty)) => { $Enum::$Variant($it) };
    (@pattern $Enum:ident $Variant:ident $it:ident) => { $Enum::$Variant };
    (@value $it:ident) => { $it };
    (@value $it:ident [$List:ty]) => { $crate::flow::One::it($it) };
    (@value $it:ident $unit:path) => { &$unit };
}

/// The enum of all deeds of a game, which can be read from their notation.
#[macro_export]
macro_rules! deeds {
    ($(#[$meta:meta])* $vis:vis enum $Enum:ident of $Game:ty {
        $($(#[$doc:meta])* $Variant:ident $(($Type:ty))? $([$List:ty])? $(= $unit:path)?),* $(,)?
    }) => {
        $crate::one_of! {
            $(#[$meta])*
            $vis enum $Enum: dyn $crate::flow::AnyDeed<$Game> {
                $($(#[$doc])* $Variant $(($Type))? $([$List])? $(= $unit)?),*
            }
        }

        impl $Enum {
            /// All words that notation may begin with.
            pub fn verbs() -> impl Iterator<Item = &'static str> + Clone {
                let mut all: Vec<&'static str> = Vec::new();
                $($(all.extend(<$Type as $crate::flow::Deed<$Game>>::VERBS);)?
                  $(all.extend(<$List>::verbs());)?
                  $(all.extend(<$unit as $crate::flow::Deed<$Game>>::VERBS);)?)*
                all.into_iter()
            }

            /// Reads what follows a verb; nothing, if no deed has it.
            pub fn read(
                verb: &str,
                words: &mut <$Game as $crate::flow::Reading>::Reader<'_>,
            ) -> Option<Result<Self, $crate::Misread>> {
                $($(if <$Type as $crate::flow::Deed<$Game>>::VERBS.contains(&verb) {
                    return Some(<$Type as $crate::flow::Deed<$Game>>::read(verb, words).map($Enum::$Variant));
                })?
                $(if let Some(read) = <$List>::read(verb, words) {
                    return Some(read.map($Enum::$Variant));
                })?
                $(if <$unit as $crate::flow::Deed<$Game>>::VERBS.contains(&verb) {
                    let read = <$unit as $crate::flow::Deed<$Game>>::read(verb, words);
                    return Some(read.map(|_| $Enum::$Variant));
                })?)*
                None
            }
        }
    };
}

/// A step that asks one seat for yes or no.
pub trait YesNo<G: Stacked>: Copy + TryFrom<G::Frame> {
    /// What its notation begins with: `reroll yes`.
    const VERB: &'static str;

    /// Who is asked.
    fn seat(&self) -> Seat;

    /// The question, and the rules that ask it.
    fn asks(&self, game: &G) -> (String, &'static [RuleId]);

    /// Whether this answer is allowed: one of the two always is.
    fn may(&self, _game: &G, _yes: bool) -> Result<(), G::Refusal> {
        Ok(())
    }

    /// How players see either answer.
    fn shows(&self, game: &G, yes: bool) -> Shown;

    /// Carries out the answer.
    fn settle(
        self,
        yes: bool,
        game: &mut G,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()>;

    /// What a yes would throw.
    fn forecast(&self, _game: &G) -> Option<Forecast> {
        None
    }

    /// The same once it has happened.
    fn hindsight(&self, _was: &G, _after: &G, _events: &[G::Event]) -> Option<Forecast> {
        None
    }

    /// Whether a position file may have it so.
    fn fits(&self, _game: &G) -> bool {
        true
    }
}

/// The answer to a [`YesNo`] of this type.
#[derive(serde::Serialize, serde::Deserialize)]
#[serde(deny_unknown_fields, bound = "")]
pub struct Answer<Q> {
    /// Whether it is yes.
    pub yes: bool,
    #[serde(skip)]
    to: std::marker::PhantomData<fn() -> Q>,
}

impl<Q> Answer<Q> {
    /// The yes.
    pub const YES: Self = Answer { yes: true, to: std::marker::PhantomData };
    /// The no.
    pub const NO: Self = Answer { yes: false, to: std::marker::PhantomData };

    /// A yes or a no.
    pub fn new(yes: bool) -> Self {
        if yes { Self::YES } else { Self::NO }
    }
}

impl<Q> Copy for Answer<Q> {}
impl<Q> Eq for Answer<Q> {}

impl<Q> Clone for Answer<Q> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<Q> PartialEq for Answer<Q> {
    fn eq(&self, other: &Self) -> bool {
        self.yes == other.yes
    }
}

impl<Q> std::hash::Hash for Answer<Q> {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.yes.hash(state);
    }
}

impl<Q> std::fmt::Debug for Answer<Q> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(if self.yes { "yes" } else { "no" })
    }
}

impl<G: Stacked<Action: From<Answer<Q>>>, Q: YesNo<G>> Step<G> for Q {
    fn deciders(&self, _: &G) -> Seats {
        self.seat().into()
    }

    fn asks(&self, game: &G) -> (String, &'static [RuleId]) {
        YesNo::asks(self, game)
    }

    fn candidates(&self, game: &G, _: Seat, out: &mut Vec<G::Action>) {
        let answers = [Answer::<Q>::YES, Answer::NO].into_iter();
        out.extend(answers.filter(|it| self.may(game, it.yes).is_ok()).map(G::Action::from));
    }

    fn attempts(&self, game: &G, _: Seat, out: &mut Vec<G::Action>) {
        let answers = [Answer::<Q>::YES, Answer::NO].into_iter();
        out.extend(answers.filter(|it| self.may(game, it.yes).is_err()).map(G::Action::from));
    }

    fn fits(&self, game: &G) -> bool {
        YesNo::fits(self, game)
    }
}

impl<G: Reading + Stacked, Q: YesNo<G>> Deed<G> for Answer<Q> {
    type Plan = Q;
    const VERBS: &'static [&'static str] = &[Q::VERB];

    fn write(&self, _: &G, _: Seat) -> String {
        format!("{} {}", Q::VERB, if self.yes { "yes" } else { "no" })
    }

    fn read(_: &str, words: &mut G::Reader<'_>) -> Result<Self, Misread> {
        G::yes(words).map(Answer::new)
    }

    fn check(&self, game: &G, _: Seat) -> Result<Q, G::Refusal> {
        let asked: Q = game.asked().ok_or(G::NOT_NOW)?;
        asked.may(game, self.yes).map(|()| asked)
    }

    fn perform(
        &self,
        asked: Q,
        game: &mut G,
        dice: &mut Dice,
        log: &mut Log<G::Event>,
    ) -> Rolled<()> {
        asked.settle(self.yes, game, dice, log)
    }

    fn shows(&self, game: &G, by: Seat) -> Shown {
        match game.asked::<Q>() {
            Some(asked) => asked.shows(game, self.yes),
            None => Shown::new("Answer", Deed::write(self, game, by)),
        }
    }

    fn forecast(&self, game: &G, _: Seat) -> Option<Forecast> {
        game.asked::<Q>().filter(|_| self.yes)?.forecast(game)
    }

    fn hindsight(&self, was: &G, _: Seat, after: &G, events: &[G::Event]) -> Option<Forecast> {
        was.asked::<Q>().filter(|_| self.yes)?.hindsight(was, after, events)
    }
}

#[cfg(test)]
mod tests {
    use super::One;

    trait Named {
        fn name(&self) -> &'static str;
    }

    #[derive(Clone, Copy, Debug, PartialEq)]
    struct Foot(u8);

    struct Horse;

    impl Named for Foot {
        fn name(&self) -> &'static str {
            if self.0 == 1 { "one on foot" } else { "several on foot" }
        }
    }

    impl Named for Horse {
        fn name(&self) -> &'static str {
            "horse"
        }
    }

    one_of! { enum Unit: dyn Named { Foot(Foot), Horse = Horse } }
    one_of! { enum Piece: dyn Named { Unit[Unit], Camp(Foot) } }

    #[test]
    fn one_of_several_may_be_one_of_several_again() {
        let pieces: [Piece; 3] = [Unit::Horse.into(), Unit::from(Foot(2)).into(), Foot(1).into()];
        assert_eq!(
            pieces.each_ref().map(|it| it.it().name()),
            ["horse", "several on foot", "one on foot"]
        );
        let [horse, foot, camp] = pieces;
        assert!(matches!(Unit::try_from(horse), Ok(Unit::Horse)));
        assert_eq!(Unit::try_from(foot).ok().and_then(|it| Foot::try_from(it).ok()), Some(Foot(2)));
        assert!(Unit::try_from(camp).is_err());
    }
}
