//! The server held against its own description: Schemathesis asks everything that `/api/openapi.json`
//! describes, well and badly, and judges the answers.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};

use anyhow::{Context, Result};
use serde_json::{Deserializer, Value};

use crate::tools::{binary, call, command, ensure, target};

/// The version of Schemathesis, so that every machine asks the same.
const VERSION: &str = "4.32.5";

/// Records are lines of JSON, which Schemathesis cannot write by itself.
const HOOKS: &str = r#"import schemathesis


@schemathesis.serializer("application/jsonl")
def lines(context, value):
    return str(value).encode("utf-8", "surrogatepass")
"#;

/// Asks the server that the other tests have been built with.
pub fn run_built() -> Result<()> {
    let folder = target().join("schemathesis");
    install(&folder)?;
    fs::write(folder.join("acies_hooks.py"), HOOKS).context("cannot write the hooks")?;
    let data = folder.join("data");
    if data.exists() {
        fs::remove_dir_all(&data).context("cannot clear the data of the last run")?;
    }
    let server = Server::start(data)?;
    // What fits its schema may still be refused: an army is a text, and few texts are armies.
    // Below the server's limit of 100 requests a second, so that it answers to what is asked.
    let options = "--checks all --exclude-checks positive_data_acceptance \
        --max-examples 30 --seed 1 --rate-limit 90/s --request-timeout 60 \
        --generation-database none --warnings off --no-color";
    let mut ask = command(&program(&folder, "schemathesis"), "run");
    ask.arg(format!("{}api/openapi.json", server.address));
    ask.args(options.split_whitespace()).env("SCHEMATHESIS_HOOKS", "acies_hooks");
    call(ask.env("NO_PROXY", "127.0.0.1").current_dir(&folder))
}

/// Schemathesis in a Python environment of its own, unless it is there.
fn install(folder: &Path) -> Result<()> {
    let installed = folder.join("installed");
    if fs::read_to_string(&installed).is_ok_and(|version| version == VERSION) {
        return Ok(());
    }
    ensure(&["python3"], "python3-venv")?;
    call(command("python3", "-m venv --clear").arg(folder))?;
    let wanted = format!("install --quiet --disable-pip-version-check schemathesis=={VERSION}");
    call(&mut command(&program(folder, "pip"), &wanted))?;
    fs::write(installed, VERSION).context("cannot note what is installed")
}

fn program(folder: &Path, name: &str) -> String {
    folder.join("bin").join(name).display().to_string()
}

/// A server on a free port of this machine alone, which goes with its data when it is dropped.
struct Server {
    process: Child,
    address: String,
    data: PathBuf,
}

impl Server {
    fn start(data: PathBuf) -> Result<Self> {
        let mut serve = command(&binary().display().to_string(), "serve --json --port 0 --data");
        let mut process = serve
            .arg(&data)
            .stdout(Stdio::piped())
            .spawn()
            .context("the server cannot be started")?;
        let said = process
            .stdout
            .take()
            .and_then(|said| Deserializer::from_reader(said).into_iter::<Value>().next()?.ok());
        let address = said.and_then(|said| Some(said["address"].as_str()?.to_owned()));
        let mut server = Server { process, address: String::new(), data };
        server.address = address.context("the server does not say where it is")?;
        Ok(server)
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself, and what stays is cleared by the next.
        drop(self.process.kill());
        drop(self.process.wait());
        drop(fs::remove_dir_all(&self.data));
    }
}
