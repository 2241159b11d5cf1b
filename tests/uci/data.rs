//! The shared test data, which lies beside the project or is absent.

pub use crate::shared::shared;
use std::path::PathBuf;

/// The lines of a shared file; none if it is absent.
pub fn lines(name: &str) -> Vec<String> {
    let text = shared(name).and_then(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}

/// A file of this test's own, removed at the end.
pub struct TempFile(PathBuf);

impl TempFile {
    /// A path that nobody else uses; the file is written only if there are bytes.
    pub fn new(name: &str, bytes: Option<&[u8]>) -> TempFile {
        let name = format!("atalaya-uci-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        if let Some(bytes) = bytes {
            std::fs::write(&path, bytes).expect("the temporary folder can be written to");
        }
        TempFile(path)
    }

    /// Its path as text.
    pub fn path(&self) -> &str {
        self.0.to_str().expect("UTF-8")
    }
}

impl Drop for TempFile {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}
