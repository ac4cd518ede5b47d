//! Units as questions name them: troops of the catalogue with all that is said of them.

use acies_core::{Misread, said};

pub use acies_core::said::{Instead, no};

use crate::{
    files::data::{self, Troop},
    morale::Condition,
    rulings::{BASES_MAX, BASES_MIN},
    troops::{Formation, Grade, Shape, Tags, Type},
};

pub type Question<'a> = said::Question<'a, Named>;
pub type Said<'a> = said::Said<'a, Named>;

/// Troops by a word.
#[derive(Clone, Copy)]
pub struct Named(pub &'static Troop);

impl Named {
    pub fn kind(self) -> Type {
        self.0.kind
    }
}

impl said::Troops for Named {
    fn words() -> Vec<&'static str> {
        data::troops().iter().map(|troop| troop.id.as_str()).collect()
    }

    fn named(word: &str) -> Option<Self> {
        data::troop(word).map(Named)
    }

    fn name(self) -> &'static str {
        &self.0.name
    }
}

/// LEG-R6: the grade that was said, C if none was.
pub fn grade(said: &Said) -> Result<Grade, Misread> {
    let grades = Grade::ALL.map(|grade| (grade.word(), grade));
    let grade = said.choice("grade", grades)?.unwrap_or(Grade::C);
    let special = said.troop().kind().is_special();
    said.refuse(&[no(
        special && grade != Grade::C,
        "LEG-R6",
        "Special troops are always of grade C",
        Instead::Leave("grade"),
    )])?;
    Ok(grade)
}

/// The unit with its order: bases, formation, disorder points and casualties.
pub fn condition(said: &Said) -> Result<Condition, Misread> {
    let troop = said.troop().0;
    let (kind, special) = (troop.kind, troop.kind.is_special());
    let has = |word| said.has(word);
    let heavy: fn(Named) -> bool = |it| it.kind().is_heavy_infantry();
    let not_special: fn(Named) -> bool = |it| !it.kind().is_special();
    #[rustfmt::skip]
    said.refuse(&[
        no(has("under_strength") && !kind.is_heavy_infantry(), "LEG-R10", "only heavy infantry is under-strength", Instead::Ask(heavy)),
        no(has("shaken") && special, "LEG-R14", "Special units are never shaken", Instead::Ask(not_special)),
        no((has("unformed") || has("column")) && special, "LEG-R5", "Special units are neither formed nor unformed", Instead::Ask(not_special)),
        no(has("column") && kind.is_light(), "LEG-MAN.1", "light troops are unformed, never in column", Instead::Leave("column")),
        no(has("column") && (has("unformed") || has("shaken")), "LEG-R122", "a column is not unformed", Instead::Leave("column")),
        no(has("lines") && kind != Type::Legionaries, "LEG-R3", "only legions stand in lines", Instead::Ask(|it| it.kind() == Type::Legionaries)),
        no(has("lines") && has("column"), "LEG-R109", "in column a legion has one line", Instead::Leave("lines")),
    ])?;
    let size = if special { 1..=1 } else { BASES_MIN..=BASES_MAX };
    let usual = if special { 1 } else { 8 };
    let bases = said.number("bases", size)?.unwrap_or(usual);
    let mut tags = Tags::empty();
    tags.set(Tags::UNDER_STRENGTH, has("under_strength"));
    let profile = troop.unit(grade(said)?, bases, tags);
    let mut shape = Shape::usual(&profile);
    if let Some(lines) = said.number("lines", 1..=3)? {
        shape = Shape::legion(bases, lines, bases.div_ceil(lines)).map_err(|(rule, why)| {
            let what = format!("{}: {why} [{rule}]", said.name());
            Misread { what, hint: Some("say more `bases` or fewer `lines`".into()) }
        })?;
    }
    if has("column") {
        shape = Shape::column();
    } else if has("unformed") {
        shape.formation = Formation::Unformed;
    }
    let mut is = Condition::fresh(profile, shape);
    let lost = said.number("casualties", 0..=bases - 1)?.unwrap_or(0);
    is.lose(lost);
    if has("shaken") {
        is.shake();
    }
    // LEG-R106: no unit has more; one that is not shaken has fewer.
    let most = match (special, has("shaken")) {
        (true, _) => 4,
        (_, true) => is.shaken_number(),
        _ => is.shaken_number() - 1,
    };
    is.dp = said.number("dp", 0..=most)?.unwrap_or(is.dp);
    Ok(is)
}

/// A distance in paces that a setting names.
pub fn paces(said: &Said, word: &str) -> Result<Option<i32>, Misread> {
    let Some((word, value)) = said.get(word) else { return Ok(None) };
    match value.parse().ok().filter(|paces| (0..=PACES_MAX).contains(paces)) {
        Some(paces) => Ok(Some(paces)),
        None => Err(said.wrong(word, value, &format!("a number of paces from 0 to {PACES_MAX}"))),
    }
}

/// No table is larger (LEG-R114).
const PACES_MAX: i32 = 3000;

/// What the two sides of a question are called; two of a name are told apart.
pub fn both(question: &Question) -> [String; 2] {
    let [one, other] = [question.one(0).name(), question.one(1).name()];
    if one == other {
        return [format!("{one} 1"), format!("{other} 2")];
    }
    [one.to_owned(), other.to_owned()]
}
