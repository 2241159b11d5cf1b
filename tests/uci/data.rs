//! The shared test data, which lies beside the project or is absent.

pub use crate::shared::shared;
use std::path::PathBuf;
use tempfile::TempDir;

/// The lines of a shared file; none if it is absent.
pub fn lines(name: &str) -> Vec<String> {
    let text = shared(name).and_then(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// A file of this test's own, removed at the end.
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
