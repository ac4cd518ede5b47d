//! The programs that checks call, and how a fresh machine gets those that it lacks.

use std::env;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the workspace: every check runs from there, wherever it was started.
pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("xtask lies below the root")
}

/// The folder into which cargo builds.
pub fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Where cargo has put the binary `acies`.
pub fn binary() -> PathBuf {
    target().join("debug").join(format!("acies{}", env::consts::EXE_SUFFIX))
}

/// `program` with `arguments`, separated by spaces, at the root of the workspace.
pub fn command(program: &str, arguments: &str) -> Command {
    let mut command = Command::new(program);
    command.args(arguments.split_whitespace()).current_dir(root());
    command
}

/// The cargo that runs this xtask, with `arguments`.
pub fn cargo(arguments: &str) -> Command {
    command(&env::var("CARGO").unwrap_or_else(|_| "cargo".into()), arguments)
}

/// Runs a command to its end; an error unless it succeeds.
pub fn call(command: &mut Command) -> Result<()> {
    let words = words(command);
    let status = command.status().with_context(|| format!("`{words}` cannot be started"))?;
    if !status.success() {
        bail!("`{words}` failed ({status})");
    }
    Ok(())
}

/// Runs a command to its end, and returns what it printed; an error unless it succeeds.
pub fn output(command: &mut Command) -> Result<String> {
    let words = words(command);
    let output = command
        .stderr(Stdio::inherit())
        .output()
        .with_context(|| format!("`{words}` cannot be started"))?;
    if !output.status.success() {
        bail!("`{words}` failed ({})", output.status);
    }
    String::from_utf8(output.stdout).with_context(|| format!("`{words}` printed no UTF-8"))
}

/// Whether a subcommand of cargo, such as `nextest`, is installed.
pub fn has_subcommand(name: &str) -> bool {
    let mut version = cargo(&format!("{name} --version"));
    version
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

/// Makes sure that one of `programs` is there: else installs the Debian package `package`.
pub fn ensure(programs: &[&str], package: &str) -> Result<()> {
    if programs.iter().any(|program| find(program).is_some()) {
        return Ok(());
    }
    let program = programs[0];
    install(program, package)?;
    if !programs.iter().any(|program| find(program).is_some()) {
        bail!("`{program}` is still missing after installing `{package}`");
    }
    Ok(())
}

/// Installs the Debian package `package`, because `what` is missing.
pub fn install(what: &str, package: &str) -> Result<()> {
    if find("apt-get").is_none() {
        bail!("`{what}` is missing\nhint: install it and put it on the PATH");
    }
    if output(&mut command("id", "-u"))?.trim() != "0" {
        bail!("`{what}` is missing\nhint: sudo apt-get install {package}");
    }
    println!("   `{what}` is missing: installing the Debian package `{package}`");
    // Another install may be under way on the same machine: wait for its lock.
    let wait = "-qq -o DPkg::Lock::Timeout=300";
    call(&mut command("apt-get", &format!("{wait} update")))?;
    let mut install = command("apt-get", &format!("{wait} install -y {package}"));
    call(install.env("DEBIAN_FRONTEND", "noninteractive").stdout(Stdio::null()))
}

/// Where `program` is on the PATH.
fn find(program: &str) -> Option<PathBuf> {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::split_paths(&env::var_os("PATH")?).map(|dir| dir.join(&file)).find(|path| path.is_file())
}

/// A command as someone would type it.
fn words(command: &Command) -> String {
    let program = Path::new(command.get_program()).file_stem().unwrap_or_default();
    std::iter::once(program)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy())
        .collect::<Vec<_>>()
        .join(" ")
}
