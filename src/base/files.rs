//! Atomic replacement of files: a reader sees the old contents or the new ones, and a crash or a full disk leaves the
//! old ones. Processes that read, change and write the same file exclude each other by a [`Turn`].

use std::fs::{File, Metadata};
use std::io::{ErrorKind, Result, Write};
use std::path::{Path, PathBuf};

/// Replaces the contents of a file, or creates the file. Its permissions are kept.
///
/// The new contents are written to a temporary file in the same folder, flushed to the disk, and renamed. A symbolic
/// link stays and its target is replaced, even if the target does not exist yet. Anything but a regular file, such as
/// a pipe or a terminal, is simply written to.
///
/// # Errors
/// The error of the operating system; the old contents are then intact.
pub fn replace(path: &Path, bytes: &[u8]) -> Result<()> {
    put(path, bytes, 0o666)
}

/// Writes a file as [`replace`] does, but a new file can be read only by its owner.
///
/// # Errors
/// The error of the operating system; the old contents are then intact.
pub fn replace_private(path: &Path, bytes: &[u8]) -> Result<()> {
    put(path, bytes, 0o600)
}

fn put(path: &Path, bytes: &[u8], mode: u32) -> Result<()> {
    let there = match path.metadata() {
        Ok(there) => Some(there),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let path = match &there {
        Some(there) if there.is_dir() => return Err(ErrorKind::IsADirectory.into()),
        Some(there) if !there.is_file() => {
            return File::options().write(true).open(path)?.write_all(bytes);
        }
        Some(_) => path.canonicalize()?,
        None => end_of_links(path),
    };
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let mut named = std::ffi::OsString::from(".");
    named.push(path.file_name().unwrap_or_default());
    named.push(".");
    let mut builder = tempfile::Builder::new();
    builder.prefix(&named).suffix(".tmp");
    set_mode(&mut builder, mode);
    // Deleted automatically unless it is renamed below.
    let mut new = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    new.write_all(bytes)?;
    if let Some(permissions) = there.as_ref().map(Metadata::permissions) {
        new.as_file().set_permissions(permissions)?;
    }
    new.as_file().sync_all()?;
    new.persist(&path).map_err(|failed| failed.error)?;
    Ok(())
}

/// Creates an empty file that only its owner can read, unless the file exists. A symbolic link stays and its target
/// is created. An existing file is not opened, because that could release locks on it.
///
/// # Errors
/// The error of the operating system.
pub fn create_private(path: &Path) -> Result<()> {
    match path.metadata() {
        Ok(_) => return Ok(()),
        Err(error) if error.kind() == ErrorKind::NotFound => {}
        Err(error) => return Err(error),
    }
    let path = end_of_links(path);
    let folder = path.parent().filter(|f| !f.as_os_str().is_empty());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".").suffix(".tmp");
    set_mode(&mut builder, 0o600);
    let new = builder.tempfile_in(folder.unwrap_or(Path::new(".")))?;
    match new.into_temp_path().persist_noclobber(&path) {
        Err(failed) if failed.error.kind() != ErrorKind::AlreadyExists => Err(failed.error),
        // Another process has created the file in the meantime.
        _ => Ok(()),
    }
}

/// Follows the symbolic links of a path whose target does not exist yet, and returns the target. Links must not be
/// circular: the function would not return. (Opening such a path is an error of the operating system, so callers
/// check that first.)
pub fn end_of_links(path: &Path) -> PathBuf {
    let mut end = path.to_owned();
    while let Ok(next) = end.read_link() {
        end = end.parent().unwrap_or(Path::new("")).join(next);
    }
    end
}

/// Sets the permissions of a new file, less those that the process's umask takes away.
#[cfg(unix)]
fn set_mode(builder: &mut tempfile::Builder, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    builder.permissions(std::fs::Permissions::from_mode(mode));
}

/// Does nothing: on systems without Unix permissions, those of the folder apply.
#[cfg(not(unix))]
fn set_mode(_: &mut tempfile::Builder, _: u32) {}

/// Exclusive lock of a file between processes, released on drop.
#[derive(Debug)]
pub struct Turn {
    _lock: File,
}

