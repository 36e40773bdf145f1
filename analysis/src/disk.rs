//! Files as they lie on the disk: read within bounds, and written whole. Every file that a user names is read and
//! written by these, so that no pipe, device or endless file holds a program up, and nobody ever finds half a file.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// The most that a text written by hand may have, in bytes: a hundred times the largest that is shipped.
pub const MOST_TEXT: u64 = 16 << 20;
/// The most that a text written by a program may have, such as a baseline or a manifest.
pub const MOST_WRITTEN: u64 = 256 << 20;

/// What is added to the name of a file that is being written.
const UNFINISHED: &str = "tmp";

/// Reads a file, if it is a regular one of at most this many bytes.
///
/// # Errors
/// What the system says, what it is if it is no regular file, or the bound.
pub fn read(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    // Asked before it is opened, since opening a pipe waits for somebody who writes to it; and asked again of what was
    // opened.
    refuse_special(&fs::metadata(path)?)?;
    let file = File::open(path)?;
    let metadata = file.metadata()?;
    refuse_special(&metadata)?;
    let too_large = || {
        let why = format!("it is larger than {most} bytes, and no larger file is read");
        Err(io::Error::new(ErrorKind::FileTooLarge, why))
    };
    if metadata.len() > most {
        return too_large();
    }
    let mut bytes = Vec::new();
    // It may grow while it is read, and some files of the system say that they are empty.
    file.take(most + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { too_large() } else { Ok(bytes) }
}

/// Reads a text, if it is in a regular file of at most this many bytes.
///
/// # Errors
/// As [`read`], or that it is no text.
pub fn read_text(path: &Path, most: u64) -> io::Result<String> {
    String::from_utf8(read(path, most)?)
        .map_err(|_| io::Error::new(ErrorKind::InvalidData, "it is no text in UTF-8"))
}

fn refuse_special(metadata: &fs::Metadata) -> io::Result<()> {
    if metadata.is_file() {
        return Ok(());
    }
    let (kind, what) = if metadata.is_dir() {
        (ErrorKind::IsADirectory, "it is a folder")
    } else {
        (ErrorKind::InvalidInput, "it is a pipe or a device and no regular file")
    };
    Err(io::Error::new(kind, what))
}

/// Writes a new file, whole or not at all, and never over an old one.
///
/// # Errors
/// What the system says: `AlreadyExists` where there is something of that name.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    // Something is there, though it be a link that leads nowhere.
    if path.symlink_metadata().is_ok() {
        return Err(ErrorKind::AlreadyExists.into());
    }
    written_beside(path, bytes, |beside| {
        // A second name is only given where there is none; some file systems have no second names.
        match fs::hard_link(beside, path) {
            Ok(()) => fs::remove_file(beside),
            Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(error),
            Err(_) => fs::rename(beside, path),
        }
    })
}

/// Writes a file, whole or not at all, in the place of an older regular file if there is one; where a link leads to it,
/// the link stays.
///
/// # Errors
/// What the system says, or that there is something else in its place.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    match fs::metadata(path) {
        Ok(old) => {
            refuse_special(&old)?;
            let path = path.canonicalize()?;
            written_beside(&path, bytes, |beside| {
                fs::set_permissions(beside, old.permissions())?;
                fs::rename(beside, &path)
            })
        }
        Err(error) if error.kind() == ErrorKind::NotFound => {
            written_beside(path, bytes, |beside| fs::rename(beside, path))
        }
        Err(error) => Err(error),
    }
}

/// Makes the folder of a file that is to be written later, if it is missing, and tries whether a file can be written
/// there; leaves nothing but the folder.
///
/// # Errors
/// What the system says.
pub fn make_room(path: &Path) -> io::Result<()> {
    fs::create_dir_all(folder_of(path))?;
    check_room(path)
}

/// Tries whether a file can be written later in a folder that is there; leaves nothing.
///
/// # Errors
/// What the system says.
pub fn check_room(path: &Path) -> io::Result<()> {
    let beside = unfinished(path, &format!("{}.", std::process::id()));
    write_unfinished(&beside, b"")?;
    fs::remove_file(&beside)
}

