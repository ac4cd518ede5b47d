//! The tests of the browser client: `npm test` in `web/`, with a real Chromium.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::tools::{binary, call, cargo, command, ensure, root};

/// Whether there is a browser client to test.
pub fn exists() -> bool {
    folder().join("package.json").is_file()
}

/// Builds the server and runs the tests.
pub fn run() -> Result<()> {
    if !exists() {
        bail!("there is no `web/package.json`");
    }
    call(&mut cargo("build --locked --quiet -p acies-cli"))?;
    run_built()
}

/// The same with the server that the other tests have been built with: building it alone would build
/// its dependencies anew, with fewer features.
pub fn run_built() -> Result<()> {
    ensure(&["node"], "nodejs")?;
    ensure(&["npm"], "npm")?;
    ensure(&["chromium", "chromium-browser", "google-chrome"], "chromium")?;
    if let Some(install) = install_wanted(&folder()) {
        call(command("npm", install).current_dir(folder()))?;
    }
    // The tests play against a real server: the binary of this very code.
    call(command("npm", "test").env("ACIES_BIN", binary()).current_dir(folder()))
}

/// The npm command that brings `node_modules` up to date, unless it is.
///
/// Without a lock file npm has to look for itself each time.
fn install_wanted(web: &Path) -> Option<&'static str> {
    let changed = |path: &str| fs::metadata(web.join(path)).and_then(|file| file.modified()).ok();
    let Some(locked) = changed("package-lock.json") else {
        return Some("install --no-audit --no-fund --no-package-lock");
    };
    let installed = changed("node_modules/.package-lock.json");
    let up_to_date = installed >= Some(locked) && installed >= changed("package.json");
    (!up_to_date).then_some("ci --no-audit --no-fund")
}

fn folder() -> PathBuf {
    root().join("web")
}
