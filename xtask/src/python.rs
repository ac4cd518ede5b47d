//! `cargo xtask python`: the wheel of the Python package, built and then tested where nothing else of Acies is.
//!
//! The packages that building and testing need are installed once, into `target/python`; the virtual environment is made
//! anew each time and has nothing but the wheel, so what is not in the wheel is missed.

use std::collections::hash_map::DefaultHasher;
use std::env;
use std::fs;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::tools::{call, command, ensure, install, output, root, target};

/// Which build of the native part.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Build {
    /// The one that all tests use.
    Debug,
    /// The fast one, that people install.
    Release,
}

/// `cargo xtask python`: builds and tests.
pub fn run(slow: bool) -> Result<()> {
    let place = Place::prepare()?;
    let wheel = place.wheel(Build::Debug)?;
    let packages = place.packages("requirements.txt")?;
    let python = place.fresh(&wheel)?;
    let mut tests = Place::python(&python, &[&packages])?;
    tests.args(["-m", "pytest", "-p", "no:cacheprovider"]).arg(folder());
    if slow {
        tests.env("ACIES_SLOW", "1");
    }
    call(&mut tests)?;
    let mut types = Place::python(&python, &[&packages])?;
    types.args(["-m", "mypy", "--strict", "--config-file"]).arg(folder().join("pyproject.toml"));
    types.arg("--cache-dir").arg(place.0.join("mypy")).args(["-p", "acies"]);
    call(&mut types)
}

/// `cargo xtask python wheel`: the wheel that people install.
pub fn wheel() -> Result<()> {
    let wheel = Place::prepare()?.wheel(Build::Release)?;
    println!("{}", wheel.display());
    Ok(())
}

/// `cargo xtask python bench`: steps a second, beside other environments.
pub fn bench() -> Result<()> {
    let place = Place::prepare()?;
    let wheel = place.wheel(Build::Release)?;
    let lists = [place.packages("requirements.txt")?, place.packages("others.txt")?];
    let python = place.fresh(&wheel)?;
    let mut bench = Place::python(&python, &lists.each_ref().map(PathBuf::as_path))?;
    call(bench.arg(folder().join("bench.py")))
}

/// Where all of it is kept.
struct Place(PathBuf);

impl Place {
    fn prepare() -> Result<Self> {
        ensure(&["python3"], "python3")?;
        // Debian has what makes virtual environments in a package of its own.
        if call(command("python3", "-c").arg("import ensurepip")).is_err() {
            install("python3 -m venv", "python3-venv")?;
        }
        let place = Place(target().join("python"));
        fs::create_dir_all(&place.0)?;
        Ok(place)
    }

    /// The packages of a list, installed if the list or the interpreter is new.
    fn packages(&self, list: &str) -> Result<PathBuf> {
        let list = folder().join(list);
        let mut hasher = DefaultHasher::new();
        fs::read_to_string(&list)
            .with_context(|| format!("cannot read `{}`", list.display()))?
            .hash(&mut hasher);
        output(&mut command("python3", "--version"))?.hash(&mut hasher);
        let place = self.0.join(format!("packages-{:016x}", hasher.finish()));
        if !place.join("complete").is_file() {
            println!("   installing the packages of `{}`", list.display());
            // What an installation that was cut short has left.
            if place.exists() {
                fs::remove_dir_all(&place)?;
            }
            let tool = self.0.join("tool");
            Self::environment(&tool)?;
            let mut install = Command::new(interpreter(&tool));
            install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
            call(install.arg("--target").arg(&place).arg("-r").arg(&list))?;
            fs::write(place.join("complete"), "")?;
        }
        Ok(place)
    }

    /// A virtual environment with pip, made anew.
    fn environment(place: &Path) -> Result<()> {
        call(command("python3", "-m venv --clear").arg(place))
    }

    fn wheel(&self, build: Build) -> Result<PathBuf> {
        let (profile, name) = match build {
            Build::Debug => ("dev", "debug"),
            Build::Release => ("release", "release"),
        };
        let out = self.0.join(name);
        if out.exists() {
            fs::remove_dir_all(&out)?;
        }
        let packages = self.packages("requirements.txt")?;
        let maturin = packages.join(format!("bin/maturin{}", env::consts::EXE_SUFFIX));
        let mut build = Command::new(maturin);
        build.args(["build", "--locked", "--quiet", "--profile", profile, "--out"]);
        build.arg(&out).arg("--manifest-path").arg(folder().join("Cargo.toml"));
        call(build.current_dir(root()))?;
        let wheels: Vec<_> = fs::read_dir(&out)?.collect::<Result<_, _>>()?;
        match &wheels[..] {
            [wheel] => Ok(wheel.path()),
            _ => bail!("one wheel was to be built, there are {}", wheels.len()),
        }
    }

    /// A new virtual environment that has the wheel and nothing else; answers with its interpreter.
    fn fresh(&self, wheel: &Path) -> Result<PathBuf> {
        let place = self.0.join("venv");
        Self::environment(&place)?;
        let python = interpreter(&place);
        let mut install = Command::new(&python);
        install.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
        call(install.args(["--no-index", "--no-deps"]).arg(wheel))?;
        Ok(python)
    }

    /// An interpreter that finds these packages beside what its environment has.
    fn python(python: &Path, lists: &[&Path]) -> Result<Command> {
        let mut command = Command::new(python);
        command.env("PYTHONPATH", env::join_paths(lists)?).current_dir(root());
        Ok(command)
    }
}

fn interpreter(environment: &Path) -> PathBuf {
    let windows = cfg!(windows);
    environment.join(if windows { "Scripts/python.exe" } else { "bin/python" })
}

fn folder() -> PathBuf {
    root().join("crates/acies-python")
}
