//! Why not: facts, rules, and the sentence.

use acies_core::{Form, Reason, Role, RuleId, Seat, Shape, told};

use crate::{
    battle::{Battle, Id},
    command::Quality,
    movement::way::{Hindrance, Phase},
    rulings::LEAD_U,
    setup::words::NoSetup,
};

told! {
    #[derive(Clone, Copy, Debug, PartialEq)]
    pub enum No;
    pub fn reason(self: &Self, battle: &Battle) -> Reason;

    Setup(it: NoSetup) => it.reason(battle);
    Over => Reason::because(&["IMP-VIC.4"], "the battle is over");
    NotAsked { by: Seat } => Reason::because(&["IMP-R23"], format!("{} are not asked now", battle.host(*by)));
    NotNow => Reason::because(&["IMP-R23"], "this is not what is asked now");
    Activated { seat: Seat, command: u8 } => Reason::because(
        &["IMP-R15", "IMP-R123"],
        format!("{} cannot be activated any more this Turn", battle.command_name(*seat, *command)),
    );
    Nobody => Reason::because(&["IMP-R23"], "nobody there can do it");
    NoRise { to: Quality } => Reason::because(&["IMP-R13"], format!("an Expert becomes Genius or Charismatic, not {}", to.name()));
    Duty { unit: Id, rule: RuleId } => Reason::because(&[rule], format!("{} must act first", battle.name(*unit)))
        .fact("duty", why(rule)).drawn([battle.shape(*unit, Role::Offends)]);
    Gone { unit: Id } => Reason::because(&["IMP-R23"], if battle.has(*unit) { format!("{} are off the table", battle.name(*unit)) } else { "there is no such Unit".into() });
    Done { unit: Id } => Reason::because(&["IMP-R23"], format!("{} have been activated this Turn", battle.name(*unit)));
    Barred { unit: Id, rule: RuleId } => Reason::because(&[rule], format!("{} cannot: {}", battle.name(*unit), why(rule)))
        .drawn([battle.shape(*unit, Role::Offends)]);
    NoGroup { first: Id, rule: RuleId } => Reason::because(&[rule], format!("these are no Group: {}", why(rule)))
        .drawn([battle.shape(*first, Role::Offends)]);
    NoLead { rule: RuleId } => Reason::because(&[rule], "the Commander cannot go there");
    Engaged { unit: Id } => Reason::because(&["IMP-R20"], format!("{} are in contact, and he may not leave them", battle.name(*unit)))
        .drawn([battle.shape(*unit, Role::Blocks)]);
    LeadsTooFar { u: f64 } => Reason::because(&["IMP-R20"], format!("it is {u:.2} U away > {LEAD_U} U, or off the table"))
        .fact("distance", format!("{u:.2}"));
    LeadsAcross { enemy: Id } => Reason::because(&["IMP-R20"], format!("{} or their zone of control are in the way", battle.name(*enemy)))
        .drawn([battle.shape(*enemy, Role::Blocks)]);
    Hindered { unit: Id, phase: Phase, hindrance: Hindrance } => {
        let Hindrance { rule, by, .. } = hindrance;
        let far = hindrance.limit().map(|most| format!(", at most {most}")).unwrap_or_default();
        let by_whom = by.map(|id| format!(" ({})", battle.name(id))).unwrap_or_default();
        let says = format!("{} cannot {}: {}{by_whom}{far}", battle.name(*unit), phase.words(), why(rule));
        let blocks = by.map(|id| battle.shape(id, Role::Blocks));
        let reason = Reason::because(&[rule], says).drawn([battle.shape(*unit, Role::Offends)].into_iter().chain(blocks));
        match hindrance.limit() {
            Some(most) => reason.fact("at most", most),
            None => reason,
        }
    };
    TooFar { unit: Id, rule: RuleId, most: f64 } =>
        Reason::because(&[rule], format!("{} go at most {most} U so", battle.name(*unit))).fact("at most", most.to_string());
    NoShot { unit: Id, target: Id, rule: RuleId } => Reason::because(
        &[rule],
        format!("{} cannot shoot at {}: {}", battle.name(*unit), battle.name(*target), why(rule)),
    ).drawn([battle.shape(*unit, Role::Offends), battle.shape(*target, Role::Blocks), battle.line_shape(*unit, *target)]);
    NoCharge { unit: Id, target: Id, rule: RuleId } => Reason::because(
        &[rule],
        format!("{} cannot charge {}: {}", battle.name(*unit), battle.name(*target), why(rule)),
    ).drawn([battle.shape(*unit, Role::Offends), battle.shape(*target, Role::Blocks)]);
    NobodyInReach { unit: Id, most: f64 } => Reason::because(
        &["IMP-R49"],
        format!("{} would touch no enemy within {most:.2} U straight ahead", battle.name(*unit)),
    ).fact("reach", format!("{most:.2}")).drawn([battle.shape(*unit, Role::Offends)]);
    NoChance { rule: RuleId } => Reason::because(&[rule], "no Opportunity is given for this");
    NoMelee { rule: RuleId } => Reason::because(&[rule], "these two are no main units of a melee");
}

impl Eq for No {}

impl From<NoSetup> for No {
    fn from(it: NoSetup) -> Self {
        No::Setup(it)
    }
}

