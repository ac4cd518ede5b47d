//! `acies backup`: all battles in one file.

use std::{path::PathBuf, process::ExitCode};

use acies_store::Copied;
use anyhow::Context;
use serde_json::json;

use super::serve::{folder, told};
use crate::report::{Done, print_json, print_text};

#[derive(clap::Args)]
pub struct Args {
    /// The file to write; it must not be there yet
    file: PathBuf,
    /// The folder in which battles are kept
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

pub fn run(args: Args, json: bool) -> Done {
    let folder = folder(args.data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let copied = runtime
        .context("cannot start")?
        .block_on(acies_store::backup(&folder, &args.file))
        .map_err(|trouble| told(&trouble))?;
    let Copied { battles, bytes } = copied;
    if json {
        print_json(&json!({ "file": args.file, "battles": battles, "bytes": bytes }));
    } else {
        let noun = if battles == 1 { "battle" } else { "battles" };
        print_text(&format!("{battles} {noun}, {bytes} bytes, in `{}`", args.file.display()));
    }
    Ok(ExitCode::SUCCESS)
}
