//! Ctrl+C as a wish to stop, for work that has something to show for it.

use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;
use tokio::{runtime::Builder, signal::ctrl_c};

use crate::report::Failure;

static WISHED: AtomicBool = AtomicBool::new(false);

/// What the shell is told of a program that Ctrl+C has ended.
const ENDED: i32 = 130;

/// From now on Ctrl+C is a wish; who presses it again has lost patience, and all ends at once.
pub fn listen() -> Result<(), Failure> {
    let runtime = Builder::new_current_thread().enable_all().build();
    let runtime = runtime.context("cannot listen to Ctrl+C")?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            if ctrl_c().await.is_ok() {
                WISHED.store(true, Ordering::Relaxed);
                if ctrl_c().await.is_ok() {
                    std::process::exit(ENDED);
                }
            }
        });
    });
    Ok(())
}

/// Whether somebody wants it to stop.
pub fn wished() -> bool {
    WISHED.load(Ordering::Relaxed)
}
