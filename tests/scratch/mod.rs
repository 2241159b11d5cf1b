//! A file that a test alone uses, and that is gone when the test is over.

use std::path::PathBuf;
use tempfile::TempDir;

/// A file in a folder of its own, both removed when this is dropped.
pub struct TempFile {
    path: PathBuf,
    _folder: TempDir,
}

impl TempFile {
    /// A path that nobody else uses; the file is written only if there are bytes.
    pub fn new(name: &str, bytes: Option<&[u8]>) -> TempFile {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let path = folder.path().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).expect("the temporary folder can be written to");
        }
        TempFile {
            path,
            _folder: folder,
        }
    }

    /// Its path as text.
    pub fn path(&self) -> &str {
        self.path.to_str().expect("UTF-8")
    }
}
