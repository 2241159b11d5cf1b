//! Languages loaded from a folder at run time, for translators.

use super::Catalogue;
use crate::lang::{Language, built_in, set_languages};
use messages::{Messages, REFERENCE};
use std::path::Path;

/// Loads languages from the subfolders of `root`. Must be called before any text is formatted. Messages of a built-in
/// language replace the built-in ones. `areas` are the catalogues of all crates. Returns a sentence for each error in
/// the files; the other messages are used nevertheless.
///
/// # Errors
/// A sentence if the folder or a file cannot be read, or if a text has already been formatted.
pub fn install(root: &Path, areas: &[&'static Catalogue]) -> Result<Vec<String>, String> {
    let unread = |path: &Path, error: std::io::Error| format!("{}: {error}", path.display());
    let (mut languages, mut faults) = (built_in(), Vec::new());
    for code in messages::languages(root).map_err(|error| unread(root, error))? {
        let folder = root.join(&code);
        let mut texts = Vec::new();
        for file in messages::files(&folder).map_err(|error| unread(&folder, error))? {
            let text = std::fs::read_to_string(&file).map_err(|error| unread(&file, error))?;
            let stem = file.file_stem().unwrap_or_default().to_string_lossy();
            texts.push((stem.into_owned(), text));
        }
        faults.extend(faults_of(&code, &texts, areas));
        if let Some(known) = languages.iter_mut().find(|known| known.code == code) {
            known.texts = texts;
            continue;
        }
        if languages.len() > usize::from(u8::MAX) {
            return Err(format!("{}: too many languages", root.display()));
        }
        let code = code.leak();
        languages.push(Language { code, texts });
    }
    set_languages(languages)?;
    Ok(faults)
}

fn faults_of(code: &str, texts: &[(String, String)], areas: &[&'static Catalogue]) -> Vec<String> {
    let mut faults = Vec::new();
    for area in areas {
        let (mut found, mut reference) = (Messages::new(), Messages::new());
        let own = texts
            .iter()
            .filter(|(file, _)| messages::belongs(file, area.area));
        for (file, text) in own {
            let name = format!("{code}/{file}.ftl");
            messages::read(&name, text, &mut found, &mut faults);
        }
        let english = area.sources.iter().filter(|(code, _)| *code == REFERENCE);
        for text in english.flat_map(|(_, texts)| texts.iter()) {
            messages::read(REFERENCE, text, &mut reference, &mut faults);
        }
        faults.extend(messages::check_each(&reference, code, &found));
    }
    for (file, _) in texts {
        if !areas.iter().any(|area| messages::belongs(file, area.area)) {
            faults.push(format!(
                "{code}/{file}.ftl: no part of the program has texts in such a file"
            ));
        }
    }
    faults
}