/// What a rule forbids, in a few words.
fn why(rule: RuleId) -> &'static str {
    match rule {
        "IMP-CHG.1" => "only who began with an impetus bonus moves into contact",
        "IMP-CHG.2" => {
            "light cavalry without impetus charges only skirmishers, Disordered Units, flanks and rears"
        }
        "IMP-DIS.2" => "nobody recovers order in contact",
        "IMP-DIS.3" => "a Disordered Unit makes one movement",
        "IMP-DIS.7" => "Disordered Units do not counter-charge",
        "IMP-DIS.8" => "Disordered Units do not go on Opportunity",
        "IMP-DIS.9" => "Disordered Units are in no Group",
        "IMP-MOV.1" => "it is farther than its movement",
        "IMP-MOV.4" => "a rotation is made instead of going forward",
        "IMP-MOV.7" | "IMP-MOV.11" | "IMP-MOV.15" => {
            "a Disordered Unit only goes forward or rotates"
        }
        "IMP-MOV.18" => "they are not of a kind that evades",
        "IMP-MOV.19" => "who is Disordered evades only once",
        "IMP-MOV.21" => "impetuous troops that see an enemy advance first",
        "IMP-MOV.25" => "a Large Unit does not go backward",
        "IMP-R20" => "a Commander cannot do this",
        "IMP-R23" => "it is not theirs to be activated so",
        "IMP-R26" => "there is no order to recover so",
        "IMP-R27" => "Opportunity does not allow it",
        "IMP-R28" => "no further movement may be made",
        "IMP-R29" => "the shot that was made allows no such thing",
        "IMP-R30" => "the turn is too wide",
        "IMP-R31" => "an oblique goes at most 45 degrees and its movement",
        "IMP-R32" => "it is farther than they go backward",
        "IMP-R34" => "an enemy zone of control forbids it",
        "IMP-R36" => "they do not stand or belong together",
        "IMP-R37" => "a Group only goes forward, rotates or charges",
        "IMP-R47" => "they have tried something else",
        "IMP-R50" => "a counter-charge meets a frontal charge from ahead",
        "IMP-R51" => "only an enemy ahead is evaded",
        "IMP-R53" => "baggage does nothing of the kind",
        "IMP-R56" => "they have fought this enemy in this activation",
        "IMP-R70" => "it leads off the table",
        "IMP-R75" => "they cannot enter it",
        "IMP-R80" => "somebody stands in the line of sight",
        "IMP-R81" => "no dice are left",
        "IMP-R85" => "who is in contact neither shoots nor is shot at",
        "IMP-R86" => "there is nothing to put up",
        "IMP-R89" => "half speed does not reach so far",
        "IMP-R91" => "the ground hides them",
        "IMP-R93" => "the Square does not allow it",
        "IMP-R92" => "artillery moves little",
        "IMP-R95" => "they cannot dismount",
        "IMP-R96" => "two lines are relieved in order, close and out of contact",
        "IMP-R97" => "only who is in order, faster and not flanked disengages",
        "IMP-R98" => "the impetuous advance goes another way",
        "IMP-R99" => "the enemy's baggage draws them",
        "IMP-R100" => "they stand in shieldwall already",
        "IMP-R104" => "a friend is in the way who cannot be passed",
        "IMP-R106" => "a dry river is crossed by single Units and columns",
        "IMP-R111" => "they do not form shieldwall",
        "IMP-R114" => "an enemy would be too near",
        "IMP-R117" => "all of a Group shoot at the same moment",
        "IMP-R120" => "a built-up area allows no such movement",
        "IMP-R121" => "they cannot cross a fortification",
        "IMP-R129" => "no face of the die would pass the test",
        "IMP-SHL.7" => "another enemy must be shot at",
        "IMP-SHL.10" => "they are out of its arc",
        "IMP-SHT.1" => "they have shot this Turn",
        "IMP-SHT.2" => "their weapon does not reach",
        "IMP-SHT.3" => "they are out of range",
        "IMP-SPC.6" => "scythed chariots are in no Group",
        "IMP-SPC.11" => "chariots go half of their movement before they rotate",
        "IMP-SPC.12" => "chariots recover only by a test",
        "IMP-SPC.36" => "impetuous troops recover only by a test",
        "IMP-SPC.38" => "impetuous troops are grouped only with impetuous troops",
        "IMP-SPC.43" => "only a Fresh Unit in order forms shieldwall",
        "IMP-SPC.56" => "war wagons never charge",
        "IMP-TER.14" | "IMP-TER.27" | "IMP-TER.28" => "the ground cannot be entered",
        "IMP-TER.23" => "only artillery shoots at a built-up area",
        "IMP-TER.25" => "only foot attacks a built-up area",
        _ => "the rule forbids it",
    }
}

impl Battle {
    /// A Unit as it is drawn to show a reason.
    fn shape(&self, id: Id, role: Role) -> Shape {
        let corners = self.rect(id).corners().map(|it| [it.x, it.y]);
        Shape { role, form: Form::Rect { corners } }
    }

    /// The line of a shot.
    fn line_shape(&self, shooter: Id, target: Id) -> Shape {
        let line = self.line_of_shot(shooter, target);
        let [from, to] = [line.a, line.b].map(|it| [it.x, it.y]);
        Shape { role: Role::Reach, form: Form::Segment { from, to } }
    }
}
