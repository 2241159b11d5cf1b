//! File with the state of a training, from which it can be continued exactly as if it had not been interrupted.
//!
//! The file has a line of text (`atalaya-checkpoint 2 {…}` with plan, data and losses), then the model, the optimiser's
//! two vectors of means and the best model, as 32-bit floating-point numbers, little-endian.

use super::adamw::AdamW;
use super::dataset::DataSet;
use super::model::Model;
use super::{Epoch, Plan, State};
use base::files;
use serde::{Deserialize, Serialize};
use std::io;
use std::path::{Path, PathBuf};

const MAGIC: &str = "atalaya-checkpoint 2 ";

#[derive(Serialize, Deserialize)]
struct Header {
    plan: Plan,
    fingerprint: u64,
    steps: u64,
    history: Vec<Epoch>,
}

/// Reason why a training cannot be continued from a file.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The file cannot be read or written.
    #[error("{}: {error}", path.display())]
    Io {
        /// Path of the file.
        path: PathBuf,
        /// I/O error from the operating system.
        error: io::Error,
    },
    /// The file is not the state of a training, or is incomplete.
    #[error("{}: not the state of a training, or cut short", path.display())]
    Format {
        /// Path of the file.
        path: PathBuf,
    },
    /// The file belongs to another training.
    #[error("{}: the training there has other {what}; finish it as it was begun, or remove the file", path.display())]
    Other {
        /// Path of the file.
        path: PathBuf,
        /// Part that differs: `settings` or `positions`.
        what: &'static str,
    },
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> CheckpointError + use<> {
    let path = path.to_owned();
    move |error| CheckpointError::Io {
        path: path.clone(),
        error,
    }
}

/// Writes a state to a file. An existing file is replaced only when the new one is complete.
///
/// # Errors
/// [`CheckpointError::Io`] if the file cannot be written.
pub fn save(
    path: &Path,
    plan: &Plan,
    data: &DataSet,
    state: &State,
) -> Result<(), CheckpointError> {
    let header = Header {
        plan: plan.clone(),
        fingerprint: data.fingerprint(),
        steps: state.adam.steps,
        history: state.history.clone(),
    };
    // Numbers and text always have a JSON form.
    let header = serde_json::to_string(&header).unwrap_or_default();
    let mut bytes = format!("{MAGIC}{header}\n").into_bytes();
    let adam = &state.adam;
    for values in [
        &state.model.values,
        &adam.momentum,
        &adam.energy,
        &state.best.values,
    ] {
        bytes.extend(values.iter().flat_map(|value| value.to_le_bytes()));
    }
    files::replace(path, &bytes).map_err(io_error(path))
}

/// Reads the state of a training with the same plan and the same data.
///
/// # Errors
/// [`CheckpointError`]: the file cannot be read, is not a checkpoint, or belongs to another training.
pub fn load(path: &Path, plan: &Plan, data: &DataSet) -> Result<State, CheckpointError> {
    let bytes = std::fs::read(path).map_err(io_error(path))?;
    let shape = plan.shape();
    let format = || CheckpointError::Format {
        path: path.to_owned(),
    };
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .ok_or_else(format)?;
    let line = std::str::from_utf8(&bytes[..end]).map_err(|_| format())?;
    let json = line.strip_prefix(MAGIC).ok_or_else(format)?;
    let header: Header = serde_json::from_str(json).map_err(|_| format())?;
    let other = |what| CheckpointError::Other {
        path: path.to_owned(),
        what,
    };
    if header.plan != *plan {
        return Err(other("settings"));
    }
    if header.fingerprint != data.fingerprint() {
        return Err(other("positions"));
    }
    let (words, rest) = bytes[end + 1..].as_chunks::<4>();
    let mean = AdamW::len(shape);
    if !rest.is_empty() || words.len() != 2 * (shape.len() + mean) {
        return Err(format());
    }
    let mut words = words.iter().map(|word| f32::from_le_bytes(*word));
    let mut next = |count| -> Vec<f32> { words.by_ref().take(count).collect() };
    let model = |values| Model { shape, values };
    Ok(State {
        model: model(next(shape.len())),
        adam: AdamW {
            momentum: next(mean),
            energy: next(mean),
            steps: header.steps,
        },
        best: model(next(shape.len())),
        history: header.history,
    })
}
