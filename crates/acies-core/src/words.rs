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