/// The process that holds the lock on a file of this name writes to the folder; the system releases the lock when it is
/// killed.
pub const LOCK: &str = "lock";

/// Is there nothing in a folder but the lock and what is left of a process that was killed?
///
/// # Errors
/// What the system says.
pub fn is_clear(folder: &Path) -> io::Result<bool> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let is_unfinished = entry.path().extension().is_some_and(|end| end == UNFINISHED);
        if entry.file_name() != LOCK && !is_unfinished {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Locks a file, which is made if it is missing, until what is returned is dropped or the process ends; it is shared
/// where the file system has no locks.
///
/// # Errors
/// What the system says: `WouldBlock` where another process holds the lock, `AlreadyExists` where something of that
/// name is no file, since opening a pipe would wait for ever.
pub fn lock(path: &Path) -> io::Result<File> {
    if path.symlink_metadata().is_ok_and(|there| !there.is_file()) {
        return Err(ErrorKind::AlreadyExists.into());
    }
    let file = File::options().create(true).truncate(false).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(ErrorKind::WouldBlock.into()),
        Err(TryLockError::Error(error)) if error.kind() == ErrorKind::Unsupported => Ok(file),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// The folder that a file is in.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if folder != Path::new("") => folder,
        _ => Path::new("."),
    }
}

/// Writes under another name in the same folder, and then lets `publish` give it its own.
fn written_beside(
    path: &Path,
    bytes: &[u8],
    publish: impl FnOnce(&Path) -> io::Result<()>,
) -> io::Result<()> {
    let beside = unfinished(path, &format!("{}.", std::process::id()));
    write_unfinished(&beside, bytes)?;
    publish(&beside).inspect_err(|_| {
        // Nobody has use for it.
        let _ = fs::remove_file(&beside);
    })?;
    sync_folder_of(path)
}

/// The name under which a file is written at first; `mark` distinguishes it from what others write.
pub(crate) fn unfinished(path: &Path, mark: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(format!(".{mark}{UNFINISHED}"));
    PathBuf::from(name)
}

/// Writes a file that is to be renamed, down to the disk. What somebody left under the name is removed first: a link is
/// never followed.
pub(crate) fn write_unfinished(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let create = || OpenOptions::new().write(true).create_new(true).open(path);
    let mut file = match create() {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            fs::remove_file(path)?;
            create()?
        }
        other => other?,
    };
    file.write_all(bytes).and_then(|()| file.sync_all()).inspect_err(|_| {
        // Half a file is of no use, and room may be what is missing.
        let _ = fs::remove_file(path);
    })
}

