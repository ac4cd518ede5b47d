//! Tells the program with which profile it was built: `acies bench` says so beside its figures.

use std::{env, path::Path};

fn main() {
    // Cargo says no more than `release` of every profile that inherits from it; the folder has the profile's own name.
    let folder = env::var("OUT_DIR").expect("cargo sets it");
    let profile = Path::new(&folder).ancestors().nth(3).and_then(Path::file_name);
    let profile = profile.and_then(|name| name.to_str()).unwrap_or("unknown");
    println!("cargo::rustc-env=ACIES_PROFILE={profile}");
    println!("cargo::rerun-if-changed=build.rs");
}
