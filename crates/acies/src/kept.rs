//! A kept battle of each ruleset, played again: whatever is decided, thrown, told and come to must be as it was. Who
//! changes a rule or a line of the log on purpose keeps new ones:
//! `acies sim RULESET --field --games 1 --seed 3 --records crates/acies/kept/RULESET`.

use std::{fs, path::Path};

use acies_core::record;

use crate::rulesets;

#[test]
fn kept_battles_are_played_again() {
    for ruleset in rulesets() {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept").join(ruleset.id());
        let files = fs::read_dir(&folder).unwrap_or_else(|no| panic!("{}: {no}", folder.display()));
        let mut played = 0;
        for file in files {
            let path = file.unwrap().path();
            let here = path.display();
            let kept = record::read(&fs::read_to_string(&path).unwrap());
            let kept = kept.unwrap_or_else(|bad| panic!("{here}:{}: {}", bad.line, bad.what));
            assert!(kept.whole && kept.steps.len() > 50, "{here}");
            let again = ruleset.verify(&kept);
            let bad = again.err().map(|bad| format!("{here}:{}: {}", bad.line, bad.what));
            assert_eq!(bad, None);
            played += 1;
        }
        assert!(played > 0, "{}", folder.display());
    }
}

#[test]
fn a_changed_line_of_the_log_is_found() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("kept/virtus/000001.jsonl");
    let mut kept = record::read(&fs::read_to_string(path).unwrap()).unwrap();
    let told = kept.steps.iter_mut().find_map(|step| step.log.last_mut());
    told.expect("something happens").line.push('!');
    let virtus = crate::find("virtus").unwrap();
    let bad = virtus.verify(&kept).err().expect("the line is another");
    assert!(bad.what.contains("the log says"), "{}", bad.what);
}