/// Brings the names of the folder down to the disk, where the system can do that.
pub(crate) fn sync_folder_of(path: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    let synced = File::open(folder_of(path)).and_then(|folder| folder.sync_all());
    synced.or_else(|error| match error.kind() {
        // Not all file systems can, and a folder may be there to be written to and not to be read.
        ErrorKind::InvalidInput | ErrorKind::Unsupported | ErrorKind::PermissionDenied => Ok(()),
        _ => Err(error),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Room(PathBuf);

    impl Room {
        fn new(name: &str) -> Self {
            let path = std::env::temp_dir().join(format!("szala-disk-{name}-{}", std::process::id()));
            let _ = fs::remove_dir_all(&path);
            fs::create_dir_all(&path).expect("there is room");
            Self(path)
        }

        fn names(&self) -> Vec<String> {
            let entries = fs::read_dir(&self.0).expect("the disk has room for a folder").flatten();
            let mut names: Vec<String> = entries
                .map(|entry| {
                    entry.file_name().into_string().expect("the test gives its files names in UTF-8")
                })
                .collect();
            names.sort();
            names
        }
    }

    impl Drop for Room {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    fn why(result: io::Result<impl core::fmt::Debug>) -> String {
        result.expect_err("it is refused").to_string()
    }

    #[test]
    fn a_file_is_read_up_to_its_bound_and_not_beyond() {
        let room = Room::new("bound");
        let file = room.0.join("four");
        fs::write(&file, "four").expect("there is room");
        assert_eq!(read_text(&file, 4).expect("it is no larger"), "four");
        assert_eq!(why(read(&file, 3)), "it is larger than 3 bytes, and no larger file is read");
        assert_eq!(why(read(&room.0, 3)), "it is a folder");
        fs::write(&file, [0xff]).expect("there is room");
        assert_eq!(why(read_text(&file, 4)), "it is no text in UTF-8");
        assert_eq!(read(&room.0.join("none"), 4).expect_err("none").kind(), ErrorKind::NotFound);
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_and_an_endless_device_are_refused_and_not_waited_for() {
        let room = Room::new("special");
        let pipe = room.0.join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("the machine has mkfifo");
        assert!(made.success());
        for special in [pipe.as_path(), Path::new("/dev/zero")] {
            assert_eq!(why(read(special, 9)), "it is a pipe or a device and no regular file");
            assert_eq!(why(replace(special, b"x")), "it is a pipe or a device and no regular file");
        }
    }

    #[test]
    fn what_is_there_is_kept_by_a_new_file_and_replaced_whole_by_another() {
        let room = Room::new("written");
        let file = room.0.join("page");
        write_new(&file, b"one").expect("it is new");
        assert_eq!(write_new(&file, b"two").expect_err("it is there").kind(), ErrorKind::AlreadyExists);
        assert_eq!(fs::read(&file).expect("the file was written before"), b"one");
        replace(&file, b"two").expect("it is a regular file");
        assert_eq!(fs::read(&file).expect("the file was written before"), b"two");
        replace(&room.0.join("other"), b"three").expect("it is new");
        assert_eq!(room.names(), ["other", "page"], "nothing else is left");
        assert!(write_new(&room.0.join("no/folder"), b"x").is_err() && replace(&room.0, b"x").is_err());
        assert_eq!(room.names(), ["other", "page"]);
    }

    #[test]
    fn a_folder_is_made_for_a_file_that_is_to_be_written_later() {
        let room = Room::new("later");
        make_room(&room.0.join("new/deep/page")).expect("folders can be made here");
        assert_eq!(fs::read_dir(room.0.join("new/deep")).expect("it was made").count(), 0);
        fs::write(room.0.join("letter"), "dear").expect("there is room");
        assert!(make_room(&room.0.join("letter/page")).is_err(), "a file is no folder");
        make_room(&room.0.join("letter")).expect("an older file is in nobody's way");
        assert_eq!(fs::read(room.0.join("letter")).expect("it is left as it was"), b"dear");
    }

    #[test]
    #[cfg(unix)]
    fn no_link_is_followed_where_a_file_is_written_at_first_or_anew() {
        use std::os::unix::fs::symlink;

        let room = Room::new("links");
        let [letter, page, way] = ["letter", "page", "way"].map(|name| room.0.join(name));
        fs::write(&letter, "dear").expect("there is room");
        // Somebody foresaw the name under which it is written.
        let beside = unfinished(&page, &format!("{}.", std::process::id()));
        symlink(&letter, &beside).expect("the file system has links");
        write_new(&page, b"one").expect("it is new");
        assert_eq!(fs::read(&letter).expect("the file was written before"), b"dear");
        assert_eq!(fs::read(&page).expect("the file was written before"), b"one");
        // A link that leads nowhere is something that is there.
        symlink(room.0.join("nowhere"), &way).expect("the file system has links");
        assert!(write_new(&way, b"x").is_err());
        // What is replaced by its link stays where it is.
        fs::remove_file(&way).expect("it is there");
        symlink(&page, &way).expect("the file system has links");
        replace(&way, b"two").expect("it leads to a regular file");
        assert_eq!(fs::read(&page).expect("the file was written before"), b"two");
        assert!(way.is_symlink());
    }
}
