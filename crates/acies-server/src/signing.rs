//! The key that signs records: drawn at the first start, kept beside the battles, shown to nobody.

use std::{
    fs::{File, OpenOptions},
    io::{self, Read, Write},
    path::Path,
};

use acies_core::{
    keyed::{hex, unhex},
    record::Signer,
};

/// The file in the folder of the battles.
const FILE: &str = "signing.key";

/// The signer of a folder. His key is drawn if there is none yet.
pub fn signer(folder: &Path) -> io::Result<Signer> {
    let path = folder.join(FILE);
    let named = |error: io::Error| {
        io::Error::new(error.kind(), format!("the key `{}`: {error}", path.display()))
    };
    let secret = match File::open(&path) {
        Ok(mut file) => {
            let mut text = String::new();
            file.read_to_string(&mut text).map_err(named)?;
            unhex(text.trim()).ok_or_else(|| {
                named(io::Error::new(io::ErrorKind::InvalidData, "not 64 hexadecimal digits"))
            })?
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => draw(&path).map_err(named)?,
        Err(error) => return Err(named(error)),
    };
    Ok(Signer::new(secret))
}

/// Draws a key and keeps it, for its owner's eyes alone. A file that is half written is never left under its name.
fn draw(path: &Path) -> io::Result<[u8; 32]> {
    let mut secret = [0; 32];
    getrandom::fill(&mut secret).map_err(io::Error::other)?;
    let draft = path.with_extension("draft");
    let mut options = OpenOptions::new();
    options.write(true).create(true).truncate(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(&draft)?;
    writeln!(file, "{}", hex(&secret))?;
    file.sync_all()?;
    std::fs::rename(&draft, path)?;
    Ok(secret)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_drawn_once_and_is_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let first = signer(folder.path()).unwrap().public();
        assert_eq!(signer(folder.path()).unwrap().public(), first);
        let path = folder.path().join(FILE);
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(std::fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        }
        std::fs::write(&path, "short\n").unwrap();
        let error = signer(folder.path()).err().unwrap().to_string();
        assert!(error.ends_with("not 64 hexadecimal digits"), "{error}");
    }
}
