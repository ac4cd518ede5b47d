use acies_core::*;
use acies_virtus::{Battle, army, battle::*, data};
use std::time::Instant;
fn main() {
    let roster = |i: usize| {
        let (id, t) = data::ARMIES[i];
        Host::from(army::read(id, t).unwrap())
    };
    let n = 2000;
    for coverage in [false, true] {
        let t = Instant::now();
        let (mut turns, mut acts, mut cands, mut lim) = (0u64, 0u64, 0u64, 0);
        let mut frames = std::collections::BTreeMap::<String, (u64, u64)>::new();
        let mut out = Vec::new();
        for seed in 0..n {
            let mut b = Battle::new(Setup::field(
                roster(seed as usize % 14),
                roster((seed as usize * 5 + 3) % 14),
                4,
            ));
            let mut dice = Dice::seeded(seed);
            let mut ch = Dice::seeded(seed + 1_000_000);
            loop {
                let by = match b.pending() {
                    Pending::Decide(s) => s.first().unwrap(),
                    Pending::Over(o) => {
                        if o.by_limit {
                            lim += 1
                        }
                        break;
                    }
                };
                out.clear();
                b.candidates(by, &mut out);
                if coverage {
                    let e = frames.entry(b.step().to_string()).or_default();
                    e.0 += 1;
                    e.1 += out.len() as u64;
                }
                let a = out[ch.number(out.len())];
                dice.forget();
                b.perform(by, &a, &mut dice, &mut Log::Off).unwrap();
                acts += 1;
                cands += out.len() as u64;
            }
            turns += b.turn as u64;
        }
        let el = t.elapsed().as_secs_f64();
        println!(
            "{} battles/s; {} turns, {} actions, {} cands per action, limit {}",
            n as f64 / el,
            turns as f64 / n as f64,
            acts as f64 / n as f64,
            cands as f64 / acts as f64,
            lim
        );
        println!("{frames:?} size {}", std::mem::size_of::<Battle>());
    }
}