impl Turn {
    /// Waits until no other process holds the lock of a file. The lock is a separate file next to it,
    /// `record.json.lock`, which is never deleted: [`replace`] makes a new file each time, so a lock on the file
    /// itself would not hold.
    ///
    /// # Errors
    /// The error of the operating system: the lock file cannot be created, or the file system has no locks.
    pub fn wait(path: &Path) -> Result<Turn> {
        let mut name = path.as_os_str().to_owned();
        name.push(".lock");
        let mut options = File::options();
        options.create(true).truncate(false).write(true);
        let lock = options.open(PathBuf::from(name))?;
        lock.lock()?;
        Ok(Turn { _lock: lock })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::fs::{read, read_dir, write};

    /// Names in a folder, in order.
    fn names(folder: &Path) -> Vec<String> {
        let entries = read_dir(folder).expect("a folder");
        let name = |entry: Result<std::fs::DirEntry>| entry.expect("there").file_name();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry).into_string().expect("text"))
            .collect();
        names.sort();
        names
    }

    #[test]
    fn a_file_is_made_and_replaced_and_nothing_is_left_beside_it() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("result.json");
        for text in ["one, which is longer", "two"] {
            replace(&file, text.as_bytes()).expect("written");
            assert_eq!(read(&file).expect("there"), text.as_bytes());
        }
        let inside = folder.path().join("inside");
        std::fs::create_dir(&inside).expect("made");
        let refused = replace(&inside, b"three").expect_err("a folder");
        assert_eq!(refused.kind(), ErrorKind::IsADirectory);
        let nowhere = replace(&folder.path().join("no/where"), b"four").expect_err("no folder");
        assert_eq!(nowhere.kind(), ErrorKind::NotFound);
        assert_eq!(names(folder.path()), ["inside", "result.json"]);
    }

    #[cfg(unix)]
    #[test]
    fn permissions_and_links_stay_and_a_pipe_is_written_to() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = tempfile::tempdir().expect("a folder");
        let at = |name: &str| folder.path().join(name);
        let mode = |path: &Path| path.metadata().expect("there").permissions().mode() & 0o777;
        replace_private(&at("secret"), b"s").expect("written");
        assert_eq!(mode(&at("secret")), 0o600);
        // As any file that is made here.
        write(at("usual"), "u").expect("written");
        replace(&at("new"), b"n").expect("written");
        assert_eq!(mode(&at("new")), mode(&at("usual")));
        let open = std::fs::Permissions::from_mode(0o640);
        std::fs::set_permissions(at("secret"), open).expect("set");
        symlink(at("secret"), at("link")).expect("linked");
        for write in [replace, replace_private] {
            write(&at("link"), b"t").expect("written");
            assert_eq!(mode(&at("secret")), 0o640);
        }
        assert!(at("link").is_symlink());
        assert_eq!(read(at("secret")).expect("there"), b"t");
        // Links to what is not there yet, one of them by another and seen from its own folder.
        symlink("later", at("ahead")).expect("linked");
        symlink("ahead", at("twice")).expect("linked");
        replace(&at("twice"), b"l").expect("written");
        assert!(at("ahead").is_symlink() && at("twice").is_symlink());
        assert_eq!(read(at("later")).expect("there"), b"l");
        symlink("round", at("round")).expect("linked");
        assert!(replace(&at("round"), b"r").is_err());
        std::fs::remove_file(at("round")).expect("removed");

        let made = std::process::Command::new("mkfifo")
            .arg(at("pipe"))
            .status();
        assert!(made.expect("started").success());
        let pipe = at("pipe");
        let reader = std::thread::spawn(move || read(pipe).expect("read"));
        replace(&at("pipe"), b"through").expect("written");
        assert_eq!(reader.join().expect("no panic"), b"through");
        assert_eq!(
            names(folder.path()),
            [
                "ahead", "later", "link", "new", "pipe", "secret", "twice", "usual"
            ]
        );
    }

    #[test]
    fn nobody_s_change_is_lost_where_all_take_turns() {
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("count");
        write(&file, "0").expect("written");
        let count = || {
            for _ in 0..25 {
                let _turn = Turn::wait(&file).expect("locked");
                let text = std::fs::read_to_string(&file).expect("whole");
                let number: u32 = text.parse().expect("a number");
                replace(&file, (number + 1).to_string().as_bytes()).expect("written");
            }
        };
        std::thread::scope(|scope| {
            for _ in 0..4 {
                scope.spawn(count);
            }
        });
        assert_eq!(read(&file).expect("there"), b"100");
    }
}
