//! Words that players type and read: finding what was meant, writing it as they would.

/// The known words most like an unknown one, best first, at most three.
pub fn nearest<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let word = word.to_lowercase();
    let mut near: Vec<_> = known
        .map(|known| (strsim::jaro_winkler(&word, &known.to_lowercase()), known))
        .filter(|&(likeness, _)| likeness > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(b.1)));
    near.dedup_by_key(|(_, known)| *known);
    near.into_iter().take(3).map(|(_, known)| known).collect()
}

/// A hint that names the nearest words, if there are any.
pub fn did_you_mean<'a>(word: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    let near = nearest(word, known);
    let quoted: Vec<_> = near.iter().map(|word| format!("`{word}`")).collect();
    (!near.is_empty()).then(|| format!("did you mean {}?", quoted.join(" or ")))
}

/// Words as a list: each in quotes, with commas between them.
pub fn quoted<'a>(words: impl Iterator<Item = &'a str>) -> String {
    words.map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// What a player types for a name: `legio_vii` for "Legio VII".
pub fn key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.map(str::to_lowercase).collect::<Vec<_>>().join("_")
}

/// So many of a thing whose plural has an s.
pub fn counted(number: usize, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A sentence begins with a capital letter.
pub fn capital(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or(String::new(), |first| first.to_uppercase().chain(chars).collect())
}

/// These as they are said in a sentence: "A, B and C".
pub fn listed(names: &[String]) -> String {
    match names {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => names.concat(),
    }
}

/// Who something is said of, so that verbs agree with the name: "Legionaries 1 are", "Unit 1 is".
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subject {
    name: String,
    several: bool,
}

impl Subject {
    /// Somebody by his name, which tells whether he is one or several.
    pub fn new(name: impl Into<String>) -> Subject {
        let name = name.into();
        Subject { several: is_plural(&name), name }
    }

    /// All of these, "A, B and C"; nobody, if there are none.
    pub fn all(names: &[String]) -> Subject {
        match names {
            [] => Subject { name: "nobody".into(), several: false },
            [one] => Subject::new(one.clone()),
            _ => Subject { name: listed(names), several: true },
        }
    }

    /// Several that have one name, such as "Legion 1, 2".
    pub fn several(name: impl Into<String>) -> Subject {
        Subject { name: name.into(), several: true }
    }

    /// Whoever is addressed: what he is told to do is said of several.
    pub fn addressed() -> Subject {
        Subject { name: String::new(), several: true }
    }

    /// A verb as it is said of several, such as "are" or "push", or as it is said of one.
    pub fn does(&self, verb: &str) -> String {
        match verb {
            _ if self.several => verb.into(),
            "are" => "is".into(),
            "have" => "has".into(),
            "cannot" | "would" | "must" | "may" | "to" => verb.into(),
            _ if ["s", "sh", "ch", "x", "go", "do"].iter().any(|end| verb.ends_with(end)) => {
                format!("{verb}es")
            }
            _ => match verb.strip_suffix('y') {
                Some(stem) if !stem.ends_with(['a', 'e', 'o', 'u']) => format!("{stem}ies"),
                _ => format!("{verb}s"),
            },
        }
    }

    /// "Its" or "their".
    pub fn their(&self) -> &'static str {
        if self.several { "their" } else { "its" }
    }

    /// A sentence: what is said begins with a verb as it is said of several, and has `their` for what is theirs.
    pub fn says(&self, said: &str) -> String {
        format!("{} {}", self.name, self.predicate(said))
    }

    /// The same without the name.
    pub fn predicate(&self, said: &str) -> String {
        let (verb, rest) = said.split_at(said.find([' ', ',', ':']).unwrap_or(said.len()));
        let rest = rest.replace(" their ", &format!(" {} ", self.their()));
        format!("{}{rest}", self.does(verb))
    }
}

impl std::fmt::Display for Subject {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(&self.name)
    }
}

/// Whether a name is that of several, by its last word that is no number or side: "Legionaries 2", "Heavy swordsmen (red)",
/// "Triarii", "Warriors in wedge", "Spartans and Sacred Band"; but not "Unit 1", "Auxiliary cohort", "Comitatus", "U".
fn is_plural(name: &str) -> bool {
    if name.contains(" and ") {
        return true;
    }
    let ends = [" (", " in ", " with ", " of "].iter().filter_map(|it| name.find(it)).min();
    let bare = &name[..ends.unwrap_or(name.len())];
    let words = bare.split_whitespace().rev();
    let mut words = words.filter(|word| word.chars().any(char::is_lowercase));
    let Some(word) = words.next() else { return false };
    let singular = ["ss", "us", "is"].iter().any(|end| word.ends_with(end));
    !singular && ["s", "men", "ae", "i"].iter().any(|end| word.ends_with(end))
}

