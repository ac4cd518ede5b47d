//! Words that players type: finding what was meant.

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

#[cfg(test)]
mod tests {
    use super::*;

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
