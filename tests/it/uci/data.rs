//! The shared test data, which lies beside the project or is absent.

pub use crate::scratch::TempFile;
pub use crate::shared::shared;

/// The lines of a shared file; none if it is absent.
pub fn lines(name: &str) -> Vec<String> {
    let text = shared(name).and_then(|path| std::fs::read_to_string(path).ok());
    let text = text.unwrap_or_default();
    text.lines().map(str::to_owned).collect()
}
