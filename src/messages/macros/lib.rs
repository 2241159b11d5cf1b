//! Macros that check and embed the messages of a crate at compile time.

use messages::Messages;
use proc_macro::{TokenStream, TokenTree};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Folder that contains the languages: that of the crate `messages`.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.parent().unwrap_or(here).to_path_buf()
}

/// Declares the messages of an area as the module `catalogue` at the root of the calling crate:
/// `base::messages!("games");`. Errors in the files are compile errors.
#[proc_macro]
pub fn messages(area: TokenStream) -> TokenStream {
    let area = match area.into_iter().next() {
        Some(TokenTree::Literal(literal)) => literal.to_string().trim_matches('"').to_owned(),
        _ => return refused(&["expected the name of an area: messages!(\"games\")".to_owned()]),
    };
    let code = declared(&area).unwrap_or_else(|faults| refused(&faults).to_string());
    code.parse()
        .unwrap_or_else(|error| refused(&[format!("{error}")]))
}

/// Declares the constant `BUILT_IN`, the codes of all languages, and in `impl Lang` one constant for each language.
#[proc_macro]
pub fn languages(_: TokenStream) -> TokenStream {
    let languages = match messages::languages(&root()) {
        Ok(languages) => languages,
        Err(error) => return refused(&[format!("{}: {error}", root().display())]),
    };
    let mut code = format!("const BUILT_IN: &[&str] = &{languages:?};\nimpl Lang {{\n");
    for (index, language) in languages.iter().enumerate() {
        let name = language.to_uppercase().replace('-', "_");
        let _ = writeln!(
            code,
            "/// The language of the folder `{language}`.\npub const {name}: Lang = Lang({index});"
        );
    }
    code.push('}');
    code.parse()
        .unwrap_or_else(|error| refused(&[format!("{error}")]))
}

fn refused(faults: &[String]) -> TokenStream {
    errors(faults).parse().unwrap_or_default()
}

/// Returns Rust code that makes the compiler report the errors.
fn errors(faults: &[String]) -> String {
    let code = faults
        .iter()
        .map(|fault| format!("compile_error!({fault:?});"));
    code.collect()
}

/// Reads the messages of an area in one language. Returns them with their files, or the errors found.
fn read(language: &Path, area: &str) -> Result<(Messages, Vec<PathBuf>), Vec<String>> {
    let unread = |path: &Path, error| vec![format!("{}: {error}", path.display())];
    let mut files = messages::files(language).map_err(|error| unread(language, error))?;
    files.retain(|file| {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        messages::belongs(&name, area)
    });
    let (mut found, mut faults) = (Messages::new(), Vec::new());
    for file in &files {
        let text = std::fs::read_to_string(file).map_err(|error| unread(file, error))?;
        messages::read(&file.to_string_lossy(), &text, &mut found, &mut faults);
    }
    if faults.is_empty() {
        Ok((found, files))
    } else {
        Err(faults)
    }
}

fn declared(area: &str) -> Result<String, Vec<String>> {
    let root = root();
    let languages = messages::languages(&root);
    let languages = languages.map_err(|error| vec![format!("{}: {error}", root.display())])?;
    let reference = read(&root.join(messages::REFERENCE), area)?.0;
    if reference.is_empty() {
        return Err(vec![format!(
            "there is no file '{area}.ftl' below {}",
            root.display()
        )]);
    }
    let (mut sources, mut faults) = (String::new(), Vec::new());
    for language in &languages {
        let (found, files) = read(&root.join(language), area)?;
        faults.extend(messages::check(&reference, language, &found));
        let _ = write!(sources, "({language:?}, &[");
        for file in files {
            let _ = write!(sources, "include_str!({:?}),", file.display().to_string());
        }
        sources.push_str("]),");
    }
    let faults = errors(&faults);
    let mut entries = String::new();
    for (key, message) in reference.iter().filter(|(key, _)| !key.starts_with('-')) {
        let variables: Vec<String> = messages::variables(&reference, key).into_iter().collect();
        let file = &message.file;
        let _ = write!(
            entries,
            "::base::messages::Entry {{ key: {key:?}, variables: &{variables:?}, file: {file:?} }},"
        );
    }
    Ok(format!(
        "{faults} #[doc(hidden)] pub mod catalogue {{
            /// The messages of this crate, by their keys.
            pub const ENTRIES: &[::base::messages::Entry] = &[{entries}];
            /// The texts of this crate in all languages.
            pub static CATALOGUE: ::base::messages::Catalogue =
                ::base::messages::Catalogue::new({area:?}, ENTRIES, &[{sources}]);
        }}"
    ))
}