/// A unit as boards and notation number it, from 1 on.
pub fn number(unit: u8) -> u32 {
    u32::from(unit) + 1
}

/// Units in the order of their army, as notation has them: `1-4,7`.
pub fn numbers(units: impl Iterator<Item = u8>) -> String {
    let mut rows: Vec<(u8, u8)> = Vec::new();
    for unit in units {
        match rows.last_mut() {
            Some((_, last)) if *last + 1 == unit => *last = unit,
            _ => rows.push((unit, unit)),
        }
    }
    let rows = rows.into_iter().map(|(first, last)| match last - first {
        0 => number(first).to_string(),
        1 => format!("{},{}", number(first), number(last)),
        _ => format!("{}-{}", number(first), number(last)),
    });
    rows.collect::<Vec<_>>().join(",")
}

/// The units that `1-4,7` or `1,legio_vii` names; `find` knows one by its number or word.
pub fn find_each<E>(text: &str, find: impl Fn(&str) -> Result<u8, E>) -> Result<Vec<u8>, E> {
    let mut units = Vec::new();
    for word in text.split(',').filter(|word| !word.is_empty()) {
        let row = word
            .split_once('-')
            .and_then(|(from, to)| Some((from.parse::<u8>().ok()?, to.parse::<u8>().ok()?)));
        match row {
            Some((from, to)) if from <= to => {
                for number in from..=to {
                    units.push(find(&number.to_string())?);
                }
            }
            _ => units.push(find(word)?),
        }
    }
    Ok(units)
}

/// The words of a command line, quotes taken off.
pub fn command_line(line: &str) -> Vec<&str> {
    let parts = line.split('"').enumerate();
    let words = parts.flat_map(|(n, part)| match n % 2 {
        0 => part.split_whitespace().collect(),
        _ => vec![part],
    });
    words.collect()
}

/// Two columns of lines.
pub fn side_by_side(left: &[String], right: &[String]) -> Vec<String> {
    let width = left.iter().map(|line| line.chars().count()).max().unwrap_or(0);
    let line = |lines: &[String], at: usize| lines.get(at).cloned().unwrap_or_default();
    (0..left.len().max(right.len()))
        .map(|at| format!("{:width$}   {}", line(left, at), line(right, at)).trim_end().to_owned())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_units_are_written_and_read() {
        let units = [0, 1, 2, 3, 6, 8, 9];
        assert_eq!(numbers(units.into_iter()), "1-4,7,9,10");
        let find = |word: &str| word.parse::<u8>().map(|number| number - 1);
        assert_eq!(find_each("1-4,7,9,10", find).unwrap(), units);
        assert!(find_each("4-1", find).is_err());
    }

    #[test]
    fn verbs_agree_with_names() {
        for (name, said, sentence) in [
            ("Legionaries 2", "have moved", "Legionaries 2 have moved"),
            ("Unit 1 (red)", "are in contact", "Unit 1 (red) is in contact"),
            ("U", "rush 3.00 UD", "U rushes 3.00 UD"),
            ("Heavy swordsmen", "lose", "Heavy swordsmen lose"),
            ("Triarii 1", "test their morale", "Triarii 1 test their morale"),
            ("Auxiliary cohort 1", "test their morale", "Auxiliary cohort 1 tests its morale"),
            ("Auxiliary cavalry (ala) 1", "go on", "Auxiliary cavalry (ala) 1 goes on"),
            ("Hoplites", "cannot turn", "Hoplites cannot turn"),
            ("Warriors in wedge 2", "rally: 4", "Warriors in wedge 2 rally: 4"),
            ("Spartans and Sacred Band", "stay", "Spartans and Sacred Band stay"),
            ("Light horse", "rally: 4", "Light horse rallies: 4"),
            ("Light horse", "stay", "Light horse stays"),
            ("Legio VII", "cannot turn", "Legio VII cannot turn"),
        ] {
            assert_eq!(Subject::new(name).says(said), sentence);
        }
        let both = Subject::all(&["Unit 1".into(), "Unit 2".into()]);
        assert_eq!(both.says("are in contact"), "Unit 1 and Unit 2 are in contact");
    }

    #[test]
    fn slips_of_the_finger_are_understood() {
        let known = ["legionaries", "light_archers", "slingers"];
        assert_eq!(nearest("legionnaires", known.into_iter())[0], "legionaries");
        assert_eq!(
            did_you_mean("sligners", known.into_iter()).as_deref(),
            Some("did you mean `slingers`?")
        );
        assert_eq!(did_you_mean("xyz", known.into_iter()), None);
    }
}
