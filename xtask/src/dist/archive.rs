//! Archives: files in order, with one time and one owner, so that equal files make equal bytes.

use std::fmt::Write as _;
use std::io::Write as _;

use flate2::{Compression, GzBuilder};
use sha2::{Digest, Sha256};
use tar::{Builder, EntryType, Header};

use super::Contents;

/// A file of an archive.
#[derive(Debug)]
pub(super) struct Entry {
    pub(super) bytes: Vec<u8>,
    /// May it be run?
    pub(super) is_program: bool,
}

/// Packs files into a folder of this name, all from this time.
pub(super) fn pack(name: &str, contents: &Contents, seconds: u64) -> Result<Vec<u8>, String> {
    let refused = |why: std::io::Error| format!("cannot pack {name}: {why}");
    let mut tar = Builder::new(Vec::new());
    for (path, Entry { bytes, is_program }) in contents {
        let mut header = Header::new_ustar();
        header.set_entry_type(EntryType::Regular);
        header.set_size(bytes.len() as u64);
        header.set_mode(if *is_program { 0o755 } else { 0o644 });
        header.set_mtime(seconds);
        header.set_uid(0);
        header.set_gid(0);
        tar.append_data(&mut header, format!("{name}/{path}"), bytes.as_slice()).map_err(refused)?;
    }
    let tar = tar.into_inner().map_err(refused)?;
    let mut zipped = GzBuilder::new().mtime(0).write(Vec::new(), Compression::best());
    zipped.write_all(&tar).map_err(refused)?;
    zipped.finish().map_err(refused)
}

/// SHA-256 in hexadecimal digits.
pub(super) fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut digits, byte| {
        write!(digits, "{byte:02x}").expect("writing to a string");
        digits
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn contents(order: [&str; 2]) -> Contents {
        let entry = |path: &str| Entry { bytes: path.as_bytes().to_vec(), is_program: path == "b" };
        order.into_iter().map(|path| (path.to_owned(), entry(path))).collect()
    }

    #[test]
    fn equal_files_make_equal_archives_and_another_time_makes_another() {
        let pack = |order, seconds| pack("x-1", &contents(order), seconds).expect("there is room in memory");
        assert_eq!(pack(["a", "b"], 7), pack(["b", "a"], 7));
        assert_ne!(pack(["a", "b"], 7), pack(["a", "b"], 8));
    }

    #[test]
    fn what_is_packed_is_what_is_unpacked() {
        let packed = pack("x-1", &contents(["a", "b"]), 7).expect("there is room in memory");
        let mut tar = tar::Archive::new(flate2::read::GzDecoder::new(packed.as_slice()));
        let found: Vec<(String, u32, u64, u64)> = tar
            .entries()
            .expect("it is an archive")
            .map(|entry| {
                let entry = entry.expect("it is whole");
                let path = entry.path().expect("it has a path").display().to_string();
                let header = entry.header();
                let number = |field: std::io::Result<u64>| field.expect("it is a number");
                let mode = header.mode().expect("it has a mode");
                (path, mode, number(header.mtime()), number(header.size()))
            })
            .collect();
        assert_eq!(found, [("x-1/a".to_owned(), 0o644, 7, 1), ("x-1/b".to_owned(), 0o755, 7, 1)]);
    }

    /// NIST, FIPS 180-2, appendix B.1: the message `abc`.
    #[test]
    fn a_sum_is_sha_256() {
        assert_eq!(sum(b"abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    }
}
